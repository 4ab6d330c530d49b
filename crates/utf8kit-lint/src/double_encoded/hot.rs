//! Finds the parts of a text that double-encoded text may be in: those where what seldom stands together does.
//!
//! `Ã` after a small letter, a currency sign inside a word, Greek before Cyrillic, a C1 control: such steps from a character to the
//! next are in all text that went through an encoding that it was not in, since that mixes what correct text does not.

mod around;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod clues;
mod east_asian;
mod rows;

#[cfg(test)]
pub(super) use clues::{Receive, clues, plain_clues};
#[cfg(test)]
pub(super) use east_asian::EastAsian as EastAsianCell;
pub(super) use rows::rows;

use super::segment::CELL;
use around::{AFTER, Around, BEFORE, Seen};
#[cfg(target_arch = "x86_64")]
use east_asian::Bits;
use east_asian::{Classes, EastAsian};
use std::sync::OnceLock;
use utf8kit_encodings::detect::frequent_characters;

/// What a character is, as far as its neighbours depend on it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
enum Class {
    /// Spaces, digits and punctuation of ASCII.
    Ascii,
    AsciiSmall,
    AsciiCapital,
    LatinSmall,
    LatinCapital,
    CyrillicSmall,
    CyrillicCapital,
    /// Letters of Greek, which has signs between them then, and of scripts without capitals. Nearly no encoding has two of those.
    Letter,
    /// Quotation marks, dashes and what else stands beside words of all scripts.
    Mark,
    /// Marks that stand before words: `„`, `¿`.
    Open,
    /// Signs that stand after letters: `²`, `°`.
    Raised,
    Symbol,
    Control,
    Frequent,
    /// An ideograph or a syllable that is not among the frequent ones.
    Rare,
    HalfWidth,
}

const CLASSES: usize = Class::HalfWidth as usize + 1;

/// The weight of a step that makes a cell hot by itself.
const HOT: u32 = 4;

impl Class {
    const ALL: [Class; CLASSES] = [
        Class::Ascii,
        Class::AsciiSmall,
        Class::AsciiCapital,
        Class::LatinSmall,
        Class::LatinCapital,
        Class::CyrillicSmall,
        Class::CyrillicCapital,
        Class::Letter,
        Class::Mark,
        Class::Open,
        Class::Raised,
        Class::Symbol,
        Class::Control,
        Class::Frequent,
        Class::Rare,
        Class::HalfWidth,
    ];

    /// Returns the script of a letter, as the class of its small letters.
    const fn script(self) -> Option<Class> {
        match self {
            Class::AsciiSmall | Class::AsciiCapital | Class::LatinSmall | Class::LatinCapital => {
                Some(Class::LatinSmall)
            }
            Class::CyrillicSmall | Class::CyrillicCapital => Some(Class::CyrillicSmall),
            Class::Letter => Some(self),
            _ => None,
        }
    }

    const fn is_ascii(self) -> bool {
        matches!(self, Class::Ascii | Class::AsciiSmall | Class::AsciiCapital)
    }

    const fn is_small(self) -> bool {
        matches!(self, Class::AsciiSmall | Class::LatinSmall | Class::CyrillicSmall)
    }

    const fn is_capital(self) -> bool {
        matches!(
            self,
            Class::AsciiCapital | Class::LatinCapital | Class::CyrillicCapital
        )
    }

