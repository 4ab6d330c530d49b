//! Descriptors that the program has closed, kept for the next one with the same names.
//!
//! Programs open a descriptor for each text, for the same encodings every time. To close and to open one of the C library takes
//! longer than to convert a short text.

use crate::descriptor::Descriptor;
use crate::names::Names;
use crate::private;
use std::ptr;
use std::sync::atomic::{AtomicPtr, AtomicU64, Ordering};

/// The number of descriptors that are kept, each at the place that its names give.
const PLACES: usize = 8;

static KEPT: [AtomicPtr<Descriptor>; PLACES] = [const { AtomicPtr::new(ptr::null_mut()) }; PLACES];

/// The hashes of names between which the C library converts, each at the place that it gives.
static PASSED_ON: [AtomicU64; 2 * PLACES] = [const { AtomicU64::new(0) }; 2 * PLACES];

fn place_of_hash(hash: u64) -> &'static AtomicU64 {
    &PASSED_ON[hash as usize % PASSED_ON.len()]
}

/// Returns `true` if the C library is known to convert between two names. Of others with the same hash it does, too, which only takes
/// longer.
pub(crate) fn is_passed_on(names: &Names) -> bool {
    let hash = names.hash();
    place_of_hash(hash).load(Ordering::Relaxed) == hash
}

/// Remembers that the C library converts between two names.
pub(crate) fn pass_on(names: &Names) {
    let hash = names.hash();
    place_of_hash(hash).store(hash, Ordering::Relaxed);
}

fn place(names: &Names) -> &'static AtomicPtr<Descriptor> {
    &KEPT[names.hash() as usize % PLACES]
}

/// Returns a descriptor with these names that was kept. It is as one that was just opened.
pub(crate) fn take(names: &Names) -> Option<*mut Descriptor> {
    let place = place(names);
    if place.load(Ordering::Relaxed).is_null() {
        return None;
    }
    let own = place.swap(ptr::null_mut(), Ordering::Acquire);
    // SAFETY: it is null or was kept, and this thread alone has it.
    let is_it = unsafe { own.as_ref() }.is_some_and(|own| own.names.as_ref() == Some(names));
    if is_it {
        return Some(own);
    }
    // Another one of the same place goes back, unless there is one again.
    if !own.is_null() {
        let back = place.compare_exchange(ptr::null_mut(), own, Ordering::Release, Ordering::Relaxed);
        if back.is_err() {
            // SAFETY: it is from `Descriptor::new`, and this thread alone has it.
            unsafe { Descriptor::close(own) };
        }
    }
    None
}

/// Keeps a descriptor that the program closes. Returns `false` if it cannot be kept, and is to be closed.
///
/// # Safety
///
/// `own` is from [`Descriptor::new`], its C library's descriptor is open, and nothing uses them any more.
pub(crate) unsafe fn keep(own: *mut Descriptor) -> bool {
    // SAFETY: as the caller promises.
    let descriptor = unsafe { &mut *own };
    let Some(names) = descriptor.names else {
        return false;
    };
    // If the C library closed it alone, another one is at its address.
    // SAFETY: as the caller promises.
    if !unsafe { private::is_surely_marked(descriptor.inner(), own.cast()) && descriptor.renew() } {
        return false;
    }
    let old = place(&names).swap(own, Ordering::AcqRel);
    if !old.is_null() {
        // SAFETY: it was kept, and this thread alone has it.
        unsafe { Descriptor::close(old) };
    }
    true
}
