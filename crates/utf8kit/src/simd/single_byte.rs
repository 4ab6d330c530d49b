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
//! [`UnitToByte`] finds most characters in two steps instead. The last five bits of a code unit are its place in a slot of 32 bytes,
//! and a hash of the others says which of eight slots. What is found there is the right byte if its code unit is the given one.
//! Characters that share a hash share a slot, and so do hashes whose characters have other places in it.

use super::bounds::Bounds;
use super::progress::{Limits, ModeEnd, Progress, begin};
use super::utf16_to_utf8::{BmpMode, Pair, THREE_BYTES, convert_pairs};
use crate::simd::arch::{Kernel, LaneTable, Simd, enter_outlined};
use core::mem::MaybeUninit;

/// The code units of the bytes from `0x80` on.
#[derive(Clone, Debug)]
#[repr(align(64))]
pub(crate) struct UpperHalf {
    pub(super) low: Table128,
    pub(super) high: Table128,
}

/// A byte for each number below 128, in the vectors of each instruction set.
pub(super) type Table128 = [LaneTable; 8];

/// Returns the table of these bytes.
fn table_of(bytes: &[u8; 128]) -> Table128 {
    let (lanes, _) = bytes.as_chunks::<16>();
    core::array::from_fn(|lane| LaneTable(lanes[lane]))
}

/// Returns an entry of a table.
#[inline(always)]
fn entry(table: &Table128, index: usize) -> u8 {
    table[index / 16].0[index % 16]
}

/// Stands for no character: an unpaired surrogate.
pub(crate) const UNDEFINED: u16 = 0xD800;

impl UpperHalf {
    /// Returns the table of these code units, none of which is ASCII. [`UNDEFINED`] stands for none.
    pub(crate) fn new(units: &[u16; 128]) -> Self {
        UpperHalf {
            low: table_of(&units.map(|unit| unit as u8)),
            high: table_of(&units.map(|unit| (unit >> 8) as u8)),
        }
    }

    /// Returns the code unit of a byte.
    #[inline(always)]
    pub(crate) fn unit(&self, byte: u8) -> u16 {
        match byte {
            0..0x80 => byte.into(),
            0x80.. => {
                let index = usize::from(byte - 0x80);
                u16::from_le_bytes([entry(&self.low, index), entry(&self.high, index)])
            }
        }
    }

    /// Returns the number of bytes before the first without a character.
    fn defined_len(&self, bytes: &[u8]) -> usize {
        let is_defined = |&&byte: &&u8| self.unit(byte) != UNDEFINED;
        bytes.iter().take_while(is_defined).count()
    }
}

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

/// What bytes are in UTF-16.
#[derive(Clone, Copy)]
pub(crate) struct Found<V> {
    /// A code unit for each byte.
    pub(crate) units: [V; 2],
    /// Whether each byte has a character.
    pub(crate) is_defined: bool,
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
        places.write_copy_of_slice(utf8);
        written += utf8.len();
    }
    (src.len(), written)
}

/// The byte of each code unit. Zero stands for none, and is the byte of U+0000.
pub(crate) type Bytes = [u8; 1 << 16];

/// The bytes from `0x80` on, in slots.
#[derive(Clone, Debug)]
#[repr(align(64))]
pub(crate) struct Slots {
    /// Eight slots. Where no byte is, there is any byte that has a code unit.
    pub(super) bytes: [Table128; 2],
    /// The beginning of the slot of each hash.
    pub(super) starts: Table128,
    /// The code units of the bytes.
    pub(super) units: UpperHalf,
    /// For each bit of a hash, which bits of the high byte of a code unit it is the parity of, together with one of the low byte's.
    pub(super) rows: [u8; 8],
}

/// The number of bytes in a slot.
const SLOT: usize = 32;

/// The number of hashes that are tried.
const HASHES: usize = 64;

impl Slots {
    /// Returns the tables for the bytes of `all`, or `None` if the encoding does not contain ASCII, or nothing else.
    pub(crate) fn new(all: &Bytes) -> Option<Slots> {
        if (0..0x80).any(|unit| usize::from(all[unit]) != unit) {
            return None;
        }
        let mut units = [None; 128];
        for unit in 0x80..=0xFFFF_u16 {
            if let Some(index) = usize::from(all[usize::from(unit)]).checked_sub(0x80) {
                units[index] = Some(unit);
            }
        }
        units
            .iter()
            .any(Option::is_some)
            .then(|| Slots::with_units(&units))
    }

    /// Returns the tables for the code units of the bytes from `0x80` on. The units that find no place are those that only the other
    /// table has.
    fn with_units(units: &[Option<u16>; 128]) -> Self {
        // The first hash is that of most encodings: the lower bits of the high byte follow those of the low byte.
        let mut rows = [0, 0, 0, 0x01, 0x02, 0x04, 0x08, 0];
        let mut random = 0x9E37_79B9_7F4A_7C15_u64;
        let mut best: Option<(usize, Slots)> = None;
        for _ in 0..HASHES {
            let (lost, slots) = Slots::with_hash(units, rows);
            if best.as_ref().is_none_or(|&(least, _)| lost < least) {
                best = Some((lost, slots));
            }
            if lost == 0 {
                break;
            }
            for row in &mut rows[..7] {
                random = random.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(1);
                *row = (random >> 56) as u8;
            }
        }
        best.expect("a hash was tried").1
    }

