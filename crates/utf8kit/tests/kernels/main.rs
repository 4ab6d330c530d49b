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

use form::{UTF8, UTF16, UTF16_BIG, UTF16_LITTLE};
use operation::{Conversion, Validation};
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
            fn kernels_get_far() {
                scenario::kernels_get_far(&OPERATION);
            }
        }
    )*};
}

operations! {
    validate_utf8: Validation<u8> = Validation {
        form: &UTF8,
        kernel: tiers::valid_prefix_utf8,
        engine: tiers::validate_utf8,
        reference: tiers::reference_validate_utf8,
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
        kernel: |tier, from, to| tiers::run_ahead_utf8_to_utf16_octets(tier, from, Little, to),
        engine: |tier, from, to| tiers::utf8_to_utf16_octets(tier, from, Little, to),
        lossy: |tier, from, to| tiers::utf8_to_utf16_octets_lossy(tier, from, Little, to),
        reference: |from, to| tiers::reference_utf8_to_utf16_octets(from, Little, to),
        reference_lossy: |from, to| tiers::reference_utf8_to_utf16_octets_lossy(from, Little, to),
    };
    utf8_to_utf16_big: Conversion<u8, u8> = Conversion {
        form: &UTF8,
        growth: 2,
        kernel: |tier, from, to| tiers::run_ahead_utf8_to_utf16_octets(tier, from, Big, to),
        engine: |tier, from, to| tiers::utf8_to_utf16_octets(tier, from, Big, to),
        lossy: |tier, from, to| tiers::utf8_to_utf16_octets_lossy(tier, from, Big, to),
        reference: |from, to| tiers::reference_utf8_to_utf16_octets(from, Big, to),
        reference_lossy: |from, to| tiers::reference_utf8_to_utf16_octets_lossy(from, Big, to),
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
        kernel: |tier, from, to| tiers::run_ahead_utf16_octets_to_utf8(tier, from, Little, to),
        engine: |tier, from, to| tiers::utf16_octets_to_utf8(tier, from, Little, to),
        lossy: |tier, from, to| tiers::utf16_octets_to_utf8_lossy(tier, from, Little, to),
        reference: |from, to| tiers::reference_utf16_octets_to_utf8(from, Little, to),
        reference_lossy: |from, to| tiers::reference_utf16_octets_to_utf8_lossy(from, Little, to),
    };
    utf16_big_to_utf8: Conversion<u8, u8> = Conversion {
        form: &UTF16_BIG,
        growth: 3,
        kernel: |tier, from, to| tiers::run_ahead_utf16_octets_to_utf8(tier, from, Big, to),
        engine: |tier, from, to| tiers::utf16_octets_to_utf8(tier, from, Big, to),
        lossy: |tier, from, to| tiers::utf16_octets_to_utf8_lossy(tier, from, Big, to),
        reference: |from, to| tiers::reference_utf16_octets_to_utf8(from, Big, to),
        reference_lossy: |from, to| tiers::reference_utf16_octets_to_utf8_lossy(from, Big, to),
    };
}
