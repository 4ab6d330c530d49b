//! Which tier runs: the kernels' side of the waist.
//!
//! The best tier the processor has is found once and remembered; each kernel is one `match` away from it.

mod tier;
#[cfg(target_arch = "x86_64")]
mod whole;

pub use tier::{Tier, tier};

use crate::engine::{self, LossyAhead, RunAhead, ValidPrefix};
use crate::kernel::code_unit::{CodeUnit, InBytes, units_in};
use crate::kernel::single::Single;
use crate::kernel::target::{Utf16Units, Utf32Units};
use crate::kernel::{
    ascii, latin1, length, portable, single, utf8, utf8_copy, utf8_repair, utf8_to_units, utf16,
    utf16_to_utf8, utf16_to_utf32, utf32, utf32_to_utf8, utf32_to_utf16, width,
};
use crate::reference::{Ascii, Decode, Encode, Latin1, Utf8, Utf16, Utf16Bytes, Utf32, Utf32Bytes};
#[cfg(all(target_arch = "aarch64", target_endian = "little", target_feature = "neon"))]
use crate::vector::Neon;
use crate::vector::Plain;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
use crate::vector::Simd128;
#[cfg(target_arch = "x86_64")]
use crate::vector::{Avx2, Avx512, Sse41};
use core::mem::MaybeUninit;
use tier::best;

/// Code in a function of its own, so that whoever does not come here saves no registers for it.
#[inline(never)]
fn apart<R>(code: impl FnOnce() -> R) -> R {
    code()
}

/// `$work` on `$tier`, which is available; `$otherwise` on tiers without vectors.
macro_rules! on_tier {
    ($tier:expr, $work:expr, $otherwise:expr) => {{
        let work = $work;
        match $tier {
            // SAFETY: the tier is available, which is to say that `Avx512::new` has returned one.
            #[cfg(target_arch = "x86_64")]
            Tier::Avx512 => crate::vector::Simd::enter(unsafe { Avx512::known() }, work),
            // SAFETY: likewise.
            #[cfg(target_arch = "x86_64")]
            Tier::Avx2 => crate::vector::Simd::enter(unsafe { Avx2::known() }, work),
            // SAFETY: likewise.
            #[cfg(target_arch = "x86_64")]
            Tier::Sse41 => crate::vector::Simd::enter(unsafe { Sse41::known() }, work),
            #[cfg(all(target_arch = "aarch64", target_endian = "little", target_feature = "neon"))]
            Tier::Neon => crate::vector::Simd::enter(Neon, work),
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Tier::Simd128 => crate::vector::Simd::enter(Simd128, work),
            _ => {
                // Where there are no vectors nobody else uses it.
                let _ = work;
                apart(|| $otherwise)
            }
        }
    }};
}

/// A form whose well-formed beginning each tier can find in its own way.
pub(crate) trait ValidPrefixOn: Decode {
    /// [`ValidPrefix::valid_prefix`] on `tier`, which is available.
    fn valid_prefix_on(tier: Tier, src: &[Self::Unit]) -> usize;
}

/// A form from which each tier can convert to `T` in its own way.
pub(crate) trait RunAheadOn<T: Encode>: Decode {
    /// [`RunAhead::run_ahead`] on `tier`, which is available.
    fn run_ahead_on(tier: Tier, src: &[Self::Unit], dst: &mut [MaybeUninit<T::Unit>]) -> (usize, usize);

    /// [`RunAhead::convert`] from `S`, which is this form, on `tier`, which is available, if that has a way of its own.
    #[cfg(feature = "std")]
    fn convert_on<S: RunAhead<T> + Decode<Unit = Self::Unit>>(
        _: Tier,
        _: &[Self::Unit],
        _: &mut [MaybeUninit<T::Unit>],
    ) -> Option<Result<usize, crate::ConvertError>> {
        None
    }

    /// [`RunAhead::run_ahead_lossy`] on `tier`, which is available.
    fn run_ahead_lossy_on(_: Tier, _: &[Self::Unit], _: &mut [MaybeUninit<T::Unit>]) -> LossyAhead {
        LossyAhead::default()
    }
}

