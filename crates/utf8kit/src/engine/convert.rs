//! Conversion: the kernel converts the well-formed prefix, the reference engine the rest.

use super::backoff::Backoff;
use super::marked::Marked;
use super::prefix::{assert_boundary, assert_within};
use super::{ConvertPrefix, ValidPrefix};
use crate::ErrorKind;
use crate::code_unit::before;
use crate::codec::{
    Decode, DecodeError, Encode, LONGEST, MAX_ENCODED, NOTHING, Output, Substitutes, Unit, ill_formed_in_text,
};
use crate::error::{ConvertError, ConvertErrorKind, DestinationFull, IllFormed, Lossy};
use crate::parts;
use crate::simd::dispatch::{Kernels, kernels};
use core::mem::MaybeUninit;

/// The reason why a [`Conversion`] stopped.
#[derive(Debug)]
pub enum StoppedBy {
    /// All of the source is converted.
    SourceEnd,
    /// The next character does not fit in the destination.
    DestinationFull,
    /// The source continues with an ill-formed sequence.
    IllFormed(DecodeError),
    /// The source continues with a number that the destination's encoding lacks. The second number is its length in code
    /// units of the source.
    NotRepresentable(u32, usize),
}

/// A conversion of `src` to `dst`, with its progress, between encodings with code units `A` and `B`.
#[derive(Debug)]
pub struct Conversion<'s, 'd, A, B> {
    kernels: Kernels,
    pub(crate) src: &'s [A],
    pub(crate) dst: &'d mut [MaybeUninit<B>],
    /// The number of code units of `src` that are converted or skipped.
    pub(crate) read: usize,
    /// The number of code units of `dst` that are initialized.
    pub(crate) written: usize,
    /// Whether the text ends with `src`.
    pub(crate) last: bool,
    /// Whether kernels may write the substitute of the destination's encoding for each error and continue after it.
    pub(crate) over_errors: bool,
    /// What a run may write the substitute of the destination's encoding for.
    pub(crate) substitutes: Substitutes,
    /// The number of substitutes that kernels and runs wrote.
    pub(crate) replaced: usize,
    pub(super) backoff: Backoff,
    /// Whether the last stop of [`Conversion::advance`] was an error that the reference engine found.
    is_after_error: bool,
    /// Errors found ahead.
    ahead: Option<Ahead>,
    /// The offset before which [`Conversion::advance_through`] knows that its character does not end.
    last_from: usize,
}

/// What is known of the text after an error.
#[derive(Debug)]
struct Ahead {
    marked: Marked,
    /// The offset up to which the text is well-formed.
    well_formed_to: usize,
    /// The length of the error there, or 0 if it is not known what is there.
    error_len: usize,
}

impl Ahead {
    /// Goes on to the next error.
    #[inline]
    fn move_to_next(&mut self) {
        (self.well_formed_to, self.error_len) = self.marked.next().unwrap_or((self.marked.end, 0));
    }
}

/// What became of a number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Put {
    Written,
    /// It does not fit.
    Full,
    /// The encoding lacks it.
    Lacking,
}

impl<'s, 'd, A: Unit, B: Copy + Default> Conversion<'s, 'd, A, B> {
    #[inline]
    pub(crate) fn new(kernels: Kernels, src: &'s [A], dst: &'d mut [MaybeUninit<B>]) -> Self {
        Conversion {
            kernels,
            src,
            dst,
            read: 0,
            written: 0,
            last: true,
            over_errors: false,
            substitutes: Substitutes::Nothing,
            replaced: 0,
            backoff: Backoff::new(),
            is_after_error: false,
            ahead: None,
            last_from: 0,
        }
    }

    /// Writes one number.
    #[inline]
    pub(crate) fn put<T: Encode<Unit = B>>(&mut self, target: &mut T, number: u32) -> Put {
        let mut units = [B::default(); MAX_ENCODED];
        let mut after = *target;
        let Some(len) = after.encode(number, &mut units) else {
            return Put::Lacking;
        };
        if !self.put_units(&units[..len]) {
            return Put::Full;
        }
        *target = after;
        Put::Written
    }

