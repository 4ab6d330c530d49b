//! Searches a block once for all rules and yields where they have something to examine.

use crate::bidi::{self, Control};
use crate::block::Block;
use crate::confusable::Mixed;
use crate::double_encoded::{self, Run, Through};
use crate::invisible::Kind;
use crate::options::{Bidi, Options};
use crate::patterns::Patterns;
use crate::repertoire::Outside;
use crate::rule::{Rule, RuleSet};
use crate::{confusable, invisible, nfc, repertoire};
use std::cell::{Cell, OnceCell};
use std::ops::Range;
use utf8kit::{IllFormed, utf8};

/// Something in a block that a rule may report.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Event {
    /// Its place in the block's bytes.
    pub(crate) place: Range<usize>,
    pub(crate) what: What,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum What {
    /// A sequence, or several that were one attempt to write a character: `C0 AF`, the six bytes of a CESU-8 pair.
    IllFormed(IllFormed),
    /// A character that its rule reports wherever it stands.
    Character(Rule, char),
    /// A character outside the repertoires of these rules.
    Outside(RuleSet, char),
    /// The first Hangul of the block. It is no finding.
    Hangul,
    /// Characters at code points that Unicode 1.1 used for Hangul.
    OldHangul,
    Bidi(Control, char),
    Double(Double),
    /// A character that shows nothing and does nothing.
    Invisible(Rule, Kind, char),
    Confusable(Mixed),
    /// Text that is not in Normalization Form C, and what it is in that form.
    NotNfc(String),
}

/// A double-encoded run, or a part of one that is longer than a block or than [`LONGEST_RUN`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Double {
    pub(crate) run: Run,
    /// Whether it continues the part before it, which is of the same finding.
    pub(crate) continues: bool,
    /// Whether another part of the same finding begins where it ends.
    pub(crate) is_continued: bool,
}

/// Bytes after which a double-encoded run goes on as another finding, which bounds the memory for one. They count from the
/// start of the run, so that the findings do not depend on the blocks.
const LONGEST_RUN: u64 = 256 << 10;

/// Bytes after a body in which units of its last run may begin. The margin has enough text after them to judge them by.
const PAST_BODY: usize = 448;

/// The number of searches.
const SEARCHES: usize = 7;

/// How far the text was examined. Each search goes on where its own last event ended, because what they find can overlap.
#[derive(Clone, Debug, Default)]
pub(crate) struct Progress {
    /// The ends of the last events, in the order of [`Events::searches`].
    ends: [u64; SEARCHES],
    /// The last run that went through Windows-1252.
    double: Reported,
    /// The last run that went through another encoding.
    other: Reported,
}

/// The last part of a double-encoded run that was reported.
#[derive(Clone, Copy, Debug, Default)]
struct Reported {
    /// The start of its finding.
    start: u64,
    /// Its end, where the next part may begin.
    end: u64,
}

impl Progress {
    /// Records an event of a search, in a block that begins at `start`.
    fn add(&mut self, search: usize, event: &Event, start: u64) {
        let end = start + event.place.end as u64;
        self.ends[search] = end;
        if let What::Double(double) = &event.what {
            let reported = match double.run.through {
                Through::Windows1252 => &mut self.double,
                _ => &mut self.other,
            };
            if !double.continues {
                reported.start = start + event.place.start as u64;
            }
            reported.end = end;
        }
    }
}

impl Block<'_> {
    /// Returns `false` if no rule finds anything in the body to examine. Most blocks of most texts have nothing.
    ///
    /// It depends on this block alone, so blocks can be tested in any order and on any thread. A block without
    /// anything to examine can be left out where [`BlockChecker::can_skip`](crate::BlockChecker::can_skip) allows it.
    pub fn may_have_findings(&self, options: &Options) -> bool {
        Events::new(self, Progress::default(), *options).next().is_some()
    }
}

impl Options {
    fn patterns(&self) -> Patterns {
        let rare = [Rule::ReplacementChar, Rule::Noncharacter, Rule::Control];
        let has_all_bidi = self.has(Rule::BidiControl) && self.bidi == Bidi::All;
        Patterns {
            nul: self.has(Rule::Nul),
            bidi: self.has(Rule::BidiControl),
            double: self.has(Rule::DoubleEncoded),
            rare: rare.into_iter().any(|rule| self.has(rule)) || has_all_bidi,
            feff: self.has(Rule::InnerFeff),
            tag: self.has(Rule::TagCharacter),
        }
    }

    /// Returns the rule that reports the code point wherever it stands, if there is one. `is_start`: it is the first of the
    /// text.
    pub(crate) fn rule_of(&self, code_point: u32, is_start: bool) -> Option<Rule> {
        let rule = match code_point {
            0 if self.has(Rule::Nul) => Rule::Nul,
            0xFFFD => Rule::ReplacementChar,
            0xFEFF if !is_start => Rule::InnerFeff,
            0xFDD0..=0xFDEF => Rule::Noncharacter,
            ..=0x10_FFFF if code_point & 0xFFFE == 0xFFFE => Rule::Noncharacter,
            0x9 | 0xA | 0xD => return None,
            ..0x20 | 0x7F..0xA0 => Rule::Control,
            _ => return None,
        };
        self.has(rule).then_some(rule)
    }
}

