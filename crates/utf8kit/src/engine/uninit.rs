//! Buffers of the caller and buffers that need not be initialized.

use core::mem::MaybeUninit;

/// Returns `dst` as a buffer that need not be initialized.
///
/// # Safety
///
/// Only initialized units are written to the result. [`ConvertPrefix`](super::ConvertPrefix) promises that for its functions.
#[inline]
pub(crate) unsafe fn as_uninit<U: Copy>(dst: &mut [U]) -> &mut [MaybeUninit<U>] {
    // SAFETY: `MaybeUninit<U>` has the layout of `U`. The slice borrows `dst` mutably, and the caller promises that `dst`
    // is initialized when the borrow ends.
    unsafe { core::slice::from_raw_parts_mut(dst.as_mut_ptr().cast(), dst.len()) }
}

/// Returns the first `len` code units of `dst`.
///
/// # Safety
///
/// The first `len` code units of `dst` are initialized.
#[inline]
pub(crate) unsafe fn assume_init<U: Copy>(dst: &mut [MaybeUninit<U>], len: usize) -> &mut [U] {
    debug_assert!(len <= dst.len());
    let len = len.min(dst.len());
    let done = dst.as_mut_ptr();
    // SAFETY: `dst` has `len` code units. The caller promises that they are initialized; the layouts are the same.
    unsafe { core::slice::from_raw_parts_mut(done.cast(), len) }
}
