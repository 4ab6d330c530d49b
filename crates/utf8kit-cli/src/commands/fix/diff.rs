//! The difference between an old and a repaired text, line by line.
//!
//! Repairs add and remove no line ends, so the nth line of one text belongs to the nth of the other. What cannot be seen is
//! escaped on both sides. (A text that was in UTF-16 or UTF-32 has no lines to compare: all of it is new.)
//!
//! The texts are read side by side, and the difference is shown in parts. Neither long lines nor many differences need more
//! memory: of a line, only what can be shown is kept, and a long hunk is divided.

use crate::escape;
use crate::io::path::with_slashes;
use crate::io::read::Sequential;
use crate::run::repair::Show;
use std::collections::VecDeque;
use std::fmt::Write as _;
use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::ops::Range;
use std::path::Path;
use unicode_normalization::UnicodeNormalization;

/// Equal lines that are shown before and after a difference.
const CONTEXT: usize = 3;

/// Characters of a line that are shown.
const SHOWN: usize = 200;

/// Bytes that are kept of a line at its start, before its first difference, and from that on. They are more than `SHOWN`
/// characters.
const KEPT: usize = 4096;

/// Lines of a hunk on one side, after which the next hunk begins.
const LONGEST: usize = 500;

/// Bytes of the difference that are shown at once.
const PART: usize = 16 << 10;

/// Shows the difference as a unified diff that is safe to print.
pub(super) fn show(
    path: &Path,
    from: Option<&str>,
    (old, new): (&File, &File),
    show: Show<'_>,
) -> io::Result<()> {
    let name = escape::path(&with_slashes(path));
    let mut texts = Texts([old, new].map(|file| BufReader::with_capacity(64 << 10, Sequential::new(file))));
    // `patch` passes over it.
    let from = from.map_or_else(String::new, |from| format!("{name}: from {from}\n"));
    let mut diff = format!("{from}--- {name}\n+++ {name}\n");
    let mut hunk = Hunk::default();
    while let Some(pair) = texts.next()? {
        hunk.push(pair, &mut diff);
        if diff.len() >= PART && show(std::mem::take(&mut diff)).is_break() {
            return Ok(());
        }
    }
    hunk.end(&mut diff);
    let _ = show(diff);
    Ok(())
}

/// What is kept of a line.
#[derive(Default)]
struct Line {
    /// The text without the line end.
    text: Vec<u8>,
    /// Whether there is text before it, or after it.
    is_cut: [bool; 2],
    has_end: bool,
}

impl Line {
    /// Adds text at the end, as far as it is kept.
    fn extend(&mut self, bytes: &[u8], most: usize) {
        let room = most.saturating_sub(self.text.len()).min(bytes.len());
        self.text.extend_from_slice(&bytes[..room]);
        self.is_cut[1] |= room < bytes.len();
    }
}

/// A line of each text.
enum Pair {
    Equal(Line),
    /// One may be missing. Both begin at the same place in their lines.
    Different([Option<Line>; 2]),
}

/// The old and the new text.
struct Texts<'f>([BufReader<Sequential<'f>>; 2]);

impl Texts<'_> {
    /// Returns the next pair of lines; `None` if both texts are at their end.
    fn next(&mut self) -> io::Result<Option<Pair>> {
        let [old, new] = &mut self.0;
        let mut start = Line::default();
        // The last bytes of `start`, if it is long.
        let mut last = Vec::new();
        let mut is_begun = false;
        loop {
            let (one, other) = (old.fill_buf()?, new.fill_buf()?);
            let len = one.len().min(other.len());
            if one.is_empty() && other.is_empty() {
                return Ok(is_begun.then_some(Pair::Equal(start)));
            }
            if len == 0 {
                break;
            }
            let end = memchr::memchr(b'\n', &one[..len]).map_or(len, |at| at + 1);
            let same = match one[..end] == other[..end] {
                true => end,
                false => one
                    .iter()
                    .zip(other)
                    .take_while(|(one, other)| one == other)
                    .count(),
            };
            let text = one[..same].strip_suffix(b"\n");
            start.has_end = text.is_some();
            let text = text.unwrap_or(&one[..same]);
            let before = start.text.len();
            start.extend(text, KEPT);
            if start.is_cut[1] {
                if last.is_empty() {
                    last.extend_from_slice(&start.text[..before]);
                }
                last.extend_from_slice(&text[text.len().saturating_sub(KEPT)..]);
                last.drain(..last.len().saturating_sub(KEPT));
            }
            old.consume(same);
            new.consume(same);
            if start.has_end {
                return Ok(Some(Pair::Equal(start)));
            }
            is_begun |= same > 0;
            if same < end {
                break;
            }
        }
        if start.is_cut[1] {
            // What is before the difference is shown, not the start of the line.
            start.text = last;
            start.is_cut = [true, false];
        }
        let rest = |text: &mut BufReader<Sequential<'_>>| -> io::Result<Option<Line>> {
            let mut line = Line {
                text: start.text.clone(),
                ..Line::default()
            };
            line.is_cut[0] = start.is_cut[0];
            let most = line.text.len() + KEPT;
            let mut is_there = is_begun;
            loop {
                let bytes = text.fill_buf()?;
                if bytes.is_empty() {
                    return Ok(is_there.then_some(line));
                }
                is_there = true;
                let end = memchr::memchr(b'\n', bytes);
                line.extend(&bytes[..end.unwrap_or(bytes.len())], most);
                let used = end.map_or(bytes.len(), |at| at + 1);
                text.consume(used);
                if end.is_some() {
                    line.has_end = true;
                    return Ok(Some(line));
                }
            }
        };
        Ok(Some(Pair::Different([rest(old)?, rest(new)?])))
    }
}

