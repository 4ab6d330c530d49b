//! Text that lost bytes after it went through an encoding.
//!
//! Bytes without a character are dropped, or become U+FFFD or `?`. A no-break space becomes a space. Fields are cut, capitals become
//! small letters, letters become references of HTML, a line is broken inside a sequence. Halves of pairs of UTF-16 are sequences in
//! CESU-8.
//!
//! A *piece* is a line, or a part of a long one. It is read in the encodings in which most of it is sequences ([`reader`]). Where
//! something is lost, several characters are possible. The models of languages tell which are likely beside the words of the piece
//! ([`choice`]). A piece that lost something is undone as a whole or not at all: what remains of a word that was undone in
//! part can no longer be told from what somebody wrote.

mod choice;
mod reader;
mod reference;
#[cfg(test)]
mod tests;

use super::evidence::{CERTAIN, LIKELY, RIVAL};
use super::judge::Verdict;
use super::run::{Doubt, Repairs, Second, Unit, Why};
use super::segment::{CELL, is_mark};
use super::sequence::Sequence;
use super::through::{Encodings, Table, Through};
use choice::Read;
use reader::{ONLY, Parsed};
use std::ops::Range;
use std::sync::OnceLock;
use utf8kit::{ErrorKind, utf8};
use utf8kit_encodings::detect::Likelihood;
use utf8kit_encodings::order::sort_by_key;

const BIT: i32 = Likelihood::BIT;

/// What text that lost something must be more likely by than what it is without a loss, to be another possibility.
const BETTER: i32 = 8 * BIT;

/// The encodings that a piece is read in.
const MOST_READ: usize = 4;

/// Ways to read a word that are carried on while it is read, to restore what is lost and to tell that something is.
const BEAM_TO_RESTORE: usize = 8;
const BEAM_TO_TELL: usize = 3;

/// The most characters that are tried for a piece.
const MOST_CHOICES: usize = 512;

/// The longest line that is one piece.
const LINE: usize = 1024;

/// Replaces sequences of `all`, which are those of a text in order, by those of pieces that lost bytes. `hot`: the numbers of the cells
/// that are examined. `whole` returns the part around a place in which nothing is lost, if it lies in one. What only one character fits
/// for is undone if that is wanted. Otherwise it is reported, and nothing beside it is undone.
pub(super) fn find(
    text: &str,
    start: usize,
    hot: &[usize],
    repairs: Repairs,
    all: Vec<Sequence>,
    whole: &dyn Fn(usize) -> Option<Range<usize>>,
) -> Vec<Sequence> {
    let is_whole = |at: usize| whole(at).is_some();
    let starts = all.iter().map(|sequence| sequence.range.start);
    let mut places: Vec<usize> = starts.filter(|&at| !is_whole(at)).collect();
    for &cell in hot {
        let place = |cell: usize| (cell * CELL).saturating_sub(start).min(text.len());
        let cell = place(cell)..place(cell + 1);
        if whole(cell.start).is_some_and(|whole| cell.end <= whole.end) {
            continue;
        }
        let bytes = &text.as_bytes()[cell.clone()];
        let is_first = |at: usize| !bytes[at].is_ascii() && (at == 0 || bytes[at - 1].is_ascii());
        let spans = (0..bytes.len())
            .filter(|&at| is_first(at))
            .map(|at| cell.start + at);
        places.extend(spans.filter(|&at| !is_whole(at)));
    }
    if repairs.restore {
        places.extend(reference::all(text));
    }
    if places.is_empty() {
        return all;
    }
    sort_by_key(&mut places, |&place| place as i64);
    let mut out: Vec<Sequence> = Vec::with_capacity(all.len());
    let mut rest = all.into_iter();
    let mut end = 0;
    for place in places {
        if place < end {
            continue;
        }
        let piece = piece(text, start, place);
        end = piece.end;
        let until = |rest: &[Sequence], at| rest.partition_point(|sequence| sequence.range.start < at);
        let before = until(rest.as_slice(), piece.start);
        let done = out.last().map_or(0, |last| last.range.end);
        let past = before.min(until(rest.as_slice(), done));
        rest.by_ref().take(past).for_each(drop);
        out.extend(rest.by_ref().take(before - past));
        let of_piece = until(rest.as_slice(), piece.end);
        let own: Vec<Sequence> = rest.by_ref().take(of_piece).collect();
        // A sequence may reach into the next piece.
        let done = out.last().map_or(0, |last| last.range.end);
        let is_begun = done > piece.start && out.last().is_some_and(|last| last.is_cut);
        let piece = done.clamp(piece.start, piece.end)..piece.end;
        let mut found = in_piece(text, &piece, repairs, own);
        found.retain(|sequence| sequence.range.start >= done);
        if is_begun {
            // It stays as the line before it does, which has the start of its first word.
            for sequence in &mut found {
                sequence.doubt = sequence.doubt.or(Some(Doubt::Lost));
            }
        }
        out.append(&mut found);
    }
    // One that begins in what the last piece reaches into is part of it.
    let done = out.last().map_or(0, |last| last.range.end);
    out.extend(rest.skip_while(|sequence| sequence.range.start < done));
    out
}

