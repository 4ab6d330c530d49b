//! Computes the number of bytes of UTF-8 that UTF-16 converts to with U+FFFD for each unpaired surrogate.
//!
//! # Algorithm
//!
//! [`Utf8OfUtf16`] counts two bytes for each surrogate, one less than U+FFFD has. So the length is what that counts, and the number of
//! unpaired surrogates. A unit is after a high surrogate or is a low one, but not both, once for each unpaired surrogate: for a low
//! one there, and for a high one after it. Most text has no surrogates, and is tested for them block by block; where there are some,
//! the next vectors are not tested.

use super::bounds::Bounds;
use super::length::{portable as well_formed, vectors};
use crate::code_unit::{CodeUnit, InBytes, is_high, is_low};
use crate::simd::arch::{Count, Kernel, Measure, Simd, Sum, Utf8OfUtf16, enter_outlined};

/// Computes the length.
pub(crate) struct LossyLength<'s, const BIG: bool> {
    pub(crate) src: &'s [InBytes<2, BIG>],
}

/// The bytes of a code unit.
const UNIT: usize = 2;

/// The number of vectors that are tested together.
const BLOCK: usize = 4;

impl<S, const BIG: bool> Kernel<S> for LossyLength<'_, BIG>
where
    S: Simd + Count<Utf8OfUtf16<InBytes<2, BIG>>>,
    InBytes<2, BIG>: CodeUnit<Number = u16>,
{
    type Output = usize;

    #[inline(always)]
    fn run(self, simd: S) -> usize {
        if S::HAS_MASKS && size_of_val(self.src) <= BLOCK * S::LEN {
            return short(simd, self.src);
        }
        // A few vectors are counted with few registers, so nothing needs to be saved.
        if size_of_val(self.src) <= const { if S::HAS_MASKS { SHORT } else { BLOCK } } * S::LEN {
            let none = <S as Count<Utf8OfUtf16<InBytes<2, BIG>>>>::Counts::none(simd);
            // SAFETY: nothing is counted.
            unsafe { rest_after(simd, self.src, 0, (0, none), 0) }
        } else {
            enter_outlined(simd, Long(self))
        }
    }
}

/// Returns the number of bits for a vector in [`Surrogates`](crate::simd::arch::Surrogates).
#[inline(always)]
const fn vector_bits<S: Simd>() -> u32 {
    (S::LEN / UNIT) as u32 * S::UNIT_BITS
}

/// The number of vectors up to which text is counted first and then searched for surrogates, where the instruction set has masks.
const SHORT: usize = 16;

/// Does what [`LossyLength`] does for at most a block, without a branch on where surrogates are.
#[inline(always)]
fn short<S, const BIG: bool>(simd: S, src: &[InBytes<2, BIG>]) -> usize
where
    S: Simd + Count<Utf8OfUtf16<InBytes<2, BIG>>>,
    InBytes<2, BIG>: CodeUnit<Number = u16>,
{
    let mut counts = <S as Count<Utf8OfUtf16<InBytes<2, BIG>>>>::Counts::none(simd);
    let unpaired = count_unpaired(simd, src, |v| counts = counts.and(simd, simd.count(v)));
    // The units that are filled with zeros count as one byte each.
    let missing = size_of_val(src).next_multiple_of(S::LEN).max(S::LEN) / UNIT - src.len();
    Utf8OfUtf16::<InBytes<2, BIG>>::length(src.len() + missing, counts.total(simd)) - missing + unpaired
}

/// Returns the number of unpaired surrogates, and calls `each` with the vectors, of which zeros fill the last one.
///
/// A pair is a high surrogate at a unit and a low one at the next. One without the other is a surrogate that is unpaired.
#[inline(always)]
fn count_unpaired<S: Simd, const BIG: bool>(
    simd: S,
    src: &[InBytes<2, BIG>],
    mut each: impl FnMut(S::Bytes),
) -> usize
where
    InBytes<2, BIG>: CodeUnit<Number = u16>,
{
    let (from, len) = (src.as_ptr().cast::<u8>(), size_of_val(src));
    let text = Bounds::of(src);
    let among = |v, next| {
        let high = simd.surrogates(simd.native_units::<BIG>(v)).high;
        let low = simd.surrogates(simd.native_units::<BIG>(next)).low;
        (high ^ low).count_ones() as usize
    };
    let first = src.first().is_some_and(|unit| is_low(unit.number()));
    let (mut at, mut bits) = (0, usize::from(first) * S::UNIT_BITS as usize);
    // SAFETY: more than a vector is left in each step, and with it a unit after a vector, and then at most one.
    let last = unsafe {
        while len - at > S::LEN {
            text.debug_assert_within(from.add(at), 0, S::LEN + UNIT);
            let v = simd.load(from.add(at));
            each(v);
            bits += among(v, simd.load(from.add(at + UNIT)));
            at += S::LEN;
        }
        simd.load_last(from, len, len - at)
    };
    each(last);
    (bits + among(last, simd.next_unit(last))) / S::UNIT_BITS as usize
}