    /// Returns how strange a character is after another.
    const fn weight(before: Class, after: Class) -> u32 {
        if before.is_ascii() && after.is_ascii() {
            return 0;
        }
        if matches!(after, Class::Control) {
            return HOT;
        }
        if let (Some(one), Some(other)) = (before.script(), after.script()) {
            if one as u8 != other as u8 {
                return 2;
            }
            return match (before.is_small() && after.is_capital(), after.is_ascii()) {
                (true, false) => HOT,
                (true, true) => 2,
                _ => 0,
            };
        }
        let is_letter = [before.script().is_some(), after.script().is_some()];
        match (before, after) {
            (_, Class::Open) if is_letter[0] => HOT,
            (_, Class::Symbol) if is_letter[0] => HOT,
            (Class::Symbol, _) if is_letter[1] => 2,
            (Class::Symbol, Class::Mark | Class::Open | Class::Raised)
            | (Class::Mark | Class::Raised, Class::Symbol) => HOT,
            (_, Class::Raised) if is_letter[0] => 1,
            (Class::Raised, _) if is_letter[1] => 2,
            (_, Class::HalfWidth) if is_letter[0] => HOT,
            (_, Class::Rare) if is_letter[0] && !before.is_ascii() => 2,
            (Class::Rare, _) if is_letter[1] && !after.is_ascii() => 2,
            // Words end and begin with marks. It takes something else beside them.
            (Class::Mark, _) if is_letter[1] && !after.is_ascii() => 1,
            (_, Class::Mark) if is_letter[0] && !before.is_ascii() => 1,
            _ => 0,
        }
    }
}

struct Table {
    classes: Classes,
    /// The weight of each class after each.
    weights: [[u8; CLASSES]; CLASSES],
}

fn table() -> &'static Table {
    static TABLE: OnceLock<Table> = OnceLock::new();
    TABLE.get_or_init(|| {
        let mut classes: Box<[u8; 0x10000]> = vec![Class::Symbol as u8; 0x10000]
            .try_into()
            .expect("it is as long");
        let mut fill = |first: usize, last: usize, class: Class| classes[first..=last].fill(class as u8);
        fill(0, 0x7F, Class::Ascii);
        fill(0x61, 0x7A, Class::AsciiSmall);
        fill(0x41, 0x5A, Class::AsciiCapital);
        fill(0x80, 0x9F, Class::Control);
        fill(0x250, 0x36F, Class::Letter);
        fill(0x531, 0x1DFF, Class::Letter);
        fill(0x2000, 0x206F, Class::Mark);
        fill(0x2070, 0x209F, Class::Raised);
        fill(0x3000, 0x30FF, Class::Frequent);
        fill(0x3100, 0x9FFF, Class::Rare);
        fill(0xA640, 0xABFF, Class::Letter);
        fill(0xAC00, 0xD7A3, Class::Rare);
        fill(0xFB50, 0xFDFF, Class::Letter);
        fill(0xFE70, 0xFEFE, Class::Letter);
        fill(0xFEFF, 0xFEFF, Class::Mark);
        fill(0xFF00, 0xFF60, Class::Frequent);
        fill(0xFF61, 0xFF9F, Class::HalfWidth);
        for c in ('\u{C0}'..='\u{24F}')
            .chain('\u{370}'..='\u{52F}')
            .chain('\u{1E00}'..='\u{1FFF}')
        {
            let (small, capital) = match c {
                '\u{370}'..='\u{3FF}' | '\u{1F00}'.. => (Class::Letter, Class::Letter),
                '\u{400}'..='\u{52F}' => (Class::CyrillicSmall, Class::CyrillicCapital),
                _ => (Class::LatinSmall, Class::LatinCapital),
            };
            if c.is_alphabetic() {
                classes[c as usize] = if c.is_uppercase() { capital } else { small } as u8;
            }
        }
        for c in "\u{A0}«»\u{AD}·".chars() {
            classes[c as usize] = Class::Mark as u8;
        }
        for c in "„‚¿¡".chars() {
            classes[c as usize] = Class::Open as u8;
        }
        for c in "†‡‰".chars() {
            classes[c as usize] = Class::Symbol as u8;
        }
        for c in "ªº°²³¹™®§´µ".chars() {
            classes[c as usize] = Class::Raised as u8;
        }
        for c in frequent_characters().filter(|&c| c >= '\u{2E80}') {
            if let Some(class) = classes.get_mut(c as usize) {
                *class = Class::Frequent as u8;
            }
        }
        let mut weights = [[0; CLASSES]; CLASSES];
        for before in Class::ALL {
            for after in Class::ALL {
                weights[before as usize][after as usize] = Class::weight(before, after) as u8;
            }
        }
        let classes = Classes {
            all: classes,
            rare: Class::Rare as u8,
            frequent: Class::Frequent as u8,
        };
        Table { classes, weights }
    })
}

