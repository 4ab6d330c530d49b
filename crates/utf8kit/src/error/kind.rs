//! [`ErrorKind`]: what is wrong with a sequence.

use core::fmt;

/// The kind of error of an ill-formed sequence of code units.
///
/// RFC 3629 section 4 defines which sequences are well-formed. The bytes named here are those of UTF-8.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
pub enum ErrorKind {
    /// A continuation byte, `0x80..=0xBF`, where a character should start.
    UnexpectedContinuation,
    /// The start of a longer sequence than the character needs: `0xC0`, `0xC1`, `0xE0` before `0x80..=0x9F`, `0xF0`
    /// before `0x80..=0x8F`.
    Overlong,
    /// A surrogate: `0xED` before `0xA0..=0xBF`; in UTF-16 an unpaired surrogate; in UTF-32 `0xD800..=0xDFFF`.
    Surrogate,
    /// A number over the largest of the encoding, which is U+10FFFF in UTF-8, UTF-16 and UTF-32: `0xF4` before
    /// `0x90..=0xBF`, `0xF5..=0xF7`; in UTF-32 any code unit over `0x10FFFF`. In UCS-4 it is `7FFF FFFF`.
    TooLarge,
    /// A byte that never occurs: `0xF8..=0xFF`. `0xF8..=0xFD` start sequences of 5 and 6 bytes in RFC 2279; `0xFE` and
    /// `0xFF` start none.
    NeverValid,
    /// The start of a sequence, followed by something that does not continue it.
    MissingContinuation,
    /// The start of a sequence that the end of the text cuts off.
    UnexpectedEnd,
    /// A value that stands for no character in the encoding: a byte over `0x7F` in ASCII; a number that Annex R leaves
    /// undefined. A [policy](crate::Policy) is given this kind for a number that the destination's encoding lacks, too.
    Undefined,
    /// A character that is well-formed but outside the [`Subset`](crate::Subset) that the caller adopted.
    OutsideSubset,
}

impl ErrorKind {
    /// Returns the kind of which `number` is the number in this type.
    #[inline]
    pub(super) const fn from_number(number: u8) -> ErrorKind {
        use ErrorKind::*;
        match number {
            0 => UnexpectedContinuation,
            1 => Overlong,
            2 => Surrogate,
            3 => TooLarge,
            4 => NeverValid,
            5 => MissingContinuation,
            6 => UnexpectedEnd,
            7 => Undefined,
            _ => OutsideSubset,
        }
    }

    /// Returns the name of the kind in kebab-case, as in reports: `unexpected-continuation`, `overlong`, …
    ///
    /// ```
    /// let error = utf8kit::utf8::validate(b"\xC0\xAF").unwrap_err();
    /// assert_eq!(error.kind().name(), "overlong");
    /// ```
    pub const fn name(self) -> &'static str {
        match self {
            ErrorKind::UnexpectedContinuation => "unexpected-continuation",
            ErrorKind::Overlong => "overlong",
            ErrorKind::Surrogate => "surrogate",
            ErrorKind::TooLarge => "too-large",
            ErrorKind::NeverValid => "never-valid",
            ErrorKind::MissingContinuation => "missing-continuation",
            ErrorKind::UnexpectedEnd => "unexpected-end",
            ErrorKind::Undefined => "undefined",
            ErrorKind::OutsideSubset => "outside-subset",
        }
    }
}

impl ErrorKind {
    /// Returns the clause of the standard that an error of this kind breaks in UTF-8. The ABNF of RFC 3629 section 4 says the same as
    /// the table of section 3, which is cited. In other encodings,
    /// [`IllFormed::clause`](crate::IllFormed::clause) returns theirs.
    ///
    /// ```
    /// assert_eq!(utf8kit::ErrorKind::Overlong.clause(), "RFC 3629 section 3");
    /// ```
    pub const fn clause(self) -> &'static str {
        match self {
            ErrorKind::NeverValid => "RFC 3629 section 1",
            ErrorKind::OutsideSubset => "ISO/IEC 10646-1 R.7",
            // The table, and what it says of surrogates and of decoders.
            _ => "RFC 3629 section 3",
        }
    }
}

/// Writes a description in words: `an overlong encoding`.
impl fmt::Display for ErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ErrorKind::UnexpectedContinuation => "a continuation byte where a character should start",
            ErrorKind::Overlong => "an overlong encoding",
            ErrorKind::Surrogate => "a surrogate",
            ErrorKind::TooLarge => "a value over U+10FFFF",
            ErrorKind::NeverValid => "a byte that is never valid",
            ErrorKind::MissingContinuation => "a sequence that lacks a continuation byte",
            ErrorKind::UnexpectedEnd => "a sequence cut off by the end of the text",
            ErrorKind::Undefined => "a value that stands for no character",
            ErrorKind::OutsideSubset => "a character outside the adopted subset",
        })
    }
}
