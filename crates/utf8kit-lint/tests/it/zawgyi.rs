//! Burmese for the font Zawgyi is told from Burmese in Unicode.

use utf8kit_lint::{Fix, Options, Rule, check};

fn found(text: &str) -> Vec<u64> {
    let found = check(
        text.as_bytes(),
        &Options::default().with_rules(Rule::Zawgyi.into()),
    );
    assert!(
        found
            .iter()
            .all(|finding| finding.fix == Fix::None && finding.kind == "zawgyi")
    );
    found.iter().map(|finding| finding.offset).collect()
}

#[test]
fn zawgyi_is_found() {
    for text in [
        "\u{1000}\u{102F}\u{1014}\u{1039}\u{1011}\u{102F}\u{1010}\u{1039}",
        "\u{103B}\u{1019}\u{1014}\u{1039}\u{1019}\u{102C}",
        "\u{1031}\u{1000}\u{103A}\u{102C}\u{1004}\u{1039}\u{1038}",
        "\u{1000}\u{1014}\u{1037}\u{1039}\u{101E}\u{1010}\u{1039}\u{1015}\u{102B}",
        "\u{1016}\u{102D}\u{102F}\u{1004}\u{1039}\u{1021}\u{1019}\u{100A}\u{1039}",
        "\u{101C}\u{1000}\u{1039}\u{101B}\u{103D}\u{102D}",
        "\u{1019}\u{1002}\u{1064}\u{101C}\u{102C}\u{1015}\u{102B} \u{1031}\u{1019}\u{102C}\u{1004}\u{1039}",
        "Myanmar: \u{103B}\u{1019}\u{1014}\u{1039}\u{1019}\u{102C}, 2010",
        "\u{1031}\u{1021}\u{102C}\u{1004}\u{1039}\u{1006}\u{1014}\u{1039}\u{1038}",
        "\u{1005}\u{102C} \u{1031}\u{101B}\u{1038}\u{1006}\u{101B}\u{102C}",
    ] {
        assert_eq!(found(text).len(), 1, "{text}");
    }
}

/// Unicode, also of Mon, Shan, Karen and Pali, signs by themselves, and a mistake in a right text.
#[test]
fn other_text_in_the_script_stays() {
    for text in [
        "\u{1019}\u{103C}\u{1014}\u{103A}\u{1019}\u{102C}\u{1014}\u{102D}\u{102F}\u{1004}\u{103A}\u{1004}\u{1036}",
        "\u{1000}\u{103B}\u{1031}\u{102C}\u{1004}\u{103A}\u{1038}",
        "\u{1021}\u{1004}\u{103A}\u{1039}\u{1002}\u{101C}\u{102D}\u{1015}\u{103A}",
        "\u{1019}\u{1014}\u{1039}\u{1010}\u{101C}\u{1031}\u{1038}",
        "\u{101A}\u{1031}\u{102C}\u{1000}\u{103A}\u{103B}\u{102C}\u{1038}",
        "\u{1010}\u{1086}\u{1038}\u{107C}\u{1085}\u{1038}",
        "\u{1019}\u{105E}\u{1031}\u{102B}\u{103A}",
        "\u{1031} \u{1039} \u{103A} \u{103B}",
        "\u{25CC}\u{1031}, \u{1000}\u{1031}",
        "\u{1031}\u{1000} \u{1014}\u{103A} \u{1010}\u{103A}",
    ] {
        assert_eq!(found(text), [] as [u64; 0], "{text}");
    }
}

/// Long text has several findings, and as many whatever the blocks are.
#[test]
fn long_text_is_found_in_parts() {
    let text = "\u{1000}\u{102F}\u{1014}\u{1039}\u{1011}\u{102F}\u{1010}\u{1039} ".repeat(100);
    let found = found(&text);
    assert!((4..20).contains(&found.len()), "{found:?}");
}
