//! Converts UTF-8 to UTF-16 and UTF-32 by planes of bytes. A [`Target`] writes the code units.
//!
//! # Algorithm
//!
//! The text is not decoded character by character. Every position of a vector computes the code unit that a character
//! would have *if it ended there*: the low byte in one vector (a plane), the high byte in another.
//!
//! ```text
//! low  = current                                             if current is ASCII
//!        bits 0..=5 of current,  and above them bits 0..=1 of prev1
//! high = 0                                                   if current is ASCII
//!        bits 2..=5 of prev1,    and above them bits 0..=3 of prev2 if that is 0xE0..=0xEF
//! ```
//!
//! `prev1`, `prev2` and `prev3` are the text shifted by one, two and three bytes. Three continuation bytes have more
//! bits than a code unit, but the excess bits, which do not belong to the character, are shifted out. Then the
//! positions are kept where a character ends: where the *next* byte is not a continuation byte. The planes are
//! compressed and interleaved, or interleaved and shuffled, and stored.
//!
//! A character of four bytes has two UTF-16 code units, so two of its positions are kept. Its third byte (`prev2` is
//! 0xF0 or more) becomes the high surrogate, its fourth byte the low surrogate.
//!
//! ```text
//! 0xF0+a 0x80+b 0x80+c 0x80+d: the character is 0x10000 + x,
//!                              the high surrogate 0xD800 + (x >> 10), the low surrogate 0xDC00 + (x & 0x3FF)
//! third:   low  = 4 * (bits 0..=3 of b) - 0x40, plus bits 4..=5 of c     (subtracts the 0x10000)
//!          high = 0xF0+a - 0x19, plus 1 if b is 0x10 or more             (0xF0 - 0x19 = 0xD7)
//! fourth:  low  = as above
//!          high = bits 2..=5 of c as above, with 0xDC
//! ```
//!
//! In UTF-32 a character has one code unit, at its last byte, and there is a third plane:
//!
//! ```text
//! fourth:  low  = as above
//!          high = bits 2..=5 of c,  and above them bits 0..=3 of b
//!          top  = bits 4..=5 of b,  and above them 0xF0+a - 0xF0
//! ```
//!
//! Characters of four bytes cost a third more, so they have a mode of their own. It is entered where a block has a
//! byte of 0xF0 or more, and left after a few blocks without one. A block of ASCII is only widened. All text is
//! validated as in [`super::utf8`].
//!
//! # Invariant
//!
//! After the first vector, all text before a [`Progress`] is well-formed, except that its last character may be
//! incomplete, and the code units for all positions before it are written.

use super::progress::{Limits, ModeEnd, Progress, begin};
use super::target::{Shifted, Target};
use super::utf8::cut_before;
use crate::vector::{Kernel, Simd, enter_apart};
use core::marker::PhantomData;
use core::mem::MaybeUninit;

/// Converts UTF-8 to code units in bytes, as many as fit. Returns the number of *bytes* read and of *code units*
/// written.
pub(crate) struct Utf8ToUnits<'s, 'd, T> {
    src: &'s [u8],
    dst: &'d mut [MaybeUninit<u8>],
    target: PhantomData<T>,
}

impl<'s, 'd, T: Target> Utf8ToUnits<'s, 'd, T> {
    #[inline]
    pub(crate) fn new(src: &'s [u8], dst: &'d mut [MaybeUninit<u8>]) -> Self {
        Utf8ToUnits {
            src,
            dst,
            target: PhantomData,
        }
    }
}

/// Converts text of at most one vector: all of it, or nothing, as [`Utf8ToUnits`] does.
pub(crate) struct Utf8ToUnitsShort<'s, 'd, T>(Utf8ToUnits<'s, 'd, T>);

impl<'s, 'd, T: Target> Utf8ToUnitsShort<'s, 'd, T> {
    #[inline]
    pub(crate) fn new(src: &'s [u8], dst: &'d mut [MaybeUninit<u8>]) -> Self {
        Utf8ToUnitsShort(Utf8ToUnits::new(src, dst))
    }
}

impl<S: Simd, T: Target> Kernel<S> for Utf8ToUnitsShort<'_, '_, T> {
    type Output = (usize, usize);

