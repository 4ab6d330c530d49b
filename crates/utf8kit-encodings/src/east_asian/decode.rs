//! What decodes an East Asian encoding.

use super::characters::{gb18030_fours, pairs_of};
use super::{ALL, COUNT, GB18030_SUPPLEMENT, Kind};
use crate::packed::{TextUnit, characters, packed_char, single_unit, store};
use crate::runs::{LONG_RUN, ascii_len, copy_ascii_without};
use std::hint::select_unpredictable;
use std::sync::OnceLock;
use utf8kit::codec::{Description, Output};

/// What an encoding remembers between two sequences.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) enum State {
    /// Bytes are ASCII, or, in the encodings without states, anything.
    #[default]
    Ascii,
    /// Pairs of bytes are characters: GB 2312-80 in HZ, JIS X 0208 in ISO-2022-JP.
    Pairs,
    /// JIS X 0201 Roman of ISO-2022-JP: ASCII with a yen sign and an overline.
    Roman,
    /// JIS X 0201 Katakana of ISO-2022-JP.
    Katakana,
}

/// What some bytes begin with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Start {
    /// The packed UTF-8 of a character or of two, and the length of its sequence in bytes.
    Character(u32, usize),
    /// A change of the state, this many bytes.
    Shift(State, usize),
    /// Nothing: this many bytes are to be skipped.
    Skip(usize),
    /// An ill-formed sequence of this many bytes.
    IllFormed(usize),
    /// More bytes decide.
    Incomplete,
}

impl Start {
    /// Returns the characters of packed UTF-8: one, or two.
    pub(crate) fn characters(packed: u32) -> (char, Option<char>) {
        characters(packed)
    }
}

/// The packed UTF-8 of U+FFFD.
const REPLACEMENT: u32 = 0xBD_BF_EF;

/// What a byte can begin, where bytes have one meaning.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Begins {
    /// Itself: a character, or nothing.
    Single,
    /// A sequence of two bytes.
    Pair,
    /// One of two bytes, or of four if the second one is a digit.
    PairOrFour,
    /// A longer one.
    More,
}

/// The number of sequences of two bytes, of which the first one has its highest bit.
const PLANE: usize = 0x8000;

/// The number of sequences of two bytes, and of bytes.
const ALL_SHORT: usize = PLANE + 0x100;

/// What decodes an encoding.
#[derive(Debug)]
pub(crate) struct Decoding {
    kind: Kind,
    description: &'static Description,
    /// The packed UTF-8 of each byte that is a character, or zero.
    single: [u32; 256],
    /// The packed UTF-8 of each sequence of two bytes from `80 00` on, or zero; then that of each byte; then that of the sequences after
    /// the [prefix](Kind::prefix).
    pairs: Box<[u32]>,
    /// The code units of UTF-16 of the former, as [`single_unit`] returns them. Made when they are needed.
    units: OnceLock<Box<[u16]>>,
    /// The former, and then those of each byte, as up to two code units of UTF-16. Made when text with errors needs them.
    wide_units: OnceLock<Box<[u32]>>,
    /// Whether each byte, with or without its highest bit, begins one of these sequences.
    is_lead: [bool; 0x80],
    /// What each byte begins.
    begins: [Begins; 256],
    /// The characters of the sequences of four bytes of GB18030.
    fours: OnceLock<Vec<u16>>,
}

static ALL_DECODINGS: [OnceLock<Box<Decoding>>; COUNT] = [const { OnceLock::new() }; COUNT];

impl Decoding {
    /// Bytes of room that the last character may leave unused.
    const ROOM: usize = 16;

