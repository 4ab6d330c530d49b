//! UTF-32 made of planes of octets.

use super::tables::UNITS;
use super::{Lanes, at_least, control, copy_short, ones_before};
use crate::vector::Simd;

/// [`Simd::utf32_planes`].
#[inline(always)]
pub(super) fn planes<S: Lanes, const FOUR: bool>(
    simd: S,
    current: S::Octets,
    [back1, back2, back3]: [S::Octets; 3],
    next: S::Octets,
) -> ([S::Octets; 3], u32) {
    let zero = Lanes::splat(simd, 0);
    if !FOUR {
        let (low, middle, ends) = simd.utf16_planes::<false>(current, back1, back2, zero, next);
        return ([low, middle, zero], ends);
    }
    let (low, middle, ends) = simd.utf16_planes::<false>(current, back1, zero, zero, next);
    // Its four lowest bits: the second octet of four, or the first of three, which is E0 or more.
    let fourth = at_least(simd, back3, 0xF0);
    let second = simd.select(
        fourth,
        back2,
        simd.saturating_sub(back2, Lanes::splat(simd, 0xE0)),
    );
    let high = simd.down::<4>(back2) & fourth & Lanes::splat(simd, 0x03)
        | simd.up::<2>(simd.saturating_sub(back3, Lanes::splat(simd, 0xF0)));
    (
        [
            low,
            middle | simd.up::<4>(second) & Lanes::splat(simd, 0xF0),
            high,
        ],
        ends,
    )
}

/// Writes the units whose octets stand at the positions `mask` of the planes.
///
/// # Safety
///
/// [`Lanes::LEN`] units can be written at `to`.
#[inline(always)]
pub(super) unsafe fn put<S: Lanes, const BIG: bool, const FOUR: bool>(
    simd: S,
    to: *mut u8,
    [low, middle, high]: [S::Octets; 3],
    mask: u32,
) {
    let zero = Lanes::splat(simd, 0);
    let ((first, second), (low_upper, high_upper)) = if BIG {
        ((middle, low), (zero, high))
    } else {
        ((low, middle), (high, zero))
    };
    let words = [
        simd.interleave_first(first, second),
        simd.interleave_last(first, second),
    ];
    let upper = [
        simd.interleave_first(low_upper, high_upper),
        simd.interleave_last(low_upper, high_upper),
    ];
    let to = |eighth: usize| to.wrapping_add(4 * ones_before(mask, 8 * eighth));
    let control = |eighth| control(&UNITS, mask, eighth);
    // SAFETY: the caller promises room for a unit for each octet; no more of them come before.
    unsafe {
        simd.put_shuffled_wide::<0, BIG, FOUR>(to(0), words[0], upper[0], control(0));
        simd.put_shuffled_wide::<0, BIG, FOUR>(to(1), words[1], upper[1], control(1));
        if S::LEN > 16 {
            simd.put_shuffled_wide::<1, BIG, FOUR>(to(2), words[0], upper[0], control(2));
            simd.put_shuffled_wide::<1, BIG, FOUR>(to(3), words[1], upper[1], control(3));
        }
    }
}

/// [`Simd::put_wide_within`].
///
/// # Safety
///
/// `room` units can be written at `to`.
#[inline(always)]
pub(super) unsafe fn put_within<S: Lanes, const BIG: bool, const FOUR: bool>(
    simd: S,
    to: *mut u8,
    room: usize,
    planes: [S::Octets; 3],
    mask: u32,
) -> Option<usize> {
    const HALF: usize = 64;
    let count = mask.count_ones() as usize;
    if count > room {
        return None;
    }
    if room >= S::LEN {
        // SAFETY: there is room for a unit for each octet.
        unsafe { put::<S, BIG, FOUR>(simd, to, planes, mask) };
        return Some(count);
    }
    let mut units = [0; 2 * HALF];
    let (octets, from) = (4 * count, units.as_mut_ptr());
    // SAFETY: there is room for 32 units, and then for `count` of them.
    unsafe {
        put::<S, BIG, FOUR>(simd, from, planes, mask);
        copy_short(from, to, octets.min(HALF));
        if octets > HALF {
            copy_short(from.add(HALF), to.add(HALF), octets - HALF);
        }
    }
    Some(count)
}
