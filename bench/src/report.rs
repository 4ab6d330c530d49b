//! Tables of figures, and what they come to.

use crate::Options;
use crate::measure::{self, Forms};
use crate::ops::{Contestant, Op, Role};
use crate::text::Cell;
use serde_json::{Value, json};

/// An operation on all cells that suit it.
pub fn op(op: &Op, cells: &[Cell], options: &Options) -> Result<Value, String> {
    let cells = cells.iter().filter(|cell| (op.suits)(cell));
    table(op.name, &(op.contestants)(), cells, Forms::All, options)
}

/// A row for each cell, a summary for each group of them.
pub fn table<'a>(
    name: &str,
    contestants: &[Contestant],
    cells: impl Iterator<Item = &'a Cell>,
    forms: Forms,
    options: &Options,
) -> Result<Value, String> {
    println!("\n{name}: GB of UTF-8 in a second; a variant of ours as a ratio to ours");
    print!("{:22} {:>8} ", "text", "bytes");
    contestants
        .iter()
        .for_each(|contestant| print!("{:>13}", contestant.name));
    println!("{:>10}", "ratio");
    let mut rows = Vec::new();
    let mut groups: Vec<(&str, Vec<(f64, &str)>)> = Vec::new();
    for cell in cells.filter(|cell| cell.name.contains(&options.cell)) {
        measure::compare(contestants, &cell.pieces, forms)
            .map_err(|error| format!("{}: {error}", cell.name))?;
        let seconds = measure::measure(contestants, &cell.pieces, forms, options.time);
        let speeds: Vec<f64> = seconds
            .iter()
            .map(|seconds| cell.bytes() as f64 / seconds / 1e9)
            .collect();
        let best = |role| best(contestants, &speeds, role);
        let ours = best(Role::Ours);
        let ratio = ours / best(Role::Rival);
        print!("{:22} {:>8} ", cell.name, cell.bytes());
        for (contestant, speed) in contestants.iter().zip(&speeds) {
            match contestant.role {
                Role::Variant => print!("{:>12.2}x", speed / ours),
                _ => print!("{speed:>13.2}"),
            }
        }
        println!("{ratio:>9.2}x");
        match groups.iter_mut().find(|group| group.0 == cell.group) {
            Some(group) => group.1.push((ratio, &cell.name)),
            None => groups.push((cell.group, vec![(ratio, &cell.name)])),
        }
        let speeds: serde_json::Map<_, _> = contestants
            .iter()
            .zip(&speeds)
            .map(|(who, speed)| (who.name.to_owned(), json!(speed)))
            .collect();
        rows.push(json!({
            "cell": cell.name, "bytes": cell.bytes(), "calls": cell.pieces.len(), "group": cell.group,
            "gigabytes_per_second": speeds, "ratio": ratio,
        }));
    }
    let summaries: serde_json::Map<_, _> = groups
        .iter()
        .map(|(group, ratios)| ((*group).to_owned(), summary(&format!("{name}, {group}"), ratios)))
        .collect();
    Ok(json!({ "operation": name, "cells": rows, "summaries": summaries }))
}

/// The speed of the best contestant in a role.
fn best(contestants: &[Contestant], speeds: &[f64], role: Role) -> f64 {
    let of_role = contestants
        .iter()
        .zip(speeds)
        .filter(|(contestant, _)| contestant.role == role);
    of_role.map(|(_, speed)| *speed).fold(f64::NAN, f64::max)
}

/// Prints and returns the geometric mean and the worst of some ratios, of which there is one at least: how many times as
/// fast as others we are.
pub fn summary(what: &str, ratios: &[(f64, &str)]) -> Value {
    let (worst, cell) =
        ratios.iter().fold(
            (f64::INFINITY, ""),
            |least, &ratio| {
                if ratio.0 < least.0 { ratio } else { least }
            },
        );
    let mean = geometric_mean(ratios.iter().map(|(ratio, _)| *ratio));
    println!("{what}: geometric mean {mean:.2}x, worst {worst:.2}x ({cell})");
    json!({ "geometric_mean": mean, "worst": worst, "worst_cell": cell })
}

pub fn geometric_mean(numbers: impl Iterator<Item = f64>) -> f64 {
    let (sum, count) = numbers.fold((0.0, 0), |(sum, count), number| (sum + number.ln(), count + 1));
    (sum / f64::from(count)).exp()
}
