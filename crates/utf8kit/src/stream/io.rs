//! `std::io` adapters of the decoder and the encoder.

use super::{Decoder, Encoder, Step, Stop};
use crate::Encoding;
use crate::engine::as_uninit;
use crate::error::write_not_representable;
use crate::{Policy, utf8};
use core::mem::MaybeUninit;
use core::ops::Range;
use std::io::{self, BufRead, ErrorKind, Read, Write};

/// The size of the buffer on each side of a decoder or encoder, in bytes.
const BUFFER: usize = 64 * 1024;

/// The length from which on it is faster to decode to a destination than to validate ahead and copy.
const LONG: usize = 1024;

/// Returns the error for a number that the destination's encoding lacks.
fn not_representable(number: u32, offset: u64) -> io::Error {
    /// Writes the message.
    #[derive(Debug)]
    struct NotRepresentable(u32, u64);

    impl core::fmt::Display for NotRepresentable {
        fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
            write_not_representable(f, self.0, self.1)
        }
    }

    impl core::error::Error for NotRepresentable {}

    io::Error::new(ErrorKind::InvalidData, NotRepresentable(number, offset))
}

/// A reader that decodes a source in an [`Encoding`] and returns UTF-8.
///
/// An ill-formed sequence that the policy does not replace is an error of kind
/// [`InvalidData`](ErrorKind::InvalidData) that contains an [`IllFormed`](crate::IllFormed). So is a number that is not
/// a character, with a message. All text before the sequence is returned
/// before the error. A later read continues after the sequence.
///
/// The source is a [`BufRead`], such as a `&[u8]`, or a `BufReader` around a file. Well-formed UTF-8 is not copied:
/// [`fill_buf`](BufRead::fill_buf) returns it in the source's own buffer. [`read`](Read::read) decodes from that buffer to its
/// destination, and [`read_to_string`](Read::read_to_string) does not validate the text a second time.
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
///
/// Lines of UTF-8 in which errors are replaced:
///
/// ```
/// use std::io::{BufRead, BufReader};
/// use utf8kit::{Encoding, Policy, stream::DecodeReader};
///
/// let file = &b"caf\xC3\xA9\ncaf\xE9\n"[..]; // or a `File`
/// let reader = DecodeReader::new(BufReader::new(file), Encoding::Utf8, Policy::Replace('\u{FFFD}'));
/// let lines: Vec<String> = reader.lines().collect::<Result<_, _>>()?;
/// assert_eq!(lines, ["café", "caf\u{FFFD}"]);
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct DecodeReader<'p, R> {
    input: Input<'p, R>,
    /// The number of bytes at the beginning of the source's buffer that are the next output as they are.
    lent: usize,
    /// Other output. It is empty until it is needed: to read well-formed UTF-8 to its end takes no buffer.
    text: Box<[u8]>,
    /// The range of `text` that is decoded and not yet consumed.
    text_left: Range<usize>,
}

/// A source and its decoder.
#[derive(Debug)]
struct Input<'p, R> {
    source: R,
    source_ended: bool,
    decoder: Decoder<'p>,
    /// Whether UTF-8 is passed through, well-formed or not.
    utf8_passthru: bool,
    /// An error to return once the text before it is consumed.
    error: Option<io::Error>,
}

impl<'p, R: BufRead> DecodeReader<'p, R> {
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
            input: Input {
                source,
                source_ended: false,
                decoder,
                utf8_passthru: false,
                error: None,
            },
            lent: 0,
            text: Box::default(),
            text_left: 0..0,
        }
    }

    /// Returns the reader with UTF-8 passed through as it is, well-formed or not. Only text in another encoding is decoded, which
    /// a signature can select. A program that searches files of any kind reads them so. Call it before the first read.
    ///
    /// The policy and the subset of the decoder are for the other encodings only. What is read need not be UTF-8:
    /// [`read_to_string`](Read::read_to_string) returns an error if it is not.
    ///
    /// ```
    /// use std::io::Read;
    /// use utf8kit::{Encoding, Policy, stream::{DecodeReader, Decoder, SignaturePolicy}};
    ///
    /// let read = |source: &[u8]| {
    ///     let decoder = Decoder::new(Encoding::Utf8, Policy::Fail).with_signature(SignaturePolicy::Detect);
    ///     let mut bytes = Vec::new();
    ///     DecodeReader::with_decoder(source, decoder).with_utf8_passthru().read_to_end(&mut bytes)?;
    ///     Ok::<_, std::io::Error>(bytes)
    /// };
    /// assert_eq!(read(b"\xFF\xFEA\0")?, b"A"); // UTF-16LE
    /// assert_eq!(read(b"\x7FELF\x80\xFF")?, b"\x7FELF\x80\xFF");
    /// # Ok::<(), std::io::Error>(())
    /// ```
    #[must_use]
    pub fn with_utf8_passthru(mut self) -> Self {
        self.input.utf8_passthru = true;
        self
    }

    /// Returns the decoder, which counts the [replacements](Decoder::replaced) and knows the
    /// [encoding](Decoder::encoding).
    pub fn decoder(&self) -> &Decoder<'p> {
        &self.input.decoder
    }

    /// Returns the source, with what is not yet decoded of it. Text that is decoded and not yet consumed is lost, except for
    /// UTF-8 that is still in the source's own buffer.
    ///
    /// ```
    /// use std::io::BufRead;
    /// use utf8kit::{Encoding, Policy, stream::DecodeReader};
    ///
    /// let mut reader = DecodeReader::new(&b"header\n\xFF\xFE"[..], Encoding::Utf8, Policy::Fail);
    /// let mut line = Vec::new();
    /// reader.read_until(b'\n', &mut line)?;
    /// assert_eq!((&line[..], reader.into_inner()), (&b"header\n"[..], &b"\xFF\xFE"[..]));
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn into_inner(self) -> R {
        self.input.source
    }

    /// Returns `true` if nothing is decoded that is not yet consumed.
    fn is_consumed(&self) -> bool {
        self.lent == 0 && self.text_left.is_empty()
    }
}

