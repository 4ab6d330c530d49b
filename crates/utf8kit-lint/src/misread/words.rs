//! Divides a text into cells and words.

use crate::double_encoded::{Table, Through};
use std::ops::Range;
use utf8kit::utf8;
use utf8kit_encodings::detect::Likelihood;

/// Bytes of the text whose words decide together.
pub(super) const CELL: usize = 256;

/// Longer words are divided where cells are. Chinese and Japanese have no spaces.
const LONG: usize = 960;

/// Characters between spaces that are not all ASCII.
pub(super) struct Word<'t> {
    /// Its bytes in the text.
    pub(super) range: Range<usize>,
    pub(super) text: &'t str,
    /// How likely it is as it stands there, and how unlikely in fifths of a bit.
    pub(super) shown: Likelihood,
    pub(super) cost: i32,
    /// The number of its letters of ASCII and of what is not ASCII. What has two bytes counts twice.
    pub(super) letters: usize,
    /// What it costs beyond what a word of correct text does, if it does.
    pub(super) beyond: i32,
    /// Whether it is part of a longer one.
    pub(super) is_part: bool,
    /// Whether it is one letter or sign. Lists of characters have such words.
    pub(super) is_alone: bool,
    /// Whether it is UTF-8 in an encoding that texts go through often. It is not undone.
    pub(super) may_be_double_encoded: bool,
}

const BIT: i32 = Likelihood::BIT;

/// What a word of correct text, and each of its letters, may cost.
const WORD: i32 = 12 * BIT;
const USUAL: i32 = 9 * BIT / 2;
const USUAL_EAST_ASIAN: i32 = 11 * BIT;

impl<'t> Word<'t> {
    fn new(text: &'t str, range: Range<usize>, is_part: bool) -> Word<'t> {
        let text = &text[range.clone()];
        let is_letter = |c: &char| !c.is_ascii() || c.is_ascii_alphabetic();
        let letters = text.chars().filter(is_letter).count();
        let east_asian = text.chars().filter(|&c| is_east_asian(c)).count();
        let mut shown = Likelihood::default();
        shown.add("", text, None);
        let cost = shown.fifths();
        let usual = WORD + USUAL * (letters - east_asian) as i32 + USUAL_EAST_ASIAN * east_asian as i32;
        Word {
            range,
            cost,
            beyond: (cost - usual).max(0),
            is_part,
            may_be_double_encoded: may_be_double_encoded(text),
            is_alone: letters == 1,
            letters: letters + east_asian,
            text,
            shown,
        }
    }
}

/// Returns `true` for letters that have two bytes in the encodings of East Asia.
pub(super) fn is_east_asian(c: char) -> bool {
    matches!(c, '\u{3040}'..='\u{30FF}' | '\u{3400}'..='\u{9FFF}' | '\u{AC00}'..='\u{D7A3}')
}

/// Returns `true` if a word is UTF-8 in an encoding that texts go through often.
fn may_be_double_encoded(word: &str) -> bool {
    let table = Table::get();
    let is_utf8 = |through: Through| {
        let byte = |c: char| match u8::try_from(c).ok().filter(u8::is_ascii) {
            Some(ascii) => Some(ascii),
            None => table.bytes(c).of(through).0,
        };
        let bytes: Option<Vec<u8>> = word.chars().map(byte).collect();
        bytes.is_some_and(|bytes| utf8::validate(&bytes).is_ok())
    };
    [
        Through::WINDOWS_1252,
        Through::LATIN_1,
        Through::WINDOWS_1250,
        Through::ISO_8859_2,
        Through::WINDOWS_1251,
    ]
    .into_iter()
    .any(is_utf8)
}

/// Returns the words of `text`, which is at `start` of the whole text, that belong to a cell: that of their start, or of each part
/// if they are long.
pub(super) fn in_cell(text: &str, start: usize, cell: usize) -> Vec<Word<'_>> {
    let bytes = text.as_bytes();
    let place = |cell: usize| (cell * CELL).saturating_sub(start).min(text.len());
    let (from, to) = (place(cell), place(cell + 1));
    if bytes[from..to].is_ascii() {
        return Vec::new();
    }
    let is_space = |byte: &u8| *byte <= b' ';
    let mut all = Vec::new();
    // The word that goes on in the cell.
    let before = bytes[..from]
        .iter()
        .rev()
        .take(LONG + 1)
        .take_while(|byte| !is_space(byte));
    let mut at = from - before.count();
    while at < to {
        let end = bytes[at..].iter().take(LONG + 1 + CELL).position(is_space);
        let end = end.map_or(text.len().min(at + LONG + 1 + CELL), |len| at + len);
        let is_part = end - at > LONG;
        let word = match !is_part {
            true if at >= from => at..end,
            true => 0..0,
            false => utf8::ceil_boundary(bytes, at.max(from))..utf8::ceil_boundary(bytes, end.min(to)),
        };
        if !bytes[word.clone()].is_ascii() {
            all.push(Word::new(text, word, is_part));
        }
        at = end + 1;
    }
    all
}
