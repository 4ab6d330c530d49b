//! All sequences of four bytes, and all pairs of UTF-16 units, across a vector's edge, on every tier: the kernels by
//! themselves, against an oracle that shares nothing with the reference engine.
//!
//! 2^32 sequences are too many for the reference engine, which looks at each from its beginning. The oracle here takes
//! byte after byte and is copied at every level of the loops, so that a sequence costs its last byte only. That it
//! agrees with the reference engine is tested on a sample in every test run; the rest runs for minutes, by
//! `cargo xtask exhaustive`.

use std::ops::Range;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Instant;
use utf8kit::Tier;
use utf8kit::tiers::{self, available};

/// UTF-8 as a machine that takes a byte at a time: which range the next one must be in, and how many more follow.
#[derive(Clone, Copy)]
struct Scanner {
    /// Bytes taken.
    taken: usize,
    missing: u8,
    allowed: (u8, u8),
    scalar: u32,
    is_ill_formed: bool,
    /// The bytes up to the last boundary that were well-formed.
    valid_up_to: usize,
    /// The units that the characters so far are, and how many after so many bytes, where a boundary is.
    units: [u16; 8],
    written: usize,
    written_at: [Option<u8>; 8],
}

impl Scanner {
    fn new() -> Self {
        let mut written_at = [None; 8];
        written_at[0] = Some(0);
        Scanner {
            taken: 0,
            missing: 0,
            allowed: (0, 0),
            scalar: 0,
            is_ill_formed: false,
            valid_up_to: 0,
            units: [0x61; 8],
            written: 0,
            written_at,
        }
    }

    #[inline(always)]
    fn take(mut self, byte: u8) -> Self {
        self.taken += 1;
        if self.is_ill_formed {
            return self;
        }
        if self.missing == 0 {
            (self.missing, self.allowed, self.scalar) = match byte {
                0..0x80 => (0, (0, 0), byte.into()),
                0xC2..0xE0 => (1, (0x80, 0xBF), (byte - 0xC0).into()),
                0xE0 => (2, (0xA0, 0xBF), 0),
                0xED => (2, (0x80, 0x9F), 0xD),
                0xE1..0xF0 => (2, (0x80, 0xBF), (byte - 0xE0).into()),
                0xF0 => (3, (0x90, 0xBF), 0),
                0xF1..0xF4 => (3, (0x80, 0xBF), (byte - 0xF0).into()),
                0xF4 => (3, (0x80, 0x8F), 4),
                _ => {
                    self.is_ill_formed = true;
                    return self;
                }
            };
        } else if self.allowed.0 <= byte && byte <= self.allowed.1 {
            self.missing -= 1;
            self.allowed = (0x80, 0xBF);
            self.scalar = self.scalar * 64 + u32::from(byte - 0x80);
        } else {
            self.is_ill_formed = true;
            return self;
        }
        if self.missing == 0 {
            if let Some(above) = self.scalar.checked_sub(0x1_0000) {
                self.units[self.written] = 0xD800 + (above / 1024) as u16;
                self.units[self.written + 1] = 0xDC00 + (above % 1024) as u16;
                self.written += 2;
            } else {
                self.units[self.written] = self.scalar as u16;
                self.written += 1;
            }
            self.valid_up_to = self.taken;
            self.written_at[self.taken] = Some(self.written as u8);
        }
        self
    }
}

/// Where the sequence stands: across the edge of 16, 32 and 64 bytes, in the second stretch of a kernel's text.
const EDGE: usize = 128;

/// ASCII in which a kernel finds the sequence: enough for its first vector, its stretches and the rest.
const LENGTH: usize = 64 + 4 * 64 + 5;

/// The text around the sequence.
#[derive(Clone, Copy, Debug)]
enum Around {
    Ascii,
    /// Supplementary characters before, across the ends of first vectors: puts a kernel into the mode for them.
    Supplementary,
}

impl Around {
    const ALL: [Around; 2] = [Around::Ascii, Around::Supplementary];

    /// What comes before, so many bytes.
    fn before(self, len: usize) -> String {
        match self {
            Around::Ascii => "a".repeat(len),
            Around::Supplementary => {
                let start = format!("{0}😀{1}😀", "a".repeat(29), "a".repeat(28));
                start.clone() + &"a".repeat(len - start.len())
            }
        }
    }
}

