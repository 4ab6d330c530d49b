//! For people: place, octets, what is wrong, and the line around it with the place marked.

use super::{Report, Summary, counted};
use crate::check::finding::{Context, Finding};
use crate::shown;
use anstyle::{AnsiColor, Style};
use std::path::Path;
use unicode_width::UnicodeWidthStr;

/// The format `human`.
pub(crate) struct Human {
    /// May colours be used?
    pub(crate) color: bool,
    /// Columns of the terminal.
    pub(crate) width: usize,
}

const PATH: Style = Style::new().bold();
const RULE: Style = AnsiColor::Red.on_default().bold();
const DIM: Style = Style::new().dimmed();
const GOOD: Style = AnsiColor::Green.on_default().bold();

impl Human {
    fn paint(&self, style: Style, text: &str) -> String {
        if self.color {
            format!("{style}{text}{style:#}")
        } else {
            text.to_owned()
        }
    }
}

impl Report for Human {
    fn finding(&self, path: &Path, finding: &Finding) -> String {
        let place = format!("{}:{}:{}", shown::path(path), finding.line, finding.column);
        let cut = Cut::new(&finding.context, self.width.saturating_sub(5).max(20));
        let offset = format!("(offset {})", finding.offset);
        format!(
            "{}: {}: {} {}\n  {} {}{}{}\n  {} {}{}\n",
            self.paint(PATH, &place),
            self.paint(RULE, finding.rule.name()),
            shown::text(finding.message.as_bytes()),
            self.paint(DIM, &offset),
            self.paint(DIM, "|"),
            cut.before,
            self.paint(RULE, &cut.found),
            cut.after,
            self.paint(DIM, "|"),
            " ".repeat(cut.before.width()),
            self.paint(RULE, &"^".repeat(cut.found.width().max(1))),
        )
    }

    fn end(&self, summary: &Summary) -> String {
        let findings = match summary.findings {
            0 => self.paint(GOOD, "No findings"),
            count => self.paint(RULE, &counted(count, "finding")),
        };
        let mut line = format!("{findings} in {}", counted(summary.files, "file"));
        if summary.binary > 0 {
            line.push_str(&format!(
                ", {} passed over",
                counted(summary.binary, "binary file")
            ));
        }
        if summary.failed > 0 {
            line.push_str(&format!(", {} that could not be read", summary.failed));
        }
        line.push('\n');
        line
    }
}

/// A line cut to some width around a place.
struct Cut {
    before: String,
    found: String,
    after: String,
}

impl Cut {
    fn new(context: &Context, width: usize) -> Cut {
        let found = shown_all(&cells(&context.found));
        let found = if found.width() > width * 2 / 3 {
            head(&cells(&context.found), width * 2 / 3)
        } else {
            found
        };
        let room = width - found.width();
        let (before, after) = (cells(&context.before), cells(&context.after));
        let after_width = sum(&after).min(room / 2);
        let before_shown = tail(&before, room - after_width, context.from_line_start);
        let room = room - before_shown.width();
        let after_shown = if context.to_line_end && sum(&after) <= room {
            shown_all(&after)
        } else {
            head(&after, room)
        };
        Cut {
            before: before_shown,
            found,
            after: after_shown,
        }
    }
}

/// Each character as it is shown; ill-formed octets escaped.
fn cells(mut octets: &[u8]) -> Vec<String> {
    let mut cells = Vec::new();
    while let Some((first, len)) = shown::first(octets) {
        let mut cell = String::new();
        match first {
            Ok('\t') => cell.push(' '),
            Ok(c) => shown::push_char(&mut cell, c),
            Err(()) => shown::push_octets(&mut cell, &octets[..len]),
        }
        cells.push(cell);
        octets = &octets[len..];
    }
    cells
}

fn sum(cells: &[String]) -> usize {
    cells.iter().map(|cell| cell.width()).sum()
}

fn shown_all(cells: &[String]) -> String {
    cells.concat()
}

/// As many cells as go into `width`, with a sign that there are more.
fn head(cells: &[String], width: usize) -> String {
    let mut shown = String::new();
    for cell in cells {
        if shown.width() + cell.width() + 1 > width {
            break;
        }
        shown.push_str(cell);
    }
    if width > 0 {
        shown.push('…');
    }
    shown
}

/// The last cells that go into `width`; a sign before them unless `all` can be shown.
fn tail(cells: &[String], width: usize, whole: bool) -> String {
    if whole && sum(cells) <= width {
        return shown_all(cells);
    }
    let mut taken = 1;
    let count = cells
        .iter()
        .rev()
        .take_while(|cell| {
            taken += cell.width();
            taken <= width
        })
        .count();
    let sign = if width > 0 { "…" } else { "" };
    format!("{sign}{}", shown_all(&cells[cells.len() - count..]))
}
