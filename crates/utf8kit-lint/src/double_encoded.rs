//! The rule `double-encoded`: UTF-8 that was decoded as another encoding and encoded again, once or more often.
//!
//! `é`, `C3 A9`, becomes `Ã©` through windows-1252. Nearly every sequence of that kind can also occur in correct text: `Ã` at the
//! end of a Portuguese word in capitals before a dash, `é »` with a no-break space in French. A repair undoes what is found
//! here, so it must be certain. There are two ways to find it.
//!
//! By *evidence*, through any encoding (`through`):
//!
//! 1. Most text is passed over: a *cell* of 256 bytes is examined if it has steps from a character to the next that correct text
//!    seldom has (`hot`).
//! 2. A *stretch* of 1 KiB all of which went through one encoding is decided at once (`stretch`). What follows is for the others.
//! 3. Spans of characters that are not ASCII are divided into *segments* (`segment`). A segment has a meaning in each encoding in
//!    which all of it is well-formed UTF-8, and in which that is the case again, up to five times.
//! 4. The segments of a cell and of the cells beside it decide together (`evidence`). A hypothesis is an encoding for all of
//!    them. It wins by how much more likely the text is that comes out, under the models of languages that detection has
//!    ([`Likelihood`](utf8kit_encodings::detect::Likelihood)). Others that are about as likely leave several *readings*; all places
//!    of the text decide between those ([`Run::evidence`]).
//!
//! By *patterns*, through Windows-1252 and Latin-1, where a word by itself is not enough evidence, or the models are not there:
//!
//! 1. *Misread* characters (`misread`): two to four characters that stand for the bytes of one character, of a script
//!    that people write.
//! 2. A *sequence* of misread characters with nothing between them is judged with the characters around it (`judge`). It
//!    is certain if correct text does not have it: a capital `Ã` after small letters (`cafÃ©`), or before small letters
//!    with a sign between that joins nothing (`Ã©tat`); `â€` with any third character (`donâ€™t`); two characters of
//!    one other script in a row (`ÐŸÑ€`); a C1 control after a letter. Other sequences are possible. They count only if
//!    something certain stands near them in their line and every character there that is not ASCII is misread
//!    (`company`). Characters that lost bytes (`cut`) are found, but a pattern cannot undo them. A repair that yields
//!    implausible text is in *doubt* (`doubt`).
//!
//! Where both say something, evidence counts (`spans`). Lines that lost bytes are undone as a whole or not at all (`lost`).
//! Examples that somebody wrote on purpose do not count (`examples`): the correct form of the word stands in the same line, or
//! near it if the word is quoted or stands after the same text; or the word stands between backticks. What is in doubt, or
//! undecided, is reported and not undone.
//!
//! None of these steps examines more than `DECIDES` bytes to either side.

mod company;
mod cut;
mod doubt;
#[cfg(feature = "legacy")]
mod evidence;
mod examples;
#[cfg(feature = "legacy")]
mod hot;
#[cfg(all(test, feature = "legacy"))]
mod in_rows;
mod judge;
#[cfg(feature = "legacy")]
mod lost;
mod misread;
mod run;
mod script;
#[cfg(feature = "legacy")]
mod segment;
mod sequence;
#[cfg(feature = "legacy")]
mod signature;
#[cfg(feature = "legacy")]
mod spans;
#[cfg(feature = "legacy")]
mod stretch;
mod surroundings;
#[cfg_attr(
    not(feature = "legacy"),
    expect(dead_code, reason = "only evidence reads in encodings")
)]
mod through;
#[cfg(feature = "legacy")]
mod two_bytes;
#[cfg(feature = "legacy")]
mod utf16;

use crate::block::{Block, MARGIN, Window, blocks};
#[cfg(feature = "legacy")]
pub(crate) use evidence::ascii_around;
use judge::{Around, Verdict, judge};
use misread::Misread;
pub(crate) use misread::windows_1252;
pub(crate) use run::{Doubt, Reading, Repairs, Run, Why, decided};
use run::{Second, Unit};
use script::Script;
use sequence::{Sequence, undone};
use std::cell::OnceCell;
use std::ops::Range;
#[cfg(feature = "legacy")]
use stretch::Stretches;
use surroundings::{REACH, around};
#[cfg(feature = "legacy")]
pub(crate) use through::{EastAsian, Table};
pub(crate) use through::{Encodings, Through};
use utf8kit::utf8;

/// Bytes that are enough for a misread character: four characters of up to four bytes.
const LONGEST_MISREAD: usize = 16;

