//! Encodings that are not of Unicode: [single-byte](crate::single_byte) and [East Asian](crate::east_asian) ones, and those
//! [with shifts or marks](crate::stateful).
//!
//! The first two are tables: a run is converted in blocks through buffers in the L1 cache, and long runs of ASCII by the
//! library's kernels.

use crate::east_asian::{self, EastAsian, Start, State};
use crate::item::{Expected, Item, NumberBytes};
use crate::packed::{TextUnit, packed_char};
use crate::runs::long_ascii;
use crate::single_byte::{self, EbcdicLineEnd, Page, PageUnit};
use crate::stateful;
use std::collections::TryReserveError;
use std::fmt;
use utf8kit::codec::{Any, Convert, Decode, Description, Encode, MAX_ENCODED, Numbers, Output, Utf8, Utf16};
use utf8kit::{Encoding as Base, ErrorKind, utf8, utf16};

/// An encoding that is not of Unicode: a code page, an East Asian encoding, or one with shifts or marks.
///
/// ```
/// use utf8kit::Policy;
/// use utf8kit_encodings::Encoding;
///
/// let encoding: Encoding = "cp437".parse().unwrap();
/// assert!(matches!(encoding, Encoding::Legacy(legacy) if legacy.name() == "IBM437"));
/// assert_eq!(encoding.decode(b"na\x8Bve", Policy::Fail).unwrap(), "naïve");
/// let error = encoding.encode("€", Policy::Fail).unwrap_err();
/// assert_eq!(error.to_string(), "U+20AC at offset 0 cannot be represented in the destination's encoding");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Legacy {
    index: u16,
    line_end: EbcdicLineEnd,
}

/// What an encoding is.
enum Kind {
    SingleByte(usize, EbcdicLineEnd),
    EastAsian(usize),
    Stateful(usize),
}

/// The number of encodings, with those that only browsers have.
pub(crate) const COUNT: usize = single_byte::COUNT + east_asian::COUNT + stateful::COUNT;

impl Legacy {
    /// Returns all of them.
    pub(crate) fn all() -> impl Iterator<Item = Legacy> {
        Legacy::every().filter(|legacy| legacy.east_asian().is_none_or(EastAsian::is_listed))
    }

    /// Returns all of them, and those that only browsers have.
    fn every() -> impl Iterator<Item = Legacy> {
        (0..COUNT).map(Legacy::at)
    }

    /// Returns the encoding with this index, which is less than [`COUNT`].
    pub(crate) const fn at(index: usize) -> Legacy {
        debug_assert!(index < COUNT);
        Legacy {
            index: index as u16,
            line_end: EbcdicLineEnd::Lf,
        }
    }

    const fn kind(self) -> Kind {
        let index = self.index as usize;
        let Some(multi_byte) = index.checked_sub(single_byte::COUNT) else {
            return Kind::SingleByte(index, self.line_end);
        };
        match multi_byte.checked_sub(east_asian::COUNT) {
            None => Kind::EastAsian(multi_byte),
            Some(stateful) => Kind::Stateful(stateful),
        }
    }

