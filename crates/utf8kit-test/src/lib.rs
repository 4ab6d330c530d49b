//! What the tests of all crates share: the tables of the standards, random text, cuts, and memory between guard pages.
//!
//! Two variables of the environment select what tests do:
//!
//! - `UTF8KIT_THOROUGH`, if it is set, makes tests try everything that they sample otherwise. `cargo xtask test --thorough`
//!   sets it.
//! - `UTF8KIT_SEED` is a number that changes all random numbers. Without it, they are the same in every run.

pub mod clauses;
mod encodings;
mod growth;
mod memory;
mod random;
mod sample;
mod skip;
mod tables;

pub use encodings::{ENCODINGS, characters, checksum, push_error, sequences};
pub use growth::assert_linear;
pub use memory::{CodeUnit, GuardedBuffer, Place};
pub use random::Random;
pub use sample::{Sample, step_if_emulated};
pub use skip::{is_installed, skip, skip_without};
pub use tables::{ENCODED_TEXTS, HANGUL, IANA_CHARSETS, VECTORS, hex, numbers, rows, text, to_hex};

/// Returns `true` if tests are to try everything, instead of a sample.
pub fn is_thorough() -> bool {
    std::env::var_os("UTF8KIT_THOROUGH").is_some()
}

/// Returns `all` for a thorough run, otherwise a tenth of it, at least one.
pub fn sample(all: usize) -> usize {
    if is_thorough() { all } else { all.div_ceil(10) }
}

/// Returns `units` cut in two in all ways, cut into single units, and the same with empty pieces between.
pub fn cuts<T>(units: &[T]) -> Vec<Vec<&[T]>> {
    let mut cuts: Vec<Vec<&[T]>> = (0..=units.len())
        .map(|at| {
            let (a, b) = units.split_at(at);
            vec![a, b]
        })
        .collect();
    cuts.push(units.chunks(1).collect());
    cuts.push(units.chunks(1).flat_map(|unit| [unit, &[]]).collect());
    cuts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cuts_join_to_the_units() {
        for cut in cuts(b"abc") {
            assert_eq!(cut.concat(), b"abc");
        }
        let mut lens: Vec<_> = cuts(b"abc").iter().map(Vec::len).collect();
        lens.sort();
        assert_eq!(lens, [2, 2, 2, 2, 3, 6]);
    }
}