/// The events that begin in a block's body, in order.
pub(crate) struct Events<'a> {
    bytes: &'a [u8],
    /// Events at or after it belong to the next block.
    end: usize,
    start: u64,
    /// Double-encoded runs that began before it may go on in the body.
    body_start: usize,
    is_last: bool,
    progress: Progress,
    options: Options,
    ill_formed: Search,
    patterns: Search,
    nfc: Search,
    /// Double-encoded text that went through another encoding than Windows-1252.
    others: Search,
    repertoires: Search,
    invisible: Search,
    confusable: Search,
    outside: Outside,
    /// Hangul was found in the block, or is not searched for.
    is_hangul_known: Cell<bool>,
    /// The double-encoded runs of all `bytes`, found at the first place that may be one.
    runs: OnceCell<Vec<Run>>,
}

/// The progress of one search.
enum Search {
    From(usize),
    Found(Event),
    Over,
}

impl<'a> Events<'a> {
    /// Returns the events of `block` after those that `progress` has of the blocks before it.
    pub(crate) fn new(block: &Block<'a>, progress: Progress, options: Options) -> Self {
        let wanted = [
            options.has(Rule::IllFormed) || options.has(Rule::OtherEncoding),
            true,
            options.has(Rule::NotNfc),
            options.has(Rule::DoubleEncodedOther),
            repertoire::has_any(options.rules),
            options.has(Rule::Invisible),
            options.has(Rule::Confusable),
        ];
        let place = |offset: u64| block.body.start.max(offset.saturating_sub(block.start) as usize);
        let mut searches = wanted
            .into_iter()
            .zip(progress.ends)
            .map(|(wanted, end)| match wanted {
                true => Search::From(place(end)),
                false => Search::Over,
            });
        let mut next = || searches.next().unwrap_or(Search::Over);
        Events {
            bytes: block.bytes,
            end: block.body.end,
            start: block.start,
            body_start: block.body.start,
            is_last: block.is_last,
            options,
            ill_formed: next(),
            patterns: next(),
            nfc: next(),
            others: next(),
            repertoires: next(),
            invisible: next(),
            confusable: next(),
            progress,
            outside: Outside::new(options.rules),
            is_hangul_known: Cell::new(!options.has(Rule::OldHangul)),
            runs: OnceCell::new(),
        }
    }

    fn searches(&mut self) -> [&mut Search; SEARCHES] {
        [
            &mut self.ill_formed,
            &mut self.patterns,
            &mut self.nfc,
            &mut self.others,
            &mut self.repertoires,
            &mut self.invisible,
            &mut self.confusable,
        ]
    }

    /// Returns how far the text was examined, with the events that were returned.
    pub(crate) fn progress(self) -> Progress {
        self.progress
    }

    fn next_ill_formed(&self, from: usize) -> Option<Event> {
        let rest = self.bytes.get(from..).filter(|_| from < self.end)?;
        let error = utf8::validate(rest).err()?;
        let at = from + error.valid_up_to();
        (at < self.end).then(|| Event {
            place: at..at + error.attempt().len(),
            what: What::IllFormed(error),
        })
    }

    fn next_pattern(&self, mut from: usize) -> Option<Event> {
        let patterns = self.options.patterns();
        loop {
            let at = patterns.find(self.bytes, from, self.end)?;
            if let Some(event) = self.confirm(at) {
                return Some(event);
            }
            from = at + 1;
        }
    }

    /// Returns the event that begins at `at`, where a pattern does.
    fn confirm(&self, at: usize) -> Option<Event> {
        let (Ok(c), len) = utf8::decode_first(&self.bytes[at..])? else {
            return None;
        };
        let is_start = self.start == 0 && at == 0;
        let what = match self.options.rule_of(c.into(), is_start) {
            Some(rule) => What::Character(rule, c),
            None if matches!(c, '\u{E0000}'..='\u{E007F}') => {
                let (c, kind) = invisible::at_place(self.bytes, at)?;
                What::Invisible(Rule::TagCharacter, kind, c)
            }
            None if matches!(c, '\u{C2}'..='\u{F4}') => {
                return self
                    .options
                    .has(Rule::DoubleEncoded)
                    .then(|| self.double_encoded(at))?;
            }
            None if self.options.has(Rule::BidiControl) => match bidi::control(c)? {
                Control::Mark if self.options.bidi == Bidi::Unpaired => return None,
                control => What::Bidi(control, c),
            },
            None => return None,
        };
        Some(Event {
            place: at..at + len,
            what,
        })
    }

    /// Returns the double-encoded run that begins at `at`, if it went through Windows-1252, or what remains of one there.
    fn double_encoded(&self, at: usize) -> Option<Event> {
        if !double_encoded::may_begin(&self.bytes[at..]) {
            return None;
        }
        let runs = self.runs();
        let index = runs.partition_point(|run| run.range.end <= at);
        let run = runs
            .get(index)
            .filter(|run| run.through == Through::Windows1252)?;
        self.part(run, at, self.progress.double)
    }

