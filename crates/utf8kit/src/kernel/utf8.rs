//! UTF-8: how far it is well-formed.
//!
//! # How it is tested
//!
//! Every byte is judged by itself and the three before it, all bytes of a vector at once; `back1`, `back2`, `back3` are
//! the text shifted by so many bytes, loaded from so many bytes further back. Text is ill-formed where:
//!
//! ```text
//! back1 starts a character  and  current does not continue it           (missing continuation)
//!                           or   continues it into a range it may not   (overlong, surrogate, too large)
//!                           or   back1 is C0, C1, F5..FF                (whatever current is)
//! back1 starts none         and  current continues  !=  back2 is E0..FF or back3 is F0..FF
//! ```
//!
//! The last line is the whole of counting continuations: what stands two after E0..FF or three after F0..FF must
//! continue, and unless it directly follows the start of a character nothing else may.
//!
//! The first three lines are a lookup by `back1` of what it asks of the next byte, one by `current` of what that byte
//! fails, and an AND. With instructions that look up whole bytes they are two tables (`vector/avx512/tables.rs` has them,
//! with the bits explained); with lookups in 16 bytes they are three, by the nibbles of `back1` and the high
//! nibble of `current` (`vector/lanes/tables.rs`). In both, one bit means "`current` continues and `back1` starts nothing", and has to
//! equal the right side of the last line: XOR.
//!
//! The results of many vectors are ORed and looked at once.
//!
//! # What is not tested
//!
//! A pair of vectors of ASCII with nothing open before it cannot be wrong. To ask for that costs a tenth of the test, and
//! as much as the test of a pair where it is guessed wrong; text with a little markup or a few accents gains more. So it
//! is asked once for each pair, in one way only, so that there is little for the processor to guess. Nobody asks where a
//! whole chunk had no such pair, and where it had nothing else, ASCII is gone over faster.

use super::ascii;
use crate::vector::{Kernel, Simd, enter_outlined};

/// How many bytes before `at` belong to a character that goes on there: 0 to 3.
///
/// # Safety
///
/// The three bytes before `at` can be read, and they are a well-formed end of text or one that is cut short.
#[inline(always)]
pub(super) unsafe fn cut_before(at: *const u8) -> usize {
    // SAFETY: the caller promises three bytes.
    let [third, second, first] = unsafe { *at.sub(3).cast::<[u8; 3]>() };
    match () {
        _ if first >= 0xC0 => 1,
        _ if second >= 0xE0 => 2,
        _ if third >= 0xF0 => 3,
        _ => 0,
    }
}

/// [`crate::engine::Utf8Prefix`].
pub(crate) struct Utf8Prefix<'a> {
    pub(crate) src: &'a [u8],
}

/// Vectors that are loaded together.
const STRETCH: usize = 4;

/// Vectors that are tested to the end before errors are looked for.
const SOME: usize = 16;

/// Vectors whose errors are looked at together in longer text, at first and at most.
const CHUNK: [usize; 2] = [16, 128];

impl<S: Simd> Kernel<S> for Utf8Prefix<'_> {
    type Output = usize;

    #[inline(always)]
    fn run(self, simd: S) -> usize {
        let len = self.src.len();
        let start = self.src.as_ptr();
        // SAFETY: `src` has so many bytes.
        let wrong = unsafe {
            match len {
                _ if len <= S::LEN && !S::HAS_SHORT_LOADS && ascii::is_short(self.src) => return len,
                _ if len <= S::LEN => return short_prefix(simd, start, len),
                _ if len <= 2 * S::LEN => any_wrong_in_two(simd, start, len),
                _ if len <= 4 * S::LEN => any_wrong_in_four(simd, start, len),
                _ if len <= SOME * S::LEN => any_wrong_in_some(simd, start, len),
                // Apart: it needs more registers, and short text need not save them.
                _ => return enter_outlined(simd, LongPrefix { src: self.src }),
            }
        };
        match wrong {
            false => len,
            true => enter_outlined(
                simd,
                FirstError {
                    src: self.src,
                    tested: 0,
                },
            ),
        }
    }
}

/// [`Utf8Prefix`] of a text of more than four vectors.
struct LongPrefix<'a> {
    src: &'a [u8],
}

