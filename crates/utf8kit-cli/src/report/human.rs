//! For people: place, rule, message, and the line around the finding with its bytes marked.

use super::links::Links;
use super::{BINARY, Compared, Fixing, Next, Report, Statistics, Summary, fixed, more};
use crate::escape;
use crate::flags::check::ColumnUnit;
use crate::message::counted;
use anstyle::{AnsiColor, Style};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;
use unicode_width::UnicodeWidthChar;
use utf8kit::utf8;
use utf8kit_lint::{Finding, Level, Rule};

/// The format `human`.
pub(crate) struct Human {
    /// Whether to use colours.
    pub(crate) color: bool,
    /// The number of columns of the terminal.
    pub(crate) width: usize,
    /// What columns count.
    pub(crate) unit: ColumnUnit,
    /// The links to places, if there are any.
    pub(crate) links: Option<Links>,
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

    fn begin_style(&self, to: &mut String, style: Style) {
        if self.color {
            write!(to, "{style}").expect("writing to a string succeeds");
        }
    }

    fn end_style(&self, to: &mut String, style: Style) {
        if self.color {
            write!(to, "{style:#}").expect("writing to a string succeeds");
        }
    }

    /// Returns the path of a file, as a link to its begin.
    fn path(&self, path: &Path) -> String {
        let mut text = String::new();
        let links = self.links.as_ref();
        links.inspect(|links| links.begin(&mut text, path, 1, 1));
        self.put(&mut text, PATH, &escape::path(path));
        links.inspect(|links| links.end(&mut text));
        text
    }

    fn put(&self, to: &mut String, style: Style, text: &str) {
        self.begin_style(to, style);
        to.push_str(text);
        self.end_style(to, style);
    }
}

/// Appends the digits of `number`.
pub(super) fn push_number(to: &mut String, mut number: u64) {
    let mut digits = [0; 20];
    let mut start = digits.len();
    loop {
        start -= 1;
        digits[start] = b'0' + (number % 10) as u8;
        number /= 10;
        if number == 0 {
            break;
        }
    }
    to.push_str(utf8::validate(&digits[start..]).unwrap_or_default());
}

/// Appends `count` times the byte of ASCII that `many` consists of.
fn push_repeated(to: &mut String, many: &str, mut count: usize) {
    while count > many.len() {
        to.push_str(many);
        count -= many.len();
    }
    to.push_str(&many[..count]);
}

impl Report for Human {
    fn finding(&self, path: &Path, finding: &Finding, _: u64) -> String {
        // There can be millions: nothing is formatted on the way.
        let mut text = String::with_capacity(512);
        let links = self.links.as_ref();
        let column = self.unit.column(finding);
        links.inspect(|links| links.begin(&mut text, path, finding.line, column));
        self.begin_style(&mut text, PATH);
        escape::push_text(&mut text, path.as_os_str().as_encoded_bytes());
        // A name has no lines, and its path is that of the file.
        let is_name = finding.rule == Rule::Names;
        if !is_name {
            for number in [finding.line, column] {
                text.push(':');
                push_number(&mut text, number);
            }
        }
        self.end_style(&mut text, PATH);
        links.inspect(|links| links.end(&mut text));
        text.push_str(": ");
        self.put(&mut text, RULE, finding.rule.name());
        text.push_str(": ");
        escape::push_text(&mut text, finding.message.as_bytes());
        let level = (finding.level != Level::Error).then_some(finding.level.name());
        if !is_name || level.is_some() {
            text.push(' ');
            self.begin_style(&mut text, DIM);
            text.push('(');
            text.push_str(level.unwrap_or_default());
            if !is_name {
                text.push_str(if level.is_some() { ", offset " } else { "offset " });
                push_number(&mut text, finding.offset);
            }
            text.push(')');
            self.end_style(&mut text, DIM);
        }
        text.push('\n');
        if finding.kind == "binary" {
            return text; // it has no lines to show
        }
        let cut = Cut::new(finding, self.width.saturating_sub(5).max(20), Joiners::Escaped);
        text.push_str("  ");
        self.put(&mut text, DIM, "|");
        text.push(' ');
        text.push_str(&cut.before.text);
        self.put(&mut text, RULE, &cut.found.text);
        text.push_str(&cut.after.text);
        text.push_str("\n  ");
        self.put(&mut text, DIM, "|");
        text.push(' ');
        push_repeated(&mut text, "                                ", cut.before.width);
        self.begin_style(&mut text, RULE);
        push_repeated(&mut text, "^^^^^^^^^^^^^^^^", cut.found.width.max(1));
        self.end_style(&mut text, RULE);
        text.push('\n');
        text
    }

    fn left_out(&self, path: &Path, left_out: &[(Rule, u64)]) -> String {
        format!("{}: … {}\n", self.path(path), more(left_out))
    }

