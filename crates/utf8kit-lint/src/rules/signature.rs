//! The rule `signature`: U+FEFF at the very start, where the kind of file forbids or requires it.
//!
//! Whether it may be there depends on the protocol (RFC 3629 section 6). The caller knows the kind of file. A script is
//! recognized by its first line.

use crate::definition::{Definition, Example};
use crate::options::SignatureRule;
use crate::rules::Level;

pub(crate) const RULE: Definition = Definition {
    name: "signature",
    is_default: true,
    level: Level::Error,
    description: "U+FEFF at the start where the kind of file forbids it, or missing",
    documentation: "\
A signature, `EF BB BF`, says that a text is UTF-8. Some kinds of file must not have it: parsers of JSON reject it, and a system does
not find the interpreter of a script that begins with it (kind `forbidden`). Some programs take a text without one for Windows-1252
(kind `missing`).

`utf8` knows what the kinds of file require by their names. The table `[signature]` of `utf8kit.toml` adds to that, and
`utf8 config` prints it. `utf8 fix` removes the signature or writes it.",
    clause: "RFC 3629 section 6",
    url: "https://www.rfc-editor.org/rfc/rfc3629#section-6",
    examples: &[
        Example::found(b"\xEF\xBB\xBF#!/bin/sh\n", "forbidden"),
        Example::clean(b"\xEF\xBB\xBFtext\n"),
    ],
    ..Definition::EMPTY
};

const UTF_8: &[u8] = b"\xEF\xBB\xBF";

/// A start of a text that breaks the rule.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Violation {
    /// The kind of file forbids the signature.
    Forbidden,
    /// The signature hides `#!`.
    BeforeInterpreter,
    /// The kind of file requires a signature.
    Missing,
}

impl SignatureRule {
    /// Returns how a text that starts with `bytes` breaks the rule.
    pub(crate) fn violation(self, bytes: &[u8]) -> Option<Violation> {
        let rest = bytes.strip_prefix(UTF_8);
        match (self, rest) {
            (SignatureRule::Forbidden, Some(_)) => Some(Violation::Forbidden),
            (SignatureRule::Unknown, Some(rest)) => {
                rest.starts_with(b"#!").then_some(Violation::BeforeInterpreter)
            }
            (SignatureRule::Required, None) => (!bytes.is_empty()).then_some(Violation::Missing),
            _ => None,
        }
    }
}

impl Violation {
    /// Returns the number of bytes to report.
    pub(crate) const fn len(self) -> usize {
        match self {
            Violation::Forbidden | Violation::BeforeInterpreter => UTF_8.len(),
            Violation::Missing => 0,
        }
    }

    /// Returns the text that repairs it in place of the bytes that are reported.
    pub(crate) const fn repaired(self) -> &'static str {
        match self {
            Violation::Forbidden | Violation::BeforeInterpreter => "",
            Violation::Missing => "\u{FEFF}",
        }
    }

    pub(crate) const fn kind(self) -> &'static str {
        match self {
            Violation::Forbidden | Violation::BeforeInterpreter => "forbidden",
            Violation::Missing => "missing",
        }
    }

    pub(crate) const fn message(self) -> &'static str {
        match self {
            Violation::Forbidden => "`EF BB BF` is a signature, which this kind of file must not have",
            Violation::BeforeInterpreter => {
                "`EF BB BF` is a signature before `#!`: the system does not find the interpreter"
            }
            Violation::Missing => "no signature: this kind of file must start with `EF BB BF`",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_expectation_has_its_violation() {
        let (plain, signed, script) = (&b"{}"[..], &b"\xEF\xBB\xBF{}"[..], &b"\xEF\xBB\xBF#!/bin/sh"[..]);
        let violations = |rule: SignatureRule| [b"", plain, signed, script].map(|text| rule.violation(text));
        assert_eq!(violations(SignatureRule::Either), [None; 4]);
        assert_eq!(
            violations(SignatureRule::Unknown),
            [None, None, None, Some(Violation::BeforeInterpreter)]
        );
        let forbidden = Some(Violation::Forbidden);
        assert_eq!(
            violations(SignatureRule::Forbidden),
            [None, None, forbidden, forbidden]
        );
        assert_eq!(
            violations(SignatureRule::Required),
            [None, Some(Violation::Missing), None, None]
        );
    }
}
