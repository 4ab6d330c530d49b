//! Paths made safe to print, with `utf8kit_lint`'s functions for text and bytes.

pub(crate) use utf8kit_lint::escape::{hex, push_bytes, push_char, text};

use std::path::Path;

/// Returns the path as messages show it.
pub(crate) fn path(path: &Path) -> String {
    text(path.as_os_str().as_encoded_bytes())
}

/// Returns a code point as the standards write it: `U+20AC`, and over U+10FFFF the eight digits of ISO/IEC 10646-1 Annex R.
pub(crate) fn number(number: u32) -> String {
    match number {
        0..=0x10_FFFF => format!("U+{number:04X}"),
        _ => format!("{:04X} {:04X}", number >> 16, number & 0xFFFF),
    }
}
