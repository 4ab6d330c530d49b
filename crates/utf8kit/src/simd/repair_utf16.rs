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
use super::swap_bytes::ordered;
use crate::code_unit::{CodeUnit, InBytes};
use crate::code_unit::{is_high, is_low};
use crate::simd::arch::{Kernel, Simd, Sum, enter_outlined};

/// Copies code units, with U+FFFD for each unpaired surrogate, and returns the number of these. With `SWAP` it reverses the
/// bytes of each unit that it writes, and does not work in place.
pub(crate) struct Repair<const BIG: bool, const SWAP: bool> {
    pub(crate) from: *const u8,
    pub(crate) to: *mut u8,
    /// The number of code units.
    pub(crate) units: usize,
}

/// The number of vectors that are tested together.
const BLOCK: usize = 4;

/// The number of blocks that are repaired together. If they had no errors, blocks are only tested. Where there are 32, text with an error
/// in 10000 bytes takes a fifth longer.
const BLOCKS: usize = 8;

impl<S: Simd, const BIG: bool, const SWAP: bool> Kernel<S> for Repair<BIG, SWAP>
where
    InBytes<2, BIG>: CodeUnit<Number = u16>,
{
    type Output = usize;

    #[inline(always)]
    fn run(self, simd: S) -> usize {
        if self.units == 0 {
            return 0;
        }
        if UNIT * self.units > short::<S>() {
            // Outlined so that short text needs few registers.
            return enter_outlined(simd, Long(self));
        }
        // SAFETY: the caller of a method of `Kernels` promises that as many code units can be read at `from` and written at
        // `to`, and that the two are the same or do not overlap.
        unsafe {
            let mut text = Text::<S, BIG, SWAP>::new(simd, self);
            text.rest();
            text.replaced
        }
    }
}

/// What [`Repair`] does with text that is not short. The text is not empty.
pub(super) struct Long<const BIG: bool, const SWAP: bool>(pub(super) Repair<BIG, SWAP>);

impl<S: Simd, const BIG: bool, const SWAP: bool> Kernel<S> for Long<BIG, SWAP>
where
    InBytes<2, BIG>: CodeUnit<Number = u16>,
{
    type Output = usize;

    #[inline(always)]
    fn run(self, simd: S) -> usize {
        // SAFETY: as for `Repair`.
        unsafe {
            let mut text = Text::<S, BIG, SWAP>::new(simd, self.0);
            text.blocks();
            text.rest();
            text.replaced
        }
    }
}

/// Returns the number of bytes of which more must be left for a block: the block and what is read after it, one unit to test
/// the last one, and a vector to repair it.
#[inline(always)]
const fn enough<S: Simd>() -> usize {
    (BLOCK + 1) * S::LEN
}

