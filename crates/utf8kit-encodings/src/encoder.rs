//! [`Encoder`]: encodes text that arrives in pieces.

use crate::iso2022::Announcement;
use crate::signature::Signature;
use crate::target::Target;
use crate::{Encoding, iso2022, utf7};
use utf8kit::Policy;
use utf8kit::codec::{Numbers, Stream, Utf8, Utf16};
use utf8kit::stream::Step;

/// Encodes text that arrives in pieces, as `str`, as UTF-16 or as code points, and writes bytes in an [`Encoding`].
///
/// It keeps to [the contract of the library's streams](utf8kit::stream). It treats characters that the
/// encoding lacks as [`utf8kit::stream::Encoder`] does. Every call with a destination of 12 bytes or more
/// makes progress.
///
/// ```
/// use utf8kit::{Policy, stream::Stop};
/// use utf8kit_encodings::{Encoder, Encoding};
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
    /// The encoding at the beginning of a text, and with its present state.
    initial: Target,
    target: Target,
    stream: Stream<'p>,
    /// The number of code points of Annex R with a remark.
    remarked: u64,
}

impl<'p> Encoder<'p> {
    /// Returns an encoder at the beginning of a text.
    ///
    /// # Panics
    ///
    /// Panics if the encoding is never written; see [`can_be_written`](Encoding::can_be_written).
    pub fn new(encoding: Encoding, policy: Policy<'p>) -> Self {
        let target = Target::new(encoding, false);
        Encoder {
            encoding,
            signature: Signature::default_of(encoding),
            initial: target,
            target,
            stream: Stream::encoder(policy),
            remarked: 0,
        }
    }

    /// Returns an encoder to UTF-7 for mail headers.
    ///
    /// It writes the characters of RFC 2152's set O in runs too, because some of them belong to the syntax of
    /// headers.
    ///
    /// ```
    /// use utf8kit::Policy;
    /// use utf8kit_encodings::Encoder;
    ///
    /// let mut bytes = [0; 16];
    /// let mut encoder = Encoder::utf7_for_headers(Policy::Fail);
    /// let written = encoder.encode("a=b", &mut bytes).written;
    /// assert_eq!(&bytes[..written], b"a+AD0-b");
    /// ```
    pub fn utf7_for_headers(policy: Policy<'p>) -> Self {
        let target = Target::Utf7(utf7::Writer::for_headers());
        Encoder {
            initial: target,
            target,
            ..Encoder::new(Encoding::Utf7, policy)
        }
    }

