//! Memory for what grows with the input. Where there is none, Python raises a `MemoryError`; Rust would end the process.

use std::alloc::{self, Layout};
use std::collections::TryReserveError;

/// There is no memory.
#[derive(Debug)]
pub(crate) struct NoMemory;

impl From<TryReserveError> for NoMemory {
    fn from(_: TryReserveError) -> NoMemory {
        NoMemory
    }
}

/// Memory for small allocations, such as a message, that is left when [`require`] succeeds.
const SPARE: usize = 1 << 20;

/// What the recognition of an encoding takes, with the tables that the first one makes.
pub(crate) const OF_RECOGNITION: usize = 2 << 20;

/// What the search for double-encoded text takes, with the tables that the first one makes.
pub(crate) const OF_DOUBLE_ENCODED: usize = 5 << 20;

/// Returns an error if there is no memory for `bytes` and some spare. Call it before something that cannot report it: it
/// allocates as much, and frees it.
pub(crate) fn require(bytes: usize) -> Result<(), NoMemory> {
    let bytes = bytes.saturating_add(SPARE);
    let mut memory: Vec<u8> = Vec::new();
    memory.try_reserve_exact(bytes)?;
    // Without this, the compiler could leave out the allocation.
    std::hint::black_box(&mut memory);
    Ok(())
}

/// Appends `items`.
#[inline]
pub(crate) fn extend<T: Copy>(vec: &mut Vec<T>, items: &[T]) -> Result<(), NoMemory> {
    vec.try_reserve(items.len())?;
    vec.extend_from_slice(items);
    Ok(())
}

/// Appends one item.
#[inline]
pub(crate) fn push<T>(vec: &mut Vec<T>, item: T) -> Result<(), NoMemory> {
    vec.try_reserve(1)?;
    vec.push(item);
    Ok(())
}

/// Returns an empty vector for `capacity` items.
pub(crate) fn with_capacity<T>(capacity: usize) -> Result<Vec<T>, NoMemory> {
    let mut vec = Vec::new();
    vec.try_reserve_exact(capacity)?;
    Ok(vec)
}

/// A type that has zero as a value.
///
/// # Safety
///
/// Bytes that are all zero are a value, and no item has size 0.
pub(crate) unsafe trait Zero: Copy {}

// SAFETY: a number of zero bytes is 0.
unsafe impl Zero for u8 {}
// SAFETY: a number of zero bytes is 0.
unsafe impl Zero for u16 {}
// SAFETY: a number of zero bytes is 0.
unsafe impl Zero for u32 {}
// SAFETY: a number of zero bytes is 0.
unsafe impl Zero for i32 {}
// SAFETY: a byte of zero is `false`.
unsafe impl Zero for bool {}

/// Returns as many zeros. Those that are only read take no memory: the system gives the same page for all.
pub(crate) fn zeros<T: Zero>(len: usize) -> Result<Vec<T>, NoMemory> {
    let layout = Layout::array::<T>(len).map_err(|_| NoMemory)?;
    if len == 0 {
        return Ok(Vec::new());
    }
    // SAFETY: there are items, which have a size.
    let memory = unsafe { alloc::alloc_zeroed(layout) };
    if memory.is_null() {
        return Err(NoMemory);
    }
    // SAFETY: the global allocator has returned this for `len` items, and bytes of zero are a value of each.
    Ok(unsafe { Vec::from_raw_parts(memory.cast(), len, len) })
}
