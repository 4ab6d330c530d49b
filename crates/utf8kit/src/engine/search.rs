//! Validation: the kernel finds the well-formed prefix, the reference engine the error.

use super::backoff::Backoff;
use super::marked::Marked;
use super::pairs::{ValidPrefix, assert_boundary};
use crate::dispatch::{Kernels, kernels};
use crate::error::{DecodeError, IllFormed};

/// A search for the errors of a text, one after the other.
///
/// The kernel for validation skips well-formed text, and around errors a kernel marks them ([`Marked`]). For an encoding
/// without such a kernel, the reference engine walks on, and the kernel runs again later.
#[derive(Clone, Debug)]
pub(crate) struct Search {
    kernels: &'static Kernels,
    /// The number of code units that are well-formed or skipped.
    pub(crate) read: usize,
    marked: Marked,
    /// Whether to skip well-formed text before marking errors.
    is_clean: bool,
    /// The offset up to which the reference engine walks. From there on the kernel runs again.
    pub(super) walk_to: usize,
    backoff: Backoff,
}

impl Search {
    /// The number of code units to walk after an error before errors are marked for one.
    const DENSE: usize = 4;
    /// The number of code units from which on marking errors is faster than the reference engine.
    const LONG_REST: usize = 16;

    #[inline]
    pub(crate) fn new(kernels: &'static Kernels) -> Self {
        Search {
            kernels,
            read: 0,
            marked: Marked::new(),
            is_clean: true,
            walk_to: 0,
            backoff: Backoff::new(),
        }
    }

    /// Returns the next error of `src`, if there is one. `read` is its offset then.
    ///
    /// Can be called again after [`Search::skip`].
    #[inline]
    pub(crate) fn advance<S: ValidPrefix>(&mut self, src: &[S::Unit]) -> Option<DecodeError> {
        self.advance_to_len::<S>(src)?;
        match S::decode(&src[self.read..]) {
            Err(error) => Some(error),
            Ok(_) => unreachable!("the kernels mark only errors"),
        }
    }

    /// Does what [`Search::advance`] does, and returns only the length of the error.
    #[inline]
    pub(crate) fn advance_to_len<S: ValidPrefix>(&mut self, src: &[S::Unit]) -> Option<usize> {
        loop {
            if let Some((at, len)) = self.marked.next() {
                self.read = at;
                return Some(len);
            }
            self.read = self.read.max(self.marked.end);
            if self.read >= src.len() {
                return None;
            }
            if let Some(error) = self.advance_unmarked::<S>(src) {
                return Some(error.len);
            }
        }
    }

    /// Skips well-formed text and marks errors. Where there is no kernel that marks them, returns the next one if it is near.
    #[inline(never)]
    fn advance_unmarked<S: ValidPrefix>(&mut self, src: &[S::Unit]) -> Option<DecodeError> {
        if self.read >= self.walk_to {
            let mut ahead = 0;
            if self.is_clean {
                ahead = S::valid_prefix(self.kernels, &src[self.read..]);
                assert_boundary::<S>(&src[self.read..], ahead);
                self.read += ahead;
                if self.read == src.len() {
                    return None;
                }
            }
            // The reference engine is faster for a few code units.
            if src.len() - self.read >= Self::LONG_REST
                && self.marked.search::<S>(self.kernels, src, self.read)
            {
                self.is_clean = self.marked.is_clean();
                return None;
            }
            self.is_clean = true;
            self.walk_to = self.read + self.backoff.after(ahead);
        }
        let walk_to = self.walk_to.min(src.len());
        while self.read < walk_to {
            match S::decode(&src[self.read..]) {
                Ok((_, len)) => self.read += len,
                Err(error) => return Some(error),
            }
        }
        None
    }

    /// Counts offsets from the end of what is read, because the next call gets the text from there on. If `is_rest`, that is
    /// the rest of the text before, else another piece.
    #[inline]
    pub(crate) fn start_piece(&mut self, is_rest: bool) {
        self.walk_to = self.walk_to.saturating_sub(self.read);
        if is_rest {
            self.marked.move_by(self.read);
        } else {
            self.marked.clear();
            if !self.is_clean {
                // Where errors are dense, the next is found before marking them pays.
                self.walk_to = self.walk_to.max(Self::DENSE);
            }
        }
        self.read = 0;
    }

    /// Continues at `offset`, which need not be the end of an error.
    #[cfg(feature = "alloc")]
    pub(crate) fn restart(&mut self, offset: usize) {
        self.marked.clear();
        (self.walk_to, self.read) = (0, offset);
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
    search.is_clean = false;
    match search.advance::<S>(src) {
        None => Ok(()),
        Some(error) => Err(IllFormed::new(S::NAME, error, search.read, &src[search.read..])),
    }
}
