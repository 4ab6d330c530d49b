//! HTML: one page for people, which contains all that it shows: no scripts, and nothing that a browser would load.
//!
//! The page lists the files with the most findings first, so it is written when all files are checked. What it shows is bounded,
//! and so is what is kept until then: the files that can still be listed, and of these the findings that can still be shown.
//! Both follow from the counts and the paths alone, so the page does not depend on the order in which threads end.
//!
//! Names and contents of files reach the page only through [`push_text`] and [`push_markup`].

mod page;
mod strip;

use super::human::Cut;
use super::{Checked, Counts, Report, Summary, by_rule, fix_flags};
use crate::escape;
use std::borrow::Cow;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::mem;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard};
use utf8kit_lint::{Finding, Rule};

/// Files that the page lists.
const MAX_FILES: usize = 1000;

/// Findings that the page shows, unless another number is given.
pub(crate) const MAX_SHOWN: u64 = 10_000;

/// Columns of the line around a finding.
const CONTEXT: usize = 100;

/// The format `html`.
pub(crate) struct Html {
    /// The paths that were given, escaped.
    paths: Vec<String>,
    /// The most findings to show.
    most: u64,
    state: Mutex<State>,
}

/// What is known of the files so far.
#[derive(Default)]
struct State {
    /// The files to list, in their order.
    listed: BTreeMap<Rank, Listed>,
    /// Findings that are kept for the files to list.
    kept: u64,
    /// The number of files of each encoding.
    encodings: BTreeMap<Cow<'static, str>, u64>,
    rules: BTreeMap<Rule, Counts>,
}

/// The place of a file in the list: by its findings, its path, and a number for a path that is given twice.
type Rank = (Reverse<u64>, Vec<u8>, u64);

/// A file with findings.
struct Listed {
    /// Its name and what it is, as the page shows it.
    head: String,
    /// The composition of its bytes, as the page shows it.
    about: String,
    /// Its findings, as the page shows them.
    shown: Vec<String>,
}

impl Html {
    /// Returns a report on `paths` that shows at most `most` findings.
    pub(crate) fn new(paths: &[PathBuf], most: u64) -> Html {
        Html {
            paths: paths.iter().map(|path| name(path)).collect(),
            most,
            state: Mutex::default(),
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().expect("no thread panics while it counts")
    }
}

impl Report for Html {
    fn is_by_file(&self) -> bool {
        true
    }

    fn finding(&self, _: &Path, finding: &Finding) -> String {
        let mut item = format!(
            "<li><p><span class=\"at\">{}:{}</span> <code class=\"rule\">{}</code>: ",
            finding.line, finding.column, finding.rule
        );
        push_message(&mut item, &finding.message);
        item.push_str(" <small>");
        push_markup(&mut item, finding.clause);
        item.push_str(&format!(", offset {}", finding.offset));
        match fix_flags(finding) {
            Some(flags) => item.push_str(&format!(", repaired by <code>utf8 fix {flags}</code>")),
            None if finding.fix.is_safe() => item.push_str(", repaired by <code>utf8 fix</code>"),
            None => {}
        }
        item.push_str("</small></p>");
        // A binary file has no lines to show.
        if finding.kind != "binary" {
            let cut = Cut::new(finding, CONTEXT);
            item.push_str("<pre>");
            push_markup(&mut item, &cut.before.text);
            item.push_str("<mark>");
            push_markup(&mut item, &cut.found.text);
            item.push_str("</mark>");
            push_markup(&mut item, &cut.after.text);
            item.push_str("</pre>");
        }
        item.push_str("</li>\n");
        item
    }

    fn file(&self, mut file: Checked<'_>) {
        let findings = file.counts.iter().map(|(_, _, counts)| counts.findings).sum();
        // What takes time is done before the state is locked.
        let listed = (findings > 0).then(|| Listed::new(&mut file, findings));
        let mut state = self.state();
        *state
            .encodings
            .entry(mem::take(&mut file.seen.encoding))
            .or_default() += 1;
        state.count(&file);
        if let Some(listed) = listed {
            let path = file.path.as_os_str().as_encoded_bytes().to_vec();
            state.list(findings, path, listed, self.most);
        }
    }

    fn keeps_notes(&self) -> bool {
        true
    }

    /// Returns nothing: the page counts the findings that it leaves out.
    fn left_out(&self, _: &Path, _: &[(Rule, u64)]) -> String {
        String::new()
    }

    /// Returns nothing: the format is for `check`.
    fn fixed(&self, _: &Path, _: &[(Rule, u64)], _: Option<&str>, _: bool) -> String {
        String::new()
    }

    fn binary(&self, path: &Path) -> String {
        format!("<li><code>{}</code></li>\n", name(path))
    }

    fn end(&self, summary: &Summary, notes: &[String]) -> String {
        page::write(&self.paths, self.most, &self.state(), summary, notes)
    }
}

impl State {
    /// Counts the findings of a file by rule.
    fn count(&mut self, file: &Checked<'_>) {
        let mut of_file: BTreeMap<Rule, Counts> = BTreeMap::new();
        for (rule, _, counts) in file.counts {
            let of_rule = of_file.entry(*rule).or_default();
            of_rule.findings += counts.findings;
            of_rule.places += counts.places;
        }
        for (rule, counts) in of_file {
            let of_rule = self.rules.entry(rule).or_default();
            of_rule.findings += counts.findings;
            of_rule.places += counts.places;
            of_rule.files += 1;
        }
    }

