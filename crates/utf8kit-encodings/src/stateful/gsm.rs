//! The default alphabet of GSM in bytes, a septet each (3GPP TS 23.038, 6.2.1), with its extension table.

use super::items::{character, ill_formed, incomplete};
use super::table::Table;
use crate::item::{Item, NumberBytes};
use std::sync::OnceLock;

/// The characters of the septets.
const ALPHABET: &str = concat!(
    "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞ\u{FFFD}ÆæßÉ",
    " !\"#¤%&'()*+,-./0123456789:;<=>?",
    "¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§",
    "¿abcdefghijklmnopqrstuvwxyzäöñüà",
);

/// The septet that begins a character of the extension table.
pub(super) const ESCAPE: u8 = 0x1B;

/// The extension table.
const EXTENSION: [(u8, char); 10] = [
    (0x0A, '\x0C'),
    (0x14, '^'),
    (0x28, '{'),
    (0x29, '}'),
    (0x2F, '\\'),
    (0x3C, '['),
    (0x3D, '~'),
    (0x3E, ']'),
    (0x40, '|'),
    (0x65, '€'),
];

fn alphabet() -> &'static Table {
    static TABLE: OnceLock<Table> = OnceLock::new();
    TABLE.get_or_init(|| Table::new((0..=0x7F).zip(ALPHABET.chars())))
}

/// Returns the character of a septet.
pub(super) fn character_of(septet: u8) -> Option<char> {
    alphabet().character(septet)
}

/// Returns the character of a septet after [`ESCAPE`].
pub(super) fn extension_of(septet: u8) -> Option<char> {
    let (_, c) = EXTENSION.iter().find(|&&(known, _)| known == septet)?;
    Some(*c)
}

/// Returns the septet of a character, and whether it is one after [`ESCAPE`].
pub(super) fn septet_of(c: char) -> Option<(u8, bool)> {
    if let Some(septet) = alphabet().byte(c) {
        return Some((septet, false));
    }
    let (septet, _) = EXTENSION.iter().find(|&&(_, known)| known == c)?;
    Some((*septet, true))
}

pub(super) fn read(bytes: &[u8], last: bool) -> Item {
    if bytes[0] != ESCAPE {
        return match character_of(bytes[0]) {
            Some(c) => character(c, 1),
            None => ill_formed(1),
        };
    }
    let Some(&next) = bytes.get(1) else {
        return incomplete(bytes, last);
    };
    match extension_of(next) {
        Some(c) => character(c, 2),
        None if next < 0x80 => ill_formed(2),
        None => ill_formed(1),
    }
}

pub(super) fn write(c: char, out: &mut NumberBytes<'_>) -> Option<()> {
    let (septet, is_extension) = septet_of(c)?;
    if is_extension {
        out.push(ESCAPE);
    }
    out.push(septet);
    Some(())
}
