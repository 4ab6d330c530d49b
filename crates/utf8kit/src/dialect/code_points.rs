//! Iteration over the numbers that bytes encode, and the errors between them.

use super::rules::{Surrogates, is_high, is_low};
use super::{Dialect, Subset};
use crate::error::{DecodeError, Number};
use crate::{ErrorKind, IllFormed};
use core::fmt;

/// A number read from bytes, and where it stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct CodePoint {
    /// The number: a scalar value, or in some dialects an unpaired surrogate or a number up to `0x7FFF_FFFF`.
    pub number: u32,
    /// The offset of its first byte.
    pub offset: usize,
    /// Its length in bytes.
    pub len: usize,
    /// A remark on a number that is read although the dialect has an objection: in Annex R, `0xFFFE` and `0xFFFF` are
    /// [`Undefined`](ErrorKind::Undefined); by the letter of R.5, a sequence longer than necessary is
    /// [`Overlong`](ErrorKind::Overlong).
    pub remark: Option<ErrorKind>,
}

/// Writes the number as the standards do: `U+20AC` (RFC 3629 section 2), and a number over U+10FFFF in the eight digits
/// of Annex R.
///
/// ```
/// use utf8kit::dialect::Dialect;
///
/// let mut points = Dialect::Rfc2279.code_points(b"\xE2\x82\xAC\xFD\xBF\xBF\xBF\xBF\xBF").map(Result::unwrap);
/// assert_eq!(points.next().unwrap().to_string(), "U+20AC");
/// assert_eq!(points.next().unwrap().to_string(), "7FFF FFFF");
/// ```
impl fmt::Display for CodePoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Number(self.number).fmt(f)
    }
}

/// An iterator over the code points and the ill-formed sequences of bytes in a [`Dialect`]. See
/// [`Dialect::code_points`].
#[derive(Clone, Debug)]
pub struct CodePoints<'o> {
    dialect: Dialect,
    bytes: &'o [u8],
    offset: usize,
    subset: Option<&'o Subset<'o>>,
}

impl Dialect {
    /// Returns an iterator over the code points of `bytes` and the ill-formed sequences between them. Offsets and
    /// lengths are in bytes.
    ///
    /// ```
    /// use utf8kit::{ErrorKind, dialect::Dialect};
    ///
    /// let bytes = b"\xFD\xBF\xBF\xBF\xBF\xBF\xEF\xBF\xBF\xED\xA0\x80";
    /// let mut points = Dialect::AnnexR.code_points(bytes);
    /// assert_eq!(points.next().unwrap().unwrap().number, 0x7FFF_FFFF);
    /// let point = points.next().unwrap().unwrap();
    /// assert_eq!((point.number, point.offset, point.remark), (0xFFFF, 6, Some(ErrorKind::Undefined)));
    /// let error = points.next().unwrap().unwrap_err();
    /// assert_eq!((error.kind(), error.error_len()), (ErrorKind::Undefined, Some(3)));
    /// assert!(points.next().is_none());
    /// ```
    pub const fn code_points(self, bytes: &[u8]) -> CodePoints<'_> {
        CodePoints {
            dialect: self,
            bytes,
            offset: 0,
            subset: None,
        }
    }
}

impl<'o> CodePoints<'o> {
    /// Treats code points outside `subset` as ill-formed, of kind [`OutsideSubset`](ErrorKind::OutsideSubset), as R.7
    /// requires.
    ///
    /// ```
    /// use utf8kit::{ErrorKind, dialect::{Dialect, Subset}};
    ///
    /// let ascii = Subset::new(&[0..=0x7F]);
    /// let kinds: Vec<ErrorKind> = (Dialect::AnnexR.code_points("aé\u{4E00}".as_bytes()).within(&ascii))
    ///     .filter_map(|point| point.err().map(|error| error.kind()))
    ///     .collect();
    /// assert_eq!(kinds, [ErrorKind::OutsideSubset; 2]);
    /// ```
    #[must_use]
    pub const fn within(self, subset: &'o Subset<'o>) -> Self {
        CodePoints {
            subset: Some(subset),
            ..self
        }
    }
}

#[cfg(feature = "alloc")]
impl<'o> CodePoints<'o> {
    /// Returns all the bytes, including those already iterated over.
    pub(super) const fn bytes(&self) -> &'o [u8] {
        self.bytes
    }

    /// Continues at `offset`, or at the end of the bytes if that is before it.
    pub(super) fn continue_at(&mut self, offset: usize) {
        self.offset = offset.min(self.bytes.len());
    }
}

impl Iterator for CodePoints<'_> {
    type Item = Result<CodePoint, IllFormed>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.offset == self.bytes.len() {
            return None;
        }
        let offset = self.offset;
        let mut item = self.dialect.read_at(self.bytes, offset);
        if let (Ok((number, len)), Some(subset)) = (item, self.subset)
            && !subset.contains(number)
        {
            item = Err(DecodeError {
                kind: ErrorKind::OutsideSubset,
                len,
            });
        }
        Some(match item {
            Ok((number, len)) => {
                self.offset += len;
                Ok(CodePoint {
                    number,
                    offset,
                    len,
                    remark: self.dialect.rules().remark(number, len),
                })
            }
            Err(error) => {
                self.offset += error.len;
                Err(IllFormed::new(
                    self.dialect.name(),
                    error,
                    offset,
                    &self.bytes[offset..],
                ))
            }
        })
    }
}

impl core::iter::FusedIterator for CodePoints<'_> {}

impl Dialect {
    /// Reads the number at `offset`, which must be before the end of `bytes`, and returns it and its length in bytes,
    /// or the error there. The result depends on the bytes before and after: in WTF-8 a low surrogate after a high one
    /// is ill-formed, and in Annex R a run of surplus continuation bytes is one malformed sequence.
    pub(super) fn read_at(self, bytes: &[u8], offset: usize) -> Result<(u32, usize), DecodeError> {
        let rules = self.rules();
        let (before, rest) = bytes.split_at(offset);
        match rules.read(rest) {
            Ok((number, _)) if rules.surrogates == Surrogates::Unpaired && is_low(number) => {
                match before.last_chunk::<3>().map(|last| rules.read(last)) {
                    Some(Ok((high, 3))) if is_high(high) => Err(DecodeError {
                        kind: ErrorKind::Surrogate,
                        len: 3,
                    }),
                    _ => Ok((number, 3)),
                }
            }
            Err(DecodeError {
                kind: ErrorKind::UnexpectedContinuation,
                ..
            }) if rules.annex_r => {
                let len = rest.iter().take_while(|byte| matches!(byte, 0x80..=0xBF)).count();
                Err(DecodeError {
                    kind: ErrorKind::UnexpectedContinuation,
                    len,
                })
            }
            result => result,
        }
    }
}