    #[inline(always)]
    fn run(self, simd: S) -> (usize, usize) {
        let Utf8ToUnits { src, dst, .. } = self.0;
        let (start, limits) = begin(src, 1, dst, T::BYTES);
        // SAFETY: `src` has as many bytes as are read, at most a vector, and `capacity` is what `dst` has.
        unsafe { put_short::<S, T>(simd, start, src.len().min(S::LEN), capacity::<T>(&limits, &start)) }
    }
}

/// Returns `true` if at least `vectors` vectors and one byte more are left of the source, and a code unit for each
/// byte of the vectors is left of the destination.
#[inline(always)]
fn enough_for<S: Simd, T: Target>(limits: &Limits, progress: &Progress, vectors: usize) -> bool {
    let bytes = vectors * S::LEN;
    limits.allow(progress, bytes + 1, bytes * T::BYTES)
}

/// Returns how many times in a row `vectors` vectors can be converted before [`enough_for`] has to be called again. A
/// vector converts to at most as many code units as it has bytes.
#[inline(always)]
fn guaranteed_steps<S: Simd, T: Target>(limits: &Limits, progress: &Progress, vectors: usize) -> usize {
    let before_last = limits.left(progress).saturating_sub(1);
    before_last.min(capacity::<T>(limits, progress)) / (vectors * S::LEN)
}

/// Returns the number of code units that are left of the destination.
#[inline(always)]
fn capacity<T: Target>(limits: &Limits, progress: &Progress) -> usize {
    limits.capacity(progress) / T::BYTES
}

/// Prefetches the destination for `vectors` vectors of text, if it is UTF-32. UTF-16 has half as many cache lines to
/// write and gains nothing.
#[inline(always)]
fn prefetch<S: Simd, T: Target>(simd: S, progress: &Progress, vectors: usize) {
    if T::BYTES == 4 {
        simd.prefetch(progress.to, vectors * T::BYTES);
    }
}

/// Converts one vector and returns its errors, to be tested by `any` or, unless `FOUR`, by `any_below_four`.
///
/// # Safety
///
/// One vector and one byte more are left of the source, and three bytes are before it. A vector's length of code
/// units is left of the destination.
#[inline(always)]
unsafe fn add_vector<S: Simd, T: Target, const FOUR: bool>(simd: S, progress: &mut Progress) -> S::Bytes {
    // SAFETY: the caller promises the vector, the byte after it, the three bytes before it, and the code units.
    unsafe {
        prefetch::<S, T>(simd, progress, 1);
        let text = Shifted::load::<S, FOUR>(simd, progress.from);
        let errors = if FOUR {
            text.errors(simd)
        } else {
            simd.utf8_errors_below_four(text.current, text.prev[0], text.prev[1])
        };
        let count = T::put::<S, FOUR>(simd, progress.to, text);
        progress.advance(S::LEN, T::BYTES * count);
        errors
    }
}

/// Goes back to a character boundary, before text that may be ill-formed.
///
/// Whether a code unit was written for the last position depended on whether the byte at `from` is a continuation
/// byte. That byte is not validated yet.
///
/// # Safety
///
/// At least one byte is left of the source, more than four bytes are before it, and the code units for all positions
/// before it are written.
#[inline(always)]
unsafe fn back_to_boundary<T: Target>(progress: &mut Progress) {
    let Progress { from, to } = progress;
    // SAFETY: the caller promises the byte at `from` and those before it. The code units that are taken back were
    // written for the characters that `from` goes back over.
    unsafe {
        let continues = **from & 0xC0 == 0x80;
        match (cut_before(*from), continues) {
            (0, false) => {}
            (0, true) => {
                // The last character was taken for an incomplete one.
                let mut bytes = 1;
                while *from.sub(bytes) & 0xC0 == 0x80 {
                    bytes += 1;
                }
                *from = from.sub(bytes);
                if T::HAS_PAIRS && bytes == 4 {
                    *to = to.sub(T::BYTES);
                }
            }
            (cut, continues) => {
                *from = from.sub(cut);
                // The last byte was taken for the end of a character, or it was the third byte of four.
                if !continues || T::HAS_PAIRS && cut == 3 {
                    *to = to.sub(T::BYTES);
                }
            }
        }
    }
}

/// The number of consecutive blocks without a byte of 0xF0 or more after which the mode for such bytes switches to
/// the other.
const SWITCH_AFTER: u32 = 4;

