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
    /// The bytes over 0x7F.
    pub(super) bytes: Vec<Byte>,
}

/// A byte that occurs.
#[derive(Clone, Copy, Debug)]
pub(super) struct Byte {
    pub(super) byte: u8,
    pub(super) count: i32,
    /// How often it stands between two letters of ASCII, or of EBCDIC.
    pub(super) inside: i32,
    /// How often it stands after such a letter and before none.
    pub(super) after: i32,
}

/// As many pairs of a kind decide.
const ENOUGH_HIGH: usize = 1024;
const ENOUGH_ASCII: usize = 512;

/// Beyond those, a byte that is as rare still counts: one bracket may be all that tells two pages of EBCDIC apart.
const RARE: i32 = 4;

impl Pairs {
    /// Returns the pairs of `bytes`. `all` says that all are to count as the bytes over 0x7F do: those of EBCDIC.
    pub(super) fn of(bytes: &[u8], all: bool) -> Pairs {
        let is_ascii = |byte: u8| byte.is_ascii() && !all;
        let mut high = Vec::new();
        let mut ascii = Vec::new();
        let space = if all { 0x40 } else { b' ' };
        let is_letter = |byte: u8| match all {
            true => is_letter_of_ebcdic(byte),
            false => byte.is_ascii_alphabetic(),
        };
        let mut counts = [0; 256];
        let (mut inside, mut after) = ([0; 256], [0; 256]);
        let mut is_after_letter = false;
        let mut before = space;
        for byte in bytes.iter().copied().chain([space]) {
            if !is_ascii(before) && is_after_letter {
                match is_letter(byte) {
                    true => inside[usize::from(before)] += 1,
                    false => after[usize::from(before)] += is_ascii(byte) as i32,
                }
            }
            is_after_letter = is_letter(before);
            if !is_ascii(before) || !is_ascii(byte) {
                let count = &mut counts[usize::from(byte)];
                if high.len() < ENOUGH_HIGH || *count < RARE && !is_ascii(byte) {
                    high.push(u16::from_be_bytes([before, byte]));
                    *count += 1;
                }
            } else if ascii.len() < ENOUGH_ASCII
                && (before.is_ascii_alphabetic() || byte.is_ascii_alphabetic())
            {
                ascii.push(u16::from_be_bytes([before, byte].map(fold)));
            }
            before = byte;
        }
        let bytes = (0..=0xFF).filter(|&byte| !is_ascii(byte)).map(|byte| Byte {
            byte,
            count: counts[usize::from(byte)],
            inside: inside[usize::from(byte)],
            after: after[usize::from(byte)],
        });
        Pairs {
            high: count(high),
            ascii: count(ascii),
            bytes: bytes.filter(|byte| byte.count > 0).collect(),
        }
    }
}

/// Returns `true` for the letters of ASCII in EBCDIC.
fn is_letter_of_ebcdic(byte: u8) -> bool {
    matches!(byte & 0xBF, 0x81..=0x89 | 0x91..=0x99 | 0xA2..=0xA9)
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
