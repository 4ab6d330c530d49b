//! Single-byte encodings: each is a table of 256 characters, a [`Page`].
//!
//! Pages that contain ASCII, nearly all, are converted by kernels of the library from these tables ([`ByteToUnit`], [`UnitToByte`]).
//! Text of others, and UTF-8 that those kernels leave, goes through UTF-16: a table of 256 code units has the character of each byte,
//! one of 65,536 bytes the byte of each code unit, and other kernels convert between UTF-16 and UTF-8. A byte without a character is an
//! unpaired surrogate, at which a kernel stops.

mod page;
mod pages;
mod sparse;

use crate::item::NumberBytes;
use crate::marks;
use crate::packed::TextUnit;
use crate::runs::{encode_characters, long_ascii};
pub use page::EbcdicLineEnd;
pub(crate) use page::Page;
use pages::PAGES;
use sparse::{CHUNK, MANY, NONE};
use std::alloc::{Layout, handle_alloc_error};
use std::collections::TryReserveError;
use std::ops::RangeInclusive;
use std::sync::OnceLock;
use utf8kit::codec::{ByteToUnit, Convert, Description, Encode, Output, UnitToByte, Utf8, Utf16};
use utf8kit::{utf8, utf16};

/// The number of pages.
pub(crate) const COUNT: usize = PAGES.len();

static DESCRIPTIONS: [Description; COUNT] = {
    let mut all = [const { Description::new("") }; COUNT];
    let mut page = 0;
    while page < COUNT {
        all[page] = Description::new(PAGES[page].name);
        page += 1;
    }
    all
};

// On the heap: a program does not hold room for the tables that it does not use.
static DECODINGS: [[OnceLock<Box<[Decoding]>>; COUNT]; LINE_ENDS] =
    [const { [const { OnceLock::new() }; COUNT] }; LINE_ENDS];
static ENCODINGS: [[OnceLock<Encoding>; COUNT]; LINE_ENDS] =
    [const { [const { OnceLock::new() }; COUNT] }; LINE_ENDS];

/// The number of [`EbcdicLineEnd`]s.
const LINE_ENDS: usize = 3;

/// The number of code units that are converted at first, and then. [`MANY`] are where a run is long, so that little is converted in
/// vain before a byte or a character that is lacking.
const FEW: usize = 64;
const MORE: usize = 256;

/// The number of bytes that are encoded one character after the other.
const SHORT: usize = 64;

/// Returns the page with this index.
pub(crate) const fn page(index: usize) -> &'static Page {
    &PAGES[index]
}

/// Returns the characters of the page with this name.
pub(crate) fn characters(name: &str) -> Option<[Option<char>; 256]> {
    let page = PAGES.iter().find(|page| page.name == name)?;
    Some(page.characters(EbcdicLineEnd::default()))
}

/// Returns what error messages say about the page with this index.
pub(crate) fn description(index: usize) -> &'static Description {
    &DESCRIPTIONS[index]
}

/// What decodes a page.
#[derive(Debug)]
pub(crate) struct Decoding {
    description: &'static Description,
    /// The character of each byte, or [`NONE`]. No page has one over U+FFFF.
    units: [u16; 256],
    /// The byte of each ASCII character, unless there are several.
    ascii: [Option<u8>; 128],
    /// The same for kernels, if the page contains ASCII.
    table: Option<ByteToUnit>,
    /// The same, with U+FFFD for bytes without a character.
    replacing: Option<ByteToUnit>,
}

