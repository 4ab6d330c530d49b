//! Repair of UTF-16 and the order of bytes, which keep the number of code units. So they can work in place.
//!
//! The kernels do all of the work.

#[cfg(feature = "utf16")]
use crate::Endian;
#[cfg(feature = "utf16")]
use crate::code_unit::{CodeUnit, bytes_in, bytes_of, units_in};
use crate::destination::Destination;
use crate::error::DestinationFull;
#[cfg(feature = "utf16")]
use crate::error::Lossy;
use crate::simd::dispatch::Kernels;
use core::mem::MaybeUninit;

/// Replaces each unpaired surrogate in place, and returns the number of replacements. An odd byte at the end is kept.
#[cfg(feature = "utf16")]
#[inline]
pub(crate) fn bytes_make_well_formed(kernels: Kernels, bytes: &mut [u8], endian: Endian) -> usize {
    let to = bytes.as_mut_ptr();
    // SAFETY: `bytes` has as many code units, and the kernel may read and write the same place.
    unsafe { repair(kernels, endian, false, to, to, bytes.len() / 2) }
}

/// Does what [`bytes_make_well_formed`] does for code units in the machine's order.
#[cfg(feature = "utf16")]
#[inline]
pub(crate) fn make_well_formed(kernels: Kernels, units: &mut [u16]) -> usize {
    let to = units.as_mut_ptr().cast();
    // SAFETY: as in `bytes_make_well_formed`.
    unsafe { repair(kernels, Endian::NATIVE, false, to, to, units.len()) }
}

