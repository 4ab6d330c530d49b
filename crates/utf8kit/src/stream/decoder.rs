//! [`Decoder`]: decodes text that arrives in pieces.

use super::signature::Start;
use super::{SignaturePolicy, Step, Stop, Stream, bounds};
use crate::codec::{Any, Convert, Encode};
#[cfg(feature = "dialects")]
use crate::codec::{Decode, DecodeError, Description, Numbers};
#[cfg(feature = "utf16")]
use crate::destination::Destination;
use crate::destination::Utf8Destination;
use crate::encoding::Utf8;
#[cfg(feature = "utf16")]
use crate::encoding::Utf16;
#[cfg(feature = "dialects")]
use crate::engine::assume_init;
#[cfg(feature = "utf16")]
use crate::engine::step_to;
use crate::engine::step_to_utf8;
use crate::{Encoding, Policy};
#[cfg(feature = "dialects")]
use crate::{ErrorKind, Subset};
use core::mem::MaybeUninit;

/// Decodes bytes in an [`Encoding`], which arrive in pieces, to UTF-8, UTF-16 or code points.
///
/// Decode one text to only one of the three: do not mix calls for UTF-8, for UTF-16 and for code points. A decoder treats a
/// [signature](crate::signature) as text, unless [`with_signature`](Self::with_signature) says otherwise. The
/// [module](super) states the contract.
///
/// ```
/// use utf8kit::{Encoding, Endian, Policy, stream::{Decoder, Stop}};
///
/// let mut decoder = Decoder::new(Encoding::Utf16(Endian::Big), Policy::Fail);
/// let mut text = [0; 8];
/// let step = decoder.to_utf8(b"\xD8\x4C\xDF\xB4", &mut text);
/// assert_eq!((step.read, step.written, step.stop), (4, 4, Stop::InputUsed));
/// assert_eq!(&text[..4], "\u{233B4}".as_bytes());
/// ```
#[derive(Clone, Debug)]
pub struct Decoder<'p> {
    start: Start,
    /// The encoding of the text, and what it remembers.
    source: Any,
    /// UTF-16 as a destination, which remembers an unpaired surrogate.
    #[cfg(feature = "utf16")]
    utf16: Utf16,
    stream: Stream<'p>,
    #[cfg(feature = "dialects")]
    subset: Option<&'p Subset<'p>>,
    /// The number of code points of Annex R with a remark that are written.
    #[cfg(feature = "dialects")]
    undefined: u64,
}

/// An encoding of which the code points outside a subset are ill-formed.
#[cfg(feature = "dialects")]
#[derive(Clone, Copy)]
struct Within<'s> {
    source: Any,
    subset: &'s Subset<'s>,
}

#[cfg(feature = "dialects")]
impl Decode for Within<'_> {
    type Unit = u8;

    fn description(&self) -> &'static Description {
        self.source.description()
    }

    fn decode(&mut self, bytes: &[u8], last: bool) -> Result<(u32, usize), DecodeError> {
        match self.source.decode(bytes, last) {
            Ok((number, len)) if !self.subset.contains(number) => {
                Err(DecodeError::new(ErrorKind::OutsideSubset, len))
            }
            result => result,
        }
    }

    fn after_run(&mut self) {
        Decode::after_run(&mut self.source);
    }

    fn lacking(&self, number: u32) -> Option<ErrorKind> {
        self.source.lacking(number)
    }

    fn whole_len(&self, bytes: &[u8], error: DecodeError) -> usize {
        self.source.whole_len(bytes, error)
    }
}

#[cfg(feature = "dialects")]
impl<T: Encode> Convert<T> for Within<'_> {}

impl<'p> Decoder<'p> {
    /// Creates a decoder at the beginning of a text in the given encoding.
    pub const fn new(encoding: Encoding, policy: Policy<'p>) -> Self {
        Decoder {
            start: Start::new(encoding),
            source: Any::new(encoding),
            #[cfg(feature = "utf16")]
            utf16: Utf16::WITH_UNPAIRED,
            stream: Stream::decoder(policy),
            #[cfg(feature = "dialects")]
            subset: None,
            #[cfg(feature = "dialects")]
            undefined: 0,
        }
    }

