//! [`TextEncoder`]: encodes text through a table of the basic multilingual plane.

use super::bytes::store;
use encoding_rs::Encoding;

/// Encodes to an encoding without states by looking each character up: one read of memory for a character, where
/// `encoding_rs` searches ranges.
pub(super) struct TextEncoder {
    /// The bytes of each character up to U+FFFF, the first one least significant. Zero stands for none, and for U+0000.
    bytes: Box<[u32]>,
    /// Whether all of ASCII is written as it is.
    has_ascii: bool,
}

impl TextEncoder {
    /// Returns an encoder of the `characters`, of which the first with the same one wins. ASCII is written as it is, but for
    /// what `characters` have.
    pub(super) fn new(characters: impl Iterator<Item = (char, u32)>) -> Self {
        let mut bytes = vec![0; 1 << 16].into_boxed_slice();
        for (c, sequence) in characters {
            if let Some(place @ 0) = bytes.get_mut(c as usize) {
                *place = sequence;
            }
        }
        let has_ascii = (1..0x80).all(|byte| bytes[byte] == byte as u32);
        TextEncoder { bytes, has_ascii }
    }

    /// Returns an encoder of what `encoding_rs` writes in `encoding`, except for the characters that `is_left_out` names.
    pub(super) fn of(encoding: &'static Encoding, is_left_out: impl Fn(char) -> bool) -> Self {
        let text: String = ('\u{1}'..='\u{FFFF}')
            .filter(|&c| c != '\n')
            .flat_map(|c| [c, '\n'])
            .collect();
        let (encoded, ..) = encoding.encode(&text);
        let lines = encoded.split(|&byte| byte == b'\n');
        let characters = text.chars().step_by(2).zip(lines);
        TextEncoder::new(
            std::iter::once(('\n', u32::from(b'\n'))).chain(
                // A character that the encoding lacks is written as `&#` and its number.
                characters
                    .filter(|&(c, line)| line.len() <= 4 && (line[0] != b'&' || c == '&') && !is_left_out(c))
                    .map(|(c, line)| (c, packed(line))),
            ),
        )
    }

    /// Returns the [`packed`] bytes of `c`.
    pub(super) fn sequence(&self, c: char) -> Option<u32> {
        let sequence = *self.bytes.get(c as usize)?;
        (sequence != 0 || c == '\0').then_some(sequence)
    }

    /// Bytes of room that the last character may leave unused.
    pub(super) const ROOM: usize = 16;

    /// Encodes `text` to `bytes`, until the end of one of them or a character that the table lacks. Returns how many bytes
    /// were read and written.
    pub(super) fn encode(&self, text: &str, bytes: &mut [u8]) -> (usize, usize) {
        let text = text.as_bytes();
        let table: &[u32; 1 << 16] = (&*self.bytes).try_into().expect("a table of this size");
        let (mut read, mut written) = (0, 0);
        while read < text.len() && written + Self::ROOM <= bytes.len() {
            let lead = text[read];
            if lead < 0x80 && self.has_ascii {
                if let Some(chunk) = text[read..].first_chunk::<16>()
                    && chunk.is_ascii()
                {
                    store(&mut bytes[written..], *chunk);
                    (read, written) = (read + 16, written + 16);
                    continue;
                }
                bytes[written] = lead;
                (read, written) = (read + 1, written + 1);
                continue;
            }
            // `text` is well-formed, so that the masks only join what is there.
            let trail = |at: usize| u32::from(text.get(read + at).copied().unwrap_or(0) & 0x3F);
            let (number, len) = match lead {
                0x00..=0x7F => (lead.into(), 1),
                0x80..=0xDF => (u32::from(lead & 0x1F) << 6 | trail(1), 2),
                0xE0..=0xEF => (u32::from(lead & 0x0F) << 12 | trail(1) << 6 | trail(2), 3),
                0xF0.. => break,
            };
            let sequence = table[number as usize & 0xFFFF];
            if sequence == 0 && number != 0 {
                break;
            }
            store(&mut bytes[written..], sequence.to_le_bytes());
            (read, written) = (read + len, written + sequence_len(sequence));
        }
        (read, written)
    }
}

/// Returns up to four bytes as a number, the first one least significant.
pub(super) fn packed(bytes: &[u8]) -> u32 {
    bytes
        .iter()
        .rev()
        .fold(0, |number, &byte| number << 8 | u32::from(byte))
}

/// Returns the number of bytes of a [`packed`] sequence, whose last byte is not zero unless it is the only one.
pub(super) fn sequence_len(sequence: u32) -> usize {
    4 - ((sequence | 1).leading_zeros() / 8) as usize
}
