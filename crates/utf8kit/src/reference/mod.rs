//! The standards as plain code: slow, obviously right, and the only place that knows what an error is.
//!
//! Each form is a type. [`Decode`] takes the first character off some code units, [`Encode`] writes one. Everything
//! else — loops, policies, kernels that run ahead — is built on these two and never decides what is well-formed.

mod ascii;
mod latin1;
mod utf16;
mod utf32;
mod utf8;

pub(crate) use ascii::Ascii;
pub(crate) use latin1::Latin1;
pub(crate) use utf8::Utf8;
pub(crate) use utf16::{Utf16, Utf16Bytes};
pub(crate) use utf32::{Utf32, Utf32Bytes};

use crate::error::{DecodeError, Unit};

/// A form that can be read.
pub(crate) trait Decode {
    /// The code unit in which the form is read and in which offsets are counted.
    type Unit: Unit;
    /// The name that error messages give it.
    const NAME: &'static str;

    /// The first character of `units` and its length in code units, never 0, or what is wrong there.
    ///
    /// `units` is not empty. Decides from as few units as the standards allow: [`ErrorKind::UnexpectedEnd`](crate::ErrorKind)
    /// means that what is there could still become a character.
    fn decode(units: &[Self::Unit]) -> Result<(char, usize), DecodeError>;
}

/// The code units of the longest character in any form: the two surrogates of CESU-8, the last of RFC 2279.
pub(crate) const LONGEST: usize = 6;

/// A form that can be written.
pub(crate) trait Encode {
    /// The code unit in which the form is written.
    type Unit: Copy + Default;
    /// What a lossy conversion writes for what it cannot read or the form cannot express.
    const SUBSTITUTE: char;

    /// Writes `c` to the beginning of `out` and returns the number of code units, or `None` if the form lacks `c`.
    fn encode(c: char, out: &mut [Self::Unit; LONGEST]) -> Option<usize>;
}
