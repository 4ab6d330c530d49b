//! `utf8 detect`: names the encoding of each file, how sure that is, and why.
//!
//! The whole file is read: text that is UTF-8 for the first megabyte can be something else after it.

mod file;

pub(crate) use file::recognize;

use crate::args::{DetectArgs, ListFormat};
use crate::report::{counted, json_name};
use crate::walk::{self, Files, Item, reason};
use crate::{Exit, cannot_write, complain, escape};
use file::{Buffers, Found, Kind};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use unicode_width::UnicodeWidthStr;

/// Files of an encoding that the summary names at most.
const EXAMPLES: usize = 3;

/// Columns for them, unless the first one takes more.
const EXAMPLES_WIDTH: usize = 60;

/// The result of one path.
enum Done {
    Found(PathBuf, Found),
    Failed(String),
}

/// Runs the verb.
pub(crate) fn run(args: DetectArgs) -> Exit {
    let prepared = walk::paths(&args.files).and_then(|paths| {
        walk::check_null(&args.files)?;
        Files::new(paths, (&args.files).into())
    });
    let files = match prepared {
        Ok(files) => files,
        Err(message) => {
            complain(&message);
            return Exit::Failed;
        }
    };
    let one = |item, buffers: &mut Buffers, done: &mut dyn FnMut(Done)| done(one(item, buffers));
    let done = walk::collect(files, args.files.jobs(), Buffers::new, one);
    let mut exit = Exit::Clean;
    let mut found = Vec::new();
    for done in done {
        match done {
            Done::Found(path, of_path) => found.push((path, of_path)),
            Done::Failed(message) => {
                complain(&message);
                exit = Exit::Failed;
            }
        }
    }
    let mut out = BufWriter::new(io::stdout().lock());
    let written = match (args.summary, args.format == ListFormat::Json) {
        (false, false) => list(&found, &mut out),
        (false, true) => found
            .iter()
            .try_for_each(|(path, found)| writeln!(out, "{}", object(path, found))),
        (true, is_json) => summary(&found, is_json, &mut out),
    };
    match written.and_then(|()| out.flush()) {
        Ok(()) => exit,
        Err(error) => cannot_write(&error, exit),
    }
}

fn one(item: Item, buffers: &mut Buffers) -> Done {
    let (path, found) = match item {
        Item::Failed(message) => return Done::Failed(message),
        Item::Stdin => (
            PathBuf::from("<stdin>"),
            file::detect(io::stdin().lock(), buffers),
        ),
        Item::File { path, .. } => {
            let found = File::open(&path).and_then(|file| file::detect(file, buffers));
            (path, found)
        }
    };
    match found {
        Ok(found) => Done::Found(path, found),
        Err(error) => Done::Failed(format!("{}: {}", escape::path(&path), reason(&error))),
    }
}

/// Writes a line for each file: path, encoding, why, and a line of the text.
fn list(found: &[(PathBuf, Found)], out: &mut impl Write) -> io::Result<()> {
    /// Columns of the longest path that the others are aligned to.
    const LONGEST: usize = 40;
    let names: Vec<_> = found.iter().map(|(path, _)| escape::path(path)).collect();
    let widths = names.iter().map(|name| name.width());
    let width = widths.filter(|&width| width <= LONGEST).max().unwrap_or(0);
    let encodings = found.iter().map(|(_, found)| found.name().len());
    let encoding_width = encodings.max().unwrap_or(0);
    for (name, (_, found)) in names.iter().zip(found) {
        let pad = " ".repeat(width.saturating_sub(name.width()));
        let line = format!("{name}{pad}  {:encoding_width$}  {}", found.name(), found.why());
        writeln!(out, "{}", line.trim_end())?;
        if let Some(text) = &found.line {
            writeln!(out, "  | {text}")?;
        }
    }
    Ok(())
}

/// Returns a file as JSON.
fn object(path: &Path, found: &Found) -> Value {
    let is_text = !matches!(found.kind, Kind::Binary | Kind::Empty);
    let mut object = json!({
        "encoding": is_text.then(|| found.name()),
        "certainty": is_text.then(|| found.certainty.to_string()),
        "reason": is_text.then(|| found.reason()),
        "second": found.second,
        "signature": found.has_signature,
        "binary": found.kind == Kind::Binary,
        "ill_formed_at": found.ill_formed_at,
        "line": found.line,
    });
    json_name(&mut object, path);
    object
}

/// Writes the number of files of each encoding, the most frequent first, with some of them.
fn summary(found: &[(PathBuf, Found)], is_json: bool, out: &mut impl Write) -> io::Result<()> {
    let mut groups: BTreeMap<&str, Vec<&Path>> = BTreeMap::new();
    for (path, found) in found {
        groups.entry(found.group()).or_default().push(path);
    }
    let mut groups: Vec<_> = groups.into_iter().collect();
    groups.sort_by_key(|(_, paths)| std::cmp::Reverse(paths.len()));
    if is_json {
        let groups = groups.iter().map(|(name, paths)| {
            let named = paths.iter().map(|path| {
                let mut object = json!({});
                json_name(&mut object, path);
                object
            });
            json!({ "encoding": name, "files": paths.len(), "paths": named.collect::<Vec<_>>() })
        });
        return writeln!(out, "{}", json!({ "summary": groups.collect::<Vec<_>>() }));
    }
    let width = groups.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
    let count_width = groups
        .first()
        .map_or(0, |(_, paths)| paths.len().to_string().len());
    for (name, paths) in &groups {
        let examples = examples(paths);
        writeln!(out, "{:count_width$}  {name:width$}  {}", paths.len(), examples)?;
    }
    writeln!(out, "{}", counted(found.len() as u64, "file"))
}

/// Returns the first few of `paths`.
fn examples(paths: &[&Path]) -> String {
    let mut examples = String::new();
    for (i, path) in paths.iter().enumerate() {
        let path = escape::path(path);
        let is_too_wide = i > 0 && examples.width() + path.width() > EXAMPLES_WIDTH;
        if i == EXAMPLES || is_too_wide {
            examples.push_str(", …");
            break;
        }
        if i > 0 {
            examples.push_str(", ");
        }
        examples.push_str(&path);
    }
    examples
}
