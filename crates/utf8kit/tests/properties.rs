//! Tests of the properties of UTF-8 that RFC 3629 section 1 lists.

mod support;

use support::Random;
use utf8kit::utf8;

/// Returns random texts.
fn texts() -> Vec<String> {
    let mut random = Random::new(21);
    (0..300).map(|_| random.text(60, 4)).collect()
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

#[test]
fn c0_c1_and_f5_to_ff_never_appear() {
    let mut seen = [false; 256];
    for c in '\0'..=char::MAX {
        for byte in c.encode_utf8(&mut [0; 4]).bytes() {
            seen[usize::from(byte)] = true;
        }
    }
    let unseen: Vec<usize> = (0..256).filter(|&byte| !seen[byte]).collect();
    assert_eq!(
        unseen,
        [&[0xC0, 0xC1][..], &(0xF5..=0xFF).collect::<Vec<_>>()].concat()
    );
    for byte in unseen {
        assert!(!utf8::is_valid(&[byte as u8]) && !utf8::is_valid(&[byte as u8, 0x80, 0x80, 0x80]));
    }
}

#[test]
fn byte_order_is_code_point_order() {
    let mut random = Random::new(22);
    for _ in 0..20_000 {
        let (a, b) = (random.text(4, 4), random.text(4, 4));
        assert_eq!(a.as_bytes().cmp(b.as_bytes()), a.chars().cmp(b.chars()));
    }
}

#[test]
fn a_match_never_starts_inside_a_character() {
    let mut random = Random::new(23);
    for text in texts() {
        let bytes = text.as_bytes();
        let len = 1 + random.below(4);
        let character = random.character(len).to_string();
        let end = &text[utf8::floor_boundary(bytes, random.below(bytes.len()))..];
        for pattern in [&character, end] {
            for (at, found) in bytes.windows(pattern.len()).enumerate() {
                assert!(found != pattern.as_bytes() || utf8::is_boundary(bytes, at));
            }
        }
    }
}
