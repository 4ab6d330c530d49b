//! Exhaustive tests of the kernels alone, on every tier: all sequences of four bytes, and all pairs of UTF-16 units, across
//! the edge of a vector.
//!
//! An oracle that shares no code with the reference engine computes what the kernels must do. The reference engine decodes
//! each text from its beginning, which is too slow for 2^32 sequences. The oracle is a state machine that takes a byte at
//! a time. The loops copy its state at every level, so that each sequence costs only its last byte.
//!
//! Every test run checks on a sample that the oracle agrees with the reference engine. The exhaustive tests take minutes
//! and run by `cargo xtask exhaustive`.

use std::ops::Range;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Instant;
use utf8kit::Tier;
use utf8kit::tiers::{self, available};
use utf8kit_test::is_thorough;

/// The oracle: a state machine that decodes UTF-8 one byte at a time.
#[derive(Clone, Copy)]
struct Scanner {
    /// The number of bytes taken.
    taken: usize,
    /// The number of continuation bytes that the current sequence lacks.
    missing: u8,
    /// The first and the last value allowed for the next of them.
    allowed: (u8, u8),
    /// The bits of the current character so far.
    scalar: u32,
    is_ill_formed: bool,
    /// The offset of the last boundary before which all bytes are well-formed.
    valid_up_to: usize,
    /// The characters so far in UTF-16.
    units: [u16; 8],
    /// The number of these units.
    written: usize,
    /// The number of units at each offset in bytes, if it is a boundary.
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

    /// Returns the state after `byte`.
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

/// The offset of the middle of the sequence. It is a multiple of 16, 32 and 64 bytes, so that the sequence crosses the edge
/// of a vector of each size, after the first block of a kernel.
const EDGE: usize = 128;

/// The length of the text around the sequence: enough for the first vector of a kernel, its blocks and its tail.
const LENGTH: usize = 64 + 4 * 64 + 5;

/// The text before the sequence.
#[derive(Clone, Copy, Debug)]
enum Context {
    Ascii,
    /// ASCII with supplementary characters across the ends of the first vectors. They switch a kernel to its mode for such
    /// characters.
    Supplementary,
}

impl Context {
    const ALL: [Context; 2] = [Context::Ascii, Context::Supplementary];

