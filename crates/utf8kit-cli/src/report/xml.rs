//! XML: texts, and what reports in XML have in common.

use super::Checked;
use super::html::push_text;
use crate::io::path::with_slashes;
use std::path::Path;

/// The first line of a document.
pub(super) const DECLARATION: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";

/// Returns a text of any origin for an attribute: what must not be shown becomes an escape, and markup a reference.
pub(super) fn attribute(text: &[u8]) -> String {
    let mut shown = String::new();
    push_text(&mut shown, text);
    shown
}

/// Returns a path for an attribute.
pub(super) fn name(path: &Path) -> String {
    attribute(with_slashes(path).as_os_str().as_encoded_bytes())
}

/// Returns how many findings of a file are not shown, in words, if there are any.
pub(super) fn left_out(file: &Checked<'_>) -> Option<String> {
    let all: u64 = file.counts.iter().map(|(_, _, counts)| counts.findings).sum();
    let shown = file.shown.len() as u64;
    (all > shown).then(|| {
        format!(
            "{} more, which the report leaves out",
            crate::message::counted(all - shown, "finding")
        )
    })
}
