//! [`NumberReader`]: reads one number at a time.

use crate::item::{Expected, Item};
use crate::{iso2022, ucs, utf1, utf7};
use utf8kit::{Endian, ErrorKind};

/// Reads one number at a time; holds the state between two of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum NumberReader {
    Utf7(utf7::Reader),
    Utf1,
    Ucs2(Endian),
    Ucs4(Endian),
    Utf16 { endian: Endian, unpaired: bool },
    Utf32(Endian),
    Latin1,
    Ascii,
    Iso2022(iso2022::Reader),
}

/// Enough bytes for a reader to decide on one number. The most are a surrogate pair in UTF-7, at most 6 bytes, and the byte
/// after it.
pub(super) const MAX_LOOKAHEAD: usize = 8;

impl NumberReader {
    /// Returns the name of the encoding in error messages.
    pub(super) const fn name(&self) -> &'static str {
        match self {
            NumberReader::Utf7(reader) => reader.name(),
            NumberReader::Utf1 => "UTF-1",
            NumberReader::Ucs2(_) => "UCS-2",
            NumberReader::Ucs4(_) => "UCS-4",
            NumberReader::Utf16 { .. } => "UTF-16",
            NumberReader::Utf32(_) => "UTF-32",
            NumberReader::Latin1 => "ISO-8859-1",
            NumberReader::Ascii => "ASCII",
            NumberReader::Iso2022(reader) => reader.name(),
        }
    }

    /// Returns the state between two numbers, which is zero at the beginning of a text.
    pub(super) fn shift_state(&self) -> u8 {
        match self {
            NumberReader::Utf7(reader) => reader.shift_state(),
            NumberReader::Iso2022(reader) => reader.shift_state(),
            _ => 0,
        }
    }

    /// Moves to a state that [`shift_state`](Self::shift_state) returned.
    pub(super) fn set_shift_state(&mut self, state: u8) {
        match self {
            NumberReader::Utf7(reader) => reader.set_shift_state(state),
            NumberReader::Iso2022(reader) => reader.set_shift_state(state),
            _ => {}
        }
    }

    /// Returns what `bytes`, which are not empty, begin with, and moves to the state after it. `last` is `true` if no
    /// bytes follow.
    #[inline(always)]
    pub(super) fn read(&mut self, bytes: &[u8], last: bool) -> Item {
        let first = match self {
            NumberReader::Utf7(reader) => return reader.read(bytes, last),
            NumberReader::Iso2022(reader) => return reader.read(bytes, last),
            NumberReader::Utf1 => utf1::decode_first(bytes),
            NumberReader::Ucs2(endian) => return read_ucs2(bytes, *endian, last),
            NumberReader::Ucs4(endian) => ucs::decode_ucs4(bytes, *endian),
            NumberReader::Utf16 { endian, unpaired } => return read_utf16(bytes, *endian, *unpaired, last),
            NumberReader::Utf32(endian) => match ucs::decode_ucs4(bytes, *endian) {
                Some((Ok(0x11_0000..), len)) => Some((Err(ErrorKind::TooLarge), len)),
                first => first,
            },
            NumberReader::Latin1 => return Item::Number(bytes[0].into(), 1),
            NumberReader::Ascii => match bytes[0] {
                byte @ 0x00..=0x7F => return Item::Number(byte.into(), 1),
                _ => return Item::IllFormed(ErrorKind::Undefined, 1, Expected::ByKind),
            },
        };
        match first {
            None | Some((Err(ErrorKind::UnexpectedEnd), _)) if !last => Item::Incomplete,
            None => Item::Skip(0),
            Some((Err(kind), len)) => Item::IllFormed(kind, len, Expected::ByKind),
            Some((Ok(number), len)) => Item::Number(number, len),
        }
    }
}

fn read_ucs2(bytes: &[u8], endian: Endian, last: bool) -> Item {
    match ucs::decode_ucs2(bytes, endian) {
        Some((Err(ErrorKind::UnexpectedEnd), _)) | None if !last => Item::Incomplete,
        None => Item::Skip(0),
        Some((Ok(number), len)) => Item::Number(number, len),
        // The second surrogate of the pair is missing.
        Some((Err(ErrorKind::UnexpectedEnd), 2..)) => {
            Item::IllFormed(ErrorKind::Surrogate, 2, Expected::PairInUcs2)
        }
        Some((Err(ErrorKind::Surrogate), len)) => {
            Item::IllFormed(ErrorKind::Surrogate, len, Expected::PairInUcs2)
        }
        Some((Err(kind), len)) => Item::IllFormed(kind, len, Expected::ByKind),
    }
}

/// Reads UTF-16. `unpaired`: an unpaired surrogate is a number.
fn read_utf16(bytes: &[u8], endian: Endian, unpaired: bool, last: bool) -> Item {
    match ucs::decode_ucs2(bytes, endian) {
        Some((Err(ErrorKind::UnexpectedEnd), _)) | None if !last => Item::Incomplete,
        None => Item::Skip(0),
        Some((Ok(number), len)) => Item::Number(number, len),
        Some((Err(ErrorKind::Surrogate), _)) | Some((Err(ErrorKind::UnexpectedEnd), 2..)) if unpaired => {
            Item::Number(ucs::unit(bytes, endian), 2)
        }
        Some((Err(kind), len)) => Item::IllFormed(kind, len, Expected::ByKind),
    }
}
