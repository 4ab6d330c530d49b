//! Every tier that this target or processor has to have is there, so that none goes untested in silence.

use std::io::Write;
use utf8kit::{Tier, tiers};

/// What must be available here, the best first.
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
        if_detected!(Tier::Avx512; "avx512f" "avx512bw" "avx512cd" "avx512vl" "avx512vbmi" "avx512vbmi2" "gfni" "bmi2");
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
fn none_is_missing() {
    let available: Vec<_> = tiers::available().collect();
    // Past the test harness, which keeps what tests print to itself.
    let names: Vec<_> = available.iter().map(|tier| tier.name()).collect();
    let _ = writeln!(
        std::io::stderr(),
        "tiers on {}: {}",
        std::env::consts::ARCH,
        names.join(", ")
    );
    assert_eq!(available, expected());
    assert!(available.contains(&utf8kit::tier()));
}

#[test]
fn each_does_its_work() {
    let text = "aé€𝄞".repeat(100);
    for tier in tiers::available() {
        assert_eq!(tiers::validate_utf8(tier, text.as_bytes()), Ok(()), "{tier}");
        // All but a few characters by the kernel itself, not by the reference that goes on where it stops.
        assert!(
            tiers::valid_prefix_utf8(tier, text.as_bytes()) > text.len() - 16,
            "{tier}"
        );
        let mut units = vec![0; text.len()];
        let (read, _) = tiers::run_ahead_utf8_to_utf16(tier, text.as_bytes(), &mut units);
        assert!(read > text.len() - 16, "{tier}: {read}");
    }
}
