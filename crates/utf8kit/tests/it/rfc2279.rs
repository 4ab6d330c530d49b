//! Tests of RFC 2279, by section.

use crate::whole::Whole as _;
use utf8kit::stream::{Decoder, Encoder, Stop, Validator};
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

/// Asserts that `bytes` are `numbers`, by every conversion.
fn assert_same(bytes: &[u8], numbers: &[u32]) {
    assert_eq!(RFC2279.validate(bytes), Ok(()));
    assert_eq!(encoded(numbers).unwrap(), bytes);
    let mut back = vec![0; bytes.len()];
    let len = RFC2279.to_code_points(bytes, &mut back).unwrap();
    assert_eq!(back[..len], *numbers);
    assert!(
        RFC2279
            .code_points(bytes)
            .map(|point| point.unwrap().number)
            .eq(numbers.iter().copied())
    );
    for cut in 0..=bytes.len() {
        let mut reader = Decoder::new(RFC2279, Policy::Fail);
        let (mut back, mut written) = (vec![0; bytes.len()], 0);
        for piece in [&bytes[..cut], &bytes[cut..]] {
            let step = reader.to_code_points(piece, &mut back[written..]);
            assert_eq!(step.stop, Stop::InputUsed);
            written += step.written;
        }
        assert_eq!(reader.finish_code_points(&mut [0; 0]).stop, Stop::InputUsed);
        assert_eq!(back[..written], *numbers, "cut at {cut}");
    }
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

/// The numbers `0xFFFE` and `0xFFFF` are read and written like others, without a remark.
#[test]
fn section_2_fffe_and_ffff_are_numbers_like_others() {
    assert_same(b"\xEF\xBF\xBE\xEF\xBF\xBF", &[0xFFFE, 0xFFFF]);
    assert!(
        RFC2279
            .code_points(b"\xEF\xBF\xBE\xEF\xBF\xBF")
            .all(|point| point.unwrap().remark.is_none())
    );
}

/// A number over `0x7FFF_FFFF` is not in UCS-4.
#[test]
fn section_2_numbers_end_at_7fffffff() {
    assert_same(b"\xFD\xBF\xBF\xBF\xBF\xBF", &[0x7FFF_FFFF]);
    for number in [0x8000_0000, 0x8000_0001, u32::MAX] {
        assert_eq!(encoded(&[0x61, number]), Err((number, 1)));
        assert_eq!(
            RFC2279.encode_number(number, &mut [0; 6]),
            Err(ErrorKind::TooLarge)
        );
    }
}

#[test]
fn section_4_example_not_identical_to_alpha() {
    assert_same(b"\x41\xE2\x89\xA2\xCE\x91\x2E", &[0x41, 0x2262, 0x0391, 0x2E]);
}

#[test]
fn section_4_example_hangugo() {
    assert_same(b"\xED\x95\x9C\xEA\xB5\xAD\xEC\x96\xB4", &[0xD55C, 0xAD6D, 0xC5B4]);
}

#[test]
fn section_4_example_nihongo() {
    assert_same(b"\xE6\x97\xA5\xE6\x9C\xAC\xE8\xAA\x9E", &[0x65E5, 0x672C, 0x8A9E]);
}

/// Overlong forms of U+0000 and of `/../` are errors, in whole text and in streams, and never the characters.
#[test]
fn section_6_illegal_sequences_are_not_characters() {
    let overlong: [(&[u8], usize); 7] = [
        (b"\xC0\x80", 0),
        (b"\xE0\x80\x80", 0),
        (b"\xF0\x80\x80\x80", 0),
        (b"\xF8\x80\x80\x80\x80", 0),
        (b"\xFC\x80\x80\x80\x80\x80", 0),
        (b"\x2F\xC0\xAE\x2E\x2F", 1),
        (b"\x2F\xFC\x80\x80\x80\x80\xAE\x2E\x2F", 1),
    ];
    for (bytes, at) in overlong {
        let error = RFC2279.validate(bytes).unwrap_err();
        assert_eq!(
            (error.kind(), error.valid_up_to()),
            (ErrorKind::Overlong, at),
            "{bytes:02X?}"
        );
        let error = RFC2279.to_utf8(bytes, &mut [0; 16]).unwrap_err();
        assert_eq!((error.read(), error.written()), (at, at), "{bytes:02X?}");
        let text = RFC2279.decode(bytes, Policy::Replace('\u{FFFD}')).unwrap();
        assert!(!text.contains('\0') && !text.contains("/../"), "{bytes:02X?}");
        let mut validator = Validator::new(RFC2279);
        let stops: Vec<_> = bytes.chunks(1).map(|byte| validator.push(byte).stop).collect();
        let first = stops.iter().find(|stop| **stop != Stop::InputUsed);
        assert!(
            matches!(first, Some(Stop::IllFormed(error)) if (error.kind(), error.offset()) == (ErrorKind::Overlong, at as u64)),
            "{bytes:02X?} {first:?}"
        );
    }
}
