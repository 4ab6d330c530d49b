//! Tests of the dialects of UTF-8: against the vectors, against each other, and against another implementation.

use crate::whole::Whole as _;
use utf8kit::stream::{Decoder, Encoder, Step, Stop, Validator};
use utf8kit::{ConvertErrorKind, Encoding, ErrorKind, Policy, Replacement, Subset, well_formed_in};
use utf8kit_test::{ENCODED_TEXTS, Random, VECTORS, hex, is_thorough, numbers, rows, step_if_emulated};

/// The columns of the vectors, and their dialects.
const COLUMNS: [(&str, Encoding); 6] = [
    ("std63", Encoding::Utf8),
    ("rfc2279", Encoding::Rfc2279),
    ("annex_r", Encoding::AnnexR),
    ("cesu8", Encoding::Cesu8),
    ("mutf8", Encoding::ModifiedUtf8),
    ("wtf8", Encoding::Wtf8),
];

/// Returns the kind and the offset of the error at which a step of a stream stopped, if it did.
fn outcome(step: Step) -> Result<(), (ErrorKind, u64)> {
    match step.stop {
        Stop::InputUsed => Ok(()),
        Stop::IllFormed(at) => Err((at.kind(), at.offset())),
        stop => panic!("{stop:?}"),
    }
}

/// Returns the numbers that `pieces` encode, or the kind and the offset of the first error.
fn read_in(dialect: Encoding, pieces: &[&[u8]]) -> Result<Vec<u32>, (ErrorKind, u64)> {
    let mut reader = Decoder::new(dialect, Policy::Fail);
    let mut read = Vec::new();
    let mut buffer = [0; 16];
    for piece in pieces {
        let step = reader.to_code_points(piece, &mut buffer);
        outcome(step)?;
        assert_eq!(step.read, piece.len());
        read.extend(&buffer[..step.written]);
    }
    let step = reader.finish_code_points(&mut buffer);
    outcome(step)?;
    read.extend(&buffer[..step.written]);
    Ok(read)
}

/// Validates `pieces`, or returns the kind and the offset of the first error.
fn validate_in(dialect: Encoding, pieces: &[&[u8]]) -> Result<(), (ErrorKind, u64)> {
    let mut validator = Validator::new(dialect);
    for piece in pieces {
        outcome(validator.push(piece))?;
    }
    outcome(validator.finish())
}

/// Decodes `pieces` with a destination of one character, so that almost every step fills it.
fn decode_in(dialect: Encoding, pieces: &[&[u8]]) -> String {
    let mut decoder = Decoder::new(dialect, Policy::Fail);
    let mut text = Vec::new();
    let mut buffer = [0; 4];
    for mut piece in pieces.iter().copied() {
        loop {
            let step = decoder.to_utf8(piece, &mut buffer);
            text.extend(&buffer[..step.written]);
            piece = &piece[step.read..];
            match step.stop {
                Stop::InputUsed => break,
                Stop::OutputFull => {}
                stop => panic!("{stop:?}"),
            }
        }
    }
    assert_eq!(decoder.finish_utf8(&mut buffer).stop, Stop::InputUsed);
    String::from_utf8(text).unwrap()
}

