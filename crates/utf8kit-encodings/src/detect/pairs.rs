//! The pairs of bytes of a text.

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
#[derive(Debug)]
pub(super) struct Pairs {
    /// Those with a byte over 0x7F, the frequent first, and each once, but for those of rare bytes.
    pub(super) high: Vec<Pair>,
    /// Those of ASCII with a letter: the class of one and of the other, as a number of two digits, and how often.
    pub(super) ascii: Vec<(u16, u16)>,
    /// The bytes over 0x7F. In EBCDIC, all are as those.
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
pub(super) const ENOUGH_ASCII: usize = 434;

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

/// A text, as its bytes are counted.
#[derive(Clone, Copy)]
pub(super) struct Text<'t> {
    bytes: &'t [u8],
    kinds: &'static Kinds,
    space: u8,
}

impl<'t> Text<'t> {
    /// Returns a text in which bytes over 0x7F count, and those of ASCII apart.
    pub(super) fn of_ascii(bytes: &'t [u8]) -> Text<'t> {
        Text {
            bytes,
            kinds: &OF_ASCII,
            space: b' ',
        }
    }

    /// Returns a text in which all bytes count.
    pub(super) fn of_ebcdic(bytes: &'t [u8]) -> Text<'t> {
        Text {
            bytes,
            kinds: &OF_EBCDIC,
            space: 0x40,
        }
    }

    /// Returns the byte at a place, and beyond the end a space.
    fn byte(self, at: usize) -> u8 {
        self.bytes.get(at).copied().unwrap_or(self.space)
    }

    fn kind(self, byte: u8) -> u8 {
        self.kinds[usize::from(byte)]
    }

    /// Returns the byte at a place and the one before it. All of ASCII that is no letter is alike.
    fn pair(self, at: usize) -> [u8; 2] {
        let before = at.checked_sub(1).map_or(self.space, |before| self.byte(before));
        [before, self.byte(at)].map(|byte| if self.kind(byte) == 0 { b' ' } else { byte })
    }
}

impl Pairs {
    /// Returns the first pairs of a text.
    pub(super) fn of(text: Text) -> Pairs {
        let bytes = text.bytes;
        let mut counter = Counter::new(bytes.len());
        let mut occurring = Occurring::new();
        let (mut ascii, mut ascii_len) = ([0; ASCII_CLASSES * ASCII_CLASSES], 0);
        let mut end = bytes.len();
        let (mut here, mut before) = (0, 0);
        while here <= bytes.len() {
            let this = text.kind(text.byte(here));
            if (before | this) & HIGH != 0 {
                counter.add(text.pair(here));
                occurring.add(text, here);
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
                .position(|&byte| text.kind(byte) & HIGH != 0)
            {
                here += len;
                before = text.kind(bytes[here - 1]);
                continue;
            } else {
                break;
            }
            before = this;
            here += 1;
        }
        let ascii = (0..).zip(ascii).skip(1).filter(|&(_, count)| count > 0);
        let (mut high, seldom): (Vec<Pair>, Vec<Pair>) =
            counter.pairs.iter().partition(|pair| pair.count >= OFTEN);
        high.extend(seldom);
        Pairs {
            seen: seen(&high),
            high,
            end,
            ascii: ascii.collect(),
            bytes: occurring.bytes(text),
        }
    }

    /// Returns how often the bytes over 0x7F occur.
    pub(super) fn high_len(&self) -> i32 {
        self.bytes.iter().map(|byte| i32::from(byte.count)).sum()
    }

    /// Adds those with a byte that is rare so far, one by one.
    pub(super) fn add_rare(&mut self, text: Text) {
        let places = self.end + 1..text.bytes.len().min(RARE_WITHIN);
        if places.is_empty() {
            return;
        }
        let mut occurring = Occurring::new();
        for &byte in &self.bytes {
            occurring.bytes[usize::from(byte.byte)] = byte;
        }
        let mut is_rare = occurring
            .bytes
            .map(|byte| text.kind(byte.byte) & HIGH != 0 && byte.count < RARE);
        for here in places {
            let byte = usize::from(text.bytes[here]);
            if is_rare[byte] {
                let [before, byte] = text.pair(here);
                self.high.push(Pair {
                    before,
                    byte,
                    count: 1,
                });
                occurring.add(text, here);
                is_rare[usize::from(byte)] = occurring.bytes[usize::from(byte)].count < RARE;
            }
        }
        self.seen = seen(&self.high);
        self.bytes = occurring.bytes(text);
    }
}

/// Returns the bytes of pairs.
fn seen(pairs: &[Pair]) -> Vec<u8> {
    let mut is_seen = [false; 256];
    for pair in pairs {
        is_seen[usize::from(pair.before)] = true;
        is_seen[usize::from(pair.byte)] = true;
    }
    (0..=0xFF).filter(|&byte| is_seen[usize::from(byte)]).collect()
}

/// How often each byte occurs.
struct Occurring {
    bytes: [Byte; 256],
}

impl Occurring {
    fn new() -> Occurring {
        Occurring {
            bytes: std::array::from_fn(|byte| Byte {
                byte: byte as u8,
                count: 0,
                inside: 0,
                after: 0,
            }),
        }
    }

    /// Adds the byte at a place.
    fn add(&mut self, text: Text, here: usize) {
        let byte = text.byte(here);
        let place = &mut self.bytes[usize::from(byte)];
        place.count += 1;
        let before = here.checked_sub(1).map_or(text.space, |before| text.byte(before));
        if text.kind(before) & LETTER != 0 && text.kind(byte) & HIGH != 0 {
            let next = text.kind(text.byte(here + 1));
            place.inside += i16::from(next & LETTER != 0);
            place.after += i16::from(next & (LETTER | HIGH) == 0);
        }
    }

    /// Returns the bytes that occur and are not of ASCII.
    fn bytes(self, text: Text) -> Vec<Byte> {
        let occurring = |byte: &Byte| byte.count > 0 && text.kind(byte.byte) & HIGH != 0;
        self.bytes.into_iter().filter(occurring).collect()
    }
}

/// Places in the table of the pairs: twice as many as there may be.
const SLOTS: usize = 2 * ENOUGH_HIGH.next_power_of_two();

/// Counts pairs.
struct Counter {
    /// The pairs, each once.
    pairs: Vec<Pair>,
    /// Where they are, with one added, by a hash of their bytes.
    slots: [u16; SLOTS],
    /// The number of pairs.
    len: usize,
}

impl Counter {
    /// Returns a counter for a text of `len` bytes.
    fn new(len: usize) -> Counter {
        Counter {
            pairs: Vec::with_capacity(ENOUGH_HIGH.min(len + 1)),
            slots: [0; SLOTS],
            len: 0,
        }
    }

    fn add(&mut self, [before, byte]: [u8; 2]) {
        self.len += 1;
        let hash = usize::from(before) * 0x9E37 + usize::from(byte) * 0x85;
        for slot in hash.. {
            let slot = &mut self.slots[slot % SLOTS];
            match self.pairs.get_mut(usize::from(*slot).wrapping_sub(1)) {
                Some(pair) if (pair.before, pair.byte) == (before, byte) => pair.count += 1,
                Some(_) => continue,
                None => {
                    self.pairs.push(Pair {
                        before,
                        byte,
                        count: 1,
                    });
                    *slot = self.pairs.len() as u16;
                }
            }
            break;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn high(pairs: &Pairs) -> Vec<(u8, u8, u16)> {
        let high = pairs.high.iter();
        let mut high: Vec<_> = high.map(|pair| (pair.before, pair.byte, pair.count)).collect();
        high.sort_unstable();
        high
    }

    #[test]
    fn pairs_are_counted_once_with_how_often() {
        let pairs = Pairs::of(Text::of_ascii(b"la\xE9b, la\xE9\xE0 1\xE9"));
        let expected = [
            (b' ', 0xE9, 1),
            (b'a', 0xE9, 2),
            (0xE0, b' ', 1),
            (0xE9, b' ', 1),
            (0xE9, b'b', 1),
            (0xE9, 0xE0, 1),
        ];
        assert_eq!(high(&pairs), expected);
        assert_eq!(pairs.seen, [b' ', b'a', b'b', 0xE0, 0xE9]);
        let of = |class: u8| u16::from(class & CLASS);
        // Between words, there is nothing.
        let place = |before: u8, byte: u8| of(before) * ASCII_CLASSES as u16 + of(byte);
        assert_eq!(
            pairs.ascii,
            [(place(0, b'l'), 2), (place(b'b', 0), 1), (place(b'l', b'a'), 2)]
        );
    }

    #[test]
    fn what_stands_after_letters_is_known() {
        let pairs = Pairs::of(Text::of_ascii(b"a\xE9b a\xE9, \xE9a a\xE9\xE0"));
        let bytes: Vec<_> = pairs
            .bytes
            .iter()
            .map(|byte| (byte.byte, byte.count, byte.inside, byte.after))
            .collect();
        assert_eq!(bytes, [(0xE0, 1, 0, 0), (0xE9, 4, 1, 1)]);
        assert_eq!(pairs.high_len(), 5);
        let pairs = Pairs::of(Text::of_ebcdic(b"\x81\x4A\x82"));
        assert_eq!(
            pairs
                .bytes
                .iter()
                .find(|byte| byte.byte == 0x4A)
                .map(|byte| byte.inside),
            Some(1)
        );
        assert_eq!(pairs.ascii, []);
    }

    #[test]
    fn frequent_pairs_come_first() {
        let pairs = Pairs::of(Text::of_ascii(
            &[&b"\xE0\xE1\xE2\xE3 "[..], &b"\xE9 ".repeat(4)].concat(),
        ));
        assert_eq!(pairs.high[0].count, 4);
        assert!(pairs.high.is_sorted_by_key(|pair| pair.count < OFTEN));
    }

    #[test]
    fn the_first_pairs_decide_and_a_few_of_each_other_byte() {
        let len = ENOUGH_HIGH + 100;
        let text = [
            &b"\xE9".repeat(len)[..],
            &b"\xE0".repeat(10),
            &b" ".repeat(RARE_WITHIN),
            b"\xE1",
        ]
        .concat();
        let text = Text::of_ascii(&text);
        let mut pairs = Pairs::of(text);
        assert_eq!(
            (pairs.end, pairs.high_len()),
            (ENOUGH_HIGH - 1, ENOUGH_HIGH as i32)
        );
        pairs.add_rare(text);
        let count = |byte: u8| {
            pairs
                .bytes
                .iter()
                .find(|of| of.byte == byte)
                .map_or(0, |of| of.count)
        };
        assert_eq!(
            (count(0xE9), count(0xE0), count(0xE1)),
            (ENOUGH_HIGH as i16, RARE, 0)
        );
        assert!(pairs.seen.contains(&0xE0));
        assert_eq!(
            pairs.high.iter().filter(|pair| pair.byte == 0xE0).count(),
            RARE as usize
        );
    }

    /// No run of ASCII is looked at twice.
    #[test]
    fn letters_after_long_ascii_are_counted() {
        let text = [
            &b"plain ".repeat(1000)[..],
            b"\xE9 ",
            &b"plain ".repeat(1000),
            b"a\xE9",
        ]
        .concat();
        let pairs = Pairs::of(Text::of_ascii(&text));
        assert_eq!(high(&pairs), [(b' ', 0xE9, 1), (b'a', 0xE9, 1), (0xE9, b' ', 2)]);
        let ascii: usize = pairs.ascii.iter().map(|&(_, count)| usize::from(count)).sum();
        assert_eq!(ascii, ENOUGH_ASCII);
    }
}
