//! AVX-512 with BW, VL, VBMI, VBMI2 and GFNI: 64 octets, masks in registers of their own, any octet moved anywhere.

use super::{Simd, Work};
use core::arch::x86_64::*;
use core::ops::{BitAnd, BitOr, BitXor};

/// Proof that the processor has AVX-512 F, BW, VL, VBMI, VBMI2 and GFNI, and BMI1, BMI2 and POPCNT.
#[derive(Clone, Copy)]
pub(crate) struct Avx512(());

/// Only made from an [`Avx512`].
#[derive(Clone, Copy)]
pub(crate) struct Zmm(__m512i);

/// An instruction that works on registers.
macro_rules! op {
    ($call:expr) => {
        // SAFETY: an `Avx512`, or a `Zmm` made by one, is at hand, so the processor has the instruction; it touches
        // registers only.
        unsafe { $call }
    };
}

macro_rules! operator {
    ($($trait:ident $method:ident $instruction:ident;)*) => {$(
        impl $trait for Zmm {
            type Output = Zmm;
            #[inline(always)]
            fn $method(self, other: Zmm) -> Zmm {
                Zmm(op!($instruction(self.0, other.0)))
            }
        }
    )*};
}
operator! {
    BitAnd bitand _mm512_and_si512;
    BitOr bitor _mm512_or_si512;
    BitXor bitxor _mm512_xor_si512;
}

/// The octets `f(0)`, `f(1)`, ...
macro_rules! table {
    ($len:expr, |$i:ident| $octet:expr) => {{
        let mut table = [0u8; $len];
        let mut $i = 0;
        while $i < $len {
            table[$i] = $octet;
            $i += 1;
        }
        table
    }};
}

/// What an octet asks of the next one, and what the next one may not be.
mod ask {
    /// The next continues; in the table of current octets: this one does not.
    pub(super) const CONTINUE: u8 = 0x10;
    /// The next is not 80..8F; this one is.
    pub(super) const NOT_8: u8 = 1;
    /// The next is not 90..9F; this one is.
    pub(super) const NOT_9: u8 = 2;
    /// The next is not A0..BF; this one is.
    pub(super) const NOT_AB: u8 = 4;
    /// This octet asks for nothing; the next one continues.
    pub(super) const NOTHING: u8 = 0x80;
}

/// For the octet before, less BF: what it asks.
static ASKED: [u8; 128] = table!(128, |i| match i + 0xBF {
    0xBF => ask::NOTHING,
    0xC0 | 0xC1 | 0xF5.. => ask::CONTINUE | ask::NOT_8 | ask::NOT_9 | ask::NOT_AB,
    0xE0 => ask::CONTINUE | ask::NOT_8 | ask::NOT_9,
    0xED => ask::CONTINUE | ask::NOT_AB,
    0xF0 => ask::CONTINUE | ask::NOT_8,
    0xF4 => ask::CONTINUE | ask::NOT_9 | ask::NOT_AB,
    _ => ask::CONTINUE,
});

/// For the current octet without its two low bits: which of the wishes it fails.
static FAILED: [u8; 64] = table!(64, |i| match i << 2 {
    0x80..=0x8F => ask::NOT_8 | ask::NOTHING,
    0x90..=0x9F => ask::NOT_9 | ask::NOTHING,
    0xA0..=0xBF => ask::NOT_AB | ask::NOTHING,
    _ => ask::CONTINUE,
});

/// Moves two octets up, past the end of the vector before.
static UP_BY_TWO: [u8; 64] = table!(64, |i| 62 + i as u8);

/// The first 32 octets of one vector, each with that of another behind it; and the last 32.
static INTERLEAVE: [[u8; 64]; 2] = [
    table!(64, |i| (i / 2 + 64 * (i & 1)) as u8),
    table!(64, |i| (32 + i / 2 + 64 * (i & 1)) as u8),
];

/// A matrix for `gf2p8affineqb`, from pairs of a bit of the result and a bit of the octet that is added to it.
const fn matrix(pairs: &[(u32, u32)]) -> i64 {
    let mut matrix = 0u64;
    let mut i = 0;
    while i < pairs.len() {
        let (result, octet) = pairs[i];
        matrix |= 1 << octet << (8 * (7 - result));
        i += 1;
    }
    matrix as i64
}

