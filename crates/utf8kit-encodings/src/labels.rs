//! Charset labels: finds the encoding that a label names, and the names of an encoding.
//!
//! Labels are compared without regard to case (RFC 3629 section 8) and to white space around them.
//! [`Encoding::for_label`] finds an encoding. What some labels mean depends on who reads them, so that there are three
//! [readings](Reading); that of `iconv` is the default, by which [`Encoding`] implements [`FromStr`].
//!
//! ```
//! use utf8kit_encodings::{Encoding, Reading};
//!
//! assert_eq!(" utf-8 ".parse(), Ok(Encoding::UTF_8));
//! assert_eq!(Encoding::for_label("UNICODE-1-1-UTF-8", Reading::Iana), Some(Encoding::Unicode11Utf8));
//! assert_eq!(Encoding::for_label("UNICODE-1-1-UTF-8", Reading::Web), Some(Encoding::UTF_8));
//! assert_eq!(Encoding::UTF_8.mime_name(), Some("UTF-8"));
//! ```

#[cfg(feature = "legacy")]
mod iana;
mod index;
mod tables;

use crate::Encoding;
#[cfg(feature = "legacy")]
use crate::{EbcdicLineEnd, Legacy};
#[cfg(feature = "legacy")]
use index::Compared;
use index::Found;
use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;
use tables::{ICONV_LABELS, LABELS, WEB_LABELS};
use utf8kit::Encoding as Base;

/// How a label is read.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
#[non_exhaustive]
pub enum Reading {
    /// As `iconv` and the command `utf8` read it: the names of [`Iana`](Self::Iana), those that `iconv` and browsers have
    /// beside, and what is one of these by the charset alias matching of UTS 22, which ignores punctuation. Where names mean
    /// several encodings, it is the one that standards define by it, all of it and no more: `ISO-8859-1` is not windows-1252,
    /// `GB2312` is not GBK. After a page of EBCDIC and a comma there may be its [line end](crate::EbcdicLineEnd): `lf`, `nl` or `any`, as
    /// in `IBM1047,nl`.
    #[default]
    Iconv,
    /// As browsers read it, by the WHATWG Encoding Standard: `ISO-8859-1` and `ASCII` are windows-1252, `GB2312` is GBK, which is
    /// read as GB18030, and `EUC-KR` is UHC.
    Web,
    /// As IANA registers it, and the standards of UTF-8 and its relatives. For mail.
    ///
    /// `FSS-UTF` and `UTF-2` name the encoding of 1 to 6 bytes that had these names, not today's UTF-8 (RFC 3629 section 1).
    Iana,
}

/// Charsets of Unicode that IANA registers and this crate does not have, and why.
const REFUSED: &[(&[&str], &str)] = &[
    (
        &[
            "ISO-10646-UCS-Basic",
            "csUnicodeASCII",
            "ISO-10646-Unicode-Latin1",
            "csUnicodeLatin1",
            "ISO-10646",
            "ISO-10646-J-1",
            "csUnicodeJapanese",
            "ISO-Unicode-IBM-1261",
            "csUnicodeIBM1261",
            "ISO-Unicode-IBM-1264",
            "csUnicodeIBM1264",
            "ISO-Unicode-IBM-1265",
            "csUnicodeIBM1265",
            "ISO-Unicode-IBM-1268",
            "csUnicodeIBM1268",
            "ISO-Unicode-IBM-1276",
            "csUnicodeIBM1276",
        ],
        "is the name of a subset of the characters of `ISO-10646-UCS-2`, which reads it",
    ),
    (
        &["SCSU", "csSCSU"],
        "is a compression of Unicode (UTS #6), which is not supported",
    ),
    (
        &["BOCU-1", "csBOCU1", "csBOCU-1"],
        "is a compression of Unicode (UTN #6), which is not supported",
    ),
];

/// Returns why this crate has no encoding for a charset of Unicode that IANA registers as `label`, or `None` if it has one or
/// there is no such charset.
///
/// ```
/// use utf8kit_encodings::{Encoding, Reading, labels};
///
/// assert_eq!(Encoding::for_label("ISO-10646-J-1", Reading::Iana), None);
/// let why = labels::refusal("ISO-10646-J-1").unwrap();
/// assert_eq!(why, "is the name of a subset of the characters of `ISO-10646-UCS-2`, which reads it");
/// assert_eq!(labels::refusal("UTF-8"), None);
/// ```
pub fn refusal(label: &str) -> Option<&'static str> {
    let has = |labels: &[&str]| labels.iter().any(|known| known.eq_ignore_ascii_case(label));
    let found = REFUSED.iter().find(|(labels, _)| has(labels));
    found.map(|(_, why)| *why)
}

