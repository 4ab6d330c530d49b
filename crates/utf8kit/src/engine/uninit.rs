//! Buffers of the caller and buffers that need not be initialized.

use super::{ConvertPrefix, convert};
use crate::error::ConvertError;
use crate::reference::Encode;
use core::mem::MaybeUninit;

/// Returns `dst` as a buffer that need not be initialized.
#[inline]
pub(crate) fn as_uninit<U: Copy>(dst: &mut [U]) -> &mut [MaybeUninit<U>] {
    // SAFETY: `MaybeUninit<U>` has the layout of `U`. The slice borrows `dst` mutably, and this crate writes only
    // initialized units through it, so `dst` is initialized when the borrow ends.
    unsafe { core::slice::from_raw_parts_mut(dst.as_mut_ptr().cast(), dst.len()) }
}

/// Returns the first `len` code units of `dst`.
///
/// # Safety
///
/// The first `len` code units of `dst` are initialized.
#[inline]
pub(crate) unsafe fn assume_init<U: Copy>(dst: &mut [MaybeUninit<U>], len: usize) -> &mut [U] {
    let done = &mut dst[..len];
    // SAFETY: the caller promises that `done` is initialized; the layouts are the same.
    unsafe { core::slice::from_raw_parts_mut(done.as_mut_ptr().cast(), done.len()) }
}

/// Converts all of `src` into memory that need not be initialized, and returns what is written there.
pub(crate) fn convert_uninit<'d, S: ConvertPrefix<T>, T: Encode>(
    src: &[S::Unit],
    dst: &'d mut [MaybeUninit<T::Unit>],
) -> Result<&'d mut [T::Unit], ConvertError> {
    let written = convert::<S, T>(src, dst)?;
    // SAFETY: `convert` has initialized as many units as it returns.
    Ok(unsafe { assume_init(dst, written) })
}