    /// Returns the decoder with another treatment of a signature. Call it before the first byte is decoded.
    ///
    /// ```
    /// use utf8kit::{Encoding, Policy, stream::{Decoder, SignaturePolicy}};
    ///
    /// let mut decoder = Decoder::new(Encoding::Utf8, Policy::Fail).with_signature(SignaturePolicy::Remove);
    /// let mut text = [0; 8];
    /// for piece in [b"\xEF", b"\xBB", b"\xBF"] {
    ///     assert_eq!(decoder.to_utf8(piece, &mut text).written, 0);
    /// }
    /// assert_eq!(decoder.to_utf8(b"text", &mut text).written, 4);
    /// assert_eq!((&text[..4], decoder.position()), (&b"text"[..], 7));
    /// ```
    #[must_use]
    pub const fn with_signature(mut self, policy: SignaturePolicy) -> Self {
        self.start.set(policy);
        self
    }

    /// Returns the decoder to the beginning of a new text. The encoding that it was created with, the policy and the
    /// treatment of a signature stay the same.
    ///
    /// ```
    /// use utf8kit::{Encoding, Policy, stream::Decoder};
    ///
    /// let mut decoder = Decoder::new(Encoding::Utf8, Policy::Fail);
    /// let _ = decoder.to_utf8(b"abc\xE2", &mut [0; 8]);
    /// decoder.reset();
    /// assert_eq!((decoder.position(), decoder.held()), (0, &b""[..]));
    /// ```
    pub fn reset(&mut self) {
        self.start.reset();
        self.source = self.source.restarted(self.start.encoding);
        #[cfg(feature = "utf16")]
        {
            self.utf16 = Utf16::WITH_UNPAIRED;
        }
        self.stream.reset();
        #[cfg(feature = "dialects")]
        {
            self.undefined = 0;
        }
    }

    /// Decodes the next `bytes` of the text to UTF-8, into `text`. Both counts of the [`Step`] are in bytes.
    pub fn to_utf8<D: Utf8Destination>(&mut self, bytes: &[u8], text: D) -> Step<D::Written> {
        // SAFETY: a decoder writes whole, well-formed characters.
        unsafe { step_to_utf8(bytes, text, |bytes, text| self.decode_utf8(bytes, text, false)) }
    }

    /// Ends a text that is decoded to UTF-8, and writes the rest of it into `text`.
    ///
    /// ```
    /// use utf8kit::{Encoding, Policy, stream::{Decoder, Stop}};
    ///
    /// let mut decoder = Decoder::new(Encoding::Utf8, Policy::Replace('?'));
    /// let mut text = [0; 8];
    /// let _ = decoder.to_utf8(b"\xE2\x82", &mut text);
    /// let step = decoder.finish_utf8(&mut text);
    /// assert_eq!((&text[..step.written], step.stop), (&b"?"[..], Stop::InputUsed));
    /// ```
    pub fn finish_utf8<D: Utf8Destination>(&mut self, text: D) -> Step<D::Written> {
        // SAFETY: a decoder writes whole, well-formed characters.
        unsafe { step_to_utf8(&[], text, |bytes, text| self.decode_utf8(bytes, text, true)) }
    }

    /// Decodes the next `bytes` of the text to UTF-16 in the machine's byte order, into `text`. The [`Step`] counts
    /// what is read in bytes, and what is written in code units.
    ///
    /// ```
    /// use utf8kit::{Encoding, Policy, stream::Decoder};
    ///
    /// let mut decoder = Decoder::new(Encoding::Utf8, Policy::Fail);
    /// let mut text = [0; 8];
    /// let step = decoder.to_utf16("a𝄞".as_bytes(), &mut text);
    /// assert_eq!((step.read, step.written), (5, 3)); // bytes, code units
    /// ```
    #[cfg(feature = "utf16")]
    pub fn to_utf16<D: Destination<u16>>(&mut self, bytes: &[u8], text: D) -> Step<D::Written> {
        step_to(bytes, text, |bytes, text| self.decode_utf16(bytes, text, false))
    }

    /// Ends a text that is decoded to UTF-16, and writes the rest of it into `text`.
    #[cfg(feature = "utf16")]
    pub fn finish_utf16<D: Destination<u16>>(&mut self, text: D) -> Step<D::Written> {
        step_to(&[], text, |bytes, text| self.decode_utf16(bytes, text, true))
    }

