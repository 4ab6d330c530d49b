//! The proof of the tiers: whatever runs ahead, the result is the reference engine's.
//!
//! A table of operations, and tests that each of them goes through on every tier this machine has. Sources and
//! destinations lie between pages that nobody may touch.

#![allow(unreachable_pub)] // its modules are for its own use

mod form;
mod memory;
mod operation;
mod random;
mod scenario;

use form::*;
use operation::{Conversion, Length, Validation};
use utf8kit::Endian::{Big, Little};
use utf8kit::tiers;

/// A module for each operation, with a test for each scenario.
macro_rules! operations {
    ($($name:ident: $type:ty = $operation:expr;)*) => {$(
        mod $name {
            use super::*;

            static OPERATION: $type = $operation;

            #[test]
            fn special_sequences_everywhere() {
                scenario::special_sequences_everywhere(&OPERATION);
            }

            #[test]
            fn special_sequences_in_long_runs() {
                scenario::special_sequences_in_long_runs(&OPERATION);
            }

            #[test]
            fn special_sequences_near_the_end() {
                scenario::special_sequences_near_the_end(&OPERATION);
            }

            #[test]
            fn every_length() {
                scenario::every_length(&OPERATION);
            }

            #[test]
            fn every_destination_size() {
                scenario::every_destination_size(&OPERATION);
            }

            #[test]
            fn random_text_with_damage() {
                scenario::random_text_with_damage(&OPERATION);
            }

            #[test]
            fn damage_in_turns() {
                scenario::damage_in_turns(&OPERATION);
            }

            #[test]
            fn kernels_get_far() {
                scenario::kernels_get_far(&OPERATION);
            }
        }
    )*};
}

/// The same for operations that differ from another in the order of bytes, or are simple loops: fewer scenarios.
macro_rules! variants {
    ($($name:ident: $type:ty = $operation:expr;)*) => {$(
        mod $name {
            use super::*;

            static OPERATION: $type = $operation;

            #[test]
            fn every_length() {
                scenario::every_length(&OPERATION);
            }

            #[test]
            fn random_text_with_damage() {
                scenario::random_text_with_damage(&OPERATION);
            }

            #[test]
            fn damage_in_turns() {
                scenario::damage_in_turns(&OPERATION);
            }

            #[test]
            fn kernels_get_far() {
                scenario::kernels_get_far(&OPERATION);
            }
        }
    )*};
}

/// The same for lengths.
macro_rules! lengths {
    ($($name:ident: $type:ty = $form:ident, $is_specified:expr;)*) => {$(
        mod $name {
            use super::*;

            static OPERATION: Length<$type> = Length {
                form: &$form,
                kernel: tiers::lengths::$name,
                is_specified: $is_specified,
            };

            #[test]
            fn every_length() {
                scenario::every_length(&OPERATION);
            }

            #[test]
            fn random_text_with_damage() {
                scenario::random_text_with_damage(&OPERATION);
            }

            #[test]
            fn long_runs() {
                scenario::long_runs(&OPERATION);
            }
        }
    )*};
}

/// A form, and the module of [`tiers`] that tests whether text is in it.
macro_rules! validation {
    ($form:ident, $($module:ident)::+) => {
        Validation {
            form: &$form,
            kernel: $($module)::+::valid_prefix,
            engine: $($module)::+::validate,
            reference: $($module)::+::reference,
        }
    };
}

/// A form, the most units that one of its can become, and the module of [`tiers`] that converts from it.
macro_rules! conversion {
    ($form:ident, $growth:literal, $($module:ident)::+) => {
        Conversion {
            form: &$form,
            growth: $growth,
            kernel: $($module)::+::run_ahead,
            engine: $($module)::+::convert,
            lossy: $($module)::+::convert_lossy,
            reference: $($module)::+::reference,
            reference_lossy: $($module)::+::reference_lossy,
        }
    };
}

