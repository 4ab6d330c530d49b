//! Short text and the tail of longer text: one vector at a time, and stops at a character boundary.

use crate::simd::arch::Simd;
use crate::simd::progress::{Limits, Progress};
use crate::simd::utf8_to_utf16::target::{Shifted, Target, capacity};
use crate::simd::validate_utf8::cut_before;

/// Converts vector by vector until the end, an error, or a full destination, and stops at a character boundary.
///
/// # Safety
///
/// `progress` is within `limits`, and the invariant of the [module](super) holds. The source has at least a vector and three
/// bytes, of which the first vector and no more than all but one byte are processed.
#[inline(always)]
pub(super) unsafe fn finish<S: Simd, T: Target>(simd: S, progress: &mut Progress, limits: Limits) {
    debug_assert!(limits.left(progress) > 0);
    limits.src.debug_assert_within(progress.from, S::LEN, 1);
    limits.src.debug_assert_within(limits.from, S::LEN + 3, 0);
    // SAFETY: all vectors are within the source, with three bytes before them. A vector is loaded where more than one
    // is left, so at least one byte follows it. `put_within` writes no more than the capacity.
    unsafe {
        while limits.left(progress) > S::LEN {
            let text = Shifted::load::<S, true>(simd, progress.from);
            if simd.any(text.errors(simd)) || !put_vector::<S, T>(simd, progress, limits, text) {
                return back_to_boundary::<T>(progress, &limits);
            }
        }
        // The last vector overlaps the processed text. Only its new positions are kept, without an incomplete
        // character at the end.
        let last = limits.from.sub(S::LEN);
        let current = simd.load(last);
        let text = Shifted {
            current,
            prev: [
                simd.load(last.sub(1)),
                simd.load(last.sub(2)),
                simd.load(last.sub(3)),
            ],
            next: simd.before_zero(current),
        };
        if simd.any(text.errors(simd)) {
            return back_to_boundary::<T>(progress, &limits);
        }
        let start = progress.from.addr() - last.addr();
        let stop = S::LEN - cut_before(limits.from);
        match T::put_within(
            simd,
            progress.to,
            capacity::<T>(&limits, progress),
            text,
            start,
            stop,
        ) {
            Some(count) => {
                debug_assert!(T::BYTES * count <= limits.capacity(progress));
                limits.src.debug_assert_within(last, 0, stop);
                *progress = Progress {
                    from: last.add(stop),
                    to: progress.to.add(T::BYTES * count),
                }
            }
            None => back_to_boundary::<T>(progress, &limits),
        }
    }
}

/// Converts the vector `text` at `from`, which is well-formed. Returns `false` and does nothing if it does not fit in
/// the destination.
///
/// # Safety
///
/// `progress` is within `limits`. One vector is left of the source.
#[inline(always)]
pub(super) unsafe fn put_vector<S: Simd, T: Target>(
    simd: S,
    progress: &mut Progress,
    limits: Limits,
    text: Shifted<S::Bytes>,
) -> bool {
    let capacity = capacity::<T>(&limits, progress);
    // SAFETY: `capacity` is what is left of the destination, and the caller promises the vector.
    unsafe {
        let Some(count) = T::put_within(simd, progress.to, capacity, text, 0, S::LEN) else {
            return false;
        };
        progress.advance(&limits, S::LEN, T::BYTES * count);
    }
    true
}

/// Goes back to a character boundary, before text that may be ill-formed.
///
/// Whether a code unit was written for the last position depended on whether the byte at `from` is a continuation
/// byte. That byte is not validated yet.
///
/// # Safety
///
/// `progress` is within `limits`, and the invariant of the [module](super) holds. At least one byte is left of the source,
/// more than four bytes are before it, and the code units for all positions before it are written.
#[inline(always)]
unsafe fn back_to_boundary<T: Target>(progress: &mut Progress, limits: &Limits) {
    limits.src.debug_assert_within(progress.from, 4, 1);
    let from = progress.from;
    // SAFETY: the caller promises the byte at `from` and those before it. The code units that are taken back were
    // written for the characters that `from` goes back over.
    unsafe {
        let continues = *from & 0xC0 == 0x80;
        match (cut_before(from), continues) {
            (0, false) => {}
            (0, true) => {
                // The last character was taken for an incomplete one.
                let mut bytes = 1;
                while *from.sub(bytes) & 0xC0 == 0x80 {
                    bytes += 1;
                }
                debug_assert!(bytes <= 4);
                progress.go_back(limits, bytes, 0);
                if T::HAS_PAIRS && bytes == 4 {
                    progress.go_back(limits, 0, T::BYTES);
                }
            }
            (cut, continues) => {
                progress.go_back(limits, cut, 0);
                // The last byte was taken for the end of a character, or it was the third byte of four.
                if !continues || T::HAS_PAIRS && cut == 3 {
                    progress.go_back(limits, 0, T::BYTES);
                }
            }
        }
    }
}

/// Converts text of at most one vector, all of it or nothing. Returns the number of bytes read and of code units
/// written.
///
/// # Safety
///
/// `start` is within `limits`. `len` bytes, at most a vector, are left of the source.
#[inline(always)]
pub(super) unsafe fn put_short<S: Simd, T: Target>(
    simd: S,
    start: Progress,
    limits: Limits,
    len: usize,
) -> (usize, usize) {
    debug_assert!(len <= S::LEN && len <= limits.left(&start));
    let capacity = capacity::<T>(&limits, &start);
    // SAFETY: the caller promises the bytes, and `capacity` code units are left. Three bytes are before the end of a full vector.
    unsafe {
        let current = simd.load_short(start.from, len);
        if S::HAS_MASKS && !simd.any_not_ascii(current) {
            if len > capacity {
                return (0, 0);
            }
            T::put_first(simd, start.to, capacity, current, len);
            return (len, len);
        }
        let text = Shifted {
            current,
            prev: simd.after_zeros(current),
            next: simd.before_zero(current),
        };
        // The zeros after the text make an incomplete character at its end an error.
        if simd.any(text.errors(simd)) {
            return (0, 0);
        }
        let stop = if len < S::LEN {
            len
        } else {
            len - cut_before(start.from.add(len))
        };
        match T::put_within(simd, start.to, capacity, text, 0, stop) {
            Some(count) => (stop, count),
            None => (0, 0),
        }
    }
}
