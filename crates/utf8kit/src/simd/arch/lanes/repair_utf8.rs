//! Repair of UTF-8, with U+FFFD for each maximal subpart of an ill-formed sequence: the steps, and their code for 128-bit
//! lanes.
//!
//! The lanes process four bytes at a time: a shuffle takes each from the text or from U+FFFD, or leaves it out.

use super::tables::{FOUR, REPAIRED};
use super::validate_utf8::{Validate, nibble_errors};
use super::{Lanes, positions};

/// The maximal subparts that end in a vector of text. Each field has a bit for each position, the lowest for the first byte.
#[derive(Clone, Copy, Default)]
pub(crate) struct Errors {
    /// Their last bytes.
    pub(crate) ends: u64,
    /// The last bytes of those with two bytes.
    pub(crate) two: u64,
    /// The last bytes of those with three bytes.
    pub(crate) three: u64,
}

impl Errors {
    /// Returns the length of the subpart that ends at position `end`.
    #[inline(always)]
    fn len(self, end: usize) -> usize {
        1 + (self.two >> end & 1) as usize + 2 * (self.three >> end & 1) as usize
    }

    /// Returns the number of bytes of the first subpart that precede this vector.
    #[inline(always)]
    pub(crate) fn bytes_before(self) -> usize {
        ((self.two | self.three) & 1) as usize + (self.three & 1) as usize + (self.three >> 1 & 1) as usize
    }

    /// Returns a bit for each byte of this vector that belongs to a subpart and is not its last.
    #[inline(always)]
    pub(in crate::simd::arch) fn inner(self) -> u64 {
        self.two >> 1 | self.three >> 1 | self.three >> 2
    }
}

/// Steps of the kernel that repairs UTF-8. The lowest bit of a `u64` is that of the first byte.
pub(crate) trait Repair: Validate {
    /// Returns a bit for each byte of `floor` or more, where `floor` is `0x80` or more.
    fn bits_from(self, v: Self::Bytes, floor: u8) -> u64;

    /// Returns a bit for each continuation byte, `0x80..=0xBF`.
    fn bits_continuing(self, v: Self::Bytes) -> u64;

    /// Returns a bit for each byte of `current` that may follow the lead byte in `prev1` as the second of a sequence.
    fn bits_second(self, current: Self::Bytes, prev1: Self::Bytes) -> u64;

    /// Writes the vector of text at `from` with U+FFFD for each of its `errors`, and returns the end of what is written.
    ///
    /// # Safety
    ///
    /// Two vectors can be read at `from`. Three times [`Vectors::LEN`](crate::simd::arch::Vectors::LEN) bytes and a vector more can be
    /// written at `to`. No bit of `errors` from `LEN` on is set.
    unsafe fn put_repaired(self, to: *mut u8, from: *const u8, errors: Errors) -> *mut u8;
}

/// Does what [`Repair::put_repaired`] does by copying from error to error, which is faster for few errors.
///
/// # Safety
///
/// That of [`Repair::put_repaired`].
#[inline(always)]
pub(in crate::simd::arch) unsafe fn put_repaired_one_by_one<S: Repair>(
    simd: S,
    mut to: *mut u8,
    from: *const u8,
    errors: Errors,
) -> *mut u8 {
    let mut done = 0;
    let mut ends = errors.ends;
    let start = to;
    // SAFETY: `done` is at most the length of a vector, so a vector can be read there. At most three bytes are written before
    // `to` for each of the `done` ones.
    unsafe {
        while ends != 0 {
            let end = ends.trailing_zeros() as usize;
            ends &= ends - 1;
            debug_assert!(end < S::LEN && done <= end);
            debug_assert!(to.addr() - start.addr() <= 3 * done);
            simd.store(to, simd.load(from.add(done)));
            // The maximal subpart may have begun before this vector.
            to = to.add((end + 1 - done).saturating_sub(errors.len(end)));
            to.cast::<[u8; 3]>().write(*b"\xEF\xBF\xBD");
            to = to.add(3);
            done = end + 1;
        }
        debug_assert!(to.addr() - start.addr() <= 3 * done);
        simd.store(to, simd.load(from.add(done)));
        to.add(S::LEN - done)
    }
}

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
