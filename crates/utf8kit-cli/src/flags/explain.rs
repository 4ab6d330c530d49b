//! The flags of `explain`.

use super::selection::{self, Selection};
use super::values::{self, known};
use clap::Args as Group;

/// Print what a rule of `check` finds, why that matters, and how to repair it.
///
/// Without RULE, all rules are printed. The text is Markdown, as in docs/rules.md.
#[derive(Group, Debug)]
#[command(after_help = selection::help())]
pub(crate) struct ExplainArgs {
    /// Rules, or the groups `all` and `default` [default: all]
    #[arg(
        value_name = "RULE",
        value_delimiter = ',',
        value_parser = known(selection::parse, values::rules),
        hide_possible_values = true
    )]
    pub(crate) rules: Vec<Selection>,
}
