//! Decides which legacy encoding a text is in, and how sure that is.

use super::common::Reading;
use super::fit::{Fit, Quality, UNIT, Words};
use super::{candidates, common, letters};
use crate::certainty::{Certainty, Second};
use crate::encoding::Legacy;

/// A text fits its language as well as others do: its letters cost hardly more than the mean.
const MOST_EXCESS: f64 = 0.3;

/// A rival that explains the text this much worse is out of the question, in natural units of information.
const MARGIN: f64 = 12.0;

/// Fewer letters, or fewer different bytes, do not suffice to be sure.
const FEWEST_LETTERS: u32 = 8;
const FEWEST_DISTINCT: u32 = 4;

/// The same of an encoding that the other judges take it for, too, with a margin that is larger.
const MOST_EXCESS_AGREED: f64 = 1.4;
const MARGIN_AGREED: f64 = 20.0;

/// Returns the encoding of `bytes`, the one that comes second, and how sure it is. `proposed` is what `chardetng` says.
///
/// "Very likely" is a promise: it was right 999 times of 1,000 in texts of 50 languages, in encodings that are known here and
/// in others, which no answer can be right about.
pub(super) fn decide(bytes: &[u8], proposed: Legacy) -> (Legacy, Option<Second>, Certainty) {
    let readings = common::readings(bytes);
    if let Some(decided) = by_common_characters(bytes, &readings, proposed) {
        return decided;
    }
    let is_ideographic = readings
        .first()
        .is_some_and(|best| best.share >= 0.35 && best.characters >= 5);
    let (by_reading, second) = by_reading(bytes, proposed);
    let second = second.map(unmeasured);
    let words = Words::of(bytes);
    let mut fits: Vec<Fit> = candidates::single_bytes()
        .filter_map(|encoding| words.fit(encoding))
        .collect();
    fits.sort_by_key(|fit| fit.cost);
    let Some(best) = fits.first().filter(|_| proposed.is_single_byte()) else {
        return (by_reading, second, Certainty::Possible);
    };
    let quality = words.quality(best);
    let mut rivals = fits.iter().filter(|fit| !words.is_same(fit, best));
    let margin = |fit: &Fit| (fit.cost - best.cost) as f64 * UNIT;
    let least = rivals.clone().next().map_or(f64::INFINITY, margin);
    let is_stranger = !candidates::has_name(best.encoding);
    if is_stranger || quality.is_poor() {
        return (by_reading, second, Certainty::Possible);
    }
    let second = rivals.find(|fit| candidates::has_name(fit.encoding));
    let text = best.encoding.decode(bytes).0;
    let is_agreed = by_reading.decode(bytes).0 == text;
    let certainty = match quality {
        _ if is_ideographic || letters::has_capitals_in_words(&text) => Certainty::Possible,
        _ if least >= MARGIN && quality.is_good(MOST_EXCESS) => Certainty::VeryLikely,
        _ if is_agreed
            && least >= MARGIN_AGREED
            && quality.strange == 0
            && quality.is_good(MOST_EXCESS_AGREED) =>
        {
            Certainty::VeryLikely
        }
        _ if least >= MARGIN || (least >= MARGIN / 3.0 && quality.is_fair()) => Certainty::Likely,
        _ => Certainty::Possible,
    };
    (
        russian(best.encoding, &text),
        second.map(|fit| Second {
            encoding: fit.encoding.name(),
            bits: Some((margin(fit) * std::f64::consts::LOG2_E) as u32),
        }),
        certainty,
    )
}

/// Returns a second encoding of which it is not known how much less likely it is.
fn unmeasured(encoding: Legacy) -> Second {
    Second {
        encoding: encoding.name(),
        bits: None,
    }
}

impl Quality {
    fn strange_share(&self) -> f64 {
        f64::from(self.strange) / f64::from(self.letters.max(1))
    }

    /// Returns `true` if the text has all that texts in the language have.
    fn is_good(&self, most_excess: f64) -> bool {
        self.excess < most_excess
            && self.strange_share() < 0.02
            && self.letters + self.marks >= FEWEST_LETTERS
            && self.distinct >= FEWEST_DISTINCT
    }

