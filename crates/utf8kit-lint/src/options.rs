//! The options of a check.

use crate::escapes::Escapes;
use crate::rules::{Rule, RuleSet};
use crate::syntax::Syntax;
use utf8kit_encodings::Encoding;

/// The options of a check: rules, and what they expect of this text.
///
/// ```
/// use utf8kit_lint::{Options, Rule, SignatureRule, check};
///
/// let options = Options::default()
///     .with_rules(Rule::Signature.into())
///     .with_signature(SignatureRule::Forbidden);
/// assert_eq!(check("\u{FEFF}{}".as_bytes(), &options).len(), 1);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Options {
    /// The rules to check.
    pub rules: RuleSet,
    /// Which characters [`Rule::BidiControl`] reports.
    pub bidi: Bidi,
    /// What [`Rule::Signature`] expects of this text.
    pub signature: SignatureRule,
    /// What becomes of U+FEFF that [`Rule::InnerFeff`] reports.
    pub inner_feff: InnerFeff,
    /// Whether [`Rule::DoubleEncoded`] reports, and undoes, what is likely to be a mistake, and not only what is very likely.
    pub likely: bool,
    /// Whether [`Rule::DoubleEncoded`] restores characters whose bytes were lost, if only one fits.
    pub restore: bool,
    /// The syntax of the text, if it is source. Some rules are about source alone.
    pub syntax: Option<Syntax>,
    /// The escapes that the text has, in which [`Rule::Escapes`] looks for faults.
    pub escapes: Escapes,
    /// The rules that repair what they find although that can change what the text means, of [`Options::OPTIONAL_REPAIRS`].
    pub repairs: RuleSet,
    /// The encoding that something outside of the text says it is in, and what says so: [`Rule::WrongDeclaration`] reports text in
    /// UTF-8 that should be in another.
    pub declared: Option<(Encoding, &'static str)>,
    /// Whether the text is a template for translations, whose header names no encoding yet.
    pub is_template: bool,
    /// Whether the text is a binary file. Then [`Rule::Nul`] reports this, as the only finding.
    pub is_binary: bool,
    /// Whether findings have what is there for people: columns, bytes, message and context.
    pub has_descriptions: bool,
    /// Whether the messages of [`Rule::DoubleEncoded`] say what speaks for them.
    pub has_explanations: bool,
    /// Whether places of one rule and kind that follow each other directly are separate findings.
    pub has_separate_places: bool,
    /// Whether those of them that have a text to put in their place are.
    pub has_separate_repairs: bool,
}

/// The rules that are on by default, and repairs of none that repairs only if that is wanted.
impl Default for Options {
    fn default() -> Options {
        Options {
            rules: RuleSet::default(),
            bidi: Bidi::default(),
            signature: SignatureRule::default(),
            inner_feff: InnerFeff::default(),
            likely: false,
            restore: false,
            syntax: None,
            escapes: Escapes::default(),
            repairs: RuleSet::EMPTY,
            declared: None,
            is_template: false,
            is_binary: false,
            has_descriptions: true,
            has_explanations: false,
            has_separate_places: false,
            has_separate_repairs: false,
        }
    }
}

impl Options {
    /// The rules that repair what they find only if that is wanted, because it can change what the text means.
    pub const OPTIONAL_REPAIRS: RuleSet = RuleSet::EMPTY
        .with(Rule::SpaceInCode)
        .with(Rule::Nul)
        .with(Rule::Invisible)
        .with(Rule::WrongDeclaration);

    /// Returns these options with other rules.
    #[must_use]
    pub const fn with_rules(mut self, rules: RuleSet) -> Options {
        self.rules = rules;
        self
    }

    /// Returns these options with another choice of characters that reorder text.
    #[must_use]
    pub const fn with_bidi(mut self, bidi: Bidi) -> Options {
        self.bidi = bidi;
        self
    }

    /// Returns these options with another expectation of a signature.
    #[must_use]
    pub const fn with_signature(mut self, signature: SignatureRule) -> Options {
        self.signature = signature;
        self
    }

    /// Returns these options with another repair of U+FEFF inside the text.
    ///
    /// ```
    /// use utf8kit_lint::{Fix, InnerFeff, Options, check};
    ///
    /// let options = Options::default();
    /// assert_eq!(check("a\u{FEFF}b".as_bytes(), &options)[0].fix, Fix::None);
    /// let options = options.with_inner_feff(InnerFeff::Remove);
    /// assert_eq!(check("a\u{FEFF}b".as_bytes(), &options)[0].fix, Fix::Replace(String::new()));
    /// ```
    #[must_use]
    pub const fn with_inner_feff(mut self, inner_feff: InnerFeff) -> Options {
        self.inner_feff = inner_feff;
        self
    }

