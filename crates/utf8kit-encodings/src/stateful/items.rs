//! The items that the readers return.

use crate::item::{Expected, Item};
use utf8kit::ErrorKind;

/// Returns the item for `len` bytes that stand for no character.
pub(super) fn ill_formed(len: usize) -> Item {
    Item::IllFormed(ErrorKind::Undefined, len, Expected::ByKind)
}

/// Returns the item for bytes that more bytes could complete.
pub(super) fn incomplete(bytes: &[u8], last: bool) -> Item {
    match last {
        true => Item::IllFormed(ErrorKind::UnexpectedEnd, bytes.len(), Expected::ByKind),
        false => Item::Incomplete,
    }
}

/// Returns the item for a character.
pub(super) fn character(c: char, len: usize) -> Item {
    Item::Number(c.into(), len)
}
