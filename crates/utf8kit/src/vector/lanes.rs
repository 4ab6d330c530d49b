//! The kernels' steps for instruction sets that look octets up in 16 others, each 128 bits by themselves.
//!
//! Three tables take the place of what AVX-512 does in one instruction: error bits by nibbles, and controls for a shuffle
//! that leaves octets out.

mod tables;

use super::{Simd, Surrogates, Work, copy_short};
use core::ops::{BitAnd, BitOr, BitXor};
use tables::*;

/// What such an instruction set has. Its vectors are of one lane of 16 octets, or more side by side.
///
/// Names and meaning as in [`Simd`] where they are the same.
pub(crate) trait Lanes: Copy {
    type Octets: Copy
        + BitAnd<Output = Self::Octets>
        + BitOr<Output = Self::Octets>
        + BitXor<Output = Self::Octets>;
    /// 16 or 32.
    const LEN: usize;

    fn enter<W: Work<Self>>(self, work: W) -> W::Output
    where
        Self: Simd;

    fn splat(self, octet: u8) -> Self::Octets;
    fn splat_unit(self, unit: u16) -> Self::Octets;
    fn splat_number(self, number: u32) -> Self::Octets;

    /// # Safety
    ///
    /// [`Self::LEN`] octets can be read at `from`.
    unsafe fn load(self, from: *const u8) -> Self::Octets;

    fn after_zeros(self, v: Self::Octets) -> [Self::Octets; 3];
    fn before_zero(self, v: Self::Octets) -> Self::Octets;

    /// # Safety
    ///
    /// [`Self::LEN`] octets can be written at `to`.
    unsafe fn store(self, to: *mut u8, v: Self::Octets);

    /// One bit for each octet: is it 80 or more?
    fn high_bits(self, v: Self::Octets) -> u32;
    fn any(self, v: Self::Octets) -> bool;
    /// Is one of the octets 80 or more?
    #[inline(always)]
    fn any_high_bit(self, v: Self::Octets) -> bool {
        self.high_bits(v) != 0
    }

