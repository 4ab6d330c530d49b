//! Tests of the encodings against the table of encoded texts, all characters, and other implementations.

use crate::common::{damage, decode_in, encode_by_character, random_text, run_program};
use utf8kit::Endian::{Big, Little};
use utf8kit::stream::Stop;
use utf8kit::{ConvertError, ConvertErrorKind, Encoding as Base, ErrorKind, IllFormed, Policy};
use utf8kit_encodings::{Encoder, Encoding, hangul, ucs, utf1};
use utf8kit_test::{ENCODED_TEXTS, Random, hex, is_thorough, rows, text, to_hex};

/// Encodes and decodes every column of the table: whole, character by character, and in two pieces cut at every byte.
#[test]
fn every_encoding_matches_the_table() {
    let mut checked = 0;
    for row in rows(ENCODED_TEXTS) {
        let text = text(row["scalars"]).expect("every text is well-formed");
        let in_bmp = text.chars().all(|c| u32::from(c) <= 0xFFFF);
        for (column, encoding) in [
            ("utf8", Encoding::UTF_8),
            ("utf16be", Encoding::Base(Base::Utf16(Big))),
            ("utf32be", Encoding::Base(Base::Utf32(Big))),
            ("cesu8", Encoding::Base(Base::Cesu8)),
            ("mutf8", Encoding::Base(Base::ModifiedUtf8)),
            ("utf7", Encoding::Utf7),
            ("utf1", Encoding::Utf1),
            ("utf32be", Encoding::Ucs4(Some(Big))),
            ("utf16be", Encoding::Ucs2(Some(Big))),
        ] {
            if encoding == Encoding::Ucs2(Some(Big)) && !in_bmp {
                assert!(encoding.encode(&text, Policy::Fail).is_err());
                continue;
            }
            let bytes = hex(row[column]);
            assert_eq!(
                encoding.encode(&text, Policy::Fail).unwrap(),
                bytes,
                "{column} of {text:?}"
            );
            assert_eq!(
                encode_by_character(encoding, &text),
                bytes,
                "{column} of {text:?}, character by character"
            );
            assert_eq!(encoding.decode(&bytes, Policy::Fail).unwrap(), text, "{column}");
            for cut in 0..=bytes.len() {
                let (a, b) = bytes.split_at(cut);
                let decoded = decode_in(encoding, Policy::Fail, &[a, b]);
                assert_eq!(decoded.as_ref(), Ok(&text), "{column} cut at {cut}");
            }
            checked += 1;
        }
    }
    assert!(checked > 13 * 8);
}

/// In every encoding that can be written, whole and in pieces.
///
/// In a run that is not thorough, pieces have a tenth of the characters, and texts a tenth of those of the planes from 3 on. All
/// have the characters near a limit.
#[test]
fn all_scalars_round_trip() {
    let is_sampled = |c: char| {
        let limits = [0x80, 0x800, 0xD800, 0xE000];
        let is_near = |limit: u32| u32::from(c).abs_diff(limit) < 10;
        let in_plane = u32::from(c) & 0xFFFF;
        let is_near_limit = limits.into_iter().any(is_near) || !(10..0xFFF6).contains(&in_plane);
        is_thorough() || u32::from(c) % 10 == 0 || is_near_limit
    };
    let all: String = ('\0'..=char::MAX)
        .filter(|&c| c < '\u{30000}' || is_sampled(c))
        .collect();
    let bmp: String = ('\0'..='\u{FFFF}').collect();
    let is_hangul = |c: &char| hangul::to_unicode_1_1(*c).is_some();
    let unicode_1_1 = |c: &char| is_hangul(c) || !matches!(c, '\u{3400}'..='\u{4DFF}' | '가'..='힣');
    let unicode_1_1: String = all.chars().filter(unicode_1_1).collect();
    for encoding in Encoding::all().filter(|encoding| encoding.can_be_written() && !encoding.is_legacy()) {
        let text = match encoding {
            Encoding::Ucs2(_) | Encoding::Utf8Mb3 => &bmp,
            Encoding::Base(Base::Ascii) => "\0az\x7F",
            Encoding::Base(Base::Latin1) => "\0az\x7F\u{80}\u{FF}",
            Encoding::OldHangulUtf8 => &unicode_1_1,
            _ => &all,
        };
        let bytes = encoding.encode(text, Policy::Fail).unwrap();
        let back = encoding.decode(&bytes, Policy::Fail).unwrap();
        assert!(back == *text, "{}", encoding.name());
        let text: String = text.chars().filter(|&c| is_sampled(c)).collect();
        let bytes = encoding.encode(&text, Policy::Fail).unwrap();
        let pieces: Vec<&[u8]> = bytes.chunks(997).collect();
        let back = decode_in(encoding, Policy::Fail, &pieces).unwrap();
        assert!(back == text, "{} in pieces", encoding.name());
    }
}