impl<S: Simd> Kernel<S> for LongPrefix<'_> {
    type Output = usize;

    #[inline(always)]
    fn run(self, simd: S) -> usize {
        let len = self.src.len();
        let start = self.src.as_ptr();
        // SAFETY: this is `src`'s end.
        let end = unsafe { start.add(len) };
        let left = |at: *const u8| end as usize - at as usize;
        let (stretch, pair) = (STRETCH * S::LEN, 2 * S::LEN);
        // SAFETY: `src` has more than four vectors' bytes.
        let (mut judge, mut at) = unsafe { (Judge::first_pair(simd, start), start.add(pair)) };
        // There are no errors before it.
        let mut tested = 0;
        let [mut chunk, most] = CHUNK.map(|vectors| vectors * S::LEN);
        // There was no ASCII to leave out.
        let mut dense = false;
        // A byte more than what is looked at is left at all times, and two vectors' bytes are before it.
        while left(at) > pair {
            let size = chunk.min((left(at) - 1) / pair * pair);
            chunk = most.min(2 * chunk);
            // SAFETY: so much is left, and a byte more.
            unsafe {
                let mut ascii = false;
                if dense {
                    dense = judge.all(simd, at, size);
                } else {
                    let judged = judge.all_but_ascii(simd, at, size);
                    dense = judged == size;
                    ascii = judged == 0;
                }
                if simd.any(judge.errors) {
                    return enter_outlined(
                        simd,
                        FirstError {
                            src: self.src,
                            tested,
                        },
                    );
                }
                at = at.add(size);
                while ascii && left(at) > stretch {
                    let v = load_stretch(simd, at);
                    if simd.any_not_ascii(v[0] | v[1] | v[2] | v[3]) {
                        break;
                    }
                    at = at.add(stretch);
                }
                tested = at as usize - start as usize;
            }
        }
        // SAFETY: `src` has more than four vectors' bytes.
        unsafe {
            judge.last_pair(simd, end);
            if simd.any(judge.errors) {
                return enter_outlined(
                    simd,
                    FirstError {
                        src: self.src,
                        tested,
                    },
                );
            }
            len - cut_before(end)
        }
    }
}

/// [`Utf8Prefix`] of a text with an error behind the first `tested` bytes, or with a cut end.
///
/// These are whole vectors.
struct FirstError<'a> {
    src: &'a [u8],
    tested: usize,
}

impl<S: Simd> Kernel<S> for FirstError<'_> {
    type Output = usize;

    #[inline(always)]
    fn run(self, simd: S) -> usize {
        let len = self.src.len();
        let start = self.src.as_ptr();
        let mut at = self.tested;
        if len < S::LEN + 3 {
            return 0;
        }
        // SAFETY: `src` has a vector's bytes and three more. From the second vector on, three bytes are before each.
        unsafe {
            if at == 0 {
                let first = simd.load(start);
                let [back1, back2, back3] = simd.after_zeros(first);
                if simd.any(simd.utf8_errors(first, back1, back2, back3)) {
                    return 0;
                }
                at = S::LEN;
            }
            while len - at > S::LEN && !simd.any(errors_in(simd, start.add(at))) {
                at += S::LEN;
            }
            if len - at <= S::LEN && !simd.any(errors_in(simd, start.add(len - S::LEN))) {
                at = len;
            }
            at - cut_before(start.add(at))
        }
    }
}

/// The test under way.
struct Judge<S: Simd> {
    /// [`Simd::utf8_carry`] of the last vector tested: nothing is open at its end if ASCII was left out behind it.
    carry: S::Bytes,
    errors: S::Bytes,
}

impl<S: Simd> Judge<S> {
    /// Tests the first two vectors of a text.
    ///
    /// # Safety
    ///
    /// They can be read at `start`.
    #[inline(always)]
    unsafe fn first_pair(simd: S, start: *const u8) -> Self {
        let mut judge = Judge {
            carry: simd.splat(0),
            errors: simd.splat(0),
        };
        // SAFETY: the caller promises two vectors.
        unsafe {
            let next = start.add(S::LEN);
            let (first, second) = (simd.load(start), simd.load(next));
            if simd.any_not_ascii(first | second) {
                let [back1, back2, back3] = simd.after_zeros(first);
                judge.carry = simd.utf8_carry(first, back1);
                judge.errors = simd.utf8_errors(first, back1, back2, back3);
                judge.vector(simd, second, next);
            }
        }
        judge
    }

