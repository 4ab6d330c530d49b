//! Defines the table of kernels of each instruction set.
//!
//! The macro `rows!` lists the kernel of each field. `table!` compiles a function for each, and `calls!` defines the methods of
//! [`Kernels`] that call them. `PORTABLE`, the table of plain code, names its functions directly.

use super::{Kernels, Table, Tier};
#[cfg(any(feature = "utf16", feature = "utf32"))]
use crate::code_unit::*;
use crate::simd::arch::*;
use crate::simd::repair_utf8::Repaired;
use crate::simd::*;
use core::mem::MaybeUninit;
#[cfg(all(
    feature = "std",
    not(all(target_family = "wasm", target_os = "unknown", not(feature = "tiers")))
))]
use core::sync::atomic::{AtomicPtr, Ordering};

/// Whether the byte order that is not the machine's is big-endian.
#[cfg(any(feature = "utf16", feature = "utf32"))]
const OTHER_IS_BIG: bool = cfg!(target_endian = "little");

/// Whether the machine's byte order is big-endian.
#[cfg(all(feature = "utf16", feature = "utf32"))]
const NATIVE_IS_BIG: bool = cfg!(target_endian = "big");

/// A function that returns `true` if the processor has an instruction set, and the instruction set.
type Entry = (fn() -> bool, Tier);

/// Every instruction set that this target can have, the best first.
pub(super) const ALL: &[Entry] = &[
    #[cfg(target_arch = "x86_64")]
    (|| Avx512::detect().is_some(), Tier::Avx512),
    #[cfg(target_arch = "x86_64")]
    (|| Avx2::detect().is_some(), Tier::Avx2),
    #[cfg(target_arch = "x86_64")]
    (|| Sse41::detect().is_some(), Tier::Sse41),
    #[cfg(all(target_arch = "aarch64", target_endian = "little", target_feature = "neon"))]
    (|| true, Tier::Neon),
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    (|| true, Tier::Simd128),
    #[cfg(not(all(
        target_family = "wasm",
        target_os = "unknown",
        target_feature = "simd128",
        not(feature = "tiers")
    )))]
    (|| true, Tier::Portable),
];

