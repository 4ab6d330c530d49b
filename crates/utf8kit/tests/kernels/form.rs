//! The forms that sources come in: how text becomes one, and how it goes wrong.

use crate::random::Random;

/// A form of text in units of type `U`.
pub struct Form<U: 'static> {
    pub encode: fn(&str) -> Vec<U>,
    /// Sequences worth trying everywhere, most of them ill-formed.
    pub special: fn() -> Vec<Vec<U>>,
    /// Replaces one unit by something likely to be wrong there.
    pub damage: fn(&mut U, &mut Random),
    /// Puts in the place of the character that begins there what is ill-formed for certain.
    pub spoil: fn(&mut [U], usize),
}

pub static UTF8: Form<u8> = Form {
    encode: |text| text.into(),
    special: vectors,
    damage: damage_octet,
    spoil: |octets, at| octets[at] = 0xFF,
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
    special: || special_octets(u16::to_le_bytes),
    damage: damage_utf16_octet,
    spoil: |octets, at| octets[at + 1] = 0xDC,
};

pub static UTF16_BIG: Form<u8> = Form {
    encode: |text| text.encode_utf16().flat_map(u16::to_be_bytes).collect(),
    special: || special_octets(u16::to_be_bytes),
    damage: damage_utf16_octet,
    spoil: |octets, at| octets[at] = 0xDC,
};

/// The octets of every line of the project's vectors.
fn vectors() -> Vec<Vec<u8>> {
    let table = include_str!("../../../../tests/data/vectors.tsv");
    let octets = table.lines().skip(1).filter_map(|line| line.split('\t').nth(1));
    let octet = |hex| u8::from_str_radix(hex, 16).expect("the vectors are in hexadecimal");
    let vectors: Vec<Vec<u8>> = octets
        .map(|octets| octets.split(' ').map(octet).collect())
        .collect();
    assert!(vectors.len() > 100);
    vectors
}

fn damage_octet(octet: &mut u8, random: &mut Random) {
    const LIMITS: [u8; 24] = [
        0x00, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xEC, 0xED, 0xEE,
        0xEF, 0xF0, 0xF1, 0xF4, 0xF5, 0xF8, 0xFF,
    ];
    *octet = match random.below(4) {
        0 => *octet ^ 1 << random.below(8),
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

/// The same in octets, and with an octet too many or too few.
fn special_octets(octets: fn(u16) -> [u8; 2]) -> Vec<Vec<u8>> {
    let mut special: Vec<Vec<u8>> = special_utf16()
        .iter()
        .map(|units| units.iter().copied().flat_map(octets).collect())
        .collect();
    special.push(vec![0xD8]);
    special.push(vec![0x3D, 0xD8, 0x00]);
    special.push(vec![0xD8, 0x3D, 0xDE]);
    special
}

fn damage_utf16_octet(octet: &mut u8, random: &mut Random) {
    *octet = random.choose(&[0x00, 0xD7, 0xD8, 0xDB, 0xDC, 0xDF, 0xE0, 0xFF]);
}
