//! The texts of errors.

use std::error::Error;
use std::hash::{BuildHasher, RandomState};
use utf8kit::stream::{Stop, Validator};
use utf8kit::{ConvertErrorKind, Encoding, Endian, ErrorKind, utf8, utf16, utf32};

#[test]
fn messages_show_the_whole_attempt_and_what_was_expected() {
    let cases: &[(&[u8], &str)] = &[
        (
            b"\x80",
            "`80` is a continuation byte where a character should start",
        ),
        (b"\xC0\x80", "`C0 80` is an overlong encoding of U+0000"),
        (b"\xC0\xAF\xAF", "`C0 AF` is an overlong encoding of U+002F"),
        (b"\xC0", "`C0` starts an overlong encoding"),
        (b"\xE0\x80\xAF/", "`E0 80 AF` is an overlong encoding of U+002F"),
        (b"\xE0\x80z", "`E0 80` starts an overlong encoding"),
        (
            b"\xF0\x80\x80\xAF",
            "`F0 80 80 AF` is an overlong encoding of U+002F",
        ),
        (
            b"\xED\xA0\x80",
            "`ED A0 80` is the surrogate U+D800, which is not a character",
        ),
        (
            b"\xED\xBE\xB4\xED\xBE\xB4",
            "`ED BE B4` is the surrogate U+DFB4, which is not a character",
        ),
        (
            b"\xED\xA1\x8C\xED\xA1\x8C",
            "`ED A1 8C` is the surrogate U+D84C, which is not a character",
        ),
        (
            b"\xED\xA1z",
            "`ED A1` starts a surrogate, which is not a character",
        ),
        (
            b"\xED\xA1\x8C\xED\xBE\xB4\xED",
            "`ED A1 8C ED BE B4` is a pair of surrogates, which is U+233B4 in CESU-8",
        ),
        (
            b"\xED\xA0\x80\xED\xB0",
            "`ED A0 80 ED B0` is a pair of surrogates that is cut off",
        ),
        (
            b"\xED\xA0\x80\xED\xB0z",
            "`ED A0 80 ED B0` is a pair of surrogates that is cut off",
        ),
        (
            b"\xF4\x90\x80\x80\x80",
            "`F4 90 80 80` is 0011 0000, which is over U+10FFFF",
        ),
        (b"\xF5\x80z", "`F5 80` starts a number over U+10FFFF"),
        (
            b"\xF8\x88\x80\x80\x80\x80",
            "`F8 88 80 80 80` is 0020 0000 in RFC 2279, but UTF-8 has no sequences of 5 bytes",
        ),
        (
            b"\xFD\xBF\xBF\xBF\xBF\xBF\xBF",
            "`FD BF BF BF BF BF` is 7FFF FFFF in RFC 2279, but UTF-8 has no sequences of 6 bytes",
        ),
        (
            b"\xF8\x80\x80\x80\xAF",
            "`F8 80 80 80 AF` is an overlong encoding of U+002F, even in RFC 2279, but UTF-8 has no sequences of 5 bytes",
        ),
        (
            b"\xFC\x80\x80\x80\x80\xAF",
            "`FC 80 80 80 80 AF` is an overlong encoding of U+002F, even in RFC 2279, but UTF-8 has no sequences of 6 bytes",
        ),
        (
            b"\xF8\x88z",
            "`F8 88` starts a sequence of 5 bytes in RFC 2279, but UTF-8 has no sequences of 5 bytes",
        ),
        (b"\xFF\x80", "`FF` never occurs in UTF-8"),
        (
            b"\xE9 ",
            "`E9` starts a sequence of 3 bytes, but `20` does not continue it",
        ),
        (
            b"\xE2\x82z",
            "`E2 82` starts a sequence of 3 bytes, but `7A` does not continue it",
        ),
        (
            b"\xF0\x9F",
            "`F0 9F` starts a sequence of 4 bytes, but the text ends",
        ),
        (
            b"\xF0\x9F\x98",
            "`F0 9F 98` starts a sequence of 4 bytes, but the text ends",
        ),
        (b"\xED", "`ED` starts a sequence of 3 bytes, but the text ends"),
        (
            b"\xED\x9F",
            "`ED 9F` starts a sequence of 3 bytes, but the text ends",
        ),
    ];
    for &(bytes, message) in cases {
        let error = utf8::validate(bytes).unwrap_err();
        assert_eq!(error.reason().to_string(), message);
        assert_eq!(
            error.to_string(),
            format!("ill-formed UTF-8 at offset 0: {message}")
        );
        // A stream words it in the same way.
        let mut validator = Validator::new(Encoding::Utf8);
        let stop = match validator.push(bytes).stop {
            Stop::InputUsed => validator.finish().stop,
            stop => stop,
        };
        let Stop::IllFormed(error) = stop else {
            panic!("{stop:?}")
        };
        assert_eq!(error.reason().to_string(), message);
        assert_eq!(
            error.to_string(),
            format!("ill-formed UTF-8 at offset 0: {message}")
        );
    }
}

