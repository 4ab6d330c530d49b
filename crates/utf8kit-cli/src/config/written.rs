//! Reads the file. Errors name the line, the column and what was probably meant.

use crate::config::signatures::globs;
use crate::escape;
use crate::flags::check::BidiScope;
use crate::flags::selection;
use clap::ValueEnum;
use regex::bytes::Regex;
use std::ops::Range;
use toml::Spanned;
use toml::de::{DeTable, DeValue};
use utf8kit::utf8;
use utf8kit_encodings::Encoding;
use utf8kit_lint::nearest;
use utf8kit_lint::{Level, Options, Rule, RuleSet};

/// A value and the line that it is in.
#[derive(Clone, Debug)]
pub(super) struct At<T> {
    pub(super) value: T,
    /// The line, from 1; 0 for what a flag says.
    pub(super) line: usize,
}

impl<T> At<T> {
    fn new(value: T, line: usize) -> At<T> {
        At { value, line }
    }

    /// Returns what a flag says.
    pub(super) fn flag(value: T) -> At<T> {
        At::new(value, 0)
    }
}

impl AsRef<str> for At<String> {
    fn as_ref(&self) -> &str {
        &self.value
    }
}

/// The contents of the file.
#[derive(Clone, Default, Debug)]
pub(super) struct Written {
    /// Whether it extends those above it, unless they are of another repository.
    pub(super) extend: Option<At<bool>>,
    pub(super) select: Option<At<RuleSet>>,
    pub(super) ignore: Option<At<RuleSet>>,
    pub(super) bidi: Option<At<BidiScope>>,
    pub(super) levels: Vec<At<(Rule, Level)>>,
    pub(super) exclude: Vec<At<String>>,
    pub(super) baseline: Option<BaselineKey>,
    pub(super) forbidden: Vec<At<String>>,
    pub(super) required: Vec<At<String>>,
    pub(super) optional: Vec<At<String>>,
    pub(super) files: Vec<At<ForFiles>>,
}

/// The key `baseline`.
#[derive(Clone, Debug)]
pub(super) struct BaselineKey {
    pub(super) path: String,
    /// The line and the column of the path.
    pub(super) place: (usize, usize),
}

/// A table `[[files]]`.
#[derive(Clone, Debug)]
pub(super) struct ForFiles {
    pub(super) glob: Vec<String>,
    pub(super) select: RuleSet,
    pub(super) ignore: RuleSet,
    pub(super) encoding: Option<Encoding>,
    /// The lines that it is about, if not all.
    pub(super) lines: Option<Regex>,
}

/// Changes nothing: the default of a `RuleSet` is not the empty one.
impl Default for ForFiles {
    fn default() -> ForFiles {
        ForFiles {
            glob: Vec::new(),
            select: RuleSet::EMPTY,
            ignore: RuleSet::EMPTY,
            encoding: None,
            lines: None,
        }
    }
}

pub(super) const KEYS: &[&str] = &[
    "extend",
    "select",
    "ignore",
    "bidi",
    "levels",
    "exclude",
    "baseline",
    "signature",
    "files",
];
pub(super) const SIGNATURE_KEYS: &[&str] = &["forbidden", "required", "optional"];
pub(super) const FILES_KEYS: &[&str] = &["glob", "select", "ignore", "encoding", "lines"];

/// An error and the offset of its place.
struct Wrong {
    at: usize,
    message: String,
}

impl Wrong {
    /// Returns `line:column: message`.
    fn message(self, text: &str) -> String {
        let (line, column) = place(text, self.at);
        format!("{line}:{column}: {}", escape::text(self.message.as_bytes()))
    }
}

type Read<T> = Result<T, Wrong>;

type Value<'v> = &'v Spanned<DeValue<'v>>;

/// Returns what the file contains.
///
/// # Errors
///
/// Returns `line:column: message`.
pub(super) fn read(bytes: &[u8]) -> Result<Written, String> {
    let text = text(bytes)?;
    let written = parse(text).and_then(|document| contents(text, document.get_ref()));
    written.map_err(|wrong| wrong.message(text))
}

