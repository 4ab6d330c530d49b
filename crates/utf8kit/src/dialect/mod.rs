//! Dialects of UTF-8: RFC 2279, Annex R, CESU-8, Modified UTF-8, WTF-8.
//!
//! A [`Dialect`] is a set of rules for one engine, so all dialects have the same functions. All of them agree with
//! UTF-8 on most text, and none of them is UTF-8. RFC 3629 forbids labelling them as UTF-8 or reading them as UTF-8, so
//! the caller always names the dialect, and the library never guesses it. [`well_formed_in`] returns the dialects in
//! which some bytes are well-formed.
//!
//! ```
//! use utf8kit::{ErrorKind, dialect::Dialect};
//!
//! // U+233B4 as two surrogates of three bytes each: CESU-8 and Modified UTF-8, but not UTF-8.
//! let bytes = b"\xED\xA1\x8C\xED\xBE\xB4";
//! let mut text = [0; 8];
//! let len = Dialect::Cesu8.to_utf8(bytes, &mut text).unwrap();
//! assert_eq!(&text[..len], "\u{233B4}".as_bytes());
//! assert_eq!(Dialect::Utf8.validate(bytes).unwrap_err().kind(), ErrorKind::Surrogate);
//! ```
//!
//! # Numbers and characters
//!
//! RFC 2279 and Annex R have numbers up to `0x7FFF_FFFF`, and WTF-8 has unpaired surrogates. A `char` cannot hold them.
//!
//! - Conversions to text stop at them, because their destination lacks them: [`to_utf8`](Dialect::to_utf8) with
//!   [`ConvertErrorKind::NotScalarValue`](crate::ConvertErrorKind::NotScalarValue), and
//!   [`stream::Decoder`](crate::stream::Decoder) with [`Encoding::Dialect`](crate::Encoding::Dialect) with
//!   [`Stop::NotScalarValue`](crate::stream::Stop::NotScalarValue).
//! - Functions on code points accept them: [`validate`](Dialect::validate), [`code_points`](Dialect::code_points),
//!   [`to_code_points`](Dialect::to_code_points), [`from_code_points`](Dialect::from_code_points), [`Reader`] and
//!   [`Writer`].
//! - Conversions between WTF-8 and UTF-16 in code units keep unpaired surrogates: WTF-8 exists for them. These are
//!   [`to_utf16`](Dialect::to_utf16), [`from_utf16`](Dialect::from_utf16), and in pieces
//!   [`Decoder::to_utf16`](crate::stream::Decoder::to_utf16) and
//!   [`Encoder::encode_utf16`](crate::stream::Encoder::encode_utf16).

mod annex_r;
mod cesu8;
mod code_points;
mod convert;
mod modified_utf8;
mod reader;
mod rfc2279;
mod rules;
#[cfg(feature = "alloc")]
mod strings;
mod subset;
mod text;
mod utf8;
mod writer;
mod wtf8;

pub use code_points::{CodePoint, CodePoints};
pub use reader::Reader;
pub(crate) use reader::{Context, Next};
pub use subset::Subset;
pub(crate) use text::{Text, with_dialect};
pub use writer::Writer;

use crate::{ErrorKind, IllFormed};
use rules::Rules;

/// A dialect of UTF-8.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Dialect {
    /// UTF-8 itself, RFC 3629, for comparison. [`utf8`](crate::utf8) does the same and more.
    Utf8,
    /// RFC 2279: 1 to 6 bytes, numbers `0..=0x7FFF_FFFF` without surrogates, only the shortest sequences.
    Rfc2279,
    /// ISO/IEC 10646-1 Annex R (Amendment 2): the numbers of RFC 2279, with the error kinds of Annex R.
    ///
    /// `0xD800..=0xDFFF` are [`Undefined`](ErrorKind::Undefined), in reading, where each is three bytes, and in
    /// writing. `0xFFFE` and `0xFFFF` are read, with a remark that they are undefined. Malformed text is divided as R.7
    /// says: a first byte with the continuation bytes that it has is one malformed sequence, and so are a run of
    /// surplus continuation bytes, each byte `0xFE` and each byte `0xFF`.
    AnnexR,
    /// Annex R by the letter of R.5, which maps sequences that are longer than necessary. They are read, with the
    /// remark [`Overlong`](ErrorKind::Overlong). Never use it for untrusted text; RFC 3629 section 10 gives the
    /// reasons.
    AnnexR5,
    /// CESU-8 (UTR 26): a character over U+FFFF is a pair of surrogates, of three bytes each.
    Cesu8,
    /// Modified UTF-8, as Java writes it: CESU-8 with `C0 80` for U+0000, so that no byte is `0x00`.
    ModifiedUtf8,
    /// WTF-8: UTF-8 with unpaired surrogates, for text that is nearly UTF-16.
    Wtf8,
}

impl Dialect {
    /// All dialects, UTF-8 first.
    pub const ALL: [Dialect; 7] = [
        Dialect::Utf8,
        Dialect::Rfc2279,
        Dialect::AnnexR,
        Dialect::AnnexR5,
        Dialect::Cesu8,
        Dialect::ModifiedUtf8,
        Dialect::Wtf8,
    ];

