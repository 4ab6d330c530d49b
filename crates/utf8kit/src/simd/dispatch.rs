//! Run-time dispatch: defines one table of kernels for each instruction set, and selects the instruction set in use.
//!
//! A public function calls the [engine](crate::engine), which calls a method of [`Kernels`]. The method calls a function
//! compiled for the instruction set. It runs the [kernel](crate::simd), which is written over the
//! [vector trait](crate::simd::arch). A search for a kernel's name finds its uses: `utf8_to_utf16le` is declared here, filled
//! in `dispatch/tables.rs`, and called in `engine/pairs/wide.rs`.

// A target without vectors has only the table of plain code.
#[cfg_attr(not(target_arch = "x86_64"), allow(unused_imports, unused_macros))]
mod tables;
mod tier;

pub use tier::{Tier, tier};
#[cfg(feature = "std")]
pub use tier::{TierUnavailable, set_tier};

#[cfg(any(feature = "utf16", feature = "utf32"))]
use crate::code_unit::InBytes;
use crate::simd::find_utf8_errors::Marks;
use crate::simd::repair_utf8::Repaired;
use core::mem::MaybeUninit;
#[cfg(all(test, feature = "tiers"))]
pub(crate) use tier::available;

/// Returns the number of code units in a prefix of its argument that is well-formed. The prefix ends at a character
/// boundary.
pub(crate) type Prefix = unsafe fn(&[u8]) -> usize;

/// Converts a well-formed prefix of the source, as much as fits in the destination, and returns the number of code
/// units read and written. Both end at a character boundary, and the code units written are initialized.
pub(crate) type Convert<A, B> = unsafe fn(&[A], &mut [MaybeUninit<B>]) -> (usize, usize);

/// Returns the length of its argument in characters or in code units of another encoding. The result is defined for
/// any argument. It is exact if the argument is well-formed.
pub(crate) type Length<A> = unsafe fn(&[A]) -> usize;

/// Reads as many code units at the first pointer, and writes as many at the second.
///
/// The caller promises that they can be read and written there, and that the two are the same or do not overlap.
#[cfg(any(feature = "utf16", feature = "utf32"))]
pub(crate) type CopyUnits<R> = unsafe fn(*const u8, *mut u8, usize) -> R;

/// Marks the errors of the source, which begins with a character or a maximal subpart, 64 bytes in each element. Returns the
/// offset up to which all are marked: the end of the source, the end of the last element or later, or up to three bytes before
/// it where a sequence continues.
pub(crate) type FindErrors = unsafe fn(&[u8], &mut [Marks]) -> usize;

/// Copies as [`Convert`] does and returns the number of bytes.
#[cfg(feature = "dialects")]
pub(crate) type CopyBytes = unsafe fn(&[u8], &mut [MaybeUninit<u8>]) -> usize;

/// The kernels of one instruction set.
///
/// Text of 16- and 32-bit code units is passed as bytes where either byte order occurs, to lengths as `InBytes`; `le` and
/// `be` name the order.
/// Results count whole code units all the same: bytes of UTF-8, Latin-1 and ASCII, 16-bit units of UTF-16, 32-bit
/// units of UTF-32. An incomplete code unit at the end of the bytes is ignored.
///
/// # Safety
///
/// A field may be called where the instruction set is available. [`Kernels`] proves that, and has a method for each field.
struct Table {
    utf8_prefix: Prefix,
    ascii_prefix: Prefix,
    utf8_count: Length<u8>,
    /// Copies a well-formed prefix of UTF-8.
    utf8_copy: Convert<u8, u8>,
    /// Copies UTF-8 with U+FFFD for each maximal subpart, and stops after the given number of bytes without an error.
    utf8_repair: unsafe fn(&[u8], &mut [MaybeUninit<u8>], usize) -> Repaired,
    /// Marks maximal subparts.
    utf8_errors: FindErrors,
    /// Copies the ASCII prefix.
    ascii_copy: Convert<u8, u8>,

    #[cfg(feature = "utf16")]
    utf16le_prefix: Prefix,
    #[cfg(feature = "utf16")]
    utf16be_prefix: Prefix,
    #[cfg(feature = "utf16")]
    utf8_to_utf16le: Convert<u8, u8>,
    #[cfg(feature = "utf16")]
    utf8_to_utf16be: Convert<u8, u8>,
    #[cfg(feature = "utf16")]
    utf16le_to_utf8: Convert<u8, u8>,
    #[cfg(feature = "utf16")]
    utf16be_to_utf8: Convert<u8, u8>,
    /// Copies a well-formed prefix of UTF-16 to native byte order.
    #[cfg(feature = "utf16")]
    utf16le_to_utf16: Convert<u8, u16>,
    #[cfg(feature = "utf16")]
    utf16be_to_utf16: Convert<u8, u16>,
    /// Copies with U+FFFD for each unpaired surrogate, and returns the number of these.
    #[cfg(feature = "utf16")]
    utf16le_repair: CopyUnits<usize>,
    #[cfg(feature = "utf16")]
    utf16be_repair: CopyUnits<usize>,
    /// Does the same from the byte order that is not the machine's to the machine's. The pointers are not the same.
    #[cfg(feature = "utf16")]
    utf16_repair_swapped: CopyUnits<usize>,
    /// Reverses the bytes of each code unit.
    #[cfg(feature = "utf16")]
    utf16_swap: CopyUnits<()>,
    #[cfg(feature = "utf16")]
    utf16le_is_ascii: unsafe fn(&[InBytes<2, false>]) -> bool,
    #[cfg(feature = "utf16")]
    utf16be_is_ascii: unsafe fn(&[InBytes<2, true>]) -> bool,
    #[cfg(feature = "utf16")]
    utf16le_to_ascii: Convert<u8, u8>,
    #[cfg(feature = "utf16")]
    utf16be_to_ascii: Convert<u8, u8>,
    #[cfg(feature = "utf16")]
    ascii_to_utf16le: Convert<u8, u8>,
    #[cfg(feature = "utf16")]
    ascii_to_utf16be: Convert<u8, u8>,
    #[cfg(feature = "utf16")]
    utf8_utf16_len: Length<u8>,
    #[cfg(feature = "utf16")]
    utf16le_count: Length<InBytes<2, false>>,
    #[cfg(feature = "utf16")]
    utf16be_count: Length<InBytes<2, true>>,
    #[cfg(feature = "utf16")]
    utf16le_utf8_len: Length<InBytes<2, false>>,
    #[cfg(feature = "utf16")]
    utf16be_utf8_len: Length<InBytes<2, true>>,

