//! Finds text that went through encodings other than Windows-1252 and Latin-1.
//!
//! The search stops at *anchors*: characters that such text has and correct text hardly ever has. The span of characters
//! around an anchor that are not ASCII is a run if the whole span encodes to well-formed UTF-8 that is plausible.
//!
//! Encodings can yield different text for the same span: `Ĺź` is `ş` through Windows-1250 and `ż` through ISO-8859-2. It then
//! has several readings, and the other spans of the text decide.

use super::doubt;
use super::judge::{Around, Verdict};
use super::misread;
use super::run::{Doubt, Reading, Unit};
use super::script::{Script, script};
use super::sequence::Sequence;
use super::surroundings::{REACH, around, passage_of_line};
use super::through::{Encodings, OTHERS, Through};
use std::ops::Range;

/// Places tested together.
const BLOCK: usize = 256;

/// Matches anchors. `x` is ASCII in some.
#[inline(always)]
fn is_anchor(x: u8, y: u8, z: u8, w: u8) -> bool {
    // A small ASCII letter before what the leads of Latin letters and of punctuation become: `Ă`, `Ĺ`, `Ć`; `Г`, `вЂ`, `ц`;
    // a root, a box, `Γ`, a low quotation mark.
    let before = x.wrapping_sub(b'a') < 26;
    let latin = (y == 0xC4) & ((z | 4 == 0x86) | (z == 0xB9));
    let cyrillic_or_greek = (y | 1 == 0xD1) | ((y == 0xCE) & (z == 0x93));
    let sign = (y == 0xE2) & ((z == 0x88) | (z == 0x94) | ((z == 0x80) & (w == 0x9A)));
    // Windows-1251: a letter before one of `Ђ`..=`Џ`, which stand for р, с, ь, я.
    let windows_1251 = (x == 0xD0) & (y >= 0x92) & (z == 0xD0) & (w < 0x90);
    // KOI8-R: a letter before a box.
    let koi8 = (x | 1 == 0xD1) & (z == 0xE2) & (w.wrapping_sub(0x94) < 3);
    // CP437: `╨` and `╤`.
    let boxes = (x == 0xE2) & (y == 0x95) & (z | 0xC == 0xAC) & (w >= 0xC2);
    // GBK and Shift_JIS: what the leads of frequent characters become: `锛`, `銆`, and `縺`.
    let chinese = (x == 0xE9) & (((y == 0x94) & (z == 0x9B)) | ((y == 0x8A) & (z == 0x86)));
    let japanese = (x == 0xE7) & (y == 0xB8) & (z == 0xBA);
    (before & (latin | cyrillic_or_greek | sign)) | windows_1251 | koi8 | boxes | chinese | japanese
}

/// Returns `true` if two bytes of `block` may be part of an anchor. Few blocks of correct text have such bytes.
///
/// A minimum is zero if some place has a zero, and so combines the tests without comparing for each.
#[inline(always)]
fn any_pair(block: &[u8]) -> bool {
    let (first, second) = (&block[..BLOCK], &block[1..=BLOCK]);
    let mut any = u8::MAX;
    for i in 0..BLOCK {
        let (x, y) = (first[i], second[i]);
        let latin = (x ^ 0xC4) | ((y | 4) ^ 0x86).min(y ^ 0xB9);
        let sign = (x ^ 0xE2) | ((y & 0xFC) ^ 0x94).min(y ^ 0x88);
        let before_capital = ((x & 0xF0) ^ 0x90) | (y ^ 0xC3);
        let after_letter = x.wrapping_sub(b'a').saturating_sub(25) | ((y | 1) ^ 0xD1);
        let windows_1251 = (x ^ 0xD0) | (y & 0x70);
        let wide = ((x ^ 0x94) | (y ^ 0x9B))
            .min((x ^ 0xE7) | (y ^ 0xB8))
            .min((x ^ 0x8A) | (y ^ 0x86));
        any = any
            .min(latin)
            .min(sign)
            .min(before_capital)
            .min(after_letter)
            .min(windows_1251)
            .min(wide);
    }
    any == 0
}

/// The same code, compiled for AVX-512.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512bw,avx512vl")]
fn any_avx512(block: &[u8]) -> bool {
    any_pair(block)
}

/// The same code, compiled for AVX2.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn any_avx2(block: &[u8]) -> bool {
    any_pair(block)
}

fn any(block: &[u8]) -> bool {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::is_x86_feature_detected;
        if is_x86_feature_detected!("avx512bw") && is_x86_feature_detected!("avx512vl") {
            // SAFETY: the processor has AVX-512BW and AVX-512VL, as the condition has just found.
            return unsafe { any_avx512(block) };
        }
        if is_x86_feature_detected!("avx2") {
            // SAFETY: the processor has AVX2, as the condition has just found.
            return unsafe { any_avx2(block) };
        }
    }
    any_pair(block)
}

