//! UTF-16: how far it is well-formed. But for the first look, plain code that compilers turn into whatever the target has.
//!
//! A surrogate is in order if a low one follows a high one and a high one comes before a low one, which is one comparison
//! for each unit and the next. Most text has none, so that is asked first.

use super::ascii::{MANY, SOME, convert_while, prefix_of};
use super::code_unit::{CodeUnit, units_in};
use crate::vector::{Simd, Work};
use core::mem::MaybeUninit;

/// Is none of the units a surrogate?
#[inline(always)]
pub(super) fn no_surrogates<A: CodeUnit<Number = u16>>(units: &[A]) -> bool {
    !units
        .iter()
        .fold(false, |some, unit| some | (unit.number() & 0xF800 == 0xD800))
}

#[inline(always)]
pub(super) fn is_high(unit: u16) -> bool {
    unit & 0xFC00 == 0xD800
}

#[inline(always)]
pub(super) fn is_low(unit: u16) -> bool {
    unit & 0xFC00 == 0xDC00
}

/// How many units at the beginning of `src` are well-formed; ends at a boundary of characters.
#[inline(always)]
pub(crate) fn prefix<A: CodeUnit<Number = u16>>(src: &[A]) -> usize {
    let mut done = 0;
    // All before `done` is whole characters.
    loop {
        done += prefix_of(&src[done..], no_surrogates);
        match paired::<MANY, A>(&src[done..]).or_else(|| paired::<SOME, A>(&src[done..])) {
            Some(more) => done += more,
            None => break,
        }
    }
    while let [first, rest @ ..] = &src[done..] {
        match (first.number(), rest.first()) {
            (high, Some(low)) if is_high(high) && is_low(low.number()) => done += 2,
            (unit, _) if unit & 0xF800 != 0xD800 => done += 1,
            _ => break,
        }
    }
    done
}

/// [`prefix`] of the units in `src`.
pub(crate) struct ValidPrefix<'a, const BIG: bool> {
    pub(crate) src: &'a [u8],
}

impl<S: Simd, const BIG: bool> Work<S> for ValidPrefix<'_, BIG> {
    type Output = usize;

    #[inline(always)]
    fn run(self, simd: S) -> usize {
        /// Vectors that are looked at together.
        const STRETCH: usize = 8;
        let units = units_in::<2, BIG>(self.src);
        let mut done = 0;
        loop {
            while self.src.len() - 2 * done >= STRETCH * S::LEN {
                // SAFETY: so many vectors are left.
                let some = unsafe { simd.any_surrogates::<BIG>(self.src.as_ptr().add(2 * done), STRETCH) };
                if some {
                    break;
                }
                done += STRETCH * S::LEN / 2;
            }
            match paired::<MANY, _>(&units[done..]) {
                Some(more) => done += more,
                None => return done + prefix(&units[done..]),
            }
        }
    }
}

/// If the first `N` units are well-formed: how many they are, with the low surrogate that may belong to them.
#[inline(always)]
fn paired<const N: usize, A: CodeUnit<Number = u16>>(src: &[A]) -> Option<usize> {
    let units = src.first_chunk::<N>()?;
    let next = src[1..].first_chunk::<N>()?;
    let mut wrong = is_low(units[0].number());
    for (unit, next) in units.iter().zip(next) {
        wrong |= is_high(unit.number()) != is_low(next.number());
    }
    (!wrong).then(|| N + usize::from(is_low(next[N - 1].number())))
}

/// Converts a well-formed beginning of `src` to units in another order, or the same, as far as there is room.
#[inline(always)]
pub(crate) fn convert<A: CodeUnit<Number = u16>, B: CodeUnit<Number = u16>>(
    src: &[A],
    dst: &mut [MaybeUninit<B>],
) -> (usize, usize) {
    /// So many units are looked at, and then written, while they are near.
    const STRETCH: usize = 2048;
    let len = src.len().min(dst.len());
    let mut done = 0;
    loop {
        let well_formed = prefix(&src[done..len.min(done + STRETCH)]);
        if well_formed == 0 {
            return (done, done);
        }
        let stretch = &src[done..done + well_formed];
        done += convert_while(stretch, &mut dst[done..], |_| true);
    }
}