/// With every policy, at every cut.
#[test]
fn damaged_text_decodes_alike_whole_and_in_two_pieces() {
    let mut random = Random::new(3);
    let encodings = [
        Encoding::Utf7,
        Encoding::Utf1,
        Encoding::Ucs2(None),
        Encoding::Ucs4(Some(Little)),
        Encoding::Utf16,
    ];
    let mut ill_formed = 0;
    for round in 0..600 {
        let encoding = encodings[round % encodings.len()];
        let text: String = random_text(&mut random, 6)
            .chars()
            .filter(|&c| u32::from(c) <= 0xFFFF || round % 5 < 2)
            .collect();
        let mut bytes = encoding.encode(&text, Policy::Fail).unwrap();
        damage(&mut random, &mut bytes);
        damage(&mut random, &mut bytes);
        for policy_index in 0..4 {
            let policy = || match policy_index {
                0 => Policy::Fail,
                1 => Policy::Replace('\u{FFFD}'),
                2 => Policy::Drop,
                _ => Policy::Escape,
            };
            let whole = encoding.decode(&bytes, policy());
            ill_formed += usize::from(policy_index == 0 && whole.is_err());
            for cut in 0..=bytes.len() {
                let (a, b) = bytes.split_at(cut);
                let from_pieces = decode_in(encoding, policy(), &[a, b]);
                let whole = whole.clone().map_err(stop);
                assert_eq!(from_pieces, whole, "{encoding:?} {bytes:02X?} cut at {cut}");
            }
        }
    }
    assert!(
        ill_formed > 200,
        "only {ill_formed} texts are ill-formed: the damage tests too little"
    );
}

/// Returns why a decoder stops where the conversion of a whole text has an error.
fn stop(error: ConvertError) -> Stop {
    match error.kind() {
        ConvertErrorKind::IllFormed(error) => Stop::IllFormed(error),
        ConvertErrorKind::NotRepresentable(number) => Stop::NotRepresentable {
            number,
            offset: error.read() as u64,
        },
        _ => panic!("{error}"),
    }
}

/// Returns the ill-formed sequence that stopped a conversion.
fn ill_formed(error: ConvertError) -> IllFormed {
    match error.kind() {
        ConvertErrorKind::IllFormed(error) => error,
        _ => panic!("{error}"),
    }
}

