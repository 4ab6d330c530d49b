//! Units that keep their number in units of another width: UTF-16 to octets and back, all of them below a limit.

use crate::vector::{Simd, Work};
use core::mem::MaybeUninit;

/// Vectors of octets that are done together.
const TOGETHER: usize = 4;

/// From UTF-16 in the machine's order to octets as far as units are below `LIMIT` and there is room: how many are (read, written).
pub(crate) struct Narrow<'s, 'd, const LIMIT: u32> {
    pub(crate) src: &'s [u16],
    pub(crate) dst: &'d mut [MaybeUninit<u8>],
}

/// From octets to UTF-16 in the machine's order, likewise.
pub(crate) struct Widen<'s, 'd, const LIMIT: u32> {
    pub(crate) src: &'s [u8],
    pub(crate) dst: &'d mut [MaybeUninit<u16>],
}

impl<S: Simd, const LIMIT: u32> Work<S> for Narrow<'_, '_, LIMIT> {
    type Output = (usize, usize);

    #[inline(always)]
    fn run(self, simd: S) -> (usize, usize) {
        const BIG: bool = cfg!(target_endian = "big");
        let (from, to) = (self.src.as_ptr().cast::<u8>(), self.dst.as_mut_ptr().cast::<u8>());
        let len = self.src.len().min(self.dst.len());
        let above = !(LIMIT as u16 - 1);
        let mut done = 0;
        // SAFETY: there are `len` units and octets, of which `done` are done with; so many are read and written as are left,
        // or in the last vector those before again.
        unsafe {
            if len < S::LEN {
                let first = (2 * len).min(S::LEN);
                let a = simd.load_short(from, first);
                let b = simd.load_short(from.add(first), 2 * len - first);
                if !simd.any_units(a | b, above) {
                    simd.store_short(to, simd.narrow::<BIG>(a, b), len);
                    return (len, len);
                }
            }
            while len - done >= TOGETHER * S::LEN {
                let (from, to) = (from.add(2 * done), to.add(done));
                let mut all = simd.splat(0);
                for i in 0..2 * TOGETHER {
                    all = all | simd.load(from.add(i * S::LEN));
                }
                if simd.any_units(all, above) {
                    break;
                }
                for i in 0..TOGETHER {
                    let (a, b) = pair(simd, from.add(2 * i * S::LEN));
                    simd.store(to.add(i * S::LEN), simd.narrow::<BIG>(a, b));
                }
                done += TOGETHER * S::LEN;
            }
            while done < len && len >= S::LEN {
                let at = done.min(len - S::LEN);
                let (a, b) = pair(simd, from.add(2 * at));
                if simd.any_units(a | b, above) {
                    break;
                }
                simd.store(to.add(at), simd.narrow::<BIG>(a, b));
                done = at + S::LEN;
            }
        }
        for (place, &unit) in self.dst[done..len].iter_mut().zip(&self.src[done..len]) {
            if u32::from(unit) >= LIMIT {
                break;
            }
            place.write(unit as u8);
            done += 1;
        }
        (done, done)
    }
}

/// # Safety
///
/// Two vectors can be read.
#[inline(always)]
unsafe fn pair<S: Simd>(simd: S, from: *const u8) -> (S::Octets, S::Octets) {
    // SAFETY: the caller promises them.
    unsafe { (simd.load(from), simd.load(from.add(S::LEN))) }
}

impl<S: Simd, const LIMIT: u32> Work<S> for Widen<'_, '_, LIMIT> {
    type Output = (usize, usize);

    #[inline(always)]
    fn run(self, simd: S) -> (usize, usize) {
        const BIG: bool = cfg!(target_endian = "big");
        const { assert!(LIMIT == 0x80 || LIMIT == 0x100) };
        let (from, to) = (self.src.as_ptr(), self.dst.as_mut_ptr().cast::<u8>());
        let len = self.src.len().min(self.dst.len());
        let mut done = 0;
        // SAFETY: as above.
        unsafe {
            if len < S::LEN && (LIMIT == 0x100 || !simd.any_not_ascii(simd.load_short(from, len))) {
                simd.put_units_short::<BIG>(to, from, len);
                return (len, len);
            }
            while len - done >= TOGETHER * S::LEN {
                let (from, to) = (from.add(done), to.add(2 * done));
                if LIMIT == 0x80 {
                    let mut all = simd.splat(0);
                    for i in 0..TOGETHER {
                        all = all | simd.load(from.add(i * S::LEN));
                    }
                    if simd.any_not_ascii(all) {
                        break;
                    }
                }
                for i in 0..TOGETHER {
                    simd.put_ascii_units::<BIG>(to.add(2 * i * S::LEN), from.add(i * S::LEN));
                }
                done += TOGETHER * S::LEN;
            }
            while done < len && len >= S::LEN {
                let at = done.min(len - S::LEN);
                if LIMIT == 0x80 && simd.any_not_ascii(simd.load(from.add(at))) {
                    break;
                }
                simd.put_ascii_units::<BIG>(to.add(2 * at), from.add(at));
                done = at + S::LEN;
            }
        }
        for (place, &octet) in self.dst[done..len].iter_mut().zip(&self.src[done..len]) {
            if u32::from(octet) >= LIMIT {
                break;
            }
            place.write(octet.into());
            done += 1;
        }
        (done, done)
    }
}
