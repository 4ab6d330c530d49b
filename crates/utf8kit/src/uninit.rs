//! Slices that may be uninitialized, as newer versions of Rust have them than the oldest that compiles the library.

use core::mem::MaybeUninit;

/// Copies `src` to the beginning of `dst`, which is at least as long.
#[inline(always)]
pub(crate) fn copy<T: Copy>(src: &[T], dst: &mut [MaybeUninit<T>]) {
    debug_assert!(src.len() <= dst.len());
    let len = src.len().min(dst.len());
    // SAFETY: both have `len` items. They do not overlap, because nothing else refers to `dst`. A `MaybeUninit<T>` is as large as a
    // `T` and aligned alike, and every `T` is a value of it.
    unsafe { src.as_ptr().copy_to_nonoverlapping(dst.as_mut_ptr().cast(), len) }
}

/// Returns the items of a slice.
///
/// # Safety
///
/// All of them are initialized.
#[inline(always)]
pub(crate) unsafe fn items<T>(slice: &[MaybeUninit<T>]) -> &[T] {
    // SAFETY: a `MaybeUninit<T>` has the layout of a `T`, and the caller promises that the items are initialized.
    unsafe { &*(core::ptr::from_ref(slice) as *const [T]) }
}

/// Returns the items of a slice, to change.
///
/// # Safety
///
/// All of them are initialized.
#[inline(always)]
pub(crate) unsafe fn items_mut<T>(slice: &mut [MaybeUninit<T>]) -> &mut [T] {
    // SAFETY: as above. Whoever has the result borrows the slice, so nobody can take the initialization back meanwhile.
    unsafe { &mut *(core::ptr::from_mut(slice) as *mut [T]) }
}

/// Returns the greatest offset up to `at` where a character starts, or the length of the text.
pub(crate) fn floor_char_boundary(text: &str, at: usize) -> usize {
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}
