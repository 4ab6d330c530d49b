//! Tests of the options of streams: the signature, clones, resets, what is held back, and bounds of the output.

use crate::streams::{ENCODINGS, LEGACY, POLICIES, decode, decode_utf16, encode, encode_utf16, ill_formed};
use utf8kit::codec::{Convert, Decode, DecodeError, Description, Encode, Stream, Utf8};
use utf8kit::signature::{Signature, detect};
use utf8kit::stream::{DecodeReader, Decoder, Encoder, SignaturePolicy, Stop, Validator};
use utf8kit::{Encoding, Endian, ErrorKind, IllFormed, Policy, Replacement};
use utf8kit_test::{Random, Sample, cuts};

const SIGNATURE_POLICIES: [SignaturePolicy; 4] = [
    SignaturePolicy::Keep,
    SignaturePolicy::Remove,
    SignaturePolicy::ByteOrder,
    SignaturePolicy::Detect,
];

/// Returns the encoding of a whole text, and the length of its signature that is removed.
fn divided(encoding: Encoding, policy: SignaturePolicy, bytes: &[u8]) -> (Encoding, usize) {
    let own = |encoding| {
        let signature = Signature::of(encoding)?;
        bytes
            .starts_with(signature.bytes())
            .then_some((encoding, signature.len()))
    };
    let in_orders = |encoding: fn(Endian) -> Encoding| {
        own(encoding(Endian::Big)).or_else(|| own(encoding(Endian::Little)))
    };
    let found = match (policy, encoding) {
        (SignaturePolicy::Keep, _) => None,
        (SignaturePolicy::ByteOrder, Encoding::Utf16(_)) => in_orders(Encoding::Utf16),
        (SignaturePolicy::ByteOrder, Encoding::Utf32(_)) => in_orders(Encoding::Utf32),
        (SignaturePolicy::Detect, encoding)
            if encoding == Encoding::Utf8 || Encoding::RELATIVES.contains(&encoding) =>
        {
            own(encoding).or_else(|| Some((detect(bytes)?.encoding()?, detect(bytes)?.len())))
        }
        (SignaturePolicy::Detect, _) => {
            detect(bytes).and_then(|signature| Some((signature.encoding()?, signature.len())))
        }
        _ => own(encoding),
    };
    found.unwrap_or((encoding, 0))
}

/// Returns texts with and without signatures, whole, cut off, and two in a row.
fn texts_with_signatures() -> Vec<Vec<u8>> {
    let mut random = Random::new(11);
    let signatures = [
        Signature::Utf8,
        Signature::Utf16(Endian::Little),
        Signature::Utf16(Endian::Big),
        Signature::Utf32(Endian::Little),
        Signature::Utf32(Endian::Big),
    ];
    let mut texts = vec![vec![], b"text".to_vec()];
    for signature in signatures {
        for len in 1..=signature.len() {
            let beginning = &signature.bytes()[..len];
            for rest in [&b""[..], b"A", b"\0A\0B", b"A\0\xD8", b"\0\0\0A", b"\xE2\x82"] {
                texts.push([beginning, rest].concat());
                texts.push([signature.bytes(), beginning, rest].concat());
            }
        }
    }
    for _ in 0..150 {
        let bytes = *b"\xEF\xBB\xBF\xFE\xFF\0A\xD8";
        texts.push((0..random.below(9)).map(|_| bytes[random.below(8)]).collect());
    }
    texts
}

