//! The instruction set in use, where it is chosen when the program runs.
//!
//! The choice is made once. Each kernel has a pointer of its own to its function for that instruction set, and nothing refers to all
//! of them, so that the linker removes the kernels that nothing calls. The first call of a kernel finds the function.

use super::sets::highest;
use super::tier::Tier;
use core::sync::atomic::{AtomicU8, Ordering};

/// The number of the tier in use, or [`UNKNOWN`] until it is determined.
static BEST: AtomicU8 = AtomicU8::new(UNKNOWN);

const UNKNOWN: u8 = u8::MAX;

/// Returns the tier in use.
#[inline]
pub(super) fn best() -> Tier {
    match BEST.load(Ordering::Relaxed) {
        UNKNOWN => find(),
        // SAFETY: only `find` and `set` store a number, which is that of a tier. The type has this representation.
        number => unsafe { core::mem::transmute::<u8, Tier>(number) },
    }
}

#[cold]
#[inline(never)]
fn find() -> Tier {
    #[cfg(feature = "std")]
    let named = std::env::var_os("UTF8KIT_TIER");
    #[cfg(feature = "std")]
    let best = highest(|tier| named.as_deref().is_some_and(|name| name == tier.name()));
    #[cfg(not(feature = "std"))]
    let best = highest(|_| false);
    // Another thread may have called `set` meanwhile, which prevails.
    let set = BEST.compare_exchange(UNKNOWN, best as u8, Ordering::Relaxed, Ordering::Relaxed);
    if set.is_err() {
        return self::best();
    }
    #[cfg(feature = "std")]
    if named.is_some_and(|name| !name.is_empty() && !Tier::ALL.iter().any(|tier| name == tier.name())) {
        report_unknown_name();
    }
    best
}

/// Says on standard error that the variable names no tier. Without the machinery of formatting, which is large.
#[cfg(feature = "std")]
#[cold]
fn report_unknown_name() {
    use std::io::Write as _;
    // Who reads it is not known to be there.
    let _ = std::io::stderr().write_all(
        b"utf8kit: UTF8KIT_TIER names no instruction set and is ignored; names are avx512, avx2, sse41, neon, simd128 and portable\n",
    );
}

/// Makes `tier`, which is available, the one in use.
pub(super) fn set(tier: Tier) {
    BEST.store(tier as u8, Ordering::Relaxed);
}

/// Defines the call of a kernel's function for the instruction set in use.
macro_rules! selected {
    (($($argument:ident: $type:ty),*) -> $result:ty) => {
        /// Points to the function that is in use.
        static IN_USE: AtomicPtr<()> = AtomicPtr::new(first_call as *const () as *mut ());

        /// Calls the function that is in use.
        #[inline]
        unsafe fn selected($($argument: $type),*) -> $result {
            let function = IN_USE.load(Ordering::Relaxed);
            // SAFETY: only functions of this type are stored, of instruction sets that are available.
            let function = unsafe { core::mem::transmute::<*mut (), Function>(function) };
            // SAFETY: the caller promises it.
            unsafe { function($($argument),*) }
        }

        /// Finds the function, and calls it.
        #[cold]
        #[inline(never)]
        unsafe fn first_call($($argument: $type),*) -> $result {
            let tier = best();
            let function = of_tier(tier);
            IN_USE.store(function as *const () as *mut (), Ordering::Relaxed);
            if tier != best() {
                // Another thread has selected another tier meanwhile.
                find_again();
            }
            // SAFETY: the tier is available. The caller promises the rest.
            unsafe { function($($argument),*) }
        }

        /// Lets the next call find the function again.
        pub(super) fn find_again() {
            IN_USE.store(first_call as *const () as *mut (), Ordering::Relaxed);
        }
    };
}
pub(super) use selected;
