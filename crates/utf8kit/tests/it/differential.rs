//! Random inputs of up to 256 bytes: every tier, the reference engine and the standard library agree about each.
//!
//! `cargo xtask differential` runs the test with as many inputs as it is told, on all processors.

use std::sync::atomic::{AtomicU64, Ordering};
use utf8kit::tiers::{self, available};
use utf8kit_test::Random;

/// The longest input, in bytes.
const LONGEST: usize = 256;

/// The length of the text of which inputs are windows.
const POOL: usize = 32 * 1024;

/// The windows of a text.
const WINDOWS: u64 = 16 * 1024;

/// The variable of the environment with the number of inputs.
const INPUTS: &str = "UTF8KIT_INPUTS";

/// Returns text in runs of characters of one length, some of it damaged: in parts of which half have no error.
fn pool(random: &mut Random) -> Vec<u8> {
    let mut pool = Vec::with_capacity(POOL + LONGEST);
    while pool.len() < POOL {
        let len = 1 + random.below(2 * LONGEST);
        let mut part = random.runs(len).into_bytes();
        let times = random.choose(&[0, 0, 0, 1, 2, 20]);
        random.damage(&mut part, times);
        pool.extend_from_slice(&part);
    }
    pool
}

/// Checks one input. `capacity` is the space for the UTF-16. Returns `true` if it is well-formed.
fn check(bytes: &[u8], capacity: usize) -> bool {
    let expected = tiers::reference_validate_utf8(bytes);
    let text = std::str::from_utf8(bytes);
    match (text, expected) {
        (Ok(_), Ok(())) => {}
        (Err(theirs), Err(ours)) => assert_eq!(
            (theirs.valid_up_to(), theirs.error_len()),
            (ours.valid_up_to(), ours.error_len()),
            "{bytes:02X?}"
        ),
        (theirs, ours) => panic!("{bytes:02X?}: {ours:?}, std: {theirs:?}"),
    }
    let mut units = [0; LONGEST];
    let converted = tiers::reference_utf8_to_utf16(bytes, &mut units[..capacity]);
    let written = converted.unwrap_or_else(|error| error.written());
    if let (Ok(text), Ok(_)) = (text, converted) {
        assert!(
            text.encode_utf16().eq(units[..written].iter().copied()),
            "{bytes:02X?}"
        );
    }
    for tier in available() {
        assert_eq!(
            tiers::validate_utf8(tier, bytes),
            expected,
            "{tier}: {bytes:02X?}"
        );
        let mut found = [0; LONGEST];
        let result = tiers::utf8_to_utf16(tier, bytes, &mut found[..capacity]);
        assert_eq!(result, converted, "{tier}: {bytes:02X?}");
        assert_eq!(found[..written], units[..written], "{tier}: {bytes:02X?}");
    }
    text.is_ok()
}

/// Checks the windows of texts until so many were taken. Returns the number of those that were well-formed.
fn check_windows(seed: u64, taken: &AtomicU64, inputs: u64) -> u64 {
    let mut random = Random::new(seed);
    let mut well_formed = 0;
    while taken.fetch_add(WINDOWS, Ordering::Relaxed) < inputs {
        let pool = pool(&mut random);
        for _ in 0..WINDOWS {
            let number = random.next();
            let (at, len) = (
                number as usize % (POOL - LONGEST),
                (number >> 32) as usize % (LONGEST + 1),
            );
            let bytes = &pool[at..at + len];
            // Mostly all of it fits.
            let capacity = match number >> 60 {
                0 => len / 2,
                _ => len,
            };
            well_formed += u64::from(check(bytes, capacity));
        }
    }
    well_formed
}

#[test]
fn every_tier_agrees_about_random_inputs() {
    let inputs = std::env::var(INPUTS).ok();
    let inputs: u64 = inputs.map_or(WINDOWS, |inputs| inputs.parse().expect("a number of inputs"));
    let taken = AtomicU64::new(0);
    let threads = std::thread::available_parallelism().map_or(1, usize::from) as u64;
    let well_formed: u64 = std::thread::scope(|scope| {
        let check = |thread| check_windows(thread, &taken, inputs);
        // WebAssembly has no threads.
        let start = |thread| {
            std::thread::Builder::new()
                .spawn_scoped(scope, move || check(thread))
                .ok()
        };
        let others: Vec<_> = (1..threads).map_while(start).collect();
        let own = check(0);
        let others = others
            .into_iter()
            .map(|other| other.join().expect("no input differs"));
        own + others.sum::<u64>()
    });
    let inputs = inputs.div_ceil(WINDOWS) * WINDOWS;
    println!("{inputs} inputs, {well_formed} of them well-formed: no difference");
    // Both kinds are tried often.
    assert!(
        well_formed > inputs / 10 && well_formed < inputs / 10 * 9,
        "{well_formed} of {inputs}"
    );
}
