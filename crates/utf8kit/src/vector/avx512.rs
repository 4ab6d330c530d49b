//! AVX-512 with BW, CD, VL, VBMI, VBMI2 and GFNI: 64 bytes, masks in registers of their own, any byte moved anywhere.

use super::{
    Chosen, Errors, Kernel, Simd, Surrogates, Table, UNCUT, Vectors, operators, put_repaired_one_by_one,
};
use core::arch::x86_64::*;
use core::ops::{BitAnd, BitOr, BitXor};

/// Compiles a function for AVX-512.
macro_rules! enable_avx512 {
    ($($function:tt)*) => {
        #[target_feature(enable = "avx512f,avx512bw,avx512cd,avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,popcnt")]
        $($function)*
    };
}
pub(crate) use enable_avx512;

/// Proof that the processor has AVX-512 F, BW, CD, VL, VBMI, VBMI2 and GFNI, and BMI1, BMI2 and POPCNT.
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

#[macro_use]
mod tables;
mod count;
mod spread;
mod units;
mod wide;

use tables::*;

operators! {
    Zmm;
    BitAnd bitand _mm512_and_si512;
    BitOr bitor _mm512_or_si512;
    BitXor bitxor _mm512_xor_si512;
}

impl Avx512 {
    /// If the processor has it.
    #[inline]
    pub(crate) fn detect() -> Option<Self> {
        let all = super::has_all!("avx512f" "avx512bw" "avx512cd" "avx512vl" "avx512vbmi" "avx512vbmi2" "gfni" "bmi1" "bmi2" "popcnt");
        all.then_some(Avx512(()))
    }

    /// # Safety
    ///
    /// The processor has these instructions: [`Self::detect`] returns one.
    #[inline(always)]
    pub(crate) unsafe fn assume_available() -> Self {
        Avx512(())
    }

    #[inline(always)]
    fn table(self, table: &'static Table) -> Zmm {
        // SAFETY: the table has the 64 bytes that are read.
        unsafe { self.load(table.0.as_ptr()) }
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

    #[inline(always)]
    fn compress(self, mask: u64, v: Zmm) -> Zmm {
        Zmm(op!(_mm512_maskz_compress_epi8(mask, v.0)))
    }

    /// What each byte's predecessor asks of it, and what it fails.
    #[inline(always)]
    fn asked_and_failed(self, current: Zmm, back1: Zmm) -> (Zmm, Zmm) {
        let asked = op!(_mm512_permutexvar_epi8(
            self.subs(back1, 0xBF).0,
            self.table(&ASKED).0
        ));
        let failed = op!(_mm512_permutexvar_epi8(
            _mm512_srli_epi16::<2>(current.0),
            self.table(&FAILED).0
        ));
        (Zmm(asked), Zmm(failed))
    }
}

impl Vectors for Avx512 {
    type Bytes = Zmm;
    type Mask = u64;
    const LEN: usize = 64;
}

impl Simd for Avx512 {
    const HAS_MASKS: bool = true;
    const HAS_SHORT_LOADS: bool = true;
    const UNIT_BITS: u32 = 1;
    const UTF8_PAIRS: usize = 2;
    const UTF16_PATIENCE: u32 = 4;
    const UTF16_MEMORY: u32 = 8;
    const UTF16_LONG: usize = 32;

    #[inline(always)]
    fn enter<K: Kernel<Self>>(self, kernel: K) -> K::Output {
        enable_avx512! {
            #[inline(never)]
            fn compiled<K: Kernel<Avx512>>(simd: Avx512, kernel: K) -> K::Output {
                kernel.run(simd)
            }
        }
        // SAFETY: an `Avx512` is proof that the processor has these instructions.
        unsafe { compiled(self, kernel) }
    }

    #[inline(always)]
    fn splat(self, byte: u8) -> Zmm {
        Zmm(op!(_mm512_set1_epi8(byte as i8)))
    }