/// Validates, decodes and encodes all columns of all vectors: whole, in single bytes, and in two pieces cut at every byte.
#[test]
fn every_dialect_matches_the_vectors_whole_and_in_pieces() {
    let mut checked = 0;
    for row in rows(VECTORS) {
        let id = row["id"];
        let bytes = hex(row["bytes"]);
        for (column, dialect) in COLUMNS {
            let expected = row[column];
            let whole = dialect.validate(&bytes);
            let points: Vec<_> = dialect.code_points(&bytes).collect();
            let mut read = Vec::new();
            match expected {
                // At least one sequence is malformed. Others may be undefined.
                "!" => {
                    assert!(whole.is_err(), "{id} {column}");
                    let is_malformed = |error: &utf8kit::IllFormed| error.kind() != ErrorKind::Undefined;
                    assert!(
                        points
                            .iter()
                            .filter_map(|point| point.err())
                            .any(|error| is_malformed(&error)),
                        "{id}"
                    );
                }
                "?" => {
                    assert_eq!(whole.expect_err(id).kind(), ErrorKind::Undefined, "{id} {column}");
                    for error in points.iter().filter_map(|point| point.err()) {
                        assert_eq!(
                            (error.kind(), error.error_len()),
                            (ErrorKind::Undefined, Some(3)),
                            "{id}"
                        );
                    }
                }
                _ => {
                    assert_eq!(whole, Ok(()), "{id} {column}");
                    read.extend(points.iter().map(|point| point.unwrap().number));
                    // A `?` after a number says that R.7 leaves it undefined.
                    assert_eq!(
                        numbers(&expected.replace('?', "")).as_ref(),
                        Some(&read),
                        "{id} {column}"
                    );
                    for (point, field) in points.iter().zip(expected.split_whitespace()) {
                        let remark = field.ends_with('?').then_some(ErrorKind::Undefined);
                        assert_eq!(point.unwrap().remark, remark, "{id} {column}");
                    }
                    let mut back = vec![0; 6 * read.len()];
                    let len = dialect.encode_code_points(&read, &mut back).unwrap();
                    assert_eq!(back[..len], bytes, "{id} {column}: encoded");
                }
            }
            let outcome = whole.map_err(|error| (error.kind(), error.valid_up_to() as u64));
            let single_bytes: Vec<&[u8]> = bytes.chunks(1).collect();
            assert_eq!(
                validate_in(dialect, &single_bytes),
                outcome,
                "{id} {column} in single bytes"
            );
            for cut in 0..=bytes.len() {
                let (a, b) = bytes.split_at(cut);
                assert_eq!(
                    validate_in(dialect, &[a, b]),
                    outcome,
                    "{id} {column} cut at {cut}"
                );
                let expected = outcome.map(|()| read.clone());
                assert_eq!(read_in(dialect, &[a, b]), expected, "{id} {column} cut at {cut}");
            }
            checked += 1;
        }
        let lossy = Encoding::Utf8
            .decode(&bytes, Policy::Replace('\u{FFFD}'))
            .unwrap();
        let lossy: Vec<u32> = lossy.chars().map(u32::from).collect();
        assert_eq!(numbers(row["std63_lossy"]), Some(lossy), "{id}");
    }
    assert!(checked > 6 * 130, "only {checked} fields: rows are missing");
}

/// The dialect `Utf8` has the same errors as the module `utf8`.
#[test]
fn the_dialect_utf8_has_the_errors_of_utf8() {
    let limits = [
        0x00, 0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xEC,
    ];
    let limits: Vec<u8> = limits.into_iter().chain(0xED..=0xFF).collect();
    let fourth = match is_thorough() {
        true => &limits[..],
        false => &[0x41, 0x7F, 0x80, 0xBF, 0xC0, 0xFF],
    };
    let check = |bytes: &[u8]| {
        let as_dialect = Encoding::Utf8.validate(bytes);
        let as_utf8 = utf8kit::utf8::validate(bytes);
        let parts = |error: utf8kit::IllFormed| (error.kind(), error.valid_up_to(), error.error_len());
        assert_eq!(
            as_dialect.err().map(parts),
            as_utf8.err().map(parts),
            "{bytes:02X?}"
        );
    };
    for number in 0..limits.len().pow(3) {
        let byte = |place: u32| limits[number / limits.len().pow(place) % limits.len()];
        let bytes = [byte(2), byte(1), byte(0)];
        check(&bytes);
        for &fourth in fourth {
            check(&[bytes[0], bytes[1], bytes[2], fourth]);
        }
    }
}

/// Asserts that `bytes` are `text` in `dialect`, by every conversion in both directions.
fn assert_round_trip(dialect: Encoding, text: &str, bytes: &[u8]) {
    let mut utf8 = vec![0; bytes.len()];
    let len = dialect.to_utf8(bytes, &mut utf8).unwrap();
    assert_eq!(&utf8[..len], text.as_bytes());
    let mut back = vec![0; 2 * text.len()];
    let len = dialect.encode_utf8(text, &mut back).unwrap();
    assert_eq!(&back[..len], bytes);

    let units: Vec<u16> = text.encode_utf16().collect();
    let mut utf16 = vec![0; bytes.len()];
    let len = dialect.to_utf16(bytes, &mut utf16).unwrap();
    assert_eq!(&utf16[..len], units);
    let mut back = vec![0; 3 * units.len()];
    let len = dialect.encode_utf16(&units, &mut back).unwrap();
    assert_eq!(&back[..len], bytes);

    let scalars: Vec<u32> = text.chars().map(u32::from).collect();
    let mut utf32 = vec![0; scalars.len()];
    let len = dialect.to_code_points(bytes, &mut utf32).unwrap();
    assert_eq!(&utf32[..len], scalars);
    let mut back = vec![0; 6 * scalars.len()];
    let len = dialect.encode_code_points(&scalars, &mut back).unwrap();
    assert_eq!(&back[..len], bytes);
    assert_eq!(dialect.count(bytes), scalars.len());
}

