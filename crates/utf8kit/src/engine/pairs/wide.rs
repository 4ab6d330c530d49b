//! The kernels for pairs of encodings of which at least one has code units of 16 or 32 bits.

#[cfg(feature = "utf32")]
use super::wide_errors::find_non_scalar;
use super::wide_errors::{RepairUnits, find_unpaired};
use super::{convert_rest, validate_rest};
use crate::code_unit::{bytes_in, bytes_of, units_in};
use crate::codec::{Decode, Encode};
use crate::encoding::*;
use crate::engine::prefix::{ConvertPrefix, ValidPrefix};
use crate::engine::{assume_init, convert_prefix, convert_well_formed};
use crate::parts;
use crate::simd::dispatch::Kernels;
use crate::simd::find_utf8_errors::Marks;
use crate::simd::repair_utf8::Repaired;
use core::mem::MaybeUninit;

const NATIVE_IS_BIG: bool = cfg!(target_endian = "big");

/// Implements [`ValidPrefix`] by the method of [`Kernels`] for the byte order, and by the search for errors. They count code units, and
/// `Utf16Bytes` and `Utf32Bytes` count bytes. With the field `$unpaired`, unpaired surrogates are no errors.
macro_rules! valid_prefix {
    ($($units:ident, $bytes:ident: $little:ident, $big:ident, $find:ident $(, $unpaired:ident)?;)*) => {$(
        // SAFETY: the kernel and the search have the same contract; they count code units, of which each is as many bytes.
        unsafe impl<const BIG: bool> ValidPrefix for $bytes<BIG> {
            validate_rest!();

            const MARKS_ERRORS: bool = true;
            const CLEAN_WORDS: usize = 1;

            $(
                #[inline]
                fn is_strict(&self) -> bool {
                    !self.0.$unpaired
                }
            )?

            #[inline]
            fn find_errors(_: Kernels, src: &[u8], marks: &mut [Marks]) -> usize {
                const LEN: usize = size_of::<<$units as Decode>::Unit>();
                LEN * $find::<_, LEN>(units_in::<LEN, BIG>(src), marks)
            }

            #[inline]
            fn valid_prefix(kernels: Kernels, src: &[u8]) -> usize {
                // SAFETY: a `Kernels` proves that the processor has the instruction set.
                let units = unsafe { if BIG { kernels.$big(src) } else { kernels.$little(src) } };
                size_of::<<$units as Decode>::Unit>() * units
            }
        }

        // SAFETY: the kernel and the search have the same contract.
        unsafe impl ValidPrefix for $units {
            validate_rest!();

            const MARKS_ERRORS: bool = true;
            const CLEAN_WORDS: usize = 1;

            $(
                #[inline]
                fn is_strict(&self) -> bool {
                    !self.$unpaired
                }
            )?

            #[inline]
            fn find_errors(_: Kernels, src: &[Self::Unit], marks: &mut [Marks]) -> usize {
                $find::<_, 1>(src, marks)
            }

            #[inline]
            fn valid_prefix(kernels: Kernels, src: &[Self::Unit]) -> usize {
                let src = bytes_in(src);
                // SAFETY: a `Kernels` proves that the processor has the instruction set.
                unsafe { if NATIVE_IS_BIG { kernels.$big(src) } else { kernels.$little(src) } }
            }
        }
    )*};
}

#[cfg(feature = "utf16")]
valid_prefix! { Utf16, Utf16Bytes: utf16le_prefix, utf16be_prefix, find_unpaired, unpaired; }
#[cfg(feature = "utf32")]
valid_prefix! { Utf32, Utf32Bytes: utf32le_prefix, utf32be_prefix, find_non_scalar; }

/// Writes [`ConvertPrefix::repair_prefix`] for a source with wide code units and a destination that has U+FFFD.
macro_rules! repair {
    ($target:ty) => {
        #[inline]
        fn repair_prefix(
            kernels: $crate::simd::dispatch::Kernels,
            src: &[Self::Unit],
            dst: &mut [core::mem::MaybeUninit<<$target as $crate::codec::Encode>::Unit>],
        ) -> $crate::simd::repair_utf8::Repaired {
            $crate::engine::pairs::wide_errors::repair_and_convert::<Self, $target>(kernels, src, dst)
        }
    };
    ($target:ty, lacks) => {};
}
pub(super) use repair;

/// The number of bytes from which on errors are converted over. Shorter text has a kernel of its own, which stops at an error.
#[cfg(feature = "utf16")]
const OVER_ERRORS_FROM: usize = 1024;