/// UCS-2 has no characters over U+FFFF: encoding one is an error or is replaced. Decoding undoes a surrogate pair, which RFC
/// 2279 section 2 requires on the way to UTF-8.
#[test]
fn ucs2_is_written_without_surrogates_and_read_with_pairs() {
    let error = Encoding::Ucs2(Some(Little))
        .encode("a\u{10000}", Policy::Fail)
        .unwrap_err();
    assert_eq!(
        error.to_string(),
        "U+10000 at offset 1 cannot be represented in the destination's encoding"
    );
    let replaced = Encoding::Ucs2(Some(Little))
        .encode("a\u{10000}", Policy::Replace('?'))
        .unwrap();
    assert_eq!(replaced, b"a\0?\0");
    let pair = Encoding::Ucs2(None).decode(b"\xD8\x4C\xDF\xB4", Policy::Fail);
    assert_eq!(pair.unwrap(), "\u{233B4}");
    // The number of a low surrogate, a high one before a character, and a high one at the end.
    for (bytes, offset, unit) in [
        (&b"\0a\xDF\xB4\0b"[..], 2, &b"\xDF\xB4"[..]),
        (b"\xD8\x4C\0b", 0, b"\xD8\x4C"),
        (b"\0a\xD8\x4C", 2, b"\xD8\x4C"),
        (b"\0a\xD8\x4C\xDF", 2, b"\xD8\x4C"),
    ] {
        let error = Encoding::Ucs2(None).decode(bytes, Policy::Fail).unwrap_err();
        let error = ill_formed(error);
        assert_eq!(
            (error.kind(), error.offset(), error.bytes()),
            (ErrorKind::Surrogate, offset, unit),
            "{bytes:02X?}"
        );
        assert!(error.to_string().contains("UTF-16"), "{error}");
    }
    assert_eq!(
        Encoding::Ucs2(None).decode(b"\xFF\xFEa\0", Policy::Fail).unwrap(),
        "a"
    );
    assert_eq!(
        ill_formed(Encoding::Ucs2(None).decode(b"\0a\0", Policy::Fail).unwrap_err()).kind(),
        ErrorKind::UnexpectedEnd
    );
}

/// Only the first signature is left out of the text, and offsets of errors include it.
#[test]
fn a_signature_sets_the_byte_order() {
    for (encoding, bytes, expected) in [
        (Encoding::Utf16, &b"\xFE\xFF\0a\xFE\xFF"[..], "a\u{FEFF}"),
        (Encoding::Utf16, b"\xFF\xFEa\0", "a"),
        (Encoding::Utf16, b"\0a\xFF\xFE", "a\u{FFFE}"),
        (Encoding::Utf32, b"\xFF\xFE\0\0a\0\0\0", "a"),
        (Encoding::Utf32, b"\0\0\xFE\xFF\0\0\0a", "a"),
        (Encoding::Ucs4(None), b"\0\0\xFE\xFF\0\0\0a", "a"),
        (Encoding::Ucs4(None), b"\0\0\0a", "a"),
        (Encoding::Utf16, b"", ""),
        (Encoding::Utf16, b"\xFF\xFE", ""),
        (Encoding::Base(Base::Utf16(Big)), b"\xFE\xFF\0a", "\u{FEFF}a"),
    ] {
        let single_bytes: Vec<&[u8]> = bytes.chunks(1).collect();
        assert_eq!(
            decode_in(encoding, Policy::Fail, &single_bytes).as_deref(),
            Ok(expected),
            "{encoding:?} byte by byte"
        );
        assert_eq!(
            encoding.decode(bytes, Policy::Fail).unwrap(),
            expected,
            "{encoding:?}"
        );
    }
    let error = Encoding::Utf16
        .decode(b"\xFF\xFEa\0\0\xDC", Policy::Fail)
        .unwrap_err();
    let error = ill_formed(error);
    assert_eq!((error.offset(), error.kind()), (4, ErrorKind::Surrogate));
    let bytes = Encoding::Utf16.encode("a", Policy::Fail).unwrap();
    assert_eq!(bytes, b"\xFF\xFEa\0");
    assert_eq!(Encoding::Utf16.encode("", Policy::Fail).unwrap(), b"");
}

