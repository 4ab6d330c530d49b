//! Threads, where the system has them.

use std::thread;

/// The address space that a thread may take. The C library of Linux sets 64 MiB aside for what a thread allocates; the rest is for its
/// stack and for buffers.
#[cfg(target_os = "linux")]
const ADDRESS_SPACE: u64 = 128 << 20;

/// Returns how many threads there is address space for. A thread that starts where there is none ends the command when it allocates.
#[cfg(target_os = "linux")]
fn most_threads() -> usize {
    use rustix::process::{Resource, getrlimit};
    let limit = getrlimit(Resource::As).current;
    limit.map_or(usize::MAX, |limit| (limit / ADDRESS_SPACE) as usize)
}

#[cfg(not(target_os = "linux"))]
fn most_threads() -> usize {
    usize::MAX
}

/// Calls `own` on this thread and `help` on others, on `threads` together, and returns what they return: first `own`, then the others.
/// Where the system refuses a thread, because the user has too many, or sets a limit to the address space, fewer help.
pub(crate) fn with_helpers<T: Send>(
    threads: usize,
    help: impl Fn() -> T + Sync,
    own: impl FnOnce() -> T,
) -> Vec<T> {
    if threads <= 1 {
        return vec![own()];
    }
    let threads = threads.min(most_threads());
    thread::scope(|scope| {
        let start = |_| thread::Builder::new().spawn_scoped(scope, &help).ok();
        let helpers: Vec<_> = (1..threads).map_while(start).collect();
        let mut results = vec![own()];
        results.extend(
            helpers
                .into_iter()
                .map(|helper| helper.join().expect("no thread panics")),
        );
        results
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_more_threads_work_than_are_asked_for() {
        for threads in 1..4 {
            let expected: Vec<bool> = (0..threads).map(|index| index == 0).collect();
            assert_eq!(with_helpers(threads, || false, || true), expected);
        }
        assert_eq!(with_helpers(0, || false, || true), [true]);
    }
}
