//! The standards as plain code: slow, obviously right, and the only place that decides what an error is.
//!
//! Each encoding is a type. [`Decode`] reads the first character of some code units, [`Encode`] writes one. Everything
//! else (loops, policies, kernels that run ahead) is built on these two and never decides what is well-formed.

mod ascii;
#[cfg(feature = "latin1")]
mod latin1;
#[cfg(feature = "utf16")]
mod utf16;
#[cfg(feature = "utf32")]
mod utf32;
mod utf8;

pub(crate) use ascii::Ascii;
#[cfg(feature = "latin1")]
pub(crate) use latin1::Latin1;
pub(crate) use utf8::Utf8;
#[cfg(feature = "utf16")]
pub(crate) use utf16::{Utf16, Utf16Bytes};
#[cfg(feature = "utf32")]
pub(crate) use utf32::{Utf32, Utf32Bytes};

use crate::error::{DecodeError, Unit};

/// An encoding that can be read.
///
/// # Safety
///
/// [`decode`](Self::decode) returns a character only if `units` begins with it, in this encoding, in exactly the code
/// units that it counts. The length of a character or an error is at least 1 and at most the length of `units`.
/// [Validation](crate::engine) relies on that to make a `str`.
pub(crate) unsafe trait Decode {
    /// The code unit of the encoding, in which offsets are counted.
    type Unit: Unit;
    /// The name of the encoding in error messages.
    const NAME: &'static str;

    /// Returns the first character of `units` and its length in code units, which is never 0, or the error there.
    ///
    /// `units` must not be empty. The result is decided from as few code units as the standards allow:
    /// [`ErrorKind::UnexpectedEnd`](crate::ErrorKind) means that more code units could complete a character.
    fn decode(units: &[Self::Unit]) -> Result<(char, usize), DecodeError>;
}

/// The number of code units of the longest character in any encoding: a pair of surrogates in CESU-8, `0x7FFF_FFFF` in
/// RFC 2279.
pub(crate) const LONGEST: usize = 6;

/// An encoding that can be written.
///
/// # Safety
///
/// [`encode`](Self::encode) and [`encode_surrogate`](Self::encode_surrogate) return at most [`LONGEST`], and the code units
/// that they count are the character or the surrogate in this encoding. Conversions to UTF-8, which cannot represent a
/// surrogate, rely on that to make a `str`.
pub(crate) unsafe trait Encode {
    /// The code unit of the encoding.
    type Unit: Copy + Default;
    /// The replacement that a lossy conversion writes for ill-formed sequences and for characters that the encoding
    /// cannot represent.
    const SUBSTITUTE: char;

    /// Writes `c` to the beginning of `out` and returns its number of code units, or `None` if the encoding cannot
    /// represent `c`.
    fn encode(c: char, out: &mut [Self::Unit; LONGEST]) -> Option<usize>;

    /// Writes an unpaired surrogate to the beginning of `out` and returns its number of code units, or `None` if the
    /// encoding cannot represent it. Only UTF-16 in code units and WTF-8 can.
    #[inline]
    fn encode_surrogate(_surrogate: u16, _out: &mut [Self::Unit; LONGEST]) -> Option<usize> {
        None
    }
}
