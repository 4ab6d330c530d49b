//! Latin-1 (ISO/IEC 8859-1). Every byte is a character, so that all text is well-formed.

use crate::memory::{convert, measure};
use crate::result::utf8kit_result;
use core::ffi::c_char;
use utf8kit::latin1;

/// Returns the length of a text in bytes of UTF-8. Returns zero for arguments that are not allowed.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utf8kit_latin1_utf8_len(src: *const c_char, len: usize) -> usize {
    // SAFETY: the caller keeps to the contract.
    unsafe { measure(src, len, 0, latin1::utf8_len) }
}

/// Converts Latin-1 to UTF-8. `utf8kit_latin1_utf8_len` bytes are enough.
///
/// Stops with `UTF8KIT_STOP_OUTPUT_FULL` at the first character or sequence that is the reason; what is before it is converted.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utf8kit_latin1_to_utf8(
    src: *const c_char,
    len: usize,
    dst: *mut c_char,
    capacity: usize,
) -> utf8kit_result {
    // SAFETY: the caller keeps to the contract.
    unsafe { convert((src, len), (dst, capacity), latin1::to_utf8) }
}

/// Converts Latin-1 to UTF-16 in native byte order. `len` units are enough.
///
/// Stops with `UTF8KIT_STOP_OUTPUT_FULL` at the first character or sequence that is the reason; what is before it is converted.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utf8kit_latin1_to_utf16(
    src: *const c_char,
    len: usize,
    dst: *mut u16,
    capacity: usize,
) -> utf8kit_result {
    // SAFETY: the caller keeps to the contract.
    unsafe { convert((src, len), (dst, capacity), latin1::to_utf16) }
}

/// Converts Latin-1 to UTF-32 in native byte order. `len` units are enough.
///
/// Stops with `UTF8KIT_STOP_OUTPUT_FULL` at the first character or sequence that is the reason; what is before it is converted.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utf8kit_latin1_to_utf32(
    src: *const c_char,
    len: usize,
    dst: *mut u32,
    capacity: usize,
) -> utf8kit_result {
    // SAFETY: the caller keeps to the contract.
    unsafe { convert((src, len), (dst, capacity), latin1::to_utf32) }
}
