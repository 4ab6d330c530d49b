//! Conversion from number to number, where both encodings can hold more than text: numbers to `7FFF FFFF`, or unpaired
//! surrogates.

use super::position::Position;
use super::signature::Signatures;
use crate::encodings::bytes::whole_sequences;
use crate::encodings::decode::next_offset;
use crate::encodings::on_error::OnError;
use crate::encodings::stopped::Stopped;
use crate::encodings::{SIGNATURE, remarks};
use crate::io::output::Output;
use crate::io::pieces::Pieces;
use std::cell::Cell;
use std::io::Write;
use utf8kit::Encoding as Base;
use utf8kit::stream::{SignaturePolicy, Step, Stop};
use utf8kit_encodings::iso2022::Announcement;
use utf8kit_encodings::{Decoder, Encoder, Encoding};

/// Numbers converted at once.
const NUMBERS: usize = 64 << 10;
/// Bytes written at once.
const BYTES: usize = 256 << 10;

/// Returns the two encodings if text between them loses what both can hold, or a remark on what is read or written.
pub(super) fn needed(from: Encoding, to: Encoding) -> Option<(Encoding, Encoding)> {
    if from.is_legacy() || to.is_legacy() {
        return None;
    }
    let holds_surrogates = |encoding: Encoding| {
        use Encoding::{Base as Library, Utf16};
        encoding.has_surrogates() || matches!(encoding, Utf16 | Library(Base::Utf16(_)))
    };
    let surrogates =
        (from.has_surrogates() || to.has_surrogates()) && holds_surrogates(from) && holds_surrogates(to);
    let numbers = from.max().min(to.max()) > 0x10_FFFF;
    (numbers || surrogates || has_remarks(from) || has_remarks(to)).then_some((from, to))
}

/// Returns `true` if the encoding has an objection to some of what it reads or writes.
pub(super) fn has_remarks(encoding: Encoding) -> bool {
    matches!(encoding, Encoding::Base(Base::AnnexR | Base::AnnexR5))
}

/// An output of numbers.
pub(super) struct Numbers<'a> {
    writer: Encoder<'a>,
    to: Encoding,
    bytes: Vec<u8>,
}

impl<'a> Numbers<'a> {
    pub(super) fn new(
        from: Encoding,
        to: Encoding,
        announcement: Announcement,
        on_error: &'a OnError,
    ) -> Self {
        let policy = on_error.encoding_policy();
        let mut writer = match to {
            Encoding::Iso2022 => Encoder::iso2022(announcement, policy),
            _ => Encoder::new(to, policy).with_signature(false),
        };
        if from.has_surrogates() {
            writer = writer.with_unpaired_surrogates();
        }
        Numbers {
            writer,
            to,
            bytes: vec![0; BYTES],
        }
    }

    /// Converts one input. Returns what is to be remarked on it. Moves `position`, if there is one, to the
    /// end or the error.
    pub(super) fn convert(
        &mut self,
        pieces: &mut Pieces,
        from: Encoding,
        on_error: &OnError,
        signatures: &mut Signatures,
        mut position: Option<&mut Position>,
        output: &mut Output,
    ) -> Result<Option<String>, Stopped> {
        let mut reader = Decoder::new(from, on_error.policy()).with_signature(SignaturePolicy::Keep);
        if self.to.has_surrogates() {
            reader = reader.with_unpaired_surrogates();
        }
        let mut numbers = vec![0; NUMBERS];
        let mut is_start = !pieces.is_cut();
        loop {
            let (piece, last) = pieces.next(whole_sequences)?;
            let mut left = piece;
            loop {
                let finishing = last && left.is_empty();
                let read_to = |reader: &mut Decoder<'_>, bytes: &[u8], numbers: &mut [u32]| match finishing {
                    true => reader.finish_code_points(numbers),
                    false => reader.to_code_points(bytes, numbers),
                };
                let before = reader.clone();
                let Step { read, written, stop } = read_to(&mut reader, left, &mut numbers);
                // Reads again up to a number, to find its offset.
                let offset = |count: usize| {
                    next_offset(&before, left, |reader, bytes| {
                        read_to(reader, bytes, &mut vec![0; count])
                    })
                };
                let mut start = 0;
                if is_start && written > 0 {
                    is_start = false;
                    start = usize::from(numbers[0] == u32::from(SIGNATURE));
                    if signatures.start(from, start == 1) {
                        self.write_signature(output)?;
                    }
                }
                let failed = Cell::new(0);
                let result = self.write(
                    &numbers[start..written],
                    &|count| {
                        failed.set(start + count);
                        offset(start + count)
                    },
                    output,
                );
                let done = match result {
                    Ok(()) => written,
                    Err(_) => failed.get(),
                };
                if let Some(position) = &mut position {
                    position.advance_numbers(&numbers[..done]);
                }
                result?;
                left = &left[read..];
                match stop {
                    Stop::InputUsed if finishing => return Ok(remarks::read(from, reader.remarked())),
                    Stop::InputUsed if !last => break,
                    Stop::IllFormed(error) => return Err(Stopped::IllFormed(error)),
                    _ => {}
                }
            }
        }
    }

    /// Writes `text`. `offset` returns the offset in the input at which the first bytes of it, this many, end.
    pub(super) fn write_text(
        &mut self,
        text: &str,
        offset: &dyn Fn(usize) -> u64,
        output: &mut impl Write,
    ) -> Result<(), Stopped> {
        let numbers: Vec<u32> = text.chars().map(u32::from).collect();
        let end = |count| text.char_indices().nth(count).map_or(text.len(), |(end, _)| end);
        self.write(&numbers, &|count| offset(end(count)), output)
    }

    /// Writes the signature of the output.
    pub(super) fn write_signature(&mut self, output: &mut impl Write) -> Result<(), Stopped> {
        let step = self
            .writer
            .encode_code_points(&[SIGNATURE.into()], &mut self.bytes);
        output
            .write_all(&self.bytes[..step.written])
            .map_err(Stopped::Output)
    }

    /// Writes `numbers`. `offset` returns the offset in the input at which this many of them end.
    fn write(
        &mut self,
        numbers: &[u32],
        offset: &dyn Fn(usize) -> u64,
        output: &mut impl Write,
    ) -> Result<(), Stopped> {
        let mut done = 0;
        loop {
            let Step { read, written, stop } =
                self.writer.encode_code_points(&numbers[done..], &mut self.bytes);
            output
                .write_all(&self.bytes[..written])
                .map_err(Stopped::Output)?;
            done += read;
            match stop {
                Stop::InputUsed => return Ok(()),
                Stop::OutputFull => {}
                // What was read includes the number.
                _ => return Err(Stopped::Lacking(numbers[done - 1], offset(done - 1))),
            }
        }
    }

    /// Ends the output.
    pub(super) fn finish(&mut self, output: &mut Output) -> Result<(), Stopped> {
        loop {
            let Step { written, stop, .. } = self.writer.finish(&mut self.bytes);
            output
                .write_all(&self.bytes[..written])
                .map_err(Stopped::Output)?;
            if stop != Stop::OutputFull {
                return Ok(());
            }
        }
    }

    /// Returns what is to be remarked on the output.
    pub(super) fn remark(&self) -> Option<String> {
        remarks::written(self.writer.remarked())
    }
}