    fn page(self) -> Option<&'static Page> {
        match self.kind() {
            Kind::SingleByte(index, _) => Some(single_byte::page(index)),
            Kind::EastAsian(_) | Kind::Stateful(_) => None,
        }
    }

    fn east_asian(self) -> Option<&'static EastAsian> {
        match self.kind() {
            Kind::EastAsian(index) => Some(east_asian::encoding(index)),
            Kind::SingleByte(..) | Kind::Stateful(_) => None,
        }
    }

    /// Returns the name of the encoding.
    pub const fn name(self) -> &'static str {
        match self.kind() {
            Kind::SingleByte(index, _) => single_byte::page(index).name,
            Kind::EastAsian(index) => east_asian::encoding(index).name,
            Kind::Stateful(index) => stateful::encoding(index).name,
        }
    }

    /// Returns the number of the encoding, which is the same in every version, and from 1000 on. The C library has these numbers. Those of
    /// pages of EBCDIC with [another line end](Self::with_line_end) are 10,000 higher for NL, and 20,000 for any.
    ///
    /// ```
    /// use utf8kit_encodings::Encoding;
    ///
    /// let Ok(Encoding::Legacy(marc_8)) = "MARC-8".parse() else { panic!() };
    /// assert_eq!(marc_8.number(), 1210);
    /// ```
    pub fn number(self) -> u16 {
        match self.kind() {
            Kind::SingleByte(index, line_end) => single_byte::page(index).number + 10_000 * line_end as u16,
            Kind::EastAsian(index) => east_asian::encoding(index).number,
            Kind::Stateful(index) => stateful::encoding(index).number,
        }
    }

    /// Returns its other names.
    pub(crate) const fn names(self) -> &'static [&'static str] {
        match self.kind() {
            Kind::SingleByte(index, _) => single_byte::page(index).names,
            Kind::EastAsian(index) => east_asian::encoding(index).names,
            Kind::Stateful(index) => stateful::encoding(index).names,
        }
    }

    /// Returns what error messages say about the encoding.
    pub(crate) fn description(self) -> &'static Description {
        match self.kind() {
            Kind::SingleByte(index, _) => single_byte::description(index),
            Kind::EastAsian(index) => east_asian::description(index),
            Kind::Stateful(index) => stateful::description(index),
        }
    }

    /// Returns the encoding that reads what the Encoding Standard reads in `web`.
    pub(crate) fn of_web(web: &'static encoding_rs::Encoding) -> Option<Legacy> {
        Legacy::every().find(|legacy| {
            let page = legacy.page().and_then(Page::web);
            page.or(legacy.east_asian().and_then(EastAsian::web)) == Some(web)
        })
    }

    /// Returns the character of each byte, or `None` if the encoding has characters of several bytes.
    ///
    /// ```
    /// use utf8kit_encodings::Encoding;
    ///
    /// let Ok(Encoding::Legacy(koi8_r)) = "KOI8-R".parse() else { panic!() };
    /// assert_eq!(koi8_r.characters().unwrap()[0xC0], Some('ю'));
    /// ```
    pub fn characters(self) -> Option<[Option<char>; 256]> {
        self.page().map(|page| page.characters(self.line_end))
    }

    /// Returns this page of EBCDIC with another line end, or `None` if this is another encoding.
    ///
    /// ```
    /// use utf8kit::Policy;
    /// use utf8kit_encodings::{EbcdicLineEnd, Encoding};
    ///
    /// let Ok(Encoding::Legacy(page)) = "IBM1047".parse() else { panic!() };
    /// let unix = Encoding::Legacy(page.with_line_end(EbcdicLineEnd::Nl).unwrap());
    /// assert_eq!(unix.decode(b"\xC1\x15", Policy::Fail).unwrap(), "A\n");
    /// assert_eq!(unix.encode("A\n", Policy::Fail).unwrap(), b"\xC1\x15");
    /// ```
    #[must_use]
    pub fn with_line_end(self, line_end: EbcdicLineEnd) -> Option<Legacy> {
        self.page().filter(|page| page.is_ebcdic())?;
        Some(Legacy { line_end, ..self })
    }

    /// Makes the tables of a single-byte encoding, which decoders and encoders make otherwise when they first need them, and end the
    /// program if there is no memory. Does nothing for an encoding of several bytes.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no memory.
    ///
    /// ```
    /// use utf8kit_encodings::Encoding;
    ///
    /// let Ok(Encoding::Legacy(koi8_r)) = "KOI8-R".parse() else { panic!() };
    /// koi8_r.try_prepare().unwrap();
    /// ```
    pub fn try_prepare(self) -> Result<(), TryReserveError> {
        if let Kind::SingleByte(index, line_end) = self.kind() {
            let _ = single_byte::Decoding::try_of(index, line_end)?;
            let _ = single_byte::Encoding::try_of(index, line_end)?;
        }
        Ok(())
    }

    /// Returns `true` if a text of ASCII has the same bytes in the encoding.
    pub(crate) fn is_ascii_compatible(self) -> bool {
        match self.kind() {
            Kind::SingleByte(..) => self.characters().as_ref().is_some_and(single_byte::has_ascii),
            Kind::EastAsian(index) => east_asian::encoding(index).is_ascii_compatible(),
            Kind::Stateful(index) => stateful::Reader::new(index).is_ascii_compatible(),
        }
    }

    /// Returns the largest number that the encoding has.
    pub(crate) fn max(self) -> u32 {
        let max = match self.kind() {
            Kind::SingleByte(..) => self.characters().into_iter().flatten().flatten().max(),
            Kind::EastAsian(index) => east_asian::Encoding::of(index).max(),
            Kind::Stateful(index) => Some(stateful::encoding(index).max),
        };
        max.map_or(0, u32::from)
    }

    /// Returns the bytes of U+FEFF at the beginning of a text, or none if the encoding has no signature.
    pub(crate) fn signature(self) -> &'static [u8] {
        self.east_asian().map_or(b"", EastAsian::signature)
    }
}

