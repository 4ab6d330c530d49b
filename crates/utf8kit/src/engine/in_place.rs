//! Repair of UTF-16 and the order of bytes, which keep the number of code units. So they can work in place.
//!
//! The kernels do all of the work.

use super::{as_uninit, assume_init};
#[cfg(feature = "utf16")]
use crate::Endian;
#[cfg(feature = "utf16")]
use crate::code_unit::{CodeUnit, bytes_in, bytes_of, units_in};
use crate::dispatch::{CopyUnits, KernelTable};
use crate::error::DestinationFull;
#[cfg(feature = "utf16")]
use crate::error::Lossy;
use core::mem::MaybeUninit;

/// Replaces each unpaired surrogate in place, and returns the number of replacements. An odd byte at the end is kept.
#[cfg(feature = "utf16")]
#[inline]
pub(crate) fn bytes_make_well_formed(kernels: KernelTable, bytes: &mut [u8], endian: Endian) -> usize {
    let (repair, to) = (repair_of(kernels, endian, false), bytes.as_mut_ptr());
    // SAFETY: a `KernelTable` proves that the processor has the instruction set. `bytes` has as many code units, and the kernel
    // may read and write the same place.
    unsafe { repair(to, to, bytes.len() / 2) }
}

/// Does what [`bytes_make_well_formed`] does for code units in the machine's order.
#[cfg(feature = "utf16")]
#[inline]
pub(crate) fn make_well_formed(kernels: KernelTable, units: &mut [u16]) -> usize {
    let (repair, to) = (
        repair_of(kernels, Endian::NATIVE, false),
        units.as_mut_ptr().cast(),
    );
    // SAFETY: as in `bytes_make_well_formed`.
    unsafe { repair(to, to, units.len()) }
}

/// Returns the kernel that repairs UTF-16 in the byte order `endian`. If `swap`, it reverses the byte order, which was not
/// the machine's.
#[cfg(feature = "utf16")]
#[inline]
fn repair_of(kernels: KernelTable, endian: Endian, swap: bool) -> CopyUnits<usize> {
    match endian {
        _ if swap => kernels.utf16_repair_swapped,
        Endian::Little => kernels.utf16le_repair,
        Endian::Big => kernels.utf16be_repair,
    }
}

/// The progress of a repair: bytes read, code units written, and replacements.
#[cfg(feature = "utf16")]
struct Repaired {
    read: usize,
    written: usize,
    replaced: usize,
    /// Whether all of the source is read.
    is_complete: bool,
}

#[cfg(feature = "utf16")]
impl Repaired {
    /// Returns the result in code units of `read` and `written` bytes.
    #[inline]
    fn result(&self, read: usize, written: usize) -> Result<Lossy, DestinationFull> {
        let written = self.written * 2 / written;
        match self.is_complete {
            true => Ok(Lossy {
                written,
                replaced: self.replaced,
            }),
            false => Err(DestinationFull::new(self.read / read, written, self.replaced)),
        }
    }
}

/// Returns the six bits of the code unit number `at` that say whether it is a surrogate.
#[cfg(feature = "utf16")]
fn top_bits(bytes: &[u8], endian: Endian, at: usize) -> u16 {
    0xFC00
        & match endian {
            Endian::Little => units_in::<2, false>(bytes)[at].number(),
            Endian::Big => units_in::<2, true>(bytes)[at].number(),
        }
}

/// Returns the number of code units that a lossy conversion of UTF-16 in the byte order `endian` to UTF-16 writes.
#[cfg(feature = "utf16")]
pub(crate) fn utf16_lossy_utf16_len(bytes: &[u8], endian: Endian) -> usize {
    let units = bytes.len() / 2;
    // An odd byte after a high surrogate belongs to the incomplete pair.
    let is_pair = units > 0 && top_bits(bytes, endian, units - 1) == 0xD800;
    units + usize::from(!bytes.len().is_multiple_of(2) && !is_pair)
}

