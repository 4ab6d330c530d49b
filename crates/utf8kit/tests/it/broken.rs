//! Tests that every tier replaces errors as the reference engine does, on text full of errors.

use crate::limits::last_bytes;
use utf8kit::stream::{Decoder, Stop, Validator};
use utf8kit::{Encoding, ErrorKind, Lossy, Policy, Replacement, tiers, utf8};
use utf8kit_test::{Random, Sample, step_if_emulated};

/// Returns random bytes at the limits of the ranges that the standard distinguishes: lead bytes, continuations, and bytes
/// that never occur.
fn noise(random: &mut Random, len: usize) -> Vec<u8> {
    const LIMITS: [u8; 24] = [
        0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xEC, 0xED, 0xEE,
        0xEF, 0xF0, 0xF1, 0xF3, 0xF4, 0xF5, 0xFF,
    ];
    (0..len).map(|_| LIMITS[random.below(LIMITS.len())]).collect()
}

/// Returns random bytes and damaged text. The longer ones have many vectors in a row without an error.
fn samples() -> Vec<Vec<u8>> {
    let mut random = Random::new(11);
    let mut samples = Vec::new();
    for round in 0..600 {
        let len = if round % 20 == 0 { 6000 } else { random.below(700) };
        samples.push(noise(&mut random, len));
        samples.push((0..len).map(|_| random.next() as u8).collect());
        for interval in [2, 5, 20, 100, 1500] {
            let max_len = 1 + random.below(4);
            let mut bytes = random.text(len / 2, max_len).into_bytes();
            let times = bytes.len() / interval;
            random.damage(&mut bytes, times);
            samples.push(bytes);
        }
    }
    samples
}

/// Returns all samples in a thorough run, otherwise the first ones.
fn some_samples() -> impl Iterator<Item = Vec<u8>> {
    let samples = samples();
    let count = Sample::new().rounds(samples.len());
    samples.into_iter().take(count)
}

#[test]
fn every_tier_replaces_what_the_reference_replaces() {
    let (mut actual, mut reference) = (vec![0; 3 * 8000 + 8], vec![0; 3 * 8000 + 8]);
    let (mut units, mut reference_units) = (vec![0; 8000], vec![0; 8000]);
    let mut replaced = 0;
    let step = step_if_emulated(5);
    for bytes in samples().into_iter().step_by(step) {
        let expected = tiers::reference_utf8_to_utf8_lossy(&bytes, &mut reference).unwrap();
        assert_eq!(
            &reference[..expected.written],
            String::from_utf8_lossy(&bytes).as_bytes()
        );
        let expected_units = tiers::reference_utf8_to_utf16_lossy(&bytes, &mut reference_units).unwrap();
        replaced += expected.replaced;
        for tier in tiers::available() {
            let done = tiers::utf8_to_utf8_lossy(tier, &bytes, &mut actual).unwrap();
            assert_eq!(done, expected, "{tier}: {} bytes", bytes.len());
            assert!(
                actual[..done.written] == reference[..done.written],
                "{tier}: {} bytes",
                bytes.len()
            );

            let done = tiers::utf8_to_utf16_lossy(tier, &bytes, &mut units).unwrap();
            assert_eq!(done, expected_units, "{tier}: {} bytes", bytes.len());
            assert!(
                units[..done.written] == reference_units[..done.written],
                "{tier}: {} bytes",
                bytes.len()
            );
        }
    }
    assert!(
        replaced * step > 100_000,
        "only {replaced} errors: the samples test too little"
    );
}

