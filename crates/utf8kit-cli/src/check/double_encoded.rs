//! The rule `double-encoded`: UTF-8 that was read as Windows-1252 or Latin-1 and encoded again, once or more often.
//!
//! `é`, C3 A9, then stands as `Ã©`. Nearly every sequence of that kind can also occur in right text, where it says what
//! stands there: `Ã` at the end of a Portuguese word in capitals before a dash, `é »` with a no-break space in French.
//! What is found here is meant to be undone, so it must be sure. It is found in three steps:
//!
//! 1. *Misread* characters (`misread`): two to four characters that stand for the bytes of one character, of a script
//!    that people write. Undoing them and making the mistake again gives what stood there, by construction.
//! 2. Those with nothing between them are judged together with the characters around them (`judge`). Certain is what
//!    right text does not have: a capital `Ã` behind small letters (`cafÃ©`), or before small letters with a sign
//!    between that joins nothing (`Ã©tat`); `â€` with any third character (`donâ€™t`); two characters of one other
//!    script in a row (`ÐŸÑ€`); a C1 control behind a letter. The rest is possible, and counts only where something
//!    certain stands near it in its line and every character there that is not ASCII would be undone.
//! 3. Examples that somebody wrote on purpose stay: where the right form of the word stands in the same line, or near
//!    it if the word is quoted or stands behind the same text; and a word between backticks.
//!
//! All of it looks no further than `REACH` bytes and, but for quoted words, no further than the line.

mod judge;
mod misread;
mod script;

use judge::{Around, Verdict, judge};
use script::Script;
use std::ops::Range;
use utf8kit::utf8;

/// Bytes on either side of a sequence that have a say about it.
const REACH: usize = 512;

/// ASCII characters between two sequences that are still told as one run.
const GAP: usize = 8;

/// Bytes between a word and its right form if somebody compares the two.
const NEXT_TO: usize = 16;

/// Bytes in which the letters around a single one show which script it should be of.
const NEIGHBOURHOOD: usize = 64;

/// Characters on either side of a sequence that are looked at for the word it is in.
const LONGEST_WORD: usize = 64;

/// Characters before a word that make its place in a sentence.
const ECHO: usize = 8;

/// A stretch of text that is encoded more than once.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Run {
    /// Bytes in the text.
    pub(crate) range: Range<usize>,
    /// What the run would say if the mistake were undone.
    pub(crate) meant: String,
    /// How often the mistake was made.
    pub(crate) times: u8,
}

/// Does something begin `bytes` that stands for one character of UTF-8? Most that looks like it at first does not, and
/// then there is no need for [`runs_in`].
pub(crate) fn may_begin(bytes: &[u8]) -> bool {
    /// Four characters of up to four bytes.
    const LONGEST: usize = 16;
    let bytes = &bytes[..bytes.len().min(LONGEST)];
    utf8::chunks(bytes)
        .next()
        .is_some_and(|chunk| misread::first(chunk.text()).is_some())
}

/// The stretches of the well-formed text in `bytes`, each judged by itself, that are encoded more than once.
pub(crate) fn runs_in(bytes: &[u8]) -> Vec<Run> {
    let mut start = 0;
    let mut all = Vec::new();
    for chunk in utf8::chunks(bytes) {
        let moved = |range: Range<usize>| start + range.start..start + range.end;
        all.extend(runs(chunk.text()).into_iter().map(|run| Run {
            range: moved(run.range),
            ..run
        }));
        start += chunk.text().len() + chunk.ill_formed().len();
    }
    all
}

/// Misread characters with nothing between them.
#[derive(Debug)]
struct Sequence {
    range: Range<usize>,
    meant: String,
    times: u8,
    /// Is all that stands behind the first characters of the misread ones punctuation that closes or joins?
    is_punctuated: bool,
    verdict: Verdict,
}

