//! Writing of numbers that arrive in pieces as bytes of a dialect.

use super::rules::{Surrogates, is_high, is_low};
use super::{Dialect, with_dialect};
use crate::dispatch::kernels;
use crate::engine::{ConvertPrefix, as_uninit};
use crate::reference::{LONGEST, Utf32};
use crate::stream::{Step, Stop, with_written};
use crate::{Policy, Replacement};
use core::mem::MaybeUninit;

/// Writes code points, which arrive in pieces, as bytes in a [`Dialect`].
///
/// A [`stream::Encoder`](crate::stream::Encoder) encodes text. A writer takes all numbers of the dialect: those up to
/// `0x7FFF_FFFF`, and unpaired surrogates. It follows the [contract of streams](crate::stream), and counts what it reads,
/// offsets included, in numbers. A destination of six bytes always makes progress.
///
/// A number that the dialect lacks is replaced as [`Policy::replacement_of_number`] says, or is
/// [`Stop::NotScalarValue`]. So is a low surrogate after a high one in WTF-8, which encodes the two as one character.
///
/// ```
/// use utf8kit::{Policy, dialect::{Dialect, Writer}, stream::Stop};
///
/// let mut writer = Writer::new(Dialect::Rfc2279, Policy::Fail);
/// let mut bytes = [0; 8];
/// let step = writer.write(&[0x41, 0x7FFF_FFFF], &mut bytes);
/// assert_eq!((step.read, step.written, step.stop), (2, 7, Stop::InputUsed));
/// assert_eq!(bytes[..7], *b"A\xFD\xBF\xBF\xBF\xBF\xBF");
/// ```
#[derive(Clone, Debug)]
pub struct Writer<'p> {
    dialect: Dialect,
    policy: Policy<'p>,
    /// Whether a high surrogate was written last.
    after_high: bool,
    /// The number of numbers to skip, after a replacement that takes more than one.
    skip: usize,
    pending: Replacement<'p>,
    position: u64,
    replaced: u64,
    remarked: u64,
}

impl<'p> Writer<'p> {
    /// Creates a writer at the beginning of a text in `dialect`.
    pub const fn new(dialect: Dialect, policy: Policy<'p>) -> Self {
        Writer {
            dialect,
            policy,
            after_high: false,
            skip: 0,
            pending: Replacement::EMPTY,
            position: 0,
            replaced: 0,
            remarked: 0,
        }
    }

    /// Returns the writer to the beginning of a new text. The dialect and the policy stay the same.
    ///
    /// ```
    /// use utf8kit::{Policy, dialect::{Dialect, Writer}};
    ///
    /// let mut writer = Writer::new(Dialect::Wtf8, Policy::Fail);
    /// let _ = writer.write(&[0xD800], &mut [0; 8]);
    /// writer.reset();
    /// assert_eq!(writer.position(), 0);
    /// ```
    pub fn reset(&mut self) {
        *self = Writer::new(self.dialect, self.policy);
    }

    /// Writes the next `numbers` into `bytes`. The [`Step`] counts what is read in numbers, and what is written in bytes.
    pub fn write(&mut self, numbers: &[u32], bytes: &mut [u8]) -> Step {
        // SAFETY: a writer writes initialized bytes only.
        self.step(numbers, unsafe { as_uninit(bytes) })
    }