/// The number of blocks without surrogates after which they are only tested.
const SWITCH_AFTER: u32 = 4;

/// What [`LossyLength`] does with text that is not short.
struct Long<'s, const BIG: bool>(LossyLength<'s, BIG>);

impl<S, const BIG: bool> Kernel<S> for Long<'_, BIG>
where
    S: Simd + Count<Utf8OfUtf16<InBytes<2, BIG>>>,
    InBytes<2, BIG>: CodeUnit<Number = u16>,
{
    type Output = usize;

    #[inline(always)]
    fn run(self, simd: S) -> usize {
        // The last iteration of a sum counts a block less, for what is left at the end.
        let most = const { vectors::<S, Utf8OfUtf16<InBytes<2, BIG>>>() / BLOCK - 1 };
        let src = self.0.src;
        let (from, len) = (src.as_ptr().cast::<u8>(), size_of_val(src));
        let text = Bounds::of(src);
        let none = simd.splat(0);
        let no_counts = <S as Count<Utf8OfUtf16<InBytes<2, BIG>>>>::Counts::none(simd);
        let (mut done, mut total, mut unpaired) = (0, 0, 0);
        // The number of blocks that are not tested, and the bits of the unit after `done` if a high surrogate is before it.
        let (mut untested, mut cut) = (0, 0);
        // SAFETY: `done` stays within `len`, and a block is left in each step.
        unsafe {
            loop {
                let mut counts = no_counts;
                let blocks = (len - done - 1) / (BLOCK * S::LEN);
                for _ in 0..blocks.min(most) {
                    text.debug_assert_within(from.add(done), 0, BLOCK * S::LEN);
                    let load = |i: usize| simd.load(from.add(done + i * S::LEN));
                    for i in 0..BLOCK {
                        counts = counts.and(simd, simd.count(load(i)));
                    }
                    if untested == 0 {
                        let some =
                            (0..BLOCK).fold(none, |some, i| simd.gather_surrogates::<BIG>(some, load(i)));
                        if simd.any_gathered(some) {
                            untested = SWITCH_AFTER;
                        }
                    }
                    if untested > 0 {
                        let mut any = 0;
                        for pair in 0..BLOCK / 2 {
                            let [a, b] = [2 * pair, 2 * pair + 1]
                                .map(|i| simd.surrogates(simd.native_units::<BIG>(load(i))));
                            let high = a.high | b.high << vector_bits::<S>();
                            let low = a.low | b.low << vector_bits::<S>();
                            let bits = 2 * vector_bits::<S>();
                            unpaired += unpaired_among::<S>(high, low, cut, bits);
                            cut = high >> (bits - S::UNIT_BITS);
                            any |= high | low;
                        }
                        // A block without surrogates leaves no high one for the next block to complete.
                        untested = match any {
                            0 => untested - 1,
                            _ => SWITCH_AFTER,
                        };
                    }
                    done += BLOCK * S::LEN;
                }
                if blocks <= most {
                    let rest = rest_after(simd, src, done, (total, counts), cut);
                    return rest + unpaired / S::UNIT_BITS as usize;
                }
                total += counts.total(simd);
            }
        }
    }
}

/// Returns [`Utf16::UNIT_BITS`](crate::simd::arch::Utf16::UNIT_BITS) for each unpaired surrogate that the first `bits` tell. `cut` are those
/// of the first unit if it has to be low.
#[inline(always)]
const fn unpaired_among<S: Simd>(high: u64, low: u64, cut: u64, bits: u32) -> usize {
    (((high << S::UNIT_BITS | cut) ^ low) & (!0 >> (64 - bits))).count_ones() as usize
}

