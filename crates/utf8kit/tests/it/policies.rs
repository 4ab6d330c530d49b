//! Tests of error policies: what replaces an ill-formed sequence, and how much of the source it takes.

use crate::streams::{ENCODINGS, LEGACY, Output, POLICIES, decode, encode, ill_formed};
use std::io::Write;
use utf8kit::stream::{Decoder, EncodeWriter, Encoder, Stop};
use utf8kit::{Encoding, Endian, ErrorKind, Policy, Replacement, utf8};
use utf8kit_test::{Random, cuts};

/// Decodes `bytes` up to the first error, applies the policy, and continues as the replacement says.
fn modelled(encoding: Encoding, policy: Policy<'_>, bytes: &[u8]) -> Output<u8> {
    let (mut text, mut stops) = (String::new(), vec![]);
    let mut at = 0;
    while at < bytes.len() {
        let mut decoder = Decoder::new(encoding, Policy::Fail);
        let mut buffer = [0; 400];
        let mut step = decoder.to_utf8(&bytes[at..], &mut buffer[..]);
        let written = step.written;
        if step.stop == Stop::InputUsed {
            step = decoder.finish_utf8(&mut [0; 0]);
        }
        let before = std::str::from_utf8(&buffer[..written]).unwrap();
        if policy.doubles_backslashes() {
            text.push_str(&before.replace('\\', r"\\"));
        } else {
            text.push_str(before);
        }
        if step.stop == Stop::InputUsed {
            break;
        }
        let (offset, sequence, kind) = match step.stop {
            // Only WTF-8 has such numbers in these texts.
            Stop::NotRepresentable { number, offset } => {
                let sequence = Encoding::Wtf8
                    .encode_number(number, &mut [0; 6])
                    .unwrap()
                    .to_vec();
                (at + offset as usize, sequence, ErrorKind::Undefined)
            }
            stop => {
                let error = ill_formed(&stop);
                (at + error.offset() as usize, error.bytes().to_vec(), error.kind())
            }
        };
        at = match policy.replacement(&sequence, kind) {
            Some(replacement) => {
                text.push_str(replacement.as_str());
                offset + replacement.taken(sequence.len())
            }
            None => {
                stops.push(match step.stop {
                    Stop::NotRepresentable { number, .. } => Stop::NotRepresentable {
                        number,
                        offset: offset as u64,
                    },
                    stop => Stop::IllFormed(ill_formed(&stop).at(offset as u64)),
                });
                offset + sequence.len()
            }
        };
    }
    (text.into_bytes(), stops)
}

/// Returns short texts full of errors.
fn ill_formed_texts(count: usize) -> Vec<Vec<u8>> {
    let mut random = Random::new(31);
    let pieces: [&[u8]; 14] = [
        b"a",
        b"\\",
        b"\0",
        b"\xC3\xA9",
        b"\xE2\x82\xAC",
        b"\xE2\x82",
        b"\xF0\x9F\x98",
        b"\xFF",
        b"\xF5",
        b"\x80",
        b"\xED\xA0\x80",
        b"\xD8\x00",
        b"\x00\xDC",
        b"\xF8\x88\x80",
    ];
    (0..count)
        .map(|_| {
            (0..random.below(6))
                .flat_map(|_| pieces[random.below(pieces.len())].to_vec())
                .collect()
        })
        .collect()
}

