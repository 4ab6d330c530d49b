//! Brings together what was found by evidence and what is known to be misread as Windows-1252.

use super::evidence::{CERTAIN, Found, LIKELY, find};
use super::judge::Verdict;
use super::run::{Doubt, Reading, Repairs, Second, Unit, Why};
use super::segment::{Meaning, Segment};
use super::sequence::Sequence;
use super::stretch::Stretches;
use super::surroundings::REACH;
use super::through::{Encodings, Through};
use std::ops::Range;
use utf8kit_encodings::detect::Likelihood;
use utf8kit_encodings::order::{merged, sort_by_key};

/// Returns `known`, which went through Windows-1252, and what went through any encoding by evidence, in order. Where both say
/// something, evidence counts, and first that of `stretches`, whose sequences are taken. `hot`: the numbers of the cells that are
/// examined.
pub(super) fn merge(
    text: &str,
    start: usize,
    hot: &[usize],
    repairs: Repairs,
    known: Vec<Sequence>,
    stretches: &mut Stretches,
) -> Vec<Sequence> {
    let mut found_by_cell = Vec::new();
    let is_decided = |cell: usize| stretches.contain_cell(cell, start);
    find(text, start, hot, &is_decided, &mut |segment, found| {
        if found.gain >= if repairs.likely { LIKELY } else { CERTAIN } {
            let mut sequence = sequence(text, segment, found);
            sequence.why = repairs.explain.then(|| Box::new(why(text, segment, found)));
            found_by_cell.push(sequence);
        }
    });
    let place = |sequence: &Sequence| sequence.range.start as i64;
    sort_by_key(&mut found_by_cell, place);
    let mut spans = merged(std::mem::take(&mut stretches.sequences), found_by_cell, place);
    // A sequence that reaches into the next segment counts there, too.
    let mut end = 0;
    spans.retain(|span| {
        let is_next = span.range.start >= end;
        end = end.max(span.range.end);
        is_next
    });
    if spans.is_empty() || known.is_empty() {
        return if spans.is_empty() { known } else { spans };
    }
    // Of several readings, one may be what no correct text has.
    spans.retain(|span| {
        let at = known.partition_point(|sequence| sequence.range.start < span.range.start);
        let is_decided = |sequence: &&Sequence| {
            let is_reading = span
                .readings
                .iter()
                .any(|reading| reading.meant == *sequence.meant);
            is_reading
                && sequence.range == span.range
                && sequence.verdict == Verdict::Certain
                && sequence.doubt.is_none()
        };
        known.get(at).filter(is_decided).is_none()
    });
    let known = known.into_iter();
    let known = known.filter_map(|sequence| beside(sequence, &spans)).collect();
    merged(known, spans, place)
}

/// Returns a sequence that is misread as Windows-1252, beside `spans`, unless it is part of one. It is in doubt if they went through
/// another encoding.
fn beside(mut sequence: Sequence, spans: &[Sequence]) -> Option<Sequence> {
    let next = spans.partition_point(|span| span.range.end <= sequence.range.start);
    if spans
        .get(next)
        .is_some_and(|span| span.range.start < sequence.range.end)
    {
        return None;
    }
    let is_near = |span: &&Sequence| {
        span.range.start <= sequence.range.end + REACH && span.range.end + REACH >= sequence.range.start
    };
    let of_windows = Encodings::of(Through::WINDOWS_1252).or(Encodings::of(Through::LATIN_1));
    let is_other = |span: &Sequence| span.allows.and(of_windows).is_empty();
    let before = spans[..next].last().filter(is_near);
    let after = spans.get(next).filter(is_near);
    if before.into_iter().chain(after).any(is_other) && sequence.doubt.is_none() {
        sequence.doubt = Some(Doubt::Encoding);
    }
    Some(sequence)
}

/// Returns what speaks for a segment.
fn why(text: &str, segment: &Segment, found: &Found<'_>) -> Why {
    let own = &segment.meanings[found.meaning].range;
    let second = found.second(segment).map(|(through, meaning, behind)| {
        let meaning = &segment.meanings[meaning];
        // Of what the run has, as far as the other begins and ends inside of it.
        let head = text.get(own.start..meaning.range.start).unwrap_or_default();
        let tail = text.get(meaning.range.end..own.end).unwrap_or_default();
        Second {
            through,
            meant: [head, &meaning.meant(), tail].concat(),
            behind: behind / Likelihood::BIT,
        }
    });
    Why {
        bits: found.gain / Likelihood::BIT,
        second,
    }
}

fn sequence(text: &str, segment: &Segment, found: &Found<'_>) -> Sequence {
    let meaning = &segment.meanings[found.meaning];
    let encodings = |meaning: &Meaning| meaning.encodings.and(found.evidence);
    let certain = |range: &Range<usize>, meant: String, units: Vec<Unit>| Sequence {
        times: meaning.times,
        verdict: Verdict::Certain,
        encodings: encodings(meaning),
        allows: encodings(meaning),
        ..Sequence::new(range.clone(), meant.into(), units, found.through)
    };
    if found.rivals.is_empty() {
        let mut sequence = certain(&meaning.range, meaning.meant(), meaning.units());
        sequence.remove_signatures();
        return sequence;
    }
    // All of the segment, in each of its meanings.
    let reading = |meaning: &Meaning| Reading {
        encodings: encodings(meaning),
        meant: [
            &text[segment.range.start..meaning.range.start],
            meaning.meant().as_str(),
            &text[meaning.range.end..segment.range.end],
        ]
        .concat(),
    };
    let rivals = found.rivals.iter().map(|&rival| &segment.meanings[rival]);
    let readings: Box<[Reading]> = std::iter::once(meaning).chain(rivals).map(reading).collect();
    let (all, first) = (readings.iter(), readings[0].meant.clone());
    Sequence {
        allows: all.fold(Encodings::NONE, |all, reading| all.or(reading.encodings)),
        readings,
        ..certain(&segment.range, first, Vec::new())
    }
}
