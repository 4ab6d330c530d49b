//! NEON of 64-bit Arm: 16 bytes.
//!
//! It has no instruction that collects a bit of each byte. Where only asked whether there is one, pairs of bytes are
//! reduced to half a vector, which fits a general register.

use super::lanes::{Control, Lanes};
use super::{Kernel, instructions, operators};
use core::arch::aarch64::*;
use core::ops::{BitAnd, BitOr, BitXor};

/// NEON, which every target has that this is compiled for.
/// Compiles a function for NEON.
macro_rules! enable_neon {
    ($($function:tt)*) => {
        #[target_feature(enable = "neon")]
        $($function)*
    };
}
pub(crate) use enable_neon;

#[derive(Clone, Copy)]
pub(crate) struct Neon;

impl Neon {
    /// # Safety
    ///
    /// None: every target that this is compiled for has the instructions. It is `unsafe` as for the other sets.
    #[inline(always)]
    pub(crate) unsafe fn assume_available() -> Self {
        Neon
    }
}

#[derive(Clone, Copy)]
pub(crate) struct Quad(uint8x16_t);

/// An instruction that works on registers.
macro_rules! op {
    ($call:expr) => {
        // SAFETY: this is only compiled for targets that have NEON; the instruction touches registers only.
        unsafe { $call }
    };
}

/// An instruction on units.
macro_rules! units {
    ($instruction:ident $(::<$constant:ident>)? ($($units:expr),*)) => {
        Quad(op!(vreinterpretq_u8_u16($instruction$(::<$constant>)?($(vreinterpretq_u16_u8($units.0)),*))))
    };
}

/// An instruction on 32-bit numbers.
macro_rules! numbers {
    ($instruction:ident($($numbers:expr),*)) => {
        Quad(op!(vreinterpretq_u8_u32($instruction($(vreinterpretq_u32_u8($numbers.0)),*))))
    };
}

operators! {
    Quad;
    BitAnd bitand vandq_u8;
    BitOr bitor vorrq_u8;
    BitXor bitxor veorq_u8;
}

