//! What is shown.

use utf8kit_lint::inspect::{DoubleEncoded, Item};

/// What is shown.
pub(super) struct View {
    /// The name of the input, if it is a file or standard input.
    pub(super) name: Option<String>,
    pub(super) encoding: &'static str,
    /// The offsets of the bytes that are shown.
    pub(super) start: u64,
    pub(super) end: u64,
    pub(super) items: Vec<Item>,
    pub(super) double_encoded: Vec<DoubleEncoded>,
    /// Whether the text has more bytes.
    pub(super) more: bool,
    /// Whether the first item stands at a place that was named.
    pub(super) has_place: bool,
}
