//! Text of which each code unit keeps its number in the other form: ASCII; Latin-1 in wider units and back. In plain code
//! that compilers turn into whatever the target has.

use super::code_unit::{CodeUnit, Number};
use core::mem::MaybeUninit;

/// Units looked at together where much is left, and else. What is left then is looked at one by one.
pub(super) const MANY: usize = 256;
pub(super) const SOME: usize = 32;

/// Are all of the units below `LIMIT`, a power of two?
#[inline(always)]
fn are_below<const LIMIT: u32, A: CodeUnit>(units: &[A]) -> bool {
    const { assert!(LIMIT.is_power_of_two()) };
    let all = units
        .iter()
        .fold(A::Number::ZERO, |all, unit| all | unit.number());
    all.into() < LIMIT
}

/// Converts the ASCII at the beginning of `src` as far as there is room: as many units written as read.
#[inline(always)]
pub(crate) fn convert<A: CodeUnit, B: CodeUnit>(src: &[A], dst: &mut [MaybeUninit<B>]) -> (usize, usize) {
    convert_below::<0x80, A, B>(src, dst)
}

/// Converts the units below `LIMIT` at the beginning of `src`, which `B` can have all. The same otherwise.
#[inline(always)]
pub(crate) fn convert_below<const LIMIT: u32, A: CodeUnit, B: CodeUnit>(
    src: &[A],
    dst: &mut [MaybeUninit<B>],
) -> (usize, usize) {
    let done = convert_while(src, dst, |units| are_below::<LIMIT, A>(units));
    (done, done)
}

/// How many units at the beginning of `src` are such that `fits` finds no fault with them, each by itself.
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
    let mut done = blocks::<MANY, A>(src, fits);
    done += blocks::<SOME, A>(&src[done..], fits);
    done + blocks::<1, A>(&src[done..], fits)
}

/// Converts as many units of `src` as fit, and as there is room for, to units of the same number.
#[inline(always)]
pub(super) fn convert_while<A: CodeUnit, B: CodeUnit>(
    src: &[A],
    dst: &mut [MaybeUninit<B>],
    fits: impl Fn(&[A]) -> bool + Copy,
) -> usize {
    let len = src.len().min(dst.len());
    let (src, dst) = (&src[..len], &mut dst[..len]);
    let mut done = convert_blocks::<MANY, A, B>(src, dst, fits);
    done += convert_blocks::<SOME, A, B>(&src[done..], &mut dst[done..], fits);
    done + convert_blocks::<1, A, B>(&src[done..], &mut dst[done..], fits)
}

/// The same in whole blocks of `N` units.
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