/// A code unit of decoded text.
pub(crate) trait PageUnit: TextUnit {
    /// Converts a run of `src` by a table. Returns the number of bytes read.
    fn convert_by(table: &ByteToUnit, src: &[u8], out: &mut Output<'_, Self>) -> usize;

    /// Converts a run of `src`. Returns the number of bytes read.
    fn convert_page(page: &Decoding, src: &[u8], out: &mut Output<'_, Self>) -> usize;
}

impl PageUnit for u8 {
    #[inline]
    fn convert_by(table: &ByteToUnit, src: &[u8], out: &mut Output<'_, u8>) -> usize {
        table.convert_to_utf8(src, out)
    }

    #[inline]
    fn convert_page(page: &Decoding, src: &[u8], out: &mut Output<'_, u8>) -> usize {
        page.convert_to_utf8(src, out)
    }
}

impl PageUnit for u16 {
    #[inline]
    fn convert_by(table: &ByteToUnit, src: &[u8], out: &mut Output<'_, u16>) -> usize {
        table.convert_to_utf16(src, out)
    }

    #[inline]
    fn convert_page(page: &Decoding, src: &[u8], out: &mut Output<'_, u16>) -> usize {
        page.convert_to_utf16(src, out)
    }
}

impl Decoding {
    /// Returns what decodes the page with this index.
    #[inline]
    pub(crate) fn of(index: usize, line_end: EbcdicLineEnd) -> &'static Self {
        match DECODINGS[line_end as usize][index].get() {
            Some(made) => &made[0],
            None => Decoding::try_of(index, line_end)
                .unwrap_or_else(|_| handle_alloc_error(Layout::new::<Self>())),
        }
    }

    /// Returns what decodes the page with this index, or an error if there is no memory.
    pub(crate) fn try_of(index: usize, line_end: EbcdicLineEnd) -> Result<&'static Self, TryReserveError> {
        let place = &DECODINGS[line_end as usize][index];
        if let Some(made) = place.get() {
            return Ok(&made[0]);
        }
        let characters = PAGES[index].characters(line_end);
        let mut made = Vec::new();
        made.try_reserve_exact(1)?;
        made.push(Decoding {
            description: description(index),
            units: characters.map(|c| c.map_or(NONE, |c| c as u16)),
            ascii: std::array::from_fn(|number| {
                let is_its = |&byte: &u8| characters[usize::from(byte)] == Some(char::from(number as u8));
                let mut bytes = (0..=0xFF).filter(is_its);
                bytes.next().filter(|_| bytes.next().is_none())
            }),
            table: table(&characters),
            replacing: table(&characters.map(|c| c.or(Some(char::REPLACEMENT_CHARACTER)))),
        });
        Ok(&place.get_or_init(|| made.into_boxed_slice())[0])
    }

    pub(crate) fn description(&self) -> &'static Description {
        self.description
    }

    /// Returns the byte of `c`, an ASCII character, if there is one alone.
    pub(crate) fn byte_of(&self, c: u8) -> Option<u8> {
        *self.ascii.get(usize::from(c))?
    }

    /// Returns the character of `byte`.
    #[inline]
    pub(crate) fn character(&self, byte: u8) -> Option<char> {
        char::from_u32(self.units[usize::from(byte)].into())
    }

    /// Converts a run of `src` to UTF-8. Returns the number of bytes read.
    #[inline]
    pub(crate) fn convert_to_utf8(&self, src: &[u8], out: &mut Output<'_, u8>) -> usize {
        match &self.table {
            Some(table) => table.convert_to_utf8(src, out),
            None => self.convert_to(&mut Utf8, src, out),
        }
    }

    /// Converts a run of `src` to UTF-16. Returns the number of bytes read.
    #[inline]
    pub(crate) fn convert_to_utf16(&self, src: &[u8], out: &mut Output<'_, u16>) -> usize {
        match &self.table {
            Some(table) => table.convert_to_utf16(src, out),
            None => self.convert_to(&mut Utf16::default(), src, out),
        }
    }

    /// Converts a run of `src` with U+FFFD for each byte without a character, if kernels can. Returns the number of bytes read.
    pub(crate) fn convert_over_errors<U: PageUnit>(&self, src: &[u8], out: &mut Output<'_, U>) -> usize {
        let Some(table) = &self.replacing else {
            return 0;
        };
        let read = U::convert_by(table, src, out);
        let is_error = |&&byte: &&u8| self.units[usize::from(byte)] == NONE;
        out.extend_replaced(&[], src[..read].iter().filter(is_error).count());
        read
    }

    /// Converts a run of `src`. Returns the number of bytes read.
    pub(crate) fn convert_to<T: Encode>(
        &self,
        target: &mut T,
        src: &[u8],
        out: &mut Output<'_, T::Unit>,
    ) -> usize
    where
        Utf8: Convert<T>,
        Utf16: Convert<T>,
    {
        let mut read = self.convert_units::<T, FEW>(target, src, out);
        let (mut converted, mut most) = (read, FEW);
        while converted == most {
            if self.table.is_some() {
                read += Utf8.convert_run(target, long_ascii(&src[read..]), out);
            }
            let rest = &src[read..];
            (converted, most) = match most {
                FEW => (self.convert_units::<T, MORE>(target, rest, out), MORE),
                _ => (self.convert_units::<T, MANY>(target, rest, out), MANY),
            };
            read += converted;
        }
        read
    }

    /// Converts `UNITS` bytes, or as many as there are and fit. Returns their number.
    #[inline]
    fn convert_units<T: Encode, const UNITS: usize>(
        &self,
        target: &mut T,
        src: &[u8],
        out: &mut Output<'_, T::Unit>,
    ) -> usize
    where
        Utf16: Convert<T>,
    {
        let mut units = [0; UNITS];
        let len = src.len().min(UNITS).min(out.room());
        for (units, bytes) in units.chunks_mut(CHUNK).zip(src[..len].chunks(CHUNK)) {
            let is_ascii = self.table.is_some() && bytes.len() == CHUNK && bytes.is_ascii();
            for (unit, &byte) in units.iter_mut().zip(bytes) {
                *unit = match is_ascii {
                    true => byte.into(),
                    false => self.units[usize::from(byte)],
                };
            }
        }
        Utf16::default().convert_run(target, &units[..len], out)
    }
}