impl fmt::Debug for Legacy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Legacy").field(&self.name()).finish()
    }
}

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

/// What encodes to a single-byte encoding, which has no state.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PageWriter(&'static single_byte::Encoding);

impl PageWriter {
    /// Returns what encodes to an encoding, or `None` if it has characters of several bytes.
    #[inline]
    pub(crate) fn of(legacy: Legacy) -> Option<Self> {
        match legacy.kind() {
            Kind::SingleByte(index, line_end) => Some(PageWriter(single_byte::Encoding::of(index, line_end))),
            Kind::EastAsian(_) | Kind::Stateful(_) => None,
        }
    }

    /// Converts a run of UTF-8 up to a character that is lacking. Returns the number of bytes read.
    #[inline]
    pub(crate) fn convert_from_utf8(self, src: &[u8], out: &mut Output<'_, u8>) -> usize {
        self.0.convert_from_utf8(src, out)
    }

    /// Converts a run of UTF-16 up to a character that is lacking. Returns the number of code units read.
    #[inline]
    pub(crate) fn convert_from_utf16(self, src: &[u16], out: &mut Output<'_, u8>) -> usize {
        self.0.convert_from_utf16(src, out)
    }
}

impl From<PageWriter> for Writer {
    fn from(page: PageWriter) -> Self {
        Writer::SingleByte(page.0)
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

/// An encoding as text is written, with its state between two numbers.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Writer {
    SingleByte(&'static single_byte::Encoding),
    EastAsian(east_asian::Writer),
    Stateful(stateful::Writer),
}

impl Writer {
    #[inline(always)]
    pub(crate) fn new(legacy: Legacy) -> Self {
        match legacy.kind() {
            Kind::SingleByte(index, line_end) => {
                Writer::SingleByte(single_byte::Encoding::of(index, line_end))
            }
            Kind::EastAsian(index) => {
                Writer::EastAsian(east_asian::Writer::new(east_asian::Encoding::of(index)))
            }
            Kind::Stateful(index) => Writer::Stateful(stateful::Writer::new(index)),
        }
    }

    /// Returns the replacement that a lossy conversion writes.
    pub(crate) fn substitute(&self) -> char {
        match self {
            Writer::EastAsian(writer) if writer.has_all() => char::REPLACEMENT_CHARACTER,
            _ => '?',
        }
    }

    /// Writes one number to the beginning of `out`. Returns the number of bytes, or `None` if the encoding lacks it.
    #[inline]
    pub(crate) fn encode(&mut self, number: u32, out: &mut [u8; MAX_ENCODED]) -> Option<usize> {
        match self {
            Writer::SingleByte(encoding) => {
                let mut out = NumberBytes::new(out);
                encoding.encode(number, &mut out)?;
                Some(out.len())
            }
            Writer::EastAsian(writer) => writer.encode_one(char::from_u32(number)?, out),
            Writer::Stateful(writer) => writer.encode(char::from_u32(number)?, out),
        }
    }

    /// Returns `true` if ASCII is the same in the encoding, in the state that it is in.
    pub(crate) fn is_ascii(&self) -> bool {
        match self {
            Writer::SingleByte(encoding) => encoding.has_ascii,
            Writer::EastAsian(writer) => writer.is_ascii(),
            Writer::Stateful(_) => false,
        }
    }

    /// Writes what ends a text.
    pub(crate) fn end(&mut self, out: &mut NumberBytes<'_>) {
        match self {
            Writer::SingleByte(_) => {}
            Writer::EastAsian(writer) => writer.end(out),
            Writer::Stateful(writer) => writer.end(out),
        }
    }

    /// Writes what ends a text, all or nothing. Returns whether it fits.
    #[inline]
    pub(crate) fn end_to(&mut self, out: &mut Output<'_, u8>) -> bool {
        let mut after = *self;
        if let Writer::EastAsian(writer) = &mut after
            && let Some((bytes, len)) = writer.end_plain()
            && out.room() >= bytes.len()
        {
            out.extend_with(bytes.len(), |places| {
                places.copy_from_slice(&bytes);
                (len, 0)
            });
            *self = after;
            return true;
        }
        let mut after = *self;
        let mut bytes = [0; MAX_ENCODED];
        let mut end = NumberBytes::new(&mut bytes);
        after.end(&mut end);
        let len = end.len();
        let fits = out.extend(&bytes[..len]);
        if fits {
            *self = after;
        }
        fits
    }

    /// Converts a run of UTF-16, which may be ill-formed. Returns the number of code units read.
    pub(crate) fn convert_from_utf16(&mut self, src: &[u16], out: &mut Output<'_, u8>) -> usize {
        if let Writer::SingleByte(encoding) = self {
            return encoding.convert_from_utf16(src, out);
        }
        match self {
            Writer::EastAsian(writer) => {
                let (is_ascii, replaces) = (writer.is_ascii(), out.replaces_lacking());
                let ascii = |src: &[u16], out: &mut Output<'_, u8>| narrow_ascii(is_ascii, src, out);
                in_blocks(src, out, ascii, |src, dst| match writer.has_states() {
                    true => writer.encode_in_states(src, dst, replaces),
                    false => writer.encode(src, dst, replaces),
                })
            }
            _ => {
                let replaces = out.replaces_lacking();
                in_blocks(
                    src,
                    out,
                    |_, _| 0,
                    |src, dst| self.encode_by_utf8(src, dst, replaces),
                )
            }
        }
    }

    /// Encodes UTF-16 by way of UTF-8. Returns the number of code units read, of bytes written, and of substitutes.
    fn encode_by_utf8(&mut self, src: &[u16], dst: &mut [u8], replaces: bool) -> (usize, usize, usize) {
        let src = &src[..src.len().min(dst.len())];
        match src.len() <= SHORTEST {
            true => self.encode_by_utf8_in(&mut [0; 3 * SHORTEST], src, dst, replaces),
            false => self.encode_by_utf8_in(&mut [0; BLOCK], src, dst, replaces),
        }
    }

    /// Does what [`encode_by_utf8`](Self::encode_by_utf8) does, as far as `text` has room.
    fn encode_by_utf8_in(
        &mut self,
        text: &mut [u8],
        src: &[u16],
        dst: &mut [u8],
        replaces: bool,
    ) -> (usize, usize, usize) {
        let len = utf16::to_utf8(src, &mut *text).unwrap_or_else(|error| error.written());
        let (read, written, replaced) = self.encode_text(&text[..len], dst, replaces);
        (utf8::utf16_len(&text[..read]), written, replaced)
    }

    /// Converts numbers, as many as the encoding has and fit. Returns how many.
    pub(crate) fn convert_from_numbers(
        &mut self,
        numbers: impl Iterator<Item = u32>,
        out: &mut Output<'_, u8>,
    ) -> usize {
        let mut read = 0;
        for number in numbers {
            let mut bytes = [0; MAX_ENCODED];
            let mut after = *self;
            match after.encode(number, &mut bytes) {
                Some(len) if out.extend(&bytes[..len]) => {}
                _ => break,
            }
            *self = after;
            read += 1;
        }
        read
    }

    /// Converts a run of UTF-8, which may be ill-formed. Returns the number of bytes read.
    #[inline]
    pub(crate) fn convert_from_utf8(&mut self, src: &[u8], out: &mut Output<'_, u8>) -> usize {
        let read = self.convert_represented(src, out);
        match out.replaces_lacking() && read < src.len() {
            true => self.convert_over_lacking(src, out, read),
            false => read,
        }
    }

    /// Converts the rest of a run of UTF-8, with the substitute for each character that is lacking. Returns the number of bytes read.
    #[inline(never)]
    fn convert_over_lacking(&mut self, src: &[u8], out: &mut Output<'_, u8>, mut read: usize) -> usize {
        let mut run = read;
        loop {
            let walked = match self.walk_page(&src[read..], out) {
                0 => self.walk_utf8(&src[read..], out, run < WORTHWHILE),
                walked => walked,
            };
            if walked == 0 {
                break;
            }
            run = self.convert_represented(&src[read + walked..], out);
            read += walked + run;
        }
        read
    }

    /// Encodes to a page, with the substitute for each character that is lacking, until these are rare. Returns the number of bytes read.
    fn walk_page(&self, src: &[u8], out: &mut Output<'_, u8>) -> usize {
        let Writer::SingleByte(encoding) = self else {
            return 0;
        };
        let mut encode = |src: &[u8], dst: &mut [u8]| {
            let text = valid(&src[..utf8::floor_boundary(src, src.len().min(4 * dst.len()))]);
            encoding.encode_over_lacking(text.as_bytes(), dst)
        };
        one_block(src, out, &|_, _| 0, &mut encode, SHORTEST)
    }

    /// Encodes character by character, with the substitute for each that is lacking: the first one, or with `is_dense` until they are
    /// rare. Returns the number of bytes read.
    fn walk_utf8(&mut self, src: &[u8], out: &mut Output<'_, u8>, is_dense: bool) -> usize {
        let substitute = self.substitute();
        let (mut read, mut clean_from) = (0, 0);
        let most = if is_dense { WORTHWHILE } else { 1 };
        while read < src.len() && out.room() >= MAX_ENCODED && read - clean_from < most {
            let Ok((number, len)) = Utf8.decode(&src[read..], false) else {
                break;
            };
            let mut bytes = [0; MAX_ENCODED];
            if let Some(count) = self.encode_if_represented(number, &mut bytes) {
                out.extend(&bytes[..count]);
                read += len;
                continue;
            }
            let Some(count) = self.encode_if_represented(substitute.into(), &mut bytes) else {
                break;
            };
            out.extend_replaced(&bytes[..count], 1);
            read += len;
            clean_from = read;
        }
        read
    }

    /// Does what [`Writer::encode`] does, and leaves the state as it is if the encoding lacks the number.
    #[inline]
    fn encode_if_represented(&mut self, number: u32, out: &mut [u8; MAX_ENCODED]) -> Option<usize> {
        if let Writer::SingleByte(_) = self {
            return self.encode(number, out);
        }
        let mut after = *self;
        let len = after.encode(number, out)?;
        *self = after;
        Some(len)
    }

    /// Converts a run of UTF-8 up to a character that is lacking. Returns the number of bytes read.
    #[inline]
    fn convert_represented(&mut self, src: &[u8], out: &mut Output<'_, u8>) -> usize {
        match self {
            Writer::SingleByte(encoding) => encoding.convert_from_utf8(src, out),
            _ => self.convert_blocks_from_utf8(src, out),
        }
    }

    /// Does what [`convert_represented`](Self::convert_represented) does for encodings that are no page.
    #[inline(never)]
    fn convert_blocks_from_utf8(&mut self, src: &[u8], out: &mut Output<'_, u8>) -> usize {
        match self {
            Writer::SingleByte(_) => 0,
            _ => {
                let (is_ascii, replaces) = (self.is_ascii(), out.replaces_lacking());
                in_blocks(
                    src,
                    out,
                    |src, out| extend_ascii(is_ascii, src, out),
                    |src, dst| self.encode_text(src, dst, replaces),
                )
            }
        }
    }

    /// Encodes a run of UTF-8, which may be ill-formed, up to a character that is lacking, unless it `replaces` these. Returns the number
    /// of bytes read and written, and of substitutes.
    fn encode_text(&mut self, src: &[u8], dst: &mut [u8], replaces: bool) -> (usize, usize, usize) {
        match self {
            Writer::SingleByte(_) => (0, 0, 0),
            Writer::EastAsian(writer) => {
                let text = valid(&src[..utf8::floor_boundary(src, src.len().min(4 * dst.len()))]);
                match writer.has_states() {
                    true => writer.encode_in_states(text.as_bytes(), dst, replaces),
                    false => writer.encode(text.as_bytes(), dst, replaces),
                }
            }
            Writer::Stateful(writer) => {
                let (read, written) = writer.encode_text(
                    valid(&src[..utf8::floor_boundary(src, src.len().min(dst.len()))]),
                    dst,
                );
                (read, written, 0)
            }
        }
    }
}

/// Returns the part of `bytes` before the first error.
fn valid(bytes: &[u8]) -> &str {
    let up_to = match utf8::validate(bytes) {
        Ok(text) => return text,
        Err(error) => error.valid_up_to(),
    };
    utf8::validate(&bytes[..up_to]).unwrap_or_default()
}

/// The number of bytes that take longer one by one than to start a run.
const WORTHWHILE: usize = 16;

/// The number of units that are written at a time. They stay in the L1 cache.
const BLOCK: usize = 2048;

/// The number of bytes up to which a text is short: it is converted without what long ones need.
const SHORT: usize = 32;

/// The size of the first block. Where a conversion stops early, little is done in vain, and a short text needs no more.
const SHORTEST: usize = 128;

/// The size of the first block, in bytes. More than this is not set to zero without a call.
const FIRST: usize = 128;

/// Converts with `convert`, which returns the number of units read and written, and of substitutes, until it reads nothing. Before, and
/// between, `ascii` converts a long run of ASCII and returns its length. Returns the number of units read.
fn in_blocks<S, U: TextUnit>(
    src: &[S],
    out: &mut Output<'_, U>,
    ascii: impl Fn(&[S], &mut Output<'_, U>) -> usize,
    mut convert: impl FnMut(&[S], &mut [U]) -> (usize, usize, usize),
) -> usize {
    let read = one_block(src, out, &ascii, &mut convert, FIRST / size_of::<U>());
    match read {
        0 => 0,
        _ if read == src.len() => read,
        _ => read + in_long_blocks(&src[read..], out, ascii, convert),
    }
}

/// Does what [`in_blocks`] does, in blocks that grow.
#[inline(never)]
fn in_long_blocks<S, U: TextUnit>(
    src: &[S],
    out: &mut Output<'_, U>,
    ascii: impl Fn(&[S], &mut Output<'_, U>) -> usize,
    mut convert: impl FnMut(&[S], &mut [U]) -> (usize, usize, usize),
) -> usize {
    let mut size = SHORTEST;
    let mut read = 0;
    loop {
        let rest = &src[read..];
        size = match rest.len() {
            ..=SHORTEST => SHORTEST,
            _ => (4 * size).min(BLOCK),
        };
        let more = one_block(rest, out, &ascii, &mut convert, size);
        if more == 0 {
            return read;
        }
        read += more;
    }
}

/// Converts a long run of ASCII and what becomes `size` units after it. Returns the number of units read.
#[inline]
fn one_block<S, U: TextUnit>(
    src: &[S],
    out: &mut Output<'_, U>,
    ascii: &impl Fn(&[S], &mut Output<'_, U>) -> usize,
    convert: &mut impl FnMut(&[S], &mut [U]) -> (usize, usize, usize),
    size: usize,
) -> usize {
    let mut read = ascii(src, out);
    out.extend_with(size, |places| {
        let (more, written, replaced) = convert(&src[read..], places);
        read += more;
        (written, replaced)
    });
    read
}

/// Writes a long run of ASCII that `src` begins with, if it `is_ascii` in the encoding, too. Returns its length.
#[inline]
fn extend_ascii<U: TextUnit>(is_ascii: bool, src: &[u8], out: &mut Output<'_, U>) -> usize {
    if !is_ascii {
        return 0;
    }
    match long_ascii(&src[..src.len().min(out.room())]) {
        [] => 0,
        run => U::extend_ascii(out, run),
    }
}

/// Writes a long run of ASCII that `src` begins with, if it `is_ascii` in the encoding, too. Returns its length.
#[inline]
fn narrow_ascii(is_ascii: bool, src: &[u16], out: &mut Output<'_, u8>) -> usize {
    let is_long = src
        .first_chunk()
        .is_some_and(|chunk: &[u16; 64]| chunk.iter().fold(0, |all, unit| all | unit) < 0x80);
    match is_ascii && is_long {
        true => Utf16::default().convert_run(&mut Any::new(Base::Ascii), src, out),
        false => 0,
    }
}
