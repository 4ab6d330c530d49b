//! Conversions whose short text has a way of its own with AVX-512.

use super::{Tier, best, bytes_in, bytes_of};
use crate::ConvertError;
use crate::engine::{self, RunAhead};
use crate::kernel::target::{Utf16Units, Utf32Units};
use crate::kernel::{latin1, utf8_to_units, utf16_to_utf8, utf32_to_utf16, width};
use crate::reference::Encode;
use crate::vector::{Avx512, Between, Simd, Vectors, Work};
use core::marker::PhantomData;
use core::mem::MaybeUninit;

/// [`RunAhead::convert`] by the kernel `K`, on the best tier.
#[inline]
pub(super) fn convert<S: RunAhead<T>, T: Encode, K: Kernel<S::Unit, T::Unit>>(
    src: &[S::Unit],
    dst: &mut [MaybeUninit<T::Unit>],
) -> Result<usize, ConvertError> {
    match best::known() {
        Some(Tier::Avx512) => convert_by_avx512::<S, T, K>(src, dst),
        _ => convert_by_parts::<S, T>(src, dst),
    }
}

/// The same on `tier`, which is available, if it has a way of its own.
#[cfg(feature = "std")]
#[inline]
pub(super) fn convert_on<S: RunAhead<T>, T: Encode, K: Kernel<S::Unit, T::Unit>>(
    tier: Tier,
    src: &[S::Unit],
    dst: &mut [MaybeUninit<T::Unit>],
) -> Option<Result<usize, ConvertError>> {
    (tier == Tier::Avx512).then(|| convert_by_avx512::<S, T, K>(src, dst))
}

/// The same on a processor that has AVX-512.
#[inline(always)]
fn convert_by_avx512<S: RunAhead<T>, T: Encode, K: Kernel<S::Unit, T::Unit>>(
    src: &[S::Unit],
    dst: &mut [MaybeUninit<T::Unit>],
) -> Result<usize, ConvertError> {
    // SAFETY: the tier is available.
    let simd = unsafe { Avx512::known() };
    simd.enter_between::<_, _, Whole<S, T, K>>(src, dst)
}

/// A text's way in functions of the instruction set that are given all in registers, the first of them for short text:
/// whoever calls it has nothing to keep, so that a short text costs little more than its bytes.
struct Whole<S, T, K>(PhantomData<(S, T, K)>);

/// The same for any text.
struct Long<S, T, K>(PhantomData<(S, T, K)>);

impl<'s, 'd, S: RunAhead<T>, T: Encode, K: Kernel<S::Unit, T::Unit>>
    Between<&'s [S::Unit], &'d mut [MaybeUninit<T::Unit>]> for Whole<S, T, K>
{
    type Output = Result<usize, ConvertError>;

    #[inline(always)]
    fn run(simd: Avx512, src: &'s [S::Unit], dst: &'d mut [MaybeUninit<T::Unit>]) -> Self::Output {
        if src.len() <= K::SHORT {
            let (read, written) = K::run_short(simd, src, &mut *dst);
            if read == src.len() {
                return Ok(written);
            }
            if read > 0 {
                return convert_rest::<S, T>(src, dst, read, written);
            }
        }
        simd.enter_between::<_, _, Long<S, T, K>>(src, dst)
    }
}

impl<'s, 'd, S: RunAhead<T>, T: Encode, K: Kernel<S::Unit, T::Unit>>
    Between<&'s [S::Unit], &'d mut [MaybeUninit<T::Unit>]> for Long<S, T, K>
{
    type Output = Result<usize, ConvertError>;

    #[inline(always)]
    fn run(simd: Avx512, src: &'s [S::Unit], dst: &'d mut [MaybeUninit<T::Unit>]) -> Self::Output {
        let (read, written) = K::run_ahead(simd, src, dst);
        engine::convert_from::<S, T>(src, dst, read, written)
    }
}

/// A kernel for [`Whole`].
pub(super) trait Kernel<A, B> {
    fn run_ahead(simd: Avx512, src: &[A], dst: &mut [MaybeUninit<B>]) -> (usize, usize);

    /// So many units are short text.
    const SHORT: usize = Avx512::LEN;

    /// So many units are what the kernel counts as one.
    const READ: usize = 1;

    /// The same for short text; may end early, or do nothing.
    fn run_short(simd: Avx512, src: &[A], dst: &mut [MaybeUninit<B>]) -> (usize, usize);
}

