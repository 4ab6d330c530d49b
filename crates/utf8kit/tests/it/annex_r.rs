//! Tests of Annex R of ISO/IEC 10646-1 (Amendment 2), by clause.
//!
//! The printed annex has three slips. The row of two bytes in table 1 ends at `0000 07FF`. The last row of tables 2 and 3 is
//! `7FFF FFFF`, in six bytes: `FD BF BF BF BF BF`. First bytes end at `FD`, where R.7 prints "C0 .. FB".

use crate::whole::Whole as _;
use utf8kit::stream::{Decoder, Stop, Validator};
use utf8kit::{Encoding, ErrorKind, Policy, Replacement, Subset};
use utf8kit_test::{Random, Sample, step_if_emulated};

/// The dialects of 1 to 6 bytes.
const DIALECTS: [Encoding; 3] = [Encoding::Rfc2279, Encoding::AnnexR, Encoding::AnnexR5];

/// Returns the numbers that a reader makes of `pieces`.
fn read(mut reader: Decoder<'_>, pieces: &[&[u8]]) -> Vec<u32> {
    let (mut numbers, mut buffer) = (Vec::new(), [0; 256]);
    for piece in pieces {
        let step = reader.to_code_points(piece, &mut buffer);
        assert_eq!((step.read, step.stop), (piece.len(), Stop::InputUsed));
        numbers.extend(&buffer[..step.written]);
    }
    let step = reader.finish_code_points(&mut buffer);
    assert_eq!(step.stop, Stop::InputUsed);
    numbers.extend(&buffer[..step.written]);
    numbers
}

/// Returns the text that a decoder makes of `pieces`.
fn decode(mut decoder: Decoder<'_>, pieces: &[&[u8]]) -> String {
    let (mut text, mut buffer) = (Vec::new(), [0; 256]);
    for piece in pieces {
        let step = decoder.to_utf8(piece, &mut buffer);
        assert_eq!((step.read, step.stop), (piece.len(), Stop::InputUsed));
        text.extend(&buffer[..step.written]);
    }
    let step = decoder.finish_utf8(&mut buffer);
    assert_eq!(step.stop, Stop::InputUsed);
    text.extend(&buffer[..step.written]);
    String::from_utf8(text).unwrap()
}

/// R.4 and R.5, in their arithmetic: numbers of each length become the bytes that division by 64 gives, and back.
#[test]
fn numbers_map_to_bytes_by_the_arithmetic_of_r4_and_r5() {
    let mut random = Random::new(41);
    for round in 0..20_000 {
        let number = match round {
            // Each bit alone, and with all bits below it.
            0..31 => 1 << round,
            31..62 => u32::MAX >> (62 - round),
            _ => (random.next() as u32) >> (1 + random.below(31)),
        };
        if (0xD800..0xE000).contains(&number) {
            continue;
        }
        // The offsets of the first bytes, and the largest number, of each length.
        let rows = [
            (0x00, 0x7F),
            (0xC0, 0x7FF),
            (0xE0, 0xFFFF),
            (0xF0, 0x1F_FFFF),
            (0xF8, 0x3FF_FFFF),
            (0xFC, 0x7FFF_FFFF),
        ];
        let tail_len = rows.iter().position(|(_, last)| number <= *last).unwrap();
        let mut expected = vec![rows[tail_len].0 + (number / 64u32.pow(tail_len as u32)) as u8];
        expected.extend(
            (0..tail_len as u32)
                .rev()
                .map(|place| 0x80 + (number / 64u32.pow(place) % 64) as u8),
        );
        for dialect in DIALECTS {
            assert_eq!(
                dialect.encode_number(number, &mut [0; 6]),
                Ok(&*expected),
                "{number:#X}"
            );
            let mut back = [0; 1];
            assert_eq!(dialect.to_code_points(&expected, &mut back), Ok(1));
            assert_eq!(back[0], number);
        }
    }
}

