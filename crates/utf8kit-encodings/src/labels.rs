//! Charset labels: finds the encoding that a label names, and the name of an encoding.
//!
//! Labels are compared without regard to case (RFC 3629 section 8) and to white space around them. Two
//! functions find an encoding, and the caller chooses between them:
//!
//! - [`encoding`] follows IANA's registry and the standards, for mail, files and command lines.
//! - [`web_encoding`] follows the WHATWG Encoding Standard, as browsers do.
//!
//! They differ for some labels. `UNICODE-1-1-UTF-8` means text with Hangul at its Unicode 1.1 code points to
//! the first (RFC 2279 section 5), and UTF-8 to the second.
//!
//! ```
//! use utf8kit_encodings::{Encoding, labels};
//!
//! assert_eq!(labels::encoding(" utf-8 "), Some(Encoding::UTF_8));
//! assert_eq!(labels::encoding("UNICODE-1-1-UTF-8"), Some(Encoding::Unicode11Utf8));
//! assert_eq!(labels::web_encoding("UNICODE-1-1-UTF-8"), Some(Encoding::UTF_8));
//! assert_eq!(Encoding::UTF_8.mime_name(), Some("UTF-8"));
//! ```

use crate::Encoding;
use std::borrow::Cow;
use utf8kit::Encoding as Base;
use utf8kit::Endian::{Big, Little};

/// Every label that [`encoding`] knows. The first label of an encoding is its name.
const LABELS: &[(Encoding, &[&str])] = &[
    (
        Encoding::UTF_8,
        &[
            "UTF-8",
            "csUTF8",
            "utf8",
            "utf8mb3",
            "utf8mb4",
            "AL32UTF8",
            "ISO 10646 part-1 utf-8",
        ],
    ),
    (Encoding::Utf8Signature, &["UTF-8-SIG"]),
    (
        Encoding::Utf16,
        &["UTF-16", "csUTF16", "utf16", "ISO 10646 part-1 utf-16"],
    ),
    (
        Encoding::Base(Base::Utf16(Big)),
        &["UTF-16BE", "csUTF16BE", "utf16be"],
    ),
    (
        Encoding::Base(Base::Utf16(Little)),
        &["UTF-16LE", "csUTF16LE", "utf16le"],
    ),
    (Encoding::Utf32, &["UTF-32", "csUTF32", "utf32"]),
    (
        Encoding::Base(Base::Utf32(Big)),
        &["UTF-32BE", "csUTF32BE", "utf32be"],
    ),
    (
        Encoding::Base(Base::Utf32(Little)),
        &["UTF-32LE", "csUTF32LE", "utf32le"],
    ),
    // UNICODE-1-1 is Unicode 1.1 in 16 bits, big-endian (RFC 1641). Its Hangul is not moved.
    (
        Encoding::Ucs2(None),
        &[
            "ISO-10646-UCS-2",
            "csUnicode",
            "ucs-2",
            "ucs2",
            "UNICODE-1-1",
            "csUnicode11",
        ],
    ),
    (Encoding::Ucs2(Some(Big)), &["UCS-2BE", "ucs2be"]),
    (Encoding::Ucs2(Some(Little)), &["UCS-2LE", "ucs2le"]),
    (
        Encoding::Ucs4(None),
        &["ISO-10646-UCS-4", "csUCS4", "ucs-4", "ucs4"],
    ),
    (Encoding::Ucs4(Some(Big)), &["UCS-4BE", "ucs4be"]),
    (Encoding::Ucs4(Some(Little)), &["UCS-4LE", "ucs4le"]),
    // RFC 1642 defined UTF-7 for Unicode 1.1 under another label. Its Hangul is not moved.
    (
        Encoding::Utf7,
        &["UTF-7", "csUTF7", "utf7", "UNICODE-1-1-UTF-7", "csUnicode11UTF7"],
    ),
    (Encoding::Utf7Imap, &["UTF-7-IMAP", "csUTF7IMAP"]),
    (
        Encoding::Utf1,
        &["ISO-10646-UTF-1", "csISO10646UTF1", "utf-1", "utf1"],
    ),
    (
        Encoding::Base(Base::Cesu8),
        &["CESU-8", "csCESU8", "csCESU-8", "cesu8"],
    ),
    (
        Encoding::Base(Base::ModifiedUtf8),
        &["Modified-UTF-8", "mutf-8", "mutf8"],
    ),
    (Encoding::Base(Base::Wtf8), &["WTF-8", "wtf8"]),
    // UTF-8 of one to six bytes, and its names before it was called UTF-8 (RFC 3629 section 1).
    (
        Encoding::Base(Base::Rfc2279),
        &["RFC2279", "fss-utf", "fss/utf", "fss_utf", "utf-2", "utf2"],
    ),
    (Encoding::Base(Base::AnnexR), &["Annex-R"]),
    (Encoding::Base(Base::AnnexR5), &["Annex-R.5"]),
    (Encoding::Unicode11Utf8, &["UNICODE-1-1-UTF-8"]),
    (Encoding::OldHangulUtf8, &["UNICODE-1-1-UTF-8-OLD-HANGUL"]),
    (Encoding::Iso2022, &["ISO-2022"]),
    (
        Encoding::Base(Base::Latin1),
        &[
            "ISO-8859-1",
            "ISO_8859-1:1987",
            "iso_8859-1",
            "iso8859-1",
            "iso88591",
            "iso-ir-100",
            "latin1",
            "latin-1",
            "l1",
            "IBM819",
            "CP819",
            "csISOLatin1",
        ],
    ),
    (
        Encoding::Base(Base::Ascii),
        &[
            "US-ASCII",
            "ascii",
            "ANSI_X3.4-1968",
            "ANSI_X3.4-1986",
            "ISO_646.irv:1991",
            "ISO646-US",
            "iso-ir-6",
            "us",
            "IBM367",
            "cp367",
            "csASCII",
            "646",
        ],
    ),
];

