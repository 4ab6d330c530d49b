//! utf8kit side by side with its peers: the same text, in the same run, as ratios.
//!
//! Run as `cargo xtask bench`, which finds the compiler that builds the C++ peer.

mod measure;
mod ops;
mod text;

use ops::{Contestant, OPS, Op, Role};
use serde_json::{Value, json};
use std::path::PathBuf;
use std::process::{Command, ExitCode};
use std::time::Duration;
use text::Cell;

const USAGE: &str = "\
cargo xtask bench [options]
  --op OP          measure this operation only (can be repeated)
  --tier T         hold utf8kit and simdutf to this instruction set
  --corpus DIR     measure on the .txt files below DIR, else on text made here
  --size N         bring each text to N octets; K and M multiply by 1024
  --cell NAME      only cells whose name contains NAME
  --time MS        milliseconds for each cell (800)
  --json FILE      write the figures to FILE as well
";

struct Options {
    ops: Vec<&'static Op>,
    tier: Option<String>,
    corpus: Option<PathBuf>,
    size: Option<usize>,
    cell: String,
    time: Duration,
    json: Option<PathBuf>,
}

fn main() -> ExitCode {
    match options().and_then(|options| run(&options)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("bench: {message}");
            ExitCode::FAILURE
        }
    }
}

