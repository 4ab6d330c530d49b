//! The kernels: one row for each, from which everything else is made. See [`kernels!`](super::kernel) for the parts of a row.
//!
//! - A kernel with the result `(Read, Written)` converts a well-formed prefix of the source, as much as fits in the destination,
//!   and returns the number of code units read and written. Both end at a character boundary, and the code units written are
//!   initialized.
//! - A kernel named `_prefix` returns the number of code units in a well-formed prefix, which ends at a character boundary.
//! - A kernel named `_count` or `_len` returns the length in characters or in code units of another encoding. The result is
//!   defined for any argument, and exact for well-formed text.
//! - A kernel with pointers reads as many code units at the first, and writes as many at the second. The caller promises that they
//!   can be read and written there, and that the two are the same or do not overlap.
//!
//! Text of 16- and 32-bit code units is passed as bytes where either byte order occurs, to lengths as `InBytes`; `le` and `be` name
//! the order. Results count whole code units all the same: bytes of UTF-8, Latin-1 and ASCII, 16-bit units of UTF-16, 32-bit units
//! of UTF-32. An incomplete code unit at the end of the bytes is ignored.

use super::Kernels;
use super::choice::{best, selected};
use super::kernel::*;
use super::sets::sets;
use super::tier::Tier;
#[cfg(feature = "utf16")]
use crate::code_unit::*;
use crate::simd;
use crate::simd::arch::*;
use crate::simd::find_utf8_errors::Marks;
use crate::simd::repair_utf8::Repaired;
#[cfg(feature = "utf16")]
use crate::simd::utf8_to_utf16::target::{Utf16Units, Utf32Units};
use crate::simd::validate_utf8::LastBlock;
use crate::simd::*;
use core::mem::MaybeUninit;
use core::sync::atomic::{AtomicPtr, Ordering};

/// The destination of a conversion.
type Uninit<T> = [MaybeUninit<T>];

/// The number of code units read.
type Read = usize;

/// The number of code units written.
type Written = usize;

/// Whether the machine's byte order is big-endian.
const NATIVE: bool = cfg!(target_endian = "big");

/// Whether the other byte order is big-endian.
const OTHER: bool = !NATIVE;

