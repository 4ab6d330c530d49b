//! The choice of the instruction set in use.

#[cfg(any(test, feature = "tiers"))]
use super::Kernels;
use super::choice;
#[cfg(feature = "detect")]
use super::rows;
use super::tier::Tier;
#[cfg(feature = "detect")]
use core::fmt;

#[cfg(any(test, feature = "tiers"))]
impl Tier {
    /// Returns the kernels of this tier, if the processor has its instructions.
    pub(crate) fn kernels(self) -> Option<Kernels> {
        let is_available = Tier::available().any(|tier| tier == self);
        is_available.then_some(Kernels { tier: Some(self) })
    }
}

/// Returns the kernels of the instruction sets that the processor has, the best first. The last ones are the portable
/// ones.
#[cfg(all(test, feature = "tiers"))]
pub(crate) fn available() -> impl Iterator<Item = Kernels> {
    Tier::available().map(|tier| Kernels { tier: Some(tier) })
}

/// Returns the tier in use.
///
/// It is the best one that the processor has, which is determined once, unless `set_tier` selects another one. Without the
/// feature `detect`, it is the best one that the target always has, and cannot be changed.
///
/// With `std`, the environment variable `UTF8KIT_TIER` can name the highest tier to use, for diagnosis: `avx512`,
/// `avx2`, `sse41`, `neon`, `simd128` or `portable`. It is read once, at the first call of any function of this crate
/// that uses vectors. If the processor lacks the tier, the next lower one that it has is used. An empty or unknown
/// value is ignored, and an unknown one is reported on standard error. The variable is not covered by semantic versioning.
#[inline]
pub fn tier() -> Tier {
    choice::best()
}

/// Selects the tier that all later calls in this process use, for diagnosis and measurements.
///
/// The results of no function depend on the tier. Only the speed does. So this can be called at any time and from any
/// thread. A call that runs at the same time in another thread uses the old tier, the new one, or first one and then the
/// other. The environment variable `UTF8KIT_TIER` has no effect afterwards.
///
/// Without the feature `detect` this function does not exist, because the tier is fixed when the crate is compiled. So it is in a
/// module of WebAssembly without an operating system, where the function accepts only that tier.
///
/// # Errors
///
/// Returns an error if the processor, or this build of the crate, lacks the tier. The tier in use stays the same.
///
/// ```
/// use utf8kit::{Tier, set_tier, tier, utf8};
///
/// let best = tier();
/// for tier in Tier::available() {
///     set_tier(tier)?;
///     assert_eq!(utf8kit::tier(), tier);
///     assert_eq!(utf8::count("où ça".as_bytes()), 5);
/// }
/// set_tier(best)?;
/// # Ok::<(), utf8kit::TierUnavailable>(())
/// ```
#[cfg(feature = "detect")]
pub fn set_tier(tier: Tier) -> Result<(), TierUnavailable> {
    if !Tier::available().any(|available| available == tier) {
        return Err(TierUnavailable { tier });
    }
    choice::set(tier);
    rows::find_again();
    Ok(())
}

/// The error of [`set_tier`]: the processor, or this build of the crate, lacks the tier.
///
/// ```
/// use utf8kit::{Tier, set_tier};
///
/// let missing = if cfg!(target_arch = "x86_64") { Tier::Neon } else { Tier::Avx2 };
/// let error = set_tier(missing).unwrap_err();
/// assert_eq!(error.tier(), missing);
/// assert!(error.to_string().contains(" is not available here; available: "));
/// ```
#[cfg(feature = "detect")]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TierUnavailable {
    tier: Tier,
}

#[cfg(feature = "detect")]
impl TierUnavailable {
    /// Returns the tier that is not available.
    pub const fn tier(self) -> Tier {
        self.tier
    }
}

#[cfg(feature = "detect")]
impl fmt::Display for TierUnavailable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} is not available here; available:", self.tier)?;
        for (i, tier) in Tier::available().enumerate() {
            write!(f, "{} {tier}", if i == 0 { "" } else { "," })?;
        }
        Ok(())
    }
}

#[cfg(feature = "detect")]
impl core::error::Error for TierUnavailable {}
