//! UTF-8 full of errors to UTF-8, with U+FFFD for each maximal subpart.
//!
//! # How it works
//!
//! The kernels for well-formed text stop at the first error. Where errors are frequent, starting them again and again
//! costs more than they save, so this one goes on: it finds all errors of a vector at once.
//!
//! A sequence is a first octet and what validly continues it. Whether the octet at `i` is the second, third or fourth of
//! one follows from that octet and the three before, and is a bit for each position:
//!
//! ```text
//! second[i] = octet i may follow the first octet i-1, by the tables of the validation
//! third[i]  = octet i continues,  second[i-1],  octet i-2 is E0..FF
//! fourth[i] = octet i continues,  third[i-1],   octet i-3 is F0..FF
//! ```
//!
//! No two of them can be set at once, and what they say needs no look at what came before the sequence: a first octet
//! never continues another sequence. A sequence, whole or cut short, ends where the next octet is none of the three. It is
//! a character if it has as many octets as its first one asks for; else it is a maximal subpart.
//!
//! ```text
//! ends[i]     = not (second | third | fourth)[i+1]
//! complete[i] = octet i is ASCII,  or second[i] and octet i-1 is under E0,
//!               or third[i] and octet i-2 is under F0,  or fourth[i]
//! bad[i]      = ends[i] and not complete[i]
//! ```
//!
//! The text is copied vector by vector. Where one has errors, the copy goes back over what of the first maximal subpart
//! is written already, and [`Simd::put_repaired`] writes the vector: from bad end to bad end, or, where the instructions
//! allow it, all octets spread out with U+FFFD between them and pressed together again.

use crate::engine::LossyAhead;
use crate::vector::{Errors, Simd, Work};
use core::mem::MaybeUninit;

/// As far as `dst` has room, and until a longer stretch without an error.
///
/// `src` begins at a character or a maximal subpart.
pub(crate) struct RepairAhead<'s, 'd> {
    pub(crate) src: &'s [u8],
    pub(crate) dst: &'d mut [MaybeUninit<u8>],
}

/// After so many octets without an error the kernels for well-formed text are better.
const QUIET: usize = 256;

/// Of a vector, what the sequence that goes on behind it looks like so far.
#[derive(Clone, Copy, Default)]
struct Carry {
    /// The lowest bit of `second`, `third`, `fourth` of the next vector.
    second: u64,
    third: u64,
    fourth: u64,
    /// The last octet was E0 or more.
    from_e0: u64,
    /// The last two octets were F0 or more.
    from_f0: u64,
}

impl Carry {
    /// Does a sequence go on behind the vector?
    #[inline(always)]
    fn is_open(self) -> bool {
        self.second | self.third | self.fourth != 0
    }
}

impl<S: Simd> Work<S> for RepairAhead<'_, '_> {
    type Output = LossyAhead;

    #[inline(always)]
    fn run(self, simd: S) -> LossyAhead {
        // A bit for each position of a vector.
        let all = !0 >> (64 - S::LEN);
        let top = S::LEN - 1;
        let src = self.src.as_ptr();
        let dst: *mut u8 = self.dst.as_mut_ptr().cast();
        let (mut read, mut written, mut replaced) = (0, 0, 0);
        let mut last_error = 0;
        let mut carry = Carry::default();
        // Copying from within a vector reads up to a vector behind it. A vector's errors write three octets for each of
        // its own, and up to a vector beyond them.
        while self.src.len() - read >= 2 * S::LEN
            && self.dst.len() - written >= 4 * S::LEN
            && read - last_error <= QUIET
        {
            // SAFETY: two vectors are left.
            let (current, next) = unsafe { (simd.load(src.add(read)), simd.load(src.add(read + 1))) };
            let from_80 = simd.bits_from(current, 0x80);
            if from_80 == 0 && !carry.is_open() {
                // SAFETY: the loop's condition gives the room.
                unsafe { simd.store(dst.add(written), current) };
                written += S::LEN;
                read += S::LEN;
                carry = Carry::default();
                continue;
            }
            let continues = simd.bits_continuing(next);
            let from_e0 = simd.bits_from(current, 0xE0);
            let from_f0 = simd.bits_from(current, 0xF0);
            // Of the octets behind `current`'s, and then of its own.
            let second_next = simd.bits_second(next, current);
            let second = (second_next << 1 | carry.second) & all;
            let third_next = continues & second & (from_e0 << 1 | carry.from_e0);
            let third = (third_next << 1 | carry.third) & all;
            let from_f0_before = (from_f0 << 2 | carry.from_f0) & all;
            let fourth_next = continues & third & from_f0_before;
            let fourth = (fourth_next << 1 | carry.fourth) & all;

            let goes_on = second_next | third_next | fourth_next;
            let from_e0_before = from_e0 << 1 | carry.from_e0;
            let complete = !from_80 | second & !from_e0_before | third & !from_f0_before | fourth;
            let bad = !goes_on & !complete & all;

            carry = Carry {
                second: second_next >> top,
                third: third_next >> top,
                fourth: fourth_next >> top,
                from_e0: from_e0 >> top,
                from_f0: from_f0 >> (top - 1),
            };

            if bad == 0 {
                // SAFETY: the loop's condition gives the room.
                unsafe { simd.store(dst.add(written), current) };
                written += S::LEN;
            } else {
                last_error = read;
                replaced += bad.count_ones() as usize;
                let errors = Errors {
                    ends: bad,
                    two: bad & second,
                    three: bad & third,
                };
                // SAFETY: the loop's condition gives the vector behind, and the room: three octets for each of the
                // vector's, and a vector.
                unsafe {
                    let to = dst.add(written - errors.octets_before());
                    let end = simd.put_repaired(to, src.add(read), errors);
                    written = end as usize - dst as usize;
                }
            }
            read += S::LEN;
        }
        // The octets before `read` of a sequence that goes on there.
        let open = match carry {
            Carry { second: 1, .. } => 1,
            Carry { third: 1, .. } => 2,
            Carry { fourth: 1, .. } => 3,
            _ => 0,
        };
        LossyAhead {
            read: read - open,
            written: written - open,
            replaced,
        }
    }
}
