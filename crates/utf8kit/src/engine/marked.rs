//! Errors that a kernel has found ahead of a search or a conversion.

use super::pairs::ValidPrefix;
use crate::dispatch::Kernels;
use crate::kernel::utf8_errors::Marks;

/// The errors of a part of a text, of which the next is taken at each call.
#[derive(Clone, Debug)]
pub(super) struct Marked {
    /// The marks of code units from `start` on, 64 in each word.
    words: [Marks; Self::MOST],
    /// The first word that may have a start, and the first that may have an end.
    start_word: usize,
    end_word: usize,
    /// The number of words to search next, or 0 once [`Self::MOST`] had no error.
    len: usize,
    /// The offset of the first code unit marked, modulo 2^[`usize::BITS`]: it may be in an earlier piece.
    start: usize,
    /// The offset up to which all errors are marked.
    pub(super) end: usize,
}

impl Marked {
    /// The most words that are searched at once.
    const MOST: usize = 8;

    /// Returns marks for no text.
    #[inline]
    pub(super) const fn new() -> Self {
        Marked {
            words: [Marks { starts: 0, ends: 0 }; Self::MOST],
            start_word: Self::MOST,
            end_word: 0,
            len: 1,
            start: 0,
            end: 0,
        }
    }

    /// Searches `src` from `from` on, which is a character boundary, for twice as many errors as the last time.
    ///
    /// Returns `false` if there is no kernel for it.
    pub(super) fn search<S: ValidPrefix>(
        &mut self,
        kernels: &'static Kernels,
        src: &[S::Unit],
        from: usize,
    ) -> bool {
        let (words, others) = self.words.split_at_mut(self.len.max(1));
        let searched = S::find_errors(kernels, &src[from..], words);
        debug_assert!(searched <= src.len() - from);
        let has_none = words.iter().all(|marks| marks.starts == 0);
        others.fill(Marks::default());
        self.len = match words.len() {
            Self::MOST if has_none => 0,
            len => Self::MOST.min(2 * len),
        };
        (self.start_word, self.end_word) = (0, 0);
        (self.start, self.end) = (from, from + searched);
        searched > 0
    }

    /// Returns `true` if so much of the text had no error that the kernel for well-formed text is faster.
    #[inline]
    pub(super) fn is_clean(&self) -> bool {
        self.len == 0
    }

    /// Returns the offset and the length of the next error, if there is one, and removes its marks.
    #[inline]
    pub(super) fn next(&mut self) -> Option<(usize, usize)> {
        let start = loop {
            let starts = &mut self.words.get_mut(self.start_word)?.starts;
            if *starts != 0 {
                break 64 * self.start_word + take_lowest(starts);
            }
            self.start_word += 1;
        };
        let end = loop {
            // Each start has an end.
            let ends = &mut self.words.get_mut(self.end_word)?.ends;
            if *ends != 0 {
                break 64 * self.end_word + take_lowest(ends);
            }
            self.end_word += 1;
        };
        Some((self.start.wrapping_add(start), end + 1 - start))
    }

    /// Removes all marks.
    #[inline]
    pub(super) fn clear(&mut self) {
        (self.start_word, self.end, self.len) = (Self::MOST, 0, 1);
    }

    /// Counts offsets from `len` code units later.
    #[inline]
    pub(super) fn move_by(&mut self, len: usize) {
        self.start = self.start.wrapping_sub(len);
        self.end = self.end.saturating_sub(len);
    }
}

/// Returns the position of the lowest bit set, and clears it.
#[inline]
fn take_lowest(bits: &mut u64) -> usize {
    let lowest = bits.trailing_zeros() as usize;
    *bits &= *bits - 1;
    lowest
}
