//! What to do about ill-formed text.

use crate::Kind;
use core::fmt;

/// What to put in the place of an ill-formed sequence.
///
/// A sequence here is what [`IllFormed::octets`](crate::IllFormed::octets) returns: a maximal subpart in the sense of
/// the Unicode Standard, or the unfinished sequence at the end of the text.
///
/// ```
/// use utf8kit::{Policy, utf8};
///
/// let octets = b"caf\xE9 \\ t\xE9";
/// assert_eq!(utf8::repair_with(octets, Policy::Replace('?')).unwrap(), "caf? \\ t?");
/// assert_eq!(utf8::repair_with(octets, Policy::Drop).unwrap(), "caf \\ t");
/// assert_eq!(utf8::repair_with(octets, Policy::Escape).unwrap(), r"caf\xE9 \\ t\xE9");
/// assert!(utf8::repair_with(octets, Policy::Fail).is_err());
/// ```
#[non_exhaustive]
#[derive(Default)]
pub enum Policy<'a> {
    /// Stop with an error.
    #[default]
    Fail,
    /// Put this character for each sequence; U+FFFD is the usual one.
    Replace(char),
    /// Leave it out. Can join what stood on both sides into something new: use it with care.
    Drop,
    /// Write each octet as `\xHH`, and each backslash of the text as `\\`, so that it can be undone.
    Escape,
    /// Read each octet of the sequence in a single-octet encoding whose upper half, octets `80..FF`, is this table.
    Legacy(&'a [char; 128]),
    /// Ask a function, which sees the octets and the kind.
    Ask(&'a mut dyn FnMut(&[u8], Kind) -> Mend),
}

/// A function's answer to [`Policy::Ask`]: what to put in the place of one ill-formed sequence.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Mend {
    /// Stop with an error.
    Fail,
    /// Put this character.
    Replace(char),
    /// Leave the sequence out.
    Drop,
    /// Write each octet as `\xHH`.
    Escape,
}

impl fmt::Debug for Policy<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Policy::Fail => f.write_str("Fail"),
            Policy::Replace(c) => f.debug_tuple("Replace").field(c).finish(),
            Policy::Drop => f.write_str("Drop"),
            Policy::Escape => f.write_str("Escape"),
            Policy::Legacy(_) => f.write_str("Legacy(..)"),
            Policy::Ask(_) => f.write_str("Ask(..)"),
        }
    }
}

/// The text that a policy puts in the place of one ill-formed sequence, as far as it is not written yet; for codecs
/// that apply policies, see [`Policy::mend`].
#[derive(Clone, Copy)]
pub struct Mended {
    chars: [char; Self::MAX],
    start: u8,
    end: u8,
}

impl Mended {
    /// Seven octets, the most that belong together, as `\xHH`.
    const MAX: usize = 28;

    /// No text.
    pub const NOTHING: Mended = Mended {
        chars: ['\0'; Self::MAX],
        start: 0,
        end: 0,
    };

    /// A single character.
    pub fn one(c: char) -> Self {
        let mut mended = Self::NOTHING;
        mended.push(c);
        mended
    }

    /// What is not written yet.
    pub fn chars(&self) -> &[char] {
        &self.chars[usize::from(self.start)..usize::from(self.end)]
    }

    /// The next character to write.
    pub fn first(&self) -> Option<char> {
        self.chars().first().copied()
    }

    /// Is done with the [first](Self::first) character, if there is one.
    pub fn drop_first(&mut self) {
        self.start = self.end.min(self.start + 1);
    }

    fn push(&mut self, c: char) {
        self.chars[usize::from(self.end)] = c;
        self.end += 1;
    }

    fn escape(&mut self, octets: &[u8]) {
        for &octet in octets {
            self.push('\\');
            self.push('x');
            for nibble in [octet >> 4, octet & 0xF] {
                self.push(char::from(b"0123456789ABCDEF"[usize::from(nibble)]));
            }
        }
    }
}

impl fmt::Debug for Mended {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.chars().fmt(f)
    }
}

impl Policy<'_> {
    /// Does this policy write a backslash of the text as two?
    pub const fn doubles_backslashes(&self) -> bool {
        matches!(self, Policy::Escape)
    }

    /// What stands for `octets`, which are ill-formed in the way of `kind`; `None` is an error that stops the work. For
    /// codecs of other forms, so that they have the same policies.
    ///
    /// ```
    /// use utf8kit::{Kind, Policy};
    ///
    /// let mended = Policy::Escape.mend(b"\xE9", Kind::MissingContinuation).unwrap();
    /// assert!(mended.chars().iter().copied().eq(r"\xE9".chars()));
    /// assert!(Policy::Fail.mend(b"\xE9", Kind::MissingContinuation).is_none());
    /// ```
    ///
    /// # Panics
    ///
    /// If there are more than seven octets: no form has sequences so long.
    pub fn mend(&mut self, octets: &[u8], kind: Kind) -> Option<Mended> {
        let mut mended = Mended::NOTHING;
        let mend = match self {
            Policy::Fail => Mend::Fail,
            Policy::Replace(c) => Mend::Replace(*c),
            Policy::Drop => Mend::Drop,
            Policy::Escape => Mend::Escape,
            Policy::Legacy(table) => {
                for &octet in octets {
                    mended.push(match octet {
                        0x80.. => table[usize::from(octet - 0x80)],
                        _ => char::from(octet),
                    });
                }
                return Some(mended);
            }
            Policy::Ask(ask) => ask(octets, kind),
        };
        match mend {
            Mend::Fail => return None,
            Mend::Replace(c) => mended.push(c),
            Mend::Drop => {}
            Mend::Escape => mended.escape(octets),
        }
        Some(mended)
    }

    /// What stands for more octets of an ill-formed sequence for whose beginning something stands already: only what is
    /// spelt octet by octet.
    pub(crate) fn mend_more(&mut self, octets: &[u8], kind: Kind) -> Mended {
        let mut more = Mended::NOTHING;
        match self {
            Policy::Fail | Policy::Replace(_) | Policy::Drop => {}
            Policy::Escape => more.escape(octets),
            Policy::Legacy(_) => return self.mend(octets, kind).unwrap_or(more),
            Policy::Ask(ask) => {
                if ask(octets, kind) == Mend::Escape {
                    more.escape(octets);
                }
            }
        }
        more
    }
}