/// Returns the labels that a table has for `encoding`.
fn labels_in(table: &[(Encoding, &'static [&'static str])], encoding: Encoding) -> &'static [&'static str] {
    let found = table.iter().find(|(known, _)| *known == encoding);
    found.map_or(&[], |(_, labels)| labels)
}

/// Returns the encoding that has `label` in a table.
fn find(table: &[(Encoding, &[&str])], label: &str) -> Option<Encoding> {
    let has = |labels: &[&str]| labels.iter().any(|known| known.eq_ignore_ascii_case(label));
    let found = table.iter().find(|(_, labels)| has(labels));
    found.map(|(encoding, _)| *encoding)
}

/// Returns the encoding that `label` names on the web.
fn on_the_web(label: &str) -> Option<Encoding> {
    let found = find(WEB_LABELS, label);
    #[cfg(feature = "legacy")]
    let found = found.or_else(|| {
        let web = match encoding_rs::Encoding::for_label(label.as_bytes())? {
            web if web == encoding_rs::ISO_8859_8_I => encoding_rs::ISO_8859_8,
            web => web,
        };
        Legacy::of_web(web).map(Encoding::Legacy)
    });
    found
}

/// Returns the encoding that `label` names to `iconv`.
fn to_iconv(label: &str) -> Option<Encoding> {
    #[cfg(feature = "legacy")]
    if let Some((first, others)) = label.split_once('\\') {
        return of_dicom(first, others);
    }
    #[cfg(feature = "legacy")]
    if let Some((page, line_end)) = label.split_once(',') {
        return of_ebcdic(page, line_end);
    }
    if let "1250" | "1251" | "1252" | "1253" | "1254" | "1255" | "1256" | "1257" | "1258" = label {
        let is_its = |encoding: &Encoding| encoding.name().strip_prefix("windows-") == Some(label);
        return Encoding::all().find(is_its);
    }
    let Found { exact, similar } = index::find(label);
    #[cfg(feature = "legacy")]
    // A label of the web that stands for more than the encoding of its name.
    let exact = exact.or_else(|| match encoding_rs::Encoding::for_label(label.as_bytes()) {
        Some(web) if web == encoding_rs::GBK => to_iconv("GBK"),
        _ => on_the_web(label),
    });
    exact.or(similar)
}

/// Returns a page of EBCDIC with the line end that is named after it: `lf`, `nl`, which ICU calls `swaplfnl`, or `any`.
#[cfg(feature = "legacy")]
fn of_ebcdic(page: &str, line_end: &str) -> Option<Encoding> {
    let names = [
        ("lf", EbcdicLineEnd::Lf),
        ("nl", EbcdicLineEnd::Nl),
        ("swaplfnl", EbcdicLineEnd::Nl),
        ("any", EbcdicLineEnd::Any),
    ];
    let is_its = |(name, _): &&(&str, _)| name.eq_ignore_ascii_case(line_end.trim());
    let (_, line_end) = names.iter().find(is_its)?;
    match to_iconv(page.trim())? {
        Encoding::Legacy(page) => page.with_line_end(*line_end).map(Encoding::Legacy),
        _ => None,
    }
}

/// Returns the encoding of a text in DICOM whose attribute Specific Character Set has these values, separated by backslashes: that of
/// the first value, or of a set of pairs of bytes after none, or after ASCII.
#[cfg(feature = "legacy")]
fn of_dicom(first: &str, others: &str) -> Option<Encoding> {
    const ASCII: &str = "ISO 2022 IR 6";
    const PAIRS: [&str; 4] = [
        "ISO 2022 IR 58",
        "ISO 2022 IR 87",
        "ISO 2022 IR 149",
        "ISO 2022 IR 159",
    ];
    let is = |value, known| Compared::of(value).eq(Compared::of(known));
    let name = match first.trim().is_empty() || is(first, ASCII) {
        true => {
            let mut others = others.split('\\');
            let pairs = others.find(|other| PAIRS.iter().any(|known| is(other, known)));
            pairs.unwrap_or(ASCII)
        }
        false => first,
    };
    to_iconv(name.trim()).filter(|encoding| encoding.name().starts_with("DICOM"))
}