/// Encodes and decodes every text of the table, whole and in two pieces.
#[test]
fn cesu8_mutf8_and_wtf8_match_the_table() {
    for row in rows(ENCODED_TEXTS) {
        let scalars = numbers(row["scalars"]).unwrap();
        let text: String = scalars
            .iter()
            .map(|&number| char::from_u32(number).unwrap())
            .collect();
        assert_eq!(text.as_bytes(), hex(row["utf8"]));
        let columns = [
            ("cesu8", Encoding::Cesu8),
            ("mutf8", Encoding::ModifiedUtf8),
            ("utf8", Encoding::Wtf8),
        ];
        for (column, dialect) in columns {
            let expected = hex(row[column]);
            assert_eq!(*dialect.encode(&text, Policy::Fail).unwrap(), *expected);
            assert_eq!(dialect.decode(&expected, Policy::Fail).unwrap(), text);
            assert_round_trip(dialect, &text, &expected);
            for cut in 0..=expected.len() {
                let (a, b) = expected.split_at(cut);
                assert_eq!(decode_in(dialect, &[a, b]), text, "{column} cut at {cut}");
            }
        }
    }
}

/// By every conversion, and by an encoder and a decoder in pieces. A thorough run tries all in every dialect. Another run
/// tries those of one to three bytes, the first and the last of four in every dialect, and the others in one dialect each. It
/// decodes in pieces those up to U+107FF.
#[test]
fn all_scalars_round_trip() {
    let scalars: Vec<char> = (0..=0x10_FFFF).filter_map(char::from_u32).collect();
    for (part, chunk) in scalars.chunks(0x1_0000).enumerate() {
        let text: String = chunk.iter().collect();
        for (i, dialect) in Encoding::RELATIVES.into_iter().enumerate() {
            let is_tried = matches!(part, 0 | 1 | 16) || part % Encoding::RELATIVES.len() == i;
            if !is_tried && !is_thorough() {
                continue;
            }
            let bytes = dialect.encode(&text, Policy::Fail).unwrap();
            assert_eq!(dialect.validate(&bytes), Ok(()));
            assert_eq!(dialect.decode(&bytes, Policy::Fail).unwrap(), text);
            assert_round_trip(dialect, &text, &bytes);
            let mut encoder = Encoder::new(dialect, Policy::Fail);
            let mut encoded = vec![0; bytes.len()];
            let step = encoder.encode(&text, &mut encoded[..]);
            assert_eq!(
                (step.read, step.written, step.stop),
                (text.len(), bytes.len(), Stop::InputUsed)
            );
            assert_eq!(encoded, *bytes);
            if part == 0 || is_thorough() {
                let pieces: Vec<&[u8]> = bytes.chunks(4099).collect();
                assert_eq!(decode_in(dialect, &pieces), text);
            }
        }
    }
}

/// All numbers whose low 16 bits are all zero or all one, and the limits of each length. Those over `0x7FFF_FFFF` are
/// errors.
#[test]
fn numbers_to_7fffffff_round_trip() {
    let limits = [
        0x80,
        0x800,
        0x1_0000,
        0x11_0000,
        0x20_0000,
        0x400_0000,
        0x8000_0000u32,
    ];
    let limits = limits.into_iter().flat_map(|limit| limit - 1..=limit);
    let steps = (0..=0xFFFFu32).flat_map(|high| [high << 16, high << 16 | 0xFFFF]);
    let step = step_if_emulated(9);
    let mut written = 0;
    for number in steps.step_by(step).chain(limits) {
        for dialect in [Encoding::Rfc2279, Encoding::AnnexR, Encoding::AnnexR5] {
            let mut out = [0; 6];
            if number > 0x7FFF_FFFF {
                assert_eq!(dialect.encode_number(number, &mut out), Err(ErrorKind::TooLarge));
                continue;
            }
            let bytes = dialect.encode_number(number, &mut out).unwrap();
            let len = match number {
                0..=0x7F => 1,
                0x80..=0x7FF => 2,
                0x800..=0xFFFF => 3,
                0x1_0000..=0x1F_FFFF => 4,
                0x20_0000..=0x3FF_FFFF => 5,
                _ => 6,
            };
            assert_eq!(bytes.len(), len, "{number:#X}");
            assert_eq!(dialect.sequence_len(bytes[0]), Some(len));
            let mut back = [0; 1];
            assert_eq!(dialect.to_code_points(bytes, &mut back), Ok(1));
            assert_eq!(back[0], number);
            let single_bytes: Vec<&[u8]> = bytes.chunks(1).collect();
            assert_eq!(read_in(dialect, &single_bytes), Ok(vec![number]));
            if number > 0x10_FFFF {
                let error = dialect.to_utf8(bytes, &mut [0; 8]).unwrap_err();
                assert_eq!(error.kind(), ConvertErrorKind::NotRepresentable(number));
            }
            written += 1;
        }
    }
    assert_eq!(written, 3 * (0x1_0000_usize.div_ceil(step) + 13));
}

