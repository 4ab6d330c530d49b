//! Tests that the length of a lossy conversion is exact for any input, on every tier: it is the length of what the
//! standard library makes of the same input.

use std::fmt::Debug;
use utf8kit::{ConvertError, Encoding, Endian, Lossy, Policy, convert, converted_len};
use utf8kit::{ascii, tiers, tiers::lossy_lengths as on_tier, utf8, utf16, utf32};
use utf8kit_test::{Random, is_thorough};

/// Bytes at the limits of the ranges that the standard distinguishes.
const LIMITS: [u8; 24] = [
    0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xEC, 0xED, 0xEE,
    0xEF, 0xF0, 0xF1, 0xF3, 0xF4, 0xF5, 0xFF,
];

/// Returns short and long bytes: noise, and texts with an error after 2 to 5000 bytes or with none.
fn samples() -> Vec<Vec<u8>> {
    let mut random = Random::new(31);
    let mut samples = Vec::new();
    for round in 0..500 {
        let len = if round % 25 == 0 { 9000 } else { random.below(500) };
        samples.push((0..len).map(|_| LIMITS[random.below(LIMITS.len())]).collect());
        samples.push((0..len).map(|_| random.next() as u8).collect());
        samples.push(vec![LIMITS[random.below(LIMITS.len())]; len]);
        for interval in [2, 7, 60, 900, 5000, usize::MAX] {
            let max_len = 1 + random.below(4);
            let mut bytes = random.text(len / 2, max_len).into_bytes();
            let times = bytes.len().div_ceil(interval);
            random.damage(&mut bytes, times);
            // The end of the text may cut off a character.
            bytes.truncate(bytes.len() - random.below(4).min(bytes.len()));
            samples.push(bytes);
        }
    }
    // Longer than the blocks in which text is measured, with an error around their ends.
    for at in [0, 1, 16_383, 16_384, 16_385, 32_768] {
        let mut bytes = random.text(40_000, 1 + at % 4).into_bytes();
        bytes[at] = 0xFF;
        samples.push(bytes);
    }
    samples
}

#[test]
fn of_utf8() {
    for bytes in samples() {
        let text = String::from_utf8_lossy(&bytes);
        let (len, units, count) = (text.len(), text.encode_utf16().count(), text.chars().count());
        assert_eq!(utf8::lossy_utf8_len(&bytes), len);
        assert_eq!(utf8::lossy_utf16_len(&bytes), units);
        assert_eq!(utf8::lossy_count(&bytes), count);
        for tier in tiers::available() {
            assert_eq!(on_tier::utf8_to_utf8(tier, &bytes), len, "{tier}: {bytes:02X?}");
            assert_eq!(
                on_tier::utf8_to_utf16(tier, &bytes),
                units,
                "{tier}: {bytes:02X?}"
            );
            assert_eq!(on_tier::utf8_count(tier, &bytes), count, "{tier}: {bytes:02X?}");
        }
    }
}

/// Asserts that a lossy conversion writes `len` units, and needs a destination of that size.
fn check_conversion<U: Clone + Default, E: Debug>(
    len: usize,
    convert: impl Fn(&mut [U]) -> Result<Lossy, E>,
) {
    assert_eq!(convert(&mut vec![U::default(); len]).unwrap().written, len);
    if let Some(less) = len.checked_sub(1) {
        convert(&mut vec![U::default(); less]).unwrap_err();
    }
}

