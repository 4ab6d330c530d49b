//! The trait that kernels are written over: all topics together, and what tunes the kernels to an instruction set.

use super::lanes::Lanes;
use super::{Latin1, Planes, Repair, SingleByte, ToUtf8, Utf16, Utf32, Validate, Width};

/// An instruction set with all steps of the kernels.
pub(crate) trait Simd:
    Validate + Repair + Planes + Width + Latin1 + Utf16 + ToUtf8 + Utf32 + SingleByte
{
    /// The pairs of vectors of UTF-8 that are converted after one test of their kind: 1 or 2.
    const UTF8_PAIRS: usize;
    /// The pairs of vectors of UTF-16 after one that was not ASCII that are not tested for ASCII.
    const UTF16_ASCII_BACKOFF: u32;
    /// The greatest number of pairs of vectors of UTF-16 that are converted with three bytes for each code unit without
    /// being tested for fewer, after as many that needed three.
    const UTF16_THREE_BYTE_BACKOFF: u32;
    /// The vectors of UTF-16 from which on the modes of the conversion to UTF-8 pay.
    const UTF16_LONG: usize;

    /// Prefetches `lines` cache lines some distance behind `to` if that pays on this instruction set: stores that are not
    /// aligned wait for both lines that they touch.
    #[inline(always)]
    fn prefetch(self, _to: *mut u8, _lines: usize) {}
}

impl<S: Lanes> Simd for S {
    const UTF8_PAIRS: usize = 1;
    const UTF16_ASCII_BACKOFF: u32 = 1;
    const UTF16_THREE_BYTE_BACKOFF: u32 = 0;
    const UTF16_LONG: usize = 64;
}
