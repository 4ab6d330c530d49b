//! The verb `explain`: prints what rules say of themselves.

use crate::flags::explain::ExplainArgs;
use crate::flags::selection;
use crate::io::stdout::{Exit, print};
use utf8kit_lint::{Rule, RuleSet};

/// Prints the sections of the rules, or of all.
pub(crate) fn run(args: &ExplainArgs) -> Exit {
    let rules = match &args.rules[..] {
        [] => RuleSet::all(),
        selections => selection::union(selections),
    };
    let sections: Vec<_> = rules.iter().map(Rule::explanation).collect();
    print(&sections.join("\n"), Exit::Clean)
}
