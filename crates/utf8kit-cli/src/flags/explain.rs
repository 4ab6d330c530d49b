//! The flags of `explain`.

use super::Flags;
use super::selection::{self, Selection};
use super::values::{self, known};
use clap::Args as Group;
use utf8kit::Encoding as Base;
use utf8kit_encodings::Encoding;

/// Print what a rule of `check` finds, why that matters, and how to repair it.
///
/// Without RULE, all rules are printed. `RFC2279` or `UTF-8` in its place prints where RFC 2279 and RFC 3629 differ, and what the two
/// names do there. The text is Markdown, as in docs/rules.md.
#[derive(Group, Debug)]
#[command(after_help = selection::help())]
pub(crate) struct ExplainArgs {
    /// Rules, or the groups `all` and `default` [default: all]
    #[arg(
        value_name = "RULE",
        value_delimiter = ',',
        value_parser = known(topic, values::topics),
        hide_possible_values = true
    )]
    pub(crate) topics: Vec<Topic>,
}

impl Flags for ExplainArgs {}

/// What is explained.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Topic {
    Rules(Selection),
    /// Where RFC 2279 and RFC 3629 differ.
    Differences,
}

/// Returns what `name` stands for: rules, or one of the two encodings that are compared.
fn topic(name: &str) -> Result<Topic, String> {
    let is_rfc_3629 = name.eq_ignore_ascii_case("RFC3629");
    match name.parse() {
        Ok(Encoding::UTF_8 | Encoding::Base(Base::Rfc2279)) => Ok(Topic::Differences),
        _ if is_rfc_3629 => Ok(Topic::Differences),
        _ => selection::parse(name).map(Topic::Rules),
    }
}
