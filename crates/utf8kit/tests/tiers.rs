//! Tests that every tier of this target and processor is available, so that no tier stays untested unnoticed.

use std::io::Write;
use utf8kit::{Tier, set_tier, tiers};

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

/// Tests that choose the tier of the process must not run at the same time.
static ONE_AT_A_TIME: std::sync::Mutex<()> = std::sync::Mutex::new(());

#[test]
fn a_tier_that_is_set_is_in_use() {
    let _one = ONE_AT_A_TIME.lock().unwrap();
    let best = utf8kit::tier();
    for tier in Tier::available() {
        assert_eq!(set_tier(tier), Ok(()));
        assert_eq!(utf8kit::tier(), tier);
        // WebAssembly has no threads.
        if cfg!(not(target_family = "wasm")) {
            let seen_elsewhere = std::thread::spawn(utf8kit::tier).join().unwrap();
            assert_eq!(seen_elsewhere, tier);
        }
    }
    set_tier(best).unwrap();
}

#[test]
fn a_tier_that_the_processor_lacks_is_refused() {
    let _one = ONE_AT_A_TIME.lock().unwrap();
    let names = ["avx512", "avx2", "sse41", "neon", "simd128", "portable"];
    let available: Vec<_> = Tier::available().map(Tier::name).collect();
    let before = utf8kit::tier();
    for name in names.into_iter().filter(|name| !available.contains(name)) {
        let error = set_tier(Tier::from_name(name).unwrap()).unwrap_err();
        assert_eq!(error.tier().name(), name);
        assert_eq!(
            error.to_string(),
            format!(
                "{name} is not available here; available: {}",
                available.join(", ")
            )
        );
        assert_eq!(utf8kit::tier(), before);
    }
}

#[test]
fn every_tier_is_found_by_its_name() {
    for tier in Tier::available() {
        assert_eq!(Tier::from_name(tier.name()), Some(tier));
    }
    for name in ["", "AVX2", "avx", "avx2 ", "best"] {
        assert_eq!(Tier::from_name(name), None, "{name:?}");
    }
}

/// Changes the tier all the time while conversions run: each call may use several tables.
#[test]
#[cfg_attr(target_family = "wasm", ignore = "WebAssembly has no threads")]
fn results_do_not_depend_on_a_tier_that_changes() {
    let _one = ONE_AT_A_TIME.lock().unwrap();
    let best = utf8kit::tier();
    let text: Vec<u8> = b"plain \xC3\xA9\xE2\x82\xAC \xF0\x9D\x84\x9E\xFF\xE2\x82"
        .iter()
        .copied()
        .cycle()
        .take(if cfg!(miri) { 300 } else { 100_000 })
        .collect();
    let expected = String::from_utf8_lossy(&text);
    let units: Vec<u16> = expected.encode_utf16().collect();
    std::thread::scope(|scope| {
        let worker = scope.spawn(|| {
            for _ in 0..if cfg!(miri) { 2 } else { 50 } {
                let mut converted = vec![0; units.len()];
                let done = utf8kit::utf8::to_utf16_lossy(&text, &mut converted[..]).unwrap();
                assert_eq!((done.written, &converted), (units.len(), &units));
                assert_eq!(utf8kit::utf8::repair(&text), expected);
            }
        });
        while !worker.is_finished() {
            Tier::available().for_each(|tier| set_tier(tier).unwrap());
        }
    });
    set_tier(best).unwrap();
}
