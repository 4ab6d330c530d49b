//! Decoding of input that arrives in pieces.

use super::carry::{Carry, Head};
use super::{IllFormedAt, Step, Stop};
use crate::Encoding;
use crate::Replacement;
#[cfg(feature = "dialects")]
use crate::dialect::{Context, Dialect};
use crate::encoding::with_encoding;
use crate::engine::{self, Conversion, ConvertPrefix};
#[cfg(feature = "utf16")]
use crate::reference::Utf16;
use crate::reference::{Encode, Utf8};
use crate::{ErrorKind, Policy};

/// Decodes bytes in an [`Encoding`], which arrive in pieces, to UTF-8 or UTF-16.
///
/// Decode one text to only one of the two: do not mix calls for UTF-8 and for UTF-16. A decoder treats a signature as
/// text; see [`signature`](crate::signature). The [module](super) states the contract.
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
#[derive(Debug)]
pub struct Decoder<'p> {
    encoding: Encoding,
    policy: Policy<'p>,
    carry: Carry,
    /// The part of the last replacement that is not yet written.
    pending: Replacement,
    replaced: u64,
    #[cfg(feature = "dialects")]
    context: Context,
}

impl<'p> Decoder<'p> {
    /// Creates a decoder at the beginning of a text in the given encoding.
    pub const fn new(encoding: Encoding, policy: Policy<'p>) -> Self {
        Decoder {
            encoding,
            policy,
            carry: Carry::new(),
            pending: Replacement::EMPTY,
            replaced: 0,
            #[cfg(feature = "dialects")]
            context: Context::NONE,
        }
    }

    /// Decodes the next `bytes` of the text to UTF-8, into `text`. Both counts of the [`Step`] are in bytes.
    pub fn to_utf8(&mut self, bytes: &[u8], text: &mut [u8]) -> Step {
        with_encoding!(self.encoding, S => self.step::<S, Utf8>(bytes, text, false))
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
        with_encoding!(self.encoding, S => self.step::<S, Utf8>(&[], text, true))
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
        with_encoding!(self.encoding, S => self.step::<S, Utf16>(bytes, text, false))
    }

    /// Ends a text that is decoded to UTF-16, and writes the rest of it into `text`.
    #[cfg(feature = "utf16")]
    pub fn finish_utf16(&mut self, text: &mut [u16]) -> Step {
        with_encoding!(self.encoding, S => self.step::<S, Utf16>(&[], text, true))
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

    fn step<S, T>(&mut self, src: &[u8], dst: &mut [T::Unit], last: bool) -> Step
    where
        S: ConvertPrefix<T, Unit = u8>,
        T: Encode,
    {
        let mut conversion = Conversion::<S, T>::new(src, dst);
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
            while let Some(c) = self.pending.first() {
                match conversion.put(c) {
                    Some(true) => self.pending.drop_first(),
                    _ => return Stop::OutputFull,
                }
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
                    let mut bytes = [0; super::carry::MAX];
                    bytes[..error.len].copy_from_slice(&self.carry.bytes()[..error.len]);
                    let position = self.carry.position;
                    self.carry.drop_front(error.len);
                    match self.replace(position, &bytes[..error.len], error.kind) {
                        Some(stop) => return stop,
                        None => continue,
                    }
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
                        self.carry.keep(rest);
                        conversion.skip(rest.len());
                        return Stop::InputUsed;
                    }
                    conversion.skip(error.len);
                    let position = self.carry.position;
                    self.carry.position += error.len as u64;
                    if let Some(stop) = self.replace(position, &rest[..error.len], error.kind) {
                        return stop;
                    }
                }
            }
        }
    }

    /// Replaces the ill-formed `bytes`, which are already skipped, as the policy says. Returns why to stop if the
    /// policy has no replacement.
    fn replace(&mut self, position: u64, bytes: &[u8], kind: ErrorKind) -> Option<Stop> {
        if self.continues_run(kind, position) {
            self.pending = self.policy.replacement_of_rest(bytes, kind);
            return None;
        }
        match self.policy.replacement(bytes, kind) {
            Some(replacement) => {
                self.pending = replacement;
                self.replaced += 1;
                None
            }
            None => Some(Stop::IllFormed(IllFormedAt::new(position, bytes, kind))),
        }
    }

    /// Returns `true` if the sequence at `position` continues a run of surplus continuation bytes, which is one malformed
    /// sequence (ISO/IEC 10646-1 R.7).
    #[cfg(feature = "dialects")]
    fn continues_run(&mut self, kind: ErrorKind, position: u64) -> bool {
        let joins_runs = matches!(
            self.encoding,
            Encoding::Dialect(Dialect::AnnexR | Dialect::AnnexR5)
        );
        joins_runs && self.context.in_run(kind, position)
    }

    #[cfg(not(feature = "dialects"))]
    fn continues_run(&mut self, _: ErrorKind, _: u64) -> bool {
        false
    }
}
