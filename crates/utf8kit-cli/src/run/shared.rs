//! What the threads of a run share: the items of an iterator.

use crate::io::threads::with_helpers;
use crate::io::walk::{Files, Item};
use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard};

/// The items of an iterator, for several threads. One thread at a time fetches items ahead, while the others work on those that
/// are ready.
pub(crate) struct Shared<I: Iterator> {
    queue: Mutex<Queue<I::Item>>,
    /// Notified when there are more items, or when a thread has ended fetching.
    changed: Condvar,
    /// Locked only by the thread that fetches.
    rest: Mutex<I>,
}

struct Queue<T> {
    ready: VecDeque<T>,
    state: State,
    /// The number of items to fetch next. It grows, so that the first items are not kept waiting.
    fetched: usize,
    /// The number of threads that wait for a change.
    waiting: usize,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    /// A thread can fetch.
    Idle,
    Fetching,
    /// The iterator has no more items.
    Ended,
}

impl<I: Iterator> Shared<I> {
    /// The number of ready items below which more are fetched. It takes longer to work on them than to read a directory.
    const LOW: usize = 256;
    /// The most items that are fetched at once.
    const MOST: usize = 256;

    pub(crate) fn new(items: I) -> Shared<I> {
        let queue = Queue {
            ready: VecDeque::new(),
            state: State::Idle,
            fetched: 1,
            waiting: 0,
        };
        Shared {
            queue: Mutex::new(queue),
            changed: Condvar::new(),
            rest: Mutex::new(items),
        }
    }

    /// Returns the next item. All threads together get the items in their order.
    pub(crate) fn next(&self) -> Option<I::Item> {
        let mut queue = self.queue();
        loop {
            if queue.state == State::Idle && queue.ready.len() < Self::LOW {
                queue.state = State::Fetching;
                let count = queue.fetched;
                queue.fetched = Self::MOST.min(2 * count);
                drop(queue);
                // The thread has no item meanwhile, which others could wait for.
                self.fetch(count);
                queue = self.queue();
            }
            if let Some(item) = queue.ready.pop_front() {
                return Some(item);
            }
            match queue.state {
                State::Idle => {}
                State::Fetching => {
                    queue.waiting += 1;
                    queue = self.changed.wait(queue).expect("no thread panics");
                    queue.waiting -= 1;
                }
                State::Ended => return None,
            }
        }
    }

    /// Fetches at most `count` items.
    fn fetch(&self, count: usize) {
        // Also if the iterator panics: other threads must not wait for ever.
        struct End<'a, I: Iterator>(&'a Shared<I>);
        impl<I: Iterator> Drop for End<'_, I> {
            fn drop(&mut self) {
                let mut queue = self.0.queue();
                if queue.state == State::Fetching {
                    queue.state = State::Idle;
                }
                self.0.changed.notify_all();
            }
        }

        let _end = End(self);
        let mut rest = self.rest.lock().expect("no iterator panics");
        for _ in 0..count {
            let item = rest.next();
            let mut queue = self.queue();
            match item {
                Some(item) => queue.ready.push_back(item),
                None => {
                    queue.state = State::Ended;
                    return;
                }
            }
            // A notification is a system call.
            if queue.waiting > 0 {
                self.changed.notify_one();
            }
        }
    }

    fn queue(&self) -> MutexGuard<'_, Queue<I::Item>> {
        self.queue.lock().expect("no thread panics")
    }
}

/// Returns what `one` yields for the files, in their order. `jobs` threads call it, each with what `start` returns.
pub(crate) fn collect<S, T: Send>(
    files: Files,
    jobs: usize,
    start: impl Fn() -> S + Sync,
    one: impl Fn(Item, &mut S, &mut dyn FnMut(T)) + Sync,
) -> impl Iterator<Item = T> {
    let files = Shared::new(files.enumerate());
    let done = Mutex::new(Vec::new());
    let work = || {
        let mut state = start();
        while let Some((index, item)) = files.next() {
            one(item, &mut state, &mut |result| {
                done.lock().expect("no thread panics").push((index, result));
            });
        }
    };
    with_helpers(jobs, work, work);
    let mut done = done.into_inner().expect("no thread panics");
    // The results of one file stay in their order.
    done.sort_by_key(|&(index, _)| index);
    done.into_iter().map(|(_, result)| result)
}

#[cfg(test)]
mod tests {
    use super::Shared;
    use std::collections::BTreeSet;
    use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
    use std::sync::{Mutex, mpsc};
    use std::time::Duration;

    /// A wait that nothing needs, however slow the machine is. After it, a test fails.
    const LONG: Duration = Duration::from_secs(60);

    #[test]
    fn one_thread_gets_all_items_in_their_order() {
        for count in [0, 1, 2, 255, 256, 257, 511, 512, 513, 5000] {
            let items = Shared::new(0..count);
            assert!(std::iter::from_fn(|| items.next()).eq(0..count), "{count}");
            assert_eq!(items.next(), None, "{count}");
        }
    }

    #[test]
    fn threads_get_each_item_once_and_none_is_left() {
        let items = Shared::new(0..10_000);
        let all = Mutex::new(Vec::new());
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    let own: Vec<_> = std::iter::from_fn(|| items.next()).collect();
                    assert!(own.is_sorted());
                    all.lock().unwrap().extend(own);
                });
            }
        });
        let all = all.into_inner().unwrap();
        assert_eq!(all.len(), 10_000);
        assert!(all.into_iter().collect::<BTreeSet<_>>().into_iter().eq(0..10_000));
    }

    #[test]
    fn the_first_item_does_not_wait_for_others() {
        let fetched = AtomicUsize::new(0);
        let items = Shared::new((0..1000).inspect(|_| {
            fetched.fetch_add(1, Relaxed);
        }));
        assert_eq!(items.next(), Some(0));
        assert_eq!(fetched.load(Relaxed), 1);
    }

    /// A thread that fetches a slow item keeps no other item, and the others get all items before it.
    #[test]
    fn a_thread_that_fetches_does_not_stop_the_others() {
        let (go_on, waiting) = mpsc::channel();
        let items = Shared::new((0..1000).inspect(move |&item| {
            if item == 300 {
                // Longer than the wait for the others below, which fails then.
                let _ = waiting.recv_timeout(2 * LONG);
            }
        }));
        let (send, got) = mpsc::channel();
        std::thread::scope(|scope| {
            for _ in 0..3 {
                let (items, send) = (&items, send.clone());
                scope.spawn(move || {
                    std::iter::from_fn(|| items.next()).for_each(|item| send.send(item).unwrap())
                });
            }
            drop(send);
            let mut first: Vec<_> = (0..300).map_while(|_| got.recv_timeout(LONG).ok()).collect();
            go_on.send(()).unwrap();
            first.sort();
            assert!(first.into_iter().eq(0..300));
        });
        assert_eq!(got.into_iter().count(), 700);
    }

    #[test]
    fn no_thread_waits_for_one_that_panicked() {
        let items = Shared::new((0..1000).inspect(|&item| assert!(item < 10, "no tenth item")));
        let ends: Vec<_> = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..3)
                .map(|_| scope.spawn(|| std::iter::from_fn(|| items.next()).count()))
                .collect();
            threads.into_iter().map(|thread| thread.join().is_err()).collect()
        });
        assert_eq!(ends, [true; 3]);
    }
}