kernels! {
    /// Validates UTF-8, and stops where the first error begins.
    utf8_prefix(src: &[u8]) -> usize {
        vector: validate_utf8::Utf8Prefix { src },
        portable: portable::utf8_prefix,
    }

    /// Validates blocks of UTF-8 that follow `last`, and makes the last of them that. Returns `true` if an error shows.
    utf8_blocks(last: &mut LastBlock, blocks: &[[u8; 64]]) -> bool {
        vector: validate_utf8::Utf8Blocks { last, blocks },
        portable: portable::utf8_blocks,
    }

    /// Counts the characters of UTF-8.
    utf8_count(src: &[u8]) -> usize {
        vector: length::Length::<Starts> { src },
        portable: length::portable::<Starts>,
    }

    /// Copies a well-formed prefix of UTF-8.
    utf8_copy(src: &[u8], dst: &mut Uninit<u8>) -> (Read, Written) {
        vector: copy_utf8::CopyValid { src, dst },
        portable: portable::utf8_copy,
    }

    /// Copies UTF-8 with U+FFFD for each maximal subpart, and stops after `clean_bytes` bytes without an error.
    utf8_repair(src: &[u8], dst: &mut Uninit<u8>, clean_bytes: usize) -> Repaired {
        vector: repair_utf8::Repair { src, dst, clean_bytes },
        portable: |_, _, _| Repaired::default(),
    }

    /// Marks the errors of the source, which begins with a character or a maximal subpart, 64 bytes in each element. Returns the
    /// offset up to which all are marked: the end of the source, the end of the last element or later, or up to three bytes before
    /// it where a sequence continues.
    utf8_errors(src: &[u8], marks: &mut [Marks]) -> usize {
        vector: find_utf8_errors::FindErrors { src, marks },
        portable: portable::utf8_errors,
    }

    /// Validates ASCII.
    ascii_prefix(src: &[u8]) -> usize {
        vector: validate_by_unit::Prefix::<validate_by_unit::Ascii>::new(src),
        portable: validate_by_unit::prefix::<validate_by_unit::Ascii>,
    }

    /// Copies the ASCII prefix.
    ascii_copy(src: &[u8], dst: &mut Uninit<u8>) -> (Read, Written) {
        vector: Plain(|| convert_ascii::convert::<u8, u8>(src, dst)),
        portable: convert_ascii::convert::<u8, u8>,
    }

    // UTF-16

    /// Validates UTF-16.
    #[cfg(feature = "utf16")]
    utf16le_prefix, utf16be_prefix [BIG](src: &[u8]) -> usize {
        vector: validate_utf16::Utf16Prefix::<BIG> { src },
        portable: validate_utf16::prefix_of_bytes::<BIG>,
    }

    /// Converts UTF-8 to UTF-16.
    #[cfg(feature = "utf16")]
    utf8_to_utf16le, utf8_to_utf16be [BIG](src: &[u8], dst: &mut Uninit<u8>) -> (Read, Written) {
        vector: utf8_to_utf16::Utf8ToUnits::<Utf16Units<BIG>>::new(src, dst),
        short: {
            |src, dst| utf8_to_utf16::Utf8ToUnitsShort::<Utf16Units<BIG>>::new(src, dst),
            up to Avx512::LEN, units of 1 and 2
        },
        portable: portable::utf8_to_utf16::<BIG>,
    }

    /// Converts UTF-16 to UTF-8.
    #[cfg(feature = "utf16")]
    utf16le_to_utf8, utf16be_to_utf8 [BIG](src: &[u8], dst: &mut Uninit<u8>) -> (Read, Written) {
        vector: utf16_to_utf8::Utf16ToUtf8::<BIG> { src, dst },
        short: {
            |src, dst| utf16_to_utf8::Utf16ToUtf8Short::<BIG> { src, dst },
            up to 2048
        },
        portable: portable::utf16_to_utf8::<BIG>,
    }

    /// Copies a well-formed prefix of UTF-16 to the machine's byte order.
    #[cfg(feature = "utf16")]
    utf16le_to_utf16, utf16be_to_utf16 [BIG](src: &[u8], dst: &mut Uninit<u16>) -> (Read, Written) {
        vector: validate_utf16::ToNative::<BIG> { src, dst },
        portable: validate_utf16::convert::<BIG>,
    }

    /// Copies UTF-16 with U+FFFD for each unpaired surrogate, and returns the number of these.
    #[cfg(feature = "utf16")]
    utf16le_repair, utf16be_repair [BIG](from: *const u8, to: *mut u8, units: usize) -> usize {
        vector: repair_utf16::Repair::<BIG, false> { from, to, units },
        portable: repair_utf16::portable::<BIG>,
    }

    /// Converts UTF-16 to UTF-8 with U+FFFD for each unpaired surrogate, all of it or nothing. Counts code units as read.
    #[cfg(feature = "utf16")]
    utf16le_repair_to_utf8, utf16be_repair_to_utf8 [BIG](src: &[u8], dst: &mut Uninit<u8>) -> Repaired {
        vector: repair_utf16_to_utf8::RepairToUtf8::<BIG> { src, dst },
        portable: |_, _| Repaired::default(),
    }

    /// Converts UTF-16 to UTF-8 with U+FFFD for each unpaired surrogate, where these are far from each other. Counts code units as read.
    #[cfg(feature = "utf16")]
    utf16le_to_utf8_over_errors, utf16be_to_utf8_over_errors [BIG](src: &[u8], dst: &mut Uninit<u8>) -> Repaired {
        vector: repair_utf16_to_utf8::ConvertOverErrors::<BIG> { src, dst },
        portable: |src, dst| portable::utf16_to_utf8::<BIG>(src, dst).into(),
    }

    /// Reverses the bytes of each code unit.
    #[cfg(feature = "utf16")]
    utf16_swap(from: *const u8, to: *mut u8, units: usize) -> () {
        vector: swap_bytes::Swap::<2> { from, to, units },
        portable: swap_bytes::portable::<2>,
    }

    /// Returns `true` if all code units are ASCII, in the machine's byte order.
    #[cfg(feature = "utf16")]
    utf16_is_ascii(src: &[InBytes<2, NATIVE>]) -> bool {
        vector: validate_by_unit::IsValid::<validate_by_unit::AsciiUnits<NATIVE>> { src },
        portable: |src| none_has(src, !0x7F),
    }

    /// Converts the ASCII prefix of UTF-16.
    #[cfg(feature = "utf16")]
    utf16le_to_ascii, utf16be_to_ascii [BIG](src: &[u8], dst: &mut Uninit<u8>) -> (Read, Written) {
        vector: utf16_to_latin1::Narrow::<0x80, BIG> { src, dst },
        portable: |src, dst| convert_ascii::convert(units_in::<2, BIG>(src), dst),
    }

    /// Converts the ASCII prefix to UTF-16.
    #[cfg(feature = "utf16")]
    ascii_to_utf16le, ascii_to_utf16be [BIG](src: &[u8], dst: &mut Uninit<u8>) -> (Read, Written) {
        vector: utf16_to_latin1::Widen::<0x80, BIG> { src, dst },
        portable: |src, dst| convert_ascii::convert(src, units_to_write::<InBytes<2, BIG>>(dst)),
    }

    /// Returns the number of UTF-16 code units that UTF-8 converts to.
    #[cfg(feature = "utf16")]
    utf8_utf16_len(src: &[u8]) -> usize {
        vector: length::Length::<Utf16OfUtf8> { src },
        portable: length::portable::<Utf16OfUtf8>,
    }

    /// Counts the characters of UTF-16.
    #[cfg(feature = "utf16")]
    utf16le_count, utf16be_count [BIG](src: &[InBytes<2, BIG>]) -> usize {
        vector: length::Length::<StartsOfUtf16<InBytes<2, BIG>>> { src },
        portable: length::portable::<StartsOfUtf16<InBytes<2, BIG>>>,
    }

    /// Returns the number of bytes of UTF-8 that UTF-16 converts to.
    #[cfg(feature = "utf16")]
    utf16le_utf8_len, utf16be_utf8_len [BIG](src: &[InBytes<2, BIG>]) -> usize {
        vector: length::Length::<Utf8OfUtf16<InBytes<2, BIG>>> { src },
        portable: length::portable::<Utf8OfUtf16<InBytes<2, BIG>>>,
    }

    /// Returns the number of bytes of UTF-8 that UTF-16 converts to with U+FFFD for each unpaired surrogate.
    #[cfg(feature = "utf16")]
    utf16le_lossy_utf8_len, utf16be_lossy_utf8_len [BIG](src: &[InBytes<2, BIG>]) -> usize {
        vector: lossy_length::LossyLength::<BIG> { src },
        portable: lossy_length::portable,
    }

    // Single-byte encodings

    /// Converts bytes of a single-byte encoding to UTF-16 in the machine's byte order.
    #[cfg(feature = "utf16")]
    page_to_utf16(page: &UpperHalf, src: &[u8], dst: &mut Uninit<u16>) -> (Read, Written) {
        vector: single_byte::ToUtf16 { page, src, dst },
        portable: single_byte::to_utf16,
    }

    /// Converts bytes of a single-byte encoding to UTF-8.
    #[cfg(feature = "utf16")]
    page_to_utf8(page: &UpperHalf, src: &[u8], dst: &mut Uninit<u8>) -> (Read, Written) {
        vector: single_byte::ToUtf8 { page, src, dst },
        portable: single_byte::to_utf8,
    }

    /// Converts UTF-8 to bytes of a single-byte encoding.
    #[cfg(feature = "utf16")]
    utf8_to_page(slots: &Slots, src: &[u8], dst: &mut Uninit<u8>) -> (Read, Written) {
        vector: single_byte::FromUtf8 { slots, src, dst },
        portable: |_, _, _| (0, 0),
    }

    /// Converts UTF-16 in the machine's byte order to bytes of a single-byte encoding.
    #[cfg(feature = "utf16")]
    utf16_to_page(
        all: &Bytes,
        slots: Option<&Slots>,
        src: &[u16],
        dst: &mut Uninit<u8>
    ) -> (Read, Written) {
        vector: single_byte::FromUtf16 { all, slots, src, dst },
        portable: single_byte::from_utf16,
    }

    // UTF-32

    /// Validates UTF-32.
    #[cfg(feature = "utf32")]
    utf32le_prefix, utf32be_prefix [BIG](src: &[u8]) -> usize {
        vector: validate_by_unit::Prefix::<validate_by_unit::Scalar<BIG>>::new(src),
        portable: validate_by_unit::prefix::<validate_by_unit::Scalar<BIG>>,
    }

    /// Converts UTF-8 to UTF-32.
    #[cfg(feature = "utf32")]
    utf8_to_utf32le, utf8_to_utf32be [BIG](src: &[u8], dst: &mut Uninit<u8>) -> (Read, Written) {
        vector: utf8_to_utf16::Utf8ToUnits::<Utf32Units<BIG>>::new(src, dst),
        short: {
            |src, dst| utf8_to_utf16::Utf8ToUnitsShort::<Utf32Units<BIG>>::new(src, dst),
            up to Avx512::LEN, units of 1 and 4
        },
        portable: portable::utf8_to_utf32::<BIG>,
    }

    /// Converts UTF-32 to UTF-8.
    #[cfg(feature = "utf32")]
    utf32le_to_utf8, utf32be_to_utf8 [BIG](src: &[u8], dst: &mut Uninit<u8>) -> (Read, Written) {
        vector: utf32_to_utf8::Utf32ToUtf8::<BIG> { src, dst },
        portable: portable::utf32_to_utf8::<BIG>,
    }

    /// Reverses the bytes of each code unit.
    #[cfg(feature = "utf32")]
    utf32_swap(from: *const u8, to: *mut u8, units: usize) -> () {
        vector: swap_bytes::Swap::<4> { from, to, units },
        portable: swap_bytes::portable::<4>,
    }

    /// Converts the ASCII prefix of UTF-32 in the machine's byte order.
    #[cfg(feature = "utf32")]
    utf32_to_ascii(src: &[u32], dst: &mut Uninit<u8>) -> (Read, Written) {
        vector: Plain(|| convert_ascii::convert::<u32, u8>(src, dst)),
        portable: convert_ascii::convert::<u32, u8>,
    }

    /// Converts the ASCII prefix to UTF-32 in the machine's byte order.
    #[cfg(feature = "utf32")]
    ascii_to_utf32(src: &[u8], dst: &mut Uninit<u32>) -> (Read, Written) {
        vector: Plain(|| convert_ascii::convert::<u8, u32>(src, dst)),
        portable: convert_ascii::convert::<u8, u32>,
    }

    /// Returns the number of bytes of UTF-8 that UTF-32 converts to.
    #[cfg(feature = "utf32")]
    utf32le_utf8_len, utf32be_utf8_len [BIG](src: &[InBytes<4, BIG>]) -> usize {
        vector: length::Length::<Utf8OfUtf32<InBytes<4, BIG>>> { src },
        portable: length::portable::<Utf8OfUtf32<InBytes<4, BIG>>>,
    }

    // UTF-16 and UTF-32

    /// Converts UTF-16 to UTF-32 in the machine's byte order.
    #[cfg(feature = "utf32")]
    utf16le_to_utf32, utf16be_to_utf32 [BIG](src: &[u8], dst: &mut Uninit<u32>) -> (Read, Written) {
        vector: utf16_to_utf32::Utf16ToUtf32::<BIG> { src, dst: bytes_of(dst) },
        portable: |src, dst| portable::utf16_to_utf32::from_utf16(units_in::<2, BIG>(src), dst),
    }

    /// Converts little-endian UTF-32 to UTF-16 in the machine's byte order.
    #[cfg(feature = "utf32")]
    utf32le_to_utf16(src: &[u8], dst: &mut Uninit<u8>) -> (Read, Written) {
        vector: utf32_to_utf16::Utf32ToUtf16::<false, false> { src, dst },
        short: {
            |src, dst| utf32_to_utf16::Utf32ToUtf16Short::<false, false> { src, dst },
            up to Avx512::LEN, units of 4 and 2
        },
        portable: |src, dst| {
            let dst = units_to_write::<InBytes<2, NATIVE>>(dst);
            portable::utf16_to_utf32::to_utf16(units_in::<4, false>(src), dst)
        },
    }

    /// Converts big-endian UTF-32 to UTF-16 in the machine's byte order. It is rare, and has no kernel for short text.
    #[cfg(feature = "utf32")]
    utf32be_to_utf16(src: &[u8], dst: &mut Uninit<u8>) -> (Read, Written) {
        vector: utf32_to_utf16::Utf32ToUtf16::<true, false> { src, dst },
        portable: |src, dst| {
            let dst = units_to_write::<InBytes<2, NATIVE>>(dst);
            portable::utf16_to_utf32::to_utf16(units_in::<4, true>(src), dst)
        },
    }

    /// Converts UTF-32 in the machine's byte order to UTF-16 in the other one.
    #[cfg(feature = "utf32")]
    utf32_to_utf16_swapped(src: &[u8], dst: &mut Uninit<u8>) -> (Read, Written) {
        vector: utf32_to_utf16::Utf32ToUtf16::<NATIVE, true> { src, dst },
        short: {
            |src, dst| utf32_to_utf16::Utf32ToUtf16Short::<NATIVE, true> { src, dst },
            up to Avx512::LEN, units of 4 and 2
        },
        portable: |src, dst| {
            let dst = units_to_write::<InBytes<2, OTHER>>(dst);
            portable::utf16_to_utf32::to_utf16(units_in::<4, NATIVE>(src), dst)
        },
    }

    /// Returns the number of UTF-16 code units that UTF-32 in the machine's byte order converts to.
    #[cfg(feature = "utf32")]
    utf32_utf16_len(src: &[u32]) -> usize {
        vector: length::Length::<Utf16OfUtf32<u32>> { src },
        portable: length::portable::<Utf16OfUtf32<u32>>,
    }

    // Latin-1

    /// Converts UTF-8 to Latin-1.
    utf8_to_latin1(src: &[u8], dst: &mut Uninit<u8>) -> (Read, Written) {
        vector: simd::utf8_to_latin1::Utf8ToLatin1 { src, dst },
        short: {
            |src, dst| simd::utf8_to_latin1::Utf8ToLatin1Short { src, dst },
            up to Avx512::LEN, units of 1 and 1
        },
        portable: convert_ascii::convert::<u8, u8>,
    }

    /// Converts Latin-1 to UTF-8.
    latin1_to_utf8(src: &[u8], dst: &mut Uninit<u8>) -> (Read, Written) {
        vector: simd::utf8_to_latin1::Latin1ToUtf8 { src, dst },
        short: {
            |src, dst| simd::utf8_to_latin1::Latin1ToUtf8Short { src, dst },
            up to Avx512::LEN, units of 1 and 1
        },
        portable: convert_ascii::convert::<u8, u8>,
    }

    /// Returns the number of bytes of UTF-8 that Latin-1 converts to.
    latin1_utf8_len(src: &[u8]) -> usize {
        vector: length::Length::<Utf8OfLatin1> { src },
        portable: length::portable::<Utf8OfLatin1>,
    }

    /// Converts UTF-16 to Latin-1.
    #[cfg(feature = "utf16")]
    utf16le_to_latin1, utf16be_to_latin1 [BIG](src: &[u8], dst: &mut Uninit<u8>) -> (Read, Written) {
        vector: utf16_to_latin1::Narrow::<0x100, BIG> { src, dst },
        short: {
            |src, dst| utf16_to_latin1::NarrowShort::<BIG> { src, dst },
            up to 4 * Avx512::LEN, units of 2 and 1
        },
        portable: |src, dst| convert_ascii::convert_below::<0x100, _, u8>(units_in::<2, BIG>(src), dst),
    }

    /// Converts Latin-1 to UTF-16.
    #[cfg(feature = "utf16")]
    latin1_to_utf16le, latin1_to_utf16be [BIG](src: &[u8], dst: &mut Uninit<u8>) -> (Read, Written) {
        vector: utf16_to_latin1::Widen::<0x100, BIG> { src, dst },
        short: {
            |src, dst| utf16_to_latin1::WidenShort::<BIG> { src, dst },
            up to Avx512::LEN, units of 1 and 2
        },
        portable: |src, dst| {
            convert_ascii::convert_below::<0x100, u8, _>(src, units_to_write::<InBytes<2, BIG>>(dst))
        },
    }

    /// Converts UTF-32 in the machine's byte order to Latin-1.
    #[cfg(feature = "utf32")]
    utf32_to_latin1(src: &[u32], dst: &mut Uninit<u8>) -> (Read, Written) {
        vector: Plain(|| convert_ascii::convert_below::<0x100, u32, u8>(src, dst)),
        portable: convert_ascii::convert_below::<0x100, u32, u8>,
    }

    /// Converts Latin-1 to UTF-32 in the machine's byte order.
    #[cfg(feature = "utf32")]
    latin1_to_utf32(src: &[u8], dst: &mut Uninit<u32>) -> (Read, Written) {
        vector: Plain(|| convert_ascii::convert_below::<0x100, u8, u32>(src, dst)),
        portable: convert_ascii::convert_below::<0x100, u8, u32>,
    }

    // Relatives of UTF-8

    /// Copies blocks of well-formed UTF-8 below U+10000, whose bytes are the same in CESU-8. Returns the number of bytes.
    #[cfg(feature = "dialects")]
    utf8_copy_bmp(src: &[u8], dst: &mut Uninit<u8>) -> usize {
        vector: copy_utf8::CopyBlocks::<true, false> { src, dst },
        portable: |_, _| 0,
    }

    /// Copies blocks as `utf8_copy_bmp` does, without U+0000: their bytes are the same in Modified UTF-8.
    #[cfg(feature = "dialects")]
    utf8_copy_bmp_no_nul(src: &[u8], dst: &mut Uninit<u8>) -> usize {
        vector: copy_utf8::CopyBlocks::<true, true> { src, dst },
        portable: |_, _| 0,
    }

    /// Returns the length of the blocks before the first block with a byte of `0xF0` or more.
    #[cfg(feature = "dialects")]
    bmp_prefix(src: &[u8]) -> usize {
        vector: copy_utf8::CommonPrefix::<false> { src },
        portable: |_| 0,
    }

    /// Returns the length of the blocks before the first block with a byte of `0xF0` or more, or a byte `0x00`.
    #[cfg(feature = "dialects")]
    bmp_no_nul_prefix(src: &[u8]) -> usize {
        vector: copy_utf8::CommonPrefix::<true> { src },
        portable: |_| 0,
    }
}
