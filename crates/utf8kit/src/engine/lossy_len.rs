//! Exact lengths of lossy conversions, for any input.
//!
//! The kernels find a well-formed prefix and measure it, as in [`length`](super::length). The reference engine takes over
//! where they stop, and adds the length of each character, or of its substitute for an error. As in a conversion, the
//! kernels start again after a number of code units that grows while they get nowhere.
//!
//! UTF-32 is first skipped as long as it is ASCII, by plain code that reads it only once. The length of UTF-16 in UTF-8 is a kernel that errors
//! do not stop.

use super::backoff::Backoff;
#[cfg(feature = "utf32")]
use super::utf32_utf8_len;
#[cfg(feature = "utf16")]
use super::{Buffer, RepairUnits, repair_chunk, utf8_utf16_len, utf16_count};
use super::{ValidPrefix, assume_init, utf8_count};
#[cfg(feature = "utf16")]
use crate::Endian;
#[cfg(feature = "utf32")]
use crate::code_unit::blocks_without;
#[cfg(feature = "utf16")]
use crate::code_unit::{bytes_in, units_in};
use crate::codec::{Encode, MAX_ENCODED};
use crate::encoding::{Ascii, Utf8};
#[cfg(feature = "utf16")]
use crate::encoding::{Utf16, Utf16Bytes};
#[cfg(feature = "utf32")]
use crate::encoding::{Utf32, Utf32Bytes};
use crate::parts;
use crate::simd::dispatch::Kernels;
use core::mem::MaybeUninit;

/// The number of bytes that are read twice at a time, first to validate and then to measure them: they stay in the L1
/// cache.
const BLOCK: usize = 16 * 1024;

/// The number of code units at the end of a block that are left to the next block. The end may cut off a character, and
/// some kernels stop up to a vector before it.
const CUT: usize = 64;

/// Returns the number of code units of `T` that a lossy conversion of `src` writes, or `usize::MAX` if it does not fit.
///
/// `len` returns the length of well-formed text, and reads at most `block` code units at a time. `repair` is for text with
/// many errors: it returns the number of code units that it repaired and the length of the repaired text, or zeros.
#[inline(always)]
fn lossy_len<S: ValidPrefix, T: Encode + Default>(
    kernels: Kernels,
    src: &[S::Unit],
    block: usize,
    len: impl Fn(&[S::Unit]) -> usize,
    repair: impl Fn(&[S::Unit]) -> (usize, usize),
) -> usize {
    let ahead = S::valid_prefix(kernels, parts::to(src, src.len().min(block)));
    let total = len(parts::to(src, ahead));
    if ahead == src.len() {
        return total;
    }
    lossy_len_after::<S, T>(kernels, src, block, len, repair, (ahead, total))
}

/// Continues [`lossy_len`] after a kernel stopped at `read`, where the length is `total` so far.
///
/// Outlined so that the path on which the kernels do all the work saves few registers.
#[inline(never)]
fn lossy_len_after<S: ValidPrefix, T: Encode + Default>(
    kernels: Kernels,
    src: &[S::Unit],
    block: usize,
    len: impl Fn(&[S::Unit]) -> usize,
    repair: impl Fn(&[S::Unit]) -> (usize, usize),
    (mut read, mut total): (usize, usize),
) -> usize {
    let mut backoff = Backoff::new();
    while read < src.len() {
        let end = src.len().min(read.saturating_add(block));
        let part = parts::from(parts::to(src, end), read);
        let ahead = S::valid_prefix(kernels, part);
        total = total.saturating_add(len(parts::to(part, ahead)));
        read += ahead;
        if ahead > 0 && end - read < CUT && end < src.len() {
            continue;
        }
        let (repaired, repaired_len) = repair(parts::from(src, read));
        total = total.saturating_add(repaired_len);
        read += repaired;
        if repaired > 0 {
            continue;
        }
        backoff.start(read, ahead);
        let walk_to = backoff.walk_to().min(src.len());
        while read < walk_to {
            let (number, units) = match S::default().decode(parts::from(src, read), true) {
                Ok(first) => first,
                Err(error) => (T::default().substitute().into(), error.len),
            };
            total = total.saturating_add(encoded_len::<T>(number));
            read += units;
        }
    }
    total
}

