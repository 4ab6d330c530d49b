//! Guesses the legacy encoding of a text that is not UTF-8.
//!
//! `chardetng` proposes an encoding. It knows no MacCyrillic, no IBM855, no KOI8-R and no encoding of DOS or of the old
//! Macintosh for Latin letters, so those compete with its proposal: Cyrillic encodings by how often each letter occurs in
//! Russian, Ukrainian, Bulgarian and Serbian, the others if the proposal does not read like text.
//!
//! A text is only guessed at if fewer of its bytes over 0x7F are in sequences built as UTF-8 builds them than are not. Overlong
//! sequences, surrogates and sequences of five and six bytes are built so too: they are errors of UTF-8, not letters of
//! another encoding.

#[cfg(feature = "legacy")]
mod letters;
#[cfg(feature = "legacy")]
mod pages;

use crate::block::MARGIN;
use crate::recognize::Certainty;
#[cfg(feature = "legacy")]
use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
#[cfg(feature = "legacy")]
use encoding_rs::Encoding;
#[cfg(feature = "legacy")]
use pages::Page;

/// Bytes that suffice for a decision.
pub(crate) const ENOUGH: usize = 64 << 10;

/// Bytes of the line before the first ill-formed sequence that belong to a sample.
pub(crate) const BEFORE: usize = MARGIN / 2;

/// Fewer stray sequences do not suffice to report a text as one in another encoding.
const FEWEST: usize = 5;

/// More bytes over 0x7F in well-formed UTF-8, before the first ill-formed sequence, are not there by chance.
const CHANCE: usize = 32;

/// The number of bytes over 0x7F before the first ill-formed sequence from which on more make no difference, also without
/// those of the sample.
pub(crate) const MANY: usize = 2 * MARGIN;

/// Returns where the sample begins that decides about a text whose first ill-formed sequence is at `at` in `bytes`: with the
/// line, or a little before the place in a long line.
pub(crate) fn sample_start(bytes: &[u8], at: usize) -> usize {
    let window = at.saturating_sub(BEFORE);
    memchr::memrchr(b'\n', &bytes[window..at]).map_or(window, |lf| window + lf + 1)
}

/// Returns the number of bytes over 0x7F.
pub(crate) fn count_high(bytes: &[u8]) -> usize {
    match utf8kit::ascii::is_valid(bytes) {
        true => 0,
        false => bytes.iter().filter(|byte| !byte.is_ascii()).count(),
    }
}

/// A legacy encoding. Without the feature `legacy` there is none.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Legacy {
    #[cfg(feature = "legacy")]
    Web(&'static Encoding),
    #[cfg(feature = "legacy")]
    Page(&'static Page),
}

/// A guessed encoding.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Guess {
    pub(crate) encoding: Legacy,
    pub(crate) certainty: Certainty,
    /// Whether the text declares it.
    pub(crate) is_declared: bool,
    /// The encoding that comes second, if one does that reads like text.
    pub(crate) second: Option<Legacy>,
}

impl Legacy {
    pub(crate) fn name(self) -> &'static str {
        match self {
            #[cfg(feature = "legacy")]
            Legacy::Web(encoding) => encoding.name(),
            #[cfg(feature = "legacy")]
            Legacy::Page(page) => page.name,
        }
    }

    /// Returns the encoding called `label`.
    #[cfg(feature = "legacy")]
    pub(crate) fn for_label(label: &[u8]) -> Option<Legacy> {
        if let Some(page) = pages::PAGES.iter().find(|page| page.is_called(label)) {
            return Some(Legacy::Page(page));
        }
        let encoding = Encoding::for_label_no_replacement(label)?;
        (!matches!(
            encoding.name(),
            "UTF-8" | "UTF-16LE" | "UTF-16BE" | "x-user-defined"
        ))
        .then_some(Legacy::Web(encoding))
    }

    #[cfg(not(feature = "legacy"))]
    pub(crate) fn for_label(_: &[u8]) -> Option<Legacy> {
        None
    }

    pub(crate) fn is_single_byte(self) -> bool {
        match self {
            #[cfg(feature = "legacy")]
            Legacy::Web(encoding) => encoding.is_single_byte(),
            #[cfg(feature = "legacy")]
            Legacy::Page(_) => true,
        }
    }

    /// Returns `bytes` decoded, and whether all of them stand for characters. The end may cut a character.
    #[cfg_attr(not(feature = "legacy"), allow(unused_variables))]
    pub(crate) fn decode(self, bytes: &[u8]) -> (String, bool) {
        match self {
            #[cfg(feature = "legacy")]
            Legacy::Web(encoding) => {
                let mut decoder = encoding.new_decoder_without_bom_handling();
                let len = decoder.max_utf8_buffer_length(bytes.len()).unwrap_or(0);
                let mut text = String::with_capacity(len);
                let (_, _, errors) = decoder.decode_to_string(bytes, &mut text, false);
                (text, !errors)
            }
            #[cfg(feature = "legacy")]
            Legacy::Page(page) => (page.decode(bytes), true),
        }
    }
}

