//! Validates UTF-16, and copies it while it validates it.
//!
//! # Algorithm
//!
//! Surrogates are paired if a high surrogate is before exactly the code units that are low surrogates. This is one
//! comparison of each code unit with the next one. Most text has no surrogates, so that is tested first, for a block
//! at a time.

use super::bounds::Bounds;
use super::convert_ascii::{LARGE_BLOCK, SMALL_BLOCK, prefix_of};
use super::repair_utf16::{Long, Repair};
use super::validate_by_unit::{Bmp, Single, whole_vectors};
use crate::code_unit::{CodeUnit, InBytes, bytes_in, is_high, is_low, units_in};
use crate::parts;
use crate::simd::arch::{Kernel, Simd, enter_outlined};
use core::mem::MaybeUninit;

/// Returns `true` if none of the code units is a surrogate.
#[inline(always)]
pub(super) fn no_surrogates<A: CodeUnit<Number = u16>>(units: &[A]) -> bool {
    !units
        .iter()
        .fold(false, |some, unit| some | (unit.number() & 0xF800 == 0xD800))
}

/// Returns the number of code units in the well-formed prefix of `src`. The prefix ends at a character boundary.
#[inline(never)]
pub(crate) fn prefix<A: CodeUnit<Number = u16>>(src: &[A]) -> usize {
    let mut done = 0;
    // All code units before `done` are complete characters.
    loop {
        done += prefix_of(parts::from(src, done), no_surrogates);
        match paired_units::<LARGE_BLOCK, A>(parts::from(src, done))
            .or_else(|| paired_units::<SMALL_BLOCK, A>(parts::from(src, done)))
        {
            Some(more) => done += more,
            None => break,
        }
    }
    while let [first, rest @ ..] = parts::from(src, done) {
        match (first.number(), rest.first()) {
            (high, Some(low)) if is_high(high) && is_low(low.number()) => done += 2,
            (unit, _) if unit & 0xF800 != 0xD800 => done += 1,
            _ => break,
        }
    }
    done
}

/// Does what [`prefix`] does for the code units in `src`.
pub(crate) fn prefix_of_bytes<const BIG: bool>(src: &[u8]) -> usize {
    prefix(units_in::<2, BIG>(src))
}

/// Does what [`prefix_of_bytes`] does, with vectors.
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
        // Outlined so that text without surrogates needs few registers.
        done + enter_outlined(
            simd,
            Paired::<BIG> {
                src: parts::from(self.src, 2 * done),
            },
        )
    }
}

/// Returns the number of code units in the well-formed prefix of text that has surrogates in its first vector.
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
        // The block has few vectors, because the test for surrogates covers all of it.
        let vectors = 128 / S::LEN;
        let units = units_in::<2, BIG>(self.src);
        let is_low_at = |at: usize| units.get(at).is_some_and(|unit| is_low(unit.number()));
        if is_low_at(0) {
            return 0;
        }
        let (from, len) = (self.src.as_ptr(), size_of_val(units));
        let block = vectors * S::LEN;
        let text = Bounds::of(units);
        let mut done = 0;
        // SAFETY: `done` stays within `len`. Vectors are loaded where more than a block is left, so one code unit
        // more is left after each.
        unsafe {
            let none = simd.splat(0);
            let mut is_rare = false;
            while len - done > block {
                text.debug_assert_within(from.add(done), 0, block + 2);
                if is_rare {
                    if !simd.any_surrogates::<BIG>(from.add(done), vectors) {
                        done += block;
                        continue;
                    }
                    // The code unit before is no surrogate.
                    if is_low_at(done / 2) {
                        break;
                    }
                }
                let mut both = (none, none);
                for i in 0..vectors {
                    both = accumulate::<S, BIG>(simd, both, from.add(done + i * S::LEN));
                }
                let (some, unpaired) = both;
                if simd.any(unpaired) {
                    break;
                }
                done += block;
                is_rare = !simd.any_gathered(some);
            }
            // The code units before `done` are paired, except that the last may be a high surrogate before a low one.
            done -= 2 * usize::from(is_low_at(done / 2));
            (done + paired::<S, BIG>(simd, from.add(done), len - done)) / 2
        }
    }
}

/// Accumulates whether there are surrogates and whether there are unpaired ones.
///
/// # Safety
///
/// One vector and one code unit more can be read at `at`.
#[inline(always)]
unsafe fn accumulate<S: Simd, const BIG: bool>(
    simd: S,
    (some, unpaired): (S::Bytes, S::Bytes),
    at: *const u8,
) -> (S::Bytes, S::Bytes) {
    // SAFETY: the caller promises the vector and the code unit after it.
    let (v, next) = unsafe { (simd.load(at), simd.load(at.add(2))) };
    (
        simd.gather_surrogates::<BIG>(some, v),
        simd.gather_unpaired::<BIG>(unpaired, v, next),
    )
}

/// Returns the number of bytes in the well-formed prefix of the `len` bytes at `from`, which begin at a character
/// boundary.
///
/// # Safety
///
/// `len` bytes can be read at `from`.
#[inline(always)]
unsafe fn paired<S: Simd, const BIG: bool>(simd: S, from: *const u8, len: usize) -> usize {
    let bits = S::UNIT_BITS * (S::LEN / 2) as u32;
    let mut done = 0;
    // The bits of the code unit before, if it is a high surrogate.
    let mut before = 0;
    while done < len {
        let left = (len - done).min(S::LEN);
        // SAFETY: `left` bytes are left, at most a vector.
        let v = unsafe {
            if left < S::LEN {
                simd.load_short(from.add(done), left)
            } else {
                simd.load(from.add(done))
            }
        };
        let surrogates = simd.surrogates(simd.native_units::<BIG>(v));
        let after_high = (surrogates.high << S::UNIT_BITS | before) & (!0 >> (64 - bits));
        let errors = after_high ^ surrogates.low;
        if errors != 0 {
            let at = errors.trailing_zeros();
            // If there is a high surrogate before, that is the error.
            return done + 2 * (at / S::UNIT_BITS) as usize - 2 * (after_high >> at & 1) as usize;
        }
        before = surrogates.high >> (bits - S::UNIT_BITS);
        done += left;
    }
    done - 2 * (before & 1) as usize
}

