//! Checks the encodings of `utf8kit-encodings`: a text in pieces gives what the whole gives, wherever it is cut; encoded text
//! decodes to itself; encoding_rs and decoders that follow the definitions agree where they know the encoding.

use crate::pieces::{POLICIES, beginning, cuts, feed, with_policy};
use utf8kit::Endian::{Big, Little};
use utf8kit::stream::Stop;
use utf8kit::{ConvertErrorKind, Encoding as Base, Policy};
use utf8kit_encodings::{Decoder, Encoder, Encoding};

const ENCODINGS: [Encoding; 19] = [
    Encoding::Utf7,
    Encoding::Utf1,
    Encoding::Utf16,
    Encoding::Utf32,
    Encoding::Ucs2(None),
    Encoding::Ucs2(Some(Little)),
    Encoding::Ucs2(Some(Big)),
    Encoding::Ucs4(None),
    Encoding::Ucs4(Some(Little)),
    Encoding::Ucs4(Some(Big)),
    Encoding::Unicode11Utf8,
    Encoding::OldHangulUtf8,
    Encoding::UTF_8,
    Encoding::Utf8Signature,
    Encoding::Utf8Mb3,
    Encoding::Utf7Imap,
    Encoding::Base(Base::Rfc2279),
    Encoding::Base(Base::Wtf8),
    Encoding::Iso2022,
];

pub(crate) fn run(input: (u8, u8, &[u8])) {
    let (selector, place, bytes) = input;
    let encoding = ENCODINGS[usize::from(selector) % ENCODINGS.len()];
    let policy = usize::from(selector) / ENCODINGS.len() % POLICIES;
    let bytes = beginning(bytes, place);
    check_decoder(encoding, policy, bytes, place);
    check_numbers(encoding, policy, bytes, place);
    check_other_libraries(bytes);
    if let Some(bytes) = what_is_not_written(encoding, bytes) {
        check_decoder(encoding, policy, &bytes, place);
        check_numbers(encoding, policy, &bytes, place);
    }
    let text = String::from_utf8_lossy(bytes);
    if encoding.can_be_written() {
        check_encoder(encoding, policy, &text, place);
        if matches!(encoding, Encoding::Utf7 | Encoding::Utf7Imap) {
            // A hyphen after a run is another than the one that ends it.
            check_encoder(encoding, policy, &text.replace('a', "-"), place);
        }
        let mut bytes = encode(encoding, 2, &[text.as_bytes()], 4096).0;
        if let Some(byte) = bytes.get_mut(usize::from(place)) {
            *byte ^= selector;
        }
        check_decoder(encoding, policy, &bytes, place);
        check_numbers(encoding, policy, &bytes, place);
    }
}

