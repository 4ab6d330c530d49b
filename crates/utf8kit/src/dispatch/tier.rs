//! The instruction sets, and the choice of the one in use.

use super::{Kernels, tables};
use core::fmt;

/// An instruction set that the kernels are compiled for.
///
/// ```
/// println!("utf8kit uses {}", utf8kit::tier());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Tier {
    /// Plain code for any processor.
    Portable,
    /// 128-bit vectors of WebAssembly.
    Simd128,
    /// 128-bit vectors of Arm.
    Neon,
    /// 128-bit vectors of x86 with byte shuffles: SSE4.1, SSSE3 and POPCNT.
    Sse41,
    /// 256-bit vectors of x86: AVX2, POPCNT and BMI.
    Avx2,
    /// 512-bit vectors of x86 with VBMI, VBMI2 and GFNI: Intel since Ice Lake, AMD since Zen 4.
    Avx512,
}

impl Tier {
    /// Returns the name of the tier, as in the environment variable `UTF8KIT_TIER`.
    pub const fn name(self) -> &'static str {
        match self {
            Tier::Portable => "portable",
            Tier::Simd128 => "simd128",
            Tier::Neon => "neon",
            Tier::Sse41 => "sse41",
            Tier::Avx2 => "avx2",
            Tier::Avx512 => "avx512",
        }
    }

    /// Returns the kernels of this tier, if the processor has its instructions.
    #[cfg(any(feature = "tiers", test))]
    pub(crate) fn kernels(self) -> Option<&'static Kernels> {
        available().find(|kernels| kernels.tier == self)
    }
}

impl fmt::Display for Tier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Returns the tables of the instruction sets that the processor has, the best first. The last one is the portable
/// one.
pub(crate) fn available() -> impl Iterator<Item = &'static Kernels> {
    tables::ALL
        .iter()
        .filter(|(is_available, _)| is_available())
        .map(|&(_, kernels)| kernels)
}

/// Returns the tier in use.
///
/// It is the best one that the processor has, which is determined once. Without the feature `std`, it is the best one
/// that the target always has.
///
/// With `std`, the environment variable `UTF8KIT_TIER` can name the highest tier to use, for diagnosis: `avx512`,
/// `avx2`, `sse41`, `neon`, `simd128` or `portable`. It is read once, at the first call of any function of this crate
/// that uses vectors. If the processor lacks the tier, the next lower one that it has is used. An empty or unknown
/// value is ignored. The variable is not covered by semantic versioning.
#[inline]
pub fn tier() -> Tier {
    best().tier
}

#[cfg(feature = "std")]
mod cache {
    use super::Kernels;
    use core::ptr;
    use core::sync::atomic::{AtomicPtr, Ordering};

    /// The kernels in use, or null until they are determined.
    static BEST: AtomicPtr<Kernels> = AtomicPtr::new(ptr::null_mut());

    #[inline]
    pub(in crate::dispatch) fn best() -> &'static Kernels {
        let best = BEST.load(Ordering::Relaxed);
        if best.is_null() {
            return find();
        }
        // SAFETY: only `find` stores a pointer, which is a reference to a static. A static needs no synchronization.
        unsafe { &*best }
    }

    #[cold]
    #[inline(never)]
    fn find() -> &'static Kernels {
        let named = std::env::var_os("UTF8KIT_TIER");
        let best = super::highest(|kernels| named.as_deref().is_some_and(|name| name == kernels.tier.name()));
        BEST.store(ptr::from_ref(best).cast_mut(), Ordering::Relaxed);
        best
    }
}

#[cfg(feature = "std")]
pub(super) use cache::best;

#[cfg(not(feature = "std"))]
#[inline]
pub(super) fn best() -> &'static Kernels {
    highest(|_| false)
}

/// Returns the best available table at or below the one for which `is_highest` returns `true`. If there is none,
/// returns the best available table of all.
fn highest(is_highest: impl Fn(&Kernels) -> bool) -> &'static Kernels {
    let all = tables::ALL;
    let from = all
        .iter()
        .position(|(_, kernels)| is_highest(kernels))
        .unwrap_or(0);
    let (_, portable) = all[all.len() - 1];
    all[from..]
        .iter()
        .find(|(is_available, _)| is_available())
        .map_or(portable, |&(_, kernels)| kernels)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_named_tier_that_is_missing_falls_to_the_next_below() {
        for (at, (_, named)) in tables::ALL.iter().enumerate() {
            let found = highest(|kernels| kernels.tier == named.tier);
            let place = tables::ALL
                .iter()
                .position(|(_, kernels)| kernels.tier == found.tier);
            assert!(
                place.is_some_and(|place| place >= at),
                "{} for {}",
                found.tier,
                named.tier
            );
            assert!(found.tier.kernels().is_some());
        }
        assert_eq!(
            highest(|kernels| kernels.tier == Tier::Portable).tier,
            Tier::Portable
        );
        assert_eq!(highest(|_| false).tier, available().next().unwrap().tier);
    }
}
