//! Reasons not to undo what looks like a mistake: the result would be no better, or another one is as likely.
//!
//! Text that was decoded as an encoding that this rule does not know, or that lost bytes, mostly has places that can be
//! undone as if it had been decoded as Windows-1252. What comes out then has capitals and symbols inside words, or is
//! still misread.

use super::judge::{Around, Verdict, judge};
use super::misread::{self, Misread, Tables};
use super::script::{Script, script};
use super::surroundings::passage;
use super::{LONGEST_WORD, REACH, Sequence, Through};

/// Why a repair is not made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Doubt {
    /// A capital would stand after a small letter.
    Capital,
    /// A symbol would stand between small letters.
    Symbol,
    /// What would remain looks misread, too.
    Remainder,
    /// Another encoding would yield another text.
    Encoding,
}

/// Characters of Windows-1252 that have another byte in ISO-8859-15, ISO-8859-2 or Windows-1257, which may have been the
/// encoding: the character and those bytes, 0 for none.
const RIVALS: &[(char, [u8; 3])] = &[
    ('€', [0xA4, 0, 0]),
    ('Š', [0xA6, 0xA9, 0]),
    ('š', [0xA8, 0xB9, 0]),
    ('Ž', [0xB4, 0xAE, 0]),
    ('ž', [0xB8, 0xBE, 0]),
    ('Œ', [0xBC, 0, 0]),
    ('œ', [0xBD, 0, 0]),
    ('Ÿ', [0xBE, 0, 0]),
    ('¨', [0, 0, 0x8D]),
    ('¸', [0, 0, 0x8F]),
    ('¯', [0, 0, 0x9D]),
];

/// Places in `RIVALS`.
const LATIN_9: usize = 0;
const ISO_8859_2: usize = 1;
const WINDOWS_1257: usize = 2;

/// Returns what `misread` stands for if it went through the encoding at `place` in `RIVALS` and that yields another character
/// than Windows-1252.
fn rival(misread: &Misread, place: usize) -> Option<char> {
    let is_shared = match place {
        LATIN_9 => true,
        // They have other letters at the places of `Ã`, and ISO-8859-2 at that of `Å`.
        ISO_8859_2 => misread.lead == 'Ä',
        _ => matches!(misread.lead, 'Ä' | 'Å'),
    };
    let (_, bytes) = RIVALS.iter().find(|(c, _)| is_shared && *c == misread.last)?;
    let mut encoded = [0; 4];
    let len = misread.meant.encode_utf8(&mut encoded).len();
    encoded[len - 1] = bytes[place];
    str::from_utf8(&encoded[..len]).ok()?.chars().next()
}

fn has_rival(misread: &Misread) -> bool {
    (0..RIVALS[0].1.len()).any(|place| rival(misread, place).is_some())
}

fn is_small(c: char) -> bool {
    c.is_lowercase() && !matches!(c, 'ª' | 'º') && script(c) != Some(Script::Common)
}

fn is_capital(c: char) -> bool {
    c.is_uppercase() && script(c) == Some(Script::Latin)
}

/// Returns `true` for symbols that no word has inside. A degree sign, a prime, a mark of a trade follows letters; arrows and
/// operators stand between names.
fn is_symbol(c: char) -> bool {
    "¡¢£¤¥¦§¨¬¯±¶¸¼½¾¿×÷".contains(c) || matches!(c, '\u{2300}'..='\u{2BFF}')
}

/// Returns what makes `meant` implausible between the characters around it.
pub(super) fn of_result(meant: &str, around: &Around) -> Option<Doubt> {
    let mut before = around.before[0];
    let mut chars = meant.chars().peekable();
    while let Some(c) = chars.next() {
        let after = chars.peek().copied().or(around.after[0]);
        let [small_before, small_after] = [before, after].map(|c| c.is_some_and(is_small));
        let is_last = !after.is_some_and(char::is_alphanumeric);
        if small_before && (small_after || is_last) && is_capital(c) {
            return Some(Doubt::Capital);
        }
        if small_before && small_after && is_symbol(c) {
            return Some(Doubt::Symbol);
        }
        before = Some(c);
    }
    None
}

/// Returns the doubt about a sequence that went through Windows-1252: `misreads`, which become `meant` before `rest`.
pub(super) fn of_sequence(misreads: &[Misread], meant: &str, around: &Around, rest: &str) -> Option<Doubt> {
    let len: usize = misreads.iter().map(|misread| misread.len).sum();
    if len > REACH {
        return None; // its letters cannot stand there by chance
    }
    if let Some(doubt) = of_result(meant, around) {
        return Some(doubt);
    }
    if leaves_remainder(meant, around, rest) {
        return Some(Doubt::Remainder);
    }
    let [misread] = misreads else {
        return None;
    };
    // No word of the languages that have these letters begins with one. `č`, `ľ` and `ō` become them.
    let is_rare = match meant.chars().next()? {
        'Ĩ' | 'Ũ' | 'Ğ' | 'Ÿ' => around.after[0].is_some_and(is_small),
        'ĸ' => true,
        'ß' => !around.before[0].is_some_and(char::is_alphabetic) && around.after[0].is_some_and(is_small),
        _ => false,
    };
    (is_rare && has_rival(misread)).then_some(Doubt::Encoding)
}

