//! Text below U+10000 without surrogates: the mode for long text and a loop for shorter text. UTF-32 uses both, too.

use super::units::{NOT_ASCII, THREE_BYTES, in_order};
use crate::simd::arch::{Kernel, Simd};
use crate::simd::progress::{Limits, ModeEnd, Progress};
use core::marker::PhantomData;

/// Text that packs into two vectors of 16-bit code units if it is below U+10000.
pub(in crate::simd) trait Pair<S: Simd>: Copy {
    /// What the text is decoded with.
    type Table: Copy;
    /// The number of bytes of text.
    const TEXT: usize;

    /// Loads the text.
    ///
    /// # Safety
    ///
    /// [`TEXT`](Self::TEXT) bytes can be read at `at`.
    unsafe fn load(simd: S, table: Self::Table, at: *const u8) -> Self;

    fn is_ascii(self, simd: S) -> bool;

    /// Returns `true` if a character needs more than two bytes in UTF-8.
    fn any_three(self, simd: S) -> bool;

    /// Returns `true` if no character needs more than three bytes and there are no surrogates. Called if
    /// [`any_three`](Self::any_three).
    fn is_bmp(self, simd: S) -> bool;

    /// Writes the text, which is ASCII.
    ///
    /// # Safety
    ///
    /// [`Vectors::LEN`](crate::simd::arch::Vectors::LEN) bytes can be written at `to`.
    unsafe fn put_ascii(self, simd: S, to: *mut u8);

    /// Returns the 16-bit code units in native byte order.
    fn units(self, simd: S) -> [S::Bytes; 2];
}

/// Two vectors of UTF-16.
pub(in crate::simd) struct Utf16Pair<S: Simd, const BIG: bool>([S::Bytes; 2]);

impl<S: Simd, const BIG: bool> Clone for Utf16Pair<S, BIG> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<S: Simd, const BIG: bool> Copy for Utf16Pair<S, BIG> {}

impl<S: Simd, const BIG: bool> Pair<S> for Utf16Pair<S, BIG> {
    type Table = ();
    const TEXT: usize = 2 * S::LEN;

    #[inline(always)]
    unsafe fn load(simd: S, (): (), at: *const u8) -> Self {
        // SAFETY: the caller promises both vectors.
        Utf16Pair(unsafe { [simd.load(at), simd.load(at.add(S::LEN))] })
    }

    #[inline(always)]
    fn is_ascii(self, simd: S) -> bool {
        !simd.any_units(self.0[0] | self.0[1], in_order::<BIG>(NOT_ASCII))
    }

    #[inline(always)]
    fn any_three(self, simd: S) -> bool {
        simd.any_units(self.0[0] | self.0[1], in_order::<BIG>(THREE_BYTES))
    }

    #[inline(always)]
    fn is_bmp(self, simd: S) -> bool {
        let all = simd.gather_surrogates::<BIG>(simd.splat(0), self.0[0]);
        !simd.any_gathered(simd.gather_surrogates::<BIG>(all, self.0[1]))
    }

    #[inline(always)]
    unsafe fn put_ascii(self, simd: S, to: *mut u8) {
        // SAFETY: the caller promises a vector of the destination.
        unsafe { simd.store(to, simd.narrow::<BIG>(self.0[0], self.0[1])) }
    }

    #[inline(always)]
    fn units(self, simd: S) -> [S::Bytes; 2] {
        let [a, b] = self.0;
        [simd.native_units::<BIG>(a), simd.native_units::<BIG>(b)]
    }
}

/// The mode for text below U+10000 without surrogates.
///
/// It requires more capacity than the bytes that count, because vectors are stored whole.
pub(in crate::simd) struct BmpMode<'p, S: Simd, P: Pair<S>> {
    table: P::Table,
    progress: &'p mut Progress,
    limits: Limits,
    pair: PhantomData<(S, P)>,
}

impl<'p, S: Simd, P: Pair<S>> BmpMode<'p, S, P> {
    /// # Safety
    ///
    /// `progress` is within `limits`.
    #[inline(always)]
    pub(in crate::simd) unsafe fn new(table: P::Table, progress: &'p mut Progress, limits: Limits) -> Self {
        let pair = PhantomData;
        BmpMode {
            table,
            progress,
            limits,
            pair,
        }
    }
}

