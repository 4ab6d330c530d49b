//! Encodings whose bytes have a meaning that depends on others: sets that escape sequences announce, and marks before letters.
//!
//! They are read and written one character at a time. Each file has a function that reads, and one that writes; what they
//! remember between two characters is a number, so that a text can be read from any place.
//!
//! Most characters of a text are ASCII, and in the encoding the same byte, whatever is beside them. The functions themselves say which
//! these are ([`Plain`]), and runs of them are copied.

mod ansel;
mod gsm;
mod gsm_packed;
mod iso2022_cn;
mod iso2022_kr;
mod iso6937;
mod items;
mod marc8;
mod table;

use crate::item::{Expected, Item, NumberBytes};
use std::sync::OnceLock;
use utf8kit::codec::{Description, MAX_ENCODED};

/// An encoding.
#[derive(Debug)]
pub(crate) struct Stateful {
    pub(crate) name: &'static str,
    /// Its other names.
    pub(crate) names: &'static [&'static str],
    /// Its last character.
    pub(crate) max: char,
    kind: Kind,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Iso2022Kr,
    Iso2022Cn,
    Gsm,
    GsmPacked,
    Iso6937(iso6937::Part),
    Ansel(ansel::Part),
    Marc8,
}

/// All of them.
#[rustfmt::skip]
const ALL: &[Stateful] = &[
    Stateful { name: "ISO-2022-KR", names: &["CSISO2022KR", "ISO2022KR"], max: '￦', kind: Kind::Iso2022Kr },
    Stateful { name: "ISO-2022-CN", names: &["CSISO2022CN", "ISO2022CN"], max: '￥', kind: Kind::Iso2022Cn },
    Stateful { name: "ISO-2022-CN-EXT", names: &["CSISO2022CNEXT", "ISO2022CNEXT"], max: '￥', kind: Kind::Iso2022Cn },
    Stateful { name: "GSM-03.38", names: &["GSM0338", "GSM_03.38", "GSM7"], max: '€', kind: Kind::Gsm },
    Stateful { name: "ISO_6937", names: &["ISO6937", "ISO_6937:1992"], max: '♪', kind: Kind::Iso6937(iso6937::Part::Iso6937) },
    Stateful { name: "ISO_6937-2", names: &["ISO6937-2", "ISO_6937-2:1983", "ISO-IR-156"], max: '♪', kind: Kind::Iso6937(iso6937::Part::Iso6937Of1983) },
    Stateful { name: "T.61-8BIT", names: &["T.61", "T.618BIT", "ISO-IR-103", "CSISO103T618BIT"], max: '\u{2126}', kind: Kind::Iso6937(iso6937::Part::T61) },
    Stateful { name: "ANSI_X3.110", names: &["ANSI_X3.110-1983", "ISO-IR-99", "CSA_T500-1983", "CSA_T500", "NAPLPS", "CSISO99NAPLPS"], max: '♪', kind: Kind::Iso6937(iso6937::Part::X3110) },
    Stateful { name: "ANSEL", names: &["ISO-IR-231", "Z39.47"], max: '\u{FE23}', kind: Kind::Ansel(ansel::Part::Ansel) },
    Stateful { name: "GEDCOM-ANSEL", names: &[], max: '\u{FE23}', kind: Kind::Ansel(ansel::Part::Gedcom) },
    Stateful { name: "GSM-03.38-packed", names: &["GSM0338-PACKED", "GSM7-PACKED"], max: '€', kind: Kind::GsmPacked },
    Stateful { name: "MARC-8", names: &["MARC8"], max: '\u{FE23}', kind: Kind::Marc8 },
];

/// The number of encodings.
pub(crate) const COUNT: usize = ALL.len();

static DESCRIPTIONS: [Description; COUNT] = {
    let mut all = [const { Description::new("") }; COUNT];
    let mut index = 0;
    while index < COUNT {
        all[index] = Description::new(ALL[index].name).with_expected(Expected::words);
        index += 1;
    }
    all
};