/// Returns what the table `[tool.utf8kit]` of a `pyproject.toml` contains, if it has one. Errors are as those of [`read`].
pub(super) fn read_tool(bytes: &[u8]) -> Result<Option<Written>, String> {
    if memchr::memmem::find(bytes, b"utf8kit").is_none() {
        return Ok(None);
    }
    let text = text(bytes)?;
    let written = parse(text).and_then(|document| {
        let tool = document.get_ref().get("tool").map(|tool| tool.get_ref());
        let table = match tool.and_then(|tool| tool.as_table()) {
            Some(tool) => tool.get("utf8kit"),
            None => None,
        };
        let Some(value) = table else {
            return Ok(None);
        };
        match value.get_ref() {
            DeValue::Table(table) => contents(text, table).map(Some),
            _ => Err(unexpected("utf8kit", value, "a table: `[tool.utf8kit]`")),
        }
    });
    written.map_err(|wrong| wrong.message(text))
}

/// Returns `true` if the bytes are what another program reads: TOML with keys, of which none is one of ours, or nearly.
pub(super) fn is_foreign(bytes: &[u8]) -> bool {
    let Ok(document) = text(bytes).and_then(|text| DeTable::parse(text).map_err(|error| error.to_string()))
    else {
        return false;
    };
    let mut keys = document.get_ref().keys();
    let is_foreign = |key: &str| nearest(key, KEYS.iter().copied()).is_none();
    keys.len() > 0 && keys.all(|key| is_foreign(key.get_ref()))
}

/// Returns the bytes as text, without a signature.
fn text(bytes: &[u8]) -> Result<&str, String> {
    let error = match utf8::validate(bytes) {
        Ok(text) => return Ok(text.strip_prefix('\u{FEFF}').unwrap_or(text)),
        Err(error) => error,
    };
    let found = utf8kit_lint::check(bytes, &Options::default().with_rules(Rule::IllFormed.into()));
    let place = match found.first() {
        Some(first) => format!(
            "{}:{}: {} (offset {})",
            first.line,
            first.column,
            escape::text(first.message.as_bytes()),
            first.offset
        ),
        None => format!("1:1: {error}"),
    };
    let name = match bytes {
        [0xFF, 0xFE, ..] => "UTF-16LE",
        [0xFE, 0xFF, ..] => "UTF-16BE",
        _ => return Err(format!("{place}; expected UTF-8")),
    };
    Err(format!(
        "{place}; expected UTF-8, found the signature of {name}: convert the file with `utf8 convert -f {name}`"
    ))
}

/// Returns the line and the column of an offset, from 1. Columns are in characters.
fn place(text: &str, at: usize) -> (usize, usize) {
    let before = &text[..text.floor_char_boundary(at)];
    let line = before.matches('\n').count() + 1;
    let start = before.rfind('\n').map_or(0, |lf| lf + 1);
    (line, before[start..].chars().count() + 1)
}

/// The offsets at which lines end.
struct Lines(Vec<usize>);

impl Lines {
    fn new(text: &str) -> Lines {
        Lines(memchr::memchr_iter(b'\n', text.as_bytes()).collect())
    }

    /// Returns the line of an offset, from 1.
    fn of(&self, at: usize) -> usize {
        self.0.partition_point(|&end| end < at) + 1
    }
}

fn parse(text: &str) -> Read<Spanned<DeTable<'_>>> {
    DeTable::parse(text).map_err(|error| Wrong {
        at: error.span().map_or(0, |span| span.start),
        message: error.message().trim().replace('\n', "; "),
    })
}

