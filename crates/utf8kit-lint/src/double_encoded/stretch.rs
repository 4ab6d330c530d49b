//! Finds text all of which went through one encoding.
//!
//! A *stretch* is 1 KiB of the text, from one character of ASCII to another where there are some. If all else in it is bytes of UTF-8 in
//! one encoding, or in several that have the same characters for them, and what comes out is far more likely than what stands there,
//! nothing near it can speak against it: it needs none of the other steps. They are for text that is mixed. If all that comes out is
//! such a stretch again, the mistake was made again.

use super::evidence::{EACH, SURE};
use super::judge::Verdict;
use super::lost::may_have_lost;
use super::run::Unit;
use super::segment::{CELL, LONG, Letter, MOST_TIMES, cover, is_in_order, letters_of, may_be_sequences};
use super::sequence::{Meant, Sequence, undone};
use super::through::{Encodings, Through};
use std::ops::Range;
use std::rc::Rc;
use utf8kit::utf8;
use utf8kit_encodings::detect::Likelihood;

/// Bytes from the start of a stretch to that of the next, but for what they are moved by to the next character of ASCII.
const LEN: usize = 4 * CELL;

/// As many bytes a start is moved by at most: a span without such a character is divided by the other steps, too.
const MOST_MOVED: usize = LONG;

/// Characters beside a stretch that a sequence may reach into, or from.
const BESIDE: usize = 3;

/// What is known of the stretches of a text.
#[derive(Default)]
pub(super) struct Stretches {
    /// Those all of which went through an encoding, joined where they follow each other.
    pub(super) places: Vec<Range<usize>>,
    /// The sequences in them, in order.
    pub(super) sequences: Vec<Sequence>,
}

impl Stretches {
    /// Finds the stretches of `text`, which is at `start` of the whole text. `hot`: the numbers of the cells that are examined.
    pub(super) fn find(text: &str, start: usize, hot: &[usize]) -> Stretches {
        let mut all = Stretches::default();
        let mut letters = Vec::new();
        for cells in hot.chunk_by(|one, next| one * CELL / LEN == next * CELL / LEN) {
            let number = cells[0] * CELL / LEN;
            let (Some(from), Some(to)) = (border(text, start, number), border(text, start, number + 1))
            else {
                continue;
            };
            let Some(mut sequences) = sequences(text, from..to, &mut letters, Encodings::single(), 1) else {
                continue;
            };
            all.sequences.append(&mut sequences);
            // The last sequence may reach into the next stretch.
            let reached = all.sequences.last().map_or(to, |last| last.range.end.max(to));
            match all.places.last_mut() {
                Some(last) if last.end >= from => last.end = reached,
                _ => all.places.push(from..reached),
            }
        }
        all
    }

    /// Returns `true` if a cell of the text, which is at `start` of the whole text, lies in them.
    pub(super) fn contain_cell(&self, number: usize, start: usize) -> bool {
        let place = |cell: usize| (cell * CELL).saturating_sub(start);
        let around = self.around(place(number));
        around.is_some_and(|around| place(number + 1) <= around.end)
    }

    /// Returns those joined in which a place of the text lies.
    pub(super) fn around(&self, at: usize) -> Option<Range<usize>> {
        self.next(at).filter(|place| place.start <= at)
    }

    /// Returns those joined in which a place of the text lies, or which are next behind it.
    pub(super) fn next(&self, at: usize) -> Option<Range<usize>> {
        let next = self.places.partition_point(|place| place.end <= at);
        self.places.get(next).cloned()
    }
}

/// Returns where a stretch begins, if that is in `text`.
fn border(text: &str, start: usize, number: usize) -> Option<usize> {
    let at = (number * LEN).checked_sub(start)?;
    let near = text.as_bytes().get(at..=at + MOST_MOVED)?;
    match near.iter().position(u8::is_ascii) {
        _ if start + at == 0 => Some(0),
        Some(moved) => Some(at + moved),
        None => Some(utf8::ceil_boundary(text.as_bytes(), at)),
    }
}

