//! What each rule says of itself, by the list of the rules.

use crate::definition::{Definition, Example};
use crate::escape;
use crate::options::Options;
use crate::rules::{self, Level, Rule, RuleSet, for_each_rule};
use std::fmt;
use std::str::FromStr;

macro_rules! definitions {
    ($(mod $module:ident: $rule:ident;)*) => {
        impl Rule {
            /// Returns what the rule is.
            pub(crate) const fn definition(self) -> &'static Definition {
                match self {
                    $(Rule::$rule => &rules::$module::RULE,)*
                }
            }
        }

        /// Returns those of `rules` that report the code point by itself. `is_start` says that it is the first of the text.
        pub(crate) fn reporting(
            rules: RuleSet,
            options: &Options,
            code_point: u32,
            is_start: bool,
        ) -> RuleSet {
            let mut reporting = RuleSet::EMPTY;
            $(
                if rules.contains(Rule::$rule) && (rules::$module::RULE.characters.reports)(code_point, is_start, options) {
                    reporting = reporting.with(Rule::$rule);
                }
            )*
            reporting
        }
    };
}
for_each_rule!(definitions);

impl Rule {
    /// Returns the rule's name in kebab-case, as configurations and reports spell it.
    ///
    /// ```
    /// use utf8kit_lint::Rule;
    ///
    /// assert_eq!(Rule::IllFormed.name(), "ill-formed");
    /// assert_eq!("ill-formed".parse(), Ok(Rule::IllFormed));
    /// ```
    pub const fn name(self) -> &'static str {
        self.definition().name
    }

    /// Returns `true` if the rule is one of [`RuleSet::default`].
    pub const fn is_default(self) -> bool {
        self.definition().is_default
    }

    /// Returns how much a finding matters, in the words of SARIF.
    ///
    /// ```
    /// use utf8kit_lint::{Level, Rule};
    ///
    /// assert_eq!(Rule::IllFormed.level(), Level::Error);
    /// assert_eq!(Rule::InnerFeff.level(), Level::Note);
    /// ```
    pub const fn level(self) -> Level {
        self.definition().level
    }

    /// Returns what the rule finds, in one line.
    pub const fn description(self) -> &'static str {
        self.definition().description
    }

    /// Returns what the rule finds, why that matters, and how to repair it: paragraphs in Markdown.
    ///
    /// ```
    /// assert!(utf8kit_lint::Rule::BidiControl.documentation().contains("CVE-2021-42574"));
    /// ```
    pub const fn documentation(self) -> &'static str {
        self.definition().documentation
    }

    /// Returns texts in which the rule finds something, and texts in which it does not.
    ///
    /// ```
    /// let examples = utf8kit_lint::Rule::IllFormed.examples();
    /// assert!(examples.iter().any(|example| example.kind.is_some()));
    /// ```
    pub const fn examples(self) -> &'static [Example] {
        self.definition().examples
    }

    /// Returns all that there is to know of the rule, as a section in Markdown.
    ///
    /// ```
    /// let section = utf8kit_lint::Rule::Nul.explanation();
    /// assert!(section.starts_with("## nul\n\nU+0000. On by default; level error;"));
    /// ```
    pub fn explanation(self) -> String {
        let is_on = match self.is_default() {
            true => "On by default",
            false => "Off by default",
        };
        let level = self.level().name();
        let (first, rest) = self.description().split_at(1);
        let mut section = format!(
            "## {}\n\n{}{rest}. {is_on}; level {level}; [{}]({}).\n\n{}\n\n| text | kind |\n| --- | --- |\n",
            self.name(),
            first.to_uppercase(),
            self.clause(),
            self.url(),
            self.documentation(),
        );
        for example in self.examples() {
            section += &match example.kind {
                Some(kind) => format!(
                    "| `{}`{} | `{kind}` |\n",
                    in_ascii(example.text),
                    in_file(example)
                ),
                None => format!(
                    "| `{}`{} | no finding |\n",
                    escape::text(example.text),
                    in_file(example)
                ),
            };
        }
        section
    }

    /// Returns the clause that the rule rests on. A [`Finding`](crate::Finding) can name a more exact one.
    ///
    /// ```
    /// use utf8kit_lint::Rule;
    ///
    /// assert_eq!(Rule::InnerFeff.clause(), "RFC 3629 section 6");
    /// ```
    pub const fn clause(self) -> &'static str {
        self.definition().clause
    }

    /// Returns the address of the standard that the [`clause`](Self::clause) belongs to.
    pub const fn url(self) -> &'static str {
        self.definition().url
    }

    /// Returns `true` if the rule judges by the text around, so that a finding can be wrong.
    pub const fn is_heuristic(self) -> bool {
        self.definition().is_heuristic
    }

    /// Returns `true` if the rule is off by default, although what it finds is an error in most texts that have it.
    pub const fn is_suggested(self) -> bool {
        self.definition().is_suggested
    }

    /// Returns the severity by CVSS 3.1 of what the rule finds, if that is about security.
    ///
    /// ```
    /// assert_eq!(utf8kit_lint::Rule::BidiControl.security_severity(), Some("8.3"));
    /// ```
    pub const fn security_severity(self) -> Option<&'static str> {
        self.definition().security_severity
    }
}

