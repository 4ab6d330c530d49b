//! Writes the findings of all threads in the order of the files.

use indicatif::ProgressBar;
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard};

/// Part of the output about one file.
#[derive(Debug)]
pub(crate) enum Message {
    /// A finding, as the report shows it.
    Finding(Vec<u8>),
    /// A file, with the findings of it that are shown.
    File(String),
    /// Something else about the file, in the report's format.
    Note(String),
    /// A message for standard error.
    Error(String),
    /// The file pauses: what is known of it is written, if it is its turn.
    Pause,
    /// A message of another report than the first, by its number.
    Of(usize, Box<Message>),
}

/// Bytes of messages that a file may hold before its turn.
const MAX_HELD: usize = 256 << 10;
/// Bytes of messages that all finished files may hold.
const MAX_HELD_BY_ALL: usize = 8 << 20;

/// The output that the threads share.
pub(crate) struct Ordered<W> {
    state: Mutex<State<W>>,
    /// Nothing more can be written.
    is_closed: AtomicBool,
    turn_came: Condvar,
    separator: &'static str,
}

struct State<W> {
    out: W,
    /// The file whose messages are written now.
    turn: usize,
    finished: BTreeMap<usize, Vec<Message>>,
    /// Bytes of their messages.
    held: usize,
    /// Threads that wait for their turn.
    waiting: usize,
    /// Findings written.
    shown: u64,
    most: u64,
    /// The notes, if they are written after all findings.
    notes: Option<Vec<String>>,
    /// The error after which nothing can be written.
    closed: Option<io::Error>,
    /// Suspended while messages are written.
    progress: ProgressBar,
}

impl<W: Write> Ordered<W> {
    /// Returns an output to `out`, with `separator` between findings, of which it writes `most`. `keeps_notes`: it writes
    /// no notes but returns them in the end.
    pub(crate) fn new(
        out: W,
        separator: &'static str,
        keeps_notes: bool,
        most: Option<u64>,
        progress: ProgressBar,
    ) -> Self {
        Ordered {
            state: Mutex::new(State {
                out,
                turn: 0,
                finished: BTreeMap::new(),
                held: 0,
                waiting: 0,
                shown: 0,
                notes: keeps_notes.then(Vec::new),
                most: most.unwrap_or(u64::MAX),
                closed: None,
                progress,
            }),
            is_closed: AtomicBool::new(false),
            turn_came: Condvar::new(),
            separator,
        }
    }

    fn state(&self) -> MutexGuard<'_, State<W>> {
        self.state.lock().expect("no thread panics while it writes")
    }

    /// Returns `true` if nothing more can be written.
    pub(crate) fn is_closed(&self) -> bool {
        self.is_closed.load(Ordering::Relaxed)
    }

    /// Waits until it is the turn of the `index`th file.
    fn wait<'s>(&'s self, mut state: MutexGuard<'s, State<W>>, index: usize) -> MutexGuard<'s, State<W>> {
        state.waiting += 1;
        let mut state = self
            .turn_came
            .wait_while(state, |state| state.turn != index)
            .expect("no thread panics while it writes");
        state.waiting -= 1;
        state
    }

    /// Writes the messages.
    fn write(&self, state: &mut State<W>, messages: &mut Vec<Message>) {
        state.write(messages, self.separator);
        if state.closed.is_some() {
            self.is_closed.store(true, Ordering::Relaxed);
        }
    }

    /// Closes the output because of an error.
    pub(crate) fn close(&mut self, error: io::Error) {
        self.state().closed.get_or_insert(error);
        self.is_closed.store(true, Ordering::Relaxed);
    }

    /// Returns the number of findings that were written.
    pub(crate) fn shown(&self) -> u64 {
        self.state().shown
    }

    /// Returns the destination, the notes that were not written, and the error that closed the destination.
    pub(crate) fn finish(self) -> (W, Vec<String>, Option<io::Error>) {
        let state = self.state.into_inner().expect("no thread panics while it writes");
        (state.out, state.notes.unwrap_or_default(), state.closed)
    }

    /// Returns the turn of the `index`th file.
    pub(crate) fn file(&self, index: usize) -> Turn<'_, W> {
        Turn {
            ordered: self,
            index,
            messages: Vec::new(),
            bytes: 0,
        }
    }
}

/// Collects the messages about one file. Dropping it ends the file.
pub(crate) struct Turn<'o, W: Write> {
    ordered: &'o Ordered<W>,
    index: usize,
    messages: Vec<Message>,
    bytes: usize,
}

