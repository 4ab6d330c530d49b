//! The rule `signature`: U+FEFF at the very beginning, where the kind of file forbids or requires it.
//!
//! Whether it may be there is for the protocol to say (RFC 3629 section 6); files are told apart by their names, and a
//! script by its first line. Of files of unknown kind nothing is said.

use globset::{GlobBuilder, GlobSet, GlobSetBuilder};
use std::path::PathBuf;

/// Files whose readers take an initial U+FEFF for text and stumble, or whose standard forbids it.
pub(crate) const FORBIDDEN: &[&str] = &[
    "*.{sh,bash,zsh,ksh,fish}",
    "*.{json,jsonl,ndjson,geojson,ipynb,webmanifest}",
    "*.{java,properties,php,po,pot,pem,desktop,service}",
    "{.env,.npmrc,.editorconfig,Makefile,crontab}",
];

/// Which files must not, and which must, begin with a signature.
pub(crate) struct Kinds {
    pub(crate) forbidden: GlobSet,
    pub(crate) required: GlobSet,
    /// About these nothing is said.
    pub(crate) optional: GlobSet,
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

/// A set of globs: one with a slash matches a path from its beginning, one without any file's name.
pub(crate) fn globs<S: AsRef<str>>(patterns: &[S]) -> Result<GlobSet, globset::Error> {
    let mut set = GlobSetBuilder::new();
    for pattern in patterns {
        let pattern = pattern.as_ref().trim_start_matches("./");
        let anywhere = if pattern.contains('/') { "" } else { "**/" };
        let pattern = format!("{anywhere}{}", pattern.trim_start_matches('/'));
        set.add(GlobBuilder::new(&pattern).literal_separator(true).build()?);
    }
    set.build()
}

impl Kinds {
    /// What is wrong with the beginning of the text `bytes` in a file, whose `path` is asked for if it matters.
    pub(crate) fn judge(&self, bytes: &[u8], path: impl FnOnce() -> PathBuf) -> Option<Wrong> {
        let Some(text) = bytes.strip_prefix(b"\xEF\xBB\xBF") else {
            let missing = !bytes.is_empty() && !self.required.is_empty() && self.required.is_match(path());
            return missing.then_some(Wrong::Missing);
        };
        let path = path();
        if self.required.is_match(&path) || self.optional.is_match(&path) {
            None
        } else if self.forbidden.is_match(&path) {
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
        let kinds = Kinds {
            forbidden: globs(FORBIDDEN).unwrap(),
            required: globs(&["*.ps1"]).unwrap(),
            optional: globs(&["vendor/**"]).unwrap(),
        };
        let judge = |path: &str, bytes: &[u8]| kinds.judge(bytes, || PathBuf::from(path));
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
        assert_eq!(judge("vendor/x/b.json", b"\xEF\xBB\xBF{}"), None);
        assert_eq!(
            judge("x/vendor/b.json", b"\xEF\xBB\xBF{}"),
            Some(Wrong::Forbidden)
        );
    }
}