/// The stretches of `text` that are encoded more than once, in order.
///
/// `text` is a window on a text. What begins nearer than `REACH` to an end of it is judged without what lies behind.
fn runs(text: &str) -> Vec<Run> {
    let all = sequences(text);
    let gaps = gaps(text, &all);
    let counts: Vec<bool> = (0..all.len())
        .map(|i| all[i].verdict == Verdict::Certain || is_in_company(text, &all, &gaps, i))
        .collect();
    let examples = examples(text, &all, &gaps, &counts);
    let mut kept = Vec::new();
    let mut first = 0;
    for (sequence, counts) in all.into_iter().zip(counts) {
        while examples
            .get(first)
            .is_some_and(|example| example.end < sequence.range.end)
        {
            first += 1;
        }
        let is_example = examples[first..]
            .iter()
            .take_while(|example| example.start <= sequence.range.start)
            .any(|example| example.end >= sequence.range.end);
        if counts && !is_example {
            kept.push(sequence);
        }
    }
    join(text, &kept)
}

fn sequences(text: &str) -> Vec<Sequence> {
    let bytes = text.as_bytes();
    let mut found: Vec<Sequence> = Vec::new();
    let mut at = 0;
    while let Some(next) = memchr::memchr(0xC3, &bytes[at..]) {
        at += next;
        let misreads = match bytes[at + 1] {
            0x82..=0xB4 => misread::sequence(&text[at..]),
            _ => Vec::new(),
        };
        if misreads.is_empty() {
            at += 2;
            continue;
        }
        let end = at + misreads.iter().map(|misread| misread.len).sum::<usize>();
        let mut around = around(text, &(at..end));
        if let ([Some(before), that], Some(last)) = (&mut around.before, found.last())
            && last.range.end + before.len_utf8() == at
        {
            *that = last.meant.chars().next_back();
        }
        let verdict = judge(&misreads, &around);
        let mut meant: String = misreads.iter().map(|misread| misread.meant).collect();
        let mut times = 1;
        while let Some(deeper) = undo_again(&meant, &around) {
            meant = deeper;
            times += 1;
        }
        if !meant.contains(char::is_control) {
            found.push(Sequence {
                range: at..end,
                meant,
                times,
                is_punctuated: misreads.iter().all(|misread| misread.is_punctuated),
                // Twice the mistake is no accident.
                verdict: if times > 1 { Verdict::Certain } else { verdict },
            });
        }
        at = end;
    }
    found
}

/// The characters around `range`, in its line.
fn around(text: &str, range: &Range<usize>) -> Around {
    let mut before = text[..range.start].chars().rev();
    let mut after = text[range.end..].chars();
    Around {
        before: [before.next(), before.next()],
        after: [after.next(), after.next()],
    }
}

/// What was meant by all of `text`, if it is misread as well.
fn undo_again(text: &str, around: &Around) -> Option<String> {
    let misreads = misread::sequence(text);
    let len: usize = misreads.iter().map(|misread| misread.len).sum();
    if misreads.is_empty() || len < text.len() {
        return None;
    }
    let in_word = around.before[0].is_some_and(char::is_alphabetic);
    let plausible = judge(&misreads, around) == Verdict::Certain
        || misreads.iter().all(|misread| match misread.script {
            Script::Latin | Script::Common => !misread.is_punctuated || misread.meant < '\u{180}',
            Script::EastAsian => !misread.is_punctuated,
            Script::Other(_) => !misread.is_natural || !in_word,
            Script::Control => false,
        });
    plausible.then(|| misreads.iter().map(|misread| misread.meant).collect())
}

