use super::*;
use utf8kit::Policy;
use utf8kit_encodings::{Encoding, Reading};
use utf8kit_test::Random;

/// Right letters and marks, and ASCII.
const RIGHT: &str = "的一是不了在人有我國學時장점이것만あいのがアｱ，。「」！é—·«»“”…Яя🙂 a1 .";
/// What is meant where text went through an encoding.
const MEANT: &str = "aé—ж漢字的ひ한🙂 q";

/// Returns right text, text that went through an encoding, or both.
fn text(random: &mut Random, right: &[char], meant: &[char], ways: &[Through]) -> String {
    let mut text = String::new();
    let long = [8, 8, 120][random.below(3)];
    for _ in 0..1 + random.below(4) {
        if random.below(2) == 0 {
            let kinds = [right.len(), 20][random.below(2)];
            text.extend((0..random.below(long)).map(|_| right[random.below(kinds)]));
        } else {
            let meant: String = (0..1 + random.below(long))
                .map(|_| meant[random.below(meant.len())])
                .collect();
            let through = Encoding::for_label(ways[random.below(ways.len())].name(), Reading::Web);
            text += &through
                .and_then(|through| through.decode(meant.as_bytes(), Policy::Drop).ok())
                .unwrap_or_default();
        }
    }
    text
}

#[test]
fn a_choice_is_seen_where_there_is_one() {
    let mut random = Random::new(5);
    let [right, meant] = [RIGHT, MEANT].map(|all| all.chars().collect::<Vec<char>>());
    let ways: Vec<Through> = EastAsian::all()
        .iter()
        .map(|of| of.through)
        .chain(Through::UTF_16.map(|(through, _)| through))
        .chain([Through::WINDOWS_1252, Through::LATIN_1])
        .collect();
    let mut count = [0; 2];
    for _ in 0..20_000 {
        let text = text(&mut random, &right, &meant, &ways);
        let start = random.below(3) * 100;
        let last = (start + text.len()) / CELL + 1;
        let first = random.below(last);
        let cells = first..first + 1 + random.below(last - first);
        let mut all = Vec::new();
        segments(&text, start, cells.clone(), &mut all);
        let is_there = all.iter().any(Segment::has_choice);
        assert_eq!(have_choice(&text, start, cells), is_there, "{text}");
        count[usize::from(is_there)] += 1;
    }
    assert!(count.iter().all(|&count| count > 4_000), "{count:?}");
}

#[test]
fn wide_characters_are_no_bytes_of_other_encodings() {
    let mut count = 0;
    for c in '\u{80}'..=char::MAX {
        let mut bytes = [0; 4];
        let len = wide_len(c.encode_utf8(&mut bytes).as_bytes());
        if len > 0 {
            assert!(len == c.len_utf8() && is_wide(c) && !is_mark(c), "{c:?}");
            let letter = Letter::new(c, 0..len);
            let begins = letter
                .bytes
                .begins
                .into_iter()
                .fold(Encodings::NONE, Encodings::or);
            assert!(
                letter
                    .bytes
                    .continues
                    .or(begins)
                    .and(Encodings::single())
                    .is_empty(),
                "{c:?}"
            );
            count += 1;
        }
    }
    // All of the rows that are read at once, but for surrogates.
    assert_eq!(count, 0xD800 - 0x3000 + 0x40);
}

/// The first part of a span is not cut before, nor the last one behind.
#[test]
fn each_part_of_a_long_span_has_its_meaning() {
    let gbk = Encoding::for_label("gbk", Reading::Web).unwrap();
    let meant = "汉字编码的问题在于没有人知道一个字节是什么好".repeat(20);
    let text = gbk.decode(meant.as_bytes(), Policy::Fail).unwrap();
    let mut all = Vec::new();
    segments(&text, 0, 0..text.len() / CELL + 1, &mut all);
    assert_eq!(all.len(), text.len().div_ceil(CELL));
    let undone: String = all
        .iter()
        .map(|segment| segment.meanings[segment.choice(EastAsian::all()[0].through).unwrap()].meant())
        .collect();
    assert_eq!(undone, meant);
}

#[test]
fn a_part_of_a_long_span_may_be_misread_where_the_rest_is_not() {
    let text = "я".repeat(CELL / 2) + &"\u{C3}\u{A9}".repeat(80);
    assert!(have_choice(&text, 0, 1..2));
    assert!(!have_choice(&text, 0, 0..1));
}