/// Returns the sequences of a stretch, if all of it that is not ASCII is part of one in one of `allowed`, and if it is decided whether the
/// mistake was made more often. `letters` is memory for its characters, and `times` is how often it was made, with this time.
fn sequences(
    text: &str,
    stretch: Range<usize>,
    letters: &mut Vec<Letter>,
    allowed: Encodings,
    times: u8,
) -> Option<Vec<Sequence>> {
    let Decoded {
        through,
        encodings,
        bytes,
        spans,
    } = Decoded::new(text, &stretch, letters, allowed)?;
    // The same mistake, or that of Windows, is made again.
    let again = encodings
        .or(Encodings::of(Through::WINDOWS_1252))
        .or(Encodings::of(Through::LATIN_1));
    let mut is_again = None;
    let mut all = Vec::with_capacity(spans.len());
    let mut evidence = Evidence::new(through);
    // Spans have the bytes of letters that follow each other.
    let (first, last) = (spans.first()?.start, spans.last()?.end);
    let right: Rc<str> = std::str::from_utf8(&bytes[first..last]).ok()?.into();
    for span in spans {
        let of_right = span.start - first..span.end - first;
        let own = right.get(of_right.clone())?;
        if own.is_empty() {
            continue;
        }
        let is_beside = |at: usize| {
            let beside = letters.get(at.wrapping_sub(1)).zip(letters.get(at));
            beside.is_some_and(|(before, letter)| before.range.end == letter.range.start)
        };
        let is_cut = [span.start, span.end].map(is_beside);
        // It was made again in all of the text, or nowhere.
        let is_first = is_again.is_none();
        let is_again = *is_again.get_or_insert_with(|| are_sequences(own, again, is_cut));
        let is_other = match is_again {
            true => is_cut != [false; 2],
            false => !is_first && are_sequences(own, again, is_cut),
        };
        if is_other {
            return None;
        }
        let meant = Meant::part(&right, of_right);
        all.push(sequence(&letters[span], meant, through, encodings));
        if !is_again && !is_text(own) {
            return None;
        }
        evidence.add(text, &all[all.len() - 1]);
    }
    if !evidence.is_enough() {
        return None;
    }
    if is_again == Some(true) {
        return deeper(text, &stretch, all, letters, again, times);
    }
    if may_have_lost(text, &stretch, &all) {
        return None;
    }
    all.iter_mut().for_each(Sequence::remove_signatures);
    Some(all)
}

/// Returns the sequences of a stretch through one of `allowed` again. `once` are those that it has if the mistake was made `times`
/// times.
fn deeper(
    text: &str,
    stretch: &Range<usize>,
    once: Vec<Sequence>,
    letters: &mut Vec<Letter>,
    allowed: Encodings,
    times: u8,
) -> Option<Vec<Sequence>> {
    if times == MOST_TIMES {
        return None;
    }
    let right = undone(text, stretch, &once);
    let all = sequences(&right, 0..right.len(), letters, allowed, times + 1)?;
    let is_same = |(deep, own): (&Sequence, &Sequence)| deep.range.len() == own.meant.len();
    if all.len() != once.len() || !all.iter().zip(&once).all(is_same) {
        return None;
    }
    let both = |(deep, own): (Sequence, Sequence)| {
        let lens = deep
            .units()
            .map(|unit| (unit.len as usize, unit.meant_len as usize));
        let units = Unit::joined(own.units(), lens);
        // Of the same encoding each time, if there is one.
        let same = deep.encodings.and(own.encodings);
        let encodings = if same.is_empty() { own.encodings } else { same };
        Some(Sequence {
            times: deep.times + 1,
            verdict: Verdict::Certain,
            encodings,
            allows: encodings,
            ..Sequence::new(own.range, deep.meant, units, most_frequent(encodings)?)
        })
    };
    all.into_iter().zip(once).map(both).collect()
}

