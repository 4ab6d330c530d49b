//! Reasons not to undo what looks like a mistake: the result would be no better, or another one is as likely.
//!
//! Text that was decoded as an encoding that this rule does not know, or that lost bytes, mostly has places that can be
//! undone as if it had been decoded as Windows-1252. What comes out then has capitals and symbols inside words, or is
//! still misread.

use super::judge::{Around, Verdict, judge};
use super::misread::{self, Misread, Tables, windows_1252};
use super::run::Doubt;
use super::script::{Script, script};
use super::sequence::{RIVALS, Sequence};
use super::surroundings::{LONGEST_WORD, REACH, passage};
use super::through::{Encodings, Through};
use std::ops::Range;

/// The places of the encodings in [`BYTES`].
const LATIN_9: usize = 0;
const ISO_8859_2: usize = 1;
const ISO_8859_13: usize = 2;

/// Characters of Windows-1252 that have another byte in ISO-8859-15, ISO-8859-2, ISO-8859-13 or Windows-1257: the character and
/// those bytes, 0 for none.
const BYTES: &[(char, [u8; RIVALS])] = &[
    ('€', [0xA4, 0, 0, 0]),
    ('Š', [0xA6, 0xA9, 0, 0]),
    ('š', [0xA8, 0xB9, 0, 0]),
    ('Ž', [0xB4, 0xAE, 0, 0]),
    ('ž', [0xB8, 0xBE, 0, 0]),
    ('Œ', [0xBC, 0, 0, 0]),
    ('œ', [0xBD, 0, 0, 0]),
    ('Ÿ', [0xBE, 0, 0, 0]),
    ('”', [0, 0, 0xA1, 0]),
    ('„', [0, 0, 0xA5, 0]),
    ('“', [0, 0, 0xB4, 0]),
    ('¨', [0, 0, 0, 0x8D]),
    ('¸', [0, 0, 0, 0x8F]),
    ('¯', [0, 0, 0, 0x9D]),
];

/// Returns what `misread` stands for if it went through the encoding at `place` in `BYTES` and that yields another character
/// than Windows-1252.
fn rival(misread: &Misread, place: usize) -> Option<char> {
    // The others have other letters at the places of most leads.
    let is_shared = match place {
        LATIN_9 => true,
        ISO_8859_2 => matches!(misread.lead, 'Ä' | '×'),
        ISO_8859_13 => matches!(misread.lead, 'Ä' | 'Å' | '×'),
        // windows-1257
        _ => matches!(misread.lead, 'Ä' | 'Å'),
    };
    if !is_shared {
        return None;
    }
    let mut encoded = [0; 4];
    let len = misread.meant.encode_utf8(&mut encoded).len();
    let mut is_other = false;
    for byte in &mut encoded[1..len] {
        let c = match has_windows(misread.tables) {
            true => windows_1252(*byte),
            false => char::from(*byte),
        };
        if let Some((_, bytes)) = BYTES
            .iter()
            .find(|(other, bytes)| *other == c && bytes[place] != 0)
        {
            *byte = bytes[place];
            is_other = true;
        }
    }
    let c = str::from_utf8(&encoded[..len]).ok()?.chars().next();
    c.filter(|_| is_other)
}

/// Returns `true` if one of the characters of `misread` may be in [`BYTES`]. Most are not.
fn may_have_rival(misread: &Misread) -> bool {
    let mut buffer = [0; 4];
    let mut rest = misread.meant.encode_utf8(&mut buffer).bytes().skip(1);
    rest.any(|byte| {
        matches!(
            byte,
            0x80 | 0x84 | 0x8A | 0x8C | 0x8E | 0x93 | 0x94 | 0x9A | 0x9C | 0x9E | 0x9F | 0xA8 | 0xAF | 0xB8
        )
    })
}