/// The mode for text with (`FOUR`) or without bytes of 0xF0 or more. Converts whole blocks.
struct Blocks<'p, T, const FOUR: bool> {
    progress: &'p mut Progress,
    limits: Limits,
    target: PhantomData<T>,
}

impl<S: Simd, T: Target, const FOUR: bool> Kernel<S> for Blocks<'_, T, FOUR> {
    type Output = ModeEnd;

    #[inline(always)]
    fn run(self, simd: S) -> ModeEnd {
        let limits = self.limits;
        let mut progress = *self.progress;
        let mut clean_blocks = 0;
        let mut steps = 0;
        let stop = loop {
            if steps == 0 {
                steps = guaranteed_steps::<S, T>(&limits, &progress, 2 * S::UTF8_PAIRS);
                if steps == 0 {
                    break ModeEnd::Exhausted;
                }
            }
            steps -= 1;
            // SAFETY: `guaranteed_steps` found that the vectors that are read here are left, and a byte more, and as
            // many code units of the destination. Since then, each step has converted no more than it counted.
            unsafe {
                let (all, greatest) = all_of(simd, progress.from, 2 * S::UTF8_PAIRS);
                if simd.any_not_ascii(all) {
                    match add_pairs::<S, T, FOUR>(
                        simd,
                        &mut progress,
                        S::UTF8_PAIRS,
                        greatest,
                        &mut clean_blocks,
                    ) {
                        None => continue,
                        Some(stop) => break stop,
                    }
                }
                if cut_before(progress.from) != 0 {
                    break ModeEnd::IllFormed;
                }
                put_ascii_pair::<S, T>(simd, &mut progress);
                if S::UTF8_PAIRS > 1 {
                    put_ascii_pair::<S, T>(simd, &mut progress);
                }
                while enough_for::<S, T>(&limits, &progress, 2) {
                    let (all, _) = all_of(simd, progress.from, 2);
                    if simd.any_not_ascii(all) {
                        break;
                    }
                    put_ascii_pair::<S, T>(simd, &mut progress);
                }
                if *progress.from & 0xC0 == 0x80 {
                    // The continuation byte suppressed the code unit of the last position.
                    progress.to = progress.to.sub(T::BYTES);
                    break ModeEnd::IllFormed;
                }
                // After ASCII, more ASCII may follow soon. So only one pair is converted before the next test.
                if S::UTF8_PAIRS > 1 && enough_for::<S, T>(&limits, &progress, 2) {
                    let (_, greatest) = all_of(simd, progress.from, 2);
                    if let Some(stop) =
                        add_pairs::<S, T, FOUR>(simd, &mut progress, 1, greatest, &mut clean_blocks)
                    {
                        break stop;
                    }
                }
            }
            steps = 0;
        };
        *self.progress = progress;
        stop
    }
}

/// Converts one pair of vectors or two. `greatest` has the greatest bytes at each position. Returns why it converted
/// nothing, or `None`.
///
/// # Safety
///
/// The pairs and one byte more are left of the source, with three bytes before, and as many code units as bytes are
/// left of the destination.
#[inline(always)]
unsafe fn add_pairs<S: Simd, T: Target, const FOUR: bool>(
    simd: S,
    progress: &mut Progress,
    pairs: usize,
    greatest: S::Bytes,
    clean_blocks: &mut u32,
) -> Option<ModeEnd> {
    if FOUR {
        *clean_blocks = if simd.any_starts_four(greatest) {
            0
        } else {
            *clean_blocks + 1
        };
        if *clean_blocks > SWITCH_AFTER {
            return Some(ModeEnd::Switch);
        }
    }
    let before = *progress;
    // SAFETY: the caller promises these vectors, the bytes around them, and the code units.
    unsafe {
        let mut errors = add_vector::<S, T, FOUR>(simd, progress);
        errors = errors | add_vector::<S, T, FOUR>(simd, progress);
        if pairs > 1 {
            errors = errors | add_vector::<S, T, FOUR>(simd, progress);
            errors = errors | add_vector::<S, T, FOUR>(simd, progress);
        }
        let has_error = if FOUR {
            simd.any(errors)
        } else {
            simd.any_below_four(errors)
        };
        if !has_error {
            return None;
        }
        *progress = before;
        if !FOUR && starts_four(simd, before.from, 2 * pairs) {
            return Some(ModeEnd::Switch);
        }
    }
    Some(ModeEnd::IllFormed)
}

