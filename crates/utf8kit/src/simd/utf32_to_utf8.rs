//! Converts UTF-32 to UTF-8.
//!
//! # Algorithm
//!
//! A block below U+10000 is packed into 16-bit code units, which are converted as in [`super::utf16_to_utf8`]. A
//! block of ASCII is packed into bytes. Otherwise each code unit is spread into four bytes, and the bytes that it
//! does not need are dropped by compressing:
//!
//! ```text
//! 0xF0 | unit >> 18, 0x80 | unit >> 12 & 0x3F, 0x80 | unit >> 6 & 0x3F, last
//!                                                                      with 0xE0 or 0xC0 where a shorter character begins
//! last = unit if unit < 0x80, else 0x80 | unit & 0x3F
//! ```
//!
//! That is a mode of its own ([`SupplementaryMode`]), which is left after some pairs that did not need it.

use super::progress::{Limits, ModeEnd, Progress, begin};
use super::utf16_to_utf8::{BmpMode, Pair, convert_ascii, convert_pairs, last_two};
use crate::simd::arch::{Chosen, Kernel, Simd, enter_outlined};
use core::mem::MaybeUninit;

/// Converts UTF-32 in bytes to UTF-8, as much as fits. Returns the number of *code units* read and of *bytes*
/// written.
pub(crate) struct Utf32ToUtf8<'s, 'd, const BIG: bool> {
    pub(crate) src: &'s [u8],
    pub(crate) dst: &'d mut [MaybeUninit<u8>],
}

/// Returns `bits` of a code unit in the byte order of the text.
#[inline(always)]
pub(super) const fn in_order<const BIG: bool>(bits: u32) -> u32 {
    if BIG { bits.swap_bytes() } else { bits }
}

/// The bits of which a code unit has one if it is not ASCII.
const NOT_ASCII: u32 = !0x7F;
/// The bits of which a code unit has one if it needs more than two bytes in UTF-8.
const NOT_TWO_BYTES: u32 = !0x7FF;
/// The bits of which a code unit has one if it needs more than three bytes in UTF-8.
pub(super) const NOT_THREE_BYTES: u32 = !0xFFFF;

/// The number of bytes of a code unit.
const UNIT: usize = 4;

/// Returns the number of bytes of text that pack into one vector of 16-bit code units: two vectors.
const fn pair<S: Simd>() -> usize {
    2 * S::LEN
}

/// Loads the two vectors at `at`.
///
/// # Safety
///
/// Two vectors can be read at `at`.
#[inline(always)]
pub(super) unsafe fn load_pair<S: Simd>(simd: S, at: *const u8) -> [S::Bytes; 2] {
    // SAFETY: the caller promises both vectors.
    unsafe { [simd.load(at), simd.load(at.add(S::LEN))] }
}

/// Loads the four vectors at `at`.
///
/// # Safety
///
/// Four vectors can be read at `at`.
#[inline(always)]
unsafe fn load_four<S: Simd>(simd: S, at: *const u8) -> [S::Bytes; 4] {
    // SAFETY: the caller promises all four vectors.
    unsafe {
        let ([a, b], [c, d]) = (load_pair(simd, at), load_pair(simd, at.add(pair::<S>())));
        [a, b, c, d]
    }
}

/// Four vectors of UTF-32.
struct Utf32Pair<S: Simd, const BIG: bool>([S::Bytes; 4]);

impl<S: Simd, const BIG: bool> Clone for Utf32Pair<S, BIG> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<S: Simd, const BIG: bool> Copy for Utf32Pair<S, BIG> {}

impl<S: Simd, const BIG: bool> Utf32Pair<S, BIG> {
    /// Returns `true` if a code unit has one of these bits.
    #[inline(always)]
    fn any(self, simd: S, bits: u32) -> bool {
        let [a, b, c, d] = self.0;
        simd.any_wide(a | b | c | d, in_order::<BIG>(bits))
    }
}

impl<S: Simd, const BIG: bool> Pair<S> for Utf32Pair<S, BIG> {
    type Table = ();
    const TEXT: usize = 4 * S::LEN;

    #[inline(always)]
    unsafe fn load(simd: S, (): (), at: *const u8) -> Self {
        // SAFETY: the caller promises four vectors.
        Utf32Pair(unsafe { load_four(simd, at) })
    }

    #[inline(always)]
    fn is_ascii(self, simd: S) -> bool {
        !self.any(simd, NOT_ASCII)
    }

