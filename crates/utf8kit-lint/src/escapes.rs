//! Faults of text in escapes: what is double-encoded in `\u00c3\u00a9`, halves of surrogate pairs, bytes that Python kept as
//! surrogates, and encoded words of mail that are cut inside of a character.
//!
//! A file has the notations that its kind has (`files`, `notation`). The text is divided into cells of 1 KiB. A cell that has such an
//! escape is read without its escapes (`view`), with the text around it. The same engine as for text that is not escaped decides what
//! is double-encoded there, and each part that it undoes is written in the notation that it has. So findings depend on the text near
//! by alone, and not on the blocks.

mod files;
mod notation;
mod view;
mod words;

pub use files::Escapes;

use crate::double_encoded::{Repairs, Run, Through, may_be_undone, may_have_runs, runs_in};
use notation::{Meaning, Notation};
use std::ops::Range;
use utf8kit::Policy;
use utf8kit::utf8;
use utf8kit_encodings::order::sort_by_key;
use utf8kit_encodings::{Encoding, Reading};
use view::View;
use words::{Word, cut, fits};

/// Bytes that are examined at once.
const CELL: usize = 1024;

/// Bytes on either side of a cell that decide about what is in it. With the cell, they are in the margin of a block.
const CONTEXT: usize = 1008;

/// Bytes on either side of a cell that decide whether it has anything to examine: the longest escapes of a character.
const BESIDE: usize = 64;

/// Bytes of a line on either side of a fault in which backticks can be.
const LONGEST_LINE: usize = 512;

/// A fault.
#[derive(Debug)]
pub(crate) struct Fault {
    pub(crate) place: Range<usize>,
    pub(crate) what: What,
    /// What repairs it.
    pub(crate) repair: Option<String>,
}

/// What is wrong.
#[derive(Debug)]
pub(crate) enum What {
    /// The text, in which `shown` stands, is encoded twice or more often.
    DoubleEncoded {
        shown: String,
        meant: String,
        through: Through,
        times: u8,
    },
    /// Half of a surrogate pair.
    Surrogate(u16),
    /// Two halves that are one character.
    Pair(char),
    /// Bytes that were kept as surrogates, and their text, if they are UTF-8.
    Bytes(Vec<u8>, Option<String>),
    /// A character that two encoded words have a part of.
    Cut(char),
    /// Bytes of an encoded word that are not UTF-8.
    IllFormed(Vec<u8>),
    /// The name of an encoding that there is not.
    Charset(String),
}

/// Returns the faults that begin in the body of `bytes`, which are at `start` of the text, in order.
pub(crate) fn find(
    bytes: &[u8],
    start: u64,
    body: Range<usize>,
    escapes: Escapes,
    repairs: Repairs,
) -> Vec<Fault> {
    let mut faults = Vec::new();
    // Tests have such strings for a reason.
    if escapes.has(Escapes::SOURCE) && !repairs.likely {
        return faults;
    }
    for notations in escapes.by_lead() {
        let can_be_quoted = notations.1.has(Escapes::REFERENCES.and(Escapes::PERCENT));
        let mut at = body.start;
        while let Some(next) = next_candidate(bytes, at..body.end, notations) {
            let into_cell = ((start + next as u64) % CELL as u64) as usize;
            let cell = next.saturating_sub(into_cell)..bytes.len().min(next + CELL - into_cell);
            let of_cell = in_cell(bytes, &cell, notations, repairs).into_iter();
            faults.extend(of_cell.filter(|fault| !can_be_quoted || !is_in_backticks(bytes, &fault.place)));
            at = cell.end;
        }
    }
    if escapes.has(Escapes::MAIL) {
        in_words(bytes, &body, repairs, &mut faults);
    }
    faults.retain(|fault| body.contains(&fault.place.start));
    sort_by_key(&mut faults, |fault| fault.place.start as i64);
    faults
}

/// Returns `true` if backticks enclose a place in its line: Markdown shows what is between them as it is.
fn is_in_backticks(bytes: &[u8], place: &Range<usize>) -> bool {
    let before = &bytes[place.start.saturating_sub(LONGEST_LINE)..place.start];
    let after = &bytes[place.end..bytes.len().min(place.end + LONGEST_LINE)];
    let start = memchr::memrchr(b'\n', before).map_or(0, |lf| lf + 1);
    let opened = memchr::memchr_iter(b'`', &before[start..]).count();
    opened % 2 == 1 && memchr::memchr2(b'`', b'\n', after).is_some_and(|at| after[at] == b'`')
}

/// Returns the place of the first escape in a part that may be part of a fault: half of a pair, or what is not ASCII and may stand
/// beside another such character.
fn next_candidate(bytes: &[u8], part: Range<usize>, (lead, escapes): (u8, Escapes)) -> Option<usize> {
    let mut places = memchr::memchr_iter(lead, bytes.get(part.clone())?).map(|at| part.start + at);
    let has_neighbor = |at: usize, len: usize| {
        // What the part begins with may follow another escape.
        let follows = at < part.start + BESIDE || !bytes[at - 1].is_ascii();
        let next = bytes.get(at + len);
        follows || next.is_some_and(|&next| next == lead || !next.is_ascii())
    };
    places.find(|&at| {
        if is_ascii(&bytes[at..]) {
            return false;
        }
        match Notation::read(escapes, &bytes[at..]) {
            Some((_, Meaning::Character(c), len)) => !c.is_ascii() && has_neighbor(at, len),
            Some((_, Meaning::Byte(byte), len)) => !byte.is_ascii() && has_neighbor(at, len),
            Some((_, Meaning::Surrogate(_), _)) => true,
            Some((_, Meaning::Nothing, _)) | None => false,
        }
    })
}

