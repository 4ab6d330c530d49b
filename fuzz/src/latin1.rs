//! Checks that each tier, the reference engine, the standard library and encoding_rs convert Latin-1 and ASCII alike: to
//! every other encoding and back, strictly and lossily, into destinations of any size; and that the predicates agree with
//! encoding_rs.

use crate::pair::pair;
use crate::pieces::cut_before_ascii;
use encoding_rs::mem;
use utf8kit::{ascii, latin1, tiers, utf8, utf16};

pub(crate) fn run(input: (u8, &[u8])) {
    let (shortage, bytes) = input;
    check_latin1(bytes, shortage);
    check_ascii(bytes, shortage);
    check_utf8(bytes, shortage);
    check_utf8(&cut_before_ascii(bytes), shortage);
}

/// Checks the conversions of `bytes` as Latin-1, and of the results back.
fn check_latin1(bytes: &[u8], shortage: u8) {
    let text: String = bytes.iter().map(|&byte| char::from(byte)).collect();
    let mut theirs = vec![0; 2 * bytes.len()];
    let len = mem::convert_latin1_to_utf8(bytes, &mut theirs);
    assert_eq!(theirs[..len], *text.as_bytes());
    let mut wide = vec![0; bytes.len()];
    mem::convert_latin1_to_utf16(bytes, &mut wide);
    let scalars: Vec<u32> = bytes.iter().map(|&byte| byte.into()).collect();

    assert_eq!(latin1::utf8_len(bytes), text.len());
    for tier in tiers::available() {
        assert_eq!(tiers::lengths::latin1_utf8_len(tier, bytes), text.len(), "{tier}");
    }
    pair!(latin1_to_utf8).check(bytes, text.as_bytes(), 0, shortage);
    pair!(latin1_to_utf16).check(bytes, &wide, 0, shortage);
    pair!(latin1_to_utf32).check(bytes, &scalars, 0, shortage);
    pair!(utf8_to_latin1).check(text.as_bytes(), bytes, 0, shortage);
    pair!(utf16_to_latin1).check(&wide, bytes, 0, shortage);
    pair!(utf32_to_latin1).check(&scalars, bytes, 0, shortage);
    assert!(utf8::is_latin1(text.as_bytes()) && utf16::is_latin1(&wide));
    assert_eq!(utf16::is_ascii(&wide), bytes.is_ascii());
}

/// Checks the conversions of `bytes` as ASCII.
fn check_ascii(bytes: &[u8], shortage: u8) {
    let chars = bytes.iter().map(|&byte| {
        if byte.is_ascii() {
            char::from(byte)
        } else {
            '\u{FFFD}'
        }
    });
    let replaced = bytes.iter().filter(|byte| !byte.is_ascii()).count();
    let text: String = chars.collect();
    let wide: Vec<u16> = text.encode_utf16().collect();
    let scalars: Vec<u32> = text.chars().map(u32::from).collect();
    assert_eq!(ascii::is_valid(bytes), mem::is_ascii(bytes));
    assert_eq!(ascii::lossy_utf8_len(bytes), text.len());
    for tier in tiers::available() {
        let result = tiers::validate_ascii::validate(tier, bytes);
        assert_eq!(result, tiers::validate_ascii::reference(bytes), "{tier}");
        assert_eq!(
            result.err().map(|error| error.valid_up_to()),
            bytes.iter().position(|byte| !byte.is_ascii()),
            "{tier}"
        );
    }
    pair!(ascii_to_utf8).check(bytes, text.as_bytes(), replaced, shortage);
    pair!(ascii_to_utf16).check(bytes, &wide, replaced, shortage);
    pair!(ascii_to_utf32).check(bytes, &scalars, replaced, shortage);
}

/// Checks the conversions of `bytes` as UTF-8, and of the same text in UTF-16, to Latin-1 and ASCII.
fn check_utf8(bytes: &[u8], shortage: u8) {
    assert_eq!(utf8::is_latin1(bytes), mem::is_utf8_latin1(bytes));
    // A replacement for each maximal subpart and for each character that the encoding lacks.
    let text = String::from_utf8_lossy(bytes);
    let errors = bytes
        .utf8_chunks()
        .filter(|chunk| !chunk.invalid().is_empty())
        .count();
    let wide: Vec<u16> = text.encode_utf16().collect();
    assert_eq!(utf16::is_latin1(&wide), mem::is_utf16_latin1(&wide));
    let narrow = |last: u32| -> (Vec<u8>, usize) {
        let fits = |c: &char| u32::from(*c) <= last;
        let byte = |c: char| if fits(&c) { u32::from(c) as u8 } else { b'?' };
        (
            text.chars().map(byte).collect(),
            text.chars().filter(|c| !fits(c)).count(),
        )
    };
    // The text has U+FFFD for each error, and neither encoding has that.
    let (in_latin1, lacking) = narrow(0xFF);
    assert!(lacking >= errors);
    pair!(utf8_to_latin1).check(bytes, &in_latin1, lacking, shortage);
    pair!(utf16_to_latin1).check(&wide, &in_latin1, lacking, shortage);
    let (in_ascii, lacking) = narrow(0x7F);
    pair!(utf8_to_ascii).check(bytes, &in_ascii, lacking, shortage);
    pair!(utf16_to_ascii).check(&wide, &in_ascii, lacking, shortage);
    for tier in tiers::available() {
        assert_eq!(
            tiers::lossy_lengths::utf8_count(tier, bytes),
            in_ascii.len(),
            "{tier}"
        );
        assert_eq!(
            tiers::lossy_lengths::utf8_to_utf8(tier, bytes),
            text.len(),
            "{tier}"
        );
        assert_eq!(
            tiers::lossy_lengths::utf8_to_utf16(tier, bytes),
            wide.len(),
            "{tier}"
        );
    }
}