#[test]
fn is_the_number_of_units_that_the_conversion_writes() {
    for bytes in samples().into_iter().step_by(if is_thorough() { 1 } else { 13 }) {
        let bytes = &bytes[..];
        assert_eq!(utf8::repair(bytes).len(), utf8::lossy_utf8_len(bytes));
        check_conversion::<u16, _>(utf8::lossy_utf16_len(bytes), |units| {
            utf8::to_utf16_lossy(bytes, units)
        });
        check_conversion::<u32, _>(utf8::lossy_count(bytes), |units| {
            utf8::to_utf32_lossy(bytes, units)
        });
        check_conversion::<u8, _>(utf8::lossy_count(bytes), |dst| utf8::to_latin1_lossy(bytes, dst));
        check_conversion::<u8, _>(utf8::lossy_count(bytes), |dst| utf8::to_ascii_lossy(bytes, dst));
        check_conversion::<u8, _>(ascii::lossy_utf8_len(bytes), |dst| {
            ascii::to_utf8_lossy(bytes, dst)
        });
        check_conversion::<u16, _>(bytes.len(), |units| ascii::to_utf16_lossy(bytes, units));
        check_conversion::<u32, _>(bytes.len(), |units| ascii::to_utf32_lossy(bytes, units));
        for &from in Encoding::ALL {
            for &to in Encoding::ALL {
                check_conversion::<u8, _>(converted_len(bytes, from, to), |dst| {
                    let done = convert(bytes, from, to, Policy::Replace('\u{FFFD}'), dst)?;
                    Ok::<_, ConvertError>(Lossy {
                        written: done.written,
                        replaced: done.replaced as usize,
                    })
                });
            }
        }
        let units = &pairs(bytes)[..];
        check_conversion::<u8, _>(utf16::lossy_utf8_len(units), |dst| {
            utf16::to_utf8_lossy(units, dst)
        });
        check_conversion::<u32, _>(utf16::lossy_count(units), |dst| utf16::to_utf32_lossy(units, dst));
        check_conversion::<u8, _>(utf16::lossy_count(units), |dst| {
            utf16::to_latin1_lossy(units, dst)
        });
        check_conversion::<u8, _>(utf16::lossy_count(units), |dst| utf16::to_ascii_lossy(units, dst));
        let units = &quads(bytes)[..];
        check_conversion::<u8, _>(utf32::lossy_utf8_len(units), |dst| {
            utf32::to_utf8_lossy(units, dst)
        });
        check_conversion::<u16, _>(utf32::lossy_utf16_len(units), |dst| {
            utf32::to_utf16_lossy(units, dst)
        });
        check_conversion::<u8, _>(units.len(), |dst| utf32::to_latin1_lossy(units, dst));
        check_conversion::<u8, _>(units.len(), |dst| utf32::to_ascii_lossy(units, dst));
    }
}

/// Returns `bytes` as 16-bit code units.
fn pairs(bytes: &[u8]) -> Vec<u16> {
    let (pairs, _) = bytes.as_chunks();
    pairs.iter().map(|&pair| u16::from_be_bytes(pair)).collect()
}

/// Returns `bytes` as 32-bit code units.
fn quads(bytes: &[u8]) -> Vec<u32> {
    let (quads, _) = bytes.as_chunks();
    quads.iter().map(|&quad| u32::from_be_bytes(quad)).collect()
}

/// Returns well-formed text in which some code units are replaced.
fn utf16_samples() -> Vec<Vec<u16>> {
    let mut random = Random::new(32);
    let mut samples: Vec<_> = samples().iter().map(|bytes| pairs(bytes)).collect();
    for round in 0..2000 {
        let characters = if round % 50 == 0 { 4000 } else { random.below(200) };
        let max_len = 1 + random.below(4);
        let mut units: Vec<u16> = random.text(characters, max_len).encode_utf16().collect();
        let interval = [2, 10, 100, 1000, usize::MAX][random.below(5)];
        for _ in 0..units.len() / interval {
            let at = random.below(units.len());
            units[at] = [0xD7FF, 0xD800, 0xDBFF, 0xDC00, 0xDFFF, 0xE000][random.below(6)];
        }
        samples.push(units);
    }
    samples
}