    /// Writes `units` as they are, all or none. Returns whether they fit in `dst`.
    #[inline]
    pub(crate) fn put_units(&mut self, units: &[B]) -> bool {
        let Some(places) = self.dst.get_mut(self.written..self.written + units.len()) else {
            return false;
        };
        for (place, unit) in places.iter_mut().zip(units) {
            place.write(*unit);
        }
        self.written += units.len();
        true
    }

    /// Writes as much of `ascii`, which is ASCII, as fits, a code unit for each byte, and returns how much that is.
    #[inline]
    pub(crate) fn put_ascii(&mut self, ascii: &[u8]) -> usize
    where
        B: From<u8>,
    {
        let places = &mut self.dst[self.written..];
        let len = ascii.len().min(places.len());
        for (place, &byte) in places.iter_mut().zip(&ascii[..len]) {
            place.write(byte.into());
        }
        self.written += len;
        len
    }

    /// Skips `len` code units of the source.
    #[inline]
    pub(crate) fn skip(&mut self, len: usize) {
        self.read += len;
    }

    /// Converts one number with the encodings themselves, and returns it, or why it stopped.
    #[inline]
    fn step<S, T>(&mut self, source: &mut S, target: &mut T) -> Result<u32, StoppedBy>
    where
        S: Decode<Unit = A>,
        T: Encode<Unit = B>,
    {
        let mut after = *source;
        match after.decode(parts::from(self.src, self.read), self.last) {
            Ok((number, len)) => {
                if !S::HAS_SHIFTS || number != NOTHING {
                    match self.put(target, number) {
                        Put::Written => {}
                        Put::Full => return Err(StoppedBy::DestinationFull),
                        Put::Lacking => {
                            *source = after;
                            return Err(StoppedBy::NotRepresentable(number, len));
                        }
                    }
                }
                *source = after;
                self.read += len;
                Ok(number)
            }
            Err(error) => {
                if self.last || error.kind != ErrorKind::UnexpectedEnd {
                    *source = after;
                }
                Err(StoppedBy::IllFormed(error))
            }
        }
    }

    /// Converts number by number, and by [`Convert::convert_run`] where that gets somewhere.
    #[doc(hidden)]
    pub fn advance_by_number<S, T>(
        &mut self,
        source: &mut S,
        target: &mut T,
        through: Option<u8>,
    ) -> Option<StoppedBy>
    where
        S: Convert<T, Unit = A>,
        T: Encode<Unit = B>,
    {
        /// The number of code units that take longer one by one than to start a run.
        const WORTHWHILE: usize = 16;

        while self.read < self.src.len() {
            // No character ends before `end` after which to stop.
            let end = match through {
                _ if !self.backoff.is_over(self.read) => self.read,
                None => self.src.len(),
                Some(last) => match source.unit_of(last) {
                    Some(unit) => self.find_unit(unit),
                    None => self.read,
                },
            };
            if self.read < end {
                let mut out = Output::with_substitutes(&mut self.dst[self.written..], self.substitutes);
                let read = source.convert_run(target, &self.src[self.read..end], &mut out);
                self.written += out.written();
                self.replaced += out.replaced();
                self.read += read;
                if self.read == self.src.len() {
                    break;
                }
                // A sequence may begin before `end` and end after it.
                if self.read + LONGEST <= end {
                    self.backoff.start_short(self.read, read, WORTHWHILE);
                }
            }
            match self.step(source, target) {
                Ok(number) if through.is_some_and(|last| number == last.into()) => return None,
                Ok(_) => {}
                Err(stop) => return Some(stop),
            }
        }
        Some(StoppedBy::SourceEnd)
    }

