//! Text that looks encoded twice.

use crate::double_encoded::{
    Run, RunsInPieces, may_have_runs_alone, rows_that_may_have_runs, undone_in_text,
};
use crate::edits::{Edits, Rewriting};
use crate::repair_pass::NO_MEMORY;

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
    undone_in_text(text).map(|run| DoubleEncoded {
        offset: run.range.start,
        length: run.range.len(),
        meant: run.meant,
        times: run.times,
    })
}

/// Returns `false` if the rule `double-encoded` finds nothing in `text`, taken by itself. It reads most texts at the speed of memory.
///
/// ```
/// use utf8kit_lint::inspect::may_be_double_encoded;
///
/// assert!(may_be_double_encoded("un caf\u{C3}\u{A9} noir".as_bytes()));
/// assert!(!may_be_double_encoded("un café noir".repeat(100).as_bytes()));
/// ```
pub fn may_be_double_encoded(text: &[u8]) -> bool {
    may_have_runs_alone(text)
}

/// Calls `each` with the numbers of the rows of `text` in which the rule `double-encoded` may find something, taken by themselves. The rows
/// are parts of the text, one directly after the other, and `end_of` returns where one ends. Most rows of a column need not be read one
/// by one then.
///
/// A row may be passed several times, and in any order. Of East Asian text, fewest rows are passed where the text has 128 KiB at most.
///
/// ```
/// use utf8kit_lint::inspect::rows_that_may_be_double_encoded;
///
/// let rows = ["thé", "un caf\u{C3}\u{A9} noir", "eau"];
/// let ends = [4, 19, 22];
/// let mut found = Vec::new();
/// rows_that_may_be_double_encoded(&rows.concat(), |row| ends[row], |row| found.push(row));
/// assert!(!found.is_empty() && found.iter().all(|&row| row == 1));
/// ```
pub fn rows_that_may_be_double_encoded(text: &str, end_of: impl Fn(usize) -> usize, each: impl FnMut(usize)) {
    rows_that_may_have_runs(text, end_of, each);
}

/// Undoes the double encoding of a text that comes in pieces, in the parts that [`double_encoded`] finds. It keeps some bytes for each part.
///
/// The caller holds the text, and passes its pieces once or twice, as long as [`end`](Self::end) returns `true`, and then once more, to
/// [`rewrite`](Self::rewrite) it.
///
/// ```
/// use utf8kit_lint::inspect::DoubleEncodingRepairer;
///
/// let text = "un caf\u{C3}\u{A9} noir".as_bytes();
/// let mut repairer = DoubleEncodingRepairer::new();
/// loop {
///     for piece in text.chunks(3) {
///         repairer.push(piece);
///     }
///     if !repairer.end().unwrap() {
///         break;
///     }
/// }
/// let mut repaired = Vec::new();
/// for piece in text.chunks(3) {
///     repairer.rewrite(piece, &mut repaired);
/// }
/// repairer.end_rewrite(&mut repaired);
/// assert_eq!(repaired, "un café noir".as_bytes());
/// ```
#[derive(Debug)]
pub struct DoubleEncodingRepairer {
    runs: RunsInPieces,
    found: Found,
    rewriting: Rewriting,
}

/// What is undone.
#[derive(Default, Debug)]
struct Found {
    edits: Edits,
    has_no_memory: bool,
}

impl Found {
    fn add(&mut self, run: &Run) {
        if run.can_be_undone() {
            let (offset, length) = (run.range.start as u64, run.range.len() as u64);
            self.has_no_memory |= self.edits.push(offset, length, &run.meant).is_err();
        }
    }
}

impl DoubleEncodingRepairer {
    /// Returns a repairer of one text.
    pub fn new() -> DoubleEncodingRepairer {
        DoubleEncodingRepairer {
            runs: RunsInPieces::new(),
            found: Found::default(),
            rewriting: Rewriting::new(Edits::default()),
        }
    }

    /// Takes the next piece.
    pub fn push(&mut self, piece: &[u8]) {
        let found = &mut self.found;
        self.runs.push(piece, &mut |run| found.add(&run));
    }

    /// Ends the text. Returns `true` if the whole text decides what some parts are: then it must come once more.
    ///
    /// # Errors
    ///
    /// Returns [`NO_MEMORY`] if there is none for what is undone.
    pub fn end(&mut self) -> Result<bool, &'static str> {
        let found = &mut self.found;
        let is_undecided = self.runs.end(&mut |run| found.add(&run));
        let found = std::mem::take(&mut self.found);
        if found.has_no_memory {
            return Err(NO_MEMORY);
        }
        self.rewriting = Rewriting::new(found.edits);
        Ok(is_undecided)
    }

    /// Appends what the next piece becomes to `out`.
    pub fn rewrite(&mut self, piece: &[u8], out: &mut Vec<u8>) {
        self.rewriting.push(piece, out);
    }

    /// Ends the text that is rewritten, and appends the rest of it to `out`.
    pub fn end_rewrite(&mut self, out: &mut Vec<u8>) {
        self.rewriting.finish(out);
    }
}

impl Default for DoubleEncodingRepairer {
    fn default() -> DoubleEncodingRepairer {
        DoubleEncodingRepairer::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn repaired(text: &[u8], piece_len: usize) -> (Vec<u8>, usize) {
        let mut repairer = DoubleEncodingRepairer::new();
        let mut passes = 0;
        loop {
            text.chunks(piece_len).for_each(|piece| repairer.push(piece));
            passes += 1;
            if !repairer.end().unwrap() {
                break;
            }
        }
        let mut out = Vec::new();
        text.chunks(piece_len)
            .for_each(|piece| repairer.rewrite(piece, &mut out));
        repairer.end_rewrite(&mut out);
        (out, passes)
    }

    fn at_once(text: &[u8]) -> Vec<u8> {
        let mut out = Vec::new();
        let mut at = 0;
        for part in double_encoded_parts(text) {
            out.extend_from_slice(&text[at..part.offset]);
            out.extend_from_slice(part.meant.as_bytes());
            at = part.offset + part.length;
        }
        out.extend_from_slice(&text[at..]);
        out
    }

    #[test]
    fn pieces_give_what_the_whole_text_gives() {
        let once = "un caf\u{C3}\u{A9} noir, l\u{E2}\u{20AC}\u{2122}\u{C3}\u{A9}t\u{C3}\u{A9} \n";
        let clean = "Größe und Maß, où ça\n";
        let long = "\u{C3}\u{A9}".repeat(20_000);
        let ill_formed = [once.as_bytes(), b"\xFF\xC3", once.as_bytes()].concat();
        for text in [
            Vec::new(),
            once.as_bytes().to_vec(),
            [once, clean].concat().repeat(3000).into_bytes(),
            [clean, &long, once].concat().into_bytes(),
            ill_formed.repeat(700),
        ] {
            let expected = at_once(&text);
            for piece_len in [7, 4096, 100_000] {
                assert!(
                    repaired(&text, piece_len).0 == expected,
                    "{} {piece_len}",
                    text.len()
                );
            }
        }
    }
}
