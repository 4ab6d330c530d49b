//! The pairs of bytes of a text, each once.

/// A byte after another, and how often.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pair {
    pub(super) before: u8,
    pub(super) byte: u8,
    pub(super) count: i32,
}

/// What is looked at in a text.
#[derive(Debug, Default)]
pub(super) struct Pairs {
    /// Those with a byte over 0x7F.
    pub(super) high: Vec<Pair>,
    /// Those of ASCII with a letter.
    pub(super) ascii: Vec<Pair>,
    /// How often each byte over 0x7F occurs, for those that do.
    pub(super) bytes: Vec<(u8, i32)>,
}

/// As many pairs of a kind decide.
const ENOUGH_HIGH: usize = 1024;
const ENOUGH_ASCII: usize = 512;

impl Pairs {
    /// Returns the pairs of `bytes`. `all` says that all are to count as the bytes over 0x7F do: those of EBCDIC.
    pub(super) fn of(bytes: &[u8], all: bool) -> Pairs {
        let is_ascii = |byte: u8| byte.is_ascii() && !all;
        let mut high = Vec::new();
        let mut ascii = Vec::new();
        let space = if all { 0x40 } else { b' ' };
        let mut before = space;
        for byte in bytes.iter().copied().chain([space]) {
            if !is_ascii(before) || !is_ascii(byte) {
                high.push(u16::from_be_bytes([before, byte]));
                if high.len() == ENOUGH_HIGH {
                    break;
                }
            } else if ascii.len() < ENOUGH_ASCII
                && (before.is_ascii_alphabetic() || byte.is_ascii_alphabetic())
            {
                ascii.push(u16::from_be_bytes([before, byte].map(fold)));
            }
            before = byte;
        }
        let mut counts = [0; 256];
        for pair in &high {
            counts[usize::from(pair.to_be_bytes()[1])] += 1;
        }
        let bytes = (0..=0xFF)
            .filter(|&byte| !is_ascii(byte))
            .map(|byte| (byte, counts[usize::from(byte)]));
        Pairs {
            high: count(high),
            ascii: count(ascii),
            bytes: bytes.filter(|byte| byte.1 > 0).collect(),
        }
    }
}

/// All that is no letter is alike.
fn fold(byte: u8) -> u8 {
    match byte.is_ascii_alphabetic() {
        true => byte.to_ascii_lowercase(),
        false => b' ',
    }
}

fn count(mut pairs: Vec<u16>) -> Vec<Pair> {
    pairs.sort_unstable();
    let pair = |chunk: &[u16]| {
        let [before, byte] = chunk[0].to_be_bytes();
        Pair {
            before,
            byte,
            count: chunk.len() as i32,
        }
    };
    pairs.chunk_by(|a, b| a == b).map(pair).collect()
}
