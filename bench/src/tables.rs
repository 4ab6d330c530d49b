//! The tables of results in docs/PERFORMANCE.md and the chart in README.md, from the summaries in `bench/results/`.

use crate::chart;
use crate::ill_formed::DISTANCES;
use serde_json::Value;
use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;

const RESULTS: &str = "bench/results";
const DOCUMENT: &str = "docs/PERFORMANCE.md";

/// What is before and after the tables.
const MARKS: [&str; 2] = [
    "<!-- `cargo xtask bench --tables` writes the tables from bench/results/. -->\n",
    "<!-- The end of these tables. -->\n",
];

/// Writes the tables and the chart.
pub fn write() -> Result<(), String> {
    let failed = |name: &str, error: std::io::Error| format!("{name}: {error}");
    let mut files: Vec<PathBuf> = fs::read_dir(RESULTS)
        .map_err(|error| failed(RESULTS, error))?
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|extension| extension == "json"))
        .collect();
    files.sort();
    let mut runs = Vec::new();
    for file in files {
        let name = file.display().to_string();
        let text = fs::read_to_string(&file).map_err(|error| failed(&name, error))?;
        runs.push(serde_json::from_str(&text).map_err(|error| format!("{name}: {error}"))?);
    }
    let tables: String = runs.iter().map(table).collect();
    fs::write(chart::FILE, chart::draw(&runs)).map_err(|error| failed(chart::FILE, error))?;
    let document = fs::read_to_string(DOCUMENT).map_err(|error| failed(DOCUMENT, error))?;
    let [before, after] = MARKS;
    let parts = document
        .split_once(before)
        .and_then(|(start, rest)| Some((start, rest.split_once(after)?.1)));
    let (start, end) = parts.ok_or_else(|| format!("{DOCUMENT}: expected {before:?} and {after:?}"))?;
    fs::write(DOCUMENT, format!("{start}{before}{tables}\n{after}{end}"))
        .map_err(|error| failed(DOCUMENT, error))
}

/// The columns of the table of well-formed text: its groups of texts, with their titles.
const WELL_FORMED: [(&str, &str); 3] = [
    ("texts", "texts"),
    ("other cells", "other"),
    ("short pieces", "short"),
];

/// Returns the tables of one run.
fn table(results: &Value) -> String {
    let text = |key: &str| results[key].as_str().unwrap_or_default();
    let (rows, cells, behind) = rows(results, &WELL_FORMED);
    let mut tables = format!(
        "\n**{}**, {}, {}, {}: {behind} of {cells} cells are behind.\n\n{rows}",
        text("processor"),
        text("tier"),
        text("simdutf"),
        text("date"),
    );
    let (rows, cells, behind) = self::rows(results, &DISTANCES.map(|(group, _)| (group, group)));
    if cells > 0 {
        let _ = write!(
            tables,
            "\nText with an error every 16 to 10000 bytes: {behind} of {cells} cells are behind.\n\n{rows}"
        );
    }
    tables
}

/// Returns the rows of the operations that are measured on these groups of texts, with the numbers of all cells and of those behind.
fn rows(results: &Value, groups: &[(&str, &str)]) -> (String, u64, u64) {
    let mut rows = String::from("| operation |");
    groups
        .iter()
        .for_each(|(_, title)| rows += &format!(" {title} | worst |"));
    rows += " behind |\n| --- |";
    rows += &" ---: | --- |".repeat(groups.len());
    rows += " ---: |\n";
    let (mut cells, mut behind) = (0, 0);
    for operation in results["operations"].as_array().into_iter().flatten() {
        let summaries = &operation["summaries"];
        if groups.iter().all(|(group, _)| summaries[*group].is_null()) {
            continue;
        }
        let _ = write!(
            rows,
            "| {} |",
            operation["operation"].as_str().unwrap_or_default()
        );
        let mut behind_here = 0;
        for (group, _) in groups {
            let summary = &summaries[*group];
            if summary.is_null() {
                rows += " | |";
                continue;
            }
            let number = |key: &str| summary[key].as_f64().unwrap_or(f64::NAN);
            let count = |key: &str| summary[key].as_u64().unwrap_or(0);
            let cell = summary["worst_cell"].as_str().unwrap_or_default();
            let _ = write!(
                rows,
                " {:.2} | {:.2} {cell} |",
                number("geometric_mean"),
                number("worst")
            );
            cells += count("cells");
            behind_here += count("behind");
        }
        behind += behind_here;
        let _ = writeln!(rows, " {behind_here} |");
    }
    (rows, cells, behind)
}
