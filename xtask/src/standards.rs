//! Checks docs/STANDARDS.md and docs/ASSURANCE.md against the code: each file that they name exists, each test that they name is a test,
//! and the table of clauses has what each requirement says.

use std::collections::BTreeSet;
use std::fs;

const PAGE: &str = "docs/STANDARDS.md";
const PROMISES: &str = "docs/ASSURANCE.md";
const CLAUSES: &str = "crates/utf8kit-test/data/clauses.tsv";

/// Checks each `` `path.rs` `` and `` `path.rs::test` `` of the pages, and the names of the requirements.
pub(crate) fn check() -> Result<(), String> {
    let read = |path| fs::read_to_string(path).map_err(|error| format!("{path}: {error}"));
    let (standards, table) = (read(PAGE)?, read(CLAUSES)?);
    let (requirements, clauses) = (requirements(&standards), clauses(&table));
    let mut problems = compare(&requirements, &clauses);
    for (path, page) in [(PAGE, &standards), (PROMISES, &read(PROMISES)?)] {
        match missing(path, page, &mut problems) {
            0 => problems.push(format!("{path} names no test")),
            tests => println!("{path}: {tests} tests that it names exist"),
        }
    }
    if !problems.is_empty() {
        return Err(problems.join("\n"));
    }
    println!(
        "{CLAUSES}: {} lines, at least one of each of {} requirements",
        table.lines().count() - 1,
        requirements.len()
    );
    Ok(())
}

/// Adds a problem for each file and each test that a page names and that is not there. Returns the number of tests that are. Paths are
/// below `crates/`, which they may say.
fn missing(path: &str, page: &str, problems: &mut Vec<String>) -> usize {
    let mut tests = 0;
    for (number, line) in page.lines().enumerate() {
        // Every second piece is between backticks.
        let names = line.split('`').skip(1).step_by(2);
        for name in names.filter(|name| name.contains(".rs")) {
            let (file, test) = name.split_once("::").unwrap_or((name, ""));
            let file = format!("crates/{}", file.strip_prefix("crates/").unwrap_or(file));
            let problem = match fs::read_to_string(&file) {
                Err(error) => format!("{file}: {error}"),
                Ok(code) if !test.is_empty() && !has_test(&code, test) => {
                    format!("{file} has no test {test}")
                }
                Ok(_) => {
                    tests += usize::from(!test.is_empty());
                    continue;
                }
            };
            problems.push(format!("{path}:{}: {problem}", number + 1));
        }
    }
    tests
}

/// Returns the names of the requirements of a page: the first cells of tables whose first column is `name`. A cell can have
/// several.
fn requirements(page: &str) -> BTreeSet<&str> {
    let mut names = BTreeSet::new();
    let mut is_named = false;
    for line in page.lines() {
        let first = line.strip_prefix("| ").and_then(|row| row.split(" | ").next());
        match first {
            None => is_named = false,
            Some("name") => is_named = true,
            Some(cell) if is_named && cell != "---" => names.extend(cell.split(", ")),
            Some(_) => {}
        }
    }
    names
}

/// Returns the clauses of a table.
fn clauses(table: &str) -> BTreeSet<&str> {
    let lines = table.lines().skip(1);
    lines.filter_map(|line| line.split('\t').next()).collect()
}

/// Returns what is on one side only.
fn compare(requirements: &BTreeSet<&str>, clauses: &BTreeSet<&str>) -> Vec<String> {
    let unproved = requirements
        .difference(clauses)
        .map(|name| format!("{PAGE}: {CLAUSES} has no line of {name}"));
    let unknown = clauses
        .difference(requirements)
        .map(|name| format!("{CLAUSES}: {PAGE} has no row of {name}"));
    unproved.chain(unknown).collect()
}

/// Returns `true` if `code` has a function of this name after `#[test]`.
fn has_test(code: &str, name: &str) -> bool {
    let mut is_test = false;
    for line in code.lines().map(str::trim) {
        if line == "#[test]" {
            is_test = true;
        } else if let Some(rest) = line.strip_prefix("fn ") {
            if is_test && rest.strip_prefix(name).is_some_and(|rest| rest.starts_with('(')) {
                return true;
            }
            is_test = false;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_tests_that_do_not_exist_are_found() {
        let page = "`standards.rs::none`, `no/file.rs`\n`utf8kit/tests/it/rfc3629.rs::nothing`";
        let mut problems = Vec::new();
        assert_eq!(missing("page", page, &mut problems), 0);
        assert_eq!(problems.len(), 3);
        assert!(problems[2].starts_with("page:2: "));
    }

    #[test]
    fn rows_and_lines_are_compared_by_name() {
        let page = "| name | requirement |\n| --- | --- |\n| R.4, R.5 | Both. |\n| R.6 | One. |\n\n| place |\n| Table 1 |\n";
        let table = "clause\tstatement\nR.4\ta\nR.5\tb\nR.4\tc\nR.9\td\n";
        let problems = compare(&requirements(page), &clauses(table));
        assert_eq!(problems.len(), 2);
        assert!(problems[0].ends_with("has no line of R.6") && problems[1].ends_with("has no row of R.9"));
    }
}
