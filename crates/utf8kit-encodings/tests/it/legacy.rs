//! Tests of the encodings that are not of Unicode, compared with `encoding_rs` where that has them.

use encoding_rs as web;
use std::sync::Mutex;
use utf8kit::stream::Stop;
use utf8kit::{ConvertErrorKind, ErrorKind, Policy, Replacement};
use utf8kit_encodings::{Converter, Decoder, Encoder, Encoding, Legacy, Reading, labels};
use utf8kit_test::{IANA_CHARSETS, Random, characters, checksum, push_error, sequences};

fn legacy() -> impl Iterator<Item = (Encoding, Legacy)> {
    Encoding::all().filter_map(|encoding| match encoding {
        Encoding::Legacy(legacy) => Some((encoding, legacy)),
        _ => None,
    })
}

fn find(name: &str) -> Encoding {
    name.parse().unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// The encodings that are as the Encoding Standard defines them.
fn of_the_web() -> impl Iterator<Item = (Encoding, &'static web::Encoding)> {
    legacy().filter_map(|(encoding, legacy)| {
        let label = match legacy.name() {
            "UHC" => "EUC-KR",
            "KOI8-RU" => "KOI8-U",
            // They have fewer characters than the Encoding Standard reads.
            "EUC-KR" | "KOI8-U" | "GBK" | "GB2312" | "BIG5-HKSCS" | "ISO-8859-9" | "ISO-8859-11"
            | "TIS-620" => {
                return None;
            }
            name => name,
        };
        Some((
            encoding,
            web::Encoding::for_label_no_replacement(label.as_bytes())?,
        ))
    })
}

/// The scalar values of the planes in which any of the encodings but GB18030 has characters, and the last one.
fn scalars() -> impl Iterator<Item = char> {
    ('\0'..='\u{FFFF}')
        .chain('\u{20000}'..='\u{2FFFF}')
        .chain([char::MAX])
}

#[test]
fn the_encodings_of_the_web_are_read_as_encoding_rs_reads_them() {
    let short = sequences();
    let mut random = Random::new(7);
    assert_eq!(of_the_web().count(), 33);
    for (encoding, web) in of_the_web() {
        let text = encoding.decode(&short, Policy::Replace('\u{FFFD}')).unwrap();
        assert!(text == web.decode_without_bom_handling(&short).0, "{encoding}");
        let bytes = [
            0x1B, b'$', b'(', b'B', b'J', b'I', b'@', b'0', b'A', 0x0E, 0x81, 0x8E, 0x8F, 0xA1, 0xE3, 0xFF,
        ];
        for len in 0..3000 {
            let bytes: Vec<u8> = (0..len % 24)
                .map(|_| match random.below(3) {
                    0 => random.below(0x100) as u8,
                    _ => bytes[random.below(bytes.len())],
                })
                .collect();
            let text = encoding.decode(&bytes, Policy::Replace('\u{FFFD}')).unwrap();
            assert_eq!(
                text,
                web.decode_without_bom_handling(&bytes).0,
                "{encoding}: {bytes:02X?}"
            );
        }
    }
}

/// Where it writes what it reads as another character, that is lacking. These it writes although they are read as another one:
const STAND_INS: [char; 3] = ['¥', '‾', '−'];

#[test]
fn the_encodings_of_the_web_are_written_as_encoding_rs_writes_them_and_read_back() {
    for (encoding, web) in of_the_web() {
        let mut buffer = [0; 4];
        for c in scalars() {
            let text = &*c.encode_utf8(&mut buffer);
            let (expected, _, is_lacking) = web.encode(text);
            let read_back = web.decode_without_bom_handling(&expected).0;
            match encoding.encode(text, Policy::Fail) {
                Ok(bytes) => {
                    assert!(is_lacking || bytes == *expected, "{encoding}: {c:?}");
                    let back = encoding.decode(&bytes, Policy::Fail).unwrap();
                    // A letter can be written as a letter and marks.
                    let is_decomposed = || bytes.len() > 1 && back.chars().count() == bytes.len();
                    let is_its = back == text || STAND_INS.contains(&c);
                    assert!(is_its || is_decomposed(), "{encoding}: {c:?}");
                }
                Err(error) => {
                    assert_eq!(error.kind(), ConvertErrorKind::NotRepresentable(c.into()));
                    assert!(is_lacking || read_back != text, "{encoding}: {c:?}");
                }
            }
        }
    }
}

/// What a sequence stands for is written, and then read as the same.
#[test]
fn every_character_that_is_read_is_written() {
    for (encoding, _) in legacy().filter(|(_, legacy)| legacy.characters().is_none()) {
        let prefixes: &[&[u8]] = match encoding.name() {
            "EUC-JP" => &[b"", b"\x8F"],
            "EUC-TW" => &[b"", b"\x8E\xA2"],
            "HZ-GB-2312" => &[b"~{"],
            "ISO-2022-JP" => &[b"\x1B$B", b"\x1B(J"],
            "ISO-2022-KR" => &[b"\x1B$)C\x0E"],
            "ISO-2022-CN" => &[b"\x1B$)A\x0E", b"\x1B$)G\x0E", b"\x1B$*H\x1BN"],
            "MARC-8" => &[
                b"",
                b"\x1B(!E",
                b"\x1B(2",
                b"\x1B(3",
                b"\x1B(4",
                b"\x1B(N",
                b"\x1B(Q",
                b"\x1B(S",
                b"\x1Bg",
                b"\x1Bb",
                b"\x1Bp",
                b"\x1B$1\x21",
                b"\x1B$1\x6F",
            ],
            "DICOM" => &[
                b"",
                b"\x1B(J",
                b"\x1B$B",
                b"\x1B$(D",
                b"\x1B)I\xB1",
                b"\x1B-A",
                b"\x1B-F",
                b"\x1B-T",
                b"\x1B$)C",
                b"\x1B$)A",
            ],
            _ => &[b""],
        };
        let mut count = 0;
        for prefix in prefixes {
            for pair in 0..=0xFFFF_u16 {
                let bytes = [prefix, &pair.to_be_bytes()[..]].concat();
                let Ok(text) = encoding.decode(&bytes, Policy::Fail) else {
                    continue;
                };
                let written = encoding.encode(&text, Policy::Fail);
                let written = written.unwrap_or_else(|error| panic!("{encoding}: {bytes:02X?}: {error}"));
                assert_eq!(
                    encoding.decode(&written, Policy::Fail).unwrap(),
                    text,
                    "{encoding}"
                );
                count += 1;
            }
        }
        assert!(count > 0x1000, "{encoding}: {count}");
    }
}

#[test]
fn a_page_is_its_characters() {
    for (encoding, page) in legacy() {
        let Some(characters) = page.characters() else {
            // What is a mark in ANSEL is written after a letter.
            let has = |c: char| encoding.encode(&format!("a{c}"), Policy::Fail).is_ok();
            let max = char::from_u32(encoding.max()).unwrap();
            let next = char::from_u32(u32::from(max) + 1);
            assert!(
                has(max) && !next.is_some_and(|next| (next..='\u{2FFFF}').any(has)),
                "{encoding}"
            );
            continue;
        };
        for (byte, character) in (0..=0xFF).zip(characters) {
            let text = encoding.decode(&[byte], Policy::Fail);
            assert_eq!(text.ok(), character.map(String::from), "{encoding}: {byte:02X}");
        }
        let max = characters.into_iter().flatten().max().unwrap();
        assert_eq!(encoding.max(), u32::from(max), "{encoding}");
    }
}

/// Big5 has four sequences for two characters each.
#[test]
fn a_sequence_can_stand_for_two_characters() {
    for name in ["Big5", "BIG5-HKSCS"] {
        let encoding = find(name);
        for (bytes, text) in [
            (b"\x88\x62", "Ê\u{304}"),
            (b"\x88\x64", "Ê\u{30C}"),
            (b"\x88\xA3", "ê\u{304}"),
            (b"\x88\xA5", "ê\u{30C}"),
        ] {
            assert_eq!(encoding.decode(bytes, Policy::Fail).unwrap(), text);
            assert_eq!(encoding.encode(text, Policy::Fail).unwrap(), bytes);
        }
        let text = "ÊÊ\u{304}Êaê";
        let bytes = encoding.encode(text, Policy::Fail).unwrap();
        assert_eq!(bytes, b"\x88\x66\x88\x62\x88\x66a\x88\xA7");
        assert_eq!(encoding.decode(&bytes, Policy::Fail).unwrap(), text);

        // Between the two, the position is in the sequence, and the state says so.
        let mut decoder = Decoder::new(encoding, Policy::Fail);
        let step = decoder.to_code_points(b"\x88\x62a", &mut [0]);
        assert_eq!(
            (step.read, decoder.position(), decoder.is_within_sequence()),
            (1, 1, true)
        );
        let mut again = Decoder::new(encoding, Policy::Fail).with_shift_state(decoder.shift_state());
        let mut numbers = [0; 4];
        let step = again.to_code_points(b"\x62a", &mut numbers);
        assert_eq!(numbers[..step.written], [0x304, 0x61]);

        // The first of two may end a piece.
        let mut encoder = Encoder::new(encoding, Policy::Fail);
        let mut bytes = [0; 16];
        assert_eq!(encoder.encode("Ê", &mut bytes).written, 0);
        assert_eq!(encoder.encode("\u{304}", &mut bytes).written, 2);
        assert_eq!(encoder.encode("Ê", &mut bytes).written, 0);
        assert_eq!(encoder.finish(&mut bytes).written, 2);
    }
}

#[test]
fn errors_name_the_encoding_and_the_bytes() {
    for (name, bytes, message) in [
        (
            "cp857",
            &b"a\xD5"[..],
            "ill-formed IBM857 at offset 1: `D5` stands for no character in IBM857",
        ),
        (
            "sjis",
            b"a\x81 ",
            "ill-formed Shift_JIS at offset 1: `81` stands for no character in Shift_JIS",
        ),
        (
            "euc-tw",
            b"\x8E\xA2",
            "ill-formed EUC-TW at offset 0: `8E A2` starts a sequence, but the text ends before it is complete",
        ),
        (
            "marc8",
            b"ab\x1B$1!!!",
            "ill-formed MARC-8 at offset 5: `21 21 21` stands for no character in MARC-8",
        ),
    ] {
        let error = find(name).decode(bytes, Policy::Fail).unwrap_err();
        assert_eq!(error.to_string(), message);
    }
}

/// What stops a run, an error or a backslash to double, changes nothing.
#[test]
fn errors_are_replaced_in_long_texts_as_in_single_bytes() {
    let mut random = Random::new(9);
    for (encoding, _) in legacy() {
        for policy in [Policy::Escape, Policy::Replace('?'), Policy::With("<é>")] {
            let often = [b'\\', 0xE0, b'a', 0x81, 0xA4, 0x8E, b'~', b'{', 0x1B];
            let bytes: Vec<u8> = (0..2000)
                .map(|at| match random.below(8) {
                    _ if at % 1000 < 300 => [0xA4, 0xB1][at % 2],
                    0 => random.below(0x100) as u8,
                    1 => often[random.below(often.len())],
                    _ => b'a' + at as u8 % 20,
                })
                .collect();
            let mut decoder = Decoder::new(encoding, policy);
            let mut text = String::new();
            for piece in bytes.chunks(1).map(Some).chain([None]) {
                loop {
                    let mut buffer = [0; 64];
                    let step = match piece {
                        Some(piece) => decoder.to_utf8(piece, &mut buffer),
                        None => decoder.finish_utf8(&mut buffer),
                    };
                    text += str::from_utf8(&buffer[..step.written]).unwrap();
                    if step.stop == Stop::InputUsed {
                        break;
                    }
                }
            }
            assert_eq!(encoding.decode(&bytes, policy).unwrap(), text, "{encoding}");
        }
    }
}

/// No text, only numbers of characters, is between two of these encodings: what one lacks is found where it is in the other.
#[test]
fn long_texts_are_converted_with_what_is_lacking_replaced() {
    let mut random = Random::new(3);
    for (from, to) in [
        ("Shift_JIS", "EUC-JP"),
        ("KOI8-R", "cp866"),
        ("Big5", "EUC-TW"),
        ("GB18030", "HZ"),
        ("cp037", "UTF-16"),
    ] {
        let (from, to) = (find(from), find(to));
        for round in 0..60 {
            let mut text = String::new();
            while text.len() < 200 * round {
                text += ["plain text ", "日本", "ж", "é", "\u{E000}", "丂"][random.below(6)];
            }
            let bytes = from.encode(&text, Policy::Drop).unwrap();
            let text = from.decode(&bytes, Policy::Fail).unwrap();
            let expected = to.encode(&text, Policy::Replace('?')).unwrap();
            let mut converter = Converter::new(from, to, Policy::Replace('?'));
            let mut converted = vec![0; 4 * bytes.len() + 64];
            let mut written = 0;
            for piece in bytes.chunks(1 + random.below(700)) {
                let step = converter.convert(piece, &mut converted[written..]);
                assert_eq!(step.read, piece.len());
                written += step.written;
            }
            written += converter.finish(&mut converted[written..]).written;
            assert!(converted[..written] == expected, "{from} to {to}");
        }
    }
}

/// Returns bytes that are none of the encoding, ones that are, and ASCII, in turns.
fn mixed_with_errors(encoding: Encoding, random: &mut Random) -> Vec<u8> {
    let mut bytes = Vec::new();
    while bytes.len() < 3000 {
        match random.below(4) {
            0 => bytes.extend((0..random.below(60)).map(|_| random.next() as u8)),
            1 => bytes.extend((0..random.below(60)).map(|_| random.next() as u8 | 0x80)),
            2 => bytes.extend_from_slice(
                &b"abc \x1B$B0!\x1B(B defghijklmnopqrstuvwxyz0123456789"[..random.below(44)],
            ),
            _ => {
                let text = random.text(40, 3);
                bytes.extend(encoding.encode(&text, Policy::Drop).unwrap());
            }
        }
    }
    bytes
}

#[test]
fn errors_are_replaced_by_the_substitute_as_by_another_character() {
    // The usual replacement is written by tables and kernels, and any other number by number. Nothing decodes to these two.
    let other = '\u{10FFFE}';
    let mut random = Random::new(42);
    // Each byte from 0x80 on before each byte, where errors are frequent.
    let pairs = (0..0x8000u16).flat_map(|pair| [0x80 | (pair >> 8) as u8, pair as u8, 0xFF]);
    let pairs: Vec<u8> = pairs.collect();
    for (encoding, _) in legacy() {
        for turn in 0..5 {
            let bytes = match turn {
                4 => pairs.clone(),
                _ => mixed_with_errors(encoding, &mut random),
            };
            for bytes in [&bytes[..], &bytes[..random.below(40)]] {
                let mut text = Vec::new();
                let done = encoding.decode_to_utf8(bytes, Policy::Replace(other), &mut text);
                let replaced = done.unwrap().replaced;
                let expected = String::from_utf8(text).unwrap().replace(other, "\u{FFFD}");

                let policy = || Policy::Replace('\u{FFFD}');
                let mut text = Vec::new();
                let done = encoding.decode_to_utf8(bytes, policy(), &mut text).unwrap();
                assert!(String::from_utf8(text).unwrap() == expected, "{encoding} {turn}");
                assert_eq!(done.replaced, replaced, "{encoding} {turn}");
                let mut units = Vec::new();
                let done = encoding.decode_to_utf16(bytes, policy(), &mut units).unwrap();
                assert!(
                    String::from_utf16(&units).unwrap() == expected,
                    "UTF-16: {encoding} {turn}"
                );
                assert_eq!(done.replaced, replaced, "UTF-16: {encoding} {turn}");
                let error = encoding.decode_to_utf16(bytes, Policy::Fail, &mut Vec::new());
                let offset = encoding.decode(bytes, Policy::Fail).map_err(|error| error.read());
                assert_eq!(
                    error.map(|_| ()).map_err(|error| error.read()),
                    offset.map(|_| ()),
                    "{encoding} {turn}"
                );
            }
        }
    }
}

#[test]
fn text_is_encoded_from_utf_16_and_over_what_is_lacking_as_from_utf_8() {
    let mut random = Random::new(43);
    for (encoding, legacy) in legacy() {
        let lacks = |c: char| encoding.encode(c.encode_utf8(&mut [0; 4]), Policy::Fail).is_err();
        let noise: Vec<u8> = (0..2000).map(|_| random.next() as u8).collect();
        let all: Vec<char> = encoding.decode(&noise, Policy::Drop).unwrap().chars().collect();
        for _ in 0..4 {
            let mut text = String::new();
            while text.len() < 3000 {
                match random.below(4) {
                    0 => text.extend(
                        (0..random.below(60))
                            .map(|_| random.choose(&all))
                            .filter(|&c| !lacks(c)),
                    ),
                    1 => text.push_str(&"abcdefghijklmnopqrstuvwxyz".repeat(7)[..random.below(180)]),
                    2 => text.push(random.char(4)),
                    _ => text.extend((0..random.below(60)).map(|_| random.char(3))),
                }
            }
            let short: String = text.chars().take(random.below(20)).collect();
            for text in [text, short] {
                let text = text.replace(['Ê', 'ê'], "");
                let has: String = text.chars().map(|c| if lacks(c) { '?' } else { c }).collect();
                let replaced = text.chars().filter(|&c| lacks(c)).count() as u64;
                let expected = encoding.encode(&has, Policy::Fail);
                let expected = expected.unwrap_or_else(|error| panic!("{}: {error}", legacy.name()));
                let policy = || Policy::Replace('?');
                let mut bytes = Vec::new();
                let done = encoding.encode_to(&text, policy(), &mut bytes).unwrap();
                assert_eq!(
                    (&bytes, done.replaced),
                    (&expected, replaced),
                    "{encoding} {text:?}"
                );
                let units: Vec<u16> = text.encode_utf16().collect();
                let mut bytes = Vec::new();
                let done = encoding.encode_utf16_to(&units, policy(), &mut bytes).unwrap();
                assert_eq!(
                    (&bytes, done.replaced),
                    (&expected, replaced),
                    "{encoding} {text:?}"
                );
                let units: Vec<u16> = has.encode_utf16().collect();
                let mut bytes = Vec::new();
                let done = encoding.encode_utf16_to(&units, Policy::Fail, &mut bytes);
                assert_eq!(done.map(|done| done.replaced), Ok(0), "{encoding} {text:?}");
                assert_eq!(bytes, expected, "{encoding} {text:?}");
            }
        }
    }
}

#[test]
fn utf_16_has_what_the_tables_say_of_two_characters_and_of_the_backslash() {
    let mut units = Vec::new();
    let bytes = b"\x88\x62".repeat(40);
    let done = find("Big5").decode_to_utf16(&bytes, Policy::Fail, &mut units);
    assert_eq!(done.map(|done| done.written), Ok(units.len()));
    assert_eq!(String::from_utf16(&units).unwrap(), "Ê\u{304}".repeat(40));
    // Its byte is that of the won sign.
    let units: Vec<u16> = "\\".repeat(100).encode_utf16().collect();
    let error = find("JOHAB").encode_utf16_to(&units, Policy::Fail, &mut Vec::new());
    assert_eq!(error.unwrap_err().read(), 0);
}

#[test]
fn labels_are_read_in_three_ways() {
    let name = |label, reading| Encoding::for_label(label, reading).map(Encoding::name);
    for (label, iconv, web, iana) in [
        (
            "ISO-8859-1",
            Some("ISO-8859-1"),
            Some("windows-1252"),
            Some("ISO-8859-1"),
        ),
        ("ascii", Some("US-ASCII"), Some("windows-1252"), Some("US-ASCII")),
        ("GB2312", Some("GB2312"), Some("GBK"), Some("GB2312")),
        ("gbk", Some("GBK"), Some("GBK"), Some("GBK")),
        ("gb_2312-80", Some("GB2312"), Some("GBK"), Some("GB2312")),
        ("EUC-KR", Some("EUC-KR"), Some("UHC"), Some("EUC-KR")),
        ("KOI8-U", Some("KOI8-U"), Some("KOI8-RU"), Some("KOI8-U")),
        (
            "iso-8859-9",
            Some("ISO-8859-9"),
            Some("windows-1254"),
            Some("ISO-8859-9"),
        ),
        ("tis-620", Some("TIS-620"), Some("windows-874"), Some("TIS-620")),
        ("cp437", Some("IBM437"), None, Some("IBM437")),
        ("IBM-437", Some("IBM437"), None, None),
        ("cp932", Some("Shift_JIS"), None, None),
        ("x-sjis", Some("Shift_JIS"), Some("Shift_JIS"), None),
        ("csWindows31J", Some("Shift_JIS"), None, Some("Shift_JIS")),
        ("1252", Some("windows-1252"), None, None),
        ("UNICODEBIG", Some("UCS-2BE"), None, None),
        ("hz-gb-2312", Some("HZ-GB-2312"), None, Some("HZ-GB-2312")),
        ("x-user-defined", None, None, None),
    ] {
        assert_eq!(name(label, Reading::Iconv), iconv, "{label}");
        assert_eq!(name(label, Reading::Web), web, "{label}");
        assert_eq!(name(label, Reading::Iana), iana, "{label}");
    }
    for (encoding, _) in legacy() {
        if let Some(name) = encoding.mime_name() {
            assert_eq!(Encoding::for_label(name, Reading::Iana), Some(encoding));
        }
    }
    let registered = legacy().filter(|(encoding, _)| encoding.mime_name().is_some());
    assert_eq!(registered.count(), 120);
}

/// The Encoding Standard has the decoder of GB18030 for GBK, and an encoder without sequences of four bytes.
#[test]
fn browsers_read_gb18030_by_the_name_of_gbk() {
    let gbk = Encoding::for_label("gbk", Reading::Web).unwrap();
    assert_eq!(
        gbk.decode(b"\x81\x30\x81\x30\x80", Policy::Fail).unwrap(),
        "\u{80}€"
    );
    assert_eq!(gbk.encode("中€", Policy::Fail).unwrap(), b"\xD6\xD0\x80");
    assert!(gbk.encode("\u{80}", Policy::Fail).is_err());
    let error = gbk.decode(b"a\xC3\xFF", Policy::Fail).unwrap_err();
    assert_eq!(
        error.to_string(),
        "ill-formed GBK at offset 1: `C3 FF` stands for no character in GBK"
    );
    assert_eq!(
        Encoding::all()
            .filter(|encoding| encoding.name() == "GBK")
            .count(),
        1
    );
}

#[test]
fn gb18030_has_a_signature() {
    let gb18030 = find("GB18030");
    let mut encoder = Encoder::new(gb18030, Policy::Fail).with_signature(true);
    let mut bytes = [0; 16];
    let written = encoder.encode("a", &mut bytes).written;
    assert_eq!(&bytes[..written], b"\x84\x31\x95\x33a");
    assert_eq!(
        gb18030.decode(&bytes[..written], Policy::Fail).unwrap(),
        "\u{FEFF}a"
    );
}

#[test]
fn text_that_is_nearly_all_ascii_is_converted_as_each_character_is() {
    let mut random = Random::new(47);
    for (encoding, page) in legacy() {
        let Some(characters) = page.characters() else {
            continue;
        };
        for rare in [12, 60, 300] {
            let byte = |random: &mut Random| match random.below(rare) {
                0 => random.below(0x100) as u8,
                _ => 0x20 + random.below(0x5F) as u8,
            };
            let bytes: Vec<u8> = (0..2500).map(|_| byte(&mut random)).collect();
            let of_byte = |byte: &u8| characters[usize::from(*byte)].unwrap_or('\u{FFFD}');
            let expected: String = bytes.iter().map(of_byte).collect();
            let decoded = encoding.decode(&bytes, Policy::Replace('\u{FFFD}'));
            assert_eq!(decoded.unwrap(), expected, "{encoding}");

            let all: Vec<char> = characters.into_iter().flatten().collect();
            let character = |random: &mut Random| match random.below(rare) {
                0 if random.below(4) == 0 => char::from_u32(random.below(0xD800) as u32).unwrap(),
                0 => all[random.below(all.len())],
                _ => char::from(0x20 + random.below(0x5F) as u8),
            };
            let text: String = (0..2500).map(|_| character(&mut random)).collect();
            let each = text
                .chars()
                .map(|c| encoding.encode(&c.to_string(), Policy::Replace('?')).unwrap());
            let expected: Vec<u8> = each.flatten().collect();
            assert_eq!(
                encoding.encode(&text, Policy::Replace('?')).unwrap(),
                expected,
                "{encoding}"
            );
        }
    }
}

/// As `is_ascii_compatible` says it: for each text of two characters of ASCII, many in one text.
#[test]
fn texts_of_ascii_have_the_same_bytes_in_compatible_encodings() {
    let ascii = || 0..0x80u8;
    let texts = ascii().map(|a| {
        ascii()
            .flat_map(|b| [char::from(a), char::from(b)])
            .collect::<String>()
    });
    let texts: Vec<String> = texts.collect();
    let mut compatible = 0;
    for encoding in Encoding::all() {
        let is_same = |text: &String| {
            let is_written = match encoding.can_be_written() {
                true => encoding
                    .encode(text, Policy::Fail)
                    .is_ok_and(|bytes| bytes == text.as_bytes()),
                false => true,
            };
            is_written && encoding.decode(text.as_bytes(), Policy::Fail).as_ref() == Ok(text)
        };
        assert_eq!(
            texts.iter().all(is_same),
            encoding.is_ascii_compatible(),
            "{encoding}"
        );
        compatible += usize::from(encoding.is_ascii_compatible());
    }
    assert!(compatible > 100);
}

/// Returns the checksum of the errors of a text.
fn errors(encoding: Encoding, bytes: &[u8]) -> String {
    let lines = Mutex::new(Vec::new());
    let custom = |bytes: &[u8], kind: ErrorKind| {
        push_error(&mut lines.lock().unwrap(), kind.name(), bytes);
        Some(Replacement::char('?'))
    };
    encoding.decode(bytes, Policy::Custom(&custom)).unwrap();
    checksum(&lines.into_inner().unwrap())
}

/// Every package is compared with the same table.
#[test]
fn every_encoding_is_that_of_the_table() {
    let (sequences, characters) = (sequences(), characters());
    let mut table = String::from("encoding\tsequences\terrors\tcharacters\tback\n");
    for encoding in Encoding::all() {
        let decoded = |bytes: &[u8]| checksum(encoding.decode(bytes, Policy::Escape).unwrap().as_bytes());
        let [mut written, mut back] = ["-".to_owned(), "-".to_owned()];
        if encoding.can_be_written() {
            let bytes = encoding.encode(&characters, Policy::Replace('?')).unwrap();
            (written, back) = (checksum(&bytes), decoded(&bytes));
        }
        let errors = errors(encoding, &sequences);
        table += &format!(
            "{encoding}\t{}\t{errors}\t{written}\t{back}\n",
            decoded(&sequences)
        );
    }
    if std::env::var_os("UTF8_UPDATE_SCREENS").is_some() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../utf8kit-test/data/encodings.tsv");
        std::fs::write(path, table).unwrap();
        return;
    }
    for (line, expected) in table.lines().zip(utf8kit_test::ENCODINGS.lines()) {
        assert_eq!(line, expected);
    }
    assert_eq!(table.lines().count(), utf8kit_test::ENCODINGS.lines().count());
}

