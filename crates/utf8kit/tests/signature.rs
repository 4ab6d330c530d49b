//! Tests of the signature, U+FEFF (RFC 3629 section 6, Annex F of ISO/IEC 10646-1).

use utf8kit::Endian::{Big, Little};
use utf8kit::signature::{Action, Case, Signature, detect, split};

/// Every signature.
const SIGNATURES: [Signature; 5] = [
    Signature::Utf8,
    Signature::Utf16(Big),
    Signature::Utf16(Little),
    Signature::Utf32(Big),
    Signature::Utf32(Little),
];

#[test]
fn each_signature_is_detected() {
    for signature in SIGNATURES {
        let bytes = [signature.bytes(), b"A\0\0\0"].concat();
        let found = detect(&bytes).unwrap();
        assert_eq!((found, found.len()), (signature, signature.bytes().len()));
        assert_eq!(found.is_ambiguous(), signature == Signature::Utf32(Little));
        // Without its last byte it is no signature, or that of UTF-16LE.
        let cut = &signature.bytes()[..signature.bytes().len() - 1];
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
        assert_eq!(detect(bytes), None, "{bytes:02X?}");
    }
}

#[test]
fn only_one_signature_at_the_very_beginning_is_stripped() {
    for signature in SIGNATURES {
        let bytes = signature.bytes();
        let twice = [bytes, bytes, b"text"].concat();
        let (found, text) = split(&twice, signature, Case::Optional, Action::Strip);
        assert!(found.is_some());
        assert_eq!(text, [bytes, b"text"].concat());

        let inside = [b"text", bytes].concat();
        assert_eq!(
            split(&inside, signature, Case::Optional, Action::Strip),
            (None, &inside[..])
        );
    }
}

#[test]
fn a_forbidden_signature_is_text_and_kept() {
    for signature in SIGNATURES {
        let bytes = [signature.bytes(), b"text"].concat();
        for action in [Action::Keep, Action::Ignore, Action::Strip] {
            assert_eq!(
                split(&bytes, signature, Case::Forbidden, action),
                (None, &bytes[..])
            );
        }
    }
}

#[test]
fn a_signature_is_kept_by_default() {
    let bytes = b"\xEF\xBB\xBFtext";
    let (found, text) = split(bytes, Signature::Utf8, Case::Optional, Action::default());
    assert_eq!((found.unwrap(), text), (Signature::Utf8, &bytes[..]));
    for action in [Action::Ignore, Action::Strip] {
        assert_eq!(split(bytes, Signature::Utf8, Case::Optional, action).1, b"text");
    }
}

#[test]
fn the_signature_of_another_encoding_is_not_stripped() {
    let bytes = b"\xFF\xFEA\0";
    assert_eq!(
        split(bytes, Signature::Utf8, Case::Optional, Action::Strip),
        (None, &bytes[..])
    );
}
