//! The bytes that characters begin with, for searches that skip all other characters.

use std::ops::RangeInclusive;
use utf8kit::Subset;

/// Returns a table of whether a byte begins the UTF-8 sequence of a character outside of a subset.
pub(crate) fn outside(subset: Subset<'_>) -> [bool; 256] {
    let mut table = [false; 256];
    for c in '\0'..=char::MAX {
        let first = first_byte(c);
        if !table[first] {
            table[first] = !subset.contains(c.into());
        }
    }
    table
}

/// Returns a table of whether a byte begins the UTF-8 sequence of a character of one of these ranges.
pub(crate) fn inside(ranges: &[RangeInclusive<char>]) -> [bool; 256] {
    let mut table = [false; 256];
    for range in ranges {
        table[first_byte(*range.start())..=first_byte(*range.end())].fill(true);
    }
    table
}

/// Returns the first byte of the UTF-8 sequence of `c`.
fn first_byte(c: char) -> usize {
    usize::from(c.encode_utf8(&mut [0; 4]).as_bytes()[0])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_outside_begin_with_a_byte_of_the_table() {
        for subset in [
            Subset::NET_UNICODE,
            Subset::UNICODE_SCALARS,
            Subset::XML_CHARACTERS,
            Subset::UNICODE_ASSIGNABLES,
        ] {
            let table = outside(subset);
            for c in '\0'..=char::MAX {
                assert!(table[first_byte(c)] || subset.contains(c.into()), "{c:?}");
            }
        }
        assert!(!outside(Subset::UNICODE_ASSIGNABLES)[usize::from(b'a')]);
    }

    #[test]
    fn characters_inside_begin_with_a_byte_of_the_table() {
        let table = inside(&['\u{3400}'..='\u{4DFF}']);
        assert_eq!(table.iter().filter(|&&begins| begins).count(), 2);
        assert!(table[0xE3] && table[0xE4]);
    }
}
