//! Validation without `std` and without an allocator. It shows that the library needs nothing else.
#![no_std]

/// Returns the number of the `len` bytes at `bytes` that are well-formed UTF-8 before the first error, if any.
///
/// # Safety
///
/// The bytes are readable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn valid_up_to(bytes: *const u8, len: usize) -> usize {
    // SAFETY: the caller guarantees that the bytes are readable.
    let bytes = unsafe { core::slice::from_raw_parts(bytes, len) };
    match utf8kit::utf8::validate(bytes) {
        Ok(text) => text.len(),
        Err(error) => error.valid_up_to(),
    }
}

#[cfg(target_arch = "wasm32")]
#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    core::arch::wasm32::unreachable()
}
