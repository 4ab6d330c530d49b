//! Decides what text went through, by evidence: how likely the text is that comes out, and how likely the one that stands there.

use super::hot::hot_cells;
use super::segment::{CELL, Segment, segments};
use super::through::{Encodings, Through};
use std::collections::{HashMap, HashSet};
use std::ops::Range;
use utf8kit::utf8;
use utf8kit_encodings::detect::Likelihood;

const BIT: i32 = Likelihood::BIT;

/// Cells on either side that decide about one.
const BESIDE: usize = 2;

/// What a text that was misread must be more likely by.
pub(super) const CERTAIN: i32 = 14 * BIT;

/// What text that was probably misread must be more likely by.
pub(super) const LIKELY: i32 = 6 * BIT;

/// What another encoding must be less likely by.
pub(super) const RIVAL: i32 = 15 * BIT;

/// A different segment that is undone: correct text has such sequences, too.
const EACH: i32 = 7 * BIT;

/// A sign by itself, which may be quoted, says little.
const ALONE: i32 = 2 * BIT;
const MOST_ALONE: usize = 3;

/// What is more likely by as much needs no regard to the text around.
const CLEAR: i32 = 60 * BIT;

/// A span that did not go through the encoding near those that did, and how many count.
const OTHER: i32 = 4 * BIT;
const MOST_OTHERS: usize = 8;

/// A segment that went through an encoding.
#[derive(Debug)]
pub(super) struct Found {
    pub(super) segment: usize,
    pub(super) meaning: usize,
    /// Other meanings that are about as likely.
    pub(super) rivals: Vec<usize>,
    /// How much more likely the text around is without the mistake.
    pub(super) gain: i32,
    /// The encoding that is most likely.
    pub(super) through: Through,
    /// The encodings that are about as likely here.
    pub(super) evidence: Encodings,
}

/// The segments of a cell, and how likely they are in each encoding.
#[derive(Default)]
struct Cell {
    segments: Vec<usize>,
    /// Spans that went through no encoding.
    others: Vec<usize>,
    encodings: Encodings,
}

/// Cells that are decided at a time, which bounds the memory for them.
const AT_ONCE: usize = 8;

/// Passes the segments of `text`, which is at `start` of the whole text, that went through an encoding to `emit`, in order.
pub(super) fn find(text: &str, start: usize, emit: &mut dyn FnMut(&Segment, &Found)) {
    let hot = hot_cells(text.as_bytes(), start);
    // Those whose neighbours overlap are searched together.
    for near in hot.chunk_by(|one, next| next - one <= 2 * BESIDE + 1) {
        let end = near[near.len() - 1] + BESIDE + 1;
        for first in (near[0].saturating_sub(BESIDE)..end).step_by(AT_ONCE) {
            find_in(text, start, first..end.min(first + AT_ONCE), emit);
        }
    }
}

/// Passes the segments in the cells of `decided` that went through an encoding to `emit`.
fn find_in(text: &str, start: usize, decided: Range<usize>, emit: &mut dyn FnMut(&Segment, &Found)) {
    // Most text is only strange: nothing in it is undone.
    let own = segments(text, start, decided.clone());
    if own.iter().all(|segment| segment.choices.is_empty()) {
        return;
    }
    let mut all = segments(text, start, decided.start.saturating_sub(BESIDE)..decided.start);
    all.extend(own);
    all.extend(segments(text, start, decided.end..decided.end + BESIDE));
    let mut cells: HashMap<usize, Cell> = HashMap::new();
    for (index, segment) in all.iter().enumerate() {
        let cell = cells.entry(segment.cell).or_default();
        if segment.meanings.is_empty() {
            cell.others.push(index);
            continue;
        }
        cell.segments.push(index);
        cell.encodings = segment
            .meanings
            .iter()
            .fold(cell.encodings, |all, meaning| all.or(meaning.encodings));
    }
    let mut found = Vec::new();
    let mut numbers: Vec<usize> = cells
        .keys()
        .copied()
        .filter(|number| decided.contains(number))
        .collect();
    numbers.sort_unstable();
    for number in numbers {
        decide(number, text, start, &cells, &all, &mut found);
    }
    for found in &found {
        emit(&all[found.segment], found);
    }
}

