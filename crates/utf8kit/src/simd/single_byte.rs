//! Converts single-byte encodings that contain ASCII to UTF-16 and UTF-8, and UTF-16 to them.
//!
//! # Algorithm
//!
//! The code units of the bytes from `0x80` on are two tables of 128 bytes, [`UpperHalf`], one of the low bytes and one of the high
//! ones. Each is two registers of AVX-512, which looks up 64 bytes at once (`vpermi2b`), and eight of 128-bit lanes, of which each
//! shuffle looks up the bytes with one high nibble. The code units go on to UTF-8 as those of UTF-16 do
//! ([`super::utf16_to_utf8`]), in registers. A byte without a character has an unpaired surrogate, at which a kernel stops.
//!
//! The other way round, a table with the byte of each code unit has 64 KiB. Where bytes can be looked up among 256,
//! [`Slots`] finds most characters in two steps instead. The last five bits of a code unit are its place in a slot of 32 bytes,
//! and a hash of the others says which of eight slots. What is found there is the right byte if its code unit is the given one.
//! Characters that share a hash share a slot, and so do hashes whose characters have other places in it.

use super::bounds::Bounds;
use super::progress::{Limits, ModeEnd, Progress, begin};
use super::utf16_to_utf8::{BmpMode, Pair, THREE_BYTES, convert_pairs};
use crate::simd::arch::{
    Bytes, Found, Kernel, Leads, Simd, Slots, UNDEFINED, UpperHalf, byte_of, enter_outlined,
};
use crate::uninit;
use core::mem::MaybeUninit;

/// Converts bytes to UTF-16 up to one without a character, as much as fits. Returns the number of bytes read and of code units
/// written, which are equal.
pub(crate) struct ToUtf16<'t, 's, 'd> {
    pub(crate) page: &'t UpperHalf,
    pub(crate) src: &'s [u8],
    pub(crate) dst: &'d mut [MaybeUninit<u16>],
}

impl<S: Simd> Kernel<S> for ToUtf16<'_, '_, '_> {
    type Output = (usize, usize);

    #[inline(always)]
    fn run(self, simd: S) -> (usize, usize) {
        let ToUtf16 { page, src, dst } = self;
        let len = src.len().min(dst.len());
        let (from, to) = (src.as_ptr(), dst.as_mut_ptr().cast::<u8>());
        let mut done = 0;
        // SAFETY: `done` is at most `len`, and so many bytes of the source and code units of the destination there are. Vectors are
        // read and written where they are left, or those that end with the last ones; of less than a vector, its bytes alone.
        unsafe {
            while len - done >= S::LEN {
                let bytes = simd.load(from.add(done));
                if !S::LOOKS_UP_128 && !simd.any_not_ascii(bytes) {
                    simd.put_ascii_units::<{ cfg!(target_endian = "big") }>(to.add(2 * done), from.add(done));
                    done += S::LEN;
                    continue;
                }
                let found = simd.look_up(page, bytes);
                simd.store(to.add(2 * done), found.units[0]);
                simd.store(to.add(2 * done + S::LEN), found.units[1]);
                if !found.is_defined {
                    done += page.defined_len(&src[done..done + S::LEN]);
                    return (done, done);
                }
                done += S::LEN;
            }
            if len >= S::LEN && done < len {
                let at = len - S::LEN;
                let found = simd.look_up(page, simd.load(from.add(at)));
                if found.is_defined {
                    simd.store(to.add(2 * at), found.units[0]);
                    simd.store(to.add(2 * at + S::LEN), found.units[1]);
                    return (len, len);
                }
            } else if S::HAS_MASKS && done < len {
                let found = simd.look_up(page, simd.load_short(from, len));
                if found.is_defined {
                    let first = (2 * len).min(S::LEN);
                    simd.store_short(to, found.units[0], first);
                    simd.store_short(to.add(first), found.units[1], 2 * len - first);
                    return (len, len);
                }
            }
        }
        one_by_one(page, src, dst, done)
    }
}

/// Converts the bytes from `done` on to UTF-16, byte by byte.
fn one_by_one(page: &UpperHalf, src: &[u8], dst: &mut [MaybeUninit<u16>], mut done: usize) -> (usize, usize) {
    for (place, &byte) in dst[done..].iter_mut().zip(&src[done..]) {
        let unit = page.unit(byte);
        if unit == UNDEFINED {
            break;
        }
        place.write(unit);
        done += 1;
    }
    (done, done)
}

