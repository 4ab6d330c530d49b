//! The rule `misread`: text of a legacy encoding that was decoded as another and is in UTF-8 now.
//!
//! `Лучшие` in windows-1251 becomes `Ëó÷øèå` if it is decoded as windows-1252. Unlike text that was encoded twice, it has no
//! structure: any text of letters that an encoding has can be one of another. Only the models of languages tell
//! ([`Likelihood`]):
//!
//! 1. The text is divided into *cells* of 256 bytes and into *words*, which spaces divide. A cell is passed over if its words that
//!    are not ASCII are about as likely as correct text is.
//! 2. A hypothesis is a pair of encodings: that in which the text was decoded, and that in which it was (`pairs`), of which each has
//!    characters of one byte or of one and two. The words of a cell alone decide which few hypotheses are worth more work.
//! 3. Those weigh the words of the cells beside it, too: what is repeated counts once. A word that becomes less likely stays, and
//!    speaks against the hypothesis.
//!
//! Where another hypothesis yields a text that is about as likely, nothing is undone.

mod pairs;
mod words;

use crate::double_encoded::{Run, ascii_around};
use pairs::{Pair, Undone};
use std::collections::HashSet;
use std::ops::Range;
use utf8kit_encodings::detect::Likelihood;
use utf8kit_encodings::order::sort_by_key;
use words::{CELL, Word};

const BIT: i32 = Likelihood::BIT;

/// What a text that was misread must be more likely by.
const CERTAIN: i32 = 30 * BIT;

/// What text that was probably misread must be more likely by.
const LIKELY: i32 = 18 * BIT;

/// What another hypothesis must be less likely by.
const RIVAL: i32 = 16 * BIT;

/// A different word that is undone: correct text has such words, too.
const EACH: i32 = 6 * BIT;

/// A word that the hypothesis leaves as it is, and how many count.
const OTHER: i32 = 5 * BIT;
const MOST_OTHERS: usize = 12;

/// What a word may be less likely by, where so many others are more likely: as many bits.
const MOST_TRUST: usize = 8;

/// Cells on either side that decide about one.
const BESIDE: usize = 2;

/// Hypotheses that are weighed with the text around.
const FEW: usize = 4;

/// What a letter of the text that comes out may cost, and what the text may cost besides.
const PLAUSIBLE: i32 = 6 * BIT;
const FIRST: i32 = 14 * BIT;

/// What the words of a cell must cost beyond what words of correct text do.
const STRANGE: i32 = 6 * BIT;

/// Text that was decoded in an encoding that it was not in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Misread {
    /// Its bytes in the text: words of one line, with what is between them.
    pub(crate) range: Range<usize>,
    /// The text without the mistake.
    pub(crate) meant: String,
    /// The encoding that it was decoded in.
    pub(crate) read_as: &'static str,
    /// The encoding that it was in.
    pub(crate) was: &'static str,
    /// Whether it is very likely, and not only likely.
    pub(crate) is_certain: bool,
    /// What else it may be, and the encoding that it was in then.
    pub(crate) rival: Option<(&'static str, String)>,
}

/// Returns what was misread in `bytes`, which are at `offset` of the text.
pub(crate) fn find(bytes: &[u8], offset: usize) -> Vec<Misread> {
    let mut all = Vec::new();
    let mut start = 0;
    for chunk in utf8kit::utf8::chunks(bytes) {
        find_in(chunk.text(), offset + start, &mut |misread| {
            all.push(Misread {
                range: start + misread.range.start..start + misread.range.end,
                ..misread
            });
        });
        start += chunk.text().len() + chunk.ill_formed().len();
    }
    all
}

/// Removes double-encoded runs that are a lesser part of what was misread in `bytes`: any letters can look like one.
pub(crate) fn retain_runs(bytes: &[u8], all: &[Misread], runs: &mut Vec<Run>) {
    let foreign = |range: &Range<usize>| {
        bytes[range.clone()]
            .iter()
            .filter(|byte| !byte.is_ascii())
            .count()
    };
    let mut outdone = Vec::new();
    for misread in all
        .iter()
        .filter(|misread| misread.is_certain && misread.rival.is_none())
    {
        let first = runs.partition_point(|run| run.range.end <= misread.range.start);
        let past = runs.partition_point(|run| run.range.start < misread.range.end);
        let covered: usize = runs[first..past].iter().map(|run| foreign(&run.range)).sum();
        if covered * 2 < foreign(&misread.range) {
            outdone.push(first..past);
        }
    }
    let mut number = 0;
    runs.retain(|_| {
        number += 1;
        !outdone.iter().any(|some| some.contains(&(number - 1)))
    });
}

