//! Reading of the numbers of a dialect from input that arrives in pieces.

use super::rules::{Surrogates, is_high, is_low};
use super::{Dialect, Subset, with_dialect};
use crate::Replacement;
use crate::dispatch::kernels;
use crate::engine::{ConvertPrefix, as_uninit, assume_init};
use crate::error::DecodeError;
use crate::reference::Utf32;
use crate::stream::carry::{Carry, Head, MAX};
use crate::stream::{IllFormedAt, Step, Stop, with_written};
use crate::{ErrorKind, Policy};
use core::mem::MaybeUninit;

/// The state, besides the bytes themselves, on which the next number of a dialect depends.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Context {
    /// The offset of the end of the last number, if that is a high surrogate.
    high_end: Option<u64>,
    /// The offset of the end of the current run of surplus continuation bytes, if there is one.
    run_end: Option<u64>,
}

/// The next item of a text that arrives in pieces.
pub(crate) enum Next {
    /// None: all of the piece is read.
    InputUsed,
    /// A number and its bytes.
    Number(u32, Sequence),
    /// An ill-formed sequence.
    IllFormed(ErrorKind, Sequence),
    /// A continuation of the malformed sequence before.
    More(ErrorKind, Sequence),
}

/// The bytes of a number or an ill-formed sequence, and what follows them.
pub(crate) struct Sequence {
    pub(crate) offset: u64,
    bytes: [u8; MAX],
    len: usize,
    /// The number of bytes with those that follow.
    known: usize,
}

impl Sequence {
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.bytes[..self.len]
    }

    /// Returns the error of this sequence.
    pub(crate) fn error(&self, dialect: Dialect, kind: ErrorKind) -> IllFormedAt {
        let text = &self.bytes[..self.known];
        IllFormedAt::new(dialect.name(), self.offset, text, self.len, kind)
    }
}

impl Context {
    pub(crate) const NONE: Context = Context {
        high_end: None,
        run_end: None,
    };

    /// Reads the next item from the bytes kept in `carry` and those of `src` from `read` on. `last` states that the
    /// text ends with `src`.
    pub(crate) fn next(
        &mut self,
        dialect: Dialect,
        carry: &mut Carry,
        src: &[u8],
        read: &mut usize,
        last: bool,
    ) -> Next {
        let rules = dialect.rules();
        let kept = !carry.bytes().is_empty();
        let result = match carry.complete(|bytes| rules.read(bytes), src, read, last) {
            Head::Unfinished => return Next::InputUsed,
            Head::Character(number, len) => Ok((number, len)),
            Head::IllFormed(error) => Err(error),
            Head::Empty => match &src[*read..] {
                [] => return Next::InputUsed,
                rest => match rules.read(rest) {
                    Err(DecodeError {
                        kind: ErrorKind::UnexpectedEnd,
                        ..
                    }) if !last => {
                        carry.keep(rest);
                        *read = src.len();
                        return Next::InputUsed;
                    }
                    result => result,
                },
            },
        };
        let len = match result {
            Ok((_, len)) | Err(DecodeError { len, .. }) => len,
        };
        let mut sequence = Sequence {
            offset: carry.position,
            bytes: [0; MAX],
            len,
            known: 0,
        };
        if kept {
            let text = carry.with_next(&src[*read..]);
            sequence.known = text.bytes().len();
            sequence.bytes[..sequence.known].copy_from_slice(text.bytes());
            carry.drop_front(len);
        } else {
            let text = &src[*read..];
            sequence.known = text.len().min(MAX);
            sequence.bytes[..sequence.known].copy_from_slice(&text[..sequence.known]);
            *read += len;
            carry.position += len as u64;
        }
        match result {
            Ok((number, _)) => {
                if rules.surrogates == Surrogates::Unpaired {
                    if self.is_low_after_high(number, sequence.offset) {
                        return Next::IllFormed(ErrorKind::Surrogate, sequence);
                    }
                    self.set_high(number, carry.position);
                }
                Next::Number(number, sequence)
            }
            Err(DecodeError { kind, .. }) if rules.annex_r && self.in_run(kind, sequence.offset) => {
                Next::More(kind, sequence)
            }
            Err(DecodeError { kind, .. }) => Next::IllFormed(kind, sequence),
        }
    }