/// Returns text that the encoding reads, and that encoded text is not like: pairs of surrogates in UCS-2, and runs of UTF-7 with any code
/// units and any bits at their ends.
fn what_is_not_written(encoding: Encoding, bytes: &[u8]) -> Option<Vec<u8>> {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let shift = match encoding {
        Encoding::Utf7 => b'+',
        Encoding::Utf7Imap => b'&',
        Encoding::Ucs2(order) => {
            let units = String::from_utf8_lossy(bytes)
                .encode_utf16()
                .collect::<Vec<u16>>();
            let bytes = units.into_iter().map(|unit| match order {
                Some(Little) => unit.to_le_bytes(),
                _ => unit.to_be_bytes(),
            });
            return Some(bytes.flatten().collect());
        }
        _ => return None,
    };
    let digit = |byte: &u8| match DIGITS[usize::from(byte % 64)] {
        b'/' if encoding == Encoding::Utf7Imap => b',',
        digit => digit,
    };
    let runs = bytes.chunks(24).flat_map(|run| {
        let digits = run.iter().map(digit);
        [shift].into_iter().chain(digits).chain([b'-'])
    });
    Some(runs.collect())
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

pub(crate) fn check_decoder(encoding: Encoding, policy: usize, bytes: &[u8], place: u8) {
    let whole = decode(encoding, policy, &[bytes], 32 * bytes.len() + 32);
    let text = std::str::from_utf8(&whole.0).unwrap();
    // `decode` stops at the first error that the policy does not replace.
    match with_policy(policy, |policy| encoding.decode(bytes, policy)) {
        Ok(actual) => assert_eq!((&*actual, &whole.1[..]), (text, &[][..]), "{encoding:?}"),
        Err(error) => {
            let stop = match error.kind() {
                ConvertErrorKind::IllFormed(error) => Stop::IllFormed(error),
                ConvertErrorKind::NotRepresentable(number) => Stop::NotRepresentable {
                    number,
                    offset: error.read() as u64,
                },
                kind => panic!("{kind:?}"),
            };
            assert_eq!(whole.1.first(), Some(&stop), "{encoding:?}");
        }
    }
    for pieces in cuts(bytes, place) {
        for size in [4, 4 + usize::from(place % 64)] {
            assert_eq!(
                decode(encoding, policy, &pieces, size),
                whole,
                "{encoding:?} {pieces:02X?}"
            );
        }
    }
}

/// Numbers in pieces are those of the whole, and come back if the encoding is written.
fn check_numbers(encoding: Encoding, policy: usize, bytes: &[u8], place: u8) {
    let read = |pieces: &[&[u8]], size: usize| {
        with_policy(policy, |policy| {
            let mut reader = Decoder::new(encoding, policy);
            let done = feed(pieces, size, |piece, dst| match piece {
                Some(piece) => reader.to_code_points(piece, dst),
                None => reader.finish_code_points(dst),
            });
            (done, reader.position(), reader.replaced())
        })
    };
    let whole = read(&[bytes], 32 * bytes.len() + 32);
    for pieces in cuts(bytes, place) {
        for size in [1, 1 + usize::from(place % 64)] {
            assert_eq!(read(&pieces, size), whole, "{encoding:?} {pieces:02X?}");
        }
    }
    if !encoding.can_be_written() {
        return;
    }
    let numbers = &whole.0.0;
    let write = |pieces: &[&[u32]], size: usize| {
        with_policy(policy, |policy| {
            let mut writer = Encoder::new(encoding, policy);
            let done = feed(pieces, size, |piece, dst| match piece {
                Some(piece) => writer.encode_code_points(piece, dst),
                None => writer.finish(dst),
            });
            (done, writer.position(), writer.replaced())
        })
    };
    let written = write(&[numbers], 32 * numbers.len() + 32);
    let (a, b) = numbers.split_at(usize::from(place).min(numbers.len()));
    for size in [12, 12 + usize::from(place % 64)] {
        assert_eq!(write(&[a, b], size), written, "{encoding:?} {numbers:X?}");
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

pub(crate) fn check_encoder(encoding: Encoding, policy: usize, text: &str, place: u8) {
    let whole = encode(encoding, policy, &[text.as_bytes()], 32 * text.len() + 32);
    // A decoder without a byte order leaves out a signature at the beginning, which is U+FEFF of the text if the encoder
    // writes none itself.
    let has_signature = text.starts_with(['\u{FEFF}', '\u{FFFE}']);
    if policy != 3 && whole.1.is_empty() && whole.2 == 0 && !has_signature {
        let back = decode(encoding, 0, &[&whole.0], 8 * text.len() + 8);
        if matches!(encoding, Encoding::Legacy(_)) && back.0 != text.as_bytes() {
            // Some have marks apart from their letters, and read two characters where one was written. They are written alike.
            assert_eq!(
                encode(encoding, policy, &[&back.0], 32 * text.len() + 32),
                whole,
                "{encoding:?}"
            );
        } else {
            assert_eq!(back, (text.into(), vec![], 0), "{encoding:?}");
        }
    }
    let cut = |at| utf8kit::utf8::floor_boundary(text.as_bytes(), at);
    for at in [cut(place.into()), cut(usize::from(place) / 8), cut(1)] {
        let (a, b) = text.as_bytes().split_at(at);
        for size in [12, 12 + usize::from(place % 64)] {
            assert_eq!(encode(encoding, policy, &[a, b], size), whole, "{encoding:?}");
        }
    }
}

fn check_other_libraries(bytes: &[u8]) {
    let replace = || Policy::Replace('\u{FFFD}');
    let lossy = |encoding: Encoding| encoding.decode(bytes, replace()).unwrap();
    assert_eq!(
        lossy(Encoding::UTF_8),
        encoding_rs::UTF_8.decode_without_bom_handling(bytes).0
    );
    // An incomplete code unit after a high surrogate is one error with it here, and two in encoding_rs.
    if bytes.len().is_multiple_of(2) {
        for (endian, theirs) in [(Little, encoding_rs::UTF_16LE), (Big, encoding_rs::UTF_16BE)] {
            let ours = lossy(Encoding::Base(Base::Utf16(endian)));
            assert_eq!(ours, theirs.decode_without_bom_handling(bytes).0);
        }
    }
    let (quads, rest) = bytes.as_chunks();
    for (endian, unit) in [
        (Little, u32::from_le_bytes as fn([u8; 4]) -> u32),
        (Big, u32::from_be_bytes),
    ] {
        let chars = quads
            .iter()
            .map(|&quad| char::from_u32(unit(quad)).unwrap_or('\u{FFFD}'));
        let expected: String = chars.chain((!rest.is_empty()).then_some('\u{FFFD}')).collect();
        assert_eq!(lossy(Encoding::Base(Base::Utf32(endian))), expected);
        assert_eq!(lossy(Encoding::Ucs4(Some(endian))), expected);
    }
    let (pairs, rest) = bytes.as_chunks();
    for (endian, unit) in [
        (Little, u16::from_le_bytes as fn([u8; 2]) -> u16),
        (Big, u16::from_be_bytes),
    ] {
        // Pairs of surrogates are undone.
        let chars = char::decode_utf16(pairs.iter().map(|&pair| unit(pair)));
        let chars = chars.map(|c| c.unwrap_or('\u{FFFD}'));
        let expected: String = chars.chain((!rest.is_empty()).then_some('\u{FFFD}')).collect();
        if bytes.len().is_multiple_of(2) {
            assert_eq!(lossy(Encoding::Ucs2(Some(endian))), expected);
        }
    }
}
