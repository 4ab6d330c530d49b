//! Handles on every tier, for tests and measurements. No part of what the library promises: do not use it.
//!
//! Two levels: what a tier's kernels do by themselves, and what comes out when the reference engine goes on where they
//! stop. The second also without any kernel, which is what every tier has to agree with.

use crate::dispatch::{self, Kernels, Tier};
use crate::engine::{self, ConvertPrefix, ValidPrefix, as_uninit, reference_only};
use crate::reference::{Ascii, Latin1, Utf8, Utf16, Utf16Bytes, Utf32, Utf32Bytes};
use crate::{ConvertError, DestinationFull, Endian, IllFormed, Lossy};

/// Every tier that this build has and this machine can run, the best first.
pub fn available() -> impl Iterator<Item = Tier> {
    dispatch::available().map(|kernels| kernels.tier)
}

/// Returns the kernels of `tier`.
///
/// # Panics
///
/// Panics if this machine cannot run it.
#[track_caller]
fn require(tier: Tier) -> &'static Kernels {
    match tier.kernels() {
        Some(kernels) => kernels,
        None => panic!("this machine cannot run the tier {tier}"),
    }
}

/// The kernel alone: how many bytes at the beginning it proves well-formed.
pub fn valid_prefix_utf8(tier: Tier, bytes: &[u8]) -> usize {
    Utf8::valid_prefix(require(tier), bytes)
}

/// The kernel, then the reference engine.
pub fn validate_utf8(tier: Tier, bytes: &[u8]) -> Result<(), IllFormed> {
    engine::validate_with::<Utf8>(require(tier), bytes)
}

/// The reference engine alone.
pub fn reference_validate_utf8(bytes: &[u8]) -> Result<(), IllFormed> {
    reference_only::validate::<Utf8>(bytes)
}

