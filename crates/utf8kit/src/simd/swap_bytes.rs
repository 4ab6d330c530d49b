//! Reverses the bytes of code units, in place or into another buffer.

use super::bounds::Bounds;
use crate::simd::arch::{Kernel, Simd};

/// Reverses the bytes of each code unit of `WIDTH` bytes, 2 or 4.
pub(crate) struct Swap<const WIDTH: usize> {
    pub(crate) from: *const u8,
    pub(crate) to: *mut u8,
    /// The number of code units.
    pub(crate) units: usize,
}

/// The number of vectors in a block.
const BLOCK: usize = 4;

impl<S: Simd, const WIDTH: usize> Kernel<S> for Swap<WIDTH> {
    type Output = ();

    #[inline(always)]
    fn run(self, simd: S) {
        let swapped = |v| match WIDTH {
            2 => simd.swap_units(v),
            _ => simd.swap_wide(v),
        };
        let (from, to, len) = (self.from, self.to, WIDTH * self.units);
        // SAFETY: the caller of a method of `Kernels` promises that `len` bytes can be read at `from` and written at `to`, and
        // that the two are the same or do not overlap. Vectors are read and written only where they are left, or in the
        // last vector, which has at least `S::LEN` bytes before its end.
        unsafe {
            let text = Bounds::of(core::slice::from_raw_parts(from, len));
            if S::HAS_MASKS && len <= S::LEN || len < S::LEN {
                return simd.store_short(to, swapped(simd.load_short(from, len)), len);
            }
            // The last vector overlaps others, which may be written to the place they were read from.
            let last = swapped(simd.load(from.add(len - S::LEN)));
            let mut done = 0;
            while len - done > BLOCK * S::LEN {
                text.debug_assert_within(from.add(done), 0, BLOCK * S::LEN);
                for i in 0..BLOCK {
                    let at = done + i * S::LEN;
                    simd.store(to.add(at), swapped(simd.load(from.add(at))));
                }
                done += BLOCK * S::LEN;
            }
            while len - done > S::LEN {
                text.debug_assert_within(from.add(done), 0, S::LEN);
                simd.store(to.add(done), swapped(simd.load(from.add(done))));
                done += S::LEN;
            }
            simd.store(to.add(len - S::LEN), last);
        }
    }
}

/// Does what [`Swap`] does, in plain code.
///
/// # Safety
///
/// `units` code units can be read at `from` and written at `to`. The two are the same or do not overlap.
pub(crate) unsafe fn portable<const WIDTH: usize>(from: *const u8, to: *mut u8, units: usize) {
    /// The number of code units that are processed together, for which the compiler uses vectors.
    const CHUNK: usize = 32;
    let mut done = 0;
    while done < units {
        let len = CHUNK.min(units - done);
        let mut chunk = [[0_u8; WIDTH]; CHUNK];
        // SAFETY: these units are among those that the caller promises; bytes have no alignment.
        unsafe {
            let (from, to) = (from.add(WIDTH * done), to.add(WIDTH * done));
            core::ptr::copy_nonoverlapping(from.cast(), chunk.as_mut_ptr(), len);
            chunk.iter_mut().for_each(|unit| unit.reverse());
            core::ptr::copy_nonoverlapping(chunk.as_ptr(), to.cast(), len);
        }
        done += len;
    }
}

/// Returns code units with their bytes reversed if `SWAP`.
#[inline(always)]
pub(super) fn ordered<S: Simd, const SWAP: bool>(simd: S, units: S::Bytes) -> S::Bytes {
    if SWAP { simd.swap_units(units) } else { units }
}