/// What encodes to a page.
#[derive(Debug)]
pub(crate) struct Encoding {
    /// The byte of each character. None is over U+FFFF, and zero is that of U+0000 alone, in every page.
    table: UnitToByte,
    pub(crate) has_ascii: bool,
    /// Whether there are marks, with which a letter can be written that is lacking.
    has_marks: bool,
}

impl Encoding {
    /// Returns what encodes to the page with this index.
    #[inline]
    pub(crate) fn of(index: usize, line_end: EbcdicLineEnd) -> &'static Self {
        match ENCODINGS[line_end as usize][index].get() {
            Some(made) => made,
            None => Encoding::try_of(index, line_end)
                .unwrap_or_else(|_| handle_alloc_error(Layout::new::<[u8; 1 << 16]>())),
        }
    }

    /// Returns what encodes to the page with this index, or an error if there is no memory.
    pub(crate) fn try_of(index: usize, line_end: EbcdicLineEnd) -> Result<&'static Self, TryReserveError> {
        let place = &ENCODINGS[line_end as usize][index];
        if let Some(made) = place.get() {
            return Ok(made);
        }
        let characters = PAGES[index].written(line_end);
        let mut bytes = Vec::new();
        bytes.try_reserve_exact(1 << 16)?;
        bytes.resize(1 << 16, 0);
        for (byte, c) in characters.into_iter().enumerate() {
            if let Some(c) = c {
                bytes[c as usize] = byte as u8;
            }
        }
        Ok(place.get_or_init(|| Encoding {
            table: UnitToByte::new(bytes.into_boxed_slice().try_into().expect("a table of this size")),
            has_ascii: has_ascii(&characters),
            has_marks: characters.into_iter().flatten().any(marks::is_mark),
        }))
    }

    /// Writes one number, or returns `None` if the page lacks it. A letter with a mark is written as letter and mark, if only these
    /// are there.
    #[inline]
    pub(crate) fn encode(&self, number: u32, out: &mut NumberBytes<'_>) -> Option<()> {
        match self.byte(number) {
            Some(byte) => out.push(byte),
            None => self.encode_marked(number, out)?,
        }
        Some(())
    }

    #[cold]
    fn encode_marked(&self, number: u32, out: &mut NumberBytes<'_>) -> Option<()> {
        // Letters that are written with marks are not over U+FFFF.
        let c = char::from_u32(number).filter(|&c| self.has_marks && c <= '\u{FFFF}')?;
        let (letter, mark) = marks::decompose(c)?;
        let mark = self.byte(mark.into())?;
        self.encode(letter.into(), out)?;
        out.push(mark);
        Some(())
    }

    /// Encodes UTF-8, which is well-formed, to `bytes`, with `?` for each character that is lacking, until one of them ends or nearly
    /// ends, or until these are rare. Returns the number of bytes read and written, and of replacements.
    pub(crate) fn encode_over_lacking(&self, text: &[u8], bytes: &mut [u8]) -> (usize, usize, usize) {
        /// The number of characters, all there, after which kernels are faster.
        const RARE: usize = 32;

        let (mut until, mut replaced) = (RARE, 0);
        let (read, written) = encode_characters(text, bytes, self.has_ascii, |number| {
            until = until.checked_sub(1)?;
            let byte = match self.byte(number) {
                Some(byte) => byte,
                // It may be written as a letter and a mark.
                None if self.has_marks && number <= 0xFFFF => return None,
                None => {
                    let substitute = self.byte('?'.into())?;
                    (until, replaced) = (RARE, replaced + 1);
                    substitute
                }
            };
            Some(([byte, 0, 0, 0], 1))
        });
        (read, written, replaced)
    }

    /// Returns the byte of a character.
    #[inline]
    fn byte(&self, number: u32) -> Option<u8> {
        self.table.byte(u16::try_from(number).ok()?)
    }

    /// Converts a run of UTF-8, which may be ill-formed. Returns the number of bytes read.
    pub(crate) fn convert_from_utf8(&self, src: &[u8], out: &mut Output<'_, u8>) -> usize {
        if src.len() <= SHORT {
            return self.convert_short(src, out);
        }
        let mut read = self.table.convert_from_utf8(src, out);
        if src.len() - read <= SHORT {
            return read + self.convert_short(&src[read..], out);
        }
        let mut is_long = false;
        // No page has a character of four bytes.
        while let Some(..0xF0) = src.get(read) {
            let (converted, goes_on) = match is_long {
                false => self.convert_text::<FEW>(&src[read..], out),
                true => self.convert_text::<MANY>(&src[read..], out),
            };
            read += converted;
            if !goes_on || converted == 0 {
                break;
            }
            read += self.table.convert_from_utf8(&src[read..], out);
            if self.has_ascii {
                read += Utf8.convert_run(&mut Utf8, long_ascii(&src[read..]), out);
                read += sparse::encode(|number| self.byte(number), &src[read..], out);
            }
            is_long = true;
        }
        read
    }

    /// Converts up to [`SHORT`] bytes of UTF-8, one character after the other: a vector takes longer to begin with. Returns the number of
    /// bytes read.
    fn convert_short(&self, text: &[u8], out: &mut Output<'_, u8>) -> usize {
        let mut read = 0;
        out.extend_with(SHORT, |bytes| {
            let written;
            (read, written) = self.encode_short(text, bytes);
            (written, 0)
        });
        read
    }

    /// Does what [`convert_short`](Self::convert_short) does, to `bytes`. Returns the number of bytes read and written.
    #[inline]
    fn encode_short(&self, text: &[u8], bytes: &mut [u8]) -> (usize, usize) {
        let (mut read, mut written) = (0, 0);
        while written < bytes.len() {
            let (number, len) = match text[read..] {
                [ascii @ ..0x80, ..] => {
                    if self.has_ascii
                        && let Some(chunk) = text[read..].first_chunk::<8>()
                        && chunk.is_ascii()
                        && let Some(place) = bytes[written..].first_chunk_mut()
                    {
                        *place = *chunk;
                        (read, written) = (read + 8, written + 8);
                        continue;
                    }
                    (ascii.into(), 1)
                }
                [lead @ 0xC2..=0xDF, a @ 0x80..=0xBF, ..] => {
                    (u32::from(lead & 0x1F) << 6 | u32::from(a & 0x3F), 2)
                }
                [lead @ 0xE0..=0xEF, a @ 0x80..=0xBF, b @ 0x80..=0xBF, ..] => (
                    u32::from(lead & 0x0F) << 12 | u32::from(a & 0x3F) << 6 | u32::from(b & 0x3F),
                    3,
                ),
                _ => break,
            };
            // What is too long for its number, and a surrogate, are left to the reference.
            let is_three = |number| matches!(number, 0x800..=0xD7FF | 0xE000..);
            let Some(byte) = self.byte(number).filter(|_| len < 3 || is_three(number)) else {
                break;
            };
            bytes[written] = byte;
            (read, written) = (read + len, written + 1);
        }
        (read, written)
    }

    /// Converts about `UNITS` bytes of UTF-8, or as many as there are and fit. Returns their number, and `false` if the run ends
    /// there.
    #[inline]
    fn convert_text<const UNITS: usize>(&self, text: &[u8], out: &mut Output<'_, u8>) -> (usize, bool) {
        let mut units = [0; UNITS];
        // A byte becomes one code unit at most.
        let text = &text[..utf8::floor_boundary(text, UNITS.min(out.room()))];
        let (read, len) = match utf8::to_utf16(text, &mut units[..]) {
            Ok(len) => (text.len(), len),
            Err(error) => (error.read(), error.written()),
        };
        match self.convert_from_utf16(&units[..len], out) {
            written if written == len => (read, read == text.len()),
            written => (utf16::utf8_len(&units[..written]), false),
        }
    }

    /// Converts a run of UTF-16. Returns the number of code units read.
    #[inline]
    pub(crate) fn convert_from_utf16(&self, units: &[u16], out: &mut Output<'_, u8>) -> usize {
        self.table.convert_from_utf16(units, out)
    }
}