#[test]
fn of_utf16() {
    for units in utf16_samples() {
        let text = String::from_utf16_lossy(&units);
        let (len, count) = (text.len(), text.chars().count());
        assert_eq!(utf16::lossy_utf8_len(&units), len);
        assert_eq!(utf16::lossy_count(&units), count);
        let big: Vec<u8> = units.iter().flat_map(|unit| unit.to_be_bytes()).collect();
        let little: Vec<u8> = units.iter().flat_map(|unit| unit.to_le_bytes()).collect();
        for tier in tiers::available() {
            assert_eq!(on_tier::utf16_to_utf8(tier, &units), len, "{tier}: {units:04X?}");
            assert_eq!(on_tier::utf16_count(tier, &units), count, "{tier}: {units:04X?}");
            for (mut bytes, endian) in [(big.clone(), Endian::Big), (little.clone(), Endian::Little)] {
                assert_eq!(
                    on_tier::utf16_bytes_to_utf8(tier, &bytes, endian),
                    len,
                    "{tier}: {units:04X?}"
                );
                assert_eq!(
                    on_tier::utf16_bytes_count(tier, &bytes, endian),
                    count,
                    "{tier}: {units:04X?}"
                );
                // An odd byte is one error more, unless it follows a high surrogate, which is an error together with it.
                let is_incomplete = matches!(units.last(), Some(0xD800..=0xDBFF));
                let longer = len + if is_incomplete { 0 } else { 3 };
                let more = usize::from(!is_incomplete);
                bytes.push(0x41);
                assert_eq!(
                    on_tier::utf16_bytes_count(tier, &bytes, endian),
                    count + more,
                    "{tier}: {units:04X?}"
                );
                assert_eq!(
                    on_tier::utf16_bytes_to_utf8(tier, &bytes, endian),
                    longer,
                    "{tier}: {units:04X?}"
                );
            }
        }
    }
}

#[test]
fn of_utf32() {
    let mut random = Random::new(33);
    let mut samples: Vec<_> = samples().iter().map(|bytes| quads(bytes)).collect();
    for round in 0..2000 {
        let characters = if round % 50 == 0 { 4000 } else { random.below(200) };
        let max_len = 1 + random.below(4);
        let mut units: Vec<u32> = random.text(characters, max_len).chars().map(u32::from).collect();
        let interval = [2, 10, 100, 1000, usize::MAX][random.below(5)];
        for _ in 0..units.len() / interval {
            let at = random.below(units.len());
            let limits = [
                0xD7FF,
                0xD800,
                0xDFFF,
                0xE000,
                0x10_FFFF,
                0x11_0000,
                1 << 31,
                u32::MAX,
            ];
            units[at] = limits[random.below(limits.len())];
        }
        samples.push(units);
    }
    for units in samples {
        let text: String = units
            .iter()
            .map(|&unit| char::from_u32(unit).unwrap_or('\u{FFFD}'))
            .collect();
        let (len, wide) = (text.len(), text.encode_utf16().count());
        assert_eq!(utf32::lossy_utf8_len(&units), len);
        assert_eq!(utf32::lossy_utf16_len(&units), wide);
        let big: Vec<u8> = units.iter().flat_map(|unit| unit.to_be_bytes()).collect();
        let little: Vec<u8> = units.iter().flat_map(|unit| unit.to_le_bytes()).collect();
        for tier in tiers::available() {
            assert_eq!(on_tier::utf32_to_utf8(tier, &units), len, "{tier}: {units:04X?}");
            assert_eq!(
                on_tier::utf32_to_utf16(tier, &units),
                wide,
                "{tier}: {units:04X?}"
            );
            for (mut bytes, endian) in [(big.clone(), Endian::Big), (little.clone(), Endian::Little)] {
                assert_eq!(
                    on_tier::utf32_bytes_to_utf8(tier, &bytes, endian),
                    len,
                    "{tier}: {units:04X?}"
                );
                bytes.resize(bytes.len() + 1 + units.len() % 3, 0x41);
                assert_eq!(
                    on_tier::utf32_bytes_to_utf8(tier, &bytes, endian),
                    len + 3,
                    "{tier}: {units:04X?}"
                );
            }
        }
    }
}

#[test]
fn of_ascii() {
    for bytes in samples() {
        let len = bytes.iter().map(|byte| if byte.is_ascii() { 1 } else { 3 }).sum();
        assert_eq!(ascii::lossy_utf8_len(&bytes), len, "{bytes:02X?}");
    }
}
