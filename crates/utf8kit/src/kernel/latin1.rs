//! UTF-8 to Latin-1 and back.
//!
//! # How it works
//!
//! In UTF-8 a character up to U+00FF is ASCII, or C2 or C3 and a byte that continues it: which is the character itself
//! after C2, and 40 less after C3. So 40 is added after C3, and what is not C2 or C3 is kept. Well-formed means that what is
//! not ASCII is C2 or C3 or continues, and that what continues, and nothing else, comes after C2 or C3.
//!
//! The other way round each byte becomes two, of which ASCII leaves the first out again. Stretches of ASCII are copied.

use crate::vector::{Kernel, Simd};
use core::mem::MaybeUninit;

/// From UTF-8 to Latin-1 as far as there is room: the bytes (read, written).
pub(crate) struct Utf8ToLatin1<'s, 'd> {
    pub(crate) src: &'s [u8],
    pub(crate) dst: &'d mut [MaybeUninit<u8>],
}

/// From Latin-1 to UTF-8 as far as there is room: the bytes (read, written).
pub(crate) struct Latin1ToUtf8<'s, 'd> {
    pub(crate) src: &'s [u8],
    pub(crate) dst: &'d mut [MaybeUninit<u8>],
}

/// The most bytes of any vector.
const LONGEST: usize = 64;
/// What [`Simd::put_bytes`] may write behind a vector.
const OVERSHOOT: usize = 16;
/// Vectors that are looked at together, unless they are of the longest: then asking each costs little enough.
const BLOCK: usize = 4;

/// Copies [`TOGETHER`] vectors if they are ASCII: were they?
///
/// # Safety
///
/// They can be read at `from` and written at `to`.
#[inline(always)]
unsafe fn copy_ascii<S: Simd>(simd: S, from: *const u8, to: *mut u8) -> bool {
    // SAFETY: the caller promises these vectors.
    unsafe {
        let a = simd.load(from);
        let b = simd.load(from.add(S::LEN));
        let c = simd.load(from.add(2 * S::LEN));
        let d = simd.load(from.add(3 * S::LEN));
        if simd.any_not_ascii(a | b | c | d) {
            return false;
        }
        simd.store(to, a);
        simd.store(to.add(S::LEN), b);
        simd.store(to.add(2 * S::LEN), c);
        simd.store(to.add(3 * S::LEN), d);
        true
    }
}

/// A vector of UTF-8 on its way to Latin-1.
struct Characters<V> {
    /// What is to be written where a character ends.
    bytes: V,
    /// A bit for each byte that is C2 or C3, the first's the lowest.
    first: u64,
    /// Not 0 where it is ill-formed.
    errors: u64,
}

/// `carry` is 1 if the byte before is C2 or C3.
#[inline(always)]
fn characters<S: Simd>(simd: S, current: S::Bytes, prev1: S::Bytes, carry: u64) -> Characters<S::Bytes> {
    let first = simd.bits_first_of_latin1(current);
    let second = first << 1 | carry;
    let continues = simd.bits_continuing(current);
    Characters {
        bytes: simd.latin1_of(current, prev1),
        first,
        errors: (continues ^ second | continues ^ first ^ simd.bits_from(current, 0x80))
            & (!0 >> (64 - S::LEN)),
    }
}

impl<S: Simd> Kernel<S> for Utf8ToLatin1<'_, '_> {
    type Output = (usize, usize);

    #[inline(always)]
    fn run(self, simd: S) -> (usize, usize) {
        let (from, to) = (self.src.as_ptr(), self.dst.as_mut_ptr().cast::<u8>());
        let (len, capacity) = (self.src.len(), self.dst.len());
        let (mut read, mut written) = (0, 0);
        // Is the byte before C2 or C3?
        let mut carry = 0;
        // SAFETY: `read` and `written` stay within `len` and `room`: a vector is read only where it is left, and written
        // where there is room for it and `MORE`, or else as much as there is room for. What is kept of it is no more than a vector.
        unsafe {
            // Vectors of ASCII just before.
            let mut ascii = 0;
            while len - read > S::LEN && capacity - written >= S::LEN + OVERSHOOT {
                let block = BLOCK * S::LEN;
                if S::LEN < LONGEST
                    && ascii >= BLOCK
                    && (len - read).min(capacity - written) >= block
                    && copy_ascii(simd, from.add(read), to.add(written))
                {
                    read += block;
                    written += block;
                    continue;
                }
                let current = simd.load(from.add(read));
                if carry == 0 && !simd.any_not_ascii(current) {
                    ascii += 1;
                    simd.store(to.add(written), current);
                    read += S::LEN;
                    written += S::LEN;
                    continue;
                }
                ascii = 0;
                let prev1 = match read {
                    0 => simd.after_zeros(current)[0],
                    _ => simd.load(from.add(read - 1)),
                };
                let some = characters(simd, current, prev1, carry);
                if some.errors != 0 {
                    break;
                }
                carry = some.first >> (S::LEN - 1);
                written += simd.put_bytes(to.add(written), some.bytes, !some.first);
                read += S::LEN;
            }
            // What is left, and as far as it is well-formed and there is room, at most a vector each time.
            while read < len {
                let left = (len - read).min(S::LEN);
                let current = simd.load_short(from.add(read), left);
                let prev1 = match read {
                    0 => simd.after_zeros(current)[0],
                    _ => simd.load_short(from.add(read - 1), left),
                };
                let some = characters(simd, current, prev1, carry);
                // A first byte at the end waits for the next.
                let cut = (some.first >> (left - 1) & 1) as usize;
                let kept = !some.first & (!0 >> (64 - left));
                let count = kept.count_ones() as usize;
                if some.errors & (!0 >> (64 - left)) != 0 || count > capacity - written || left == cut {
                    break;
                }
                simd.put_bytes_within(to.add(written), capacity - written, some.bytes, kept);
                read += left - cut;
                written += count;
                carry = 0;
            }
            (read - carry as usize, written)
        }
    }
}

