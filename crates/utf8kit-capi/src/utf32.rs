//! UTF-32 in native byte order.

use crate::memory::{convert, in_place, measure, validate};
use crate::result::utf8kit_result;
use core::ffi::c_char;
use utf8kit::utf32;

/// Returns `true` if a text is well-formed UTF-32 in native byte order. Returns `false` for arguments that are not allowed.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utf8kit_utf32_is_valid(src: *const u32, len: usize) -> bool {
    // SAFETY: the caller keeps to the contract.
    unsafe { measure(src, len, false, utf32::is_valid) }
}

/// Checks that a text is well-formed UTF-32 in native byte order. `read` is the offset of the first error, and `len` if there
/// is none.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utf8kit_utf32_validate(src: *const u32, len: usize) -> utf8kit_result {
    // SAFETY: the caller keeps to the contract.
    unsafe { validate(src, len, |src| utf32::validate(src).err()) }
}

/// Returns `true` if every character is in ASCII. Returns `false` for arguments that are not allowed.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utf8kit_utf32_is_ascii(src: *const u32, len: usize) -> bool {
    // SAFETY: the caller keeps to the contract.
    unsafe { measure(src, len, false, utf32::is_ascii) }
}

/// Returns `true` if every character is in Latin-1, U+0000 to U+00FF. Returns `false` for arguments that are not allowed.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utf8kit_utf32_is_latin1(src: *const u32, len: usize) -> bool {
    // SAFETY: the caller keeps to the contract.
    unsafe { measure(src, len, false, utf32::is_latin1) }
}

/// Returns the length of a text in bytes of UTF-8. It is exact if the text is well-formed, and unspecified otherwise. Returns
/// zero for arguments that are not allowed.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utf8kit_utf32_utf8_len(src: *const u32, len: usize) -> usize {
    // SAFETY: the caller keeps to the contract.
    unsafe { measure(src, len, 0, utf32::utf8_len) }
}

/// Returns the length of a text in 16-bit units of UTF-16. It is exact if the text is well-formed, and unspecified otherwise.
/// Returns zero for arguments that are not allowed.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utf8kit_utf32_utf16_len(src: *const u32, len: usize) -> usize {
    // SAFETY: the caller keeps to the contract.
    unsafe { measure(src, len, 0, utf32::utf16_len) }
}

/// Returns the number of bytes that `utf8kit_utf32_to_utf8_lossy` writes. Returns zero for arguments that are not allowed.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utf8kit_utf32_lossy_utf8_len(src: *const u32, len: usize) -> usize {
    // SAFETY: the caller keeps to the contract.
    unsafe { measure(src, len, 0, utf32::lossy_utf8_len) }
}

/// Returns the number of 16-bit units that `utf8kit_utf32_to_utf16_lossy` writes. Returns zero for arguments that are not
/// allowed.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utf8kit_utf32_lossy_utf16_len(src: *const u32, len: usize) -> usize {
    // SAFETY: the caller keeps to the contract.
    unsafe { measure(src, len, 0, utf32::lossy_utf16_len) }
}

/// Converts UTF-32 in native byte order to UTF-8. `utf8kit_utf32_utf8_len` bytes are enough.
///
/// Stops with `UTF8KIT_STOP_ILL_FORMED` or `UTF8KIT_STOP_OUTPUT_FULL` at the first character or sequence that is the reason;
/// what is before it is converted.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utf8kit_utf32_to_utf8(
    src: *const u32,
    len: usize,
    dst: *mut c_char,
    capacity: usize,
) -> utf8kit_result {
    // SAFETY: the caller keeps to the contract.
    unsafe { convert((src, len), (dst, capacity), utf32::to_utf8) }
}

/// Converts any UTF-32 in native byte order to UTF-8, with U+FFFD for each unit that is not a character. `replaced` is their
/// number. `utf8kit_utf32_lossy_utf8_len` bytes are enough.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utf8kit_utf32_to_utf8_lossy(
    src: *const u32,
    len: usize,
    dst: *mut c_char,
    capacity: usize,
) -> utf8kit_result {
    // SAFETY: the caller keeps to the contract.
    unsafe { convert((src, len), (dst, capacity), utf32::to_utf8_lossy) }
}

