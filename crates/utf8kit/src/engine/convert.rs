//! Conversion: the kernel converts the well-formed prefix, the reference engine the rest.

use super::backoff::Backoff;
use super::marked::Marked;
use super::pairs::assert_within;
use super::{ConvertPrefix, as_uninit};
use crate::ErrorKind;
use crate::code_unit::before;
use crate::dispatch::{Kernels, kernels};
use crate::error::{
    ConvertError, ConvertErrorKind, DecodeError, DestinationFull, IllFormed, Lossy, number_of,
};
use crate::reference::{Decode, Encode, LONGEST};
use core::mem::MaybeUninit;

/// The reason why a [`Conversion`] stopped.
pub(crate) enum StoppedBy {
    /// All of the source is converted.
    SourceEnd,
    /// The next character does not fit in the destination.
    DestinationFull,
    /// The source continues with an ill-formed sequence.
    IllFormed(DecodeError),
    /// The source continues with a character that the destination's encoding cannot represent. The number is its
    /// length in code units of the source.
    NotRepresentable(char, usize),
}

impl Ahead {
    /// Goes on to the next error.
    #[inline]
    fn move_to_next(&mut self) {
        (self.well_formed_to, self.error_len) = self.marked.next().unwrap_or((self.marked.end, 0));
    }
}

/// A conversion of `src` to `dst`, with its progress.
pub(crate) struct Conversion<'s, 'd, S: Decode, T: Encode> {
    kernels: Kernels,
    pub(crate) src: &'s [S::Unit],
    pub(crate) dst: &'d mut [MaybeUninit<T::Unit>],
    /// The number of code units of `src` that are converted or skipped.
    pub(crate) read: usize,
    /// The number of code units of `dst` that are initialized.
    pub(crate) written: usize,
    /// Whether kernels may write the substitute of `T` for each error and continue after it.
    pub(crate) over_errors: bool,
    /// The number of substitutes that kernels wrote.
    pub(crate) replaced: usize,
    /// The offset up to which the reference engine walks. From there on the kernel runs again; with `usize::MAX`, none runs.
    pub(super) walk_to: usize,
    backoff: Backoff,
    /// Errors found ahead.
    ahead: Option<Ahead>,
    /// The offset before which [`Conversion::advance_through`] knows that its character does not end.
    last_from: usize,
}

/// What is known of the text after an error.
struct Ahead {
    marked: Marked,
    /// The offset up to which the text is well-formed.
    well_formed_to: usize,
    /// The length of the error there, or 0 if it is not known what is there.
    error_len: usize,
}

impl<'s, 'd, S: ConvertPrefix<T>, T: Encode> Conversion<'s, 'd, S, T> {
    #[inline]
    pub(crate) fn new(src: &'s [S::Unit], dst: &'d mut [T::Unit]) -> Self {
        // SAFETY: this type and `ConvertPrefix` write initialized units only.
        Self::to_uninit(src, unsafe { as_uninit(dst) })
    }

    /// Does what [`Conversion::new`] does, for memory that need not be initialized.
    #[inline]
    pub(crate) fn to_uninit(src: &'s [S::Unit], dst: &'d mut [MaybeUninit<T::Unit>]) -> Self {
        Self::with(kernels(), src, dst)
    }

    #[inline]
    fn with(kernels: Kernels, src: &'s [S::Unit], dst: &'d mut [MaybeUninit<T::Unit>]) -> Self {
        Conversion {
            kernels,
            src,
            dst,
            read: 0,
            written: 0,
            over_errors: false,
            replaced: 0,
            walk_to: 0,
            backoff: Backoff::new(),
            ahead: None,
            last_from: 0,
        }
    }

    /// Runs the kernels as far as they go before `end`.
    #[inline]
    fn run_kernels(&mut self, end: usize) {
        debug_assert_ne!(
            self.walk_to,
            usize::MAX,
            "the reference engine alone runs no kernel"
        );
        loop {
            let (src, dst) = (&self.src[self.read..end], &mut self.dst[self.written..]);
            let (read, written) = convert_prefix::<S, T>(self.kernels, src, dst);
            self.read += read;
            self.written += written;
            if !self.over_errors {
                return;
            }
            let (src, dst) = (&self.src[self.read..end], &mut self.dst[self.written..]);
            let repaired = S::repair_prefix(self.kernels, src, dst);
            debug_assert!(repaired.read <= src.len() && repaired.written <= dst.len());
            self.read += repaired.read;
            self.written += repaired.written;
            self.replaced += repaired.replaced;
            if repaired.read == 0 {
                return;
            }
        }
    }

