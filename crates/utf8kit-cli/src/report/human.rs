//! For people: place, bytes, what is wrong, and the line around it with the place marked.

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
        let found = Cells::new(&context.found, width).head(width * 2 / 3, true);
        let room = width - found.width();
        // No more characters than columns are of use on either side.
        let before = &context.before[context.before.len().saturating_sub(4 * width)..];
        let is_whole = context.from_line_start && before.len() == context.before.len();
        let before = Cells::new(before, usize::MAX);
        let after = Cells::new(&context.after, width);
        let before = before.tail(room - after.width().min(room / 2), is_whole);
        let after = after.head(room - before.width(), context.to_line_end);
        Cut { before, found, after }
    }
}

/// Characters as they are shown; ill-formed bytes escaped.
struct Cells {
    text: String,
    /// For each: where it ends in `text`, and how many columns it and those before it take.
    ends: Vec<(usize, usize)>,
    /// Are there more than were wanted?
    more: bool,
}

impl Cells {
    /// The first `most` of what `bytes` hold.
    fn new(mut bytes: &[u8], most: usize) -> Cells {
        let mut cells = Cells {
            text: String::new(),
            ends: Vec::new(),
            more: false,
        };
        let mut width = 0;
        while let Some((first, len)) = shown::first(bytes) {
            if cells.ends.len() == most {
                cells.more = true;
                break;
            }
            let start = cells.text.len();
            match first {
                Ok('\t') => cells.text.push(' '),
                Ok(c) => shown::push_char(&mut cells.text, c),
                Err(()) => shown::push_bytes(&mut cells.text, &bytes[..len]),
            }
            width += cells.text[start..].width();
            cells.ends.push((cells.text.len(), width));
            bytes = &bytes[len..];
        }
        cells
    }

    /// Columns.
    fn width(&self) -> usize {
        self.ends.last().map_or(0, |&(_, width)| width)
    }

    /// As many cells as go into `width`, with a sign if that is not all; `whole`: nothing stands behind them.
    fn head(self, width: usize, whole: bool) -> String {
        let mut text = self.text;
        if whole && !self.more && self.ends.last().is_none_or(|&(_, all)| all <= width) {
            return text;
        }
        let fitting = self.ends.partition_point(|&(_, columns)| columns < width);
        text.truncate(fitting.checked_sub(1).map_or(0, |last| self.ends[last].0));
        if width > 0 {
            text.push('…');
        }
        text
    }

    /// The last cells that go into `width`, with a sign before them if that is not all.
    fn tail(self, width: usize, whole: bool) -> String {
        let all = self.width();
        if whole && all <= width {
            return self.text;
        }
        if width == 0 {
            return String::new();
        }
        // The first cell behind which no more columns are left than there is room for.
        let left_out = (all + 1).saturating_sub(width);
        let first = self.ends.iter().find(|&&(_, columns)| columns >= left_out);
        let start = if left_out == 0 {
            0
        } else {
            first.map_or(self.text.len(), |&(end, _)| end)
        };
        format!("…{}", &self.text[start..])
    }
}
