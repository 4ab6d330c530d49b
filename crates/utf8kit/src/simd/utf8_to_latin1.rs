//! Converts UTF-8 to Latin-1 and back.
//!
//! # Algorithm
//!
//! In UTF-8, a character up to U+00FF is an ASCII byte, or 0xC2 or 0xC3 and a continuation byte. After 0xC2 the
//! continuation byte is the Latin-1 byte, and after 0xC3 it is 0x40 less. So 0x40 is added to each byte after 0xC3,
//! and all bytes but 0xC2 and 0xC3 are kept by compressing. The text is well-formed if every byte that is not ASCII
//! is 0xC2, 0xC3 or a continuation byte, and if the continuation bytes are exactly the bytes after 0xC2 and 0xC3.
//!
//! In the other direction each byte becomes two bytes, and the first is dropped for ASCII by compressing. Blocks of
//! ASCII are copied in both directions.

use super::bounds::Bounds;
use super::convert_ascii::convert_short_ascii;
use crate::simd::arch::{Kernel, Simd};
use core::mem::MaybeUninit;

/// Converts UTF-8 to Latin-1, as much as fits. Returns the number of bytes read and written.
pub(crate) struct Utf8ToLatin1<'s, 'd> {
    pub(crate) src: &'s [u8],
    pub(crate) dst: &'d mut [MaybeUninit<u8>],
}

/// Converts Latin-1 to UTF-8, as much as fits. Returns the number of bytes read and written.
pub(crate) struct Latin1ToUtf8<'s, 'd> {
    pub(crate) src: &'s [u8],
    pub(crate) dst: &'d mut [MaybeUninit<u8>],
}

/// The length of the longest vectors, in bytes.
const LONGEST: usize = 64;
/// The number of bytes after a vector's length that `put_bytes` may write.
const OVERSHOOT: usize = 16;
/// The number of vectors in a block, which is tested for ASCII once. The longest vectors are tested one by one,
/// because each test covers enough text.
const BLOCK: usize = 4;

/// Copies a block if it is ASCII, and returns whether it is.
///
/// # Safety
///
/// One block ([`BLOCK`] vectors) can be read at `from` and written at `to`.
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

/// A vector of UTF-8, converted to Latin-1.
struct Characters<V> {
    /// The Latin-1 bytes, at the last byte of each character.
    bytes: V,
    /// One bit for each byte that is 0xC2 or 0xC3, the lowest for the first byte.
    leads: u64,
    /// One bit for each byte where the text is ill-formed.
    errors: u64,
}

/// Converts a vector. `prev1` is the text shifted by one byte, and `carry` is 1 if the byte before the vector is 0xC2
/// or 0xC3.
#[inline(always)]
fn characters<S: Simd>(simd: S, current: S::Bytes, prev1: S::Bytes, carry: u64) -> Characters<S::Bytes> {
    let leads = simd.bits_first_of_latin1(current);
    let second = leads << 1 | carry;
    let continues = simd.bits_continuing(current);
    Characters {
        bytes: simd.latin1_of(current, prev1),
        leads,
        errors: (continues ^ second | continues ^ leads ^ simd.bits_from(current, 0x80))
            & (!0 >> (64 - S::LEN)),
    }
}

/// Converts at most a vector at a time from `read` on, until an error or a full destination. `carry` is 1 if the byte before is 0xC2 or
/// 0xC3. Returns the number of bytes read and written in all.
///
/// # Safety
///
/// `read` and `written` are at most the lengths of `src` and `dst`, and `read` is 0 only if nothing is converted yet.
#[inline(always)]
unsafe fn put_rest<S: Simd>(
    simd: S,
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
    mut read: usize,
    mut written: usize,
    mut carry: u64,
) -> (usize, usize) {
    let (len, capacity) = (src.len(), dst.len());
    debug_assert!(read <= len && written <= capacity);
    let (source, target) = (Bounds::of(src), Bounds::of(dst));
    let (from, to) = (src.as_ptr(), dst.as_mut_ptr().cast::<u8>());
    // SAFETY: `left` bytes are left of the source, and `put_bytes_within` writes within the destination, which has `count` bytes left.
    unsafe {
        while read < len {
            source.debug_assert_within(from.add(read), 0, 1);
            target.debug_assert_within(to.add(written), 0, 0);
            let left = (len - read).min(S::LEN);
            let current = simd.load_short(from.add(read), left);
            let prev1 = match read {
                0 => simd.after_zeros(current)[0],
                _ => simd.load_short(from.add(read - 1), left),
            };
            let converted = characters(simd, current, prev1, carry);
            // A lead byte at the end is left for the next iteration.
            let cut = (converted.leads >> (left - 1) & 1) as usize;
            let kept = !converted.leads & (!0 >> (64 - left));
            let count = kept.count_ones() as usize;
            if converted.errors & (!0 >> (64 - left)) != 0 || count > capacity - written || left == cut {
                break;
            }
            target.debug_assert_within(to.add(written), 0, count);
            simd.put_bytes_within(to.add(written), capacity - written, converted.bytes, kept);
            read += left - cut;
            written += count;
            carry = 0;
        }
    }
    (read - carry as usize, written)
}