    /// Returns `true` if `number`, at `offset`, is a low surrogate after a high one, which WTF-8 encodes as one character.
    pub(crate) fn is_low_after_high(&self, number: u32, offset: u64) -> bool {
        is_low(number) && self.high_end == Some(offset)
    }

    /// Notes that `number` ends at the offset `end`.
    pub(crate) fn set_high(&mut self, number: u32, end: u64) {
        self.high_end = is_high(number).then_some(end);
    }

    /// Returns `true` if the malformed byte at `offset` continues the run of surplus continuation bytes before it
    /// (R.7). Call it once for each malformed sequence.
    pub(crate) fn in_run(&mut self, kind: ErrorKind, offset: u64) -> bool {
        let surplus = kind == ErrorKind::UnexpectedContinuation;
        let more = surplus && self.run_end == Some(offset);
        self.run_end = surplus.then_some(offset + 1);
        more
    }
}

/// Reads code points from bytes in a [`Dialect`] that arrive in pieces.
///
/// A [`stream::Decoder`](crate::stream::Decoder) writes text. A reader accepts all numbers of the dialect: those up to
/// `0x7FFF_FFFF`, and unpaired surrogates. It follows the [contract of streams](crate::stream), and counts what it
/// writes in numbers. A replacement is written as the numbers of its characters.
///
/// ```
/// use utf8kit::{Policy, dialect::{Dialect, Reader}, stream::Stop};
///
/// let mut reader = Reader::new(Dialect::Rfc2279, Policy::Fail);
/// let mut numbers = [0; 4];
/// assert_eq!(reader.to_code_points(b"\xFD\xBF\xBF", &mut numbers).written, 0);
/// let step = reader.to_code_points(b"\xBF\xBF\xBF", &mut numbers);
/// assert_eq!((step.read, step.written, step.stop), (3, 1, Stop::InputUsed));
/// assert_eq!(numbers[0], 0x7FFF_FFFF);
/// ```
#[derive(Clone, Debug)]
pub struct Reader<'p> {
    dialect: Dialect,
    policy: Policy<'p>,
    subset: Option<&'p Subset<'p>>,
    carry: Carry,
    context: Context,
    pending: Replacement<'p>,
    replaced: u64,
    remarked: u64,
}

impl<'p> Reader<'p> {
    /// Creates a reader at the beginning of a text in `dialect`.
    pub const fn new(dialect: Dialect, policy: Policy<'p>) -> Self {
        Reader {
            dialect,
            policy,
            subset: None,
            carry: Carry::new(),
            context: Context::NONE,
            pending: Replacement::EMPTY,
            replaced: 0,
            remarked: 0,
        }
    }

    /// Returns the reader with code points outside `subset` treated as ill-formed, of kind
    /// [`OutsideSubset`](ErrorKind::OutsideSubset), as R.7 requires.
    ///
    /// ```
    /// use utf8kit::{Policy, dialect::{Dialect, Reader, Subset}};
    ///
    /// let ascii = Subset::new(&[0..=0x7F]);
    /// let mut reader = Reader::new(Dialect::AnnexR, Policy::Replace('?')).within(&ascii);
    /// let mut numbers = [0; 4];
    /// let step = reader.to_code_points(b"\xC3\xA9\x80\x80!", &mut numbers);
    /// assert_eq!(numbers[..step.written], [0x3F, 0x3F, 0x21]);
    /// ```
    #[must_use]
    pub fn within(self, subset: &'p Subset<'p>) -> Self {
        Reader {
            subset: Some(subset),
            ..self
        }
    }