    /// Returns the name of the dialect.
    ///
    /// ```
    /// assert_eq!(utf8kit::dialect::Dialect::Cesu8.name(), "CESU-8");
    /// ```
    pub const fn name(self) -> &'static str {
        match self {
            Dialect::Utf8 => "UTF-8",
            Dialect::Rfc2279 => "RFC 2279 UTF-8",
            Dialect::AnnexR => "Annex R UTF-8",
            Dialect::AnnexR5 => "Annex R UTF-8 by R.5",
            Dialect::Cesu8 => "CESU-8",
            Dialect::ModifiedUtf8 => "Modified UTF-8",
            Dialect::Wtf8 => "WTF-8",
        }
    }

    /// Returns the rules of the dialect.
    const fn rules(self) -> &'static Rules {
        match self {
            Dialect::Utf8 => &utf8::RULES,
            Dialect::Rfc2279 => &rfc2279::RULES,
            Dialect::AnnexR => &annex_r::RULES,
            Dialect::AnnexR5 => &annex_r::RULES_BY_R5,
            Dialect::Cesu8 => &cesu8::RULES,
            Dialect::ModifiedUtf8 => &modified_utf8::RULES,
            Dialect::Wtf8 => &wtf8::RULES,
        }
    }

    /// Returns the length, in bytes, of a sequence with the first byte `first`, or `None` if no sequence of this
    /// dialect starts with it (RFC 3629 section 1: "the first octet of a multi-octet sequence indicates the number of
    /// octets in the sequence").
    ///
    /// ```
    /// use utf8kit::dialect::Dialect;
    ///
    /// assert_eq!(Dialect::Rfc2279.sequence_len(0xFC), Some(6));
    /// assert_eq!(Dialect::Utf8.sequence_len(0xFC), None);
    /// assert_eq!(Dialect::Utf8.sequence_len(0x80), None);
    /// ```
    pub fn sequence_len(self, first: u8) -> Option<usize> {
        self.rules().sequence_len(first)
    }

    /// Writes `code_point` to the beginning of `out` and returns its bytes.
    ///
    /// # Errors
    ///
    /// Returns the reason why the dialect cannot write it: [`TooLarge`](ErrorKind::TooLarge),
    /// [`Surrogate`](ErrorKind::Surrogate), or in Annex R [`Undefined`](ErrorKind::Undefined).
    ///
    /// ```
    /// use utf8kit::{ErrorKind, dialect::Dialect};
    ///
    /// let mut out = [0; 6];
    /// assert_eq!(Dialect::Rfc2279.encode(0x7FFF_FFFF, &mut out).unwrap(), b"\xFD\xBF\xBF\xBF\xBF\xBF");
    /// assert_eq!(Dialect::Cesu8.encode(0x233B4, &mut out).unwrap(), b"\xED\xA1\x8C\xED\xBE\xB4");
    /// assert_eq!(Dialect::Wtf8.encode(0xD800, &mut out).unwrap(), b"\xED\xA0\x80");
    /// assert_eq!(Dialect::Utf8.encode(0x11_0000, &mut out), Err(ErrorKind::TooLarge));
    /// ```
    pub fn encode(self, code_point: u32, out: &mut [u8; 6]) -> Result<&[u8], ErrorKind> {
        let len = self.rules().write(code_point, out)?;
        Ok(&out[..len])
    }

    /// Returns `true` if `bytes` is well-formed in this dialect.
    ///
    /// ```
    /// use utf8kit::dialect::Dialect;
    ///
    /// assert!(Dialect::ModifiedUtf8.is_valid(b"a\xC0\x80"));
    /// assert!(!Dialect::Cesu8.is_valid(b"a\xC0\x80"));
    /// ```
    pub fn is_valid(self, bytes: &[u8]) -> bool {
        self.validate(bytes).is_ok()
    }

    /// Checks that `bytes` is well-formed in this dialect.
    ///
    /// # Errors
    ///
    /// Returns the first error. Its offset is in bytes.
    ///
    /// ```
    /// use utf8kit::{ErrorKind, dialect::Dialect};
    ///
    /// // R.7: a run of surplus continuation bytes is one malformed sequence.
    /// let error = Dialect::AnnexR.validate(b"ab\x80\x81\x82").unwrap_err();
    /// assert_eq!((error.valid_up_to(), error.error_len()), (2, Some(3)));
    /// assert_eq!(error.kind(), ErrorKind::UnexpectedContinuation);
    /// ```
    pub fn validate(self, bytes: &[u8]) -> Result<(), IllFormed> {
        with_dialect!(self, S => self.validate_as::<S>(bytes))
    }

    /// Returns the number of code points in `bytes`. Each ill-formed sequence counts as one.
    ///
    /// ```
    /// use utf8kit::dialect::Dialect;
    ///
    /// assert_eq!(Dialect::Cesu8.count(b"\xED\xA1\x8C\xED\xBE\xB4"), 1);
    /// assert_eq!(Dialect::Wtf8.count(b"\xED\xA1\x8Ca"), 2);
    /// ```
    pub fn count(self, bytes: &[u8]) -> usize {
        self.code_points(bytes).count()
    }
}

/// Returns the dialects in which `bytes` is well-formed, UTF-8 first if it is one of them.
///
/// This does not detect the dialect of a text. ASCII is well-formed in all dialects, and most text in more than one.
///
/// ```
/// use utf8kit::dialect::{Dialect, well_formed_in};
///
/// assert_eq!(well_formed_in("Ω".as_bytes()).count(), 7);
/// let pair = b"\xED\xA1\x8C\xED\xBE\xB4";
/// assert!(well_formed_in(pair).eq([Dialect::Cesu8, Dialect::ModifiedUtf8]));
/// assert!(well_formed_in(b"\xED\xA1\x8C").eq([Dialect::Wtf8]));
/// assert_eq!(well_formed_in(b"\xFF").next(), None);
/// ```
pub fn well_formed_in(bytes: &[u8]) -> impl Iterator<Item = Dialect> {
    Dialect::ALL.into_iter().filter(|dialect| dialect.is_valid(bytes))
}