/// R.4 never makes a sequence that is longer than necessary. RFC 2279 and Annex R reject each, and only R.5 by its letter reads
/// it, with a remark.
#[test]
fn longer_sequences_are_read_by_the_letter_of_r5_only() {
    let numbers = [
        0, 0x2F, 0x7F, 0x80, 0x7FF, 0x800, 0xFFFD, 0x1_0000, 0x10_FFFF, 0x1F_FFFF, 0x20_0000, 0x3FF_FFFF,
    ];
    let mut checked = 0;
    for number in numbers {
        let shortest = Encoding::AnnexR.encode_number(number, &mut [0; 6]).unwrap().len();
        for len in shortest + 1..=6 {
            let mut bytes =
                vec![!(0xFF >> len) | number.checked_shr(6 * (len as u32 - 1)).unwrap_or(0) as u8];
            bytes.extend(
                (0..len as u32 - 1)
                    .rev()
                    .map(|place| 0x80 | (number >> (6 * place) & 0x3F) as u8),
            );
            for dialect in [Encoding::Rfc2279, Encoding::AnnexR] {
                let error = dialect.validate(&bytes).unwrap_err();
                assert_eq!(
                    (error.kind(), error.valid_up_to()),
                    (ErrorKind::Overlong, 0),
                    "{bytes:02X?}"
                );
                let mut reader = Decoder::new(dialect, Policy::Fail);
                let mut stops = bytes
                    .chunks(1)
                    .map(|byte| reader.to_code_points(byte, &mut [0; 4]).stop);
                assert!(
                    stops.any(|stop| matches!(stop, Stop::IllFormed(_))),
                    "{bytes:02X?}"
                );
            }
            let point = Encoding::AnnexR5.code_points(&bytes).next().unwrap().unwrap();
            assert_eq!((point.number, point.len), (number, len), "{bytes:02X?}");
            assert_eq!(point.remark, Some(ErrorKind::Overlong), "{bytes:02X?}");
            checked += 1;
        }
    }
    assert_eq!(checked, 3 * 5 + 2 * 4 + 2 * 3 + 3 * 2 + 2);
}

/// First bytes end at `FD`: each byte `C0` to `FD` begins a sequence, and `FE` and `FF` begin none.
#[test]
fn first_bytes_end_at_fd() {
    for first in 0..=0xFF_u8 {
        let len = match first {
            0x00..=0x7F => Some(1),
            0x80..=0xBF | 0xFE..=0xFF => None,
            _ => Some(first.leading_ones() as usize),
        };
        assert_eq!(Encoding::AnnexR5.sequence_len(first), len, "{first:02X}");
        // R.4 never writes `C0` and `C1`.
        let written = len.filter(|_| !matches!(first, 0xC0 | 0xC1));
        assert_eq!(Encoding::AnnexR.sequence_len(first), written, "{first:02X}");
        if let Some(len) = written {
            let bytes = [&[first][..], &vec![0xBF; len - 1]].concat();
            let is_surrogate = first == 0xED;
            assert_eq!(Encoding::AnnexR.is_valid(&bytes), !is_surrogate, "{bytes:02X?}");
        }
    }
}

/// What the bytes of a text are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Part {
    Number(u32),
    Malformed,
}

/// Divides `bytes` as R.7 prints it, and returns the parts with their lengths. All sequences in it must be the shortest ones.
fn divided(bytes: &[u8]) -> Vec<(Part, usize)> {
    let mut parts = Vec::new();
    let mut rest = bytes;
    while let Some(&first) = rest.first() {
        let continuing = |bytes: &[u8]| {
            bytes
                .iter()
                .take_while(|byte| (0x80..=0xBF).contains(*byte))
                .count()
        };
        let part = match first {
            0x00..=0x7F => (Part::Number(u32::from(first)), 1),
            // A run of surplus continuation bytes is one malformed sequence.
            0x80..=0xBF => (Part::Malformed, continuing(rest)),
            // Each `FE` and each `FF` is one.
            0xFE..=0xFF => (Part::Malformed, 1),
            _ => {
                let required = first.leading_ones() as usize - 1;
                let bits = u32::from(first) & (0x3F >> required);
                match continuing(&rest[1..]).min(required) {
                    found if found < required => (Part::Malformed, 1 + found),
                    found => {
                        let number = rest[1..=found]
                            .iter()
                            .fold(bits, |number, byte| number * 64 + u32::from(byte & 0x3F));
                        (Part::Number(number), 1 + found)
                    }
                }
            }
        };
        parts.push(part);
        rest = &rest[part.1..];
    }
    parts
}

/// Returns texts of malformed sequences of every kind, beside each other and beside characters.
fn malformed_texts() -> Vec<Vec<u8>> {
    let mut pieces: Vec<Vec<u8>> = vec![
        b"a".to_vec(),
        b"\\".to_vec(),
        b"\xFE".to_vec(),
        b"\xFF".to_vec(),
        vec![0x80; 9],
    ];
    for complete in [
        "\u{E9}".as_bytes(),
        "\u{20AC}".as_bytes(),
        b"\xF1\x80\x80\x80",
        b"\xF9\x80\x80\x80\x80",
        b"\xFD\x80\x80\x80\x80\x80",
    ] {
        pieces.extend((1..=complete.len()).map(|len| complete[..len].to_vec()));
    }
    pieces.extend((1..4).map(|len| vec![0xBF; len]));
    let mut texts = vec![];
    for first in &pieces {
        for second in &pieces {
            texts.push([&first[..], second].concat());
            texts.extend(
                pieces
                    .iter()
                    .step_by(3)
                    .map(|third| [&first[..], second, third].concat()),
            );
        }
    }
    texts
}

