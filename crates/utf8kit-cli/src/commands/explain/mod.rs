//! The verb `explain`: prints what rules say of themselves, and where RFC 2279 and RFC 3629 differ.

use crate::flags::Flags;
use crate::flags::selection::{self, Selection};
use crate::flags::values::{self, known};
use crate::io::stdout::{Exit, print};
use clap::Args as Group;
use utf8kit::Encoding as Base;
use utf8kit_encodings::Encoding;
use utf8kit_lint::{Rule, RuleSet};

/// Where RFC 2279 and RFC 3629 with its drafts differ. `docs/STANDARDS.md` has the same rows, with code and tests.
const DIFFERENCES: &str = include_str!("differences.md");

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
    topics: Vec<Topic>,
}

impl Flags for ExplainArgs {}

/// What is explained.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Topic {
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

/// Prints the sections of the rules, or of all, and the differences.
pub(crate) fn run(args: ExplainArgs) -> Exit {
    let mut rules = RuleSet::EMPTY;
    let mut has_differences = false;
    for topic in &args.topics {
        match topic {
            Topic::Rules(selection) => rules = rules.union(selection.rules),
            Topic::Differences => has_differences = true,
        }
    }
    if args.topics.is_empty() {
        rules = RuleSet::all();
    }
    let mut sections: Vec<_> = rules.iter().map(Rule::explanation).collect();
    if has_differences {
        sections.push(DIFFERENCES.to_owned());
    }
    print(&sections.join("\n"), Exit::Clean)
}
