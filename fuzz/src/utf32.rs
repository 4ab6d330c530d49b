//! Checks that each tier, the reference engine and the standard library convert UTF-32 alike: to every other encoding and
//! back, strictly and lossily, from both byte orders, into destinations of any size.

use crate::pair::pair;
use utf8kit::Endian::{Big, Little};
use utf8kit::{ErrorKind, tiers, utf32};

pub(crate) fn run(input: (u8, &[u8])) {
    let (shortage, bytes) = input;
    let (quads, incomplete) = bytes.as_chunks();
    let little: Vec<u32> = quads.iter().map(|&quad| u32::from_le_bytes(quad)).collect();
    let big: Vec<u32> = quads.iter().map(|&quad| u32::from_be_bytes(quad)).collect();
    check_validation(&little);
    check_code_units(&little, shortage);
    check_bytes(
        bytes,
        [&little, &big],
        usize::from(!incomplete.is_empty()),
        shortage,
    );
}

/// Returns the text with U+FFFD for each code unit that is not a character, and the number of these.
fn decode(units: &[u32]) -> (String, usize) {
    let chars = units.iter().map(|&unit| char::from_u32(unit));
    let replaced = chars.clone().filter(Option::is_none).count();
    (chars.map(|c| c.unwrap_or('\u{FFFD}')).collect(), replaced)
}

fn check_validation(units: &[u32]) {
    let first_error = units.iter().position(|&unit| char::from_u32(unit).is_none());
    for tier in tiers::available() {
        let result = tiers::validate_utf32::validate(tier, units);
        assert_eq!(result, tiers::validate_utf32::reference(units), "{tier}");
        assert_eq!(
            result.err().map(|error| error.valid_up_to()),
            first_error,
            "{tier}"
        );
        if let (Err(error), Some(at)) = (result, first_error) {
            let is_surrogate = matches!(units[at], 0xD800..=0xDFFF);
            assert_eq!(error.kind() == ErrorKind::Surrogate, is_surrogate, "{tier}");
            assert_eq!(error.kind() == ErrorKind::TooLarge, !is_surrogate, "{tier}");
        }
    }
    assert_eq!(utf32::is_ascii(units), units.iter().all(|&unit| unit < 0x80));
    assert_eq!(utf32::is_latin1(units), units.iter().all(|&unit| unit < 0x100));
}

fn check_code_units(units: &[u32], shortage: u8) {
    let (text, replaced) = decode(units);
    let wide: Vec<u16> = text.encode_utf16().collect();
    pair!(utf32_to_utf8).check(units, text.as_bytes(), replaced, shortage);
    pair!(utf32_to_utf16).check(units, &wide, replaced, shortage);
    for tier in tiers::available() {
        assert_eq!(
            tiers::lossy_lengths::utf32_to_utf8(tier, units),
            text.len(),
            "{tier}"
        );
        assert_eq!(
            tiers::lossy_lengths::utf32_to_utf16(tier, units),
            wide.len(),
            "{tier}"
        );
        if replaced == 0 {
            assert_eq!(tiers::lengths::utf32_utf8_len(tier, units), text.len(), "{tier}");
            assert_eq!(tiers::lengths::utf32_utf16_len(tier, units), wide.len(), "{tier}");
        }
    }

    let narrow: Vec<u8> = units
        .iter()
        .map(|&unit| u8::try_from(unit).unwrap_or(b'?'))
        .collect();
    let lacking = units.iter().filter(|&&unit| unit > 0xFF).count();
    pair!(utf32_to_latin1).check(units, &narrow, lacking, shortage);
    let narrow: Vec<u8> = narrow
        .iter()
        .map(|&byte| if byte < 0x80 { byte } else { b'?' })
        .collect();
    let lacking = units.iter().filter(|&&unit| unit > 0x7F).count();
    pair!(utf32_to_ascii).check(units, &narrow, lacking, shortage);

    // And back.
    let scalars: Vec<u32> = text.chars().map(u32::from).collect();
    pair!(utf8_to_utf32).check(text.as_bytes(), &scalars, 0, shortage);
    pair!(utf16_to_utf32).check(&wide, &scalars, 0, shortage);
    let bytes: Vec<u8> = scalars.iter().flat_map(|scalar| scalar.to_le_bytes()).collect();
    pair!(utf8_to_utf32_little).check(text.as_bytes(), &bytes, 0, shortage & !3);
    let bytes: Vec<u8> = scalars.iter().flat_map(|scalar| scalar.to_be_bytes()).collect();
    pair!(utf8_to_utf32_big).check(text.as_bytes(), &bytes, 0, shortage & !3);
}

/// Checks the functions on bytes. There are `incomplete` code units at the end: none or one.
fn check_bytes(bytes: &[u8], [little, big]: [&[u32]; 2], incomplete: usize, shortage: u8) {
    for (endian, units) in [(Little, little), (Big, big)] {
        let (mut text, mut replaced) = decode(units);
        text.extend((0..incomplete).map(|_| '\u{FFFD}'));
        replaced += incomplete;
        let wide: Vec<u16> = text.encode_utf16().collect();
        for tier in tiers::available() {
            let len = tiers::lossy_lengths::utf32_bytes_to_utf8(tier, bytes, endian);
            assert_eq!(len, text.len(), "{tier}");
        }
        if endian == Little {
            pair!(utf32_little_to_utf8).check(bytes, text.as_bytes(), replaced, shortage);
            pair!(utf32_little_to_utf16).check(bytes, &wide, replaced, shortage);
        } else {
            pair!(utf32_big_to_utf8).check(bytes, text.as_bytes(), replaced, shortage);
            pair!(utf32_big_to_utf16).check(bytes, &wide, replaced, shortage);
        }
    }
}