impl Encoding {
    /// Returns the encoding that `label` names, or `None` if it names none that this crate has. In place of the label, a
    /// Content-Type value is understood, except on the web: its [`charset`] parameter is the label.
    ///
    /// Encodings that are not of Unicode need the feature `legacy`.
    ///
    /// ```
    /// use utf8kit::Encoding as Base;
    /// use utf8kit_encodings::{Encoding, Reading};
    ///
    /// let find = |label| Encoding::for_label(label, Reading::default());
    /// assert_eq!(find("csUTF8"), Some(Encoding::UTF_8));
    /// assert_eq!(find("FSS/UTF"), Some(Encoding::Base(Base::Rfc2279)));
    /// assert_eq!(find("text/plain; charset=utf-8"), Some(Encoding::UTF_8));
    /// assert_eq!(find("KLINGON"), None);
    /// ```
    pub fn for_label(label: &str, reading: Reading) -> Option<Encoding> {
        let find = |label: &str| {
            let label = label.trim_matches([' ', '\t', '\n', '\r', '\x0C']);
            match reading {
                Reading::Iconv => to_iconv(label),
                Reading::Web => on_the_web(label),
                Reading::Iana => registered(label),
            }
        };
        if reading == Reading::Web {
            return find(label);
        }
        match label.contains(';') {
            true => charset(label)
                .and_then(|label| find(&label))
                .or_else(|| find(label)),
            false => find(label),
        }
    }

    /// Returns all encodings.
    ///
    /// ```
    /// use utf8kit_encodings::Encoding;
    ///
    /// assert!(Encoding::all().any(|encoding| encoding == Encoding::Utf7));
    /// ```
    pub fn all() -> impl Iterator<Item = Encoding> {
        let all = LABELS.iter().map(|(encoding, _)| *encoding);
        #[cfg(feature = "legacy")]
        let all = all.chain(Legacy::all().map(Encoding::Legacy));
        all
    }

    /// Returns the names of the encoding by which [`Reading::Iconv`] finds it, but for labels of the web: first its
    /// [name](Self::name).
    ///
    /// ```
    /// let cesu_8: utf8kit_encodings::Encoding = "CESU-8".parse().unwrap();
    /// assert!(cesu_8.labels().any(|label| label == "csCESU-8"));
    /// ```
    pub fn labels(self) -> impl Iterator<Item = &'static str> {
        let (first, others) = match self {
            #[cfg(feature = "legacy")]
            Encoding::Legacy(legacy) => (Some(legacy.name()), legacy.names()),
            _ => (None, labels_in(LABELS, self)),
        };
        let iconv = labels_in(ICONV_LABELS, self);
        first.into_iter().chain(others.iter().chain(iconv).copied())
    }

    /// Returns the name of the encoding, by which every [reading](Reading) but that of the web finds it if it is registered. Then
    /// it is IANA's.
    ///
    /// ```
    /// assert_eq!(utf8kit_encodings::Encoding::Utf1.name(), "ISO-10646-UTF-1");
    /// ```
    pub fn name(self) -> &'static str {
        #[cfg(feature = "legacy")]
        if let Encoding::Legacy(legacy) = self {
            return legacy.name();
        }
        labels_in(LABELS, self)[0]
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
            | Encoding::Utf8Mb3
            | Encoding::Utf7Imap => None,
            Encoding::Base(Base::Utf8) => Some("UTF-8"),
            #[cfg(feature = "legacy")]
            Encoding::Legacy(legacy) => iana::REGISTERED
                .iter()
                .find(|(name, _)| *name == legacy.name())
                .map(|(_, labels)| labels[0]),
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

/// Returns the encoding that `label` names in IANA's registry and in the standards of UTF-8 and its relatives.
fn registered(label: &str) -> Option<Encoding> {
    let found = find(LABELS, label);
    #[cfg(feature = "legacy")]
    let found = found.or_else(|| {
        let is_label = |known: &&str| known.eq_ignore_ascii_case(label);
        let mut rows = iana::REGISTERED.iter();
        let (name, _) = rows.find(|(_, labels)| labels.iter().any(is_label))?;
        Legacy::all()
            .find(|legacy| legacy.name() == *name)
            .map(Encoding::Legacy)
    });
    found
}

/// The error for a label that names no encoding.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UnknownEncoding;

impl fmt::Display for UnknownEncoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("no encoding has this label")
    }
}

impl std::error::Error for UnknownEncoding {}

/// Finds the encoding that a label names, as [`Reading::Iconv`] does.
impl FromStr for Encoding {
    type Err = UnknownEncoding;

    fn from_str(label: &str) -> Result<Encoding, UnknownEncoding> {
        Encoding::for_label(label, Reading::default()).ok_or(UnknownEncoding)
    }
}

/// Writes the [name](Encoding::name).
impl fmt::Display for Encoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
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
