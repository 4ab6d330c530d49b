//! The seam between encodings and streams: what an encoding has to say of itself.
//!
//! An encoding that is read implements [`Decode`], one that is written [`Encode`]. Both are plain code, slow and obviously
//! right, and each decides alone what is well-formed in its encoding. [`Convert`] adds what is fast for a pair of encodings.
//! Everything else is written once: a [`Stream`] keeps what a piece of a text cuts, applies the policy and counts
//! positions.
//!
//! The encodings of this crate are in the module `encoding`, one file for each. Crates with other encodings implement these
//! traits for their own types: `utf8kit-encodings` does so for UTF-7, UTF-1, UCS-2 and others.
//!
//! A number is what a sequence of an encoding stands for: a scalar value, or what the encoding has beyond, such as the unpaired
//! surrogates of WTF-8 and the numbers to `0x7FFF_FFFF` of RFC 2279. Whether a destination has the number is the
//! destination's question.
//!
//! ```
//! use utf8kit::codec::{Convert, Decode, DecodeError, Description, Output, Stream, Utf8};
//! use utf8kit::{ErrorKind, Policy};
//!
//! /// Each byte is a letter: 0 is `a`, 25 is `z`.
//! #[derive(Clone, Copy, Debug)]
//! struct Letters;
//!
//! static LETTERS: Description = Description::new("Letters");
//!
//! impl Decode for Letters {
//!     type Unit = u8;
//!
//!     fn description(&self) -> &'static Description {
//!         &LETTERS
//!     }
//!
//!     fn decode(&mut self, bytes: &[u8], _: bool) -> Result<(u32, usize), DecodeError> {
//!         match bytes[0] {
//!             byte @ 0..=25 => Ok((u32::from(b'a' + byte), 1)),
//!             _ => Err(DecodeError::new(ErrorKind::Undefined, 1)),
//!         }
//!     }
//! }
//!
//! impl Convert<Utf8> for Letters {}
//!
//! let mut stream = Stream::decoder(Policy::Replace('?'));
//! let mut text = [0; 8];
//! let step = stream.step(&mut Letters, &mut Utf8, &[7, 8, 99], &mut text, true);
//! assert_eq!((&text[..step.written], stream.replaced()), (&b"hi?"[..], 1));
//! ```

use crate::ErrorKind;
use crate::error::Found;
use core::fmt;
use core::mem::MaybeUninit;

pub use crate::encoding::{Any, Numbers, Utf8};
#[cfg(feature = "utf16")]
pub use crate::encoding::{Utf16, Utf16Bytes};
pub use crate::engine::{Conversion, StoppedBy};
pub use crate::stream::Stream;

/// An encoding that can be read. A value holds what it has to remember between two sequences; most encodings remember nothing.
pub trait Decode: Copy {
    /// The code unit of the encoding, in which offsets are counted.
    type Unit: Unit;

    /// Whether some sequences stand for no number: [`decode`](Self::decode) can return [`NOTHING`].
    const HAS_SHIFTS: bool = false;

    /// Returns the name of the encoding, and how its errors are described.
    fn description(&self) -> &'static Description;

    /// Returns the number that `units` begins with and its length in code units, which is never 0, or the error there. Moves to
    /// the state after them.
    ///
    /// `units` is not empty. `last` states that the text ends with them. The result is decided from as few code units as the
    /// standards allow: [`ErrorKind::UnexpectedEnd`] means that more code units could complete a sequence, unless `last`. At
    /// most seven bytes can be left undecided.
    ///
    /// # Errors
    ///
    /// Returns the kind of the error and its length: a maximal subpart, which is at least 1 and at most the length of `units`.
    fn decode(&mut self, units: &[Self::Unit], last: bool) -> Result<(u32, usize), DecodeError>;

    /// Moves to the state after characters that were converted without [`decode`](Self::decode).
    #[inline]
    fn after_run(&mut self) {}

    /// Returns the kind of error that `number` is where the destination lacks it, or `None` if it is none: UTF-16 in code
    /// units yields unpaired surrogates only for destinations that have them.
    #[inline]
    fn lacking(&self, _number: u32) -> Option<ErrorKind> {
        None
    }

    /// Returns the code unit that every sequence for `c`, an ASCII character, ends with in any state, or `None` if there are several or
    /// they are not known: then a stream that has to stop after `c` converts number by number.
    #[inline]
    fn unit_of(&self, _c: u8) -> Option<Self::Unit> {
        None
    }

    /// Returns the length of the error that `units`, the rest of a whole text, begins with. In Annex R a run of surplus
    /// continuation bytes is one malformed sequence.
    #[doc(hidden)]
    fn whole_len(&self, _units: &[Self::Unit], error: DecodeError) -> usize {
        error.len
    }