/// Bytes of text on either side that decide about a place.
const DECIDES: usize = 1280;

/// ASCII characters between two sequences that are reported as one run.
const GAP: usize = 8;

/// Returns `true` if a part of `bytes` may have a run. Most texts do not.
pub(crate) fn may_have_runs(bytes: &[u8]) -> bool {
    #[cfg(feature = "legacy")]
    if hot::may_have_hot_cells(bytes) {
        return true;
    }
    may_be_misread(bytes)
}

/// Returns `true` if a part of `bytes`, in which spans of characters that are not ASCII are whole, may be undone although no other bytes
/// are put into it. Right text that only looks strange seldom may.
pub(crate) fn may_be_undone(bytes: &[u8]) -> bool {
    #[cfg(feature = "legacy")]
    if utf8::chunks(bytes).any(|chunk| segment::may_have_meanings(chunk.text())) {
        return true;
    }
    may_be_misread(bytes)
}

/// Returns `true` if `bytes` may have a run, taken by itself. Fewer texts do than [`may_have_runs`] returns `true` for.
pub(crate) fn may_have_runs_alone(bytes: &[u8]) -> bool {
    // Where the text is one block, its cells begin where the text does.
    if bytes.len() > RUNS_LEN || utf8::validate(bytes).is_err() {
        return may_have_runs(bytes);
    }
    #[cfg(feature = "legacy")]
    if !hot::hot_cells(bytes, 0).is_empty() {
        return true;
    }
    may_be_misread(bytes)
}

/// Calls `each` with the numbers of the rows of `text` that may have runs, taken by themselves. The rows are all of the text, one directly
/// after the other, and `end_of` returns where one ends. A row may be passed several times, and in any order.
pub(crate) fn rows_that_may_have_runs(
    text: &str,
    end_of: impl Fn(usize) -> usize,
    mut each: impl FnMut(usize),
) {
    #[cfg(feature = "legacy")]
    hot::rows(text, &end_of, &mut each);
    let mut row = 0;
    for at in misread_places(text.as_bytes()) {
        while end_of(row) <= at {
            row += 1;
        }
        if at + MISREAD_PLACE <= end_of(row) {
            each(row);
        }
    }
}

/// Bytes whose runs are kept at once. They take up to 70 times as much.
const RUNS_LEN: usize = 16 << 10;

/// Returns the runs of a text that `bytes` are all of.
#[cfg(test)]
pub(crate) fn runs_in_text(bytes: &[u8]) -> impl Iterator<Item = Run> + '_ {
    runs_of_text(bytes, Repairs::default())
}

/// Returns the runs of a text that `bytes` are all of that can be undone.
pub(crate) fn undone_in_text(bytes: &[u8]) -> impl Iterator<Item = Run> + '_ {
    let repairs = Repairs {
        only_undone: true,
        ..Repairs::default()
    };
    runs_of_text(bytes, repairs).filter(Run::can_be_undone)
}

/// Returns the runs of a text that `bytes` are all of, block by block. One that goes on far behind its block is divided.
fn runs_of_text(bytes: &[u8], repairs: Repairs) -> impl Iterator<Item = Run> + '_ {
    let evidence = OnceCell::new();
    runs_of_blocks(bytes, RUNS_LEN, repairs).map(move |mut run| {
        if !run.readings.is_empty() {
            // The whole text decides, what follows included. Most texts have no such run.
            let evidence = evidence.get_or_init(|| {
                runs_of_blocks(bytes, RUNS_LEN, repairs)
                    .fold(Encodings::ALL, |all, run| all.and(run.evidence))
            });
            run.decide(*evidence);
        }
        run
    })
}

/// Returns the runs of a text that `bytes` are all of. Each has the readings that it has by
/// itself. Bodies have `body_len` bytes.
fn runs_of_blocks(bytes: &[u8], body_len: usize, repairs: Repairs) -> impl Iterator<Item = Run> + '_ {
    let mut done = 0;
    blocks(bytes, body_len).flat_map(move |block| runs_of_block(&block, repairs, &mut done))
}