impl Avx512 {
    /// If the processor has it.
    #[inline]
    pub(crate) fn new() -> Option<Self> {
        macro_rules! all {
            ($($feature:tt)*) => {{
                #[cfg(feature = "std")]
                {
                    $(std::arch::is_x86_feature_detected!($feature))&&*
                }
                #[cfg(not(feature = "std"))]
                {
                    $(cfg!(target_feature = $feature))&&*
                }
            }};
        }
        let all =
            all!("avx512f" "avx512bw" "avx512vl" "avx512vbmi" "avx512vbmi2" "gfni" "bmi1" "bmi2" "popcnt");
        all.then_some(Avx512(()))
    }

    /// # Safety
    ///
    /// [`Self::new`] has returned one before.
    #[inline(always)]
    pub(crate) unsafe fn known() -> Self {
        Avx512(())
    }

    #[inline(always)]
    fn table(self, table: &'static [u8; 64]) -> Zmm {
        // SAFETY: the table has the 64 octets that are read.
        unsafe { self.load(table.as_ptr()) }
    }

    #[inline(always)]
    fn subs(self, a: Zmm, b: u8) -> Zmm {
        Zmm(op!(_mm512_subs_epu8(a.0, self.splat(b).0)))
    }

    /// `a` where the bit of the truth table `TABLE` is set that the bits of `a`, `b`, `c` give the number of.
    #[inline(always)]
    fn ternary<const TABLE: i32>(self, a: Zmm, b: Zmm, c: Zmm) -> Zmm {
        Zmm(op!(_mm512_ternarylogic_epi64::<TABLE>(a.0, b.0, c.0)))
    }

    #[inline(always)]
    fn matrix(self, pairs: i64) -> Zmm {
        Zmm(op!(_mm512_set1_epi64(pairs)))
    }

    #[inline(always)]
    fn first(self, len: usize) -> u64 {
        op!(_bzhi_u64(!0, len as u32))
    }

    /// The octets of `low` and `high` at the positions `mask`, together.
    #[inline(always)]
    fn compress(self, mask: u64, v: Zmm) -> Zmm {
        Zmm(op!(_mm512_maskz_compress_epi8(mask, v.0)))
    }

    #[inline(always)]
    fn interleave<const BIG: bool>(self, half: usize, low: Zmm, high: Zmm) -> Zmm {
        let (first, second) = if BIG { (high, low) } else { (low, high) };
        Zmm(op!(_mm512_permutex2var_epi8(
            first.0,
            self.table(&INTERLEAVE[half]).0,
            second.0
        )))
    }

    /// Step 3 and 4 of the test, short of the second continuation: what is asked and failed.
    #[inline(always)]
    fn failed(self, current: Zmm, back1: Zmm) -> Zmm {
        let (asked_low, asked_high) = ASKED.split_at(64);
        let _ = (asked_low, asked_high);
        let asked = {
            // SAFETY: the table has 128 octets.
            let (a, b) = unsafe { (self.load(ASKED.as_ptr()), self.load(ASKED.as_ptr().add(64))) };
            Zmm(op!(_mm512_permutex2var_epi8(a.0, self.subs(back1, 0xBF).0, b.0)))
        };
        let failed = Zmm(op!(_mm512_permutexvar_epi8(
            _mm512_srli_epi16::<2>(current.0),
            self.table(&FAILED).0
        )));
        asked & failed
    }
}

impl Simd for Avx512 {
    type Octets = Zmm;
    type Mask = u64;
    const LEN: usize = 64;

    #[inline(always)]
    fn enter<W: Work<Self>>(self, work: W) -> W::Output {
        #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,popcnt")]
        #[inline(never)]
        fn compiled<W: Work<Avx512>>(simd: Avx512, work: W) -> W::Output {
            work.run(simd)
        }
        // SAFETY: an `Avx512` is proof that the processor has these features.
        unsafe { compiled(self, work) }
    }

    #[inline(always)]
    fn splat(self, octet: u8) -> Zmm {
        Zmm(op!(_mm512_set1_epi8(octet as i8)))
    }

    #[inline(always)]
    unsafe fn load(self, from: *const u8) -> Zmm {
        // SAFETY: the caller promises 64 octets.
        Zmm(unsafe { _mm512_loadu_si512(from.cast()) })
    }

