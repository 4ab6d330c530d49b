//! Error policies: what to write instead of ill-formed text.

use crate::ErrorKind;
use core::fmt;

/// What to write instead of an ill-formed sequence.
///
/// An ill-formed sequence is what [`IllFormed::bytes`](crate::IllFormed::bytes) returns: a maximal subpart in the sense
/// of the Unicode Standard, or an incomplete sequence at the end of the text.
///
/// ```
/// use utf8kit::{Policy, utf8};
///
/// let bytes = b"caf\xE9 \\ t\xE9";
/// assert_eq!(utf8::repair_with(bytes, Policy::Replace('?')).unwrap(), "caf? \\ t?");
/// assert_eq!(utf8::repair_with(bytes, Policy::Drop).unwrap(), "caf \\ t");
/// assert_eq!(utf8::repair_with(bytes, Policy::Escape).unwrap(), r"caf\xE9 \\ t\xE9");
/// assert!(utf8::repair_with(bytes, Policy::Fail).is_err());
/// ```
#[non_exhaustive]
#[derive(Default)]
pub enum Policy<'a> {
    /// Stop with an error.
    #[default]
    Fail,
    /// Write this character for each sequence; U+FFFD is the usual one.
    Replace(char),
    /// Write nothing. Use this with care: it joins the text before and the text after, which can create an unwanted
    /// text.
    Drop,
    /// Write each byte as `\xHH`, and each backslash of the text as `\\`, so that the original can be restored.
    Escape,
    /// Decode each byte of the sequence from a single-byte encoding. The table is its upper half, bytes `0x80..=0xFF`.
    Legacy(&'a [char; 128]),
    /// Call a function with the bytes and the error kind. It returns the replacement, or `None` to stop with an error.
    ///
    /// ```
    /// use utf8kit::{ErrorKind, Policy, Replacement, utf8};
    ///
    /// let mut custom = |bytes: &[u8], kind: ErrorKind| match kind {
    ///     ErrorKind::UnexpectedEnd => Some(Replacement::EMPTY),
    ///     _ => Some(Replacement::escaped(bytes)),
    /// };
    /// let text = utf8::repair_with(b"a\xFFb\xE2\x82", Policy::Custom(&mut custom)).unwrap();
    /// assert_eq!(text, r"a\xFFb");
    /// ```
    Custom(&'a mut dyn FnMut(&[u8], ErrorKind) -> Option<Replacement>),
}

impl fmt::Debug for Policy<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Policy::Fail => f.write_str("Fail"),
            Policy::Replace(c) => f.debug_tuple("Replace").field(c).finish(),
            Policy::Drop => f.write_str("Drop"),
            Policy::Escape => f.write_str("Escape"),
            Policy::Legacy(_) => f.write_str("Legacy(..)"),
            Policy::Custom(_) => f.write_str("Custom(..)"),
        }
    }
}

/// The text that replaces one ill-formed sequence, at most 28 characters. A [`Policy::Custom`] function returns it, and
/// [`Policy::replacement`] returns it to codecs.
///
/// ```
/// use utf8kit::Replacement;
///
/// let mut replacement = Replacement::escaped(b"\xE9");
/// assert_eq!(replacement.chars(), ['\\', 'x', 'E', '9']);
/// assert_eq!(replacement.first(), Some('\\'));
/// replacement.drop_first();
/// assert_eq!(replacement.chars(), ['x', 'E', '9']);
/// assert_eq!(Replacement::EMPTY.first(), None);
/// ```
#[derive(Clone, Copy)]
pub struct Replacement {
    chars: [char; Self::MAX],
    start: u8,
    end: u8,
}

impl Replacement {
    /// The number of characters of the longest sequence, seven bytes, written as `\xHH`.
    const MAX: usize = 28;

    /// No text: the sequence is dropped.
    pub const EMPTY: Replacement = Replacement {
        chars: ['\0'; Self::MAX],
        start: 0,
        end: 0,
    };