operations! {
    validate_utf8: Validation<u8> = Validation {
        form: &UTF8,
        kernel: tiers::valid_prefix_utf8,
        engine: tiers::validate_utf8,
        reference: tiers::reference_validate_utf8,
    };
    utf8_to_utf8: Conversion<u8, u8> = Conversion {
        form: &UTF8,
        growth: 3,
        kernel: tiers::run_ahead_utf8_to_utf8,
        engine: tiers::utf8_to_utf8,
        lossy: tiers::utf8_to_utf8_lossy,
        reference: tiers::reference_utf8_to_utf8,
        reference_lossy: tiers::reference_utf8_to_utf8_lossy,
    };
    utf8_to_utf16: Conversion<u8, u16> = Conversion {
        form: &UTF8,
        growth: 1,
        kernel: tiers::run_ahead_utf8_to_utf16,
        engine: tiers::utf8_to_utf16,
        lossy: tiers::utf8_to_utf16_lossy,
        reference: tiers::reference_utf8_to_utf16,
        reference_lossy: tiers::reference_utf8_to_utf16_lossy,
    };
    utf8_to_utf16_little: Conversion<u8, u8> = Conversion {
        form: &UTF8,
        growth: 2,
        kernel: |tier, from, to| tiers::run_ahead_utf8_to_utf16_bytes(tier, from, Little, to),
        engine: |tier, from, to| tiers::utf8_to_utf16_bytes(tier, from, Little, to),
        lossy: |tier, from, to| tiers::utf8_to_utf16_bytes_lossy(tier, from, Little, to),
        reference: |from, to| tiers::reference_utf8_to_utf16_bytes(from, Little, to),
        reference_lossy: |from, to| tiers::reference_utf8_to_utf16_bytes_lossy(from, Little, to),
    };
    utf8_to_utf16_big: Conversion<u8, u8> = Conversion {
        form: &UTF8,
        growth: 2,
        kernel: |tier, from, to| tiers::run_ahead_utf8_to_utf16_bytes(tier, from, Big, to),
        engine: |tier, from, to| tiers::utf8_to_utf16_bytes(tier, from, Big, to),
        lossy: |tier, from, to| tiers::utf8_to_utf16_bytes_lossy(tier, from, Big, to),
        reference: |from, to| tiers::reference_utf8_to_utf16_bytes(from, Big, to),
        reference_lossy: |from, to| tiers::reference_utf8_to_utf16_bytes_lossy(from, Big, to),
    };
    utf16_to_utf8: Conversion<u16, u8> = Conversion {
        form: &UTF16,
        growth: 3,
        kernel: tiers::run_ahead_utf16_to_utf8,
        engine: tiers::utf16_to_utf8,
        lossy: tiers::utf16_to_utf8_lossy,
        reference: tiers::reference_utf16_to_utf8,
        reference_lossy: tiers::reference_utf16_to_utf8_lossy,
    };
    utf16_little_to_utf8: Conversion<u8, u8> = Conversion {
        form: &UTF16_LITTLE,
        growth: 3,
        kernel: |tier, from, to| tiers::run_ahead_utf16_bytes_to_utf8(tier, from, Little, to),
        engine: |tier, from, to| tiers::utf16_bytes_to_utf8(tier, from, Little, to),
        lossy: |tier, from, to| tiers::utf16_bytes_to_utf8_lossy(tier, from, Little, to),
        reference: |from, to| tiers::reference_utf16_bytes_to_utf8(from, Little, to),
        reference_lossy: |from, to| tiers::reference_utf16_bytes_to_utf8_lossy(from, Little, to),
    };
    utf16_big_to_utf8: Conversion<u8, u8> = Conversion {
        form: &UTF16_BIG,
        growth: 3,
        kernel: |tier, from, to| tiers::run_ahead_utf16_bytes_to_utf8(tier, from, Big, to),
        engine: |tier, from, to| tiers::utf16_bytes_to_utf8(tier, from, Big, to),
        lossy: |tier, from, to| tiers::utf16_bytes_to_utf8_lossy(tier, from, Big, to),
        reference: |from, to| tiers::reference_utf16_bytes_to_utf8(from, Big, to),
        reference_lossy: |from, to| tiers::reference_utf16_bytes_to_utf8_lossy(from, Big, to),
    };
    validate_utf16: Validation<u16> = validation!(UTF16, tiers::validate_utf16);
    validate_utf32: Validation<u32> = validation!(UTF32, tiers::validate_utf32);
    utf8_to_utf32: Conversion<u8, u32> = conversion!(UTF8, 1, tiers::utf8_to_utf32);
    utf8_to_latin1: Conversion<u8, u8> = conversion!(LATIN1_IN_UTF8, 1, tiers::utf8_to_latin1);
    utf16_to_utf32: Conversion<u16, u32> = conversion!(UTF16, 1, tiers::utf16_to_utf32);
    utf32_to_utf8: Conversion<u32, u8> = conversion!(UTF32, 4, tiers::utf32_to_utf8);
    utf32_to_utf16: Conversion<u32, u16> = conversion!(UTF32, 2, tiers::utf32_to_utf16);
    latin1_to_utf8: Conversion<u8, u8> = conversion!(LATIN1, 2, tiers::latin1_to_utf8);
}

