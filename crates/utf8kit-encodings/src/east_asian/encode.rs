//! What encodes to an East Asian encoding.

use super::characters::{gb18030_fours, pairs_of};
use super::decode::State;
use super::{ALL, COUNT, GB18030_FOURS, GB18030_SUPPLEMENT, Kind, four_bytes};
use crate::item::NumberBytes;
use crate::order::sort_by_key;
use crate::packed::{TextUnit, characters, packed, packed_len, store};
use crate::runs::{copy_ascii_without, encode_characters};
use std::sync::OnceLock;
use utf8kit::codec::{MAX_ENCODED, Output};

/// What encodes to an encoding.
#[derive(Debug)]
pub(crate) struct Encoding {
    kind: Kind,
    /// The packed sequence of each character up to U+FFFF that is in no pair. Zero stands for none, and for U+0000.
    sequences: Box<[u32]>,
    /// The packed sequences of the characters over U+FFFF, of pairs of characters, and of those that begin such pairs, in
    /// ascending order.
    others: Vec<((char, Option<char>), u32)>,
    /// The first of the characters over U+FFFF, or the last character of all.
    first_over_ffff: char,
}

static ENCODINGS: [OnceLock<Encoding>; COUNT] = [const { OnceLock::new() }; COUNT];

impl Encoding {
    /// Returns what encodes to the encoding with this index.
    pub(crate) fn of(index: usize) -> &'static Self {
        ENCODINGS[index].get_or_init(|| Encoding::new(ALL[index].kind.as_written()))
    }

    fn new(kind: Kind) -> Self {
        let mut sequences = vec![0; 1 << 16].into_boxed_slice();
        let mut others = Vec::new();
        // Of two sequences for one character, the first one is written.
        let mut put = |text: (char, Option<char>), sequence| match text {
            (c @ ..='\u{FFFF}', None) if !kind.begins_pair(c) => {
                let place = &mut sequences[c as usize];
                if *place == 0 {
                    *place = sequence;
                }
            }
            _ => others.push((text, sequence)),
        };
        for byte in 0..=0xFF {
            // Where two sequences stand for the euro sign, GB18030 writes that of two bytes.
            if let Some(c) = kind.single(byte)
                && (kind != Kind::Gb18030 || byte.is_ascii())
            {
                put((c, None), byte.into());
            }
        }
        for (c, same) in kind.stand_ins() {
            put((c, None), same);
        }
        let [first, second] = pairs_of(kind);
        let is_read_only = |pair: u16| kind.is_read_only(pair);
        let (late, early): (Vec<_>, Vec<_>) = first.into_iter().partition(|&(pair, _)| is_read_only(pair));
        let last_wins = |text| kind == Kind::Big5 && LAST_OF_BIG5.contains(&characters(text).0);
        let (last, early): (Vec<_>, Vec<_>) = early.into_iter().partition(|&(_, text)| last_wins(text));
        for (pair, text) in early.into_iter().chain(last.into_iter().rev()).chain(late) {
            let bytes = pair.to_be_bytes();
            let bytes = match kind {
                Kind::Iso2022Jp => bytes.map(|byte| byte & 0x7F),
                _ => bytes,
            };
            put(characters(text), packed(&bytes));
        }
        for (pair, text) in second {
            put(
                characters(text),
                packed(&[kind.prefix(), &pair.to_be_bytes()].concat()),
            );
        }
        if kind == Kind::Gb18030 {
            for (place, number) in (0..GB18030_FOURS).zip(gb18030_fours()) {
                if let Some(c) = char::from_u32(number.into()) {
                    put((c, None), packed(&four_bytes(place)));
                }
            }
        }
        // The first sequence of a character stays the first.
        let number = |c| i64::from(u32::from(c));
        sort_by_key(&mut others, |&((c, next), _)| {
            number(c) << 22 | next.map_or(0, |next| number(next) + 1)
        });
        others.dedup_by_key(|&mut (text, _)| text);
        let mut characters = others.iter().map(|&((c, _), _)| c);
        let first_over_ffff = characters.find(|&c| c > '\u{FFFF}').unwrap_or(char::MAX);
        Encoding {
            first_over_ffff,
            kind,
            sequences,
            others,
        }
    }

    /// Returns the packed sequence of a character, which is zero for U+0000.
    #[inline]
    fn sequence(&self, c: char) -> Option<u32> {
        match self.sequences.get(c as usize) {
            _ if self.kind.begins_pair(c) => self.other((c, None)),
            Some(&sequence) => (sequence != 0 || c == '\0').then_some(sequence),
            None if self.kind == Kind::Gb18030 => Some(supplementary(c.into())),
            None if c < self.first_over_ffff => None,
            None => self.other((c, None)),
        }
    }

    /// Returns the two bytes of a character in a plane.
    #[inline]
    pub(super) fn pair(&self, plane: usize, c: char) -> Option<[u8; 2]> {
        let bytes = self.sequence(c)?.to_le_bytes();
        match (plane, bytes) {
            (0, [lead, trail, 0, 0]) if lead >= 0xA1 => Some([lead, trail]),
            (1, [_, lead, trail, 0]) if trail >= 0x80 => Some([lead, trail]),
            (1, [_, _, lead, trail]) if trail >= 0x80 => Some([lead, trail]),
            _ => None,
        }
    }

    /// Returns the last character.
    pub(crate) fn max(&self) -> Option<char> {
        if self.kind == Kind::Gb18030 {
            return Some(char::MAX);
        }
        let others = self.others.last().map(|&((c, _), _)| c);
        let last = self.sequences.iter().rposition(|&sequence| sequence != 0);
        others.max(last.and_then(|number| char::from_u32(number as u32)))
    }

    fn other(&self, text: (char, Option<char>)) -> Option<u32> {
        let found = self.others.binary_search_by_key(&text, |&(text, _)| text);
        found.ok().map(|place| self.others[place].1)
    }
}

