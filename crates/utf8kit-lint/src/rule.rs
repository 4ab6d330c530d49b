//! The rules, declared once: help texts, configuration and reports are made from this table.

use std::fmt;
use std::str::FromStr;

/// A kind of problem that a check reports.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
pub enum Rule {
    /// `ill-formed`: bytes that are not UTF-8. One finding for each attempted sequence, as `C0 AF` or the six bytes of
    /// a CESU-8 pair.
    IllFormed,
    /// `double-encoded`: UTF-8 that was decoded as Windows-1252 or Latin-1 and encoded again, as `Ã©` for `é`.
    DoubleEncoded,
    /// `double-encoded-other`: the same through Windows-1250, -1251 or -1257, ISO-8859-2, MacRoman, CP437, CP850, KOI8-R, GBK or
    /// Shift_JIS. It costs more than the other rules together.
    DoubleEncodedOther,
    /// `signature`: U+FEFF at the start where the kind of file forbids it, or no U+FEFF where the kind requires it.
    Signature,
    /// `other-encoding`: a text in UTF-16, UTF-32 or a legacy encoding. Of a text in a legacy encoding it
    /// is the only finding. A text in UTF-16 or UTF-32 is checked in that encoding.
    OtherEncoding,
    /// `wrong-declaration`: the text declares another encoding than it is in.
    WrongDeclaration,
    /// `bidi-control`: characters that reorder text and are not closed in their line (CVE-2021-42574).
    BidiControl,
    /// `nul`: U+0000.
    Nul,
    /// `replacement-char`: U+FFFD, which stands for information that is lost.
    ReplacementChar,
    /// `inner-feff`: U+FEFF after the start of the text, where it is a character. It is reported for information.
    InnerFeff,
    /// `noncharacter`: U+FDD0..=U+FDEF and the last two code points of each plane.
    Noncharacter,
    /// `control`: C0 and C1 controls other than tab, LF and CR.
    Control,
    /// `not-nfc`: text that is not in Normalization Form C.
    NotNfc,
    /// `tag-character`: U+E0000..=U+E007F outside flags of regions. They show nothing and can hide text from people that
    /// programs read.
    TagCharacter,
    /// `invisible`: characters that show nothing, where they do nothing: zero-width characters, soft hyphens, variation
    /// selectors, fillers. Tag characters too, if `tag-character` is off.
    Invisible,
    /// `confusable`: a word whose letters are from more than one script.
    Confusable,
    /// `old-hangul`: U+3400..=U+4DFF in a text that also has Hangul. Unicode 1.1 had Hangul at these code points.
    OldHangul,
    /// `net-unicode`: characters that Net-Unicode excludes.
    NetUnicode,
    /// `unicode-scalars`: code points that are not Unicode scalar values. Well-formed UTF-8 has none.
    UnicodeScalars,
    /// `xml-characters`: code points that XML excludes.
    XmlCharacters,
    /// `unicode-assignables`: controls, noncharacters and all else that is never assigned to a character.
    UnicodeAssignables,
}

struct Row {
    name: &'static str,
    is_default: bool,
    description: &'static str,
    clause: &'static str,
    url: &'static str,
}

