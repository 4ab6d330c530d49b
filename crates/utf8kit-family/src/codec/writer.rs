//! [`NumberWriter`]: writes one number at a time.

use crate::item::NumberBytes;
use crate::{hangul, ucs, utf1, utf7};
use utf8kit::Endian;

/// Writes one number at a time; holds the state between two of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum NumberWriter {
    Utf7(utf7::Writer),
    Utf1,
    Ucs2(Endian),
    Ucs4(Endian),
    Utf16 {
        endian: Endian,
        /// Whether unpaired surrogates are written.
        unpaired: bool,
        /// Whether the last number was a high surrogate.
        after_high: bool,
    },
    Utf32(Endian),
    Latin1,
    Ascii,
    OldHangulUtf8,
}

impl NumberWriter {
    /// Writes one number, or returns `None` if the encoding lacks it.
    ///
    /// After a high surrogate, UTF-16 and WTF-8 lack the low ones: what is written would be a character.
    pub(super) fn write(&mut self, number: u32, out: &mut NumberBytes) -> Option<()> {
        let is_high = matches!(number, 0xD800..=0xDBFF);
        let is_low = matches!(number, 0xDC00..=0xDFFF);
        match self {
            NumberWriter::Utf7(writer) => writer.write(char::from_u32(number)?, out),
            NumberWriter::Utf1 => out.extend(utf1::encode(number, &mut [0; 5]).ok()?),
            NumberWriter::Ucs2(endian) => out.extend(&ucs::encode_ucs2(number, *endian)?),
            NumberWriter::Ucs4(endian) => out.extend(&ucs::encode_ucs4(number, *endian).ok()?),
            NumberWriter::Utf16 {
                endian,
                unpaired,
                after_high,
            } => {
                let mut units = [0; 2];
                let units: &[u16] = match char::from_u32(number) {
                    Some(c) => c.encode_utf16(&mut units),
                    None if (is_high || is_low && !*after_high) && *unpaired => &[number as u16],
                    None => return None,
                };
                for &unit in units {
                    out.extend(&match endian {
                        Endian::Big => unit.to_be_bytes(),
                        Endian::Little => unit.to_le_bytes(),
                    });
                }
                *after_high = is_high;
            }
            NumberWriter::Utf32(endian) => {
                char::from_u32(number)?;
                out.extend(&ucs::encode_ucs4(number, *endian).ok()?);
            }
            NumberWriter::Latin1 => out.push(u8::try_from(number).ok()?),
            NumberWriter::Ascii => out.push(u8::try_from(number).ok().filter(u8::is_ascii)?),
            NumberWriter::OldHangulUtf8 => {
                let c = hangul::encoded(char::from_u32(number)?)?;
                out.extend(c.encode_utf8(&mut [0; 4]).as_bytes());
            }
        }
        Some(())
    }

    /// Moves to the state after plain numbers, see [`runs`](super::runs).
    pub(super) fn after_run(&mut self) {
        if let NumberWriter::Utf16 { after_high, .. } = self {
            *after_high = false;
        }
    }

    /// Writes what ends the text.
    pub(super) fn end(&mut self, out: &mut NumberBytes) {
        if let NumberWriter::Utf7(writer) = self {
            writer.end_run(true, out);
        }
    }
}
