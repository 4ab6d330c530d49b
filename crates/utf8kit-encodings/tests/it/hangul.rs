//! Tests of the migration of Hangul syllables from their Unicode 1.1 code points.

use crate::common::decode_in;
use utf8kit::stream::Stop;
use utf8kit::{ConvertErrorKind, ErrorKind, Policy};
use utf8kit_encodings::hangul::{self, Finding};
use utf8kit_encodings::{Decoder, Encoder, Encoding};
use utf8kit_test::{HANGUL, hex};

/// Returns the rows of the list: the code point in Unicode 1.1, and today's.
fn rows() -> Vec<(char, char)> {
    let code_point = |field: &str| char::from_u32(u32::from_str_radix(field, 16).unwrap()).unwrap();
    let rows = HANGUL
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| line.split_once('\t').unwrap());
    rows.map(|(old, new)| (code_point(old), code_point(new)))
        .collect()
}

/// All 6656 syllables have a code point in both directions, and no other character has one.
#[test]
fn every_syllable_migrates_both_ways() {
    let rows = rows();
    assert_eq!(rows.len(), 6656);
    for &(old, new) in &rows {
        assert_eq!(hangul::from_unicode_1_1(old), Some(new), "{old:?}");
        assert_eq!(hangul::to_unicode_1_1(new), Some(old), "{new:?}");
    }
    let has_new = |c: &char| hangul::from_unicode_1_1(*c).is_some();
    assert_eq!(('\0'..=char::MAX).filter(has_new).count(), 6656);
    let has_old = |c: &char| hangul::to_unicode_1_1(*c).is_some();
    assert_eq!(('\0'..=char::MAX).filter(has_old).count(), 6656);
}

/// A Korean text that is migrated to Unicode 1.1 and back is the same text: by `migrate`, and decoded under its label,
/// whole and in pieces.
#[test]
fn text_migrates_to_unicode_1_1_and_back() {
    let text = "모든 인간은 태어날 때부터 자유로우며 그 존엄과 권리에 있어 동등하다. 漢字, ASCII, \u{1F600}";
    let old = hangul::migrate_to_unicode_1_1(text).unwrap();
    assert_ne!(old, text);
    assert_eq!(old.len(), text.len());
    assert_eq!(hangul::migrate(&old), text);

    let encoding = "unicode-1-1-utf-8".parse::<Encoding>().unwrap();
    assert_eq!(encoding.decode(old.as_bytes(), Policy::Fail).unwrap(), text);
    for cut in 0..=old.len() {
        let (a, b) = old.as_bytes().split_at(cut);
        assert_eq!(
            decode_in(encoding, Policy::Fail, &[a, b]).as_deref(),
            Ok(text),
            "cut at {cut}"
        );
    }
    assert_eq!(
        Encoding::UTF_8.decode(old.as_bytes(), Policy::Fail).unwrap(),
        old,
        "UTF-8 does not migrate: the text has Han characters"
    );
    assert!(!encoding.can_be_written());
    assert_eq!(encoding.mime_name(), None);
}

/// Syllables that Unicode 1.1 did not have, and characters of today at old code points, cannot be migrated back.
#[test]
fn characters_not_in_unicode_1_1_are_errors() {
    let error = hangul::migrate_to_unicode_1_1("가힣").unwrap_err();
    assert_eq!((error.character, error.offset), ('힣', 3));
    let error = hangul::migrate_to_unicode_1_1("a\u{3400}").unwrap_err();
    assert_eq!((error.character, error.offset), ('\u{3400}', 1));
    assert_eq!(
        error.to_string(),
        "U+3400 at offset 1 cannot be represented in Unicode 1.1"
    );
}