/// Wherever the text is cut, with destinations from the smallest that makes progress. The runs of Annex R have a test
/// of their own.
#[test]
fn every_policy_replaces_as_one_error_at_a_time() {
    for bytes in ill_formed_texts(60) {
        for encoding in ENCODINGS {
            if matches!(encoding, Encoding::AnnexR | Encoding::AnnexR5) {
                continue;
            }
            for policy in POLICIES {
                let whole = modelled(encoding, policy, &bytes);
                for pieces in cuts(&bytes) {
                    for size in [4, 5, 6, 300] {
                        let actual = decode(&mut Decoder::new(encoding, policy), &pieces, size);
                        assert_eq!(
                            actual, whole,
                            "{encoding:?} {policy:?} {pieces:02X?} in {size} bytes"
                        );
                    }
                }
            }
        }
        for policy in POLICIES {
            let (text, stops) = modelled(Encoding::Utf8, policy, &bytes);
            match utf8::repair_with(&bytes, policy) {
                Ok(repaired) => assert_eq!((repaired.as_bytes(), stops.len()), (&text[..], 0)),
                Err(error) => assert_eq!(error.bytes(), ill_formed(&stops[0]).bytes()),
            }
        }
    }
}

/// In dialects, as the conversion of the whole text does.
#[test]
fn every_policy_replaces_in_dialects_as_in_the_whole() {
    for bytes in ill_formed_texts(60) {
        for dialect in Encoding::RELATIVES {
            for policy in POLICIES {
                let Ok(whole) = dialect.decode(&bytes, policy) else {
                    continue;
                };
                for pieces in cuts(&bytes) {
                    let mut decoder = Decoder::new(dialect, policy);
                    let (text, stops) = decode(&mut decoder, &pieces, 6);
                    assert_eq!(
                        (std::str::from_utf8(&text).unwrap(), stops),
                        (&*whole, vec![]),
                        "{dialect:?} {policy:?} {pieces:02X?}"
                    );
                }
            }
        }
    }
}

/// Reads all numbers of `pieces` with destinations of `size` numbers.
fn read(reader: &mut Decoder<'_>, pieces: &[&[u8]], size: usize) -> (Vec<u32>, Vec<Stop>) {
    let (mut numbers, mut stops) = (vec![], vec![]);
    let mut buffer = vec![0; size];
    for piece in pieces.iter().map(Some).chain([None]) {
        let mut rest = piece.copied();
        loop {
            let step = match rest {
                Some(bytes) => reader.to_code_points(bytes, &mut buffer[..]),
                None => reader.finish_code_points(&mut buffer[..]),
            };
            numbers.extend_from_slice(&buffer[..step.written]);
            rest = rest.map(|rest| &rest[step.read..]);
            match step.stop {
                Stop::InputUsed => break,
                Stop::OutputFull => {}
                stop => stops.push(stop),
            }
        }
    }
    (numbers, stops)
}

#[test]
fn every_policy_replaces_in_a_reader_wherever_the_text_is_cut() {
    for bytes in ill_formed_texts(60) {
        for dialect in Encoding::RELATIVES {
            for policy in POLICIES {
                let mut reader = Decoder::new(dialect, policy);
                let whole = read(&mut reader, &[&bytes], 1000);
                let remarked = reader.remarked();
                for pieces in cuts(&bytes) {
                    for size in [1, 2, 3] {
                        reader.reset();
                        let case = format!("{dialect:?} {policy:?} {pieces:02X?} in {size} numbers");
                        assert_eq!(read(&mut reader, &pieces, size), whole, "{case}");
                        assert_eq!(
                            (reader.position(), reader.remarked()),
                            (bytes.len() as u64, remarked),
                            "{case}"
                        );
                    }
                }
            }
        }
    }
}

/// A replacement that fills the destination leaves kept bytes, which need no more input, for the next call.
#[test]
fn a_reader_keeps_a_complete_number_that_does_not_fit() {
    let mut reader = Decoder::new(Encoding::Utf8, Policy::Replace('?'));
    let mut numbers = [0];
    assert_eq!(
        reader.to_code_points(b"\xE2\x82", &mut numbers[..]).stop,
        Stop::InputUsed
    );
    let step = reader.to_code_points(b"A", &mut numbers[..]);
    assert_eq!((step.read, step.written, step.stop), (1, 1, Stop::OutputFull));
    let step = reader.to_code_points(b"", &mut numbers[..]);
    assert_eq!((step.written, numbers, step.stop), (1, [0x41], Stop::InputUsed));
}

