//! Streams as `std::io` knows them.

use super::{Decoder, Encoder, IllFormedAt, Step, Stop};
use crate::Encoding;
use crate::{Policy, utf8};
use std::io::{self, BufRead, ErrorKind, Read, Write};

/// Bytes held on either side of a decoder or encoder.
const BUFFER: usize = 64 * 1024;

/// A reader of UTF-8 over a reader of bytes in any [`Encoding`].
///
/// An ill-formed sequence that the policy does not mend is an error of kind [`InvalidData`](ErrorKind::InvalidData)
/// that holds an [`IllFormedAt`]; it comes after all text before it, and reading may go on behind it.
///
/// ```
/// use std::io::Read;
/// use utf8kit::{Encoding, Endian, Policy, stream::DecodeReader};
///
/// let source = &b"\x41\x00\xA9\x03"[..];
/// let mut text = String::new();
/// DecodeReader::new(source, Encoding::Utf16(Endian::Little), Policy::Fail).read_to_string(&mut text)?;
/// assert_eq!(text, "AΩ");
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct DecodeReader<'p, R> {
    source: R,
    source_ended: bool,
    decoder: Decoder<'p>,
    bytes: Box<[u8]>,
    /// The bytes read and not decoded yet.
    bytes_left: core::ops::Range<usize>,
    text: Box<[u8]>,
    /// The text decoded and not delivered yet.
    text_left: core::ops::Range<usize>,
    /// An error to be told when the text before it is delivered.
    error: Option<IllFormedAt>,
}

impl<'p, R: Read> DecodeReader<'p, R> {
    /// Reads `source`, which is in `form`, as UTF-8.
    pub fn new(source: R, form: Encoding, policy: Policy<'p>) -> Self {
        DecodeReader {
            source,
            source_ended: false,
            decoder: Decoder::new(form, policy),
            bytes: vec![0; BUFFER].into_boxed_slice(),
            bytes_left: 0..0,
            text: vec![0; BUFFER].into_boxed_slice(),
            text_left: 0..0,
            error: None,
        }
    }

    /// The decoder, which knows how much was mended.
    pub fn decoder(&self) -> &Decoder<'p> {
        &self.decoder
    }
}

impl<R: Read> BufRead for DecodeReader<'_, R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        while self.text_left.is_empty() {
            if let Some(error) = self.error.take() {
                return Err(error.into());
            }
            if self.bytes_left.is_empty() && !self.source_ended {
                let len = match self.source.read(&mut self.bytes) {
                    Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                    result => result?,
                };
                self.bytes_left = 0..len;
                self.source_ended = len == 0;
            }
            let Step { read, written, stop } = if self.source_ended {
                self.decoder.finish_utf8(&mut self.text)
            } else {
                self.decoder
                    .to_utf8(&self.bytes[self.bytes_left.clone()], &mut self.text)
            };
            self.bytes_left.start += read;
            self.text_left = 0..written;
            match stop {
                Stop::IllFormed(error) => self.error = Some(error),
                Stop::InputUsed if self.source_ended => break,
                _ => {}
            }
        }
        Ok(&self.text[self.text_left.clone()])
    }

    fn consume(&mut self, len: usize) {
        self.text_left.start = (self.text_left.start + len).min(self.text_left.end);
    }
}

impl<R: Read> Read for DecodeReader<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let len = self.fill_buf()?.read(buffer)?;
        self.consume(len);
        Ok(len)
    }
}

/// A writer of UTF-8 over a writer of bytes in any [`Encoding`].
///
/// What is written must be UTF-8, in pieces cut anywhere; what is not, and characters that the form lacks and the policy
/// does not mend, are errors of kind [`InvalidData`](ErrorKind::InvalidData). Call [`finish`](Self::finish) at the end:
/// dropping the writer does not say whether the text ended in the middle of a character.
///
/// ```
/// use std::io::Write;
/// use utf8kit::{Encoding, Endian, Policy, stream::EncodeWriter};
///
/// let mut writer = EncodeWriter::new(Vec::new(), Encoding::Utf16(Endian::Big), Policy::Fail);
/// writer.write_all("AΩ".as_bytes())?;
/// assert_eq!(writer.finish()?, b"\x00\x41\x03\xA9");
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct EncodeWriter<'p, W> {
    destination: W,
    /// Checks what comes in and keeps a cut character.
    decoder: Decoder<'static>,
    text: Box<[u8]>,
    encoder: Encoder<'p>,
    bytes: Box<[u8]>,
}

impl<'p, W: Write> EncodeWriter<'p, W> {
    /// Writes to `destination` in `form`; `policy` is for characters that the form lacks.
    pub fn new(destination: W, form: Encoding, policy: Policy<'p>) -> Self {
        EncodeWriter {
            destination,
            decoder: Decoder::new(Encoding::Utf8, Policy::Fail),
            text: vec![0; BUFFER].into_boxed_slice(),
            encoder: Encoder::new(form, policy),
            bytes: vec![0; BUFFER].into_boxed_slice(),
        }
    }

    /// Ends the text and returns the destination, flushed.
    pub fn finish(mut self) -> io::Result<W> {
        if let Stop::IllFormed(error) = self.decoder.finish_utf8(&mut self.text).stop {
            return Err(error.into());
        }
        self.destination.flush()?;
        Ok(self.destination)
    }

    /// Encodes and writes the first `len` bytes of `self.text`.
    fn write_text(&mut self, len: usize) -> io::Result<()> {
        let mut text = utf8::validate(&self.text[..len])?;
        loop {
            let Step { read, written, stop } = self.encoder.encode(text, &mut self.bytes);
            self.destination.write_all(&self.bytes[..written])?;
            text = &text[read..];
            match stop {
                Stop::InputUsed => return Ok(()),
                Stop::OutputFull => {}
                Stop::IllFormed(error) => return Err(error.into()),
                Stop::NotRepresentable { character, offset } => {
                    return Err(io::Error::new(
                        ErrorKind::InvalidData,
                        format!(
                            "U+{:04X} at offset {offset} cannot be represented",
                            u32::from(character)
                        ),
                    ));
                }
            }
        }
    }
}

impl<W: Write> Write for EncodeWriter<'_, W> {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        let Step { read, written, stop } = self.decoder.to_utf8(buffer, &mut self.text);
        self.write_text(written)?;
        match stop {
            Stop::IllFormed(error) => Err(error.into()),
            _ => Ok(read),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.destination.flush()
    }
}
