//! Units of UTF-16 spread out as far as UTF-8 may need, and written by shuffles that leave out what it does not.

use super::tables::*;
use super::{Control, Lanes, control, ones_before, ones_in, shuffle_in_turns};
use crate::vector::{Simd, copy_ends, copy_short};

/// Units spread out for [`TRIPLES`]: a group of four bytes each.
pub(super) struct Spread<V> {
    /// The first four units of each lane, and the last four.
    groups: [V; 2],
    /// Two bits for each unit, its index there.
    bits: u32,
}

/// 80 from 80 on, else the unit: what decides how many bytes it needs is bit 7.
#[inline(always)]
pub(super) fn from_80<S: Lanes>(simd: S, units: S::Bytes) -> S::Bytes {
    simd.min_units(units, simd.splat_unit(0x80))
}

/// 8000 from 800 on, else 0.
#[inline(always)]
pub(super) fn from_800<S: Lanes>(simd: S, units: S::Bytes) -> S::Bytes {
    simd.saturating_add_units(units, simd.splat_unit(0x7800)) & simd.splat_unit(0x8000)
}

/// The last bytes, in the lower ones of units: what `from_80` has below 80 is the byte.
#[inline(always)]
fn last<S: Lanes>(simd: S, units: S::Bytes, from_80: S::Bytes) -> S::Bytes {
    units & simd.splat_unit(0x3F) | from_80
}

/// Three bytes for each unit, in two and one; the first or the first two are not used where it needs less.
#[inline(always)]
pub(super) fn spread<S: Lanes>(
    simd: S,
    units: S::Bytes,
    from_80: S::Bytes,
    from_800: S::Bytes,
) -> [S::Bytes; 2] {
    // E0, which is not used below 800; there C0 comes next, else 80.
    let marks = simd.down::<1>(from_800) ^ simd.splat_unit(0xC0E0);
    let firsts = simd.down::<12>(units) | simd.up::<2>(units) & simd.splat_unit(0x3F00) | marks;
    [firsts, last(simd, units, from_80)]
}

#[inline(always)]
pub(super) fn group<S: Lanes>(
    simd: S,
    [firsts, last]: [S::Bytes; 2],
    from_80: S::Bytes,
    from_800: S::Bytes,
) -> Spread<S::Bytes> {
    Spread {
        groups: [
            simd.interleave_first_units(firsts, last),
            simd.interleave_last_units(firsts, last),
        ],
        bits: simd.high_bits(from_80 | from_800),
    }
}

/// Units that are no surrogates.
#[inline(always)]
pub(super) fn spread_three<S: Lanes>(simd: S, units: S::Bytes) -> Spread<S::Bytes> {
    let (from_80, from_800) = (from_80(simd, units), from_800(simd, units));
    group(simd, spread(simd, units, from_80, from_800), from_80, from_800)
}

#[inline(always)]
pub(super) fn spread_any<S: Lanes>(simd: S, units: S::Bytes, back1: S::Bytes) -> Spread<S::Bytes> {
    let (from_80, from_800) = (from_80(simd, units), from_800(simd, units));
    let top = units & simd.splat_unit(0xFC00);
    let (high, low) = (
        simd.equal_units(top, simd.splat_unit(0xD800)),
        simd.equal_units(top, simd.splat_unit(0xDC00)),
    );
    let [firsts, last] = spread(simd, units, from_80, from_800);
    // Both have two bytes, which stand second and third.
    let number = simd.sub_units(units, simd.splat_unit(0xD800 - 0x40));
    let firsts = simd.select(
        high,
        number & simd.splat_unit(0x0F00) | simd.splat_unit(0xF000),
        firsts,
    );
    let last = simd.select(
        high,
        simd.down::<2>(number) & simd.splat_unit(0x3F) | simd.splat_unit(0x80),
        last,
    );
    let joined = simd.up::<12>(back1) & simd.splat_unit(0x3000)
        | simd.up::<2>(units) & simd.splat_unit(0x0F00)
        | simd.splat_unit(0x8000);
    let firsts = simd.select(low, joined, firsts);
    group(
        simd,
        [firsts, last],
        from_80,
        from_800 ^ (high | low) & simd.splat_unit(0x8000),
    )
}

/// Writes what is spread; the number of bytes.
///
/// # Safety
///
/// Twice [`Lanes::LEN`] bytes can be written at `to`.
#[inline(always)]
pub(super) unsafe fn put_spread<S: Lanes>(simd: S, to: *mut u8, spread: &Spread<S::Bytes>) -> usize {
    let bits = spread.bits;
    let [a, b] = shuffle_in_turns(simd, spread.groups, &TRIPLES, bits);
    // Of 4 units 4 bytes, and one more for each bit.
    // SAFETY: the caller promises room for 32 bytes a lane; before the last 16 go at most 12, 24 and 36 in all.
    unsafe {
        simd.put_lane::<0>(to, a);
        simd.put_lane::<0>(to.add(4 + ones_before(bits, 8)), b);
        if S::LEN > 16 {
            simd.put_lane::<1>(to.add(8 + ones_before(bits, 16)), a);
            simd.put_lane::<1>(to.add(12 + ones_before(bits, 24)), b);
        }
    }
    S::LEN / 2 + ones_before(bits, S::LEN)
}

