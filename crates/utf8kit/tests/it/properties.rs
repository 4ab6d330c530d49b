//! Tests of the properties of UTF-8 that RFC 3629 section 1 lists.

use crate::destinations::to_vec;
use crate::whole::Whole as _;
use utf8kit::{Encoding, Endian, Policy, latin1, order, utf8, utf16, utf32};
use utf8kit_test::Random;

/// The numbers on both sides of every limit of length, of the surrogates and of each dialect.
const EDGES: [u32; 23] = [
    0,
    1,
    0x7F,
    0x80,
    0x7FF,
    0x800,
    0xCFFF,
    0xD000,
    0xD7FF,
    0xE000,
    0xEFFF,
    0xFFFD,
    0xFFFF,
    0x1_0000,
    0x1_F600,
    0x10_FFFF,
    0x11_0000,
    0x1F_FFFF,
    0x20_0000,
    0x3FF_FFFF,
    0x400_0000,
    0x7FFF_FFFE,
    0x7FFF_FFFF,
];

/// Returns random texts.
fn texts() -> Vec<String> {
    let mut random = Random::new(21);
    (0..300).map(|_| random.text(60, 4)).collect()
}

/// Returns random texts in which some bytes are changed, removed or inserted.
fn damaged_texts() -> Vec<Vec<u8>> {
    let mut random = Random::new(24);
    let damaged = |_| {
        let mut bytes = random.text(20, 4).into_bytes();
        let times = 1 + random.below(5);
        random.damage(&mut bytes, times);
        bytes
    };
    (0..3000).map(damaged).collect()
}

#[test]
fn a_byte_below_0x80_is_always_that_ascii_character() {
    for text in texts() {
        let bytes = text.as_bytes();
        assert_eq!(
            bytes.iter().filter(|byte| byte.is_ascii()).count(),
            text.chars().filter(char::is_ascii).count()
        );
        // Splitting the bytes at an ASCII character is therefore the same as splitting the text.
        for at in [b'\n', b'/', b'\0', b'%', 0x7F] {
            let pieces: Vec<_> = bytes.split(|&byte| byte == at).map(utf8::validate).collect();
            assert_eq!(pieces, text.split(char::from(at)).map(Ok).collect::<Vec<_>>());
        }
    }
}

/// In each dialect, only ASCII characters are written as bytes below `0x80`, each as itself. Modified UTF-8 writes U+0000 as
/// `C0 80`.
#[test]
fn only_ascii_characters_are_written_as_bytes_below_0x80() {
    let numbers = || (0..0x11_0000).chain((0x11_0000..=0x7FFF_FFFF).step_by(0x1_0001));
    for dialect in Encoding::RELATIVES {
        for number in numbers() {
            let mut out = [0; 6];
            let Ok(bytes) = dialect.encode_number(number, &mut out) else {
                continue;
            };
            match number {
                0 if dialect == Encoding::ModifiedUtf8 => assert_eq!(bytes, b"\xC0\x80"),
                0..=0x7F => assert_eq!(bytes, [number as u8]),
                _ => assert!(bytes.iter().all(|byte| *byte >= 0x80), "{dialect:?} {number:#X}"),
            }
        }
    }
    let all: Vec<u32> = (0..0x11_0000)
        .filter(|number| !(0xD800..0xE000).contains(number))
        .collect();
    let bytes = to_vec(|dst| utf32::to_utf8(&all, dst)).unwrap();
    let ascii: Vec<u8> = bytes.into_iter().filter(u8::is_ascii).collect();
    assert_eq!(ascii, (0..=0x7F).collect::<Vec<u8>>());
}

