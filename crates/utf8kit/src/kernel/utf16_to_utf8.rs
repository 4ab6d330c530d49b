//! Converts UTF-16 to UTF-8 by spreading and compressing.
//!
//! # Algorithm
//!
//! Each code unit is spread into as many bytes as it can need, and the bytes that it does not need are dropped by
//! compressing. How many it can need depends on the greatest code unit of a pair of vectors:
//!
//! ```text
//! all < 0x80      the low bytes, narrowed
//! all < 0x800     0xC0 | unit >> 6, last                             spread into two bytes
//! no surrogates   0xE0 | unit >> 12, lead or middle, last            spread into three bytes
//! any             as before, but each surrogate has two bytes:
//!                 high: 0xF0 | x >> 8, 0x80 | x >> 2 & 0x3F          where x = unit - 0xD800 + 0x40 = the character >> 10
//!                 low:  0x80 | h << 4 & 0x30 | unit >> 6 & 0xF, last where h is the high surrogate before it
//!
//! last = unit if unit < 0x80, else 0x80 | unit & 0x3F
//! ```
//!
//! Clausecker and Lemire, "Transcoding Unicode Characters with AVX-512 Instructions" (2023), compress bytes in the
//! same way.
//!
//! Surrogates are paired if the low surrogates are exactly the code units after high surrogates, which is one
//! comparison of two masks.
//!
//! There is one branch on the kind of text for each pair of vectors, because a branch that depends on each word of
//! the text would be unpredictable. After a pair that is not ASCII, the next pairs are not tested for ASCII, and
//! where code units of three bytes are frequent, the next pairs are not tested for those. Text with surrogates has a
//! mode of its own ([`SurrogateMode`]), which is left after some blocks without surrogates.
//!
//! # Invariant
//!
//! All code units before a [`Progress`] are well-formed and their bytes are written, except that the last one may be
//! a high surrogate that the next code unit has to complete.

mod short;

pub(crate) use short::Utf16ToUtf8Short;

use super::progress::{Limits, ModeEnd, Progress, begin};
use crate::vector::{Chosen, Kernel, Simd, enter_apart};
use core::marker::PhantomData;
use core::mem::MaybeUninit;

/// Converts UTF-16 in bytes to UTF-8, as much as fits. Returns the number of *code units* read and of *bytes*
/// written.
pub(crate) struct Utf16ToUtf8<'s, 'd, const BIG: bool> {
    pub(crate) src: &'s [u8],
    pub(crate) dst: &'d mut [MaybeUninit<u8>],
}

/// Returns `bits` of a code unit in the byte order of the text.
#[inline(always)]
const fn in_order<const BIG: bool>(bits: u16) -> u16 {
    if BIG { bits.swap_bytes() } else { bits }
}

const NOT_ASCII: u16 = 0xFF80;
const THREE_BYTES: u16 = 0xF800;

/// Returns `true` if the code unit at `at` is a high surrogate.
///
/// # Safety
///
/// Two bytes can be read at `at`.
#[inline(always)]
unsafe fn is_high<const BIG: bool>(at: *const u8) -> bool {
    // SAFETY: the caller promises two bytes; bytes have no alignment.
    let unit = unsafe { *at.cast::<[u8; 2]>() };
    let unit = if BIG {
        u16::from_be_bytes(unit)
    } else {
        u16::from_le_bytes(unit)
    };
    unit & 0xFC00 == 0xD800
}

/// Returns `true` if the code unit before `progress` is a high surrogate.
///
/// # Safety
///
/// The two bytes before `progress.from` can be read.
#[inline(always)]
unsafe fn is_cut<const BIG: bool>(progress: &Progress) -> bool {
    // SAFETY: the caller promises the code unit before `from`.
    unsafe { is_high::<BIG>(progress.from.sub(2)) }
}

/// Goes back before a high surrogate that is not completed.
///
/// # Safety
///
/// A code unit is before `progress`, and its bytes are written.
#[inline(always)]
unsafe fn back_to_boundary<const BIG: bool>(progress: &mut Progress) {
    // SAFETY: the caller promises a code unit. If it is a high surrogate, two bytes were written for it.
    unsafe {
        if is_cut::<BIG>(progress) {
            progress.from = progress.from.sub(2);
            progress.to = progress.to.sub(2);
        }
    }
}

