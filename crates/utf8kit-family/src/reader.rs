//! [`Reader`]: reads code points from bytes that arrive in pieces.

use crate::codec::{NumberReader, Numbers, StreamDecoder};
use crate::start::{Inner, Options, Started};
use crate::{Encoding, hangul, iso2022, utf7};
use utf8kit::Encoding as Base;
use utf8kit::Policy;
use utf8kit::dialect::{self, Dialect};
use utf8kit::stream::{SignaturePolicy, Step};

/// Reads code points from bytes in an [`Encoding`] that arrive in pieces.
///
/// A [`Decoder`](crate::Decoder) writes text. A reader accepts every number of the encoding: those up to `0x7FFF_FFFF` in
/// UCS-4, UTF-1, RFC 2279 and Annex R, and the unpaired surrogates of WTF-8. [`Encoding::max`] and
/// [`Encoding::has_surrogates`] say which encodings have such numbers. A [`Writer`](crate::Writer) writes them in another
/// encoding.
///
/// It follows the [contract of streams](utf8kit::stream), and counts what it writes in numbers. A replacement is written as
/// the numbers of its characters.
///
/// ```
/// use utf8kit::{Policy, stream::Stop};
/// use utf8kit_family::{Encoding, Reader};
///
/// let mut reader = Reader::new(Encoding::Ucs4(None), Policy::Fail);
/// let mut numbers = [0; 4];
/// assert_eq!(reader.to_code_points(b"\x7F\xFF\xFF", &mut numbers).written, 0);
/// let step = reader.to_code_points(b"\xFF\0\0\0a", &mut numbers);
/// assert_eq!((step.read, step.written, step.stop), (5, 2, Stop::InputUsed));
/// assert_eq!(numbers[..2], [0x7FFF_FFFF, 0x61]);
/// ```
#[derive(Clone, Debug)]
pub struct Reader<'p> {
    started: Started<'p, CodePointReader<'p>>,
}

