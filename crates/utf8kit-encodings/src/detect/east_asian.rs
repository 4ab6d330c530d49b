//! Ranks East Asian encodings.

use super::Ranked;
use super::language::Language;
use super::model::BIT;
use super::models::CHARACTERS;
use super::quality::Quality;
use crate::{Encoding, Reading};
use std::sync::OnceLock;
use utf8kit::Policy;

/// The encodings, their language, and how many bits each costs.
const ENCODINGS: [(&str, &str, u8); 9] = [
    ("GBK", "zh-Hans", 0),
    ("gb18030", "zh-Hans", 1),
    ("Big5", "zh-Hant", 0),
    ("EUC-TW", "zh-Hant", 4),
    ("EUC-JP", "ja", 0),
    ("Shift_JIS", "ja", 0),
    ("EUC-KR", "ko", 0),
    ("UHC", "ko", 1),
    ("JOHAB", "ko", 4),
];

/// A character that is not among the frequent ones.
const RARE: i32 = 18 * BIT;

/// One that no text has.
const STRANGE: i32 = 26 * BIT;

/// A letter of ASCII beside one of these characters.
const BESIDE_ASCII: i32 = 8 * BIT;

/// As many bytes decide.
const ENOUGH: usize = 2048;

/// Returns the language of a tag, and its characters and their costs, in the order of the characters.
fn known(tag: &str) -> Option<(Language, &'static [(char, u8)])> {
    static COSTS: [OnceLock<Vec<(char, u8)>>; CHARACTERS.len()] =
        [const { OnceLock::new() }; CHARACTERS.len()];
    let mut known = CHARACTERS.iter().zip(&COSTS);
    let (known, costs) = known.find(|(known, _)| known.language.tag() == tag)?;
    Some((known.language, costs.get_or_init(|| known.costs())))
}

pub(super) fn rank(bytes: &[u8]) -> Vec<Ranked> {
    let start = bytes
        .iter()
        .position(|byte| !byte.is_ascii())
        .unwrap_or(0)
        .saturating_sub(64);
    let head = &bytes[start..bytes.len().min(start + ENOUGH)];
    let ascii = super::rank::english_cost(bytes);
    let mut all: Vec<Ranked> = Vec::new();
    for (name, tag, prior) in ENCODINGS {
        if all
            .iter()
            .any(|other| other.language.tag() == tag && matches!(name, "gb18030" | "UHC"))
        {
            continue;
        }
        let (Some(encoding), Some((language, costs))) =
            (Encoding::for_label(name, Reading::Iconv), known(tag))
        else {
            continue;
        };
        let text = match encoding.decode(head, Policy::Fail) {
            Ok(text) => text,
            // The last character may be cut.
            Err(error) if error.read() + 4 > head.len() && head.len() < bytes.len() => {
                match encoding.decode(&head[..error.read()], Policy::Fail) {
                    Ok(text) => text,
                    Err(_) => continue,
                }
            }
            Err(_) => continue,
        };
        let (cost, quality) = read(&text, costs);
        all.push(Ranked {
            encoding,
            language,
            cost: i32::from(prior) * BIT + ascii + cost,
            quality,
        });
    }
    all
}

/// Returns what a text costs, and how well it reads.
fn read(text: &str, costs: &[(char, u8)]) -> (i32, Quality) {
    let mut sum = 0;
    let mut quality = Quality::default();
    let mut seen = Vec::new();
    let mut before = ' ';
    for c in text.chars() {
        if !c.is_ascii() {
            quality.letters += 1;
            sum += match costs.binary_search_by_key(&c, |one| one.0) {
                Ok(at) => {
                    seen.push(at);
                    i32::from(costs[at].1)
                }
                Err(_) if matches!(c, '\u{4E00}'..='\u{9FFF}' | '\u{AC00}'..='\u{D7A3}') => {
                    quality.excess += 1;
                    RARE
                }
                Err(_) => {
                    quality.strange += 1;
                    STRANGE
                }
            };
        }
        let is_beside = |ascii: char, other: char| {
            ascii.is_ascii_alphabetic() && !other.is_ascii() && other.is_alphabetic()
        };
        if is_beside(before, c) || is_beside(c, before) {
            sum += BESIDE_ASCII;
        }
        before = c;
    }
    seen.sort_unstable();
    seen.dedup();
    quality.distinct = seen.len() as i32;
    // A third of rare characters is as bad as a letter that costs a bit too much.
    quality.excess = 3 * BIT * quality.excess / quality.letters.max(1);
    (sum, quality)
}