/// Text that packs into two vectors of 16-bit code units if it is below U+10000.
pub(super) trait Pair<S: Simd>: Copy {
    /// The number of bytes of text.
    const TEXT: usize;

    /// Loads the text.
    ///
    /// # Safety
    ///
    /// [`TEXT`](Self::TEXT) bytes can be read at `at`.
    unsafe fn load(simd: S, at: *const u8) -> Self;

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
    /// [`Vectors::LEN`](crate::vector::Vectors::LEN) bytes can be written at `to`.
    unsafe fn put_ascii(self, simd: S, to: *mut u8);

    /// Returns the 16-bit code units in native byte order.
    fn units(self, simd: S) -> [S::Bytes; 2];
}

/// The mode for text below U+10000 without surrogates.
///
/// It requires more capacity than the bytes that count, because vectors are stored whole.
pub(super) struct BmpMode<'p, P> {
    progress: &'p mut Progress,
    limits: Limits,
    pair: PhantomData<P>,
}

impl<'p, P> BmpMode<'p, P> {
    #[inline(always)]
    pub(super) fn new(progress: &'p mut Progress, limits: Limits) -> Self {
        let pair = PhantomData;
        BmpMode {
            progress,
            limits,
            pair,
        }
    }
}

impl<S: Simd, P: Pair<S>> Kernel<S> for BmpMode<'_, P> {
    type Output = ModeEnd;

    #[inline(always)]
    fn run(self, simd: S) -> ModeEnd {
        let BmpMode { progress, limits, .. } = self;
        let (two, three) = (2 * S::LEN, 4 * S::LEN);
        let mut now = *progress;
        let stop = 'stop: loop {
            while limits.allow(&now, P::TEXT, two) {
                // SAFETY: `allow` found a pair left of the source, and two vectors of the destination, more than
                // ASCII needs.
                unsafe {
                    let pair = P::load(simd, now.from);
                    if !pair.is_ascii(simd) {
                        break;
                    }
                    pair.put_ascii(simd, now.to);
                    simd.prefetch(now.to, 1);
                    now.advance(P::TEXT, S::LEN);
                }
            }
            for _ in 0..S::UTF16_PATIENCE {
                if !limits.allow(&now, P::TEXT, two) {
                    break 'stop ModeEnd::Exhausted;
                }
                // SAFETY: `allow` found a pair left of the source, and two vectors of the destination, two bytes for
                // each code unit. Before code units of three bytes are written, four vectors are found left.
                unsafe {
                    let pair = P::load(simd, now.from);
                    let any_three = pair.any_three(simd);
                    if any_three && !pair.is_bmp(simd) {
                        break 'stop ModeEnd::Switch;
                    }
                    if any_three && limits.capacity(&now) < three {
                        break 'stop ModeEnd::Exhausted;
                    }
                    let [a, b] = pair.units(simd);
                    let count = if any_three {
                        simd.prefetch(now.to, 3);
                        simd.put_three(now.to, a, b).0
                    } else {
                        simd.prefetch(now.to, 2);
                        simd.put_two(now.to, a, b)
                    };
                    now.advance(P::TEXT, count);
                    if !any_three || S::UTF16_MEMORY == 0 {
                        continue;
                    }
                    // Counts up for each pair with code units of three bytes and down for each without. From 2 on,
                    // pairs are converted without the test.
                    let mut frequent = 1;
                    loop {
                        if !limits.allow(&now, P::TEXT, three) {
                            break 'stop ModeEnd::Exhausted;
                        }
                        let pair = P::load(simd, now.from);
                        if frequent < 2 && !pair.any_three(simd) {
                            break;
                        }
                        if !pair.is_bmp(simd) {
                            break 'stop ModeEnd::Switch;
                        }
                        let [a, b] = pair.units(simd);
                        simd.prefetch(now.to, 3);
                        let (count, any_three) = simd.put_three(now.to, a, b);
                        now.advance(P::TEXT, count);
                        frequent = (frequent + 2 * u32::from(any_three) - 1).min(S::UTF16_MEMORY);
                    }
                }
            }
        };
        *progress = now;
        stop
    }
}

/// Two vectors of UTF-16.
struct Utf16Pair<S: Simd, const BIG: bool>([S::Bytes; 2]);

impl<S: Simd, const BIG: bool> Clone for Utf16Pair<S, BIG> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<S: Simd, const BIG: bool> Copy for Utf16Pair<S, BIG> {}

