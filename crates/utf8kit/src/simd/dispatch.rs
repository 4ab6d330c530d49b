//! Run-time dispatch: defines the kernels, and selects the instruction set in use.
//!
//! A public function calls the [engine](crate::engine), which calls a method of [`Kernels`]. The method calls a function
//! compiled for the instruction set. It runs the [kernel](crate::simd), which is written over the
//! [vector trait](crate::simd::arch). A search for a kernel's name finds its row and its callers: `utf8_to_utf16le` has its row in
//! `dispatch/rows.rs`, and is called in `engine/pairs/wide.rs`.
//!
//! | file | what |
//! | --- | --- |
//! | `rows` | one row for each kernel |
//! | `sets` | one row for each instruction set, and which are available |
//! | `kernel` | what a row defines |
//! | `tier` | the public type of instruction sets |
//! | `select` | the choice by the program |
//! | `run_time` or `compile_time` | the instruction set in use, and the call of its function |

// Where there is an operating system, and with `tiers`, the feature `detect` lets the program choose.
#[cfg_attr(
    all(
        feature = "detect",
        not(all(target_family = "wasm", target_os = "unknown", not(feature = "tiers")))
    ),
    path = "dispatch/run_time.rs"
)]
#[cfg_attr(
    not(all(
        feature = "detect",
        not(all(target_family = "wasm", target_os = "unknown", not(feature = "tiers")))
    )),
    path = "dispatch/compile_time.rs"
)]
mod choice;
mod kernel;
mod rows;
mod select;
mod sets;
mod tier;

pub use select::tier;
#[cfg(feature = "detect")]
pub use select::{TierUnavailable, set_tier};
pub use tier::Tier;

#[cfg(all(test, feature = "tiers"))]
pub(crate) use {rows::check_all, select::available};

/// The kernels of an instruction set that is available: the one in use, or in tests another one. Its methods call
/// the functions compiled for it: one for each kernel, which `dispatch/rows.rs` lists.
///
/// Outside of this module it comes only from [`kernels`], and in tests from `available` and `Tier::kernels`, which check that.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Kernels {
    /// `None` is the one in use.
    #[cfg(any(test, feature = "tiers"))]
    tier: Option<Tier>,
}

#[cfg(any(test, feature = "tiers"))]
impl Kernels {
    /// Returns the instruction set.
    #[cfg(test)]
    pub(crate) fn tier(self) -> Tier {
        self.tier.unwrap_or_else(tier)
    }
}

/// Returns the kernels in use. They are those of the best instruction set that the processor has, which is determined
/// once, or those that `set_tier` selected.
#[inline]
pub(crate) const fn kernels() -> Kernels {
    Kernels {
        #[cfg(any(test, feature = "tiers"))]
        tier: None,
    }
}