/// Returns `true` if `text` may have pairs of UTF-16 in CESU-8, which [`find`] undoes where evidence found nothing.
pub(super) fn may_have_pairs(text: &str) -> bool {
    let table = Table::get();
    // The first byte of the first half, in the encodings in which what follows continues it.
    let begins = |[first, second, third]: [char; 3]| {
        let [second, third] = [second, third].map(|c| table.bytes(c).continues);
        let first = table.bytes(first);
        let mut those = first.begins[1].and(second).and(third).iter();
        those.any(|through| first.of(through).0 == Some(0xED))
    };
    let mut near = ['\0'; 3];
    text.chars().any(|c| {
        near = [near[1], near[2], c];
        near.iter().all(|c| !c.is_ascii()) && begins(near)
    })
}

/// Returns the line of a place with those that a sequence reaches into, or a part of it, divided at fixed places of the text, if it is
/// long.
fn piece(text: &str, start: usize, place: usize) -> Range<usize> {
    let bytes = text.as_bytes();
    let first = place.saturating_sub(LINE);
    let limit = bytes.len().min(place + LINE);
    let before = |at: usize| memchr::memrchr(b'\n', &bytes[first..at]).map(|line| first + line + 1);
    let after = |at: usize| memchr::memchr(b'\n', &bytes[at..limit]).map(|line| at + line + 1);
    let mut from = before(place).or((start + first == 0).then_some(0));
    while let Some(at) = from.filter(|&at| is_broken(text, at)) {
        from = before(at - 1).or((start + first == 0).then_some(0));
    }
    let mut to = after(place).or((limit == bytes.len()).then_some(limit));
    while let Some(at) = to.filter(|&at| is_broken(text, at)) {
        to = after(at).or((limit == bytes.len()).then_some(limit));
    }
    if let (Some(from), Some(to)) = (from, to)
        && to - from <= LINE
    {
        return from..to;
    }
    let line = before(place).unwrap_or(first)..after(place).unwrap_or(limit);
    let fixed = |number: usize| (number * LINE).saturating_sub(start).min(bytes.len());
    let number = (start + place) / LINE;
    let place = |at: usize| utf8::floor_boundary(bytes, at);
    place(line.start.max(fixed(number)))..place(line.end.min(fixed(number + 1)))
}

/// Returns `true` if the line that ends at `at` was perhaps broken inside a sequence: its last characters begin one in an encoding in
/// which the first character of the next line continues it.
fn is_broken(text: &str, at: usize) -> bool {
    let Some(line) = text[..at].strip_suffix('\n') else {
        return false;
    };
    let line = line.strip_suffix('\r').unwrap_or(line);
    let Some(next) = text[at..].chars().next().filter(|c| !c.is_ascii()) else {
        return false;
    };
    let table = Table::get();
    let mut continues = table.bytes(next).continues.and(Encodings::usual());
    // A sequence of at least so many characters goes on.
    for (least, c) in line.chars().rev().take(3).enumerate() {
        if c.is_ascii() || continues.is_empty() {
            return false;
        }
        let bytes = table.bytes(c);
        let begins = bytes.begins[least..].iter();
        let begins = begins.fold(Encodings::NONE, |all, begins| all.or(*begins));
        if !begins.and(continues).is_empty() {
            return true;
        }
        continues = continues.and(bytes.continues);
    }
    false
}