/// Widens two vectors of ASCII.
///
/// # Safety
///
/// Two vectors are left of the source and as many code units of the destination. No character continues at `from`.
#[inline(always)]
unsafe fn put_ascii_pair<S: Simd, T: Target>(simd: S, progress: &mut Progress) {
    // SAFETY: the caller promises two vectors and as many code units.
    unsafe {
        prefetch::<S, T>(simd, progress, 2);
        T::put_ascii(simd, progress.to, progress.from);
        T::put_ascii(
            simd,
            progress.to.add(T::BYTES * S::LEN),
            progress.from.add(S::LEN),
        );
        progress.advance(2 * S::LEN, 2 * T::BYTES * S::LEN);
    }
}

/// Returns the OR and the maximum of `vectors` vectors at `at`.
///
/// # Safety
///
/// `vectors` vectors can be read at `at`.
#[inline(always)]
unsafe fn all_of<S: Simd>(simd: S, at: *const u8, vectors: usize) -> (S::Bytes, S::Bytes) {
    let (mut all, mut greatest) = (simd.splat(0), simd.splat(0));
    for i in 0..vectors {
        // SAFETY: the caller promises these vectors.
        let v = unsafe { simd.load(at.add(i * S::LEN)) };
        all = all | v;
        greatest = simd.max(greatest, v);
    }
    (all, greatest)
}

/// Returns `true` if a byte of `vectors` vectors at `at`, or the byte before them, is 0xF0 or more.
///
/// # Safety
///
/// `vectors` vectors can be read at `at`, and the byte before it.
#[inline(always)]
unsafe fn starts_four<S: Simd>(simd: S, at: *const u8, vectors: usize) -> bool {
    // SAFETY: the caller promises these bytes.
    unsafe { *at.sub(1) >= 0xF0 || simd.any_starts_four(all_of(simd, at, vectors).1) }
}

impl<S: Simd, T: Target> Kernel<S> for Utf8ToUnits<'_, '_, T> {
    type Output = (usize, usize);

    #[inline(always)]
    fn run(self, simd: S) -> (usize, usize) {
        let Utf8ToUnits { src, dst, .. } = self;
        let len = src.len();
        // With masks, the vectors are as fast and need no branch on the length.
        if !S::HAS_MASKS && T::convert_short_ascii(src, dst) {
            return (len, len);
        }
        let (start, limits) = begin(src, 1, dst, T::BYTES);
        // The last vector must have three bytes before it. Longer text is outlined: it uses more registers, which
        // short text need not save.
        if len < S::LEN + 3 {
            // SAFETY: at most `len` bytes are read, and `capacity` is what `dst` has.
            return unsafe {
                put_short::<S, T>(simd, start, len.min(S::LEN), capacity::<T>(&limits, &start))
            };
        }
        let target = PhantomData::<T>;
        enter_apart(
            simd,
            Long {
                start,
                limits,
                target,
            },
        )
    }
}

/// Converts text of at least one vector and three bytes.
struct Long<T> {
    start: Progress,
    limits: Limits,
    target: PhantomData<T>,
}

impl<S: Simd, T: Target> Kernel<S> for Long<T> {
    type Output = (usize, usize);

    #[inline(always)]
    fn run(self, simd: S) -> (usize, usize) {
        let Long { start, limits, .. } = self;
        let mut progress = start;
        // SAFETY: the source has at least a vector and three bytes. `put_vector` writes no more than is left of the
        // destination.
        unsafe {
            let current = simd.load(start.from);
            let text = Shifted {
                current,
                prev: simd.after_zeros(current),
                next: simd.load(start.from.add(1)),
            };
            if simd.any(text.errors(simd)) || !put_vector::<S, T>(simd, &mut progress, limits, text) {
                return (0, 0);
            }
        }
        if enough_for::<S, T>(&limits, &progress, 2 * S::UTF8_PAIRS) {
            // SAFETY: one vector is before `from`, which is longer than three bytes.
            let before = unsafe { *progress.from.sub(3).cast::<[u8; 3]>() };
            let mut four = before.iter().any(|&byte| byte >= 0xF0);
            loop {
                let stop = if four {
                    simd.enter(Blocks::<T, true> {
                        progress: &mut progress,
                        limits,
                        target: PhantomData,
                    })
                } else {
                    simd.enter(Blocks::<T, false> {
                        progress: &mut progress,
                        limits,
                        target: PhantomData,
                    })
                };
                match stop {
                    ModeEnd::Exhausted | ModeEnd::IllFormed => break,
                    ModeEnd::Switch => four = !four,
                }
            }
        }
        // SAFETY: the source has at least a vector and three bytes, of which one vector is processed.
        unsafe { finish::<S, T>(simd, &mut progress, limits) };
        let (read, written) = progress.since(&start);
        (read, written / T::BYTES)
    }
}