    /// Decodes the next `bytes` of the text to code points, into `numbers`: scalar values, and every number that the encoding
    /// has beyond, such as those up to `0x7FFF_FFFF` of RFC 2279 and the unpaired surrogates of WTF-8. The [`Step`] counts what
    /// is read in bytes, and what is written in numbers.
    ///
    /// ```
    /// use utf8kit::{Encoding, Policy, stream::{Decoder, Stop}};
    ///
    /// let mut decoder = Decoder::new(Encoding::Rfc2279, Policy::Fail);
    /// let mut numbers = [0; 4];
    /// assert_eq!(decoder.to_code_points(b"\xFD\xBF\xBF", &mut numbers).written, 0);
    /// let step = decoder.to_code_points(b"\xBF\xBF\xBF", &mut numbers);
    /// assert_eq!((step.read, step.written, step.stop), (3, 1, Stop::InputUsed));
    /// assert_eq!(numbers[0], 0x7FFF_FFFF);
    /// ```
    #[cfg(feature = "dialects")]
    pub fn to_code_points<D: Destination<u32>>(&mut self, bytes: &[u8], numbers: D) -> Step<D::Written> {
        step_to(bytes, numbers, |bytes, numbers| {
            self.decode_numbers(bytes, numbers, false)
        })
    }

    /// Ends a text that is decoded to code points, and writes the rest of it into `numbers`.
    ///
    /// ```
    /// use utf8kit::{Encoding, Policy, stream::{Decoder, Stop}};
    ///
    /// let mut decoder = Decoder::new(Encoding::Cesu8, Policy::Fail);
    /// assert_eq!(decoder.to_code_points(b"\xED\xA0\xBD", &mut [0; 4]).stop, Stop::InputUsed);
    /// // The second surrogate of the pair is missing.
    /// assert!(matches!(decoder.finish_code_points(&mut [0; 4]).stop, Stop::IllFormed(_)));
    /// ```
    #[cfg(feature = "dialects")]
    pub fn finish_code_points<D: Destination<u32>>(&mut self, numbers: D) -> Step<D::Written> {
        step_to(&[], numbers, |bytes, numbers| {
            self.decode_numbers(bytes, numbers, true)
        })
    }

    #[cfg(feature = "dialects")]
    fn decode_numbers(&mut self, bytes: &[u8], numbers: &mut [MaybeUninit<u32>], last: bool) -> Step {
        let step = self.decode(&mut Numbers, bytes, numbers, last);
        if let Some(rules) = self.encoding().rules() {
            // SAFETY: the step has initialized as many units as it counts.
            self.undefined += rules.remarks(unsafe { assume_init(numbers, step.written) });
        }
        step
    }

    /// Returns the decoder with code points outside `subset` treated as ill-formed, of kind
    /// [`OutsideSubset`](ErrorKind::OutsideSubset), as R.7 requires.
    ///
    /// ```
    /// use utf8kit::{Encoding, Policy, Subset, stream::Decoder};
    ///
    /// let ascii = Subset::new(&[0..=0x7F]);
    /// let mut decoder = Decoder::new(Encoding::AnnexR, Policy::Replace('?')).within(&ascii);
    /// let mut text = [0; 4];
    /// let step = decoder.to_utf8(b"\xC3\xA9\x80\x80!", &mut text);
    /// assert_eq!(&text[..step.written], b"??!");
    /// ```
    #[cfg(feature = "dialects")]
    #[must_use]
    pub const fn within(mut self, subset: &'p Subset<'p>) -> Self {
        self.subset = Some(subset);
        self
    }

    /// Returns the decoder with unpaired surrogates of UTF-16 treated as numbers, in either byte order. Without this, they are
    /// ill-formed. It changes nothing in other encodings. Call it before the first byte is decoded.
    ///
    /// ```
    /// # #[cfg(feature = "dialects")] {
    /// use utf8kit::{Encoding, Endian, Policy, stream::Decoder};
    ///
    /// let utf16 = Encoding::Utf16(Endian::Big);
    /// let mut decoder = Decoder::new(utf16, Policy::Fail).with_unpaired_surrogates();
    /// let mut numbers = [0; 4];
    /// assert_eq!(decoder.to_code_points(b"\xDC\0\xD8\0\xDC\0\0a", &mut numbers).written, 3);
    /// assert_eq!(numbers[..3], [0xDC00, 0x1_0000, 0x61]);
    /// # }
    /// ```
    #[cfg(feature = "utf16")]
    #[must_use]
    pub const fn with_unpaired_surrogates(mut self) -> Self {
        self.source = self.source.with_unpaired_surrogates();
        self
    }

