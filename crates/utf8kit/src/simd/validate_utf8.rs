//! Validates UTF-8: finds a well-formed prefix.
//!
//! # Algorithm
//!
//! The test is a variant of Keiser and Lemire, "Validating UTF-8 In Less Than One Instruction Per Byte" (2021). Every
//! byte is tested together with the three bytes before it, all bytes of a vector at once. `current` is a vector of the
//! text. `prev1`, `prev2` and `prev3` are the bytes one, two and three positions earlier, loaded again from there. Text
//! is ill-formed where:
//!
//! ```text
//! prev1 is a lead byte  and  current does not continue it            (missing continuation)
//!                       or   current continues it out of its range   (overlong, surrogate, too large)
//!                       or   prev1 is 0xC0, 0xC1 or 0xF5..=0xFF      (whatever current is)
//! prev1 is no lead byte and  (current is a continuation byte)  !=  (prev2 is 0xE0..=0xFF or prev3 is 0xF0..=0xFF)
//! ```
//!
//! A lead byte is one of 0xC0..=0xFF here. The last line checks the bytes that do not directly follow a lead byte. Such
//! a byte must be a continuation byte if it is two after 0xE0..=0xFF or three after 0xF0..=0xFF, and must not be one
//! otherwise.
//!
//! The first three lines are the AND of lookups: `prev1` selects the requirements on the next byte, `current` selects
//! the requirements that it violates. A bit that is set in all lookups is an error.
//!
//! - With AVX-512, a lookup has 64 entries. There are two tables, for `prev1` and for the high six bits of `current`
//!   (`arch/avx512/tables.rs` explains their bits).
//! - With the other instruction sets, a lookup has 16 entries. There are three tables, for the high and the low nibble
//!   of `prev1` and for the high nibble of `current` (`arch/lanes/tables.rs` explains their bits).
//!
//! One bit of the result is no error by itself. It is set where `current` is a continuation byte and `prev1` is no lead
//! byte, and is XORed with the right side of the last line. (With three tables it is set only where `prev1` is a
//! continuation byte. Another bit makes a continuation byte after ASCII an error.)
//!
//! With AVX-512, the vectors of a chunk need neither `prev2` nor `prev3`. Another bit of the two tables is set where
//! `current` is 0xE0..=0xFF or `prev1` is 0xF0..=0xFF. The byte two after it must be a continuation byte. So these bits,
//! shifted by two bytes, are the right side of the last line. `carry` keeps the bits of the vector before.
//!
//! The results of many vectors are ORed, and tested once for each chunk.
//!
//! # Length of the text
//!
//! Text of up to 1, 2, 4 and 16 vectors is validated in full, each by one function ([`prefix_of_one`],
//! [`any_error_in_two`], [`any_error_in_four`], [`any_error_in_medium`]; with masks, [`any_error_in`] for 2 and 4). Longer
//! text is validated in chunks ([`LongPrefix`]). If there is an error, [`FirstError`] finds where it begins. Blocks that come one after
//! another ([`Utf8Blocks`]) are validated without asking where one ends.
//!
//! # ASCII
//!
//! A pair of ASCII vectors after a complete character cannot have an error, and is skipped. The test for such a pair
//! costs a tenth of the pair's validation. A mispredicted branch costs as much as the validation of a pair. Text with a
//! little markup or a few accents gains more than both. There is only one test and one branch for each pair, so that
//! few branches can be mispredicted. After a chunk without such a pair, only the end of the next chunk is tested for
//! ASCII. After a chunk of only ASCII, a faster loop skips the ASCII that follows.

use super::bounds::Bounds;
use super::convert_ascii;
use crate::parts;
use crate::simd::arch::{Kernel, Simd, enter_outlined};

