//! Decoding of input that arrives in pieces.

use super::carry::{Carry, Head, is_incomplete};
#[cfg(feature = "dialects")]
use super::put_surrogate;
use super::signature::{SignaturePolicy, Start};
use super::{IllFormedAt, Step, Stop, bounds, through_buffer, with_written, write_pending};
use crate::Encoding;
use crate::Replacement;
#[cfg(feature = "dialects")]
use crate::dialect::{Context, Dialect};
use crate::dispatch::kernels;
use crate::encoding::with_encoding;
use crate::engine::{self, Conversion, ConvertPrefix, as_uninit};
use crate::error::{DecodeError, number_of};
#[cfg(feature = "utf16")]
use crate::reference::Utf16;
use crate::reference::{Decode, Encode, Utf8};
use crate::{ErrorKind, Policy};
use core::mem::MaybeUninit;

/// Decodes bytes in an [`Encoding`], which arrive in pieces, to UTF-8 or UTF-16.
///
/// Decode one text to only one of the two: do not mix calls for UTF-8 and for UTF-16. A decoder treats a
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
    /// The encoding.
    start: Start,
    policy: Policy<'p>,
    carry: Carry,
    /// The part of the last replacement that is not yet written.
    pending: Replacement<'p>,
    replaced: u64,
    /// Whether the destination after what is written stays as it was.
    preserves_tail: bool,
    #[cfg(feature = "dialects")]
    context: Context,
}

/// Evaluates `$step` for the encoding of the text, after its signature: `$S` is the reference type of the encoding, and
/// `$bytes` what is left of these bytes. Returns the [`Step`] from the beginning of `$bytes`.
macro_rules! after_signature {
    ($decoder:expr, $bytes:ident, $last:expr, $S:ident => $step:expr) => {{
        let mut read = 0;
        if $decoder.start.is_open() {
            read = $decoder.start.read(&mut $decoder.carry, $bytes, $last);
            if $decoder.start.is_open() {
                return Step {
                    read,
                    written: 0,
                    stop: Stop::InputUsed,
                };
            }
        }
        let $bytes = &$bytes[read..];
        let mut step = with_encoding!($decoder.start.encoding, $S => $step);
        step.read += read;
        step
    }};
}

