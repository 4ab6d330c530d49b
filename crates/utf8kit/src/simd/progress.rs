//! The position of a conversion in its source and destination, and the ends of both.

use super::bounds::Bounds;
use core::mem::MaybeUninit;

/// The position of a conversion. All before `to` is initialized.
#[derive(Clone, Copy)]
pub(super) struct Progress {
    pub(super) from: *const u8,
    pub(super) to: *mut u8,
}

/// The reason why a mode, a loop for one kind of text, stopped.
pub(super) enum ModeEnd {
    /// The source or the destination has less left than one step needs.
    Exhausted,
    /// The source continues with ill-formed text.
    IllFormed,
    /// The mode for the other kind of text is faster from here on.
    Switch,
}

/// The ends of the source and the destination. Each is a whole number of code units after any [`Progress`].
///
/// A progress is *within* limits if [`begin`] returned both, and only [`Progress::advance`] and [`Progress::go_back`] moved
/// it since, with these limits. So what [`left`](Self::left) returns can be read at `from`, and what
/// [`capacity`](Self::capacity) returns can be written at `to`, as long as the borrows that `begin` took.
#[derive(Clone, Copy)]
pub(super) struct Limits {
    pub(super) from: *const u8,
    pub(super) to: *mut u8,
    /// The whole source and the whole destination.
    pub(super) src: Bounds,
    pub(super) dst: Bounds,
}

/// Returns the beginning and the ends of a conversion of code units of `read` bytes to code units of `written` bytes.
/// Incomplete code units at the ends are excluded.
#[inline(always)]
pub(super) fn begin(
    src: &[u8],
    read: usize,
    dst: &mut [MaybeUninit<u8>],
    written: usize,
) -> (Progress, Limits) {
    let (src_bounds, dst_bounds) = (Bounds::of(src), Bounds::of(dst));
    let start = Progress {
        from: src.as_ptr(),
        to: dst.as_mut_ptr().cast(),
    };
    // SAFETY: both are within `src` and `dst`, or at their ends.
    let limits = unsafe {
        Limits {
            from: start.from.add(src.len() / read * read),
            to: start.to.add(dst.len() / written * written),
            src: src_bounds,
            dst: dst_bounds,
        }
    };
    (start, limits)
}

/// Calls `each` with the offset of each vector of `len` bytes, of which the last one overlaps the one before. There is at least a vector.
#[inline(always)]
pub(super) fn each_vector(len: usize, vector: usize, mut each: impl FnMut(usize)) {
    let (mut at, last) = (0, len - vector);
    while at < last {
        each(at);
        at += vector;
    }
    each(last);
}

impl Limits {
    /// Returns `true` if at least `text` bytes of the source and `capacity` bytes of the destination are left.
    #[inline(always)]
    pub(super) fn allow(&self, progress: &Progress, text: usize, capacity: usize) -> bool {
        self.left(progress) >= text && self.capacity(progress) >= capacity
    }

    /// Returns the number of bytes left of the source.
    #[inline(always)]
    pub(super) fn left(&self, progress: &Progress) -> usize {
        self.from.addr() - progress.from.addr()
    }

    /// Returns the number of bytes left of the destination.
    #[inline(always)]
    pub(super) fn capacity(&self, progress: &Progress) -> usize {
        self.to.addr() - progress.to.addr()
    }
}

impl Progress {
    /// Advances past `read` bytes of the source and `written` bytes of the destination.
    ///
    /// # Safety
    ///
    /// The progress is within `limits`. `read` bytes are left of the source. `written` bytes are left of the destination,
    /// and they are initialized.
    #[inline(always)]
    #[track_caller]
    pub(super) unsafe fn advance(&mut self, limits: &Limits, read: usize, written: usize) {
        debug_assert!(limits.allow(self, read, written));
        // SAFETY: the caller promises that both stay within their buffers.
        unsafe {
            self.from = self.from.add(read);
            self.to = self.to.add(written);
        }
    }

    /// Goes back over `read` bytes of the source and `written` bytes of the destination.
    ///
    /// # Safety
    ///
    /// The progress is within `limits`. `read` bytes of the source and `written` bytes of the destination are before it.
    #[inline(always)]
    #[track_caller]
    pub(super) unsafe fn go_back(&mut self, limits: &Limits, read: usize, written: usize) {
        limits.src.debug_assert_within(self.from, read, 0);
        limits.dst.debug_assert_within(self.to, written, 0);
        // SAFETY: the caller promises that both stay within their buffers.
        unsafe {
            self.from = self.from.sub(read);
            self.to = self.to.sub(written);
        }
    }

    /// Returns the number of bytes read and written since `start`.
    #[inline(always)]
    pub(super) fn since(&self, start: &Progress) -> (usize, usize) {
        (
            self.from.addr() - start.from.addr(),
            self.to.addr() - start.to.addr(),
        )
    }
}
