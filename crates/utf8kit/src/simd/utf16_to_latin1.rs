//! Converts UTF-16 to bytes and back where all code units are below a limit, so that their numbers do not change:
//! ASCII and Latin-1.
//!
//! A block of vectors is tested once and narrowed or widened. The last block that is narrowed and the last vector overlap the
//! processed text, or the vector is masked.

use super::bounds::Bounds;
use crate::code_unit::{CodeUnit, InBytes, units_in, units_to_write};
use crate::parts;
use crate::simd::arch::{Kernel, Simd};
use core::mem::MaybeUninit;

/// The number of vectors of bytes in a block of code units that are narrowed. All of them are in registers at once.
const BLOCK: usize = 2;

/// The number of bytes in a block that is widened.
const WIDE_BLOCK: usize = 128;

/// Converts UTF-16 in bytes to bytes, as long as code units are below `LIMIT`, and as much as fits. Returns the number of
/// *code units* read and of bytes written, which are equal.
pub(crate) struct Narrow<'s, 'd, const LIMIT: u32, const BIG: bool> {
    pub(crate) src: &'s [u8],
    pub(crate) dst: &'d mut [MaybeUninit<u8>],
}

/// Converts bytes to UTF-16 in bytes, as long as they are below `LIMIT`, and as much as fits. Returns the number of bytes
/// read and of *code units* written, which are equal.
pub(crate) struct Widen<'s, 'd, const LIMIT: u32, const BIG: bool> {
    pub(crate) src: &'s [u8],
    pub(crate) dst: &'d mut [MaybeUninit<u8>],
}

/// Returns the bits, in memory, that code units below `LIMIT` do not have.
#[inline(always)]
const fn bits_above<const LIMIT: u32, const BIG: bool>() -> u16 {
    let above = !(LIMIT as u16 - 1);
    if BIG == cfg!(target_endian = "big") {
        above
    } else {
        above.swap_bytes()
    }
}

impl<S: Simd, const LIMIT: u32, const BIG: bool> Kernel<S> for Narrow<'_, '_, LIMIT, BIG>
where
    InBytes<2, BIG>: CodeUnit<Number = u16>,
{
    type Output = (usize, usize);

    #[inline(always)]
    fn run(self, simd: S) -> (usize, usize) {
        let (from, to) = (self.src.as_ptr(), self.dst.as_mut_ptr().cast::<u8>());
        let units = units_in::<2, BIG>(self.src);
        let len = units.len().min(self.dst.len());
        let above = bits_above::<LIMIT, BIG>();
        let (source, target) = (Bounds::of(self.src), Bounds::of(self.dst));
        let mut done = 0;
        // SAFETY: there are at least `len` code units of the source and bytes of the destination, of which `done` are
        // processed. Vectors are read and written only where they are left, or in the last block or vector, which begins
        // before `done` where as many of the `len` are before its end. `put_narrow_last` is given what is left.
        unsafe {
            while len - done > BLOCK * S::LEN {
                let (from, to) = (from.add(2 * done), to.add(done));
                source.debug_assert_within(from, 0, 2 * BLOCK * S::LEN);
                target.debug_assert_within(to, 0, BLOCK * S::LEN);
                if !put_narrow_block::<S, LIMIT, BIG>(simd, from, to) {
                    break;
                }
                done += BLOCK * S::LEN;
            }
            if done > 0 && len - done <= BLOCK * S::LEN {
                // The last block overlaps the processed text.
                let at = len - BLOCK * S::LEN;
                source.debug_assert_within(from.add(2 * at), 0, 2 * BLOCK * S::LEN);
                target.debug_assert_within(to.add(at), 0, BLOCK * S::LEN);
                if put_narrow_block::<S, LIMIT, BIG>(simd, from.add(2 * at), to.add(at)) {
                    return (len, len);
                }
            }
            while len - done > S::LEN {
                source.debug_assert_within(from.add(2 * done), 0, 2 * S::LEN);
                target.debug_assert_within(to.add(done), 0, S::LEN);
                let (a, b) = pair(simd, from.add(2 * done));
                if simd.any_units(a | b, above) {
                    break;
                }
                simd.store(to.add(done), simd.narrow::<BIG>(a, b));
                done += S::LEN;
            }
            let left = len - done;
            if len < S::LEN {
                let (from, to) = (from.add(2 * done), to.add(done));
                if put_narrow_last::<S, LIMIT, BIG>(simd, from, to, self.dst.len() - done, left) {
                    return (len, len);
                }
            } else if left <= S::LEN {
                // The last vector overlaps the processed text.
                let at = len - S::LEN;
                source.debug_assert_within(from.add(2 * at), 0, 2 * S::LEN);
                target.debug_assert_within(to.add(at), 0, S::LEN);
                let (a, b) = pair(simd, from.add(2 * at));
                if !simd.any_units(a | b, above) {
                    simd.store(to.add(at), simd.narrow::<BIG>(a, b));
                    return (len, len);
                }
            }
        }
        for (place, unit) in parts::from_mut(self.dst, done)
            .iter_mut()
            .zip(parts::from(parts::to(units, len), done))
        {
            if u32::from(unit.number()) >= LIMIT {
                break;
            }
            place.write(unit.number() as u8);
            done += 1;
        }
        (done, done)
    }
}