/// Returns the encoding by which the mistake is made most often.
fn most_frequent(encodings: Encodings) -> Option<Through> {
    encodings.iter().min_by_key(|through| through.rarity())
}

/// What speaks for it that a stretch went through an encoding.
struct Evidence {
    shown: Likelihood,
    meant: Likelihood,
    /// What the text must be more likely by, for what was added.
    least: i32,
    /// The number of spans that were added.
    spans: usize,
    is_enough: bool,
}

impl Evidence {
    fn new(through: Through) -> Evidence {
        Evidence {
            shown: Likelihood::default(),
            meant: Likelihood::default(),
            least: SURE + through.rarity() * Likelihood::BIT,
            spans: 0,
            is_enough: false,
        }
    }

    /// Adds a span, unless there is enough.
    fn add(&mut self, text: &str, sequence: &Sequence) {
        /// After as many spans it is looked whether there is enough.
        const SOME: usize = 8;
        if self.is_enough {
            return;
        }
        // Within a span, the letter before went through the encoding, too.
        let before = &text[..sequence.range.start];
        let before = if before.ends_with(|c: char| c.is_ascii()) {
            before
        } else {
            ""
        };
        let after = text[sequence.range.end..].chars().next();
        self.shown.add(before, &text[sequence.range.clone()], after);
        self.meant.add(before, &sequence.meant, after);
        self.least += EACH;
        self.spans += 1;
        self.is_enough = self.spans.is_multiple_of(SOME) && self.is_enough();
    }

    fn is_enough(&self) -> bool {
        self.is_enough || self.shown.fifths() - self.meant.fifths() > self.least
    }
}

/// A stretch as bytes of the encodings in which all of it that is not ASCII may be sequences.
struct Decoded {
    /// The most frequent of the encodings.
    through: Through,
    encodings: Encodings,
    /// The byte of each letter, the same in all of the encodings.
    bytes: Vec<u8>,
    /// The letters of each span.
    spans: Vec<Range<usize>>,
}

impl Decoded {
    /// Returns `None` if there is no such encoding, or if the letters are other bytes in some of them.
    fn new(
        text: &str,
        stretch: &Range<usize>,
        letters: &mut Vec<Letter>,
        allowed: Encodings,
    ) -> Option<Decoded> {
        letters.clear();
        let mut decoded = Decoded {
            through: Through::WINDOWS_1252,
            encodings: allowed,
            bytes: Vec::with_capacity(stretch.len()),
            spans: Vec::new(),
        };
        let all = &text.as_bytes()[..stretch.end];
        let mut at = stretch.start;
        // The number of the letters that are the same bytes in all encodings.
        let mut known = 0;
        while let Some(more) = all[at..].iter().position(|byte| !byte.is_ascii()) {
            let first = at + more;
            let len = all[first..].iter().position(u8::is_ascii);
            at = len.map_or(stretch.end, |len| first + len);
            let from = letters.len();
            let span = decoded.add_span(text, stretch, first..at, letters);
            // Most text has the same bytes in the encodings that its first words leave.
            if known < from || from == 0 || !decoded.extend(&letters[from..]) {
                decoded.bytes.truncate(known);
                cover(&mut letters[from..]);
                decoded.keep(&letters[span.clone()])?;
                if decoded.extend(&letters[known..]) {
                    known = letters.len();
                }
            } else {
                known = letters.len();
            }
            decoded.spans.push(span);
        }
        let is_known = known == letters.len() && known > 0;
        is_known.then(|| {
            decoded.move_ends(letters, stretch);
            decoded
        })
    }

