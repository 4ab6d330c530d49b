//! UTF-16 to UTF-32, both in the machine's order.
//!
//! Stretches without surrogates are widened. Else each unit becomes the character that ends there, a low surrogate with the
//! unit before it, and high surrogates are left out.

use super::progress::{Ends, Progress, begin};
use crate::vector::{Kernel, Simd};
use core::mem::MaybeUninit;

/// From UTF-16 in bytes to UTF-32 in bytes as far as there is room: the *units* read and written.
pub(crate) struct Utf16ToUtf32<'s, 'd> {
    pub(crate) src: &'s [u8],
    pub(crate) dst: &'d mut [MaybeUninit<u8>],
}

const BIG: bool = cfg!(target_endian = "big");

/// Vectors that are asked for surrogates together.
const STRETCH: usize = 2;

/// Vectors without surrogates after which whole stretches are asked again.
const QUIET: u32 = 4;

/// Are so many vectors left, and room for all they can become?
#[inline(always)]
fn have<S: Simd>(ends: &Ends, progress: &Progress, vectors: usize) -> bool {
    ends.have(progress, vectors * S::LEN, vectors * 2 * S::LEN)
}

/// A vector of text.
struct Vector<V> {
    units: V,
    /// The units before each.
    back1: V,
    is_plain: bool,
}

impl<V: Copy> Vector<V> {
    /// The vector at `at` in a text that begins at `start`, and whether its last unit is a high surrogate; `None` if one is
    /// not followed by a low one, or a low one does not follow a high one. `cut` tells if a high one stands before.
    ///
    /// # Safety
    ///
    /// The text has a vector at `at`.
    #[inline(always)]
    unsafe fn load<S: Simd<Bytes = V>>(
        simd: S,
        at: *const u8,
        start: *const u8,
        cut: bool,
    ) -> Option<(Self, bool)> {
        // SAFETY: the caller promises the vector; where it is not the first, a unit stands before.
        unsafe {
            let units = simd.load(at);
            let back1 = if at == start {
                simd.after_zeros(units)[1]
            } else {
                simd.load(at.sub(2))
            };
            Self::new(simd, units, back1, cut)
        }
    }

    #[inline(always)]
    fn new<S: Simd<Bytes = V>>(simd: S, units: V, back1: V, cut: bool) -> Option<(Self, bool)> {
        let bits = S::LEN as u32 / 2 * S::UNIT_BITS;
        let unit = (1 << S::UNIT_BITS) - 1;
        let surrogates = simd.surrogates(units);
        let after_high = surrogates.high << S::UNIT_BITS | if cut { unit } else { 0 };
        if after_high & (!0 >> (64 - bits)) != surrogates.low {
            return None;
        }
        let vector = Vector {
            units,
            back1,
            is_plain: surrogates.high | surrogates.low == 0,
        };
        Some((vector, after_high >> bits != 0))
    }
}

impl<S: Simd> Kernel<S> for Utf16ToUtf32<'_, '_> {
    type Output = (usize, usize);

    #[inline(always)]
    fn run(self, simd: S) -> (usize, usize) {
        let (start, ends) = begin(self.src, 2, self.dst, 4);
        let len = ends.left(&start);
        if len < S::LEN {
            // SAFETY: all of `src` is read; `put_joined_within` is told the room.
            return unsafe {
                let units = simd.load_short(start.from, len);
                // A high surrogate at the end has a zero behind it.
                let put = Vector::new(simd, units, simd.after_zeros(units)[1], false).and_then(|(v, _)| {
                    simd.put_joined_within(start.to, ends.room(&start) / 4, v.units, v.back1, 0, len / 2)
                });
                put.map_or((0, 0), |count| (len / 2, count))
            };
        }
        let mut progress = start;
        // Is the unit before `from` a high surrogate, whose character is not yet written?
        let mut cut = false;
        'all: loop {
            loop {
                if !have::<S>(&ends, &progress, STRETCH) {
                    break 'all;
                }
                // SAFETY: `have` finds so many vectors, and room for them.
                unsafe {
                    if simd.any_surrogates::<BIG>(progress.from, STRETCH) {
                        break;
                    }
                    if cut {
                        break 'all;
                    }
                    for _ in 0..STRETCH {
                        simd.put_widened(progress.to, progress.from);
                        progress.advance(S::LEN, 2 * S::LEN);
                    }
                }
            }
            let mut quiet = 0;
            while quiet < QUIET {
                if !have::<S>(&ends, &progress, 1) {
                    break 'all;
                }
                // SAFETY: `have` finds a vector, and room for it.
                unsafe {
                    let Some((v, is_cut)) = Vector::load(simd, progress.from, start.from, cut) else {
                        break 'all;
                    };
                    let count = if S::TEST_EACH && v.is_plain {
                        simd.put_widened(progress.to, progress.from);
                        S::LEN / 2
                    } else {
                        simd.put_joined(progress.to, v.units, v.back1)
                    };
                    progress.advance(S::LEN, 4 * count);
                    quiet = if v.is_plain { quiet + 1 } else { 0 };
                    cut = is_cut;
                }
            }
        }
        // Vector by vector, of which the last one overlaps what is done.
        while ends.left(&progress) > 0 {
            let new = ends.left(&progress).min(S::LEN);
            let skip = (S::LEN - new) / 2;
            let room = ends.room(&progress) / 4;
            // SAFETY: the text has a vector. What is widened once more are units that were before, each for one character;
            // there is room for the others. `put_joined_within` is told the room.
            unsafe {
                let at = progress.from.sub(S::LEN - new);
                if room >= new / 2 && !simd.any_surrogates::<BIG>(at, 1) {
                    if cut {
                        break;
                    }
                    simd.put_widened(progress.to.sub(4 * skip), at);
                    progress.advance(new, 2 * new);
                    continue;
                }
                let cut_before = if skip == 0 { cut } else { is_high(at, start.from) };
                let Some((v, is_cut)) = Vector::load(simd, at, start.from, cut_before) else {
                    break;
                };
                let Some(count) =
                    simd.put_joined_within(progress.to, room, v.units, v.back1, skip, S::LEN / 2)
                else {
                    break;
                };
                progress.advance(new, 4 * count);
                cut = is_cut;
            }
        }
        let (read, written) = progress.since(&start);
        (read / 2 - usize::from(cut), written / 4)
    }
}

/// Stands a high surrogate before `at` in a text that begins at `start`?
///
/// # Safety
///
/// `at` is in that text.
#[inline(always)]
unsafe fn is_high(at: *const u8, start: *const u8) -> bool {
    // SAFETY: unless `at` is the beginning, a unit stands before; bytes have no alignment.
    at != start && unsafe { u16::from_ne_bytes(*at.sub(2).cast()) } & 0xFC00 == 0xD800
}