/// For each form: what finds its well-formed beginning.
macro_rules! valid_prefix {
    ($($source:ty => $kernel:expr;)*) => {$(
        impl ValidPrefixOn for $source {
            #[inline]
            fn valid_prefix_on(tier: Tier, src: &[Self::Unit]) -> usize {
                $kernel(tier, src)
            }
        }

        impl ValidPrefix for $source {
            #[inline]
            fn valid_prefix(src: &[Self::Unit]) -> usize {
                #[cold]
                #[inline(never)]
                fn at_first(src: &[<$source as Decode>::Unit]) -> usize {
                    <$source>::valid_prefix_on(best::find(), src)
                }
                match best::known() {
                    Some(tier) => Self::valid_prefix_on(tier, src),
                    None => at_first(src),
                }
            }
        }
    )*};
}

/// For each pair of forms: what converts from the one to the other.
macro_rules! run_ahead {
    ($($source:ty, $target:ty => $kernel:expr $(, whole $whole:ident)? $(, lossy $lossy:expr)?;)*) => {$(
        impl RunAheadOn<$target> for $source {
            #[inline]
            fn run_ahead_on(
                tier: Tier,
                src: &[Self::Unit],
                dst: &mut [MaybeUninit<<$target as Encode>::Unit>],
            ) -> (usize, usize) {
                $kernel(tier, src, dst)
            }

            $(
                #[cfg(all(target_arch = "x86_64", feature = "std"))]
                #[inline]
                fn convert_on<S: RunAhead<$target> + Decode<Unit = Self::Unit>>(
                    tier: Tier,
                    src: &[Self::Unit],
                    dst: &mut [MaybeUninit<<$target as Encode>::Unit>],
                ) -> Option<Result<usize, crate::ConvertError>> {
                    whole::convert_on::<S, $target, whole::$whole>(tier, src, dst)
                }
            )?

            $(
                #[inline]
                fn run_ahead_lossy_on(
                    tier: Tier,
                    src: &[Self::Unit],
                    dst: &mut [MaybeUninit<<$target as Encode>::Unit>],
                ) -> LossyAhead {
                    $lossy(tier, src, dst)
                }
            )?
        }

        impl RunAhead<$target> for $source {
            #[inline]
            fn run_ahead(
                src: &[Self::Unit],
                dst: &mut [MaybeUninit<<$target as Encode>::Unit>],
            ) -> (usize, usize) {
                #[cold]
                #[inline(never)]
                fn at_first(
                    src: &[<$source as Decode>::Unit],
                    dst: &mut [MaybeUninit<<$target as Encode>::Unit>],
                ) -> (usize, usize) {
                    <$source as RunAheadOn<$target>>::run_ahead_on(best::find(), src, dst)
                }
                match best::known() {
                    Some(tier) => <Self as RunAheadOn<$target>>::run_ahead_on(tier, src, dst),
                    None => at_first(src, dst),
                }
            }

            #[inline]
            fn run_ahead_lossy(
                src: &[Self::Unit],
                dst: &mut [MaybeUninit<<$target as Encode>::Unit>],
            ) -> LossyAhead {
                <Self as RunAheadOn<$target>>::run_ahead_lossy_on(tier(), src, dst)
            }

            $(
                #[cfg(target_arch = "x86_64")]
                #[inline]
                fn convert(
                    src: &[Self::Unit],
                    dst: &mut [MaybeUninit<<$target as Encode>::Unit>],
                ) -> Result<usize, crate::ConvertError> {
                    whole::convert::<$source, $target, whole::$whole>(src, dst)
                }
            )?
        }
    )*};
}

/// Plain code on `$tier`, which is available.
macro_rules! plain {
    ($tier:expr, $code:expr) => {
        on_tier!($tier, Plain(|| $code), $code)
    };
}

