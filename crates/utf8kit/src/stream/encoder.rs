//! Encoding of text that arrives in pieces.

use super::{Step, Stop};
use crate::Encoding;
use crate::Replacement;
use crate::encoding::with_encoding;
use crate::engine::{self, Conversion, ConvertPrefix};
use crate::reference::{Encode, LONGEST, Utf8};
use crate::{ErrorKind, Policy};

/// Encodes text that arrives in pieces, as `str`, to bytes in an [`Encoding`].
///
/// The policy is for characters that the encoding cannot represent; only Latin-1 and ASCII have such characters. It is
/// given the UTF-8 bytes of the character and [`ErrorKind::Undefined`]. If the encoding cannot represent the
/// replacement either, the result is [`Stop::NotRepresentable`]. [`Policy::Escape`] writes the UTF-8 bytes as `\xHH`
/// and does not double backslashes, which the decoder has already done. The [module](super) states the contract.
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
#[derive(Debug)]
pub struct Encoder<'p> {
    encoding: Encoding,
    policy: Policy<'p>,
    position: u64,
    pending: Replacement,
    replaced: u64,
}

impl<'p> Encoder<'p> {
    /// Creates an encoder at the beginning of a text that is encoded in `encoding`.
    pub const fn new(encoding: Encoding, policy: Policy<'p>) -> Self {
        Encoder {
            encoding,
            policy,
            position: 0,
            pending: Replacement::EMPTY,
            replaced: 0,
        }
    }

    /// Encodes the next piece of the text into `bytes`. Both counts of the [`Step`] are in bytes; what is read ends at
    /// a character boundary.
    pub fn encode(&mut self, text: &str, bytes: &mut [u8]) -> Step {
        if self.encoding == Encoding::Utf8 {
            let mut len = text.len().min(bytes.len());
            while !text.is_char_boundary(len) {
                len -= 1;
            }
            bytes[..len].copy_from_slice(&text.as_bytes()[..len]);
            self.position += len as u64;
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
        with_encoding!(self.encoding, T => self.step::<T>(text.as_bytes(), bytes))
    }

    /// Ends the text: writes the rest of a replacement that did not fit into the destination of the call before.
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
        self.encode("", bytes)
    }

    /// Returns the offset, in bytes of UTF-8, of the first character of the text that is not yet encoded, replaced or
    /// reported.
    pub const fn position(&self) -> u64 {
        self.position
    }

    /// Returns the number of characters replaced so far because the encoding cannot represent them.
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

    fn step<T: Encode<Unit = u8>>(&mut self, text: &[u8], dst: &mut [u8]) -> Step
    where
        Utf8: ConvertPrefix<T>,
    {
        let mut conversion = Conversion::<Utf8, T>::new(text, dst);
        let stop = self.run(&mut conversion);
        self.position += conversion.read as u64;
        Step {
            read: conversion.read,
            written: conversion.written,
            stop,
        }
    }

    fn run<T: Encode<Unit = u8>>(&mut self, conversion: &mut Conversion<'_, '_, Utf8, T>) -> Stop
    where
        Utf8: ConvertPrefix<T>,
    {
        loop {
            while let Some(c) = self.pending.first() {
                match conversion.put(c) {
                    Some(true) => self.pending.drop_first(),
                    Some(false) => return Stop::OutputFull,
                    None => unreachable!("every character of a replacement is representable"),
                }
            }
            match conversion.advance() {
                engine::StoppedBy::SourceEnd => return Stop::InputUsed,
                engine::StoppedBy::DestinationFull => return Stop::OutputFull,
                engine::StoppedBy::IllFormed(_) => unreachable!("a str is well-formed"),
                engine::StoppedBy::NotRepresentable(character, len) => {
                    let at = conversion.read;
                    let bytes = &conversion.src[at..at + len];
                    conversion.skip(len);
                    match self.policy.replacement(bytes, ErrorKind::Undefined) {
                        Some(replacement)
                            if replacement
                                .chars()
                                .iter()
                                .all(|&c| T::encode(c, &mut [0; LONGEST]).is_some()) =>
                        {
                            self.pending = replacement;
                            self.replaced += 1;
                        }
                        _ => {
                            return Stop::NotRepresentable {
                                character,
                                offset: self.position + at as u64,
                            };
                        }
                    }
                }
            }
        }
    }
}
