//! Tests that every tier of this target and processor is available, so that no tier stays untested unnoticed.

use std::io::Write;
use utf8kit::{Tier, tiers};

/// Returns the tiers that must be available here, the best first.
fn expected() -> Vec<Tier> {
    let mut expected = vec![Tier::Portable];
    #[cfg(target_arch = "x86_64")]
    {
        macro_rules! if_detected {
            ($tier:expr; $($feature:tt)*) => {
                if $(is_x86_feature_detected!($feature))&&* {
                    expected.push($tier);
                }
            };
        }
        if_detected!(Tier::Sse41; "ssse3" "sse4.1" "popcnt");
        if_detected!(Tier::Avx2; "avx2" "bmi1" "bmi2" "popcnt");
        if_detected!(Tier::Avx512; "avx512f" "avx512bw" "avx512cd" "avx512vl" "avx512vbmi" "avx512vbmi2" "gfni" "bmi1" "bmi2" "popcnt");
    }
    if cfg!(all(target_arch = "aarch64", target_endian = "little")) {
        expected.push(Tier::Neon);
    }
    if cfg!(all(target_arch = "wasm32", target_feature = "simd128")) {
        expected.push(Tier::Simd128);
    }
    expected.reverse();
    expected
}

#[test]
fn every_tier_of_this_processor_is_available() {
    let available: Vec<_> = tiers::available().collect();
    // Not with `eprintln!`, whose output the test harness captures: the list must be visible.
    let names: Vec<_> = available.iter().map(|tier| tier.name()).collect();
    let _ = writeln!(
        std::io::stderr(),
        "tiers on {}: {}; debug assertions {}",
        std::env::consts::ARCH,
        names.join(", "),
        if cfg!(debug_assertions) { "on" } else { "off" }
    );
    assert_eq!(available, expected());
    assert!(available.contains(&utf8kit::tier()));
}

#[test]
fn the_kernels_of_every_tier_get_far() {
    let text = "aé€𝄞".repeat(100);
    for tier in tiers::available() {
        assert_eq!(tiers::validate_utf8(tier, text.as_bytes()), Ok(()), "{tier}");
        // The kernel alone, without the reference engine, must process all but the last 16 bytes.
        assert!(
            tiers::valid_prefix_utf8(tier, text.as_bytes()) > text.len() - 16,
            "{tier}"
        );
        let mut units = vec![0; text.len()];
        let (read, _) = tiers::run_ahead_utf8_to_utf16(tier, text.as_bytes(), &mut units);
        assert!(read > text.len() - 16, "{tier}: {read}");
    }
}
