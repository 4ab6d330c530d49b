//! Paths made safe to print, with `utf8kit_lint`'s functions for text and bytes.

pub(crate) use utf8kit_lint::escape::{hex, push_bytes, push_char, push_text, text};

use std::path::Path;

/// Returns the path as messages show it.
pub(crate) fn path(path: &Path) -> String {
    text(path.as_os_str().as_encoded_bytes())
}
