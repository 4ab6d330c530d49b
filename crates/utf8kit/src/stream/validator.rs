//! Validation in pieces.

use super::carry::{Carry, Head};
use super::{Form, IllFormedAt, Step, Stop, with_form};
use crate::Kind;
use crate::dialect::{Context, Dialect, Next, with_dialect};
use crate::engine::{self, ValidPrefix};
use crate::error::Bad;

/// Finds what is ill-formed in text that arrives in pieces.
///
/// Goes on behind each error, so that all of them can be found. The [module](super) states the contract.
///
/// ```
/// use utf8kit::{Kind, stream::{Form, Stop, Validator}};
///
/// let mut validator = Validator::new(Form::Utf8);
/// assert_eq!(validator.push(b"gr\xC3").stop, Stop::InputUsed);
/// let Stop::IllFormed(error) = validator.push(b"?n").stop else { panic!() };
/// assert_eq!((error.offset(), error.octets(), error.kind()), (2, &b"\xC3"[..], Kind::MissingContinuation));
/// ```
#[derive(Clone, Debug)]
pub struct Validator {
    form: Form,
    carry: Carry,
    context: Context,
}

impl Validator {
    /// A validator at the beginning of a text in `form`.
    pub const fn new(form: Form) -> Self {
        Validator {
            form,
            carry: Carry::new(),
            context: Context::NONE,
        }
    }

    /// Takes the next octets of the text. Stops at the first error, which is then read, or with
    /// [`Stop::InputUsed`].
    pub fn push(&mut self, octets: &[u8]) -> Step {
        match self.form {
            Form::Dialect(dialect) => self.step_numbers(dialect, octets, false),
            form => with_form!(form, S => self.step::<S>(octets, false)),
        }
    }

    /// Ends the text: [`Stop::IllFormed`] if it ends inside a character, else [`Stop::InputUsed`].
    pub fn finish(&mut self) -> Step {
        match self.form {
            Form::Dialect(dialect) => self.step_numbers(dialect, &[], true),
            form => with_form!(form, S => self.step::<S>(&[], true)),
        }
    }

    /// The offset of the first octet of the text not known to be well-formed and not reported: octets.
    pub const fn position(&self) -> u64 {
        self.carry.position
    }

    /// A dialect's numbers need not be characters, and what is wrong may depend on what stood before.
    fn step_numbers(&mut self, dialect: Dialect, src: &[u8], last: bool) -> Step {
        let mut read = 0;
        let stop = loop {
            if self.carry.octets().is_empty() {
                let ahead = with_dialect!(dialect, S => S::valid_prefix(&src[read..]));
                read += ahead;
                self.carry.position += ahead as u64;
            }
            match self.context.next(dialect, &mut self.carry, src, &mut read, last) {
                Next::InputUsed => break Stop::InputUsed,
                Next::Number(..) | Next::More(..) => {}
                Next::Bad(kind, bad) => {
                    break Stop::IllFormed(IllFormedAt::new(bad.offset, bad.octets(), kind));
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
                Head::Bad(bad) => {
                    let octets = &self.carry.octets()[..bad.len];
                    let error = IllFormedAt::new(self.carry.position, octets, bad.kind);
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
        if error.kind() == Kind::UnexpectedEnd && !last {
            self.carry.keep(bad);
            return Step {
                read: src.len(),
                written: 0,
                stop: Stop::InputUsed,
            };
        }
        let Bad { len, .. } = error.bad();
        let stop = Stop::IllFormed(IllFormedAt::new(self.carry.position, &bad[..len], error.kind()));
        self.carry.position += len as u64;
        Step {
            read: read + good.len() + len,
            written: 0,
            stop,
        }
    }
}