/// Texts and their bytes.
#[test]
fn stateful_encodings_are_read_and_written() {
    for (name, text, bytes) in [
        (
            "ISO-2022-KR",
            "a가나 b\n다",
            &b"\x1B$)Ca\x0E0!3*\x0F b\n\x0E4Y\x0F"[..],
        ),
        ("ISO-2022-KR", "abc", b"\x1B$)Cabc"),
        ("ISO-2022-KR", "", b""),
        (
            "ISO-2022-CN",
            "中國a\n中",
            b"\x1B$)A\x0EVP\x1B$)GYO\x0Fa\n\x1B$)A\x0EVP\x0F",
        ),
        ("ISO-2022-CN", "a乂中", b"a\x1B$*H\x1BN!!\x1B$)A\x0EVP\x0F"),
        ("GSM-03.38", "Ça{€}\x0C", b"\x09a\x1B\x28\x1B\x65\x1B\x29\x1B\x0A"),
        (
            "GSM-03.38-packed",
            "hellohello",
            b"\xE8\x32\x9B\xFD\x46\x97\xD9\xEC\x37",
        ),
        // Seven bits are left over, none, and none after CR.
        ("GSM-03.38-packed", "1234567", b"\x31\xD9\x8C\x56\xB3\xDD\x1A"),
        ("GSM-03.38-packed", "12345678", b"\x31\xD9\x8C\x56\xB3\xDD\x70"),
        ("GSM-03.38-packed", "€@", b"\x9B\x32\x00"),
        (
            "GSM-03.38-Turkish",
            "Iğdır £ Ş{",
            b"I\x0Cd\x07r \x01 \x1C\x1B\x28",
        ),
        ("GSM-03.38-Turkish-single-shift", "Iğdır Ç", b"I\x1Bgd\x1Bir \x09"),
        ("GSM-03.38-Spanish", "áÉç€", b"\x1Ba\x1F\x1B\x09\x1Be"),
        ("GSM-03.38-Portuguese", "ção∞Φ", b"\x09\x7Bo\x15\x1B\x12"),
        ("GSM-03.38-Portuguese-single-shift", "ção", b"\x1B\x09\x1B{o"),
        ("GSM-03.38-Hindi", "हिन्दी A1", b"\x4D\x51\x2F\x5F\x2B\x52 \x1BA1"),
        ("GSM-03.38-Urdu", "اردو ۔", b"\x00\x25\x1A\x53 \x1B?"),
        (
            "GSM-03.38-Turkish-packed",
            "ğğğğğğğ",
            b"\x0C\x06\x83\xC1\x60\x30\x1A",
        ),
        ("GSM-03.38-Tamil-packed", "அ@", b"\x83\x0D\x00"),
        ("ISO_6937", "é ł ž ˛ \u{2126}", b"\xC2e \xF8 \xCFz \xCE  \xE0"),
        ("T.61", "ä#", b"\xC8a\xA6"),
        ("ANSEL", "Dvořák", b"Dvo\xE9r\xE2ak"),
        ("ANSEL", "ǟ\u{323}x", b"\xE8\xE5\xF2ax"),
        ("ANSEL", "e\u{301}\u{323}", b"\xE2\xF2e"),
        ("GEDCOM-ANSEL", "ß□", b"\xC7\xBE"),
        ("MARC-8", "Łódź", b"\xA1\xE2od\xE2z"),
        ("MARC-8", "a жук, ґ\n", b"a \x1B(NVUK, \x1B(Q@\x1B(B\n"),
        ("MARC-8", "H₂O²α", b"H\x1Bb2\x1BsO\x1Bp2\x1Bs\x1B(Sa\x1B(B"),
        ("MARC-8", "ά\u{FB31}", b"\x1B(S\x22a\x1B(2Ka\x1B(B"),
        // A mark is in the set of its letter, or its letter in ANSEL.
        ("MARC-8", "a Ł\u{64B}", b"a \x1B(3k\xA1\x1B(B"),
        ("MARC-8", "a!\u{301}\u{5B7}", b"a\x1B(2\xE2@!\x1B(B"),
        (
            "MARC-8",
            "Ł中国\u{3000} あ한\n",
            b"\xA1\x1B$1\x21\x30\x34\x4B\x37\x6F\x21\x23\x20\x1B(B \x1B$1\x69\x24\x22\x6F\x5C\x65\x1B(B\n",
        ),
        (
            "MARC-8",
            "α²中Ł",
            b"\x1B(Sa\x1Bp2\x1Bs\x1B$1\x21\x30\x34\x1B(B\xA1",
        ),
    ] {
        let encoding = find(name);
        let written = encoding.encode(text, Policy::Fail).unwrap();
        assert_eq!(written, bytes, "{name} {text}");
        // Letters with marks are read as letters and marks.
        let read = encoding.decode(&written, Policy::Fail).unwrap();
        match name {
            "ANSEL" | "MARC-8" => assert_eq!(encoding.encode(&read, Policy::Fail).unwrap(), bytes, "{text}"),
            _ => assert_eq!(read, text, "{name}"),
        }
    }
    // CR at the end of a byte would be no text, so that there are two.
    let packed = find("GSM-03.38-packed");
    let bytes = packed.encode("1234567\r", Policy::Fail).unwrap();
    assert_eq!(bytes, b"\x31\xD9\x8C\x56\xB3\xDD\x1A\x0D");
    assert_eq!(packed.decode(&bytes, Policy::Fail).unwrap(), "1234567\r\r");
    // Marks are read after their letter, in their order.
    let decoded = find("ANSEL").decode(b"\xE2\xF2e\xE5a!", Policy::Fail).unwrap();
    assert_eq!(decoded, "e\u{301}\u{323}a\u{304}!");
}

