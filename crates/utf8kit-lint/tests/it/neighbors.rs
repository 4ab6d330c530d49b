//! The files beside a text decide where its letters leave a doubt, and nowhere else.

use encoding_rs::{Encoding, KOI8_R, WINDOWS_1251};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use utf8kit_lint::{
    BlockChecker, Certainty, Finding, Fix, Neighborhood, Neighbors, Options, Reason, Recognized, Recognizer,
    Rule, blocks,
};
use utf8kit_test::Random;

/// Files beside a text, and how often they were asked for.
#[derive(Clone, Debug, Default)]
struct Files {
    names: Vec<&'static str>,
    asked: Arc<AtomicUsize>,
}

impl Files {
    fn of(files: &[(&'static str, usize)]) -> Files {
        let names = files.iter().flat_map(|&(name, count)| vec![name; count]);
        Files {
            names: names.collect(),
            asked: Arc::default(),
        }
    }
}

impl Neighborhood for Files {
    fn neighbors(&self) -> Option<Neighbors> {
        self.asked.fetch_add(1, Ordering::Relaxed);
        Neighbors::of(self.names.iter().copied())
    }
}

fn encoded(text: &str, encoding: &'static Encoding) -> Vec<u8> {
    let (bytes, _, has_errors) = encoding.encode(text);
    assert!(!has_errors, "{text}");
    bytes.into_owned()
}

/// Returns the encoding of `bytes` alone, and beside `files`.
fn recognized(bytes: &[u8], files: &Files) -> [Recognized; 2] {
    let mut recognizer = Recognizer::new();
    let _ = recognizer.push(bytes);
    [
        recognizer.finish().unwrap(),
        recognizer.finish_beside(files).unwrap(),
    ]
}

fn checked(bytes: &[u8], files: &Files) -> Vec<Finding> {
    let neighborhood: Box<dyn Neighborhood> = Box::new(files.clone());
    let mut checker = BlockChecker::new(Options::default()).with_neighborhood(Some(neighborhood));
    let mut findings = Vec::new();
    let mut emit = |finding| {
        findings.push(finding);
        ControlFlow::Continue(())
    };
    for block in blocks(bytes, 100) {
        let Ok(flow) = checker.check(&block, &mut emit);
        if flow.is_break() {
            break;
        }
    }
    let _ = checker.finish(&mut emit);
    findings
}

#[test]
fn files_beside_it_decide_about_a_text_that_leaves_a_doubt() {
    let polish = Files::of(&[("ISO-8859-2", 41), ("KOI8-R", 2)]);
    let [alone, beside] = recognized(b"caf\xE9", &polish);
    assert_eq!(
        (alone.encoding, alone.reason, alone.neighbors),
        ("windows-1252", Reason::Statistics, 0)
    );
    assert_eq!(
        (beside.encoding, beside.reason, beside.neighbors),
        ("ISO-8859-2", Reason::Neighbors, 41)
    );
    // One byte is no finding for the text as a whole, unless the files beside it say the same.
    assert_eq!(checked(b"caf\xE9", &Files::default())[0].rule, Rule::IllFormed);
    let findings = checked(b"caf\xE9", &polish);
    assert_eq!(
        (findings.len(), findings[0].rule, &*findings[0].kind),
        (1, Rule::OtherEncoding, "ISO-8859-2")
    );
    assert!(
        findings[0]
            .message
            .contains("in ISO-8859-2, as are 41 files beside it, not UTF-8"),
        "{}",
        findings[0].message
    );
    assert!(matches!(findings[0].fix, Fix::Transcode { neighbors: 41, .. }));
}

/// "Very likely" is a promise: the letters must say the same, and many files.
#[test]
fn what_is_likely_becomes_very_likely_among_many_files() {
    let text = encoded("Привет", WINDOWS_1251);
    for (files, certainty) in [
        (15, Certainty::Likely),
        (16, Certainty::VeryLikely),
        (64, Certainty::VeryLikely),
    ] {
        let [alone, beside] = recognized(&text, &Files::of(&[("windows-1251", files)]));
        assert_eq!(
            (alone.encoding, alone.certainty),
            ("windows-1251", Certainty::Likely)
        );
        assert_eq!(
            (beside.encoding, beside.certainty),
            ("windows-1251", certainty),
            "{files}"
        );
    }
    // The files are not all of one kind.
    let [_, beside] = recognized(&text, &Files::of(&[("windows-1251", 40), ("KOI8-R", 8)]));
    assert_eq!(beside.certainty, Certainty::Likely);
}

#[test]
fn few_files_or_files_of_several_encodings_decide_nothing() {
    for files in [
        &[("ISO-8859-2", 2)][..],
        &[("ISO-8859-2", 20), ("KOI8-R", 20)],
        &[("ISO-8859-2", 20), ("KOI8-R", 11), ("GBK", 12)],
        &[],
    ] {
        let [alone, beside] = recognized(b"caf\xE9", &Files::of(files));
        assert_eq!(alone, beside, "{files:?}");
    }
}

#[test]
fn evidence_is_never_overridden() {
    let many = |name| Files::of(&[(name, 1000)]);
    let russian = "Москва является столицей Российской Федерации";
    let texts = [
        // Another encoding is clearly better.
        encoded("Привет, мир", WINDOWS_1251),
        encoded("Привет, мир", KOI8_R),
        // It is very likely already, or declared.
        encoded(russian, WINDOWS_1251),
        b"<?xml version='1.0' encoding='windows-1252'?>\n\xE9".to_vec(),
        // UTF-8, also with an error, and cut.
        "Привет".as_bytes().to_vec(),
        b"\xD0\x9F\xD1\x80\xD0\xB8\xD0\xB2\xD0\xB5\xD1\x82 \xFF".to_vec(),
        b"\xD0\x9F\xD1\x80\xD0\xB8\xD0".to_vec(),
        b"plain".to_vec(),
    ];
    for text in texts {
        for name in ["KOI8-R", "windows-1251", "ISO-8859-5", "GBK", "IBM866"] {
            let [alone, beside] = recognized(&text, &many(name));
            assert_eq!(alone.encoding, beside.encoding, "{name}: {text:X?}");
        }
    }
    // Bytes that are impossible in the encoding of the files: `E9` alone is cut in Shift_JIS, `81` is nothing in ISO-8859-7.
    for (text, name) in [
        (&b"caf\xE9 \xFF\xFF"[..], "Shift_JIS"),
        (b"a\xD2b", "ISO-8859-7"),
        (b"\x98 x", "windows-1251"),
    ] {
        let [alone, beside] = recognized(text, &many(name));
        assert_eq!(alone, beside, "{name}: {text:X?}");
    }
}

/// Files are read only if they can make a difference.
#[test]
fn what_is_clear_asks_for_no_files() {
    let russian =
        "Москва является столицей Российской Федерации и крупнейшим городом страны по числу жителей";
    for text in [
        encoded(russian, WINDOWS_1251),
        russian.into(),
        b"plain".to_vec(),
        b"\xFF\xFEa\0".to_vec(),
        b"# coding: latin-1\n\xE9".to_vec(),
    ] {
        let files = Files::of(&[("KOI8-R", 10)]);
        recognized(&text, &files);
        checked(&text, &files);
        assert_eq!(files.asked.load(Ordering::Relaxed), 0, "{text:X?}");
    }
}

/// Whatever is beside it, a text is named an encoding in which all of its bytes are characters, and nothing that is valid becomes
/// anything else.
#[test]
fn any_text_beside_any_files_is_possible_in_its_encoding() {
    let mut random = Random::new(44);
    let names = [
        "windows-1252",
        "windows-1251",
        "Shift_JIS",
        "GBK",
        "ISO-8859-7",
        "KOI8-R",
        "IBM866",
    ];
    for _ in 0..2000 {
        let text: Vec<u8> = (0..1 + random.below(12))
            .map(|_| match random.below(3) {
                0 => b'a' + random.below(26) as u8,
                1 => 0xC0 + random.below(64) as u8,
                _ => 0x80 + random.below(128) as u8,
            })
            .collect();
        let files = Files::of(&[(names[random.below(names.len())], 3 + random.below(70))]);
        let [alone, beside] = recognized(&text, &files);
        if beside.neighbors == 0 {
            assert_eq!(alone, beside);
            continue;
        }
        assert!(alone.certainty < Certainty::VeryLikely && std::str::from_utf8(&text).is_err());
        if let Some(encoding) = Encoding::for_label(beside.encoding.as_bytes()) {
            // The end may cut a character.
            let valid = (0..2).any(|cut| {
                let part = &text[..text.len() - cut.min(text.len())];
                encoding
                    .decode_without_bom_handling_and_without_replacement(part)
                    .is_some()
            });
            assert!(valid, "{}: {text:X?}", beside.encoding);
        }
    }
}