/// How the bytes over 0x7F of a text are arranged.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Arrangement {
    /// Bytes in sequences built as UTF-8 builds them, the ill-formed ones of its relatives included.
    pub(crate) built: usize,
    /// Bytes that are in none.
    pub(crate) stray: usize,
    /// Runs of stray bytes.
    runs: usize,
    /// The number of different stray bytes that a run begins with.
    firsts: usize,
}

impl Arrangement {
    pub(crate) fn of(bytes: &[u8]) -> Arrangement {
        let mut found = Arrangement::default();
        let mut firsts = [false; 256];
        let mut run_end = usize::MAX;
        let mut at = 0;
        while at < bytes.len() {
            let byte = bytes[at];
            let len = match byte {
                0..=0x7F => {
                    at += 1;
                    continue;
                }
                0xC0..=0xDF => 2,
                0xE0..=0xEF => 3,
                0xF0..=0xF7 => 4,
                0xF8..=0xFB => 5,
                0xFC..=0xFD => 6,
                _ => 1,
            };
            let continuation = bytes[at + 1..].iter().take(len - 1);
            let present = continuation
                .take_while(|byte| matches!(byte, 0x80..=0xBF))
                .count();
            if len > 1 && present == len - 1 {
                // Two bytes of a longer run of continuation bytes look so by chance in encodings of two bytes.
                let is_chance = len == 2 && (run_end == at || matches!(bytes.get(at + 2), Some(0x80..=0xBF)));
                found.built += if is_chance { 0 } else { len };
                at += len;
                continue;
            }
            found.stray += 1;
            at += 1;
            if run_end != at - 1 {
                found.runs += 1;
                firsts[usize::from(byte)] = true;
            }
            run_end = at;
        }
        found.firsts = firsts.iter().filter(|&&seen| seen).count();
        found
    }

    /// Returns `true` if the text may be in a legacy encoding.
    pub(crate) const fn is_foreign(self) -> bool {
        self.stray > self.built
    }

    /// Returns `true` if there is enough to report that the text is in a legacy encoding.
    const fn is_enough(self) -> bool {
        self.stray >= FEWEST && self.firsts >= 3
    }
}

/// A part of a text that may be in a legacy encoding.
#[derive(Debug, Default)]
pub(crate) struct Sample {
    pub(crate) bytes: Vec<u8>,
    /// Bytes over 0x7F in the text before it, which is well-formed UTF-8. If there are many, all of the text is UTF-8.
    pub(crate) before: usize,
}

impl Sample {
    pub(crate) fn is_enough(&self) -> bool {
        self.bytes.len() >= ENOUGH
    }

    /// Appends the next `bytes` of the text.
    pub(crate) fn extend(&mut self, bytes: &[u8]) {
        let wanted = ENOUGH.saturating_sub(self.bytes.len());
        self.bytes.extend_from_slice(&bytes[..wanted.min(bytes.len())]);
    }

    /// Returns how the bytes over 0x7F are arranged, also those before the sample.
    pub(crate) fn arrangement(&self) -> Arrangement {
        let mut arrangement = Arrangement::of(&self.bytes);
        if self.before > CHANCE {
            arrangement.built = usize::MAX;
        }
        arrangement
    }