    /// Converts with the reference engine to `end` at least, and returns why it stopped before.
    #[inline]
    fn walk(&mut self, end: usize) -> Option<StoppedBy> {
        while self.read < end {
            match S::decode(&self.src[self.read..]) {
                Ok((c, len)) => match self.put(c) {
                    Some(true) => self.read += len,
                    Some(false) => return Some(StoppedBy::DestinationFull),
                    None => return Some(StoppedBy::NotRepresentable(c, len)),
                },
                Err(error) => return Some(StoppedBy::IllFormed(error)),
            }
        }
        None
    }

    /// Converts until it has to stop, and returns why. Can be called again after [`Conversion::skip`].
    #[inline]
    pub(crate) fn advance(&mut self) -> StoppedBy {
        self.advance_to(self.src.len()).unwrap_or(StoppedBy::SourceEnd)
    }

    /// Converts to `end` at least, and returns why it stopped before.
    #[inline(never)]
    fn advance_to(&mut self, end: usize) -> Option<StoppedBy> {
        while self.read < end {
            if self.ahead.is_some()
                && let Some(stop) = self.advance_marked(end)
            {
                return Some(stop);
            }
            if self.read >= self.walk_to && self.read < end {
                let before = self.read;
                self.run_kernels(end);
                // The reference engine is faster for the few code units that the kernels leave at the end of the text.
                if !self.over_errors && end - self.read >= Self::LONG_REST && self.mark_errors() {
                    continue;
                }
                self.walk_to = self.read + self.backoff.after(self.read - before);
            }
            if let Some(stop) = self.walk(self.walk_to.min(end)) {
                return Some(stop);
            }
        }
        None
    }

    /// The number of code units that no kernel leaves at the end of well-formed text.
    const LONG_REST: usize = 64;

    /// Marks the errors from here on. Returns `false` if there is no kernel for that.
    fn mark_errors(&mut self) -> bool {
        let ahead = self.ahead.get_or_insert_with(|| Ahead {
            marked: Marked::new(),
            well_formed_to: 0,
            error_len: 0,
        });
        if !ahead.marked.search::<S>(self.kernels, self.src, self.read) {
            self.ahead = None;
            return false;
        }
        ahead.move_to_next();
        true
    }

    /// Does what [`Conversion::advance`] does as far as the errors are marked.
    fn advance_marked(&mut self, limit: usize) -> Option<StoppedBy> {
        while let Some(ahead) = &mut self.ahead
            && self.read < limit
        {
            let (end, error_len) = (ahead.well_formed_to, ahead.error_len);
            if self.read < end {
                let end = end.min(limit);
                if end - self.read >= Self::SHORT_RUN && self.read >= self.walk_to {
                    let before = self.read;
                    self.run_kernels(end);
                    if self.read < end {
                        self.walk_to = self.read + self.backoff.after(self.read - before);
                    }
                }
                if let Some(stop) = self.walk(end) {
                    return Some(stop);
                }
            } else if self.read == end && error_len > 0 {
                match S::decode(&self.src[end..]) {
                    Err(error) => return Some(StoppedBy::IllFormed(error)),
                    Ok(_) => unreachable!("the kernel marks only errors"),
                }
            } else if error_len > 0 {
                ahead.move_to_next();
            } else if ahead.marked.is_clean() || self.read >= self.src.len() {
                self.ahead = None;
            } else {
                self.mark_errors();
            }
        }
        None
    }

    /// The number of code units below which the reference engine is faster than a call of a kernel.
    const SHORT_RUN: usize = 8;

    /// Writes one character. Returns whether it fits in `dst`, or `None` if the encoding cannot represent it.
    #[inline]
    pub(crate) fn put(&mut self, c: char) -> Option<bool> {
        let mut units = [T::Unit::default(); LONGEST];
        let len = T::encode(c, &mut units)?;
        Some(self.put_units(&units[..len]))
    }

    /// Writes `units` as they are, all or none. Returns whether they fit in `dst`.
    #[inline]
    pub(crate) fn put_units(&mut self, units: &[T::Unit]) -> bool {
        let Some(places) = self.dst.get_mut(self.written..self.written + units.len()) else {
            return false;
        };
        for (place, unit) in places.iter_mut().zip(units) {
            place.write(*unit);
        }
        self.written += units.len();
        true
    }

    /// Skips `len` code units of the source.
    #[inline]
    pub(crate) fn skip(&mut self, len: usize) {
        self.read += len;
    }

