//! Tests of the predicates *is ASCII* and *is Latin-1* of each encoding, compared with the characters of the text.

use crate::destinations::to_vec;
use crate::limits::for_each_three_bytes;
use utf8kit::{ascii, utf8, utf16, utf32};
use utf8kit_test::Random;

/// Asserts what the predicates return for `bytes`.
fn check_utf8(bytes: &[u8]) {
    let expected = std::str::from_utf8(bytes).is_ok_and(|text| text.chars().all(|c| c <= '\u{FF}'));
    assert_eq!(utf8::is_latin1(bytes), expected, "{bytes:02X?}");
    assert_eq!(ascii::is_valid(bytes), bytes.is_ascii(), "{bytes:02X?}");
    match ascii::validate(bytes) {
        Ok(text) => assert_eq!(text.as_bytes(), bytes),
        Err(error) => {
            let first = bytes.iter().position(|&byte| byte > 0x7F);
            assert_eq!(Some(error.valid_up_to()), first, "{bytes:02X?}");
        }
    }
}

/// Asserts what the predicates return for `units`.
fn check_utf16(units: &[u16]) {
    assert_eq!(
        utf16::is_ascii(units),
        units.iter().all(|&unit| unit <= 0x7F),
        "{units:04X?}"
    );
    assert_eq!(
        utf16::is_latin1(units),
        units.iter().all(|&unit| unit <= 0xFF),
        "{units:04X?}"
    );
}

/// Asserts what the predicates return for `units`.
fn check_utf32(units: &[u32]) {
    assert_eq!(
        utf32::is_ascii(units),
        units.iter().all(|&unit| unit <= 0x7F),
        "{units:04X?}"
    );
    assert_eq!(
        utf32::is_latin1(units),
        units.iter().all(|&unit| unit <= 0xFF),
        "{units:04X?}"
    );
}

/// The longest text, which has several blocks and a part of one.
const LONGEST: usize = 400;

#[test]
fn every_sequence_of_three_bytes_is_latin1_if_its_characters_are() {
    check_utf8(&[]);
    for_each_three_bytes(|bytes| check_utf8(&bytes));
    for all in 0..=0xFFFF {
        let bytes = u16::to_be_bytes(all);
        check_utf8(&bytes[1..]);
        check_utf8(&bytes);
    }
}

#[test]
fn one_sequence_decides_wherever_it_is() {
    const SEQUENCES: [&[u8]; 15] = [
        b"\x7F",
        b"\xC2\x80",
        b"\xC3\xBF",
        b"\xC4\x80",
        b"\xC3",
        b"\x80",
        b"\xBF",
        b"\xC1\x80",
        b"\xC2A",
        b"\xC3\xC3\xA9",
        b"\xC3\xA9\xA9",
        b"\xE9",
        b"\xE2\x82\xAC",
        b"\xF0\x9F\x98\x80",
        b"\xFF",
    ];
    for filler in ["a", "é", "aé"] {
        let filler = filler.repeat(LONGEST).into_bytes();
        for sequence in SEQUENCES {
            for len in [10, 63, 64, 65, 127, 128, 129, 130, 300, LONGEST] {
                for at in 0..len {
                    // The sequence can be in the middle of a character, too.
                    let mut text = filler[..len].to_vec();
                    text.splice(at..(at + sequence.len()).min(len), sequence.iter().copied());
                    check_utf8(&text);
                }
            }
        }
    }
}

#[test]
fn random_latin1_with_and_without_damage() {
    let mut random = Random::new(41);
    for _ in 0..20_000 {
        let len = random.below(LONGEST);
        let mut text: Vec<u8> = (0..len)
            .map(|_| char::from(random.next() as u8))
            .collect::<String>()
            .into_bytes();
        assert!(utf8::is_latin1(&text));
        let times = random.below(3);
        random.damage(&mut text, times);
        check_utf8(&text);
    }
}

#[test]
fn one_code_unit_decides_wherever_it_is() {
    const UNITS: [u32; 13] = [
        0,
        0x7F,
        0x80,
        0xFF,
        0x100,
        0x7FF,
        0x8000,
        0xD800,
        0xDFFF,
        0xFFFF,
        0x1_0000,
        0x11_0000,
        1 << 31,
    ];
    for len in (0..70).chain([127, 128, 129, LONGEST]) {
        for filler in [0x61, 0xE9] {
            let mut narrow = vec![filler as u16; len];
            let mut wide = vec![filler; len];
            check_utf16(&narrow);
            check_utf32(&wide);
            for at in 0..len {
                for unit in UNITS {
                    narrow[at] = unit as u16;
                    wide[at] = unit;
                    check_utf16(&narrow);
                    check_utf32(&wide);
                }
                narrow[at] = filler as u16;
                wide[at] = filler;
            }
        }
    }
}

#[test]
fn agree_with_the_conversion() {
    let mut random = Random::new(42);
    for _ in 0..5000 {
        let (len, max_len) = (random.below(60), 1 + random.below(2));
        let mut bytes = random.text(len, max_len).into_bytes();
        let times = random.below(2);
        random.damage(&mut bytes, times);
        assert_eq!(
            utf8::is_latin1(&bytes),
            to_vec(|dst| utf8::to_latin1(&bytes, dst)).is_ok(),
            "{bytes:02X?}"
        );
        let units: Vec<u16> = String::from_utf8_lossy(&bytes).encode_utf16().collect();
        assert_eq!(
            utf16::is_latin1(&units),
            to_vec(|dst| utf16::to_latin1(&units, dst)).is_ok()
        );
        assert_eq!(
            utf16::is_ascii(&units),
            to_vec(|dst| utf16::to_ascii(&units, dst)).is_ok()
        );
        let units: Vec<u32> = String::from_utf8_lossy(&bytes).chars().map(u32::from).collect();
        assert_eq!(
            utf32::is_latin1(&units),
            to_vec(|dst| utf32::to_latin1(&units, dst)).is_ok()
        );
        assert_eq!(
            utf32::is_ascii(&units),
            to_vec(|dst| utf32::to_ascii(&units, dst)).is_ok()
        );
    }
}