    #[inline(always)]
    unsafe fn load(self, from: *const u8) -> Zmm {
        // SAFETY: the caller promises 64 bytes.
        Zmm(unsafe { _mm512_loadu_si512(from.cast()) })
    }

    #[inline(always)]
    unsafe fn load_short(self, from: *const u8, len: usize) -> Zmm {
        // SAFETY: the mask chooses just the bytes that the caller promises.
        Zmm(unsafe { _mm512_maskz_loadu_epi8(self.first(len), from.cast()) })
    }

    #[inline(always)]
    unsafe fn load_last(self, from: *const u8, len: usize, left: usize) -> Zmm {
        // SAFETY: the caller promises these bytes.
        unsafe { self.load_short(from.add(len - left), left) }
    }

    #[inline(always)]
    fn after_zeros(self, v: Zmm) -> [Zmm; 3] {
        op!({
            let before = _mm512_alignr_epi64::<7>(v.0, _mm512_setzero_si512());
            [
                Zmm(_mm512_shldi_epi64::<8>(v.0, before)),
                Zmm(_mm512_shldi_epi64::<16>(v.0, before)),
                Zmm(_mm512_shldi_epi64::<24>(v.0, before)),
            ]
        })
    }

    #[inline(always)]
    fn before_zero(self, v: Zmm) -> Zmm {
        op!({
            let next = _mm512_alignr_epi64::<1>(_mm512_setzero_si512(), v.0);
            Zmm(_mm512_shrdi_epi64::<8>(v.0, next))
        })
    }

    #[inline(always)]
    fn prefetch(self, to: *mut u8, lines: usize) {
        const AHEAD: usize = 512;
        for line in 0..lines {
            let at = to.wrapping_add(AHEAD + 64 * line);
            // SAFETY: every x86-64 processor has the instruction; it may be given any address.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(at.cast()) };
        }
    }

    #[inline(always)]
    unsafe fn store(self, to: *mut u8, v: Zmm) {
        // SAFETY: the caller promises room for 64 bytes.
        unsafe { _mm512_storeu_si512(to.cast(), v.0) }
    }

    #[inline(always)]
    unsafe fn store_short(self, to: *mut u8, v: Zmm, len: usize) {
        // SAFETY: the mask chooses just the bytes that the caller promises.
        unsafe { _mm512_mask_storeu_epi8(to.cast(), self.first(len), v.0) }
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
        // On port 5 of Intel's; to move the bytes' signs into a mask takes port 0, as most of the steps do.
        op!(_mm512_test_epi32_mask(v.0, self.splat(0x80).0)) != 0
    }

    #[inline(always)]
    fn any_starts_four(self, v: Zmm) -> bool {
        op!(_mm512_cmpge_epu8_mask(v.0, self.splat(0xF0).0)) != 0
    }

    #[inline(always)]
    fn bits_from(self, v: Zmm, floor: u8) -> u64 {
        match floor {
            0x80 => op!(_mm512_movepi8_mask(v.0)),
            _ => op!(_mm512_cmpge_epu8_mask(v.0, self.splat(floor).0)),
        }
    }

    #[inline(always)]
    fn bits_continuing(self, v: Zmm) -> u64 {
        op!(_mm512_cmplt_epi8_mask(v.0, self.splat(0xC0).0))
    }

    #[inline(always)]
    fn bits_first_of_latin1(self, v: Zmm) -> u64 {
        let even = v & self.splat(0xFE);
        op!(_mm512_cmpeq_epi8_mask(even.0, self.splat(0xC2).0))
    }

    #[inline(always)]
    fn latin1_of(self, current: Zmm, back1: Zmm) -> Zmm {
        let after_c3 = op!(_mm512_cmpeq_epi8_mask(back1.0, self.splat(0xC3).0));
        Zmm(op!(_mm512_mask_add_epi8(
            current.0,
            after_c3,
            current.0,
            self.splat(0x40).0
        )))
    }

