//! Examines the blocks of a regular file on several threads, and takes what is found in order.

use super::read::RandomAccess;
use super::threads::with_helpers;
use std::collections::BTreeMap;
use std::io;
use std::ops::{ControlFlow, Range};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use utf8kit_lint::{Block, MARGIN, Source};

/// How many blocks may be examined before their turn.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Ahead {
    /// Two for each thread: all that is found in them is kept, which takes memory.
    Few,
    /// 256 MiB.
    Many,
}

impl Ahead {
    fn blocks(self, jobs: usize) -> u64 {
        match self {
            Ahead::Few => 2 * jobs as u64,
            Ahead::Many => 1024,
        }
    }
}

/// Blocks of a file.
pub(crate) struct Blocks<'f> {
    pub(crate) file: RandomAccess<'f>,
    /// Which of its blocks.
    pub(crate) indexes: Range<u64>,
    pub(crate) body_len: usize,
}

impl Blocks<'_> {
    /// Reads a block of the file.
    pub(crate) fn read<'b>(&self, index: u64, buffer: &'b mut Vec<u8>) -> io::Result<Block<'b>> {
        block_at(self.file, index, self.body_len, buffer)
    }

    /// Calls `take`, on this thread and in order, with what `examine` returns for each block, until it breaks. `jobs` threads read and
    /// examine blocks, this one among them while nothing is to be taken. `take` returns how many blocks may be examined before their turn
    /// from now on; at first, they are few.
    pub(crate) fn for_each<T: Send, B: Send>(
        &self,
        jobs: usize,
        buffer: &mut Vec<u8>,
        examine: &(impl Fn(io::Result<Block<'_>>) -> T + Sync),
        mut take: impl FnMut(u64, T, &mut Vec<u8>) -> ControlFlow<B, Ahead>,
    ) -> ControlFlow<B> {
        let queue = Queue::new(self.indexes.clone(), Ahead::Few.blocks(jobs));
        let examine = |index: u64, buffer: &mut Vec<u8>| examine(self.read(index, buffer));
        let help = || {
            let _guard = EndOnPanic(&queue);
            let mut buffer = Vec::new();
            while let Some(index) = queue.next() {
                queue.put(index, examine(index, &mut buffer));
            }
            ControlFlow::Continue(())
        };
        let own = || {
            let _guard = EndOnPanic(&queue);
            for index in self.indexes.clone() {
                let found = loop {
                    match queue.turn(index) {
                        Turn::Take(found) => break found,
                        Turn::Examine(next) => queue.put(next, examine(next, buffer)),
                        Turn::Ended => return ControlFlow::Continue(()),
                    }
                };
                match take(index, found, buffer) {
                    ControlFlow::Continue(ahead) => queue.lock().ahead = ahead.blocks(jobs),
                    ControlFlow::Break(value) => {
                        queue.end();
                        return ControlFlow::Break(value);
                    }
                }
            }
            ControlFlow::Continue(())
        };
        let blocks = self.indexes.end.saturating_sub(self.indexes.start);
        let threads = jobs.min(usize::try_from(blocks).unwrap_or(jobs));
        let mut results = with_helpers(threads, help, own).into_iter();
        results.next().unwrap_or(ControlFlow::Continue(()))
    }
}

/// Reads the block of `file` whose body nominally begins at `index * body_len`.
pub(crate) fn block_at<'b>(
    file: RandomAccess<'_>,
    index: u64,
    body_len: usize,
    buffer: &'b mut Vec<u8>,
) -> io::Result<Block<'b>> {
    let nominal = index * body_len as u64;
    let start = nominal.saturating_sub(MARGIN as u64);
    let before = (nominal - start) as usize;
    let wanted = before + body_len + MARGIN;
    if buffer.len() < wanted {
        buffer.resize(wanted, 0);
    }
    let mut len = 0;
    while len < wanted {
        match file.read_at(start + len as u64, &mut buffer[len..wanted])? {
            0 => break,
            read => len += read,
        }
    }
    let body = before.min(len)..(before + body_len).min(len);
    Ok(Block::new(&buffer[..len], start, body, len < wanted))
}