/// Returns the number of bytes up to which text is short.
#[inline(always)]
const fn short<S: Simd>() -> usize {
    if S::HAS_MASKS { 16 * S::LEN } else { enough::<S>() }
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
    /// As many code units can be read at `from` and written at `to`. The two are the same, unless `SWAP`, or do not overlap.
    #[inline(always)]
    unsafe fn new(simd: S, Repair { from, to, units }: Repair<BIG, SWAP>) -> Self {
        let len = UNIT * units;
        const { assert!(BLOCKS * BLOCK <= S::Replaced::MOST) };
        debug_assert!(from == to && !SWAP || from.addr().abs_diff(to.addr()) >= len);
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

    /// Processes whole blocks, and leaves less than one and two vectors more.
    ///
    /// # Safety
    ///
    /// The text has the promises of [`Self::new`].
    #[inline(always)]
    unsafe fn blocks(&mut self) {
        let simd = self.simd;
        // SAFETY: more than `enough` bytes are left in each step.
        unsafe {
            while self.len - self.done > enough::<S>() {
                if self.skip_well_formed() {
                    return;
                }
                let mut before = simd.before(self.starts_with_unpaired());
                loop {
                    let mut replaced = S::Replaced::none(simd);
                    for _ in 0..BLOCKS {
                        if self.len - self.done <= enough::<S>() {
                            break;
                        }
                        for _ in 0..BLOCK {
                            let unpaired;
                            (unpaired, before) = self.repair_vector(before);
                            replaced = replaced.and(simd, simd.replaced(unpaired));
                        }
                    }
                    let replaced = replaced.total(simd);
                    self.replaced += replaced;
                    if replaced == 0 {
                        break;
                    }
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
    unsafe fn starts_with_unpaired(&self) -> bool {
        // SAFETY: a unit is left, and one is before it unless `done` is 0.
        unsafe { is_low(self.unit(self.done)) && (self.done == 0 || !is_high(self.unit(self.done - UNIT))) }
    }

    /// Copies blocks without errors, as long as [`enough`] is left, and returns `true` if no more are.
    ///
    /// # Safety
    ///
    /// The text has the promises of [`Self::new`].
    #[inline(always)]
    unsafe fn skip_well_formed(&mut self) -> bool {
        let simd = self.simd;
        let none = simd.splat(0);
        // SAFETY: more than a block and a vector is left in each step of both loops.
        unsafe {
            while self.len - self.done > enough::<S>() {
                let at = self.from.add(self.done);
                self.src.debug_assert_within(at, 0, BLOCK * S::LEN);
                if !simd.any_surrogates::<BIG>(at, BLOCK) {
                    self.copy_block();
                    continue;
                }
                // The last unit of a block without surrogates was not compared with the next one.
                if self.starts_with_unpaired() {
                    return false;
                }
                loop {
                    let at = self.from.add(self.done);
                    self.src.debug_assert_within(at, 0, BLOCK * S::LEN + UNIT);
                    let (mut unpaired, mut last) = (none, none);
                    for i in 0..BLOCK {
                        let at = at.add(i * S::LEN);
                        last = simd.load(at);
                        unpaired = simd.gather_unpaired::<BIG>(unpaired, last, simd.load(at.add(UNIT)));
                    }
                    if simd.any(unpaired) {
                        return false;
                    }
                    self.copy_block();
                    if !simd.any_gathered(simd.gather_surrogates::<BIG>(none, last))
                        || self.len - self.done <= enough::<S>()
                    {
                        break;
                    }
                }
            }
        }
        true
    }

    /// Copies a block as it is.
    ///
    /// # Safety
    ///
    /// A block is left, of the text and of what can be written at `to`.
    #[inline(always)]
    unsafe fn copy_block(&mut self) {
        let simd = self.simd;
        debug_assert!(self.len - self.done >= BLOCK * S::LEN);
        if self.from != self.to {
            for at in (self.done..).step_by(S::LEN).take(BLOCK) {
                // SAFETY: the caller promises the block.
                unsafe {
                    let v = simd.load(self.from.add(at));
                    simd.store(self.to.add(at), ordered::<S, SWAP>(simd, v));
                }
            }
        }
        self.done += BLOCK * S::LEN;
    }

    /// Processes a vector after what is `before` it, and returns its unpaired surrogates and what is before the next one.
    ///
    /// # Safety
    ///
    /// More than a vector is left.
    #[inline(always)]
    unsafe fn repair_vector(&mut self, before: S::Before) -> (S::Unpaired, S::Before) {
        let simd = self.simd;
        // SAFETY: the caller promises the vector and a unit after it.
        unsafe {
            let at = self.from.add(self.done);
            self.src.debug_assert_within(at, 0, S::LEN + UNIT);
            let (v, next) = (simd.load(at), simd.load(at.add(UNIT)));
            let (unpaired, after) = simd.unpaired::<BIG>(before, v, next);
            let repaired = simd.replace::<BIG>(v, unpaired);
            simd.store(self.to.add(self.done), ordered::<S, SWAP>(simd, repaired));
            self.done += S::LEN;
            (unpaired, after)
        }
    }

    /// Processes what is left.
    ///
    /// # Safety
    ///
    /// The text has the promises of [`Self::new`]. At least a unit is left.
    #[inline(always)]
    unsafe fn rest(&mut self) {
        // SAFETY: the caller promises the same. The text may have errors from `done` on.
        unsafe {
            // Where errors are, more are near.
            if self.replaced > 0 || !self.rest_is_well_formed() {
                self.repair_rest();
            }
        }
    }

    /// Copies what is left as long as it has no errors, and returns `true` if that is all.
    ///
    /// # Safety
    ///
    /// As for [`Self::rest`].
    #[inline(always)]
    unsafe fn rest_is_well_formed(&mut self) -> bool {
        let simd = self.simd;
        let none = simd.splat(0);
        // SAFETY: more than a vector is left in each step, and then at most one. If the text has a vector, the last one overlaps
        // the processed text, and otherwise that is all.
        unsafe {
            if self.starts_with_unpaired() {
                return false;
            }
            while self.len - self.done > S::LEN {
                let at = self.from.add(self.done);
                self.src.debug_assert_within(at, 0, S::LEN + UNIT);
                let v = simd.load(at);
                if simd.any(simd.gather_unpaired::<BIG>(none, v, simd.load(at.add(UNIT)))) {
                    return false;
                }
                if self.from != self.to {
                    simd.store(self.to.add(self.done), ordered::<S, SWAP>(simd, v));
                }
                self.done += S::LEN;
            }
            let (last, len) = self.last();
            let at = self.from.add(last);
            self.src.debug_assert_within(at, 0, len);
            let v = load_most(simd, at, len);
            if simd.any(simd.gather_unpaired::<BIG>(none, v, simd.next_unit(v))) {
                return false;
            }
            if self.from != self.to {
                store_most(simd, self.to.add(last), ordered::<S, SWAP>(simd, v), len);
            }
        }
        true
    }

    /// Returns the offset and the length of the last vector, or of all text that is shorter.
    #[inline(always)]
    fn last(&self) -> (usize, usize) {
        let last = self.len.saturating_sub(S::LEN);
        (last, self.len - last)
    }

    /// Copies what is left, with replacements.
    ///
    /// # Safety
    ///
    /// As for [`Self::rest`].
    #[inline(always)]
    unsafe fn repair_rest(&mut self) {
        let simd = self.simd;
        // SAFETY: as in `rest_is_well_formed`.
        unsafe {
            let mut before = simd.before(self.starts_with_unpaired());
            while self.len - self.done > S::LEN {
                let unpaired;
                (unpaired, before) = self.repair_vector(before);
                self.replaced += simd.count_unpaired(unpaired, 0);
            }
            let new = self.done;
            let len;
            (self.done, len) = self.last();
            let at = self.from.add(self.done);
            self.src.debug_assert_within(at, 0, len);
            let v = load_most(simd, at, len);
            let before = simd.before(self.starts_with_unpaired());
            let (unpaired, _) = simd.unpaired::<BIG>(before, v, simd.next_unit(v));
            let repaired = simd.replace::<BIG>(v, unpaired);
            store_most(
                simd,
                self.to.add(self.done),
                ordered::<S, SWAP>(simd, repaired),
                len,
            );
            self.replaced += simd.count_unpaired(unpaired, (new - self.done) / UNIT);
        }
    }
}

/// Loads the first `len` bytes of a vector, mostly all of them, followed by zeros.
///
/// # Safety
///
/// `len` bytes can be read at `from`, at most a vector.
#[inline(always)]
unsafe fn load_most<S: Simd>(simd: S, from: *const u8, len: usize) -> S::Bytes {
    // SAFETY: the caller promises the bytes.
    unsafe {
        if len < S::LEN {
            simd.load_short(from, len)
        } else {
            simd.load(from)
        }
    }
}

/// Stores the first `len` bytes of a vector, mostly all of them.
///
/// # Safety
///
/// `len` bytes can be written at `to`, at most a vector.
#[inline(always)]
unsafe fn store_most<S: Simd>(simd: S, to: *mut u8, v: S::Bytes, len: usize) {
    // SAFETY: the caller promises the bytes.
    unsafe {
        if len < S::LEN {
            simd.store_short(to, v, len);
        } else {
            simd.store(to, v);
        }
    }
}

/// Does what [`Repair`] does, in plain code.
///
/// # Safety
///
/// `units` code units can be read at `from` and written at `to`. The two are the same or do not overlap.
pub(crate) unsafe fn portable<const BIG: bool>(from: *const u8, to: *mut u8, units: usize) -> usize
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
            let unit = InBytes::<2, BIG>::from_number(unit);
            // SAFETY: the unit is one of `units`; the type has no alignment.
            unsafe { to.add(2 * (done + i)).cast::<InBytes<2, BIG>>().write(unit) };
        }
        replaced += usize::from(count);
        done += len;
    }
    replaced
}
