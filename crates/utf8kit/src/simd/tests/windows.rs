//! Proves by trying everything that the vector tests of UTF-8 are right on text of any length: `docs/validation.md` has the argument.
//!
//! The oracle is an automaton that is written from the ABNF of RFC 3629 section 4, and shares no code with the reference engine.
//! A normal run tries the bytes in [`LIMITS`], in all combinations, and `UTF8KIT_THOROUGH` all 256.

use crate::simd::arch::*;
use std::format;
use std::string::String;
use std::vec;
use std::vec::Vec;

/// The bytes at which the ranges of the ABNF begin and end, and others beside them.
const LIMITS: [u8; 34] = [
    0x00, 0x41, 0x7F, 0x80, 0x81, 0x8F, 0x90, 0x91, 0x9F, 0xA0, 0xA1, 0xBF, 0xC0, 0xC1, 0xC2, 0xC3, 0xDF,
    0xE0, 0xE1, 0xEC, 0xED, 0xEE, 0xEF, 0xF0, 0xF1, 0xF2, 0xF3, 0xF4, 0xF5, 0xF7, 0xF8, 0xFB, 0xFE, 0xFF,
];

/// What the text so far requires of the next byte.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    /// The text ends between two characters.
    Start,
    /// `UTF8-tail`, so many times, the first of them within a range.
    Tail(u8, u8, u8),
    /// The last byte starts no row: the vectors find that there, or at the byte after it.
    Nothing,
}

/// Returns the state after a byte, or `None` if no row of the ABNF has it there.
fn next(state: State, byte: u8) -> Option<State> {
    Some(match state {
        State::Start => match byte {
            0x00..=0x7F => State::Start,
            0xC2..=0xDF => State::Tail(1, 0x80, 0xBF),
            0xE0 => State::Tail(2, 0xA0, 0xBF),
            0xE1..=0xEC | 0xEE..=0xEF => State::Tail(2, 0x80, 0xBF),
            0xED => State::Tail(2, 0x80, 0x9F),
            0xF0 => State::Tail(3, 0x90, 0xBF),
            0xF1..=0xF3 => State::Tail(3, 0x80, 0xBF),
            0xF4 => State::Tail(3, 0x80, 0x8F),
            0xC0 | 0xC1 | 0xF5..=0xFF => State::Nothing,
            0x80..=0xBF => return None,
        },
        State::Nothing => return None,
        State::Tail(_, low, high) if byte < low || byte > high => return None,
        State::Tail(1, ..) => State::Start,
        State::Tail(left, ..) => State::Tail(left - 1, 0x80, 0xBF),
    })
}

/// The last three bytes of texts without an error so far, and the states after them.
type Ends = Vec<([u8; 3], State)>;

fn is_thorough() -> bool {
    cfg!(not(miri)) && std::env::var_os("UTF8KIT_THOROUGH").is_some()
}

/// Returns the ends of all texts of `bytes` in which the automaton finds no error. Three zeros are before each text.
///
/// Panics if two texts with one end lead to two states.
fn ends(bytes: &[u8]) -> Ends {
    let place = |[a, b, c]: [u8; 3]| usize::from(a) << 16 | usize::from(b) << 8 | usize::from(c);
    let mut known: Vec<Option<State>> = vec![None; 1 << 24];
    let mut ends = vec![([0; 3], State::Start)];
    known[0] = Some(State::Start);
    let mut at = 0;
    while let Some(&([_, second, first], state)) = ends.get(at) {
        at += 1;
        for &byte in bytes {
            let Some(after) = next(state, byte) else {
                continue;
            };
            let end = [second, first, byte];
            match known[place(end)] {
                Some(known) => assert_eq!(known, after, "{end:02X?}"),
                None => {
                    known[place(end)] = Some(after);
                    ends.push((end, after));
                }
            }
        }
    }
    ends
}

/// Returns the ends to try.
fn ends_to_try() -> Ends {
    match is_thorough() {
        true => ends(&Vec::from_iter(0..=0xFF)),
        false => ends(&LIMITS),
    }
}