/// What was found in blocks before their turn.
struct Queue<T> {
    state: Mutex<State<T>>,
    /// A result was put in, or there is more to examine, or it ended.
    changed: Condvar,
}

struct State<T> {
    /// The next block that nobody examines.
    next: u64,
    /// Where the blocks end.
    end: u64,
    /// The block whose turn it is.
    turn: u64,
    /// Blocks from there on that may be examined.
    ahead: u64,
    found: BTreeMap<u64, T>,
    /// Nothing is examined any more, although not all was.
    has_ended: bool,
}

impl<T> State<T> {
    /// Returns the next block to examine, if there may be one now.
    fn next(&mut self) -> Option<u64> {
        let is_next = self.next < self.end.min(self.turn.saturating_add(self.ahead));
        is_next.then(|| {
            self.next += 1;
            self.next - 1
        })
    }
}

/// What the thread that takes results does next.
enum Turn<T> {
    Take(T),
    Examine(u64),
    Ended,
}

impl<T> Queue<T> {
    fn new(indexes: Range<u64>, ahead: u64) -> Queue<T> {
        Queue {
            state: Mutex::new(State {
                next: indexes.start,
                end: indexes.end,
                turn: indexes.start,
                ahead,
                found: BTreeMap::new(),
                has_ended: false,
            }),
            changed: Condvar::new(),
        }
    }

    fn lock(&self) -> MutexGuard<'_, State<T>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait<'s>(&self, state: MutexGuard<'s, State<T>>) -> MutexGuard<'s, State<T>> {
        self.changed.wait(state).unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for a block to examine. Returns `None` after the last.
    fn next(&self) -> Option<u64> {
        let mut state = self.lock();
        loop {
            if state.has_ended || state.next >= state.end {
                return None;
            }
            if let Some(next) = state.next() {
                return Some(next);
            }
            state = self.wait(state);
        }
    }

    /// Begins the turn of a block. Waits for what was found in it, unless there is another one to examine meanwhile.
    fn turn(&self, index: u64) -> Turn<T> {
        let mut state = self.lock();
        if state.turn < index {
            state.turn = index;
            self.changed.notify_all();
        }
        loop {
            if let Some(found) = state.found.remove(&index) {
                return Turn::Take(found);
            }
            if state.has_ended {
                return Turn::Ended;
            }
            if let Some(next) = state.next() {
                return Turn::Examine(next);
            }
            state = self.wait(state);
        }
    }

    fn put(&self, index: u64, found: T) {
        self.lock().found.insert(index, found);
        self.changed.notify_all();
    }

    /// Lets nobody wait or examine any more.
    fn end(&self) {
        self.lock().has_ended = true;
        self.changed.notify_all();
    }
}

/// Ends a queue if its thread panics: nobody waits for what it will not find.
struct EndOnPanic<'q, T>(&'q Queue<T>);

impl<T> Drop for EndOnPanic<'_, T> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.end();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs::File;
    use std::io::Write;
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::sync::atomic::{AtomicU64, Ordering};
    use std::time::Duration;

    const BODY_LEN: usize = 4;

    const COUNT: u64 = 2000;

    /// Returns a file of blocks, each of which has its number.
    fn numbered() -> File {
        let mut file = tempfile::tempfile().unwrap();
        let text: String = (0..COUNT).map(|index| format!("{index:BODY_LEN$}")).collect();
        file.write_all(text.as_bytes()).unwrap();
        file
    }

