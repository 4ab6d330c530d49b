//! Text in which each code unit has the same number in both encodings: ASCII, and Latin-1 to and from wider code
//! units.
//!
//! This is plain code that compilers vectorize for any target.

use crate::code_unit::{CodeUnit, Number};
use crate::parts;
use core::mem::MaybeUninit;

/// The number of code units that are tested together where many are left, and where fewer are left. The rest is
/// tested one by one.
pub(super) const LARGE_BLOCK: usize = 256;
pub(super) const SMALL_BLOCK: usize = 32;

/// Returns `true` if all units are below `LIMIT`, which is a power of two.
#[inline(always)]
fn are_below<const LIMIT: u32, A: CodeUnit>(units: &[A]) -> bool {
    const { assert!(LIMIT.is_power_of_two()) };
    let all = units
        .iter()
        .fold(A::Number::ZERO, |all, unit| all | unit.number());
    all.into() < LIMIT
}

/// Converts the ASCII prefix of `src`, as much as fits in `dst`, and returns the number of code units read and
/// written, which are equal.
#[inline(always)]
pub(crate) fn convert<A: CodeUnit, B: CodeUnit>(src: &[A], dst: &mut [MaybeUninit<B>]) -> (usize, usize) {
    convert_below::<0x80, A, B>(src, dst)
}

/// Converts the prefix of `src` that is below `LIMIT`, like [`convert`]. Every number below `LIMIT` must be a code
/// unit of `B`.
#[inline(always)]
pub(crate) fn convert_below<const LIMIT: u32, A: CodeUnit, B: CodeUnit>(
    src: &[A],
    dst: &mut [MaybeUninit<B>],
) -> (usize, usize) {
    let done = convert_while(src, dst, |units| are_below::<LIMIT, A>(units));
    (done, done)
}

/// Returns the length of the prefix of `src` for which `fits` returns `true`. `fits` must test each code unit
/// separately.
#[inline(always)]
pub(super) fn prefix_of<A: CodeUnit>(src: &[A], fits: impl Fn(&[A]) -> bool + Copy) -> usize {
    #[inline(always)]
    fn blocks<const N: usize, A: CodeUnit>(src: &[A], fits: impl Fn(&[A]) -> bool) -> usize {
        let (blocks, _) = src.as_chunks::<N>();
        let mut done = 0;
        for block in blocks {
            if !fits(block) {
                break;
            }
            done += N;
        }
        done
    }
    let mut done = blocks::<LARGE_BLOCK, A>(src, fits);
    done += blocks::<SMALL_BLOCK, A>(parts::from(src, done), fits);
    done + blocks::<1, A>(parts::from(src, done), fits)
}

/// Converts the prefix of `src` for which `fits` returns `true`, as much as fits in `dst`, and returns its length.
/// The numbers of the code units do not change.
#[inline(always)]
pub(super) fn convert_while<A: CodeUnit, B: CodeUnit>(
    src: &[A],
    dst: &mut [MaybeUninit<B>],
    fits: impl Fn(&[A]) -> bool + Copy,
) -> usize {
    let len = src.len().min(dst.len());
    let (src, dst) = (parts::to(src, len), parts::to_mut(dst, len));
    let mut done = convert_blocks::<LARGE_BLOCK, A, B>(src, dst, fits);
    done += convert_blocks::<SMALL_BLOCK, A, B>(parts::from(src, done), parts::from_mut(dst, done), fits);
    done + convert_blocks::<1, A, B>(parts::from(src, done), parts::from_mut(dst, done), fits)
}

/// Does what [`convert_while`] does in blocks of `N` code units, and leaves less than a block.
#[inline(always)]
pub(super) fn convert_blocks<const N: usize, A: CodeUnit, B: CodeUnit>(
    src: &[A],
    dst: &mut [MaybeUninit<B>],
    fits: impl Fn(&[A]) -> bool,
) -> usize {
    let (from, _) = src.as_chunks::<N>();
    let (to, _) = dst.as_chunks_mut::<N>();
    let mut done = 0;
    for (from, to) in from.iter().zip(to) {
        if !fits(from) {
            break;
        }
        for (unit, place) in from.iter().zip(to) {
            place.write(B::from_number(B::Number::lowest(unit.number().into())));
        }
        done += N;
    }
    done
}

/// The greatest length of text that is converted before a kernel is called. Most text is short, and most short text
/// is ASCII.
pub(crate) const SHORT: usize = 64;

/// Returns `true` if `bytes` are ASCII and at most [`SHORT`] bytes. Tests them in words that overlap.
#[inline(always)]
pub(crate) fn is_short_ascii(bytes: &[u8]) -> bool {
    #[inline(always)]
    fn first_and_last<const N: usize>(bytes: &[u8]) -> u64 {
        let words = |chunk: Option<&[u8; N]>| {
            let (words, _) = chunk.map_or(&[][..], |chunk| &chunk[..]).as_chunks::<8>();
            words.iter().fold(0, |all, word| all | u64::from_ne_bytes(*word))
        };
        words(bytes.first_chunk()) | words(bytes.last_chunk())
    }
    let all = match bytes {
        [] => 0,
        [first, .., last] if bytes.len() < 4 => u64::from(first | bytes[1] | last),
        [one] => u64::from(*one),
        _ if bytes.len() < 8 => match (bytes.first_chunk(), bytes.last_chunk()) {
            (Some(first), Some(last)) => u64::from(u32::from_ne_bytes(*first) | u32::from_ne_bytes(*last)),
            _ => u64::MAX,
        },
        _ if bytes.len() <= 16 => first_and_last::<8>(bytes),
        _ if bytes.len() <= 32 => first_and_last::<16>(bytes),
        _ if bytes.len() <= SHORT => first_and_last::<32>(bytes),
        _ => u64::MAX,
    };
    all & 0x8080_8080_8080_8080 == 0
}

/// Converts all of `src` and returns `true` if it is at most [`SHORT`] bytes of ASCII and fits in `dst`.
#[inline(always)]
pub(crate) fn convert_short_ascii<B: CodeUnit>(src: &[u8], dst: &mut [MaybeUninit<B>]) -> bool {
    #[inline(always)]
    fn first_and_last<const N: usize, B: CodeUnit>(src: &[u8], dst: &mut [MaybeUninit<B>]) {
        #[inline(always)]
        fn put<const N: usize, B: CodeUnit>(from: Option<&[u8; N]>, to: Option<&mut [MaybeUninit<B>; N]>) {
            if let (Some(from), Some(to)) = (from, to) {
                for (place, &byte) in to.iter_mut().zip(from) {
                    place.write(B::from_number(B::Number::lowest(byte.into())));
                }
            }
        }
        put::<N, B>(src.first_chunk(), dst.first_chunk_mut());
        put::<N, B>(src.last_chunk(), dst.last_chunk_mut());
    }
    let Some(dst) = dst.get_mut(..src.len()) else {
        return false;
    };
    if src.len() > SHORT || !is_short_ascii(src) {
        return false;
    }
    match src.len() {
        32.. => first_and_last::<32, B>(src, dst),
        16.. => first_and_last::<16, B>(src, dst),
        8.. => first_and_last::<8, B>(src, dst),
        4.. => first_and_last::<4, B>(src, dst),
        2.. => first_and_last::<2, B>(src, dst),
        _ => first_and_last::<1, B>(src, dst),
    }
    true
}