/// Lines of a part of the texts that differ, with some around them.
#[derive(Default)]
struct Hunk {
    body: String,
    /// The last lines, which differ and are not in `body` yet: old ones come before new ones.
    removed: String,
    added: String,
    /// The last lines, which are equal.
    equal: VecDeque<Line>,
    /// The number of the hunk's first line, from 1, and of its lines on each side.
    start: usize,
    counts: [usize; 2],
    /// Lines read.
    line: usize,
    has_difference: bool,
}

impl Hunk {
    /// Adds the next line of each text.
    fn push(&mut self, pair: Pair, diff: &mut String) {
        self.line += 1;
        let [old, new] = match pair {
            Pair::Equal(line) => {
                self.flush();
                if self.has_difference && self.equal.len() == 2 * CONTEXT {
                    self.end(diff);
                }
                self.equal.push_back(line);
                if !self.has_difference && self.equal.len() > CONTEXT {
                    self.equal.pop_front();
                }
                return;
            }
            Pair::Different(lines) => lines,
        };
        if self.counts.iter().any(|&count| count >= LONGEST) {
            self.end(diff);
        }
        if !self.has_difference {
            self.has_difference = true;
            self.start = self.line - self.equal.len();
        }
        self.take_equal(usize::MAX);
        let (in_old, in_new, is_hidden) = match (&old, &new) {
            (Some(old), Some(new)) => difference(old, new),
            (old, new) => {
                let all = |line: &Option<Line>| 0..line.as_ref().map_or(0, |line| line.text.len());
                (all(old), all(new), false)
            }
        };
        if let Some(old) = old {
            self.removed.push_str(&shown('-', &old, in_old, is_hidden));
            self.counts[0] += 1;
        }
        if let Some(new) = new {
            self.added.push_str(&shown('+', &new, in_new, is_hidden));
            self.counts[1] += 1;
        }
    }

    /// Moves the first equal lines, at most `most`, to the hunk.
    fn take_equal(&mut self, most: usize) {
        if !self.equal.is_empty() {
            self.flush();
        }
        for line in self.equal.drain(..most.min(self.equal.len())) {
            self.body.push_str(&shown(' ', &line, 0..0, false));
            self.counts[0] += 1;
            self.counts[1] += 1;
        }
    }

    /// Moves the lines that differ to the body.
    fn flush(&mut self) {
        self.body.push_str(&self.removed);
        self.body.push_str(&self.added);
        self.removed.clear();
        self.added.clear();
    }

    /// Ends the hunk, if there is one.
    fn end(&mut self, diff: &mut String) {
        if !self.has_difference {
            return;
        }
        self.flush();
        self.take_equal(CONTEXT);
        let [old, new] = self.counts;
        // A side without lines has the number of the line before it.
        let start = |count: usize| self.start - usize::from(count == 0);
        let _ = writeln!(diff, "@@ -{},{old} +{},{new} @@", start(old), start(new));
        diff.push_str(&self.body);
        let equal = std::mem::take(&mut self.equal);
        let line = self.line;
        *self = Hunk {
            line,
            equal,
            ..Hunk::default()
        };
        while self.equal.len() > CONTEXT {
            self.equal.pop_front();
        }
    }
}

