//! The rule `invisible`: characters that show nothing, where they do nothing.
//!
//! Whether a character does something depends on its neighbours: a joiner between letters of a script that joins, a
//! variation selector after a character that varies. Where Unicode lists single characters, the rule knows ranges
//! around them, so that text of a later version is not reported.

use crate::classes::Classes;
use crate::definition::{Characters, Definition, Example, Found, Search};
use crate::fix::Fix;
use crate::rules::Rule;
use crate::scene::Scene;
use std::ops::Range;
use std::sync::LazyLock;
use unicode_normalization::char::canonical_combining_class;
use utf8kit::{Number, utf8};

pub(crate) const RULE: Definition = Definition {
    name: "invisible",
    description: "zero-width characters, soft hyphens, fillers and the like without effect",
    documentation: "\
Some characters show nothing: they join others, select a variant, or mark where a word may be divided. Where they do nothing of the
kind, they are left over from another program, or somebody put them there so that two texts look equal and are not. A search does not
find a word with one of them. `utf8 fix --select invisible` removes them.

Kinds are `zero-width`, `soft-hyphen`, `variation-selector` and `filler`, and `tag` if the rule `tag-character` is off. Three in a row
are reported by the rule `hidden-data`, if that is on. A joiner between
letters of a script that joins, in an emoji, or a variation selector after a character that has variants is not reported.",
    clause: "UTS #39",
    url: "https://www.unicode.org/reports/tr39/",
    examples: &[
        Example::found("pass\u{200B}word".as_bytes(), "zero-width"),
        Example::found("co\u{AD}operate".as_bytes(), "soft-hyphen"),
        Example::clean("👩\u{200D}🚀 ❤\u{FE0F}".as_bytes()),
    ],
    is_suggested: true,
    search: Search::Own {
        precedence: 4,
        next,
    },
    characters: Characters {
        fix: |options| match options.repairs.contains(Rule::Invisible) {
            true => Fix::Replace(String::new()),
            false => Fix::None,
        },
        ..CHARACTERS
    },
    has_repair: |_, options| options.repairs.contains(Rule::Invisible),
    ..Definition::EMPTY
};

/// What there is to say of characters that show nothing and do nothing. Their neighbours decide whether they are reported.
pub(super) const CHARACTERS: Characters = Characters {
    kind: Some(|code_point, _, _| {
        char::from_u32(code_point)
            .and_then(kind)
            .map_or(RULE.name, Kind::name)
    }),
    message: |code_point, _| char::from_u32(code_point).map_or_else(String::new, message),
    ..Characters::NONE
};

fn next(scene: &Scene<'_>, from: usize) -> Option<(Range<usize>, Found)> {
    let has_tags = !scene.options.has(Rule::TagCharacter);
    let has_runs = !scene.options.has(Rule::HiddenData);
    let mut from = from;
    let (at, c) = loop {
        let (at, c) = find(scene.bytes, from, scene.body.end, has_tags)?;
        if has_runs || !is_in_run(scene.bytes, scene.start, at) {
            break (at, c);
        }
        from = at + c.len_utf8();
    };
    Some((at..at + c.len_utf8(), Found::Character(c)))
}

/// Returns the message for a character that shows nothing and does nothing.
fn message(c: char) -> String {
    let number = Number(c.into());
    match kind(c) {
        Some(Kind::Tag) => match u8::try_from(u32::from(c) & 0x7F) {
            Ok(ascii @ 0x20..0x7F) => format!(
                "{number} is a tag character, `{}` that nothing shows, outside a flag",
                char::from(ascii)
            ),
            _ => format!("{number} is a tag character outside a flag"),
        },
        Some(Kind::SoftHyphen) => {
            format!("{number}{} shows nothing unless a line breaks here", name(c))
        }
        Some(Kind::VariationSelector) => {
            format!("{number} is a variation selector, but the character before it has no variants")
        }
        Some(Kind::Filler | Kind::ZeroWidth) | None => {
            format!("{number}{} shows nothing and has no effect here", name(c))
        }
    }
}

/// Tag characters of a flag, `U+1F3F4 TAG… U+E007F`, without its end.
const MAX_TAGS: usize = 6;