impl<R: BufRead> Input<'_, R> {
    /// Reads the source if nothing is left in its buffer. Returns `false` if the source has ended. Reads again after an
    /// interruption, and never after the end.
    fn fill(&mut self) -> io::Result<bool> {
        while !self.source_ended {
            match self.source.fill_buf() {
                Ok([]) => self.source_ended = true,
                Ok(_) => return Ok(true),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(false)
    }

    /// Returns `true` if the source is UTF-8 that is passed through. Reads the signature before it decides.
    fn passes(&mut self) -> io::Result<bool> {
        while self.utf8_passthru && self.decoder.is_before_signature() {
            let last = !self.fill()?;
            let bytes = if last { &[] } else { self.source.fill_buf()? };
            let read = self.decoder.read_signature(bytes, last);
            self.source.consume(read);
        }
        Ok(self.utf8_passthru && self.decoder.encoding() == Encoding::Utf8)
    }

    /// Returns the number of bytes at the beginning of the source's buffer that are the next output as they are.
    fn lend(&mut self) -> io::Result<usize> {
        if !self.decoder.copies_utf8() || !self.decoder.is_empty() || !self.fill()? {
            return Ok(0);
        }
        let bytes = self.source.fill_buf()?;
        let bytes = &bytes[..bytes.len().min(BUFFER)];
        Ok(utf8::validate(bytes).map_or_else(|error| error.valid_up_to(), str::len))
    }

    /// Decodes at most `longest` bytes of the source to `text`, or ends the text there. Returns what is written, and whether
    /// the text is complete. An error that follows is in `error`.
    fn decode<'t>(
        &mut self,
        longest: usize,
        text: &'t mut [MaybeUninit<u8>],
    ) -> io::Result<(&'t mut [u8], bool)> {
        if let Some(error) = self.error.take() {
            return Err(error);
        }
        let is_end = !self.fill()?;
        let step = if is_end {
            self.decoder.finish_utf8(text)
        } else {
            let bytes = self.source.fill_buf()?;
            let bytes = &bytes[..bytes.len().min(longest)];
            let step = self.decoder.to_utf8(bytes, text);
            self.source.consume(step.read);
            step
        };
        match step.stop {
            Stop::IllFormed(error) => self.error = Some(error.into()),
            Stop::NotRepresentable { number, offset } => {
                self.error = Some(not_representable(number, offset));
            }
            _ => {}
        }
        Ok((step.written, is_end && step.stop == Stop::InputUsed))
    }

    /// Decodes the rest of the source and appends it to `text`. Returns the number of bytes.
    fn append(&mut self, text: &mut Vec<u8>) -> io::Result<usize> {
        let before = text.len();
        let mut room = 0;
        loop {
            if self.error.is_none() && self.fill()? {
                room = self.source.fill_buf()?.len().max(room);
            }
            text.reserve(room);
            let (written, is_complete) = self.decode(usize::MAX, text.spare_capacity_mut())?;
            // Replacements can be longer than what they replace.
            room = if written.is_empty() { LONG } else { 0 };
            let len = written.len();
            debug_assert!(len <= text.capacity() - text.len());
            // SAFETY: `decode` has initialized `len` bytes of the spare capacity, from its beginning.
            unsafe { text.set_len(text.len() + len) };
            if is_complete {
                return Ok(text.len() - before);
            }
        }
    }
}