    #[cfg(feature = "utf32")]
    utf32le_prefix: Prefix,
    #[cfg(feature = "utf32")]
    utf32be_prefix: Prefix,
    #[cfg(feature = "utf32")]
    utf8_to_utf32le: Convert<u8, u8>,
    #[cfg(feature = "utf32")]
    utf8_to_utf32be: Convert<u8, u8>,
    #[cfg(feature = "utf32")]
    utf32le_to_utf8: Convert<u8, u8>,
    #[cfg(feature = "utf32")]
    utf32be_to_utf8: Convert<u8, u8>,
    /// Reverses the bytes of each code unit.
    #[cfg(feature = "utf32")]
    utf32_swap: CopyUnits<()>,
    #[cfg(feature = "utf32")]
    utf32_to_ascii: Convert<u32, u8>,
    #[cfg(feature = "utf32")]
    ascii_to_utf32: Convert<u8, u32>,
    #[cfg(feature = "utf32")]
    utf32le_utf8_len: Length<InBytes<4, false>>,
    #[cfg(feature = "utf32")]
    utf32be_utf8_len: Length<InBytes<4, true>>,
    #[cfg(all(feature = "utf16", feature = "utf32"))]
    utf16le_to_utf32: Convert<u8, u32>,
    #[cfg(all(feature = "utf16", feature = "utf32"))]
    utf16be_to_utf32: Convert<u8, u32>,
    #[cfg(all(feature = "utf16", feature = "utf32"))]
    utf32le_to_utf16: Convert<u8, u8>,
    #[cfg(all(feature = "utf16", feature = "utf32"))]
    utf32be_to_utf16: Convert<u8, u8>,
    /// Converts from the machine's byte order to the other one.
    #[cfg(all(feature = "utf16", feature = "utf32"))]
    utf32_to_utf16_swapped: Convert<u8, u8>,
    /// Takes code units in native byte order.
    #[cfg(all(feature = "utf16", feature = "utf32"))]
    utf32_utf16_len: Length<u32>,

    #[cfg(feature = "latin1")]
    utf8_to_latin1: Convert<u8, u8>,
    #[cfg(feature = "latin1")]
    latin1_to_utf8: Convert<u8, u8>,
    #[cfg(feature = "latin1")]
    latin1_utf8_len: Length<u8>,
    #[cfg(all(feature = "latin1", feature = "utf16"))]
    utf16le_to_latin1: Convert<u8, u8>,
    #[cfg(all(feature = "latin1", feature = "utf16"))]
    utf16be_to_latin1: Convert<u8, u8>,
    #[cfg(all(feature = "latin1", feature = "utf16"))]
    latin1_to_utf16le: Convert<u8, u8>,
    #[cfg(all(feature = "latin1", feature = "utf16"))]
    latin1_to_utf16be: Convert<u8, u8>,
    #[cfg(all(feature = "latin1", feature = "utf32"))]
    utf32_to_latin1: Convert<u32, u8>,
    #[cfg(all(feature = "latin1", feature = "utf32"))]
    latin1_to_utf32: Convert<u8, u32>,

    /// Copies blocks of well-formed UTF-8 below U+10000, whose bytes are the same in CESU-8.
    #[cfg(feature = "dialects")]
    utf8_copy_bmp: CopyBytes,
    /// Copies blocks as `utf8_copy_bmp` does, without U+0000: their bytes are the same in Modified UTF-8.
    #[cfg(feature = "dialects")]
    utf8_copy_bmp_no_nul: CopyBytes,
    /// Returns the length of the blocks before the first block with a byte of `0xF0` or more.
    #[cfg(feature = "dialects")]
    bmp_prefix: Prefix,
    /// Returns the length of the blocks before the first block with a byte of `0xF0` or more, or a byte `0x00`.
    #[cfg(feature = "dialects")]
    bmp_no_nul_prefix: Prefix,
}

/// The kernels of an instruction set that is available: the one in use, or in tests another one. Its methods call the fields of the
/// instruction set's [`Table`].
///
/// Outside of this module it comes only from [`kernels`], and in tests from `available` and `Tier::kernels`, which check that.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Kernels {
    /// `None` is the one in use.
    #[cfg(any(test, feature = "tiers"))]
    tier: Option<Tier>,
}

#[cfg(any(test, feature = "tiers"))]
impl Kernels {
    /// Returns the instruction set.
    #[cfg(test)]
    pub(crate) fn tier(self) -> Tier {
        self.tier.unwrap_or_else(tier)
    }
}

/// Returns the kernels in use. They are those of the best instruction set that the processor has, which is determined
/// once, or those that `set_tier` selected.
#[inline]
pub(crate) const fn kernels() -> Kernels {
    Kernels {
        #[cfg(any(test, feature = "tiers"))]
        tier: None,
    }
}