#[test]
fn the_sets_of_marc_8_are_designated_in_several_ways() {
    let marc8 = find("MARC-8");
    for (bytes, text) in [
        (&b"\x1B(NA\x1B,NA\x1BsAa"[..], "ааAa"),
        (b"\x1B)N\xC1\x1B-N\xC1a", "ааa"),
        (b"\x1B)Q\xC0\x1B(N@", "ґю"),
        (b"\x1B(!E\x21\x62 \x1B(Be", "Ł \u{301}e"),
        (b"\x1B)!E\xA1\x1B-!E\xA1\x1B)B\xE1", "ŁŁa"),
        (b"\x1B)4\xA4\x1B(3O", "ٹد"),
        (b"\x1Bga\x1Bb1\x1Bp1\x1Bs1", "α₁¹1"),
        (b"\x1B$1!04\x1B(B!\x1B$,1!04\x1Bs!\x1B$1!04\x1E!", "中!中!中\x1E!"),
        (
            b"\x1B$)1\xA1\xB0\xB4a\x1B$-1\xA1\xB0\xB4\xA1\xA3\xA0!\x1B)!E\xA1",
            "中a中\u{3000}!Ł",
        ),
        // A field and a record begin with ASCII and ANSEL, a line does not.
        (b"\x1B(NA\nA\x1EaA\x1B)N\x1D\xA1", "а\nа\x1EaA\x1DŁ"),
        (
            b"\x88The \x89cat\x8D\x8E\x7F",
            "\u{98}The \u{9C}cat\u{200D}\u{200C}\x7F",
        ),
    ] {
        assert_eq!(marc8.decode(bytes, Policy::Fail).unwrap(), text, "{bytes:02X?}");
    }
}