/// What was seen in a cell.
#[derive(Default)]
struct Cell {
    weight: u32,
    /// Whether there was a step of the least weight. More of them say no more.
    is_any_weak: bool,
    ideographs: u32,
    rare: u32,
}

impl Cell {
    fn is_hot(&self) -> bool {
        self.weight + 2 * u32::from(self.is_any_weak) >= HOT
            || (self.rare >= 3 && self.rare * 4 >= self.ideographs)
    }
}

/// Returns `true` if there may be a step of weight 2 or more before the byte `y`. `before` are the bytes before it, and `z` and `w` those
/// after it.
///
/// It tells letters of one script, or letters and marks, from other neighbours by their first bytes.
#[inline(always)]
fn is_strange(before: [u8; BEFORE], y: u8, z: u8, w: u8) -> bool {
    let [o, q, p, x] = before;
    let small = |byte: u8| byte.wrapping_sub(b'a') < 26;
    let is_letter = |byte: u8| (byte | 0x20).wrapping_sub(b'a') < 26;
    let within = |byte: u8, first: u8, last: u8| byte.wrapping_sub(first) <= last - first;
    let is_latin = |byte: u8| within(byte, 0xC3, 0xC5);
    // Of Latin letters, one of a pair is the capital.
    let is_odd = z & 1 == 1;
    let is_capital = ((y == 0xC3) & (z < 0xA0) & (z != 0x9F))
        | ((y == 0xC4) & (((z < 0xB8) & !is_odd) | ((z > 0xB8) & is_odd)))
        | ((y == 0xC5)
            & ((within(z, 0x8A, 0xB7) & !is_odd)
                | ((z < 0x89) & is_odd)
                | ((z > 0xB8) & (z != 0xBF) & is_odd)
                | (z == 0xB8)));
    let begins_mark = ((y == 0xE2) & (z == 0x80) & (w != 0x9A) & (w != 0x9E) & ((w < 0xA0) | (w == 0xA6)))
        | ((y == 0xC2) & ((z == 0xA0) | (z == 0xAB) | (z == 0xBB)));
    let ends_mark = ((q == 0xE2) & (p == 0x80) & (x != 0x9A) & (x != 0x9E) & ((x < 0xA0) | (x == 0xA6)))
        | ((p == 0xC2) & ((x == 0xA0) | (x == 0xAB) | (x == 0xBB)));
    let is_control = (y == 0xC2) & (z < 0xA0);
    let begins = y >= 0xC2;
    let continues = within(x, 0x80, 0xBF);
    let vietnamese = (y == 0xE1) & (z | 1 == 0xBB) & (w & 1 == 1);
    // A letter of ASCII before it.
    let fits_ascii = begins_mark
        | (is_latin(y) & !(is_capital & small(x)))
        | ((y == 0xC8) & is_odd)
        | vietnamese
        | within(y, 0xE3, 0xED)
        | ((y == 0xEF) & (z == 0xBC));
    let after_ascii = is_letter(x) & begins & !fits_ascii;
    // One that is not ASCII before it.
    let cyrillic = within(p, 0xD0, 0xD1) & within(y, 0xD0, 0xD1);
    let to_capital = (y == 0xD0) & (z < 0xB0) & ((p == 0xD1) | (x >= 0xB0));
    let greek = (p | 1 == 0xCF) & (y | 1 == 0xCF) & !((y == 0xCE) & (z < 0xAC));
    let semitic = (within(p, 0xD8, 0xDB) & within(y, 0xD8, 0xDB)) | ((p == 0xD7) & (y == 0xD7));
    let three = (q == y) & within(y, 0xE0, 0xE3) & (y != 0xE2);
    let wide = (within(q, 0xE3, 0xED) | (q == 0xEF)) & (within(y, 0xE3, 0xED) | ((y == 0xEF) & (z == 0xBC)));
    let is_symbol = !ends_mark & ((p == 0xC2) | (q == 0xE2) | (o >= 0xF0));
    let fits = (begins_mark & !is_symbol)
        | (ends_mark & (y != 0xC2) & (y != 0xE2) & (y < 0xF0))
        | (cyrillic & !to_capital)
        | (is_latin(p) & ((is_latin(y) & !is_capital) | vietnamese))
        | ((q == 0xE1) & ((is_latin(y) & !is_capital) | vietnamese))
        | greek
        | semitic
        | three
        | wide;
    let after_other = continues & begins & !fits;
    // A letter of ASCII after it.
    let is_other = ((p == 0xC2) & !ends_mark)
        | (within(p, 0xC6, 0xDF) & (p != 0xC8))
        | ((q == 0xE2) & !ends_mark)
        | (q == 0xE0)
        | ((q == 0xE1) & (p | 1 != 0xBB));
    let to_ascii = continues
        & is_letter(y)
        & (is_other
            | (((q == 0xE1) | (p == 0xC8)) & !small(y))
            | (is_latin(p) & !small(y) & !((p == 0xC3) & (x < 0xA0) & (x != 0x9F)))
            | (within(q, 0xE3, 0xEF) & small(o) & small(y)));
    is_control | after_ascii | after_other | to_ascii
}

