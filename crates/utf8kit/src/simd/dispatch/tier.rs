//! The instruction sets, and the choice of the one in use.

#[cfg(any(test, feature = "tiers"))]
use super::Kernels;
use super::{choice, sets};
use core::fmt;

/// An instruction set that the kernels are compiled for.
///
/// ```
/// println!("utf8kit uses {}", utf8kit::tier());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
#[repr(u8)]
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
    /// All tiers, the best of each architecture first. [`available`](Self::available) returns those of the processor.
    pub const ALL: &'static [Tier] = &[
        Tier::Avx512,
        Tier::Avx2,
        Tier::Sse41,
        Tier::Neon,
        Tier::Simd128,
        Tier::Portable,
    ];

    /// Returns the tiers that the processor has, the best first. The last one is [`Tier::Portable`].
    ///
    /// Without the feature `std`, these are the tiers that the target always has. A module of WebAssembly without an
    /// operating system (`wasm32-unknown-unknown`) has only the one that it is compiled for.
    ///
    /// ```
    /// use utf8kit::Tier;
    ///
    /// assert!(Tier::available().any(|tier| tier == utf8kit::tier()));
    /// assert_eq!(Tier::available().last(), Some(Tier::Portable));
    /// ```
    pub fn available() -> impl Iterator<Item = Tier> {
        sets::ALL
            .iter()
            .filter(|(is_available, _)| is_available())
            .map(|&(_, tier)| tier)
    }

    /// Returns the tier with this [name](Self::name), whether the processor has it or not.
    ///
    /// ```
    /// use utf8kit::Tier;
    ///
    /// assert_eq!(Tier::from_name("sse41"), Some(Tier::Sse41));
    /// assert_eq!(Tier::from_name("SSE4.1"), None);
    /// ```
    pub fn from_name(name: &str) -> Option<Tier> {
        Self::ALL.iter().copied().find(|tier| tier.name() == name)
    }

    /// Returns the name of the tier, as in the environment variable `UTF8KIT_TIER`.
    ///
    /// ```
    /// assert_eq!(utf8kit::Tier::Avx2.name(), "avx2");
    /// ```
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
    #[cfg(any(test, feature = "tiers"))]
    pub(crate) fn kernels(self) -> Option<Kernels> {
        let is_available = Tier::available().any(|tier| tier == self);
        is_available.then_some(Kernels { tier: Some(self) })
    }
}

impl fmt::Display for Tier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
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
/// feature `std`, it is the best one that the target always has, and cannot be changed.
///
/// With `std`, the environment variable `UTF8KIT_TIER` can name the highest tier to use, for diagnosis: `avx512`,
/// `avx2`, `sse41`, `neon`, `simd128` or `portable`. It is read once, at the first call of any function of this crate
/// that uses vectors. If the processor lacks the tier, the next lower one that it has is used. An empty or unknown
/// value is ignored. The variable is not covered by semantic versioning.
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
/// Without the feature `std` this function does not exist, because the tier is fixed when the crate is compiled. So it is in a
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
#[cfg(feature = "std")]
pub fn set_tier(tier: Tier) -> Result<(), TierUnavailable> {
    if !Tier::available().any(|available| available == tier) {
        return Err(TierUnavailable { tier });
    }
    choice::set(tier);
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
#[cfg(feature = "std")]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TierUnavailable {
    tier: Tier,
}

#[cfg(feature = "std")]
impl TierUnavailable {
    /// Returns the tier that is not available.
    pub const fn tier(self) -> Tier {
        self.tier
    }
}

#[cfg(feature = "std")]
impl fmt::Display for TierUnavailable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} is not available here; available:", self.tier)?;
        for (i, tier) in Tier::available().enumerate() {
            write!(f, "{} {tier}", if i == 0 { "" } else { "," })?;
        }
        Ok(())
    }
}

#[cfg(feature = "std")]
impl core::error::Error for TierUnavailable {}

/// Returns the best available tier at or below the one for which `is_highest` returns `true`. If there is none, returns the best
/// available one of all.
pub(super) fn highest(is_highest: impl Fn(Tier) -> bool) -> Tier {
    let all = sets::ALL;
    let from = all.iter().position(|&(_, tier)| is_highest(tier)).unwrap_or(0);
    let (_, last) = all[all.len() - 1];
    all[from..]
        .iter()
        .find(|(is_available, _)| is_available())
        .map_or(last, |&(_, tier)| tier)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_named_tier_that_is_missing_falls_to_the_next_below() {
        for (at, &(_, named)) in sets::ALL.iter().enumerate() {
            let found = highest(|tier| tier == named);
            let place = sets::ALL.iter().position(|&(_, tier)| tier == found);
            assert!(place.is_some_and(|place| place >= at), "{found} for {named}");
            assert!(Tier::available().any(|tier| tier == found));
        }
        assert_eq!(highest(|tier| tier == Tier::Portable), Tier::Portable);
        assert_eq!(Some(highest(|_| false)), Tier::available().next());
    }
}
