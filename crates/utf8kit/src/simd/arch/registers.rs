//! Macros for the files of the instruction sets, and constant vectors.

/// Returns `true` if the processor has all of these features. Without the feature `detect`: if the target is sure to have them.
#[cfg(target_arch = "x86_64")]
macro_rules! has_all {
    ($($feature:tt)*) => {{
        #[cfg(feature = "std")]
        {
            $(std::arch::is_x86_feature_detected!($feature))&&*
        }
        #[cfg(all(feature = "detect", not(feature = "std")))]
        {
            use crate::simd::arch::cpuid::{Feature, Processor};
            let processor = Processor::read();
            $(processor.has(const { Feature::named($feature) }))&&*
        }
        #[cfg(not(feature = "detect"))]
        {
            $(cfg!(target_feature = $feature))&&*
        }
    }};
}
#[cfg(target_arch = "x86_64")]
pub(super) use has_all;

/// Implements the operators of a register type, an instruction each. The instructions must be of the features that the calling
/// file enables, and touch registers only.
macro_rules! operators {
    ($register:ident; $($trait:ident $method:ident $instruction:ident;)*) => {$(
        impl $trait for $register {
            type Output = $register;
            // WebAssembly's instructions are safe to call.
            #[allow(unused_unsafe)]
            #[inline(always)]
            fn $method(self, other: $register) -> $register {
                // SAFETY: `self` proves that the processor has the instruction, which touches registers only.
                $register(unsafe { $instruction(self.0, other.0) })
            }
        }
    )*};
}
pub(super) use operators;

/// Writes methods that are one instruction, likewise. `<BITS>` marks one whose second argument is a constant.
macro_rules! instructions {
    ($register:ident; $($method:ident $(<$constant:ident>)? ($($argument:ident),*) = $instruction:ident;)*) => {$(
        // WebAssembly's instructions are safe to call.
        #[allow(unused_unsafe)]
        #[inline(always)]
        fn $method$(<const $constant: i32>)?(self, $($argument: $register),*) -> $register {
            // SAFETY: `self` proves that the processor has the instruction, which touches registers only.
            $register(unsafe { $instruction$(::<$constant>)?($($argument.0),*) })
        }
    )*};
}
#[allow(unused_imports)]
pub(super) use instructions;

/// A constant vector. The alignment keeps it within a cache line: a loop that loads a constant across two pages takes twice
/// as long, and without the alignment the linker decides whether it does.
#[derive(Clone, Copy)]
#[repr(align(64))]
pub(super) struct Table(pub(super) [u8; 64]);

/// The greatest bytes at the end of a vector that do not start a sequence reaching beyond it. A shorter vector uses the last
/// bytes of the table.
pub(super) static MAX_AT_END: Table = {
    let mut max = [0xFF; 64];
    max[61] = 0xEF;
    max[62] = 0xDF;
    max[63] = 0xBF;
    Table(max)
};
