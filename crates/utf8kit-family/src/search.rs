//! Search in UTF-8, byte by byte (RFC 3629 section 1).
//!
//! Where both text and pattern are well-formed, a match of their bytes is a match of their characters: it
//! never starts inside one. Where they are not, bytes of a pattern could lie inside a character; such
//! matches are passed over.
//!
//! This compares bytes. The same text can be other bytes (`é` or `e` and U+0301): see the module
//! `normalize`.

use memchr::memmem;
use utf8kit::utf8;

/// A pattern, ready to be searched for.
///
/// ```
/// use utf8kit_family::search::Finder;
///
/// let finder = Finder::new("ně".as_bytes());
/// assert_eq!(finder.find("tuňák na něm".as_bytes()), Some(11));
/// // Not inside of a character, also where the pattern is no text.
/// assert_eq!(Finder::new(b"\x82\xAC").find("€".as_bytes()), None);
/// ```
#[derive(Clone, Debug)]
pub struct Finder<'p> {
    finder: memmem::Finder<'p>,
}

impl<'p> Finder<'p> {
    /// Prepares to search for `pattern`.
    pub fn new(pattern: &'p [u8]) -> Self {
        Finder {
            finder: memmem::Finder::new(pattern),
        }
    }

    /// The offset in bytes of the first match in `text` that starts and ends at a character boundary.
    pub fn find(&self, text: &[u8]) -> Option<usize> {
        self.matches(text).next()
    }

    /// The offsets in bytes of all such matches that do not overlap, from the beginning.
    ///
    /// ```
    /// use utf8kit_family::search::Finder;
    ///
    /// let matches: Vec<usize> = Finder::new("ß".as_bytes()).matches("Straße, Maß".as_bytes()).collect();
    /// assert_eq!(matches, [4, 11]);
    /// ```
    pub fn matches<'t>(&'t self, text: &'t [u8]) -> impl Iterator<Item = usize> + 't {
        let len = self.finder.needle().len();
        let mut from = 0;
        core::iter::from_fn(move || {
            while let Some(found) = text.get(from..).and_then(|rest| self.finder.find(rest)) {
                let at = from + found;
                if utf8::is_boundary(text, at) && utf8::is_boundary(text, at + len) {
                    from = at + len.max(1);
                    return Some(at);
                }
                from = at + 1;
            }
            None
        })
    }
}
