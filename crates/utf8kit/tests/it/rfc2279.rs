//! Tests of RFC 2279, by section.

use crate::whole::Whole as _;
use utf8kit::stream::{Encoder, Stop};
use utf8kit::{ConvertErrorKind, Encoding, ErrorKind, Policy};

const RFC2279: Encoding = Encoding::Rfc2279;

/// Returns `numbers` in RFC 2279, or the first number that it lacks and its index.
fn encoded(numbers: &[u32]) -> Result<Vec<u8>, (u32, usize)> {
    let mut bytes = vec![0; 6 * numbers.len()];
    let len = RFC2279
        .encode_code_points(numbers, &mut bytes)
        .map_err(|error| match error.kind() {
            ConvertErrorKind::NotRepresentable(number) => (number, error.read()),
            kind => panic!("{kind:?}"),
        })?;
    bytes.truncate(len);
    Ok(bytes)
}

/// Returns the 16-bit `units` in RFC 2279, or the kind and the index of the first error.
fn from_units(units: &[u16]) -> Result<Vec<u8>, (ErrorKind, usize)> {
    let mut bytes = vec![0; 3 * units.len()];
    let len = RFC2279
        .encode_utf16(units, &mut bytes)
        .map_err(|error| match error.kind() {
            ConvertErrorKind::IllFormed(found) => (found.kind(), error.read()),
            kind => panic!("{kind:?}"),
        })?;
    bytes.truncate(len);
    Ok(bytes)
}

/// The first byte of a sequence says its length, by its leading ones. `FE` and `FF` begin none and are never valid.
#[test]
fn section_1_the_first_byte_says_the_length_and_fe_and_ff_never_appear() {
    for first in 0..=0xFF_u8 {
        let len = match first {
            0x00..=0x7F => Some(1),
            0xC2..=0xFD => Some(first.leading_ones() as usize),
            _ => None,
        };
        assert_eq!(RFC2279.sequence_len(first), len, "{first:02X}");
    }
    for byte in [0xFE, 0xFF] {
        for len in 0..7 {
            let bytes = [&[byte][..], &vec![0x80; len]].concat();
            let error = RFC2279.validate(&bytes).unwrap_err();
            assert_eq!(
                (error.kind(), error.error_len()),
                (ErrorKind::NeverValid, Some(1)),
                "{bytes:02X?}"
            );
        }
    }
}

/// From any byte of a text, the next character begins at the next byte that is no continuation byte.
#[test]
fn section_1_a_reader_finds_the_next_character_after_a_loss() {
    let numbers = [
        0x41,
        0x7FF,
        0xFFFF,
        0x1F_FFFF,
        0x3FF_FFFF,
        0x7FFF_FFFF,
        0x20_0000,
        0x400_0000,
        0x5A,
    ];
    let bytes = encoded(&numbers).unwrap();
    let starts: Vec<usize> = RFC2279
        .code_points(&bytes)
        .map(|point| point.unwrap().offset)
        .collect();
    for lost in 0..bytes.len() {
        let whole = starts.iter().filter(|start| **start >= lost).count();
        let read: Vec<u32> = RFC2279
            .code_points(&bytes[lost..])
            .filter_map(|point| Some(point.ok()?.number))
            .collect();
        assert_eq!(read, numbers[numbers.len() - whole..], "{lost} bytes are lost");
    }
}

/// Surrogate pairs are undone before encoding, and each becomes four bytes. From the bytes they become pairs again.
#[test]
fn section_2_surrogate_pairs_are_undone_first() {
    assert_eq!(from_units(&[0xD84C, 0xDFB4]).unwrap(), b"\xF0\xA3\x8E\xB4");
    for number in (0x1_0000..=0x10_FFFF)
        .step_by(0x3F1)
        .chain([0x1_03FF, 0x1_0400, 0x10_FFFF])
    {
        let c = char::from_u32(number).unwrap();
        let mut units = [0; 2];
        let units = c.encode_utf16(&mut units);
        let bytes = from_units(units).unwrap();
        assert_eq!(bytes, encoded(&[number]).unwrap(), "{number:#X}");
        assert_eq!(bytes.len(), 4, "{number:#X}");
        let mut back = [0; 4];
        assert_eq!(RFC2279.to_utf16(&bytes, &mut back), Ok(2));
        assert_eq!(back[..2], *units);
        // In pieces, a pair may be cut.
        let mut encoder = Encoder::new(RFC2279, Policy::Fail);
        let (mut in_pieces, mut written) = ([0; 8], 0);
        for unit in units.iter() {
            let step = encoder.encode_utf16(&[*unit], &mut in_pieces[written..]);
            assert_eq!(step.stop, Stop::InputUsed);
            written += step.written;
        }
        assert_eq!(encoder.finish(&mut in_pieces[written..]).stop, Stop::InputUsed);
        assert_eq!(in_pieces[..written], bytes, "{number:#X}");
    }
}

/// A surrogate without its partner is an error where it stands, as a code unit, as a number and as three bytes.
#[test]
fn section_2_lone_surrogates_are_errors() {
    for surrogate in 0xD800..=0xDFFF_u16 {
        let high = surrogate < 0xDC00;
        for (units, at) in [
            ([0x61, 0x62, surrogate], 2),
            ([0x61, surrogate, 0x62], 1),
            ([surrogate, 0xE000, 0x62], 0),
        ] {
            assert_eq!(
                from_units(&units),
                Err((ErrorKind::Surrogate, at)),
                "{units:04X?}"
            );
        }
        let other = if high { 0xD800 } else { 0xDC00 };
        assert_eq!(
            from_units(&[surrogate, other, 0x61]),
            Err((ErrorKind::Surrogate, 0))
        );
        assert_eq!(
            encoded(&[0x61, u32::from(surrogate)]),
            Err((u32::from(surrogate), 1))
        );
        let bytes = [
            0x61,
            0xED,
            0x80 | (surrogate >> 6 & 0x3F) as u8,
            0x80 | (surrogate & 0x3F) as u8,
        ];
        let error = RFC2279.validate(&bytes).unwrap_err();
        assert_eq!(
            (error.kind(), error.valid_up_to()),
            (ErrorKind::Surrogate, 1),
            "{bytes:02X?}"
        );
    }
    // Two surrogates of three bytes each are not a character.
    assert_eq!(
        RFC2279
            .code_points(b"\xED\xA1\x8C\xED\xBE\xB4")
            .filter(|point| point.is_ok())
            .count(),
        0
    );
    // As numbers they are no pair either.
    assert_eq!(encoded(&[0xD84C, 0xDFB4]), Err((0xD84C, 0)));
}
