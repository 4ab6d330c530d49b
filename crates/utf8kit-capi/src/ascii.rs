//! ASCII: bytes up to 0x7F.

use crate::memory::{convert, measure, validate};
use crate::result::utf8kit_result;
use core::ffi::c_char;
use utf8kit::ascii;

/// Returns `true` if a text is well-formed ASCII. Returns `false` for arguments that are not allowed.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utf8kit_ascii_is_valid(src: *const c_char, len: usize) -> bool {
    // SAFETY: the caller keeps to the contract.
    unsafe { measure(src, len, false, ascii::is_valid) }
}

/// Checks that a text is well-formed ASCII. `read` is the offset of the first error, and `len` if there is none.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utf8kit_ascii_validate(src: *const c_char, len: usize) -> utf8kit_result {
    // SAFETY: the caller keeps to the contract.
    unsafe { validate(src, len, |src| ascii::validate(src).err()) }
}

/// Returns the number of bytes that `utf8kit_ascii_to_utf8_lossy` writes. Returns zero for arguments that are not allowed.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utf8kit_ascii_lossy_utf8_len(src: *const c_char, len: usize) -> usize {
    // SAFETY: the caller keeps to the contract.
    unsafe { measure(src, len, 0, ascii::lossy_utf8_len) }
}

/// Converts ASCII to UTF-8. `len` bytes are enough.
///
/// Stops with `UTF8KIT_STOP_ILL_FORMED` or `UTF8KIT_STOP_OUTPUT_FULL` at the first character or sequence that is the reason;
/// what is before it is converted.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utf8kit_ascii_to_utf8(
    src: *const c_char,
    len: usize,
    dst: *mut c_char,
    capacity: usize,
) -> utf8kit_result {
    // SAFETY: the caller keeps to the contract.
    unsafe { convert((src, len), (dst, capacity), ascii::to_utf8) }
}

/// Converts any ASCII to UTF-8, with U+FFFD for each byte over 0x7F. `replaced` is their number. `utf8kit_ascii_lossy_utf8_len`
/// bytes are enough.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utf8kit_ascii_to_utf8_lossy(
    src: *const c_char,
    len: usize,
    dst: *mut c_char,
    capacity: usize,
) -> utf8kit_result {
    // SAFETY: the caller keeps to the contract.
    unsafe { convert((src, len), (dst, capacity), ascii::to_utf8_lossy) }
}

/// Converts ASCII to UTF-16 in native byte order. `len` units are enough.
///
/// Stops with `UTF8KIT_STOP_ILL_FORMED` or `UTF8KIT_STOP_OUTPUT_FULL` at the first character or sequence that is the reason;
/// what is before it is converted.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utf8kit_ascii_to_utf16(
    src: *const c_char,
    len: usize,
    dst: *mut u16,
    capacity: usize,
) -> utf8kit_result {
    // SAFETY: the caller keeps to the contract.
    unsafe { convert((src, len), (dst, capacity), ascii::to_utf16) }
}

/// Converts any ASCII to UTF-16 in native byte order, with U+FFFD for each byte over 0x7F. `replaced` is their number. `len`
/// units are enough.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utf8kit_ascii_to_utf16_lossy(
    src: *const c_char,
    len: usize,
    dst: *mut u16,
    capacity: usize,
) -> utf8kit_result {
    // SAFETY: the caller keeps to the contract.
    unsafe { convert((src, len), (dst, capacity), ascii::to_utf16_lossy) }
}

/// Converts ASCII to UTF-32 in native byte order. `len` units are enough.
///
/// Stops with `UTF8KIT_STOP_ILL_FORMED` or `UTF8KIT_STOP_OUTPUT_FULL` at the first character or sequence that is the reason;
/// what is before it is converted.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utf8kit_ascii_to_utf32(
    src: *const c_char,
    len: usize,
    dst: *mut u32,
    capacity: usize,
) -> utf8kit_result {
    // SAFETY: the caller keeps to the contract.
    unsafe { convert((src, len), (dst, capacity), ascii::to_utf32) }
}

/// Converts any ASCII to UTF-32 in native byte order, with U+FFFD for each byte over 0x7F. `replaced` is their number. `len`
/// units are enough.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utf8kit_ascii_to_utf32_lossy(
    src: *const c_char,
    len: usize,
    dst: *mut u32,
    capacity: usize,
) -> utf8kit_result {
    // SAFETY: the caller keeps to the contract.
    unsafe { convert((src, len), (dst, capacity), ascii::to_utf32_lossy) }
}
