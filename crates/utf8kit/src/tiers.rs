//! Access to every tier, for tests and benchmarks. It is not part of the public API: do not use it.
//!
//! There are functions for the kernels of a tier alone, for the kernels followed by the reference engine, and for the
//! reference engine alone, with which every tier has to agree.

use crate::code_unit::bytes_in;
use crate::encoding::{Ascii, Latin1, Utf8, Utf16, Utf16Bytes, Utf32, Utf32Bytes};
use crate::engine::{self, ConvertPrefix, ValidPrefix, as_uninit, reference_only};
use crate::simd::dispatch::{Kernels, Tier};
use crate::{ConvertError, DestinationFull, Endian, IllFormed, Lossy};

/// Returns the tiers that this build has and this machine can run, the best first.
pub fn available() -> impl Iterator<Item = Tier> {
    Tier::available()
}

/// Returns the kernels of `tier`.
///
/// # Panics
///
/// Panics if this machine cannot run it.
#[track_caller]
fn require(tier: Tier) -> Kernels {
    match tier.kernels() {
        Some(kernels) => kernels,
        None => panic!("this machine cannot run the tier {tier}"),
    }
}

/// Returns the length, in bytes, of the prefix that the kernel alone finds well-formed.
pub fn valid_prefix_utf8(tier: Tier, bytes: &[u8]) -> usize {
    Utf8::valid_prefix(require(tier), bytes)
}

/// Validates with the kernel and the reference engine.
pub fn validate_utf8(tier: Tier, bytes: &[u8]) -> Result<(), IllFormed> {
    engine::validate_with::<Utf8>(require(tier), bytes)
}

/// Validates with the reference engine alone.
pub fn reference_validate_utf8(bytes: &[u8]) -> Result<(), IllFormed> {
    reference_only::validate::<Utf8>(bytes)
}

/// Defines five functions for a pair of encodings: the kernel alone; the kernel and the reference engine; the
/// reference engine alone; and the last two with replacements.
macro_rules! conversion {
    (
        $source:ty: $read:ty, $target:ty: $written:ty;
        $run_ahead:ident, $convert:ident, $convert_lossy:ident, $reference:ident, $reference_lossy:ident
    ) => {
        /// Converts with the kernel alone and returns the number of code units read and written.
        pub fn $run_ahead(tier: Tier, source: &[$read], destination: &mut [$written]) -> (usize, usize) {
            // SAFETY: `ConvertPrefix` writes initialized units only.
            let destination = unsafe { as_uninit(destination) };
            <$source as ConvertPrefix<$target>>::convert_prefix(require(tier), source, destination)
        }

        /// Converts with the kernel and the reference engine and returns the number of code units written.
        pub fn $convert(
            tier: Tier,
            source: &[$read],
            destination: &mut [$written],
        ) -> Result<usize, ConvertError> {
            // SAFETY: conversions write initialized units only.
            let destination = unsafe { as_uninit(destination) };
            engine::convert_with::<$source, $target>(require(tier), source, destination)
        }

        /// Converts with the kernel and the reference engine, with replacements.
        pub fn $convert_lossy(
            tier: Tier,
            source: &[$read],
            destination: &mut [$written],
        ) -> Result<Lossy, DestinationFull> {
            // SAFETY: conversions write initialized units only.
            let destination = unsafe { as_uninit(destination) };
            engine::convert_lossy_with::<$source, $target>(require(tier), source, destination)
        }

        /// Converts with the reference engine alone and returns the number of code units written.
        pub fn $reference(source: &[$read], destination: &mut [$written]) -> Result<usize, ConvertError> {
            reference_only::convert::<$source, $target>(source, destination)
        }

        /// Converts with the reference engine alone, with replacements.
        pub fn $reference_lossy(
            source: &[$read],
            destination: &mut [$written],
        ) -> Result<Lossy, DestinationFull> {
            reference_only::convert_lossy::<$source, $target>(source, destination)
        }
    };
}