/// Returns the number of code units that a lossy conversion writes for `number`.
#[inline(always)]
fn encoded_len<T: Encode + Default>(number: u32) -> usize {
    let mut units = [T::Unit::default(); MAX_ENCODED];
    let mut target = T::default();
    let len = target
        .encode(number, &mut units)
        .or_else(|| target.encode(target.substitute().into(), &mut units));
    match len {
        Some(len) => len,
        None => unreachable!("every encoding can represent its substitute"),
    }
}

/// Does what [`lossy_len`] does for UTF-8, with the kernel for text with many errors.
#[inline(always)]
fn utf8_lossy_len<T: Encode + Default>(
    kernels: Kernels,
    bytes: &[u8],
    block: usize,
    len: impl Fn(&[u8]) -> usize,
) -> usize {
    lossy_len::<Utf8, T>(kernels, bytes, block, &len, |bytes| {
        repaired_len(kernels, bytes, &len)
    })
}

/// Repairs the beginning of `bytes`. Returns the number of bytes repaired, and what `len` returns for the repaired text.
///
/// Outlined so that text without errors needs no memory for the buffer.
#[inline(never)]
fn repaired_len(kernels: Kernels, bytes: &[u8], len: impl Fn(&[u8]) -> usize) -> (usize, usize) {
    let mut buffer = [MaybeUninit::uninit(); 8192];
    let (mut read, mut total) = (0, 0_usize);
    loop {
        // SAFETY: a `Kernels` proves that the processor has the instruction set.
        let repaired = unsafe { kernels.utf8_repair(parts::from(bytes, read), &mut buffer, usize::MAX) };
        if repaired.read == 0 {
            return (read, total);
        }
        // SAFETY: the kernel has initialized the first `written` bytes of the buffer.
        let text = unsafe { assume_init(&mut buffer, repaired.written) };
        read += repaired.read;
        total = total.saturating_add(len(text));
    }
}

/// Does what [`lossy_len`] does for wide code units, of which a chunk is repaired where there are errors.
#[cfg(feature = "utf16")]
#[inline(always)]
fn wide_lossy_len<S: RepairUnits, T: Encode + Default>(
    kernels: Kernels,
    src: &[S::Unit],
    len: impl Fn(&[S::Unit]) -> usize,
) -> usize {
    let repair = |src: &[S::Unit]| {
        let mut buffer: Buffer<S::Unit> = [const { MaybeUninit::uninit() }; _];
        let (text, _) = repair_chunk::<S>(kernels, src, &mut buffer);
        (text.len(), len(text))
    };
    lossy_len::<S, T>(kernels, src, BLOCK / size_of::<S::Unit>(), &len, repair)
}

/// Returns the number of UTF-8 bytes that a lossy conversion of UTF-8 writes.
pub(crate) fn utf8_lossy_utf8_len(kernels: Kernels, bytes: &[u8]) -> usize {
    // The text is not read twice, so it need not be divided into blocks.
    utf8_lossy_len::<Utf8>(kernels, bytes, usize::MAX, <[u8]>::len)
}

/// Returns the number of characters and errors of UTF-8. Each is one code unit of ASCII.
pub(crate) fn utf8_lossy_count(kernels: Kernels, bytes: &[u8]) -> usize {
    utf8_lossy_len::<Ascii>(kernels, bytes, BLOCK, |text| utf8_count(kernels, text))
}

/// Returns the number of UTF-16 code units that a lossy conversion of UTF-8 writes.
#[cfg(feature = "utf16")]
pub(crate) fn utf8_lossy_utf16_len(kernels: Kernels, bytes: &[u8]) -> usize {
    utf8_lossy_len::<Utf16>(kernels, bytes, BLOCK, |text| utf8_utf16_len(kernels, text))
}

/// Returns the number of characters and errors of UTF-16. Each is one code unit of ASCII.
#[cfg(feature = "utf16")]
pub(crate) fn utf16_lossy_count(kernels: Kernels, units: &[u16]) -> usize {
    let len = |text: &[u16]| utf16_count(kernels, Endian::NATIVE, bytes_in(text));
    wide_lossy_len::<Utf16, Ascii>(kernels, units, len)
}