/// Lengths, each on the best tier and on one that is available.
macro_rules! lengths {
    ($($name:ident, $name_on:ident$(<$unit:ident: $number:ty>)?($source:ty) = $measure:ty;)*) => {$(
        #[doc = concat!("[`", stringify!($measure), "`].")]
        #[inline]
        pub(crate) fn $name$(<$unit: CodeUnit<Number = $number>>)?(units: &[$source]) -> usize {
            #[cold]
            #[inline(never)]
            fn at_first$(<$unit: CodeUnit<Number = $number>>)?(units: &[$source]) -> usize {
                $name_on(best::find(), units)
            }
            match best::known() {
                Some(tier) => $name_on(tier, units),
                None => at_first(units),
            }
        }

        #[doc = concat!("[`", stringify!($measure), "`] on `tier`, which is available.")]
        #[inline]
        pub(crate) fn $name_on$(<$unit: CodeUnit<Number = $number>>)?(tier: Tier, units: &[$source]) -> usize {
            let work = length::Length::<$measure> { src: units };
            on_tier!(tier, work, length::plain::<$measure>(units))
        }
    )*};
}

lengths! {
    count_utf8, count_utf8_on(u8) = length::Starts;
    utf16_len_of_utf8, utf16_len_of_utf8_on(u8) = length::Utf16OfUtf8;
    utf8_len_of_latin1, utf8_len_of_latin1_on(u8) = length::Utf8OfLatin1;
    count_utf16, count_utf16_on<A: u16>(A) = length::StartsOfUtf16<A>;
    utf8_len_of_utf16, utf8_len_of_utf16_on<A: u16>(A) = length::Utf8OfUtf16<A>;
    utf8_len_of_utf32, utf8_len_of_utf32_on<A: u32>(A) = length::Utf8OfUtf32<A>;
    utf16_len_of_utf32, utf16_len_of_utf32_on(u32) = length::Utf16OfUtf32;
}

/// UTF-16 below `LIMIT` in bytes.
#[inline]
fn narrow<const LIMIT: u32>(tier: Tier, src: &[u16], dst: &mut [MaybeUninit<u8>]) -> (usize, usize) {
    on_tier!(
        tier,
        width::Narrow::<LIMIT> { src, dst },
        ascii::convert_below::<LIMIT, _, _>(src, dst)
    )
}

/// Bytes below `LIMIT` in UTF-16.
#[inline]
fn widen<const LIMIT: u32>(tier: Tier, src: &[u8], dst: &mut [MaybeUninit<u16>]) -> (usize, usize) {
    on_tier!(
        tier,
        width::Widen::<LIMIT> { src, dst },
        ascii::convert_below::<LIMIT, _, _>(src, dst)
    )
}

/// How far units go that are characters each.
#[inline]
fn single_prefix<F: Single>(tier: Tier, units: &[F::Unit]) -> usize {
    on_tier!(
        tier,
        single::Prefix::<F> { src: units },
        single::prefix::<F>(units)
    )
}

/// Units below `LIMIT`, which keep their number in the other form.
#[inline]
fn same_numbers<const LIMIT: u32, A: CodeUnit, B: CodeUnit>(
    tier: Tier,
    src: &[A],
    dst: &mut [MaybeUninit<B>],
) -> (usize, usize) {
    plain!(tier, ascii::convert_below::<LIMIT, A, B>(src, dst))
}

/// The bytes.
#[inline]
fn utf16_bytes_prefix<const BIG: bool>(tier: Tier, src: &[u8]) -> usize {
    let plain = || utf16::prefix(units_in::<2, BIG>(src));
    2 * on_tier!(tier, utf16::ValidPrefix::<BIG> { src }, plain())
}

/// The units.
#[inline]
fn utf16_prefix(tier: Tier, src: &[u16]) -> usize {
    const BIG: bool = cfg!(target_endian = "big");
    utf16_bytes_prefix::<BIG>(tier, bytes_in(src)) / 2
}

#[inline]
fn utf16_to_utf16<A: CodeUnit<Number = u16>, B: CodeUnit<Number = u16>>(
    tier: Tier,
    src: &[A],
    dst: &mut [MaybeUninit<B>],
) -> (usize, usize) {
    plain!(tier, utf16::convert(src, dst))
}

#[inline]
fn utf16_units_to_utf32(tier: Tier, src: &[u16], dst: &mut [MaybeUninit<u32>]) -> (usize, usize) {
    if tier == Tier::Portable {
        return utf32::from_utf16(src, dst);
    }
    let (src, dst) = (bytes_in(src), bytes_of(dst));
    on_tier!(tier, utf16_to_utf32::RunAhead { src, dst }, (0, 0))
}