/// Runs a kernel on every instruction set that the processor has.
macro_rules! on_every_set {
    ($kernel:expr) => {
        #[cfg(target_arch = "x86_64")]
        {
            let _ = Avx512::detect().map(|simd| Vectors::enter(simd, $kernel));
            let _ = Avx2::detect().map(|simd| Vectors::enter(simd, $kernel));
            let _ = Sse41::detect().map(|simd| Vectors::enter(simd, $kernel));
        }
        #[cfg(all(target_arch = "aarch64", target_endian = "little", target_feature = "neon"))]
        Vectors::enter(Neon, $kernel);
        #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
        Vectors::enter(Simd128, $kernel);
    };
}

/// All bytes.
const ALL: [u8; 256] = {
    let mut all = [0; 256];
    let mut i = 0;
    while i < 256 {
        all[i] = i as u8;
        i += 1;
    }
    all
};

/// Compares errors with the automaton. A byte that starts no row has one after every end, or every byte after it has one.
struct Compared {
    has_one: [bool; 256],
    is_before_one: [bool; 256],
}

impl Compared {
    const fn new() -> Self {
        Compared {
            has_one: [true; 256],
            is_before_one: [true; 256],
        }
    }

    /// Takes the errors of `byte` after an end.
    fn take(&mut self, end: [u8; 3], state: State, byte: u8, errors: u8) {
        if state == State::Nothing {
            self.is_before_one[usize::from(end[2])] &= errors != 0;
            return;
        }
        match next(state, byte) {
            Some(State::Nothing) => self.has_one[usize::from(byte)] &= errors != 0,
            after => assert_eq!(
                errors == 0,
                after.is_some(),
                "{end:02X?} {byte:02X}: {errors:02X}"
            ),
        }
    }

    fn finish(self) {
        for byte in ALL
            .into_iter()
            .filter(|&byte| next(State::Start, byte) == Some(State::Nothing))
        {
            let at = usize::from(byte);
            assert!(self.has_one[at] || self.is_before_one[at], "{byte:02X}");
        }
    }
}

/// Tests the byte after each end.
struct AfterEnds<'e>(&'e Ends);

impl<S: Simd> Kernel<S> for AfterEnds<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self, simd: S) {
        let mut compared = Compared::new();
        for &(end, state) in self.0 {
            let [prev3, prev2, prev1] = end.map(|byte| simd.splat(byte));
            for current in ALL.chunks_exact(S::LEN) {
                let mut errors = [0; 64];
                // SAFETY: a chunk is a vector, and the errors are as many.
                unsafe {
                    let vector = simd.load(current.as_ptr());
                    simd.store(errors.as_mut_ptr(), simd.utf8_errors(vector, prev1, prev2, prev3));
                }
                for (&byte, error) in current.iter().zip(errors) {
                    compared.take(end, state, byte, error);
                }
            }
        }
        compared.finish();
    }
}

/// The step of the proof: after a text without an error, the window of four bytes that ends with the next byte has an error exactly if
/// the automaton does.
#[test]
fn a_window_of_four_bytes_has_an_error_where_the_automaton_has() {
    let ends = ends_to_try();
    on_every_set!(AfterEnds(&ends));
}

/// Tests each end as that of the text.
struct AtEnds<'e>(&'e Ends);

impl<S: Simd> Kernel<S> for AtEnds<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self, simd: S) {
        for &(end, state) in self.0 {
            let mut text = [b'a'; 64];
            text[S::LEN - 3..S::LEN].copy_from_slice(&end);
            // SAFETY: the text is as long as the longest vector.
            let is_cut = unsafe { simd.any_or_cut(simd.splat(0), simd.load(text.as_ptr())) };
            assert_eq!(is_cut, state != State::Start, "{end:02X?}");
        }
    }
}

/// The end of the proof: a text without an error so far is incomplete exactly if its last three bytes say so.
#[test]
fn the_last_three_bytes_show_whether_a_character_is_incomplete() {
    let ends = ends_to_try();
    on_every_set!(AtEnds(&ends));
}

