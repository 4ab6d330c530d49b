//! Searches a block once for all rules and yields where they have something to report.

use crate::block::{Block, MARGIN, OwnBlock};
use crate::catalog::reporting;
use crate::characters_of_source;
use crate::definition::{Confirm, FIRST_BYTES, Found, IN_SOURCE, Search};
use crate::judgement::{Judgement, Until};
use crate::options::Options;
use crate::patterns::Patterns;
use crate::rules::{Rule, RuleSet};
use crate::scene::{AllReported, Scene, Seen};
use std::ops::Range;
use utf8kit::{IllFormed, utf8};

/// Something in a block that a rule may report.
#[derive(Debug)]
pub(crate) struct Event {
    /// Its place in the block's bytes.
    pub(crate) place: Range<usize>,
    pub(crate) what: What,
}

#[derive(Debug)]
pub(crate) enum What {
    /// A sequence, or several that were one attempt to write a character: `C0 AF`, the six bytes of a CESU-8 pair.
    IllFormed(IllFormed),
    /// A character that these rules report. It is U+0000, and stands there often, if the place is longer.
    Character(RuleSet, char),
    /// Something else, and what its rule says of it.
    Judged(Rule, Box<Judgement>),
    /// The text shows what findings wait for. It is no finding.
    Shows(Until),
}

/// A search for what one or more rules report.
#[derive(Clone, Copy)]
enum Searcher {
    IllFormed,
    Patterns,
    FirstBytes,
    Source,
    Own(Rule),
}

/// The number of searches.
const SEARCHES: usize = {
    let mut count = 4;
    let mut i = 0;
    while i < Rule::ALL.len() {
        if let Search::Own { .. } = Rule::ALL[i].definition().search {
            count += 1;
        }
        i += 1;
    }
    count
};

/// All searches. Of events at one place, that of the first comes first.
const SEARCHERS: [Searcher; SEARCHES] = {
    let mut searchers = [Searcher::IllFormed; SEARCHES];
    let mut precedences = [0; SEARCHES];
    searchers[1] = Searcher::Patterns;
    searchers[2] = Searcher::FirstBytes;
    precedences[2] = FIRST_BYTES;
    searchers[3] = Searcher::Source;
    precedences[3] = IN_SOURCE;
    let mut len = 4;
    let mut i = 0;
    while i < Rule::ALL.len() {
        if let Search::Own { precedence, .. } = Rule::ALL[i].definition().search {
            let mut at = len;
            while at > 2 && precedences[at - 1] > precedence {
                searchers[at] = searchers[at - 1];
                precedences[at] = precedences[at - 1];
                at -= 1;
            }
            searchers[at] = Searcher::Own(Rule::ALL[i]);
            precedences[at] = precedence;
            len += 1;
        }
        i += 1;
    }
    searchers
};

/// How far the text was examined. Each search goes on where its own last event ended, because what they find can overlap.
#[derive(Clone, Debug, Default)]
pub(crate) struct Progress {
    /// The ends of the last events, in the order of [`SEARCHERS`].
    ends: [u64; SEARCHES],
    reported: AllReported,
}

impl Block<'_> {
    /// Returns `false` if no rule finds anything in the body to examine. Most blocks of most texts have nothing.
    ///
    /// It depends on this block alone, so blocks can be tested in any order and on any thread. A block without
    /// anything to examine can be left out where [`BlockChecker::can_skip`](crate::BlockChecker::can_skip) allows it.
    pub fn may_have_findings(&self, options: &Options) -> bool {
        let has_event = |block: &Block<'_>| {
            let mut events = Events::new(block, Progress::default(), *options);
            events.next().is_some()
        };
        // Text with many findings shows one at once, and is searched again for all of them.
        self.start_of().is_some_and(|start| has_event(&start)) || has_event(self)
    }

    /// Returns what a checker can check faster than the block, or `None` where [`Self::may_have_findings`] returns `false`. It can be
    /// done in any order and on any thread.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use utf8kit_lint::{BlockChecker, Finding, Options, blocks};
    ///
    /// let text = "caf\u{C3}\u{A9}, chaud ou froid\n".repeat(1000);
    /// let options = Options::default();
    /// let mut checker = BlockChecker::new(options);
    /// let mut count = 0;
    /// for block in blocks(text.as_bytes(), 1 << 10) {
    ///     // This, which takes longest, could be done on another thread.
    ///     let examined = block.examine(&options).unwrap();
    ///     let Ok(_) = checker.check_examined(examined, &mut |_| {
    ///         count += 1;
    ///         ControlFlow::Continue(())
    ///     });
    /// }
    /// assert_eq!(count, 1000);
    /// ```
    pub fn examine(&self, options: &Options) -> Option<Examined> {
        let mut events = Events::new(self, Progress::default(), *options);
        let is_well_formed = events.peek_ill_formed().is_none();
        events.next()?;
        let Events { scene, patterns, .. } = events;
        let mut seen = scene.seen;
        seen.is_well_formed = is_well_formed;
        seen.patterns = Some(patterns.stretches(scene.bytes, scene.body));
        Some(Examined {
            block: OwnBlock::of(self),
            options: *options,
            seen,
        })
    }

    /// Returns a small part of a large block, the first of it, as a block.
    fn start_of(&self) -> Option<Block<'_>> {
        /// Bytes of its body.
        const LEN: usize = 4 << 10;
        /// Less than that of a block costs little.
        const LARGE: usize = 16 * LEN;
        let end = self.body.start + LEN;
        (self.body.len() >= LARGE).then(|| {
            Block::new(
                &self.bytes[..end + MARGIN],
                self.start,
                self.body.start..end,
                false,
            )
        })
    }
}

