//! Lengths in other units. Defined on any input, exact for well-formed text.

use crate::Endian;
use crate::code_unit::{CodeUnit, InBytes, bytes_in, units_of};
use crate::dispatch::{self, Kernels};
use crate::vector::*;

/// Returns what `M` measures of `bytes`: `kernel` counts as far as it goes, plain code the rest.
#[inline]
fn length<M: Measure>(kernel: dispatch::Length, bytes: &[u8]) -> usize {
    // SAFETY: the contract of `Kernels`, of which `kernel` is a field.
    let (counted, length) = unsafe { kernel(bytes) };
    let units = units_of::<M::Unit>(bytes);
    if counted == units.len() {
        return length;
    }
    length + reference::<M>(&units[counted..])
}

/// Returns the same, unit by unit.
pub(crate) fn reference<M: Measure>(units: &[M::Unit]) -> usize {
    let counts = units.iter().map(|unit| usize::from(M::count(unit.number())));
    M::length(units.len(), counts.sum())
}

const NATIVE_IS_BIG: bool = cfg!(target_endian = "big");

/// Declares the lengths of encodings of wider units in either byte order.
macro_rules! lengths {
    ($($(#[$doc:meta])* $name:ident, $size:literal: $little:ident, $big:ident, $measure:ident;)*) => {$(
        $(#[$doc])*
        #[inline]
        pub(crate) fn $name(kernels: &'static Kernels, endian: Endian, bytes: &[u8]) -> usize {
            match endian {
                Endian::Little => length::<$measure<InBytes<$size, false>>>(kernels.$little, bytes),
                Endian::Big => length::<$measure<InBytes<$size, true>>>(kernels.$big, bytes),
            }
        }
    )*};
}

/// Returns the number of characters of UTF-8.
#[inline]
pub(crate) fn utf8_count(kernels: &'static Kernels, bytes: &[u8]) -> usize {
    length::<Starts>(kernels.utf8_count, bytes)
}

/// Returns the number of 16-bit units that UTF-8 becomes in UTF-16.
#[cfg(feature = "utf16")]
#[inline]
pub(crate) fn utf8_utf16_len(kernels: &'static Kernels, bytes: &[u8]) -> usize {
    length::<Utf16OfUtf8>(kernels.utf8_utf16_len, bytes)
}

/// Returns the number of bytes that Latin-1 becomes in UTF-8.
#[cfg(feature = "latin1")]
#[inline]
pub(crate) fn latin1_utf8_len(kernels: &'static Kernels, bytes: &[u8]) -> usize {
    length::<Utf8OfLatin1>(kernels.latin1_utf8_len, bytes)
}

/// Returns the number of 16-bit units that UTF-32 in the machine's order becomes in UTF-16.
#[cfg(all(feature = "utf16", feature = "utf32"))]
#[inline]
pub(crate) fn utf32_utf16_len(kernels: &'static Kernels, units: &[u32]) -> usize {
    length::<Utf16OfUtf32<InBytes<4, NATIVE_IS_BIG>>>(kernels.utf32_utf16_len, bytes_in(units))
}

#[cfg(feature = "utf16")]
lengths! {
    /// Returns the number of characters of UTF-16.
    utf16_count, 2: utf16le_count, utf16be_count, StartsOfUtf16;
    /// Returns the number of bytes that UTF-16 becomes in UTF-8.
    utf16_utf8_len, 2: utf16le_utf8_len, utf16be_utf8_len, Utf8OfUtf16;
}
#[cfg(feature = "utf32")]
lengths! {
    /// Returns the number of bytes that UTF-32 becomes in UTF-8.
    utf32_utf8_len, 4: utf32le_utf8_len, utf32be_utf8_len, Utf8OfUtf32;
}
