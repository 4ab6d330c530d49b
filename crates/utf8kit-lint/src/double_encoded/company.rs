//! Decides by the text near a sequence whether it counts, if it is only possible.

use super::judge::{self, Verdict};
use super::script::{Script, script};
use super::sequence::Sequence;
use super::surroundings::{around, passage_of_line};

use std::ops::Range;
use utf8kit::utf8;

/// Bytes in which the letters around a single character show its script.
const NEIGHBOURHOOD: usize = 64;

/// Returns, for each sequence, the number of gaps before it, and before the earlier ones, that are not all ASCII.
pub(super) fn gaps(text: &str, all: &[Sequence]) -> Vec<usize> {
    let mut end = 0;
    let mut count = 0;
    all.iter()
        .map(|sequence| {
            count += usize::from(!text.as_bytes()[end..sequence.range.start].is_ascii());
            end = sequence.range.end;
            count
        })
        .collect()
}

/// Returns `true` if everything in the passage that is not ASCII is part of a sequence.
pub(super) fn is_all_misread(text: &str, all: &[Sequence], gaps: &[usize], passage: &Range<usize>) -> bool {
    let is_ascii = |range: Range<usize>| text.as_bytes()[range].is_ascii();
    let first = all.partition_point(|sequence| sequence.range.end <= passage.start);
    let past = all.partition_point(|sequence| sequence.range.start < passage.end);
    if first == past {
        return is_ascii(passage.clone());
    }
    let (begin, end) = (all[first].range.start, all[past - 1].range.end);
    gaps[first] == gaps[past - 1]
        && is_ascii(passage.start.min(begin)..begin)
        && is_ascii(end..passage.end.max(end))
}

/// Returns `true` if something certain stands near the sequence in its line, and all that is not ASCII there is misread.
pub(super) fn is_in_company(text: &str, sequences: &[Sequence], gaps: &[usize], index: usize) -> bool {
    let near = passage_of_line(text, &sequences[index].range);
    let before = sequences[..index]
        .iter()
        .rev()
        .take_while(|other| other.range.start >= near.start);
    let after = sequences[index + 1..]
        .iter()
        .take_while(|other| other.range.end <= near.end);
    let own = &sequences[index];
    let ascii_between = |other: &Sequence| {
        let gap = other.range.end.min(own.range.end)..other.range.start.max(own.range.start);
        text.as_bytes()[gap].is_ascii()
    };
    if before
        .clone()
        .chain(after.clone())
        .any(|other| is_pair(own, other) && ascii_between(other))
    {
        return true;
    }
    if is_of_the_script_around(text, own, &near) {
        return true;
    }
    if needs_own_script(own)
        && !before
            .clone()
            .chain(after.clone())
            .any(|other| other.range != own.range && shares_script(own, other))
    {
        return false;
    }
    if !before.chain(after).any(|other| other.verdict == Verdict::Certain) {
        return false;
    }
    is_all_misread(text, sequences, gaps, &near)
}

/// Returns `true` for a single letter that stands only among others of its script. Greek letters are also signs.
fn needs_own_script(own: &Sequence) -> bool {
    const GREEK: u32 = 0x370;
    let mut chars = own.meant.chars();
    match (chars.next(), chars.next()) {
        (Some(c), None) => match script(c) {
            Some(Script::Other(number)) => number != GREEK,
            _ => judge::is_phonetic(c),
        },
        _ => false,
    }
}

fn shares_script(own: &Sequence, other: &Sequence) -> bool {
    let is_of = |c: char| own.meant.starts_with(|own| script(own) == script(c));
    match own.meant.starts_with(judge::is_phonetic) {
        true => other.meant.contains(judge::is_phonetic),
        false => other.meant.contains(is_of),
    }
}

/// Returns `true` if the sequence is a single character of another script than Latin, and letters near it have that
/// script.
fn is_of_the_script_around(text: &str, own: &Sequence, near: &Range<usize>) -> bool {
    let mut chars = own.meant.chars();
    let (Some(meant), None) = (chars.next(), chars.next()) else {
        return false;
    };
    let own_script = script(meant);
    if !matches!(own_script, Some(Script::EastAsian | Script::Other(_))) || own.is_punctuated {
        return false;
    }
    let around = around(text, &own.range);
    let in_other_word = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() && script(c) != own_script);
    if in_other_word(around.before[0]) || in_other_word(around.after[0]) {
        return false;
    }
    let bytes = text.as_bytes();
    let start = utf8::ceil_boundary(bytes, own.range.start.saturating_sub(NEIGHBOURHOOD)).max(near.start);
    let end = utf8::floor_boundary(bytes, own.range.end + NEIGHBOURHOOD).min(near.end);
    let has_same = |text: &str| text.chars().any(|c| c.is_alphabetic() && script(c) == own_script);
    has_same(&text[start..own.range.start]) || has_same(&text[own.range.end..end])
}

/// Returns `true` for the opening and the closing quotation mark, in either order: `Â«` and `Â»`.
fn is_pair(one: &Sequence, other: &Sequence) -> bool {
    let pair = (&*one.meant, &*other.meant);
    matches!(pair, ("«", "»") | ("»", "«"))
}
