//! UTF-8.

use crate::memory::{convert, measure, source, validate};
use crate::result::utf8kit_result;
use core::ffi::c_char;
use utf8kit::{IllFormed, utf8};

/// What `utf8::decode_first` returns: the character or the error, and its length.
type First = Option<(Result<char, IllFormed>, usize)>;

/// Decodes one character.
///
/// # Safety
///
/// As the [contract](crate) says.
unsafe fn decode_one(
    src: *const c_char,
    len: usize,
    character: *mut u32,
    decode: fn(&[u8]) -> First,
) -> utf8kit_result {
    // SAFETY: the caller keeps to the contract.
    let (Some(src), Some(character)) = (unsafe { (source(src, len), character.as_mut()) }) else {
        return utf8kit_result::INVALID_ARGUMENT;
    };
    *character = 0;
    match decode(src) {
        None => utf8kit_result::done(0, 0),
        Some((Ok(c), len)) => {
            *character = c.into();
            utf8kit_result::done(len, 0)
        }
        Some((Err(error), error_len)) => utf8kit_result {
            read: 0,
            length: error_len as u32,
            ..utf8kit_result::of_check(src.len(), Some(error))
        },
    }
}

/// Returns `true` if a text is well-formed UTF-8. Returns `false` for arguments that are not allowed.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utf8kit_utf8_is_valid(src: *const c_char, len: usize) -> bool {
    // SAFETY: the caller keeps to the contract.
    unsafe { measure(src, len, false, utf8::is_valid) }
}

/// Checks that a text is well-formed UTF-8. `read` is the offset of the first error, and `len` if there is none.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utf8kit_utf8_validate(src: *const c_char, len: usize) -> utf8kit_result {
    // SAFETY: the caller keeps to the contract.
    unsafe { validate(src, len, |src| utf8::validate(src).err()) }
}

/// Returns `true` if a text is well-formed UTF-8 of which every character is in Latin-1, U+0000 to U+00FF. Returns `false` for
/// arguments that are not allowed.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utf8kit_utf8_is_latin1(src: *const c_char, len: usize) -> bool {
    // SAFETY: the caller keeps to the contract.
    unsafe { measure(src, len, false, utf8::is_latin1) }
}

/// Returns the number of bytes that start a character. For well-formed text it is the number of characters, which is also its
/// length in UTF-32 and in Latin-1. Returns zero for arguments that are not allowed.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utf8kit_utf8_count(src: *const c_char, len: usize) -> usize {
    // SAFETY: the caller keeps to the contract.
    unsafe { measure(src, len, 0, utf8::count) }
}

/// Returns the length of a text in 16-bit units of UTF-16. It is exact if the text is well-formed, and unspecified otherwise.
/// Returns zero for arguments that are not allowed.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utf8kit_utf8_utf16_len(src: *const c_char, len: usize) -> usize {
    // SAFETY: the caller keeps to the contract.
    unsafe { measure(src, len, 0, utf8::utf16_len) }
}

/// Returns the number of characters of any bytes, with one for each maximal subpart of an ill-formed sequence. Returns zero for
/// arguments that are not allowed.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utf8kit_utf8_lossy_count(src: *const c_char, len: usize) -> usize {
    // SAFETY: the caller keeps to the contract.
    unsafe { measure(src, len, 0, utf8::lossy_count) }
}

/// Returns the number of bytes that `utf8kit_utf8_repair` writes. Returns zero for arguments that are not allowed.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utf8kit_utf8_lossy_utf8_len(src: *const c_char, len: usize) -> usize {
    // SAFETY: the caller keeps to the contract.
    unsafe { measure(src, len, 0, utf8::lossy_utf8_len) }
}

/// Returns the number of 16-bit units that `utf8kit_utf8_to_utf16_lossy` writes. Returns zero for arguments that are not
/// allowed.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utf8kit_utf8_lossy_utf16_len(src: *const c_char, len: usize) -> usize {
    // SAFETY: the caller keeps to the contract.
    unsafe { measure(src, len, 0, utf8::lossy_utf16_len) }
}

