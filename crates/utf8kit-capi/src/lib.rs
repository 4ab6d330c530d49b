//! The C library of utf8kit.
//!
//! `include/utf8kit.h` is generated from this crate: the comments here are those of the header. Rust programs use the crate
//! [`utf8kit`] instead.
//!
//! # The contract
//!
//! Each function is `unsafe`, because it takes pointers from C. These rules hold for all of them, and the SAFETY comments in
//! this crate rely on them:
//!
//! - A source is a pointer and its number of units, which are initialized and do not change during the call. A destination is
//!   a pointer and its capacity in units, which need not be initialized. The two do not overlap.
//! - NULL with a length or capacity of zero is an empty text. NULL with another one, and a pointer to units of 16 or 32 bits
//!   that is not aligned for them, are refused with [`UTF8KIT_STOP_INVALID_ARGUMENT`]. Pointers to bytes need no alignment.
//! - A structure that a function takes by pointer is valid for the call. One that is [initialized](utf8kit_decoder_init) is
//!   not copied or moved afterwards, and one thread at a time uses it.
//! - A function of the caller that is called back returns: it neither throws nor jumps.
//!
//! All functions can be called from any thread. None of them unwinds: a bug of the library ends the program.
//!
//! # Features
//!
//! Without the feature `std`, this is the library for the functions that need neither memory nor an operating system: those of
//! UTF-8, UTF-16, UTF-32, Latin-1 and ASCII, names and messages. `cargo xtask install-c` installs it as `libutf8kit_core.a`.
#![cfg_attr(not(feature = "std"), no_std)]
// Those functions do not use all that the others share.
#![cfg_attr(not(feature = "std"), allow(dead_code))]
#![allow(non_camel_case_types)]
// The contract above is that of every function.
#![allow(clippy::missing_safety_doc)]

#[cfg(feature = "std")]
mod allocate;
mod ascii;
#[cfg(feature = "std")]
mod codec;
#[cfg(feature = "std")]
mod convert;
#[cfg(feature = "std")]
mod detect;
mod encoding;
mod latin1;
mod memory;
mod message;
#[cfg(feature = "std")]
mod policy;
#[cfg(feature = "std")]
mod reserve;
mod result;
#[cfg(feature = "std")]
mod stream;
mod tier;
mod utf16;
mod utf32;
mod utf8;
mod version;

#[cfg(feature = "std")]
pub use allocate::*;
pub use ascii::*;
#[cfg(feature = "std")]
pub use convert::*;
#[cfg(feature = "std")]
pub use detect::*;
pub use encoding::*;
pub use latin1::*;
pub use message::*;
#[cfg(feature = "std")]
pub use policy::*;
pub use result::*;
#[cfg(feature = "std")]
pub use stream::*;
pub use tier::*;
pub use utf8::*;
pub use utf16::*;
pub use utf32::*;
pub use version::*;

/// Ends the program, as a mistake of the library does with `std`, too.
#[cfg(not(feature = "std"))]
#[panic_handler]
fn end(_: &core::panic::PanicInfo<'_>) -> ! {
    unsafe extern "C" {
        fn abort() -> !;
    }
    // SAFETY: the function of the C library has no preconditions.
    unsafe { abort() }
}