/// Returns how many bytes before `at` belong to a character that is incomplete at `at`: 0 to 3.
///
/// # Safety
///
/// The three bytes before `at` can be read. They are the end of text that is well-formed except that its last
/// character may be incomplete.
#[inline(always)]
pub(super) unsafe fn cut_before(at: *const u8) -> usize {
    // SAFETY: the caller promises the three bytes before `at`.
    let [third, second, first] = unsafe { *at.sub(3).cast::<[u8; 3]>() };
    match () {
        _ if first >= 0xC0 => 1,
        _ if second >= 0xE0 => 2,
        _ if third >= 0xF0 => 3,
        _ => 0,
    }
}

/// Returns the length of a well-formed prefix.
pub(crate) struct Utf8Prefix<'a> {
    pub(crate) src: &'a [u8],
}

/// The number of vectors in a block, which is loaded at once.
const BLOCK: usize = 4;

/// The greatest number of vectors that are validated in full before the result is tested for errors.
const MEDIUM: usize = 16;

/// The number of vectors in a chunk of longer text, which is tested for errors once: of the first chunk, and at most.
const CHUNK: [usize; 2] = [16, 128];

impl<S: Simd> Kernel<S> for Utf8Prefix<'_> {
    type Output = usize;

    #[inline(always)]
    fn run(self, simd: S) -> usize {
        let len = self.src.len();
        let start = self.src.as_ptr();
        // SAFETY: `src` has `len` bytes, and each function is called for the lengths that it requires.
        let has_error = unsafe {
            match len {
                _ if len <= S::LEN && !S::HAS_SHORT_LOADS && convert_ascii::is_short_ascii(self.src) => {
                    return len;
                }
                _ if len <= S::LEN => return prefix_of_one(simd, self.src),
                _ if len <= 2 * S::LEN && S::HAS_MASKS => any_error_in::<S, 2>(simd, start, len),
                _ if len <= 4 * S::LEN && S::HAS_MASKS => any_error_in::<S, 4>(simd, start, len),
                _ if len <= 2 * S::LEN => any_error_in_two(simd, start, len),
                _ if len <= 4 * S::LEN => any_error_in_four(simd, start, len),
                _ if len <= MEDIUM * S::LEN => any_error_in_medium(simd, self.src),
                // Outlined because it uses more registers, which short text need not save.
                _ => return enter_outlined(simd, LongPrefix::new(self.src)),
            }
        };
        match has_error {
            false => len,
            true => enter_outlined(simd, FirstError::new(self.src, 0)),
        }
    }
}

/// Does the work of [`Utf8Prefix`] for text of more than four vectors.
struct LongPrefix<'a> {
    src: &'a [u8],
}

impl<'a> LongPrefix<'a> {
    /// # Safety
    ///
    /// `src` has more than four vectors of the instruction set that runs this.
    #[inline(always)]
    unsafe fn new(src: &'a [u8]) -> Self {
        LongPrefix { src }
    }
}

impl<S: Simd> Kernel<S> for LongPrefix<'_> {
    type Output = usize;

    #[inline(always)]
    fn run(self, simd: S) -> usize {
        let len = self.src.len();
        let start = self.src.as_ptr();
        debug_assert!(len > 4 * S::LEN);
        // SAFETY: this is the end of `src`.
        let end = unsafe { start.add(len) };
        // SAFETY: `src` has more than four vectors, so two vectors and three bytes are before `end`.
        unsafe {
            let mut checker = Checker::from_first_pair(simd, self.src);
            let tested = checker.check_chunks(simd, start, start.add(2 * S::LEN), end);
            checker.check_last_pair(simd, end);
            if simd.any(checker.errors) {
                let tested = tested.addr() - start.addr();
                return enter_outlined(simd, FirstError::new(self.src, tested));
            }
            len - cut_before(end)
        }
    }
}

/// Finds the well-formed prefix of a text with an error after the first `tested` bytes, or with an incomplete
/// character at its end. It ends where the error begins.
struct FirstError<'a> {
    src: &'a [u8],
    tested: usize,
}