/// Returns what is seen in a cell, `bytes` without the first [`BEFORE`] and the last [`AFTER`].
#[inline(always)]
fn seen_plain(bytes: &Around) -> Seen {
    let mut seen = Seen {
        is_strange: false,
        is_east_asian: false,
    };
    for at in 0..CELL {
        let before = [bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]];
        let y = bytes[at + 4];
        seen.is_strange |= is_strange(before, y, bytes[at + 5], bytes[at + 6]);
        seen.is_east_asian |= y.wrapping_sub(0xE3) <= 0xED - 0xE3;
    }
    seen
}

/// The same code, compiled for AVX2.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn seen_avx2(bytes: &Around) -> Seen {
    seen_plain(bytes)
}

fn seen(bytes: &Around) -> Seen {
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("avx2") {
        // SAFETY: the processor has AVX2, as the condition has just found.
        return unsafe { seen_avx2(bytes) };
    }
    seen_plain(bytes)
}

/// A shorter cell is examined character by character.
const FEW: usize = 48;

/// Returns what there is in `bytes[from..to]`, a cell. Where that shows at once that it is not hot, it is nothing.
#[inline(always)]
fn examined_by(
    bytes: &[u8],
    from: usize,
    to: usize,
    seen: impl Fn(&Around) -> Seen,
    east_asian: impl Fn(&Around) -> EastAsian,
) -> Cell {
    if bytes[from..to].is_ascii() {
        return Cell::default();
    }
    let around = from
        .checked_sub(BEFORE)
        .and_then(|from| bytes.get(from..to + AFTER));
    let mut padded = [0; BEFORE + CELL + AFTER];
    let around: &Around = match around.and_then(|around| around.try_into().ok()) {
        Some(around) => around,
        None if to - from < FEW || (to - from < CELL && to < bytes.len()) => return cell(bytes, from, to),
        None => {
            // What is not there is of ASCII, after which and before which nothing is strange.
            let first = from.saturating_sub(BEFORE);
            let there = &bytes[first..bytes.len().min(to + AFTER)];
            padded[BEFORE - (from - first)..][..there.len()].copy_from_slice(there);
            &padded
        }
    };
    match seen(around) {
        seen if seen.is_strange => cell(bytes, from, to),
        seen if seen.is_east_asian => {
            let all = east_asian(around);
            let rare = all.rare.into_iter().map(u64::count_ones).sum();
            let frequent: u32 = all.frequent.into_iter().map(u64::count_ones).sum();
            Cell {
                rare,
                ideographs: rare + frequent,
                ..Cell::default()
            }
        }
        _ => Cell::default(),
    }
}

fn examined(bytes: &[u8], from: usize, to: usize) -> Cell {
    #[cfg(target_arch = "x86_64")]
    if let Some(bits) = avx512_bits() {
        // SAFETY: the processor has the instructions of `avx512`, or there would be no bits.
        return unsafe { examined_avx512(bytes, from, to, bits) };
    }
    examined_by(bytes, from, to, seen, east_asian_characters)
}

