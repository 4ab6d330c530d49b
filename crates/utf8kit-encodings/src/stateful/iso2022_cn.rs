//! ISO-2022-CN (RFC 1922): ASCII, GB 2312 or plane 1 of CNS 11643 between SO and SI, and characters of plane 2, in seven bits.
//!
//! A sequence designates a set before it is used. A line begins in ASCII, with nothing designated. The sets that ISO-2022-CN-EXT has
//! beside are refused.

use super::items::{character, ill_formed, incomplete};
use crate::east_asian::Set;
use crate::item::{Item, NumberBytes};

const SO: u8 = 0x0E;
const SI: u8 = 0x0F;
const SS2: &[u8] = b"\x1BN";

/// The sequences that designate sets, with the state of each.
const GB2312: (&[u8], u8) = (b"\x1B$)A", 1);
const PLANE_1: (&[u8], u8) = (b"\x1B$)G", 2);
const PLANE_2: (&[u8], u8) = (b"\x1B$*H", 4);

/// The bits of the state that say which set SO selects. It is one of [`GB2312`] and [`PLANE_1`], or none.
const DESIGNATED: u8 = GB2312.1 | PLANE_1.1;

/// The bit of the state that says whether the set is in use.
const SHIFTED: u8 = 8;

fn set(state: u8) -> Option<Set> {
    match state & DESIGNATED {
        1 => Some(Set::Gb2312),
        2 => Some(Set::Cns11643Plane1),
        _ => None,
    }
}

/// Returns the set of which characters are read, if there is one.
pub(super) fn set_in_use(state: u8) -> Option<Set> {
    set(state).filter(|_| state & SHIFTED != 0)
}

/// Moves to the state after SO or SI, and returns `true`, or `false` if `byte` is neither.
pub(super) fn shift(state: &mut u8, byte: u8) -> bool {
    match byte {
        SO if set(*state).is_some() => *state |= SHIFTED,
        SI => *state &= !SHIFTED,
        _ => return false,
    }
    true
}

pub(super) fn read(state: &mut u8, bytes: &[u8], last: bool) -> Item {
    match bytes[0] {
        0x1B => read_escape(state, bytes, last),
        byte if shift(state, byte) => Item::Skip(1),
        b'\n' => {
            *state = 0;
            character('\n', 1)
        }
        SO | 0x80.. => ill_formed(1),
        0x20..=0x7F if *state & SHIFTED != 0 => read_pair(set(*state), bytes, 0, last),
        byte => character(char::from(byte), 1),
    }
}

fn read_escape(state: &mut u8, bytes: &[u8], last: bool) -> Item {
    for (sequence, designated) in [GB2312, PLANE_1, PLANE_2] {
        if bytes.starts_with(sequence) {
            let kept = if designated == PLANE_2.1 { !0 } else { !DESIGNATED };
            *state = *state & kept | designated;
            return Item::Skip(sequence.len());
        }
    }
    if bytes.starts_with(SS2) {
        return match *state & PLANE_2.1 {
            0 => ill_formed(SS2.len()),
            _ => read_pair(Some(Set::Cns11643Plane2), bytes, SS2.len(), last),
        };
    }
    let all = [GB2312.0, PLANE_1.0, PLANE_2.0, SS2];
    match all.iter().any(|sequence| sequence.starts_with(bytes)) {
        true => incomplete(bytes, last),
        false => ill_formed(1),
    }
}

/// Returns the character of the pair at `start`.
fn read_pair(set: Option<Set>, bytes: &[u8], start: usize, last: bool) -> Item {
    match bytes[start..] {
        [lead @ 0x21..=0x7E, trail @ 0x21..=0x7E, ..] => {
            match set.and_then(|set| set.character(lead, trail)) {
                Some(c) => character(c, start + 2),
                None => ill_formed(start + 2),
            }
        }
        [] | [0x21..=0x7E] => incomplete(bytes, last),
        [_, ..] => ill_formed(start.max(1)),
    }
}

pub(super) fn write(state: &mut u8, c: char, out: &mut NumberBytes<'_>) -> Option<()> {
    match c {
        '\x0E' | '\x0F' | '\x1B' => return None,
        ..='\x7F' => {
            end(state, out);
            out.push(c as u8);
            if c == '\n' {
                *state = 0;
            }
            return Some(());
        }
        _ => {}
    }
    let pair_of = |set: Set| Some((set, set.pair(c)?));
    let (set, pair) = match set(*state) {
        Some(Set::Cns11643Plane1) => pair_of(Set::Cns11643Plane1).or_else(|| pair_of(Set::Gb2312)),
        _ => pair_of(Set::Gb2312).or_else(|| pair_of(Set::Cns11643Plane1)),
    }
    .or_else(|| pair_of(Set::Cns11643Plane2))?;
    let (sequence, designated) = match set {
        Set::Gb2312 => GB2312,
        Set::Cns11643Plane1 => PLANE_1,
        _ => PLANE_2,
    };
    if *state & designated == 0 {
        out.extend(sequence);
        let kept = if designated == PLANE_2.1 { !0 } else { !DESIGNATED };
        *state = *state & kept | designated;
    }
    if designated == PLANE_2.1 {
        out.extend(SS2);
    } else if *state & SHIFTED == 0 {
        out.push(SO);
        *state |= SHIFTED;
    }
    out.extend(&pair);
    Some(())
}

pub(super) fn end(state: &mut u8, out: &mut NumberBytes<'_>) {
    if *state & SHIFTED != 0 {
        out.push(SI);
        *state &= !SHIFTED;
    }
}

#[cfg(test)]
mod tests {
    use utf8kit::Policy;

    #[test]
    fn what_is_written_is_read_whatever_sets_follow_each_other() {
        let encoding: crate::Encoding = "ISO-2022-CN".parse().unwrap();
        let characters = |first: u32, last: u32| {
            let all = (first..=last).filter_map(char::from_u32);
            all.filter(|&c| encoding.encode(c.encode_utf8(&mut [0; 4]), Policy::Fail).is_ok())
        };
        let mut all: Vec<char> = characters(0x4E00, 0x9FFF)
            .step_by(7)
            .chain("\nab".chars())
            .collect();
        let mut random = 0x2545_F491_4F6C_DD1D_u64;
        let sets = ["\x1B$)A", "\x1B$)G", "\x1B$*H", "\x0E", "\x0F", "\x1BN"];
        for _ in 0..50 {
            for i in 1..all.len() {
                random = random.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(1);
                all.swap(i, (random >> 33) as usize % i);
            }
            let text: String = all.iter().collect();
            let bytes = encoding.encode(&text, Policy::Fail).unwrap();
            assert!(bytes.is_ascii());
            let written = String::from_utf8_lossy(&bytes);
            assert!(sets.iter().all(|set| written.contains(set)));
            assert_eq!(encoding.decode(&bytes, Policy::Fail).unwrap(), text);
        }
        // A set that is designated is not designated again, nor is one left for another that has the character, too.
        let bytes = encoding.encode("中國中乂乂\n中", Policy::Fail).unwrap();
        assert!(bytes.starts_with(b"\x1B$)A\x0EVP\x1B$)G"));
        let count = |part: &[u8]| bytes.windows(part.len()).filter(|found| *found == part).count();
        assert_eq!(
            (
                count(b"\x1B$)A"),
                count(b"\x1B$)G"),
                count(b"\x1B$*H"),
                count(b"\x1BN")
            ),
            (2, 1, 1, 2)
        );
    }
}