    #[inline(always)]
    fn any_three(self, simd: S) -> bool {
        self.any(simd, NOT_TWO_BYTES)
    }

    #[inline(always)]
    fn is_bmp(self, simd: S) -> bool {
        let [a, b] = self.units(simd);
        !self.any(simd, NOT_THREE_BYTES) && !simd.any_surrogates_among(a, b)
    }

    #[inline(always)]
    unsafe fn put_ascii(self, simd: S, to: *mut u8) {
        // SAFETY: the caller promises a vector of the destination.
        unsafe { simd.store(to, simd.narrow_wide::<BIG>(self.0)) }
    }

    #[inline(always)]
    fn units(self, simd: S) -> [S::Bytes; 2] {
        let [a, b, c, d] = self.0;
        [simd.pack_wide::<BIG>(a, b), simd.pack_wide::<BIG>(c, d)]
    }
}

/// The mode for any text. Converts pairs of vectors; those of ASCII are packed.
struct SupplementaryMode<'p, const BIG: bool> {
    progress: &'p mut Progress,
    limits: Limits,
}

impl<'p, const BIG: bool> SupplementaryMode<'p, BIG> {
    /// # Safety
    ///
    /// `progress` is within `limits`.
    #[inline(always)]
    unsafe fn new(progress: &'p mut Progress, limits: Limits) -> Self {
        SupplementaryMode { progress, limits }
    }
}

/// The number of consecutive pairs below U+10000 after which the mode switches to [`BmpMode`].
const SWITCH_AFTER: u32 = 4;

impl<S: Simd, const BIG: bool> Kernel<S> for SupplementaryMode<'_, BIG> {
    type Output = ModeEnd;

    #[inline(always)]
    fn run(self, simd: S) -> ModeEnd {
        let limits = self.limits;
        let mut progress = *self.progress;
        let mut clean_blocks = 0;
        let stop = loop {
            if !limits.allow(&progress, pair::<S>(), pair::<S>()) {
                break ModeEnd::Exhausted;
            }
            // SAFETY: `allow` found two vectors left of the source and as much of the destination: at most four bytes
            // for each code unit.
            unsafe {
                let [a, b] = load_pair(simd, progress.from);
                if !simd.any_wide(a | b, in_order::<BIG>(NOT_ASCII)) {
                    let units = simd.pack_wide::<BIG>(a, b);
                    simd.store(
                        progress.to,
                        simd.narrow::<{ cfg!(target_endian = "big") }>(units, units),
                    );
                    progress.advance(&limits, pair::<S>(), S::LEN / 2);
                    clean_blocks += 1;
                    if clean_blocks > SWITCH_AFTER {
                        break ModeEnd::Switch;
                    }
                    continue;
                }
                let (a, b) = (simd.native_wide::<BIG>(a), simd.native_wide::<BIG>(b));
                if !simd.are_scalars(a, b) {
                    break ModeEnd::IllFormed;
                }
                let count = simd.put_four(progress.to, a, b);
                progress.advance(&limits, pair::<S>(), count);
                clean_blocks = if simd.any_wide(a | b, NOT_THREE_BYTES) {
                    0
                } else {
                    clean_blocks + 1
                };
                if clean_blocks > SWITCH_AFTER {
                    break ModeEnd::Switch;
                }
            }
        };
        *self.progress = progress;
        stop
    }
}

impl<S: Simd, const BIG: bool> Kernel<S> for Utf32ToUtf8<'_, '_, BIG> {
    type Output = (usize, usize);

