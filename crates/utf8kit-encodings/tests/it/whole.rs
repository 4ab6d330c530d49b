//! The conversion of whole texts, compared with decoders and encoders that are given a byte or a character at a time.

use crate::common::decode_in;
use utf8kit::stream::Stop;
use utf8kit::{ConvertError, ConvertErrorKind, Policy};
use utf8kit_encodings::{Encoder, Encoding};
use utf8kit_test::Random;

const POLICIES: [Policy<'static>; 4] = [
    Policy::Fail,
    Policy::Replace(char::REPLACEMENT_CHARACTER),
    Policy::Escape,
    Policy::Replace('?'),
];

/// Returns the reason for which a whole text stops, as a stream has it.
fn stop_of(error: ConvertError) -> Stop {
    match error.kind() {
        ConvertErrorKind::IllFormed(ill_formed) => {
            assert_eq!(error.read() as u64, ill_formed.offset());
            Stop::IllFormed(ill_formed)
        }
        ConvertErrorKind::NotRepresentable(number) => Stop::NotRepresentable {
            number,
            offset: error.read() as u64,
        },
        ConvertErrorKind::DestinationFull => Stop::OutputFull,
        kind => panic!("{kind:?}"),
    }
}

/// Returns what an encoder writes that is given one character at a time.
fn encode_in(encoding: Encoding, policy: Policy<'_>, text: &str) -> Result<Vec<u8>, Stop> {
    let mut encoder = Encoder::new(encoding, policy);
    let mut bytes = Vec::new();
    let mut buffer = [0; 64];
    for c in text.chars() {
        let step = encoder.encode(c.encode_utf8(&mut [0; 4]), &mut buffer);
        bytes.extend(&buffer[..step.written]);
        if step.stop != Stop::InputUsed {
            return Err(step.stop);
        }
    }
    let step = encoder.finish(&mut buffer);
    assert_eq!(step.stop, Stop::InputUsed);
    bytes.extend(&buffer[..step.written]);
    Ok(bytes)
}

/// Text with a character that few encodings have at each place, and a signature.
fn texts() -> Vec<String> {
    let mut texts: Vec<String> = (0..70)
        .map(|len| "aé€ж한中\u{E01}".chars().cycle().take(len).collect())
        .collect();
    for at in (0..40).step_by(3) {
        for c in [
            'é', 'ю', '中', '한', 'ก', '\u{FEFF}', '😀', '\\', '\0', '\u{3400}',
        ] {
            let around = |len: usize| {
                "some plain text that is all ASCII, and some more"
                    .chars()
                    .cycle()
                    .take(len)
            };
            texts.push(around(at).chain([c]).chain(around(39 - at)).collect());
        }
    }
    texts
}

#[test]
fn whole_texts_are_encoded_as_character_by_character() {
    let texts = texts();
    for encoding in Encoding::all().filter(|encoding| encoding.can_be_written()) {
        for (i, text) in texts.iter().enumerate() {
            let policy = POLICIES[i % POLICIES.len()];
            let expected = encode_in(encoding, policy, text);
            let encoded = encoding.encode(text, policy).map_err(stop_of);
            assert_eq!(encoded, expected, "{encoding}: {text}");
            let Ok(expected) = expected else { continue };
            let mut bytes = vec![0; expected.len() + 64];
            let done = encoding.encode_to(text, policy, &mut bytes[..]).unwrap();
            assert_eq!(bytes[..done.written], expected, "{encoding}: {text}");
            let units: Vec<u16> = text.encode_utf16().collect();
            let mut of_utf16 = Vec::new();
            let done = encoding.encode_utf16_to(&units, policy, &mut of_utf16).unwrap();
            assert_eq!(
                (&of_utf16, done.written),
                (&expected, expected.len()),
                "{encoding}: {text}"
            );
            let short = expected.len().saturating_sub(1 + i % 3);
            if short < expected.len() {
                let error = encoding.encode_to(text, policy, &mut bytes[..short]).unwrap_err();
                assert_eq!(
                    error.kind(),
                    ConvertErrorKind::DestinationFull,
                    "{encoding}: {text}"
                );
                assert!(
                    error.written() <= short && error.read() <= text.len(),
                    "{encoding}: {text}"
                );
            }
        }
    }
}

#[test]
fn whole_texts_are_decoded_as_byte_by_byte() {
    let texts = texts();
    let mut random = Random::new(42);
    for encoding in Encoding::all() {
        for (i, text) in texts.iter().enumerate() {
            let policy = POLICIES[i % POLICIES.len()];
            let mut bytes = match encoding.can_be_written() {
                true => encoding.encode(text, Policy::Drop).unwrap(),
                false => text.as_bytes().to_vec(),
            };
            if i % 2 == 1 && !bytes.is_empty() {
                let at = random.below(bytes.len());
                bytes[at] = random.below(0x100) as u8;
            }
            if i % 5 == 0 {
                bytes.truncate(bytes.len().saturating_sub(1));
            }
            let one_by_one: Vec<&[u8]> = bytes.chunks(1).collect();
            let expected = decode_in(encoding, policy, &one_by_one);
            let decoded = encoding.decode(&bytes, policy).map_err(stop_of);
            assert_eq!(decoded, expected, "{encoding}: {bytes:02X?}");
            let Ok(expected) = expected else { continue };
            let mut text = vec![0; expected.len() + 64];
            let done = encoding.decode_to_utf8(&bytes, policy, &mut text[..]).unwrap();
            assert_eq!(
                &text[..done.written],
                expected.as_bytes(),
                "{encoding}: {bytes:02X?}"
            );
            let mut units = Vec::new();
            let done = encoding.decode_to_utf16(&bytes, policy, &mut units).unwrap();
            assert_eq!(done.written, units.len());
            // To UTF-16, what UTF-8 lacks is not replaced.
            if !encoding.has_surrogates() {
                let of_units = String::from_utf16(&units).unwrap();
                assert_eq!(of_units, expected, "{encoding}: {bytes:02X?}");
            }
            if !expected.is_empty() {
                let short = &mut text[..expected.len() - 1];
                let error = encoding.decode_to_utf8(&bytes, policy, short).unwrap_err();
                assert_eq!(
                    error.kind(),
                    ConvertErrorKind::DestinationFull,
                    "{encoding}: {bytes:02X?}"
                );
            }
        }
    }
}

