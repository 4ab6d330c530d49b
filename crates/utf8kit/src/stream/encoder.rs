//! Encoding in pieces.

use super::{Step, Stop};
use crate::Encoding;
use crate::Replacement;
use crate::encoding::with_encoding;
use crate::engine::{self, Conversion, ConvertPrefix};
use crate::reference::{Encode, LONGEST, Utf8};
use crate::{ErrorKind, Policy};
use core::mem::MaybeUninit;

/// Turns text that arrives in pieces, as `str`, into bytes in some [`Encoding`].
///
/// The policy is for characters that the form lacks, which only Latin-1 and ASCII do: what it puts must be in the form,
/// else it is [`Stop::NotRepresentable`] all the same. It sees the character's UTF-8 bytes and
/// [`ErrorKind::Undefined`]. [`Policy::Escape`] writes those bytes as `\xHH` and leaves backslashes alone: doubling them is
/// for the decoder before it. The [module](super) states the contract.
///
/// ```
/// use utf8kit::{Encoding, Policy, stream::{Encoder, Stop}};
///
/// let mut encoder = Encoder::new(Encoding::Latin1, Policy::Fail);
/// let mut bytes = [0; 8];
/// let step = encoder.encode("né €", &mut bytes);
/// assert_eq!(step.stop, Stop::NotRepresentable { character: '€', offset: 4 });
/// assert_eq!(&bytes[..step.written], b"n\xE9 ");
/// assert_eq!(step.read, "né €".len()); // what is reported is read
/// ```
#[derive(Debug)]
pub struct Encoder<'p> {
    form: Encoding,
    policy: Policy<'p>,
    position: u64,
    pending: Replacement,
    mended: u64,
}

impl<'p> Encoder<'p> {
    /// An encoder at the beginning of a text in `form`.
    pub const fn new(form: Encoding, policy: Policy<'p>) -> Self {
        Encoder {
            form,
            policy,
            position: 0,
            pending: Replacement::EMPTY,
            mended: 0,
        }
    }

    /// Encodes the next piece of the text. What is read ends at a character.
    pub fn encode(&mut self, text: &str, bytes: &mut [u8]) -> Step {
        if self.form == Encoding::Utf8 {
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
        with_encoding!(self.form, T => self.step::<T>(text.as_bytes(), engine::as_uninit(bytes)))
    }

    /// Ends the text: writes what a policy put and had no room for.
    pub fn finish(&mut self, bytes: &mut [u8]) -> Step {
        self.encode("", bytes)
    }

    /// How many bytes of the text are encoded, mended or reported.
    pub const fn position(&self) -> u64 {
        self.position
    }

    /// How many characters that the form lacks the policy has mended so far.
    pub const fn mended(&self) -> u64 {
        self.mended
    }

    fn step<T: Encode<Unit = u8>>(&mut self, text: &[u8], dst: &mut [MaybeUninit<u8>]) -> Step
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
                    None => unreachable!("only what can be written is put"),
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
                        Some(mended)
                            if mended
                                .chars()
                                .iter()
                                .all(|&c| T::encode(c, &mut [0; LONGEST]).is_some()) =>
                        {
                            self.pending = mended;
                            self.mended += 1;
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
