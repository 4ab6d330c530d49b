//! Looks for parts of a text in UTF-16 or UTF-32 that were not written in it.
//!
//! Programs that know nothing of UTF-16 add lines of single bytes to it, or write CR LF as three bytes, so that the code units
//! after them begin one byte too early. Nearly all of what they leave is well-formed, but it is no text.

use crate::certainty::Certainty;
use std::sync::LazyLock;
use unicode_script::{Script, UnicodeScript};
use utf8kit::stream::{Stop, Validator};
use utf8kit::{Encoding as Base, Endian};
use utf8kit_encodings::Encoding;

/// What was found in a text in UTF-16 or UTF-32.
#[derive(Debug)]
pub(crate) struct WideCheck {
    /// UTF-16 or UTF-32.
    encoding: Base,
    validator: Validator,
    /// The start of a code unit that the next piece continues.
    cut: Vec<u8>,
    /// The offset of the next code unit.
    at: u64,
    /// Code units of two bytes of ASCII in a row, and how many of their bytes are small letters or spaces.
    run: Run,
    /// Code units in runs of at least [`SHORT`].
    in_runs: Signs,
    /// Ideographs whose bytes are not both ASCII.
    ideographs: u64,
    /// Code units in a row that are a byte of ASCII before a zero byte, as in text that was moved by a byte.
    moved_run: u32,
    /// Spaces, full stops, commas and line ends that were moved by a byte.
    moved: Signs,
    /// Letters that were moved by a byte, or may be ideographs.
    moved_letters: u32,
    unassigned: Signs,
    /// Numbers over U+10FFFF in UTF-32, which UCS-4 has.
    large: Signs,
    /// Those that may be characters of ASCII that were moved by one to three bytes.
    moved_large: u64,
    /// Whether the text begins with the signature of UTF-32, which is that of UCS-4 too.
    has_ucs4_signature: bool,
    is_ill_formed: bool,
    /// Where something is that was not written in the encoding.
    doubt: Option<u64>,
}

/// Signs that there is something else, which count if there are several.
#[derive(Clone, Copy, Debug, Default)]
struct Signs {
    count: u64,
    /// The offset of the first.
    first: u64,
}

impl Signs {
    fn add(&mut self, count: u64, at: u64) {
        if self.count == 0 && count > 0 {
            self.first = at;
        }
        self.count += count;
    }

    /// Returns where the first is, if there are as many as `fewest`.
    fn from(self, fewest: u64) -> Option<u64> {
        (self.count >= fewest).then_some(self.first)
    }
}

#[derive(Clone, Copy, Debug, Default)]
struct Run {
    start: u64,
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
        (first..first + 256).all(|number| !has_no_script(number))
    })
});

/// Returns `true` for a code point that is no character yet.
pub(crate) fn is_unassigned(number: u32) -> bool {
    (number >= 0x1_0000 || !IS_FULL[(number >> 8) as usize]) && has_no_script(number)
}

fn has_no_script(number: u32) -> bool {
    let is_private = matches!(number, 0xE000..=0xF8FF | 0xF_0000..);
    !is_private && char::from_u32(number).is_some_and(|c| c.script() == Script::Unknown)
}

impl WideCheck {
    /// Returns a check of a text in `encoding`, which is UTF-16, UTF-32 or UCS-4, without its signature or with it.
    pub(crate) fn new(encoding: Encoding) -> WideCheck {
        let encoding = match encoding {
            Encoding::Base(base) => base,
            // It may turn out to be UTF-32, and the other way round.
            Encoding::Ucs4(endian) => Base::Utf32(endian.unwrap_or(Endian::Big)),
            _ => unreachable!("{encoding} is not detected by zero bytes or a signature"),
        };
        WideCheck {
            encoding,
            validator: Validator::new(encoding),
            cut: Vec::new(),
            at: 0,
            run: Run::default(),
            in_runs: Signs::default(),
            ideographs: 0,
            moved_run: 0,
            moved: Signs::default(),
            unassigned: Signs::default(),
            moved_letters: 0,
            large: Signs::default(),
            moved_large: 0,
            has_ucs4_signature: false,
            is_ill_formed: false,
            doubt: None,
        }
    }

