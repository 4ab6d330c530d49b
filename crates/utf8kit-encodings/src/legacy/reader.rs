//! Decodes text of these encodings.

use super::blocks::{BLOCK, SHORT, SHORTEST, WORTHWHILE, extend_ascii, in_blocks};
use super::encoding::{Kind, Legacy};
use crate::east_asian::{self, Start, State};
use crate::item::{Expected, Item};
use crate::packed::{TextUnit, packed_char};
use crate::single_byte::{self, PageUnit};
use crate::stateful;
use utf8kit::codec::{Convert, Description, Encode, MAX_ENCODED, Numbers, Output, Utf8, Utf16};
use utf8kit::{ErrorKind, utf8};

/// An encoding as text is read, with its state between two numbers.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Reader {
    SingleByte(&'static single_byte::Decoding),
    EastAsian {
        decoding: &'static east_asian::Decoding,
        state: State,
        /// The second character of a sequence that stands for two, of which one byte is left.
        second: Option<char>,
    },
    Stateful(stateful::Reader),
}

impl Reader {
    #[inline(always)]
    pub(crate) fn new(legacy: Legacy) -> Self {
        match legacy.kind() {
            Kind::SingleByte(index, line_end) => {
                Reader::SingleByte(single_byte::Decoding::of(index, line_end))
            }
            Kind::EastAsian(index) => Reader::EastAsian {
                decoding: east_asian::Decoding::of(index),
                state: State::default(),
                second: None,
            },
            Kind::Stateful(index) => Reader::Stateful(stateful::Reader::new(index)),
        }
    }