    /// Lists a file with `findings`, and drops what the page cannot have any more.
    fn list(&mut self, findings: u64, path: Vec<u8>, file: Listed, most: u64) {
        let mut rank = (Reverse(findings), path, 0);
        while self.listed.contains_key(&rank) {
            rank.2 += 1;
        }
        self.kept += file.shown.len() as u64;
        self.listed.insert(rank, file);
        if self.listed.len() > MAX_FILES
            && let Some((_, last)) = self.listed.pop_last()
        {
            self.kept -= last.shown.len() as u64;
        }
        // A file only moves down in the list. Where enough findings are above it, its own are never shown.
        for last in self.listed.values_mut().rev() {
            if self.kept <= most {
                break;
            }
            let above = self.kept - last.shown.len() as u64;
            if above < most {
                break;
            }
            last.shown = Vec::new();
            self.kept = above;
        }
    }
}

impl Listed {
    fn new(file: &mut Checked<'_>, findings: u64) -> Listed {
        let mut rules: Vec<(Rule, u64)> = Vec::new();
        for (rule, _, counts) in file.counts {
            match rules.iter_mut().find(|(other, _)| other == rule) {
                Some((_, count)) => *count += counts.findings,
                None => rules.push((*rule, counts.findings)),
            }
        }
        rules.sort_by_key(|&(rule, count)| (Reverse(count), rule));
        let mut head = format!(
            "<h3>{}</h3> <span class=\"facts\"><b>{}</b>: {}; {}",
            name(file.path),
            counted(findings, "finding"),
            by_rule(&rules),
            file.seen.encoding,
        );
        let mut about = String::new();
        if let Some(map) = &file.seen.map {
            head.push_str(&format!("; {}", counted(map.len(), "byte")));
            about = strip::composition(&map.total());
        }
        head.push_str("</span>");
        if let Some(map) = &file.seen.map {
            strip::push(&mut head, map, &about);
        }
        Listed {
            head,
            about,
            shown: mem::take(&mut file.shown),
        }
    }
}

/// Returns a path as the page shows it.
fn name(path: &Path) -> String {
    let mut name = String::new();
    push_text(&mut name, path.as_os_str().as_encoded_bytes());
    name
}

/// Appends a text of any origin: what must not be shown becomes an escape, and what HTML has a meaning for a reference.
fn push_text(to: &mut String, text: &[u8]) {
    push_markup(to, &escape::text(text));
}

/// Appends a message, in which backticks enclose code.
fn push_message(to: &mut String, message: &str) {
    // A message can quote a backtick. Then the code ends early, and if there is no other, none begins.
    let mut parts = message.split('`');
    push_text(to, parts.next().unwrap_or_default().as_bytes());
    while let Some(code) = parts.next() {
        match parts.next() {
            Some(after) => {
                to.push_str("<code>");
                push_text(to, code.as_bytes());
                to.push_str("</code>");
                push_text(to, after.as_bytes());
            }
            None => {
                to.push('`');
                push_text(to, code.as_bytes());
            }
        }
    }
}

/// Appends a text in which what must not be shown is escaped already.
fn push_markup(to: &mut String, text: &str) {
    for c in text.chars() {
        match c {
            '&' => to.push_str("&amp;"),
            '<' => to.push_str("&lt;"),
            '>' => to.push_str("&gt;"),
            '"' => to.push_str("&quot;"),
            '\'' => to.push_str("&#39;"),
            _ => to.push(c),
        }
    }
}

/// Returns `1 file`, `2,000 files`.
fn counted(count: u64, one: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{} {one}{plural}", grouped(count))
}

/// Returns a number with its digits in groups: `12,345`.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut grouped = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

/// Returns a part of a whole in percent, with one decimal: `12.5 %`. Only nothing is 0 %, and only all is 100 %.
fn share(part: u64, whole: u64) -> String {
    match tenths(part, whole) {
        0 if part > 0 => "under 0.1 %".to_owned(),
        1000 if part < whole => "over 99.9 %".to_owned(),
        tenths if tenths % 10 == 0 => format!("{} %", tenths / 10),
        tenths => format!("{}.{} %", tenths / 10, tenths % 10),
    }
}

/// Returns a part of a whole in tenths of a percent.
fn tenths(part: u64, whole: u64) -> u64 {
    let whole = u128::from(whole.max(1));
    ((u128::from(part) * 1000 + whole / 2) / whole) as u64
}

#[cfg(test)]
mod tests {
    use super::{grouped, push_message, push_text, share};

    #[test]
    fn text_has_no_markup_and_nothing_hidden() {
        let mut shown = String::new();
        push_text(&mut shown, b"<a href='x'>&\"\x1B\xFF\xE2\x80\xAE");
        assert_eq!(shown, r"&lt;a href=&#39;x&#39;&gt;&amp;&quot;\x1B\xFF\u{202E}");
    }

    #[test]
    fn backticks_of_a_message_enclose_code() {
        let mut shown = String::new();
        push_message(&mut shown, "`<` and `&` are code, ` is not");
        assert_eq!(
            shown,
            "<code>&lt;</code> and <code>&amp;</code> are code, ` is not"
        );
    }

    #[test]
    fn numbers_are_written_for_people() {
        let numbers = [0, 999, 1000, 123_456, 1_234_567].map(grouped);
        assert_eq!(numbers, ["0", "999", "1,000", "123,456", "1,234,567"]);
        let shares = [
            (0, 5),
            (1, 8),
            (1, 3),
            (1, 100_000),
            (99_999, 100_000),
            (5, 5),
            (0, 0),
        ];
        assert_eq!(
            shares.map(|(part, whole)| share(part, whole)),
            [
                "0 %",
                "12.5 %",
                "33.3 %",
                "under 0.1 %",
                "over 99.9 %",
                "100 %",
                "0 %"
            ]
        );
    }
}