/// Converts UTF-8 to UTF-16 in native byte order. `utf8kit_utf8_utf16_len` units are enough.
///
/// Stops with `UTF8KIT_STOP_ILL_FORMED` or `UTF8KIT_STOP_OUTPUT_FULL` at the first character or sequence that is the reason;
/// what is before it is converted.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utf8kit_utf8_to_utf16(
    src: *const c_char,
    len: usize,
    dst: *mut u16,
    capacity: usize,
) -> utf8kit_result {
    // SAFETY: the caller keeps to the contract.
    unsafe { convert((src, len), (dst, capacity), utf8::to_utf16) }
}

/// Converts any UTF-8 to UTF-16 in native byte order, with U+FFFD for each maximal subpart of an ill-formed sequence.
/// `replaced` is their number. `utf8kit_utf8_lossy_utf16_len` units are enough.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utf8kit_utf8_to_utf16_lossy(
    src: *const c_char,
    len: usize,
    dst: *mut u16,
    capacity: usize,
) -> utf8kit_result {
    // SAFETY: the caller keeps to the contract.
    unsafe { convert((src, len), (dst, capacity), utf8::to_utf16_lossy) }
}

/// Converts UTF-8 to UTF-32 in native byte order. `utf8kit_utf8_count` units are enough.
///
/// Stops with `UTF8KIT_STOP_ILL_FORMED` or `UTF8KIT_STOP_OUTPUT_FULL` at the first character or sequence that is the reason;
/// what is before it is converted.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utf8kit_utf8_to_utf32(
    src: *const c_char,
    len: usize,
    dst: *mut u32,
    capacity: usize,
) -> utf8kit_result {
    // SAFETY: the caller keeps to the contract.
    unsafe { convert((src, len), (dst, capacity), utf8::to_utf32) }
}

/// Converts any UTF-8 to UTF-32 in native byte order, with U+FFFD for each maximal subpart of an ill-formed sequence.
/// `replaced` is their number. `utf8kit_utf8_lossy_count` units are enough.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utf8kit_utf8_to_utf32_lossy(
    src: *const c_char,
    len: usize,
    dst: *mut u32,
    capacity: usize,
) -> utf8kit_result {
    // SAFETY: the caller keeps to the contract.
    unsafe { convert((src, len), (dst, capacity), utf8::to_utf32_lossy) }
}

/// Converts UTF-8 to Latin-1. `utf8kit_utf8_count` bytes are enough.
///
/// Stops with `UTF8KIT_STOP_ILL_FORMED`, `UTF8KIT_STOP_NOT_REPRESENTABLE` or `UTF8KIT_STOP_OUTPUT_FULL` at the first character
/// or sequence that is the reason; what is before it is converted.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utf8kit_utf8_to_latin1(
    src: *const c_char,
    len: usize,
    dst: *mut c_char,
    capacity: usize,
) -> utf8kit_result {
    // SAFETY: the caller keeps to the contract.
    unsafe { convert((src, len), (dst, capacity), utf8::to_latin1) }
}

/// Converts any UTF-8 to Latin-1, with `?` for each character that it lacks and for each ill-formed sequence. `replaced` is
/// their number. `utf8kit_utf8_lossy_count` bytes are enough.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utf8kit_utf8_to_latin1_lossy(
    src: *const c_char,
    len: usize,
    dst: *mut c_char,
    capacity: usize,
) -> utf8kit_result {
    // SAFETY: the caller keeps to the contract.
    unsafe { convert((src, len), (dst, capacity), utf8::to_latin1_lossy) }
}

