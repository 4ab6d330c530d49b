//! Finds a signature that was double-encoded before right text: programs that join files do that. Nobody begins a text with `ï»¿`.

use super::hot::hot_cells;
use super::run::{Run, Unit};
use super::segment::CELL;
use super::through::{Encodings, Table, Through};

/// The bytes of U+FEFF.
const SIGNATURE: [u8; 3] = *b"\xEF\xBB\xBF";

/// Puts the signature that a text begins with before its runs, unless it is part of one.
pub(super) fn add(text: &str, runs: &mut Vec<Run>) {
    let Some(signature) = at_start(text) else {
        return;
    };
    match runs.first_mut() {
        Some(first) if first.range.start < signature.range.end => {
            if first.range == signature.range && !first.can_be_undone() {
                *first = signature;
            }
        }
        _ => runs.insert(0, signature),
    }
}

/// Returns `true` if a text begins with a signature that was double-encoded.
pub(super) fn is_at_start(text: &str) -> bool {
    at_start(text).is_some()
}

fn at_start(text: &str) -> Option<Run> {
    let encodings = of_signature(text);
    let through = encodings.iter().next()?;
    let len = text.chars().take(SIGNATURE.len()).map(char::len_utf8).sum();
    // What follows says that somebody writes about it.
    if text[len..].chars().next().is_none_or(|c| " \t".contains(c)) {
        return None;
    }
    // A column is searched for rows with a hot cell, or with what is misread as in `ï»¿`.
    let start = &text.as_bytes()[..text.len().min(2 * CELL)];
    if !encodings.contains(Through::LATIN_1) && hot_cells(start, 0).first() != Some(&0) {
        return None;
    }
    let mut units = Vec::new();
    Unit::push(&mut units, len, 0);
    Some(Run {
        range: 0..len,
        meant: String::new(),
        times: 1,
        through,
        is_cut: false,
        is_restored: false,
        doubt: None,
        encodings,
        readings: Vec::new(),
        evidence: Encodings::ALL,
        units,
        why: None,
    })
}

/// Returns the encodings in which the text begins with the bytes of a signature.
fn of_signature(text: &str) -> Encodings {
    let mut characters = text.chars().map(|c| Table::get().bytes(c));
    let [Some(first), Some(second), Some(third)] = [(); 3].map(|()| characters.next()) else {
        return Encodings::NONE;
    };
    // In most, they are no sequence of three at all.
    let all = first.begins[1].and(second.continues).and(third.continues);
    let is_signature =
        |through: &Through| [first, second, third].map(|bytes| bytes.of(*through).0) == SIGNATURE.map(Some);
    let those = all.iter().filter(is_signature);
    those.fold(Encodings::NONE, |all, through| all.or(Encodings::of(through)))
}
