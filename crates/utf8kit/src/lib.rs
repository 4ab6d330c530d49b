//! UTF-8 and its family: validate, transcode, stream, repair, at the speed of memory.
//!
//! A module for each form, with the same functions behind each: [`utf8`], [`utf16`], [`utf32`], [`latin1`], [`ascii`].
//! What can be wrong is an [`IllFormed`] with a [`ErrorKind`]; what to do about it is a [`Policy`]. Text that arrives in
//! pieces goes through [`stream`]; what stands at its very beginning is for [`signature`]. UTF-8's older and
//! neighbouring forms are in [`dialect`], the orders that texts can have in [`mod@order`].
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
//! The crate is `no_std` and has no dependencies. `alloc` adds what returns `Vec`, `String` and `Cow`; `std` (default)
//! adds finding the processor's abilities at run time, `std::io` adapters and conversions to [`std::io::Error`].
//!
//! # Units
//!
//! *Bytes*, *code units* and *scalars* are never mixed: every function says in which it counts. Offsets and lengths
//! are in code units of the slice they speak of; where a slice holds UTF-16 or UTF-32 as bytes, in bytes.
#![cfg_attr(not(feature = "std"), no_std)]
#![deny(missing_docs)]
// `tiers` brings every feature, and with it nothing is unused. With fewer features, some internal functions are.
#![cfg_attr(not(feature = "tiers"), allow(dead_code))]

#[cfg(feature = "alloc")]
extern crate alloc;

mod code_unit;
mod dispatch;
mod encoding;
mod engine;
mod error;
// AVX-512 and all features together use all of the vector code; other targets and fewer features do not.
#[cfg_attr(
    not(all(target_arch = "x86_64", feature = "tiers")),
    allow(dead_code, unused_imports, unused_macros)
)]
mod kernel;
mod policy;
mod reference;
#[cfg_attr(
    not(all(target_arch = "x86_64", feature = "tiers")),
    allow(dead_code, unused_imports, unused_macros)
)]
mod vector;

pub mod ascii;
#[cfg(feature = "dialects")]
pub mod dialect;
#[cfg(feature = "latin1")]
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

pub use dispatch::{Tier, tier};
pub use encoding::Encoding;
#[cfg(feature = "alloc")]
pub use error::IntoStringError;
pub use error::{ConvertError, ConvertErrorKind, DestinationFull, ErrorKind, IllFormed, Lossy};
pub use policy::{Policy, Replacement};

/// The order of the bytes of 16- and 32-bit code units.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Endian {
    /// The least significant byte first.
    Little,
    /// The most significant byte first.
    Big,
}

impl Endian {
    /// The order of the machine this runs on.
    pub const NATIVE: Endian = if cfg!(target_endian = "big") {
        Endian::Big
    } else {
        Endian::Little
    };
}

/// The examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
