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

/// Calls `help` on `helpers` other threads and `own` on this one, and returns what they return: first `own`, then the others. Where
/// the system refuses a thread, because the user has too many, or sets a limit to the address space, fewer help.
pub(crate) fn with_helpers<T: Send>(
    helpers: usize,
    help: impl Fn() -> T + Sync,
    own: impl FnOnce() -> T,
) -> Vec<T> {
    if helpers == 0 {
        return vec![own()];
    }
    let helpers = helpers.min(most_threads().saturating_sub(1));
    thread::scope(|scope| {
        let start = |_| thread::Builder::new().spawn_scoped(scope, &help).ok();
        let helpers: Vec<_> = (0..helpers).map_while(start).collect();
        let mut results = vec![own()];
        results.extend(
            helpers
                .into_iter()
                .map(|helper| helper.join().expect("no thread panics")),
        );
        results
    })
}