/// Returns the sequences of a piece, of which `own` are those that lost nothing.
fn in_piece(text: &str, piece: &Range<usize>, repairs: Repairs, own: Vec<Sequence>) -> Vec<Sequence> {
    let shown = &text[piece.clone()];
    let is_known = |sequence: &&Sequence| {
        sequence.verdict == Verdict::Certain && !sequence.is_cut && sequence.readings.is_empty()
    };
    // What was done more often is not examined further.
    if own.iter().any(|sequence| sequence.times > 1) || is_all_of(text, piece, &own) {
        return own;
    }
    let known = own.iter().filter(is_known);
    let allowed = known
        .clone()
        .fold(Encodings::ALL, |all, sequence| all.and(sequence.encodings));
    let through = known.clone().next().map(|known| known.through);
    let is_known = through.is_some();
    let ends_field = piece.end == text.len() || shown.ends_with('\n');
    let is_cut = ends_field && through.is_some_and(|through| has_cut_end(shown, through, &own));
    // Small letters alone are text as well. Among signs they are perhaps not.
    let is_sign = |c: char| !c.is_ascii() && !c.is_alphabetic() && !is_mark(c);
    let is_small = !shown.contains(char::is_uppercase) && shown.contains(is_sign);
    let mut parsed: Vec<Parsed> = candidates(shown, allowed, is_known, is_small)
        .into_iter()
        .flat_map(|through| [(through, false), (through, true)])
        .filter(|(_, small)| is_small || !small)
        .filter_map(|(through, is_small)| Parsed::new(text, piece, through, is_small))
        .filter(|parsed| is_known || parsed.is_small || parsed.vague() * 4 <= parsed.places.len() * 3)
        .collect();
    let number = |parsed: &Parsed| {
        (parsed.others as i64) << 42 | (parsed.lossy() as i64) << 21 | i64::from(parsed.through.rarity())
    };
    sort_by_key(&mut parsed, number);
    parsed.truncate(MOST_READ);
    // Nobody could restore more.
    let is_readable = |parsed: &Parsed| parsed.choices() <= MOST_CHOICES;
    if is_known && !parsed.first().is_none_or(is_readable) {
        return undecided(own);
    }
    parsed.retain(is_readable);
    let restore = repairs.restore;
    let beam = if restore { BEAM_TO_RESTORE } else { BEAM_TO_TELL };
    let mut all: Vec<Read> = parsed.into_iter().map(|parsed| Read::new(parsed, beam)).collect();
    // What is read without a loss needs no other explanation.
    let weight = |read: &Read| read.gain - if read.is_whole() { 0 } else { RIVAL };
    sort_by_key(&mut all, |read| -i64::from(weight(read)));
    let (enough, near) = match is_known {
        true => (LIKELY, ONLY),
        false => (CERTAIN, RIVAL),
    };
    let Some((best, rest)) = all.split_first().filter(|(best, _)| best.gain >= enough) else {
        return if is_cut { undecided(own) } else { own };
    };
    let is_rival = |other: &Read| weight(other) > weight(best) - near && !other.is_same(best);
    let has_rival = rest.iter().any(is_rival);
    let has_end = !is_cut || best.places.iter().any(|place| place.is_cut && !place.is_kept());
    let is_determined = !has_rival && has_end && best.places.iter().all(reader::Place::is_determined);
    // A sign by itself, which lost nothing, may be part of a face.
    let is_sign = |place: &reader::Place| !place.meant().contains(char::is_alphabetic);
    let is_sure = !best.is_whole() || !best.places.iter().all(is_sign);
    let is_undone = restore && is_determined && is_sure;
    // A letter of another language is perhaps one of this with a byte that became the small letter of it.
    let is_better = |other: &Read| !other.is_whole() && other.gain > best.gain + BETTER;
    if best.is_whole() && (!has_end || rest.iter().any(is_better)) {
        return undecided(own);
    }
    if best.is_whole() && !is_undone {
        // Evidence decided, but about halves of pairs.
        if !is_determined || !best.places.iter().any(|place| place.is_pair) {
            return own;
        }
    }
    let is_undone = is_undone || best.is_whole();
    let second = rest.iter().find(|other| !other.is_same(best));
    let found: Vec<Sequence> = best
        .places
        .iter()
        .filter(|place| !place.is_kept())
        .map(|place| Sequence {
            why: repairs.explain.then(|| Box::new(why(place, best, second))),
            ..sequence(place, best.through, is_undone)
        })
        .collect();
    merged(found, own, is_undone)
}

