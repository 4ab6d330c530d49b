//! Code units, and boundaries of characters, for all steps.

use crate::simd::progress::{Limits, Progress};

/// Returns `bits` of a code unit in the byte order of the text.
#[inline(always)]
pub(super) const fn in_order<const BIG: bool>(bits: u16) -> u16 {
    if BIG { bits.swap_bytes() } else { bits }
}

/// The bits of which a code unit has one if it is not ASCII.
pub(super) const NOT_ASCII: u16 = 0xFF80;
/// The bits of which a code unit has one if it needs three bytes in UTF-8, or is a surrogate.
pub(in crate::simd) const THREE_BYTES: u16 = 0xF800;

/// Returns `true` if the code unit at `at` is a high surrogate.
///
/// # Safety
///
/// Two bytes can be read at `at`.
#[inline(always)]
pub(super) unsafe fn is_high<const BIG: bool>(at: *const u8) -> bool {
    // SAFETY: the caller promises two bytes; bytes have no alignment.
    let unit = unsafe { *at.cast::<[u8; 2]>() };
    let unit = if BIG {
        u16::from_be_bytes(unit)
    } else {
        u16::from_le_bytes(unit)
    };
    unit & 0xFC00 == 0xD800
}

/// Returns `true` if the code unit before `progress` is a high surrogate.
///
/// # Safety
///
/// `progress` is within `limits`, and not at the beginning of the source.
#[inline(always)]
pub(in crate::simd) unsafe fn is_cut<const BIG: bool>(progress: &Progress, limits: &Limits) -> bool {
    limits.src.debug_assert_within(progress.from, 2, 0);
    // SAFETY: the caller promises the code unit before `from`.
    unsafe { is_high::<BIG>(progress.from.sub(2)) }
}

/// Goes back before a high surrogate that is not completed.
///
/// # Safety
///
/// `progress` is within `limits`, not at the beginning of the source, and the bytes of the code unit before it are written.
#[inline(always)]
pub(in crate::simd) unsafe fn back_to_boundary<const BIG: bool>(progress: &mut Progress, limits: &Limits) {
    // SAFETY: the caller promises a code unit. If it is a high surrogate, two bytes were written for it.
    unsafe {
        if is_cut::<BIG>(progress, limits) {
            progress.go_back(limits, 2, 2);
        }
    }
}
