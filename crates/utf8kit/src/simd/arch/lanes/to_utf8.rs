//! Code units to UTF-8: the steps, and their code for 128-bit lanes. `simd/utf16_to_utf8.rs` describes the algorithm.
//!
//! Each unit is spread to as many bytes as its kind can need, three or four, and shuffles leave out the unused ones. The two-byte
//! kind is in [`super::pairs`].

use super::pairs::{Pairs, from_80, last, put_pairs_within};
use super::surrogates::Utf16;
use super::tables::*;
use super::*;
use crate::simd::arch::Vectors;

/// The code units of two vectors to write: those whose bytes are not written yet.
#[derive(Clone, Copy)]
pub(crate) struct Chosen {
    /// The number of units of both vectors before the first to write.
    pub(crate) skip: usize,
    /// The number of units at the beginning of the second vector that are also at the end of the first. If it is not zero,
    /// `skip` is at most the units of a vector.
    pub(crate) overlap: usize,
}

impl Chosen {
    /// Returns the number of units to leave out at the beginning of each vector, which has `len`.
    #[inline(always)]
    pub(in crate::simd::arch) fn left_out(self, len: usize) -> [usize; 2] {
        let Chosen { skip, overlap } = self;
        debug_assert!(overlap <= len && skip <= if overlap == 0 { 2 * len } else { len });
        [skip.min(len), overlap + skip.saturating_sub(len)]
    }
}

/// Steps of the kernels that write UTF-8. Code units are in the machine's order.
///
/// All methods return the number of bytes that they write. Those named `within` write at most `room` bytes, or return `None`
/// and write nothing if the text needs more.
pub(crate) trait ToUtf8: Vectors {
    /// Writes the 16-bit units of two vectors, all below `0x800`.
    ///
    /// # Safety
    ///
    /// Twice [`Vectors::LEN`] bytes can be written at `to`.
    unsafe fn put_two(self, to: *mut u8, a: Self::Bytes, b: Self::Bytes) -> usize;

    /// Writes the 16-bit units of two vectors, none of them a surrogate. Returns also `true` if a unit needs three bytes, or
    /// always if [`Simd::UTF16_THREE_BYTE_BACKOFF`](crate::simd::arch::Simd::UTF16_THREE_BYTE_BACKOFF) is zero.
    ///
    /// # Safety
    ///
    /// Four times [`Vectors::LEN`] bytes can be written at `to`.
    unsafe fn put_three(self, to: *mut u8, a: Self::Bytes, b: Self::Bytes) -> (usize, bool);

    /// Writes any 16-bit units, two bytes for each surrogate. `prev1` has the unit before each.
    ///
    /// # Safety
    ///
    /// Twice [`Vectors::LEN`] bytes can be written at `to`.
    unsafe fn put_any(self, to: *mut u8, units: Self::Bytes, prev1: Self::Bytes) -> usize;

    /// Writes the 32-bit units of two vectors, below `0x20_0000`. The result for greater ones is unspecified.
    ///
    /// # Safety
    ///
    /// Twice [`Vectors::LEN`] bytes can be written at `to`.
    unsafe fn put_four(self, to: *mut u8, a: Self::Bytes, b: Self::Bytes) -> usize;

    /// Does what [`Self::put_two`] does for the first `len` units of one vector.
    ///
    /// # Safety
    ///
    /// `room` bytes can be written at `to`. `len` is at most the units of a vector.
    unsafe fn put_two_short(self, to: *mut u8, room: usize, units: Self::Bytes, len: usize) -> Option<usize>;

    /// Does what [`Self::put_two`] does for the `chosen` units.
    ///
    /// # Safety
    ///
    /// `room` bytes can be written at `to`. The bytes of the units left out before the chosen ones precede `to`, and can be
    /// written too. `skip` is at most the units of both vectors, or of one if there is an overlap, which is at most the units
    /// of a vector.
    unsafe fn put_two_within(
        self,
        to: *mut u8,
        room: usize,
        units: [Self::Bytes; 2],
        chosen: Chosen,
    ) -> Option<usize>;

    /// Does what [`Self::put_three`] does for the `chosen` units.
    ///
    /// # Safety
    ///
    /// That of [`Self::put_two_within`].
    unsafe fn put_three_within(
        self,
        to: *mut u8,
        room: usize,
        units: [Self::Bytes; 2],
        chosen: Chosen,
    ) -> Option<usize>;

