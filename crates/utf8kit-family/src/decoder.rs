//! [`Decoder`]: decodes text that arrives in pieces.

use crate::codec::{NumberReader, StreamDecoder, Text};
use crate::hangul::Examiner;
use crate::start::{Inner, Options, Started};
use crate::{Encoding, hangul, iso2022, utf7};
use utf8kit::Encoding as Base;
use utf8kit::Policy;
use utf8kit::stream::{self, SignaturePolicy, Step};

/// Decodes bytes in an [`Encoding`] that arrive in pieces, and writes UTF-8.
///
/// It keeps to [the contract of the library's streams](utf8kit::stream). Every call with a destination of four
/// bytes or more makes progress. A number that is not a Unicode scalar value, such as `0x7FFF_FFFF` in UCS-4, stops it with
/// [`Stop::NotScalarValue`](stream::Stop::NotScalarValue); a [`Reader`](crate::Reader) reads such numbers.
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
    started: Started<'p, TextDecoder<'p>>,
}

/// Decodes text after its signature.
#[derive(Clone, Debug)]
enum TextDecoder<'p> {
    Library(stream::Decoder<'p>),
    /// UTF-8 with Hangul syllables to move.
    Unicode11(stream::Decoder<'p>, Examiner),
    Own(StreamDecoder<'p>),
}

impl<'p> Inner<'p> for TextDecoder<'p> {
    type Unit = u8;

    fn new(encoding: Encoding, options: Options<'p>) -> Self {
        let own = |reader| {
            TextDecoder::Own(StreamDecoder::new(
                reader,
                options.policy,
                options.removes_signature,
            ))
        };
        let utf8 = stream::Decoder::new(Base::Utf8, options.policy);
        match encoding {
            Encoding::Base(base) => TextDecoder::Library(stream::Decoder::new(base, options.policy)),
            Encoding::Utf8Signature => TextDecoder::Library(utf8),
            Encoding::Unicode11Utf8 | Encoding::OldHangulUtf8 => {
                TextDecoder::Unicode11(utf8, Examiner::new())
            }
            Encoding::Utf7 => own(NumberReader::Utf7(utf7::Reader::new(utf7::Variant::Mail))),
            Encoding::Utf7Imap => own(NumberReader::Utf7(utf7::Reader::new(utf7::Variant::Imap))),
            Encoding::Utf1 => own(NumberReader::Utf1),
            Encoding::Iso2022 => own(NumberReader::Iso2022(iso2022::Reader::new())),
            Encoding::Ucs2(Some(endian)) => own(NumberReader::Ucs2(endian)),
            Encoding::Ucs4(Some(endian)) => own(NumberReader::Ucs4(endian)),
            Encoding::Utf16 | Encoding::Utf32 | Encoding::Ucs2(None) | Encoding::Ucs4(None) => {
                unreachable!("the byte order is found before anything is decoded")
            }
        }
    }

    fn step(&mut self, bytes: &[u8], text: &mut [u8], last: bool) -> Step {
        let step = match self {
            TextDecoder::Library(decoder) | TextDecoder::Unicode11(decoder, _) if last => {
                decoder.finish_utf8(text)
            }
            TextDecoder::Library(decoder) | TextDecoder::Unicode11(decoder, _) => {
                decoder.to_utf8(bytes, text)
            }
            TextDecoder::Own(decoder) => decoder.step::<Text>(bytes, text, last),
        };
        if let TextDecoder::Unicode11(_, examiner) = self {
            examiner.push_bytes(&text[..step.written]);
            hangul::migrate_bytes(&mut text[..step.written]);
        }
        step
    }

    fn position(&self) -> u64 {
        match self {
            TextDecoder::Library(decoder) | TextDecoder::Unicode11(decoder, _) => decoder.position(),
            TextDecoder::Own(decoder) => decoder.position,
        }
    }
}

impl<'p> Decoder<'p> {
    /// Returns a decoder at the beginning of a text.
    pub fn new(encoding: Encoding, policy: Policy<'p>) -> Self {
        Decoder {
            started: Started::new(encoding, policy),
        }
    }

    /// Returns the decoder with another treatment of a signature. Call it before the first byte is decoded.
    ///
    /// Without this, the definition of the encoding decides: UTF-16, UTF-32, UCS-2 and UCS-4 without a byte order take it
    /// from the signature, which is not text ([`SignaturePolicy::ByteOrder`]); `UTF-8-SIG` removes one
    /// ([`SignaturePolicy::Remove`]); in every other encoding it is text ([`SignaturePolicy::Keep`]).
    ///
    /// - With [`SignaturePolicy::Keep`], UTF-16 and others without a byte order take it from a signature, too, and decode
    ///   the signature to U+FEFF.
    /// - With [`SignaturePolicy::ByteOrder`], a signature overrides the byte order of UTF-16LE and others that have one.
    /// - With [`SignaturePolicy::Detect`], a signature of UTF-8, UTF-16 or UTF-32 overrides any encoding, which is the one
    ///   of a text without a signature. UCS-2 and UCS-4 stay what they are under a signature that is theirs.
    ///
    /// ```
    /// use utf8kit::{Policy, stream::SignaturePolicy};
    /// use utf8kit_family::{Decoder, Encoding};
    ///
    /// let decoded = |encoding, policy, bytes: &[u8]| {
    ///     let mut decoder = Decoder::new(encoding, Policy::Fail).with_signature(policy);
    ///     let mut text = [0; 8];
    ///     let written = decoder.to_utf8(bytes, &mut text).written;
    ///     String::from_utf8(text[..written].to_vec()).unwrap()
    /// };
    /// assert_eq!(decoded(Encoding::Utf16, SignaturePolicy::Keep, b"\xFF\xFEa\0"), "\u{FEFF}a");
    /// assert_eq!(decoded(Encoding::Utf7, SignaturePolicy::Remove, b"+/v8-a"), "a");
    /// assert_eq!(decoded(Encoding::UTF_8, SignaturePolicy::Detect, b"\xFF\xFEa\0"), "a");
    /// ```
    #[must_use]
    pub fn with_signature(mut self, policy: SignaturePolicy) -> Self {
        self.started.set_signature(policy);
        self
    }

    /// Returns the decoder to the beginning of a new text. The encoding that it was created with, the policy and the
    /// treatment of a signature stay the same.
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
        self.started.reset();
    }

    /// Decodes the next piece of the source to UTF-8 in `text`, and returns what it read and wrote, in bytes.
    pub fn to_utf8(&mut self, bytes: &[u8], text: &mut [u8]) -> Step {
        self.started.step(bytes, text, false)
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
        self.started.step(&[], text, true)
    }

    /// Returns the encoding of the text: the one that the decoder was created with, or, as soon as it is known, that
    /// encoding in the byte order of the text, or the one of the signature that it found.
    ///
    /// ```
    /// use utf8kit::{Encoding as Base, Endian, Policy};
    /// use utf8kit_family::{Decoder, Encoding};
    ///
    /// let mut decoder = Decoder::new(Encoding::Utf16, Policy::Fail);
    /// assert_eq!(decoder.encoding(), Encoding::Utf16);
    /// let _ = decoder.to_utf8(b"\xFF\xFEa\0", &mut [0; 8]);
    /// assert_eq!(decoder.encoding(), Encoding::Base(Base::Utf16(Endian::Little)));
    /// ```
    pub fn encoding(&self) -> Encoding {
        self.started.encoding()
    }

    /// Returns the shift state at [`position`](Self::position), as a number: what the bytes from there on mean depends on it
    /// in UTF-7, UTF-7-IMAP and ISO/IEC 2022. It is zero at the beginning of a text, and always in other encodings.
    ///
    /// ```
    /// use utf8kit::Policy;
    /// use utf8kit_family::{Decoder, Encoding};
    ///
    /// let mut decoder = Decoder::new(Encoding::Utf7Imap, Policy::Fail);
    /// let mut text = [0; 8];
    /// let _ = decoder.to_utf8(b"&AOkA6", &mut text); // `é`, and a part of `è`
    /// let (state, position) = (decoder.shift_state(), decoder.position() as usize);
    /// assert_eq!(position, 4);
    ///
    /// let mut again = Decoder::new(Encoding::Utf7Imap, Policy::Fail).with_shift_state(state);
    /// let written = again.to_utf8(&b"&AOkA6A-"[position..], &mut text).written;
    /// assert_eq!(&text[..written], "è".as_bytes());
    /// ```
    pub fn shift_state(&self) -> u8 {
        match self.started.inner() {
            Some(TextDecoder::Own(decoder)) => decoder.shift_state(),
            _ => 0,
        }
    }

    /// Returns the decoder with a [shift state](Self::shift_state), to decode a text from a place after its beginning. Call it
    /// before the first byte is decoded.
    #[must_use]
    pub fn with_shift_state(mut self, state: u8) -> Self {
        if state != 0
            && let TextDecoder::Own(decoder) = self.started.resumed()
        {
            decoder.set_shift_state(state);
        }
        self
    }

    /// Returns the number of bytes of the source, a signature included, that are decoded, replaced or
    /// reported.
    pub fn position(&self) -> u64 {
        self.started.position()
    }

    /// Returns the number of ill-formed sequences, and of numbers that are not characters, that the policy has replaced so
    /// far.
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
        match self.started.inner() {
            None => 0,
            Some(TextDecoder::Library(decoder) | TextDecoder::Unicode11(decoder, _)) => decoder.replaced(),
            Some(TextDecoder::Own(decoder)) => decoder.replaced,
        }
    }

    /// Returns which Hangul the text has so far, and whether this agrees with the label `UNICODE-1-1-UTF-8`, or `None` in
    /// other encodings. Offsets are in bytes of the text, as it was before its syllables were moved.
    ///
    /// ```
    /// use utf8kit::Policy;
    /// use utf8kit_family::{Decoder, Encoding, hangul::Finding};
    ///
    /// let mut decoder = Decoder::new(Encoding::Unicode11Utf8, Policy::Fail);
    /// let _ = decoder.to_utf8(b"no Hangul", &mut [0; 16]);
    /// assert_eq!(decoder.hangul().unwrap().finding, Finding::NeedlessLabel);
    /// ```
    pub fn hangul(&self) -> Option<hangul::Report> {
        let is_labelled = matches!(self.encoding(), Encoding::Unicode11Utf8 | Encoding::OldHangulUtf8);
        match self.started.inner() {
            Some(TextDecoder::Unicode11(_, examiner)) => Some(examiner.report(true)),
            _ => is_labelled.then(|| Examiner::new().report(true)),
        }
    }
}
