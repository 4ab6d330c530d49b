//! Converts short UTF-16 to UTF-8 with U+FFFD for each unpaired surrogate.
//!
//! Unpaired surrogates are found and replaced in a vector as in [`super::repair_utf16`], and the vector is converted as text with
//! surrogates in [`super::utf16_to_utf8`]. Short text would take longer through a buffer: two kernels, of which the second waits for what
//! the first stores.

use super::progress::begin;
use super::repair_utf8::Repaired;
use crate::code_unit::{CodeUnit, InBytes, is_low, units_in};
use crate::simd::arch::{Kernel, Simd};
use core::mem::MaybeUninit;

/// Converts UTF-16 in bytes to UTF-8, all of it or nothing. Counts *code units* read and *bytes* written. A high surrogate at the end
/// is unpaired.
pub(crate) struct RepairToUtf8<'s, 'd, const BIG: bool> {
    pub(crate) src: &'s [u8],
    pub(crate) dst: &'d mut [MaybeUninit<u8>],
}

/// The bytes of a code unit.
const UNIT: usize = 2;

impl<S: Simd, const BIG: bool> Kernel<S> for RepairToUtf8<'_, '_, BIG>
where
    InBytes<2, BIG>: CodeUnit<Number = u16>,
{
    type Output = Repaired;

    #[inline(always)]
    fn run(self, simd: S) -> Repaired {
        let starts_low = units_in::<2, BIG>(self.src)
            .first()
            .is_some_and(|unit| is_low(unit.number()));
        let (start, limits) = begin(self.src, UNIT, self.dst, 1);
        let mut progress = start;
        let mut before = simd.before(starts_low);
        let mut replaced = 0;
        while limits.left(&progress) > 0 {
            let left = limits.left(&progress);
            let new = left.min(S::LEN);
            let is_first = progress.from == start.from;
            limits
                .src
                .debug_assert_within(progress.from, if is_first { 0 } else { UNIT }, new);
            // SAFETY: `new` bytes are left. A vector that is not the last one has a code unit after it, and one that is not the first has
            // one before it. `put_any_within` writes no more than the capacity.
            unsafe {
                let (v, next) = if left > S::LEN {
                    (simd.load(progress.from), simd.load(progress.from.add(UNIT)))
                } else {
                    let v = simd.load_short(progress.from, new);
                    (v, simd.next_unit(v))
                };
                let prev1 = if is_first {
                    simd.after_zeros(v)[1]
                } else {
                    simd.load_short(progress.from.sub(UNIT), new)
                };
                let unpaired;
                (unpaired, before) = simd.unpaired::<BIG>(before, v, next);
                // A low surrogate that stays follows a high one, so `prev1` needs no replacements.
                let units = simd.native_units::<BIG>(simd.replace::<BIG>(v, unpaired));
                let prev1 = simd.native_units::<BIG>(prev1);
                let capacity = limits.capacity(&progress);
                let Some(count) = simd.put_any_within(progress.to, capacity, units, prev1, 0, new / UNIT)
                else {
                    return Repaired::default();
                };
                replaced += simd.count_unpaired(unpaired, 0);
                progress.advance(&limits, new, count);
            }
        }
        let (read, written) = progress.since(&start);
        Repaired {
            read: read / UNIT,
            written,
            replaced,
        }
    }
}