/// Returns what a table of `text` contains.
fn contents(text: &str, table: &DeTable<'_>) -> Read<Written> {
    let mut written = Written::default();
    let lines = Lines::new(text);
    for (key, at, value) in entries(table) {
        let line = lines.of(at);
        match key {
            "extend" => written.extend = Some(At::new(boolean(key, value)?, line)),
            "select" => written.select = Some(At::new(rules(key, value)?, line)),
            "ignore" => written.ignore = Some(At::new(rules(key, value)?, line)),
            "bidi" => written.bidi = Some(At::new(bidi(value)?, line)),
            "levels" => written.levels = levels(&lines, value)?,
            "exclude" => written.exclude = patterns(&lines, key, value)?,
            "baseline" => {
                written.baseline = Some(BaselineKey {
                    path: string(key, value)?.to_owned(),
                    place: place(text, value.span().start),
                });
            }
            "signature" => signature(&lines, value, &mut written)?,
            "files" => written.files = tables_of_files(&lines, value)?,
            _ => return Err(unknown(key, at, KEYS)),
        }
    }
    Ok(written)
}

fn signature(lines: &Lines, value: Value<'_>, written: &mut Written) -> Read<()> {
    let DeValue::Table(table) = value.get_ref() else {
        return Err(unexpected("signature", value, "a table: `[signature]`"));
    };
    for (key, at, value) in entries(table) {
        let list = match key {
            "forbidden" => &mut written.forbidden,
            "required" => &mut written.required,
            "optional" => &mut written.optional,
            _ => return Err(unknown(key, at, SIGNATURE_KEYS)),
        };
        *list = patterns(lines, key, value)?;
    }
    Ok(())
}

fn tables_of_files(lines: &Lines, value: Value<'_>) -> Read<Vec<At<ForFiles>>> {
    const EXPECTED: &str = "tables: `[[files]]`";
    let DeValue::Array(tables) = value.get_ref() else {
        return Err(unexpected("files", value, EXPECTED));
    };
    let of_files = |value: Value<'_>| match value.get_ref() {
        DeValue::Table(table) => Ok(At {
            value: for_files(lines, value, table)?,
            line: lines.of(value.span().start),
        }),
        _ => Err(unexpected("files", value, EXPECTED)),
    };
    tables.iter().map(of_files).collect()
}

fn for_files(lines: &Lines, value: Value<'_>, table: &DeTable<'_>) -> Read<ForFiles> {
    let mut files = ForFiles::default();
    for (key, at, value) in entries(table) {
        match key {
            "glob" => {
                let globs = patterns(lines, key, value)?;
                files.glob = globs.into_iter().map(|glob| glob.value).collect();
            }
            "select" => files.select = rules(key, value)?,
            "ignore" => files.ignore = rules(key, value)?,
            "encoding" => {
                let found = selection::encoding(string(key, value)?);
                files.encoding = Some(found.map_err(|error| wrong(value, format!("{key}: {error}")))?);
            }
            "lines" => files.lines = Some(expression(key, value)?),
            _ => return Err(unknown(key, at, FILES_KEYS)),
        }
    }
    if !table.contains_key("glob") {
        return Err(wrong(
            value,
            "`[[files]]` has no key `glob`, which names the files".to_owned(),
        ));
    }
    let other = ["select", "encoding"].into_iter().find_map(|key| table.get(key));
    if let (Some(other), Some(_)) = (other, &files.lines) {
        let message =
            "a table with `lines` has no keys but `glob` and `ignore`: it is about some lines of the files";
        return Err(wrong(other, message.to_owned()));
    }
    Ok(files)
}

/// Returns the keys of a table with their offsets and values, in the order of the file.
fn entries<'t>(table: &'t DeTable<'t>) -> Vec<(&'t str, usize, Value<'t>)> {
    let mut entries: Vec<_> = table
        .iter()
        .map(|(key, value)| (key.get_ref().as_ref(), key.span().start, value))
        .collect();
    entries.sort_by_key(|&(_, at, _)| at);
    entries
}

fn boolean(key: &str, value: Value<'_>) -> Read<bool> {
    match value.get_ref() {
        DeValue::Boolean(value) => Ok(*value),
        _ => Err(unexpected(key, value, "`true` or `false`")),
    }
}

fn string<'v>(key: &str, value: Value<'v>) -> Read<&'v str> {
    match value.get_ref() {
        DeValue::String(text) => Ok(text),
        _ => Err(unexpected(key, value, "a string")),
    }
}

