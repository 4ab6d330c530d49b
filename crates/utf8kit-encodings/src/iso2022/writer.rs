//! [`Writer`]: writes a text that is announced as a whole in ISO/IEC 2022.

use super::escape::{ESC, extends_code};
use super::{Announcement, Level, RETURN};
use crate::item::NumberBytes;
use utf8kit::utf8;

/// Writes ISO/IEC 2022: an announcement before the first character, and a return after the last.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Writer {
    announcement: Announcement,
    is_announced: bool,
    /// Whether the last character was ESC, after which some characters would make an escape sequence.
    after_escape: bool,
}

impl Writer {
    pub(crate) const fn new(announcement: Announcement) -> Self {
        Writer {
            announcement,
            is_announced: false,
            after_escape: false,
        }
    }

    pub(crate) const fn announcement(&self) -> Announcement {
        self.announcement
    }

    /// Writes what comes before `number`, and moves to the state after it. Returns `None` if the text lacks it.
    pub(crate) fn begin(&mut self, number: u32, out: &mut NumberBytes<'_>) -> Option<()> {
        let completes_escape = |byte: u8| self.after_escape && extends_code(byte);
        if u8::try_from(number).is_ok_and(completes_escape) || !self.announcement.allows(number) {
            return None;
        }
        if !std::mem::replace(&mut self.is_announced, true) {
            out.extend(self.announcement.sequence());
        }
        self.after_escape = number == u32::from(ESC);
        Some(())
    }

    /// Writes the return, if there is an announcement.
    pub(crate) fn end(&mut self, out: &mut NumberBytes<'_>) {
        if !std::mem::replace(&mut self.is_announced, false) {
            return;
        }
        for &byte in RETURN {
            out.extend(&[0; 3][..self.announcement.unit_len() - 1]);
            out.push(byte);
        }
        self.after_escape = false;
    }

    /// Returns `true` if text without ESC is written by the encoding that is announced alone.
    pub(crate) fn is_within(&self) -> bool {
        self.is_announced && !self.after_escape
    }

    /// Returns the number of bytes at the beginning of `bytes`, which are UTF-8, before ESC, what the level leaves out and what is
    /// ill-formed.
    pub(crate) fn allowed_len(&self, bytes: &[u8]) -> usize {
        let end = memchr::memchr(ESC, bytes).unwrap_or(bytes.len());
        if let None | Some(Level::Three) = self.announcement.level() {
            return end;
        }
        let text = utf8::chunks(&bytes[..end])
            .next()
            .map_or("", |chunk| chunk.text());
        text.char_indices()
            .find(|&(_, c)| !self.announcement.allows(c.into()))
            .map_or(text.len(), |(at, _)| at)
    }
}