    #[inline(always)]
    fn bits_second(self, current: Zmm, back1: Zmm) -> u64 {
        let (asked, failed) = self.asked_and_failed(current, back1);
        // A first byte that nothing can follow asks what every byte fails; but FF.
        op!({
            let first = _mm512_cmplt_epu8_mask(
                _mm512_sub_epi8(back1.0, self.splat(0xC0).0),
                self.splat(0xFF - 0xC0).0,
            );
            _mm512_mask_testn_epi8_mask(first, asked.0, failed.0)
        })
    }

    #[inline(always)]
    fn any_or_cut(self, errors: Zmm, v: Zmm) -> bool {
        let cut = op!(_mm512_cmpgt_epu8_mask(v.0, self.table(&UNCUT).0));
        op!(_mm512_test_epi8_mask(errors.0, errors.0)) | cut != 0
    }

    #[inline(always)]
    fn utf8_carry(self, current: Zmm, back1: Zmm) -> Zmm {
        let (asked, failed) = self.asked_and_failed(current, back1);
        // (a | b) & c
        self.ternary::<0xA8>(asked, failed, self.splat(ask::LATER))
    }

    #[inline(always)]
    unsafe fn utf8_errors_at(self, carry: &mut Zmm, current: Zmm, at: *const u8) -> Zmm {
        // SAFETY: the caller promises the byte before `at`, and 64 from there.
        let back1 = unsafe { self.load(at.sub(1)) };
        let (asked, failed) = self.asked_and_failed(current, back1);
        let later = self.ternary::<0xA8>(asked, failed, self.splat(ask::LATER));
        let before = core::mem::replace(carry, later);
        // Two bytes further; and a bit down, where LATER becomes NOTHING.
        let third = op!({
            let before = _mm512_alignr_epi64::<7>(later.0, before.0);
            _mm512_shldi_epi64::<15>(later.0, before)
        });
        // a ^ (b & c)
        self.ternary::<0x78>(Zmm(third), asked, failed)
    }

    #[inline(always)]
    fn utf8_errors(self, current: Zmm, back1: Zmm, back2: Zmm, back3: Zmm) -> Zmm {
        let (asked, failed) = self.asked_and_failed(current, back1);
        // 40 or more from E0 on, and from F0; (a | b) & c
        let third = self.ternary::<0xA8>(
            self.subs(back2, 0xA0),
            self.subs(back3, 0xB0),
            self.splat(ask::NOTHING),
        );
        self.ternary::<0x78>(third, asked, failed)
    }

    #[inline(always)]
    fn utf8_errors_below_four(self, current: Zmm, back1: Zmm, back2: Zmm) -> Zmm {
        use below_four::*;
        let index = self.subs(back1, 0xBF);
        let asked = op!(_mm512_permutexvar_epi8(index.0, self.table(&ASKED_BELOW_FOUR).0));
        let failed = op!(_mm512_mask_gf2p8affine_epi64_epi8::<FAILED_BY_ZERO>(
            self.splat(CONTINUE).0,
            _mm512_movepi8_mask(current.0),
            current.0,
            self.matrix(FAILED_BY_BITS).0
        ));
        // a ^ (b & c); NOTHING is in `third` from E0 on.
        let errors = self.ternary::<0x78>(self.subs(back2, 0xD0), Zmm(asked), Zmm(failed));
        // FF is looked up as the first: a | (b & c)
        self.ternary::<0xF8>(errors, index, self.splat(0x40))
    }

