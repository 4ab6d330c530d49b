//! Tests of what decoders and encoders count, keep and replace, wherever the text is cut.

use crate::common::{Output, damage, drive};
use utf8kit::stream::Stop;
use utf8kit::{ConvertErrorKind, Endian, ErrorKind, Policy, Replacement};
use utf8kit_encodings::{Decoder, Encoder, Encoding};
use utf8kit_test::{Random, assert_linear, sample};

const BIG: Option<Endian> = Some(Endian::Big);

fn decode(decoder: &mut Decoder<'_>, pieces: &[&[u8]], size: usize) -> Output {
    let output = drive(pieces, size, |piece, text| match piece {
        Some(bytes) => decoder.to_utf8(bytes, text),
        None => decoder.finish_utf8(text),
    });
    let len: usize = pieces.iter().map(|piece| piece.len()).sum();
    assert_eq!(decoder.position(), len as u64);
    output
}

fn encode(encoder: &mut Encoder<'_>, pieces: &[&str], size: usize) -> Output {
    let bytes: Vec<&[u8]> = pieces.iter().map(|piece| piece.as_bytes()).collect();
    let output = drive(&bytes, size, |piece, bytes| match piece {
        Some(text) => encoder.encode(std::str::from_utf8(text).unwrap(), bytes),
        None => encoder.finish(bytes),
    });
    let len: usize = pieces.iter().map(|piece| piece.len()).sum();
    assert_eq!(encoder.position(), len as u64);
    output
}

/// A custom policy whose replacement takes fewer bytes than the sequence, the sequence, or more.
fn taking(bytes: &[u8], kind: ErrorKind) -> Option<Replacement<'static>> {
    Some(match kind {
        ErrorKind::UnexpectedEnd => Replacement::from("<the text ends here, in a code unit>"),
        ErrorKind::Surrogate => Replacement::char('?').taking(1),
        ErrorKind::NeverValid => Replacement::char('!').taking(bytes.len() + 3),
        _ => Replacement::EMPTY,
    })
}

fn policies() -> [Policy<'static>; 6] {
    [
        Policy::Fail,
        Policy::Replace('\u{FFFD}'),
        Policy::Drop,
        Policy::Escape,
        Policy::BackslashReplace,
        Policy::Custom(&taking),
    ]
}

fn error_message(stop: &Stop) -> String {
    match stop {
        Stop::IllFormed(error) => error.to_string(),
        stop => panic!("{stop:?}"),
    }
}

/// An encoding, bytes, what each policy decodes them to, and the message of the error.
type Case<'a> = (Encoding, &'a [u8], [&'a str; 6], &'a str);