    /// Tests the last two vectors of a text, which overlap what is tested or follow it.
    ///
    /// # Safety
    ///
    /// They can be read before `end`, and three bytes before.
    #[inline(always)]
    unsafe fn last_pair(&mut self, simd: S, end: *const u8) {
        // SAFETY: the caller promises the bytes.
        unsafe {
            let last = end.sub(S::LEN);
            let at = last.sub(S::LEN);
            if simd.any_not_ascii(simd.load(at) | simd.load(last)) || may_go_on(at) {
                self.errors = self.errors | errors_in(simd, at) | errors_in(simd, last);
            }
        }
    }

    /// # Safety
    ///
    /// `v` stands at `at`, and the three bytes before can be read too.
    #[inline(always)]
    unsafe fn vector(&mut self, simd: S, v: S::Bytes, at: *const u8) {
        // SAFETY: the caller promises the same.
        self.errors = self.errors | unsafe { simd.utf8_errors_at(&mut self.carry, v, at) };
    }

    /// Tests `size` bytes, whole pairs of vectors. Is there more than ASCII in the last?
    ///
    /// # Safety
    ///
    /// They can be read at `at`, and three bytes before.
    #[inline(always)]
    unsafe fn all(&mut self, simd: S, at: *const u8, size: usize) -> bool {
        let mut last = simd.splat(0);
        for place in (0..size).step_by(2 * S::LEN) {
            // SAFETY: the caller promises the bytes.
            unsafe {
                let first = at.add(place);
                let second = first.add(S::LEN);
                let v = [simd.load(first), simd.load(second)];
                self.vector(simd, v[0], first);
                self.vector(simd, v[1], second);
                last = v[0] | v[1];
            }
        }
        simd.any_not_ascii(last)
    }

    /// Tests `size` bytes, whole pairs of vectors, but for such of ASCII: the bytes that it did test.
    ///
    /// # Safety
    ///
    /// They can be read at `at`, and three bytes before, and one behind.
    #[inline(always)]
    unsafe fn all_but_ascii(&mut self, simd: S, mut at: *const u8, size: usize) -> usize {
        // SAFETY: the caller promises the bytes, of which these are the end.
        let stop = unsafe { at.add(size) };
        let mut judged = 0;
        // SAFETY: the caller promises the bytes.
        unsafe {
            let mut open = may_go_on(at);
            while stop as usize - at as usize >= STRETCH * S::LEN {
                self.pair(simd, &mut at, &mut open, &mut judged);
                self.pair(simd, &mut at, &mut open, &mut judged);
            }
            if at < stop {
                self.pair(simd, &mut at, &mut open, &mut judged);
            }
        }
        judged
    }

    /// One pair of them.
    ///
    /// # Safety
    ///
    /// They can be read at `at`, and three bytes before, and one behind.
    #[inline(always)]
    unsafe fn pair(&mut self, simd: S, at: &mut *const u8, open: &mut bool, judged: &mut usize) {
        // SAFETY: the caller promises the bytes.
        unsafe {
            let second = at.add(S::LEN);
            let next = second.add(S::LEN);
            let v = [simd.load(*at), simd.load(second)];
            if simd.any_not_ascii(v[0] | v[1]) || *open {
                self.vector(simd, v[0], *at);
                self.vector(simd, v[1], second);
                *open = may_go_on(next);
                *judged += 2 * S::LEN;
            }
            *at = next;
        }
    }
}

/// May a character go on at `at`? Not behind ASCII; what is wrong there is wrong before `at` already.
///
/// # Safety
///
/// The byte before can be read, and one behind. (So it is a load of its own, not a byte drawn from a vector's end.)
#[inline(always)]
pub(super) unsafe fn may_go_on(at: *const u8) -> bool {
    // SAFETY: the caller promises both bytes.
    let around = unsafe { at.sub(1).cast::<[u8; 2]>().read() };
    u16::from_le_bytes(around) & 0x80 != 0
}

