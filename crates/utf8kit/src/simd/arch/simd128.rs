//! WebAssembly's 128-bit vectors: one lane of 16 bytes.
//!
//! A module that contains these instructions only runs where they exist, so they are safe to call.

use super::lanes::Lanes;
use super::registers::{instructions, operators};
use super::{Kernel, Vectors};
use core::arch::wasm32::*;
use core::ops::{BitAnd, BitOr, BitXor};

/// Compiles a function with the features of simd128.
macro_rules! enable_simd128 {
    ($($function:tt)*) => {
        #[target_feature(enable = "simd128")]
        $($function)*
    };
}
pub(crate) use enable_simd128;

/// The vectors, which every target has that this is compiled for.
#[derive(Clone, Copy)]
pub(crate) struct Simd128;

impl Simd128 {
    /// Returns the instruction set, which every target has that this is compiled for.
    #[inline]
    pub(crate) fn detect() -> Option<Self> {
        Some(Simd128)
    }

    /// Returns the instruction set.
    ///
    /// # Safety
    ///
    /// None: every target that this is compiled for has the instructions. It is `unsafe` as for the other sets.
    #[inline(always)]
    pub(crate) unsafe fn assume_available() -> Self {
        Simd128
    }
}

/// A register.
#[derive(Clone, Copy)]
pub(crate) struct V128(v128);

operators! {
    V128;
    BitAnd bitand v128_and;
    BitOr bitor v128_or;
    BitXor bitxor v128_xor;
}

/// Returns bytes of two vectors by their positions; those of `b` count from 16 on.
macro_rules! shuffle {
    ($a:expr, $b:expr; $($byte:literal)*) => {
        V128(i8x16_shuffle::<$($byte),*>($a.0, $b.0))
    };
}

impl Vectors for Simd128 {
    type Bytes = V128;
    const LEN: usize = 16;

    #[inline(always)]
    fn enter<K: Kernel<Self>>(self, kernel: K) -> K::Output {
        enable_simd128! {
            #[inline(never)]
            fn compiled<K: Kernel<Simd128>>(simd: Simd128, kernel: K) -> K::Output {
                kernel.run(simd)
            }
        }
        compiled(self, kernel)
    }

    instructions! {
        V128;
        max(a, b) = u8x16_max;
    }

    #[inline(always)]
    fn splat_u32(self, unit: u32) -> V128 {
        V128(u32x4_splat(unit))
    }

    #[inline(always)]
    unsafe fn load(self, from: *const u8) -> V128 {
        // SAFETY: the caller promises 16 bytes.
        V128(unsafe { v128_load(from.cast()) })
    }

    #[inline(always)]
    unsafe fn store(self, to: *mut u8, v: V128) {
        // SAFETY: the caller promises 16 bytes.
        unsafe { v128_store(to.cast(), v.0) }
    }

    #[inline(always)]
    fn any(self, v: V128) -> bool {
        v128_any_true(v.0)
    }
}

impl Lanes for Simd128 {
    instructions! {
        V128;
        add(a, b) = i8x16_add;
        sub(a, b) = i8x16_sub;
        sub_u16(a, b) = i16x8_sub;
        sub_u32(a, b) = i32x4_sub;
        saturating_sub(a, b) = u8x16_sub_sat;
        saturating_add_u16(a, b) = u16x8_add_sat;
        min_u16(a, b) = u16x8_min;
        max_u32(a, b) = u32x4_max;
        greater(a, b) = i8x16_gt;
        greater_u32(a, b) = i32x4_gt;
        equal(a, b) = i8x16_eq;
        equal_u16(a, b) = i16x8_eq;
        pack_u16(a, b) = u8x16_narrow_i16x8;
        pack_u32(a, b) = u16x8_narrow_i32x4;
        swizzle(v, positions) = i8x16_swizzle;
    }

    #[inline(always)]
    fn high_bits(self, v: V128) -> u32 {
        i8x16_bitmask(v.0).into()
    }

    #[inline(always)]
    fn sum(self, v: V128) -> usize {
        let parts = u32x4_extadd_pairwise_u16x8(u16x8_extadd_pairwise_u8x16(v.0));
        let parts = i32x4_add(parts, i64x2_shuffle::<1, 0>(parts, parts));
        (u32x4_extract_lane::<0>(parts) + u32x4_extract_lane::<1>(parts)) as usize
    }

    #[inline(always)]
    fn select(self, mask: V128, yes: V128, no: V128) -> V128 {
        V128(v128_bitselect(yes.0, no.0, mask.0))
    }

    #[inline(always)]
    fn shl_u16<const BITS: i32>(self, v: V128) -> V128 {
        V128(u16x8_shl(v.0, BITS as u32))
    }

    #[inline(always)]
    fn shr_u16<const BITS: i32>(self, v: V128) -> V128 {
        V128(u16x8_shr(v.0, BITS as u32))
    }

    #[inline(always)]
    fn shl_u32<const BITS: i32>(self, v: V128) -> V128 {
        V128(u32x4_shl(v.0, BITS as u32))
    }

    #[inline(always)]
    fn shr_u32<const BITS: i32>(self, v: V128) -> V128 {
        V128(u32x4_shr(v.0, BITS as u32))
    }

    #[inline(always)]
    fn interleave_u8(self, a: V128, b: V128) -> [V128; 2] {
        [
            shuffle!(a, b; 0 16 1 17 2 18 3 19 4 20 5 21 6 22 7 23),
            shuffle!(a, b; 8 24 9 25 10 26 11 27 12 28 13 29 14 30 15 31),
        ]
    }

    #[inline(always)]
    fn interleave_u16(self, a: V128, b: V128) -> [V128; 2] {
        [
            shuffle!(a, b; 0 1 16 17 2 3 18 19 4 5 20 21 6 7 22 23),
            shuffle!(a, b; 8 9 24 25 10 11 26 27 12 13 28 29 14 15 30 31),
        ]
    }
}
