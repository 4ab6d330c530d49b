//! Computes the number of bytes of UTF-8 that UTF-16 converts to with U+FFFD for each unpaired surrogate.
//!
//! # Algorithm
//!
//! [`Utf8OfUtf16`] counts two bytes for each surrogate, one less than U+FFFD has. So the length is what that counts, and the number of
//! unpaired surrogates. Those are sought only in blocks that have surrogates.

use super::bounds::Bounds;
use super::length::{length_after, portable as well_formed, vectors};
use crate::code_unit::{CodeUnit, InBytes, is_high, is_low};
use crate::simd::arch::{Count, Kernel, Simd, Sum, Utf8OfUtf16, enter_outlined};

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
        // A few vectors are counted with few registers, so nothing needs to be saved.
        if size_of_val(self.src) <= BLOCK * S::LEN {
            let none = <S as Count<Utf8OfUtf16<InBytes<2, BIG>>>>::Counts::none(simd);
            // SAFETY: nothing is counted.
            unsafe {
                let len = length_after::<S, Utf8OfUtf16<_>>(simd, self.src, 0, 0, none);
                len + Text { simd, src: self.src }.unpaired_after(0)
            }
        } else {
            enter_outlined(simd, Long(self))
        }
    }
}

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
        const { assert!(vectors::<S, Utf8OfUtf16<InBytes<2, BIG>>>() <= S::Replaced::MOST) };
        let text = Text {
            simd,
            src: self.0.src,
        };
        let (from, len) = (text.src.as_ptr().cast::<u8>(), size_of_val(text.src));
        let bounds = Bounds::of(text.src);
        let none = simd.splat(0);
        let no_counts = <S as Count<Utf8OfUtf16<InBytes<2, BIG>>>>::Counts::none(simd);
        let (mut done, mut total, mut unpaired) = (0, 0, 0);
        // SAFETY: `done` stays within `len`. More than a block is left in each step, so a code unit more is left after each vector.
        unsafe {
            loop {
                let mut counts = no_counts;
                let mut some_unpaired = S::Replaced::none(simd);
                let blocks = (len - done - 1) / (BLOCK * S::LEN);
                for _ in 0..blocks.min(most) {
                    let mut some = none;
                    for i in 0..BLOCK {
                        let at = from.add(done + i * S::LEN);
                        bounds.debug_assert_within(at, 0, S::LEN + UNIT);
                        let v = simd.load(at);
                        counts = counts.and(simd, simd.count(v));
                        some = simd.gather_surrogates::<BIG>(some, v);
                    }
                    if simd.any_gathered(some) {
                        some_unpaired = some_unpaired.and(simd, text.unpaired_in_block(done));
                    }
                    done += BLOCK * S::LEN;
                }
                unpaired += some_unpaired.total(simd);
                if blocks <= most {
                    let len = length_after::<S, Utf8OfUtf16<_>>(simd, text.src, done, total, counts);
                    return len + unpaired + text.unpaired_after(done);
                }
                total += counts.total(simd);
            }
        }
    }
}

struct Text<'s, S, const BIG: bool> {
    simd: S,
    src: &'s [InBytes<2, BIG>],
}

impl<S: Simd, const BIG: bool> Text<'_, S, BIG>
where
    InBytes<2, BIG>: CodeUnit<Number = u16>,
{
    /// Returns what is before the vector at `at`, in bytes.
    #[inline(always)]
    fn before(&self, at: usize) -> S::Before {
        let units = &self.src[..(at / UNIT + 1).min(self.src.len())];
        let is_unpaired = match units {
            [.., before, unit] if at > 0 => is_low(unit.number()) && !is_high(before.number()),
            [unit] => is_low(unit.number()),
            _ => false,
        };
        self.simd.before(is_unpaired)
    }

    /// Counts the unpaired surrogates in the block at `at`, in bytes.
    ///
    /// # Safety
    ///
    /// More than a block is left there.
    #[inline(always)]
    unsafe fn unpaired_in_block(&self, at: usize) -> S::Replaced {
        let simd = self.simd;
        let mut before = self.before(at);
        let mut all = S::Replaced::none(simd);
        for i in 0..BLOCK {
            let unpaired;
            // SAFETY: the caller promises the vectors and a code unit more.
            (unpaired, before) = unsafe { self.unpaired_in_vector(before, at + i * S::LEN) };
            all = all.and(simd, simd.replaced(unpaired));
        }
        all
    }

    /// Returns the unpaired surrogates in the vector at `at`, in bytes, and what is before the next one.
    ///
    /// # Safety
    ///
    /// More than a vector is left there.
    #[inline(always)]
    unsafe fn unpaired_in_vector(&self, before: S::Before, at: usize) -> (S::Unpaired, S::Before) {
        let simd = self.simd;
        // SAFETY: the caller promises the vector and a code unit more.
        unsafe {
            let at = self.src.as_ptr().cast::<u8>().add(at);
            Bounds::of(self.src).debug_assert_within(at, 0, S::LEN + UNIT);
            simd.unpaired::<BIG>(before, simd.load(at), simd.load(at.add(UNIT)))
        }
    }

    /// Returns the number of unpaired surrogates from `done` on, in bytes.
    ///
    /// # Safety
    ///
    /// `done` is within the text.
    #[inline(always)]
    unsafe fn unpaired_after(&self, done: usize) -> usize {
        let simd = self.simd;
        let (from, len) = (self.src.as_ptr().cast::<u8>(), size_of_val(self.src));
        debug_assert!(done <= len);
        let (mut some, mut at) = (simd.splat(0), done);
        // SAFETY: vectors are loaded only where they are left.
        unsafe {
            while len - at > S::LEN {
                some = simd.gather_surrogates::<BIG>(some, simd.load(from.add(at)));
                at += S::LEN;
            }
            some = simd.gather_surrogates::<BIG>(some, simd.load_last(from, len, len - at));
        }
        if simd.any_gathered(some) {
            // Outlined so that text without surrogates needs few registers.
            enter_outlined(simd, Rest { src: self.src, done })
        } else {
            0
        }
    }
}

/// Counts the unpaired surrogates from `done` on, in bytes.
struct Rest<'s, const BIG: bool> {
    src: &'s [InBytes<2, BIG>],
    done: usize,
}

impl<S: Simd, const BIG: bool> Kernel<S> for Rest<'_, BIG>
where
    InBytes<2, BIG>: CodeUnit<Number = u16>,
{
    type Output = usize;

    #[inline(always)]
    fn run(self, simd: S) -> usize {
        let text = Text { simd, src: self.src };
        let (from, len) = (self.src.as_ptr().cast::<u8>(), size_of_val(self.src));
        let mut at = self.done;
        let (mut total, mut before) = (0, text.before(at));
        // SAFETY: more than a vector is left in each step, and then at most one. If the text has a vector, the last one overlaps what
        // is done, and otherwise it is all.
        unsafe {
            while len - at > S::LEN {
                let unpaired;
                (unpaired, before) = text.unpaired_in_vector(before, at);
                total += simd.count_unpaired(unpaired, 0);
                at += S::LEN;
            }
            let last = len.saturating_sub(S::LEN);
            let v = match len - last {
                len if len < S::LEN => simd.load_short(from, len),
                _ => simd.load(from.add(last)),
            };
            let (unpaired, _) = simd.unpaired::<BIG>(text.before(last), v, simd.next_unit(v));
            total + simd.count_unpaired(unpaired, (at - last) / UNIT)
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
        (usize::from(surrogates.sum::<u8>()), usize::from(pairs.sum::<u8>()))
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
