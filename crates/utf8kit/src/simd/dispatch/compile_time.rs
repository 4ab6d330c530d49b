//! The instruction set in use, where it is chosen when the crate is compiled: without the feature `detect`, and in a module of
//! WebAssembly without an operating system. There are no statics.

use super::sets::highest;
use super::tier::Tier;

/// Returns the tier in use.
#[inline]
pub(super) fn best() -> Tier {
    highest(|_| false)
}

/// Makes `tier` the one in use: it is, because no other one is available.
pub(super) fn set(_: Tier) {}

/// Defines the call of a kernel's function for the instruction set in use.
macro_rules! selected {
    (($($argument:ident: $type:ty),*) -> $result:ty) => {
        /// Calls the function that is in use.
        #[inline]
        unsafe fn selected($($argument: $type),*) -> $result {
            // SAFETY: the tier is available. The caller promises the rest.
            unsafe { of_tier(best())($($argument),*) }
        }

        /// Lets the next call find the function again, which is always the same.
        pub(super) fn find_again() {}
    };
}
pub(super) use selected;
