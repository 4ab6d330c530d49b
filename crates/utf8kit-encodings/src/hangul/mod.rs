//! Migration of Hangul syllables from their Unicode 1.1 code points: the "Korean mess" (RFC 3629 section 5,
//! RFC 2279 section 5).
//!
//! ISO/IEC 10646-1:1993 and Unicode 1.1 had 6656 Hangul syllables at U+3400..U+4DFF. Amendment 5 and Unicode
//! 2.0 removed them and encoded all 11172 syllables at U+AC00..U+D7A3. The old code points now encode Han
//! characters (CJK Extension A) and the hexagrams of the Yijing.
//!
//! Text does not show which of the two it means. So text with the old code points must have the label
//! `UNICODE-1-1-UTF-8`, never `UTF-8`. Little of it should be left. [`migrate`] moves the syllables one to one;
//! [`examine`], and an [`Examiner`] in pieces, reports which code points a text has. A [`Decoder`](crate::Decoder) of
//! [`Encoding::Unicode11Utf8`](crate::Encoding::Unicode11Utf8) does both. Only
//! [`Encoding::OldHangulUtf8`](crate::Encoding::OldHangulUtf8) is written with the old code points.
//!
//! ```
//! use utf8kit_encodings::hangul;
//!
//! assert_eq!(hangul::migrate("\u{3400}, old"), "가, old");
//! ```

mod table;

use std::borrow::Cow;

/// The code points that Unicode 1.1 used for Hangul syllables.
const OLD: core::ops::RangeInclusive<u32> = 0x3400..=0x4DFF;
/// The code points of Hangul syllables today.
const NEW: core::ops::RangeInclusive<u32> = 0xAC00..=0xD7A3;
/// The six syllables from GB 12052, in the order of their old code points.
const GB_12052: [u16; 6] = [0xBBC3, 0xD63B, 0xBF59, 0xBFE5, 0xCB94, 0xC6D8];

/// The number of Hangul syllables today.
const SYLLABLES: usize = 11172;
/// The number of words in a bit set of all syllables.
const WORDS: usize = SYLLABLES.div_ceil(64);

/// A set of syllables that Unicode 1.1 encoded in the order of today's code points. Three of its four runs are
/// such sets.
struct Run {
    /// A bit for each of today's code points.
    members: [u64; WORDS],
    /// The number of members before each word.
    before: [u16; WORDS],
    /// The old code point of the first member.
    start: u32,
    /// The number of members, from the first, that have an old code point.
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

    /// Returns today's code point of the syllable at `old`.
    fn new_code_point(&self, old: u32) -> Option<u32> {
        let index = old.checked_sub(self.start).filter(|&index| index < self.len)?;
        let word = self.before.partition_point(|&before| u32::from(before) <= index) - 1;
        let mut members = self.members[word];
        for _ in u32::from(self.before[word])..index {
            members &= members - 1;
        }
        Some(NEW.start() + 64 * word as u32 + members.trailing_zeros())
    }

    /// Returns the old code point of the syllable at `new`.
    fn old_code_point(&self, new: u32) -> Option<u32> {
        let (word, bit) = ((new - NEW.start()) as usize / 64, (new - NEW.start()) % 64);
        if self.members[word] >> bit & 1 == 0 {
            return None;
        }
        let index = u32::from(self.before[word]) + (self.members[word] & ((1 << bit) - 1)).count_ones();
        (index < self.len).then_some(self.start + index)
    }
}

/// The syllables of KS X 1001, those of KS X 1002, and the first 2370 of all others. The six of GB 12052 are
/// between the last two.
static RUNS: [Run; 3] = [
    Run::new(table::KS_X_1001, 0x3400, 2350),
    Run::new(table::KS_X_1002, 0x3D2E, 1930),
    Run::new(remaining(), 0x44BE, 2370),
];
/// The first old code point of the six syllables from GB 12052.
const GB_12052_START: u32 = 0x44B8;

