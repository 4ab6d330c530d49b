//! Tests that `validate_const` returns what `validate` returns: the text, or the same error with its kind, offset, length
//! and bytes.

use crate::limits::{LIMITS, for_each_three_bytes};
use utf8kit::{ErrorKind, IllFormed, utf8};
use utf8kit_test::{Random, VECTORS, hex, rows};

#[track_caller]
fn check(bytes: &[u8]) {
    assert_eq!(utf8::validate_const(bytes), utf8::validate(bytes), "{bytes:02X?}");
}

#[test]
fn agrees_on_every_sequence_of_one_to_three_bytes() {
    check(&[]);
    for both in 0..=0xFFFF {
        let bytes = u16::to_be_bytes(both);
        check(&bytes[1..]);
        check(&bytes);
    }
    for_each_three_bytes(|bytes| check(&bytes));
}

#[test]
fn agrees_on_sequences_of_four_bytes_at_the_limits_of_the_ranges() {
    for a in LIMITS {
        for b in LIMITS {
            for c in LIMITS {
                for d in LIMITS {
                    check(&[a, b, c, d]);
                }
            }
        }
    }
}

#[test]
fn agrees_on_vectors_and_damaged_texts() {
    for row in rows(VECTORS) {
        check(&hex(row["bytes"]));
    }
    let mut random = Random::new(51);
    for _ in 0..50_000 {
        let (len, max_len) = (random.below(80), 1 + random.below(4));
        let mut bytes = random.text(len, max_len).into_bytes();
        check(&bytes);
        let times = 1 + random.below(3);
        random.damage(&mut bytes, times);
        check(&bytes);
        bytes.truncate(random.below(bytes.len() + 1));
        check(&bytes);
    }
}

/// Errors found while this file is compiled.
const ERRORS: [(IllFormed, ErrorKind, usize, Option<usize>); 5] = [
    (error(b"a\x80"), ErrorKind::UnexpectedContinuation, 1, Some(1)),
    (error(b"\xED\xA0\x80"), ErrorKind::Surrogate, 0, Some(1)),
    (
        error(b"\xC3\xA9\xF0\x9F!"),
        ErrorKind::MissingContinuation,
        2,
        Some(2),
    ),
    (error(b"ab\xF0\x9F\x98"), ErrorKind::UnexpectedEnd, 2, None),
    (error(b"\xE2\x82\xAC\xFF"), ErrorKind::NeverValid, 3, Some(1)),
];

const fn error(bytes: &[u8]) -> IllFormed {
    match utf8::validate_const(bytes) {
        Ok(_) => panic!("the bytes are well-formed"),
        Err(error) => error,
    }
}

#[test]
fn works_in_constants() {
    const TEXT: &str = match utf8::validate_const("aé€𝄞".as_bytes()) {
        Ok(text) => text,
        Err(_) => panic!("the text is ill-formed"),
    };
    assert_eq!(TEXT, "aé€𝄞");
    for (error, kind, offset, len) in ERRORS {
        assert_eq!(
            (error.kind(), error.valid_up_to(), error.error_len()),
            (kind, offset, len)
        );
    }
}