impl<S: Simd, P: Pair<S>> Kernel<S> for BmpMode<'_, S, P> {
    type Output = ModeEnd;

    #[inline(always)]
    fn run(self, simd: S) -> ModeEnd {
        let BmpMode {
            table,
            progress,
            limits,
            ..
        } = self;
        let (two, three) = (2 * S::LEN, 4 * S::LEN);
        let mut now = *progress;
        let stop = 'stop: loop {
            while limits.allow(&now, P::TEXT, two) {
                // SAFETY: `allow` found a pair left of the source, and two vectors of the destination, more than
                // ASCII needs.
                unsafe {
                    let pair = P::load(simd, table, now.from);
                    if !pair.is_ascii(simd) {
                        break;
                    }
                    pair.put_ascii(simd, now.to);
                    simd.prefetch(now.to, 1);
                    now.advance(&limits, P::TEXT, S::LEN);
                }
            }
            for _ in 0..S::UTF16_ASCII_BACKOFF {
                if !limits.allow(&now, P::TEXT, two) {
                    break 'stop ModeEnd::Exhausted;
                }
                // SAFETY: `allow` found a pair left of the source, and two vectors of the destination, two bytes for
                // each code unit. Before code units of three bytes are written, four vectors are found left.
                unsafe {
                    let pair = P::load(simd, table, now.from);
                    let any_three = pair.any_three(simd);
                    if any_three && !pair.is_bmp(simd) {
                        break 'stop ModeEnd::Switch;
                    }
                    if any_three && limits.capacity(&now) < three {
                        break 'stop ModeEnd::Exhausted;
                    }
                    debug_assert!(limits.allow(&now, P::TEXT, if any_three { three } else { two }));
                    let [a, b] = pair.units(simd);
                    let count = if any_three {
                        simd.prefetch(now.to, 3);
                        simd.put_three(now.to, a, b).0
                    } else {
                        simd.prefetch(now.to, 2);
                        simd.put_two(now.to, a, b)
                    };
                    now.advance(&limits, P::TEXT, count);
                    if !any_three || S::UTF16_THREE_BYTE_BACKOFF == 0 {
                        continue;
                    }
                    // Counts up for each pair with code units of three bytes and down for each without. From 2 on,
                    // pairs are converted without the test.
                    let mut frequent = 1;
                    loop {
                        if !limits.allow(&now, P::TEXT, three) {
                            break 'stop ModeEnd::Exhausted;
                        }
                        let pair = P::load(simd, table, now.from);
                        if frequent < 2 && !pair.any_three(simd) {
                            break;
                        }
                        if !pair.is_bmp(simd) {
                            break 'stop ModeEnd::Switch;
                        }
                        debug_assert!(limits.allow(&now, P::TEXT, three));
                        let [a, b] = pair.units(simd);
                        simd.prefetch(now.to, 3);
                        let (count, any_three) = simd.put_three(now.to, a, b);
                        now.advance(&limits, P::TEXT, count);
                        frequent = (frequent + 2 * u32::from(any_three) - 1).min(S::UTF16_THREE_BYTE_BACKOFF);
                    }
                }
            }
        };
        *progress = now;
        stop
    }
}

/// Converts two pairs at a time as long as they are ASCII. More than the first two are tested only if these are ASCII.
///
/// # Safety
///
/// `progress` is within `limits`, and two pairs are left of the source.
#[inline(always)]
pub(in crate::simd) unsafe fn convert_ascii<S: Simd, P: Pair<S>>(
    simd: S,
    table: P::Table,
    progress: &mut Progress,
    limits: Limits,
) {
    // SAFETY: the caller promises two pairs.
    let next = |from: *const u8| unsafe {
        [
            P::load(simd, table, from),
            P::load(simd, table, from.add(P::TEXT)),
        ]
    };
    let are_ascii = |[a, b]: [P; 2]| a.is_ascii(simd) & b.is_ascii(simd);
    // Before the loop, which first loads its constants.
    if !are_ascii(next(progress.from)) {
        return;
    }
    while limits.allow(progress, 2 * P::TEXT, 2 * S::LEN) {
        // SAFETY: `allow` found two pairs of the source and a vector for each of the destination.
        unsafe {
            let [a, b] = next(progress.from);
            if !are_ascii([a, b]) {
                break;
            }
            a.put_ascii(simd, progress.to);
            b.put_ascii(simd, progress.to.add(S::LEN));
            progress.advance(&limits, 2 * P::TEXT, 2 * S::LEN);
        }
    }
}

/// Converts whole pairs until one needs another mode, or the source or the destination has too little left.
///
/// For text that is too short for modes: it keeps no state and prefetches nothing.
///
/// # Safety
///
/// `progress` is within `limits`.
#[inline(always)]
pub(in crate::simd) unsafe fn convert_pairs<S: Simd, P: Pair<S>>(
    simd: S,
    table: P::Table,
    progress: &mut Progress,
    limits: Limits,
) {
    let (two, three) = (2 * S::LEN, 4 * S::LEN);
    while limits.allow(progress, P::TEXT, two) {
        // SAFETY: `allow` found a pair left of the source, and two vectors of the destination, two bytes for each
        // code unit. Before code units of three bytes are written, four vectors are found left.
        unsafe {
            let pair = P::load(simd, table, progress.from);
            if !S::HAS_MASKS && pair.is_ascii(simd) {
                pair.put_ascii(simd, progress.to);
                progress.advance(&limits, P::TEXT, S::LEN);
                continue;
            }
            let any_three = pair.any_three(simd);
            if any_three && (limits.capacity(progress) < three || !pair.is_bmp(simd)) {
                return;
            }
            debug_assert!(limits.allow(progress, P::TEXT, if any_three { three } else { two }));
            let [a, b] = pair.units(simd);
            let count = if any_three {
                simd.put_three(progress.to, a, b).0
            } else {
                simd.put_two(progress.to, a, b)
            };
            progress.advance(&limits, P::TEXT, count);
        }
    }
}
