//! Tests of [`convert`] between any two encodings, against a model that goes number by number.

use utf8kit::stream::{Encoder, Stop};
use utf8kit::{ConvertErrorKind, Encoding, ErrorKind, Policy, Replacement, convert};
use utf8kit_test::{Random, is_thorough, step_if_emulated};

const POLICIES: [Policy<'static>; 7] = [
    Policy::Fail,
    Policy::Replace('\u{FFFD}'),
    Policy::Replace('?'),
    Policy::With("<é>"),
    Policy::Drop,
    Policy::Escape,
    Policy::BackslashReplace,
];

/// Returns `bytes` in the encoding `to`, or the offset at which the conversion stops, and the number of replacements.
fn modelled(bytes: &[u8], from: Encoding, to: Encoding, policy: Policy<'_>) -> Result<(Vec<u8>, u64), usize> {
    let has = |number: u32| to.encode_number(number, &mut [0; 6]).is_ok();
    let (mut numbers, mut replaced) = (vec![], 0);
    let mut replace = |replacement: Option<Replacement<'_>>, numbers: &mut Vec<u32>| {
        let text = replacement?.as_str().to_owned();
        replaced += 1;
        match (text.chars().all(|c| has(c.into())), policy) {
            (true, _) => numbers.extend(text.chars().map(u32::from)),
            (false, Policy::Replace(_)) => numbers.push('?'.into()),
            (false, _) => return None,
        }
        Some(())
    };
    for item in from.code_points(bytes) {
        match item {
            Ok(point) if has(point.number) => {
                numbers.push(point.number);
                if point.number == u32::from('\\') && policy.doubles_backslashes() {
                    numbers.push(point.number);
                }
            }
            Ok(point) => {
                let replacement = policy.replacement_of_number(point.number);
                replace(replacement, &mut numbers).ok_or(point.offset)?;
            }
            Err(error) => {
                let is_run = error.kind() == ErrorKind::UnexpectedContinuation;
                let first = if is_run { 1 } else { error.bytes().len() };
                let replacement = policy.replacement(&error.bytes()[..first], error.kind());
                replace(replacement, &mut numbers).ok_or(error.valid_up_to())?;
                // The bytes of a run after the first one are replaced only where each byte is.
                let run = error.error_len().unwrap_or(first);
                for &byte in &bytes[error.valid_up_to()..][first..run.max(first)] {
                    if let Policy::Escape | Policy::BackslashReplace = policy {
                        let text = policy.replacement(&[byte], error.kind()).unwrap();
                        numbers.extend(text.as_str().chars().map(u32::from));
                    }
                }
            }
        }
    }
    let mut encoder = Encoder::new(to, Policy::Fail);
    let mut encoded = vec![];
    assert_eq!(
        encoder.encode_code_points(&numbers, &mut encoded).stop,
        Stop::InputUsed
    );
    Ok((encoded, replaced))
}

