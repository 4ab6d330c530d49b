//! The rule `signature`: U+FEFF at the very beginning, where the kind of file forbids or requires it.
//!
//! Whether it may be there is for the protocol to say (RFC 3629 section 6); files are told apart by their names, and a
//! script by its first line. Of files of unknown kind nothing is said.

use globset::{Glob, GlobSet, GlobSetBuilder};
use std::path::Path;

/// Files whose readers take an initial U+FEFF for text and stumble, or whose standard forbids it.
pub(crate) const FORBIDDEN: &[&str] = &[
    "*.{sh,bash,zsh,ksh,fish}",
    "*.{json,jsonl,ndjson,geojson,ipynb,webmanifest}",
    "*.{java,properties,php,po,pot,pem,desktop,service}",
    "{.env,.npmrc,.editorconfig,Makefile,crontab}",
];

/// Which files must not, and which must, begin with a signature.
pub(crate) struct Kinds {
    forbidden: GlobSet,
    required: GlobSet,
}

/// What is wrong with a file's signature.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Wrong {
    /// The kind of file forbids it.
    Forbidden,
    /// `#!` behind it is not seen.
    BeforeInterpreter,
    /// The kind of file requires it.
    Missing,
}

/// A set of globs that match a file's name, or its path where they have a slash.
pub(crate) fn globs<S: AsRef<str>>(patterns: &[S]) -> Result<GlobSet, globset::Error> {
    let mut set = GlobSetBuilder::new();
    for pattern in patterns {
        let pattern = pattern.as_ref();
        set.add(Glob::new(pattern)?);
        if !pattern.starts_with('/') {
            set.add(Glob::new(&format!("**/{pattern}"))?);
        }
    }
    set.build()
}

impl Kinds {
    pub(crate) fn new<S: AsRef<str>>(forbidden: &[S], required: &[S]) -> Result<Kinds, globset::Error> {
        Ok(Kinds {
            forbidden: globs(forbidden)?,
            required: globs(required)?,
        })
    }

    /// What is wrong with the beginning of the text `octets` in the file named `path`.
    pub(crate) fn judge(&self, path: &Path, octets: &[u8]) -> Option<Wrong> {
        let Some(text) = octets.strip_prefix(b"\xEF\xBB\xBF") else {
            let missing = !octets.is_empty() && !self.required.is_empty() && self.required.is_match(path);
            return missing.then_some(Wrong::Missing);
        };
        if self.required.is_match(path) {
            None
        } else if self.forbidden.is_match(path) {
            Some(Wrong::Forbidden)
        } else {
            text.starts_with(b"#!").then_some(Wrong::BeforeInterpreter)
        }
    }
}

impl Wrong {
    pub(crate) fn kind(self) -> &'static str {
        match self {
            Wrong::Forbidden | Wrong::BeforeInterpreter => "forbidden",
            Wrong::Missing => "missing",
        }
    }

    pub(crate) fn message(self) -> &'static str {
        match self {
            Wrong::Forbidden => "EF BB BF: a signature, which this kind of file must not have",
            Wrong::BeforeInterpreter => {
                "EF BB BF: a signature before `#!`, which hides the interpreter's name"
            }
            Wrong::Missing => "no signature, which this kind of file must have",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn judges_by_name_and_by_interpreter() {
        let kinds = Kinds::new(FORBIDDEN, &["*.ps1"]).unwrap();
        let judge = |path: &str, octets: &[u8]| kinds.judge(Path::new(path), octets);
        assert_eq!(judge("a/b.json", b"\xEF\xBB\xBF{}"), Some(Wrong::Forbidden));
        assert_eq!(judge("a/b.json", b"{}"), None);
        assert_eq!(judge("a/b.txt", b"\xEF\xBB\xBF{}"), None);
        assert_eq!(
            judge("a/b", b"\xEF\xBB\xBF#!/bin/sh"),
            Some(Wrong::BeforeInterpreter)
        );
        assert_eq!(judge("x.ps1", b"echo"), Some(Wrong::Missing));
        assert_eq!(judge("x.ps1", b"\xEF\xBB\xBFecho"), None);
        assert_eq!(judge("x.ps1", b""), None);
    }
}