/// Returns the sequences of a piece that lost more than can be told.
fn undecided(mut own: Vec<Sequence>) -> Vec<Sequence> {
    for sequence in &mut own {
        sequence.doubt = sequence.doubt.or(Some(Doubt::Lost));
    }
    own
}

/// Returns the sequences of a piece with those of `own` that are in words that they do not explain.
fn merged(mut found: Vec<Sequence>, own: Vec<Sequence>, is_undone: bool) -> Vec<Sequence> {
    for mut other in own {
        let is_part = |sequence: &Sequence| {
            sequence.range.start < other.range.end && other.range.start < sequence.range.end
        };
        if !is_undone && other.doubt.is_some() {
            found.retain(|sequence| !is_part(sequence));
        } else if found.iter().any(is_part) {
            continue;
        }
        if !is_undone && other.doubt.is_none() {
            other.doubt = Some(Doubt::Lost);
        }
        found.push(other);
    }
    sort_by_key(&mut found, |sequence| sequence.range.start as i64);
    found
}

/// Returns what speaks for what a place is in `best`, before `second`.
fn why(place: &reader::Place, best: &Read, second: Option<&Read>) -> Why {
    let second = second.and_then(|read| {
        let other = read.places.iter().find(|other| other.range == place.range)?;
        Some(Second {
            through: read.through,
            meant: other.meant().to_owned(),
            behind: (best.gain - read.gain) / BIT,
        })
    });
    Why {
        bits: best.gain / BIT,
        second: second.filter(|second| second.meant != place.meant()),
    }
}

/// Returns the sequence at a place.
fn sequence(place: &reader::Place, through: Through, is_undone: bool) -> Sequence {
    let meant = place.meant().to_owned();
    let mut sequence = Sequence::new(place.range.clone(), meant.into(), Vec::new(), through);
    sequence.verdict = Verdict::Certain;
    sequence.is_cut = !is_undone && place.has_loss();
    sequence.is_restored = is_undone && place.is_lossy;
    sequence.doubt = (!is_undone && !place.is_lossy).then_some(Doubt::Lost);
    sequence
}

/// Returns `true` if a field in a piece, of which `own` went through the encoding, ends inside a sequence that begins as one of these does.
fn has_cut_end(shown: &str, through: Through, own: &[Sequence]) -> bool {
    let table = Table::get();
    let byte = |c: char| table.bytes(c).of(through).0;
    let is_begun = |lead: u8| {
        own.iter()
            .any(|sequence| sequence.meant.bytes().any(|byte| byte == lead))
    };
    // A sign of drawings stands by itself only if it is one.
    let is_sign = |field: &str, begun: &[u8]| {
        let first = field.chars().rev().nth(begun.len() - 1);
        first.is_some_and(|c| matches!(c, '\u{2500}'..='\u{259F}'))
    };
    let mut bytes = Vec::new();
    let mut fields = shown.split_inclusive(['\n', '"', '\t']).peekable();
    while let Some(field) = fields.next() {
        let next = fields.peek().and_then(|next| byte(next.chars().next()?));
        let is_broken = field.ends_with('\n') && matches!(next, Some(0x80..=0xBF));
        let field = field.trim_end_matches(['\r', '\n', '"', '\t']);
        let start = field.rfind(|c: char| c.is_ascii()).map_or(0, |at| at + 1);
        bytes.clear();
        bytes.extend(field[start..].chars().map(|c| byte(c).unwrap_or(b'?')));
        if !is_broken
            && let Err(error) = utf8::validate(&bytes)
            && error.kind() == ErrorKind::UnexpectedEnd
            && (is_begun(bytes[error.valid_up_to()]) || is_sign(field, &bytes[error.valid_up_to()..]))
        {
            return true;
        }
    }
    false
}