fn find_in(text: &str, start: usize, emit: &mut dyn FnMut(Misread)) {
    for cell in start / CELL..(start + text.len()).div_ceil(CELL) {
        let words = words::in_cell(text, start, cell);
        if is_strange(&words) {
            decide(text, start, cell, &words, emit);
        }
    }
}

/// Returns `true` if correct text seldom has words that are as unlikely as these.
fn is_strange(words: &[Word<'_>]) -> bool {
    words.iter().map(|word| word.beyond).sum::<i32>() >= STRANGE
}

/// Returns `true` if a pair of encodings makes more likely what is strange in these words, or at least half of it. Correct text has
/// strange words, too, as names are: that few pairs do so spares it the rest.
fn explains(pair: &Pair, strange: &[&Word<'_>]) -> bool {
    let all: i32 = strange.iter().map(|word| word.beyond).sum();
    let mut left = all;
    for word in strange {
        if pair.undo(word).is_some_and(|undone| undone.is_better(word, EACH)) {
            left -= word.beyond;
            if left * 2 <= all {
                return true;
            }
        }
    }
    false
}

/// Passes what was misread in a cell, whose words are `own`, to `emit`.
fn decide(text: &str, start: usize, cell: usize, own: &[Word<'_>], emit: &mut dyn FnMut(Misread)) {
    let own_near = Near::of(own.iter(), Likelihood::default());
    let mut strange: Vec<&Word> = own
        .iter()
        .filter(|word| !word.may_be_double_encoded)
        .filter(|word| word.beyond > 0)
        .collect();
    sort_by_key(&mut strange, |word| -i64::from(word.beyond));
    let mut hypotheses: Vec<Hypothesis> = Pair::all()
        .iter()
        .filter(|pair| explains(pair, &strange))
        .filter_map(|pair| own_near.weigh(pair))
        .collect();
    sort_by_key(&mut hypotheses, |hypothesis| -i64::from(hypothesis.gain));
    hypotheses.truncate(FEW);
    if hypotheses.is_empty() {
        return;
    }
    let beside: Vec<Word> = (cell.saturating_sub(BESIDE)..=cell + BESIDE)
        .filter(|&other| other != cell)
        .flat_map(|other| words::in_cell(text, start, other))
        .collect();
    let near = Near::of(own.iter().chain(&beside), ascii_around(text, start, cell));
    let mut hypotheses: Vec<Hypothesis> = hypotheses
        .iter()
        .filter_map(|hypothesis| near.weigh(hypothesis.pair))
        .collect();
    sort_by_key(&mut hypotheses, |hypothesis| -i64::from(hypothesis.gain));
    let Some((best, rest)) = hypotheses.split_first() else {
        return;
    };
    if best.gain < LIKELY {
        return;
    }
    let rivals = || rest.iter().filter(|other| is_rival(other.gain, best.gain));
    for line in best.lines(text, own) {
        let meant = best.meant(text, &line, own);
        let other = rivals().find_map(|rival| {
            let other = rival.meant(text, &line, own);
            (other != meant).then(|| (rival.pair.was.name(), other))
        });
        emit(Misread {
            range: line,
            meant,
            read_as: best.pair.read_as.name(),
            was: best.pair.was.name(),
            is_certain: best.gain >= CERTAIN,
            rival: other,
        });
    }
}

/// Returns `true` if a hypothesis with this gain is not enough less likely than the best one.
fn is_rival(gain: i32, best: i32) -> bool {
    best - gain < RIVAL
}

/// What decides about a cell.
struct Near<'w> {
    /// The words, each once.
    words: Vec<&'w Word<'w>>,
    /// How likely they are as they stand there.
    shown: Likelihood,
    cost: i32,
}

/// A pair of encodings, and how much more likely the text is if it went through it.
struct Hypothesis<'w> {
    pair: &'static Pair,
    gain: i32,
    /// The words that are undone.
    undone: Vec<(&'w Word<'w>, Undone)>,
}

impl<'w> Near<'w> {
    fn of(words: impl Iterator<Item = &'w Word<'w>>, ascii: Likelihood) -> Near<'w> {
        let mut seen = HashSet::new();
        let words: Vec<&Word> = words.filter(|word| seen.insert(word.text)).collect();
        let mut shown = ascii;
        for word in words.iter().filter(|word| !word.is_alone) {
            shown.add_all(&word.shown);
        }
        Near {
            cost: shown.fifths(),
            words,
            shown,
        }
    }

    /// Returns the hypothesis that the words went through a pair of encodings, if that undoes any.
    fn weigh(&self, pair: &'static Pair) -> Option<Hypothesis<'w>> {
        let mut meant = self.shown.clone();
        let mut undone = Vec::new();
        for &word in &self.words {
            if let Some(other) = pair.undo(word) {
                if !word.is_alone {
                    meant.replace(&word.shown, &other.likelihood);
                }
                undone.push((word, other));
            }
        }
        // In the language of the others, some words are more likely as they are.
        let most = -(undone.len().min(MOST_TRUST) as i32) * BIT;
        let mut cost = meant.fifths();
        undone.retain(|(word, other)| {
            let mut changed = meant.clone();
            if word.is_alone {
                changed.add_all(&other.likelihood);
                let undone = changed.fifths();
                changed.replace(&other.likelihood, &word.shown);
                return changed.fifths() - undone > most;
            }
            changed.replace(&other.likelihood, &word.shown);
            let is_kept = changed.fifths() - cost > most;
            if !is_kept {
                cost = changed.fifths();
                meant = changed;
            }
            is_kept
        });
        let mut all = Likelihood::default();
        let (mut count, mut letters) = (0, 0);
        let mut counted = meant;
        for (word, other) in undone.iter().filter(|(word, _)| !word.is_alone) {
            if other.says_something(word) {
                count += 1;
                letters += word.letters;
                all.add_all(&other.likelihood);
            } else {
                // It counts as it stands.
                counted.replace(&other.likelihood, &word.shown);
            }
        }
        let left = (self.words.len() - undone.len()).min(MOST_OTHERS) as i32;
        let against = pair.bits * BIT + count * EACH + left * OTHER;
        let is_plausible = all.fifths() <= PLAUSIBLE * letters as i32 + FIRST;
        (count > 0 && is_plausible).then(|| Hypothesis {
            pair,
            gain: self.cost - counted.fifths() - against,
            undone,
        })
    }
}

impl Hypothesis<'_> {
    /// Returns a word without the mistake, if it is undone.
    fn undone(&self, word: &Word<'_>) -> Option<&str> {
        let of_word = self.undone.iter().find(|(other, _)| other.text == word.text);
        of_word.map(|(_, undone)| undone.text.as_str())
    }

    /// Returns the parts of lines that have all of `words` that are undone: from the first to the last of each line.
    fn lines(&self, text: &str, words: &[Word<'_>]) -> Vec<Range<usize>> {
        let mut all: Vec<Range<usize>> = Vec::new();
        for word in words.iter().filter(|word| self.undone(word).is_some()) {
            match all.last_mut() {
                Some(last) if !text[last.end..word.range.start].contains('\n') => last.end = word.range.end,
                _ => all.push(word.range.clone()),
            }
        }
        all
    }

    /// Returns a part of the text, which has some of `words`, without the mistake.
    fn meant(&self, text: &str, place: &Range<usize>, words: &[Word<'_>]) -> String {
        let mut meant = String::new();
        let mut at = place.start;
        let inside = |word: &&Word| word.range.start >= place.start && word.range.end <= place.end;
        for word in words.iter().filter(inside) {
            if let Some(undone) = self.undone(word) {
                meant += &text[at..word.range.start];
                meant += undone;
                at = word.range.end;
            }
        }
        // A rival can leave the last words of the place.
        meant += &text[at..place.end];
        meant
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_less_likely_by_as_much_as_is_asked_is_no_rival() {
        assert!(is_rival(CERTAIN - RIVAL + 1, CERTAIN));
        assert!(!is_rival(CERTAIN - RIVAL, CERTAIN));
    }
}