#[test]
fn a_reader_takes_what_the_replacement_says() {
    let one = |_: &[u8], _| Some(Replacement::char('1').taking(1));
    let all = read(
        &mut Decoder::new(Encoding::Utf8, Policy::Custom(&one)),
        &[b"\xE2\x82A"],
        9,
    );
    assert_eq!(all.0, [0x31, 0x31, 0x41]);
    let more = |_: &[u8], _| Some(Replacement::from("<>").taking(4));
    let all = read(
        &mut Decoder::new(Encoding::Utf8, Policy::Custom(&more)),
        &[b"\xE2\x82A", b"BCD"],
        9,
    );
    assert_eq!(all.0, [0x3C, 0x3E, 0x43, 0x44]);
}

/// Encodes `text` one character at a time.
fn modelled_encoder(encoding: Encoding, policy: Policy<'_>, text: &str) -> Output<u8> {
    let encoded = |text: &str| {
        let (bytes, stops) = encode(&mut Encoder::new(encoding, Policy::Fail), text, 0, 1000);
        stops.is_empty().then_some(bytes)
    };
    let (mut bytes, mut stops) = (vec![], vec![]);
    let mut skip_to = 0;
    for (offset, character) in text.char_indices() {
        if offset < skip_to {
            continue;
        }
        match encoded(character.encode_utf8(&mut [0; 4])) {
            Some(more) => bytes.extend(more),
            None => {
                let replacement = policy.replacement_of(character);
                let text = replacement
                    .as_ref()
                    .and_then(|replacement| encoded(replacement.as_str()));
                // The encoding lacks U+FFFD as well.
                let substitute = matches!(policy, Policy::Replace(_)).then(|| b"?".to_vec());
                match text.or(substitute) {
                    Some(more) => {
                        bytes.extend(more);
                        skip_to = offset + replacement.unwrap().taken(character.len_utf8());
                    }
                    None => stops.push(Stop::NotRepresentable {
                        number: character.into(),
                        offset: offset as u64,
                    }),
                }
            }
        }
    }
    (bytes, stops)
}

#[test]
fn an_encoder_replaces_and_takes_whole_characters() {
    let taking = Policy::Custom(&|bytes, _| {
        let len = usize::from(bytes[1] & 7) + 1;
        Some(Replacement::from("<a long text>").taking(len))
    });
    let mut random = Random::new(32);
    for _ in 0..100 {
        let len = random.below(9);
        let text = random.text(len, 4);
        for encoding in [Encoding::Ascii, Encoding::Latin1, Encoding::Utf8] {
            for policy in POLICIES.into_iter().chain([taking]) {
                let whole = modelled_encoder(encoding, policy, &text);
                for cut in (0..=text.len()).filter(|&cut| text.is_char_boundary(cut)) {
                    for size in [4, 100] {
                        let actual = encode(&mut Encoder::new(encoding, policy), &text, cut, size);
                        assert_eq!(actual, whole, "{encoding:?} {policy:?} {text:?} cut at {cut}");
                    }
                }
            }
        }
    }
}

/// What the error handler `backslashreplace` of Python writes.
#[test]
fn backslash_replace_writes_what_python_writes() {
    let text = utf8::repair_with(b"caf\xE9 \\ \xF0\x9F\x98", Policy::BackslashReplace).unwrap();
    assert_eq!(text, r"caf\xe9 \ \xf0\x9f\x98");
    let text = "n\u{80}é\u{100}€\u{10000}\u{10FFFF}\\";
    let mut encoder = Encoder::new(Encoding::Ascii, Policy::BackslashReplace);
    let expected = br"n\x80\xe9\u0100\u20ac\U00010000\U0010ffff\";
    assert_eq!(encode(&mut encoder, text, 0, 6).0, expected);
}