/// Calls `check` with every value of the first part, on all processors.
fn in_parallel(firsts: Range<u32>, check: impl Fn(u32) + Sync) {
    let next = AtomicU32::new(firsts.start);
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                while let Some(first) =
                    Some(next.fetch_add(1, Ordering::Relaxed)).filter(|first| firsts.contains(first))
                {
                    check(first);
                }
            });
        }
    });
}

/// Calls `check` with the text that holds each sequence of four bytes that begins with `first`, and what the oracle
/// says about it and the letter behind it.
#[inline(always)]
fn all_sequences(first: u8, around: Around, mut check: impl FnMut(&[u8], &Scanner)) {
    let start = EDGE - 2;
    let mut text = around.before(start).into_bytes();
    text.resize(LENGTH, b'a');
    text[start] = first;
    let one = Scanner::new().take(first);
    for second in 0..=0xFF {
        text[start + 1] = second;
        let two = one.take(second);
        for third in 0..=0xFF {
            text[start + 2] = third;
            let three = two.take(third);
            for fourth in 0..=0xFF {
                text[start + 3] = fourth;
                let five;
                // Nothing that follows changes what is ill-formed, and a copy of the oracle costs more than a kernel.
                let oracle = if three.is_ill_formed {
                    &three
                } else {
                    five = three.take(fourth).take(b'a');
                    &five
                };
                check(&text, oracle);
            }
        }
    }
}

fn timed(what: &str, work: impl FnOnce()) {
    let start = Instant::now();
    work();
    println!("{what}: {:.0} s", start.elapsed().as_secs_f64());
}

/// Runs `check` for every tier, the best first, and says how long it took; the portable one too, though that goes ahead over
/// ASCII only.
fn every_tier(what: &str, check: impl Fn(Tier)) {
    for tier in available().collect::<Vec<_>>().into_iter().rev() {
        timed(&format!("{what}, {tier}"), || check(tier));
    }
}

#[test]
#[ignore = "takes minutes: cargo xtask exhaustive"]
fn utf8_validation_of_all_sequences() {
    every_tier("UTF-8 validation, all 2^32 sequences of four bytes", |tier| {
        in_parallel(0..0x100, |first| {
            all_sequences(first as u8, Around::Ascii, |text, oracle| {
                let ahead = tiers::valid_prefix_utf8(tier, text);
                let is_right = match ahead.checked_sub(EDGE - 2) {
                    None => oracle.is_ill_formed || tier == Tier::Portable,
                    Some(inside @ 0..5) => {
                        oracle.written_at[inside].is_some()
                            && (oracle.is_ill_formed || tier == Tier::Portable)
                    }
                    Some(_) => !oracle.is_ill_formed,
                };
                assert!(is_right, "{tier}: {ahead} of {text:X?}");
            });
        });
    });
}

#[test]
#[ignore = "takes minutes: cargo xtask exhaustive"]
fn utf8_to_utf16_of_all_sequences() {
    every_tier("UTF-8 to UTF-16, all 2^32 sequences of four bytes", |tier| {
        for around in Around::ALL {
            in_parallel(0..0x100, |first| utf8_to_utf16_from(tier, around, first as u8));
        }
    });
}

fn utf8_to_utf16_from(tier: Tier, around: Around, first: u8) {
    let before = around.before(EDGE - 2);
    let mut expected: Vec<u16> = before.encode_utf16().collect();
    let base = expected.len();
    expected.resize(LENGTH, 0x61);
    // The units of what comes before, up to each byte where a boundary is.
    let units_before: Vec<Option<usize>> = (0..=before.len())
        .map(|end| before.get(..end).map(|text| text.encode_utf16().count()))
        .collect();
    let mut units = vec![0; LENGTH];
    all_sequences(first, around, |text, oracle| {
        expected[base..base + 8].copy_from_slice(&oracle.units);
        let (read, written) = tiers::run_ahead_utf8_to_utf16(tier, text, &mut units);
        let due = match read.checked_sub(EDGE - 2) {
            None => units_before[read].filter(|_| oracle.is_ill_formed || tier == Tier::Portable),
            Some(inside @ 0..5) => oracle.written_at[inside]
                .filter(|_| oracle.is_ill_formed || tier == Tier::Portable)
                .map(|units| base + usize::from(units)),
            Some(behind) => (!oracle.is_ill_formed).then_some(base + oracle.written + behind - 5),
        };
        let is_right = due == Some(written) && units[..written] == expected[..written];
        assert!(
            is_right,
            "{tier}, {around:?}: {read} read, {written} written of {text:X?}"
        );
    });
}