/// Narrows a block if all of its code units are below `LIMIT`, and returns whether they are.
///
/// # Safety
///
/// Two vectors can be read at `from`, and one can be written at `to`, for each of the [`BLOCK`] vectors of bytes.
#[inline(always)]
unsafe fn put_narrow_block<S: Simd, const LIMIT: u32, const BIG: bool>(
    simd: S,
    from: *const u8,
    to: *mut u8,
) -> bool {
    // SAFETY: the caller promises these vectors.
    unsafe {
        simd.prefetch(to, BLOCK);
        // All are loaded before the first store, behind which they would have to be loaded again.
        let pairs: [_; BLOCK] = core::array::from_fn(|i| pair(simd, from.add(2 * i * S::LEN)));
        let all = pairs.iter().fold(simd.splat(0), |all, &(a, b)| all | a | b);
        if simd.any_units(all, bits_above::<LIMIT, BIG>()) {
            return false;
        }
        for (i, &(a, b)) in pairs.iter().enumerate() {
            simd.store(to.add(i * S::LEN), simd.narrow::<BIG>(a, b));
        }
    }
    true
}

/// Narrows `len` code units if all are below `LIMIT`, and returns whether they are. `len` is at most the bytes of a
/// vector.
///
/// # Safety
///
/// `len` code units can be read at `from`, and `len` is at most the bytes of a vector. `capacity` bytes can be written at
/// `to`, and `len` is at most `capacity`.
#[inline(always)]
pub(super) unsafe fn put_narrow_last<S: Simd, const LIMIT: u32, const BIG: bool>(
    simd: S,
    from: *const u8,
    to: *mut u8,
    capacity: usize,
    len: usize,
) -> bool {
    debug_assert!(len <= S::LEN && len <= capacity);
    let first = (2 * len).min(S::LEN);
    // SAFETY: the caller promises `len` code units, and `capacity` bytes, which are at least `len`.
    unsafe {
        let a = simd.load_short(from, first);
        let b = simd.load_short(from.add(first), 2 * len - first);
        if simd.any_units(a | b, bits_above::<LIMIT, BIG>()) {
            return false;
        }
        let bytes = simd.narrow::<BIG>(a, b);
        if capacity >= S::LEN {
            simd.store(to, bytes);
        } else {
            simd.store_short(to, bytes, len);
        }
    }
    true
}

/// Loads two vectors.
///
/// # Safety
///
/// Two vectors can be read at `from`.
#[inline(always)]
unsafe fn pair<S: Simd>(simd: S, from: *const u8) -> (S::Bytes, S::Bytes) {
    // SAFETY: the caller promises two vectors.
    unsafe { (simd.load(from), simd.load(from.add(S::LEN))) }
}