/// The rows of [`Rule::ALL`], in its order.
const TABLE: [Row; Rule::ALL.len()] = [
    Row {
        name: "ill-formed",
        is_default: true,
        description: "bytes that are not UTF-8",
        clause: "RFC 3629 section 4",
        url: "https://www.rfc-editor.org/rfc/rfc3629#section-4",
    },
    Row {
        name: "double-encoded",
        is_default: true,
        description: "UTF-8 that was decoded as Windows-1252 and encoded again",
        clause: "RFC 3629 section 8",
        url: "https://www.rfc-editor.org/rfc/rfc3629#section-8",
    },
    Row {
        name: "double-encoded-other",
        is_default: false,
        description: "UTF-8 that was decoded as another encoding and encoded again",
        clause: "RFC 3629 section 8",
        url: "https://www.rfc-editor.org/rfc/rfc3629#section-8",
    },
    Row {
        name: "signature",
        is_default: true,
        description: "U+FEFF at the start where the kind of file forbids it, or missing",
        clause: "RFC 3629 section 6",
        url: "https://www.rfc-editor.org/rfc/rfc3629#section-6",
    },
    Row {
        name: "other-encoding",
        is_default: true,
        description: "a file in UTF-16, UTF-32 or a legacy encoding",
        clause: "RFC 3629 section 8",
        url: "https://www.rfc-editor.org/rfc/rfc3629#section-8",
    },
    Row {
        name: "wrong-declaration",
        is_default: true,
        description: "a file that declares another encoding than it is in",
        clause: "RFC 3629 section 8",
        url: "https://www.rfc-editor.org/rfc/rfc3629#section-8",
    },
    Row {
        name: "bidi-control",
        is_default: true,
        description: "unpaired characters that reorder text (CVE-2021-42574)",
        clause: "UTS #55",
        url: "https://www.unicode.org/reports/tr55/",
    },
    Row {
        name: "nul",
        is_default: true,
        description: "U+0000",
        clause: "RFC 5198 section 2",
        url: "https://www.rfc-editor.org/rfc/rfc5198#section-2",
    },
    Row {
        name: "replacement-char",
        is_default: false,
        description: "U+FFFD: information already lost",
        clause: "Unicode Standard section 23.8",
        url: "https://www.unicode.org/versions/Unicode16.0.0/core-spec/chapter-23/",
    },
    Row {
        name: "inner-feff",
        is_default: true,
        description: "U+FEFF inside the text, as joining files can leave it; for information",
        clause: "RFC 3629 section 6",
        url: "https://www.rfc-editor.org/rfc/rfc3629#section-6",
    },
    Row {
        name: "noncharacter",
        is_default: false,
        description: "U+FDD0..=U+FDEF and the last two code points of each plane",
        clause: "Unicode Standard section 23.7",
        url: "https://www.unicode.org/versions/Unicode16.0.0/core-spec/chapter-23/",
    },
    Row {
        name: "control",
        is_default: false,
        description: "controls other than tab and line ends",
        clause: "RFC 5198 section 2",
        url: "https://www.rfc-editor.org/rfc/rfc5198#section-2",
    },
    Row {
        name: "not-nfc",
        is_default: false,
        description: "text that is not in Normalization Form C",
        clause: "UAX #15",
        url: "https://www.unicode.org/reports/tr15/",
    },
    Row {
        name: "tag-character",
        is_default: true,
        description: "tag characters outside flags: text that is hidden from people",
        clause: "Unicode Standard section 23.9",
        url: "https://www.unicode.org/versions/Unicode16.0.0/core-spec/chapter-23/",
    },
    Row {
        name: "invisible",
        is_default: false,
        description: "zero-width characters, soft hyphens, fillers and the like without effect",
        clause: "UTS #39",
        url: "https://www.unicode.org/reports/tr39/",
    },
    Row {
        name: "confusable",
        is_default: false,
        description: "a word whose letters are from more than one script",
        clause: "UTS #39",
        url: "https://www.unicode.org/reports/tr39/",
    },
    Row {
        name: "old-hangul",
        is_default: false,
        description: "U+3400..=U+4DFF in Korean text, which Hangul of Unicode 1.1 had",
        clause: "RFC 3629 section 5",
        url: "https://www.rfc-editor.org/rfc/rfc3629#section-5",
    },
    Row {
        name: "net-unicode",
        is_default: false,
        description: "characters that Net-Unicode excludes (RFC 5198)",
        clause: "RFC 5198 section 2",
        url: "https://www.rfc-editor.org/rfc/rfc5198#section-2",
    },
    Row {
        name: "unicode-scalars",
        is_default: false,
        description: "not a Unicode scalar value (RFC 9839; for --as WTF-8, RFC2279)",
        clause: "RFC 9839 section 4.1",
        url: "https://www.rfc-editor.org/rfc/rfc9839#section-4.1",
    },
    Row {
        name: "xml-characters",
        is_default: false,
        description: "not a character of XML (RFC 9839)",
        clause: "RFC 9839 section 4.2",
        url: "https://www.rfc-editor.org/rfc/rfc9839#section-4.2",
    },
    Row {
        name: "unicode-assignables",
        is_default: false,
        description: "never assigned to a character, or a control (RFC 9839)",
        clause: "RFC 9839 section 4.3",
        url: "https://www.rfc-editor.org/rfc/rfc9839#section-4.3",
    },
];