/// The bytes and the units.
#[inline]
fn utf32_bytes_to_utf16<const BIG: bool>(
    tier: Tier,
    src: &[u8],
    dst: &mut [MaybeUninit<u16>],
) -> (usize, usize) {
    let (read, written) = if tier == Tier::Portable {
        utf32::to_utf16(units_in::<4, BIG>(src), dst)
    } else {
        let dst = bytes_of(dst);
        on_tier!(tier, utf32_to_utf16::RunAhead::<BIG> { src, dst }, (0, 0))
    };
    (4 * read, written)
}

#[inline]
fn utf32_units_to_utf16(tier: Tier, src: &[u32], dst: &mut [MaybeUninit<u16>]) -> (usize, usize) {
    const BIG: bool = cfg!(target_endian = "big");
    let (read, written) = utf32_bytes_to_utf16::<BIG>(tier, bytes_in(src), dst);
    (read / 4, written)
}

#[inline]
fn utf8_to_latin1(tier: Tier, src: &[u8], dst: &mut [MaybeUninit<u8>]) -> (usize, usize) {
    on_tier!(tier, latin1::FromUtf8 { src, dst }, ascii::convert(src, dst))
}

#[inline]
fn latin1_to_utf8(tier: Tier, src: &[u8], dst: &mut [MaybeUninit<u8>]) -> (usize, usize) {
    on_tier!(tier, latin1::ToUtf8 { src, dst }, ascii::convert(src, dst))
}

/// A prefix of units of `N` bytes in bytes.
#[inline]
fn prefix_in_bytes<const N: usize, const BIG: bool>(
    kernel: impl Fn(Tier, &[InBytes<N, BIG>]) -> usize,
) -> impl Fn(Tier, &[u8]) -> usize {
    move |tier, bytes| N * kernel(tier, units_in(bytes))
}

/// A conversion from units of `N` bytes, with what is read counted in bytes.
#[inline]
fn from_bytes<const N: usize, const BIG: bool, B>(
    kernel: impl Fn(Tier, &[InBytes<N, BIG>], &mut [MaybeUninit<B>]) -> (usize, usize),
) -> impl Fn(Tier, &[u8], &mut [MaybeUninit<B>]) -> (usize, usize) {
    move |tier, src, dst| {
        let (read, written) = kernel(tier, units_in(src), dst);
        (N * read, written)
    }
}

/// UTF-8 as it is.
#[inline]
fn copy_valid(tier: Tier, src: &[u8], dst: &mut [MaybeUninit<u8>]) -> (usize, usize) {
    let copied = copy_valid_stretches::<false, false>(tier, src, dst);
    let (src, dst) = (&src[copied..], &mut dst[copied..]);
    let len = utf8_prefix(tier, &src[..src.len().min(dst.len())]);
    // SAFETY: both have `len` bytes, and do not overlap: `dst` is borrowed mutably.
    unsafe { core::ptr::copy_nonoverlapping(src.as_ptr(), dst.as_mut_ptr().cast(), len) };
    (copied + len, copied + len)
}

/// [`utf8_copy::CopyValid`]: UTF-8 as far as a dialect writes it alike, but for an end too short to be worth it.
#[inline]
pub(crate) fn copy_valid_stretches<const BMP: bool, const NO_NUL: bool>(
    tier: Tier,
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
) -> usize {
    on_tier!(tier, utf8_copy::CopyValid::<BMP, NO_NUL> { src, dst }, 0)
}

/// [`utf8_copy::Plain`].
#[inline]
pub(crate) fn plain_stretches<const NO_NUL: bool>(tier: Tier, src: &[u8]) -> usize {
    on_tier!(tier, utf8_copy::Plain::<NO_NUL> { src }, 0)
}

#[inline]
fn utf8_prefix(tier: Tier, src: &[u8]) -> usize {
    // Of so little, nothing is quicker.
    if let [] | [0..0x80] = src {
        return src.len();
    }
    on_tier!(tier, utf8::ValidPrefix { src }, {
        if ascii::is_short(src) {
            src.len()
        } else {
            portable::utf8_prefix(src)
        }
    })
}