/// Encodings that have the same meanings of all segments.
#[derive(Clone)]
struct Hypothesis {
    encodings: Encodings,
    /// The meaning of each segment that is undone.
    choices: Vec<Option<usize>>,
    /// How much more likely the text is then, without signs by themselves.
    gain: i32,
    /// And with them.
    whole_gain: i32,
}

impl Hypothesis {
    /// Returns the hypotheses about segments that went through one of `encodings`.
    fn all(encodings: Encodings, segments: &[&Segment]) -> Vec<Hypothesis> {
        let mut all = vec![Hypothesis {
            encodings,
            choices: Vec::with_capacity(segments.len()),
            gain: 0,
            whole_gain: 0,
        }];
        for segment in segments {
            for at in 0..all.len() {
                let mut rest = all[at].encodings;
                for &(own, meaning) in &segment.choices {
                    let own = own.and(rest);
                    if own.is_empty() {
                        continue;
                    }
                    rest = rest.minus(own);
                    let mut split = all[at].clone();
                    split.encodings = own;
                    split.choices.push(Some(meaning));
                    all.push(split);
                }
                all[at].encodings = rest;
                all[at].choices.push(None);
            }
            all.retain(|hypothesis| !hypothesis.encodings.is_empty());
        }
        all
    }

    /// Returns the most frequent of the encodings.
    fn through(&self) -> Option<Through> {
        self.encodings.iter().min_by_key(|through| through.rarity())
    }

    /// Finds how much more likely the text is, with `ascii` around.
    fn weigh(&mut self, segments: &[&Segment], ascii: &Likelihood, others: usize) {
        let (mut shown, mut meant) = (ascii.clone(), ascii.clone());
        let mut left = others;
        let mut against = 0;
        let mut alone = 0;
        let (mut shown_alone, mut meant_alone) = (Likelihood::default(), Likelihood::default());
        for (segment, choice) in segments.iter().zip(&self.choices) {
            if segment.is_alone {
                alone += usize::from(choice.is_some());
                shown_alone.add_all(&segment.shown);
                meant_alone.add_all(choice.map_or(&segment.shown, |at| &segment.meanings[at].likelihood));
                continue;
            }
            shown.add_all(&segment.shown);
            meant.add_all(choice.map_or(&segment.shown, |at| &segment.meanings[at].likelihood));
            match choice {
                Some(_) => against += EACH,
                None => left += 1,
            }
        }
        let rarity = self.through().map_or(0, Through::rarity);
        against += rarity * BIT + left.min(MOST_OTHERS) as i32 * OTHER;
        self.gain = shown.fifths() - meant.fifths() - against + alone.min(MOST_ALONE) as i32 * ALONE;
        self.whole_gain = self.gain;
        if alone > 0 {
            shown.add_all(&shown_alone);
            meant.add_all(&meant_alone);
            self.whole_gain = shown.fifths() - meant.fifths() - against;
        }
    }

    /// Returns how much more likely the segments are that it undoes and `other` does not.
    fn beyond(&self, other: &Hypothesis, segments: &[&Segment]) -> i32 {
        let choices = self.choices.iter().zip(&other.choices).zip(segments);
        let gain = |((own, other), segment): ((&Option<usize>, &Option<usize>), &&Segment)| match (own, other)
        {
            (Some(own), None) if !segment.is_alone => segment.gain(*own),
            _ => 0,
        };
        choices.map(gain).sum()
    }
}

