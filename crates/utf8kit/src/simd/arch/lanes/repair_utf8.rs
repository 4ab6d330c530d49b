//! Repair of UTF-8, four bytes at a time: a shuffle takes each from the text or from U+FFFD, or leaves it out.

use super::tables::{FOUR, REPAIRED};
use super::validate_utf8::nibble_errors;
use super::{Lanes, positions};
use crate::simd::arch::repair_utf8::put_repaired_one_by_one;
use crate::simd::arch::{Errors, Repair};

impl<S: Lanes> Repair for S {
    #[inline(always)]
    fn bits_from(self, v: S::Bytes, floor: u8) -> u64 {
        debug_assert!(floor >= 0x80);
        // A byte of `floor` or more keeps at least 0x80.
        self.high_bits(self.saturating_sub(v, self.splat(floor - 0x80)))
            .into()
    }

    #[inline(always)]
    fn bits_continuing(self, v: S::Bytes) -> u64 {
        self.high_bits(self.greater(self.splat(0xC0), v)).into()
    }

    #[inline(always)]
    fn bits_second(self, current: S::Bytes, prev1: S::Bytes) -> u64 {
        // A lead byte that no byte may follow has an error with every byte.
        let none = self.equal(nibble_errors::<S, true>(self, current, prev1), self.splat(0));
        self.bits_from(prev1, 0xC0) & u64::from(self.high_bits(none))
    }

    #[inline(always)]
    unsafe fn put_repaired(self, mut to: *mut u8, from: *const u8, errors: Errors) -> *mut u8 {
        if errors.ends.count_ones() <= 2 {
            // SAFETY: the caller promises the same.
            return unsafe { put_repaired_one_by_one(self, to, from, errors) };
        }
        let ends = errors.ends as u32;
        let kept = !(ends | errors.inner() as u32);
        // The indices of the even groups of four, and of the odd ones.
        let indices = [
            ends & 0x0F0F_0F0F | (kept & 0x0F0F_0F0F) << 4,
            ends >> 4 & 0x0F0F_0F0F | kept & 0xF0F0_F0F0,
        ];
        // SAFETY: both tables have 32 bytes, at least a vector.
        let (four, substitute) = unsafe { (self.load(FOUR[0].as_ptr()), self.load(FOUR[1].as_ptr())) };
        let start = to;
        for i in 0..S::LEN / 4 {
            debug_assert!(to.addr() - start.addr() <= 12 * i);
            let positions = positions(&REPAIRED, indices[i % 2], i / 2);
            // SAFETY: the caller promises two vectors to read. Each iteration writes 16 bytes and advances by at most 12 for
            // four of the text, and the caller promises three bytes for each of the vector and a vector more.
            unsafe {
                let v = self.load(from.add(4 * i)) & four | substitute;
                self.store_lane::<0>(to, self.swizzle(v, self.load_lane(positions)));
                to = to.add(usize::from(positions.0[15]));
            }
        }
        to
    }
}
