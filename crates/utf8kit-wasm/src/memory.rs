//! Memory that JavaScript reads and writes.

use std::alloc::{Layout, alloc, dealloc};
use std::cell::{Cell, RefCell};
use std::ptr;

/// The number of [`numbers`].
const NUMBERS: usize = 2;

thread_local! {
    // A module has one thread.
    static OUTPUT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static NUMBER: [Cell<u32>; NUMBERS] = const { [const { Cell::new(0) }; NUMBERS] };
}

fn layout(len: usize) -> Option<Layout> {
    Layout::from_size_align(len.max(1), 8).ok()
}

/// Allocates `len` bytes, aligned to eight. Returns null if there is no memory.
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
pub extern "C" fn allocate(len: usize) -> *mut u8 {
    match layout(len) {
        // SAFETY: the size is not zero.
        Some(layout) => unsafe { alloc(layout) },
        None => ptr::null_mut(),
    }
}

/// Frees what [`allocate`] has returned for `len`.
///
/// # Safety
///
/// `at` is what `allocate(len)` has returned, is not null, and was not freed.
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
pub unsafe extern "C" fn release(at: *mut u8, len: usize) {
    if let Some(layout) = layout(len) {
        // SAFETY: the caller promises that the memory was allocated with this layout.
        unsafe { dealloc(at, layout) }
    }
}

/// Returns the address of the text that the last call returned.
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
pub extern "C" fn output() -> *const u8 {
    OUTPUT.with_borrow(|output| output.as_ptr())
}

/// Returns the length of the text that the last call returned, in bytes.
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
pub extern "C" fn output_len() -> usize {
    OUTPUT.with_borrow(Vec::len)
}

/// Returns the address of the numbers of 32 bits that the last call returned.
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
pub extern "C" fn numbers() -> *const u32 {
    NUMBER.with(|numbers| numbers.as_ptr().cast())
}

/// Returns the version of the package as [`output`].
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
pub extern "C" fn version() {
    set_output(env!("CARGO_PKG_VERSION").as_bytes().to_vec());
}

/// Makes `text` what [`output`] returns.
pub(crate) fn set_output(text: Vec<u8>) {
    OUTPUT.set(text);
}

/// Makes `values` the first [`numbers`].
#[cfg(feature = "codecs")]
pub(crate) fn set_numbers(values: [usize; 2]) {
    NUMBER.with(|numbers| {
        for (number, value) in numbers.iter().zip(values) {
            number.set(value as u32);
        }
    });
}

/// Returns the `len` units at `at`.
///
/// # Safety
///
/// They are initialized, and nothing writes them during the call. `at` is aligned, and may be null only if `len` is zero.
#[cfg(any(feature = "codecs", feature = "inspect"))]
pub(crate) unsafe fn slice<'a, T>(at: *const T, len: usize) -> &'a [T] {
    debug_assert!(at.is_aligned() && (len == 0 || !at.is_null()));
    match len {
        0 => &[],
        // SAFETY: the caller promises it.
        _ => unsafe { std::slice::from_raw_parts(at, len) },
    }
}

/// Returns the `len` units at `at`.
///
/// # Safety
///
/// As for [`slice()`], and nothing else reads them during the call.
#[cfg(feature = "codecs")]
pub(crate) unsafe fn slice_mut<'a, T>(at: *mut T, len: usize) -> &'a mut [T] {
    debug_assert!(at.is_aligned() && (len == 0 || !at.is_null()));
    match len {
        0 => &mut [],
        // SAFETY: the caller promises it.
        _ => unsafe { std::slice::from_raw_parts_mut(at, len) },
    }
}

/// Returns the string of `len` bytes at `at`, or an empty one if it is not UTF-8.
///
/// # Safety
///
/// As for [`slice()`].
#[cfg(any(feature = "codecs", feature = "inspect"))]
pub(crate) unsafe fn string<'a>(at: *const u8, len: usize) -> &'a str {
    // SAFETY: the caller promises it.
    str::from_utf8(unsafe { slice(at, len) }).unwrap_or_default()
}