/// Includes the first and the last number of each length, and ill-formed sequences.
#[test]
fn utf1_round_trips_numbers_to_7fffffff() {
    let edges = [
        0,
        0x9F,
        0xA0,
        0xFF,
        0x100,
        0x15D,
        0x15E,
        0x1BD,
        0x4015,
        0x4016,
        0x3_8E2D,
        0x3_8E2E,
        0x7FFF_FFFF,
    ];
    let every = (0..=0x7FFFu32).map(|high| high << 16);
    for number in edges.into_iter().chain(every) {
        let mut out = [0; 5];
        let bytes = utf1::encode(number, &mut out).unwrap();
        assert_eq!(
            utf1::decode_first(bytes),
            Some((Ok(number), bytes.len())),
            "{number:#X}"
        );
        for cut in 1..bytes.len() {
            assert_eq!(
                utf1::decode_first(&bytes[..cut]),
                Some((Err(ErrorKind::UnexpectedEnd), cut))
            );
        }
    }
    assert_eq!(
        utf1::encode(0x7FFF_FFFF, &mut [0; 5]).unwrap(),
        b"\xFD\xBD\x2B\xB9\x40"
    );
    assert_eq!(utf1::encode(0x8000_0000, &mut [0; 5]), Err(ErrorKind::TooLarge));
    assert_eq!(utf1::encode(0xD800, &mut [0; 5]), Err(ErrorKind::Surrogate));
    assert_eq!(utf1::decode_first(b"\xFF"), Some((Err(ErrorKind::NeverValid), 1)));
    assert_eq!(
        utf1::decode_first(b"\xA1\x20"),
        Some((Err(ErrorKind::MissingContinuation), 1))
    );
    assert_eq!(
        utf1::decode_first(b"\xFD\xFF\xFF\xFF\xFF").unwrap().0,
        Err(ErrorKind::TooLarge)
    );
}

/// In both byte orders.
#[test]
fn ucs4_round_trips_numbers_to_7fffffff() {
    for number in (0..=0xFFFFu32)
        .map(|high| high << 16 | 0x41)
        .chain([0x10_FFFF, 0x7FFF_FFFF, 0x8000_0000])
    {
        for endian in [Big, Little] {
            match ucs::encode_ucs4(number, endian) {
                Ok(bytes) => assert_eq!(ucs::decode_ucs4(&bytes, endian), Some((Ok(number), 4))),
                Err(kind) => assert!(kind == ErrorKind::TooLarge && number > 0x7FFF_FFFF),
            }
        }
    }
    // A legal number of UCS-4 that text lacks, and one that UCS-4 lacks.
    let error = Encoding::Ucs4(None).decode(b"\0\0\0a\0\x11\0\0", Policy::Fail);
    assert_eq!(
        error,
        Err(ConvertError::new(
            ConvertErrorKind::NotRepresentable(0x11_0000),
            4,
            1
        ))
    );
    let error = Encoding::Ucs4(None)
        .decode(b"\x80\0\0\0", Policy::Fail)
        .unwrap_err();
    assert_eq!(
        error.to_string(),
        "ill-formed UCS-4 at offset 0: `80 00 00 00` is a number over 7FFF FFFF"
    );
}

#[test]
fn a_surrogate_is_no_character_of_utf1() {
    for surrogate in [&b"\xF7\x2F\xC4"[..], b"\xF7\x3A\x71"] {
        let error = Encoding::Utf1
            .decode(&[b"a", surrogate].concat(), Policy::Fail)
            .unwrap_err();
        let error = ill_formed(error);
        assert_eq!((error.kind(), error.offset()), (ErrorKind::Surrogate, 1));
        assert_eq!(error.bytes(), surrogate);
    }
}

/// Three characters of three bytes are written at once, and others beside them alone.
#[test]
fn utf7_writes_control_characters_in_a_run() {
    for text in [
        "가나다\x10\x10\x10나다라",
        "가나다라\x10\x10\x10나다",
        "가나다라마\x10\x10\x10다",
        "가나다\x10é나다라",
    ] {
        let bytes = Encoding::Utf7.encode(text, Policy::Fail).unwrap();
        assert_eq!(Encoding::Utf7.decode(&bytes, Policy::Fail).unwrap(), text);
    }
}

