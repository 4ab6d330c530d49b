//! `utf8 config`: the configuration in effect as TOML, with where each value is from.

use super::written::{At, ForFiles, Written};
use super::{Config, Configs, Directory, Flags, ForFile, in_effect};
use crate::config::signatures::FORBIDDEN;
use crate::escape;
use crate::flags::check::BidiScope;
use std::path::Path;
use utf8kit_encodings::Encoding;
use utf8kit_lint::{Rule, RuleSet};

impl Configs {
    /// Returns the configuration of a directory, and the rules for `file` in it, or for a file about which nothing else is said.
    pub(crate) fn show(&self, directory: &Directory, file: Option<&Path>) -> String {
        let flags = self.flags();
        let config = &*directory.config;
        let written = &config.compiled.written;
        let shown = Shown {
            config,
            flags,
            here: self.here(),
        };
        let mut text = match &config.source {
            Some(path) => format!("# From {}\n", shown.path(path)),
            None => "# Built in: no utf8kit.toml applies\n".to_owned(),
        };
        text += &rules_of(directory, file);
        if let Some(extend) = &written.extend {
            text += &shown.line(
                "extend",
                &extend.value.to_string(),
                &shown.place(config, extend.line),
            );
        }
        text += &shown.rules();
        text += &shown.baseline();
        text += &shown.list(config, "exclude", &written.exclude, "default");
        text += &shown.levels();
        text += &format!("\n[signature]\n# Always forbidden: {}\n", array(FORBIDDEN));
        text += &shown.tables(config);
        for above in config.chain().skip(1) {
            let source = above.source.as_deref().unwrap_or(&above.root);
            text += &format!(
                "\n# And from {}, whose paths begin there:\n#\n",
                shown.path(source)
            );
            for line in shown.of_above(above).lines() {
                text += format!("# {line}").trim_end();
                text.push('\n');
            }
        }
        text
    }
}

/// Returns a comment with the rules in effect.
fn rules_of(directory: &Directory, file: Option<&Path>) -> String {
    let Some(file) = file else {
        return format!("# Rules: {}\n", listed(directory.config.rules));
    };
    let ForFile {
        rules,
        encoding,
        declared,
        ..
    } = directory.for_file(file, false);
    let encoding = encoding.or(declared.encoding).unwrap_or(Encoding::UTF_8).name();
    let binary = if declared.is_binary {
        "; `.gitattributes` says that it is binary"
    } else {
        ""
    };
    let of_file = format!("# For {}: {} in {encoding}", escape::path(file), listed(rules));
    of_file + binary + "\n"
}

/// Returns the names of rules for people.
fn listed(rules: RuleSet) -> String {
    match rules.iter().map(|rule| rule.name()).collect::<Vec<_>>() {
        names if names.is_empty() => "none".to_owned(),
        names => names.join(", "),
    }
}

/// A configuration that is shown.
struct Shown<'a> {
    config: &'a Config,
    flags: &'a Flags,
    /// The working directory.
    here: &'a Path,
}

