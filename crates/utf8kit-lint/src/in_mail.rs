//! Mail that is checked: which part its lines are in, block by block.

use crate::block::Block;
use crate::declared::{Declared, LINE_LEN, Mail};
use crate::finding::Finding;
use crate::legacy::ENOUGH;
use std::ops::Range;

/// Mail that is checked, as far as its lines are read.
#[derive(Clone, Debug)]
pub(crate) struct InMail {
    pub(crate) mail: Mail,
    /// The offset of the next line, or of the rest of one.
    next: u64,
    is_rest: bool,
    /// The number of the last part that has a byte over 0x7F.
    pub(crate) decided: u64,
    /// What such parts declare.
    encoding: Option<Declared>,
    is_of_several: bool,
    /// The finding at the name that the part declares, if it can turn out to be wrong, and is in a block before.
    pub(crate) at_name: Option<(u64, Box<Finding>)>,
}

impl InMail {
    pub(crate) fn new(mail: Mail) -> InMail {
        InMail {
            mail,
            next: 0,
            is_rest: false,
            decided: 0,
            encoding: None,
            is_of_several: false,
            at_name: None,
        }
    }

    /// Reads the next line that begins before `to` in the block's bytes. Returns the place of the part of it that ends there.
    pub(crate) fn next_line(&mut self, block: &Block<'_>, to: usize) -> Option<Range<usize>> {
        let start = self.next.saturating_sub(block.start) as usize;
        if start >= to {
            return None;
        }
        let rest = &block.bytes[start..];
        let len = memchr::memchr(b'\n', rest).map_or(rest.len(), |at| at + 1);
        if !self.is_rest {
            self.mail.line(&rest[..len.min(LINE_LEN)], self.next);
        }
        let end = to.min(start + len);
        self.is_rest = end < start + len || !rest[..len].ends_with(b"\n");
        self.next = block.start + end as u64;
        Some(start..end)
    }

    /// Returns what the part declares that has the place `at` in the block's bytes, and where it ends there.
    pub(crate) fn part_at(mut self, block: &Block<'_>, at: usize) -> (Option<Declared>, usize) {
        while let Some(line) = self.next_line(block, at) {
            self.note_high(block, &line);
        }
        let _ = self.next_line(block, at + 1);
        let part = self.mail.part().number;
        let most = block.bytes.len().min(at + ENOUGH);
        // The header is in the encoding that it declares, perhaps after this line.
        while self.mail.body().is_none()
            && self.mail.part().number == part
            && self.next_line(block, most).is_some()
        {}
        let declared = match self.mail.part().number == part {
            true => self.mail.part().encoding(),
            false => None,
        };
        let is_other = part > self.decided && self.encoding.is_some_and(|before| Some(before) != declared);
        let declared = match self.is_of_several || is_other {
            true => Some(Declared::Several),
            false => declared,
        };
        let mut end = most;
        while let Some(line) = self.next_line(block, most) {
            if self.mail.part().number != part {
                end = line.start;
                break;
            }
        }
        (declared, end)
    }

    /// Notes whether a line of a body has the first byte over 0x7F of a part. Returns the place of that byte.
    pub(crate) fn note_high(&mut self, block: &Block<'_>, line: &Range<usize>) -> Option<usize> {
        let part = self.mail.body().filter(|part| part.number > self.decided)?;
        let high = block.bytes[line.clone()]
            .iter()
            .position(|byte| !byte.is_ascii())?;
        self.decided = part.number;
        let declared = self.mail.part().encoding();
        self.is_of_several |= self.encoding.is_some() && declared.is_some() && self.encoding != declared;
        self.encoding = self.encoding.or(declared);
        Some(line.start + high)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_ends_where_the_line_of_the_next_begins() {
        let text = b"From: a\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n\n\
            --b\nContent-Type: text/plain; charset=koi8-r\n\none\n\xC4\xC5\xCE\xD8\ntwo\nthree\n--b\n\nfour\n--b--\n";
        let block = Block::new(text, 0, 0..text.len(), true);
        let mail = InMail::new(Mail::begin(text).unwrap());
        let at = text.iter().position(|byte| !byte.is_ascii()).unwrap();
        let (declared, end) = mail.part_at(&block, at);
        assert!(matches!(declared, Some(Declared::Legacy(_))), "{declared:?}");
        assert_eq!(text[end..].escape_ascii().to_string(), r"--b\n\nfour\n--b--\n");
    }
}
