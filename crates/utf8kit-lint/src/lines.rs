//! Lines in a legacy encoding in a text that is in UTF-8 otherwise: logs that several programs write, dumps with rows from elsewhere.
//!
//! Each line is judged by what it holds. Where that leaves a doubt, the other lines decide: all that are in doubt together are a longer
//! text, and if that is very likely in an encoding that the line does not speak against, so is the line.

use crate::block::MARGIN;
use crate::certainty::Certainty;
use crate::encoding::Legacy;
#[cfg(feature = "legacy")]
use crate::legacy::{Arrangement, count_high};
use std::ops::Range;
#[cfg(feature = "legacy")]
use utf8kit::utf8;
#[cfg(feature = "legacy")]
use utf8kit_encodings::detect::{Candidate, Likelihood, candidates};

/// Bytes of a line on either side of a place at most. All blocks have them.
const LONGEST: usize = MARGIN / 2;

/// Lines of a sample that are judged by themselves.
#[cfg(feature = "legacy")]
const MOST_JUDGED: usize = 64;

/// Lines that are no accident.
#[cfg(feature = "legacy")]
const FEWEST: usize = 3;

/// If an encoding is further behind for a line, in bits, the other lines do not decide for it.
#[cfg(feature = "legacy")]
const PLAUSIBLE: u32 = 6;

/// Returns the line of the place `at`, with its line end, unless it is long.
pub(crate) fn line_at(bytes: &[u8], at: usize, is_last: bool) -> Option<Range<usize>> {
    let from = at.saturating_sub(LONGEST);
    let start = match memchr::memrchr(b'\n', &bytes[from..at]) {
        Some(lf) => from + lf + 1,
        None if from == 0 => 0,
        None => return None,
    };
    let to = bytes.len().min(at + LONGEST);
    let end = match memchr::memchr(b'\n', &bytes[at..to]) {
        Some(lf) => at + lf + 1,
        None if to == bytes.len() && is_last => to,
        None => return None,
    };
    Some(start..end)
}

/// A line in a legacy encoding.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Line {
    pub(crate) encoding: Legacy,
    /// The line, decoded.
    pub(crate) text: String,
    pub(crate) certainty: Certainty,
    /// Whether other lines decided.
    pub(crate) by_others: bool,
}

/// So many lines in a row that are very likely in one encoding show what others are in that read well in it.
#[cfg(feature = "legacy")]
const STREAK: u32 = 32;

/// Fewer bytes over 0x7F show nothing by themselves.
#[cfg(feature = "legacy")]
const FEWEST_BYTES: usize = 3;

/// What a line that reads well may cost, and each letter of its words that are not ASCII.
#[cfg(feature = "legacy")]
const LINE: i32 = 12 * Likelihood::BIT;
#[cfg(feature = "legacy")]
const LETTER: i32 = 5 * Likelihood::BIT;

/// What is known of the lines of a text that are not in UTF-8.
#[derive(Debug, Default)]
pub(crate) struct Lines {
    /// The encoding that the last lines were in, and how many.
    #[cfg(feature = "legacy")]
    streak: Option<(Legacy, u32)>,
    /// The encodings that lines which are in doubt by themselves are likely or very likely in together.
    #[cfg(feature = "legacy")]
    common: Vec<(Legacy, Certainty)>,
    /// Whether there are so many that a line of which the encoding is only likely is one of them, and not UTF-8 with an error.
    #[cfg(feature = "legacy")]
    are_many: bool,
}

#[cfg(not(feature = "legacy"))]
impl Lines {
    pub(crate) fn of(_: &[u8]) -> Lines {
        Lines::default()
    }

    pub(crate) fn judge(&mut self, _: &[u8]) -> Option<Line> {
        None
    }
}

#[cfg(feature = "legacy")]
impl Lines {
    /// Returns what is known after a part of a text.
    pub(crate) fn of(sample: &[u8]) -> Lines {
        let known = Lines::default();
        // Those that read best in an encoding together.
        let mut in_doubt: Vec<(Legacy, Vec<u8>)> = Vec::new();
        let mut count = 0;
        let lines = sample.split_inclusive(|&byte| byte == b'\n');
        for line in lines.filter(|line| may_be_legacy(line)).take(MOST_JUDGED) {
            count += 1;
            let candidates = candidates(line);
            if known.judge_by(line, &candidates).is_some() {
                continue;
            }
            let Some(best) = candidates.first().and_then(|best| Legacy::new(best.encoding)) else {
                continue;
            };
            match in_doubt.iter_mut().find(|(encoding, _)| *encoding == best) {
                Some((_, lines)) => lines.extend_from_slice(line),
                None => in_doubt.push((best, line.to_vec())),
            }
        }
        // By itself, a short line reads best in one encoding or another by chance: all of them count together, too.
        let all = in_doubt.iter().flat_map(|(_, lines)| lines).copied().collect();
        let groups = in_doubt.iter().map(|(_, lines)| lines).chain([&all]);
        let mut common = Vec::new();
        for lines in groups {
            if let Some(best) = likely(&candidates(lines)) {
                common.push(best);
            }
        }
        Lines {
            streak: None,
            common,
            are_many: count >= FEWEST,
        }
    }

