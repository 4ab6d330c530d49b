//! The forms that sources come in: how text becomes one, and how it goes wrong.

use crate::random::Random;

/// A form of text in units of type `U`.
pub struct Form<U: 'static> {
    pub encode: fn(&str) -> Vec<U>,
    /// Sequences worth trying everywhere, most of them ill-formed.
    pub special: fn() -> Vec<Vec<U>>,
    /// Replaces one unit by something likely to be wrong there.
    pub damage: fn(&mut U, &mut Random),
    /// Puts in the place of the character that begins there what is ill-formed for certain, or else changes nothing.
    pub spoil: fn(&mut [U], usize),
}

pub static UTF8: Form<u8> = Form {
    encode: |text| text.into(),
    special: vectors,
    damage: damage_byte,
    spoil: |bytes, at| bytes[at] = 0xFF,
};

pub static UTF16: Form<u16> = Form {
    encode: |text| text.encode_utf16().collect(),
    special: special_utf16,
    damage: |unit, random| {
        *unit = match random.below(4) {
            0 => *unit ^ 1 << random.below(16),
            _ => random.choose(&SURROGATES),
        }
    },
    spoil: |units, at| units[at] = 0xDC00,
};

pub static UTF16_LITTLE: Form<u8> = Form {
    encode: |text| text.encode_utf16().flat_map(u16::to_le_bytes).collect(),
    special: || special_bytes(u16::to_le_bytes),
    damage: damage_utf16_byte,
    spoil: |bytes, at| bytes[at + 1] = 0xDC,
};

pub static UTF16_BIG: Form<u8> = Form {
    encode: |text| text.encode_utf16().flat_map(u16::to_be_bytes).collect(),
    special: || special_bytes(u16::to_be_bytes),
    damage: damage_utf16_byte,
    spoil: |bytes, at| bytes[at] = 0xDC,
};

pub static UTF32: Form<u32> = Form {
    encode: |text| text.chars().map(u32::from).collect(),
    special: special_utf32,
    damage: |unit, random| {
        *unit = match random.below(4) {
            0 => *unit ^ 1 << random.below(32),
            _ => random.choose(&NO_SCALARS),
        }
    },
    spoil: |units, at| units[at] = 0x11_0000,
};

pub static UTF32_LITTLE: Form<u8> = Form {
    encode: |text| text.chars().map(u32::from).flat_map(u32::to_le_bytes).collect(),
    special: || special_utf32_bytes(u32::to_le_bytes),
    damage: damage_utf32_byte,
    spoil: |bytes, at| bytes[at + 3] = 0xD8,
};

pub static UTF32_BIG: Form<u8> = Form {
    encode: |text| text.chars().map(u32::from).flat_map(u32::to_be_bytes).collect(),
    special: || special_utf32_bytes(u32::to_be_bytes),
    damage: damage_utf32_byte,
    spoil: |bytes, at| bytes[at] = 0xD8,
};

// Forms of text that is all in Latin-1 or in ASCII: what narrow forms can be converted from, or are.

/// Each character's last byte.
fn in_latin1(text: &str) -> String {
    text.chars().map(|c| char::from(c as u8)).collect()
}

fn in_ascii(text: &str) -> String {
    text.chars().map(|c| char::from(c as u8 & 0x7F)).collect()
}

pub static LATIN1: Form<u8> = Form {
    encode: |text| text.chars().map(|c| c as u8).collect(),
    special: || {
        (0x7E..=0x81)
            .chain([0x00, 0xC0, 0xFF])
            .map(|byte| vec![byte])
            .collect()
    },
    damage: |byte, random| *byte = random.next() as u8,
    spoil: |_, _| {},
};

pub static LATIN1_IN_UTF8: Form<u8> = Form {
    encode: |text| in_latin1(text).into(),
    ..UTF8
};

pub static LATIN1_IN_UTF16: Form<u16> = Form {
    encode: |text| in_latin1(text).encode_utf16().collect(),
    ..UTF16
};

pub static LATIN1_IN_UTF32: Form<u32> = Form {
    encode: |text| in_latin1(text).chars().map(u32::from).collect(),
    ..UTF32
};

pub static ASCII: Form<u8> = Form {
    encode: |text| in_ascii(text).into(),
    ..UTF8
};

pub static ASCII_IN_UTF16: Form<u16> = Form {
    encode: |text| in_ascii(text).encode_utf16().collect(),
    ..UTF16
};

pub static ASCII_IN_UTF32: Form<u32> = Form {
    encode: |text| in_ascii(text).chars().map(u32::from).collect(),
    ..UTF32
};

