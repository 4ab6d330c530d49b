//! How far a conversion is, and where its text and its room end.

use core::mem::MaybeUninit;

/// What is read next, and where is written next.
#[derive(Clone, Copy)]
pub(super) struct Progress {
    pub(super) from: *const u8,
    pub(super) to: *mut u8,
}

/// Why a loop over one kind of text ends.
pub(super) enum ModeEnd {
    /// The source or the destination has less left than one step needs.
    Exhausted,
    /// The source goes on with ill-formed text.
    IllFormed,
    /// The loop for the other kind of text is faster from here on.
    Switch,
}

/// Where source and destination end, each a whole number of units from any [`Progress`].
#[derive(Clone, Copy)]
pub(super) struct Limits {
    pub(super) from: *const u8,
    pub(super) to: *mut u8,
}

/// Where the conversion of units of `read` bytes into units of `written` begins, and where it ends: parts of units are left
/// out.
#[inline(always)]
pub(super) fn begin(
    src: &[u8],
    read: usize,
    dst: &mut [MaybeUninit<u8>],
    written: usize,
) -> (Progress, Limits) {
    let start = Progress {
        from: src.as_ptr(),
        to: dst.as_mut_ptr().cast(),
    };
    // SAFETY: these are in `src` and `dst`, or right behind.
    let limits = unsafe {
        Limits {
            from: start.from.add(src.len() / read * read),
            to: start.to.add(dst.len() / written * written),
        }
    };
    (start, limits)
}

impl Limits {
    /// Are so many bytes of text left, and room for so many?
    #[inline(always)]
    pub(super) fn allow(&self, progress: &Progress, text: usize, capacity: usize) -> bool {
        self.left(progress) >= text && self.capacity(progress) >= capacity
    }

    /// The bytes left to read.
    #[inline(always)]
    pub(super) fn left(&self, progress: &Progress) -> usize {
        self.from as usize - progress.from as usize
    }

    /// The bytes there is room for.
    #[inline(always)]
    pub(super) fn capacity(&self, progress: &Progress) -> usize {
        self.to as usize - progress.to as usize
    }
}

impl Progress {
    /// # Safety
    ///
    /// `read` bytes are left, the next `written` bytes of the destination are written.
    #[inline(always)]
    pub(super) unsafe fn advance(&mut self, read: usize, written: usize) {
        // SAFETY: the caller promises that both are within what there is.
        unsafe {
            self.from = self.from.add(read);
            self.to = self.to.add(written);
        }
    }

    /// The bytes (read, written) since `start`.
    #[inline(always)]
    pub(super) fn since(&self, start: &Progress) -> (usize, usize) {
        (
            self.from as usize - start.from as usize,
            self.to as usize - start.to as usize,
        )
    }
}
