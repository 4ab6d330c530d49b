//! Validates, converts, streams and repairs text in UTF-8 and related encodings, with vector instructions.
//!
//! There is a module for each encoding, with the same functions in each: [`utf8`], [`utf16`], [`utf32`], [`latin1`],
//! [`ascii`]. An ill-formed sequence is reported as [`IllFormed`] with an [`ErrorKind`], and a [`Policy`] determines
//! how it is handled. A conversion writes to a slice, to uninitialised memory or to a `Vec`: to any [`Destination`].
//! [`stream`] processes text that arrives in pieces, [`signature`] handles byte order marks, and [`mod@order`] compares
//! texts. [`Encoding`] has all of these, and relatives of UTF-8 such as CESU-8 and RFC 2279; [`convert()`] converts between any
//! two. [`codec`] is for encodings of other crates.
//!
//! *Byte* means eight bits. RFC 3629 says *octet* for it.
//!
//! ```
//! use utf8kit::{ErrorKind, utf8};
//!
//! assert_eq!(utf8::validate(b"caf\xC3\xA9").unwrap(), "café");
//!
//! let error = utf8::validate(b"caf\xE9!").unwrap_err();
//! assert_eq!((error.valid_up_to(), error.kind()), (3, ErrorKind::MissingContinuation));
//! assert_eq!(utf8::repair(b"caf\xE9!"), "caf\u{FFFD}!");
//! ```
//!
//! # Features
//!
//! The crate is `no_std` without the feature `std`, and has no dependencies. The default features are `std` and
//! `utf16`.
//!
//! | feature | what it adds |
//! | --- | --- |
//! | `std` | `std::io` adapters, conversions to [`std::io::Error`], the variable `UTF8KIT_TIER`; implies `alloc` and `detect` |
//! | `detect` | detection of the processor's instruction sets at run time; not for kernels of operating systems and others that must not touch vector registers |
//! | `alloc` | `Vec` and `String` as destinations, and the functions that return `String` or `Cow`. Without memory they end the program, as `Vec` does; with a slice as the destination, nothing allocates |
//! | `utf16` | the module [`utf16`], and conversions to and from UTF-16 |
//! | `utf32` | the module [`utf32`], and conversions to and from UTF-32; implies `utf16` |
//! | `dialects` | the relatives of UTF-8 in [`Encoding`]: CESU-8, Modified UTF-8, WTF-8, RFC 2279, Annex R; implies `utf32` |
//! | `tiers` | the module `tiers`: the kernels of each instruction set, for tests and measurements; outside semantic versioning; implies all other features |
//!
//! # File names
//!
//! A file name need not be text, and `std` converts an `OsStr` without loss, so this crate has no functions for it.
//!
//! On Unix, `OsStrExt::as_bytes` returns the bytes, without a copy. [`utf8::validate`], [`utf8::chunks`] and [`utf8::repair`] take
//! them as they are.
//!
//! On Windows, a file name is UTF-16 in which surrogates can be unpaired. `OsStrExt::encode_wide` returns its code units.
//! WTF-8 represents all of them in bytes, for files and networks, and `OsStringExt::from_wide` makes a file name again:
//!
//! ```
//! # #[cfg(feature = "dialects")] {
//! use utf8kit::stream::{Decoder, Encoder};
//! use utf8kit::{Encoding, Policy};
//!
//! let wide = [0x61, 0xD800, 0x62, 0xD800]; // from `encode_wide`
//! let (mut bytes, mut units) = (Vec::new(), Vec::new());
//! let mut encoder = Encoder::new(Encoding::Wtf8, Policy::Fail);
//! let _ = encoder.encode_utf16(&wide, &mut bytes);
//! let _ = encoder.finish(&mut bytes);
//! assert_eq!(bytes, b"a\xED\xA0\x80b\xED\xA0\x80");
//!
//! let mut decoder = Decoder::new(Encoding::Wtf8, Policy::Fail);
//! let _ = decoder.to_utf16(&bytes, &mut units);
//! let _ = decoder.finish_utf16(&mut units);
//! assert_eq!(units, wide); // for `from_wide`
//! # }
//! ```
//!
//! `OsStr::as_encoded_bytes` is not for that: its encoding is private to `std` and differs between its versions.
//!
//! # Units
//!
//! Every function documents whether it counts *bytes*, *code units* or *scalars*. Offsets and lengths are in code
//! units of the slice that they refer to; those of [`Encoding`], [`convert()`] and streams are in bytes.
#![cfg_attr(not(feature = "std"), no_std)]
#![deny(missing_docs)]
// The feature `tiers` enables all others, and with it nothing is unused. With fewer features, some internal functions
// are.
#![cfg_attr(not(feature = "tiers"), allow(dead_code))]

#[cfg(feature = "alloc")]
extern crate alloc;

#[cfg(feature = "dialects")]
mod code_points;
mod code_unit;
mod convert;
mod destination;
mod encoding;
mod engine;
mod error;
mod names;
mod parts;
mod policy;
// AVX-512 and all features together use all of the vector code; other targets and fewer features do not.
#[cfg_attr(
    not(all(target_arch = "x86_64", feature = "tiers")),
    allow(dead_code, unused_imports, unused_macros)
)]
mod simd;
#[cfg(feature = "dialects")]
mod subset;
mod uninit;

pub mod ascii;
pub mod codec;
pub mod latin1;
pub mod order;
pub mod signature;
pub mod stream;
#[cfg(feature = "tiers")]
pub mod tiers;
#[cfg(feature = "utf16")]
pub mod utf16;
#[cfg(feature = "utf32")]
pub mod utf32;
pub mod utf8;
mod validate;

#[cfg(feature = "dialects")]
pub use code_points::{CodePoint, CodePoints};
pub use convert::{Converted, convert, converted_len};
pub use destination::{Destination, Utf8Destination};
pub use encoding::Encoding;
pub use error::{
    ConvertError, ConvertErrorKind, DestinationFull, ErrorKind, IllFormed, Lossy, Number, Reason,
};
pub use names::UnknownName;
pub use policy::{Policy, Replacement};
pub use simd::dispatch::{Tier, tier};
#[cfg(feature = "detect")]
pub use simd::dispatch::{TierUnavailable, set_tier};
#[cfg(feature = "dialects")]
pub use subset::Subset;
#[cfg(feature = "alloc")]
pub use utf8::IntoStringError;
#[cfg(feature = "dialects")]
pub use validate::well_formed_in;

/// The byte order of 16- and 32-bit code units.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Endian {
    /// The least significant byte first.
    Little,
    /// The most significant byte first.
    Big,
}

impl Endian {
    /// The byte order of the target.
    pub const NATIVE: Endian = if cfg!(target_endian = "big") {
        Endian::Big
    } else {
        Endian::Little
    };
}

/// The examples in the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
