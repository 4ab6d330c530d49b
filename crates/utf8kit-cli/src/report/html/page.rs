//! The parts of the page.

use super::markup::{counted, grouped, name, push_markup, share, tenths};
use super::state::State;
use super::strip;
use crate::report::{Compared, Summary};
use std::cmp::Reverse;

const STYLE: &str = include_str!("style.css");

/// Files whose findings are shown without a click.
const OPEN: usize = 5;

/// Findings of a file that are shown without another click.
const FIRST: usize = 10;

/// Directories that are listed.
const MAX_DIRECTORIES: usize = 50;

/// Binary files that are named.
const MAX_NAMED: usize = 1000;

/// Returns the page about `paths`, which shows `most` findings.
pub(super) fn write(
    paths: &[String],
    most: u64,
    state: &State,
    summary: &Summary,
    binary: &[String],
) -> String {
    let result = result(summary);
    let mut page = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n\
         <title>UTF-8 report: {result}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<header>\n<h1>UTF-8 report</h1>\n"
    );
    if !paths.is_empty() {
        let paths: Vec<_> = paths.iter().map(|path| format!("<code>{path}</code>")).collect();
        page.push_str(&format!("<p>Paths: {}</p>\n", paths.join(", ")));
    }
    page.push_str("</header>\n<main>\n");
    push_summary(&mut page, &result, summary);
    push_encodings(&mut page, state);
    push_rules(&mut page, state);
    push_directories(&mut page, state);
    push_files(&mut page, most, state, summary);
    push_binary(&mut page, binary);
    page.push_str(&format!(
        "</main>\n<footer><p>Written by <code>utf8 check --format html</code> {}.</p></footer>\n</body>\n</html>\n",
        env!("CARGO_PKG_VERSION")
    ));
    page
}

/// Returns `2 findings in 1 of 3 files`.
fn result(summary: &Summary) -> String {
    let files = counted(summary.files, "file");
    match (summary.findings, summary.with_findings) {
        (0, _) => format!("no findings in {files}"),
        (findings, with) if with < summary.files => {
            format!("{} in {} of {files}", counted(findings, "finding"), grouped(with))
        }
        (findings, _) => format!("{} in {files}", counted(findings, "finding")),
    }
}

fn push_summary(page: &mut String, result: &str, summary: &Summary) {
    page.push_str(&format!(
        "<section aria-labelledby=\"summary\">\n<h2 id=\"summary\">Summary</h2>\n\
         <p class=\"result {}\">{}{}{}.</p>\n<dl class=\"numbers\">\n",
        if summary.findings + summary.failed > 0 {
            "found"
        } else {
            "clean"
        },
        result[..1].to_uppercase(),
        &result[1..],
        match summary.failed {
            0 => String::new(),
            failed => format!("; {} could not be read", counted(failed, "path")),
        },
    ));
    let numbers = [
        ("Findings", summary.findings, true),
        ("Places", summary.places, summary.places > summary.findings),
        ("Files with findings", summary.with_findings, true),
        ("Files checked", summary.files, true),
        (
            "Repaired by <code>utf8 fix</code>",
            summary.fixable,
            summary.findings > 0,
        ),
        ("Binary files skipped", summary.binary, summary.binary > 0),
        ("Files not read", summary.failed, summary.failed > 0),
    ];
    for (name, number, is_shown) in numbers {
        if is_shown {
            page.push_str(&format!(
                "<div><dt>{name}</dt><dd>{}</dd></div>\n",
                grouped(number)
            ));
        }
    }
    page.push_str("</dl>\n");
    if summary.failed > 0 {
        page.push_str("<p>The messages about what could not be read are on standard error.</p>\n");
    }
    if summary.allowed > 0 {
        page.push_str(&format!(
            "<p>{} allowed.</p>\n",
            counted(summary.allowed, "finding")
        ));
    }
    if let Some(compared) = summary.baseline {
        push_baseline(page, summary.findings, compared);
    }
    page.push_str("</section>\n");
}