/// Copies UTF-16 in the byte order `endian` with U+FFFD for each unpaired surrogate and for an odd byte at the end. If
/// `native`, writes code units in the machine's order.
#[cfg(feature = "utf16")]
#[inline]
fn repair_to(
    kernels: KernelTable,
    src: &[u8],
    endian: Endian,
    native: bool,
    dst: &mut [MaybeUninit<u8>],
) -> Repaired {
    let repair = repair_of(kernels, endian, native && endian != Endian::NATIVE);
    let units = src.len() / 2;
    if src.len().is_multiple_of(2) && src.len() <= dst.len() {
        // SAFETY: a `KernelTable` proves that the processor has the instruction set. Both buffers have `units` code units, and do
        // not overlap.
        let replaced = unsafe { repair(src.as_ptr(), dst.as_mut_ptr().cast(), units) };
        return Repaired {
            read: src.len(),
            written: units,
            replaced,
            is_complete: true,
        };
    }
    repair_part(repair, src, endian, native, dst)
}

/// Does what [`repair_to`] does where the destination may be too short, or the source has an odd byte at the end.
#[cfg(feature = "utf16")]
#[inline(never)]
fn repair_part(
    repair: CopyUnits<usize>,
    src: &[u8],
    endian: Endian,
    native: bool,
    dst: &mut [MaybeUninit<u8>],
) -> Repaired {
    let units = src.len() / 2;
    let top = |at: usize| top_bits(src, endian, at);
    let mut fits = units.min(dst.len() / 2);
    // A pair is written if both units fit.
    if 0 < fits && fits < units && top(fits - 1) == 0xD800 && top(fits) == 0xDC00 {
        fits -= 1;
    }
    // SAFETY: the kernel comes from a `KernelTable`, so that the processor has the instruction set. Both buffers have `fits` code
    // units, and do not overlap.
    let replaced = unsafe { repair(src.as_ptr(), dst.as_mut_ptr().cast(), fits) };
    let mut repaired = Repaired {
        read: 2 * fits,
        written: fits,
        replaced,
        is_complete: fits == units,
    };
    if repaired.is_complete && utf16_lossy_utf16_len(src, endian) > units {
        match dst[2 * fits..].first_chunk_mut() {
            Some(place) => {
                let order = if native { Endian::NATIVE } else { endian };
                let bytes = match order {
                    Endian::Little => [0xFD, 0xFF],
                    Endian::Big => [0xFF, 0xFD],
                };
                *place = bytes.map(MaybeUninit::new);
                repaired.written += 1;
                repaired.replaced += 1;
            }
            None => repaired.is_complete = false,
        }
    }
    repaired
}

/// Copies code units with U+FFFD for each unpaired surrogate.
#[cfg(feature = "utf16")]
#[inline]
pub(crate) fn to_well_formed(
    kernels: KernelTable,
    units: &[u16],
    dst: &mut [u16],
) -> Result<Lossy, DestinationFull> {
    // SAFETY: `repair_to` writes initialized units only.
    let dst = unsafe { as_uninit(dst) };
    repair_to(kernels, bytes_in(units), Endian::NATIVE, true, bytes_of(dst)).result(2, 2)
}

/// Does what [`to_well_formed`] does, into memory that need not be initialized.
#[cfg(feature = "utf16")]
pub(crate) fn to_well_formed_uninit<'d>(
    kernels: KernelTable,
    units: &[u16],
    dst: &'d mut [MaybeUninit<u16>],
) -> Result<(&'d mut [u16], usize), DestinationFull> {
    let done = repair_to(kernels, bytes_in(units), Endian::NATIVE, true, bytes_of(dst)).result(2, 2)?;
    // SAFETY: `repair_to` has initialized as many units as it counts.
    Ok((unsafe { assume_init(dst, done.written) }, done.replaced))
}

/// Copies UTF-16 in the byte order `endian` with U+FFFD for each unpaired surrogate and for an odd byte at the end.
#[cfg(feature = "utf16")]
#[inline]
pub(crate) fn bytes_to_well_formed(
    kernels: KernelTable,
    bytes: &[u8],
    endian: Endian,
    dst: &mut [u8],
) -> Result<Lossy, DestinationFull> {
    // SAFETY: `repair_to` writes initialized units only.
    let dst = unsafe { as_uninit(dst) };
    repair_to(kernels, bytes, endian, false, dst).result(1, 1)
}

