//! Chooses what is likely for what is lost.

use super::super::through::Through;
use super::reader::{Candidate, Item, Parsed, Place, Word};
use std::collections::HashSet;
use std::ops::Range;
use utf8kit_encodings::detect::Likelihood;
use utf8kit_encodings::order::sort_by_key;

const BIT: i32 = Likelihood::BIT;

/// Parts of a word on either side of a place that decide about it.
const NEAR: usize = 4;

/// A different sequence that is undone, and a word that did not go through the encoding.
const EACH: i32 = 7 * BIT;
const OTHER: i32 = 4 * BIT;
const MOST_OTHERS: usize = 8;

/// Capitals that became small letters.
const SMALL: i32 = 6 * BIT;

/// A capital letter that begins a word inside a sentence.
const CAPITAL: i32 = 7 * BIT;

/// Not ASCII, so that nothing is said of what follows.
const MORE: Option<char> = Some('\u{FFFD}');

/// A piece, as it is most likely in an encoding.
pub(super) struct Read {
    pub(super) through: Through,
    pub(super) places: Vec<Place>,
    /// How much more likely it is than what stands there.
    pub(super) gain: i32,
}

impl Read {
    /// Chooses what is likely. `beam`: ways to read a word that are carried on while it is read.
    pub(super) fn new(parsed: Parsed, beam: usize) -> Read {
        let Parsed {
            through,
            is_small,
            words,
            mut places,
            others,
        } = parsed;
        let mut shown = Likelihood::default();
        let mut ascii = String::new();
        let mut own: Vec<Likelihood> = Vec::with_capacity(words.len());
        for word in &words {
            let mut likelihood = Likelihood::default();
            if word.shown.is_ascii() {
                ascii.push_str(&word.shown);
                ascii.push(' ');
            } else {
                shown.add("", &word.shown, None);
                if word.places().all(|place| places[place].candidates.len() == 1) {
                    likelihood.add("", &meant(word, &places), None);
                }
            }
            own.push(likelihood);
        }
        let mut around = Likelihood::default();
        around.add_ascii(&ascii);
        shown.add_all(&around);
        // Twice: the first time, words after a word are not known yet.
        for _ in 0..2 {
            let mut before = around.clone();
            let mut after = vec![Likelihood::default(); words.len() + 1];
            for at in (0..words.len()).rev() {
                after[at] = after[at + 1].clone();
                after[at].add_all(&own[at]);
            }
            for (at, word) in words.iter().enumerate() {
                if word.places().any(|place| places[place].candidates.len() > 1) {
                    let mut rest = before.clone();
                    rest.add_all(&after[at + 1]);
                    choose(word, &mut places, &rest, beam);
                    own[at] = Likelihood::default();
                    own[at].add("", &meant(word, &places), None);
                }
                before.add_all(&own[at]);
            }
        }
        let mut whole = around;
        own.iter().for_each(|own| whole.add_all(own));
        let undone = places.iter().filter(|place| !place.is_kept());
        let distinct: HashSet<&str> = undone.map(Place::meant).collect();
        let lost: i32 = places
            .iter()
            .map(|place| place.candidates[place.chosen].cost)
            .sum();
        let against = lost
            + distinct.len() as i32 * EACH
            + others.min(MOST_OTHERS) as i32 * OTHER
            + through.rarity() * BIT
            + if is_small { SMALL } else { 0 };
        let gain = shown.fifths() - whole.fifths() - against;
        Read {
            through,
            places,
            gain,
        }
    }

    /// Returns `true` if nothing is lost.
    pub(super) fn is_whole(&self) -> bool {
        !self.places.iter().any(Place::has_loss)
    }

    /// Returns `true` if the text is the same.
    pub(super) fn is_same(&self, other: &Read) -> bool {
        let text = |read: &Read| -> Vec<(usize, String)> {
            let places = read.places.iter().filter(|place| !place.is_kept());
            places
                .map(|place| (place.range.start, place.meant().to_owned()))
                .collect()
        };
        text(self) == text(other)
    }
}

/// Returns what a word is.
fn meant(word: &Word, places: &[Place]) -> String {
    let mut meant = String::new();
    for item in &word.items {
        match item {
            Item::Text(c) => meant.push(*c),
            Item::Place(place) => meant.push_str(places[*place].meant()),
        }
    }
    meant
}

