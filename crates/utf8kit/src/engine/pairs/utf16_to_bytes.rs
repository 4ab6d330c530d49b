//! Conversion of UTF-16 in code units to UTF-16 and UTF-32 in bytes, for the encoder.

use super::convert_rest;
use super::wide::repair;
use crate::codec::Encode;
use crate::encoding::{Utf16, Utf16Bytes};
#[cfg(feature = "utf32")]
use crate::encoding::{Utf32, Utf32Bytes};
use crate::engine::prefix::ConvertPrefix;
use crate::simd::dispatch::Kernels;
use core::mem::MaybeUninit;

/// The number of code units that are converted at a time. They stay in the L1 cache.
const CHUNK: usize = 1024;

/// Converts `src` with a kernel to code units in the machine's byte order, and writes the `SIZE` bytes that `bytes`
/// returns for each to `dst`.
fn convert<T: Encode, const SIZE: usize>(
    kernels: Kernels,
    src: &[u16],
    dst: &mut [MaybeUninit<u8>],
    bytes: impl Fn(T::Unit) -> [u8; SIZE],
) -> (usize, usize)
where
    Utf16: ConvertPrefix<T>,
{
    let mut buffer = [const { MaybeUninit::uninit() }; CHUNK];
    let (mut read, mut written) = (0, 0);
    loop {
        let space = CHUNK.min((dst.len() - written) / SIZE);
        let (ahead, units) = Utf16::convert_prefix(kernels, &src[read..], &mut buffer[..space]);
        for (place, unit) in dst[written..]
            .as_chunks_mut::<SIZE>()
            .0
            .iter_mut()
            .zip(&buffer[..units])
        {
            // SAFETY: the kernel has initialized the first `units` code units of the buffer.
            *place = bytes(unsafe { unit.assume_init() }).map(MaybeUninit::new);
        }
        read += ahead;
        written += SIZE * units;
        if ahead == 0 {
            return (read, written);
        }
    }
}

// SAFETY: the kernel has the same contract for the buffer, of which each unit is written in its bytes.
unsafe impl<const BIG: bool> ConvertPrefix<Utf16Bytes<BIG>> for Utf16 {
    convert_rest!(Utf16Bytes<BIG>);
    repair!(Utf16Bytes<BIG>);

    fn convert_prefix(kernels: Kernels, src: &[u16], dst: &mut [MaybeUninit<u8>]) -> (usize, usize) {
        convert::<Utf16, 2>(
            kernels,
            src,
            dst,
            if BIG { u16::to_be_bytes } else { u16::to_le_bytes },
        )
    }
}

#[cfg(feature = "utf32")]
// SAFETY: the kernel has the same contract for the buffer, of which each unit is written in its bytes.
unsafe impl<const BIG: bool> ConvertPrefix<Utf32Bytes<BIG>> for Utf16 {
    convert_rest!(Utf32Bytes<BIG>);
    repair!(Utf32Bytes<BIG>);

    fn convert_prefix(kernels: Kernels, src: &[u16], dst: &mut [MaybeUninit<u8>]) -> (usize, usize) {
        convert::<Utf32, 4>(
            kernels,
            src,
            dst,
            if BIG { u32::to_be_bytes } else { u32::to_le_bytes },
        )
    }
}
