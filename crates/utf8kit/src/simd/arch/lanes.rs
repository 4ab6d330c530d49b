//! The kernels' steps for instruction sets whose byte shuffle works on 128-bit lanes, written once over [`Lanes`].
//!
//! Three kinds of tables take the place of what AVX-512 does in one instruction: error bits by nibbles, marks by lengths, and
//! positions for a shuffle that leaves bytes out. A mask of a vector selects such positions by 8 bits at a time, an *eighth*.

pub(super) mod length;
mod pairs;
pub(super) mod repair_utf8;
mod set;
pub(super) mod single_byte;
pub(super) mod surrogates;
mod tables;
pub(super) mod to_utf8;
pub(super) mod utf16_to_utf32;
pub(super) mod utf8_to_latin1;
pub(super) mod utf8_to_utf16;
pub(super) mod validate_utf8;
pub(super) mod widen_narrow;

use super::copy::copy_short;
pub(super) use set::Lanes;
pub(crate) use tables::LaneTable;

/// Returns a mask of the first `len` positions, at most 32.
#[inline(always)]
fn first(len: usize) -> u32 {
    debug_assert!(len <= 32);
    !(u64::MAX << len) as u32
}

/// Returns the number of bits set among the first `len`.
#[inline(always)]
fn ones_before(bits: u32, len: usize) -> usize {
    (bits & first(len)).count_ones() as usize
}

/// Returns the number of bits set among the 8 bits number `eighth`.
#[inline(always)]
fn ones_in(bits: u32, eighth: usize) -> usize {
    (bits >> (8 * eighth) & 0xFF).count_ones() as usize
}

/// Returns the entry of `table` for the 8 bits number `eighth`.
#[inline(always)]
fn positions(table: &'static [LaneTable; 256], bits: u32, eighth: usize) -> &'static LaneTable {
    &table[(bits >> (8 * eighth) & 0xFF) as usize]
}

/// Returns the entries of `table` at the indices in `nibbles`, which are below 16.
#[inline(always)]
fn lookup<S: Lanes>(simd: S, table: &'static LaneTable, nibbles: S::Bytes) -> S::Bytes {
    simd.swizzle(simd.load_lane(table), nibbles)
}

/// Returns the lanes of `a` and `b` swizzled by the entries of `table` for the next 8 `bits` each. The lanes alternate: `a`
/// and `b` are the two results of an interleaving.
#[inline(always)]
fn swizzle_alternating<S: Lanes>(
    simd: S,
    [a, b]: [S::Bytes; 2],
    table: &'static [LaneTable; 256],
    bits: u32,
) -> [S::Bytes; 2] {
    let at = |eighth| positions(table, bits, eighth);
    [
        simd.swizzle(a, simd.load_lanes(at(0), at(2))),
        simd.swizzle(b, simd.load_lanes(at(1), at(3))),
    ]
}

/// Does what [`swizzle_alternating`] does where the lanes of `a` precede those of `b`.
#[inline(always)]
fn swizzle_in_order<S: Lanes>(
    simd: S,
    [a, b]: [S::Bytes; 2],
    table: &'static [LaneTable; 256],
    bits: u32,
) -> [S::Bytes; 2] {
    let at = |eighth| positions(table, bits, eighth);
    let b_first = S::LEN / 16;
    [
        simd.swizzle(a, simd.load_lanes(at(0), at(1))),
        simd.swizzle(b, simd.load_lanes(at(b_first), at(3))),
    ]
}

/// Returns ones where a byte is `floor` or more, and zeros elsewhere.
#[inline(always)]
fn at_least<S: Lanes>(simd: S, v: S::Bytes, floor: u8) -> S::Bytes {
    simd.equal(simd.max(v, simd.splat(floor)), v)
}

/// Writes the lane number `LANE` of `v`, swizzled, where `room` bytes can be written: all 16 bytes, or the first `count` as
/// far as there is room.
///
/// # Safety
///
/// `room` bytes can be written at `to`, and `count` is at most 16.
#[inline(always)]
unsafe fn store_swizzled_within<S: Lanes, const LANE: i32>(
    simd: S,
    to: *mut u8,
    room: usize,
    v: S::Bytes,
    positions: &'static LaneTable,
    count: usize,
) {
    debug_assert!(count <= 16);
    let v = simd.swizzle(v, simd.load_lane(positions));
    // SAFETY: there is room for 16 bytes, or for those that are copied.
    unsafe {
        if room >= 16 {
            return simd.store_lane::<LANE>(to, v);
        }
        let mut bytes = [0; 16];
        simd.store_lane::<LANE>(bytes.as_mut_ptr(), v);
        copy_short(bytes.as_ptr(), to, count.min(room));
    }
}

/// Copies up to 32 units of 32 bits.
///
/// # Safety
///
/// `count` units, at most 32, can be read at `from` and written at `to`, and the two do not overlap.
#[inline(always)]
unsafe fn copy_units(from: *const u8, to: *mut u8, count: usize) {
    debug_assert!(count <= 32);
    let first = (4 * count).min(64);
    // SAFETY: both pieces are at most 64 bytes, and the caller promises them.
    unsafe {
        copy_short(from, to, first);
        copy_short(from.add(first), to.add(first), 4 * count - first);
    }
}