/// The bytes of every line of the project's vectors.
fn vectors() -> Vec<Vec<u8>> {
    let table = include_str!("../data/vectors.tsv");
    let bytes = table.lines().skip(1).filter_map(|line| line.split('\t').nth(1));
    let byte = |hex| u8::from_str_radix(hex, 16).expect("the vectors are in hexadecimal");
    let mut vectors: Vec<Vec<u8>> = bytes.map(|bytes| bytes.split(' ').map(byte).collect()).collect();
    assert!(vectors.len() > 100);
    // Where what is missing at one place would make up for what is too much at the next.
    vectors.extend([0xF090_4180, 0xF190_4180, 0xF480_4180_u32].map(|bytes| bytes.to_be_bytes().to_vec()));
    vectors
}

fn damage_byte(byte: &mut u8, random: &mut Random) {
    const LIMITS: [u8; 24] = [
        0x00, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xEC, 0xED, 0xEE,
        0xEF, 0xF0, 0xF1, 0xF4, 0xF5, 0xF8, 0xFF,
    ];
    *byte = match random.below(4) {
        0 => *byte ^ 1 << random.below(8),
        1 => random.next() as u8,
        _ => random.choose(&LIMITS),
    };
}

const SURROGATES: [u16; 6] = [0xD800, 0xD83D, 0xDBFF, 0xDC00, 0xDE00, 0xDFFF];

/// One and two units from the ends of all ranges; three of which each may be half of a pair.
fn special_utf16() -> Vec<Vec<u16>> {
    let limits = [
        0x41, 0x80, 0x7FF, 0x800, 0xD7FF, 0xD800, 0xDBFF, 0xDC00, 0xDFFF, 0xE000, 0xFFFF,
    ];
    let halves = [0x4E00, 0xD83D, 0xDE00];
    let mut special: Vec<Vec<u16>> = limits.iter().map(|&unit| vec![unit]).collect();
    special.extend(
        limits
            .iter()
            .flat_map(|&first| limits.map(|second| vec![first, second])),
    );
    for first in halves {
        special.extend(
            halves
                .iter()
                .flat_map(|&second| halves.map(|third| vec![first, second, third])),
        );
    }
    special
}

/// The same in bytes, and with a byte too many or too few.
fn special_bytes(bytes: fn(u16) -> [u8; 2]) -> Vec<Vec<u8>> {
    let mut special: Vec<Vec<u8>> = special_utf16()
        .iter()
        .map(|units| units.iter().copied().flat_map(bytes).collect())
        .collect();
    special.push(vec![0xD8]);
    special.push(vec![0x3D, 0xD8, 0x00]);
    special.push(vec![0xD8, 0x3D, 0xDE]);
    special
}

fn damage_utf16_byte(byte: &mut u8, random: &mut Random) {
    *byte = random.choose(&[0x00, 0xD7, 0xD8, 0xDB, 0xDC, 0xDF, 0xE0, 0xFF]);
}

const NO_SCALARS: [u32; 8] = [
    0xD800,
    0xDBFF,
    0xDC00,
    0xDFFF,
    0x11_0000,
    // The first one, and 10_27FF the last character, where an XOR moves surrogates to the beginning.
    0x11_D800,
    0x8000_0041,
    0xFFFF_FFFF,
];

/// One unit from the ends of all ranges, and two of them.
fn special_utf32() -> Vec<Vec<u32>> {
    let limits = [
        0x7F, 0x80, 0xFF, 0x100, 0x7FF, 0x800, 0xD000, 0xD7FF, 0xE000, 0xFFFF, 0x1_0000, 0x10_27FF, 0x10_FFFF,
    ];
    let all = limits.iter().chain(&NO_SCALARS);
    let mut special: Vec<Vec<u32>> = all.map(|&unit| vec![unit]).collect();
    special.extend(NO_SCALARS.map(|unit| vec![0x1F600, unit]));
    special
}

/// The same in bytes, and with bytes missing.
fn special_utf32_bytes(bytes: fn(u32) -> [u8; 4]) -> Vec<Vec<u8>> {
    let mut special: Vec<Vec<u8>> = special_utf32()
        .iter()
        .map(|units| units.iter().copied().flat_map(bytes).collect())
        .collect();
    special.extend([vec![0x41], vec![0x00, 0x00, 0x00]]);
    special
}

fn damage_utf32_byte(byte: &mut u8, random: &mut Random) {
    *byte = random.choose(&[0x00, 0x01, 0x10, 0x11, 0xD7, 0xD8, 0xDF, 0xE0, 0xFF]);
}
