//! ISO-2022-KR (RFC 1557): ASCII, and KS X 1001 between SO and SI, in seven bits.
//!
//! A text begins with the sequence that designates KS X 1001, which is read anywhere. A line begins in ASCII.

use super::items::{character, ill_formed, incomplete};
use crate::east_asian::Set;
use crate::item::{Item, NumberBytes};

const DESIGNATOR: &[u8] = b"\x1B$)C";
const SO: u8 = 0x0E;
const SI: u8 = 0x0F;

/// The states: KS X 1001 is not designated, it is, and it is in use.
const INITIAL: u8 = 0;
const ASCII: u8 = 1;
const PAIRS: u8 = 2;

/// Returns the state in which ASCII is read as in this one, at the beginning of a text if it is read there.
pub(super) fn plain_state(state: u8) -> u8 {
    match state {
        ASCII => INITIAL,
        _ => state,
    }
}

/// Returns the set of which characters are read, if there is one.
pub(super) fn set_in_use(state: u8) -> Option<Set> {
    (state == PAIRS).then_some(Set::KsX1001)
}

/// Moves to the state after SO or SI, and returns `true`, or `false` if `byte` is neither.
pub(super) fn shift(state: &mut u8, byte: u8) -> bool {
    match byte {
        SO if *state != INITIAL => *state = PAIRS,
        SI => *state = (*state).min(ASCII),
        _ => return false,
    }
    true
}

pub(super) fn read(state: &mut u8, bytes: &[u8], last: bool) -> Item {
    match bytes[0] {
        _ if bytes.starts_with(DESIGNATOR) => {
            *state = (*state).max(ASCII);
            Item::Skip(DESIGNATOR.len())
        }
        0x1B if DESIGNATOR.starts_with(bytes) => incomplete(bytes, last),
        byte if shift(state, byte) => Item::Skip(1),
        b'\n' => {
            *state = (*state).min(ASCII);
            character('\n', 1)
        }
        0x1B | SO | 0x80.. => ill_formed(1),
        lead @ 0x20..=0x7F if *state == PAIRS => match bytes.get(1) {
            _ if !matches!(lead, 0x21..=0x7E) => ill_formed(1),
            None => incomplete(bytes, last),
            Some(&trail @ 0x21..=0x7E) => match Set::KsX1001.character(lead, trail) {
                Some(c) => character(c, 2),
                None => ill_formed(2),
            },
            Some(_) => ill_formed(1),
        },
        byte => character(char::from(byte), 1),
    }
}

pub(super) fn write(state: &mut u8, c: char, out: &mut NumberBytes<'_>) -> Option<()> {
    let pair = match c {
        '\x0E' | '\x0F' | '\x1B' => return None,
        ..='\x7F' => None,
        _ => Some(Set::KsX1001.pair(c)?),
    };
    if *state == INITIAL {
        out.extend(DESIGNATOR);
        *state = ASCII;
    }
    match pair {
        Some(pair) => {
            if *state == ASCII {
                out.push(SO);
                *state = PAIRS;
            }
            out.extend(&pair);
        }
        None => {
            end(state, out);
            out.push(c as u8);
        }
    }
    Some(())
}

pub(super) fn end(state: &mut u8, out: &mut NumberBytes<'_>) {
    if *state == PAIRS {
        out.push(SI);
        *state = ASCII;
    }
}
