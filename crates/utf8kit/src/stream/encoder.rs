//! [`Encoder`]: encodes text that arrives in pieces.

use super::{Step, Stop, Stream, bounds};
#[cfg(feature = "dialects")]
use crate::codec::Numbers;
use crate::codec::{Any, Convert};
use crate::destination::Destination;
use crate::encoding::Utf8;
#[cfg(feature = "utf16")]
use crate::encoding::Utf16;
use crate::engine::step_to;
use crate::uninit;
use crate::{Encoding, Policy};
use core::mem::MaybeUninit;

/// Encodes text that arrives in pieces, as `str`, as code units of UTF-16 or as code points, to bytes in an [`Encoding`].
///
/// Encode one text from only one of the three: do not mix calls for `str`, for UTF-16 and for code points. The policy is for characters that the encoding cannot represent; only Latin-1
/// and ASCII have such characters. It is given the UTF-8 bytes of the character and
/// [`ErrorKind::Undefined`](crate::ErrorKind::Undefined). If the encoding cannot represent the replacement either, the
/// result is [`Stop::NotRepresentable`]. [`Policy::Escape`] writes the UTF-8 bytes as `\xHH` and does not double
/// backslashes, which the decoder has already done. In UTF-16 the policy is for unpaired surrogates, too.
/// The [module](super) states the contract.
///
/// ```
/// use utf8kit::{Encoding, Policy, stream::{Encoder, Stop}};
///
/// let mut encoder = Encoder::new(Encoding::Ascii, Policy::Fail);
/// let mut bytes = [0; 8];
/// let step = encoder.encode("no €", &mut bytes);
/// assert_eq!(step.stop, Stop::NotRepresentable { number: 0x20AC, offset: 3 });
/// assert_eq!(&bytes[..step.written], b"no ");
/// assert_eq!(step.read, "no €".len()); // the character reported is read
/// ```
#[derive(Clone, Debug)]
pub struct Encoder<'p> {
    /// The encoding, and what it remembers.
    target: Any,
    stream: Stream<'p>,
    /// The number of code points of Annex R with a remark that are read.
    #[cfg(feature = "dialects")]
    undefined: u64,
}

impl<'p> Encoder<'p> {
    /// Creates an encoder at the beginning of a text that is encoded in `encoding`.
    pub const fn new(encoding: Encoding, policy: Policy<'p>) -> Self {
        Encoder {
            target: Any::new(encoding),
            stream: Stream::encoder(policy),
            #[cfg(feature = "dialects")]
            undefined: 0,
        }
    }

    /// Returns the encoder to the beginning of a new text. The encoding and the policy stay the same.
    ///
    /// ```
    /// use utf8kit::{Encoding, Policy, stream::Encoder};
    ///
    /// let mut encoder = Encoder::new(Encoding::Ascii, Policy::Escape);
    /// let _ = encoder.encode("é", &mut [0; 2]);
    /// encoder.reset();
    /// assert_eq!((encoder.position(), encoder.pending()), (0, ""));
    /// ```
    pub fn reset(&mut self) {
        self.target = self.target.restarted(self.target.encoding());
        self.stream.reset();
        #[cfg(feature = "dialects")]
        {
            self.undefined = 0;
        }
    }

    /// Encodes the next piece of the text into `bytes`. Both counts of the [`Step`] are in bytes; what is read ends at
    /// a character boundary.
    pub fn encode<D: Destination<u8>>(&mut self, text: &str, bytes: D) -> Step<D::Written> {
        // SAFETY: an encoder reads whole characters, so what is left is a `str`.
        step_to(text.as_bytes(), bytes, |text, bytes| unsafe {
            self.encode_str(core::str::from_utf8_unchecked(text), bytes)
        })
    }

