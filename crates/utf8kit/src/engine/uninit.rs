//! Buffers of the caller and buffers that need not be initialized.

use super::{ConvertPrefix, convert_with};
use crate::dispatch::kernels;
use crate::error::ConvertError;
use crate::reference::Encode;
use core::mem::MaybeUninit;

/// Returns `dst` as a buffer that need not be initialized.
///
/// # Safety
///
/// Only initialized units are written to the result. [`ConvertPrefix`] promises that for its functions.
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
    let done = &mut dst[..len];
    // SAFETY: the caller promises that `done` is initialized; the layouts are the same.
    unsafe { core::slice::from_raw_parts_mut(done.as_mut_ptr().cast(), done.len()) }
}

/// Converts all of `src` into memory that need not be initialized, and returns what is written there.
pub(crate) fn convert_uninit<'d, S: ConvertPrefix<T>, T: Encode>(
    src: &[S::Unit],
    dst: &'d mut [MaybeUninit<T::Unit>],
) -> Result<&'d mut [T::Unit], ConvertError> {
    let written = convert_with::<S, T>(kernels(), src, dst)?;
    // SAFETY: `convert_with` has initialized as many units as it returns.
    Ok(unsafe { assume_init(dst, written) })
}