const TAG_BASE: char = '\u{1F3F4}';
const TAG_END: char = '\u{E007F}';

static CLASSES: LazyLock<Classes> = LazyLock::new(|| Classes::new(|c| u8::from(kind(c).is_some())));

/// What a character is that shows nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Tag,
    ZeroWidth,
    SoftHyphen,
    VariationSelector,
    Filler,
}

impl Kind {
    /// Returns the kind as findings name it.
    const fn name(self) -> &'static str {
        match self {
            Kind::Tag => "tag",
            Kind::ZeroWidth => "zero-width",
            Kind::SoftHyphen => "soft-hyphen",
            Kind::VariationSelector => "variation-selector",
            Kind::Filler => "filler",
        }
    }
}

/// Returns the kind of `c`, if it shows nothing.
const fn kind(c: char) -> Option<Kind> {
    Some(match c {
        '\u{AD}' => Kind::SoftHyphen,
        '\u{115F}' | '\u{1160}' | '\u{3164}' | '\u{FFA0}' => Kind::Filler,
        '\u{180B}'..='\u{180D}' | '\u{180F}' | '\u{FE00}'..='\u{FE0F}' | '\u{E0100}'..='\u{E01EF}' => {
            Kind::VariationSelector
        }
        '\u{17B4}'
        | '\u{17B5}'
        | '\u{180E}'
        | '\u{200B}'..='\u{200D}'
        | '\u{2060}'..='\u{2064}'
        | '\u{206A}'..='\u{206F}' => Kind::ZeroWidth,
        '\u{E0000}'..='\u{E007F}' => Kind::Tag,
        _ => return None,
    })
}

/// Returns the first character in `bytes[from..to]` that shows nothing and does nothing: its place and itself. `has_tags`: tag
/// characters are searched for, too.
fn find(bytes: &[u8], from: usize, to: usize, has_tags: bool) -> Option<(usize, char)> {
    CLASSES.find(bytes, from, to, |at, _| {
        let (c, kind) = at_place(bytes, at)?;
        (has_tags || kind != Kind::Tag).then_some((at, c))
    })
}

/// Returns the character at `at` and its kind, if it shows nothing and does nothing.
pub(super) fn at_place(bytes: &[u8], at: usize) -> Option<(char, Kind)> {
    let (Ok(c), len) = utf8::decode_first(&bytes[at..])? else {
        return None;
    };
    let kind = kind(c)?;
    let before = last(&bytes[..at]);
    let after = first(&bytes[at + len..]);
    let has_effect = match c {
        _ if kind == Kind::Tag => is_in_flag(bytes, at),
        '\u{115F}' => matches!(after, '\u{1161}'..='\u{11A7}'),
        '\u{1160}' => matches!(before, '\u{1100}'..='\u{115E}' | '\u{A960}'..='\u{A97F}'),
        '\u{180B}'..='\u{180F}' => matches!(before, '\u{1800}'..='\u{18AF}'),
        '\u{200B}' => has_no_spaces(before) && has_no_spaces(after),
        '\u{200C}' => joins(before) && (joins(after) || canonical_combining_class(before) == 9),
        '\u{200D}' => joins(before) || joins(after) || (is_emoji_part(before) && is_pictograph(after)),
        '\u{FE0E}' | '\u{FE0F}' => {
            is_pictograph(before) || matches!(before, '#' | '*' | '0'..='9') || varies(before)
        }
        '\u{FE00}'..='\u{FE0D}' => varies(before),
        '\u{E0100}'..='\u{E01EF}' => is_ideograph(before),
        _ => false,
    };
    (!has_effect).then_some((c, kind))
}

/// Characters that count as hidden data.
const LEAST: usize = 3;

/// Returns `true` if `c` shows nothing, and is none of the characters whose neighbors decide whether they do anything.
const fn is_always_idle(c: char) -> bool {
    matches!(c,
        '\u{34F}'
        | '\u{200E}'
        | '\u{200F}'
        | '\u{2065}'
        | '\u{FEFF}'
        | '\u{FFF0}'..='\u{FFF8}'
        | '\u{E0080}'..='\u{E00FF}'
        | '\u{E01F0}'..='\u{E0FFF}')
}

