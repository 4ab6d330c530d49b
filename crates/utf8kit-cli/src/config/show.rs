//! `utf8 check --show-config`: the effective configuration as TOML.

use super::written::{ForFiles, Written};
use super::{Directory, ForFile};
use crate::config::signatures::FORBIDDEN;
use crate::escape;
use crate::flags::check::BidiScope;
use std::path::Path;
use utf8kit_encodings::Encoding;
use utf8kit_lint::RuleSet;

/// Returns the configuration of a directory. `file`: with the rules for this file in it, as a comment.
pub(crate) fn show(directory: &Directory, file: Option<&Path>) -> String {
    let config = &directory.config;
    let Written {
        bidi,
        levels,
        exclude,
        baseline,
        forbidden,
        required,
        optional,
        files,
        ..
    } = &config.written;
    let mut shown = match &config.source {
        Some(path) => format!("# From {}\n", escape::path(path)),
        None => "# Built in: no utf8kit.toml applies\n".to_owned(),
    };
    if let Some(file) = file {
        let ForFile {
            rules,
            encoding,
            declared,
        } = directory.for_file(file, false);
        shown += &format!(
            "# For {}: {} in {}\n",
            escape::path(file),
            rules
                .iter()
                .map(|rule| rule.name())
                .collect::<Vec<_>>()
                .join(", "),
            encoding.or(declared.encoding).unwrap_or(Encoding::UTF_8).name(),
        );
    }
    shown += &format!("select = {}\n", names(config.rules));
    let bidi = match bidi {
        Some(BidiScope::All) => "all",
        Some(BidiScope::Unpaired) | None => "unpaired",
    };
    shown += &format!("bidi = \"{bidi}\"\nexclude = {}\n", array(exclude));
    match baseline {
        Some(key) => shown += &format!("baseline = {}\n", string(&key.path)),
        None => shown += "# baseline: none\n",
    }
    if !levels.is_empty() {
        shown += "\n[levels]\n";
        for (rule, level) in levels {
            shown += &format!("{rule} = \"{}\"\n", level.name());
        }
    }
    shown += &format!("\n[signature]\n# Always forbidden: {}\n", array(FORBIDDEN));
    for (key, globs) in [
        ("forbidden", forbidden),
        ("required", required),
        ("optional", optional),
    ] {
        shown += &format!("{key} = {}\n", array(globs));
    }
    for files in files {
        shown += &for_files(files);
    }
    shown
}

fn for_files(files: &ForFiles) -> String {
    let mut shown = format!("\n[[files]]\nglob = {}\n", array(&files.glob));
    for (key, rules) in [("select", files.select), ("ignore", files.ignore)] {
        if !rules.is_empty() {
            shown += &format!("{key} = {}\n", names(rules));
        }
    }
    if let Some(lines) = &files.lines {
        shown += &format!("lines = {}\n", string(lines.as_str()));
    }
    if let Some(encoding) = files.encoding {
        shown += &format!("encoding = {}\n", string(encoding.name()));
    }
    shown
}

/// Returns the names of rules as an array.
fn names(rules: RuleSet) -> String {
    array(&rules.iter().map(|rule| rule.name()).collect::<Vec<_>>())
}

fn array<S: AsRef<str>>(texts: &[S]) -> String {
    let texts: Vec<_> = texts.iter().map(|text| string(text.as_ref())).collect();
    format!("[{}]", texts.join(", "))
}

/// Returns a basic string, which escapes what must not reach a terminal.
fn string(text: &str) -> String {
    let mut shown = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => shown.extend(['\\', c]),
            ' '..='~' => shown.push(c),
            c => {
                let mut safe = String::new();
                escape::push_char(&mut safe, c);
                if safe.starts_with('\\') {
                    shown += &format!("\\U{:08X}", u32::from(c));
                } else {
                    shown.push(c);
                }
            }
        }
    }
    shown + "\""
}
