//! Holds docs/STANDARDS.md to what is there: each file it names exists, each test it names is a test.

use std::fs;

const PAGE: &str = "docs/STANDARDS.md";

/// Checks every `` `path` `` and `` `path::test` `` of the page, paths from `crates/`.
pub(crate) fn check() -> Result<(), String> {
    let page = fs::read_to_string(PAGE).map_err(|error| format!("{PAGE}: {error}"))?;
    let mut tests = 0;
    let mut wrong = Vec::new();
    for (number, line) in page.lines().enumerate() {
        // What stands between backticks is every second piece.
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
            wrong.push(format!("{PAGE}:{}: {problem}", number + 1));
        }
    }
    if !wrong.is_empty() {
        return Err(wrong.join("\n"));
    }
    if tests == 0 {
        return Err(format!("{PAGE} names no test"));
    }
    println!("{PAGE}: all {tests} tests that it names exist");
    Ok(())
}

/// Does `code` have a function of this name with `#[test]` before it?
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