/// What is decoded, the errors, and the number of replacements.
#[test]
fn each_policy_replaces_each_error() {
    let ucs2 = "ill-formed UCS-2 at offset 2: `DC 00`: an unpaired surrogate, which stands for no character in UCS-2; the text \
                may be damaged UTF-16, or in the other byte order";
    let cases: [Case<'_>; 5] = [
        (
            Encoding::Ucs2(BIG),
            b"\0a\xDC\x00\0\\\0b",
            [
                "a\\b",
                "a\u{FFFD}\\b",
                "a\\b",
                r"a\xDC\x00\\b",
                r"a\xdc\x00\b",
                "a?\0尀<the text ends here, in a code unit>",
            ],
            ucs2,
        ),
        (
            // The signature is counted in offsets.
            Encoding::Ucs2(None),
            b"\xFE\xFF\xDC\x00\0\\",
            [
                "\\",
                "\u{FFFD}\\",
                "\\",
                r"\xDC\x00\\",
                r"\xdc\x00\",
                "?\0<the text ends here, in a code unit>",
            ],
            ucs2,
        ),
        (
            Encoding::Utf16,
            b"\xFE\xFF\xDC\x00\0\\",
            [
                "\\",
                "\u{FFFD}\\",
                "\\",
                r"\xDC\x00\\",
                r"\xdc\x00\",
                "?\0<the text ends here, in a code unit>",
            ],
            "ill-formed UTF-16 at offset 2: `DC 00` is an unpaired surrogate",
        ),
        (
            Encoding::Utf1,
            b"a\\\xFF\x41\x42\x43D\\",
            [
                "a\\ABCD\\",
                "a\\\u{FFFD}ABCD\\",
                "a\\ABCD\\",
                r"a\\\xFFABCD\\",
                r"a\\xffABCD\",
                r"a\!D\",
            ],
            "ill-formed UTF-1 at offset 2: `FF` never occurs in UTF-1",
        ),
        (
            Encoding::Utf7,
            b"a\xFFbcd+AFw-e",
            [
                "abcd\\e",
                "a\u{FFFD}bcd\\e",
                "abcd\\e",
                r"a\xFFbcd\\e",
                r"a\xffbcd\e",
                r"a!\e",
            ],
            "ill-formed UTF-7 at offset 1: `FF`: expected a byte below 0x80; every other character is written in a run of Base64",
        ),
    ];
    for (encoding, bytes, texts, error) in cases {
        for (policy, text) in policies().into_iter().zip(texts) {
            let is_fail = matches!(policy, Policy::Fail);
            let mut decoder = Decoder::new(encoding, policy);
            for cut in 0..=bytes.len() {
                for size in [4, 5, 100] {
                    decoder.reset();
                    let (a, b) = bytes.split_at(cut);
                    let (actual, found) = decode(&mut decoder, &[a, b], size);
                    let case = format!("{encoding:?} {policy:?} cut at {cut}");
                    let actual = String::from_utf8(actual).unwrap();
                    assert_eq!(actual, text, "{case}");
                    let errors: Vec<_> = found.iter().map(error_message).collect();
                    assert_eq!(errors, if is_fail { vec![error] } else { vec![] }, "{case}");
                    let replaced = u64::from(!is_fail) + u64::from(text.ends_with('>'));
                    assert_eq!(decoder.replaced(), replaced, "{case}");
                }
            }
        }
    }
}

/// A decoder that reads its byte order from the signature counts it once the order is known.
#[test]
fn the_signature_is_counted() {
    let mut decoder = Decoder::new(Encoding::Utf16, Policy::Fail);
    let mut text = [0; 8];
    for (piece, position, written) in [(b"\xFF", 0, 0), (b"\xFE", 2, 0), (b"a", 2, 0), (b"\0", 4, 1)] {
        let step = decoder.to_utf8(piece, &mut text);
        assert_eq!(
            (step.read, step.written, decoder.position()),
            (1, written, position)
        );
    }
    let mut clone = decoder.clone();
    for decoder in [&mut decoder, &mut clone] {
        assert_eq!(decoder.to_utf8(b"b\0", &mut text).written, 1);
    }
    decoder.reset();
    assert_eq!(decoder.position(), 0);
    let step = decoder.to_utf8(b"\0c", &mut text);
    assert_eq!((&text[..step.written], decoder.position()), (&b"c"[..], 2));
}

/// The beginning of a text without a signature is decoded, also if the destination is too short for it at first.
#[test]
fn the_bytes_before_the_byte_order_is_known_are_not_lost() {
    for (encoding, bytes) in [
        (Encoding::Utf16, &b"\x20\xAC\0a"[..]),
        (Encoding::Ucs2(None), b"\x20\xAC\0a"),
        (Encoding::Utf32, b"\0\0\x20\xAC\0\0\0a"),
        (Encoding::Ucs4(None), b"\0\0\x20\xAC\0\0\0a"),
    ] {
        let mut decoder = Decoder::new(encoding, Policy::Fail);
        let (mut text, mut read) = ([0; 8], 0);
        for size in [0, 1, 2] {
            let step = decoder.to_utf8(&bytes[read..], &mut text[..size]);
            assert_eq!((step.written, step.stop), (0, Stop::OutputFull), "{encoding:?}");
            read += step.read;
        }
        let step = decoder.to_utf8(&bytes[read..], &mut text);
        assert_eq!(
            (&text[..step.written], step.stop),
            ("€a".as_bytes(), Stop::InputUsed),
            "{encoding:?}"
        );
        assert_eq!(decoder.position(), bytes.len() as u64);
        // The text ends before the byte order is known.
        let mut decoder = Decoder::new(encoding, Policy::Fail);
        let (text, stops) = decode(&mut decoder, &[b"\xFE"], 4);
        assert_eq!((text, stops.len()), (vec![], 1));
    }
}