fn strings<'v>(key: &str, value: Value<'v>) -> Read<Vec<(&'v str, Value<'v>)>> {
    match value.get_ref() {
        DeValue::Array(values) => values
            .iter()
            .map(|value| Ok((string(key, value)?, value)))
            .collect(),
        _ => Err(unexpected(key, value, "an array of strings: `[\"...\"]`")),
    }
}

fn rules(key: &str, value: Value<'_>) -> Read<RuleSet> {
    let mut set = RuleSet::EMPTY;
    for (name, value) in strings(key, value)? {
        let selection =
            selection::parse(name).map_err(|error| wrong(value, format!("{key}: `{name}`: {error}")))?;
        set = set.union(selection.rules);
    }
    Ok(set)
}

fn patterns(lines: &Lines, key: &str, value: Value<'_>) -> Read<Vec<At<String>>> {
    let pattern = |(glob, value): (&str, Value<'_>)| match globs(&[glob]) {
        Ok(_) => Ok(At {
            value: glob.to_owned(),
            line: lines.of(value.span().start),
        }),
        Err(error) => Err(wrong(value, format!("{key}: {error}"))),
    };
    strings(key, value)?.into_iter().map(pattern).collect()
}

/// Returns the levels of rules.
fn levels(lines: &Lines, value: Value<'_>) -> Read<Vec<At<(Rule, Level)>>> {
    let DeValue::Table(table) = value.get_ref() else {
        return Err(unexpected("levels", value, "a table: `[levels]`"));
    };
    let level = |(key, at, value): (&str, usize, Value<'_>)| {
        let rule = selection::rule(key).map_err(|message| Wrong {
            at,
            message: format!("levels: `{key}`: {message}"),
        })?;
        let level = selection::level(string(key, value)?);
        let level = level.map_err(|message| wrong(value, format!("{key}: {message}")))?;
        Ok(At {
            value: (rule, level),
            line: lines.of(at),
        })
    };
    entries(table).into_iter().map(level).collect()
}

/// Returns a regular expression for a line.
fn expression(key: &str, value: Value<'_>) -> Read<Regex> {
    Regex::new(string(key, value)?).map_err(|error| {
        // The last line says what is wrong, and those before it show where.
        let error = error.to_string();
        let why = error.lines().last().unwrap_or_default();
        wrong(
            value,
            format!("{key}: {}", why.strip_prefix("error: ").unwrap_or(why)),
        )
    })
}

fn bidi(value: Value<'_>) -> Read<BidiScope> {
    let name = string("bidi", value)?;
    BidiScope::from_str(name, false).map_err(|_| {
        let meant = nearest(name, ["unpaired", "all"].into_iter());
        let meant = meant.map_or(String::new(), |name| format!("; did you mean `{name}`?"));
        wrong(
            value,
            format!("bidi: expected `unpaired` or `all`, found `{name}`{meant}"),
        )
    })
}

fn wrong(value: Value<'_>, message: String) -> Wrong {
    let Range { start, .. } = value.span();
    Wrong { at: start, message }
}

fn unexpected(key: &str, value: Value<'_>, expected: &str) -> Wrong {
    let found = match value.get_ref() {
        DeValue::String(_) => "a string",
        DeValue::Integer(_) | DeValue::Float(_) => "a number",
        DeValue::Boolean(_) => "a boolean",
        DeValue::Datetime(_) => "a date or time",
        DeValue::Array(_) => "an array",
        DeValue::Table(_) => "a table",
    };
    wrong(value, format!("{key}: expected {expected}, found {found}"))
}

fn unknown(key: &str, at: usize, keys: &'static [&'static str]) -> Wrong {
    let meant = match nearest(key, keys.iter().copied()) {
        Some(nearest) => format!("; did you mean `{nearest}`?"),
        None => {
            let names: Vec<_> = keys.iter().map(|key| format!("`{key}`")).collect();
            format!("; expected one of {}", names.join(", "))
        }
    };
    Wrong {
        at,
        message: format!("no key is called `{key}`{meant}"),
    }
}
