//! Bytes as numbers, one after the other, with everything there is to say of each.

use super::rules::{Surrogates, is_high, is_low};
use super::{Dialect, Subset};
use crate::error::DecodeError;
use crate::{ErrorKind, IllFormed};
use core::fmt;

/// A number read from bytes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct CodePoint {
    /// The number: a scalar value, or in some dialects one up to 7FFFFFFF or a lone surrogate.
    pub number: u32,
    /// Where its bytes begin.
    pub offset: usize,
    /// How many bytes it has.
    pub len: usize,
    /// What the dialect says of it although it is read: in Annex R, FFFE and FFFF are
    /// [`Undefined`](ErrorKind::Undefined); by R.5's letter, a form longer than it need be is
    /// [`Overlong`](ErrorKind::Overlong).
    pub remark: Option<ErrorKind>,
}

/// As the standards write it: `U+20AC` (RFC 3629 section 2), and what is over U+10FFFF in Annex R's eight
/// digits.
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
        match self.number {
            number @ 0..=0x10_FFFF => write!(f, "U+{number:04X}"),
            number => write!(f, "{:04X} {:04X}", number >> 16, number & 0xFFFF),
        }
    }
}

/// The code points and the ill-formed sequences of some bytes in a [`Dialect`]; see
/// [`Dialect::code_points`].
#[derive(Clone, Debug)]
pub struct CodePoints<'o> {
    dialect: Dialect,
    bytes: &'o [u8],
    offset: usize,
    subset: Option<&'o Subset<'o>>,
}

impl Dialect {
    /// The code points of `bytes`, and between them what is ill-formed, each by offset and kind.
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
    /// Takes what is outside `subset` for ill-formed, of kind [`OutsideSubset`](ErrorKind::OutsideSubset): R.7
    /// treats the two alike.
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
    pub(super) const fn dialect(&self) -> Dialect {
        self.dialect
    }

    /// All the bytes, those that are done with included.
    pub(super) const fn bytes(&self) -> &'o [u8] {
        self.bytes
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
            Err(bad) => {
                self.offset += bad.len;
                Err(IllFormed::new(
                    self.dialect.name(),
                    bad,
                    offset,
                    &self.bytes[offset..],
                ))
            }
        })
    }
}

impl core::iter::FusedIterator for CodePoints<'_> {}

impl Dialect {
    /// What `bytes` have at `offset`, which is not their end, seen with what stands before and behind: a low
    /// surrogate after a high one is ill-formed in WTF-8, a run of surplus continuing bytes is one in Annex
    /// R.
    pub(super) fn read_at(self, bytes: &[u8], offset: usize) -> Result<(u32, usize), DecodeError> {
        let rules = self.rules();
        let (before, rest) = bytes.split_at(offset);
        match rules.read(rest) {
            Ok((number, _)) if rules.surrogates == Surrogates::Lone && is_low(number) => {
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
