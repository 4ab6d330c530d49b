//! Reads text that went through UTF-16: each two bytes of its UTF-8 became a character.
//!
//! Other encodings leave ASCII as it is. Here it goes the same way, `bush` becomes `畢桳`, so that all of a text or of a field
//! is one span. Right text of ideographs may be two bytes of ASCII in each of them, too. So most of what comes out must be letters, and
//! signs of ASCII, which the models know nothing of, have a cost of their own.

use std::ops::Range;
use utf8kit::{Endian, utf8};
use utf8kit_encodings::detect::Likelihood;

const BIT: i32 = Likelihood::BIT;

/// Fewer characters may be a word of ideographs.
const FEWEST: usize = 4;

/// More characters are no words of ideographs, whatever they stand for: each of them is bytes of text in one of three.
const LONG: usize = 32;

/// Returns the characters that `letters` are made from, each with its place: characters of the text with theirs.
///
/// `is_cut`: each end may cut a sequence. A character that begins inside of a letter belongs to those that the character before it does
/// not reach, and has an empty place if there is none.
pub(super) fn decode<'l>(
    letters: impl ExactSizeIterator<Item = (char, &'l Range<usize>)>,
    endian: Endian,
    is_cut: [bool; 2],
) -> Option<Vec<(char, Range<usize>)>> {
    let most = letters.len();
    if most < FEWEST {
        return None;
    }
    let mut bytes = Vec::with_capacity(2 * most);
    // The start of the letter that each byte begins, or of the next.
    let mut places = Vec::with_capacity(2 * most + 1);
    let mut end = 0;
    let mut next = 0;
    let mut before = 0;
    for (c, place) in letters {
        let first = places.len();
        for &mut unit in c.encode_utf16(&mut [0; 2]) {
            bytes.extend(bytes_of(unit, endian));
            places.extend([place.end; 2]);
            next += usize::from(before < unit && unit < 0x8000 && before >> 8 == unit >> 8);
            before = unit;
        }
        places[first] = place.start;
        end = place.end;
    }
    // A list of ideographs has those of one radical side by side, in the order of their numbers.
    if next * 2 > most {
        return None;
    }
    places.push(end);
    let mut meant = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        match utf8::decode_first(&bytes[at..]) {
            Some((Ok(c), len)) => {
                meant.push((c, places[at]..places[at + len]));
                at += len;
            }
            // It may continue what begins before.
            _ if is_cut[0] && meant.is_empty() && at < 3 => at += 1,
            _ if is_cut[1] && at + 3 >= bytes.len() => break,
            _ => return None,
        }
    }
    (most > LONG || is_text(&meant)).then_some(meant)
}

fn bytes_of(unit: u16, endian: Endian) -> [u8; 2] {
    match endian {
        Endian::Little => unit.to_le_bytes(),
        Endian::Big => unit.to_be_bytes(),
    }
}

/// Returns `true` if at least two thirds are letters and spaces.
fn is_text(meant: &[(char, Range<usize>)]) -> bool {
    let is_letter = |c: char| c.is_alphabetic() || c == ' ';
    let letters = meant.iter().filter(|(c, _)| is_letter(*c)).count();
    letters * 3 >= meant.len() * 2
}

/// Returns what the signs of ASCII cost.
pub(super) fn signs(meant: &[(char, Range<usize>)]) -> i32 {
    let cost = |c: char| match c {
        ' ' => 2,
        ',' | '.' => 4,
        '\t' | '\n' | '\r' => 8,
        _ if c.is_ascii() && !c.is_ascii_alphabetic() => 6,
        _ => 0,
    };
    meant.iter().map(|&(c, _)| cost(c)).sum::<i32>() * BIT
}
