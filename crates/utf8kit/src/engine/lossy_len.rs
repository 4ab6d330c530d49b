//! Exact lengths of lossy conversions, for any input.
//!
//! The kernels find the well-formed parts and measure them, as in [`length`](super::length). The reference engine finds
//! the errors between them, and each adds the length of its substitute.

use super::{Search, ValidPrefix, assume_init, utf8_count};
use crate::dispatch::Kernels;
use crate::reference::Utf8;
use core::mem::MaybeUninit;

/// The number of bytes of U+FFFD in UTF-8.
const REPLACEMENT_LEN: usize = char::REPLACEMENT_CHARACTER.len_utf8();

/// Returns the length of `src` with a substitute of `substitute_len` units for each maximal subpart, where `len` returns
/// the length of well-formed text.
#[inline]
pub(crate) fn lossy_len<S: ValidPrefix>(
    kernels: &'static Kernels,
    src: &[S::Unit],
    substitute_len: usize,
    len: impl Fn(&[S::Unit]) -> usize,
) -> usize {
    let mut search = Search::new(kernels);
    let (mut total, mut measured) = (0, 0);
    while let Some(error) = search.advance::<S>(src) {
        if measured < search.read {
            total += len(&src[measured..search.read]);
        }
        total += substitute_len;
        search.skip(error.len);
        measured = search.read;
    }
    total + len(&src[measured..])
}

/// Does what [`lossy_len`] does for UTF-8. Returns `usize::MAX` if the length does not fit into a `usize`.
///
/// The kernel for text with many errors repairs such text to a buffer, where `len` measures it.
#[inline]
fn utf8_lossy_len(
    kernels: &'static Kernels,
    bytes: &[u8],
    substitute_len: usize,
    len: impl Fn(&[u8]) -> usize,
) -> usize {
    let mut search = Search::new(kernels);
    let (mut total, mut measured) = (0, 0);
    while let Some(error) = search.advance::<Utf8>(bytes) {
        if measured < search.read {
            total = len(&bytes[measured..search.read]).saturating_add(total);
        }
        let (read, more) = repaired_len(kernels, &bytes[search.read..], &len);
        if read > 0 {
            total = more.saturating_add(total);
            search.skip(read);
        } else {
            total = substitute_len.saturating_add(total);
            search.skip(error.len);
        }
        measured = search.read;
    }
    len(&bytes[measured..]).saturating_add(total)
}

/// Repairs the beginning of `bytes`, as far as errors are frequent. Returns the number of bytes repaired, and what `len`
/// returns for the repaired text.
///
/// Outlined so that text without errors does not need memory for the buffer.
#[inline(never)]
fn repaired_len(kernels: &'static Kernels, bytes: &[u8], len: impl Fn(&[u8]) -> usize) -> (usize, usize) {
    /// The number of bytes without an error after which validating and measuring is faster.
    const CLEAN_BYTES: usize = 1024;
    let mut buffer = [MaybeUninit::uninit(); 4096];
    // SAFETY: a `&Kernels` proves that the processor has the instruction set.
    let repaired = unsafe { (kernels.utf8_repair)(bytes, &mut buffer, CLEAN_BYTES) };
    // SAFETY: the kernel has initialized the first `written` bytes of the buffer.
    let text = unsafe { assume_init(&mut buffer, repaired.written) };
    (repaired.read, len(text))
}

/// Returns the number of UTF-8 bytes that a lossy conversion of UTF-8 writes.
pub(crate) fn utf8_lossy_utf8_len(kernels: &'static Kernels, bytes: &[u8]) -> usize {
    utf8_lossy_len(kernels, bytes, REPLACEMENT_LEN, <[u8]>::len)
}

/// Returns the number of characters and errors of UTF-8.
pub(crate) fn utf8_lossy_count(kernels: &'static Kernels, bytes: &[u8]) -> usize {
    utf8_lossy_len(kernels, bytes, 1, |text| utf8_count(kernels, text))
}

/// Returns the number of UTF-16 code units that a lossy conversion of UTF-8 writes.
#[cfg(feature = "utf16")]
pub(crate) fn utf8_lossy_utf16_len(kernels: &'static Kernels, bytes: &[u8]) -> usize {
    utf8_lossy_len(kernels, bytes, 1, |text| super::utf8_utf16_len(kernels, text))
}

/// Returns the number of characters and errors of UTF-16.
#[cfg(feature = "utf16")]
pub(crate) fn utf16_lossy_count(kernels: &'static Kernels, units: &[u16]) -> usize {
    lossy_len::<crate::reference::Utf16>(kernels, units, 1, |text| super::utf16_count_native(kernels, text))
}

/// Returns the number of UTF-8 bytes that a lossy conversion of UTF-16 writes.
#[cfg(feature = "utf16")]
pub(crate) fn utf16_lossy_utf8_len_native(kernels: &'static Kernels, units: &[u16]) -> usize {
    lossy_len::<crate::reference::Utf16>(kernels, units, REPLACEMENT_LEN, |text| {
        super::utf16_utf8_len_native(kernels, text)
    })
}

/// Does what [`utf16_lossy_utf8_len_native`] does for bytes in the byte order `endian`.
#[cfg(feature = "utf16")]
pub(crate) fn utf16_lossy_utf8_len(kernels: &'static Kernels, endian: crate::Endian, bytes: &[u8]) -> usize {
    use crate::reference::Utf16Bytes;
    super::in_order!(endian, Utf16Bytes as From => {
        lossy_len::<From>(kernels, bytes, REPLACEMENT_LEN, |text| super::utf16_utf8_len(kernels, endian, text))
    })
}

/// Returns the number of UTF-8 bytes that a lossy conversion of UTF-32 writes.
#[cfg(feature = "utf32")]
pub(crate) fn utf32_lossy_utf8_len_native(kernels: &'static Kernels, units: &[u32]) -> usize {
    lossy_len::<crate::reference::Utf32>(kernels, units, REPLACEMENT_LEN, |text| {
        super::utf32_utf8_len_native(kernels, text)
    })
}

/// Does what [`utf32_lossy_utf8_len_native`] does for bytes in the byte order `endian`.
#[cfg(feature = "utf32")]
pub(crate) fn utf32_lossy_utf8_len(kernels: &'static Kernels, endian: crate::Endian, bytes: &[u8]) -> usize {
    use crate::reference::Utf32Bytes;
    super::in_order!(endian, Utf32Bytes as From => {
        lossy_len::<From>(kernels, bytes, REPLACEMENT_LEN, |text| super::utf32_utf8_len(kernels, endian, text))
    })
}

/// Returns the number of UTF-16 code units that a lossy conversion of UTF-32 writes.
#[cfg(all(feature = "utf16", feature = "utf32"))]
pub(crate) fn utf32_lossy_utf16_len(kernels: &'static Kernels, units: &[u32]) -> usize {
    lossy_len::<crate::reference::Utf32>(kernels, units, 1, |text| super::utf32_utf16_len(kernels, text))
}

/// Returns the number of UTF-8 bytes that a lossy conversion of ASCII writes, or `usize::MAX` if it does not fit.
pub(crate) fn ascii_lossy_utf8_len(bytes: &[u8]) -> usize {
    // The counts of so few bytes fit in a byte, which lets the compiler use many lanes.
    let few = bytes.chunks(u8::MAX.into());
    let errors: usize = few
        .map(|few| usize::from(few.iter().map(|byte| byte >> 7).sum::<u8>()))
        .sum();
    bytes
        .len()
        .saturating_add(errors.saturating_mul(REPLACEMENT_LEN - 1))
}
