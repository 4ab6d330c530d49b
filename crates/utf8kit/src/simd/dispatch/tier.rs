//! [`Tier`]: the instruction sets.

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
}

impl fmt::Display for Tier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
