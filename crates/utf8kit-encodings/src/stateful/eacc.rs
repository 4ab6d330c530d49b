//! EACC, the East Asian Character Code (ANSI/NISO Z39.64): three bytes from `0x21` to `0x7E` for each character.

use super::eacc_bits::{BITS, COUNT};
use std::sync::OnceLock;

/// The ideographic space, whose code has a byte that no other has.
const SPACE: ([u8; 3], char) = ([0x21, 0x23, 0x20], '\u{3000}');

/// The set. All its characters are in the basic multilingual plane.
struct Eacc {
    /// The place of each code among all of three bytes, in ascending order, and its character.
    codes: Vec<(u32, u16)>,
    /// For each character of the plane, the index of its first code and one, or zero.
    indices: Box<[u16]>,
}

/// Reads numbers from bits.
struct Bits {
    at: usize,
}

impl Bits {
    fn next(&mut self) -> u32 {
        let bit = BITS[self.at / 64] >> (63 - self.at % 64) & 1;
        self.at += 1;
        bit as u32
    }

    /// Returns a number that is written as an exponential Golomb code of this order.
    fn number(&mut self, order: u32) -> u32 {
        let mut more = order;
        while self.next() == 0 {
            more += 1;
        }
        (0..more).fold(1, |number, _| number << 1 | self.next()) - (1 << order)
    }
}

fn eacc() -> &'static Eacc {
    static EACC: OnceLock<Eacc> = OnceLock::new();
    EACC.get_or_init(|| {
        let mut bits = Bits { at: 0 };
        let (mut place, mut character) = (0, 0_u16);
        let codes: Vec<_> = (0..COUNT)
            .map(|_| {
                place += bits.number(0) + 1;
                let difference = bits.number(4);
                let distance = (difference >> 1) as u16;
                character = match difference & 1 {
                    0 => character + distance,
                    _ => character - distance - 1,
                };
                (place - 1, character)
            })
            .collect();
        let mut indices = vec![0; 1 << 16];
        for (&(_, character), index) in codes.iter().zip(1..) {
            let first = &mut indices[usize::from(character)];
            if *first == 0 {
                *first = index;
            }
        }
        let indices = indices.into();
        Eacc { codes, indices }
    })
}

/// Returns `true` for a byte of the set.
fn is_byte(byte: u8) -> bool {
    matches!(byte, 0x21..=0x7E)
}

/// Returns how many of `bytes`, of which the first one is one of the set, belong to a code: less than three if the next one is
/// none, or if there are no more.
pub(super) fn len(bytes: &[u8]) -> usize {
    if bytes.starts_with(&SPACE.0) {
        return 3;
    }
    bytes.iter().take(3).take_while(|&&byte| is_byte(byte)).count()
}

/// Returns the character of a code.
pub(super) fn character(code: [u8; 3]) -> Option<char> {
    if code == SPACE.0 {
        return Some(SPACE.1);
    }
    let place = code.iter().try_fold(0, |place, &byte| {
        is_byte(byte).then(|| place * 94 + u32::from(byte - 0x21))
    })?;
    let codes = &eacc().codes;
    let index = codes.binary_search_by_key(&place, |&(known, _)| known).ok()?;
    char::from_u32(codes[index].1.into())
}

/// Returns the code of a character: the first one, if there are several.
pub(super) fn code(c: char) -> Option<[u8; 3]> {
    if c == SPACE.1 {
        return Some(SPACE.0);
    }
    let Eacc { codes, indices } = eacc();
    let index = indices.get(c as usize)?.checked_sub(1)?;
    let (place, _) = codes[usize::from(index)];
    Some([place / 94 / 94, place / 94 % 94, place % 94].map(|digit| 0x21 + digit as u8))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_is_read_and_every_character_written() {
        let codes = &eacc().codes;
        assert_eq!(codes.len(), COUNT);
        assert!(codes.is_sorted_by(|a, b| a.0 < b.0));
        let written: Vec<char> = ('\0'..='\u{FFFF}').filter(|&c| code(c).is_some()).collect();
        assert_eq!(written.len(), 15_519);
        assert!(
            written
                .into_iter()
                .all(|c| character(code(c).unwrap()) == Some(c))
        );
        for (bytes, c) in [
            (*b"\x21\x30\x34", '中'),
            (*b"\x21\x23\x20", '\u{3000}'),
            (*b"\x69\x24\x22", 'あ'),
            (*b"\x6F\x5C\x65", '한'),
            (*b"\x4B\x37\x6F", '国'),
        ] {
            assert_eq!((character(bytes), code(c)), (Some(c), Some(bytes)));
        }
        assert_eq!(
            (character(*b"\x21\x21\x21"), code('a'), code('\u{2FFFF}')),
            (None, None, None)
        );
    }
}