    #[inline(always)]
    unsafe fn load_after_zeros<const BACK: usize>(self, from: *const u8) -> Zmm {
        // SAFETY: the mask leaves out the octets before `from`; the caller promises the others.
        Zmm(unsafe { _mm512_maskz_loadu_epi8(!0 << BACK, from.wrapping_sub(BACK).cast()) })
    }

    #[inline(always)]
    unsafe fn load_next_then_zero(self, from: *const u8) -> Zmm {
        // SAFETY: the mask leaves out the octet after the 64 that the caller promises.
        Zmm(unsafe { _mm512_maskz_loadu_epi8(!0 >> 1, from.wrapping_add(1).cast()) })
    }

    #[inline(always)]
    fn max(self, a: Zmm, b: Zmm) -> Zmm {
        Zmm(op!(_mm512_max_epu8(a.0, b.0)))
    }

    #[inline(always)]
    fn any(self, v: Zmm) -> bool {
        op!(_mm512_test_epi8_mask(v.0, v.0)) != 0
    }

    #[inline(always)]
    fn any_not_ascii(self, v: Zmm) -> bool {
        op!(_mm512_movepi8_mask(v.0)) != 0
    }

    #[inline(always)]
    fn any_starts_four(self, v: Zmm) -> bool {
        op!(_mm512_cmpge_epu8_mask(v.0, self.splat(0xF0).0)) != 0
    }

    #[inline(always)]
    fn utf8_carry(self, current: Zmm, back1: Zmm) -> Zmm {
        self.subs(current, 0x60) | self.subs(back1, 0x70)
    }

    #[inline(always)]
    unsafe fn utf8_errors_at(self, carry: &mut Zmm, current: Zmm, at: *const u8) -> Zmm {
        // SAFETY: the caller promises the octet before `at`, and 64 from there.
        let back1 = unsafe { self.load(at.sub(1)) };
        let before = core::mem::replace(carry, self.utf8_carry(current, back1));
        let third = Zmm(op!(_mm512_permutex2var_epi8(
            before.0,
            self.table(&UP_BY_TWO).0,
            carry.0
        )));
        // a ^ (b & c)
        self.ternary::<0x78>(self.failed(current, back1), third, self.splat(0x80))
    }

    #[inline(always)]
    fn utf8_errors(self, current: Zmm, back1: Zmm, back2: Zmm, back3: Zmm) -> Zmm {
        // (a | b) & c
        let third = self.ternary::<0xA8>(self.subs(back2, 0x60), self.subs(back3, 0x70), self.splat(0x80));
        self.failed(current, back1) ^ third
    }