#[test]
fn every_tier_fills_a_destination_as_far_as_the_reference_and_not_beyond() {
    let mut random = Random::new(12);
    for round in 0..40 {
        let mut bytes = noise(&mut random, 300 + round);
        bytes.extend_from_slice(random.text(400, 4).as_bytes());
        let len = String::from_utf8_lossy(&bytes).len();
        let (mut actual, mut reference) = (vec![0xEE; len + 64], vec![0; len]);
        for size in [
            len,
            len - 1,
            len - 2,
            len - 3,
            len / 2,
            len / 3,
            257,
            256,
            100,
            random.below(len),
        ] {
            let expected = tiers::reference_utf8_to_utf8_lossy(&bytes, &mut reference[..size]);
            for tier in tiers::available() {
                actual.fill(0xEE);
                let done = tiers::utf8_to_utf8_lossy(tier, &bytes, &mut actual[..size]);
                assert_eq!(done, expected, "{tier}, destination of {size} bytes");
                let written = match done {
                    Ok(Lossy { written, .. }) => written,
                    Err(full) => full.written(),
                };
                assert_eq!(
                    actual[..written],
                    reference[..written],
                    "{tier}, destination of {size} bytes"
                );
                assert!(
                    actual[size..].iter().all(|&byte| byte == 0xEE),
                    "{tier}, destination of {size} bytes"
                );
            }
        }
    }
}

/// Policies that depend neither on the kind of the error nor on anything before.
fn policies() -> Vec<Policy<'static>> {
    static UPPER_HALF: [char; 128] = ['ÿ'; 128];
    vec![
        Policy::Replace('?'),
        Policy::Replace('\u{FFFD}'),
        Policy::Drop,
        Policy::Escape,
        Policy::BackslashReplace,
        Policy::Legacy(&UPPER_HALF),
        Policy::Custom(&|bytes, kind| Some(format!("<{} {}>", bytes.len(), kind.name()).into())),
        // One byte of the sequence, and two bytes more than it has.
        Policy::Custom(&|_, _| Some(Replacement::char('1').taking(1))),
        Policy::Custom(&|bytes, _| Some(Replacement::char('2').taking(bytes.len() + 2))),
    ]
}

/// Returns what `policy` makes of `bytes`, from one error of the standard library to the next.
fn repaired(bytes: &[u8], policy: Policy) -> String {
    let (mut text, mut at) = (String::new(), 0);
    while let Some(chunk) = bytes[at.min(bytes.len())..].utf8_chunks().next() {
        match policy.doubles_backslashes() {
            true => text.push_str(&chunk.valid().replace('\\', r"\\")),
            false => text.push_str(chunk.valid()),
        }
        at += chunk.valid().len();
        if chunk.invalid().is_empty() {
            break;
        }
        let kind = utf8::validate(&bytes[at..]).unwrap_err().kind();
        let replacement = policy.replacement(chunk.invalid(), kind).unwrap();
        text.push_str(replacement.as_str());
        at += replacement.taken(chunk.invalid().len());
    }
    text
}

#[test]
fn chunks_are_those_of_std() {
    for bytes in some_samples() {
        let mut chunks = utf8::chunks(&bytes);
        let mut offset = 0;
        for expected in bytes.utf8_chunks() {
            let chunk = chunks.next().unwrap();
            assert_eq!(
                (chunk.text(), chunk.ill_formed()),
                (expected.valid(), expected.invalid())
            );
            offset += expected.valid().len();
            match chunk.error() {
                Some(error) => {
                    assert_eq!(error.valid_up_to(), offset);
                    assert_eq!(error.bytes(), expected.invalid());
                    assert_eq!(error.kind(), utf8::validate(&bytes[offset..]).unwrap_err().kind());
                }
                None => assert!(expected.invalid().is_empty()),
            }
            offset += expected.invalid().len();
        }
        assert_eq!(chunks.next(), None);
    }
}

#[test]
fn a_clone_of_chunks_goes_on_alone() {
    let bytes = b"a\xFFb\xFEc\xFF".repeat(100);
    let mut chunks = utf8::chunks(&bytes);
    for left in (1..=300).rev() {
        let clone = chunks.clone();
        chunks.next();
        assert_eq!(clone.count(), left);
    }
    assert_eq!(chunks.count(), 0);
}