/// Returns the packed sequence of GB18030 for a character over U+FFFF.
#[inline]
fn supplementary(number: u32) -> u32 {
    debug_assert!(number >= 0x1_0000);
    u32::from_le_bytes(four_bytes(GB18030_SUPPLEMENT + (number - 0x1_0000)))
}

impl Kind {
    /// Returns what begins a state, and its length.
    #[inline]
    fn begins(self, state: State) -> ([u8; 4], usize) {
        match (self, state) {
            (Kind::Hz, State::Pairs) => (*b"~{\0\0", 2),
            (Kind::Hz, _) => (*b"~}\0\0", 2),
            (_, State::Ascii) => (*b"\x1B(B\0", 3),
            (_, State::Roman) => (*b"\x1B(J\0", 3),
            (_, State::Katakana) => (*b"\x1B(I\0", 3),
            (_, State::Pairs) => (*b"\x1B$B\0", 3),
        }
    }

    /// Returns `true` if `c` can be the first of two characters with one sequence.
    fn begins_pair(self, c: char) -> bool {
        matches!(self, Kind::Big5 | Kind::Big5Hkscs) && matches!(c, 'Ê' | 'ê')
    }

    /// Returns characters that are written as another one, which is read: its packed sequence.
    fn stand_ins(self) -> impl Iterator<Item = (char, u32)> {
        let (yen, minus): (&[_], &[_]) = match self {
            Kind::ShiftJis => (&[('¥', 0x5C), ('‾', 0x7E)], &[('−', 0x7C81)]),
            Kind::EucJp => (&[('¥', 0x5C), ('‾', 0x7E)], &[('−', 0xDDA1)]),
            Kind::Iso2022Jp => (&[], &[('−', 0x5D21)]),
            _ => (&[], &[]),
        };
        yen.iter().chain(minus).copied()
    }

    /// Returns `true` if a sequence of two bytes is written only where no other one stands for its character: the Encoding
    /// Standard reads what NEC selected of IBM's characters, and Hong Kong's characters in Big5, and does not write them.
    fn is_read_only(self, pair: u16) -> bool {
        match self {
            Kind::ShiftJis => matches!(pair, 0xED40..=0xEEFC),
            Kind::Big5 => pair < 0xA140,
            _ => false,
        }
    }
}

/// The characters of which Big5 writes the last sequence.
const LAST_OF_BIG5: [char; 6] = ['═', '╞', '╡', '╪', '十', '卅'];

/// An encoding as text is written, with its state between two characters.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Writer {
    encoding: &'static Encoding,
    state: State,
    /// A character that may be the first of two with one sequence.
    held: Option<char>,
}

impl Writer {
    /// Returns a writer at the beginning of a text.
    pub(crate) fn new(encoding: &'static Encoding) -> Self {
        Writer {
            encoding,
            state: State::Ascii,
            held: None,
        }
    }

    /// Returns `true` if a run of ASCII is the same in UTF-8.
    pub(crate) fn is_ascii(&self) -> bool {
        self.encoding.kind.has_ascii() && !self.encoding.kind.has_states() && self.held.is_none()
    }

    /// Returns `true` if the encoding has all characters.
    pub(crate) fn has_all(&self) -> bool {
        self.encoding.kind == Kind::Gb18030
    }

    /// Writes one character to the beginning of `out`. Returns the number of bytes, or `None` if the encoding lacks it.
    #[inline]
    pub(crate) fn encode_one(&mut self, c: char, out: &mut [u8; MAX_ENCODED]) -> Option<usize> {
        if self.held.is_none()
            && !self.encoding.kind.has_states()
            && let Some(&sequence @ 1..) = self.encoding.sequences.get(c as usize)
        {
            store(out, sequence.to_le_bytes());
            return Some(packed_len(sequence));
        }
        let mut out = NumberBytes::new(out);
        self.write(c, &mut out)?;
        Some(out.len())
    }