/// Does what [`bytes_to_well_formed`] does, into memory that need not be initialized.
#[cfg(feature = "utf16")]
pub(crate) fn bytes_to_well_formed_uninit<'d>(
    kernels: KernelTable,
    bytes: &[u8],
    endian: Endian,
    dst: &'d mut [MaybeUninit<u8>],
) -> Result<(&'d mut [u8], usize), DestinationFull> {
    let done = repair_to(kernels, bytes, endian, false, dst).result(1, 1)?;
    // SAFETY: `repair_to` has initialized as many units as it counts.
    Ok((unsafe { assume_init(dst, done.written) }, done.replaced))
}

/// Does what [`bytes_to_well_formed`] does, and writes code units in the machine's order.
#[cfg(feature = "utf16")]
#[inline]
pub(crate) fn bytes_to_utf16_lossy(
    kernels: KernelTable,
    bytes: &[u8],
    endian: Endian,
    dst: &mut [u16],
) -> Result<Lossy, DestinationFull> {
    // SAFETY: `repair_to` writes initialized units only.
    let dst = unsafe { as_uninit(dst) };
    repair_to(kernels, bytes, endian, true, bytes_of(dst)).result(1, 2)
}

/// Does what [`bytes_to_utf16_lossy`] does, into memory that need not be initialized.
#[cfg(feature = "utf16")]
pub(crate) fn bytes_to_utf16_lossy_uninit<'d>(
    kernels: KernelTable,
    bytes: &[u8],
    endian: Endian,
    dst: &'d mut [MaybeUninit<u16>],
) -> Result<(&'d mut [u16], usize), DestinationFull> {
    let done = repair_to(kernels, bytes, endian, true, bytes_of(dst)).result(1, 2)?;
    // SAFETY: `repair_to` has initialized as many units as it counts.
    Ok((unsafe { assume_init(dst, done.written) }, done.replaced))
}

/// A code unit whose bytes a kernel can reverse.
///
/// # Safety
///
/// The field that [`swap`](Self::swap) returns is for code units of this size.
pub(crate) unsafe trait SwapBytes {
    /// Returns the field of `kernels`.
    fn swap(kernels: KernelTable) -> CopyUnits<()>;
}

// SAFETY: 16-bit code units.
#[cfg(feature = "utf16")]
unsafe impl SwapBytes for u16 {
    #[inline]
    fn swap(kernels: KernelTable) -> CopyUnits<()> {
        kernels.utf16_swap
    }
}

// SAFETY: 32-bit code units.
#[cfg(feature = "utf32")]
unsafe impl SwapBytes for u32 {
    #[inline]
    fn swap(kernels: KernelTable) -> CopyUnits<()> {
        kernels.utf32_swap
    }
}

/// Reverses the bytes of each code unit in place.
#[inline]
pub(crate) fn swap_bytes<U: SwapBytes>(kernels: KernelTable, units: &mut [U]) {
    let to = units.as_mut_ptr().cast();
    // SAFETY: a `KernelTable` proves that the processor has the instruction set. `units` has as many code units, and the kernel
    // may read and write the same place.
    unsafe { U::swap(kernels)(to, to, units.len()) }
}

/// Reverses the bytes of each code unit as they are copied, and returns their number.
#[inline]
pub(crate) fn swap_bytes_to<U: SwapBytes + Copy>(
    kernels: KernelTable,
    units: &[U],
    dst: &mut [U],
) -> Result<usize, DestinationFull> {
    // SAFETY: `swap_bytes_to_uninit` writes initialized units only.
    Ok(swap_bytes_to_uninit(kernels, units, unsafe { as_uninit(dst) })?.len())
}

/// Does what [`swap_bytes_to`] does, into memory that need not be initialized, and returns the units written.
#[inline]
pub(crate) fn swap_bytes_to_uninit<'d, U: SwapBytes + Copy>(
    kernels: KernelTable,
    units: &[U],
    dst: &'d mut [MaybeUninit<U>],
) -> Result<&'d mut [U], DestinationFull> {
    let len = units.len().min(dst.len());
    // SAFETY: a `KernelTable` proves that the processor has the instruction set. Both have `len` code units, and do not overlap.
    unsafe { U::swap(kernels)(units.as_ptr().cast(), dst.as_mut_ptr().cast(), len) };
    if len < units.len() {
        return Err(DestinationFull::new(len, len, 0));
    }
    // SAFETY: the kernel has initialized `len` units.
    Ok(unsafe { assume_init(dst, len) })
}
