//! The rule `confusable`: a word whose letters are from more than one script, as `pаypal` with a Cyrillic `а`.
//!
//! A word is a run of letters and marks. Its letters may be from one script, or from Latin and the scripts of Chinese, Japanese
//! and Korean together: this is "highly restrictive" in UTS #39. Letters that several scripts share fit any of them.
//!
//! A place is found where a letter follows one of another script, if there is none in the 256 bytes of the word before it.
//! This depends on little text around the place, so that the blocks of a text can be examined in any order. Only
//! the letters of scripts other than those of the first group are looked at: a mixed word has one of them.

use crate::classes::{Classes, SOME, utf8_len};
use crate::definition::{Definition, Example, Found, Search};
use crate::judgement::Judgement;
use crate::scene::Scene;
use crate::words::{Words, abbreviated};
use std::ops::Range;
use std::sync::LazyLock;
use unicode_normalization::char::is_combining_mark;
use unicode_script::{Script, UnicodeScript};
use utf8kit::{Number, utf8};

pub(crate) const RULE: Definition = Definition {
    name: "confusable",
    description: "a word whose letters are from more than one script",
    documentation: "\
Letters of different scripts look equal: Latin `a` and Cyrillic `а`. A word that mixes scripts is a typing error, or somebody made it
to look like another word: `pаypal` with a Cyrillic `а`.

A word may have letters of one script, or of Latin together with the scripts of Chinese, Japanese and Korean. It is reported at the
first letter of another script, as kind `mixed-script`. `10kΩ` and `ΔT` are such words too, so the rule is off by default.",
    clause: "UTS #39",
    url: "https://www.unicode.org/reports/tr39/",
    examples: &[
        Example::found("p\u{430}ypal".as_bytes(), "mixed-script"),
        Example::clean("PayPal, Привет, Tシャツ".as_bytes()),
    ],
    is_heuristic: true,
    is_suggested: true,
    search: Search::Own {
        precedence: 5,
        next,
    },
    ..Definition::EMPTY
};

fn next(scene: &Scene<'_>, from: usize) -> Option<(Range<usize>, Found)> {
    let mixed = find(scene.bytes, from, scene.body.end)?;
    let judgement = Judgement::new(words(&mixed));
    Some((mixed.place, Found::Judged(Box::new(judgement))))
}

/// Returns the kind and the message for a word whose letters are from more than one script.
fn words(mixed: &Mixed) -> Words {
    let [(before, script_before), (c, script)] = mixed.letters;
    let message = format!(
        "`{}` mixes {script_before} and {script}: {} is {script_before}, {} is {script}",
        abbreviated(&mixed.word),
        Number(before.into()),
        Number(c.into()),
    );
    ("mixed-script".into(), message)
}

/// Bytes between two letters that are compared: marks, and letters that several scripts share.
const MAX_GAP: usize = 64;

/// Bytes of a word in which one place is found.
const WINDOW: usize = 256;

/// Bytes of a word that the message has on either side.
const SHOWN: usize = 64;

/// The class of what does not end a word and fits any script.
const ANY: u8 = SOME - 1;

/// The classes of letters and marks: 0 for those of the first group, [`ANY`], or one for each other script.
static CLASSES: LazyLock<Classes> = LazyLock::new(|| {
    Classes::new(|c| match c {
        // Half of the characters are here and of the first group.
        '\u{3400}'..='\u{4DBF}'
        | '\u{4E00}'..='\u{9FFF}'
        | '\u{AC00}'..='\u{D7A3}'
        | '\u{20000}'..='\u{3FFFF}' => 0,
        c => class(c),
    })
});

fn class(c: char) -> u8 {
    match part(c) {
        Part::End => 0,
        Part::Any => ANY,
        Part::Letter(script) if group(script) == Script::Latin => 0,
        Part::Letter(script) => script as u8 + 1,
    }
}

/// What a character is in a word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Part {
    /// It ends the word.
    End,
    /// A mark, or a letter that several scripts share.
    Any,
    Letter(Script),
}