impl<S: Simd> Kernel<S> for Latin1ToUtf8<'_, '_> {
    type Output = (usize, usize);

    #[inline(always)]
    fn run(self, simd: S) -> (usize, usize) {
        let (from, to) = (self.src.as_ptr(), self.dst.as_mut_ptr().cast::<u8>());
        let (len, capacity) = (self.src.len(), self.dst.len());
        let (mut read, mut written) = (0, 0);
        // SAFETY: `read` and `written` stay within `len` and `room`: a vector is read only where it is left, and written
        // where there is room for two; or else so much of it that there is room for.
        unsafe {
            // Vectors of ASCII just before.
            let mut ascii = 0;
            while len - read > S::LEN && capacity - written >= 2 * S::LEN {
                let block = BLOCK * S::LEN;
                if S::LEN < LONGEST
                    && ascii >= BLOCK
                    && (len - read).min(capacity - written) >= block
                    && copy_ascii(simd, from.add(read), to.add(written))
                {
                    read += block;
                    written += block;
                    continue;
                }
                let current = simd.load(from.add(read));
                if !simd.any_not_ascii(current) {
                    simd.prefetch(to.add(written), 1);
                    ascii += 1;
                    simd.store(to.add(written), current);
                    written += S::LEN;
                    read += S::LEN;
                    continue;
                }
                ascii = 0;
                simd.prefetch(to.add(written), 2);
                written += simd.put_latin1(to.add(written), current);
                read += S::LEN;
                // Nobody asks the next one: what changes from word to word must not decide every jump.
                if S::LEN < LONGEST && len - read > S::LEN && capacity - written >= 2 * S::LEN {
                    let next = simd.load(from.add(read));
                    written += simd.put_latin1(to.add(written), next);
                    read += S::LEN;
                }
            }
            // What is left, and for what there is room, at most a vector each time; each byte has two at most.
            loop {
                let more = (len - read).min(S::LEN);
                let some = match capacity - written {
                    capacity if capacity >= 2 * more => more,
                    capacity => capacity / 2,
                };
                if some == 0 {
                    return (read, written);
                }
                let current = simd.load_short(from.add(read), some);
                written += simd.put_latin1_within(to.add(written), capacity - written, current, some);
                read += some;
            }
        }
    }
}

/// [`Utf8ToLatin1`] for a vector at most, all of it or nothing.
pub(crate) struct Utf8ToLatin1Short<'s, 'd> {
    pub(crate) src: &'s [u8],
    pub(crate) dst: &'d mut [MaybeUninit<u8>],
}

/// [`Latin1ToUtf8`] for a vector at most, all of it or nothing.
pub(crate) struct Latin1ToUtf8Short<'s, 'd> {
    pub(crate) src: &'s [u8],
    pub(crate) dst: &'d mut [MaybeUninit<u8>],
}

impl<S: Simd> Kernel<S> for Utf8ToLatin1Short<'_, '_> {
    type Output = (usize, usize);

    #[inline(always)]
    fn run(self, simd: S) -> (usize, usize) {
        let (len, capacity) = (self.src.len().min(S::LEN), self.dst.len());
        // SAFETY: so many bytes can be read, and what is kept of them is written only where there is room for it.
        unsafe {
            let current = simd.load_short(self.src.as_ptr(), len);
            let some = characters(simd, current, simd.after_zeros(current)[0], 0);
            // After a first byte at the end comes a zero, unless the vector ends there; those behind the end are zeros too.
            let is_incomplete = some.first >> (S::LEN - 1) & 1 != 0;
            let count = len - some.first.count_ones() as usize;
            if some.errors != 0 || is_incomplete || count > capacity {
                return (0, 0);
            }
            let after_end = if len < 64 { !0 << len } else { 0 };
            let to = self.dst.as_mut_ptr().cast();
            simd.put_bytes_within(to, capacity, some.bytes, !some.first & !after_end);
            (len, count)
        }
    }
}

impl<S: Simd> Kernel<S> for Latin1ToUtf8Short<'_, '_> {
    type Output = (usize, usize);

    #[inline(always)]
    fn run(self, simd: S) -> (usize, usize) {
        let (len, capacity) = (self.src.len().min(S::LEN), self.dst.len());
        // SAFETY: so many bytes can be read, and each has two at most, for which there is room.
        unsafe {
            if 2 * len > capacity {
                return (0, 0);
            }
            let bytes = simd.load_short(self.src.as_ptr(), len);
            (
                len,
                simd.put_latin1_within(self.dst.as_mut_ptr().cast(), capacity, bytes, len),
            )
        }
    }
}
