//! Tests of the signature, U+FEFF (RFC 3629 section 6, Annex F of ISO/IEC 10646-1).

use utf8kit::Endian::{Big, Little};
use utf8kit::signature::{Signature, SignaturePolicy, detect, split};
use utf8kit::stream::{Decoder, Stop, Validator};
use utf8kit::{Encoding, Policy, utf8};

/// Every signature.
const SIGNATURES: [Signature; 5] = [
    Signature::Utf8,
    Signature::Utf16(Big),
    Signature::Utf16(Little),
    Signature::Utf32(Big),
    Signature::Utf32(Little),
];

/// The bytes of U+FEFF in each encoding. Annex F gives those of UTF-8 and of big-endian UCS-4.
const BYTES: [&[u8]; 5] = [
    b"\xEF\xBB\xBF",
    b"\xFE\xFF",
    b"\xFF\xFE",
    b"\x00\x00\xFE\xFF",
    b"\xFF\xFE\x00\x00",
];

#[test]
fn each_signature_is_detected() {
    for (signature, expected) in SIGNATURES.into_iter().zip(BYTES) {
        assert_eq!(signature.bytes(), expected);
        for text in [&b""[..], b"A\0\0\0", b"\0\0\0A", expected] {
            // Before a NUL, the signature of UTF-16LE is that of UTF-32LE.
            let bytes = [expected, text].concat();
            let found = detect(&bytes).unwrap();
            match (signature, text) {
                (Signature::Utf16(Little), [0, 0, ..]) => assert_eq!(found, Signature::Utf32(Little)),
                _ => assert_eq!((found, found.len()), (signature, expected.len())),
            }
            assert_eq!(found.is_ambiguous(), found == Signature::Utf32(Little));
        }
        // Without its last byte it is no signature, or that of UTF-16LE.
        let cut = &expected[..expected.len() - 1];
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
        let Some(encoding) = signature.encoding() else {
            continue;
        };
        let bytes = signature.bytes();
        let twice = [bytes, bytes, b"text"].concat();
        let once = [bytes, b"text"].concat();
        let remove = SignaturePolicy::Remove;
        assert_eq!(split(&twice, encoding, remove), (encoding, &once[..]));

        let inside = [b"text", bytes].concat();
        assert_eq!(split(&inside, encoding, remove), (encoding, &inside[..]));
    }
}

#[test]
fn a_forbidden_signature_is_text_and_kept() {
    for signature in SIGNATURES {
        let Some(encoding) = signature.encoding() else {
            continue;
        };
        let bytes = [signature.bytes(), b"text"].concat();
        assert_eq!(
            split(&bytes, encoding, SignaturePolicy::Keep),
            (encoding, &bytes[..])
        );
    }
}

#[test]
fn a_signature_is_kept_by_default() {
    let bytes = b"\xEF\xBB\xBFtext";
    let (_, text) = split(bytes, Encoding::Utf8, SignaturePolicy::default());
    assert_eq!(text, bytes);
    let (_, text) = split(bytes, Encoding::Utf8, SignaturePolicy::Remove);
    assert_eq!(text, b"text");
    // A decoder keeps it as U+FEFF, which may be text.
    for (signature, bytes) in SIGNATURES.into_iter().zip(BYTES) {
        let Some(encoding) = signature.encoding() else {
            continue;
        };
        let mut decoder = Decoder::new(encoding, Policy::Fail);
        let mut text = [0; 8];
        let step = decoder.to_utf8(bytes, &mut text);
        assert_eq!(
            (&text[..step.written], step.stop),
            (&b"\xEF\xBB\xBF"[..], Stop::InputUsed)
        );
    }
}

