//! UTF-16 in bytes of either byte order. All lengths and offsets are in bytes.

use crate::memory::{convert, in_place, measure, validate};
use crate::result::utf8kit_result;
use std::ffi::c_char;
use utf8kit::{Endian, utf16};

/// Returns `true` if a text is well-formed UTF-16LE. It is in bytes, which need no alignment. Returns `false` for arguments
/// that are not allowed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utf8kit_utf16le_is_valid(src: *const c_char, len: usize) -> bool {
    // SAFETY: the caller keeps to the contract.
    unsafe { measure(src, len, false, |src| utf16::bytes_is_valid(src, Endian::Little)) }
}

/// Checks that a text is well-formed UTF-16LE. `read` is the offset of the first error, and `len` if there is none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utf8kit_utf16le_validate(src: *const c_char, len: usize) -> utf8kit_result {
    // SAFETY: the caller keeps to the contract.
    unsafe { validate(src, len, |src| utf16::bytes_validate(src, Endian::Little).err()) }
}

/// Returns `true` if every character is in ASCII. Returns `false` for arguments that are not allowed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utf8kit_utf16le_is_ascii(src: *const c_char, len: usize) -> bool {
    // SAFETY: the caller keeps to the contract.
    unsafe { measure(src, len, false, |src| utf16::bytes_is_ascii(src, Endian::Little)) }
}

/// Returns the number of units that start a character. For well-formed text it is the number of characters. Returns zero for
/// arguments that are not allowed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utf8kit_utf16le_count(src: *const c_char, len: usize) -> usize {
    // SAFETY: the caller keeps to the contract.
    unsafe { measure(src, len, 0, |src| utf16::bytes_count(src, Endian::Little)) }
}

/// Returns the number of characters of any bytes, with one for each unpaired surrogate and for an odd byte at the end. Returns
/// zero for arguments that are not allowed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utf8kit_utf16le_lossy_count(src: *const c_char, len: usize) -> usize {
    // SAFETY: the caller keeps to the contract.
    unsafe { measure(src, len, 0, |src| utf16::bytes_lossy_count(src, Endian::Little)) }
}

/// Returns the length of a text in bytes of UTF-8. It is exact if the text is well-formed, and unspecified otherwise. Returns
/// zero for arguments that are not allowed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utf8kit_utf16le_utf8_len(src: *const c_char, len: usize) -> usize {
    // SAFETY: the caller keeps to the contract.
    unsafe { measure(src, len, 0, |src| utf16::bytes_utf8_len(src, Endian::Little)) }
}

/// Returns the number of bytes that `utf8kit_utf16le_to_utf8_lossy` writes. Returns zero for arguments that are not allowed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utf8kit_utf16le_lossy_utf8_len(src: *const c_char, len: usize) -> usize {
    // SAFETY: the caller keeps to the contract.
    unsafe {
        measure(src, len, 0, |src| {
            utf16::bytes_lossy_utf8_len(src, Endian::Little)
        })
    }
}

/// Converts UTF-16LE to UTF-8. `utf8kit_utf16le_utf8_len` bytes are enough.
///
/// Stops with `UTF8KIT_STOP_ILL_FORMED` or `UTF8KIT_STOP_OUTPUT_FULL` at the first character or sequence that is the reason;
/// what is before it is converted.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utf8kit_utf16le_to_utf8(
    src: *const c_char,
    len: usize,
    dst: *mut c_char,
    capacity: usize,
) -> utf8kit_result {
    // SAFETY: the caller keeps to the contract.
    unsafe {
        convert((src, len), (dst, capacity), |src, dst| {
            utf16::bytes_to_utf8(src, Endian::Little, dst)
        })
    }
}

/// Converts any UTF-16LE to UTF-8, with U+FFFD for each unpaired surrogate and for an odd byte at the end. `replaced` is their
/// number. `utf8kit_utf16le_lossy_utf8_len` bytes are enough.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utf8kit_utf16le_to_utf8_lossy(
    src: *const c_char,
    len: usize,
    dst: *mut c_char,
    capacity: usize,
) -> utf8kit_result {
    // SAFETY: the caller keeps to the contract.
    unsafe {
        convert((src, len), (dst, capacity), |src, dst| {
            utf16::bytes_to_utf8_lossy(src, Endian::Little, dst)
        })
    }
}

