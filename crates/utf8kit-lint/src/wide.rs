//! Looks for parts of a text in UTF-16 or UTF-32 that were not written in it.
//!
//! Programs that know nothing of UTF-16 add lines of single bytes to it, or write CR LF as three bytes, so that the code units
//! after them begin one byte too early. Nearly all of what they leave is well-formed, but it is no text.

use std::sync::LazyLock;
use unicode_script::{Script, UnicodeScript};
use utf8kit::stream::{Stop, Validator};
use utf8kit::{Encoding, Endian};

/// What was found in a text in UTF-16 or UTF-32.
#[derive(Debug)]
pub(crate) struct WideCheck {
    encoding: Encoding,
    validator: Validator,
    /// The start of a code unit that the next piece continues.
    cut: Vec<u8>,
    /// Code units of two bytes of ASCII in a row, and how many of their bytes are small letters or spaces.
    run: Run,
    /// Code units in runs of at least [`SHORT`].
    in_runs: u64,
    /// Ideographs whose bytes are not both ASCII.
    ideographs: u64,
    /// Code units in a row that are a byte of ASCII before a zero byte, as in text that was moved by a byte.
    moved_run: u32,
    /// Spaces, full stops, commas and line ends that were moved by a byte.
    moved: u32,
    unassigned: u32,
    is_doubtful: bool,
}

#[derive(Clone, Copy, Debug, Default)]
struct Run {
    units: u32,
    plain: u32,
}

/// Fewer code units of two bytes of ASCII in a row may be ideographs or punctuation.
const SHORT: u32 = 3;

/// This many in a row are no ideographs, if three quarters of their bytes are small letters or spaces.
const LONG: u32 = 8;

/// Which of the blocks of 256 characters have all characters assigned, so that most need no search.
static IS_FULL: LazyLock<[bool; 256]> = LazyLock::new(|| {
    std::array::from_fn(|block| {
        let first = (block as u32) << 8;
        (first..first + 256).all(|number| !is_unassigned(number))
    })
});

fn is_unassigned(number: u32) -> bool {
    let is_private = matches!(number, 0xE000..=0xF8FF | 0xF_0000..);
    !is_private && char::from_u32(number).is_some_and(|c| c.script() == Script::Unknown)
}

impl WideCheck {
    /// Returns a check of a text in `encoding`, which is UTF-16 or UTF-32, without its signature or with it.
    pub(crate) fn new(encoding: Encoding) -> WideCheck {
        WideCheck {
            encoding,
            validator: Validator::new(encoding),
            cut: Vec::new(),
            run: Run::default(),
            in_runs: 0,
            ideographs: 0,
            moved_run: 0,
            moved: 0,
            unassigned: 0,
            is_doubtful: false,
        }
    }

    /// Takes the next bytes of the text.
    pub(crate) fn push(&mut self, piece: &[u8]) {
        if self.is_doubtful {
            return;
        }
        self.is_doubtful |= self.validator.push(piece).stop != Stop::InputUsed;
        let len = if matches!(self.encoding, Encoding::Utf32(_)) {
            4
        } else {
            2
        };
        let missing = (len - self.cut.len()).min(piece.len());
        self.cut.extend_from_slice(&piece[..missing]);
        if self.cut.len() < len {
            return;
        }
        let first = std::mem::take(&mut self.cut);
        self.unit(&first);
        let units = piece[missing..].chunks_exact(len);
        self.cut.extend_from_slice(units.remainder());
        for unit in units {
            self.unit(unit);
        }
    }

    /// Takes the end of the text, and returns `true` if some of it was not written in the encoding.
    pub(crate) fn finish(&mut self, whole: bool) -> bool {
        self.end_run();
        let is_cut = whole && self.validator.finish().stop != Stop::InputUsed;
        self.is_doubtful |= is_cut
            || self.moved >= 3
            || self.unassigned >= 2
            // Of ideographs, fewer than a third have two bytes of ASCII.
            || (self.in_runs >= u64::from(SHORT) && self.ideographs < self.in_runs);
        self.is_doubtful
    }

    fn unit(&mut self, bytes: &[u8]) {
        let number = match (self.encoding, bytes) {
            (Encoding::Utf16(Endian::Little), &[low, high]) => u32::from(u16::from_le_bytes([low, high])),
            (Encoding::Utf16(_), &[high, low]) => u32::from(u16::from_be_bytes([high, low])),
            (Encoding::Utf32(Endian::Little), &[a, b, c, d]) => u32::from_le_bytes([a, b, c, d]),
            (_, &[a, b, c, d]) => u32::from_be_bytes([a, b, c, d]),
            _ => return,
        };
        if number < 0x80 {
            self.end_run();
            self.moved_run = 0;
            return;
        }
        if number >= 0x1_0000 || !IS_FULL[(number >> 8) as usize] {
            self.unassigned += u32::from(is_unassigned(number));
        }
        if number >= 0x1_0000 {
            return;
        }
        let (high, low) = ((number >> 8) as u8, number as u8);
        let is_ascii = |byte: u8| matches!(byte, b'\t' | b'\n' | b'\r' | 0x20..=0x7E);
        // U+3000..=U+30FF are kana and punctuation of ideographs.
        if is_ascii(high) && is_ascii(low) && high != 0x30 {
            let is_plain = |byte: u8| u32::from(matches!(byte, b' ' | b'a'..=b'z'));
            self.run.units += 1;
            self.run.plain += is_plain(high) + is_plain(low);
        } else {
            self.end_run();
            self.ideographs += u64::from(matches!(high, 0x30..=0x9F));
        }
        if low == 0 && is_ascii(high) {
            self.moved_run += 1;
            self.moved += u32::from(matches!(high, b'\n' | b'\r' | b' ' | b',' | b'.'));
            self.is_doubtful |= self.moved_run >= SHORT;
        } else {
            self.moved_run = 0;
        }
    }

    fn end_run(&mut self) {
        let Run { units, plain } = std::mem::take(&mut self.run);
        if units >= SHORT {
            self.in_runs += u64::from(units);
            self.is_doubtful |= units >= LONG && plain * 2 >= units * 3;
        }
    }
}
