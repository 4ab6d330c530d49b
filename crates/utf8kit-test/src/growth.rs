//! How the time of some work grows with its length.

use std::time::Duration;

/// Panics if `work` takes 24 times as long for 8 times the length. Work in proportion to the length takes 8 times as long, and
/// work in proportion to its square takes 64 times as long, on a fast and on a slow machine.
///
/// Only the time that the processor spends in this thread counts, where the system measures it.
pub fn assert_linear(len: usize, mut work: impl FnMut(usize)) {
    let mut time = |len| {
        let start = processor_time();
        work(len);
        processor_time() - start
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

/// Returns the time that the processor has spent in this thread.
#[cfg(unix)]
fn processor_time() -> Duration {
    let mut time = libc::timespec {
        tv_sec: 0,
        tv_nsec: 0,
    };
    // SAFETY: the pointer is to one `timespec`, which the call only writes to while it runs.
    let result = unsafe { libc::clock_gettime(libc::CLOCK_THREAD_CPUTIME_ID, &mut time) };
    assert!(result == 0, "clock_gettime: {}", std::io::Error::last_os_error());
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

/// Returns the time since some moment.
#[cfg(not(unix))]
fn processor_time() -> Duration {
    static START: std::sync::LazyLock<std::time::Instant> = std::sync::LazyLock::new(std::time::Instant::now);
    START.elapsed()
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