    fn is_fair(&self) -> bool {
        self.excess < 2.0 * MOST_EXCESS && self.strange_share() < 0.1
    }

    /// Returns `true` if the text is in no language that is known here.
    fn is_poor(&self) -> bool {
        self.excess > 5.0 * MOST_EXCESS || self.strange_share() > 0.25
    }
}

/// Decides if the text is in Chinese, Japanese or Korean, or may be.
fn by_common_characters(
    bytes: &[u8],
    readings: &[Reading],
    proposed: Legacy,
) -> Option<(Legacy, Option<Second>, Certainty)> {
    let best = readings.first()?;
    let text = best.encoding.decode(bytes).0;
    let second = readings[1..]
        .iter()
        .find(|other| other.encoding.decode(bytes).0 != text);
    // Kana have the same bytes in EUC-JP and GBK, so the characters that are not common count, too.
    let is_ahead = second.is_none_or(|second| {
        second.share * 2.0 <= best.share || second.uncommon() >= 3.0 * best.uncommon() + 3.0
    });
    let is_better = second.is_none_or(|second| second.share + 0.1 <= best.share);
    let certainty = match best {
        _ if best.share < 0.3 || !is_better => Certainty::Possible,
        _ if best.characters >= 5 && best.share >= 0.5 && !is_ahead => Certainty::Likely,
        _ if !is_ahead => Certainty::Possible,
        _ if best.characters >= 10 && best.distinct >= 6 => Certainty::VeryLikely,
        _ if best.characters >= 5 && best.share >= 0.5 => Certainty::Likely,
        _ => Certainty::Possible,
    };
    let is_plausible = certainty > Certainty::Possible || (!proposed.is_single_byte() && best.share >= 0.3);
    let second = second
        .filter(|second| second.share > 0.0)
        .map(|second| unmeasured(second.encoding));
    is_plausible.then_some((best.encoding, second, certainty))
}

/// Returns the encoding in which the text reads best, and the second.
fn by_reading(bytes: &[u8], proposed: Legacy) -> (Legacy, Option<Legacy>) {
    let (text, is_whole) = proposed.decode(bytes);
    let reads_well = is_whole && letters::reads_well(&text, proposed.is_single_byte());

    let mut cyrillic: Vec<_> = candidates::CYRILLIC
        .into_iter()
        .filter_map(|encoding| {
            let (text, is_whole) = encoding.decode(bytes);
            is_whole.then(|| (letters::cyrillic(&text), encoding, text))
        })
        .collect();
    cyrillic.sort_by(|a, b| b.0.total_cmp(&a.0));
    let least = |encoding: &Legacy| match (candidates::CYRILLIC.contains(&proposed), encoding) {
        (true, _) => letters::CYRILLIC_AT_LEAST,
        // `chardetng` knows this encoding, and proposes another.
        (false, Legacy::Web(encoding)) if reads_well && encoding.name() != "x-mac-cyrillic" => 0.0,
        _ => letters::CYRILLIC,
    };
    if let Some((score, encoding, text)) = cyrillic.first()
        && *score > least(encoding)
        && letters::reads_well(text, true)
    {
        let second = cyrillic.get(1).map(|&(_, second, _)| second);
        return (russian(*encoding, text), second);
    }
    let mut others: Vec<_> = candidates::LATIN
        .into_iter()
        .filter_map(|encoding| {
            let (text, is_whole) = encoding.decode(bytes);
            (encoding != proposed && is_whole && letters::reads_well(&text, true))
                .then(|| (letters::latin(&text), encoding))
        })
        .collect();
    others.sort_by_key(|&(score, _)| std::cmp::Reverse(score));
    let mut others = others.into_iter().map(|(_, encoding)| encoding);
    match others.next().filter(|_| !reads_well) {
        Some(other) => (other, others.next()),
        None => (proposed, others.next()),
    }
}

/// Returns KOI8-R instead of KOI8-U if `text` has no letters of Ukrainian: these are all that they differ in.
fn russian(encoding: Legacy, text: &str) -> Legacy {
    match encoding {
        Legacy::Web(encoding) if encoding.name() == "KOI8-U" && !letters::is_ukrainian(text) => {
            Legacy::Web(encoding_rs::KOI8_R)
        }
        _ => encoding,
    }
}
