//! `cargo xtask check-docs`: checks that the documents name what is in the code.

use crate::{standards, unsafe_table};

/// Checks docs/STANDARDS.md and the table of `unsafe` code in ARCHITECTURE.md. The error lists the problems of both.
pub(crate) fn run(args: &[String]) -> Result<(), String> {
    if let Some(arg) = args.first() {
        return Err(format!("check-docs takes no arguments, found {arg:?}"));
    }
    let problems: Vec<String> = [standards::check(), unsafe_table::check()]
        .into_iter()
        .filter_map(Result::err)
        .collect();
    if problems.is_empty() {
        Ok(())
    } else {
        Err(format!(
            "the documents do not match the code:\n{}",
            problems.join("\n")
        ))
    }
}