/// A kernel in the function that others enter, too: a large one is not compiled a second time.
struct Entered<W>(W);

impl<W: Work<Avx512>> Work<Avx512> for Entered<W> {
    type Output = W::Output;

    #[inline(always)]
    fn run(self, simd: Avx512) -> W::Output {
        simd.enter(self.0)
    }
}

/// Types that stand for kernels.
macro_rules! kernels {
    ($(
        $name:ident($src:ident: $source:ty, $dst:ident: $target:ty) = $kernel:expr,
            short $short:expr $(, of $len:literal $(, read in units of $size:literal)?)?;
    )*) => {$(
        pub(super) struct $name;

        impl Kernel<$source, $target> for $name {
            $(
                const SHORT: usize = $len;
                $(const READ: usize = $size;)?
            )?

            #[inline(always)]
            fn run_ahead(simd: Avx512, $src: &[$source], $dst: &mut [MaybeUninit<$target>]) -> (usize, usize) {
                let (read, written) = $kernel.run(simd);
                (read * Self::READ, written)
            }

            #[inline(always)]
            fn run_short(simd: Avx512, $src: &[$source], $dst: &mut [MaybeUninit<$target>]) -> (usize, usize) {
                let (read, written) = $short.run(simd);
                (read * Self::READ, written)
            }
        }
    )*};
}

kernels! {
    Utf8ToUtf16(src: u8, dst: u16) = utf8_to_units::RunAhead::<Utf16Units<false>>::new(src, bytes_of(dst)),
        short utf8_to_units::Short::<Utf16Units<false>>::new(src, bytes_of(dst));
    Utf8ToUtf32(src: u8, dst: u32) = utf8_to_units::RunAhead::<Utf32Units<false>>::new(src, bytes_of(dst)),
        short utf8_to_units::Short::<Utf32Units<false>>::new(src, bytes_of(dst));
    Utf8ToLatin1(src: u8, dst: u8) = latin1::FromUtf8 { src, dst }, short latin1::FromUtf8Short { src, dst };
    Latin1ToUtf8(src: u8, dst: u8) = latin1::ToUtf8 { src, dst }, short latin1::ToUtf8Short { src, dst };
    Latin1ToUtf16(src: u8, dst: u16) = width::Widen::<0x100> { src, dst }, short width::WidenShort { src, dst };
    Utf16ToLatin1(src: u16, dst: u8) = width::Narrow::<0x100> { src, dst }, short width::NarrowShort { src, dst };
    Utf16ToUtf8(src: u16, dst: u8) = Entered(utf16_to_utf8::RunAhead::<false> { src: bytes_in(src), dst }),
        short utf16_to_utf8::RunShort::<false> { src: bytes_in(src), dst }, of 2048;
    LittleUtf16ToUtf8(src: u8, dst: u8) = Entered(utf16_to_utf8::RunAhead::<false> { src, dst }),
        short utf16_to_utf8::RunShort::<false> { src, dst }, of 4096, read in units of 2;
    BigUtf16ToUtf8(src: u8, dst: u8) = Entered(utf16_to_utf8::RunAhead::<true> { src, dst }),
        short utf16_to_utf8::RunShort::<true> { src, dst }, of 4096, read in units of 2;
    Utf32ToUtf16(src: u32, dst: u16) =
        utf32_to_utf16::RunAhead::<false> { src: bytes_in(src), dst: bytes_of(dst) },
        short utf32_to_utf16::Short { src: bytes_in(src), dst: bytes_of(dst) };
}

/// [`RunAhead::convert`] from where short text ended early.
#[cold]
#[inline(never)]
fn convert_rest<S: RunAhead<T>, T: Encode>(
    src: &[S::Unit],
    dst: &mut [MaybeUninit<T::Unit>],
    read: usize,
    written: usize,
) -> Result<usize, ConvertError> {
    let (more_read, more_written) = S::run_ahead(&src[read..], &mut dst[written..]);
    engine::convert_from::<S, T>(src, dst, read + more_read, written + more_written)
}

/// [`RunAhead::convert`] on a tier that has no way of its own.
#[inline(never)]
fn convert_by_parts<S: RunAhead<T>, T: Encode>(
    src: &[S::Unit],
    dst: &mut [MaybeUninit<T::Unit>],
) -> Result<usize, ConvertError> {
    let (read, written) = S::run_ahead(src, dst);
    engine::convert_from::<S, T>(src, dst, read, written)
}