/// Does what [`ToUtf16`] does, in plain code.
pub(crate) fn to_utf16(page: &UpperHalf, src: &[u8], dst: &mut [MaybeUninit<u16>]) -> (usize, usize) {
    one_by_one(page, src, dst, 0)
}

/// A vector of bytes, and their code units.
struct PagePair<'t, S: Simd> {
    bytes: S::Bytes,
    found: Found<S::Bytes>,
    page: core::marker::PhantomData<&'t UpperHalf>,
}

impl<S: Simd> Clone for PagePair<'_, S> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<S: Simd> Copy for PagePair<'_, S> {}

impl<'t, S: Simd> Pair<S> for PagePair<'t, S> {
    type Table = &'t UpperHalf;
    const TEXT: usize = S::LEN;

    #[inline(always)]
    unsafe fn load(simd: S, page: &'t UpperHalf, at: *const u8) -> Self {
        // SAFETY: the caller promises a vector.
        let bytes = unsafe { simd.load(at) };
        PagePair {
            bytes,
            found: simd.look_up(page, bytes),
            page: core::marker::PhantomData,
        }
    }

    #[inline(always)]
    fn is_ascii(self, simd: S) -> bool {
        !simd.any_not_ascii(self.bytes)
    }

    #[inline(always)]
    fn any_three(self, simd: S) -> bool {
        let [a, b] = self.found.units;
        simd.any_units(a | b, THREE_BYTES)
    }

    #[inline(always)]
    fn is_bmp(self, _: S) -> bool {
        self.found.is_defined
    }

    #[inline(always)]
    unsafe fn put_ascii(self, simd: S, to: *mut u8) {
        // SAFETY: the caller promises a vector of the destination.
        unsafe { simd.store(to, self.bytes) }
    }

    #[inline(always)]
    fn units(self, _: S) -> [S::Bytes; 2] {
        self.found.units
    }
}

/// Converts bytes to UTF-8 up to one without a character, as much as fits. Returns the number of bytes read and written.
pub(crate) struct ToUtf8<'t, 's, 'd> {
    pub(crate) page: &'t UpperHalf,
    pub(crate) src: &'s [u8],
    pub(crate) dst: &'d mut [MaybeUninit<u8>],
}

impl<S: Simd> Kernel<S> for ToUtf8<'_, '_, '_> {
    type Output = (usize, usize);

    #[inline(always)]
    fn run(self, simd: S) -> (usize, usize) {
        let ToUtf8 { page, src, dst } = self;
        let (start, limits) = begin(src, 1, dst, 1);
        let mut progress = start;
        // SAFETY: `progress` is within `limits`.
        unsafe {
            if limits.left(&start) < S::UTF16_LONG * S::LEN {
                convert_pairs::<S, PagePair<'_, S>>(simd, page, &mut progress, limits);
            } else {
                let mode = BmpMode::<S, PagePair<'_, S>>::new(page, &mut progress, limits);
                let (ModeEnd::Exhausted | ModeEnd::IllFormed | ModeEnd::Switch) = enter_outlined(simd, mode);
            }
            while convert_last(simd, page, &mut progress, limits) {}
        }
        progress.since(&start)
    }
}

/// Converts at most a vector of bytes, up to one without a character. Returns `false` if nothing is left to convert, or if it does
/// not fit.
///
/// # Safety
///
/// `progress` is within `limits`.
#[inline(always)]
unsafe fn convert_last<S: Simd>(simd: S, page: &UpperHalf, progress: &mut Progress, limits: Limits) -> bool {
    let mut len = limits.left(progress).min(S::LEN);
    // SAFETY: `len` bytes are left of the source, and `capacity` of the destination.
    unsafe {
        let bytes = simd.load_short(progress.from, len);
        if !simd.any_not_ascii(bytes) && len <= limits.capacity(progress) {
            simd.store_short(progress.to, bytes, len);
            progress.advance(&limits, len, len);
            return len == S::LEN;
        }
        let found = simd.look_up(page, bytes);
        if !found.is_defined {
            len = page.defined_len(core::slice::from_raw_parts(progress.from, len));
        }
        if len == 0 {
            return false;
        }
        let capacity = limits.capacity(progress);
        let first = len.min(S::LEN / 2);
        let [a, b] = found.units;
        let Some(mut count) = put_first(simd, progress.to, capacity, a, first) else {
            return false;
        };
        if len > first {
            match put_first(simd, progress.to.add(count), capacity - count, b, len - first) {
                Some(more) => count += more,
                None => len = first,
            }
        }
        progress.advance(&limits, len, count);
        len > first || len == S::LEN
    }
}