    fn fixed(&self, path: &Path, repairs: &[(Rule, u64)], from: Option<&str>, is_dry: bool) -> String {
        format!("{}: {}\n", self.path(path), fixed(repairs, from, is_dry))
    }

    fn binary(&self, path: &Path) -> String {
        format!("{}: {BINARY}\n", self.path(path))
    }

    fn statistics(&self, statistics: &Statistics) -> String {
        statistics.table()
    }

    fn end(&self, summary: &Summary, _: &[String]) -> String {
        let fixed = match summary.fixing {
            Some(Fixing::Dry) => {
                let mut line = match summary.fixed {
                    0 => format!("Nothing to fix in {}", counted(summary.files, "file")),
                    fixed => format!(
                        "Would fix {} in {fixed} of {}",
                        counted(summary.repairs, "place"),
                        counted(summary.files, "file")
                    ),
                };
                let remaining = summary.findings - summary.notes;
                if remaining > 0 {
                    let remain = if remaining == 1 { "remains" } else { "remain" };
                    line.push_str(&format!("; {} {remain}", counted(remaining, "finding")));
                }
                return with_skipped(line, summary);
            }
            Some(Fixing::Repair) if summary.fixed > 0 => {
                format!(
                    "Fixed {} in {}; ",
                    counted(summary.repairs, "place"),
                    counted(summary.fixed, "file")
                )
            }
            _ => String::new(),
        };
        let findings = match (summary.findings - summary.notes, summary.notes) {
            (0, 0) => self.paint(GOOD, "No findings"),
            (0, notes) => format!("{}, {}", self.paint(GOOD, "No findings"), counted(notes, "note")),
            (count, 0) => self.paint(RULE, &counted(count, "finding")),
            (count, notes) => {
                format!(
                    "{} and {}",
                    self.paint(RULE, &counted(count, "finding")),
                    counted(notes, "note")
                )
            }
        };
        let files = counted(summary.files, "file");
        let mut line = match summary.with_findings {
            some if some > 0 && some < summary.files => format!("{findings} in {some} of {files}"),
            _ => format!("{findings} in {files}"),
        };
        line.insert_str(0, &fixed);
        with_skipped(line, summary)
    }
}

/// Returns the last line with what was not read.
fn with_skipped(mut line: String, summary: &Summary) -> String {
    if summary.binary > 0 {
        line.push_str(&format!(", {} skipped", counted(summary.binary, "binary file")));
    }
    if summary.failed > 0 {
        let what = if summary.fixing.is_some() {
            "read or repaired"
        } else {
            "read"
        };
        line.push_str(&format!(", {} that could not be {what}", summary.failed));
    }
    if summary.allowed > 0 {
        line.push_str(&format!(", {} allowed", counted(summary.allowed, "finding")));
    }
    let Compared { suppressed, gone } = summary.baseline.unwrap_or_default();
    if suppressed > 0 {
        line.push_str(&format!(
            ", {} of the baseline not shown",
            counted(suppressed, "finding")
        ));
    }
    line.push_str(&what_next(summary));
    line.push('\n');
    if !summary.others.is_empty() {
        let others: Vec<_> = summary
            .others
            .iter()
            .map(|(rule, count)| format!("{rule} {count}"))
            .collect();
        line.push_str(&format!(
            "Other rules (--select) in files with findings: {}\n",
            others.join(", ")
        ));
    }
    if gone > 0 {
        let (are, them) = if gone == 1 { ("is", "it") } else { ("are", "them") };
        line.push_str(&format!(
            "{} of the baseline {are} gone: remove {them} with --prune-baseline\n",
            counted(gone, "finding")
        ));
    }
    if let Some(Next { remark, command }) = &summary.next {
        for text in remark.iter().chain([command]) {
            line.push_str(text);
            line.push('\n');
        }
    }
    line
}