    /// Converts to the end, and writes the substitute of `T` for each maximal subpart and for each character that `T`
    /// cannot represent.
    pub(super) fn finish_lossy(&mut self) -> Result<Lossy, DestinationFull> {
        self.over_errors = true;
        loop {
            let len = match self.advance() {
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
            if self.put(T::SUBSTITUTE) != Some(true) {
                break;
            }
            self.skip(len);
            self.replaced += 1;
        }
        Err(DestinationFull::new(self.read, self.written, self.replaced))
    }

    /// Returns the number of code units written if all of the source is converted, or else the error.
    #[inline]
    pub(crate) fn end(&self, stop: StoppedBy) -> Result<usize, ConvertError> {
        let kind = match stop {
            StoppedBy::SourceEnd => return Ok(self.written),
            StoppedBy::DestinationFull => ConvertErrorKind::DestinationFull,
            StoppedBy::NotRepresentable(c, _) => ConvertErrorKind::NotRepresentable(c),
            StoppedBy::IllFormed(error) => {
                let rest = &self.src[self.read..];
                let ill_formed = IllFormed::new(S::NAME, error, self.read, rest);
                match error.kind {
                    ErrorKind::NotScalarValue => {
                        ConvertErrorKind::NotScalarValue(number_of(ill_formed.bytes()))
                    }
                    _ => ConvertErrorKind::IllFormed(ill_formed),
                }
            }
        };
        Err(ConvertError::new(kind, self.read, self.written))
    }
}

impl<S: ConvertPrefix<T, Unit = u8>, T: Encode> Conversion<'_, '_, S, T> {
    /// Converts through the next `last`, an ASCII character. Returns `None` as soon as it is written, or else why it stopped.
    pub(crate) fn advance_through(&mut self, last: char) -> Option<StoppedBy> {
        debug_assert!(last.is_ascii());
        while self.read < self.src.len() {
            let to = self.find_last(last as u8);
            // A character that starts earlier ends at that byte or before it.
            if let Some(stop) = self.advance_to((to + 1).saturating_sub(LONGEST)) {
                return Some(stop);
            }
            while self.read < self.src.len().min(to + 1) {
                let c = match S::decode(&self.src[self.read..]) {
                    Ok((c, _)) => c,
                    Err(error) => return Some(StoppedBy::IllFormed(error)),
                };
                if let Some(stop) = self.walk(self.read + 1) {
                    return Some(stop);
                }
                if c == last {
                    return None;
                }
            }
        }
        Some(StoppedBy::SourceEnd)
    }

    /// Returns the offset from `read` on before which no ASCII character `last` ends.
    ///
    /// It is kept for the next call, because there can be one for each error. What follows so far ahead that it does not fit
    /// in the destination is not searched, because there can be a call for each few units of a destination.
    fn find_last(&mut self, last: u8) -> usize {
        /// The least number of bytes that is searched.
        const SHORTEST: usize = 256;

        if self.read >= self.last_from {
            let len = LONGEST
                .saturating_mul(self.dst.len() - self.written)
                .max(SHORTEST);
            let rest = &self.src[self.read..];
            let rest = &rest[..rest.len().min(len)];
            // Every encoding of the character has its byte, except the longer forms that a dialect can have.
            let tail = 0x80 | last & 0x3F;
            let has_longer_forms =
                matches!(S::decode(&[0xC0 | last >> 6, tail]), Ok((c, _)) if c == char::from(last));
            let other = if has_longer_forms { tail } else { last };
            self.last_from = self.read + before_either(rest, last, other);
        }
        self.last_from
    }
}

/// Returns the number of bytes before the first that is `a` or `b`.
///
/// Compiled once, and not for each pair of encodings.
#[inline(never)]
fn before_either(bytes: &[u8], a: u8, b: u8) -> usize {
    before(bytes, |&byte| byte == a || byte == b)
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
pub(crate) fn convert<S: ConvertPrefix<T>, T: Encode>(
    src: &[S::Unit],
    dst: &mut [T::Unit],
) -> Result<usize, ConvertError> {
    // SAFETY: conversions write initialized units only.
    convert_with::<S, T>(kernels(), src, unsafe { as_uninit(dst) })
}

/// Does what [`convert`] does, with the given kernels.
#[inline]
pub(crate) fn convert_with<S: ConvertPrefix<T>, T: Encode>(
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

/// Continues [`convert_with`] after a kernel stopped early, with `read` and `written` code units.
///
/// Outlined so that the path on which the kernel does all the work saves few registers.
#[inline]
pub(crate) fn convert_after<S: ConvertPrefix<T>, T: Encode>(
    kernels: Kernels,
    src: &[S::Unit],
    dst: &mut [MaybeUninit<T::Unit>],
    (read, written): (usize, usize),
) -> Result<usize, ConvertError> {
    let mut conversion = Conversion::<S, T>::with(kernels, src, dst);
    conversion.read = read;
    conversion.written = written;
    conversion.walk_to = read + conversion.backoff.after(read);
    let stop = conversion.advance();
    conversion.end(stop)
}

/// Converts all of `src`, and writes the substitute of `T` for each maximal subpart and for each character that `T`
/// cannot represent.
#[inline]
pub(crate) fn convert_lossy_with<S: ConvertPrefix<T>, T: Encode>(
    kernels: Kernels,
    src: &[S::Unit],
    dst: &mut [MaybeUninit<T::Unit>],
) -> Result<Lossy, DestinationFull> {
    Conversion::<S, T>::with(kernels, src, dst).finish_lossy()
}
