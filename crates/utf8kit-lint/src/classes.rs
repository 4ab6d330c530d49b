//! Finds characters by a class that a rule gives them, and skips text without such characters.
//!
//! Three steps, each exact enough for the one before to be cheap:
//!
//! 1. Stretches of 64 bytes are tested together, in plain code that compilers vectorize: does a byte lead to a character
//!    with a class? The lead bytes that do not are a few ranges.
//! 2. Each lead byte that does is looked up with the byte after it: 64 code points of a sequence of 3 bytes, or one of 2.
//! 3. The third byte selects one of them. Sequences of 4 bytes end at 64 code points, and the caller decides.
//!
//! The tables are made from the rule's function at first use, so they need no upkeep for a new version of Unicode. A
//! lead byte always begins a maximal subpart, so ill-formed text needs no attention: the caller decodes what is found.

use utf8kit_encodings::order::sort_by_key;

/// Bytes tested together.
const CHUNK: usize = 64;

/// Bytes of a sequence that the tables depend on.
const KNOWN: usize = 3;

/// Ranges of lead bytes without classes.
const RANGES: usize = 6;

/// The class of a sequence of 4 bytes that shares its first 3 bytes with a code point with a class.
pub(crate) const SOME: u8 = u8::MAX;

pub(crate) struct Classes {
    /// The first byte of each range of bytes that lead to no class, and the distance to its last.
    plain: [(u8, u8); RANGES],
    /// For the lead byte and the second byte, the index in `blocks`.
    pairs: Box<[u8; 64 * 64]>,
    /// For the third byte, the class.
    blocks: Vec<[u8; 64]>,
}

impl Classes {
    /// Returns the tables of `class`, which returns 0 for code points without a class.
    pub(crate) fn new(class: impl Fn(char) -> u8) -> Classes {
        let mut pairs = Box::new([0; 64 * 64]);
        let mut blocks = vec![[0; 64]];
        let mut index = |block: [u8; 64]| {
            let found = blocks.iter().position(|known| *known == block);
            found.unwrap_or_else(|| {
                blocks.push(block);
                blocks.len() - 1
            }) as u8
        };
        let of = |code_point: u32| char::from_u32(code_point).map_or(0, &class);
        for code_point in 0x80..0x800 {
            pairs[pair((code_point >> 6) as u8 | 0xC0, code_point as u8)] = index([of(code_point); 64]);
        }
        for start in (0x800..0x1_0000).step_by(64) {
            let block = std::array::from_fn(|i| of(start + i as u32));
            pairs[pair((start >> 12) as u8 | 0xE0, (start >> 6) as u8)] = index(block);
        }
        // Planes 4 to 13 have no characters, and the last two are for private use.
        let planes = (0x1_0000..0x4_0000).chain(0xE_0000..0xF_0000);
        for start in planes.step_by(64 * 64) {
            let is_some = |i| (0..64).any(|j| of(start + i as u32 * 64 + j) != 0);
            let block = std::array::from_fn(|i| if is_some(i) { SOME } else { 0 });
            pairs[pair((start >> 18) as u8 | 0xF0, (start >> 12) as u8)] = index(block);
        }
        let has_class = |lead: u8| lead >= 0xC0 && (0..64).any(|second| pairs[pair(lead, second)] != 0);
        Classes {
            plain: plain_ranges(&std::array::from_fn(|lead| has_class(lead as u8))),
            pairs,
            blocks,
        }
    }

    /// Returns the number of different blocks of 64 code points.
    #[cfg(test)]
    pub(crate) fn len(&self) -> usize {
        self.blocks.len()
    }

    /// Returns the class of the sequence that begins with `x`, `y` and `z`, where `x` is a lead byte. It means nothing if
    /// the sequence is ill-formed.
    #[inline(always)]
    pub(crate) fn class(&self, x: u8, y: u8, z: u8) -> u8 {
        self.blocks[usize::from(self.pairs[pair(x, y)])][usize::from(z & 0x3F)]
    }

    /// Passes each place in `bytes[from..to]` where a sequence with a class begins, and the class, to `visit`, until it
    /// returns something, and returns that.
    pub(crate) fn find<T>(
        &self,
        bytes: &[u8],
        from: usize,
        to: usize,
        mut visit: impl FnMut(usize, u8) -> Option<T>,
    ) -> Option<T> {
        let mut at = from;
        while at < to {
            let mut padded = [0; CHUNK + KNOWN - 1];
            let chunk = match bytes[at..].first_chunk() {
                Some(chunk) if at + CHUNK <= to => chunk,
                _ => {
                    // What leads at or after `to` is not searched for, but completes what leads before it.
                    let rest = &bytes[at..bytes.len().min(at + padded.len())];
                    padded[..rest.len()].copy_from_slice(rest);
                    for byte in padded.iter_mut().skip(to - at).filter(|byte| **byte >= 0xC0) {
                        *byte = 0;
                    }
                    &padded
                }
            };
            let mut leads = self.leads(chunk);
            while leads != 0 {
                let i = leads.trailing_zeros() as usize;
                leads &= leads - 1;
                let class = self.class(chunk[i], chunk[i + 1], chunk[i + 2]);
                if class != 0
                    && let Some(found) = visit(at + i, class)
                {
                    return Some(found);
                }
            }
            at += CHUNK;
        }
        None
    }

