//! Encoding of text that arrives in pieces.

use super::{IllFormedAt, Step, Stop, bounds, put_surrogate, through_buffer, with_written, write_pending};
use crate::Encoding;
use crate::Policy;
use crate::Replacement;
use crate::dispatch::kernels;
use crate::encoding::with_encoding;
use crate::engine::{self, Conversion, ConvertPrefix, StoppedBy, as_uninit};
#[cfg(feature = "utf16")]
use crate::reference::Utf16;
use crate::reference::{Decode, Encode, LONGEST, Utf8};
use core::mem::MaybeUninit;

/// Encodes text that arrives in pieces, as `str` or as code units of UTF-16, to bytes in an [`Encoding`].
///
/// Encode one text from only one of the two: do not mix calls of [`encode`](Self::encode) and
/// [`encode_utf16`](Self::encode_utf16). The policy is for characters that the encoding cannot represent; only Latin-1
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
/// assert_eq!(step.stop, Stop::NotRepresentable { character: '€', offset: 3 });
/// assert_eq!(&bytes[..step.written], b"no ");
/// assert_eq!(step.read, "no €".len()); // the character reported is read
/// ```
#[derive(Clone, Debug)]
pub struct Encoder<'p> {
    encoding: Encoding,
    policy: Policy<'p>,
    /// The number of units of the text that are read.
    read: u64,
    /// A high surrogate at the end of a piece, which is read and not yet encoded.
    high: Option<u16>,
    /// The number of units to skip, after a replacement that takes more than its character.
    skip: usize,
    pending: Replacement<'p>,
    replaced: u64,
    /// Whether the destination after what is written stays as it was.
    preserves_tail: bool,
}

/// An encoding in which an encoder takes text.
trait Source: Decode {
    /// Returns `unit`, which is a surrogate of UTF-16 or comes after one.
    fn surrogate(unit: Self::Unit) -> u16;

    /// Returns `true` if a character starts at `index`, or if that is the end of `text`.
    fn is_boundary(text: &[Self::Unit], index: usize) -> bool;
}

impl Source for Utf8 {
    fn surrogate(_: u8) -> u16 {
        unreachable!("a str is well-formed")
    }

    fn is_boundary(text: &[u8], index: usize) -> bool {
        crate::utf8::is_boundary(text, index)
    }
}

#[cfg(feature = "utf16")]
impl Source for Utf16 {
    fn surrogate(unit: u16) -> u16 {
        unit
    }

    fn is_boundary(_: &[u16], _: usize) -> bool {
        true // a low surrogate without the high one is unpaired
    }
}

impl<'p> Encoder<'p> {
    /// Creates an encoder at the beginning of a text that is encoded in `encoding`.
    pub const fn new(encoding: Encoding, policy: Policy<'p>) -> Self {
        Encoder {
            encoding,
            policy,
            read: 0,
            high: None,
            skip: 0,
            pending: Replacement::EMPTY,
            replaced: 0,
            preserves_tail: false,
        }
    }

    /// Returns the encoder with another treatment of the destination: what is after the bytes written stays as it was.
    /// Without this, it is unspecified.
    ///
    /// Text goes through a small buffer then, which costs about as much as to copy it.
    ///
    /// ```
    /// use utf8kit::{Encoding, Policy, stream::Encoder};
    ///
    /// // `encodeInto` of JavaScript.
    /// let mut encoder = Encoder::new(Encoding::Utf8, Policy::Replace('\u{FFFD}')).with_tail_preserved();
    /// let mut bytes = *b"........";
    /// let step = encoder.encode_utf16(&[0x6E, 0xE9], &mut bytes);
    /// assert_eq!((step.read, step.written, &bytes), (2, 3, b"n\xC3\xA9....."));
    /// ```
    #[must_use]
    pub const fn with_tail_preserved(mut self) -> Self {
        self.preserves_tail = true;
        self
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
        *self = Encoder {
            preserves_tail: self.preserves_tail,
            ..Encoder::new(self.encoding, self.policy)
        };
    }

