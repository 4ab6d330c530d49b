//! `cargo xtask check-docs`: checks that the documents name what is in the code.

use crate::{links, standards, unsafe_table, version};

/// Checks docs/STANDARDS.md, the table of `unsafe` code, all links and the version. The error lists the problems of all.
pub(crate) fn run(args: &[String]) -> Result<(), String> {
    if let Some(arg) = args.first() {
        return Err(format!("check-docs takes no arguments, found {arg:?}"));
    }
    let problems: Vec<String> = [
        standards::check(),
        unsafe_table::check(),
        links::check(),
        version::check(),
    ]
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
