//! What the processor says of itself, where there is no `std` that knows it.
//!
//! A feature counts only if the operating system keeps its registers: those of AVX2 and AVX-512 are lost when it switches between
//! threads otherwise. XCR0 says which it keeps.

use core::arch::x86_64::{__cpuid, __cpuid_count, _xgetbv};

/// The features of the processor that runs the program.
#[derive(Clone, Copy)]
pub(super) struct Processor {
    /// ECX of leaf 1, and EBX and ECX of leaf 7.
    words: [u32; 3],
    /// XCR0, or zero if the operating system does not set it.
    kept: u64,
}

/// A feature: the word and the bit that say whether the processor has it, and what the operating system keeps for it.
#[derive(Clone, Copy)]
pub(super) struct Feature {
    word: usize,
    bit: u32,
    keeps: u64,
}

/// The registers of SSE and AVX.
const YMM: u64 = 0b110;

/// Those, the masks, and both parts of the registers of AVX-512.
const ZMM: u64 = 0b1110_0110;

impl Feature {
    /// Returns the feature of this name. It is called when the crate is compiled.
    pub(super) const fn named(name: &str) -> Self {
        let (word, bit, keeps) = match name.as_bytes() {
            b"ssse3" => (0, 9, 0),
            b"sse4.1" => (0, 19, 0),
            b"popcnt" => (0, 23, 0),
            b"bmi1" => (1, 3, 0),
            b"avx2" => (1, 5, YMM),
            b"bmi2" => (1, 8, 0),
            b"avx512f" => (1, 16, ZMM),
            b"avx512cd" => (1, 28, ZMM),
            b"avx512bw" => (1, 30, ZMM),
            b"avx512vl" => (1, 31, ZMM),
            b"avx512vbmi" => (2, 1, ZMM),
            b"avx512vbmi2" => (2, 6, ZMM),
            b"gfni" => (2, 8, 0),
            _ => panic!("no instruction set needs this feature"),
        };
        Feature { word, bit, keeps }
    }
}

impl Processor {
    // The instruction is safe to call in newer versions of Rust.
    #[allow(unused_unsafe)]
    pub(super) fn read() -> Self {
        // SAFETY: every processor of this architecture has the instruction, leaf 0, which says what the last leaf is, and leaf 1.
        let (last, first) = unsafe { (__cpuid(0).eax, __cpuid(1)) };
        let (ebx, ecx) = match last {
            0..7 => (0, 0),
            _ => {
                // SAFETY: the processor has this leaf.
                let seventh = unsafe { __cpuid_count(7, 0) };
                (seventh.ebx, seventh.ecx)
            }
        };
        // The bit OSXSAVE.
        let is_set = first.ecx >> 27 & 1 == 1;
        Processor {
            words: [first.ecx, ebx, ecx],
            // SAFETY: the operating system lets programs read it.
            kept: if is_set { unsafe { kept() } } else { 0 },
        }
    }

    /// Returns `true` if programs can use this feature.
    pub(super) fn has(self, feature: Feature) -> bool {
        self.words[feature.word] >> feature.bit & 1 == 1 && self.kept & feature.keeps == feature.keeps
    }
}

/// Returns XCR0.
///
/// # Safety
///
/// The processor has `XGETBV`, and the operating system has set OSXSAVE.
#[target_feature(enable = "xsave")]
unsafe fn kept() -> u64 {
    // SAFETY: as the caller promises. Register 0 is always there.
    unsafe { _xgetbv(0) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_processor_has_what_the_standard_library_finds() {
        let processor = Processor::read();
        macro_rules! compare {
            ($($name:tt)*) => {$(
                let found = processor.has(Feature::named($name));
                assert_eq!(found, std::arch::is_x86_feature_detected!($name), $name);
            )*};
        }
        compare!("ssse3" "sse4.1" "popcnt" "bmi1" "avx2" "bmi2" "avx512f" "avx512cd" "avx512bw" "avx512vl" "avx512vbmi"
            "avx512vbmi2" "gfni");
    }

    #[test]
    fn registers_that_are_not_kept_are_not_used() {
        let all = Processor {
            words: [u32::MAX; 3],
            kept: ZMM,
        };
        assert!(all.has(Feature::named("avx512f")) && all.has(Feature::named("avx2")));
        let ymm = Processor { kept: YMM, ..all };
        assert!(!ymm.has(Feature::named("avx512f")) && ymm.has(Feature::named("avx2")));
        let none = Processor { kept: 0, ..all };
        assert!(!none.has(Feature::named("avx2")) && none.has(Feature::named("ssse3")));
    }
}