/// A word whose letters are from more than one script.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Mixed {
    /// The place of the first letter of another script.
    place: Range<usize>,
    word: String,
    /// The letter before it, and the letter, with the names of their scripts.
    letters: [(char, &'static str); 2],
}

fn part(c: char) -> Part {
    if c.is_ascii() {
        return match c.is_ascii_alphabetic() {
            true => Part::Letter(Script::Latin),
            false => Part::End,
        };
    }
    if is_combining_mark(c) {
        return Part::Any;
    }
    if !c.is_alphabetic() {
        return Part::End;
    }
    let scripts = c.script_extension();
    if scripts.is_common() || scripts.is_inherited() {
        return Part::Any;
    }
    let mut scripts = scripts.iter();
    match scripts.next() {
        Some(first) if scripts.all(|script| group(script) == group(first)) => Part::Letter(first),
        _ => Part::Any,
    }
}

/// Returns the script that stands for all that may be in a word with `script`.
const fn group(script: Script) -> Script {
    match script {
        Script::Han | Script::Hiragana | Script::Katakana | Script::Hangul | Script::Bopomofo => {
            Script::Latin
        }
        script => script,
    }
}

/// Returns the character that begins at `at`, and what it is. Ill-formed text ends a word.
fn part_at(bytes: &[u8], at: usize) -> Option<(char, Part)> {
    match utf8::decode_first(&bytes[at..])? {
        (Ok(c), _) => Some((c, part(c))),
        _ => None,
    }
}

/// Returns the character that ends at `at`, and what it is.
fn part_before(bytes: &[u8], at: usize) -> Option<(char, Part)> {
    match utf8::decode_last(&bytes[..at])? {
        (Ok(c), _) => Some((c, part(c))),
        _ => None,
    }
}

/// Returns the letter before `at` in the same word, and its end.
fn letter_before(bytes: &[u8], at: usize) -> Option<(char, Script, usize)> {
    let mut end = at;
    loop {
        match part_before(bytes, end)? {
            (c, Part::Letter(script)) => return Some((c, script, end)),
            (c, Part::Any) if at - end + c.len_utf8() <= MAX_GAP => end -= c.len_utf8(),
            _ => return None,
        }
    }
}

/// Returns where the letter after `at` in the same word begins.
fn letter_after(bytes: &[u8], at: usize) -> Option<usize> {
    let mut start = at;
    loop {
        match part_at(bytes, start)? {
            (_, Part::Letter(_)) => return Some(start),
            (c, Part::Any) if start - at + c.len_utf8() <= MAX_GAP => start += c.len_utf8(),
            _ => return None,
        }
    }
}

/// Returns the mixed word in which the letter at `at` is the first of another script.
fn mixed_at(bytes: &[u8], at: usize) -> Option<Mixed> {
    let (c, Part::Letter(script)) = part_at(bytes, at)? else {
        return None;
    };
    let (before, script_before, mut end) = letter_before(bytes, at)?;
    if group(script) == group(script_before) {
        return None;
    }
    // No other place is in the word, not far before this one.
    let mut last = script_before;
    while at - end < WINDOW
        && let Some((_, script, before)) = letter_before(bytes, end - last_len(bytes, end))
    {
        if group(script) != group(last) {
            return None;
        }
        (last, end) = (script, before);
    }
    Some(Mixed {
        place: at..at + c.len_utf8(),
        word: word(bytes, at),
        letters: [(before, script_before.full_name()), (c, script.full_name())],
    })
}

/// Returns the length of the character that ends at `end`.
fn last_len(bytes: &[u8], end: usize) -> usize {
    utf8::decode_last(&bytes[..end]).map_or(0, |(_, len)| len)
}

/// Returns the word around `at`, as far as the message shows it.
fn word(bytes: &[u8], at: usize) -> String {
    let (mut start, mut end) = (at, at);
    while let Some((c, Part::Letter(_) | Part::Any)) = part_before(bytes, start)
        && at - start < SHOWN
    {
        start -= c.len_utf8();
    }
    while let Some((c, Part::Letter(_) | Part::Any)) = part_at(bytes, end)
        && end - at < SHOWN
    {
        end += c.len_utf8();
    }
    String::from_utf8_lossy(&bytes[start..end]).into_owned()
}

/// Returns the first mixed word whose place is in `bytes[from..to]`.
fn find(bytes: &[u8], from: usize, to: usize) -> Option<Mixed> {
    // The letter before a place is looked at, also if it is before `from`.
    let begin = from.saturating_sub(MAX_GAP + 2 * char::MAX_LEN_UTF8);
    let is_end = |byte: Option<&u8>| byte.is_none_or(|byte| byte.is_ascii() && !byte.is_ascii_alphabetic());
    let mixed = |at: usize| mixed_at(bytes, at).filter(|mixed| (from..to).contains(&mixed.place.start));
    // The place after the last letter, which may be of the first group.
    let after = |end: usize| match is_end(bytes.get(end)) {
        true => None,
        false => mixed(letter_after(bytes, end)?),
    };
    // The end of the last part of a word that was looked at, and of its last letter, whose class it is.
    let (mut end, mut letter_end, mut last) = (begin, None, 0);
    let found = CLASSES.find(bytes, begin, to, |at, class| {
        let is_adjacent = end == at && letter_end.is_some();
        let len = utf8_len(bytes[at]);
        if class == ANY && is_adjacent {
            end = at + len;
            return None;
        }
        if class == ANY {
            return None;
        }
        let is_same = is_adjacent && class == last && class != SOME;
        let passed = letter_end;
        (end, letter_end, last) = (at + len, Some(at + len), class);
        if is_same {
            return None;
        }
        let before = passed.filter(|_| !is_adjacent).and_then(after);
        before.or_else(|| match at > 0 && is_end(bytes.get(at - 1)) {
            true => None,
            false => mixed(at),
        })
    });
    found.or_else(|| after(letter_end?))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the places that are found, and the words.
    fn found(bytes: &[u8]) -> Vec<(usize, String)> {
        let (mut from, mut places) = (0, Vec::new());
        while let Some(mixed) = find(bytes, from, bytes.len()) {
            from = mixed.place.end;
            places.push((mixed.place.start, mixed.word));
        }
        places
    }

    #[test]
    fn the_first_letter_of_another_script_is_found() {
        let mixed = find("my pаypal".as_bytes(), 0, 10).unwrap();
        assert_eq!((mixed.place, &*mixed.word), (4..6, "pаypal"));
        assert_eq!(mixed.letters, [('p', "Latin"), ('а', "Cyrillic")]);
        let places = |text: &str| {
            found(text.as_bytes())
                .into_iter()
                .map(|(at, _)| at)
                .collect::<Vec<_>>()
        };
        assert_eq!(places("раypal раypal"), [4, 13]);
        assert_eq!(places("xа\u{301}y"), [1]);
        assert_eq!(places("ж\u{301}y"), [4]);
        assert_eq!(places("漢ж ж漢 жω 𝐀ж"), [3, 8, 14]);
        assert_eq!(places("a\u{10400}"), [1]);
        assert_eq!(places("\u{10400}a"), [4]);
    }

    #[test]
    fn the_table_has_the_classes() {
        for c in '\u{80}'..=char::MAX {
            let mut buffer = [0; 4];
            let bytes = c.encode_utf8(&mut buffer).as_bytes();
            let found = CLASSES
                .find(bytes, 0, bytes.len(), |_, class| Some(class))
                .unwrap_or(0);
            assert!(found == class(c) || found == SOME && bytes.len() == 4, "{c:?}");
            assert!(matches!(part(c), Part::Any) || (class(c) != ANY && class(c) != SOME));
        }
    }

    #[test]
    fn words_of_one_script_or_of_those_of_east_asia_are_not() {
        for text in [
            "Привет, мир! hello_мир co2ж 3ж ж3",
            "Tシャツ漢字ひらがな ー々〆 AA制 한글漢字 ㄅㄆ漢",
            "naïve café Größe Ḑ̇ ʼn o\u{2BC}z а\u{2BC}я",
            "हिन्दी के शब्द עִבְרִית العَرَبِيَّة ـ ภาษาไทย",
            "µm № ™ Ⅳ ª",
        ] {
            assert_eq!(found(text.as_bytes()), [], "{text}");
        }
        assert_eq!(found(b"a\xD0\xB6\xFF\xD0").len(), 1);
        assert_eq!(found(b"a\xFF\xD0\xB6\x80z"), []);
    }

    #[test]
    fn what_is_found_does_not_depend_on_the_parts_searched() {
        let text = [
            "pаypal раypal ж\u{301}\u{301}y".as_bytes(),
            &"жa".repeat(400).into_bytes(),
            b"\xFFa\xD0\xB6\xCC\xFF\xD0",
            "ж\u{301}".repeat(60).as_bytes(),
            "y x\u{301}ω".as_bytes(),
        ]
        .concat();
        let whole = found(&text);
        for part in [1, 2, 3, 7, 64, 100] {
            let mut places = Vec::new();
            let mut from = 0;
            while from < text.len() {
                let to = crate::block::boundary(&text, from + part);
                let mut at = from;
                while let Some(mixed) = find(&text, at, to) {
                    at = mixed.place.end;
                    places.push((mixed.place.start, mixed.word));
                }
                from = to;
            }
            assert_eq!(places, whole, "parts of {part}");
        }
    }
}