conversion! {
    Utf8: u8, Utf16: u16;
    run_ahead_utf8_to_utf16, utf8_to_utf16, utf8_to_utf16_lossy,
    reference_utf8_to_utf16, reference_utf8_to_utf16_lossy
}

conversion! {
    Utf8: u8, Utf8: u8;
    run_ahead_utf8_to_utf8, utf8_to_utf8, utf8_to_utf8_lossy,
    reference_utf8_to_utf8, reference_utf8_to_utf8_lossy
}

conversion! {
    Utf16: u16, Utf8: u8;
    run_ahead_utf16_to_utf8, utf16_to_utf8, utf16_to_utf8_lossy,
    reference_utf16_to_utf8, reference_utf16_to_utf8_lossy
}

/// Conversions between UTF-8 and UTF-16 in bytes, for each byte order. The functions below choose one.
#[allow(unreachable_pub)]
mod order {
    use super::*;

    pub(super) mod big {
        use super::*;
        conversion! {
            Utf8: u8, Utf16Bytes<true>: u8;
            run_ahead_utf8_to_utf16, utf8_to_utf16, utf8_to_utf16_lossy,
            reference_utf8_to_utf16, reference_utf8_to_utf16_lossy
        }
        conversion! {
            Utf16Bytes<true>: u8, Utf8: u8;
            run_ahead_utf16_to_utf8, utf16_to_utf8, utf16_to_utf8_lossy,
            reference_utf16_to_utf8, reference_utf16_to_utf8_lossy
        }
    }

    pub(super) mod little {
        use super::*;
        conversion! {
            Utf8: u8, Utf16Bytes<false>: u8;
            run_ahead_utf8_to_utf16, utf8_to_utf16, utf8_to_utf16_lossy,
            reference_utf8_to_utf16, reference_utf8_to_utf16_lossy
        }
        conversion! {
            Utf16Bytes<false>: u8, Utf8: u8;
            run_ahead_utf16_to_utf8, utf16_to_utf8, utf16_to_utf8_lossy,
            reference_utf16_to_utf8, reference_utf16_to_utf8_lossy
        }
    }
}

