//! Tests that every tier gives the results of the reference engine.
//!
//! The macros below list the operations. Each operation runs through the tests of [`scenario`] on every tier that this
//! machine has. Sources and destinations lie between pages that must not be accessed.

mod ascii_units;
mod encoding;
mod operation;
mod scenario;
mod swap;

use encoding::*;
use operation::{Conversion, Length, Repair, Validation};
use utf8kit::Endian::{Big, Little};
use utf8kit::tiers;

/// Makes a module for each operation, with a test for each scenario.
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

/// Makes a module with fewer scenarios for each operation that differs from another in the byte order only, or that is a
/// simple loop.
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

/// Makes a module for each repair, whose scenarios are those of [`operations`] without `kernels_get_far`.
macro_rules! repairs {
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
            fn every_sequence_of_classes() {
                scenario::every_sequence_of_classes(&OPERATION);
            }
        }
    )*};
}

/// Makes a module for each function that computes a length.
macro_rules! lengths {
    ($($name:ident: $type:ty = $encoding:ident, $reference:expr;)*) => {$(
        mod $name {
            use super::*;

            static OPERATION: Length<$type> = Length {
                encoding: &$encoding,
                kernel: tiers::lengths::$name,
                reference: $reference,
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

/// A validation of text in `$encoding`, whose functions are in a module of [`tiers`].
macro_rules! validation {
    ($encoding:ident, $($module:ident)::+) => {
        Validation {
            encoding: &$encoding,
            kernel: $($module)::+::valid_prefix,
            engine: $($module)::+::validate,
            reference: $($module)::+::reference,
        }
    };
}

/// A conversion from `$encoding`, whose functions are in a module of [`tiers`]. One unit becomes at most `$growth` units.
macro_rules! conversion {
    ($encoding:ident, $growth:literal, $($module:ident)::+) => {
        Conversion {
            encoding: &$encoding,
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
        encoding: &UTF8,
        kernel: tiers::valid_prefix_utf8,
        engine: tiers::validate_utf8,
        reference: tiers::reference_validate_utf8,
    };
    utf8_to_utf8: Conversion<u8, u8> = Conversion {
        encoding: &UTF8,
        growth: 3,
        kernel: tiers::run_ahead_utf8_to_utf8,
        engine: tiers::utf8_to_utf8,
        lossy: tiers::utf8_to_utf8_lossy,
        reference: tiers::reference_utf8_to_utf8,
        reference_lossy: tiers::reference_utf8_to_utf8_lossy,
    };
    utf8_to_utf16: Conversion<u8, u16> = Conversion {
        encoding: &UTF8,
        growth: 1,
        kernel: tiers::run_ahead_utf8_to_utf16,
        engine: tiers::utf8_to_utf16,
        lossy: tiers::utf8_to_utf16_lossy,
        reference: tiers::reference_utf8_to_utf16,
        reference_lossy: tiers::reference_utf8_to_utf16_lossy,
    };
    utf8_to_utf16_little: Conversion<u8, u8> = Conversion {
        encoding: &UTF8,
        growth: 2,
        kernel: |tier, source, destination| tiers::run_ahead_utf8_to_utf16_bytes(tier, source, Little, destination),
        engine: |tier, source, destination| tiers::utf8_to_utf16_bytes(tier, source, Little, destination),
        lossy: |tier, source, destination| tiers::utf8_to_utf16_bytes_lossy(tier, source, Little, destination),
        reference: |source, destination| tiers::reference_utf8_to_utf16_bytes(source, Little, destination),
        reference_lossy: |source, destination| tiers::reference_utf8_to_utf16_bytes_lossy(source, Little, destination),
    };
    utf8_to_utf16_big: Conversion<u8, u8> = Conversion {
        encoding: &UTF8,
        growth: 2,
        kernel: |tier, source, destination| tiers::run_ahead_utf8_to_utf16_bytes(tier, source, Big, destination),
        engine: |tier, source, destination| tiers::utf8_to_utf16_bytes(tier, source, Big, destination),
        lossy: |tier, source, destination| tiers::utf8_to_utf16_bytes_lossy(tier, source, Big, destination),
        reference: |source, destination| tiers::reference_utf8_to_utf16_bytes(source, Big, destination),
        reference_lossy: |source, destination| tiers::reference_utf8_to_utf16_bytes_lossy(source, Big, destination),
    };
    utf16_to_utf8: Conversion<u16, u8> = Conversion {
        encoding: &UTF16,
        growth: 3,
        kernel: tiers::run_ahead_utf16_to_utf8,
        engine: tiers::utf16_to_utf8,
        lossy: tiers::utf16_to_utf8_lossy,
        reference: tiers::reference_utf16_to_utf8,
        reference_lossy: tiers::reference_utf16_to_utf8_lossy,
    };
    utf16_little_to_utf8: Conversion<u8, u8> = Conversion {
        encoding: &UTF16_LITTLE,
        growth: 3,
        kernel: |tier, source, destination| tiers::run_ahead_utf16_bytes_to_utf8(tier, source, Little, destination),
        engine: |tier, source, destination| tiers::utf16_bytes_to_utf8(tier, source, Little, destination),
        lossy: |tier, source, destination| tiers::utf16_bytes_to_utf8_lossy(tier, source, Little, destination),
        reference: |source, destination| tiers::reference_utf16_bytes_to_utf8(source, Little, destination),
        reference_lossy: |source, destination| tiers::reference_utf16_bytes_to_utf8_lossy(source, Little, destination),
    };
    utf16_big_to_utf8: Conversion<u8, u8> = Conversion {
        encoding: &UTF16_BIG,
        growth: 3,
        kernel: |tier, source, destination| tiers::run_ahead_utf16_bytes_to_utf8(tier, source, Big, destination),
        engine: |tier, source, destination| tiers::utf16_bytes_to_utf8(tier, source, Big, destination),
        lossy: |tier, source, destination| tiers::utf16_bytes_to_utf8_lossy(tier, source, Big, destination),
        reference: |source, destination| tiers::reference_utf16_bytes_to_utf8(source, Big, destination),
        reference_lossy: |source, destination| tiers::reference_utf16_bytes_to_utf8_lossy(source, Big, destination),
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
    utf16_little_to_utf16_little: Conversion<u8, u8> = conversion!(UTF16_LITTLE, 2, tiers::utf16_little_to_utf16_little);
    utf16_little_to_utf16_big: Conversion<u8, u8> = conversion!(UTF16_LITTLE, 2, tiers::utf16_little_to_utf16_big);
    utf16_big_to_utf16_little: Conversion<u8, u8> = conversion!(UTF16_BIG, 2, tiers::utf16_big_to_utf16_little);
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
    utf16_little_to_utf32: Conversion<u8, u32> = conversion!(UTF16_LITTLE, 1, tiers::utf16_little_to_utf32);
    utf16_big_to_utf32: Conversion<u8, u32> = conversion!(UTF16_BIG, 1, tiers::utf16_big_to_utf32);
    utf16_little_to_latin1: Conversion<u8, u8> = conversion!(LATIN1_IN_UTF16_LITTLE, 1, tiers::utf16_little_to_latin1);
    utf16_big_to_latin1: Conversion<u8, u8> = conversion!(LATIN1_IN_UTF16_BIG, 1, tiers::utf16_big_to_latin1);
    utf16_little_to_ascii: Conversion<u8, u8> = conversion!(ASCII_IN_UTF16_LITTLE, 1, tiers::utf16_little_to_ascii);
    utf16_big_to_ascii: Conversion<u8, u8> = conversion!(ASCII_IN_UTF16_BIG, 1, tiers::utf16_big_to_ascii);
    utf32_to_utf16_little: Conversion<u32, u8> = conversion!(UTF32, 4, tiers::utf32_to_utf16_little);
    utf32_to_utf16_big: Conversion<u32, u8> = conversion!(UTF32, 4, tiers::utf32_to_utf16_big);
    latin1_to_utf16_little: Conversion<u8, u8> = conversion!(LATIN1, 2, tiers::latin1_to_utf16_little);
    latin1_to_utf16_big: Conversion<u8, u8> = conversion!(LATIN1, 2, tiers::latin1_to_utf16_big);
    ascii_to_utf16_little: Conversion<u8, u8> = conversion!(ASCII, 2, tiers::ascii_to_utf16_little);
    ascii_to_utf16_big: Conversion<u8, u8> = conversion!(ASCII, 2, tiers::ascii_to_utf16_big);
}

repairs! {
    repair_utf16: Repair<u16, u16> = Repair {
        encoding: &UTF16,
        copy: tiers::repairs::copy,
        reference: reference::repair,
        in_place: tiers::repairs::in_place,
    };
}

/// The lengths and the repair of UTF-16, unit by unit: what the kernels are compared with. They share no code with the
/// library.
mod reference {
    use super::operation::Repaired;
    use utf8kit::Lossy;

    /// Copies units with U+FFFD for each error.
    pub fn repair(source: &[u16], destination: &mut [u16]) -> Repaired {
        let (mut written, mut replaced) = (0, 0);
        for character in char::decode_utf16(source.iter().copied()) {
            let mut buffer = [0; 2];
            let encoded = character
                .as_ref()
                .map_or('\u{FFFD}', |&c| c)
                .encode_utf16(&mut buffer);
            let Some(place) = destination.get_mut(written..written + encoded.len()) else {
                return Err((written, written));
            };
            place.copy_from_slice(encoded);
            written += encoded.len();
            replaced += usize::from(character.is_err());
        }
        Ok(Lossy { written, replaced })
    }

    fn is_continuation(byte: u8) -> bool {
        (0x80..=0xBF).contains(&byte)
    }

    pub fn utf8_count(bytes: &[u8]) -> usize {
        bytes.iter().filter(|&&byte| !is_continuation(byte)).count()
    }

    pub fn utf8_utf16_len(bytes: &[u8]) -> usize {
        utf8_count(bytes) + bytes.iter().filter(|&&byte| byte >= 0xF0).count()
    }

    pub fn latin1_utf8_len(bytes: &[u8]) -> usize {
        bytes.iter().map(|&byte| if byte < 0x80 { 1 } else { 2 }).sum()
    }

    pub fn utf16_count(units: &[u16]) -> usize {
        units
            .iter()
            .filter(|&unit| !(0xDC00..=0xDFFF).contains(unit))
            .count()
    }

    pub fn utf16_utf8_len(units: &[u16]) -> usize {
        let len = |unit: &u16| match unit {
            0..=0x7F => 1,
            // Each half of a pair has two of its four bytes.
            0x80..=0x7FF | 0xD800..=0xDFFF => 2,
            _ => 3,
        };
        units.iter().map(len).sum()
    }

    pub fn utf32_utf8_len(units: &[u32]) -> usize {
        let len = |unit: &u32| match unit {
            0..=0x7F => 1,
            0x80..=0x7FF => 2,
            0x800..=0xFFFF => 3,
            _ => 4,
        };
        units.iter().map(len).sum()
    }

    pub fn utf32_utf16_len(units: &[u32]) -> usize {
        units.iter().map(|&unit| if unit <= 0xFFFF { 1 } else { 2 }).sum()
    }

    /// Returns the whole big-endian units of `bytes`.
    pub fn utf16_big(bytes: &[u8]) -> Vec<u16> {
        bytes
            .chunks_exact(2)
            .map(|unit| u16::from_be_bytes([unit[0], unit[1]]))
            .collect()
    }

    /// Returns the whole big-endian units of `bytes`.
    pub fn utf32_big(bytes: &[u8]) -> Vec<u32> {
        let units = bytes.chunks_exact(4);
        units
            .map(|unit| u32::from_be_bytes([unit[0], unit[1], unit[2], unit[3]]))
            .collect()
    }
}

lengths! {
    utf8_count: u8 = UTF8, reference::utf8_count;
    utf8_utf16_len: u8 = UTF8, reference::utf8_utf16_len;
    latin1_utf8_len: u8 = UTF8, reference::latin1_utf8_len;
    utf16_count: u16 = UTF16, reference::utf16_count;
    utf16_big_count: u8 = UTF16_BIG, |bytes| reference::utf16_count(&reference::utf16_big(bytes));
    utf16_utf8_len: u16 = UTF16, reference::utf16_utf8_len;
    utf16_big_utf8_len: u8 = UTF16_BIG, |bytes| reference::utf16_utf8_len(&reference::utf16_big(bytes));
    utf32_utf8_len: u32 = UTF32, reference::utf32_utf8_len;
    utf32_big_utf8_len: u8 = UTF32_BIG, |bytes| reference::utf32_utf8_len(&reference::utf32_big(bytes));
    utf32_utf16_len: u32 = UTF32, reference::utf32_utf16_len;
}