/// Returns `true` if `c` may show nothing: it is ignored by default where it is displayed, and does not reorder text.
pub(super) const fn is_ignorable(c: char) -> bool {
    kind(c).is_some() || is_always_idle(c)
}

/// Returns `true` if the character at `at` is a tag character.
pub(super) const fn is_tag(c: char) -> bool {
    matches!(kind(c), Some(Kind::Tag))
}

/// Returns the character at `at`, if it shows nothing and does nothing. `start` is the offset in the text of the first of `bytes`.
pub(super) fn idle_at(bytes: &[u8], start: u64, at: usize) -> Option<char> {
    match first(&bytes[at..]) {
        '\u{FEFF}' if start == 0 && at == 0 => None,
        c if is_always_idle(c) => Some(c),
        '\u{200B}' if is_after_word_without_spaces(&bytes[..at]) => None,
        c if kind(c).is_some() => at_place(bytes, at).map(|(c, _)| c),
        _ => None,
    }
}

/// Returns `true` if only U+200B is between the end of the bytes and a word of a script that is written without spaces: somebody has
/// marked the end of the word more than once.
fn is_after_word_without_spaces(bytes: &[u8]) -> bool {
    const MOST: usize = 8;
    const LEN: usize = '\u{200B}'.len_utf8();
    let mut rest = bytes;
    for _ in 0..MOST {
        match last(rest) {
            '\u{200B}' => rest = &rest[..rest.len() - LEN],
            c => return has_no_spaces(c),
        }
    }
    false
}

/// Returns `true` if the character at `at` is one of three or more in a row that show nothing and do nothing.
pub(super) fn is_in_run(bytes: &[u8], start: u64, at: usize) -> bool {
    let Some(c) = idle_at(bytes, start, at) else {
        return false;
    };
    let mut count = 1;
    let mut begin = at;
    while count < LEAST && begin > 0 {
        begin -= last(&bytes[..begin]).len_utf8();
        if idle_at(bytes, start, begin).is_none() {
            break;
        }
        count += 1;
    }
    let mut end = at + c.len_utf8();
    while count < LEAST
        && let Some(c) = bytes.get(end..).and_then(|_| idle_at(bytes, start, end))
    {
        count += 1;
        end += c.len_utf8();
    }
    count == LEAST
}

/// Returns the first character, or U+0000 if there is none.
fn first(bytes: &[u8]) -> char {
    match utf8::decode_first(bytes) {
        Some((Ok(c), _)) => c,
        _ => '\0',
    }
}

/// Returns the last character, or U+0000 if there is none.
fn last(bytes: &[u8]) -> char {
    match utf8::decode_last(bytes) {
        Some((Ok(c), _)) => c,
        _ => '\0',
    }
}

/// Returns `true` if the tag character at `at` is part of the flag of a region: a black flag, the region's tag letters and
/// digits, and the end.
fn is_in_flag(bytes: &[u8], at: usize) -> bool {
    let len = TAG_BASE.len_utf8();
    let tags = (1..=MAX_TAGS + 1)
        .map_while(|tags| at.checked_sub(tags * len))
        .find(|&base| !matches!(kind(first(&bytes[base..])), Some(Kind::Tag)));
    let Some(base) = tags.filter(|&base| first(&bytes[base..]) == TAG_BASE) else {
        return false;
    };
    for tag in 1..=MAX_TAGS + 1 {
        match bytes.get(base + tag * len..).map(first) {
            Some('\u{E0030}'..='\u{E0039}' | '\u{E0061}'..='\u{E007A}') => {}
            Some(TAG_END) => return tag > 3 && base + tag * len >= at,
            _ => break,
        }
    }
    false
}

/// Returns `true` if `c` belongs to a script whose letters join or form clusters.
const fn joins(c: char) -> bool {
    matches!(c,
        '\u{0600}'..='\u{109F}'
        | '\u{1700}'..='\u{18AF}'
        | '\u{1900}'..='\u{1C4F}'
        | '\u{1CD0}'..='\u{1CFF}'
        | '\u{A800}'..='\u{ABFF}'
        | '\u{FB50}'..='\u{FDFF}'
        | '\u{FE70}'..='\u{FEFC}'
        | '\u{10A00}'..='\u{11FFF}'
        | '\u{16100}'..='\u{1613F}'
        | '\u{1E900}'..='\u{1E95F}')
}