impl<S: Simd, const BIG: bool> Pair<S> for Utf16Pair<S, BIG> {
    const TEXT: usize = 2 * S::LEN;

    #[inline(always)]
    unsafe fn load(simd: S, at: *const u8) -> Self {
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
        unsafe { simd.put_narrow::<BIG>(to, self.0[0], self.0[1]) }
    }

    #[inline(always)]
    fn units(self, simd: S) -> [S::Bytes; 2] {
        let [a, b] = self.0;
        [simd.native_units::<BIG>(a), simd.native_units::<BIG>(b)]
    }
}

/// Converts whole pairs until one needs another mode, or the source or the destination has too little left.
///
/// For text that is too short for modes: it keeps no state and prefetches nothing.
#[inline(always)]
pub(super) fn convert_pairs<S: Simd, P: Pair<S>>(simd: S, progress: &mut Progress, limits: Limits) {
    let (two, three) = (2 * S::LEN, 4 * S::LEN);
    while limits.allow(progress, P::TEXT, two) {
        // SAFETY: `allow` found a pair left of the source, and two vectors of the destination, two bytes for each
        // code unit. Before code units of three bytes are written, four vectors are found left.
        unsafe {
            let pair = P::load(simd, progress.from);
            if !S::HAS_MASKS && pair.is_ascii(simd) {
                pair.put_ascii(simd, progress.to);
                progress.advance(P::TEXT, S::LEN);
                continue;
            }
            let any_three = pair.any_three(simd);
            if any_three && (limits.capacity(progress) < three || !pair.is_bmp(simd)) {
                return;
            }
            let [a, b] = pair.units(simd);
            let count = if any_three {
                simd.put_three(progress.to, a, b).0
            } else {
                simd.put_two(progress.to, a, b)
            };
            progress.advance(P::TEXT, count);
        }
    }
}

/// Returns the number of bits for the code units of a vector in [`Surrogates`](crate::vector::Surrogates).
#[inline(always)]
const fn vector_bits<S: Simd>() -> u32 {
    S::LEN as u32 / 2 * S::UNIT_BITS
}

/// Returns the bits of two vectors as one mask.
#[inline(always)]
const fn concat_bits<S: Simd>(a: u64, b: u64) -> u64 {
    a | b << vector_bits::<S>()
}

/// Returns the bits of the first code unit if it must be a low surrogate, or else 0.
#[inline(always)]
const fn cut_bits<S: Simd>(is_cut: bool) -> u64 {
    if is_cut { (1 << S::UNIT_BITS) - 1 } else { 0 }
}

/// The number of consecutive pairs without a surrogate after which the mode switches to [`BmpMode`].
const SWITCH_AFTER: u32 = 16;

/// The mode for any text. Converts pairs of vectors, and only those with surrogates in the slower way.
struct SurrogateMode<'p, const BIG: bool> {
    progress: &'p mut Progress,
    limits: Limits,
}