#[test]
fn messages_are_right_in_other_encodings() {
    let dialect = |dialect: Encoding, bytes: &[u8]| dialect.validate(bytes).unwrap_err();
    let cases = [
        (
            utf16::validate(&[0xDE00]).unwrap_err(),
            "UTF-16 at offset 0: `DE 00` is an unpaired surrogate",
        ),
        (
            utf32::validate(&[0xD800]).unwrap_err(),
            "UTF-32 at offset 0: `00 00 D8 00` is an unpaired surrogate",
        ),
        (
            utf32::validate(&[0x11_0000]).unwrap_err(),
            "UTF-32 at offset 0: `00 11 00 00` is a number over U+10FFFF",
        ),
        (
            dialect(Encoding::AnnexR, b"a\x80\x81"),
            "Annex R UTF-8 at offset 1: `80 81` are continuation bytes where a character should start",
        ),
        (
            dialect(Encoding::AnnexR, &[0x80; 20]),
            "Annex R UTF-8 at offset 0: `80 80 80 80 80 80 80 …` are continuation bytes where a character should start",
        ),
        (
            dialect(Encoding::AnnexR, b"\xED\xA0\x80"),
            "Annex R UTF-8 at offset 0: `ED A0 80` stands for no character in Annex R UTF-8",
        ),
        (
            dialect(Encoding::Rfc2279, b"\xF8\x80\x80\x80\xAF"),
            "RFC 2279 UTF-8 at offset 0: `F8 80 80 80 AF` is an overlong encoding of U+002F",
        ),
        (
            dialect(Encoding::ModifiedUtf8, b"\0"),
            "Modified UTF-8 at offset 0: `00` never occurs in Modified UTF-8, which encodes U+0000 as `C0 80`",
        ),
        (
            dialect(Encoding::Cesu8, "😀".as_bytes()),
            "CESU-8 at offset 0: `F0 9F 98 80` is U+1F600 in UTF-8, but CESU-8 has no sequences of 4 bytes",
        ),
        (
            dialect(Encoding::Cesu8, b"\xED\xA0\xBD"),
            "CESU-8 at offset 0: `ED A0 BD` is a pair of surrogates that the end of the text cuts off",
        ),
        (
            dialect(Encoding::Cesu8, b"\xED\xA0\xBDx"),
            "CESU-8 at offset 0: `ED A0 BD` is the surrogate U+D83D, half of a pair that lacks its low surrogate",
        ),
        (
            dialect(Encoding::ModifiedUtf8, b"\xED\xB8\x80"),
            "Modified UTF-8 at offset 0: `ED B8 80` is the surrogate U+DE00, half of a pair that lacks its high surrogate",
        ),
        (
            dialect(Encoding::Wtf8, b"\xED\xA1\x8C\xED\xBE\xB4"),
            "WTF-8 at offset 0: `ED A1 8C ED BE B4` is a pair of surrogates: together they are U+233B4, which WTF-8 writes in four \
             bytes",
        ),
    ];
    for (error, message) in cases {
        assert_eq!(error.to_string(), format!("ill-formed {message}"));
    }
}