    /// Returns these options with repairs of what is likely to be double-encoded, or only of what is very likely.
    ///
    /// ```
    /// use utf8kit_lint::{Options, check};
    ///
    /// // `café` that was decoded as windows-1250: the text is too short to be sure.
    /// let text = "cafĂ©";
    /// assert!(check(text.as_bytes(), &Options::default()).is_empty());
    /// assert_eq!(check(text.as_bytes(), &Options::default().with_likely(true)).len(), 1);
    /// ```
    #[must_use]
    pub const fn with_likely(mut self, likely: bool) -> Options {
        self.likely = likely;
        self
    }

    /// Returns these options with repairs of double-encoded text that lost bytes, where only one character fits, or without.
    ///
    /// ```
    /// use utf8kit_lint::{Fix, Options, check};
    ///
    /// // The no-break space that the second byte of `à` became is a space now.
    /// let text = "Le caf\u{C3}\u{A9} est pr\u{C3}\u{AA}t \u{C3} partir de midi";
    /// let found = check(text.as_bytes(), &Options::default());
    /// assert!(found.iter().all(|finding| finding.fix == Fix::None));
    /// let found = check(text.as_bytes(), &Options::default().with_restore(true));
    /// assert!(found.iter().all(|finding| finding.fix != Fix::None));
    /// ```
    #[must_use]
    pub const fn with_restore(mut self, restore: bool) -> Options {
        self.restore = restore;
        self
    }

    /// Returns these options for source in a language, or for text that is no source.
    ///
    /// ```
    /// use utf8kit_lint::{Options, Rule, Syntax, check};
    ///
    /// let options = Options::default().with_syntax(Syntax::of_file("a.sh", b""));
    /// let findings = check("rm\u{A0}-r x # no\u{A0}code\n".as_bytes(), &options);
    /// assert_eq!(findings.len(), 1);
    /// assert_eq!((findings[0].rule, findings[0].column), (Rule::SpaceInCode, 3));
    /// ```
    #[must_use]
    pub const fn with_syntax(mut self, syntax: Option<Syntax>) -> Options {
        self.syntax = syntax;
        self
    }

    /// Returns these options for text with other escapes: see [`Escapes`].
    ///
    /// ```
    /// use utf8kit_lint::{Escapes, Options, Rule, check};
    ///
    /// let text = br#"{"a": "\ud83d"}"#;
    /// let options = Options::default().with_escapes(Escapes::of_file("a.json", text));
    /// assert_eq!(check(text, &options)[0].rule, Rule::Escapes);
    /// ```
    #[must_use]
    pub const fn with_escapes(mut self, escapes: Escapes) -> Options {
        self.escapes = escapes;
        self
    }

    /// Returns these options with repairs of rules that repair only if that is wanted: [`Options::OPTIONAL_REPAIRS`].
    /// [`Rule::SpaceInCode`] writes U+0020; [`Rule::Nul`] and [`Rule::Invisible`] remove what they find;
    /// [`Rule::WrongDeclaration`] writes the name of UTF-8. Other rules do not depend on this.
    ///
    /// ```
    /// use utf8kit_lint::{Fix, Options, Rule, check};
    ///
    /// let options = Options::default();
    /// let fix = |options| check(b"one\0two", &options).remove(0).fix;
    /// assert_eq!(fix(options), Fix::None);
    /// assert_eq!(fix(options.with_repairs(Rule::Nul.into())), Fix::Replace(String::new()));
    /// ```
    #[must_use]
    pub const fn with_repairs(mut self, repairs: RuleSet) -> Options {
        self.repairs = repairs;
        self
    }

