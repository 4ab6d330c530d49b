//! Items are all bytes of a text, in every encoding, and stand for what a decoder reads.

use utf8kit::{Encoding as Base, Endian, Policy, utf8};
use utf8kit_encodings::{Encoding, Reading};
use utf8kit_lint::inspect::{Item, Items, Meaning, Role};
use utf8kit_test::Random;

fn items(bytes: &[u8], encoding: Encoding) -> Vec<Item> {
    Items::new(bytes, encoding).collect()
}

fn web(encoding: &'static encoding_rs::Encoding) -> Encoding {
    Encoding::for_label(encoding.name(), Reading::Web).unwrap()
}

fn in_utf_8(bytes: &[u8]) -> Vec<Item> {
    items(bytes, Encoding::UTF_8)
}

/// The numbers of the items; U+FFFD for each maximal subpart.
fn numbers(items: &[Item]) -> Vec<u32> {
    let mut all = Vec::new();
    for item in items {
        match &item.meaning {
            Meaning::Numbers(numbers) => all.extend(numbers),
            Meaning::Nothing => {}
            _ => all.extend(vec![0xFFFD; item.columns() as usize]),
        }
    }
    all
}

/// Bytes that are often well-formed.
fn often_well_formed(random: &mut Random, len: usize, mask: u8) -> Vec<u8> {
    let byte = |_| {
        let byte = random.next() as u8;
        if random.below(16) < 6 {
            byte & 0x7F
        } else {
            byte | mask
        }
    };
    (0..len).map(byte).collect()
}

const WEB: [&encoding_rs::Encoding; 12] = [
    encoding_rs::BIG5,
    encoding_rs::EUC_JP,
    encoding_rs::EUC_KR,
    encoding_rs::GB18030,
    encoding_rs::GBK,
    encoding_rs::ISO_2022_JP,
    encoding_rs::SHIFT_JIS,
    encoding_rs::WINDOWS_1252,
    encoding_rs::WINDOWS_874,
    encoding_rs::KOI8_R,
    encoding_rs::ISO_8859_8,
    encoding_rs::IBM866,
];

/// Checks that the items are all bytes, in order.
fn assert_is_all(items: &[Item], bytes: &[u8], name: &str) {
    let mut offset = 0;
    let mut all = Vec::new();
    for item in items {
        assert!(!item.bytes.is_empty(), "{name}: {bytes:x?}");
        assert_eq!(item.offset, offset, "{name}: {bytes:x?}");
        offset += item.bytes.len() as u64;
        all.extend(item.values());
    }
    assert_eq!(all, bytes, "{name}");
}

#[test]
fn items_are_all_bytes_in_every_encoding() {
    let mut random = Random::new(1);
    for round in 0..400 {
        let bytes = often_well_formed(&mut random, round % 40, [0, 0x80, 0xC0][round % 3]);
        for encoding in Encoding::all() {
            for is_end in [false, true] {
                let items: Vec<_> = Items::new(&bytes, encoding).in_text(0, is_end).collect();
                assert_is_all(&items, &bytes, encoding.name());
            }
        }
        for encoding in WEB {
            for is_end in [false, true] {
                let items: Vec<_> = Items::new(&bytes, web(encoding)).in_text(0, is_end).collect();
                assert_is_all(&items, &bytes, encoding.name());
            }
        }
    }
}

#[test]
fn the_numbers_are_those_of_a_decoder() {
    let mut random = Random::new(2);
    for round in 0..2000 {
        let bytes = often_well_formed(&mut random, round % 24, [0, 0x80, 0xC0][round % 3]);
        let expected: Vec<u32> = utf8::chars_lossy(&bytes).map(u32::from).collect();
        assert_eq!(numbers(&in_utf_8(&bytes)), expected, "{bytes:x?}");
        for encoding in Encoding::all() {
            // A reader of numbers has more than text, and dialects replace every subpart.
            let is_plain = encoding.max() <= 0x10_FFFF && !encoding.has_surrogates();
            let Ok(text) = encoding.decode(&bytes, Policy::Replace('\u{FFFD}')) else {
                continue;
            };
            if is_plain {
                let expected: Vec<u32> = text.chars().map(u32::from).collect();
                let found = items(&bytes, encoding);
                let name = encoding.name();
                // These keep a signature.
                let signature = usize::from(name == "UTF-8-SIG" && bytes.starts_with(b"\xEF\xBB\xBF"));
                assert_eq!(
                    numbers(&found)[signature..],
                    expected,
                    "{name}: {bytes:x?} {found:?}"
                );
            }
        }
        for encoding in WEB {
            let (text, _) = encoding.decode_without_bom_handling(&bytes);
            let expected: Vec<u32> = text.chars().map(u32::from).collect();
            let found = items(&bytes, web(encoding));
            assert_eq!(numbers(&found), expected, "{}: {bytes:x?}", encoding.name());
        }
    }
}

