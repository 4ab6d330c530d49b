//! An iterator over well-formed chunks and the unpaired surrogates between them.

use crate::codec::{Decode as _, ill_formed_in_text};
use crate::encoding::Utf16;
use crate::engine::Search;
use crate::error::IllFormed;
use crate::simd::dispatch::kernels;
use core::fmt;
use core::iter::FusedIterator;

/// Returns an iterator over the well-formed parts of `units`, each with the unpaired surrogate that ends it.
///
/// Every code unit is in exactly one [`Chunk`]. Where two surrogates follow each other unpaired, the well-formed part between
/// them is empty.
///
/// ```
/// use utf8kit::{ErrorKind, utf16};
///
/// let units = [0x61, 0xDC00, 0x62, 0xD800];
/// let chunks: Vec<_> = utf16::chunks(&units).collect();
/// assert_eq!(chunks.len(), 2);
/// assert_eq!((chunks[0].text(), chunks[0].ill_formed()), (&[0x61][..], &[0xDC00][..]));
/// assert_eq!((chunks[1].text(), chunks[1].ill_formed()), (&[0x62][..], &[0xD800][..]));
/// let error = chunks[1].error().unwrap();
/// assert_eq!((error.kind(), error.valid_up_to()), (ErrorKind::UnexpectedEnd, 3)); // from the beginning of `units`
/// ```
pub fn chunks(units: &[u16]) -> Chunks<'_> {
    Chunks {
        units,
        search: Search::new(kernels()),
    }
}

/// A well-formed part of some code units, and the unpaired surrogate that ends it.
#[derive(Clone, Copy)]
pub struct Chunk<'a> {
    text: &'a [u16],
    /// The code units after it, all of them: the kind of the error depends on whether there is another one.
    rest: &'a [u16],
    /// The number of ill-formed code units: 0 or 1.
    len: usize,
    /// The offset of `rest`.
    offset: usize,
}

impl<'a> Chunk<'a> {
    /// Returns the well-formed part. It is empty if an error follows another one or begins the text.
    #[must_use]
    pub const fn text(&self) -> &'a [u16] {
        self.text
    }

    /// Returns the unpaired surrogate after it, or an empty slice if the text ends without one.
    #[must_use]
    pub const fn ill_formed(&self) -> &'a [u16] {
        self.rest.split_at(self.len).0
    }

    /// Returns the error of the unpaired surrogate. Its offset is in code units from the beginning of all code units.
    #[must_use]
    pub fn error(&self) -> Option<IllFormed> {
        if self.len == 0 {
            return None;
        }
        let mut source = Utf16::STRICT;
        let error = source.decode(self.rest, true).err()?;
        let error = ill_formed_in_text(&source, error, 0, self.rest);
        Some(error.at(self.offset as u64))
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
    units: &'a [u16],
    /// The search for errors, which is after the chunks returned so far.
    search: Search,
}

impl<'a> Iterator for Chunks<'a> {
    type Item = Chunk<'a>;

    fn next(&mut self) -> Option<Chunk<'a>> {
        let start = self.search.read;
        if start == self.units.len() {
            return None;
        }
        let len = self.search.advance_to_len::<Utf16>(self.units).unwrap_or(0);
        let end = self.search.read;
        self.search.skip(len);
        Some(Chunk {
            text: &self.units[start..end],
            rest: &self.units[end..],
            len,
            offset: end,
        })
    }
}

impl FusedIterator for Chunks<'_> {}
