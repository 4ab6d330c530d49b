//! UTF-32: made of planes of octets, and spread out as far as UTF-8 may need.

use super::tables::{QUADS, UNITS, quad};
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

/// [`Simd::put_narrow_wide`].
///
/// # Safety
///
/// [`Lanes::LEN`] octets can be written at `to`.
#[inline(always)]
pub(super) unsafe fn put_narrow<S: Lanes, const BIG: bool>(
    simd: S,
    to: *mut u8,
    [mut a, mut b, mut c, mut d]: [S::Octets; 4],
) {
    if BIG {
        a = simd.down_wide::<24>(a);
        b = simd.down_wide::<24>(b);
        c = simd.down_wide::<24>(c);
        d = simd.down_wide::<24>(d);
    }
    // SAFETY: the caller promises a vector.
    unsafe { Lanes::store(simd, to, simd.narrow_twice([a, b, c, d])) }
}

/// Two vectors of units of 32 bits spread out for [`QUADS`].
pub(super) struct Spread<V> {
    quads: [V; 2],
    /// Two bits for each unit, its index there.
    bits: u32,
}

/// Units below 200000.
#[inline(always)]
pub(super) fn spread_four<S: Lanes>(simd: S, a: S::Octets, b: S::Octets) -> Spread<S::Octets> {
    let (a, a_lengths) = quads(simd, a);
    let (b, b_lengths) = quads(simd, b);
    Spread {
        quads: [a, b],
        bits: simd.high_bits(simd.narrow_wide(a_lengths, b_lengths)),
    }
}

/// For each unit four octets, of which the last ones are used; and its length less one in bits 7 and 15.
#[inline(always)]
fn quads<S: Lanes>(simd: S, units: S::Octets) -> (S::Octets, S::Octets) {
    // For each octet four indices, of which a greater length has a lower one. A comparison's FF is -1.
    let index = simd.add(
        simd.add(
            simd.splat_wide(0x0F0B_0703),
            simd.greater_wide(units, simd.splat_wide(0x7F)),
        ),
        simd.add(
            simd.greater_wide(units, simd.splat_wide(0x7FF)),
            simd.greater_wide(units, simd.splat_wide(0xFFFF)),
        ),
    );
    let middle = simd.down_wide::<4>(units) & simd.splat_wide(0x3F00)
        | simd.up_wide::<10>(units) & simd.splat_wide(0x003F_0000);
    let bits = simd.down_wide::<18>(units) | middle | simd.up_wide::<24>(units);
    let octets = bits & simd.lookup(&quad::BITS, index) | simd.lookup(&quad::MARKS, index);
    (octets, simd.lookup(&quad::LENGTH, index))
}

/// Writes what is spread; the number of octets.
///
/// # Safety
///
/// Twice [`Lanes::LEN`] octets can be written at `to`.
#[inline(always)]
pub(super) unsafe fn put_four<S: Lanes>(simd: S, to: *mut u8, spread: &Spread<S::Octets>) -> usize {
    let ([a, b], bits) = (spread.quads, spread.bits);
    let control = |eighth| control(&QUADS, bits, eighth);
    // The octets of four units each, in an octet each; then with those before.
    let pairs = (bits & 0x3333_3333) + (bits >> 2 & 0x3333_3333);
    let fours = ((pairs + (pairs >> 4)) & 0x0F0F_0F0F) + 0x0404_0404;
    let ends = fours.wrapping_mul(0x0101_0101);
    let end = |eighth: usize| (ends >> (8 * eighth) & 0xFF) as usize;
    // SAFETY: the caller promises room for 16 octets for each lane; no more of them come before.
    unsafe {
        simd.put_shuffled::<0>(to, a, control(0));
        if S::LEN == 16 {
            simd.put_shuffled::<0>(to.add(end(0)), b, control(1));
            end(1)
        } else {
            simd.put_shuffled::<1>(to.add(end(0)), a, control(1));
            simd.put_shuffled::<0>(to.add(end(1)), b, control(2));
            simd.put_shuffled::<1>(to.add(end(2)), b, control(3));
            end(3)
        }
    }
}

/// [`Simd::put_four_within`] of what is spread.
///
/// # Safety
///
/// That of [`Simd::put_four_within`].
#[inline(always)]
pub(super) unsafe fn put_four_within<S: Lanes>(
    simd: S,
    to: *mut u8,
    room: usize,
    spread: &Spread<S::Octets>,
    skip: usize,
    stop: usize,
) -> Option<usize> {
    let octets_before = |unit: usize| {
        unit + ones_before(spread.bits, 2 * unit) + ones_before(spread.bits & 0xAAAA_AAAA, 2 * unit)
    };
    let skipped = octets_before(skip);
    let count = octets_before(stop) - skipped;
    if count > room {
        return None;
    }
    if room >= 2 * S::LEN {
        // SAFETY: there is room for twice a vector's octets; those before `to` are written once more.
        unsafe { put_four(simd, to.sub(skipped), spread) };
        return Some(count);
    }
    let mut octets = [0; 64];
    // SAFETY: there is room for twice a vector's octets; `skipped` of what was written are before the others.
    unsafe {
        put_four(simd, octets.as_mut_ptr(), spread);
        copy_short(octets.as_ptr().add(skipped), to, count);
    }
    Some(count)
}