    /// Returns `true` if a sequence of well-formed text starts at `index`, or if that is its end.
    fn is_boundary(_text: &[Self::Unit], _index: usize) -> bool {
        true
    }
}

/// What [`Decode::decode`] returns for code units that stand for no number, such as the `+` that starts a run of UTF-7.
pub const NOTHING: u32 = u32::MAX;

/// The number of code units of the longest character in any encoding of this crate: a pair of surrogates in CESU-8, `0x7FFF_FFFF`
/// in RFC 2279.
pub(crate) const LONGEST: usize = 6;

/// The maximum number of code units that an encoding writes for one number: in UTF-7, the end of a run and an escape.
pub const MAX_ENCODED: usize = 16;

/// An encoding that can be written. A value holds what it has to remember between two numbers.
pub trait Encode: Copy {
    /// The code unit of the encoding.
    type Unit: Copy + Default;

    /// Returns the replacement that a lossy conversion writes for ill-formed sequences and for numbers that the encoding
    /// lacks.
    #[inline]
    fn substitute(&self) -> char {
        char::REPLACEMENT_CHARACTER
    }

    /// Writes `number` to the beginning of `out` and returns its number of code units, or `None` if the encoding lacks it.
    /// Moves to the state after it.
    fn encode(&mut self, number: u32, out: &mut [Self::Unit; MAX_ENCODED]) -> Option<usize>;

    /// Writes what ends a text to the beginning of `out` and returns its number of code units.
    #[inline]
    fn end(&mut self, _out: &mut [Self::Unit; MAX_ENCODED]) -> usize {
        0
    }

    /// Moves to the state after characters that were converted without [`encode`](Self::encode).
    #[inline]
    fn after_run(&mut self) {}
}

/// A pair of encodings, and what converts between them faster than number by number.
pub trait Convert<T: Encode>: Decode {
    /// Converts the beginning of `src`, as much as is well-formed and plain, and returns the number of code units read.
    /// Moves both encodings to the state after it. Reading nothing is always right.
    #[inline]
    fn convert_run(&mut self, _target: &mut T, _src: &[Self::Unit], _out: &mut Output<'_, T::Unit>) -> usize {
        0
    }

    /// Converts until it has to stop, and returns why. With `through`, an ASCII character, returns `None` as soon as that
    /// is written.
    #[doc(hidden)]
    fn advance(
        &mut self,
        target: &mut T,
        conversion: &mut Conversion<'_, '_, Self::Unit, T::Unit>,
        through: Option<u8>,
    ) -> Option<StoppedBy> {
        conversion.advance_by_number(self, target, through)
    }
}

/// A destination that need not be initialized, and how much of it is written.
#[derive(Debug)]
pub struct Output<'d, U> {
    units: &'d mut [MaybeUninit<U>],
    written: usize,
}

impl<'d, U: Copy> Output<'d, U> {
    #[inline]
    pub(crate) fn new(units: &'d mut [MaybeUninit<U>]) -> Self {
        Output { units, written: 0 }
    }

    /// Returns the number of code units that fit.
    #[inline]
    pub fn room(&self) -> usize {
        self.units.len() - self.written
    }

    /// Writes `unit`. Returns `false`, and writes nothing, if it does not fit.
    #[inline]
    pub fn push(&mut self, unit: U) -> bool {
        self.extend(&[unit])
    }

    /// Writes `units`, all or none. Returns whether they fit.
    #[inline]
    pub fn extend(&mut self, units: &[U]) -> bool {
        let Some(places) = self.units[self.written..].get_mut(..units.len()) else {
            return false;
        };
        places.write_copy_of_slice(units);
        self.written += units.len();
        true
    }

    /// Returns the number of code units written.
    #[inline]
    pub fn written(&self) -> usize {
        self.written
    }

    /// Returns the part that is not written.
    #[inline]
    pub(crate) fn rest(&mut self) -> &mut [MaybeUninit<U>] {
        &mut self.units[self.written..]
    }

    /// Counts `len` more code units as written.
    ///
    /// # Safety
    ///
    /// The first `len` code units of [`rest`](Self::rest) are initialized.
    #[inline]
    pub(crate) unsafe fn advance(&mut self, len: usize) {
        debug_assert!(len <= self.room(), "{len} of {} code units", self.room());
        self.written += len;
    }
}

/// What an encoding has instead of a number: a maximal subpart of an ill-formed sequence.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DecodeError {
    /// The kind of the error.
    pub kind: ErrorKind,
    /// The length in code units, never 0.
    pub len: usize,
    /// Whether it continues the malformed sequence before it (ISO/IEC 10646-1 R.7).
    pub continues: bool,
    /// What was expected, as a number of the encoding's own: [`Description::with_expected`] has the words. 0 if the kind says it.
    pub detail: u8,
}

