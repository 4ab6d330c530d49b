//! Which kernel serves which pair of encodings.

#[cfg(any(feature = "utf16", feature = "utf32"))]
use super::convert_with;
use crate::ConvertError;
use crate::code_unit::{bytes_in, bytes_of};
use crate::dispatch::Kernels;
use crate::kernel::utf8_repair::Repaired;
use crate::reference::*;
use core::mem::MaybeUninit;

/// An encoding whose well-formed prefix a kernel can find.
pub(crate) trait ValidPrefix: Decode {
    /// Returns how many code units at the beginning of `src` are proved well-formed. Ends at a character boundary.
    fn valid_prefix(kernels: &'static Kernels, src: &[Self::Unit]) -> usize;
}

/// An encoding from which a kernel can convert to `T`.
pub(crate) trait ConvertPrefix<T: Encode>: Decode {
    /// Converts a well-formed prefix of `src` as far as `dst` has room, and returns the code units read and written.
    fn convert_prefix(
        kernels: &'static Kernels,
        src: &[Self::Unit],
        dst: &mut [MaybeUninit<T::Unit>],
    ) -> (usize, usize);

    /// Goes on where [`convert_prefix`](Self::convert_prefix) stopped before the end of `src`, and converts the rest.
    ///
    /// Written out in each implementation, so that it is compiled once, in this crate: public functions that call it are
    /// inlined into others.
    fn convert_rest(
        kernels: &'static Kernels,
        src: &[Self::Unit],
        dst: &mut [MaybeUninit<T::Unit>],
        done: (usize, usize),
    ) -> Result<usize, ConvertError>;

