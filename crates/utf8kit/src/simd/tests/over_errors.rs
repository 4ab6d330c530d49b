//! The kernel that converts UTF-16 to UTF-8 over errors: what it has done of a text is what the standard library does of it.

use super::Random;
use crate::code_unit::{is_high, is_low};
use crate::encoding::{Utf8, Utf16, Utf16Bytes};
use crate::engine::ConvertPrefix;
use crate::simd::dispatch::{Kernels, available};
use crate::simd::repair_utf8::Repaired;
use core::mem::MaybeUninit;
use std::string::String;
use std::vec;
use std::vec::Vec;

/// The most code units that the kernel of any tier leaves: two vectors, and the code unit after them.
const LEFT: usize = 2 * 32;

/// Returns a destination.
fn room(len: usize) -> Vec<MaybeUninit<u8>> {
    vec![MaybeUninit::new(0xEE); len]
}

/// Returns the beginning of a destination.
fn written(room: &[MaybeUninit<u8>], len: usize) -> Vec<u8> {
    // SAFETY: a destination is made of bytes.
    room[..len]
        .iter()
        .map(|byte| unsafe { byte.assume_init() })
        .collect()
}

/// Converts text in both byte orders to a destination of `capacity` bytes, checks what is converted, and returns how much that is.
fn check(kernels: Kernels, units: &[u16], capacity: usize) -> Repaired {
    let convert = |big: bool| {
        let bytes: Vec<u8> = [0]
            .into_iter()
            .chain(units.iter().flat_map(|unit| match big {
                true => unit.to_be_bytes(),
                false => unit.to_le_bytes(),
            }))
            .collect();
        let mut out = room(capacity);
        // SAFETY: a `Kernels` proves that the processor has the instruction set.
        let done = unsafe {
            match big {
                true => kernels.utf16be_to_utf8_over_errors(&bytes[1..], &mut out),
                false => kernels.utf16le_to_utf8_over_errors(&bytes[1..], &mut out),
            }
        };
        (done, written(&out, done.written))
    };
    let tier = kernels.tier();
    let (done, out) = convert(false);
    let (read, rest) = units.split_at(done.read);
    assert_eq!(
        out,
        String::from_utf16_lossy(read).as_bytes(),
        "{tier}: {units:04X?}"
    );
    let errors = char::decode_utf16(read.iter().copied()).filter(Result::is_err);
    assert_eq!(done.replaced, errors.count(), "{tier}: {units:04X?}");
    assert!(
        !(read.last().is_some_and(|&unit| is_high(unit)) && rest.first().is_some_and(|&unit| is_low(unit))),
        "{tier}: a pair is cut: {units:04X?}"
    );
    let (big, big_out) = convert(true);
    assert_eq!(
        (big.read, big.replaced, big_out),
        (done.read, done.replaced, out),
        "{tier}"
    );
    done
}

#[test]
fn every_sequence_of_surrogates_at_every_place() {
    const LEN: u32 = 4;
    for kernels in available() {
        for filler in [0x61, 0xE9, 0x4E2D] {
            for number in 0..3_usize.pow(LEN) {
                let classes = [filler, 0xD83D, 0xDE00];
                let sequence: Vec<u16> = (0..LEN)
                    .map(|place| classes[number / 3_usize.pow(place) % 3])
                    .collect();
                // Two vectors of every size, and what is between them and the next.
                for before in (0..=34).chain(60..=68).chain(124..=130) {
                    if cfg!(miri) && before % 31 != 0 {
                        continue;
                    }
                    let mut units = vec![filler; before];
                    units.extend(&sequence);
                    units.resize(before + 2 * LEFT, filler);
                    check(kernels, &units, 3 * units.len());
                    // Again after an error, or after pairs.
                    let first = if number % 2 == 0 { 0xD800 } else { 0xDC00 };
                    units.splice(
                        0..0,
                        [filler; 70]
                            .into_iter()
                            .chain([0xD83D, 0xDE00, first])
                            .chain([filler; 80]),
                    );
                    check(kernels, &units, 3 * units.len());
                }
            }
        }
    }
}

#[test]
fn random_text_in_any_room() {
    let mut random = Random(0x9E37_79B9_7F4A_7C15);
    let rounds = if cfg!(miri) { 10 } else { 2000 };
    for kernels in available() {
        for _ in 0..rounds {
            let len = random.below(3000);
            let mut units: Vec<u16> = random.text(len).encode_utf16().collect();
            let distance = [2, 20, 100, 300, 1000][random.below(5)];
            let mut at = random.below(distance);
            while let Some(unit) = units.get_mut(at) {
                *unit = 0xD800 | random.below(0x800) as u16;
                at += 1 + random.below(2 * distance);
            }
            let need = String::from_utf16_lossy(&units).len();
            for capacity in [
                need,
                need + 300,
                need.saturating_sub(random.below(300)),
                random.below(need + 1),
            ] {
                check(kernels, &units, capacity);
            }
        }
    }
}

#[test]
fn text_with_distant_errors_is_converted_to_its_end() {
    for kernels in available().filter(|kernels| kernels.tier() != crate::Tier::Portable) {
        let few_pairs = std::format!("😀{}", "où ".repeat(800));
        for text in ["plain text ", "où été ", "天地玄黃 ", "a😀🦀 é", "😀", &few_pairs] {
            for (error, distance) in [(0xD800, 301), (0xDFFF, 301), (0xD800, 5000)] {
                let mut units: Vec<u16> = text.repeat(1 + 9000 / text.len()).encode_utf16().collect();
                for unit in units.iter_mut().skip(200).step_by(distance) {
                    *unit = error;
                }
                let done = check(kernels, &units, 3 * units.len());
                assert!(
                    done.read + LEFT >= units.len(),
                    "{} of {}",
                    done.read,
                    units.len()
                );
                let mut out = room(3 * units.len());
                let all = <Utf16 as ConvertPrefix<Utf8>>::convert_over_errors(kernels, &units, &mut out);
                assert_eq!((all.read, all.written), (done.read, done.written));
            }
        }
        // Where errors are near, it stops.
        let units = [0x61, 0xD800].repeat(1000);
        assert!(check(kernels, &units, 6000).read < 8 * LEFT);
    }
}

#[test]
fn bytes_are_read_as_code_units_are() {
    let units: Vec<u16> = "où été "
        .repeat(300)
        .encode_utf16()
        .chain([0xD800])
        .cycle()
        .take(4000)
        .collect();
    for kernels in available() {
        let mut out = [room(12_000), room(12_000)];
        let big: Vec<u8> = units.iter().flat_map(|unit| unit.to_be_bytes()).collect();
        let of_units = <Utf16 as ConvertPrefix<Utf8>>::convert_over_errors(kernels, &units, &mut out[0]);
        let of_bytes =
            <Utf16Bytes<true> as ConvertPrefix<Utf8>>::convert_over_errors(kernels, &big, &mut out[1]);
        assert_eq!(
            (2 * of_units.read, of_units.written, of_units.replaced),
            (of_bytes.read, of_bytes.written, of_bytes.replaced)
        );
        assert_eq!(
            written(&out[0], of_units.written),
            written(&out[1], of_units.written)
        );
    }
}
