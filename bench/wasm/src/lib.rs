//! The library behind a few functions that JavaScript calls; `measure.mjs` measures them.
#![no_std]

use core::slice;
use utf8kit::{utf8, utf16};

/// Are the `len` octets at `octets` well-formed?
///
/// # Safety
///
/// They can be read.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn validate(octets: *const u8, len: usize) -> bool {
    // SAFETY: the caller promises the octets.
    utf8::is_valid(unsafe { slice::from_raw_parts(octets, len) })
}

/// Converts `len` octets of UTF-8 at `octets` to UTF-16 at `units`: the units written, or -1 after an error.
///
/// # Safety
///
/// The octets can be read; `room` units can be written at `units`, which is even. The two do not overlap.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utf8_to_utf16(octets: *const u8, len: usize, units: *mut u16, room: usize) -> isize {
    // SAFETY: the caller promises both; any memory of WebAssembly is initialised.
    let (octets, units) = unsafe {
        (
            slice::from_raw_parts(octets, len),
            slice::from_raw_parts_mut(units, room),
        )
    };
    utf8::to_utf16(octets, units).map_or(-1, |written| written as isize)
}

/// Converts `len` units of UTF-16 at `units` to UTF-8 at `octets`: the octets written, or -1 after an error.
///
/// # Safety
///
/// The units can be read, `units` is even; `room` octets can be written at `octets`. The two do not overlap.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utf16_to_utf8(units: *const u16, len: usize, octets: *mut u8, room: usize) -> isize {
    // SAFETY: the caller promises both; any memory of WebAssembly is initialised.
    let (units, octets) = unsafe {
        (
            slice::from_raw_parts(units, len),
            slice::from_raw_parts_mut(octets, room),
        )
    };
    utf16::to_utf8(units, octets).map_or(-1, |written| written as isize)
}

#[cfg(target_arch = "wasm32")]
#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    core::arch::wasm32::unreachable()
}