#[test]
fn marc_8_is_read_in_pieces_as_at_once() {
    let marc8 = find("MARC-8");
    let bytes = b"a\xE2\xF2e\x1B(S\x21\x22\x41!\xE2b\x1B)2\xC1\xE1 \x1B)!E\xA1\x1Bg!\x1Ba\x1B$1!!!!04!0\x1B(B\x1B$)1\xA1\xB0\xB4\xA1\x1D\xA1\x1B(NA\xE1";
    assert_is_read_in_pieces(marc8, bytes);
}

/// Checks that a text which is cut anywhere is read as the whole, by one decoder, and by another one from the state at the cut.
fn assert_is_read_in_pieces(encoding: Encoding, bytes: &[u8]) {
    let expected = encoding.decode(bytes, Policy::Escape).unwrap();
    for cut in 0..=bytes.len() {
        let (a, b) = bytes.split_at(cut);
        let mut text = String::new();
        let mut decoder = Decoder::new(encoding, Policy::Escape);
        let mut buffer = [0; 256];
        let written = decoder.to_utf8(a, &mut buffer).written;
        text += str::from_utf8(&buffer[..written]).unwrap();
        // From the state at the cut, the rest means the same.
        let position = decoder.position() as usize;
        let mut again = Decoder::new(encoding, Policy::Escape).with_shift_state(decoder.shift_state());
        let mut rest = text.clone();
        let written = again.to_utf8(&bytes[position..], &mut buffer).written;
        rest += str::from_utf8(&buffer[..written]).unwrap();
        let written = again.finish_utf8(&mut buffer).written;
        rest += str::from_utf8(&buffer[..written]).unwrap();
        assert_eq!(rest, expected, "{cut}");

        let written = decoder.to_utf8(b, &mut buffer).written;
        text += str::from_utf8(&buffer[..written]).unwrap();
        let written = decoder.finish_utf8(&mut buffer).written;
        text += str::from_utf8(&buffer[..written]).unwrap();
        assert_eq!(text, expected, "{cut}");
    }
}