impl<'a> FirstError<'a> {
    #[inline(always)]
    fn new(src: &'a [u8], tested: usize) -> Self {
        debug_assert!(tested <= src.len());
        FirstError { src, tested }
    }
}

impl<S: Simd> Kernel<S> for FirstError<'_> {
    type Output = usize;

    #[inline(always)]
    fn run(self, simd: S) -> usize {
        /// The most bytes before a byte that decide whether it is an error.
        const BEFORE: usize = 3;
        let src = self.src;
        // No more than there is, whatever was tested: what is read below relies on it.
        let mut at = self.tested.min(src.len());
        debug_assert!(at == 0 || at >= BEFORE);
        loop {
            let len = (src.len() - at).min(S::LEN);
            let mut vector = src.as_ptr().wrapping_add(at);
            // Zeros after the text make an incomplete character at its end an error.
            // SAFETY: `len` bytes are left at the beginning. After it, a vector is there after three bytes, in `src` or in `padded`.
            let errors = unsafe {
                if at < BEFORE {
                    let current = simd.load_short(vector, len);
                    let [prev1, prev2, prev3] = simd.after_zeros(current);
                    simd.utf8_errors(current, prev1, prev2, prev3)
                } else {
                    let mut padded = [0; BEFORE + 64];
                    if len < S::LEN {
                        vector
                            .sub(BEFORE)
                            .copy_to_nonoverlapping(padded.as_mut_ptr(), BEFORE + len);
                        vector = padded.as_ptr().add(BEFORE);
                    }
                    errors_in(simd, vector)
                }
            };
            if len == S::LEN && !simd.any(errors) {
                at += S::LEN;
                continue;
            }
            return whole_before(src, at + simd.zeros_before(errors).min(len));
        }
    }
}

/// The state of a validation.
struct Checker<S: Simd> {
    /// The `utf8_carry` of the last vector that was validated. If ASCII was skipped after it, that vector ends with a
    /// complete character.
    carry: S::Bytes,
    errors: S::Bytes,
    /// The whole text.
    text: Bounds,
}

impl<S: Simd> Checker<S> {
    /// Validates the first two vectors of `src`.
    ///
    /// # Safety
    ///
    /// `src` has at least two vectors.
    #[inline(always)]
    unsafe fn from_first_pair(simd: S, src: &[u8]) -> Self {
        debug_assert!(src.len() >= 2 * S::LEN);
        let start = src.as_ptr();
        let mut checker = Checker {
            carry: simd.splat(0),
            errors: simd.splat(0),
            text: Bounds::of(src),
        };
        // SAFETY: the caller promises two vectors.
        unsafe {
            let next = start.add(S::LEN);
            let (first, second) = (simd.load(start), simd.load(next));
            if simd.any_not_ascii(first | second) {
                let [prev1, prev2, prev3] = simd.after_zeros(first);
                checker.carry = simd.utf8_carry(first, prev1);
                checker.errors = simd.utf8_errors(first, prev1, prev2, prev3);
                checker.check_vector(simd, second, next);
            }
        }
        checker
    }

