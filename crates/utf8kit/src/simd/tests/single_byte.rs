//! Compares the kernels for single-byte encodings with plain code that looks up character by character.

use super::Random;
use super::contracts::Contract;
use crate::Tier;
use crate::engine::as_uninit;
use crate::simd::arch::{Bytes, Slots, UNDEFINED, UpperHalf, byte_of};
use crate::simd::dispatch::{Kernels, available};

use core::fmt::Debug;
use core::mem::MaybeUninit;
use std::boxed::Box;
use std::format;
use std::string::String;
use std::vec;
use std::vec::Vec;

/// The value after the end of each destination.
const GUARD: u8 = 0xA5;

/// A single-byte encoding.
struct Page {
    units: [Option<u16>; 128],
    upper: UpperHalf,
    bytes: Box<Bytes>,
    slots: Option<Slots>,
}

impl Page {
    /// Returns the encoding of ASCII and these code units.
    fn new(units: [Option<u16>; 128]) -> Self {
        let mut bytes: Box<Bytes> = vec![0; 1 << 16].try_into().unwrap();
        for ascii in 0..0x80 {
            bytes[usize::from(ascii)] = ascii;
        }
        for (byte, unit) in (0x80..=0xFF).zip(units) {
            if let Some(unit) = unit {
                bytes[usize::from(unit)] = byte;
            }
        }
        Page {
            units,
            upper: UpperHalf::new(&units.map(|unit| unit.unwrap_or(UNDEFINED))),
            slots: Slots::new(&bytes),
            bytes,
        }
    }

    /// Returns an encoding of code units from a few blocks, or of any.
    fn random(random: &mut Random) -> Self {
        let kind = random.below(4);
        let undefined = random.below(3) * 10;
        let mut taken = vec![];
        let blocks: [usize; 3] =
            core::array::from_fn(|_| 0x80 + random.below(if kind == 0 { 0x780 } else { 0xFF00 }));
        Page::new(core::array::from_fn(|_| {
            let unit = match kind {
                0 | 1 => blocks[random.below(3)] + random.below(0x80),
                2 => 0x80 + random.below(0x780),
                _ => 0x80 + random.below(0xFF80),
            };
            let unit = unit.min(0xFFFF) as u16;
            let is_new = !taken.contains(&unit) && !(0xD800..0xE000).contains(&unit);
            taken.push(unit);
            (is_new && random.below(100) >= undefined).then_some(unit)
        }))
    }

    /// Returns ISO-8859-2's Latin letters, or Cyrillic ones, with punctuation of three bytes and some bytes without a character.
    fn of_letters(first: u16) -> Self {
        Page::new(core::array::from_fn(|index| match index as u16 {
            index @ 0..0x10 => Some(0x2010 + index),
            0x10..0x18 => None,
            index => Some(first + index),
        }))
    }

    fn unit(&self, byte: u8) -> Option<u16> {
        match byte {
            0..0x80 => Some(byte.into()),
            0x80.. => self.units[usize::from(byte - 0x80)],
        }
    }
}

/// Converts what `expected` has of each item of `src`, as much as fits in `len` units, and checks `convert` against it. `may_stop` states
/// that it can stop before.
fn check<A: Copy + Debug, B: Copy + PartialEq + Debug + From<u8>>(
    context: &str,
    src: &[A],
    len: usize,
    items: impl Iterator<Item = (usize, Vec<B>)>,
    may_stop: bool,
    convert: impl FnOnce(&[A], &mut [MaybeUninit<B>]) -> (usize, usize),
) {
    let guard = B::from(GUARD);
    let mut dst = vec![guard; len + 80];
    // SAFETY: kernels write initialized units only.
    let (read, written) = convert(src, unsafe { as_uninit(&mut dst[..len]) });
    let (mut most, mut expected) = (0, vec![]);
    let mut places = vec![(0, 0)];
    for (read, units) in items {
        if expected.len() + units.len() > len {
            break;
        }
        most += read;
        expected.extend(units);
        places.push((most, expected.len()));
    }
    assert!(
        places.contains(&(read, written)),
        "{context}: {read} and {written} of {src:X?}"
    );
    assert_eq!(dst[..written], expected[..written], "{context}: {src:X?}");
    assert!(
        dst[len..].iter().all(|&unit| unit == guard),
        "{context}: wrote after {len}"
    );
    assert!(
        may_stop || read == most,
        "{context}: {read} of {most} of {src:X?}"
    );
}

fn check_bytes(kernels: Kernels, page: &Page, src: &[u8], room: usize) {
    let context = format!("{}", kernels.tier());
    let units = || src.iter().map_while(|&byte| page.unit(byte));
    // SAFETY: the tier is available.
    check(
        &context,
        src,
        room,
        units().map(|unit| (1, vec![unit])),
        false,
        |src, dst| unsafe { kernels.page_to_utf16(&page.upper, src, dst) },
    );
    let utf8 = units().map(|unit| {
        let c = char::from_u32(unit.into()).unwrap();
        (1, c.encode_utf8(&mut [0; 4]).as_bytes().to_vec())
    });
    let needed: usize = utf8.clone().map(|(_, utf8)| utf8.len()).sum();
    // SAFETY: the tier is available.
    check(&context, src, room, utf8, room < needed, |src, dst| unsafe {
        kernels.page_to_utf8(&page.upper, src, dst)
    });
}

