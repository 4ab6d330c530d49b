//! Tests of conversion from one encoding to another, against conversion by way of code points.

use crate::common::drive;
use utf8kit::stream::{SignaturePolicy, Stop};
use utf8kit::{Encoding as Base, Policy};
use utf8kit_encodings::{Converter, Decoder, Encoder, Encoding};
use utf8kit_test::{Random, assert_linear, cuts, is_thorough, sample};

/// Converts by way of code points. Returns the bytes and the number of replacements, or `None` if something stops it.
fn by_code_points(src: &[u8], from: Encoding, to: Encoding, policy: Policy<'_>) -> Option<(Vec<u8>, u64)> {
    let mut decoder = Decoder::new(from, policy);
    let mut numbers = vec![0; 8 * src.len() + 64];
    let mut done = decoder.to_code_points(src, &mut numbers);
    if done.stop == Stop::InputUsed {
        let last = decoder.finish_code_points(&mut numbers[done.written..]);
        done.written += last.written;
        done.stop = last.stop;
    }
    if done.stop != Stop::InputUsed {
        return None;
    }
    let mut encoder = Encoder::new(to, policy).with_signature(false);
    let mut bytes = vec![0; 16 * done.written + 64];
    let step = encoder.encode_code_points(&numbers[..done.written], &mut bytes);
    if step.stop != Stop::InputUsed {
        return None;
    }
    let last = encoder.finish(&mut bytes[step.written..]);
    bytes.truncate(step.written + last.written);
    if !bytes.is_empty() {
        bytes = [signature(to), bytes].concat();
    }
    Some((bytes, decoder.replaced() + encoder.replaced()))
}

/// Returns the signature that is written before a text.
fn signature(to: Encoding) -> Vec<u8> {
    let (mut with, mut without) = ([0; 16], [0; 16]);
    let len = Encoder::new(to, Policy::Fail).encode("a", &mut with).written;
    let mut encoder = Encoder::new(to, Policy::Fail).with_signature(false);
    with[..len - encoder.encode("a", &mut without).written].to_vec()
}

fn convert(pieces: &[&[u8]], size: usize, converter: &mut Converter<'_>) -> (Vec<u8>, Vec<Stop>) {
    let output = drive(pieces, size, |piece, dst| match piece {
        Some(bytes) => converter.convert(bytes, dst),
        None => converter.finish(dst),
    });
    let len: usize = pieces.iter().map(|piece| piece.len()).sum();
    assert_eq!(converter.position(), len as u64);
    output
}

/// Returns bytes in an encoding: text, numbers and surrogates as far as it has them, and damage.
fn texts(encoding: Encoding) -> Vec<Vec<u8>> {
    let numbers = [
        0x61,
        0,
        0x5C,
        0xE9,
        0x2B,
        0x20AC,
        0x26,
        0xFEFF,
        0x3400,
        0x1_0000,
        0x7FFF_FFFF,
        0xD800,
        0x11_0000,
        0x7E,
    ];
    let mut texts = vec![
        vec![],
        b"a".to_vec(),
        b"\xFF\xFE\x41\0".to_vec(),
        b"\xEF\xBB\xBF+IKw-\x80".to_vec(),
        // A syllable of Hangul where Unicode 1.1 has it.
        b"a\xE3\x90\x80b".to_vec(),
    ];
    if encoding.can_be_written() {
        for numbers in [&numbers[..], &numbers[..5], &numbers[5..]] {
            let mut bytes = vec![0; 512];
            let mut encoder = Encoder::new(encoding, Policy::Drop);
            let step = encoder.encode_code_points(numbers, &mut bytes);
            let last = encoder.finish(&mut bytes[step.written..]);
            bytes.truncate(step.written + last.written);
            texts.push(bytes);
        }
    }
    let mut damaged = texts.last().unwrap().repeat(2);
    for at in [1, 4, 9] {
        if let Some(byte) = damaged.get_mut(at) {
            *byte ^= 0xC1;
        }
    }
    damaged.pop();
    texts.push(damaged);
    texts
}