    /// Returns the tables with a hash, and the number of characters that find no place.
    fn with_hash(units: &[Option<u16>; 128], rows: [u8; 8]) -> (usize, Slots) {
        let defined = || {
            (0x80..=0xFF)
                .zip(units)
                .filter_map(|(byte, unit)| Some((byte, (*unit)?)))
        };
        // The places that each hash takes in its slot.
        let mut places = [0_u32; 128];
        for (_, unit) in defined() {
            places[hash(rows, unit)] |= 1 << (unit % SLOT as u16);
        }
        let any = defined().next().map_or(0x80, |(byte, _)| byte);
        let (mut bytes, mut starts) = ([[any; 128]; 2], [0; 128]);
        let mut taken = [0_u32; 8];
        let mut is_placed = [false; 128];
        // Those with most characters first.
        for most in (1..=32).rev() {
            for (hash, &places) in places.iter().enumerate() {
                let slot = taken.iter().position(|taken| taken & places == 0);
                if places.count_ones() == most
                    && let Some(slot) = slot
                {
                    taken[slot] |= places;
                    starts[hash] = (SLOT * slot) as u8;
                    is_placed[hash] = true;
                }
            }
        }
        for (byte, unit) in defined() {
            let hash = hash(rows, unit);
            if is_placed[hash] {
                let place = usize::from(starts[hash]) + usize::from(unit) % SLOT;
                bytes[place / 128][place % 128] = byte;
            }
        }
        let slots = Slots {
            bytes: [table_of(&bytes[0]), table_of(&bytes[1])],
            starts: table_of(&starts),
            units: UpperHalf::new(&units.map(|unit| unit.unwrap_or(UNDEFINED))),
            rows,
        };
        let lost = defined()
            .filter(|&(byte, unit)| slots.byte(unit) != Some(byte))
            .count();
        (lost, slots)
    }

    /// Returns the byte of a code unit that is not ASCII, if it is in the slots.
    fn byte(&self, unit: u16) -> Option<u8> {
        let start = entry(&self.starts, hash(self.rows, unit));
        let place = usize::from(start) + usize::from(unit) % SLOT;
        let byte = entry(&self.bytes[place / 128], place % 128);
        (self.units.unit(byte) == unit).then_some(byte)
    }
}

/// Returns the hash of a code unit: its three highest bits of the low byte, and the parities of bits of the high one.
fn hash(rows: [u8; 8], unit: u16) -> usize {
    let [low, high] = unit.to_le_bytes();
    let parity = |bit: usize| ((rows[bit] & high).count_ones() as usize & 1) << bit;
    usize::from(low >> 5) ^ (0..7).map(parity).sum::<usize>()
}

/// Returns the byte of a code unit.
#[inline(always)]
pub(crate) fn byte_of(all: &Bytes, unit: u16) -> Option<u8> {
    let byte = all[usize::from(unit)];
    (byte != 0 || unit == 0).then_some(byte)
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
            let some = (len - done).min(S::LEN);
            // SAFETY: `some` code units are left of the source, and as many bytes of the destination. Less than a vector is read and
            // written in part.
            let is_done = unsafe {
                let (from, to) = (from.add(2 * done), to.add(done));
                if some == S::LEN {
                    let (bytes, is_found) =
                        simd.bytes_of(slots, simd.load(from), simd.load(from.add(S::LEN)));
                    simd.store(to, bytes);
                    is_found
                } else {
                    let first = (2 * some).min(S::LEN);
                    let a = simd.load_short(from, first);
                    let b = simd.load_short(from.add(first), 2 * some - first);
                    let (bytes, is_found) = simd.bytes_of(slots, a, b);
                    simd.store_short(to, bytes, some);
                    is_found
                }
            };
            if !is_done {
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

/// What a vector of UTF-8 encodes to. In masks the lowest bit is that of the first byte.
pub(crate) struct Encoded<V> {
    /// The byte of each character, where the character ends.
    pub(crate) bytes: V,
    /// Where a character ends.
    pub(crate) kept: u64,
    /// Where the text is ill-formed, or has a character of four bytes, or one that is not in the slots.
    pub(crate) errors: u64,
    pub(crate) leads: Leads,
}

/// Where in a vector characters begin that are not ASCII.
#[derive(Clone, Copy, Default)]
pub(crate) struct Leads {
    pub(crate) all: u64,
    /// Those of three bytes.
    pub(crate) of_three: u64,
}

impl Leads {
    /// Returns the number of bytes of a character that is not complete at the end of the first `len` bytes.
    #[inline(always)]
    fn cut(self, len: usize) -> usize {
        let is_at = |leads: u64, before: usize| len >= before && leads >> (len - before) & 1 != 0;
        match (is_at(self.all, 1), is_at(self.of_three, 2)) {
            (true, _) => 1,
            (false, true) => 2,
            (false, false) => 0,
        }
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
        let bytes = unsafe { places.assume_init_ref() };
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