    /// Adds the letters of a span, and those beside the stretch that its sequences may reach into. Returns the numbers of its own.
    fn add_span(
        &self,
        text: &str,
        stretch: &Range<usize>,
        span: Range<usize>,
        letters: &mut Vec<Letter>,
    ) -> Range<usize> {
        let is_wide = |c: &char| !c.is_ascii();
        let len = |characters: &mut dyn Iterator<Item = char>| -> usize {
            characters
                .take(BESIDE)
                .take_while(is_wide)
                .map(char::len_utf8)
                .sum()
        };
        let (mut from, mut to) = (span.start, span.end);
        if from == stretch.start {
            from -= len(&mut text[..from].chars().rev());
        }
        if to == stretch.end {
            to += len(&mut text[to..].chars());
        }
        letters.extend(letters_of(text, from..span.start));
        let first = letters.len();
        letters.extend(letters_of(text, span.start..span.end));
        let past = letters.len();
        letters.extend(letters_of(text, span.end..to));
        first..past
    }

    /// Moves the ends of spans that the stretch cuts: a sequence belongs to the one that it begins in.
    fn move_ends(&mut self, letters: &[Letter], stretch: &Range<usize>) {
        let past_sequence = |at: usize| {
            let rest = self.bytes[at..].iter();
            at + rest.take_while(|byte| matches!(byte, 0x80..=0xBF)).count()
        };
        let is_cut = |at: usize, place: usize| at > 0 && letters[at - 1].range.end == place;
        if let Some(first) = self
            .spans
            .first_mut()
            .filter(|first| is_cut(first.start, stretch.start))
        {
            first.start = past_sequence(first.start).min(first.end);
        }
        if let Some(last) = self.spans.last_mut().filter(|last| is_cut(last.end, stretch.end)) {
            last.end = past_sequence(last.end);
        }
    }

    /// Leaves the encodings in which all of a span is sequences.
    fn keep(&mut self, span: &[Letter]) -> Option<()> {
        let covered = span.iter().map(|letter| letter.covered);
        self.encodings = covered.fold(self.encodings, Encodings::and);
        self.through = most_frequent(self.encodings)?;
        Some(())
    }

    /// Appends the bytes of letters, and returns `false` if they are not the same in all encodings.
    fn extend(&mut self, letters: &[Letter]) -> bool {
        letters.iter().all(|letter| {
            let (byte, same) = letter.bytes.of(self.through);
            self.bytes.push(byte.unwrap_or(0));
            byte.is_some() && self.encodings.minus(same).is_empty()
        })
    }
}

/// Returns `true` if all of `meant` is sequences in one of `encodings`, but for what its ends may cut.
fn are_sequences(meant: &str, encodings: Encodings, is_cut: [bool; 2]) -> bool {
    let len = meant.chars().count();
    if len < 2 {
        return false; // a sequence has two characters, or more
    }
    let [before, after] = is_cut.map(|is_cut| if is_cut { BESIDE.min(len / 2) } else { 0 });
    let inner = || meant.chars().skip(before).take(len - before - after);
    may_be_sequences(inner(), encodings) && {
        let mut letters: Vec<Letter> = letters_of(meant, 0..meant.len()).collect();
        cover(&mut letters);
        let inner = letters[before..len - after].iter();
        let alive = inner.fold(encodings, |all, letter| all.and(letter.covered));
        !alive.is_empty()
    }
}

/// Returns the sequence that is `letters` and means `meant`.
fn sequence(letters: &[Letter], meant: Meant, through: Through, encodings: Encodings) -> Sequence {
    let is_one = meant.chars().nth(1).is_none();
    let mut units = Vec::with_capacity(if is_one { 0 } else { letters.len() / 2 });
    let mut rest = letters;
    for c in meant.chars().filter(|_| !is_one) {
        let (own, more) = rest.split_at(c.len_utf8());
        rest = more;
        let len = own[own.len() - 1].range.end - own[0].range.start;
        Unit::push(&mut units, len, c.len_utf8());
    }
    let range = letters[0].range.start..letters[letters.len() - 1].range.end;
    Sequence {
        verdict: Verdict::Certain,
        encodings,
        allows: encodings,
        ..Sequence::new(range, meant, units, through)
    }
}