/// Passes every kernel to a macro: its name, its arguments, its result, and the kernel over the vector trait. An instruction set's
/// table and the calls of it are made of these rows.
macro_rules! rows {
    ($macro:ident $($before:tt)*) => {
        $macro! {
            $($before)*;
            utf8_prefix(src: &[u8]) -> usize = validate_utf8::Utf8Prefix { src };
            ascii_prefix(src: &[u8]) -> usize = validate_by_unit::Prefix::<validate_by_unit::Ascii>::new(src);
            utf8_count(src: &[u8]) -> usize = length::Length::<Starts> { src };
            utf8_copy(src: &[u8], dst: &mut [MaybeUninit<u8>]) -> (usize, usize) =
                copy_utf8::CopyValid { src, dst };
            utf8_repair(src: &[u8], dst: &mut [MaybeUninit<u8>], clean_bytes: usize) -> Repaired =
                repair_utf8::Repair { src, dst, clean_bytes };
            utf8_errors(src: &[u8], marks: &mut [find_utf8_errors::Marks]) -> usize = find_utf8_errors::FindErrors { src, marks };
            ascii_copy(src: &[u8], dst: &mut [MaybeUninit<u8>]) -> (usize, usize) =
                Plain(|| convert_ascii::convert::<u8, u8>(src, dst));
            #[cfg(feature = "utf16")]
            utf16le_prefix(src: &[u8]) -> usize = validate_utf16::Utf16Prefix::<false> { src };
            #[cfg(feature = "utf16")]
            utf16be_prefix(src: &[u8]) -> usize = validate_utf16::Utf16Prefix::<true> { src };
            #[cfg(feature = "utf16")]
            utf8_to_utf16le(src: &[u8], dst: &mut [MaybeUninit<u8>]) -> (usize, usize) =
                utf8_to_utf16::Utf8ToUnits::<utf8_to_utf16::target::Utf16Units<false>>::new(src, dst);
            #[cfg(feature = "utf16")]
            utf8_to_utf16be(src: &[u8], dst: &mut [MaybeUninit<u8>]) -> (usize, usize) =
                utf8_to_utf16::Utf8ToUnits::<utf8_to_utf16::target::Utf16Units<true>>::new(src, dst);
            #[cfg(feature = "utf16")]
            utf16le_to_utf8(src: &[u8], dst: &mut [MaybeUninit<u8>]) -> (usize, usize) =
                utf16_to_utf8::Utf16ToUtf8::<false> { src, dst };
            #[cfg(feature = "utf16")]
            utf16be_to_utf8(src: &[u8], dst: &mut [MaybeUninit<u8>]) -> (usize, usize) =
                utf16_to_utf8::Utf16ToUtf8::<true> { src, dst };
            #[cfg(feature = "utf16")]
            utf16le_to_utf16(src: &[u8], dst: &mut [MaybeUninit<u16>]) -> (usize, usize) =
                validate_utf16::ToNative::<false> { src, dst };
            #[cfg(feature = "utf16")]
            utf16be_to_utf16(src: &[u8], dst: &mut [MaybeUninit<u16>]) -> (usize, usize) =
                validate_utf16::ToNative::<true> { src, dst };
            #[cfg(feature = "utf16")]
            utf16le_repair(from: *const u8, to: *mut u8, units: usize) -> usize =
                repair_utf16::Repair::<false, false> { from, to, units };
            #[cfg(feature = "utf16")]
            utf16be_repair(from: *const u8, to: *mut u8, units: usize) -> usize =
                repair_utf16::Repair::<true, false> { from, to, units };
            #[cfg(feature = "utf16")]
            utf16_repair_swapped(from: *const u8, to: *mut u8, units: usize) -> usize =
                repair_utf16::Repair::<OTHER_IS_BIG, true> { from, to, units };
            #[cfg(feature = "utf16")]
            utf16_swap(from: *const u8, to: *mut u8, units: usize) -> () = swap_bytes::Swap::<2> { from, to, units };
            #[cfg(feature = "utf16")]
            utf16le_is_ascii(src: &[InBytes<2, false>]) -> bool = validate_by_unit::IsValid::<validate_by_unit::AsciiUnits<false>> { src };
            #[cfg(feature = "utf16")]
            utf16be_is_ascii(src: &[InBytes<2, true>]) -> bool = validate_by_unit::IsValid::<validate_by_unit::AsciiUnits<true>> { src };
            #[cfg(feature = "utf16")]
            utf16le_to_ascii(src: &[u8], dst: &mut [MaybeUninit<u8>]) -> (usize, usize) =
                utf16_to_latin1::Narrow::<0x80, false> { src, dst };
            #[cfg(feature = "utf16")]
            utf16be_to_ascii(src: &[u8], dst: &mut [MaybeUninit<u8>]) -> (usize, usize) =
                utf16_to_latin1::Narrow::<0x80, true> { src, dst };
            #[cfg(feature = "utf16")]
            ascii_to_utf16le(src: &[u8], dst: &mut [MaybeUninit<u8>]) -> (usize, usize) =
                utf16_to_latin1::Widen::<0x80, false> { src, dst };
            #[cfg(feature = "utf16")]
            ascii_to_utf16be(src: &[u8], dst: &mut [MaybeUninit<u8>]) -> (usize, usize) =
                utf16_to_latin1::Widen::<0x80, true> { src, dst };
            #[cfg(feature = "utf16")]
            utf8_utf16_len(src: &[u8]) -> usize = length::Length::<Utf16OfUtf8> { src };
            #[cfg(feature = "utf16")]
            utf16le_count(src: &[InBytes<2, false>]) -> usize = length::Length::<StartsOfUtf16<InBytes<2, false>>> { src };
            #[cfg(feature = "utf16")]
            utf16be_count(src: &[InBytes<2, true>]) -> usize = length::Length::<StartsOfUtf16<InBytes<2, true>>> { src };
            #[cfg(feature = "utf16")]
            utf16le_utf8_len(src: &[InBytes<2, false>]) -> usize = length::Length::<Utf8OfUtf16<InBytes<2, false>>> { src };
            #[cfg(feature = "utf16")]
            utf16be_utf8_len(src: &[InBytes<2, true>]) -> usize = length::Length::<Utf8OfUtf16<InBytes<2, true>>> { src };
            #[cfg(feature = "utf32")]
            utf32le_prefix(src: &[u8]) -> usize = validate_by_unit::Prefix::<validate_by_unit::Scalar<false>>::new(src);
            #[cfg(feature = "utf32")]
            utf32be_prefix(src: &[u8]) -> usize = validate_by_unit::Prefix::<validate_by_unit::Scalar<true>>::new(src);
            #[cfg(feature = "utf32")]
            utf8_to_utf32le(src: &[u8], dst: &mut [MaybeUninit<u8>]) -> (usize, usize) =
                utf8_to_utf16::Utf8ToUnits::<utf8_to_utf16::target::Utf32Units<false>>::new(src, dst);
            #[cfg(feature = "utf32")]
            utf8_to_utf32be(src: &[u8], dst: &mut [MaybeUninit<u8>]) -> (usize, usize) =
                utf8_to_utf16::Utf8ToUnits::<utf8_to_utf16::target::Utf32Units<true>>::new(src, dst);
            #[cfg(feature = "utf32")]
            utf32le_to_utf8(src: &[u8], dst: &mut [MaybeUninit<u8>]) -> (usize, usize) =
                utf32_to_utf8::Utf32ToUtf8::<false> { src, dst };
            #[cfg(feature = "utf32")]
            utf32be_to_utf8(src: &[u8], dst: &mut [MaybeUninit<u8>]) -> (usize, usize) =
                utf32_to_utf8::Utf32ToUtf8::<true> { src, dst };
            #[cfg(feature = "utf32")]
            utf32_swap(from: *const u8, to: *mut u8, units: usize) -> () = swap_bytes::Swap::<4> { from, to, units };
            #[cfg(feature = "utf32")]
            utf32_to_ascii(src: &[u32], dst: &mut [MaybeUninit<u8>]) -> (usize, usize) =
                Plain(|| convert_ascii::convert::<u32, u8>(src, dst));
            #[cfg(feature = "utf32")]
            ascii_to_utf32(src: &[u8], dst: &mut [MaybeUninit<u32>]) -> (usize, usize) =
                Plain(|| convert_ascii::convert::<u8, u32>(src, dst));
            #[cfg(feature = "utf32")]
            utf32le_utf8_len(src: &[InBytes<4, false>]) -> usize = length::Length::<Utf8OfUtf32<InBytes<4, false>>> { src };
            #[cfg(feature = "utf32")]
            utf32be_utf8_len(src: &[InBytes<4, true>]) -> usize = length::Length::<Utf8OfUtf32<InBytes<4, true>>> { src };
            #[cfg(all(feature = "utf16", feature = "utf32"))]
            utf16le_to_utf32(src: &[u8], dst: &mut [MaybeUninit<u32>]) -> (usize, usize) =
                utf16_to_utf32::Utf16ToUtf32::<false> { src, dst: bytes_of(dst) };
            #[cfg(all(feature = "utf16", feature = "utf32"))]
            utf16be_to_utf32(src: &[u8], dst: &mut [MaybeUninit<u32>]) -> (usize, usize) =
                utf16_to_utf32::Utf16ToUtf32::<true> { src, dst: bytes_of(dst) };
            #[cfg(all(feature = "utf16", feature = "utf32"))]
            utf32le_to_utf16(src: &[u8], dst: &mut [MaybeUninit<u8>]) -> (usize, usize) =
                utf32_to_utf16::Utf32ToUtf16::<false, false> { src, dst };
            #[cfg(all(feature = "utf16", feature = "utf32"))]
            utf32be_to_utf16(src: &[u8], dst: &mut [MaybeUninit<u8>]) -> (usize, usize) =
                utf32_to_utf16::Utf32ToUtf16::<true, false> { src, dst };
            #[cfg(all(feature = "utf16", feature = "utf32"))]
            utf32_to_utf16_swapped(src: &[u8], dst: &mut [MaybeUninit<u8>]) -> (usize, usize) =
                utf32_to_utf16::Utf32ToUtf16::<NATIVE_IS_BIG, true> { src, dst };
            #[cfg(all(feature = "utf16", feature = "utf32"))]
            utf32_utf16_len(src: &[u32]) -> usize = length::Length::<Utf16OfUtf32<u32>> { src };
            #[cfg(feature = "latin1")]
            utf8_to_latin1(src: &[u8], dst: &mut [MaybeUninit<u8>]) -> (usize, usize) =
                utf8_to_latin1::Utf8ToLatin1 { src, dst };
            #[cfg(feature = "latin1")]
            latin1_to_utf8(src: &[u8], dst: &mut [MaybeUninit<u8>]) -> (usize, usize) =
                utf8_to_latin1::Latin1ToUtf8 { src, dst };
            #[cfg(feature = "latin1")]
            latin1_utf8_len(src: &[u8]) -> usize = length::Length::<Utf8OfLatin1> { src };
            #[cfg(all(feature = "latin1", feature = "utf16"))]
            utf16le_to_latin1(src: &[u8], dst: &mut [MaybeUninit<u8>]) -> (usize, usize) =
                utf16_to_latin1::Narrow::<0x100, false> { src, dst };
            #[cfg(all(feature = "latin1", feature = "utf16"))]
            utf16be_to_latin1(src: &[u8], dst: &mut [MaybeUninit<u8>]) -> (usize, usize) =
                utf16_to_latin1::Narrow::<0x100, true> { src, dst };
            #[cfg(all(feature = "latin1", feature = "utf16"))]
            latin1_to_utf16le(src: &[u8], dst: &mut [MaybeUninit<u8>]) -> (usize, usize) =
                utf16_to_latin1::Widen::<0x100, false> { src, dst };
            #[cfg(all(feature = "latin1", feature = "utf16"))]
            latin1_to_utf16be(src: &[u8], dst: &mut [MaybeUninit<u8>]) -> (usize, usize) =
                utf16_to_latin1::Widen::<0x100, true> { src, dst };
            #[cfg(all(feature = "latin1", feature = "utf32"))]
            utf32_to_latin1(src: &[u32], dst: &mut [MaybeUninit<u8>]) -> (usize, usize) =
                Plain(|| convert_ascii::convert_below::<0x100, u32, u8>(src, dst));
            #[cfg(all(feature = "latin1", feature = "utf32"))]
            latin1_to_utf32(src: &[u8], dst: &mut [MaybeUninit<u32>]) -> (usize, usize) =
                Plain(|| convert_ascii::convert_below::<0x100, u8, u32>(src, dst));
            #[cfg(feature = "dialects")]
            utf8_copy_bmp(src: &[u8], dst: &mut [MaybeUninit<u8>]) -> usize =
                copy_utf8::CopyBlocks::<true, false> { src, dst };
            #[cfg(feature = "dialects")]
            utf8_copy_bmp_no_nul(src: &[u8], dst: &mut [MaybeUninit<u8>]) -> usize =
                copy_utf8::CopyBlocks::<true, true> { src, dst };
            #[cfg(feature = "dialects")]
            bmp_prefix(src: &[u8]) -> usize = copy_utf8::CommonPrefix::<false> { src };
            #[cfg(feature = "dialects")]
            bmp_no_nul_prefix(src: &[u8]) -> usize = copy_utf8::CommonPrefix::<true> { src };
        }
    };
}

