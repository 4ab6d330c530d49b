//! The vectors of instruction sets, and the kernels' steps on them.

mod copy;
mod count;
mod enter;
mod lanes;
mod latin1;
mod planes;
mod registers;
mod repair;
mod simd;
mod to_utf8;
mod utf16;
mod utf32;
mod utf8;
mod vectors;
mod width;

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
#[cfg(all(target_arch = "aarch64", target_endian = "little", target_feature = "neon"))]
mod neon;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod simd128;
#[cfg(target_arch = "x86_64")]
mod sse41;

#[cfg(all(target_arch = "aarch64", target_endian = "little", target_feature = "neon"))]
pub(crate) use neon::{Neon, enable_neon};
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
pub(crate) use simd128::{Simd128, enable_simd128};
#[cfg(target_arch = "x86_64")]
pub(crate) use {
    avx2::{Avx2, enable_avx2},
    avx512::{Avx512, enable_avx512},
    sse41::{Sse41, enable_sse41},
};

pub(crate) use count::{
    Count, Measure, Starts, StartsOfUtf16, Sum, Utf8OfLatin1, Utf8OfUtf16, Utf8OfUtf32, Utf16OfUtf8,
    Utf16OfUtf32,
};
pub(crate) use enter::{Kernel, Plain, enter_outlined};
pub(crate) use latin1::Latin1;
pub(crate) use planes::Planes;
pub(crate) use repair::{Errors, Repair};
pub(crate) use simd::Simd;
pub(crate) use to_utf8::{Chosen, ToUtf8};
pub(crate) use utf8::Validate;
pub(crate) use utf16::{Surrogates, Utf16};
pub(crate) use utf32::Utf32;
pub(crate) use vectors::Vectors;
pub(crate) use width::Width;
