//! The encodings of sources: how to encode text, and how to damage it.

use utf8kit_test::{Random, VECTORS, hex, rows};

/// An encoding in units of type `U`.
pub struct SourceEncoding<U: 'static> {
    pub encode: fn(&str) -> Vec<U>,
    /// Returns sequences to test at every place. Most of them are ill-formed.
    pub special: fn() -> Vec<Vec<U>>,
    /// Replaces one unit by a value that is probably ill-formed there.
    pub damage: fn(&mut U, &mut Random),
    /// Makes the text ill-formed at the character that begins at this offset. Does nothing if all text in the encoding is
    /// well-formed.
    pub make_ill_formed: fn(&mut [U], usize),
}

pub static UTF8: SourceEncoding<u8> = SourceEncoding {
    encode: |text| text.into(),
    special: vectors,
    damage: damage_byte,
    make_ill_formed: |bytes, at| bytes[at] = 0xFF,
};

pub static UTF16: SourceEncoding<u16> = SourceEncoding {
    encode: |text| text.encode_utf16().collect(),
    special: special_utf16,
    damage: |unit, random| {
        *unit = match random.below(4) {
            0 => *unit ^ 1 << random.below(16),
            _ => random.choose(&SURROGATES),
        }
    },
    make_ill_formed: |units, at| units[at] = 0xDC00,
};

pub static UTF16_LITTLE: SourceEncoding<u8> = SourceEncoding {
    encode: |text| text.encode_utf16().flat_map(u16::to_le_bytes).collect(),
    special: || special_bytes(u16::to_le_bytes),
    damage: damage_utf16_byte,
    make_ill_formed: |bytes, at| bytes[at + 1] = 0xDC,
};

pub static UTF16_BIG: SourceEncoding<u8> = SourceEncoding {
    encode: |text| text.encode_utf16().flat_map(u16::to_be_bytes).collect(),
    special: || special_bytes(u16::to_be_bytes),
    damage: damage_utf16_byte,
    make_ill_formed: |bytes, at| bytes[at] = 0xDC,
};

pub static UTF32: SourceEncoding<u32> = SourceEncoding {
    encode: |text| text.chars().map(u32::from).collect(),
    special: special_utf32,
    damage: |unit, random| {
        *unit = match random.below(4) {
            0 => *unit ^ 1 << random.below(32),
            _ => random.choose(&NOT_SCALARS),
        }
    },
    make_ill_formed: |units, at| units[at] = 0x11_0000,
};

pub static UTF32_LITTLE: SourceEncoding<u8> = SourceEncoding {
    encode: |text| text.chars().map(u32::from).flat_map(u32::to_le_bytes).collect(),
    special: || special_utf32_bytes(u32::to_le_bytes),
    damage: damage_utf32_byte,
    make_ill_formed: |bytes, at| bytes[at + 3] = 0xD8,
};

pub static UTF32_BIG: SourceEncoding<u8> = SourceEncoding {
    encode: |text| text.chars().map(u32::from).flat_map(u32::to_be_bytes).collect(),
    special: || special_utf32_bytes(u32::to_be_bytes),
    damage: damage_utf32_byte,
    make_ill_formed: |bytes, at| bytes[at] = 0xD8,
};

// Encodings of text whose characters are all in Latin-1 or in ASCII: sources of conversions to and from these.

/// Returns the text whose characters have the low 8 bits of those of `text`.
fn in_latin1(text: &str) -> String {
    text.chars().map(|c| char::from(c as u8)).collect()
}

/// Returns the text whose characters have the low 7 bits of those of `text`.
fn in_ascii(text: &str) -> String {
    text.chars().map(|c| char::from(c as u8 & 0x7F)).collect()
}

pub static LATIN1: SourceEncoding<u8> = SourceEncoding {
    encode: |text| text.chars().map(|c| c as u8).collect(),
    special: || {
        (0x7E..=0x81)
            .chain([0x00, 0xC0, 0xFF])
            .map(|byte| vec![byte])
            .collect()
    },
    damage: |byte, random| *byte = random.next() as u8,
    make_ill_formed: |_, _| {},
};

pub static LATIN1_IN_UTF8: SourceEncoding<u8> = SourceEncoding {
    encode: |text| in_latin1(text).into(),
    ..UTF8
};

pub static LATIN1_IN_UTF16: SourceEncoding<u16> = SourceEncoding {
    encode: |text| in_latin1(text).encode_utf16().collect(),
    ..UTF16
};

pub static LATIN1_IN_UTF32: SourceEncoding<u32> = SourceEncoding {
    encode: |text| in_latin1(text).chars().map(u32::from).collect(),
    ..UTF32
};

pub static ASCII: SourceEncoding<u8> = SourceEncoding {
    encode: |text| in_ascii(text).into(),
    ..UTF8
};

pub static ASCII_IN_UTF16: SourceEncoding<u16> = SourceEncoding {
    encode: |text| in_ascii(text).encode_utf16().collect(),
    ..UTF16
};

pub static ASCII_IN_UTF32: SourceEncoding<u32> = SourceEncoding {
    encode: |text| in_ascii(text).chars().map(u32::from).collect(),
    ..UTF32
};