fn check_units(kernels: Kernels, page: &Page, src: &[u16], room: usize) {
    let bytes = src
        .iter()
        .map_while(|&unit| Some((1, vec![byte_of(&page.bytes, unit)?])));
    let context = format!("{}", kernels.tier());
    // SAFETY: the tier is available.
    check(&context, src, room, bytes, false, |src, dst| unsafe {
        kernels.utf16_to_page(&page.bytes, page.slots.as_ref(), src, dst)
    });
}

fn check_utf8(kernels: Kernels, page: &Page, src: &[u8], room: usize) {
    let Some(slots) = &page.slots else { return };
    let valid = match str::from_utf8(src) {
        Ok(text) => text,
        Err(error) => str::from_utf8(&src[..error.valid_up_to()]).unwrap(),
    };
    let bytes = valid.chars().map_while(|c| {
        let unit = u16::try_from(u32::from(c)).ok()?;
        Some((c.len_utf8(), vec![byte_of(&page.bytes, unit)?]))
    });
    let context = format!("{}", kernels.tier());
    // SAFETY: the tier is available.
    check(&context, src, room, bytes, true, |src, dst| unsafe {
        kernels.utf8_to_page(slots, src, dst)
    });
}

/// Returns random bytes, most of them ASCII or defined.
fn any_bytes(page: &Page, random: &mut Random, len: usize) -> Vec<u8> {
    let (ascii, damage) = (random.below(8), 1 + random.below(300));
    let mut bytes = || loop {
        let byte = random.next() as u8;
        let byte = if random.below(8) < ascii {
            byte & 0x7F
        } else {
            byte
        };
        if page.unit(byte).is_some() || random.below(damage) == 0 {
            break byte;
        }
    };
    (0..len).map(|_| bytes()).collect()
}

fn any_units(page: &Page, random: &mut Random, len: usize) -> Vec<u16> {
    let damage = 1 + random.below(300);
    let bytes = any_bytes(page, random, len);
    (bytes.into_iter())
        .map(|byte| match page.unit(byte) {
            Some(unit) if random.below(damage) != 0 => unit,
            _ => random.next() as u16,
        })
        .collect()
}

fn any_utf8(page: &Page, random: &mut Random, len: usize) -> Vec<u8> {
    let units = any_units(page, random, len);
    let mut utf8 = String::from_utf16_lossy(&units)
        .replace('\u{FFFD}', "?")
        .into_bytes();
    random.damage(&mut utf8, |byte| byte as u8);
    utf8
}

#[test]
fn pages_of_any_characters_are_converted() {
    let mut random = Random(7);
    for kernels in available() {
        for round in 0..if cfg!(debug_assertions) { 300 } else { 5000 } {
            let page = Page::random(&mut random);
            let len = if round % 8 == 0 {
                random.below(6000)
            } else {
                random.below(300)
            };
            let bytes = any_bytes(&page, &mut random, len);
            let room = match random.below(3) {
                0 => random.below(3 * len + 1),
                _ => 3 * len + random.below(70),
            };
            check_bytes(kernels, &page, &bytes, room);
            check_units(
                kernels,
                &page,
                &any_units(&page, &mut random, len),
                room.min(len + 9),
            );
            check_utf8(
                kernels,
                &page,
                &any_utf8(&page, &mut random, len),
                room.min(len + 9),
            );
        }
    }
}

#[test]
fn each_character_is_converted_at_each_place() {
    for kernels in available() {
        for first in [0x80, 0x3D0] {
            let page = Page::of_letters(first);
            for len in 0..=200 {
                let at_most = |place: usize| (place * 37 + len * 11) % 256;
                // Each byte at some place of some length, and each place at each length.
                let bytes: Vec<u8> = (0..len).map(|place| at_most(place) as u8).collect();
                let defined: Vec<u8> = (bytes.iter().copied())
                    .map(|byte| if page.unit(byte).is_some() { byte } else { 0xFF })
                    .collect();
                for room in [len, 3 * len, 3 * len + 70] {
                    check_bytes(kernels, &page, &bytes, room);
                    check_bytes(kernels, &page, &defined, room);
                }
                let units: Vec<u16> = defined.iter().filter_map(|&byte| page.unit(byte)).collect();
                let text = String::from_utf16(&units).unwrap();
                check_units(kernels, &page, &units, len);
                check_utf8(kernels, &page, text.as_bytes(), len);
                for place in 0..len {
                    let mut undefined = defined.clone();
                    undefined[place] = 0x93;
                    check_bytes(kernels, &page, &undefined, 3 * len);
                    let mut lacking = units.clone();
                    lacking[place] ^= 0x0100;
                    check_units(kernels, &page, &lacking, len);
                }
            }
        }
    }
}

