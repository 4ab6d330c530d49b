//! AVX2 with BMI and POPCNT: two lanes, 32 bytes.

use super::lanes::{LaneTable, Lanes};
use super::registers::{has_all, instructions, operators};
use super::{Kernel, Vectors};
use core::arch::x86_64::*;
use core::ops::{BitAnd, BitOr, BitXor};

/// Compiles a function with the features of AVX2, BMI1, BMI2 and POPCNT.
macro_rules! enable_avx2 {
    ($($function:tt)*) => {
        #[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
        $($function)*
    };
}
pub(crate) use enable_avx2;

/// Proof that the processor has AVX2, BMI1, BMI2 and POPCNT.
#[derive(Clone, Copy)]
pub(crate) struct Avx2(());

/// A register. Only an [`Avx2`] makes one, so that it is proof, too.
#[derive(Clone, Copy)]
pub(crate) struct Ymm(__m256i);

operators! {
    Ymm;
    BitAnd bitand _mm256_and_si256;
    BitOr bitor _mm256_or_si256;
    BitXor bitxor _mm256_xor_si256;
}

impl Avx2 {
    /// Returns the instruction set if the processor has it.
    #[inline]
    pub(crate) fn detect() -> Option<Self> {
        has_all!("avx2" "bmi1" "bmi2" "popcnt").then_some(Avx2(()))
    }

    /// Returns the instruction set without a test.
    ///
    /// # Safety
    ///
    /// The processor has AVX2, BMI1, BMI2 and POPCNT: [`Self::detect`] returns `Some`.
    #[inline(always)]
    pub(crate) unsafe fn assume_available() -> Self {
        Avx2(())
    }
}

impl Vectors for Avx2 {
    type Bytes = Ymm;
    const LEN: usize = 32;
    const HAS_SHORT_LOADS: bool = true;

    #[inline(always)]
    fn enter<K: Kernel<Self>>(self, kernel: K) -> K::Output {
        enable_avx2! {
            #[inline(never)]
            fn compiled<K: Kernel<Avx2>>(simd: Avx2, kernel: K) -> K::Output {
                kernel.run(simd)
            }
        }
        // SAFETY: an `Avx2` is proof that the processor has these instructions.
        unsafe { compiled(self, kernel) }
    }

    instructions! {
        Ymm;
        max(a, b) = _mm256_max_epu8;
    }

    #[inline(always)]
    fn splat_u32(self, unit: u32) -> Ymm {
        // SAFETY: `self` proves that the processor has the instructions.
        Ymm(unsafe { _mm256_set1_epi32(unit as i32) })
    }

    #[inline(always)]
    unsafe fn load(self, from: *const u8) -> Ymm {
        // SAFETY: the caller promises 32 bytes.
        Ymm(unsafe { _mm256_loadu_si256(from.cast()) })
    }

    /// Works in registers: a load of what was just stored in pieces has to wait until it is in the cache.
    #[inline(always)]
    unsafe fn load_short(self, from: *const u8, len: usize) -> Ymm {
        /// Nine words of ones, one more than a vector has, and eight words of zeros.
        static WORDS: [u32; 17] = {
            let mut words = [0; 17];
            let mut i = 0;
            while i < 9 {
                words[i] = u32::MAX;
                i += 1;
            }
            words
        };
        debug_assert!(len <= Self::LEN);
        let (words, rest) = (len / 4, len % 4);
        if words == 0 {
            if len == 0 {
                return self.splat(0);
            }
            let (half, last) = (len / 2, len - 1);
            // SAFETY: `len` is 1 to 3, and the three positions are below it. They are all the bytes there are.
            let bytes = unsafe { [from.read(), from.add(half).read(), from.add(last).read()] };
            let [first, middle, end] = bytes.map(u32::from);
            let word = first | middle << (8 * half) | end << (8 * last);
            // SAFETY: `self` proves that the processor has the instructions.
            return Ymm(unsafe { _mm256_zextsi128_si256(_mm_cvtsi32_si128(word as i32)) });
        }
        // SAFETY: the whole words and the last four bytes are among the `len` bytes that the caller promises. `words` is 1 to
        // 8, so eight words can be read from `WORDS` at either offset.
        unsafe {
            let mask = WORDS.as_ptr().add(9 - words);
            let (here, next) = (
                _mm256_loadu_si256(mask.cast()),
                _mm256_loadu_si256(mask.sub(1).cast()),
            );
            let whole = _mm256_maskload_epi32(from.cast(), here);
            let last = u64::from(u32::from_le_bytes(from.add(len - 4).cast::<[u8; 4]>().read()));
            let last = _mm256_set1_epi32((last >> (8 * (4 - rest))) as i32);
            let last = _mm256_and_si256(_mm256_andnot_si256(here, next), last);
            Ymm(_mm256_or_si256(whole, last))
        }
    }

