//! The descriptors that are open, and what converts their text.
//!
//! Programs have the C library's own descriptors. So every function of the C library works with each of them, also in a part of a
//! program that does not reach this library's functions: a plug-in loaded with `RTLD_DEEPBIND` calls the C library's. What converts
//! the text is found here by the descriptor's address. Nothing is allocated, and nothing is locked: descriptors are looked for in
//! each call.

use crate::descriptor::Descriptor;
use crate::private;
use crate::system::Iconv;
use std::ffi::c_void;
use std::ptr;
use std::sync::atomic::{AtomicPtr, Ordering};

/// The logarithm of the number of places.
const BITS: u32 = 12;

/// The places in which a descriptor can be. If others have them all, the C library converts its text.
const PLACES: usize = 16;

/// Stands for a descriptor in a place that is being written.
const BUSY: Iconv = ptr::without_provenance_mut(1);

/// A place for a descriptor.
pub(crate) struct Open {
    /// The C library's descriptor, or null.
    value: AtomicPtr<c_void>,
    /// What converts its text, or null if that is the C library.
    own: AtomicPtr<Descriptor>,
}

static OPEN: [Open; 1 << BITS] = [const {
    Open {
        value: AtomicPtr::new(ptr::null_mut()),
        own: AtomicPtr::new(ptr::null_mut()),
    }
}; 1 << BITS];

fn places(value: Iconv) -> impl Iterator<Item = &'static Open> {
    // Blocks of memory are aligned to 16 bytes.
    let hash = (value.addr() as u64 >> 4).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (64 - BITS);
    (0..PLACES).map(move |index| &OPEN[(hash as usize + index) % OPEN.len()])
}

/// Returns the place of a descriptor, if it has one.
fn place(value: Iconv) -> Option<&'static Open> {
    places(value).find(|open| open.value.load(Ordering::Acquire) == value)
}

/// Returns what converts the text of a descriptor, null if that is the C library, or `None` if the descriptor was not seen yet.
///
/// # Safety
///
/// `value` is an open descriptor of the C library, and no other thread uses it.
pub(crate) unsafe fn find(value: Iconv) -> Option<*mut Descriptor> {
    let own = place(value)?.own.load(Ordering::Relaxed);
    // Another descriptor can be at the address of one that the C library closed alone.
    // SAFETY: as the caller promises.
    unsafe { (own.is_null() || private::is_marked(value, own.cast())).then_some(own) }
}

/// Remembers what converts the text of a descriptor. Returns `false` if there is no place.
///
/// # Safety
///
/// As for [`find`]. `own` is null or from [`Descriptor::new`], and nothing else has it.
pub(crate) unsafe fn remember(value: Iconv, own: *mut Descriptor) -> bool {
    let free = || {
        places(value).find(|open| {
            let taken =
                open.value
                    .compare_exchange(ptr::null_mut(), BUSY, Ordering::Acquire, Ordering::Relaxed);
            taken.is_ok()
        })
    };
    // One that the C library closed without this library is still there.
    let Some(open) = place(value).or_else(free) else {
        return false;
    };
    let old = open.own.swap(own, Ordering::Relaxed);
    open.value.store(value, Ordering::Release);
    // SAFETY: as the caller promises.
    unsafe { private::mark(value, own.cast()) };
    if !old.is_null() {
        // SAFETY: it is from `Descriptor::new`, and its descriptor is closed.
        unsafe { Descriptor::release(old) };
    }
    true
}

/// Forgets a descriptor, and returns what converted its text.
pub(crate) fn forget(value: Iconv) -> Option<*mut Descriptor> {
    let open = place(value)?;
    let own = open.own.swap(ptr::null_mut(), Ordering::Relaxed);
    open.value.store(ptr::null_mut(), Ordering::Release);
    (!own.is_null()).then_some(own)
}

/// Calls `work` with what converts the text of each descriptor that is not closed.
pub(crate) fn for_each(mut work: impl FnMut(&Descriptor)) {
    for open in &OPEN {
        // SAFETY: it is null or from `Descriptor::new`. This runs when the program ends.
        if let Some(own) = unsafe { open.own.load(Ordering::Acquire).as_ref() } {
            work(own);
        }
    }
}
