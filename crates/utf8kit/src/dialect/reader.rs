//! Dialects in pieces, as numbers.

use super::rules::{Surrogates, is_high, is_low};
use super::{Dialect, Subset, with_dialect};
use crate::Replacement;
use crate::dispatch::kernels;
use crate::engine::{self, ConvertPrefix};
use crate::error::DecodeError;
use crate::reference::Utf32;
use crate::stream::carry::{Carry, Head, MAX};
use crate::stream::{IllFormedAt, Step, Stop};
use crate::{ErrorKind, Policy};

/// What a dialect's next number depends on beyond its own bytes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Context {
    /// Where the high surrogate ended that was read last.
    high_end: Option<u64>,
    /// Where the run of surplus continuing bytes goes on, if it does.
    run_end: Option<u64>,
}

/// What comes next in a text in pieces.
pub(crate) enum Next {
    /// Nothing: all of the piece is read.
    InputUsed,
    Number(u32, Sequence),
    IllFormed(ErrorKind, Sequence),
    /// More of the malformed sequence before.
    More(ErrorKind, Sequence),
}

/// Bytes that belong together.
pub(crate) struct Sequence {
    pub(crate) offset: u64,
    bytes: [u8; MAX],
    len: usize,
}

impl Sequence {
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.bytes[..self.len]
    }
}

impl Context {
    pub(crate) const NONE: Context = Context {
        high_end: None,
        run_end: None,
    };

    /// Takes what comes next off the bytes kept in `carry` and those of `src` from `read` on.
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
            Head::IllFormed(bad) => Err(bad),
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
        };
        if kept {
            sequence.bytes[..len].copy_from_slice(&carry.bytes()[..len]);
            carry.drop_front(len);
        } else {
            sequence.bytes[..len].copy_from_slice(&src[*read..][..len]);
            *read += len;
            carry.position += len as u64;
        }
        let high_end = self.high_end.take();
        match result {
            Ok((number, _)) => {
                if rules.surrogates == Surrogates::Lone {
                    if is_low(number) && high_end == Some(sequence.offset) {
                        return Next::IllFormed(ErrorKind::Surrogate, sequence);
                    }
                    self.high_end = is_high(number).then_some(carry.position);
                }
                Next::Number(number, sequence)
            }
            Err(DecodeError { kind, .. }) if rules.annex_r && self.in_run(kind, sequence.offset) => {
                Next::More(kind, sequence)
            }
            Err(DecodeError { kind, .. }) => Next::IllFormed(kind, sequence),
        }
    }

    /// R.7: is a malformed sequence at `offset`, of a single byte, more of the run before? Each is asked
    /// about.
    pub(crate) fn in_run(&mut self, kind: ErrorKind, offset: u64) -> bool {
        let surplus = kind == ErrorKind::UnexpectedContinuation;
        let more = surplus && self.run_end == Some(offset);
        self.run_end = surplus.then_some(offset + 1);
        more
    }
}

/// Turns bytes in a [`Dialect`] that arrive in pieces into code points.
///
/// Unlike a [`stream::Decoder`](crate::stream::Decoder), which makes text, it reads all that the dialect has:
/// numbers up to 7FFFFFFF, lone surrogates. It keeps to the [streams' contract](crate::stream); what is
/// written is counted in numbers. What a policy puts is written as the numbers of its characters.
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
#[derive(Debug)]
pub struct Reader<'p> {
    dialect: Dialect,
    policy: Policy<'p>,
    subset: Option<&'p Subset<'p>>,
    carry: Carry,
    context: Context,
    pending: Replacement,
    mended: u64,
    remarked: u64,
}

impl<'p> Reader<'p> {
    /// A reader at the beginning of a text.
    pub const fn new(dialect: Dialect, policy: Policy<'p>) -> Self {
        Reader {
            dialect,
            policy,
            subset: None,
            carry: Carry::new(),
            context: Context::NONE,
            pending: Replacement::EMPTY,
            mended: 0,
            remarked: 0,
        }
    }

    /// The same, with what is outside `subset` taken for ill-formed, of kind
    /// [`OutsideSubset`](ErrorKind::OutsideSubset), as R.7 has it.
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

    /// Reads the next `bytes` of the text.
    pub fn to_code_points(&mut self, bytes: &[u8], numbers: &mut [u32]) -> Step {
        self.step(bytes, numbers, false)
    }

    /// Ends the text.
    pub fn finish(&mut self, numbers: &mut [u32]) -> Step {
        self.step(&[], numbers, true)
    }

    /// The offset of the first byte of the text that is neither read nor mended nor reported: bytes.
    pub const fn position(&self) -> u64 {
        self.carry.position
    }

    /// How many ill-formed sequences, and characters outside the subset, the policy has mended so far.
    pub const fn mended(&self) -> u64 {
        self.mended
    }

    /// Of how many numbers so far there was a [remark](super::CodePoint::remark).
    pub const fn remarked(&self) -> u64 {
        self.remarked
    }

    fn step(&mut self, src: &[u8], dst: &mut [u32], last: bool) -> Step {
        let (mut read, mut written) = (0, 0);
        let stop = loop {
            while let Some(c) = self.pending.first()
                && let Some(place) = dst.get_mut(written)
            {
                *place = c as u32;
                written += 1;
                self.pending.drop_first();
            }
            if self.pending.first().is_some() {
                break Stop::OutputFull;
            }
            if self.may_run_ahead() {
                let (src, dst) = (&src[read..], engine::as_uninit(&mut dst[written..]));
                let ahead = with_dialect!(self.dialect, S => <S as ConvertPrefix<Utf32>>::convert_prefix(kernels(), src, dst));
                read += ahead.0;
                written += ahead.1;
                self.carry.position += ahead.0 as u64;
            }
            if written == dst.len() && (read < src.len() || last && !self.carry.bytes().is_empty()) {
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
                        if let Some(stop) = self.mend(ErrorKind::OutsideSubset, &sequence) {
                            break stop;
                        }
                        continue;
                    }
                    if self.dialect.rules().remark(number, bytes.len()).is_some() {
                        self.remarked += 1;
                    }
                    dst[written] = number;
                    written += 1;
                    if bytes == b"\\" && self.policy.doubles_backslashes() {
                        self.pending = Replacement::char('\\');
                    }
                }
                Next::IllFormed(kind, sequence) => {
                    if let Some(stop) = self.mend(kind, &sequence) {
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

    /// May the kernel run: is every character of UTF-8 read as it is, and without a remark?
    fn may_run_ahead(&self) -> bool {
        self.carry.bytes().is_empty()
            && self.subset.is_none()
            && !self.policy.doubles_backslashes()
            && !self.dialect.rules().annex_r
    }

    fn mend(&mut self, kind: ErrorKind, sequence: &Sequence) -> Option<Stop> {
        match self.policy.replacement(sequence.bytes(), kind) {
            Some(mended) => {
                self.pending = mended;
                self.mended += 1;
                None
            }
            None => Some(Stop::IllFormed(IllFormedAt::new(
                sequence.offset,
                sequence.bytes(),
                kind,
            ))),
        }
    }
}
