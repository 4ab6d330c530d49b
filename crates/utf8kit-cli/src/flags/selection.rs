//! Names of rules and encodings on the command line and in `utf8kit.toml`.

use crate::encodings;
use utf8kit_encodings::Encoding;
use utf8kit_lint::nearest;
use utf8kit_lint::{Level, Rule, RuleSet};

/// The rules that one entry of `--select` or `--ignore` names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Selection {
    pub(crate) rules: RuleSet,
    /// Whether the entry is the name of a rule, not of a group.
    pub(crate) by_name: bool,
}

impl Selection {
    /// Returns the names of the rules, or of the group.
    pub(crate) fn names(self) -> Vec<&'static str> {
        match self.rules {
            rules if !self.by_name && rules == RuleSet::all() => vec!["all"],
            rules if !self.by_name && rules == RuleSet::default() => vec!["default"],
            rules => rules.iter().map(|rule| rule.name()).collect(),
        }
    }
}

/// Returns the rules that `name` stands for: the name of a rule, `all` or `default`.
pub(crate) fn parse(name: &str) -> Result<Selection, String> {
    let group = |rules| Selection {
        rules,
        by_name: false,
    };
    match name {
        "all" => return Ok(group(RuleSet::all())),
        "default" => return Ok(group(RuleSet::default())),
        _ => {}
    }
    Ok(Selection {
        rules: rule(name)?.into(),
        by_name: true,
    })
}

/// Returns the rule that is called `name`.
pub(crate) fn rule(name: &str) -> Result<Rule, String> {
    name.parse::<Rule>().map_err(
        |error| match nearest(name, Rule::ALL.iter().map(|rule| rule.name())) {
            Some(nearest) => format!("{error}; did you mean `{nearest}`?"),
            None => format!("{error}; `utf8 check --help` lists them"),
        },
    )
}

/// Returns the level that is called `name`.
pub(crate) fn level(name: &str) -> Result<Level, String> {
    let mut levels = Level::ALL.iter().copied();
    levels
        .find(|level| level.name() == name)
        .ok_or_else(|| format!("expected `note`, `warning` or `error`, found `{name}`"))
}

/// Returns the rule and the level of `RULE=LEVEL`.
pub(crate) fn rule_and_level(text: &str) -> Result<(Rule, Level), String> {
    let (name, of_rule) = text.split_once('=').ok_or("expected RULE=LEVEL")?;
    Ok((rule(name)?, level(of_rule)?))
}

/// Returns the encoding of Unicode text that is called `name`, for `--as` and the key `encoding`.
pub(crate) fn encoding(name: &str) -> Result<Encoding, String> {
    match encodings::find(name)? {
        encoding if !encoding.is_legacy() => Ok(encoding),
        _ => Err(format!(
            "`{}`: expected an encoding of Unicode text, such as `CESU-8` or `UTF-16LE`",
            crate::escape::text(name.as_bytes())
        )),
    }
}

/// Returns the union of the entries.
pub(crate) fn union(selections: &[Selection]) -> RuleSet {
    let rules = selections.iter().map(|selection| selection.rules);
    rules.fold(RuleSet::EMPTY, RuleSet::union)
}

/// Returns the rules that entries call by their own names.
pub(crate) fn named(selections: &[Selection]) -> RuleSet {
    let named = selections.iter().filter(|selection| selection.by_name);
    named
        .map(|selection| selection.rules)
        .fold(RuleSet::EMPTY, RuleSet::union)
}

/// Returns the list of rules for `--help`: what those find that are on by default, and the names of the others.
pub(crate) fn help() -> String {
    const WIDTH: usize = 100;
    let mut help = String::from("Rules that are on by default:\n");
    for rule in Rule::ALL.iter().filter(|rule| rule.is_default()) {
        help.push_str(&format!("  {:<21}{}\n", rule.name(), rule.description()));
    }
    help.push_str("Others, which `utf8 explain RULE` describes:\n ");
    let mut width = 1;
    for rule in Rule::ALL.iter().filter(|rule| !rule.is_default()) {
        if width + rule.name().len() >= WIDTH {
            help.push_str("\n ");
            width = 1;
        }
        help.push_str(&format!(" {}", rule.name()));
        width += 1 + rule.name().len();
    }
    help.push('\n');
    help
}
