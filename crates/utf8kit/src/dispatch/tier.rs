//! Which tiers there are, and which of them is the best here, found once and remembered.

#[cfg(all(target_arch = "aarch64", target_endian = "little", target_feature = "neon"))]
use crate::vector::Neon;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
use crate::vector::Simd128;
#[cfg(target_arch = "x86_64")]
use crate::vector::{Avx2, Avx512, Sse41};
use core::fmt;

/// An instruction set that the fast code is written for, the least first.
///
/// ```
/// println!("utf8kit runs on {}", utf8kit::tier());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
#[repr(u8)]
pub enum Tier {
    /// Plain code, on every processor.
    Portable,
    /// WebAssembly's 128-bit vectors.
    Simd128,
    /// Arm's 128-bit vectors.
    Neon,
    /// x86's 128-bit vectors with byte shuffles.
    Sse41,
    /// x86's 256-bit vectors.
    Avx2,
    /// x86's 512-bit vectors with VBMI, VBMI2 and GFNI: Intel since Ice Lake, AMD since Zen 4.
    Avx512,
}

impl Tier {
    pub(crate) const ALL: [Tier; 6] = [
        Tier::Portable,
        Tier::Simd128,
        Tier::Neon,
        Tier::Sse41,
        Tier::Avx2,
        Tier::Avx512,
    ];

    /// The name that the variable `UTF8KIT_TIER` knows it by.
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

    /// Are its kernels quick with a part of a vector?
    #[inline(always)]
    pub(super) fn has_masks(self) -> bool {
        match self {
            #[cfg(target_arch = "x86_64")]
            Tier::Avx512 => <Avx512 as crate::vector::Simd>::HAS_MASKS,
            #[cfg(target_arch = "x86_64")]
            Tier::Avx2 => <Avx2 as crate::vector::Simd>::HAS_MASKS,
            #[cfg(target_arch = "x86_64")]
            Tier::Sse41 => <Sse41 as crate::vector::Simd>::HAS_MASKS,
            #[cfg(all(target_arch = "aarch64", target_endian = "little", target_feature = "neon"))]
            Tier::Neon => <Neon as crate::vector::Simd>::HAS_MASKS,
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Tier::Simd128 => <Simd128 as crate::vector::Simd>::HAS_MASKS,
            _ => false,
        }
    }

    /// Does this build have it, and this processor?
    pub(crate) fn is_available(self) -> bool {
        match self {
            Tier::Portable => true,
            #[cfg(target_arch = "x86_64")]
            Tier::Avx512 => Avx512::new().is_some(),
            #[cfg(target_arch = "x86_64")]
            Tier::Avx2 => Avx2::new().is_some(),
            #[cfg(target_arch = "x86_64")]
            Tier::Sse41 => Sse41::new().is_some(),
            #[cfg(all(target_arch = "aarch64", target_endian = "little", target_feature = "neon"))]
            Tier::Neon => true,
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Tier::Simd128 => true,
            _ => false,
        }
    }
}

impl fmt::Display for Tier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The tier that runs here.
///
/// The best that the processor has, found once; without `std`, the best that the target is sure to have. With `std`,
/// the environment variable `UTF8KIT_TIER` can name the highest one to use, for diagnosis: `avx512`, `avx2`, `sse41`,
/// `neon`, `simd128` or `portable`. It is read once; a value that is none of these is ignored.
#[inline]
pub fn tier() -> Tier {
    best::known().unwrap_or_else(best::find)
}

#[cfg(feature = "std")]
pub(super) mod best {
    use super::Tier;
    use core::sync::atomic::{AtomicU8, Ordering};

    const PORTABLE: u8 = Tier::Portable as u8;
    const SIMD128: u8 = Tier::Simd128 as u8;
    const NEON: u8 = Tier::Neon as u8;
    const SSE41: u8 = Tier::Sse41 as u8;
    const AVX2: u8 = Tier::Avx2 as u8;
    const AVX512: u8 = Tier::Avx512 as u8;
    const UNKNOWN: u8 = u8::MAX;
    static BEST: AtomicU8 = AtomicU8::new(UNKNOWN);

    /// If it has been found.
    #[inline]
    pub(in crate::dispatch) fn known() -> Option<Tier> {
        match BEST.load(Ordering::Relaxed) {
            PORTABLE => Some(Tier::Portable),
            SIMD128 => Some(Tier::Simd128),
            NEON => Some(Tier::Neon),
            SSE41 => Some(Tier::Sse41),
            AVX2 => Some(Tier::Avx2),
            AVX512 => Some(Tier::Avx512),
            _ => None,
        }
    }

    #[cold]
    pub(in crate::dispatch) fn find() -> Tier {
        let named = std::env::var_os("UTF8KIT_TIER");
        let highest = named.and_then(|named| Tier::ALL.into_iter().find(|tier| named == tier.name()));
        let best = super::highest_available(highest.unwrap_or(Tier::Avx512));
        BEST.store(best as u8, Ordering::Relaxed);
        best
    }
}

#[cfg(not(feature = "std"))]
pub(super) mod best {
    use super::Tier;

    #[inline]
    pub(in crate::dispatch) fn known() -> Option<Tier> {
        Some(find())
    }

    #[inline]
    pub(in crate::dispatch) fn find() -> Tier {
        super::highest_available(Tier::Avx512)
    }
}

#[inline]
fn highest_available(at_most: Tier) -> Tier {
    let mut fit = Tier::ALL
        .into_iter()
        .filter(|&tier| tier <= at_most && tier.is_available());
    fit.next_back().unwrap_or(Tier::Portable)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_missing_falls_to_the_next_below() {
        for at_most in Tier::ALL {
            let tier = highest_available(at_most);
            assert!(tier <= at_most && tier.is_available());
        }
        assert_eq!(highest_available(Tier::Portable), Tier::Portable);
    }
}