/// RFC 2279 section 1, on numbers up to `0x7FFF_FFFF`.
#[test]
fn byte_order_is_number_order_to_7fffffff() {
    let mut previous = Vec::new();
    let numbers = (0..=0x7FFF_FFFFu32)
        .step_by(0x2345)
        .filter(|number| !(0xD800..0xE000).contains(number));
    for number in numbers {
        let mut out = [0; 6];
        let bytes = Encoding::Rfc2279.encode_number(number, &mut out).unwrap();
        assert!(*previous < *bytes, "{number:#X}");
        previous = bytes.to_vec();
    }
}

/// RFC 3629 section 1, in each dialect: encodes all scalar values, and larger numbers. A text with a byte that never appears
/// is ill-formed, wherever the byte stands. R.5 reads `C0` and `C1`, which R.4 never writes.
#[test]
fn some_bytes_never_appear_in_each_dialect() {
    let text: String = (0..=0x10_FFFF).filter_map(char::from_u32).collect();
    for dialect in Encoding::RELATIVES {
        let mut seen = [false; 256];
        let mut mark = |bytes: &[u8]| bytes.iter().for_each(|&byte| seen[usize::from(byte)] = true);
        mark(&dialect.encode(&text, Policy::Fail).unwrap());
        for number in (0x11_0000..=0x7FFF_FFFF).step_by(0x1_0001) {
            if let Ok(bytes) = dialect.encode_number(number, &mut [0; 6]) {
                mark(bytes);
            }
        }
        let never: Vec<u8> = (0..=0xFF).filter(|&byte: &u8| !seen[usize::from(byte)]).collect();
        let expected: Vec<u8> = match dialect {
            Encoding::Utf8 | Encoding::Wtf8 => [0xC0, 0xC1].into_iter().chain(0xF5..=0xFF).collect(),
            Encoding::Rfc2279 | Encoding::AnnexR | Encoding::AnnexR5 => vec![0xC0, 0xC1, 0xFE, 0xFF],
            Encoding::Cesu8 => [0xC0, 0xC1].into_iter().chain(0xF0..=0xFF).collect(),
            Encoding::ModifiedUtf8 => [0x00, 0xC1].into_iter().chain(0xF0..=0xFF).collect(),
            _ => panic!("add the bytes that never appear in {dialect:?} to this test"),
        };
        assert_eq!(never, expected, "{dialect:?}");
        let well_formed = dialect
            .encode("aé€\u{1F600} ASCII ", Policy::Fail)
            .unwrap()
            .repeat(8);
        let read = |byte: &&u8| dialect != Encoding::AnnexR5 || !matches!(byte, 0xC0 | 0xC1);
        for &byte in never.iter().filter(read) {
            for tail in [0x41, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF] {
                for len in 0..7 {
                    let bytes = [&[byte][..], &vec![tail; len]].concat();
                    assert_eq!(
                        dialect.validate(&bytes).unwrap_err().valid_up_to(),
                        0,
                        "{dialect:?} {bytes:02X?}"
                    );
                }
            }
            for place in 0..well_formed.len() {
                let mut bytes = well_formed.clone();
                bytes[place] = byte;
                let error = dialect.validate(&bytes).unwrap_err();
                assert!(error.valid_up_to() <= place, "{dialect:?} {byte:02X} at {place}");
                assert!(validate_in(dialect, &[&bytes[..place], &bytes[place..]]).is_err());
            }
        }
        // A byte has a sequence length if it begins a character. A continuation and a byte that never appears have none.
        for first in 0..=0xFF {
            let has_len = dialect.sequence_len(first).is_some();
            let is_continuation = matches!(first, 0x80..=0xBF);
            let begins_overlong = dialect == Encoding::AnnexR5 && matches!(first, 0xC0 | 0xC1);
            assert_eq!(
                has_len,
                begins_overlong || (!is_continuation && !never.contains(&first)),
                "{dialect:?} {first:02X}"
            );
        }
    }
}