/// A block of a text in which there is something to report, with what was found in it: see [`Block::examine`].
#[derive(Debug)]
pub struct Examined {
    block: OwnBlock,
    options: Options,
    seen: Seen,
}

impl Examined {
    /// Returns the block, and what was found in it.
    pub(crate) fn into_parts(self) -> (OwnBlock, Ahead) {
        let block = self.block.block();
        let ahead = Ahead {
            place: (block.start, block.bytes.len()),
            body: block.body,
            options: self.options,
            seen: self.seen,
        };
        (self.block, ahead)
    }
}

/// What was found in a block before its turn.
#[derive(Debug)]
pub(crate) struct Ahead {
    /// The offset of its bytes, and how many there are.
    place: (u64, usize),
    body: Range<usize>,
    options: Options,
    seen: Seen,
}

/// The events that begin in a block's body, in order.
pub(crate) struct Events<'a> {
    scene: Scene<'a>,
    ends: [u64; SEARCHES],
    /// In the order of [`SEARCHERS`].
    states: [State; SEARCHES],
    patterns: Patterns,
    /// Whether a byte begins a character that a rule may report, if there is a rule with first bytes.
    first_bytes: Option<Box<[bool; 256]>>,
    /// The rules with first bytes.
    rules_of_first_bytes: RuleSet,
    /// The rules about source, if the text is that.
    rules_of_source: RuleSet,
    /// What the block has shown.
    shown: Vec<Until>,
}

/// The progress of one search.
enum State {
    From(usize),
    Found(Event),
    Over,
}

impl<'a> Events<'a> {
    /// Returns the events of `block` after those that `progress` has of the blocks before it.
    pub(crate) fn new(block: &Block<'a>, progress: Progress, options: Options) -> Self {
        let scene = Scene::new(block, options, progress.reported);
        let rules_of_first_bytes = options.rules.intersection(const { with_first_bytes() });
        let rules_of_source = match options.syntax {
            Some(_) => options.rules.intersection(const { about_source() }),
            None => RuleSet::EMPTY,
        };
        let is_wanted = |searcher| match searcher {
            Searcher::IllFormed => options.has(Rule::IllFormed) || options.has(Rule::OtherEncoding),
            Searcher::Patterns => true,
            Searcher::FirstBytes => !rules_of_first_bytes.is_empty(),
            Searcher::Source => !rules_of_source.is_empty(),
            Searcher::Own(rule) => options.has(rule),
        };
        let states = std::array::from_fn(|index| match is_wanted(SEARCHERS[index]) {
            true => State::From(block.body.start.max(scene.place(progress.ends[index]))),
            false => State::Over,
        });
        Events {
            ends: progress.ends,
            states,
            patterns: Patterns::new(&options),
            first_bytes: first_bytes(rules_of_first_bytes),
            rules_of_first_bytes,
            rules_of_source,
            shown: Vec::new(),
            scene,
        }
    }

    /// Takes what was found in `block` before, if it was found in the same text with the same options.
    pub(crate) fn know(&mut self, ahead: Ahead, block: &Block<'_>) {
        let is_same = ahead.place == (block.start, block.bytes.len()) && ahead.body == block.body;
        if is_same && ahead.options == self.scene.options {
            self.scene.seen = ahead.seen;
        }
    }

