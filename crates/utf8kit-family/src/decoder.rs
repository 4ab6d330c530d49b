//! Decoding in pieces.

use crate::codec::{PiecesDecoder, Reading};
use crate::{Encoding, hangul, utf7};
use utf8kit::Encoding as Base;
use utf8kit::stream::{self, IllFormedAt, Step, Stop};
use utf8kit::{Endian, Policy};

/// Turns bytes in an [`Encoding`] that arrive in pieces into UTF-8.
///
/// It keeps to [the contract of the library's streams](utf8kit::stream), of which it is one more. A
/// destination of four bytes always gets the work ahead.
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
#[derive(Debug)]
pub struct Decoder<'p> {
    encoding: Encoding,
    inner: Inner<'p>,
    /// The first bytes, from which the order was told, as far as they are not decoded yet.
    head: Head,
    /// The length of the signature that was left out.
    base: u64,
}

#[derive(Debug)]
enum Inner<'p> {
    /// The order of the bytes is not known yet.
    Undecided(Policy<'p>),
    Library(stream::Decoder<'p>),
    Own(PiecesDecoder<'p>),
}

#[derive(Debug)]
struct Head {
    bytes: [u8; 4],
    start: usize,
    end: usize,
}

impl<'p> Decoder<'p> {
    /// A decoder at the beginning of a text.
    pub fn new(encoding: Encoding, policy: Policy<'p>) -> Self {
        let own = |reading, policy| Inner::Own(PiecesDecoder::new(reading, policy));
        let inner = match encoding {
            Encoding::Base(form) => Inner::Library(stream::Decoder::new(form, policy)),
            Encoding::Unicode11Utf8 => Inner::Library(stream::Decoder::new(Base::Utf8, policy)),
            Encoding::Utf7 => own(Reading::Utf7(utf7::Reading::Direct), policy),
            Encoding::Utf1 => own(Reading::Utf1, policy),
            Encoding::Ucs2(Some(endian)) => own(Reading::Ucs2(endian), policy),
            Encoding::Ucs4(Some(endian)) => own(Reading::Ucs4(endian), policy),
            Encoding::Utf16 | Encoding::Utf32 | Encoding::Ucs2(None) | Encoding::Ucs4(None) => {
                Inner::Undecided(policy)
            }
        };
        Decoder {
            encoding,
            inner,
            head: Head {
                bytes: [0; 4],
                start: 0,
                end: 0,
            },
            base: 0,
        }
    }

    /// Decodes the next `bytes` of the text.
    pub fn to_utf8(&mut self, bytes: &[u8], text: &mut [u8]) -> Step {
        self.step(bytes, text, false)
    }

    /// Ends the text.
    pub fn finish_utf8(&mut self, text: &mut [u8]) -> Step {
        self.step(&[], text, true)
    }

    /// The offset of the first byte of the text that is neither decoded nor mended nor reported: bytes.
    pub fn position(&self) -> u64 {
        self.base
            + match &self.inner {
                Inner::Undecided(_) => 0,
                Inner::Library(decoder) => decoder.position(),
                Inner::Own(decoder) => decoder.position,
            }
    }

    /// How many ill-formed sequences the policy has mended so far.
    pub fn mended(&self) -> u64 {
        match &self.inner {
            Inner::Undecided(_) => 0,
            Inner::Library(decoder) => decoder.replaced(),
            Inner::Own(decoder) => decoder.mended,
        }
    }

    fn step(&mut self, bytes: &[u8], text: &mut [u8], last: bool) -> Step {
        let mut read = 0;
        if let Inner::Undecided(_) = self.inner {
            read = self.look(bytes, last);
            if let Inner::Undecided(_) = self.inner {
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

    fn decode(&mut self, bytes: &[u8], text: &mut [u8], last: bool) -> Step {
        let mut step = match &mut self.inner {
            Inner::Undecided(_) => unreachable!("decided before anything is decoded"),
            Inner::Library(decoder) if last => decoder.finish_utf8(text),
            Inner::Library(decoder) => decoder.to_utf8(bytes, text),
            Inner::Own(decoder) => decoder.step(bytes, text, last),
        };
        if self.encoding == Encoding::Unicode11Utf8 {
            hangul::migrate_bytes(&mut text[..step.written]);
        }
        if let Stop::IllFormed(error) = &mut step.stop {
            *error = IllFormedAt::new(self.base + error.offset(), error.bytes(), error.kind());
        }
        step
    }

    /// Takes the bytes that tell the order; returns how many were read.
    fn look(&mut self, bytes: &[u8], last: bool) -> usize {
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
                self.base = unit as u64;
            }
            let Inner::Undecided(policy) = &mut self.inner else {
                unreachable!("only asked when undecided")
            };
            let policy = core::mem::take(policy);
            let endian = endian.unwrap_or(Endian::Big);
            self.inner = match self.encoding {
                Encoding::Utf16 => Inner::Library(stream::Decoder::new(Base::Utf16(endian), policy)),
                Encoding::Utf32 => Inner::Library(stream::Decoder::new(Base::Utf32(endian), policy)),
                Encoding::Ucs2(_) => Inner::Own(PiecesDecoder::new(Reading::Ucs2(endian), policy)),
                _ => Inner::Own(PiecesDecoder::new(Reading::Ucs4(endian), policy)),
            };
        }
        read
    }
}