/// The same code, compiled for what [`avx512`] needs.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
fn examined_avx512(bytes: &[u8], from: usize, to: usize, bits: &Bits) -> Cell {
    let east_asian = |bytes: &Around| avx512::east_asian(bytes, bits);
    examined_by(bytes, from, to, |bytes| avx512::seen(bytes), east_asian)
}

/// Returns the rare and the frequent characters for [`avx512`], if the processor has its instructions.
#[cfg(target_arch = "x86_64")]
fn avx512_bits() -> Option<&'static Bits> {
    static BITS: OnceLock<Option<Box<Bits>>> = OnceLock::new();
    let new = || avx512::is_available().then(|| Box::new(Bits::new(&table().classes)));
    BITS.get_or_init(new).as_deref()
}

/// Finds the ideographs and syllables of a cell, `bytes` without the first [`BEFORE`] and the last [`AFTER`].
fn east_asian_characters(bytes: &Around) -> EastAsian {
    EastAsian::plain(bytes, &table().classes)
}

/// Returns the numbers of the cells of a text, of which `bytes` are at `start`, in which something may have gone through
/// an encoding, in order.
pub(super) fn hot_cells(bytes: &[u8], start: usize) -> Vec<usize> {
    let mut hot = Vec::new();
    let mut at = 0;
    let mut number = start / CELL;
    while at < bytes.len() {
        let end = bytes.len().min((number + 1) * CELL - start);
        if examined(bytes, at, end).is_hot() {
            hot.push(number);
        }
        at = end;
        number += 1;
    }
    hot
}

/// Returns `true` if a part of `bytes` may have a hot cell, wherever its cells begin.
pub(super) fn may_have_hot_cells(bytes: &[u8]) -> bool {
    (0..bytes.len()).step_by(CELL).any(|from| {
        let seen = examined(bytes, from, bytes.len().min(from + CELL));
        seen.weight > 0 || seen.rare > 0
    })
}

/// Returns what the characters are that begin in `bytes[from..to]`, as far as that is needed to know that it is hot.
fn cell(bytes: &[u8], from: usize, to: usize) -> Cell {
    let table = table();
    let mut seen = Cell::default();
    let mut before = match from.checked_sub(1) {
        Some(at) if bytes[at].is_ascii() => table.classes.all[usize::from(bytes[at])],
        _ => Class::Ascii as u8,
    };
    let mut before_that = Class::Ascii as u8;
    let mut at = from;
    // More says no more.
    while at < to && seen.weight < HOT {
        let byte = |more: usize| u32::from(bytes.get(at + more).copied().unwrap_or(0)) & 0x3F;
        let first = u32::from(bytes[at]);
        let (c, len) = match first {
            0..0x80 => (first, 1),
            0x80..0xC0 => {
                at += 1;
                continue;
            }
            0xC0..0xE0 => ((first & 0x1F) << 6 | byte(1), 2),
            0xE0..0xF0 => ((first & 0xF) << 12 | byte(1) << 6 | byte(2), 3),
            _ => (0xFFFD, 4),
        };
        let class = table.classes.all[c as usize & 0xFFFF];
        let weight = table.weights[usize::from(before)][usize::from(class)];
        seen.is_any_weak |= weight == 1;
        seen.weight += u32::from(weight) & !1;
        // One ideograph inside a word.
        if class == Class::AsciiSmall as u8 && before >= Class::Frequent as u8 && before_that == class {
            seen.weight += HOT;
        }
        let is_rare = class == Class::Rare as u8;
        seen.rare += u32::from(is_rare);
        seen.ideographs += u32::from(is_rare || class == Class::Frequent as u8);
        (before_that, before) = (before, class);
        at += len;
    }
    seen
}

#[cfg(test)]
mod tests {
    use super::*;
    #[cfg(target_arch = "x86_64")]
    use utf8kit_test::Random;

    #[test]
    fn a_step_to_the_first_character_of_a_cell_is_seen() {
        let text = format!("   a→{}", " ".repeat(CELL));
        assert!(examined(text.as_bytes(), BEFORE, BEFORE + CELL).is_hot());
        let text = format!("    →{}", " ".repeat(CELL));
        assert!(!examined(text.as_bytes(), BEFORE, BEFORE + CELL).is_hot());
    }

