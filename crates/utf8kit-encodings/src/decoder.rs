//! [`Decoder`]: decodes text that arrives in pieces.

use crate::hangul::Examiner;
use crate::iso2022::Announcement;
use crate::source::Source;
use crate::{Encoding, hangul};
use utf8kit::codec::{Convert, Encode, Numbers, Stream, Utf8, Utf16};
use utf8kit::signature::Signature;
use utf8kit::stream::{SignaturePolicy, Step, Stop};
use utf8kit::{Encoding as Base, Endian, Policy};

/// Decodes bytes in an [`Encoding`] that arrive in pieces, and writes UTF-8, UTF-16 or code points.
///
/// It keeps to [the contract of the library's streams](utf8kit::stream). Every call with a destination of four
/// bytes or more makes progress. A number that is not a Unicode scalar value, such as `0x7FFF_FFFF` in UCS-4, stops a
/// conversion to UTF-8 with [`Stop::NotRepresentable`]; [`to_code_points`](Self::to_code_points) keeps such numbers. Decode one
/// text to only one of the three.
///
/// ```
/// use utf8kit::{Policy, stream::Stop};
/// use utf8kit_encodings::{Decoder, Encoding};
///
/// let mut decoder = Decoder::new(Encoding::Utf7, Policy::Fail);
/// let mut text = [0; 8];
/// assert_eq!(decoder.to_utf8(b"+2Ezf", &mut text).written, 0);
/// let step = decoder.to_utf8(b"tA-", &mut text);
/// assert_eq!((&text[..step.written], step.stop), ("\u{233B4}".as_bytes(), Stop::InputUsed));
/// ```
#[derive(Clone, Debug)]
pub struct Decoder<'p> {
    /// The encoding that the caller named.
    named: Encoding,
    signature: SignaturePolicy,
    unpaired: bool,
    /// Whether this is the decoder of a converter, which cannot move Hangul after it is written.
    converts: bool,
    /// The encoding of the text, once it is known, and its state.
    source: Option<(Encoding, Source)>,
    /// UTF-16 as a destination, which remembers an unpaired surrogate.
    utf16: Utf16,
    stream: Stream<'p>,
    /// What is known of the Hangul of the text.
    examiner: Examiner,
    /// The number of code points of Annex R with a remark.
    remarked: u64,
}

impl<'p> Decoder<'p> {
    /// Returns a decoder at the beginning of a text.
    pub fn new(encoding: Encoding, policy: Policy<'p>) -> Self {
        Decoder {
            named: encoding,
            signature: default_policy(encoding),
            unpaired: false,
            converts: false,
            source: None,
            utf16: Utf16::WITH_UNPAIRED,
            stream: Stream::decoder(policy),
            examiner: Examiner::new(),
            remarked: 0,
        }
    }

