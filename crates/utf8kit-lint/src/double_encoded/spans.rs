//! Finds text that went through encodings other than Windows-1252 and Latin-1.
//!
//! The search stops at *anchors*: characters that such text has and correct text hardly ever has. The span of characters
//! around an anchor that are not ASCII is a run if the whole span encodes to well-formed UTF-8 that is plausible.

use super::script::{Script, script};
use super::through::{OTHERS, Through};
use super::{REACH, Run};
use std::ops::Range;
use utf8kit::utf8;

/// Places tested together.
const BLOCK: usize = 256;

/// Matches anchors.
#[inline(always)]
fn is_anchor(x: u8, y: u8, z: u8, w: u8) -> bool {
    let within = |byte: u8, first: u8, last: u8| byte.wrapping_sub(first) <= last - first;
    // Windows-1251: a Cyrillic letter before one that Russian lacks, or a capital before a sign.
    let rare = (z == 0xD0) & within(w, 0x80, 0x8F);
    let odd = ((z == 0xD1) & within(w, 0x90, 0x9F)) | (z == 0xC2) | (z == 0xE2);
    let cyrillic = ((x == 0xD0) & within(y, 0x92, 0xBF) & rare) | ((x == 0xD0) & within(y, 0x92, 0xAF) & odd);
    // KOI8-R: a Cyrillic letter before a box-drawing character.
    let koi8 = ((x == 0xD0) | (x == 0xD1)) & (z == 0xE2) & within(w, 0x94, 0x96);
    // CP437 and CP850: box-drawing characters before letters and signs, Greek before Latin, `ÔÇ`.
    let boxes = (x == 0xE2)
        & within(y, 0x94, 0x95)
        & ((w == 0xC2) | (w == 0xC3) | (w == 0xC6) | (w == 0xCE) | (w == 0xCF));
    let greek = ((x == 0xCE) | (x == 0xCF)) & (z == 0xC3);
    let marks = (x == 0xC3) & (y == 0x94) & (z == 0xC3) & (w == 0x87);
    // MacRoman: a root, a dash or a low quotation mark before a letter or a sign.
    let root = (x == 0xE2) & (y == 0x88) & (z == 0x9A) & (w >= 0xC2);
    let low = (x == 0xE2) & (y == 0x80) & (z == 0x9A) & (w == 0xC3);
    // Central European capitals before anything that is not ASCII.
    let capital = ((x == 0xC4) & ((y == 0x82) | (y == 0xB9) | (y == 0x86)) & ((z == 0xC2) | (z == 0xE2)))
        | ((x == 0xC5) & (y == 0x83) & ((z == 0xC2) | (z == 0xE2)));
    // GBK and Shift_JIS: what the leads of frequent characters become.
    let chinese = (x == 0xE9)
        & (((y == 0x94) & (z == 0x9B)) | ((y == 0x8A) & (z == 0x86)) | ((y == 0x88) & (z == 0xA5)));
    let japanese = (x == 0xE7) & (((y == 0xB8) & (z == 0xBA)) | ((y == 0xB9) & ((z == 0xA7) | (z == 0x9D))));
    let katakana = (x == 0xEF) & (y == 0xBE) & (z == 0x83) & (w == 0xEF);
    cyrillic | koi8 | boxes | greek | marks | root | low | capital | chinese | japanese | katakana
}

#[inline(always)]
fn any_plain(block: &[u8]) -> bool {
    let mut any = false;
    let (a, b, c, d) = (
        &block[..BLOCK],
        &block[1..=BLOCK],
        &block[2..BLOCK + 2],
        &block[3..BLOCK + 3],
    );
    for i in 0..BLOCK {
        any |= is_anchor(a[i], b[i], c[i], d[i]);
    }
    any
}

/// The same code, compiled for AVX2.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn any_avx2(block: &[u8]) -> bool {
    any_plain(block)
}

fn any(block: &[u8]) -> bool {
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("avx2") {
        // SAFETY: the processor has AVX2, as the condition has just found.
        return unsafe { any_avx2(block) };
    }
    any_plain(block)
}