/// Converts UTF-16LE to UTF-16 in native byte order. Half of `len` units are enough.
///
/// Stops with `UTF8KIT_STOP_ILL_FORMED` or `UTF8KIT_STOP_OUTPUT_FULL` at the first character or sequence that is the reason;
/// what is before it is converted.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utf8kit_utf16le_to_utf16(
    src: *const c_char,
    len: usize,
    dst: *mut u16,
    capacity: usize,
) -> utf8kit_result {
    // SAFETY: the caller keeps to the contract.
    unsafe {
        convert((src, len), (dst, capacity), |src, dst| {
            utf16::bytes_to_utf16(src, Endian::Little, dst)
        })
    }
}

/// Converts any UTF-16LE to UTF-16 in native byte order, with U+FFFD for each unpaired surrogate and for an odd byte at the
/// end. `replaced` is their number. Half of `len` units, rounded up, are enough.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utf8kit_utf16le_to_utf16_lossy(
    src: *const c_char,
    len: usize,
    dst: *mut u16,
    capacity: usize,
) -> utf8kit_result {
    // SAFETY: the caller keeps to the contract.
    unsafe {
        convert((src, len), (dst, capacity), |src, dst| {
            utf16::bytes_to_utf16_lossy(src, Endian::Little, dst)
        })
    }
}

/// Converts UTF-16LE to UTF-32 in native byte order. `utf8kit_utf16le_count` units are enough.
///
/// Stops with `UTF8KIT_STOP_ILL_FORMED` or `UTF8KIT_STOP_OUTPUT_FULL` at the first character or sequence that is the reason;
/// what is before it is converted.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utf8kit_utf16le_to_utf32(
    src: *const c_char,
    len: usize,
    dst: *mut u32,
    capacity: usize,
) -> utf8kit_result {
    // SAFETY: the caller keeps to the contract.
    unsafe {
        convert((src, len), (dst, capacity), |src, dst| {
            utf16::bytes_to_utf32(src, Endian::Little, dst)
        })
    }
}

/// Converts any UTF-16LE to UTF-32 in native byte order, with U+FFFD for each unpaired surrogate and for an odd byte at the
/// end. `replaced` is their number. `utf8kit_utf16le_lossy_count` units are enough.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utf8kit_utf16le_to_utf32_lossy(
    src: *const c_char,
    len: usize,
    dst: *mut u32,
    capacity: usize,
) -> utf8kit_result {
    // SAFETY: the caller keeps to the contract.
    unsafe {
        convert((src, len), (dst, capacity), |src, dst| {
            utf16::bytes_to_utf32_lossy(src, Endian::Little, dst)
        })
    }
}

/// Converts UTF-16LE to Latin-1. Half of `len` bytes are enough.
///
/// Stops with `UTF8KIT_STOP_ILL_FORMED`, `UTF8KIT_STOP_NOT_REPRESENTABLE` or `UTF8KIT_STOP_OUTPUT_FULL` at the first character
/// or sequence that is the reason; what is before it is converted.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utf8kit_utf16le_to_latin1(
    src: *const c_char,
    len: usize,
    dst: *mut c_char,
    capacity: usize,
) -> utf8kit_result {
    // SAFETY: the caller keeps to the contract.
    unsafe {
        convert((src, len), (dst, capacity), |src, dst| {
            utf16::bytes_to_latin1(src, Endian::Little, dst)
        })
    }
}

/// Converts any UTF-16LE to Latin-1, with `?` for each character that it lacks and for each ill-formed sequence. `replaced` is
/// their number. `utf8kit_utf16le_lossy_count` bytes are enough.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utf8kit_utf16le_to_latin1_lossy(
    src: *const c_char,
    len: usize,
    dst: *mut c_char,
    capacity: usize,
) -> utf8kit_result {
    // SAFETY: the caller keeps to the contract.
    unsafe {
        convert((src, len), (dst, capacity), |src, dst| {
            utf16::bytes_to_latin1_lossy(src, Endian::Little, dst)
        })
    }
}

/// Converts UTF-16LE to ASCII. Half of `len` bytes are enough.
///
/// Stops with `UTF8KIT_STOP_ILL_FORMED`, `UTF8KIT_STOP_NOT_REPRESENTABLE` or `UTF8KIT_STOP_OUTPUT_FULL` at the first character
/// or sequence that is the reason; what is before it is converted.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utf8kit_utf16le_to_ascii(
    src: *const c_char,
    len: usize,
    dst: *mut c_char,
    capacity: usize,
) -> utf8kit_result {
    // SAFETY: the caller keeps to the contract.
    unsafe {
        convert((src, len), (dst, capacity), |src, dst| {
            utf16::bytes_to_ascii(src, Endian::Little, dst)
        })
    }
}

