//! Validation in pieces.

use super::carry::{Carry, Head};
use super::{IllFormedAt, Step, Stop};
use crate::Encoding;
use crate::ErrorKind;
use crate::dialect::{Context, Dialect, Next, with_dialect};
use crate::encoding::with_encoding;
use crate::engine::{self, ValidPrefix};
use crate::error::DecodeError;

/// Finds what is ill-formed in text that arrives in pieces.
///
/// Goes on behind each error, so that all of them can be found. The [module](super) states the contract.
///
/// ```
/// use utf8kit::{Encoding, ErrorKind, stream::{Stop, Validator}};
///
/// let mut validator = Validator::new(Encoding::Utf8);
/// assert_eq!(validator.push(b"gr\xC3").stop, Stop::InputUsed);
/// let Stop::IllFormed(error) = validator.push(b"?n").stop else { panic!() };
/// assert_eq!((error.offset(), error.bytes(), error.kind()), (2, &b"\xC3"[..], ErrorKind::MissingContinuation));
/// ```
#[derive(Clone, Debug)]
pub struct Validator {
    form: Encoding,
    carry: Carry,
    context: Context,
}

impl Validator {
    /// A validator at the beginning of a text in `form`.
    pub const fn new(form: Encoding) -> Self {
        Validator {
            form,
            carry: Carry::new(),
            context: Context::NONE,
        }
    }

    /// Takes the next bytes of the text. Stops at the first error, which is then read, or with
    /// [`Stop::InputUsed`].
    pub fn push(&mut self, bytes: &[u8]) -> Step {
        match self.form {
            Encoding::Dialect(dialect) => self.step_numbers(dialect, bytes, false),
            form => with_encoding!(form, S => self.step::<S>(bytes, false)),
        }
    }

    /// Ends the text: [`Stop::IllFormed`] if it ends inside a character, else [`Stop::InputUsed`].
    pub fn finish(&mut self) -> Step {
        match self.form {
            Encoding::Dialect(dialect) => self.step_numbers(dialect, &[], true),
            form => with_encoding!(form, S => self.step::<S>(&[], true)),
        }
    }

    /// The offset of the first byte of the text not known to be well-formed and not reported: bytes.
    pub const fn position(&self) -> u64 {
        self.carry.position
    }

    /// A dialect's numbers need not be characters, and what is wrong may depend on what stood before.
    fn step_numbers(&mut self, dialect: Dialect, src: &[u8], last: bool) -> Step {
        let mut read = 0;
        let stop = loop {
            if self.carry.bytes().is_empty() {
                let ahead = with_dialect!(dialect, S => S::valid_prefix(&src[read..]));
                read += ahead;
                self.carry.position += ahead as u64;
            }
            match self.context.next(dialect, &mut self.carry, src, &mut read, last) {
                Next::InputUsed => break Stop::InputUsed,
                Next::Number(..) | Next::More(..) => {}
                Next::IllFormed(kind, bad) => {
                    break Stop::IllFormed(IllFormedAt::new(bad.offset, bad.bytes(), kind));
                }
            }
        };
        Step {
            read,
            written: 0,
            stop,
        }
    }

    fn step<S: ValidPrefix<Unit = u8>>(&mut self, src: &[u8], last: bool) -> Step {
        let mut read = 0;
        loop {
            match self.carry.complete(S::decode, src, &mut read, last) {
                Head::Empty => break,
                Head::Unfinished => {
                    return Step {
                        read,
                        written: 0,
                        stop: Stop::InputUsed,
                    };
                }
                Head::Character(_, len) => self.carry.drop_front(len),
                Head::IllFormed(bad) => {
                    let bytes = &self.carry.bytes()[..bad.len];
                    let error = IllFormedAt::new(self.carry.position, bytes, bad.kind);
                    self.carry.drop_front(bad.len);
                    return Step {
                        read,
                        written: 0,
                        stop: Stop::IllFormed(error),
                    };
                }
            }
        }
        let rest = &src[read..];
        let Err(error) = engine::validate::<S>(rest) else {
            self.carry.position += rest.len() as u64;
            return Step {
                read: src.len(),
                written: 0,
                stop: Stop::InputUsed,
            };
        };
        let (good, bad) = rest.split_at(error.valid_up_to());
        self.carry.position += good.len() as u64;
        if error.kind() == ErrorKind::UnexpectedEnd && !last {
            self.carry.keep(bad);
            return Step {
                read: src.len(),
                written: 0,
                stop: Stop::InputUsed,
            };
        }
        let DecodeError { len, .. } = error.decode_error();
        let stop = Stop::IllFormed(IllFormedAt::new(self.carry.position, &bad[..len], error.kind()));
        self.carry.position += len as u64;
        Step {
            read: read + good.len() + len,
            written: 0,
            stop,
        }
    }
}