/// Returns the runs of a block. `done` is where the last run of the blocks before it ends.
fn runs_of_block(block: &Block<'_>, repairs: Repairs, done: &mut usize) -> Vec<Run> {
    let start = block.start as usize;
    // What begins in the body is undone as far as the block has all that decides about it.
    let end = match block.is_last {
        true => block.bytes.len(),
        false => block.body.end + (MARGIN - DECIDES),
    };
    let mut found = Vec::new();
    let repairs = Repairs {
        // Runs that cannot be undone can decide about the next blocks.
        only_undone: repairs.only_undone && start == 0 && block.is_last,
        ..repairs
    };
    for run in runs_in(block.bytes, start, repairs) {
        let from = block.body.start.max(*done - start.min(*done));
        let is_whole = run.range.start >= from && run.range.end <= end;
        let at = match is_whole {
            true => Some(run.range.start),
            false => run.next_unit(from),
        };
        let Some(at) = at.filter(|&at| at < block.body.end) else {
            continue;
        };
        let part = match is_whole {
            true => Some(run),
            false => run.part(at, end, false).map(|part| part.run),
        };
        found.extend(part.map(|run| {
            let range = start + run.range.start..start + run.range.end;
            *done = range.end;
            Run { range, ..run }
        }));
    }
    found
}

/// Finds the runs of a text that comes in pieces, as [`runs_of_text`] finds those of one in memory.
///
/// The whole text decides what a run with several readings is. So such a run is found in a second pass over the text.
#[derive(Debug)]
pub(crate) struct RunsInPieces {
    window: Window,
    /// Where the last run ends.
    done: usize,
    /// What the runs of this pass show.
    evidence: Encodings,
    /// What those of the whole text show, after the first pass.
    of_text: Option<Encodings>,
    /// Whether a run of this pass has several readings.
    has_readings: bool,
}

impl RunsInPieces {
    pub(crate) fn new() -> RunsInPieces {
        RunsInPieces {
            window: Window::new(RUNS_LEN),
            done: 0,
            evidence: Encodings::ALL,
            of_text: None,
            has_readings: false,
        }
    }

    /// Takes the next piece, and calls `emit` with the runs that are certain now.
    pub(crate) fn push(&mut self, mut piece: &[u8], emit: &mut dyn FnMut(Run)) {
        while !piece.is_empty() {
            piece = self.window.fill(piece);
            self.take_blocks(emit);
        }
    }

    /// Ends the text. Returns `true` if it must come once more, because it has decided only now what some runs are. All runs are emitted
    /// again then.
    pub(crate) fn end(&mut self, emit: &mut dyn FnMut(Run)) -> bool {
        self.window.end();
        self.take_blocks(emit);
        let is_undecided = self.has_readings && self.of_text.is_none();
        *self = RunsInPieces {
            of_text: Some(self.evidence),
            ..RunsInPieces::new()
        };
        is_undecided
    }

    fn take_blocks(&mut self, emit: &mut dyn FnMut(Run)) {
        while let Some(block) = self.window.next_block() {
            for mut run in runs_of_block(&block, Repairs::default(), &mut self.done) {
                self.evidence = self.evidence.and(run.evidence);
                self.has_readings |= !run.readings.is_empty();
                if let Some(evidence) = self.of_text {
                    run.decide(evidence);
                }
                emit(run);
            }
        }
    }
}

/// Returns the runs in `bytes`, which are at `offset` of the text. Each passage of well-formed text is judged by itself.
pub(crate) fn runs_in(bytes: &[u8], offset: usize, repairs: Repairs) -> Vec<Run> {
    if let Ok(text) = utf8::validate(bytes) {
        return runs(text, offset, repairs);
    }
    let repairs = Repairs {
        only_undone: false,
        ..repairs
    };
    let mut start = 0;
    let mut all = Vec::new();
    for chunk in utf8::chunks(bytes) {
        let moved = |range: Range<usize>| start + range.start..start + range.end;
        all.extend(
            runs(chunk.text(), offset + start, repairs)
                .into_iter()
                .map(|run| Run {
                    range: moved(run.range),
                    ..run
                }),
        );
        start += chunk.text().len() + chunk.ill_formed().len();
    }
    all
}

/// Returns the runs in `text`, which is at `offset` of the whole text, in order.
///
/// `text` is a window on a longer text. What begins nearer than `DECIDES` to an end of it is judged without the text
/// beyond.
fn runs(text: &str, offset: usize, repairs: Repairs) -> Vec<Run> {
    #[cfg_attr(
        not(feature = "legacy"),
        expect(unused_mut, reason = "only models add a signature")
    )]
    let mut all = judged(text, offset, repairs);
    #[cfg(feature = "legacy")]
    if offset == 0 {
        signature::add(text, &mut all);
    }
    all
}

