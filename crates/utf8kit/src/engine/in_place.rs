//! Repair of UTF-16 and the order of bytes, which keep the number of code units. So they can work in place.
//!
//! The kernels do all of the work.

#[cfg(feature = "utf16")]
use crate::code_unit::bytes_of;
use crate::destination::Destination;
use crate::error::DestinationFull;
#[cfg(feature = "utf16")]
use crate::error::Lossy;
use crate::simd::dispatch::Kernels;
use core::mem::MaybeUninit;

#[cfg(feature = "utf16")]
const NATIVE_IS_BIG: bool = cfg!(target_endian = "big");

/// Replaces each unpaired surrogate in place, and returns the number of replacements.
#[cfg(feature = "utf16")]
#[inline]
pub(crate) fn make_well_formed(kernels: Kernels, units: &mut [u16]) -> usize {
    let to = units.as_mut_ptr().cast();
    // SAFETY: `units` has as many code units, and the kernel may read and write the same place.
    unsafe { repair_utf16::<NATIVE_IS_BIG>(kernels, to, to, units.len()) }
}

/// Copies UTF-16, big-endian if `BIG`, with U+FFFD for each unpaired surrogate, and returns the number of these.
///
/// # Safety
///
/// As many code units can be read at `from` and written at `to`, and the two are the same or do not overlap.
#[cfg(feature = "utf16")]
#[inline]
pub(crate) unsafe fn repair_utf16<const BIG: bool>(
    kernels: Kernels,
    from: *const u8,
    to: *mut u8,
    units: usize,
) -> usize {
    // SAFETY: a `Kernels` proves that the processor has the instruction set. The caller promises the rest.
    unsafe {
        match BIG {
            false => kernels.utf16le_repair(from, to, units),
            true => kernels.utf16be_repair(from, to, units),
        }
    }
}

/// Copies code units with U+FFFD for each unpaired surrogate.
#[cfg(feature = "utf16")]
#[inline]
pub(crate) fn to_well_formed<D: Destination<u16>>(
    kernels: Kernels,
    units: &[u16],
    dst: D,
) -> Result<Lossy<D::Written>, DestinationFull> {
    let copy = |space: &mut [MaybeUninit<u16>]| {
        let fits = fitting(units, space.len());
        // SAFETY: both have `fits` code units, and do not overlap.
        let replaced = unsafe {
            repair_utf16::<NATIVE_IS_BIG>(
                kernels,
                units.as_ptr().cast(),
                bytes_of(space).as_mut_ptr().cast(),
                fits,
            )
        };
        match fits == units.len() {
            true => Ok((fits, replaced)),
            false => Err(DestinationFull::new(fits, fits, replaced)),
        }
    };
    // SAFETY: the kernel initializes `fits` units.
    let (written, replaced) = unsafe { dst.fill(|| units.len(), copy)? };
    Ok(Lossy { written, replaced })
}

/// Returns how many of `units` to write where there is space for `space`: a pair is written if both units fit.
#[cfg(feature = "utf16")]
#[inline]
fn fitting(units: &[u16], space: usize) -> usize {
    let fits = units.len().min(space);
    let cuts_pair =
        matches!(units[..fits], [.., 0xD800..=0xDBFF]) && matches!(units[fits..], [0xDC00..=0xDFFF, ..]);
    fits - usize::from(cuts_pair)
}

/// A code unit whose bytes a kernel can reverse.
pub(crate) trait SwapBytes: Sized {
    /// Copies code units with their bytes reversed.
    ///
    /// # Safety
    ///
    /// As many can be read at `from` and written at `to`, and the two are the same or do not overlap.
    unsafe fn swap(kernels: Kernels, from: *const Self, to: *mut Self, units: usize);
}

#[cfg(feature = "utf16")]
impl SwapBytes for u16 {
    #[inline]
    unsafe fn swap(kernels: Kernels, from: *const u16, to: *mut u16, units: usize) {
        // SAFETY: a `Kernels` proves that the processor has the instruction set. The caller promises the rest.
        unsafe { kernels.utf16_swap(from.cast(), to.cast(), units) }
    }
}

#[cfg(feature = "utf32")]
impl SwapBytes for u32 {
    #[inline]
    unsafe fn swap(kernels: Kernels, from: *const u32, to: *mut u32, units: usize) {
        // SAFETY: a `Kernels` proves that the processor has the instruction set. The caller promises the rest.
        unsafe { kernels.utf32_swap(from.cast(), to.cast(), units) }
    }
}

/// Reverses the bytes of each code unit in place.
#[inline]
pub(crate) fn swap_bytes<U: SwapBytes>(kernels: Kernels, units: &mut [U]) {
    let to = units.as_mut_ptr();
    // SAFETY: `units` has as many code units, and they may be read and written at the same place.
    unsafe { U::swap(kernels, to, to, units.len()) }
}

/// Reverses the bytes of each code unit as they are copied.
#[inline]
pub(crate) fn swap_bytes_to<U: SwapBytes + Copy, D: Destination<U>>(
    kernels: Kernels,
    units: &[U],
    dst: D,
) -> Result<D::Written, DestinationFull> {
    let swap = |space: &mut [MaybeUninit<U>]| {
        let len = units.len().min(space.len());
        // SAFETY: both have `len` code units, and do not overlap.
        unsafe { U::swap(kernels, units.as_ptr(), space.as_mut_ptr().cast(), len) };
        match len == units.len() {
            true => Ok((len, ())),
            false => Err(DestinationFull::new(len, len, 0)),
        }
    };
    // SAFETY: the kernel initializes `len` units.
    let (written, ()) = unsafe { dst.fill(|| units.len(), swap)? };
    Ok(written)
}