fn push_encodings(page: &mut String, state: &State) {
    let mut encodings: Vec<_> = state.encodings.iter().collect();
    encodings.sort_by_key(|&(name, &files)| (Reverse(files), name.as_ref()));
    let Some(&(_, &most)) = encodings.first() else {
        return;
    };
    let all = state.encodings.values().sum();
    page.push_str(
        "<section aria-labelledby=\"encodings\">\n<h2 id=\"encodings\">Encodings</h2>\n<div class=\"wide\"><table>\n\
         <thead><tr><th scope=\"col\">Encoding</th><th scope=\"col\" class=\"number\">Files</th>\
         <th scope=\"col\" class=\"number\">Share</th><td class=\"bar\"></td></tr></thead>\n<tbody>\n",
    );
    for (name, &files) in encodings {
        page.push_str(&format!(
            "<tr><th scope=\"row\">{name}</th><td class=\"number\">{}</td><td class=\"number\">{}</td>{}</tr>\n",
            grouped(files),
            share(files, all),
            bar(files, most),
        ));
    }
    page.push_str("</tbody>\n</table></div>\n</section>\n");
}

/// Returns the cell with the bar of a number. That of the largest one is as wide as the cell.
fn bar(number: u64, largest: u64) -> String {
    let width = match number {
        0 => 0,
        _ => tenths(number, largest).max(5),
    };
    format!(
        "<td class=\"bar\"><span style=\"width:{}.{}%\"></span></td>",
        width / 10,
        width % 10
    )
}

/// Appends the directories with the most findings.
fn push_directories(page: &mut String, state: &State) {
    let (directories, depth) = state.directories.sorted();
    let Some((_, first)) = directories.first() else {
        return;
    };
    page.push_str(
        "<section aria-labelledby=\"directories\">\n<h2 id=\"directories\">Directories</h2>\n<div class=\"wide\"><table>\n\
         <thead><tr><th scope=\"col\">Directory</th><th scope=\"col\" class=\"number\">Findings</th>\
         <th scope=\"col\" class=\"number\">Places</th><th scope=\"col\" class=\"number\">Files</th>\
         <td class=\"bar\"></td></tr></thead>\n<tbody>\n",
    );
    let (shown, more) = directories.split_at(directories.len().min(MAX_DIRECTORIES));
    for (path, group) in shown {
        let counts = group.counts;
        page.push_str(&format!(
            "<tr><th scope=\"row\"><code>{}</code></th><td class=\"number\">{}</td><td class=\"number\">{}</td>\
             <td class=\"number\">{}</td>{}</tr>\n",
            name(path),
            grouped(counts.findings),
            grouped(counts.places),
            grouped(counts.files),
            bar(counts.findings, first.counts.findings),
        ));
    }
    page.push_str("</tbody>\n</table></div>\n");
    if !more.is_empty() {
        let findings = more.iter().map(|(_, group)| group.counts.findings).sum();
        let directories = match more.len() {
            1 => "1 more directory has".to_owned(),
            count => format!("{} more directories have", grouped(count as u64)),
        };
        page.push_str(&format!(
            "<p>{directories} {}.</p>\n",
            counted(findings, "finding")
        ));
    }
    if let Some(depth) = depth {
        page.push_str(&format!(
            "<p>Paths are cut to {}: deeper directories count for those above them.</p>\n",
            counted(depth as u64, "part")
        ));
    }
    page.push_str("</section>\n");
}

/// Appends how the findings compare with a baseline.
fn push_baseline(page: &mut String, findings: u64, Compared { suppressed, gone }: Compared) {
    page.push_str(
        "<div class=\"wide\"><table>\n<thead><tr><th scope=\"col\">Since the baseline</th>\
         <th scope=\"col\" class=\"number\">Findings</th><td class=\"bar\"></td></tr></thead>\n<tbody>\n",
    );
    let rows = [
        ("New", findings),
        ("As before, not shown", suppressed),
        ("Gone", gone),
    ];
    let largest = findings.max(suppressed).max(gone);
    for (name, count) in rows {
        page.push_str(&format!(
            "<tr><th scope=\"row\">{name}</th><td class=\"number\">{}</td>{}</tr>\n",
            grouped(count),
            bar(count, largest),
        ));
    }
    page.push_str("</tbody>\n</table></div>\n");
    if gone > 0 {
        page.push_str(
            "<p><code>utf8 check --prune-baseline</code> removes from the baseline what is gone.</p>\n",
        );
    }
}