/// The errors are the same in one piece, in pieces that go on after each error, and in pieces of random lengths.
#[test]
fn a_validator_finds_the_errors_of_chunks() {
    let mut random = Random::new(17);
    for bytes in some_samples() {
        let expected: Vec<_> = utf8::chunks(&bytes).filter_map(|chunk| chunk.error()).collect();
        for most in [usize::MAX, 100, 7000] {
            let mut validator = Validator::new(Encoding::Utf8);
            let mut errors = Vec::new();
            let mut rest = &bytes[..];
            while !rest.is_empty() {
                let piece = &rest[..rest.len().min(1 + random.below(most.min(8000)))];
                if random.below(2) == 0 {
                    errors.extend(validator.errors(piece));
                    rest = &rest[piece.len()..];
                    continue;
                }
                // Most callers pass the rest of the piece after an error, and some a shorter or longer one.
                let step = validator.push(if most == usize::MAX { rest } else { piece });
                rest = &rest[step.read..];
                if let Stop::IllFormed(error) = step.stop {
                    errors.push(error);
                }
            }
            while let Stop::IllFormed(error) = validator.finish().stop {
                errors.push(error);
            }
            assert_eq!(errors.len(), expected.len());
            for (error, expected) in errors.iter().zip(&expected) {
                assert_eq!(error.offset(), expected.valid_up_to() as u64);
                assert_eq!((error.bytes(), error.kind()), (expected.bytes(), expected.kind()));
            }
        }
    }
}

/// Returns the errors of `bytes`, found by the standard library, with the kind that a validation from there on reports.
fn errors_of(bytes: &[u8]) -> Vec<(u64, Vec<u8>, ErrorKind)> {
    let (mut errors, mut at) = (Vec::new(), 0);
    for chunk in bytes.utf8_chunks() {
        at += chunk.valid().len();
        if let Err(error) = utf8::validate(&bytes[at..]) {
            errors.push((at as u64, chunk.invalid().to_vec(), error.kind()));
        }
        at += chunk.invalid().len();
    }
    errors
}

/// Returns the errors of `bytes` that a validator finds in one piece and at the end.
fn validated(bytes: &[u8]) -> Vec<(u64, Vec<u8>, ErrorKind)> {
    let mut validator = Validator::new(Encoding::Utf8);
    let mut errors: Vec<_> = validator.errors(bytes).collect();
    assert_eq!(
        validator.position(),
        (bytes.len() - validator.held().len()) as u64
    );
    if let Stop::IllFormed(error) = validator.finish().stop {
        errors.push(error);
    }
    errors
        .iter()
        .map(|error| (error.offset(), error.bytes().to_vec(), error.kind()))
        .collect()
}

/// Marks of errors are in words of 64 bytes, of which up to eight are searched at once. The last bytes of a text are
/// searched differently.
#[test]
fn a_validator_finds_each_error_at_every_distance_from_the_one_before_and_from_the_end() {
    let sequences: [&[u8]; 14] = [
        b"\xFF",
        b"\x80",
        b"\xC0",
        b"\xC3",
        b"\xE0\x80",
        b"\xED\xA0\x80",
        b"\xF0\x8F",
        b"\xF4\x90",
        b"\xF5",
        b"\xE2\x82",
        b"\xF0\x9F",
        b"\xF0\x9F\x98",
        b"\xE2\x82\xF0\x9F\x98\xC3",
        b"\xFF\xFF\xE1\x80",
    ];
    for filler in ["a", "\u{E9}"] {
        for before in (0..=200).chain(430..=530).step_by(step_if_emulated(5)) {
            for sequence in sequences {
                let text = filler.repeat(before);
                let start = [b"\xFF", text.as_bytes(), sequence].concat();
                for after in [0, 1, 2, 3, 4, 5, 6, 7, 8, 70] {
                    let bytes = [&start[..], filler.repeat(after).as_bytes()].concat();
                    assert_eq!(
                        validated(&bytes),
                        errors_of(&bytes),
                        "{before} times {filler}, {sequence:02X?}, {after}"
                    );
                }
            }
        }
    }
}

#[test]
fn a_validator_reports_the_kind_of_every_sequence_of_two_bytes() {
    for first in 0x80..=0xFF {
        for second in last_bytes() {
            for rest in [b"aa", b"\x80a", b"\xBF\x80", b"\xC3a", b"\xFF\xFF"] {
                let bytes = [&[0xFF, first, second][..], rest, b"aaaaaaaaaaaaaaaaaaaa"].concat();
                assert_eq!(validated(&bytes), errors_of(&bytes), "{bytes:02X?}");
            }
        }
    }
}