/// Defines functions that take the byte order as an argument.
macro_rules! in_either_order {
    ($($(#[$doc:meta])* $name:ident = $function:ident($($tier:ident)?) -> $result:ty;)*) => {$(
        $(#[$doc])*
        pub fn $name($($tier: Tier,)? source: &[u8], order: Endian, destination: &mut [u8]) -> $result {
            match order {
                Endian::Little => order::little::$function($($tier,)? source, destination),
                Endian::Big => order::big::$function($($tier,)? source, destination),
            }
        }
    )*};
}

in_either_order! {
    /// Converts with the kernel alone and returns the number of bytes read and written.
    run_ahead_utf8_to_utf16_bytes = run_ahead_utf8_to_utf16(tier) -> (usize, usize);
    /// Converts with the kernel and the reference engine and returns the number of bytes written.
    utf8_to_utf16_bytes = utf8_to_utf16(tier) -> Result<usize, ConvertError>;
    /// Converts with the kernel and the reference engine, with replacements.
    utf8_to_utf16_bytes_lossy = utf8_to_utf16_lossy(tier) -> Result<Lossy, DestinationFull>;
    /// Converts with the reference engine alone and returns the number of bytes written.
    reference_utf8_to_utf16_bytes = reference_utf8_to_utf16() -> Result<usize, ConvertError>;
    /// Converts with the reference engine alone, with replacements.
    reference_utf8_to_utf16_bytes_lossy = reference_utf8_to_utf16_lossy() -> Result<Lossy, DestinationFull>;
    /// Converts with the kernel alone and returns the number of bytes read and written.
    run_ahead_utf16_bytes_to_utf8 = run_ahead_utf16_to_utf8(tier) -> (usize, usize);
    /// Converts with the kernel and the reference engine and returns the number of bytes written.
    utf16_bytes_to_utf8 = utf16_to_utf8(tier) -> Result<usize, ConvertError>;
    /// Converts with the kernel and the reference engine, with replacements.
    utf16_bytes_to_utf8_lossy = utf16_to_utf8_lossy(tier) -> Result<Lossy, DestinationFull>;
    /// Converts with the reference engine alone and returns the number of bytes written.
    reference_utf16_bytes_to_utf8 = reference_utf16_to_utf8() -> Result<usize, ConvertError>;
    /// Converts with the reference engine alone, with replacements.
    reference_utf16_bytes_to_utf8_lossy = reference_utf16_to_utf8_lossy() -> Result<Lossy, DestinationFull>;
}

/// Defines a module with the functions above for each other encoding that can be ill-formed.
macro_rules! validations {
    ($($name:ident: $source:ty, $unit:ty;)*) => {$(
        #[doc = concat!("Tests whether text is well-formed `", stringify!($source), "`.")]
        pub mod $name {
            use super::*;

            /// Returns the number of code units in the prefix that the kernel alone finds well-formed.
            pub fn valid_prefix(tier: Tier, units: &[$unit]) -> usize {
                <$source>::valid_prefix(require(tier), units)
            }

            /// Validates with the kernel and the reference engine.
            pub fn validate(tier: Tier, units: &[$unit]) -> Result<(), IllFormed> {
                engine::validate_with::<$source>(require(tier), units)
            }

            /// Validates with the reference engine alone.
            pub fn reference(units: &[$unit]) -> Result<(), IllFormed> {
                reference_only::validate::<$source>(units)
            }
        }
    )*};
}

validations! {
    validate_utf16: Utf16, u16;
    validate_utf16_little: Utf16Bytes<false>, u8;
    validate_utf16_big: Utf16Bytes<true>, u8;
    validate_utf32: Utf32, u32;
    validate_utf32_little: Utf32Bytes<false>, u8;
    validate_utf32_big: Utf32Bytes<true>, u8;
    validate_ascii: Ascii, u8;
}

/// Lengths in code units of other encodings.
pub mod lengths {
    use super::*;

    /// Returns the number of characters.
    pub fn utf8_count(tier: Tier, bytes: &[u8]) -> usize {
        engine::utf8_count(require(tier), bytes)
    }

    /// Returns the number of UTF-16 code units.
    pub fn utf8_utf16_len(tier: Tier, bytes: &[u8]) -> usize {
        engine::utf8_utf16_len(require(tier), bytes)
    }

    /// Returns the number of UTF-8 bytes.
    pub fn latin1_utf8_len(tier: Tier, bytes: &[u8]) -> usize {
        engine::latin1_utf8_len(require(tier), bytes)
    }

    /// Returns the number of characters.
    pub fn utf16_count(tier: Tier, units: &[u16]) -> usize {
        engine::utf16_count(require(tier), Endian::NATIVE, bytes_in(units))
    }

    /// Returns the number of characters.
    pub fn utf16_big_count(tier: Tier, bytes: &[u8]) -> usize {
        engine::utf16_count(require(tier), Endian::Big, bytes)
    }

    /// Returns the number of UTF-8 bytes.
    pub fn utf16_utf8_len(tier: Tier, units: &[u16]) -> usize {
        engine::utf16_utf8_len(require(tier), Endian::NATIVE, bytes_in(units))
    }

    /// Returns the number of UTF-8 bytes.
    pub fn utf16_big_utf8_len(tier: Tier, bytes: &[u8]) -> usize {
        engine::utf16_utf8_len(require(tier), Endian::Big, bytes)
    }

    /// Returns the number of UTF-8 bytes.
    pub fn utf32_utf8_len(tier: Tier, units: &[u32]) -> usize {
        engine::utf32_utf8_len(require(tier), Endian::NATIVE, bytes_in(units))
    }

    /// Returns the number of UTF-8 bytes.
    pub fn utf32_big_utf8_len(tier: Tier, bytes: &[u8]) -> usize {
        engine::utf32_utf8_len(require(tier), Endian::Big, bytes)
    }

    /// Returns the number of UTF-16 code units.
    pub fn utf32_utf16_len(tier: Tier, units: &[u32]) -> usize {
        engine::utf32_utf16_len(require(tier), units)
    }
}

/// Defines a module with the functions above for each other pair of encodings.
macro_rules! conversions {
    ($($name:ident: $source:ty: $read:ty, $target:ty: $written:ty;)*) => {$(
        #[doc = concat!("Converts `", stringify!($source), "` to `", stringify!($target), "`.")]
        pub mod $name {
            use super::*;
            conversion! {
                $source: $read, $target: $written;
                run_ahead, convert, convert_lossy, reference, reference_lossy
            }
        }
    )*};
}

conversions! {
    utf8_to_utf32: Utf8: u8, Utf32: u32;
    utf8_to_utf32_little: Utf8: u8, Utf32Bytes<false>: u8;
    utf8_to_utf32_big: Utf8: u8, Utf32Bytes<true>: u8;
    utf8_to_latin1: Utf8: u8, Latin1: u8;
    utf8_to_ascii: Utf8: u8, Ascii: u8;
    utf16_to_utf16: Utf16: u16, Utf16: u16;
    utf16_to_utf32: Utf16: u16, Utf32: u32;
    utf16_to_latin1: Utf16: u16, Latin1: u8;
    utf16_to_ascii: Utf16: u16, Ascii: u8;
    utf16_little_to_utf16: Utf16Bytes<false>: u8, Utf16: u16;
    utf16_big_to_utf16: Utf16Bytes<true>: u8, Utf16: u16;
    utf16_little_to_utf16_little: Utf16Bytes<false>: u8, Utf16Bytes<false>: u8;
    utf16_little_to_utf16_big: Utf16Bytes<false>: u8, Utf16Bytes<true>: u8;
    utf16_big_to_utf16_little: Utf16Bytes<true>: u8, Utf16Bytes<false>: u8;
    utf32_to_utf8: Utf32: u32, Utf8: u8;
    utf32_to_utf16: Utf32: u32, Utf16: u16;
    utf32_to_latin1: Utf32: u32, Latin1: u8;
    utf32_to_ascii: Utf32: u32, Ascii: u8;
    utf32_little_to_utf8: Utf32Bytes<false>: u8, Utf8: u8;
    utf32_big_to_utf8: Utf32Bytes<true>: u8, Utf8: u8;
    utf32_little_to_utf16: Utf32Bytes<false>: u8, Utf16: u16;
    utf32_big_to_utf16: Utf32Bytes<true>: u8, Utf16: u16;
    utf16_little_to_utf32: Utf16Bytes<false>: u8, Utf32: u32;
    utf16_big_to_utf32: Utf16Bytes<true>: u8, Utf32: u32;
    utf16_little_to_latin1: Utf16Bytes<false>: u8, Latin1: u8;
    utf16_big_to_latin1: Utf16Bytes<true>: u8, Latin1: u8;
    utf16_little_to_ascii: Utf16Bytes<false>: u8, Ascii: u8;
    utf16_big_to_ascii: Utf16Bytes<true>: u8, Ascii: u8;
    utf32_to_utf16_little: Utf32: u32, Utf16Bytes<false>: u8;
    utf32_to_utf16_big: Utf32: u32, Utf16Bytes<true>: u8;
    latin1_to_utf16_little: Latin1: u8, Utf16Bytes<false>: u8;
    latin1_to_utf16_big: Latin1: u8, Utf16Bytes<true>: u8;
    ascii_to_utf16_little: Ascii: u8, Utf16Bytes<false>: u8;
    ascii_to_utf16_big: Ascii: u8, Utf16Bytes<true>: u8;
    latin1_to_utf8: Latin1: u8, Utf8: u8;
    latin1_to_utf16: Latin1: u8, Utf16: u16;
    latin1_to_utf32: Latin1: u8, Utf32: u32;
    ascii_to_utf8: Ascii: u8, Utf8: u8;
    ascii_to_utf16: Ascii: u8, Utf16: u16;
    ascii_to_utf32: Ascii: u8, Utf32: u32;
}

/// Returns `true` if all code units are ASCII.
pub fn utf16_is_ascii(tier: Tier, units: &[u16]) -> bool {
    engine::utf16_is_ascii(require(tier), units)
}

/// Repair of UTF-16.
pub mod repairs {
    use super::*;

    /// Replaces errors in place, and returns their number.
    pub fn in_place(tier: Tier, units: &mut [u16]) -> usize {
        engine::make_well_formed(require(tier), units)
    }

    /// Copies with replacements.
    pub fn copy(tier: Tier, units: &[u16], destination: &mut [u16]) -> Result<Lossy, DestinationFull> {
        engine::to_well_formed(require(tier), units, destination)
    }
}

/// Reversal of the bytes of each code unit, in place and to another buffer.
pub mod swaps {
    use super::*;

    /// Reverses the bytes of each code unit.
    pub fn utf16(tier: Tier, units: &mut [u16]) {
        engine::swap_bytes(require(tier), units);
    }

    /// Reverses the bytes of each code unit, and returns their number.
    pub fn utf16_to(tier: Tier, units: &[u16], destination: &mut [u16]) -> Result<usize, DestinationFull> {
        engine::swap_bytes_to(require(tier), units, destination)
    }

    /// Reverses the bytes of each code unit.
    pub fn utf32(tier: Tier, units: &mut [u32]) {
        engine::swap_bytes(require(tier), units);
    }

    /// Reverses the bytes of each code unit, and returns their number.
    pub fn utf32_to(tier: Tier, units: &[u32], destination: &mut [u32]) -> Result<usize, DestinationFull> {
        engine::swap_bytes_to(require(tier), units, destination)
    }
}

/// Lengths of lossy conversions.
pub mod lossy_lengths {
    use super::*;

    /// Returns the number of UTF-8 bytes.
    pub fn utf8_to_utf8(tier: Tier, bytes: &[u8]) -> usize {
        engine::utf8_lossy_utf8_len(require(tier), bytes)
    }

    /// Returns the number of UTF-16 code units.
    pub fn utf8_to_utf16(tier: Tier, bytes: &[u8]) -> usize {
        engine::utf8_lossy_utf16_len(require(tier), bytes)
    }

    /// Returns the number of characters and errors.
    pub fn utf8_count(tier: Tier, bytes: &[u8]) -> usize {
        engine::utf8_lossy_count(require(tier), bytes)
    }

    /// Returns the number of UTF-8 bytes.
    pub fn utf16_to_utf8(tier: Tier, units: &[u16]) -> usize {
        engine::utf16_lossy_utf8_len(require(tier), Endian::NATIVE, bytes_in(units))
    }

    /// Returns the number of UTF-8 bytes.
    pub fn utf16_bytes_to_utf8(tier: Tier, bytes: &[u8], endian: Endian) -> usize {
        engine::utf16_lossy_utf8_len(require(tier), endian, bytes)
    }

    /// Returns the number of characters and errors.
    pub fn utf16_count(tier: Tier, units: &[u16]) -> usize {
        engine::utf16_lossy_count(require(tier), units)
    }

    /// Returns the number of characters and errors.
    pub fn utf16_bytes_count(tier: Tier, bytes: &[u8], endian: Endian) -> usize {
        engine::utf16_bytes_lossy_count(require(tier), endian, bytes)
    }

    /// Returns the number of UTF-8 bytes.
    pub fn utf32_to_utf8(tier: Tier, units: &[u32]) -> usize {
        engine::utf32_lossy_utf8_len_native(require(tier), units)
    }

    /// Returns the number of UTF-8 bytes.
    pub fn utf32_bytes_to_utf8(tier: Tier, bytes: &[u8], endian: Endian) -> usize {
        engine::utf32_lossy_utf8_len(require(tier), endian, bytes)
    }

    /// Returns the number of UTF-16 code units.
    pub fn utf32_to_utf16(tier: Tier, units: &[u32]) -> usize {
        engine::utf32_lossy_utf16_len(require(tier), units)
    }
}