    /// Validates chunk after chunk from `at`, until at most two vectors are left before `end` or a chunk has an error. Returns the end of
    /// the last chunk without one, or `tested`.
    ///
    /// # Safety
    ///
    /// The bytes from `at` to `end` can be read, and the three bytes before `at`.
    #[inline(always)]
    unsafe fn check_chunks(
        &mut self,
        simd: S,
        mut tested: *const u8,
        mut at: *const u8,
        end: *const u8,
    ) -> *const u8 {
        let left = |at: *const u8| end.addr() - at.addr();
        let (block, pair) = (BLOCK * S::LEN, 2 * S::LEN);
        let [mut chunk, most] = CHUNK.map(|vectors| vectors * S::LEN);
        // Whether the last chunk had no pair of ASCII to skip.
        let mut dense = false;
        // At least one byte more than the chunk is left in each iteration.
        while left(at) > pair {
            let size = chunk.min((left(at) - 1) / pair * pair);
            chunk = most.min(2 * chunk);
            // SAFETY: `size` bytes and one more are left at `at`, and three bytes are before it. A block is loaded only where more
            // than a block is left.
            unsafe {
                let mut ascii = false;
                if dense {
                    dense = self.check(simd, at, size);
                } else {
                    let checked = self.check_non_ascii(simd, at, size);
                    dense = checked == size;
                    ascii = checked == 0;
                }
                if simd.any(self.errors) {
                    break;
                }
                self.text.debug_assert_within(at, 3, size + 1);
                at = at.add(size);
                while ascii && left(at) > block {
                    self.text.debug_assert_within(at, 3, block + 1);
                    let v = load_block(simd, at);
                    if simd.any_not_ascii(v[0] | v[1] | v[2] | v[3]) {
                        break;
                    }
                    at = at.add(block);
                }
                tested = at;
            }
        }
        tested
    }

    /// Validates the last two vectors of a text. They overlap the validated text or follow it.
    ///
    /// # Safety
    ///
    /// Two vectors and three bytes can be read before `end`.
    #[inline(always)]
    unsafe fn check_last_pair(&mut self, simd: S, end: *const u8) {
        self.text.debug_assert_within(end, 2 * S::LEN + 3, 0);
        // SAFETY: the caller promises two vectors before `end`, and three bytes before them.
        unsafe {
            let last = end.sub(S::LEN);
            let at = last.sub(S::LEN);
            if simd.any_not_ascii(simd.load(at) | simd.load(last)) || may_continue(at) {
                self.errors = self.errors | errors_in(simd, at) | errors_in(simd, last);
            }
        }
    }

    /// Validates one vector.
    ///
    /// # Safety
    ///
    /// `v` is the vector at `at`, and the three bytes before `at` can be read.
    #[inline(always)]
    unsafe fn check_vector(&mut self, simd: S, v: S::Bytes, at: *const u8) {
        self.text.debug_assert_within(at, 3, S::LEN);
        // SAFETY: the caller promises that `v` is at `at`, after three bytes that can be read.
        self.errors = self.errors | unsafe { simd.utf8_errors_at(&mut self.carry, v, at) };
    }

    /// Validates `size` bytes, an even number of vectors. Returns `true` if the last pair is not all ASCII.
    ///
    /// # Safety
    ///
    /// `size` bytes can be read at `at`, and the three bytes before it.
    #[inline(always)]
    unsafe fn check(&mut self, simd: S, at: *const u8, size: usize) -> bool {
        debug_assert!(size.is_multiple_of(2 * S::LEN));
        self.text.debug_assert_within(at, 3, size);
        let mut last = simd.splat(0);
        for offset in (0..size).step_by(2 * S::LEN) {
            // SAFETY: `offset` and the vectors at it are within the `size` bytes that the caller promises.
            unsafe {
                let first = at.add(offset);
                let second = first.add(S::LEN);
                let v = [simd.load(first), simd.load(second)];
                self.check_vector(simd, v[0], first);
                self.check_vector(simd, v[1], second);
                last = v[0] | v[1];
            }
        }
        simd.any_not_ascii(last)
    }

    /// Validates `size` bytes, an even number of vectors, and skips pairs of ASCII. Returns the number of bytes not
    /// skipped.
    ///
    /// # Safety
    ///
    /// `size` bytes and one more can be read at `at`, and the three bytes before it.
    #[inline(always)]
    unsafe fn check_non_ascii(&mut self, simd: S, mut at: *const u8, size: usize) -> usize {
        debug_assert!(size.is_multiple_of(2 * S::LEN));
        self.text.debug_assert_within(at, 3, size + 1);
        // SAFETY: the caller promises `size` bytes at `at`.
        let stop = unsafe { at.add(size) };
        let mut checked = 0;
        // SAFETY: each pair is within the `size` bytes that the caller promises, with three bytes before and one
        // after them.
        unsafe {
            let mut is_incomplete = may_continue(at);
            while at < stop {
                self.check_pair(simd, &mut at, &mut is_incomplete, &mut checked);
            }
        }
        checked
    }