/// Returns the length, where the sums have the counts of the first `done` bytes, without the unpaired surrogates among these. `cut` is as
/// for [`unpaired_among`].
///
/// # Safety
///
/// `done` is within the text.
#[inline(always)]
unsafe fn rest_after<S, const BIG: bool>(
    simd: S,
    src: &[InBytes<2, BIG>],
    done: usize,
    (total, mut counts): (usize, <S as Count<Utf8OfUtf16<InBytes<2, BIG>>>>::Counts),
    cut: u64,
) -> usize
where
    S: Simd + Count<Utf8OfUtf16<InBytes<2, BIG>>>,
    InBytes<2, BIG>: CodeUnit<Number = u16>,
{
    let (from, len) = (src.as_ptr().cast::<u8>(), size_of_val(src));
    debug_assert!(done <= len);
    let (mut some, mut at) = (simd.splat(0), done);
    // SAFETY: vectors are loaded only where they are left.
    let last = unsafe {
        while len - at > S::LEN {
            let v = simd.load(from.add(at));
            counts = counts.and(simd, simd.count(v));
            some = simd.gather_surrogates::<BIG>(some, v);
            at += S::LEN;
        }
        simd.load_last(from, len, len - at)
    };
    some = simd.gather_surrogates::<BIG>(some, last);
    let total = total + counts.and(simd, simd.count(last)).total(simd);
    // The units that are filled with zeros count as one byte each.
    let missing = (S::LEN - (len - at)) / UNIT;
    let well_formed = Utf8OfUtf16::<InBytes<2, BIG>>::length(src.len() + missing, total) - missing;
    if cut != 0 || simd.any_gathered(some) {
        well_formed
            + match S::HAS_MASKS && done == 0 {
                true => count_unpaired(simd, src, |_| {}),
                // Outlined so that text without surrogates needs few registers.
                false => enter_outlined(simd, Rest { src, done, cut }),
            }
    } else {
        well_formed
    }
}

/// Counts the unpaired surrogates from `done` on, in bytes. `cut` is as for [`unpaired_among`].
struct Rest<'s, const BIG: bool> {
    src: &'s [InBytes<2, BIG>],
    done: usize,
    cut: u64,
}

impl<S: Simd, const BIG: bool> Kernel<S> for Rest<'_, BIG>
where
    InBytes<2, BIG>: CodeUnit<Number = u16>,
{
    type Output = usize;

    #[inline(always)]
    fn run(self, simd: S) -> usize {
        let (from, len) = (self.src.as_ptr().cast::<u8>(), size_of_val(self.src));
        let bits = vector_bits::<S>();
        let (mut at, mut cut, mut total) = (self.done, self.cut, 0);
        // SAFETY: more than a vector is left in each step, and then at most one. If the text has a vector, the last one overlaps what
        // is done, and otherwise it is all.
        unsafe {
            while len - at > S::LEN {
                let surrogates = simd.surrogates(simd.native_units::<BIG>(simd.load(from.add(at))));
                total += unpaired_among::<S>(surrogates.high, surrogates.low, cut, bits);
                cut = surrogates.high >> (bits - S::UNIT_BITS);
                at += S::LEN;
            }
            // Zeros follow text of less than a vector.
            let v = match len {
                len if len < S::LEN => simd.load_short(from, len),
                len => simd.load(from.add(len - S::LEN)),
            };
            let surrogates = simd.surrogates(simd.native_units::<BIG>(v));
            // The units that are done are left out, and with them the bits of `cut` if there are any.
            let old = ((at - len.saturating_sub(S::LEN)) / UNIT) as u32 * S::UNIT_BITS;
            let after_high = surrogates.high << S::UNIT_BITS | cut;
            let errors = (after_high ^ surrogates.low) & (!0 >> (64 - bits)) & (!0 << old);
            let last = surrogates.high >> (bits - S::UNIT_BITS);
            (total + (errors.count_ones() + last.count_ones()) as usize) / S::UNIT_BITS as usize
        }
    }
}

/// Does what [`LossyLength`] does, in plain code.
pub(crate) fn portable<A: CodeUnit<Number = u16>>(units: &[A]) -> usize {
    // Few enough that their number fits in a byte, which lets the compiler use many lanes.
    let count = |few: &[A], next: &[A]| {
        let pairs = few.iter().zip(next);
        let pairs = pairs.map(|(unit, next)| u8::from(is_high(unit.number()) & is_low(next.number())));
        let surrogates = few.iter().map(|unit| u8::from(unit.number() & 0xF800 == 0xD800));
        (
            usize::from(surrogates.sum::<u8>()),
            usize::from(pairs.sum::<u8>()),
        )
    };
    let (mut surrogates, mut pairs) = (0, 0);
    let mut rest = units;
    while !rest.is_empty() {
        let (few, after) = rest.split_at(rest.len().min(128));
        let (more_surrogates, more_pairs) = count(few, &rest[1..]);
        surrogates += more_surrogates;
        pairs += more_pairs;
        rest = after;
    }
    well_formed::<Utf8OfUtf16<A>>(units) + surrogates - 2 * pairs
}
