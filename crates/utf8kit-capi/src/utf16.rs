//! UTF-16 in native byte order.

use crate::memory::{convert, in_place, measure, validate};
use crate::result::utf8kit_result;
use core::ffi::c_char;
use utf8kit::utf16;

/// Returns `true` if a text is well-formed UTF-16 in native byte order. Returns `false` for arguments that are not allowed.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utf8kit_utf16_is_valid(src: *const u16, len: usize) -> bool {
    // SAFETY: the caller keeps to the contract.
    unsafe { measure(src, len, false, utf16::is_valid) }
}

/// Checks that a text is well-formed UTF-16 in native byte order. `read` is the offset of the first error, and `len` if there
/// is none.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utf8kit_utf16_validate(src: *const u16, len: usize) -> utf8kit_result {
    // SAFETY: the caller keeps to the contract.
    unsafe { validate(src, len, |src| utf16::validate(src).err()) }
}

/// Returns `true` if every character is in ASCII. Returns `false` for arguments that are not allowed.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utf8kit_utf16_is_ascii(src: *const u16, len: usize) -> bool {
    // SAFETY: the caller keeps to the contract.
    unsafe { measure(src, len, false, utf16::is_ascii) }
}

/// Returns `true` if every character is in Latin-1, U+0000 to U+00FF. Returns `false` for arguments that are not allowed.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utf8kit_utf16_is_latin1(src: *const u16, len: usize) -> bool {
    // SAFETY: the caller keeps to the contract.
    unsafe { measure(src, len, false, utf16::is_latin1) }
}

/// Returns the number of units that start a character. For well-formed text it is the number of characters, which is also its
/// length in UTF-32. Returns zero for arguments that are not allowed.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utf8kit_utf16_count(src: *const u16, len: usize) -> usize {
    // SAFETY: the caller keeps to the contract.
    unsafe { measure(src, len, 0, utf16::count) }
}

/// Returns the number of characters of any units, with one for each unpaired surrogate. Returns zero for arguments that are not
/// allowed.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utf8kit_utf16_lossy_count(src: *const u16, len: usize) -> usize {
    // SAFETY: the caller keeps to the contract.
    unsafe { measure(src, len, 0, utf16::lossy_count) }
}

/// Returns the length of a text in bytes of UTF-8. It is exact if the text is well-formed, and unspecified otherwise. Returns
/// zero for arguments that are not allowed.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utf8kit_utf16_utf8_len(src: *const u16, len: usize) -> usize {
    // SAFETY: the caller keeps to the contract.
    unsafe { measure(src, len, 0, utf16::utf8_len) }
}

/// Returns the number of bytes that `utf8kit_utf16_to_utf8_lossy` writes. Returns zero for arguments that are not allowed.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utf8kit_utf16_lossy_utf8_len(src: *const u16, len: usize) -> usize {
    // SAFETY: the caller keeps to the contract.
    unsafe { measure(src, len, 0, utf16::lossy_utf8_len) }
}

/// Converts UTF-16 in native byte order to UTF-8. `utf8kit_utf16_utf8_len` bytes are enough.
///
/// Stops with `UTF8KIT_STOP_ILL_FORMED` or `UTF8KIT_STOP_OUTPUT_FULL` at the first character or sequence that is the reason;
/// what is before it is converted.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utf8kit_utf16_to_utf8(
    src: *const u16,
    len: usize,
    dst: *mut c_char,
    capacity: usize,
) -> utf8kit_result {
    // SAFETY: the caller keeps to the contract.
    unsafe { convert((src, len), (dst, capacity), utf16::to_utf8) }
}

/// Converts any UTF-16 in native byte order to UTF-8, with U+FFFD for each unpaired surrogate. `replaced` is their number.
/// `utf8kit_utf16_lossy_utf8_len` bytes are enough.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utf8kit_utf16_to_utf8_lossy(
    src: *const u16,
    len: usize,
    dst: *mut c_char,
    capacity: usize,
) -> utf8kit_result {
    // SAFETY: the caller keeps to the contract.
    unsafe { convert((src, len), (dst, capacity), utf16::to_utf8_lossy) }
}

/// Converts UTF-16 in native byte order to UTF-32 in native byte order. `utf8kit_utf16_count` units are enough.
///
/// Stops with `UTF8KIT_STOP_ILL_FORMED` or `UTF8KIT_STOP_OUTPUT_FULL` at the first character or sequence that is the reason;
/// what is before it is converted.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utf8kit_utf16_to_utf32(
    src: *const u16,
    len: usize,
    dst: *mut u32,
    capacity: usize,
) -> utf8kit_result {
    // SAFETY: the caller keeps to the contract.
    unsafe { convert((src, len), (dst, capacity), utf16::to_utf32) }
}