/// The bytes (read, written).
#[inline]
fn utf8_to_utf16_bytes<const BIG: bool>(
    tier: Tier,
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
) -> (usize, usize) {
    if tier == Tier::Portable {
        return apart(|| {
            portable::convert::<Utf8, Utf16Bytes<BIG>>(src, dst, portable::first_of_utf8, |_, _| (0, 0))
        });
    }
    let (read, units) = on_tier!(
        tier,
        utf8_to_units::RunAhead::<Utf16Units<BIG>>::new(src, dst),
        (0, 0)
    );
    (read, 2 * units)
}

#[inline]
fn utf8_to_utf16_units(tier: Tier, src: &[u8], dst: &mut [MaybeUninit<u16>]) -> (usize, usize) {
    const BIG: bool = cfg!(target_endian = "big");
    // With masks the kernel is as quick, and no jump depends on the length.
    if !tier.has_masks() && ascii::convert_short(src, dst) {
        return (src.len(), src.len());
    }
    if tier == Tier::Portable {
        return apart(|| portable::convert::<Utf8, Utf16>(src, dst, portable::first_of_utf8, ascii::convert));
    }
    let dst = bytes_of(dst);
    on_tier!(
        tier,
        utf8_to_units::RunAhead::<Utf16Units<BIG>>::new(src, dst),
        (0, 0)
    )
}

/// The bytes (read, written).
#[inline]
fn utf8_to_utf32_bytes<const BIG: bool>(
    tier: Tier,
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
) -> (usize, usize) {
    if tier == Tier::Portable {
        return apart(|| {
            portable::convert::<Utf8, Utf32Bytes<BIG>>(src, dst, portable::first_of_utf8, |_, _| (0, 0))
        });
    }
    let work = utf8_to_units::RunAhead::<Utf32Units<BIG>>::new(src, dst);
    let (read, units) = on_tier!(tier, work, (0, 0));
    (read, 4 * units)
}

#[inline]
fn utf8_to_utf32_units(tier: Tier, src: &[u8], dst: &mut [MaybeUninit<u32>]) -> (usize, usize) {
    const BIG: bool = cfg!(target_endian = "big");
    if tier == Tier::Portable {
        return apart(|| portable::convert::<Utf8, Utf32>(src, dst, portable::first_of_utf8, ascii::convert));
    }
    let dst = bytes_of(dst);
    on_tier!(
        tier,
        utf8_to_units::RunAhead::<Utf32Units<BIG>>::new(src, dst),
        (0, 0)
    )
}

/// The bytes (read, written).
#[inline]
fn utf16_bytes_to_utf8<const BIG: bool>(
    tier: Tier,
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
) -> (usize, usize) {
    if tier == Tier::Portable {
        let first = |bytes: &[u8]| Utf16Bytes::<BIG>::decode(bytes).ok();
        return apart(|| portable::convert::<Utf16Bytes<BIG>, Utf8>(src, dst, first, |_, _| (0, 0)));
    }
    let (units, written) = on_tier!(tier, utf16_to_utf8::RunAhead::<BIG> { src, dst }, (0, 0));
    (2 * units, written)
}

#[inline]
fn utf16_units_to_utf8(tier: Tier, src: &[u16], dst: &mut [MaybeUninit<u8>]) -> (usize, usize) {
    const BIG: bool = cfg!(target_endian = "big");
    if tier == Tier::Portable {
        let first = |units: &[u16]| Utf16::decode(units).ok();
        return apart(|| portable::convert::<Utf16, Utf8>(src, dst, first, ascii::convert));
    }
    let src = bytes_in(src);
    on_tier!(tier, utf16_to_utf8::RunAhead::<BIG> { src, dst }, (0, 0))
}

/// The bytes (read, written).
#[inline]
fn utf32_bytes_to_utf8<const BIG: bool>(
    tier: Tier,
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
) -> (usize, usize) {
    if tier == Tier::Portable {
        let first = |bytes: &[u8]| Utf32Bytes::<BIG>::decode(bytes).ok();
        return apart(|| portable::convert::<Utf32Bytes<BIG>, Utf8>(src, dst, first, |_, _| (0, 0)));
    }
    let (units, written) = on_tier!(tier, utf32_to_utf8::RunAhead::<BIG> { src, dst }, (0, 0));
    (4 * units, written)
}

