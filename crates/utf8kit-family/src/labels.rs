//! Charset labels: which encoding a name means, and which name an encoding has.
//!
//! Names are compared without regard to case (RFC 3629 section 8), and to blanks around them. There are two
//! readings: [`encoding`] goes by IANA's registry and the standards, for mail, files and commands;
//! [`web_encoding`] by the web's Encoding Standard, for what a browser would do. They differ, and neither
//! guesses which of the two a caller lives by: `UNICODE-1-1-UTF-8` has the old Hangul in the one (RFC 2279
//! section 5) and is plain UTF-8 in the other.
//!
//! ```
//! use utf8kit_family::{Encoding, labels};
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
use utf8kit::dialect::Dialect;

/// Every label that the crate reads, the first of an encoding being its name.
const LABELS: &[(Encoding, &[&str])] = &[
    (
        Encoding::UTF_8,
        &["UTF-8", "csUTF8", "utf8", "ISO 10646 part-1 utf-8"],
    ),
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
    (
        Encoding::Ucs2(None),
        &["ISO-10646-UCS-2", "csUnicode", "ucs-2", "ucs2"],
    ),
    (Encoding::Ucs2(Some(Big)), &["UCS-2BE", "ucs2be"]),
    (Encoding::Ucs2(Some(Little)), &["UCS-2LE", "ucs2le"]),
    (
        Encoding::Ucs4(None),
        &["ISO-10646-UCS-4", "csUCS4", "ucs-4", "ucs4"],
    ),
    (Encoding::Ucs4(Some(Big)), &["UCS-4BE", "ucs4be"]),
    (Encoding::Ucs4(Some(Little)), &["UCS-4LE", "ucs4le"]),
    (Encoding::Utf7, &["UTF-7", "csUTF7", "utf7"]),
    (
        Encoding::Utf1,
        &["ISO-10646-UTF-1", "csISO10646UTF1", "utf-1", "utf1"],
    ),
    (
        Encoding::Base(Base::Dialect(Dialect::Cesu8)),
        &["CESU-8", "csCESU8", "csCESU-8", "cesu8"],
    ),
    (
        Encoding::Base(Base::Dialect(Dialect::ModifiedUtf8)),
        &["Modified-UTF-8", "mutf-8", "mutf8"],
    ),
    (Encoding::Base(Base::Dialect(Dialect::Wtf8)), &["WTF-8", "wtf8"]),
    // The form of one to six bytes, and what it was called before it was UTF-8 (RFC 3629 section 1).
    (
        Encoding::Base(Base::Dialect(Dialect::Rfc2279)),
        &["RFC2279", "fss-utf", "fss/utf", "fss_utf", "utf-2", "utf2"],
    ),
    (Encoding::Base(Base::Dialect(Dialect::AnnexR)), &["Annex-R"]),
    (Encoding::Base(Base::Dialect(Dialect::AnnexR5)), &["Annex-R.5"]),
    (Encoding::Unicode11Utf8, &["UNICODE-1-1-UTF-8"]),
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

/// The labels of the web's Encoding Standard that are the family's, and what they mean there.
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

/// The encoding that `label` means in IANA's registry and in the standards, if it is one of the family.
///
/// Labels that never were for UTF-8's own use (`FSS-UTF`, `UTF-2`) mean the form of 1 to 6 bytes that bore
/// them.
///
/// ```
/// use utf8kit::{dialect::Dialect, Encoding as Base};
/// use utf8kit_family::{Encoding, labels};
///
/// assert_eq!(labels::encoding("csUTF8"), Some(Encoding::UTF_8));
/// assert_eq!(labels::encoding("FSS/UTF"), Some(Encoding::Base(Base::Dialect(Dialect::Rfc2279))));
/// assert_eq!(labels::encoding("ISO 10646 part-1 utf-8"), Some(Encoding::UTF_8)); // Annex M
/// assert_eq!(labels::encoding("koi8-r"), None);
/// ```
pub fn encoding(label: &str) -> Option<Encoding> {
    find(LABELS, label)
}

/// The encoding that `label` means on the web, if it is one of the family.
///
/// ```
/// use utf8kit::{Endian, Encoding as Base};
/// use utf8kit_family::{Encoding, labels};
///
/// let utf16 = Encoding::Base(Base::Utf16(Endian::Little));
/// assert_eq!(labels::web_encoding("UTF-16"), Some(utf16));
/// assert_eq!(labels::web_encoding("ucs-2"), Some(utf16));
/// ```
pub fn web_encoding(label: &str) -> Option<Encoding> {
    find(WEB_LABELS, label)
}

fn find(labels: &[(Encoding, &[&str])], label: &str) -> Option<Encoding> {
    let label = label.trim_matches([' ', '\t', '\n', '\r', '\x0C']);
    let named = |names: &[&str]| names.iter().any(|name| name.eq_ignore_ascii_case(label));
    labels
        .iter()
        .find(|(_, names)| named(names))
        .map(|(encoding, _)| *encoding)
}

/// Every encoding with a label, with the names under which [`encoding`] finds it.
///
/// ```
/// let names = utf8kit_family::labels::all().find(|(encoding, _)| encoding.name() == "CESU-8").unwrap().1;
/// assert!(names.contains(&"csCESU-8"));
/// ```
pub fn all() -> impl Iterator<Item = (Encoding, &'static [&'static str])> {
    LABELS.iter().copied()
}