/// Converts any UTF-16 in native byte order to UTF-32 in native byte order, with U+FFFD for each unpaired surrogate. `replaced`
/// is their number. `utf8kit_utf16_lossy_count` units are enough.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utf8kit_utf16_to_utf32_lossy(
    src: *const u16,
    len: usize,
    dst: *mut u32,
    capacity: usize,
) -> utf8kit_result {
    // SAFETY: the caller keeps to the contract.
    unsafe { convert((src, len), (dst, capacity), utf16::to_utf32_lossy) }
}

/// Converts UTF-16 in native byte order to Latin-1. `len` bytes are enough.
///
/// Stops with `UTF8KIT_STOP_ILL_FORMED`, `UTF8KIT_STOP_NOT_REPRESENTABLE` or `UTF8KIT_STOP_OUTPUT_FULL` at the first character
/// or sequence that is the reason; what is before it is converted.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utf8kit_utf16_to_latin1(
    src: *const u16,
    len: usize,
    dst: *mut c_char,
    capacity: usize,
) -> utf8kit_result {
    // SAFETY: the caller keeps to the contract.
    unsafe { convert((src, len), (dst, capacity), utf16::to_latin1) }
}

/// Converts any UTF-16 in native byte order to Latin-1, with `?` for each character that it lacks and for each ill-formed
/// sequence. `replaced` is their number. `utf8kit_utf16_lossy_count` bytes are enough.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utf8kit_utf16_to_latin1_lossy(
    src: *const u16,
    len: usize,
    dst: *mut c_char,
    capacity: usize,
) -> utf8kit_result {
    // SAFETY: the caller keeps to the contract.
    unsafe { convert((src, len), (dst, capacity), utf16::to_latin1_lossy) }
}

/// Converts UTF-16 in native byte order to ASCII. `len` bytes are enough.
///
/// Stops with `UTF8KIT_STOP_ILL_FORMED`, `UTF8KIT_STOP_NOT_REPRESENTABLE` or `UTF8KIT_STOP_OUTPUT_FULL` at the first character
/// or sequence that is the reason; what is before it is converted.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utf8kit_utf16_to_ascii(
    src: *const u16,
    len: usize,
    dst: *mut c_char,
    capacity: usize,
) -> utf8kit_result {
    // SAFETY: the caller keeps to the contract.
    unsafe { convert((src, len), (dst, capacity), utf16::to_ascii) }
}

/// Converts any UTF-16 in native byte order to ASCII, with `?` for each character that it lacks and for each ill-formed
/// sequence. `replaced` is their number. `utf8kit_utf16_lossy_count` bytes are enough.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utf8kit_utf16_to_ascii_lossy(
    src: *const u16,
    len: usize,
    dst: *mut c_char,
    capacity: usize,
) -> utf8kit_result {
    // SAFETY: the caller keeps to the contract.
    unsafe { convert((src, len), (dst, capacity), utf16::to_ascii_lossy) }
}

/// Replaces each unpaired surrogate by U+FFFD, in place, and returns their number. Returns zero for arguments that are not
/// allowed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utf8kit_utf16_make_well_formed(text: *mut u16, len: usize) -> usize {
    // SAFETY: the caller keeps to the contract.
    unsafe { in_place(text, len, 0, utf16::make_well_formed) }
}

/// Copies any units, with U+FFFD for each unpaired surrogate. `replaced` is their number. `len` units are enough.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utf8kit_utf16_to_well_formed(
    src: *const u16,
    len: usize,
    dst: *mut u16,
    capacity: usize,
) -> utf8kit_result {
    // SAFETY: the caller keeps to the contract.
    unsafe { convert((src, len), (dst, capacity), utf16::to_well_formed) }
}

/// Reverses the bytes of each unit, in place: from native byte order to the other one, or back.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utf8kit_utf16_swap_bytes(text: *mut u16, len: usize) {
    // SAFETY: the caller keeps to the contract.
    unsafe { in_place(text, len, (), utf16::swap_bytes) }
}

/// Copies units with their bytes reversed. `len` units are enough.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utf8kit_utf16_swap_bytes_to(
    src: *const u16,
    len: usize,
    dst: *mut u16,
    capacity: usize,
) -> utf8kit_result {
    // SAFETY: the caller keeps to the contract.
    unsafe { convert((src, len), (dst, capacity), utf16::swap_bytes_to) }
}

/// Returns the number of units before a high surrogate at the end, which is `len` if there is none.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utf8kit_utf16_complete_len(src: *const u16, len: usize) -> usize {
    // SAFETY: the caller keeps to the contract.
    unsafe { measure(src, len, 0, |src| utf16::split_incomplete(src).0.len()) }
}