fn has_rival(misread: &Misread) -> bool {
    may_have_rival(misread) && (0..RIVALS).any(|place| rival(misread, place).is_some())
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
        let is_irish = matches!(around.before, [Some('h' | 'n' | 't'), that] if !that.is_some_and(char::is_alphabetic))
            && matches!(c, 'Á' | 'É' | 'Í' | 'Ó'); // `na hÉireann`
        let is_inside = small_after || is_last || before.is_some_and(|c| !c.is_ascii());
        if small_before && is_inside && is_capital(c) && !is_irish {
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
/// `follows`: another sequence ends where it begins.
pub(super) fn of_sequence(
    misreads: &[Misread],
    meant: &str,
    around: &Around,
    follows: bool,
    rest: &str,
) -> Option<Doubt> {
    let len: usize = misreads.iter().map(|misread| misread.len).sum();
    if len > REACH {
        return None; // its letters cannot stand there by chance
    }
    if let Some(doubt) = of_result(meant, around) {
        return Some(doubt);
    }
    let fits_before = follows || fits(around.before[0], meant.chars().next());
    let fits_after = fits(around.after[0], meant.chars().next_back())
        || misread::first(rest).is_some()
        || misread::cut(rest).is_some();
    let is_between_signs = !follows
        && is_sign(around.before[0])
        && is_sign(around.after[0])
        && !matches!(around.before, [Some('“' | '„' | '‘' | '«' | '‹' | '‚'), _]);
    // Cyrillic through MacRoman has a dash in each second letter.
    let dash = |c: Option<char>| matches!(c, Some('–' | '—'));
    let has_dashes = dash(around.before[0])
        && misreads.iter().any(|misread| {
            let mut buffer = [0; 4];
            let mut rest = misread.meant.encode_utf8(&mut buffer).bytes().skip(1);
            rest.any(|byte| dash(Some(windows_1252(byte))))
        });
    let is_phonetic = meant.contains(super::judge::is_phonetic)
        && [around.before[0], around.after[0]]
            .iter()
            .any(|c| is_letter_or_sign(*c));
    if !fits_before
        || !fits_after
        || is_between_signs
        || has_dashes
        || is_phonetic
        || leaves_remainder(meant, around, rest)
    {
        return Some(Doubt::Remainder);
    }
    // In other scripts, words with a capital inside are certain, unless the capital is a small letter elsewhere.
    let is_inner = |pair: &[Misread]| pair[0].meant.is_lowercase() && pair[1].meant.is_uppercase();
    if misreads
        .windows(2)
        .any(|pair| is_inner(pair) && has_rival(&pair[1]))
    {
        return Some(Doubt::Capital);
    }
    let [misread] = misreads else {
        return None;
    };
    // No word of the languages that have these letters begins with one. `č`, `ľ`, `š` and `ō` become them.
    let is_rare = match misread.meant {
        'Ĩ' | 'Ũ' | 'Ğ' | 'Ÿ' | 'Ŕ' | 'Ĕ' | 'Ì' => around.after[0].is_some_and(is_small),
        'ĸ' => true,
        // `è`, `é` and others that are words.
        'Ú' | 'Ê' | 'Î' | 'Þ' => {
            let is_blank = |c: Option<char>| c.is_none_or(char::is_whitespace);
            is_blank(around.before[0]) && is_blank(around.after[0])
        }
        'ß' => !around.before[0].is_some_and(char::is_alphabetic) && around.after[0].is_some_and(is_small),
        _ => false,
    };
    (is_rare && has_rival(misread)).then_some(Doubt::Encoding)
}

/// Returns `true` for a sign that is not ASCII.
fn is_sign(c: Option<char>) -> bool {
    c.is_some_and(|c| !c.is_ascii() && !c.is_alphanumeric() && !c.is_whitespace())
}

/// Returns `true` for what is neither ASCII nor a space.
fn is_letter_or_sign(c: Option<char>) -> bool {
    c.is_some_and(|c| !c.is_ascii() && !c.is_whitespace())
}

/// Returns `true` if correct text can have `neighbor` directly before or after `own`.
///
/// In text that went through another encoding, what can be undone stands between signs that cannot.
fn fits(neighbor: Option<char>, own: Option<char>) -> bool {
    /// What stands next to words.
    const MARKS: &str = "“”‘’„‚«»‹›–—―…·•®™©†‡§¿¡¹²³°×÷€£¥′″−→←│✓✔★☆■□●○►\u{AD}\u{FEFF}\u{FFFD}";
    let (Some(c), Some(own)) = (neighbor, own) else {
        return true;
    };
    if c.is_ascii() || c.is_whitespace() || MARKS.contains(c) {
        return true;
    }
    match (script(c), script(own)) {
        // Joiners, selectors, pictures.
        (Some(Script::Common), _) => matches!(c, '\u{2000}'..='\u{206F}' | '\u{FE0E}'..),
        (one, other) if one == other => true,
        (Some(Script::EastAsian), _) => true,
        (_, Some(Script::Common)) => c.is_alphabetic(),
        (None, _) => !matches!(c, '\u{100}'..='\u{24F}'),
        _ => false,
    }
}

/// Returns `true` if `meant` before `rest` holds what looks misread, and what is not undone after it.
fn leaves_remainder(meant: &str, around: &Around, rest: &str) -> bool {
    /// Characters after `meant` that can complete a misread character of it.
    const MOST: usize = 3;
    let begins = |c: char| matches!(c, 'Â' | 'Ã' | 'â' | 'ã' | 'ï' | 'ð');
    if !around.before[0].is_some_and(begins) && !meant.contains(begins) {
        return false;
    }
    let mut text: String = around.before[0].into_iter().collect();
    let start = text.len();
    text.push_str(meant);
    let end = text.len();
    // What follows is misread alone.
    if misread::first(rest).is_none() {
        text.extend(rest.chars().take(MOST));
    }
    for (at, lead) in text[..end].char_indices() {
        if !begins(lead) {
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

/// Adds the doubts about sequences in the same word as a doubtful one, or near ones that another encoding explains as well.
pub(super) fn of_neighbors(text: &str, all: &mut [Sequence]) {
    for i in 0..all.len() {
        if all[i].doubt.is_none() && !all[i].is_cut && leaves_remainder_in_word(text, all, i) {
            all[i].doubt = Some(Doubt::Remainder);
        }
    }
    let doubts: Vec<Option<Doubt>> = all.iter().map(|sequence| sequence.doubt).collect();
    of_words(text, all, &doubts);
    of_initials(text, all);
    if all.iter().any(|sequence| sequence.has_rivals != [false; RIVALS]) {
        of_encoding(text, all, &doubts);
    }
}

/// Returns `true` if the word of a sequence has the first character of a misread one before what none of its encoding has.
fn leaves_remainder_in_word(text: &str, all: &[Sequence], index: usize) -> bool {
    let own = &all[index];
    if own.through != Through::WINDOWS_1252 || own.range.len() > REACH {
        return false;
    }
    let bytes = text.as_bytes();
    let blank = |byte: &u8| byte.is_ascii_whitespace();
    let first = own.range.start.saturating_sub(LONGEST_WORD);
    let before = &bytes[first..own.range.start];
    let start = before.iter().rposition(blank).map_or(first, |at| first + at + 1);
    let last = bytes.len().min(own.range.end + LONGEST_WORD);
    let after = &bytes[own.range.end..last];
    let end = after.iter().position(blank).map_or(last, |at| own.range.end + at);
    // `Â`, `Ã`, `Ä`, `Å`, `Ð`, `Ñ`, and a character that is not ASCII.
    let has_lead = |gap: Range<usize>| {
        memchr::memchr_iter(0xC3, bytes.get(gap.clone()).unwrap_or_default()).any(|at| {
            matches!(
                bytes[gap.start + at..],
                [_, 0x82..=0x85 | 0x90..=0x91, 0x80..=0xFF, ..]
            )
        })
    };
    let mut gap_end = own.range.start;
    for other in all[..index]
        .iter()
        .rev()
        .take_while(|other| other.range.end > start)
    {
        if has_lead(other.range.end..gap_end) {
            return true;
        }
        gap_end = other.range.start;
    }
    let mut gap_start = own.range.end;
    for other in all[index + 1..]
        .iter()
        .take_while(|other| other.range.start < end)
    {
        if has_lead(gap_start..other.range.start) {
            return true;
        }
        gap_start = other.range.end;
    }
    has_lead(start..gap_end) || has_lead(gap_start..end)
}

/// Doubts all of a word of which a part is in doubt: a word is misread in one way.
fn of_words(text: &str, all: &mut [Sequence], doubts: &[Option<Doubt>]) {
    let is_same_word = |one: &Sequence, next: &Sequence| {
        let gap = text.get(one.range.end..next.range.start);
        gap.is_some_and(|gap| gap.chars().all(char::is_alphanumeric))
    };
    let spread = |doubt: Doubt, to: &mut Sequence| {
        // A long sequence cannot stand there by chance.
        if to.doubt.is_none() && to.through == Through::WINDOWS_1252 && to.range.len() <= REACH {
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

/// Doubts `À` at the start of a word, which is more often `ä` that went through ISO-8859-15, unless text near it cannot have
/// gone through that.
fn of_initials(text: &str, all: &mut [Sequence]) {
    let bytes = text.as_bytes();
    let is_initial = |own: &Sequence| {
        let after = text[own.range.end..].chars().next();
        *own.meant == *"À"
            && own.has_rivals[LATIN_9]
            && own.doubt.is_none()
            && after.is_some_and(is_small)
            && !bytes[..own.range.start]
                .last()
                .is_some_and(u8::is_ascii_alphabetic)
    };
    let these: Vec<bool> = all.iter().map(is_initial).collect();
    if !these.contains(&true) {
        return;
    }
    let those: Vec<bool> = all.iter().map(|own| own.excludes_latin_9).collect();
    let certain = near(text, all, &these, &those);
    for (i, own) in all.iter_mut().enumerate().filter(|(i, _)| these[*i]) {
        if !certain.contains(&i) {
            own.doubt = Some(Doubt::Encoding);
        }
    }
}

/// Returns `true` if ISO-8859-15 lacks a character that `misreads` have.
pub(super) fn excludes_latin_9(misreads: &[Misread]) -> bool {
    let mut buffer = [0; 4];
    misreads.iter().any(|misread| {
        let has_marks = misread.tables == misread::WINDOWS_1252;
        let mut rest = misread.meant.encode_utf8(&mut buffer).bytes().skip(1);
        rest.any(|byte| match byte {
            0xA4 | 0xA6 | 0xA8 | 0xB4 | 0xB8 | 0xBC..=0xBE => true,
            0x82..=0x99 | 0x9B => has_marks && BYTES.iter().all(|(c, _)| *c != windows_1252(byte)),
            _ => false,
        })
    })
}

/// Doubts sequences that another encoding makes something else of, near ones that went through such an encoding.
///
/// Those near ones that are not in doubt themselves come into doubt with them: if they were undone, nothing would show it
/// the next time.
fn of_encoding(text: &str, all: &mut [Sequence], doubts: &[Option<Doubt>]) {
    let is_latin_1 = |own: &Sequence| !own.may_be_windows;
    for rival in [LATIN_9, ISO_8859_2, ISO_8859_13] {
        let is_open = |own: &Sequence| own.has_rivals[rival] && own.doubt.is_none();
        let capitals: Vec<bool> = (0..all.len())
            .map(|i| doubts[i] == Some(Doubt::Capital) && all[i].has_rivals[rival])
            .collect();
        let open: Vec<bool> = all.iter().map(is_open).collect();
        if !open.contains(&true) {
            continue;
        }
        let latin_1: Vec<bool> = all.iter().map(is_latin_1).collect();
        let speak: Vec<bool> = latin_1
            .iter()
            .zip(&capitals)
            .map(|(one, other)| one | other)
            .collect();
        let doubted = near(text, all, &open, &speak);
        let mut is_doubted = vec![false; all.len()];
        for &i in &doubted {
            is_doubted[i] = true;
        }
        for i in near(text, all, &latin_1, &is_doubted).into_iter().chain(doubted) {
            let own = &mut all[i];
            if own.doubt.is_none() && own.through == Through::WINDOWS_1252 && own.range.len() <= REACH {
                own.doubt = Some(Doubt::Encoding);
            }
        }
    }
}

/// Returns the sequences of `these` that have one of `those` in their passage.
fn near(text: &str, all: &[Sequence], these: &[bool], those: &[bool]) -> Vec<usize> {
    let is_near = |one: &Sequence, other: &Sequence| {
        let near = passage(text, &one.range);
        near.start <= other.range.start && other.range.end <= near.end
    };
    let mut found = vec![false; all.len()];
    let (mut before, mut after) = (None, None);
    for i in 0..all.len() {
        let back = all.len() - 1 - i;
        for (at, last) in [(i, &mut before), (back, &mut after)] {
            found[at] |= these[at] && last.is_some_and(|other: usize| is_near(&all[at], &all[other]));
            if those[at] {
                *last = Some(at);
            }
        }
    }
    (0..all.len()).filter(|&i| found[i]).collect()
}

/// Returns the encodings that text with `misreads` and with spans through other encodings can have gone through, if it went
/// through one alone.
pub(super) fn allowed_by(misreads: &[Misread], tables: Tables) -> Encodings {
    /// Bytes of 0x80..=0x9F without a character in Windows-1250.
    const UNDEFINED: [u8; 5] = [0x81, 0x83, 0x88, 0x90, 0x98];
    let mut buffer = [0; 4];
    let mut has_defined = |misread: &Misread| {
        let bytes = misread.meant.encode_utf8(&mut buffer).bytes();
        bytes
            .skip(1)
            .any(|byte| matches!(byte, 0x80..=0x9F) && !UNDEFINED.contains(&byte))
    };
    if tables == misread::WINDOWS_1252 {
        Encodings::ALL.without(Through::ISO_8859_2)
    } else if tables == misread::LATIN_1 && misreads.iter().any(&mut has_defined) {
        Encodings::ALL.without(Through::WINDOWS_1250)
    } else {
        Encodings::ALL
    }
}

/// Returns which of the rivals make other characters of one of `misreads`.
pub(super) fn rivals_of(misreads: &[Misread]) -> [bool; RIVALS] {
    let mut has = [false; RIVALS];
    for misread in misreads.iter().filter(|misread| may_have_rival(misread)) {
        for (place, has) in has.iter_mut().enumerate() {
            *has |= rival(misread, place).is_some();
        }
    }
    has
}

/// Returns `true` if one of `tables` is that of Windows-1252.
pub(super) const fn has_windows(tables: Tables) -> bool {
    tables & misread::WINDOWS_1252 != 0
}
