//! Decides what text went through, by evidence: how likely the text is that comes out, and how likely the one that stands there.

use super::segment::{CELL, Meaning, Segment, have_choice, segments};
use super::through::{Encodings, Through};
use std::cell::OnceCell;
use std::collections::HashSet;
use std::ops::Range;
use utf8kit::utf8;
use utf8kit_encodings::detect::Likelihood;
use utf8kit_encodings::order::sort_by_key;

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
pub(super) const EACH: i32 = 7 * BIT;

/// A sign by itself, which may be quoted, says little.
const ALONE: i32 = 2 * BIT;
const MOST_ALONE: usize = 3;

/// What is more likely by as much needs no regard to the text around.
const CLEAR: i32 = 60 * BIT;

/// A span that did not go through the encoding near those that did, and how many count.
const OTHER: i32 = 4 * BIT;
const MOST_OTHERS: usize = 8;

/// A cell that is more likely by as much by itself is so whatever is near it.
pub(super) const SURE: i32 = CLEAR + MOST_OTHERS as i32 * OTHER;

/// A segment that went through an encoding.
#[derive(Debug)]
pub(super) struct Found<'h> {
    pub(super) meaning: usize,
    /// Other meanings that are about as likely.
    pub(super) rivals: Vec<usize>,
    /// How much more likely the text around is without the mistake.
    pub(super) gain: i32,
    /// The encoding that is most likely.
    pub(super) through: Through,
    /// The encodings that are about as likely here.
    pub(super) evidence: Encodings,
    /// The hypotheses, the most likely first.
    hypotheses: &'h [Hypothesis],
}

impl Found<'_> {
    /// Returns the meaning that is next, if it is more likely than what stands there: its encoding, its number, and how much less likely
    /// the text around is with it.
    pub(super) fn second(&self, segment: &Segment) -> Option<(Through, usize, i32)> {
        let best = self.hypotheses.first()?;
        let others = self.hypotheses.iter().filter(|other| other.whole_gain > 0);
        let of_segment = |other: &Hypothesis| {
            let through = other.through()?;
            let meaning = segment.choice(through)?;
            Some((through, meaning, best.whole_gain - other.whole_gain))
        };
        others
            .filter_map(of_segment)
            .find(|&(through, meaning, _)| meaning != self.meaning && through != self.through)
    }
}

/// Cells that are decided at a time, which bounds the memory for them.
const AT_ONCE: usize = 16;

/// Passes the segments of `text`, which is at `start` of the whole text, that went through an encoding to `emit`, in order.
/// `hot`: the numbers of the cells in which one may have. `is_decided` returns `true` for those of which that is known.
pub(super) fn find(
    text: &str,
    start: usize,
    hot: &[usize],
    is_decided: &dyn Fn(usize) -> bool,
    emit: &mut dyn FnMut(&Segment, &Found<'_>),
) {
    let mut own = Vec::new();
    // Those whose neighbours overlap are searched together.
    for near in hot.chunk_by(|one, next| next - one <= 2 * BESIDE + 1) {
        // Most text is only strange: nothing in it is undone.
        let mut rows = near.chunk_by(|one, next| next - one == 1);
        let has_choice = |cells: &[usize]| {
            // A span that goes on in a cell belongs to the one that it begins in.
            let first = cells[0];
            let at = (first * CELL).checked_sub(start);
            let goes_on = first > 0 && at.is_some_and(|at| !text.as_bytes()[at].is_ascii());
            let cells = first - usize::from(goes_on)..first + cells.len();
            have_choice(text, start, cells)
        };
        if !near.iter().any(|&cell| is_decided(cell)) && !rows.any(|row| row.chunks(AT_ONCE).any(&has_choice))
        {
            continue;
        }
        let all = near[0].saturating_sub(BESIDE)..near[near.len() - 1] + BESIDE + 1;
        let left: Vec<usize> = all.filter(|&cell| !is_decided(cell)).collect();
        for row in left.chunk_by(|one, next| next - one == 1) {
            for cells in row.chunks(AT_ONCE) {
                find_in(text, start, cells[0]..cells[0] + cells.len(), &mut own, emit);
            }
        }
    }
}

/// Passes the segments in the cells of `decided` that went through an encoding to `emit`. `own` is memory for them.
fn find_in(
    text: &str,
    start: usize,
    decided: Range<usize>,
    own: &mut Vec<Segment>,
    emit: &mut dyn FnMut(&Segment, &Found<'_>),
) {
    own.clear();
    segments(text, start, decided.clone(), own);
    if !own.iter().any(Segment::has_choice) {
        return;
    }
    let beside = OnceCell::new();
    for cell in own.chunk_by(|one, next| one.cell == next.cell) {
        if !cell.iter().any(Segment::has_choice) {
            continue;
        }
        let mut near = Near::of(text, cell, cell.iter());
        let mut hypotheses = near.hypotheses();
        if !is_clear(&hypotheses, SURE) || !near.is_all_undone(&hypotheses[0]) {
            let [before, after] = beside.get_or_init(|| {
                let first = decided.start.saturating_sub(BESIDE);
                [first..decided.start, decided.end..decided.end + BESIDE].map(|cells| {
                    let mut all = Vec::new();
                    segments(text, start, cells, &mut all);
                    all
                })
            });
            let number = cell[0].cell;
            let cells = number.saturating_sub(BESIDE)..number + BESIDE + 1;
            let all = [before, &*own, after];
            near = Near::of(text, cell, all.into_iter().flat_map(|all| within(all, &cells)));
            hypotheses = near.hypotheses();
            if !is_clear(&hypotheses, CLEAR) {
                near.weigh(&mut hypotheses, &ascii_around(text, start, number));
            }
        }
        decide(cell, &near, &hypotheses, emit);
    }
}

/// Returns those of `segments` that are in `cells`.
fn within<'s>(segments: &'s [Segment], cells: &Range<usize>) -> &'s [Segment] {
    let place = |cell: usize| segments.partition_point(|segment| segment.cell < cell);
    &segments[place(cells.start)..place(cells.end)]
}

