//! Compares the speed of utf8kit and of other libraries on the same text in the same run, as ratios.
//!
//! Run as `cargo xtask bench`, which selects the compiler of the C++ library.

mod byte_order;
mod c;
mod chart;
mod detection;
mod ill_formed;
mod legacy;
mod measure;
mod ops;
mod options;
mod pages;
mod pieces;
mod python;
mod reader;
mod report;
mod short;
mod simdutf;
mod stateful;
mod tables;
mod text;

use measure::{Encodings, Op};
use options::{Options, size};
use serde_json::{Value, json};
use std::path::Path;
use std::process::{Command, ExitCode};
use std::time::Duration;
use text::Texts;

const USAGE: &str = "\
cargo xtask bench [options]
  --op OP          Measure only this operation (can be repeated); `short` is text of 0 to 64 bytes,
                   `broken` is all that is done with ill-formed text, `pieces` compares streams with one call,
                   `legacy` is text in encodings of before Unicode, `pages` in every single-byte one,
                   `stateful` in those with shifts or marks, `detection` tells the encoding of such text
  --tier T         Limit utf8kit and simdutf to this instruction set
  --corpus DIR     Measure the .txt files below DIR instead of generated text
  --size N         Repeat or cut each text to N bytes; K multiplies by 1024, M by 1024 * 1024
  --cell NAME      Measure only texts whose name contains NAME
  --time MS        Measure each text for MS milliseconds (800)
  --simdutf FILE   Compare with the simdutf in this shared library instead of the one that its crate brings
  --c              Measure the C library, too, as a ratio to the Rust library
  --json FILE      Also write the figures to FILE
  --summary FILE   Also write the summaries of all operations to FILE
  --tables         Only write the summaries in bench/results to docs/PERFORMANCE.md, as tables, and to docs/images/speed.svg
  --rows FILE      Also write the operation, text, bytes, ratio, and nanoseconds that a call takes more than the peer's,
                   of each cell to FILE, separated by tabs
  --all            Measure each instruction set, and print one table of all cells, worst first
";

/// A subject of measurement that `--op` can name.
#[derive(Clone, Copy)]
enum Subject {
    /// An operation, measured on all texts.
    Op(&'static Op),
    /// An operation, measured on ill-formed text.
    IllFormed(&'static Op),
    /// A measurement with its own texts.
    Study(fn(&Options, &Texts) -> Result<Value, String>),
}

const STUDIES: [(&str, Subject); 7] = [
    ("short", Subject::Study(short::run)),
    ("broken", Subject::Study(ill_formed::run)),
    ("pieces", Subject::Study(pieces::run)),
    ("legacy", Subject::Study(legacy::run)),
    ("pages", Subject::Study(pages::run)),
    ("stateful", Subject::Study(stateful::run)),
    ("detection", Subject::Study(detection::run)),
];

/// Returns all names that `--op` accepts, with their subjects.
fn all_subjects() -> impl Iterator<Item = (&'static str, Subject)> {
    let ill_formed = ill_formed::OPS.iter().map(|op| (op.name, Subject::IllFormed(op)));
    ops::all()
        .map(|op| (op.name, Subject::Op(op)))
        .chain(ill_formed)
        .chain(STUDIES)
}

fn main() -> ExitCode {
    match options().and_then(|(subjects, options)| run(&subjects, &options)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("bench: {message}");
            ExitCode::FAILURE
        }
    }
}

/// Returns what to measure, and how.
fn options() -> Result<(Vec<Subject>, Options), String> {
    use lexopt::prelude::*;
    let mut options = Options::default();
    let mut subjects = Vec::new();
    let mut parse = || -> Result<(), lexopt::Error> {
        let mut arguments = lexopt::Parser::from_env();
        while let Some(argument) = arguments.next()? {
            match argument {
                Long("op") => {
                    let name = arguments.value()?.string()?;
                    let subject = all_subjects().find(|subject| subject.0 == name);
                    let (_, subject) = subject.ok_or_else(|| {
                        let names: Vec<_> = all_subjects().map(|subject| subject.0).collect();
                        format!("unknown operation {name}, expected one of {}", names.join(", "))
                    })?;
                    subjects.push(subject);
                }
                Long("tier") => options.tier = Some(arguments.value()?.string()?),
                Long("simdutf") => options.simdutf = Some(arguments.value()?.into()),
                Long("corpus") => options.corpus = Some(arguments.value()?.into()),
                Long("size") => options.size = Some(arguments.value()?.parse_with(size)?),
                Long("cell") => options.cell = arguments.value()?.string()?,
                Long("time") => options.time = Duration::from_millis(arguments.value()?.parse()?),
                Long("json") => options.json = Some(arguments.value()?.into()),
                Long("summary") => options.summary = Some(arguments.value()?.into()),
                Long("rows") => options.rows = Some(arguments.value()?.into()),
                Long("tables") => {
                    tables::write()?;
                    std::process::exit(0);
                }
                Long("help") | Short('h') => {
                    print!("{USAGE}");
                    std::process::exit(0);
                }
                _ => return Err(argument.unexpected()),
            }
        }
        Ok(())
    };
    parse().map_err(|error| format!("{error}\n{USAGE}"))?;
    if subjects.is_empty() {
        // Studies have tables of their own and no rows. One of them is of all ill-formed text.
        let only_rows = options.rows.is_some() || options.summary.is_some();
        let wanted = |subject: &Subject| match subject {
            Subject::Op(_) => true,
            Subject::IllFormed(_) => only_rows,
            Subject::Study(_) => !only_rows,
        };
        subjects = all_subjects().map(|subject| subject.1).filter(wanted).collect();
    }
    Ok((subjects, options))
}

/// Returns the name that simdutf uses for the instruction set of a tier.
fn simdutf_name(tier: &str) -> Option<&'static str> {
    match tier {
        "avx512" => Some("icelake"),
        "avx2" => Some("haswell"),
        "sse41" => Some("westmere"),
        "neon" => Some("arm64"),
        "portable" => Some("fallback"),
        _ => None,
    }
}

