//! Memory that JavaScript reads and writes.

use std::alloc::{GlobalAlloc, Layout, System, alloc, dealloc};
use std::cell::{Cell, RefCell};
use std::ptr;
use std::sync::atomic::{AtomicBool, Ordering};

/// The number of [`numbers`].
const NUMBERS: usize = 2;

thread_local! {
    // A module has one thread.
    static OUTPUT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static NUMBER: [Cell<u32>; NUMBERS] = const { [const { Cell::new(0) }; NUMBERS] };
}

/// Whether an allocation has failed, or was larger than any can be.
static IS_OUT_OF_MEMORY: AtomicBool = AtomicBool::new(false);

/// The allocator of the system, which remembers that it failed. The standard library stops the module then with an instruction that
/// does not say why.
#[derive(Debug)]
struct Allocator;

#[cfg_attr(target_family = "wasm", global_allocator)]
#[cfg_attr(
    not(target_family = "wasm"),
    expect(dead_code, reason = "the module alone has an allocator of its own")
)]
static ALLOCATOR: Allocator = Allocator;

impl Allocator {
    fn checked(at: *mut u8) -> *mut u8 {
        if at.is_null() {
            IS_OUT_OF_MEMORY.store(true, Ordering::Relaxed);
        }
        at
    }
}

// SAFETY: all functions are those of the system's allocator.
unsafe impl GlobalAlloc for Allocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller promises what the function requires.
        Allocator::checked(unsafe { System.alloc(layout) })
    }

    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        // SAFETY: the caller promises what the function requires.
        unsafe { System.dealloc(at, layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller promises what the function requires.
        Allocator::checked(unsafe { System.alloc_zeroed(layout) })
    }

    unsafe fn realloc(&self, at: *mut u8, layout: Layout, len: usize) -> *mut u8 {
        // SAFETY: the caller promises what the function requires.
        Allocator::checked(unsafe { System.realloc(at, layout, len) })
    }
}

/// Prepares a new instance of the module: a vector that would be larger than 2 GiB is out of memory, too.
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
pub extern "C" fn start() {
    std::panic::set_hook(Box::new(|panic| {
        if panic.payload_as_str() == Some("capacity overflow") {
            IS_OUT_OF_MEMORY.store(true, Ordering::Relaxed);
        }
    }));
}

/// Returns `true` if the instance has stopped for lack of memory. It cannot be used again: what was on its stack is not freed, and
/// what it changed is half done.
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
pub extern "C" fn is_out_of_memory() -> bool {
    IS_OUT_OF_MEMORY.load(Ordering::Relaxed)
}

fn layout(len: usize) -> Option<Layout> {
    Layout::from_size_align(len.max(1), 8).ok()
}

/// Allocates `len` bytes, aligned to eight. Returns null if there is no memory.
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
pub extern "C" fn allocate(len: usize) -> *mut u8 {
    match layout(len) {
        Some(layout) => allocated(layout),
        None => ptr::null_mut(),
    }
}

/// Allocates what `layout` says, which is not of size zero. Returns null if there is no memory, after which the instance works.
fn allocated(layout: Layout) -> *mut u8 {
    debug_assert!(layout.size() > 0);
    // SAFETY: the size is not zero.
    let at = unsafe { alloc(layout) };
    if at.is_null() {
        IS_OUT_OF_MEMORY.store(false, Ordering::Relaxed);
    }
    at
}

/// Returns `value` in memory that JavaScript owns, as `Box::into_raw` does, or null and no [`output`] if there is no memory.
#[cfg(feature = "decoders")]
pub(crate) fn owned<T>(value: T) -> *mut T {
    let at: *mut T = allocated(Layout::new::<T>()).cast();
    if at.is_null() {
        set_output(Vec::new());
        return at;
    }
    // SAFETY: the memory is aligned and large enough for a `T`, and has none yet.
    unsafe { at.write(value) };
    at
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

/// Gives JavaScript a page of the array that the present call outputs, before the rest of it.
#[cfg(any(feature = "inspect", feature = "names"))]
pub(crate) fn emit(page: &[u8]) {
    #[cfg(all(target_family = "wasm", target_os = "unknown"))]
    {
        #[link(wasm_import_module = "utf8kit")]
        unsafe extern "C" {
            fn emit(at: *const u8, len: usize);
        }
        // SAFETY: JavaScript reads the bytes during the call, and calls nothing here.
        unsafe { emit(page.as_ptr(), page.len()) }
    }
    // Only JavaScript takes pages.
    #[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
    let _ = page;
}

/// Makes the halves of `value` the first [`numbers`], the low one first.
#[cfg(feature = "decoders")]
pub(crate) fn set_long_number(value: u64) {
    set_numbers([value as u32 as usize, (value >> 32) as usize]);
}

/// Makes `values` the first [`numbers`].
#[cfg(feature = "decoders")]
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
#[cfg(any(feature = "decoders", feature = "inspect", feature = "names"))]
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
#[cfg(feature = "decoders")]
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
#[cfg(any(feature = "decoders", feature = "inspect"))]
pub(crate) unsafe fn string<'a>(at: *const u8, len: usize) -> &'a str {
    // SAFETY: the caller promises it.
    str::from_utf8(unsafe { slice(at, len) }).unwrap_or_default()
}