/// The errors in the vector at `at`.
///
/// # Safety
///
/// It can be read, and three bytes before.
#[inline(always)]
unsafe fn errors_in<S: Simd>(simd: S, at: *const u8) -> S::Bytes {
    // SAFETY: the caller promises all of it.
    unsafe {
        let (back1, back2, back3) = (simd.load(at.sub(1)), simd.load(at.sub(2)), simd.load(at.sub(3)));
        simd.utf8_errors(simd.load(at), back1, back2, back3)
    }
}

/// 0, in a function of its own so that nobody waits for the answer where text is well-formed.
#[cold]
#[inline(never)]
fn none() -> usize {
    0
}

/// How much of a text of one vector at most is well-formed, or 0 if not all is.
///
/// # Safety
///
/// `len` bytes can be read at `start`.
#[inline(always)]
unsafe fn short_prefix<S: Simd>(simd: S, start: *const u8, len: usize) -> usize {
    // SAFETY: the caller promises the bytes.
    let current = unsafe { simd.load_short(start, len) };
    if !simd.any_not_ascii(current) {
        return len;
    }
    let [back1, back2, back3] = simd.after_zeros(current);
    // A character cut short by a zero is an error too.
    let errors = simd.utf8_errors(current, back1, back2, back3);
    if simd.any_or_cut(errors, current) {
        none()
    } else {
        len
    }
}

/// Is something wrong with a text of more than one vector and two at most, be it that its end is cut?
///
/// # Safety
///
/// `len` bytes can be read at `start`.
#[inline(always)]
unsafe fn any_wrong_in_two<S: Simd>(simd: S, start: *const u8, len: usize) -> bool {
    // The second vector overlaps the first.
    let begin = len - S::LEN;
    // SAFETY: the caller promises the bytes.
    unsafe {
        let (first, second) = (simd.load(start), simd.load(start.add(begin)));
        if !simd.any_not_ascii(first | second) {
            return false;
        }
        let zeros = simd.after_zeros(first);
        let [back1, back2, back3] = match begin {
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
            | simd.utf8_errors(second, back1, back2, back3);
        simd.any_or_cut(errors, second)
    }
}

/// The same for more than two vectors and four at most.
///
/// # Safety
///
/// `len` bytes can be read at `start`.
#[inline(always)]
unsafe fn any_wrong_in_four<S: Simd>(simd: S, start: *const u8, len: usize) -> bool {
    // SAFETY: the caller promises the bytes. The last vector begins behind the second one's beginning, and the third one no
    // later than it: a vector's bytes are before each.
    unsafe {
        let last = len - S::LEN;
        let places = [0, S::LEN, last.min(2 * S::LEN), last].map(|place| start.add(place));
        let (first, second) = (simd.load(places[0]), simd.load(places[1]));
        let (third, fourth) = (simd.load(places[2]), simd.load(places[3]));
        if !simd.any_not_ascii(first | second | third | fourth) {
            return false;
        }
        let [back1, back2, back3] = simd.after_zeros(first);
        let errors = simd.utf8_errors(first, back1, back2, back3)
            | errors_in(simd, places[1])
            | errors_in(simd, places[2])
            | errors_in(simd, places[3]);
        simd.any_or_cut(errors, fourth)
    }
}

/// The same for more than four vectors.
///
/// # Safety
///
/// `len` bytes can be read at `start`.
#[inline(always)]
unsafe fn any_wrong_in_some<S: Simd>(simd: S, start: *const u8, len: usize) -> bool {
    let pair = 2 * S::LEN;
    // SAFETY: the caller promises the bytes.
    unsafe {
        let end = start.add(len);
        let mut judge = Judge::first_pair(simd, start);
        judge.all_but_ascii(simd, start.add(pair), (len - pair - 1) / pair * pair);
        judge.last_pair(simd, end);
        simd.any_or_cut(judge.errors, simd.load(end.sub(S::LEN)))
    }
}

/// # Safety
///
/// A stretch can be read at `at`.
#[inline(always)]
pub(super) unsafe fn load_stretch<S: Simd>(simd: S, at: *const u8) -> [S::Bytes; STRETCH] {
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