    /// Converts until it has to stop, and returns why. Can be called again after [`Conversion::skip`].
    #[inline]
    pub(crate) fn advance<S, T>(&mut self, source: &mut S, target: &mut T) -> StoppedBy
    where
        S: ConvertPrefix<T, Unit = A>,
        T: Encode<Unit = B>,
    {
        self.advance_to(source, target, self.src.len())
            .unwrap_or(StoppedBy::SourceEnd)
    }

    /// Converts to `end` at least, and returns why it stopped before.
    #[inline(never)]
    fn advance_to<S, T>(&mut self, source: &mut S, target: &mut T, end: usize) -> Option<StoppedBy>
    where
        S: ConvertPrefix<T, Unit = A>,
        T: Encode<Unit = B>,
    {
        if S::MARKS_ERRORS && self.is_after_error {
            self.is_after_error = false;
            // Where one error is, more are near.
            if end.saturating_sub(self.read) >= Self::MARKED_REST && !self.backoff.is_endless() {
                self.backoff.set(self.read);
                self.mark_errors(source);
                // The kernel for well-formed text is faster than to go from mark to mark.
                if self.ahead.as_ref().is_some_and(|ahead| ahead.marked.is_clean()) {
                    self.ahead = None;
                }
            }
        }
        while self.read < end {
            if self.ahead.is_some()
                && let Some(stop) = self.advance_marked(source, target, end)
            {
                return Some(stop);
            }
            if self.backoff.is_over(self.read) && self.read < end {
                let before = self.read;
                self.run_kernels(source, target, end);
                // The reference engine is faster for the few code units that the kernels leave at the end of the text.
                if !self.over_errors && end - self.read >= Self::LONG_REST && self.mark_errors(source) {
                    continue;
                }
                self.backoff.start(self.read, self.read - before);
            }
            if let Some(stop) = self.walk(source, target, self.backoff.walk_to().min(end)) {
                self.is_after_error = matches!(stop, StoppedBy::IllFormed(_));
                return Some(stop);
            }
        }
        None
    }

    /// The number of code units that no kernel leaves at the end of well-formed text.
    const LONG_REST: usize = 64;

    /// The number of code units from which on marking errors is faster than the reference engine, where there are some.
    const MARKED_REST: usize = 16;

    /// Runs the kernels as far as they go before `end`.
    #[inline]
    fn run_kernels<S, T>(&mut self, source: &mut S, target: &mut T, end: usize)
    where
        S: ConvertPrefix<T, Unit = A>,
        T: Encode<Unit = B>,
    {
        debug_assert!(
            !self.backoff.is_endless(),
            "the reference engine alone runs no kernel"
        );
        let before = self.read;
        loop {
            let src = parts::from(parts::to(self.src, end), self.read);
            let dst = parts::from_mut(self.dst, self.written);
            let over_errors = self.over_errors && source.is_strict();
            let converted = match over_errors {
                true => S::convert_over_errors(self.kernels, src, dst),
                false => convert_prefix::<S, T>(self.kernels, src, dst).into(),
            };
            debug_assert!(converted.read <= src.len() && converted.written <= dst.len());
            self.read += converted.read;
            self.written += converted.written;
            self.replaced += converted.replaced;
            if !over_errors || self.read == end {
                break;
            }
            let src = parts::from(parts::to(self.src, end), self.read);
            let dst = parts::from_mut(self.dst, self.written);
            let repaired = S::repair_prefix(self.kernels, src, dst);
            debug_assert!(repaired.read <= src.len() && repaired.written <= dst.len());
            self.read += repaired.read;
            self.written += repaired.written;
            self.replaced += repaired.replaced;
            if repaired.read == 0 {
                break;
            }
        }
        if self.read > before {
            Decode::after_run(source);
            Encode::after_run(target);
        }
    }

    /// Converts with the reference engine to `end` at least, and returns why it stopped before.
    #[inline]
    fn walk<S, T>(&mut self, source: &mut S, target: &mut T, end: usize) -> Option<StoppedBy>
    where
        S: Decode<Unit = A>,
        T: Encode<Unit = B>,
    {
        while self.read < end {
            if let Err(stop) = self.step(source, target) {
                return Some(stop);
            }
        }
        None
    }