fn run(subjects: &[Subject], options: &Options) -> Result<(), String> {
    if let Some(tier) = &options.tier {
        let name = simdutf_name(tier).ok_or_else(|| format!("unknown tier {tier}"))?;
        // SAFETY: no other thread runs yet, and neither library has read its variable.
        unsafe {
            std::env::set_var("UTF8KIT_TIER", tier);
            std::env::set_var("SIMDUTF_FORCE_IMPLEMENTATION", name);
        }
    }
    let peer = match &options.simdutf {
        Some(library) => {
            simdutf::load(library)?;
            // It does not say its version, and the names of files that are installed end with that.
            let library = std::fs::canonicalize(library).map_err(|error| error.to_string())?;
            library
                .file_name()
                .unwrap_or_default()
                .to_string_lossy()
                .into_owned()
        }
        None => format!("{}, built by {}", simdutf::VERSION_OF_CRATE, compiler()),
    };
    let tier = utf8kit::tier().name();
    if options.tier.as_deref().is_some_and(|named| named != tier) {
        return Err(format!(
            "this processor does not support the tier; the next lower one is {tier}"
        ));
    }
    println!("processor: {}\nsimdutf: {peer}\ntier: {tier}", processor());
    let texts = Texts::new(options.corpus.as_deref()).map_err(|error| error.to_string())?;
    let cells = text::cells(&texts, options.size);
    let ill_formed = ill_formed::cells(&texts, options.size);
    let mut results = Vec::new();
    for subject in subjects {
        results.push(match subject {
            Subject::Op(op) => report::op(op, &cells, Encodings::All, options)?,
            Subject::IllFormed(op) => report::op(op, &ill_formed, Encodings::IllFormed, options)?,
            Subject::Study(study) => study(options, &texts)?,
        });
    }
    if let Some(file) = &options.rows {
        std::fs::write(file, rows(&results)).map_err(|error| format!("{}: {error}", file.display()))?;
    }
    let write = |file: &Path, operations: Vec<Value>| {
        let all = json!({
            "date": date(), "processor": processor(), "simdutf": peer, "tier": tier, "operations": operations,
        });
        std::fs::write(file, format!("{all:#}\n")).map_err(|error| format!("{}: {error}", file.display()))
    };
    if let Some(file) = &options.summary {
        let summary =
            |result: &Value| json!({ "operation": result["operation"], "summaries": result["summaries"] });
        write(file, results.iter().map(summary).collect())?;
    }
    if let Some(file) = &options.json {
        write(file, results)?;
    }
    Ok(())
}

/// Returns the date as `date` prints it, or nothing.
fn date() -> Option<String> {
    let output = Command::new("date").arg("+%F").output().ok()?;
    Some(String::from_utf8(output.stdout).ok()?.trim_end().to_owned())
}

/// Returns a line for each cell. Studies, as of short text, have tables of their own, and no cells.
fn rows(results: &[Value]) -> String {
    let mut rows = String::new();
    for operation in results {
        for cell in operation["cells"].as_array().into_iter().flatten() {
            let name = |value: &Value| value.as_str().unwrap_or_default().to_owned();
            let (operation, text) = (name(&operation["operation"]), name(&cell["cell"]));
            let (bytes, ratio, more) = (&cell["bytes"], &cell["ratio"], &cell["nanoseconds_more"]);
            rows += &format!("{operation}\t{text}\t{bytes}\t{ratio}\t{more}\n");
        }
    }
    rows
}

/// Returns `CXX`, `CXXFLAGS` and the version that the compiler prints.
fn compiler() -> String {
    let name = std::env::var("CXX").unwrap_or_else(|_| "c++".to_owned());
    let version = Command::new(&name).arg("--version").output().ok();
    let version =
        version.and_then(|output| Some(String::from_utf8(output.stdout).ok()?.lines().next()?.to_owned()));
    let flags = std::env::var("CXXFLAGS").unwrap_or_default();
    format!(
        "{name} {flags} ({})",
        version.as_deref().unwrap_or("version unknown")
    )
}

fn processor() -> String {
    let info = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let field = |name| {
        Some(
            info.lines()
                .find(|line| line.starts_with(name))?
                .split_once(": ")?
                .1,
        )
    };
    let model = field("model name").unwrap_or(std::env::consts::ARCH);
    match (field("cpu family"), field("model\t")) {
        (Some(family), Some(number)) => format!("{model} (family {family}, model {number})"),
        _ => model.to_owned(),
    }
}
