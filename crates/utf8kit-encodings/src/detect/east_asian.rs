//! Ranks East Asian encodings.

use super::language::Language;
use super::model::BIT;
use super::models::CHARACTERS;
use super::quality::Quality;
use super::ranked::Ranked;
use crate::{Encoding, Reading};
use std::sync::OnceLock;
use utf8kit::{Endian, Policy};

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

/// A character of ASCII in UTF-16.
const ASCII: i32 = 8 * BIT;

/// What a character of UTF-16 costs in the mean in text: it is 8 to 10 bits, and other bytes cost 15 and more.
const LIKE_TEXT: i32 = 12 * BIT;

/// Fewer code units may look like text by chance.
const FEWEST_UNITS: usize = 4;

/// As many bytes of UTF-16 decide.
const ENOUGH_OF_UTF16: usize = 512;

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

/// Returns the languages.
fn languages() -> &'static [Known] {
    static LANGUAGES: OnceLock<Vec<Known>> = OnceLock::new();
    LANGUAGES.get_or_init(|| {
        let known = CHARACTERS.iter().map(|known| Known {
            language: known.language,
            costs: Costs::of(&known.costs()),
        });
        known.collect()
    })
}

/// Returns the encodings, with their languages and how many bits each costs.
fn encodings() -> &'static [(Encoding, &'static Known, u8)] {
    static ALL: OnceLock<Vec<(Encoding, &Known, u8)>> = OnceLock::new();
    ALL.get_or_init(|| {
        let encoding = |&(name, tag, prior): &(&str, &str, u8)| {
            let known = languages().iter().find(|known| known.language.tag() == tag)?;
            Some((Encoding::for_label(name, Reading::Iconv)?, known, prior))
        };
        ENCODINGS.iter().filter_map(encoding).collect()
    })
}

/// Returns the byte order in which `bytes` are text in UTF-16 in one of the languages, and the language.
pub(super) fn utf16(bytes: &[u8]) -> Option<(Endian, Language)> {
    let units = bytes[..bytes.len().min(ENOUGH_OF_UTF16)].as_chunks::<2>().0;
    if units.len() < FEWEST_UNITS {
        return None;
    }
    let cost_in = |known: &Known, unit: u16| match char::from_u32(unit.into()) {
        Some(' '..='~' | '\t' | '\n' | '\r') => ASCII,
        Some(c) => cost(&known.costs, c).0,
        // Half of a pair: those characters are rare.
        None => RARE,
    };
    let mut best = (LIKE_TEXT, None);
    for endian in [Endian::Little, Endian::Big] {
        for known in languages() {
            let costs = units.iter().map(|&unit| match endian {
                Endian::Little => cost_in(known, u16::from_le_bytes(unit)),
                Endian::Big => cost_in(known, u16::from_be_bytes(unit)),
            });
            let mean = costs.sum::<i32>() / units.len() as i32;
            if mean < best.0 {
                best = (mean, Some((endian, known.language)));
            }
        }
    }
    best.1
}

/// Returns what a character costs in each of the languages.
pub(super) fn costs(c: char) -> impl Iterator<Item = i32> {
    languages().iter().map(move |known| cost(&known.costs, c).0)
}

/// Returns what a character that is not ASCII costs, and whether it is known.
fn cost(costs: &Costs, c: char) -> (i32, bool) {
    match costs.get(c) {
        UNKNOWN if matches!(c, '\u{4E00}'..='\u{9FFF}' | '\u{AC00}'..='\u{D7A3}') => (RARE, false),
        UNKNOWN => (STRANGE, false),
        cost => (cost.into(), true),
    }
}

/// Ranks the encodings that `bytes` up to `end` are well-formed in, but for those that cost more than `most`. `ascii` is what their
/// ASCII costs.
pub(super) fn rank(bytes: &[u8], end: usize, ascii: i32, most: i32) -> Vec<Ranked> {
    let start = bytes
        .iter()
        .position(|byte| !byte.is_ascii())
        .unwrap_or(0)
        .saturating_sub(64);
    let head = &bytes[start..end.min(start + ENOUGH)];
    let mut all: Vec<Ranked> = Vec::new();
    for &(encoding, known, prior) in encodings() {
        // GB18030 and UHC have the characters of GBK and EUC-KR, and others.
        let is_extended = matches!(encoding.name(), "gb18030" | "UHC");
        if is_extended && all.iter().any(|other| other.language == known.language) {
            continue;
        }
        let (text, cut) = match encoding.decode(head, Policy::Fail) {
            Ok(text) => (text, 0),
            Err(error) if is_cut(&head[error.read()..]) => {
                match encoding.decode(&head[..error.read()], Policy::Fail) {
                    // The part of a character alone shows nothing.
                    Ok(text) if text.is_ascii() => continue,
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

/// Returns `true` if these bytes, the last of a text, may be the beginning of a character.
fn is_cut(rest: &[u8]) -> bool {
    rest.len() < 4 && rest.iter().all(|byte| !byte.is_ascii() || byte.is_ascii_digit())
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
            let (cost, is_known) = cost(costs, c);
            sum += cost;
            if is_known {
                let place = c as u32 % 256;
                seen[place as usize / 64] |= 1 << (place % 64);
            } else {
                quality.excess += i32::from(cost == RARE);
                quality.strange += i32::from(cost == STRANGE);
            }
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
