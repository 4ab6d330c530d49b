//! [`Stream`]: what all streams share.

use super::carry::{Carry, Head, is_incomplete};
use super::{Step, Stop};
use crate::codec::{Convert, Decode, DecodeError, Encode, MAX_ENCODED, NOTHING, Output, Substitutes, Unit};
use crate::destination::Destination;
use crate::engine::{Conversion, Put, StoppedBy, step_to};
use crate::error::IllFormed;
use crate::signature::Signature;
use crate::simd::dispatch::kernels;
use crate::{ErrorKind, Policy, Replacement};
use core::mem::MaybeUninit;

/// A text on its way from one encoding to another, in pieces.
///
/// It keeps an incomplete sequence at the end of a piece, applies the policy, and counts. Both encodings are passed to each
/// call, with their state; see [`codec`](crate::codec), which has an example. A [`Decoder`](super::Decoder) and an
/// [`Encoder`](super::Encoder) are a stream with an encoding that is chosen at run time. The [module](super) states the
/// contract.
#[derive(Clone, Debug)]
pub struct Stream<'p> {
    policy: Policy<'p>,
    role: Role,
    pub(super) carry: Carry,
    /// The part of the last replacement that is not yet written.
    pending: Replacement<'p>,
    /// Where the last replacement of a text that is not in pieces begins, and how often it counts as one.
    pending_from: Place,
    replaced: u64,
}

/// How far a text is converted, with no part of a replacement written.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    /// Code units of the source.
    pub(crate) read: u64,
    /// Code units of the destination of the last call.
    pub(crate) written: usize,
    pub(crate) replaced: u64,
}

/// What the policy is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Role {
    /// The source is in question. The policy is given its bytes, and [`Policy::Escape`] doubles backslashes.
    Decode,
    /// The source is text, and the destination may lack some of it. The policy is given the bytes of a number as
    /// [`Policy::replacement_of_number`] says, and a replacement takes whole characters.
    Encode,
    /// Both: the source is in question, and the destination may lack some of it.
    Convert,
}

impl<'p> Stream<'p> {
    /// Returns a stream that decodes a text from its beginning.
    pub const fn decoder(policy: Policy<'p>) -> Self {
        Self::new(policy, Role::Decode)
    }

    /// Returns a stream that encodes a text from its beginning.
    pub const fn encoder(policy: Policy<'p>) -> Self {
        Self::new(policy, Role::Encode)
    }

    /// Returns a stream that converts a text in one encoding to another from its beginning.
    pub const fn converter(policy: Policy<'p>) -> Self {
        Self::new(policy, Role::Convert)
    }

    const fn new(policy: Policy<'p>, role: Role) -> Self {
        Stream {
            policy,
            role,
            carry: Carry::new(),
            pending: Replacement::EMPTY,
            pending_from: Place {
                read: 0,
                written: 0,
                replaced: 0,
            },
            replaced: 0,
        }
    }

    /// Returns the stream at a place of the text, up to which it is converted.
    pub(crate) const fn at(mut self, place: Place) -> Self {
        self.carry.position = place.read;
        self.replaced = place.replaced;
        self
    }

    /// Returns the stream to the beginning of a new text. The policy stays the same. The encodings begin anew, too.
    pub fn reset(&mut self) {
        *self = Self::new(self.policy, self.role);
    }