    /// Returns what decodes the encoding with this index.
    pub(crate) fn of(index: usize) -> &'static Self {
        ALL_DECODINGS[index].get_or_init(|| {
            Box::new(Decoding::new(
                ALL[index].kind.as_read(),
                super::description(index),
            ))
        })
    }

    fn new(kind: Kind, description: &'static Description) -> Self {
        let planes = pairs_of(kind);
        let single: [u32; 256] = std::array::from_fn(|byte| kind.single(byte as u8).map_or(0, packed_char));
        let mut pairs = vec![0; PLANE];
        pairs.extend(single);
        if !planes[1].is_empty() {
            pairs.resize(ALL_SHORT + PLANE, 0);
        }
        for (plane, sequences) in planes.iter().enumerate() {
            for &(pair, text) in sequences {
                pairs[plane * ALL_SHORT + usize::from(pair & 0x7FFF)] = text;
            }
        }
        let mut is_lead = [false; 0x80];
        for (lead, (is_lead, row)) in (0x80..).zip(is_lead.iter_mut().zip(pairs.chunks(0x100))) {
            *is_lead = match kind {
                // The Encoding Standard has leads without characters.
                Kind::Big5 | Kind::Uhc | Kind::Gb18030 => matches!(lead, 0x81..=0xFE),
                Kind::EucJp => matches!(lead, 0x8E | 0xA1..=0xFE),
                Kind::ShiftJis => matches!(lead, 0x81..=0x9F | 0xE0..=0xFC),
                _ => row.iter().any(|&text| text != 0),
            };
        }
        let begins = |byte: usize| match (kind, byte) {
            (Kind::EucJp, 0x8F) | (Kind::EucTw, 0x8E) => Begins::More,
            _ if byte < 0x80 || single[byte] != 0 || !is_lead[byte & 0x7F] => Begins::Single,
            (Kind::Gb18030, _) => Begins::PairOrFour,
            _ => Begins::Pair,
        };
        Decoding {
            kind,
            description,
            begins: std::array::from_fn(begins),
            single,
            pairs: pairs.into(),
            units: OnceLock::new(),
            wide_units: OnceLock::new(),
            is_lead,
            fours: OnceLock::new(),
        }
    }

    pub(crate) fn description(&self) -> &'static Description {
        self.description
    }

    /// Returns the entries of the sequences of two bytes from `80 00` on.
    #[inline]
    fn entries<U: TextUnit>(&self) -> &[U::Entry; PLANE] {
        let units = || -> &[u16] {
            self.units.get_or_init(|| {
                self.pairs[..PLANE]
                    .iter()
                    .map(|&packed| single_unit(packed))
                    .collect()
            })
        };
        U::table(&self.pairs, units)
            .first_chunk()
            .expect("a table of this size")
    }

    /// Returns what each sequence of two bytes from `80 00` on is, and then each byte, as [`TextUnit::wide`] returns them.
    fn wide<U: TextUnit>(&self) -> &[u32; ALL_SHORT] {
        let units = || -> &[u32] {
            self.wide_units.get_or_init(|| {
                self.pairs[..ALL_SHORT]
                    .iter()
                    .map(|&packed| U::wide(packed))
                    .collect()
            })
        };
        U::wide_table(&self.pairs, units)
            .first_chunk()
            .expect("a table of this size")
    }

    /// Returns `true` if a run of ASCII in this state is the same in UTF-8.
    pub(crate) fn is_ascii(&self, state: State) -> bool {
        self.kind.is_ascii_compatible() && state == State::Ascii
    }

    /// Decodes `bytes` to `text`, until one of them ends or nearly ends, or an incomplete sequence, or an ill-formed one, unless it
    /// `replaces` these. `last` states that the text ends with them. Returns the number of bytes read, of code units written, and of
    /// replacements.
    pub(crate) fn decode<U: TextUnit>(
        &self,
        state: &mut State,
        bytes: &[u8],
        text: &mut [U],
        replaces: bool,
        last: bool,
    ) -> (usize, usize, usize) {
        let (mut read, mut written, mut replaced) = (0, 0, 0);
        loop {
            if *state == State::Pairs {
                let (more, wrote) = self.decode_shifted(&bytes[read..], &mut text[written..]);
                (read, written) = (read + more, written + wrote);
            } else if self.kind.has_states() {
                let len = self.copy_plain(*state, &bytes[read..], &mut text[written..]);
                (read, written) = (read + len, written + len);
            } else {
                let (more, wrote) = self.decode_pairs(&bytes[read..], &mut text[written..]);
                (read, written) = (read + more, written + wrote);
            }
            if replaces && self.kind.has_states() {
                let (more, wrote) = Self::replace_high(&bytes[read..], &mut text[written..]);
                (read, written, replaced) = (read + more, written + wrote, replaced + more);
                // A plain character by itself is often between others.
                while *state == State::Ascii
                    && let Some(&[plain @ b' '..=b'}', 0x80..=0xFF]) = bytes[read..].first_chunk()
                    && written + Self::ROOM <= text.len()
                {
                    text[written] = plain.into();
                    let (more, wrote) = Self::replace_high(&bytes[read + 1..], &mut text[written + 1..]);
                    (read, written) = (read + 1 + more, written + 1 + wrote);
                    replaced += more;
                }
            }
            let next = bytes.get(read);
            if next.is_none_or(|byte| byte.is_ascii() && !self.kind.has_states())
                || written + Self::ROOM > text.len()
            {
                return (read, written, replaced);
            }
            match self.first(&bytes[read..], *state, last) {
                Start::Character(packed, len) => {
                    (read, written) = (read + len, written + U::put(&mut text[written..], packed));
                }
                Start::Shift(shifted, len) => {
                    *state = shifted;
                    read += len;
                }
                Start::Skip(len) => read += len,
                Start::IllFormed(len) if replaces => {
                    written += U::put(&mut text[written..], REPLACEMENT);
                    (read, replaced) = (read + len, replaced + 1);
                    if !self.kind.has_states() {
                        let (rest, room) = (&bytes[read..], &mut text[written..]);
                        let (more, wrote, errors) = self.decode_over_errors(rest, room);
                        (read, written, replaced) = (read + more, written + wrote, replaced + errors);
                    }
                }
                Start::IllFormed(_) | Start::Incomplete => return (read, written, replaced),
            }
        }
    }

    /// Writes U+FFFD for each byte from 0x80 on, which are ill-formed in every state of an encoding with states. Returns the number of bytes
    /// read and of code units written.
    #[inline]
    fn replace_high<U: TextUnit>(bytes: &[u8], text: &mut [U]) -> (usize, usize) {
        let (mut read, mut written) = (0, 0);
        while let Some(0x80..) = bytes.get(read)
            && written + Self::ROOM <= text.len()
        {
            written += U::put(&mut text[written..], REPLACEMENT);
            read += 1;
        }
        (read, written)
    }

    /// Returns `true` if what bytes stand for depends on those before them.
    #[inline]
    pub(crate) fn has_states(&self) -> bool {
        self.kind.has_states()
    }

    /// Converts the beginning of a short text in an encoding without states. Returns the number of bytes read.
    #[inline(never)]
    pub(crate) fn convert_short<U: TextUnit>(&self, bytes: &[u8], out: &mut Output<'_, U>) -> usize {
        /// Code units that are enough for most texts that are short.
        const ROOM: usize = 64;

        debug_assert!(!self.has_states());
        let mut read = 0;
        out.extend_with(ROOM, |text| {
            let written;
            (read, written) = self.decode_pairs(bytes, text);
            (written, 0)
        });
        read
    }

    /// Decodes characters of one and two bytes, as far as there are no others, and in UTF-16 none of more than one code unit.
    #[inline(always)]
    fn decode_pairs<U: TextUnit>(&self, bytes: &[u8], text: &mut [U]) -> (usize, usize) {
        let (mut read, mut written) = (0, 0);
        let pairs = self.entries::<U>();
        let has_ascii = self.kind.has_ascii();
        let mut ascii = 0;
        while read < bytes.len() && written + Self::ROOM <= text.len() {
            if bytes[read].is_ascii() {
                match bytes[read..].first_chunk::<16>() {
                    Some(chunk) if chunk[1].is_ascii() && has_ascii => {
                        store(&mut text[written..], chunk.map(U::from));
                        let len = ascii_len(chunk);
                        (read, written) = (read + len, written + len);
                        ascii += 1;
                        if ascii == LONG_RUN {
                            break;
                        }
                        if len == chunk.len() {
                            continue;
                        }
                    }
                    _ => {
                        let single = self.single[usize::from(bytes[read])];
                        (read, written) = (read + 1, written + U::put(&mut text[written..], single));
                        continue;
                    }
                }
            }
            ascii = 0;
            let (more, wrote) = U::put_pairs(pairs, &bytes[read..], &mut text[written..]);
            (read, written) = (read + more, written + wrote);
            let Some(&lead @ 0x80..) = bytes.get(read) else {
                continue;
            };
            if written + Self::ROOM > text.len() {
                break;
            }
            let single = self.single[usize::from(lead)];
            if single == 0 {
                if self.kind == Kind::Gb18030
                    && bytes.get(read + 1).is_some_and(u8::is_ascii_digit)
                    && let Start::Character(four, len) = self.first_of_four(&bytes[read..])
                {
                    (read, written) = (read + len, written + U::put(&mut text[written..], four));
                    continue;
                }
                break;
            }
            (read, written) = (read + 1, written + U::put(&mut text[written..], single));
        }
        (read, written)
    }

    /// Decodes characters of one and two bytes, with U+FFFD for each ill-formed sequence, until these are rare. Returns the number of
    /// bytes read, of code units written, and of replacements.
    ///
    /// What a byte begins is selected without branches, which no processor could predict. How many bytes are read depends on the first one
    /// alone: ASCII that is no part of an ill-formed sequence is written after the replacement.
    fn decode_over_errors<U: TextUnit>(&self, bytes: &[u8], text: &mut [U]) -> (usize, usize, usize) {
        let (mut read, mut written, mut replaced) = (0, 0, 0);
        let entries = self.wide::<U>();
        let replacement = U::wide(REPLACEMENT);
        let backslash = if self.kind.has_ascii() { 0xFF } else { b'\\' };
        // A bit for each of the last sequences: whether it was ill-formed. Without any of these, branches can be predicted again.
        let mut errors = 1_u16;
        while let Some(&[lead, trail]) = bytes[read..].first_chunk()
            && written + Self::ROOM <= text.len()
            && errors != 0
        {
            let begins = self.begins[usize::from(lead)];
            let is_four = (begins == Begins::PairOrFour) & trail.is_ascii_digit();
            if is_four | (begins == Begins::More) | (trail == backslash) {
                break;
            }
            let is_pair = begins != Begins::Single;
            let pair = usize::from(lead & 0x7F) << 8 | usize::from(trail);
            let wide = entries[select_unpredictable(is_pair, pair, PLANE + usize::from(lead))];
            let is_error = (wide == 0) & (lead != 0);
            let wide = select_unpredictable(is_error, replacement, wide);
            written += U::put_wide(&mut text[written..], wide);
            text[written] = trail.into();
            written += usize::from(is_pair & is_error & trail.is_ascii());
            read += 1 + usize::from(is_pair);
            replaced += usize::from(is_error);
            errors = errors << 1 | u16::from(is_error);
        }
        (read, written, replaced)
    }

    /// Decodes characters of two bytes below 0x80, as far as there are no others.
    pub(super) fn decode_shifted<U: TextUnit>(&self, bytes: &[u8], text: &mut [U]) -> (usize, usize) {
        let (mut read, mut written) = (0, 0);
        let pairs = self.entries::<U>();
        while let Some(&[lead @ 0x21..=0x7D, trail @ 0x21..=0x7E]) = bytes[read..].first_chunk()
            && written + Self::ROOM <= text.len()
        {
            let pair = pairs[usize::from(lead) << 8 | usize::from(trail | 0x80)];
            if pair == U::Entry::default() {
                break;
            }
            (read, written) = (read + 2, written + U::put_entry(&mut text[written..], pair));
        }
        (read, written)
    }

    /// Copies the ASCII that `bytes` begin with in an encoding with states, as far as there is room. Returns its length.
    fn copy_plain<U: TextUnit>(&self, state: State, bytes: &[u8], text: &mut [U]) -> usize {
        match (state, self.kind) {
            (State::Ascii, Kind::Hz) => copy_ascii_without(bytes, text, *b"~"),
            (State::Ascii, _) => copy_ascii_without(bytes, text, [ESC, 0x0E, 0x0F]),
            _ => 0,
        }
    }

    /// Returns what `bytes`, which are not empty, begin with. `last` states that the text ends with them.
    pub(crate) fn first(&self, bytes: &[u8], state: State, last: bool) -> Start {
        match (self.kind, bytes[0]) {
            (Kind::Hz, _) => self.first_of_hz(bytes, state),
            (Kind::Iso2022Jp, _) => self.first_of_iso_2022_jp(bytes, state, last),
            (Kind::EucTw, 0x8E) => self.first_of_euc_tw(bytes),
            (Kind::EucJp, 0x8F) => self.first_of_jis_x_0212(bytes),
            (_, byte) if byte < 0x80 || self.single[usize::from(byte)] != 0 => {
                Start::Character(self.single[usize::from(byte)], 1)
            }
            (_, lead) if !self.is_lead[usize::from(lead & 0x7F)] => Start::IllFormed(1),
            (kind, _) => match bytes.get(1) {
                None => Start::Incomplete,
                Some(b'0'..=b'9') if kind == Kind::Gb18030 => self.first_of_four(bytes),
                Some(&trail) => match self.pair(0, bytes[0], trail) {
                    0 => Start::IllFormed(1 + after(trail)),
                    packed => Start::Character(packed, 2),
                },
            },
        }
    }

    /// Returns the packed UTF-8 of a sequence of two bytes in a plane, or zero.
    fn pair(&self, plane: usize, lead: u8, trail: u8) -> u32 {
        let place = plane * ALL_SHORT + (usize::from(lead & 0x7F) << 8 | usize::from(trail));
        self.pairs.get(place).copied().unwrap_or(0)
    }

    /// Returns the character of a sequence of two bytes in a plane.
    pub(super) fn character(&self, plane: usize, lead: u8, trail: u8) -> Option<char> {
        match self.pair(plane, lead, trail) {
            0 => None,
            packed => Some(characters(packed).0),
        }
    }

    /// Returns what `8F` and the bytes after it begin: a character of JIS X 0212.
    fn first_of_jis_x_0212(&self, bytes: &[u8]) -> Start {
        match *bytes {
            [_] | [_, 0xA1..=0xFE] => Start::Incomplete,
            [_, lead @ 0xA1..=0xFE, trail, ..] => match self.pair(1, lead, trail) {
                0 => Start::IllFormed(2 + after(trail)),
                packed => Start::Character(packed, 3),
            },
            [_, lead, ..] => Start::IllFormed(1 + after(lead)),
            [] => Start::Incomplete,
        }
    }

    /// Returns what `8E` and the bytes after it begin: a plane of CNS 11643, and one of its characters.
    fn first_of_euc_tw(&self, bytes: &[u8]) -> Start {
        let is_possible = [0x8E..=0x8E, 0xA1..=0xB0, 0xA1..=0xFE, 0xA1..=0xFE];
        let mut sequence = bytes.iter().zip(is_possible);
        if let Some(end) = sequence.position(|(byte, range)| !range.contains(byte)) {
            return Start::IllFormed(end);
        }
        let Some(&[_, plane, lead, trail]) = bytes.first_chunk() else {
            return Start::Incomplete;
        };
        match self.pair(usize::from(plane - 0xA1), lead, trail) {
            0 => Start::IllFormed(4),
            packed => Start::Character(packed, 4),
        }
    }

    /// Returns what a lead and a digit begin: a sequence of four bytes of GB18030.
    #[inline(never)]
    fn first_of_four(&self, bytes: &[u8]) -> Start {
        match *bytes {
            [_, _, ..=0x80 | 0xFF, ..] | [_, _, _, ..=0x2F | 0x3A.., ..] => Start::IllFormed(1),
            [a, b, c, d, ..] => {
                let [a, b, c, d] = [a - 0x81, b - 0x30, c - 0x81, d - 0x30].map(u32::from);
                let place = ((a * 10 + b) * 126 + c) * 10 + d;
                let fours = self.fours.get_or_init(gb18030_fours);
                let number = match fours.get(place as usize) {
                    Some(&number) => Some(number.into()),
                    None => place
                        .checked_sub(GB18030_SUPPLEMENT)
                        .map(|place| 0x1_0000 + place),
                };
                match number.and_then(char::from_u32) {
                    Some(c) => Start::Character(packed_char(c), 4),
                    None => Start::IllFormed(4),
                }
            }
            _ => Start::Incomplete,
        }
    }

    fn first_of_hz(&self, bytes: &[u8], state: State) -> Start {
        let is_shifted = state == State::Pairs;
        match (bytes[0], bytes.get(1)) {
            // A line begins in ASCII.
            (b'\r' | b'\n', _) if is_shifted => Start::Shift(State::Ascii, 0),
            (b'~' | 0x21..=0x7D, None) if is_shifted => Start::Incomplete,
            (b'~', Some(b'}')) if is_shifted => Start::Shift(State::Ascii, 2),
            (lead @ 0x21..=0x7D, Some(&trail @ 0x21..=0x7E)) if is_shifted => {
                match self.pair(0, lead, trail | 0x80) {
                    0 => Start::IllFormed(2),
                    packed => Start::Character(packed, 2),
                }
            }
            (_, _) if is_shifted => Start::IllFormed(1),
            (b'~', None) => Start::Incomplete,
            (b'~', Some(b'~')) => Start::Character(b'~'.into(), 2),
            (b'~', Some(b'{')) => Start::Shift(State::Pairs, 2),
            (b'~', Some(b'\n')) => Start::Skip(2),
            (b'~' | 0x80.., _) => Start::IllFormed(1),
            (byte, _) => Start::Character(byte.into(), 1),
        }
    }

    fn first_of_iso_2022_jp(&self, bytes: &[u8], state: State, last: bool) -> Start {
        match (state, bytes[0]) {
            (_, ESC) => first_of_escape(bytes, last),
            (State::Roman, b'\\') => Start::Character(packed_char('¥'), 1),
            (State::Roman, b'~') => Start::Character(packed_char('‾'), 1),
            (State::Ascii | State::Roman, 0x0E | 0x0F | 0x80..) => Start::IllFormed(1),
            (State::Ascii | State::Roman, byte) => Start::Character(byte.into(), 1),
            (State::Katakana, byte @ 0x21..=0x5F) => {
                let number = 0xFF61 - 0x21 + u32::from(byte);
                Start::Character(char::from_u32(number).map_or(0, packed_char), 1)
            }
            (State::Pairs, lead @ 0x21..=0x7E) => match bytes.get(1) {
                None => Start::Incomplete,
                Some(&ESC) => Start::IllFormed(1),
                Some(&trail @ 0x21..=0x7E) => match self.pair(0, lead, trail | 0x80) {
                    0 => Start::IllFormed(2),
                    packed => Start::Character(packed, 2),
                },
                Some(_) => Start::IllFormed(2),
            },
            (State::Katakana | State::Pairs, _) => Start::IllFormed(1),
        }
    }
}

