//! The encodings as the tests of destinations need them.

use utf8kit_test::CodeUnit;

/// A code unit, and what stands around a destination.
pub(super) trait Unit: CodeUnit {
    /// The value of the units around a destination.
    const GUARD: Self;
}

impl Unit for u8 {
    const GUARD: u8 = 0xA5;
}

impl Unit for u16 {
    const GUARD: u16 = 0xA5C3;
}

impl Unit for u32 {
    const GUARD: u32 = 0xA5C3_96F0;
}

/// An encoding, as these tests need it. What differs by encoding is data and a function pointer: as types, encodings would have each
/// test compiled for each pair of them, which took half of the time to build all tests of the library.
pub(super) struct TestEncoding<U> {
    /// Returns the units of a character, or `None` if the encoding lacks it.
    pub(super) encode: fn(char) -> Option<Vec<U>>,
    /// Ill-formed sequences: maximal subparts that a space does not continue.
    pub(super) ill_formed: Vec<Vec<U>>,
    /// A sequence that is ill-formed because the text ends inside it, if there is one.
    pub(super) incomplete: Option<Vec<U>>,
    /// The character that a lossy conversion to this encoding writes for an error.
    pub(super) replacement: char,
}

pub(super) fn utf8() -> TestEncoding<u8> {
    let mut ill_formed: Vec<Vec<u8>> = [0x80, 0xBF, 0xC0, 0xE0, 0xED, 0xF4, 0xF5, 0xFF]
        .map(|byte| vec![byte])
        .into();
    for text in ["\u{80}", "\u{800}", "\u{10000}"] {
        ill_formed.push(text.as_bytes()[..text.len() - 1].to_vec());
    }
    TestEncoding {
        encode: |c| Some(c.encode_utf8(&mut [0; 4]).as_bytes().to_vec()),
        ill_formed,
        incomplete: Some(vec![0xF0, 0x9F, 0x98]),
        replacement: '\u{FFFD}',
    }
}

pub(super) fn utf16() -> TestEncoding<u16> {
    TestEncoding {
        encode: |c| Some(c.encode_utf16(&mut [0; 2]).to_vec()),
        ill_formed: [0xD800, 0xDBFF, 0xDC00, 0xDFFF].map(|unit| vec![unit]).into(),
        incomplete: Some(vec![0xD83D]),
        replacement: '\u{FFFD}',
    }
}

pub(super) fn utf32() -> TestEncoding<u32> {
    TestEncoding {
        encode: |c| Some(vec![u32::from(c)]),
        ill_formed: [0xD800, 0xDFFF, 0x11_0000, u32::MAX]
            .map(|unit| vec![unit])
            .into(),
        incomplete: None,
        replacement: '\u{FFFD}',
    }
}

pub(super) fn latin1() -> TestEncoding<u8> {
    TestEncoding {
        encode: |c| u8::try_from(c).ok().map(|byte| vec![byte]),
        ill_formed: vec![],
        incomplete: None,
        replacement: '?',
    }
}

pub(super) fn ascii() -> TestEncoding<u8> {
    TestEncoding {
        encode: |c| c.is_ascii().then(|| vec![c as u8]),
        ill_formed: vec![vec![0x80], vec![0xFF]],
        incomplete: None,
        replacement: '?',
    }
}

/// UTF-16 in bytes.
pub(super) fn utf16_bytes<const BIG: bool>() -> TestEncoding<u8> {
    let ill_formed = utf16().ill_formed;
    TestEncoding {
        encode: |c| Some(bytes16::<BIG>(c.encode_utf16(&mut [0; 2]))),
        ill_formed: ill_formed.iter().map(|units| bytes16::<BIG>(units)).collect(),
        // A high surrogate, and the first byte of the low one.
        incomplete: Some([&bytes16::<BIG>(&[0xD83D])[..], &[0xDE]].concat()),
        replacement: '\u{FFFD}',
    }
}

fn bytes16<const BIG: bool>(units: &[u16]) -> Vec<u8> {
    let bytes = |unit: &u16| {
        if BIG {
            unit.to_be_bytes()
        } else {
            unit.to_le_bytes()
        }
    };
    units.iter().flat_map(bytes).collect()
}

/// UTF-32 in bytes.
pub(super) fn utf32_bytes<const BIG: bool>() -> TestEncoding<u8> {
    let ill_formed = utf32().ill_formed;
    TestEncoding {
        encode: |c| Some(bytes32::<BIG>(u32::from(c)).into()),
        ill_formed: ill_formed
            .iter()
            .map(|units| bytes32::<BIG>(units[0]).into())
            .collect(),
        incomplete: Some(bytes32::<BIG>(0x41)[..3].into()),
        replacement: '\u{FFFD}',
    }
}

fn bytes32<const BIG: bool>(unit: u32) -> [u8; 4] {
    if BIG {
        unit.to_be_bytes()
    } else {
        unit.to_le_bytes()
    }
}
