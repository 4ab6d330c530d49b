//! The verb `explain`: prints what rules say of themselves, and where RFC 2279 and RFC 3629 differ.

use crate::flags::explain::{ExplainArgs, Topic};
use crate::io::stdout::{Exit, print};
use utf8kit_lint::{Rule, RuleSet};

/// Where RFC 2279 and RFC 3629 with its drafts differ. `docs/STANDARDS.md` has the same rows, with code and tests.
const DIFFERENCES: &str = include_str!("differences.md");

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
