//! An iterator over well-formed chunks and the errors between them.

use crate::encoding::{UTF8, Utf8};
use crate::engine::Search;
use crate::error::IllFormed;
use crate::simd::dispatch::kernels;
use core::fmt;
use core::iter::FusedIterator;

/// Returns an iterator over the well-formed parts of `bytes`, each with the error that ends it.
///
/// Every byte is in exactly one [`Chunk`]. An error covers one maximal subpart.
///
/// ```
/// use utf8kit::utf8;
///
/// let chunks: Vec<_> = utf8::chunks(b"one\xFFtwo\xE2\x82").collect();
/// assert_eq!(chunks.len(), 2);
/// assert_eq!((chunks[0].text(), chunks[0].ill_formed()), ("one", &b"\xFF"[..]));
/// assert_eq!((chunks[1].text(), chunks[1].ill_formed()), ("two", &b"\xE2\x82"[..]));
/// assert_eq!(chunks[1].error().unwrap().valid_up_to(), 7); // counted from the beginning of `bytes`
/// ```
pub fn chunks(bytes: &[u8]) -> Chunks<'_> {
    Chunks {
        bytes,
        search: Search::new(kernels()),
        found: 0,
    }
}

/// A well-formed part of some bytes, and the error that ends it.
#[derive(Clone, Copy)]
pub struct Chunk<'a> {
    text: &'a str,
    /// The bytes after it, all of them: the kind of the error can depend on the one after.
    rest: &'a [u8],
    /// The number of ill-formed bytes.
    len: usize,
    /// The offset of `rest`.
    offset: usize,
}

impl<'a> Chunk<'a> {
    /// Returns the well-formed part. It is empty if an error follows another one or begins the bytes.
    #[must_use]
    pub const fn text(&self) -> &'a str {
        self.text
    }

    /// Returns the ill-formed bytes after it, or an empty slice if the bytes end without an error.
    #[must_use]
    pub const fn ill_formed(&self) -> &'a [u8] {
        self.rest.split_at(self.len).0
    }

    /// Returns the error of the ill-formed bytes. Its offset is in bytes from the beginning of all bytes.
    #[must_use]
    pub fn error(&self) -> Option<IllFormed> {
        if self.len == 0 {
            return None;
        }
        let error = Utf8::decode_first(self.rest).err()?;
        Some(IllFormed::at_offset(&UTF8, self.offset as u64, error, self.rest))
    }
}

impl PartialEq for Chunk<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text && self.error() == other.error()
    }
}

impl Eq for Chunk<'_> {}

impl fmt::Debug for Chunk<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Chunk")
            .field("text", &self.text)
            .field("error", &self.error())
            .finish()
    }
}

/// The iterator that [`chunks`] returns.
#[derive(Clone, Debug)]
#[must_use = "iterators are lazy and do nothing unless consumed"]
pub struct Chunks<'a> {
    bytes: &'a [u8],
    /// The search for errors, which is after the chunks returned so far.
    search: Search,
    /// The number of chunks that were found without marks.
    found: u8,
}

impl<'a> Iterator for Chunks<'a> {
    type Item = Chunk<'a>;

    #[inline]
    fn next(&mut self) -> Option<Chunk<'a>> {
        let start = self.search.read;
        // Text can be full of errors. For all that are marked already, this is short enough to be inlined.
        match self.search.peek_marked() {
            Some((end, len)) => {
                self.search.skip_marked(end + len);
                Some(self.chunk(start, end, len))
            }
            None => self.next_unmarked(),
        }
    }
}

/// The number of errors that are found one by one, before others are marked.
const FEW: u8 = 2;

impl<'a> Chunks<'a> {
    /// Continues the search, and returns the next chunk.
    #[inline(never)]
    fn next_unmarked(&mut self) -> Option<Chunk<'a>> {
        let start = self.search.read;
        if start == self.bytes.len() {
            return None;
        }
        if self.found < FEW {
            return Some(self.next_of_few());
        }
        let len = self.search.advance_to_len::<Utf8>(self.bytes).unwrap_or(0);
        let end = self.search.read;
        self.search.skip(len);
        Some(self.chunk(start, end, len))
    }

    /// Returns the next chunk without marking errors: one error is found sooner than marked.
    #[inline(never)]
    fn next_of_few(&mut self) -> Chunk<'a> {
        self.found += 1;
        let start = self.search.read;
        let len = self.search.advance_once::<Utf8>(self.bytes);
        let end = self.search.read;
        self.search.skip(len);
        self.chunk(start, end, len)
    }

    /// Returns the chunk from `start` on, which has an error of `len` bytes at `end`. They are from the search.
    #[inline]
    fn chunk(&self, start: usize, end: usize, len: usize) -> Chunk<'a> {
        // SAFETY: the search has checked that the bytes between two errors are well-formed UTF-8.
        let text = unsafe { core::str::from_utf8_unchecked(&self.bytes[start..end]) };
        Chunk {
            text,
            rest: &self.bytes[end..],
            len,
            offset: end,
        }
    }
}

impl FusedIterator for Chunks<'_> {}
