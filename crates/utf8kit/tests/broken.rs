//! Tests that every tier replaces errors as the reference engine does, on text full of errors.

mod support;

use support::Random;
use utf8kit::{Lossy, tiers};

/// Returns random bytes at the limits of the ranges that the standard distinguishes: lead bytes, continuations, and bytes
/// that never occur.
fn noise(random: &mut Random, len: usize) -> Vec<u8> {
    const LIMITS: [u8; 24] = [
        0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xEC, 0xED, 0xEE,
        0xEF, 0xF0, 0xF1, 0xF3, 0xF4, 0xF5, 0xFF,
    ];
    (0..len).map(|_| LIMITS[random.below(LIMITS.len())]).collect()
}

/// Returns random bytes and damaged text. The longer ones have many vectors in a row without an error.
fn samples() -> Vec<Vec<u8>> {
    let mut random = Random::new(11);
    let mut samples = Vec::new();
    for round in 0..600 {
        let len = if round % 20 == 0 { 6000 } else { random.below(700) };
        samples.push(noise(&mut random, len));
        samples.push((0..len).map(|_| random.next() as u8).collect());
        for interval in [2, 5, 20, 100, 1500] {
            let max_len = 1 + random.below(4);
            let mut bytes = random.text(len / 2, max_len).into_bytes();
            let times = bytes.len() / interval;
            random.damage(&mut bytes, times);
            samples.push(bytes);
        }
    }
    samples
}

#[test]
fn every_tier_replaces_what_the_reference_replaces() {
    let (mut actual, mut reference) = (vec![0; 3 * 8000 + 8], vec![0; 3 * 8000 + 8]);
    let (mut units, mut reference_units) = (vec![0; 8000], vec![0; 8000]);
    let mut replaced = 0;
    for bytes in samples() {
        let expected = tiers::reference_utf8_to_utf8_lossy(&bytes, &mut reference).unwrap();
        assert_eq!(
            &reference[..expected.written],
            String::from_utf8_lossy(&bytes).as_bytes()
        );
        let expected_units = tiers::reference_utf8_to_utf16_lossy(&bytes, &mut reference_units).unwrap();
        replaced += expected.replaced;
        for tier in tiers::available() {
            let done = tiers::utf8_to_utf8_lossy(tier, &bytes, &mut actual).unwrap();
            assert_eq!(done, expected, "{tier}: {} bytes", bytes.len());
            assert!(
                actual[..done.written] == reference[..done.written],
                "{tier}: {} bytes",
                bytes.len()
            );

            let done = tiers::utf8_to_utf16_lossy(tier, &bytes, &mut units).unwrap();
            assert_eq!(done, expected_units, "{tier}: {} bytes", bytes.len());
            assert!(
                units[..done.written] == reference_units[..done.written],
                "{tier}: {} bytes",
                bytes.len()
            );
        }
    }
    assert!(
        replaced > 100_000,
        "only {replaced} errors: the samples test too little"
    );
}

#[test]
fn every_tier_fills_a_destination_as_far_as_the_reference_and_not_beyond() {
    let mut random = Random::new(12);
    for round in 0..40 {
        let mut bytes = noise(&mut random, 300 + round);
        bytes.extend_from_slice(random.text(400, 4).as_bytes());
        let len = String::from_utf8_lossy(&bytes).len();
        let (mut actual, mut reference) = (vec![0xEE; len + 64], vec![0; len]);
        for size in [
            len,
            len - 1,
            len - 2,
            len - 3,
            len / 2,
            len / 3,
            257,
            256,
            100,
            random.below(len),
        ] {
            let expected = tiers::reference_utf8_to_utf8_lossy(&bytes, &mut reference[..size]);
            for tier in tiers::available() {
                actual.fill(0xEE);
                let done = tiers::utf8_to_utf8_lossy(tier, &bytes, &mut actual[..size]);
                assert_eq!(done, expected, "{tier}, destination of {size} bytes");
                let written = match done {
                    Ok(Lossy { written, .. }) => written,
                    Err(full) => full.written(),
                };
                assert_eq!(
                    actual[..written],
                    reference[..written],
                    "{tier}, destination of {size} bytes"
                );
                assert!(
                    actual[size..].iter().all(|&byte| byte == 0xEE),
                    "{tier}, destination of {size} bytes"
                );
            }
        }
    }
}
