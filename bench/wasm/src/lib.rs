//! The library behind a few functions that JavaScript calls; `measure.mjs` measures them.
#![no_std]

use core::slice;
use utf8kit::{utf8, utf16};

/// Are the `len` bytes at `bytes` well-formed?
///
/// # Safety
///
/// They can be read.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn validate(bytes: *const u8, len: usize) -> bool {
    // SAFETY: the caller promises the bytes.
    utf8::is_valid(unsafe { slice::from_raw_parts(bytes, len) })
}

/// Converts `len` bytes of UTF-8 at `bytes` to UTF-16 at `units`: the units written, or -1 after an error.
///
/// # Safety
///
/// The bytes can be read; `room` units can be written at `units`, which is even. The two do not overlap.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utf8_to_utf16(bytes: *const u8, len: usize, units: *mut u16, room: usize) -> isize {
    // SAFETY: the caller promises both; any memory of WebAssembly is initialised.
    let (bytes, units) = unsafe {
        (
            slice::from_raw_parts(bytes, len),
            slice::from_raw_parts_mut(units, room),
        )
    };
    utf8::to_utf16(bytes, units).map_or(-1, |written| written as isize)
}

/// Converts `len` units of UTF-16 at `units` to UTF-8 at `bytes`: the bytes written, or -1 after an error.
///
/// # Safety
///
/// The units can be read, `units` is even; `room` bytes can be written at `bytes`. The two do not overlap.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utf16_to_utf8(units: *const u16, len: usize, bytes: *mut u8, room: usize) -> isize {
    // SAFETY: the caller promises both; any memory of WebAssembly is initialised.
    let (units, bytes) = unsafe {
        (
            slice::from_raw_parts(units, len),
            slice::from_raw_parts_mut(bytes, room),
        )
    };
    utf16::to_utf8(units, bytes).map_or(-1, |written| written as isize)
}

#[cfg(target_arch = "wasm32")]
#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    core::arch::wasm32::unreachable()
}
