//! Descriptors that the program has closed, kept for the next one with the same names.
//!
//! Programs open a descriptor for each text, for the same encodings every time. To close and to open one of the C library takes
//! longer than to convert a short text.

use crate::descriptor::Descriptor;
use crate::names::Names;
use crate::private;
use std::ptr;
use std::sync::atomic::{AtomicPtr, Ordering};

/// The number of descriptors that are kept, each at the place that its names give.
const PLACES: usize = 8;

static KEPT: [AtomicPtr<Descriptor>; PLACES] = [const { AtomicPtr::new(ptr::null_mut()) }; PLACES];

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