/// The labels of the WHATWG Encoding Standard that name an encoding of the family there.
const WEB_LABELS: &[(Encoding, &[&str])] = &[
    (
        Encoding::UTF_8,
        &[
            "unicode-1-1-utf-8",
            "unicode11utf8",
            "unicode20utf8",
            "utf-8",
            "utf8",
            "x-unicode20utf8",
        ],
    ),
    (Encoding::Base(Base::Utf16(Big)), &["unicodefffe", "utf-16be"]),
    (
        Encoding::Base(Base::Utf16(Little)),
        &[
            "csunicode",
            "iso-10646-ucs-2",
            "ucs-2",
            "unicode",
            "unicodefeff",
            "utf-16",
            "utf-16le",
        ],
    ),
];

/// Returns the encoding that `label` names in IANA's registry and in the standards, or `None` if it is not one
/// of the family. In place of the label, a Content-Type value is understood: its [`charset`] parameter is the label.
///
/// `FSS-UTF` and `UTF-2` name the encoding of 1 to 6 bytes that had these names, not today's UTF-8 (RFC 3629
/// section 1).
///
/// ```
/// use utf8kit::Encoding as Base;
/// use utf8kit_encodings::{Encoding, labels};
///
/// assert_eq!(labels::encoding("csUTF8"), Some(Encoding::UTF_8));
/// assert_eq!(labels::encoding("FSS/UTF"), Some(Encoding::Base(Base::Rfc2279)));
/// assert_eq!(labels::encoding("ISO 10646 part-1 utf-8"), Some(Encoding::UTF_8)); // Annex M
/// assert_eq!(labels::encoding("koi8-r"), None);
/// assert_eq!(labels::encoding("text/plain; charset=utf-8"), Some(Encoding::UTF_8));
/// ```
pub fn encoding(label: &str) -> Option<Encoding> {
    find(LABELS, label).or_else(|| find(LABELS, &charset(label)?))
}

