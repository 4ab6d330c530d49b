//! AVX2: 32 bytes in two lanes.

use super::lanes::{Control, Lanes, TURNED};
use super::{Kernel, instructions, operators};
use core::arch::x86_64::*;
use core::ops::{BitAnd, BitOr, BitXor};

/// Compiles a function for AVX2.
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

/// Only made from an [`Avx2`].
#[derive(Clone, Copy)]
pub(crate) struct Ymm(__m256i);

/// An instruction that works on registers.
macro_rules! op {
    ($call:expr) => {
        // SAFETY: an `Avx2`, or a `Ymm` made by one, is at hand, so the processor has the instruction; it touches
        // registers only.
        unsafe { $call }
    };
}

operators! {
    Ymm;
    BitAnd bitand _mm256_and_si256;
    BitOr bitor _mm256_or_si256;
    BitXor bitxor _mm256_xor_si256;
}

impl Avx2 {
    /// If the processor has it.
    #[inline]
    pub(crate) fn detect() -> Option<Self> {
        super::has_all!("avx2" "bmi1" "bmi2" "popcnt").then_some(Avx2(()))
    }

    /// # Safety
    ///
    /// The processor has these instructions: [`Self::detect`] returns one.
    #[inline(always)]
    pub(crate) unsafe fn assume_available() -> Self {
        Avx2(())
    }
}