    /// Validates one pair of vectors or skips it, and advances `at` past it.
    ///
    /// # Safety
    ///
    /// Two vectors and one byte more can be read at `at`, and the three bytes before it.
    #[inline(always)]
    unsafe fn check_pair(
        &mut self,
        simd: S,
        at: &mut *const u8,
        is_incomplete: &mut bool,
        checked: &mut usize,
    ) {
        self.text.debug_assert_within(*at, 3, 2 * S::LEN + 1);
        // SAFETY: the caller promises two vectors at `at`, the byte after them, and the three bytes before.
        unsafe {
            let second = at.add(S::LEN);
            let next = second.add(S::LEN);
            let v = [simd.load(*at), simd.load(second)];
            if simd.any_not_ascii(v[0] | v[1]) || *is_incomplete {
                self.check_vector(simd, v[0], *at);
                self.check_vector(simd, v[1], second);
                *is_incomplete = may_continue(next);
                *checked += 2 * S::LEN;
            }
            *at = next;
        }
    }
}

/// Returns `true` if a character may continue at `at`: if the byte before `at` is not ASCII.
///
/// After ASCII no character continues. If one is incomplete before that ASCII byte, the error is at the ASCII byte,
/// and not at `at`.
///
/// # Safety
///
/// The byte before `at` and the byte at `at` can be read. (Both are read by one load of its own, so that no byte has
/// to be extracted from the end of a vector.)
#[inline(always)]
pub(super) unsafe fn may_continue(at: *const u8) -> bool {
    // SAFETY: the caller promises both bytes.
    let around = unsafe { at.sub(1).cast::<[u8; 2]>().read() };
    u16::from_le_bytes(around) & 0x80 != 0
}

/// Returns the errors of the vector at `at`.
///
/// # Safety
///
/// One vector can be read at `at`, and the three bytes before it.
#[inline(always)]
unsafe fn errors_in<S: Simd>(simd: S, at: *const u8) -> S::Bytes {
    // SAFETY: the caller promises the vector at `at` and the three bytes before it.
    unsafe {
        let (prev1, prev2, prev3) = (simd.load(at.sub(1)), simd.load(at.sub(2)), simd.load(at.sub(3)));
        simd.utf8_errors(simd.load(at), prev1, prev2, prev3)
    }
}

/// Returns the length of the well-formed prefix of a text of at most one vector.
///
/// # Safety
///
/// `src` has at most a vector.
#[inline(always)]
unsafe fn prefix_of_one<S: Simd>(simd: S, src: &[u8]) -> usize {
    debug_assert!(src.len() <= S::LEN);
    // SAFETY: the caller promises that `src` is at most a vector.
    let current = unsafe { simd.load_short(src.as_ptr(), src.len()) };
    if !simd.any_not_ascii(current) {
        return src.len();
    }
    let [prev1, prev2, prev3] = simd.after_zeros(current);
    // The zeros after the text make an incomplete character at its end an error.
    let errors = simd.utf8_errors(current, prev1, prev2, prev3);
    if !simd.any_or_cut(errors, current) {
        return src.len();
    }
    whole_before(src, simd.zeros_before(errors).min(src.len()))
}

/// Returns the offset of the error of `src` that is found at `at`: where the character begins that is incomplete there.
#[inline(always)]
fn whole_before(src: &[u8], at: usize) -> usize {
    at - match *parts::to(src, at) {
        [.., 0xC0..=0xFF] => 1,
        [.., 0xE0..=0xFF, _] => 2,
        [.., 0xF0..=0xFF, _, _] => 3,
        _ => 0,
    }
}

