//! What a rule is: all that other modules need to know of it. Each file of `rules` has one [`Definition`].

use crate::fix::Fix;
use crate::judgement::{Judgement, Until};
use crate::options::Options;
use crate::pairs::Pair;
use crate::place_in_source::PlaceInSource;
use crate::rules::Level;
use crate::scene::Scene;
use crate::words::Words;
use std::ops::Range;

/// A rule.
pub(crate) struct Definition {
    /// Its name in kebab-case.
    pub(crate) name: &'static str,
    /// Whether it is on when nothing is selected.
    pub(crate) is_default: bool,
    pub(crate) level: Level,
    /// What it finds, in one line.
    pub(crate) description: &'static str,
    /// What it finds and why that matters, and how to repair it, in Markdown.
    pub(crate) documentation: &'static str,
    /// The clause of a standard that it rests on, and the address of that.
    pub(crate) clause: &'static str,
    pub(crate) url: &'static str,
    pub(crate) examples: &'static [Example],
    /// Whether it judges by the text around, so that a finding can be wrong.
    pub(crate) is_heuristic: bool,
    /// Whether what it finds is an error in most texts that have it, although it is off by default.
    pub(crate) is_suggested: bool,
    /// The severity by CVSS 3.1 of what it finds, if that is about security.
    pub(crate) security_severity: Option<&'static str>,
    pub(crate) search: Search,
    pub(crate) characters: Characters,
    /// Returns the kind of a finding at a place in source, if the rule reports it there. It is for [`Search::Source`].
    pub(crate) judge: fn(&PlaceInSource<'_>) -> Option<&'static str>,
    /// Returns `true` if each place of this kind has a text to put in its place.
    pub(crate) has_repair: fn(kind: &str, &Options) -> bool,
}

/// A text and what a rule finds in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Example {
    /// The text.
    pub text: &'static [u8],
    /// The kind of the first finding, or `None` if the rule finds nothing.
    pub kind: Option<&'static str>,
    /// The name of the file that has the text, if that matters.
    pub file: Option<&'static str>,
}

impl Definition {
    /// A rule without a name that finds nothing: for all that a rule does not say of itself.
    pub(crate) const EMPTY: Definition = Definition {
        name: "",
        is_default: false,
        level: Level::Warning,
        description: "",
        documentation: "",
        clause: "",
        url: "",
        examples: &[],
        is_heuristic: false,
        is_suggested: false,
        security_severity: None,
        search: Search::Whole,
        characters: Characters::NONE,
        judge: |_| None,
        has_repair: |_, _| false,
    };

    /// Returns the kind of a code point that the rule reports. `before` returns the last character of the text before it.
    pub(crate) fn kind<'b>(
        &self,
        code_point: u32,
        before: impl FnOnce() -> &'b str,
        options: &Options,
    ) -> &'static str {
        match self.characters.kind {
            Some(kind) => kind(code_point, before(), options),
            None => self.name,
        }
    }

    /// Returns the kind and the message for a code point that the rule reports.
    pub(crate) fn words(&self, code_point: u32, kind: &'static str) -> Words {
        (kind.into(), (self.characters.message)(code_point, kind))
    }
}

impl Example {
    /// Returns a text in which the rule finds something of this kind.
    pub(crate) const fn found(text: &'static [u8], kind: &'static str) -> Example {
        Example {
            text,
            kind: Some(kind),
            file: None,
        }
    }

    /// Returns a text in which the rule finds nothing.
    pub(crate) const fn clean(text: &'static [u8]) -> Example {
        Example {
            text,
            kind: None,
            file: None,
        }
    }

    /// Returns the example as a file with a name.
    pub(crate) const fn in_file(mut self, name: &'static str) -> Example {
        self.file = Some(name);
        self
    }
}

/// How text in UTF-8 is searched for what a rule reports.
pub(crate) enum Search {
    /// The checkers find it: it is about the text as a whole, or about what is not UTF-8.
    Whole,
    /// One pass over the patterns of all rules finds places where something may begin.
    Patterns {
        patterns: [Pattern; 2],
        confirm: Confirm,
    },
    /// One pass over the bytes that characters begin with finds those that a rule may report.
    FirstBytes {
        /// Returns whether a byte begins such a character.
        first_bytes: fn() -> &'static [bool; 256],
        confirm: Confirm,
    },
    /// One pass over source finds the characters that [`Characters::reports`] has, and [`Definition::judge`] decides by the part of
    /// the source that each is in. In text that is no source, there are none.
    Source,
    /// A search of its own.
    Own {
        /// Of findings of two rules at one place, that of the lower precedence comes first. Patterns are before all of these,
        /// and first bytes are [`FIRST_BYTES`].
        precedence: u8,
        /// Returns what the rule finds first from a place on, and before the end of the body.
        next: Next,
    },
}

