//! The encodings as the tests of destinations need them.

use std::fmt::Debug;

/// An encoding, as these tests need it.
pub(super) trait TestEncoding {
    type Unit: Copy + PartialEq + Debug + 'static;
    /// The value of the units around a destination.
    const GUARD: Self::Unit;
    /// The character that a lossy conversion to this encoding writes for an error.
    const REPLACEMENT: char = '\u{FFFD}';

    /// Returns the units of a character, or `None` if the encoding lacks it.
    fn encode(c: char) -> Option<Vec<Self::Unit>>;
    /// Returns ill-formed sequences: maximal subparts that a space does not continue.
    fn ill_formed() -> Vec<Vec<Self::Unit>>;
    /// Returns a sequence that is ill-formed because the text ends inside it, if there is one.
    fn incomplete() -> Option<Vec<Self::Unit>>;
}

pub(super) struct Utf8;
impl TestEncoding for Utf8 {
    type Unit = u8;
    const GUARD: u8 = 0xA5;
    fn encode(c: char) -> Option<Vec<u8>> {
        Some(c.encode_utf8(&mut [0; 4]).as_bytes().to_vec())
    }
    fn ill_formed() -> Vec<Vec<u8>> {
        ["\u{80}", "\u{800}", "\u{10000}"]
            .iter()
            .map(|text| text.as_bytes()[..text.len() - 1].to_vec())
            .chain([0x80, 0xBF, 0xC0, 0xE0, 0xED, 0xF4, 0xF5, 0xFF].map(|byte| vec![byte]))
            .collect()
    }
    fn incomplete() -> Option<Vec<u8>> {
        Some(vec![0xF0, 0x9F, 0x98])
    }
}

pub(super) struct Utf16;
impl TestEncoding for Utf16 {
    type Unit = u16;
    const GUARD: u16 = 0xA5C3;
    fn encode(c: char) -> Option<Vec<u16>> {
        Some(c.encode_utf16(&mut [0; 2]).to_vec())
    }
    fn ill_formed() -> Vec<Vec<u16>> {
        [0xD800, 0xDBFF, 0xDC00, 0xDFFF].map(|unit| vec![unit]).to_vec()
    }
    fn incomplete() -> Option<Vec<u16>> {
        Some(vec![0xD83D])
    }
}

pub(super) struct Utf32;
impl TestEncoding for Utf32 {
    type Unit = u32;
    const GUARD: u32 = 0xA5C3_96F0;
    fn encode(c: char) -> Option<Vec<u32>> {
        Some(vec![u32::from(c)])
    }
    fn ill_formed() -> Vec<Vec<u32>> {
        [0xD800, 0xDFFF, 0x11_0000, u32::MAX]
            .map(|unit| vec![unit])
            .to_vec()
    }
    fn incomplete() -> Option<Vec<u32>> {
        None
    }
}

pub(super) struct Latin1;
impl TestEncoding for Latin1 {
    type Unit = u8;
    const GUARD: u8 = 0xA5;
    const REPLACEMENT: char = '?';
    fn encode(c: char) -> Option<Vec<u8>> {
        (c <= '\u{FF}').then(|| vec![c as u8])
    }
    fn ill_formed() -> Vec<Vec<u8>> {
        vec![]
    }
    fn incomplete() -> Option<Vec<u8>> {
        None
    }
}

pub(super) struct Ascii;
impl TestEncoding for Ascii {
    type Unit = u8;
    const GUARD: u8 = 0xA5;
    const REPLACEMENT: char = '?';
    fn encode(c: char) -> Option<Vec<u8>> {
        c.is_ascii().then(|| vec![c as u8])
    }
    fn ill_formed() -> Vec<Vec<u8>> {
        vec![vec![0x80], vec![0xFF]]
    }
    fn incomplete() -> Option<Vec<u8>> {
        None
    }
}

/// UTF-16 in bytes.
pub(super) struct Bytes16<const BIG: bool>;
impl<const BIG: bool> TestEncoding for Bytes16<BIG> {
    type Unit = u8;
    const GUARD: u8 = 0xA5;
    fn encode(c: char) -> Option<Vec<u8>> {
        Utf16::encode(c).map(|units| units.into_iter().flat_map(bytes16::<BIG>).collect())
    }
    fn ill_formed() -> Vec<Vec<u8>> {
        Utf16::ill_formed()
            .into_iter()
            .map(|units| bytes16::<BIG>(units[0]).to_vec())
            .collect()
    }
    fn incomplete() -> Option<Vec<u8>> {
        // A high surrogate, and the first byte of the low one.
        Some([&bytes16::<BIG>(0xD83D)[..], &[0xDE]].concat())
    }
}

pub(super) fn bytes16<const BIG: bool>(unit: u16) -> [u8; 2] {
    if BIG {
        unit.to_be_bytes()
    } else {
        unit.to_le_bytes()
    }
}

/// UTF-32 in bytes.
pub(super) struct Bytes32<const BIG: bool>;
impl<const BIG: bool> TestEncoding for Bytes32<BIG> {
    type Unit = u8;
    const GUARD: u8 = 0xA5;
    fn encode(c: char) -> Option<Vec<u8>> {
        Some(bytes32::<BIG>(u32::from(c)).to_vec())
    }
    fn ill_formed() -> Vec<Vec<u8>> {
        Utf32::ill_formed()
            .into_iter()
            .map(|units| bytes32::<BIG>(units[0]).to_vec())
            .collect()
    }
    fn incomplete() -> Option<Vec<u8>> {
        Some(bytes32::<BIG>(0x41)[..3].to_vec())
    }
}

pub(super) fn bytes32<const BIG: bool>(unit: u32) -> [u8; 4] {
    if BIG {
        unit.to_be_bytes()
    } else {
        unit.to_le_bytes()
    }
}