    /// Marks the errors from here on. Returns `false` if there is no kernel for that.
    fn mark_errors<S: ValidPrefix<Unit = A>>(&mut self, source: &S) -> bool {
        let ahead = self.ahead.get_or_insert_with(|| Ahead {
            marked: Marked::new(),
            well_formed_to: 0,
            error_len: 0,
        });
        if !ahead.marked.search(self.kernels, source, self.src, self.read) {
            self.ahead = None;
            return false;
        }
        ahead.move_to_next();
        true
    }

    /// Does what [`Conversion::advance`] does as far as the errors are marked.
    fn advance_marked<S, T>(&mut self, source: &mut S, target: &mut T, limit: usize) -> Option<StoppedBy>
    where
        S: ConvertPrefix<T, Unit = A>,
        T: Encode<Unit = B>,
    {
        while let Some(ahead) = &mut self.ahead
            && self.read < limit
        {
            let (end, error_len) = (ahead.well_formed_to, ahead.error_len);
            if self.read < end {
                let end = end.min(limit);
                if end - self.read >= Self::SHORT_RUN && self.backoff.is_over(self.read) {
                    let before = self.read;
                    self.run_kernels(source, target, end);
                    if self.read < end {
                        self.backoff.start(self.read, self.read - before);
                    }
                }
                if let Some(stop) = self.walk(source, target, end) {
                    return Some(stop);
                }
            } else if self.read == end && error_len > 0 {
                let first = source.decode(parts::from(self.src, end), self.last);
                debug_assert!(first.is_err(), "the kernel marks only errors");
                if let Err(error) = first {
                    return Some(StoppedBy::IllFormed(error));
                }
                ahead.move_to_next();
            } else if error_len > 0 {
                ahead.move_to_next();
            } else if ahead.marked.is_clean() || self.read >= self.src.len() {
                self.ahead = None;
            } else {
                self.mark_errors(source);
            }
        }
        None
    }

    /// The number of code units below which the reference engine is faster than a call of a kernel.
    const SHORT_RUN: usize = 8;

    /// Converts to the end, and writes the substitute of `T` for each maximal subpart and for each number that `T` lacks.
    pub(super) fn finish_lossy<S, T>(
        &mut self,
        source: &mut S,
        target: &mut T,
    ) -> Result<Lossy, DestinationFull>
    where
        S: ConvertPrefix<T, Unit = A>,
        T: Encode<Unit = B>,
    {
        self.over_errors = true;
        loop {
            let len = match self.advance(source, target) {
                StoppedBy::SourceEnd => {
                    return Ok(Lossy {
                        written: self.written,
                        replaced: self.replaced,
                    });
                }
                StoppedBy::DestinationFull => break,
                StoppedBy::NotRepresentable(_, len) => len,
                StoppedBy::IllFormed(error) => error.len,
            };
            if self.put(target, target.substitute().into()) != Put::Written {
                break;
            }
            self.skip(len);
            self.replaced += 1;
        }
        Err(DestinationFull::new(self.read, self.written, self.replaced))
    }

    /// Returns the number of code units written if all of the source is converted, or else the error.
    #[inline]
    pub(crate) fn end<S: Decode<Unit = A>>(
        &self,
        source: &S,
        stop: StoppedBy,
    ) -> Result<usize, ConvertError> {
        let kind = match stop {
            StoppedBy::SourceEnd => return Ok(self.written),
            StoppedBy::DestinationFull => ConvertErrorKind::DestinationFull,
            StoppedBy::NotRepresentable(number, _) => ConvertErrorKind::NotRepresentable(number),
            StoppedBy::IllFormed(error) => {
                ConvertErrorKind::IllFormed(ill_formed_in_text(source, error, self.read, self.src))
            }
        };
        Err(ConvertError::new(kind, self.read, self.written))
    }