/// Returns the runs that their own text and the text near by show.
fn judged(text: &str, offset: usize, repairs: Repairs) -> Vec<Run> {
    let mut all = Vec::new();
    #[cfg(feature = "legacy")]
    let (hot, mut stretches) = {
        let hot = hot::hot_cells(text.as_bytes(), offset);
        // They say nothing of what speaks for them.
        let stretches = match repairs.explain {
            true => Stretches::default(),
            false => Stretches::find(text, offset, &hot),
        };
        (hot, stretches)
    };
    if may_be_misread(text.as_bytes()) {
        #[cfg(feature = "legacy")]
        let next = |at: usize| stretches.next(at);
        #[cfg(not(feature = "legacy"))]
        let next = |_| None;
        all = sequences(text, next);
        doubt::of_neighbors(text, &mut all);
    }
    #[cfg(feature = "legacy")]
    {
        all = spans::merge(text, offset, &hot, repairs, all, &mut stretches);
        if repairs.only_undone
            && all.is_empty()
            && !lost::may_have_pairs(text)
            && !signature::is_at_start(text)
        {
            // What lost something is not undone, and there is nothing that it decides about.
            return Vec::new();
        }
        let whole = |at: usize| stretches.around(at);
        all = lost::find(text, offset, &hot, repairs, all, &whole);
    }
    #[cfg(not(feature = "legacy"))]
    let _ = (offset, repairs);
    if all.is_empty() {
        return Vec::new();
    }
    let gaps = company::gaps(text, &all);
    let counts: Vec<bool> = (0..all.len())
        .map(|i| all[i].verdict == Verdict::Certain || company::is_in_company(text, &all, &gaps, i))
        .collect();
    #[cfg(feature = "legacy")]
    let next = |at: usize| stretches.next(at);
    #[cfg(not(feature = "legacy"))]
    let next = |_| None;
    let examples = examples::examples(text, &all, &gaps, &counts, next);
    let mut first = 0;
    let mut counts = counts.into_iter();
    all.retain(|sequence| {
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
        counts.next() == Some(true) && !is_example
    });
    join(text, all)
}

/// Returns `true` if `bytes` may have misread characters: U+00C2..=U+00F4 before U+0080..=U+00BF, a character that Windows-1252 has at
/// 0x80..=0x9F or U+FFFD, or U+00C3 before a space. Most texts do not.
fn may_be_misread(bytes: &[u8]) -> bool {
    misread_places(bytes).next().is_some()
}

/// The bytes that [`misread_places`] looks at.
const MISREAD_PLACE: usize = 3;

/// Bytes that are searched for such places at once.
const PLACES_AT_ONCE: usize = 64;

/// Returns where `bytes` may have misread characters.
fn misread_places(bytes: &[u8]) -> impl Iterator<Item = usize> {
    let mut at = 0;
    std::iter::from_fn(move || {
        loop {
            at += memchr::memchr(0xC3, bytes.get(at..)?)?;
            // French has the byte in each line, and seldom a place.
            if let Some(block) = bytes[at..].first_chunk()
                && !has_misread_place(block)
            {
                at += PLACES_AT_ONCE;
                continue;
            }
            at += 1;
            if let Some(&[second, third]) = bytes[at..].first_chunk()
                && is_misread_place(0xC3, second, third)
            {
                return Some(at - 1);
            }
        }
    })
}

#[inline(always)]
fn is_misread_place(first: u8, second: u8, third: u8) -> bool {
    let is_third = [0xC2, 0xE2, 0xC5, 0xC6, 0xCB, 0xEF]
        .iter()
        .fold(false, |is_third, &byte| is_third | (third == byte));
    let is_letter = (second.wrapping_sub(0x82) <= 0xB4 - 0x82) & is_third;
    (first == 0xC3) & (is_letter | ((second == 0x83) & (third == b' ')))
}

/// Returns `true` if one of the places begins in `block` without its last bytes. Vector code, without branches.
fn has_misread_place(block: &[u8; PLACES_AT_ONCE + MISREAD_PLACE - 1]) -> bool {
    (0..PLACES_AT_ONCE).fold(false, |has, at| {
        has | is_misread_place(block[at], block[at + 1], block[at + 2])
    })
}

