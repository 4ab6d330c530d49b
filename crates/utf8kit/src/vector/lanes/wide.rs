//! UTF-32: made of planes of octets, and spread out as far as UTF-8 may need.

use super::tables::{QUADS, UNITS};
use super::{Lanes, at_least, control, copy_short, ones_before, ones_in};
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
    /// Two bits for each unit, its index there: first those of the first lane of the first vector, then those of the first
    /// of the second.
    bits: u32,
}

/// Units below 200000.
#[inline(always)]
pub(super) fn spread_four<S: Lanes>(simd: S, a: S::Octets, b: S::Octets) -> Spread<S::Octets> {
    let (a, a_lengths) = quads(simd, a);
    let (b, b_lengths) = quads(simd, b);
    Spread {
        quads: [a, b],
        bits: simd.high_bits(Lanes::pack_wide(simd, a_lengths, b_lengths)),
    }
}

/// For each unit four octets, of which the last ones are used; and its length less one in bits 7 and 15.
#[inline(always)]
fn quads<S: Lanes>(simd: S, units: S::Octets) -> (S::Octets, S::Octets) {
    let from_80 = simd.greater_wide(units, simd.splat_wide(0x7F));
    let from_800 = simd.greater_wide(units, simd.splat_wide(0x7FF));
    let from_10000 = simd.greater_wide(units, simd.splat_wide(0xFFFF));
    // Bit 6 of the last octet is only ASCII's.
    let last =
        simd.up_wide::<24>(units) & (simd.splat_wide(0x7F00_0000) ^ from_80 & simd.splat_wide(0x4000_0000));
    let third = simd.up_wide::<10>(units) & simd.splat_wide(0x003F_0000);
    let second = simd.down_wide::<4>(units) & simd.splat_wide(0x3F00);
    // What each length has more than the one before.
    let marks = from_80 & simd.splat_wide(0x80C0_0000)
        ^ from_800 & simd.splat_wide(0x0040_E000)
        ^ from_10000 & simd.splat_wide(0x0000_60F0);
    let lengths =
        (from_80 ^ from_800 ^ from_10000) & simd.splat_wide(0x80) | from_800 & simd.splat_wide(0x8000);
    (
        simd.down_wide::<18>(units) | second | third | last | marks,
        lengths,
    )
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
    // SAFETY: the caller promises room for 16 octets for each lane; no more of them come before.
    unsafe {
        simd.put_shuffled::<0>(to, a, control(0));
        let mut count = octets(bits, 0);
        if S::LEN > 16 {
            simd.put_shuffled::<1>(to.add(count), a, control(2));
            count += octets(bits, 2);
        }
        simd.put_shuffled::<0>(to.add(count), b, control(1));
        count += octets(bits, 1);
        if S::LEN > 16 {
            simd.put_shuffled::<1>(to.add(count), b, control(3));
            count += octets(bits, 3);
        }
        count
    }
}

/// The octets of the four units that the `eighth`-th eight bits stand for.
#[inline(always)]
fn octets(bits: u32, eighth: usize) -> usize {
    4 + ones_in(bits, eighth) + ones_in(bits & 0xAAAA_AAAA, eighth)
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
    // In the order of the text.
    let bits = match S::LEN {
        16 => spread.bits,
        _ => spread.bits & 0xFF00_00FF | spread.bits >> 8 & 0xFF00 | spread.bits << 8 & 0xFF_0000,
    };
    let octets_before =
        |unit: usize| unit + ones_before(bits, 2 * unit) + ones_before(bits & 0xAAAA_AAAA, 2 * unit);
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