/// One number at a time, every state is a number.
#[test]
fn every_state_of_marc_8_has_its_number() {
    let marc8 = find("MARC-8");
    let mut states = std::collections::HashSet::new();
    for g0 in [
        "(B", "(!E", "(2", "(3", "(4", "(N", "(Q", "(S", "g", "b", "p", "$1",
    ] {
        for g1 in [")B", ")!E", ")2", ")3", ")4", ")N", ")Q", ")S", "$)1"] {
            let mut decoder = Decoder::new(marc8, Policy::Fail);
            let _ = decoder.to_utf8(format!("\x1B{g0}\x1B{g1}").as_bytes(), &mut [0; 16]);
            assert!(states.insert(decoder.shift_state()), "{g0} {g1}");
        }
    }
    // A mark is left, then none.
    let mut decoder = Decoder::new(marc8, Policy::Fail);
    let step = decoder.to_code_points(b"\x1B(S\x22\x23a", &mut [0; 2]);
    assert_eq!((step.read, decoder.is_within_sequence()), (5, true));
    let mut again = Decoder::new(marc8, Policy::Fail).with_shift_state(decoder.shift_state());
    let mut numbers = [0; 4];
    let step = again.to_code_points(b"ab", &mut numbers);
    assert_eq!(numbers[..step.written], [0x308, 0x3B2]);
}

