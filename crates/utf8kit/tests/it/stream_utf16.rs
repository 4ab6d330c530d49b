//! Tests of encoding text that arrives as pieces of UTF-16 code units.

use crate::streams::{ENCODINGS, Output, POLICIES, encode, encode_utf16};
use utf8kit::stream::{Encoder, Stop};
use utf8kit::{Encoding, ErrorKind, Policy, Replacement, utf16};
use utf8kit_test::{Random, cuts};

/// Returns the bytes of `c`, if the encoding can represent it.
fn encoded(encoding: Encoding, c: char) -> Option<Vec<u8>> {
    let (bytes, stops) = encode(&mut Encoder::new(encoding, Policy::Fail), &c.to_string(), 0, 8);
    stops.is_empty().then_some(bytes)
}

/// Encodes `units` one character at a time.
fn modelled(encoding: Encoding, policy: Policy<'_>, units: &[u16]) -> Output<u8> {
    let (mut bytes, mut stops) = (vec![], vec![]);
    let mut at = 0;
    while at < units.len() {
        let first = char::decode_utf16(units[at..].iter().copied()).next().unwrap();
        let offset = at as u64;
        let (replacement, len, stop) = match first {
            Ok(character) => {
                if let Some(more) = encoded(encoding, character) {
                    bytes.extend(more);
                    at += character.len_utf16();
                    continue;
                }
                let number = character.into();
                let stop = Stop::NotRepresentable { number, offset };
                (policy.replacement_of(character), character.len_utf16(), stop)
            }
            Err(error) => {
                let unit = error.unpaired_surrogate();
                if encoding == Encoding::Wtf8 {
                    bytes.extend_from_slice(Encoding::Wtf8.encode_number(unit.into(), &mut [0; 6]).unwrap());
                    at += 1;
                    continue;
                }
                let sequence = unit.to_be_bytes();
                let replacement = match policy {
                    Policy::BackslashReplace => Some(Replacement::from(format!(r"\u{unit:04x}"))),
                    _ => policy.replacement(&sequence, ErrorKind::Surrogate),
                };
                // The unit after it does not make it a pair.
                let error = utf16::validate(&[unit, 0x41]).unwrap_err();
                let stop = Stop::IllFormed(error.at(offset));
                (replacement, 1, stop)
            }
        };
        let text = replacement.as_ref().and_then(|replacement| {
            let chars = replacement.as_str().chars();
            chars.map(|c| encoded(encoding, c)).collect::<Option<Vec<_>>>()
        });
        // The encoding lacks U+FFFD as well.
        let substitute = matches!(policy, Policy::Replace(_)).then(|| vec![b"?".to_vec()]);
        at += match text.or(substitute) {
            Some(text) => {
                bytes.extend(text.concat());
                replacement.unwrap().taken(len).max(len)
            }
            None => {
                stops.push(stop);
                len
            }
        };
    }
    (bytes, stops)
}

/// In pieces cut anywhere, with destinations from the smallest that makes progress.
#[test]
fn pieces_of_code_units_encode_as_the_whole() {
    let mut random = Random::new(21);
    let taking = Policy::Custom(&|bytes, _| {
        let more = usize::from(bytes[bytes.len() - 1] & 3);
        Some(Replacement::from("<>").taking(bytes.len() + more))
    });
    let units = [
        0x41, 0x5C, 0x00, 0xE9, 0x20AC, 0xD800, 0xD834, 0xDBFF, 0xDC00, 0xDD1E, 0xDFFF, 0xFFFF,
    ];
    for round in 0..60 {
        let text: Vec<u16> = (0..random.below(8))
            .map(|_| units[random.below(units.len())])
            .collect();
        for encoding in ENCODINGS {
            for policy in POLICIES.into_iter().chain([taking]) {
                let whole = modelled(encoding, policy, &text);
                for pieces in cuts(&text) {
                    for size in [6, 7, 200] {
                        let mut encoder = Encoder::new(encoding, policy);
                        let actual = encode_utf16(&mut encoder, &pieces, size);
                        assert_eq!(
                            actual, whole,
                            "{round}: {encoding:?} {policy:?} {pieces:04X?} in {size} bytes"
                        );
                    }
                }
            }
        }
    }
}