    fn blocks(file: &File) -> Blocks<'_> {
        Blocks {
            file: RandomAccess(file),
            indexes: 1..COUNT,
            body_len: BODY_LEN,
        }
    }

    /// Returns the number that a block has. Some take long.
    fn number(block: io::Result<Block<'_>>) -> u64 {
        let body = std::str::from_utf8(block.unwrap().body()).unwrap();
        let number: u64 = body.trim().parse().unwrap();
        if number.is_multiple_of(97) {
            thread::sleep(Duration::from_millis(3));
        }
        number
    }

    #[test]
    fn each_result_is_taken_in_its_turn() {
        let file = numbered();
        for jobs in [1, 2, 8] {
            let mut next = 1;
            let flow = blocks(&file).for_each(jobs, &mut Vec::new(), &number, |index, number, _| {
                assert_eq!((index, number), (next, next));
                next += 1;
                // Both ways in turn.
                ControlFlow::<(), _>::Continue(match index & 256 {
                    0 => Ahead::Few,
                    _ => Ahead::Many,
                })
            });
            assert_eq!((flow, next), (ControlFlow::Continue(()), COUNT));
        }
    }

    #[test]
    fn no_more_is_examined_ahead_than_may_be() {
        let file = numbered();
        let jobs = 4;
        let (begun, most) = (AtomicU64::new(0), AtomicU64::new(0));
        let taken = AtomicU64::new(0);
        let examine = |block: io::Result<Block<'_>>| {
            let begun = begun.fetch_add(1, Ordering::SeqCst) + 1;
            most.fetch_max(begun - taken.load(Ordering::SeqCst), Ordering::SeqCst);
            number(block)
        };
        let _ = blocks(&file).for_each(jobs, &mut Vec::new(), &examine, |index, _, _| {
            if index % 50 == 0 {
                thread::sleep(Duration::from_millis(1));
            }
            taken.fetch_add(1, Ordering::SeqCst);
            ControlFlow::<(), _>::Continue(Ahead::Few)
        });
        assert_eq!(begun.load(Ordering::SeqCst), COUNT - 1);
        // The one that is taken is one more.
        let most = most.load(Ordering::SeqCst);
        assert!(most <= Ahead::Few.blocks(jobs) + 1, "{most}");
    }

    #[test]
    fn a_break_ends_all() {
        let file = numbered();
        for jobs in [1, 2, 8] {
            let begun = AtomicU64::new(0);
            let examine = |block: io::Result<Block<'_>>| {
                begun.fetch_add(1, Ordering::SeqCst);
                number(block)
            };
            let flow = blocks(&file).for_each(jobs, &mut Vec::new(), &examine, |index, _, _| match index {
                700 => ControlFlow::Break("enough"),
                _ => ControlFlow::Continue(Ahead::Few),
            });
            assert_eq!(flow, ControlFlow::Break("enough"));
            let begun = begun.load(Ordering::SeqCst);
            assert!(begun <= 700 + Ahead::Few.blocks(jobs), "{begun}");
        }
    }

    #[test]
    fn nobody_waits_for_a_thread_that_panicked() {
        let file = numbered();
        for jobs in [1, 2, 8] {
            for of_taking in [false, true] {
                let examine = |block: io::Result<Block<'_>>| {
                    let number = number(block);
                    assert!(of_taking || number != 700, "a fault of a rule");
                    number
                };
                let run = || {
                    let _ = blocks(&file).for_each(jobs, &mut Vec::new(), &examine, |index, _, _| {
                        assert!(!of_taking || index != 700, "a fault of a report");
                        ControlFlow::<(), _>::Continue(Ahead::Few)
                    });
                };
                assert!(catch_unwind(AssertUnwindSafe(run)).is_err(), "{jobs} {of_taking}");
            }
        }
    }

    /// Elsewhere, a directory is not opened.
    #[test]
    #[cfg(unix)]
    fn a_block_that_cannot_be_read_is_an_error_in_its_turn() {
        let directory = File::open(std::env::temp_dir()).unwrap();
        let mut count = 0;
        let examine = |block: io::Result<Block<'_>>| block.is_err();
        let _ = blocks(&directory).for_each(2, &mut Vec::new(), &examine, |_, is_error, _| {
            count += u64::from(is_error);
            ControlFlow::<(), _>::Continue(Ahead::Few)
        });
        assert_eq!(count, COUNT - 1);
    }
}