    #[inline(always)]
    unsafe fn store(self, to: *mut u8, v: Ymm) {
        // SAFETY: the caller promises 32 bytes.
        unsafe { _mm256_storeu_si256(to.cast(), v.0) }
    }

    #[inline(always)]
    fn any(self, v: Ymm) -> bool {
        // SAFETY: `self` proves that the processor has the instructions.
        unsafe { _mm256_testz_si256(v.0, v.0) == 0 }
    }
}

impl Lanes for Avx2 {
    instructions! {
        Ymm;
        add(a, b) = _mm256_add_epi8;
        sub(a, b) = _mm256_sub_epi8;
        sub_u16(a, b) = _mm256_sub_epi16;
        sub_u32(a, b) = _mm256_sub_epi32;
        saturating_sub(a, b) = _mm256_subs_epu8;
        saturating_add_u16(a, b) = _mm256_adds_epu16;
        min_u16(a, b) = _mm256_min_epu16;
        max_u32(a, b) = _mm256_max_epu32;
        greater(a, b) = _mm256_cmpgt_epi8;
        greater_u32(a, b) = _mm256_cmpgt_epi32;
        equal(a, b) = _mm256_cmpeq_epi8;
        equal_u16(a, b) = _mm256_cmpeq_epi16;
        pack_u16(a, b) = _mm256_packus_epi16;
        pack_u32(a, b) = _mm256_packus_epi32;
        swizzle(v, positions) = _mm256_shuffle_epi8;
        shl_u16<BITS>(v) = _mm256_slli_epi16;
        shr_u16<BITS>(v) = _mm256_srli_epi16;
        shl_u32<BITS>(v) = _mm256_slli_epi32;
        shr_u32<BITS>(v) = _mm256_srli_epi32;
    }

    #[inline(always)]
    fn high_bits(self, v: Ymm) -> u32 {
        // SAFETY: `self` proves that the processor has the instructions.
        unsafe { _mm256_movemask_epi8(v.0) as u32 }
    }

    #[inline(always)]
    fn sum(self, v: Ymm) -> usize {
        // SAFETY: `self` proves that the processor has the instructions.
        unsafe {
            let parts = _mm256_sad_epu8(v.0, _mm256_setzero_si256());
            let parts = _mm_add_epi64(
                _mm256_castsi256_si128(parts),
                _mm256_extracti128_si256::<1>(parts),
            );
            (_mm_cvtsi128_si64(parts) + _mm_extract_epi64::<1>(parts)) as usize
        }
    }

    #[inline(always)]
    fn select(self, mask: Ymm, yes: Ymm, no: Ymm) -> Ymm {
        // SAFETY: `self` proves that the processor has the instructions.
        Ymm(unsafe { _mm256_blendv_epi8(no.0, yes.0, mask.0) })
    }