    fn max(self, a: Self::Octets, b: Self::Octets) -> Self::Octets;
    fn add(self, a: Self::Octets, b: Self::Octets) -> Self::Octets;
    fn sub(self, a: Self::Octets, b: Self::Octets) -> Self::Octets;
    /// Not below 0.
    fn saturating_sub(self, a: Self::Octets, b: Self::Octets) -> Self::Octets;
    /// All octets added up.
    fn sum(self, v: Self::Octets) -> usize;
    /// FF where `a` is greater than `b`, else 0; both are signed.
    fn greater(self, a: Self::Octets, b: Self::Octets) -> Self::Octets;
    /// FF where they are equal, else 0.
    fn equal(self, a: Self::Octets, b: Self::Octets) -> Self::Octets;
    /// Octets of `yes` where bit 7 of `which` is set, of `no` elsewhere.
    fn select(self, which: Self::Octets, yes: Self::Octets, no: Self::Octets) -> Self::Octets;
    /// The octets of `table` that the octets of `nibbles` number, which are below 10.
    fn lookup(self, table: &'static [u8; 16], nibbles: Self::Octets) -> Self::Octets;

    /// Shifts units.
    fn up<const BITS: i32>(self, units: Self::Octets) -> Self::Octets;
    fn down<const BITS: i32>(self, units: Self::Octets) -> Self::Octets;
    fn sub_units(self, a: Self::Octets, b: Self::Octets) -> Self::Octets;
    /// FFFF where they are equal, else 0.
    fn equal_units(self, a: Self::Octets, b: Self::Octets) -> Self::Octets;
    fn min_units(self, a: Self::Octets, b: Self::Octets) -> Self::Octets;
    /// Not above FFFF.
    fn saturating_add_units(self, a: Self::Octets, b: Self::Octets) -> Self::Octets;
    /// Exchanges the octets of each unit.
    fn swap(self, units: Self::Octets) -> Self::Octets;

    /// Turns the octets of each 32-bit number round.
    fn swap_numbers(self, numbers: Self::Octets) -> Self::Octets;
    fn max_numbers(self, a: Self::Octets, b: Self::Octets) -> Self::Octets;
    fn sub_numbers(self, a: Self::Octets, b: Self::Octets) -> Self::Octets;
    /// FFFF_FFFF where `a` is greater than `b`, else 0; both are signed.
    fn greater_numbers(self, a: Self::Octets, b: Self::Octets) -> Self::Octets;
    fn equal_numbers(self, a: Self::Octets, b: Self::Octets) -> Self::Octets;

    /// The first 8 octets of each lane of `a`, each with that of `b` behind it.
    fn interleave_first(self, a: Self::Octets, b: Self::Octets) -> Self::Octets;
    fn interleave_last(self, a: Self::Octets, b: Self::Octets) -> Self::Octets;
    /// The first 4 units of each lane.
    fn interleave_first_units(self, a: Self::Octets, b: Self::Octets) -> Self::Octets;
    fn interleave_last_units(self, a: Self::Octets, b: Self::Octets) -> Self::Octets;
    /// The low octets of the units of `a` and `b`, all below 100: the first lane of `a`, the first of `b`, the second of
    /// `a` and so on.
    fn pack(self, a: Self::Octets, b: Self::Octets) -> Self::Octets;
    /// The same, all of `a` and then `b`.
    fn narrow(self, a: Self::Octets, b: Self::Octets) -> Self::Octets;

    /// Widens the octets at `from` to units.
    ///
    /// # Safety
    ///
    /// [`Self::LEN`] octets can be read at `from`, twice as many written at `to`.
    #[inline(always)]
    unsafe fn widen<const BIG: bool>(self, to: *mut u8, from: *const u8) {
        const {
            assert!(
                Self::LEN == 16,
                "with more than one lane, interleaved ones are out of order"
            )
        };
        // SAFETY: the caller promises a vector to read and two to write.
        unsafe {
            let (v, zero) = (self.load(from), self.splat(0));
            let (first, second) = if BIG { (zero, v) } else { (v, zero) };
            self.store(to, self.interleave_first(first, second));
            self.store(to.add(Self::LEN), self.interleave_last(first, second));
        }
    }

    /// Writes a lane of `v` with its octets moved to where `control` numbers them.
    ///
    /// # Safety
    ///
    /// 16 octets can be written at `to`.
    unsafe fn put_shuffled<const LANE: i32>(self, to: *mut u8, v: Self::Octets, control: &'static Control);
}

/// Numbers of octets for a shuffle; 80 makes a zero.
#[derive(Clone, Copy)]
#[repr(align(16))]
pub(crate) struct Control(pub(super) [u8; 16]);

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

/// FF where an octet is so large, else 0.
#[inline(always)]
fn at_least<S: Lanes>(simd: S, v: S::Octets, octet: u8) -> S::Octets {
    simd.equal(Lanes::max(simd, v, Lanes::splat(simd, octet)), v)
}

/// Units spread out for [`TRIPLES`]: a group of four octets each.
struct Spread<V> {
    /// The first four units of each lane, and the last four.
    groups: [V; 2],
    /// Two bits for each unit, its index there.
    bits: u32,
}

/// What decides how many octets units need: bit 7 is set from 80 on. The other bits of its lower octet say nothing.
#[inline(always)]
fn from_80<S: Lanes>(simd: S, units: S::Octets) -> S::Octets {
    simd.min_units(units, simd.splat_unit(0x80))
}

/// 8000 from 800 on, else 0.
#[inline(always)]
fn from_800<S: Lanes>(simd: S, units: S::Octets) -> S::Octets {
    simd.saturating_add_units(units, simd.splat_unit(0x7800)) & simd.splat_unit(0x8000)
}

/// Three octets for each unit, in two and one; the first or the first two are not used where it needs less.
#[inline(always)]
fn spread<S: Lanes>(simd: S, units: S::Octets, from_80: S::Octets, from_800: S::Octets) -> [S::Octets; 2] {
    // E0, which is not used below 800; there C0 comes next, else 80.
    let marks = simd.down::<1>(from_800) ^ simd.splat_unit(0xC0E0);
    let firsts = simd.down::<12>(units) | simd.up::<2>(units) & simd.splat_unit(0x3F00) | marks;
    let last = simd.select(
        from_80,
        units & simd.splat_unit(0x3F) | simd.splat_unit(0x80),
        units,
    );
    [firsts, last]
}

#[inline(always)]
fn group<S: Lanes>(
    simd: S,
    [firsts, last]: [S::Octets; 2],
    from_80: S::Octets,
    from_800: S::Octets,
) -> Spread<S::Octets> {
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
fn spread_three<S: Lanes>(simd: S, units: S::Octets) -> Spread<S::Octets> {
    let (from_80, from_800) = (from_80(simd, units), from_800(simd, units));
    group(simd, spread(simd, units, from_80, from_800), from_80, from_800)
}

#[inline(always)]
fn spread_any<S: Lanes>(simd: S, units: S::Octets, back1: S::Octets) -> Spread<S::Octets> {
    let (from_80, from_800) = (from_80(simd, units), from_800(simd, units));
    let top = units & simd.splat_unit(0xFC00);
    let (high, low) = (
        simd.equal_units(top, simd.splat_unit(0xD800)),
        simd.equal_units(top, simd.splat_unit(0xDC00)),
    );
    let [firsts, last] = spread(simd, units, from_80, from_800);
    // Both have two octets, which stand second and third.
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

/// Writes what is spread; the number of octets.
///
/// # Safety
///
/// Twice [`Lanes::LEN`] octets can be written at `to`.
#[inline(always)]
unsafe fn put_spread<S: Lanes>(simd: S, to: *mut u8, spread: &Spread<S::Octets>) -> usize {
    let [a, b] = spread.groups;
    let bits = spread.bits;
    // Of 4 units 4 octets, and one more for each bit.
    // SAFETY: the caller promises room for 32 octets a lane; before the last 16 go at most 12, 24 and 36 in all.
    unsafe {
        simd.put_shuffled::<0>(to, a, control(&TRIPLES, bits, 0));
        simd.put_shuffled::<0>(to.add(4 + ones_before(bits, 8)), b, control(&TRIPLES, bits, 1));
        if S::LEN > 16 {
            simd.put_shuffled::<1>(to.add(8 + ones_before(bits, 16)), a, control(&TRIPLES, bits, 2));
            simd.put_shuffled::<1>(to.add(12 + ones_before(bits, 24)), b, control(&TRIPLES, bits, 3));
        }
    }
    S::LEN / 2 + ones_before(bits, S::LEN)
}

/// Two octets for each unit below 800; one and something for ASCII.
#[inline(always)]
fn spread_two<S: Lanes>(simd: S, units: S::Octets, from_80: S::Octets) -> S::Octets {
    let pairs =
        simd.up::<8>(units) & simd.splat_unit(0x3F00) | simd.down::<6>(units) | simd.splat_unit(0x80C0);
    simd.select(from_80 | simd.splat_unit(0x8000), pairs, units)
}

/// Writes units below 800; the number of octets.
///
/// # Safety
///
/// 16 octets can be written at `to` for each lane of both.
#[inline(always)]
unsafe fn put_pairs<S: Lanes>(simd: S, to: *mut u8, a: S::Octets, b: S::Octets) -> usize {
    let (a_from_80, b_from_80) = (from_80(simd, a), from_80(simd, b));
    // 8 bits for the first lane of `a`, the first of `b`, the second of `a`, the second of `b`.
    let bits = simd.high_bits(simd.pack(a_from_80, b_from_80));
    let (a, b) = (spread_two(simd, a, a_from_80), spread_two(simd, b, b_from_80));
    // SAFETY: the caller promises 16 octets for each lane.
    unsafe {
        simd.put_shuffled::<0>(to, a, control(&PAIRS, bits, 0));
        let mut count = 8 + ones_in(bits, 0);
        if S::LEN > 16 {
            simd.put_shuffled::<1>(to.add(count), a, control(&PAIRS, bits, 2));
            count += 8 + ones_in(bits, 2);
        }
        simd.put_shuffled::<0>(to.add(count), b, control(&PAIRS, bits, 1));
        count += 8 + ones_in(bits, 1);
        if S::LEN > 16 {
            simd.put_shuffled::<1>(to.add(count), b, control(&PAIRS, bits, 3));
            count += 8 + ones_in(bits, 3);
        }
        count
    }
}

/// Writes one vector of [`spread_two`] by its units' bits.
///
/// # Safety
///
/// [`Lanes::LEN`] octets can be written at `to`.
#[inline(always)]
unsafe fn put_pairs_of<S: Lanes>(simd: S, to: *mut u8, pairs: S::Octets, bits: u32) {
    // SAFETY: the caller promises 16 octets for each lane, and before the second go at most 16.
    unsafe {
        simd.put_shuffled::<0>(to, pairs, control(&PAIRS, bits, 0));
        if S::LEN > 16 {
            simd.put_shuffled::<1>(to.add(8 + ones_in(bits, 0)), pairs, control(&PAIRS, bits, 1));
        }
    }
}

/// Writes units that are no surrogates, after a look at them; the number of octets.
///
/// # Safety
///
/// Twice [`Lanes::LEN`] octets can be written at `to`.
#[inline(always)]
unsafe fn put_one<S: Lanes>(simd: S, to: *mut u8, units: S::Octets) -> usize {
    // SAFETY: the caller promises the room.
    unsafe {
        if !simd.any_units(units, 0xFF80) {
            Lanes::store(simd, to, Lanes::narrow(simd, units, units));
            return S::LEN / 2;
        }
        put_spread(simd, to, &spread_three(simd, units))
    }
}

/// The bits of the error tables for each octet and the one before.
#[inline(always)]
fn failed<S: Lanes>(simd: S, current: S::Octets, back1: S::Octets) -> S::Octets {
    let nibble = Lanes::splat(simd, 0x0F);
    simd.lookup(&nibbles::BEFORE_HIGH, simd.down::<4>(back1) & nibble)
        & simd.lookup(&nibbles::BEFORE_LOW, back1 & nibble)
        & simd.lookup(&nibbles::CURRENT_HIGH, simd.down::<4>(current) & nibble)
}

impl<S: Lanes> Simd for S {
    type Octets = S::Octets;
    type Mask = u32;
    const LEN: usize = S::LEN;
    const UNIT_BITS: u32 = 2;
    const UTF8_PAIRS: usize = 1;
    const ASCII_BY_PAIRS: bool = true;
    const UTF16_PAIRS: usize = 1;
    const UTF16_PATIENCE: u32 = 1;

    #[inline(always)]
    fn enter<W: Work<Self>>(self, work: W) -> W::Output {
        Lanes::enter(self, work)
    }

    #[inline(always)]
    fn splat(self, octet: u8) -> S::Octets {
        Lanes::splat(self, octet)
    }

    #[inline(always)]
    unsafe fn load(self, from: *const u8) -> S::Octets {
        // SAFETY: the caller promises the same.
        unsafe { Lanes::load(self, from) }
    }

    #[inline(always)]
    unsafe fn load_short(self, from: *const u8, len: usize) -> S::Octets {
        let mut text = [0; 32];
        // SAFETY: the caller promises the octets; there is room for as many as a vector has.
        unsafe {
            copy_short(from, text.as_mut_ptr(), len);
            Lanes::load(self, text.as_ptr())
        }
    }

    #[inline(always)]
    unsafe fn load_last(self, from: *const u8, len: usize, left: usize) -> S::Octets {
        /// As many zeros as a vector has octets, and as many ones.
        static KEPT: [[u8; 32]; 2] = [[0; 32], [0xFF; 32]];
        // SAFETY: either these are all octets, or there is a vector that ends with them; the other one begins between the
        // beginning of `KEPT` and its middle.
        unsafe {
            if len < S::LEN {
                return self.load_short(from.add(len - left), left);
            }
            let kept = Lanes::load(self, KEPT[1].as_ptr().sub(S::LEN - left));
            Lanes::load(self, from.add(len - S::LEN)) & kept
        }
    }

    #[inline(always)]
    fn after_zeros(self, v: S::Octets) -> [S::Octets; 3] {
        Lanes::after_zeros(self, v)
    }

    #[inline(always)]
    fn before_zero(self, v: S::Octets) -> S::Octets {
        Lanes::before_zero(self, v)
    }

    #[inline(always)]
    fn max(self, a: S::Octets, b: S::Octets) -> S::Octets {
        Lanes::max(self, a, b)
    }

    #[inline(always)]
    unsafe fn store(self, to: *mut u8, v: S::Octets) {
        // SAFETY: the caller promises the same.
        unsafe { Lanes::store(self, to, v) }
    }

    #[inline(always)]
    unsafe fn store_short(self, to: *mut u8, v: S::Octets, len: usize) {
        let mut octets = [0; 32];
        // SAFETY: there is room for a vector, and then for `len` octets.
        unsafe {
            Lanes::store(self, octets.as_mut_ptr(), v);
            copy_short(octets.as_ptr(), to, len);
        }
    }

    #[inline(always)]
    fn any(self, v: S::Octets) -> bool {
        Lanes::any(self, v)
    }

    #[inline(always)]
    fn bits_from(self, v: S::Octets, floor: u8) -> u64 {
        let floor = Lanes::splat(self, floor);
        self.high_bits(self.equal(Lanes::max(self, v, floor), v)).into()
    }

    #[inline(always)]
    fn bits_continuing(self, v: S::Octets) -> u64 {
        self.high_bits(self.greater(Lanes::splat(self, 0xC0), v)).into()
    }

    #[inline(always)]
    fn bits_first_of_latin1(self, v: S::Octets) -> u64 {
        let even = v & Lanes::splat(self, 0xFE);
        self.high_bits(self.equal(even, Lanes::splat(self, 0xC2))).into()
    }

    #[inline(always)]
    fn latin1_of(self, current: S::Octets, back1: S::Octets) -> S::Octets {
        let after_c3 = self.equal(back1, Lanes::splat(self, 0xC3));
        self.add(current, after_c3 & Lanes::splat(self, 0x40))
    }

    #[inline(always)]
    fn bits_second(self, current: S::Octets, back1: S::Octets) -> u64 {
        // A first octet that nothing can follow fails with whatever follows.
        let none = self.equal(failed(self, current, back1), Lanes::splat(self, 0));
        self.bits_from(back1, 0xC0) & u64::from(self.high_bits(none))
    }

    #[inline(always)]
    fn any_not_ascii(self, v: S::Octets) -> bool {
        self.any_high_bit(v)
    }

    #[inline(always)]
    fn any_starts_four(self, v: S::Octets) -> bool {
        self.any_high_bit(self.saturating_sub(v, Lanes::splat(self, 0x70)))
    }

    #[inline(always)]
    fn utf8_carry(self, _: S::Octets, _: S::Octets) -> S::Octets {
        Lanes::splat(self, 0)
    }

    #[inline(always)]
    unsafe fn utf8_errors_at(self, _: &mut S::Octets, current: S::Octets, at: *const u8) -> S::Octets {
        // SAFETY: the caller promises the vector and the three octets before.
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
    fn utf8_errors(
        self,
        current: S::Octets,
        back1: S::Octets,
        back2: S::Octets,
        back3: S::Octets,
    ) -> S::Octets {
        let splat = |octet| Lanes::splat(self, octet);
        let failed = failed(self, current, back1);
        let third = self.saturating_sub(back2, splat(0x60)) | self.saturating_sub(back3, splat(0x70));
        failed ^ third & splat(0x80)
    }

    #[inline(always)]
    fn utf16_planes<const FOUR: bool>(
        self,
        current: S::Octets,
        back1: S::Octets,
        back2: S::Octets,
        back3: S::Octets,
        next: S::Octets,
    ) -> (S::Octets, S::Octets, u32) {
        // BF is the greatest that continues, all signed.
        let ends = self.high_bits(self.greater(next, Lanes::splat(self, 0xBF)));
        let back1_of_more = self.select(current, back1, Lanes::splat(self, 0));
        let above = self.up::<6>(back1_of_more) & Lanes::splat(self, 0xC0);
        let low = current & Lanes::splat(self, 0x7F) | above;
        let high1 = self.down::<2>(back1_of_more) & Lanes::splat(self, 0x0F);
        // Without octets of F0 or more, nothing is shifted out of a unit's lower octet.
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

    #[inline(always)]
    fn between(self, mask: u32, from: usize, to: usize) -> u32 {
        mask & first(to) & !first(from)
    }

    #[inline(always)]
    unsafe fn put_units<const BIG: bool>(
        self,
        to: *mut u8,
        low: S::Octets,
        high: S::Octets,
        mask: u32,
    ) -> usize {
        let (low, high) = if BIG { (high, low) } else { (low, high) };
        let (a, b) = (self.interleave_first(low, high), self.interleave_last(low, high));
        // SAFETY: the caller promises room for a unit for each octet; no more of them come before.
        unsafe {
            self.put_shuffled::<0>(to, a, control(&UNITS, mask, 0));
            self.put_shuffled::<0>(to.add(2 * ones_before(mask, 8)), b, control(&UNITS, mask, 1));
            if S::LEN > 16 {
                self.put_shuffled::<1>(to.add(2 * ones_before(mask, 16)), a, control(&UNITS, mask, 2));
                self.put_shuffled::<1>(to.add(2 * ones_before(mask, 24)), b, control(&UNITS, mask, 3));
            }
        }
        mask.count_ones() as usize
    }

    #[inline(always)]
    unsafe fn put_units_within<const BIG: bool>(
        self,
        to: *mut u8,
        room: usize,
        low: S::Octets,
        high: S::Octets,
        mask: u32,
    ) -> Option<usize> {
        let count = mask.count_ones() as usize;
        if count > room {
            return None;
        }
        if room >= S::LEN {
            // SAFETY: there is room for a unit for each octet.
            return Some(unsafe { self.put_units::<BIG>(to, low, high, mask) });
        }
        let mut units = [0; 64];
        // SAFETY: there is room for 32 units, and then for `count` of them.
        unsafe {
            self.put_units::<BIG>(units.as_mut_ptr(), low, high, mask);
            copy_short(units.as_ptr(), to, 2 * count);
        }
        Some(count)
    }

    #[inline(always)]
    unsafe fn put_ascii_units<const BIG: bool>(self, to: *mut u8, from: *const u8) {
        // SAFETY: the caller promises the same.
        unsafe { self.widen::<BIG>(to, from) }
    }

    #[inline(always)]
    unsafe fn put_units_short<const BIG: bool>(self, to: *mut u8, from: *const u8, len: usize) {
        let (mut octets, mut units) = ([0; 32], [0; 64]);
        // SAFETY: there is room for a vector and for as many units; the caller promises `len` of both.
        unsafe {
            copy_short(from, octets.as_mut_ptr(), len);
            self.widen::<BIG>(units.as_mut_ptr(), octets.as_ptr());
            copy_short(units.as_ptr(), to, 2 * len);
        }
    }

    #[inline(always)]
    unsafe fn put_octets(self, to: *mut u8, v: S::Octets, kept: u64) -> usize {
        let kept = kept as u32 & first(S::LEN);
        let control = |eight: usize| &OCTETS[eight % 2][(kept >> (8 * eight) & 0xFF) as usize];
        let before = |eight: usize| (kept & first(8 * eight)).count_ones() as usize;
        // SAFETY: the caller promises 16 octets more than a vector's; before the last 16 go at most `LEN - 8`.
        unsafe {
            self.put_shuffled::<0>(to, v, control(0));
            self.put_shuffled::<0>(to.add(before(1)), v, control(1));
            if S::LEN > 16 {
                self.put_shuffled::<1>(to.add(before(2)), v, control(2));
                self.put_shuffled::<1>(to.add(before(3)), v, control(3));
            }
        }
        kept.count_ones() as usize
    }

    #[inline(always)]
    unsafe fn put_latin1(self, to: *mut u8, v: S::Octets) -> usize {
        // First octets are C2 or C3, second ones 80..BF; ASCII leaves the second out.
        let first = self.down::<6>(v) & Lanes::splat(self, 0x03) | Lanes::splat(self, 0xC0);
        let first = self.select(v, first, v);
        let second = v & Lanes::splat(self, 0xBF);
        let (a, b) = (
            self.interleave_first(first, second),
            self.interleave_last(first, second),
        );
        let bits = self.high_bits(v);
        // Of 8 octets 8, and one more for each bit.
        // SAFETY: the caller promises 16 octets for each 8; before the last 16 go at most 16, 32 and 48 in all.
        unsafe {
            self.put_shuffled::<0>(to, a, control(&PAIRS, bits, 0));
            self.put_shuffled::<0>(to.add(8 + ones_before(bits, 8)), b, control(&PAIRS, bits, 1));
            if S::LEN > 16 {
                self.put_shuffled::<1>(to.add(16 + ones_before(bits, 16)), a, control(&PAIRS, bits, 2));
                self.put_shuffled::<1>(to.add(24 + ones_before(bits, 24)), b, control(&PAIRS, bits, 3));
            }
        }
        S::LEN + bits.count_ones() as usize
    }

    #[inline(always)]
    fn native_units<const BIG: bool>(self, v: S::Octets) -> S::Octets {
        if BIG != cfg!(target_endian = "big") {
            self.swap(v)
        } else {
            v
        }
    }

    #[inline(always)]
    fn any_units(self, v: S::Octets, bits: u16) -> bool {
        Lanes::any(self, v & self.splat_unit(bits))
    }

    #[inline(always)]
    fn gather_surrogates<const BIG: bool>(self, all: S::Octets, v: S::Octets) -> S::Octets {
        let (top, surrogate) = if BIG { (0x00F8, 0x00D8) } else { (0xF800, 0xD800) };
        all | self.equal_units(v & self.splat_unit(top), self.splat_unit(surrogate))
    }

    #[inline(always)]
    fn any_gathered(self, all: S::Octets) -> bool {
        Lanes::any(self, all)
    }

    #[inline(always)]
    fn gather_unpaired<const BIG: bool>(self, all: S::Octets, v: S::Octets, next: S::Octets) -> S::Octets {
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
    fn swap_numbers(self, numbers: S::Octets) -> S::Octets {
        Lanes::swap_numbers(self, numbers)
    }

    #[inline(always)]
    fn max_scalar(self, most: S::Octets, numbers: S::Octets) -> S::Octets {
        // Surrogates come first, and then wrap round.
        let numbers = self.sub_numbers(numbers ^ self.splat_number(0xD800), self.splat_number(0x800));
        self.max_numbers(most, numbers)
    }

    #[inline(always)]
    fn is_scalar_max(self, most: S::Octets) -> bool {
        let limit = self.splat_number(0x10_FFFF - 0x800);
        !Lanes::any(self, self.max_numbers(most, limit) ^ limit)
    }

    #[inline(always)]
    fn surrogates(self, units: S::Octets) -> Surrogates {
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
    fn narrow<const BIG: bool>(self, a: S::Octets, b: S::Octets) -> S::Octets {
        if BIG {
            Lanes::narrow(self, self.down::<8>(a), self.down::<8>(b))
        } else {
            Lanes::narrow(self, a, b)
        }
    }

    #[inline(always)]
    unsafe fn put_two(self, to: *mut u8, a: S::Octets, b: S::Octets) -> usize {
        // SAFETY: the caller promises more room than these need.
        unsafe { put_pairs(self, to, a, b) }
    }

    #[inline(always)]
    unsafe fn put_three(self, to: *mut u8, a: S::Octets, b: S::Octets) -> usize {
        // SAFETY: the caller promises twice as much room as this needs for each.
        unsafe {
            let count = put_one(self, to, a);
            count + put_one(self, to.add(count), b)
        }
    }

    #[inline(always)]
    unsafe fn put_any(self, to: *mut u8, units: S::Octets, back1: S::Octets) -> usize {
        // SAFETY: the caller promises the room.
        unsafe { put_spread(self, to, &spread_any(self, units, back1)) }
    }

    #[inline(always)]
    unsafe fn put_any_within(
        self,
        to: *mut u8,
        room: usize,
        units: S::Octets,
        back1: S::Octets,
        skip: usize,
        stop: usize,
    ) -> Option<usize> {
        let spread = if self.any_units(units, 0xF800) {
            spread_any(self, units, back1)
        } else {
            spread_three(self, units)
        };
        let skipped = skip + ones_before(spread.bits, 2 * skip);
        let count = stop + ones_before(spread.bits, 2 * stop) - skipped;
        if count > room {
            return None;
        }
        if room >= 2 * S::LEN {
            // SAFETY: there is room for twice a vector's octets; those before `to` are written once more.
            unsafe { put_spread(self, to.sub(skipped), &spread) };
            return Some(count);
        }
        let mut octets = [0; 64];
        // SAFETY: there is room for twice a vector's octets; `skipped` of what was written are before the others.
        unsafe {
            put_spread(self, octets.as_mut_ptr(), &spread);
            copy_short(octets.as_ptr().add(skipped), to, count);
        }
        Some(count)
    }

    #[inline(always)]
    unsafe fn put_two_within(
        self,
        to: *mut u8,
        room: usize,
        units: S::Octets,
        skip: usize,
        stop: usize,
    ) -> Option<usize> {
        let from_80 = from_80(self, units);
        let twice = self.high_bits(self.pack(from_80, from_80));
        let bits = twice & 0xFF | twice >> 8 & if S::LEN > 16 { 0xFF00 } else { 0 };
        let pairs = spread_two(self, units, from_80);
        let skipped = skip + ones_before(bits, skip);
        let count = stop + ones_before(bits, stop) - skipped;
        if count > room {
            return None;
        }
        if room >= S::LEN {
            // SAFETY: there is room for a vector's octets; those before `to` are written once more.
            unsafe { put_pairs_of(self, to.sub(skipped), pairs, bits) };
            return Some(count);
        }
        let mut octets = [0; 32];
        // SAFETY: there is room for a vector's octets; `skipped` of what was written are before the others.
        unsafe {
            put_pairs_of(self, octets.as_mut_ptr(), pairs, bits);
            copy_short(octets.as_ptr().add(skipped), to, count);
        }
        Some(count)
    }
}