fn push_rules(page: &mut String, state: &State) {
    if state.rules.is_empty() {
        return;
    }
    let mut rules: Vec<_> = state.rules.iter().collect();
    rules.sort_by_key(|&(rule, counts)| (Reverse(counts.findings), *rule));
    let largest = rules.first().map_or(0, |(_, counts)| counts.findings);
    page.push_str(
        "<section aria-labelledby=\"rules\">\n<h2 id=\"rules\">Rules</h2>\n<div class=\"wide\"><table>\n\
         <thead><tr><th scope=\"col\">Rule</th><th scope=\"col\" class=\"number\">Findings</th>\
         <th scope=\"col\" class=\"number\">Places</th><th scope=\"col\" class=\"number\">Files</th>\
         <td class=\"bar\"></td></tr></thead>\n<tbody>\n",
    );
    for (rule, counts) in rules {
        page.push_str(&format!(
            "<tr><th scope=\"row\"><code class=\"rule\">{rule}</code> <small>"
        ));
        push_markup(page, rule.description());
        page.push_str(&format!(
            " (<a href=\"{}\" rel=\"noreferrer\">{}</a>)</small></th><td class=\"number\">{}</td>\
             <td class=\"number\">{}</td><td class=\"number\">{}</td>{}</tr>\n",
            rule.url(),
            rule.clause(),
            grouped(counts.findings),
            grouped(counts.places),
            grouped(counts.files),
            bar(counts.findings, largest),
        ));
    }
    page.push_str("</tbody>\n</table></div>\n</section>\n");
}

fn push_files(page: &mut String, most: u64, state: &State, summary: &Summary) {
    page.push_str("<section aria-labelledby=\"files\">\n<h2 id=\"files\">Files with findings</h2>\n");
    if state.listed.is_empty() {
        page.push_str("<p>There are none.</p>\n</section>\n");
        return;
    }
    page.push_str(
        "<p>The files with the most findings come first. The strip of a file shows its bytes from start to end. A part of it \
         is marked as the first of these that it contains:</p>\n",
    );
    strip::push_legend(page);
    let mut room = usize::try_from(most).unwrap_or(usize::MAX);
    let mut listed = 0;
    for (i, ((Reverse(findings), _, _), file)) in state.listed.iter().enumerate() {
        listed += findings;
        let shown = file.shown.len().min(room);
        room -= shown;
        let is_open = if i < OPEN { " open" } else { "" };
        page.push_str(&format!("<details{is_open}>\n<summary>{}</summary>\n", file.head));
        if !file.about.is_empty() {
            page.push_str(&format!("<p class=\"composition\">{}.</p>\n", file.about));
        }
        if shown > 0 {
            let (first, more) = file.shown[..shown].split_at(shown.min(FIRST));
            push_list(page, first);
            if !more.is_empty() {
                let count = grouped(more.len() as u64);
                page.push_str(&format!(
                    "<details class=\"more\">\n<summary>{count} more</summary>\n"
                ));
                push_list(page, more);
                page.push_str("</details>\n");
            }
        }
        let left_out = findings - shown as u64;
        if left_out > 0 {
            let more = if shown > 0 { "more " } else { "" };
            let finding = if left_out == 1 {
                "finding is"
            } else {
                "findings are"
            };
            page.push_str(&format!(
                "<p>{} {more}{finding} not shown.</p>\n",
                grouped(left_out)
            ));
        }
        page.push_str("</details>\n");
    }
    let files = summary.with_findings.saturating_sub(state.listed.len() as u64);
    if files > 0 {
        page.push_str(&format!(
            "<p>{} with {} not listed. Check a part of the tree, or use <code>--format json</code>, to see them.</p>\n",
            match files {
                1 => "1 more file".to_owned(),
                _ => format!("{} more files", grouped(files)),
            },
            match summary.findings.saturating_sub(listed) {
                1 => "1 finding is".to_owned(),
                findings => format!("{} findings are", grouped(findings)),
            },
        ));
    }
    page.push_str("</section>\n");
}

fn push_list(page: &mut String, items: &[String]) {
    page.push_str("<ol>\n");
    items.iter().for_each(|item| page.push_str(item));
    page.push_str("</ol>\n");
}

/// Appends the names of the binary files, which are items of a list, if they are wanted.
fn push_binary(page: &mut String, names: &[String]) {
    if names.is_empty() {
        return;
    }
    page.push_str(&format!(
        "<section aria-labelledby=\"binary\">\n<h2 id=\"binary\">Binary files</h2>\n<details>\n<summary>{} skipped</summary>\n<ul>\n",
        counted(names.len() as u64, "file")
    ));
    names.iter().take(MAX_NAMED).for_each(|name| page.push_str(name));
    page.push_str("</ul>\n");
    if let Some(more) = names.len().checked_sub(MAX_NAMED).filter(|&more| more > 0) {
        page.push_str(&format!(
            "<p>{} more not listed.</p>\n",
            counted(more as u64, "file")
        ));
    }
    page.push_str("</details>\n</section>\n");
}
