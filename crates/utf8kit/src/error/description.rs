//! How an encoding says what is wrong, and the name and the clauses that its errors have.

use super::ErrorKind;
use core::fmt;

/// What an encoding has instead of a number: a maximal subpart of an ill-formed sequence.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DecodeError {
    /// The kind of the error.
    pub kind: ErrorKind,
    /// The length in code units, never 0.
    pub len: usize,
    /// Whether it continues the malformed sequence before it (ISO/IEC 10646-1 R.7).
    pub continues: bool,
    /// What was expected, as a number of the encoding's own: [`Description::with_expected`] has the words. 0 if the kind says it.
    pub detail: u8,
}

impl DecodeError {
    /// Returns an error of `len` code units.
    #[inline]
    pub const fn new(kind: ErrorKind, len: usize) -> Self {
        DecodeError {
            kind,
            len,
            continues: false,
            detail: 0,
        }
    }
}

/// The name of an encoding, and how its errors are described.
pub struct Description {
    pub(crate) name: &'static str,
    pub(crate) clause: fn(ErrorKind) -> &'static str,
    pub(crate) expected: fn(u8) -> &'static str,
    /// Whether the first byte of a sequence says its length, as in UTF-8.
    pub(crate) is_utf8_like: bool,
    /// Whether characters over U+FFFF are pairs of surrogates, each a sequence of its own.
    pub(crate) has_pairs: bool,
    /// What the encoding calls a number that it has not.
    pub(crate) largest: &'static str,
}

impl Description {
    /// Returns the description of an encoding with this name. Its errors break no clause of a standard.
    pub const fn new(name: &'static str) -> Self {
        Description {
            name,
            clause: |_| "",
            expected: |_| "",
            is_utf8_like: false,
            has_pairs: false,
            largest: "7FFF FFFF",
        }
    }

    /// Returns the name of the encoding, as error messages begin with it.
    ///
    /// ```
    /// assert_eq!(utf8kit::Encoding::Utf8.description().name(), "UTF-8");
    /// ```
    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// Returns the clause of the standard that an error of this kind breaks.
    ///
    /// ```
    /// use utf8kit::{Encoding, ErrorKind};
    ///
    /// assert_eq!(Encoding::Utf8.description().clause(ErrorKind::Overlong), "RFC 3629 section 3");
    /// ```
    #[must_use]
    pub fn clause(&self, kind: ErrorKind) -> &'static str {
        (self.clause)(kind)
    }

    /// Returns the description with the clause that an error of each kind breaks.
    #[must_use]
    pub const fn with_clause(mut self, clause: fn(ErrorKind) -> &'static str) -> Self {
        self.clause = clause;
        self
    }

    /// Returns the description with what was expected, in words, for each [`detail`](DecodeError::detail) of an error but
    /// 0.
    #[must_use]
    pub const fn with_expected(mut self, expected: fn(u8) -> &'static str) -> Self {
        self.expected = expected;
        self
    }

    /// Returns the description of an encoding of which the first byte of a sequence says its length, as in UTF-8.
    pub(crate) const fn utf8_like(mut self) -> Self {
        self.is_utf8_like = true;
        self
    }

    /// Returns the description of an encoding in which characters over U+FFFF are pairs of surrogates, each a sequence of its own.
    pub(crate) const fn with_pairs(mut self) -> Self {
        self.has_pairs = true;
        self
    }

    /// Returns the description of an encoding whose largest number is U+10FFFF.
    pub(crate) const fn with_scalar_values(mut self) -> Self {
        self.largest = "U+10FFFF";
        self
    }
}

impl fmt::Debug for Description {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}