/// Returns the first anchor in `bytes[from..to]`.
fn next_anchor(bytes: &[u8], from: usize, to: usize) -> Option<usize> {
    let byte = |i: usize| bytes.get(i).copied().unwrap_or(0x20);
    let here = |at: &usize| is_anchor(byte(*at), byte(at + 1), byte(at + 2), byte(at + 3));
    let mut at = from;
    while at < to {
        // An anchor has four bytes, and a pair begins in it.
        let first = at.saturating_sub(3).max(from);
        let Some(block) = bytes.get(at..=at + BLOCK) else {
            return (first..to).find(here);
        };
        if !block.is_ascii()
            && any(block)
            && let Some(found) = (first..to.min(at + BLOCK)).find(here)
        {
            return Some(found);
        }
        at += BLOCK;
    }
    None
}

/// Returns the first place in `bytes[from..to]` from which on a span may be a run.
pub(super) fn next(bytes: &[u8], from: usize, to: usize) -> Option<usize> {
    let mut at = from;
    while let Some(anchor) = next_anchor(bytes, at, bytes.len().min(to + REACH)) {
        let Some(span) = span(bytes, anchor + 1) else {
            at = anchor + 1;
            continue;
        };
        if judge(bytes, &span).is_some_and(|found| found.verdict == Verdict::Certain) {
            return Some(span.start);
        }
        at = span.end.max(anchor + 1);
    }
    None
}

/// Returns the bytes around `at` that are not ASCII, unless there are more than `REACH`.
fn span(bytes: &[u8], at: usize) -> Option<Range<usize>> {
    let first = at.saturating_sub(REACH);
    let last = bytes.len().min(at + REACH);
    let start = bytes[first..at]
        .iter()
        .rposition(u8::is_ascii)
        .map_or(first, |ascii| first + ascii + 1);
    let end = bytes[at..last]
        .iter()
        .position(u8::is_ascii)
        .map_or(last, |ascii| at + ascii);
    (end > start && end - start < REACH).then_some(start..end)
}

/// Returns `known`, which went through Windows-1252, and the spans that went through other encodings, in order.
pub(super) fn merge(text: &str, known: Vec<Sequence>) -> Vec<Sequence> {
    let spans = spans(text);
    if spans.is_empty() {
        return known;
    }
    let mut all: Vec<Sequence> = known
        .into_iter()
        .filter(|sequence| {
            let next = spans.partition_point(|span| span.range.end <= sequence.range.start);
            spans
                .get(next)
                .is_none_or(|span| span.range.start >= sequence.range.end)
        })
        .collect();
    all.extend(spans);
    all.sort_by_key(|sequence| sequence.range.start);
    all
}

/// Returns the spans that went through other encodings than Windows-1252, in order: the certain ones, and others in the same
/// line that went through the same encoding.
fn spans(text: &str) -> Vec<Sequence> {
    let bytes = text.as_bytes();
    let mut found: Vec<Sequence> = Vec::new();
    let (mut at, mut examined) = (0, 0);
    while let Some(anchor) = next_anchor(bytes, at, bytes.len()) {
        at = anchor + 1;
        let Some(certain) = span(bytes, anchor + 1) else {
            continue;
        };
        at = at.max(certain.end);
        let Some(sequence) = judge(bytes, &certain).filter(|found| found.verdict == Verdict::Certain) else {
            continue;
        };
        let among = sequence.of_any_reading();
        found.push(sequence);
        let line = passage_of_line(text, &certain);
        let others = non_ascii(bytes, line.start.max(examined)..line.end)
            .filter(|other| *other != certain)
            .filter_map(|other| judge_among(text, &other, among));
        found.extend(others);
        examined = line.end;
    }
    found.sort_by_key(|sequence| (sequence.range.start, sequence.verdict == Verdict::Possible));
    found.dedup_by_key(|sequence| sequence.range.start);
    found
}

/// Returns the spans of bytes that are not ASCII and are completely within `range`, in order.
fn non_ascii(bytes: &[u8], range: Range<usize>) -> impl Iterator<Item = Range<usize>> {
    let mut at = range.start;
    if at > 0 && !bytes[at - 1].is_ascii() {
        at = end_of_span(bytes, at);
    }
    std::iter::from_fn(move || {
        let rest = bytes.get(at..range.end)?;
        let start = at + rest.iter().position(|byte| !byte.is_ascii())?;
        at = end_of_span(bytes, start);
        (at <= range.end).then_some(start..at)
    })
}

/// Returns the place of the first ASCII byte at or after `at`.
fn end_of_span(bytes: &[u8], at: usize) -> usize {
    let rest = &bytes[at..];
    at + rest.iter().position(u8::is_ascii).unwrap_or(rest.len())
}