    /// Returns the encoding of the text if it is not UTF-8. It is the one that the text declares if the text is well-formed
    /// there.
    pub(crate) fn guess(&self, declared: Option<Legacy>) -> Option<Guess> {
        let arrangement = self.arrangement();
        if !arrangement.is_foreign() {
            return None;
        }
        if let Some(declared) = declared
            && memchr::memchr(0, &self.bytes).is_none()
            && declared.decode(&self.bytes).1
        {
            return Some(Guess {
                encoding: declared,
                certainty: Certainty::VeryLikely,
                is_declared: true,
                second: None,
            });
        }
        guess(&self.bytes).filter(|_| arrangement.is_enough())
    }
}

/// Returns the legacy encoding that `bytes` are most likely in, if they read like text in one. Their end may cut a
/// character.
pub(crate) fn guess(bytes: &[u8]) -> Option<Guess> {
    let arrangement = Arrangement::of(bytes);
    if !arrangement.is_foreign() || memchr::memchr(0, bytes).is_some() {
        return None;
    }
    let certainty = match arrangement.runs {
        _ if !arrangement.is_enough() => Certainty::Possible,
        50.. => Certainty::VeryLikely,
        _ => Certainty::Likely,
    };
    let (encoding, second, most) = best(bytes)?;
    Some(Guess {
        encoding,
        certainty: certainty.min(most),
        is_declared: false,
        second,
    })
}

/// Returns the encoding in which `bytes` read best, the second, and the most that can be said for the first.
#[cfg(feature = "legacy")]
fn best(bytes: &[u8]) -> Option<(Legacy, Option<Legacy>, Certainty)> {
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    detector.feed(bytes, false);
    let proposed = Legacy::Web(detector.guess(None, Utf8Detection::Deny));
    let (text, is_whole) = proposed.decode(bytes);
    let reads_well = is_whole && letters::reads_well(&text, proposed.is_single_byte());

    let mut cyrillic: Vec<_> = pages::CYRILLIC
        .into_iter()
        .filter_map(|encoding| {
            let (text, is_whole) = encoding.decode(bytes);
            is_whole.then(|| (letters::cyrillic(&text), encoding, text))
        })
        .collect();
    cyrillic.sort_by(|a, b| b.0.total_cmp(&a.0));
    let least = |encoding: &Legacy| match (pages::CYRILLIC.contains(&proposed), encoding) {
        (true, _) => letters::CYRILLIC_AT_LEAST,
        // `chardetng` knows this encoding, and proposes another.
        (false, Legacy::Web(encoding)) if reads_well && encoding.name() != "x-mac-cyrillic" => 0.0,
        _ => letters::CYRILLIC,
    };
    if let Some((score, encoding, text)) = cyrillic.first()
        && *score > least(encoding)
        && letters::reads_well(text, true)
    {
        let encoding = match encoding {
            Legacy::Web(encoding) if encoding.name() == "KOI8-U" && !letters::is_ukrainian(text) => {
                Legacy::Web(encoding_rs::KOI8_R)
            }
            &encoding => encoding,
        };
        let second = cyrillic.get(1).map(|&(_, second, _)| second);
        return Some((encoding, second, Certainty::VeryLikely));
    }
    let mut others: Vec<_> = pages::LATIN
        .into_iter()
        .filter_map(|encoding| {
            let (text, is_whole) = encoding.decode(bytes);
            (encoding != proposed && is_whole && letters::reads_well(&text, true))
                .then(|| (letters::latin(&text), encoding))
        })
        .collect();
    others.sort_by_key(|&(score, _)| std::cmp::Reverse(score));
    let mut others = others.into_iter().map(|(_, encoding)| encoding);
    match reads_well {
        true => Some((proposed, others.next(), Certainty::VeryLikely)),
        false => Some((others.next()?, others.next(), Certainty::Likely)),
    }
}

#[cfg(not(feature = "legacy"))]
fn best(_: &[u8]) -> Option<(Legacy, Option<Legacy>, Certainty)> {
    None
}
