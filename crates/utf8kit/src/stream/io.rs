//! `std::io` adapters of the decoder and the encoder.

use super::{Decoder, Encoder, Step, Stop};
use crate::Encoding;
use crate::error::Number;
use crate::{Policy, utf8};
use std::io::{self, BufRead, ErrorKind, Read, Write};

/// The size of the buffer on each side of a decoder or encoder, in bytes.
const BUFFER: usize = 64 * 1024;

/// Returns the error for a character or a number that the destination's encoding lacks.
fn not_representable(number: u32, offset: u64) -> io::Error {
    let number = Number(number);
    io::Error::new(
        ErrorKind::InvalidData,
        format!("{number} at offset {offset} cannot be represented in the destination's encoding"),
    )
}

/// A reader that decodes a source in an [`Encoding`] and returns UTF-8.
///
/// An ill-formed sequence that the policy does not replace is an error of kind
/// [`InvalidData`](ErrorKind::InvalidData) that contains an [`IllFormedAt`](super::IllFormedAt). So is a number that is not
/// a character, with a message. All text before the sequence is returned
/// before the error. A later read continues after the sequence.
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
    /// The range of `bytes` that is read and not yet decoded.
    bytes_left: core::ops::Range<usize>,
    text: Box<[u8]>,
    /// The range of `text` that is decoded and not yet consumed.
    text_left: core::ops::Range<usize>,
    /// An error to return once the text before it is consumed.
    error: Option<io::Error>,
}

impl<'p, R: Read> DecodeReader<'p, R> {
    /// Creates a reader that decodes `source`, which is in `encoding`.
    pub fn new(source: R, encoding: Encoding, policy: Policy<'p>) -> Self {
        Self::with_decoder(source, Decoder::new(encoding, policy))
    }

    /// Creates a reader that decodes `source` with `decoder`, which can have other options.
    ///
    /// ```
    /// use std::io::Read;
    /// use utf8kit::{Encoding, Policy, stream::{DecodeReader, Decoder, SignaturePolicy}};
    ///
    /// let decoder = Decoder::new(Encoding::Utf8, Policy::Fail).with_signature(SignaturePolicy::Remove);
    /// let mut text = String::new();
    /// DecodeReader::with_decoder(&b"\xEF\xBB\xBFtext"[..], decoder).read_to_string(&mut text)?;
    /// assert_eq!(text, "text");
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn with_decoder(source: R, decoder: Decoder<'p>) -> Self {
        DecodeReader {
            source,
            source_ended: false,
            decoder,
            bytes: vec![0; BUFFER].into_boxed_slice(),
            bytes_left: 0..0,
            text: vec![0; BUFFER].into_boxed_slice(),
            text_left: 0..0,
            error: None,
        }
    }

    /// Returns the decoder, which counts the [replacements](Decoder::replaced) and knows the
    /// [encoding](Decoder::encoding).
    pub fn decoder(&self) -> &Decoder<'p> {
        &self.decoder
    }
}

impl<R: Read> BufRead for DecodeReader<'_, R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        while self.text_left.is_empty() {
            if let Some(error) = self.error.take() {
                return Err(error);
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
                Stop::IllFormed(error) => self.error = Some(error.into()),
                Stop::NotScalarValue { number, offset } => {
                    self.error = Some(not_representable(number, offset));
                }
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

/// A writer that takes UTF-8 and encodes it in an [`Encoding`].
///
/// The input must be UTF-8; its pieces may be cut anywhere. Ill-formed input is an error of kind
/// [`InvalidData`](ErrorKind::InvalidData). So is a character that the encoding cannot represent and the policy does
/// not replace. Call [`finish`](Self::finish) at the end: dropping the writer does not report a text that ends inside a
/// character.
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
    /// Checks the input and keeps an incomplete character.
    decoder: Decoder<'static>,
    text: Box<[u8]>,
    encoder: Encoder<'p>,
    bytes: Box<[u8]>,
}

impl<'p, W: Write> EncodeWriter<'p, W> {
    /// Creates a writer that encodes in `encoding` and writes to `destination`. `policy` is for characters that the
    /// encoding cannot represent.
    pub fn new(destination: W, encoding: Encoding, policy: Policy<'p>) -> Self {
        EncodeWriter {
            destination,
            decoder: Decoder::new(Encoding::Utf8, Policy::Fail),
            text: vec![0; BUFFER].into_boxed_slice(),
            encoder: Encoder::new(encoding, policy),
            bytes: vec![0; BUFFER].into_boxed_slice(),
        }
    }

    /// Ends the text, flushes the destination and returns it.
    ///
    /// # Errors
    ///
    /// Returns an error of kind [`InvalidData`](ErrorKind::InvalidData) if the text ends inside a character, or the
    /// error of flushing.
    pub fn finish(mut self) -> io::Result<W> {
        if let Stop::IllFormed(error) = self.decoder.finish_utf8(&mut self.text).stop {
            return Err(error.into());
        }
        self.destination.flush()?;
        Ok(self.destination)
    }

    /// Encodes the first `len` bytes of `self.text` and writes the result to the destination.
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
                    return Err(not_representable(character.into(), offset));
                }
                Stop::NotScalarValue { number, offset } => return Err(not_representable(number, offset)),
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