/// Implements [`ConvertPrefix`] for sources with wide code units by the method of [`Kernels`] for the byte order. With
/// [`bytes_of`], the method takes the destination as bytes. `lacks` states that the destination lacks U+FFFD. The methods in brackets
/// repair short text, and convert over errors.
macro_rules! convert_from_wide {
    ($(
        $units:ident, $bytes:ident => $target:ty $([$lacks:ident])?: $little:ident, $big:ident
        $(, $bytes_of:ident)?
        $([$repair_little:ident, $repair_big:ident, $over_errors_little:ident, $over_errors_big:ident])?;
    )*) => {$(
        // SAFETY: the kernel has the same contract; it counts code units, of which each is as many bytes.
        unsafe impl<const BIG: bool> ConvertPrefix<$target> for $bytes<BIG> {
            convert_rest!($target);
            repair!($target $(, $lacks)?);

            $(
                #[inline]
                fn repair_short(kernels: Kernels, src: &[u8], dst: &mut [MaybeUninit<u8>]) -> Repaired {
                    // SAFETY: a `Kernels` proves that the processor has the instruction set.
                    let repaired = unsafe {
                        match BIG {
                            true => kernels.$repair_big(src, dst),
                            false => kernels.$repair_little(src, dst),
                        }
                    };
                    Repaired {
                        read: size_of::<<$units as Decode>::Unit>() * repaired.read,
                        ..repaired
                    }
                }

                #[inline]
                fn convert_over_errors(kernels: Kernels, src: &[u8], dst: &mut [MaybeUninit<u8>]) -> Repaired {
                    if src.len() < OVER_ERRORS_FROM {
                        return convert_prefix::<Self, $target>(kernels, src, dst).into();
                    }
                    // SAFETY: a `Kernels` proves that the processor has the instruction set.
                    let converted = unsafe {
                        match BIG {
                            true => kernels.$over_errors_big(src, dst),
                            false => kernels.$over_errors_little(src, dst),
                        }
                    };
                    Repaired {
                        read: size_of::<<$units as Decode>::Unit>() * converted.read,
                        ..converted
                    }
                }
            )?

            #[inline]
            fn convert_prefix(
                kernels: Kernels,
                src: &[u8],
                dst: &mut [MaybeUninit<<$target as Encode>::Unit>],
            ) -> (usize, usize) {
                let to = $($bytes_of)? (dst);
                // SAFETY: a `Kernels` proves that the processor has the instruction set.
                let (units, written) = unsafe { if BIG { kernels.$big(src, to) } else { kernels.$little(src, to) } };
                (size_of::<<$units as Decode>::Unit>() * units, written)
            }
        }

        // SAFETY: the kernel has the same contract.
        unsafe impl ConvertPrefix<$target> for $units {
            convert_rest!($target);
            repair!($target $(, $lacks)?);

            $(
                #[inline]
                fn repair_short(kernels: Kernels, src: &[Self::Unit], dst: &mut [MaybeUninit<u8>]) -> Repaired {
                    let src = bytes_in(src);
                    // SAFETY: a `Kernels` proves that the processor has the instruction set.
                    unsafe {
                        match NATIVE_IS_BIG {
                            true => kernels.$repair_big(src, dst),
                            false => kernels.$repair_little(src, dst),
                        }
                    }
                }

                #[inline]
                fn convert_over_errors(
                    kernels: Kernels,
                    src: &[Self::Unit],
                    dst: &mut [MaybeUninit<u8>],
                ) -> Repaired {
                    if size_of_val(src) < OVER_ERRORS_FROM {
                        return convert_prefix::<Self, $target>(kernels, src, dst).into();
                    }
                    let src = bytes_in(src);
                    // SAFETY: a `Kernels` proves that the processor has the instruction set.
                    unsafe {
                        match NATIVE_IS_BIG {
                            true => kernels.$over_errors_big(src, dst),
                            false => kernels.$over_errors_little(src, dst),
                        }
                    }
                }
            )?

            #[inline]
            fn convert_prefix(
                kernels: Kernels,
                src: &[Self::Unit],
                dst: &mut [MaybeUninit<<$target as Encode>::Unit>],
            ) -> (usize, usize) {
                let (src, dst) = (bytes_in(src), $($bytes_of)? (dst));
                // SAFETY: a `Kernels` proves that the processor has the instruction set.
                unsafe { if NATIVE_IS_BIG { kernels.$big(src, dst) } else { kernels.$little(src, dst) } }
            }
        }
    )*};
}

#[cfg(feature = "utf16")]
convert_from_wide! {
    Utf16, Utf16Bytes => Utf8: utf16le_to_utf8, utf16be_to_utf8
        [utf16le_repair_to_utf8, utf16be_repair_to_utf8, utf16le_to_utf8_over_errors, utf16be_to_utf8_over_errors];
    Utf16, Utf16Bytes => Utf16: utf16le_to_utf16, utf16be_to_utf16;
    Utf16, Utf16Bytes => Ascii [lacks]: utf16le_to_ascii, utf16be_to_ascii;
}
#[cfg(feature = "utf16")]
convert_from_wide! {
    Utf16, Utf16Bytes => Latin1 [lacks]: utf16le_to_latin1, utf16be_to_latin1;
}
#[cfg(feature = "utf32")]
convert_from_wide! {
    Utf32, Utf32Bytes => Utf8: utf32le_to_utf8, utf32be_to_utf8;
}
#[cfg(feature = "utf32")]
convert_from_wide! {
    Utf16, Utf16Bytes => Utf32: utf16le_to_utf32, utf16be_to_utf32;
    Utf32, Utf32Bytes => Utf16: utf32le_to_utf16, utf32be_to_utf16, bytes_of;
}