/// Encoding and decoding a surrogate is an error in every dialect but WTF-8. Its kind depends on the dialect.
#[test]
fn surrogates_are_errors_in_every_dialect_but_wtf8() {
    for number in 0xD800..=0xDFFFu32 {
        for dialect in Encoding::RELATIVES {
            let mut out = [0; 6];
            let expected = match dialect {
                Encoding::Wtf8 => None,
                Encoding::AnnexR | Encoding::AnnexR5 => Some(ErrorKind::Undefined),
                _ => Some(ErrorKind::Surrogate),
            };
            assert_eq!(dialect.encode_number(number, &mut out).err(), expected);
            let bytes = [
                0xED,
                0x80 | (number >> 6 & 0x3F) as u8,
                0x80 | (number & 0x3F) as u8,
            ];
            let found = dialect.validate(&bytes).err().map(|error| error.kind());
            // In these dialects a high surrogate begins a pair, which is incomplete here.
            let could_be_pair =
                matches!(dialect, Encoding::Cesu8 | Encoding::ModifiedUtf8) && number < 0xDC00;
            let expected = if could_be_pair {
                Some(ErrorKind::UnexpectedEnd)
            } else {
                expected
            };
            assert_eq!(found, expected, "{dialect:?} {number:#06X}");
        }
    }
}

/// On random units, among them surrogates in any order.
#[test]
fn wtf8_round_trips_any_utf16() {
    let mut random = Random::new(1);
    for _ in 0..20_000 {
        let mut units = Vec::new();
        for _ in 0..random.below(12) {
            units.push(match random.below(4) {
                0 => random.below(0x80) as u16,
                1 => 0xD800 + random.below(0x400) as u16,
                2 => 0xDC00 + random.below(0x400) as u16,
                _ => random.below(0x1_0000) as u16,
            });
        }
        let mut bytes = vec![0; 3 * units.len()];
        let len = Encoding::Wtf8.encode_utf16(&units, &mut bytes).unwrap();
        bytes.truncate(len);
        assert_eq!(Encoding::Wtf8.validate(&bytes), Ok(()), "{units:04X?}");
        let mut back = vec![0; bytes.len()];
        let len = Encoding::Wtf8.to_utf16(&bytes, &mut back).unwrap();
        assert_eq!(back[..len], units);
        let lossy = Encoding::Wtf8
            .decode(&bytes, Policy::Replace('\u{FFFD}'))
            .unwrap();
        assert_eq!(lossy, String::from_utf16_lossy(&units));
    }
}

/// ISO/IEC 10646-1, R.7. One replacement stands for each malformed sequence, and for each character outside the adopted
/// subset.
#[test]
fn annex_r_divides_malformed_text_as_r7() {
    let replaced = |bytes| {
        let text = Encoding::AnnexR.decode(bytes, Policy::Replace('?')).unwrap();
        text.into_owned()
    };
    assert_eq!(replaced(b"a\xE2\x82 \xF8\x88\x80".as_slice()), "a? ?");
    assert_eq!(replaced(b"\x80\x81\x82\x83\x84\x85\x86\x87\x88\x89b"), "?b");
    assert_eq!(replaced(b"\xC2\x80\x80\x80b"), "\u{80}?b");
    assert_eq!(replaced(b"\xFE\xFF\xFE"), "???");
    assert_eq!(replaced(b"\xFE\x80\x80"), "??");
    assert_eq!(replaced(b"\xC0\xAF\xE0\x80\xAF"), "??");

    let bytes = b"a\xE2\x82b\x80\x80c\xC3\xA9d\xED\xA0\x80";
    let ascii = Subset::new(&[0..=0x7F]);
    let points = Encoding::AnnexR.code_points(bytes).within(&ascii);
    let text: String = points
        .map(|point| point.map_or('?', |point| point.number as u8 as char))
        .collect();
    assert_eq!(text, "a?b?c?d?");
    for cut in 0..=bytes.len() {
        let mut reader = Decoder::new(Encoding::AnnexR, Policy::Replace('?')).within(&ascii);
        let (mut buffer, mut written) = ([0; 16], 0);
        for piece in [&bytes[..cut], &bytes[cut..]] {
            written += reader.to_code_points(piece, &mut buffer[written..]).written;
        }
        written += reader.finish_code_points(&mut buffer[written..]).written;
        let text: String = buffer[..written]
            .iter()
            .map(|&number| char::from_u32(number).unwrap())
            .collect();
        assert_eq!(
            (text.as_str(), reader.replaced()),
            ("a?b?c?d?", 4),
            "cut at {cut}"
        );
    }
}

