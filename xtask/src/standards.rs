//! Checks docs/STANDARDS.md against the code: each file that it names exists, and each test that it names is a test.

use std::fs;

const PAGE: &str = "docs/STANDARDS.md";

/// Checks each `` `path` `` and `` `path::test` `` of the page. Paths are below `crates/`.
pub(crate) fn check() -> Result<(), String> {
    let page = fs::read_to_string(PAGE).map_err(|error| format!("{PAGE}: {error}"))?;
    let mut tests = 0;
    let mut problems = Vec::new();
    for (number, line) in page.lines().enumerate() {
        // Every second piece is between backticks.
        for name in line
            .split('`')
            .skip(1)
            .step_by(2)
            .filter(|name| name.contains(".rs"))
        {
            let (path, test) = name.split_once("::").unwrap_or((name, ""));
            let problem = match fs::read_to_string(format!("crates/{path}")) {
                Err(error) => format!("crates/{path}: {error}"),
                Ok(code) if !test.is_empty() && !has_test(&code, test) => {
                    format!("crates/{path} has no test {test}")
                }
                Ok(_) => {
                    tests += usize::from(!test.is_empty());
                    continue;
                }
            };
            problems.push(format!("{PAGE}:{}: {problem}", number + 1));
        }
    }
    if !problems.is_empty() {
        return Err(problems.join("\n"));
    }
    if tests == 0 {
        return Err(format!("{PAGE} names no test"));
    }
    println!("{PAGE}: all {tests} tests that it names exist");
    Ok(())
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