fn options() -> Result<Options, String> {
    use lexopt::prelude::*;
    let mut options = Options {
        ops: Vec::new(),
        tier: None,
        corpus: None,
        size: None,
        cell: String::new(),
        time: Duration::from_millis(800),
        json: None,
    };
    let mut parse = || -> Result<(), lexopt::Error> {
        let mut arguments = lexopt::Parser::from_env();
        while let Some(argument) = arguments.next()? {
            match argument {
                Long("op") => {
                    let name = arguments.value()?.string()?;
                    let op = OPS.iter().find(|op| op.name == name);
                    options.ops.push(op.ok_or_else(|| {
                        let names: Vec<_> = OPS.iter().map(|op| op.name).collect();
                        format!("no operation {name}; there are {}", names.join(", "))
                    })?);
                }
                Long("tier") => options.tier = Some(arguments.value()?.string()?),
                Long("corpus") => options.corpus = Some(arguments.value()?.into()),
                Long("size") => options.size = Some(arguments.value()?.parse_with(size)?),
                Long("cell") => options.cell = arguments.value()?.string()?,
                Long("time") => options.time = Duration::from_millis(arguments.value()?.parse()?),
                Long("json") => options.json = Some(arguments.value()?.into()),
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
    if options.ops.is_empty() {
        options.ops = OPS.iter().collect();
    }
    Ok(options)
}

fn size(argument: &str) -> Result<usize, std::num::ParseIntError> {
    let (digits, unit) = match argument.trim_end_matches(['K', 'M']) {
        digits if argument.ends_with('K') => (digits, 1 << 10),
        digits if argument.ends_with('M') => (digits, 1 << 20),
        digits => (digits, 1),
    };
    Ok(digits.parse::<usize>()?.max(1) * unit)
}

/// What the C++ peer calls the instruction set of one of our tiers.
fn simdutf_name(tier: &str) -> Option<&'static str> {
    match tier {
        "avx512" => Some("icelake"),
        "avx2" => Some("haswell"),
        "ssse3" => Some("westmere"),
        "neon" => Some("arm64"),
        "portable" => Some("fallback"),
        _ => None,
    }
}

fn run(options: &Options) -> Result<(), String> {
    if let Some(tier) = &options.tier {
        let peer = simdutf_name(tier).ok_or_else(|| format!("no tier {tier}"))?;
        // SAFETY: no other thread runs yet, and neither library has looked at its variable.
        unsafe {
            std::env::set_var("UTF8KIT_TIER", tier);
            std::env::set_var("SIMDUTF_FORCE_IMPLEMENTATION", peer);
        }
    }
    let compiler = compiler();
    let tier = utf8kit::tier().name();
    if options.tier.as_deref().is_some_and(|named| named != tier) {
        return Err(format!("no such tier here; the next below is {tier}"));
    }
    println!(
        "processor: {}\nsimdutf built by: {compiler}\ntier: {tier}",
        processor()
    );
    let cells = text::cells(options.corpus.as_deref(), options.size).map_err(|error| error.to_string())?;
    let mut results = Vec::new();
    for op in &options.ops {
        results.push(run_op(op, &cells, options)?);
    }
    if let Some(file) = &options.json {
        let all =
            json!({ "processor": processor(), "compiler": compiler, "tier": tier, "operations": results });
        std::fs::write(file, format!("{all:#}\n")).map_err(|error| format!("{}: {error}", file.display()))?;
    }
    Ok(())
}

fn run_op(op: &Op, cells: &[Cell], options: &Options) -> Result<Value, String> {
    let contestants = (op.contestants)();
    println!(
        "\n{}: GB of UTF-8 in a second; a variant of ours as a ratio to ours",
        op.name
    );
    print!("{:22} {:>8} ", "text", "octets");
    contestants
        .iter()
        .for_each(|contestant| print!("{:>12}", contestant.name));
    println!("{:>10}", "ratio");
    let mut rows = Vec::new();
    let mut ratios = Vec::new();
    let cells = cells
        .iter()
        .filter(|cell| cell.name.contains(&options.cell) && (!op.latin || cell.is_latin()));
    for cell in cells {
        measure::compare(&contestants, &cell.pieces).map_err(|error| format!("{}: {error}", cell.name))?;
        let seconds = measure::measure(&contestants, &cell.pieces, options.time);
        let speeds: Vec<f64> = seconds
            .iter()
            .map(|seconds| cell.octets() as f64 / seconds / 1e9)
            .collect();
        let best = |role| best(&contestants, &speeds, role);
        let ours = best(Role::Ours);
        let ratio = ours / best(Role::Rival);
        print!("{:22} {:>8} ", cell.name, cell.octets());
        for (contestant, speed) in contestants.iter().zip(&speeds) {
            match contestant.role {
                Role::Variant => print!("{:>11.2}x", speed / ours),
                _ => print!("{speed:>12.2}"),
            }
        }
        println!("{ratio:>9.2}x");
        ratios.push((cell.is_text, ratio, cell.name.as_str()));
        let speeds: serde_json::Map<_, _> = contestants
            .iter()
            .zip(&speeds)
            .map(|(who, speed)| (who.name.to_owned(), json!(speed)))
            .collect();
        rows.push(json!({
            "cell": cell.name, "octets": cell.octets(), "calls": cell.pieces.len(), "text": cell.is_text,
            "gigabytes_per_second": speeds, "ratio": ratio,
        }));
    }
    let texts = summary(
        op,
        "texts",
        ratios.iter().filter(|cell| cell.0).map(|cell| (cell.1, cell.2)),
    );
    let others = summary(
        op,
        "other cells",
        ratios.iter().filter(|cell| !cell.0).map(|cell| (cell.1, cell.2)),
    );
    Ok(json!({ "operation": op.name, "cells": rows, "texts": texts, "others": others }))
}

/// The speed of the best contestant in a role.
fn best(contestants: &[Contestant], speeds: &[f64], role: Role) -> f64 {
    let of_role = contestants
        .iter()
        .zip(speeds)
        .filter(|(contestant, _)| contestant.role == role);
    of_role.map(|(_, speed)| *speed).fold(f64::NAN, f64::max)
}

/// Prints and returns the geometric mean and the worst of some ratios.
fn summary<'a>(op: &Op, what: &str, ratios: impl Iterator<Item = (f64, &'a str)>) -> Value {
    let ratios: Vec<_> = ratios.collect();
    let Some(worst) = ratios.iter().min_by(|a, b| a.0.total_cmp(&b.0)) else {
        return Value::Null;
    };
    let mean = (ratios.iter().map(|(ratio, _)| ratio.ln()).sum::<f64>() / ratios.len() as f64).exp();
    println!(
        "{}, {what}: geometric mean {mean:.2}x, worst {:.2}x ({})",
        op.name, worst.0, worst.1
    );
    json!({ "geometric_mean": mean, "worst": worst.0, "worst_cell": worst.1 })
}

/// `CXX`, `CXXFLAGS` and what the compiler says it is.
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
