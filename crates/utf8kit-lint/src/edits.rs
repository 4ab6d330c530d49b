//! Edits of a text, kept in little memory and written in pieces.

use std::collections::TryReserveError;

/// The length of a block of edits. A `Vec` of all of them would be copied as it grows.
const BLOCK: usize = 64 << 10;

/// Ranges of a text, in order, with what is written in place of each.
///
/// An edit takes three bytes and what is written if it is short and near the one before: its distance from that, its length, and the
/// length of what is written, seven bits in each byte (LEB128), and then that.
#[derive(Clone, Default, Debug)]
pub(crate) struct Edits {
    blocks: Vec<Vec<u8>>,
    /// Where the last one ends.
    end: u64,
    removed: u64,
    added: u64,
}

impl Edits {
    /// Adds an edit, which does not begin before the end of the last one.
    pub(crate) fn push(&mut self, offset: u64, length: u64, new: &str) -> Result<(), TryReserveError> {
        /// Three numbers of 64 bits.
        const NUMBERS: usize = 30;
        debug_assert!(offset >= self.end);
        let needed = NUMBERS + new.len();
        let has_room = |block: &Vec<u8>| block.capacity() - block.len() >= needed;
        if !self.blocks.last().is_some_and(has_room) {
            let mut block = Vec::new();
            block.try_reserve_exact(BLOCK.max(needed))?;
            self.blocks.try_reserve(1)?;
            self.blocks.push(block);
        }
        if let Some(block) = self.blocks.last_mut() {
            for number in [offset - self.end, length, new.len() as u64] {
                write_number(block, number);
            }
            block.extend_from_slice(new.as_bytes());
        }
        self.end = offset + length;
        self.removed += length;
        self.added += new.len() as u64;
        Ok(())
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.blocks.is_empty()
    }

    /// Returns where the last one ends.
    pub(crate) fn end(&self) -> u64 {
        self.end
    }

    /// Returns the length of a text of `len` bytes with these edits.
    pub(crate) fn len_of(&self, len: u64) -> u64 {
        len - self.removed + self.added
    }
}

fn write_number(block: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        block.push(number as u8 | 0x80);
        number >>= 7;
    }
    block.push(number as u8);
}

fn read_number(block: &[u8], at: &mut usize) -> Option<u64> {
    let (mut number, mut shift) = (0, 0);
    loop {
        let byte = *block.get(*at)?;
        *at += 1;
        number |= u64::from(byte & 0x7F) << shift;
        if byte < 0x80 {
            return Some(number);
        }
        shift += 7;
    }
}

/// Writes a text that comes in pieces, with its edits.
#[derive(Debug)]
pub(crate) struct Rewriting {
    blocks: std::vec::IntoIter<Vec<u8>>,
    block: Vec<u8>,
    /// Where the next edit begins in the block.
    at: usize,
    /// Bytes of the text before the next edit, or all that there are if there is none.
    before: u64,
    /// Bytes that an edit removes and that have not come yet.
    removed: u64,
}

impl Rewriting {
    pub(crate) fn new(edits: Edits) -> Rewriting {
        let mut rewriting = Rewriting {
            blocks: edits.blocks.into_iter(),
            block: Vec::new(),
            at: 0,
            before: 0,
            removed: 0,
        };
        rewriting.read_distance();
        rewriting
    }

    /// Reads how far away the next edit is.
    fn read_distance(&mut self) {
        if self.at == self.block.len() {
            self.block = self.blocks.next().unwrap_or_default();
            self.at = 0;
        }
        self.before = read_number(&self.block, &mut self.at).unwrap_or(u64::MAX);
    }

    /// Appends what the next piece of the text becomes to `out`.
    pub(crate) fn push(&mut self, mut piece: &[u8], out: &mut Vec<u8>) {
        while !piece.is_empty() {
            let removed = len_of(self.removed, piece);
            self.removed -= removed as u64;
            piece = &piece[removed..];
            let kept = match self.removed {
                0 => len_of(self.before, piece),
                _ => 0,
            };
            out.extend_from_slice(&piece[..kept]);
            self.before -= kept as u64;
            piece = &piece[kept..];
            if self.before == 0 && !piece.is_empty() {
                self.write_edit(out);
            }
        }
    }

    /// Ends the text, and appends what is written at its end to `out`.
    pub(crate) fn finish(&mut self, out: &mut Vec<u8>) {
        while self.before == 0 {
            self.write_edit(out);
        }
    }

    fn write_edit(&mut self, out: &mut Vec<u8>) {
        let mut number = || read_number(&self.block, &mut self.at).unwrap_or_default();
        let (removed, added) = (number(), number() as usize);
        out.extend_from_slice(&self.block[self.at..self.at + added]);
        self.at += added;
        self.removed = removed;
        self.read_distance();
    }
}

/// Returns the length of the part of `piece` that `len` bytes are.
fn len_of(len: u64, piece: &[u8]) -> usize {
    usize::try_from(len).map_or(piece.len(), |len| len.min(piece.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rewritten(edits: &Edits, text: &[u8], piece_len: usize) -> Vec<u8> {
        let mut rewriting = Rewriting::new(edits.clone());
        let mut out = Vec::new();
        for piece in text.chunks(piece_len) {
            rewriting.push(piece, &mut out);
        }
        rewriting.finish(&mut out);
        out
    }

    #[test]
    fn a_text_in_any_pieces_has_all_edits() {
        let text = b"abcdefghij";
        let mut edits = Edits::default();
        for (offset, length, new) in [
            (0, 0, "<"),
            (0, 1, "A"),
            (3, 4, ""),
            (7, 0, "--"),
            (9, 1, "J"),
            (10, 0, ">"),
        ] {
            edits.push(offset, length, new).unwrap();
        }
        for piece_len in 1..=10 {
            assert_eq!(rewritten(&edits, text, piece_len), b"<Abc--hiJ>", "{piece_len}");
        }
        assert_eq!((edits.end(), edits.len_of(10)), (10, 10));
        assert_eq!(rewritten(&Edits::default(), text, 3), text);
        assert!(Edits::default().is_empty() && !edits.is_empty());
    }

    #[test]
    fn edits_are_kept_in_little_memory_and_any_length() {
        let text = "x".repeat(1 << 20);
        let mut edits = Edits::default();
        let mut expected = String::new();
        for offset in (0..text.len()).step_by(10) {
            edits.push(offset as u64, 2, "é").unwrap();
            expected += "é";
            expected += &text[..10.min(text.len() - offset).saturating_sub(2)];
        }
        let long = "long ".repeat(BLOCK);
        edits.push(text.len() as u64, 0, &long).unwrap();
        expected += &long;
        let memory: usize = edits.blocks[..edits.blocks.len() - 1]
            .iter()
            .map(Vec::capacity)
            .sum();
        assert!(memory < text.len(), "{memory}");
        assert_eq!(edits.len_of(text.len() as u64), expected.len() as u64);
        for piece_len in [1, 1000, 1 << 20] {
            assert!(
                rewritten(&edits, text.as_bytes(), piece_len) == expected.as_bytes(),
                "{piece_len}"
            );
        }
    }
}