#[test]
fn signatures_are_kept_removed_or_detected_wherever_the_text_is_cut() {
    let mut sample = Sample::new();
    for bytes in texts_with_signatures() {
        let all_cuts = cuts(&bytes);
        for encoding in ENCODINGS {
            for signature in SIGNATURE_POLICIES {
                let (actual, len) = divided(encoding, signature, &bytes);
                let case = format!("{encoding:?} {signature:?} {bytes:02X?}");
                let rest = &bytes[len..];
                let (text, stops) = decode(&mut Decoder::new(actual, Policy::Fail), &[rest], 100);
                let moved = |stop: &Stop| {
                    let error = ill_formed(stop);
                    error.at(error.offset() + len as u64)
                };
                let errors: Vec<_> = stops.iter().map(moved).collect();
                let mut decoder = Decoder::new(encoding, Policy::Fail).with_signature(signature);
                let units: Vec<u16> = std::str::from_utf8(&text).unwrap().encode_utf16().collect();
                for pieces in sample.numbers(0..=all_cuts.len() - 1).map(|cut| &all_cuts[cut]) {
                    for size in [4, 5, 50] {
                        decoder.reset();
                        let found = decode(&mut decoder, pieces, size);
                        assert_eq!(found.0, text, "{case} in {pieces:02X?}");
                        let found: Vec<_> = found.1.iter().map(ill_formed).collect();
                        assert_eq!(found, errors, "{case} in {pieces:02X?}");
                        assert_eq!(decoder.encoding(), actual, "{case}");
                    }
                    decoder.reset();
                    assert_eq!(decode_utf16(&mut decoder, pieces, 2).0, units, "{case}");
                }
                validate_as_decoded(encoding, signature, &bytes, actual, &errors);
            }
        }
    }
}

/// A validator removes signatures as a decoder does. In dialects, it accepts more than a decoder.
fn validate_as_decoded(
    encoding: Encoding,
    signature: SignaturePolicy,
    bytes: &[u8],
    actual: Encoding,
    errors: &[IllFormed],
) {
    let mut validator = Validator::new(encoding).with_signature(signature);
    for pieces in cuts(bytes) {
        validator.reset();
        let mut found = vec![];
        for piece in pieces {
            let mut rest = piece;
            while let step = validator.push(rest)
                && let Stop::IllFormed(error) = step.stop
            {
                rest = &rest[step.read..];
                found.push(error);
            }
        }
        while let Stop::IllFormed(error) = validator.finish().stop {
            found.push(error);
        }
        assert_eq!(validator.encoding(), actual);
        assert_eq!(
            (validator.position(), validator.held()),
            (bytes.len() as u64, &b""[..])
        );
        if actual == Encoding::Utf8 || !Encoding::RELATIVES.contains(&actual) {
            assert_eq!(found, errors, "{encoding:?} {signature:?} {bytes:02X?}");
        }
    }
}

#[test]
fn what_can_become_a_signature_is_held() {
    let mut decoder = Decoder::new(Encoding::Utf8, Policy::Fail).with_signature(SignaturePolicy::Detect);
    let mut text = [0; 8];
    for (piece, held) in [
        (&b""[..], &b""[..]),
        (b"\xFF", b"\xFF"),
        (b"\xFE", b"\xFF\xFE"),
        (b"\0", b"\xFF\xFE\0"),
    ] {
        let step = decoder.to_utf8(piece, &mut text[..]);
        assert_eq!(
            (step.read, step.written, step.stop),
            (piece.len(), 0, Stop::InputUsed)
        );
        assert_eq!((decoder.held(), decoder.position()), (held, 0));
    }
    // It is UTF-16, whose U+4100 needs the third byte.
    let step = decoder.to_utf8(b"A", &mut text[..]);
    assert_eq!((step.read, &text[..step.written]), (1, "\u{4100}".as_bytes()));
    assert_eq!(decoder.encoding(), Encoding::Utf16(Endian::Little));
}

#[test]
fn a_reader_removes_the_signature() {
    use std::io::Read;
    let mut source = Signature::Utf16(Endian::Big).bytes().to_vec();
    source.extend("text".encode_utf16().flat_map(u16::to_be_bytes));
    let decoder = Decoder::new(Encoding::Utf8, Policy::Fail).with_signature(SignaturePolicy::Detect);
    let mut reader = DecodeReader::with_decoder(&source[..], decoder);
    let mut text = String::new();
    reader.read_to_string(&mut text).unwrap();
    assert_eq!(text, "text");
    assert_eq!(reader.decoder().encoding(), Encoding::Utf16(Endian::Big));
    assert_eq!(reader.decoder().position(), 10);
}