/// Returns the ranges in which two lines differ, in whole characters, and whether what they consist of cannot be seen because
/// it looks the same.
fn difference(old: &Line, new: &Line) -> (Range<usize>, Range<usize>, bool) {
    let continues = |byte: Option<&u8>| byte.is_some_and(|byte| byte & 0xC0 == 0x80);
    let is_cut = old.is_cut[1] || new.is_cut[1];
    let (old, new) = (&old.text[..], &new.text[..]);
    let pairs = old.iter().zip(new);
    let mut start = pairs.take_while(|(one, other)| one == other).count();
    while start > 0 && (continues(old.get(start)) || continues(new.get(start))) {
        start -= 1;
    }
    if is_cut {
        // Where the difference ends is not known.
        let is_hidden = start_looks_same(&old[start..], &new[start..]);
        return (start..old.len(), start..new.len(), is_hidden);
    }
    let ends = old[start..].iter().rev().zip(new[start..].iter().rev());
    let mut same = ends.take_while(|(one, other)| one == other).count();
    while same > 0 && continues(old.get(old.len() - same)) {
        same -= 1;
    }
    let (in_old, in_new) = (start..old.len() - same, start..new.len() - same);
    let is_hidden = looks_same(&old[in_old.clone()], &new[in_new.clone()]);
    (in_old, in_new, is_hidden)
}

/// Returns `true` if two texts are different ways to write the same characters.
fn looks_same(old: &[u8], new: &[u8]) -> bool {
    match (str::from_utf8(old), str::from_utf8(new)) {
        (Ok(old), Ok(new)) => old.nfc().eq(new.nfc()),
        _ => false,
    }
}

/// Returns `true` if the first characters of two texts that are cut look the same, as many as are shown.
fn start_looks_same(old: &[u8], new: &[u8]) -> bool {
    let start = |bytes| {
        utf8kit::utf8::chunks(bytes)
            .next()
            .map_or("", |chunk| chunk.text())
    };
    start(old)
        .nfc()
        .take(SHOWN / 2)
        .eq(start(new).nfc().take(SHOWN / 2))
}

/// Returns a line of the diff. `changed` is the part that differs, which `is_hidden` if what it consists of cannot be seen.
fn shown(sign: char, line: &Line, changed: Range<usize>, is_hidden: bool) -> String {
    let text = &line.text[..];
    let end = match line.has_end {
        true => "\n",
        false => "\n\\ No newline at end of file\n",
    };
    let middle = match is_hidden {
        true => String::from_utf8_lossy(&text[changed.clone()])
            .chars()
            .map(|c| match c.is_ascii() {
                true => escape::text(&[c as u8]),
                false => format!("\\u{{{:X}}}", u32::from(c)),
            })
            .collect(),
        false => visible(&text[changed.clone()]),
    };
    let (before, after) = (visible(&text[..changed.start]), visible(&text[changed.end..]));
    let before_len = before.chars().count();
    let skipped = before_len.saturating_sub(SHOWN / 2);
    let start = before
        .char_indices()
        .nth(skipped)
        .map_or(before.len(), |(at, _)| at);
    let whole = format!("{}{middle}{after}", &before[start..]);
    let cut = whole.char_indices().nth(SHOWN).map_or(whole.len(), |(at, _)| at);
    let (head, tail) = (
        ["", "…"][usize::from(skipped > 0 || line.is_cut[0])],
        ["", "…"][usize::from(cut < whole.len() || line.is_cut[1])],
    );
    format!("{sign}{head}{}{tail}{end}", &whole[..cut])
}

