//! Tests of the migration of Hangul syllables from their Unicode 1.1 code points.

mod common;

use common::{data, decode_in};
use utf8kit::Policy;
use utf8kit_family::hangul::{self, Finding};
use utf8kit_family::{Encoding, labels};

/// Returns the rows of the list: the code point in Unicode 1.1, and today's.
fn rows() -> Vec<(char, char)> {
    let list = data("hangul-unicode-1.1.tsv");
    let code_point = |field: &str| char::from_u32(u32::from_str_radix(field, 16).unwrap()).unwrap();
    let rows = list
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

    let encoding = labels::encoding("unicode-1-1-utf-8").unwrap();
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