/// Returns `true` if `c` belongs to a script that is written without spaces and breaks lines at U+200B.
const fn has_no_spaces(c: char) -> bool {
    matches!(c,
        '\u{0E00}'..='\u{109F}'
        | '\u{1780}'..='\u{17FF}'
        | '\u{1950}'..='\u{19FF}'
        | '\u{1A20}'..='\u{1AAF}'
        | '\u{A9E0}'..='\u{A9FF}'
        | '\u{AA60}'..='\u{AADF}')
}

/// Returns `true` if `c` may be shown as an emoji.
const fn is_pictograph(c: char) -> bool {
    matches!(c,
        '\u{A9}'
        | '\u{AE}'
        | '\u{203C}'
        | '\u{2049}'
        | '\u{2100}'..='\u{2BFF}'
        | '\u{3030}'
        | '\u{303D}'
        | '\u{3297}'
        | '\u{3299}'
        | '\u{1F000}'..='\u{1FBFF}')
}

/// Returns `true` if `c` may come before a joiner in an emoji.
const fn is_emoji_part(c: char) -> bool {
    is_pictograph(c) || matches!(c, '\u{FE0F}' | '\u{20E3}' | TAG_END)
}

const fn is_ideograph(c: char) -> bool {
    matches!(c,
        '\u{3005}'..='\u{3007}'
        | '\u{3400}'..='\u{9FFF}'
        | '\u{F900}'..='\u{FAFF}'
        | '\u{17000}'..='\u{18DFF}'
        | '\u{1B170}'..='\u{1B2FF}'
        | '\u{20000}'..='\u{3FFFD}')
}

/// Returns `true` if one of the first 14 variation selectors may vary `c`.
const fn varies(c: char) -> bool {
    is_ideograph(c)
        || matches!(c,
            '0'
            | '\u{1000}'..='\u{109F}'
            | '\u{2010}'..='\u{2BFF}'
            | '\u{3000}'..='\u{30FF}'
            | '\u{A840}'..='\u{A87F}'
            | '\u{AA60}'..='\u{AA7F}'
            | '\u{FF01}'..='\u{FF60}'
            | '\u{10AC0}'..='\u{10AFF}'
            | '\u{13000}'..='\u{1345F}'
            | '\u{1D400}'..='\u{1D7FF}'
            | '\u{1F000}'..='\u{1FBFF}')
}