#[test]
fn legacy_characters_have_their_bytes() {
    let text = "日本 é";
    for encoding in [encoding_rs::SHIFT_JIS, encoding_rs::GB18030, encoding_rs::EUC_JP] {
        let (bytes, _, had_errors) = encoding.encode(text);
        let found = items(&bytes, web(encoding));
        if !had_errors {
            assert_eq!(found.len(), 4, "{}", encoding.name());
        }
        assert_eq!(found[0].bytes.len(), 2);
        assert_eq!(found[0].bytes[0].role, Role::Code);
        assert_eq!(found[0].meaning, Meaning::Numbers(vec![0x65E5]));
    }
    let found = items(b"\x1B$BF|\x1B(BA", web(encoding_rs::ISO_2022_JP));
    let shown: Vec<_> = found.iter().map(Item::hex).collect();
    assert_eq!(shown, ["1B 24 42", "46 7C", "1B 28 42", "41"]);
    for charset in [web(encoding_rs::BIG5), "Big5".parse().unwrap()] {
        let pair = items(b"\x88\x62", charset);
        assert_eq!(pair[0].meaning, Meaning::Numbers(vec![0xCA, 0x304]));
        assert_eq!(pair[0].hex(), "88 62");
    }
    // A letter with its marks is one item. A byte of packed septets has the end of one character and the beginning of the next.
    let shown = |name: &str, bytes: &[u8]| -> Vec<(String, Meaning)> {
        let found = items(bytes, name.parse().unwrap());
        found.into_iter().map(|item| (item.hex(), item.meaning)).collect()
    };
    let numbers = |text: &str| Meaning::Numbers(text.chars().map(u32::from).collect());
    assert_eq!(
        shown("ANSEL", b"\xE2\xF2ab"),
        [
            ("E2 F2 61".to_owned(), numbers("a\u{301}\u{323}")),
            ("62".to_owned(), numbers("b"))
        ]
    );
    let packed = ["E8", "32", "9B", "FD", "06"].map(str::to_owned);
    let meanings = [
        numbers("he"),
        numbers("l"),
        numbers("l"),
        numbers("o"),
        Meaning::Nothing,
    ];
    let expected: Vec<_> = packed.into_iter().zip(meanings).collect();
    assert_eq!(shown("GSM-03.38-packed", b"\xE8\x32\x9B\xFD\x06"), expected);
    let packed = "GSM-03.38-packed".parse::<Encoding>().unwrap();
    let bytes = packed.encode("1234567€", Policy::Fail).unwrap();
    assert_eq!(
        shown("GSM-03.38-packed", &bytes)[6],
        ("36 65".to_owned(), numbers("€"))
    );
}

#[test]
fn an_error_has_its_own_words() {
    for (name, bytes, reason) in [
        ("IBM857", &b"a\xD5"[..], "`D5` stands for no character in IBM857"),
        (
            "EUC-KR",
            b"a\xB0",
            "`B0` starts a sequence, but the text ends before it is complete",
        ),
    ] {
        let found = items(bytes, name.parse().unwrap());
        assert_eq!(found[1].problem().unwrap().reason, reason);
    }
}