/// With its kind, offset and bytes.
#[test]
fn utf7_reports_each_ill_formed_sequence() {
    for (bytes, kind, offset, sequence) in [
        (&b"a\xE9"[..], ErrorKind::NeverValid, 1, &b"\xE9"[..]),
        (b"a~", ErrorKind::Undefined, 1, b"~"),
        (b"a\\", ErrorKind::Undefined, 1, b"\\"),
        (b"a\x00", ErrorKind::Undefined, 1, b"\x00"),
        (b"1 + 1", ErrorKind::MissingContinuation, 2, b"+"),
        (b"1 +", ErrorKind::UnexpectedEnd, 2, b"+"),
        (b"+A.", ErrorKind::MissingContinuation, 1, b"A"),
        (b"+IK.", ErrorKind::MissingContinuation, 1, b"IK"),
        (b"+IK", ErrorKind::UnexpectedEnd, 1, b"IK"),
        (b"+IKx-", ErrorKind::MissingContinuation, 3, b"x"), // bits left over that are not zero
        (b"+2Ex-", ErrorKind::Surrogate, 1, b"2Ex"),
        (b"+IKwA-", ErrorKind::MissingContinuation, 4, b"A"),
        (b"+2Ew-", ErrorKind::Surrogate, 1, b"2Ew"),
        (b"+37QAQQ-", ErrorKind::Surrogate, 1, b"37Q"),
    ] {
        let error = Encoding::Utf7.decode(bytes, Policy::Fail).unwrap_err();
        let error = ill_formed(error);
        assert_eq!(
            (error.kind(), error.offset(), error.bytes()),
            (kind, offset, sequence),
            "{bytes:02X?}"
        );
    }
    let text = Encoding::Utf7
        .decode(b"a~b+IKx.c+-+IKw", Policy::Replace('?'))
        .unwrap();
    assert_eq!(text, "a?b\u{20AC}?.c+\u{20AC}");
    let mut bytes = [0; 64];
    let mut encoder = Encoder::utf7_for_headers(Policy::Fail);
    let written = encoder.encode("<a>+b", &mut bytes).written;
    assert_eq!(&bytes[..written], b"+ADw-a+AD4AKw-b");
}

/// A message says what was expected.
#[test]
fn utf7_errors_say_what_was_expected() {
    for (encoding, bytes, message) in [
        (
            Encoding::Utf7,
            &b"1 + 1"[..],
            "UTF-7 at offset 2: `2B`: expected `-` or a character of Base64 after `+`",
        ),
        (
            Encoding::Utf7,
            b"a+",
            "UTF-7 at offset 1: `2B`: expected `-` or a character of Base64 after `+`",
        ),
        (
            Encoding::Utf7,
            b"+IK.",
            "UTF-7 at offset 1: `49 4B`: expected more Base64: the run ends inside a code unit of UTF-16",
        ),
        (
            Encoding::Utf7,
            b"+IK",
            "UTF-7 at offset 1: `49 4B`: expected more Base64: the text ends inside a code unit of UTF-16",
        ),
        (
            Encoding::Utf7,
            b"a+IKx-b",
            "UTF-7 at offset 4: `78`: expected zeros in the bits that are left over at the end of the run",
        ),
        (
            Encoding::Utf7,
            b"a\xE9",
            "UTF-7 at offset 1: `E9`: expected a byte below 0x80; every other character is written in a run of Base64",
        ),
        (
            Encoding::Utf7,
            b"~",
            "UTF-7 at offset 0: `7E`: expected a character that may be written directly; `~`, `\\` and control characters \
             are written in a run of Base64",
        ),
        (
            Encoding::Utf7,
            b"+2Ew-",
            "UTF-7 at offset 1: `32 45 77`: expected a pair of surrogates, found one alone",
        ),
        (
            Encoding::Utf7Imap,
            b"&!",
            "UTF-7-IMAP at offset 0: `26`: expected `-` or a character of Base64 after `&`",
        ),
        (
            Encoding::Utf7Imap,
            b"&Jjo!",
            "UTF-7-IMAP at offset 3: `6F`: expected `-` at the end of the run",
        ),
        (
            Encoding::Utf7Imap,
            b"&AGE-",
            "UTF-7-IMAP at offset 1: `41 47 45`: expected this character outside the run, as itself",
        ),
        (
            Encoding::Utf7Imap,
            b"&U,BTFw-&ZeVnLIqe-",
            "UTF-7-IMAP at offset 8: `26`: expected one run: a run may not follow another one at once",
        ),
    ] {
        let error = encoding.decode(bytes, Policy::Fail).unwrap_err();
        assert_eq!(error.to_string(), format!("ill-formed {message}"), "{bytes:02X?}");
    }
}

