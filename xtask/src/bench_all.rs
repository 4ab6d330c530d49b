//! `cargo xtask bench --all`: one table of every cell, an operation on a text, worst first, for each instruction set.

use crate::bench;
use crate::process;
use std::collections::BTreeMap;
use std::fs;

/// The instruction sets that are measured, if the processor has them.
const TIERS: [&str; 2] = ["avx512", "avx2"];

/// A cell is behind from this ratio down: differences below it are within the noise of a measurement.
const BEHIND: f64 = 0.97;

/// Cells whose ratio differs by more than this factor between two runs are measured longer.
const UNSTEADY: f64 = 1.1;

/// How much longer.
const LONGER: u32 = 8;

/// The name of an operation, and of a text with its length.
type Name = (String, String, u64);

/// Measures all cells twice, and those that differ a third time, and prints the tables. `args` are options of the benchmark, and
/// `--all`.
pub(crate) fn run(args: &[String]) -> Result<(), String> {
    let args: Vec<String> = args.iter().filter(|arg| *arg != "--all").cloned().collect();
    let args = &args[..];
    let time = args
        .iter()
        .position(|arg| arg == "--time")
        .and_then(|i| args.get(i + 1))
        .map_or(Ok(800), |time| time.parse::<u32>())
        .map_err(|error| format!("--time: {error}"))?;
    let mut is_any = false;
    for tier in TIERS {
        let first = match measure(tier, args) {
            Ok(first) => first,
            Err(message) => {
                println!("{tier}: not measured: {message}");
                continue;
            }
        };
        is_any = true;
        let second = measure(tier, args)?;
        let mut ratios: BTreeMap<Name, f64> = BTreeMap::new();
        for (name, a) in first {
            let b = second.get(&name).copied().unwrap_or(a);
            if a.max(b) / a.min(b) <= UNSTEADY {
                ratios.insert(name, (a * b).sqrt());
                continue;
            }
            let longer = [
                "--op".to_owned(),
                name.0.clone(),
                "--cell".to_owned(),
                name.1.clone(),
                "--time".to_owned(),
                (time * LONGER).to_string(),
            ];
            let others = args
                .chunks(2)
                .filter(|pair| pair[0] != "--time")
                .flatten()
                .cloned();
            let options: Vec<String> = others.chain(longer).collect();
            let third = measure(tier, &options)?;
            let ratio = third.get(&name).copied().unwrap_or((a * b).sqrt());
            ratios.insert(name, ratio);
        }
        print(tier, &ratios);
    }
    if is_any {
        Ok(())
    } else {
        Err("no instruction set was measured".to_owned())
    }
}

/// Returns the ratio of each cell on `tier`.
fn measure(tier: &str, args: &[String]) -> Result<BTreeMap<Name, f64>, String> {
    let file = format!("target/bench-{tier}.tsv");
    let mut options = args.to_vec();
    options.extend(["--tier", tier, "--rows", &file].map(str::to_owned));
    let mut command = bench::command(&options)?;
    command.stdout(std::process::Stdio::null());
    process::run(&mut command)?;
    let rows = fs::read_to_string(&file).map_err(|error| format!("{file}: {error}"))?;
    let parsed = rows
        .lines()
        .map(|line| row(line).ok_or_else(|| format!("{file}: not a row of a cell: {line}")));
    parsed.collect()
}

/// Reads a row that the benchmark writes: the operation, the text, its bytes, the ratio, and nanoseconds that are not used here.
fn row(row: &str) -> Option<(Name, f64)> {
    let [operation, text, bytes, ratio, _nanoseconds] = row.split('\t').collect::<Vec<_>>()[..] else {
        return None;
    };
    let name = (operation.to_owned(), text.to_owned(), bytes.parse().ok()?);
    Some((name, ratio.parse().ok()?))
}

fn print(tier: &str, ratios: &BTreeMap<Name, f64>) {
    let mut sorted: Vec<_> = ratios.iter().collect();
    sorted.sort_by(|a, b| a.1.total_cmp(b.1));
    println!("\n{tier}: utf8kit's speed divided by that of the fastest other library, worst first\n");
    println!("| ratio | operation | text | bytes |\n| ---: | --- | --- | ---: |");
    for ((operation, text, bytes), ratio) in &sorted {
        println!("| {ratio:.2} | {operation} | {text} | {bytes} |");
    }
    let behind = sorted.iter().filter(|&&(_, &ratio)| ratio < BEHIND).count();
    let sum: f64 = sorted.iter().map(|(_, ratio)| ratio.ln()).sum();
    let mean = (sum / sorted.len().max(1) as f64).exp();
    println!(
        "\ncells: {}, behind (< {BEHIND}): {behind}, geometric mean: {mean:.2}",
        sorted.len()
    );
}

#[cfg(test)]
mod tests {
    use super::row;

    #[test]
    fn rows_of_the_benchmark_are_read() {
        let name = ("repair-drop".to_owned(), "french, every 16".to_owned(), 102_400);
        assert_eq!(
            row("repair-drop\tfrench, every 16\t102400\t2.5\t-40.25"),
            Some((name, 2.5))
        );
        assert_eq!(row("repair-drop\tfrench, every 16\t102400\t2.5"), None);
    }
}