/// Returns `true` if nothing of a piece but `own` can have gone through an encoding, and they lost nothing.
fn is_all_of(text: &str, piece: &Range<usize>, own: &[Sequence]) -> bool {
    let mut at = piece.start;
    for sequence in own {
        if sequence.is_cut || !text[at..sequence.range.start.max(at)].is_ascii() {
            return false;
        }
        at = sequence.range.end;
    }
    let rest = &text[at.min(piece.end)..piece.end];
    rest.is_ascii() && !own.is_empty() && !may_have_lost(text, piece, own)
}

/// Returns `true` if a part of a text, of which `own` went through an encoding, perhaps lost capitals, or letters became references in it.
pub(super) fn may_have_lost(text: &str, part: &Range<usize>, own: &[Sequence]) -> bool {
    let shown = &text[part.clone()];
    let is_small = || !shown.contains(char::is_uppercase) && may_be_small(text, own);
    reference::all(shown).next().is_some() || is_small()
}

/// Returns `true` if sequences may be much more likely where capitals became small letters: other bytes are the capitals.
fn may_be_small(text: &str, all: &[Sequence]) -> bool {
    let mut gain = 0;
    all.iter().any(|sequence| {
        let mut units = sequence.units();
        units.any(|unit| {
            gain += gain_of_capitals(text, sequence, &unit);
            gain > BETTER
        })
    })
}

/// Returns the most that the text of a unit can be more likely by if letters of it were capitals.
fn gain_of_capitals(text: &str, sequence: &Sequence, unit: &Unit) -> i32 {
    let through = sequence.through;
    let shown = &text[sequence.range.start + unit.at..][..unit.len as usize];
    let mut meant = sequence.meant[unit.meant_at..][..unit.meant_len as usize].chars();
    let byte = |c: char| Table::get().bytes(c).of(through).0.unwrap_or(0);
    let (Some(meant), None) = (meant.next(), meant.next()) else {
        let has_capital = |c: char| reader::capital_of(c).is_some_and(|capital| byte(capital) != 0);
        // It cannot be told.
        return if shown.contains(has_capital) {
            BETTER + 1
        } else {
            0
        };
    };
    let capitals = Capitals::of(through);
    if capitals.is_empty() {
        return 0;
    }
    let mut bytes = [0; 4];
    let len = meant.len_utf8();
    for (own, c) in bytes.iter_mut().zip(shown.chars()) {
        *own = byte(c);
    }
    let bytes = &bytes[..len];
    // Each of them, and all.
    let ways = 1..1_usize << len;
    let is_there = |place: usize| capitals.of_byte(bytes[place]).is_some();
    let is_way = |way: &usize| (0..len).all(|place| way >> place & 1 == 0 || is_there(place));
    let with_capitals = |way: usize| {
        let mut other = [0; 4];
        for (place, (other, &byte)) in other.iter_mut().zip(bytes).enumerate() {
            let capital = capitals.of_byte(byte).filter(|_| way >> place & 1 == 1);
            *other = capital.unwrap_or(byte);
        }
        std::str::from_utf8(&other[..len]).ok()?.chars().next()
    };
    if !(0..len).any(is_there) {
        return 0;
    }
    let others = ways.filter(is_way).filter_map(with_capitals);
    others
        .map(|other| Likelihood::most_gain(meant, other))
        .max()
        .unwrap_or(0)
}