    /// Converts through the next `last`, an ASCII character. Returns `None` as soon as it is written, or else why it stopped.
    pub(crate) fn advance_through<S, T>(
        &mut self,
        source: &mut S,
        target: &mut T,
        last: u8,
    ) -> Option<StoppedBy>
    where
        S: ConvertPrefix<T, Unit = A>,
        T: Encode<Unit = B>,
    {
        debug_assert!(last.is_ascii());
        while self.read < self.src.len() {
            let to = self.find_last::<S>(last);
            // A character that starts earlier ends at that byte or before it.
            if let Some(stop) = self.advance_to(source, target, (to + 1).saturating_sub(LONGEST)) {
                return Some(stop);
            }
            while self.read < self.src.len().min(to + 1) {
                match self.step(source, target) {
                    Ok(number) if number == last.into() => return None,
                    Ok(_) => {}
                    Err(stop) => return Some(stop),
                }
            }
        }
        Some(StoppedBy::SourceEnd)
    }

    /// Returns the offset from `read` on before which no code unit is `unit`, as [`Conversion::find_last`] does.
    fn find_unit(&mut self, unit: A) -> usize {
        if self.read >= self.last_from {
            let rest = self.within_reach();
            self.last_from = self.read + before_either(rest, unit, unit);
        }
        self.last_from
    }

    /// Returns what follows, but no more than may fit in the destination: there can be a call for each few units of a
    /// destination, and each searches it.
    fn within_reach(&self) -> &[A] {
        /// The least number of code units that is searched.
        const SHORTEST: usize = 256;

        let len = LONGEST
            .saturating_mul(self.dst.len() - self.written)
            .max(SHORTEST);
        let rest = &self.src[self.read..];
        &rest[..rest.len().min(len)]
    }

    /// Returns the offset from `read` on before which no ASCII character `last` ends.
    ///
    /// It is kept for the next call, because there can be one for each error.
    fn find_last<S: ValidPrefix<Unit = A>>(&mut self, last: u8) -> usize {
        if self.read >= self.last_from {
            let rest = self.within_reach();
            // Every encoding of the character has its code unit, except the longer forms that a relative of UTF-8 can have.
            let tail = 0x80 | last & 0x3F;
            let longer_form = S::default().decode(&[(0xC0 | last >> 6).into(), tail.into()], true);
            let has_longer_forms = matches!(longer_form, Ok((number, _)) if number == last.into());
            let other = if has_longer_forms { tail } else { last };
            self.last_from = self.read + before_either(rest, last.into(), other.into());
        }
        self.last_from
    }
}

/// A pair of encodings, and what converts between them faster than number by number.
pub trait Convert<T: Encode>: Decode {
    /// Converts the beginning of `src`, as much as is well-formed and plain, and returns the number of code units read.
    /// Moves both encodings to the state after it. Reading nothing is always right.
    #[inline]
    fn convert_run(&mut self, _target: &mut T, _src: &[Self::Unit], _out: &mut Output<'_, T::Unit>) -> usize {
        0
    }

    /// Converts until it has to stop, and returns why. With `through`, an ASCII character, returns `None` as soon as that
    /// is written.
    #[doc(hidden)]
    fn advance(
        &mut self,
        target: &mut T,
        conversion: &mut Conversion<'_, '_, Self::Unit, T::Unit>,
        through: Option<u8>,
    ) -> Option<StoppedBy> {
        conversion.advance_by_number(self, target, through)
    }
}

/// The conversion of a pair of encodings of this crate, by kernels.
impl<S: ConvertPrefix<T>, T: Encode + Default> Convert<T> for S {
    #[inline]
    fn convert_run(&mut self, target: &mut T, src: &[S::Unit], out: &mut Output<'_, T::Unit>) -> usize {
        let (read, written) = convert_prefix::<S, T>(kernels(), src, out.rest());
        // SAFETY: the kernel has initialized as many units as it returns.
        unsafe { out.advance(written) };
        if read > 0 {
            Decode::after_run(self);
            Encode::after_run(target);
        }
        read
    }