    /// Does what [`Self::put_any`] does for the units `skip..stop`.
    ///
    /// # Safety
    ///
    /// `room` bytes can be written at `to`. The bytes of the first `skip` units precede `to`, and can be written too. `skip`
    /// is at most `stop`, and `stop` at most the number of units.
    unsafe fn put_any_within(
        self,
        to: *mut u8,
        room: usize,
        units: Self::Bytes,
        prev1: Self::Bytes,
        skip: usize,
        stop: usize,
    ) -> Option<usize>;

    /// Does what [`Self::put_four`] does for the units `skip..stop` of both vectors together.
    ///
    /// # Safety
    ///
    /// That of [`Self::put_any_within`].
    unsafe fn put_four_within(
        self,
        to: *mut u8,
        room: usize,
        units: [Self::Bytes; 2],
        skip: usize,
        stop: usize,
    ) -> Option<usize>;
}

/// 16-bit units spread for [`TRIPLES`]: a group of four bytes each, of which up to three are used.
struct Spread<V> {
    /// The groups of the first four units of each lane, and of the last four.
    groups: [V; 2],
    /// Two bits for each unit, its part of the index into [`TRIPLES`].
    bits: u32,
}

/// Returns `0x8000` for units of `0x800` or more, and else 0.
#[inline(always)]
fn from_800<S: Lanes>(simd: S, units: S::Bytes) -> S::Bytes {
    simd.saturating_add_u16(units, simd.splat_u16(0x7800)) & simd.splat_u16(0x8000)
}

/// Returns three bytes for each unit: the first two and, in another vector, the last. A unit that needs fewer does not use
/// the first ones.
#[inline(always)]
fn spread<S: Lanes>(simd: S, units: S::Bytes, from_80: S::Bytes, from_800: S::Bytes) -> [S::Bytes; 2] {
    // 0xE0, which is unused below 0x800, and then 0xC0 there and 0x80 elsewhere.
    let marks = simd.shr_u16::<1>(from_800) ^ simd.splat_u16(0xC0E0);
    let firsts = simd.shr_u16::<12>(units) | simd.shl_u16::<2>(units) & simd.splat_u16(0x3F00) | marks;
    [firsts, last(simd, units, from_80)]
}

/// Returns the groups of four bytes for units of three, and the bits of their lengths.
#[inline(always)]
fn group<S: Lanes>(
    simd: S,
    [firsts, last]: [S::Bytes; 2],
    from_80: S::Bytes,
    from_800: S::Bytes,
) -> Spread<S::Bytes> {
    Spread {
        groups: simd.interleave_u16(firsts, last),
        bits: simd.high_bits(from_80 | from_800),
    }
}

/// Spreads units that are not surrogates.
#[inline(always)]
fn spread_three<S: Lanes>(simd: S, units: S::Bytes) -> Spread<S::Bytes> {
    let (from_80, from_800) = (from_80(simd, units), from_800(simd, units));
    group(simd, spread(simd, units, from_80, from_800), from_80, from_800)
}

/// Spreads any units. `prev1` has the unit before each.
#[inline(always)]
fn spread_any<S: Lanes>(simd: S, units: S::Bytes, prev1: S::Bytes) -> Spread<S::Bytes> {
    let (from_80, from_800) = (from_80(simd, units), from_800(simd, units));
    let top = units & simd.splat_u16(0xFC00);
    let (high, low) = (
        simd.equal_u16(top, simd.splat_u16(0xD800)),
        simd.equal_u16(top, simd.splat_u16(0xDC00)),
    );
    let [firsts, last] = spread(simd, units, from_80, from_800);
    // Both kinds of surrogates have two bytes, the second and the third of the group.
    let number = simd.sub_u16(units, simd.splat_u16(0xD800 - 0x40));
    let firsts = simd.select(
        high,
        number & simd.splat_u16(0x0F00) | simd.splat_u16(0xF000),
        firsts,
    );
    let last = simd.select(
        high,
        simd.shr_u16::<2>(number) & simd.splat_u16(0x3F) | simd.splat_u16(0x80),
        last,
    );
    let joined = simd.shl_u16::<12>(prev1) & simd.splat_u16(0x3000)
        | simd.shl_u16::<2>(units) & simd.splat_u16(0x0F00)
        | simd.splat_u16(0x8000);
    let firsts = simd.select(low, joined, firsts);
    group(
        simd,
        [firsts, last],
        from_80,
        from_800 ^ (high | low) & simd.splat_u16(0x8000),
    )
}

