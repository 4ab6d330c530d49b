//! UTF-16: how far it is well-formed.
//!
//! A surrogate is in order if a low one follows a high one and a high one comes before a low one, which is one comparison
//! for each unit and the next. Most text has none, so that is asked first.

use super::ascii::{MANY, SOME, prefix_of};
use super::single::{Bmp, Single, whole_vectors};
use crate::code_unit::{CodeUnit, InBytes, bytes_in, units_in};
use crate::vector::{Kernel, Simd, enter_outlined};
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
        match paired_units::<MANY, A>(&src[done..]).or_else(|| paired_units::<SOME, A>(&src[done..])) {
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
pub(crate) fn prefix_of_bytes<const BIG: bool>(src: &[u8]) -> usize {
    prefix(units_in::<2, BIG>(src))
}

/// [`prefix`] of the units in `src`, in vectors.
pub(crate) struct Utf16Prefix<'a, const BIG: bool> {
    pub(crate) src: &'a [u8],
}

impl<S: Simd, const BIG: bool> Kernel<S> for Utf16Prefix<'_, BIG>
where
    Bmp<BIG>: Single<Unit = InBytes<2, BIG>>,
{
    type Output = usize;

    #[inline(always)]
    fn run(self, simd: S) -> usize {
        let units = units_in::<2, BIG>(self.src);
        let done = whole_vectors::<S, Bmp<BIG>>(simd, units);
        if done == units.len() {
            return done;
        }
        // Apart, so that text without surrogates needs few registers.
        done + enter_outlined(
            simd,
            Paired::<BIG> {
                src: &self.src[2 * done..],
            },
        )
    }
}

/// The same where the text begins with a vector that surrogates are in.
struct Paired<'a, const BIG: bool> {
    src: &'a [u8],
}

impl<S: Simd, const BIG: bool> Kernel<S> for Paired<'_, BIG>
where
    InBytes<2, BIG>: CodeUnit<Number = u16>,
{
    type Output = usize;

    #[inline(always)]
    fn run(self, simd: S) -> usize {
        // Not many vectors, as it is asked of all whether one of them has surrogates.
        let together = 128 / S::LEN;
        let units = units_in::<2, BIG>(self.src);
        let is_low_at = |at: usize| units.get(at).is_some_and(|unit| is_low(unit.number()));
        if is_low_at(0) {
            return 0;
        }
        let (from, len) = (self.src.as_ptr(), size_of_val(units));
        let stretch = together * S::LEN;
        let mut done = 0;
        // SAFETY: `done` stays within `len`, and vectors are loaded where they are left, with a unit behind them.
        unsafe {
            let none = simd.splat(0);
            let mut is_rare = false;
            while len - done > stretch {
                if is_rare {
                    if !simd.any_surrogates::<BIG>(from.add(done), together) {
                        done += stretch;
                        continue;
                    }
                    // Before it stands no surrogate.
                    if is_low_at(done / 2) {
                        break;
                    }
                }
                let mut both = (none, none);
                for i in 0..together {
                    both = gather::<S, BIG>(simd, both, from.add(done + i * S::LEN));
                }
                let (some, unpaired) = both;
                if simd.any(unpaired) {
                    break;
                }
                done += stretch;
                is_rare = !simd.any_gathered(some);
            }
            // Up to there each high surrogate comes before a low one and each low one after a high one.
            done -= 2 * usize::from(is_low_at(done / 2));
            (done + paired::<S, BIG>(simd, from.add(done), len - done)) / 2
        }
    }
}

/// Has the vector at `at`, or what was gathered before, surrogates, and such that lack their partner?
///
/// # Safety
///
/// A vector and a unit more can be read at `at`.
#[inline(always)]
unsafe fn gather<S: Simd, const BIG: bool>(
    simd: S,
    (some, unpaired): (S::Bytes, S::Bytes),
    at: *const u8,
) -> (S::Bytes, S::Bytes) {
    // SAFETY: the caller promises these vectors.
    let (v, next) = unsafe { (simd.load(at), simd.load(at.add(2))) };
    (
        simd.gather_surrogates::<BIG>(some, v),
        simd.gather_unpaired::<BIG>(unpaired, v, next),
    )
}

