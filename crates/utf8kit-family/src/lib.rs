//! What stands around UTF-8: the encodings that its standards name, charset labels, ISO/IEC 2022
//! announcements, Hangul at its Unicode 1.1 positions, recognition, search.
//!
//! An [`Encoding`] is found by its [label](labels), or named; a [`Decoder`] turns its bytes into UTF-8 and
//! an [`Encoder`] turns UTF-8 into its bytes, whole or in pieces, under [`utf8kit`]'s policies and with its
//! errors.
//!
//! ```
//! use utf8kit::Policy;
//! use utf8kit_family::{Encoding, labels};
//!
//! let encoding = labels::encoding("utf-7").unwrap();
//! assert_eq!(encoding, Encoding::Utf7);
//! assert_eq!(encoding.decode(b"Hi Mom -+Jjo--!", Policy::Fail).unwrap(), "Hi Mom -\u{263A}-!");
//! assert_eq!(encoding.encode("1 + 1", Policy::Fail).unwrap(), b"1 +- 1");
//! ```

mod codec;
mod decoder;
mod encoder;
mod encoding;
pub mod hangul;
pub mod iso2022;
pub mod labels;
#[cfg(feature = "normalize")]
pub mod normalize;
pub mod recognize;
pub mod search;
pub mod ucs;
pub mod utf1;
pub mod utf7;

pub use decoder::Decoder;
pub use encoder::Encoder;
pub use encoding::{Encoding, NotRepresentable};
