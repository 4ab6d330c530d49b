//! The algorithms that run ahead of the reference engine, each written once over [`crate::vector::Simd`].

pub(crate) mod ascii;
pub(crate) mod code_unit;
pub(crate) mod latin1;
pub(crate) mod length;
pub(crate) mod portable;
mod progress;
pub(crate) mod single;
pub(crate) mod target;
pub(crate) mod utf16;
pub(crate) mod utf16_to_utf32;
pub(crate) mod utf16_to_utf8;
pub(crate) mod utf32;
pub(crate) mod utf32_to_utf16;
pub(crate) mod utf32_to_utf8;
pub(crate) mod utf8;
pub(crate) mod utf8_copy;
pub(crate) mod utf8_repair;
pub(crate) mod utf8_to_units;
pub(crate) mod width;

#[cfg(all(test, feature = "std"))]
mod tests;