/// Returns the set of the syllables that are in none of the three standards.
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

/// Returns today's code point of the Hangul syllable that Unicode 1.1 had at `old`, or `None` if it had none
/// there.
///
/// ```
/// use utf8kit_encodings::hangul::{from_unicode_1_1, to_unicode_1_1};
///
/// assert_eq!(from_unicode_1_1('\u{3401}'), Some('각'));
/// assert_eq!(to_unicode_1_1('각'), Some('\u{3401}'));
/// assert_eq!(from_unicode_1_1('각'), None);
/// assert_eq!(to_unicode_1_1('힣'), None); // not in Unicode 1.1
/// ```
pub fn from_unicode_1_1(old: char) -> Option<char> {
    let number = u32::from(old);
    if !OLD.contains(&number) {
        return None;
    }
    let new = match number
        .checked_sub(GB_12052_START)
        .and_then(|index| GB_12052.get(index as usize))
    {
        Some(&new) => Some(u32::from(new)),
        None => RUNS.iter().find_map(|run| run.new_code_point(number)),
    };
    new.and_then(char::from_u32)
}

/// Returns the Unicode 1.1 code point of the Hangul syllable `new`, or `None` if `new` is not a Hangul syllable
/// or one of the 4516 that Unicode 1.1 did not have.
///
/// ```
/// use utf8kit_encodings::hangul::to_unicode_1_1;
///
/// assert_eq!(to_unicode_1_1('가'), Some('\u{3400}'));
/// assert_eq!(to_unicode_1_1('a'), None);
/// ```
pub fn to_unicode_1_1(new: char) -> Option<char> {
    let number = u32::from(new);
    if !NEW.contains(&number) {
        return None;
    }
    let old = match GB_12052
        .iter()
        .position(|&syllable| u32::from(syllable) == number)
    {
        Some(index) => Some(GB_12052_START + index as u32),
        None => RUNS.iter().find_map(|run| run.old_code_point(number)),
    };
    old.and_then(char::from_u32)
}

/// Returns Unicode 1.1 text with its Hangul syllables at today's code points. Other characters stay as they
/// are. The text is borrowed if it has no character at an old code point.
///
/// Call it only for text that is known, by its label, to be Unicode 1.1: in any other text it replaces Han
/// characters by Hangul. [`examine`] helps to find out.
///
/// ```
/// use utf8kit_encodings::hangul::migrate;
///
/// assert_eq!(migrate("\u{3401}!"), "각!");
/// assert_eq!(migrate("각!"), "각!");
/// ```
pub fn migrate(text: &str) -> Cow<'_, str> {
    if !text.chars().any(|c| OLD.contains(&u32::from(c))) {
        return Cow::Borrowed(text);
    }
    Cow::Owned(text.chars().map(|c| from_unicode_1_1(c).unwrap_or(c)).collect())
}

/// Migrates well-formed UTF-8 in place. The old and the new code points are both encoded in three bytes. A
/// sequence that the end of `text` cuts stays as it is.
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
        if let Some(new) = old.and_then(from_unicode_1_1) {
            new.encode_utf8(bytes);
        }
        at += 3;
    }
}

/// The error for a character that Unicode 1.1 cannot encode.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NotInUnicode11 {
    /// The character: a syllable that Unicode 1.1 did not have, or a character of today at a code point that
    /// was a syllable then.
    pub character: char,
    /// The offset of the character in the text, in bytes.
    pub offset: usize,
}

impl core::fmt::Display for NotInUnicode11 {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let NotInUnicode11 { character, offset } = self;
        write!(
            f,
            "U+{:04X} at offset {offset} cannot be represented in Unicode 1.1",
            u32::from(*character)
        )
    }
}

impl core::error::Error for NotInUnicode11 {}