    /// Returns the number of code points with a [remark](crate::CodePoint::remark) that are decoded to UTF-8 or to code points so
    /// far.
    ///
    /// ```
    /// use utf8kit::{Encoding, Policy, stream::Decoder};
    ///
    /// let mut decoder = Decoder::new(Encoding::AnnexR, Policy::Fail);
    /// let _ = decoder.to_code_points(b"\xEF\xBF\xBE", &mut [0; 4]);
    /// assert_eq!(decoder.remarked(), 1); // 0xFFFE
    /// ```
    #[cfg(feature = "dialects")]
    pub const fn remarked(&self) -> u64 {
        self.undefined + self.source.overlong()
    }

    /// Returns the number of bytes of UTF-8 that `more` bytes of the text can become at most, together with the
    /// [held](Self::held) bytes, the [pending](Self::pending) text and what [`finish_utf8`](Self::finish_utf8) writes.
    /// A destination of this length is never too short. Returns `None` if the policy is [`Policy::Custom`], whose
    /// replacements can have any length, or if the number exceeds `usize`.
    ///
    /// ```
    /// use utf8kit::{Encoding, Policy, stream::Decoder};
    ///
    /// let mut decoder = Decoder::new(Encoding::Utf8, Policy::Replace('\u{FFFD}'));
    /// assert_eq!(decoder.max_utf8_len(10), Some(30)); // each byte can be ill-formed
    /// let _ = decoder.to_utf8(b"\xE2\x82", &mut [0; 0]);
    /// assert_eq!(decoder.max_utf8_len(1), Some(9));
    /// ```
    pub fn max_utf8_len(&self, more: usize) -> Option<usize> {
        let bytes = self.stream.held().len().checked_add(more)?;
        let of = |encoding| bounds::decoded(encoding, self.stream.policy(), bytes, char::len_utf8);
        self.max_len(of, self.stream.pending().len())
    }

    /// Returns the number of code units of UTF-16 that `more` bytes of the text can become at most, as
    /// [`max_utf8_len`](Self::max_utf8_len) does for UTF-8.
    ///
    /// ```
    /// use utf8kit::{Encoding, Policy, stream::Decoder};
    ///
    /// let decoder = Decoder::new(Encoding::Utf8, Policy::Escape);
    /// assert_eq!(decoder.max_utf16_len(10), Some(40)); // each byte can become `\xHH`
    /// ```
    #[cfg(feature = "utf16")]
    pub fn max_utf16_len(&self, more: usize) -> Option<usize> {
        let bytes = self.stream.held().len().checked_add(more)?;
        let of = |encoding| bounds::decoded(encoding, self.stream.policy(), bytes, char::len_utf16);
        self.max_len(of, self.stream.pending().encode_utf16().count())
    }

    fn max_len(&self, of: impl Fn(Encoding) -> Option<usize>, pending: usize) -> Option<usize> {
        let encodings = self.start.encodings();
        let longest = encodings
            .map(of)
            .try_fold(0, |longest, len| Some(len?.max(longest)));
        longest?.checked_add(pending)
    }

    /// Returns the encoding of the text: the one that the decoder was created with, or that of the signature that it
    /// found.
    pub const fn encoding(&self) -> Encoding {
        self.start.encoding
    }

    /// Returns the bytes that are read and not yet decoded: an incomplete character, or what can become a signature.
    ///
    /// ```
    /// use utf8kit::{Encoding, Policy, stream::Decoder};
    ///
    /// let mut decoder = Decoder::new(Encoding::Utf8, Policy::Fail);
    /// let _ = decoder.to_utf8(b"abc\xE2\x82", &mut [0; 8]);
    /// assert_eq!((decoder.position(), decoder.held()), (3, &b"\xE2\x82"[..]));
    /// ```
    pub fn held(&self) -> &[u8] {
        self.stream.held()
    }

    /// Returns the part of the last replacement, or the doubled backslash, that did not fit in the destination. The
    /// next call writes it.
    ///
    /// ```
    /// use utf8kit::{Encoding, Policy, stream::Decoder};
    ///
    /// let mut decoder = Decoder::new(Encoding::Utf8, Policy::Escape);
    /// let _ = decoder.to_utf8(b"\xFF", &mut [0; 3]);
    /// assert_eq!(decoder.pending(), "F");
    /// ```
    pub fn pending(&self) -> &str {
        self.stream.pending()
    }

    /// Returns the offset, in bytes, of the first byte of the text that is not yet decoded, replaced or reported.
    pub const fn position(&self) -> u64 {
        self.stream.position()
    }

