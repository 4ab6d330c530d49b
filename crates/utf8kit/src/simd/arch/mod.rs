//! The vector code of each instruction set, and the traits that the [kernels](crate::simd) are written over.
//!
//! An instruction set is a type of size zero. A value of it is proof that the processor has the instructions, so all methods
//! that work on registers only are safe. All methods are `#[inline(always)]`: see [`enter`].
//!
//! Methods with pointers are unsafe. Their sections `# Safety` say how many bytes can be read or written at each pointer.
//! No pointer has to be aligned. What is read is initialized, what is written may be uninitialized before, and the two do
//! not overlap.
//!
//! The layers:
//!
//! - [`Vectors`] has the register, loads and stores, and what else all sets share.
//! - [`Lanes`](lanes::Lanes) has the instructions of sets whose byte shuffle works on 128-bit lanes: SSE4.1, AVX2, NEON and
//!   WebAssembly's simd128. Each is one file.
//! - [`Simd`] is what kernels use: a trait for each topic. A file in `lanes/` has the trait and its code for all `Lanes`, and
//!   the file of the same name in `avx512/` the code for AVX-512.
//!
//! | file | trait | topic |
//! | --- | --- | --- |
//! | `validate_utf8` | [`Validate`] | validation of UTF-8 |
//! | `repair_utf8` | [`Repair`] | U+FFFD for ill-formed sequences |
//! | `utf8_to_utf16` | [`Planes`] | UTF-8 to UTF-16 and UTF-32 |
//! | `to_utf8` | [`ToUtf8`] | code units to UTF-8 |
//! | `surrogates` | [`Utf16`] | UTF-16 as a source |
//! | `utf16_to_utf32` | [`Utf32`] | UTF-32 as a source, and UTF-16 to UTF-32 and back |
//! | `widen_narrow` | [`Width`] | widening and narrowing |
//! | `utf8_to_latin1` | [`Latin1`] | UTF-8 to Latin-1 and back |
//! | `single_byte` | [`SingleByte`] | single-byte encodings |
//! | `length` | [`Count`] | lengths |
//!
//! A *unit* is a 16-bit code unit, and a *wide* unit a 32-bit one. `prev1` is the vector of text one byte or unit earlier,
//! `next` one later. `BIG` is the byte order of code units: `true` for big-endian.
//!
//! # Adding an instruction set
//!
//! A set of 128-bit lanes is one new file and a row in some lists:
//!
//! 1. The file, for example `lsx.rs`: the macro `enable_lsx!`, which puts the target features on a function, the type of the
//!    set with `detect` and `assume_available`, the register with its operators, [`Vectors`] and
//!    [`Lanes`](lanes::Lanes). Only the methods without a body have to be written.
//! 2. This file: `mod` and `use`.
//! 3. `simd/dispatch/sets.rs`: the set's row. Every kernel is compiled for it.
//! 4. `simd/dispatch/tier.rs`: the variant of `Tier` and its name.
//! 5. `xtask/src/intrinsics.rs`: the set in the list of those whose intrinsics are checked. `cargo xtask check-intrinsics`
//!    requires that the features of each intrinsic are enabled, detected and tested.
//!
//! As an example, the required methods in LoongArch's LSX, on paper:
//!
//! | method | instruction |
//! | --- | --- |
//! | `&`, `\|`, `^` | `vand.v`, `vor.v`, `vxor.v` |
//! | `splat_u32` | `vreplgr2vr.w` |
//! | `load`, `store` | `vld`, `vst` |
//! | `any` | `vsetnez.v` |
//! | `max`, `max_u32`, `min_u16` | `vmax.bu`, `vmax.wu`, `vmin.hu` |
//! | `high_bits` | `vmskltz.b`, `vpickve2gr.wu` |
//! | `sum` | `vhaddw.hu.bu`, `vhaddw.wu.hu`, `vhaddw.du.wu`, `vhaddw.qu.du` |
//! | `add`, `sub`, `sub_u16`, `sub_u32` | `vadd.b`, `vsub.b`, `vsub.h`, `vsub.w` |
//! | `saturating_sub`, `saturating_add_u16` | `vssub.bu`, `vsadd.hu` |
//! | `greater`, `greater_u32` | `vslt.b`, `vslt.w`, operands swapped |
//! | `equal`, `equal_u16` | `vseq.b`, `vseq.h` |
//! | `shl_u16`, `shr_u16`, `shl_u32`, `shr_u32` | `vslli.h`, `vsrli.h`, `vslli.w`, `vsrli.w` |
//! | `interleave_u8`, `interleave_u16` | `vilvl.b` and `vilvh.b`, `vilvl.h` and `vilvh.h` |
//! | `pack_u16`, `pack_u32` | `vpickev.b`, `vpickev.h` |
//! | `swizzle` | `vshuf.b`, then `vslti.b` and `vandn.v` for the zeros |
//!
//! Worth overriding: `select` (`vbitsel.v`), `shift` (`vbsll.v`, `vbsrl.v`), `swap_u16` and `swap_u32` (`vshuf4i.b`).

mod copy;
mod enter;
mod lanes;
mod page;
mod registers;
mod simd;
mod vectors;

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
#[cfg(all(
    target_arch = "x86_64",
    any(test, all(feature = "detect", not(feature = "std")))
))]
mod cpuid;
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

pub(crate) use enter::{Kernel, Plain};
pub(crate) use lanes::length::{
    Count, Measure, Starts, StartsOfUtf16, Sum, Utf8OfLatin1, Utf8OfUtf16, Utf8OfUtf32, Utf16OfUtf8,
    Utf16OfUtf32,
};
pub(crate) use lanes::repair_utf8::{Errors, Repair};
pub(crate) use lanes::single_byte::SingleByte;
pub(crate) use lanes::surrogates::{Surrogates, Utf16};
pub(crate) use lanes::to_utf8::{Chosen, ToUtf8};
pub(crate) use lanes::utf8_to_latin1::Latin1;
pub(crate) use lanes::utf8_to_utf16::Planes;
pub(crate) use lanes::utf16_to_utf32::Utf32;
pub(crate) use lanes::validate_utf8::Validate;
pub(crate) use lanes::widen_narrow::Width;
pub(crate) use page::{Bytes, Found, Leads, Slots, UNDEFINED, UpperHalf, byte_of};
pub(crate) use simd::Simd;
pub(crate) use vectors::{Vectors, enter_outlined};