/// The dialect `AnnexR5` accepts overlong sequences, as R.5 is worded, and remarks each of them.
#[test]
fn annex_r5_accepts_and_remarks_overlong_sequences() {
    let points: Vec<_> = Encoding::AnnexR5
        .code_points(b"\xC0\xAF/\xF8\x80\x80\x80\xAF")
        .collect();
    let points: Vec<_> = points.iter().map(|point| point.unwrap()).collect();
    assert_eq!(
        (points[0].number, points[0].remark),
        (0x2F, Some(ErrorKind::Overlong))
    );
    assert_eq!((points[1].number, points[1].remark), (0x2F, None));
    assert_eq!(
        (points[2].number, points[2].remark, points[2].len),
        (0x2F, Some(ErrorKind::Overlong), 5)
    );
    assert_eq!(
        Encoding::AnnexR.validate(b"\xC0\xAF").unwrap_err().kind(),
        ErrorKind::Overlong
    );
    let undefined = Encoding::AnnexR5.validate(b"\xF0\x8D\xA0\x80").unwrap_err();
    assert_eq!(
        undefined.kind(),
        ErrorKind::Undefined,
        "an overlong sequence for 0xD800"
    );
    let mut reader = Decoder::new(Encoding::AnnexR5, Policy::Fail);
    let _ = reader.to_code_points(b"\xC0\xAF\xEF\xBF\xBF", &mut [0; 4]);
    assert_eq!(reader.remarked(), 2);
}

/// A custom policy whose replacement depends on the kind and the length of the error.
fn custom_replacement(bytes: &[u8], kind: ErrorKind) -> Option<Replacement<'static>> {
    match kind {
        ErrorKind::UnexpectedContinuation => Some(Replacement::escaped(bytes)),
        ErrorKind::Surrogate => Some(Replacement::EMPTY),
        _ => Some(Replacement::char(char::from(b'0' + bytes.len() as u8))),
    }
}

/// Returns one of the six policies that do not fail.
fn policy(index: usize, legacy: &[char; 128]) -> Policy<'_> {
    match index {
        0 => Policy::Replace('\u{FFFD}'),
        1 => Policy::Drop,
        2 => Policy::Escape,
        3 => Policy::Legacy(legacy),
        4 => Policy::BackslashReplace,
        _ => Policy::Custom(&|bytes, kind| custom_replacement(bytes, kind)),
    }
}

/// With every policy, in three pieces cut at every two bytes.
#[test]
fn policies_replace_the_same_whole_and_in_pieces() {
    let texts: [&[u8]; 6] = [
        b"ab\\c\x80\x81\x82d\xE2\x82e\xED\xA1\x8C\xED\xBE\xB4f",
        b"\xED\xA1\x8C\xED\x95\x9C\xED\xBE\xB4\xF0\x90\x80\x80\xC0\x80\x00",
        b"\xFD\xBF\xBF\xBF\xBF\xBF\xF8\x88\x80\xFE\x80\x80\x80\x80\x80\x80\x80\x80\x80",
        b"\xC1\xBF\xEF\xBF\xBF\xED\xB0\x80\xED\xA0\x80\xED\xB0\x80\\\x80",
        b"\x80\x80\x80\x80\x80\x80\x80\x80",
        b"\xED\xA1\x8C\xED\xBE",
    ];
    let legacy: [char; 128] = std::array::from_fn(|i| char::from(0x80 + i as u8));
    for bytes in texts {
        for dialect in Encoding::RELATIVES {
            for index in 0..6 {
                let whole = dialect.decode(bytes, policy(index, &legacy)).unwrap();
                for cut in 0..=bytes.len() {
                    for second in cut..=bytes.len() {
                        let pieces = [&bytes[..cut], &bytes[cut..second], &bytes[second..]];
                        let mut decoder = Decoder::new(dialect, policy(index, &legacy));
                        let (mut buffer, mut written) = ([0; 256], 0);
                        for piece in pieces {
                            let step = decoder.to_utf8(piece, &mut buffer[written..]);
                            assert_eq!((step.read, step.stop), (piece.len(), Stop::InputUsed));
                            written += step.written;
                        }
                        written += decoder.finish_utf8(&mut buffer[written..]).written;
                        let text = std::str::from_utf8(&buffer[..written]).unwrap();
                        assert_eq!(text, whole, "{dialect:?} {bytes:02X?} cut at {cut} and {second}");
                    }
                }
            }
        }
    }
}