    /// Encodes the next piece of a text in UTF-16, in the machine's byte order, into `bytes`. The [`Step`] counts what
    /// is read in code units, and what is written in bytes.
    ///
    /// A surrogate pair may be cut between two pieces. An unpaired surrogate is an ill-formed sequence, whose offset is
    /// in code units; its two bytes are given to the policy with the most significant one first. WTF-8 can represent it.
    ///
    /// ```
    /// use utf8kit::{Encoding, Policy, stream::{Encoder, Stop}};
    ///
    /// // A text encoder stream of JavaScript.
    /// let mut encoder = Encoder::new(Encoding::Utf8, Policy::Replace('\u{FFFD}'));
    /// let (mut bytes, mut text) = (Vec::new(), [0; 16]);
    /// for piece in [&[0x61, 0xD834][..], &[0xDD1E, 0xDC00]] {
    ///     let step = encoder.encode_utf16(piece, &mut text);
    ///     assert_eq!((step.read, step.stop), (2, Stop::InputUsed));
    ///     bytes.extend_from_slice(&text[..step.written]);
    /// }
    /// assert_eq!(encoder.finish(&mut text).written, 0);
    /// assert_eq!(bytes, "a𝄞\u{FFFD}".as_bytes());
    /// ```
    #[cfg(feature = "utf16")]
    pub fn encode_utf16<D: Destination<u8>>(&mut self, units: &[u16], bytes: D) -> Step<D::Written> {
        step_to(units, bytes, |units, bytes| self.encode_units(units, bytes))
    }

    /// Encodes the next code points of a text into `bytes`: scalar values, and every number that the encoding has beyond, such as
    /// those up to `0x7FFF_FFFF` of RFC 2279 and the unpaired surrogates of WTF-8. The [`Step`] counts what is read, offsets
    /// included, in numbers, and what is written in bytes.
    ///
    /// A number that the encoding lacks is replaced as [`Policy::replacement_of_number`] says, or is
    /// [`Stop::NotRepresentable`]. So is a low surrogate after a high one in WTF-8, which encodes the two as one character.
    ///
    /// ```
    /// use utf8kit::{Encoding, Policy, stream::{Encoder, Stop}};
    ///
    /// let mut encoder = Encoder::new(Encoding::Rfc2279, Policy::Fail);
    /// let mut bytes = [0; 8];
    /// let step = encoder.encode_code_points(&[0x41, 0x7FFF_FFFF], &mut bytes);
    /// assert_eq!((step.read, step.written, step.stop), (2, 7, Stop::InputUsed));
    /// assert_eq!(bytes[..7], *b"A\xFD\xBF\xBF\xBF\xBF\xBF");
    /// ```
    #[cfg(feature = "dialects")]
    pub fn encode_code_points<D: Destination<u8>>(&mut self, numbers: &[u32], bytes: D) -> Step<D::Written> {
        step_to(numbers, bytes, |numbers, bytes| {
            self.encode_numbers(numbers, bytes)
        })
    }

    #[cfg(feature = "dialects")]
    fn encode_numbers(&mut self, numbers: &[u32], bytes: &mut [MaybeUninit<u8>]) -> Step {
        let step = self.encode_from(Numbers, numbers, bytes, false);
        if let Some(rules) = self.target.encoding().rules() {
            self.undefined += rules.remarks(&numbers[..step.read]);
        }
        step
    }

    /// Returns the number of code points that [`encode_code_points`](Self::encode_code_points) has encoded so far and that are
    /// undefined in the encoding: in Annex R, `0xFFFE` and `0xFFFF` (NOTE 3).
    ///
    /// ```
    /// use utf8kit::{Encoding, Policy, stream::Encoder};
    ///
    /// let mut encoder = Encoder::new(Encoding::AnnexR, Policy::Fail);
    /// let _ = encoder.encode_code_points(&[0xFFFE, 0xFFFD], &mut [0; 8]);
    /// assert_eq!(encoder.remarked(), 1);
    /// ```
    #[cfg(feature = "dialects")]
    pub const fn remarked(&self) -> u64 {
        self.undefined
    }