/// Defines a function for each field, compiled for the instruction set. `$enable` is the macro that adds the
/// attribute `target_feature`.
macro_rules! table {
    ($tier:ident $enable:ident; $(
        $(#[$cfg:meta])*
        $name:ident($($argument:ident: $type:ty),*) -> $result:ty = $kernel:expr;
    )*) => {
        Table {
            $(
                $(#[$cfg])*
                $name: {
                    $enable! {
                        unsafe fn $name($($argument: $type),*) -> $result {
                            // SAFETY: the caller of a field of `Table` promises that the instruction set is available.
                            let simd = unsafe { $tier::assume_available() };
                            Kernel::run($kernel, simd)
                        }
                    }
                    $name
                },
            )*
        }
    };
}

#[cfg(target_arch = "x86_64")]
const SSE41: Table = rows!(table Sse41 enable_sse41);

#[cfg(target_arch = "x86_64")]
const AVX2: Table = rows!(table Avx2 enable_avx2);

#[cfg(all(target_arch = "aarch64", target_endian = "little", target_feature = "neon"))]
const NEON: Table = rows!(table Neon enable_neon);

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
const SIMD128: Table = rows!(table Simd128 enable_simd128);

/// The kernels for text that is not short. [`AVX512`] calls them.
#[cfg(target_arch = "x86_64")]
const AVX512_LONG: Table = rows!(table Avx512 enable_avx512);

/// Defines functions that try a kernel for short text first.
///
/// That kernel uses few registers, all of its arguments are in registers, and the other function is a tail call. So
/// little has to be saved, and short text costs little more than its bytes. UTF-16 to UTF-8 saves most: its kernel calls
/// another one for less than a vector.
#[cfg(target_arch = "x86_64")]
macro_rules! short_first {
    ($(
        $(#[$cfg:meta])*
        $name:ident($src:ident: $source:ty, $dst:ident: $target:ty), up to $most:expr, units of $unit:literal and $unit_to:literal: $kernel:expr;
    )*) => {
        Table {
            $(
                $(#[$cfg])*
                $name: {
                    enable_avx512! {
                        unsafe fn $name($src: &[$source], $dst: &mut [MaybeUninit<$target>]) -> (usize, usize) {
                            if $src.len() > $most {
                                // SAFETY: the caller of a field of `Table` promises that the instruction set is available.
                                return unsafe { (AVX512_LONG.$name)($src, $dst) };
                            }
                            // SAFETY: the caller of a field of `Table` promises that the instruction set is available.
                            let simd = unsafe { Avx512::assume_available() };
                            let (read, written) = Kernel::run($kernel, simd);
                            if $unit * read == $src.len() {
                                return (read, written);
                            }
                            let (src, dst) = (&$src[$unit * read..], &mut $dst[$unit_to * written..]);
                            // SAFETY: the caller of a field of `Table` promises that the instruction set is available.
                            unsafe { after_short((read, written), src, dst, AVX512_LONG.$name) }
                        }
                    }
                    $name
                },
            )*
            ..AVX512_LONG
        }
    };
}

/// Continues where a kernel for short text stopped early.
///
/// # Safety
///
/// The processor has the instruction set of the function `long`, a field of a table.
#[cfg(target_arch = "x86_64")]
#[cold]
#[inline(never)]
unsafe fn after_short<A, B>(
    (read, written): (usize, usize),
    src: &[A],
    dst: &mut [MaybeUninit<B>],
    long: super::Convert<A, B>,
) -> (usize, usize) {
    // SAFETY: the caller promises the instruction set.
    let (more_read, more_written) = unsafe { long(src, dst) };
    (read + more_read, written + more_written)
}

#[cfg(target_arch = "x86_64")]
const AVX512: Table = short_first! {
    #[cfg(feature = "utf16")]
    utf8_to_utf16le(src: u8, dst: u8), up to Avx512::LEN, units of 1 and 2: utf8_to_utf16::Utf8ToUnitsShort::<utf8_to_utf16::target::Utf16Units<false>>::new(src, dst);
    #[cfg(feature = "utf16")]
    utf8_to_utf16be(src: u8, dst: u8), up to Avx512::LEN, units of 1 and 2: utf8_to_utf16::Utf8ToUnitsShort::<utf8_to_utf16::target::Utf16Units<true>>::new(src, dst);
    #[cfg(feature = "utf16")]
    utf16le_to_utf8(src: u8, dst: u8), up to 2048, units of 2 and 1: utf16_to_utf8::Utf16ToUtf8Short::<false> { src, dst };
    #[cfg(feature = "utf16")]
    utf16be_to_utf8(src: u8, dst: u8), up to 2048, units of 2 and 1: utf16_to_utf8::Utf16ToUtf8Short::<true> { src, dst };
    #[cfg(feature = "utf32")]
    utf8_to_utf32le(src: u8, dst: u8), up to Avx512::LEN, units of 1 and 4: utf8_to_utf16::Utf8ToUnitsShort::<utf8_to_utf16::target::Utf32Units<false>>::new(src, dst);
    #[cfg(feature = "utf32")]
    utf8_to_utf32be(src: u8, dst: u8), up to Avx512::LEN, units of 1 and 4: utf8_to_utf16::Utf8ToUnitsShort::<utf8_to_utf16::target::Utf32Units<true>>::new(src, dst);
    #[cfg(all(feature = "utf16", feature = "utf32"))]
    utf32le_to_utf16(src: u8, dst: u8), up to 4 * Avx512::LEN, units of 4 and 2: utf32_to_utf16::Utf32ToUtf16Short::<false, false> { src, dst };
    #[cfg(all(feature = "utf16", feature = "utf32"))]
    utf32_to_utf16_swapped(src: u8, dst: u8), up to 4 * Avx512::LEN, units of 4 and 2: utf32_to_utf16::Utf32ToUtf16Short::<false, true> { src, dst };
    #[cfg(feature = "latin1")]
    utf8_to_latin1(src: u8, dst: u8), up to Avx512::LEN, units of 1 and 1: utf8_to_latin1::Utf8ToLatin1Short { src, dst };
    #[cfg(feature = "latin1")]
    latin1_to_utf8(src: u8, dst: u8), up to Avx512::LEN, units of 1 and 1: utf8_to_latin1::Latin1ToUtf8Short { src, dst };
    #[cfg(all(feature = "latin1", feature = "utf16"))]
    utf16le_to_latin1(src: u8, dst: u8), up to 4 * Avx512::LEN, units of 2 and 1: utf16_to_latin1::NarrowShort::<false> { src, dst };
    #[cfg(all(feature = "latin1", feature = "utf16"))]
    utf16be_to_latin1(src: u8, dst: u8), up to 4 * Avx512::LEN, units of 2 and 1: utf16_to_latin1::NarrowShort::<true> { src, dst };
    #[cfg(all(feature = "latin1", feature = "utf16"))]
    latin1_to_utf16le(src: u8, dst: u8), up to Avx512::LEN, units of 1 and 2: utf16_to_latin1::WidenShort::<false> { src, dst };
    #[cfg(all(feature = "latin1", feature = "utf16"))]
    latin1_to_utf16be(src: u8, dst: u8), up to Avx512::LEN, units of 1 and 2: utf16_to_latin1::WidenShort::<true> { src, dst };
};

/// The kernels for any processor, in plain code.
const PORTABLE: Table = Table {
    utf8_prefix: portable::utf8_prefix,
    ascii_prefix: validate_by_unit::prefix::<validate_by_unit::Ascii>,
    utf8_count: length::portable::<Starts>,
    utf8_copy: portable::utf8_copy,
    utf8_repair: |_, _, _| Repaired::default(),
    utf8_errors: portable::utf8_errors,
    ascii_copy: convert_ascii::convert::<u8, u8>,
    #[cfg(feature = "utf16")]
    utf16le_prefix: validate_utf16::prefix_of_bytes::<false>,
    #[cfg(feature = "utf16")]
    utf16be_prefix: validate_utf16::prefix_of_bytes::<true>,
    #[cfg(feature = "utf16")]
    utf8_to_utf16le: portable::utf8_to_utf16::<false>,
    #[cfg(feature = "utf16")]
    utf8_to_utf16be: portable::utf8_to_utf16::<true>,
    #[cfg(feature = "utf16")]
    utf16le_to_utf8: portable::utf16_to_utf8::<false>,
    #[cfg(feature = "utf16")]
    utf16be_to_utf8: portable::utf16_to_utf8::<true>,
    #[cfg(feature = "utf16")]
    utf16le_to_utf16: validate_utf16::convert::<false>,
    #[cfg(feature = "utf16")]
    utf16be_to_utf16: validate_utf16::convert::<true>,
    #[cfg(feature = "utf16")]
    utf16le_repair: repair_utf16::portable::<false, false>,
    #[cfg(feature = "utf16")]
    utf16be_repair: repair_utf16::portable::<true, false>,
    #[cfg(feature = "utf16")]
    utf16_repair_swapped: repair_utf16::portable::<OTHER_IS_BIG, true>,
    #[cfg(feature = "utf16")]
    utf16_swap: swap_bytes::portable::<2>,
    #[cfg(feature = "utf16")]
    utf16le_is_ascii: |src| none_has(src, !0x7F),
    #[cfg(feature = "utf16")]
    utf16be_is_ascii: |src| none_has(src, !0x7F),
    #[cfg(feature = "utf16")]
    utf16le_to_ascii: |src, dst| convert_ascii::convert(units_in::<2, false>(src), dst),
    #[cfg(feature = "utf16")]
    utf16be_to_ascii: |src, dst| convert_ascii::convert(units_in::<2, true>(src), dst),
    #[cfg(feature = "utf16")]
    ascii_to_utf16le: |src, dst| convert_ascii::convert(src, units_to_write::<InBytes<2, false>>(dst)),
    #[cfg(feature = "utf16")]
    ascii_to_utf16be: |src, dst| convert_ascii::convert(src, units_to_write::<InBytes<2, true>>(dst)),
    #[cfg(feature = "utf16")]
    utf8_utf16_len: length::portable::<Utf16OfUtf8>,
    #[cfg(feature = "utf16")]
    utf16le_count: length::portable::<StartsOfUtf16<InBytes<2, false>>>,
    #[cfg(feature = "utf16")]
    utf16be_count: length::portable::<StartsOfUtf16<InBytes<2, true>>>,
    #[cfg(feature = "utf16")]
    utf16le_utf8_len: length::portable::<Utf8OfUtf16<InBytes<2, false>>>,
    #[cfg(feature = "utf16")]
    utf16be_utf8_len: length::portable::<Utf8OfUtf16<InBytes<2, true>>>,
    #[cfg(feature = "utf32")]
    utf32le_prefix: validate_by_unit::prefix::<validate_by_unit::Scalar<false>>,
    #[cfg(feature = "utf32")]
    utf32be_prefix: validate_by_unit::prefix::<validate_by_unit::Scalar<true>>,
    #[cfg(feature = "utf32")]
    utf8_to_utf32le: portable::utf8_to_utf32::<false>,
    #[cfg(feature = "utf32")]
    utf8_to_utf32be: portable::utf8_to_utf32::<true>,
    #[cfg(feature = "utf32")]
    utf32le_to_utf8: portable::utf32_to_utf8::<false>,
    #[cfg(feature = "utf32")]
    utf32be_to_utf8: portable::utf32_to_utf8::<true>,
    #[cfg(feature = "utf32")]
    utf32_swap: swap_bytes::portable::<4>,
    #[cfg(feature = "utf32")]
    utf32_to_ascii: convert_ascii::convert::<u32, u8>,
    #[cfg(feature = "utf32")]
    ascii_to_utf32: convert_ascii::convert::<u8, u32>,
    #[cfg(feature = "utf32")]
    utf32le_utf8_len: length::portable::<Utf8OfUtf32<InBytes<4, false>>>,
    #[cfg(feature = "utf32")]
    utf32be_utf8_len: length::portable::<Utf8OfUtf32<InBytes<4, true>>>,
    #[cfg(all(feature = "utf16", feature = "utf32"))]
    utf16le_to_utf32: |src, dst| portable::utf16_to_utf32::from_utf16(units_in::<2, false>(src), dst),
    #[cfg(all(feature = "utf16", feature = "utf32"))]
    utf16be_to_utf32: |src, dst| portable::utf16_to_utf32::from_utf16(units_in::<2, true>(src), dst),
    #[cfg(all(feature = "utf16", feature = "utf32"))]
    utf32le_to_utf16: |src, dst| {
        portable::utf16_to_utf32::to_utf16(
            units_in::<4, false>(src),
            units_to_write::<InBytes<2, NATIVE_IS_BIG>>(dst),
        )
    },
    #[cfg(all(feature = "utf16", feature = "utf32"))]
    utf32be_to_utf16: |src, dst| {
        portable::utf16_to_utf32::to_utf16(
            units_in::<4, true>(src),
            units_to_write::<InBytes<2, NATIVE_IS_BIG>>(dst),
        )
    },
    #[cfg(all(feature = "utf16", feature = "utf32"))]
    utf32_to_utf16_swapped: |src, dst| {
        let dst = units_to_write::<InBytes<2, OTHER_IS_BIG>>(dst);
        portable::utf16_to_utf32::to_utf16(units_in::<4, NATIVE_IS_BIG>(src), dst)
    },
    #[cfg(all(feature = "utf16", feature = "utf32"))]
    utf32_utf16_len: length::portable::<Utf16OfUtf32<u32>>,
    #[cfg(feature = "latin1")]
    utf8_to_latin1: convert_ascii::convert::<u8, u8>,
    #[cfg(feature = "latin1")]
    latin1_to_utf8: convert_ascii::convert::<u8, u8>,
    #[cfg(feature = "latin1")]
    latin1_utf8_len: length::portable::<Utf8OfLatin1>,
    #[cfg(all(feature = "latin1", feature = "utf16"))]
    utf16le_to_latin1: |src, dst| {
        convert_ascii::convert_below::<0x100, _, u8>(units_in::<2, false>(src), dst)
    },
    #[cfg(all(feature = "latin1", feature = "utf16"))]
    utf16be_to_latin1: |src, dst| convert_ascii::convert_below::<0x100, _, u8>(units_in::<2, true>(src), dst),
    #[cfg(all(feature = "latin1", feature = "utf16"))]
    latin1_to_utf16le: |src, dst| {
        convert_ascii::convert_below::<0x100, u8, _>(src, units_to_write::<InBytes<2, false>>(dst))
    },
    #[cfg(all(feature = "latin1", feature = "utf16"))]
    latin1_to_utf16be: |src, dst| {
        convert_ascii::convert_below::<0x100, u8, _>(src, units_to_write::<InBytes<2, true>>(dst))
    },
    #[cfg(all(feature = "latin1", feature = "utf32"))]
    utf32_to_latin1: convert_ascii::convert_below::<0x100, u32, u8>,
    #[cfg(all(feature = "latin1", feature = "utf32"))]
    latin1_to_utf32: convert_ascii::convert_below::<0x100, u8, u32>,
    #[cfg(feature = "dialects")]
    utf8_copy_bmp: |_, _| 0,
    #[cfg(feature = "dialects")]
    utf8_copy_bmp_no_nul: |_, _| 0,
    #[cfg(feature = "dialects")]
    bmp_prefix: |_| 0,
    #[cfg(feature = "dialects")]
    bmp_no_nul_prefix: |_| 0,
};

/// Returns the function of an instruction set's table. Those of instruction sets that cannot be chosen are not compiled: without the
/// feature `std`, all but the ones that the target always has; and a module of WebAssembly without an operating system, which is
/// downloaded, has one.
macro_rules! of_tier {
    ($tier:expr, $name:ident) => {
        match $tier {
            #[cfg(all(
                target_arch = "x86_64",
                any(feature = "std", all(target_feature = "avx512vbmi2", target_feature = "gfni"))
            ))]
            Tier::Avx512 => AVX512.$name,
            #[cfg(all(target_arch = "x86_64", any(feature = "std", target_feature = "avx2")))]
            Tier::Avx2 => AVX2.$name,
            #[cfg(all(target_arch = "x86_64", any(feature = "std", target_feature = "sse4.1")))]
            Tier::Sse41 => SSE41.$name,
            #[cfg(all(target_arch = "aarch64", target_endian = "little", target_feature = "neon"))]
            Tier::Neon => NEON.$name,
            #[cfg(all(
                target_arch = "wasm32",
                target_feature = "simd128",
                any(feature = "tiers", not(target_os = "unknown"))
            ))]
            Tier::Simd128 => SIMD128.$name,
            #[cfg(not(all(
                target_family = "wasm",
                target_os = "unknown",
                target_feature = "simd128",
                not(feature = "tiers")
            )))]
            _ => PORTABLE.$name,
            #[cfg(all(
                target_family = "wasm",
                target_os = "unknown",
                target_feature = "simd128",
                not(feature = "tiers")
            ))]
            _ => SIMD128.$name,
        }
    };
}