    /// Returns how far the text was examined, with the events that were returned.
    pub(crate) fn progress(self) -> Progress {
        Progress {
            ends: self.ends,
            reported: self.scene.all_reported(),
        }
    }

    /// Returns where the next ill-formed sequence begins, if there is one in the body.
    pub(crate) fn peek_ill_formed(&mut self) -> Option<usize> {
        const { assert!(matches!(SEARCHERS[0], Searcher::IllFormed)) };
        self.peek(0)
    }

    /// Ends the events with the ill-formed sequence at `at`, from which on the text is in another encoding.
    pub(crate) fn end_at(&mut self, at: usize) {
        self.scene.end_at(at);
    }

    /// Returns where the next event of a search begins.
    fn peek(&mut self, index: usize) -> Option<usize> {
        if let State::From(from) = self.states[index] {
            self.states[index] = match self.search(SEARCHERS[index], from) {
                Some(event) => State::Found(event),
                None => State::Over,
            };
        }
        match &self.states[index] {
            State::Found(event) => Some(event.place.start),
            _ => None,
        }
    }

    /// Returns the next event of a search from a place on.
    fn search(&mut self, searcher: Searcher, from: usize) -> Option<Event> {
        match searcher {
            Searcher::IllFormed => self.next_ill_formed(from),
            Searcher::Patterns => self.next_pattern(from),
            Searcher::FirstBytes => self.next_by_first_byte(from),
            Searcher::Source => self.next_in_source(from),
            Searcher::Own(rule) => match rule.definition().search {
                Search::Own { next, .. } => {
                    let (place, found) = next(&self.scene, from)?;
                    Some(event(rule, place, found))
                }
                _ => None,
            },
        }
    }

    fn next_ill_formed(&self, from: usize) -> Option<Event> {
        if self.scene.seen.is_well_formed {
            return None;
        }
        let end = self.scene.body.end;
        let rest = self.scene.bytes.get(from..).filter(|_| from < end)?;
        let error = utf8::validate(rest).err()?;
        let at = from + error.valid_up_to();
        (at < end).then(|| Event {
            place: at..at + error.attempt().len(),
            what: What::IllFormed(error),
        })
    }

    fn next_pattern(&self, from: usize) -> Option<Event> {
        let scene = &self.scene;
        let end = scene.body.end;
        let known = scene.seen.patterns.as_ref();
        self.patterns.find_map(scene.bytes, from, end, known, |at| {
            match utf8::decode_first(&scene.bytes[at..]) {
                Some((Ok(c), _)) => self.at_pattern(at, c),
                _ => None,
            }
        })
    }

    /// Returns the event that begins with `c` at `at`, where a pattern does.
    fn at_pattern(&self, at: usize, c: char) -> Option<Event> {
        let scene = &self.scene;
        let is_start = scene.start == 0 && at == 0;
        self.patterns.rules_at(scene.bytes, at).iter().find_map(|rule| {
            let definition = rule.definition();
            let (place, found) = match &definition.search {
                Search::Patterns {
                    confirm: Confirm::Characters,
                    ..
                } => (definition.characters.reports)(c.into(), is_start, &scene.options)
                    .then(|| (at..at + self.len_at(at, c), Found::Character(c)))?,
                Search::Patterns {
                    confirm: Confirm::By(confirm),
                    ..
                } => confirm(scene, at, c)?,
                _ => return None,
            };
            Some(event(rule, place, found))
        })
    }

    /// Returns the length of what is reported at once of a character at a place: of U+0000 in a long run, the rest of it. Files that were
    /// not written to their end have millions.
    fn len_at(&self, at: usize, c: char) -> usize {
        /// As many are reported one by one: the first show whether the text goes on in UTF-16.
        const FEW: usize = 64;
        let bytes = &self.scene.bytes[..self.scene.body.end];
        let before = &bytes[at.saturating_sub(FEW)..at];
        if c != '\0' || before.len() < FEW || before.iter().any(|&byte| byte != 0) {
            return c.len_utf8();
        }
        let rest = &bytes[at..];
        rest.iter().position(|&byte| byte != 0).unwrap_or(rest.len())
    }