/// Returns `true` if a text of at most `N` vectors and more than half as many has an error or an incomplete character at its end.
///
/// No vector is loaded twice: most of a short text lies in two cache lines for each vector, and loads are what takes the time.
///
/// # Safety
///
/// `len` bytes can be read at `start`, and `len` is more than `N / 2` vectors and at most `N`.
#[inline(always)]
unsafe fn any_error_in<S: Simd, const N: usize>(simd: S, start: *const u8, len: usize) -> bool {
    debug_assert!(len > N / 2 * S::LEN && len <= N * S::LEN);
    let vectors: [_; N] = core::array::from_fn(|i| {
        let at = i * S::LEN;
        // SAFETY: the first half of the vectors are within the `len` bytes, and of the others what is. Where nothing is,
        // the pointer is not read.
        unsafe {
            if i < N / 2 {
                simd.load(start.add(at))
            } else {
                simd.load_short(start.wrapping_add(at), len.saturating_sub(at).min(S::LEN))
            }
        }
    });
    let none = simd.splat(0);
    if !simd.any_not_ascii(vectors.into_iter().fold(none, |all, v| all | v)) {
        return false;
    }
    let (mut errors, mut before) = (none, none);
    for v in vectors {
        let [prev1, prev2, prev3] = simd.after(before, v);
        errors = errors | simd.utf8_errors(v, prev1, prev2, prev3);
        before = v;
    }
    // The zeros after the text make an incomplete character at its end an error.
    simd.any_or_cut(errors, before)
}

/// Returns `true` if a text of more than one vector and at most two has an error or an incomplete character at its
/// end.
///
/// # Safety
///
/// `len` bytes can be read at `start`, and `len` is more than one vector and at most two.
#[inline(always)]
unsafe fn any_error_in_two<S: Simd>(simd: S, start: *const u8, len: usize) -> bool {
    debug_assert!(len > S::LEN && len <= 2 * S::LEN);
    // The second vector overlaps the first.
    let begin = len - S::LEN;
    // SAFETY: both vectors are within the `len` bytes. Where three bytes before the second vector are loaded, it
    // begins at offset 3 or later.
    unsafe {
        let (first, second) = (simd.load(start), simd.load(start.add(begin)));
        if !simd.any_not_ascii(first | second) {
            return false;
        }
        let zeros = simd.after_zeros(first);
        let [prev1, prev2, prev3] = match begin {
            1 => [first, zeros[0], zeros[1]],
            2 => [simd.load(start.add(1)), first, zeros[0]],
            _ => {
                let second = start.add(begin);
                [
                    simd.load(second.sub(1)),
                    simd.load(second.sub(2)),
                    simd.load(second.sub(3)),
                ]
            }
        };
        let errors = simd.utf8_errors(first, zeros[0], zeros[1], zeros[2])
            | simd.utf8_errors(second, prev1, prev2, prev3);
        simd.any_or_cut(errors, second)
    }
}

/// Does what [`any_error_in_two`] does for more than two vectors and at most four.
///
/// # Safety
///
/// `len` bytes can be read at `start`, and `len` is more than two vectors and at most four.
#[inline(always)]
unsafe fn any_error_in_four<S: Simd>(simd: S, start: *const u8, len: usize) -> bool {
    debug_assert!(len > 2 * S::LEN && len <= 4 * S::LEN);
    // SAFETY: all four vectors are within the `len` bytes. The last one begins after the second one begins, and the
    // third one no later than the last. So at least one vector is before each but the first.
    unsafe {
        let last = len - S::LEN;
        let places = [0, S::LEN, last.min(2 * S::LEN), last].map(|offset| start.add(offset));
        let (first, second) = (simd.load(places[0]), simd.load(places[1]));
        let (third, fourth) = (simd.load(places[2]), simd.load(places[3]));
        if !simd.any_not_ascii(first | second | third | fourth) {
            return false;
        }
        let [prev1, prev2, prev3] = simd.after_zeros(first);
        let errors = simd.utf8_errors(first, prev1, prev2, prev3)
            | errors_in(simd, places[1])
            | errors_in(simd, places[2])
            | errors_in(simd, places[3]);
        simd.any_or_cut(errors, fourth)
    }
}

