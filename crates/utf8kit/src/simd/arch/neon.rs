//! NEON of 64-bit Arm: one lane of 16 bytes.
//!
//! NEON has no instruction that collects a bit of each byte. To find out whether any is set, pairs of bytes are reduced to
//! half a vector, which fits a general register.

use super::lanes::Lanes;
use super::registers::{instructions, operators};
use super::{Kernel, Vectors};
use core::arch::aarch64::*;
use core::ops::{BitAnd, BitOr, BitXor};

/// Compiles a function with the features of NEON.
macro_rules! enable_neon {
    ($($function:tt)*) => {
        #[target_feature(enable = "neon")]
        $($function)*
    };
}
pub(crate) use enable_neon;

/// NEON, which every target has that this is compiled for.
#[derive(Clone, Copy)]
pub(crate) struct Neon;

impl Neon {
    /// Returns the instruction set, which every target has that this is compiled for.
    #[inline]
    pub(crate) fn detect() -> Option<Self> {
        Some(Neon)
    }

    /// Returns the instruction set.
    ///
    /// # Safety
    ///
    /// None: every target that this is compiled for has the instructions. It is `unsafe` as for the other sets.
    #[inline(always)]
    pub(crate) unsafe fn assume_available() -> Self {
        Neon
    }
}

/// A register.
#[derive(Clone, Copy)]
pub(crate) struct Quad(uint8x16_t);

/// Writes methods that are one instruction on lanes of another type, between the two functions that reinterpret bytes as
/// these lanes and the result as bytes. The instructions must be NEON's, and touch registers only.
macro_rules! instructions_on {
    ($from:ident $to:ident; $($method:ident $(<$constant:ident>)? ($($argument:ident),*) = $instruction:ident;)*) => {$(
        #[inline(always)]
        fn $method$(<const $constant: i32>)?(self, $($argument: Quad),*) -> Quad {
            // SAFETY: `self` proves that the processor has the instructions, which touch registers only.
            Quad(unsafe { $to($instruction$(::<$constant>)?($($from($argument.0)),*)) })
        }
    )*};
}

operators! {
    Quad;
    BitAnd bitand vandq_u8;
    BitOr bitor vorrq_u8;
    BitXor bitxor veorq_u8;
}

impl Vectors for Neon {
    type Bytes = Quad;
    const LEN: usize = 16;

    #[inline(always)]
    fn enter<K: Kernel<Self>>(self, kernel: K) -> K::Output {
        enable_neon! {
            #[inline(never)]
            fn compiled<K: Kernel<Neon>>(simd: Neon, kernel: K) -> K::Output {
                kernel.run(simd)
            }
        }
        // SAFETY: a `Neon` is proof that the processor has these instructions.
        unsafe { compiled(self, kernel) }
    }

    instructions! {
        Quad;
        max(a, b) = vmaxq_u8;
    }

    #[inline(always)]
    fn splat_u32(self, unit: u32) -> Quad {
        // SAFETY: `self` proves that the processor has the instructions.
        Quad(unsafe { vreinterpretq_u8_u32(vdupq_n_u32(unit)) })
    }

    #[inline(always)]
    unsafe fn load(self, from: *const u8) -> Quad {
        // SAFETY: the caller promises 16 bytes.
        Quad(unsafe { vld1q_u8(from) })
    }

    #[inline(always)]
    unsafe fn store(self, to: *mut u8, v: Quad) {
        // SAFETY: the caller promises 16 bytes.
        unsafe { vst1q_u8(to, v.0) }
    }

    #[inline(always)]
    fn any(self, v: Quad) -> bool {
        max_of_pairs(v) != 0
    }
}

impl Lanes for Neon {
    instructions! {
        Quad;
        add(a, b) = vaddq_u8;
        sub(a, b) = vsubq_u8;
        saturating_sub(a, b) = vqsubq_u8;
        equal(a, b) = vceqq_u8;
        select(mask, yes, no) = vbslq_u8;
        pack_u16(a, b) = vuzp1q_u8;
        swizzle(v, positions) = vqtbl1q_u8;
        swap_u16(v) = vrev16q_u8;
        swap_u32(v) = vrev32q_u8;
    }

