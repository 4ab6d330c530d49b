//! The rule `unused-allow`: comments that allow what is not there. [`Allows`](crate::Allows) finds them.

use crate::definition::{Definition, Example};
use crate::nearest::nearest;
use crate::rules::{Level, Rule, RuleSet};

pub(crate) const RULE: Definition = Definition {
    name: "unused-allow",
    level: Level::Warning,
    description: "comments that allow findings where there are none",
    documentation: "\
A comment such as `utf8: allow nul` in a text allows what the rule finds in its line (`configuration.md` has the other forms). When the
text changes, such a comment stays, and one day it hides what nobody has looked at.

Kinds are `unused`, of a comment for which a rule that was checked found nothing; `unopened`, of an `allow-end` without an `allow-begin`;
and `unknown-rule`, of one with a name that no rule has. They are found when the rest of the file is checked, so they come last.",
    clause: "docs/configuration.md",
    url: "https://github.com/utf8kit/utf8kit/blob/main/docs/configuration.md#comments",
    examples: &[
        Example::found(b"x = 1  # utf8: allow nul", "unused"),
        Example::found(b"x = 1  # utf8: allow-end nul", "unopened"),
        Example::found(b"x = 1  # utf8: allow nulls", "unknown-rule"),
        Example::clean(b"x = 1"),
    ],
    ..Definition::EMPTY
};

/// Returns the message about a comment for rules that found nothing.
pub(crate) fn unused(rules: RuleSet) -> String {
    format!("{} found nothing here: remove what allows it", listed(rules))
}

/// Returns the message about an end without a beginning.
pub(crate) fn unopened(rules: RuleSet) -> String {
    format!("no `utf8: allow-begin` is open for {}", listed(rules))
}

/// Returns the message about a name that no rule has.
pub(crate) fn unknown(name: &str) -> String {
    match nearest(name, Rule::ALL.iter().map(|rule| rule.name())) {
        Some(nearest) => format!("no rule is called `{name}`; did you mean `{nearest}`?"),
        None => format!("no rule is called `{name}`; `utf8 check --help` lists them"),
    }
}

/// Returns the names of rules, or `all`.
fn listed(rules: RuleSet) -> String {
    if rules == RuleSet::all() {
        return "`all`".to_owned();
    }
    let names: Vec<_> = rules.iter().map(|rule| format!("`{rule}`")).collect();
    names.join(", ")
}