/// Which ASCII characters are the same byte in an encoding.
type Plain = [bool; 0x80];

/// Returns the length of the ASCII characters that `bytes` begins with and that are the same in the encoding.
#[inline]
fn plain_len(plain: &Plain, bytes: &[u8]) -> usize {
    let is_plain = |&&byte: &&u8| plain.get(usize::from(byte)).is_some_and(|&is_plain| is_plain);
    bytes.iter().take_while(is_plain).count()
}

/// Returns the encoding with this index.
pub(crate) fn encoding(index: usize) -> &'static Stateful {
    &ALL[index]
}

/// Returns what error messages say about the encoding with this index.
pub(crate) fn description(index: usize) -> &'static Description {
    &DESCRIPTIONS[index]
}

/// An encoding as text is read, with its state between two numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Reader {
    index: usize,
    state: u8,
    sets: marc8::Sets,
}

impl Reader {
    /// Returns a reader at the beginning of a text.
    pub(crate) fn new(index: usize) -> Self {
        Reader {
            index,
            state: 0,
            sets: marc8::Sets::default(),
        }
    }

    pub(crate) fn description(&self) -> &'static Description {
        description(self.index)
    }

    /// Returns the state, which is zero at the beginning of a text.
    pub(crate) fn shift_state(&self) -> u16 {
        u16::from_be_bytes([self.sets.number(), self.state])
    }

    /// Moves to a state that [`shift_state`](Self::shift_state) returned.
    pub(crate) fn set_shift_state(&mut self, state: u16) {
        let [sets, state] = state.to_be_bytes();
        self.sets = marc8::Sets::of(sets);
        self.state = state;
    }

    /// Returns `true` if one character of a sequence is left.
    pub(crate) fn is_within_sequence(&self) -> bool {
        match ALL[self.index].kind {
            Kind::Ansel(_) | Kind::Marc8 => self.state != 0,
            // In the byte there is the end of the last character and the beginning of the next.
            Kind::GsmPacked => self.state == 7,
            _ => false,
        }
    }

    /// Returns the characters whose bytes are read as themselves at the beginning of a text, and change nothing there.
    fn plain(&self) -> &'static Plain {
        static ALL_PLAIN: [OnceLock<Plain>; COUNT] = [const { OnceLock::new() }; COUNT];
        ALL_PLAIN[self.index].get_or_init(|| {
            let start = Reader::new(self.index);
            std::array::from_fn(|byte| {
                let mut after = start;
                after.read(&[byte as u8], false) == Item::Number(byte as u32, 1) && after == start
            })
        })
    }

    /// Returns `true` where what is [`plain`](Self::plain) is so, too.
    fn is_plain(&self) -> bool {
        let state = match ALL[self.index].kind {
            Kind::Iso2022Kr => iso2022_kr::plain_state(self.state),
            _ => self.state,
        };
        state == 0 && self.sets == marc8::Sets::default()
    }

    /// Decodes `bytes` to `text`, until one of them ends or nearly ends, or something that is no character. Returns the number of
    /// bytes read and written.
    pub(crate) fn decode(&mut self, bytes: &[u8], text: &mut [u8]) -> (usize, usize) {
        let plain = self.plain();
        let (mut read, mut written) = (0, 0);
        while read < bytes.len() && written + 4 <= text.len() {
            if self.is_plain() {
                let (rest, room) = (&bytes[read..], &mut text[written..]);
                let len = plain_len(plain, &rest[..rest.len().min(room.len())]);
                room[..len].copy_from_slice(&rest[..len]);
                (read, written) = (read + len, written + len);
                if len > 0 {
                    continue;
                }
            }
            let mut after = *self;
            match after.read(&bytes[read..], false) {
                Item::Number(number, len) => {
                    let c = char::from_u32(number).expect("tables hold characters");
                    (read, written) = (read + len, written + c.encode_utf8(&mut text[written..]).len());
                }
                Item::Skip(len) => read += len,
                Item::IllFormed(..) | Item::Incomplete => break,
            }
            *self = after;
        }
        (read, written)
    }

    /// Returns what `bytes`, which are not empty, begin with, and moves to the state after it.
    pub(crate) fn read(&mut self, bytes: &[u8], last: bool) -> Item {
        match ALL[self.index].kind {
            Kind::Iso2022Kr => iso2022_kr::read(&mut self.state, bytes, last),
            Kind::Iso2022Cn => iso2022_cn::read(&mut self.state, bytes, last),
            Kind::Gsm => gsm::read(bytes, last),
            Kind::GsmPacked => gsm_packed::read(&mut self.state, bytes, last),
            Kind::Iso6937(part) => iso6937::read(part, bytes, last),
            Kind::Ansel(part) => ansel::read(part, &mut self.state, bytes, last),
            Kind::Marc8 => marc8::read(&mut self.sets, &mut self.state, bytes, last),
        }
    }
}

