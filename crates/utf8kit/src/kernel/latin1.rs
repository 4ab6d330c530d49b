//! UTF-8 to Latin-1 and back.
//!
//! # How it works
//!
//! In UTF-8 a character up to U+00FF is ASCII, or C2 or C3 and an octet that continues it: six bits, and the two lowest of
//! the octet before above them. As in [`super::utf8_to_utf16`] every position computes what the character is if one ends
//! there, and then those are kept where one does, which here is wherever no C2 or C3 stands. Well-formed means:
//!
//! ```text
//! current continues       ==  back1 is C0..FF
//! where current continues     the result is 80 or more, so that back1 was not C0 or C1
//! everywhere                  current is below C4
//! ```
//!
//! The other way round each octet becomes two, of which ASCII leaves the first out again. Vectors of ASCII are copied.

use crate::vector::{Simd, Work, copy_short};
use core::mem::MaybeUninit;

/// From UTF-8 to Latin-1 as far as there is room: the octets (read, written).
pub(crate) struct FromUtf8<'s, 'd> {
    pub(crate) src: &'s [u8],
    pub(crate) dst: &'d mut [MaybeUninit<u8>],
}

/// From Latin-1 to UTF-8 as far as there is room: the octets (read, written).
pub(crate) struct ToUtf8<'s, 'd> {
    pub(crate) src: &'s [u8],
    pub(crate) dst: &'d mut [MaybeUninit<u8>],
}

/// The most octets of any vector.
const LONGEST: usize = 64;
/// What [`Simd::put_octets`] may write behind a vector.
const MORE: usize = 16;

impl<S: Simd> Work<S> for FromUtf8<'_, '_> {
    type Output = (usize, usize);

    #[inline(always)]
    fn run(self, simd: S) -> (usize, usize) {
        let (from, to) = (self.src.as_ptr(), self.dst.as_mut_ptr().cast::<u8>());
        let (len, room) = (self.src.len(), self.dst.len());
        let (mut read, mut written) = (0, 0);
        // SAFETY: `read` and `written` stay within `len` and `room`: a vector is read only where it is left, and written
        // where there is room for it and `MORE`, or else to a place that has it. `is_cut` looks at an octet that is read.
        unsafe {
            let is_cut = |read: usize| read > 0 && *from.add(read - 1) >= 0xC0;
            while len - read >= S::LEN && room - written >= S::LEN + MORE {
                let current = simd.load(from.add(read));
                if !simd.any_not_ascii(current) {
                    if is_cut(read) {
                        break;
                    }
                    simd.store(to.add(written), current);
                    read += S::LEN;
                    written += S::LEN;
                    continue;
                }
                let back1 = match read {
                    0 => simd.after_zeros(current)[0],
                    _ => simd.load(from.add(read - 1)),
                };
                let Some((octets, kept)) = characters(simd, current, back1) else {
                    break;
                };
                written += simd.put_octets(to.add(written), octets, kept);
                read += S::LEN;
            }
            // A vector of what is left; and where the last one is ill-formed or there is less room, nothing of it.
            let left = (len - read).min(S::LEN);
            if left > 0 && !is_cut(read) {
                let current = simd.load_short(from.add(read), left);
                let [back1, ..] = simd.after_zeros(current);
                if let Some((octets, kept)) = characters(simd, current, back1) {
                    let kept = kept & (!0 >> (64 - left));
                    let count = kept.count_ones() as usize;
                    if count <= room - written {
                        let mut place = [0; LONGEST + MORE];
                        simd.put_octets(place.as_mut_ptr(), octets, kept);
                        copy_short(place.as_ptr(), to.add(written), count);
                        read += left;
                        written += count;
                    }
                }
            }
            (read - usize::from(is_cut(read)), written)
        }
    }
}

/// The characters that end at each position, and where one does, if all is well-formed.
#[inline(always)]
fn characters<S: Simd>(simd: S, current: S::Octets, back1: S::Octets) -> Option<(S::Octets, u64)> {
    let zero = simd.splat(0);
    let (octets, ..) = simd.utf16_planes::<false>(current, back1, zero, zero, zero);
    let continues = simd.bits_continuing(current);
    let wrong = (continues ^ simd.bits_from(back1, 0xC0))
        | (continues & !simd.bits_from(octets, 0x80))
        | simd.bits_from(current, 0xC4);
    (wrong == 0).then(|| (octets, !simd.bits_from(current, 0xC0)))
}

impl<S: Simd> Work<S> for ToUtf8<'_, '_> {
    type Output = (usize, usize);

    #[inline(always)]
    fn run(self, simd: S) -> (usize, usize) {
        let (from, to) = (self.src.as_ptr(), self.dst.as_mut_ptr().cast::<u8>());
        let (len, room) = (self.src.len(), self.dst.len());
        let (mut read, mut written) = (0, 0);
        // SAFETY: `read` and `written` stay within `len` and `room`: a vector is read only where it is left, and written
        // where there is room for two.
        unsafe {
            while len - read >= S::LEN && room - written >= 2 * S::LEN {
                let current = simd.load(from.add(read));
                if simd.any_not_ascii(current) {
                    written += simd.put_latin1(to.add(written), current);
                } else {
                    simd.store(to.add(written), current);
                    written += S::LEN;
                }
                read += S::LEN;
            }
            // What is left, and for what there is room, at most a vector each time; each octet has two at most.
            loop {
                let more = (len - read).min(S::LEN);
                let some = match room - written {
                    room if room >= 2 * more => more,
                    room => room / 2,
                };
                if some == 0 {
                    return (read, written);
                }
                let current = simd.load_short(from.add(read), some);
                let count = some + simd.bits_from(current, 0x80).count_ones() as usize;
                let mut place = [0; 2 * LONGEST];
                simd.put_latin1(place.as_mut_ptr(), current);
                copy_short(place.as_ptr(), to.add(written), count.min(LONGEST));
                copy_short(
                    place.as_ptr().add(count.min(LONGEST)),
                    to.add(written + count.min(LONGEST)),
                    count - count.min(LONGEST),
                );
                read += some;
                written += count;
            }
        }
    }
}
