//! Tests of positions in UTF-8, compared with a list of the characters.

use utf8kit::utf8;
use utf8kit_test::Random;

/// Asserts what the functions return for every index of `bytes` and some after it. In ill-formed bytes, each byte that is not a
/// continuation byte starts a character, of two UTF-16 code units if the byte is `0xF0` or more.
fn check(bytes: &[u8]) {
    /// The indices of the first byte, the character and the first code unit.
    #[derive(Clone, Copy)]
    struct Start {
        byte: usize,
        char: usize,
        utf16: usize,
    }
    let mut next = Start {
        byte: 0,
        char: 0,
        utf16: 0,
    };
    let mut starts = vec![];
    for (byte, &first) in bytes.iter().enumerate() {
        if !matches!(first, 0x80..=0xBF) {
            starts.push(Start { byte, ..next });
            next.char += 1;
            next.utf16 += if first >= 0xF0 { 2 } else { 1 };
        }
    }
    let end = Start {
        byte: bytes.len(),
        ..next
    };
    // Returns the last start whose number is not after `index`.
    let floor = |index: usize, number: fn(&Start) -> usize, total: usize| match index >= total {
        true => end,
        false => {
            let after = starts.partition_point(|start| number(start) <= index);
            match after.checked_sub(1) {
                Some(last) => starts[last],
                // Continuation bytes at the beginning.
                None => Start {
                    byte: 0,
                    char: 0,
                    utf16: 0,
                },
            }
        }
    };
    let message = |index: usize| format!("at {index} of {bytes:02X?}");
    let indices = (0..bytes.len() + 3).chain([usize::MAX - 1, usize::MAX]);
    for index in indices {
        let start = floor(index, |start| start.byte, end.byte);
        assert_eq!(
            utf8::byte_to_char_index(bytes, index),
            start.char,
            "{}",
            message(index)
        );
        assert_eq!(
            utf8::byte_to_utf16_index(bytes, index),
            start.utf16,
            "{}",
            message(index)
        );
        let start = floor(index, |start| start.char, end.char);
        assert_eq!(
            utf8::char_to_byte_index(bytes, index),
            start.byte,
            "{}",
            message(index)
        );
        let start = floor(index, |start| start.utf16, end.utf16);
        assert_eq!(
            utf8::utf16_to_byte_index(bytes, index),
            start.byte,
            "{}",
            message(index)
        );
    }
}

#[test]
fn positions_are_those_of_the_list_of_characters() {
    let mut random = Random::new(22);
    for len in 0..80 {
        for character in ["a", "é", "一", "😀", "é😀", "a一😀"] {
            let text: String = character.chars().cycle().take(len).collect();
            check(text.as_bytes());
        }
        for _ in 0..20 {
            check(random.text(len, 4).as_bytes());
        }
    }
    // Blocks of many sizes.
    for character in [
        "a",
        "é",
        "一",
        "😀",
        "ab😀",
        "plain text, or русский текст, or 😀😀",
    ] {
        check(character.repeat(1500 / character.len()).as_bytes());
    }
    // Characters of another length than those before them, so that blocks have more code units than expected, or fewer.
    for characters in [["😀", "a"], ["一", "é"], ["a", "😀"], ["é", "一"]] {
        let [first, second] = characters.map(|character| character.repeat(400 / character.len()));
        check([&*first, &second, &first, &second].concat().as_bytes());
    }
}

#[test]
fn positions_of_text_are_those_of_the_standard_library() {
    let mut random = Random::new(23);
    for _ in 0..200 {
        let text = random.text(300, 4);
        let mut utf16 = 0;
        for (char, (byte, c)) in text.char_indices().enumerate() {
            let bytes = text.as_bytes();
            assert_eq!(utf8::char_to_byte_index(bytes, char), byte);
            for inside in byte..byte + c.len_utf8() {
                assert_eq!(utf8::byte_to_char_index(bytes, inside), char);
                assert_eq!(utf8::byte_to_utf16_index(bytes, inside), utf16);
            }
            for inside in utf16..utf16 + c.len_utf16() {
                assert_eq!(utf8::utf16_to_byte_index(bytes, inside), byte);
            }
            utf16 += c.len_utf16();
        }
    }
}

#[test]
fn positions_in_ill_formed_text_count_what_starts_a_character() {
    let mut random = Random::new(24);
    for turn in 0..2000 {
        let mut bytes = random.text(turn % 60, 4).into_bytes();
        let times = random.below(8);
        random.damage(&mut bytes, times);
        check(&bytes);
    }
    for byte in [0x80, 0xBF, 0xC0, 0xE2, 0xED, 0xF0, 0xF5, 0xFF] {
        for len in [1, 2, 31, 32, 33, 64, 500] {
            check(&vec![byte; len]);
            check(&[&vec![0x80; len][..], &vec![byte; len], &vec![0x80; len]].concat());
        }
    }
}