impl<S: Simd, const BIG: bool> Kernel<S> for SurrogateMode<'_, BIG> {
    type Output = ModeEnd;

    #[inline(always)]
    fn run(self, simd: S) -> ModeEnd {
        let limits = self.limits;
        let mut progress = *self.progress;
        let mut clean_blocks = 0;
        // SAFETY: this mode runs only after the first vector, so a code unit is before `from`.
        let mut cut = cut_bits::<S>(unsafe { is_cut::<BIG>(&progress) });
        let stop = loop {
            if !limits.allow(&progress, 2 * S::LEN, 4 * S::LEN) {
                break ModeEnd::Exhausted;
            }
            // SAFETY: `allow` found two vectors left of the source and four vectors of the destination, as much as
            // they can need. A code unit is before `from`.
            unsafe {
                let (a, b) = (simd.load(progress.from), simd.load(progress.from.add(S::LEN)));
                if !simd.any_units(a | b, in_order::<BIG>(NOT_ASCII)) {
                    if cut != 0 {
                        break ModeEnd::IllFormed;
                    }
                    simd.put_narrow::<BIG>(progress.to, a, b);
                    progress.advance(2 * S::LEN, S::LEN);
                    clean_blocks += 1;
                    if clean_blocks > SWITCH_AFTER {
                        break ModeEnd::Switch;
                    }
                } else {
                    let [a, b] = [simd.native_units::<BIG>(a), simd.native_units::<BIG>(b)];
                    let (of_a, of_b) = (simd.surrogates(a), simd.surrogates(b));
                    let high = concat_bits::<S>(of_a.high, of_b.high);
                    let low = concat_bits::<S>(of_a.low, of_b.low);
                    if high << S::UNIT_BITS | cut != low {
                        break ModeEnd::IllFormed;
                    }
                    if high | low == 0 {
                        let count = simd.put_three(progress.to, a, b).0;
                        progress.advance(2 * S::LEN, count);
                        clean_blocks += 1;
                    } else {
                        let a_prev1 = simd.native_units::<BIG>(simd.load(progress.from.sub(2)));
                        let b_prev1 = simd.native_units::<BIG>(simd.load(progress.from.add(S::LEN - 2)));
                        let count = simd.put_any(progress.to, a, a_prev1);
                        progress.advance(S::LEN, count);
                        let count = simd.put_any(progress.to, b, b_prev1);
                        progress.advance(S::LEN, count);
                        cut = high >> (2 * vector_bits::<S>() - S::UNIT_BITS);
                        clean_blocks = 0;
                    }
                    if clean_blocks > SWITCH_AFTER && cut == 0 {
                        break ModeEnd::Switch;
                    }
                }
            }
        };
        *self.progress = progress;
        stop
    }
}

impl<S: Simd, const BIG: bool> Kernel<S> for Utf16ToUtf8<'_, '_, BIG> {
    type Output = (usize, usize);

    #[inline(always)]
    fn run(self, simd: S) -> (usize, usize) {
        let (start, limits) = begin(self.src, 2, self.dst, 1);
        let len = limits.left(&start);
        let mut progress = start;
        if len < S::LEN {
            let capacity = limits.capacity(&start);
            // SAFETY: `len` bytes are left of the source and `capacity` of the destination.
            return unsafe { less_than_a_vector::<S, BIG>(simd, start, len, capacity) };
        }
        if len < S::UTF16_LONG * S::LEN {
            convert_pairs::<S, Utf16Pair<S, BIG>>(simd, &mut progress, limits);
        }
        if limits.allow(&progress, 4 * S::LEN, 4 * S::LEN) {
            match run_modes::<S, BIG>(simd, progress, limits, start.from) {
                Some(after) => progress = after,
                None => return (0, 0),
            }
        }
        // SAFETY: `src` has at least a vector.
        let (read, written) = unsafe { finish::<S, BIG>(simd, progress, limits, start.from) }.since(&start);
        (read / 2, written)
    }
}

/// Converts whole pairs by the two modes and returns the progress, or `None` if the first vector is ill-formed or
/// does not fit. The text begins at `start` and has at least a pair.
#[inline(always)]
fn run_modes<S: Simd, const BIG: bool>(
    simd: S,
    mut progress: Progress,
    limits: Limits,
    start: *const u8,
) -> Option<Progress> {
    let mut surrogates = false;
    loop {
        let stop = if surrogates {
            let first = ConvertVector::<BIG> {
                progress: &mut progress,
                limits,
                start,
            };
            // The mode for surrogates requires a code unit before `from`.
            if first.progress.from == start && !enter_apart(simd, first) {
                return None;
            }
            enter_apart(
                simd,
                SurrogateMode::<BIG> {
                    progress: &mut progress,
                    limits,
                },
            )
        } else {
            enter_apart(simd, BmpMode::<Utf16Pair<S, BIG>>::new(&mut progress, limits))
        };
        match stop {
            ModeEnd::Exhausted | ModeEnd::IllFormed => return Some(progress),
            ModeEnd::Switch => surrogates = !surrogates,
        }
    }
}

