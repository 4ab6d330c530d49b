//! Which escapes a file has, by its name or by how its text begins.

use crate::syntax;
use std::collections::HashMap;
use std::sync::LazyLock;

/// The notations of escapes that a text has: a set.
///
/// ```
/// use utf8kit_lint::{Escapes, Fix, Options, check};
///
/// // U+00C3 and U+00A9 are `é` that was decoded as windows-1252.
/// let text = br#"{"a": "caf\u00c3\u00a9"}"#;
/// let options = Options::default().with_escapes(Escapes::of_file("a.json", text));
/// assert_eq!(check(text, &options)[0].fix, Fix::Replace(r"\u00e9".into()));
/// // In a file without such escapes it is what stands there.
/// let options = Options::default().with_escapes(Escapes::of_file("a.txt", b""));
/// assert_eq!(check(text, &options), []);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Escapes(u8);

impl Escapes {
    /// `\u00e9`, as in JSON: code units of UTF-16.
    pub(crate) const UNITS: Escapes = Escapes(1);
    /// `\u00e9` and `\U0001f600`, as in Python: code points.
    pub(crate) const CODE_POINTS: Escapes = Escapes(2);
    /// `&#233;`, `&#xE9;`, `&eacute;`.
    pub(crate) const REFERENCES: Escapes = Escapes(4);
    /// `%C3%A9`: bytes of addresses.
    pub(crate) const PERCENT: Escapes = Escapes(8);
    /// `=C3=A9` and `=?UTF-8?Q?=C3=A9?=`: bytes of mail.
    pub(crate) const MAIL: Escapes = Escapes(16);
    /// `\303\251`: bytes of names that Git prints.
    pub(crate) const OCTAL: Escapes = Escapes(32);
    /// The text is source: it has strings for tests, and parts of characters in regular expressions.
    pub(crate) const SOURCE: Escapes = Escapes(64);

    /// What any text can have.
    const ANY: Escapes = Escapes::PERCENT.and(Escapes::OCTAL);

    /// Returns the escapes of a file, by its name, without directories, or else by how its text begins.
    ///
    /// ```
    /// use utf8kit_lint::Escapes;
    ///
    /// assert_eq!(Escapes::of_file("a.json", b""), Escapes::of_file("", b"{\"a\": 1}"));
    /// assert_ne!(Escapes::of_file("a.json", b""), Escapes::of_file("a.html", b""));
    /// ```
    pub fn of_file(name: &str, text: &[u8]) -> Escapes {
        let extension = name.rsplit_once('.').map(|(_, extension)| extension);
        extension
            .and_then(|extension| syntax::find(&EXTENSIONS, extension))
            .unwrap_or_else(|| by_start(text))
    }

    /// Returns the notations of both.
    pub(super) const fn and(self, other: Escapes) -> Escapes {
        Escapes(self.0 | other.0)
    }

    /// Returns the notations that begin with the same byte together, and that byte. Each is read by itself: an address in JSON is text
    /// of its own, which need not share the mistakes of the text around it.
    pub(super) fn by_lead(self) -> impl Iterator<Item = (u8, Escapes)> {
        let backslash = Escapes::UNITS.and(Escapes::CODE_POINTS).and(Escapes::OCTAL);
        [
            (b'\\', backslash),
            (b'&', Escapes::REFERENCES),
            (b'%', Escapes::PERCENT),
            (b'=', Escapes::MAIL),
        ]
        .into_iter()
        .filter(move |(_, escapes)| escapes.has(self))
        .map(move |(lead, escapes)| (lead, Escapes(self.0 & escapes.and(Escapes::SOURCE).0)))
    }

    /// Returns `true` if both have some of the same notations.
    pub(crate) const fn has(self, any: Escapes) -> bool {
        self.0 & any.0 != 0
    }
}

/// Returns what any text can have: addresses, and names that Git prints.
impl Default for Escapes {
    fn default() -> Escapes {
        Escapes::ANY
    }
}

const JSON: Escapes = Escapes::UNITS.and(Escapes::PERCENT);
const MARKUP: Escapes = Escapes::REFERENCES.and(Escapes::PERCENT);
const MAIL: Escapes = Escapes::MAIL.and(Escapes::PERCENT);
const SOURCE: Escapes = Escapes::PERCENT.and(Escapes::SOURCE);