/// Returns what `policy` writes instead of a malformed sequence, as the policies are defined. A custom policy writes `?`.
fn replacement(policy: &Policy<'_>, bytes: &[u8]) -> String {
    let each = |write: &dyn Fn(u8) -> String| bytes.iter().map(|byte| write(*byte)).collect();
    match policy {
        Policy::Replace(c) => c.to_string(),
        Policy::Drop => String::new(),
        Policy::Escape => each(&|byte| format!(r"\x{byte:02X}")),
        Policy::BackslashReplace => each(&|byte| format!(r"\x{byte:02x}")),
        Policy::Legacy(table) => each(&|byte| table[usize::from(byte - 0x80)].to_string()),
        _ => "?".to_owned(),
    }
}

/// Returns the numbers of `bytes`, which are divided into `parts`, with those of the replacements between them.
fn replaced(policy: &Policy<'_>, bytes: &[u8], parts: &[(Part, usize)]) -> Vec<u32> {
    let (mut numbers, mut at) = (vec![], 0);
    for &(part, len) in parts {
        match part {
            Part::Number(0x5C) if policy.doubles_backslashes() => numbers.extend([0x5C, 0x5C]),
            Part::Number(number) => numbers.push(number),
            Part::Malformed => {
                numbers.extend(replacement(policy, &bytes[at..at + len]).chars().map(u32::from))
            }
        }
        at += len;
    }
    numbers
}

/// Returns each policy that replaces.
fn policies(legacy: &[char; 128]) -> [Policy<'_>; 6] {
    [
        Policy::Replace('\u{FFFD}'),
        Policy::Drop,
        Policy::Escape,
        Policy::BackslashReplace,
        Policy::Legacy(legacy),
        Policy::Custom(&|_, _| Some(Replacement::char('?'))),
    ]
}

/// A table for [`Policy::Legacy`].
fn legacy() -> [char; 128] {
    std::array::from_fn(|i| char::from_u32(0x400 + i as u32).unwrap())
}

/// The division itself: by code points, by the first error, and by a validator that is given the text in two pieces.
#[test]
fn malformed_text_is_divided_as_r7_prints_it() {
    for bytes in malformed_texts() {
        let parts = divided(&bytes);
        let mut found = vec![];
        for point in Encoding::AnnexR.code_points(&bytes) {
            found.push(match point {
                Ok(point) => (Part::Number(point.number), point.len),
                Err(error) => (
                    Part::Malformed,
                    error.error_len().unwrap_or(bytes.len() - error.valid_up_to()),
                ),
            });
        }
        assert_eq!(found, parts, "{bytes:02X?}");
        assert_eq!(Encoding::AnnexR.count(&bytes), parts.len(), "{bytes:02X?}");
        let valid = parts
            .iter()
            .take_while(|(part, _)| *part != Part::Malformed)
            .map(|(_, len)| len)
            .sum();
        let up_to = Encoding::AnnexR
            .validate(&bytes)
            .map_or_else(|error| error.valid_up_to(), |()| bytes.len());
        assert_eq!(up_to, valid, "{bytes:02X?}");
        for cut in 0..=bytes.len() {
            let mut validator = Validator::new(Encoding::AnnexR);
            let first = [&bytes[..cut], &bytes[cut..]]
                .into_iter()
                .map(|piece| validator.push(piece).stop);
            let stop = first
                .collect::<Vec<_>>()
                .into_iter()
                .find(|stop| *stop != Stop::InputUsed);
            let stop = stop.unwrap_or_else(|| validator.finish().stop);
            match stop {
                Stop::InputUsed => assert_eq!(valid, bytes.len(), "{bytes:02X?} cut at {cut}"),
                Stop::IllFormed(error) => {
                    assert_eq!(error.offset(), valid as u64, "{bytes:02X?} cut at {cut}")
                }
                stop => panic!("{stop:?}"),
            }
        }
    }
}