/// Long texts, damaged or not, convert to what their code points are when they are read one by one.
#[test]
fn conversions_agree_with_reading_code_points() {
    let mut random = Random::new(8);
    for round in 0..300 {
        let dialect = Encoding::RELATIVES[round % Encoding::RELATIVES.len()];
        let mut text = String::new();
        while text.len() < 10_000 {
            // Long runs of characters that all dialects encode alike, and single ones that some encode differently.
            let end = random.choose(&[0x80, 0x80, 0x800, 0xD800]);
            for _ in 0..random.below(1500) {
                text.push(char::from_u32(1 + random.below(end - 1) as u32).unwrap());
            }
            text.push(random.choose(&['\0', '\u{10000}', '\u{10FFFF}', '\u{FFFF}', 'a']));
        }
        let mut bytes = dialect.encode(&text, Policy::Fail).unwrap().into_owned();
        assert_eq!(dialect.decode(&bytes, Policy::Fail).unwrap(), text);
        if round % 3 > 0 {
            let at = random.below(bytes.len());
            let insertions: [&[u8]; 6] = [
                b"\x80",
                b"\xF0\x90\x80\x80",
                b"\0",
                b"\xED\xA0\x80",
                b"\xC0\x80",
                b"\xFF",
            ];
            bytes.splice(at..at, random.choose(&insertions).iter().copied());
        }
        let points: Result<Vec<u32>, _> = dialect
            .code_points(&bytes)
            .map(|point| point.map(|p| p.number))
            .collect();
        assert_eq!(
            dialect.validate(&bytes),
            points.as_ref().map(|_| ()).map_err(|error| *error)
        );
        let mut out = vec![0; bytes.len()];
        match &points {
            Ok(points) => {
                let len = dialect.to_code_points(&bytes, &mut out).unwrap();
                assert_eq!(out[..len], *points);
                let mut back = vec![0; 6 * len];
                let len = dialect.encode_code_points(points, &mut back).unwrap();
                if dialect != Encoding::AnnexR5 {
                    assert_eq!(back[..len], bytes);
                }
            }
            Err(error) => {
                let found = dialect.to_code_points(&bytes, &mut out).unwrap_err();
                assert_eq!(found.read(), error.valid_up_to());
                assert!(
                    dialect
                        .to_utf8(&bytes, &mut vec![0; bytes.len()])
                        .unwrap_err()
                        .read()
                        <= found.read()
                );
            }
        }
    }
}

/// Exactly those that the vectors name.
#[test]
fn well_formed_in_names_the_dialects_of_the_vectors() {
    for row in rows(VECTORS) {
        let bytes = hex(row["bytes"]);
        let named = well_formed_in(&bytes).filter(|&dialect| dialect != Encoding::AnnexR5);
        let accepted = |(column, _): &&(&str, Encoding)| !matches!(row[column], "!" | "?");
        let expected = COLUMNS.iter().filter(accepted).map(|&(_, dialect)| dialect);
        assert!(named.eq(expected), "{}", row["id"]);
    }
}

/// CESU-8 and Modified UTF-8, on random text and on damaged bytes.
#[test]
fn cesu8_and_mutf8_agree_with_the_cesu8_crate() {
    let mut random = Random::new(2);
    let (mut both_reject, mut only_we_reject) = (0, 0);
    for _ in 0..20_000 {
        let len = random.below(40);
        let text = random.text(len, 4);
        for (dialect, bytes) in [
            (Encoding::Cesu8, cesu8::to_cesu8(&text)),
            (Encoding::ModifiedUtf8, cesu8::to_java_cesu8(&text)),
        ] {
            assert_eq!(dialect.encode(&text, Policy::Fail).unwrap(), bytes);
            assert_eq!(dialect.decode(&bytes, Policy::Fail).unwrap(), text);
            let mut damaged = bytes.into_owned();
            if damaged.is_empty() {
                continue;
            }
            let at = random.below(damaged.len());
            match random.below(3) {
                0 => damaged[at] = random.next() as u8,
                1 => drop(damaged.remove(at)),
                _ => damaged.insert(at, random.next() as u8),
            }
            let expected = match dialect {
                Encoding::Cesu8 => cesu8::from_cesu8(&damaged),
                _ => cesu8::from_java_cesu8(&damaged),
            };
            match (dialect.decode(&damaged, Policy::Fail), expected) {
                (Ok(actual), Ok(expected)) => assert_eq!(actual, expected),
                (Err(_), Err(_)) => both_reject += 1,
                // That crate accepts all UTF-8, and with it the byte 00.
                (Err(error), Ok(_)) => {
                    let ConvertErrorKind::IllFormed(error) = error.kind() else {
                        panic!("{damaged:02X?}: {error}")
                    };
                    assert_eq!(error.kind(), ErrorKind::NeverValid, "{damaged:02X?}");
                    only_we_reject += 1;
                }
                (Ok(text), Err(_)) => {
                    panic!("{damaged:02X?} decodes to {text:?}, but the `cesu8` crate rejects it")
                }
            }
        }
    }
    assert!(
        both_reject > 10_000 && only_we_reject < both_reject / 100,
        "{both_reject} texts are rejected by both, {only_we_reject} by this crate alone"
    );
}

