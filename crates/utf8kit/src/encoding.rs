//! The encodings, one file for each: its rules and clauses, how it is read and written.
//!
//! Each is a type that implements [`Decode`](crate::codec::Decode) and [`Encode`](crate::codec::Encode), as plain code. This is
//! the reference engine: it alone decides what is well-formed. `relative` has what the relatives of UTF-8 share, `numbers` numbers
//! instead of text, and `any` the encoding that an [`Encoding`] names, chosen at run time.

mod ascii;
#[cfg(feature = "latin1")]
mod latin1;
mod numbers;
#[cfg(feature = "utf16")]
mod utf16;
#[cfg(feature = "utf32")]
mod utf32;
mod utf8;

#[cfg(feature = "dialects")]
mod annex_r;
#[cfg(feature = "dialects")]
mod cesu8;
#[cfg(feature = "dialects")]
mod modified_utf8;
#[cfg(feature = "dialects")]
pub(crate) mod relative;
#[cfg(feature = "dialects")]
mod rfc2279;
#[cfg(feature = "dialects")]
mod wtf8;

pub(crate) mod any;

pub(crate) use any::{convert_beginning, with_any};

pub use any::Any;
pub use ascii::Ascii;
#[cfg(feature = "latin1")]
pub use latin1::Latin1;
pub use numbers::Numbers;
pub use utf8::Utf8;
#[cfg(feature = "utf16")]
pub use utf16::{Utf16, Utf16Bytes};
#[cfg(feature = "utf32")]
pub use utf32::{Utf32, Utf32Bytes};

#[cfg(feature = "dialects")]
pub(crate) use {
    annex_r::{AnnexR, AnnexR5},
    cesu8::Cesu8,
    modified_utf8::ModifiedUtf8,
    rfc2279::Rfc2279,
    wtf8::Wtf8,
};

pub(crate) use utf8::{DESCRIPTION as UTF8, clause as utf8_clause};

#[cfg(feature = "dialects")]
use self::relative::{Relative as _, Rules};
#[cfg(any(feature = "utf16", feature = "utf32"))]
use crate::Endian;
use crate::codec::{Decode as _, Description, Encode as _, LONGEST, MAX_ENCODED};
use crate::engine;
use crate::error::{ErrorKind, IllFormed};

