//! Text full of errors: every tier mends it as the reference engine does.

mod support;

use support::Random;
use utf8kit::{Lossy, tiers};

/// Bytes that are often just wrong: starts, continuations and what never occurs, at random.
fn noise(random: &mut Random, len: usize) -> Vec<u8> {
    const TELLING: [u8; 24] = [
        0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xEC, 0xED, 0xEE,
        0xEF, 0xF0, 0xF1, 0xF3, 0xF4, 0xF5, 0xFF,
    ];
    (0..len).map(|_| TELLING[random.below(TELLING.len())]).collect()
}

/// Texts of each kind, the longer ones long enough for stretches of vectors without an error.
fn samples() -> Vec<Vec<u8>> {
    let mut random = Random::new(11);
    let mut samples = Vec::new();
    for round in 0..600 {
        let len = if round % 20 == 0 { 6000 } else { random.below(700) };
        samples.push(noise(&mut random, len));
        samples.push((0..len).map(|_| random.next() as u8).collect());
        for every in [2, 5, 20, 100, 1500] {
            let longest = 1 + random.below(4);
            let mut bytes = random.text(len / 2, longest).into_bytes();
            let times = bytes.len() / every;
            random.damage(&mut bytes, times);
            samples.push(bytes);
        }
    }
    samples
}

#[test]
fn every_tier_replaces_what_the_reference_replaces() {
    let (mut ours, mut reference) = (vec![0; 3 * 8000 + 8], vec![0; 3 * 8000 + 8]);
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
            let done = tiers::utf8_to_utf8_lossy(tier, &bytes, &mut ours).unwrap();
            assert_eq!(done, expected, "{tier}: {} bytes", bytes.len());
            assert!(
                ours[..done.written] == reference[..done.written],
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
    assert!(replaced > 100_000);
}

#[test]
fn no_room_is_exceeded_and_all_of_it_is_used() {
    let mut random = Random::new(12);
    for round in 0..40 {
        let mut bytes = noise(&mut random, 300 + round);
        bytes.extend_from_slice(random.text(400, 4).as_bytes());
        let len = String::from_utf8_lossy(&bytes).len();
        let (mut ours, mut reference) = (vec![0xEE; len + 64], vec![0; len]);
        for room in [
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
            let expected = tiers::reference_utf8_to_utf8_lossy(&bytes, &mut reference[..room]);
            for tier in tiers::available() {
                ours.fill(0xEE);
                let done = tiers::utf8_to_utf8_lossy(tier, &bytes, &mut ours[..room]);
                assert_eq!(done, expected, "{tier}, room {room}");
                let written = match done {
                    Ok(Lossy { written, .. }) => written,
                    Err(full) => full.written(),
                };
                assert_eq!(ours[..written], reference[..written], "{tier}, room {room}");
                assert!(
                    ours[room..].iter().all(|&byte| byte == 0xEE),
                    "{tier}, room {room}"
                );
            }
        }
    }
}