/// Writes the first `len` of `units`, none of which is a surrogate, in UTF-8, and returns the number of bytes, or `None` if they do not
/// fit.
///
/// # Safety
///
/// `room` bytes can be written at `to`, and `len` is at most the units of a vector.
#[inline(always)]
unsafe fn put_first<S: Simd>(
    simd: S,
    to: *mut u8,
    room: usize,
    units: S::Bytes,
    len: usize,
) -> Option<usize> {
    // SAFETY: the caller promises the same.
    unsafe {
        match simd.any_units(units, THREE_BYTES) {
            true => simd.put_any_within(to, room, units, simd.splat(0), 0, len),
            false => simd.put_two_short(to, room, units, len),
        }
    }
}

/// Does what [`ToUtf8`] does, in plain code.
pub(crate) fn to_utf8(page: &UpperHalf, src: &[u8], dst: &mut [MaybeUninit<u8>]) -> (usize, usize) {
    let mut written = 0;
    for (read, &byte) in src.iter().enumerate() {
        let mut utf8 = [0; 4];
        let c = char::from_u32(page.unit(byte).into());
        let Some(utf8) = c.map(|c| c.encode_utf8(&mut utf8).as_bytes()) else {
            return (read, written);
        };
        let Some(places) = dst.get_mut(written..written + utf8.len()) else {
            return (read, written);
        };
        uninit::copy(utf8, places);
        written += utf8.len();
    }
    (src.len(), written)
}

/// Converts UTF-16 up to a code unit without a byte, as much as fits. Returns the number of code units read and of bytes written,
/// which are equal.
pub(crate) struct FromUtf16<'t, 's, 'd> {
    pub(crate) all: &'t Bytes,
    pub(crate) slots: Option<&'t Slots>,
    pub(crate) src: &'s [u16],
    pub(crate) dst: &'d mut [MaybeUninit<u8>],
}

impl<S: Simd> Kernel<S> for FromUtf16<'_, '_, '_> {
    type Output = (usize, usize);

    #[inline(always)]
    fn run(self, simd: S) -> (usize, usize) {
        let FromUtf16 { all, slots, src, dst } = self;
        let Some(slots) = slots.filter(|_| S::LOOKS_UP_128) else {
            return from_utf16(all, slots, src, dst);
        };
        let len = src.len().min(dst.len());
        let (from, to) = (src.as_ptr().cast::<u8>(), dst.as_mut_ptr().cast::<u8>());
        let mut done = 0;
        while len > done {
            let mut is_found = true;
            // SAFETY: a vector of code units is left of the source, and as many bytes of the destination.
            unsafe {
                // Nothing is called in this loop: the tables stay in registers.
                while len - done >= S::LEN {
                    let from = from.add(2 * done);
                    let bytes;
                    (bytes, is_found) = simd.bytes_of(slots, simd.load(from), simd.load(from.add(S::LEN)));
                    simd.store(to.add(done), bytes);
                    if !is_found {
                        break;
                    }
                    done += S::LEN;
                }
            }
            let some = (len - done).min(S::LEN);
            if is_found {
                let first = (2 * some).min(S::LEN);
                // SAFETY: `some` code units are left of the source, and as many bytes of the destination. Less than a vector is read
                // and written in part.
                unsafe {
                    let from = from.add(2 * done);
                    let (a, b) = (
                        simd.load_short(from, first),
                        simd.load_short(from.add(first), 2 * some - first),
                    );
                    let bytes;
                    (bytes, is_found) = simd.bytes_of(slots, a, b);
                    simd.store_short(to.add(done), bytes, some);
                }
            }
            if !is_found {
                let (converted, _) = from_utf16(
                    all,
                    Some(slots),
                    &src[done..done + some],
                    &mut dst[done..done + some],
                );
                if converted < some {
                    return (done + converted, done + converted);
                }
            }
            done += some;
        }
        (len, len)
    }
}

/// Converts UTF-8 up to an error or a character that is not in the slots, as much as fits. Returns the number of bytes read and
/// written. Reads nothing where bytes can be looked up among few only.
pub(crate) struct FromUtf8<'t, 's, 'd> {
    pub(crate) slots: &'t Slots,
    pub(crate) src: &'s [u8],
    pub(crate) dst: &'d mut [MaybeUninit<u8>],
}