/// The examples of PS3.5, annexes H, I and K, and what is no example.
#[test]
fn text_of_dicom_is_read_and_written() {
    for (name, bytes, text) in [
        (
            "ISO 2022 IR 87",
            &b"Yamada^Tarou=\x1B$B;3ED\x1B(B^\x1B$BB@O:\x1B(B=\x1B$B$d$^$@\x1B(B^\x1B$B$?$m$&\x1B(B"[..],
            "Yamada^Tarou=山田^太郎=やまだ^たろう",
        ),
        (
            "ISO 2022 IR 13",
            b"\xD4\xCF\xC0\xDE^\xC0\xDB\xB3=\x1B$B;3ED\x1B(J^\x1B$BB@O:\x1B(J=\x1B$B$d$^$@\x1B(J^\x1B$B$?$m$&\x1B(J",
            "ﾔﾏﾀﾞ^ﾀﾛｳ=山田^太郎=やまだ^たろう",
        ),
        (
            "ISO 2022 IR 149",
            b"Hong^Gildong=\x1B$)C\xFB\xF3^\x1B$)C\xD1\xCE\xD4\xD7=\x1B$)C\xC8\xAB^\x1B$)C\xB1\xE6\xB5\xBF",
            "Hong^Gildong=洪^吉洞=홍^길동",
        ),
        (
            "ISO 2022 IR 149",
            b"The 1st line includes \x1B$)C\xB1\xE6\xB5\xBF.\r\nThe 2nd line includes \x1B$)C\xB1\xE6\xB5\xBF, too.\r\nThe 3rd line.",
            "The 1st line includes 길동.\r\nThe 2nd line includes 길동, too.\r\nThe 3rd line.",
        ),
        (
            "ISO 2022 IR 58",
            b"Zhang^XiaoDong=\x1B$)A\xD5\xC5^\x1B$)A\xD0\xA1\xB6\xAB=",
            "Zhang^XiaoDong=张^小东=",
        ),
        // The set that is named is back after another one, also at the end. Escape sequences are written where they are needed.
        ("DICOM-IR-100", b"\xE9 \x1B-F\xE9\x1B-A\t\xE9\x1B-L\xD6\x1B-A", "é ι\té\u{436}"),
        ("DICOM-PN-IR-126", b"\xE9\x1B-A\xE9\x1B-F^\xE9", "ιé^ι"),
        ("DICOM-IR-13", b"a\x1B(B~\x1B(J\\\xB1~", "a~\\ｱ‾"),
        // A set of single bytes, and one of pairs that another one lacks.
        ("DICOM", b"\x1B-b\xA4\x1B-F\xE1\x1B$(D0!\x1B(B", "€α丂"),
        ("DICOM", b"\x1B$B0!\x1B$)C\xB0\xA1\x1B(B ", "亜가 "),
        ("DICOM-IR-87", b"\x1B$B&A\x1B(B", "α"),
        ("DICOM-IR-149", b"\x1B$)C\xA5\xE1", "α"),
    ] {
        let encoding = find(name);
        assert_eq!(encoding.decode(bytes, Policy::Fail).unwrap(), text, "{name}");
        assert_eq!(encoding.encode(text, Policy::Fail).unwrap(), bytes, "{name} {text}");
        let in_name = find(&encoding.name().replace("DICOM", "DICOM-PN").replace("PN-PN", "PN"));
        assert_eq!(in_name.decode(bytes, Policy::Fail).unwrap(), text, "{name}");
    }
    // A second line that designates nothing, a name and another text with a sign of equality, and a backslash that is half a character.
    for (name, bytes, text) in [
        ("DICOM", &b"\x1B$)C\xB0\xA1\n\xB0"[..], "가\n\\xB0"),
        ("DICOM", b"\x1B$)C\xB0\xA1=\xB0\xA1\\\\\xB0", "가=가\\\\\\\\\\xB0"),
        ("DICOM-PN", b"\x1B$)C\xB0\xA1=\xB0", "가=\\xB0"),
        ("DICOM-IR-100", b"\x1B-F\xE1=\xE1\x0C\xE1", "α=α\x0Cá"),
        ("DICOM-PN-IR-100", b"\x1B-F\xE1=\xE1", "α=á"),
        ("DICOM-PN", b"\x1B$B%^!=\x1B(B", "マ―"),
        // Other sequences, bytes of no set and without a character, and characters that are cut.
        (
            "DICOM",
            b"\x1B$@\x1B(I\x80\xA0\x1B-F\xD2\x1B$)C\xB0a\xB0",
            "\\x1B$@\\x1B(I\\x80\\xA0\\xD2\\xB0a\\xB0",
        ),
        (
            "DICOM",
            b"\x1B$B0 0\n0!\x1B$B)!\x1B$",
            "\\x30 \\x30\n0!\\x29\\x21\\x1B\\x24",
        ),
    ] {
        assert_eq!(
            find(name).decode(bytes, Policy::Escape).unwrap(),
            text,
            "{name} {bytes:02X?}"
        );
    }
    for text in ["\x1B", "\u{80}", "ấ"] {
        assert!(find("DICOM").encode(text, Policy::Fail).is_err());
    }
    for (label, name) in [
        ("ISO 2022 IR 100", "DICOM-IR-100"),
        ("\\ISO 2022 IR 87", "DICOM-IR-87"),
        ("ISO 2022 IR 6\\ISO 2022 IR 149", "DICOM-IR-149"),
        ("ISO 2022 IR 13\\ISO 2022 IR 87 ", "DICOM-IR-13"),
        ("ISO 2022 IR 6\\", "DICOM"),
        ("\\ISO 2022 IR 100\\ISO 2022 IR 58", "DICOM-IR-58"),
        ("\\ISO 2022 IR 100", "DICOM"),
    ] {
        assert_eq!(find(label).name(), name);
    }
    assert_eq!(
        Encoding::for_label("ISO 2022 IR 7\\ISO 2022 IR 87", Reading::Iconv),
        None
    );
}