#[test]
fn each_kind_of_error_has_its_meaning_and_its_relatives() {
    type Case<'a> = (&'a [u8], &'a str, Option<u32>, &'a [&'a str]);
    let cases: [Case<'_>; 9] = [
        (b"\x80", "unexpected-continuation", None, &[]),
        (b"\xC0\xAF", "overlong", Some(0x2F), &["Annex R UTF-8 by R.5"]),
        (
            b"\xC0\x80",
            "overlong",
            Some(0),
            &["Annex R UTF-8 by R.5", "Modified UTF-8"],
        ),
        (b"\xED\xA0\x80", "surrogate", Some(0xD800), &["WTF-8"]),
        (
            b"\xED\xA1\x8C\xED\xBE\xB4",
            "surrogate",
            Some(0x233B4),
            &["CESU-8", "Modified UTF-8"],
        ),
        (
            b"\xF4\x90\x80\x80",
            "too-large",
            Some(0x11_0000),
            &["RFC 2279 UTF-8", "Annex R UTF-8", "Annex R UTF-8 by R.5"],
        ),
        (
            b"\xFD\xBF\xBF\xBF\xBF\xBF",
            "never-valid",
            Some(0x7FFF_FFFF),
            &["RFC 2279 UTF-8", "Annex R UTF-8", "Annex R UTF-8 by R.5"],
        ),
        (b"\xE2\x82", "unexpected-end", None, &[]),
        (b"\xFF", "never-valid", None, &[]),
    ];
    for (bytes, kind, meant, relatives) in cases {
        let found = in_utf_8(bytes);
        assert_eq!(found.len(), 1, "{bytes:x?}");
        let problem = found[0].problem().unwrap();
        assert_eq!((problem.kind, problem.meant), (kind, meant), "{bytes:x?}");
        let accepted: Vec<_> = problem
            .accepted_by
            .iter()
            .map(|reading| reading.encoding)
            .collect();
        assert_eq!(accepted, relatives, "{bytes:x?}");
        assert!(
            problem.reason.contains('`') && problem.clause.starts_with("RFC 3629"),
            "{bytes:x?}"
        );
        assert!(!problem.rule.is_empty());
    }
    let missing = in_utf_8(b"caf\xE9 au lait");
    let problem = missing[3].problem().unwrap();
    assert_eq!(problem.kind, "missing-continuation");
    assert_eq!(problem.windows_1252.as_deref(), Some("é"));
}

#[test]
fn prefixes_and_payload_are_those_of_the_encoding() {
    let bits = |item: &Item| -> Vec<(String, String)> {
        let bits = item.bytes.iter();
        bits.map(|byte| (byte.prefix_bits(), byte.payload_bits()))
            .collect()
    };
    let pair = |prefix: &str, payload: &str| (prefix.to_owned(), payload.to_owned());
    assert_eq!(
        bits(&in_utf_8("é".as_bytes())[0]),
        [pair("110", "00011"), pair("10", "101001")]
    );
    let utf16 = Encoding::Base(utf8kit::Encoding::Utf16(Endian::Little));
    let found = items(b"\x3D\xD8\x00\xDE", utf16);
    assert_eq!(
        bits(&found[0]),
        [
            pair("", "00111101"),
            pair("110110", "00"),
            pair("", "00000000"),
            pair("110111", "10")
        ]
    );
    let cesu = Encoding::Base(utf8kit::Encoding::Cesu8);
    let found = items(b"\xED\xA1\x8C\xED\xBE\xB4", cesu);
    assert_eq!(found[0].meaning, Meaning::Numbers(vec![0x233B4]));
    assert_eq!(found[0].bytes[3].role, Role::Lead);
}

#[test]
fn an_encoding_has_its_name() {
    assert_eq!(Encoding::UTF_8.name(), "UTF-8");
    assert_eq!(web(encoding_rs::ISO_2022_JP).name(), "ISO-2022-JP");
}

/// What comes last is an item too if it stands for nothing.
#[test]
fn a_text_may_end_with_an_escape_sequence() {
    let text = b"a\x1B$B$3\x1B(B";
    let found = items(text, web(encoding_rs::ISO_2022_JP));
    assert_is_all(&found, text, "ISO-2022-JP");
    assert_eq!(numbers(&found), [0x61, 0x3053]);
    assert_eq!(found.last().unwrap().meaning, Meaning::Nothing);
}

#[test]
fn bytes_have_the_role_that_their_encoding_gives_them() {
    let family = Encoding::Base;
    let utf32 = |endian| family(utf8kit::Encoding::Utf32(endian));
    let number: &[u8] = &[0, 1, 0xF4, 0xD3];
    let cases = [
        (utf32(Endian::Big), number, Role::Unit),
        (Encoding::Ucs4(Some(Endian::Big)), number, Role::Unit),
        (Encoding::Utf32, number, Role::Unit),
        (Encoding::Utf16, &[0x20, 0xAC], Role::Unit),
        (Encoding::Ucs2(None), &[0x20, 0xAC], Role::Unit),
        (family(utf8kit::Encoding::Latin1), &[0xE9], Role::Single),
    ];
    for (encoding, bytes, role) in cases {
        let found = items(bytes, encoding);
        let roles: Vec<_> = found[0].bytes.iter().map(|byte| byte.role).collect();
        assert_eq!(roles, vec![role; bytes.len()], "{}", encoding.name());
    }
}

#[test]
fn a_sequence_that_the_end_of_a_part_cuts_is_incomplete() {
    for dialect in [Base::Cesu8, Base::Utf8, Base::Rfc2279] {
        let charset = Encoding::Base(dialect);
        let last = |is_end| {
            let items = Items::new(b"a\xE2\x82", charset).in_text(0, is_end);
            items.last().unwrap().meaning
        };
        assert_eq!(last(false), Meaning::Incomplete, "{dialect:?}");
        assert!(matches!(last(true), Meaning::IllFormed(_)), "{dialect:?}");
    }
}