impl Encoding {
    /// The encoding's name, by which [`encoding`] finds it: IANA's where it is registered.
    ///
    /// ```
    /// assert_eq!(utf8kit_family::Encoding::Utf1.name(), "ISO-10646-UTF-1");
    /// ```
    pub fn name(self) -> &'static str {
        let found = LABELS.iter().find(|(encoding, _)| *encoding == self);
        match (found, self.dialect()) {
            (Some((_, names)), _) => names[0],
            // UTF-8 stated as a dialect.
            (None, _) => "UTF-8",
        }
    }

    /// The name to label text with in mail and on the web, or `None` where there is none to write: for
    /// encodings without a registered name, and for `UNICODE-1-1-UTF-8`, which RFC 3629 dropped. CESU-8 is
    /// registered, and not for the Internet (UTR 26): none either.
    ///
    /// ```
    /// use utf8kit_family::Encoding;
    ///
    /// assert_eq!(Encoding::Utf7.mime_name(), Some("UTF-7"));
    /// assert_eq!(Encoding::Unicode11Utf8.mime_name(), None);
    /// ```
    pub fn mime_name(self) -> Option<&'static str> {
        match self {
            Encoding::Ucs2(Some(_)) | Encoding::Ucs4(Some(_)) | Encoding::Unicode11Utf8 => None,
            Encoding::Base(Base::Dialect(Dialect::Utf8)) => Some("UTF-8"),
            Encoding::Base(Base::Dialect(_)) => None,
            _ => Some(self.name()),
        }
    }

    /// The form's name in a reference to a repertoire, and its number, as Annex M of ISO/IEC 10646-1 has
    /// them.
    ///
    /// ```
    /// use utf8kit_family::Encoding;
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

/// The value of the `charset` parameter of a Content-Type value (RFC 2045 section 5.1), quoted or not, with
/// whatever parameters and comments around it. `None` if there is none; the first, if there are several.
///
/// ```
/// use utf8kit_family::labels::charset;
///
/// assert_eq!(charset("text/plain; format=flowed; Charset=\"UTF-8\"").as_deref(), Some("UTF-8"));
/// assert_eq!(charset("text/plain; charset=us-ascii (Plain text)").as_deref(), Some("us-ascii"));
/// assert_eq!(charset("text/plain; name=\"a; charset=x\"; charset=utf-8").as_deref(), Some("utf-8"));
/// assert_eq!(charset("application/byte-stream"), None);
/// ```
pub fn charset(content_type: &str) -> Option<Cow<'_, str>> {
    let mut rest = content_type;
    // What stands before the first parameter is the media type.
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

/// Goes on to `end` or the end, past comments and quoted strings.
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

/// Goes past white space and comments, which nest.
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

/// What ends before white space or one of RFC 2045's separators.
fn token<'t>(rest: &mut &'t str) -> &'t str {
    let ends = |c: char| c <= ' ' || c == '\x7F' || "()<>@,;:\\\"/[]?=".contains(c);
    let (token, after) = rest.split_at(rest.find(ends).unwrap_or(rest.len()));
    *rest = after;
    token
}

/// What stands up to the closing quote; a backslash makes the next character mean itself.
fn quoted_string<'t>(rest: &mut &'t str) -> Cow<'t, str> {
    let mut unescaped: Option<String> = None;
    let mut chars = rest.char_indices();
    while let Some((i, c)) = chars.next() {
        match c {
            '"' => {
                let plain = &rest[..i];
                *rest = &rest[i + 1..];
                return unescaped.map_or(Cow::Borrowed(plain), Cow::Owned);
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
