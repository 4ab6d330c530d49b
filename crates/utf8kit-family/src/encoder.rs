//! [`Encoder`]: encodes text that arrives in pieces.

use crate::codec::{NumberWriter, StreamEncoder};
use crate::signature::Signature;
use crate::{Encoding, utf7};
use utf8kit::Encoding as Base;
use utf8kit::stream::{self, Step};
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
    encoding: Encoding,
    signature: Signature,
    inner: Inner<'p>,
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
    /// Panics if the encoding is never written; see [`can_be_written`](Encoding::can_be_written).
    pub fn new(encoding: Encoding, policy: Policy<'p>) -> Self {
        let own = |writer| Inner::Own(StreamEncoder::new(writer, policy));
        let library = |base| Inner::Library(stream::Encoder::new(base, policy));
        let inner = match encoding {
            Encoding::Base(base) => library(base),
            Encoding::Utf8Signature => library(Base::Utf8),
            Encoding::Utf16 => library(Base::Utf16(Endian::Little)),
            Encoding::Utf32 => library(Base::Utf32(Endian::Little)),
            Encoding::Ucs2(endian) => own(NumberWriter::Ucs2(endian.unwrap_or(Endian::Big))),
            // All text is UCS-4 that is UTF-32.
            Encoding::Ucs4(endian) => library(Base::Utf32(endian.unwrap_or(Endian::Big))),
            Encoding::Utf7 => own(NumberWriter::Utf7(utf7::Writer::new(utf7::Variant::Mail))),
            Encoding::Utf7Imap => own(NumberWriter::Utf7(utf7::Writer::new(utf7::Variant::Imap))),
            Encoding::Utf1 => own(NumberWriter::Utf1),
            Encoding::OldHangulUtf8 => own(NumberWriter::OldHangulUtf8),
            Encoding::Iso2022 => panic!("ISO/IEC 2022 can only be read: use UTF-8 instead"),
            Encoding::Unicode11Utf8 => panic!("UNICODE-1-1-UTF-8 can only be decoded: encode UTF-8 instead"),
        };
        Encoder {
            encoding,
            signature: Signature::default_of(encoding),
            inner,
        }
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
        let writer = NumberWriter::Utf7(utf7::Writer::for_headers());
        Encoder {
            inner: Inner::Own(StreamEncoder::new(writer, policy)),
            ..Encoder::new(Encoding::Utf7, policy)
        }
    }

    /// Returns the encoder with or without a signature, U+FEFF in the encoding before the text. Call it before the first
    /// character is encoded.
    ///
    /// Without this, the definition of the encoding decides: UTF-16, UTF-32 and `UTF-8-SIG` have one. Latin-1, ASCII
    /// and UTF-7-IMAP have none in any case, and neither has an empty text. It is written before a text that begins with
    /// U+FEFF, too.
    ///
    /// ```
    /// use utf8kit::Policy;
    /// use utf8kit_family::{Encoder, Encoding};
    ///
    /// let mut encoder = Encoder::new(Encoding::Ucs2(None), Policy::Fail).with_signature(true);
    /// let mut bytes = [0; 8];
    /// let written = encoder.encode("a", &mut bytes).written;
    /// assert_eq!(&bytes[..written], b"\xFE\xFF\0a");
    /// ```
    #[must_use]
    pub fn with_signature(mut self, write: bool) -> Self {
        self.signature = Signature::of(self.encoding, write);
        self
    }

    /// Returns the encoder to the beginning of a new text. The encoding, the policy and the signature stay the same.
    ///
    /// ```
    /// use utf8kit::Policy;
    /// use utf8kit_family::{Encoder, Encoding};
    ///
    /// let mut encoder = Encoder::new(Encoding::Utf16, Policy::Fail);
    /// let mut bytes = [0; 4];
    /// for _ in 0..2 {
    ///     assert_eq!(encoder.encode("a", &mut bytes).written, 4);
    ///     assert_eq!(&bytes, b"\xFF\xFEa\0");
    ///     encoder.reset();
    /// }
    /// ```
    pub fn reset(&mut self) {
        self.signature.reset();
        match &mut self.inner {
            Inner::Library(encoder) => encoder.reset(),
            Inner::Own(encoder) => encoder.reset(),
        }
    }

    /// Encodes the next piece of the text to `bytes`, and returns what it read and wrote, in bytes. It reads
    /// whole characters only.
    pub fn encode(&mut self, text: &str, bytes: &mut [u8]) -> Step {
        let inner = &mut self.inner;
        self.signature
            .before(text.is_empty(), bytes, |bytes| match inner {
                Inner::Library(encoder) => encoder.encode(text, bytes),
                Inner::Own(encoder) => encoder.encode(text, bytes),
            })
    }

    /// Ends the text: writes to `bytes` what is still to write, and returns what it wrote, in bytes.
    pub fn finish(&mut self, bytes: &mut [u8]) -> Step {
        match &mut self.inner {
            Inner::Library(encoder) => encoder.finish(bytes),
            Inner::Own(encoder) => encoder.finish::<str>(bytes),
        }
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
}