#[test]
#[should_panic(expected = "a replacement must take at least one byte of the source")]
fn a_replacement_cannot_take_nothing() {
    let _ = Replacement::char('?').taking(0);
}

/// A replacement of any length is written into destinations of any size.
#[test]
fn a_long_replacement_is_written_in_pieces() {
    let long = "é€".repeat(1000);
    let custom = |_: &[u8], _| Some(Replacement::from(long.clone()));
    for size in [4, 5, 7, 4096, 10_000] {
        let mut decoder = Decoder::new(Encoding::Utf8, Policy::Custom(&custom));
        let (text, _) = decode(&mut decoder, &[b"a\xFFb"], size);
        assert_eq!(text, format!("a{long}b").as_bytes());
        assert_eq!(decoder.replaced(), 1);
    }
}

/// What a replacement takes after the end of a piece is skipped in later ones, and counted.
#[test]
fn a_replacement_takes_bytes_of_later_pieces() {
    let custom = |_: &[u8], _| Some(Replacement::char('?').taking(5));
    let mut decoder = Decoder::new(Encoding::Utf8, Policy::Custom(&custom));
    let mut text = [0; 8];
    for (piece, read, position) in [(&b"a\xFF1"[..], 3, 3), (b"2", 1, 4), (b"", 0, 4), (b"34", 2, 6)] {
        let step = decoder.to_utf8(piece, &mut text[..]);
        assert_eq!(
            (step.read, decoder.position(), step.stop),
            (read, position, Stop::InputUsed)
        );
    }
    let step = decoder.to_utf8(b"b\xFF", &mut text[..]);
    assert_eq!((&text[..step.written], decoder.replaced()), (&b"b?"[..], 2));
    // The text ends in what the replacement takes.
    assert_eq!(decoder.finish_utf8(&mut text[..]).stop, Stop::InputUsed);
}

/// A run of surplus continuation bytes is one malformed sequence in Annex R. A policy that writes something for each
/// byte does so for the whole run.
#[test]
fn a_legacy_encoding_has_a_character_for_each_byte_of_a_run() {
    let bytes = b"a\xE9 \x80\x81\x82b";
    for dialect in [Encoding::AnnexR, Encoding::AnnexR5] {
        let expected = "aé €€€b";
        assert_eq!(dialect.decode(bytes, Policy::Legacy(&LEGACY)).unwrap(), expected);
        let escaped = dialect.decode(bytes, Policy::Escape).unwrap();
        assert_eq!(escaped, r"a\xE9 \x80\x81\x82b");
        let escaped = dialect.decode(bytes, Policy::BackslashReplace).unwrap();
        assert_eq!(escaped, r"a\xe9 \x80\x81\x82b");
        for pieces in cuts(bytes) {
            let mut decoder = Decoder::new(dialect, Policy::Legacy(&LEGACY));
            assert_eq!(decode(&mut decoder, &pieces, 4).0, expected.as_bytes());
            let mut reader = Decoder::new(dialect, Policy::Legacy(&LEGACY));
            let expected: Vec<u32> = expected.chars().map(u32::from).collect();
            assert_eq!(read(&mut reader, &pieces, 1).0, expected);
        }
    }
}