#[inline]
fn utf32_units_to_utf8(tier: Tier, src: &[u32], dst: &mut [MaybeUninit<u8>]) -> (usize, usize) {
    const BIG: bool = cfg!(target_endian = "big");
    if tier == Tier::Portable {
        let first = |units: &[u32]| Utf32::decode(units).ok();
        return apart(|| portable::convert::<Utf32, Utf8>(src, dst, first, ascii::convert));
    }
    let src = bytes_in(src);
    on_tier!(tier, utf32_to_utf8::RunAhead::<BIG> { src, dst }, (0, 0))
}

/// The bytes of some units.
#[inline]
fn bytes_in<U: CodeUnit>(units: &[U]) -> &[u8] {
    // SAFETY: the same memory, as bytes, which have no alignment; a code unit has no padding.
    unsafe { core::slice::from_raw_parts(units.as_ptr().cast(), size_of_val(units)) }
}

/// The bytes of some units, to be written.
#[inline]
fn bytes_of<U: CodeUnit>(units: &mut [MaybeUninit<U>]) -> &mut [MaybeUninit<u8>] {
    // SAFETY: the same memory, as bytes, which have no alignment and may be uninitialised in both types; any bytes are
    // a code unit.
    unsafe { core::slice::from_raw_parts_mut(units.as_mut_ptr().cast(), size_of_val(units)) }
}

#[inline]
fn repair(tier: Tier, src: &[u8], dst: &mut [MaybeUninit<u8>]) -> LossyAhead {
    repair_until(tier, src, dst, usize::MAX)
}

/// [`utf8_repair::RepairAhead`].
#[inline]
fn repair_until(tier: Tier, src: &[u8], dst: &mut [MaybeUninit<u8>], quiet: usize) -> LossyAhead {
    on_tier!(
        tier,
        utf8_repair::RepairAhead { src, dst, quiet },
        LossyAhead::default()
    )
}

/// A piece of the source repaired, and that converted, until it is so long without an error that converting it at once is
/// better. A byte of the source becomes `MOST` units at most.
fn repair_and_convert<T: Encode, const MOST: usize>(
    tier: Tier,
    src: &[u8],
    dst: &mut [MaybeUninit<T::Unit>],
) -> LossyAhead
where
    Utf8: RunAhead<T>,
{
    const QUIET: usize = 1024;
    let mut place = [MaybeUninit::uninit(); 4096];
    let src = &src[..src.len().min(dst.len() / MOST)];
    let mut ahead = repair_until(tier, src, &mut place, QUIET);
    // SAFETY: the kernel has written so many bytes from the beginning.
    let text = unsafe { engine::assume_init(&mut place, ahead.written) };
    ahead.written = match engine::convert::<Utf8, T>(text, dst) {
        Ok(written) => written,
        Err(_) => unreachable!("what is repaired is well-formed, and there is room for each of its bytes"),
    };
    ahead
}

valid_prefix! {
    Utf8 => utf8_prefix;
    Utf16 => utf16_prefix;
    Utf16Bytes<false> => utf16_bytes_prefix::<false>;
    Utf16Bytes<true> => utf16_bytes_prefix::<true>;
    Utf32 => single_prefix::<single::Scalar<u32>>;
    Utf32Bytes<false> => prefix_in_bytes::<4, false>(single_prefix::<single::Scalar<InBytes<4, false>>>);
    Utf32Bytes<true> => prefix_in_bytes::<4, true>(single_prefix::<single::Scalar<InBytes<4, true>>>);
    Latin1 => |_, src: &[u8]| src.len();
    Ascii => single_prefix::<single::Ascii>;
}

