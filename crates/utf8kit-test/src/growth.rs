//! How the time of some work grows with its length.

use std::time::{Duration, Instant};

/// Panics if `work` takes 24 times as long for 8 times the length. Work in proportion to the length takes 8 times as long, and
/// work in proportion to its square takes 64 times as long, on a fast and on a slow machine.
pub fn assert_linear(len: usize, mut work: impl FnMut(usize)) {
    let mut time = |len| {
        let start = Instant::now();
        work(len);
        start.elapsed()
    };
    // The shortest times are those that other programs disturb least.
    let (mut short, mut long) = (Duration::MAX, Duration::MAX);
    for round in 0..10 {
        short = short.min(time(len));
        long = long.min(time(8 * len));
        if round > 0 && long < 24 * short {
            return;
        }
    }
    panic!("a length of {len} takes {short:?}, 8 times the length takes {long:?}");
}

#[cfg(test)]
mod tests {
    use super::assert_linear;
    use std::hint::black_box;

    fn count(times: usize) {
        for number in 0..times {
            black_box(number);
        }
    }

    #[test]
    fn work_in_proportion_to_the_length_passes() {
        assert_linear(100_000, count);
    }

    #[test]
    #[should_panic(expected = "8 times the length takes")]
    fn work_in_proportion_to_the_square_fails() {
        assert_linear(1000, |len| count(len * len));
    }
}
