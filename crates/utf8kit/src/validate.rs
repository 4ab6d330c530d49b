//! Validation of whole texts in an encoding that is chosen at run time.

use crate::codec::{Any, Decode as _, LONGEST};
use crate::encoding::with_encoding;
use crate::error::{ErrorKind, IllFormed};
use crate::{Encoding, engine};

impl Encoding {
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
    /// use utf8kit::{Encoding, Endian};
    ///
    /// let (text, rest) = Encoding::Utf16(Endian::Big).split_incomplete(b"\0a\xD8\x34\xDD");
    /// assert_eq!((text, rest), (&b"\0a"[..], &b"\xD8\x34\xDD"[..]));
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
}

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