    /// The same as [`convert_prefix`](Self::convert_prefix) for text with many errors, with `T`'s substitute for each maximal subpart. `src` begins at a character or a
    /// maximal subpart, and what is read ends at one. Where there is no such kernel, nothing is read.
    #[inline]
    fn repair_prefix(_: &'static Kernels, _: &[Self::Unit], _: &mut [MaybeUninit<T::Unit>]) -> Repaired {
        Repaired::default()
    }
}

/// Writes [`ConvertPrefix::convert_rest`].
macro_rules! convert_rest {
    ($target:ty) => {
        #[inline(never)]
        fn convert_rest(
            kernels: &'static $crate::dispatch::Kernels,
            src: &[Self::Unit],
            dst: &mut [core::mem::MaybeUninit<<$target as $crate::reference::Encode>::Unit>],
            done: (usize, usize),
        ) -> Result<usize, $crate::ConvertError> {
            $crate::engine::convert_after::<Self, $target>(kernels, src, dst, done)
        }
    };
}
pub(crate) use convert_rest;

const NATIVE_IS_BIG: bool = cfg!(target_endian = "big");

impl ValidPrefix for Utf8 {
    #[inline]
    fn valid_prefix(kernels: &'static Kernels, src: &[u8]) -> usize {
        // Nothing is faster for so little.
        if let [] | [0..0x80] = src {
            return src.len();
        }
        // SAFETY: the contract of `Kernels`.
        unsafe { (kernels.utf8_prefix)(src) }
    }
}

impl ValidPrefix for Ascii {
    #[inline]
    fn valid_prefix(kernels: &'static Kernels, src: &[u8]) -> usize {
        // SAFETY: the contract of `Kernels`.
        unsafe { (kernels.ascii_prefix)(src) }
    }
}

impl ValidPrefix for Latin1 {
    #[inline]
    fn valid_prefix(_: &'static Kernels, src: &[u8]) -> usize {
        src.len()
    }
}

/// For encodings of wider units: the field for each byte order. Fields count units; `Utf16Bytes` and `Utf32Bytes` count bytes.
macro_rules! valid_prefix {
    ($($units:ident, $bytes:ident: $little:ident, $big:ident;)*) => {$(
        impl<const BIG: bool> ValidPrefix for $bytes<BIG> {
            #[inline]
            fn valid_prefix(kernels: &'static Kernels, src: &[u8]) -> usize {
                let prefix = if BIG { kernels.$big } else { kernels.$little };
                // SAFETY: the contract of `Kernels`.
                size_of::<<$units as Decode>::Unit>() * unsafe { prefix(src) }
            }
        }

        impl ValidPrefix for $units {
            #[inline]
            fn valid_prefix(kernels: &'static Kernels, src: &[Self::Unit]) -> usize {
                let prefix = if NATIVE_IS_BIG { kernels.$big } else { kernels.$little };
                // SAFETY: the contract of `Kernels`.
                unsafe { prefix(bytes_in(src)) }
            }
        }
    )*};
}

#[cfg(feature = "utf16")]
valid_prefix! { Utf16, Utf16Bytes: utf16le_prefix, utf16be_prefix; }
#[cfg(feature = "utf32")]
valid_prefix! { Utf32, Utf32Bytes: utf32le_prefix, utf32be_prefix; }

/// Pairs of encodings that one field serves as it is.
macro_rules! convert {
    ($($source:ty => $target:ty: $kernel:ident;)*) => {$(
        impl ConvertPrefix<$target> for $source {
            convert_rest!($target);

            #[inline]
            fn convert_prefix(
                kernels: &'static Kernels,
                src: &[Self::Unit],
                dst: &mut [MaybeUninit<<$target as Encode>::Unit>],
            ) -> (usize, usize) {
                // SAFETY: the contract of `Kernels`.
                unsafe { (kernels.$kernel)(src, dst) }
            }
        }
    )*};
}

convert! {
    Utf8 => Ascii: ascii_copy;
    Ascii => Utf8: ascii_copy;
}
#[cfg(feature = "latin1")]
convert! {
    Utf8 => Latin1: utf8_to_latin1;
    Latin1 => Utf8: latin1_to_utf8;
}
#[cfg(feature = "utf16")]
convert! {
    Utf16 => Ascii: utf16_to_ascii;
    Ascii => Utf16: ascii_to_utf16;
}
#[cfg(all(feature = "utf16", feature = "latin1"))]
convert! {
    Utf16 => Latin1: utf16_to_latin1;
    Latin1 => Utf16: latin1_to_utf16;
}
#[cfg(feature = "utf32")]
convert! {
    Utf32 => Ascii: utf32_to_ascii;
    Ascii => Utf32: ascii_to_utf32;
}
#[cfg(all(feature = "utf32", feature = "latin1"))]
convert! {
    Utf32 => Latin1: utf32_to_latin1;
    Latin1 => Utf32: latin1_to_utf32;
}
#[cfg(all(feature = "utf16", feature = "utf32"))]
convert! {
    Utf16 => Utf32: utf16_to_utf32;
}

/// Pairs of which the source is in wider units: the field for each byte order.
macro_rules! convert_from_wide {
    ($($units:ident, $bytes:ident => $target:ty: $little:ident, $big:ident;)*) => {$(
        impl<const BIG: bool> ConvertPrefix<$target> for $bytes<BIG> {
            convert_rest!($target);

            #[inline]
            fn convert_prefix(
                kernels: &'static Kernels,
                src: &[u8],
                dst: &mut [MaybeUninit<<$target as Encode>::Unit>],
            ) -> (usize, usize) {
                let convert = if BIG { kernels.$big } else { kernels.$little };
                // SAFETY: the contract of `Kernels`.
                let (units, written) = unsafe { convert(src, dst) };
                (size_of::<<$units as Decode>::Unit>() * units, written)
            }
        }

        impl ConvertPrefix<$target> for $units {
            convert_rest!($target);

            #[inline]
            fn convert_prefix(
                kernels: &'static Kernels,
                src: &[Self::Unit],
                dst: &mut [MaybeUninit<<$target as Encode>::Unit>],
            ) -> (usize, usize) {
                let convert = if NATIVE_IS_BIG { kernels.$big } else { kernels.$little };
                // SAFETY: the contract of `Kernels`.
                unsafe { convert(bytes_in(src), dst) }
            }
        }
    )*};
}

#[cfg(feature = "utf16")]
convert_from_wide! {
    Utf16, Utf16Bytes => Utf8: utf16le_to_utf8, utf16be_to_utf8;
    Utf16, Utf16Bytes => Utf16: utf16le_to_utf16, utf16be_to_utf16;
}
#[cfg(feature = "utf32")]
convert_from_wide! {
    Utf32, Utf32Bytes => Utf8: utf32le_to_utf8, utf32be_to_utf8;
}
#[cfg(all(feature = "utf16", feature = "utf32"))]
convert_from_wide! {
    Utf32, Utf32Bytes => Utf16: utf32le_to_utf16, utf32be_to_utf16;
}

/// UTF-8 to wider units: the field for each byte order.
macro_rules! convert_to_wide {
    ($($units:ident, $bytes:ident: $little:ident, $big:ident;)*) => {$(
        impl<const BIG: bool> ConvertPrefix<$bytes<BIG>> for Utf8 {
            convert_rest!($bytes<BIG>);

            #[inline]
            fn convert_prefix(
                kernels: &'static Kernels,
                src: &[u8],
                dst: &mut [MaybeUninit<u8>],
            ) -> (usize, usize) {
                let convert = if BIG { kernels.$big } else { kernels.$little };
                // SAFETY: the contract of `Kernels`.
                let (read, units) = unsafe { convert(src, dst) };
                (read, size_of::<<$units as Encode>::Unit>() * units)
            }

            #[inline]
            fn repair_prefix(
                kernels: &'static Kernels,
                src: &[u8],
                dst: &mut [MaybeUninit<u8>],
            ) -> Repaired {
                repair_and_convert::<$bytes<BIG>>(kernels, src, dst, size_of::<<$units as Encode>::Unit>())
            }
        }

        impl ConvertPrefix<$units> for Utf8 {
            convert_rest!($units);

            #[inline]
            fn convert_prefix(
                kernels: &'static Kernels,
                src: &[u8],
                dst: &mut [MaybeUninit<<$units as Encode>::Unit>],
            ) -> (usize, usize) {
                let convert = if NATIVE_IS_BIG { kernels.$big } else { kernels.$little };
                // SAFETY: the contract of `Kernels`.
                unsafe { convert(src, bytes_of(dst)) }
            }

            #[inline]
            fn repair_prefix(
                kernels: &'static Kernels,
                src: &[u8],
                dst: &mut [MaybeUninit<<$units as Encode>::Unit>],
            ) -> Repaired {
                repair_and_convert::<$units>(kernels, src, dst, 1)
            }
        }
    )*};
}

#[cfg(feature = "utf16")]
convert_to_wide! { Utf16, Utf16Bytes: utf8_to_utf16le, utf8_to_utf16be; }
#[cfg(feature = "utf32")]
convert_to_wide! { Utf32, Utf32Bytes: utf8_to_utf32le, utf8_to_utf32be; }

impl ConvertPrefix<Utf8> for Utf8 {
    convert_rest!(Utf8);