/// The names by which the module of the wording recognizes UTF-8 and its dialects.
#[test]
fn every_dialect_shows_the_whole_attempt() {
    for dialect in Encoding::RELATIVES {
        let error = dialect.validate(b"\xFE").unwrap_err();
        assert_eq!(
            error.reason().to_string(),
            format!("`FE` never occurs in {}", dialect.name())
        );
        let error = dialect.validate(b"\xE2\x82z").unwrap_err();
        assert_eq!(
            error.reason().to_string(),
            "`E2 82` starts a sequence of 3 bytes, but `7A` does not continue it"
        );
    }
}

#[test]
fn errors_name_their_clause() {
    let clauses = [
        (b"\x80".as_slice(), "RFC 3629 section 3"),
        (b"\xC0\x80", "RFC 3629 section 3"),
        (b"\xED\xA0\x80", "RFC 3629 section 3"),
        (b"\xF4\x90\x80\x80", "RFC 3629 section 3"),
        (b"\xFF", "RFC 3629 section 1"),
        (b"\xE9 ", "RFC 3629 section 3"),
        (b"\xE9", "RFC 3629 section 3"),
    ];
    for (bytes, clause) in clauses {
        let error = utf8::validate(bytes).unwrap_err();
        assert_eq!(
            (error.clause(), error.kind().clause()),
            (clause, clause),
            "{bytes:02X?}"
        );
    }
    let dialects = [
        (Encoding::Rfc2279, "RFC 2279 section 1"),
        (Encoding::AnnexR, "ISO/IEC 10646-1 R.7"),
        (Encoding::Cesu8, "UTR #26 section 2"),
        (Encoding::ModifiedUtf8, "JVMS section 4.4.7"),
        (Encoding::Wtf8, "WTF-8 section 4"),
    ];
    for (dialect, clause) in dialects {
        assert_eq!(dialect.validate(b"\xFF").unwrap_err().clause(), clause);
    }
    let others = [
        (Encoding::AnnexR, &b"\xED\xA0\x80"[..], "ISO/IEC 10646-1 R.4"),
        (Encoding::Rfc2279, b"\xF8\x80\x80\x80\xAF", "RFC 2279 section 2"),
        (Encoding::Utf32(Endian::Big), b"\0\x11\0\0", "Unicode D90"),
    ];
    for (encoding, bytes, clause) in others {
        assert_eq!(encoding.validate(bytes).unwrap_err().clause(), clause);
    }
}

#[test]
fn every_kind_of_error_has_its_name() {
    let names = [
        (ErrorKind::UnexpectedContinuation, "unexpected-continuation"),
        (ErrorKind::Overlong, "overlong"),
        (ErrorKind::Surrogate, "surrogate"),
        (ErrorKind::TooLarge, "too-large"),
        (ErrorKind::NeverValid, "never-valid"),
        (ErrorKind::MissingContinuation, "missing-continuation"),
        (ErrorKind::UnexpectedEnd, "unexpected-end"),
        (ErrorKind::Undefined, "undefined"),
        (ErrorKind::OutsideSubset, "outside-subset"),
    ];
    for (kind, name) in names {
        assert_eq!(kind.name(), name);
    }
}

#[test]
fn the_attempt_is_longer_than_the_ill_formed_bytes() {
    for (bytes, ill_formed, attempt) in [
        (&b"\xED\xA0\x80!"[..], 1, 3),
        (b"\xF4\x90\x80\x80!", 1, 4),
        (b"\xE2\x82!", 2, 2),
    ] {
        let error = utf8::validate(bytes).unwrap_err();
        assert_eq!(
            (error.bytes(), error.attempt()),
            (&bytes[..ill_formed], &bytes[..attempt])
        );
    }
}