/// Decides about the segments of a cell by those of the cells near it.
fn decide(
    number: usize,
    text: &str,
    start: usize,
    cells: &HashMap<usize, Cell>,
    all: &[Segment],
    found: &mut Vec<Found>,
) {
    let own = &cells[&number];
    if own.segments.iter().all(|&index| all[index].choices.is_empty()) {
        return;
    }
    let near = number.saturating_sub(BESIDE)..=number + BESIDE;
    let near: Vec<&Cell> = near.filter_map(|number| cells.get(&number)).collect();
    // What is repeated is no more likely.
    let mut seen = HashSet::new();
    let mut is_first = |index: &usize| seen.insert(&text[all[*index].range.clone()]);
    let distinct = near.iter().flat_map(|cell| cell.segments.iter().copied());
    let segments: Vec<&Segment> = distinct.filter(&mut is_first).map(|index| &all[index]).collect();
    let others = near.iter().flat_map(|cell| cell.others.iter().copied());
    let others = others.filter(&mut is_first).take(MOST_OTHERS).count();
    let mut hypotheses = Hypothesis::all(own.encodings, &segments);
    let weigh = |hypotheses: &mut Vec<Hypothesis>, ascii: &Likelihood| {
        for hypothesis in &mut *hypotheses {
            hypothesis.weigh(&segments, ascii, others);
        }
        hypotheses.sort_by_key(|hypothesis| -hypothesis.whole_gain);
    };
    weigh(&mut hypotheses, &Likelihood::default());
    let is_clear = |hypotheses: &[Hypothesis]| match hypotheses {
        [best, next, ..] => best.gain > CLEAR && best.whole_gain - next.whole_gain > CLEAR,
        [best] => best.gain > CLEAR,
        [] => true,
    };
    if !is_clear(&hypotheses) {
        // The ASCII text around says something of the language.
        let place =
            |at: usize| utf8::floor_boundary(text.as_bytes(), at.saturating_sub(start).min(text.len()));
        let mut ascii = Likelihood::default();
        ascii.add_ascii(&text[place(number.saturating_sub(1) * CELL)..place((number + 2) * CELL)]);
        weigh(&mut hypotheses, &ascii);
    }
    let Some((best, rest)) = hypotheses.split_first() else {
        return;
    };
    let Some(through) = best.through() else {
        return;
    };
    // Others explain the text about as well, or text that the best does not explain.
    let is_rival = |other: &&Hypothesis| {
        other.whole_gain > best.whole_gain - RIVAL || other.beyond(best, &segments) > CERTAIN
    };
    let rivals: Vec<&Hypothesis> = rest.iter().filter(is_rival).collect();
    let evidence = rivals
        .iter()
        .fold(best.encodings, |all, rival| all.or(rival.encodings));
    // A text that was joined from two may have gone through two.
    let second = rest.iter().find(|other| other.beyond(best, &segments) > CERTAIN);
    // The mistake was made as often in all of a text.
    let times = segments
        .iter()
        .zip(&best.choices)
        .filter_map(|(segment, choice)| Some(segment.meanings[(*choice)?].times));
    let times = times.max().unwrap_or(1);
    for &index in &own.segments {
        let segment = &all[index];
        let (hypothesis, through) = match (segment.choice(through), second.and_then(Hypothesis::through)) {
            (Some(_), _) => (best, through),
            (None, Some(through)) => (second.unwrap_or(best), through),
            (None, None) => continue,
        };
        let Some(meaning) = segment.choice(through) else {
            continue;
        };
        let meaning = segment.as_often(meaning, through, times);
        let other = |rival: &&Hypothesis| segment.choice(rival.through()?).filter(|&other| other != meaning);
        let mut others: Vec<usize> = match std::ptr::eq(hypothesis, best) {
            true => rivals.iter().filter_map(other).collect(),
            false => Vec::new(),
        };
        others.sort_unstable();
        others.dedup();
        found.push(Found {
            segment: index,
            meaning,
            rivals: others,
            gain: best.gain,
            through,
            evidence: evidence.or(hypothesis.encodings),
        });
    }
}