/// Defines the calls of the kernels. Where the instruction set is chosen at run time, each has a pointer to its function of the one in
/// use, so that the linker removes the kernels that nothing calls. The first call finds the function.
macro_rules! calls {
    (; $(
        $(#[$cfg:meta])*
        $name:ident($($argument:ident: $type:ty),*) -> $result:ty = $kernel:expr;
    )*) => {
        impl Kernels {
            $(
                $(#[$cfg])*
                #[doc = concat!("Calls the field `", stringify!($name), "` of the table.")]
                ///
                /// # Safety
                ///
                /// As that of the field, but for the instruction set: this value proves that it is available.
                #[inline]
                pub(crate) unsafe fn $name(self, $($argument: $type),*) -> $result {
                    #[cfg(any(test, feature = "tiers"))]
                    if let Some(tier) = self.tier {
                        // SAFETY: the instruction set is available. The caller promises the rest.
                        return unsafe { of_tier!(tier, $name)($($argument),*) };
                    }
                    #[cfg(all(feature = "std", not(all(target_family = "wasm", target_os = "unknown", not(feature = "tiers")))))]
                    {
                        let function = in_use::$name.load(Ordering::Relaxed);
                        // SAFETY: only functions of this type are stored, of instruction sets that are available.
                        let function = unsafe {
                            core::mem::transmute::<*mut (), unsafe fn($($type),*) -> $result>(function)
                        };
                        // SAFETY: the caller promises it.
                        unsafe { function($($argument),*) }
                    }
                    #[cfg(not(all(feature = "std", not(all(target_family = "wasm", target_os = "unknown", not(feature = "tiers"))))))]
                    // SAFETY: the instruction set is available. The caller promises the rest.
                    unsafe { of_tier!(super::tier(), $name)($($argument),*) }
                }
            )*
        }

        /// The function of each kernel that is in use.
        #[cfg(all(feature = "std", not(all(target_family = "wasm", target_os = "unknown", not(feature = "tiers")))))]
        #[allow(non_upper_case_globals)]
        mod in_use {
            use super::*;

            $(
                $(#[$cfg])*
                pub(super) static $name: AtomicPtr<()> = AtomicPtr::new(first_call::$name as *const () as *mut ());
            )*
        }

        /// What a kernel's first call calls: it finds the function, and calls that.
        #[cfg(all(feature = "std", not(all(target_family = "wasm", target_os = "unknown", not(feature = "tiers")))))]
        mod first_call {
            use super::*;

            $(
                $(#[$cfg])*
                #[cold]
                #[inline(never)]
                pub(super) unsafe fn $name($($argument: $type),*) -> $result {
                    let tier = super::super::tier();
                    let function: unsafe fn($($type),*) -> $result = of_tier!(tier, $name);
                    in_use::$name.store(function as *const () as *mut (), Ordering::Relaxed);
                    if tier != super::super::tier() {
                        // Another thread has selected another tier meanwhile.
                        in_use::$name.store(self::$name as *const () as *mut (), Ordering::Relaxed);
                    }
                    // SAFETY: the tier is available. The caller promises the rest.
                    unsafe { function($($argument),*) }
                }
            )*
        }

        /// Lets each kernel find its function again. It names all kernels, so that they are part of programs that select a tier.
        #[cfg(all(feature = "std", not(all(target_family = "wasm", target_os = "unknown", not(feature = "tiers")))))]
        pub(super) fn find_again() {
            $(
                $(#[$cfg])*
                in_use::$name.store(first_call::$name as *const () as *mut (), Ordering::Relaxed);
            )*
        }
    };
}

rows! { calls }