impl Shown<'_> {
    /// Returns the path of a file, relative to the working directory if it is below that.
    fn path(&self, path: &Path) -> String {
        escape::path(path.strip_prefix(self.here).unwrap_or(path))
    }

    /// Returns a line of a file as a place.
    fn place(&self, config: &Config, line: usize) -> String {
        match &config.source {
            Some(path) => format!("{}:{line}", self.path(path)),
            None => "default".to_owned(),
        }
    }

    /// Returns a key with its value, and where that is from.
    fn line(&self, key: &str, value: &str, origin: &str) -> String {
        format!("{key} = {value}  # {origin}\n")
    }

    /// Returns where the key of the closest file that has it is from, or `None`.
    fn closest<T>(&self, key: impl Fn(&Written) -> &Option<At<T>>) -> Option<String> {
        self.config.chain().find_map(|config| {
            let of_file = key(&config.compiled.written).as_ref()?;
            Some(self.place(config, of_file.line))
        })
    }

    /// Returns the keys about rules.
    fn rules(&self) -> String {
        let (config, flags) = (self.config, self.flags);
        let default = || "default".to_owned();
        let [select, ignore] = in_effect(flags, config.select, config.ignore);
        let mut of_select = match flags.select {
            Some(_) => "--select".to_owned(),
            None => self.closest(|written| &written.select).unwrap_or_else(default),
        };
        let mut of_ignore = match flags.select {
            Some(_) => None,
            None => self.closest(|written| &written.ignore),
        };
        if flags.names {
            of_select += ", --names";
        }
        if !flags.ignore.is_empty() {
            of_ignore = Some(match of_ignore {
                Some(file) => format!("{file}, --ignore"),
                None => "--ignore".to_owned(),
            });
        }
        let bidi = match flags.bidi.or(config.bidi_of_files) {
            Some(BidiScope::All) => "\"all\"",
            Some(BidiScope::Unpaired) | None => "\"unpaired\"",
        };
        let of_bidi = match flags.bidi {
            Some(_) => "--bidi".to_owned(),
            None => self.closest(|written| &written.bidi).unwrap_or_else(default),
        };
        self.line("select", &names(select), &of_select)
            + &self.line("ignore", &names(ignore), &of_ignore.unwrap_or_else(default))
            + &self.line("bidi", bidi, &of_bidi)
    }

    fn baseline(&self) -> String {
        if let Some(key) = &self.config.compiled.written.baseline {
            return self.line(
                "baseline",
                &string(&key.path),
                &self.place(self.config, key.place.0),
            );
        }
        let mut above = self.config.chain().skip(1);
        match above.find_map(|config| Some((config, config.compiled.written.baseline.as_ref()?))) {
            Some((config, key)) => format!("# baseline: {}, see below\n", self.place(config, key.place.0)),
            None => "# baseline: none\n".to_owned(),
        }
    }

    fn levels(&self) -> String {
        let mut shown = String::new();
        for &rule in Rule::ALL {
            let is_given = self.flags.levels.iter().any(|&(of, _)| of == rule);
            let of_file = self.config.chain().find_map(|config| {
                let mut levels = config.compiled.written.levels.iter().rev();
                let of_rule = levels.find(|level| level.value.0 == rule)?;
                Some(self.place(config, of_rule.line))
            });
            let origin = if is_given {
                Some("--level".to_owned())
            } else {
                of_file
            };
            if let Some(origin) = origin {
                let level = format!("\"{}\"", self.config.level(rule).name());
                shown += &self.line(rule.name(), &level, &origin);
            }
        }
        match shown.is_empty() {
            true => shown,
            false => format!("\n[levels]\n{shown}"),
        }
    }

    /// Returns a list, with where each of it is from. `flag` is the one that it can be from.
    fn list(&self, config: &Config, key: &str, list: &[At<String>], flag: &str) -> String {
        let place = |line: usize| match line {
            0 => flag.to_owned(),
            line => self.place(config, line),
        };
        let Some(first) = list.first() else {
            return self.line(key, "[]", "default");
        };
        if list.iter().all(|entry| entry.line == first.line) {
            return self.line(key, &array(list), &place(first.line));
        }
        let mut shown = format!("{key} = [\n");
        for entry in list {
            shown += &format!("    {},  # {}\n", string(&entry.value), place(entry.line));
        }
        shown + "]\n"
    }

    /// Returns the lists about signatures, and the tables about files.
    fn tables(&self, config: &Config) -> String {
        let written = &config.compiled.written;
        let keys = [
            ("forbidden", &written.forbidden),
            ("required", &written.required),
            ("optional", &written.optional),
        ];
        let signatures = keys.map(|(key, globs)| self.list(config, key, globs, "--signature"));
        let files = written.files.iter().map(|files| match files.line {
            0 => for_files(&files.value, "--as"),
            line => for_files(&files.value, &self.place(config, line)),
        });
        signatures.into_iter().chain(files).collect()
    }

    /// Returns what a configuration adds to those that extend it.
    fn of_above(&self, above: &Config) -> String {
        let written = &above.compiled.written;
        let mut shown = self.list(above, "exclude", &written.exclude, "default");
        if let Some(key) = &written.baseline {
            shown += &self.line("baseline", &string(&key.path), &self.place(above, key.place.0));
        }
        shown + "\n[signature]\n" + &self.tables(above)
    }
}

fn for_files(files: &ForFiles, origin: &str) -> String {
    let mut shown = format!("\n[[files]]  # {origin}\nglob = {}\n", array(&files.glob));
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

/// Returns the names of rules, or of a group of them, as an array.
fn names(rules: RuleSet) -> String {
    match rules {
        rules if rules == RuleSet::default() => array(&["default"]),
        rules if rules == RuleSet::all() => array(&["all"]),
        rules => array(&rules.iter().map(|rule| rule.name()).collect::<Vec<_>>()),
    }
}

/// Returns texts as an array.
pub(crate) fn array<S: AsRef<str>>(texts: &[S]) -> String {
    let texts: Vec<_> = texts.iter().map(|text| string(text.as_ref())).collect();
    format!("[{}]", texts.join(", "))
}

/// Returns a basic string, which escapes what must not reach a terminal.
pub(crate) fn string(text: &str) -> String {
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