/// For each sequence, how many of the gaps before it and the earlier ones hold something that is not ASCII.
fn gaps(text: &str, all: &[Sequence]) -> Vec<usize> {
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

/// Is everything in the stretch that is not ASCII part of a sequence?
fn is_all_misread(text: &str, all: &[Sequence], gaps: &[usize], stretch: &Range<usize>) -> bool {
    let is_ascii = |range: Range<usize>| text.as_bytes()[range].is_ascii();
    let first = all.partition_point(|sequence| sequence.range.end <= stretch.start);
    let past = all.partition_point(|sequence| sequence.range.start < stretch.end);
    if first == past {
        return is_ascii(stretch.clone());
    }
    let (begin, end) = (all[first].range.start, all[past - 1].range.end);
    gaps[first] == gaps[past - 1]
        && is_ascii(stretch.start.min(begin)..begin)
        && is_ascii(end..stretch.end.max(end))
}

/// Does something certain stand near the sequence in its line, and is all that is not ASCII there misread?
fn is_in_company(text: &str, sequences: &[Sequence], gaps: &[usize], index: usize) -> bool {
    let near = stretch_of_line(text, &sequences[index].range);
    let before = sequences[..index]
        .iter()
        .rev()
        .take_while(|other| other.range.start >= near.start);
    let behind = sequences[index + 1..]
        .iter()
        .take_while(|other| other.range.end <= near.end);
    let own = &sequences[index];
    let ascii_between = |other: &Sequence| {
        let gap = other.range.end.min(own.range.end)..other.range.start.max(own.range.start);
        text.as_bytes()[gap].is_ascii()
    };
    if before
        .clone()
        .chain(behind.clone())
        .any(|other| is_pair(own, other) && ascii_between(other))
    {
        return true;
    }
    if is_of_the_script_around(text, own, &near) {
        return true;
    }
    if !before
        .chain(behind)
        .any(|other| other.verdict == Verdict::Certain)
    {
        return false;
    }
    is_all_misread(text, sequences, gaps, &near)
}

/// Is what was meant a single character of another script than Latin, as the letters near it are?
fn is_of_the_script_around(text: &str, own: &Sequence, near: &Range<usize>) -> bool {
    let mut chars = own.meant.chars();
    let (Some(meant), None) = (chars.next(), chars.next()) else {
        return false;
    };
    let script = script::script(meant);
    if !matches!(script, Some(Script::EastAsian | Script::Other(_))) || own.is_punctuated {
        return false;
    }
    let around = around(text, &own.range);
    let in_other_word =
        |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() && script::script(c) != script);
    if in_other_word(around.before[0]) || in_other_word(around.after[0]) {
        return false;
    }
    let bytes = text.as_bytes();
    let start = utf8::ceil_boundary(bytes, own.range.start.saturating_sub(NEIGHBOURHOOD)).max(near.start);
    let end = utf8::floor_boundary(bytes, own.range.end + NEIGHBOURHOOD).min(near.end);
    let has_same = |text: &str| {
        text.chars()
            .any(|c| c.is_alphabetic() && script::script(c) == script)
    };
    has_same(&text[start..own.range.start]) || has_same(&text[own.range.end..end])
}

/// Are these the opening and the closing quotation mark, in whichever order: `Â«` and `Â»`?
fn is_pair(one: &Sequence, other: &Sequence) -> bool {
    let pair = (one.meant.as_str(), other.meant.as_str());
    matches!(pair, ("«", "»") | ("»", "«"))
}

/// What reaches `REACH` bytes to either side of `range`.
fn stretch(text: &str, range: &Range<usize>) -> Range<usize> {
    let start = utf8::ceil_boundary(text.as_bytes(), range.start.saturating_sub(REACH));
    let end = utf8::floor_boundary(text.as_bytes(), (range.end + REACH).min(text.len()));
    start..end
}

/// The same, in its line.
fn stretch_of_line(text: &str, range: &Range<usize>) -> Range<usize> {
    let bytes = text.as_bytes();
    let near = stretch(text, range);
    let start = memchr::memrchr2(b'\n', b'\r', &bytes[near.start..range.start])
        .map_or(near.start, |at| near.start + at + 1);
    let end =
        memchr::memchr2(b'\n', b'\r', &bytes[range.end..near.end]).map_or(near.end, |at| range.end + at);
    start..end
}

/// Where in the lines somebody wrote something of this kind on purpose.
fn examples(text: &str, all: &[Sequence], gaps: &[usize], counts: &[bool]) -> Vec<Range<usize>> {
    let mut examples = Vec::new();
    let mut i = 0;
    while i < all.len() {
        if !counts[i] {
            i += 1;
            continue;
        }
        let (word, past) = word(text, all, i);
        if is_example(text, &word, all, gaps, i..past) {
            examples.push(stretch_of_line(text, &word));
        }
        i = past;
    }
    examples
}