    /// Returns what a line is in that is ill-formed in UTF-8, if that is at least likely.
    pub(crate) fn judge(&mut self, line: &[u8]) -> Option<Line> {
        if !may_be_legacy(line) || (self.common.is_empty() && count_high(line) < FEWEST_BYTES) {
            return None;
        }
        if let Some(line) = self.continued(line) {
            return Some(line);
        }
        let judged = self.judge_by(line, &candidates(line));
        let sure = judged
            .as_ref()
            .filter(|line| line.certainty >= Certainty::VeryLikely);
        self.streak = sure.map(|line| match self.streak {
            Some((encoding, count)) if encoding == line.encoding => (encoding, count + 1),
            _ => (line.encoding, 1),
        });
        judged
    }

    /// Returns a line in the encoding that many lines before it were in, if it reads well in that: a tenth of the work of a comparison
    /// with all others.
    fn continued(&self, line: &[u8]) -> Option<Line> {
        let (encoding, _) = self.streak.filter(|(_, count)| *count >= STREAK)?;
        let found = in_encoding(encoding, line, Certainty::VeryLikely, true)?;
        let mut likelihood = Likelihood::default();
        let mut letters = 0;
        for word in found
            .text
            .split_ascii_whitespace()
            .filter(|word| !word.is_ascii())
        {
            likelihood.add("", word, None);
            letters += word
                .chars()
                .filter(|c| !c.is_ascii() || c.is_ascii_alphabetic())
                .count();
        }
        (likelihood.fifths() <= LINE + LETTER * letters as i32).then_some(found)
    }

    /// Returns what such a line is in, by the encodings that it may be in.
    fn judge_by(&self, line: &[u8], candidates: &[Candidate]) -> Option<Line> {
        let own = likely(candidates);
        let sure = |&(_, certainty): &(Legacy, Certainty)| certainty >= Certainty::VeryLikely;
        let others = || self.nearest(candidates, line);
        let (found, by_others) = match (own.filter(sure), others().filter(sure), own) {
            (Some(own), ..) => (own, false),
            (_, Some(others), _) => (others, true),
            (.., Some(own)) => (own, false),
            _ => (others()?, true),
        };
        let (encoding, certainty) = found;
        if certainty < Certainty::VeryLikely && !self.are_many {
            return None;
        }
        in_encoding(encoding, line, certainty, by_others)
    }

    /// Returns the encoding of the other lines that comes first among the candidates for a line, if it is not far behind, and how sure
    /// that is.
    fn nearest(&self, candidates: &[Candidate], line: &[u8]) -> Option<(Legacy, Certainty)> {
        // Of encodings in which the line is the same, there is only one candidate.
        let is_same = |candidate: Legacy, common: Legacy| {
            candidate == common || candidate.decode(line).0 == common.decode(line).0
        };
        let near = candidates
            .iter()
            .take_while(|candidate| candidate.behind <= PLAUSIBLE);
        let mut near = near.filter_map(|candidate| Legacy::new(candidate.encoding));
        near.find_map(|candidate| {
            let common = self.common.iter().copied();
            let same = common.filter(|&(common, _)| is_same(candidate, common));
            same.max_by_key(|&(_, certainty)| certainty)
        })
    }
}

/// Returns a line in an encoding, if all of it is text there.
#[cfg(feature = "legacy")]
fn in_encoding(encoding: Legacy, line: &[u8], certainty: Certainty, by_others: bool) -> Option<Line> {
    if Arrangement::of(line).well_formed > 0
        && (encoding.is_single_byte() || certainty < Certainty::VeryLikely)
    {
        return None;
    }
    // A character that the end of the text cuts is none of a line.
    let has_end = line.ends_with(b"\n");
    let (mut text, is_whole) = encoding.decode(&[line, if has_end { b"" } else { b"\n" }].concat());
    if !has_end {
        text.pop();
    }
    (is_whole && !has_controls(&text)).then_some(Line {
        encoding,
        text,
        certainty,
        by_others,
    })
}

/// Returns the first of the candidates and how sure it is, if it is at least likely.
#[cfg(feature = "legacy")]
fn likely(candidates: &[Candidate]) -> Option<(Legacy, Certainty)> {
    let first = candidates.first()?;
    let encoding = Legacy::new(first.encoding)?;
    (first.certainty >= Certainty::Likely).then_some((encoding, first.certainty))
}

/// Returns `true` if a line may be in a legacy encoding as a whole: what is well-formed in it is that by chance, which happens in East
/// Asian encodings.
#[cfg(feature = "legacy")]
fn may_be_legacy(line: &[u8]) -> bool {
    if utf8::is_valid(line) || memchr::memchr(0, line).is_some() {
        return false;
    }
    let arrangement = Arrangement::of(line);
    arrangement.stray > arrangement.built
}

/// Returns `true` if a text has C1 controls, which no text in a legacy encoding has.
#[cfg(feature = "legacy")]
fn has_controls(text: &str) -> bool {
    text.chars().any(|c| matches!(c, '\u{80}'..='\u{9F}'))
}