impl<'p> Decoder<'p> {
    /// Creates a decoder at the beginning of a text in the given encoding.
    pub const fn new(encoding: Encoding, policy: Policy<'p>) -> Self {
        Decoder {
            start: Start::new(encoding),
            policy,
            carry: Carry::new(),
            pending: Replacement::EMPTY,
            replaced: 0,
            preserves_tail: false,
            #[cfg(feature = "dialects")]
            context: Context::NONE,
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

    /// Returns the decoder with another treatment of the destination: what is after the code units written stays as it was.
    /// Without this, it is unspecified.
    ///
    /// Text goes through a small buffer then, which costs about as much as to copy it.
    ///
    /// ```
    /// use utf8kit::{Encoding, Policy, stream::Decoder};
    ///
    /// let mut decoder = Decoder::new(Encoding::Utf8, Policy::Fail).with_tail_preserved();
    /// let mut text = *b"........";
    /// let _ = decoder.to_utf8("né".as_bytes(), &mut text);
    /// assert_eq!(&text, "né.....".as_bytes());
    /// ```
    #[must_use]
    pub const fn with_tail_preserved(mut self) -> Self {
        self.preserves_tail = true;
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
        let mut start = self.start;
        start.reset();
        *self = Decoder {
            start,
            preserves_tail: self.preserves_tail,
            ..Decoder::new(start.encoding, self.policy)
        };
    }

    /// Decodes the next `bytes` of the text to UTF-8, into `text`. Both counts of the [`Step`] are in bytes.
    pub fn to_utf8(&mut self, bytes: &[u8], text: &mut [u8]) -> Step {
        // SAFETY: a decoder writes initialized units only.
        self.decode_utf8(bytes, unsafe { as_uninit(text) }, false)
    }

    /// Does what [`to_utf8`](Self::to_utf8) does, with a destination that need not be initialised. Returns the bytes
    /// written, too.
    ///
    /// ```
    /// use core::mem::MaybeUninit;
    /// use utf8kit::{Encoding, Policy, stream::Decoder};
    ///
    /// let mut decoder = Decoder::new(Encoding::Utf8, Policy::Fail);
    /// let mut buffer = [MaybeUninit::uninit(); 8];
    /// let (text, step) = decoder.to_utf8_uninit(b"abc\xE2\x82", &mut buffer);
    /// assert_eq!((&*text, step.read), (&b"abc"[..], 5));
    /// ```
    pub fn to_utf8_uninit<'d>(
        &mut self,
        bytes: &[u8],
        text: &'d mut [MaybeUninit<u8>],
    ) -> (&'d mut [u8], Step) {
        let step = self.decode_utf8(bytes, text, false);
        // SAFETY: the step has initialized as many units as it counts.
        unsafe { with_written(text, step) }
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
    pub fn finish_utf8(&mut self, text: &mut [u8]) -> Step {
        // SAFETY: a decoder writes initialized units only.
        self.decode_utf8(&[], unsafe { as_uninit(text) }, true)
    }

    /// Does what [`finish_utf8`](Self::finish_utf8) does, with a destination that need not be initialised. Returns the
    /// bytes written, too.
    ///
    /// ```
    /// use core::mem::MaybeUninit;
    /// use utf8kit::{Encoding, Policy, stream::Decoder};
    ///
    /// let mut decoder = Decoder::new(Encoding::Utf8, Policy::Replace('?'));
    /// let _ = decoder.to_utf8(b"\xE2\x82", &mut [0; 8]);
    /// let mut buffer = [MaybeUninit::uninit(); 8];
    /// assert_eq!(decoder.finish_utf8_uninit(&mut buffer).0, b"?");
    /// ```
    pub fn finish_utf8_uninit<'d>(&mut self, text: &'d mut [MaybeUninit<u8>]) -> (&'d mut [u8], Step) {
        let step = self.decode_utf8(&[], text, true);
        // SAFETY: the step has initialized as many units as it counts.
        unsafe { with_written(text, step) }
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
    pub fn to_utf16(&mut self, bytes: &[u8], text: &mut [u16]) -> Step {
        // SAFETY: a decoder writes initialized units only.
        self.decode_utf16(bytes, unsafe { as_uninit(text) }, false)
    }

    /// Does what [`to_utf16`](Self::to_utf16) does, with a destination that need not be initialised. Returns the code
    /// units written, too.
    ///
    /// ```
    /// use core::mem::MaybeUninit;
    /// use utf8kit::{Encoding, Policy, stream::Decoder};
    ///
    /// let mut decoder = Decoder::new(Encoding::Utf8, Policy::Fail);
    /// let mut buffer = [MaybeUninit::uninit(); 8];
    /// let (text, _) = decoder.to_utf16_uninit("a𝄞".as_bytes(), &mut buffer);
    /// assert_eq!(text, [0x61, 0xD834, 0xDD1E]);
    /// ```
    #[cfg(feature = "utf16")]
    pub fn to_utf16_uninit<'d>(
        &mut self,
        bytes: &[u8],
        text: &'d mut [MaybeUninit<u16>],
    ) -> (&'d mut [u16], Step) {
        let step = self.decode_utf16(bytes, text, false);
        // SAFETY: the step has initialized as many units as it counts.
        unsafe { with_written(text, step) }
    }

    /// Ends a text that is decoded to UTF-16, and writes the rest of it into `text`.
    #[cfg(feature = "utf16")]
    pub fn finish_utf16(&mut self, text: &mut [u16]) -> Step {
        // SAFETY: a decoder writes initialized units only.
        self.decode_utf16(&[], unsafe { as_uninit(text) }, true)
    }

    /// Does what [`finish_utf16`](Self::finish_utf16) does, with a destination that need not be initialised. Returns
    /// the code units written, too.
    ///
    /// ```
    /// use core::mem::MaybeUninit;
    /// use utf8kit::{Encoding, Policy, stream::Decoder};
    ///
    /// let mut decoder = Decoder::new(Encoding::Utf8, Policy::Replace('?'));
    /// let _ = decoder.to_utf16(b"\xE2\x82", &mut [0; 8]);
    /// let mut buffer = [MaybeUninit::uninit(); 8];
    /// assert_eq!(decoder.finish_utf16_uninit(&mut buffer).0, [0x3F]);
    /// ```
    #[cfg(feature = "utf16")]
    pub fn finish_utf16_uninit<'d>(&mut self, text: &'d mut [MaybeUninit<u16>]) -> (&'d mut [u16], Step) {
        let step = self.decode_utf16(&[], text, true);
        // SAFETY: the step has initialized as many units as it counts.
        unsafe { with_written(text, step) }
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
    /// let _ = decoder.to_utf8(b"\xE2\x82", &mut []);
    /// assert_eq!(decoder.max_utf8_len(1), Some(9));
    /// ```
    pub fn max_utf8_len(&self, more: usize) -> Option<usize> {
        let bytes = self.carry.bytes().len().checked_add(more)?;
        let of = |encoding| bounds::decoded(encoding, &self.policy, bytes, char::len_utf8);
        self.max_len(of, self.pending.as_str().len())
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
        let bytes = self.carry.bytes().len().checked_add(more)?;
        let of = |encoding| bounds::decoded(encoding, &self.policy, bytes, char::len_utf16);
        self.max_len(of, self.pending.as_str().encode_utf16().count())
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
        self.carry.bytes()
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
        self.pending.as_str()
    }

    /// Returns the offset, in bytes, of the first byte of the text that is not yet decoded, replaced or reported.
    pub const fn position(&self) -> u64 {
        self.carry.position
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
        self.replaced
    }

    fn decode_utf8(&mut self, bytes: &[u8], text: &mut [MaybeUninit<u8>], last: bool) -> Step {
        after_signature!(self, bytes, last, S => self.step::<S, Utf8>(bytes, text, last))
    }

    /// Returns `true` if well-formed UTF-8 is decoded to itself from here on, except for what is kept inside.
    #[cfg(feature = "std")]
    pub(super) fn copies_utf8(&self) -> bool {
        let is_utf8 = match self.start.encoding {
            Encoding::Utf8 => true,
            #[cfg(feature = "dialects")]
            Encoding::Dialect(Dialect::Utf8) => true,
            _ => false,
        };
        is_utf8 && !self.start.is_open() && !self.policy.doubles_backslashes()
    }

    /// Returns `true` if nothing is kept inside: the next output is of the next byte of the source.
    pub(super) fn is_empty(&self) -> bool {
        self.carry.is_empty() && self.pending.is_written()
    }

    /// Counts `len` bytes of well-formed UTF-8 as decoded. Call it only while the decoder [copies](Self::copies_utf8) them and
    /// [is empty](Self::is_empty).
    #[cfg(feature = "std")]
    pub(super) fn pass(&mut self, len: usize) {
        debug_assert!(self.copies_utf8() && self.is_empty());
        self.carry.position += len as u64;
    }

    #[cfg(feature = "utf16")]
    fn decode_utf16(&mut self, bytes: &[u8], text: &mut [MaybeUninit<u16>], last: bool) -> Step {
        after_signature!(self, bytes, last, S => self.step::<S, Utf16>(bytes, text, last))
    }

    fn step<S, T>(&mut self, src: &[u8], dst: &mut [MaybeUninit<T::Unit>], last: bool) -> Step
    where
        S: ConvertPrefix<T, Unit = u8>,
        T: Encode,
    {
        if self.preserves_tail {
            // SAFETY: a conversion has initialized the units that it has written.
            return unsafe {
                through_buffer(
                    src,
                    dst,
                    |_, _| true,
                    |src, dst| self.convert::<S, T>(src, dst, last),
                )
            };
        }
        self.convert::<S, T>(src, dst, last)
    }

    /// Converts `src` as far as the policy allows.
    fn convert<S, T>(&mut self, src: &[u8], dst: &mut [MaybeUninit<T::Unit>], last: bool) -> Step
    where
        S: ConvertPrefix<T, Unit = u8>,
        T: Encode,
    {
        debug_assert!(!last || src.is_empty());
        let (mut read, mut written) = (0, 0);
        if self.is_empty() && !self.policy.doubles_backslashes() {
            // In most pieces, a kernel converts everything except an incomplete character at the end. Then there is nothing to
            // prepare.
            (read, written) = engine::convert_prefix::<S, T>(kernels(), src, dst);
            self.carry.position += read as u64;
            let rest = &src[read..];
            if rest.is_empty() || is_incomplete::<S>(rest) {
                self.carry.keep_last(src, rest.len());
                return Step {
                    read: src.len(),
                    written,
                    stop: Stop::InputUsed,
                };
            }
        }
        self.convert_rest::<S, T>(src, dst, (read, written), last)
    }

    /// Continues after `read` bytes, for which `written` code units are written.
    #[inline(never)]
    fn convert_rest<S, T>(
        &mut self,
        src: &[u8],
        dst: &mut [MaybeUninit<T::Unit>],
        (read, written): (usize, usize),
        last: bool,
    ) -> Step
    where
        S: ConvertPrefix<T, Unit = u8>,
        T: Encode,
    {
        let mut conversion = Conversion::<S, T>::to_uninit(src, dst);
        (conversion.read, conversion.written) = (read, written);
        conversion.over_errors = matches!(self.policy, Policy::Replace(c) if c == T::SUBSTITUTE);
        let stop = self.run(&mut conversion, last);
        self.replaced += conversion.replaced as u64;
        Step {
            read: conversion.read,
            written: conversion.written,
            stop,
        }
    }

    fn run<S, T>(&mut self, conversion: &mut Conversion<'_, '_, S, T>, last: bool) -> Stop
    where
        S: ConvertPrefix<T, Unit = u8>,
        T: Encode,
    {
        loop {
            if !write_pending(&mut self.pending, conversion) {
                return Stop::OutputFull;
            }
            match self
                .carry
                .complete(S::decode, conversion.src, &mut conversion.read, last)
            {
                Head::Empty => {}
                Head::Unfinished => return Stop::InputUsed,
                Head::Character(c, len) => {
                    if conversion.put(c) != Some(true) {
                        return Stop::OutputFull;
                    }
                    self.carry.drop_front(len);
                    if c == '\\' && self.policy.doubles_backslashes() {
                        self.pending = Replacement::char(c);
                    }
                    continue;
                }
                Head::IllFormed(error) => {
                    let text = self.carry.with_next(&conversion.src[conversion.read..]);
                    let error = match self.put_unpaired(text.bytes(), error, conversion) {
                        Ok(true) => {
                            self.carry.drop_front(error.len);
                            continue;
                        }
                        Ok(false) => return Stop::OutputFull,
                        Err(error) => error,
                    };
                    match self.replace::<S>(text.bytes(), error) {
                        Ok(taken) => self.carry.skip(taken),
                        Err(stop) => {
                            self.carry.drop_front(error.len);
                            return stop;
                        }
                    }
                    continue;
                }
            }
            let before = conversion.read;
            let stop = if self.policy.doubles_backslashes() {
                conversion.advance_through('\\')
            } else {
                Some(conversion.advance())
            };
            self.carry.position += (conversion.read - before) as u64;
            match stop {
                None => self.pending = Replacement::char('\\'),
                Some(engine::StoppedBy::SourceEnd) => return Stop::InputUsed,
                Some(engine::StoppedBy::DestinationFull) => return Stop::OutputFull,
                Some(engine::StoppedBy::NotRepresentable(..)) => {
                    unreachable!("UTF-8 and UTF-16 represent every character")
                }
                Some(engine::StoppedBy::IllFormed(error)) => {
                    let rest = &conversion.src[conversion.read..];
                    if error.kind == ErrorKind::UnexpectedEnd && !last {
                        let len = rest.len();
                        self.carry.keep_last(conversion.src, len);
                        conversion.skip(len);
                        return Stop::InputUsed;
                    }
                    let error = match self.put_unpaired(rest, error, conversion) {
                        Ok(true) => {
                            conversion.skip(error.len);
                            self.carry.position += error.len as u64;
                            continue;
                        }
                        Ok(false) => return Stop::OutputFull,
                        Err(error) => error,
                    };
                    let rest = &conversion.src[conversion.read..];
                    let replaced = self.replace::<S>(rest, error);
                    let taken = *replaced.as_ref().unwrap_or(&error.len);
                    let here = taken.min(error.len);
                    conversion.skip(here);
                    self.carry.position += here as u64;
                    self.carry.skip(taken - here);
                    if let Err(stop) = replaced {
                        return stop;
                    }
                }
            }
        }
    }

    /// Writes the unpaired surrogate that `text`, which is the next to process, begins with, if that is the error and the
    /// destination can represent it: from WTF-8 to UTF-16. Returns whether it fits, or else the error.
    #[cfg(feature = "dialects")]
    fn put_unpaired<S, T>(
        &mut self,
        text: &[u8],
        error: DecodeError,
        conversion: &mut Conversion<'_, '_, S, T>,
    ) -> Result<bool, DecodeError>
    where
        S: ConvertPrefix<T>,
        T: Encode,
    {
        if error.kind != ErrorKind::NotScalarValue {
            return Err(error);
        }
        let number = number_of(&text[..error.len]);
        let Ok(surrogate) = u16::try_from(number) else {
            return Err(error);
        };
        let position = self.carry.position;
        if self.context.is_low_after_high(number, position) {
            let kind = ErrorKind::Surrogate;
            return Err(DecodeError { kind, ..error });
        }
        let fits = put_surrogate(surrogate, conversion);
        if fits != Some(false) {
            self.context.set_high(number, position + error.len as u64);
        }
        fits.ok_or(error)
    }

    #[cfg(not(feature = "dialects"))]
    fn put_unpaired<S, T>(
        &mut self,
        _: &[u8],
        error: DecodeError,
        _: &mut Conversion<'_, '_, S, T>,
    ) -> Result<bool, DecodeError>
    where
        S: ConvertPrefix<T>,
        T: Encode,
    {
        Err(error)
    }

    /// Replaces the error that `text`, which is the next to process, begins with, as the policy says. Returns the number of
    /// bytes that the replacement takes, or why to stop if the policy has none.
    fn replace<S: Decode>(&mut self, text: &[u8], error: DecodeError) -> Result<usize, Stop> {
        let DecodeError { kind, len } = error;
        let (position, bytes) = (self.carry.position, &text[..len]);
        if self.continues_run(kind, position) {
            self.pending = self.policy.replacement_of_rest(bytes, kind);
            return Ok(bytes.len());
        }
        match self.policy.replacement(bytes, kind) {
            Some(replacement) => {
                self.pending = replacement;
                self.replaced += 1;
                Ok(self.pending.taken(bytes.len()))
            }
            None if kind == ErrorKind::NotScalarValue => Err(Stop::NotScalarValue {
                number: number_of(bytes),
                offset: position,
            }),
            None => Err(Stop::IllFormed(IllFormedAt::new(
                S::NAME,
                position,
                text,
                len,
                kind,
            ))),
        }
    }

    /// Returns `true` if the sequence at `position` continues a run of surplus continuation bytes, which is one malformed
    /// sequence (ISO/IEC 10646-1 R.7).
    #[cfg(feature = "dialects")]
    fn continues_run(&mut self, kind: ErrorKind, position: u64) -> bool {
        let joins_runs = matches!(
            self.start.encoding,
            Encoding::Dialect(Dialect::AnnexR | Dialect::AnnexR5)
        );
        joins_runs && self.context.in_run(kind, position)
    }

    #[cfg(not(feature = "dialects"))]
    fn continues_run(&mut self, _: ErrorKind, _: u64) -> bool {
        false
    }
}