/// Returns the encoding that `label` names in the WHATWG Encoding Standard, or `None` if it is not one of the
/// family.
///
/// ```
/// use utf8kit::{Endian, Encoding as Base};
/// use utf8kit_encodings::{Encoding, labels};
///
/// let utf16 = Encoding::Base(Base::Utf16(Endian::Little));
/// assert_eq!(labels::web_encoding("UTF-16"), Some(utf16));
/// assert_eq!(labels::web_encoding("ucs-2"), Some(utf16));
/// ```
pub fn web_encoding(label: &str) -> Option<Encoding> {
    find(WEB_LABELS, label)
}

/// Returns the encoding that has `label` in the table `labels`.
fn find(labels: &[(Encoding, &[&str])], label: &str) -> Option<Encoding> {
    let label = label.trim_matches([' ', '\t', '\n', '\r', '\x0C']);
    let named = |names: &[&str]| names.iter().any(|name| name.eq_ignore_ascii_case(label));
    labels
        .iter()
        .find(|(_, names)| named(names))
        .map(|(encoding, _)| *encoding)
}

/// Returns every encoding that has a label, with the labels by which [`encoding`] finds it. The first is its
/// [name](Encoding::name).
///
/// ```
/// let names = utf8kit_encodings::labels::all().find(|(encoding, _)| encoding.name() == "CESU-8").unwrap().1;
/// assert!(names.contains(&"csCESU-8"));
/// ```
pub fn all() -> impl Iterator<Item = (Encoding, &'static [&'static str])> {
    LABELS.iter().copied()
}

impl Encoding {
    /// Returns the name of the encoding, by which [`encoding`] finds it. It is IANA's if the encoding is registered.
    ///
    /// ```
    /// assert_eq!(utf8kit_encodings::Encoding::Utf1.name(), "ISO-10646-UTF-1");
    /// ```
    pub fn name(self) -> &'static str {
        let found = LABELS.iter().find(|(encoding, _)| *encoding == self);
        match found {
            Some((_, names)) => names[0],
            None => unreachable!("every encoding has a label"),
        }
    }

    /// Returns the label to write for this encoding in mail and on the web, or `None` if there is none.
    ///
    /// There is none for encodings without a registered name, for `UNICODE-1-1-UTF-8`, which RFC 3629 dropped,
    /// and for CESU-8 and UTF-7-IMAP, which are registered but not intended for text on the Internet (UTR #26, RFC 3501).
    ///
    /// ```
    /// use utf8kit_encodings::Encoding;
    ///
    /// assert_eq!(Encoding::Utf7.mime_name(), Some("UTF-7"));
    /// assert_eq!(Encoding::Unicode11Utf8.mime_name(), None);
    /// ```
    pub fn mime_name(self) -> Option<&'static str> {
        match self {
            Encoding::Ucs2(Some(_))
            | Encoding::Ucs4(Some(_))
            | Encoding::Unicode11Utf8
            | Encoding::OldHangulUtf8
            | Encoding::Iso2022
            | Encoding::Utf8Signature
            | Encoding::Utf7Imap => None,
            Encoding::Base(Base::Utf8) => Some("UTF-8"),
            _ if self.utf8_relative().is_some() => None,
            _ => Some(self.name()),
        }
    }

    /// Returns how Annex M of ISO/IEC 10646-1 names this encoding in a reference to a repertoire: the label, the
    /// name of the form and its number. Returns `None` for encodings that Annex M does not name.
    ///
    /// ```
    /// use utf8kit_encodings::Encoding;
    ///
    /// assert_eq!(Encoding::UTF_8.annex_m(), Some(("ISO 10646 part-1 utf-8", "UTF8-form", 8)));
    /// assert_eq!(Encoding::Utf16.annex_m(), Some(("ISO 10646 part-1 utf-16", "UTF16-form", 5)));
    /// ```
    pub const fn annex_m(self) -> Option<(&'static str, &'static str, u32)> {
        match self {
            Encoding::Base(Base::Utf8) => Some(("ISO 10646 part-1 utf-8", "UTF8-form", 8)),
            Encoding::Utf16 | Encoding::Base(Base::Utf16(_)) => {
                Some(("ISO 10646 part-1 utf-16", "UTF16-form", 5))
            }
            _ => None,
        }
    }
}