    /// Returns the number of ill-formed sequences replaced so far.
    ///
    /// ```
    /// use utf8kit::{Encoding, Policy, stream::Decoder};
    ///
    /// let mut decoder = Decoder::new(Encoding::Ascii, Policy::Drop);
    /// let _ = decoder.to_utf8(b"caf\xE9", &mut [0; 8]);
    /// assert_eq!((decoder.position(), decoder.replaced()), (4, 1));
    /// ```
    pub const fn replaced(&self) -> u64 {
        self.stream.replaced()
    }

    // Not generic over the destination, so that they are compiled once, in this crate.
    fn decode_utf8(&mut self, bytes: &[u8], text: &mut [MaybeUninit<u8>], last: bool) -> Step {
        let step = self.decode(&mut Utf8, bytes, text, last);
        #[cfg(feature = "dialects")]
        if let Encoding::AnnexR | Encoding::AnnexR5 = self.encoding() {
            // SAFETY: the step has initialized as many units as it counts.
            let text = unsafe { assume_init(text, step.written) };
            let is_undefined = |three: &&[u8]| matches!(three, [0xEF, 0xBF, 0xBE | 0xBF]);
            self.undefined += text.windows(3).filter(is_undefined).count() as u64;
        }
        step
    }

    #[cfg(feature = "utf16")]
    fn decode_utf16(&mut self, bytes: &[u8], text: &mut [MaybeUninit<u16>], last: bool) -> Step {
        let mut target = self.utf16;
        let step = self.decode(&mut target, bytes, text, last);
        self.utf16 = target;
        step
    }

    /// Decodes after the signature.
    #[inline(always)]
    fn decode<T: Encode>(
        &mut self,
        target: &mut T,
        bytes: &[u8],
        dst: &mut [MaybeUninit<T::Unit>],
        last: bool,
    ) -> Step
    where
        Any: Convert<T>,
    {
        let mut read = 0;
        if self.start.is_open() {
            read = self.read_signature(bytes, last);
            if self.start.is_open() {
                return Step {
                    read,
                    written: 0,
                    stop: Stop::InputUsed,
                };
            }
        }
        let bytes = &bytes[read..];
        // One step, changed in its place: to copy its error costs more than all else that is done for a short piece.
        let mut step;
        #[cfg(feature = "dialects")]
        if let Some(subset) = self.subset {
            let source = self.source;
            let mut within = Within { source, subset };
            step = (self.stream).step_uninit(&mut within, target, bytes, dst, last);
            self.source = within.source;
            step.read += read;
            return step;
        }
        step = (self.stream).step_uninit(&mut self.source, target, bytes, dst, last);
        step.read += read;
        step
    }

    /// Reads as much of `bytes` as may belong to a signature, and returns the number of bytes read. `last` states that the text ends
    /// with them. Call it only [before the signature](Self::is_before_signature).
    pub(super) fn read_signature(&mut self, bytes: &[u8], last: bool) -> usize {
        let read = self.start.read(&mut self.stream.carry, bytes, last);
        if !self.start.is_open() {
            self.source = self.source.restarted(self.start.encoding);
        }
        read
    }

    /// Returns `true` if what follows can still become a signature.
    #[cfg(feature = "std")]
    pub(super) fn is_before_signature(&self) -> bool {
        self.start.is_open()
    }

    /// Returns the [held](Self::held) bytes, and counts them as decoded.
    #[cfg(feature = "std")]
    pub(super) fn take_held(&mut self) -> Box<[u8]> {
        let held: Box<[u8]> = self.held().into();
        self.stream.carry.drop_front::<u8>(held.len());
        held
    }

    /// Returns `true` if well-formed UTF-8 is decoded to itself from here on, except for what is kept inside.
    #[cfg(feature = "std")]
    pub(super) fn copies_utf8(&self) -> bool {
        let is_utf8 = self.start.encoding == Encoding::Utf8;
        #[cfg(feature = "dialects")]
        let is_utf8 = is_utf8 && self.subset.is_none();
        is_utf8 && !self.start.is_open() && !self.stream.doubles_backslashes()
    }

    /// Returns `true` if nothing is kept inside: the next output is of the next byte of the source.
    #[cfg(feature = "std")]
    pub(super) fn is_empty(&self) -> bool {
        self.stream.is_empty()
    }

    /// Counts `len` bytes of UTF-8 as decoded to themselves. Call it only while the decoder [is empty](Self::is_empty).
    #[cfg(feature = "std")]
    pub(super) fn pass(&mut self, len: usize) {
        debug_assert!(self.encoding() == Encoding::Utf8 && self.is_empty());
        self.stream.carry.position += len as u64;
    }
}