    /// A cell that is passed over is not hot, whatever [`cell`] would say.
    #[test]
    fn no_hot_cell_is_passed_over() {
        // Some of each kind, in bytes of each length, and the neighbours of the limits.
        let characters: Vec<char> = "aZ 1ơưșțǎґҐҰéÉßÿÃÂĂăĽľŁłŐőŸșạ́ệБбЯяЁёѓҐґάΑαωאשעבتثกเ一的漢쓰가あアｱ，！«»“”„‚’–—…°²™€£¤¦©¬±¶·\u{A0}\u{AD}\u{80}\u{9F}√∂├─┤░†‡‰ƒˆ˜→😀\u{FEFF}\u{200C}"
            .chars()
            .collect();
        let mut hot = 0;
        let mut state = 1_u32;
        let mut random = |below: usize| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 8) as usize % below
        };
        for &one in &characters {
            for &two in &characters {
                for fill in ["a", " ", "б", "é"] {
                    // At some place in a cell, alone and beside others of its kind.
                    let mut text = fill.repeat(CELL / fill.len());
                    let at = random(CELL / fill.len() - 24) * fill.len();
                    text.insert_str(at, &format!("{one}{two}{}", characters[random(characters.len())]));
                    text.insert_str(0, "    ");
                    text.push_str("  ");
                    while !text.is_char_boundary(BEFORE + CELL) {
                        text.insert(BEFORE, ' ');
                    }
                    let bytes = text.as_bytes();
                    let is_hot = cell(bytes, BEFORE, BEFORE + CELL).is_hot();
                    let around: &Around = bytes[..BEFORE + CELL + AFTER].try_into().unwrap();
                    hot += usize::from(is_hot);
                    assert!(!is_hot || seen_plain(around) != Seen::default(), "{text}");
                    let is_seen = examined(bytes, BEFORE, BEFORE + CELL).is_hot();
                    assert_eq!(is_hot, is_seen, "{}", text.trim().escape_unicode());
                }
            }
        }
        assert!(hot > 5_000, "{hot}");
    }

    #[cfg(target_arch = "x86_64")]
    #[test]
    fn vectors_find_the_ideographs_that_the_plain_code_finds() {
        let Some(bits) = avx512_bits() else {
            eprintln!("skipped: the processor has no AVX-512");
            return;
        };
        let mut random = Random::new(3);
        let mut found = [0; 2];
        for _ in 0..20_000 {
            let mut bytes = [0; BEFORE + CELL + AFTER];
            let mut at = random.below(4);
            // All characters of three bytes, and more ideographs.
            let first = [0, 0x3000, 0x4E00, 0xAC00, 0xFF00][random.below(5)];
            while at < bytes.len() {
                let range = [0x10000 - first, 0x800, 0x80, 0x5200][random.below(4)];
                let c = char::from_u32((first + random.below(range)) as u32).unwrap_or('a');
                let mut own = [0; 4];
                let own = c.encode_utf8(&mut own).as_bytes();
                let len = own.len().min(bytes.len() - at);
                bytes[at..at + len].copy_from_slice(&own[..len]);
                at += len;
            }
            // Some of them are ill-formed, and some of those have more first bytes than a well-formed text could have.
            for _ in 0..[0, 0, 3, 200][random.below(4)] {
                bytes[random.below(BEFORE + CELL + AFTER)] =
                    [0xE5, 0x80 | random.below(0x80) as u8][random.below(2)];
            }
            let all = east_asian_characters(&bytes);
            // SAFETY: the processor has the instructions of `avx512`, or there would be no bits.
            let by_vectors = unsafe { avx512::east_asian(&bytes, bits) };
            assert_eq!(by_vectors, all, "{bytes:X?}");
            for (found, all) in found.iter_mut().zip([all.rare, all.frequent]) {
                *found += all.iter().map(|bits| bits.count_ones()).sum::<u32>();
            }
        }
        assert!(found.iter().all(|&found| found > 100_000), "{found:?}");
    }
}