fn judge(bytes: &[u8], span: &Range<usize>) -> Option<Sequence> {
    // ASCII around it is text, and enough to judge by.
    let first = span.start.saturating_sub(LETTERS);
    let first = bytes[first..span.start]
        .iter()
        .rposition(|byte| !byte.is_ascii())
        .map_or(first, |at| first + at + 1);
    let last = bytes.len().min(span.end + LETTERS);
    let last = bytes[span.end..last]
        .iter()
        .position(|byte| !byte.is_ascii())
        .map_or(last, |at| span.end + at);
    let text = str::from_utf8(&bytes[first..last]).ok()?;
    let within = span.start - first..span.end - first;
    let found =
        judge_among(text, &within, Encodings::ALL).filter(|found| found.verdict == Verdict::Certain)?;
    Some(Sequence {
        range: span.clone(),
        ..found
    })
}

/// What a span is, with how sure that is and what speaks against it.
struct Judged {
    reading: Reading,
    verdict: Verdict,
    through: Through,
    is_cut: bool,
    doubt: Option<Doubt>,
}

/// Judges the span `range` of `text` as text that went through one of the encodings.
fn judge_among(text: &str, range: &Range<usize>, among: Encodings) -> Option<Sequence> {
    let shown = &text[range.clone()];
    let around = around(text, range);
    if is_through_windows_1252(shown, &around) {
        return None;
    }
    let letters = Letters::around(text.as_bytes(), range);
    let mut all: Vec<Judged> = Vec::new();
    for &through in OTHERS.iter().filter(|&&through| among.contains(through)) {
        let Some((meant, is_cut)) = undo(shown, through) else {
            continue;
        };
        let Some(verdict) = verdict(shown, &meant, through, is_cut, &letters) else {
            continue;
        };
        let encodings = Encodings::of(through);
        if let Some(same) = all.iter_mut().find(|same| same.reading.meant == meant) {
            same.reading.encodings = same.reading.encodings.or(encodings);
            same.verdict = same.verdict.max(verdict);
            continue;
        }
        all.push(Judged {
            doubt: doubt::of_result(&meant, &around),
            reading: Reading { encodings, meant },
            verdict,
            through,
            is_cut,
        });
    }
    if all.iter().any(|judged| judged.doubt.is_none()) {
        all.retain(|judged| judged.doubt.is_none());
    }
    for judged in &mut all {
        // It was a signature, which is no part of a text.
        judged.reading.meant.retain(|c| c != '\u{FEFF}');
    }
    let likeliest = all
        .iter()
        .position(|judged| judged.verdict == Verdict::Certain)
        .unwrap_or(0);
    let is_open = all.len() > 1;
    let Judged {
        reading: Reading { encodings, ref meant },
        verdict,
        through,
        is_cut,
        doubt,
    } = *all.get(likeliest)?;
    let meant = meant.clone();
    let mut units = Vec::new();
    Unit::push(&mut units, shown.len(), meant.len());
    Some(Sequence {
        is_cut,
        verdict,
        doubt,
        encodings,
        readings: match is_open && !is_cut {
            true => all.into_iter().map(|judged| judged.reading).collect(),
            false => Vec::new(),
        },
        ..Sequence::new(range.clone(), meant, units, through)
    })
}

/// Returns `true` for what is found as text that went through Windows-1252, unless that yields implausible text.
fn is_through_windows_1252(shown: &str, around: &Around) -> bool {
    let misreads = misread::sequence(shown);
    if misreads.iter().map(|misread| misread.len).sum::<usize>() < shown.len() {
        return false;
    }
    let meant: String = misreads.iter().map(|misread| misread.meant).collect();
    doubt::of_sequence(&misreads, &meant, around, false, "").is_none()
}

/// Returns `text` without the mistake, and whether bytes are lost in it.
fn undo(text: &str, through: Through) -> Option<(String, bool)> {
    let mut bytes = through.encode(text)?;
    let is_cut = bytes.contains(&0);
    // `A0` continues every lead but `ED` and `F4`.
    bytes
        .iter_mut()
        .filter(|byte| **byte == 0)
        .for_each(|byte| *byte = 0xA0);
    Some((String::from_utf8(bytes).ok()?, is_cut))
}

/// ASCII bytes on either side of a span that matter.
const LETTERS: usize = 2;

/// The number of small ASCII letters directly before and after a span, up to `LETTERS`.
struct Letters {
    before: usize,
    after: usize,
}