/// Returns `false` for what nobody means.
fn is_text(meant: &str) -> bool {
    !meant.contains(char::is_control) && !is_in_order(meant.chars())
}

#[cfg(test)]
mod tests {
    use super::super::hot::hot_cells;
    use super::super::sequence::undone;
    use super::*;

    const RUSSIAN: &str = "Съешь же ещё этих мягких французских булок, да выпей чаю. ";
    const FRENCH: &str = "Déjà à Noël, l’été où l’on a brûlé ça, dîné et fêté à côté. ";
    const CHINESE: &str = "这本书放在桌子上我们明天一起去学校看老师和同学他们都在那里等着";

    fn stretches(text: &str, start: usize) -> Stretches {
        Stretches::find(text, start, &hot_cells(text.as_bytes(), start))
    }

    /// Returns the text in the stretches of `text`, undone.
    fn undone_of(text: &str) -> Vec<(Range<usize>, String)> {
        let Stretches { places, sequences } = stretches(text, 0);
        let undone_in = |place: &Range<usize>| {
            let from = sequences.partition_point(|sequence| sequence.range.start < place.start);
            let to = sequences.partition_point(|sequence| sequence.range.start < place.end);
            undone(text, place, &sequences[from..to])
        };
        places
            .iter()
            .map(|place| (place.clone(), undone_in(place)))
            .collect()
    }

    #[test]
    fn all_of_a_stretch_is_undone() {
        for name in [
            "windows-1252",
            "ISO-8859-1",
            "windows-1251",
            "KOI8-R",
            "IBM437",
            "IBM850",
        ] {
            for right in [RUSSIAN.repeat(40), FRENCH.repeat(50), CHINESE.repeat(30)] {
                let text = Through::named(name).decode(&right);
                let all = undone_of(&text);
                let [(place, meant)] = &*all else {
                    panic!("{name} {right}: {} places", all.len());
                };
                assert!(
                    place.start == 0 && place.end + 2 * LEN > text.len(),
                    "{name} {place:?}"
                );
                assert!(right.starts_with(&**meant), "{name} {meant}");
            }
        }
    }

    /// Runs that are asked what speaks for them have no stretches.
    #[test]
    fn what_was_misread_again_is_undone_as_by_the_other_steps() {
        use super::super::{Repairs, Run, runs_in};

        let runs = |text: &str, explain: bool| -> Vec<Run> {
            let repairs = Repairs {
                explain,
                ..Repairs::default()
            };
            let all = runs_in(text.as_bytes(), 0, repairs).into_iter();
            all.map(|run| Run { why: None, ..run }).collect()
        };
        for (names, right) in [
            (&["windows-1252"][..], FRENCH),
            (&["windows-1252", "windows-1252"], FRENCH),
            (&["windows-1252"; 3], FRENCH),
            (&["windows-1252", "windows-1252"], RUSSIAN),
            (&["ISO-8859-1", "ISO-8859-1"], RUSSIAN),
            (&["windows-1252", "windows-1251"], RUSSIAN),
            (&["windows-1251", "windows-1251"], RUSSIAN),
            (&["IBM437", "IBM437"], FRENCH),
        ] {
            let right = right.repeat(40);
            let text = names
                .iter()
                .fold(right.clone(), |text, name| Through::named(name).decode(&text));
            let Stretches { places, sequences } = stretches(&text, 0);
            assert!(
                places.len() == 1 && places[0].end + 2 * LEN > text.len(),
                "{names:?}"
            );
            assert!(
                sequences
                    .iter()
                    .all(|sequence| usize::from(sequence.times) == names.len()),
                "{names:?}"
            );
            let (found, expected) = (runs(&text, false), runs(&text, true));
            assert_eq!(found, expected, "{names:?}");
            let [run] = &*found else {
                panic!("{names:?}: {} runs", found.len());
            };
            assert!(right.contains(&run.meant), "{names:?}");
        }
    }