/// Converts vector by vector until the end, an error, or a full destination, and stops at a character boundary.
///
/// # Safety
///
/// At least one byte is left of the source, and the source has at least a vector and three bytes before its end, of
/// which the first vector is processed.
#[inline(always)]
unsafe fn finish<S: Simd, T: Target>(simd: S, progress: &mut Progress, limits: Limits) {
    // SAFETY: all vectors are within the source, with three bytes before them. A vector is loaded where more than one
    // is left, so at least one byte follows it. `put_within` writes no more than the capacity.
    unsafe {
        while limits.left(progress) > S::LEN {
            let text = Shifted::load::<S, true>(simd, progress.from);
            if simd.any(text.errors(simd)) || !put_vector::<S, T>(simd, progress, limits, text) {
                return back_to_boundary::<T>(progress);
            }
        }
        // The last vector overlaps the processed text. Only its new positions are kept, without an incomplete
        // character at the end.
        let last = limits.from.sub(S::LEN);
        let current = simd.load(last);
        let text = Shifted {
            current,
            prev: [
                simd.load(last.sub(1)),
                simd.load(last.sub(2)),
                simd.load(last.sub(3)),
            ],
            next: simd.before_zero(current),
        };
        if simd.any(text.errors(simd)) {
            return back_to_boundary::<T>(progress);
        }
        let start = progress.from as usize - last as usize;
        let stop = S::LEN - cut_before(limits.from);
        match T::put_within(
            simd,
            progress.to,
            capacity::<T>(&limits, progress),
            text,
            start,
            stop,
        ) {
            Some(count) => {
                *progress = Progress {
                    from: last.add(stop),
                    to: progress.to.add(T::BYTES * count),
                }
            }
            None => back_to_boundary::<T>(progress),
        }
    }
}

/// Converts the vector `text` at `from`, which is well-formed. Returns `false` and does nothing if it does not fit in
/// the destination.
///
/// # Safety
///
/// One vector is left of the source.
#[inline(always)]
unsafe fn put_vector<S: Simd, T: Target>(
    simd: S,
    progress: &mut Progress,
    limits: Limits,
    text: Shifted<S::Bytes>,
) -> bool {
    let capacity = capacity::<T>(&limits, progress);
    // SAFETY: `capacity` is what is left of the destination, and the caller promises the vector.
    unsafe {
        let Some(count) = T::put_within(simd, progress.to, capacity, text, 0, S::LEN) else {
            return false;
        };
        progress.advance(S::LEN, T::BYTES * count);
    }
    true
}

/// Converts text of at most one vector, all of it or nothing. Returns the number of bytes read and of code units
/// written.
///
/// # Safety
///
/// `len` bytes, at most a vector, can be read at `start.from`, and `capacity` code units can be written at
/// `start.to`.
#[inline(always)]
unsafe fn put_short<S: Simd, T: Target>(
    simd: S,
    start: Progress,
    len: usize,
    capacity: usize,
) -> (usize, usize) {
    // SAFETY: the caller promises the bytes and the code units. Three bytes are before the end of a full vector.
    unsafe {
        let current = simd.load_short(start.from, len);
        if S::HAS_MASKS && !simd.any_not_ascii(current) {
            if len > capacity {
                return (0, 0);
            }
            T::put_first(simd, start.to, capacity, current, len);
            return (len, len);
        }
        let text = Shifted {
            current,
            prev: simd.after_zeros(current),
            next: simd.before_zero(current),
        };
        // The zeros after the text make an incomplete character at its end an error.
        if simd.any(text.errors(simd)) {
            return (0, 0);
        }
        let stop = if len < S::LEN {
            len
        } else {
            len - cut_before(start.from.add(len))
        };
        match T::put_within(simd, start.to, capacity, text, 0, stop) {
            Some(count) => (stop, count),
            None => (0, 0),
        }
    }
}