    /// Writes one character, or returns `None` if the encoding lacks it.
    fn write(&mut self, c: char, out: &mut NumberBytes<'_>) -> Option<()> {
        if let Some(held) = self.held {
            if let Some(sequence) = self.encoding.other((held, Some(c))) {
                self.held = None;
                put(sequence, out);
                return Some(());
            }
            // What the encoding lacks is decided before anything is written.
            let _: u32 = self.encoding.sequence(c)?;
            self.held = None;
            put(self.encoding.sequence(held)?, out);
        }
        if self.encoding.kind.begins_pair(c) {
            self.held = Some(c);
            return Some(());
        }
        match self.encoding.kind {
            Kind::Hz => self.write_hz(c, out),
            Kind::Iso2022Jp => self.write_iso_2022_jp(c, out),
            _ => {
                put(self.encoding.sequence(c)?, out);
                Some(())
            }
        }
    }

    /// Writes what is held back, and what ends a text.
    pub(crate) fn end(&mut self, out: &mut NumberBytes<'_>) {
        if let Some(sequence) = self.held.take().and_then(|held| self.encoding.sequence(held)) {
            put(sequence, out);
        }
        self.move_to(State::Ascii, out);
    }

    /// Returns what ends a text and its length, and moves to the state after it, if no character is held back.
    #[inline]
    pub(crate) fn end_plain(&mut self) -> Option<([u8; 4], usize)> {
        match (self.held, self.state) {
            (Some(_), _) => None,
            (None, State::Ascii) => Some(([0; 4], 0)),
            (None, _) => {
                self.state = State::Ascii;
                Some(self.encoding.kind.begins(State::Ascii))
            }
        }
    }

    fn write_hz(&mut self, c: char, out: &mut NumberBytes<'_>) -> Option<()> {
        let sequence = self.encoding.sequence(c)?;
        match c {
            '~' => {
                self.move_to(State::Ascii, out);
                out.extend(b"~~");
            }
            ..='\x7F' => {
                self.move_to(State::Ascii, out);
                put(sequence, out);
            }
            _ => {
                self.move_to(State::Pairs, out);
                put(sequence & 0x7F7F, out);
            }
        }
        Some(())
    }

    fn write_iso_2022_jp(&mut self, c: char, out: &mut NumberBytes<'_>) -> Option<()> {
        match c {
            // They switch the state in other versions of ISO/IEC 2022.
            '\x0E' | '\x0F' | '\x1B' => return None,
            '¥' | '‾' => {
                self.move_to(State::Roman, out);
                out.push(if c == '¥' { b'\\' } else { b'~' });
            }
            ..='\x7F' => {
                if self.state != State::Roman || matches!(c, '\\' | '~') {
                    self.move_to(State::Ascii, out);
                }
                out.push(c as u8);
            }
            _ => {
                let sequence = self.encoding.sequence(c)?;
                self.move_to(State::Pairs, out);
                put(sequence, out);
            }
        }
        Some(())
    }

    /// Moves to a state.
    fn move_to(&mut self, state: State, out: &mut NumberBytes<'_>) {
        if self.state != state {
            self.state = state;
            let (bytes, len) = self.encoding.kind.begins(state);
            out.extend(&bytes[..len]);
        }
    }

    /// Returns `true` if what is written for a character depends on those before it.
    pub(crate) fn has_states(&self) -> bool {
        self.encoding.kind.has_states()
    }

    /// Encodes `text` to `bytes`, in an encoding without states, until one of them ends or nearly ends, or a character that the encoding
    /// lacks, unless it `replaces` these by `?`. Of `text`, UTF-8 is well-formed. Returns the number of code units read, of bytes
    /// written, and of replacements.
    pub(crate) fn encode<U: TextUnit>(
        &self,
        text: &[U],
        bytes: &mut [u8],
        replaces: bool,
    ) -> (usize, usize, usize) {
        debug_assert!(!self.has_states());
        if self.held.is_some() {
            return (0, 0, 0);
        }
        let mut replaced = 0;
        let sequences: &[u32; 1 << 16] = (&*self.encoding.sequences)
            .try_into()
            .expect("a table of this size");
        let (read, written) = encode_characters(text, bytes, self.encoding.kind.has_ascii(), |number| {
            let found = match sequences.get(number as usize) {
                Some(0) if number != 0 => None,
                Some(&sequence) => Some(sequence),
                None if self.encoding.kind == Kind::Gb18030 => Some(supplementary(number)),
                None => self.encoding.sequence(char::from_u32(number)?),
            };
            let sequence = match found {
                Some(sequence) => sequence,
                None if replaces && !self.encoding.kind.begins_pair(char::from_u32(number)?) => {
                    replaced += 1;
                    b'?'.into()
                }
                None => return None,
            };
            Some((sequence.to_le_bytes(), packed_len(sequence)))
        });
        (read, written, replaced)
    }

