//! UTF-32: made of planes of bytes, and spread out as far as UTF-8 may need.

use super::tables::{QUADS, UNITS, quad};
use super::{Control, Lanes, at_least, control, copy_short, first, ones_before, ones_in};
use crate::vector::{Simd, Wide};

/// [`Wide::utf32_planes`].
#[inline(always)]
pub(super) fn planes<S: Lanes, const FOUR: bool>(
    simd: S,
    current: S::Bytes,
    [back1, back2, back3]: [S::Bytes; 3],
    next: S::Bytes,
) -> ([S::Bytes; 3], u32) {
    let zero = Lanes::splat(simd, 0);
    if !FOUR {
        let (low, middle, ends) = simd.utf16_planes::<false>(current, back1, back2, zero, next);
        return ([low, middle, zero], ends);
    }
    let (low, middle, ends) = simd.utf16_planes::<false>(current, back1, zero, zero, next);
    // Its four lowest bits: the second byte of four, or the first of three, which is E0 or more.
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

/// Writes the units whose bytes stand at the positions `mask` of the planes.
///
/// # Safety
///
/// [`Lanes::LEN`] units can be written at `to`.
#[inline(always)]
pub(super) unsafe fn put<S: Lanes, const BIG: bool, const FOUR: bool>(
    simd: S,
    to: *mut u8,
    [low, middle, high]: [S::Bytes; 3],
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
    // SAFETY: the caller promises room for a unit for each byte; no more of them come before.
    unsafe {
        simd.put_shuffled_wide::<0, BIG, FOUR>(to(0), words[0], upper[0], control(0));
        simd.put_shuffled_wide::<0, BIG, FOUR>(to(1), words[1], upper[1], control(1));
        if S::LEN > 16 {
            simd.put_shuffled_wide::<1, BIG, FOUR>(to(2), words[0], upper[0], control(2));
            simd.put_shuffled_wide::<1, BIG, FOUR>(to(3), words[1], upper[1], control(3));
        }
    }
}

/// [`Wide::put_wide_within`].
///
/// # Safety
///
/// `room` units can be written at `to`.
#[inline(always)]
pub(super) unsafe fn put_within<S: Lanes, const BIG: bool, const FOUR: bool>(
    simd: S,
    to: *mut u8,
    room: usize,
    planes: [S::Bytes; 3],
    mask: u32,
) -> Option<usize> {
    const HALF: usize = 64;
    let count = mask.count_ones() as usize;
    if count > room {
        return None;
    }
    if room >= S::LEN {
        // SAFETY: there is room for a unit for each byte.
        unsafe { put::<S, BIG, FOUR>(simd, to, planes, mask) };
        return Some(count);
    }
    let mut units = [0; 2 * HALF];
    let (bytes, from) = (4 * count, units.as_mut_ptr());
    // SAFETY: there is room for 32 units, and then for `count` of them.
    unsafe {
        put::<S, BIG, FOUR>(simd, from, planes, mask);
        copy_short(from, to, bytes.min(HALF));
        if bytes > HALF {
            copy_short(from.add(HALF), to.add(HALF), bytes - HALF);
        }
    }
    Some(count)
}

/// [`Wide::put_narrow_wide`].
///
/// # Safety
///
/// [`Lanes::LEN`] bytes can be written at `to`.
#[inline(always)]
pub(super) unsafe fn put_narrow<S: Lanes, const BIG: bool>(
    simd: S,
    to: *mut u8,
    [mut a, mut b, mut c, mut d]: [S::Bytes; 4],
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
pub(super) fn spread_four<S: Lanes>(simd: S, a: S::Bytes, b: S::Bytes) -> Spread<S::Bytes> {
    let (a, a_lengths) = quads(simd, a);
    let (b, b_lengths) = quads(simd, b);
    Spread {
        quads: [a, b],
        bits: simd.high_bits(simd.narrow_wide(a_lengths, b_lengths)),
    }
}

/// For each unit four bytes, of which the last ones are used; and its length less one in bits 7 and 15.
#[inline(always)]
fn quads<S: Lanes>(simd: S, units: S::Bytes) -> (S::Bytes, S::Bytes) {
    // For each byte four indices, of which a greater length has a lower one. A comparison's FF is -1.
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
    let bytes = bits & simd.lookup(&quad::BITS, index) | simd.lookup(&quad::MARKS, index);
    (bytes, simd.lookup(&quad::LENGTH, index))
}

/// Each lane of `a` and then of `b` shuffled as `table` has it for the next eight `bits`.
#[inline(always)]
fn shuffle_one_by_one<S: Lanes>(
    simd: S,
    [a, b]: [S::Bytes; 2],
    table: &'static [Control; 256],
    bits: u32,
) -> [S::Bytes; 2] {
    let control = |eighth| control(table, bits, eighth);
    let b_first = S::LEN / 16;
    [
        simd.shuffle_lanes(a, control(0), control(1)),
        simd.shuffle_lanes(b, control(b_first), control(3)),
    ]
}

/// Writes what is spread; the number of bytes.
///
/// # Safety
///
/// Twice [`Lanes::LEN`] bytes can be written at `to`.
#[inline(always)]
pub(super) unsafe fn put_four<S: Lanes>(simd: S, to: *mut u8, spread: &Spread<S::Bytes>) -> usize {
    let bits = spread.bits;
    let [a, b] = shuffle_one_by_one(simd, spread.quads, &QUADS, bits);
    // The bytes of four units each, in a byte each; then with those before.
    let pairs = (bits & 0x3333_3333) + (bits >> 2 & 0x3333_3333);
    let fours = ((pairs + (pairs >> 4)) & 0x0F0F_0F0F) + 0x0404_0404;
    let ends = fours.wrapping_mul(0x0101_0101);
    let end = |eighth: usize| (ends >> (8 * eighth) & 0xFF) as usize;
    // SAFETY: the caller promises room for 16 bytes for each lane; no more of them come before.
    unsafe {
        simd.put_lane::<0>(to, a);
        if S::LEN == 16 {
            simd.put_lane::<0>(to.add(end(0)), b);
            end(1)
        } else {
            simd.put_lane::<1>(to.add(end(0)), a);
            simd.put_lane::<0>(to.add(end(1)), b);
            simd.put_lane::<1>(to.add(end(2)), b);
            end(3)
        }
    }
}

/// [`Wide::put_four_within`] of what is spread.
///
/// # Safety
///
/// That of [`Wide::put_four_within`].
#[inline(always)]
pub(super) unsafe fn put_four_within<S: Lanes>(
    simd: S,
    to: *mut u8,
    room: usize,
    spread: &Spread<S::Bytes>,
    skip: usize,
    stop: usize,
) -> Option<usize> {
    let bytes_before = |unit: usize| {
        unit + ones_before(spread.bits, 2 * unit) + ones_before(spread.bits & 0xAAAA_AAAA, 2 * unit)
    };
    let skipped = bytes_before(skip);
    let count = bytes_before(stop) - skipped;
    if count > room {
        return None;
    }
    if room >= 2 * S::LEN {
        // SAFETY: there is room for twice a vector's bytes; those before `to` are written once more.
        unsafe { put_four(simd, to.sub(skipped), spread) };
        return Some(count);
    }
    let mut bytes = [0; 64];
    // SAFETY: there is room for twice a vector's bytes; `skipped` of what was written are before the others.
    unsafe {
        put_four(simd, bytes.as_mut_ptr(), spread);
        copy_short(bytes.as_ptr().add(skipped), to, count);
    }
    Some(count)
}

/// Units of UTF-16 and what they become where a character ends.
struct Joined<V> {
    /// The lower halves of the numbers, and the upper ones.
    words: V,
    upper: V,
    /// A bit for each unit that ends a character.
    kept: u32,
}

#[inline(always)]
fn join<S: Lanes>(simd: S, units: S::Bytes, back1: S::Bytes) -> Joined<S::Bytes> {
    let top = units & simd.splat_unit(0xFC00);
    let high = simd.equal_units(top, simd.splat_unit(0xD800)) & simd.splat_unit(0x80);
    let low = simd.equal_units(top, simd.splat_unit(0xDC00));
    let twice = simd.high_bits(simd.pack(high, high));
    let high = twice & 0xFF | twice >> 8 & if S::LEN > 16 { 0xFF00 } else { 0 };
    let joined = simd.up::<10>(back1) | units & simd.splat_unit(0x03FF);
    // D800 >> 6 is 360; and 10000 is added.
    let upper = simd.sub_units(simd.down::<6>(back1), simd.splat_unit(0x35F));
    Joined {
        words: simd.select(low, joined, units),
        upper: upper & low,
        kept: !high & first(S::LEN / 2),
    }
}

/// Writes those of the units whose bit is set in `kept`; how many.
///
/// # Safety
///
/// Half as many units as a vector has bytes can be written at `to`.
#[inline(always)]
unsafe fn put_joined<S: Lanes>(simd: S, to: *mut u8, joined: &Joined<S::Bytes>, kept: u32) -> usize {
    const BIG: bool = cfg!(target_endian = "big");
    let (words, upper) = (joined.words, joined.upper);
    // SAFETY: the caller promises room for 8 units for each lane; no more of them come before.
    unsafe {
        simd.put_shuffled_wide::<0, BIG, true>(to, words, upper, control(&UNITS, kept, 0));
        if S::LEN > 16 {
            let to = to.add(4 * ones_in(kept, 0));
            simd.put_shuffled_wide::<1, BIG, true>(to, words, upper, control(&UNITS, kept, 1));
        }
    }
    kept.count_ones() as usize
}

/// Two vectors of UTF-32 with two units of UTF-16 in the place of each.
struct Split<V> {
    units: [V; 2],
    /// A bit for each unit that there is.
    kept: u32,
}

#[inline(always)]
fn split<S: Lanes>(simd: S, a: S::Bytes, b: S::Bytes) -> Split<S::Bytes> {
    let (a, a_two) = halves(simd, a);
    let (b, b_two) = halves(simd, b);
    Split {
        units: [a, b],
        kept: 0x5555_5555 & first(S::LEN) | simd.high_bits(simd.narrow_wide(a_two, b_two)),
    }
}

/// The units for each number, the high surrogate below; and 8080 where there are two.
#[inline(always)]
fn halves<S: Lanes>(simd: S, numbers: S::Bytes) -> (S::Bytes, S::Bytes) {
    let two = simd.greater_wide(numbers, simd.splat_wide(0xFFFF));
    // D800 + (number - 10000 >> 10), of which nothing is borrowed from the unit above.
    let high = simd.sub_units(simd.down_wide::<10>(numbers), simd.splat_wide(0x1_0040 - 0xD800));
    let low = simd.up_wide::<16>(numbers) & simd.splat_wide(0x03FF_0000) | simd.splat_wide(0xDC00_0000);
    (
        simd.select(two, high | low, numbers),
        two & simd.splat_wide(0x8080),
    )
}

/// Writes those of the units whose bit is set in `kept`; how many.
///
/// # Safety
///
/// Twice [`Lanes::LEN`] bytes can be written at `to`.
#[inline(always)]
unsafe fn put_split<S: Lanes>(simd: S, to: *mut u8, split: &Split<S::Bytes>, kept: u32) -> usize {
    let [a, b] = shuffle_one_by_one(simd, split.units, &UNITS, kept);
    let to = |eighth: usize| to.wrapping_add(2 * ones_before(kept, 8 * eighth));
    // SAFETY: the caller promises room for 16 bytes for each lane; no more of them come before.
    unsafe {
        simd.put_lane::<0>(to(0), a);
        if S::LEN == 16 {
            simd.put_lane::<0>(to(1), b);
        } else {
            simd.put_lane::<1>(to(1), a);
            simd.put_lane::<0>(to(2), b);
            simd.put_lane::<1>(to(3), b);
        }
    }
    kept.count_ones() as usize
}

impl<S: Lanes> Wide for S {
    const ASK_EACH: bool = true;

    #[inline(always)]
    fn utf32_planes<const FOUR: bool>(
        self,
        current: S::Bytes,
        back: [S::Bytes; 3],
        next: S::Bytes,
    ) -> ([S::Bytes; 3], u32) {
        planes::<S, FOUR>(self, current, back, next)
    }

    #[inline(always)]
    unsafe fn put_wide<const BIG: bool, const FOUR: bool>(
        self,
        to: *mut u8,
        planes: [S::Bytes; 3],
        mask: u32,
    ) -> usize {
        // SAFETY: the caller promises the room.
        unsafe { put::<S, BIG, FOUR>(self, to, planes, mask) };
        mask.count_ones() as usize
    }

    #[inline(always)]
    unsafe fn put_wide_within<const BIG: bool, const FOUR: bool>(
        self,
        to: *mut u8,
        room: usize,
        planes: [S::Bytes; 3],
        mask: u32,
    ) -> Option<usize> {
        // SAFETY: the caller promises the room.
        unsafe { put_within::<S, BIG, FOUR>(self, to, room, planes, mask) }
    }

    #[inline(always)]
    unsafe fn put_ascii_wide<const BIG: bool>(self, to: *mut u8, from: *const u8) {
        // SAFETY: the caller promises the same.
        unsafe { self.widen_twice::<BIG>(to, from) }
    }

    #[inline(always)]
    unsafe fn put_first_wide<const BIG: bool>(self, to: *mut u8, room: usize, bytes: S::Bytes, len: usize) {
        let (mut place, mut units) = ([0; 32], [0; 128]);
        // SAFETY: there is place for a vector and for as many units, or room for these; the caller promises `len` units.
        unsafe {
            Simd::store(self, place.as_mut_ptr(), bytes);
            if room >= S::LEN {
                return self.widen_twice::<BIG>(to, place.as_ptr());
            }
            self.widen_twice::<BIG>(units.as_mut_ptr(), place.as_ptr());
            let first = (4 * len).min(64);
            copy_short(units.as_ptr(), to, first);
            copy_short(units.as_ptr().add(first), to.add(first), 4 * len - first);
        }
    }

    #[inline(always)]
    fn native_wide<const BIG: bool>(self, v: S::Bytes) -> S::Bytes {
        if BIG != cfg!(target_endian = "big") {
            self.swap_wide(v)
        } else {
            v
        }
    }

    #[inline(always)]
    fn any_wide(self, v: S::Bytes, bits: u32) -> bool {
        Lanes::any(self, v & self.splat_wide(bits))
    }

    #[inline(always)]
    fn are_scalars(self, a: S::Bytes, b: S::Bytes) -> bool {
        let most = self.splat_wide(0x10_FFFF);
        let (first, count) = (self.splat_wide(0xD800), self.splat_wide(0x800));
        // What is negative is less than 800 too.
        let too_large = self.greater_wide(a, most) | self.greater_wide(b, most);
        let surrogates = self.greater_wide(count, a ^ first) | self.greater_wide(count, b ^ first);
        !Lanes::any(self, too_large | surrogates)
    }

    #[inline(always)]
    fn pack_wide<const BIG: bool>(self, a: S::Bytes, b: S::Bytes) -> S::Bytes {
        self.narrow_wide(self.native_wide::<BIG>(a), self.native_wide::<BIG>(b))
    }

    #[inline(always)]
    fn any_surrogates_among(self, a: S::Bytes, b: S::Bytes) -> bool {
        let (top, surrogate) = (self.splat_unit(0xF800), self.splat_unit(0xD800));
        Lanes::any(
            self,
            self.equal_units(a & top, surrogate) | self.equal_units(b & top, surrogate),
        )
    }

    #[inline(always)]
    unsafe fn put_narrow_wide<const BIG: bool>(self, to: *mut u8, vectors: [S::Bytes; 4]) {
        // SAFETY: the caller promises the room.
        unsafe { put_narrow::<S, BIG>(self, to, vectors) }
    }

    #[inline(always)]
    unsafe fn put_four(self, to: *mut u8, a: S::Bytes, b: S::Bytes) -> usize {
        // SAFETY: the caller promises the room.
        unsafe { put_four(self, to, &spread_four(self, a, b)) }
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

    #[inline(always)]
    unsafe fn put_widened(self, to: *mut u8, from: *const u8) {
        // SAFETY: the caller promises the same.
        unsafe { self.widen_units(to, from) }
    }

    #[inline(always)]
    unsafe fn put_joined(self, to: *mut u8, units: S::Bytes, back1: S::Bytes) -> usize {
        let joined = join(self, units, back1);
        // SAFETY: the caller promises the room.
        unsafe { put_joined(self, to, &joined, joined.kept) }
    }

    #[inline(always)]
    unsafe fn put_joined_within(
        self,
        to: *mut u8,
        room: usize,
        units: S::Bytes,
        back1: S::Bytes,
        skip: usize,
        stop: usize,
    ) -> Option<usize> {
        let joined = join(self, units, back1);
        let kept = joined.kept & first(stop) & !first(skip);
        let count = kept.count_ones() as usize;
        if count > room {
            return None;
        }
        if room >= S::LEN / 2 {
            // SAFETY: there is room for as many units as a vector has.
            return Some(unsafe { put_joined(self, to, &joined, kept) });
        }
        let mut bytes = [0; 64];
        // SAFETY: there is room for 16 units, and then for `count` of them.
        unsafe {
            put_joined(self, bytes.as_mut_ptr(), &joined, kept);
            copy_short(bytes.as_ptr(), to, 4 * count);
        }
        Some(count)
    }

    #[inline(always)]
    unsafe fn put_split(self, to: *mut u8, a: S::Bytes, b: S::Bytes) -> usize {
        let split = split(self, a, b);
        // SAFETY: the caller promises the room.
        unsafe { put_split(self, to, &split, split.kept) }
    }

    #[inline(always)]
    unsafe fn put_split_within(
        self,
        to: *mut u8,
        room: usize,
        [a, b]: [S::Bytes; 2],
        skip: usize,
        stop: usize,
    ) -> Option<usize> {
        let split = split(self, a, b);
        let kept = split.kept & first(2 * stop) & !first(2 * skip);
        let count = kept.count_ones() as usize;
        if count > room {
            return None;
        }
        if room >= S::LEN {
            // SAFETY: there is room for two units for each.
            return Some(unsafe { put_split(self, to, &split, kept) });
        }
        let mut bytes = [0; 64];
        // SAFETY: there is room for 32 units, and then for `count` of them.
        unsafe {
            put_split(self, bytes.as_mut_ptr(), &split, kept);
            copy_short(bytes.as_ptr(), to, 2 * count);
        }
        Some(count)
    }
}