/// Does what [`any_error_in_two`] does for more than four vectors, as one chunk.
///
/// # Safety
///
/// `src` has more than four vectors.
#[inline(always)]
unsafe fn any_error_in_medium<S: Simd>(simd: S, src: &[u8]) -> bool {
    let pair = 2 * S::LEN;
    let (start, len) = (src.as_ptr(), src.len());
    debug_assert!(len > 4 * S::LEN);
    // SAFETY: the text has more than four vectors. The pairs end at least a byte before its end, and begin after the
    // first two vectors.
    unsafe {
        let end = start.add(len);
        let mut checker = Checker::from_first_pair(simd, src);
        checker.check_non_ascii(simd, start.add(pair), (len - pair - 1) / pair * pair);
        checker.check_last_pair(simd, end);
        simd.any_or_cut(checker.errors, simd.load(end.sub(S::LEN)))
    }
}

/// Loads a block.
///
/// # Safety
///
/// One block (four vectors) can be read at `at`.
#[inline(always)]
pub(super) unsafe fn load_block<S: Simd>(simd: S, at: *const u8) -> [S::Bytes; BLOCK] {
    // SAFETY: the caller promises four vectors.
    unsafe {
        [
            simd.load(at),
            simd.load(at.add(S::LEN)),
            simd.load(at.add(2 * S::LEN)),
            simd.load(at.add(3 * S::LEN)),
        ]
    }
}

/// A block of text that others follow.
#[derive(Clone, Debug)]
pub(crate) struct LastBlock {
    /// Its end, as much as a vector has. It is of another block if this one is ASCII.
    bytes: [u8; 64],
    /// Whether it ends with a byte that is not ASCII.
    is_open: bool,
}

impl LastBlock {
    /// Returns what stands before a text.
    pub(crate) const fn none() -> Self {
        LastBlock {
            bytes: [0; 64],
            is_open: false,
        }
    }

    /// Returns its last three bytes, or zeros if it ends with ASCII.
    pub(crate) const fn end(&self) -> [u8; 3] {
        let [.., a, b, c] = self.bytes;
        if self.is_open { [a, b, c] } else { [0; 3] }
    }

    /// Makes `block` the last one.
    pub(crate) fn set(&mut self, block: &[u8; 64]) {
        self.bytes = *block;
        self.is_open = block[block.len() - 1] >= 0x80;
    }

    /// Returns the vector at its end, or zeros if it ends with ASCII.
    #[inline(always)]
    fn load<S: Simd>(&self, simd: S) -> S::Bytes {
        const { assert!(S::LEN <= 64) };
        let is_open = simd.splat(if self.is_open { 0xFF } else { 0 });
        // SAFETY: a vector ends where the bytes end.
        is_open & unsafe { simd.load(self.bytes.as_ptr().add(self.bytes.len() - S::LEN)) }
    }

    /// Makes `block` the last one, which ends with `v`: by one store, which the next load of a vector gets at once.
    #[inline(always)]
    fn store<S: Simd>(&mut self, simd: S, v: S::Bytes, block: &[u8; 64]) {
        const { assert!(S::LEN <= 64) };
        // SAFETY: a vector ends where the bytes end.
        unsafe {
            let end = self.bytes.as_mut_ptr().add(self.bytes.len() - S::LEN);
            simd.store(end, v);
        }
        self.is_open = block[block.len() - 1] >= 0x80;
    }
}