    /// Does what [`write`](Self::write) does, with a destination that need not be initialised. Returns the bytes
    /// written, too.
    ///
    /// ```
    /// use core::mem::MaybeUninit;
    /// use utf8kit::{Policy, dialect::{Dialect, Writer}};
    ///
    /// let mut writer = Writer::new(Dialect::Rfc2279, Policy::Fail);
    /// let mut buffer = [MaybeUninit::uninit(); 8];
    /// assert_eq!(writer.write_uninit(&[0x20_0000], &mut buffer).0, b"\xF8\x88\x80\x80\x80");
    /// ```
    pub fn write_uninit<'d>(
        &mut self,
        numbers: &[u32],
        bytes: &'d mut [MaybeUninit<u8>],
    ) -> (&'d mut [u8], Step) {
        let step = self.step(numbers, bytes);
        // SAFETY: the step has initialized as many units as it counts.
        unsafe { with_written(bytes, step) }
    }

    /// Ends the text: writes the rest of a replacement that did not fit into the destination of the call before.
    ///
    /// ```
    /// use utf8kit::{Policy, dialect::{Dialect, Writer}, stream::Stop};
    ///
    /// let mut writer = Writer::new(Dialect::Utf8, Policy::Escape);
    /// let mut bytes = [0; 20];
    /// assert_eq!(writer.write(&[0x7FFF_FFFF], &mut bytes).stop, Stop::OutputFull);
    /// let step = writer.finish(&mut bytes);
    /// assert_eq!((&bytes[..step.written], step.stop), (&br"\xBF"[..], Stop::InputUsed));
    /// ```
    pub fn finish(&mut self, bytes: &mut [u8]) -> Step {
        // SAFETY: a writer writes initialized bytes only.
        self.step(&[], unsafe { as_uninit(bytes) })
    }

    /// Does what [`finish`](Self::finish) does, with a destination that need not be initialised. Returns the bytes
    /// written, too.
    ///
    /// ```
    /// use core::mem::MaybeUninit;
    /// use utf8kit::{Policy, dialect::{Dialect, Writer}};
    ///
    /// let mut writer = Writer::new(Dialect::Utf8, Policy::Escape);
    /// let _ = writer.write(&[0x7FFF_FFFF], &mut [0; 20]);
    /// let mut buffer = [MaybeUninit::uninit(); 8];
    /// assert_eq!(writer.finish_uninit(&mut buffer).0, br"\xBF");
    /// ```
    pub fn finish_uninit<'d>(&mut self, bytes: &'d mut [MaybeUninit<u8>]) -> (&'d mut [u8], Step) {
        let step = self.step(&[], bytes);
        // SAFETY: the step has initialized as many units as it counts.
        unsafe { with_written(bytes, step) }
    }

    /// Returns the number of numbers of the text that are written, replaced or reported.
    pub const fn position(&self) -> u64 {
        self.position
    }

    /// Returns the number of numbers replaced so far.
    ///
    /// ```
    /// use utf8kit::{Policy, dialect::{Dialect, Writer}};
    ///
    /// let mut writer = Writer::new(Dialect::Cesu8, Policy::Replace('?'));
    /// let mut bytes = [0; 8];
    /// let step = writer.write(&[0x61, 0x11_0000], &mut bytes);
    /// assert_eq!((&bytes[..step.written], writer.replaced()), (&b"a?"[..], 1));
    /// ```
    pub const fn replaced(&self) -> u64 {
        self.replaced
    }

    /// Returns the number of code points written so far that are undefined in the dialect: in Annex R, `0xFFFE` and
    /// `0xFFFF` (NOTE 3).
    ///
    /// ```
    /// use utf8kit::{Policy, dialect::{Dialect, Writer}};
    ///
    /// let mut writer = Writer::new(Dialect::AnnexR, Policy::Fail);
    /// let _ = writer.write(&[0xFFFE, 0xFFFD], &mut [0; 8]);
    /// assert_eq!(writer.remarked(), 1);
    /// ```
    pub const fn remarked(&self) -> u64 {
        self.remarked
    }

    fn step(&mut self, numbers: &[u32], bytes: &mut [MaybeUninit<u8>]) -> Step {
        let (mut read, mut written) = (0, 0);
        let stop = self.run(numbers, bytes, &mut read, &mut written);
        Step { read, written, stop }
    }

    fn run(
        &mut self,
        src: &[u32],
        dst: &mut [MaybeUninit<u8>],
        read: &mut usize,
        written: &mut usize,
    ) -> Stop {
        loop {
            while let Some(c) = self.pending.first() {
                if !self.put(c.into(), dst, written) {
                    return Stop::OutputFull;
                }
                self.pending.drop_first();
            }
            let skipped = self.skip.min(src.len() - *read);
            self.skip -= skipped;
            *read += skipped;
            self.position += skipped as u64;
            if !self.after_high {
                let (src, dst) = (&src[*read..], &mut dst[*written..]);
                let ahead = with_dialect!(self.dialect, T => <Utf32 as ConvertPrefix<T>>::convert_prefix(kernels(), src, dst));
                *written += ahead.1;
                self.remarked += self.dialect.rules().remarks(&src[..ahead.0]);
                *read += ahead.0;
                self.position += ahead.0 as u64;
            }
            let Some(&number) = src.get(*read) else {
                return Stop::InputUsed;
            };
            // In WTF-8, the two would be written as one character.
            let is_pair = self.after_high && is_low(number);
            match self.dialect.rules().write(number, &mut [0; LONGEST]) {
                Ok(_) if !is_pair => {
                    if !self.put(number, dst, written) {
                        return Stop::OutputFull;
                    }
                    self.remarked += self.dialect.rules().remarks(&[number]);
                    *read += 1;
                    self.position += 1;
                }
                _ => {
                    let offset = self.position;
                    *read += 1;
                    self.position += 1;
                    match self.policy.replacement_of_number(number) {
                        Some(replacement) => self.replace(replacement),
                        None => return Stop::NotScalarValue { number, offset },
                    }
                }
            }
        }
    }

    /// Sets what to write instead of the last number.
    fn replace(&mut self, replacement: Replacement<'p>) {
        self.skip = replacement.taken(1) - 1;
        self.pending = replacement;
        self.replaced += 1;
    }

    /// Writes one number that the dialect has. Returns whether it fits.
    fn put(&mut self, number: u32, dst: &mut [MaybeUninit<u8>], written: &mut usize) -> bool {
        let mut bytes = [0; LONGEST];
        let Ok(len) = self.dialect.rules().write(number, &mut bytes) else {
            unreachable!("every dialect has every character, and the caller has tried other numbers")
        };
        let Some(place) = dst.get_mut(*written..*written + len) else {
            return false;
        };
        place.write_copy_of_slice(&bytes[..len]);
        *written += len;
        self.after_high = self.dialect.rules().surrogates == Surrogates::Unpaired && is_high(number);
        true
    }
}