/// Returns how likely the ASCII text around a cell is, which says something of the language.
pub(crate) fn ascii_around(text: &str, start: usize, number: usize) -> Likelihood {
    let place = |at: usize| utf8::floor_boundary(text.as_bytes(), at.saturating_sub(start).min(text.len()));
    let mut ascii = Likelihood::default();
    ascii.add_ascii(&text[place(number.saturating_sub(1) * CELL)..place((number + 2) * CELL)]);
    ascii
}

/// Returns `true` if the first of `hypotheses` is more likely by `most`, and than the next, too.
fn is_clear(hypotheses: &[Hypothesis], most: i32) -> bool {
    match hypotheses {
        [best, next, ..] => best.gain > most && best.whole_gain - next.whole_gain > most,
        [best] => best.gain > most,
        [] => true,
    }
}

/// What decides about a cell: the segments of it, or of those near it, too.
struct Near<'s> {
    /// Those with a meaning, each once: what is repeated is no more likely.
    segments: Vec<&'s Segment>,
    /// The number of those that are not alone.
    beside: usize,
    /// The number of those without, but for what is beyond [`MOST_OTHERS`].
    others: usize,
    /// The encodings that those of the cell may have gone through.
    encodings: Encodings,
    /// How likely the segments are as they stand there, but for signs by themselves, and those.
    shown: Likelihood,
    shown_alone: Likelihood,
}

