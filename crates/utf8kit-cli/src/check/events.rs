//! The one pass over a block that finds for all rules where there is something to say.

use super::bidi::{self, Control};
use super::block::Block;
use super::double_encoded::{self, Run};
use super::rules::{Rule, RuleSet};
use super::scan::Patterns;
use super::{ill_formed, nfc};
use std::cell::OnceCell;
use std::ops::Range;
use utf8kit::{ErrorKind, utf8};

/// Something in a block that a rule may want to report.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Event {
    /// Where it stands in the block's bytes.
    pub(crate) place: Range<usize>,
    pub(crate) what: What,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum What {
    IllFormed(ErrorKind),
    /// A character that its rule reports wherever it stands.
    Character(Rule, char),
    Bidi(Control, char),
    Double(Run),
    /// Not in Normalization Form C, and what it is there.
    NotNfc(String),
}

/// What to look for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Wanted {
    pub(crate) rules: RuleSet,
    /// Every character that reorders, paired or not, and the marks too.
    pub(crate) all_bidi: bool,
}

impl Wanted {
    fn patterns(self) -> Patterns {
        let has = |rule| self.rules.has(rule);
        let rare = [
            Rule::ReplacementChar,
            Rule::InnerFeff,
            Rule::Noncharacter,
            Rule::Control,
        ];
        Patterns {
            nul: has(Rule::Nul),
            bidi: has(Rule::BidiControl),
            double: has(Rule::DoubleEncoded),
            rare: rare.into_iter().any(has) || (has(Rule::BidiControl) && self.all_bidi),
        }
    }

    /// What begins at `at`, where a pattern does. `is_start`: it is the beginning of the text.
    /// `runs` are the double-encoded ones of all `bytes`, found when they are first asked for.
    fn confirm(self, bytes: &[u8], at: usize, is_start: bool, runs: &OnceCell<Vec<Run>>) -> Option<Event> {
        let (Ok(c), len) = crate::shown::first(&bytes[at..])? else {
            return None;
        };
        let number = u32::from(c);
        let has = |rule| self.rules.has(rule);
        let control = bidi::control(c).filter(|_| has(Rule::BidiControl));
        let what = match c {
            '\0' if has(Rule::Nul) => What::Character(Rule::Nul, c),
            '\u{FFFD}' => What::Character(Rule::ReplacementChar, c),
            '\u{FEFF}' if !is_start => What::Character(Rule::InnerFeff, c),
            '\u{FDD0}'..='\u{FDEF}' => What::Character(Rule::Noncharacter, c),
            _ if number & 0xFFFE == 0xFFFE => What::Character(Rule::Noncharacter, c),
            _ if c.is_control() => What::Character(Rule::Control, c),
            '\u{C2}'..='\u{F4}' if has(Rule::DoubleEncoded) => {
                if !double_encoded::may_begin(&bytes[at..]) {
                    return None;
                }
                let runs = runs.get_or_init(|| double_encoded::runs_in(bytes));
                let index = runs.binary_search_by_key(&at, |run| run.range.start).ok()?;
                let run = &runs[index];
                return Some(Event {
                    place: run.range.clone(),
                    what: What::Double(run.clone()),
                });
            }
            _ => match control? {
                Control::Mark if !self.all_bidi => return None,
                control => What::Bidi(control, c),
            },
        };
        match what {
            What::Character(rule, _) if !has(rule) => None,
            _ => Some(Event {
                place: at..at + len,
                what,
            }),
        }
    }
}

/// The events that begin in a block's body, in order.
pub(crate) struct Events<'a> {
    bytes: &'a [u8],
    /// Events at or behind it belong to the next block.
    end: usize,
    start: u64,
    wanted: Wanted,
    ill_formed: Search,
    patterns: Search,
    nfc: Search,
    runs: OnceCell<Vec<Run>>,
}

/// How far one of the searches has got.
enum Search {
    From(usize),
    Found(Event),
    Over,
}

impl<'a> Events<'a> {
    /// Those of `block` from its `from`th byte on.
    pub(crate) fn new(block: &Block<'a>, from: usize, wanted: Wanted) -> Self {
        let search = |wanted| if wanted { Search::From(from) } else { Search::Over };
        let rules = wanted.rules;
        Events {
            bytes: block.bytes,
            end: block.body.end,
            start: block.start,
            wanted,
            ill_formed: search(rules.has(Rule::IllFormed) || rules.has(Rule::OtherEncoding)),
            patterns: search(true),
            nfc: search(rules.has(Rule::NotNfc)),
            runs: OnceCell::new(),
        }
    }

    fn next_ill_formed(&self, from: usize) -> Option<Event> {
        let rest = self.bytes.get(from..).filter(|_| from < self.end)?;
        let error = utf8::validate(rest).err()?;
        let at = from + error.valid_up_to();
        let len = ill_formed::attempt(&self.bytes[at..], error.kind(), error.bytes().len());
        (at < self.end).then(|| Event {
            place: at..at + len,
            what: What::IllFormed(error.kind()),
        })
    }

    fn next_pattern(&self, mut from: usize) -> Option<Event> {
        let patterns = self.wanted.patterns();
        loop {
            let at = patterns.find(self.bytes, from, self.end)?;
            let is_start = self.start == 0 && at == 0;
            if let Some(event) = self.wanted.confirm(self.bytes, at, is_start, &self.runs) {
                return Some(event);
            }
            from = at + 1;
        }
    }

    fn next_not_nfc(&self, from: usize) -> Option<Event> {
        let (place, right) = nfc::find(self.bytes, from, self.end)?;
        Some(Event {
            place,
            what: What::NotNfc(right),
        })
    }
}

impl Iterator for Events<'_> {
    type Item = Event;

    fn next(&mut self) -> Option<Event> {
        let found = |event: Option<Event>| event.map_or(Search::Over, Search::Found);
        if let Search::From(from) = self.ill_formed {
            self.ill_formed = found(self.next_ill_formed(from));
        }
        if let Search::From(from) = self.patterns {
            self.patterns = found(self.next_pattern(from));
        }
        if let Search::From(from) = self.nfc {
            self.nfc = found(self.next_not_nfc(from));
        }
        let first = [&mut self.ill_formed, &mut self.patterns, &mut self.nfc]
            .into_iter()
            .filter(|search| matches!(search, Search::Found(_)))
            .min_by_key(|search| match search {
                Search::Found(event) => event.place.start,
                _ => usize::MAX,
            })?;
        match std::mem::replace(first, Search::Over) {
            Search::Found(event) => {
                *first = Search::From(event.place.end);
                Some(event)
            }
            _ => None,
        }
    }
}