    /// Returns the part of `run` from `at` on that is to be reported next: all of it, if it is not longer than a finding may
    /// be, and does not go on far behind the body. Returns `None` if neither the run nor what remains of it begins at `at`.
    fn part(&self, run: &Run, at: usize, reported: Reported) -> Option<Event> {
        let known = self.body_start.max(self.place(reported.end));
        if at != run.range.start && run.range.start >= known {
            return None;
        }
        let offset = self.start + at as u64;
        let continues =
            at > run.range.start && reported.end == offset && offset - reported.start < LONGEST_RUN;
        let first = if continues { reported.start } else { offset };
        let limit = self.place(first + LONGEST_RUN);
        let visible = match self.is_last {
            true => usize::MAX,
            false => self.end + PAST_BODY,
        };
        let to_next = visible < limit;
        let mut part = run.part(at, visible.min(limit), to_next)?;
        let mut is_continued = to_next && !part.is_all;
        if is_continued && part.run.range.end >= limit {
            // The next unit belongs to another finding.
            part = run.part(at, limit, false)?;
            is_continued = false;
        }
        Some(Event {
            place: part.run.range.clone(),
            what: What::Double(Double {
                run: part.run,
                continues,
                is_continued,
            }),
        })
    }

    /// Returns the place in the block's bytes of an offset in the text, or 0 if it is before them.
    fn place(&self, offset: u64) -> usize {
        usize::try_from(offset.saturating_sub(self.start)).unwrap_or(usize::MAX)
    }

    /// Returns the next double-encoded run that went through another encoding than Windows-1252, or what remains of one.
    fn next_through_others(&self, from: usize) -> Option<Event> {
        double_encoded::next_through_others(self.bytes, from, self.end)?;
        let runs = self.runs();
        let after = runs.partition_point(|run| run.range.end <= from);
        runs[after..]
            .iter()
            .filter(|run| run.through != Through::Windows1252)
            .find_map(|run| Some((run, run.next_unit(from)?)))
            .filter(|&(_, at)| at < self.end)
            .and_then(|(run, at)| self.part(run, at, self.progress.other))
    }

    fn runs(&self) -> &[Run] {
        self.runs.get_or_init(|| double_encoded::runs_in(self.bytes))
    }

    fn next_invisible(&self, from: usize) -> Option<Event> {
        let has_tags = !self.options.has(Rule::TagCharacter);
        let (at, c, kind) = invisible::find(self.bytes, from, self.end, has_tags)?;
        Some(Event {
            place: at..at + c.len_utf8(),
            what: What::Invisible(Rule::Invisible, kind, c),
        })
    }

    fn next_confusable(&self, from: usize) -> Option<Event> {
        let mixed = confusable::find(self.bytes, from, self.end)?;
        Some(Event {
            place: mixed.place.clone(),
            what: What::Confusable(mixed),
        })
    }

    fn next_not_nfc(&self, from: usize) -> Option<Event> {
        let (place, nfc) = nfc::find(self.bytes, from, self.end)?;
        Some(Event {
            place,
            what: What::NotNfc(nfc),
        })
    }

    /// Returns the next event of the rules that are about all characters of a text.
    fn next_outside(&self, mut from: usize) -> Option<Event> {
        loop {
            let at = self.outside.find(self.bytes, from, self.end)?;
            let (c, len) = match utf8::decode_first(&self.bytes[at..])? {
                (Ok(c), len) => (c, len),
                (Err(_), len) => {
                    from = at + len;
                    continue;
                }
            };
            let rules = self.outside.rules(c);
            let (len, what) = if !rules.is_empty() {
                (len, What::Outside(rules, c))
            } else if self.options.has(Rule::OldHangul) && repertoire::is_old_hangul(c) {
                (repertoire::old_hangul_len(&self.bytes[at..]), What::OldHangul)
            } else if repertoire::is_hangul(c) && !self.is_hangul_known.replace(true) {
                (len, What::Hangul)
            } else {
                from = at + len;
                continue;
            };
            return Some(Event {
                place: at..at + len,
                what,
            });
        }
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
        if let Search::From(from) = self.others {
            self.others = found(self.next_through_others(from));
        }
        if let Search::From(from) = self.repertoires {
            self.repertoires = found(self.next_outside(from));
        }
        if let Search::From(from) = self.invisible {
            self.invisible = found(self.next_invisible(from));
        }
        if let Search::From(from) = self.confusable {
            self.confusable = found(self.next_confusable(from));
        }
        let start = self.start;
        let (search, first) = self
            .searches()
            .into_iter()
            .enumerate()
            .filter(|(_, search)| matches!(search, Search::Found(_)))
            .min_by_key(|(_, search)| match search {
                Search::Found(event) => event.place.start,
                _ => usize::MAX,
            })?;
        match std::mem::replace(first, Search::Over) {
            Search::Found(event) => {
                *first = Search::From(event.place.end);
                self.progress.add(search, &event, start);
                Some(event)
            }
            _ => None,
        }
    }
}
