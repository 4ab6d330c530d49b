//! The rules: one file each, with all that there is to know of a rule.
//!
//! To add a rule, write its file and a line in the list here. The searches and the checkers know no rule by its name, but for
//! those that are about a text as a whole. The list is below all of them; `catalog` has what the rules say of themselves.

/// Passes the list of the rules to a macro: the module of each, and its variant.
macro_rules! for_each_rule {
    ($then:ident) => {
        $then! {
            mod ill_formed: IllFormed;
            mod double_encoded: DoubleEncoded;
            mod signature: Signature;
            mod other_encoding: OtherEncoding;
            mod wrong_declaration: WrongDeclaration;
            mod bidi_control: BidiControl;
            mod nul_character: Nul; // Windows has no file `nul.rs`
            mod replacement_char: ReplacementChar;
            mod inner_feff: InnerFeff;
            mod noncharacter: Noncharacter;
            mod control: Control;
            mod not_nfc: NotNfc;
            mod tag_character: TagCharacter;
            mod hidden_data: HiddenData;
            mod invisible_in_code: InvisibleInCode;
            mod control_in_source: ControlInSource;
            mod private_use_in_code: PrivateUseInCode;
            mod space_in_code: SpaceInCode;
            mod escapes: Escapes;
            mod invisible: Invisible;
            mod confusable: Confusable;
            mod misread: Misread;
            mod old_hangul: OldHangul;
            mod zawgyi: Zawgyi;
            mod net_unicode: NetUnicode;
            mod unicode_scalars: UnicodeScalars;
            mod xml_characters: XmlCharacters;
            mod unicode_assignables: UnicodeAssignables;
            mod annex_r: AnnexR;
            mod names: Names;
            mod unused_allow: UnusedAllow;
        }
    };
}
pub(crate) use for_each_rule;

macro_rules! rules {
    ($(mod $module:ident: $rule:ident;)*) => {
        $(pub mod $module;)*

        /// A kind of problem that a check reports.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[non_exhaustive]
        pub enum Rule {
            $(
                #[doc = concat!("The rule of [`rules::", stringify!($module), "`](mod@", stringify!($module), ").")]
                $rule,
            )*
        }

        impl Rule {
            /// Every rule, in the order in which help texts list them.
            pub const ALL: &'static [Rule] = &[$(Rule::$rule,)*];
        }
    };
}
for_each_rule!(rules);

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

impl Level {
    /// Every level, from the lowest.
    pub const ALL: &'static [Level] = &[Level::Note, Level::Warning, Level::Error];

    /// Returns its name, as configurations and SARIF spell it.
    ///
    /// ```
    /// assert_eq!(utf8kit_lint::Level::Warning.name(), "warning");
    /// ```
    pub const fn name(self) -> &'static str {
        match self {
            Level::Note => "note",
            Level::Warning => "warning",
            Level::Error => "error",
        }
    }
}

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
        let mut rest = self.0;
        std::iter::from_fn(move || {
            let rule = *Rule::ALL.get(rest.trailing_zeros() as usize)?;
            rest &= rest - 1;
            Some(rule)
        })
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
