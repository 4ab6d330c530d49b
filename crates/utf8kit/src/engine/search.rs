//! Validation: the kernel finds the well-formed prefix, the reference engine the error.

use super::backoff::Backoff;
use super::pairs::{ValidPrefix, assert_boundary};
use crate::dispatch::{Kernels, kernels};
use crate::error::{DecodeError, IllFormed};

/// A search for the errors of a text, one after the other.
pub(crate) struct Search {
    kernels: &'static Kernels,
    /// The number of code units that are well-formed or skipped.
    pub(crate) read: usize,
    /// The offset up to which the reference engine walks. From there on the kernel runs again.
    pub(super) walk_to: usize,
    backoff: Backoff,
}

impl Search {
    #[inline]
    pub(crate) fn new(kernels: &'static Kernels) -> Self {
        Search {
            kernels,
            read: 0,
            walk_to: 0,
            backoff: Backoff::new(),
        }
    }

    /// Returns the next error of `src`, if there is one. `read` is its offset then.
    ///
    /// Can be called again after [`Search::skip`].
    #[inline]
    pub(crate) fn advance<S: ValidPrefix>(&mut self, src: &[S::Unit]) -> Option<DecodeError> {
        while self.read < src.len() {
            if self.read >= self.walk_to {
                let ahead = S::valid_prefix(self.kernels, &src[self.read..]);
                assert_boundary::<S>(&src[self.read..], ahead);
                self.read += ahead;
                self.walk_to = self.read + self.backoff.after(ahead);
            }
            let walk_to = self.walk_to.min(src.len());
            while self.read < walk_to {
                match S::decode(&src[self.read..]) {
                    Ok((_, len)) => self.read += len,
                    Err(error) => return Some(error),
                }
            }
        }
        None
    }

    /// Skips `len` code units.
    #[inline]
    pub(crate) fn skip(&mut self, len: usize) {
        self.read += len;
    }
}

/// Returns the first error of `src`, if there is one.
#[inline]
pub(crate) fn validate<S: ValidPrefix>(src: &[S::Unit]) -> Result<(), IllFormed> {
    validate_with::<S>(kernels(), src)
}

/// Does what [`validate`] does, with the given kernels.
#[inline]
pub(crate) fn validate_with<S: ValidPrefix>(
    kernels: &'static Kernels,
    src: &[S::Unit],
) -> Result<(), IllFormed> {
    let ahead = S::valid_prefix(kernels, src);
    assert_boundary::<S>(src, ahead);
    if ahead == src.len() {
        return Ok(());
    }
    S::validate_rest(kernels, src, ahead)
}

/// Returns `true` if `src` is well-formed.
#[inline]
pub(crate) fn is_valid<S: ValidPrefix>(src: &[S::Unit]) -> bool {
    let kernels = kernels();
    let ahead = S::valid_prefix(kernels, src);
    assert_boundary::<S>(src, ahead);
    ahead == src.len() || S::validate_rest(kernels, src, ahead).is_ok()
}

/// Continues [`validate`] after a kernel stopped at `ahead`.
///
/// [`ValidPrefix::validate_rest`] is its outlined form, so that the path on which the kernel does all the work saves few
/// registers.
#[inline]
pub(crate) fn validate_after<S: ValidPrefix>(
    kernels: &'static Kernels,
    src: &[S::Unit],
    ahead: usize,
) -> Result<(), IllFormed> {
    let mut search = Search::new(kernels);
    search.read = ahead;
    search.walk_to = ahead + search.backoff.after(ahead);
    match search.advance::<S>(src) {
        None => Ok(()),
        Some(error) => Err(IllFormed::new(S::NAME, error, search.read, &src[search.read..])),
    }
}