/// Writes the bytes of what is spread, and returns their number.
///
/// # Safety
///
/// Twice [`Vectors::LEN`] bytes can be written at `to`.
#[inline(always)]
unsafe fn put_spread<S: Lanes>(simd: S, to: *mut u8, spread: &Spread<S::Bytes>) -> usize {
    let bits = spread.bits;
    let [a, b] = swizzle_alternating(simd, spread.groups, &TRIPLES, bits);
    // SAFETY: 4 units become 4 bytes and one more for each bit set. The caller promises room for 32 bytes for each lane: at
    // most 12, 24 and 36 bytes precede the later stores.
    unsafe {
        simd.store_lane::<0>(to, a);
        simd.store_lane::<0>(to.add(4 + ones_before(bits, 8)), b);
        if S::LEN > 16 {
            simd.store_lane::<1>(to.add(8 + ones_before(bits, 16)), a);
            simd.store_lane::<1>(to.add(12 + ones_before(bits, 24)), b);
        }
    }
    S::LEN / 2 + ones_before(bits, S::LEN)
}

/// Writes the bytes of the units `skip..stop` of what is spread, and returns their number, or `None` if it is more than
/// `room`.
///
/// # Safety
///
/// `room` bytes can be written at `to`. The bytes of the first `skip` units precede `to`, and can be written too. `skip` is at
/// most `stop`, and `stop` at most the number of units.
#[inline(always)]
unsafe fn put_spread_within<S: Lanes>(
    simd: S,
    to: *mut u8,
    room: usize,
    spread: &Spread<S::Bytes>,
    skip: usize,
    stop: usize,
) -> Option<usize> {
    debug_assert!(skip <= stop && stop <= S::LEN / 2);
    let &Spread { groups: [a, b], bits } = spread;
    let skipped = skip + ones_before(bits, 2 * skip);
    let count = stop + ones_before(bits, 2 * stop) - skipped;
    if count > room {
        return None;
    }
    let (to, room) = (to.wrapping_sub(skipped), room + skipped);
    // 4 units become 4 bytes and one more for each bit set. There may be no room for the units from `stop` on.
    let before = |fours: usize| (4 * fours + ones_before(bits, 8 * fours)).min(room);
    let len = |fours: usize| 4 + ones_in(bits, fours);
    let at = |fours: usize| positions(&TRIPLES, bits, fours);
    // SAFETY: there is room for all that a vector can become, or each store is limited to `room`, which includes the `skipped`
    // bytes before.
    unsafe {
        if room >= 2 * S::LEN {
            put_spread(simd, to, spread);
            return Some(count);
        }
        store_swizzled_within::<S, 0>(simd, to, room, a, at(0), len(0));
        store_swizzled_within::<S, 0>(simd, to.add(before(1)), room - before(1), b, at(1), len(1));
        if S::LEN > 16 {
            store_swizzled_within::<S, 1>(simd, to.add(before(2)), room - before(2), a, at(2), len(2));
            store_swizzled_within::<S, 1>(simd, to.add(before(3)), room - before(3), b, at(3), len(3));
        }
    }
    Some(count)
}

/// Writes units that are not surrogates, tested for ASCII, and returns the number of bytes.
///
/// # Safety
///
/// Twice [`Vectors::LEN`] bytes can be written at `to`.
#[inline(always)]
unsafe fn put_one<S: Lanes>(simd: S, to: *mut u8, units: S::Bytes) -> usize {
    // SAFETY: the caller promises the room.
    unsafe {
        if !simd.any_units(units, 0xFF80) {
            simd.store(to, simd.in_order(simd.pack_u16(units, units)));
            return S::LEN / 2;
        }
        put_spread(simd, to, &spread_three(simd, units))
    }
}

/// Two vectors of 32-bit units spread for [`QUADS`].
struct Quads<V> {
    quads: [V; 2],
    /// Two bits for each unit, its part of the index into [`QUADS`].
    bits: u32,
}

