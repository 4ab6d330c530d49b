//! The kernels: fast code that runs ahead of the reference engine, for each instruction set.
//!
//! A kernel accepts any input, processes a well-formed prefix of it, and returns how much it has read and written.
//! The [engine](crate::engine) continues where it stops.
//!
//! - Each file here is one algorithm, named by what it does, and written once over [`arch::Simd`]. Its front comment explains it.
//!   `portable.rs` has the same for processors without vectors, in plain code.
//! - [`arch`] has the instruction sets, and what each does for the algorithms.
//! - [`dispatch`] has one row for each kernel, and selects the instruction set in use.

mod bounds;
mod progress;

pub(crate) mod arch;
pub(crate) mod convert_ascii;
pub(crate) mod copy_utf8;
pub(crate) mod dispatch;
pub(crate) mod find_utf8_errors;
pub(crate) mod length;
#[cfg(feature = "utf16")]
pub(crate) mod lossy_length;
pub(crate) mod portable;
#[cfg(feature = "utf16")]
pub(crate) mod repair_utf16;
#[cfg(feature = "utf16")]
pub(crate) mod repair_utf16_to_utf8;
pub(crate) mod repair_utf8;
#[cfg(feature = "utf16")]
pub(crate) mod single_byte;
#[cfg(feature = "utf16")]
pub(crate) mod swap_bytes;
#[cfg(feature = "utf16")]
pub(crate) mod utf16_to_latin1;
#[cfg(feature = "utf32")]
pub(crate) mod utf16_to_utf32;
#[cfg(feature = "utf16")]
pub(crate) mod utf16_to_utf8;
#[cfg(feature = "utf32")]
pub(crate) mod utf32_to_utf16;
#[cfg(feature = "utf32")]
pub(crate) mod utf32_to_utf8;
pub(crate) mod utf8_to_latin1;
#[cfg(feature = "utf16")]
pub(crate) mod utf8_to_utf16;
pub(crate) mod validate_by_unit;
#[cfg(feature = "utf16")]
pub(crate) mod validate_utf16;
pub(crate) mod validate_utf8;

#[cfg(all(test, feature = "tiers"))]
mod tests;