    #[inline(always)]
    fn any_below_four(self, errors: Zmm) -> bool {
        op!(_mm512_test_epi8_mask(errors.0, self.splat(below_four::ANY).0)) != 0
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
        // x * 4 - 40: bit 6 is turned, and carries into bit 7 what it was not; C0 is added to it in the instruction.
        const HIGH_LOW: i64 = matrix(&[(2, 0), (3, 1), (4, 2), (5, 3), (6, 4), (7, 5), (7, 4)]);
        // DC where bit 7 is set.
        const DC: i64 = matrix(&[(7, 7), (6, 7), (4, 7), (3, 7), (2, 7)]);

        let not_ascii = op!(_mm512_movepi8_mask(current.0));
        let low_bits = self.splat(0x7F).0;
        let mut above = op!(_mm512_maskz_gf2p8affine_epi64_epi8::<0>(
            not_ascii,
            back1.0,
            self.matrix(UP_BY_SIX).0
        ));
        if !FOUR {
            let high1 = op!(_mm512_gf2p8affine_epi64_epi8::<0>(
                back1.0,
                self.matrix(BITS_2_TO_5).0
            ));
            // Below E0 something is left of it, but then no character of well-formed text ends here, or one of ASCII.
            let high2 = op!(_mm512_gf2p8affine_epi64_epi8::<0>(
                self.subs(back2, 0xD0).0,
                self.matrix(UP_BY_FOUR).0
            ));
            // An instruction that has a mask for bytes, as OR has not.
            let high = op!(_mm512_maskz_add_epi8(not_ascii, high1, high2));
            // (a & b) | c
            let low = op!(_mm512_ternarylogic_epi64::<0xEA>(current.0, low_bits, above));
            let ends = op!(_mm512_cmpge_epi8_mask(next.0, self.splat(0xC0).0));
            return (Zmm(low), Zmm(high), ends);
        }
        let high1 = op!(_mm512_maskz_gf2p8affine_epi64_epi8::<0>(
            not_ascii,
            back1.0,
            self.matrix(BITS_2_TO_5).0
        ));
        let high2 = self.subs(back2, 0xE0).0;
        let high2 = op!(_mm512_gf2p8affine_epi64_epi8::<0>(
            high2,
            self.matrix(UP_BY_FOUR).0
        ));
        // Bit 6 of the next byte, set where this is the third of four, makes it one that does not continue.
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

    /// Sixteen bytes at a time in lanes of 32 bits, each with its byte or with U+FFFD; the others are left out.
    #[inline(always)]
    unsafe fn put_repaired(self, mut to: *mut u8, from: *const u8, errors: Errors) -> *mut u8 {
        if errors.ends.count_ones() <= 3 {
            // SAFETY: the caller promises the same.
            return unsafe { put_repaired_one_by_one(self, to, from, errors) };
        }
        let kept = !(errors.ends | errors.inner());
        for sixteen in 0..4 {
            let ends = (errors.ends >> (16 * sixteen)) as u16;
            let kept = (kept >> (16 * sixteen)) as u16;
            // A nibble for each lane: which of its bytes are written.
            let lanes = |bits: u16| op!(_pdep_u64(bits.into(), 0x1111_1111_1111_1111));
            let mask = lanes(kept) | (0b111 * lanes(ends));
            // SAFETY: the caller promises the bytes. Each turn writes a vector, and goes on behind 48 bytes at most: the
            // caller promises three for each of 64, and a vector.
            unsafe {
                let bytes = _mm512_cvtepu8_epi32(_mm_loadu_si128(from.add(16 * sixteen).cast()));
                let lanes = _mm512_mask_mov_epi32(bytes, ends, _mm512_set1_epi32(0xBD_BFEF));
                self.store(to, self.compress(mask, Zmm(lanes)));
                to = to.add(mask.count_ones() as usize);
            }
        }
        to
    }

    #[inline(always)]
    fn between(self, mask: u64, from: usize, to: usize) -> u64 {
        mask & self.first(to) & !self.first(from)
    }

    #[inline(always)]
    unsafe fn put_units<const BIG: bool>(self, to: *mut u8, low: Zmm, high: Zmm, mask: u64) -> usize {
        let (low, high) = (self.compress(mask, low), self.compress(mask, high));
        // SAFETY: the caller promises room for 64 units, 128 bytes.
        unsafe {
            let [first, second] = self.interleave::<BIG>(low, high);
            self.store(to, first);
            self.store(to.add(64), second);
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
        if room >= 64 {
            // SAFETY: there is room for 64 units.
            return Some(unsafe { self.put_units::<BIG>(to, low, high, mask) });
        }
        let (low, high) = (self.compress(mask, low), self.compress(mask, high));
        let units = self.first(count);
        // SAFETY: the masks choose the first `count` units, for which the caller promises room.
        unsafe {
            let [first, second] = self.interleave::<BIG>(low, high);
            _mm512_mask_storeu_epi16(to.cast(), units as u32, first.0);
            _mm512_mask_storeu_epi16(to.wrapping_add(64).cast(), (units >> 32) as u32, second.0);
        }
        Some(count)
    }

    #[inline(always)]
    unsafe fn put_ascii_units<const BIG: bool>(self, to: *mut u8, from: *const u8) {
        // SAFETY: the caller promises 64 bytes to read and 128 to write.
        unsafe {
            let [first, second] = self.widen::<BIG>(self.load(from));
            self.store(to, first);
            self.store(to.add(64), second);
        }
    }

    #[inline(always)]
    unsafe fn put_first_units<const BIG: bool>(self, to: *mut u8, room: usize, bytes: Zmm, len: usize) {
        let [first, second] = self.widen::<BIG>(bytes);
        // SAFETY: there is room for 64 units; or else the masks choose just the units that the caller promises.
        unsafe {
            if room >= 64 {
                self.store(to, first);
                self.store(to.add(64), second);
            } else {
                let units = self.first(len);
                _mm512_mask_storeu_epi16(to.cast(), units as u32, first.0);
                _mm512_mask_storeu_epi16(to.wrapping_add(64).cast(), (units >> 32) as u32, second.0);
            }
        }
    }

    #[inline(always)]
    unsafe fn put_bytes(self, to: *mut u8, v: Zmm, kept: u64) -> usize {
        // SAFETY: the caller promises 64 bytes.
        unsafe { self.store(to, self.compress(kept, v)) };
        kept.count_ones() as usize
    }

    #[inline(always)]
    unsafe fn put_bytes_within(self, to: *mut u8, room: usize, v: Zmm, kept: u64) {
        // SAFETY: the caller promises the room.
        unsafe { self.store_first(to, room, self.compress(kept, v), kept.count_ones() as usize) };
    }

    #[inline(always)]
    unsafe fn put_latin1(self, to: *mut u8, v: Zmm) -> usize {
        let ((a, a_used), (b, b_used)) = self.spread_latin1(v);
        let count = a_used.count_ones() as usize;
        // SAFETY: the caller promises 128 bytes; no more than 64 come first.
        unsafe {
            self.store(to, self.compress(a_used, a));
            self.store(to.add(count), self.compress(b_used, b));
        }
        count + b_used.count_ones() as usize
    }

    #[inline(always)]
    unsafe fn put_latin1_within(self, to: *mut u8, room: usize, v: Zmm, len: usize) -> usize {
        let ((a, a_used), (b, b_used)) = self.spread_latin1(v);
        let (a_used, b_used) = (
            a_used & self.chosen(0, 2 * len, 0),
            b_used & self.chosen(0, 2 * len, 64),
        );
        let (a_count, b_count) = (a_used.count_ones() as usize, b_used.count_ones() as usize);
        // SAFETY: the caller promises the room for all of these.
        unsafe {
            self.store_first(to, room, self.compress(a_used, a), a_count);
            self.store_first(to.add(a_count), room - a_count, self.compress(b_used, b), b_count);
        }
        a_count + b_count
    }

    #[inline(always)]
    fn native_units<const BIG: bool>(self, v: Zmm) -> Zmm {
        if BIG {
            // A shift of twice the unit, which goes to another port than a shuffle.
            Zmm(op!(_mm512_shldi_epi16::<8>(v.0, v.0)))
        } else {
            v
        }
    }

    #[inline(always)]
    fn any_units(self, v: Zmm, bits: u16) -> bool {
        op!(_mm512_test_epi16_mask(v.0, self.splat_unit(bits))) != 0
    }

    #[inline(always)]
    fn gather_surrogates<const BIG: bool>(self, all: Zmm, v: Zmm) -> Zmm {
        let (no_surrogate, rest) = if BIG { (0xFF27, 0xFF07) } else { (0x27FF, 0x07FF) };
        // (a ^ b) | c, which is FFFF for surrogates.
        let v = self.ternary::<0xBE>(v, Zmm(self.splat_unit(no_surrogate)), Zmm(self.splat_unit(rest)));
        Zmm(op!(_mm512_max_epu16(all.0, v.0)))
    }

    #[inline(always)]
    fn any_gathered(self, all: Zmm) -> bool {
        op!(_mm512_cmpeq_epi16_mask(all.0, self.splat_unit(0xFFFF))) != 0
    }

    #[inline(always)]
    fn gather_unpaired<const BIG: bool>(self, all: Zmm, v: Zmm, next: Zmm) -> Zmm {
        let (top, high, low) = if BIG {
            (0x00FC, 0x00D8, 0x00DC)
        } else {
            (0xFC00, 0xD800, 0xDC00)
        };
        // (a ^ b) & c, which is 0 for such a surrogate, made 0 or 1.
        let is_none = |v, surrogate| {
            let v = self.ternary::<0x28>(v, Zmm(self.splat_unit(surrogate)), Zmm(self.splat_unit(top)));
            Zmm(op!(_mm512_min_epu16(v.0, self.splat_unit(1))))
        };
        // a | (b ^ c)
        self.ternary::<0xF6>(all, is_none(v, high), is_none(next, low))
    }

    #[inline(always)]
    fn max_scalar(self, most: Zmm, numbers: Zmm) -> Zmm {
        // Surrogates come first, and then wrap round.
        Zmm(op!(_mm512_max_epu32(
            most.0,
            _mm512_sub_epi32(
                _mm512_xor_si512(numbers.0, _mm512_set1_epi32(0xD800)),
                _mm512_set1_epi32(0x800)
            )
        )))
    }

    #[inline(always)]
    fn is_scalar_max(self, most: Zmm) -> bool {
        op!(_mm512_cmpgt_epu32_mask(
            most.0,
            _mm512_set1_epi32(0x10_FFFF - 0x800)
        )) == 0
    }

    #[inline(always)]
    fn surrogates(self, units: Zmm) -> Surrogates {
        let top = units & Zmm(self.splat_unit(0xFC00));
        Surrogates {
            high: op!(_mm512_cmpeq_epi16_mask(top.0, self.splat_unit(0xD800))).into(),
            low: op!(_mm512_cmpeq_epi16_mask(top.0, self.splat_unit(0xDC00))).into(),
        }
    }

    #[inline(always)]
    fn narrow<const BIG: bool>(self, a: Zmm, b: Zmm) -> Zmm {
        Zmm(op!(_mm512_permutex2var_epi8(
            a.0,
            self.table(&NARROW[BIG as usize]).0,
            b.0
        )))
    }

    #[inline(always)]
    unsafe fn put_two(self, to: *mut u8, a: Zmm, b: Zmm) -> usize {
        // SAFETY: the caller promises room for 128 bytes; no more than 64 come first.
        unsafe {
            let count = self.put_two_of(to, a);
            count + self.put_two_of(to.add(count), b)
        }
    }

    #[inline(always)]
    unsafe fn put_three(self, to: *mut u8, a: Zmm, b: Zmm) -> (usize, bool) {
        let [first, second, third] = self.spread_three(a, b);
        // SAFETY: the caller promises room for more than 192 bytes.
        unsafe {
            let mut count = self.put_compressed(to, first);
            count += self.put_compressed(to.add(count), second);
            count += self.put_compressed(to.add(count), third);
            (count, spread::begins_three([first.1, second.1, third.1]))
        }
    }

    #[inline(always)]
    unsafe fn put_any(self, to: *mut u8, units: Zmm, back1: Zmm) -> usize {
        let (a, b) = self.spread_any(units, back1);
        // SAFETY: the caller promises room for 128 bytes; no more than 48 come first.
        unsafe {
            let count = self.put_used(to, a);
            count + self.put_used(to.add(count), b)
        }
    }

    #[inline(always)]
    unsafe fn put_any_within(
        self,
        to: *mut u8,
        room: usize,
        units: Zmm,
        back1: Zmm,
        skip: usize,
        stop: usize,
    ) -> Option<usize> {
        let (a, b) = self.spread_any(units, back1);
        // SAFETY: the caller promises the same.
        unsafe { self.put_used_within(to, room, [a, b], 4 * skip, 4 * stop) }
    }
    #[inline(always)]
    unsafe fn put_two_short(self, to: *mut u8, room: usize, units: Zmm, len: usize) -> Option<usize> {
        let (bytes, used) = self.spread_two(units);
        let used = used & self.first(2 * len);
        let count = used.count_ones() as usize;
        if count > room {
            return None;
        }
        // SAFETY: there is room for `count` bytes.
        unsafe { self.store_first(to, room, self.compress(used, bytes), count) };
        Some(count)
    }

    #[inline(always)]
    unsafe fn put_two_within(
        self,
        to: *mut u8,
        room: usize,
        [a, b]: [Zmm; 2],
        chosen: Chosen,
    ) -> Option<usize> {
        let ((a, a_used), (b, b_used)) = (self.spread_two(a), self.spread_two(b));
        let [a_skip, b_skip] = chosen.left_out(32);
        let (a_used, b_used) = (a_used & !self.first(2 * a_skip), b_used & !self.first(2 * b_skip));
        let (a_count, b_count) = (a_used.count_ones() as usize, b_used.count_ones() as usize);
        if a_count + b_count > room {
            return None;
        }
        // SAFETY: there is room for all of these bytes, and where it says so for two vectors.
        unsafe {
            let (a, b) = (self.compress(a_used, a), self.compress(b_used, b));
            if room >= 128 {
                self.store(to, a);
                self.store(to.add(a_count), b);
            } else {
                _mm512_mask_storeu_epi8(to.cast(), self.first(a_count), a.0);
                _mm512_mask_storeu_epi8(to.add(a_count).cast(), self.first(b_count), b.0);
            }
        }
        Some(a_count + b_count)
    }

    #[inline(always)]
    unsafe fn put_three_within(
        self,
        to: *mut u8,
        room: usize,
        [a, b]: [Zmm; 2],
        chosen: Chosen,
    ) -> Option<usize> {
        let [first, second, third] = self.spread_three(a, b);
        // Those of `a` end in the middle of the second vector.
        let (end, [a_skip, b_skip]) = (3 * 32, chosen.left_out(32));
        let of_a = |begin| self.chosen(3 * a_skip, end, begin);
        let of_b = |begin| self.chosen(end + 3 * b_skip, 2 * end, begin);
        let used = [
            first.1 & of_a(0),
            second.1 & (of_a(64) | of_b(64)),
            third.1 & of_b(128),
        ];
        let (first, second, third) = (first.0, second.0, third.0);
        let before_second = used[0].count_ones() as usize;
        let before_third = before_second + used[1].count_ones() as usize;
        let count = before_third + used[2].count_ones() as usize;
        if count > room {
            return None;
        }
        // SAFETY: there is room for all of these bytes, and where it says so for three vectors.
        unsafe {
            let (first, second, third) = (
                self.compress(used[0], first),
                self.compress(used[1], second),
                self.compress(used[2], third),
            );
            if room >= 192 {
                self.store(to, first);
                self.store(to.add(before_second), second);
                self.store(to.add(before_third), third);
            } else {
                _mm512_mask_storeu_epi8(to.cast(), self.first(before_second), first.0);
                let mask = self.first(before_third - before_second);
                _mm512_mask_storeu_epi8(to.add(before_second).cast(), mask, second.0);
                let mask = self.first(count - before_third);
                _mm512_mask_storeu_epi8(to.add(before_third).cast(), mask, third.0);
            }
        }
        Some(count)
    }
}