    #[inline(always)]
    fn utf16_planes<const FOUR: bool>(
        self,
        current: Zmm,
        back1: Zmm,
        back2: Zmm,
        back3: Zmm,
        next: Zmm,
    ) -> (Zmm, Zmm, u64) {
        const UP_BY_SIX: i64 = matrix(&[(6, 0), (7, 1)]);
        const BITS_2_TO_5: i64 = matrix(&[(0, 2), (1, 3), (2, 4), (3, 5)]);
        const UP_BY_FOUR: i64 = matrix(&[(4, 0), (5, 1), (6, 2), (7, 3)]);
        const BITS_4_AND_5: i64 = matrix(&[(0, 4), (1, 5)]);
        // x * 4 - 40: bit 6 is turned, and carries into bit 7 what it was not; C0 is added to it in the instruction.
        const HIGH_LOW: i64 = matrix(&[(2, 0), (3, 1), (4, 2), (5, 3), (6, 4), (7, 5), (7, 4)]);
        // DC where bit 7 is set.
        const DC: i64 = matrix(&[(7, 7), (6, 7), (4, 7), (3, 7), (2, 7)]);

        let not_ascii = op!(_mm512_movepi8_mask(current.0));
        let mut above = op!(_mm512_maskz_gf2p8affine_epi64_epi8::<0>(
            not_ascii,
            back1.0,
            self.matrix(UP_BY_SIX).0
        ));
        let high1 = op!(_mm512_maskz_gf2p8affine_epi64_epi8::<0>(
            not_ascii,
            back1.0,
            self.matrix(BITS_2_TO_5).0
        ));
        let high2 = self.subs(back2, 0xE0).0;
        let low_bits = self.splat(0x7F).0;
        if !FOUR {
            // No octet of `back2` is above EF: what is shifted out of a 16-bit lane's lower octet is 0.
            let high = op!(_mm512_or_si512(high1, _mm512_slli_epi16::<4>(high2)));
            // (a & b) | c
            let low = op!(_mm512_ternarylogic_epi64::<0xEA>(current.0, low_bits, above));
            let ends = op!(_mm512_cmpge_epi8_mask(next.0, self.splat(0xC0).0));
            return (Zmm(low), Zmm(high), ends);
        }
        let high2 = op!(_mm512_gf2p8affine_epi64_epi8::<0>(
            high2,
            self.matrix(UP_BY_FOUR).0
        ));
        // Bit 6 of the next octet, set where this is the third of four, makes it one that does not continue.
        let next = self.ternary::<0xF8>(next, self.subs(back2, 0xB0), self.splat(0x40));
        let ends = op!(_mm512_cmpge_epi8_mask(next.0, self.splat(0xC0).0));
        let third = op!(_mm512_cmpge_epu8_mask(back2.0, self.splat(0xF0).0));
        let bits = op!(_mm512_mask_gf2p8affine_epi64_epi8::<0>(
            current.0,
            third,
            current.0,
            self.matrix(BITS_4_AND_5).0
        ));
        above = op!(_mm512_mask_gf2p8affine_epi64_epi8::<0xC0>(
            above,
            third,
            back1.0,
            self.matrix(HIGH_LOW).0
        ));
        let dc = op!(_mm512_gf2p8affine_epi64_epi8::<0>(
            self.subs(back3, 0x70).0,
            self.matrix(DC).0
        ));
        // a | b | c
        let high = op!(_mm512_ternarylogic_epi64::<0xFE>(high1, high2, dc));
        let carry = op!(_mm512_min_epu8(self.subs(back1, 0x8F).0, self.splat(1).0));
        let high = op!(_mm512_mask_add_epi8(
            high,
            third,
            _mm512_sub_epi8(back2.0, self.splat(0x19).0),
            carry
        ));
        let low = op!(_mm512_ternarylogic_epi64::<0xEA>(bits, low_bits, above));
        (Zmm(low), Zmm(high), ends)
    }

    #[inline(always)]
    fn between(self, mask: u64, from: usize, to: usize) -> u64 {
        mask & self.first(to) & !self.first(from)
    }

    #[inline(always)]
    unsafe fn put_units<const BIG: bool>(self, to: *mut u8, low: Zmm, high: Zmm, mask: u64) -> usize {
        let (low, high) = (self.compress(mask, low), self.compress(mask, high));
        // SAFETY: the caller promises room for 64 units, 128 octets.
        unsafe {
            _mm512_storeu_si512(to.cast(), self.interleave::<BIG>(0, low, high).0);
            _mm512_storeu_si512(to.add(64).cast(), self.interleave::<BIG>(1, low, high).0);
        }
        mask.count_ones() as usize
    }

    #[inline(always)]
    unsafe fn put_units_within<const BIG: bool>(
        self,
        to: *mut u8,
        room: usize,
        low: Zmm,
        high: Zmm,
        mask: u64,
    ) -> Option<usize> {
        let count = mask.count_ones() as usize;
        if count > room {
            return None;
        }
        let (low, high) = (self.compress(mask, low), self.compress(mask, high));
        let units = self.first(count);
        // SAFETY: the masks choose the first `count` units, for which the caller promises room.
        unsafe {
            let first = self.interleave::<BIG>(0, low, high).0;
            _mm512_mask_storeu_epi16(to.cast(), units as u32, first);
            let second = self.interleave::<BIG>(1, low, high).0;
            _mm512_mask_storeu_epi16(to.wrapping_add(64).cast(), (units >> 32) as u32, second);
        }
        Some(count)
    }

    #[inline(always)]
    unsafe fn put_ascii_units<const BIG: bool>(self, to: *mut u8, from: *const u8) {
        // SAFETY: the caller promises 64 octets to read and 128 to write.
        unsafe {
            for half in 0..2 {
                let octets = _mm256_loadu_si256(from.add(32 * half).cast());
                let mut units = _mm512_cvtepu8_epi16(octets);
                if BIG {
                    units = _mm512_slli_epi16::<8>(units);
                }
                _mm512_storeu_si512(to.add(64 * half).cast(), units);
            }
        }
    }
}