/// The capital letters of an encoding that can stand in a sequence where the small ones do.
struct Capitals {
    /// The byte of the capital of each byte from 0x80 on, or 0.
    bytes: [u8; 128],
    is_empty: bool,
}

impl Capitals {
    /// Returns those of a single-byte encoding.
    fn of(through: Through) -> &'static Capitals {
        static ALL: [OnceLock<Capitals>; Encodings::COUNT] = [const { OnceLock::new() }; Encodings::COUNT];
        ALL[through.place()].get_or_init(|| Capitals::new(through))
    }

    fn new(through: Through) -> Capitals {
        let mut bytes = [0; 128];
        let characters = through.characters().unwrap_or_default();
        for (at, (own, c)) in bytes.iter_mut().zip(characters).enumerate() {
            let byte = 0x80 + at as u8;
            let capital = reader::capital_of(c).and_then(|c| Table::get().bytes(c).of(through).0);
            // A byte of another kind would make no character of them.
            let fits =
                |&capital: &u8| utf8::sequence_len(capital) == utf8::sequence_len(byte) && capital != byte;
            *own = capital.filter(fits).unwrap_or(0);
        }
        Capitals {
            is_empty: bytes == [0; 128],
            bytes,
        }
    }

    fn is_empty(&self) -> bool {
        self.is_empty
    }

    /// Returns the capital of a byte, if there is one.
    fn of_byte(&self, byte: u8) -> Option<u8> {
        let capital = *self.bytes.get(usize::from(byte.checked_sub(0x80)?))?;
        (capital != 0).then_some(capital)
    }
}

/// Returns the encodings to read a piece in: those in which much of it is sequences, and `allowed` of them if the encoding is known.
fn candidates(shown: &str, allowed: Encodings, is_known: bool, is_small: bool) -> Vec<Through> {
    let table = Table::get();
    let usual = Encodings::usual();
    let mut characters = 0;
    // The characters that are part of whole sequences.
    let mut covered = [0_usize; Encodings::COUNT];
    let mut rest = shown;
    // By the length of a sequence: the encodings in which one has begun that lacks one, two or three characters.
    let mut lacks = [[Encodings::NONE; 3]; 3];
    while let Some(c) = rest.chars().next() {
        let (c, len) = match c {
            '&' => reference::decode(rest).unwrap_or((c, 1)),
            _ => (c, c.len_utf8()),
        };
        rest = &rest[len..];
        if matches!(c, '\r' | '\n') {
            continue;
        }
        let capital = if is_small {
            reader::capital_of(c).unwrap_or(c)
        } else {
            c
        };
        let both = [table.bytes(c), table.bytes(capital)];
        let continues = match c {
            '\u{FFFD}' => Encodings::ALL,
            _ => both[0].continues.or(both[1].continues),
        };
        for (at, lack) in lacks.iter_mut().enumerate() {
            let ends = lack[0].and(continues).and(usual);
            for through in ends.iter() {
                covered[through.place()] += at + 2;
            }
            *lack = [lack[1].and(continues), lack[2].and(continues), Encodings::NONE];
        }
        if !c.is_ascii() {
            characters += 1;
            for (at, lack) in lacks.iter_mut().enumerate() {
                lack[at] = both[0].begins[at].or(both[1].begins[at]);
            }
        }
    }
    // The rest is what lost something.
    let least = (characters / 3).max(1);
    let mut all: Vec<Through> = usual
        .iter()
        .filter(|through| covered[through.place()] >= least)
        .collect();
    sort_by_key(&mut all, |through| {
        i64::from(through.rarity()) - ((covered[through.place()] as i64) << 32)
    });
    all.truncate(3 * MOST_READ);
    if is_known {
        let others = allowed
            .and(usual)
            .iter()
            .filter(|through| covered[through.place()] < least);
        all.extend(others.take(MOST_READ));
    }
    all
}