/// How many of `len` bytes, which begin at a boundary, are well-formed.
///
/// # Safety
///
/// They can be read.
#[inline(always)]
unsafe fn paired<S: Simd, const BIG: bool>(simd: S, from: *const u8, len: usize) -> usize {
    let bits = S::UNIT_BITS * (S::LEN / 2) as u32;
    let mut done = 0;
    // The bits of the unit before, if that is a high surrogate.
    let mut before = 0;
    while done < len {
        let left = (len - done).min(S::LEN);
        // SAFETY: there are so many bytes.
        let v = unsafe {
            if left < S::LEN {
                simd.load_short(from.add(done), left)
            } else {
                simd.load(from.add(done))
            }
        };
        let surrogates = simd.surrogates(simd.native_units::<BIG>(v));
        let after_high = (surrogates.high << S::UNIT_BITS | before) & (!0 >> (64 - bits));
        let wrong = after_high ^ surrogates.low;
        if wrong != 0 {
            let at = wrong.trailing_zeros();
            // Where a high one stands before, that is what is wrong.
            return done + 2 * (at / S::UNIT_BITS) as usize - 2 * (after_high >> at & 1) as usize;
        }
        before = surrogates.high >> (bits - S::UNIT_BITS);
        done += left;
    }
    done - 2 * (before & 1) as usize
}

/// If the first `N` units are well-formed: how many they are, with the low surrogate that may belong to them.
#[inline(always)]
fn paired_units<const N: usize, A: CodeUnit<Number = u16>>(src: &[A]) -> Option<usize> {
    let units = src.first_chunk::<N>()?;
    let next = src[1..].first_chunk::<N>()?;
    let mut wrong = is_low(units[0].number());
    for (unit, next) in units.iter().zip(next) {
        wrong |= is_high(unit.number()) != is_low(next.number());
    }
    (!wrong).then(|| N + usize::from(is_low(next[N - 1].number())))
}

/// Copies well-formed units to the machine's order: [`convert`] in vectors.
pub(crate) struct ToNative<'s, 'd, const BIG: bool> {
    pub(crate) src: &'s [u8],
    pub(crate) dst: &'d mut [MaybeUninit<u16>],
}

impl<S: Simd, const BIG: bool> Kernel<S> for ToNative<'_, '_, BIG>
where
    Bmp<BIG>: Single<Unit = InBytes<2, BIG>>,
    InBytes<2, BIG>: CodeUnit<Number = u16>,
{
    type Output = (usize, usize);

    #[inline(always)]
    fn run(self, simd: S) -> (usize, usize) {
        let done = convert_valid(units_in::<2, BIG>(self.src), self.dst, |units| {
            let src = bytes_in(units);
            enter_outlined(simd, Utf16Prefix::<BIG> { src })
        });
        (done, done)
    }
}

/// Converts a well-formed prefix of `src` to units in the machine's order, as far as `dst` has room.
pub(crate) fn convert<const BIG: bool>(src: &[u8], dst: &mut [MaybeUninit<u16>]) -> (usize, usize) {
    let done = convert_valid(units_in::<2, BIG>(src), dst, prefix);
    (done, done)
}

/// Converts as many units of `src` as `dst` has room for and as `prefix` finds well-formed, and returns their number.
#[inline(always)]
fn convert_valid<const BIG: bool>(
    src: &[InBytes<2, BIG>],
    dst: &mut [MaybeUninit<u16>],
    prefix: impl Fn(&[InBytes<2, BIG>]) -> usize,
) -> usize {
    /// The units that are validated, and then copied while they are in the cache.
    const CHUNK: usize = 2048;
    let len = src.len().min(dst.len());
    let mut done = 0;
    loop {
        let valid = prefix(&src[done..len.min(done + CHUNK)]);
        if valid == 0 {
            return done;
        }
        for (to, unit) in dst[done..done + valid].iter_mut().zip(&src[done..done + valid]) {
            to.write(unit.number());
        }
        done += valid;
    }
}