/// Returns the first anchor in `bytes[from..to]`.
fn next_anchor(bytes: &[u8], from: usize, to: usize) -> Option<usize> {
    let byte = |i: usize| bytes.get(i).copied().unwrap_or(0x20);
    let here = |at: &usize| is_anchor(byte(*at), byte(at + 1), byte(at + 2), byte(at + 3));
    let mut at = from;
    while at < to {
        let Some(block) = bytes.get(at..at + BLOCK + 3) else {
            return (at..to).find(here);
        };
        if !block.is_ascii()
            && any(block)
            && let Some(found) = (at..to.min(at + BLOCK)).find(here)
        {
            return Some(found);
        }
        at += BLOCK;
    }
    None
}

/// Returns the first run that begins in `bytes[from..to]`.
pub(crate) fn find(bytes: &[u8], from: usize, to: usize) -> Option<Run> {
    let mut at = from;
    while let Some(anchor) = next_anchor(bytes, at, bytes.len().min(to + REACH)) {
        at = anchor + 1;
        let Some(span) = span(bytes, anchor) else {
            continue;
        };
        if span.start >= to {
            return None;
        }
        if span.start >= from
            && let Some(run) = judge(bytes, &span)
        {
            return Some(run);
        }
        at = span.end.max(at);
    }
    None
}

/// Returns the bytes around `anchor` that are not ASCII, unless there are more than `REACH`.
fn span(bytes: &[u8], anchor: usize) -> Option<Range<usize>> {
    let first = anchor.saturating_sub(REACH);
    let last = bytes.len().min(anchor + REACH);
    let start = bytes[first..anchor]
        .iter()
        .rposition(u8::is_ascii)
        .map_or(first, |at| first + at + 1);
    let end = bytes[anchor..last]
        .iter()
        .position(u8::is_ascii)
        .map_or(last, |at| anchor + at);
    (end - start < REACH).then_some(start..end)
}

fn judge(bytes: &[u8], span: &Range<usize>) -> Option<Run> {
    let text = utf8::chunks(&bytes[span.clone()]).next()?;
    if !text.ill_formed().is_empty() {
        return None;
    }
    let text = text.text();
    let before = span.start.checked_sub(1).map(|at| bytes[at]);
    let after = bytes.get(span.end).copied();
    OTHERS.into_iter().find_map(|through| {
        let (meant, is_cut) = undo_through(text, through)?;
        is_plausible(text, &meant, through, is_cut, before, after).then(|| Run {
            range: span.clone(),
            meant,
            times: 1,
            through,
            is_cut,
        })
    })
}

/// Returns `text` without the mistake, and whether bytes are lost in it.
pub(super) fn undo_through(text: &str, through: Through) -> Option<(String, bool)> {
    let mut bytes = through.encode(text)?;
    let is_cut = bytes.contains(&0);
    // `A0` continues every lead but `ED` and `F4`.
    bytes
        .iter_mut()
        .filter(|byte| **byte == 0)
        .for_each(|byte| *byte = 0xA0);
    Some((String::from_utf8(bytes).ok()?, is_cut))
}

fn is_plausible(
    text: &str,
    meant: &str,
    through: Through,
    is_cut: bool,
    before: Option<u8>,
    after: Option<u8>,
) -> bool {
    let count = meant.chars().count();
    if text.chars().count() < 2 {
        return false;
    }
    let mut foreign = None;
    for c in meant.chars().filter(|c| !c.is_ascii()) {
        match script(c) {
            None | Some(Script::Control) => return false,
            Some(Script::Common | Script::Latin) => {}
            Some(own) if foreign.is_some_and(|other| other != own) => return false,
            Some(own) => foreign = Some(own),
        }
    }
    let is_wide = matches!(through, Through::Gbk | Through::ShiftJis);
    let lower = |byte: Option<u8>| byte.is_some_and(|byte| byte.is_ascii_lowercase());
    if is_cut {
        return foreign.is_some() && count >= 4;
    }
    match foreign {
        Some(Script::EastAsian) => count >= 2,
        Some(_) => count >= if is_wide { 6 } else { 3 },
        None if is_wide => lower(before) && meant.starts_with(['’', '“', '”', '—', '–', '…']),
        None => {
            (lower(before) || (lower(after) && count == 1))
                && meant.chars().all(|c| c.is_lowercase() || "’“”—–…‘".contains(c))
        }
    }
}