impl<S: Simd, const LIMIT: u32, const BIG: bool> Kernel<S> for Widen<'_, '_, LIMIT, BIG>
where
    InBytes<2, BIG>: CodeUnit<Number = u16>,
{
    type Output = (usize, usize);

    #[inline(always)]
    fn run(self, simd: S) -> (usize, usize) {
        const { assert!(LIMIT == 0x80 || LIMIT == 0x100) };
        let (from, to) = (self.src.as_ptr(), self.dst.as_mut_ptr().cast::<u8>());
        let capacity = self.dst.len() / 2;
        let len = self.src.len().min(capacity);
        let (source, target) = (Bounds::of(self.src), Bounds::of(self.dst));
        let mut done = 0;
        // SAFETY: there are at least `len` bytes of the source and code units of the destination, of which `done` are
        // processed. Vectors are read and written only where they are left, or in the last vector, which has at least
        // `S::LEN` of the `len` before its end.
        unsafe {
            while len - done > WIDE_BLOCK {
                let (from, to) = (from.add(done), to.add(2 * done));
                source.debug_assert_within(from, 0, WIDE_BLOCK);
                target.debug_assert_within(to, 0, 2 * WIDE_BLOCK);
                for i in 0..WIDE_BLOCK / S::LEN {
                    simd.put_ascii_units::<BIG>(to.add(2 * i * S::LEN), from.add(i * S::LEN));
                }
                // The test is after the stores. If it loaded the vectors first, LLVM would not load their halves again to widen
                // them, but permute them, which takes longer.
                if LIMIT == 0x80 {
                    let mut all = simd.splat(0);
                    for i in 0..WIDE_BLOCK / S::LEN {
                        all = all | simd.load(from.add(i * S::LEN));
                    }
                    if simd.any_not_ascii(all) {
                        break;
                    }
                }
                done += WIDE_BLOCK;
            }
            while len - done > S::LEN {
                if LIMIT == 0x80 && simd.any_not_ascii(simd.load(from.add(done))) {
                    break;
                }
                source.debug_assert_within(from.add(done), 0, S::LEN);
                target.debug_assert_within(to.add(2 * done), 0, 2 * S::LEN);
                simd.put_ascii_units::<BIG>(to.add(2 * done), from.add(done));
                done += S::LEN;
            }
            let left = len - done;
            if len < S::LEN {
                let bytes = simd.load_short(from.add(done), left);
                if LIMIT == 0x100 || !simd.any_not_ascii(bytes) {
                    simd.put_first_units::<BIG>(to.add(2 * done), capacity - done, bytes, left);
                    return (len, len);
                }
            } else if left <= S::LEN {
                // The last vector overlaps the processed text.
                let at = len - S::LEN;
                source.debug_assert_within(from.add(at), 0, S::LEN);
                target.debug_assert_within(to.add(2 * at), 0, 2 * S::LEN);
                if LIMIT == 0x100 || !simd.any_not_ascii(simd.load(from.add(at))) {
                    simd.put_ascii_units::<BIG>(to.add(2 * at), from.add(at));
                    return (len, len);
                }
            }
        }
        let places = units_to_write::<InBytes<2, BIG>>(self.dst);
        for (place, &byte) in parts::from_mut(places, done)
            .iter_mut()
            .zip(parts::from(parts::to(self.src, len), done))
        {
            if u32::from(byte) >= LIMIT {
                break;
            }
            place.write(InBytes::from_number(byte.into()));
            done += 1;
        }
        (done, done)
    }
}

/// Narrows at most as many code units as two vectors have bytes to Latin-1, all of them or none.
pub(crate) struct NarrowShort<'s, 'd, const BIG: bool> {
    pub(crate) src: &'s [u8],
    pub(crate) dst: &'d mut [MaybeUninit<u8>],
}

/// Widens at most a vector of Latin-1, all of it or nothing.
pub(crate) struct WidenShort<'s, 'd, const BIG: bool> {
    pub(crate) src: &'s [u8],
    pub(crate) dst: &'d mut [MaybeUninit<u8>],
}

impl<S: Simd, const BIG: bool> Kernel<S> for NarrowShort<'_, '_, BIG> {
    type Output = (usize, usize);

    #[inline(always)]
    fn run(self, simd: S) -> (usize, usize) {
        let len = (self.src.len() / 2).min(2 * S::LEN);
        if len > self.dst.len() {
            return (0, 0);
        }
        let (from, to) = (self.src.as_ptr(), self.dst.as_mut_ptr().cast::<u8>());
        // SAFETY: the source has at least `len` code units, and the destination as many bytes. If these are more than those of
        // a vector, the last ones overlap the first.
        let is_done = unsafe {
            if len <= S::LEN {
                put_narrow_last::<S, 0x100, BIG>(simd, from, to, self.dst.len(), len)
            } else {
                let at = len - S::LEN;
                let ((a, b), (c, d)) = (pair(simd, from), pair(simd, from.add(2 * at)));
                let is_narrow = !simd.any_units(a | b | c | d, bits_above::<0x100, BIG>());
                if is_narrow {
                    simd.store(to, simd.narrow::<BIG>(a, b));
                    simd.store(to.add(at), simd.narrow::<BIG>(c, d));
                }
                is_narrow
            }
        };
        if is_done { (len, len) } else { (0, 0) }
    }
}

impl<S: Simd, const BIG: bool> Kernel<S> for WidenShort<'_, '_, BIG> {
    type Output = (usize, usize);

    #[inline(always)]
    fn run(self, simd: S) -> (usize, usize) {
        let (len, capacity) = (self.src.len().min(S::LEN), self.dst.len() / 2);
        if len > capacity {
            return (0, 0);
        }
        // SAFETY: the source has at least `len` bytes, and the destination as many code units.
        unsafe {
            let bytes = simd.load_short(self.src.as_ptr(), len);
            simd.put_first_units::<BIG>(self.dst.as_mut_ptr().cast(), capacity, bytes, len);
        }
        (len, len)
    }
}