    #[inline(always)]
    fn run(self, simd: S) -> (usize, usize) {
        let (start, limits) = begin(self.src, UNIT, self.dst, 1);
        let len = limits.left(&start);
        let mut progress = start;
        if len < pair::<S>() {
            // SAFETY: `len` bytes are left of the source, less than two vectors. No more than `capacity` bytes are
            // written.
            return unsafe {
                let first = len.min(S::LEN);
                let a = simd.load_short(start.from, first);
                let b = simd.load_short(start.from.add(first), len - first);
                let capacity = limits.capacity(&start);
                let put = if simd.any_wide(a | b, in_order::<BIG>(NOT_TWO_BYTES)) {
                    let all = AnyPair::<S, BIG>::new(start.to, capacity, [a, b], 0, len / UNIT);
                    enter_outlined(simd, all)
                } else {
                    simd.put_two_short(start.to, capacity, simd.pack_wide::<BIG>(a, b), len / UNIT)
                };
                put.map_or((0, 0), |count| (len / UNIT, count))
            };
        }
        if len < S::UTF16_LONG * pair::<S>() {
            // SAFETY: `progress` is within `limits`, and what is tested for ASCII has two pairs.
            unsafe {
                if S::HAS_MASKS && len > 6 * pair::<S>() {
                    convert_ascii::<S, Utf32Pair<S, BIG>>(simd, (), &mut progress, limits);
                }
                convert_pairs::<S, Utf32Pair<S, BIG>>(simd, (), &mut progress, limits);
            }
        }
        if limits.allow(&progress, 2 * pair::<S>(), 0) {
            // SAFETY: `progress` is within `limits`.
            unsafe { run_modes::<S, BIG>(simd, &mut progress, limits) };
        }
        // SAFETY: `progress` is within `limits`, and `src` has at least a pair.
        let (read, written) = unsafe { finish::<S, BIG>(simd, progress, limits, start.from) }.since(&start);
        (read / UNIT, written)
    }
}

/// Converts whole pairs by the two modes.
///
/// # Safety
///
/// `progress` is within `limits`.
#[inline(always)]
unsafe fn run_modes<S: Simd, const BIG: bool>(simd: S, progress: &mut Progress, limits: Limits) {
    let mut wide = false;
    loop {
        // SAFETY: the caller promises that `progress` is within `limits`.
        let stop = unsafe {
            if wide {
                enter_outlined(simd, SupplementaryMode::<BIG>::new(progress, limits))
            } else {
                enter_outlined(simd, BmpMode::<S, Utf32Pair<S, BIG>>::new((), progress, limits))
            }
        };
        match stop {
            ModeEnd::Exhausted | ModeEnd::IllFormed => return,
            ModeEnd::Switch => wide = !wide,
        }
    }
}

/// Code units in two pairs of vectors.
struct Pairs<S: Simd> {
    vectors: [S::Bytes; 4],
    /// The code units that are new, and the number of their bytes.
    chosen: Chosen,
    new: usize,
}

/// Loads the two pairs at `from`. If less is left, loads the last two pairs of the text. If the text is shorter than
/// two pairs, loads its first and its last pair, which overlap.
///
/// # Safety
///
/// `progress` is within `limits`. The source begins at `start` and has at least a pair, and at least a code unit is left.
#[inline(always)]
unsafe fn next_pairs<S: Simd>(simd: S, progress: &Progress, limits: Limits, start: *const u8) -> Pairs<S> {
    let new = limits.left(progress).min(2 * pair::<S>());
    // SAFETY: `new` bytes are left, and the text has at least a pair up to their end.
    unsafe {
        let ([first, second], chosen) = last_two(progress, &limits, start, new, pair::<S>(), UNIT);
        let ([a, b], [c, d]) = (load_pair(simd, first), load_pair(simd, second));
        Pairs {
            vectors: [a, b, c, d],
            chosen,
            new,
        }
    }
}

/// Converts two pairs at a time until the end, an error or a full destination.
///
/// Characters below U+0800, which most short text consists of, are converted here. The rest is outlined, so that its
/// constants cost them nothing.
///
/// # Safety
///
/// `progress` is within `limits`. The source begins at `start` and has at least a pair. The bytes of all code units before
/// `progress` are written.
#[inline(always)]
unsafe fn finish<S: Simd, const BIG: bool>(
    simd: S,
    mut progress: Progress,
    limits: Limits,
    start: *const u8,
) -> Progress {
    // SAFETY: the pairs are within the text, and `put_two_within` writes no more than `capacity`.
    unsafe {
        while limits.left(&progress) > 0 {
            let Pairs {
                vectors: [a, b, c, d],
                chosen,
                new,
            } = next_pairs(simd, &progress, limits, start);
            if simd.any_wide(a | b | c | d, in_order::<BIG>(NOT_TWO_BYTES)) {
                // A copy, so that the progress is in memory only here.
                let mut after = progress;
                let rest = AnyPairs::<BIG>::new(&mut after, limits, start);
                let put = enter_outlined(simd, rest);
                progress = after;
                if put {
                    continue;
                }
                break;
            }
            let units = [simd.pack_wide::<BIG>(a, b), simd.pack_wide::<BIG>(c, d)];
            let capacity = limits.capacity(&progress);
            let Some(count) = simd.put_two_within(progress.to, capacity, units, chosen) else {
                break;
            };
            progress.advance(&limits, new, count);
        }
    }
    progress
}