/// The precedence of characters that are found by their first bytes.
pub(crate) const FIRST_BYTES: u8 = 3;

/// The precedence of characters of source.
pub(crate) const IN_SOURCE: u8 = 6;

/// Returns `true` if the byte is one of `first..=last`, in one comparison.
#[inline(always)]
pub(crate) const fn within(byte: u8, first: u8, last: u8) -> bool {
    byte.wrapping_sub(first) <= last - first
}

/// Returns what a rule finds first from a place on, and where.
pub(crate) type Next = fn(&Scene<'_>, from: usize) -> Option<(Range<usize>, Found)>;

/// Returns what a rule finds at a place where a character begins, and how far that reaches.
pub(crate) type ConfirmAt = fn(&Scene<'_>, at: usize, c: char) -> Option<(Range<usize>, Found)>;

/// Decides about a place that a search has found.
pub(crate) enum Confirm {
    /// [`Characters::reports`] does.
    Characters,
    /// Returns what the rule finds at a place where a character begins.
    By(ConfirmAt),
}

/// What a rule found.
pub(crate) enum Found {
    /// A character that [`Characters`] describes.
    Character(char),
    /// Something else, and what there is to say of it.
    Judged(Box<Judgement>),
    /// Nothing to report: the text shows what findings wait for.
    Shows(Until),
}

/// What a place begins with that a rule may report, in three bytes.
#[derive(Clone, Copy)]
pub(crate) struct Pattern {
    pub(crate) head: Head,
    /// Returns `true` if the pattern begins with these bytes, of which the last are spaces at the end of a text.
    pub(crate) begins: fn(u8, u8, u8) -> bool,
    /// Returns `true` if the pattern is searched for with these options.
    pub(crate) is_wanted: fn(&Options) -> bool,
}

/// How most of a text is excluded from the search for a pattern.
#[derive(Clone, Copy)]
pub(crate) enum Head {
    /// There is no pattern.
    None,
    /// By its first byte, which is rare.
    First(u8),
    /// By its first byte, which is over 0x7F, and its second, without the bits of `ignored`.
    Pair { first: u8, second: u8, ignored: u8 },
    /// By its first byte, which is over 0x7F, and than which only rare ones are higher.
    Highest(u8),
    /// By its three bytes, of which the first is one of `leads`, over 0x7F: a function returns 0 if it may begin with them.
    By {
        leads: &'static [u8],
        distance: fn(u8, u8, u8) -> u8,
    },
    /// By nothing: each place is tested.
    Any,
}

impl Pattern {
    /// No pattern.
    pub(crate) const NONE: Pattern = Pattern {
        head: Head::None,
        begins: |_, _, _| false,
        is_wanted: |_| false,
    };

    /// Returns a pattern that is searched for if the rule is selected.
    pub(crate) const fn new(head: Head, begins: fn(u8, u8, u8) -> bool) -> Pattern {
        Pattern {
            head,
            begins,
            is_wanted: |_| true,
        }
    }
}

impl Search {
    /// Returns the search for the characters that a rule reports, by one pattern.
    pub(crate) const fn characters(head: Head, begins: fn(u8, u8, u8) -> bool) -> Search {
        Search::Patterns {
            patterns: [Pattern::new(head, begins), Pattern::NONE],
            confirm: Confirm::Characters,
        }
    }
}

/// The code points that a rule reports by themselves, in any encoding.
pub(crate) struct Characters {
    /// Returns `true` if the rule reports the code point. `is_start` says that it is the first of the text.
    pub(crate) reports: fn(u32, is_start: bool, &Options) -> bool,
    /// Returns the kind of a finding, if it is not the name of the rule. The text before has its last character.
    pub(crate) kind: Option<fn(u32, before: &str, &Options) -> &'static str>,
    pub(crate) message: fn(u32, kind: &'static str) -> String,
    pub(crate) fix: fn(&Options) -> Fix,
    pub(crate) course: fn(u32, &Options) -> Course,
}

/// What becomes of a character that is reported.
pub(crate) enum Course {
    /// Those of one kind that follow each other directly are one finding.
    Run,
    /// It is a finding by itself, of this clause.
    Single(&'static str),
    /// It is a finding unless its partner stands in the same line.
    Opens(Pair),
    /// It is the partner of one before it.
    Closes(Pair),
}

impl Characters {
    /// No code points.
    pub(crate) const NONE: Characters = Characters {
        reports: |_, _, _| false,
        kind: None,
        message: |_, _| String::new(),
        fix: |_| Fix::None,
        course: |_, _| Course::Run,
    };
}
