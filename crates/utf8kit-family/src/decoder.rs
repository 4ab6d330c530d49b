//! [`Decoder`]: decodes text that arrives in pieces.

use crate::codec::{CharReader, StreamDecoder};
use crate::{Encoding, hangul, utf7};
use utf8kit::Encoding as Base;
use utf8kit::stream::{self, Step, Stop};
use utf8kit::{Endian, Policy};

/// Decodes bytes in an [`Encoding`] that arrive in pieces, and writes UTF-8.
///
/// It keeps to [the contract of the library's streams](utf8kit::stream). Every call with a destination of four
/// bytes or more makes progress.
///
/// ```
/// use utf8kit::{Policy, stream::Stop};
/// use utf8kit_family::{Decoder, Encoding};
///
/// let mut decoder = Decoder::new(Encoding::Utf7, Policy::Fail);
/// let mut text = [0; 8];
/// assert_eq!(decoder.to_utf8(b"+2Ezf", &mut text).written, 0);
/// let step = decoder.to_utf8(b"tA-", &mut text);
/// assert_eq!((&text[..step.written], step.stop), ("\u{233B4}".as_bytes(), Stop::InputUsed));
/// ```
#[derive(Clone, Debug)]
pub struct Decoder<'p> {
    encoding: Encoding,
    policy: Policy<'p>,
    inner: Inner<'p>,
    /// The first bytes, which may be a signature, as far as they are not decoded yet.
    head: Head,
    /// The length in bytes of the signature that was left out.
    signature_len: u64,
}

