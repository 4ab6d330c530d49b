//! [`StreamEncoder`]: encodes text or numbers that arrive in pieces.

use super::{NumberWriter, runs};
use crate::item::NumberBytes;
use utf8kit::stream::{Step, Stop};
use utf8kit::{Policy, Replacement};

/// What an encoder reads: text in UTF-8, or numbers.
pub(crate) trait Source: 'static {
    const EMPTY: &'static Self;

    /// Returns the number at `at` and the number of its units, or `None` at the end.
    fn number(&self, at: usize) -> Option<(u32, usize)>;

    /// Returns the first boundary of a number at `at` or after it, or the end.
    fn boundary_from(&self, at: usize) -> usize;

    /// Returns `true` if [`write_run`](Self::write_run) can convert numbers to this encoding.
    fn has_runs(writer: NumberWriter) -> bool;

    /// Converts plain numbers from `at` on, as many as it can at the speed of memory. Returns the number of units read and
    /// the number of bytes written, and moves `writer` to the state after them.
    fn write_run(&self, at: usize, writer: &mut NumberWriter, dst: &mut [u8]) -> (usize, usize);
}

impl Source for str {
    const EMPTY: &str = "";

    fn number(&self, at: usize) -> Option<(u32, usize)> {
        let c = self[at..].chars().next()?;
        Some((c.into(), c.len_utf8()))
    }

    fn boundary_from(&self, at: usize) -> usize {
        self.ceil_char_boundary(at)
    }

    fn has_runs(writer: NumberWriter) -> bool {
        matches!(
            writer,
            NumberWriter::Utf7(_) | NumberWriter::Utf1 | NumberWriter::Ucs2(_)
        )
    }

    fn write_run(&self, at: usize, writer: &mut NumberWriter, dst: &mut [u8]) -> (usize, usize) {
        runs::encode(writer, &self[at..], dst)
    }
}

impl Source for [u32] {
    const EMPTY: &[u32] = &[];

    fn number(&self, at: usize) -> Option<(u32, usize)> {
        self.get(at).map(|&number| (number, 1))
    }

    fn boundary_from(&self, at: usize) -> usize {
        at.min(self.len())
    }

    fn has_runs(writer: NumberWriter) -> bool {
        !matches!(
            writer,
            NumberWriter::Utf7(_) | NumberWriter::Utf1 | NumberWriter::OldHangulUtf8
        )
    }

    fn write_run(&self, at: usize, writer: &mut NumberWriter, dst: &mut [u8]) -> (usize, usize) {
        runs::write(*writer, &self[at..], dst)
    }
}

/// Encodes text or numbers that arrive in pieces, always the same of the two.
#[derive(Clone, Debug)]
pub(crate) struct StreamEncoder<'p> {
    /// The writer at the beginning of a text.
    initial: NumberWriter,
    writer: NumberWriter,
    policy: Policy<'p>,
    /// The number of units to skip, after a replacement that takes more than its number.
    skip: usize,
    /// Text to write before anything else is encoded.
    pending: Replacement<'p>,
    /// The number of units of the source encoded, replaced or reported.
    pub(crate) position: u64,
    /// The number of numbers that the policy replaced.
    pub(crate) replaced: u64,
}

impl<'p> StreamEncoder<'p> {
    pub(crate) fn new(writer: NumberWriter, policy: Policy<'p>) -> Self {
        StreamEncoder {
            initial: writer,
            writer,
            policy,
            skip: 0,
            pending: Replacement::EMPTY,
            position: 0,
            replaced: 0,
        }
    }

    pub(crate) fn reset(&mut self) {
        *self = StreamEncoder::new(self.initial, self.policy);
    }

    pub(crate) fn encode<S: Source + ?Sized>(&mut self, src: &S, dst: &mut [u8]) -> Step {
        let (mut read, mut written) = (0, 0);
        let stop = self.run(src, dst, &mut read, &mut written);
        Step { read, written, stop }
    }

    fn run<S: Source + ?Sized>(
        &mut self,
        src: &S,
        dst: &mut [u8],
        read: &mut usize,
        written: &mut usize,
    ) -> Stop {
        let has_runs = S::has_runs(self.writer);
        loop {
            while let Some(c) = self.pending.first() {
                match self.write(c.into(), dst, written) {
                    Some(true) => self.pending.drop_first(),
                    _ => return Stop::OutputFull,
                }
            }
            if self.skip > 0 {
                let len = src.boundary_from(self.skip.saturating_add(*read)) - *read;
                self.skip = self.skip.saturating_sub(len);
                *read += len;
                self.position += len as u64;
            }
            if has_runs && self.skip == 0 {
                let (units, bytes) = src.write_run(*read, &mut self.writer, &mut dst[*written..]);
                if units > 0 {
                    self.writer.after_run();
                }
                *read += units;
                *written += bytes;
                self.position += units as u64;
            }
            let Some((number, len)) = src.number(*read) else {
                return Stop::InputUsed;
            };
            let offset = self.position;
            let replaced = match self.write(number, dst, written) {
                Some(false) => return Stop::OutputFull,
                Some(true) => true,
                None => self.replace(number, len),
            };
            *read += len;
            self.position += len as u64;
            if !replaced {
                return match char::from_u32(number) {
                    Some(character) => Stop::NotRepresentable { character, offset },
                    None => Stop::NotScalarValue { number, offset },
                };
            }
        }
    }

    pub(crate) fn finish<S: Source + ?Sized>(&mut self, dst: &mut [u8]) -> Step {
        let mut step = self.encode(S::EMPTY, dst);
        if step.stop == Stop::InputUsed {
            let mut writer = self.writer;
            let mut out = NumberBytes::new();
            writer.end(&mut out);
            match write_bytes(out.as_slice(), dst, &mut step.written) {
                true => self.writer = writer,
                false => step.stop = Stop::OutputFull,
            }
        }
        step
    }

    /// Writes a number. Returns `Some(false)` if it does not fit, and `None` if the encoding lacks it.
    fn write(&mut self, number: u32, dst: &mut [u8], written: &mut usize) -> Option<bool> {
        let mut writer = self.writer;
        let mut out = NumberBytes::new();
        writer.write(number, &mut out)?;
        let fits = write_bytes(out.as_slice(), dst, written);
        if fits {
            self.writer = writer;
        }
        Some(fits)
    }

    /// Sets what to write next, and how much to skip, if the policy has a replacement of `number`, of `len` units, that the
    /// encoding can represent. Returns `false` otherwise.
    fn replace(&mut self, number: u32, len: usize) -> bool {
        let replacement = self.policy.replacement_of_number(number);
        let can_be_written = |c: char| {
            let mut writer = self.writer;
            writer.write(c.into(), &mut NumberBytes::new()).is_some()
        };
        match replacement {
            Some(replacement) if replacement.as_str().chars().all(can_be_written) => {
                self.skip = replacement.taken(len).saturating_sub(len);
                self.pending = replacement;
                self.replaced += 1;
                true
            }
            _ => false,
        }
    }
}

/// Writes `bytes` and returns `true`, or returns `false` if they do not fit.
fn write_bytes(bytes: &[u8], dst: &mut [u8], written: &mut usize) -> bool {
    let Some(free) = dst.get_mut(*written..*written + bytes.len()) else {
        return false;
    };
    free.copy_from_slice(bytes);
    *written += bytes.len();
    true
}