/// Returns the sequences of misread characters in `text`, in order. `next`: what is passed over next, at a place or behind it.
fn sequences(text: &str, next: impl Fn(usize) -> Option<Range<usize>>) -> Vec<Sequence> {
    let bytes = text.as_bytes();
    let mut found: Vec<Sequence> = Vec::new();
    let mut at = 0;
    while let Some(more) = memchr::memchr(0xC3, &bytes[at..]) {
        at += more;
        let passed = next(at).unwrap_or(text.len()..text.len());
        if passed.contains(&at) {
            at = passed.end;
            continue;
        }
        let mut misreads = match bytes[at + 1] {
            0x82..=0xB4 => misread::sequence(&text[at..passed.start]),
            _ => Vec::new(),
        };
        if let Some(sequence) = cut::sequence(text, at, &misreads).or_else(|| cut::with_space(text, at)) {
            at = sequence.range.end;
            found.push(sequence);
            continue;
        }
        if misreads.is_empty() {
            at += 2;
            continue;
        }
        let mut end = at + misreads.iter().map(|misread| misread.len).sum::<usize>();
        let is_at_edge = [at, text.len() - end].map(|distance| distance < LONGEST_MISREAD);
        if is_at_edge != [false; 2] && end - at > REACH {
            misreads.truncate(up_to_edge(&misreads, is_at_edge, &around(text, &(at..end))));
            end = at + misreads.iter().map(|misread| misread.len).sum::<usize>();
        }
        found.extend(sequence_of(text, at..end, &misreads, found.last()));
        at = end;
    }
    found
}

/// Returns the sequence of `misreads`, which are `range` of the text. `last` is the sequence before it. Returns `None` if it
/// would yield controls.
fn sequence_of(
    text: &str,
    range: Range<usize>,
    misreads: &[Misread],
    last: Option<&Sequence>,
) -> Option<Sequence> {
    let mut around = around(text, &range);
    if let ([Some(before), that], Some(last)) = (&mut around.before, last)
        && last.range.end + before.len_utf8() == range.start
    {
        *that = last.meant.chars().next_back();
    }
    let follows = last.is_some_and(|last| last.range.end == range.start);
    let verdict = judge(misreads, &around);
    let mut meant: String = misreads.iter().map(|misread| misread.meant).collect();
    let rivals = doubt::rivals_of(misreads);
    let mut units = Vec::with_capacity(misreads.len());
    for misread in misreads {
        Unit::push(&mut units, misread.len, misread.meant.len_utf8());
    }
    let mut times = 1;
    while let Some(deeper) = undo_again(&meant, &around) {
        let lens = deeper
            .iter()
            .map(|misread| (misread.len, misread.meant.len_utf8()));
        units = Unit::joined(units.into_iter(), lens);
        meant = deeper.iter().map(|misread| misread.meant).collect();
        times += 1;
    }
    if meant.contains(char::is_control) {
        return None;
    }
    let is_once = times == 1;
    let doubt = match is_once {
        true => doubt::of_sequence(misreads, &meant, &around, follows, &text[range.end..]),
        false => doubt::of_result(&meant, &around),
    };
    let tables = misreads
        .iter()
        .fold(misread::WINDOWS_1252 | misread::LATIN_1, |all, misread| {
            all & misread.tables
        });
    let mut sequence = Sequence {
        times,
        is_punctuated: misreads.iter().all(|misread| misread.is_punctuated),
        doubt,
        has_rivals: rivals.map(|has| has && is_once),
        allows: match is_once {
            true => doubt::allowed_by(misreads, tables),
            false => Encodings::ALL,
        },
        excludes_latin_9: is_once && doubt::excludes_latin_9(misreads),
        may_be_windows: !is_once || doubt::has_windows(tables),
        // Correct text never looks like the mistake made twice.
        verdict: if times > 1 { Verdict::Certain } else { verdict },
        ..Sequence::new(range, meant.into(), units, Through::WINDOWS_1252)
    };
    sequence.remove_signatures();
    Some(sequence)
}

/// Returns the number of misread characters to judge as one sequence: all of them, except at an edge of the text.
///
/// The text may be a window on a longer one that begins or ends within a character that was misread twice. What there is of
/// that character is then a sequence by itself. Otherwise all others could not be undone twice.
fn up_to_edge(misreads: &[Misread], is_at_edge: [bool; 2], around: &Around) -> usize {
    /// Characters of what is misread as one, without the first or the last.
    const MOST: usize = 3;
    let meant: String = misreads.iter().map(|misread| misread.meant).collect();
    let [most_before, most_after] = is_at_edge.map(|is_at_edge| if is_at_edge { MOST } else { 0 });
    let len =
        |misreads: &[Misread]| -> usize { misreads.iter().map(|misread| misread.meant.len_utf8()).sum() };
    for before in 0..=most_before {
        for after in 0..=most_after {
            let past = misreads.len().saturating_sub(after);
            let start = len(&misreads[..before.min(past)]);
            let end = meant.len() - len(&misreads[past..]);
            if undo_again(&meant[start..end], around).is_some() {
                return if before > 0 { before } else { past };
            }
        }
    }
    misreads.len()
}

