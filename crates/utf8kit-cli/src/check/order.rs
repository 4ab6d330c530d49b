//! What threads found, written in the order of the files.

use indicatif::ProgressBar;
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::sync::{Condvar, Mutex, MutexGuard};

/// Something to say about one file, in order.
#[derive(Debug)]
pub(crate) enum Said {
    /// A finding, as the report shows it.
    Finding(Vec<u8>),
    /// One that is only counted: more are there already than can be shown.
    OneMore,
    /// A message for standard error.
    Complaint(String),
}

/// Bytes a file may keep waiting before its turn comes.
const WAITING: usize = 256 << 10;
/// Bytes all finished files may keep waiting.
const ALL_WAITING: usize = 8 << 20;

/// The place where the threads' findings meet.
pub(crate) struct Ordered<W> {
    state: Mutex<State<W>>,
    turn_came: Condvar,
    separator: &'static str,
}

struct State<W> {
    out: W,
    /// The file whose findings are written now.
    turn: usize,
    finished: BTreeMap<usize, Vec<Said>>,
    waiting: usize,
    findings: u64,
    most: u64,
    /// Nothing more can be written.
    closed: Option<io::Error>,
    /// It makes room on the terminal for what is written.
    progress: ProgressBar,
}

impl<W: Write> Ordered<W> {
    /// Writes to `out`, with `separator` between findings, `most` of them at most.
    pub(crate) fn new(out: W, separator: &'static str, most: Option<u64>, progress: ProgressBar) -> Self {
        Ordered {
            state: Mutex::new(State {
                out,
                turn: 0,
                finished: BTreeMap::new(),
                waiting: 0,
                findings: 0,
                most: most.unwrap_or(u64::MAX),
                closed: None,
                progress,
            }),
            turn_came: Condvar::new(),
            separator,
        }
    }

    fn state(&self) -> MutexGuard<'_, State<W>> {
        self.state.lock().expect("no thread panics while it writes")
    }

    /// Is there no use in looking for more?
    pub(crate) fn is_closed(&self) -> bool {
        self.state().closed.is_some()
    }

    /// How many findings came, also those not written.
    pub(crate) fn findings(&self) -> u64 {
        self.state().findings
    }

    /// The destination, and the error that closed it.
    pub(crate) fn finish(self) -> (W, Option<io::Error>) {
        let state = self.state.into_inner().expect("no thread panics while it writes");
        (state.out, state.closed)
    }

    /// What the `index`th file has to say.
    pub(crate) fn file(&self, index: usize) -> Turn<'_, W> {
        Turn {
            ordered: self,
            index,
            said: Vec::new(),
            bytes: 0,
        }
    }
}

/// One file's findings on their way.
pub(crate) struct Turn<'o, W: Write> {
    ordered: &'o Ordered<W>,
    index: usize,
    said: Vec<Said>,
    bytes: usize,
}

impl<W: Write> Turn<'_, W> {
    pub(crate) fn say(&mut self, said: Said) {
        self.bytes += match &said {
            Said::Finding(text) => text.len(),
            Said::OneMore => 1,
            Said::Complaint(text) => text.len(),
        };
        self.said.push(said);
        if self.bytes > WAITING {
            let state = self.ordered.state();
            let mut state = self
                .ordered
                .turn_came
                .wait_while(state, |state| state.turn != self.index)
                .expect("no thread panics while it writes");
            state.write(&mut self.said, self.ordered.separator);
            self.bytes = 0;
        }
    }
}

/// The file is done; those behind it that waited for it come next.
impl<W: Write> Drop for Turn<'_, W> {
    fn drop(&mut self) {
        let ordered = self.ordered;
        let mut state = ordered.state();
        if state.waiting + self.bytes > ALL_WAITING {
            state = ordered
                .turn_came
                .wait_while(state, |state| state.turn != self.index)
                .expect("no thread panics while it writes");
        }
        if state.turn != self.index {
            state.waiting += self.bytes;
            state.finished.insert(self.index, std::mem::take(&mut self.said));
            return;
        }
        state.write(&mut self.said, ordered.separator);
        state.turn += 1;
        loop {
            let turn = state.turn;
            let Some(mut said) = state.finished.remove(&turn) else {
                break;
            };
            state.write(&mut said, ordered.separator);
            state.turn += 1;
        }
        if state.finished.is_empty() {
            state.waiting = 0;
        }
        drop(state);
        ordered.turn_came.notify_all();
    }
}

impl<W: Write> State<W> {
    fn write(&mut self, said: &mut Vec<Said>, separator: &str) {
        if !said.is_empty() {
            let progress = self.progress.clone();
            progress.suspend(|| {
                self.write_all(said, separator);
                if let Err(error) = self.out.flush() {
                    self.closed.get_or_insert(error);
                }
            });
        }
    }

    fn write_all(&mut self, said: &mut Vec<Said>, separator: &str) {
        for said in said.drain(..) {
            match said {
                Said::Complaint(message) => {
                    let _ = self.out.flush();
                    crate::complain(&message);
                }
                Said::OneMore => self.findings += 1,
                Said::Finding(text) => {
                    self.findings += 1;
                    if self.closed.is_none() && self.findings <= self.most {
                        let separator = if self.findings > 1 { separator } else { "" };
                        let written = self
                            .out
                            .write_all(separator.as_bytes())
                            .and_then(|()| self.out.write_all(&text));
                        self.closed = written.err();
                    }
                }
            }
        }
    }
}