/// Converts the next two pairs of any code units, or one pair if some are not below U+10000. Returns `false` and does
/// nothing if they are ill-formed or do not fit.
struct AnyPairs<'p, const BIG: bool> {
    progress: &'p mut Progress,
    limits: Limits,
    start: *const u8,
}

impl<'p, const BIG: bool> AnyPairs<'p, BIG> {
    /// # Safety
    ///
    /// That of [`finish`]. At least a code unit is left.
    #[inline(always)]
    unsafe fn new(progress: &'p mut Progress, limits: Limits, start: *const u8) -> Self {
        AnyPairs {
            progress,
            limits,
            start,
        }
    }
}

impl<S: Simd, const BIG: bool> Kernel<S> for AnyPairs<'_, BIG> {
    type Output = bool;

    #[inline(always)]
    fn run(self, simd: S) -> bool {
        let AnyPairs {
            progress,
            limits,
            start,
        } = self;
        let capacity = limits.capacity(progress);
        // SAFETY: the pairs are within the text, and the last one overlaps the processed text if less is left. No
        // more than `capacity` bytes are written after `to`.
        unsafe {
            let Pairs {
                vectors: [a, b, c, d],
                chosen,
                new,
            } = next_pairs(simd, progress, limits, start);
            if !simd.any_wide(a | b | c | d, in_order::<BIG>(NOT_THREE_BYTES)) {
                let units = [simd.pack_wide::<BIG>(a, b), simd.pack_wide::<BIG>(c, d)];
                if !simd.any_surrogates_among(units[0], units[1]) {
                    let count = simd.put_three_within(progress.to, capacity, units, chosen);
                    if let Some(count) = count {
                        progress.advance(&limits, new, count);
                    }
                    return count.is_some();
                }
            }
            loop {
                let new = limits.left(progress).min(pair::<S>());
                let done = pair::<S>() - new;
                limits.src.debug_assert_within(progress.from, done, new);
                let vectors = load_pair(simd, progress.from.sub(done));
                let (skip, stop) = (done / UNIT, pair::<S>() / UNIT);
                let capacity = limits.capacity(progress);
                let one = AnyPair::<S, BIG>::new(progress.to, capacity, vectors, skip, stop);
                // With masks, this is the way of all short text with characters from U+10000 on.
                let count = match S::HAS_MASKS {
                    true => one.run(simd),
                    false => enter_outlined(simd, one),
                };
                let Some(count) = count else {
                    return false;
                };
                progress.advance(&limits, new, count);
                if !S::HAS_MASKS || limits.left(progress) == 0 {
                    return true;
                }
            }
        }
    }
}

/// Writes the code units `skip..stop` of two vectors and returns the number of bytes, or `None` if they are no scalar
/// values or do not fit.
struct AnyPair<S: Simd, const BIG: bool> {
    to: *mut u8,
    capacity: usize,
    vectors: [S::Bytes; 2],
    skip: usize,
    stop: usize,
}

impl<S: Simd, const BIG: bool> AnyPair<S, BIG> {
    /// # Safety
    ///
    /// `capacity` bytes can be written at `to`. The bytes of the first `skip` code units, if they are scalar values, are
    /// before `to` and can be written, too. `skip` is at most `stop`, and `stop` at most the code units of two vectors.
    #[inline(always)]
    unsafe fn new(to: *mut u8, capacity: usize, vectors: [S::Bytes; 2], skip: usize, stop: usize) -> Self {
        AnyPair {
            to,
            capacity,
            vectors,
            skip,
            stop,
        }
    }
}

impl<S: Simd, const BIG: bool> Kernel<S> for AnyPair<S, BIG> {
    type Output = Option<usize>;

    #[inline(always)]
    fn run(self, simd: S) -> Option<usize> {
        let [a, b] = self.vectors;
        let (a, b) = (simd.native_wide::<BIG>(a), simd.native_wide::<BIG>(b));
        if !simd.are_scalars(a, b) {
            return None;
        }
        // SAFETY: the caller of `new` promised `capacity` bytes at `to` and the bytes of the `skip` code units before it.
        unsafe { simd.put_four_within(self.to, self.capacity, [a, b], self.skip, self.stop) }
    }
}