/// An encoding as text is written, with its state between two numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Writer {
    index: usize,
    state: u8,
    held: ansel::Held,
    set: marc8::Set,
    bits: gsm_packed::Bits,
}

impl Writer {
    /// Returns a writer at the beginning of a text.
    pub(crate) fn new(index: usize) -> Self {
        Writer {
            index,
            state: 0,
            held: ansel::Held::default(),
            set: marc8::Set::Ascii,
            bits: gsm_packed::Bits::default(),
        }
    }

    /// Writes one character to the beginning of `out`. Returns the number of bytes, or `None` if the encoding lacks it.
    pub(crate) fn encode(&mut self, c: char, out: &mut [u8; MAX_ENCODED]) -> Option<usize> {
        if c > '\u{FFFF}' {
            // None of them has it, and some would search all their tables.
            return None;
        }
        let mut out = NumberBytes::new(out);
        let mut after = *self;
        match ALL[self.index].kind {
            Kind::Iso2022Kr => iso2022_kr::write(&mut after.state, c, &mut out),
            Kind::Iso2022Cn => iso2022_cn::write(&mut after.state, c, &mut out),
            Kind::Gsm => gsm::write(c, &mut out),
            Kind::GsmPacked => gsm_packed::write(&mut after.bits, c, &mut out),
            Kind::Iso6937(part) => iso6937::write(part, c, &mut out),
            Kind::Ansel(part) => ansel::write(part, &mut after.held, c, &mut out),
            Kind::Marc8 => marc8::write(&mut after.set, &mut after.held, c, &mut out),
        }?;
        *self = after;
        Some(out.len())
    }

