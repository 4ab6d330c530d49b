//! An iterator over well-formed chunks and the errors between them.

use crate::engine;
use crate::error::IllFormed;
use crate::reference::Utf8;
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
    Chunks { bytes, offset: 0 }
}

/// A well-formed part of some bytes, and the error that ends it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Chunk<'a> {
    text: &'a str,
    ill_formed: &'a [u8],
    error: Option<IllFormed>,
}

impl<'a> Chunk<'a> {
    /// Returns the well-formed part. It is empty if an error follows another one or begins the bytes.
    pub const fn text(&self) -> &'a str {
        self.text
    }

    /// Returns the ill-formed bytes after it, or an empty slice if the bytes end without an error.
    pub const fn ill_formed(&self) -> &'a [u8] {
        self.ill_formed
    }

    /// Returns the error of the ill-formed bytes. Its offset is in bytes from the beginning of all bytes.
    pub const fn error(&self) -> Option<IllFormed> {
        self.error
    }
}

/// The iterator that [`chunks`] returns.
#[derive(Clone, Debug)]
pub struct Chunks<'a> {
    /// The bytes not yet iterated over.
    bytes: &'a [u8],
    /// The number of bytes before them.
    offset: usize,
}

impl<'a> Iterator for Chunks<'a> {
    type Item = Chunk<'a>;

    fn next(&mut self) -> Option<Chunk<'a>> {
        if self.bytes.is_empty() {
            return None;
        }
        let (valid, ill_formed, error) = match engine::validate::<Utf8>(self.bytes) {
            Ok(()) => (self.bytes, &[][..], None),
            Err(error) => {
                let (valid, rest) = self.bytes.split_at(error.valid_up_to());
                (
                    valid,
                    &rest[..error.decode_error().len],
                    Some(error.moved_by(self.offset)),
                )
            }
        };
        let len = valid.len() + ill_formed.len();
        self.offset += len;
        self.bytes = &self.bytes[len..];
        // SAFETY: `engine::validate` has checked that these bytes are well-formed UTF-8.
        let text = unsafe { core::str::from_utf8_unchecked(valid) };
        Some(Chunk {
            text,
            ill_formed,
            error,
        })
    }
}

impl FusedIterator for Chunks<'_> {}
