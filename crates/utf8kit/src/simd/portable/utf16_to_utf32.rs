//! Converts UTF-16 to UTF-32 and back on processors without vectors, in plain code that compilers vectorize for any
//! target.

use crate::code_unit::CodeUnit;
use crate::code_unit::is_low;
use crate::parts;
use crate::simd::convert_ascii::{SMALL_BLOCK, convert_while};
use crate::simd::validate_utf16::no_surrogates;
use core::mem::MaybeUninit;

/// Maps the surrogates to the greatest numbers, so that one comparison finds them. Scalar values are less than
/// `0x11_0000 - 0x800` then, those up to U+FFFF less than `0x1_0000 - 0x800`.
#[inline(always)]
fn surrogates_last(number: u32) -> u32 {
    (number ^ 0xD800).wrapping_sub(0x800)
}

/// Returns `true` if all code units are scalar values below `LIMIT`, which is at least `0xE000`.
#[inline(always)]
fn are_scalars_below<const LIMIT: u32, A: CodeUnit<Number = u32>>(units: &[A]) -> bool {
    let most = units
        .iter()
        .fold(0, |most: u32, unit| most.max(surrogates_last(unit.number())));
    most < LIMIT - 0x800
}

/// Converts the well-formed prefix of UTF-16, as much as fits in `dst`, and returns the number of code units read and
/// written.
#[inline(always)]
pub(crate) fn from_utf16<A: CodeUnit<Number = u16>, B: CodeUnit<Number = u32>>(
    src: &[A],
    dst: &mut [MaybeUninit<B>],
) -> (usize, usize) {
    let (mut read, mut written) = (0, 0);
    loop {
        let count = convert_while(
            parts::from(src, read),
            parts::from_mut(dst, written),
            no_surrogates,
        );
        read += count;
        written += count;
        // Code units are converted one by one until so many in a row are no surrogates.
        let mut clean_units = 0;
        while clean_units < SMALL_BLOCK {
            let (Some(first), Some(place)) = (src.get(read), dst.get_mut(written)) else {
                return (read, written);
            };
            let first = u32::from(first.number());
            let (number, units) = match (first, src.get(read + 1)) {
                (0xD800..=0xDBFF, Some(second)) if is_low(second.number()) => {
                    clean_units = 0;
                    let low = u32::from(second.number()) & 0x3FF;
                    (0x1_0000 + ((first & 0x3FF) << 10 | low), 2)
                }
                (0xD800..=0xDFFF, _) => return (read, written),
                _ => (first, 1),
            };
            place.write(B::from_number(number));
            written += 1;
            read += units;
            clean_units += 1;
        }
    }
}

/// Converts the well-formed prefix of UTF-32 to UTF-16, as much as fits in `dst`, and returns the number of code
/// units read and written.
#[inline(always)]
pub(crate) fn to_utf16<A: CodeUnit<Number = u32>, B: CodeUnit<Number = u16>>(
    src: &[A],
    dst: &mut [MaybeUninit<B>],
) -> (usize, usize) {
    let (mut read, mut written) = (0, 0);
    loop {
        let count = convert_while(parts::from(src, read), parts::from_mut(dst, written), |units| {
            are_scalars_below::<0x1_0000, A>(units)
        });
        read += count;
        written += count;
        let mut clean_units = 0;
        while clean_units < SMALL_BLOCK {
            let Some(unit) = src.get(read) else {
                return (read, written);
            };
            let number = unit.number();
            match (parts::from_mut(dst, written), number) {
                (_, 0xD800..=0xDFFF) => return (read, written),
                ([place, ..], 0..=0xFFFF) => {
                    place.write(B::from_number(number as u16));
                    written += 1;
                    clean_units += 1;
                }
                ([first, second, ..], 0x1_0000..=0x10_FFFF) => {
                    let rest = number - 0x1_0000;
                    first.write(B::from_number(0xD800 | (rest >> 10) as u16));
                    second.write(B::from_number(0xDC00 | (rest & 0x3FF) as u16));
                    written += 2;
                    clean_units = 0;
                }
                _ => return (read, written),
            }
            read += 1;
        }
    }
}