#[cfg(feature = "legacy")]
#[test]
fn unpaired_surrogates_are_ill_formed_where_the_encoding_lacks_them() {
    for name in ["UTF-8", "ISO-8859-2", "GBK", "UTF-7"] {
        let encoding: Encoding = name.parse().unwrap();
        for (units, read) in [
            (&[0x61, 0xD800][..], 1),
            (&[0x61, 0x62, 0xDC00, 0x63], 2),
            (&[0xD800, 0xE9], 0),
        ] {
            let error = encoding
                .encode_utf16_to(units, Policy::Fail, &mut [0; 64])
                .unwrap_err();
            assert!(matches!(error.kind(), ConvertErrorKind::IllFormed(_)), "{name}");
            assert_eq!(error.read(), read, "{name}: {units:X?}");
        }
    }
    let wtf_8: Encoding = "WTF-8".parse().unwrap();
    let mut bytes = Vec::new();
    let _ = wtf_8
        .encode_utf16_to(&[0xD800], Policy::Fail, &mut bytes)
        .unwrap();
    assert_eq!(bytes, b"\xED\xA0\x80");
}

#[test]
fn errors_after_a_signature_are_counted_from_the_beginning() {
    let error = Encoding::Utf16
        .decode(b"\xFF\xFEa\0\0\xD8b\0", Policy::Fail)
        .unwrap_err();
    let ConvertErrorKind::IllFormed(ill_formed) = error.kind() else {
        panic!("{error}");
    };
    assert_eq!((error.read(), error.written(), ill_formed.offset()), (4, 1, 4));
    let error = Encoding::Utf8Signature
        .decode(b"\xEF\xBB\xBFab\xFF", Policy::Fail)
        .unwrap_err();
    assert_eq!(error.read(), 5);
    let decoded = Encoding::Ucs4(None).decode(b"\xFF\xFE\0\0a\0\0\0", Policy::Fail);
    assert_eq!(decoded.as_deref(), Ok("a"));
}

/// For each page, text of each length up to more than what is encoded one by one, with what a kernel must leave at each place.
#[cfg(feature = "legacy")]
#[test]
fn short_texts_are_encoded_as_their_pages_say() {
    use utf8kit_encodings::Converter;

    // Too long, surrogates, cut.
    let ill_formed: [&[u8]; 6] = [
        b"\xC1\x81",
        b"\xE0\x81\x81",
        b"\xED\xA0\x80",
        b"\xC3",
        b"\xE0\xB8",
        b"\x80",
    ];
    for encoding in Encoding::all() {
        let Encoding::Legacy(legacy) = encoding else {
            continue;
        };
        let Some(characters) = legacy.characters() else {
            continue;
        };
        let byte_of = |c: char| (0..=0xFF_u8).find(|&byte| characters[usize::from(byte)] == Some(c));
        let letters: Vec<(char, u8)> = (characters.into_iter().flatten())
            // Of two bytes for a character, one is only read.
            .filter(|c| characters.iter().filter(|other| **other == Some(*c)).count() == 1)
            .filter_map(|c| Some((c, byte_of(c)?)))
            .collect();
        let mut random = Random::new(9);
        for len in 0..80 {
            let chosen: Vec<(char, u8)> = (0..len).map(|_| letters[random.below(letters.len())]).collect();
            let text: String = chosen.iter().map(|(c, _)| c).collect();
            let bytes: Vec<u8> = chosen.iter().map(|(_, byte)| *byte).collect();
            assert_eq!(
                encoding.encode(&text, Policy::Fail).unwrap(),
                bytes,
                "{encoding}: {text}"
            );
            let wrong = ill_formed[len % ill_formed.len()];
            let at = random.below(len + 1);
            let before: String = text.chars().take(at).collect();
            let after: String = text.chars().skip(at).collect();
            let source = [before.as_bytes(), wrong, after.as_bytes()].concat();
            let mut converter = Converter::new(Encoding::UTF_8, encoding, Policy::Fail);
            let mut dst = [0; 256];
            let mut step = converter.convert(&source, &mut dst);
            let written = step.written;
            if step.stop == Stop::InputUsed {
                step = converter.finish(&mut dst[written..]);
            }
            let Stop::IllFormed(error) = step.stop else {
                panic!("{encoding}: {source:02X?}: {:?}", step.stop);
            };
            assert_eq!(error.offset(), before.len() as u64, "{encoding}: {source:02X?}");
            assert_eq!(dst[..written], bytes[..at], "{encoding}: {source:02X?}");
        }
    }
}