#[test]
fn text_of_dicom_is_read_in_pieces_as_at_once() {
    let bytes = b"a^\x1B$)C\xB0\xA1=\xB0\xA1\x1B$B;3\\\x1B(J\\~\xE9\x1B-F\xE9\xE9\n\xE9\x1B)I\xB1\x1B$(D0$0\n\x1B$)A\xD5\xC5\xD5";
    for name in ["DICOM", "DICOM-PN-IR-100", "DICOM-PN-IR-149"] {
        assert_is_read_in_pieces(find(name), bytes);
    }
}

#[test]
fn errors_of_stateful_encodings_have_their_places() {
    let shown = |name: &str, bytes: &[u8]| find(name).decode(bytes, Policy::Escape).unwrap();
    for (name, bytes, text) in [
        // A shift before the set is designated, another escape sequence, a byte of eight bits.
        (
            "ISO-2022-KR",
            &b"\x0Ea\x1B(B\xB0\x1B$)C\x0E0!"[..],
            "\\x0Ea\\x1B(B\\xB0가",
        ),
        // No character, half of one at the end of a line, which begins in ASCII, and at the end.
        (
            "ISO-2022-KR",
            b"\x1B$)C\x0E-!0\nab\x0E0",
            "\\x2D\\x21\\x30\nab\\x30",
        ),
        ("ISO-2022-KR", b"\x1B$)", "\\x1B\\x24\\x29"),
        ("ISO-2022-CN", b"\x0E\x1BN!!\x1B$)E", "\\x0E\\x1B\\x4E!!\\x1B$)E"),
        ("ISO-2022-CN", b"\x1B$)A\x0EVP\nVP\x0EVP", "中\nVP\\x0EVP"),
        ("ISO-2022-CN", b"\x1B$*H\x1BN!", "\\x1B\\x4E\\x21"),
        (
            "GSM-03.38",
            b"\x80\x1Ba\x1B\xFFa\x1B",
            "\\x80\\x1B\\x61\\x1B\\xFFa\\x1B",
        ),
        (
            "GSM-03.38-Tamil",
            b"\x00\x25\x1B\x1B\x1B\x60",
            "\\x00\\x25\\x1B\\x1B\\x1B\\x60",
        ),
        // No extension, and bits that are left over.
        ("GSM-03.38-packed", b"\x9B\xB0\x18", "\\x9Bb"),
        ("GSM-03.38-packed", b"\xE1", "\\xE1"),
        ("GSM-03.38-packed", b"\x61\x40", "a@\\x40"),
        ("GSM-03.38-packed", b"\x1B", "\\x1B"),
        ("ISO_6937", b"\xC2q\xC9a\xC3", "\\xC2q\\xC9a\\xC3"),
        ("ANSEL", b"\xE2\xE5\na\xFDb\xE2", "\\xE2\\xE5\na\\xFDb\\xE2"),
        // Other sequences, a sequence between a mark and its letter, bytes without a character, half a sequence.
        (
            "MARC-8",
            b"\x1B(Aa\x1B(Eb\x1B[c\x1B$B",
            "\\x1B(Aa\\x1B(Eb\\x1B[c\\x1B$B",
        ),
        ("MARC-8", b"\xE2\x1B(NA", "\\xE2а"),
        (
            "MARC-8",
            b"\x80\xA0\xAF\xFF\x1Bgd\x1B(!",
            "\\x80\\xA0\\xAF\\xFF\\x64\\x1B\\x28\\x21",
        ),
        // Codes of EACC without a character, cut by another byte, by a sequence and by the end, in two halves, and after a mark.
        (
            "MARC-8",
            b"\x1B$1!!!!\x30 \x21\x30\x1B$1\xE2!\x30\x34!\x30",
            "\\x21\\x21\\x21\\x21\\x30 \\x21\\x30\\xE2中\\x21\\x30",
        ),
        (
            "MARC-8",
            b"\x1B$)1\xA1\xB0\x34\xA1\xA3\x20\xA1",
            "\\xA1\\xB04\\xA1\\xA3 \\xA1",
        ),
        (
            "ANSEL",
            b"\xE2\xE2\xE2\xE2\xE2\xE2\xE2\xE2a",
            "\\xE2a\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}",
        ),
    ] {
        assert_eq!(shown(name, bytes), text, "{name}");
    }
    for (name, text) in [
        ("ISO-2022-KR", "a\x1B"),
        ("ISO-2022-CN", "a\x0E"),
        ("GSM-03.38", "aç"),
        ("GSM-03.38-Turkish", "aè"),
        ("GSM-03.38-Hindi", "aé"),
        ("ISO_6937", "aṣ"),
        ("ANSEL", "\u{301}a"),
        ("ANSEL", "\n\u{301}"),
        ("MARC-8", "\u{301}"),
        ("MARC-8", "a\u{64B}"),
        ("MARC-8", "\x1B"),
        ("MARC-8", "中\u{301}"),
        ("MARC-8", "\u{2A6D6}"),
    ] {
        assert!(find(name).encode(text, Policy::Fail).is_err(), "{name} {text:?}");
    }
}

/// The table was made from the registry and from what the charsets are, not from our labels.
#[test]
fn the_labels_of_the_registry_find_their_encodings() {
    let mut written = std::collections::HashSet::new();
    for line in IANA_CHARSETS.lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split('\t').collect();
        let (expected, labels) = (fields[0], &fields[1..]);
        for label in labels.iter().filter(|&&label| label != "-") {
            let found = Encoding::for_label(label, Reading::Iana).map(Encoding::name);
            let is_refused = labels::refusal(label).is_some();
            match expected {
                "refused" => assert_eq!((found, is_refused), (None, true), "{label}"),
                "-" => assert_eq!((found, is_refused), (None, false), "{label}"),
                name => assert_eq!((found, is_refused), (Some(name), false), "{label}"),
            }
        }
        // The name in MIME is preferred.
        written.insert(match fields[2] {
            "-" => fields[1],
            mime => mime,
        });
    }
    for encoding in Encoding::all() {
        if let Some(name) = encoding.mime_name() {
            assert!(written.contains(name), "{name}");
        }
    }
}
