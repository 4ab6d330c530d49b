//! [`Writer`]: writes code points as bytes, in pieces.

use crate::codec::{NumberWriter, StreamEncoder};
use crate::signature::Signature;
use crate::{Encoding, utf7};
use utf8kit::Encoding as Base;
use utf8kit::dialect::{self, Dialect};
use utf8kit::stream::Step;
use utf8kit::{Endian, Policy};

/// Writes code points as bytes in an [`Encoding`], in pieces.
///
/// An [`Encoder`](crate::Encoder) encodes text. A writer writes every number that the encoding has: those up to
/// `0x7FFF_FFFF` in UCS-4, UTF-1, RFC 2279 and Annex R, and the unpaired surrogates of WTF-8. A [`Reader`](crate::Reader)
/// reads them.
///
/// A number that the encoding lacks is replaced as [`Policy::replacement_of_number`] says. If the policy has no replacement, or one that the
/// encoding lacks, the writer stops with [`Stop::NotRepresentable`](utf8kit::stream::Stop::NotRepresentable) for a
/// character and with [`Stop::NotScalarValue`](utf8kit::stream::Stop::NotScalarValue) for another number.
///
/// It follows the [contract of streams](utf8kit::stream), and counts what it reads in numbers. Every call with a destination
/// of 12 bytes or more makes progress.
///
/// ```
/// use utf8kit::{Policy, stream::Stop};
/// use utf8kit_family::{Encoding, Writer, labels};
///
/// let mut bytes = [0; 12];
/// let mut writer = Writer::new(labels::encoding("RFC2279").unwrap(), Policy::Fail);
/// let step = writer.write(&[0x61, 0x7FFF_FFFF], &mut bytes);
/// assert_eq!((&bytes[..step.written], step.stop), (&b"a\xFD\xBF\xBF\xBF\xBF\xBF"[..], Stop::InputUsed));
///
/// let mut writer = Writer::new(Encoding::UTF_8, Policy::Fail);
/// let step = writer.write(&[0x61, 0x7FFF_FFFF], &mut bytes);
/// assert_eq!(step.stop, Stop::NotScalarValue { number: 0x7FFF_FFFF, offset: 1 });
/// ```
#[derive(Clone, Debug)]
pub struct Writer<'p> {
    encoding: Encoding,
    policy: Policy<'p>,
    unpaired: bool,
    signature: Signature,
    inner: Inner<'p>,
}