    fn advance(
        &mut self,
        target: &mut T,
        conversion: &mut Conversion<'_, '_, S::Unit, T::Unit>,
        through: Option<u8>,
    ) -> Option<StoppedBy> {
        match through {
            None => Some(conversion.advance(self, target)),
            Some(last) => conversion.advance_through(self, target, last),
        }
    }
}

/// Returns the number of code units before the first that is `a` or `b`.
///
/// Compiled once for each code unit, and not for each pair of encodings.
#[inline(never)]
fn before_either<A: Unit>(units: &[A], a: A, b: A) -> usize {
    before(units, |&unit| unit == a || unit == b)
}

/// Lets a kernel convert as much of `src` as it can. Returns the number of code units read and written.
#[inline]
pub(crate) fn convert_prefix<S: ConvertPrefix<T>, T: Encode>(
    kernels: Kernels,
    src: &[S::Unit],
    dst: &mut [MaybeUninit<T::Unit>],
) -> (usize, usize) {
    let (read, written) = S::convert_prefix(kernels, src, dst);
    assert_within::<S, _>(src, read, dst, written);
    (read, written)
}

/// Converts all of `src` and returns the number of code units written.
#[inline]
pub(crate) fn convert_with<S: ConvertPrefix<T>, T: Encode + Default>(
    kernels: Kernels,
    src: &[S::Unit],
    dst: &mut [MaybeUninit<T::Unit>],
) -> Result<usize, ConvertError> {
    let (read, written) = convert_prefix::<S, T>(kernels, src, dst);
    if read == src.len() {
        return Ok(written);
    }
    S::convert_rest(kernels, src, dst, (read, written))
}

/// Converts `src`, which is well-formed and fits in `dst`, and returns the number of code units written. Of such text, a kernel leaves
/// little, which the reference engine converts alone.
///
/// A kernel that repairs text calls this. [`convert_with`] would call that kernel again, for errors that are not there.
#[inline]
pub(crate) fn convert_well_formed<S: ConvertPrefix<T>, T: Encode + Default>(
    kernels: Kernels,
    src: &[S::Unit],
    dst: &mut [MaybeUninit<T::Unit>],
) -> usize {
    let (read, written) = convert_prefix::<S, T>(kernels, src, dst);
    let mut conversion = Conversion::new(kernels, src, dst);
    (conversion.read, conversion.written) = (read, written);
    let stop = conversion.walk(&mut S::default(), &mut T::default(), src.len());
    debug_assert!(
        stop.is_none(),
        "the text is well-formed, and it fits in the destination"
    );
    conversion.written
}

/// Continues [`convert_with`] after a kernel stopped early, with `read` and `written` code units.
///
/// Outlined so that the path on which the kernel does all the work saves few registers.
#[inline]
pub(crate) fn convert_after<S: ConvertPrefix<T>, T: Encode + Default>(
    kernels: Kernels,
    src: &[S::Unit],
    dst: &mut [MaybeUninit<T::Unit>],
    (mut read, mut written): (usize, usize),
) -> Result<usize, ConvertError> {
    if S::STOPS_AT_ERRORS {
        let near = convert_to_error::<S, T>(kernels, src, dst, (&mut read, &mut written));
        if read == src.len() {
            return Ok(written);
        }
        if near {
            let error = S::error_at(parts::from(src, read));
            let error = IllFormed::of(S::default().description(), read as u64, error);
            return Err(ConvertError::new(
                ConvertErrorKind::IllFormed(error),
                read,
                written,
            ));
        }
    }
    let (mut source, mut target) = (S::default(), T::default());
    let mut conversion = Conversion::new(kernels, src, dst);
    conversion.read = read;
    conversion.written = written;
    conversion.backoff.start(read, read);
    let stop = conversion.advance(&mut source, &mut target);
    conversion.end(&source, stop)
}

