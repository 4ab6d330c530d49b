//! Checks that streams give the same result for a text in pieces as for the whole, wherever it is cut and whatever the size
//! of the destination: decoders, encoders and validators of every encoding, with every policy. The whole must give what the
//! functions on whole texts give.

use crate::pieces::{POLICIES, beginning, cuts, feed, with_policy};
use utf8kit::Endian::{Big, Little};
use utf8kit::stream::{Decoder, Encoder, Stop, Validator};
use utf8kit::{Encoding, Policy, ascii, latin1, utf8};

const ENCODINGS: [Encoding; 13] = [
    Encoding::Utf8,
    Encoding::Utf16(Little),
    Encoding::Utf16(Big),
    Encoding::Utf32(Little),
    Encoding::Utf32(Big),
    Encoding::Latin1,
    Encoding::Ascii,
    Encoding::Cesu8,
    Encoding::ModifiedUtf8,
    Encoding::Wtf8,
    Encoding::Rfc2279,
    Encoding::AnnexR,
    Encoding::AnnexR5,
];

pub(crate) fn run(input: (u8, u8, &[u8])) {
    let (selector, place, bytes) = input;
    let encoding = ENCODINGS[usize::from(selector) % ENCODINGS.len()];
    let policy = usize::from(selector) / ENCODINGS.len() % POLICIES;
    let bytes = beginning(bytes, place);
    check_decoder(encoding, policy, bytes, place);
    check_validator(encoding, bytes, place);
    let text = String::from_utf8_lossy(bytes);
    check_encoder(encoding, policy, &text, place);
    // Text in the encoding, which is damaged less than noise is.
    let mut bytes = encode(encoding, 2, &[text.as_bytes()], 4096).0;
    if let Some(byte) = bytes.get_mut(usize::from(place)) {
        *byte ^= selector;
    }
    check_decoder(encoding, policy, &bytes, place);
    check_validator(encoding, &bytes, place);
}

fn decode(encoding: Encoding, policy: usize, pieces: &[&[u8]], size: usize) -> (Vec<u8>, Vec<Stop>, u64) {
    with_policy(policy, |policy| {
        let mut decoder = Decoder::new(encoding, policy);
        let (text, stops) = feed(pieces, size, |piece, dst| match piece {
            Some(piece) => decoder.to_utf8(piece, dst),
            None => decoder.finish_utf8(dst),
        });
        let len: usize = pieces.iter().map(|piece| piece.len()).sum();
        assert_eq!(decoder.position(), len as u64, "{encoding:?}");
        (text, stops, decoder.replaced())
    })
}

fn decode_to_utf16(
    encoding: Encoding,
    policy: usize,
    pieces: &[&[u8]],
    size: usize,
) -> (Vec<u16>, Vec<Stop>) {
    with_policy(policy, |policy| {
        let mut decoder = Decoder::new(encoding, policy);
        feed(pieces, size, |piece, dst| match piece {
            Some(piece) => decoder.to_utf16(piece, dst),
            None => decoder.finish_utf16(dst),
        })
    })
}