    /// Returns the reader to the beginning of a new text. The dialect, the policy and the subset stay the same.
    pub fn reset(&mut self) {
        *self = Reader {
            subset: self.subset,
            ..Reader::new(self.dialect, self.policy)
        };
    }

    /// Reads the next `bytes` of the text, and writes their code points to `numbers`. The [`Step`] counts what is read
    /// in bytes, and what is written in numbers.
    pub fn to_code_points(&mut self, bytes: &[u8], numbers: &mut [u32]) -> Step {
        // SAFETY: a reader writes initialized numbers only.
        self.step(bytes, unsafe { as_uninit(numbers) }, false)
    }

    /// Does what [`to_code_points`](Self::to_code_points) does, with a destination that need not be initialised.
    /// Returns the numbers written, too.
    ///
    /// ```
    /// use core::mem::MaybeUninit;
    /// use utf8kit::{Policy, dialect::{Dialect, Reader}};
    ///
    /// let mut reader = Reader::new(Dialect::Cesu8, Policy::Fail);
    /// let mut buffer = [MaybeUninit::uninit(); 4];
    /// let (numbers, step) = reader.to_code_points_uninit("n€".as_bytes(), &mut buffer);
    /// assert_eq!((&*numbers, step.read), (&[0x6E, 0x20AC][..], 4));
    /// ```
    pub fn to_code_points_uninit<'d>(
        &mut self,
        bytes: &[u8],
        numbers: &'d mut [MaybeUninit<u32>],
    ) -> (&'d mut [u32], Step) {
        let step = self.step(bytes, numbers, false);
        // SAFETY: the step has initialized as many units as it counts.
        unsafe { with_written(numbers, step) }
    }

    /// Ends the text, and writes the rest of it to `numbers`.
    ///
    /// ```
    /// use utf8kit::{Policy, dialect::{Dialect, Reader}, stream::Stop};
    ///
    /// let mut reader = Reader::new(Dialect::Cesu8, Policy::Fail);
    /// assert_eq!(reader.to_code_points(b"\xED\xA0\xBD", &mut [0; 4]).stop, Stop::InputUsed);
    /// // The second surrogate of the pair is missing.
    /// assert!(matches!(reader.finish(&mut [0; 4]).stop, Stop::IllFormed(_)));
    /// ```
    pub fn finish(&mut self, numbers: &mut [u32]) -> Step {
        // SAFETY: a reader writes initialized numbers only.
        self.step(&[], unsafe { as_uninit(numbers) }, true)
    }

    /// Does what [`finish`](Self::finish) does, with a destination that need not be initialised. Returns the numbers
    /// written, too.
    ///
    /// ```
    /// use core::mem::MaybeUninit;
    /// use utf8kit::{Policy, dialect::{Dialect, Reader}};
    ///
    /// let mut reader = Reader::new(Dialect::Cesu8, Policy::Replace('?'));
    /// let _ = reader.to_code_points(b"\xE2", &mut [0; 4]);
    /// let mut buffer = [MaybeUninit::uninit(); 4];
    /// assert_eq!(reader.finish_uninit(&mut buffer).0, [0x3F]);
    /// ```
    pub fn finish_uninit<'d>(&mut self, numbers: &'d mut [MaybeUninit<u32>]) -> (&'d mut [u32], Step) {
        let step = self.step(&[], numbers, true);
        // SAFETY: the step has initialized as many units as it counts.
        unsafe { with_written(numbers, step) }
    }

    /// Returns the offset, in bytes, of the first byte of the text that is not yet read, replaced or reported.
    pub const fn position(&self) -> u64 {
        self.carry.position
    }

    /// Returns the number of ill-formed sequences, and of code points outside the subset, replaced so far.
    pub const fn replaced(&self) -> u64 {
        self.replaced
    }

    /// Returns the number of code points with a [remark](super::CodePoint::remark) so far.
    ///
    /// ```
    /// use utf8kit::{Policy, dialect::{Dialect, Reader}};
    ///
    /// let mut reader = Reader::new(Dialect::AnnexR, Policy::Fail);
    /// let _ = reader.to_code_points(b"\xEF\xBF\xBE", &mut [0; 4]);
    /// assert_eq!(reader.remarked(), 1); // 0xFFFE
    /// ```
    pub const fn remarked(&self) -> u64 {
        self.remarked
    }

    fn step(&mut self, src: &[u8], dst: &mut [MaybeUninit<u32>], last: bool) -> Step {
        let (mut read, mut written) = (0, 0);
        let stop = loop {
            while let Some(c) = self.pending.first()
                && let Some(place) = dst.get_mut(written)
            {
                place.write(c as u32);
                written += 1;
                self.pending.drop_first();
            }
            if self.pending.first().is_some() {
                break Stop::OutputFull;
            }
            if self.may_run_ahead() {
                let (src, dst) = (&src[read..], &mut dst[written..]);
                let ahead = with_dialect!(self.dialect, S => <S as ConvertPrefix<Utf32>>::convert_prefix(kernels(), src, dst));
                // SAFETY: `ConvertPrefix` has initialized as many units as it returns.
                let numbers = unsafe { assume_init(dst, ahead.1) };
                // A kernel reads the shortest sequences only.
                self.remarked += self.dialect.rules().remarks(numbers);
                read += ahead.0;
                written += ahead.1;
                self.carry.position += ahead.0 as u64;
            }
            if written == dst.len() && (read < src.len() || self.is_held_complete(last)) {
                break Stop::OutputFull;
            }
            match self
                .context
                .next(self.dialect, &mut self.carry, src, &mut read, last)
            {
                Next::InputUsed => break Stop::InputUsed,
                Next::Number(number, sequence) => {
                    let bytes = sequence.bytes();
                    if self.subset.is_some_and(|subset| !subset.contains(number)) {
                        if let Some(stop) = self.replace(ErrorKind::OutsideSubset, &sequence) {
                            break stop;
                        }
                        continue;
                    }
                    if self.dialect.rules().remark(number, bytes.len()).is_some() {
                        self.remarked += 1;
                    }
                    dst[written].write(number);
                    written += 1;
                    if bytes == b"\\" && self.policy.doubles_backslashes() {
                        self.pending = Replacement::char('\\');
                    }
                }
                Next::IllFormed(kind, sequence) => {
                    if let Some(stop) = self.replace(kind, &sequence) {
                        break stop;
                    }
                }
                Next::More(kind, sequence) => {
                    self.pending = self.policy.replacement_of_rest(sequence.bytes(), kind)
                }
            }
        };
        Step { read, written, stop }
    }

    /// Returns `true` if the bytes kept are enough for the next number or error. They can be after an error: `ED A0 80`
    /// waits for the second surrogate of its pair, and the byte after it can be a character.
    fn is_held_complete(&self, last: bool) -> bool {
        let bytes = self.carry.bytes();
        let incomplete = |error: DecodeError| error.kind == ErrorKind::UnexpectedEnd;
        !bytes.is_empty() && (last || !self.dialect.rules().read(bytes).is_err_and(incomplete))
    }

    /// Returns `true` if the kernel may run, that is, if every character of UTF-8 is read unchanged.
    fn may_run_ahead(&self) -> bool {
        self.carry.is_empty() && self.subset.is_none() && !self.policy.doubles_backslashes()
    }

    /// Replaces `sequence` as the policy says. Returns why to stop if the policy has no replacement.
    fn replace(&mut self, kind: ErrorKind, sequence: &Sequence) -> Option<Stop> {
        match self.policy.replacement(sequence.bytes(), kind) {
            Some(replacement) => {
                let bytes = sequence.bytes();
                match replacement.taken(bytes.len()) {
                    taken if taken < bytes.len() => self.carry.put_back(&bytes[taken..]),
                    taken => self.carry.skip(taken - bytes.len()),
                }
                self.pending = replacement;
                self.replaced += 1;
                None
            }
            None => Some(Stop::IllFormed(sequence.error(self.dialect, kind))),
        }
    }
}