impl<'s> Near<'s> {
    fn of(text: &str, cell: &[Segment], all: impl Iterator<Item = &'s Segment> + Clone) -> Near<'s> {
        let mut seen = HashSet::with_capacity(cell.len());
        let mut is_first = |segment: &&Segment| seen.insert(&text[segment.range.clone()]);
        let with_meanings = all.clone().filter(|segment| !segment.meanings.is_empty());
        let segments: Vec<&Segment> = with_meanings.filter(&mut is_first).collect();
        let others = all.filter(|segment| segment.meanings.is_empty());
        let others = others.filter(&mut is_first).take(MOST_OTHERS).count();
        let meanings = cell.iter().flat_map(|segment| &segment.meanings);
        let (mut shown, mut shown_alone) = (Likelihood::default(), Likelihood::default());
        for segment in &segments {
            let shown = if segment.is_alone {
                &mut shown_alone
            } else {
                &mut shown
            };
            shown.add_all(&segment.shown);
        }
        Near {
            beside: segments.iter().filter(|segment| !segment.is_alone).count(),
            segments,
            others,
            encodings: meanings.fold(Encodings::NONE, |all, meaning| all.or(meaning.encodings)),
            shown,
            shown_alone,
        }
    }

    /// Returns `true` if a hypothesis undoes all that any of them undoes.
    fn is_all_undone(&self, hypothesis: &Hypothesis) -> bool {
        let all = self.segments.iter();
        all.filter(|segment| segment.has_choice()).count() == hypothesis.choices.len()
    }

    /// Returns the hypotheses about what the segments went through, the most likely first.
    fn hypotheses(&self) -> Vec<Hypothesis> {
        let mut all = Hypothesis::all(self.encodings, &self.segments);
        self.weigh(&mut all, &Likelihood::default());
        all
    }

    /// Finds how likely the hypotheses are with `ascii` around, and sorts them.
    fn weigh(&self, hypotheses: &mut [Hypothesis], ascii: &Likelihood) {
        let mut shown = self.shown.clone();
        shown.add_all(ascii);
        for hypothesis in &mut *hypotheses {
            hypothesis.weigh(self, &shown);
        }
        sort_by_key(hypotheses, |hypothesis| -i64::from(hypothesis.whole_gain));
    }
}

/// Encodings that have the same meanings of all segments.
#[derive(Clone, Default, Debug)]
struct Hypothesis {
    encodings: Encodings,
    /// The segments that are undone, in order, each with its meaning.
    choices: Vec<(usize, usize)>,
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
            choices: Vec::new(),
            gain: 0,
            whole_gain: 0,
        }];
        for (number, segment) in segments.iter().enumerate() {
            for at in 0..all.len() {
                let mut rest = all[at].encodings;
                for (choice, meaning) in segment.meanings.iter().enumerate() {
                    let own = meaning.chosen.and(rest);
                    if own.is_empty() {
                        continue;
                    }
                    rest = rest.minus(own);
                    let mut split = match rest.is_empty() {
                        true => std::mem::take(&mut all[at]),
                        false => all[at].clone(),
                    };
                    split.encodings = own;
                    split.choices.push((number, choice));
                    all.push(split);
                }
                all[at].encodings = rest;
            }
            all.retain(|hypothesis| !hypothesis.encodings.is_empty());
        }
        all
    }

    /// Returns the most frequent of the encodings.
    fn through(&self) -> Option<Through> {
        self.encodings.iter().min_by_key(|through| through.rarity())
    }

    /// Finds how much more likely the text is. `shown` is how likely it is as it stands there.
    fn weigh(&mut self, near: &Near<'_>, shown: &Likelihood) {
        let mut meant = shown.clone();
        let mut meant_alone = near.shown_alone.clone();
        let mut against = 0;
        let mut alone = 0;
        for &(number, choice) in &self.choices {
            let segment = near.segments[number];
            let Meaning {
                likelihood: meaning,
                signs,
                ..
            } = &segment.meanings[choice];
            against += signs;
            match segment.is_alone {
                true => {
                    alone += 1;
                    meant_alone.replace(&segment.shown, meaning);
                }
                false => {
                    against += EACH;
                    meant.replace(&segment.shown, meaning);
                }
            }
        }
        let left = near.others + near.beside - (self.choices.len() - alone);
        let rarity = self.through().map_or(0, Through::rarity);
        against += rarity * BIT + left.min(MOST_OTHERS) as i32 * OTHER;
        self.gain = shown.fifths() - meant.fifths() - against + alone.min(MOST_ALONE) as i32 * ALONE;
        self.whole_gain = self.gain;
        if alone > 0 {
            meant.add_all(&meant_alone);
            let mut shown = shown.clone();
            shown.add_all(&near.shown_alone);
            self.whole_gain = shown.fifths() - meant.fifths() - against;
        }
    }

    /// Returns how much more likely the segments are that it undoes and `other` does not.
    fn beyond(&self, other: &Hypothesis, segments: &[&Segment]) -> i32 {
        let is_in_other = |number| {
            other
                .choices
                .binary_search_by_key(&number, |choice| choice.0)
                .is_ok()
        };
        let gain = |&(number, choice): &(usize, usize)| {
            let segment = segments[number];
            match segment.is_alone || is_in_other(number) {
                true => 0,
                false => segment.gain(choice),
            }
        };
        self.choices.iter().map(gain).sum()
    }
}

/// Decides about the segments of a cell by the hypotheses about those that are near, and passes those that
/// went through an encoding to `emit`.
fn decide(
    cell: &[Segment],
    near: &Near<'_>,
    hypotheses: &[Hypothesis],
    emit: &mut dyn FnMut(&Segment, &Found<'_>),
) {
    let segments = &near.segments;
    let Some((best, rest)) = hypotheses.split_first() else {
        return;
    };
    let Some(through) = best.through() else {
        return;
    };
    // Others explain the text about as well, or text that the best does not explain.
    let is_rival = |other: &&Hypothesis| {
        other.whole_gain > best.whole_gain - RIVAL || other.beyond(best, segments) > CERTAIN
    };
    let rivals: Vec<&Hypothesis> = rest.iter().filter(is_rival).collect();
    let evidence = rivals
        .iter()
        .fold(best.encodings, |all, rival| all.or(rival.encodings));
    // A text that was joined from two may have gone through two.
    let second = rest.iter().find(|other| other.beyond(best, segments) > CERTAIN);
    // The mistake was made as often in all of a text.
    let choices = best.choices.iter();
    let times = choices.map(|&(number, choice)| segments[number].meanings[choice].times);
    let times = times.max().unwrap_or(1);
    for segment in cell {
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
        sort_by_key(&mut others, |&other| other as i64);
        others.dedup();
        let found = Found {
            meaning,
            rivals: others,
            gain: best.gain,
            through,
            evidence: evidence.or(hypothesis.encodings),
            hypotheses,
        };
        emit(segment, &found);
    }
}