/// Returns `true` for most of what stands for a character of ASCII, or is no escape, by its first bytes.
fn is_ascii(escape: &[u8]) -> bool {
    match escape {
        [b'\\', second, ..] => !matches!(second, b'u' | b'U' | b'2' | b'3'),
        [b'&', b'l' | b'g', b't', b';', ..] | [b'&', b'a', b'm', b'p', b';', ..] => true,
        [b'&', b'q', b'u', b'o', b't', b';', ..] => true,
        [b'%' | b'=', second, ..] => !matches!(second, b'8'..=b'9' | b'A'..=b'F' | b'a'..=b'f'),
        _ => false,
    }
}

/// Returns the faults that begin in a cell.
fn in_cell(bytes: &[u8], cell: &Range<usize>, notations: (u8, Escapes), repairs: Repairs) -> Vec<Fault> {
    let mut faults = Vec::new();
    let around = |len: usize| cell.start.saturating_sub(len)..bytes.len().min(cell.end + len);
    let near = View::new(bytes, around(BESIDE), notations);
    // What is strange in the rest of the text is another rule's.
    let is_strange = near.has_neighbors() && {
        let around = near.around_escapes();
        may_have_runs(&around) && (repairs.restore || may_be_undone(&around))
    };
    let has_halves = near
        .escapes
        .iter()
        .any(|escape| escape.surrogate.is_some() || escape.pair_of_references(&near).is_some());
    if !is_strange && !has_halves {
        return faults;
    }
    let view = View::new(bytes, around(CONTEXT), notations);
    if has_halves {
        surrogates(bytes, &view, cell, notations, &mut faults);
    }
    if is_strange {
        for run in runs_in(&view.text, 0, repairs)
            .iter()
            .filter(|run| run.can_be_undone())
        {
            faults.extend(double_encoded(bytes, &view, cell, run));
        }
    }
    faults
}

/// Returns the fault of the parts of a run that begin in a cell, as far as they are escaped.
fn double_encoded(bytes: &[u8], view: &View<'_>, cell: &Range<usize>, run: &Run) -> Option<Fault> {
    let mut place: Option<Range<usize>> = None;
    let mut text = 0..0;
    let (mut repair, mut meant) = (String::new(), String::new());
    for (part, of_part) in run.parts() {
        let in_bytes = view.place(&part);
        if !cell.contains(&in_bytes.start) {
            continue;
        }
        let Some(written) = view.written(&part, of_part) else {
            continue;
        };
        match &mut place {
            None => {
                text = part;
                place = Some(in_bytes);
            }
            Some(place) => {
                repair += std::str::from_utf8(&bytes[place.end..in_bytes.start]).ok()?;
                meant += std::str::from_utf8(&view.text[text.end..part.start]).ok()?;
                text.end = part.end;
                place.end = in_bytes.end;
            }
        }
        repair += &written;
        meant += of_part;
    }
    Some(Fault {
        place: place?,
        what: What::DoubleEncoded {
            shown: String::from_utf8_lossy(&view.text[text]).into_owned(),
            meant,
            through: run.through,
            times: run.times,
        },
        repair: Some(repair),
    })
}

/// Adds the faults of surrogates that begin in a cell.
fn surrogates(
    bytes: &[u8],
    view: &View<'_>,
    cell: &Range<usize>,
    (_, escapes): (u8, Escapes),
    faults: &mut Vec<Fault>,
) {
    let mut i = 0;
    while i < view.escapes.len() {
        let escape = &view.escapes[i];
        let place = escape.place.clone();
        i += 1;
        if !cell.contains(&place.start) {
            continue;
        }
        if let Some(c) = escape.pair_of_references(view) {
            faults.push(Fault {
                place,
                what: What::Pair(c),
                repair: Some(escape.written(c, view)),
            });
            continue;
        }
        let Some(unit) = escape.surrogate else {
            continue;
        };
        if escapes.has(Escapes::SOURCE) || is_in_pattern(bytes, &place) {
            continue;
        }
        let Some(byte) = kept_byte(unit) else {
            faults.push(Fault {
                place,
                what: What::Surrogate(unit),
                repair: None,
            });
            continue;
        };
        // The bytes of one character, or one byte.
        let mut kept = vec![byte];
        let mut end = place.end;
        for next in &view.escapes[i..] {
            let byte = next.surrogate.and_then(kept_byte);
            if let Some(byte @ 0x80..=0xBF) = byte
                && next.place.start == end
                && kept.len() < 4
            {
                kept.push(byte);
                end = next.place.end;
            } else {
                break;
            }
        }
        let text = utf8::chunks(&kept).next().map_or("", |chunk| chunk.text());
        let text = text.chars().next();
        let len = text.map_or(1, char::len_utf8);
        i += len - 1;
        kept.truncate(len);
        faults.push(Fault {
            place: place.start..view.escapes[i - 1].place.end,
            repair: text.map(|c| escape.written(c, view)),
            what: What::Bytes(kept, text.map(String::from)),
        });
    }
}

