//! What the searches of rules see of a text: a block of it.

use crate::block::Block;
use crate::double_encoded::{self, Repairs, Run};
use crate::escapes::{self, Fault};
#[cfg(feature = "legacy")]
use crate::misread::{self, Misread};
use crate::options::Options;
use crate::rules::Rule;
use crate::stretches::Stretches;
use std::cell::OnceCell;
use std::ops::Range;

/// A block that is searched, and what is known of it.
pub(crate) struct Scene<'a> {
    pub(crate) bytes: &'a [u8],
    /// The offset of the bytes in the text.
    pub(crate) start: u64,
    /// Findings begin in it.
    pub(crate) body: Range<usize>,
    pub(crate) is_last: bool,
    pub(crate) options: Options,
    reported: AllReported,
    /// Where the text ends that is in UTF-8.
    end: usize,
    pub(crate) seen: Seen,
}

/// What was found in a block, when it was asked for. It depends on the block and the options alone.
#[derive(Debug, Default)]
pub(crate) struct Seen {
    /// That no ill-formed sequence begins in the body.
    pub(crate) is_well_formed: bool,
    /// Where patterns may begin in the body.
    pub(crate) patterns: Option<Stretches>,
    /// The double-encoded runs of the text.
    runs: OnceCell<Vec<Run>>,
    /// The faults of text in escapes.
    faults: OnceCell<Vec<Fault>>,
    /// What was decoded in another encoding.
    #[cfg(feature = "legacy")]
    misread: OnceCell<Vec<Misread>>,
}

/// The parts of a finding that were reported: it is longer than a block, or than a finding may be.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Reported {
    /// The offset in the text of its start.
    pub(crate) start: u64,
    /// The offset of its end, where the next part may begin.
    pub(crate) end: u64,
}

/// The last finding of each rule whose findings can have parts.
pub(crate) type AllReported = Vec<(Rule, Reported)>;

impl<'a> Scene<'a> {
    /// Returns what there is to see in `block`.
    pub(crate) fn new(block: &Block<'a>, options: Options, reported: AllReported) -> Scene<'a> {
        Scene {
            bytes: block.bytes,
            start: block.start,
            body: block.body.clone(),
            is_last: block.is_last,
            options,
            reported,
            end: block.bytes.len(),
            seen: Seen::default(),
        }
    }

    /// Ends the text, and what is searched, at an ill-formed sequence: from there on it is in another encoding.
    pub(crate) fn end_at(&mut self, at: usize) {
        self.body.end = at + 1;
        self.end = at;
        self.seen = Seen::default();
    }

    /// Returns the place in the bytes of an offset in the text, or 0 if it is before them.
    pub(crate) fn place(&self, offset: u64) -> usize {
        usize::try_from(offset.saturating_sub(self.start)).unwrap_or(usize::MAX)
    }

    /// Returns the last finding of a rule that can have parts.
    pub(crate) fn reported(&self, rule: Rule) -> Reported {
        let of_rule = self.reported.iter().find(|(of, _)| *of == rule);
        of_rule.map_or_else(Reported::default, |(_, reported)| *reported)
    }

    /// Records a finding, or a part of one, at a place.
    pub(crate) fn report(&mut self, rule: Rule, place: &Range<usize>, continues: bool) {
        let start = match continues {
            true => self.reported(rule).start,
            false => self.start + place.start as u64,
        };
        let end = self.start + place.end as u64;
        let reported = Reported { start, end };
        match self.reported.iter_mut().find(|(of, _)| *of == rule) {
            Some(last) => last.1 = reported,
            None => self.reported.push((rule, reported)),
        }
    }

    /// Returns what was reported so far.
    pub(crate) fn all_reported(self) -> AllReported {
        self.reported
    }

    /// Returns the double-encoded runs of the block.
    pub(crate) fn runs(&self) -> &[Run] {
        self.seen.runs.get_or_init(|| {
            let bytes = &self.bytes[..self.end];
            #[cfg_attr(not(feature = "legacy"), expect(unused_mut, reason = "nothing else is found"))]
            let mut runs = double_encoded::runs_in(bytes, self.start as usize, self.repairs());
            #[cfg(feature = "legacy")]
            if self.options.has(Rule::Misread) && runs.iter().any(|run| run.is_part_of_word(bytes)) {
                misread::retain_runs(bytes, self.all_misread(), &mut runs);
            }
            runs
        })
    }

    /// Returns the faults of text in escapes that begin in the body.
    pub(crate) fn faults(&self) -> &[Fault] {
        self.seen.faults.get_or_init(|| {
            let body = self.body.start..self.body.end.min(self.end);
            let escapes = self.options.escapes;
            escapes::find(&self.bytes[..self.end], self.start, body, escapes, self.repairs())
        })
    }

    fn repairs(&self) -> Repairs {
        Repairs {
            likely: self.options.likely,
            restore: self.options.restore,
            explain: self.options.has_explanations,
            only_undone: false,
        }
    }

    /// Returns what was decoded in another encoding and begins first from a place on, but for what is double-encoded.
    #[cfg(feature = "legacy")]
    pub(crate) fn misread_from(&self, from: usize) -> Option<&Misread> {
        let all = self.all_misread();
        let first = all.partition_point(|misread| misread.range.start < from);
        all[first..].iter().find(|misread| {
            let runs = self.runs();
            let next = runs.partition_point(|run| run.range.end <= misread.range.start);
            runs.get(next)
                .is_none_or(|run| run.range.start >= misread.range.end)
        })
    }

    #[cfg(feature = "legacy")]
    fn all_misread(&self) -> &[Misread] {
        let bytes = &self.bytes[..self.end];
        self.seen
            .misread
            .get_or_init(|| misread::find(bytes, self.start as usize))
    }
}