    /// Encodes the next piece of the text into `bytes`. Both counts of the [`Step`] are in bytes; what is read ends at
    /// a character boundary.
    pub fn encode(&mut self, text: &str, bytes: &mut [u8]) -> Step {
        // SAFETY: an encoder writes initialized bytes only.
        self.encode_str(text, unsafe { as_uninit(bytes) })
    }

    /// Does what [`encode`](Self::encode) does, with a destination that need not be initialised. Returns the bytes
    /// written, too.
    ///
    /// ```
    /// use core::mem::MaybeUninit;
    /// use utf8kit::{Encoding, Policy, stream::Encoder};
    ///
    /// let mut encoder = Encoder::new(Encoding::Ascii, Policy::Escape);
    /// let mut buffer = [MaybeUninit::uninit(); 12];
    /// let (bytes, step) = encoder.encode_uninit("né", &mut buffer);
    /// assert_eq!((&*bytes, step.read), (&br"n\xC3\xA9"[..], 3));
    /// ```
    pub fn encode_uninit<'d>(
        &mut self,
        text: &str,
        bytes: &'d mut [MaybeUninit<u8>],
    ) -> (&'d mut [u8], Step) {
        let step = self.encode_str(text, bytes);
        // SAFETY: the step has initialized as many units as it counts.
        unsafe { with_written(bytes, step) }
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
    pub fn encode_utf16(&mut self, units: &[u16], bytes: &mut [u8]) -> Step {
        // SAFETY: an encoder writes initialized bytes only.
        self.encode_units(units, unsafe { as_uninit(bytes) })
    }

    /// Does what [`encode_utf16`](Self::encode_utf16) does, with a destination that need not be initialised. Returns
    /// the bytes written, too.
    ///
    /// ```
    /// use core::mem::MaybeUninit;
    /// use utf8kit::{Encoding, Policy, stream::Encoder};
    ///
    /// let mut encoder = Encoder::new(Encoding::Utf8, Policy::Fail);
    /// let mut buffer = [MaybeUninit::uninit(); 8];
    /// assert_eq!(encoder.encode_utf16_uninit(&[0x6E, 0xE9], &mut buffer).0, "né".as_bytes());
    /// ```
    #[cfg(feature = "utf16")]
    pub fn encode_utf16_uninit<'d>(
        &mut self,
        units: &[u16],
        bytes: &'d mut [MaybeUninit<u8>],
    ) -> (&'d mut [u8], Step) {
        let step = self.encode_units(units, bytes);
        // SAFETY: the step has initialized as many units as it counts.
        unsafe { with_written(bytes, step) }
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
    pub fn finish(&mut self, bytes: &mut [u8]) -> Step {
        // SAFETY: an encoder writes initialized bytes only.
        self.end(unsafe { as_uninit(bytes) })
    }

    /// Does what [`finish`](Self::finish) does, with a destination that need not be initialised. Returns the bytes
    /// written, too.
    ///
    /// ```
    /// use core::mem::MaybeUninit;
    /// use utf8kit::{Encoding, Policy, stream::Encoder};
    ///
    /// let mut encoder = Encoder::new(Encoding::Ascii, Policy::Escape);
    /// let _ = encoder.encode("é", &mut [0; 5]);
    /// let mut buffer = [MaybeUninit::uninit(); 8];
    /// assert_eq!(encoder.finish_uninit(&mut buffer).0, b"xA9"); // of `\xC3\xA9`
    /// ```
    pub fn finish_uninit<'d>(&mut self, bytes: &'d mut [MaybeUninit<u8>]) -> (&'d mut [u8], Step) {
        let step = self.end(bytes);
        // SAFETY: the step has initialized as many units as it counts.
        unsafe { with_written(bytes, step) }
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
        bounds::encoded_utf8(self.encoding, &self.policy, more)?.checked_add(self.pending_len())
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
        let units = more.checked_add(usize::from(self.high.is_some()))?;
        bounds::encoded_utf16(self.encoding, &self.policy, units)?.checked_add(self.pending_len())
    }

    fn pending_len(&self) -> usize {
        bounds::pending(self.encoding, self.pending.as_str())
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
    pub const fn held(&self) -> Option<u16> {
        self.high
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
        self.pending.as_str()
    }

    /// Returns the offset, in bytes of UTF-8 or in code units of UTF-16, of the first character of the text that is not
    /// yet encoded, replaced or reported.
    pub const fn position(&self) -> u64 {
        self.read - self.high.is_some() as u64
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
        self.replaced
    }

    fn encode_str(&mut self, text: &str, bytes: &mut [MaybeUninit<u8>]) -> Step {
        if self.high.is_some() {
            // No low surrogate can follow in UTF-8.
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
        if self.encoding == Encoding::Utf8 && self.skip == 0 && self.pending.is_written() {
            let len = text.floor_char_boundary(bytes.len());
            bytes[..len].write_copy_of_slice(&text.as_bytes()[..len]);
            self.read += len as u64;
            let stop = if len == text.len() {
                Stop::InputUsed
            } else {
                Stop::OutputFull
            };
            return Step {
                read: len,
                written: len,
                stop,
            };
        }
        with_encoding!(self.encoding, T => self.step::<Utf8, T>(text.as_bytes(), bytes, false))
    }

    #[cfg(feature = "utf16")]
    fn encode_units(&mut self, units: &[u16], bytes: &mut [MaybeUninit<u8>]) -> Step {
        with_encoding!(self.encoding, T => self.step::<Utf16, T>(units, bytes, false))
    }

    fn end(&mut self, bytes: &mut [MaybeUninit<u8>]) -> Step {
        #[cfg(feature = "utf16")]
        return with_encoding!(self.encoding, T => self.step::<Utf16, T>(&[], bytes, true));
        #[cfg(not(feature = "utf16"))]
        with_encoding!(self.encoding, T => self.step::<Utf8, T>(&[], bytes, true))
    }

    fn step<S, T>(&mut self, text: &[S::Unit], dst: &mut [MaybeUninit<u8>], last: bool) -> Step
    where
        S: Source + ConvertPrefix<T>,
        T: Encode<Unit = u8>,
    {
        if self.preserves_tail {
            // SAFETY: a conversion has initialized the units that it has written.
            return unsafe {
                through_buffer(text, dst, S::is_boundary, |text, dst| {
                    self.convert::<S, T>(text, dst, last)
                })
            };
        }
        self.convert::<S, T>(text, dst, last)
    }

    /// Converts `text` as far as the policy allows.
    fn convert<S, T>(&mut self, text: &[S::Unit], dst: &mut [MaybeUninit<u8>], last: bool) -> Step
    where
        S: Source + ConvertPrefix<T>,
        T: Encode<Unit = u8>,
    {
        let (mut read, mut written) = (0, 0);
        if self.skip == 0 && self.high.is_none() && self.pending.is_written() {
            // In most pieces, a kernel converts everything. Then there is nothing to prepare.
            (read, written) = engine::convert_prefix::<S, T>(kernels(), text, dst);
            if read == text.len() {
                self.read += read as u64;
                let stop = Stop::InputUsed;
                return Step { read, written, stop };
            }
        }
        self.convert_rest::<S, T>(text, dst, (read, written), last)
    }

    /// Continues after `read` code units, for which `written` bytes are written.
    #[inline(never)]
    fn convert_rest<S, T>(
        &mut self,
        text: &[S::Unit],
        dst: &mut [MaybeUninit<u8>],
        (read, written): (usize, usize),
        last: bool,
    ) -> Step
    where
        S: Source + ConvertPrefix<T>,
        T: Encode<Unit = u8>,
    {
        let mut conversion = Conversion::<S, T>::to_uninit(text, dst);
        (conversion.read, conversion.written) = (read, written);
        let stop = self.run(&mut conversion, last);
        self.read += conversion.read as u64;
        Step {
            read: conversion.read,
            written: conversion.written,
            stop,
        }
    }

    fn run<S, T>(&mut self, conversion: &mut Conversion<'_, '_, S, T>, last: bool) -> Stop
    where
        S: Source + ConvertPrefix<T>,
        T: Encode<Unit = u8>,
    {
        loop {
            if !write_pending(&mut self.pending, conversion) {
                return Stop::OutputFull;
            }
            if self.skip > 0 {
                self.skip_ahead(conversion);
            }
            if let Some(high) = self.high {
                let next = conversion.src.get(conversion.read);
                if next.is_none() && !last {
                    return Stop::InputUsed;
                }
                let low = next
                    .map(|&unit| S::surrogate(unit))
                    .filter(|unit| (0xDC00..0xE000).contains(unit));
                let stop = match low {
                    None => {
                        let fits = put_surrogate(high, conversion);
                        if fits == Some(false) {
                            return Stop::OutputFull;
                        }
                        self.high = None;
                        match fits {
                            // The surrogate is the last unit before those that this call has read.
                            None => self.replace_surrogate::<T>(high, self.read + conversion.read as u64 - 1),
                            _ => None,
                        }
                    }
                    Some(low) => {
                        let Some(Ok(c)) = char::decode_utf16([high, low]).next() else {
                            unreachable!("a high and a low surrogate are a character")
                        };
                        let fits = conversion.put(c);
                        if fits == Some(false) {
                            return Stop::OutputFull;
                        }
                        self.high = None;
                        conversion.skip(1);
                        match fits {
                            None => self.replace_char::<T>(c, 2, self.read + conversion.read as u64 - 2),
                            _ => None,
                        }
                    }
                };
                match stop {
                    Some(stop) => return stop,
                    None => continue,
                }
            }
            let stop = conversion.advance();
            let offset = self.read + conversion.read as u64;
            let stop = match stop {
                StoppedBy::SourceEnd => return Stop::InputUsed,
                StoppedBy::DestinationFull => return Stop::OutputFull,
                StoppedBy::IllFormed(_) => {
                    let unit = S::surrogate(conversion.src[conversion.read]);
                    if (0xD800..0xDC00).contains(&unit) {
                        conversion.skip(1);
                        self.high = Some(unit); // the next unit, or the end, decides
                        continue;
                    }
                    let fits = put_surrogate(unit, conversion);
                    if fits == Some(false) {
                        return Stop::OutputFull;
                    }
                    conversion.skip(1);
                    match fits {
                        None => self.replace_surrogate::<T>(unit, offset),
                        _ => None,
                    }
                }
                StoppedBy::NotRepresentable(c, len) => {
                    conversion.skip(len);
                    self.replace_char::<T>(c, len, offset)
                }
            };
            if let Some(stop) = stop {
                return stop;
            }
        }
    }

    /// Skips what a replacement takes of the source after its character, and the rest of a character there.
    fn skip_ahead<S, T>(&mut self, conversion: &mut Conversion<'_, '_, S, T>)
    where
        S: Source + ConvertPrefix<T>,
        T: Encode,
    {
        let len = self.skip.min(conversion.src.len() - conversion.read);
        conversion.skip(len);
        self.skip -= len;
        while !S::is_boundary(conversion.src, conversion.read) {
            conversion.skip(1);
        }
    }

    /// Replaces `c`, `len` units that are read, as the policy says. Returns why to stop if the policy has no
    /// replacement that `T` can represent.
    fn replace_char<T: Encode>(&mut self, c: char, len: usize, offset: u64) -> Option<Stop> {
        let replacement = self.policy.replacement_of(c);
        (!self.replace::<T>(replacement, len)).then_some(Stop::NotRepresentable { character: c, offset })
    }

    /// Does the same for an unpaired surrogate, which is read.
    fn replace_surrogate<T: Encode>(&mut self, unit: u16, offset: u64) -> Option<Stop> {
        let replacement = self.policy.replacement_of_surrogate(unit);
        let error = IllFormedAt::new(
            "UTF-16",
            offset,
            &unit.to_be_bytes(),
            2,
            crate::ErrorKind::Surrogate,
        );
        (!self.replace::<T>(replacement, 1)).then_some(Stop::IllFormed(error))
    }

    /// Sets what to write next, and how much to skip, if there is a replacement that `T` can represent.
    fn replace<T: Encode>(&mut self, replacement: Option<Replacement<'p>>, len: usize) -> bool {
        let represented = |c| T::encode(c, &mut [T::Unit::default(); LONGEST]).is_some();
        match replacement {
            Some(replacement) if replacement.as_str().chars().all(represented) => {
                self.skip = replacement.taken(len).saturating_sub(len);
                self.pending = replacement;
                self.replaced += 1;
                true
            }
            _ => false,
        }
    }
}