/// Each byte below `0x80` is read as its ASCII character, and nothing else is, whatever stands around it. R.5 is left out: it
/// reads `C0 AF` as `/`, and is therefore never a default.
#[test]
fn only_bytes_below_0x80_are_read_as_ascii_characters() {
    for bytes in damaged_texts() {
        let in_bytes: String = bytes
            .iter()
            .filter(|byte| byte.is_ascii())
            .map(|&byte| char::from(byte))
            .collect();
        let in_text = |text: &str| text.chars().filter(char::is_ascii).collect::<String>();
        assert_eq!(in_text(&utf8::repair(&bytes)), in_bytes, "{bytes:02X?}");
        let mut units = vec![0; bytes.len()];
        let written = utf8::to_utf16_lossy(&bytes, &mut units[..]).unwrap().written;
        assert_eq!(
            in_text(&utf16::to_string(&units[..written]).unwrap()),
            in_bytes,
            "{bytes:02X?}"
        );
        for dialect in Encoding::RELATIVES
            .into_iter()
            .filter(|dialect| *dialect != Encoding::AnnexR5)
        {
            let text = dialect.decode(&bytes, Policy::Replace('\u{FFFD}')).unwrap();
            let (text, in_bytes) = match dialect {
                // The byte `0x00` never occurs, and `C0 80` is U+0000.
                Encoding::ModifiedUtf8 => (text.replace('\0', ""), in_bytes.replace('\0', "")),
                _ => (text.into_owned(), in_bytes.clone()),
            };
            assert_eq!(in_text(&text), in_bytes, "{dialect:?} {bytes:02X?}");
        }
    }
}

#[test]
fn the_first_byte_determines_the_length() {
    for c in '\0'..=char::MAX {
        let mut bytes = [0; 4];
        let text = c.encode_utf8(&mut bytes);
        assert_eq!(utf8::sequence_len(text.as_bytes()[0]), Some(text.len()));
    }
    for first in 0..=u8::MAX {
        // A byte has a sequence length exactly if some bytes after it complete a character.
        let has_len = utf8::sequence_len(first).is_some();
        let continued = [0x80, 0x90, 0xA0, 0x41].map(|next| [first, next, 0x80, 0x80]);
        let begins_a_character = continued
            .iter()
            .any(|bytes| utf8::decode_first(bytes).unwrap().0.is_ok());
        assert_eq!(has_len, begins_a_character, "{first:02X}");
    }
}

/// Every scalar value, written by every encoder of the library, alone and in a long text. A text with one of the bytes is
/// ill-formed from there on, wherever the byte stands.
#[test]
fn c0_c1_and_f5_to_ff_never_appear() {
    let scalars: Vec<u32> = (0..0x11_0000)
        .filter(|number| !(0xD800..0xE000).contains(number))
        .collect();
    let mut seen = [false; 256];
    let mut mark = |bytes: &[u8]| bytes.iter().for_each(|&byte| seen[usize::from(byte)] = true);
    for number in &scalars {
        let mut out = [0; 4];
        let len = utf32::to_utf8(&[*number], &mut out).unwrap();
        mark(&out[..len]);
    }
    mark(&to_vec(|dst| utf32::to_utf8(&scalars, dst)).unwrap());
    let units = to_vec(|dst| utf32::to_utf16(&scalars, dst)).unwrap();
    mark(&to_vec(|dst| utf16::to_utf8(&units, dst)).unwrap());
    let big_endian: Vec<u8> = units.iter().flat_map(|unit| unit.to_be_bytes()).collect();
    mark(
        Encoding::Utf16(Endian::Big)
            .decode(&big_endian, Policy::Fail)
            .unwrap()
            .as_bytes(),
    );
    mark(&to_vec(|dst| latin1::to_utf8(&(0..=0xFF).collect::<Vec<u8>>(), dst)).unwrap());
    // The replacements of ill-formed text.
    for bytes in damaged_texts() {
        mark(utf8::repair(&bytes).as_bytes());
    }
    let unseen: Vec<u8> = (0..=0xFF).filter(|&byte: &u8| !seen[usize::from(byte)]).collect();
    assert_eq!(
        unseen,
        [&[0xC0, 0xC1][..], &(0xF5..=0xFF).collect::<Vec<_>>()].concat()
    );
    let text = "aé€\u{1F600} ASCII ".repeat(12).into_bytes();
    for byte in unseen {
        for tail in [0x41, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF] {
            for len in 0..6 {
                let bytes = [&[byte][..], &vec![tail; len]].concat();
                let error = utf8::validate(&bytes).unwrap_err();
                assert_eq!(
                    (error.valid_up_to(), error.error_len()),
                    (0, Some(1)),
                    "{bytes:02X?}"
                );
                assert!(utf8::repair(&bytes).starts_with('\u{FFFD}'), "{bytes:02X?}");
            }
        }
        for place in 0..text.len() {
            let mut bytes = text.clone();
            bytes[place] = byte;
            let error = utf8::validate(&bytes).unwrap_err();
            assert!(error.valid_up_to() <= place, "{byte:02X} at {place}");
            assert!(!utf8::is_valid(&bytes), "{byte:02X} at {place}");
        }
    }
}