#[test]
fn every_pair_of_encodings_converts_as_by_code_points_wherever_the_text_is_cut() {
    let mut random = Random::new(41);
    let mut policies = [Policy::Fail, Policy::Replace('?'), Policy::Drop];
    for from in Encoding::all() {
        for src in texts(from) {
            for to in Encoding::all().filter(|to| to.can_be_written()) {
                policies.rotate_left(1);
                for &policy in &policies[..if is_thorough() { 3 } else { 1 }] {
                    let name = format!("{} to {}, {policy:?}: {src:02X?}", from.name(), to.name());
                    let expected = by_code_points(&src, from, to, policy);
                    let mut converter = Converter::new(from, to, policy);
                    let whole = convert(&[&src], 16 * src.len() + 64, &mut converter);
                    match &expected {
                        Some((bytes, replaced)) => {
                            assert_eq!(whole, (bytes.clone(), vec![]), "{name}");
                            assert_eq!(converter.replaced(), *replaced, "{name}");
                        }
                        None => assert_ne!(whole.1, [], "{name}"),
                    }
                    // All cuts of all pairs take minutes.
                    let cuts = cuts(&src);
                    for _ in 0..sample(20) {
                        let pieces = &cuts[random.below(cuts.len())];
                        let mut converter = Converter::new(from, to, policy);
                        let size = 16 + random.below(8);
                        assert_eq!(
                            convert(pieces, size, &mut converter),
                            whole,
                            "{name} {size} {pieces:02X?}"
                        );
                    }
                    converter.reset();
                    assert_eq!(convert(&[&src], 64, &mut converter), whole, "{name}");
                }
            }
        }
    }
}

#[test]
fn what_stops_a_conversion_is_at_its_place_in_the_source() {
    let ucs2 = Encoding::Ucs2(None);
    let mut converter = Converter::new(Encoding::Utf7, ucs2, Policy::Fail);
    let (bytes, stops) = convert(&[b"a+2Ezf", b"tA-b+IKw-\xFF"], 64, &mut converter);
    assert_eq!(bytes, b"\0a\0b\x20\xAC");
    let [Stop::NotRepresentable { number, offset }, Stop::IllFormed(error)] = stops[..] else {
        panic!("{stops:?}");
    };
    assert_eq!((number, offset, error.offset()), (0x233B4, 2, 15));
}

#[test]
fn signatures_are_read_and_written_as_the_encodings_say() {
    let converted = |converter: &mut Converter<'_>, src: &[u8]| convert(&[src], 64, converter).0;
    let mut converter = Converter::new(Encoding::Utf16, Encoding::Utf8Signature, Policy::Fail);
    assert_eq!(converted(&mut converter, b"\xFF\xFEa\0"), b"\xEF\xBB\xBFa");
    converter.reset();
    assert_eq!(converted(&mut converter, b"\xFE\xFF\0a"), b"\xEF\xBB\xBFa");
    // A signature alone is no text.
    converter.reset();
    assert_eq!(converted(&mut converter, b"\xFF\xFE"), b"");
    let detect = Converter::new(Encoding::UTF_8, Encoding::Ucs4(None), Policy::Fail);
    let mut detect = detect.with_signature(SignaturePolicy::Detect);
    assert_eq!(converted(&mut detect, b"\xFF\xFEa\0"), b"\0\0\0a");
    assert_eq!(
        detect.encoding(),
        Encoding::Base(Base::Utf16(utf8kit::Endian::Little))
    );
    // An empty text needs no destination, and a text needs one for its signature.
    let mut converter = Converter::new(Encoding::UTF_8, Encoding::Utf16, Policy::Fail);
    assert_eq!(converter.convert(b"", &mut []).stop, Stop::InputUsed);
    assert_eq!(converter.finish(&mut []).stop, Stop::InputUsed);
    assert_eq!(converter.convert(b"a", &mut [0; 3]).stop, Stop::OutputFull);
    assert_eq!(converter.convert(b"a", &mut [0; 4]).written, 4);
}

#[test]
fn a_converter_that_is_reset_begins_a_new_text() {
    let mut converter = Converter::new(Encoding::Utf7, Encoding::Utf7Imap, Policy::Replace('?'));
    let mut bytes = [0; 16];
    let step = converter.convert(b"\xFF+IK", &mut bytes);
    assert_eq!((step.written, converter.replaced()), (1, 1));
    let _ = converter.convert(b"wg", &mut bytes);
    converter.reset();
    assert_eq!((converter.position(), converter.replaced()), (0, 0));
    let step = converter.convert(b"IK&", &mut bytes);
    assert_eq!(&bytes[..step.written], b"IK&-");
}

#[test]
fn conversion_takes_time_in_proportion_to_the_source() {
    for (from, to) in [
        (Encoding::UTF_8, Encoding::Utf7),
        (Encoding::Utf7, Encoding::Utf1),
    ] {
        for unit in ["é", "a\u{FF}", "\u{20AC}a"] {
            assert_linear(1 << 13, |len| {
                let src = match from {
                    Encoding::UTF_8 => [unit.repeat(len / unit.len()).as_bytes(), b"\xFF"].concat(),
                    _ => b"+IKw-a".repeat(len / 6),
                };
                let mut converter = Converter::new(from, to, Policy::Drop);
                convert(&[&src], 16, &mut converter);
            });
        }
    }
}