impl<S: Simd> Kernel<S> for Utf8ToLatin1<'_, '_> {
    type Output = (usize, usize);

    #[inline(always)]
    fn run(self, simd: S) -> (usize, usize) {
        let (from, to) = (self.src.as_ptr(), self.dst.as_mut_ptr().cast::<u8>());
        let (len, capacity) = (self.src.len(), self.dst.len());
        let (source, target) = (Bounds::of(self.src), Bounds::of(self.dst));
        let (mut read, mut written) = (0, 0);
        // 1 if the byte before `read` is 0xC2 or 0xC3.
        let mut carry = 0;
        // SAFETY: `read` and `written` stay within `len` and `capacity`. In the first loop more than a vector is left
        // of the source, and a vector and `OVERSHOOT` bytes of the destination; a block is copied where both have one
        // left. The last vector that overlaps begins at `len - S::LEN`, which is 1 at least, because `read` is at least
        // `S::LEN` and something is left; its condition is that the destination has a vector and `OVERSHOOT` bytes left.
        unsafe {
            // The number of ASCII vectors just before.
            let mut ascii = 0;
            // These conditions differ from those after the loop. If they were the same, LLVM would compute them once, and keep
            // the results in registers in each step.
            let at_last = loop {
                if len - read <= S::LEN {
                    break true;
                }
                if capacity - written < S::LEN + OVERSHOOT {
                    break false;
                }
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
                source.debug_assert_within(from.add(read), read.min(1), S::LEN + 1);
                target.debug_assert_within(to.add(written), 0, S::LEN + OVERSHOOT);
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
                let converted = characters(simd, current, prev1, carry);
                if converted.errors != 0 {
                    break false;
                }
                carry = converted.leads >> (S::LEN - 1);
                written += simd.put_bytes(to.add(written), converted.bytes, !converted.leads);
                read += S::LEN;
            };
            let left = len - read;
            // As for Latin-1 to UTF-8.
            if S::HAS_MASKS && at_last && read == written && read > 0 && carry == 0 && len <= capacity {
                source.debug_assert_within(from.add(len - S::LEN), 0, S::LEN);
                target.debug_assert_within(to.add(len - S::LEN), 0, S::LEN);
                let last = simd.load(from.add(len - S::LEN));
                if !simd.any_not_ascii(last) {
                    simd.store(to.add(len - S::LEN), last);
                    return (len, len);
                }
            }
            if at_last && read > 0 && left > 0 && capacity - written >= S::LEN + OVERSHOOT {
                // The last vector overlaps the processed text.
                let from = from.add(len - S::LEN);
                debug_assert!(read >= S::LEN && left <= S::LEN);
                source.debug_assert_within(from, 1, S::LEN);
                target.debug_assert_within(to.add(written), 0, S::LEN + OVERSHOOT);
                let converted = characters(simd, simd.load(from), simd.load(from.sub(1)), carry);
                let new = !0 << (S::LEN - left);
                let is_incomplete = converted.leads >> (S::LEN - 1) & 1 != 0;
                if converted.errors & new == 0 && !is_incomplete {
                    written += simd.put_bytes(to.add(written), converted.bytes, !converted.leads & new);
                    return (len, written);
                }
            }
            put_rest(simd, self.src, self.dst, read, written, carry)
        }
    }
}

impl<S: Simd> Kernel<S> for Latin1ToUtf8<'_, '_> {
    type Output = (usize, usize);

