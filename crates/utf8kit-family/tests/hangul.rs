//! The Hangul syllables' positions, all of them, and what reads and reports them.

mod common;

use common::{data, decode_in};
use utf8kit::Policy;
use utf8kit_family::hangul::{self, Finding};
use utf8kit_family::{Encoding, labels};

/// The list's rows: position in Unicode 1.1, position today.
fn rows() -> Vec<(char, char)> {
    let list = data("hangul-unicode-1.1.tsv");
    let position = |field: &str| char::from_u32(u32::from_str_radix(field, 16).unwrap()).unwrap();
    let rows = list
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| line.split_once('\t').unwrap());
    rows.map(|(old, new)| (position(old), position(new))).collect()
}

/// All 6656 rows both ways, and nothing else.
#[test]
fn every_row_both_ways() {
    let rows = rows();
    assert_eq!(rows.len(), 6656);
    for &(old, new) in &rows {
        assert_eq!(hangul::new_position(old), Some(new), "{old:?}");
        assert_eq!(hangul::old_position(new), Some(old), "{new:?}");
    }
    let moved = |c: &char| hangul::new_position(*c).is_some();
    assert_eq!(('\0'..=char::MAX).filter(moved).count(), 6656);
    let came = |c: &char| hangul::old_position(*c).is_some();
    assert_eq!(('\0'..=char::MAX).filter(came).count(), 6656);
}

/// A Korean text taken back to 1995 and forward again is the same text, whole, under its label and in pieces.
#[test]
fn there_and_back() {
    let text = "모든 인간은 태어날 때부터 자유로우며 그 존엄과 권리에 있어 동등하다. 漢字, ASCII, \u{1F600}";
    let old = hangul::back_to_unicode_1_1_against_all_advice(text).unwrap();
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
        "as UTF-8 it is Chinese"
    );
    assert!(!encoding.can_be_written());
    assert_eq!(encoding.mime_name(), None);
}

/// What Unicode 1.1 did not have, and what means something else today, has no way back.
#[test]
fn no_way_back() {
    let error = hangul::back_to_unicode_1_1_against_all_advice("가힣").unwrap_err();
    assert_eq!((error.character, error.offset), ('힣', 3));
    let error = hangul::back_to_unicode_1_1_against_all_advice("a\u{3400}").unwrap_err();
    assert_eq!((error.character, error.offset), ('\u{3400}', 1));
}

/// Text that mixes both, is ambiguous, or bears the old label without need or wrongly.
#[test]
fn reports() {
    let finding = |text, labelled| hangul::examine(text, labelled).finding;
    for (text, labelled, unlabelled) in [
        ("ASCII, é, 漢字", Finding::NeedlessLabel, Finding::Fine),
        ("\u{3400}\u{4DFF}", Finding::Fine, Finding::Ambiguous),
        ("가", Finding::WrongLabel, Finding::Fine),
        ("\u{3400}가", Finding::Mixed, Finding::Mixed),
        ("", Finding::NeedlessLabel, Finding::Fine),
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
