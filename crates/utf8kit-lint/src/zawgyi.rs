//! Burmese in the encoding of the font Zawgyi, which gave other meanings to the code points of Myanmar in Unicode.
//!
//! Unicode encodes a syllable in the order of its sounds: consonant, subjoined consonant, medials, vowels, marks. Zawgyi has glyphs in
//! the order in which they stand: `U+1031` and the medial ra come before the consonant. It has the medials one code point lower than
//! Unicode, `U+1039` is the visible asat, and code points that are letters of Shan, Mon and Karen in Unicode are further glyphs.

use std::ops::RangeInclusive;
use utf8kit_encodings::order::sort_by_key;

/// The code points of Myanmar that Zawgyi has, too.
pub(crate) const MYANMAR: RangeInclusive<char> = '\u{1000}'..='\u{109F}';

/// Returns `true` for a letter that others of its syllable stand around.
fn is_consonant(c: char) -> bool {
    matches!(
        c,
        '\u{1000}'..='\u{102A}' | '\u{103F}' | '\u{104E}' | '\u{106A}' | '\u{106B}' | '\u{106E}' | '\u{106F}' | '\u{1086}' | '\u{108F}'
            ..='\u{1092}' | '\u{1097}'
    )
}

/// Returns `true` if Unicode has U+1031 after `c`.
fn may_have_e_after(c: char) -> bool {
    is_consonant(c)
        || matches!(c, '\u{103A}'..='\u{103E}' | '\u{1050}'..='\u{1055}' | '\u{105A}'..='\u{108E}' | '\u{AA60}'..='\u{AA7F}' | '\u{25CC}')
}

/// Returns `true` if `c`, between `before` and `after`, is as Zawgyi has it and Unicode has not.
pub(crate) fn is_evidence(before: Option<char>, c: char, after: Option<char>) -> bool {
    let is_letter = |c: Option<char>| c.is_some_and(|c| matches!(c, '\u{1000}'..='\u{1021}'));
    match c {
        // The vowel, or the medial ra, before its consonant.
        '\u{1031}' => is_letter(after) && !before.is_some_and(may_have_e_after),
        '\u{103B}' => {
            is_letter(after)
                && !before
                    .is_some_and(|c| is_consonant(c) || matches!(c, '\u{1039}' | '\u{103A}' | '\u{1050}'..))
        }
        // An asat. In Unicode it has a consonant below, which these never are, on one, which nga is only with an asat.
        '\u{1039}' => {
            let is_below = |c| matches!(c, '\u{1000}'..='\u{1003}' | '\u{1005}'..='\u{1019}' | '\u{101C}' | '\u{101E}' | '\u{1020}' | '\u{1050}'..='\u{108E}');
            is_letter(before) && (before == Some('\u{1004}') || !after.is_some_and(is_below))
                || before == Some('\u{1037}')
        }
        // A medial ya before a vowel, where Unicode has an asat.
        '\u{103A}' => {
            is_letter(before)
                && matches!(
                    after,
                    Some('\u{102B}'..='\u{1030}' | '\u{1032}' | '\u{1033}' | '\u{1034}')
                )
        }
        _ => false,
    }
}

/// Returns `true` if `c` is as Unicode has it and Zawgyi has not: an asat that ends a syllable.
pub(crate) fn is_counter_evidence(before: Option<char>, c: char, after: Option<char>) -> bool {
    let is_letter = before.is_some_and(|c| matches!(c, '\u{1000}'..='\u{1021}' | '\u{102C}' | '\u{1037}'));
    c == '\u{103A}'
        && is_letter
        && !after.is_some_and(|c| matches!(c, '\u{1000}'..='\u{1036}' | '\u{1039}'..='\u{109F}'))
}