    instructions_on! {
        vreinterpretq_u16_u8 vreinterpretq_u8_u16;
        sub_u16(a, b) = vsubq_u16;
        saturating_add_u16(a, b) = vqaddq_u16;
        min_u16(a, b) = vminq_u16;
        equal_u16(a, b) = vceqq_u16;
        pack_u32(a, b) = vuzp1q_u16;
        shl_u16<BITS>(v) = vshlq_n_u16;
        shr_u16<BITS>(v) = vshrq_n_u16;
    }

    instructions_on! {
        vreinterpretq_u32_u8 vreinterpretq_u8_u32;
        sub_u32(a, b) = vsubq_u32;
        max_u32(a, b) = vmaxq_u32;
        shl_u32<BITS>(v) = vshlq_n_u32;
        shr_u32<BITS>(v) = vshrq_n_u32;
    }

    #[inline(always)]
    fn greater(self, a: Quad, b: Quad) -> Quad {
        // SAFETY: `self` proves that the processor has the instructions.
        Quad(unsafe { vcgtq_s8(vreinterpretq_s8_u8(a.0), vreinterpretq_s8_u8(b.0)) })
    }

    #[inline(always)]
    fn greater_u32(self, a: Quad, b: Quad) -> Quad {
        // SAFETY: `self` proves that the processor has the instructions.
        Quad(unsafe { vreinterpretq_u8_u32(vcgtq_s32(vreinterpretq_s32_u8(a.0), vreinterpretq_s32_u8(b.0))) })
    }

    #[inline(always)]
    fn high_bits(self, v: Quad) -> u32 {
        const BITS: u64 = 0x8040_2010_0804_0201;
        // Each byte keeps a bit of its own within its half. The two halves become the bytes of 16-bit units, which are
        // added up. (Adding neighbours three times compiles to three instructions each.)
        // SAFETY: `self` proves that the processor has the instructions.
        unsafe {
            let bits = vreinterpretq_u8_u64(vdupq_n_u64(BITS));
            let kept = vandq_u8(vcltzq_s8(vreinterpretq_s8_u8(v.0)), bits);
            let pairs = vzip1q_u8(kept, vextq_u8::<8>(kept, kept));
            vaddvq_u16(vreinterpretq_u16_u8(pairs)).into()
        }
    }

    #[inline(always)]
    fn any_high_bit(self, v: Quad) -> bool {
        max_of_pairs(v) & 0x8080_8080_8080_8080 != 0
    }

    #[inline(always)]
    fn sum(self, v: Quad) -> usize {
        // SAFETY: `self` proves that the processor has the instructions.
        unsafe { vaddlvq_u8(v.0) }.into()
    }

    #[inline(always)]
    fn interleave_u8(self, a: Quad, b: Quad) -> [Quad; 2] {
        // SAFETY: `self` proves that the processor has the instructions.
        unsafe { [Quad(vzip1q_u8(a.0, b.0)), Quad(vzip2q_u8(a.0, b.0))] }
    }

    #[inline(always)]
    fn interleave_u16(self, a: Quad, b: Quad) -> [Quad; 2] {
        // SAFETY: `self` proves that the processor has the instructions.
        unsafe {
            let (a, b) = (vreinterpretq_u16_u8(a.0), vreinterpretq_u16_u8(b.0));
            [
                Quad(vreinterpretq_u8_u16(vzip1q_u16(a, b))),
                Quad(vreinterpretq_u8_u16(vzip2q_u16(a, b))),
            ]
        }
    }
}

/// Returns the greater byte of each pair.
#[inline(always)]
fn max_of_pairs(v: Quad) -> u64 {
    // SAFETY: `v` proves that the processor has the instructions.
    unsafe { vgetq_lane_u64::<0>(vreinterpretq_u64_u8(vpmaxq_u8(v.0, v.0))) }
}