/// Returns the misread characters in `text` if all of it is misread again.
fn undo_again(text: &str, around: &Around) -> Option<Vec<Misread>> {
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
    plausible.then_some(misreads)
}

/// Returns the units of a run that begins at `start`.
fn units_of(start: usize, sequences: &[Sequence]) -> Vec<Unit> {
    // What is meant has the same bytes between the sequences.
    let (mut end, mut meant_end) = (start, 0);
    let mut all = Vec::with_capacity(sequences.iter().map(Sequence::unit_count).sum());
    for sequence in sequences {
        let meant_start = meant_end + (sequence.range.start - end);
        all.extend(sequence.units().map(|unit| Unit {
            at: sequence.range.start - start + unit.at,
            meant_at: meant_start + unit.meant_at,
            ..unit
        }));
        end = sequence.range.end;
        meant_end = meant_start + sequence.meant.len();
    }
    all
}

/// Joins sequences that have nothing, or little ASCII, between them in their line to runs.
fn join(text: &str, sequences: Vec<Sequence>) -> Vec<Run> {
    let joined = |one: &Sequence, next: &Sequence| {
        let gap = &text.as_bytes()[one.range.end..next.range.start];
        let kind = |of: &Sequence| (of.times, of.through, of.is_cut, of.is_restored, of.doubt);
        kind(one) == kind(next)
            && one.readings.is_empty()
            && next.readings.is_empty()
            && gap.len() <= GAP
            && gap
                .iter()
                .all(|&byte| byte.is_ascii() && !byte.is_ascii_control())
    };
    let lens: Vec<usize> = sequences.chunk_by(joined).map(<[Sequence]>::len).collect();
    let mut rest = sequences.into_iter();
    lens.into_iter()
        .filter_map(|len| match len {
            1 => rest.next().map(run_of_one),
            _ => {
                let run = run(text, &rest.as_slice()[..len]);
                rest.nth(len - 1);
                Some(run)
            }
        })
        .collect()
}

/// Returns the run that is `parts`.
fn run(text: &str, parts: &[Sequence]) -> Run {
    let range = parts[0].range.start..parts[parts.len() - 1].range.end;
    Run {
        meant: undone(text, &range, parts),
        times: parts[0].times,
        through: parts[0].through,
        is_cut: parts[0].is_cut,
        is_restored: parts[0].is_restored,
        doubt: parts[0].doubt,
        encodings: parts
            .iter()
            .fold(Encodings::ALL, |all, part| all.and(part.encodings)),
        readings: parts[0].readings.to_vec(),
        evidence: parts
            .iter()
            .filter(|part| part.verdict == Verdict::Certain)
            .fold(Encodings::ALL, |all, part| all.and(part.allows)),
        units: units_of(range.start, parts),
        why: why(text, &range, parts),
        range,
    }
}

/// Returns the run that is one sequence.
fn run_of_one(part: Sequence) -> Run {
    Run {
        units: part.units().collect(),
        range: part.range,
        meant: part.meant.to_string(),
        times: part.times,
        through: part.through,
        is_cut: part.is_cut,
        is_restored: part.is_restored,
        doubt: part.doubt,
        encodings: part.encodings,
        readings: part.readings.into_vec(),
        evidence: match part.verdict {
            Verdict::Certain => part.allows,
            _ => Encodings::ALL,
        },
        why: part.why,
    }
}

/// Returns what speaks for a run of `parts`, by the first of them.
fn why(text: &str, range: &Range<usize>, parts: &[Sequence]) -> Option<Box<Why>> {
    let first = parts[0].why.as_deref()?;
    let second = first.second.as_ref().map(|second| {
        let mut meant = String::new();
        let mut at = range.start;
        for part in parts {
            let other = part.why.as_ref().and_then(|why| why.second.as_ref());
            // Where it says nothing else, it says the same.
            let other = other.filter(|other| other.through == second.through);
            meant.push_str(&text[at..part.range.start]);
            meant.push_str(other.map_or(&part.meant, |other| &other.meant));
            at = part.range.end;
        }
        Second {
            meant,
            ..second.clone()
        }
    });
    Some(Box::new(Why {
        bits: first.bits,
        second,
    }))
}

#[cfg(test)]
mod tests;