/// Returns the value of the `charset` parameter of a Content-Type value (RFC 2045 section 5.1), or `None` if it
/// has none.
///
/// The value may be quoted, and other parameters and comments may stand around it. If there are several
/// `charset` parameters, the first one counts.
///
/// ```
/// use utf8kit_encodings::labels::charset;
///
/// assert_eq!(charset("text/plain; format=flowed; Charset=\"UTF-8\"").as_deref(), Some("UTF-8"));
/// assert_eq!(charset("text/plain; charset=us-ascii (Plain text)").as_deref(), Some("us-ascii"));
/// assert_eq!(charset("text/plain; name=\"a; charset=x\"; charset=utf-8").as_deref(), Some("utf-8"));
/// assert_eq!(charset("application/byte-stream"), None);
/// ```
pub fn charset(content_type: &str) -> Option<Cow<'_, str>> {
    let mut rest = content_type;
    // The media type stands before the first parameter.
    skip_until(&mut rest, ';');
    loop {
        rest = rest.strip_prefix(';')?;
        skip_blank(&mut rest);
        let name = token(&mut rest);
        skip_blank(&mut rest);
        if let Some(value) = rest.strip_prefix('=') {
            rest = value;
            skip_blank(&mut rest);
            let value = match rest.strip_prefix('"') {
                Some(quoted) => {
                    rest = quoted;
                    quoted_string(&mut rest)
                }
                None => Cow::Borrowed(token(&mut rest)),
            };
            if name.eq_ignore_ascii_case("charset") && !value.is_empty() {
                return Some(value);
            }
        }
        skip_until(&mut rest, ';');
    }
}

/// Advances `rest` to the next `end` outside comments and quoted strings, or to the end of the text.
fn skip_until(rest: &mut &str, end: char) {
    loop {
        skip_blank(rest);
        match rest.chars().next() {
            None => return,
            Some(c) if c == end => return,
            Some('"') => {
                *rest = &rest[1..];
                quoted_string(rest);
            }
            Some(c) => *rest = &rest[c.len_utf8()..],
        }
    }
}

/// Advances `rest` past white space and comments. Comments nest.
fn skip_blank(rest: &mut &str) {
    loop {
        *rest = rest.trim_start_matches([' ', '\t', '\r', '\n']);
        if !rest.starts_with('(') {
            return;
        }
        let mut depth = 0;
        let mut escaped = false;
        let end = rest.find(|c| {
            match c {
                _ if escaped => escaped = false,
                '\\' => escaped = true,
                '(' => depth += 1,
                ')' => depth -= 1,
                _ => {}
            }
            depth == 0
        });
        *rest = end.map_or("", |end| &rest[end + 1..]);
    }
}

/// Returns the token at the beginning of `rest`, and advances past it. A token ends before white space or a
/// separator of RFC 2045.
fn token<'t>(rest: &mut &'t str) -> &'t str {
    let is_end = |c: char| c <= ' ' || c == '\x7F' || "()<>@,;:\\\"/[]?=".contains(c);
    let (token, after) = rest.split_at(rest.find(is_end).unwrap_or(rest.len()));
    *rest = after;
    token
}

/// Returns the text up to the closing quote, and advances past the quote. A backslash quotes the next character.
fn quoted_string<'t>(rest: &mut &'t str) -> Cow<'t, str> {
    let mut unescaped: Option<String> = None;
    let mut chars = rest.char_indices();
    while let Some((i, c)) = chars.next() {
        match c {
            '"' => {
                let quoted = &rest[..i];
                *rest = &rest[i + 1..];
                return unescaped.map_or(Cow::Borrowed(quoted), Cow::Owned);
            }
            '\\' => {
                let text = unescaped.get_or_insert_with(|| rest[..i].to_owned());
                text.extend(chars.next().map(|(_, c)| c));
            }
            _ => {
                if let Some(text) = &mut unescaped {
                    text.push(c);
                }
            }
        }
    }
    let all = *rest;
    *rest = "";
    unescaped.map_or(Cow::Borrowed(all), Cow::Owned)
}