/// Converts two vectors at a time until the end, an error or a full destination, and stops at a character boundary.
///
/// Text with surrogates is left to [`AnyTail`].
///
/// # Safety
///
/// The text begins at `start` and has at least a vector.
#[inline(always)]
unsafe fn finish<S: Simd, const BIG: bool>(
    simd: S,
    mut progress: Progress,
    limits: Limits,
    start: *const u8,
) -> Progress {
    // SAFETY: the vectors are within the text, and the `within` methods write no more than `capacity`. If `from` is
    // not `start`, a code unit is before `from`.
    unsafe {
        if progress.from != start && is_cut::<BIG>(&progress) {
            return enter_apart(simd, AnyTail::<BIG>(progress, limits, start));
        }
        while limits.left(&progress) > 0 {
            let NextPair { units, chosen, new } = next_pair::<S, BIG>(simd, &progress, limits, start);
            let capacity = limits.capacity(&progress);
            let count = if simd.any_units(units[0] | units[1], THREE_BYTES) {
                if simd.any_surrogate(units[0]) || simd.any_surrogate(units[1]) {
                    return enter_apart(simd, AnyTail::<BIG>(progress, limits, start));
                }
                simd.put_three_within(progress.to, capacity, units, chosen)
            } else {
                simd.put_two_within(progress.to, capacity, units, chosen)
            };
            let Some(count) = count else { break };
            progress.advance(new, count);
        }
        progress
    }
}

/// Does what [`finish`] does, for any text. The fields are the progress, the limits, and the beginning of the text.
struct AnyTail<const BIG: bool>(Progress, Limits, *const u8);

impl<S: Simd, const BIG: bool> Kernel<S> for AnyTail<BIG> {
    type Output = Progress;

    #[inline(always)]
    fn run(self, simd: S) -> Progress {
        let AnyTail(mut progress, limits, start) = self;
        // SAFETY: the vectors are within the text, and the `within` methods write no more than `capacity`. If `from`
        // is not `start`, a code unit is before `from`.
        unsafe {
            while limits.left(&progress) > 0 {
                let NextPair { units, chosen, new } = next_pair::<S, BIG>(simd, &progress, limits, start);
                let cut = progress.from != start && is_cut::<BIG>(&progress);
                if cut || simd.any_surrogate(units[0]) || simd.any_surrogate(units[1]) {
                    let vector = ConvertVector::<BIG> {
                        progress: &mut progress,
                        limits,
                        start,
                    };
                    if !enter_apart(simd, vector) {
                        break;
                    }
                    continue;
                }
                let capacity = limits.capacity(&progress);
                let Some(count) = simd.put_three_within(progress.to, capacity, units, chosen) else {
                    break;
                };
                progress.advance(new, count);
            }
            if progress.from != start {
                back_to_boundary::<BIG>(&mut progress);
            }
            progress
        }
    }
}

/// Returns the addresses of two vectors of `vector` bytes that end with the next `new` bytes, and which of their code
/// units of `unit` bytes are new. If the text is too short for two vectors, they are its first and its last vector,
/// which overlap.
///
/// # Safety
///
/// The text begins at `start`. `new` bytes are left of it, at most two vectors, and it has at least a vector before
/// the end of these.
#[inline(always)]
pub(super) unsafe fn last_two(
    progress: &Progress,
    start: *const u8,
    new: usize,
    vector: usize,
    unit: usize,
) -> ([*const u8; 2], Chosen) {
    let (old, done) = (2 * vector - new, progress.from as usize - start as usize);
    let skip = old.min(done);
    // SAFETY: the text has a vector before the end of the `new` bytes. If it has two, the first one is a vector
    // before the second.
    let at = unsafe {
        let second = progress.from.add(new).sub(vector);
        [if done >= old { second.sub(vector) } else { start }, second]
    };
    let chosen = Chosen {
        skip: skip / unit,
        overlap: (old - skip) / unit,
    };
    (at, chosen)
}

/// Code units in two vectors.
struct NextPair<S: Simd> {
    units: [S::Bytes; 2],
    /// The code units that are new, and the number of their bytes.
    chosen: Chosen,
    new: usize,
}

/// Loads the two vectors at `from`. If less is left, loads the last two vectors of the text. If the text is shorter
/// than two vectors, loads its first and its last vector, which overlap.
///
/// # Safety
///
/// The text begins at `start` and has at least a vector, and at least a code unit is left.
#[inline(always)]
unsafe fn next_pair<S: Simd, const BIG: bool>(
    simd: S,
    progress: &Progress,
    limits: Limits,
    start: *const u8,
) -> NextPair<S> {
    let new = limits.left(progress).min(2 * S::LEN);
    // SAFETY: `new` bytes are left, and the text has at least a vector up to their end.
    unsafe {
        let (at, chosen) = last_two(progress, start, new, S::LEN, 2);
        let units = at.map(|at| simd.native_units::<BIG>(simd.load(at)));
        NextPair { units, chosen, new }
    }
}