#[test]
fn each_code_unit_is_found_or_not() {
    let mut random = Random(11);
    let pages = [
        Page::of_letters(0x80),
        Page::of_letters(0x3D0),
        Page::random(&mut random),
        Page::new([None; 128]),
    ];
    for kernels in available() {
        for page in &pages {
            for unit in 0..=0xFFFF_u16 {
                let mut units = [u16::from(b'a'); 70];
                units[usize::from(unit) % 70] = unit;
                check_units(kernels, page, &units, 70);
                let text = String::from_utf16_lossy(&units);
                check_utf8(kernels, page, text.as_bytes(), 70);
            }
        }
    }
}

#[test]
fn ill_formed_utf8_is_not_encoded() {
    // Emulators of other processors take minutes for all. Leads with the same remainder have the same seconds.
    let is_slow = cfg!(debug_assertions) || !cfg!(target_arch = "x86_64");
    let step: u8 = if is_slow { 17 } else { 1 };
    let pages = [Page::of_letters(0x80), Page::of_letters(0x3D0)];
    for kernels in available() {
        for page in &pages {
            for lead in 0x80..=0xFF {
                for second in (lead % step..=0xFF).step_by(usize::from(step)) {
                    for third in [b'a', 0x80, 0x93, 0xA0, 0xBF, 0xC3, 0xE2] {
                        for place in [0, 1, 61, 62, 63, 64, 70] {
                            let mut src = vec![b'a'; 80];
                            src[place..place + 3].copy_from_slice(&[lead, second, third]);
                            check_utf8(kernels, page, &src, 80);
                            check_utf8(kernels, page, &src[..place + 3], 80);
                            check_utf8(kernels, page, &src[..place + 2], 80);
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn a_lead_byte_of_four_is_not_one_of_three() {
    let page = Page::of_letters(0x80);
    for kernels in available() {
        for lead in 0xE0..=0xFF {
            for place in [0, 61, 62, 63, 64] {
                let mut src = vec![b'a'; 80];
                // With `E2`, U+2010.
                src[place..place + 3].copy_from_slice(&[lead, 0x80, 0x90]);
                check_utf8(kernels, &page, &src, 80);
            }
        }
    }
}

#[test]
fn well_formed_text_is_encoded_to_its_end_by_wide_tables() {
    let page = Page::of_letters(0x80);
    for kernels in available().filter(|kernels| kernels.tier() == Tier::Avx512) {
        for place in 0..64 {
            let text = "a".repeat(place) + &"Ãu, ¡señor! – ".repeat(40);
            let mut dst = vec![0; text.len()];
            let slots = page.slots.as_ref().unwrap();
            // SAFETY: the tier is available, and the kernel writes initialized bytes.
            let (read, _) = unsafe { kernels.utf8_to_page(slots, text.as_bytes(), as_uninit(&mut dst)) };
            assert_eq!(read, text.len(), "{place}");
        }
    }
}

/// Writes a check of a kernel with the tables of a page.
macro_rules! contract {
    ($function:ty, |$page:ident, $random:ident, $len:ident| $src:expr, $($table:expr),*) => {
        impl Contract for $function {
            fn check(self, portable: Self, context: &str, $random: &mut Random) {
                let $page = &Page::random($random);
                let $len = $random.below(300);
                let src = $src;
                let room = $random.below(3 * $len + 80);
                let mut dst = vec![GUARD.into(); room + 80];
                let mut expected = dst.clone();
                // SAFETY: the tier is available, and the kernels write initialized units only.
                let (result, by_portable) = unsafe {
                    (
                        self($($table,)* &src, as_uninit(&mut dst[..room])),
                        portable($($table,)* &src, as_uninit(&mut expected[..room])),
                    )
                };
                assert!(result.0 <= src.len() && result.1 <= room, "{context}");
                let both = result.1.min(by_portable.1);
                assert_eq!(dst[..both], expected[..both], "{context}");
                assert!(dst[room..].iter().all(|&unit| unit == GUARD.into()), "{context}");
            }
        }
    };
}
contract! {
    unsafe fn(&UpperHalf, &[u8], &mut [MaybeUninit<u16>]) -> (usize, usize),
    |page, random, len| any_bytes(page, random, len), &page.upper
}
contract! {
    unsafe fn(&UpperHalf, &[u8], &mut [MaybeUninit<u8>]) -> (usize, usize),
    |page, random, len| any_bytes(page, random, len), &page.upper
}
contract! {
    unsafe fn(&Slots, &[u8], &mut [MaybeUninit<u8>]) -> (usize, usize),
    |page, random, len| any_utf8(page, random, len), page.slots.as_ref().expect("there are letters")
}
contract! {
    unsafe fn(&Bytes, Option<&Slots>, &[u16], &mut [MaybeUninit<u8>]) -> (usize, usize),
    |page, random, len| any_units(page, random, len), &page.bytes, page.slots.as_ref()
}