    pub(crate) fn description(&self) -> &'static Description {
        match self {
            Reader::SingleByte(decoding) => decoding.description(),
            Reader::EastAsian { decoding, .. } => decoding.description(),
            Reader::Stateful(reader) => reader.description(),
        }
    }

    /// Returns `true` if one character of a sequence is left.
    pub(crate) fn is_within_sequence(&self) -> bool {
        match self {
            Reader::SingleByte(_) => false,
            Reader::EastAsian { second, .. } => second.is_some(),
            Reader::Stateful(reader) => reader.is_within_sequence(),
        }
    }

    /// The states of East Asian encodings, in the order of their numbers. With the last two, one character of a sequence of Big5 is left.
    const STATES: [(State, Option<char>); 6] = [
        (State::Ascii, None),
        (State::Pairs, None),
        (State::Roman, None),
        (State::Katakana, None),
        (State::Ascii, Some('\u{304}')),
        (State::Ascii, Some('\u{30C}')),
    ];

    /// Returns the state as a number, which is zero at the beginning of a text.
    pub(crate) fn shift_state(&self) -> u16 {
        match *self {
            Reader::SingleByte(_) => 0,
            Reader::Stateful(reader) => reader.shift_state(),
            Reader::EastAsian { state, second, .. } => {
                let place = Reader::STATES.iter().position(|&known| known == (state, second));
                place.expect("there are no other states") as u16
            }
        }
    }

    pub(crate) fn set_shift_state(&mut self, number: u16) {
        match self {
            Reader::SingleByte(_) => {}
            Reader::EastAsian { state, second, .. } => {
                if let Some(&known) = Reader::STATES.get(usize::from(number)) {
                    (*state, *second) = known;
                }
            }
            Reader::Stateful(reader) => reader.set_shift_state(number),
        }
    }

    /// Returns what `bytes`, which are not empty, begin with, and moves to the state after it.
    #[inline]
    pub(crate) fn read(&mut self, bytes: &[u8], last: bool) -> Item {
        let (decoding, state, second) = match self {
            Reader::SingleByte(decoding) => {
                return match decoding.character(bytes[0]) {
                    Some(c) => Item::Number(c.into(), 1),
                    None => Item::IllFormed(ErrorKind::Undefined, 1, Expected::ByKind),
                };
            }
            Reader::EastAsian {
                decoding,
                state,
                second,
            } => (decoding, state, second),
            Reader::Stateful(reader) => return reader.read(bytes, last),
        };
        if let Some(second) = second.take() {
            return Item::Number(second.into(), 1);
        }
        loop {
            return match decoding.first(bytes, *state, last) {
                Start::Character(packed, len) => match Start::characters(packed) {
                    (c, None) => Item::Number(c.into(), len),
                    (c, two) => {
                        *second = two;
                        Item::Number(c.into(), len - 1)
                    }
                },
                Start::Shift(shifted, len) => {
                    *state = shifted;
                    match len {
                        0 => continue,
                        _ => Item::Skip(len),
                    }
                }
                Start::Skip(len) => Item::Skip(len),
                Start::IllFormed(len) => Item::IllFormed(ErrorKind::Undefined, len, Expected::ByKind),
                Start::Incomplete => Item::Incomplete,
            };
        }
    }

    /// Reads the rest of a text if it encodes nothing, as an escape sequence does. Returns its length, or zero.
    fn skip_last(&mut self, rest: &[u8]) -> usize {
        let mut after = *self;
        if rest.is_empty() || after.read(rest, true) != Item::Skip(rest.len()) {
            return 0;
        }
        *self = after;
        rest.len()
    }

    /// Returns the byte that the sequences for `c`, an ASCII character, end with.
    pub(crate) fn unit_of(&self, c: u8) -> Option<u8> {
        match self {
            Reader::SingleByte(decoding) => decoding.byte_of(c),
            Reader::EastAsian { .. } => Some(c),
            Reader::Stateful(_) => None,
        }
    }

    /// Converts a run to UTF-16. Returns the number of bytes read.
    #[inline]
    pub(crate) fn convert_to_utf16(&mut self, src: &[u8], out: &mut Output<'_, u16>) -> usize {
        self.convert_to_text(src, out, false)
    }

    /// Converts a run to UTF-8 or UTF-16. `last` states that the text ends with it. Returns the number of bytes read.
    #[inline]
    pub(crate) fn convert_to_text<U: PageUnit>(
        &mut self,
        src: &[u8],
        out: &mut Output<'_, U>,
        last: bool,
    ) -> usize {
        let read = self.convert_well_formed(src, out, last);
        match read < src.len() && (last || out.replaces_ill_formed()) {
            true => self.convert_rest(src, out, read, last),
            false => read,
        }
    }

    /// Converts the rest of a run, if that is ill-formed and to be replaced, or is the end of a text and encodes nothing. Returns the number
    /// of bytes read.
    #[inline(never)]
    fn convert_rest<U: PageUnit>(
        &mut self,
        src: &[u8],
        out: &mut Output<'_, U>,
        mut read: usize,
        last: bool,
    ) -> usize {
        if out.replaces_ill_formed() {
            read = self.convert_over_errors(src, out, read);
        }
        match last {
            true => read + self.skip_last(&src[read..]),
            false => read,
        }
    }

    /// Converts the rest of a run, with U+FFFD for each ill-formed sequence. Returns the number of bytes read.
    fn convert_over_errors<U: PageUnit>(
        &mut self,
        src: &[u8],
        out: &mut Output<'_, U>,
        mut read: usize,
    ) -> usize {
        if let Reader::SingleByte(decoding) = self {
            read += decoding.convert_over_errors(&src[read..], out);
        }
        let mut run = read;
        loop {
            let walked = self.walk(&src[read..], out, run < WORTHWHILE);
            if walked == 0 {
                break;
            }
            run = self.convert_well_formed(&src[read + walked..], out, false);
            read += walked + run;
        }
        read
    }

    /// Decodes item by item, with U+FFFD for each ill-formed sequence: the first one, or with `is_dense` until they are rare. Stops where
    /// a sequence could be incomplete. Returns the number of bytes read.
    fn walk<U: TextUnit>(&mut self, src: &[u8], out: &mut Output<'_, U>, is_dense: bool) -> usize {
        let (mut read, mut clean_from) = (0, 0);
        let most = if is_dense { WORTHWHILE } else { 1 };
        while read < src.len() && out.room() >= 4 && read - clean_from < most {
            let mut after = *self;
            let mut units = [U::default(); 4];
            match after.read(&src[read..], false) {
                Item::Number(number, len) => {
                    let c = char::from_u32(number).unwrap_or(char::REPLACEMENT_CHARACTER);
                    let count = U::put(&mut units, packed_char(c));
                    out.extend(&units[..count]);
                    read += len;
                }
                Item::Skip(len) => read += len,
                Item::IllFormed(_, len, _) => {
                    let count = U::put(&mut units, packed_char(char::REPLACEMENT_CHARACTER));
                    out.extend_replaced(&units[..count], 1);
                    read += len;
                    clean_from = read;
                }
                Item::Incomplete => break,
            }
            *self = after;
        }
        read
    }

    /// Converts a run up to an ill-formed sequence. Returns the number of bytes read.
    #[inline]
    fn convert_well_formed<U: PageUnit>(&mut self, src: &[u8], out: &mut Output<'_, U>, last: bool) -> usize {
        match self {
            Reader::SingleByte(decoding) => U::convert_page(decoding, src, out),
            Reader::EastAsian {
                decoding,
                second: None,
                ..
            } if src.len() <= SHORT && !decoding.has_states() => match decoding.convert_short(src, out) {
                read if read == src.len() => read,
                read => read + self.convert_blocks(&src[read..], out, last),
            },
            _ => self.convert_blocks(src, out, last),
        }
    }

    /// Does what [`convert_well_formed`](Self::convert_well_formed) does for encodings that are no page. Outlined, so that a short text
    /// in a page takes little time.
    #[inline(never)]
    fn convert_blocks<U: TextUnit>(&mut self, src: &[u8], out: &mut Output<'_, U>, last: bool) -> usize {
        match self {
            Reader::SingleByte(_) | Reader::EastAsian { second: Some(_), .. } => 0,
            Reader::EastAsian { decoding, state, .. } => {
                let replaces = out.replaces_ill_formed();
                let is_ascii = decoding.is_ascii(*state);
                in_blocks(
                    src,
                    out,
                    |src, out| extend_ascii(is_ascii, src, out),
                    |src, dst| decoding.decode(state, src, dst, replaces, last),
                )
            }
            Reader::Stateful(reader) => in_blocks(
                src,
                out,
                |_, _| 0,
                |src, dst| {
                    let (read, written) = reader.decode(src, dst);
                    (read, written, 0)
                },
            ),
        }
    }

    /// Converts a run. Returns the number of bytes read.
    pub(crate) fn convert_to<T: Encode>(
        &mut self,
        target: &mut T,
        src: &[u8],
        out: &mut Output<'_, T::Unit>,
    ) -> usize
    where
        Utf8: Convert<T>,
        Utf16: Convert<T>,
    {
        match self {
            Reader::SingleByte(decoding) => decoding.convert_to(target, src, out),
            Reader::EastAsian { .. } => self.convert_by_utf8(target, src, out),
            Reader::Stateful(_) => 0,
        }
    }

    /// Converts a run to code points. Returns the number of bytes read.
    pub(crate) fn convert_to_numbers(&mut self, src: &[u8], out: &mut Output<'_, u32>) -> usize {
        match self {
            Reader::SingleByte(decoding) => {
                let characters = src.iter().map_while(|&byte| decoding.character(byte));
                characters.take_while(|&c| out.push(c.into())).count()
            }
            Reader::EastAsian { .. } => self.convert_by_utf8(&mut Numbers, src, out),
            Reader::Stateful(_) => 0,
        }
    }

    /// Converts a run by way of UTF-8. Returns the number of bytes read.
    fn convert_by_utf8<T: Encode>(
        &mut self,
        target: &mut T,
        src: &[u8],
        out: &mut Output<'_, T::Unit>,
    ) -> usize
    where
        Utf8: Convert<T>,
    {
        let (read, goes_on) = self.convert_block_by_utf8(target, src, out, &mut [0; SHORTEST]);
        match goes_on && read < src.len() {
            true => read + self.convert_blocks_by_utf8(target, &src[read..], out),
            false => read,
        }
    }

    /// Does what [`convert_by_utf8`](Self::convert_by_utf8) does, in blocks that grow.
    #[inline(never)]
    fn convert_blocks_by_utf8<T: Encode>(
        &mut self,
        target: &mut T,
        src: &[u8],
        out: &mut Output<'_, T::Unit>,
    ) -> usize
    where
        Utf8: Convert<T>,
    {
        let mut buffer = [0; BLOCK];
        let mut size = SHORTEST;
        let mut read = 0;
        loop {
            size = (2 * size).min(BLOCK);
            let (more, goes_on) = self.convert_block_by_utf8(target, &src[read..], out, &mut buffer[..size]);
            read += more;
            if !goes_on {
                return read;
            }
        }
    }

    /// Converts a run by way of UTF-8 in `buffer`. Returns the number of bytes read, and whether it goes on.
    fn convert_block_by_utf8<T: Encode>(
        &mut self,
        target: &mut T,
        src: &[u8],
        out: &mut Output<'_, T::Unit>,
        buffer: &mut [u8],
    ) -> (usize, bool)
    where
        Utf8: Convert<T>,
    {
        let mut after = *self;
        let most = buffer.len().min(out.room().max(16));
        let (read, written) = after.decode_pairs(src, &mut buffer[..most]);
        let text = utf8::validate(&buffer[..written]).expect("tables hold UTF-8");
        let done = convert_text(text, target, out);
        if done < written {
            // What the destination lacks, or has no room for, is decoded twice.
            return (self.skip(src, done), false);
        }
        *self = after;
        (read, read > 0)
    }

    /// Decodes `bytes` to `text`, until one of them ends or nearly ends, or something that is not plain. Returns the number of
    /// bytes read and written.
    fn decode_pairs(&mut self, bytes: &[u8], text: &mut [u8]) -> (usize, usize) {
        match self {
            Reader::SingleByte(_) | Reader::EastAsian { second: Some(_), .. } | Reader::Stateful(_) => (0, 0),
            Reader::EastAsian { decoding, state, .. } => {
                let (read, written, _) = decoding.decode(state, bytes, text, false, false);
                (read, written)
            }
        }
    }

    /// Moves past characters that take `len` bytes in UTF-8. Returns their number of bytes.
    fn skip(&mut self, bytes: &[u8], mut len: usize) -> usize {
        let mut read = 0;
        while len > 0 {
            match self.read(&bytes[read..], false) {
                Item::Number(number, bytes) => {
                    read += bytes;
                    len -= char::from_u32(number).map_or(len, char::len_utf8);
                }
                Item::Skip(bytes) => read += bytes,
                Item::IllFormed(..) | Item::Incomplete => unreachable!("it was decoded before"),
            }
        }
        read
    }
}

