//! Decoding in pieces.

use super::carry::{Carry, Head};
use super::{Form, IllFormedAt, Step, Stop, with_form};
use crate::dialect::{Context, Dialect};
use crate::engine::{self, Conversion, RunAhead};
use crate::policy::Mended;
use crate::reference::{Encode, Utf8, Utf16};
use crate::{Kind, Policy};
use core::mem::MaybeUninit;

/// Turns octets in some [`Form`] that arrive in pieces into UTF-8 or UTF-16.
///
/// A text is decoded to one of the two: calls for UTF-8 and for UTF-16 are not mixed. A signature at the beginning is
/// text to a decoder; see [`signature`](crate::signature). The [module](super) states the contract.
///
/// ```
/// use utf8kit::{Endian, Policy, stream::{Decoder, Form, Stop}};
///
/// let mut decoder = Decoder::new(Form::Utf16(Endian::Big), Policy::Fail);
/// let mut text = [0; 8];
/// let step = decoder.to_utf8(b"\xD8\x4C\xDF\xB4", &mut text);
/// assert_eq!((step.read, step.written, step.stop), (4, 4, Stop::InputUsed));
/// assert_eq!(&text[..4], "\u{233B4}".as_bytes());
/// ```
#[derive(Debug)]
pub struct Decoder<'p> {
    form: Form,
    policy: Policy<'p>,
    carry: Carry,
    /// What the policy put in the place of a bad sequence and has not been written yet.
    pending: Mended,
    mended: u64,
    context: Context,
}

impl<'p> Decoder<'p> {
    /// A decoder at the beginning of a text in `form`.
    pub const fn new(form: Form, policy: Policy<'p>) -> Self {
        Decoder {
            form,
            policy,
            carry: Carry::new(),
            pending: Mended::NOTHING,
            mended: 0,
            context: Context::NONE,
        }
    }

    /// Decodes the next `octets` of the text to UTF-8.
    pub fn to_utf8(&mut self, octets: &[u8], text: &mut [u8]) -> Step {
        with_form!(self.form, S => self.step::<S, Utf8>(octets, engine::as_uninit(text), false))
    }

    /// Ends the text that was decoded to UTF-8.
    pub fn finish_utf8(&mut self, text: &mut [u8]) -> Step {
        with_form!(self.form, S => self.step::<S, Utf8>(&[], engine::as_uninit(text), true))
    }

    /// Decodes the next `octets` of the text to UTF-16 in the machine's order.
    pub fn to_utf16(&mut self, octets: &[u8], text: &mut [u16]) -> Step {
        with_form!(self.form, S => self.step::<S, Utf16>(octets, engine::as_uninit(text), false))
    }

    /// Ends the text that was decoded to UTF-16.
    pub fn finish_utf16(&mut self, text: &mut [u16]) -> Step {
        with_form!(self.form, S => self.step::<S, Utf16>(&[], engine::as_uninit(text), true))
    }

    /// The offset of the first octet of the text that is neither decoded nor mended nor reported: octets.
    pub const fn position(&self) -> u64 {
        self.carry.position
    }

    /// How many ill-formed sequences the policy has mended so far.
    pub const fn mended(&self) -> u64 {
        self.mended
    }

    fn step<S, T>(&mut self, src: &[u8], dst: &mut [MaybeUninit<T::Unit>], last: bool) -> Step
    where
        S: RunAhead<T, Unit = u8>,
        T: Encode,
    {
        let mut conversion = Conversion::<S, T>::new(src, dst);
        conversion.over_errors = matches!(self.policy, Policy::Replace(c) if c == T::SUBSTITUTE);
        let stop = self.run(&mut conversion, last);
        self.mended += conversion.replaced as u64;
        Step {
            read: conversion.read,
            written: conversion.written,
            stop,
        }
    }

    fn run<S, T>(&mut self, conversion: &mut Conversion<'_, '_, S, T>, last: bool) -> Stop
    where
        S: RunAhead<T, Unit = u8>,
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
                        self.pending = Mended::one(c);
                    }
                    continue;
                }
                Head::Bad(bad) => {
                    let mut octets = [0; super::carry::MAX];
                    octets[..bad.len].copy_from_slice(&self.carry.octets()[..bad.len]);
                    let position = self.carry.position;
                    self.carry.drop_front(bad.len);
                    match self.mend(position, &octets[..bad.len], bad.kind) {
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
                None => self.pending = Mended::one('\\'),
                Some(engine::Stop::SourceEnd) => return Stop::InputUsed,
                Some(engine::Stop::DestinationFull) => return Stop::OutputFull,
                Some(engine::Stop::NotRepresentable(..)) => {
                    unreachable!("UTF-8 and UTF-16 have every character")
                }
                Some(engine::Stop::Bad(bad)) => {
                    let rest = &conversion.src[conversion.read..];
                    if bad.kind == Kind::UnexpectedEnd && !last {
                        self.carry.keep(rest);
                        conversion.skip(rest.len());
                        return Stop::InputUsed;
                    }
                    conversion.skip(bad.len);
                    let position = self.carry.position;
                    self.carry.position += bad.len as u64;
                    if let Some(stop) = self.mend(position, &rest[..bad.len], bad.kind) {
                        return stop;
                    }
                }
            }
        }
    }

    /// Asks the policy what to put in the place of the bad `octets`, which are done with.
    fn mend(&mut self, position: u64, octets: &[u8], kind: Kind) -> Option<Stop> {
        if self.joins_runs() && self.context.in_run(kind, position) {
            self.pending = self.policy.mend_more(octets, kind);
            return None;
        }
        match self.policy.mend(octets, kind) {
            Some(mended) => {
                self.pending = mended;
                self.mended += 1;
                None
            }
            None => Some(Stop::IllFormed(IllFormedAt::new(position, octets, kind))),
        }
    }

    /// Is a run of surplus continuing octets one malformed sequence (R.7)?
    const fn joins_runs(&self) -> bool {
        matches!(self.form, Form::Dialect(Dialect::AnnexR | Dialect::AnnexR5))
    }
}
