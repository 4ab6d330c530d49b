//! Substring search in UTF-8 text (RFC 3629 section 1).
//!
//! If text and pattern are both well-formed, a match of their bytes never starts inside a character. If one
//! is not, the bytes of the pattern can occur inside a character of the text; the search skips such matches.
//!
//! The search compares bytes. Canonically equivalent texts can have different bytes (`é` is U+00E9, or `e` and
//! U+0301): the module `normalize` finds those too.

use memchr::memmem;
use utf8kit::utf8;

/// A pattern, prepared for search.
///
/// ```
/// use utf8kit_encodings::search::Finder;
///
/// let finder = Finder::new("ně".as_bytes());
/// assert_eq!(finder.find("tuňák na něm".as_bytes()), Some(11));
/// // A pattern that is not well-formed does not match inside a character.
/// assert_eq!(Finder::new(b"\x82\xAC").find("€".as_bytes()), None);
/// ```
#[derive(Clone, Debug)]
pub struct Finder<'p> {
    finder: memmem::Finder<'p>,
}

impl<'p> Finder<'p> {
    /// Returns a finder for `pattern`, which need not be well-formed.
    pub fn new(pattern: &'p [u8]) -> Self {
        Finder {
            finder: memmem::Finder::new(pattern),
        }
    }

    /// Returns the offset in bytes of the first match in `text` that starts and ends at a character boundary.
    ///
    /// ```
    /// use utf8kit_encodings::search::Finder;
    ///
    /// assert_eq!(Finder::new("ß".as_bytes()).find("Maß".as_bytes()), Some(2));
    /// assert_eq!(Finder::new("ß".as_bytes()).find("Mass".as_bytes()), None);
    /// ```
    pub fn find(&self, text: &[u8]) -> Option<usize> {
        self.matches(text).next()
    }

    /// Returns the offsets in bytes of all matches in `text` that start and end at a character boundary, in order
    /// and without overlap.
    ///
    /// ```
    /// use utf8kit_encodings::search::Finder;
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