    /// Returns the decoder of a [`Converter`](crate::Converter).
    pub(crate) fn for_converter(encoding: Encoding, policy: Policy<'p>) -> Self {
        Decoder {
            stream: Stream::converter(policy),
            converts: true,
            ..Decoder::new(encoding, policy)
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
    /// use utf8kit_encodings::{Decoder, Encoding};
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
        self.signature = policy;
        self
    }

    /// Returns the decoder to the beginning of a new text. The encoding that it was created with, the policy and the
    /// treatment of a signature stay the same.
    ///
    /// ```
    /// use utf8kit::Policy;
    /// use utf8kit_encodings::{Decoder, Encoding};
    ///
    /// let mut decoder = Decoder::new(Encoding::Utf16, Policy::Fail);
    /// let mut text = [0; 8];
    /// let _ = decoder.to_utf8(b"\xFF\xFEa\0", &mut text);
    /// decoder.reset();
    /// let step = decoder.to_utf8(b"\xFE\xFF\0b", &mut text);
    /// assert_eq!(&text[..step.written], b"b");
    /// ```
    pub fn reset(&mut self) {
        self.source = None;
        self.utf16 = Utf16::WITH_UNPAIRED;
        self.stream.reset();
        self.examiner = Examiner::new();
        self.remarked = 0;
    }

    /// Decodes the next piece of the source to UTF-8 in `text`, and returns what it read and wrote, in bytes.
    pub fn to_utf8(&mut self, bytes: &[u8], text: &mut [u8]) -> Step {
        self.decode_text(bytes, text, false)
    }

    /// Ends the source: writes to `text` what is still to write, and reports a sequence that was cut. Returns
    /// what it wrote, in bytes.
    ///
    /// ```
    /// use utf8kit::{ErrorKind, Policy, stream::Stop};
    /// use utf8kit_encodings::{Decoder, Encoding};
    ///
    /// let mut decoder = Decoder::new(Encoding::Utf1, Policy::Fail);
    /// let mut text = [0; 8];
    /// assert_eq!(decoder.to_utf8(b"a\xA0", &mut text).stop, Stop::InputUsed);
    /// let Stop::IllFormed(error) = decoder.finish_utf8(&mut text).stop else { panic!() };
    /// assert_eq!((error.kind(), error.offset()), (ErrorKind::UnexpectedEnd, 1));
    /// ```
    pub fn finish_utf8(&mut self, text: &mut [u8]) -> Step {
        self.decode_text(&[], text, true)
    }

    /// Decodes the next piece of the source to UTF-16 in `units`, in the machine's byte order. The [`Step`] counts what is read in
    /// bytes, and what is written in code units. WTF-8 keeps its unpaired surrogates. Every call with room for two code units or
    /// more makes progress.
    ///
    /// ```
    /// use utf8kit::{Policy, stream::Stop};
    /// use utf8kit_encodings::{Decoder, Encoding};
    ///
    /// let mut decoder = Decoder::new(Encoding::Utf7, Policy::Fail);
    /// let mut units = [0; 4];
    /// let step = decoder.to_utf16(b"a+2EzftA-", &mut units);
    /// assert_eq!((&units[..step.written], step.stop), (&[0x61, 0xD84C, 0xDFB4][..], Stop::InputUsed));
    /// ```
    pub fn to_utf16(&mut self, bytes: &[u8], units: &mut [u16]) -> Step {
        self.decode_units(bytes, units, false)
    }

    /// Ends the source: writes to `units` what is still to write, and reports a sequence that was cut.
    ///
    /// ```
    /// use utf8kit::{Policy, stream::Stop};
    /// use utf8kit_encodings::{Decoder, Encoding};
    ///
    /// let mut decoder = Decoder::new(Encoding::Ucs2(None), Policy::Fail);
    /// assert_eq!(decoder.to_utf16(b"\0", &mut [0; 4]).stop, Stop::InputUsed);
    /// assert!(matches!(decoder.finish_utf16(&mut [0; 4]).stop, Stop::IllFormed(_)));
    /// ```
    pub fn finish_utf16(&mut self, units: &mut [u16]) -> Step {
        self.decode_units(&[], units, true)
    }

    /// Decodes the next piece of the source to code points in `numbers`: scalar values, and every number that the encoding has
    /// beyond, up to `0x7FFF_FFFF` in UCS-4, UTF-1, RFC 2279 and Annex R, and the unpaired surrogates of WTF-8.
    /// [`Encoding::max`] and [`Encoding::has_surrogates`] say which encodings have such numbers. The [`Step`] counts what is read
    /// in bytes, and what is written in numbers. A replacement is written as the numbers of its characters. Every call with room
    /// for one number or more makes progress.
    ///
    /// ```
    /// use utf8kit::{Policy, stream::Stop};
    /// use utf8kit_encodings::{Decoder, Encoding};
    ///
    /// let mut decoder = Decoder::new(Encoding::Ucs4(None), Policy::Fail);
    /// let mut numbers = [0; 4];
    /// assert_eq!(decoder.to_code_points(b"\x7F\xFF\xFF", &mut numbers).written, 0);
    /// let step = decoder.to_code_points(b"\xFF\0\0\0a", &mut numbers);
    /// assert_eq!((step.read, step.written, step.stop), (5, 2, Stop::InputUsed));
    /// assert_eq!(numbers[..2], [0x7FFF_FFFF, 0x61]);
    /// ```
    pub fn to_code_points(&mut self, bytes: &[u8], numbers: &mut [u32]) -> Step {
        self.decode_code_points(bytes, numbers, false)
    }

    /// Ends the source: writes to `numbers` what is still to write, and reports a sequence that was cut.
    ///
    /// ```
    /// use utf8kit::{Policy, stream::Stop};
    /// use utf8kit_encodings::{Decoder, Encoding};
    ///
    /// let mut decoder = Decoder::new(Encoding::Ucs4(None), Policy::Fail);
    /// assert_eq!(decoder.to_code_points(b"\0\0\0", &mut [0; 4]).stop, Stop::InputUsed);
    /// assert!(matches!(decoder.finish_code_points(&mut [0; 4]).stop, Stop::IllFormed(_)));
    /// ```
    pub fn finish_code_points(&mut self, numbers: &mut [u32]) -> Step {
        self.decode_code_points(&[], numbers, true)
    }

    /// Returns the decoder with unpaired surrogates of UTF-16 treated as numbers, in either byte order. Without this, they
    /// are ill-formed. Use it where the numbers are written in WTF-8, which has them. It changes nothing in other
    /// encodings. Call it before the first byte is decoded.
    ///
    /// ```
    /// use utf8kit::Policy;
    /// use utf8kit_encodings::{Decoder, Encoding};
    ///
    /// let mut decoder = Decoder::new(Encoding::Utf16, Policy::Fail).with_unpaired_surrogates();
    /// let mut numbers = [0; 4];
    /// assert_eq!(decoder.to_code_points(b"\xDC\0\xD8\0\xDC\0\0a", &mut numbers).written, 3);
    /// assert_eq!(numbers[..3], [0xDC00, 0x1_0000, 0x61]);
    /// ```
    #[must_use]
    pub fn with_unpaired_surrogates(mut self) -> Self {
        self.unpaired = true;
        self
    }

    /// Returns the number of code points with a [remark](utf8kit::CodePoint::remark) so far: in Annex R, `0xFFFE`, `0xFFFF`, and
    /// what R.5 maps from longer sequences than necessary.
    ///
    /// ```
    /// use utf8kit::Policy;
    /// use utf8kit_encodings::{Decoder};
    ///
    /// let mut decoder = Decoder::new("Annex-R.5".parse().unwrap(), Policy::Fail);
    /// let _ = decoder.to_code_points(b"\xC1\x81\xEF\xBF\xBE", &mut [0; 4]);
    /// assert_eq!(decoder.remarked(), 2);
    /// ```
    pub fn remarked(&self) -> u64 {
        self.remarked + self.source.map_or(0, |(_, source)| source.overlong())
    }

    /// Returns the encoding of the text: the one that the decoder was created with, or, as soon as it is known, that
    /// encoding in the byte order of the text, or the one of the signature that it found.
    ///
    /// ```
    /// use utf8kit::{Encoding as Base, Endian, Policy};
    /// use utf8kit_encodings::{Decoder, Encoding};
    ///
    /// let mut decoder = Decoder::new(Encoding::Utf16, Policy::Fail);
    /// assert_eq!(decoder.encoding(), Encoding::Utf16);
    /// let _ = decoder.to_utf8(b"\xFF\xFEa\0", &mut [0; 8]);
    /// assert_eq!(decoder.encoding(), Encoding::Base(Base::Utf16(Endian::Little)));
    /// ```
    pub fn encoding(&self) -> Encoding {
        self.source.map_or(self.named, |(encoding, _)| encoding)
    }

    /// Returns the shift state at [`position`](Self::position), as a number: what the bytes from there on mean depends on it
    /// in UTF-7, UTF-7-IMAP, ISO/IEC 2022, ISO-2022-JP, -KR and -CN, HZ, MARC-8, DICOM and packed septets of GSM, and within sequences that
    /// stand for several characters, of which Big5 has four, and ANSEL and MARC-8 one for each letter with marks. It is zero at the
    /// beginning of a text, and always in other encodings.
    ///
    /// ```
    /// use utf8kit::Policy;
    /// use utf8kit_encodings::{Decoder, Encoding};
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
    pub fn shift_state(&self) -> u16 {
        self.source.map_or(0, |(_, source)| source.shift_state())
    }

    /// Returns what ISO/IEC 2022 text has announced for the text at [`position`](Self::position), or `None` outside of such text
    /// and in other encodings.
    ///
    /// ```
    /// use utf8kit::Policy;
    /// use utf8kit_encodings::iso2022::{Announcement, Level};
    /// use utf8kit_encodings::{Decoder, Encoding};
    ///
    /// let mut decoder = Decoder::new(Encoding::Iso2022, Policy::Fail);
    /// assert_eq!(decoder.to_utf8(b"\x1B%/Ia", &mut [0; 8]).written, 1);
    /// assert_eq!(decoder.announced(), Some(Announcement::Utf8(Some(Level::Three))));
    /// ```
    pub fn announced(&self) -> Option<Announcement> {
        self.source.and_then(|(_, source)| source.announced())
    }

    /// Returns `true` if the last character written is not the last of those that one sequence stands for, as in Big5 and ANSEL.
    /// Then [`position`](Self::position) is inside the sequence.
    pub fn is_within_sequence(&self) -> bool {
        self.source.is_some_and(|(_, source)| source.is_within_sequence())
    }

    /// Returns the decoder with a [shift state](Self::shift_state), to decode a text from a place after its beginning. Call it
    /// before the first byte is decoded.
    #[must_use]
    pub fn with_shift_state(mut self, state: u16) -> Self {
        if state != 0 {
            // No signature can be at a place after the beginning.
            let encoding = self.named.in_byte_order(Endian::Big);
            let mut source = Source::new(encoding, self.unpaired, false);
            source.set_shift_state(state);
            self.source = Some((encoding, source));
        }
        self
    }

    /// Returns the part of the last replacement that did not fit in the destination. The next call writes it.
    ///
    /// ```
    /// use utf8kit::Policy;
    /// use utf8kit_encodings::{Decoder, Encoding};
    ///
    /// let mut decoder = Decoder::new(Encoding::Utf1, Policy::Escape);
    /// let _ = decoder.to_utf8(b"\xFE", &mut [0; 3]);
    /// assert_eq!(decoder.pending(), "E"); // of `\xFE`
    /// ```
    pub fn pending(&self) -> &str {
        self.stream.pending()
    }

    /// Returns the number of bytes of the source, a signature included, that are decoded, replaced or
    /// reported.
    pub fn position(&self) -> u64 {
        self.stream.position()
    }

    /// Returns the number of ill-formed sequences, and of numbers that are not characters, that the policy has replaced so
    /// far.
    ///
    /// ```
    /// use utf8kit::Policy;
    /// use utf8kit_encodings::{Decoder, Encoding};
    ///
    /// let mut decoder = Decoder::new(Encoding::Utf1, Policy::Replace('?'));
    /// let mut text = [0; 8];
    /// let step = decoder.to_utf8(b"a\xFEb\xFF", &mut text);
    /// assert_eq!(&text[..step.written], b"a?b?");
    /// assert_eq!(decoder.replaced(), 2);
    /// ```
    pub fn replaced(&self) -> u64 {
        self.stream.replaced()
    }

    /// Returns which Hangul the text has so far, and whether this agrees with the label `UNICODE-1-1-UTF-8`, or `None` in
    /// other encodings. Offsets are in bytes of the text, as it was before its syllables were moved.
    ///
    /// ```
    /// use utf8kit::Policy;
    /// use utf8kit_encodings::{Decoder, Encoding, hangul::Finding};
    ///
    /// let mut decoder = Decoder::new(Encoding::Unicode11Utf8, Policy::Fail);
    /// let _ = decoder.to_utf8(b"no Hangul", &mut [0; 16]);
    /// assert_eq!(decoder.hangul().unwrap().finding, Finding::NeedlessLabel);
    /// ```
    pub fn hangul(&self) -> Option<hangul::Report> {
        (self.moves_hangul()).then(|| self.examiner.report(true))
    }

    /// Returns `true` if the text has Hangul syllables at the code points of Unicode 1.1, which are moved.
    fn moves_hangul(&self) -> bool {
        matches!(self.encoding(), Encoding::Unicode11Utf8 | Encoding::OldHangulUtf8)
    }

    fn decode_text(&mut self, bytes: &[u8], text: &mut [u8], last: bool) -> Step {
        let step = self.step(&mut Utf8, bytes, text, last);
        if self.encoding().leaves_undefined() {
            let is_undefined = |three: &&[u8]| matches!(three, [0xEF, 0xBF, 0xBE | 0xBF]);
            self.remarked += text[..step.written].windows(3).filter(is_undefined).count() as u64;
        }
        if self.moves_hangul() {
            let text = &mut text[..step.written];
            self.examiner.push_bytes(text);
            hangul::migrate_bytes(text);
        }
        step
    }

    fn decode_code_points(&mut self, bytes: &[u8], numbers: &mut [u32], last: bool) -> Step {
        let step = self.step(&mut Numbers, bytes, numbers, last);
        self.remarked += self.encoding().undefined_of(&numbers[..step.written]);
        if self.moves_hangul() {
            for number in &mut numbers[..step.written] {
                *number = self.moved(*number);
            }
        }
        step
    }

    fn decode_units(&mut self, bytes: &[u8], units: &mut [u16], last: bool) -> Step {
        let mut target = self.utf16;
        let step = self.step(&mut target, bytes, units, last);
        self.utf16 = target;
        self.remarked += self.encoding().undefined_of(&units[..step.written]);
        if self.moves_hangul() {
            // Both code points of a syllable are one unit, and so is each that is counted.
            for unit in &mut units[..step.written] {
                *unit = self.moved((*unit).into()) as u16;
            }
        }
        step
    }

    /// Counts a number, or half of a surrogate pair, and returns where it is moved to.
    fn moved(&mut self, number: u32) -> u32 {
        let Some(c) = char::from_u32(number) else {
            // Half of a pair of four bytes, or a number over U+10FFFF.
            let len = match number {
                ..=0xFFFF => 2,
                _ => (Base::Rfc2279.encode_number(number, &mut [0; 6])).map_or(0, |bytes| bytes.len()),
            };
            self.examiner.pass(len as u64);
            return number;
        };
        self.examiner.push(c.encode_utf8(&mut [0; 4]));
        hangul::from_unicode_1_1(c).map_or(number, u32::from)
    }

    /// Returns what reads the text in `encoding`. With `removes_signature`, U+FEFF at its beginning is removed where the encoding writes
    /// it as no other.
    #[inline(always)]
    fn new_source(&self, encoding: Encoding, removes_signature: bool) -> Source {
        match encoding {
            Encoding::Unicode11Utf8 | Encoding::OldHangulUtf8 if self.converts => Source::moving_hangul(),
            _ => Source::new(encoding, self.unpaired, removes_signature),
        }
    }

    /// Decodes the next piece after the signature, or if `last` ends the text; then `bytes` is empty.
    pub(crate) fn step<T: Encode>(
        &mut self,
        target: &mut T,
        bytes: &[u8],
        dst: &mut [T::Unit],
        last: bool,
    ) -> Step
    where
        Source: Convert<T>,
    {
        let mut read = 0;
        if self.source.is_none()
            && self.signature == SignaturePolicy::Keep
            && self.named == self.named.in_byte_order(Endian::Big)
        {
            // What a signature would be is text.
            self.source = Some((self.named, self.new_source(self.named, false)));
        }
        if self.source.is_none() {
            let remove = self.signature != SignaturePolicy::Keep;
            let (named, policy) = (self.named, self.signature);
            let accepts = |signature| encoding_with(named, policy, signature).is_some();
            let found = match self.stream.read_signature(bytes, last, remove, accepts) {
                Ok((len, found)) => {
                    read = len;
                    found
                }
                Err(read) => {
                    return Step {
                        read,
                        written: 0,
                        stop: Stop::InputUsed,
                    };
                }
            };
            let encoding = found.and_then(|signature| encoding_with(named, policy, signature));
            let encoding = encoding.unwrap_or(named.in_byte_order(Endian::Big));
            let removes_more = remove && found.is_none();
            self.source = Some((encoding, self.new_source(encoding, removes_more)));
        }
        let Some((_, source)) = &mut self.source else {
            unreachable!("it was set if it was not")
        };
        let mut step = self.stream.step(source, target, &bytes[read..], dst, last);
        step.read += read;
        step
    }
}

/// Returns the encoding of a text that begins with `signature`, if that is a signature for the encoding `named`
/// and the policy.
fn encoding_with(named: Encoding, policy: SignaturePolicy, signature: Signature) -> Option<Encoding> {
    let either_order = matches!(policy, SignaturePolicy::ByteOrder | SignaturePolicy::Detect);
    let accepts = |order: Option<Endian>, endian| order.is_none_or(|order| either_order || order == endian);
    let own = match (named, signature) {
        (Encoding::Utf16, Signature::Utf16(endian)) => Some(Encoding::Base(Base::Utf16(endian))),
        (Encoding::Utf32, Signature::Utf32(endian)) => Some(Encoding::Base(Base::Utf32(endian))),
        (Encoding::Ucs2(order), Signature::Utf16(endian)) if accepts(order, endian) => {
            Some(Encoding::Ucs2(Some(endian)))
        }
        (Encoding::Ucs4(order), Signature::Utf32(endian)) if accepts(order, endian) => {
            Some(Encoding::Ucs4(Some(endian)))
        }
        (Encoding::Base(Base::Utf16(order)), Signature::Utf16(endian)) if accepts(Some(order), endian) => {
            Some(Encoding::Base(Base::Utf16(endian)))
        }
        (Encoding::Base(Base::Utf32(order)), Signature::Utf32(endian)) if accepts(Some(order), endian) => {
            Some(Encoding::Base(Base::Utf32(endian)))
        }
        (Encoding::Base(base), signature) if Signature::of(base) == Some(signature) => Some(named),
        (
            Encoding::Utf8Signature | Encoding::Utf8Mb3 | Encoding::Unicode11Utf8 | Encoding::OldHangulUtf8,
            Signature::Utf8,
        ) => Some(named),
        _ => None,
    };
    match policy {
        SignaturePolicy::Remove | SignaturePolicy::ByteOrder => own,
        SignaturePolicy::Detect => own.or_else(|| signature.encoding().map(Encoding::Base)),
        // The byte order is needed, though the signature is text.
        _ => own.filter(|_| named != named.in_byte_order(Endian::Big)),
    }
}

/// Returns what the definition of an encoding says about a signature.
const fn default_policy(encoding: Encoding) -> SignaturePolicy {
    match encoding {
        Encoding::Utf16 | Encoding::Utf32 | Encoding::Ucs2(None) | Encoding::Ucs4(None) => {
            SignaturePolicy::ByteOrder
        }
        Encoding::Utf8Signature => SignaturePolicy::Remove,
        _ => SignaturePolicy::Keep,
    }
}