    #[inline(always)]
    fn interleave_u8(self, a: Ymm, b: Ymm) -> [Ymm; 2] {
        // SAFETY: `self` proves that the processor has the instructions.
        unsafe {
            [
                Ymm(_mm256_unpacklo_epi8(a.0, b.0)),
                Ymm(_mm256_unpackhi_epi8(a.0, b.0)),
            ]
        }
    }

    #[inline(always)]
    fn interleave_u16(self, a: Ymm, b: Ymm) -> [Ymm; 2] {
        // SAFETY: `self` proves that the processor has the instructions.
        unsafe {
            [
                Ymm(_mm256_unpacklo_epi16(a.0, b.0)),
                Ymm(_mm256_unpackhi_epi16(a.0, b.0)),
            ]
        }
    }

    #[inline(always)]
    fn in_order(self, packed: Ymm) -> Ymm {
        // SAFETY: `self` proves that the processor has the instructions.
        Ymm(unsafe { _mm256_permute4x64_epi64::<0xD8>(packed.0) })
    }

    #[inline(always)]
    fn narrow_u32_to_u8(self, [a, b, c, d]: [Ymm; 4]) -> Ymm {
        let bytes = self.pack_u16(self.pack_u32(a, b), self.pack_u32(c, d));
        // Each lane has four bytes of `a`, four of `b`, four of `c` and four of `d`.
        // SAFETY: `self` proves that the processor has the instructions.
        Ymm(unsafe { _mm256_permutevar8x32_epi32(bytes.0, _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7)) })
    }

    #[inline(always)]
    fn load_lane(self, table: &LaneTable) -> Ymm {
        // SAFETY: a table has the 16 bytes that are read, and their alignment.
        let lane = unsafe { _mm_load_si128(table.0.as_ptr().cast()) };
        // SAFETY: `self` proves that the processor has the instructions.
        Ymm(unsafe { _mm256_broadcastsi128_si256(lane) })
    }

    #[inline(always)]
    fn load_lanes(self, first: &'static LaneTable, last: &'static LaneTable) -> Ymm {
        // SAFETY: tables have the 16 bytes that are read, and their alignment.
        let (first, last) = unsafe {
            (
                _mm_load_si128(first.0.as_ptr().cast()),
                _mm_load_si128(last.0.as_ptr().cast()),
            )
        };
        // SAFETY: `self` proves that the processor has the instructions.
        Ymm(unsafe { _mm256_set_m128i(last, first) })
    }

    #[inline(always)]
    fn shift<const BY: i32>(self, v: Ymm) -> Ymm {
        // SAFETY: `self` proves that the processor has the instructions.
        unsafe {
            let lane_before = _mm256_permute2x128_si256::<0x08>(v.0, v.0);
            let lane_after = _mm256_permute2x128_si256::<0x81>(v.0, v.0);
            Ymm(match BY {
                -1 => _mm256_alignr_epi8::<1>(lane_after, v.0),
                1 => _mm256_alignr_epi8::<15>(v.0, lane_before),
                2 => _mm256_alignr_epi8::<14>(v.0, lane_before),
                3 => _mm256_alignr_epi8::<13>(v.0, lane_before),
                _ => unreachable!(),
            })
        }
    }

    #[inline(always)]
    fn later<const BY: i32>(self, before: Ymm, v: Ymm) -> Ymm {
        // SAFETY: `self` proves that the processor has the instructions.
        unsafe {
            let lane_before = _mm256_permute2x128_si256::<0x21>(before.0, v.0);
            Ymm(match BY {
                1 => _mm256_alignr_epi8::<15>(v.0, lane_before),
                2 => _mm256_alignr_epi8::<14>(v.0, lane_before),
                3 => _mm256_alignr_epi8::<13>(v.0, lane_before),
                _ => unreachable!(),
            })
        }
    }

    #[inline(always)]
    unsafe fn widen_u8_to_u16<const BIG: bool>(self, to: *mut u8, from: *const u8) {
        // SAFETY: the caller promises 32 bytes to read and 64 to write.
        unsafe {
            for half in 0..2 {
                let mut units = _mm256_cvtepu8_epi16(_mm_loadu_si128(from.add(16 * half).cast()));
                if BIG {
                    units = _mm256_slli_epi16::<8>(units);
                }
                _mm256_storeu_si256(to.add(32 * half).cast(), units);
            }
        }
    }

    #[inline(always)]
    unsafe fn widen_u8_to_u32<const BIG: bool>(self, to: *mut u8, from: *const u8) {
        // SAFETY: the caller promises 32 bytes to read and 128 to write.
        unsafe {
            for quarter in 0..4 {
                let mut units = _mm256_cvtepu8_epi32(_mm_loadl_epi64(from.add(8 * quarter).cast()));
                if BIG {
                    units = _mm256_slli_epi32::<24>(units);
                }
                _mm256_storeu_si256(to.add(32 * quarter).cast(), units);
            }
        }
    }

    #[inline(always)]
    unsafe fn widen_u16_to_u32<const BIG: bool>(self, to: *mut u8, from: *const u8) {
        // SAFETY: the caller promises 32 bytes to read and 64 to write, and there are 32 positions.
        unsafe {
            // A permutation for both halves and one for each, where `cvtepu16_epi32` and a swap need two for each.
            let quarters = Ymm(_mm256_permute4x64_epi64::<0b11_01_10_00>(self.load(from).0));
            for (half, positions) in WIDENED[BIG as usize].iter().enumerate() {
                let positions = self.load(positions.as_ptr());
                self.store(to.add(32 * half), self.swizzle(quarters, positions));
            }
        }
    }

    #[inline(always)]
    unsafe fn store_lane<const LANE: i32>(self, to: *mut u8, v: Ymm) {
        // SAFETY: the caller promises room for 16 bytes.
        unsafe { _mm_storeu_si128(to.cast(), _mm256_extracti128_si256::<LANE>(v.0)) }
    }

    #[inline(always)]
    unsafe fn store_swizzled_u32<const LANE: i32, const BIG: bool, const FOUR: bool>(
        self,
        to: *mut u8,
        words: Ymm,
        upper: Ymm,
        positions: &'static LaneTable,
    ) {
        // SAFETY: a table has 16 bytes, and the caller promises room for 32.
        unsafe {
            let positions = _mm_load_si128(positions.0.as_ptr().cast());
            let words = _mm_shuffle_epi8(_mm256_extracti128_si256::<LANE>(words.0), positions);
            if !FOUR {
                let mut units = _mm256_cvtepu16_epi32(words);
                if BIG {
                    units = _mm256_slli_epi32::<16>(units);
                }
                return _mm256_storeu_si256(to.cast(), units);
            }
            let upper = _mm_shuffle_epi8(_mm256_extracti128_si256::<LANE>(upper.0), positions);
            let (first, second) = if BIG { (upper, words) } else { (words, upper) };
            _mm_storeu_si128(to.cast(), _mm_unpacklo_epi16(first, second));
            _mm_storeu_si128(to.add(16).cast(), _mm_unpackhi_epi16(first, second));
        }
    }
}

/// Positions that widen the first or the second four units of each lane to 32 bits in native order: little-endian units, and
/// big-endian ones.
static WIDENED: [[[u8; 32]; 2]; 2] = {
    let mut positions = [[[0x80; 32]; 2]; 2];
    let mut unit = 0;
    while unit < 16 {
        let (half, lane, at) = (unit / 4 % 2, unit / 8, unit % 4);
        let (to, from) = (16 * lane + 4 * at, 2 * (4 * half + at) as u8);
        [positions[0][half][to], positions[0][half][to + 1]] = [from, from + 1];
        [positions[1][half][to], positions[1][half][to + 1]] = [from + 1, from];
        unit += 1;
    }
    positions
};