/// Spreads 32-bit units below `0x20_0000`.
#[inline(always)]
fn spread_four<S: Lanes>(simd: S, a: S::Bytes, b: S::Bytes) -> Quads<S::Bytes> {
    let (a, a_lengths) = quads(simd, a);
    let (b, b_lengths) = quads(simd, b);
    Quads {
        quads: [a, b],
        bits: simd.high_bits(simd.in_order(simd.pack_u32(a_lengths, b_lengths))),
    }
}

/// Returns four bytes for each unit, of which the last ones are used, and its length less one in bits 7 and 15.
#[inline(always)]
fn quads<S: Lanes>(simd: S, units: S::Bytes) -> (S::Bytes, S::Bytes) {
    // Each byte has four indices, and a greater length a smaller one: where a comparison holds, it is -1.
    let index = simd.add(
        simd.add(
            simd.splat_u32(0x0F0B_0703),
            simd.greater_u32(units, simd.splat_u32(0x7F)),
        ),
        simd.add(
            simd.greater_u32(units, simd.splat_u32(0x7FF)),
            simd.greater_u32(units, simd.splat_u32(0xFFFF)),
        ),
    );
    let middle = simd.shr_u32::<4>(units) & simd.splat_u32(0x3F00)
        | simd.shl_u32::<10>(units) & simd.splat_u32(0x003F_0000);
    let bits = simd.shr_u32::<18>(units) | middle | simd.shl_u32::<24>(units);
    let bytes = bits & lookup(simd, &quad::BITS, index) | lookup(simd, &quad::MARKS, index);
    (bytes, lookup(simd, &quad::LENGTH, index))
}

/// Writes the bytes of what is spread, and returns their number.
///
/// # Safety
///
/// Twice [`Vectors::LEN`] bytes can be written at `to`.
#[inline(always)]
unsafe fn put_four<S: Lanes>(simd: S, to: *mut u8, spread: &Quads<S::Bytes>) -> usize {
    let bits = spread.bits;
    let [a, b] = swizzle_in_order(simd, spread.quads, &QUADS, bits);
    // The length of four units in each byte, and then that of all units up to there.
    let pairs = (bits & 0x3333_3333) + (bits >> 2 & 0x3333_3333);
    let fours = ((pairs + (pairs >> 4)) & 0x0F0F_0F0F) + 0x0404_0404;
    let ends = fours.wrapping_mul(0x0101_0101);
    let end = |eighth: usize| (ends >> (8 * eighth) & 0xFF) as usize;
    // SAFETY: the caller promises room for 16 bytes for each lane, and at most as many precede each.
    unsafe {
        simd.store_lane::<0>(to, a);
        if S::LEN == 16 {
            simd.store_lane::<0>(to.add(end(0)), b);
            end(1)
        } else {
            simd.store_lane::<1>(to.add(end(0)), a);
            simd.store_lane::<0>(to.add(end(1)), b);
            simd.store_lane::<1>(to.add(end(2)), b);
            end(3)
        }
    }
}

/// Writes the bytes of the units `skip..stop` of what is spread, and returns their number, or `None` if it is more than
/// `room`.
///
/// # Safety
///
/// `room` bytes can be written at `to`. The bytes of the first `skip` units precede `to`, and can be written too. `skip` is at
/// most `stop`, and `stop` at most the number of units.
#[inline(always)]
unsafe fn put_four_within<S: Lanes>(
    simd: S,
    to: *mut u8,
    room: usize,
    spread: &Quads<S::Bytes>,
    skip: usize,
    stop: usize,
) -> Option<usize> {
    debug_assert!(skip <= stop && stop <= S::LEN / 2);
    let bytes_before = |unit: usize| {
        unit + ones_before(spread.bits, 2 * unit) + ones_before(spread.bits & 0xAAAA_AAAA, 2 * unit)
    };
    let skipped = bytes_before(skip);
    let count = bytes_before(stop) - skipped;
    if count > room {
        return None;
    }
    if room >= 2 * S::LEN {
        // SAFETY: there is room for two vectors. The bytes before `to` are written again.
        unsafe { put_four(simd, to.sub(skipped), spread) };
        return Some(count);
    }
    let mut bytes = [0; 64];
    // SAFETY: the buffer holds two vectors, and the `count` bytes follow the `skipped` ones in it.
    unsafe {
        put_four(simd, bytes.as_mut_ptr(), spread);
        copy_short(bytes.as_ptr().add(skipped), to, count);
    }
    Some(count)
}