    #[inline]
    fn convert_prefix(kernels: &'static Kernels, src: &[u8], dst: &mut [MaybeUninit<u8>]) -> (usize, usize) {
        // SAFETY: the contract of `Kernels`.
        unsafe { (kernels.utf8_copy)(src, dst) }
    }

    #[inline]
    fn repair_prefix(kernels: &'static Kernels, src: &[u8], dst: &mut [MaybeUninit<u8>]) -> Repaired {
        // SAFETY: the contract of `Kernels`.
        unsafe { (kernels.utf8_repair)(src, dst, usize::MAX) }
    }
}

/// Repairs a piece of the source and converts that, until so much of it has no error that converting it at once is faster.
/// A byte of the source becomes `most` code units at most.
#[cfg(any(feature = "utf16", feature = "utf32"))]
fn repair_and_convert<T: Encode>(
    kernels: &'static Kernels,
    src: &[u8],
    dst: &mut [MaybeUninit<T::Unit>],
    most: usize,
) -> Repaired
where
    Utf8: ConvertPrefix<T>,
{
    const QUIET: usize = 1024;
    let mut buffer = [MaybeUninit::uninit(); 4096];
    let src = &src[..src.len().min(dst.len() / most)];
    // SAFETY: the contract of `Kernels`.
    let mut repaired = unsafe { (kernels.utf8_repair)(src, &mut buffer, QUIET) };
    // SAFETY: the kernel has written so many bytes from the beginning.
    let text = unsafe { super::assume_init(&mut buffer, repaired.written) };
    repaired.written = match convert_with::<Utf8, T>(kernels, text, dst) {
        Ok(written) => written,
        Err(_) => unreachable!("repaired text is well-formed, and there is room for each of its bytes"),
    };
    repaired
}