    /// Returns the next event of the rules that have first bytes.
    fn next_by_first_byte(&mut self, mut from: usize) -> Option<Event> {
        loop {
            let first_bytes: &[bool; 256] = self.first_bytes.as_deref()?;
            let may_begin = |&byte: &u8| first_bytes[usize::from(byte)];
            let body = self.scene.bytes.get(from..self.scene.body.end)?;
            let at = from + body.iter().position(may_begin)?;
            let (c, len) = utf8::decode_first(&self.scene.bytes[at..])?;
            if let Ok(c) = c
                && let Some(event) = self.at_first_byte(at, c)
            {
                return Some(event);
            }
            from = at + len;
        }
    }

    /// Returns the next character that rules about source may report.
    fn next_in_source(&self, from: usize) -> Option<Event> {
        let scene = &self.scene;
        characters_of_source::find(scene.bytes, from, scene.body.end, |at| {
            let (Ok(c), len) = utf8::decode_first(&scene.bytes[at..])? else {
                return None;
            };
            let reporting = reporting(self.rules_of_source, &scene.options, c.into(), false);
            (!reporting.is_empty()).then(|| Event {
                place: at..at + len,
                what: What::Character(reporting, c),
            })
        })
    }

    /// Returns the event that begins with `c` at `at`, where a first byte stands.
    fn at_first_byte(&mut self, at: usize, c: char) -> Option<Event> {
        let scene = &self.scene;
        let rules = self.rules_of_first_bytes;
        let reporting = reporting(rules, &scene.options, c.into(), false);
        if !reporting.is_empty() {
            return Some(Event {
                place: at..at + c.len_utf8(),
                what: What::Character(reporting, c),
            });
        }
        let event = rules.iter().find_map(|rule| match rule.definition().search {
            Search::FirstBytes {
                confirm: Confirm::By(confirm),
                ..
            } => {
                let (place, found) = confirm(scene, at, c)?;
                Some(event(rule, place, found))
            }
            _ => None,
        })?;
        // Once is enough.
        if let What::Shows(until) = event.what {
            if self.shown.contains(&until) {
                return None;
            }
            self.shown.push(until);
        }
        Some(event)
    }
}

/// Returns all rules with first bytes.
const fn with_first_bytes() -> RuleSet {
    let mut rules = RuleSet::EMPTY;
    let mut i = 0;
    while i < Rule::ALL.len() {
        if let Search::FirstBytes { .. } = Rule::ALL[i].definition().search {
            rules = rules.with(Rule::ALL[i]);
        }
        i += 1;
    }
    rules
}

/// Returns all rules about source.
const fn about_source() -> RuleSet {
    let mut rules = RuleSet::EMPTY;
    let mut i = 0;
    while i < Rule::ALL.len() {
        if let Search::Source = Rule::ALL[i].definition().search {
            rules = rules.with(Rule::ALL[i]);
        }
        i += 1;
    }
    rules
}

/// Returns whether a byte begins a character that one of `rules` may report, if there is a rule.
fn first_bytes(rules: RuleSet) -> Option<Box<[bool; 256]>> {
    let mut all: Option<Box<[bool; 256]>> = None;
    for rule in rules.iter() {
        if let Search::FirstBytes { first_bytes, .. } = rule.definition().search {
            let all = all.get_or_insert_with(|| Box::new([false; 256]));
            for (any, of_rule) in all.iter_mut().zip(first_bytes()) {
                *any |= of_rule;
            }
        }
    }
    all
}

/// Returns the event that a rule found something at a place.
fn event(rule: Rule, place: Range<usize>, found: Found) -> Event {
    let what = match found {
        Found::Character(c) => What::Character(rule.into(), c),
        Found::Judged(judgement) => What::Judged(rule, judgement),
        Found::Shows(until) => What::Shows(until),
    };
    Event { place, what }
}

impl Iterator for Events<'_> {
    type Item = Event;

    fn next(&mut self) -> Option<Event> {
        let mut first: Option<(usize, usize)> = None;
        for index in 0..SEARCHES {
            if let Some(at) = self.peek(index)
                && first.is_none_or(|(_, start)| at < start)
            {
                first = Some((index, at));
            }
        }
        let (index, _) = first?;
        match std::mem::replace(&mut self.states[index], State::Over) {
            State::Found(event) => {
                self.states[index] = State::From(event.place.end);
                self.ends[index] = self.scene.start + event.place.end as u64;
                if let What::Judged(rule, judgement) = &event.what {
                    self.scene
                        .report(*rule, &event.place, judgement.continues.is_some());
                }
                Some(event)
            }
            _ => None,
        }
    }
}
