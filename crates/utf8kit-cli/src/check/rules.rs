//! The rules, declared once: the help, `--select`, `utf8.toml` and SARIF's rules are made from this table.

use std::fmt;

/// What `check` looks for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum Rule {
    IllFormed,
    DoubleEncoded,
    Signature,
    OtherEncoding,
    BidiControl,
    Nul,
    ReplacementChar,
    InnerFeff,
    Noncharacter,
    Control,
    NotNfc,
}

/// What there is to know about a rule.
pub(crate) struct About {
    pub(crate) rule: Rule,
    pub(crate) name: &'static str,
    /// Is it on when nothing is selected?
    pub(crate) default: bool,
    /// What it finds, in one line.
    pub(crate) what: &'static str,
}

const fn about(rule: Rule, name: &'static str, default: bool, what: &'static str) -> About {
    About {
        rule,
        name,
        default,
        what,
    }
}

/// Every rule, in the order of [`Rule`].
pub(crate) const RULES: [About; 11] = [
    about(Rule::IllFormed, "ill-formed", true, "bytes that are not UTF-8"),
    about(
        Rule::DoubleEncoded,
        "double-encoded",
        true,
        "UTF-8 read as Windows-1252 or Latin-1 and encoded again",
    ),
    about(
        Rule::Signature,
        "signature",
        true,
        "U+FEFF at the start where the file's kind forbids it, or missing",
    ),
    about(
        Rule::OtherEncoding,
        "other-encoding",
        true,
        "a file in UTF-16, UTF-32 or a legacy encoding",
    ),
    about(
        Rule::BidiControl,
        "bidi-control",
        true,
        "unpaired characters that reorder text (CVE-2021-42574)",
    ),
    about(Rule::Nul, "nul", true, "U+0000"),
    about(
        Rule::ReplacementChar,
        "replacement-char",
        false,
        "U+FFFD: information already lost",
    ),
    about(Rule::InnerFeff, "inner-feff", false, "U+FEFF inside the text"),
    about(
        Rule::Noncharacter,
        "noncharacter",
        false,
        "U+FFFE, U+FFFF and their like, U+FDD0..U+FDEF",
    ),
    about(
        Rule::Control,
        "control",
        false,
        "controls other than tab and line ends",
    ),
    about(
        Rule::NotNfc,
        "not-nfc",
        false,
        "text that is not in Normalization Form C",
    ),
];

impl About {
    /// How much a finding weighs where that is asked.
    pub(crate) fn level(&self) -> &'static str {
        if self.default { "error" } else { "warning" }
    }
}

impl Rule {
    pub(crate) fn about(self) -> &'static About {
        &RULES[self as usize]
    }

    pub(crate) fn name(self) -> &'static str {
        self.about().name
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Some of the rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct RuleSet(u16);

impl RuleSet {
    pub(crate) const NONE: RuleSet = RuleSet(0);

    /// The rules that are on when nothing is selected.
    pub(crate) fn default_on() -> RuleSet {
        RULES
            .iter()
            .filter(|about| about.default)
            .fold(RuleSet::NONE, |set, about| set.with(about.rule))
    }

    pub(crate) const fn with(self, rule: Rule) -> RuleSet {
        RuleSet(self.0 | 1 << rule as u16)
    }

    pub(crate) const fn union(self, other: RuleSet) -> RuleSet {
        RuleSet(self.0 | other.0)
    }

    pub(crate) const fn without(self, other: RuleSet) -> RuleSet {
        RuleSet(self.0 & !other.0)
    }

    pub(crate) const fn both(self, other: RuleSet) -> RuleSet {
        RuleSet(self.0 & other.0)
    }

    pub(crate) const fn has(self, rule: Rule) -> bool {
        self.0 & 1 << rule as u16 != 0
    }

    pub(crate) fn iter(self) -> impl Iterator<Item = Rule> {
        RULES
            .iter()
            .map(|about| about.rule)
            .filter(move |&rule| self.has(rule))
    }
}

/// What one entry of `--select` or `--ignore` stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Choice {
    pub(crate) rules: RuleSet,
    /// Was a rule called by its own name?
    pub(crate) by_name: bool,
}

/// One entry of `--select` or `--ignore`: a rule's name, `all` or `default`.
pub(crate) fn parse(name: &str) -> Result<Choice, String> {
    let group = |rules| {
        Ok(Choice {
            rules,
            by_name: false,
        })
    };
    match name {
        "all" => {
            return group(
                RULES
                    .iter()
                    .fold(RuleSet::NONE, |set, about| set.with(about.rule)),
            );
        }
        "default" => return group(RuleSet::default_on()),
        _ => {}
    }
    match RULES.iter().find(|about| about.name == name) {
        Some(about) => Ok(Choice {
            rules: RuleSet::NONE.with(about.rule),
            by_name: true,
        }),
        None => {
            let names = RULES.iter().map(|about| about.name);
            let nearest = crate::encodings::nearest(name, names);
            Err(match nearest {
                Some(nearest) => format!("no such rule; did you mean `{nearest}`?"),
                None => "no such rule; `utf8 check --help` lists them".to_owned(),
            })
        }
    }
}