    /// Takes the next bytes of the text.
    pub(crate) fn push(&mut self, piece: &[u8]) {
        // What comes after the first ill-formed sequence may still show that an earlier place was something else.
        let ill_formed = match (self.encoding, self.is_ill_formed) {
            (Base::Utf16(_), false) => ill_formed_at(&self.validator.push(piece).stop),
            _ => None,
        };
        self.is_ill_formed |= ill_formed.is_some();
        let len = if matches!(self.encoding, Base::Utf32(_)) {
            4
        } else {
            2
        };
        let missing = (len - self.cut.len()).min(piece.len());
        self.cut.extend_from_slice(&piece[..missing]);
        if self.cut.len() == len {
            let first = std::mem::take(&mut self.cut);
            self.unit(&first);
            let units = piece[missing..].chunks_exact(len);
            self.cut.extend_from_slice(units.remainder());
            for unit in units {
                self.unit(unit);
            }
        }
        self.doubt = earlier(self.doubt, ill_formed);
    }

    /// Takes the end of the text, and returns where something is that was not written in the encoding.
    pub(crate) fn finish(&mut self, whole: bool) -> Option<u64> {
        self.end_run();
        if whole && !self.is_ill_formed {
            let cut = match self.encoding {
                Base::Utf16(_) => ill_formed_at(&self.validator.finish().stop),
                _ => (!self.cut.is_empty()).then_some(self.at),
            };
            self.is_ill_formed |= cut.is_some();
            self.doubt = earlier(self.doubt, cut);
        }
        if !self.is_ucs4() {
            self.doubt = earlier(self.doubt, self.large.from(1));
        }
        self.doubt = [
            self.moved.from(3).filter(|_| self.moved_letters >= 3),
            self.unassigned.from(2),
            // Of ideographs, fewer than a third have two bytes of ASCII.
            self.in_runs.from(u64::from(SHORT).max(self.ideographs + 1)),
        ]
        .into_iter()
        .fold(self.doubt, earlier);
        self.doubt
    }

    /// Returns the encoding of the text, the end of which was taken: UCS-4 if it has the signature and a number over U+10FFFF, and
    /// nothing that UCS-4 lacks.
    pub(crate) fn encoding(&self) -> Encoding {
        match self.encoding {
            Base::Utf32(endian) if self.is_ucs4() => Encoding::Ucs4(Some(endian)),
            encoding => Encoding::Base(encoding),
        }
    }

    fn is_ucs4(&self) -> bool {
        self.has_ucs4_signature
            && !self.is_ill_formed
            && self.large.count > 0
            && self.moved_large < u64::from(SHORT)
    }

    /// Takes a number of UTF-32 or UCS-4 that is not a scalar value.
    fn not_scalar(&mut self, number: u32, at: u64) {
        let bytes = number.to_be_bytes();
        let is_text = |byte: u8| matches!(byte, b'\t' | b'\n' | b'\r' | 0x20..=0x7E);
        // Neither has surrogates and numbers over 0x7FFFFFFF. Four characters of ASCII are a line that was added.
        if !(0x11_0000..=0x7FFF_FFFF).contains(&number) || bytes.into_iter().all(is_text) {
            self.is_ill_formed = true;
            self.doubt = earlier(self.doubt, Some(at));
            return;
        }
        self.moved_large += u64::from(bytes.into_iter().all(|byte| byte == 0 || is_text(byte)));
        self.large.add(1, at);
    }

