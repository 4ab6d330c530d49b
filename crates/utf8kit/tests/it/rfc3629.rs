//! Tests of RFC 3629 on all characters and on random text, by section. The table of clauses has its examples and warnings.

use crate::destinations::to_vec;
use crate::limits::chars_to_try;
use utf8kit::{ConvertErrorKind, Encoding, ErrorKind, IllFormed, Policy, utf8, utf16, utf32};
use utf8kit_test::Random;

/// Returns `all`, or under Miri, which interprets slowly, only every one hundred and first of it.
fn some_under_miri<I: Iterator>(all: I) -> impl Iterator<Item = I::Item> {
    all.step_by(if cfg!(miri) { 101 } else { 1 })
}

/// Returns the kind, the offset and the length of the first error in `bytes`. Asserts that every conversion stops there.
fn first_error(bytes: &[u8]) -> (ErrorKind, usize, Option<usize>) {
    let error: IllFormed = utf8::validate(bytes).unwrap_err();
    let read = error.valid_up_to();
    let mut units = [0; 16];
    assert_eq!(utf8::to_utf16(bytes, &mut units).unwrap_err().read(), read);
    assert_eq!(
        to_vec(|dst| utf8::to_utf16(bytes, dst)).unwrap_err().kind(),
        ConvertErrorKind::IllFormed(error)
    );
    assert_eq!(
        to_vec(|dst| utf8::to_utf32(bytes, dst)).unwrap_err().kind(),
        ConvertErrorKind::IllFormed(error)
    );
    assert_eq!(
        to_vec(|dst| utf8::to_latin1(bytes, dst)).unwrap_err().read(),
        read
    );
    assert_eq!(to_vec(|dst| utf8::to_ascii(bytes, dst)).unwrap_err().read(), read);
    assert_eq!(utf8::into_string(bytes.to_vec()).unwrap_err().error(), error);
    (error.kind(), error.valid_up_to(), error.error_len())
}

/// A character is written as `U+` and 4 to 6 digits, and a number over U+10FFFF as Annex R writes it: in eight digits, in two
/// groups.
#[test]
fn section_2_characters_are_written_in_4_to_6_digits() {
    for (number, written) in [
        (0, "U+0000"),
        (0x41, "U+0041"),
        (0xE9, "U+00E9"),
        (0x20AC, "U+20AC"),
        (0xFFFF, "U+FFFF"),
        (0x1_0000, "U+10000"),
        (0xF_FFFF, "U+FFFFF"),
        (0x10_FFFF, "U+10FFFF"),
        (0x11_0000, "0011 0000"),
        (0x20_0000, "0020 0000"),
        (0x400_0000, "0400 0000"),
        (0x7FFF_FFFF, "7FFF FFFF"),
    ] {
        let mut out = [0; 6];
        let bytes = Encoding::Rfc2279.encode_number(number, &mut out).unwrap();
        let point = Encoding::Rfc2279.code_points(bytes).next().unwrap().unwrap();
        assert_eq!((point.number, &*point.to_string()), (number, written));
        if let Some(c) = char::from_u32(number).filter(|c| !c.is_ascii()) {
            let error = to_vec(|dst| utf8::to_ascii(c.to_string().as_bytes(), dst)).unwrap_err();
            assert!(error.to_string().starts_with(&format!("{written} ")), "{error}");
        }
    }
}

/// Each scalar value has one encoding: its bits in a longer sequence are ill-formed.
#[test]
fn section_3_only_the_shortest_sequence_is_well_formed() {
    for c in some_under_miri(some_under_miri(chars_to_try())) {
        let number = u32::from(c);
        let shortest = to_vec(|dst| utf32::to_utf8(&[number], dst)).unwrap();
        assert_eq!(utf8::decode_first(&shortest), Some((Ok(c), shortest.len())));
        for len in shortest.len() + 1..=6 {
            let mut longer = [0; 6];
            longer[0] = !(0xFF >> len) | (number >> (6 * (len - 1))) as u8;
            for (i, byte) in longer[1..len].iter_mut().enumerate() {
                *byte = 0x80 | (number >> (6 * (len - 2 - i)) & 0x3F) as u8;
            }
            let error = utf8::validate(&longer[..len]).unwrap_err();
            let kind = if len > 4 {
                ErrorKind::NeverValid
            } else {
                ErrorKind::Overlong
            };
            assert_eq!(
                (error.kind(), error.valid_up_to()),
                (kind, 0),
                "{:02X?}",
                &longer[..len]
            );
        }
    }
}

/// The rows of the ABNF: the ranges of the bytes of a character.
const ABNF: [&[(u8, u8)]; 9] = [
    &[(0x00, 0x7F)],
    &[(0xC2, 0xDF), TAIL],
    &[(0xE0, 0xE0), (0xA0, 0xBF), TAIL],
    &[(0xE1, 0xEC), TAIL, TAIL],
    &[(0xED, 0xED), (0x80, 0x9F), TAIL],
    &[(0xEE, 0xEF), TAIL, TAIL],
    &[(0xF0, 0xF0), (0x90, 0xBF), TAIL, TAIL],
    &[(0xF1, 0xF3), TAIL, TAIL, TAIL],
    &[(0xF4, 0xF4), (0x80, 0x8F), TAIL, TAIL],
];
const TAIL: (u8, u8) = (0x80, 0xBF);

