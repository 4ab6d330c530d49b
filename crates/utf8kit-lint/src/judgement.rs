//! What there is to say of something that was found, and what it waits for.

use crate::double_encoded::Encodings;
use crate::fix::Fix;
use crate::words::Words;

/// What a rule says of a place.
#[derive(Debug)]
pub(crate) struct Judgement {
    pub(crate) words: Words,
    /// The clause, if it is not that of the rule.
    pub(crate) clause: Option<&'static str>,
    pub(crate) fix: Fix,
    pub(crate) until: Until,
    /// Whether a place that follows directly can continue it.
    pub(crate) is_run: bool,
    /// If it continues the finding of the place before it, what is added to the text that repairs that.
    pub(crate) continues: Option<String>,
    /// What it becomes if the text decides. It waits for that.
    pub(crate) outcomes: Vec<Outcome>,
    /// The encodings that the text went through, as far as this place shows.
    pub(crate) evidence: Encodings,
}

impl Judgement {
    /// Returns the judgement of a place that waits for nothing and has no repair.
    pub(crate) const fn new(words: Words) -> Judgement {
        Judgement {
            words,
            clause: None,
            fix: Fix::None,
            until: Until::Nothing,
            is_run: false,
            continues: None,
            outcomes: Vec::new(),
            evidence: Encodings::ALL,
        }
    }
}

/// The end of a finding's wait.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Until {
    Nothing,
    LineEnd,
    /// The text has Hangul.
    TextIsKorean,
    /// The text shows which encoding it went through.
    ThroughIsKnown,
}

/// What a finding of double-encoded text becomes if the text went through one of these encodings.
#[derive(Debug)]
pub(crate) struct Outcome {
    pub(crate) encodings: Encodings,
    pub(crate) words: Words,
    pub(crate) fix: Fix,
}