#[test]
fn a_full_destination_is_reported_with_its_counts() {
    let full = utf8::str_to_utf16("abc", &mut [0; 2]).unwrap_err();
    let message = "the destination is too short: 2 code units read, 2 written";
    assert_eq!(full.to_string(), message);
    let error = std::io::Error::from(full);
    assert_eq!(
        (error.kind(), error.to_string()),
        (std::io::ErrorKind::WriteZero, message.to_owned())
    );
}

#[test]
fn errors_become_errors_of_input_and_output() {
    let ill_formed = utf8::validate(b"a\xFF").unwrap_err();
    let not_converted = utf8::to_utf16(b"a\xFF", &mut [0; 2]).unwrap_err();
    let not_a_string = utf8::into_string(b"a\xFF".to_vec()).unwrap_err();
    for (error, message) in [
        (std::io::Error::from(ill_formed), ill_formed.to_string()),
        (std::io::Error::from(not_converted), not_converted.to_string()),
        (
            std::io::Error::from(not_a_string.clone()),
            not_a_string.to_string(),
        ),
    ] {
        assert_eq!(
            (error.kind(), error.to_string()),
            (std::io::ErrorKind::InvalidData, message)
        );
    }
    let full = utf8::to_utf16(b"abc", &mut [0; 2]).unwrap_err();
    assert_eq!(full.kind(), ConvertErrorKind::DestinationFull);
    assert_eq!(std::io::Error::from(full).kind(), std::io::ErrorKind::WriteZero);
}

#[test]
fn the_source_of_an_error_is_the_ill_formed_sequence() {
    let ill_formed = utf8::validate(b"a\xFF").unwrap_err();
    let source = |error: &dyn Error| error.source().map(ToString::to_string);

    let not_converted = utf8::to_utf16(b"a\xFF", &mut [0; 2]).unwrap_err();
    assert_eq!(source(&not_converted), Some(ill_formed.to_string()));
    let not_a_string = utf8::into_string(b"a\xFF".to_vec()).unwrap_err();
    assert_eq!(source(&not_a_string), Some(ill_formed.to_string()));
    assert_eq!(not_a_string.to_string(), ill_formed.to_string());
    let full = utf8::to_utf16(b"abc", &mut [0; 2]).unwrap_err();
    assert_eq!(source(&full), None);
}

/// What an error keeps of the text after the sequence is only for the message.
#[test]
fn equal_errors_have_equal_hashes() {
    let hasher = RandomState::new();
    let error = |bytes: &[u8]| utf8::validate(bytes).unwrap_err();
    assert_eq!(error(b"\xE9a"), error(b"\xE9b"));
    assert_eq!(hasher.hash_one(error(b"\xE9a")), hasher.hash_one(error(b"\xE9b")));
    assert_ne!(error(b"\xE9a"), error(b"\xE8a"));
    assert_ne!(hasher.hash_one(error(b"\xE9a")), hasher.hash_one(error(b"\xE8a")));
}

/// The context is the sequence and what follows it, as far as it is kept. The error that is made of it has the same message.
#[test]
fn an_error_keeps_its_context() {
    use utf8kit::IllFormed;
    let cases: &[(&[u8], &[u8])] = &[
        (b"a\xE9 est", b"\xE9 est"),
        (b"a\xED\xA0\x80", b"\xED\xA0\x80"),
        (b"\xFF0123456789", b"\xFF012345"),
        (b"a\xFF", b"\xFF"),
    ];
    for &(text, context) in cases {
        let error = utf8::validate(text).unwrap_err();
        assert_eq!(error.context(), context);
        let Stop::IllFormed(at) = Validator::new(Encoding::Utf8).push(text).stop else {
            // The end of the text decides.
            continue;
        };
        assert_eq!(at.context(), context);
        let again = IllFormed::new(
            Encoding::Utf8.description(),
            at.offset(),
            at.context(),
            at.bytes().len(),
            at.kind(),
        );
        assert_eq!(again.to_string(), at.to_string());
    }
}
