//! Every short sequence of bytes: verdict, place and length as the standard library has them, kind as the table of
//! [`ErrorKind`] has it.

use utf8kit::{ErrorKind, utf8};

/// The kind of what stands at the beginning of `bytes` and is not a character; `unfinished` if the text ends in it.
fn kind(bytes: &[u8], unfinished: bool) -> ErrorKind {
    match (bytes[0], bytes.get(1)) {
        (0x80..=0xBF, _) => ErrorKind::UnexpectedContinuation,
        (0xC0 | 0xC1, _) => ErrorKind::Overlong,
        (0xE0, Some(0x80..=0x9F)) => ErrorKind::Overlong,
        (0xF0, Some(0x80..=0x8F)) => ErrorKind::Overlong,
        (0xED, Some(0xA0..=0xBF)) => ErrorKind::Surrogate,
        (0xF4, Some(0x90..=0xBF)) => ErrorKind::TooLarge,
        (0xF5..=0xF7, _) => ErrorKind::TooLarge,
        (0xF8..=0xFF, _) => ErrorKind::NeverValid,
        _ if unfinished => ErrorKind::UnexpectedEnd,
        _ => ErrorKind::MissingContinuation,
    }
}

/// Validates `bytes` here and in the standard library.
#[inline]
fn check(bytes: &[u8]) {
    match (utf8::validate(bytes), std::str::from_utf8(bytes)) {
        (Ok(_), Ok(_)) => {}
        (Err(ours), Err(theirs)) => {
            let at = theirs.valid_up_to();
            let expected = (
                at,
                theirs.error_len(),
                kind(&bytes[at..], theirs.error_len().is_none()),
            );
            assert_eq!(
                (ours.valid_up_to(), ours.error_len(), ours.kind()),
                expected,
                "{bytes:02X?}"
            );
        }
        (ours, theirs) => panic!("{bytes:02X?}: {ours:?}, std: {theirs:?}"),
    }
}

/// Converts `bytes` with replacements, here and by the standard library's chunks.
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

/// What the last byte of a sequence can be.
///
/// All of it on x86-64. The code that decides about so short a text is the same everywhere, and elsewhere the tests mostly
/// run under an emulator, where 537 million sequences take minutes: there it is the bytes at which the ABNF's classes begin
/// and end.
fn last_bytes() -> Vec<u8> {
    if cfg!(target_arch = "x86_64") {
        (0..=0xFF).collect()
    } else {
        vec![
            0x00, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xED, 0xF0, 0xF4,
            0xFF,
        ]
    }
}

/// All sequences of four bytes that begin with one of `first`.
fn four_bytes(first: std::ops::RangeInclusive<u8>) {
    let last = last_bytes();
    for first in first {
        for second_and_third in 0..=0xFFFF {
            let [second, third] = u16::to_be_bytes(second_and_third);
            for &fourth in &last {
                check(&[first, second, third, fourth]);
            }
        }
    }
}

#[test]
fn no_byte() {
    assert_eq!(utf8::validate(&[]), Ok(""));
}

#[test]
fn one_byte() {
    for first in 0..=0xFF {
        check(&[first]);
        check_lossy(&[first]);
    }
}

#[test]
fn two_bytes() {
    for both in 0..=0xFFFF {
        let bytes = u16::to_be_bytes(both);
        check(&bytes);
        check_lossy(&bytes);
    }
}

#[test]
fn three_bytes() {
    for all in 0..1 << 24 {
        let [_, bytes @ ..] = u32::to_be_bytes(all);
        check(&bytes);
        check_lossy(&bytes);
    }
}

/// Where the fast code is at work, and across the edges of its blocks.
#[test]
fn three_bytes_inside_a_long_text() {
    let mut text = [b'.'; 200];
    text[..15].copy_from_slice("é€𝄞 ж漢".as_bytes());
    let mut place = 60;
    for both in 0..=0xFFFF {
        let [first, second] = u16::to_be_bytes(both);
        for &third in &last_bytes() {
            place = 60 + (place + 1) % 71;
            text[place..place + 3].copy_from_slice(&[first, second, third]);
            check(&text);
            text[place..place + 3].fill(b'.');
        }
    }
}

#[test]
fn four_bytes_beginning_with_e0_to_ef() {
    four_bytes(0xE0..=0xEF);
}

#[test]
fn four_bytes_beginning_with_f0_to_ff() {
    four_bytes(0xF0..=0xFF);
}