impl<S: Simd> Kernel<S> for FromUtf8<'_, '_, '_> {
    type Output = (usize, usize);

    #[inline(always)]
    fn run(self, simd: S) -> (usize, usize) {
        let FromUtf8 { slots, src, dst } = self;
        if !S::LOOKS_UP_128 {
            return (0, 0);
        }
        let (from, to) = (src.as_ptr(), dst.as_mut_ptr().cast::<u8>());
        let (source, target) = (Bounds::of(src), Bounds::of(dst));
        let (len, capacity) = (src.len(), dst.len());
        let (mut read, mut written) = (0, 0);
        let mut before = Leads::default();
        // SAFETY: whole vectors are read where more than one is left, and else what is left. From the second vector on, two bytes
        // precede it. A vector is written where there is room for one, and else the bytes that count, if there is room for these.
        unsafe {
            while len - read > S::LEN && capacity - written >= S::LEN {
                source.debug_assert_within(from.add(read), read.min(2), S::LEN);
                target.debug_assert_within(to.add(written), 0, S::LEN);
                let current = simd.load(from.add(read));
                if before.cut(S::LEN) == 0 && !simd.any_not_ascii(current) {
                    simd.store(to.add(written), current);
                    (read, written) = (read + S::LEN, written + S::LEN);
                    before = Leads::default();
                    continue;
                }
                let earlier = match read {
                    0 => [simd.after_zeros(current)[0], simd.after_zeros(current)[1]],
                    _ => [simd.load(from.add(read - 1)), simd.load(from.add(read - 2))],
                };
                let encoded = simd.bytes_of_utf8(slots, current, earlier, before);
                if encoded.errors != 0 {
                    return (read - before.cut(S::LEN), written);
                }
                written += simd.put_bytes(to.add(written), encoded.bytes, encoded.kept);
                read += S::LEN;
                before = encoded.leads;
            }
            let left = (len - read).min(S::LEN);
            let current = simd.load_short(from.add(read), left);
            let earlier = match read {
                0 => [simd.after_zeros(current)[0], simd.after_zeros(current)[1]],
                _ => [
                    simd.load_short(from.add(read - 1), left),
                    simd.load_short(from.add(read - 2), left),
                ],
            };
            let encoded = simd.bytes_of_utf8(slots, current, earlier, before);
            let is_second_of_three = left == 1 && before.of_three >> (S::LEN - 1) != 0;
            let cut = if is_second_of_three {
                1
            } else {
                encoded.leads.cut(left)
            };
            // A lead byte and what continues it are not kept before the character ends.
            let first = if left == 64 { !0 } else { !(!0 << left) };
            let kept = encoded.kept & first;
            let count = kept.count_ones() as usize;
            if encoded.errors & first != 0 || count > capacity - written || left == cut {
                return (read - before.cut(S::LEN), written);
            }
            simd.put_bytes_within(to.add(written), capacity - written, encoded.bytes, kept);
            (read + left - cut, written + count)
        }
    }
}

/// Does what [`FromUtf16`] does, in plain code.
///
/// Outlined: compiled with more instructions, it would gather bytes, which takes twice as long.
#[inline(never)]
pub(crate) fn from_utf16(
    all: &Bytes,
    slots: Option<&Slots>,
    src: &[u16],
    dst: &mut [MaybeUninit<u8>],
) -> (usize, usize) {
    /// The number of code units after which it is known whether each has a byte. To load bytes takes long just after they are stored.
    const BLOCK: usize = 1024;
    /// The number of code units that are not looked up if all are ASCII.
    const CHUNK: usize = 32;

    let len = src.len().min(dst.len());
    let mut done = 0;
    for (places, units) in dst[..len].chunks_mut(BLOCK).zip(src[..len].chunks(BLOCK)) {
        for (places, units) in places.chunks_mut(CHUNK).zip(units.chunks(CHUNK)) {
            let is_ascii = slots.is_some()
                && units.len() == CHUNK
                && units.iter().fold(0, |all, unit| all | unit) < 0x80;
            for (place, &unit) in places.iter_mut().zip(units) {
                place.write(match is_ascii {
                    true => unit as u8,
                    false => all[usize::from(unit)],
                });
            }
        }
        // SAFETY: all places are written.
        let bytes = unsafe { uninit::items(places) };
        // Zero stands for none, and for U+0000, which texts rarely have. Without a branch, the test takes a few vector instructions.
        if bytes.iter().fold(false, |any, &byte| any | (byte == 0)) {
            let is_there = |&&unit: &&u16| byte_of(all, unit).is_some();
            let there = units.iter().take_while(is_there).count();
            if there < units.len() {
                return (done + there, done + there);
            }
        }
        done += units.len();
    }
    (done, done)
}
