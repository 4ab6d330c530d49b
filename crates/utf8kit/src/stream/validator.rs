//! Validation of text that arrives in pieces.

use super::carry::{Carry, Head};
use super::signature::{SignaturePolicy, Start};
use super::{IllFormedAt, Step, Stop};
use crate::Encoding;
use crate::ErrorKind;
#[cfg(feature = "dialects")]
use crate::dialect::{Context, Dialect, Next, with_dialect};
#[cfg(feature = "dialects")]
use crate::dispatch::kernels;
use crate::encoding::with_encoding;
use crate::engine::{self, ValidPrefix};
use crate::error::DecodeError;

/// Finds the ill-formed sequences of a text that arrives in pieces.
///
/// It continues after each error, so it finds all of them. The [module](super) states the contract.
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
    /// The encoding.
    start: Start,
    carry: Carry,
    #[cfg(feature = "dialects")]
    context: Context,
}

impl Validator {
    /// Creates a validator at the beginning of a text in `encoding`.
    pub const fn new(encoding: Encoding) -> Self {
        Validator {
            start: Start::new(encoding),
            carry: Carry::new(),
            #[cfg(feature = "dialects")]
            context: Context::NONE,
        }
    }

    /// Returns the validator with another treatment of a signature, which can decide the encoding. Call it before the
    /// first byte is validated.
    ///
    /// ```
    /// use utf8kit::{Encoding, Endian, stream::{SignaturePolicy, Stop, Validator}};
    ///
    /// let mut validator = Validator::new(Encoding::Utf8).with_signature(SignaturePolicy::Detect);
    /// assert_eq!(validator.push(b"\xFF\xFEA\0").stop, Stop::InputUsed);
    /// assert_eq!(validator.encoding(), Encoding::Utf16(Endian::Little));
    /// ```
    #[must_use]
    pub const fn with_signature(mut self, policy: SignaturePolicy) -> Self {
        self.start.set(policy);
        self
    }

    /// Returns the validator to the beginning of a new text. The encoding that it was created with and the treatment
    /// of a signature stay the same.
    ///
    /// ```
    /// use utf8kit::{Encoding, stream::{Stop, Validator}};
    ///
    /// let mut validator = Validator::new(Encoding::Utf8);
    /// let _ = validator.push(b"\xE2\x82");
    /// validator.reset();
    /// assert_eq!(validator.finish().stop, Stop::InputUsed);
    /// ```
    pub fn reset(&mut self) {
        let mut start = self.start;
        start.reset();
        *self = Validator {
            start,
            ..Validator::new(start.encoding)
        };
    }

    /// Validates the next bytes of the text. Stops after the first error, or with [`Stop::InputUsed`] if there is none.
    pub fn push(&mut self, bytes: &[u8]) -> Step {
        self.next(bytes, false)
    }

    /// Validates what follows of the text, after its signature.
    fn next(&mut self, bytes: &[u8], last: bool) -> Step {
        let mut read = 0;
        if self.start.is_open() {
            read = self.start.read(&mut self.carry, bytes, last);
            if self.start.is_open() {
                return Step {
                    read,
                    written: 0,
                    stop: Stop::InputUsed,
                };
            }
        }
        let bytes = &bytes[read..];
        let mut step = match self.start.encoding {
            #[cfg(feature = "dialects")]
            Encoding::Dialect(dialect) => self.step_numbers(dialect, bytes, last),
            encoding => with_encoding!(encoding, S => self.step::<S>(bytes, last)),
        };
        step.read += read;
        step
    }

    /// Ends the text. Stops with [`Stop::IllFormed`] if it ends inside a character, otherwise with [`Stop::InputUsed`].
    ///
    /// ```
    /// use utf8kit::{Encoding, ErrorKind, stream::{Stop, Validator}};
    ///
    /// let mut validator = Validator::new(Encoding::Utf8);
    /// assert_eq!(validator.push(b"\xE2\x82").stop, Stop::InputUsed);
    /// let Stop::IllFormed(error) = validator.finish().stop else { panic!() };
    /// assert_eq!((error.offset(), error.kind()), (0, ErrorKind::UnexpectedEnd));
    /// ```
    pub fn finish(&mut self) -> Step {
        self.next(&[], true)
    }

    /// Returns the encoding of the text: the one that the validator was created with, or that of the signature that it
    /// found.
    pub const fn encoding(&self) -> Encoding {
        self.start.encoding
    }

    /// Returns the bytes that are read and not yet validated: an incomplete character, or what can become a signature.
    ///
    /// ```
    /// use utf8kit::{Encoding, stream::Validator};
    ///
    /// let mut validator = Validator::new(Encoding::Utf8);
    /// let _ = validator.push(b"abc\xE2\x82");
    /// assert_eq!((validator.position(), validator.held()), (3, &b"\xE2\x82"[..]));
    /// ```
    pub fn held(&self) -> &[u8] {
        self.carry.bytes()
    }

    /// Returns the offset, in bytes, of the first byte of the text that is not yet validated or reported.
    pub const fn position(&self) -> u64 {
        self.carry.position
    }

    /// Validates text in a dialect, whose numbers need not be characters. Whether one is ill-formed can depend on the
    /// number before it.
    #[cfg(feature = "dialects")]
    fn step_numbers(&mut self, dialect: Dialect, src: &[u8], last: bool) -> Step {
        let mut read = 0;
        let stop = loop {
            if self.carry.bytes().is_empty() {
                let ahead = with_dialect!(dialect, S => S::valid_prefix(kernels(), &src[read..]));
                read += ahead;
                self.carry.position += ahead as u64;
            }
            match self.context.next(dialect, &mut self.carry, src, &mut read, last) {
                Next::InputUsed => break Stop::InputUsed,
                Next::Number(..) | Next::More(..) => {}
                Next::IllFormed(kind, sequence) => {
                    break Stop::IllFormed(IllFormedAt::new(sequence.offset, sequence.bytes(), kind));
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
                Head::IllFormed(DecodeError { kind, len }) => {
                    let bytes = &self.carry.bytes()[..len];
                    let error = IllFormedAt::new(self.carry.position, bytes, kind);
                    self.carry.drop_front(len);
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
        let (valid, ill_formed) = rest.split_at(error.valid_up_to());
        self.carry.position += valid.len() as u64;
        if error.kind() == ErrorKind::UnexpectedEnd && !last {
            self.carry.keep(ill_formed);
            return Step {
                read: src.len(),
                written: 0,
                stop: Stop::InputUsed,
            };
        }
        let DecodeError { len, .. } = error.decode_error();
        let stop = Stop::IllFormed(IllFormedAt::new(
            self.carry.position,
            &ill_formed[..len],
            error.kind(),
        ));
        self.carry.position += len as u64;
        Step {
            read: read + valid.len() + len,
            written: 0,
            stop,
        }
    }
}