/// Returns what names the file of an example, if that matters.
fn in_file(example: &Example) -> String {
    example
        .file
        .map(|file| format!(" in `{file}`"))
        .unwrap_or_default()
}

/// Returns the text with escapes for all but ASCII, so that a reader sees what it is made of.
fn in_ascii(text: &[u8]) -> String {
    let shown = |c: char| match c.is_ascii() {
        true => c.to_string(),
        false => format!("\\u{{{:X}}}", u32::from(c)),
    };
    escape::text(text).chars().map(shown).collect()
}

/// Writes the name.
impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Rule {
    type Err = UnknownRule;

    fn from_str(name: &str) -> Result<Rule, UnknownRule> {
        let named = Rule::ALL.iter().find(|rule| rule.name() == name);
        named.copied().ok_or(UnknownRule(()))
    }
}

/// The error of parsing a name that no [`Rule`] has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UnknownRule(());

impl fmt::Display for UnknownRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("no such rule")
    }
}

impl std::error::Error for UnknownRule {}

/// Returns the rules that are on when nothing is selected: those that [`Rule::is_default`].
impl Default for RuleSet {
    fn default() -> RuleSet {
        let rules = Rule::ALL.iter().copied();
        rules.filter(|rule| rule.is_default()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_clauses_are_consistent() {
        for (index, &rule) in Rule::ALL.iter().enumerate() {
            assert_eq!(rule as usize, index);
            assert_eq!(rule.name().parse(), Ok(rule));
            let (clause, url) = (rule.clause(), rule.url());
            if let Some((number, section)) = clause
                .strip_prefix("RFC ")
                .and_then(|rfc| rfc.split_once(" section "))
            {
                let expected = format!("https://www.rfc-editor.org/rfc/rfc{number}#section-{section}");
                assert_eq!(url, expected);
            } else {
                let publisher = match clause {
                    // It is about our own comments.
                    "docs/configuration.md" => "https://github.com/utf8kit/utf8kit/",
                    _ if clause.starts_with("ISO/IEC") => "https://www.iso.org/",
                    _ => "https://www.unicode.org/",
                };
                assert!(url.starts_with(publisher), "{clause}");
            }
        }
        assert!("Ill-formed".parse::<Rule>().is_err());
    }

    #[test]
    fn code_points_are_reported_by_the_rules_about_them() {
        let options = Options::default().with_rules(RuleSet::all());
        let reporting = |code_point| -> Vec<_> {
            let rules = reporting(options.rules, &options, code_point, false);
            rules.iter().map(Rule::name).collect()
        };
        assert!(reporting(0x20AC).is_empty());
        assert_eq!(reporting(0xFEFF), ["inner-feff"]);
        assert_eq!(
            reporting(0),
            ["nul", "net-unicode", "xml-characters", "unicode-assignables"]
        );
        for not_scalar in [0xD800, 0x7FFF_FFFF] {
            let outside = [
                "net-unicode",
                "unicode-scalars",
                "xml-characters",
                "unicode-assignables",
            ];
            assert_eq!(reporting(not_scalar), outside);
        }
    }
}