run_ahead! {
    Utf8, Utf8 => copy_valid, lossy repair;
    Utf8, Utf16 => utf8_to_utf16_units, whole Utf8ToUtf16, lossy repair_and_convert::<Utf16, 1>;
    Utf8, Utf16Bytes<false> => utf8_to_utf16_bytes::<false>, lossy repair_and_convert::<Utf16Bytes<false>, 2>;
    Utf8, Utf16Bytes<true> => utf8_to_utf16_bytes::<true>, lossy repair_and_convert::<Utf16Bytes<true>, 2>;
    Utf8, Utf32 => utf8_to_utf32_units, whole Utf8ToUtf32, lossy repair_and_convert::<Utf32, 1>;
    Utf8, Utf32Bytes<false> => utf8_to_utf32_bytes::<false>,
        lossy repair_and_convert::<Utf32Bytes<false>, 4>;
    Utf8, Utf32Bytes<true> => utf8_to_utf32_bytes::<true>,
        lossy repair_and_convert::<Utf32Bytes<true>, 4>;
    Utf8, Latin1 => utf8_to_latin1, whole Utf8ToLatin1;
    Utf8, Ascii => same_numbers::<0x80, _, _>;
    Utf16, Utf8 => utf16_units_to_utf8, whole Utf16ToUtf8;
    Utf16, Utf16 => utf16_to_utf16;
    Utf16, Utf32 => utf16_units_to_utf32;
    Utf16, Latin1 => narrow::<0x100>, whole Utf16ToLatin1;
    Utf16, Ascii => narrow::<0x80>;
    Utf16Bytes<false>, Utf8 => utf16_bytes_to_utf8::<false>, whole LittleUtf16ToUtf8;
    Utf16Bytes<true>, Utf8 => utf16_bytes_to_utf8::<true>, whole BigUtf16ToUtf8;
    Utf16Bytes<false>, Utf16 => from_bytes::<2, false, _>(utf16_to_utf16);
    Utf16Bytes<true>, Utf16 => from_bytes::<2, true, _>(utf16_to_utf16);
    Utf32, Utf8 => utf32_units_to_utf8;
    Utf32, Utf16 => utf32_units_to_utf16, whole Utf32ToUtf16;
    Utf32, Latin1 => same_numbers::<0x100, _, _>;
    Utf32, Ascii => same_numbers::<0x80, _, _>;
    Utf32Bytes<false>, Utf8 => utf32_bytes_to_utf8::<false>;
    Utf32Bytes<true>, Utf8 => utf32_bytes_to_utf8::<true>;
    Utf32Bytes<false>, Utf16 => utf32_bytes_to_utf16::<false>;
    Utf32Bytes<true>, Utf16 => utf32_bytes_to_utf16::<true>;
    Latin1, Utf8 => latin1_to_utf8, whole Latin1ToUtf8;
    Latin1, Utf16 => widen::<0x100>, whole Latin1ToUtf16;
    Latin1, Utf32 => same_numbers::<0x100, _, _>;
    Ascii, Utf8 => same_numbers::<0x80, _, _>;
    Ascii, Utf16 => widen::<0x80>;
    Ascii, Utf32 => same_numbers::<0x80, _, _>;
}

#[cfg(all(test, feature = "std"))]
mod tests {
    use super::*;
    use crate::tiers;
    use crate::vector::{Simd, Work};
    use std::string::String;

    /// Where in text the test for text without bytes of F0 or more sees an error.
    struct Alarm<'t>(&'t [u8]);

    impl<S: Simd> Work<S> for Alarm<'_> {
        type Output = Option<usize>;

        #[inline(always)]
        fn run(self, simd: S) -> Option<usize> {
            (2..=self.0.len() - S::LEN).find(|&at| {
                // SAFETY: two bytes stand before `at`, and a vector's from there.
                let load = |back| unsafe { simd.load(self.0.as_ptr().add(at - back)) };
                simd.any_below_four(simd.utf8_errors_below_four(load(0), load(1), load(2)))
            })
        }
    }

    /// A false alarm would cost time only: the text is gone over again, vector by vector, by another test.
    #[test]
    fn no_character_below_10000_is_taken_for_an_error() {
        const EDGES: [char; 10] = [
            '\0', '\x7F', '\u{80}', '\u{7FF}', '\u{800}', '\u{FFF}', '\u{1000}', '\u{D7FF}', '\u{E000}',
            '\u{FFFF}',
        ];
        let mut text: String = ('\0'..='\u{FFFF}').collect();
        for a in EDGES {
            for b in EDGES {
                text.extend(EDGES.into_iter().flat_map(|c| [a, b, c]));
            }
        }
        for tier in tiers::available() {
            let alarm: Option<usize> = on_tier!(tier, Alarm(text.as_bytes()), None);
            assert_eq!(alarm, None, "{tier}");
        }
    }
}