/// Reads code points after the signature.
#[derive(Clone, Debug)]
enum CodePointReader<'p> {
    Dialect(dialect::Reader<'p>),
    /// UTF-8 with Hangul syllables to move.
    Unicode11(dialect::Reader<'p>),
    Own(StreamDecoder<'p>),
}

impl<'p> Inner<'p> for CodePointReader<'p> {
    type Unit = u32;

    fn new(encoding: Encoding, options: Options<'p>) -> Self {
        let own = |reader| {
            CodePointReader::Own(StreamDecoder::new(
                reader,
                options.policy,
                options.removes_signature,
            ))
        };
        let utf8 = dialect::Reader::new(Dialect::Utf8, options.policy);
        match encoding {
            Encoding::Base(Base::Utf8) | Encoding::Utf8Signature => CodePointReader::Dialect(utf8),
            Encoding::Unicode11Utf8 | Encoding::OldHangulUtf8 => CodePointReader::Unicode11(utf8),
            Encoding::Base(Base::Dialect(dialect)) => {
                CodePointReader::Dialect(dialect::Reader::new(dialect, options.policy))
            }
            Encoding::Base(Base::Utf16(endian)) => own(NumberReader::Utf16 {
                endian,
                unpaired: options.unpaired,
            }),
            Encoding::Base(Base::Utf32(endian)) => own(NumberReader::Utf32(endian)),
            Encoding::Base(Base::Latin1) => own(NumberReader::Latin1),
            Encoding::Base(Base::Ascii) => own(NumberReader::Ascii),
            Encoding::Utf7 => own(NumberReader::Utf7(utf7::Reader::new(utf7::Variant::Mail))),
            Encoding::Utf7Imap => own(NumberReader::Utf7(utf7::Reader::new(utf7::Variant::Imap))),
            Encoding::Utf1 => own(NumberReader::Utf1),
            Encoding::Iso2022 => own(NumberReader::Iso2022(iso2022::Reader::new())),
            Encoding::Ucs2(Some(endian)) => own(NumberReader::Ucs2(endian)),
            Encoding::Ucs4(Some(endian)) => own(NumberReader::Ucs4(endian)),
            Encoding::Utf16 | Encoding::Utf32 | Encoding::Ucs2(None) | Encoding::Ucs4(None) => {
                unreachable!("the byte order is found before anything is read")
            }
            Encoding::Base(base) => unreachable!("the library has no encoding {base:?}"),
        }
    }

    fn step(&mut self, bytes: &[u8], numbers: &mut [u32], last: bool) -> Step {
        let step = match self {
            CodePointReader::Dialect(reader) | CodePointReader::Unicode11(reader) if last => {
                reader.finish(numbers)
            }
            CodePointReader::Dialect(reader) | CodePointReader::Unicode11(reader) => {
                reader.to_code_points(bytes, numbers)
            }
            CodePointReader::Own(decoder) => decoder.step::<Numbers>(bytes, numbers, last),
        };
        if let CodePointReader::Unicode11(_) = self {
            for number in &mut numbers[..step.written] {
                let new = char::from_u32(*number).and_then(hangul::from_unicode_1_1);
                *number = new.map_or(*number, u32::from);
            }
        }
        step
    }

    fn position(&self) -> u64 {
        match self {
            CodePointReader::Dialect(reader) | CodePointReader::Unicode11(reader) => reader.position(),
            CodePointReader::Own(decoder) => decoder.position,
        }
    }
}

impl<'p> Reader<'p> {
    /// Returns a reader at the beginning of a text in `encoding`.
    pub fn new(encoding: Encoding, policy: Policy<'p>) -> Self {
        Reader {
            started: Started::new(encoding, policy),
        }
    }

    /// Returns the reader with another treatment of a signature, as
    /// [`Decoder::with_signature`](crate::Decoder::with_signature) does. Call it before the first byte is read.
    ///
    /// ```
    /// use utf8kit::{Policy, stream::SignaturePolicy};
    /// use utf8kit_family::{Encoding, Reader};
    ///
    /// let mut reader = Reader::new(Encoding::Ucs4(None), Policy::Fail).with_signature(SignaturePolicy::Keep);
    /// let mut numbers = [0; 4];
    /// assert_eq!(reader.to_code_points(b"\xFF\xFE\0\0a\0\0\0", &mut numbers).written, 2);
    /// assert_eq!(numbers[..2], [0xFEFF, 0x61]);
    /// ```
    #[must_use]
    pub fn with_signature(mut self, policy: SignaturePolicy) -> Self {
        self.started.set_signature(policy);
        self
    }

    /// Returns the reader with unpaired surrogates of UTF-16 treated as numbers, in either byte order. Without this, they
    /// are ill-formed. Use it where the numbers are written in WTF-8, which has them. It changes nothing in other
    /// encodings. Call it before the first byte is read.
    ///
    /// ```
    /// use utf8kit::Policy;
    /// use utf8kit_family::{Encoding, Reader};
    ///
    /// let mut reader = Reader::new(Encoding::Utf16, Policy::Fail).with_unpaired_surrogates();
    /// let mut numbers = [0; 4];
    /// assert_eq!(reader.to_code_points(b"\xDC\0\xD8\0\xDC\0\0a", &mut numbers).written, 3);
    /// assert_eq!(numbers[..3], [0xDC00, 0x1_0000, 0x61]);
    /// ```
    #[must_use]
    pub fn with_unpaired_surrogates(mut self) -> Self {
        self.started.set_unpaired();
        self
    }

    /// Returns the reader to the beginning of a new text. The encoding that it was created with, the policy, and the
    /// treatment of a signature and of unpaired surrogates stay the same.
    ///
    /// ```
    /// use utf8kit::Policy;
    /// use utf8kit_family::{Encoding, Reader};
    ///
    /// let mut reader = Reader::new(Encoding::Utf1, Policy::Fail);
    /// let _ = reader.to_code_points(b"a", &mut [0; 4]);
    /// reader.reset();
    /// assert_eq!(reader.position(), 0);
    /// ```
    pub fn reset(&mut self) {
        self.started.reset();
    }

    /// Reads the next `bytes` of the text, and writes their code points to `numbers`. The [`Step`] counts what is read in
    /// bytes, and what is written in numbers. Every call with room for one number or more makes progress.
    pub fn to_code_points(&mut self, bytes: &[u8], numbers: &mut [u32]) -> Step {
        self.started.step(bytes, numbers, false)
    }

    /// Ends the text: writes to `numbers` what is still to write, and reports a sequence that was cut.
    ///
    /// ```
    /// use utf8kit::{Policy, stream::Stop};
    /// use utf8kit_family::{Encoding, Reader};
    ///
    /// let mut reader = Reader::new(Encoding::Ucs4(None), Policy::Fail);
    /// assert_eq!(reader.to_code_points(b"\0\0\0", &mut [0; 4]).stop, Stop::InputUsed);
    /// assert!(matches!(reader.finish(&mut [0; 4]).stop, Stop::IllFormed(_)));
    /// ```
    pub fn finish(&mut self, numbers: &mut [u32]) -> Step {
        self.started.step(&[], numbers, true)
    }

    /// Returns the encoding of the text, as [`Decoder::encoding`](crate::Decoder::encoding) does.
    ///
    /// ```
    /// use utf8kit::{Endian, Policy};
    /// use utf8kit_family::{Encoding, Reader};
    ///
    /// let mut reader = Reader::new(Encoding::Ucs4(None), Policy::Fail);
    /// let _ = reader.to_code_points(b"\xFF\xFE\0\0", &mut [0; 4]);
    /// assert_eq!(reader.encoding(), Encoding::Ucs4(Some(Endian::Little)));
    /// ```
    pub fn encoding(&self) -> Encoding {
        self.started.encoding()
    }

    /// Returns the number of bytes of the source, a signature included, that are read, replaced or reported.
    pub fn position(&self) -> u64 {
        self.started.position()
    }

    /// Returns the number of ill-formed sequences that the policy has replaced so far.
    ///
    /// ```
    /// use utf8kit::Policy;
    /// use utf8kit_family::{Encoding, Reader};
    ///
    /// let mut reader = Reader::new(Encoding::Ucs4(None), Policy::Replace('?'));
    /// let _ = reader.to_code_points(b"\x80\0\0\0\0\0\xD8\0\0\x11\0\0", &mut [0; 4]);
    /// assert_eq!(reader.replaced(), 2);
    /// ```
    pub fn replaced(&self) -> u64 {
        match self.started.inner() {
            None => 0,
            Some(CodePointReader::Dialect(reader) | CodePointReader::Unicode11(reader)) => reader.replaced(),
            Some(CodePointReader::Own(decoder)) => decoder.replaced,
        }
    }

    /// Returns the number of code points with a [remark](utf8kit::dialect::CodePoint::remark) so far: in Annex R,
    /// `0xFFFE`, `0xFFFF`, and what R.5 maps from longer sequences than necessary.
    ///
    /// ```
    /// use utf8kit::Policy;
    /// use utf8kit_family::{Reader, labels};
    ///
    /// let mut reader = Reader::new(labels::encoding("Annex-R.5").unwrap(), Policy::Fail);
    /// let _ = reader.to_code_points(b"\xC1\x81\xEF\xBF\xBE", &mut [0; 4]);
    /// assert_eq!(reader.remarked(), 2);
    /// ```
    pub fn remarked(&self) -> u64 {
        match self.started.inner() {
            Some(CodePointReader::Dialect(reader)) => reader.remarked(),
            _ => 0,
        }
    }
}
