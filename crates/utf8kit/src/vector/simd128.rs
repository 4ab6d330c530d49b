//! WebAssembly's 128-bit vectors: 16 bytes.
//!
//! Where a module uses them at all, whoever runs it has them: their instructions are safe to call.

use super::lanes::{Control, Lanes, TURNED};
use super::{Kernel, instructions, operators};
use core::arch::wasm32::*;
use core::ops::{BitAnd, BitOr, BitXor};

/// Compiles a function for simd128.
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
    /// # Safety
    ///
    /// None: every target that this is compiled for has the instructions. It is `unsafe` as for the other sets.
    #[inline(always)]
    pub(crate) unsafe fn assume_available() -> Self {
        Simd128
    }
}

#[derive(Clone, Copy)]
pub(crate) struct V128(v128);

/// An instruction that works on registers.
macro_rules! op {
    ($call:expr) => {
        $call
    };
}

operators! {
    V128;
    BitAnd bitand v128_and;
    BitOr bitor v128_or;
    BitXor bitxor v128_xor;
}

/// Bytes of two vectors by their numbers; those of `b` count from 16 on.
macro_rules! shuffle {
    ($a:expr, $b:expr; $($byte:literal)*) => {
        V128(i8x16_shuffle::<$($byte),*>($a.0, $b.0))
    };
}

impl Lanes for Simd128 {
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
        add(a, b) = i8x16_add;
        sub(a, b) = i8x16_sub;
        saturating_sub(a, b) = u8x16_sub_sat;
        greater(a, b) = i8x16_gt;
        equal(a, b) = i8x16_eq;
        sub_units(a, b) = i16x8_sub;
        equal_units(a, b) = i16x8_eq;
        min_units(a, b) = u16x8_min;
        saturating_add_units(a, b) = u16x8_add_sat;
        max_wide(a, b) = u32x4_max;
        sub_wide(a, b) = i32x4_sub;
        equal_wide(a, b) = i32x4_eq;
        pack(a, b) = u8x16_narrow_i16x8;
        narrow(a, b) = u8x16_narrow_i16x8;
        greater_wide(a, b) = i32x4_gt;
        narrow_wide(a, b) = u16x8_narrow_i32x4;
    }

    #[inline(always)]
    fn splat(self, byte: u8) -> V128 {
        V128(u8x16_splat(byte))
    }

    #[inline(always)]
    fn splat_wide(self, unit: u32) -> V128 {
        V128(u32x4_splat(unit))
    }

    #[inline(always)]
    fn up_wide<const BITS: i32>(self, units: V128) -> V128 {
        V128(u32x4_shl(units.0, BITS as u32))
    }

    #[inline(always)]
    fn down_wide<const BITS: i32>(self, units: V128) -> V128 {
        V128(u32x4_shr(units.0, BITS as u32))
    }

    #[inline(always)]
    fn swap_wide(self, units: V128) -> V128 {
        self.shuffle(units, &TURNED)
    }

    #[inline(always)]
    fn splat_unit(self, unit: u16) -> V128 {
        V128(u16x8_splat(unit))
    }

    #[inline(always)]
    unsafe fn load(self, from: *const u8) -> V128 {
        // SAFETY: the caller promises 16 bytes.
        V128(unsafe { v128_load(from.cast()) })
    }

    #[inline(always)]
    fn after_zeros(self, v: V128) -> [V128; 3] {
        let zeros = Lanes::splat(self, 0);
        [
            shuffle!(zeros, v; 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30),
            shuffle!(zeros, v; 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29),
            shuffle!(zeros, v; 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28),
        ]
    }

    #[inline(always)]
    fn before_zero(self, v: V128) -> V128 {
        shuffle!(v, Lanes::splat(self, 0); 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16)
    }

    #[inline(always)]
    unsafe fn store(self, to: *mut u8, v: V128) {
        // SAFETY: the caller promises 16 bytes.
        unsafe { v128_store(to.cast(), v.0) }
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
    fn any(self, v: V128) -> bool {
        v128_any_true(v.0)
    }

    #[inline(always)]
    fn select(self, which: V128, yes: V128, no: V128) -> V128 {
        V128(v128_bitselect(yes.0, no.0, i8x16_shr(which.0, 7)))
    }

    #[inline(always)]
    fn lookup(self, table: &'static [u8; 16], nibbles: V128) -> V128 {
        // SAFETY: the table has the 16 bytes that are read.
        let table = unsafe { v128_load(table.as_ptr().cast()) };
        V128(i8x16_swizzle(table, nibbles.0))
    }

    #[inline(always)]
    fn up<const BITS: i32>(self, units: V128) -> V128 {
        V128(u16x8_shl(units.0, BITS as u32))
    }

    #[inline(always)]
    fn down<const BITS: i32>(self, units: V128) -> V128 {
        V128(u16x8_shr(units.0, BITS as u32))
    }

    #[inline(always)]
    fn swap(self, units: V128) -> V128 {
        shuffle!(units, units; 1 0 3 2 5 4 7 6 9 8 11 10 13 12 15 14)
    }

    #[inline(always)]
    fn interleave_first(self, a: V128, b: V128) -> V128 {
        shuffle!(a, b; 0 16 1 17 2 18 3 19 4 20 5 21 6 22 7 23)
    }

    #[inline(always)]
    fn interleave_last(self, a: V128, b: V128) -> V128 {
        shuffle!(a, b; 8 24 9 25 10 26 11 27 12 28 13 29 14 30 15 31)
    }

    #[inline(always)]
    fn interleave_first_units(self, a: V128, b: V128) -> V128 {
        shuffle!(a, b; 0 1 16 17 2 3 18 19 4 5 20 21 6 7 22 23)
    }

    #[inline(always)]
    fn interleave_last_units(self, a: V128, b: V128) -> V128 {
        shuffle!(a, b; 8 9 24 25 10 11 26 27 12 13 28 29 14 15 30 31)
    }

    #[inline(always)]
    fn shuffle(self, v: V128, control: &'static Control) -> V128 {
        // SAFETY: a control has the 16 bytes that are read.
        let control = unsafe { v128_load(control.0.as_ptr().cast()) };
        V128(i8x16_swizzle(v.0, control))
    }
}
