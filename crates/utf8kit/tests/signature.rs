//! The signature, U+FEFF (RFC 3629 section 6; Annex F of ISO/IEC 10646-1): the caller's case, and what is done.

use utf8kit::Endian::{Big, Little};
use utf8kit::signature::{Action, Case, Signature, detect, split};

const ENCODINGS: [Signature; 5] = [
    Signature::Utf8,
    Signature::Utf16(Big),
    Signature::Utf16(Little),
    Signature::Utf32(Big),
    Signature::Utf32(Little),
];

#[test]
fn each_encoding_is_told_by_its_signature() {
    for encoding in ENCODINGS {
        let bytes = [encoding.bytes(), b"A\0\0\0"].concat();
        let found = detect(&bytes).unwrap();
        assert_eq!((found, found.len()), (encoding, encoding.bytes().len()));
        assert_eq!(found.is_ambiguous(), encoding == Signature::Utf32(Little));
        // Cut short it is none, or that of UTF-16.
        let cut = &encoding.bytes()[..encoding.bytes().len() - 1];
        assert!(detect(cut).is_none_or(|found| found == Signature::Utf16(Little)));
    }
    for bytes in [
        &b""[..],
        b"A",
        b"\xEF\xBB",
        b"\xBB\xBF\xEF",
        b"\0\0\xFE",
        b" \xEF\xBB\xBF",
    ] {
        assert_eq!(detect(bytes), None, "{bytes:X?}");
    }
}

#[test]
fn only_at_the_very_beginning_and_only_once() {
    for encoding in ENCODINGS {
        let signature = encoding.bytes();
        let twice = [signature, signature, b"text"].concat();
        let (found, text) = split(&twice, encoding, Case::Optional, Action::Strip);
        assert!(found.is_some());
        assert_eq!(text, [signature, b"text"].concat());

        let inside = [b"text", signature].concat();
        assert_eq!(
            split(&inside, encoding, Case::Optional, Action::Strip),
            (None, &inside[..])
        );
    }
}

#[test]
fn where_it_is_forbidden_it_is_text_and_kept() {
    for encoding in ENCODINGS {
        let bytes = [encoding.bytes(), b"text"].concat();
        for action in [Action::Keep, Action::Ignore, Action::Strip] {
            assert_eq!(
                split(&bytes, encoding, Case::Forbidden, action),
                (None, &bytes[..])
            );
        }
    }
}

#[test]
fn kept_unless_the_caller_says_otherwise() {
    let bytes = b"\xEF\xBB\xBFtext";
    let (found, text) = split(bytes, Signature::Utf8, Case::Optional, Action::default());
    assert_eq!((found.unwrap(), text), (Signature::Utf8, &bytes[..]));
    for action in [Action::Ignore, Action::Strip] {
        assert_eq!(split(bytes, Signature::Utf8, Case::Optional, action).1, b"text");
    }
}

#[test]
fn another_encodings_signature_is_not_taken_off() {
    let bytes = b"\xFF\xFEA\0";
    assert_eq!(
        split(bytes, Signature::Utf8, Case::Optional, Action::Strip),
        (None, &bytes[..])
    );
}