    /// Returns the encoder with unpaired surrogates written in UTF-16, in either byte order. Without this, UTF-16 lacks them. A
    /// low surrogate after a high one is lacking all the same: the two would be a character. It changes nothing in other
    /// encodings. Call it before the first number is encoded.
    ///
    /// ```
    /// # #[cfg(feature = "dialects")] {
    /// use utf8kit::{Encoding, Endian, Policy, stream::Encoder};
    ///
    /// let utf16 = Encoding::Utf16(Endian::Big);
    /// let mut encoder = Encoder::new(utf16, Policy::Fail).with_unpaired_surrogates();
    /// let mut bytes = [0; 8];
    /// let step = encoder.encode_code_points(&[0xDC00, 0xD800, 0x61], &mut bytes);
    /// assert_eq!(&bytes[..step.written], b"\xDC\0\xD8\0\0a");
    /// # }
    /// ```
    #[cfg(feature = "utf16")]
    #[must_use]
    pub const fn with_unpaired_surrogates(mut self) -> Self {
        self.target = self.target.with_unpaired_surrogates();
        self
    }

    /// Ends the text: writes the rest of a replacement that did not fit into the destination of the call before, and
    /// reports or replaces a high surrogate without a low one.
    ///
    /// ```
    /// use utf8kit::{Encoding, Policy, stream::{Encoder, Stop}};
    ///
    /// let mut encoder = Encoder::new(Encoding::Ascii, Policy::Escape);
    /// let mut bytes = [0; 5];
    /// assert_eq!(encoder.encode("é", &mut bytes).stop, Stop::OutputFull);
    /// assert_eq!(&bytes, br"\xC3\");
    /// let step = encoder.finish(&mut bytes);
    /// assert_eq!((&bytes[..step.written], step.stop), (&b"xA9"[..], Stop::InputUsed));
    /// ```
    pub fn finish<D: Destination<u8>>(&mut self, bytes: D) -> Step<D::Written> {
        step_to::<u8, _, _>(&[], bytes, |_, bytes| self.end(bytes))
    }

    /// Returns the number of bytes that `more` bytes of UTF-8 can become at most, together with the
    /// [pending](Self::pending) text. A destination of this length is never too short. Returns `None` if the encoding
    /// lacks characters and the policy is [`Policy::Custom`], whose replacements can have any length, or if the number
    /// exceeds `usize`.
    ///
    /// ```
    /// use utf8kit::{Encoding, Policy, stream::Encoder};
    ///
    /// assert_eq!(Encoder::new(Encoding::Ascii, Policy::Fail).max_len(10), Some(10));
    /// assert_eq!(Encoder::new(Encoding::Ascii, Policy::Escape).max_len(10), Some(40));
    /// ```
    pub fn max_len(&self, more: usize) -> Option<usize> {
        bounds::encoded_utf8(self.target.encoding(), self.stream.policy(), more)?
            .checked_add(self.pending_len())
    }

    /// Returns the number of bytes that `more` code units of UTF-16 can become at most, together with the
    /// [held](Self::held) one, the [pending](Self::pending) text and what [`finish`](Self::finish) writes. A
    /// destination of this length is never too short. Returns `None` if the policy is [`Policy::Custom`], whose
    /// replacements can have any length, or if the number exceeds `usize`.
    ///
    /// ```
    /// use utf8kit::{Encoding, Policy, stream::Encoder};
    ///
    /// let encoder = Encoder::new(Encoding::Utf8, Policy::Replace('\u{FFFD}'));
    /// assert_eq!(encoder.max_len_from_utf16(10), Some(30));
    /// ```
    #[cfg(feature = "utf16")]
    pub fn max_len_from_utf16(&self, more: usize) -> Option<usize> {
        let units = more.checked_add(self.stream.carry.len())?;
        bounds::encoded_utf16(self.target.encoding(), self.stream.policy(), units)?
            .checked_add(self.pending_len())
    }

    fn pending_len(&self) -> usize {
        bounds::pending(self.target.encoding(), self.stream.pending())
    }

