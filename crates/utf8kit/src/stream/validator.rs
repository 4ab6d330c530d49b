//! Validation of text that arrives in pieces.

use super::carry::{Carry, Head, MAX, is_incomplete};
use super::signature::Start;
use super::{SignaturePolicy, Step, Stop};
use crate::codec::{Any, Decode as _, DecodeError};
use crate::encoding::{UTF8, Utf8, with_any};
use crate::engine::{Search, utf8_error_kind};
use crate::simd::dispatch::kernels;
use crate::{Encoding, ErrorKind, IllFormed};
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
    start: Start,
    /// The encoding of the text, and what it remembers.
    source: Any,
    carry: Carry,
    /// The search for errors, once bytes have been pushed.
    search: Option<Search>,
}

impl Validator {
    /// Creates a validator at the beginning of a text in `encoding`.
    pub const fn new(encoding: Encoding) -> Self {
        Validator {
            start: Start::new(encoding),
            source: Any::new(encoding),
            carry: Carry::new(),
            search: None,
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
            progress: Progress::Unsearched,
        }
    }

    /// Validates the next bytes of the text. `last` states that it ends, without more bytes.
    fn next(&mut self, bytes: &[u8], last: bool) -> Step {
        debug_assert!(!last || bytes.is_empty());
        let mut read = 0;
        let written = 0;
        if let Some(stop) = self.next_unsearched(bytes, &mut read, last) {
            return Step { read, written, stop };
        }
        let start = self.start_search();
        let rest = &bytes[read..];
        if !self.pass_well_formed(rest)
            && let Some(found) = self.search(start, rest)
        {
            return Step {
                read: read + found.end(),
                written,
                stop: Stop::IllFormed(found.error(&self.source, start, rest)),
            };
        }
        Step {
            read: bytes.len(),
            written,
            stop: Stop::InputUsed,
        }
    }

    /// Validates what no search can: a signature, and kept bytes with those that complete them. Adds the number of bytes to
    /// `read`. Returns why it stopped, or `None` if a search can continue from there.
    fn next_unsearched(&mut self, bytes: &[u8], read: &mut usize, last: bool) -> Option<Stop> {
        if self.start.is_open() {
            *read += self.start.read(&mut self.carry, &bytes[*read..], last);
            if self.start.is_open() {
                return Some(Stop::InputUsed);
            }
            self.source = Any::new(self.start.encoding);
        }
        match self.carry.is_empty() {
            true => None,
            false => self.complete(bytes, read, last),
        }
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

    /// Validates the kept bytes and those of `src` that complete them. Returns `None` once no bytes are kept.
    fn complete(&mut self, src: &[u8], read: &mut usize, last: bool) -> Option<Stop> {
        loop {
            match self.carry.complete(&mut self.source, src, read, last) {
                Head::Empty => return None,
                Head::Unfinished => return Some(Stop::InputUsed),
                Head::Number(_, len) => self.carry.drop_front::<u8>(len),
                Head::IllFormed(error) => {
                    let text = self.carry.with_next(&src[*read..]);
                    let found = Found { at: 0, error };
                    let reported = found.error(&self.source, self.carry.position, text.bytes());
                    self.carry.drop_front::<u8>(error.len);
                    if !error.continues {
                        return Some(Stop::IllFormed(reported));
                    }
                }
            }
        }
    }

    /// Starts a search of the bytes that follow, and returns the offset of the first one in the text. No bytes are kept.
    fn start_search(&mut self) -> u64 {
        debug_assert!(self.carry.bytes().is_empty());
        self.search
            .get_or_insert_with(|| Search::new(kernels()))
            .start_piece();
        self.carry.position
    }

    /// Begins the search of `src`, and returns `true` if there is no error in it. An incomplete character at the end is kept.
    ///
    /// Most pieces have none, and short ones should cost little more than the kernel.
    #[inline]
    fn pass_well_formed(&mut self, src: &[u8]) -> bool {
        let Some(search) = &mut self.search else {
            return false;
        };
        let passes = with_any!(&mut self.source, source => {
            search.skip_to_end(&mut source, src, |source, rest| {
                rest.is_empty() || is_incomplete(source, rest)
            })
        });
        if passes {
            self.carry.position += search.read as u64;
            if search.read < src.len() {
                self.carry.keep_last(src, src.len() - search.read);
            }
        }
        passes
    }

    /// Continues the search of `src`, whose first byte has the offset `start` in the text, after the error before. Returns the
    /// next error, or `None` if all is read. An incomplete character at the end is kept.
    #[inline]
    fn search(&mut self, start: u64, src: &[u8]) -> Option<Found> {
        let search = self.search.as_mut()?;
        loop {
            let error = with_any!(&mut self.source, source => search.advance(&mut source, src));
            let at = search.read;
            self.carry.position = start + at as u64;
            let error = error?;
            if error.kind == ErrorKind::UnexpectedEnd {
                self.carry.keep_last(src, error.len);
                return None;
            }
            search.skip(error.len);
            self.carry.position += error.len as u64;
            if !error.continues {
                return Some(Found { at, error });
            }
        }
    }
}

/// An error that a search found.
struct Found {
    /// The offset in the bytes that are searched.
    at: usize,
    error: DecodeError,
}

impl Found {
    /// Returns the offset of the first byte after it.
    fn end(&self) -> usize {
        self.at + self.error.len
    }

