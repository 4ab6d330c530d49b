//! `utf8 check --show-config`: the effective configuration as TOML.

use super::written::{ForFiles, Written};
use super::{Config, Directory, ForFile};
use crate::config::signatures::FORBIDDEN;
use crate::escape;
use crate::flags::check::BidiScope;
use std::path::Path;
use utf8kit_encodings::Encoding;
use utf8kit_lint::{Rule, RuleSet};

/// Returns the configuration of a directory. `file`: with the rules for this file in it, as a comment.
pub(crate) fn show(directory: &Directory, file: Option<&Path>) -> String {
    let config = &directory.config;
    let Written {
        bidi,
        exclude,
        baseline,
        ..
    } = &config.written;
    let mut shown = match &config.source {
        Some(path) => format!("# From {}\n", escape::path(path)) + extends(config),
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
        None if config.chain().any(|config| config.written.baseline.is_some()) => {
            shown += "# baseline: that of a file below\n"
        }
        None => shown += "# baseline: none\n",
    }
    let levels = Rule::ALL.iter().map(|&rule| (rule, config.level(rule)));
    let levels: Vec<_> = levels.filter(|&(rule, level)| level != rule.level()).collect();
    if !levels.is_empty() {
        shown += "\n[levels]\n";
        for (rule, level) in levels {
            shown += &format!("{rule} = \"{}\"\n", level.name());
        }
    }
    shown += &format!("\n[signature]\n# Always forbidden: {}\n", array(FORBIDDEN));
    shown += &lists(&config.written);
    for above in config.chain().skip(1) {
        let source = above.source.as_deref().unwrap_or(&above.root);
        let Written {
            exclude, baseline, ..
        } = &above.written;
        let mut of_above = format!("exclude = {}\n", array(exclude));
        if let Some(key) = baseline {
            of_above += &format!("baseline = {}\n", string(&key.path));
        }
        of_above += &format!("\n[signature]\n{}", lists(&above.written));
        shown += &format!(
            "\n# And from {}, whose paths begin there:\n#\n",
            escape::path(source)
        );
        for line in of_above.lines() {
            shown += format!("# {line}").trim_end();
            shown.push('\n');
        }
    }
    shown
}

/// Returns the key that says what the configuration extends, if it has that key: whoever uses what is shown has to have it, too.
fn extends(config: &Config) -> &'static str {
    match config.written.extend {
        Some(true) => "extend = true\n",
        Some(false) => "extend = false\n",
        None => "",
    }
}

/// Returns the lists about signatures, and the tables about files.
fn lists(written: &Written) -> String {
    let keys = [
        ("forbidden", &written.forbidden),
        ("required", &written.required),
        ("optional", &written.optional),
    ];
    let signatures = keys.map(|(key, globs)| format!("{key} = {}\n", array(globs)));
    signatures
        .into_iter()
        .chain(written.files.iter().map(for_files))
        .collect()
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