/// As Python and ICU: the character before the bits that are left over is good, and so is what follows the run.
#[test]
fn only_the_bits_left_over_are_ill_formed() {
    let decode = |bytes: &[u8]| Encoding::Utf7.decode(bytes, Policy::Replace('\u{FFFD}')).unwrap();
    assert_eq!(decode(b"a+IKx-b"), "a\u{20AC}\u{FFFD}b");
    assert_eq!(decode(b"a+IKx!b"), "a\u{20AC}\u{FFFD}!b");
    assert_eq!(decode(b"a+IKx"), "a\u{20AC}\u{FFFD}");
    assert_eq!(decode(b"a+IKwgrB-b"), "a\u{20AC}\u{20AC}\u{FFFD}b");
    assert_eq!(decode(b"a+2EzftB-b"), "a\u{233B4}\u{FFFD}b");
    // In a run, the same bits begin the next code unit.
    assert_eq!(decode(b"a+IKxpAA-b"), "a\u{20AC}\u{6900}b");
}

/// RFC 3501 section 5.1.3, with its examples.
#[test]
fn utf7_imap_follows_rfc_3501() {
    let imap = Encoding::Utf7Imap;
    for (text, bytes) in [
        (
            "~peter/mail/\u{53F0}\u{5317}/\u{65E5}\u{672C}\u{8A9E}",
            &b"~peter/mail/&U,BTFw-/&ZeVnLIqe-"[..],
        ),
        ("\u{263A}!", b"&Jjo-!"),
        ("\u{53F0}\u{5317}\u{65E5}\u{672C}\u{8A9E}", b"&U,BTF2XlZyyKng-"),
        ("&", b"&-"),
        ("\u{263A}&\u{263A}", b"&Jjo-&-&Jjo-"),
        ("a+b\\~", b"a+b\\~"),
        ("\t\u{7F}", b"&AAkAfw-"),
        ("\u{1F600}", b"&2D3eAA-"),
        ("", b""),
    ] {
        assert_eq!(imap.encode(text, Policy::Fail).unwrap(), bytes, "{text:?}");
        assert_eq!(imap.decode(bytes, Policy::Fail).unwrap(), text);
    }
    for (bytes, kind, offset, sequence, replaced) in [
        // The run is not ended; a run follows at once; a character is in a run that can be written directly.
        (
            &b"&Jjo!"[..],
            ErrorKind::MissingContinuation,
            3,
            &b"o"[..],
            "\u{263A}?!",
        ),
        (b"&Jjo", ErrorKind::UnexpectedEnd, 3, b"o", "\u{263A}?"),
        (b"&Jjo-&Jjo-", ErrorKind::Overlong, 5, b"&", "\u{263A}?\u{263A}"),
        (b"&AGEAYg-", ErrorKind::Overlong, 1, b"AGE", "??"),
        (b"&ACY-", ErrorKind::Overlong, 1, b"ACY", "?"),
        (b"&", ErrorKind::UnexpectedEnd, 0, b"&", "?"),
        (b"a&b-", ErrorKind::MissingContinuation, 2, b"b", "a?"),
        (b"&Jj/-", ErrorKind::MissingContinuation, 1, b"Jj", "?/-"),
        (b"a\tb", ErrorKind::Undefined, 1, b"\t", "a?b"),
        (b"\xE9", ErrorKind::NeverValid, 0, b"\xE9", "?"),
    ] {
        let error = imap.decode(bytes, Policy::Fail).unwrap_err();
        let error = ill_formed(error);
        assert_eq!(
            (error.kind(), error.offset(), error.bytes()),
            (kind, offset, sequence),
            "{bytes:02X?}"
        );
        assert_eq!(
            imap.decode(bytes, Policy::Replace('?')).unwrap(),
            replaced,
            "{bytes:02X?}"
        );
    }
}