    /// Returns a bit for each of the first 64 bytes: whether it may lead to a class.
    #[inline(always)]
    fn leads(&self, chunk: &[u8; CHUNK + KNOWN - 1]) -> u64 {
        let mut flags = [0_u8; CHUNK];
        let mut any = 0;
        for i in 0..CHUNK {
            let byte = chunk[i];
            let mut is_plain = false;
            for &(first, distance) in &self.plain {
                is_plain |= byte.wrapping_sub(first) <= distance;
            }
            flags[i] = u8::from(!is_plain);
            any |= flags[i];
        }
        if any == 0 {
            return 0;
        }
        let mut leads = 0;
        for (i, eight) in flags.chunks_exact(8).enumerate() {
            let eight = u64::from_le_bytes(eight.try_into().unwrap_or_default());
            // Each flag moves to its bit of the last byte.
            leads |= (eight.wrapping_mul(0x0102_0408_1020_4080) >> 56) << (8 * i);
        }
        leads
    }
}

/// Returns the index of a lead byte and the byte after it.
#[inline(always)]
const fn pair(lead: u8, second: u8) -> usize {
    (lead as usize & 0x3F) << 6 | (second as usize & 0x3F)
}

/// Returns the length of a sequence that has a class, from its lead byte.
pub(crate) const fn utf8_len(lead: u8) -> usize {
    match lead {
        0xF0.. => 4,
        0xE0.. => 3,
        _ => 2,
    }
}

/// Returns the longest ranges of bytes that have no class, as their first bytes and the distances to their last.
fn plain_ranges(has_class: &[bool; 256]) -> [(u8, u8); RANGES] {
    let mut ranges: Vec<(u8, u8)> = Vec::new();
    for byte in (0..=u8::MAX).filter(|&byte| !has_class[usize::from(byte)]) {
        match ranges.last_mut() {
            Some((first, distance)) if byte - *first == *distance + 1 => *distance += 1,
            _ => ranges.push((byte, 0)),
        }
    }
    // That of ASCII is the first.
    sort_by_key(&mut ranges, |&(first, distance)| {
        if first == 0 {
            i64::MIN
        } else {
            -i64::from(distance)
        }
    });
    std::array::from_fn(|i| ranges.get(i).copied().unwrap_or((0, 0)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_class_is_found_and_nothing_else() {
        let class = |c: char| match u32::from(c) {
            n if n < 0x1000 => u8::from(n % 7 == 3) * 5,
            0x4_0000..0xE_0000 | 0xF_0000.. => 0,
            n if n % 1000 == 1 => 9,
            _ => 0,
        };
        let classes = Classes::new(class);
        for c in '\u{80}'..=char::MAX {
            let mut buffer = [0; 4];
            let bytes = c.encode_utf8(&mut buffer).as_bytes();
            let found = classes.find(bytes, 0, bytes.len(), |at, class| Some((at, class)));
            match (found, class(c)) {
                (None, 0) => {}
                (Some((0, SOME)), _) if bytes.len() == 4 => {}
                (Some((0, found)), class) => assert_eq!(found, class, "{c:?}"),
                found => panic!("{c:?}: {found:?}"),
            }
        }
    }

    #[test]
    fn each_place_is_found_in_any_range() {
        let classes = Classes::new(|c| u8::from(c == 'é') + 2 * u8::from(c == '€'));
        let text = "aéb€ ü€ é".repeat(30).into_bytes();
        let expected: Vec<_> = String::from_utf8_lossy(&text)
            .char_indices()
            .filter(|(_, c)| matches!(c, 'é' | '€'))
            .map(|(at, c)| (at, if c == 'é' { 1 } else { 2 }))
            .collect();
        for from in 0..text.len() {
            for to in (from..text.len()).step_by(7) {
                let mut found = Vec::new();
                let none: Option<()> = classes.find(&text, from, to, |at, class| {
                    found.push((at, class));
                    None
                });
                assert!(none.is_none());
                let expected = expected.iter().filter(|(at, _)| (from..to).contains(at));
                assert!(found.iter().eq(expected), "{from}..{to}");
            }
        }
    }
}