    /// Returns an encoder to ISO/IEC 2022 that announces the text by `announcement`. It lacks what the level of the announcement
    /// leaves out. [`new`](Self::new) announces UTF-8 without a level.
    ///
    /// ```
    /// use utf8kit::Policy;
    /// use utf8kit_encodings::Encoder;
    /// use utf8kit_encodings::iso2022::{Announcement, Level};
    ///
    /// let mut bytes = [0; 32];
    /// let mut encoder = Encoder::iso2022(Announcement::Ucs2(Level::One), Policy::Replace('?'));
    /// let mut written = encoder.encode("e\u{301}", &mut bytes).written;
    /// written += encoder.finish(&mut bytes[written..]).written;
    /// assert_eq!(&bytes[..written], b"\x1B%/@\0e\0?\0\x1B\0%\0@");
    /// ```
    pub fn iso2022(announcement: Announcement, policy: Policy<'p>) -> Self {
        let target = Target::Iso2022(iso2022::Writer::new(announcement));
        Encoder {
            initial: target,
            target,
            ..Encoder::new(Encoding::Iso2022, policy)
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
    /// use utf8kit_encodings::{Encoder, Encoding};
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
    /// use utf8kit_encodings::{Encoder, Encoding};
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
        self.target = self.initial;
        self.stream.reset();
        self.remarked = 0;
    }

    /// Encodes the next piece of the text to `bytes`, and returns what it read and wrote, in bytes. It reads
    /// whole characters only.
    pub fn encode(&mut self, text: &str, bytes: &mut [u8]) -> Step {
        let (stream, target) = (&mut self.stream, &mut self.target);
        self.signature.before(text.is_empty(), bytes, |bytes| {
            stream.step(&mut Utf8, target, text.as_bytes(), bytes, false)
        })
    }

    /// Encodes the next piece of a text in UTF-16, in the machine's byte order, to `bytes`. The [`Step`] counts what is read in code
    /// units, and what is written in bytes. A surrogate pair may be cut between two pieces. An unpaired surrogate is ill-formed,
    /// unless the encoding has it, as WTF-8 does.
    ///
    /// ```
    /// use utf8kit::Policy;
    /// use utf8kit_encodings::{Encoder, Encoding};
    ///
    /// let mut encoder = Encoder::new(Encoding::Utf1, Policy::Fail);
    /// let mut bytes = [0; 16];
    /// assert_eq!(encoder.encode_utf16(&[0x61, 0xD84C], &mut bytes).written, 1);
    /// assert_eq!(encoder.encode_utf16(&[0xDFB4], &mut bytes).written, 3);
    /// ```
    pub fn encode_utf16(&mut self, units: &[u16], bytes: &mut [u8]) -> Step {
        let (stream, target, mut source) = (&mut self.stream, &mut self.target, Utf16::WITH_UNPAIRED);
        self.signature.before(units.is_empty(), bytes, |bytes| {
            stream.step(&mut source, target, units, bytes, false)
        })
    }

    /// Encodes the next code points of the text to `bytes`: scalar values, and every number that the encoding has beyond, up to
    /// `0x7FFF_FFFF` in UCS-4, UTF-1, RFC 2279 and Annex R, and the unpaired surrogates of WTF-8. The [`Step`] counts what is
    /// read in numbers, and what is written in bytes. If a replacement [takes](utf8kit::Replacement::taking) more than its
    /// number, that is counted in numbers.
    ///
    /// A number that the encoding lacks is replaced as [`Policy::replacement_of_number`] says. If the policy has no replacement,
    /// or one that the encoding lacks, the encoder stops with
    /// [`Stop::NotRepresentable`](utf8kit::stream::Stop::NotRepresentable).
    ///
    /// ```
    /// use utf8kit::{Policy, stream::Stop};
    /// use utf8kit_encodings::{Encoder, Encoding};
    ///
    /// let mut bytes = [0; 12];
    /// let mut encoder = Encoder::new("RFC2279".parse().unwrap(), Policy::Fail);
    /// let step = encoder.encode_code_points(&[0x61, 0x7FFF_FFFF], &mut bytes);
    /// assert_eq!((&bytes[..step.written], step.stop), (&b"a\xFD\xBF\xBF\xBF\xBF\xBF"[..], Stop::InputUsed));
    ///
    /// let mut encoder = Encoder::new(Encoding::UTF_8, Policy::Fail);
    /// let step = encoder.encode_code_points(&[0x61, 0x7FFF_FFFF], &mut bytes);
    /// assert_eq!(step.stop, Stop::NotRepresentable { number: 0x7FFF_FFFF, offset: 1 });
    /// ```
    pub fn encode_code_points(&mut self, numbers: &[u32], bytes: &mut [u8]) -> Step {
        let (stream, target) = (&mut self.stream, &mut self.target);
        let step = self.signature.before(numbers.is_empty(), bytes, |bytes| {
            stream.step(&mut Numbers, target, numbers, bytes, false)
        });
        self.remarked += self.encoding.undefined_of(&numbers[..step.read]);
        step
    }

    /// Returns the encoder with unpaired surrogates written in UTF-16, in either byte order. Without this, UTF-16 lacks
    /// them. A low surrogate after a high one is lacking all the same: the two would be a character. It changes nothing in
    /// other encodings. Call it before the first number is encoded.
    ///
    /// ```
    /// use utf8kit::{Encoding as Base, Endian, Policy};
    /// use utf8kit_encodings::{Encoder, Encoding};
    ///
    /// let utf16 = Encoding::Base(Base::Utf16(Endian::Big));
    /// let mut encoder = Encoder::new(utf16, Policy::Fail).with_unpaired_surrogates();
    /// let mut bytes = [0; 12];
    /// let written = encoder.encode_code_points(&[0xDC00, 0xD800, 0x61], &mut bytes).written;
    /// assert_eq!(&bytes[..written], b"\xDC\0\xD8\0\0a");
    /// ```
    #[must_use]
    pub fn with_unpaired_surrogates(mut self) -> Self {
        if let Target::Base(_) = self.initial {
            self.initial = Target::new(self.encoding, true);
            self.target = self.initial;
        }
        self
    }

    /// Returns the number of code points that [`encode_code_points`](Self::encode_code_points) has encoded so far and that the
    /// encoding leaves undefined: in Annex R, `0xFFFE` and `0xFFFF` (table 1 NOTE 3).
    ///
    /// ```
    /// use utf8kit::Policy;
    /// use utf8kit_encodings::{Encoder};
    ///
    /// let mut encoder = Encoder::new("Annex-R".parse().unwrap(), Policy::Fail);
    /// let _ = encoder.encode_code_points(&[0xFFFE, 0x61], &mut [0; 12]);
    /// assert_eq!(encoder.remarked(), 1);
    /// ```
    pub fn remarked(&self) -> u64 {
        self.remarked
    }

    /// Ends the text: writes to `bytes` what is still to write, and returns what it wrote, in bytes.
    pub fn finish(&mut self, bytes: &mut [u8]) -> Step {
        // A high surrogate may be left. No other source leaves anything.
        let mut source = Utf16::WITH_UNPAIRED;
        self.stream.step(&mut source, &mut self.target, &[], bytes, true)
    }

    /// Returns the number of bytes of the text that are encoded, replaced or reported.
    pub fn position(&self) -> u64 {
        self.stream.position()
    }

    /// Returns the number of characters that the encoding lacks and that the policy has replaced so far.
    ///
    /// ```
    /// use utf8kit::Policy;
    /// use utf8kit_encodings::{Encoder, Encoding};
    ///
    /// let mut encoder = Encoder::new(Encoding::Ucs2(None), Policy::Replace('?'));
    /// let mut bytes = [0; 16];
    /// let step = encoder.encode("a\u{1F600}", &mut bytes);
    /// assert_eq!(&bytes[..step.written], b"\0a\0?");
    /// assert_eq!(encoder.replaced(), 1);
    /// ```
    pub fn replaced(&self) -> u64 {
        self.stream.replaced()
    }
}