/// The word that the sequence at `first` is part of, and the first sequence behind it.
fn word(text: &str, sequences: &[Sequence], first: usize) -> (Range<usize>, usize) {
    let letters = |c: &char| c.is_alphanumeric();
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
        let behind: usize = text[end..]
            .chars()
            .take_while(letters)
            .take(LONGEST_WORD)
            .map(char::len_utf8)
            .sum();
        past += 1;
        if let Some(next) = sequences.get(past)
            && next.range.start <= end + behind
        {
            end = next.range.start;
        } else {
            end += behind;
        }
    }
    (start..end, past)
}

fn is_example(text: &str, word: &Range<usize>, all: &[Sequence], gaps: &[usize], own: Range<usize>) -> bool {
    let around = around(text, word);
    let quoted = match (around.before[0], around.after[0]) {
        (Some(before), Some(after)) => judge::encloses(before) && judge::encloses(after),
        _ => false,
    };
    let (line, near) = (stretch_of_line(text, word), stretch(text, word));
    if quoted && around.before[0] == Some('`') && around.after[0] == Some('`') {
        let is_inside = text[line.start..word.start].matches('`').count() % 2 == 1;
        if is_inside {
            return true;
        }
    }
    if is_all_misread(text, all, gaps, &near) {
        return false; // there is no right form, which is not ASCII
    }
    let right = undone(text, word, &all[own]);
    // A mark that belongs to a word says nothing: there are others like it.
    let blank = |c: Option<char>| c.is_none_or(char::is_whitespace);
    let stands_alone = quoted || (blank(around.before[0]) && blank(around.after[0]));
    let stretch = if quoted {
        near.clone()
    } else {
        let start = utf8::floor_boundary(text.as_bytes(), word.start.saturating_sub(NEXT_TO + right.len()));
        let end = utf8::ceil_boundary(text.as_bytes(), word.end + NEXT_TO + right.len());
        start.max(line.start)..end.min(line.end)
    };
    if (stands_alone || right.contains(char::is_alphanumeric)) && stands_in(text, &stretch, "", &right, all) {
        return true;
    }
    // The same in its place in a sentence, in another line.
    let start = text[line.start..word.start].char_indices().rev().nth(ECHO - 1);
    start.is_some_and(|(at, _)| {
        let lead = &text[line.start + at..word.start];
        stands_in(text, &near, lead, &right, all)
    })
}

/// Does `word`, behind `lead` if there is one, stand somewhere in the stretch and is not part of a mistake?
fn stands_in(text: &str, stretch: &Range<usize>, lead: &str, word: &str, all: &[Sequence]) -> bool {
    let form = format!("{lead}{word}");
    text[stretch.clone()].match_indices(&form).any(|(at, _)| {
        let found = stretch.start + at..stretch.start + at + form.len();
        let next = all.partition_point(|sequence| sequence.range.end <= found.start);
        let is_right = all
            .get(next)
            .is_none_or(|sequence| sequence.range.start >= found.end);
        let around = around(text, &found);
        let is_letter = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
        is_right && (!lead.is_empty() || !is_letter(around.before[0])) && !is_letter(around.after[0])
    })
}

/// `range` of the text with the sequences in it undone.
fn undone(text: &str, range: &Range<usize>, sequences: &[Sequence]) -> String {
    let mut right = String::with_capacity(range.len());
    let mut at = range.start;
    for sequence in sequences {
        right.push_str(&text[at..sequence.range.start]);
        right.push_str(&sequence.meant);
        at = sequence.range.end;
    }
    right.push_str(&text[at..range.end]);
    right
}

/// Runs: sequences of one kind that have nothing, or little ASCII, between them in their line.
fn join(text: &str, sequences: &[Sequence]) -> Vec<Run> {
    let joined = |one: &Sequence, next: &Sequence| {
        let gap = &text.as_bytes()[one.range.end..next.range.start];
        one.times == next.times
            && gap.len() <= GAP
            && gap
                .iter()
                .all(|&byte| byte.is_ascii() && !byte.is_ascii_control())
    };
    sequences
        .chunk_by(joined)
        .map(|parts| {
            let range = parts[0].range.start..parts[parts.len() - 1].range.end;
            Run {
                meant: undone(text, &range, parts),
                times: parts[0].times,
                range,
            }
        })
        .collect()
}

#[cfg(test)]
mod tests;