/// The kernels run here.
#[test]
fn long_text_in_code_units_encodes_as_in_utf8() {
    let mut random = Random::new(22);
    for encoding in ENCODINGS {
        let max_len = match encoding {
            Encoding::Latin1 | Encoding::Ascii => 1,
            _ => 4,
        };
        let text = random.text(20_000, max_len);
        let units: Vec<u16> = text.encode_utf16().collect();
        let expected = encode(&mut Encoder::new(encoding, Policy::Fail), &text, 0, 200_000);
        assert!(expected.1.is_empty());
        for (len, size) in [(1, 200), (3, 7), (1000, 4099), (50_000, 6), (50_000, 200_000)] {
            let pieces: Vec<&[u16]> = units.chunks(len).collect();
            let actual = encode_utf16(&mut Encoder::new(encoding, Policy::Fail), &pieces, size);
            assert_eq!(actual, expected, "{encoding:?} in pieces of {len}");
        }
    }
}

#[test]
fn a_cut_surrogate_pair_is_held() {
    let mut encoder = Encoder::new(Encoding::Utf8, Policy::Fail);
    let mut bytes = [0; 4];
    let step = encoder.encode_utf16(&[0xD834], &mut bytes);
    assert_eq!((step.read, step.written, step.stop), (1, 0, Stop::InputUsed));
    assert_eq!((encoder.held(), encoder.position()), (Some(0xD834), 0));
    // The pair is written in one piece.
    let step = encoder.encode_utf16(&[0xDD1E], &mut bytes[..3]);
    assert_eq!((step.read, step.written, step.stop), (0, 0, Stop::OutputFull));
    let mut clone = encoder.clone();
    let step = encoder.encode_utf16(&[0xDD1E], &mut bytes);
    assert_eq!((step.read, &bytes[..step.written]), (1, "𝄞".as_bytes()));
    assert_eq!((encoder.held(), encoder.position()), (None, 2));

    let Stop::IllFormed(error) = clone.finish(&mut bytes).stop else {
        panic!()
    };
    assert_eq!(
        (error.offset(), error.bytes(), error.kind()),
        (0, &b"\xD8\x34"[..], ErrorKind::Surrogate)
    );
    assert_eq!(clone.finish(&mut bytes).stop, Stop::InputUsed);
    clone.reset();
    assert_eq!((clone.held(), clone.position()), (None, 0));
}

/// Text in UTF-8 cannot complete a pair.
#[test]
fn utf8_after_a_high_surrogate_leaves_it_unpaired() {
    let mut encoder = Encoder::new(Encoding::Utf8, Policy::Replace('?'));
    let mut bytes = [0; 8];
    let _ = encoder.encode_utf16(&[0xD834], &mut bytes);
    let step = encoder.encode("né", &mut bytes);
    assert_eq!((step.read, &bytes[..step.written]), (3, "?né".as_bytes()));
    let mut encoder = Encoder::new(Encoding::Utf8, Policy::Fail);
    let _ = encoder.encode_utf16(&[0xD834], &mut bytes);
    let step = encoder.encode("né", &mut bytes);
    assert!(matches!(step.stop, Stop::IllFormed(_)));
    assert_eq!((step.read, step.written), (0, 0));
    assert_eq!(encoder.encode("né", &mut bytes).written, 3);

    // What is pending is written first, and what a replacement takes is skipped.
    let taking = |_: &[u8], _| Some(Replacement::from("<>").taking(2));
    let mut encoder = Encoder::new(Encoding::Utf8, Policy::Custom(&taking));
    assert_eq!(
        encoder.encode_utf16(&[0xDC00], &mut bytes[..1]).stop,
        Stop::OutputFull
    );
    assert_eq!(encoder.pending(), ">");
    let step = encoder.encode("né", &mut bytes);
    assert_eq!((step.read, &bytes[..step.written]), (3, ">é".as_bytes()));
}

/// What the error handler `backslashreplace` of Python writes.
#[test]
fn backslash_replace_writes_code_points() {
    let units: Vec<u16> = "né€\u{FFFF}\u{1F600}\\".encode_utf16().chain([0xDC80]).collect();
    let encode = |encoding| {
        encode_utf16(
            &mut Encoder::new(encoding, Policy::BackslashReplace),
            &[&units],
            6,
        )
        .0
    };
    assert_eq!(encode(Encoding::Ascii), br"n\xe9\u20ac\uffff\U0001f600\\udc80");
    assert_eq!(
        encode(Encoding::Latin1),
        b"n\xE9\\u20ac\\uffff\\U0001f600\\\\udc80"
    );
    assert_eq!(encode(Encoding::Utf8), "né€\u{FFFF}\u{1F600}\\\\udc80".as_bytes());
}