variants! {
    validate_utf16_little: Validation<u8> = validation!(UTF16_LITTLE, tiers::validate_utf16_little);
    validate_utf16_big: Validation<u8> = validation!(UTF16_BIG, tiers::validate_utf16_big);
    validate_utf32_little: Validation<u8> = validation!(UTF32_LITTLE, tiers::validate_utf32_little);
    validate_utf32_big: Validation<u8> = validation!(UTF32_BIG, tiers::validate_utf32_big);
    validate_ascii: Validation<u8> = validation!(ASCII, tiers::validate_ascii);
    utf8_to_utf32_little: Conversion<u8, u8> = conversion!(UTF8, 4, tiers::utf8_to_utf32_little);
    utf8_to_utf32_big: Conversion<u8, u8> = conversion!(UTF8, 4, tiers::utf8_to_utf32_big);
    utf8_to_ascii: Conversion<u8, u8> = conversion!(ASCII, 1, tiers::utf8_to_ascii);
    utf16_to_utf16: Conversion<u16, u16> = conversion!(UTF16, 1, tiers::utf16_to_utf16);
    utf16_to_latin1: Conversion<u16, u8> = conversion!(LATIN1_IN_UTF16, 1, tiers::utf16_to_latin1);
    utf16_to_ascii: Conversion<u16, u8> = conversion!(ASCII_IN_UTF16, 1, tiers::utf16_to_ascii);
    utf16_little_to_utf16: Conversion<u8, u16> = conversion!(UTF16_LITTLE, 1, tiers::utf16_little_to_utf16);
    utf16_big_to_utf16: Conversion<u8, u16> = conversion!(UTF16_BIG, 1, tiers::utf16_big_to_utf16);
    utf32_to_latin1: Conversion<u32, u8> = conversion!(LATIN1_IN_UTF32, 1, tiers::utf32_to_latin1);
    utf32_to_ascii: Conversion<u32, u8> = conversion!(ASCII_IN_UTF32, 1, tiers::utf32_to_ascii);
    utf32_little_to_utf8: Conversion<u8, u8> = conversion!(UTF32_LITTLE, 3, tiers::utf32_little_to_utf8);
    utf32_big_to_utf8: Conversion<u8, u8> = conversion!(UTF32_BIG, 3, tiers::utf32_big_to_utf8);
    utf32_little_to_utf16: Conversion<u8, u16> = conversion!(UTF32_LITTLE, 1, tiers::utf32_little_to_utf16);
    utf32_big_to_utf16: Conversion<u8, u16> = conversion!(UTF32_BIG, 1, tiers::utf32_big_to_utf16);
    latin1_to_utf16: Conversion<u8, u16> = conversion!(LATIN1, 1, tiers::latin1_to_utf16);
    latin1_to_utf32: Conversion<u8, u32> = conversion!(LATIN1, 1, tiers::latin1_to_utf32);
    ascii_to_utf8: Conversion<u8, u8> = conversion!(ASCII, 3, tiers::ascii_to_utf8);
    ascii_to_utf16: Conversion<u8, u16> = conversion!(ASCII, 1, tiers::ascii_to_utf16);
    ascii_to_utf32: Conversion<u8, u32> = conversion!(ASCII, 1, tiers::ascii_to_utf32);
}

lengths! {
    utf8_count: u8 = UTF8, |_| true;
    utf8_utf16_len: u8 = UTF8, |_| true;
    latin1_utf8_len: u8 = UTF8, |_| true;
    utf16_count: u16 = UTF16, |_| true;
    utf16_big_count: u8 = UTF16_BIG, |_| true;
    utf16_utf8_len: u16 = UTF16, |_| true;
    utf16_big_utf8_len: u8 = UTF16_BIG, |_| true;
    utf32_utf8_len: u32 = UTF32, |units| units.iter().all(|&unit| unit < 1 << 31);
    utf32_big_utf8_len: u8 = UTF32_BIG, |bytes| bytes.iter().step_by(4).all(u8::is_ascii);
    utf32_utf16_len: u32 = UTF32, |_| true;
}