    fn unit(&mut self, bytes: &[u8]) {
        let at = self.at;
        self.at += bytes.len() as u64;
        let number = match (self.encoding, bytes) {
            (Base::Utf16(Endian::Little), &[low, high]) => u32::from(u16::from_le_bytes([low, high])),
            (Base::Utf16(_), &[high, low]) => u32::from(u16::from_be_bytes([high, low])),
            (Base::Utf32(Endian::Little), &[a, b, c, d]) => u32::from_le_bytes([a, b, c, d]),
            (_, &[a, b, c, d]) => u32::from_be_bytes([a, b, c, d]),
            _ => return,
        };
        if number < 0x80 {
            self.end_run();
            self.moved_run = 0;
            return;
        }
        if matches!(self.encoding, Base::Utf32(_)) {
            self.has_ucs4_signature |= at == 0 && number == 0xFEFF;
            if char::from_u32(number).is_none() {
                self.not_scalar(number, at);
                return;
            }
        }
        self.unassigned.add(u64::from(is_unassigned(number)), at);
        if number >= 0x1_0000 {
            return;
        }
        let (high, low) = ((number >> 8) as u8, number as u8);
        let is_ascii = |byte: u8| matches!(byte, b'\t' | b'\n' | b'\r' | 0x20..=0x7E);
        // U+09xx, U+0Axx and U+0Dxx are letters of India, or a line end or a tab in ASCII; U+2Cxx, U+2Dxx and U+31xx are letters of
        // Glagolitic, Tifinagh and Bopomofo, or a comma, a hyphen or a digit: they say nothing.
        let is_unclear = is_ascii(low) && matches!(high, b'\t' | b'\n' | b'\r' | 0x2C | 0x2D | 0x31);
        // U+3000..=U+30FF are kana and punctuation of ideographs.
        if !is_unclear && is_ascii(high) && is_ascii(low) && high != 0x30 {
            let is_plain = |byte: u8| u32::from(matches!(byte, b' ' | b'a'..=b'z'));
            if self.run.units == 0 {
                self.run.start = at;
            }
            self.run.units += 1;
            self.run.plain += is_plain(high) + is_plain(low);
        } else if !is_unclear {
            self.end_run();
            self.ideographs += u64::from(matches!(high, 0x30..=0x9F));
        }
        match (high, low) {
            // Spaces, punctuation and line ends are spaces and letters, too, where no letters are beside them.
            (b'\n' | b'\r' | b' ' | b',' | b'.', 0) => self.moved.add(1, at),
            (_, 0) if high.is_ascii_alphanumeric() => {
                self.moved_run += 1;
                self.moved_letters += 1;
                if self.moved_run == SHORT {
                    let start = at - u64::from(SHORT - 1) * bytes.len() as u64;
                    self.doubt = earlier(self.doubt, Some(start));
                }
            }
            _ => self.moved_run = 0,
        }
    }

    fn end_run(&mut self) {
        let Run { start, units, plain } = std::mem::take(&mut self.run);
        if units >= SHORT {
            self.in_runs.add(units.into(), start);
            if units >= LONG && plain * 2 >= units * 3 {
                self.doubt = earlier(self.doubt, Some(start));
            }
        }
    }
}

fn ill_formed_at(stop: &Stop) -> Option<u64> {
    match stop {
        Stop::IllFormed(error) => Some(error.offset()),
        _ => None,
    }
}

fn earlier(one: Option<u64>, other: Option<u64>) -> Option<u64> {
    one.into_iter().chain(other).min()
}
/// Returns how sure it is that a text is in UTF-16 or UTF-32. What is doubtful has a part in another encoding.
pub(crate) const fn wide_certainty(has_signature: bool, is_doubtful: bool) -> Certainty {
    match (has_signature, is_doubtful) {
        (_, true) => Certainty::Likely,
        (true, false) => Certainty::Certain,
        (false, false) => Certainty::VeryLikely,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_points_that_are_no_characters_are_no_text() {
        for endian in [Endian::Little, Endian::Big] {
            let text = |text: &str| -> Vec<u8> {
                let bytes = |unit: u16| match endian {
                    Endian::Little => unit.to_le_bytes(),
                    Endian::Big => unit.to_be_bytes(),
                };
                text.encode_utf16().flat_map(bytes).collect()
            };
            let found = |bytes: &[u8]| {
                let mut check = WideCheck::new(Encoding::Base(Base::Utf16(endian)));
                check.push(bytes);
                check.finish(true)
            };
            assert_eq!(
                found(&text("\u{431}\u{378}\u{379}\u{431}")),
                Some(2),
                "{endian:?}"
            );
            assert_eq!(found(&text("\u{431}\u{378}\u{431}\u{431}")), None, "{endian:?}");
        }
    }
}
