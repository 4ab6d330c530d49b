//! Tests of the examples and the warnings of RFC 3629, by section.

#![cfg(feature = "alloc")]

use utf8kit::{ErrorKind, IllFormed, utf8, utf16, utf32};

/// Asserts that `bytes`, `units` and `numbers` are the same text in UTF-8, UTF-16 and UTF-32.
fn assert_same_text(bytes: &[u8], units: &[u16], numbers: &[u32]) {
    assert!(utf8::is_valid(bytes));
    assert_eq!(utf8::to_utf16_vec(bytes).unwrap(), units);
    assert_eq!(utf8::to_utf32_vec(bytes).unwrap(), numbers);
    assert_eq!(utf16::to_utf8_vec(units).unwrap(), bytes);
    assert_eq!(utf16::to_utf32_vec(units).unwrap(), numbers);
    assert_eq!(utf32::to_utf8_vec(numbers).unwrap(), bytes);
    assert_eq!(utf32::to_utf16_vec(numbers).unwrap(), units);
}

/// Returns the kind, the offset and the length of the first error in `bytes`. Asserts that every conversion stops there.
fn first_error(bytes: &[u8]) -> (ErrorKind, usize, Option<usize>) {
    let error: IllFormed = utf8::validate(bytes).unwrap_err();
    let read = error.valid_up_to();
    let mut units = [0; 16];
    assert_eq!(utf8::to_utf16(bytes, &mut units).unwrap_err().read(), read);
    assert_eq!(utf8::to_utf16_vec(bytes).unwrap_err(), error);
    assert_eq!(utf8::to_utf32_vec(bytes).unwrap_err(), error);
    assert_eq!(utf8::to_latin1_vec(bytes).unwrap_err().read(), read);
    assert_eq!(utf8::to_ascii_vec(bytes).unwrap_err().read(), read);
    assert_eq!(utf8::into_string(bytes.to_vec()).unwrap_err().error(), error);
    (error.kind(), error.valid_up_to(), error.error_len())
}

#[test]
fn section_7_example_not_identical_to_alpha() {
    let bytes = [0x41, 0xE2, 0x89, 0xA2, 0xCE, 0x91, 0x2E];
    assert_same_text(
        &bytes,
        &[0x0041, 0x2262, 0x0391, 0x002E],
        &[0x41, 0x2262, 0x0391, 0x2E],
    );
    assert_eq!(utf8::validate(&bytes).unwrap(), "A≢Α.");
}

#[test]
fn section_7_example_hangugeo() {
    let bytes = [0xED, 0x95, 0x9C, 0xEA, 0xB5, 0xAD, 0xEC, 0x96, 0xB4];
    assert_same_text(&bytes, &[0xD55C, 0xAD6D, 0xC5B4], &[0xD55C, 0xAD6D, 0xC5B4]);
    assert_eq!(utf8::validate(&bytes).unwrap(), "한국어");
}

#[test]
fn section_7_example_nihongo() {
    let bytes = [0xE6, 0x97, 0xA5, 0xE6, 0x9C, 0xAC, 0xE8, 0xAA, 0x9E];
    assert_same_text(&bytes, &[0x65E5, 0x672C, 0x8A9E], &[0x65E5, 0x672C, 0x8A9E]);
    assert_eq!(utf8::validate(&bytes).unwrap(), "日本語");
}

#[test]
fn section_7_example_stump_of_tree_after_a_signature() {
    let bytes = [0xEF, 0xBB, 0xBF, 0xF0, 0xA3, 0x8E, 0xB4];
    assert_same_text(&bytes, &[0xFEFF, 0xD84C, 0xDFB4], &[0xFEFF, 0x233B4]);
    assert_eq!(utf8::validate(&bytes).unwrap(), "\u{FEFF}𣎴");
}

#[test]
fn section_3_overlong_nul_is_ill_formed() {
    assert_eq!(first_error(&[0xC0, 0x80]), (ErrorKind::Overlong, 0, Some(1)));
    assert_eq!(utf8::repair(&[0xC0, 0x80]), "\u{FFFD}\u{FFFD}");
}

#[test]
fn section_10_overlong_full_stop_is_ill_formed() {
    let bytes = [0x2F, 0xC0, 0xAE, 0x2E, 0x2F];
    assert_eq!(first_error(&bytes), (ErrorKind::Overlong, 1, Some(1)));
    // A search in the bytes and a search in the repaired text agree.
    let text = utf8::repair(&bytes);
    assert_eq!(text, "/\u{FFFD}\u{FFFD}./");
    assert!(!bytes.windows(4).any(|four| four == b"/../") && !text.contains("/../"));
}

#[test]
fn section_3_surrogates_are_ill_formed() {
    let bytes = [0xED, 0xA1, 0x8C, 0xED, 0xBE, 0xB4];
    assert_eq!(first_error(&bytes), (ErrorKind::Surrogate, 0, Some(1)));
    assert_eq!(utf8::repair(&bytes), "\u{FFFD}".repeat(6));
    // The surrogate pair is converted to its code point first.
    assert_eq!(
        utf16::to_utf8_vec(&[0xD84C, 0xDFB4]).unwrap(),
        [0xF0, 0xA3, 0x8E, 0xB4]
    );
}

#[test]
fn section_6_initial_feff_is_kept() {
    let bytes = b"\xEF\xBB\xBFtext";
    assert_same_text(
        bytes,
        &[0xFEFF, 0x74, 0x65, 0x78, 0x74],
        &[0xFEFF, 0x74, 0x65, 0x78, 0x74],
    );
    assert_eq!(utf8::repair(bytes), "\u{FEFF}text");
}

#[test]
fn section_6_inner_feff_is_a_character() {
    let bytes = b"te\xEF\xBB\xBFxt";
    assert_same_text(
        bytes,
        &[0x74, 0x65, 0xFEFF, 0x78, 0x74],
        &[0x74, 0x65, 0xFEFF, 0x78, 0x74],
    );
    assert_eq!(utf8::count(bytes), 5);
}

#[test]
fn section_10_a_number_over_0x10ffff_is_never_written() {
    for number in [
        0x11_0000,
        0x1F_FFFF,
        0x20_0000,
        0x7FFF_FFFF,
        0x8000_0000,
        u32::MAX,
    ] {
        let error = utf32::to_utf8_vec(&[0x41, number]).unwrap_err();
        assert_eq!((error.kind(), error.valid_up_to()), (ErrorKind::TooLarge, 1));
        // The error is the same with an empty destination, so nothing was written.
        let error = utf32::to_utf8(&[number], &mut []).unwrap_err();
        assert!(matches!(error.kind(), utf8kit::ConvertErrorKind::IllFormed(_)));
    }
}
