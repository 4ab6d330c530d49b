//! The vector algorithms that run ahead of the reference engine. Each is written once over [`crate::vector::Simd`].
//!
//! A kernel accepts any input, processes a well-formed prefix of it, and returns how much it has read and written.
//! The [engine](crate::engine) continues where it stops.

pub(crate) mod ascii;
mod bounds;
#[cfg(feature = "latin1")]
pub(crate) mod latin1;
pub(crate) mod length;
pub(crate) mod portable;
mod progress;
pub(crate) mod single;
#[cfg(any(feature = "utf16", feature = "utf32"))]
pub(crate) mod swap;
#[cfg(any(feature = "utf16", feature = "utf32"))]
pub(crate) mod target;
#[cfg(feature = "utf16")]
pub(crate) mod utf16;
#[cfg(feature = "utf16")]
pub(crate) mod utf16_repair;
#[cfg(all(feature = "utf16", feature = "utf32"))]
pub(crate) mod utf16_to_utf32;
#[cfg(any(feature = "utf16", feature = "utf32"))]
pub(crate) mod utf16_to_utf8;
#[cfg(all(feature = "utf16", feature = "utf32"))]
pub(crate) mod utf32;
#[cfg(all(feature = "utf16", feature = "utf32"))]
pub(crate) mod utf32_to_utf16;
#[cfg(feature = "utf32")]
pub(crate) mod utf32_to_utf8;
pub(crate) mod utf8;
pub(crate) mod utf8_copy;
pub(crate) mod utf8_errors;
pub(crate) mod utf8_repair;
#[cfg(any(feature = "utf16", feature = "utf32"))]
pub(crate) mod utf8_to_units;
#[cfg(feature = "utf16")]
pub(crate) mod width;

#[cfg(all(test, feature = "tiers"))]
mod tests;