/// Converts any UTF-16LE to ASCII, with `?` for each character that it lacks and for each ill-formed sequence. `replaced` is
/// their number. `utf8kit_utf16le_lossy_count` bytes are enough.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utf8kit_utf16le_to_ascii_lossy(
    src: *const c_char,
    len: usize,
    dst: *mut c_char,
    capacity: usize,
) -> utf8kit_result {
    // SAFETY: the caller keeps to the contract.
    unsafe {
        convert((src, len), (dst, capacity), |src, dst| {
            utf16::bytes_to_ascii_lossy(src, Endian::Little, dst)
        })
    }
}

/// Replaces each unpaired surrogate by U+FFFD, in place, and returns their number. An odd byte at the end stays as it is.
/// Returns zero for arguments that are not allowed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utf8kit_utf16le_make_well_formed(text: *mut c_char, len: usize) -> usize {
    // SAFETY: the caller keeps to the contract.
    unsafe {
        in_place(text, len, 0, |text| {
            utf16::bytes_make_well_formed(text, Endian::Little)
        })
    }
}

/// Copies any bytes as well-formed UTF-16LE, with U+FFFD for each unpaired surrogate and for an odd byte at the end. `replaced`
/// is their number. `len` bytes are enough, and one more if `len` is odd.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utf8kit_utf16le_to_well_formed(
    src: *const c_char,
    len: usize,
    dst: *mut c_char,
    capacity: usize,
) -> utf8kit_result {
    // SAFETY: the caller keeps to the contract.
    unsafe {
        convert((src, len), (dst, capacity), |src, dst| {
            utf16::bytes_to_well_formed(src, Endian::Little, dst)
        })
    }
}

/// Returns the number of bytes before a high surrogate or an odd byte at the end, which is `len` if there is none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utf8kit_utf16le_complete_len(src: *const c_char, len: usize) -> usize {
    // SAFETY: the caller keeps to the contract.
    unsafe {
        measure(src, len, 0, |src| {
            utf16::bytes_split_incomplete(src, Endian::Little).0.len()
        })
    }
}

/// Returns `true` if a text is well-formed UTF-16BE. It is in bytes, which need no alignment. Returns `false` for arguments
/// that are not allowed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utf8kit_utf16be_is_valid(src: *const c_char, len: usize) -> bool {
    // SAFETY: the caller keeps to the contract.
    unsafe { measure(src, len, false, |src| utf16::bytes_is_valid(src, Endian::Big)) }
}

/// Checks that a text is well-formed UTF-16BE. `read` is the offset of the first error, and `len` if there is none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utf8kit_utf16be_validate(src: *const c_char, len: usize) -> utf8kit_result {
    // SAFETY: the caller keeps to the contract.
    unsafe { validate(src, len, |src| utf16::bytes_validate(src, Endian::Big).err()) }
}

/// Returns `true` if every character is in ASCII. Returns `false` for arguments that are not allowed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utf8kit_utf16be_is_ascii(src: *const c_char, len: usize) -> bool {
    // SAFETY: the caller keeps to the contract.
    unsafe { measure(src, len, false, |src| utf16::bytes_is_ascii(src, Endian::Big)) }
}

/// Returns the number of units that start a character. For well-formed text it is the number of characters. Returns zero for
/// arguments that are not allowed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utf8kit_utf16be_count(src: *const c_char, len: usize) -> usize {
    // SAFETY: the caller keeps to the contract.
    unsafe { measure(src, len, 0, |src| utf16::bytes_count(src, Endian::Big)) }
}

/// Returns the number of characters of any bytes, with one for each unpaired surrogate and for an odd byte at the end. Returns
/// zero for arguments that are not allowed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utf8kit_utf16be_lossy_count(src: *const c_char, len: usize) -> usize {
    // SAFETY: the caller keeps to the contract.
    unsafe { measure(src, len, 0, |src| utf16::bytes_lossy_count(src, Endian::Big)) }
}

