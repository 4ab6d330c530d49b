//! Encoding in pieces.

use super::{Form, Step, Stop, with_form};
use crate::engine::{self, Conversion, RunAhead};
use crate::policy::Mended;
use crate::reference::{Encode, LONGEST, Utf8};
use crate::{Kind, Policy};
use core::mem::MaybeUninit;

/// Turns text that arrives in pieces, as `str`, into octets in some [`Form`].
///
/// The policy is for characters that the form lacks, which only Latin-1 and ASCII do: what it puts must be in the form,
/// else it is [`Stop::NotRepresentable`] all the same. It sees the character's UTF-8 octets and
/// [`Kind::Undefined`]. [`Policy::Escape`] writes those octets as `\xHH` and leaves backslashes alone: doubling them is
/// for the decoder before it. The [module](super) states the contract.
///
/// ```
/// use utf8kit::{Policy, stream::{Encoder, Form, Stop}};
///
/// let mut encoder = Encoder::new(Form::Latin1, Policy::Fail);
/// let mut octets = [0; 8];
/// let step = encoder.encode("né €", &mut octets);
/// assert_eq!(step.stop, Stop::NotRepresentable { character: '€', offset: 4 });
/// assert_eq!(&octets[..step.written], b"n\xE9 ");
/// assert_eq!(step.read, "né €".len()); // what is reported is read
/// ```
#[derive(Debug)]
pub struct Encoder<'p> {
    form: Form,
    policy: Policy<'p>,
    position: u64,
    pending: Mended,
    mended: u64,
}

impl<'p> Encoder<'p> {
    /// An encoder at the beginning of a text in `form`.
    pub const fn new(form: Form, policy: Policy<'p>) -> Self {
        Encoder {
            form,
            policy,
            position: 0,
            pending: Mended::NOTHING,
            mended: 0,
        }
    }

    /// Encodes the next piece of the text. What is read ends at a character.
    pub fn encode(&mut self, text: &str, octets: &mut [u8]) -> Step {
        if self.form == Form::Utf8 {
            let mut len = text.len().min(octets.len());
            while !text.is_char_boundary(len) {
                len -= 1;
            }
            octets[..len].copy_from_slice(&text.as_bytes()[..len]);
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
        with_form!(self.form, T => self.step::<T>(text.as_bytes(), engine::as_uninit(octets)))
    }

    /// Ends the text: writes what a policy put and had no room for.
    pub fn finish(&mut self, octets: &mut [u8]) -> Step {
        self.encode("", octets)
    }

    /// How many octets of the text are encoded, mended or reported.
    pub const fn position(&self) -> u64 {
        self.position
    }

    /// How many characters that the form lacks the policy has mended so far.
    pub const fn mended(&self) -> u64 {
        self.mended
    }

    fn step<T: Encode<Unit = u8>>(&mut self, text: &[u8], dst: &mut [MaybeUninit<u8>]) -> Step
    where
        Utf8: RunAhead<T>,
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
        Utf8: RunAhead<T>,
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
                engine::Stop::SourceEnd => return Stop::InputUsed,
                engine::Stop::DestinationFull => return Stop::OutputFull,
                engine::Stop::Bad(_) => unreachable!("a str is well-formed"),
                engine::Stop::NotRepresentable(character, len) => {
                    let at = conversion.read;
                    let octets = &conversion.src[at..at + len];
                    conversion.skip(len);
                    match self.policy.mend(octets, Kind::Undefined) {
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
