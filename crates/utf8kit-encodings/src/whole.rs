//! The conversion of whole texts, and what errors say about an encoding.

use crate::encoding::Encoding;
#[cfg(feature = "legacy")]
use crate::legacy::{self, PageReader, PageWriter};
use crate::signature::Signature;
use crate::source::Source;
use crate::target::Target;
use utf8kit::codec::{
    Convert, Decode as _, Description, Encode, MAX_ENCODED, Output, Stream, Utf8, Utf16, convert_whole,
};
use utf8kit::{ConvertError, ConvertErrorKind, Converted, Destination, Endian, Policy, utf8};

impl Encoding {
    /// Returns what error messages say about the encoding.
    ///
    /// ```
    /// assert_eq!(utf8kit_encodings::Encoding::Utf1.description().name(), "UTF-1");
    /// ```
    #[must_use]
    pub fn description(self) -> &'static Description {
        #[cfg(feature = "legacy")]
        if let Encoding::Legacy(legacy) = self {
            return legacy.description(); // without its tables
        }
        Source::new(self.in_byte_order(Endian::Big), false, false).description()
    }

    /// Decodes a whole text and returns it.
    ///
    /// Where the encoding takes its byte order from a signature, and in `UTF-8-SIG`, the signature is left out of the text.
    /// In every other encoding, a signature is decoded to U+FEFF.
    ///
    /// # Errors
    ///
    /// Returns the first ill-formed sequence, or the first number that is not a Unicode scalar value, that `policy` does not
    /// replace.
    ///
    /// ```
    /// use utf8kit::Policy;
    /// use utf8kit_encodings::Encoding;
    ///
    /// assert_eq!(Encoding::Utf16.decode(b"\xFF\xFEa\0", Policy::Fail).unwrap(), "a");
    /// assert_eq!(Encoding::Utf16.decode(b"\0a", Policy::Fail).unwrap(), "a");
    /// assert_eq!(Encoding::Utf1.decode(b"\xFE!", Policy::Replace('?')).unwrap(), "?!");
    /// let error = Encoding::Utf1.decode(b"a\xFE", Policy::Fail).unwrap_err();
    /// assert_eq!(error.to_string(), "ill-formed UTF-1 at offset 1: `FE` never occurs in UTF-1");
    /// ```
    pub fn decode(self, bytes: &[u8], policy: Policy<'_>) -> Result<String, ConvertError> {
        // Most text fits, and the vectors that a kernel writes at its end.
        let mut text = Vec::with_capacity(bytes.len() + bytes.len() / 2 + ROOM);
        let _: Converted = self.decode_to_utf8(bytes, policy, &mut text)?;
        Ok(utf8::into_string(text).expect("a decoder writes UTF-8"))
    }

    /// Decodes a whole text to UTF-8 in `dst`, as [`decode`](Self::decode) does.
    ///
    /// # Errors
    ///
    /// As [`decode`](Self::decode), and an error of kind [`DestinationFull`](ConvertErrorKind::DestinationFull) if `dst` is too
    /// short.
    ///
    /// ```
    /// use utf8kit::Policy;
    /// use utf8kit_encodings::Encoding;
    ///
    /// let mut text = [0; 8];
    /// let done = Encoding::Utf7.decode_to_utf8(b"5 +IKw-", Policy::Fail, &mut text)?;
    /// assert_eq!(&text[..done.written], "5 €".as_bytes());
    /// # Ok::<(), utf8kit::ConvertError>(())
    /// ```
    pub fn decode_to_utf8<D: Destination<u8>>(
        self,
        bytes: &[u8],
        policy: Policy<'_>,
        dst: D,
    ) -> Result<Converted<D::Written>, ConvertError> {
        #[cfg(feature = "legacy")]
        if let Encoding::Legacy(legacy) = self {
            return match PageReader::of(legacy) {
                Some(page) => {
                    let run = |page: &mut PageReader, src: &[u8], out: &mut Output<'_, u8>| {
                        page.convert_to_utf8(src, out)
                    };
                    decode_legacy(page, Utf8, run, bytes, policy, dst)
                }
                None => {
                    let run = |reader: &mut legacy::Reader, src: &[u8], out: &mut Output<'_, u8>| {
                        reader.convert_to_text(src, out, true)
                    };
                    decode_legacy(legacy::Reader::new(legacy), Utf8, run, bytes, policy, dst)
                }
            };
        }
        self.decode_to(Utf8, bytes, policy, dst)
    }

    /// Decodes a whole text to UTF-16 in `dst`, in the machine's byte order. What is read is counted in bytes, and what is written in
    /// code units. WTF-8 keeps its unpaired surrogates.
    ///
    /// # Errors
    ///
    /// As [`decode`](Self::decode), and an error of kind [`DestinationFull`](ConvertErrorKind::DestinationFull) if `dst` is too
    /// short.
    ///
    /// ```
    /// use utf8kit::Policy;
    /// use utf8kit_encodings::Encoding;
    ///
    /// let mut units = Vec::new();
    /// Encoding::Utf1.decode_to_utf16(b"a\xA0\xE9", Policy::Fail, &mut units)?;
    /// assert_eq!(units, [0x61, 0xE9]);
    /// # Ok::<(), utf8kit::ConvertError>(())
    /// ```
    pub fn decode_to_utf16<D: Destination<u16>>(
        self,
        bytes: &[u8],
        policy: Policy<'_>,
        dst: D,
    ) -> Result<Converted<D::Written>, ConvertError> {
        #[cfg(feature = "legacy")]
        if let Encoding::Legacy(legacy) = self {
            let target = Utf16::WITH_UNPAIRED;
            return match PageReader::of(legacy) {
                Some(page) => {
                    let run = |page: &mut PageReader, src: &[u8], out: &mut Output<'_, u16>| {
                        page.convert_to_utf16(src, out)
                    };
                    decode_legacy(page, target, run, bytes, policy, dst)
                }
                None => {
                    let run = |reader: &mut legacy::Reader, src: &[u8], out: &mut Output<'_, u16>| {
                        reader.convert_to_text(src, out, true)
                    };
                    decode_legacy(legacy::Reader::new(legacy), target, run, bytes, policy, dst)
                }
            };
        }
        self.decode_to(Utf16::WITH_UNPAIRED, bytes, policy, dst)
    }

    fn decode_to<T: Encode, D: Destination<T::Unit>>(
        self,
        target: T,
        bytes: &[u8],
        policy: Policy<'_>,
        dst: D,
    ) -> Result<Converted<D::Written>, ConvertError>
    where
        Source: Convert<T>,
    {
        let (encoding, start) = self.without_signature(bytes);
        let source = match encoding {
            Encoding::Unicode11Utf8 | Encoding::OldHangulUtf8 => Source::moving_hangul(),
            _ => Source::new(encoding, false, false),
        };
        let run = |source: &mut Source, target: &mut T, src: &[u8], out: &mut Output<'_, T::Unit>| {
            (source.convert_run(target, src, out), true)
        };
        let done = convert_whole::<Source, T, _, _, _>(
            Stream::decoder,
            policy,
            (source, target),
            run,
            &bytes[start..],
            &[],
            dst,
        );
        done.map_err(|error| after(start, error))
    }

    /// Returns the encoding of a whole text in its byte order, and the length of the signature that is no text.
    #[inline]
    fn without_signature(self, bytes: &[u8]) -> (Encoding, usize) {
        let signed = |encoding: Encoding| bytes.starts_with(encoding.signature());
        match self {
            Encoding::Utf16 | Encoding::Utf32 | Encoding::Ucs2(None) | Encoding::Ucs4(None) => {
                let big = self.in_byte_order(Endian::Big);
                let orders = [big, self.in_byte_order(Endian::Little)];
                let found = orders.into_iter().find(|&encoding| signed(encoding));
                found.map_or((big, 0), |encoding| (encoding, encoding.signature().len()))
            }
            Encoding::Utf8Signature if signed(self) => (self, self.signature().len()),
            _ => (self, 0),
        }
    }

    /// Encodes a whole text and returns the bytes.
    ///
    /// # Errors
    ///
    /// Returns the first character that the encoding lacks and that `policy` does not replace.
    ///
    /// ```
    /// use utf8kit::{ConvertErrorKind, Policy};
    /// use utf8kit_encodings::Encoding;
    ///
    /// assert_eq!(Encoding::Ucs2(None).encode("é", Policy::Fail).unwrap(), b"\x00\xE9");
    /// let error = Encoding::Ucs2(None).encode("é\u{1F600}", Policy::Fail).unwrap_err();
    /// assert_eq!((error.kind(), error.read()), (ConvertErrorKind::NotRepresentable(0x1F600), 2));
    /// assert_eq!(error.to_string(), "U+1F600 at offset 2 cannot be represented in the destination's encoding");
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if the encoding is never written; see [`can_be_written`](Self::can_be_written).
    pub fn encode(self, text: &str, policy: Policy<'_>) -> Result<Vec<u8>, ConvertError> {
        let mut bytes = Vec::with_capacity(text.len() + text.len() / 2 + ROOM);
        let _: Converted = self.encode_to(text, policy, &mut bytes)?;
        Ok(bytes)
    }

    /// Encodes a whole text to `dst`, as [`encode`](Self::encode) does.
    ///
    /// # Errors
    ///
    /// As [`encode`](Self::encode), and an error of kind [`DestinationFull`](ConvertErrorKind::DestinationFull) if `dst` is too
    /// short.
    ///
    /// ```
    /// use utf8kit::Policy;
    /// use utf8kit_encodings::Encoding;
    ///
    /// let mut bytes = [0; 8];
    /// let done = Encoding::Utf16.encode_to("5 €", Policy::Fail, &mut bytes)?;
    /// assert_eq!(&bytes[..done.written], b"\xFF\xFE5\0 \0\xAC\x20");
    /// # Ok::<(), utf8kit::ConvertError>(())
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if the encoding is never written; see [`can_be_written`](Self::can_be_written).
    pub fn encode_to<D: Destination<u8>>(
        self,
        text: &str,
        policy: Policy<'_>,
        dst: D,
    ) -> Result<Converted<D::Written>, ConvertError> {
        #[cfg(feature = "legacy")]
        if let Encoding::Legacy(legacy) = self {
            let text = text.as_bytes();
            return match PageWriter::of(legacy) {
                Some(page) => {
                    let run = |page: &mut PageWriter, src: &[u8], out: &mut Output<'_, u8>| {
                        (page.convert_from_utf8(src, out), true)
                    };
                    encode_legacy(Utf8, page, run, text, policy, dst)
                }
                None => {
                    let run = |writer: &mut legacy::Writer, src: &[u8], out: &mut Output<'_, u8>| {
                        writer.encode_whole(src, out, legacy::Writer::convert_from_utf8)
                    };
                    encode_legacy(Utf8, legacy::Writer::new(legacy), run, text, policy, dst)
                }
            };
        }
        self.encode_from(Utf8, text.as_bytes(), policy, dst)
    }

    /// Encodes a whole text in UTF-16, in the machine's byte order, to `dst`, as [`encode`](Self::encode) does. What is read is counted
    /// in code units, and what is written in bytes. An unpaired surrogate is ill-formed, unless the encoding has it, as WTF-8 does.
    ///
    /// # Errors
    ///
    /// As [`encode`](Self::encode), and an error of kind [`DestinationFull`](ConvertErrorKind::DestinationFull) if `dst` is too
    /// short.
    ///
    /// ```
    /// use utf8kit::Policy;
    /// use utf8kit_encodings::Encoding;
    ///
    /// let mut bytes = [0; 8];
    /// let done = Encoding::Utf1.encode_utf16_to(&[0x61, 0xE9], Policy::Fail, &mut bytes)?;
    /// assert_eq!(&bytes[..done.written], b"a\xA0\xE9");
    /// # Ok::<(), utf8kit::ConvertError>(())
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if the encoding is never written; see [`can_be_written`](Self::can_be_written).
    pub fn encode_utf16_to<D: Destination<u8>>(
        self,
        units: &[u16],
        policy: Policy<'_>,
        dst: D,
    ) -> Result<Converted<D::Written>, ConvertError> {
        #[cfg(feature = "legacy")]
        if let Encoding::Legacy(legacy) = self {
            let source = Utf16::WITH_UNPAIRED;
            return match PageWriter::of(legacy) {
                Some(page) => {
                    let run = |page: &mut PageWriter, src: &[u16], out: &mut Output<'_, u8>| {
                        (page.convert_from_utf16(src, out), true)
                    };
                    encode_legacy(source, page, run, units, policy, dst)
                }
                None => {
                    let run = |writer: &mut legacy::Writer, src: &[u16], out: &mut Output<'_, u8>| {
                        writer.encode_whole(src, out, legacy::Writer::convert_from_utf16)
                    };
                    encode_legacy(source, legacy::Writer::new(legacy), run, units, policy, dst)
                }
            };
        }
        self.encode_from(Utf16::WITH_UNPAIRED, units, policy, dst)
    }

    fn encode_from<S: Convert<Target>, D: Destination<u8>>(
        self,
        source: S,
        text: &[S::Unit],
        policy: Policy<'_>,
        dst: D,
    ) -> Result<Converted<D::Written>, ConvertError> {
        let signature = match text {
            [] => b"",
            _ => Signature::default_of(self).unwritten(),
        };
        let codecs = (source, Target::new(self, false));
        let run = |source: &mut S, target: &mut Target, src: &[S::Unit], out: &mut Output<'_, u8>| {
            let read = source.convert_run(target, src, out);
            (read, { *target }.end(&mut [0; MAX_ENCODED]) == 0)
        };
        convert_whole::<S, Target, _, _, _>(Stream::encoder, policy, codecs, run, text, signature, dst)
    }
}

