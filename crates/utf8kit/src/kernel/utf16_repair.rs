//! Copies UTF-16 with U+FFFD for each unpaired surrogate, or writes these in place.
//!
//! # Algorithm
//!
//! A surrogate is unpaired if it is a high one and the next code unit is not a low one, or if it is a low one and the code
//! unit before is not a high one. So each vector is compared with the text one unit earlier and one unit later, and the
//! result is the same for the new text as for the old one: a replacement separates no pair. There is no branch on where the
//! errors are.
//!
//! Most text has no errors. Blocks are only tested, and copied if need be, until one has an error; then vectors are
//! replaced until several blocks in turn had none.

use super::bounds::Bounds;
use super::utf16::{accumulate, is_high, is_low};
use crate::code_unit::{CodeUnit, InBytes};
use crate::vector::{Kernel, Simd};

/// Copies code units, with U+FFFD for each unpaired surrogate, and returns the number of these. With `SWAP` it reverses the
/// bytes of each unit that it writes.
pub(crate) struct Repair<const BIG: bool, const SWAP: bool> {
    pub(crate) from: *const u8,
    pub(crate) to: *mut u8,
    /// The number of code units.
    pub(crate) units: usize,
}

/// The number of vectors that are tested together.
const BLOCK: usize = 4;

/// The number of consecutive blocks without errors after which blocks are only tested.
const SWITCH_AFTER: u32 = 4;

impl<S: Simd, const BIG: bool, const SWAP: bool> Kernel<S> for Repair<BIG, SWAP>
where
    InBytes<2, BIG>: CodeUnit<Number = u16>,
{
    type Output = usize;

    #[inline(always)]
    fn run(self, simd: S) -> usize {
        // SAFETY: the caller of a field of `Kernels` promises that as many code units can be read at `from` and written at
        // `to`, and that the two are the same or do not overlap.
        unsafe {
            let mut text = Text::<S, BIG, SWAP>::new(simd, self.from, self.to, 2 * self.units);
            text.blocks();
            text.rest();
            text.replaced
        }
    }
}

/// The text, with the progress.
struct Text<S: Simd, const BIG: bool, const SWAP: bool> {
    simd: S,
    from: *const u8,
    to: *mut u8,
    /// The number of bytes.
    len: usize,
    /// The number of bytes that are copied.
    done: usize,
    /// The number of units that were replaced.
    replaced: usize,
    src: Bounds,
}

/// The bytes of a code unit.
const UNIT: usize = 2;