/// Also in text that is well-formed, and the same in UTF-8.
#[test]
fn escape_doubles_the_backslashes_of_well_formed_text() {
    for dialect in Encoding::RELATIVES {
        let text = dialect.decode(b"a\\xC3\\", Policy::Escape).unwrap();
        assert_eq!(text, r"a\\xC3\\", "{dialect:?}");
        for policy in [Policy::BackslashReplace, Policy::Drop] {
            assert_eq!(dialect.decode(b"a\\xC3\\", policy).unwrap(), r"a\xC3\");
        }
        let mut reader = Decoder::new(dialect, Policy::Escape);
        assert_eq!(read(&mut reader, &[b"\\"], 1).0, [0x5C, 0x5C]);
    }
    assert_eq!(utf8::repair_with(b"a\\", Policy::Escape).unwrap(), r"a\\");
    for encoding in ENCODINGS {
        let bytes = encode(&mut Encoder::new(encoding, Policy::Fail), r"\a\", 0, 100).0;
        for pieces in cuts(&bytes) {
            let text = decode(&mut Decoder::new(encoding, Policy::Escape), &pieces, 4).0;
            assert_eq!(text, br"\\a\\", "{encoding:?}");
        }
    }
}

#[test]
fn the_error_of_decode_last_has_its_offset() {
    for (bytes, offset, len) in [
        (&b"ab\xF0\x9F"[..], 2, 2),
        (b"\xFF", 0, 1),
        (b"\xC3\xA9\x80", 2, 1),
        (b"abc\xED\xA0", 4, 1),
    ] {
        let (result, found) = utf8::decode_last(bytes).unwrap();
        let error = result.unwrap_err();
        assert_eq!((error.valid_up_to(), found), (offset, len), "{bytes:02X?}");
        assert_eq!(error.bytes(), &bytes[offset..]);
    }
}

/// Counts calls of `flush`.
#[derive(Debug, Default)]
struct Destination {
    bytes: Vec<u8>,
    flushed: usize,
    fails: bool,
}

impl Write for &mut Destination {
    fn write(&mut self, buffer: &[u8]) -> std::io::Result<usize> {
        self.bytes.write(buffer)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        self.flushed += 1;
        if self.fails {
            return Err(std::io::Error::other("the disk is full"));
        }
        Ok(())
    }
}

/// More than the writer's buffers hold, at once.
#[test]
fn a_writer_reports_how_much_it_took() {
    let text = Random::new(33).text(200_000, 4);
    for encoding in [
        Encoding::Utf8,
        Encoding::Utf16(Endian::Little),
        Encoding::Utf32(Endian::Big),
    ] {
        let expected = encode(&mut Encoder::new(encoding, Policy::Fail), &text, 0, 1_000_000).0;
        let mut destination = Destination::default();
        let mut writer = EncodeWriter::new(&mut destination, encoding, Policy::Fail);
        let mut rest = text.as_bytes();
        while !rest.is_empty() {
            let len = writer.write(rest).unwrap();
            assert!(len > 0);
            rest = &rest[len..];
        }
        writer.finish().unwrap();
        assert_eq!(destination.bytes, expected, "{encoding:?}");

        let mut writer = EncodeWriter::new(Vec::new(), encoding, Policy::Fail);
        writer.write_all(text.as_bytes()).unwrap();
        assert_eq!(writer.finish().unwrap(), expected, "{encoding:?}");
    }
}

#[test]
fn a_writer_flushes_the_destination() {
    let mut destination = Destination::default();
    let mut writer = EncodeWriter::new(&mut destination, Encoding::Ascii, Policy::Fail);
    writer.write_all(b"text").unwrap();
    writer.flush().unwrap();
    writer.finish().unwrap();
    assert_eq!(destination.flushed, 2);
    destination.fails = true;
    let writer = EncodeWriter::new(&mut destination, Encoding::Ascii, Policy::Fail);
    assert_eq!(writer.finish().unwrap_err().to_string(), "the disk is full");
}

/// A writer takes what comes before an error, and continues after it.
#[test]
fn a_writer_continues_after_an_error() {
    let mut destination = Destination::default();
    let mut writer = EncodeWriter::new(&mut destination, Encoding::Latin1, Policy::Replace('?'));
    let error = writer.write(b"ab\xFF").unwrap_err();
    assert_eq!(error.kind(), std::io::ErrorKind::InvalidData);
    writer.write_all("c€".as_bytes()).unwrap();
    writer.finish().unwrap();
    assert_eq!(destination.bytes, b"abc?");
}

/// The example of the documentation, with every kind of replacement.
#[test]
fn replacements_are_characters_and_strings() {
    let owned = String::from("owned");
    let replacements = [
        Replacement::from('c'),
        Replacement::from("borrowed"),
        Replacement::from(owned),
        Replacement::escaped(b"\xFF"),
        Replacement::EMPTY,
    ];
    for (replacement, expected) in replacements.iter().zip(["c", "borrowed", "owned", r"\xFF", ""]) {
        assert_eq!(replacement.as_str(), expected);
        let custom = |_: &[u8], _: ErrorKind| Some(replacement.clone());
        let text = utf8::repair_with(b"<\xFF>", Policy::Custom(&custom)).unwrap();
        assert_eq!(text, format!("<{expected}>"));
    }
    assert_eq!(Replacement::char('c'), Replacement::from("c"));
    assert_ne!(Replacement::char('c'), Replacement::char('c').taking(1));
    assert_eq!(
        format!("{:?}", Replacement::char('c').taking(2)),
        r#"Replacement { text: "c", takes: 2 }"#
    );
}

/// Repairs with a policy whose replacements depend on nothing but the bytes, by the standard library.
fn repaired(bytes: &[u8], replace: impl Fn(&[u8]) -> String, doubles: bool) -> String {
    let mut text = String::new();
    for chunk in bytes.utf8_chunks() {
        text += &match doubles {
            true => chunk.valid().replace('\\', "\\\\"),
            false => chunk.valid().to_owned(),
        };
        if !chunk.invalid().is_empty() {
            text += &replace(chunk.invalid());
        }
    }
    text
}

/// Errors that are far apart, with all that can be near them: other errors, backslashes, characters that are cut at the end.
#[test]
fn repairs_between_distant_errors() {
    let letters = ["a", "é", "中", "😀", "\\", "abcdefgh"];
    let custom = |bytes: &[u8], _: ErrorKind| Some(Replacement::from(format!("<{}>", bytes.len())));
    let mut state = 1u32;
    let mut below = |bound: u32| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 16) % bound
    };
    for _ in 0..300 {
        let mut bytes = Vec::new();
        for _ in 0..1 + below(6) {
            let backslashes = below(3) > 0;
            let end = bytes.len() + [20, 500, 512, 530, 700, 1500, 4000][below(7) as usize];
            while bytes.len() < end {
                let letter = letters[below(6) as usize];
                if letter != "\\" || (backslashes && below(40) == 0) {
                    bytes.extend(letter.as_bytes());
                }
            }
            let error: &[u8] = [
                &b"\xFF"[..],
                b"\xE4\xB8",
                b"\xF0\x9F\x98",
                b"\xC3\xFF\xED\xA0\x80",
                b"\\\xFF\\",
                b"\xFF\xF0\x9F\x98",
                b"\xE4\xB8\xE4\xB8\xC3\xF0\x9F",
                b"\xF0\x9F\x98\x80\x80\xE4\xB8\xFF\xFF\xE4\xB8\xE4\xB8",
            ][below(8) as usize];
            bytes.extend(error);
        }
        if below(2) == 0 {
            bytes.extend([b'z'; 600]);
        }
        let check = |policy: Policy<'_>, expected: String| {
            assert_eq!(
                utf8::repair_with(&bytes, policy).unwrap(),
                expected,
                "{bytes:02X?}"
            );
        };
        check(Policy::Replace('?'), repaired(&bytes, |_| "?".into(), false));
        check(Policy::With("[?]"), repaired(&bytes, |_| "[?]".into(), false));
        check(Policy::Drop, repaired(&bytes, |_| String::new(), false));
        check(
            Policy::Custom(&custom),
            repaired(&bytes, |error| format!("<{}>", error.len()), false),
        );
        let escaped = |error: &[u8]| error.iter().map(|byte| format!("\\x{byte:02X}")).collect();
        check(Policy::Escape, repaired(&bytes, escaped, true));
    }
}