/// Returns short texts for `encoding`, some of them damaged.
fn texts(encoding: Encoding, random: &mut Random, count: usize) -> Vec<Vec<u8>> {
    (0..count)
        .map(|round| match round % 3 {
            0 => (0..random.below(12)).map(|_| random.next() as u8).collect(),
            _ => {
                let text = random.text(5, 4).replace('\u{7}', "\\");
                let mut encoder = Encoder::new(encoding, Policy::Drop);
                let mut bytes = encode(&mut encoder, &text, 0, 100).0;
                let times = random.below(3);
                random.damage(&mut bytes, times);
                bytes
            }
        })
        .collect()
}

#[test]
fn a_clone_continues_as_the_original_and_a_reset_decoder_begins_anew() {
    let mut random = Random::new(12);
    for encoding in ENCODINGS {
        for bytes in texts(encoding, &mut random, 20) {
            for policy in POLICIES {
                let whole = decode(&mut Decoder::new(encoding, policy), &[&bytes], 1000);
                for cut in 0..=bytes.len() {
                    let (a, b) = bytes.split_at(cut);
                    let mut decoder = Decoder::new(encoding, policy);
                    let mut buffer = [0; 8];
                    let step = decoder.to_utf8(a, &mut buffer[..]);
                    let replaced = decoder.replaced();
                    let rest = [&a[step.read..], b];
                    let mut clone = decoder.clone();
                    let ends = [&mut decoder, &mut clone].map(|decoder| {
                        let (mut text, mut stops) = (buffer[..step.written].to_vec(), vec![]);
                        if !matches!(step.stop, Stop::InputUsed | Stop::OutputFull) {
                            stops.push(step.stop);
                        }
                        let (more, later) = decode(decoder, &rest, 7);
                        text.extend(more);
                        stops.extend(later);
                        (text, stops)
                    });
                    assert_eq!(
                        ends,
                        [whole.clone(), whole.clone()],
                        "{encoding:?} {bytes:02X?} {policy:?}"
                    );
                    assert!(clone.replaced() >= replaced);

                    clone.reset();
                    assert_eq!((clone.position(), clone.replaced()), (0, 0));
                    assert_eq!(decode(&mut clone, &[&bytes], 7), whole);
                    // A reset in the middle drops what is held and pending.
                    let mut decoder = Decoder::new(encoding, policy);
                    let _ = decoder.to_utf8(a, &mut buffer[..2]);
                    decoder.reset();
                    assert_eq!((decoder.held(), decoder.pending()), (&b""[..], ""));
                    assert_eq!(decode(&mut decoder, &[&bytes], 7), whole);
                }
            }
        }
    }
}

#[test]
fn held_bytes_are_those_after_the_position() {
    let mut random = Random::new(13);
    for encoding in ENCODINGS {
        for bytes in texts(encoding, &mut random, 40) {
            let mut decoder = Decoder::new(encoding, Policy::Drop);
            let mut validator = Validator::new(encoding);
            for (i, byte) in bytes.chunks(1).enumerate() {
                assert_eq!(decoder.to_utf8(byte, &mut [0; 40]).stop, Stop::InputUsed);
                assert_eq!(decoder.held(), &bytes[decoder.position() as usize..=i]);
                let mut rest = byte;
                while let step = validator.push(rest)
                    && step.stop != Stop::InputUsed
                {
                    rest = &rest[step.read..];
                }
                assert_eq!(validator.held(), &bytes[validator.position() as usize..=i]);
            }
        }
    }
}

/// The bound holds in every state: after each beginning of a text, with a destination that was too short.
#[test]
fn max_len_is_never_exceeded() {
    let mut random = Random::new(14);
    for encoding in ENCODINGS {
        for bytes in texts(encoding, &mut random, 40) {
            for policy in POLICIES {
                for signature in [SignaturePolicy::Keep, SignaturePolicy::Detect] {
                    for cut in 0..=bytes.len() {
                        let (a, b) = bytes.split_at(cut);
                        let mut decoder = Decoder::new(encoding, policy).with_signature(signature);
                        let step = decoder.to_utf8(a, &mut [0; 5]);
                        let rest = [&a[step.read..], b].concat();
                        let case = format!("{encoding:?} {policy:?} {bytes:02X?} cut at {cut}");
                        let mut other = decoder.clone();
                        let bound = decoder.max_utf8_len(rest.len());
                        assert_eq!(bound.is_none(), matches!(policy, Policy::Custom(_)));
                        if let Some(bound) = bound {
                            check_bound(bound, &rest, &case, |piece, text: &mut [u8]| match piece {
                                Some(bytes) => decoder.to_utf8(bytes, text),
                                None => decoder.finish_utf8(text),
                            });
                        }
                        let bound = other.max_utf16_len(rest.len());
                        if let Some(bound) = bound {
                            check_bound(bound, &rest, &case, |piece, text: &mut [u16]| match piece {
                                Some(bytes) => other.to_utf16(bytes, text),
                                None => other.finish_utf16(text),
                            });
                        }
                    }
                }
            }
        }
    }
}

