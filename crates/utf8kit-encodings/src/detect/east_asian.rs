//! Ranks East Asian encodings.

use super::language::Language;
use super::model::BIT;
use super::models::CHARACTERS;
use super::quality::Quality;
use super::ranked::Ranked;
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

/// A character that the end of the text cuts.
const CUT: i32 = 20 * BIT;

/// As many bytes decide.
const ENOUGH: usize = 2048;

/// The characters of a language.
struct Known {
    language: Language,
    costs: Costs,
}

/// What each character of the Basic Multilingual Plane costs, by blocks of 256 of which some are known.
struct Costs {
    /// The place of each block in `costs`, or 0 if it has none.
    blocks: [u8; 256],
    costs: Vec<[u8; 256]>,
}

/// The cost of a character that is not known.
const UNKNOWN: u8 = u8::MAX;

impl Costs {
    fn of(characters: &[(char, u8)]) -> Costs {
        let mut table = Costs {
            blocks: [0; 256],
            costs: vec![[UNKNOWN; 256]],
        };
        for &(c, cost) in characters {
            let Ok(c) = u16::try_from(u32::from(c)) else {
                continue;
            };
            let [block, place] = c.to_be_bytes().map(usize::from);
            if table.blocks[block] == 0 {
                table.blocks[block] = table.costs.len() as u8;
                table.costs.push([UNKNOWN; 256]);
            }
            table.costs[usize::from(table.blocks[block])][place] = cost;
        }
        table
    }

    fn get(&self, c: char) -> u8 {
        let Ok(c) = u16::try_from(u32::from(c)) else {
            return UNKNOWN;
        };
        let [block, place] = c.to_be_bytes().map(usize::from);
        self.costs[usize::from(self.blocks[block])][place]
    }
}

/// Returns the encodings, with their languages and how many bits each costs.
fn encodings() -> &'static [(Encoding, &'static Known, u8)] {
    static LANGUAGES: OnceLock<Vec<Known>> = OnceLock::new();
    static ALL: OnceLock<Vec<(Encoding, &Known, u8)>> = OnceLock::new();
    ALL.get_or_init(|| {
        let languages = LANGUAGES.get_or_init(|| {
            let known = CHARACTERS.iter().map(|known| Known {
                language: known.language,
                costs: Costs::of(&known.costs()),
            });
            known.collect()
        });
        let encoding = |&(name, tag, prior): &(&str, &str, u8)| {
            let known = languages.iter().find(|known| known.language.tag() == tag)?;
            Some((Encoding::for_label(name, Reading::Iconv)?, known, prior))
        };
        ENCODINGS.iter().filter_map(encoding).collect()
    })
}

/// Ranks the encodings that `bytes` are well-formed in, but for those that cost more than `most`.
pub(super) fn rank(bytes: &[u8], most: i32) -> Vec<Ranked> {
    let start = bytes
        .iter()
        .position(|byte| !byte.is_ascii())
        .unwrap_or(0)
        .saturating_sub(64);
    let head = &bytes[start..bytes.len().min(start + ENOUGH)];
    let ascii = super::rank::english_cost(bytes);
    let mut all: Vec<Ranked> = Vec::new();
    for &(encoding, known, prior) in encodings() {
        // GB18030 and UHC have the characters of GBK and EUC-KR, and others.
        let is_extended = matches!(encoding.name(), "gb18030" | "UHC");
        if is_extended && all.iter().any(|other| other.language == known.language) {
            continue;
        }
        let (text, cut) = match encoding.decode(head, Policy::Fail) {
            Ok(text) => (text, 0),
            Err(error) if error.read() + 4 > head.len() => {
                match encoding.decode(&head[..error.read()], Policy::Fail) {
                    Ok(text) if head.len() < bytes.len() => (text, 0),
                    Ok(text) => (text, CUT),
                    Err(_) => continue,
                }
            }
            Err(_) => continue,
        };
        let base = i32::from(prior) * BIT + ascii + cut;
        let Some((cost, quality)) = read(&text, &known.costs, most - base) else {
            continue;
        };
        all.push(Ranked {
            encoding,
            language: known.language,
            cost: base + cost,
            quality,
        });
    }
    all
}

/// Returns what a text costs, and how well it reads, or `None` if it costs more than `most`.
fn read(text: &str, costs: &Costs, most: i32) -> Option<(i32, Quality)> {
    let mut sum = 0;
    let mut quality = Quality::default();
    // By their place in a block: enough to tell a few from many.
    let mut seen = [0u64; 4];
    let mut before = ' ';
    for c in text.chars() {
        if !c.is_ascii() {
            quality.letters += 1;
            sum += match costs.get(c) {
                UNKNOWN if matches!(c, '\u{4E00}'..='\u{9FFF}' | '\u{AC00}'..='\u{D7A3}') => {
                    quality.excess += 1;
                    RARE
                }
                UNKNOWN => {
                    quality.strange += 1;
                    STRANGE
                }
                cost => {
                    let place = c as u32 % 256;
                    seen[place as usize / 64] |= 1 << (place % 64);
                    i32::from(cost)
                }
            };
            if sum > most {
                return None;
            }
        }
        let is_beside = |ascii: char, other: char| {
            ascii.is_ascii_alphabetic() && !other.is_ascii() && other.is_alphabetic()
        };
        if is_beside(before, c) || is_beside(c, before) {
            sum += BESIDE_ASCII;
        }
        before = c;
    }
    quality.distinct = seen.iter().map(|seen| seen.count_ones() as i32).sum();
    // A third of rare characters is as bad as a letter that costs a bit too much.
    quality.excess = 3 * BIT * quality.excess / quality.letters.max(1);
    Some((sum, quality))
}
