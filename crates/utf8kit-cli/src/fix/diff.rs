//! The difference between an old and a repaired text, line by line.
//!
//! Repairs add and remove no line ends, so the nth line of one text belongs to the nth of the other. What cannot be seen is
//! escaped on both sides. (A text that was in UTF-16 or UTF-32 has no lines to compare: all of it is new.)

use crate::escape;
use std::collections::VecDeque;
use std::fmt::Write as _;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Seek};
use std::ops::Range;
use std::path::Path;
use unicode_normalization::UnicodeNormalization;

/// Equal lines that are shown before and after a difference.
const CONTEXT: usize = 3;

/// Characters of a line that are shown.
const SHOWN: usize = 200;

/// Returns the difference as a unified diff that is safe to print.
pub(super) fn unified(path: &Path, old: &File, new: &File) -> io::Result<String> {
    let name = escape::path(path);
    let mut lines = [Lines::new(old)?, Lines::new(new)?];
    let mut diff = format!("--- {name}\n+++ {name}\n");
    let mut hunk = Hunk::default();
    loop {
        let [old, new] = &mut lines;
        let (old, new) = (old.next()?, new.next()?);
        if old.is_none() && new.is_none() {
            break;
        }
        hunk.push(old, new, &mut diff);
    }
    hunk.end(&mut diff);
    Ok(diff)
}

/// The lines of a file, with their ends.
struct Lines<'f>(BufReader<&'f File>);

impl<'f> Lines<'f> {
    fn new(mut file: &'f File) -> io::Result<Self> {
        file.rewind()?;
        Ok(Lines(BufReader::with_capacity(64 << 10, file)))
    }

    fn next(&mut self) -> io::Result<Option<Vec<u8>>> {
        let mut line = Vec::new();
        let len = self.0.read_until(b'\n', &mut line)?;
        Ok((len > 0).then_some(line))
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
    equal: VecDeque<String>,
    /// The number of the hunk's first line, from 1, and of its lines on each side.
    start: usize,
    counts: [usize; 2],
    /// Lines read.
    line: usize,
    has_difference: bool,
}

impl Hunk {
    /// Adds the next line of each text.
    fn push(&mut self, old: Option<Vec<u8>>, new: Option<Vec<u8>>, diff: &mut String) {
        self.line += 1;
        if old == new {
            self.flush();
            let shown = shown(' ', &old.unwrap_or_default(), 0..0, false);
            if self.has_difference && self.equal.len() == 2 * CONTEXT {
                self.end(diff);
            }
            self.equal.push_back(shown);
            if !self.has_difference && self.equal.len() > CONTEXT {
                self.equal.pop_front();
            }
            return;
        }
        if !self.has_difference {
            self.has_difference = true;
            self.start = self.line - self.equal.len();
        }
        self.take_equal(usize::MAX);
        let (old_line, new_line) = (
            old.as_deref().unwrap_or_default(),
            new.as_deref().unwrap_or_default(),
        );
        let (in_old, in_new) = difference(old_line, new_line);
        // What looks the same is escaped.
        let is_hidden = looks_same(&old_line[in_old.clone()], &new_line[in_new.clone()]);
        if old.is_some() {
            self.removed.push_str(&shown('-', old_line, in_old, is_hidden));
            self.counts[0] += 1;
        }
        if new.is_some() {
            self.added.push_str(&shown('+', new_line, in_new, is_hidden));
            self.counts[1] += 1;
        }
    }

    /// Moves the first equal lines, at most `most`, to the hunk.
    fn take_equal(&mut self, most: usize) {
        if !self.equal.is_empty() {
            self.flush();
        }
        for line in self.equal.drain(..most.min(self.equal.len())) {
            self.body.push_str(&line);
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

/// Returns the ranges in which two lines differ, in whole characters.
fn difference(old: &[u8], new: &[u8]) -> (Range<usize>, Range<usize>) {
    let continues = |byte: Option<&u8>| byte.is_some_and(|byte| byte & 0xC0 == 0x80);
    let pairs = old.iter().zip(new);
    let mut start = pairs.take_while(|(one, other)| one == other).count();
    while start > 0 && (continues(old.get(start)) || continues(new.get(start))) {
        start -= 1;
    }
    let ends = old[start..].iter().rev().zip(new[start..].iter().rev());
    let mut same = ends.take_while(|(one, other)| one == other).count();
    while same > 0 && continues(old.get(old.len() - same)) {
        same -= 1;
    }
    (start..old.len() - same, start..new.len() - same)
}

/// Returns `true` if two texts are different ways to write the same characters.
fn looks_same(old: &[u8], new: &[u8]) -> bool {
    match (str::from_utf8(old), str::from_utf8(new)) {
        (Ok(old), Ok(new)) => old.nfc().eq(new.nfc()),
        _ => false,
    }
}

/// Returns a line of the diff. `changed` is the part that differs, which `is_hidden` if what it consists of cannot be seen.
fn shown(sign: char, line: &[u8], changed: Range<usize>, is_hidden: bool) -> String {
    let (text, end) = match line.strip_suffix(b"\n") {
        Some(text) => (text, "\n"),
        None => (line, "\n\\ No newline at end of file\n"),
    };
    let changed = changed.start.min(text.len())..changed.end.min(text.len());
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
        ["", "…"][usize::from(skipped > 0)],
        ["", "…"][usize::from(cut < whole.len())],
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

    fn diff(old: &str, new: &str) -> String {
        let file = |text: &str| {
            let mut file = tempfile::tempfile().unwrap();
            file.write_all(text.as_bytes()).unwrap();
            file
        };
        unified(Path::new("a"), &file(old), &file(new)).unwrap()
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
}