/// Every pair of encodings and every policy, for texts with and without errors.
#[test]
fn every_pair_converts_as_number_by_number() {
    let mut random = Random::new(41);
    let mut with_errors = 0;
    let step = step_if_emulated(5);
    for round in (0..if is_thorough() { 400 } else { 24 }).step_by(step) {
        let len = random.below([8, 80, 700][round % 3]);
        let text = random.text(len, [1, 2, 4][round / 3 % 3]);
        for (i, &from) in Encoding::ALL.iter().enumerate() {
            let mut bytes = from.encode(&text, Policy::Replace('?')).unwrap().into_owned();
            for _ in 0..random.below(4) {
                if !bytes.is_empty() {
                    let at = random.below(bytes.len());
                    bytes[at] = random.choose(&[0x5C, 0x80, 0xED, 0xA0, 0xFC, 0xFF]);
                }
            }
            for (j, &to) in Encoding::ALL.iter().enumerate() {
                let policy = POLICIES[(round + i + j) % POLICIES.len()];
                let expected = modelled(&bytes, from, to, policy);
                with_errors += u64::from(!matches!(expected, Ok((_, 0))));
                let case = || format!("{from:?} to {to:?}, {policy:?}: {bytes:02X?}");
                let mut converted = b"before".to_vec();
                match (&expected, convert(&bytes, from, to, policy, &mut converted)) {
                    (Ok((expected, replaced)), Ok(done)) => {
                        assert_eq!(converted[6..], *expected, "{}", case());
                        assert_eq!(
                            (done.written, done.replaced),
                            (expected.len(), *replaced),
                            "{}",
                            case()
                        );
                    }
                    (Err(offset), Err(error)) => {
                        assert_eq!(
                            (error.read(), &*converted),
                            (*offset, &b"before"[..]),
                            "{}",
                            case()
                        );
                    }
                    (_, found) => panic!("{expected:02X?}, but {found:?}: {}", case()),
                }
                // A destination that is too short holds whole characters, and as many as fit.
                if let Ok((expected, replaced)) = &expected
                    && !expected.is_empty()
                {
                    let mut short = vec![0xA5; random.below(expected.len())];
                    let error = convert(&bytes, from, to, policy, &mut short[..]).unwrap_err();
                    assert_eq!(error.kind(), ConvertErrorKind::DestinationFull, "{}", case());
                    let written = error.written();
                    assert_eq!(short[..written], expected[..written], "{}", case());
                    // The longest are a replacement of six bytes, each escaped and written in four bytes.
                    assert!(short.len() - written < 6 * 4 * 4, "{}", case());
                    // What is read is what is written, and the conversion can go on from there.
                    let mut rest = vec![];
                    let done = convert(&bytes[error.read()..], from, to, policy, &mut rest).unwrap();
                    assert_eq!([&short[..written], &rest].concat(), *expected, "{}", case());
                    assert_eq!(error.replaced() + done.replaced, *replaced, "{}", case());
                }
            }
        }
    }
    assert!(
        with_errors * step as u64 > 500,
        "only {with_errors} conversions with errors"
    );
}

/// A kernel repairs the beginning, and the stream the end: a surrogate that may be half of a pair.
#[test]
fn replacements_of_the_kernel_and_of_the_stream_are_counted() {
    use utf8kit::Endian::{Big, Little};
    let units: Vec<u16> = (0..20_000u16)
        .map(|i| if i.is_multiple_of(50) { 0xDC00 } else { i % 0x80 })
        .chain([0xD800])
        .collect();
    let unpaired = |unit: &u16| if *unit < 0x80 { *unit } else { 0xFFFD };
    let replaced: Vec<u16> = units.iter().map(unpaired).collect();
    let bytes = |units: &[u16], endian| -> Vec<u8> {
        let of = |unit: &u16| match endian {
            Big => unit.to_be_bytes(),
            Little => unit.to_le_bytes(),
        };
        units.iter().flat_map(of).collect()
    };
    for (from, to) in [(Big, Big), (Big, Little), (Little, Big), (Little, Little)] {
        let source = bytes(&units, from);
        let (mut text, policy) = (Vec::new(), Policy::Replace('\u{FFFD}'));
        let done = convert(
            &source,
            Encoding::Utf16(from),
            Encoding::Utf16(to),
            policy,
            &mut text,
        )
        .unwrap();
        assert!(text == bytes(&replaced, to), "{from:?} to {to:?}");
        assert_eq!(
            (done.written, done.replaced),
            (text.len(), 401),
            "{from:?} to {to:?}"
        );
        let error = convert(
            &source,
            Encoding::Utf16(from),
            Encoding::Utf16(to),
            policy,
            &mut [0; 999],
        )
        .unwrap_err();
        assert_eq!(error.kind(), ConvertErrorKind::DestinationFull);
        assert_eq!((error.read(), error.written()), (998, 998), "{from:?} to {to:?}");
    }
}
