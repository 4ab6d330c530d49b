//! Repair of UTF-8: U+FFFD for each maximal subpart of an ill-formed sequence.

use super::Validate;

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
    pub(super) fn inner(self) -> u64 {
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
    /// Two vectors can be read at `from`. Three times [`Vectors::LEN`](super::Vectors::LEN) bytes and a vector more can be
    /// written at `to`. No bit of `errors` from `LEN` on is set.
    unsafe fn put_repaired(self, to: *mut u8, from: *const u8, errors: Errors) -> *mut u8;
}

/// Does what [`Repair::put_repaired`] does by copying from error to error, which is faster for few errors.
///
/// # Safety
///
/// That of [`Repair::put_repaired`].
#[inline(always)]
pub(super) unsafe fn put_repaired_one_by_one<S: Repair>(
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