/// Converts UTF-32 in native byte order to UTF-16 in native byte order. `utf8kit_utf32_utf16_len` units are enough.
///
/// Stops with `UTF8KIT_STOP_ILL_FORMED` or `UTF8KIT_STOP_OUTPUT_FULL` at the first character or sequence that is the reason;
/// what is before it is converted.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utf8kit_utf32_to_utf16(
    src: *const u32,
    len: usize,
    dst: *mut u16,
    capacity: usize,
) -> utf8kit_result {
    // SAFETY: the caller keeps to the contract.
    unsafe { convert((src, len), (dst, capacity), utf32::to_utf16) }
}

/// Converts any UTF-32 in native byte order to UTF-16 in native byte order, with U+FFFD for each unit that is not a character.
/// `replaced` is their number. `utf8kit_utf32_lossy_utf16_len` units are enough.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utf8kit_utf32_to_utf16_lossy(
    src: *const u32,
    len: usize,
    dst: *mut u16,
    capacity: usize,
) -> utf8kit_result {
    // SAFETY: the caller keeps to the contract.
    unsafe { convert((src, len), (dst, capacity), utf32::to_utf16_lossy) }
}

/// Converts UTF-32 in native byte order to Latin-1. `len` bytes are enough.
///
/// Stops with `UTF8KIT_STOP_ILL_FORMED`, `UTF8KIT_STOP_NOT_REPRESENTABLE` or `UTF8KIT_STOP_OUTPUT_FULL` at the first character
/// or sequence that is the reason; what is before it is converted.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utf8kit_utf32_to_latin1(
    src: *const u32,
    len: usize,
    dst: *mut c_char,
    capacity: usize,
) -> utf8kit_result {
    // SAFETY: the caller keeps to the contract.
    unsafe { convert((src, len), (dst, capacity), utf32::to_latin1) }
}

/// Converts any UTF-32 in native byte order to Latin-1, with `?` for each character that it lacks and for each ill-formed
/// sequence. `replaced` is their number. `len` bytes are enough.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utf8kit_utf32_to_latin1_lossy(
    src: *const u32,
    len: usize,
    dst: *mut c_char,
    capacity: usize,
) -> utf8kit_result {
    // SAFETY: the caller keeps to the contract.
    unsafe { convert((src, len), (dst, capacity), utf32::to_latin1_lossy) }
}

/// Converts UTF-32 in native byte order to ASCII. `len` bytes are enough.
///
/// Stops with `UTF8KIT_STOP_ILL_FORMED`, `UTF8KIT_STOP_NOT_REPRESENTABLE` or `UTF8KIT_STOP_OUTPUT_FULL` at the first character
/// or sequence that is the reason; what is before it is converted.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utf8kit_utf32_to_ascii(
    src: *const u32,
    len: usize,
    dst: *mut c_char,
    capacity: usize,
) -> utf8kit_result {
    // SAFETY: the caller keeps to the contract.
    unsafe { convert((src, len), (dst, capacity), utf32::to_ascii) }
}

/// Converts any UTF-32 in native byte order to ASCII, with `?` for each character that it lacks and for each ill-formed
/// sequence. `replaced` is their number. `len` bytes are enough.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utf8kit_utf32_to_ascii_lossy(
    src: *const u32,
    len: usize,
    dst: *mut c_char,
    capacity: usize,
) -> utf8kit_result {
    // SAFETY: the caller keeps to the contract.
    unsafe { convert((src, len), (dst, capacity), utf32::to_ascii_lossy) }
}

/// Reverses the bytes of each unit, in place: from native byte order to the other one, or back.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utf8kit_utf32_swap_bytes(text: *mut u32, len: usize) {
    // SAFETY: the caller keeps to the contract.
    unsafe { in_place(text, len, (), utf32::swap_bytes) }
}

/// Copies units with their bytes reversed. `len` units are enough.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utf8kit_utf32_swap_bytes_to(
    src: *const u32,
    len: usize,
    dst: *mut u32,
    capacity: usize,
) -> utf8kit_result {
    // SAFETY: the caller keeps to the contract.
    unsafe { convert((src, len), (dst, capacity), utf32::swap_bytes_to) }
}