/// Returns the address of the vector at `from`, or of the last vector of the text if less is left, and how many of
/// its bytes are new. The new bytes are the last ones.
#[inline(always)]
fn next_vector<S: Simd>(progress: &Progress, limits: Limits) -> (*const u8, usize) {
    let new = limits.left(progress).min(S::LEN);
    (progress.from.wrapping_sub(S::LEN - new), new)
}

/// Converts the next vector, of any code units. Returns `false` and does nothing if it is ill-formed or does not fit.
///
/// The text begins at `start` and has at least a vector, and at least a code unit is left.
struct ConvertVector<'p, const BIG: bool> {
    progress: &'p mut Progress,
    limits: Limits,
    start: *const u8,
}

impl<S: Simd, const BIG: bool> Kernel<S> for ConvertVector<'_, BIG> {
    type Output = bool;

    #[inline(always)]
    fn run(self, simd: S) -> bool {
        let progress = self.progress;
        let (at, new) = next_vector::<S>(progress, self.limits);
        // SAFETY: the vector is within the text. If it is not the first, a code unit is before it. `put_any_within`
        // writes no more than `capacity`, and the bytes of the `skip` code units before `to`.
        unsafe {
            let units = simd.load(at);
            let (prev1, after_cut) = if at == self.start {
                (simd.after_zeros(units)[1], false)
            } else {
                (simd.load(at.sub(2)), is_high::<BIG>(at.sub(2)))
            };
            let (units, prev1) = (simd.native_units::<BIG>(units), simd.native_units::<BIG>(prev1));
            let surrogates = simd.surrogates(units);
            let after_high = (surrogates.high << S::UNIT_BITS) & (!0 >> (64 - vector_bits::<S>()));
            if after_high | cut_bits::<S>(after_cut) != surrogates.low {
                return false;
            }
            let capacity = self.limits.capacity(progress);
            let skip = (S::LEN - new) / 2;
            let Some(count) = simd.put_any_within(progress.to, capacity, units, prev1, skip, S::LEN / 2)
            else {
                return false;
            };
            progress.advance(new, count);
            true
        }
    }
}

/// Converts text of less than a vector, all of it or nothing. Returns the number of code units read and of bytes
/// written.
///
/// # Safety
///
/// `len` bytes, less than a vector, can be read at `start.from`, and `capacity` bytes can be written at `start.to`.
#[inline(always)]
unsafe fn less_than_a_vector<S: Simd, const BIG: bool>(
    simd: S,
    start: Progress,
    len: usize,
    capacity: usize,
) -> (usize, usize) {
    // SAFETY: the caller promises `len` bytes of the source and `capacity` bytes of the destination.
    unsafe {
        let units = simd.native_units::<BIG>(simd.load_short(start.from, len));
        if simd.any_units(units, THREE_BYTES) {
            return enter_apart(simd, LessThanVector::<BIG> { start, len, capacity });
        }
        match simd.put_two_short(start.to, capacity, units, len / 2) {
            Some(count) => (len / 2, count),
            None => (0, 0),
        }
    }
}

/// Does what [`less_than_a_vector`] does, for any code units.
///
/// `len` bytes, less than a vector, can be read at `start.from`, and `capacity` bytes can be written at `start.to`.
struct LessThanVector<const BIG: bool> {
    start: Progress,
    len: usize,
    capacity: usize,
}

impl<S: Simd, const BIG: bool> Kernel<S> for LessThanVector<BIG> {
    type Output = (usize, usize);

    #[inline(always)]
    fn run(self, simd: S) -> (usize, usize) {
        let LessThanVector { start, len, capacity } = self;
        // SAFETY: a value is created only with `len` bytes of the source and `capacity` bytes of the
        // destination.
        unsafe {
            let units = simd.load_short(start.from, len);
            let prev1 = simd.native_units::<BIG>(simd.after_zeros(units)[1]);
            let units = simd.native_units::<BIG>(units);
            let surrogates = simd.surrogates(units);
            // A high surrogate at the end is followed by a zero, which is an error.
            if surrogates.high << S::UNIT_BITS != surrogates.low {
                return (0, 0);
            }
            match simd.put_any_within(start.to, capacity, units, prev1, 0, len / 2) {
                Some(count) => (len / 2, count),
                None => (0, 0),
            }
        }
    }
}
