//! Misread characters that lost bytes: U+FFFD stands for a byte, or a space for the no-break space.

use super::judge::{Verdict, judge};
use super::misread::{self, Misread};
use super::run::Unit;
use super::sequence::Sequence;
use super::surroundings::around;
use super::through::Through;

/// Returns the sequence at `at` if it has U+FFFD in it. `misreads` are the characters before the first U+FFFD.
pub(super) fn sequence(text: &str, at: usize, misreads: &[Misread]) -> Option<Sequence> {
    let known: usize = misreads.iter().map(|misread| misread.len).sum();
    misread::cut(&text[at + known..])?;
    let mut end = at;
    let mut meant = String::new();
    let mut units = Vec::new();
    let mut whole = 0;
    loop {
        let rest = &text[end..];
        if let Some(misread) = misread::first(rest) {
            end += misread.len;
            meant.push(misread.meant);
            Unit::push(&mut units, misread.len, misread.meant.len_utf8());
            whole += 1;
        } else if let Some(len) = misread::cut(rest) {
            end += len;
            meant.push('\u{FFFD}');
            Unit::push(&mut units, len, '\u{FFFD}'.len_utf8());
        } else {
            break;
        }
    }
    let range = at..end;
    let around = around(text, &range);
    let is_mark = text[range.clone()].contains("â€\u{FFFD}");
    let is_capital =
        text[at..].starts_with('Ã') && around.before.iter().all(|c| c.is_some_and(char::is_lowercase));
    let is_certain =
        is_mark || is_capital || whole > 2 || (whole > 1 && judge(misreads, &around) == Verdict::Certain);
    Some(Sequence {
        is_cut: true,
        verdict: verdict(is_certain),
        ..Sequence::new(range, meant.into(), units, Through::WINDOWS_1252)
    })
}

/// Returns the sequence at `at` if it is `Ã` and a space: `à`, whose second byte became a space.
///
/// It can be undone if another space follows, or a mark that has no space before it. Otherwise spaces were joined, or a
/// letter follows in the word; at the end of a line the space may be one that stood there, and `à` would lose it.
pub(super) fn with_space(text: &str, at: usize) -> Option<Sequence> {
    let rest = text[at..].strip_prefix("Ã ")?;
    let around = around(text, &(at..at + 2));
    let small = |c: Option<char>| c.is_some_and(char::is_lowercase);
    let is_certain = match around.before {
        [Some('l'), None | Some(' ' | '\n')] => true,
        [before, before_that] if small(before) => small(before_that),
        [None | Some(' ' | '\n' | '\'' | '’' | '(' | '-'), _] => false,
        _ => return None,
    };
    let is_whole = rest.starts_with([' ', ',', '.', ')', '-']);
    let len = if is_whole { 3 } else { 2 };
    Some(Sequence {
        is_cut: !is_whole,
        is_punctuated: true,
        verdict: verdict(is_certain),
        ..Sequence::new(
            at..at + len,
            "à".to_owned().into(),
            Vec::new(),
            Through::WINDOWS_1252,
        )
    })
}

fn verdict(is_certain: bool) -> Verdict {
    match is_certain {
        true => Verdict::Certain,
        false => Verdict::Possible,
    }
}