/// The number of code units after the place where a kernel stopped in which its error is looked for.
const NEAR: usize = 256;

/// Converts what is well-formed before the next error, if that is near, and returns `true` if it is reached.
///
/// A kernel that converts stops before an error, a kernel that validates at it. In short text that is all that the reference engine
/// would walk, a character at a time.
#[inline]
fn convert_to_error<S: ConvertPrefix<T>, T: Encode>(
    kernels: Kernels,
    src: &[S::Unit],
    dst: &mut [MaybeUninit<T::Unit>],
    (read, written): (&mut usize, &mut usize),
) -> bool {
    let rest = parts::from(src, *read);
    let near = parts::to(rest, rest.len().min(NEAR));
    let valid = S::valid_prefix(kernels, near);
    assert_boundary::<S>(near, valid);
    if valid > 0 {
        let (more_read, more_written) =
            convert_prefix::<S, T>(kernels, parts::to(near, valid), parts::from_mut(dst, *written));
        *read += more_read;
        *written += more_written;
        if more_read < valid {
            return false;
        }
    }
    // What is cut off at the end of `near` need not be an error.
    valid < near.len() && (near.len() == rest.len() || valid + LONGEST <= near.len())
}

/// Converts all of `src`, and writes the substitute of `T` for each maximal subpart and for each character that `T`
/// cannot represent.
#[inline]
pub(crate) fn convert_lossy_with<S: ConvertPrefix<T>, T: Encode + Default>(
    kernels: Kernels,
    src: &[S::Unit],
    dst: &mut [MaybeUninit<T::Unit>],
) -> Result<Lossy, DestinationFull> {
    let (read, written) = convert_prefix::<S, T>(kernels, src, dst);
    if read == src.len() {
        return Ok(Lossy { written, replaced: 0 });
    }
    S::convert_lossy_rest(kernels, src, dst, (read, written))
}

/// Continues [`convert_lossy_with`] after a kernel stopped early, with `read` and `written` code units.
///
/// Outlined so that the path on which the kernel does all the work saves few registers.
#[inline]
pub(crate) fn convert_lossy_after<S: ConvertPrefix<T>, T: Encode + Default>(
    kernels: Kernels,
    src: &[S::Unit],
    dst: &mut [MaybeUninit<T::Unit>],
    (mut read, mut written): (usize, usize),
) -> Result<Lossy, DestinationFull> {
    /// The number of errors that are found one by one.
    const FEW: usize = 2;

    let mut replaced = 0;
    if S::STOPS_AT_ERRORS && src.len() - read <= NEAR {
        while replaced < FEW && convert_to_error::<S, T>(kernels, src, dst, (&mut read, &mut written)) {
            let mut conversion = Conversion::new(kernels, src, dst);
            conversion.written = written;
            let mut target = T::default();
            let substitute = target.substitute().into();
            if conversion.put(&mut target, substitute) != Put::Written {
                return Err(DestinationFull::new(read, written, replaced));
            }
            written = conversion.written;
            read += S::error_at(parts::from(src, read)).error_len();
            replaced += 1;
        }
        if read == src.len() {
            return Ok(Lossy { written, replaced });
        }
    }
    // Mostly it stopped at an error, and in short text it is all that is left.
    let repaired = S::repair_prefix(kernels, parts::from(src, read), parts::from_mut(dst, written));
    read += repaired.read;
    written += repaired.written;
    replaced += repaired.replaced;
    if read == src.len() {
        return Ok(Lossy { written, replaced });
    }
    let mut conversion = Conversion::new(kernels, src, dst);
    conversion.read = read;
    conversion.written = written;
    conversion.replaced = replaced;
    if repaired.read == 0 {
        conversion.backoff.start(read, read);
    }
    conversion.finish_lossy(&mut S::default(), &mut T::default())
}