    /// Returns a replacement that is the character `c`.
    ///
    /// ```
    /// assert_eq!(utf8kit::Replacement::char('?').chars(), ['?']);
    /// ```
    pub fn char(c: char) -> Self {
        let mut replacement = Self::EMPTY;
        replacement.push(c);
        replacement
    }

    /// Returns a replacement that is each of `bytes` as `\xHH`, as [`Policy::Escape`] writes them.
    ///
    /// # Panics
    ///
    /// Panics if there are more than seven bytes. No encoding has longer sequences.
    pub fn escaped(bytes: &[u8]) -> Self {
        let mut replacement = Self::EMPTY;
        for &byte in bytes {
            replacement.push('\\');
            replacement.push('x');
            for nibble in [byte >> 4, byte & 0xF] {
                replacement.push(char::from(b"0123456789ABCDEF"[usize::from(nibble)]));
            }
        }
        replacement
    }

    /// Returns the characters that are not yet written.
    pub fn chars(&self) -> &[char] {
        &self.chars[usize::from(self.start)..usize::from(self.end)]
    }

    /// Returns the next character to write, if there is one.
    pub fn first(&self) -> Option<char> {
        self.chars().first().copied()
    }

    /// Marks the [first](Self::first) character, if there is one, as written.
    pub fn drop_first(&mut self) {
        self.start = self.end.min(self.start + 1);
    }

    fn push(&mut self, c: char) {
        self.chars[usize::from(self.end)] = c;
        self.end += 1;
    }
}

impl PartialEq for Replacement {
    fn eq(&self, other: &Self) -> bool {
        self.chars() == other.chars()
    }
}

impl Eq for Replacement {}

impl fmt::Debug for Replacement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.chars().fmt(f)
    }
}

impl Policy<'_> {
    /// Returns `true` if this policy writes each backslash of the text as two.
    ///
    /// ```
    /// use utf8kit::Policy;
    ///
    /// assert!(Policy::Escape.doubles_backslashes());
    /// assert!(!Policy::Drop.doubles_backslashes());
    /// ```
    pub const fn doubles_backslashes(&self) -> bool {
        matches!(self, Policy::Escape)
    }

    /// Returns the replacement of `bytes`, an ill-formed sequence with an error of `kind`, or `None` if the policy
    /// stops with an error. Codecs of other encodings call it to support the same policies.
    ///
    /// ```
    /// use utf8kit::{ErrorKind, Policy};
    ///
    /// let replacement = Policy::Escape.replacement(b"\xE9", ErrorKind::MissingContinuation).unwrap();
    /// assert!(replacement.chars().iter().copied().eq(r"\xE9".chars()));
    /// assert!(Policy::Fail.replacement(b"\xE9", ErrorKind::MissingContinuation).is_none());
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if there are more than seven bytes. No encoding has longer sequences.
    pub fn replacement(&mut self, bytes: &[u8], kind: ErrorKind) -> Option<Replacement> {
        match self {
            Policy::Fail => None,
            Policy::Replace(c) => Some(Replacement::char(*c)),
            Policy::Drop => Some(Replacement::EMPTY),
            Policy::Escape => Some(Replacement::escaped(bytes)),
            Policy::Legacy(table) => {
                let mut replacement = Replacement::EMPTY;
                for &byte in bytes {
                    replacement.push(match byte {
                        0x80.. => table[usize::from(byte - 0x80)],
                        _ => char::from(byte),
                    });
                }
                Some(replacement)
            }
            Policy::Custom(function) => function(bytes, kind),
        }
    }

    /// Returns the replacement of more `bytes` of an ill-formed sequence whose beginning is already replaced. It is
    /// empty unless the policy writes something for each byte.
    pub(crate) fn replacement_of_rest(&mut self, bytes: &[u8], kind: ErrorKind) -> Replacement {
        let replacement = match self {
            Policy::Escape | Policy::Legacy(_) => self.replacement(bytes, kind),
            Policy::Custom(function) => {
                function(bytes, kind).filter(|rest| *rest == Replacement::escaped(bytes))
            }
            Policy::Fail | Policy::Replace(_) | Policy::Drop => None,
        };
        replacement.unwrap_or(Replacement::EMPTY)
    }
}