/// Writes what is spread of the units from number `skip` on and before number `stop`, or does not if that is more than
/// `room` bytes; how many.
///
/// # Safety
///
/// `room` bytes can be written at `to`; the bytes of `skip` units stand before it and can be written too.
#[inline(always)]
pub(super) unsafe fn put_spread_within<S: Lanes>(
    simd: S,
    to: *mut u8,
    room: usize,
    spread: &Spread<S::Bytes>,
    skip: usize,
    stop: usize,
) -> Option<usize> {
    let &Spread { groups: [a, b], bits } = spread;
    let skipped = skip + ones_before(bits, 2 * skip);
    let count = stop + ones_before(bits, 2 * stop) - skipped;
    if count > room {
        return None;
    }
    let (to, room) = (to.wrapping_sub(skipped), room + skipped);
    // Of 4 units 4 bytes, and one more for each bit; what comes behind `stop` is zeros and may lack room.
    let before = |fours: usize| (4 * fours + ones_before(bits, 8 * fours)).min(room);
    let len = |fours: usize| 4 + ones_in(bits, fours);
    let control = |fours: usize| control(&TRIPLES, bits, fours);
    // SAFETY: there is room for all a vector can become, or for `count` bytes; and `skipped` before them can be written too.
    unsafe {
        if room >= 2 * S::LEN {
            put_spread(simd, to, spread);
            return Some(count);
        }
        put_shuffled_within::<S, 0>(simd, to, room, a, control(0), len(0));
        put_shuffled_within::<S, 0>(simd, to.add(before(1)), room - before(1), b, control(1), len(1));
        if S::LEN > 16 {
            put_shuffled_within::<S, 1>(simd, to.add(before(2)), room - before(2), a, control(2), len(2));
            put_shuffled_within::<S, 1>(simd, to.add(before(3)), room - before(3), b, control(3), len(3));
        }
    }
    Some(count)
}

/// The units of two vectors, all below 800, spread out for [`PAIRS`].
pub(super) struct Pairs<S: Lanes> {
    a: S::Bytes,
    b: S::Bytes,
    /// A bit for each unit, 8 for the first lane of `a`, the first of `b`, the second of `a`, the second of `b`.
    bits: u32,
}

impl<S: Lanes> Pairs<S> {
    #[inline(always)]
    pub(super) fn new(simd: S, a: S::Bytes, b: S::Bytes) -> Self {
        let from_80 = simd.pack(from_80(simd, a), from_80(simd, b));
        let low_bits = |units| units & simd.splat_unit(0x3F);
        // What is below 80 has no first byte.
        let first = simd.pack(simd.down::<6>(a), simd.down::<6>(b)) | simd.splat(0xC0);
        let last = simd.pack(low_bits(a), low_bits(b)) | from_80;
        Pairs {
            a: simd.interleave_first(first, last),
            b: simd.interleave_last(first, last),
            bits: simd.high_bits(from_80),
        }
    }

    /// How many bytes they need.
    #[inline(always)]
    pub(super) fn len(&self) -> usize {
        S::LEN + self.bits.count_ones() as usize
    }

    /// How many bytes the first `units` of all need.
    #[inline(always)]
    pub(super) fn len_of_first(&self, units: usize) -> usize {
        let bits = self.bits;
        let in_order = if S::LEN > 16 {
            bits & 0xFF00_00FF | bits >> 8 & 0xFF00 | bits << 8 & 0xFF_0000
        } else {
            bits
        };
        units + ones_before(in_order, units)
    }

    /// `a` and `b` with what is written of each lane at its beginning.
    #[inline(always)]
    fn shuffled(&self, simd: S) -> [S::Bytes; 2] {
        shuffle_in_turns(simd, [self.a, self.b], &PAIRS, self.bits)
    }

    /// Writes all of `a` and then `b`; the number of bytes.
    ///
    /// # Safety
    ///
    /// 16 bytes can be written at `to` for each lane of both.
    #[inline(always)]
    pub(super) unsafe fn put(&self, simd: S, to: *mut u8) -> usize {
        let bits = self.bits;
        let [a, b] = self.shuffled(simd);
        // SAFETY: the caller promises 16 bytes for each lane.
        unsafe {
            simd.put_lane::<0>(to, a);
            let mut count = 8 + ones_in(bits, 0);
            if S::LEN > 16 {
                simd.put_lane::<1>(to.add(count), a);
                count += 8 + ones_in(bits, 2);
            }
            simd.put_lane::<0>(to.add(count), b);
            count += 8 + ones_in(bits, 1);
            if S::LEN > 16 {
                simd.put_lane::<1>(to.add(count), b);
                count += 8 + ones_in(bits, 3);
            }
            count
        }
    }

