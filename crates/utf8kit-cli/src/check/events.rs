//! The one pass over a block that finds for all rules where there is something to say.

use super::block::Block;
use super::ill_formed;
use super::rules::{Rule, RuleSet};
use std::ops::Range;
use utf8kit::{Kind, utf8};

/// Something in a block that a rule may want to report.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Event {
    /// Where it stands in the block's octets.
    pub(crate) place: Range<usize>,
    pub(crate) what: What,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum What {
    IllFormed(Kind),
}

/// The events that begin in a block's body, in order.
pub(crate) struct Events<'a> {
    octets: &'a [u8],
    /// Events at or behind it belong to the next block.
    end: usize,
    ill_formed: Search,
}

/// How far one of the searches has got.
enum Search {
    From(usize),
    Found(Event),
    Over,
}

impl<'a> Events<'a> {
    /// Those of `block` from its `from`th octet on.
    pub(crate) fn new(block: &Block<'a>, from: usize, rules: RuleSet) -> Self {
        let search = |wanted| if wanted { Search::From(from) } else { Search::Over };
        Events {
            octets: block.octets,
            end: block.body.end,
            ill_formed: search(rules.has(Rule::IllFormed) || rules.has(Rule::OtherEncoding)),
        }
    }

    fn next_ill_formed(&self, from: usize) -> Option<Event> {
        let rest = self.octets.get(from..).filter(|_| from < self.end)?;
        let error = utf8::validate(rest).err()?;
        let at = from + error.valid_up_to();
        let len = ill_formed::attempt(&self.octets[at..], error.kind(), error.octets().len());
        (at < self.end).then(|| Event {
            place: at..at + len,
            what: What::IllFormed(error.kind()),
        })
    }
}

impl Iterator for Events<'_> {
    type Item = Event;

    fn next(&mut self) -> Option<Event> {
        if let Search::From(from) = self.ill_formed {
            self.ill_formed = self.next_ill_formed(from).map_or(Search::Over, Search::Found);
        }
        match std::mem::replace(&mut self.ill_formed, Search::Over) {
            Search::Found(event) => {
                self.ill_formed = Search::From(event.place.end);
                Some(event)
            }
            _ => None,
        }
    }
}
