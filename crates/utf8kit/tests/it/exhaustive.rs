//! Tests of validation on every short sequence of bytes. The result, the offset and the length of an error must be those
//! of the standard library, its kind that of the table of [`ErrorKind`].
//!
//! A normal run tests all first bytes, and of those after it the ones in [`crate::limits`].

use crate::limits::{for_each_three_bytes, last_bytes};
use utf8kit::{ErrorKind, utf8};

/// Returns the kind of the ill-formed sequence that `bytes` begin with. `is_incomplete` is `true` if the text ends inside it.
fn kind(bytes: &[u8], is_incomplete: bool) -> ErrorKind {
    match (bytes[0], bytes.get(1)) {
        (0x80..=0xBF, _) => ErrorKind::UnexpectedContinuation,
        (0xC0 | 0xC1, _) => ErrorKind::Overlong,
        (0xE0, Some(0x80..=0x9F)) => ErrorKind::Overlong,
        (0xF0, Some(0x80..=0x8F)) => ErrorKind::Overlong,
        (0xED, Some(0xA0..=0xBF)) => ErrorKind::Surrogate,
        (0xF4, Some(0x90..=0xBF)) => ErrorKind::TooLarge,
        (0xF5..=0xF7, _) => ErrorKind::TooLarge,
        (0xF8..=0xFF, _) => ErrorKind::NeverValid,
        _ if is_incomplete => ErrorKind::UnexpectedEnd,
        _ => ErrorKind::MissingContinuation,
    }
}

/// Asserts that `bytes` validate as in the standard library.
#[inline]
fn check(bytes: &[u8]) {
    match (utf8::validate(bytes), std::str::from_utf8(bytes)) {
        (Ok(_), Ok(_)) => {}
        (Err(actual), Err(std)) => {
            let at = std.valid_up_to();
            let expected = (at, std.error_len(), kind(&bytes[at..], std.error_len().is_none()));
            assert_eq!(
                (actual.valid_up_to(), actual.error_len(), actual.kind()),
                expected,
                "{bytes:02X?}"
            );
        }
        (actual, std) => panic!("{bytes:02X?}: {actual:?}, but the standard library returns {std:?}"),
    }
}

/// Asserts that a lossy conversion to UTF-16 replaces as many errors as the standard library has chunks with one.
fn check_lossy(bytes: &[u8]) {
    let mut units = [0; 16];
    let done = utf8::to_utf16_lossy(bytes, &mut units).unwrap();
    let (mut expected, mut len, mut replaced) = ([0; 16], 0, 0);
    for chunk in bytes.utf8_chunks() {
        for unit in chunk.valid().encode_utf16() {
            expected[len] = unit;
            len += 1;
        }
        if !chunk.invalid().is_empty() {
            expected[len] = 0xFFFD;
            len += 1;
            replaced += 1;
        }
    }
    assert_eq!(
        (&units[..done.written], done.replaced),
        (&expected[..len], replaced),
        "{bytes:02X?}"
    );
}

/// Checks the sequences of four bytes that begin with one of `first`.
fn check_four_bytes(first: std::ops::RangeInclusive<u8>) {
    let last = last_bytes();
    for first in first {
        for &second in &last {
            for &third in &last {
                for &fourth in &last {
                    check(&[first, second, third, fourth]);
                }
            }
        }
    }
}

#[test]
fn empty_text_is_well_formed() {
    assert_eq!(utf8::validate(&[]), Ok(""));
}

#[test]
fn every_sequence_of_one_byte_agrees_with_std() {
    for first in 0..=0xFF {
        check(&[first]);
        check_lossy(&[first]);
    }
}

#[test]
fn every_sequence_of_two_bytes_agrees_with_std() {
    for both in 0..=0xFFFF {
        let bytes = u16::to_be_bytes(both);
        check(&bytes);
        check_lossy(&bytes);
    }
}

#[test]
fn every_sequence_of_three_bytes_agrees_with_std() {
    for_each_three_bytes(|bytes| {
        check(&bytes);
        check_lossy(&bytes);
    });
}

/// Long enough for the kernels, and across the edges of their blocks.
#[test]
fn every_sequence_of_three_bytes_in_a_long_text_agrees_with_std() {
    let mut text = [b'.'; 200];
    text[..15].copy_from_slice("é€𝄞 ж漢".as_bytes());
    let mut place = 60;
    for_each_three_bytes(|bytes| {
        place = 60 + (place + 1) % 71;
        text[place..place + 3].copy_from_slice(&bytes);
        check(&text);
        text[place..place + 3].fill(b'.');
    });
}

#[test]
fn every_sequence_of_four_bytes_from_e0_to_ef_agrees_with_std() {
    check_four_bytes(0xE0..=0xEF);
}

#[test]
fn every_sequence_of_four_bytes_from_f0_to_ff_agrees_with_std() {
    check_four_bytes(0xF0..=0xFF);
}
