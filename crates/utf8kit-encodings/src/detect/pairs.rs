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
const ENOUGH_HIGH: usize = 512;
const ENOUGH_ASCII: usize = MOST_SUMMED;

/// Beyond those, a byte that is as rare still counts: one bracket may be all that tells two pages of EBCDIC apart.
const RARE: i16 = 4;

/// But only within so many bytes.
const RARE_WITHIN: usize = 8 << 10;

/// A pair that occurs as many times is looked at first.
const OFTEN: u16 = 4;

/// What a byte is: the class of a letter of ASCII, and these. All that is none of them is alike.
type Kinds = [u8; 256];

/// A byte that counts with the one before it.
const HIGH: u8 = 0x80;

/// A letter of ASCII, or of EBCDIC.
const LETTER: u8 = 0x40;

const CLASS: u8 = 0x1F;

const OF_ASCII: Kinds = {
    let mut kinds = [HIGH; 256];
    let mut byte = 0;
    while byte < 0x80 {
        kinds[byte] = match byte as u8 {
            letter @ (b'a'..=b'z' | b'A'..=b'Z') => LETTER | letter & CLASS,
            _ => 0,
        };
        byte += 1;
    }
    kinds
};

const OF_EBCDIC: Kinds = {
    let mut kinds = [HIGH; 256];
    let mut byte = 0;
    while byte < 256 {
        if matches!(byte & 0xBF, 0x81..=0x89 | 0x91..=0x99 | 0xA2..=0xA9) {
            kinds[byte] |= LETTER;
        }
        byte += 1;
    }
    kinds
};

impl Pairs {
    /// Returns the pairs of `bytes`. `all` says that all are to count as the bytes over 0x7F do: those of EBCDIC.
    pub(super) fn of(bytes: &[u8], all: bool) -> Pairs {
        let (kinds, space) = if all {
            (&OF_EBCDIC, 0x40)
        } else {
            (&OF_ASCII, b' ')
        };
        let kind = |byte: u8| kinds[usize::from(byte)];
        let mut counter = Counter::new(bytes, kinds, space);
        let (mut ascii, mut ascii_len) = ([0; ASCII_CLASSES * ASCII_CLASSES], 0);
        let mut end = bytes.len();
        let (mut here, mut before) = (0, 0);
        while here <= bytes.len() {
            let this = kind(counter.byte(here));
            if (before | this) & HIGH != 0 {
                counter.add(here);
                if counter.len == ENOUGH_HIGH {
                    end = here;
                    break;
                }
            } else if ascii_len < ENOUGH_ASCII {
                let place = usize::from(before & CLASS) * ASCII_CLASSES + usize::from(this & CLASS);
                ascii[place] += 1;
                ascii_len += usize::from(place > 0);
            } else if let Some(len) = bytes[here.min(bytes.len())..]
                .iter()
                .position(|&byte| kind(byte) & HIGH != 0)
            {
                here += len;
                before = kind(bytes[here - 1]);
                continue;
            } else {
                break;
            }
            before = this;
            here += 1;
        }
        let mut is_rare: [bool; 256] =
            std::array::from_fn(|byte| kinds[byte] & HIGH != 0 && counter.counts[byte] < RARE);
        for here in end + 1..bytes.len().min(RARE_WITHIN) {
            let byte = usize::from(bytes[here]);
            if is_rare[byte] {
                counter.add(here);
                is_rare[byte] = counter.counts[byte] < RARE;
            }
        }
        let ascii = (0..).zip(ascii).skip(1).filter(|&(_, count)| count > 0);
        let bytes = (0..=0xFF)
            .filter(|&byte| kind(byte) & HIGH != 0)
            .map(|byte| Byte {
                byte,
                count: counter.counts[usize::from(byte)],
                inside: counter.inside[usize::from(byte)],
                after: counter.after[usize::from(byte)],
            });
        let mut is_seen = [false; 256];
        for pair in &counter.pairs {
            is_seen[usize::from(pair.before)] = true;
            is_seen[usize::from(pair.byte)] = true;
        }
        let (mut high, seldom): (Vec<Pair>, Vec<Pair>) =
            counter.pairs.iter().partition(|pair| pair.count >= OFTEN);
        high.extend(seldom);
        Pairs {
            high,
            end,
            ascii: ascii.collect(),
            bytes: bytes.filter(|byte| byte.count > 0).collect(),
            seen: (0..=0xFF).filter(|&byte| is_seen[usize::from(byte)]).collect(),
        }
    }
}

/// Places in the table of the pairs: twice as many as there may be.
const SLOTS: usize = 2 * (ENOUGH_HIGH + 256 * RARE as usize).next_power_of_two();

/// Counts pairs.
struct Counter<'t> {
    bytes: &'t [u8],
    kinds: &'static Kinds,
    space: u8,
    /// The pairs, each once.
    pairs: Vec<Pair>,
    /// Where they are, with one added, by a hash of their bytes.
    slots: [u16; SLOTS],
    /// The number of pairs.
    len: usize,
    /// How often each byte is the second of a pair, and of those the numbers of [`Byte`].
    counts: [i16; 256],
    inside: [i16; 256],
    after: [i16; 256],
}

impl<'t> Counter<'t> {
    fn new(bytes: &'t [u8], kinds: &'static Kinds, space: u8) -> Counter<'t> {
        Counter {
            bytes,
            kinds,
            space,
            pairs: Vec::with_capacity(ENOUGH_HIGH.min(bytes.len() + 1)),
            slots: [0; SLOTS],
            len: 0,
            counts: [0; 256],
            inside: [0; 256],
            after: [0; 256],
        }
    }

    /// Returns the byte at a place, and beyond the end a space.
    fn byte(&self, at: usize) -> u8 {
        self.bytes.get(at).copied().unwrap_or(self.space)
    }

    /// Adds the byte at a place and the one before it.
    fn add(&mut self, here: usize) {
        let before = here.checked_sub(1).map_or(self.space, |before| self.byte(before));
        let byte = self.byte(here);
        let kind = |byte: u8| self.kinds[usize::from(byte)];
        // All of ASCII that is no letter is alike.
        let [first, second] = [before, byte].map(|byte| if kind(byte) == 0 { b' ' } else { byte });
        let place = usize::from(byte);
        self.len += 1;
        self.counts[place] += 1;
        if kind(before) & LETTER != 0 && kind(byte) & HIGH != 0 {
            let next = kind(self.byte(here + 1));
            self.inside[place] += i16::from(next & LETTER != 0);
            self.after[place] += i16::from(next & (LETTER | HIGH) == 0);
        }
        let hash = usize::from(first) * 0x9E37 + usize::from(second) * 0x85;
        for slot in hash.. {
            let slot = &mut self.slots[slot % SLOTS];
            match self.pairs.get_mut(usize::from(*slot).wrapping_sub(1)) {
                Some(pair) if (pair.before, pair.byte) == (first, second) => pair.count += 1,
                Some(_) => continue,
                None => {
                    self.pairs.push(Pair {
                        before: first,
                        byte: second,
                        count: 1,
                    });
                    *slot = self.pairs.len() as u16;
                }
            }
            break;
        }
    }
}