/// A name has one encoding: what decodes without an error is what its text encodes to.
#[test]
fn utf7_imap_has_one_encoding_of_each_text() {
    let mut random = Random::new(8);
    let mut valid = 0;
    for _ in 0..20_000 {
        let text = random_text(&mut random, 6);
        let mut bytes = Encoding::Utf7Imap.encode(&text, Policy::Fail).unwrap();
        assert_eq!(Encoding::Utf7Imap.decode(&bytes, Policy::Fail).unwrap(), text);
        damage(&mut random, &mut bytes);
        if let Ok(text) = Encoding::Utf7Imap.decode(&bytes, Policy::Fail) {
            assert_eq!(Encoding::Utf7Imap.encode(&text, Policy::Fail).unwrap(), bytes);
            valid += 1;
        }
    }
    assert!(valid > 2000, "only {valid} damaged texts are well-formed");
}

/// On 5000 random texts, and on their damaged bytes.
#[test]
fn utf7_agrees_with_python() {
    let mut random = Random::new(4);
    let (mut lines, mut texts, mut damaged) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..5000 {
        let text = random_text(&mut random, 12);
        let utf32: Vec<u8> = text.chars().flat_map(|c| u32::from(c).to_be_bytes()).collect();
        lines.push(format!("e {}", to_hex(&utf32)));
        let mut bytes = Encoding::Utf7.encode(&text, Policy::Fail).unwrap();
        damage(&mut random, &mut bytes);
        texts.push(text);
        damaged.push(bytes);
    }
    lines.extend(damaged.iter().map(|bytes| format!("d {}", to_hex(bytes))));
    let Some(answers) = run_program("python3", &["tests/utf7.py"], &lines) else {
        return;
    };
    assert_eq!(answers.len(), lines.len());
    for (text, answer) in texts.iter().zip(&answers) {
        assert_eq!(
            Encoding::Utf7.encode(text, Policy::Fail).unwrap(),
            hex(answer),
            "{text:?}"
        );
    }
    let (mut both_reject, mut stricter) = (0, 0);
    for (bytes, answer) in damaged.iter().zip(&answers[texts.len()..]) {
        match (Encoding::Utf7.decode(bytes, Policy::Fail), answer.as_str()) {
            (Ok(text), _) => {
                let utf32: Vec<u8> = text.chars().flat_map(|c| u32::from(c).to_be_bytes()).collect();
                assert_eq!(to_hex(&utf32), *answer, "{bytes:02X?}");
            }
            (Err(_), "!") => both_reject += 1,
            // Python accepts lone surrogates, all ASCII bytes, and a `+` at the very end.
            (Err(error), _) => {
                let error = ill_formed(error);
                let python_accepts = matches!(error.kind(), ErrorKind::Surrogate | ErrorKind::Undefined);
                assert!(
                    python_accepts || (error.kind() == ErrorKind::UnexpectedEnd && error.bytes() == b"+"),
                    "{bytes:02X?} {error}"
                );
                stricter += 1;
            }
        }
    }
    assert!(
        both_reject > 1000 && stricter < both_reject,
        "{both_reject} texts are rejected by both, {stricter} by this crate alone"
    );
}