    #[test]
    fn a_stretch_is_the_same_in_any_part_of_the_text() {
        for right in [RUSSIAN.repeat(40), CHINESE.repeat(30)] {
            let text = Through::WINDOWS_1252.decode(&right);
            let whole = stretches(&text, 0);
            for start in (1..3 * LEN).step_by(97) {
                let start = utf8::ceil_boundary(text.as_bytes(), start);
                let part = stretches(&text[start..], start);
                let first = start + part.places[0].start;
                // The first whole one begins behind the start of the part.
                assert!(
                    (start..start + LEN + MOST_MOVED).contains(&first),
                    "{start} {first}"
                );
                assert_eq!(start + part.places[0].end, whole.places[0].end);
                let meant = |all: &Stretches, moved: usize| -> Vec<(usize, String)> {
                    let behind = all
                        .sequences
                        .iter()
                        .filter(|sequence| sequence.range.start + moved >= first);
                    behind
                        .map(|sequence| (sequence.range.start + moved, sequence.meant.to_string()))
                        .collect()
                };
                assert_eq!(meant(&part, start), meant(&whole, 0));
            }
        }
    }

    #[test]
    fn what_is_mixed_or_strange_is_left_to_the_other_steps() {
        let windows = |text: &str| Through::WINDOWS_1252.decode(text);
        let stretch = windows(&FRENCH.repeat(40));
        assert!(!stretches(&stretch, 0).places.is_empty());
        let with = |inside: &str| windows(&FRENCH.repeat(5)) + inside + &windows(&FRENCH.repeat(10));
        let again_with =
            |inside: &str| windows(&(windows(&FRENCH.repeat(3)) + inside + &windows(&FRENCH.repeat(7))));
        for whole in [with(""), again_with("")] {
            assert_eq!(stretches(&whole, 0).places.len(), 1);
        }
        for (text, reason) in [
            (with("été, "), "right text in it"),
            (with("l&rsquo;an "), "a reference"),
            (with(&windows(&windows("été, "))), "misread twice in a part of it"),
            (
                windows(&windows(&CHINESE.repeat(20))),
                "misread twice, without a place between characters",
            ),
            (again_with("été, "), "right text in what was misread again"),
            (
                again_with(&windows(&windows("été, "))),
                "misread three times in a part of it",
            ),
            (
                windows(&CHINESE.repeat(30)).to_lowercase(),
                "capitals that became small letters",
            ),
            (
                windows(&"I know that. ".repeat(120).replacen("know", "don’t know", 1)),
                "little evidence",
            ),
            (windows(&"ab \u{85} cd \u{9A} é à è ".repeat(90)), "controls"),
            ("├│┬┤".repeat(400), "a drawing"),
            (
                Through::named("IBM866").decode(&"é à ".repeat(600)),
                "several encodings",
            ),
            (
                stretch[..utf8::floor_boundary(stretch.as_bytes(), LEN)].to_owned(),
                "the end of the text",
            ),
        ] {
            let places = stretches(&text, 0).places;
            assert!(places.is_empty(), "{reason}: {places:?} {text}");
        }
    }

    #[test]
    fn a_sequence_belongs_to_the_stretch_that_it_begins_in() {
        // No place is a character of ASCII, and each length cuts another character.
        for before in 0..12 {
            let right = "x".repeat(before) + &CHINESE.repeat(30);
            let text = Through::WINDOWS_1252.decode(&right);
            let Stretches { places, sequences } = stretches(&text, 0);
            assert_eq!(places.len(), 1, "{before}");
            let ends = sequences
                .windows(2)
                .map(|pair| (pair[0].range.end, pair[1].range.start));
            ends.for_each(|(end, start)| assert_eq!(end, start, "{before}"));
            let meant: String = sequences.iter().map(|sequence| &*sequence.meant).collect();
            assert!(right[before..].starts_with(&meant), "{before} {meant}");
        }
    }
}