    /// Returns `len` bytes of text to put before the sequence.
    fn before(self, len: usize) -> String {
        match self {
            Context::Ascii => "a".repeat(len),
            Context::Supplementary => {
                let start = format!("{0}😀{1}😀", "a".repeat(29), "a".repeat(28));
                start.clone() + &"a".repeat(len - start.len())
            }
        }
    }
}

/// Calls `check` with every value of `firsts`, on all processors.
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

/// Calls `check` with a text for each sequence of four bytes that begins with `first`, and with the state of the oracle
/// after the sequence and the letter after it.
#[inline(always)]
fn all_sequences(first: u8, context: Context, mut check: impl FnMut(&[u8], &Scanner)) {
    let start = EDGE - 2;
    let mut text = context.before(start).into_bytes();
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
                // After an error the state no longer changes. Not copying it saves more time than a kernel takes.
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

/// Runs `work`, and prints how long it took.
fn timed(what: &str, work: impl FnOnce()) {
    let start = Instant::now();
    work();
    println!("{what}: {:.0} s", start.elapsed().as_secs_f64());
}

/// Runs `check` for every tier, the best first, and prints how long it took. This includes the portable tier, whose
/// kernels may stop at any character.
fn every_tier(what: &str, check: impl Fn(Tier)) {
    for tier in available().collect::<Vec<_>>().into_iter().rev() {
        timed(&format!("{what}, {tier}"), || check(tier));
    }
}

#[test]
#[ignore = "takes minutes: cargo xtask exhaustive"]
fn validation_is_correct_on_all_utf8_sequences() {
    every_tier("UTF-8 validation, all 2^32 sequences of four bytes", |tier| {
        in_parallel(0..0x100, |first| {
            all_sequences(first as u8, Context::Ascii, |text, oracle| {
                let ahead = tiers::valid_prefix_utf8(tier, text);
                let is_correct = match ahead.checked_sub(EDGE - 2) {
                    None => oracle.is_ill_formed || tier == Tier::Portable,
                    Some(inside @ 0..5) => {
                        oracle.written_at[inside].is_some()
                            && (oracle.is_ill_formed || tier == Tier::Portable)
                    }
                    Some(_) => !oracle.is_ill_formed,
                };
                assert!(
                    is_correct,
                    "{tier}: the kernel stops at byte {ahead} of {text:02X?}"
                );
            });
        });
    });
}

#[test]
#[ignore = "takes minutes: cargo xtask exhaustive"]
fn utf8_to_utf16_is_correct_on_all_sequences() {
    every_tier("UTF-8 to UTF-16, all 2^32 sequences of four bytes", |tier| {
        for context in Context::ALL {
            in_parallel(0..0x100, |first| utf8_to_utf16_from(tier, context, first as u8));
        }
    });
}

fn utf8_to_utf16_from(tier: Tier, context: Context, first: u8) {
    let before = context.before(EDGE - 2);
    let mut expected: Vec<u16> = before.encode_utf16().collect();
    let base = expected.len();
    expected.resize(LENGTH, 0x61);
    // The number of units before each byte offset that is a boundary.
    let units_before: Vec<Option<usize>> = (0..=before.len())
        .map(|end| before.get(..end).map(|text| text.encode_utf16().count()))
        .collect();
    let mut units = vec![0; LENGTH];
    all_sequences(first, context, |text, oracle| {
        expected[base..base + 8].copy_from_slice(&oracle.units);
        let (read, written) = tiers::run_ahead_utf8_to_utf16(tier, text, &mut units);
        let expected_written = match read.checked_sub(EDGE - 2) {
            None => units_before[read].filter(|_| oracle.is_ill_formed || tier == Tier::Portable),
            Some(inside @ 0..5) => oracle.written_at[inside]
                .filter(|_| oracle.is_ill_formed || tier == Tier::Portable)
                .map(|units| base + usize::from(units)),
            Some(after) => (!oracle.is_ill_formed).then_some(base + oracle.written + after - 5),
        };
        let is_correct = expected_written == Some(written) && units[..written] == expected[..written];
        assert!(
            is_correct,
            "{tier}, {context:?}: {read} bytes read, {written} units written of {text:02X?}"
        );
    });
}

#[test]
#[ignore = "takes minutes: cargo xtask exhaustive"]
fn utf16_to_utf8_is_correct_on_all_pairs() {
    every_tier("UTF-16 to UTF-8, all 2^32 pairs of units", |tier| {
        for context in Context::ALL {
            in_parallel(0..0x1_0000, |first| {
                utf16_to_utf8_from(tier, context, first as u16)
            });
        }
    });
}

/// Writes a unit to `bytes` at `at` as UTF-8, unless it is a surrogate. Returns the offset after it.
fn write_unit(bytes: &mut [u8], at: usize, unit: u16) -> usize {
    match char::from_u32(unit.into()) {
        Some(c) => at + c.encode_utf8(&mut bytes[at..]).len(),
        None => at,
    }
}

fn utf16_to_utf8_from(tier: Tier, context: Context, first: u16) {
    const EDGE: usize = 64;
    const LENGTH: usize = 32 + 4 * 32 + 3;
    let mut units: Vec<u16> = context.before(EDGE + 20).encode_utf16().collect();
    units.truncate(EDGE - 1);
    let before = String::from_utf16(&units).expect("the last pair ends before the edge");
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
    let after_first = write_unit(&mut expected, base, first);
    for second in 0..=0xFFFF {
        units[EDGE] = second;
        let completes = (0xDC00..0xE000).contains(&second);
        let is_ill_formed = is_low || is_high != completes || (0xD800..0xDC00).contains(&second);
        let after_second = if is_high && completes {
            let scalar = 0x1_0000 + u32::from(first - 0xD800) * 1024 + u32::from(second - 0xDC00);
            let c = char::from_u32(scalar).expect("a surrogate pair encodes a scalar value");
            base + c.encode_utf8(&mut expected[base..]).len()
        } else {
            write_unit(&mut expected, after_first, second)
        };
        expected[after_second..base + 7].fill(b'a');
        let (read, written) = tiers::run_ahead_utf16_to_utf8(tier, &units, &mut bytes);
        let may_stop = is_ill_formed || tier == Tier::Portable;
        let expected_written = match read.checked_sub(EDGE - 1) {
            None => bytes_before[read].filter(|_| may_stop),
            Some(0) => may_stop.then_some(base),
            // Between the two units, if the first one is a character.
            Some(1) => (may_stop && !is_low && !is_high).then_some(after_first),
            Some(after) => (!is_ill_formed).then_some(after_second + after - 2),
        };
        let is_correct = expected_written == Some(written) && bytes[..written] == expected[..written];
        assert!(
            is_correct,
            "{tier}, {context:?}: {read} units read, {written} bytes written of {units:04X?}"
        );
    }
}

#[test]
#[ignore = "takes minutes: cargo xtask exhaustive"]
fn utf16_repair_is_correct_on_all_pairs() {
    every_tier("UTF-16 repair, all 2^32 pairs of units", |tier| {
        in_parallel(0..0x1_0000, |first| {
            utf16_repair_from(tier, first as u16, 0..=0xFFFF)
        });
    });
}

/// On pairs of the units next to the limits of the surrogates. The second one is any unit in a thorough run, otherwise one of
/// the surrogates, of the units beside them, or one in 61 of the others.
#[test]
fn utf16_repair_is_correct_at_the_limits() {
    for tier in available() {
        for first in [
            0, 0x61, 0xD7FF, 0xD800, 0xDBFF, 0xDC00, 0xDFFF, 0xE000, 0xFFFD, 0xFFFF,
        ] {
            let seconds = (0..=0xFFFF_u16).filter(|second| {
                is_thorough() || (0xD7F0..=0xE010).contains(second) || second.is_multiple_of(61)
            });
            utf16_repair_from(tier, first, seconds);
        }
    }
}

/// Repairs pairs across the edge of a vector, in the middle of a text that is longer than a block.
fn utf16_repair_from(tier: Tier, first: u16, seconds: impl Iterator<Item = u16>) {
    const EDGE: usize = 64;
    let mut units = [0x61; 4 * EDGE + 3];
    let is_high = (0xD800..0xDC00).contains(&first);
    let is_low = (0xDC00..0xE000).contains(&first);
    for second in seconds {
        units[EDGE - 1] = first;
        units[EDGE] = second;
        let completes = is_high && (0xDC00..0xE000).contains(&second);
        let expected = match completes {
            true => [first, second],
            false => [
                if is_high || is_low { 0xFFFD } else { first },
                if (0xD800..0xE000).contains(&second) {
                    0xFFFD
                } else {
                    second
                },
            ],
        };
        let count = usize::from(expected[0] != first) + usize::from(expected[1] != second);
        let replaced = tiers::repairs::in_place(tier, &mut units);
        let others = units[..EDGE - 1].iter().chain(&units[EDGE + 1..]);
        let is_correct = replaced == count
            && units[EDGE - 1..=EDGE] == expected
            && others.fold(0, |all, unit| all | (unit ^ 0x61)) == 0;
        assert!(
            is_correct,
            "{tier}: {replaced} of {first:04X} {second:04X}: {units:04X?}"
        );
    }
}

/// On every 7919th sequence. 7919 is a prime.
#[test]
fn the_oracle_agrees_with_the_reference_engine() {
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
                assert!(!oracle.is_ill_formed, "{text:02X?}");
                assert_eq!(oracle.units[..oracle.written], units[..written], "{text:02X?}");
            }
            Err(error) => {
                assert!(oracle.is_ill_formed, "{text:02X?}");
                assert_eq!(oracle.valid_up_to, error.read(), "{text:02X?}");
                assert_eq!(
                    oracle.units[..oracle.written],
                    units[..error.written()],
                    "{text:02X?}"
                );
            }
        }
        number = next;
    }
}