impl<W: Write> Turn<'_, W> {
    /// Adds a message, and writes all if they are many and it is this file's turn, for which it then waits.
    pub(crate) fn push(&mut self, message: Message) {
        if matches!(message, Message::Pause) {
            self.write_if_turn();
            return;
        }
        self.bytes += match &message {
            Message::Finding(text) => text.len(),
            Message::Pause | Message::Of(..) => 1,
            Message::Note(text) | Message::Error(text) | Message::File(text) => text.len(),
        };
        self.messages.push(message);
        if self.bytes > MAX_HELD {
            let mut state = self.ordered.wait(self.ordered.state(), self.index);
            self.ordered.write(&mut state, &mut self.messages);
            self.bytes = 0;
        }
    }

    /// Writes the messages if it is this file's turn.
    fn write_if_turn(&mut self) {
        let mut state = self.ordered.state();
        if state.turn == self.index {
            self.ordered.write(&mut state, &mut self.messages);
            self.bytes = 0;
        }
    }
}

/// Writes the messages of this file and of those that waited for it, or leaves them for the file before.
impl<W: Write> Drop for Turn<'_, W> {
    fn drop(&mut self) {
        let ordered = self.ordered;
        let mut state = ordered.state();
        if state.held + self.bytes > MAX_HELD_BY_ALL {
            state = ordered.wait(state, self.index);
        }
        if state.turn != self.index {
            state.held += self.bytes;
            state
                .finished
                .insert(self.index, std::mem::take(&mut self.messages));
            return;
        }
        ordered.write(&mut state, &mut self.messages);
        state.turn += 1;
        loop {
            let turn = state.turn;
            let Some(mut messages) = state.finished.remove(&turn) else {
                break;
            };
            ordered.write(&mut state, &mut messages);
            state.turn += 1;
        }
        if state.finished.is_empty() {
            state.held = 0;
        }
        // Without a thread that waits, it would still be a call to the operating system.
        let is_awaited = state.waiting > 0;
        drop(state);
        if is_awaited {
            ordered.turn_came.notify_all();
        }
    }
}

impl<W: Write> State<W> {
    fn write(&mut self, messages: &mut Vec<Message>, separator: &str) {
        if !messages.is_empty() {
            let progress = self.progress.clone();
            progress.suspend(|| {
                self.write_all(messages, separator);
                if let Err(error) = self.out.flush() {
                    self.closed.get_or_insert(error);
                }
            });
        }
    }

    fn write_all(&mut self, messages: &mut Vec<Message>, separator: &str) {
        for message in messages.drain(..) {
            match message {
                Message::Error(message) => {
                    let _ = self.out.flush();
                    crate::message::complain(&message);
                }
                Message::Pause | Message::Of(..) => {}
                Message::File(text) => {
                    if self.closed.is_none() {
                        self.closed = self.out.write_all(text.as_bytes()).err();
                    }
                }
                Message::Note(text) => {
                    if let Some(notes) = &mut self.notes {
                        notes.push(text);
                    } else if self.closed.is_none() {
                        self.closed = self.out.write_all(text.as_bytes()).err();
                    }
                }
                Message::Finding(text) => {
                    if self.closed.is_none() && self.shown < self.most {
                        let separator = if self.shown > 0 { separator } else { "" };
                        self.shown += 1;
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_with_many_messages_waits_for_its_turn() {
        let ordered = Ordered::new(Vec::new(), "", false, None, ProgressBar::hidden());
        let long = vec![b'1'; MAX_HELD + 1];
        std::thread::scope(|scope| {
            let first = ordered.file(0);
            let second = scope.spawn(|| {
                let mut turn = ordered.file(1);
                turn.push(Message::Finding(long.clone()));
                turn.push(Message::Finding(b"end".to_vec()));
            });
            while ordered.state().waiting == 0 {
                assert!(!second.is_finished(), "it waits for the first file");
                std::thread::yield_now();
            }
            let mut first = first;
            first.push(Message::Finding(b"0".to_vec()));
            drop(first);
            second.join().expect("it does not panic");
        });
        let (out, ..) = ordered.finish();
        assert_eq!(out, [b"0", &long[..], b"end"].concat());
    }

    #[test]
    fn an_output_that_fails_is_closed() {
        let mut small = [0; 2];
        let ordered = Ordered::new(&mut small[..], "", false, None, ProgressBar::hidden());
        assert!(!ordered.is_closed());
        let mut turn = ordered.file(0);
        turn.push(Message::Finding(b"more than fits".to_vec()));
        drop(turn);
        assert!(ordered.is_closed());
        assert!(ordered.finish().2.is_some());
    }
}