/// Tests the byte after each end, where the vectors have a carry and no bytes before them, at the start of a vector and inside.
struct WithCarry<'e>(&'e Ends);

impl<S: Simd> Kernel<S> for WithCarry<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self, simd: S) {
        let mut compared = Compared::new();
        for &(end, state) in self.0 {
            for at in [0, S::LEN / 2] {
                // Three vectors, of which the second and the third are tested.
                let mut text = [b'a'; 3 * 64];
                let place = 2 * S::LEN + at;
                text[place - 3..place].copy_from_slice(&end);
                for byte in LIMITS {
                    text[place] = byte;
                    let mut errors = [0; 64];
                    // SAFETY: all vectors are within the text, as are the bytes before.
                    unsafe {
                        let vector = |i: usize| simd.load(text.as_ptr().add(i * S::LEN));
                        let mut carry = simd.utf8_carry(vector(0), simd.splat(b'a'));
                        for i in [1, 2] {
                            let place = text.as_ptr().add(i * S::LEN);
                            let found = simd.utf8_errors_at(&mut carry, vector(i), place);
                            simd.store(errors.as_mut_ptr(), found);
                        }
                    }
                    compared.take(end, state, byte, errors[at]);
                }
            }
        }
        compared.finish();
    }
}

/// The vectors of a chunk carry what they need of the vector before: they find the same.
#[test]
fn a_carry_is_as_good_as_the_bytes_before() {
    let ends = ends(&LIMITS);
    on_every_set!(WithCarry(&ends));
}

/// Tests the byte after each end, in text that must not have characters of four bytes.
struct BelowFour<'e>(&'e Ends);

impl<S: Simd> Kernel<S> for BelowFour<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self, simd: S) {
        for &([third, second, first], state) in self.0 {
            if third >= 0xF0 || second >= 0xF0 {
                continue;
            }
            for &byte in &ALL[..0xF0] {
                let [current, prev1, prev2] = [byte, first, second].map(|byte| simd.splat(byte));
                let has_error = simd.any_below_four(simd.utf8_errors_below_four(current, prev1, prev2));
                let expected = first >= 0xF0 || next(state, byte).is_none();
                assert_eq!(
                    has_error, expected,
                    "{third:02X} {second:02X} {first:02X} {byte:02X}"
                );
            }
        }
    }
}

/// Without characters of four bytes, windows of three bytes suffice. A byte of `0xF0` or more is an error one byte later.
#[test]
fn a_window_of_three_bytes_has_an_error_where_the_automaton_has_or_after_0xf0() {
    let ends = ends(&LIMITS);
    on_every_set!(BelowFour(&ends));
}

/// Texts of which the automaton finds no error are those that the standard library takes: all of up to four bytes of [`LIMITS`].
#[test]
fn the_automaton_agrees_with_the_standard_library() {
    let mut texts: Vec<(Vec<u8>, Option<State>)> = vec![(vec![], Some(State::Start))];
    for len in 0..=3 {
        let mut longer = Vec::new();
        for (text, state) in &texts {
            let found = core::str::from_utf8(text);
            let expected = match state {
                Some(State::Start) => Ok(true),
                Some(State::Tail(..)) => Err(true),
                Some(State::Nothing) | None => Err(false),
            };
            let found = found.map(|_| true).map_err(|error| error.error_len().is_none());
            assert_eq!(found, expected, "{text:02X?}");
            if len < 3 || state.is_some() {
                longer.extend(LIMITS.map(|byte| {
                    let after = state.and_then(|state| next(state, byte));
                    ([text, &[byte][..]].concat(), after)
                }));
            }
        }
        texts = longer;
    }
    let is_well_formed = |(text, state): &(Vec<u8>, Option<State>)| {
        core::str::from_utf8(text).is_ok() == (*state == Some(State::Start))
    };
    let wrong: Vec<String> = texts
        .iter()
        .filter(|text| !is_well_formed(text))
        .map(|(text, _)| format!("{text:02X?}"))
        .collect();
    assert!(wrong.is_empty(), "{wrong:?}");
}
