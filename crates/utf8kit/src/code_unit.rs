//! Code units as they are in memory, for plain kernels that serve every encoding and byte order.

use crate::error::Found;
use crate::parts;
use core::mem::MaybeUninit;
use core::ops::BitOr;

/// The number of a code unit, in an integer as wide as the code unit, so that a vector holds many.
pub(crate) trait Number: Copy + BitOr<Output = Self> + Into<u32> {
    const ZERO: Self;

    /// Returns the lowest bits of `number`.
    fn lowest(number: u32) -> Self;
}

/// A code unit.
///
/// # Safety
///
/// Any bytes in its memory are a valid value, and it has no padding.
pub(crate) unsafe trait CodeUnit: Copy {
    type Number: Number;
    /// Whether the code unit has the same bytes in memory as its number.
    const IS_NATIVE: bool;

    fn number(self) -> Self::Number;
    fn from_number(number: Self::Number) -> Self;
}

macro_rules! numbers {
    ($($number:ty)*) => {$(
        impl Number for $number {
            const ZERO: Self = 0;

            #[inline(always)]
            fn lowest(number: u32) -> Self {
                number as $number
            }
        }

        // SAFETY: every bit pattern is an integer, and integers have no padding.
        unsafe impl CodeUnit for $number {
            type Number = $number;
            const IS_NATIVE: bool = true;

            #[inline(always)]
            fn number(self) -> $number {
                self
            }

            #[inline(always)]
            fn from_number(number: $number) -> $number {
                number
            }
        }
    )*};
}
numbers!(u8 u16 u32);

/// A code unit in bytes, the most significant first if `BIG`.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(crate) struct InBytes<const N: usize, const BIG: bool>([u8; N]);

macro_rules! in_bytes {
    ($($number:ty)*) => {$(
        // SAFETY: every bit pattern is an array of bytes, which has no padding.
        unsafe impl<const BIG: bool> CodeUnit for InBytes<{ size_of::<$number>() }, BIG> {
            type Number = $number;
            const IS_NATIVE: bool = BIG == cfg!(target_endian = "big");

            #[inline(always)]
            fn number(self) -> $number {
                if BIG {
                    <$number>::from_be_bytes(self.0)
                } else {
                    <$number>::from_le_bytes(self.0)
                }
            }

            #[inline(always)]
            fn from_number(number: $number) -> Self {
                InBytes(if BIG {
                    number.to_be_bytes()
                } else {
                    number.to_le_bytes()
                })
            }
        }
    )*};
}
in_bytes!(u16 u32);

/// Returns `bytes` as code units in the given byte order, without an incomplete one at the end.
#[inline]
pub(crate) fn units_in<const N: usize, const BIG: bool>(bytes: &[u8]) -> &[InBytes<N, BIG>] {
    let (units, _) = bytes.as_chunks::<N>();
    // SAFETY: the same memory; `InBytes` is transparent.
    unsafe { core::slice::from_raw_parts(units.as_ptr().cast(), units.len()) }
}

/// Returns `bytes` as code units of a type without alignment, without an incomplete one at the end.
#[inline]
pub(crate) fn units_of<A: CodeUnit>(bytes: &[u8]) -> &[A] {
    const { assert!(align_of::<A>() == 1) };
    // SAFETY: the same memory, in which any bytes are code units. They have no alignment, and `bytes` has room for
    // all of them.
    unsafe { core::slice::from_raw_parts(bytes.as_ptr().cast(), bytes.len() / size_of::<A>()) }
}

/// Returns `units` in the machine's order as bytes of the same size.
#[inline]
pub(crate) fn native_units<U: CodeUnit, const N: usize>(
    units: &[U],
) -> &[InBytes<N, { cfg!(target_endian = "big") }>] {
    const { assert!(size_of::<U>() == N) };
    // SAFETY: the same memory and number of units, as bytes, which have no alignment; a code unit has no padding.
    unsafe { core::slice::from_raw_parts(units.as_ptr().cast(), units.len()) }
}

/// Returns the bytes of `units`.
#[inline]
pub(crate) fn bytes_in<U: CodeUnit>(units: &[U]) -> &[u8] {
    // SAFETY: the same memory as bytes, which have no alignment. A code unit has no padding.
    unsafe { core::slice::from_raw_parts(units.as_ptr().cast(), size_of_val(units)) }
}

/// Returns the bytes of `units`, to be written.
#[inline]
pub(crate) fn bytes_of<U: CodeUnit>(units: &mut [MaybeUninit<U>]) -> &mut [MaybeUninit<u8>] {
    // SAFETY: the same memory as bytes, which have no alignment and may be uninitialized in both types. Any bytes are
    // a code unit.
    unsafe { core::slice::from_raw_parts_mut(units.as_mut_ptr().cast(), size_of_val(units)) }
}

