//! Finds the characters that rules about source may report.
//!
//! Most source is ASCII, of which three controls are searched for, and the rest is skipped. All others that a rule may report begin
//! with a few bytes.

/// Bytes that are skipped together if they are ASCII.
const CHUNK: usize = 64;

/// Bytes that are searched for controls before they are searched for other characters.
const PART: usize = 4096;

/// Returns whether a byte begins a character that a rule may report: invisible ones, spaces, separators, C1 controls and those of
/// private use.
const LEADS: [bool; 256] = {
    let leads = [0xC2, 0xCD, 0xD8, 0xE1, 0xE2, 0xE3, 0xEE, 0xEF, 0xF0, 0xF3, 0xF4];
    let mut table = [false; 256];
    let mut i = 0;
    while i < leads.len() {
        table[leads[i]] = true;
        i += 1;
    }
    table
};

/// Returns the first thing that `visit` returns for a place in `bytes[from..to]` where such a character may begin.
pub(crate) fn find<T>(
    bytes: &[u8],
    from: usize,
    to: usize,
    mut visit: impl FnMut(usize) -> Option<T>,
) -> Option<T> {
    let mut at = from;
    while at < to {
        let end = to.min(at + PART);
        let mut controls = memchr::memchr3_iter(0x08, 0x1B, b'\r', &bytes[at..end]);
        let control = controls.find_map(|i| match bytes[at + i..] {
            // Most of these end a line.
            [b'\r', b'\n', ..] => None,
            _ => visit(at + i).map(|found| (at + i, found)),
        });
        let limit = control.as_ref().map_or(end, |(control, _)| *control);
        let other = find_lead(bytes, at, limit, &mut visit);
        if let Some(found) = other.or(control.map(|(_, found)| found)) {
            return Some(found);
        }
        at = end;
    }
    None
}

/// Returns the first thing that `visit` returns for a place in `bytes[from..to]` with a byte of [`LEADS`].
fn find_lead<T>(
    bytes: &[u8],
    from: usize,
    to: usize,
    visit: &mut impl FnMut(usize) -> Option<T>,
) -> Option<T> {
    if bytes[from..to].is_ascii() {
        return None;
    }
    for (index, chunk) in bytes[from..to].chunks(CHUNK).enumerate() {
        if chunk.is_ascii() {
            continue;
        }
        for (i, &byte) in chunk.iter().enumerate() {
            if LEADS[usize::from(byte)]
                && let Some(found) = visit(from + index * CHUNK + i)
            {
                return Some(found);
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::reporting;
    use crate::definition::Search;
    use crate::options::Options;
    use crate::rules::{Rule, RuleSet};
    use crate::syntax::Syntax;

    #[test]
    fn all_characters_that_a_rule_reports_are_found() {
        let is_about_source = |rule: &Rule| matches!(rule.definition().search, Search::Source);
        let rules: RuleSet = Rule::ALL.iter().copied().filter(is_about_source).collect();
        let options = Options::default()
            .with_rules(rules)
            .with_syntax(Syntax::of_file("a.c", b""));
        let mut count = 0;
        for c in '\0'..=char::MAX {
            if reporting(rules, &options, c.into(), false).is_empty() {
                continue;
            }
            count += 1;
            for before in [0, 3, CHUNK - 1, PART - 1] {
                let text = format!("{}{c}b", "a".repeat(before));
                let found = find(text.as_bytes(), 0, text.len(), Some);
                assert_eq!(found, Some(before), "{c:?}");
            }
        }
        assert!(count > 6400, "{count}");
        assert_eq!(find(b"a\r\nb\tc\n", 0, 7, Some), None);
    }

    #[test]
    fn the_first_place_is_found() {
        let text = "é\u{A0}a\x1B\u{A0}";
        let found = |from| {
            find(text.as_bytes(), from, text.len(), |at| {
                (text.as_bytes()[at] != 0xC3).then_some(at)
            })
        };
        assert_eq!(
            [found(0), found(3), found(5), found(6)],
            [Some(2), Some(5), Some(5), Some(6)]
        );
    }
}