/// Validates blocks of 64 bytes that follow `last`, and makes the last of them that. Returns `true` if an error shows. A character that
/// they cut is none, until what follows does not continue it.
pub(crate) struct Utf8Blocks<'a> {
    pub(crate) last: &'a mut LastBlock,
    pub(crate) blocks: &'a [[u8; 64]],
}

impl<S: Simd> Kernel<S> for Utf8Blocks<'_> {
    type Output = bool;

    #[inline(always)]
    fn run(self, simd: S) -> bool {
        /// As many blocks are validated one by one: more is not worth the time before and after.
        const FEW: usize = 3;
        if self.blocks.len() > FEW {
            return enter_outlined(simd, ManyUtf8Blocks(self));
        }
        let mut errors = simd.splat(0);
        for block in self.blocks {
            if !is_plain(simd, self.last, block) {
                errors = errors | errors_of_block(simd, self.last, block).1;
            }
        }
        simd.any(errors)
    }
}

/// Does the work of [`Utf8Blocks`] for many.
struct ManyUtf8Blocks<'a>(Utf8Blocks<'a>);

impl<S: Simd> Kernel<S> for ManyUtf8Blocks<'_> {
    type Output = bool;

    #[inline(always)]
    fn run(self, simd: S) -> bool {
        let Utf8Blocks { last, blocks } = self.0;
        let ([first, ..], [.., end]) = (blocks, blocks) else {
            return false;
        };
        let (carry, errors) = match is_plain(simd, last, first) {
            true => (simd.splat(0), simd.splat(0)),
            false => errors_of_block(simd, last, first),
        };
        let text = blocks.as_flattened();
        let mut checker = Checker {
            carry,
            errors,
            text: Bounds::of(text),
        };
        // SAFETY: a block ends with a vector. The first block is before `at`, from which on there are pairs of vectors only after the single
        // one. So two vectors and three bytes are before `end`, where a pair is left.
        unsafe {
            last.store(simd, simd.load(end.as_ptr().add(end.len() - S::LEN)), end);
            let end = text.as_ptr().add(text.len());
            let mut at = text.as_ptr().add(first.len());
            if !(text.len() - first.len()).is_multiple_of(2 * S::LEN) {
                checker.check_vector(simd, simd.load(at), at);
                at = at.add(S::LEN);
            }
            if at < end {
                checker.check_chunks(simd, at, at, end);
                checker.check_last_pair(simd, end);
            }
        }
        simd.any(checker.errors)
    }
}

/// Returns `true` if a block is ASCII and no character may continue in it.
#[inline(always)]
fn is_plain<S: Simd>(simd: S, last: &LastBlock, block: &[u8; 64]) -> bool {
    let mut all = simd.splat(0);
    for at in (0..block.len()).step_by(S::LEN) {
        // SAFETY: the vectors are in the block, whose length is a multiple of theirs.
        all = all | unsafe { simd.load(block.as_ptr().add(at)) };
    }
    !simd.any_not_ascii(all) && !last.is_open
}

/// Makes a block the last one, and returns the `utf8_carry` of its last vector and its errors, ORed.
#[inline(always)]
fn errors_of_block<S: Simd>(simd: S, last: &mut LastBlock, block: &[u8; 64]) -> (S::Bytes, S::Bytes) {
    let (mut carry, mut errors) = (simd.splat(0), simd.splat(0));
    let mut before = last.load(simd);
    for at in (0..block.len()).step_by(S::LEN) {
        // SAFETY: the vectors are in the block, whose length is a multiple of theirs.
        let v = unsafe { simd.load(block.as_ptr().add(at)) };
        let [prev1, prev2, prev3] = simd.after(before, v);
        errors = errors | simd.utf8_errors(v, prev1, prev2, prev3);
        carry = simd.utf8_carry(v, prev1);
        before = v;
    }
    last.store(simd, before, block);
    (carry, errors)
}