#[test]
#[ignore = "takes minutes: cargo xtask exhaustive"]
fn utf16_to_utf8_of_all_pairs() {
    every_tier("UTF-16 to UTF-8, all 2^32 pairs of units", |tier| {
        for around in Around::ALL {
            in_parallel(0..0x1_0000, |first| {
                utf16_to_utf8_from(tier, around, first as u16)
            });
        }
    });
}

/// What a unit is by itself in UTF-8, into `bytes` from `at` on; surrogates are left out. Where it ends.
fn put_unit(bytes: &mut [u8], at: usize, unit: u16) -> usize {
    match char::from_u32(unit.into()) {
        Some(c) => at + c.encode_utf8(&mut bytes[at..]).len(),
        None => at,
    }
}

fn utf16_to_utf8_from(tier: Tier, around: Around, first: u16) {
    const EDGE: usize = 64;
    const LENGTH: usize = 32 + 4 * 32 + 3;
    let mut units: Vec<u16> = around.before(EDGE + 20).encode_utf16().collect();
    units.truncate(EDGE - 1);
    let before = String::from_utf16(&units).expect("the pair before ends earlier");
    units.resize(LENGTH, 0x61);
    units[EDGE - 1] = first;
    let mut expected = before.clone().into_bytes();
    let base = expected.len();
    expected.resize(base + LENGTH + 16, b'a');
    let bytes_before: Vec<Option<usize>> = (0..EDGE)
        .map(|end| String::from_utf16(&units[..end]).ok().map(|text| text.len()))
        .collect();
    let mut bytes = vec![0; 3 * LENGTH];
    let is_high = (0xD800..0xDC00).contains(&first);
    let is_low = (0xDC00..0xE000).contains(&first);
    let after_first = put_unit(&mut expected, base, first);
    for second in 0..=0xFFFF {
        units[EDGE] = second;
        let completes = (0xDC00..0xE000).contains(&second);
        let is_ill_formed = is_low || is_high != completes || (0xD800..0xDC00).contains(&second);
        let after_second = if is_high && completes {
            let scalar = 0x1_0000 + u32::from(first - 0xD800) * 1024 + u32::from(second - 0xDC00);
            let c = char::from_u32(scalar).expect("a pair is a scalar value");
            base + c.encode_utf8(&mut expected[base..]).len()
        } else {
            put_unit(&mut expected, after_first, second)
        };
        expected[after_second..base + 7].fill(b'a');
        let (read, written) = tiers::run_ahead_utf16_to_utf8(tier, &units, &mut bytes);
        let may_stop = is_ill_formed || tier == Tier::Portable;
        let due = match read.checked_sub(EDGE - 1) {
            None => bytes_before[read].filter(|_| may_stop),
            Some(0) => may_stop.then_some(base),
            // Behind the first unit alone, if it is a character.
            Some(1) => (may_stop && !is_low && !is_high).then_some(after_first),
            Some(behind) => (!is_ill_formed).then_some(after_second + behind - 2),
        };
        let is_right = due == Some(written) && bytes[..written] == expected[..written];
        assert!(
            is_right,
            "{tier}, {around:?}: {read} read, {written} written of {units:X?}"
        );
    }
}

/// On every sequence whose number is a multiple of a prime.
#[test]
fn the_oracle_agrees_with_the_reference() {
    let mut number = 0u32;
    while let Some(next) = number.checked_add(7919) {
        let mut text = number.to_be_bytes().to_vec();
        text.push(b'a');
        let oracle = text
            .iter()
            .fold(Scanner::new(), |scanner, &byte| scanner.take(byte));
        let mut units = [0; 8];
        match tiers::reference_utf8_to_utf16(&text, &mut units) {
            Ok(written) => {
                assert!(!oracle.is_ill_formed, "{text:X?}");
                assert_eq!(oracle.units[..oracle.written], units[..written], "{text:X?}");
            }
            Err(error) => {
                assert!(oracle.is_ill_formed, "{text:X?}");
                assert_eq!(oracle.valid_up_to, error.read(), "{text:X?}");
                assert_eq!(
                    oracle.units[..oracle.written],
                    units[..error.written()],
                    "{text:X?}"
                );
            }
        }
        number = next;
    }
}