/// Does what [`utf16_lossy_count`] does for bytes in the byte order `endian`.
#[cfg(feature = "utf16")]
pub(crate) fn utf16_bytes_lossy_count(kernels: Kernels, endian: Endian, bytes: &[u8]) -> usize {
    let len = |text: &[u8]| utf16_count(kernels, endian, text);
    super::in_order!(endian, Utf16Bytes as From => wide_lossy_len::<From, Ascii>(kernels, bytes, len))
}

/// Returns the number of UTF-8 bytes that a lossy conversion of UTF-16 writes. The kernel does all of the work, errors or not.
#[cfg(feature = "utf16")]
#[inline]
pub(crate) fn utf16_lossy_utf8_len(kernels: Kernels, endian: Endian, bytes: &[u8]) -> usize {
    /// Returns what a byte after the last code unit adds. After a high surrogate it belongs to the incomplete pair.
    fn cut<const BIG: bool>(bytes: &[u8]) -> usize {
        let whole = <Utf16Bytes<BIG> as RepairUnits>::whole(bytes);
        match bytes.len() - whole.len() {
            1 => char::REPLACEMENT_CHARACTER.len_utf8(),
            _ => 0,
        }
    }
    // SAFETY: a `Kernels` proves that the processor has the instruction set.
    unsafe {
        match endian {
            Endian::Little => kernels.utf16le_lossy_utf8_len(units_in(bytes)) + cut::<false>(bytes),
            Endian::Big => kernels.utf16be_lossy_utf8_len(units_in(bytes)) + cut::<true>(bytes),
        }
    }
}

/// Returns the number of UTF-8 bytes that a lossy conversion of UTF-32 writes.
#[cfg(feature = "utf32")]
pub(crate) fn utf32_lossy_utf8_len_native(kernels: Kernels, units: &[u32]) -> usize {
    let ascii = blocks_without(units, !0x7F);
    let len = |text: &[u32]| utf32_utf8_len(kernels, Endian::NATIVE, bytes_in(text));
    ascii + wide_lossy_len::<Utf32, Utf8>(kernels, parts::from(units, ascii), len)
}

/// Does what [`utf32_lossy_utf8_len_native`] does for bytes in the byte order `endian`.
#[cfg(feature = "utf32")]
pub(crate) fn utf32_lossy_utf8_len(kernels: Kernels, endian: Endian, bytes: &[u8]) -> usize {
    let len = |text: &[u8]| utf32_utf8_len(kernels, endian, text);
    let ascii = match endian {
        Endian::Little => blocks_without(units_in::<4, false>(bytes), !0x7F),
        Endian::Big => blocks_without(units_in::<4, true>(bytes), !0x7F),
    };
    let rest = parts::from(bytes, 4 * ascii);
    ascii
        + super::in_order!(endian, Utf32Bytes as From => {
            wide_lossy_len::<From, Utf8>(kernels, rest, len)
        })
}

/// Returns the number of UTF-16 code units that a lossy conversion of UTF-32 writes.
#[cfg(feature = "utf32")]
pub(crate) fn utf32_lossy_utf16_len(kernels: Kernels, units: &[u32]) -> usize {
    // Characters below U+8000 are one code unit each, and none of them is a surrogate.
    let narrow = blocks_without(units, !0x7FFF);
    let len = |text: &[u32]| super::utf32_utf16_len(kernels, text);
    narrow + wide_lossy_len::<Utf32, Utf16>(kernels, parts::from(units, narrow), len)
}

/// Returns the number of UTF-8 bytes that a lossy conversion of ASCII writes, or `usize::MAX` if it does not fit.
pub(crate) fn ascii_lossy_utf8_len(kernels: Kernels, bytes: &[u8]) -> usize {
    /// What U+FFFD takes more than an ASCII character.
    const MORE: usize = char::REPLACEMENT_CHARACTER.len_utf8() - 1;
    let rest = parts::from(bytes, Ascii::valid_prefix(kernels, bytes));
    // The counts of so few bytes fit in a byte, which lets the compiler use many lanes.
    let few = rest.chunks(u8::MAX.into());
    let errors = few.map(|few| few.iter().map(|byte| byte >> 7).sum::<u8>());
    let errors: usize = errors.map(usize::from).sum();
    bytes.len().saturating_add(errors.saturating_mul(MORE))
}
