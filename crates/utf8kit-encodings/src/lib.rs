//! Encodings and tools related to UTF-8.
//!
//! The crate provides the other encodings that the standards of UTF-8 name, and what a program needs
//! to handle their text:
//!
//! - [`Encoding`]: UTF-7, UTF-7-IMAP, UTF-1, UCS-2, UCS-4, UTF-8, UTF-16 and UTF-32 with a signature, and every encoding
//!   of [`utf8kit`]; with the feature `legacy`, code pages and East Asian encodings, too. [`Encoding::decode`] and [`Encoding::encode`] convert a whole text; a [`Decoder`] and an
//!   [`Encoder`] convert text that arrives in pieces, and a [`Converter`] from one encoding to another. All take [`utf8kit`]'s policies and return its errors. By way of code
//!   points they convert every number that two encodings have, up to `0x7FFF_FFFF`, and unpaired surrogates.
//!   [`Encoding::max`] says how far the numbers of an encoding go.
//! - [`labels`]: charset labels, read as `iconv`, as browsers or as IANA reads them, and the `charset` parameter of a
//!   Content-Type value.
//! - [`iso2022`]: escape sequences that announce UTF-8 in ISO/IEC 2022 text; a [`Decoder`] follows them.
//! - [`hangul`]: migration of Hangul syllables from their Unicode 1.1 code points, and back, and a report on them.
//! - [`recognize`]: the evidence that some bytes are UTF-8.
//! - [`search`]: substring search that matches whole characters only.
//! - `normalize` (feature `normalize`): comparison and search under canonical equivalence.
//!
//! ```
//! use utf8kit::Policy;
//! use utf8kit_encodings::{Encoding};
//!
//! let encoding = "utf-7".parse::<Encoding>().unwrap();
//! assert_eq!(encoding, Encoding::Utf7);
//! assert_eq!(encoding.decode(b"Hi Mom -+Jjo--!", Policy::Fail).unwrap(), "Hi Mom -\u{263A}-!");
//! assert_eq!(encoding.encode("1 + 1", Policy::Fail).unwrap(), b"1 +- 1");
//! ```

mod buffer;
mod converter;
mod decoder;
pub mod detect;
#[cfg(feature = "legacy")]
mod east_asian;
mod encoder;
mod encoding;
pub mod hangul;
pub mod iso2022;
mod item;
pub mod labels;
#[cfg(feature = "legacy")]
mod legacy;
#[cfg(feature = "legacy")]
mod marks;
#[cfg(feature = "normalize")]
pub mod normalize;
#[doc(hidden)]
pub mod order;
#[cfg(feature = "legacy")]
mod packed;
pub mod recognize;
#[cfg(feature = "legacy")]
mod runs;
pub mod search;
mod signature;
#[cfg(feature = "legacy")]
mod single_byte;
mod source;
#[cfg(feature = "legacy")]
mod stateful;
mod target;
pub mod ucs;
pub mod utf1;
pub mod utf7;
mod whole;

pub use converter::Converter;
pub use decoder::Decoder;
pub use encoder::Encoder;
pub use encoding::Encoding;
pub use labels::{Reading, UnknownEncoding};
#[cfg(feature = "legacy")]
pub use legacy::Legacy;
#[cfg(feature = "legacy")]
pub use single_byte::EbcdicLineEnd;