/// Implements [`ConvertPrefix`] to wide code units by the method of [`Kernels`] for the byte order. `$repair` is
/// [`repair_and_convert`] for sources that it repairs.
macro_rules! convert_to_wide {
    ($($source:ident => $units:ident, $bytes:ident: $little:ident, $big:ident $(, $repair:ident)?;)*) => {$(
        // SAFETY: the kernel has the same contract; it counts code units, of which each is as many bytes.
        unsafe impl<const BIG: bool> ConvertPrefix<$bytes<BIG>> for $source {
            convert_rest!($bytes<BIG>);

            #[inline]
            fn convert_prefix(
                kernels: Kernels,
                src: &[u8],
                dst: &mut [MaybeUninit<u8>],
            ) -> (usize, usize) {
                // SAFETY: a `Kernels` proves that the processor has the instruction set.
                let (read, units) = unsafe { if BIG { kernels.$big(src, dst) } else { kernels.$little(src, dst) } };
                (read, size_of::<<$units as Encode>::Unit>() * units)
            }

            $(
                #[inline]
                fn repair_prefix(
                    kernels: Kernels,
                    src: &[u8],
                    dst: &mut [MaybeUninit<u8>],
                ) -> Repaired {
                    $repair::<$bytes<BIG>>(kernels, src, dst, size_of::<<$units as Encode>::Unit>())
                }
            )?
        }

        // SAFETY: the kernel has the same contract.
        unsafe impl ConvertPrefix<$units> for $source {
            convert_rest!($units);

            #[inline]
            fn convert_prefix(
                kernels: Kernels,
                src: &[u8],
                dst: &mut [MaybeUninit<<$units as Encode>::Unit>],
            ) -> (usize, usize) {
                let dst = bytes_of(dst);
                // SAFETY: a `Kernels` proves that the processor has the instruction set.
                unsafe { if NATIVE_IS_BIG { kernels.$big(src, dst) } else { kernels.$little(src, dst) } }
            }

            $(
                #[inline]
                fn repair_prefix(
                    kernels: Kernels,
                    src: &[u8],
                    dst: &mut [MaybeUninit<<$units as Encode>::Unit>],
                ) -> Repaired {
                    $repair::<$units>(kernels, src, dst, 1)
                }
            )?
        }
    )*};
}

#[cfg(feature = "utf16")]
convert_to_wide! {
    Utf8 => Utf16, Utf16Bytes: utf8_to_utf16le, utf8_to_utf16be, repair_and_convert;
    Ascii => Utf16, Utf16Bytes: ascii_to_utf16le, ascii_to_utf16be;
}
#[cfg(feature = "utf16")]
convert_to_wide! {
    Latin1 => Utf16, Utf16Bytes: latin1_to_utf16le, latin1_to_utf16be;
}
#[cfg(feature = "utf32")]
convert_to_wide! { Utf8 => Utf32, Utf32Bytes: utf8_to_utf32le, utf8_to_utf32be, repair_and_convert; }

// SAFETY: the kernels have the same contract; they count code units, of which each is two bytes.
#[cfg(feature = "utf32")]
unsafe impl<const BIG: bool> ConvertPrefix<Utf16Bytes<BIG>> for Utf32 {
    convert_rest!(Utf16Bytes<BIG>);
    repair!(Utf16Bytes<BIG>);

    #[inline]
    fn convert_prefix(kernels: Kernels, src: &[u32], dst: &mut [MaybeUninit<u8>]) -> (usize, usize) {
        let src = bytes_in(src);
        // SAFETY: a `Kernels` proves that the processor has the instruction set.
        let (read, units) = unsafe {
            match BIG {
                _ if BIG != NATIVE_IS_BIG => kernels.utf32_to_utf16_swapped(src, dst),
                false => kernels.utf32le_to_utf16(src, dst),
                true => kernels.utf32be_to_utf16(src, dst),
            }
        };
        (read, 2 * units)
    }
}

/// The number of bytes of UTF-16 that are read twice. They stay in the L1 cache.
#[cfg(feature = "utf16")]
const CHUNK: usize = 8192;