#[derive(Clone, Debug)]
enum Inner<'p> {
    /// The byte order is not known yet.
    UnknownEndian,
    Library(stream::Decoder<'p>),
    Own(StreamDecoder<'p>),
}

#[derive(Clone, Debug)]
struct Head {
    bytes: [u8; 4],
    start: usize,
    end: usize,
}

impl<'p> Decoder<'p> {
    /// Returns a decoder at the beginning of a text.
    pub fn new(encoding: Encoding, policy: Policy<'p>) -> Self {
        let own = |reader, policy| Inner::Own(StreamDecoder::new(reader, policy));
        let inner = match encoding {
            Encoding::Base(base) => Inner::Library(stream::Decoder::new(base, policy)),
            Encoding::Unicode11Utf8 => Inner::Library(stream::Decoder::new(Base::Utf8, policy)),
            Encoding::Utf7 => own(CharReader::Utf7(utf7::Reader::Direct), policy),
            Encoding::Utf1 => own(CharReader::Utf1, policy),
            Encoding::Ucs2(Some(endian)) => own(CharReader::Ucs2(endian), policy),
            Encoding::Ucs4(Some(endian)) => own(CharReader::Ucs4(endian), policy),
            Encoding::Utf16 | Encoding::Utf32 | Encoding::Ucs2(None) | Encoding::Ucs4(None) => {
                Inner::UnknownEndian
            }
        };
        Decoder {
            encoding,
            policy,
            inner,
            head: Head {
                bytes: [0; 4],
                start: 0,
                end: 0,
            },
            signature_len: 0,
        }
    }

    /// Returns the decoder to the beginning of a new text. The encoding and the policy stay the same.
    ///
    /// ```
    /// use utf8kit::Policy;
    /// use utf8kit_family::{Decoder, Encoding};
    ///
    /// let mut decoder = Decoder::new(Encoding::Utf16, Policy::Fail);
    /// let mut text = [0; 8];
    /// let _ = decoder.to_utf8(b"\xFF\xFEa\0", &mut text);
    /// decoder.reset();
    /// let step = decoder.to_utf8(b"\xFE\xFF\0b", &mut text);
    /// assert_eq!(&text[..step.written], b"b");
    /// ```
    pub fn reset(&mut self) {
        *self = Decoder::new(self.encoding, self.policy);
    }

    /// Decodes the next piece of the source to UTF-8 in `text`, and returns what it read and wrote, in bytes.
    pub fn to_utf8(&mut self, bytes: &[u8], text: &mut [u8]) -> Step {
        self.step(bytes, text, false)
    }

    /// Ends the source: writes to `text` what is still to write, and reports a sequence that was cut. Returns
    /// what it wrote, in bytes.
    ///
    /// ```
    /// use utf8kit::{ErrorKind, Policy, stream::Stop};
    /// use utf8kit_family::{Decoder, Encoding};
    ///
    /// let mut decoder = Decoder::new(Encoding::Utf1, Policy::Fail);
    /// let mut text = [0; 8];
    /// assert_eq!(decoder.to_utf8(b"a\xA0", &mut text).stop, Stop::InputUsed);
    /// let Stop::IllFormed(error) = decoder.finish_utf8(&mut text).stop else { panic!() };
    /// assert_eq!((error.kind(), error.offset()), (ErrorKind::UnexpectedEnd, 1));
    /// ```
    pub fn finish_utf8(&mut self, text: &mut [u8]) -> Step {
        self.step(&[], text, true)
    }

    /// Returns the number of bytes of the source, a signature included, that are decoded, replaced or
    /// reported.
    pub fn position(&self) -> u64 {
        self.signature_len
            + match &self.inner {
                Inner::UnknownEndian => 0,
                Inner::Library(decoder) => decoder.position(),
                Inner::Own(decoder) => decoder.position,
            }
    }

    /// Returns the number of ill-formed sequences that the policy has replaced so far.
    ///
    /// ```
    /// use utf8kit::Policy;
    /// use utf8kit_family::{Decoder, Encoding};
    ///
    /// let mut decoder = Decoder::new(Encoding::Utf1, Policy::Replace('?'));
    /// let mut text = [0; 8];
    /// let step = decoder.to_utf8(b"a\xFEb\xFF", &mut text);
    /// assert_eq!(&text[..step.written], b"a?b?");
    /// assert_eq!(decoder.replaced(), 2);
    /// ```
    pub fn replaced(&self) -> u64 {
        match &self.inner {
            Inner::UnknownEndian => 0,
            Inner::Library(decoder) => decoder.replaced(),
            Inner::Own(decoder) => decoder.replaced,
        }
    }

    fn step(&mut self, bytes: &[u8], text: &mut [u8], last: bool) -> Step {
        let mut read = 0;
        if let Inner::UnknownEndian = self.inner {
            read = self.read_signature(bytes, last);
            if let Inner::UnknownEndian = self.inner {
                return Step {
                    read,
                    written: 0,
                    stop: Stop::InputUsed,
                };
            }
        }
        let mut written = 0;
        while self.head.start < self.head.end {
            let head = self.head.bytes;
            let step = self.decode(&head[self.head.start..self.head.end], &mut text[written..], false);
            self.head.start += step.read;
            written += step.written;
            if step.stop != Stop::InputUsed {
                return Step {
                    read,
                    written,
                    ..step
                };
            }
        }
        let step = self.decode(&bytes[read..], &mut text[written..], last);
        Step {
            read: read + step.read,
            written: written + step.written,
            ..step
        }
    }

    /// Decodes bytes after the signature.
    fn decode(&mut self, bytes: &[u8], text: &mut [u8], last: bool) -> Step {
        let mut step = match &mut self.inner {
            Inner::UnknownEndian => unreachable!("the byte order is found before anything is decoded"),
            Inner::Library(decoder) if last => decoder.finish_utf8(text),
            Inner::Library(decoder) => decoder.to_utf8(bytes, text),
            Inner::Own(decoder) => decoder.step(bytes, text, last),
        };
        if self.encoding == Encoding::Unicode11Utf8 {
            hangul::migrate_bytes(&mut text[..step.written]);
        }
        if let Stop::IllFormed(error) = &mut step.stop {
            *error = error.at(self.signature_len + error.offset());
        }
        step
    }

    /// Collects the bytes of a possible signature, and returns how many of `bytes` it took. With the last of
    /// them, it sets the byte order.
    fn read_signature(&mut self, bytes: &[u8], last: bool) -> usize {
        let unit = match self.encoding {
            Encoding::Utf16 | Encoding::Ucs2(_) => 2,
            _ => 4,
        };
        let read = bytes.len().min(unit - self.head.end);
        self.head.bytes[self.head.end..][..read].copy_from_slice(&bytes[..read]);
        self.head.end += read;
        if self.head.end == unit || last {
            let endian = match &self.head.bytes[..self.head.end] {
                [0xFE, 0xFF] | [0, 0, 0xFE, 0xFF] => Some(Endian::Big),
                [0xFF, 0xFE] | [0xFF, 0xFE, 0, 0] => Some(Endian::Little),
                _ => None,
            };
            if endian.is_some() {
                self.head.start = unit;
                self.signature_len = unit as u64;
            }
            let policy = self.policy;
            let endian = endian.unwrap_or(Endian::Big);
            self.inner = match self.encoding {
                Encoding::Utf16 => Inner::Library(stream::Decoder::new(Base::Utf16(endian), policy)),
                Encoding::Utf32 => Inner::Library(stream::Decoder::new(Base::Utf32(endian), policy)),
                Encoding::Ucs2(_) => Inner::Own(StreamDecoder::new(CharReader::Ucs2(endian), policy)),
                _ => Inner::Own(StreamDecoder::new(CharReader::Ucs4(endian), policy)),
            };
        }
        read
    }
}