/// Checks that a destination of `bound` units is enough for `source` and the end of the text.
fn check_bound<S, T: Copy + Default>(
    bound: usize,
    source: &[S],
    case: &str,
    mut step: impl FnMut(Option<&[S]>, &mut [T]) -> utf8kit::stream::Step,
) {
    let mut buffer = vec![T::default(); bound];
    let mut dst = &mut buffer[..];
    let mut rest = Some(source);
    loop {
        let done = step(rest, dst);
        assert_ne!(done.stop, Stop::OutputFull, "{case}: {bound} units are too few");
        dst = &mut dst[done.written..];
        match (done.stop, rest) {
            (Stop::InputUsed, None) => return,
            (Stop::InputUsed, Some(_)) => rest = None,
            (_, Some(units)) => rest = Some(&units[done.read..]),
            (_, None) => {}
        }
    }
}

#[test]
fn max_len_of_an_encoder_is_never_exceeded() {
    let mut random = Random::new(15);
    for encoding in ENCODINGS {
        for _ in 0..40 {
            let text = random.text(6, 4);
            let text = if random.below(4) == 0 { text + "\0\0" } else { text };
            let mut units: Vec<u16> = text.encode_utf16().collect();
            for unit in &mut units {
                if random.below(4) == 0 {
                    *unit = 0xD800 + random.below(0x800) as u16;
                }
            }
            for policy in POLICIES {
                let case = format!("{encoding:?} {policy:?} {text:?} {units:04X?}");
                for (cut, _) in text.char_indices() {
                    let mut encoder = Encoder::new(encoding, policy);
                    let read = encoder.encode(&text[..cut], &mut [0; 5]).read;
                    let Some(bound) = encoder.max_len(text.len() - read) else {
                        assert!(matches!(policy, Policy::Custom(_)), "{case}");
                        assert!(matches!(encoding, Encoding::Latin1 | Encoding::Ascii), "{case}");
                        continue;
                    };
                    check_bound(
                        bound,
                        &text.as_bytes()[read..],
                        &case,
                        |piece, bytes: &mut [u8]| match piece {
                            Some(text) => encoder.encode(std::str::from_utf8(text).unwrap(), bytes),
                            None => encoder.finish(bytes),
                        },
                    );
                }
                for cut in 0..=units.len() {
                    let mut encoder = Encoder::new(encoding, policy);
                    let read = encoder.encode_utf16(&units[..cut], &mut [0; 5]).read;
                    let Some(bound) = encoder.max_len_from_utf16(units.len() - read) else {
                        assert!(matches!(policy, Policy::Custom(_)), "{case}");
                        continue;
                    };
                    check_bound(
                        bound,
                        &units[read..],
                        &case,
                        |piece, bytes: &mut [u8]| match piece {
                            Some(units) => encoder.encode_utf16(units, bytes),
                            None => encoder.finish(bytes),
                        },
                    );
                }
            }
        }
    }
}