fn check_decoder(encoding: Encoding, policy: usize, bytes: &[u8], place: u8) {
    let whole = decode(encoding, policy, &[bytes], 32 * bytes.len() + 32);
    let text = std::str::from_utf8(&whole.0).unwrap();
    let (wide, wide_stops) = decode_to_utf16(encoding, policy, &[bytes], 32 * bytes.len() + 32);
    // UTF-16 keeps the unpaired surrogates of WTF-8.
    if encoding != Encoding::Wtf8 || char::decode_utf16(wide.iter().copied()).all(|c| c.is_ok()) {
        assert!(text.encode_utf16().eq(wide.iter().copied()), "{encoding:?}");
        assert_eq!(wide_stops, whole.1, "{encoding:?}");
    }
    if policy == 1 {
        let expected = match encoding {
            Encoding::Utf8 => String::from_utf8_lossy(bytes).into_owned(),
            Encoding::Utf16(_) | Encoding::Utf32(_) => encoding
                .decode(bytes, Policy::Replace('\u{FFFD}'))
                .unwrap()
                .into_owned(),
            Encoding::Latin1 => latin1::to_string(bytes),
            Encoding::Ascii => ascii::to_string_lossy(bytes),
            _ => text.to_owned(),
        };
        assert_eq!(text, expected, "{encoding:?}");
    }
    if policy == 0 && encoding == Encoding::Utf8 {
        let errors = utf8::chunks(bytes).filter_map(|chunk| chunk.error());
        let expected: Vec<_> = errors
            .map(|e| (e.valid_up_to() as u64, e.kind(), e.bytes().to_vec()))
            .collect();
        let actual = whole.1.iter().map(|stop| match stop {
            Stop::IllFormed(e) => (e.offset(), e.kind(), e.bytes().to_vec()),
            stop => panic!("{stop:?}"),
        });
        assert_eq!(actual.collect::<Vec<_>>(), expected);
    }
    for pieces in cuts(bytes, place) {
        for size in [4, 4 + usize::from(place % 64)] {
            assert_eq!(
                decode(encoding, policy, &pieces, size),
                whole,
                "{encoding:?} {pieces:02X?}"
            );
        }
        assert_eq!(
            decode_to_utf16(encoding, policy, &pieces, 2 + usize::from(place % 32)),
            (wide.clone(), wide_stops.clone()),
            "{encoding:?} {pieces:02X?}"
        );
    }
}

fn validate(encoding: Encoding, pieces: &[&[u8]]) -> Vec<Stop> {
    let mut validator = Validator::new(encoding);
    let (_, stops) = feed(pieces, 0, |piece, _: &mut [u8]| match piece {
        Some(piece) => validator.push(piece),
        None => validator.finish(),
    });
    stops
}

fn check_validator(encoding: Encoding, bytes: &[u8], place: u8) {
    let whole = validate(encoding, &[bytes]);
    match encoding {
        // A validator accepts numbers that are not characters, and a decoder does not.
        relative if Encoding::RELATIVES.contains(&relative) => {
            assert_eq!(whole.is_empty(), relative.is_valid(bytes), "{encoding:?}");
        }
        _ => assert_eq!(
            whole,
            decode(encoding, 0, &[bytes], 4 * bytes.len() + 4).1,
            "{encoding:?}"
        ),
    }
    for pieces in cuts(bytes, place) {
        assert_eq!(validate(encoding, &pieces), whole, "{encoding:?} {pieces:02X?}");
    }
}

fn encode(encoding: Encoding, policy: usize, pieces: &[&[u8]], size: usize) -> (Vec<u8>, Vec<Stop>, u64) {
    with_policy(policy, |policy| {
        let mut encoder = Encoder::new(encoding, policy);
        let (bytes, stops) = feed(pieces, size, |piece, dst| match piece {
            Some(piece) => encoder.encode(std::str::from_utf8(piece).unwrap(), dst),
            None => encoder.finish(dst),
        });
        (bytes, stops, encoder.replaced())
    })
}

fn check_encoder(encoding: Encoding, policy: usize, text: &str, place: u8) {
    let whole = encode(encoding, policy, &[text.as_bytes()], 32 * text.len() + 32);
    let keeps_backslashes = policy != 3;
    if keeps_backslashes && whole.1.is_empty() && whole.2 == 0 {
        let back = decode(encoding, 0, &[&whole.0], 8 * text.len() + 8);
        assert_eq!(back, (text.into(), vec![], 0), "{encoding:?}");
    }
    let cut = |at| utf8::floor_boundary(text.as_bytes(), at);
    for at in [cut(place.into()), cut(usize::from(place) / 8), cut(1)] {
        let (a, b) = text.as_bytes().split_at(at);
        for size in [6, 6 + usize::from(place % 64)] {
            assert_eq!(encode(encoding, policy, &[a, b], size), whole, "{encoding:?}");
        }
    }
    let mut buffers = vec![[0; 4]; text.chars().count()];
    let pieces = text
        .chars()
        .zip(&mut buffers)
        .map(|(c, buffer)| c.encode_utf8(buffer).as_bytes());
    assert_eq!(
        encode(encoding, policy, &pieces.collect::<Vec<_>>(), 6),
        whole,
        "{encoding:?}"
    );
}
