//! Tests of single-byte encodings against their tables, with the vectors of each instruction set.

use utf8kit::stream::Stop;
use utf8kit::{Policy, Tier, set_tier};
use utf8kit_encodings::{Decoder, Encoder, Encoding};
use utf8kit_test::is_thorough;

/// A single-byte encoding, and the character of each byte.
type Page = (Encoding, [Option<char>; 256]);

fn pages() -> impl Iterator<Item = Page> {
    Encoding::all().filter_map(|encoding| match encoding {
        Encoding::Legacy(legacy) => Some((encoding, legacy.characters()?)),
        _ => None,
    })
}

/// Calls `check` for each page with each instruction set that the processor has.
fn for_each_page(check: impl Fn(&Page)) {
    for tier in Tier::available() {
        set_tier(tier).unwrap();
        pages().for_each(|page| check(&page));
    }
}

/// Returns bytes of this number, others at each place for each length.
fn bytes_of(len: usize) -> Vec<u8> {
    (0..len).map(|place| (place * 37 + len * 11) as u8).collect()
}

/// Decodes two pieces to UTF-8 and UTF-16, and checks both against the table.
fn check_decoding((encoding, characters): &Page, pieces: [&[u8]; 2]) {
    const LACKING: char = char::REPLACEMENT_CHARACTER;

    let expected: String = (pieces.iter().copied().flatten())
        .map(|&byte| characters[usize::from(byte)].unwrap_or(LACKING))
        .collect();
    let replaced = expected.chars().filter(|&c| c == LACKING).count() as u64;
    let policy = || Policy::Replace(LACKING);
    let (mut decoder, mut text, mut written) = (Decoder::new(*encoding, policy()), [0; 700], 0);
    for piece in pieces {
        let step = decoder.to_utf8(piece, &mut text[written..]);
        assert_eq!((step.read, step.stop), (piece.len(), Stop::InputUsed));
        written += step.written;
    }
    assert_eq!(
        str::from_utf8(&text[..written]),
        Ok(&*expected),
        "{encoding}: {pieces:02X?}"
    );
    assert_eq!(decoder.replaced(), replaced, "{encoding}: {pieces:02X?}");
    assert_eq!(decoder.position(), pieces.concat().len() as u64);

    let (mut decoder, mut units, mut written) = (Decoder::new(*encoding, policy()), [0; 700], 0);
    for piece in pieces {
        written += decoder.to_utf16(piece, &mut units[written..]).written;
    }
    assert_eq!(
        String::from_utf16(&units[..written]).unwrap(),
        expected,
        "{encoding}: {pieces:02X?}"
    );
    assert_eq!(decoder.replaced(), replaced);
}

/// Encodes two pieces of `text` from UTF-8 and UTF-16, and checks that both are `expected`.
fn check_encoding(encoding: Encoding, text: [&str; 2], expected: &[u8], replaced: u64) {
    let policy = || Policy::Replace('?');
    let (mut encoder, mut bytes, mut written) = (Encoder::new(encoding, policy()), [0; 700], 0);
    for piece in text {
        let step = encoder.encode(piece, &mut bytes[written..]);
        assert_eq!(
            (step.read, step.stop),
            (piece.len(), Stop::InputUsed),
            "{encoding}: {text:?}"
        );
        written += step.written;
    }
    assert_eq!(bytes[..written], *expected, "{encoding}: {text:?}");
    assert_eq!(encoder.replaced(), replaced, "{encoding}: {text:?}");

    let (mut encoder, mut bytes, mut written) = (Encoder::new(encoding, policy()), [0; 700], 0);
    for piece in text {
        let units: Vec<u16> = piece.encode_utf16().collect();
        written += encoder.encode_utf16(&units, &mut bytes[written..]).written;
    }
    assert_eq!(bytes[..written], *expected, "{encoding}: {text:?}");
    assert_eq!(encoder.replaced(), replaced, "{encoding}: {text:?}");
}

