//! The instruction set in use.

use crate::result::{UTF8KIT_STOP_INPUT_USED, UTF8KIT_STOP_INVALID_ARGUMENT, utf8kit_stop};
use core::ffi::{CStr, c_char};
use utf8kit::Tier;

/// An instruction set. The numbers are fixed, and none is used again for something else.
pub type utf8kit_tier = u32;

/// Plain code for any processor.
pub const UTF8KIT_TIER_PORTABLE: utf8kit_tier = 1;
/// 128-bit vectors of WebAssembly.
pub const UTF8KIT_TIER_SIMD128: utf8kit_tier = 2;
/// 128-bit vectors of Arm.
pub const UTF8KIT_TIER_NEON: utf8kit_tier = 3;
/// 128-bit vectors of x86: SSE4.1, SSSE3 and POPCNT.
pub const UTF8KIT_TIER_SSE41: utf8kit_tier = 4;
/// 256-bit vectors of x86: AVX2, POPCNT and BMI.
pub const UTF8KIT_TIER_AVX2: utf8kit_tier = 5;
/// 512-bit vectors of x86 with VBMI, VBMI2 and GFNI.
pub const UTF8KIT_TIER_AVX512: utf8kit_tier = 6;

const TIERS: [(utf8kit_tier, Tier, &CStr); 6] = [
    (UTF8KIT_TIER_PORTABLE, Tier::Portable, c"portable"),
    (UTF8KIT_TIER_SIMD128, Tier::Simd128, c"simd128"),
    (UTF8KIT_TIER_NEON, Tier::Neon, c"neon"),
    (UTF8KIT_TIER_SSE41, Tier::Sse41, c"sse41"),
    (UTF8KIT_TIER_AVX2, Tier::Avx2, c"avx2"),
    (UTF8KIT_TIER_AVX512, Tier::Avx512, c"avx512"),
];

/// Returns the instruction set in use. It is the best one that the processor has, unless `utf8kit_set_tier` or the environment
/// variable `UTF8KIT_TIER` chose another one.
#[must_use]
#[unsafe(no_mangle)]
pub extern "C" fn utf8kit_get_tier() -> utf8kit_tier {
    let tier = utf8kit::tier();
    let found = TIERS.iter().find(|&&(_, other, _)| other == tier);
    found.map_or(0, |&(number, _, _)| number)
}

/// Chooses the instruction set, for all threads and from now on. Results do not depend on it: this is for diagnosis and
/// measurements. Returns `UTF8KIT_STOP_INVALID_ARGUMENT`, and changes nothing, if the processor lacks it.
#[unsafe(no_mangle)]
pub extern "C" fn utf8kit_set_tier(tier: utf8kit_tier) -> utf8kit_stop {
    let found = TIERS.iter().find(|&&(number, _, _)| number == tier);
    match found.map(|&(_, tier, _)| utf8kit::set_tier(tier)) {
        Some(Ok(())) => UTF8KIT_STOP_INPUT_USED,
        _ => UTF8KIT_STOP_INVALID_ARGUMENT,
    }
}

/// Returns the name of an instruction set, such as `avx2`, which is a string that ends in NUL and is never freed. Returns NULL if
/// none has this number.
#[must_use]
#[unsafe(no_mangle)]
pub extern "C" fn utf8kit_tier_name(tier: utf8kit_tier) -> *const c_char {
    let found = TIERS.iter().find(|&&(number, _, _)| number == tier);
    found.map_or(core::ptr::null(), |&(_, _, name)| name.as_ptr())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tiers_have_the_names_of_the_library() {
        for (number, tier, name) in TIERS {
            assert_eq!(name.to_str(), Ok(tier.name()));
            // SAFETY: the name of a known tier is a string.
            assert_eq!(unsafe { CStr::from_ptr(utf8kit_tier_name(number)) }, name);
        }
        assert!(utf8kit_tier_name(0).is_null());
        assert_ne!(utf8kit_get_tier(), 0);
    }
}