/// Returns how many findings `fix` repairs, by itself and with which flags, and whether it leaves some.
fn what_next(summary: &Summary) -> String {
    /// The number of commands that differ in an encoding from which on one stands for all. The findings have the encodings.
    const MANY: usize = 5;

    // What it repairs by itself, it has repaired or said before.
    let by_itself = summary.fixable * u64::from(summary.fixing.is_none());
    let all = [("", by_itself)].into_iter();
    let all = all.chain(summary.fixable_by.iter().map(|(flags, &count)| (&**flags, count)));
    let without_encoding = |flags: &str| {
        let encoding = ["--from=", "--on-error=as:"].iter().find_map(|key| {
            let at = flags.find(key)?;
            Some(at + key.len())
        });
        encoding.map_or(flags.to_owned(), |at| format!("{}ENCODING", &flags[..at]))
    };
    let mut alike: BTreeMap<String, usize> = BTreeMap::new();
    for flags in summary.fixable_by.keys() {
        *alike.entry(without_encoding(flags)).or_default() += 1;
    }
    let mut commands: Vec<(String, u64)> = Vec::new();
    for (flags, count) in all.filter(|&(_, count)| count > 0) {
        let general = without_encoding(flags);
        let flags = match alike.get(&general) {
            Some(MANY..) => general,
            _ => flags.to_owned(),
        };
        match commands.iter_mut().find(|(known, _)| *known == flags) {
            Some((_, known)) => *known += count,
            None => commands.push((flags, count)),
        }
    }
    let mut next = String::new();
    for (flags, count) in commands {
        let command = format!("utf8 fix {flags}");
        match next.is_empty() {
            true => next.push_str(&format!("; `{}` repairs {count}", command.trim_end())),
            false => next.push_str(&format!(", `{command}` {count}")),
        }
    }
    match (next.is_empty(), summary.unfixable) {
        (_, 0) => {}
        (true, _) => next.push_str("; `utf8 fix` repairs none"),
        (false, count) => next.push_str(&format!(", and {count} not at all")),
    }
    next
}

/// A line cut to some width around a finding.
pub(super) struct Cut {
    pub(super) before: Shown,
    pub(super) found: Shown,
    pub(super) after: Shown,
}

/// Text as it is shown.
pub(super) struct Shown {
    pub(super) text: String,
    /// Columns.
    width: usize,
}

/// What becomes of characters that join others to an emoji.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Joiners {
    /// They are escaped. Terminals do not agree how many columns an emoji of several characters takes.
    Escaped,
    Kept,
}

impl Cut {
    /// Returns the line of a finding, cut to `width` columns.
    pub(super) fn new(finding: &Finding, width: usize, joiners: Joiners) -> Cut {
        let context = &finding.context;
        // Of a long finding, only the first bytes are kept.
        let (found, is_all) = match &context.found {
            Some(found) => (found, finding.count == 1),
            None => (&finding.bytes, finding.bytes.len() as u64 == finding.length),
        };
        // A part of a character would look like an error.
        let found = if is_all {
            found
        } else {
            utf8::split_incomplete(found).0
        };
        let found = Cells::new(found, width, joiners).head(width * 2 / 3, is_all);
        let room = width - found.width;
        let before = last_columns(&context.before, width);
        let is_whole = context.from_line_start && before.len() == context.before.len();
        let before = Cells::new(before, usize::MAX, joiners);
        let after = Cells::new(&context.after, room, joiners);
        let before = before.tail(room - after.width.min(room / 2), is_whole);
        let after = after.head(room - before.width, context.to_line_end);
        Cut { before, found, after }
    }
}

/// Returns the end of `bytes` that takes more than `width` columns, or all. It begins with a byte of ASCII. Bytes that can be
/// part of a character do not count.
fn last_columns(bytes: &[u8], width: usize) -> &[u8] {
    let last = &bytes[bytes.len().saturating_sub(width + 1)..];
    if last.iter().fold(true, |all, byte| all & is_plain(byte)) {
        return last;
    }
    let mut columns = 0;
    for (at, byte) in bytes.iter().enumerate().rev() {
        columns += match byte {
            b' '..=b'~' | b'\t' => 1,
            b'\r' => 2,
            0x80..=0xBF | 0xC2..=0xF4 => continue,
            0xC0.. => {
                columns += 4;
                continue;
            }
            _ => 4,
        };
        if columns > width {
            return &bytes[at..];
        }
    }
    bytes
}

/// Returns `true` for printable ASCII, which takes a column.
fn is_plain(byte: &u8) -> bool {
    matches!(byte, b' '..=b'~')
}

/// Returns `true` for a character that makes one emoji of those before and after it. `is_emoji`: one precedes it.
fn is_joiner(c: char, is_emoji: bool) -> bool {
    match c {
        '\u{20E3}' | '\u{FE0E}' | '\u{FE0F}' => true,
        '\u{200D}' | '\u{1F3FB}'..='\u{1F3FF}' => is_emoji,
        _ => false,
    }
}

/// Characters as they are shown, and escaped bytes.
struct Cells {
    text: String,
    /// For each, the bytes of its text, and the columns that it takes.
    cells: Vec<(u8, u8)>,
    /// The columns that all take.
    width: usize,
    /// Whether there are more than were wanted.
    more: bool,
}