#[test]
fn each_policy_replaces_what_an_encoding_lacks() {
    let lacks = |offset| Stop::NotRepresentable {
        number: 0x1_F600,
        offset,
    };
    let custom = |_: &[u8], _| Some(Replacement::from("<>").taking(6));
    let cases: [(Policy<'_>, &str, Vec<Stop>); 7] = [
        (Policy::Fail, "aébc", vec![lacks(1), lacks(7)]),
        (Policy::Replace('?'), "a?é?bc", vec![]),
        // The encoding lacks the replacement, too.
        (Policy::Replace('\u{1F601}'), "a\u{FFFD}é\u{FFFD}bc", vec![]),
        (Policy::With("\u{1F601}"), "aébc", vec![lacks(1), lacks(7)]),
        (Policy::Escape, r"a\xF0\x9F\x98\x80é\xF0\x9F\x98\x80bc", vec![]),
        (Policy::BackslashReplace, r"a\U0001f600é\U0001f600bc", vec![]),
        (Policy::Custom(&custom), "a<><>", vec![]),
    ];
    let text = "a\u{1F600}é\u{1F600}bc";
    for (policy, expected, stops) in cases {
        let units: Vec<u8> = expected.encode_utf16().flat_map(u16::to_be_bytes).collect();
        for (cut, _) in text.char_indices() {
            for size in [12, 100] {
                let mut encoder = Encoder::new(Encoding::Ucs2(None), policy);
                let (a, b) = text.split_at(cut);
                let actual = encode(&mut encoder, &[a, b], size);
                assert_eq!(actual, (units.clone(), stops.clone()), "{policy:?} cut at {cut}");
                assert_eq!(encoder.replaced(), 2 - stops.len() as u64);
            }
        }
    }
}

/// The signature is written once, before the first character, and whole.
#[test]
fn an_encoder_writes_the_signature_once() {
    for (encoding, expected) in [
        (Encoding::Utf16, &b"\xFF\xFEa\0b\0"[..]),
        (Encoding::Utf32, b"\xFF\xFE\0\0a\0\0\0b\0\0\0"),
    ] {
        let mut encoder = Encoder::new(encoding, Policy::Fail);
        let mut bytes = [0; 16];
        assert_eq!(encoder.encode("", &mut bytes).written, 0);
        let step = encoder.encode("a", &mut bytes[..1]);
        assert_eq!((step.read, step.written, step.stop), (0, 0, Stop::OutputFull));
        let clone = encoder.clone();
        for mut encoder in [encoder, clone] {
            let (actual, _) = encode(&mut encoder, &["a", "b"], 12);
            assert_eq!(actual, expected);
        }
    }
}

/// An empty piece does not end a run of UTF-7.
#[test]
fn an_empty_piece_changes_nothing() {
    let mut encoder = Encoder::new(Encoding::Utf7, Policy::Fail);
    let (bytes, _) = encode(&mut encoder, &["\u{20AC}", "", "\u{20AC}"], 12);
    assert_eq!(bytes, b"+IKwgrA-");
}

/// The end of a run of UTF-7 waits for space.
#[test]
fn the_end_of_a_run_is_written_when_it_fits() {
    let mut encoder = Encoder::new(Encoding::Utf7, Policy::Fail);
    let mut bytes = [0; 16];
    let mut written = encoder.encode("\u{20AC}", &mut bytes).written;
    for _ in 0..2 {
        let step = encoder.finish(&mut bytes[written..written]);
        assert_eq!((step.written, step.stop), (0, Stop::OutputFull));
    }
    let step = encoder.finish(&mut bytes[written..]);
    assert_eq!(step.stop, Stop::InputUsed);
    written += step.written;
    assert_eq!(&bytes[..written], b"+IKw-");
    assert_eq!(encoder.finish(&mut bytes).written, 0);
}

/// In every encoding, a signature is written before the text, and is removed or kept as the decoder's policy says.
#[test]
fn a_signature_is_written_and_removed_in_every_encoding() {
    use utf8kit::stream::SignaturePolicy::{ByteOrder, Detect, Keep, Remove};
    for encoding in Encoding::all().filter(|encoding| encoding.can_be_written()) {
        let name = encoding.name();
        let mut encoder = Encoder::new(encoding, Policy::Fail).with_signature(true);
        // Every encoding has digits.
        let with = encode(&mut encoder, &["", "1", "2"], 12).0;
        let mut encoder = Encoder::new(encoding, Policy::Fail).with_signature(false);
        let without = encode(&mut encoder, &["1", "2"], 12).0;
        let has_signature = match encoding.is_legacy() {
            true => encoding.name() == "gb18030",
            false => encoding.max() > 0xFF && !matches!(encoding, Encoding::Utf7Imap | Encoding::Iso2022),
        };
        assert_eq!(with.len() > without.len(), has_signature, "{name}");
        assert!(with.ends_with(&without), "{name}");
        let mut encoder = Encoder::new(encoding, Policy::Fail);
        let default = encode(&mut encoder, &["1", "2"], 12).0;
        let is_default = matches!(
            encoding,
            Encoding::Utf16 | Encoding::Utf32 | Encoding::Utf8Signature
        );
        assert_eq!(default, if is_default { &with } else { &without }[..], "{name}");
        for policy in [Keep, Remove, ByteOrder, Detect] {
            let expected = match policy {
                Keep if has_signature => "\u{FEFF}12",
                _ => "12",
            };
            let mut decoder = Decoder::new(encoding, Policy::Fail).with_signature(policy);
            for cut in 0..=with.len() {
                decoder.reset();
                let (a, b) = with.split_at(cut);
                let (text, stops) = decode(&mut decoder, &[a, b], 4);
                assert_eq!(
                    (&*text, &*stops),
                    (expected.as_bytes(), &[][..]),
                    "{name} {policy:?}"
                );
            }
            // UTF-16 and UTF-32 are written as little-endian, and read as big-endian, if nothing says otherwise.
            if !matches!(encoding, Encoding::Utf16 | Encoding::Utf32) {
                decoder.reset();
                assert_eq!(decode(&mut decoder, &[&without], 4).0, b"12", "{name} {policy:?}");
            }
        }
    }
    // Only the first U+FEFF is one.
    for (encoding, bytes) in [
        (Encoding::Utf7, &b"+/v/+/w-a"[..]),
        (Encoding::Utf8Signature, b"\xEF\xBB\xBF\xEF\xBB\xBFa"),
        (Encoding::Utf1, b"\xF7\x64\x4C\xF7\x64\x4Ca"),
    ] {
        let mut decoder = Decoder::new(encoding, Policy::Fail).with_signature(Remove);
        let (text, stops) = decode(&mut decoder, &[bytes], 4);
        assert_eq!((text, stops), ("\u{FEFF}a".into(), vec![]), "{encoding:?}");
    }
}

/// A signature can override the byte order, or the encoding.
#[test]
fn a_signature_can_override_the_encoding() {
    use utf8kit::stream::SignaturePolicy::{ByteOrder, Detect, Keep, Remove};
    let (big, little) = (Some(Endian::Big), Some(Endian::Little));
    let utf16 = |endian| Encoding::Base(utf8kit::Encoding::Utf16(endian));
    let utf32 = |endian| Encoding::Base(utf8kit::Encoding::Utf32(endian));
    for (encoding, policy, bytes, found, expected) in [
        (
            utf16(Endian::Big),
            ByteOrder,
            &b"\xFF\xFEa\0"[..],
            utf16(Endian::Little),
            "a",
        ),
        (
            utf16(Endian::Big),
            Remove,
            b"\xFF\xFEa\0",
            utf16(Endian::Big),
            "\u{FFFE}\u{6100}",
        ),
        (
            Encoding::Ucs2(big),
            ByteOrder,
            b"\xFF\xFEa\0",
            Encoding::Ucs2(little),
            "a",
        ),
        (
            utf32(Endian::Big),
            ByteOrder,
            b"\xFF\xFE\0\0a\0\0\0",
            utf32(Endian::Little),
            "a",
        ),
        (
            utf32(Endian::Big),
            Remove,
            b"\xFF\xFE\0\0\0\0\0a",
            utf32(Endian::Big),
            "?a",
        ),
        (
            Encoding::Ucs2(big),
            Remove,
            b"\xFF\xFEa\0",
            Encoding::Ucs2(big),
            "\u{FFFE}\u{6100}",
        ),
        (
            Encoding::Ucs4(big),
            Remove,
            b"\xFF\xFE\0\0\0\0\0a",
            Encoding::Ucs4(big),
            "?a",
        ),
        (
            Encoding::Ucs4(big),
            ByteOrder,
            b"\xFF\xFE\0\0a\0\0\0",
            Encoding::Ucs4(little),
            "a",
        ),
        (
            Encoding::Ucs4(little),
            Detect,
            b"\0\0\xFE\xFF\0\0\0a",
            Encoding::Ucs4(big),
            "a",
        ),
        (
            Encoding::Ucs4(None),
            Keep,
            b"\xFF\xFE\0\0a\0\0\0",
            Encoding::Ucs4(little),
            "\u{FEFF}a",
        ),
        (
            Encoding::Utf7,
            Detect,
            b"\xFF\xFE\0\0a\0\0\0",
            utf32(Endian::Little),
            "a",
        ),
        (
            Encoding::Base(utf8kit::Encoding::Latin1),
            Detect,
            b"\xEF\xBB\xBF\xC3\xA9",
            Encoding::UTF_8,
            "é",
        ),
        (
            Encoding::Utf8Signature,
            Detect,
            b"\xEF\xBB\xBFa",
            Encoding::Utf8Signature,
            "a",
        ),
        (
            Encoding::Utf8Signature,
            Remove,
            b"\xFE\xFF",
            Encoding::Utf8Signature,
            "??",
        ),
        (
            Encoding::Unicode11Utf8,
            Remove,
            b"\xEF\xBB\xBF\xE3\x90\x80",
            Encoding::Unicode11Utf8,
            "가",
        ),
    ] {
        let mut decoder = Decoder::new(encoding, Policy::Replace('?')).with_signature(policy);
        let single: Vec<&[u8]> = bytes.chunks(1).collect();
        let (text, _) = decode(&mut decoder, &single, 4);
        assert_eq!(
            String::from_utf8(text).unwrap(),
            expected,
            "{encoding:?} {policy:?}"
        );
        assert_eq!(decoder.encoding(), found, "{encoding:?} {policy:?}");
    }
}

/// Runs of characters that are converted at once give what single ones give, and so do errors in and between them.
#[test]
fn long_texts_are_converted_as_their_pieces_are() {
    let mut random = Random::new(22);
    for encoding in Encoding::all() {
        for round in 0..12 * sample(5) {
            let mut text = String::new();
            while text.len() < 300 {
                // Long runs of ASCII, and of characters of few planes.
                let end = [0x80, 0x800, 0x1_0000, 0x11_0000][random.below(4)];
                for _ in 0..random.below(80) {
                    let c = char::from_u32(random.below(end) as u32).unwrap_or('+');
                    text.push(if round % 2 == 0 && c > '\u{FFFF}' { 'x' } else { c });
                }
            }
            let mut bytes = text.clone().into_bytes();
            for policy in policies() {
                if !encoding.can_be_written() {
                    continue;
                }
                let mut encoder = Encoder::new(encoding, policy);
                let whole = encode(&mut encoder, &[&text], 4000);
                let replaced = encoder.replaced();
                let characters: Vec<&str> = text.split_inclusive(|_: char| true).collect();
                for (pieces, size) in [(&characters[..], 12), (&[&*text], 70), (&[&*text], 12)] {
                    encoder.reset();
                    let actual = encode(&mut encoder, pieces, size);
                    assert_eq!(actual, whole, "{} {policy:?}", encoding.name());
                    assert_eq!(encoder.replaced(), replaced);
                }
                bytes = whole.0;
            }
            for _ in 0..round % 4 {
                damage(&mut random, &mut bytes);
            }
            for policy in policies() {
                let mut decoder = Decoder::new(encoding, policy);
                let whole = decode(&mut decoder, &[&bytes], 10_000);
                let replaced = decoder.replaced();
                let single: Vec<&[u8]> = bytes.chunks(1).collect();
                let (a, b) = bytes.split_at(random.below(bytes.len()));
                for (pieces, size) in [
                    (&single[..], 4),
                    (&[&*bytes], 70),
                    (&[&*bytes], 4),
                    (&[a, b], 200),
                ] {
                    decoder.reset();
                    let actual = decode(&mut decoder, pieces, size);
                    assert_eq!(actual, whole, "{} {policy:?} {bytes:02X?}", encoding.name());
                    assert_eq!(decoder.replaced(), replaced);
                }
            }
        }
    }
}

/// A search to the end of the text at each error would take time in proportion to the square of its length.
#[test]
fn text_with_nothing_but_errors_is_decoded_in_time() {
    assert_linear(1 << 15, |len| {
        let bytes = vec![0xFF; len];
        let text = Encoding::Iso2022.decode(&bytes, Policy::Replace('?')).unwrap();
        assert_eq!(text.len(), bytes.len());
    });
}

#[test]
fn a_byte_outside_the_announced_parts_breaks_no_clause_of_utf_8() {
    let clause = |bytes: &[u8]| match Encoding::Iso2022.decode(bytes, Policy::Fail) {
        Err(error) => match error.kind() {
            ConvertErrorKind::IllFormed(error) => error.clause(),
            _ => panic!("{error}"),
        },
        Ok(text) => panic!("{text}"),
    };
    assert_eq!(clause(b"\xEF\xBB\xBF"), "ISO/IEC 10646-1 R.6");
    assert_eq!(clause(b"\x1B%G\xFF"), "ISO/IEC 10646-1 R.7");
}

/// Runs of UTF-7 are converted several characters at a time, but nothing that is well-formed, cut or ill-formed shows it.
#[test]
fn utf7_in_one_piece_is_as_in_single_bytes() {
    const PARTS: [&str; 10] = [
        "abc+&-/",
        "日本語、テキスト",
        "Привет",
        "\u{20000}😀",
        "é\u{7FF}\u{800}",
        "\0~\\",
        "\u{FFFF}\u{FEFF}\u{E000}",
        "漢",
        " ",
        "，。「」",
    ];
    let mut random = Random::new(7);
    for encoding in [Encoding::Utf7, Encoding::Utf7Imap] {
        for round in 0..400 {
            let text: String = (0..random.below(12)).map(|_| PARTS[random.below(10)]).collect();
            let text = format!("x{text}");
            let mut encoder = Encoder::new(encoding, Policy::Fail);
            let (bytes, _) = encode(&mut encoder, &[&text], 1000);
            encoder.reset();
            let characters: Vec<&str> = text.split_inclusive(|_| true).collect();
            assert_eq!(encode(&mut encoder, &characters, 16).0, bytes, "{text}");
            assert_eq!(encoding.decode(&bytes, Policy::Fail).unwrap(), text);
            let mut changed = bytes;
            if round % 2 == 1 {
                let at = random.below(changed.len());
                changed[at] = b"A+-&,/=~\xE9z"[random.below(10)];
            }
            let singles: Vec<&[u8]> = changed.chunks(1).collect();
            for policy in [Policy::Fail, Policy::Replace('?'), Policy::Escape] {
                let mut decoder = Decoder::new(encoding, policy);
                let whole = decode(&mut decoder, &[&changed], 1000);
                for size in [4, 9, 1000] {
                    decoder.reset();
                    assert_eq!(decode(&mut decoder, &singles, size), whole, "{changed:02X?}");
                    decoder.reset();
                    assert_eq!(decode(&mut decoder, &[&changed], size), whole, "{changed:02X?}");
                }
            }
        }
    }
}