impl Rule {
    /// Every rule, in the order in which help texts list them.
    pub const ALL: &'static [Rule] = &[
        Rule::IllFormed,
        Rule::DoubleEncoded,
        Rule::DoubleEncodedOther,
        Rule::Signature,
        Rule::OtherEncoding,
        Rule::WrongDeclaration,
        Rule::BidiControl,
        Rule::Nul,
        Rule::ReplacementChar,
        Rule::InnerFeff,
        Rule::Noncharacter,
        Rule::Control,
        Rule::NotNfc,
        Rule::TagCharacter,
        Rule::Invisible,
        Rule::Confusable,
        Rule::OldHangul,
        Rule::NetUnicode,
        Rule::UnicodeScalars,
        Rule::XmlCharacters,
        Rule::UnicodeAssignables,
    ];

    const fn row(self) -> &'static Row {
        &TABLE[self as usize]
    }

    /// Returns the rule's name in kebab-case, as configurations and reports spell it.
    ///
    /// ```
    /// use utf8kit_lint::Rule;
    ///
    /// assert_eq!(Rule::IllFormed.name(), "ill-formed");
    /// assert_eq!("ill-formed".parse(), Ok(Rule::IllFormed));
    /// ```
    pub const fn name(self) -> &'static str {
        self.row().name
    }

    /// Returns `true` if the rule is one of [`RuleSet::default`].
    pub const fn is_default(self) -> bool {
        self.row().is_default
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
        match self {
            Rule::InnerFeff => Level::Note,
            _ if self.is_default() => Level::Error,
            _ => Level::Warning,
        }
    }

    /// Returns what the rule finds, in one line.
    pub const fn description(self) -> &'static str {
        self.row().description
    }

    /// Returns the clause that the rule rests on. A [`Finding`](crate::Finding) can name a more exact one.
    ///
    /// ```
    /// use utf8kit_lint::Rule;
    ///
    /// assert_eq!(Rule::InnerFeff.clause(), "RFC 3629 section 6");
    /// ```
    pub const fn clause(self) -> &'static str {
        self.row().clause
    }

    /// Returns the address of the standard that the [`clause`](Self::clause) belongs to.
    pub const fn url(self) -> &'static str {
        self.row().url
    }
}

/// How much a finding matters.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
pub enum Level {
    /// Information: the text is right, and a reader may want to know. It alone does not fail a check.
    Note,
    /// What a rule finds that is off by default.
    Warning,
    /// What a rule finds that is on by default.
    Error,
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

/// A set of rules.
///
/// ```
/// use utf8kit_lint::{Rule, RuleSet};
///
/// let rules = RuleSet::default().with(Rule::NotNfc).difference(Rule::Nul.into());
/// assert!(rules.contains(Rule::NotNfc) && !rules.contains(Rule::Nul));
/// assert_eq!(RuleSet::all().iter().count(), Rule::ALL.len());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct RuleSet(u32);

impl RuleSet {
    /// The set without rules.
    pub const EMPTY: RuleSet = RuleSet(0);

    /// Returns the set of all rules.
    pub fn all() -> RuleSet {
        Rule::ALL.iter().copied().collect()
    }

    /// Returns this set with `rule` added.
    #[must_use]
    pub const fn with(self, rule: Rule) -> RuleSet {
        RuleSet(self.0 | 1 << rule as u32)
    }

    /// Returns the rules that are in this set, in `other`, or in both.
    #[must_use]
    pub const fn union(self, other: RuleSet) -> RuleSet {
        RuleSet(self.0 | other.0)
    }

    /// Returns the rules of this set that are not in `other`.
    #[must_use]
    pub const fn difference(self, other: RuleSet) -> RuleSet {
        RuleSet(self.0 & !other.0)
    }

    /// Returns the rules that are in both sets.
    #[must_use]
    pub const fn intersection(self, other: RuleSet) -> RuleSet {
        RuleSet(self.0 & other.0)
    }

    /// Returns `true` if no rule is in the set.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns `true` if `rule` is in the set.
    pub const fn contains(self, rule: Rule) -> bool {
        self.0 & 1 << rule as u32 != 0
    }

    /// Returns the rules of the set in the order of [`Rule::ALL`].
    pub fn iter(self) -> impl Iterator<Item = Rule> {
        Rule::ALL.iter().copied().filter(move |&rule| self.contains(rule))
    }
}

/// Returns the rules that are on when nothing is selected: those that [`Rule::is_default`].
impl Default for RuleSet {
    fn default() -> RuleSet {
        let rules = Rule::ALL.iter().copied();
        rules.filter(|rule| rule.is_default()).collect()
    }
}

impl From<Rule> for RuleSet {
    fn from(rule: Rule) -> RuleSet {
        RuleSet::EMPTY.with(rule)
    }
}

impl FromIterator<Rule> for RuleSet {
    fn from_iter<I: IntoIterator<Item = Rule>>(rules: I) -> RuleSet {
        rules.into_iter().fold(RuleSet::EMPTY, RuleSet::with)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_and_the_table_are_in_the_order_of_the_variants() {
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
                assert!(url.starts_with("https://www.unicode.org/"), "{clause}");
            }
        }
        assert!("Ill-formed".parse::<Rule>().is_err());
    }
}