impl Lanes for Avx2 {
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
        add(a, b) = _mm256_add_epi8;
        sub(a, b) = _mm256_sub_epi8;
        saturating_sub(a, b) = _mm256_subs_epu8;
        greater(a, b) = _mm256_cmpgt_epi8;
        equal(a, b) = _mm256_cmpeq_epi8;
        sub_units(a, b) = _mm256_sub_epi16;
        equal_units(a, b) = _mm256_cmpeq_epi16;
        min_units(a, b) = _mm256_min_epu16;
        saturating_add_units(a, b) = _mm256_adds_epu16;
        max_wide(a, b) = _mm256_max_epu32;
        sub_wide(a, b) = _mm256_sub_epi32;
        equal_wide(a, b) = _mm256_cmpeq_epi32;
        pack(a, b) = _mm256_packus_epi16;
        interleave_first(a, b) = _mm256_unpacklo_epi8;
        interleave_last(a, b) = _mm256_unpackhi_epi8;
        interleave_first_units(a, b) = _mm256_unpacklo_epi16;
        interleave_last_units(a, b) = _mm256_unpackhi_epi16;
        greater_wide(a, b) = _mm256_cmpgt_epi32;
    }

    #[inline(always)]
    fn splat(self, byte: u8) -> Ymm {
        Ymm(op!(_mm256_set1_epi8(byte as i8)))
    }

    #[inline(always)]
    fn splat_wide(self, unit: u32) -> Ymm {
        Ymm(op!(_mm256_set1_epi32(unit as i32)))
    }

    #[inline(always)]
    fn up_wide<const BITS: i32>(self, units: Ymm) -> Ymm {
        Ymm(op!(_mm256_slli_epi32::<BITS>(units.0)))
    }

    #[inline(always)]
    fn down_wide<const BITS: i32>(self, units: Ymm) -> Ymm {
        Ymm(op!(_mm256_srli_epi32::<BITS>(units.0)))
    }

    #[inline(always)]
    fn swap_wide(self, units: Ymm) -> Ymm {
        self.shuffle(units, &TURNED)
    }

    #[inline(always)]
    fn narrow_wide(self, a: Ymm, b: Ymm) -> Ymm {
        Ymm(op!(_mm256_permute4x64_epi64::<0xD8>(_mm256_packus_epi32(
            a.0, b.0
        ))))
    }

    #[inline(always)]
    fn narrow_twice(self, [a, b, c, d]: [Ymm; 4]) -> Ymm {
        op!({
            let bytes = _mm256_packus_epi16(_mm256_packus_epi32(a.0, b.0), _mm256_packus_epi32(c.0, d.0));
            // Four of `a`, of `b`, of `c` and of `d`, and then again.
            let order = _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7);
            Ymm(_mm256_permutevar8x32_epi32(bytes, order))
        })
    }

    #[inline(always)]
    fn splat_unit(self, unit: u16) -> Ymm {
        Ymm(op!(_mm256_set1_epi16(unit as i16)))
    }

    #[inline(always)]
    unsafe fn load(self, from: *const u8) -> Ymm {
        // SAFETY: the caller promises 32 bytes.
        Ymm(unsafe { _mm256_loadu_si256(from.cast()) })
    }

    /// In registers: what was stored in pieces could not be loaded as a whole before it is in the cache.
    #[inline(always)]
    unsafe fn load_short(self, from: *const u8, len: usize) -> Ymm {
        /// Words of ones, one more than a vector has, and as many words of zeros as it has.
        static WORDS: [u32; 17] = {
            let mut words = [0; 17];
            let mut i = 0;
            while i < 9 {
                words[i] = u32::MAX;
                i += 1;
            }
            words
        };
        let (words, rest) = (len / 4, len % 4);
        if words == 0 {
            if len == 0 {
                return Lanes::splat(self, 0);
            }
            let (half, last) = (len / 2, len - 1);
            // SAFETY: at least one byte can be read; of three these are all.
            let bytes = unsafe { [from.read(), from.add(half).read(), from.add(last).read()] };
            let [first, middle, end] = bytes.map(u32::from);
            let word = first | middle << (8 * half) | end << (8 * last);
            return Ymm(op!(_mm256_zextsi128_si256(_mm_cvtsi32_si128(word as i32))));
        }
        // SAFETY: the whole words are in the bytes that the caller promises, and so are the last four bytes. `words` is 1
        // to 8, so that 8 words are behind the places in `WORDS`.
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
    fn after_zeros(self, v: Ymm) -> [Ymm; 3] {
        op!({
            let lane_before = _mm256_permute2x128_si256::<0x08>(v.0, v.0);
            [
                Ymm(_mm256_alignr_epi8::<15>(v.0, lane_before)),
                Ymm(_mm256_alignr_epi8::<14>(v.0, lane_before)),
                Ymm(_mm256_alignr_epi8::<13>(v.0, lane_before)),
            ]
        })
    }

    #[inline(always)]
    fn before_zero(self, v: Ymm) -> Ymm {
        let next_lane = op!(_mm256_permute2x128_si256::<0x81>(v.0, v.0));
        Ymm(op!(_mm256_alignr_epi8::<1>(next_lane, v.0)))
    }

    #[inline(always)]
    unsafe fn store(self, to: *mut u8, v: Ymm) {
        // SAFETY: the caller promises 32 bytes.
        unsafe { _mm256_storeu_si256(to.cast(), v.0) }
    }

    #[inline(always)]
    fn high_bits(self, v: Ymm) -> u32 {
        op!(_mm256_movemask_epi8(v.0)) as u32
    }

    #[inline(always)]
    fn sum(self, v: Ymm) -> usize {
        op!({
            let parts = _mm256_sad_epu8(v.0, _mm256_setzero_si256());
            let parts = _mm_add_epi64(
                _mm256_castsi256_si128(parts),
                _mm256_extracti128_si256::<1>(parts),
            );
            (_mm_cvtsi128_si64(parts) + _mm_extract_epi64::<1>(parts)) as usize
        })
    }

    #[inline(always)]
    fn any(self, v: Ymm) -> bool {
        op!(_mm256_testz_si256(v.0, v.0)) == 0
    }

    #[inline(always)]
    fn select(self, which: Ymm, yes: Ymm, no: Ymm) -> Ymm {
        Ymm(op!(_mm256_blendv_epi8(no.0, yes.0, which.0)))
    }

    #[inline(always)]
    fn lookup(self, table: &'static [u8; 16], nibbles: Ymm) -> Ymm {
        // SAFETY: the table has the 16 bytes that are read.
        let table = unsafe { _mm_loadu_si128(table.as_ptr().cast()) };
        Ymm(op!(_mm256_shuffle_epi8(
            _mm256_broadcastsi128_si256(table),
            nibbles.0
        )))
    }

    #[inline(always)]
    fn up<const BITS: i32>(self, units: Ymm) -> Ymm {
        Ymm(op!(_mm256_slli_epi16::<BITS>(units.0)))
    }

    #[inline(always)]
    fn down<const BITS: i32>(self, units: Ymm) -> Ymm {
        Ymm(op!(_mm256_srli_epi16::<BITS>(units.0)))
    }

    #[inline(always)]
    fn swap(self, units: Ymm) -> Ymm {
        Ymm(op!(_mm256_shuffle_epi8(
            units.0,
            _mm256_broadcastsi128_si256(_mm_set_epi8(14, 15, 12, 13, 10, 11, 8, 9, 6, 7, 4, 5, 2, 3, 0, 1))
        )))
    }

    #[inline(always)]
    fn narrow(self, a: Ymm, b: Ymm) -> Ymm {
        Ymm(op!(_mm256_permute4x64_epi64::<0xD8>(self.pack(a, b).0)))
    }

    #[inline(always)]
    unsafe fn widen<const BIG: bool>(self, to: *mut u8, from: *const u8) {
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
    unsafe fn widen_twice<const BIG: bool>(self, to: *mut u8, from: *const u8) {
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
    unsafe fn widen_units(self, to: *mut u8, from: *const u8) {
        // SAFETY: the caller promises 32 bytes to read and 64 to write.
        unsafe {
            for half in 0..2 {
                let units = _mm256_cvtepu16_epi32(_mm_loadu_si128(from.add(16 * half).cast()));
                _mm256_storeu_si256(to.add(32 * half).cast(), units);
            }
        }
    }

    #[inline(always)]
    fn shuffle(self, v: Ymm, control: &'static Control) -> Ymm {
        // SAFETY: a control has the 16 bytes that are read.
        let control = unsafe { _mm_load_si128(control.0.as_ptr().cast()) };
        Ymm(op!(_mm256_shuffle_epi8(
            v.0,
            _mm256_broadcastsi128_si256(control)
        )))
    }

    #[inline(always)]
    fn shuffle_lanes(self, v: Ymm, first: &'static Control, last: &'static Control) -> Ymm {
        // SAFETY: controls have the 16 bytes that are read.
        let (first, last) = unsafe {
            (
                _mm_load_si128(first.0.as_ptr().cast()),
                _mm_load_si128(last.0.as_ptr().cast()),
            )
        };
        Ymm(op!(_mm256_shuffle_epi8(v.0, _mm256_set_m128i(last, first))))
    }

    #[inline(always)]
    unsafe fn put_lane<const LANE: i32>(self, to: *mut u8, v: Ymm) {
        // SAFETY: the caller promises room for 16 bytes.
        unsafe { _mm_storeu_si128(to.cast(), _mm256_extracti128_si256::<LANE>(v.0)) }
    }

    #[inline(always)]
    unsafe fn put_shuffled_wide<const LANE: i32, const BIG: bool, const FOUR: bool>(
        self,
        to: *mut u8,
        words: Ymm,
        upper: Ymm,
        control: &'static Control,
    ) {
        // SAFETY: a control has 16 bytes, and the caller promises room for 32.
        unsafe {
            let control = _mm_load_si128(control.0.as_ptr().cast());
            let words = _mm_shuffle_epi8(_mm256_extracti128_si256::<LANE>(words.0), control);
            if !FOUR {
                let mut units = _mm256_cvtepu16_epi32(words);
                if BIG {
                    units = _mm256_slli_epi32::<16>(units);
                }
                return _mm256_storeu_si256(to.cast(), units);
            }
            let upper = _mm_shuffle_epi8(_mm256_extracti128_si256::<LANE>(upper.0), control);
            let (first, second) = if BIG { (upper, words) } else { (words, upper) };
            _mm_storeu_si128(to.cast(), _mm_unpacklo_epi16(first, second));
            _mm_storeu_si128(to.add(16).cast(), _mm_unpackhi_epi16(first, second));
        }
    }
}