/// Returns `text` with its Hangul syllables at their Unicode 1.1 code points.
///
/// RFC 3629 section 5 strongly advises against such text: every current program reads its syllables as Han
/// characters. Use it to test a reader of such text, or to write for a system that never changed. In pieces,
/// [`Encoding::OldHangulUtf8`](crate::Encoding::OldHangulUtf8) does the same.
///
/// # Errors
///
/// Returns the first character that Unicode 1.1 cannot encode.
///
/// ```
/// use utf8kit_encodings::hangul;
///
/// let old = hangul::migrate_to_unicode_1_1("각").unwrap();
/// assert_eq!(old, "\u{3401}");
/// assert_eq!(hangul::migrate(&old), "각");
/// assert!(hangul::migrate_to_unicode_1_1("힣").is_err());
/// ```
pub fn migrate_to_unicode_1_1(text: &str) -> Result<String, NotInUnicode11> {
    let to_old = |(offset, character)| encoded(character).ok_or(NotInUnicode11 { character, offset });
    text.char_indices().map(to_old).collect()
}

/// Returns the character that encodes `c` in Unicode 1.1, or `None` if it has none.
pub(crate) fn encoded(c: char) -> Option<char> {
    match u32::from(c) {
        number if NEW.contains(&number) => to_unicode_1_1(c),
        number if OLD.contains(&number) => None,
        _ => Some(c),
    }
}

/// How the Hangul of a text and its label agree.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Finding {
    /// They agree.
    Consistent,
    /// The text has old and new code points. No label is correct for all of it.
    Mixed,
    /// The text has old code points without the old label. They are Han characters and hexagrams of today, or
    /// Hangul of Unicode 1.1.
    Ambiguous,
    /// The text has the old label and no Hangul. It should not have the label (RFC 2279 section 5).
    NeedlessLabel,
    /// The text has the old label, but its Hangul is at today's code points.
    WrongLabel,
}

/// The Hangul of a text: the result of [`examine`] and of an [`Examiner`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Report {
    /// The number of characters at old code points.
    pub old: u64,
    /// The number of Hangul syllables at today's code points.
    pub new: u64,
    /// The number of Hangul letters (jamo), whose code points did not change.
    pub jamo: u64,
    /// The number of Han characters at U+4E00..=U+9FFF, whose code points did not change.
    pub han: u64,
    /// The offset of the first character at an old code point, in bytes.
    pub first_old: Option<u64>,
    /// The offset of the first Hangul syllable at today's code points, in bytes.
    pub first_new: Option<u64>,
    /// How this agrees with the label.
    pub finding: Finding,
}

impl Report {
    /// Returns `true` if the text is Korean and has characters at old code points: Hangul that was not moved, rather than
    /// the rare Han characters and hexagrams that are there today.
    ///
    /// A text is Korean if it has Hangul of today, syllables or letters, and not more Han characters than that.
    ///
    /// ```
    /// use utf8kit_encodings::hangul::examine;
    ///
    /// assert!(examine("한글 \u{3401}", false).has_old_hangul_in_korean());
    /// assert!(!examine("漢字 \u{3401}", false).has_old_hangul_in_korean());
    /// assert!(!examine("한글", false).has_old_hangul_in_korean());
    /// ```
    pub const fn has_old_hangul_in_korean(&self) -> bool {
        let hangul = self.new + self.jamo;
        self.old > 0 && hangul > 0 && hangul >= self.han
    }
}

/// Returns which Hangul `text` has, and whether this agrees with its label. `labelled` is `true` if the text has
/// the label `UNICODE-1-1-UTF-8`.
///
/// ```
/// use utf8kit_encodings::hangul::{Finding, examine};
///
/// assert_eq!(examine("\u{3400}", true).finding, Finding::Consistent);
/// assert_eq!(examine("\u{3400}", false).finding, Finding::Ambiguous);
/// assert_eq!(examine("\u{3400}가", true).finding, Finding::Mixed);
/// assert_eq!(examine("hello", true).finding, Finding::NeedlessLabel);
/// assert_eq!(examine("가", true).finding, Finding::WrongLabel);
/// assert_eq!(examine("가", false).finding, Finding::Consistent);
/// ```
pub fn examine(text: &str, labelled: bool) -> Report {
    let mut examiner = Examiner::new();
    examiner.push(text);
    examiner.report(labelled)
}