/// Returns `true` if `meant` before `rest` holds what looks misread, and what is not undone after it.
fn leaves_remainder(meant: &str, around: &Around, rest: &str) -> bool {
    /// Characters after `meant` that can complete a misread character of it.
    const MOST: usize = 3;
    let mut text: String = around.before[0].into_iter().collect();
    let start = text.len();
    text.push_str(meant);
    let end = text.len();
    // What follows is misread alone.
    if misread::first(rest).is_none() {
        text.extend(rest.chars().take(MOST));
    }
    for (at, lead) in text[..end].char_indices() {
        if !matches!(lead, 'Â' | 'Ã' | 'â' | 'ã' | 'ï' | 'ð') {
            continue;
        }
        let tail = &text[at..];
        match misread::first(tail) {
            Some(misread) if at + misread.len <= start => {}
            Some(misread) => {
                let before = match text[..at].chars().next_back() {
                    None => around.before,
                    Some(c) => [Some(c), text[..at].chars().rev().nth(1).or(around.before[1])],
                };
                let mut after = text[at + misread.len..].chars();
                let around = Around {
                    before,
                    after: [after.next(), after.next()],
                };
                if matches!(lead, 'Â' | 'Ã') && judge(&[misread], &around) != Verdict::Certain {
                    return true;
                }
            }
            None if matches!(lead, 'Â' | 'Ã') => {}
            None => {
                let next = tail[lead.len_utf8()..].chars().next();
                if next.is_some_and(misread::only_continues) && at + tail.len() > start {
                    return true;
                }
            }
        }
    }
    false
}

/// Adds the doubts about sequences in the same word as a doubtful one, or near ones that went through another encoding.
pub(super) fn of_neighbors(text: &str, all: &mut [Sequence]) {
    let doubts: Vec<Option<Doubt>> = all.iter().map(|sequence| sequence.doubt).collect();
    of_words(text, all, &doubts);
    if all.iter().any(|sequence| sequence.has_rivals != [false; 2]) {
        of_encoding(text, all, &doubts);
    }
}

/// Doubts all of a word of which a part is in doubt: a word is misread in one way.
fn of_words(text: &str, all: &mut [Sequence], doubts: &[Option<Doubt>]) {
    let is_same_word = |one: &Sequence, next: &Sequence| {
        let gap = text.get(one.range.end..next.range.start);
        gap.is_some_and(|gap| gap.chars().all(char::is_alphanumeric))
    };
    let spread = |doubt: Doubt, to: &mut Sequence| {
        // A long sequence cannot stand there by chance.
        if to.doubt.is_none() && to.through == Through::Windows1252 && to.range.len() <= REACH {
            to.doubt = Some(doubt);
        }
    };
    for (i, doubt) in doubts.iter().enumerate() {
        let Some(doubt) = *doubt else {
            continue;
        };
        let own = all[i].range.clone();
        for next in i + 1..all.len() {
            let distance = all[next].range.start.saturating_sub(own.end);
            if distance > LONGEST_WORD || !is_same_word(&all[next - 1], &all[next]) {
                break;
            }
            spread(doubt, &mut all[next]);
        }
        for next in (0..i).rev() {
            let distance = own.start.saturating_sub(all[next].range.end);
            if distance > LONGEST_WORD || !is_same_word(&all[next], &all[next + 1]) {
                break;
            }
            spread(doubt, &mut all[next]);
        }
    }
}

/// Doubts sequences that another encoding makes something else of, near ones that went through such an encoding.
fn of_encoding(text: &str, all: &mut [Sequence], doubts: &[Option<Doubt>]) {
    let is_near = |one: &Sequence, other: &Sequence| {
        let near = passage(text, &one.range);
        near.start <= other.range.start && other.range.end <= near.end
    };
    for is_reversed in [false, true] {
        // The last one that speaks for each rival.
        let mut last: [Option<usize>; 2] = [None; 2];
        for i in 0..all.len() {
            let i = if is_reversed { all.len() - 1 - i } else { i };
            let own = &all[i];
            let speaks = [
                !own.may_be_windows || (doubts[i] == Some(Doubt::Capital) && own.has_rivals[0]),
                own.through == Through::Windows1257,
            ];
            let is_doubted = own.doubt.is_none()
                && (0..2).any(|rival| {
                    own.has_rivals[rival] && last[rival].is_some_and(|other| is_near(own, &all[other]))
                });
            for (place, speaks) in last.iter_mut().zip(speaks) {
                if speaks {
                    *place = Some(i);
                }
            }
            if is_doubted {
                all[i].doubt = Some(Doubt::Encoding);
            }
        }
    }
}

/// Returns whether Windows-1252 and Latin-1, and Windows-1257, make different letters of one of `misreads`.
pub(super) fn rivals_of(misreads: &[Misread]) -> [bool; 2] {
    let has = |places: &[usize]| {
        misreads
            .iter()
            .any(|misread| places.iter().any(|&place| rival(misread, place).is_some()))
    };
    [has(&[LATIN_9, ISO_8859_2]), has(&[WINDOWS_1257])]
}

/// Returns `true` if one of `tables` is that of Windows-1252.
pub(super) const fn has_windows(tables: Tables) -> bool {
    tables & misread::WINDOWS_1252 != 0
}