#[test]
fn each_byte_is_decoded_at_each_place() {
    for_each_page(|page| {
        let (_, characters) = page;
        for len in 0..=200 {
            let all = bytes_of(len);
            check_decoding(page, [&all, &[]]);
            let is_defined = |byte: &u8| characters[usize::from(*byte)].is_some();
            let defined: Vec<u8> = bytes_of(len).into_iter().filter(is_defined).collect();
            check_decoding(page, [&defined, &[]]);
        }
    });
}

#[test]
fn text_of_pages_is_decoded_and_encoded_in_pieces() {
    for_each_page(|page| {
        let (encoding, characters) = page;
        let bytes = bytes_of(150);
        let written = |byte: u8| {
            encoding
                .encode(&characters[usize::from(byte)]?.to_string(), Policy::Fail)
                .ok()
        };
        let text: Vec<(char, Vec<u8>)> = (bytes.iter())
            .filter_map(|&byte| Some((characters[usize::from(byte)]?, written(byte)?)))
            .collect();
        let all: String = text.iter().map(|(c, _)| c).collect();
        let encoded: Vec<u8> = text.iter().flat_map(|(_, bytes)| bytes.clone()).collect();
        for cut in 0..=bytes.len() {
            let (first, last) = bytes.split_at(cut);
            check_decoding(page, [first, last]);
        }
        for (cut, _) in all.char_indices() {
            let (first, last) = all.split_at(cut);
            check_encoding(*encoding, [first, last], &encoded, 0);
        }
    });
}

#[test]
fn characters_that_pages_lack_are_replaced_at_each_place() {
    for_each_page(|&(encoding, characters)| {
        let Ok(question) = encoding.encode("?", Policy::Fail) else {
            return;
        };
        let letters: Vec<(char, Vec<u8>)> = (characters.into_iter().flatten())
            .filter(|c| c.is_alphabetic())
            .filter_map(|c| Some((c, encoding.encode(&c.to_string(), Policy::Fail).ok()?)))
            .collect();
        for place in (0..150).step_by(if cfg!(debug_assertions) { 7 } else { 1 }) {
            for lacking in ["😀", "\u{0E3A}", "\u{FFFE}", "😀 😀\u{0700}"] {
                let lacking: String = lacking
                    .chars()
                    .filter(|c| !characters.contains(&Some(*c)))
                    .collect();
                let mut text: Vec<(char, Vec<u8>)> =
                    (letters.iter().cycle().skip(place).take(150).cloned()).collect();
                for c in lacking.chars().rev() {
                    text.insert(place, (c, question.clone()));
                }
                let replaced = lacking.chars().count() as u64;
                let bytes: Vec<u8> = text.iter().flat_map(|(_, bytes)| bytes.clone()).collect();
                let text: String = text.iter().map(|(c, _)| c).collect();
                check_encoding(encoding, [&text, ""], &bytes, replaced);
            }
        }
    });
}

#[test]
fn each_character_is_encoded_in_a_long_text_as_alone() {
    for_each_page(|&(encoding, _)| {
        let policy = || Policy::Replace('?');
        // All characters of all pages take 13 s. Most are below U+2600.
        let is_tried = |c: &char| is_thorough() || *c < '\u{2600}' || u32::from(*c) % 11 == 3;
        let all = || ('\0'..='\u{FFFF}').filter(is_tried).chain(['\u{1F600}']);
        let text: String = all().collect();
        let long = encoding.encode(&text, policy()).unwrap();
        let mut rest = &*long;
        for c in all() {
            let mut alone = [0; 8];
            let mut encoder = Encoder::new(encoding, policy());
            let written = encoder.encode(c.encode_utf8(&mut [0; 4]), &mut alone).written;
            rest = (rest.strip_prefix(&alone[..written])).unwrap_or_else(|| panic!("{encoding}: {c:?}"));
        }
        assert_eq!(rest, b"", "{encoding}");
    });
}