    /// Returns a writer within a text, after a letter, and the characters that are written as themselves there and lead there again. A
    /// writer that holds a letter writes that one, and holds the next.
    fn plain(&self) -> &'static (Writer, Plain) {
        static ALL_PLAIN: [OnceLock<(Writer, Plain)>; COUNT] = [const { OnceLock::new() }; COUNT];
        ALL_PLAIN[self.index].get_or_init(|| {
            const LETTER: u8 = b'x';
            let mut within = Writer::new(self.index);
            let _ = within.encode(LETTER.into(), &mut [0; MAX_ENCODED]);
            let plain = std::array::from_fn(|byte| {
                let (c, mut after, mut out) = (byte as u8, within, [0; MAX_ENCODED]);
                let len = after.encode(c.into(), &mut out);
                let written = after.held.replace_letter(LETTER).map_or(c, |_| LETTER);
                len == Some(1) && out[0] == written && after == within
            });
            (within, plain)
        })
    }

    /// Encodes `text` to `bytes`, until one of them ends or nearly ends, or a character that the encoding lacks. Returns the number
    /// of bytes read and written.
    pub(crate) fn encode_text(&mut self, text: &str, bytes: &mut [u8]) -> (usize, usize) {
        let (within, plain) = self.plain();
        let mut chars = text.chars();
        let mut written = 0;
        while let Some(c) = chars.clone().next()
            && let Some(place) = bytes[written..].first_chunk_mut()
        {
            if c.is_ascii() && plain[c as usize] && self.is_like(within) {
                let (rest, room) = (chars.as_str().as_bytes(), &mut bytes[written..]);
                let len = plain_len(plain, &rest[..rest.len().min(room.len())]);
                match self.held.replace_letter(rest[len - 1]) {
                    None => room[..len].copy_from_slice(&rest[..len]),
                    Some(held) => {
                        room[0] = held;
                        room[1..len].copy_from_slice(&rest[..len - 1]);
                    }
                }
                chars = chars.as_str()[len..].chars();
                written += len;
                continue;
            }
            let Some(len) = self.encode(c, place) else {
                break;
            };
            chars.next();
            written += len;
        }
        (text.len() - chars.as_str().len(), written)
    }

    /// Returns `true` if this is `other`, but for the letter that it holds, if both hold one.
    fn is_like(&self, other: &Writer) -> bool {
        let mut same = *self;
        if let Some(letter) = other.held.letter() {
            same.held.replace_letter(letter);
        }
        same == *other
    }

    /// Writes what ends a text.
    pub(crate) fn end(&mut self, out: &mut NumberBytes<'_>) {
        match ALL[self.index].kind {
            Kind::Iso2022Kr => iso2022_kr::end(&mut self.state, out),
            Kind::Iso2022Cn => iso2022_cn::end(&mut self.state, out),
            Kind::Gsm | Kind::Iso6937(_) => {}
            Kind::GsmPacked => self.bits.end(out),
            Kind::Ansel(_) => self.held.flush(out),
            Kind::Marc8 => marc8::end(&mut self.set, &mut self.held, out),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All ASCII in several orders, with characters that some of the encodings have in between.
    fn text() -> String {
        let ascii = || (0..0x80).map(char::from);
        let others = "éñΔ€나们ẹ́א{}";
        let mut text: String = ascii().chain("\n abc".chars()).chain(ascii().rev()).collect();
        for c in others.chars() {
            text.extend([c, 'x', c, c]);
            text.extend(ascii());
        }
        text
    }

    #[test]
    fn runs_are_written_and_read_as_character_by_character() {
        for (index, encoding) in ALL.iter().enumerate() {
            let name = encoding.name;
            let (mut alone, mut in_runs) = (Writer::new(index), Writer::new(index));
            let (mut bytes, mut expected) = (vec![0; 0x4000], Vec::new());
            let mut written = 0;
            let text: String = text()
                .chars()
                .filter(|&c| {
                    let mut out = [0; MAX_ENCODED];
                    let mut after = alone;
                    let len = after.encode(c, &mut out);
                    if let Some(len) = len {
                        alone = after;
                        expected.extend_from_slice(&out[..len]);
                    }
                    len.is_some()
                })
                .collect();
            let mut read = 0;
            while read < text.len() {
                // Not all of it at once.
                let end = text.len().min(written + 700);
                let (more, len) =
                    in_runs.encode_text(&text[read..], &mut bytes[written..end.max(written + 100)]);
                assert!(more > 0, "{name}");
                (read, written) = (read + more, written + len);
            }
            assert_eq!(bytes[..written], expected, "{name}");
            assert_eq!(in_runs, alone, "{name}");

            let (mut alone, mut in_runs) = (Reader::new(index), Reader::new(index));
            let mut expected = String::new();
            let mut at = 0;
            while at < written {
                let mut after = alone;
                match after.read(&bytes[at..written], false) {
                    Item::Number(number, len) => {
                        expected.extend(char::from_u32(number));
                        at += len;
                    }
                    Item::Skip(len) => at += len,
                    Item::IllFormed(..) | Item::Incomplete => break,
                }
                alone = after;
            }
            assert!(written - at <= MAX_ENCODED, "{name}");
            let mut text = vec![0; 0x8000];
            let (read, len) = in_runs.decode(&bytes[..written], &mut text);
            assert_eq!((read, &text[..len]), (at, expected.as_bytes()), "{name}");
            assert_eq!(in_runs, alone, "{name}");
        }
    }
}