/// Counts the Hangul of a text that arrives in pieces, as [`examine`] does for a whole text.
///
/// ```
/// use utf8kit_encodings::hangul::{Examiner, Finding};
///
/// let mut examiner = Examiner::new();
/// examiner.push("\u{3400}, ");
/// examiner.push("가");
/// let report = examiner.report(true);
/// assert_eq!((report.old, report.new, report.first_new), (1, 1, Some(5)));
/// assert_eq!(report.finding, Finding::Mixed);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Examiner {
    report: Report,
    /// The number of bytes so far.
    len: u64,
}

impl Default for Examiner {
    fn default() -> Self {
        Self::new()
    }
}

impl Examiner {
    /// Returns an examiner at the beginning of a text.
    pub const fn new() -> Self {
        Examiner {
            report: Report {
                old: 0,
                new: 0,
                jamo: 0,
                han: 0,
                first_old: None,
                first_new: None,
                finding: Finding::Consistent,
            },
            len: 0,
        }
    }

    /// Counts the next piece of the text.
    pub fn push(&mut self, text: &str) {
        self.push_bytes(text.as_bytes());
    }

    /// Passes over `len` bytes that do not count.
    pub(crate) fn pass(&mut self, len: u64) {
        self.len += len;
    }

    /// Counts a piece that is well-formed UTF-8.
    pub(crate) fn push_bytes(&mut self, text: &[u8]) {
        /// Returns `true` for the first bytes of the code points that count, which are encoded in three bytes.
        fn counts(first: u8) -> bool {
            matches!(first, 0xE1 | 0xE3..=0xED)
        }

        let mut at = 0;
        while at < text.len() {
            // Most text has none of them: such blocks are skipped.
            if let Some(block) = text[at..].first_chunk::<64>()
                && !block.iter().fold(false, |any, &byte| any | counts(byte))
            {
                at += block.len();
                continue;
            }
            for at in at..text.len().min(at + 64) {
                self.count(&text[at..], at);
            }
            at += 64;
        }
        self.len += text.len() as u64;
    }

    /// Counts the character that `text` begins with, if it begins with one that counts. `at` is its offset in the piece.
    fn count(&mut self, text: &[u8], at: usize) {
        let Some(&[first @ (0xE1 | 0xE3..=0xED), second, third]) = text.first_chunk() else {
            return;
        };
        let number = u32::from(first & 0xF) << 12 | u32::from(second & 0x3F) << 6 | u32::from(third & 0x3F);
        let offset = self.len + at as u64;
        match number {
            0x3400..=0x4DFF => {
                self.report.old += 1;
                self.report.first_old.get_or_insert(offset);
            }
            0xAC00..=0xD7A3 => {
                self.report.new += 1;
                self.report.first_new.get_or_insert(offset);
            }
            0x1100..=0x11FF | 0x3131..=0x318E | 0xA960..=0xA97C | 0xD7B0..=0xD7FB => self.report.jamo += 1,
            0x4E00..=0x9FFF => self.report.han += 1,
            _ => {}
        }
    }

    /// Returns what was counted so far, and whether it agrees with the label. `labelled` is `true` if the text has the
    /// label `UNICODE-1-1-UTF-8`.
    pub const fn report(&self, labelled: bool) -> Report {
        let mut report = self.report;
        report.finding = match (report.old > 0, report.new > 0, labelled) {
            (true, true, _) => Finding::Mixed,
            (true, false, false) => Finding::Ambiguous,
            (false, true, true) => Finding::WrongLabel,
            (false, false, true) => Finding::NeedlessLabel,
            (true, false, true) | (false, _, false) => Finding::Consistent,
        };
        report
    }
}