/// Returns a part of a line, safe to print. A tab is as it is.
fn visible(bytes: &[u8]) -> String {
    let escaped = bytes
        .split(|&byte| byte == b'\t')
        .map(escape::text)
        .collect::<Vec<_>>()
        .join("\t");
    // These take no room on a terminal, which can show them.
    let is_invisible = |c: char| matches!(c, '\u{AD}' | '\u{200B}'..='\u{200D}' | '\u{2060}'..='\u{2064}' | '\u{E0000}'..='\u{E007F}');
    let mut visible = String::with_capacity(escaped.len());
    for c in escaped.chars() {
        match is_invisible(c) {
            true => visible.push_str(&format!("\\u{{{:X}}}", u32::from(c))),
            false => visible.push(c),
        }
    }
    visible
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;
    use std::ops::ControlFlow;

    fn diff(old: &str, new: &str) -> String {
        parts(old, new).concat()
    }

    fn parts(old: &str, new: &str) -> Vec<String> {
        let file = |text: &str| {
            let mut file = tempfile::tempfile().unwrap();
            file.write_all(text.as_bytes()).unwrap();
            file
        };
        let mut parts = Vec::new();
        let mut take = |part| {
            parts.push(part);
            ControlFlow::Continue(())
        };
        show(Path::new("a"), None, (&file(old), &file(new)), &mut take).unwrap();
        parts
    }

    #[test]
    fn hunks_have_three_lines_around_differences() {
        let lines = |changed: &[usize]| -> String {
            let line = |n: usize| match changed.contains(&n) {
                true => format!("{n} é\n"),
                false => format!("{n}\n"),
            };
            (1..=30).map(line).collect()
        };
        let diff_of = |changed: &[usize]| diff(&lines(&[]), &lines(changed));
        assert_eq!(
            diff_of(&[1]),
            "--- a\n+++ a\n@@ -1,4 +1,4 @@\n-1\n+1 é\n 2\n 3\n 4\n"
        );
        assert_eq!(
            diff_of(&[30]),
            "--- a\n+++ a\n@@ -27,4 +27,4 @@\n 27\n 28\n 29\n-30\n+30 é\n"
        );
        let joined = diff_of(&[10, 17]);
        assert_eq!(joined.matches("@@ -").count(), 1, "{joined}");
        assert!(joined.contains("@@ -7,14 +7,14 @@\n 7\n"), "{joined}");
        let apart = diff_of(&[10, 18]);
        assert!(
            apart
                .contains("@@ -7,7 +7,7 @@\n 7\n 8\n 9\n-10\n+10 é\n 11\n 12\n 13\n@@ -15,7 +15,7 @@\n 15\n"),
            "{apart}"
        );
        let neighbours = diff_of(&[10, 11]);
        assert!(neighbours.contains("-10\n-11\n+10 é\n+11 é\n"), "{neighbours}");
    }

    #[test]
    fn what_cannot_be_seen_is_escaped() {
        assert_eq!(
            diff("\u{FEFF}a\te\u{301}\x1B\n", "a\té\x1B"),
            "--- a\n+++ a\n@@ -1,1 +1,1 @@\n-\\u{FEFF}a\te\u{301}\\x1B\n+a\té\\x1B\n\\ No newline at end of file\n"
        );
        assert_eq!(
            diff("\u{FEFF}\n", "\u{2060}\n"),
            "--- a\n+++ a\n@@ -1,1 +1,1 @@\n-\\u{FEFF}\n+\\u{2060}\n"
        );
        assert_eq!(
            diff("e\u{301}\n", "é\n"),
            "--- a\n+++ a\n@@ -1,1 +1,1 @@\n-e\\u{301}\n+\\u{E9}\n"
        );
    }

    #[test]
    fn a_long_line_is_shown_around_its_difference() {
        let long = "x".repeat(10_000);
        let shown = diff(
            &format!("{long}\u{C3}\u{A9}{long}\n"),
            &format!("{long}é{long}\n"),
        );
        assert!(shown.len() < 1000, "{shown}");
        assert!(
            shown.contains("x\u{C3}\u{A9}x") && shown.contains("xéx"),
            "{shown}"
        );
    }

    #[test]
    fn what_is_kept_of_a_long_line_is_what_is_shown() {
        let changes = [
            ("\u{C3}\u{A9}", "é"),
            ("e\u{301}", "é"),
            ("\u{FEFF}", ""),
            ("", "\u{2060}"),
        ];
        for (old, new) in changes {
            for (before, after) in [
                (0, 10),
                (150, 5000),
                (KEPT - 1, 0),
                (KEPT, 0),
                (KEPT + 1, 0),
                (100_000, 100_000),
            ] {
                let line = |changed| format!("{}{changed}{}", "ä".repeat(before), "x".repeat(after));
                let long = diff(&line(old), &line(new));
                // The same with what is shown alone.
                let line = |changed| {
                    let (before, after) = (before.min(SHOWN), after.min(2 * SHOWN));
                    format!("{}{changed}{}", "ä".repeat(before), "x".repeat(after))
                };
                assert_eq!(long, diff(&line(old), &line(new)), "{old:?} {before} {after}");
            }
        }
        let equal = format!("{}\n", "ä".repeat(100_000));
        let shown = diff(&format!("{equal}a"), &format!("{equal}b"));
        assert!(shown.contains(&format!(" {}…\n", "ä".repeat(SHOWN))), "{shown}");
    }

    #[test]
    fn many_differences_are_shown_in_parts() {
        let lines = |changed: &str| format!("{changed}\n").repeat(3 * LONGEST + 1);
        let parts = parts(&lines("\u{C3}\u{A9}"), &lines("é"));
        let all = parts.concat();
        let (second, last) = (LONGEST + 1, 3 * LONGEST + 1);
        assert!(
            all.contains(&format!("+é\n@@ -{second},{LONGEST} +{second},{LONGEST} @@\n-")),
            "{all}"
        );
        assert!(
            all.ends_with(&format!("@@ -{last},1 +{last},1 @@\n-\u{C3}\u{A9}\n+é\n")),
            "{all}"
        );
        assert!(parts.iter().all(|part| part.len() < 2 * PART), "{}", parts.len());
    }
}
