//! Hangul at its Unicode 1.1 positions: the "Korean mess" (RFC 3629 section 5, RFC 2279 section 5).
//!
//! ISO/IEC 10646-1:1993 and Unicode 1.1 had 6656 Hangul syllables at U+3400..U+4DFF. Amendment 5 and Unicode
//! 2.0 took them away and put all 11172 at U+AC00..U+D7A3; the old positions now hold Han characters (CJK
//! Extension A) and the hexagrams of the Yijing. Nothing in a text tells which of the two it means, so text
//! at the old positions must be labelled `UNICODE-1-1-UTF-8` and is never "UTF-8". There should be none left
//! to speak of; what there is can be [migrated](migrate), one to one, and [examined](examine) first.
//!
//! ```
//! use utf8kit_family::hangul;
//!
//! assert_eq!(hangul::migrate("\u{3400}, old"), "가, old");
//! ```

mod table;

use std::borrow::Cow;

/// Old positions.
const OLD: core::ops::RangeInclusive<u32> = 0x3400..=0x4DFF;
/// Today's.
const NEW: core::ops::RangeInclusive<u32> = 0xAC00..=0xD7A3;
/// Six syllables that came from GB 12052, in the order they had.
const GB_12052: [u16; 6] = [0xBBC3, 0xD63B, 0xBF59, 0xBFE5, 0xCB94, 0xC6D8];

const SYLLABLES: usize = 11172;
const WORDS: usize = SYLLABLES.div_ceil(64);

/// Some of today's syllables, ascending: how Unicode 1.1 had three of its four runs.
struct Run {
    /// A bit for each of today's positions.
    members: [u64; WORDS],
    /// How many members come before each word.
    before: [u16; WORDS],
    /// The old position of the first, and how many have one.
    start: u32,
    len: u32,
}

impl Run {
    const fn new(members: [u64; WORDS], start: u32, len: u32) -> Self {
        let mut before = [0; WORDS];
        let mut i = 1;
        while i < WORDS {
            before[i] = before[i - 1] + members[i - 1].count_ones() as u16;
            i += 1;
        }
        Run {
            members,
            before,
            start,
            len,
        }
    }

    /// Today's position of the syllable at `old`.
    fn new_position(&self, old: u32) -> Option<u32> {
        let index = old.checked_sub(self.start).filter(|&index| index < self.len)?;
        let word = self.before.partition_point(|&before| u32::from(before) <= index) - 1;
        let mut members = self.members[word];
        for _ in u32::from(self.before[word])..index {
            members &= members - 1;
        }
        Some(NEW.start() + 64 * word as u32 + members.trailing_zeros())
    }

    /// The old position of the syllable that is today at `new`.
    fn old_position(&self, new: u32) -> Option<u32> {
        let (word, bit) = ((new - NEW.start()) as usize / 64, (new - NEW.start()) % 64);
        if self.members[word] >> bit & 1 == 0 {
            return None;
        }
        let index = u32::from(self.before[word]) + (self.members[word] & ((1 << bit) - 1)).count_ones();
        (index < self.len).then_some(self.start + index)
    }
}

/// Those of KS X 1001, those of KS X 1002, and after GB 12052's the first of all that remain.
static RUNS: [Run; 3] = [
    Run::new(table::KS_X_1001, 0x3400, 2350),
    Run::new(table::KS_X_1002, 0x3D2E, 1930),
    Run::new(remaining(), 0x44BE, 2370),
];
const GB_12052_START: u32 = 0x44B8;

const fn remaining() -> [u64; WORDS] {
    let mut members = [0; WORDS];
    let mut i = 0;
    while i < WORDS {
        members[i] = !(table::KS_X_1001[i] | table::KS_X_1002[i]);
        i += 1;
    }
    let mut i = 0;
    while i < GB_12052.len() {
        let index = GB_12052[i] as usize - 0xAC00;
        members[index / 64] &= !(1 << (index % 64));
        i += 1;
    }
    members
}

/// Today's position of the Hangul syllable that Unicode 1.1 had at `old`; `None` for what was no Hangul
/// syllable.
///
/// ```
/// use utf8kit_family::hangul::{new_position, old_position};
///
/// assert_eq!(new_position('\u{3401}'), Some('각'));
/// assert_eq!(old_position('각'), Some('\u{3401}'));
/// assert_eq!(new_position('각'), None);
/// assert_eq!(old_position('힣'), None); // one of those that Unicode 1.1 did not have
/// ```
pub fn new_position(old: char) -> Option<char> {
    let number = u32::from(old);
    if !OLD.contains(&number) {
        return None;
    }
    let new = match number
        .checked_sub(GB_12052_START)
        .and_then(|index| GB_12052.get(index as usize))
    {
        Some(&new) => Some(u32::from(new)),
        None => RUNS.iter().find_map(|run| run.new_position(number)),
    };
    new.and_then(char::from_u32)
}

/// The Unicode 1.1 position of the Hangul syllable that is today at `new`; `None` for what is none, and for
/// the 4516 that Unicode 1.1 did not have.
pub fn old_position(new: char) -> Option<char> {
    let number = u32::from(new);
    if !NEW.contains(&number) {
        return None;
    }
    let old = match GB_12052
        .iter()
        .position(|&syllable| u32::from(syllable) == number)
    {
        Some(index) => Some(GB_12052_START + index as u32),
        None => RUNS.iter().find_map(|run| run.old_position(number)),
    };
    old.and_then(char::from_u32)
}

