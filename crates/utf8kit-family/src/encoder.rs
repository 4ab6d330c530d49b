//! [`Encoder`]: encodes text that arrives in pieces.

use crate::codec::{CharWriter, StreamEncoder};
use crate::{Encoding, utf7};
use utf8kit::Encoding as Base;
use utf8kit::stream::{self, Step, Stop};
use utf8kit::{Endian, Policy};

/// Encodes text that arrives in pieces, as `str`, and writes bytes in an [`Encoding`].
///
/// It keeps to [the contract of the library's streams](utf8kit::stream). It treats characters that the
/// encoding lacks as [`utf8kit::stream::Encoder`] does. Every call with a destination of 12 bytes or more
/// makes progress.
///
/// ```
/// use utf8kit::{Policy, stream::Stop};
/// use utf8kit_family::{Encoder, Encoding};
///
/// let mut encoder = Encoder::new(Encoding::Utf7, Policy::Fail);
/// let mut bytes = [0; 16];
/// let mut written = encoder.encode("\u{20AC}", &mut bytes).written;
/// written += encoder.finish(&mut bytes[written..]).written;
/// assert_eq!(&bytes[..written], b"+IKw-");
/// ```
#[derive(Clone, Debug)]
pub struct Encoder<'p> {
    inner: Inner<'p>,
    /// The signature to write before anything else.
    signature: &'static [u8],
}

#[derive(Clone, Debug)]
enum Inner<'p> {
    Library(stream::Encoder<'p>),
    Own(StreamEncoder<'p>),
}

impl<'p> Encoder<'p> {
    /// Returns an encoder at the beginning of a text.
    ///
    /// # Panics
    ///
    /// Panics if the encoding is [`Unicode11Utf8`](Encoding::Unicode11Utf8), which is never written; see
    /// [`can_be_written`](Encoding::can_be_written).
    pub fn new(encoding: Encoding, policy: Policy<'p>) -> Self {
        let own = |writer, policy| (Inner::Own(StreamEncoder::new(writer, policy)), &b""[..]);
        let library = |base, policy| Inner::Library(stream::Encoder::new(base, policy));
        let (inner, signature) = match encoding {
            Encoding::Base(base) => (library(base, policy), &b""[..]),
            Encoding::Utf16 => (library(Base::Utf16(Endian::Little), policy), &b"\xFF\xFE"[..]),
            Encoding::Utf32 => (library(Base::Utf32(Endian::Little), policy), &b"\xFF\xFE\0\0"[..]),
            Encoding::Ucs2(endian) => own(CharWriter::Ucs2(endian.unwrap_or(Endian::Big)), policy),
            Encoding::Ucs4(endian) => own(CharWriter::Ucs4(endian.unwrap_or(Endian::Big)), policy),
            Encoding::Utf7 => own(CharWriter::Utf7(utf7::Writer::new(false)), policy),
            Encoding::Utf1 => own(CharWriter::Utf1, policy),
            Encoding::Unicode11Utf8 => panic!("UNICODE-1-1-UTF-8 can only be decoded: encode UTF-8 instead"),
        };
        Encoder { inner, signature }
    }

    /// Returns an encoder to UTF-7 for mail headers.
    ///
    /// It writes the characters of RFC 2152's set O in runs too, because some of them belong to the syntax of
    /// headers.
    ///
    /// ```
    /// use utf8kit::Policy;
    /// use utf8kit_family::Encoder;
    ///
    /// let mut bytes = [0; 16];
    /// let mut encoder = Encoder::utf7_for_headers(Policy::Fail);
    /// let written = encoder.encode("a=b", &mut bytes).written;
    /// assert_eq!(&bytes[..written], b"a+AD0-b");
    /// ```
    pub fn utf7_for_headers(policy: Policy<'p>) -> Self {
        let writer = CharWriter::Utf7(utf7::Writer::new(true));
        Encoder {
            inner: Inner::Own(StreamEncoder::new(writer, policy)),
            signature: b"",
        }
    }

    /// Encodes the next piece of the text to `bytes`, and returns what it read and wrote, in bytes. It reads
    /// whole characters only.
    pub fn encode(&mut self, text: &str, bytes: &mut [u8]) -> Step {
        if text.is_empty() {
            return self.inner("", bytes, false);
        }
        let len = self.signature.len();
        let Some((start, rest)) = bytes.split_at_mut_checked(len) else {
            return Step {
                read: 0,
                written: 0,
                stop: Stop::OutputFull,
            };
        };
        start.copy_from_slice(self.signature);
        self.signature = b"";
        let step = self.inner(text, rest, false);
        Step {
            written: len + step.written,
            ..step
        }
    }

    /// Ends the text: writes to `bytes` what is still to write, and returns what it wrote, in bytes.
    pub fn finish(&mut self, bytes: &mut [u8]) -> Step {
        self.inner("", bytes, true)
    }

    /// Returns the number of bytes of the text that are encoded, replaced or reported.
    pub fn position(&self) -> u64 {
        match &self.inner {
            Inner::Library(encoder) => encoder.position(),
            Inner::Own(encoder) => encoder.position,
        }
    }

    /// Returns the number of characters that the encoding lacks and that the policy has replaced so far.
    ///
    /// ```
    /// use utf8kit::Policy;
    /// use utf8kit_family::{Encoder, Encoding};
    ///
    /// let mut encoder = Encoder::new(Encoding::Ucs2(None), Policy::Replace('?'));
    /// let mut bytes = [0; 16];
    /// let step = encoder.encode("a\u{1F600}", &mut bytes);
    /// assert_eq!(&bytes[..step.written], b"\0a\0?");
    /// assert_eq!(encoder.replaced(), 1);
    /// ```
    pub fn replaced(&self) -> u64 {
        match &self.inner {
            Inner::Library(encoder) => encoder.replaced(),
            Inner::Own(encoder) => encoder.replaced,
        }
    }

    fn inner(&mut self, text: &str, bytes: &mut [u8], last: bool) -> Step {
        match &mut self.inner {
            Inner::Library(encoder) if last => encoder.finish(bytes),
            Inner::Library(encoder) => encoder.encode(text, bytes),
            Inner::Own(encoder) if last => encoder.finish(bytes),
            Inner::Own(encoder) => encoder.encode(text, bytes),
        }
    }
}
