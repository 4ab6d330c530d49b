//! Validation of text that arrives in pieces.

use super::carry::{Carry, Head};
use super::signature::{SignaturePolicy, Start};
use super::{IllFormedAt, Step, Stop};
use crate::Encoding;
use crate::ErrorKind;
#[cfg(feature = "dialects")]
use crate::dialect::{Context, Dialect, Next, with_dialect};
use crate::dispatch::kernels;
use crate::encoding::with_encoding;
use crate::engine::{Search, ValidPrefix};
use crate::error::DecodeError;
use core::iter::FusedIterator;

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
    /// The search for errors, once bytes have been pushed.
    search: Option<Search>,
    #[cfg(feature = "dialects")]
    context: Context,
}

impl Validator {
    /// Creates a validator at the beginning of a text in `encoding`.
    pub const fn new(encoding: Encoding) -> Self {
        Validator {
            start: Start::new(encoding),
            carry: Carry::new(),
            search: None,
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
        self.next(bytes, false, false)
    }

    /// Validates the next bytes of the text, and returns an iterator over the errors. It is faster than
    /// [`push`](Self::push) after each of many errors, because it searches bytes only once.
    ///
    /// The iterator validates as it goes: take all of its errors before the next piece. An incomplete character at the end
    /// of `bytes` is kept.
    ///
    /// ```
    /// use utf8kit::{Encoding, stream::Validator};
    ///
    /// let mut validator = Validator::new(Encoding::Utf8);
    /// let mut offsets = Vec::new();
    /// for piece in [&b"a\xFFb\xFFc\xE2"[..], b"\xFF"] {
    ///     offsets.extend(validator.errors(piece).map(|error| error.offset()));
    /// }
    /// assert_eq!(offsets, [1, 3, 5, 6]);
    /// ```
    pub fn errors<'a>(&'a mut self, bytes: &'a [u8]) -> Errors<'a> {
        Errors {
            validator: self,
            bytes,
            is_rest: false,
        }
    }

    /// Validates what follows of the text, after its signature. `is_rest` states that `bytes` are the rest of those of the
    /// call before.
    fn next(&mut self, bytes: &[u8], last: bool, is_rest: bool) -> Step {
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
            encoding => with_encoding!(encoding, S => self.step::<S>(bytes, last, is_rest)),
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
        self.next(&[], true, false)
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
                    break Stop::IllFormed(sequence.error(dialect, kind));
                }
            }
        };
        Step {
            read,
            written: 0,
            stop,
        }
    }

    fn step<S: ValidPrefix<Unit = u8>>(&mut self, src: &[u8], last: bool, is_rest: bool) -> Step {
        let search = self.search.get_or_insert_with(|| Search::new(kernels()));
        search.start_piece(is_rest);
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
                    let text = self.carry.with_next(&src[read..]);
                    let error = IllFormedAt::new(S::NAME, self.carry.position, text.bytes(), len, kind);
                    self.carry.drop_front(len);
                    return Step {
                        read,
                        written: 0,
                        stop: Stop::IllFormed(error),
                    };
                }
            }
        }
        let src_len = src.len();
        let src = &src[read..];
        let error = search.advance::<S>(src);
        let valid = search.read;
        self.carry.position += valid as u64;
        let input_used = Step {
            read: src_len,
            written: 0,
            stop: Stop::InputUsed,
        };
        let Some(DecodeError { kind, len }) = error else {
            search.start_piece(false);
            return input_used;
        };
        if kind == ErrorKind::UnexpectedEnd && !last {
            self.carry.keep(&src[valid..valid + len]);
            search.start_piece(false);
            return input_used;
        }
        search.skip(len);
        let stop = Stop::IllFormed(IllFormedAt::new(
            S::NAME,
            self.carry.position,
            &src[valid..],
            len,
            kind,
        ));
        self.carry.position += len as u64;
        Step {
            read: read + valid + len,
            written: 0,
            stop,
        }
    }
}

/// The iterator that [`Validator::errors`] returns.
#[derive(Debug)]
#[must_use = "the bytes are validated only as far as errors are taken"]
pub struct Errors<'a> {
    validator: &'a mut Validator,
    /// The bytes not yet validated.
    bytes: &'a [u8],
    /// Whether they are the rest after an error.
    is_rest: bool,
}

impl Iterator for Errors<'_> {
    type Item = IllFormedAt;

    fn next(&mut self) -> Option<IllFormedAt> {
        let step = self.validator.next(self.bytes, false, self.is_rest);
        self.bytes = &self.bytes[step.read..];
        self.is_rest = true;
        match step.stop {
            Stop::IllFormed(error) => Some(error),
            _ => None,
        }
    }
}

impl FusedIterator for Errors<'_> {}
