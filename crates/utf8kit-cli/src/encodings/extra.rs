//! What `encoding_rs` reads and does not write, as the Encoding Standard demands of browsers: JIS X 0212 in EUC-JP, the
//! characters of Hong Kong in Big5, the user-defined rows of Shift_JIS. And what it writes as another character.

use encoding_rs::{BIG5, EUC_JP, Encoding, GB18030, GBK, ISO_2022_JP, SHIFT_JIS};
use std::collections::HashMap;

/// The bytes of a character.
type Sequence = Vec<u8>;

/// The characters of an encoding that `encoding_rs` does not write.
pub(super) struct Extra {
    encoding: &'static Encoding,
    /// Made when the first one is written.
    sequences: Option<Sequences>,
    /// The character at the end of a text that may be the first of two with one sequence.
    held: Option<char>,
}

struct Sequences {
    all: HashMap<char, Sequence>,
    /// Whether each character of the basic multilingual plane has one, a bit for each: a text may be full of others.
    has: Box<[u64]>,
}

impl Sequences {
    fn of(encoding: &'static Encoding) -> Self {
        let (mut all, mut has) = (HashMap::new(), vec![0; 0x400].into_boxed_slice());
        for sequence in candidates(encoding) {
            let (text, is_ill_formed) = encoding.decode_without_bom_handling(&sequence);
            let mut characters = text.chars();
            if let (Some(c), None, false) = (characters.next(), characters.next(), is_ill_formed) {
                all.entry(c).or_insert(sequence);
                if let Some(bits) = has.get_mut(c as usize / 64) {
                    *bits |= 1 << (c as usize % 64);
                }
            }
        }
        Sequences { all, has }
    }

    fn get(&self, c: char) -> Option<&Sequence> {
        match self.has.get(c as usize / 64) {
            Some(bits) if bits >> (c as usize % 64) & 1 == 0 => None,
            _ => self.all.get(&c),
        }
    }
}

impl Extra {
    pub(super) fn new(encoding: &'static Encoding) -> Self {
        Extra {
            encoding,
            sequences: None,
            held: None,
        }
    }

    /// Returns the bytes of `c`, which comes before `rest`, and the number of bytes of `rest` that they stand for, too.
    /// Holds `c` back, and returns no bytes, if what follows it is not known yet.
    pub(super) fn encode(&mut self, c: char, rest: &str) -> Option<(Sequence, usize)> {
        if self.encoding == BIG5 && matches!(c, 'Ê' | 'ê') {
            let Some(next) = rest.chars().next() else {
                self.held = Some(c);
                return Some((Vec::new(), 0));
            };
            if let Some(trail) = pair(c, next) {
                return Some((vec![0x88, trail], next.len_utf8()));
            }
        }
        Some((self.sequence(c)?, 0))
    }

    /// Returns the bytes of the character that is held back, and the number of bytes of `next`, the text after it, that they
    /// stand for, too.
    pub(super) fn release(&mut self, next: &str) -> Option<(Sequence, usize)> {
        let held = self.held.take()?;
        let pair = next
            .chars()
            .next()
            .and_then(|next| Some((pair(held, next)?, next)));
        match pair {
            Some((trail, next)) => Some((vec![0x88, trail], next.len_utf8())),
            None => Some((self.sequence(held)?, 0)),
        }
    }

    fn sequence(&mut self, c: char) -> Option<Sequence> {
        let encoding = self.encoding;
        let sequences = self.sequences.get_or_insert_with(|| Sequences::of(encoding));
        sequences.get(c).cloned()
    }
}

/// Returns the second byte of the sequence of Big5 that stands for two characters.
fn pair(first: char, second: char) -> Option<u8> {
    match (first, second) {
        ('Ê', '\u{304}') => Some(0x62),
        ('Ê', '\u{30C}') => Some(0x64),
        ('ê', '\u{304}') => Some(0xA3),
        ('ê', '\u{30C}') => Some(0xA5),
        _ => None,
    }
}

/// Returns the sequences that can be such characters.
fn candidates(encoding: &'static Encoding) -> Vec<Sequence> {
    let pairs = |leads: std::ops::RangeInclusive<u8>, trails: std::ops::RangeInclusive<u8>| {
        leads.flat_map(move |lead| trails.clone().map(move |trail| vec![lead, trail]))
    };
    if encoding == EUC_JP {
        pairs(0xA1..=0xFE, 0xA1..=0xFE)
            .map(|pair| [vec![0x8F], pair].concat())
            .collect()
    } else if encoding == BIG5 {
        pairs(0x81..=0xFE, 0x40..=0xFE).collect()
    } else if encoding == SHIFT_JIS {
        pairs(0xF0..=0xF9, 0x40..=0xFC).collect()
    } else {
        Vec::new()
    }
}

/// Returns `true` if `encoding_rs` would write `c`, but as what is then read as another character: code points of private use that
/// were GB18030's until 2022, and half-width katakana in ISO-2022-JP.
pub(super) fn is_altered(encoding: &'static Encoding, c: char) -> bool {
    if encoding == GB18030 || encoding == GBK {
        matches!(
            u32::from(c),
            0xE78D..=0xE796 | 0xE81E | 0xE826 | 0xE82B | 0xE82C | 0xE832 | 0xE843 | 0xE854 | 0xE864
        )
    } else {
        encoding == ISO_2022_JP && matches!(c, '\u{FF61}'..='\u{FF9F}')
    }
}

/// Returns the offset of the first character in `text` that [is altered](is_altered).
pub(super) fn altered(encoding: &'static Encoding, text: &str) -> Option<usize> {
    let lead = if encoding == GB18030 || encoding == GBK {
        0xEE
    } else if encoding == ISO_2022_JP {
        0xEF
    } else {
        return None;
    };
    memchr::memchr_iter(lead, text.as_bytes())
        .find(|&at| text[at..].chars().next().is_some_and(|c| is_altered(encoding, c)))
}