/// Returns what it costs that a word inside a sentence begins with a capital.
fn capital(word: &Word, before: &str, candidate: &Candidate) -> i32 {
    match word.is_inside && before.is_empty() && candidate.meant.starts_with(char::is_uppercase) {
        true => CAPITAL,
        false => 0,
    }
}

/// A way to read a word.
struct State {
    meant: String,
    picks: Vec<usize>,
    likelihood: Likelihood,
    cost: i32,
}

impl State {
    fn total(&self) -> i32 {
        self.likelihood.fifths() + self.cost
    }

    fn with(&self, pick: usize, candidate: &Candidate, word: &Word) -> State {
        let mut likelihood = self.likelihood.clone();
        likelihood.add(&self.meant, &candidate.meant, MORE);
        State {
            meant: [&*self.meant, &candidate.meant].concat(),
            picks: self.picks.iter().copied().chain([pick]).collect(),
            likelihood,
            cost: self.cost + candidate.cost + capital(word, &self.meant, candidate),
        }
    }
}

/// Chooses what is most likely for each place of a word beside `rest`.
fn choose(word: &Word, places: &mut [Place], rest: &Likelihood, beam: usize) {
    let mut states = vec![State {
        meant: String::new(),
        picks: Vec::new(),
        likelihood: rest.clone(),
        cost: 0,
    }];
    for item in &word.items {
        match item {
            Item::Text(c) => {
                for state in &mut states {
                    state
                        .likelihood
                        .add(&state.meant, c.encode_utf8(&mut [0; 4]), MORE);
                    state.meant.push(*c);
                }
            }
            Item::Place(place) => {
                let candidates = &places[*place].candidates;
                let mut next: Vec<State> = states
                    .iter()
                    .flat_map(|state| {
                        let each = candidates.iter().enumerate();
                        each.map(|(pick, candidate)| state.with(pick, candidate, word))
                    })
                    .collect();
                if next.len() > beam {
                    sort_by_key(&mut next, |state| state.total().into());
                    next.truncate(beam);
                }
                states = next;
            }
        }
    }
    let ends = ends(word, places);
    for state in &mut states {
        state.likelihood.add(&state.meant, "", ends[0]);
    }
    let Some(best) = states.iter().min_by_key(|state| state.total()) else {
        return;
    };
    for (place, &pick) in word.places().zip(&best.picks) {
        places[place].chosen = pick;
    }
    for (at, item) in word.items.iter().enumerate() {
        let Item::Place(place) = *item else {
            continue;
        };
        let near = at.saturating_sub(NEAR)..word.items.len().min(at + NEAR + 1);
        let chosen = places[place].chosen;
        let mut margin = i32::MAX;
        for &end in ends {
            places[place].chosen = chosen;
            let own = total(word, near.clone(), places, rest, end);
            for pick in (0..places[place].candidates.len()).filter(|&pick| pick != chosen) {
                places[place].chosen = pick;
                margin = margin.min(total(word, near.clone(), places, rest, end) - own);
            }
        }
        places[place].chosen = chosen;
        places[place].margin = margin;
    }
}

/// Returns what may follow a word: nothing, and more of the word if the text was cut there.
fn ends(word: &Word, places: &[Place]) -> &'static [Option<char>] {
    let is_cut = matches!(word.items.last(), Some(Item::Place(place)) if places[*place].is_cut);
    if is_cut { &[None, MORE] } else { &[None] }
}

/// Returns how unlikely some items of a word are, as they are chosen, beside `rest`, before `end`.
fn total(word: &Word, items: Range<usize>, places: &[Place], rest: &Likelihood, end: Option<char>) -> i32 {
    let mut likelihood = rest.clone();
    let mut before = String::new();
    let mut cost = 0;
    let is_start = items.start == 0;
    for item in &word.items[items] {
        match item {
            Item::Text(c) => before.push(*c),
            Item::Place(place) => {
                let candidate = &places[*place].candidates[places[*place].chosen];
                cost += candidate.cost;
                if is_start {
                    cost += capital(word, &before, candidate);
                }
                before.push_str(&candidate.meant);
            }
        }
    }
    likelihood.add("", &before, end);
    likelihood.fifths() + cost
}