/// Returns the rank of a character in its syllable, after the consonant. NFC has U+1037 before U+103A.
fn rank(c: char) -> u8 {
    match c {
        '\u{103B}'..='\u{103E}' => 1 + (c as u32 - 0x103B) as u8,
        '\u{1031}' => 5,
        '\u{102D}' | '\u{102E}' | '\u{1032}' => 6,
        '\u{102F}' | '\u{1030}' => 7,
        '\u{102B}' | '\u{102C}' => 8,
        '\u{1036}' => 9,
        '\u{1037}' => 10,
        '\u{103A}' => 11,
        _ => 12,
    }
}

/// What a character of Zawgyi is in Unicode.
enum Meant {
    /// These characters, after the consonant.
    After(&'static str),
    /// A consonant below the one before.
    Below(&'static str),
    /// Nga with an asat above the consonant before, and these after it.
    Kinzi(&'static str),
    /// The consonant of a syllable.
    Consonant(&'static str),
    Same,
}

fn meant(c: char) -> Meant {
    use Meant::{After, Below, Consonant, Kinzi};
    match c {
        '\u{1031}' => After("\u{1031}"),
        '\u{1033}' => After("\u{102F}"),
        '\u{1034}' => After("\u{1030}"),
        '\u{1039}' => After("\u{103A}"),
        '\u{103A}' | '\u{107D}' => After("\u{103B}"),
        '\u{103B}' | '\u{107E}'..='\u{1084}' => After("\u{103C}"),
        '\u{103C}' => After("\u{103D}"),
        '\u{103D}' | '\u{1087}' => After("\u{103E}"),
        '\u{105A}' => After("\u{102B}\u{103A}"),
        '\u{1088}' => After("\u{103E}\u{102F}"),
        '\u{1089}' => After("\u{103E}\u{1030}"),
        '\u{108A}' => After("\u{103D}\u{103E}"),
        '\u{108E}' => After("\u{102D}\u{1036}"),
        '\u{1094}' | '\u{1095}' => After("\u{1037}"),
        '\u{102B}'..='\u{1038}' => After(""),
        '\u{1064}' => Kinzi(""),
        '\u{108B}' => Kinzi("\u{102D}"),
        '\u{108C}' => Kinzi("\u{102E}"),
        '\u{108D}' => Kinzi("\u{1036}"),
        '\u{1060}' => Below("\u{1000}"),
        '\u{1061}' => Below("\u{1001}"),
        '\u{1062}' => Below("\u{1002}"),
        '\u{1063}' => Below("\u{1003}"),
        '\u{1065}' => Below("\u{1005}"),
        '\u{1066}' | '\u{1067}' => Below("\u{1006}"),
        '\u{1068}' => Below("\u{1007}"),
        '\u{1069}' => Below("\u{1008}"),
        '\u{106C}' => Below("\u{100B}"),
        '\u{106D}' => Below("\u{100C}"),
        '\u{1070}' => Below("\u{100F}"),
        '\u{1071}' | '\u{1072}' => Below("\u{1010}"),
        '\u{1073}' | '\u{1074}' => Below("\u{1011}"),
        '\u{1075}' => Below("\u{1012}"),
        '\u{1076}' => Below("\u{1013}"),
        '\u{1077}' => Below("\u{1014}"),
        '\u{1078}' => Below("\u{1015}"),
        '\u{1079}' => Below("\u{1016}"),
        '\u{107A}' => Below("\u{1017}"),
        '\u{107B}' | '\u{1093}' => Below("\u{1018}"),
        '\u{107C}' => Below("\u{1019}"),
        '\u{1085}' => Below("\u{101C}"),
        '\u{106A}' => Consonant("\u{1009}"),
        '\u{106B}' => Consonant("\u{100A}"),
        '\u{106E}' => Consonant("\u{100D}\u{1039}\u{100D}"),
        '\u{106F}' => Consonant("\u{100D}\u{1039}\u{100E}"),
        '\u{1086}' => Consonant("\u{103F}"),
        '\u{108F}' => Consonant("\u{1014}"),
        '\u{1090}' => Consonant("\u{101B}"),
        '\u{1091}' => Consonant("\u{100F}\u{1039}\u{100D}"),
        '\u{1092}' => Consonant("\u{100B}\u{1039}\u{100C}"),
        '\u{1097}' => Consonant("\u{100B}\u{1039}\u{100B}"),
        _ => Meant::Same,
    }
}

/// A syllable whose characters are in any order.
#[derive(Default)]
struct Syllable {
    consonant: String,
    after: Vec<char>,
    has_kinzi: bool,
}

impl Syllable {
    /// Adds the syllable in the order of Unicode to `text`, and begins another.
    fn end(&mut self, text: &mut String) {
        let mut syllable = std::mem::take(self);
        if syllable.has_kinzi {
            *text += "\u{1004}\u{103A}\u{1039}";
        }
        *text += &syllable.consonant;
        sort_by_key(&mut syllable.after, |&c| rank(c) as i64);
        text.extend(syllable.after);
    }
}

/// Returns a text of Zawgyi as Unicode has it.
pub(crate) fn to_unicode(zawgyi: &str) -> String {
    let mut text = String::with_capacity(zawgyi.len());
    let mut syllable = Syllable::default();
    for c in zawgyi.chars() {
        // What stands before its consonant begins a syllable, unless one has begun without a consonant.
        let is_prefix = matches!(c, '\u{1031}' | '\u{103B}' | '\u{107E}'..='\u{1084}');
        if !syllable.consonant.is_empty() && (is_prefix || is_consonant(c)) {
            syllable.end(&mut text);
        }
        match meant(c) {
            Meant::After("") => syllable.after.push(c),
            Meant::After(meant) => syllable.after.extend(meant.chars()),
            Meant::Kinzi(meant) => {
                syllable.has_kinzi = true;
                syllable.after.extend(meant.chars());
            }
            Meant::Below(meant) => {
                syllable.consonant.push('\u{1039}');
                syllable.consonant += meant;
            }
            Meant::Consonant(meant) => syllable.consonant += meant,
            Meant::Same if is_consonant(c) => syllable.consonant.push(c),
            Meant::Same => {
                syllable.end(&mut text);
                text.push(c);
            }
        }
    }
    syllable.end(&mut text);
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zawgyi_is_converted_to_unicode() {
        for (zawgyi, unicode) in [
            (
                "\u{1000}\u{102F}\u{1014}\u{1039}\u{1011}\u{102F}\u{1010}\u{1039}",
                "\u{1000}\u{102F}\u{1014}\u{103A}\u{1011}\u{102F}\u{1010}\u{103A}",
            ),
            // The name of the country: the ra stands before its consonant.
            (
                "\u{103B}\u{1019}\u{1014}\u{1039}\u{1019}\u{102C}",
                "\u{1019}\u{103C}\u{1014}\u{103A}\u{1019}\u{102C}",
            ),
            // A school: the vowel stands before its consonant.
            (
                "\u{1031}\u{1000}\u{103A}\u{102C}\u{1004}\u{1039}\u{1038}",
                "\u{1000}\u{103B}\u{1031}\u{102C}\u{1004}\u{103A}\u{1038}",
            ),
            // Mandalay, with a consonant below another.
            (
                "\u{1019}\u{1014}\u{1071}\u{1031}\u{101C}\u{1038}",
                "\u{1019}\u{1014}\u{1039}\u{1010}\u{101C}\u{1031}\u{1038}",
            ),
            // English, with a kinzi.
            (
                "\u{1021}\u{1002}\u{1064}\u{101C}\u{102D}\u{1015}\u{1039}",
                "\u{1021}\u{1004}\u{103A}\u{1039}\u{1002}\u{101C}\u{102D}\u{1015}\u{103A}",
            ),
            ("a \u{1040}\u{104B}", "a \u{1040}\u{104B}"),
        ] {
            assert_eq!(to_unicode(zawgyi), unicode);
        }
    }
}