impl DecodeError {
    /// Returns an error of `len` code units.
    #[inline]
    pub const fn new(kind: ErrorKind, len: usize) -> Self {
        DecodeError {
            kind,
            len,
            continues: false,
            detail: 0,
        }
    }
}

/// The name of an encoding, and how its errors are described.
pub struct Description {
    pub(crate) name: &'static str,
    pub(crate) clause: fn(ErrorKind) -> &'static str,
    pub(crate) expected: fn(u8) -> &'static str,
    /// Whether the first byte of a sequence says its length, as in UTF-8.
    pub(crate) is_utf8_like: bool,
    /// What the encoding calls a number that it has not.
    pub(crate) largest: &'static str,
}

impl Description {
    /// Returns the description of an encoding with this name. Its errors break no clause of a standard.
    pub const fn new(name: &'static str) -> Self {
        Description {
            name,
            clause: |_| "",
            expected: |_| "",
            is_utf8_like: false,
            largest: "7FFF FFFF",
        }
    }

    /// Returns the name of the encoding, as error messages begin with it.
    ///
    /// ```
    /// assert_eq!(utf8kit::Encoding::Utf8.description().name(), "UTF-8");
    /// ```
    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// Returns the clause of the standard that an error of this kind breaks.
    ///
    /// ```
    /// use utf8kit::{Encoding, ErrorKind};
    ///
    /// assert_eq!(Encoding::Utf8.description().clause(ErrorKind::Overlong), "RFC 3629 section 3");
    /// ```
    #[must_use]
    pub fn clause(&self, kind: ErrorKind) -> &'static str {
        (self.clause)(kind)
    }

    /// Returns the description with the clause that an error of each kind breaks.
    #[must_use]
    pub const fn with_clause(mut self, clause: fn(ErrorKind) -> &'static str) -> Self {
        self.clause = clause;
        self
    }

    /// Returns the description with what was expected, in words, for each [`detail`](DecodeError::detail) of an error but
    /// 0.
    #[must_use]
    pub const fn with_expected(mut self, expected: fn(u8) -> &'static str) -> Self {
        self.expected = expected;
        self
    }

    /// Returns the description of an encoding of which the first byte of a sequence says its length, as in UTF-8.
    pub(crate) const fn utf8_like(mut self) -> Self {
        self.is_utf8_like = true;
        self
    }

    /// Returns the description of an encoding whose largest number is U+10FFFF.
    pub(crate) const fn with_scalar_values(mut self) -> Self {
        self.largest = "U+10FFFF";
        self
    }
}

impl fmt::Debug for Description {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

/// A code unit: `u8`, `u16` or `u32`.
pub trait Unit: Copy + Default + PartialEq + From<u8> + Into<u32> + sealed::Unit {
    #[doc(hidden)]
    fn found(text: &[Self], len: usize) -> Found;

    /// Returns the code unit as bytes in memory order, and their number.
    #[doc(hidden)]
    fn ne_bytes(self) -> ([u8; 4], usize);

    #[doc(hidden)]
    fn as_bytes(units: &[Self]) -> &[u8];
}

mod sealed {
    pub trait Unit {}
    impl Unit for u8 {}
    impl Unit for u16 {}
    impl Unit for u32 {}
}

impl Unit for u8 {
    #[inline]
    fn found(text: &[u8], len: usize) -> Found {
        Found::new(text, len)
    }

    #[inline]
    fn ne_bytes(self) -> ([u8; 4], usize) {
        ([self, 0, 0, 0], 1)
    }

    #[inline]
    fn as_bytes(units: &[u8]) -> &[u8] {
        units
    }
}

/// Implements [`Unit`] for code units of several bytes.
macro_rules! unit {
    ($($unit:ty)*) => {$(
        impl Unit for $unit {
            fn found(text: &[$unit], len: usize) -> Found {
                const SIZE: usize = size_of::<$unit>();
                let mut bytes = [0; 8];
                let len = len.min(8 / SIZE);
                for (place, unit) in bytes.as_chunks_mut().0.iter_mut().zip(&text[..len]) {
                    *place = unit.to_be_bytes();
                }
                Found::new(&bytes[..SIZE * len], SIZE * len)
            }

            #[inline]
            fn ne_bytes(self) -> ([u8; 4], usize) {
                let mut bytes = [0; 4];
                bytes[..size_of::<$unit>()].copy_from_slice(&self.to_ne_bytes());
                (bytes, size_of::<$unit>())
            }

            #[inline]
            fn as_bytes(units: &[$unit]) -> &[u8] {
                crate::code_unit::bytes_in(units)
            }
        }
    )*};
}
unit!(u16 u32);