/// Returns the number of code units if the first `N` code units are well-formed. That includes the low surrogate
/// after them that completes a character.
#[inline(always)]
fn paired_units<const N: usize, A: CodeUnit<Number = u16>>(src: &[A]) -> Option<usize> {
    let units = src.first_chunk::<N>()?;
    let next = src[1..].first_chunk::<N>()?;
    let mut has_error = is_low(units[0].number());
    for (unit, next) in units.iter().zip(next) {
        has_error |= is_high(unit.number()) != is_low(next.number());
    }
    (!has_error).then(|| N + usize::from(is_low(next[N - 1].number())))
}

/// Copies the well-formed prefix to native byte order, as much as fits: [`convert`] with vectors.
///
/// This is a repair that has nothing to do. Where it has, the prefix is found.
pub(crate) struct ToNative<'s, 'd, const BIG: bool> {
    pub(crate) src: &'s [u8],
    pub(crate) dst: &'d mut [MaybeUninit<u16>],
}

macro_rules! to_native {
    ($($order:literal)*) => {$(
        impl<S: Simd> Kernel<S> for ToNative<'_, '_, $order> {
            type Output = (usize, usize);

            #[inline(always)]
            fn run(self, simd: S) -> (usize, usize) {
                to_native::<S, $order, { $order != cfg!(target_endian = "big") }>(simd, self)
            }
        }
    )*};
}
to_native!(false true);

/// The number of code units that [`ToNative`] converts together. Those with an error are read twice.
const CHUNK: usize = 4096;

/// Runs [`ToNative`]. `SWAP` is whether `BIG` is not the native byte order.
#[inline(always)]
fn to_native<S: Simd, const BIG: bool, const SWAP: bool>(
    simd: S,
    ToNative { src, dst }: ToNative<'_, '_, BIG>,
) -> (usize, usize)
where
    Bmp<BIG>: Single<Unit = InBytes<2, BIG>>,
    InBytes<2, BIG>: CodeUnit<Number = u16>,
{
    let src = units_in::<2, BIG>(src);
    let len = src.len().min(dst.len());
    let mut text = Chunks::<BIG, SWAP> {
        src: &src[..len],
        dst: &mut dst[..len],
    };
    let done = if len > CHUNK {
        enter_outlined(simd, text)
    } else if text.repair(0, len).run(simd) == 0 {
        len
    } else {
        let src = bytes_in(text.src);
        enter_outlined(simd, Utf16Prefix::<BIG> { src })
    };
    (done, done)
}

/// Text that is converted to native byte order chunk by chunk.
struct Chunks<'s, 'd, const BIG: bool, const SWAP: bool> {
    src: &'s [InBytes<2, BIG>],
    /// As many code units.
    dst: &'d mut [MaybeUninit<u16>],
}

impl<const BIG: bool, const SWAP: bool> Chunks<'_, '_, BIG, SWAP> {
    /// Returns a repair of the code units `from..to`, by which they are copied.
    #[inline(always)]
    fn repair(&mut self, from: usize, to: usize) -> Repair<BIG, SWAP> {
        Repair {
            from: bytes_in(&self.src[from..to]).as_ptr(),
            to: self.dst[from..to].as_mut_ptr().cast(),
            units: to - from,
        }
    }
}

impl<S: Simd, const BIG: bool, const SWAP: bool> Kernel<S> for Chunks<'_, '_, BIG, SWAP>
where
    Bmp<BIG>: Single<Unit = InBytes<2, BIG>>,
    InBytes<2, BIG>: CodeUnit<Number = u16>,
{
    /// The number of code units converted.
    type Output = usize;

    #[inline(always)]
    fn run(mut self, simd: S) -> usize {
        let len = self.src.len();
        let mut done = 0;
        while done < len {
            let mut end = len.min(done + CHUNK);
            // The next chunk has the other half.
            end -= usize::from(end < len && is_high(self.src[end - 1].number()));
            if enter_outlined(simd, Long(self.repair(done, end))) != 0 {
                let src = bytes_in(&self.src[done..end]);
                return done + enter_outlined(simd, Utf16Prefix::<BIG> { src });
            }
            done = end;
        }
        done
    }
}

/// Converts the well-formed prefix of `src` to native byte order, as much as fits in `dst`, and returns the number of
/// code units read and written, which are equal.
pub(crate) fn convert<const BIG: bool>(src: &[u8], dst: &mut [MaybeUninit<u16>]) -> (usize, usize) {
    /// The number of code units that are validated, and then copied while they are in the cache.
    const CHUNK: usize = 2048;
    let src = units_in::<2, BIG>(src);
    let len = src.len().min(dst.len());
    let mut done = 0;
    loop {
        let valid = prefix(&src[done..len.min(done + CHUNK)]);
        if valid == 0 {
            return (done, done);
        }
        for (to, unit) in dst[done..done + valid].iter_mut().zip(&src[done..done + valid]) {
            to.write(unit.number());
        }
        done += valid;
    }
}