    /// Returns the policy.
    pub const fn policy(&self) -> &Policy<'p> {
        &self.policy
    }

    /// Returns the offset, in code units of the source, of the first one that is not yet converted, replaced or reported.
    pub const fn position(&self) -> u64 {
        self.carry.position
    }

    /// Returns the number of sequences replaced so far.
    pub const fn replaced(&self) -> u64 {
        self.replaced
    }

    /// Returns the bytes that are read and not yet converted. The source is in bytes.
    pub fn held(&self) -> &[u8] {
        self.carry.bytes()
    }

    /// Returns the part of the last replacement that did not fit in the destination. The next call writes it.
    pub fn pending(&self) -> &str {
        self.pending.as_str()
    }

    /// Returns how far a text that is not in pieces is converted, if the last call stopped in a replacement.
    pub(crate) fn before_pending(&self) -> Option<Place> {
        (!self.pending.is_written()).then_some(Place {
            replaced: self.replaced - self.pending_from.replaced,
            ..self.pending_from
        })
    }

    /// Returns `true` if nothing is kept inside: the next output is of the next code unit of the source.
    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.carry.is_empty() && self.pending.is_written()
    }

    /// Returns `true` if each backslash of the source is written twice.
    #[inline]
    pub(super) fn doubles_backslashes(&self) -> bool {
        self.role != Role::Encode && self.policy.doubles_backslashes()
    }

    /// Reads the signature of a text in bytes, before its first step. `accepts` says which signatures are one. `last` states that
    /// the text ends with `bytes`.
    ///
    /// Returns the number of bytes read, and the signature that the text begins with, if there is one. `remove` decides whether it
    /// is text all the same. The bytes that are no signature are kept for the first step.
    ///
    /// # Errors
    ///
    /// Returns the number of bytes read if more bytes are needed to decide.
    pub fn read_signature(
        &mut self,
        bytes: &[u8],
        last: bool,
        remove: bool,
        accepts: impl Fn(Signature) -> bool,
    ) -> Result<(usize, Option<Signature>), usize> {
        let (read, found) = self.carry.read_signature(bytes, last, accepts)?;
        if remove && let Some(signature) = found {
            self.carry.drop_front::<u8>(signature.len());
        }
        Ok((read, found))
    }

    /// Converts the next piece of the text, `src`. `last` states that the text ends with it. Once a call with `last` stops with
    /// [`Stop::InputUsed`], all is written; until then, call it again with what it has not read.
    #[inline]
    pub fn step<S: Convert<T>, T: Encode, D: Destination<T::Unit>>(
        &mut self,
        source: &mut S,
        target: &mut T,
        src: &[S::Unit],
        dst: D,
        last: bool,
    ) -> Step<D::Written> {
        step_to(src, dst, |src, dst| {
            self.step_uninit(source, target, src, dst, last)
        })
    }

    /// Does what [`step`](Self::step) does, for memory that need not be initialized.
    pub(crate) fn step_uninit<S: Convert<T>, T: Encode>(
        &mut self,
        source: &mut S,
        target: &mut T,
        src: &[S::Unit],
        dst: &mut [MaybeUninit<T::Unit>],
        last: bool,
    ) -> Step {
        let mut done = (0, 0);
        if src.is_empty() && self.is_empty() {
            let mut after = *target;
            if !last || after.end(&mut [T::Unit::default(); MAX_ENCODED]) == 0 {
                // Nothing is left, and nothing ends the text.
                *target = after;
                return Step {
                    read: 0,
                    written: 0,
                    stop: Stop::InputUsed,
                };
            }
        }
        if !src.is_empty()
            && self.pending.is_written()
            && !self.doubles_backslashes()
            && (self.carry.is_empty() || self.convert_kept(source, target, src, dst, &mut done))
        {
            // In most pieces, a kernel converts everything except an incomplete character at the end. Then there is nothing to
            // prepare.
            let (mut read, mut written) = done;
            let mut out = Output::with_substitutes(&mut dst[written..], self.substitutes(target));
            let ahead = source.convert_run(target, &src[read..], &mut out);
            written += out.written();
            self.replaced += out.replaced() as u64;
            read += ahead;
            self.carry.position += ahead as u64;
            let rest = &src[read..];
            if !last && (rest.is_empty() || is_incomplete(source, rest)) {
                if !rest.is_empty() {
                    self.carry.keep_last(src, rest.len());
                }
                return Step {
                    read: src.len(),
                    written,
                    stop: Stop::InputUsed,
                };
            }
            done = (read, written);
        }
        self.convert_rest(source, target, src, dst, done, last)
    }

    /// Converts the character that was cut at the end of the last piece, and counts what it reads of `src` and writes. Returns
    /// `false`, and does nothing, if that is not all that is kept, or if it does not fit.
    fn convert_kept<S: Decode, T: Encode>(
        &mut self,
        source: &mut S,
        target: &mut T,
        src: &[S::Unit],
        dst: &mut [MaybeUninit<T::Unit>],
        (read, written): &mut (usize, usize),
    ) -> bool {
        let before = (*source, self.carry);
        if let Head::Number(number, len) = self.carry.complete(source, src, read, false)
            && len == self.carry.len()
            && (!S::HAS_SHIFTS || number != NOTHING)
        {
            let mut units = [T::Unit::default(); MAX_ENCODED];
            let mut after = *target;
            if let Some(count) = after.encode(number, &mut units)
                && let Some(places) = dst.get_mut(..count)
            {
                for (place, unit) in places.iter_mut().zip(units) {
                    place.write(unit);
                }
                *target = after;
                *written = count;
                self.carry.drop_front::<S::Unit>(len);
                return true;
            }
        }
        (*source, self.carry) = before;
        *read = 0;
        false
    }

    /// Continues after `read` code units, for which `written` are written.
    #[inline(never)]
    fn convert_rest<S: Convert<T>, T: Encode>(
        &mut self,
        source: &mut S,
        target: &mut T,
        src: &[S::Unit],
        dst: &mut [MaybeUninit<T::Unit>],
        (read, written): (usize, usize),
        last: bool,
    ) -> Step {
        let mut conversion = Conversion::new(kernels(), src, dst);
        (conversion.read, conversion.written, conversion.last) = (read, written, last);
        conversion.substitutes = self.substitutes(target);
        conversion.over_errors = conversion.substitutes == Substitutes::All;
        let stop = self.run(source, target, &mut conversion);
        self.replaced += conversion.replaced as u64;
        Step {
            read: conversion.read,
            written: conversion.written,
            stop,
        }
    }

    /// Returns what the policy replaces by the substitute of the destination's encoding.
    #[inline]
    fn substitutes<T: Encode>(&self, target: &T) -> Substitutes {
        match self.policy {
            Policy::Replace(c) if c == target.substitute() => match self.role {
                Role::Encode => Substitutes::Lacking,
                Role::Decode | Role::Convert => Substitutes::All,
            },
            _ => Substitutes::Nothing,
        }
    }

    fn run<S: Convert<T>, T: Encode>(
        &mut self,
        source: &mut S,
        target: &mut T,
        conversion: &mut Conversion<'_, '_, S::Unit, T::Unit>,
    ) -> Stop {
        let last = conversion.last;
        let by_substitute = conversion.substitutes != Substitutes::Nothing;
        loop {
            if !self.pending.is_written() && !self.write_pending(target, conversion) {
                return Stop::OutputFull;
            }
            if !self.carry.is_empty() {
                match self.run_kept(source, target, conversion) {
                    Ok(true) => continue,
                    Ok(false) => {}
                    Err(stop) => return stop,
                }
            }
            let before = conversion.read;
            let through = self.doubles_backslashes().then_some(b'\\');
            let stop = source.advance(target, conversion, through);
            self.carry.position += (conversion.read - before) as u64;
            match stop {
                None => {
                    self.double_backslash(conversion.written);
                    // The first of the two is written, and its code units are read.
                    let text = &conversion.src[..conversion.read];
                    self.pending_from.read -= last_len(*source, text) as u64;
                    self.pending_from.written -= encoded_len(*target, '\\');
                }
                Some(StoppedBy::SourceEnd) => {
                    let is_ended = !last || write_end(target, conversion);
                    return if is_ended {
                        Stop::InputUsed
                    } else {
                        Stop::OutputFull
                    };
                }
                Some(StoppedBy::DestinationFull) => return Stop::OutputFull,
                Some(StoppedBy::NotRepresentable(number, len)) => {
                    if by_substitute && self.put_substitute(target, conversion, len) {
                        continue;
                    }
                    let rest = &conversion.src[conversion.read..];
                    let written = conversion.written;
                    let replaced = self.lack(source, target, number, rest, len, written);
                    self.skip(source, conversion, len, &replaced);
                    if let Err(stop) = replaced {
                        return stop;
                    }
                }
                Some(StoppedBy::IllFormed(error)) => {
                    let rest = &conversion.src[conversion.read..];
                    if error.kind == ErrorKind::UnexpectedEnd && !last {
                        let len = rest.len();
                        self.carry.keep_last(conversion.src, len);
                        conversion.skip(len);
                        return Stop::InputUsed;
                    }
                    if conversion.over_errors
                        && !error.continues
                        && self.put_substitute(target, conversion, error.len)
                    {
                        continue;
                    }
                    let replaced = self.replace(source, target, rest, error, conversion.written);
                    self.skip(source, conversion, error.len, &replaced);
                    if let Err(stop) = replaced {
                        return stop;
                    }
                }
            }
        }
    }

    /// Replaces `len` code units of the source by the substitute of the destination's encoding, if it fits: the usual replacement
    /// takes the sequence, no more and no less, and the destination has it.
    #[inline]
    fn put_substitute<A: Unit, T: Encode>(
        &mut self,
        target: &mut T,
        conversion: &mut Conversion<'_, '_, A, T::Unit>,
        len: usize,
    ) -> bool {
        let is_written = conversion.put(target, target.substitute().into()) == Put::Written;
        if is_written {
            self.replaced += 1;
            conversion.skip(len);
            self.carry.position += len as u64;
        }
        is_written
    }

    /// Skips `len` code units of the source that are replaced, or reported, and what else the replacement takes.
    fn skip<S: Decode, B>(
        &mut self,
        source: &mut S,
        conversion: &mut Conversion<'_, '_, S::Unit, B>,
        len: usize,
        replaced: &Result<usize, Stop>,
    ) {
        let taken = *replaced.as_ref().unwrap_or(&len);
        let here = taken.min(len);
        if taken > len {
            // What follows is not next to the sequence.
            source.after_run();
        }
        conversion.read += here;
        self.carry.position += here as u64;
        self.carry.skip::<S::Unit>(taken - here);
    }

    /// Skips what a replacement takes, and converts the sequence at the beginning of the kept code units, with those of the source
    /// that complete it. Returns `false` if none are kept, and else whether to go on, or why to stop.
    #[inline(never)]
    fn run_kept<S: Convert<T>, T: Encode>(
        &mut self,
        source: &mut S,
        target: &mut T,
        conversion: &mut Conversion<'_, '_, S::Unit, T::Unit>,
    ) -> Result<bool, Stop> {
        let before = (*source, self.carry, conversion.read);
        let head = (self.carry).complete(source, conversion.src, &mut conversion.read, conversion.last);
        let (replaced, len) = match head {
            Head::Empty => {
                if self.role == Role::Encode {
                    // A replacement takes whole characters.
                    while !S::is_boundary(conversion.src, conversion.read) {
                        conversion.read += 1;
                        self.carry.position += 1;
                    }
                }
                return Ok(false);
            }
            Head::Unfinished => return Err(Stop::InputUsed),
            Head::Number(NOTHING, len) if S::HAS_SHIFTS => {
                self.carry.drop_front::<S::Unit>(len);
                return Ok(true);
            }
            Head::Number(number, len) => match conversion.put(target, number) {
                Put::Written => {
                    self.carry.drop_front::<S::Unit>(len);
                    if number == u32::from('\\') && self.doubles_backslashes() {
                        self.double_backslash(conversion.written);
                    }
                    return Ok(true);
                }
                Put::Full => {
                    (*source, self.carry, conversion.read) = before;
                    return Err(Stop::OutputFull);
                }
                Put::Lacking => {
                    let text = self.carry;
                    (
                        self.lack(source, target, number, text.units(), len, conversion.written),
                        len,
                    )
                }
            },
            Head::IllFormed(error) => {
                let text = self.carry.with_next(&conversion.src[conversion.read..]);
                (
                    self.replace(source, target, text.units(), error, conversion.written),
                    error.len,
                )
            }
        };
        match replaced {
            Ok(taken) => {
                if taken > len {
                    source.after_run();
                }
                self.carry.skip::<S::Unit>(taken);
                Ok(true)
            }
            Err(stop) => {
                self.carry.drop_front::<S::Unit>(len);
                Err(stop)
            }
        }
    }

    /// Writes as much of the pending replacement as fits. Returns `true` if all of it is written.
    #[inline(never)]
    fn write_pending<A: Unit, T: Encode>(
        &mut self,
        target: &mut T,
        conversion: &mut Conversion<'_, '_, A, T::Unit>,
    ) -> bool {
        if let Some(ascii) = self.pending.ascii()
            && target.writes_ascii()
        {
            let len = conversion.put_ascii(ascii);
            self.pending.advance(len);
            target.after_run();
            return self.pending.is_written();
        }
        self.pending.write(|c| match conversion.put(target, c.into()) {
            Put::Written => true,
            Put::Full => false,
            Put::Lacking => unreachable!("every character of a replacement is representable"),
        })
    }

    /// Replaces the error that `text`, which is the next to process, begins with, as the policy says. Returns the number of
    /// code units that the replacement takes, or why to stop if the policy has none.
    fn replace<S: Decode, T: Encode>(
        &mut self,
        source: &S,
        target: &T,
        text: &[S::Unit],
        error: DecodeError,
        written: usize,
    ) -> Result<usize, Stop> {
        let ill_formed = IllFormed::at_offset(source.description(), self.carry.position, error, text);
        if error.continues {
            self.pending = self.policy.replacement_of_rest(ill_formed.bytes(), error.kind);
            return Ok(error.len);
        }
        let replacement = self.policy.replacement(ill_formed.bytes(), error.kind);
        match self.represented(target, replacement) {
            Some(replacement) => Ok(self.set_pending(replacement, written).taken(error.len)),
            None => Err(Stop::IllFormed(ill_formed)),
        }
    }

    /// Replaces `number`, which the destination lacks, and with whose `len` code units `text` begins, as the policy says. Returns
    /// the number of code units that the replacement takes, or why to stop if the policy has none that the destination can
    /// represent.
    fn lack<S: Decode, T: Encode>(
        &mut self,
        source: &S,
        target: &T,
        number: u32,
        text: &[S::Unit],
        len: usize,
        written: usize,
    ) -> Result<usize, Stop> {
        let offset = self.carry.position;
        let kind = source.lacking(number);
        let error = DecodeError::new(kind.unwrap_or(ErrorKind::Undefined), len);
        let sequence = IllFormed::at_offset(source.description(), offset, error, text);
        let replacement = match self.role {
            Role::Decode => self.policy.replacement(sequence.bytes(), error.kind),
            Role::Encode | Role::Convert if kind.is_some() => {
                self.policy.replacement_of_surrogate(number as u16)
            }
            Role::Encode | Role::Convert => self.policy.replacement_of_number(number),
        };
        match self.represented(target, replacement) {
            Some(replacement) => {
                let taken = self.set_pending(replacement, written).taken(len);
                Ok(match self.role {
                    Role::Decode | Role::Convert => taken,
                    Role::Encode => taken.max(len),
                })
            }
            _ if kind.is_some() => Err(Stop::IllFormed(sequence)),
            _ => Err(Stop::NotRepresentable { number, offset }),
        }
    }

    /// Sets that a backslash, which is written, is written again.
    fn double_backslash(&mut self, written: usize) {
        self.pending = Replacement::char('\\');
        self.pending_from = Place {
            read: self.carry.position,
            written,
            replaced: 0,
        };
    }

    /// Sets what to write next, after `written` code units.
    fn set_pending(&mut self, replacement: Replacement<'p>, written: usize) -> &Replacement<'p> {
        self.pending_from = Place {
            read: self.carry.position,
            written,
            replaced: 1,
        };
        self.replaced += 1;
        self.pending = replacement;
        &self.pending
    }

    /// Returns `replacement`, or what stands for it in the destination's encoding, or `None` if that cannot represent it.
    fn represented<T: Encode>(
        &self,
        target: &T,
        replacement: Option<Replacement<'p>>,
    ) -> Option<Replacement<'p>> {
        let replacement = replacement?;
        let is_represented = |c: char| {
            let mut target = *target;
            (target.encode(c.into(), &mut [T::Unit::default(); MAX_ENCODED])).is_some()
        };
        let is_substitute = || matches!(self.policy, Policy::Replace(c) if c == target.substitute());
        let is_ascii = || target.writes_ascii() && replacement.ascii().is_some();
        if is_substitute() || is_ascii() || replacement.as_str().chars().all(is_represented) {
            return Some(replacement);
        }
        match self.policy {
            Policy::Replace(_) => Some(Replacement::char(target.substitute())),
            _ => None,
        }
    }
}

/// Returns the number of code units of the last character of `text`, which is well-formed there.
fn last_len<S: Decode>(source: S, text: &[S::Unit]) -> usize {
    let is_character = |&len: &usize| {
        let mut source = source;
        matches!(source.decode(&text[text.len() - len..], true), Ok((_, read)) if read == len)
    };
    (1..=text.len()).find(is_character).unwrap_or(0)
}

/// Returns the number of code units of `c`.
fn encoded_len<T: Encode>(mut target: T, c: char) -> usize {
    (target.encode(c.into(), &mut [T::Unit::default(); MAX_ENCODED])).unwrap_or(0)
}

/// Writes what ends the text. Returns whether it fits.
fn write_end<A: Unit, T: Encode>(target: &mut T, conversion: &mut Conversion<'_, '_, A, T::Unit>) -> bool {
    let mut units = [T::Unit::default(); MAX_ENCODED];
    let mut after = *target;
    let len = after.end(&mut units);
    let fits = conversion.put_units(&units[..len]);
    if fits {
        *target = after;
    }
    fits
}