/// Returns fewer than four numbers, often [`EDGES`].
fn numbers(random: &mut Random) -> Vec<u32> {
    (0..random.below(4))
        .map(|_| match random.below(3) {
            0 => {
                let bits = 7 + 4 * random.below(7);
                random.below(1 << bits) as u32
            }
            _ => EDGES[random.below(EDGES.len())],
        })
        .collect()
}

/// Returns `numbers` in `dialect`, or `None` if it lacks one of them.
fn encoded(dialect: Encoding, numbers: &[u32]) -> Option<Vec<u8>> {
    let mut bytes = vec![0; 6 * numbers.len()];
    let len = dialect.encode_code_points(numbers, &mut bytes).ok()?;
    bytes.truncate(len);
    Some(bytes)
}

/// Encodes pairs of texts in each dialect, and compares them by their bytes and by the functions of `order`. RFC 2279 and
/// Annex R go up to `0x7FFF_FFFF`. The bytes of CESU-8 and Modified UTF-8 have another order.
#[test]
fn byte_order_is_code_point_order() {
    let mut random = Random::new(22);
    let (mut compared, mut over_10ffff, mut differ) = (0, 0, 0);
    for _ in 0..30_000 {
        let (a, b) = (numbers(&mut random), numbers(&mut random));
        let expected = a.cmp(&b);
        for dialect in Encoding::RELATIVES {
            let (Some(a_bytes), Some(b_bytes)) = (encoded(dialect, &a), encoded(dialect, &b)) else {
                continue;
            };
            let case = || format!("{dialect:?} {a:X?} {b:X?}");
            compared += 1;
            match dialect {
                Encoding::Cesu8 | Encoding::ModifiedUtf8 => {
                    let [a_units, b_units] =
                        [&a, &b].map(|numbers| to_vec(|dst| utf32::to_utf16(numbers, dst)).unwrap());
                    let by_unit = order::utf16_by_utf16_unit(&a_units, &b_units);
                    assert_eq!(by_unit, a_units.cmp(&b_units), "{}", case());
                    assert_eq!(
                        order::utf16_by_code_point(&a_units, &b_units),
                        expected,
                        "{}",
                        case()
                    );
                    assert_eq!(
                        order::cesu8_by_code_point(&a_bytes, &b_bytes),
                        expected,
                        "{}",
                        case()
                    );
                    assert_eq!(
                        order::cesu8_by_utf16_unit(&a_bytes, &b_bytes),
                        by_unit,
                        "{}",
                        case()
                    );
                    differ += usize::from(a_bytes.cmp(&b_bytes) != expected);
                }
                _ => {
                    over_10ffff += usize::from(a.iter().chain(&b).any(|number| *number > 0x10_FFFF));
                    assert_eq!(a_bytes.cmp(&b_bytes), expected, "{}", case());
                    assert_eq!(
                        order::utf8_by_code_point(&a_bytes, &b_bytes),
                        expected,
                        "{}",
                        case()
                    );
                }
            }
        }
        if let (Ok(a), Ok(b)) = (
            to_vec(|dst| utf32::to_utf8(&a, dst)),
            to_vec(|dst| utf32::to_utf8(&b, dst)),
        ) {
            assert_eq!(a.cmp(&b), expected);
        }
    }
    assert!(
        compared > 50_000 && over_10ffff > 10_000 && differ > 500,
        "{compared} pairs, {over_10ffff} with numbers over U+10FFFF, {differ} with another order in CESU-8: too few"
    );
}

#[test]
fn a_match_never_starts_inside_a_character() {
    let mut random = Random::new(23);
    for text in texts() {
        let bytes = text.as_bytes();
        let len = 1 + random.below(4);
        let character = random.char(len).to_string();
        let end = &text[utf8::floor_boundary(bytes, random.below(bytes.len()))..];
        for pattern in [&character, end] {
            for (at, found) in bytes.windows(pattern.len()).enumerate() {
                assert!(found != pattern.as_bytes() || utf8::is_boundary(bytes, at));
            }
        }
    }
}