impl<S: Simd, const BIG: bool, const SWAP: bool> Text<S, BIG, SWAP>
where
    InBytes<2, BIG>: CodeUnit<Number = u16>,
{
    /// # Safety
    ///
    /// `len` bytes, whole code units, can be read at `from` and written at `to`. The two are the same or do not overlap.
    #[inline(always)]
    unsafe fn new(simd: S, from: *const u8, to: *mut u8, len: usize) -> Self {
        debug_assert!(from == to || from.addr().abs_diff(to.addr()) >= len);
        Text {
            simd,
            from,
            to,
            len,
            done: 0,
            replaced: 0,
            // SAFETY: the caller promises the bytes.
            src: Bounds::of(unsafe { core::slice::from_raw_parts(from, len) }),
        }
    }

    /// Returns the code unit at the offset `at`, in bytes.
    ///
    /// # Safety
    ///
    /// `at` is at most `len - 2`.
    #[inline(always)]
    unsafe fn unit(&self, at: usize) -> u16 {
        self.src.debug_assert_within(self.from.wrapping_add(at), 0, UNIT);
        // SAFETY: the caller promises the unit; the type has no alignment.
        unsafe { self.from.add(at).cast::<InBytes<2, BIG>>().read() }.number()
    }

    /// Returns the vector at the offset `at`, in bytes, with zeros for what is behind the text.
    ///
    /// # Safety
    ///
    /// `at` is at most `len`.
    #[inline(always)]
    unsafe fn vector(&self, at: usize) -> S::Bytes {
        let left = self.len - at;
        self.src.debug_assert_within(self.from.wrapping_add(at), 0, left);
        // SAFETY: the caller promises that `left` bytes are there.
        unsafe {
            if left >= S::LEN && !S::HAS_MASKS {
                self.simd.load(self.from.add(at))
            } else {
                self.simd.load_short(self.from.add(at), left.min(S::LEN))
            }
        }
    }

    /// Returns the vector of the text one code unit before `done`, where less than a vector may be left.
    ///
    /// # Safety
    ///
    /// The text has the promises of [`Self::new`].
    #[inline(always)]
    unsafe fn prev1(&self) -> S::Bytes {
        // SAFETY: a unit is before `done` unless it is 0.
        unsafe {
            if self.done == 0 {
                self.simd.after_zeros(self.vector(0))[1]
            } else {
                self.vector(self.done - UNIT)
            }
        }
    }

    /// Processes whole blocks, and leaves less than one and two vectors more.
    ///
    /// # Safety
    ///
    /// The text has the promises of [`Self::new`].
    #[inline(always)]
    unsafe fn blocks(&mut self) {
        let block = BLOCK * S::LEN;
        // What comes after a block is read, too: one unit to test the last one, and in `repair_block` a vector.
        let enough = block + S::LEN;
        // SAFETY: more than `enough` bytes are left in each step.
        unsafe {
            while self.len - self.done > enough {
                if self.skip_well_formed(enough) {
                    return;
                }
                let mut prev1 = self.prev1();
                let mut clean_blocks = 0;
                while clean_blocks < SWITCH_AFTER && self.len - self.done > enough {
                    let before = self.replaced;
                    for _ in 0..BLOCK {
                        prev1 = self.repair_vector(prev1);
                    }
                    clean_blocks = if self.replaced == before {
                        clean_blocks + 1
                    } else {
                        0
                    };
                }
            }
        }
    }

    /// Returns `true` if the unit at `done` is a low surrogate after a unit that is no high one.
    ///
    /// # Safety
    ///
    /// At least a unit is left.
    #[inline(always)]
    unsafe fn starts_with_unpaired_low(&self) -> bool {
        // SAFETY: a unit is left, and one is before it unless `done` is 0.
        unsafe { is_low(self.unit(self.done)) && (self.done == 0 || !is_high(self.unit(self.done - UNIT))) }
    }

    /// Copies blocks without errors, as long as more than `enough` bytes are left, and returns `true` if no more are.
    ///
    /// # Safety
    ///
    /// `enough` is more than a block. The text has the promises of [`Self::new`].
    #[inline(always)]
    unsafe fn skip_well_formed(&mut self, enough: usize) -> bool {
        let simd = self.simd;
        let none = simd.splat(0);
        let mut is_rare = true;
        while self.len - self.done > enough {
            // SAFETY: more than a block is left.
            unsafe {
                let at = self.from.add(self.done);
                self.src.debug_assert_within(at, 0, BLOCK * S::LEN + UNIT);
                if !is_rare || simd.any_surrogates::<BIG>(at, BLOCK) {
                    // The last unit of a block without surrogates was not compared with the next one.
                    if is_rare && self.starts_with_unpaired_low() {
                        return false;
                    }
                    let mut both = (none, none);
                    for i in 0..BLOCK {
                        both = accumulate::<S, BIG>(simd, both, at.add(i * S::LEN));
                    }
                    let (some, unpaired) = both;
                    if simd.any(unpaired) {
                        return false;
                    }
                    is_rare = !simd.any_gathered(some);
                }
                if self.from != self.to {
                    for i in 0..BLOCK {
                        let v = simd.load(at.add(i * S::LEN));
                        simd.store(self.to.add(self.done + i * S::LEN), ordered::<S, SWAP>(simd, v));
                    }
                }
            }
            self.done += BLOCK * S::LEN;
        }
        true
    }

    /// Processes a vector after the text one unit earlier, `prev1`, and returns that of the next vector.
    ///
    /// # Safety
    ///
    /// At least two vectors are left, or one and a unit less than two.
    #[inline(always)]
    unsafe fn repair_vector(&mut self, prev1: S::Bytes) -> S::Bytes {
        let simd = self.simd;
        // SAFETY: the caller promises the vectors.
        unsafe {
            let at = self.from.add(self.done);
            self.src.debug_assert_within(at, 0, 2 * S::LEN - UNIT);
            let (v, next) = (simd.load(at), simd.load(at.add(UNIT)));
            // Loaded before the store: a load of what was just stored in part would have to wait for the cache.
            let next_prev1 = simd.load(at.add(S::LEN - UNIT));
            let (repaired, count) = simd.replace_unpaired::<BIG>(prev1, v, next);
            simd.store(self.to.add(self.done), ordered::<S, SWAP>(simd, repaired));
            self.replaced += count;
            self.done += S::LEN;
            next_prev1
        }
    }

    /// Processes what is left.
    ///
    /// # Safety
    ///
    /// The text has the promises of [`Self::new`].
    #[inline(always)]
    unsafe fn rest(&mut self) {
        let simd = self.simd;
        // SAFETY: `prev1` and `vector` read what is left, and as many bytes as `v` has of the text are written.
        unsafe {
            let mut prev1 = self.prev1();
            while self.done < self.len {
                let left = self.len - self.done;
                if left >= 2 * S::LEN {
                    prev1 = self.repair_vector(prev1);
                    continue;
                }
                let (v, next) = (self.vector(self.done), self.vector(self.done + UNIT));
                let (repaired, count) = simd.replace_unpaired::<BIG>(prev1, v, next);
                let (to, repaired) = (self.to.add(self.done), ordered::<S, SWAP>(simd, repaired));
                if left > S::LEN {
                    // Before the store, as in `repair_vector`.
                    prev1 = self.vector(self.done + S::LEN - UNIT);
                }
                if left >= S::LEN {
                    simd.store(to, repaired);
                } else {
                    simd.store_short(to, repaired, left);
                }
                self.replaced += count;
                self.done += left.min(S::LEN);
            }
        }
    }
}

