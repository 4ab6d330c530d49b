//! Selects what a run tests of what could be tested.

use crate::is_thorough;
use std::ops::RangeInclusive;

/// Selects the numbers (lengths, offsets, sizes) and how many random texts a test tries.
///
/// A test calls [`numbers`](Sample::numbers) once for each text. What it returns depends on the number of calls before, so
/// that the calls together select more than each of them.
pub struct Sample {
    effort: Effort,
    /// The number of calls of `numbers`.
    calls: usize,
}

/// How much a run tests.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Effort {
    /// Everything: [`is_thorough`].
    Thorough,
    Normal,
    /// A normal run on a target other than x86-64. Such targets mostly run under an emulator, which takes ten times as long.
    Emulated,
}

impl Effort {
    fn of_run() -> Self {
        match () {
            () if is_thorough() => Effort::Thorough,
            () if cfg!(target_arch = "x86_64") => Effort::Normal,
            () => Effort::Emulated,
        }
    }

    /// Returns in how many calls each number near a boundary is selected once, and each other number.
    fn calls(self) -> (usize, usize) {
        match self {
            Effort::Thorough => (1, 1),
            Effort::Normal => (2, 16),
            Effort::Emulated => (8, 64),
        }
    }

    /// Returns one in how many random texts is tried.
    fn share_of_rounds(self) -> usize {
        match self {
            Effort::Thorough => 1,
            Effort::Normal => 4,
            Effort::Emulated => 40,
        }
    }
}

/// Returns the step in which a test goes through its texts: `step` on targets that mostly run under an emulator, otherwise and in a
/// thorough run 1.
pub fn step_if_emulated(step: usize) -> usize {
    if Effort::of_run() == Effort::Emulated {
        step
    } else {
        1
    }
}

/// Returns `true` for the numbers near those at which vector code takes another path: up to 40, and within 2 of a multiple
/// of 16.
fn is_near_boundary(number: usize) -> bool {
    number <= 40 || (number + 2) % 16 <= 4
}

impl Sample {
    /// Returns a sample that selects as much as this run is to test.
    #[expect(clippy::new_without_default, reason = "the result depends on the environment")]
    pub fn new() -> Self {
        Sample {
            effort: Effort::of_run(),
            calls: 0,
        }
    }

    /// Returns the numbers of `all` to try in this call.
    ///
    /// - In a thorough run these are all.
    /// - Otherwise, any 2 calls after each other hold each number that is near a boundary (up to 40, or within 2 of a
    ///   multiple of 16), and any 16 calls hold each number.
    /// - On targets that mostly run under an emulator, any 8 calls hold each number near a boundary, and any 64 calls hold
    ///   each number.
    pub fn numbers(&mut self, all: RangeInclusive<usize>) -> impl Iterator<Item = usize> + use<> {
        let (near, other) = self.effort.calls();
        let call = self.calls;
        self.calls += 1;
        all.filter(move |&number| {
            let calls = if is_near_boundary(number) { near } else { other };
            (number + call).is_multiple_of(calls)
        })
    }

    /// Returns how many random texts to try instead of `all`, at least one: a fourth in a normal run, a fortieth on targets
    /// that mostly run under an emulator.
    pub fn rounds(&self, all: usize) -> usize {
        all.div_ceil(self.effort.share_of_rounds())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample(effort: Effort) -> Sample {
        Sample { effort, calls: 0 }
    }

    #[test]
    fn a_thorough_run_tries_everything() {
        let mut sample = sample(Effort::Thorough);
        assert!(sample.numbers(3..=300).eq(3..=300));
        assert_eq!(sample.rounds(7), 7);
    }

    #[test]
    fn consecutive_calls_hold_all_boundaries_and_then_all_numbers() {
        for effort in [Effort::Normal, Effort::Emulated] {
            let (near, other) = effort.calls();
            for calls_before in 0..other {
                let mut sample = sample(effort);
                let mut found = [false; 301];
                for call in 0..calls_before + other {
                    for number in sample.numbers(0..=300).filter(|_| call >= calls_before) {
                        found[number] = true;
                    }
                    if call + 1 == calls_before + near {
                        assert!((0..=300).all(|number| found[number] || !is_near_boundary(number)));
                    }
                }
                assert!(found.iter().all(|&found| found), "{effort:?}");
            }
        }
    }

    #[test]
    fn a_sample_is_small_but_not_empty() {
        for (effort, most) in [(Effort::Normal, 100), (Effort::Emulated, 50)] {
            let mut sample = sample(effort);
            for _ in 0..100 {
                let count = sample.numbers(0..=300).count();
                assert!((5..=most).contains(&count), "{effort:?}: {count}");
            }
            assert_eq!(sample.rounds(1), 1);
        }
    }

    #[test]
    fn the_edges_of_vectors_are_near_a_boundary() {
        for number in [0, 1, 40, 46, 47, 48, 49, 50, 62, 126, 127, 128, 129, 130] {
            assert!(is_near_boundary(number), "{number}");
        }
        for number in [41, 45, 51, 61, 125] {
            assert!(!is_near_boundary(number), "{number}");
        }
    }
}