/// Each policy gives one replacement for each malformed sequence, wherever a reader's text is cut. A character outside the
/// adopted subset is treated like a malformed sequence.
#[test]
fn a_policy_gives_one_replacement_for_each_malformed_sequence() {
    let (legacy, ascii) = (legacy(), Subset::new(&[0..=0x7F]));
    let mut sample = Sample::new();
    for bytes in malformed_texts().into_iter().step_by(step_if_emulated(7)) {
        let all = divided(&bytes);
        let outside = |part| match part {
            Part::Number(0x80..) => Part::Malformed,
            part => part,
        };
        let in_ascii: Vec<_> = all.iter().map(|&(part, len)| (outside(part), len)).collect();
        for policy in policies(&legacy) {
            let reader = Decoder::new(Encoding::AnnexR, policy);
            for (reader, parts) in [(reader.clone(), &all), (reader.within(&ascii), &in_ascii)] {
                let expected = replaced(&policy, &bytes, parts);
                for cut in sample.numbers(0..=bytes.len()) {
                    let found = read(reader.clone(), &[&bytes[..cut], &bytes[cut..]]);
                    assert_eq!(found, expected, "{policy:?} {bytes:02X?} cut at {cut}");
                }
                let mut reader = reader;
                for byte in bytes.chunks(1) {
                    assert_eq!(reader.to_code_points(byte, &mut [0; 64]).stop, Stop::InputUsed);
                }
                assert_eq!(reader.finish_code_points(&mut [0; 64]).stop, Stop::InputUsed);
                let malformed = parts.iter().filter(|(part, _)| *part == Part::Malformed).count();
                assert_eq!(reader.replaced(), malformed as u64, "{policy:?} {bytes:02X?}");
            }
        }
    }
}

/// The same for text: in functions on whole texts, and in decoders of streams cut anywhere.
#[test]
fn text_has_one_replacement_for_each_malformed_sequence() {
    let (legacy, ascii) = (legacy(), Subset::new(&[0..=0x7F]));
    let annex_r = Encoding::AnnexR;
    let mut decoded = 0;
    let mut sample = Sample::new();
    let step = step_if_emulated(7);
    for bytes in malformed_texts().into_iter().step_by(step) {
        let parts = divided(&bytes);
        if parts
            .iter()
            .any(|(part, _)| matches!(part, Part::Number(0x11_0000..)))
        {
            continue;
        }
        decoded += 1;
        for policy in policies(&legacy) {
            let numbers = replaced(&policy, &bytes, &parts);
            let text: String = numbers
                .into_iter()
                .map(|number| char::from_u32(number).unwrap())
                .collect();
            let case = || format!("{policy:?} {bytes:02X?}");
            assert_eq!(
                Encoding::AnnexR.decode(&bytes, policy).unwrap(),
                text,
                "{}",
                case()
            );
            for cut in sample.numbers(0..=bytes.len()) {
                let found = decode(Decoder::new(annex_r, policy), &[&bytes[..cut], &bytes[cut..]]);
                assert_eq!(found, text, "{} cut at {cut}", case());
            }
            let single_bytes: Vec<&[u8]> = bytes.chunks(1).collect();
            let found = decode(Decoder::new(annex_r, policy), &single_bytes);
            assert_eq!(found, text, "{} in single bytes", case());
        }
        // A text within a subset, of which each character outside is replaced.
        let decoder = Decoder::new(annex_r, Policy::Replace('?')).within(&ascii);
        let within = decode(decoder, &[&bytes]);
        let is_ascii = |part: &Part| matches!(part, Part::Number(0..=0x7F));
        let expected = parts.iter().filter(|(part, _)| !is_ascii(part)).count();
        assert_eq!(
            (within.matches('?').count(), within.len()),
            (expected, parts.len()),
            "{bytes:02X?}"
        );
    }
    assert!(decoded * step > 5000, "only {decoded} texts");
}

/// Without a replacement, a stream stops once for each malformed sequence, and goes on after it.
#[test]
fn a_stream_without_replacement_stops_once_for_each_malformed_sequence() {
    for bytes in malformed_texts().into_iter().step_by(step_if_emulated(5)) {
        let parts = divided(&bytes);
        let mut expected = vec![];
        let mut at = 0;
        for (part, len) in &parts {
            if *part == Part::Malformed {
                expected.push(at as u64);
            }
            at += len;
        }
        for cut in 0..=bytes.len() {
            let mut reader = Decoder::new(Encoding::AnnexR, Policy::Fail);
            let mut offsets = vec![];
            for mut piece in [&bytes[..cut], &bytes[cut..]] {
                loop {
                    let step = reader.to_code_points(piece, &mut [0; 64]);
                    piece = &piece[step.read..];
                    match step.stop {
                        Stop::IllFormed(error) => offsets.push(error.offset()),
                        stop => break assert_eq!(stop, Stop::InputUsed),
                    }
                }
            }
            while let Stop::IllFormed(error) = reader.finish_code_points(&mut [0; 64]).stop {
                offsets.push(error.offset());
            }
            assert_eq!(offsets, expected, "{bytes:02X?} cut at {cut}");
        }
    }
}