/// Copies UTF-16 in the byte order `endian` with U+FFFD for each unpaired surrogate, and returns the number of these. If `swap`, it
/// reverses the byte order, which was not the machine's.
///
/// # Safety
///
/// As many code units can be read at `from` and written at `to`, and the two are the same, unless `swap`, or do not overlap.
#[cfg(feature = "utf16")]
#[inline]
unsafe fn repair(
    kernels: Kernels,
    endian: Endian,
    swap: bool,
    from: *const u8,
    to: *mut u8,
    units: usize,
) -> usize {
    // SAFETY: a `Kernels` proves that the processor has the instruction set. The caller promises the rest.
    unsafe {
        match endian {
            _ if swap => kernels.utf16_repair_swapped(from, to, units),
            Endian::Little => kernels.utf16le_repair(from, to, units),
            Endian::Big => kernels.utf16be_repair(from, to, units),
        }
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
    /// Returns the numbers of code units written and of replacements. The source has code units of `read` bytes, and the
    /// destination of `written` bytes.
    #[inline]
    fn result(&self, read: usize, written: usize) -> Result<(usize, usize), DestinationFull> {
        let written = self.written * 2 / written;
        match self.is_complete {
            true => Ok((written, self.replaced)),
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
    kernels: Kernels,
    src: &[u8],
    endian: Endian,
    native: bool,
    dst: &mut [MaybeUninit<u8>],
) -> Repaired {
    let swap = native && endian != Endian::NATIVE;
    let units = src.len() / 2;
    if src.len().is_multiple_of(2) && src.len() <= dst.len() {
        // SAFETY: both buffers have `units` code units, and do not overlap.
        let replaced = unsafe {
            repair(
                kernels,
                endian,
                swap,
                src.as_ptr(),
                dst.as_mut_ptr().cast(),
                units,
            )
        };
        return Repaired {
            read: src.len(),
            written: units,
            replaced,
            is_complete: true,
        };
    }
    repair_part(kernels, src, endian, native, dst)
}

/// Does what [`repair_to`] does where the destination may be too short, or the source has an odd byte at the end.
#[cfg(feature = "utf16")]
#[inline(never)]
fn repair_part(
    kernels: Kernels,
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
    let swap = native && endian != Endian::NATIVE;
    // SAFETY: both buffers have `fits` code units, and do not overlap.
    let replaced = unsafe { repair(kernels, endian, swap, src.as_ptr(), dst.as_mut_ptr().cast(), fits) };
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
pub(crate) fn to_well_formed<D: Destination<u16>>(
    kernels: Kernels,
    units: &[u16],
    dst: D,
) -> Result<Lossy<D::Written>, DestinationFull> {
    // SAFETY: `repair_to` initializes as many units as it counts, and writes initialized units only.
    let result = unsafe {
        dst.fill(
            || units.len(),
            |space| repair_to(kernels, bytes_in(units), Endian::NATIVE, true, bytes_of(space)).result(2, 2),
        )
    };
    result.map(lossy)
}

/// Copies UTF-16 in the byte order `endian` with U+FFFD for each unpaired surrogate and for an odd byte at the end.
#[cfg(feature = "utf16")]
#[inline]
pub(crate) fn bytes_to_well_formed<D: Destination<u8>>(
    kernels: Kernels,
    bytes: &[u8],
    endian: Endian,
    dst: D,
) -> Result<Lossy<D::Written>, DestinationFull> {
    // SAFETY: as in `to_well_formed`.
    let result = unsafe {
        dst.fill(
            || 2 * utf16_lossy_utf16_len(bytes, endian),
            |space| repair_to(kernels, bytes, endian, false, space).result(1, 1),
        )
    };
    result.map(lossy)
}

/// Does what [`bytes_to_well_formed`] does, and writes code units in the machine's order.
#[cfg(feature = "utf16")]
#[inline]
pub(crate) fn bytes_to_utf16_lossy<D: Destination<u16>>(
    kernels: Kernels,
    bytes: &[u8],
    endian: Endian,
    dst: D,
) -> Result<Lossy<D::Written>, DestinationFull> {
    // SAFETY: as in `to_well_formed`.
    let result = unsafe {
        dst.fill(
            || utf16_lossy_utf16_len(bytes, endian),
            |space| repair_to(kernels, bytes, endian, true, bytes_of(space)).result(1, 2),
        )
    };
    result.map(lossy)
}

/// Returns what is written and the number of replacements as a result.
#[cfg(feature = "utf16")]
fn lossy<W>((written, replaced): (W, usize)) -> Lossy<W> {
    Lossy { written, replaced }
}

/// A code unit whose bytes a kernel can reverse.
pub(crate) trait SwapBytes: Sized {
    /// Copies code units with their bytes reversed.
    ///
    /// # Safety
    ///
    /// As many can be read at `from` and written at `to`, and the two are the same or do not overlap.
    unsafe fn swap(kernels: Kernels, from: *const Self, to: *mut Self, units: usize);
}

#[cfg(feature = "utf16")]
impl SwapBytes for u16 {
    #[inline]
    unsafe fn swap(kernels: Kernels, from: *const u16, to: *mut u16, units: usize) {
        // SAFETY: a `Kernels` proves that the processor has the instruction set. The caller promises the rest.
        unsafe { kernels.utf16_swap(from.cast(), to.cast(), units) }
    }
}

#[cfg(feature = "utf32")]
impl SwapBytes for u32 {
    #[inline]
    unsafe fn swap(kernels: Kernels, from: *const u32, to: *mut u32, units: usize) {
        // SAFETY: a `Kernels` proves that the processor has the instruction set. The caller promises the rest.
        unsafe { kernels.utf32_swap(from.cast(), to.cast(), units) }
    }
}

/// Reverses the bytes of each code unit in place.
#[inline]
pub(crate) fn swap_bytes<U: SwapBytes>(kernels: Kernels, units: &mut [U]) {
    let to = units.as_mut_ptr();
    // SAFETY: `units` has as many code units, and they may be read and written at the same place.
    unsafe { U::swap(kernels, to, to, units.len()) }
}

/// Reverses the bytes of each code unit as they are copied.
#[inline]
pub(crate) fn swap_bytes_to<U: SwapBytes + Copy, D: Destination<U>>(
    kernels: Kernels,
    units: &[U],
    dst: D,
) -> Result<D::Written, DestinationFull> {
    let swap = |space: &mut [MaybeUninit<U>]| {
        let len = units.len().min(space.len());
        // SAFETY: both have `len` code units, and do not overlap.
        unsafe { U::swap(kernels, units.as_ptr(), space.as_mut_ptr().cast(), len) };
        match len == units.len() {
            true => Ok((len, ())),
            false => Err(DestinationFull::new(len, len, 0)),
        }
    };
    // SAFETY: the kernel initializes `len` units.
    let (written, ()) = unsafe { dst.fill(|| units.len(), swap)? };
    Ok(written)
}