impl Letters {
    fn around(bytes: &[u8], range: &Range<usize>) -> Letters {
        let small = |byte: &&u8| byte.is_ascii_lowercase();
        let before = bytes[..range.start].iter().rev();
        Letters {
            before: before.take(LETTERS).take_while(small).count(),
            after: bytes[range.end..].iter().take(LETTERS).take_while(small).count(),
        }
    }
}

/// Returns the certainty that `text` is `meant`, or `None` if it is not.
fn verdict(text: &str, meant: &str, through: Through, is_cut: bool, letters: &Letters) -> Option<Verdict> {
    let count = meant.chars().count();
    let is_wide = matches!(through, Through::Gbk | Through::ShiftJis);
    let mut foreign = None;
    for c in meant.chars() {
        match script(c) {
            None | Some(Script::Control) => return None,
            Some(Script::Common | Script::Latin) => {}
            Some(own) if foreign.is_some_and(|other| other != own) => return None,
            Some(own) => foreign = Some(own),
        }
    }
    if meant
        .chars()
        .any(|c| matches!(c, '\u{460}'..='\u{48F}' | '\u{370}'..='\u{385}'))
    {
        return None;
    }
    let certain = |is_certain| match is_certain {
        true => Some(Verdict::Certain),
        false => (!is_wide && !is_cut).then_some(Verdict::Possible),
    };
    match foreign {
        Some(own) => {
            let own = meant.chars().filter(|&c| script(c) == Some(own)).count();
            let needed = match (is_wide, is_cut, foreign) {
                (true, ..) => 4,
                (_, true, _) => 4,
                (_, _, Some(Script::EastAsian)) => 2,
                _ => 3,
            };
            certain(own >= needed && own * 2 > count && !is_repeated(meant))
        }
        None if is_wide || is_cut => None,
        None => certain(is_certain_latin(text, meant, through, letters)),
    }
}

/// Returns `true` for one character, once or more often.
fn is_repeated(text: &str) -> bool {
    let first = text.chars().next();
    text.chars().all(|c| Some(c) == first)
}

/// Judges one or more Latin letters or punctuation marks between ASCII.
fn is_certain_latin(text: &str, meant: &str, through: Through, letters: &Letters) -> bool {
    // Through encodings of Central Europe, `Ć` before a letter is more often another letter of an encoding like them than `ơ` or
    // `ư`, which stand between other letters that are misread.
    let is_central = matches!(through, Through::Windows1250 | Through::Iso8859_2);
    let is_letters = meant
        .chars()
        .all(|c| c.is_lowercase() && !(is_central && matches!(c, '\u{180}'..='\u{1BF}')));
    let is_mark = meant.chars().count() == 1 && "’“”—–…".contains(meant);
    let last = text.chars().next_back().unwrap_or(' ');
    let in_word = letters.before == LETTERS && letters.after > 0;
    let is_box = |c: char| matches!(c, '\u{2500}'..='\u{257F}');
    let has_two = meant.chars().count() > 1 && !text.chars().all(is_box);
    if is_mark {
        return letters.before > 0 && (letters.after > 0 || meant != "–");
    }
    if !is_letters {
        return false;
    }
    in_word || (letters.before == LETTERS && !last.is_alphabetic()) || (letters.before > 0 && has_two)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A block whose pairs say that nothing is there is passed over, whatever [`is_anchor`] would say.
    #[test]
    fn every_anchor_has_a_pair() {
        // The bytes that either function names, and their neighbours.
        let named = [
            b'a', b'z', 0x80, 0x86, 0x88, 0x90, 0x92, 0x94, 0x9A, 0x9B, 0xA0, 0xAC, 0xB8, 0xB9, 0xBA, 0xC2,
            0xC3, 0xC4, 0xCE, 0xD0, 0xD1, 0xE2, 0xE7, 0xE9,
        ];
        let mut bytes: Vec<u8> = named.iter().flat_map(|&byte| byte - 1..=byte + 2).collect();
        bytes.sort_unstable();
        bytes.dedup();
        let mut anchors = 0;
        // A letter follows `‚`, which has three bytes.
        let mut block = [b' '; BLOCK + 1];
        block[104] = 0xC3;
        for &x in &bytes {
            for &y in &bytes {
                for &z in &bytes {
                    for &w in &bytes {
                        let quad = [x, y, z, w];
                        let is_text = std::str::from_utf8(&quad)
                            .map_or_else(|error| error.error_len().is_none(), |_| true);
                        // `Γ` begins nothing without a Latin letter after it.
                        let is_alone = y == 0xCE && w != 0xC3;
                        if is_anchor(x, y, z, w) && is_text && !is_alone {
                            anchors += 1;
                            block[100..104].copy_from_slice(&quad);
                            assert!(any(&block) && any_pair(&block), "{quad:x?}");
                        }
                    }
                }
            }
        }
        assert!(anchors > 100, "{anchors}");
    }
}