/// Returns what the Unicode Standard calls a character that shows nothing, after a space, for those that findings name.
pub(super) const fn name(c: char) -> &'static str {
    match c {
        '\u{34F}' => " COMBINING GRAPHEME JOINER",
        '\u{61C}' => " ARABIC LETTER MARK",
        '\u{200E}' => " LEFT-TO-RIGHT MARK",
        '\u{200F}' => " RIGHT-TO-LEFT MARK",
        '\u{2800}' => " BRAILLE PATTERN BLANK",
        '\u{FFF9}' => " INTERLINEAR ANNOTATION ANCHOR",
        '\u{FFFA}' => " INTERLINEAR ANNOTATION SEPARATOR",
        '\u{FFFB}' => " INTERLINEAR ANNOTATION TERMINATOR",
        '\u{1D173}'..='\u{1D17A}' => " of musical notation",
        '\u{FE00}'..='\u{FE0F}' | '\u{E0100}'..='\u{E01EF}' => " VARIATION SELECTOR",
        '\u{AD}' => " SOFT HYPHEN",
        '\u{115F}' => " HANGUL CHOSEONG FILLER",
        '\u{1160}' => " HANGUL JUNGSEONG FILLER",
        '\u{3164}' => " HANGUL FILLER",
        '\u{FFA0}' => " HALFWIDTH HANGUL FILLER",
        '\u{17B4}' => " KHMER VOWEL INHERENT AQ",
        '\u{17B5}' => " KHMER VOWEL INHERENT AA",
        '\u{180E}' => " MONGOLIAN VOWEL SEPARATOR",
        '\u{200B}' => " ZERO WIDTH SPACE",
        '\u{200C}' => " ZERO WIDTH NON-JOINER",
        '\u{200D}' => " ZERO WIDTH JOINER",
        '\u{2060}' => " WORD JOINER",
        '\u{2061}' => " FUNCTION APPLICATION",
        '\u{2062}' => " INVISIBLE TIMES",
        '\u{2063}' => " INVISIBLE SEPARATOR",
        '\u{2064}' => " INVISIBLE PLUS",
        _ => "",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the kinds of what is found.
    fn kinds(text: &str) -> Vec<&'static str> {
        let bytes = text.as_bytes();
        let (mut from, mut kinds) = (0, Vec::new());
        while let Some((at, c)) = find(bytes, from, bytes.len(), true) {
            kinds.push(kind(c).unwrap().name());
            from = at + c.len_utf8();
        }
        kinds
    }

    const NONE: [&str; 0] = [];

    #[test]
    fn what_does_nothing_is_found() {
        assert_eq!(kinds("a\u{200B}b"), ["zero-width"]);
        assert_eq!(kinds("co\u{AD}operate"), ["soft-hyphen"]);
        assert_eq!(kinds("a\u{200D}b\u{200C}c\u{2060}\u{180E}"), ["zero-width"; 4]);
        assert_eq!(kinds("\u{115F}\u{1160}\u{3164}\u{FFA0}"), ["filler"; 4]);
        assert_eq!(kinds("a\u{FE0F}\u{FE00} \u{E0100}"), ["variation-selector"; 3]);
        assert_eq!(kinds("😀\u{E0101}❤\u{FE0F}\u{FE0F}"), ["variation-selector"; 2]);
        assert_eq!(kinds("x\u{E0041}\u{E0001}"), ["tag"; 2]);
        assert_eq!(kinds("می\u{200C}"), ["zero-width"]);
    }

    #[test]
    fn what_does_something_is_not() {
        assert_eq!(kinds("می\u{200C}خواهم क्\u{200C} क्\u{200D}ष ه\u{200D} "), NONE);
        assert_eq!(
            kinds("👩\u{200D}❤\u{FE0F}\u{200D}👨 🏳\u{FE0F}\u{200D}🌈 1\u{FE0F}\u{20E3} ©\u{FE0F}"),
            NONE
        );
        assert_eq!(
            kinds("👩🏽\u{200D}🚀 葛\u{E0100} 0\u{FE00} ∩\u{FE00} ᠠ\u{180B}ᠠ\u{180E}ᠠ"),
            NONE
        );
        assert_eq!(kinds("ภาษา\u{200B}ไทย \u{1100}\u{1160} \u{115F}\u{1161}"), NONE);
    }

    #[test]
    fn a_flag_has_tags_between_its_base_and_its_end() {
        let tags = |letters: &str| -> String {
            letters
                .chars()
                .filter_map(|c| char::from_u32(u32::from(c) + 0xE_0000))
                .collect()
        };
        let flag = |letters: &str| format!("\u{1F3F4}{}\u{E007F}", tags(letters));
        assert_eq!(kinds(&flag("gbsct").repeat(3)), NONE);
        assert_eq!(kinds(&flag("usca")), NONE);
        assert_eq!(kinds(&format!("{}\u{E007F}", flag("gbwls"))), ["tag"]);
        assert_eq!(kinds(&flag("ignore all")).len(), 11);
        assert_eq!(kinds(&flag("GBSCT")).len(), 6);
        assert_eq!(kinds(&format!("\u{1F3F4}{}", tags("gbsct"))).len(), 5);
        assert_eq!(kinds(&format!("😀{}\u{E007F}", tags("gbsct"))).len(), 6);
        assert_eq!(kinds(&flag("")), ["tag"]);
    }

    #[test]
    fn every_character_is_found_if_it_shows_nothing() {
        for c in '\0'..=char::MAX {
            let text = format!("a{c}a");
            assert_eq!(
                find(text.as_bytes(), 0, text.len(), true).is_some(),
                kind(c).is_some(),
                "{c:?}"
            );
        }
        assert!(find(b"a\xE2\x80\xF3\xA0\x81\xEF\xB8", 0, 8, true).is_none());
    }
}
