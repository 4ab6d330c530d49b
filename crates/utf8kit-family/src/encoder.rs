//! Encoding in pieces.

use crate::codec::{PiecesEncoder, Writing};
use crate::{Encoding, utf7};
use utf8kit::Encoding as Base;
use utf8kit::stream::{self, Step, Stop};
use utf8kit::{Endian, Policy};

/// Turns text that arrives in pieces, as `str`, into bytes in an [`Encoding`].
///
/// It keeps to [the contract of the library's streams](utf8kit::stream) and treats what the encoding lacks as
/// [their encoder](utf8kit::stream::Encoder) does. A destination of twelve bytes always gets the work ahead.
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
#[derive(Debug)]
pub struct Encoder<'p> {
    inner: Inner<'p>,
    /// A signature to write before anything else.
    signature: &'static [u8],
}

#[derive(Debug)]
enum Inner<'p> {
    Library(stream::Encoder<'p>),
    Own(PiecesEncoder<'p>),
}

impl<'p> Encoder<'p> {
    /// An encoder at the beginning of a text.
    ///
    /// # Panics
    ///
    /// If the encoding is [`Unicode11Utf8`](Encoding::Unicode11Utf8), which is never written; see
    /// [`can_be_written`](Encoding::can_be_written).
    pub fn new(encoding: Encoding, policy: Policy<'p>) -> Self {
        let own = |writing, policy| (Inner::Own(PiecesEncoder::new(writing, policy)), &b""[..]);
        let library = |form, policy| Inner::Library(stream::Encoder::new(form, policy));
        let (inner, signature) = match encoding {
            Encoding::Base(form) => (library(form, policy), &b""[..]),
            Encoding::Utf16 => (library(Base::Utf16(Endian::Little), policy), &b"\xFF\xFE"[..]),
            Encoding::Utf32 => (library(Base::Utf32(Endian::Little), policy), &b"\xFF\xFE\0\0"[..]),
            Encoding::Ucs2(endian) => own(Writing::Ucs2(endian.unwrap_or(Endian::Big)), policy),
            Encoding::Ucs4(endian) => own(Writing::Ucs4(endian.unwrap_or(Endian::Big)), policy),
            Encoding::Utf7 => own(Writing::Utf7(utf7::Writing::new(false)), policy),
            Encoding::Utf1 => own(Writing::Utf1, policy),
            Encoding::Unicode11Utf8 => panic!("UNICODE-1-1-UTF-8 is never written"),
        };
        Encoder { inner, signature }
    }

    /// An encoder to UTF-7 that writes RFC 2152's set O in runs too, for mail headers, whose syntax some of
    /// its characters have a part in.
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
        let writing = Writing::Utf7(utf7::Writing::new(true));
        Encoder {
            inner: Inner::Own(PiecesEncoder::new(writing, policy)),
            signature: b"",
        }
    }

    /// Encodes the next piece of the text. What is read ends at a character.
    pub fn encode(&mut self, text: &str, bytes: &mut [u8]) -> Step {
        if text.is_empty() {
            return self.inner("", bytes, false);
        }
        let len = self.signature.len();
        let Some((room, rest)) = bytes.split_at_mut_checked(len) else {
            return Step {
                read: 0,
                written: 0,
                stop: Stop::OutputFull,
            };
        };
        room.copy_from_slice(self.signature);
        self.signature = b"";
        let step = self.inner(text, rest, false);
        Step {
            written: len + step.written,
            ..step
        }
    }

    /// Ends the text.
    pub fn finish(&mut self, bytes: &mut [u8]) -> Step {
        self.inner("", bytes, true)
    }

    /// How many bytes of the text are encoded, mended or reported.
    pub fn position(&self) -> u64 {
        match &self.inner {
            Inner::Library(encoder) => encoder.position(),
            Inner::Own(encoder) => encoder.position,
        }
    }

    /// How many characters that the encoding lacks the policy has mended so far.
    pub fn mended(&self) -> u64 {
        match &self.inner {
            Inner::Library(encoder) => encoder.replaced(),
            Inner::Own(encoder) => encoder.mended,
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
