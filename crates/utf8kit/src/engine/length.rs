//! Lengths in code units of other encodings. They are defined for any input and exact for well-formed text.
//!
//! The kernels do all of the work. The reference engine is not involved.

#[cfg(feature = "utf16")]
use crate::Endian;
#[cfg(feature = "utf16")]
use crate::code_unit::units_in;
use crate::simd::dispatch::Kernels;

/// Returns the number of characters of UTF-8.
#[inline]
pub(crate) fn utf8_count(kernels: Kernels, bytes: &[u8]) -> usize {
    // SAFETY: a `Kernels` proves that the processor has the instruction set.
    unsafe { kernels.utf8_count(bytes) }
}

/// Returns the number of UTF-16 code units that UTF-8 converts to.
#[cfg(feature = "utf16")]
#[inline]
pub(crate) fn utf8_utf16_len(kernels: Kernels, bytes: &[u8]) -> usize {
    // SAFETY: a `Kernels` proves that the processor has the instruction set.
    unsafe { kernels.utf8_utf16_len(bytes) }
}

/// Returns the number of characters of UTF-16.
#[cfg(feature = "utf16")]
#[inline]
pub(crate) fn utf16_count(kernels: Kernels, endian: Endian, bytes: &[u8]) -> usize {
    // SAFETY: a `Kernels` proves that the processor has the instruction set.
    unsafe {
        match endian {
            Endian::Little => kernels.utf16le_count(units_in(bytes)),
            Endian::Big => kernels.utf16be_count(units_in(bytes)),
        }
    }
}

/// Returns the number of UTF-8 bytes that UTF-16 converts to.
#[cfg(feature = "utf16")]
#[inline]
pub(crate) fn utf16_utf8_len(kernels: Kernels, endian: Endian, bytes: &[u8]) -> usize {
    // SAFETY: a `Kernels` proves that the processor has the instruction set.
    unsafe {
        match endian {
            Endian::Little => kernels.utf16le_utf8_len(units_in(bytes)),
            Endian::Big => kernels.utf16be_utf8_len(units_in(bytes)),
        }
    }
}

/// Returns the number of UTF-8 bytes that UTF-32 converts to.
#[cfg(feature = "utf32")]
#[inline]
pub(crate) fn utf32_utf8_len(kernels: Kernels, endian: Endian, bytes: &[u8]) -> usize {
    // SAFETY: a `Kernels` proves that the processor has the instruction set.
    unsafe {
        match endian {
            Endian::Little => kernels.utf32le_utf8_len(units_in(bytes)),
            Endian::Big => kernels.utf32be_utf8_len(units_in(bytes)),
        }
    }
}

/// Returns the number of UTF-16 code units that UTF-32 in the native byte order converts to.
#[cfg(feature = "utf32")]
#[inline]
pub(crate) fn utf32_utf16_len(kernels: Kernels, units: &[u32]) -> usize {
    // SAFETY: a `Kernels` proves that the processor has the instruction set.
    unsafe { kernels.utf32_utf16_len(units) }
}

/// Returns the number of UTF-8 bytes that Latin-1 converts to.
#[inline]
pub(crate) fn latin1_utf8_len(kernels: Kernels, bytes: &[u8]) -> usize {
    // SAFETY: a `Kernels` proves that the processor has the instruction set.
    unsafe { kernels.latin1_utf8_len(bytes) }
}