/// Returns the byte that Python keeps as this surrogate: `surrogateescape` of PEP 383.
fn kept_byte(unit: u16) -> Option<u8> {
    matches!(unit, 0xDC80..=0xDCFF).then_some(unit as u8)
}

/// Returns `true` if an escape is part of a regular expression, which has halves of pairs in ranges.
fn is_in_pattern(bytes: &[u8], place: &Range<usize>) -> bool {
    let is_of_pattern =
        |byte: Option<&u8>| matches!(byte, Some(b'-' | b'[' | b']' | b'(' | b')' | b'|' | b'^'));
    is_of_pattern(place.start.checked_sub(1).and_then(|at| bytes.get(at)))
        || is_of_pattern(bytes.get(place.end))
}

/// Adds the faults of encoded words.
fn in_words(bytes: &[u8], body: &Range<usize>, repairs: Repairs, faults: &mut Vec<Fault>) {
    // What is cut reaches into the next word.
    let mut done = 0;
    for start in memchr::memmem::find_iter(&bytes[body.clone()], b"=?") {
        let at = body.start + start;
        let Some(word) = Word::at(&bytes[at..]).filter(|_| at >= done) else {
            continue;
        };
        if let Some(fault) = in_word(bytes, at, &word, repairs) {
            done = fault.place.end;
            faults.push(fault);
        }
    }
}

/// Returns the fault of an encoded word at `at`.
fn in_word(bytes: &[u8], at: usize, word: &Word<'_>, repairs: Repairs) -> Option<Fault> {
    let place = at..at + word.len;
    let fault = |what, repair: Option<Vec<u8>>| Fault {
        place: place.clone(),
        what,
        repair: repair.and_then(|repair| String::from_utf8(repair).ok()),
    };
    let Some(encoding) = Encoding::for_label(word.charset, Reading::Iconv) else {
        return Some(fault(What::Charset(word.charset.to_owned()), None));
    };
    let decoded = word.decode()?;
    if encoding == Encoding::UTF_8 {
        let next = word.next(bytes, at).filter(|(_, next)| next.is_like(word));
        if let Some((next_at, next)) = next
            && let Some(fault) = cut_word(bytes, (at, word), (next_at, &next))
        {
            return Some(fault);
        }
        let before = Word::before(bytes, at).filter(|before| before.is_like(word));
        let cut = before.and_then(|before| cut(&before.decode()?, &decoded));
        if cut.is_none()
            && let Err(error) = utf8::validate(&decoded)
        {
            return Some(fault(What::IllFormed(error.attempt().to_vec()), None));
        }
    }
    let text = encoding.decode(&decoded, Policy::Fail).ok()?;
    let runs = runs_in(text.as_bytes(), 0, repairs);
    let runs: Vec<&Run> = runs.iter().filter(|run| run.can_be_undone()).collect();
    let first = runs.first()?;
    let mut repaired = String::new();
    let mut end = 0;
    for run in &runs {
        repaired += &text[end..run.range.start];
        repaired += &run.meant;
        end = run.range.end;
    }
    repaired += &text[end..];
    let repair = encoding
        .encode(&repaired, Policy::Fail)
        .ok()
        .map(|bytes| word.with(&bytes));
    Some(fault(
        What::DoubleEncoded {
            shown: text,
            meant: repaired,
            through: first.through,
            times: first.times,
        },
        repair.filter(|repair| fits(bytes, at, word, repair)),
    ))
}

/// Returns the fault of two encoded words that each have a part of a character.
fn cut_word(
    bytes: &[u8],
    (at, first): (usize, &Word<'_>),
    (next_at, second): (usize, &Word<'_>),
) -> Option<Fault> {
    let (of_first, of_second) = (first.decode()?, second.decode()?);
    let cut = cut(&of_first, &of_second)?;
    let (start, end) = of_first.split_at(of_first.len() - cut.head);
    let (continued, rest) = of_second.split_at(cut.tail);
    // All of it in the first word, or in the second, if that is not too long and something is left of the other.
    let in_first = (first.with(&[&of_first, continued].concat()), second.with(rest));
    let in_second = (first.with(start), second.with(&[end, &of_second].concat()));
    let repaired = if !rest.is_empty() && fits(bytes, at, first, &in_first.0) {
        Some(in_first)
    } else if !start.is_empty() && fits(bytes, next_at, second, &in_second.1) {
        Some(in_second)
    } else {
        None
    };
    let repair = repaired.and_then(|(one, other)| {
        String::from_utf8([&one, &bytes[at + first.len..next_at], &other].concat()).ok()
    });
    Some(Fault {
        place: at..next_at + second.len,
        what: What::Cut(cut.character),
        repair,
    })
}