/// A stream that removes a signature hides it from the text and counts it in offsets. `split` takes it out of both. Keeping leaves
/// it in both.
#[test]
fn an_ignored_signature_counts_in_offsets_and_a_stripped_one_does_not() {
    for (signature, bytes) in SIGNATURES.into_iter().zip(BYTES) {
        let Some(encoding) = signature.encoding() else {
            continue;
        };
        // A text that is ill-formed at its end, which is incomplete or a lone byte `0xFF`.
        let text = match signature {
            Signature::Utf8 => &b"ab\xFF"[..],
            Signature::Utf16(Big) => b"\0a\0b\0",
            Signature::Utf16(Little) => b"a\0b\0c",
            Signature::Utf32(Big) => b"\0\0\0a\0\0\0b\0",
            Signature::Utf32(Little) => b"a\0\0\0b\0\0\0c",
            _ => panic!("add a text for {signature:?} to this test"),
        };
        let at = text.len() as u64 - 1;
        let signed = [bytes, text].concat();
        let decoded = |bytes: &[u8], policy| {
            let mut decoder = Decoder::new(encoding, Policy::Fail).with_signature(policy);
            let mut text = [0; 16];
            let step = decoder.to_utf8(bytes, &mut text);
            let stop = match step.stop {
                Stop::InputUsed => decoder.finish_utf8(&mut [0; 0]).stop,
                stop => stop,
            };
            let mut validator = Validator::new(encoding).with_signature(policy);
            let validated = match validator.push(bytes).stop {
                Stop::InputUsed => validator.finish().stop,
                stop => stop,
            };
            assert_eq!(validated, stop);
            let Stop::IllFormed(error) = stop else {
                panic!("{stop:?}")
            };
            (
                String::from_utf8(text[..step.written].to_vec()).unwrap(),
                error.offset(),
            )
        };
        let text_of = |policy| split(&signed, encoding, policy);

        let kept = decoded(&signed, SignaturePolicy::Keep);
        assert_eq!(kept, ("\u{FEFF}ab".to_owned(), bytes.len() as u64 + at));
        assert_eq!(text_of(SignaturePolicy::Keep), (encoding, &signed[..]));

        let ignored = decoded(&signed, SignaturePolicy::Remove);
        assert_eq!(ignored, ("ab".to_owned(), bytes.len() as u64 + at));
        let (found, rest) = text_of(SignaturePolicy::Remove);
        assert_eq!((found, rest), (encoding, text));
        let (_, offset) = decoded(rest, SignaturePolicy::Keep);
        assert_eq!(signature.len() as u64 + offset, ignored.1);
        assert_eq!(signed[ignored.1 as usize], text[at as usize]);

        assert_eq!(decoded(rest, SignaturePolicy::Remove), ("ab".to_owned(), at));
    }
}

/// Where nothing else says the encoding, the signature does.
#[test]
fn a_detected_signature_says_the_encoding() {
    for (signature, bytes) in SIGNATURES.into_iter().zip(BYTES) {
        let Some(encoding) = signature.encoding() else {
            continue;
        };
        let text = match signature {
            Signature::Utf8 => &b"A"[..],
            Signature::Utf16(Big) => b"\0A",
            Signature::Utf16(Little) => b"A\0",
            Signature::Utf32(Big) => b"\0\0\0A",
            Signature::Utf32(Little) => b"A\0\0\0",
            _ => panic!("add a text for {signature:?} to this test"),
        };
        let mut decoder = Decoder::new(Encoding::Utf8, Policy::Fail).with_signature(SignaturePolicy::Detect);
        let mut out = [0; 8];
        let step = decoder.to_utf8(&[bytes, text].concat(), &mut out);
        assert_eq!(
            (&out[..step.written], step.stop),
            (&b"A"[..], Stop::InputUsed),
            "{signature:?}"
        );
        assert_eq!(decoder.encoding(), encoding);
    }
}

/// The second of two texts that are joined is stripped, and the first is not. Otherwise U+FEFF would be inside the text.
#[test]
fn the_second_of_two_joined_texts_is_stripped() {
    let (first, second) = (b"\xEF\xBB\xBFone ", b"\xEF\xBB\xBFtwo");
    let strip = |bytes| split(bytes, Encoding::Utf8, SignaturePolicy::Remove).1;
    let joined = [&first[..], strip(second)].concat();
    assert_eq!(utf8::validate(&joined), Ok("\u{FEFF}one two"));
    assert_eq!(strip(&joined), b"one two");
}

#[test]
fn the_signature_of_another_encoding_is_not_stripped() {
    let bytes = b"\xFF\xFEA\0";
    let (encoding, text) = split(bytes, Encoding::Utf8, SignaturePolicy::Remove);
    assert_eq!((encoding, text), (Encoding::Utf8, &bytes[..]));
}