/// Returns the length of a text in bytes of UTF-8. It is exact if the text is well-formed, and unspecified otherwise. Returns
/// zero for arguments that are not allowed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utf8kit_utf16be_utf8_len(src: *const c_char, len: usize) -> usize {
    // SAFETY: the caller keeps to the contract.
    unsafe { measure(src, len, 0, |src| utf16::bytes_utf8_len(src, Endian::Big)) }
}

/// Returns the number of bytes that `utf8kit_utf16be_to_utf8_lossy` writes. Returns zero for arguments that are not allowed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utf8kit_utf16be_lossy_utf8_len(src: *const c_char, len: usize) -> usize {
    // SAFETY: the caller keeps to the contract.
    unsafe { measure(src, len, 0, |src| utf16::bytes_lossy_utf8_len(src, Endian::Big)) }
}

/// Converts UTF-16BE to UTF-8. `utf8kit_utf16be_utf8_len` bytes are enough.
///
/// Stops with `UTF8KIT_STOP_ILL_FORMED` or `UTF8KIT_STOP_OUTPUT_FULL` at the first character or sequence that is the reason;
/// what is before it is converted.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utf8kit_utf16be_to_utf8(
    src: *const c_char,
    len: usize,
    dst: *mut c_char,
    capacity: usize,
) -> utf8kit_result {
    // SAFETY: the caller keeps to the contract.
    unsafe {
        convert((src, len), (dst, capacity), |src, dst| {
            utf16::bytes_to_utf8(src, Endian::Big, dst)
        })
    }
}

/// Converts any UTF-16BE to UTF-8, with U+FFFD for each unpaired surrogate and for an odd byte at the end. `replaced` is their
/// number. `utf8kit_utf16be_lossy_utf8_len` bytes are enough.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utf8kit_utf16be_to_utf8_lossy(
    src: *const c_char,
    len: usize,
    dst: *mut c_char,
    capacity: usize,
) -> utf8kit_result {
    // SAFETY: the caller keeps to the contract.
    unsafe {
        convert((src, len), (dst, capacity), |src, dst| {
            utf16::bytes_to_utf8_lossy(src, Endian::Big, dst)
        })
    }
}

/// Converts UTF-16BE to UTF-16 in native byte order. Half of `len` units are enough.
///
/// Stops with `UTF8KIT_STOP_ILL_FORMED` or `UTF8KIT_STOP_OUTPUT_FULL` at the first character or sequence that is the reason;
/// what is before it is converted.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utf8kit_utf16be_to_utf16(
    src: *const c_char,
    len: usize,
    dst: *mut u16,
    capacity: usize,
) -> utf8kit_result {
    // SAFETY: the caller keeps to the contract.
    unsafe {
        convert((src, len), (dst, capacity), |src, dst| {
            utf16::bytes_to_utf16(src, Endian::Big, dst)
        })
    }
}

/// Converts any UTF-16BE to UTF-16 in native byte order, with U+FFFD for each unpaired surrogate and for an odd byte at the
/// end. `replaced` is their number. Half of `len` units, rounded up, are enough.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utf8kit_utf16be_to_utf16_lossy(
    src: *const c_char,
    len: usize,
    dst: *mut u16,
    capacity: usize,
) -> utf8kit_result {
    // SAFETY: the caller keeps to the contract.
    unsafe {
        convert((src, len), (dst, capacity), |src, dst| {
            utf16::bytes_to_utf16_lossy(src, Endian::Big, dst)
        })
    }
}

/// Converts UTF-16BE to UTF-32 in native byte order. `utf8kit_utf16be_count` units are enough.
///
/// Stops with `UTF8KIT_STOP_ILL_FORMED` or `UTF8KIT_STOP_OUTPUT_FULL` at the first character or sequence that is the reason;
/// what is before it is converted.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utf8kit_utf16be_to_utf32(
    src: *const c_char,
    len: usize,
    dst: *mut u32,
    capacity: usize,
) -> utf8kit_result {
    // SAFETY: the caller keeps to the contract.
    unsafe {
        convert((src, len), (dst, capacity), |src, dst| {
            utf16::bytes_to_utf32(src, Endian::Big, dst)
        })
    }
}

/// Converts any UTF-16BE to UTF-32 in native byte order, with U+FFFD for each unpaired surrogate and for an odd byte at the
/// end. `replaced` is their number. `utf8kit_utf16be_lossy_count` units are enough.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utf8kit_utf16be_to_utf32_lossy(
    src: *const c_char,
    len: usize,
    dst: *mut u32,
    capacity: usize,
) -> utf8kit_result {
    // SAFETY: the caller keeps to the contract.
    unsafe {
        convert((src, len), (dst, capacity), |src, dst| {
            utf16::bytes_to_utf32_lossy(src, Endian::Big, dst)
        })
    }
}