impl<S: Lanes> ToUtf8 for S {
    #[inline(always)]
    unsafe fn put_two(self, to: *mut u8, a: S::Bytes, b: S::Bytes) -> usize {
        // SAFETY: the caller promises 16 bytes for each lane.
        unsafe { Pairs::new(self, a, b).put(self, to) }
    }

    #[inline(always)]
    unsafe fn put_three(self, to: *mut u8, a: S::Bytes, b: S::Bytes) -> (usize, bool) {
        // SAFETY: the caller promises four vectors, and each call needs two.
        unsafe {
            let count = put_one(self, to, a);
            // The backoff is zero.
            (count + put_one(self, to.add(count), b), true)
        }
    }

    #[inline(always)]
    unsafe fn put_any(self, to: *mut u8, units: S::Bytes, prev1: S::Bytes) -> usize {
        // SAFETY: the caller promises the room.
        unsafe { put_spread(self, to, &spread_any(self, units, prev1)) }
    }

    #[inline(always)]
    unsafe fn put_four(self, to: *mut u8, a: S::Bytes, b: S::Bytes) -> usize {
        // SAFETY: the caller promises the room.
        unsafe { put_four(self, to, &spread_four(self, a, b)) }
    }

    #[inline(always)]
    unsafe fn put_two_short(self, to: *mut u8, room: usize, units: S::Bytes, len: usize) -> Option<usize> {
        // SAFETY: the caller promises the room.
        unsafe { put_pairs_within(self, to, room, units, 0, len) }
    }

    #[inline(always)]
    unsafe fn put_two_within(
        self,
        to: *mut u8,
        room: usize,
        [a, b]: [S::Bytes; 2],
        chosen: Chosen,
    ) -> Option<usize> {
        let len = S::LEN / 2;
        // SAFETY: the caller promises the room, which is checked, and the bytes of the units before `to`.
        unsafe {
            if chosen.overlap == 0 {
                let pairs = Pairs::<S>::new(self, a, b);
                let skipped = pairs.len_of_first(chosen.skip);
                let count = pairs.len() - skipped;
                if count > room {
                    return None;
                }
                pairs.put_exactly(self, to.sub(skipped));
                return Some(count);
            }
            let skip = chosen.left_out(len);
            let count = match skip[0] < len {
                true => put_pairs_within(self, to, room, a, skip[0], len)?,
                false => 0,
            };
            let more = put_pairs_within(self, to.add(count), room - count, b, skip[1], len)?;
            Some(count + more)
        }
    }

    #[inline(always)]
    unsafe fn put_three_within(
        self,
        to: *mut u8,
        room: usize,
        [first, second]: [S::Bytes; 2],
        chosen: Chosen,
    ) -> Option<usize> {
        let (len, mut count) = (S::LEN / 2, 0);
        let skip = chosen.left_out(len);
        // SAFETY: the caller promises the room and the bytes of the units before `to`; for `second`, those of `first` are there.
        unsafe {
            if skip[0] < len {
                count = put_spread_within(self, to, room, &spread_three(self, first), skip[0], len)?;
            }
            let second = spread_three(self, second);
            Some(count + put_spread_within(self, to.add(count), room - count, &second, skip[1], len)?)
        }
    }

    #[inline(always)]
    unsafe fn put_any_within(
        self,
        to: *mut u8,
        room: usize,
        units: S::Bytes,
        prev1: S::Bytes,
        skip: usize,
        stop: usize,
    ) -> Option<usize> {
        let spread = if self.any_units(units, 0xF800) {
            spread_any(self, units, prev1)
        } else {
            spread_three(self, units)
        };
        // SAFETY: the caller promises the same.
        unsafe { put_spread_within(self, to, room, &spread, skip, stop) }
    }

    #[inline(always)]
    unsafe fn put_four_within(
        self,
        to: *mut u8,
        room: usize,
        [a, b]: [S::Bytes; 2],
        skip: usize,
        stop: usize,
    ) -> Option<usize> {
        // SAFETY: the caller promises the same.
        unsafe { put_four_within(self, to, room, &spread_four(self, a, b), skip, stop) }
    }
}
