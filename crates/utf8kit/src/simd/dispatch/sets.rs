//! The instruction sets that this target can have: one row for each.

use super::tier::Tier;
use crate::simd::arch::*;

/// Passes every instruction set to a macro, the best first, after other arguments: the tier, which the type of the set has the name
/// of; the name of its functions; the macro that enables its target features; and the macro that defines its functions, which is
/// `short_first` if the set has kernels for short text.
///
/// A set is in the list where it can be chosen: with the feature `detect` if the architecture has it, and without if the target always
/// has it. Others are not compiled.
macro_rules! sets {
    ($macro:ident $($argument:tt)*) => {
        $macro! {
            $($argument)*;
            #[cfg(all(
                target_arch = "x86_64",
                any(feature = "detect", all(target_feature = "avx512vbmi2", target_feature = "gfni"))
            ))]
            Avx512 avx512 enable_avx512 short_first;
            #[cfg(all(target_arch = "x86_64", any(feature = "detect", target_feature = "avx2")))]
            Avx2 avx2 enable_avx2 function;
            #[cfg(all(target_arch = "x86_64", any(feature = "detect", target_feature = "sse4.1")))]
            Sse41 sse41 enable_sse41 function;
            #[cfg(all(target_arch = "aarch64", target_endian = "little", target_feature = "neon"))]
            Neon neon enable_neon function;
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Simd128 simd128 enable_simd128 function;
        }
    };
}
pub(super) use sets;

/// A function that returns `true` if the processor has an instruction set, and the instruction set.
type Entry = (fn() -> bool, Tier);

/// Lists the sets, and plain code as the last one.
macro_rules! entries {
    (; $(#[cfg($($cfg:tt)*)] $set:ident $function:ident $enable:ident $define:ident;)*) => {
        &[
            $(
                #[cfg($($cfg)*)]
                (|| $set::detect().is_some(), Tier::$set),
            )*
            // A module of WebAssembly without an operating system, which is downloaded, has one set.
            #[cfg(not(all(
                target_family = "wasm",
                target_os = "unknown",
                target_feature = "simd128",
                not(feature = "tiers")
            )))]
            (|| true, Tier::Portable),
        ]
    };
}

/// Every instruction set that can be chosen, the best first.
pub(super) const ALL: &[Entry] = sets!(entries);

impl Tier {
    /// Returns the tiers that the processor has, the best first. The last one is [`Tier::Portable`].
    ///
    /// Without the feature `detect`, these are the tiers that the target always has. A module of WebAssembly without an
    /// operating system (`wasm32-unknown-unknown`) has only the one that it is compiled for.
    ///
    /// ```
    /// use utf8kit::Tier;
    ///
    /// assert!(Tier::available().any(|tier| tier == utf8kit::tier()));
    /// assert_eq!(Tier::available().last(), Some(Tier::Portable));
    /// ```
    pub fn available() -> impl Iterator<Item = Tier> {
        ALL.iter()
            .filter(|(is_available, _)| is_available())
            .map(|&(_, tier)| tier)
    }
}

/// Returns the best available tier at or below the one for which `is_highest` returns `true`. If there is none, returns the best
/// available one of all.
pub(super) fn highest(is_highest: impl Fn(Tier) -> bool) -> Tier {
    let all = ALL;
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
        for (at, &(_, named)) in ALL.iter().enumerate() {
            let found = highest(|tier| tier == named);
            let place = ALL.iter().position(|&(_, tier)| tier == found);
            assert!(place.is_some_and(|place| place >= at), "{found} for {named}");
            assert!(Tier::available().any(|tier| tier == found));
        }
        assert_eq!(highest(|tier| tier == Tier::Portable), Tier::Portable);
        assert_eq!(Some(highest(|_| false)), Tier::available().next());
    }
}