    /// Writes all of `a` and then `b`, and nothing behind them; the number of bytes.
    ///
    /// # Safety
    ///
    /// [`Self::len`] bytes can be written at `to`.
    #[inline(always)]
    pub(super) unsafe fn put_exactly(&self, simd: S, to: *mut u8) -> usize {
        let [a, b] = self.shuffled(simd);
        let len = |eighth| 8 + ones_in(self.bits, eighth);
        let mut at = to;
        // SAFETY: the caller promises the bytes of all lanes, 8 at least of each: behind where one begins that the next
        // follows are 16.
        unsafe {
            simd.put_lane::<0>(at, a);
            at = at.add(len(0));
            if S::LEN > 16 {
                simd.put_lane::<1>(at, a);
                at = at.add(len(2));
                simd.put_lane::<0>(at, b);
                at = at.add(len(1));
                put_lane_exactly::<S, 1>(simd, at, b, len(3));
            } else {
                put_lane_exactly::<S, 0>(simd, at, b, len(1));
            }
        }
        self.len()
    }
}

/// Writes the units, below 800, from number `skip` on and before number `stop`, or does not if that is more than `room`
/// bytes; how many.
///
/// # Safety
///
/// `room` bytes can be written at `to`; the bytes of `skip` units stand before it and can be written too.
#[inline(always)]
pub(super) unsafe fn put_pairs_within<S: Lanes>(
    simd: S,
    to: *mut u8,
    room: usize,
    units: S::Bytes,
    skip: usize,
    stop: usize,
) -> Option<usize> {
    let from_80 = from_80(simd, units);
    let twice = simd.high_bits(simd.pack(from_80, from_80));
    let bits = twice & 0xFF | twice >> 8 & if S::LEN > 16 { 0xFF00 } else { 0 };
    let first = simd.down::<6>(units) | simd.splat_unit(0xC0);
    let pairs = simd.up::<8>(last(simd, units, from_80)) | first;
    let skipped = skip + ones_before(bits, skip);
    let count = stop + ones_before(bits, stop) - skipped;
    if count > room {
        return None;
    }
    let (to, room) = (to.wrapping_sub(skipped), room + skipped);
    let (first, last) = (8 + ones_in(bits, 0), 8 + ones_in(bits, 1));
    // SAFETY: there is room for `count` bytes, and `skipped` before them can be written too.
    unsafe {
        put_shuffled_within::<S, 0>(simd, to, room, pairs, control(&PAIRS, bits, 0), first);
        if S::LEN > 16 {
            let first = first.min(room);
            let (to, room) = (to.add(first), room - first);
            put_shuffled_within::<S, 1>(simd, to, room, pairs, control(&PAIRS, bits, 1), last);
        }
    }
    Some(count)
}

/// [`Lanes::put_lane`] of 8 to 16 bytes, and nothing behind them.
///
/// # Safety
///
/// `len` bytes can be written at `to`.
#[inline(always)]
pub(super) unsafe fn put_lane_exactly<S: Lanes, const LANE: i32>(
    simd: S,
    to: *mut u8,
    v: S::Bytes,
    len: usize,
) {
    let mut bytes = [0; 16];
    // SAFETY: `bytes` has room for 16, and the caller promises it for `len`, which is 8 at least.
    unsafe {
        simd.put_lane::<LANE>(bytes.as_mut_ptr(), v);
        copy_ends::<8>(bytes.as_ptr(), to, len);
    }
}

/// Writes a lane of `v`, shuffled, where no more than `room` bytes can be written, of which `count` are wanted or all.
///
/// # Safety
///
/// `room` bytes can be written at `to`.
#[inline(always)]
pub(super) unsafe fn put_shuffled_within<S: Lanes, const LANE: i32>(
    simd: S,
    to: *mut u8,
    room: usize,
    v: S::Bytes,
    control: &'static Control,
    count: usize,
) {
    let v = simd.shuffle(v, control);
    // SAFETY: there is room for 16 bytes, or for those that are copied.
    unsafe {
        if room >= 16 {
            return simd.put_lane::<LANE>(to, v);
        }
        let mut bytes = [0; 16];
        simd.put_lane::<LANE>(bytes.as_mut_ptr(), v);
        copy_short(bytes.as_ptr(), to, count.min(room));
    }
}

/// Writes units that are no surrogates, after a look at them; the number of bytes.
///
/// # Safety
///
/// Twice [`Lanes::LEN`] bytes can be written at `to`.
#[inline(always)]
pub(super) unsafe fn put_one<S: Lanes>(simd: S, to: *mut u8, units: S::Bytes) -> usize {
    // SAFETY: the caller promises the room.
    unsafe {
        if !simd.any_units(units, 0xFF80) {
            simd.store(to, simd.narrow(units, units));
            return S::LEN / 2;
        }
        put_spread(simd, to, &spread_three(simd, units))
    }
}