    /// Encodes a whole text, which is short, with what ends it, if the encoding has all of it and there is room. Returns whether it did.
    /// UTF-8 is well-formed.
    #[inline(never)]
    pub(crate) fn encode_short<U: TextUnit>(&mut self, text: &[U], out: &mut Output<'_, u8>) -> bool {
        /// Bytes that are enough for most texts that are short.
        const ROOM: usize = 128;

        // Not a copy of all: to read together what was written in parts takes long.
        let (state, held) = (self.state, self.held);
        let mut is_whole = false;
        out.extend_with(ROOM, |bytes| {
            let (read, written, _) = match self.has_states() {
                true => self.encode_stateful(text, bytes, false),
                false => self.encode(text, bytes, false),
            };
            match (self.end_plain(), bytes[written..].first_chunk_mut()) {
                (Some((end, len)), Some(place)) if read == text.len() => {
                    *place = end;
                    is_whole = true;
                    (written + len, 0)
                }
                _ => (0, 0),
            }
        });
        if !is_whole {
            (self.state, self.held) = (state, held);
        }
        is_whole
    }

    /// Does what [`encode`](Self::encode) does, in an encoding with states.
    #[inline(never)]
    pub(crate) fn encode_in_states<U: TextUnit>(
        &mut self,
        text: &[U],
        bytes: &mut [u8],
        replaces: bool,
    ) -> (usize, usize, usize) {
        self.encode_stateful(text, bytes, replaces)
    }

    /// Does what [`encode_in_states`](Self::encode_in_states) does.
    #[inline(always)]
    fn encode_stateful<U: TextUnit>(
        &mut self,
        text: &[U],
        bytes: &mut [u8],
        replaces: bool,
    ) -> (usize, usize, usize) {
        let (mut read, mut written, mut replaced) = (0, 0, 0);
        // All sequences but those of ASCII are of two bytes.
        let pair = |number: u32| match self.encoding.sequences.get(number as usize) {
            Some(&sequence @ 0x81..) => Some((sequence as u16 & 0x7F7F).to_le_bytes()),
            _ => None,
        };
        while let Some((number, len)) = U::first(&text[read..]) {
            if let Some(first) = pair(number)
                && let Some(place) = bytes[written..].first_chunk_mut::<8>()
            {
                if self.state != State::Pairs {
                    self.state = State::Pairs;
                    let (begins, len) = self.encoding.kind.begins(State::Pairs);
                    store(place, begins);
                    written += len;
                }
                let mut next = Some((first, len));
                while let Some((pair_of, len)) = next
                    && let Some(place) = bytes[written..].first_chunk_mut()
                {
                    *place = pair_of;
                    (read, written) = (read + len, written + 2);
                    next = U::first(&text[read..]).and_then(|(number, len)| Some((pair(number)?, len)));
                }
                continue;
            }
            if self.state == State::Ascii {
                let len = copy_ascii_without(&text[read..], &mut bytes[written..], NOT_PLAIN);
                if len > 0 {
                    (read, written) = (read + len, written + len);
                    continue;
                }
            }
            let Some(c) = char::from_u32(number) else {
                break;
            };
            let Some(place) = bytes[written..].first_chunk_mut::<MAX_ENCODED>() else {
                break;
            };
            let is_lacking = c > '\u{FFFF}' && self.encoding.sequence(c).is_none();
            if is_lacking && replaces && self.state == State::Ascii {
                place[0] = b'?';
                (read, written, replaced) = (read + len, written + 1, replaced + 1);
                continue;
            }
            let mut after = *self;
            let (count, is_replaced) = match if is_lacking {
                None
            } else {
                after.encode_one(c, place)
            } {
                Some(count) => (count, false),
                None if replaces => {
                    after = *self;
                    (after.encode_one('?', place).unwrap_or(0), true)
                }
                None => break,
            };
            *self = after;
            (read, written) = (read + len, written + count);
            replaced += usize::from(is_replaced);
        }
        (read, written, replaced)
    }
}

/// The ASCII characters that can be something else in an encoding with states, and that whose sequence stands for none in the tables.
const NOT_PLAIN: [u8; 5] = *b"~\0\x0E\x0F\x1B";

fn put(sequence: u32, out: &mut NumberBytes<'_>) {
    out.extend(&sequence.to_le_bytes()[..packed_len(sequence)]);
}