/// At the limits of each range, in text of any alignment to the blocks in which it is examined.
#[test]
fn examine_counts_the_characters_of_each_range() {
    let counts = |report: hangul::Report| [report.old, report.new, report.jamo, report.han];
    for (first, last, expected) in [
        ('\u{3400}', '\u{4DFF}', [1, 0, 0, 0]),
        ('\u{AC00}', '\u{D7A3}', [0, 1, 0, 0]),
        ('\u{1100}', '\u{11FF}', [0, 0, 1, 0]),
        ('\u{3131}', '\u{318E}', [0, 0, 1, 0]),
        ('\u{A960}', '\u{A97C}', [0, 0, 1, 0]),
        ('\u{D7B0}', '\u{D7FB}', [0, 0, 1, 0]),
        ('\u{4E00}', '\u{9FFF}', [0, 0, 0, 1]),
    ] {
        let next = |c: char, step: i32| char::from_u32(u32::from(c).strict_add_signed(step));
        for before in [0, 1, 61, 62, 63, 64, 100] {
            let report = |c: char| {
                let text = "a".repeat(before) + &c.to_string() + &"b".repeat(before);
                hangul::examine(&text, false)
            };
            for c in first..=last {
                assert_eq!(counts(report(c)), expected, "{c:?} at {before}");
            }
            let offsets = (report(first).first_old, report(first).first_new);
            let offset = |count| (count > 0).then_some(before as u64);
            assert_eq!(offsets, (offset(expected[0]), offset(expected[1])));
            for outside in [next(first, -1), next(last, 1)].into_iter().flatten() {
                assert_ne!(counts(report(outside)), expected, "{outside:?} at {before}");
            }
        }
    }
}

#[test]
fn examine_reports_mixed_ambiguous_and_mislabelled_text() {
    let finding = |text, labelled| hangul::examine(text, labelled).finding;
    for (text, labelled, unlabelled) in [
        ("ASCII, é, 漢字", Finding::NeedlessLabel, Finding::Consistent),
        ("\u{3400}\u{4DFF}", Finding::Consistent, Finding::Ambiguous),
        ("가", Finding::WrongLabel, Finding::Consistent),
        ("\u{3400}가", Finding::Mixed, Finding::Mixed),
        ("", Finding::NeedlessLabel, Finding::Consistent),
    ] {
        assert_eq!(finding(text, true), labelled, "{text:?}");
        assert_eq!(finding(text, false), unlabelled, "{text:?}");
    }
    let report = hangul::examine("a가\u{3400}\u{4DFF}", true);
    assert_eq!(
        (report.old, report.new, report.first_old, report.first_new),
        (2, 1, Some(4), Some(1))
    );
}

/// The decoder reports on the text that it moved, wherever it is cut.
#[test]
fn a_decoder_reports_on_the_label() {
    for (text, finding) in [
        ("ASCII, é, 漢字", Finding::NeedlessLabel),
        ("\u{3400}\u{4DFF} \u{3131}", Finding::Consistent),
        ("가", Finding::WrongLabel),
        ("a\u{3400}가", Finding::Mixed),
        ("", Finding::NeedlessLabel),
    ] {
        for cut in 0..=text.len() {
            let mut decoder = Decoder::new(Encoding::Unicode11Utf8, Policy::Fail);
            assert_eq!(decoder.hangul().unwrap().finding, Finding::NeedlessLabel);
            let mut buffer = [0; 32];
            let (a, b) = text.as_bytes().split_at(cut);
            for piece in [a, b] {
                assert_eq!(decoder.to_utf8(piece, &mut buffer).stop, Stop::InputUsed);
            }
            assert_eq!(decoder.finish_utf8(&mut buffer).stop, Stop::InputUsed);
            assert_eq!(decoder.hangul(), Some(hangul::examine(text, true)), "{text:?}");
            assert_eq!(decoder.hangul().unwrap().finding, finding, "{text:?}");
        }
    }
    assert_eq!(Decoder::new(Encoding::UTF_8, Policy::Fail).hangul(), None);
}

/// A Korean text has Hangul of today, and not more Han characters.
#[test]
fn old_code_points_in_korean_text_are_noticed() {
    for (text, noticed) in [
        ("모든 \u{3401} 사람", true),
        ("\u{1112}\u{1161}\u{11AB} \u{3401}", true),
        ("ㄱㄴㄷ \u{4DFF}", true),
        ("모든 漢字 \u{3401}", true),
        ("漢字漢字 한 \u{3401}", false),
        ("\u{3401}", false),
        ("漢字 \u{3401}", false),
        ("모든 사람", false),
        ("", false),
    ] {
        let report = hangul::examine(text, false);
        assert_eq!(report.has_old_hangul_in_korean(), noticed, "{text:?} {report:?}");
    }
}