    /// Returns the error of `src`, whose first byte has the offset `start` in the text.
    fn error(&self, source: &Any, start: u64, src: &[u8]) -> IllFormed {
        let offset = start + self.at as u64;
        IllFormed::at_offset(source.description(), offset, self.error, &src[self.at..])
    }
}

/// The iterator that [`Validator::errors`] returns.
#[derive(Debug)]
#[must_use = "the bytes are validated only as far as errors are taken"]
pub struct Errors<'a> {
    validator: &'a mut Validator,
    /// The bytes that are searched, or those not yet validated if there is no search.
    bytes: &'a [u8],
    /// Whether the validator searches `bytes`.
    progress: Progress,
}

/// How [`Errors`] finds the next error.
#[derive(Clone, Copy, Debug)]
enum Progress {
    /// There is no search: before it can start, and after its end.
    Unsearched,
    /// By the search of UTF-8 whose first byte has this offset in the text.
    Utf8(u64),
    /// The same in another encoding.
    Other(u64),
}

impl Errors<'_> {
    /// Returns the next error of UTF-8 if it is marked and not at the end of the bytes.
    ///
    /// Text can be full of errors. So this is short enough to be inlined.
    #[inline]
    fn next_marked(&mut self) -> Option<IllFormed> {
        let Progress::Utf8(start) = self.progress else {
            return None;
        };
        let search = self.validator.search.as_mut()?;
        let (at, len) = search.peek_marked()?;
        let text = self.bytes.get(at..)?.first_chunk::<MAX>()?;
        search.skip_marked(at + len);
        let offset = start + at as u64;
        self.validator.carry.position = offset + len as u64;
        let kind = utf8_error_kind(text[0], text[1]);
        Some(IllFormed::new(&UTF8, offset, text, len, kind))
    }

    /// Starts or continues the search, and returns the next error.
    #[inline(never)]
    fn next_unmarked(&mut self) -> Option<IllFormed> {
        let start = match self.progress {
            Progress::Unsearched => {
                let mut read = 0;
                let stop = self.validator.next_unsearched(self.bytes, &mut read, false);
                self.bytes = &self.bytes[read..];
                match stop {
                    None => {}
                    Some(Stop::IllFormed(error)) => return Some(error),
                    Some(_) => return None,
                }
                let start = self.validator.start_search();
                let encoding = self.validator.encoding();
                if self.validator.pass_well_formed(self.bytes) {
                    self.bytes = &[];
                    return None;
                }
                self.progress = match encoding {
                    Encoding::Utf8 => Progress::Utf8(start),
                    _ => Progress::Other(start),
                };
                start
            }
            Progress::Utf8(start) | Progress::Other(start) => start,
        };
        if let Progress::Utf8(_) = self.progress
            && let Some(search) = &mut self.validator.search
            && search.mark::<Utf8>(self.bytes)
            && let Some(error) = self.next_marked()
        {
            return Some(error);
        }
        if let Some(found) = self.validator.search(start, self.bytes) {
            return Some(found.error(&self.validator.source, start, self.bytes));
        }
        (self.bytes, self.progress) = (&[], Progress::Unsearched);
        None
    }
}

impl Iterator for Errors<'_> {
    type Item = IllFormed;

    #[inline]
    fn next(&mut self) -> Option<IllFormed> {
        match self.next_marked() {
            None => self.next_unmarked(),
            error => error,
        }
    }
}

impl FusedIterator for Errors<'_> {}