/// Decodes a whole text of before Unicode with `run`, which converts the beginning of it and returns its length.
#[cfg(feature = "legacy")]
#[inline]
fn decode_legacy<F: Into<Source>, T: Encode, D: Destination<T::Unit>>(
    reader: F,
    target: T,
    run: impl FnOnce(&mut F, &[u8], &mut Output<'_, T::Unit>) -> usize,
    bytes: &[u8],
    policy: Policy<'_>,
    dst: D,
) -> Result<Converted<D::Written>, ConvertError>
where
    Source: Convert<T>,
{
    let run =
        |reader: &mut F, _: &mut T, src: &[u8], out: &mut Output<'_, T::Unit>| (run(reader, src, out), true);
    let codecs = (reader, target);
    convert_whole::<Source, T, _, _, _>(Stream::decoder, policy, codecs, run, bytes, &[], dst)
}

/// Encodes a whole text to an encoding of before Unicode with `run`, which converts the beginning of it, and returns its length and whether
/// nothing is to be written at the end.
#[cfg(feature = "legacy")]
#[inline]
fn encode_legacy<S: Convert<Target>, G: Into<Target>, D: Destination<u8>>(
    source: S,
    writer: G,
    run: impl FnOnce(&mut G, &[S::Unit], &mut Output<'_, u8>) -> (usize, bool),
    text: &[S::Unit],
    policy: Policy<'_>,
    dst: D,
) -> Result<Converted<D::Written>, ConvertError> {
    let run = |_: &mut S, writer: &mut G, src: &[S::Unit], out: &mut Output<'_, u8>| run(writer, src, out);
    let codecs = (source, writer);
    convert_whole::<S, Target, _, _, _>(Stream::encoder, policy, codecs, run, text, &[], dst)
}

/// Room for the last vector that a kernel writes, in bytes.
const ROOM: usize = 64;

/// Returns `error` of a text with `start` bytes before it.
fn after(start: usize, error: ConvertError) -> ConvertError {
    let kind = match error.kind() {
        ConvertErrorKind::IllFormed(error) => {
            ConvertErrorKind::IllFormed(error.at(error.offset() + start as u64))
        }
        kind => kind,
    };
    ConvertError::new(kind, error.read() + start, error.written()).with_replaced(error.replaced())
}