    #[inline(always)]
    fn run(self, simd: S) -> (usize, usize) {
        let (len, capacity) = (self.src.len(), self.dst.len());
        // With masks, the vectors are as fast.
        if !S::HAS_MASKS && convert_short_ascii::<u8>(self.src, self.dst) {
            return (len, len);
        }
        let (from, to) = (self.src.as_ptr(), self.dst.as_mut_ptr().cast::<u8>());
        let (source, target) = (Bounds::of(self.src), Bounds::of(self.dst));
        let (mut read, mut written) = (0, 0);
        // SAFETY: `read` and `written` stay within `len` and `capacity`. In the first loop more than a vector is left
        // of the source and two vectors of the destination; a block is copied where both have one left. In the second
        // loop `count` bytes are left of the source and twice as many of the destination.
        unsafe {
            // The number of ASCII vectors just before.
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
                    ascii += 1;
                    simd.store(to.add(written), current);
                    written += S::LEN;
                    read += S::LEN;
                    continue;
                }
                ascii = 0;
                source.debug_assert_within(from.add(read), 0, S::LEN + 1);
                target.debug_assert_within(to.add(written), 0, 2 * S::LEN);
                simd.prefetch(to.add(written), 2);
                written += simd.put_latin1(to.add(written), current);
                read += S::LEN;
                // The next vector is not tested for ASCII: text that changes from word to word would make every
                // branch unpredictable.
                if S::LEN < LONGEST && len - read > S::LEN && capacity - written >= 2 * S::LEN {
                    let next = simd.load(from.add(read));
                    written += simd.put_latin1(to.add(written), next);
                    read += S::LEN;
                }
            }
            // The last vector of ASCII overlaps the processed text. Other text is not tested: its tail would be an unpredictable branch.
            if S::HAS_MASKS && read == written && read > 0 && len - read <= S::LEN && len <= capacity {
                source.debug_assert_within(from.add(len - S::LEN), 0, S::LEN);
                target.debug_assert_within(to.add(len - S::LEN), 0, S::LEN);
                let last = simd.load(from.add(len - S::LEN));
                if !simd.any_not_ascii(last) {
                    simd.store(to.add(len - S::LEN), last);
                    return (len, len);
                }
            }
            // Converts the tail, at most a vector at a time. Each byte converts to at most two.
            loop {
                let more = (len - read).min(S::LEN);
                let count = match capacity - written {
                    capacity if capacity >= 2 * more => more,
                    capacity => capacity / 2,
                };
                if count == 0 {
                    return (read, written);
                }
                source.debug_assert_within(from.add(read), 0, count);
                target.debug_assert_within(to.add(written), 0, 2 * count);
                let current = simd.load_short(from.add(read), count);
                written += simd.put_latin1_within(to.add(written), capacity - written, current, count);
                read += count;
            }
        }
    }
}

/// Converts at most a vector like [`Utf8ToLatin1`], all of it or nothing.
pub(crate) struct Utf8ToLatin1Short<'s, 'd> {
    pub(crate) src: &'s [u8],
    pub(crate) dst: &'d mut [MaybeUninit<u8>],
}

/// Converts at most a vector like [`Latin1ToUtf8`], all of it or nothing.
pub(crate) struct Latin1ToUtf8Short<'s, 'd> {
    pub(crate) src: &'s [u8],
    pub(crate) dst: &'d mut [MaybeUninit<u8>],
}

impl<S: Simd> Kernel<S> for Utf8ToLatin1Short<'_, '_> {
    type Output = (usize, usize);

    #[inline(always)]
    fn run(self, simd: S) -> (usize, usize) {
        let (len, capacity) = (self.src.len().min(S::LEN), self.dst.len());
        // SAFETY: `src` has at least `len` bytes, and `dst` at least the `count` bytes that are written.
        unsafe {
            let current = simd.load_short(self.src.as_ptr(), len);
            let converted = characters(simd, current, simd.after_zeros(current)[0], 0);
            // A lead byte at the end of the text is followed by a zero, which is an error, unless the text fills the
            // vector.
            let is_incomplete = converted.leads >> (S::LEN - 1) & 1 != 0;
            let count = len - converted.leads.count_ones() as usize;
            if converted.errors != 0 || is_incomplete || count > capacity {
                return (0, 0);
            }
            let after_end = if len < 64 { !0 << len } else { 0 };
            let to = self.dst.as_mut_ptr().cast();
            simd.put_bytes_within(to, capacity, converted.bytes, !converted.leads & !after_end);
            (len, count)
        }
    }
}

impl<S: Simd> Kernel<S> for Latin1ToUtf8Short<'_, '_> {
    type Output = (usize, usize);

    #[inline(always)]
    fn run(self, simd: S) -> (usize, usize) {
        let (len, capacity) = (self.src.len().min(S::LEN), self.dst.len());
        // SAFETY: `src` has at least `len` bytes, and `dst` at least two bytes for each of them.
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
