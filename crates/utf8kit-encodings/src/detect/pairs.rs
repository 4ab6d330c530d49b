//! The pairs of bytes of a text, each once.

use super::model::MOST_SUMMED;

/// A byte after another, and how often.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pair {
    pub(super) before: u8,
    pub(super) byte: u8,
    pub(super) count: u16,
}

/// The letters of ASCII, and all that is none.
pub(super) const ASCII_CLASSES: usize = 27;

/// What is looked at in a text.
#[derive(Debug, Default)]
pub(super) struct Pairs {
    /// Those with a byte over 0x7F, the frequent first.
    pub(super) high: Vec<Pair>,
    /// Those of ASCII with a letter: the class of one and of the other, as a number of two digits, and how often.
    pub(super) ascii: Vec<(u16, u16)>,
    /// The bytes over 0x7F.
    pub(super) bytes: Vec<Byte>,
    /// Where the bytes end of which all pairs count.
    pub(super) end: usize,
    /// The bytes of the pairs of [`high`](Self::high).
    pub(super) seen: Vec<u8>,
}

/// A byte that occurs.
#[derive(Clone, Copy, Debug)]
pub(super) struct Byte {
    pub(super) byte: u8,
    pub(super) count: i16,
    /// How often it stands between two letters of ASCII, or of EBCDIC.
    pub(super) inside: i16,
    /// How often it stands after such a letter and before none.
    pub(super) after: i16,
}

/// As many pairs of a kind decide.
const ENOUGH_HIGH: usize = 1024;
const ENOUGH_ASCII: usize = MOST_SUMMED;

/// Beyond those, a byte that is as rare still counts: one bracket may be all that tells two pages of EBCDIC apart.
const RARE: i16 = 4;

/// But only within so many bytes.
const RARE_WITHIN: usize = 8 << 10;

/// A pair that occurs as many times is looked at first.
const OFTEN: usize = 4;

impl Pairs {
    /// Returns the pairs of `bytes`. `all` says that all are to count as the bytes over 0x7F do: those of EBCDIC.
    pub(super) fn of(bytes: &[u8], all: bool) -> Pairs {
        let is_ascii = |byte: u8| byte.is_ascii() && !all;
        let is_letter = |byte: u8| match all {
            true => is_letter_of_ebcdic(byte),
            false => byte.is_ascii_alphabetic(),
        };
        let space = if all { 0x40 } else { b' ' };
        let at = |at: usize| bytes.get(at).copied().unwrap_or(space);
        let (mut ascii, mut ascii_len) = ([0; ASCII_CLASSES * ASCII_CLASSES], 0);
        let mut high = Vec::with_capacity(ENOUGH_HIGH.min(bytes.len() + 1));
        let mut counts = [0; 256];
        let (mut inside, mut after) = ([0; 256], [0; 256]);
        let mut add = |before: u8, byte: u8, next: u8| {
            high.push([before, byte].map(|byte| if is_ascii(byte) { fold(byte) } else { byte }));
            let place = usize::from(byte);
            counts[place] += 1;
            if is_letter(before) && !is_ascii(byte) {
                match is_letter(next) {
                    true => inside[place] += 1,
                    false => after[place] += is_ascii(next) as i16,
                }
            }
            (high.len(), counts[place])
        };
        let mut is_rare = [false; 256];
        (0..=0xFF)
            .filter(|&byte| !is_ascii(byte))
            .for_each(|byte| is_rare[usize::from(byte)] = true);
        let mut end = bytes.len();
        let mut before = space;
        for here in 0..=bytes.len() {
            let byte = at(here);
            if !is_ascii(before) || !is_ascii(byte) {
                let (len, count) = add(before, byte, at(here + 1));
                is_rare[usize::from(byte)] &= count < RARE;
                if len == ENOUGH_HIGH {
                    end = here;
                    break;
                }
            } else if ascii_len < ENOUGH_ASCII
                && let [before, byte] = [before, byte].map(|byte| usize::from(CLASSES[usize::from(byte)]))
                && let place = before * ASCII_CLASSES + byte
                && place > 0
            {
                ascii[place] += 1;
                ascii_len += 1;
            }
            before = byte;
        }
        for here in end + 1..bytes.len().min(RARE_WITHIN) {
            let byte = bytes[here];
            if is_rare[usize::from(byte)] {
                let (_, count) = add(bytes[here - 1], byte, at(here + 1));
                is_rare[usize::from(byte)] = count < RARE;
            }
        }
        let bytes = (0..=0xFF).filter(|&byte| !is_ascii(byte)).map(|byte| Byte {
            byte,
            count: counts[usize::from(byte)],
            inside: inside[usize::from(byte)],
            after: after[usize::from(byte)],
        });
        let high = count(high);
        let mut is_seen = [false; 256];
        for pair in &high {
            is_seen[usize::from(pair.before)] = true;
            is_seen[usize::from(pair.byte)] = true;
        }
        let ascii = (0..).zip(ascii).filter(|&(_, count)| count > 0);
        Pairs {
            high,
            end,
            ascii: ascii.collect(),
            bytes: bytes.filter(|byte| byte.count > 0).collect(),
            seen: (0..=0xFF).filter(|&byte| is_seen[usize::from(byte)]).collect(),
        }
    }
}

/// Returns `true` for the letters of ASCII in EBCDIC.
fn is_letter_of_ebcdic(byte: u8) -> bool {
    matches!(byte & 0xBF, 0x81..=0x89 | 0x91..=0x99 | 0xA2..=0xA9)
}

/// The class of each byte of ASCII: letters have theirs, and all others one.
const CLASSES: [u8; 256] = {
    let mut classes = [0; 256];
    let mut letter = 0;
    while letter < 26 {
        classes[b'a' as usize + letter] = letter as u8 + 1;
        classes[b'A' as usize + letter] = letter as u8 + 1;
        letter += 1;
    }
    classes
};

/// All of ASCII that is no letter is alike.
fn fold(byte: u8) -> u8 {
    if byte.is_ascii_alphabetic() { byte } else { b' ' }
}

/// Returns the pairs, each once, those first that occur often.
fn count(pairs: Vec<[u8; 2]>) -> Vec<Pair> {
    let sorted = sorted_by(sorted_by(pairs, |pair| pair[1]), |pair| pair[0]);
    let (mut often, mut seldom) = (Vec::with_capacity(sorted.len()), Vec::with_capacity(sorted.len()));
    for chunk in sorted.chunk_by(|a, b| a == b) {
        let [before, byte] = chunk[0];
        let pairs = if chunk.len() < OFTEN {
            &mut seldom
        } else {
            &mut often
        };
        pairs.push(Pair {
            before,
            byte,
            count: chunk.len() as u16,
        });
    }
    often.append(&mut seldom);
    often
}

/// Returns pairs in the order of a byte of theirs, and else in the order that they have.
fn sorted_by(pairs: Vec<[u8; 2]>, key: impl Fn(&[u8; 2]) -> u8) -> Vec<[u8; 2]> {
    let mut ends = [0; 256];
    for pair in &pairs {
        ends[usize::from(key(pair))] += 1;
    }
    let mut end = 0;
    for place in &mut ends {
        end += *place;
        *place = end;
    }
    let mut sorted = vec![[0; 2]; pairs.len()];
    for pair in pairs.iter().rev() {
        let place: &mut usize = &mut ends[usize::from(key(pair))];
        *place -= 1;
        sorted[*place] = *pair;
    }
    sorted
}