/// The first byte of an escape sequence.
const ESC: u8 = 0x1B;

/// Returns what ESC and the bytes after it begin. An escape sequence is ill-formed if another one follows it at once, as the
/// Encoding Standard demands.
fn first_of_escape(bytes: &[u8], last: bool) -> Start {
    let state = match escape(bytes) {
        Some(Some(state)) => state,
        Some(None) => return Start::IllFormed(1),
        None if last => return Start::IllFormed(1),
        None => return Start::Incomplete,
    };
    match &bytes[3..] {
        [] if last => Start::Shift(state, 3),
        [] => Start::Incomplete,
        [ESC, ..] => match escape(&bytes[3..]) {
            Some(Some(_)) => Start::IllFormed(3),
            None if !last => Start::Incomplete,
            _ => Start::Shift(state, 3),
        },
        _ => Start::Shift(state, 3),
    }
}

/// Returns the state of the escape sequence that `bytes` begin with, `Some(None)` if they begin with none, or `None` if more
/// bytes decide.
fn escape(bytes: &[u8]) -> Option<Option<State>> {
    match bytes {
        [_, b'$', b'@' | b'B', ..] => Some(Some(State::Pairs)),
        [_, b'(', b'B', ..] => Some(Some(State::Ascii)),
        [_, b'(', b'J', ..] => Some(Some(State::Roman)),
        [_, b'(', b'I', ..] => Some(Some(State::Katakana)),
        [_] | [_, b'$' | b'('] => None,
        _ => Some(None),
    }
}

/// Returns the number of bytes that an undefined sequence has at its end: ASCII there is read as such.
fn after(byte: u8) -> usize {
    usize::from(byte >= 0x80)
}