impl Cells {
    /// Returns the first cells of `bytes`, which take `most` columns and one more cell, or all.
    fn new(mut bytes: &[u8], most: usize, joiners: Joiners) -> Cells {
        let likely = bytes.len().min(most).saturating_add(8);
        let mut all = Cells {
            text: String::with_capacity(likely),
            cells: Vec::with_capacity(likely),
            width: 0,
            more: false,
        };
        let mut is_emoji = false;
        while let [first, rest @ ..] = bytes {
            if all.width > most {
                all.more = true;
                break;
            }
            let text = &mut all.text;
            let start = text.len();
            let width = match *first {
                // Most cells are printable ASCII, many at once.
                b' '..=b'~' => {
                    let room = (most - all.width).saturating_add(1).min(bytes.len());
                    let plain = bytes[..room].iter().take_while(|byte| is_plain(byte)).count();
                    text.push_str(utf8::validate(&bytes[..plain]).unwrap_or_default());
                    all.cells.extend(std::iter::repeat_n((1, 1), plain));
                    all.width += plain;
                    bytes = &bytes[plain..];
                    continue;
                }
                b'\t' => {
                    text.push(' ');
                    bytes = rest;
                    1
                }
                first @ (0..=0x8 | 0xB | 0xC | 0xE..=0x1F | 0x7F | 0xC0 | 0xC1 | 0xF5..) => {
                    escape::push_bytes(text, &[first]);
                    bytes = rest;
                    4
                }
                _ => {
                    let mut width = 0;
                    let len = match utf8::decode_first(bytes) {
                        Some((Ok(c), len)) => {
                            width = c.width().unwrap_or_default();
                            match joiners == Joiners::Escaped && is_joiner(c, is_emoji) {
                                true => text.push_str(&format!("\\u{{{:X}}}", u32::from(c))),
                                false => escape::push_char(text, c),
                            }
                            is_emoji = matches!(c, '\u{FE0F}' | '\u{1F000}'..='\u{1FAFF}');
                            len
                        }
                        Some((Err(_), len)) => {
                            escape::push_bytes(text, &bytes[..len]);
                            len
                        }
                        None => unreachable!("there are bytes"),
                    };
                    bytes = &bytes[len..];
                    match text.as_bytes()[start..] {
                        // Each byte of an escape takes a column.
                        [b'\\', ref rest @ ..] => 1 + rest.len(),
                        _ => width,
                    }
                }
            };
            all.cells.push(((all.text.len() - start) as u8, width as u8));
            all.width += width;
        }
        all
    }

    /// Returns as many of the first cells as fit into `width`, with `…` if that is not all. `whole`: nothing follows them.
    fn head(self, width: usize, whole: bool) -> Shown {
        let mut text = self.text;
        if whole && !self.more && self.width <= width {
            return Shown {
                text,
                width: self.width,
            };
        }
        let (mut end, mut columns) = (0, 0);
        for &(len, cell) in &self.cells {
            if columns + usize::from(cell) >= width {
                break;
            }
            end += usize::from(len);
            columns += usize::from(cell);
        }
        text.truncate(end);
        if width > 0 {
            text.push('…');
            columns += 1;
        }
        Shown { text, width: columns }
    }

    /// Returns as many of the last cells as fit into `width`, after `…` if that is not all. `whole`: nothing precedes them.
    fn tail(self, width: usize, whole: bool) -> Shown {
        let mut text = self.text;
        if whole && self.width <= width {
            return Shown {
                text,
                width: self.width,
            };
        }
        if width == 0 {
            return Shown {
                text: String::new(),
                width: 0,
            };
        }
        // The cells without which the rest fits.
        let left_out = (self.width + 1).saturating_sub(width);
        let (mut start, mut columns) = (0, 0);
        for &(len, cell) in &self.cells {
            if columns >= left_out {
                break;
            }
            start += usize::from(len);
            columns += usize::from(cell);
        }
        text.replace_range(..start, "…");
        Shown {
            text,
            width: 1 + self.width - columns,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_character_takes_the_columns_of_its_text() {
        use unicode_width::UnicodeWidthStr;
        for c in ('\0'..=char::MAX).filter(|c| !c.is_control()) {
            let text = c.to_string();
            assert_eq!(c.width(), Some(text.width()), "{c:?}");
        }
    }

    #[test]
    fn commands_for_many_encodings_are_one() {
        let mut summary = Summary {
            fixable: 2,
            unfixable: 1,
            ..Summary::default()
        };
        for encoding in ["a", "b", "c", "d"] {
            let flags = format!("--transcode --from={encoding}");
            summary.fixable_by.insert(flags.into(), 1);
        }
        summary.fixable_by.insert("--on-error=as:a".into(), 7);
        summary.fixable_by.insert("--transcode".into(), 4);
        let few = what_next(&summary);
        assert!(
            few.contains("`utf8 fix --transcode --from=d` 1") && few.contains("`utf8 fix --on-error=as:a` 7"),
            "{few}"
        );
        summary.fixable_by.insert("--transcode --from=e".into(), 5);
        assert_eq!(
            what_next(&summary),
            "; `utf8 fix` repairs 2, `utf8 fix --on-error=as:a` 7, `utf8 fix --transcode` 4, \
             `utf8 fix --transcode --from=ENCODING` 9, and 1 not at all"
        );
    }
}
