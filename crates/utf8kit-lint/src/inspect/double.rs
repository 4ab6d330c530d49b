//! Text that looks encoded twice.

use crate::double_encoded::{Run, may_have_runs, runs_in_text};

/// A part of a text that looks encoded twice.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct DoubleEncoded {
    /// The offset of its first byte.
    pub offset: usize,
    /// Its length in bytes.
    pub length: usize,
    /// What it becomes when the mistake is undone.
    pub meant: String,
    /// The number of times that the mistake was made.
    pub times: u8,
}

/// Returns the parts of `text` that look as if they had been UTF-8 decoded as another encoding and encoded again, as the
/// rule `double-encoded` finds them. Some text around a part decides about it.
///
/// ```
/// let found = utf8kit_lint::inspect::double_encoded("un caf\u{C3}\u{A9} noir".as_bytes());
/// assert_eq!(found.len(), 1);
/// assert_eq!((found[0].offset, found[0].length, &*found[0].meant), (6, 4, "é"));
/// ```
pub fn double_encoded(text: &[u8]) -> Vec<DoubleEncoded> {
    double_encoded_parts(text).collect()
}

/// Returns what [`double_encoded`] returns, one part after the other. Memory does not grow with the text: a part that is longer than
/// 16 KiB is several.
///
/// ```
/// let text = "un caf\u{C3}\u{A9} noir".repeat(100_000);
/// let parts = utf8kit_lint::inspect::double_encoded_parts(text.as_bytes());
/// assert_eq!(parts.map(|part| part.length).sum::<usize>(), 400_000);
/// ```
pub fn double_encoded_parts(text: &[u8]) -> impl Iterator<Item = DoubleEncoded> + '_ {
    runs_in_text(text)
        .filter(Run::can_be_undone)
        .map(|run| DoubleEncoded {
            offset: run.range.start,
            length: run.range.len(),
            meant: run.meant,
            times: run.times,
        })
}

/// Returns `false` if the rule `double-encoded` finds nothing in any part of `text`, such as a row of a column of which `text` is a
/// stretch. It reads most texts at the speed of memory.
///
/// ```
/// use utf8kit_lint::inspect::may_be_double_encoded;
///
/// assert!(may_be_double_encoded("un caf\u{C3}\u{A9} noir".as_bytes()));
/// assert!(!may_be_double_encoded("un café noir".repeat(100).as_bytes()));
/// ```
pub fn may_be_double_encoded(text: &[u8]) -> bool {
    may_have_runs(text)
}