// SAFETY: a well-formed prefix is copied.
#[cfg(feature = "utf16")]
unsafe impl<const FROM: bool, const TO: bool> ConvertPrefix<Utf16Bytes<TO>> for Utf16Bytes<FROM> {
    convert_rest!(Utf16Bytes<TO>);

    fn convert_prefix(kernels: Kernels, src: &[u8], dst: &mut [MaybeUninit<u8>]) -> (usize, usize) {
        let mut done = 0;
        loop {
            let space = &mut dst[done..];
            let chunk = &src[done..];
            let chunk = &chunk[..chunk.len().min(space.len()).min(CHUNK)];
            let len = Self::valid_prefix(kernels, chunk);
            if len == 0 {
                return (done, done);
            }
            let (from, to) = (chunk.as_ptr(), space.as_mut_ptr().cast());
            // SAFETY: both have `len` bytes, which are whole code units, and do not overlap. A `Kernels` proves that the
            // processor has the instruction set.
            unsafe {
                match FROM == TO {
                    true => core::ptr::copy_nonoverlapping(from, to, len),
                    false => kernels.utf16_swap(from, to, len / 2),
                }
            }
            done += len;
        }
    }

    fn repair_prefix(kernels: Kernels, src: &[u8], dst: &mut [MaybeUninit<u8>]) -> Repaired {
        let mut most = src.len().min(dst.len());
        if FROM != TO {
            most = most.min(CHUNK);
        }
        let src = Self::whole(&src[..most]);
        let replaced = Self::repair_units(kernels, src, dst);
        if FROM != TO {
            let to = dst.as_mut_ptr().cast();
            // SAFETY: as many bytes as `src` has are initialized. A `Kernels` proves that the processor has the instruction set.
            unsafe { kernels.utf16_swap(to, to, src.len() / 2) };
        }
        Repaired {
            read: src.len(),
            written: src.len(),
            replaced,
        }
    }
}

/// Repairs a chunk of `src` to well-formed UTF-8 in a buffer and converts the buffer to `dst`.
///
/// The repair stops before the end of the chunk where so much text has no errors that converting it directly is
/// faster. A byte of `src` converts to at most `most_per_byte` code units.
fn repair_and_convert<T: Encode + Default>(
    kernels: Kernels,
    src: &[u8],
    dst: &mut [MaybeUninit<T::Unit>],
    most_per_byte: usize,
) -> Repaired
where
    Utf8: ConvertPrefix<T>,
{
    /// The number of bytes without an error after which the repair stops.
    const CLEAN_BYTES: usize = 1024;
    let mut buffer = [MaybeUninit::uninit(); 4096];
    let src = parts::to(src, src.len().min(dst.len() / most_per_byte));
    // SAFETY: a `Kernels` proves that the processor has the instruction set.
    let mut repaired = unsafe { kernels.utf8_repair(src, &mut buffer, CLEAN_BYTES) };
    // SAFETY: the kernel has initialized the first `written` bytes of the buffer.
    let text = unsafe { assume_init(&mut buffer, repaired.written) };
    repaired.written = convert_well_formed::<Utf8, T>(kernels, text, dst);
    repaired
}

#[cfg(feature = "utf32")]
// SAFETY: a well-formed prefix is copied, and each code unit is four bytes.
unsafe impl<const BIG: bool> ConvertPrefix<Utf32> for Utf32Bytes<BIG> {
    convert_rest!(Utf32);
    repair!(Utf32);

    #[inline]
    fn convert_prefix(kernels: Kernels, src: &[u8], dst: &mut [MaybeUninit<u32>]) -> (usize, usize) {
        let src = &src[..src.len().min(dst.len().saturating_mul(4))];
        let len = Self::valid_prefix(kernels, src);
        let (units, _) = src[..len].as_chunks();
        for (place, &unit) in dst.iter_mut().zip(units) {
            place.write(if BIG {
                u32::from_be_bytes(unit)
            } else {
                u32::from_le_bytes(unit)
            });
        }
        (len, len / 4)
    }
}

#[cfg(feature = "utf32")]
// SAFETY: a well-formed prefix is copied, and each code unit is four bytes.
unsafe impl<const BIG: bool> ConvertPrefix<Utf32Bytes<BIG>> for Utf32 {
    convert_rest!(Utf32Bytes<BIG>);
    repair!(Utf32Bytes<BIG>);

    #[inline]
    fn convert_prefix(kernels: Kernels, src: &[u32], dst: &mut [MaybeUninit<u8>]) -> (usize, usize) {
        let (places, _) = dst.as_chunks_mut::<4>();
        let src = &src[..src.len().min(places.len())];
        let len = Self::valid_prefix(kernels, src);
        for (place, &unit) in places.iter_mut().zip(&src[..len]) {
            *place = if BIG {
                unit.to_be_bytes()
            } else {
                unit.to_le_bytes()
            }
            .map(MaybeUninit::new);
        }
        (len, 4 * len)
    }
}
