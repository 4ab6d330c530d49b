//! The kernels' steps for instruction sets that look bytes up in 16 others, each 128 bits by themselves.
//!
//! Three tables take the place of what AVX-512 does in one instruction: error bits by nibbles, and controls for a shuffle
//! that leaves bytes out.

mod set;
mod spread;
mod tables;
mod wide;

use super::{Chosen, Errors, Kernel, Simd, Surrogates, UNCUT, Vectors, copy_short, put_repaired_one_by_one};
pub(super) use set::{Control, Lanes};
use spread::*;
#[cfg(any(
    target_arch = "x86_64",
    all(target_arch = "wasm32", target_feature = "simd128")
))]
pub(super) use tables::TURNED;
use tables::*;

/// One bit for each of the first `len` positions.
#[inline(always)]
fn first(len: usize) -> u32 {
    !(u64::MAX << len) as u32
}

/// How many of the first `len` bits are set.
#[inline(always)]
fn ones_before(bits: u32, len: usize) -> usize {
    (bits & first(len)).count_ones() as usize
}

/// How many of the `eighth`-th eight bits are set.
#[inline(always)]
fn ones_in(bits: u32, eighth: usize) -> usize {
    (bits >> (8 * eighth) & 0xFF).count_ones() as usize
}

/// What `table` has for the `eighth`-th eight bits.
#[inline(always)]
fn control(table: &'static [Control; 256], bits: u32, eighth: usize) -> &'static Control {
    &table[(bits >> (8 * eighth) & 0xFF) as usize]
}

/// The lanes of `a` and `b` in turns, as the halves of a longer vector are after interleaving, each shuffled as `table` has
/// it for the next eight `bits`.
#[inline(always)]
fn shuffle_in_turns<S: Lanes>(
    simd: S,
    [a, b]: [S::Bytes; 2],
    table: &'static [Control; 256],
    bits: u32,
) -> [S::Bytes; 2] {
    let control = |eighth| control(table, bits, eighth);
    [
        simd.shuffle_lanes(a, control(0), control(2)),
        simd.shuffle_lanes(b, control(1), control(3)),
    ]
}

/// FF where a byte is so large, else 0.
#[inline(always)]
fn at_least<S: Lanes>(simd: S, v: S::Bytes, byte: u8) -> S::Bytes {
    simd.equal(Lanes::max(simd, v, Lanes::splat(simd, byte)), v)
}

/// Writes the units of a lane that the `eighth`-th eight bits of `mask` choose, behind those before, of which all are
/// no more than `room`.
///
/// # Safety
///
/// `room` units can be written at `to`.
#[inline(always)]
unsafe fn put_eight_within<S: Lanes, const LANE: i32>(
    simd: S,
    to: *mut u8,
    room: usize,
    units: S::Bytes,
    mask: u32,
    eighth: usize,
) {
    let before = ones_before(mask, 8 * eighth);
    let (control, count) = (control(&UNITS, mask, eighth), ones_in(mask, eighth));
    // SAFETY: the caller promises the room.
    unsafe {
        put_shuffled_within::<S, LANE>(
            simd,
            to.add(2 * before),
            2 * (room - before),
            units,
            control,
            2 * count,
        );
    }
}

/// The bits of the error tables for each byte and the one before, which unless `FOUR` must not be F0 or more.
#[inline(always)]
fn failed<S: Lanes, const FOUR: bool>(simd: S, current: S::Bytes, back1: S::Bytes) -> S::Bytes {
    use nibbles::*;
    let (before_high, before_low, current_high) = if FOUR {
        (&BEFORE_HIGH, &BEFORE_LOW, &CURRENT_HIGH)
    } else {
        (
            &BEFORE_HIGH_BELOW_FOUR,
            &BEFORE_LOW_BELOW_FOUR,
            &CURRENT_HIGH_BELOW_FOUR,
        )
    };
    let nibble = Lanes::splat(simd, 0x0F);
    simd.lookup(before_high, simd.down::<4>(back1) & nibble)
        & simd.lookup(before_low, back1 & nibble)
        & simd.lookup(current_high, simd.down::<4>(current) & nibble)
}

impl<S: Lanes> Vectors for S {
    type Bytes = S::Bytes;
    type Mask = u32;
    const LEN: usize = S::LEN;
}

impl<S: Lanes> Simd for S {
    const HAS_MASKS: bool = false;
    const HAS_SHORT_LOADS: bool = S::HAS_SHORT_LOADS;
    const UNIT_BITS: u32 = 2;
    const UTF8_PAIRS: usize = 1;
    const UTF16_PATIENCE: u32 = 1;
    const UTF16_MEMORY: u32 = 0;
    const UTF16_LONG: usize = 64;

    #[inline(always)]
    fn enter<K: Kernel<Self>>(self, kernel: K) -> K::Output {
        Lanes::enter(self, kernel)
    }

    #[inline(always)]
    fn splat(self, byte: u8) -> S::Bytes {
        Lanes::splat(self, byte)
    }

    #[inline(always)]
    unsafe fn load(self, from: *const u8) -> S::Bytes {
        // SAFETY: the caller promises the same.
        unsafe { Lanes::load(self, from) }
    }

    #[inline(always)]
    unsafe fn load_short(self, from: *const u8, len: usize) -> S::Bytes {
        // SAFETY: the caller promises the same.
        unsafe { Lanes::load_short(self, from, len) }
    }

    #[inline(always)]
    unsafe fn load_last(self, from: *const u8, len: usize, left: usize) -> S::Bytes {
        /// As many zeros as a vector has bytes, and as many ones.
        static KEPT: [[u8; 32]; 2] = [[0; 32], [0xFF; 32]];
        // SAFETY: either these are all bytes, or there is a vector that ends with them; the other one begins between the
        // beginning of `KEPT` and its middle.
        unsafe {
            if len < S::LEN {
                return Lanes::load_short(self, from.add(len - left), left);
            }
            let kept = Lanes::load(self, KEPT[1].as_ptr().sub(S::LEN - left));
            Lanes::load(self, from.add(len - S::LEN)) & kept
        }
    }

    #[inline(always)]
    fn after_zeros(self, v: S::Bytes) -> [S::Bytes; 3] {
        Lanes::after_zeros(self, v)
    }

    #[inline(always)]
    fn before_zero(self, v: S::Bytes) -> S::Bytes {
        Lanes::before_zero(self, v)
    }

    #[inline(always)]
    fn max(self, a: S::Bytes, b: S::Bytes) -> S::Bytes {
        Lanes::max(self, a, b)
    }

    #[inline(always)]
    unsafe fn store(self, to: *mut u8, v: S::Bytes) {
        // SAFETY: the caller promises the same.
        unsafe { Lanes::store(self, to, v) }
    }

    #[inline(always)]
    unsafe fn store_short(self, to: *mut u8, v: S::Bytes, len: usize) {
        let mut bytes = [0; 32];
        // SAFETY: there is room for a vector, and then for `len` bytes.
        unsafe {
            Lanes::store(self, bytes.as_mut_ptr(), v);
            copy_short(bytes.as_ptr(), to, len);
        }
    }

    #[inline(always)]
    fn any(self, v: S::Bytes) -> bool {
        Lanes::any(self, v)
    }

    #[inline(always)]
    fn bits_from(self, v: S::Bytes, floor: u8) -> u64 {
        if floor == 0x80 {
            return self.high_bits(v).into();
        }
        let floor = Lanes::splat(self, floor);
        self.high_bits(self.equal(Lanes::max(self, v, floor), v)).into()
    }

    #[inline(always)]
    fn bits_continuing(self, v: S::Bytes) -> u64 {
        self.high_bits(self.greater(Lanes::splat(self, 0xC0), v)).into()
    }

    #[inline(always)]
    fn bits_first_of_latin1(self, v: S::Bytes) -> u64 {
        let even = v & Lanes::splat(self, 0xFE);
        self.high_bits(self.equal(even, Lanes::splat(self, 0xC2))).into()
    }

    #[inline(always)]
    fn latin1_of(self, current: S::Bytes, back1: S::Bytes) -> S::Bytes {
        let after_c3 = self.equal(back1, Lanes::splat(self, 0xC3));
        self.add(current, after_c3 & Lanes::splat(self, 0x40))
    }

    #[inline(always)]
    fn bits_second(self, current: S::Bytes, back1: S::Bytes) -> u64 {
        // A first byte that nothing can follow fails with whatever follows.
        let none = self.equal(failed::<S, true>(self, current, back1), Lanes::splat(self, 0));
        self.bits_from(back1, 0xC0) & u64::from(self.high_bits(none))
    }

    #[inline(always)]
    fn any_not_ascii(self, v: S::Bytes) -> bool {
        self.any_high_bit(v)
    }

    #[inline(always)]
    fn any_starts_four(self, v: S::Bytes) -> bool {
        self.any_high_bit(self.saturating_sub(v, Lanes::splat(self, 0x70)))
    }

    #[inline(always)]
    fn any_or_cut(self, errors: S::Bytes, v: S::Bytes) -> bool {
        // SAFETY: the last bytes of the table are as many as a vector has.
        let most = unsafe { Lanes::load(self, UNCUT.0.as_ptr().add(UNCUT.0.len() - S::LEN)) };
        Lanes::any(self, errors | self.saturating_sub(v, most))
    }

    #[inline(always)]
    fn utf8_carry(self, current: S::Bytes, _: S::Bytes) -> S::Bytes {
        // Nobody looks at it.
        current
    }

    #[inline(always)]
    unsafe fn utf8_errors_at(self, _: &mut S::Bytes, current: S::Bytes, at: *const u8) -> S::Bytes {
        // SAFETY: the caller promises the vector and the three bytes before.
        unsafe {
            let back = [
                Lanes::load(self, at.sub(1)),
                Lanes::load(self, at.sub(2)),
                Lanes::load(self, at.sub(3)),
            ];
            self.utf8_errors(current, back[0], back[1], back[2])
        }
    }

    #[inline(always)]
    fn utf8_errors(self, current: S::Bytes, back1: S::Bytes, back2: S::Bytes, back3: S::Bytes) -> S::Bytes {
        let splat = |byte| Lanes::splat(self, byte);
        let failed = failed::<S, true>(self, current, back1);
        let third = self.saturating_sub(back2, splat(0x60)) | self.saturating_sub(back3, splat(0x70));
        failed ^ third & splat(0x80)
    }

    #[inline(always)]
    fn utf8_errors_below_four(self, current: S::Bytes, back1: S::Bytes, back2: S::Bytes) -> S::Bytes {
        let failed = failed::<S, false>(self, current, back1);
        let third = self.saturating_sub(back2, Lanes::splat(self, 0x60));
        failed ^ third & Lanes::splat(self, 0x80)
    }

    #[inline(always)]
    fn utf16_planes<const FOUR: bool>(
        self,
        current: S::Bytes,
        back1: S::Bytes,
        back2: S::Bytes,
        back3: S::Bytes,
        next: S::Bytes,
    ) -> (S::Bytes, S::Bytes, u32) {
        // BF is the greatest that continues, all signed.
        let ends = self.high_bits(self.greater(next, Lanes::splat(self, 0xBF)));
        // Where this byte continues: C0 is greater than such a byte only, all signed.
        let back1_of_more = self.greater(Lanes::splat(self, 0xC0), current) & back1;
        let above = self.up::<6>(back1_of_more) & Lanes::splat(self, 0xC0);
        let low = current & Lanes::splat(self, 0x7F) | above;
        let high1 = self.down::<2>(back1_of_more) & Lanes::splat(self, 0x0F);
        // Without bytes of F0 or more, nothing is shifted out of a unit's lower byte.
        let high2 = self.up::<4>(self.saturating_sub(back2, Lanes::splat(self, 0xE0)));
        if !FOUR {
            return (low, high1 | high2, ends);
        }
        let (third, fourth) = (at_least(self, back2, 0xF0), at_least(self, back3, 0xF0));
        let third_low = self.add(
            self.up::<2>(back1) & Lanes::splat(self, 0xFC),
            Lanes::splat(self, 0xC0),
        ) | self.down::<4>(current) & Lanes::splat(self, 0x03);
        // A comparison's FF is -1.
        let carry = at_least(self, back1, 0x90) & Lanes::splat(self, 1);
        let third_high = self.add(self.add(back2, Lanes::splat(self, 0xE7)), carry);
        let high = high1 | high2 & Lanes::splat(self, 0xF0) | fourth & Lanes::splat(self, 0xDC);
        (
            self.select(third, third_low, low),
            self.select(third, third_high, high),
            ends | self.high_bits(third),
        )
    }

    /// Four bytes at a time, each written as it is, as U+FFFD, or not at all.
    #[inline(always)]
    unsafe fn put_repaired(self, mut to: *mut u8, from: *const u8, errors: Errors) -> *mut u8 {
        if errors.ends.count_ones() <= 2 {
            // SAFETY: the caller promises the same.
            return unsafe { put_repaired_one_by_one(self, to, from, errors) };
        }
        let ends = errors.ends as u32;
        let kept = !(ends | errors.inner() as u32);
        // Indices for the even fours, and for the odd ones.
        let indices = [
            ends & 0x0F0F_0F0F | (kept & 0x0F0F_0F0F) << 4,
            ends >> 4 & 0x0F0F_0F0F | kept & 0xF0F0_F0F0,
        ];
        // SAFETY: both have a vector's bytes.
        let (four, substitute) = unsafe {
            (
                Lanes::load(self, FOUR[0].as_ptr()),
                Lanes::load(self, FOUR[1].as_ptr()),
            )
        };
        for i in 0..S::LEN / 4 {
            let control = control(&REPAIRED, indices[i % 2], i / 2);
            // SAFETY: the caller promises two vectors to read. Each turn writes 16 bytes, and goes on behind 12 at most:
            // the caller promises three for each of the vector's, and a vector.
            unsafe {
                let v = Lanes::load(self, from.add(4 * i)) & four | substitute;
                self.put_lane::<0>(to, self.shuffle(v, control));
                to = to.add(usize::from(control.0[15]));
            }
        }
        to
    }

    #[inline(always)]
    fn between(self, mask: u32, from: usize, to: usize) -> u32 {
        mask & first(to) & !first(from)
    }

    #[inline(always)]
    unsafe fn put_units<const BIG: bool>(
        self,
        to: *mut u8,
        low: S::Bytes,
        high: S::Bytes,
        mask: u32,
    ) -> usize {
        let (low, high) = if BIG { (high, low) } else { (low, high) };
        let units = [self.interleave_first(low, high), self.interleave_last(low, high)];
        let [a, b] = shuffle_in_turns(self, units, &UNITS, mask);
        let count = mask.count_ones() as usize;
        // SAFETY: the caller promises room for a unit for each byte; no more of them come before.
        unsafe {
            self.put_lane::<0>(to, a);
            self.put_lane::<0>(to.add(2 * ones_before(mask, 8)), b);
            if S::LEN > 16 {
                self.put_lane::<1>(to.add(2 * ones_before(mask, 16)), a);
                self.put_lane::<1>(to.add(2 * (count - ones_in(mask, 3))), b);
            }
        }
        count
    }

    #[inline(always)]
    unsafe fn put_units_within<const BIG: bool>(
        self,
        to: *mut u8,
        room: usize,
        low: S::Bytes,
        high: S::Bytes,
        mask: u32,
    ) -> Option<usize> {
        let count = mask.count_ones() as usize;
        if count > room {
            return None;
        }
        if room >= S::LEN {
            // SAFETY: there is room for a unit for each byte.
            return Some(unsafe { self.put_units::<BIG>(to, low, high, mask) });
        }
        let (low, high) = if BIG { (high, low) } else { (low, high) };
        let (a, b) = (self.interleave_first(low, high), self.interleave_last(low, high));
        // SAFETY: there is room for `count` units, and no more of them come before.
        unsafe {
            put_eight_within::<S, 0>(self, to, room, a, mask, 0);
            put_eight_within::<S, 0>(self, to, room, b, mask, 1);
            if S::LEN > 16 {
                put_eight_within::<S, 1>(self, to, room, a, mask, 2);
                put_eight_within::<S, 1>(self, to, room, b, mask, 3);
            }
        }
        Some(count)
    }

    #[inline(always)]
    unsafe fn put_ascii_units<const BIG: bool>(self, to: *mut u8, from: *const u8) {
        // SAFETY: the caller promises the same.
        unsafe { self.widen::<BIG>(to, from) }
    }

    #[inline(always)]
    unsafe fn put_first_units<const BIG: bool>(self, to: *mut u8, room: usize, bytes: S::Bytes, len: usize) {
        let (mut place, mut units) = ([0; 32], [0; 64]);
        // SAFETY: there is place for a vector and for as many units, or room for these; the caller promises `len` units.
        unsafe {
            Simd::store(self, place.as_mut_ptr(), bytes);
            if room >= S::LEN {
                return self.widen::<BIG>(to, place.as_ptr());
            }
            self.widen::<BIG>(units.as_mut_ptr(), place.as_ptr());
            copy_short(units.as_ptr(), to, 2 * len);
        }
    }

    #[inline(always)]
    unsafe fn put_bytes(self, to: *mut u8, v: S::Bytes, kept: u64) -> usize {
        let kept = kept as u32 & first(S::LEN);
        let control = |eight: usize| &BYTES[eight % 2][(kept >> (8 * eight) & 0xFF) as usize];
        let before = |eight: usize| (kept & first(8 * eight)).count_ones() as usize;
        let a = self.shuffle_lanes(v, control(0), control(2));
        let b = self.shuffle_lanes(v, control(1), control(3));
        // SAFETY: the caller promises 16 bytes more than a vector's; before the last 16 go at most `LEN - 8`.
        unsafe {
            self.put_lane::<0>(to, a);
            self.put_lane::<0>(to.add(before(1)), b);
            if S::LEN > 16 {
                self.put_lane::<1>(to.add(before(2)), a);
                self.put_lane::<1>(to.add(before(3)), b);
            }
        }
        kept.count_ones() as usize
    }

    #[inline(always)]
    unsafe fn put_bytes_within(self, to: *mut u8, room: usize, v: S::Bytes, kept: u64) {
        // SAFETY: there is room for a vector and 16 bytes more, or place for them; the caller promises room for those kept.
        unsafe {
            if room >= S::LEN + 16 {
                self.put_bytes(to, v, kept);
            } else {
                let mut place = [0; 32 + 16];
                let count = self.put_bytes(place.as_mut_ptr(), v, kept);
                copy_short(place.as_ptr(), to, count);
            }
        }
    }

    #[inline(always)]
    unsafe fn put_latin1(self, to: *mut u8, v: S::Bytes) -> usize {
        // First bytes are C2 below C0 or C3, second ones 80..BF; ASCII leaves the first out.
        let below_c0 = self.greater(Lanes::splat(self, 0xC0), v);
        let first = Lanes::add(self, Lanes::splat(self, 0xC3), below_c0);
        let ascii = self.greater(v, Lanes::splat(self, 0xFF));
        let second = v & (ascii | Lanes::splat(self, 0xBF));
        let bits = self.high_bits(v);
        let pairs = [
            self.interleave_first(first, second),
            self.interleave_last(first, second),
        ];
        let [a, b] = shuffle_in_turns(self, pairs, &PAIRS, bits);
        // Of 8 bytes 8, and one more for each bit.
        // SAFETY: the caller promises 16 bytes for each 8; before the last 16 go at most 16, 32 and 48 in all.
        unsafe {
            self.put_lane::<0>(to, a);
            self.put_lane::<0>(to.add(8 + ones_before(bits, 8)), b);
            if S::LEN > 16 {
                self.put_lane::<1>(to.add(16 + ones_before(bits, 16)), a);
                self.put_lane::<1>(to.add(24 + ones_before(bits, 24)), b);
            }
        }
        S::LEN + bits.count_ones() as usize
    }

    #[inline(always)]
    unsafe fn put_latin1_within(self, to: *mut u8, room: usize, v: S::Bytes, len: usize) -> usize {
        // Those behind are zero, which are a byte each.
        let behind = S::LEN - len;
        // SAFETY: there is room for two vectors, or place for them; the caller promises room for the first `len`.
        unsafe {
            if room >= 2 * S::LEN {
                self.put_latin1(to, v) - behind
            } else {
                let mut place = [0; 2 * 32];
                let count = self.put_latin1(place.as_mut_ptr(), v) - behind;
                copy_short(place.as_ptr(), to, count);
                count
            }
        }
    }

    #[inline(always)]
    fn native_units<const BIG: bool>(self, v: S::Bytes) -> S::Bytes {
        if BIG != cfg!(target_endian = "big") {
            self.swap(v)
        } else {
            v
        }
    }

    #[inline(always)]
    fn any_units(self, v: S::Bytes, bits: u16) -> bool {
        Lanes::any(self, v & self.splat_unit(bits))
    }

    #[inline(always)]
    fn gather_surrogates<const BIG: bool>(self, all: S::Bytes, v: S::Bytes) -> S::Bytes {
        let (top, surrogate) = if BIG { (0x00F8, 0x00D8) } else { (0xF800, 0xD800) };
        all | self.equal_units(v & self.splat_unit(top), self.splat_unit(surrogate))
    }

    #[inline(always)]
    fn any_gathered(self, all: S::Bytes) -> bool {
        Lanes::any(self, all)
    }

    #[inline(always)]
    fn gather_unpaired<const BIG: bool>(self, all: S::Bytes, v: S::Bytes, next: S::Bytes) -> S::Bytes {
        let (top, high, low) = if BIG {
            (0x00FC, 0x00D8, 0x00DC)
        } else {
            (0xFC00, 0xD800, 0xDC00)
        };
        let top = self.splat_unit(top);
        let high = self.equal_units(v & top, self.splat_unit(high));
        all | (high ^ self.equal_units(next & top, self.splat_unit(low)))
    }

    #[inline(always)]
    fn max_scalar(self, most: S::Bytes, numbers: S::Bytes) -> S::Bytes {
        // Surrogates come first, and then wrap round.
        let numbers = self.sub_wide(numbers ^ self.splat_wide(0xD800), self.splat_wide(0x800));
        self.max_wide(most, numbers)
    }

    #[inline(always)]
    fn is_scalar_max(self, most: S::Bytes) -> bool {
        let limit = self.splat_wide(0x10_FFFF - 0x800);
        !Lanes::any(self, self.max_wide(most, limit) ^ limit)
    }

    #[inline(always)]
    fn surrogates(self, units: S::Bytes) -> Surrogates {
        let top = units & self.splat_unit(0xFC00);
        Surrogates {
            high: self
                .high_bits(self.equal_units(top, self.splat_unit(0xD800)))
                .into(),
            low: self
                .high_bits(self.equal_units(top, self.splat_unit(0xDC00)))
                .into(),
        }
    }

    #[inline(always)]
    fn narrow<const BIG: bool>(self, a: S::Bytes, b: S::Bytes) -> S::Bytes {
        if BIG {
            Lanes::narrow(self, self.down::<8>(a), self.down::<8>(b))
        } else {
            Lanes::narrow(self, a, b)
        }
    }

    #[inline(always)]
    unsafe fn put_two(self, to: *mut u8, a: S::Bytes, b: S::Bytes) -> usize {
        // SAFETY: the caller promises 16 bytes for each lane.
        unsafe { Pairs::new(self, a, b).put(self, to) }
    }

    #[inline(always)]
    unsafe fn put_three(self, to: *mut u8, a: S::Bytes, b: S::Bytes) -> (usize, bool) {
        // SAFETY: the caller promises twice as much room as this needs for each.
        unsafe {
            let count = put_one(self, to, a);
            // Where nothing is remembered nobody looks at that.
            (count + put_one(self, to.add(count), b), true)
        }
    }

    #[inline(always)]
    unsafe fn put_any(self, to: *mut u8, units: S::Bytes, back1: S::Bytes) -> usize {
        // SAFETY: the caller promises the room.
        unsafe { put_spread(self, to, &spread_any(self, units, back1)) }
    }

    #[inline(always)]
    unsafe fn put_any_within(
        self,
        to: *mut u8,
        room: usize,
        units: S::Bytes,
        back1: S::Bytes,
        skip: usize,
        stop: usize,
    ) -> Option<usize> {
        let spread = if self.any_units(units, 0xF800) {
            spread_any(self, units, back1)
        } else {
            spread_three(self, units)
        };
        // SAFETY: the caller promises the same.
        unsafe { put_spread_within(self, to, room, &spread, skip, stop) }
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
        // SAFETY: the caller promises the room, and the units before `to`; those of `first` stand there for `second`.
        unsafe {
            if skip[0] < len {
                count = put_spread_within(self, to, room, &spread_three(self, first), skip[0], len)?;
            }
            let second = spread_three(self, second);
            Some(count + put_spread_within(self, to.add(count), room - count, &second, skip[1], len)?)
        }
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
        // SAFETY: the caller promises the room, which is looked at, and the units before `to`.
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
}
