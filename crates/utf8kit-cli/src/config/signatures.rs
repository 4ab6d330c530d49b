//! Which files must and must not start with U+FEFF, by their names.
//!
//! Whether it may be there depends on the protocol (RFC 3629 section 6). For files, the name stands for the protocol.

use globset::{Glob, GlobBuilder, GlobSet, GlobSetBuilder};
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use utf8kit_lint::SignatureRule;

/// Files whose readers take an initial U+FEFF for text and fail, or whose standard forbids it.
pub(crate) const FORBIDDEN: &[&str] = &[
    "*.{sh,bash,zsh,ksh,fish}",
    "*.{json,jsonl,jsonld,ndjson,geojson,topojson,har,ipynb,webmanifest}",
    "*.{java,properties,php,po,pot,pem,desktop,service}",
    "{.env,.npmrc,Makefile,crontab}",
    // Python's configparser reads these. Other `.ini` files are of programs that write a signature.
    "{pip.ini,pip.conf,.pypirc,setup.cfg}",
];

/// Returns `true` if the name of a file is one of those.
pub(super) fn is_forbidden(file: &Path) -> bool {
    static GLOBS: LazyLock<GlobSet> = LazyLock::new(|| globs(FORBIDDEN).expect("the globs have no errors"));
    file.file_name().is_some_and(|name| GLOBS.is_match(name))
}

/// Returns `true` if a file begins with a signature.
pub(super) fn is_signed(bytes: &[u8]) -> bool {
    bytes.starts_with(b"\xEF\xBB\xBF")
}

/// The files of each expectation, by globs, beside [`FORBIDDEN`].
#[derive(Default, Debug)]
pub(crate) struct Signatures {
    pub(crate) forbidden: GlobSet,
    pub(crate) required: GlobSet,
    /// A signature may be there or not.
    pub(crate) optional: GlobSet,
}

/// Returns a set of globs. One with a slash matches a path from its start, one without any file's name.
pub(crate) fn globs<S: AsRef<str>>(patterns: &[S]) -> Result<GlobSet, globset::Error> {
    let mut set = GlobSetBuilder::new();
    for pattern in patterns {
        set.add(glob(pattern.as_ref().trim_start_matches("./"), true)?);
    }
    set.build()
}

/// Returns a glob. `has_separators`: `*` is no text with a slash.
pub(super) fn glob(pattern: &str, has_separators: bool) -> Result<Glob, globset::Error> {
    let anywhere = if pattern.contains('/') { "" } else { "**/" };
    let pattern = format!("{anywhere}{}", pattern.trim_start_matches('/'));
    GlobBuilder::new(&pattern)
        .literal_separator(has_separators)
        .backslash_escape(true) // on Windows, too: a configuration is the same everywhere
        .build()
}

impl Signatures {
    /// Returns what to expect of a file that starts with `bytes`. `path` is called only if the answer depends on it.
    pub(crate) fn rule(&self, bytes: &[u8], path: impl FnOnce() -> PathBuf) -> SignatureRule {
        if !is_signed(bytes) && self.required.is_empty() {
            return SignatureRule::Unknown;
        }
        let path = path();
        if self.required.is_match(&path) {
            SignatureRule::Required
        } else if self.optional.is_match(&path) {
            SignatureRule::Either
        } else if self.forbidden.is_match(&path) {
            SignatureRule::Forbidden
        } else {
            SignatureRule::Unknown
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_decides() {
        let signatures = Signatures {
            forbidden: globs(&["docs/*.txt"]).unwrap(),
            required: globs(&["*.ps1"]).unwrap(),
            optional: globs(&["vendor/**"]).unwrap(),
        };
        let rule = |path: &str| signatures.rule(b"\xEF\xBB\xBF{}", || PathBuf::from(path));
        assert_eq!(rule("docs/b.txt"), SignatureRule::Forbidden);
        assert_eq!(rule("a/docs/b.txt"), SignatureRule::Unknown);
        assert_eq!(rule("x.ps1"), SignatureRule::Required);
        assert_eq!(rule("vendor/x/b.json"), SignatureRule::Either);
        let unsigned = signatures.rule(b"echo", || PathBuf::from("x.ps1"));
        assert_eq!(unsigned, SignatureRule::Required);
    }

    #[test]
    fn some_names_forbid_it() {
        let is_forbidden = |path: &str| is_forbidden(Path::new(path));
        for path in [
            "a/b.json",
            "b.jsonld",
            "b.har",
            "b.topojson",
            "b.geojson",
            "a/pip.ini",
            "Makefile",
            ".env",
        ] {
            assert!(is_forbidden(path), "{path}");
        }
        for path in [
            "a/desktop.ini",
            "a/b.txt",
            ".editorconfig",
            "Makefile/x",
            "b.json/x",
            "",
        ] {
            assert!(!is_forbidden(path), "{path}");
        }
    }
}