/// An encoding of text in bytes.
///
/// ```
/// use utf8kit::{Encoding, Endian};
///
/// let utf16 = Encoding::Utf16(Endian::Big);
/// assert!(utf16.is_valid(b"\x20\xAC"));
/// assert_eq!(utf16.name(), "UTF-16BE");
/// ```
///
/// # Relatives of UTF-8
///
/// RFC 2279, Annex R, CESU-8, Modified UTF-8 and WTF-8 agree with UTF-8 on most text, and none of them is UTF-8. RFC 3629
/// forbids labelling them as UTF-8 or reading them as UTF-8, so the caller always names the encoding, and the library never
/// guesses it. [`well_formed_in`] returns those in which some bytes are well-formed.
///
/// RFC 2279 and Annex R have numbers up to `0x7FFF_FFFF`, and WTF-8 has unpaired surrogates. A `char` cannot hold them.
/// Conversions to an encoding that lacks such a number stop at it. Conversions of numbers keep all of them:
/// [`code_points`](Self::code_points), [`Decoder::to_code_points`](crate::stream::Decoder::to_code_points) and
/// [`Encoder::encode_code_points`](crate::stream::Encoder::encode_code_points). So do those between WTF-8 and UTF-16 in code
/// units: WTF-8 exists for unpaired surrogates.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub enum Encoding {
    /// UTF-8 (RFC 3629).
    #[default]
    Utf8,
    /// UTF-16 in the given byte order (RFC 2781).
    #[cfg(feature = "utf16")]
    Utf16(Endian),
    /// UTF-32 in the given byte order.
    #[cfg(feature = "utf32")]
    Utf32(Endian),
    /// Latin-1 (ISO/IEC 8859-1): U+0000..=U+00FF, one byte each.
    #[cfg(feature = "latin1")]
    Latin1,
    /// ASCII: U+0000..=U+007F, one byte each.
    Ascii,
    /// RFC 2279: 1 to 6 bytes, numbers `0..=0x7FFF_FFFF` without surrogates, only the shortest sequences.
    #[cfg(feature = "dialects")]
    Rfc2279,
    /// ISO/IEC 10646-1 Annex R (Amendment 2): the numbers of RFC 2279, with the error kinds of Annex R.
    ///
    /// `0xD800..=0xDFFF` are [`Undefined`](crate::ErrorKind::Undefined), in reading, where each is three bytes, and in
    /// writing. `0xFFFE` and `0xFFFF` are read, with a remark that they are undefined. Malformed text is divided as R.7
    /// says: a first byte with the continuation bytes that it has is one malformed sequence, and so are a run of
    /// surplus continuation bytes, each byte `0xFE` and each byte `0xFF`.
    #[cfg(feature = "dialects")]
    AnnexR,
    /// Annex R by the letter of R.5, which maps sequences that are longer than necessary. They are read, with the
    /// remark [`Overlong`](crate::ErrorKind::Overlong). Never use it for untrusted text; RFC 3629 section 10 gives the
    /// reasons.
    #[cfg(feature = "dialects")]
    AnnexR5,
    /// CESU-8 (UTR 26): a character over U+FFFF is a pair of surrogates, of three bytes each.
    #[cfg(feature = "dialects")]
    Cesu8,
    /// Modified UTF-8, as Java writes it: CESU-8 with `C0 80` for U+0000, so that no byte is `0x00`.
    #[cfg(feature = "dialects")]
    ModifiedUtf8,
    /// WTF-8: UTF-8 with unpaired surrogates, for text that is nearly UTF-16.
    #[cfg(feature = "dialects")]
    Wtf8,
}

impl Encoding {
    /// All encodings that the features of this crate enable, UTF-8 first.
    pub const ALL: &[Encoding] = &[
        Encoding::Utf8,
        #[cfg(feature = "utf16")]
        Encoding::Utf16(Endian::Little),
        #[cfg(feature = "utf16")]
        Encoding::Utf16(Endian::Big),
        #[cfg(feature = "utf32")]
        Encoding::Utf32(Endian::Little),
        #[cfg(feature = "utf32")]
        Encoding::Utf32(Endian::Big),
        #[cfg(feature = "latin1")]
        Encoding::Latin1,
        Encoding::Ascii,
        #[cfg(feature = "dialects")]
        Encoding::Rfc2279,
        #[cfg(feature = "dialects")]
        Encoding::AnnexR,
        #[cfg(feature = "dialects")]
        Encoding::AnnexR5,
        #[cfg(feature = "dialects")]
        Encoding::Cesu8,
        #[cfg(feature = "dialects")]
        Encoding::ModifiedUtf8,
        #[cfg(feature = "dialects")]
        Encoding::Wtf8,
    ];

    /// UTF-8 and its relatives, UTF-8 first.
    #[cfg(feature = "dialects")]
    pub const RELATIVES: [Encoding; 7] = [
        Encoding::Utf8,
        Encoding::Rfc2279,
        Encoding::AnnexR,
        Encoding::AnnexR5,
        Encoding::Cesu8,
        Encoding::ModifiedUtf8,
        Encoding::Wtf8,
    ];