/// A run of surplus continuation bytes is one malformed sequence in Annex R (R.7). Only a replacement that spells out the bytes
/// goes on in the rest of the run.
#[test]
fn a_custom_replacement_stands_for_a_whole_run() {
    let mut run = vec![0x80; 20];
    run.insert(0, b'a');
    run.push(b'b');
    let once = |_: &[u8], _: ErrorKind| Some(Replacement::char('?'));
    let spelled = |bytes: &[u8], _: ErrorKind| Some(Replacement::escaped(bytes));
    let escaped = format!("a{}b", r"\x80".repeat(20));
    for (policy, expected) in [
        (Policy::Custom(&once), "a?b"),
        (Policy::Custom(&spelled), &*escaped),
    ] {
        let text = Encoding::AnnexR.decode(&run, policy).unwrap();
        assert_eq!(text, expected);
    }
}

/// The byte after an unpaired surrogate completes an error, and is itself a number that must wait for space.
#[test]
fn a_reader_with_a_full_destination_keeps_the_number_after_an_error() {
    let mut reader = Decoder::new(Encoding::Cesu8, Policy::Replace('?'));
    let mut numbers = [0; 1];
    let mut step = |bytes: &[u8]| {
        let step = reader.to_code_points(bytes, &mut numbers);
        (step.read, numbers[..step.written].to_vec(), step.stop)
    };
    assert_eq!(step(b"\xED\xA0\x80"), (3, vec![], Stop::InputUsed));
    assert_eq!(step(b"a"), (1, vec![0x3F], Stop::OutputFull));
    assert_eq!(step(b""), (0, vec![0x61], Stop::InputUsed));
}

/// R.5 reads `C1 9C` as a backslash, and so a decoder doubles it wherever the text is cut.
#[test]
fn longer_forms_of_a_backslash_are_doubled() {
    let forms: [&[u8]; 6] = [
        b"\x5C",
        b"\xC1\x9C",
        b"\xE0\x81\x9C",
        b"\xF0\x80\x81\x9C",
        b"\xF8\x80\x80\x81\x9C",
        b"\xFC\x80\x80\x80\x81\x9C",
    ];
    let plain = "a".repeat(300);
    for form in forms {
        let bytes = [plain.as_bytes(), form, plain.as_bytes(), form].concat();
        for len in [1, 2, 301, bytes.len()] {
            let mut decoder = Decoder::new(Encoding::AnnexR5, Policy::Escape);
            let (mut text, mut buffer) = (Vec::new(), [0; 1000]);
            for piece in bytes.chunks(len) {
                let step = decoder.to_utf8(piece, &mut buffer);
                assert_eq!((step.read, step.stop), (piece.len(), Stop::InputUsed));
                text.extend_from_slice(&buffer[..step.written]);
            }
            assert_eq!(
                text,
                format!(r"{plain}\\{plain}\\").as_bytes(),
                "{form:02X?}, pieces of {len}"
            );
        }
    }
}

#[test]
fn text_with_the_same_bytes_is_not_copied() {
    use std::borrow::Cow;
    for dialect in [Encoding::Cesu8, Encoding::ModifiedUtf8, Encoding::Rfc2279] {
        for text in ["", "plain", "déjà vu", "漢字"] {
            assert!(
                matches!(dialect.encode(text, Policy::Fail).unwrap(), Cow::Borrowed(bytes) if bytes == text.as_bytes())
            );
        }
    }
    assert!(matches!(
        Encoding::Cesu8.encode("😀", Policy::Fail).unwrap(),
        Cow::Owned(_)
    ));
    assert!(matches!(
        Encoding::ModifiedUtf8.encode("\0", Policy::Fail).unwrap(),
        Cow::Owned(_)
    ));
}
