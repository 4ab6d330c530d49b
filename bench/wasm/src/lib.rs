//! Exports functions of the library to JavaScript, for `measure.mjs`.
#![no_std]

use core::slice;
use utf8kit::{utf8, utf16};

/// Returns `true` if the `len` bytes at `bytes` are well-formed UTF-8.
///
/// # Safety
///
/// The bytes are readable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn validate(bytes: *const u8, len: usize) -> bool {
    // SAFETY: the caller guarantees that the bytes are readable.
    utf8::is_valid(unsafe { slice::from_raw_parts(bytes, len) })
}

/// Converts `len` bytes of UTF-8 at `bytes` to UTF-16 at `units`. Returns the number of code units written, or -1 on error.
///
/// # Safety
///
/// The bytes are readable, `capacity` code units at `units` are writable, `units` is even, and the two do not overlap.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utf8_to_utf16(bytes: *const u8, len: usize, units: *mut u16, capacity: usize) -> isize {
    // SAFETY: the caller guarantees both ranges, and WebAssembly memory is always initialised.
    let (bytes, units) = unsafe {
        (
            slice::from_raw_parts(bytes, len),
            slice::from_raw_parts_mut(units, capacity),
        )
    };
    utf8::to_utf16(bytes, units).map_or(-1, |written| written as isize)
}

/// Converts `len` code units of UTF-16 at `units` to UTF-8 at `bytes`. Returns the number of bytes written, or -1 on error.
///
/// # Safety
///
/// The code units are readable, `units` is even, `capacity` bytes at `bytes` are writable, and the two do not overlap.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utf16_to_utf8(units: *const u16, len: usize, bytes: *mut u8, capacity: usize) -> isize {
    // SAFETY: the caller guarantees both ranges, and WebAssembly memory is always initialised.
    let (units, bytes) = unsafe {
        (
            slice::from_raw_parts(units, len),
            slice::from_raw_parts_mut(bytes, capacity),
        )
    };
    utf16::to_utf8(units, bytes).map_or(-1, |written| written as isize)
}

#[cfg(target_arch = "wasm32")]
#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    core::arch::wasm32::unreachable()
}
