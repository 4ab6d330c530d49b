//! Ranks East Asian encodings.

use super::language::Language;
use super::model::BIT;
use super::models::CHARACTERS;
use super::quality::Quality;
use super::ranked::Ranked;
use crate::{Decoder, Encoding, Reading};
use std::sync::OnceLock;
use utf8kit::stream::Stop;
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

const _: () = assert!(ENOUGH_OF_UTF16 / 2 * STRANGE as usize <= u16::MAX as usize);

/// What something costs in each of the languages.
type Costs = [u8; CHARACTERS.len()];

/// Returns what each code unit of UTF-16 costs.
fn unit_costs() -> &'static [Costs] {
    static COSTS: OnceLock<Vec<Costs>> = OnceLock::new();
    COSTS.get_or_init(|| {
        let unknown = (0..=u16::MAX).map(|unit| [unknown_cost(unit) as u8; CHARACTERS.len()]);
        let mut all: Vec<Costs> = unknown.collect();
        for (language, known) in CHARACTERS.iter().enumerate() {
            for (c, cost) in known.costs() {
                if let Some(costs) = all.get_mut(c as usize) {
                    costs[language] = cost;
                }
            }
        }
        all
    })
}

/// Returns what a code unit costs that is not a frequent character.
fn unknown_cost(unit: u16) -> i32 {
    match unit {
        0x20..=0x7E | 0x9 | 0xA | 0xD => ASCII,
        // Half of a pair of surrogates: those characters are rare.
        0x4E00..=0x9FFF | 0xAC00..=0xD7A3 | 0xD800..=0xDFFF => RARE,
        _ => STRANGE,
    }
}

/// Returns the encodings, with the places of their languages and how many bits each costs.
fn encodings() -> &'static [(Encoding, usize, u8)] {
    static ALL: OnceLock<Vec<(Encoding, usize, u8)>> = OnceLock::new();
    ALL.get_or_init(|| {
        let encoding = |&(name, tag, prior): &(&str, &str, u8)| {
            let language = CHARACTERS.iter().position(|known| known.language.tag() == tag)?;
            Some((Encoding::for_label(name, Reading::Iconv)?, language, prior))
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
    let costs = unit_costs();
    let mut sums = [[0u16; CHARACTERS.len()]; 2];
    for &unit in units {
        for (sums, unit) in sums
            .iter_mut()
            .zip([u16::from_le_bytes(unit), u16::from_be_bytes(unit)])
        {
            for (sum, cost) in sums.iter_mut().zip(costs[usize::from(unit)]) {
                *sum += u16::from(cost);
            }
        }
    }
    let mut best = (LIKE_TEXT, None);
    for (endian, sums) in [Endian::Little, Endian::Big].into_iter().zip(sums) {
        for (known, sum) in CHARACTERS.iter().zip(sums) {
            let mean = i32::from(sum) / units.len() as i32;
            if mean < best.0 {
                best = (mean, Some((endian, known.language)));
            }
        }
    }
    best.1
}

/// Returns what a character that is not ASCII costs in each of the languages.
pub(super) fn costs(c: char) -> impl Iterator<Item = i32> {
    of_character(unit_costs(), c).into_iter().map(i32::from)
}

fn of_character(costs: &[Costs], c: char) -> Costs {
    costs
        .get(c as usize)
        .copied()
        .unwrap_or([STRANGE as u8; CHARACTERS.len()])
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
    let mut buffer = vec![0; LONGEST * head.len() + SPARE];
    for &(encoding, language, prior) in encodings() {
        let known = CHARACTERS[language].language;
        // GB18030 and UHC have the characters of GBK and EUC-KR, and others.
        let is_extended = matches!(encoding.name(), "gb18030" | "UHC");
        if is_extended && all.iter().any(|other| other.language == known) {
            continue;
        }
        let Some((text, rest)) = decode(encoding, head, &mut buffer) else {
            continue;
        };
        // The part of a character alone shows nothing.
        if !rest.is_empty() && text.is_ascii() {
            continue;
        }
        let is_whole = rest.is_empty() || head.len() < bytes.len();
        let cut = if is_whole { 0 } else { CUT };
        let base = i32::from(prior) * BIT + ascii + cut;
        let Some((cost, quality)) = read(text, language, most - base) else {
            continue;
        };
        all.push(Ranked {
            encoding,
            language: known,
            cost: base + cost,
            quality,
        });
    }
    all
}

/// Bytes of UTF-8 for each byte, and beyond those that a decoder wants.
const LONGEST: usize = 3;
const SPARE: usize = 64;

/// Decodes `bytes` to `buffer`, and returns the text and the part of a character that is left at the end. `None` if they are
/// ill-formed.
fn decode<'b>(encoding: Encoding, bytes: &'b [u8], buffer: &'b mut [u8]) -> Option<(&'b str, &'b [u8])> {
    let mut decoder = Decoder::new(encoding, Policy::Fail);
    let step = decoder.to_utf8(bytes, buffer);
    let (stop, written) = match step.stop {
        Stop::InputUsed => {
            let end = decoder.finish_utf8(&mut buffer[step.written..]);
            (end.stop, step.written + end.written)
        }
        stop => (stop, step.written),
    };
    let rest = match stop {
        Stop::InputUsed => &[],
        Stop::IllFormed(error) => &bytes[error.valid_up_to()..],
        _ => return None,
    };
    if !is_cut(rest) {
        return None;
    }
    Some((std::str::from_utf8(&buffer[..written]).ok()?, rest))
}

/// Returns `true` if these bytes, the last of a text, may be the beginning of a character.
fn is_cut(rest: &[u8]) -> bool {
    rest.len() < 4 && rest.iter().all(|byte| !byte.is_ascii() || byte.is_ascii_digit())
}

/// Returns what a text costs, and how well it reads, or `None` if it costs more than `most`.
fn read(text: &str, language: usize, most: i32) -> Option<(i32, Quality)> {
    let costs = unit_costs();
    let mut sum = 0;
    let mut quality = Quality::default();
    // By their place in a block: enough to tell a few from many.
    let mut seen = [0u64; 4];
    let mut before = ' ';
    for c in text.chars() {
        if !c.is_ascii() {
            quality.letters += 1;
            let cost = i32::from(of_character(costs, c)[language]);
            sum += cost;
            match cost {
                STRANGE => quality.strange += 1,
                RARE => quality.excess += 1,
                _ => {
                    let place = c as u32 % 256;
                    seen[place as usize / 64] |= 1 << (place % 64);
                }
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