/// With `DataOutputStream` and `DataInputStream`, on 5000 random texts and on their damaged bytes.
#[test]
fn modified_utf8_agrees_with_java() {
    let mut random = Random::new(5);
    let dialect = Base::ModifiedUtf8;
    let (mut lines, mut texts, mut damaged) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..5000 {
        let text = random_text(&mut random, 12);
        let units: Vec<u8> = text.encode_utf16().flat_map(u16::to_be_bytes).collect();
        lines.push(format!("e {}", to_hex(&units)));
        let mut bytes = dialect.encode(&text, Policy::Fail).unwrap().into_owned();
        damage(&mut random, &mut bytes);
        texts.push(text);
        damaged.push(bytes);
    }
    lines.extend(damaged.iter().map(|bytes| format!("d {}", to_hex(bytes))));
    let Some(answers) = run_program("java", &["tests/ModifiedUtf8.java"], &lines) else {
        return;
    };
    assert_eq!(answers.len(), lines.len());
    for (text, answer) in texts.iter().zip(&answers) {
        assert_eq!(
            *dialect.encode(text, Policy::Fail).unwrap(),
            hex(answer),
            "{text:?}"
        );
        assert_eq!(dialect.decode(&hex(answer), Policy::Fail).unwrap(), *text);
    }
    let mut both_reject = 0;
    for (bytes, answer) in damaged.iter().zip(&answers[texts.len()..]) {
        // Java accepts more than it writes: overlong sequences, the byte 00, and lone surrogates.
        match (dialect.decode(bytes, Policy::Fail), answer.as_str()) {
            (Ok(text), _) => {
                let units: Vec<u8> = text.encode_utf16().flat_map(u16::to_be_bytes).collect();
                assert_eq!(to_hex(&units), *answer, "{bytes:02X?}");
            }
            (Err(_), "!") => both_reject += 1,
            (Err(error), _) => {
                let java_accepts = [
                    ErrorKind::Overlong,
                    ErrorKind::NeverValid,
                    ErrorKind::Surrogate,
                    ErrorKind::UnexpectedEnd,
                ];
                let is_accepted = match error.kind() {
                    ConvertErrorKind::IllFormed(error) => java_accepts.contains(&error.kind()),
                    _ => false,
                };
                assert!(is_accepted, "{bytes:02X?} {error}");
            }
        }
    }
    assert!(both_reject > 500, "only {both_reject} texts are rejected by both");
}

/// `utf8mb3` of MySQL has the characters up to U+FFFF.
#[test]
fn utf8mb3_writes_no_four_bytes() {
    let text = "aé\u{FFFF}\u{1F600}b";
    let error = Encoding::Utf8Mb3.encode(text, Policy::Fail).unwrap_err();
    assert_eq!(error.kind(), ConvertErrorKind::NotRepresentable(0x1F600));
    assert_eq!(error.read(), 6);
    let replaced = Encoding::Utf8Mb3
        .encode(text, Policy::Replace('\u{FFFD}'))
        .unwrap();
    assert_eq!(replaced, "aé\u{FFFF}\u{FFFD}b".as_bytes());
    let long = format!("{}\u{10000}", "a€".repeat(100));
    let error = Encoding::Utf8Mb3.encode(&long, Policy::Fail).unwrap_err();
    assert_eq!(error.read(), 400);
    // What other programs wrote under the name is read.
    assert_eq!(
        Encoding::Utf8Mb3.decode(text.as_bytes(), Policy::Fail).unwrap(),
        text
    );
    let mut bytes = [0; 8];
    let mut encoder = Encoder::new(Encoding::Utf8Mb3, Policy::Fail);
    let step = encoder.encode_code_points(&[0x20AC, 0x1_0000], &mut bytes);
    assert_eq!(&bytes[..step.written], "€".as_bytes());
    assert!(matches!(
        step.stop,
        Stop::NotRepresentable { number: 0x1_0000, .. }
    ));
}