    /// Returns the name of the encoding.
    ///
    /// ```
    /// # #[cfg(feature = "dialects")] {
    /// use utf8kit::{Encoding, Endian};
    ///
    /// assert_eq!(Encoding::Cesu8.name(), "CESU-8");
    /// assert_eq!(Encoding::Utf16(Endian::Little).name(), "UTF-16LE");
    /// # }
    /// ```
    pub const fn name(self) -> &'static str {
        match self {
            #[cfg(feature = "utf16")]
            Encoding::Utf16(Endian::Little) => "UTF-16LE",
            #[cfg(feature = "utf16")]
            Encoding::Utf16(Endian::Big) => "UTF-16BE",
            #[cfg(feature = "utf32")]
            Encoding::Utf32(Endian::Little) => "UTF-32LE",
            #[cfg(feature = "utf32")]
            Encoding::Utf32(Endian::Big) => "UTF-32BE",
            Encoding::Utf8 => "UTF-8",
            #[cfg(feature = "latin1")]
            Encoding::Latin1 => "Latin-1",
            Encoding::Ascii => "ASCII",
            #[cfg(feature = "dialects")]
            Encoding::Rfc2279 => "RFC 2279 UTF-8",
            #[cfg(feature = "dialects")]
            Encoding::AnnexR => "Annex R UTF-8",
            #[cfg(feature = "dialects")]
            Encoding::AnnexR5 => "Annex R UTF-8 by R.5",
            #[cfg(feature = "dialects")]
            Encoding::Cesu8 => "CESU-8",
            #[cfg(feature = "dialects")]
            Encoding::ModifiedUtf8 => "Modified UTF-8",
            #[cfg(feature = "dialects")]
            Encoding::Wtf8 => "WTF-8",
        }
    }

    /// Returns how errors of this encoding are described, for a program that passes them on and makes
    /// [`IllFormed::new`](crate::IllFormed::new) of them again.
    pub fn description(self) -> &'static Description {
        Any::new(self).description()
    }

    /// Returns `true` if `bytes` is well-formed in this encoding.
    ///
    /// ```
    /// # #[cfg(feature = "dialects")] {
    /// use utf8kit::Encoding;
    ///
    /// assert!(Encoding::ModifiedUtf8.is_valid(b"a\xC0\x80"));
    /// assert!(!Encoding::Cesu8.is_valid(b"a\xC0\x80"));
    /// # }
    /// ```
    pub fn is_valid(self, bytes: &[u8]) -> bool {
        with_encoding!(self, S => engine::is_valid::<S>(bytes))
    }

    /// Checks that `bytes` is well-formed in this encoding.
    ///
    /// # Errors
    ///
    /// Returns the first error. Its offset is in bytes.
    ///
    /// ```
    /// # #[cfg(feature = "dialects")] {
    /// use utf8kit::{Encoding, ErrorKind};
    ///
    /// // R.7: a run of surplus continuation bytes is one malformed sequence.
    /// let error = Encoding::AnnexR.validate(b"ab\x80\x81\x82").unwrap_err();
    /// assert_eq!((error.valid_up_to(), error.error_len()), (2, Some(3)));
    /// assert_eq!(error.kind(), ErrorKind::UnexpectedContinuation);
    /// # }
    /// ```
    pub fn validate(self, bytes: &[u8]) -> Result<(), IllFormed> {
        with_encoding!(self, S => engine::validate::<S>(bytes))
    }

    /// Splits `bytes` before an incomplete character at its end. Returns the bytes before it, and what more bytes could
    /// complete.
    ///
    /// This is for input that arrives in pieces, as from a socket: process the first part, and put the second before the next
    /// piece. The first part may contain other errors. A [`Decoder`](crate::stream::Decoder) does this itself.
    ///
    /// ```
    /// # #[cfg(feature = "utf16")] {
    /// use utf8kit::{Encoding, Endian};
    ///
    /// let (text, rest) = Encoding::Utf16(Endian::Big).split_incomplete(b"\0a\xD8\x34\xDD");
    /// assert_eq!((text, rest), (&b"\0a"[..], &b"\xD8\x34\xDD"[..]));
    /// # }
    /// ```
    #[must_use]
    pub fn split_incomplete(self, bytes: &[u8]) -> (&[u8], &[u8]) {
        let unit = match self {
            #[cfg(feature = "utf16")]
            Encoding::Utf16(_) => 2,
            #[cfg(feature = "utf32")]
            Encoding::Utf32(_) => 4,
            _ => 1,
        };
        let whole = bytes.len() - bytes.len() % unit;
        let first = whole.saturating_sub(LONGEST.next_multiple_of(unit));
        let incomplete = (first..bytes.len()).step_by(unit).find(|&at| {
            let mut source = Any::new(self);
            let starts = unit > 1 || !matches!(bytes[at], 0x80..=0xBF);
            starts && matches!(source.decode(&bytes[at..], false), Err(error) if error.kind == ErrorKind::UnexpectedEnd)
        });
        bytes.split_at(incomplete.unwrap_or(bytes.len()))
    }

    /// Returns the length, in bytes, of a sequence with the first byte `first`, or `None` if no sequence of UTF-8, or of this
    /// relative of it, starts with the byte (RFC 3629 section 1: "the first octet of a multi-octet sequence indicates the number
    /// of octets in the sequence"). Returns `None` for other encodings, too.
    ///
    /// ```
    /// use utf8kit::Encoding;
    ///
    /// assert_eq!(Encoding::Rfc2279.sequence_len(0xFC), Some(6));
    /// assert_eq!(Encoding::Utf8.sequence_len(0xFC), None);
    /// assert_eq!(Encoding::Utf8.sequence_len(0x80), None);
    /// ```
    #[cfg(feature = "dialects")]
    pub fn sequence_len(self, first: u8) -> Option<usize> {
        self.rules()?.sequence_len(first)
    }

    /// Writes `number` to the beginning of `out` and returns its bytes.
    ///
    /// # Errors
    ///
    /// Returns the reason why the encoding cannot write it: [`TooLarge`](ErrorKind::TooLarge),
    /// [`Surrogate`](ErrorKind::Surrogate), or in Annex R, Latin-1 and ASCII [`Undefined`](ErrorKind::Undefined).
    ///
    /// ```
    /// # #[cfg(feature = "dialects")] {
    /// use utf8kit::{Encoding, ErrorKind};
    ///
    /// let mut out = [0; 6];
    /// assert_eq!(Encoding::Rfc2279.encode_number(0x7FFF_FFFF, &mut out).unwrap(), b"\xFD\xBF\xBF\xBF\xBF\xBF");
    /// assert_eq!(Encoding::Cesu8.encode_number(0x233B4, &mut out).unwrap(), b"\xED\xA1\x8C\xED\xBE\xB4");
    /// assert_eq!(Encoding::Wtf8.encode_number(0xD800, &mut out).unwrap(), b"\xED\xA0\x80");
    /// assert_eq!(Encoding::Utf8.encode_number(0x11_0000, &mut out), Err(ErrorKind::TooLarge));
    /// # }
    /// ```
    pub fn encode_number(self, number: u32, out: &mut [u8; 6]) -> Result<&[u8], ErrorKind> {
        let mut bytes = [0; MAX_ENCODED];
        let Some(len) = Any::new(self).encode(number, &mut bytes) else {
            #[cfg(feature = "dialects")]
            if let Some(rules) = self.rules()
                && let Err(kind) = rules.write(number, &mut bytes)
            {
                return Err(kind);
            }
            return Err(match number {
                0xD800..=0xDFFF => ErrorKind::Surrogate,
                0x11_0000.. => ErrorKind::TooLarge,
                _ => ErrorKind::Undefined,
            });
        };
        out[..len].copy_from_slice(&bytes[..len]);
        Ok(&out[..len])
    }

    /// Returns the rules of UTF-8 and its relatives.
    #[cfg(feature = "dialects")]
    pub(crate) const fn rules(self) -> Option<&'static Rules> {
        Some(match self {
            Encoding::Utf8 => &utf8::RULES,
            Encoding::Rfc2279 => &rfc2279::Rfc2279Rules::RULES,
            Encoding::AnnexR => &annex_r::AnnexRRules::RULES,
            Encoding::AnnexR5 => &annex_r::AnnexR5Rules::RULES,
            Encoding::Cesu8 => &cesu8::Cesu8Rules::RULES,
            Encoding::ModifiedUtf8 => &modified_utf8::ModifiedUtf8Rules::RULES,
            Encoding::Wtf8 => &wtf8::Wtf8Rules::RULES,
            _ => return None,
        })
    }
}

