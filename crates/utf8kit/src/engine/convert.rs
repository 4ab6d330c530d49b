//! Conversion: the kernel converts the well-formed prefix, the reference engine the rest.

use super::backoff::Backoff;
use super::pairs::assert_within;
use super::{ConvertPrefix, as_uninit};
use crate::dispatch::{Kernels, kernels};
use crate::error::{ConvertError, ConvertErrorKind, DecodeError, DestinationFull, IllFormed, Lossy};
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

/// A conversion of `src` to `dst`, with its progress.
pub(crate) struct Conversion<'s, 'd, S: Decode, T: Encode> {
    kernels: &'static Kernels,
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
    /// The offset up to which the reference engine walks. From there on the kernel runs again.
    pub(super) walk_to: usize,
    backoff: Backoff,
}

impl<'s, 'd, S: ConvertPrefix<T>, T: Encode> Conversion<'s, 'd, S, T> {
    #[inline]
    pub(crate) fn new(src: &'s [S::Unit], dst: &'d mut [T::Unit]) -> Self {
        // SAFETY: this type and `ConvertPrefix` write initialized units only.
        Self::with(kernels(), src, unsafe { as_uninit(dst) })
    }

    #[inline]
    pub(super) fn with(
        kernels: &'static Kernels,
        src: &'s [S::Unit],
        dst: &'d mut [MaybeUninit<T::Unit>],
    ) -> Self {
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
        }
    }

    /// Runs the kernels as far as they go.
    #[inline]
    fn run_kernels(&mut self) {
        loop {
            let (src, dst) = (&self.src[self.read..], &mut self.dst[self.written..]);
            let (read, written) = S::convert_prefix(self.kernels, src, dst);
            assert_within::<S, _>(src, read, dst, written);
            self.read += read;
            self.written += written;
            if !self.over_errors {
                return;
            }
            let (src, dst) = (&self.src[self.read..], &mut self.dst[self.written..]);
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

    /// Converts until it has to stop, and returns why. Can be called again after [`Conversion::skip`].
    #[inline(never)]
    pub(crate) fn advance(&mut self) -> StoppedBy {
        loop {
            if self.read >= self.walk_to {
                let before = self.read;
                self.run_kernels();
                self.walk_to = self.read + self.backoff.after(self.read - before);
            }
            let walk_to = self.walk_to.min(self.src.len());
            while self.read < walk_to {
                match S::decode(&self.src[self.read..]) {
                    Ok((c, len)) => match self.put(c) {
                        Some(true) => self.read += len,
                        Some(false) => return StoppedBy::DestinationFull,
                        None => return StoppedBy::NotRepresentable(c, len),
                    },
                    Err(error) => return StoppedBy::IllFormed(error),
                }
            }
            if self.read >= self.src.len() {
                return StoppedBy::SourceEnd;
            }
        }
    }

    /// Converts with the reference engine alone. Returns `None` as soon as `last` is written, or else why it stopped.
    pub(crate) fn advance_through(&mut self, last: char) -> Option<StoppedBy> {
        while self.read < self.src.len() {
            match S::decode(&self.src[self.read..]) {
                Ok((c, len)) => match self.put(c) {
                    Some(true) => {
                        self.read += len;
                        if c == last {
                            return None;
                        }
                    }
                    Some(false) => return Some(StoppedBy::DestinationFull),
                    None => return Some(StoppedBy::NotRepresentable(c, len)),
                },
                Err(error) => return Some(StoppedBy::IllFormed(error)),
            }
        }
        Some(StoppedBy::SourceEnd)
    }

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
    pub(super) fn finish_lossy(mut self) -> Result<Lossy, DestinationFull> {
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
        Err(DestinationFull::new(self.read, self.written))
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
                ConvertErrorKind::IllFormed(IllFormed::new(S::NAME, error, self.read, rest))
            }
        };
        Err(ConvertError::new(kind, self.read, self.written))
    }
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
    kernels: &'static Kernels,
    src: &[S::Unit],
    dst: &mut [MaybeUninit<T::Unit>],
) -> Result<usize, ConvertError> {
    let (read, written) = S::convert_prefix(kernels, src, dst);
    assert_within::<S, _>(src, read, dst, written);
    if read == src.len() {
        return Ok(written);
    }
    S::convert_rest(kernels, src, dst, (read, written))
}

/// Continues [`convert`] after a kernel stopped early, with `read` and `written` code units.
///
/// Outlined so that the path on which the kernel does all the work saves few registers.
#[inline]
pub(crate) fn convert_after<S: ConvertPrefix<T>, T: Encode>(
    kernels: &'static Kernels,
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
pub(crate) fn convert_lossy<S: ConvertPrefix<T>, T: Encode>(
    src: &[S::Unit],
    dst: &mut [T::Unit],
) -> Result<Lossy, DestinationFull> {
    // SAFETY: conversions write initialized units only.
    convert_lossy_with::<S, T>(kernels(), src, unsafe { as_uninit(dst) })
}

/// Does what [`convert_lossy`] does, with the given kernels.
#[inline]
pub(crate) fn convert_lossy_with<S: ConvertPrefix<T>, T: Encode>(
    kernels: &'static Kernels,
    src: &[S::Unit],
    dst: &mut [MaybeUninit<T::Unit>],
) -> Result<Lossy, DestinationFull> {
    Conversion::<S, T>::with(kernels, src, dst).finish_lossy()
}

/// Converts all of `src`, which is well-formed, to an encoding that can represent every character, and returns the
/// number of code units written.
#[inline]
pub(crate) fn convert_infallible<S: ConvertPrefix<T>, T: Encode>(
    src: &[S::Unit],
    dst: &mut [T::Unit],
) -> Result<usize, DestinationFull> {
    match convert::<S, T>(src, dst) {
        Ok(written) => Ok(written),
        Err(error) => match error.kind() {
            ConvertErrorKind::DestinationFull => Err(destination_full(error)),
            _ => unreachable!("the source is well-formed, and the encoding can represent every character"),
        },
    }
}

/// Returns the error of a conversion whose source is well-formed.
pub(crate) fn destination_full(error: ConvertError) -> DestinationFull {
    DestinationFull::new(error.read(), error.written())
}