/// Returns code units with their bytes reversed if `SWAP`.
#[inline(always)]
fn ordered<S: Simd, const SWAP: bool>(simd: S, v: S::Bytes) -> S::Bytes {
    if SWAP { simd.swap_units(v) } else { v }
}

/// Does what [`Repair`] does, in plain code.
///
/// # Safety
///
/// `units` code units can be read at `from` and written at `to`. The two are the same or do not overlap.
pub(crate) unsafe fn portable<const BIG: bool, const SWAP: bool>(
    from: *const u8,
    to: *mut u8,
    units: usize,
) -> usize
where
    InBytes<2, BIG>: CodeUnit<Number = u16>,
{
    /// The number of code units that are processed together, for which the compiler uses vectors.
    const CHUNK: usize = 32;
    let (mut done, mut replaced, mut before) = (0, 0, 0);
    while done < units {
        let len = CHUNK.min(units - done);
        // The unit before the chunk, the chunk, the unit after it, and zeros, which are no surrogates.
        let mut text = [0; CHUNK + 2];
        text[0] = before;
        for (i, unit) in text[1..].iter_mut().enumerate().take(len + 1) {
            if done + i < units {
                // SAFETY: the unit is one of `units`; the type has no alignment.
                *unit = unsafe { from.add(2 * (done + i)).cast::<InBytes<2, BIG>>().read() }.number();
            }
        }
        before = text[len];
        let (mut repaired, mut count) = ([0; CHUNK], 0);
        for i in 0..CHUNK {
            let (prev, unit, next) = (text[i], text[i + 1], text[i + 2]);
            let unpaired = is_high(unit) & !is_low(next) | is_low(unit) & !is_high(prev);
            count += u16::from(unpaired);
            repaired[i] = if unpaired { 0xFFFD } else { unit };
        }
        for (i, &unit) in repaired[..len].iter().enumerate() {
            let unit = if SWAP { unit.swap_bytes() } else { unit };
            let unit = InBytes::<2, BIG>::from_number(unit);
            // SAFETY: the unit is one of `units`; the type has no alignment.
            unsafe { to.add(2 * (done + i)).cast::<InBytes<2, BIG>>().write(unit) };
        }
        replaced += usize::from(count);
        done += len;
    }
    replaced
}