    /// Returns the high surrogate at the end of the last piece, if there was one: it is read and not yet encoded.
    ///
    /// ```
    /// use utf8kit::{Encoding, Policy, stream::Encoder};
    ///
    /// let mut encoder = Encoder::new(Encoding::Utf8, Policy::Fail);
    /// let _ = encoder.encode_utf16(&[0x61, 0xD834], &mut [0; 4]);
    /// assert_eq!((encoder.position(), encoder.held()), (1, Some(0xD834)));
    /// ```
    #[cfg(feature = "utf16")]
    pub fn held(&self) -> Option<u16> {
        self.stream.carry.units().first().copied()
    }

    /// Returns the part of the last replacement that did not fit in the destination. The next call writes it.
    ///
    /// ```
    /// use utf8kit::{Encoding, Policy, stream::Encoder};
    ///
    /// let mut encoder = Encoder::new(Encoding::Ascii, Policy::BackslashReplace);
    /// let _ = encoder.encode("€", &mut [0; 4]);
    /// assert_eq!(encoder.pending(), "ac"); // of `\u20ac`
    /// ```
    pub fn pending(&self) -> &str {
        self.stream.pending()
    }

    /// Returns the offset, in bytes of UTF-8 or in code units of UTF-16, of the first character of the text that is not
    /// yet encoded, replaced or reported.
    pub const fn position(&self) -> u64 {
        self.stream.position()
    }

    /// Returns the number of characters and unpaired surrogates replaced so far.
    ///
    /// ```
    /// use utf8kit::{Encoding, Policy, stream::Encoder};
    ///
    /// let mut encoder = Encoder::new(Encoding::Ascii, Policy::Replace('?'));
    /// let _ = encoder.encode("5 €", &mut [0; 8]);
    /// assert_eq!((encoder.position(), encoder.replaced()), (5, 1));
    /// ```
    pub const fn replaced(&self) -> u64 {
        self.stream.replaced()
    }

    fn encode_str(&mut self, text: &str, bytes: &mut [MaybeUninit<u8>]) -> Step {
        if !self.stream.carry.bytes().is_empty() {
            // It is a high surrogate, and no low one can follow in UTF-8.
            let step = self.end(bytes);
            if step.stop != Stop::InputUsed || text.is_empty() {
                return step;
            }
            let Step { read, written, stop } = self.encode_str(text, &mut bytes[step.written..]);
            return Step {
                read,
                written: step.written + written,
                stop,
            };
        }
        if self.target.encoding() == Encoding::Utf8 && self.stream.is_empty() {
            let len = uninit::floor_char_boundary(text, bytes.len());
            uninit::copy(&text.as_bytes()[..len], &mut bytes[..len]);
            self.stream.carry.position += len as u64;
            let stop = match len == text.len() {
                true => Stop::InputUsed,
                false => Stop::OutputFull,
            };
            return Step {
                read: len,
                written: len,
                stop,
            };
        }
        self.encode_from(Utf8, text.as_bytes(), bytes, false)
    }

    #[cfg(feature = "utf16")]
    fn encode_units(&mut self, units: &[u16], bytes: &mut [MaybeUninit<u8>]) -> Step {
        self.encode_from(Utf16::WITH_UNPAIRED, units, bytes, false)
    }

    /// Encodes the next piece, or ends the text.
    fn encode_from<S: Convert<Any>>(
        &mut self,
        mut source: S,
        src: &[S::Unit],
        bytes: &mut [MaybeUninit<u8>],
        last: bool,
    ) -> Step {
        (self.stream).step_uninit(&mut source, &mut self.target, src, bytes, last)
    }

    fn end(&mut self, bytes: &mut [MaybeUninit<u8>]) -> Step {
        #[cfg(feature = "utf16")]
        return self.encode_from(Utf16::WITH_UNPAIRED, &[], bytes, true);
        #[cfg(not(feature = "utf16"))]
        self.encode_from(Utf8, &[], bytes, true)
    }
}