/// Returns `true` if the bytes of ASCII are its characters.
pub(crate) fn has_ascii(characters: &[Option<char>; 256]) -> bool {
    has_all(characters, 0..=0x7F)
}

/// Returns `true` if `bytes` are the characters of Latin-1.
fn has_all(characters: &[Option<char>; 256], mut bytes: RangeInclusive<u8>) -> bool {
    bytes.all(|byte| characters[usize::from(byte)] == Some(char::from(byte)))
}

/// Returns the table for kernels, if the page contains ASCII.
fn table(characters: &[Option<char>; 256]) -> Option<ByteToUnit> {
    let upper: [Option<char>; 128] = std::array::from_fn(|index| characters[0x80 + index]);
    let units = upper.map(|c| c.map(|c| c as u16));
    if has_ascii(characters) {
        ByteToUnit::new(&units)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use utf8kit::Policy;

    #[test]
    fn each_character_is_written_as_one_byte() {
        for page in PAGES {
            let line_end = EbcdicLineEnd::default();
            let (read, written) = (page.characters(line_end), page.written(line_end));
            assert!(
                read.iter().all(|c| c.is_none() || written.contains(c)),
                "{}",
                page.name
            );
            let mut all: Vec<char> = written.into_iter().flatten().collect();
            assert!(all.iter().all(|&c| c <= '\u{FFFF}'), "{}", page.name);
            let count = all.len();
            all.sort();
            all.dedup();
            assert_eq!(all.len(), count, "{}", page.name);
        }
    }

    #[test]
    fn long_text_is_decoded_as_byte_by_byte() {
        for name in ["windows-1252", "ISO-8859-2", "ISO-8859-7", "IBM037"] {
            let encoding: crate::Encoding = name.parse().expect(name);
            let crate::Encoding::Legacy(legacy) = encoding else {
                panic!("{name}");
            };
            let characters = legacy.characters().expect(name);
            // Bytes that are the same in Latin-1, and at distances from 1 on bytes that are not, or that are none.
            for distance in (1..40).chain([63, 64, 65, 250, 257, 1025, 9000]) {
                for other in [0x80, 0x81, 0x9F, 0xAE, 0xD2] {
                    let byte = |i: usize| match i % distance {
                        0 => other,
                        _ if i.is_multiple_of(7) => 0xE9,
                        _ => b'a' + (i % 26) as u8,
                    };
                    let bytes: Vec<u8> = (1..20_000).map(byte).collect();
                    let expected: String = bytes
                        .iter()
                        .map(|&byte| characters[usize::from(byte)].unwrap_or('\u{FFFD}'))
                        .collect();
                    let text = encoding.decode(&bytes, Policy::Replace('\u{FFFD}')).expect(name);
                    assert!(text == expected, "{name}: {other:02X} at each {distance}");
                }
            }
        }
    }
}
