//! Finds examples of double-encoded text that somebody wrote on purpose.

use super::company::is_all_misread;
use super::judge;
use super::script::is_alphanumeric;
use super::sequence::{Sequence, undone};
use super::surroundings::{LONGEST_WORD, REACH, around, passage, passage_of_line};
use std::ops::Range;
use utf8kit::utf8;

/// Bytes between a word and its correct form where a text compares the two.
const NEXT_TO: usize = 16;

/// Bytes on either side of a sequence that decide whether it is one: the rest of its word, and what is near that.
const AROUND: usize = 4 * LONGEST_WORD + REACH;

/// Characters before a word that identify its place in a sentence.
const ECHO: usize = 8;

/// Returns the passages of lines in which somebody wrote double-encoded text on purpose. `next`: the next passage, at a place or behind
/// it, all of which went through an encoding.
pub(super) fn examples(
    text: &str,
    all: &[Sequence],
    gaps: &[usize],
    counts: &[bool],
    next: impl Fn(usize) -> Option<Range<usize>>,
) -> Vec<Range<usize>> {
    let is_all = is_all_misread(text, all, gaps, &(0..text.len()));
    let may_be_quoted = memchr::memchr(b'`', text.as_bytes()).is_some();
    // Neither the correct form nor a guillemet can stand near a word there.
    let is_inside = |range: &Range<usize>| {
        let passage = next(range.start).filter(|passage| passage.start + AROUND <= range.start);
        !may_be_quoted && passage.is_some_and(|passage| range.end + AROUND <= passage.end)
    };
    let mut examples = Vec::new();
    let mut i = 0;
    while i < all.len() {
        if !counts[i] || is_inside(&all[i].range) {
            i += 1;
            continue;
        }
        let (word, past) = word(text, all, i);
        let is_all_near = || is_all || is_all_misread(text, all, gaps, &passage(text, &word));
        if is_example(text, &word, all, is_all_near, i..past) {
            examples.push(passage_of_line(text, &word));
        }
        i = past;
    }
    examples
}

/// Returns the word that the sequence at `first` is part of, and the index of the first sequence after it.
fn word(text: &str, sequences: &[Sequence], first: usize) -> (Range<usize>, usize) {
    let letters = |c: &char| is_alphanumeric(*c);
    let before: usize = text[..sequences[first].range.start]
        .chars()
        .rev()
        .take_while(letters)
        .take(LONGEST_WORD)
        .map(char::len_utf8)
        .sum();
    let start = sequences[first].range.start - before;
    let mut past = first;
    let mut end = start;
    while past < sequences.len() && (past == first || sequences[past].range.start == end) {
        end = sequences[past].range.end;
        let after: usize = text[end..]
            .chars()
            .take_while(letters)
            .take(LONGEST_WORD)
            .map(char::len_utf8)
            .sum();
        past += 1;
        if let Some(next) = sequences.get(past)
            && next.range.start <= end + after
        {
            end = next.range.start;
        } else {
            end += after;
        }
    }
    (start..end, past)
}

/// Returns `true` if the word is quoted between backticks, or a character between guillemets, or its correct form stands near it.
/// `is_all_near` returns `true` if everything near it that is not ASCII is misread.
fn is_example(
    text: &str,
    word: &Range<usize>,
    all: &[Sequence],
    is_all_near: impl Fn() -> bool,
    own: Range<usize>,
) -> bool {
    let around = around(text, word);
    let quoted = match (around.before[0], around.after[0]) {
        (Some(before), Some(after)) => judge::encloses(before) && judge::encloses(after),
        _ => false,
    };
    if quoted && around.before[0] == Some('`') && around.after[0] == Some('`') {
        let line = passage_of_line(text, word);
        let is_inside = text[line.start..word.start].matches('`').count() % 2 == 1;
        if is_inside {
            return true;
        }
    }
    let is_one = |meant: &str| meant.chars().count() == 1;
    if is_in_guillemets(text, word) && is_one(&undone(text, word, &all[own.clone()])) {
        return true;
    }
    if is_all_near() {
        return false; // all that is not ASCII is misread, so the correct form is not there
    }
    let (line, near) = (passage_of_line(text, word), passage(text, word));
    let right = undone(text, word, &all[own]);
    // A mark that belongs to a word shows nothing: there are others like it.
    let blank = |c: Option<char>| c.is_none_or(char::is_whitespace);
    let stands_alone = quoted || (blank(around.before[0]) && blank(around.after[0]));
    let passage = if quoted {
        near.clone()
    } else {
        let start = utf8::floor_boundary(text.as_bytes(), word.start.saturating_sub(NEXT_TO + right.len()));
        let end = utf8::ceil_boundary(text.as_bytes(), word.end + NEXT_TO + right.len());
        start.max(line.start)..end.min(line.end)
    };
    if (stands_alone || right.contains(is_alphanumeric)) && stands_in(text, &passage, "", &right, all) {
        return true;
    }
    // The same in its place in a sentence, in another line.
    let start = text[line.start..word.start].char_indices().rev().nth(ECHO - 1);
    start.is_some_and(|(at, _)| {
        let lead = &text[line.start + at..word.start];
        stands_in(text, &near, lead, &right, all)
    })
}

/// Returns `true` if a word is all that stands between guillemets in its line, with spaces inside as French has them or without.
fn is_in_guillemets(text: &str, word: &Range<usize>) -> bool {
    let is_space = |c: char| c.is_whitespace() && !matches!(c, '\n' | '\r');
    let before = text[..word.start].trim_end_matches(is_space);
    let after = text[word.end..].trim_start_matches(is_space);
    before.ends_with('«') && after.starts_with('»')
}

/// Returns `true` if `word`, after `lead`, stands somewhere in the passage and is not part of a mistake.
fn stands_in(text: &str, passage: &Range<usize>, lead: &str, word: &str, all: &[Sequence]) -> bool {
    let len = lead.len() + word.len();
    let Some(room) = passage.len().checked_sub(len) else {
        return false;
    };
    let (bytes, first) = (text.as_bytes(), passage.start);
    let is_there = |at: usize| {
        bytes[at..].starts_with(lead.as_bytes()) && bytes[at + lead.len()..].starts_with(word.as_bytes())
    };
    let is_right = |at: usize| {
        let found = at..at + len;
        let next = all.partition_point(|sequence| sequence.range.end <= found.start);
        let is_right = all
            .get(next)
            .is_none_or(|sequence| sequence.range.start >= found.end);
        let around = around(text, &found);
        let is_letter = |c: Option<char>| c.is_some_and(is_alphanumeric);
        is_right && (!lead.is_empty() || !is_letter(around.before[0])) && !is_letter(around.after[0])
    };
    match lead.bytes().chain(word.bytes()).next_back() {
        // Fewer places have the last byte of it than the first, which all letters of a script can share.
        Some(last) => memchr::memchr_iter(last, &bytes[first + len - 1..passage.end])
            .any(|at| is_there(first + at) && is_right(first + at)),
        None => (first..=first + room).any(|at| text.is_char_boundary(at) && is_right(at)),
    }
}