/// What decodes a single-byte encoding, which has no state.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PageReader(&'static single_byte::Decoding);

impl PageReader {
    /// Returns what decodes an encoding, or `None` if it has characters of several bytes.
    #[inline]
    pub(crate) fn of(legacy: Legacy) -> Option<Self> {
        match legacy.kind() {
            Kind::SingleByte(index, line_end) => Some(PageReader(single_byte::Decoding::of(index, line_end))),
            Kind::EastAsian(_) | Kind::Stateful(_) => None,
        }
    }

    /// Converts a run to UTF-8 up to a byte without a character. Returns the number of bytes read.
    #[inline]
    pub(crate) fn convert_to_utf8(self, src: &[u8], out: &mut Output<'_, u8>) -> usize {
        self.0.convert_to_utf8(src, out)
    }

    /// Converts a run to UTF-16 up to a byte without a character. Returns the number of bytes read.
    #[inline]
    pub(crate) fn convert_to_utf16(self, src: &[u8], out: &mut Output<'_, u16>) -> usize {
        self.0.convert_to_utf16(src, out)
    }
}

impl From<PageReader> for Reader {
    fn from(page: PageReader) -> Self {
        Reader::SingleByte(page.0)
    }
}

/// Converts the beginning of `text`. Returns its length.
fn convert_text<T: Encode>(text: &str, target: &mut T, out: &mut Output<'_, T::Unit>) -> usize
where
    Utf8: Convert<T>,
{
    let mut done = Utf8.convert_run(target, text.as_bytes(), out);
    for c in text[done..].chars() {
        let mut units = [T::Unit::default(); MAX_ENCODED];
        let mut after = *target;
        match after.encode(c.into(), &mut units) {
            Some(len) if out.extend(&units[..len]) => {}
            _ => break,
        }
        *target = after;
        done += c.len_utf8();
    }
    done
}