impl<R: BufRead> BufRead for DecodeReader<'_, R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        while self.is_consumed() {
            if self.input.passes()? {
                // What could have become a signature is first.
                self.text = self.input.decoder.take_held();
                self.text_left = 0..self.text.len();
                if self.text.is_empty() && self.input.fill()? {
                    self.lent = self.input.source.fill_buf()?.len();
                }
                break;
            }
            if self.input.error.is_none() {
                self.lent = self.input.lend()?;
                if self.lent > 0 {
                    break;
                }
            }
            // Once a character that was cut is complete, what follows can be lent.
            let decoder = &self.input.decoder;
            let longest = if decoder.copies_utf8() && !decoder.is_empty() {
                1
            } else {
                usize::MAX
            };
            // SAFETY: `decode` writes initialized bytes only.
            let text = unsafe { as_uninit(&mut self.text) };
            let (written, is_complete) = self.input.decode(longest, text)?;
            self.text_left = 0..written.len();
            if is_complete {
                break;
            }
            if self.text.is_empty() {
                self.text = vec![0; BUFFER].into_boxed_slice();
            }
        }
        if self.lent > 0 {
            let bytes = self.input.source.fill_buf()?;
            return Ok(&bytes[..bytes.len().min(self.lent)]);
        }
        Ok(&self.text[self.text_left.clone()])
    }

    fn consume(&mut self, len: usize) {
        if self.lent > 0 {
            let len = len.min(self.lent);
            self.lent -= len;
            self.input.decoder.pass(len);
            self.input.source.consume(len);
        } else {
            self.text_left.start = (self.text_left.start + len).min(self.text_left.end);
        }
    }
}

impl<R: BufRead> Read for DecodeReader<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if buffer.len() < LONG || !self.is_consumed() || self.input.passes()? {
            let len = self.fill_buf()?.read(buffer)?;
            self.consume(len);
            return Ok(len);
        }
        loop {
            // SAFETY: `decode` writes initialized bytes only.
            let text = unsafe { as_uninit(buffer) };
            let (written, is_complete) = self.input.decode(usize::MAX, text)?;
            if !written.is_empty() || is_complete {
                return Ok(written.len());
            }
        }
    }

    fn read_to_end(&mut self, text: &mut Vec<u8>) -> io::Result<usize> {
        let before = text.len();
        while !self.is_consumed() || self.input.passes()? {
            let output = self.fill_buf()?;
            let len = output.len();
            if len == 0 {
                return Ok(text.len() - before);
            }
            text.extend_from_slice(output);
            self.consume(len);
        }
        self.input.append(text)?;
        Ok(text.len() - before)
    }

    fn read_to_string(&mut self, text: &mut String) -> io::Result<usize> {
        let before = text.len();
        if self.input.passes()? {
            let start = self.input.decoder.position() - self.text_left.len() as u64;
            let mut bytes = Vec::new();
            self.read_to_end(&mut bytes)?;
            text.push_str(utf8::validate(&bytes).map_err(|error| error.at(start + error.offset()))?);
            return Ok(bytes.len());
        }
        while !self.is_consumed() {
            let output = utf8::validate(self.fill_buf()?).map_err(|_| {
                let message = "a part of a character was consumed, and the rest of it is no text";
                io::Error::new(ErrorKind::InvalidData, message)
            })?;
            let len = output.len();
            text.push_str(output);
            self.consume(len);
        }
        // SAFETY: decoders write whole, well-formed characters.
        self.input.append(unsafe { text.as_mut_vec() })?;
        Ok(text.len() - before)
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
        if let Stop::IllFormed(error) = self.decoder.finish_utf8(&mut *self.text).stop {
            return Err(error.into());
        }
        self.destination.flush()?;
        Ok(self.destination)
    }

    /// Encodes the first `len` bytes of `self.text` and writes the result to the destination.
    fn write_text(&mut self, len: usize) -> io::Result<()> {
        let mut text = utf8::validate(&self.text[..len])?;
        loop {
            let Step { read, written, stop } = self.encoder.encode(text, &mut *self.bytes);
            self.destination.write_all(&self.bytes[..written])?;
            text = &text[read..];
            match stop {
                Stop::InputUsed => return Ok(()),
                Stop::OutputFull => {}
                Stop::IllFormed(error) => return Err(error.into()),
                Stop::NotRepresentable { number, offset } => return Err(not_representable(number, offset)),
            }
        }
    }
}

impl<W: Write> Write for EncodeWriter<'_, W> {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        let Step { read, written, stop } = self.decoder.to_utf8(buffer, &mut *self.text);
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
