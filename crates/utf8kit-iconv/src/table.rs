//! Single-byte encodings, by tables that are read from the C library.
//!
//! A table has only what the C library converts in both directions. So it converts as the C library does, whichever
//! version that is, and everything else goes there.

use crate::system::{self, ERROR, FAILED, Iconv, System};
use std::alloc::{Layout, alloc};
use std::ffi::CStr;
use std::fmt;
use std::sync::{Mutex, PoisonError};
use utf8kit::{utf8, utf16};

/// How many bytes a conversion read and wrote.
pub(crate) type Progress = (usize, usize);

/// The names of encodings in which every byte is a character by itself, in capitals. In CP1255, CP1258 and TCVN, a letter
/// and a mark become one character, so they are not here.
const NAMES: &[&str] = &[
    "ISO-8859-2",
    "ISO-8859-3",
    "ISO-8859-4",
    "ISO-8859-5",
    "ISO-8859-6",
    "ISO-8859-7",
    "ISO-8859-8",
    "ISO-8859-9",
    "ISO-8859-9E",
    "ISO-8859-10",
    "ISO-8859-11",
    "ISO-8859-13",
    "ISO-8859-14",
    "ISO-8859-15",
    "ISO-8859-16",
    "ISO8859-2",
    "ISO8859-5",
    "ISO8859-7",
    "ISO8859-9",
    "ISO8859-15",
    "LATIN2",
    "LATIN5",
    "LATIN-9",
    "CP1250",
    "CP1251",
    "CP1252",
    "CP1253",
    "CP1254",
    "CP1256",
    "CP1257",
    "WINDOWS-1250",
    "WINDOWS-1251",
    "WINDOWS-1252",
    "WINDOWS-1253",
    "WINDOWS-1254",
    "WINDOWS-1256",
    "WINDOWS-1257",
    "KOI8-R",
    "KOI8-U",
    "KOI8-RU",
    "KOI8-T",
    "CP437",
    "IBM437",
    "CP737",
    "CP775",
    "CP850",
    "IBM850",
    "CP852",
    "IBM852",
    "CP855",
    "IBM855",
    "CP857",
    "IBM857",
    "CP858",
    "CP860",
    "IBM860",
    "CP861",
    "CP862",
    "IBM862",
    "CP863",
    "CP865",
    "IBM865",
    "CP866",
    "IBM866",
    "CP869",
    "CP874",
    "IBM874",
    "TIS-620",
    "MACINTOSH",
    "MAC-CYRILLIC",
    "MAC-CENTRALEUROPE",
];

/// The greatest number of characters that a table can have in different blocks of 256 code points.
const PAGES: usize = 16;

/// A single-byte encoding.
pub(crate) struct Table {
    /// For each byte, its character in UTF-16, or [`UNKNOWN`].
    decoded: [u16; 256],
    /// For each block of 256 code points of the basic multilingual plane, where its page starts in `encoded`.
    pages: [u16; 256],
    /// For each character, its byte, or zero if the C library converts it. The first page has no characters.
    encoded: [u8; 256 * PAGES],
}

/// An unpaired surrogate. It stands for what the C library converts: kernels stop at it.
const UNKNOWN: u16 = 0xD800;