/// The escapes of files with these extensions.
const KINDS: &[(Escapes, &str)] = &[
    (
        JSON,
        "json jsonl ndjson jsonc json5 geojson topojson jsonld ipynb har webmanifest arb properties",
    ),
    (
        MARKUP,
        "html htm xhtml shtml xml svg rss atom xsl xslt xsd opml kml gpx resx xlf xliff tmx md markdown",
    ),
    (MAIL, "eml emlx mbox mbx mht mhtml"),
    (
        SOURCE.and(Escapes::UNITS),
        "js mjs cjs jsx ts mts cts tsx java kt kts scala groovy cs",
    ),
    (SOURCE.and(Escapes::CODE_POINTS), "py pyi pyw"),
    (
        SOURCE,
        "c h cc cpp cxx hpp hh m mm rs go rb pl pm php lua swift zig d r jl sh bash zsh ps1 bat cmd el lisp clj hs ml fs vb tcl",
    ),
];

/// The escapes by the extension, in lower case: the rows are too many to compare with each for each file.
static EXTENSIONS: LazyLock<HashMap<&'static str, Escapes>> = LazyLock::new(|| {
    let each = |&(escapes, extensions): &(Escapes, &'static str)| {
        let extensions = extensions.split(' ');
        extensions.map(move |extension| (extension, escapes))
    };
    KINDS.iter().flat_map(each).collect()
});

/// What mail begins with.
const HEADERS: [&[u8]; 10] = [
    b"From ",
    b"Return-Path:",
    b"Received:",
    b"Delivered-To:",
    b"MIME-Version:",
    b"Message-ID:",
    b"From:",
    b"To:",
    b"Date:",
    b"Subject:",
];

/// Returns the escapes of a text that begins like this, and whose name says nothing.
fn by_start(text: &[u8]) -> Escapes {
    let text = text
        .strip_prefix(b"\xEF\xBB\xBF")
        .unwrap_or(text)
        .trim_ascii_start();
    let after = |len: usize| text.get(len..).and_then(|rest| rest.trim_ascii_start().first());
    match text.first() {
        Some(b'{') if matches!(after(1), Some(b'"' | b'}')) => JSON,
        Some(b'[') if matches!(after(1), Some(b'"' | b'{' | b'[' | b']')) => JSON,
        Some(b'<') if matches!(after(1), Some(b'!' | b'?' | b'a'..=b'z' | b'A'..=b'Z')) => MARKUP,
        Some(b'A'..=b'Z') if HEADERS.iter().any(|header| text.starts_with(header)) => MAIL,
        _ => Escapes::ANY,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_without_a_known_name_are_known_by_their_start() {
        for (text, escapes) in [
            ("\u{FEFF} {\n \"a\": 1}", JSON),
            ("[{}]", JSON),
            ("[section]\nkey=1", Escapes::ANY),
            ("{% if %}", Escapes::ANY),
            ("<!DOCTYPE html>", MARKUP),
            ("<p>", MARKUP),
            ("< 1", Escapes::ANY),
            ("Subject: =?UTF-8?Q?=C3=A9?=\n", MAIL),
            ("", Escapes::ANY),
        ] {
            assert_eq!(Escapes::of_file("noname", text.as_bytes()), escapes, "{text}");
            assert_eq!(Escapes::of_file("a.EML", text.as_bytes()), MAIL, "{text}");
        }
    }

    #[test]
    fn an_extension_has_one_kind() {
        let all: Vec<&str> = KINDS.iter().flat_map(|(_, names)| names.split(' ')).collect();
        let mut once = all.clone();
        once.sort_unstable();
        once.dedup();
        assert_eq!(once.len(), all.len());
        for (escapes, extensions) in KINDS {
            for extension in extensions.split(' ') {
                for name in [
                    format!("a.{extension}"),
                    format!("a.{}", extension.to_uppercase()),
                ] {
                    assert_eq!(Escapes::of_file(&name, b""), *escapes, "{name}");
                }
            }
        }
    }
}