impl Lanes for Neon {
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
        // SAFETY: an `Neon` is proof that the processor has these instructions.
        unsafe { compiled(self, kernel) }
    }

    instructions! {
        Quad;
        max(a, b) = vmaxq_u8;
        add(a, b) = vaddq_u8;
        sub(a, b) = vsubq_u8;
        saturating_sub(a, b) = vqsubq_u8;
        equal(a, b) = vceqq_u8;
        pack(a, b) = vuzp1q_u8;
        narrow(a, b) = vuzp1q_u8;
        interleave_first(a, b) = vzip1q_u8;
        interleave_last(a, b) = vzip2q_u8;
        swap(units) = vrev16q_u8;
        swap_wide(units) = vrev32q_u8;
    }

    #[inline(always)]
    fn splat(self, byte: u8) -> Quad {
        Quad(op!(vdupq_n_u8(byte)))
    }

    #[inline(always)]
    fn splat_wide(self, unit: u32) -> Quad {
        Quad(op!(vreinterpretq_u8_u32(vdupq_n_u32(unit))))
    }

    #[inline(always)]
    fn up_wide<const BITS: i32>(self, units: Quad) -> Quad {
        Quad(op!(vreinterpretq_u8_u32(vshlq_n_u32::<BITS>(
            vreinterpretq_u32_u8(units.0)
        ))))
    }

    #[inline(always)]
    fn down_wide<const BITS: i32>(self, units: Quad) -> Quad {
        Quad(op!(vreinterpretq_u8_u32(vshrq_n_u32::<BITS>(
            vreinterpretq_u32_u8(units.0)
        ))))
    }

    #[inline(always)]
    fn greater_wide(self, a: Quad, b: Quad) -> Quad {
        Quad(op!(vreinterpretq_u8_u32(vcgtq_s32(
            vreinterpretq_s32_u8(a.0),
            vreinterpretq_s32_u8(b.0)
        ))))
    }

    #[inline(always)]
    fn narrow_wide(self, a: Quad, b: Quad) -> Quad {
        units!(vuzp1q_u16(a, b))
    }

    #[inline(always)]
    fn splat_unit(self, unit: u16) -> Quad {
        Quad(op!(vreinterpretq_u8_u16(vdupq_n_u16(unit))))
    }

    #[inline(always)]
    unsafe fn load(self, from: *const u8) -> Quad {
        // SAFETY: the caller promises 16 bytes.
        Quad(unsafe { vld1q_u8(from) })
    }

    #[inline(always)]
    fn after_zeros(self, v: Quad) -> [Quad; 3] {
        let zeros = Lanes::splat(self, 0);
        op!([
            Quad(vextq_u8::<15>(zeros.0, v.0)),
            Quad(vextq_u8::<14>(zeros.0, v.0)),
            Quad(vextq_u8::<13>(zeros.0, v.0)),
        ])
    }

    #[inline(always)]
    fn before_zero(self, v: Quad) -> Quad {
        Quad(op!(vextq_u8::<1>(v.0, Lanes::splat(self, 0).0)))
    }

    #[inline(always)]
    unsafe fn store(self, to: *mut u8, v: Quad) {
        // SAFETY: the caller promises 16 bytes.
        unsafe { vst1q_u8(to, v.0) }
    }

    #[inline(always)]
    fn high_bits(self, v: Quad) -> u32 {
        const BITS: u64 = 0x8040_2010_0804_0201;
        // Each byte keeps a bit of its own within its half; the two halves become the bytes of units, whose sum is
        // asked for. (Of adding neighbours three times, the compiler makes three instructions each.)
        op!({
            let bits = vreinterpretq_u8_u64(vdupq_n_u64(BITS));
            let kept = vandq_u8(vcltzq_s8(vreinterpretq_s8_u8(v.0)), bits);
            let pairs = vzip1q_u8(kept, vextq_u8::<8>(kept, kept));
            vaddvq_u16(vreinterpretq_u16_u8(pairs)).into()
        })
    }

    #[inline(always)]
    fn any_high_bit(self, v: Quad) -> bool {
        half_by_pairs(v) & 0x8080_8080_8080_8080 != 0
    }

    #[inline(always)]
    fn sum(self, v: Quad) -> usize {
        op!(vaddlvq_u8(v.0)).into()
    }

    #[inline(always)]
    fn any(self, v: Quad) -> bool {
        half_by_pairs(v) != 0
    }

    #[inline(always)]
    fn greater(self, a: Quad, b: Quad) -> Quad {
        Quad(op!(vcgtq_s8(vreinterpretq_s8_u8(a.0), vreinterpretq_s8_u8(b.0))))
    }

    #[inline(always)]
    fn select(self, which: Quad, yes: Quad, no: Quad) -> Quad {
        Quad(op!(vbslq_u8(
            vcltzq_s8(vreinterpretq_s8_u8(which.0)),
            yes.0,
            no.0
        )))
    }

    #[inline(always)]
    fn lookup(self, table: &'static [u8; 16], nibbles: Quad) -> Quad {
        // SAFETY: the table has the 16 bytes that are read.
        let table = unsafe { vld1q_u8(table.as_ptr()) };
        Quad(op!(vqtbl1q_u8(table, nibbles.0)))
    }

    #[inline(always)]
    fn up<const BITS: i32>(self, units: Quad) -> Quad {
        units!(vshlq_n_u16::<BITS>(units))
    }

    #[inline(always)]
    fn down<const BITS: i32>(self, units: Quad) -> Quad {
        units!(vshrq_n_u16::<BITS>(units))
    }

    #[inline(always)]
    fn sub_units(self, a: Quad, b: Quad) -> Quad {
        units!(vsubq_u16(a, b))
    }

    #[inline(always)]
    fn equal_units(self, a: Quad, b: Quad) -> Quad {
        units!(vceqq_u16(a, b))
    }

    #[inline(always)]
    fn min_units(self, a: Quad, b: Quad) -> Quad {
        units!(vminq_u16(a, b))
    }

    #[inline(always)]
    fn saturating_add_units(self, a: Quad, b: Quad) -> Quad {
        units!(vqaddq_u16(a, b))
    }

    #[inline(always)]
    fn max_wide(self, a: Quad, b: Quad) -> Quad {
        numbers!(vmaxq_u32(a, b))
    }

    #[inline(always)]
    fn sub_wide(self, a: Quad, b: Quad) -> Quad {
        numbers!(vsubq_u32(a, b))
    }

    #[inline(always)]
    fn equal_wide(self, a: Quad, b: Quad) -> Quad {
        numbers!(vceqq_u32(a, b))
    }

    #[inline(always)]
    fn interleave_first_units(self, a: Quad, b: Quad) -> Quad {
        units!(vzip1q_u16(a, b))
    }

    #[inline(always)]
    fn interleave_last_units(self, a: Quad, b: Quad) -> Quad {
        units!(vzip2q_u16(a, b))
    }

    #[inline(always)]
    fn shuffle(self, v: Quad, control: &'static Control) -> Quad {
        // SAFETY: a control has the 16 bytes that are read.
        let control = unsafe { vld1q_u8(control.0.as_ptr()) };
        Quad(op!(vqtbl1q_u8(v.0, control)))
    }
}

/// The greater byte of each pair.
#[inline(always)]
fn half_by_pairs(v: Quad) -> u64 {
    op!(vgetq_lane_u64::<0>(vreinterpretq_u64_u8(vpmaxq_u8(v.0, v.0))))
}
