//! Prints tables of figures and summarizes them.

use crate::c;
use crate::measure::{self, Encodings, Implementation, Op, Role};
use crate::options::Options;
use crate::text::Cell;
use serde_json::{Value, json};

/// A cell is behind from this ratio down: differences below it are within the noise of a measurement.
const BEHIND: f64 = 0.97;

/// Measures an operation on all texts to which it applies.
pub fn op(op: &Op, cells: &[Cell], encodings: Encodings, options: &Options) -> Result<Value, String> {
    let cells = cells.iter().filter(|cell| (op.applies_to)(cell));
    let mut implementations = (op.implementations)();
    implementations.extend(c::variant(op.name));
    table(op.name, &implementations, cells, encodings, options)
}

/// Prints and returns a row for each text and a summary for each group of texts.
pub fn table<'a>(
    name: &str,
    implementations: &[Implementation],
    cells: impl Iterator<Item = &'a Cell>,
    encodings: Encodings,
    options: &Options,
) -> Result<Value, String> {
    println!("\n{name}: GB of UTF-8 per second; variants of utf8kit as ratios to utf8kit");
    print!("{:22} {:>8} ", "text", "bytes");
    implementations
        .iter()
        .for_each(|implementation| print!("{:>13}", implementation.name));
    println!("{:>10}", "ratio");
    let mut rows = Vec::new();
    let mut groups: Vec<(&str, Vec<(f64, &str)>)> = Vec::new();
    for cell in cells.filter(|cell| cell.name.contains(&options.cell)) {
        measure::compare(implementations, &cell.pieces, encodings)
            .map_err(|error| format!("{}: {error}", cell.name))?;
        let seconds = measure::measure(implementations, &cell.pieces, encodings, options.time);
        let speeds: Vec<f64> = seconds
            .iter()
            .map(|seconds| cell.bytes() as f64 / seconds / 1e9)
            .collect();
        let best = |role| best(implementations, &speeds, role);
        let ours = best(Role::Ours);
        let peer = best(Role::Baseline);
        let ratio = ours / peer;
        let nanoseconds = |speed: f64| cell.bytes() as f64 / cell.pieces.len() as f64 / speed;
        print!("{:22} {:>8} ", cell.name, cell.bytes());
        for (implementation, speed) in implementations.iter().zip(&speeds) {
            match implementation.role {
                Role::Variant => print!("{:>12.2}x", speed / ours),
                _ => print!("{speed:>13.2}"),
            }
        }
        if ratio.is_nan() {
            // There is no peer.
            println!("{:>10}", "-");
        } else {
            println!("{ratio:>9.2}x");
        }
        match groups.iter_mut().find(|group| group.0 == cell.group) {
            _ if ratio.is_nan() => {}
            Some(group) => group.1.push((ratio, &cell.name)),
            None => groups.push((cell.group, vec![(ratio, &cell.name)])),
        }
        let speeds: serde_json::Map<_, _> = implementations
            .iter()
            .zip(&speeds)
            .map(|(implementation, speed)| (implementation.name.to_owned(), json!(speed)))
            .collect();
        rows.push(json!({
            "cell": cell.name, "bytes": cell.bytes(), "calls": cell.pieces.len(), "group": cell.group,
            "gigabytes_per_second": speeds, "ratio": ratio, "nanoseconds_more": nanoseconds(ours) - nanoseconds(peer),
        }));
    }
    let summaries: serde_json::Map<_, _> = groups
        .iter()
        .map(|(group, ratios)| ((*group).to_owned(), summary(&format!("{name}, {group}"), ratios)))
        .collect();
    Ok(json!({ "operation": name, "cells": rows, "summaries": summaries }))
}

/// Returns the speed of the fastest implementation in a role.
fn best(implementations: &[Implementation], speeds: &[f64], role: Role) -> f64 {
    let of_role = implementations
        .iter()
        .zip(speeds)
        .filter(|(implementation, _)| implementation.role == role);
    of_role.map(|(_, speed)| *speed).fold(f64::NAN, f64::max)
}

/// Prints and returns the geometric mean and the minimum of at least one ratio of utf8kit's speed to the fastest other
/// library's.
pub fn summary(what: &str, ratios: &[(f64, &str)]) -> Value {
    let (worst, cell) =
        ratios.iter().fold(
            (f64::INFINITY, ""),
            |least, &ratio| {
                if ratio.0 < least.0 { ratio } else { least }
            },
        );
    let mean = geometric_mean(ratios.iter().map(|(ratio, _)| *ratio));
    let behind = ratios.iter().filter(|(ratio, _)| *ratio < BEHIND).count();
    println!("{what}: geometric mean {mean:.2}x, worst {worst:.2}x ({cell})");
    json!({
        "geometric_mean": rounded(mean), "worst": rounded(worst), "worst_cell": cell, "cells": ratios.len(), "behind": behind,
    })
}

/// Returns a ratio as tables show it.
fn rounded(ratio: f64) -> f64 {
    (100.0 * ratio).round() / 100.0
}

pub fn geometric_mean(numbers: impl Iterator<Item = f64>) -> f64 {
    let (sum, count) = numbers.fold((0.0, 0), |(sum, count), number| (sum + number.ln(), count + 1));
    (sum / f64::from(count)).exp()
}
