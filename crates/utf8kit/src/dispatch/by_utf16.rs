//! Conversions by way of UTF-16, a stretch at a time that stays in the nearest cache.
//!
//! Each is two kernels that have to be there anyway; how far the second got decides what of the first counts.

use super::{
    Tier, count_utf16_on, same_numbers, utf8_to_utf16_units, utf16_to_utf32, utf16_units_to_utf8,
    utf32_to_utf16,
};
use crate::engine::assume_init;
use crate::kernel::ascii;
use crate::kernel::code_unit::CodeUnit;
use core::mem::MaybeUninit;

/// So many units at a time.
const STRETCH: usize = 4096;

type Stretch = [MaybeUninit<u16>; STRETCH];

pub(super) fn utf8_to_utf32<B: CodeUnit<Number = u32>>(
    tier: Tier,
    src: &[u8],
    dst: &mut [MaybeUninit<B>],
) -> (usize, usize) {
    if tier == Tier::Portable {
        return ascii::convert(src, dst);
    }
    let mut stretch: Stretch = [MaybeUninit::uninit(); STRETCH];
    let (mut read, mut written) = (0, 0);
    loop {
        let (ascii, _) = same_numbers::<0x80, u8, B>(tier, &src[read..], &mut dst[written..]);
        read += ascii;
        written += ascii;
        let dst = &mut dst[written..];
        // No more units than there is room for characters.
        let room = STRETCH.min(dst.len());
        let (octets, units) = utf8_to_utf16_units(tier, &src[read..], &mut stretch[..room]);
        if octets == 0 {
            return (read, written);
        }
        // SAFETY: the kernel has written so many units.
        let units = unsafe { assume_init(&mut stretch, units) };
        read += octets;
        written += utf16_to_utf32(tier, units, dst).1;
    }
}

pub(super) fn utf32_to_utf8<A: CodeUnit<Number = u32>>(
    tier: Tier,
    src: &[A],
    dst: &mut [MaybeUninit<u8>],
) -> (usize, usize) {
    if tier == Tier::Portable {
        return ascii::convert(src, dst);
    }
    let mut stretch: Stretch = [MaybeUninit::uninit(); STRETCH];
    let (mut read, mut written) = (0, 0);
    loop {
        let (characters, units) = utf32_to_utf16(tier, &src[read..], &mut stretch);
        // SAFETY: the kernel has written so many units.
        let units = unsafe { assume_init(&mut stretch, units) };
        let (done, octets) = utf16_units_to_utf8(tier, units, &mut dst[written..]);
        written += octets;
        if done < units.len() || done == 0 {
            return (read + count_utf16_on(tier, &units[..done]), written);
        }
        read += characters;
    }
}