/// Returns `bytes` as code units to be written, without an incomplete one at the end.
#[inline]
pub(crate) fn units_to_write<A: CodeUnit>(bytes: &mut [MaybeUninit<u8>]) -> &mut [MaybeUninit<A>] {
    const { assert!(align_of::<A>() == 1) };
    // SAFETY: the same memory, which has no alignment and may be uninitialized in both types.
    unsafe { core::slice::from_raw_parts_mut(bytes.as_mut_ptr().cast(), bytes.len() / size_of::<A>()) }
}

/// Returns the number of code units before the first special one.
#[inline]
pub(crate) fn before<U>(units: &[U], special: impl Fn(&U) -> bool) -> usize {
    let mut plain = chunks_without::<BLOCK, U>(units, &special);
    plain += chunks_without::<8, U>(parts::from(units, plain), &special);
    plain + chunks_without::<1, U>(parts::from(units, plain), &special)
}

/// Returns the number of code units in the chunks of `N` before the first chunk with a special one.
#[inline]
fn chunks_without<const N: usize, U>(units: &[U], special: impl Fn(&U) -> bool) -> usize {
    let (chunks, _) = units.as_chunks::<N>();
    // Compilers vectorize the test of a whole chunk.
    let any = |chunk: &&[U; N]| chunk.iter().fold(false, |any, unit| any | special(unit));
    N * chunks.iter().take_while(|chunk| !any(chunk)).count()
}

/// Returns `true` if no code unit has a bit of `mask`.
#[inline]
pub(crate) fn none_has<U: CodeUnit>(units: &[U], mask: u32) -> bool {
    let checked = blocks_without(units, mask);
    units.len() - checked < BLOCK && bits(parts::from(units, checked)) & mask == 0
}

/// Returns the number of code units in the blocks before the first block in which a code unit has a bit of `mask`.
#[inline]
pub(crate) fn blocks_without<U: CodeUnit>(units: &[U], mask: u32) -> usize {
    let (blocks, _) = units.as_chunks::<BLOCK>();
    BLOCK * blocks.iter().take_while(|block| bits(*block) & mask == 0).count()
}

/// The number of code units that are tested at once: many, for which the compiler uses vectors.
const BLOCK: usize = 64;

/// Returns the bits that any of the code units has.
#[inline]
fn bits<U: CodeUnit>(units: &[U]) -> u32 {
    let bits = units
        .iter()
        .fold(U::Number::ZERO, |bits, unit| bits | unit.number());
    bits.into()
}

/// A code unit: `u8`, `u16` or `u32`.
pub trait Unit: Copy + Default + PartialEq + From<u8> + Into<u32> + sealed::Unit {
    #[doc(hidden)]
    fn found(text: &[Self], len: usize) -> Found;

    /// Returns the code unit as bytes in memory order, and their number.
    #[doc(hidden)]
    fn ne_bytes(self) -> ([u8; 4], usize);

    #[doc(hidden)]
    fn as_bytes(units: &[Self]) -> &[u8];
}

mod sealed {
    pub trait Unit {}
    impl Unit for u8 {}
    impl Unit for u16 {}
    impl Unit for u32 {}
}

impl Unit for u8 {
    #[inline]
    fn found(text: &[u8], len: usize) -> Found {
        Found::new(text, len)
    }

    #[inline]
    fn ne_bytes(self) -> ([u8; 4], usize) {
        ([self, 0, 0, 0], 1)
    }

    #[inline]
    fn as_bytes(units: &[u8]) -> &[u8] {
        units
    }
}

/// Implements [`Unit`] for code units of several bytes.
macro_rules! unit {
    ($($unit:ty)*) => {$(
        impl Unit for $unit {
            fn found(text: &[$unit], len: usize) -> Found {
                const SIZE: usize = size_of::<$unit>();
                let mut bytes = [0; 8];
                let len = len.min(8 / SIZE);
                for (place, unit) in bytes.as_chunks_mut().0.iter_mut().zip(text.iter().take(len)) {
                    *place = unit.to_be_bytes();
                }
                Found::new(&bytes[..SIZE * len], SIZE * len)
            }

            #[inline]
            fn ne_bytes(self) -> ([u8; 4], usize) {
                let mut bytes = [0; 4];
                bytes[..size_of::<$unit>()].copy_from_slice(&self.to_ne_bytes());
                (bytes, size_of::<$unit>())
            }

            #[inline]
            fn as_bytes(units: &[$unit]) -> &[u8] {
                bytes_in(units)
            }
        }
    )*};
}
unit!(u16 u32);

#[inline(always)]
pub(crate) fn is_high(unit: u16) -> bool {
    unit & 0xFC00 == 0xD800
}

#[inline(always)]
pub(crate) fn is_low(unit: u16) -> bool {
    unit & 0xFC00 == 0xDC00
}
