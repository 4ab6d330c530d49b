//! What a program has to bring that only validates, without `std` and without an allocator: nothing.
#![no_std]

/// How many of the `len` bytes at `bytes` are well-formed UTF-8: all, or those before the first error.
///
/// # Safety
///
/// They can be read.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn valid_up_to(bytes: *const u8, len: usize) -> usize {
    // SAFETY: the caller promises the bytes.
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
