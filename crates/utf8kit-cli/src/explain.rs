//! The verb `explain`: prints what rules say of themselves.

use crate::args::ExplainArgs;
use crate::{Exit, selection};
use utf8kit_lint::{Rule, RuleSet};

/// Prints the sections of the rules, or of all.
pub(crate) fn run(args: &ExplainArgs) -> Exit {
    let rules = match &args.rules[..] {
        [] => RuleSet::all(),
        selections => selection::union(selections),
    };
    let sections: Vec<_> = rules.iter().map(Rule::explanation).collect();
    crate::print(&sections.join("\n"), Exit::Clean)
}