    /// Returns these options for a text of which something else says the encoding: [`Rule::WrongDeclaration`] does not read then what
    /// the text says.
    ///
    /// ```
    /// use utf8kit_encodings::Encoding;
    /// use utf8kit_lint::{Options, Rule, check};
    ///
    /// let options = Options::default().with_rules(Rule::WrongDeclaration.into());
    /// let latin1 = Encoding::Base(utf8kit::Encoding::Latin1);
    /// let options = options.with_declared(Some((latin1, "the protocol")));
    /// assert_eq!(check("Gr\u{F6}\u{DF}e".as_bytes(), &options)[0].offset, 2);
    /// assert_eq!(check(b"Gr\xF6\xDFe", &options), []);
    /// ```
    #[must_use]
    pub const fn with_declared(mut self, declared: Option<(Encoding, &'static str)>) -> Options {
        self.declared = declared;
        self
    }

    /// Returns these options for a template of gettext (`.pot`), or for another text.
    ///
    /// ```
    /// use utf8kit_lint::{Options, check};
    ///
    /// let text = b"msgid \"\"\nmsgstr \"\"\n\"Content-Type: text/plain; charset=CHARSET\\n\"\n";
    /// let options = Options::default();
    /// assert_eq!(check(text, &options).len(), 1);
    /// assert_eq!(check(text, &options.with_template(true)), []);
    /// ```
    #[must_use]
    pub const fn with_template(mut self, is_template: bool) -> Options {
        self.is_template = is_template;
        self
    }

    /// Returns these options for a binary file or for a text.
    ///
    /// ```
    /// use utf8kit_lint::{Options, check};
    ///
    /// let findings = check(b"\x7FELF\x02\0\0\xFF", &Options::default().with_binary(true));
    /// assert_eq!(findings.len(), 1);
    /// assert_eq!((&*findings[0].kind, findings[0].offset), ("binary", 5));
    /// ```
    #[must_use]
    pub const fn with_binary(mut self, is_binary: bool) -> Options {
        self.is_binary = is_binary;
        self
    }

    /// Returns these options with findings that have what is there for people, or without: their columns, bytes, messages and contexts may
    /// be left empty then. It is what a program needs that only repairs, and faster where there is much to repair.
    ///
    /// ```
    /// use utf8kit_lint::{Fix, Options, check};
    ///
    /// let text = "caf\u{C3}\u{A9}".as_bytes();
    /// let found = check(text, &Options::default().with_descriptions(false));
    /// assert_eq!((found[0].offset, &found[0].fix), (3, &Fix::Replace("é".into())));
    /// assert_eq!(found[0].message, "");
    /// ```
    #[must_use]
    pub const fn with_descriptions(mut self, has_descriptions: bool) -> Options {
        self.has_descriptions = has_descriptions;
        self
    }

    /// Returns these options with messages of [`Rule::DoubleEncoded`] that say how much more likely the repaired text is, and which
    /// encoding comes second, or without.
    ///
    /// ```
    /// use utf8kit_lint::{Options, check};
    ///
    /// let text = "Zażółć gęślą jaźń, a potem wróć".bytes();
    /// let broken: String = text.map(char::from).collect();
    /// let found = check(broken.as_bytes(), &Options::default().with_explanations(true));
    /// assert!(found[0].message.contains(" bits more likely that way"));
    /// ```
    #[must_use]
    pub const fn with_explanations(mut self, has_explanations: bool) -> Options {
        self.has_explanations = has_explanations;
        self
    }

    /// Returns these options with a finding for each place, or one for a run of them.
    ///
    /// ```
    /// use utf8kit_lint::{Options, check};
    ///
    /// assert_eq!(check(b"\xFF\xFF", &Options::default()).len(), 1);
    /// assert_eq!(check(b"\xFF\xFF", &Options::default().with_separate_places(true)).len(), 2);
    /// ```
    #[must_use]
    pub const fn with_separate_places(mut self, has_separate_places: bool) -> Options {
        self.has_separate_places = has_separate_places;
        self
    }

    /// Returns these options with a finding for each place that has a text to put in its place, whatever the other places have.
    ///
    /// It is what a program needs that repairs: a text of ill-formed bytes alone is one finding.
    ///
    /// ```
    /// use utf8kit_lint::{Options, check};
    ///
    /// let options = Options::default().with_separate_repairs(true);
    /// assert_eq!(check(b"\xFF\xFF \xC0\xAF\xC0\xAF", &options).len(), 3);
    /// ```
    #[must_use]
    pub const fn with_separate_repairs(mut self, has_separate_repairs: bool) -> Options {
        self.has_separate_repairs = has_separate_repairs;
        self
    }

    pub(crate) const fn has(&self, rule: Rule) -> bool {
        self.rules.contains(rule)
    }
}

/// What becomes of U+FEFF inside a text. There, RFC 3629 section 6 says, it is a character and not a signature: some programs
/// read it as white space, some data has it, and nothing shows whether it stands for a joint of two files.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum InnerFeff {
    /// It stays.
    #[default]
    Keep,
    /// It is removed, as the signature of a file that was joined to another.
    Remove,
    /// U+2060 WORD JOINER takes its place, for a text in which it joins words.
    WordJoiner,
}

/// Which characters [`Rule::BidiControl`] reports.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Bidi {
    /// Embeddings, overrides and isolates that are not closed in their line.
    #[default]
    Unpaired,
    /// Every character that reorders text or sets a direction, closed or not.
    All,
}

/// What [`Rule::Signature`] expects at the start of a text. It depends on the kind of file, which the caller knows.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum SignatureRule {
    /// The kind is unknown. Only a signature before `#!` is reported: it hides the interpreter from the system.
    #[default]
    Unknown,
    /// A signature may be there or not. Nothing is reported.
    Either,
    /// A signature is reported: readers of this kind of file take it for text, or a standard forbids it.
    Forbidden,
    /// A text without a signature is reported, unless the text is empty.
    Required,
}
