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

mod traits;

pub use crate::code_unit::Unit;
pub use crate::convert::convert_whole;
pub use crate::encoding::{Any, Numbers, Utf8};
#[cfg(feature = "utf16")]
pub use crate::encoding::{Utf16, Utf16Bytes};
#[cfg(feature = "utf16")]
pub use crate::engine::ByteToUnit;
#[cfg(all(feature = "utf16", feature = "alloc"))]
pub use crate::engine::UnitToByte;
pub use crate::engine::{Conversion, Convert, StoppedBy};
pub use crate::error::{DecodeError, Description};
pub use crate::stream::Stream;
pub(crate) use traits::ill_formed_in_text;
pub use traits::{Decode, Encode, MAX_ENCODED, NOTHING, Output};
pub(crate) use traits::{LONGEST, Substitutes};