pub static LATIN1_IN_UTF16_LITTLE: SourceEncoding<u8> = SourceEncoding {
    encode: |text| {
        in_latin1(text)
            .encode_utf16()
            .flat_map(u16::to_le_bytes)
            .collect()
    },
    ..UTF16_LITTLE
};

pub static LATIN1_IN_UTF16_BIG: SourceEncoding<u8> = SourceEncoding {
    encode: |text| {
        in_latin1(text)
            .encode_utf16()
            .flat_map(u16::to_be_bytes)
            .collect()
    },
    ..UTF16_BIG
};

pub static ASCII_IN_UTF16_LITTLE: SourceEncoding<u8> = SourceEncoding {
    encode: |text| in_ascii(text).encode_utf16().flat_map(u16::to_le_bytes).collect(),
    ..UTF16_LITTLE
};

pub static ASCII_IN_UTF16_BIG: SourceEncoding<u8> = SourceEncoding {
    encode: |text| in_ascii(text).encode_utf16().flat_map(u16::to_be_bytes).collect(),
    ..UTF16_BIG
};

/// Returns the bytes of every row of `vectors.tsv`, and some more sequences.
fn vectors() -> Vec<Vec<u8>> {
    let mut vectors: Vec<Vec<u8>> = rows(VECTORS).iter().map(|row| hex(row["bytes"])).collect();
    assert!(vectors.len() > 100);
    // A continuation byte is missing at one place and superfluous at the next, so that their number is correct.
    vectors.extend([0xF090_4180, 0xF190_4180, 0xF480_4180_u32].map(|bytes| bytes.to_be_bytes().to_vec()));
    vectors
}

/// Flips a bit, or sets a random byte or one at the limits of the ranges of UTF-8.
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

/// Surrogates, among them the limits of both ranges.
const SURROGATES: [u16; 6] = [0xD800, 0xD83D, 0xDBFF, 0xDC00, 0xDE00, 0xDFFF];

/// Returns sequences of one and two units at the limits of all ranges, and sequences of three units of which each may be a
/// surrogate.
fn special_utf16() -> Vec<Vec<u16>> {
    let limits = [
        0x41, 0x80, 0x7FF, 0x800, 0xD7FF, 0xD800, 0xDBFF, 0xDC00, 0xDFFF, 0xE000, 0xFFFF,
    ];
    let units_and_surrogates = [0x4E00, 0xD83D, 0xDE00];
    let mut special: Vec<Vec<u16>> = limits.iter().map(|&unit| vec![unit]).collect();
    special.extend(
        limits
            .iter()
            .flat_map(|&first| limits.map(|second| vec![first, second])),
    );
    for first in units_and_surrogates {
        special.extend(
            units_and_surrogates
                .iter()
                .flat_map(|&second| units_and_surrogates.map(|third| vec![first, second, third])),
        );
    }
    special
}

/// Returns the sequences of [`special_utf16`] in bytes, and some with a byte too many or too few.
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

/// Sets a byte that is probably part of a surrogate.
fn damage_utf16_byte(byte: &mut u8, random: &mut Random) {
    *byte = random.choose(&[0x00, 0xD7, 0xD8, 0xDB, 0xDC, 0xDF, 0xE0, 0xFF]);
}

/// Numbers that are no scalar values.
const NOT_SCALARS: [u32; 8] = [
    0xD800,
    0xDBFF,
    0xDC00,
    0xDFFF,
    0x11_0000,
    // Kernels compare numbers after an XOR with 0xD800, which maps surrogates to the smallest numbers. In that order
    // 0x11_D800 is the first number that is too large, and 0x10_27FF below is the last character.
    0x11_D800,
    0x8000_0041,
    0xFFFF_FFFF,
];

/// Returns single units at the limits of all ranges, and pairs of a character and a number that is no scalar value.
fn special_utf32() -> Vec<Vec<u32>> {
    let limits = [
        0x7F, 0x80, 0xFF, 0x100, 0x7FF, 0x800, 0xD000, 0xD7FF, 0xE000, 0xFFFF, 0x1_0000, 0x10_27FF, 0x10_FFFF,
    ];
    let all = limits.iter().chain(&NOT_SCALARS);
    let mut special: Vec<Vec<u32>> = all.map(|&unit| vec![unit]).collect();
    special.extend(NOT_SCALARS.map(|unit| vec![0x1F600, unit]));
    special
}

/// Returns the sequences of [`special_utf32`] in bytes, and some that lack bytes.
fn special_utf32_bytes(bytes: fn(u32) -> [u8; 4]) -> Vec<Vec<u8>> {
    let mut special: Vec<Vec<u8>> = special_utf32()
        .iter()
        .map(|units| units.iter().copied().flat_map(bytes).collect())
        .collect();
    special.extend([vec![0x41], vec![0x00, 0x00, 0x00]]);
    special
}

/// Sets a byte that probably makes a number that is no scalar value.
fn damage_utf32_byte(byte: &mut u8, random: &mut Random) {
    *byte = random.choose(&[0x00, 0x01, 0x10, 0x11, 0xD7, 0xD8, 0xDF, 0xE0, 0xFF]);
}