/// Returns the length of the well-formed beginning of `bytes`, as the ABNF generates it.
fn generated(bytes: &[u8]) -> usize {
    let mut at = 0;
    let matches = |row: &&&[(u8, u8)], at: usize| {
        let character = bytes.get(at..at + row.len());
        character.is_some_and(|bytes| {
            bytes
                .iter()
                .zip(**row)
                .all(|(byte, (from, to))| (from..=to).contains(&byte))
        })
    };
    while let Some(row) = ABNF.iter().find(|row| matches(row, at)) {
        at += row.len();
    }
    at
}

/// All sequences of up to four bytes at the limits of the ABNF's ranges, and random damaged text.
#[test]
fn section_4_the_abnf_generates_exactly_what_is_well_formed() {
    let check = |bytes: &[u8]| {
        let len = generated(bytes);
        let found = utf8::validate(bytes).map_or_else(|error| error.valid_up_to(), str::len);
        assert_eq!(found, len, "{bytes:02X?}");
        assert_eq!(utf8::is_valid(bytes), len == bytes.len(), "{bytes:02X?}");
    };
    let limits = [
        0x00, 0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xEC, 0xED,
        0xEE, 0xEF, 0xF0, 0xF1, 0xF3, 0xF4, 0xF5, 0xF8, 0xFC, 0xFE, 0xFF,
    ];
    for number in some_under_miri(some_under_miri(0..limits.len().pow(4))) {
        let byte = |place: u32| limits[number / limits.len().pow(place) % limits.len()];
        let bytes = [byte(0), byte(1), byte(2), byte(3)];
        // The numbers before have all first three bytes.
        let is_repeated = number >= limits.len().pow(3) && !cfg!(miri);
        (if is_repeated { 4 } else { 1 }..=4).for_each(|len| check(&bytes[..len]));
    }
    let mut random = Random::new(31);
    for _ in some_under_miri(0..3000) {
        let mut bytes = random.text(80, 4).into_bytes();
        check(&bytes);
        random.damage(&mut bytes, 1);
        check(&bytes);
    }
}

/// No encoder writes a surrogate, and no decoder accepts the three bytes that one would have.
#[test]
fn section_3_no_surrogate_is_written_or_read() {
    for number in some_under_miri(0xD800..=0xDFFFu16) {
        let bytes = [
            0xED,
            0x80 | (number >> 6 & 0x3F) as u8,
            0x80 | (number & 0x3F) as u8,
        ];
        assert_eq!(first_error(&bytes), (ErrorKind::Surrogate, 0, Some(1)));
        assert_eq!(utf8::repair(&bytes), "\u{FFFD}".repeat(3));
        let error = utf16::to_string(&[number, 0x41]).unwrap_err();
        assert_eq!((error.kind(), error.valid_up_to()), (ErrorKind::Surrogate, 0));
        let error = utf32::to_string(&[u32::from(number)]).unwrap_err();
        assert_eq!((error.kind(), error.valid_up_to()), (ErrorKind::Surrogate, 0));
        assert_eq!(utf16::to_string_lossy(&[number, 0x41]), "\u{FFFD}A");
        assert_eq!(utf32::to_string_lossy(&[u32::from(number), 0x41]), "\u{FFFD}A");
    }
}

/// A search in the bytes and a search in the decoded text agree, on random text with overlong sequences, in UTF-8 and in each
/// dialect. R.5 is left out: it reads `C0 AE` as a full stop, and so must be selected by name.
#[test]
fn section_10_a_check_of_the_bytes_and_one_of_the_text_agree() {
    let pieces: [&[u8]; 12] = [
        b"/",
        b".",
        b"..",
        b"/../",
        b"\xC0\xAE",
        b"\xC0\xAF",
        b"\xE0\x80\xAE",
        b"\xF0\x80\x80\xAF",
        b"\xF8\x80\x80\x80\xAE",
        b"\xC0",
        b"\x80",
        "é".as_bytes(),
    ];
    let mut random = Random::new(33);
    let (mut found, mut not_found) = (0, 0);
    for _ in some_under_miri(0..20_000) {
        let bytes: Vec<u8> = (0..random.below(8))
            .flat_map(|_| pieces[random.below(pieces.len())])
            .copied()
            .collect();
        let in_bytes = bytes.windows(4).any(|four| four == b"/../");
        *(if in_bytes { &mut found } else { &mut not_found }) += 1;
        assert_eq!(utf8::repair(&bytes).contains("/../"), in_bytes, "{bytes:02X?}");
        for dialect in Encoding::RELATIVES
            .into_iter()
            .filter(|dialect| *dialect != Encoding::AnnexR5)
        {
            let text = dialect.decode(&bytes, Policy::Replace('\u{FFFD}')).unwrap();
            assert_eq!(text.contains("/../"), in_bytes, "{dialect:?} {bytes:02X?}");
        }
    }
    assert!(
        found > 0 && not_found > 0,
        "{found} texts have `/../`, {not_found} have not"
    );
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
        let error = utf32::to_string(&[0x41, number]).unwrap_err();
        assert_eq!((error.kind(), error.valid_up_to()), (ErrorKind::TooLarge, 1));
        // The error is the same with an empty destination, so nothing was written.
        let error = utf32::to_utf8(&[number], &mut [0; 0]).unwrap_err();
        assert!(matches!(error.kind(), ConvertErrorKind::IllFormed(_)));
    }
}
