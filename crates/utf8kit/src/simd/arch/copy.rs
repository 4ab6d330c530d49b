//! Copies of a few bytes.

/// Copies `N` to `2 * N` bytes in two pieces, which may overlap.
///
/// # Safety
///
/// `len` bytes can be read at `from` and written at `to`, the two do not overlap, and `len` is in `N..=2 * N`.
#[inline(always)]
pub(super) unsafe fn copy_overlapping<const N: usize>(from: *const u8, to: *mut u8, len: usize) {
    debug_assert!((N..=2 * N).contains(&len));
    // SAFETY: both pieces lie within `len` bytes, because `len` is at least `N`; bytes have no alignment.
    unsafe {
        let first = from.cast::<[u8; N]>().read();
        let last = from.add(len - N).cast::<[u8; N]>().read();
        to.cast::<[u8; N]>().write(first);
        to.add(len - N).cast::<[u8; N]>().write(last);
    }
}

/// Copies up to 64 bytes without a function call.
///
/// # Safety
///
/// `len` bytes, at most 64, can be read at `from` and written at `to`, and the two do not overlap.
#[inline(always)]
pub(super) unsafe fn copy_short(from: *const u8, to: *mut u8, len: usize) {
    debug_assert!(len <= 64);
    debug_assert!(from.addr().abs_diff(to.addr()) >= len);
    // SAFETY: the caller promises `len` bytes at both pointers, and each arm copies exactly as many.
    unsafe {
        match len {
            32.. => copy_overlapping::<32>(from, to, len),
            16.. => copy_overlapping::<16>(from, to, len),
            8.. => copy_overlapping::<8>(from, to, len),
            4.. => copy_overlapping::<4>(from, to, len),
            2.. => copy_overlapping::<2>(from, to, len),
            1 => copy_overlapping::<1>(from, to, len),
            0 => {}
        }
    }
}
