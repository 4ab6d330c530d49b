//! Widening and narrowing, for code units that keep their value in units of another width: the steps, and their code for
//! 128-bit lanes.

use super::utf16_to_utf32::Utf32;
use super::*;
use crate::simd::arch::Vectors;

/// Steps of the kernels that change the width of code units. `BIG` is the byte order of the wider units.
pub(crate) trait Width: Vectors {
    /// Writes a 16-bit unit for each of the bytes at `from`, which are ASCII or Latin-1.
    ///
    /// # Safety
    ///
    /// [`Vectors::LEN`] bytes can be read at `from`, and twice as many bytes can be written at `to`.
    unsafe fn put_ascii_units<const BIG: bool>(self, to: *mut u8, from: *const u8);

    /// Does what [`Self::put_ascii_units`] does for the first `len` of `bytes`, where `room` units can be written.
    ///
    /// # Safety
    ///
    /// `room` 16-bit units can be written at `to`. `len` is at most `room` and at most [`Vectors::LEN`].
    unsafe fn put_first_units<const BIG: bool>(
        self,
        to: *mut u8,
        room: usize,
        bytes: Self::Bytes,
        len: usize,
    );

    /// Does what [`Self::put_ascii_units`] does with 32-bit units.
    ///
    /// # Safety
    ///
    /// [`Vectors::LEN`] bytes can be read at `from`, and four times as many bytes can be written at `to`.
    unsafe fn put_ascii_wide<const BIG: bool>(self, to: *mut u8, from: *const u8);

    /// Does what [`Self::put_first_units`] does with 32-bit units.
    ///
    /// # Safety
    ///
    /// `room` 32-bit units can be written at `to`. `len` is at most `room` and at most [`Vectors::LEN`].
    unsafe fn put_first_wide<const BIG: bool>(self, to: *mut u8, room: usize, bytes: Self::Bytes, len: usize);

    /// Widens the 16-bit units at `from` to 32 bits in the machine's order. None of them is a surrogate.
    ///
    /// # Safety
    ///
    /// [`Vectors::LEN`] bytes can be read at `from`, and twice as many bytes can be written at `to`.
    unsafe fn put_widened<const BIG: bool>(self, to: *mut u8, from: *const u8);

    /// Returns a byte for each 16-bit unit of `a` and then of `b`, which are below `0x100`.
    fn narrow<const BIG: bool>(self, a: Self::Bytes, b: Self::Bytes) -> Self::Bytes;

    /// Returns a byte for each 32-bit unit of the four vectors, which are below `0x80`.
    fn narrow_wide<const BIG: bool>(self, vectors: [Self::Bytes; 4]) -> Self::Bytes;

    /// Returns a 16-bit unit in the machine's order for each 32-bit unit of `a` and then of `b`, which are below `0x1_0000`.
    fn pack_wide<const BIG: bool>(self, a: Self::Bytes, b: Self::Bytes) -> Self::Bytes;
}

impl<S: Lanes> Width for S {
    #[inline(always)]
    unsafe fn put_ascii_units<const BIG: bool>(self, to: *mut u8, from: *const u8) {
        // SAFETY: the caller promises the same.
        unsafe { self.widen_u8_to_u16::<BIG>(to, from) }
    }

    #[inline(always)]
    unsafe fn put_first_units<const BIG: bool>(self, to: *mut u8, room: usize, bytes: S::Bytes, len: usize) {
        debug_assert!(len <= room && len <= S::LEN);
        let (mut vector, mut units) = ([0; 32], [0; 64]);
        // SAFETY: the buffers hold a vector and as many units, or there is room for all units; the caller promises room for
        // `len` of them.
        unsafe {
            self.store(vector.as_mut_ptr(), bytes);
            if room >= S::LEN {
                return self.widen_u8_to_u16::<BIG>(to, vector.as_ptr());
            }
            self.widen_u8_to_u16::<BIG>(units.as_mut_ptr(), vector.as_ptr());
            copy_short(units.as_ptr(), to, 2 * len);
        }
    }

    #[inline(always)]
    unsafe fn put_ascii_wide<const BIG: bool>(self, to: *mut u8, from: *const u8) {
        // SAFETY: the caller promises the same.
        unsafe { self.widen_u8_to_u32::<BIG>(to, from) }
    }

    #[inline(always)]
    unsafe fn put_first_wide<const BIG: bool>(self, to: *mut u8, room: usize, bytes: S::Bytes, len: usize) {
        debug_assert!(len <= room && len <= S::LEN);
        let (mut vector, mut units) = ([0; 32], [0; 128]);
        // SAFETY: the buffers hold a vector and as many units, or there is room for all units; the caller promises room for
        // `len` of them.
        unsafe {
            self.store(vector.as_mut_ptr(), bytes);
            if room >= S::LEN {
                return self.widen_u8_to_u32::<BIG>(to, vector.as_ptr());
            }
            self.widen_u8_to_u32::<BIG>(units.as_mut_ptr(), vector.as_ptr());
            copy_units(units.as_ptr(), to, len);
        }
    }

    #[inline(always)]
    unsafe fn put_widened<const BIG: bool>(self, to: *mut u8, from: *const u8) {
        // SAFETY: the caller promises the same.
        unsafe { self.widen_u16_to_u32::<BIG>(to, from) }
    }

    #[inline(always)]
    fn narrow<const BIG: bool>(self, a: S::Bytes, b: S::Bytes) -> S::Bytes {
        if BIG {
            self.in_order(self.pack_u16(self.shr_u16::<8>(a), self.shr_u16::<8>(b)))
        } else {
            self.in_order(self.pack_u16(a, b))
        }
    }

    #[inline(always)]
    fn narrow_wide<const BIG: bool>(self, [mut a, mut b, mut c, mut d]: [S::Bytes; 4]) -> S::Bytes {
        if BIG {
            a = self.shr_u32::<24>(a);
            b = self.shr_u32::<24>(b);
            c = self.shr_u32::<24>(c);
            d = self.shr_u32::<24>(d);
        }
        self.narrow_u32_to_u8([a, b, c, d])
    }

    #[inline(always)]
    fn pack_wide<const BIG: bool>(self, a: S::Bytes, b: S::Bytes) -> S::Bytes {
        self.in_order(self.pack_u32(self.native_wide::<BIG>(a), self.native_wide::<BIG>(b)))
    }
}