#[derive(Clone, Debug)]
enum Inner<'p> {
    Dialect(dialect::Writer<'p>),
    Own(StreamEncoder<'p>),
}

impl<'p> Inner<'p> {
    /// `unpaired`: unpaired surrogates are written in UTF-16.
    fn new(encoding: Encoding, policy: Policy<'p>, unpaired: bool) -> Self {
        let dialect = |dialect| Inner::Dialect(dialect::Writer::new(dialect, policy));
        let own = |writer| Inner::Own(StreamEncoder::new(writer, policy));
        let utf16 = |endian| {
            own(NumberWriter::Utf16 {
                endian,
                unpaired,
                after_high: false,
            })
        };
        match encoding {
            Encoding::Base(Base::Utf8) | Encoding::Utf8Signature => dialect(Dialect::Utf8),
            Encoding::Base(Base::Dialect(known)) => dialect(known),
            Encoding::Base(Base::Utf16(endian)) => utf16(endian),
            Encoding::Utf16 => utf16(Endian::Little),
            Encoding::Base(Base::Utf32(endian)) => own(NumberWriter::Utf32(endian)),
            Encoding::Utf32 => own(NumberWriter::Utf32(Endian::Little)),
            Encoding::Base(Base::Latin1) => own(NumberWriter::Latin1),
            Encoding::Base(Base::Ascii) => own(NumberWriter::Ascii),
            Encoding::Ucs2(endian) => own(NumberWriter::Ucs2(endian.unwrap_or(Endian::Big))),
            Encoding::Ucs4(endian) => own(NumberWriter::Ucs4(endian.unwrap_or(Endian::Big))),
            Encoding::Utf7 => own(NumberWriter::Utf7(utf7::Writer::new(utf7::Variant::Mail))),
            Encoding::Utf7Imap => own(NumberWriter::Utf7(utf7::Writer::new(utf7::Variant::Imap))),
            Encoding::Utf1 => own(NumberWriter::Utf1),
            Encoding::OldHangulUtf8 => own(NumberWriter::OldHangulUtf8),
            Encoding::Iso2022 => panic!("ISO/IEC 2022 can only be read: use UTF-8 instead"),
            Encoding::Unicode11Utf8 => panic!("UNICODE-1-1-UTF-8 can only be read: write UTF-8 instead"),
            Encoding::Base(base) => unreachable!("the library has no encoding {base:?}"),
        }
    }
}

impl<'p> Writer<'p> {
    /// Returns a writer at the beginning of a text in `encoding`.
    ///
    /// # Panics
    ///
    /// Panics if the encoding is never written; see [`can_be_written`](Encoding::can_be_written).
    pub fn new(encoding: Encoding, policy: Policy<'p>) -> Self {
        Writer {
            encoding,
            policy,
            unpaired: false,
            signature: Signature::default_of(encoding),
            inner: Inner::new(encoding, policy, false),
        }
    }

    /// Returns the writer with or without a signature, as
    /// [`Encoder::with_signature`](crate::Encoder::with_signature) does. Call it before the first number is written.
    ///
    /// ```
    /// use utf8kit::Policy;
    /// use utf8kit_family::{Encoding, Writer};
    ///
    /// let mut writer = Writer::new(Encoding::Ucs4(None), Policy::Fail).with_signature(true);
    /// let mut bytes = [0; 12];
    /// let written = writer.write(&[0x7FFF_FFFF], &mut bytes).written;
    /// assert_eq!(&bytes[..written], b"\0\0\xFE\xFF\x7F\xFF\xFF\xFF");
    /// ```
    #[must_use]
    pub fn with_signature(mut self, write: bool) -> Self {
        self.signature = Signature::of(self.encoding, write);
        self
    }

    /// Returns the writer with unpaired surrogates written in UTF-16, in either byte order. Without this, UTF-16 lacks
    /// them. A low surrogate after a high one is lacking all the same: the two would be a character. It changes nothing in
    /// other encodings. Call it before the first number is written.
    ///
    /// ```
    /// use utf8kit::{Encoding as Base, Endian, Policy};
    /// use utf8kit_family::{Encoding, Writer};
    ///
    /// let utf16 = Encoding::Base(Base::Utf16(Endian::Big));
    /// let mut writer = Writer::new(utf16, Policy::Fail).with_unpaired_surrogates();
    /// let mut bytes = [0; 12];
    /// let written = writer.write(&[0xDC00, 0xD800, 0x61], &mut bytes).written;
    /// assert_eq!(&bytes[..written], b"\xDC\0\xD8\0\0a");
    /// ```
    #[must_use]
    pub fn with_unpaired_surrogates(mut self) -> Self {
        self.unpaired = true;
        self.inner = Inner::new(self.encoding, self.policy, true);
        self
    }

    /// Returns the writer to the beginning of a new text. The encoding, the policy, the signature and the treatment of
    /// unpaired surrogates stay the same.
    ///
    /// ```
    /// use utf8kit::Policy;
    /// use utf8kit_family::{Encoding, Writer};
    ///
    /// let mut writer = Writer::new(Encoding::Utf1, Policy::Fail);
    /// let _ = writer.write(&[0x61], &mut [0; 12]);
    /// writer.reset();
    /// assert_eq!(writer.position(), 0);
    /// ```
    pub fn reset(&mut self) {
        self.signature.reset();
        match &mut self.inner {
            Inner::Dialect(writer) => writer.reset(),
            Inner::Own(encoder) => encoder.reset(),
        }
    }

    /// Writes the next `numbers` of the text to `bytes`. The [`Step`] counts what is read in numbers, and what is written in
    /// bytes. If a replacement [takes](utf8kit::Replacement::taking) more than its number, that is counted in numbers.
    pub fn write(&mut self, numbers: &[u32], bytes: &mut [u8]) -> Step {
        let inner = &mut self.inner;
        self.signature
            .before(numbers.is_empty(), bytes, |bytes| match inner {
                Inner::Dialect(writer) => writer.write(numbers, bytes),
                Inner::Own(encoder) => encoder.encode(numbers, bytes),
            })
    }

    /// Ends the text: writes to `bytes` what is still to write.
    ///
    /// ```
    /// use utf8kit::Policy;
    /// use utf8kit_family::{Encoding, Writer};
    ///
    /// let mut writer = Writer::new(Encoding::Utf7, Policy::Fail);
    /// let mut bytes = [0; 12];
    /// let mut written = writer.write(&[0x20AC], &mut bytes).written;
    /// written += writer.finish(&mut bytes[written..]).written;
    /// assert_eq!(&bytes[..written], b"+IKw-");
    /// ```
    pub fn finish(&mut self, bytes: &mut [u8]) -> Step {
        match &mut self.inner {
            Inner::Dialect(writer) => writer.finish(bytes),
            Inner::Own(encoder) => encoder.finish::<[u32]>(bytes),
        }
    }

    /// Returns the number of numbers that are written, replaced or reported.
    pub fn position(&self) -> u64 {
        match &self.inner {
            Inner::Dialect(writer) => writer.position(),
            Inner::Own(encoder) => encoder.position,
        }
    }

    /// Returns the number of numbers that the encoding lacks and that the policy has replaced so far.
    ///
    /// ```
    /// use utf8kit::Policy;
    /// use utf8kit_family::{Encoding, Writer};
    ///
    /// let mut writer = Writer::new(Encoding::Ucs2(None), Policy::Replace('?'));
    /// let mut bytes = [0; 12];
    /// let written = writer.write(&[0x61, 0x1_0000, 0x7FFF_FFFF], &mut bytes).written;
    /// assert_eq!((&bytes[..written], writer.replaced()), (&b"\0a\0?\0?"[..], 2));
    /// ```
    pub fn replaced(&self) -> u64 {
        match &self.inner {
            Inner::Dialect(writer) => writer.replaced(),
            Inner::Own(encoder) => encoder.replaced,
        }
    }

    /// Returns the number of numbers written on which the encoding remarks: in Annex R, `0xFFFE` and `0xFFFF`, which
    /// table 1 NOTE 3 leaves undefined.
    ///
    /// ```
    /// use utf8kit::Policy;
    /// use utf8kit_family::{Writer, labels};
    ///
    /// let mut writer = Writer::new(labels::encoding("Annex-R").unwrap(), Policy::Fail);
    /// let _ = writer.write(&[0xFFFE, 0x61], &mut [0; 12]);
    /// assert_eq!(writer.remarked(), 1);
    /// ```
    pub fn remarked(&self) -> u64 {
        match &self.inner {
            Inner::Dialect(writer) => writer.remarked(),
            Inner::Own(_) => 0,
        }
    }
}