/// Converts UTF-8 to ASCII. `len` bytes are enough.
///
/// Stops with `UTF8KIT_STOP_ILL_FORMED`, `UTF8KIT_STOP_NOT_REPRESENTABLE` or `UTF8KIT_STOP_OUTPUT_FULL` at the first character
/// or sequence that is the reason; what is before it is converted.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utf8kit_utf8_to_ascii(
    src: *const c_char,
    len: usize,
    dst: *mut c_char,
    capacity: usize,
) -> utf8kit_result {
    // SAFETY: the caller keeps to the contract.
    unsafe { convert((src, len), (dst, capacity), utf8::to_ascii) }
}

/// Converts any UTF-8 to ASCII, with `?` for each character that it lacks and for each ill-formed sequence. `replaced` is their
/// number. `utf8kit_utf8_lossy_count` bytes are enough.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utf8kit_utf8_to_ascii_lossy(
    src: *const c_char,
    len: usize,
    dst: *mut c_char,
    capacity: usize,
) -> utf8kit_result {
    // SAFETY: the caller keeps to the contract.
    unsafe { convert((src, len), (dst, capacity), utf8::to_ascii_lossy) }
}

/// Copies any bytes as well-formed UTF-8, with U+FFFD for each maximal subpart of an ill-formed sequence. `replaced` is their
/// number. `utf8kit_utf8_lossy_utf8_len` bytes are enough. `utf8kit_decode` takes other policies.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utf8kit_utf8_repair(
    src: *const c_char,
    len: usize,
    dst: *mut c_char,
    capacity: usize,
) -> utf8kit_result {
    // SAFETY: the caller keeps to the contract.
    unsafe { convert((src, len), (dst, capacity), utf8::repair_to) }
}

/// Returns `true` if `index` is the beginning of a character or of an ill-formed sequence, or `len`. Returns `false` if it is
/// over `len`, and for arguments that are not allowed.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utf8kit_utf8_is_boundary(src: *const c_char, len: usize, index: usize) -> bool {
    // SAFETY: the caller keeps to the contract.
    unsafe { measure(src, len, false, |src| utf8::is_boundary(src, index)) }
}

/// Returns the last boundary that is not after `index`, or `len` if `index` is over it.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utf8kit_utf8_floor_boundary(src: *const c_char, len: usize, index: usize) -> usize {
    // SAFETY: the caller keeps to the contract.
    unsafe { measure(src, len, 0, |src| utf8::floor_boundary(src, index)) }
}

/// Returns the first boundary that is not before `index`, or `len` if `index` is over it.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utf8kit_utf8_ceil_boundary(src: *const c_char, len: usize, index: usize) -> usize {
    // SAFETY: the caller keeps to the contract.
    unsafe { measure(src, len, 0, |src| utf8::ceil_boundary(src, index)) }
}

/// Returns the number of bytes before an unfinished character at the end, which is `len` if there is none. A program that reads
/// pieces processes so many bytes, and puts the others before the next piece.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utf8kit_utf8_complete_len(src: *const c_char, len: usize) -> usize {
    // SAFETY: the caller keeps to the contract.
    unsafe { measure(src, len, 0, |src| utf8::split_incomplete(src).0.len()) }
}

/// Decodes the first character of a text, and sets `character` to it. `read` is its length, and zero for an empty text. An ill-
/// formed sequence is `UTF8KIT_STOP_ILL_FORMED`; its `length` bytes are not read.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utf8kit_utf8_decode_first(
    src: *const c_char,
    len: usize,
    character: *mut u32,
) -> utf8kit_result {
    // SAFETY: the caller keeps to the contract.
    unsafe { decode_one(src, len, character, utf8::decode_first) }
}

/// Decodes the last character of a text, and sets `character` to it. `read` is its length, and zero for an empty text. An ill-
/// formed sequence is `UTF8KIT_STOP_ILL_FORMED`; its `length` bytes are not read.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utf8kit_utf8_decode_last(
    src: *const c_char,
    len: usize,
    character: *mut u32,
) -> utf8kit_result {
    // SAFETY: the caller keeps to the contract.
    unsafe { decode_one(src, len, character, utf8::decode_last) }
}