/// The way back has a name of its own, and the plain label is never written.
#[test]
fn old_hangul_is_written_under_its_own_label_only() {
    let encoding = "UNICODE-1-1-UTF-8-OLD-HANGUL".parse::<Encoding>().unwrap();
    assert!(encoding.can_be_written() && encoding.mime_name().is_none());
    assert!(!Encoding::Unicode11Utf8.can_be_written());
    for (old, new) in rows() {
        let bytes = encoding.encode(&new.to_string(), Policy::Fail).unwrap();
        assert_eq!(bytes, old.to_string().as_bytes());
        assert_eq!(encoding.decode(&bytes, Policy::Fail).unwrap(), new.to_string());
    }
    for lacking in ['힣', '\u{3400}', '\u{4DFF}'] {
        let error = encoding.encode(&format!("a{lacking}"), Policy::Fail).unwrap_err();
        let kind = ConvertErrorKind::NotRepresentable(lacking.into());
        assert_eq!((error.kind(), error.read()), (kind, 1));
    }
    let replaced = encoding.encode("힣\u{3400}!", Policy::Replace('?')).unwrap();
    assert_eq!(replaced, b"??!");
}

#[test]
fn any_number_of_syllables_in_a_block_is_counted() {
    for count in 0..20_u64 {
        let text = format!("{:5}{}{:80}", "", "가".repeat(count as usize), "");
        let mut examiner = hangul::Examiner::new();
        examiner.push(&text);
        assert_eq!(examiner.report(true).new, count);
    }
}

/// The report is the same whatever the text is decoded to.
#[test]
fn hangul_is_counted_in_text_in_utf16_and_in_code_points() {
    for bytes in [
        "a\u{3400}漢b",
        "\u{3400}가",
        "no Hangul",
        "\u{1100}\u{1F600}\u{3401}",
    ] {
        let bytes = bytes.as_bytes();
        let decoder = || Decoder::new(Encoding::Unicode11Utf8, Policy::Fail);
        let (mut to_utf8, mut to_utf16, mut to_numbers) = (decoder(), decoder(), decoder());
        for piece in bytes.chunks(2) {
            assert_eq!(to_utf8.to_utf8(piece, &mut [0; 16]).stop, Stop::InputUsed);
            assert_eq!(to_utf16.to_utf16(piece, &mut [0; 8]).stop, Stop::InputUsed);
            assert_eq!(
                to_numbers.to_code_points(piece, &mut [0; 8]).stop,
                Stop::InputUsed
            );
        }
        assert_eq!(to_utf16.hangul(), to_utf8.hangul());
        assert_eq!(to_numbers.hangul(), to_utf8.hangul());
    }
}

/// The label is that of RFC 2279 section 5, whose UTF-8 has sequences of one to six bytes.
#[test]
fn unicode_1_1_utf_8_has_the_numbers_of_rfc_2279() {
    let old_hangul = Encoding::OldHangulUtf8;
    for encoding in [Encoding::Unicode11Utf8, old_hangul] {
        for (bytes, number) in [
            ("F4 90 80 80", 0x11_0000),
            ("F8 88 80 80 80", 0x20_0000),
            ("FD BF BF BF BF BF", 0x7FFF_FFFF),
        ] {
            let bytes = hex(bytes);
            let mut decoder = Decoder::new(encoding, Policy::Fail);
            let mut numbers = [0; 4];
            let step = decoder.to_code_points(&bytes, &mut numbers);
            assert_eq!(
                (step.written, numbers[0], step.stop),
                (1, number, Stop::InputUsed)
            );
            let step = decoder.to_code_points("\u{3400}".as_bytes(), &mut numbers);
            assert_eq!((step.written, numbers[0]), (1, 0xAC00));
            assert_eq!(decoder.hangul().unwrap().first_old, Some(bytes.len() as u64));

            let mut written = [0; 8];
            let step = Encoder::new(old_hangul, Policy::Fail).encode_code_points(&[number], &mut written);
            assert_eq!(
                (step.stop, &written[..step.written]),
                (Stop::InputUsed, &bytes[..])
            );
        }
        for (bytes, kind, clause) in [
            ("F8 87 BF BF BF", ErrorKind::Overlong, "RFC 2279 section 2"),
            ("ED A0 80", ErrorKind::Surrogate, "RFC 2279 section 2"),
            ("FE", ErrorKind::NeverValid, "RFC 2279 section 1"),
        ] {
            let Stop::IllFormed(error) = Decoder::new(encoding, Policy::Fail)
                .to_utf8(&hex(bytes), &mut [0; 8])
                .stop
            else {
                panic!("{bytes} is ill-formed");
            };
            assert_eq!((error.kind(), error.clause()), (kind, clause), "{bytes}");
        }
        assert_eq!(encoding.max(), 0x7FFF_FFFF);
    }
}
