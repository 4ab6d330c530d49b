//! Errors that a kernel has found ahead of a search or a conversion.

use super::prefix::ValidPrefix;
use crate::parts;
use crate::simd::dispatch::Kernels;
use crate::simd::find_utf8_errors::Marks;

/// The errors of a part of a text, of which the next is taken at each call.
#[derive(Clone, Debug)]
pub(super) struct Marked {
    /// The starts of the current word that are not yet taken.
    starts: u64,
    /// The offset of the first code unit of the current word. It is between two words that the compiler would else load as
    /// one vector, before the stores of the kernel are done.
    offset: usize,
    /// All ends of the current word.
    ends: u64,
    /// The marks of the part of the text, 64 code units in each word.
    words: [Marks; Self::MOST],
    /// The word after the current one.
    next_word: usize,
    /// The number of words to search next, or 0 once [`ValidPrefix::CLEAN_WORDS`] had no error.
    len: usize,
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
            starts: 0,
            ends: 0,
            offset: 0,
            words: [Marks { starts: 0, ends: 0 }; Self::MOST],
            next_word: Self::MOST,
            len: 1,
            end: 0,
        }
    }

    /// Searches `src` from `from` on, which is a character boundary, for twice as many errors as the last time.
    ///
    /// Returns `false` if there is no kernel for it.
    pub(super) fn search<S: ValidPrefix>(
        &mut self,
        kernels: Kernels,
        source: &S,
        src: &[S::Unit],
        from: usize,
    ) -> bool {
        if !source.is_strict() {
            return false;
        }
        let (words, others) = self
            .words
            .split_at_mut_checked(self.len.max(1))
            .unwrap_or_default();
        let searched = S::find_errors(kernels, parts::from(src, from), words);
        debug_assert!(searched <= src.len() - from);
        if searched == 0 {
            return false;
        }
        let has_none = words.iter().all(|marks| marks.starts == 0);
        others.fill(Marks::default());
        self.len = match words.len() {
            len if has_none && len >= S::CLEAN_WORDS => 0,
            len => Self::MOST.min(2 * len),
        };
        (self.starts, self.offset, self.next_word) = (0, from.wrapping_sub(64), 0);
        self.end = from + searched;
        true
    }

    /// Returns `true` if so much of the text had no error that the kernel for well-formed text is faster.
    #[inline]
    pub(super) fn is_clean(&self) -> bool {
        self.len == 0
    }

    /// Returns the offset and the length of the next error, if there is one, and removes it.
    #[inline]
    pub(super) fn next(&mut self) -> Option<(usize, usize)> {
        if self.starts == 0 && !self.next_word() {
            return None;
        }
        let next = self.peek();
        self.remove();
        next
    }

    /// Returns the offset and the length of the next error of the current word, if there is one.
    #[inline]
    pub(super) fn peek(&self) -> Option<(usize, usize)> {
        if self.starts == 0 {
            return None;
        }
        let start = self.starts.trailing_zeros();
        let len = match self.ends >> start {
            0 => self.len_into_next_word(),
            ends => ends.trailing_zeros() as usize + 1,
        };
        Some((self.offset + start as usize, len))
    }

    /// Returns the length of the error at the end of the current word, which ends in the next one.
    #[cold]
    #[inline(never)]
    fn len_into_next_word(&self) -> usize {
        // Each start has an end.
        let ends = self.words.get(self.next_word).map_or(0, |marks| marks.ends);
        (self.starts.leading_zeros() + ends.trailing_zeros()) as usize + 2
    }

    /// Removes the error that [`peek`](Self::peek) returns.
    #[inline]
    pub(super) fn remove(&mut self) {
        self.starts &= self.starts.wrapping_sub(1);
    }

    /// Goes on to the next word with an error, after all those of the current one. Returns `false` if there is none.
    #[inline]
    pub(super) fn next_word(&mut self) -> bool {
        debug_assert!(self.starts == 0);
        while let Some(&Marks { starts, ends }) = self.words.get(self.next_word) {
            self.next_word += 1;
            self.offset = self.offset.wrapping_add(64);
            if starts != 0 {
                (self.starts, self.ends) = (starts, ends);
                return true;
            }
        }
        false
    }

    /// Removes all marks.
    #[inline]
    pub(super) fn clear(&mut self) {
        (self.starts, self.next_word, self.end, self.len) = (0, Self::MOST, 0, 1);
    }
}