/// These texts become as long as the bound says.
#[test]
fn max_len_is_reached() {
    let cases: [(Encoding, Policy<'_>, &[u8]); 10] = [
        (Encoding::Utf8, Policy::Fail, b"abc"),
        (Encoding::Utf8, Policy::With("<é€>"), b"\xFF\xFF\xFF"),
        (Encoding::Utf8, Policy::Replace('\u{FFFD}'), b"\xFF\xFF\xFF"),
        (Encoding::Utf8, Policy::Escape, b"\xFF\xFF\xFF"),
        (Encoding::Utf8, Policy::BackslashReplace, b"\xFF\xFF\xFF"),
        (Encoding::Ascii, Policy::Legacy(&LEGACY), b"\xFF\xFF\xFF"),
        (Encoding::Latin1, Policy::Drop, b"\xFF\xFF\xFF"),
        (Encoding::Utf16(Endian::Big), Policy::Fail, b"\x20\xAC\x20\xAC"),
        (Encoding::Utf16(Endian::Big), Policy::Escape, b"\xDC\x00\xDC\x00"),
        (Encoding::Utf32(Endian::Big), Policy::Fail, b"\x00\x01\x00\x00"),
    ];
    for (encoding, policy, bytes) in cases {
        let mut decoder = Decoder::new(encoding, policy);
        let bound = decoder.max_utf8_len(bytes.len()).unwrap();
        assert_eq!(
            decode(&mut decoder, &[bytes], 100).0.len(),
            bound,
            "{encoding:?} {policy:?}"
        );
    }
    let cases: [(Encoding, Policy<'_>, &[u16]); 7] = [
        (Encoding::Utf8, Policy::Fail, &[0x20AC; 3]),
        (Encoding::Ascii, Policy::With("[lack]"), &[0x20AC; 3]),
        (Encoding::Utf8, Policy::BackslashReplace, &[]),
        (Encoding::Utf16(Endian::Big), Policy::Drop, &[0x20AC; 3]),
        (Encoding::Utf32(Endian::Big), Policy::Drop, &[0x20AC; 3]),
        (Encoding::Ascii, Policy::Escape, &[0x20AC; 3]),
        (Encoding::Utf8, Policy::Escape, &[0xDC00; 3]),
    ];
    for (encoding, policy, units) in cases {
        let mut encoder = Encoder::new(encoding, policy);
        let bound = encoder.max_len_from_utf16(units.len()).unwrap();
        assert_eq!(
            encode_utf16(&mut encoder, &[units], 100).0.len(),
            bound,
            "{encoding:?} {policy:?}"
        );
    }
}

/// A replacement that did not fit belongs to what comes next.
#[test]
fn max_len_counts_a_replacement_that_did_not_fit() {
    for (dialect, c, len) in [
        (Encoding::Cesu8, '\u{1F600}', 6),
        (Encoding::Cesu8, '\u{20AC}', 3),
        (Encoding::ModifiedUtf8, '\0', 2),
    ] {
        let mut encoder = Encoder::new(dialect, Policy::Replace(c));
        let step = encoder.encode_utf16(&[0xDC00, 0x41], &mut [0; 0]);
        assert_eq!((step.read, step.stop), (1, Stop::OutputFull), "{dialect:?}");
        assert_eq!(encoder.max_len_from_utf16(0), Some(len), "{dialect:?}");
    }
}

#[test]
fn max_len_does_not_count_encodings_that_are_excluded() {
    let mut decoder = Decoder::new(Encoding::Utf8, Policy::Fail).with_signature(SignaturePolicy::Detect);
    // Five units of UTF-16, each of three bytes.
    assert_eq!(decoder.max_utf8_len(10), Some(15));
    assert_eq!(decoder.to_utf8(b"ab", &mut [0; 2]).stop, Stop::InputUsed);
    assert_eq!(decoder.max_utf8_len(10), Some(10));
}

#[test]
fn max_len_is_none_where_it_exceeds_usize() {
    let decoder = Decoder::new(Encoding::Latin1, Policy::Fail);
    assert_eq!(decoder.max_utf8_len(usize::MAX), None);
    assert_eq!(decoder.max_utf16_len(usize::MAX), Some(usize::MAX));
    let mut decoder = Decoder::new(Encoding::Utf8, Policy::Fail);
    assert_eq!(decoder.max_utf8_len(usize::MAX), Some(usize::MAX));
    let _ = decoder.to_utf8(b"\xE2", &mut [0; 0]);
    assert_eq!(decoder.max_utf8_len(usize::MAX), None);
    let encoder = Encoder::new(Encoding::Utf32(Endian::Little), Policy::Fail);
    assert_eq!(encoder.max_len(usize::MAX / 2), None);
    assert_eq!(encoder.max_len_from_utf16(usize::MAX / 2), None);
}

/// A policy that is not custom, and so a decoder, can be sent to another thread; and so can one with a custom policy.
#[test]
#[cfg_attr(target_family = "wasm", ignore = "WebAssembly has no threads")]
fn streams_can_be_sent_to_other_threads() {
    for policy in POLICIES {
        let mut decoder = Decoder::new(Encoding::Utf8, policy);
        let mut encoder = Encoder::new(Encoding::Utf8, policy);
        let written = std::thread::spawn(move || {
            let mut buffer = [0; 4];
            decoder.to_utf8(b"ab", &mut buffer[..]).written + encoder.encode("cd", &mut buffer).written
        });
        assert_eq!(written.join().unwrap(), 4);
    }
}

/// An iterator that is not used up marks errors ahead, which belong to no other piece.
#[test]
fn a_validator_forgets_errors_that_were_not_taken() {
    let bytes = [&[0xFF][..], &[b'a'; 20], &[0xFF; 3], &[b'a'; 60]].concat();
    let mut validator = Validator::new(Encoding::Utf8);
    assert_eq!(validator.errors(&bytes).next().unwrap().offset(), 0);
    let mut validator = validator.with_signature(SignaturePolicy::Detect);
    let offsets: Vec<_> = validator
        .errors(b"\xEF\xBBabc")
        .map(|error| error.offset())
        .collect();
    assert_eq!(offsets, [1]);
}

/// Returns damaged text in `encoding`: of some lengths, with few and with many errors.
fn damaged_texts(encoding: Encoding, random: &mut Random) -> Vec<Vec<u8>> {
    let mut texts = vec![b"\xEF\xBB\xBF\xFF\xFE".to_vec(), vec![0xFF; 300]];
    for interval in [1, 3, 8, 40, 300, 100_000] {
        let len = 1 + random.below(400);
        let text = random.text(len, 4);
        let mut bytes = encode(&mut Encoder::new(encoding, Policy::Drop), &text, 0, 4000).0;
        let times = bytes.len() / interval;
        random.damage(&mut bytes, times);
        texts.push(bytes);
    }
    texts
}

/// Some errors are taken from an iterator, or all, or one by a call, and each time the validator is where one is that is only
/// called.
#[test]
fn a_validator_continues_after_some_errors_of_an_iterator() {
    let mut random = Random::new(71);
    let mut taken = 0;
    for round in 0..40 {
        for (number, encoding) in ENCODINGS.into_iter().enumerate() {
            let signature = SIGNATURE_POLICIES[(round + number) % 4];
            for bytes in damaged_texts(encoding, &mut random) {
                let mut validator = Validator::new(encoding).with_signature(signature);
                let mut called = validator.clone();
                let mut bytes = &bytes[..];
                let longest = [3, 30, 2000][random.below(3)];
                while !bytes.is_empty() {
                    let mut piece = &bytes[..bytes.len().min(1 + random.below(longest))];
                    bytes = &bytes[piece.len()..];
                    while !piece.is_empty() {
                        let most = [0, 1, 1, 2, 5, usize::MAX][random.below(6)];
                        let mut errors = validator.errors(piece);
                        for _ in 0..most {
                            let step = called.push(piece);
                            piece = &piece[step.read..];
                            let actual = errors.next();
                            let Stop::IllFormed(expected) = step.stop else {
                                assert_eq!((actual, errors.next()), (None, None));
                                break;
                            };
                            assert_eq!(actual, Some(expected), "{encoding:?} {signature:?}");
                            assert_eq!(actual.unwrap().attempt(), expected.attempt());
                            taken += 1;
                        }
                        assert_eq!(validator.position(), called.position(), "{encoding:?}");
                        assert_eq!(validator.held(), called.held(), "{encoding:?}");
                        assert_eq!(validator.encoding(), called.encoding());
                        if random.below(3) == 0 {
                            let step = called.push(piece);
                            assert_eq!(validator.push(piece), step, "{encoding:?}");
                            piece = &piece[step.read..];
                        }
                    }
                }
                for _ in 0..2 {
                    assert_eq!(validator.finish(), called.finish());
                }
                assert_eq!(validator.position(), called.position());
            }
        }
    }
    assert!(taken > 100_000, "only {taken} errors: the texts test too little");
}

/// A decoder that doubles backslashes searches for the next one as far as the destination has room.
#[test]
fn backslashes_are_doubled_whatever_the_destination() {
    let mut random = Random::new(61);
    for distance in [1, 5, 100, 250, 1000, 5000] {
        let mut text = String::new();
        while text.len() < 10_000 {
            text.extend((0..random.below(2 * distance)).map(|_| ['a', 'é', '\u{5C5C}'][random.below(3)]));
            text.push('\\');
        }
        let expected = text.replace('\\', r"\\");
        for encoding in ENCODINGS {
            let mut encoder = Encoder::new(encoding, Policy::Fail);
            let mut bytes = vec![0; 8 * text.len()];
            let step = encoder.encode(&text, &mut bytes[..]);
            if step.stop != Stop::InputUsed {
                continue; // Latin-1 and ASCII lack the characters
            }
            for room in [4, 7, 43, 256, 1537, 4 * text.len()] {
                let mut decoder = Decoder::new(encoding, Policy::Escape);
                let (mut left, mut decoded, mut buffer) = (&bytes[..step.written], Vec::new(), vec![0; room]);
                loop {
                    let step = decoder.to_utf8(left, &mut buffer[..]);
                    left = &left[step.read..];
                    decoded.extend_from_slice(&buffer[..step.written]);
                    if step.stop == Stop::InputUsed {
                        break;
                    }
                    assert_eq!(step.stop, Stop::OutputFull);
                }
                assert!(decoded == expected.as_bytes(), "{encoding:?}, {distance}, {room}");
            }
        }
    }
}

#[test]
fn surrogates_that_a_replaced_error_divides_are_no_pair_wherever_the_text_is_cut() {
    let bytes = b"\xED\xA0\xBD\xFF\xED\xB0\x80a";
    for pieces in cuts(bytes) {
        let mut decoder = Decoder::new(Encoding::Wtf8, Policy::Drop);
        let mut units = vec![];
        for piece in &pieces {
            assert_eq!(decoder.to_utf16(piece, &mut units).stop, Stop::InputUsed);
        }
        assert_eq!(decoder.finish_utf16(&mut units).stop, Stop::InputUsed);
        assert_eq!(
            (&units[..], decoder.replaced()),
            (&[0xD83D, 0x61][..], 2),
            "{pieces:02X?}"
        );
    }
}

#[test]
fn what_follows_a_replacement_that_takes_more_is_not_next_to_its_sequence() {
    fn take_three(bytes: &[u8], _: ErrorKind) -> Option<Replacement<'static>> {
        Some(match bytes {
            [0x8F] => Replacement::char('x').taking(3),
            _ => Replacement::char('?'),
        })
    }
    let bytes = b"\x48\x8F\x03\xDB\xBF\x38";
    for pieces in cuts(bytes) {
        let mut decoder = Decoder::new(Encoding::AnnexR, Policy::Custom(&take_three));
        let mut text = String::new();
        for piece in &pieces {
            assert_eq!(decoder.to_utf8(piece, &mut text).stop, Stop::InputUsed);
        }
        assert_eq!(decoder.finish_utf8(&mut text).stop, Stop::InputUsed);
        assert_eq!((&*text, decoder.replaced()), ("Hx?8", 2), "{pieces:02X?}");
    }
}

/// An encoding that claims to have read more than there is.
#[derive(Clone, Copy)]
struct Liar;

impl Decode for Liar {
    type Unit = u8;

    fn description(&self) -> &'static Description {
        Encoding::Ascii.description()
    }

    fn decode(&mut self, _: &[u8], _: bool) -> Result<(u32, usize), DecodeError> {
        Ok((0x61, 1 << 30))
    }
}

impl<T: Encode> Convert<T> for Liar {}

#[test]
#[should_panic(expected = "an encoding claims more than its source")]
fn an_encoding_that_claims_too_much_panics_before_memory_is_reserved_for_it() {
    let mut stream = Stream::decoder(Policy::Fail);
    let _ = stream.step(&mut Liar, &mut Utf8, b"a", &mut Vec::new(), true);
}