/// Evaluates `$body` with `$encoding` as an alias of the type of an [`Encoding`].
macro_rules! with_encoding {
    ($value:expr, $encoding:ident => $body:expr) => {
        match $value {
            $crate::Encoding::Utf8 => {
                type $encoding = $crate::encoding::Utf8;
                $body
            }
            #[cfg(feature = "utf16")]
            $crate::Encoding::Utf16($crate::Endian::Little) => {
                type $encoding = $crate::encoding::Utf16Bytes<false>;
                $body
            }
            #[cfg(feature = "utf16")]
            $crate::Encoding::Utf16($crate::Endian::Big) => {
                type $encoding = $crate::encoding::Utf16Bytes<true>;
                $body
            }
            #[cfg(feature = "utf32")]
            $crate::Encoding::Utf32($crate::Endian::Little) => {
                type $encoding = $crate::encoding::Utf32Bytes<false>;
                $body
            }
            #[cfg(feature = "utf32")]
            $crate::Encoding::Utf32($crate::Endian::Big) => {
                type $encoding = $crate::encoding::Utf32Bytes<true>;
                $body
            }
            #[cfg(feature = "latin1")]
            $crate::Encoding::Latin1 => {
                type $encoding = $crate::encoding::Latin1;
                $body
            }
            $crate::Encoding::Ascii => {
                type $encoding = $crate::encoding::Ascii;
                $body
            }
            #[cfg(feature = "dialects")]
            $crate::Encoding::Rfc2279 => {
                type $encoding = $crate::encoding::Rfc2279;
                $body
            }
            #[cfg(feature = "dialects")]
            $crate::Encoding::AnnexR => {
                type $encoding = $crate::encoding::AnnexR;
                $body
            }
            #[cfg(feature = "dialects")]
            $crate::Encoding::AnnexR5 => {
                type $encoding = $crate::encoding::AnnexR5;
                $body
            }
            #[cfg(feature = "dialects")]
            $crate::Encoding::Cesu8 => {
                type $encoding = $crate::encoding::Cesu8;
                $body
            }
            #[cfg(feature = "dialects")]
            $crate::Encoding::ModifiedUtf8 => {
                type $encoding = $crate::encoding::ModifiedUtf8;
                $body
            }
            #[cfg(feature = "dialects")]
            $crate::Encoding::Wtf8 => {
                type $encoding = $crate::encoding::Wtf8;
                $body
            }
        }
    };
}
pub(crate) use with_encoding;

/// Returns UTF-8 and those of its relatives in which `bytes` is well-formed, UTF-8 first if it is one of them.
///
/// This does not detect the encoding of a text. ASCII is well-formed in all of them, and most text in more than one.
///
/// ```
/// use utf8kit::{Encoding, well_formed_in};
///
/// assert_eq!(well_formed_in("Ω".as_bytes()).count(), 7);
/// let pair = b"\xED\xA1\x8C\xED\xBE\xB4";
/// assert!(well_formed_in(pair).eq([Encoding::Cesu8, Encoding::ModifiedUtf8]));
/// assert!(well_formed_in(b"\xED\xA1\x8C").eq([Encoding::Wtf8]));
/// assert_eq!(well_formed_in(b"\xFF").next(), None);
/// ```
#[cfg(feature = "dialects")]
pub fn well_formed_in(bytes: &[u8]) -> impl Iterator<Item = Encoding> {
    (Encoding::RELATIVES.into_iter()).filter(|encoding| encoding.is_valid(bytes))
}
