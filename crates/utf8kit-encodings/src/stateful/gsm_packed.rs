//! Septets of GSM packed into bytes, from the lowest bit on (3GPP TS 23.038, 6.1.2.3): eight in seven bytes.
//!
//! Bits that are left over at the end are zero. Seven of them would be a septet, so that they are CR, and a text that ends with CR at the
//! end of a byte has a second one.

use super::gsm::{ESCAPE, Part};
use super::items::{character, ill_formed, incomplete};
use crate::item::{Item, NumberBytes};
use crate::packed::{TextUnit, packed_char};

const CR: u8 = b'\r';

/// Returns the septet at a bit of the first byte, and where the next one is: a number of bytes after it, and a bit.
fn septet(bytes: &[u8], bit: u8) -> Option<(u8, usize, u8)> {
    let second = match bit {
        0 | 1 => 0,
        _ => *bytes.get(1)?,
    };
    let septet = u16::from_le_bytes([*bytes.first()?, second]) >> bit & 0x7F;
    Some((septet as u8, usize::from(bit + 7) / 8, (bit + 7) % 8))
}

/// Reads a character. The state is the bit of the first byte at which it begins.
///
/// Of eight septets in seven bytes, the first has the length zero, because the next one begins in its byte. If that is no character, the
/// byte is ill-formed.
pub(super) fn read(part: Part, bit: &mut u8, bytes: &[u8], last: bool) -> Item {
    let Some((first, len, next)) = septet(bytes, *bit) else {
        if !last {
            return Item::Incomplete;
        }
        let left_over = bytes[0] >> *bit;
        *bit = 0;
        return match left_over {
            0 => Item::Skip(bytes.len()),
            _ => ill_formed(bytes.len()),
        };
    };
    if first == CR && *bit == 1 && bytes.len() == 1 {
        // It fills the last byte, unless there are more.
        if last {
            *bit = 0;
            return Item::Skip(1);
        }
        return Item::Incomplete;
    }
    if let Some(c) = part.character_of(first) {
        *bit = next;
        if len > 0 {
            return character(c, len);
        }
        return match read(part, bit, bytes, last) {
            Item::Number(..) => {
                *bit = next;
                character(c, 0)
            }
            Item::Skip(len) => character(c, len),
            ill_formed_or_incomplete => ill_formed_or_incomplete,
        };
    }
    let Some((second, more, next)) = septet(&bytes[len..], next) else {
        if last {
            *bit = 0;
        }
        return incomplete(bytes, last);
    };
    *bit = next;
    match part.extension_of(second) {
        Some(c) => character(c, len + more),
        None => ill_formed(len + more),
    }
}

/// Decodes groups of seven bytes, as long as each of their eight septets is a character, from the lowest bit of the first byte on.
/// Returns the number of bytes read and of code units written.
pub(super) fn decode_run<U: TextUnit>(part: Part, bytes: &[u8], text: &mut [U]) -> (usize, usize) {
    let (mut read, mut written) = (0, 0);
    // The last group can end with a septet that is none.
    while let Some(group) = bytes[read..].first_chunk()
        && written + 8 * 4 <= text.len()
    {
        let septets = u64::from_le_bytes(*group);
        let mut len = written;
        for place in 0..8 {
            let Some(c) = part.character_of((septets >> (7 * place) & 0x7F) as u8) else {
                return (read, written);
            };
            len += U::put(&mut text[len..], packed_char(c));
        }
        (read, written) = (read + 7, len);
    }
    (read, written)
}

/// Bits that are not written: those of a byte that has room, or a whole byte, which is treated otherwise at the end of the text.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Bits {
    value: u16,
    count: u8,
}

impl Bits {
    fn push(&mut self, septet: u8, out: &mut NumberBytes<'_>) {
        self.value |= u16::from(septet) << self.count;
        self.count += 7;
        if self.count > 8 {
            out.push(self.value as u8);
            self.value >>= 8;
            self.count -= 8;
        }
    }

    pub(super) fn end(&mut self, out: &mut NumberBytes<'_>) {
        if self.count == 1 || self.count == 8 && self.value >> 1 == CR.into() {
            self.push(CR, out);
        }
        if self.count > 0 {
            out.push(self.value as u8);
        }
        *self = Bits::default();
    }
}

pub(super) fn write(part: Part, bits: &mut Bits, c: char, out: &mut NumberBytes<'_>) -> Option<()> {
    let (septet, is_extension) = part.septet_of(c)?;
    if is_extension {
        bits.push(ESCAPE, out);
    }
    bits.push(septet, out);
    Some(())
}