/// Puts the Hangul syllables of a text of Unicode 1.1 to today's positions, one to one. Other characters
/// stay.
///
/// The caller knows that the text is of that time: by its label, which nothing else replaces. See
/// [`examine`].
pub fn migrate(text: &str) -> Cow<'_, str> {
    if !text.chars().any(|c| OLD.contains(&u32::from(c))) {
        return Cow::Borrowed(text);
    }
    Cow::Owned(text.chars().map(|c| new_position(c).unwrap_or(c)).collect())
}

/// Migrates well-formed UTF-8 in place: both positions have three bytes.
pub(crate) fn migrate_bytes(text: &mut [u8]) {
    let mut at = 0;
    while let Some(found) = text[at..].iter().position(|byte| matches!(byte, 0xE3 | 0xE4)) {
        at += found;
        let Some(bytes) = text.get_mut(at..at + 3) else {
            return;
        };
        let old = core::str::from_utf8(bytes)
            .ok()
            .and_then(|text| text.chars().next());
        if let Some(new) = old.and_then(new_position) {
            new.encode_utf8(bytes);
        }
        at += 3;
    }
}

/// A syllable that cannot go back, and where it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoWayBack {
    /// The character: a syllable that Unicode 1.1 did not have, or one that stands at an old position already
    /// and means something else today.
    pub character: char,
    /// Its offset in the text: bytes.
    pub offset: usize,
}

impl core::fmt::Display for NoWayBack {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let NoWayBack { character, offset } = self;
        write!(
            f,
            "U+{:04X} at offset {offset} has no place in Unicode 1.1",
            u32::from(*character)
        )
    }
}

impl core::error::Error for NoWayBack {}

/// Takes the Hangul of a text back to where Unicode 1.1 had it: strongly advised against (RFC 3629 section
/// 5), since the result is Chinese to everyone else. For tests of what must read such data, and for systems
/// that never changed.
///
/// # Errors
///
/// The first character that has no way back.
///
/// ```
/// use utf8kit_family::hangul;
///
/// let old = hangul::back_to_unicode_1_1_against_all_advice("각").unwrap();
/// assert_eq!(old, "\u{3401}");
/// assert_eq!(hangul::migrate(&old), "각");
/// assert!(hangul::back_to_unicode_1_1_against_all_advice("힣").is_err());
/// ```
pub fn back_to_unicode_1_1_against_all_advice(text: &str) -> Result<String, NoWayBack> {
    let back = |(offset, character): (usize, char)| match u32::from(character) {
        number if NEW.contains(&number) => old_position(character).ok_or(NoWayBack { character, offset }),
        number if OLD.contains(&number) => Err(NoWayBack { character, offset }),
        _ => Ok(character),
    };
    text.char_indices().map(back).collect()
}

/// What there is to say of a text's Hangul, in the light of its label.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Finding {
    /// Nothing.
    Fine,
    /// Both old and today's positions: no label is right for all of it.
    Mixed,
    /// Characters at old positions, without the old label: Han and hexagrams of today, or Hangul of 1995.
    Ambiguous,
    /// The old label on a text without any Hangul, which should not bear it (RFC 2279 section 5).
    NeedlessLabel,
    /// The old label on a text whose Hangul is at today's positions.
    WrongLabel,
}

/// Where a text has which Hangul.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Report {
    /// How many characters are at old positions.
    pub old: usize,
    /// How many Hangul syllables are at today's positions.
    pub new: usize,
    /// The offset of the first character at an old position: bytes.
    pub first_old: Option<usize>,
    /// The offset of the first Hangul syllable at today's positions: bytes.
    pub first_new: Option<usize>,
    /// What this comes to.
    pub finding: Finding,
}

/// Looks at where the Hangul of `text` is. `labelled`: the text bears the label `UNICODE-1-1-UTF-8`.
///
/// ```
/// use utf8kit_family::hangul::{Finding, examine};
///
/// assert_eq!(examine("\u{3400}", true).finding, Finding::Fine);
/// assert_eq!(examine("\u{3400}", false).finding, Finding::Ambiguous);
/// assert_eq!(examine("\u{3400}가", true).finding, Finding::Mixed);
/// assert_eq!(examine("hello", true).finding, Finding::NeedlessLabel);
/// assert_eq!(examine("가", true).finding, Finding::WrongLabel);
/// assert_eq!(examine("가", false).finding, Finding::Fine);
/// ```
pub fn examine(text: &str, labelled: bool) -> Report {
    let mut report = Report {
        old: 0,
        new: 0,
        first_old: None,
        first_new: None,
        finding: Finding::Fine,
    };
    for (offset, c) in text.char_indices() {
        if OLD.contains(&u32::from(c)) {
            report.old += 1;
            report.first_old.get_or_insert(offset);
        } else if NEW.contains(&u32::from(c)) {
            report.new += 1;
            report.first_new.get_or_insert(offset);
        }
    }
    report.finding = match (report.old > 0, report.new > 0, labelled) {
        (true, true, _) => Finding::Mixed,
        (true, false, false) => Finding::Ambiguous,
        (false, true, true) => Finding::WrongLabel,
        (false, false, true) => Finding::NeedlessLabel,
        (true, false, true) | (false, _, false) => Finding::Fine,
    };
    report
}