impl Table {
    /// Returns the table of an encoding by its name in capitals. Returns `None` if it is not known here or the C library
    /// does not convert it as expected.
    pub(crate) fn find(name: &str, system: &System) -> Option<&'static Table> {
        static FOUND: Mutex<[Option<Option<&Table>>; NAMES.len()]> = Mutex::new([None; NAMES.len()]);
        let index = NAMES.iter().position(|&known| known == name)?;
        let mut found = FOUND.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(table) = found[index] {
            return table;
        }
        system::set_errno(0);
        let table = Table::read(name, system);
        // There may be memory next time.
        if table.is_some() || system::errno() != libc::ENOMEM {
            found[index] = Some(table);
        }
        table
    }

    /// Returns a table without characters, which is kept until the program ends, or `None` if there is no memory.
    fn empty() -> Option<&'static mut Table> {
        let layout = Layout::new::<Table>();
        // SAFETY: the layout is not of size zero.
        let table: *mut Table = unsafe { alloc(layout) }.cast();
        if table.is_null() {
            system::set_errno(libc::ENOMEM);
            return None;
        }
        // SAFETY: the memory is as long and as aligned as the type, and nothing else has it.
        unsafe {
            table.write(Table {
                decoded: [UNKNOWN; 256],
                pages: [0; 256],
                encoded: [0; 256 * PAGES],
            });
            Some(&mut *table)
        }
    }

    /// Reads the table from the C library.
    fn read(name: &str, system: &System) -> Option<&'static Table> {
        let mut buffer = [0; 64];
        buffer[..name.len()].copy_from_slice(name.as_bytes());
        let name = CStr::from_bytes_until_nul(&buffer).ok()?;
        let decoder = Converter::open(system, c"UTF-8", name)?;
        let encoder = Converter::open(system, name, c"UTF-8")?;
        // It is kept also if the encoding turns out to be unlike ASCII, which none of these is.
        let table = Table::empty()?;
        let mut pages = 1;
        for byte in 0..=0xFF_u8 {
            let mut text = [0; 4];
            let Some(len @ 1..=3) = decoder.convert(&[byte], &mut text) else {
                continue;
            };
            let mut back = [0; 4];
            let c = std::str::from_utf8(&text[..len]).ok()?.chars().next()?;
            let is_reversible = encoder.convert(&text[..len], &mut back) == Some(1) && back[0] == byte;
            if byte < 0x80 && !(is_reversible && c == char::from(byte)) {
                return None;
            }
            table.decoded[usize::from(byte)] = u16::try_from(u32::from(c)).ok()?;
            let page = &mut table.pages[c as usize >> 8];
            if is_reversible && byte > 0 {
                if *page == 0 && pages < PAGES {
                    *page = 256 * pages as u16;
                    pages += 1;
                }
                if *page > 0 {
                    table.encoded[usize::from(*page) | (c as usize & 0xFF)] = byte;
                }
            }
        }
        Some(table)
    }

    /// Converts the beginning of `src` to UTF-8.
    pub(crate) fn decode(&self, src: &[u8], dst: &mut [u8]) -> Progress {
        let (mut read, mut written) = (0, 0);
        for chunk in src.chunks(CHUNK) {
            let room = &mut dst[written..];
            if chunk.is_ascii() && room.len() >= chunk.len() {
                room[..chunk.len()].copy_from_slice(chunk);
                read += chunk.len();
                written += chunk.len();
                continue;
            }
            let mut units = [0; CHUNK];
            for (unit, &byte) in units.iter_mut().zip(chunk) {
                *unit = self.decoded[usize::from(byte)];
            }
            match utf16::to_utf8(&units[..chunk.len()], room) {
                Ok(len) => {
                    read += chunk.len();
                    written += len;
                }
                Err(error) => return (read + error.read(), written + error.written()),
            }
        }
        (read, written)
    }

    /// Converts the beginning of UTF-8 that is well-formed and has only characters of this encoding.
    pub(crate) fn encode(&self, src: &[u8], dst: &mut [u8]) -> Progress {
        let (mut read, mut written) = (0, 0);
        while read < src.len() {
            let rest = &src[read..];
            let chunk = &rest[..utf8::floor_boundary(rest, CHUNK)];
            let room = &mut dst[written..];
            if chunk.is_ascii() && room.len() >= chunk.len() {
                room[..chunk.len()].copy_from_slice(chunk);
                read += chunk.len();
                written += chunk.len();
                continue;
            }
            let mut units = [0; CHUNK];
            let len = utf8::to_utf16(chunk, &mut units).unwrap_or_else(|error| error.written());
            let units = &units[..len.min(room.len())];
            let mut is_known = true;
            for (byte, &unit) in room.iter_mut().zip(units) {
                *byte = self.byte(unit);
                // U+0000 is left to the C library if something else in the chunk is.
                is_known &= *byte != 0 || unit == 0;
            }
            let known = if is_known {
                units.len()
            } else {
                room.iter()
                    .zip(units)
                    .position(|(&byte, _)| byte == 0)
                    .unwrap_or(units.len())
            };
            if known == 0 {
                break;
            }
            read += utf16::utf8_len(&units[..known]);
            written += known;
        }
        (read, written)
    }

    fn byte(&self, unit: u16) -> u8 {
        let index = self.pages[usize::from(unit >> 8)] | (unit & 0xFF);
        // The remainder is the index itself. It spares a comparison.
        self.encoded[usize::from(index) % self.encoded.len()]
    }
}

/// The number of bytes that are converted at once.
const CHUNK: usize = 512;

impl PartialEq for Table {
    fn eq(&self, other: &Table) -> bool {
        std::ptr::eq(self, other)
    }
}

impl Eq for Table {}

impl fmt::Debug for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Table")
    }
}

/// A descriptor of the C library.
struct Converter<'s> {
    system: &'s System,
    descriptor: Iconv,
}

impl<'s> Converter<'s> {
    fn open(system: &'s System, to: &CStr, from: &CStr) -> Option<Self> {
        // SAFETY: both names end with NUL.
        let descriptor = unsafe { (system.open)(to.as_ptr(), from.as_ptr()) };
        (descriptor != FAILED).then_some(Converter { system, descriptor })
    }

    /// Returns the number of bytes that all of `input` becomes, or `None` if it cannot be converted exactly.
    fn convert(&self, input: &[u8], output: &mut [u8]) -> Option<usize> {
        let (mut from, mut to) = (input.as_ptr().cast_mut().cast(), output.as_mut_ptr().cast());
        let (mut input_left, mut output_left) = (input.len(), output.len());
        // SAFETY: the descriptor is open, and the ranges are those of the slices. The C library does not write to the
        // input.
        let result = unsafe {
            (self.system.convert)(
                self.descriptor,
                &mut from,
                &mut input_left,
                &mut to,
                &mut output_left,
            )
        };
        let len = output.len() - output_left;
        if result == ERROR {
            // SAFETY: null pointers reset the descriptor.
            unsafe {
                let null = std::ptr::null_mut();
                (self.system.convert)(self.descriptor, null, null.cast(), null, null.cast());
            }
        }
        (result == 0 && input_left == 0).then_some(len)
    }
}

impl Drop for Converter<'_> {
    fn drop(&mut self) {
        // SAFETY: the descriptor is open, and is not used again.
        unsafe { (self.system.close)(self.descriptor) };
    }
}
