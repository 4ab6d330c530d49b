//! Finds the errors of UTF-8: where its maximal subparts are.
//!
//! A kernel for well-formed text stops at the first error, and starting it again after each error costs more than the text
//! between two. This kernel finds all errors of a vector at once. It does not define what an error is: its maximal subparts
//! are exactly those of the reference engine, which alone determines their kind.
//!
//! # Algorithm
//!
//! A sequence is a lead byte and the bytes that validly continue it. Whether the byte at `i` is the second, third or
//! fourth byte of a sequence depends on that byte and the three before it, and is a bit for each position:
//!
//! ```text
//! second[i] = byte i may follow the lead byte i-1, by the tables of the validation
//! third[i]  = byte i is a continuation byte,  second[i-1],  byte i-2 is 0xE0..=0xFF
//! fourth[i] = byte i is a continuation byte,  third[i-1],   byte i-3 is 0xF0..=0xFF
//! ```
//!
//! At most one of them is set for a position. None depends on anything before the sequence, because a lead byte never
//! continues another sequence. A sequence, complete or not, ends where the next byte is none of the three. It is a
//! character if it has as many bytes as its lead byte requires. Otherwise it is a maximal subpart.
//!
//! ```text
//! ends[i]     = not (second | third | fourth)[i+1]
//! complete[i] = byte i is ASCII,  or second[i] and byte i-1 is below 0xE0,
//!               or third[i] and byte i-2 is below 0xF0,  or fourth[i]
//! errors[i]   = ends[i] and not complete[i]
//! ```

use crate::parts;
use crate::simd::arch::{Errors, Kernel, Simd};

/// The errors among 64 bytes: a bit for each byte, the lowest for the first. They are disjoint, so each start belongs to the next
/// end.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Marks {
    /// The first bytes of maximal subparts.
    pub(crate) starts: u64,
    /// Their last bytes.
    pub(crate) ends: u64,
}

/// Marks maximal subparts: see [`Kernels::utf8_errors`](crate::simd::dispatch::Kernels::utf8_errors).
pub(crate) struct FindErrors<'s, 'm> {
    pub(crate) src: &'s [u8],
    pub(crate) marks: &'m mut [Marks],
}

/// The bytes whose bits are in a word.
const WORD: usize = 64;

impl<S: Simd> Kernel<S> for FindErrors<'_, '_> {
    type Output = usize;

    #[inline(always)]
    fn run(self, simd: S) -> usize {
        let mut carry = Carry::default();
        let mut read = 0;
        for i in 0..self.marks.len() {
            let rest = parts::from(self.src, read);
            // The errors that end in these bytes, and not necessarily start there.
            let (ends, two, three);
            if let Some(word) = rest.first_chunk::<{ WORD + 1 }>() {
                (ends, two, three) = errors_of_word(simd, word, &mut carry);
                read += WORD;
            } else {
                // The zeros after the text make an incomplete character at its end an error.
                let mut word = [0; WORD + 1];
                word[..rest.len()].copy_from_slice(rest);
                (ends, two, three) = errors_of_word(simd, &word, &mut carry);
                read += rest.len();
            }
            let starts = ends & !(two | three) | two >> 1 | three >> 2;
            self.marks[i] = Marks { starts, ends };
            if i > 0 {
                self.marks[i - 1].starts |= two << 63 | three << 62;
            }
            if rest.len() <= WORD {
                self.marks[i + 1..].fill(Marks::default());
                return read;
            }
        }
        read - carry.len()
    }
}

/// Returns the last bytes of the maximal subparts that end in the first 64 bytes of `word`, and of those of two and of
/// three bytes.
#[inline(always)]
fn errors_of_word<S: Simd>(simd: S, word: &[u8; WORD + 1], carry: &mut Carry) -> (u64, u64, u64) {
    let (mut ends, mut two, mut three) = (0, 0, 0);
    for at in (0..WORD).step_by(S::LEN) {
        let from = word[at..].as_ptr();
        // SAFETY: `word` has a vector at `at` and a byte after it, because 64 is a multiple of the vector length.
        let (current, next) = unsafe { (simd.load(from), simd.load(from.add(1))) };
        let errors = find_errors(simd, current, next, carry);
        ends |= errors.ends << at;
        two |= errors.two << at;
        three |= errors.three << at;
    }
    (ends, two, three)
}

/// The part of a sequence that continues after a vector.
#[derive(Clone, Copy, Default)]
pub(super) struct Carry {
    /// Bit 0 of `second`, `third` and `fourth` of the next vector.
    second: u64,
    third: u64,
    fourth: u64,
    /// Bit 0: the last byte is 0xE0 or more.
    from_e0: u64,
    /// Bits 0 and 1: the last two bytes are 0xF0 or more.
    from_f0: u64,
}

impl Carry {
    /// Returns `true` if a sequence continues after the vector.
    #[inline(always)]
    fn is_incomplete(self) -> bool {
        self.second | self.third | self.fourth != 0
    }

    /// Returns the number of bytes of the sequence before the next vector.
    #[inline(always)]
    pub(super) fn len(self) -> usize {
        (self.second + 2 * self.third + 3 * self.fourth) as usize
    }
}

/// Returns the maximal subparts that end in `current`. `next` is the text one byte later.
#[inline(always)]
pub(super) fn find_errors<S: Simd>(simd: S, current: S::Bytes, next: S::Bytes, carry: &mut Carry) -> Errors {
    // One bit for each position of a vector.
    let all = !0 >> (64 - S::LEN);
    let top = S::LEN - 1;
    let before = *carry;
    let from_80 = simd.bits_from(current, 0x80);
    if from_80 == 0 && !before.is_incomplete() {
        *carry = Carry::default();
        return Errors::default();
    }
    let continues = simd.bits_continuing(next);
    let from_e0 = simd.bits_from(current, 0xE0);
    let from_f0 = simd.bits_from(current, 0xF0);
    let from_e0_before = from_e0 << 1 | before.from_e0;
    let from_f0_before = (from_f0 << 2 | before.from_f0) & all;
    // First for the bytes of `next`, then for those of `current`.
    let second_next = simd.bits_second(next, current);
    let second = (second_next << 1 | before.second) & all;
    let third_next = continues & second & from_e0_before;
    let third = (third_next << 1 | before.third) & all;
    let fourth_next = continues & third & from_f0_before;
    let fourth = (fourth_next << 1 | before.fourth) & all;

    let continued = second_next | third_next | fourth_next;
    let complete = !from_80 | second & !from_e0_before | third & !from_f0_before | fourth;
    let errors = !continued & !complete & all;
    *carry = Carry {
        second: second_next >> top,
        third: third_next >> top,
        fourth: fourth_next >> top,
        from_e0: from_e0 >> top,
        from_f0: from_f0 >> (top - 1),
    };
    Errors {
        ends: errors,
        two: errors & second,
        three: errors & third,
    }
}
