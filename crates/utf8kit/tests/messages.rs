//! The texts of errors.

use utf8kit::dialect::Dialect;
use utf8kit::{ErrorKind, utf8, utf16, utf32};

#[test]
fn messages_say_what_was_found_and_what_was_expected() {
    let cases = [
        (
            utf8::validate(b"\x80"),
            "80 is a continuation byte where a character should start",
        ),
        (utf8::validate(b"\xC0\x80"), "C0 starts an overlong encoding"),
        (
            utf8::validate(b"\xED\xA0\x80"),
            "ED starts a surrogate, which is not a character",
        ),
        (utf8::validate(b"\xF5"), "F5 starts a value over U+10FFFF"),
        (
            utf8::validate(b"\xF8"),
            "F8 is never valid in UTF-8 (in RFC 2279 it starts a sequence of 5 bytes)",
        ),
        (utf8::validate(b"\xFF"), "FF is never valid in UTF-8"),
        (
            utf8::validate(b"\xE9 "),
            "E9 starts a sequence of 3 bytes, but the next byte does not continue it",
        ),
        (
            utf8::validate(b"\xF0\x9F"),
            "F0 9F starts a sequence, but the text ends before it is complete",
        ),
    ];
    for (result, message) in cases {
        let message = format!("ill-formed UTF-8 at offset 0: {message}");
        assert_eq!(result.unwrap_err().to_string(), message);
    }
    let others = [
        (
            utf16::validate(&[0xDE00]),
            "UTF-16 at offset 0: DE 00 is an unpaired surrogate",
        ),
        (
            utf32::validate(&[0xD800]).map(|_| ()),
            "UTF-32 at offset 0: 00 00 D8 00 is a surrogate, which is not a character",
        ),
        (
            Dialect::AnnexR.validate(b"a\x80\x81"),
            "Annex R UTF-8 at offset 1: 80 81 are continuation bytes where a character should start",
        ),
        (
            Dialect::AnnexR.validate(b"\xED\xA0\x80"),
            "Annex R UTF-8 at offset 0: ED A0 80 stands for no character in Annex R UTF-8",
        ),
        (
            Dialect::ModifiedUtf8.validate(b"\0"),
            "Modified UTF-8 at offset 0: 00 is never valid in Modified UTF-8 (Modified UTF-8 encodes U+0000 as C0 80)",
        ),
    ];
    for (result, message) in others {
        assert_eq!(result.unwrap_err().to_string(), format!("ill-formed {message}"));
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