/// For a conversion between forms without an order of bytes: the kernel alone, returning the units (read, written); the
/// kernel then the reference engine; the reference engine alone; and these two lossy.
macro_rules! conversion {
    (
        $source:ty: $read:ty, $target:ty: $written:ty;
        $run_ahead:ident, $convert:ident, $convert_lossy:ident, $reference:ident, $reference_lossy:ident
    ) => {
        /// The kernel alone: the units (read, written).
        pub fn $run_ahead(tier: Tier, source: &[$read], destination: &mut [$written]) -> (usize, usize) {
            <$source as ConvertPrefix<$target>>::convert_prefix(require(tier), source, as_uninit(destination))
        }

        /// The kernel, then the reference engine: the units written.
        pub fn $convert(
            tier: Tier,
            source: &[$read],
            destination: &mut [$written],
        ) -> Result<usize, ConvertError> {
            engine::convert_with::<$source, $target>(require(tier), source, as_uninit(destination))
        }

        /// The kernel, then the reference engine, with U+FFFD for what is ill-formed.
        pub fn $convert_lossy(
            tier: Tier,
            source: &[$read],
            destination: &mut [$written],
        ) -> Result<Lossy, DestinationFull> {
            engine::convert_lossy_with::<$source, $target>(require(tier), source, as_uninit(destination))
        }

        /// The reference engine alone: the units written.
        pub fn $reference(source: &[$read], destination: &mut [$written]) -> Result<usize, ConvertError> {
            reference_only::convert::<$source, $target>(source, as_uninit(destination))
        }

        /// The reference engine alone, with U+FFFD for what is ill-formed.
        pub fn $reference_lossy(
            source: &[$read],
            destination: &mut [$written],
        ) -> Result<Lossy, DestinationFull> {
            reference_only::convert_lossy::<$source, $target>(source, as_uninit(destination))
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

/// UTF-8 to UTF-16 in bytes, and back; wrapped below for both orders.
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

/// The same functions with an order of bytes.
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
    /// The kernel alone: the bytes (read, written).
    run_ahead_utf8_to_utf16_bytes = run_ahead_utf8_to_utf16(tier) -> (usize, usize);
    /// The kernel, then the reference engine: the bytes written.
    utf8_to_utf16_bytes = utf8_to_utf16(tier) -> Result<usize, ConvertError>;
    /// The kernel, then the reference engine, with U+FFFD for what is ill-formed.
    utf8_to_utf16_bytes_lossy = utf8_to_utf16_lossy(tier) -> Result<Lossy, DestinationFull>;
    /// The reference engine alone: the bytes written.
    reference_utf8_to_utf16_bytes = reference_utf8_to_utf16() -> Result<usize, ConvertError>;
    /// The reference engine alone, with U+FFFD for what is ill-formed.
    reference_utf8_to_utf16_bytes_lossy = reference_utf8_to_utf16_lossy() -> Result<Lossy, DestinationFull>;
    /// The kernel alone: the bytes (read, written).
    run_ahead_utf16_bytes_to_utf8 = run_ahead_utf16_to_utf8(tier) -> (usize, usize);
    /// The kernel, then the reference engine: the bytes written.
    utf16_bytes_to_utf8 = utf16_to_utf8(tier) -> Result<usize, ConvertError>;
    /// The kernel, then the reference engine, with U+FFFD for what is ill-formed.
    utf16_bytes_to_utf8_lossy = utf16_to_utf8_lossy(tier) -> Result<Lossy, DestinationFull>;
    /// The reference engine alone: the bytes written.
    reference_utf16_bytes_to_utf8 = reference_utf16_to_utf8() -> Result<usize, ConvertError>;
    /// The reference engine alone, with U+FFFD for what is ill-formed.
    reference_utf16_bytes_to_utf8_lossy = reference_utf16_to_utf8_lossy() -> Result<Lossy, DestinationFull>;
}

/// A module for each other form that can be ill-formed: the functions above for it.
macro_rules! validations {
    ($($name:ident: $source:ty, $unit:ty;)*) => {$(
        #[doc = concat!("Tests whether text is well-formed `", stringify!($source), "`.")]
        pub mod $name {
            use super::*;

            /// The kernel alone: how many units at the beginning it proves well-formed.
            pub fn valid_prefix(tier: Tier, units: &[$unit]) -> usize {
                <$source>::valid_prefix(require(tier), units)
            }

            /// The kernel, then the reference engine.
            pub fn validate(tier: Tier, units: &[$unit]) -> Result<(), IllFormed> {
                engine::validate_with::<$source>(require(tier), units)
            }

            /// The reference engine alone.
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

/// Lengths in other units.
pub mod lengths {
    use super::*;
    use crate::code_unit::bytes_in;

    /// Returns the number of characters.
    pub fn utf8_count(tier: Tier, bytes: &[u8]) -> usize {
        engine::utf8_count(require(tier), bytes)
    }

    /// Returns the number of 16-bit units of UTF-16.
    pub fn utf8_utf16_len(tier: Tier, bytes: &[u8]) -> usize {
        engine::utf8_utf16_len(require(tier), bytes)
    }

    /// Returns the number of bytes of UTF-8.
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

    /// Returns the number of bytes of UTF-8.
    pub fn utf16_utf8_len(tier: Tier, units: &[u16]) -> usize {
        engine::utf16_utf8_len(require(tier), Endian::NATIVE, bytes_in(units))
    }

    /// Returns the number of bytes of UTF-8.
    pub fn utf16_big_utf8_len(tier: Tier, bytes: &[u8]) -> usize {
        engine::utf16_utf8_len(require(tier), Endian::Big, bytes)
    }

    /// Returns the number of bytes of UTF-8.
    pub fn utf32_utf8_len(tier: Tier, units: &[u32]) -> usize {
        engine::utf32_utf8_len(require(tier), Endian::NATIVE, bytes_in(units))
    }

    /// Returns the number of bytes of UTF-8.
    pub fn utf32_big_utf8_len(tier: Tier, bytes: &[u8]) -> usize {
        engine::utf32_utf8_len(require(tier), Endian::Big, bytes)
    }

    /// Returns the number of 16-bit units of UTF-16.
    pub fn utf32_utf16_len(tier: Tier, units: &[u32]) -> usize {
        engine::utf32_utf16_len(require(tier), units)
    }
}

/// A module for each other conversion: the functions above for it.
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
    utf32_to_utf8: Utf32: u32, Utf8: u8;
    utf32_to_utf16: Utf32: u32, Utf16: u16;
    utf32_to_latin1: Utf32: u32, Latin1: u8;
    utf32_to_ascii: Utf32: u32, Ascii: u8;
    utf32_little_to_utf8: Utf32Bytes<false>: u8, Utf8: u8;
    utf32_big_to_utf8: Utf32Bytes<true>: u8, Utf8: u8;
    utf32_little_to_utf16: Utf32Bytes<false>: u8, Utf16: u16;
    utf32_big_to_utf16: Utf32Bytes<true>: u8, Utf16: u16;
    latin1_to_utf8: Latin1: u8, Utf8: u8;
    latin1_to_utf16: Latin1: u8, Utf16: u16;
    latin1_to_utf32: Latin1: u8, Utf32: u32;
    ascii_to_utf8: Ascii: u8, Utf8: u8;
    ascii_to_utf16: Ascii: u8, Utf16: u16;
    ascii_to_utf32: Ascii: u8, Utf32: u32;
}