/// Converts UTF-16BE to Latin-1. Half of `len` bytes are enough.
///
/// Stops with `UTF8KIT_STOP_ILL_FORMED`, `UTF8KIT_STOP_NOT_REPRESENTABLE` or `UTF8KIT_STOP_OUTPUT_FULL` at the first character
/// or sequence that is the reason; what is before it is converted.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utf8kit_utf16be_to_latin1(
    src: *const c_char,
    len: usize,
    dst: *mut c_char,
    capacity: usize,
) -> utf8kit_result {
    // SAFETY: the caller keeps to the contract.
    unsafe {
        convert((src, len), (dst, capacity), |src, dst| {
            utf16::bytes_to_latin1(src, Endian::Big, dst)
        })
    }
}

/// Converts any UTF-16BE to Latin-1, with `?` for each character that it lacks and for each ill-formed sequence. `replaced` is
/// their number. `utf8kit_utf16be_lossy_count` bytes are enough.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utf8kit_utf16be_to_latin1_lossy(
    src: *const c_char,
    len: usize,
    dst: *mut c_char,
    capacity: usize,
) -> utf8kit_result {
    // SAFETY: the caller keeps to the contract.
    unsafe {
        convert((src, len), (dst, capacity), |src, dst| {
            utf16::bytes_to_latin1_lossy(src, Endian::Big, dst)
        })
    }
}

/// Converts UTF-16BE to ASCII. Half of `len` bytes are enough.
///
/// Stops with `UTF8KIT_STOP_ILL_FORMED`, `UTF8KIT_STOP_NOT_REPRESENTABLE` or `UTF8KIT_STOP_OUTPUT_FULL` at the first character
/// or sequence that is the reason; what is before it is converted.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utf8kit_utf16be_to_ascii(
    src: *const c_char,
    len: usize,
    dst: *mut c_char,
    capacity: usize,
) -> utf8kit_result {
    // SAFETY: the caller keeps to the contract.
    unsafe {
        convert((src, len), (dst, capacity), |src, dst| {
            utf16::bytes_to_ascii(src, Endian::Big, dst)
        })
    }
}

/// Converts any UTF-16BE to ASCII, with `?` for each character that it lacks and for each ill-formed sequence. `replaced` is
/// their number. `utf8kit_utf16be_lossy_count` bytes are enough.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utf8kit_utf16be_to_ascii_lossy(
    src: *const c_char,
    len: usize,
    dst: *mut c_char,
    capacity: usize,
) -> utf8kit_result {
    // SAFETY: the caller keeps to the contract.
    unsafe {
        convert((src, len), (dst, capacity), |src, dst| {
            utf16::bytes_to_ascii_lossy(src, Endian::Big, dst)
        })
    }
}

/// Replaces each unpaired surrogate by U+FFFD, in place, and returns their number. An odd byte at the end stays as it is.
/// Returns zero for arguments that are not allowed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utf8kit_utf16be_make_well_formed(text: *mut c_char, len: usize) -> usize {
    // SAFETY: the caller keeps to the contract.
    unsafe {
        in_place(text, len, 0, |text| {
            utf16::bytes_make_well_formed(text, Endian::Big)
        })
    }
}

/// Copies any bytes as well-formed UTF-16BE, with U+FFFD for each unpaired surrogate and for an odd byte at the end. `replaced`
/// is their number. `len` bytes are enough, and one more if `len` is odd.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utf8kit_utf16be_to_well_formed(
    src: *const c_char,
    len: usize,
    dst: *mut c_char,
    capacity: usize,
) -> utf8kit_result {
    // SAFETY: the caller keeps to the contract.
    unsafe {
        convert((src, len), (dst, capacity), |src, dst| {
            utf16::bytes_to_well_formed(src, Endian::Big, dst)
        })
    }
}

/// Returns the number of bytes before a high surrogate or an odd byte at the end, which is `len` if there is none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utf8kit_utf16be_complete_len(src: *const c_char, len: usize) -> usize {
    // SAFETY: the caller keeps to the contract.
    unsafe {
        measure(src, len, 0, |src| {
            utf16::bytes_split_incomplete(src, Endian::Big).0.len()
        })
    }
}