/// Up to 32 bytes between two errors are copied differently from more, and from those at the end, and so are replacements of up
/// to 16 bytes.
#[test]
fn policies_repair_text_of_every_length_between_errors() {
    // Of one to four bytes.
    static LEGACY: [char; 128] = {
        let mut table = ['a'; 128];
        (table[0x7F], table[0x02], table[0x1F]) = ('\u{E9}', '\u{4E2D}', '\u{1F600}');
        table
    };
    for policy in [
        Policy::Replace('?'),
        Policy::Replace('\u{1F600}'),
        Policy::With(""),
        Policy::With("[ill-formed utf]"),
        Policy::With("[ill-formed UTF8]"),
        Policy::Drop,
        Policy::Escape,
        Policy::BackslashReplace,
        Policy::Legacy(&LEGACY),
    ] {
        for sequence in [&b"\xFF"[..], b"\xE2\x82", b"\xF0\x9F\x98"] {
            for distance in 0..=70 {
                for after in (0..=40).step_by(3) {
                    let between = [sequence, &b"abcdefghij\\".repeat(7)[..distance]].concat();
                    let bytes = [&between.repeat(3)[..], &b"x".repeat(after)].concat();
                    assert_eq!(
                        utf8::repair_with(&bytes, policy).unwrap(),
                        repaired(&bytes, policy)
                    );
                }
            }
        }
        // What is written is longer than the bytes.
        let bytes = b"\xFF".repeat(5000);
        assert_eq!(
            utf8::repair_with(&bytes, policy).unwrap(),
            repaired(&bytes, policy)
        );
    }
}

/// A validator reads what it is given, also if the rest of a piece has become another text.
#[test]
fn a_validator_does_not_trust_a_buffer_that_changes() {
    let mut buffer = b"\xFFaaa\xFFaaaa\xFFaaaaa\xFF".repeat(20);
    let mut validator = Validator::new(Encoding::Utf8);
    let read = validator.push(&buffer).read;
    buffer.fill(b'b');
    assert_eq!(validator.push(&buffer[read..]).stop, Stop::InputUsed);
    assert_eq!(validator.position(), buffer.len() as u64);

    let mut validator = Validator::new(Encoding::Utf8);
    let read = validator.push(b"\xFF").read + validator.push(&buffer).read;
    assert_eq!(read, 1 + buffer.len());
    buffer.fill(0xFF);
    assert!(matches!(validator.push(&buffer).stop, Stop::IllFormed(_)));
}

#[test]
fn policies_repair_from_error_to_error() {
    let mut random = Random::new(23);
    let mut text = vec![0; 400_000];
    let mut units = vec![0; 400_000];
    for bytes in some_samples().step_by(3 * step_if_emulated(3)) {
        for policy in policies() {
            let expected = repaired(&bytes, policy);
            assert_eq!(utf8::repair_with(&bytes, policy).unwrap(), expected);

            // In a stream, whose pieces and destinations have random lengths.
            let mut decoder = Decoder::new(Encoding::Utf8, policy);
            let mut decoder16 = decoder.clone();
            let (mut read, mut read16, mut written, mut written16) = (0, 0, 0, 0);
            let pieces = [60, 1000, 100_000][random.below(3)];
            while read < bytes.len() {
                let piece = &bytes[read..bytes.len().min(read + 1 + random.below(pieces))];
                let len = 6 + random.below(2 * pieces);
                let step = decoder.to_utf8(piece, &mut text[written..][..len]);
                (read, written) = (read + step.read, written + step.written);
            }
            while read16 < bytes.len() {
                let piece = &bytes[read16..bytes.len().min(read16 + 1 + random.below(pieces))];
                let len = 6 + random.below(2 * pieces);
                let step = decoder16.to_utf16(piece, &mut units[written16..][..len]);
                (read16, written16) = (read16 + step.read, written16 + step.written);
            }
            written += decoder.finish_utf8(&mut text[written..]).written;
            written16 += decoder16.finish_utf16(&mut units[written16..]).written;
            assert!(
                text[..written] == *expected.as_bytes(),
                "{policy:?}: {bytes:02X?}"
            );
            assert!(
                units[..written16].iter().copied().eq(expected.encode_utf16()),
                "{policy:?}: {bytes:02X?}"
            );
        }
    }
}
