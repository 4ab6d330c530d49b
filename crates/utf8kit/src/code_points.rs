//! Iteration over the numbers that bytes encode, and the errors between them.

use crate::codec::{Any, Decode as _, DecodeError, ill_formed_in_text};
use crate::error::Number;
use crate::{Encoding, ErrorKind, IllFormed, Subset};
use core::fmt;

/// A number read from bytes, and where it stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct CodePoint {
    /// The number: a scalar value, or in some encodings an unpaired surrogate or a number up to `0x7FFF_FFFF`.
    pub number: u32,
    /// The offset of its first byte.
    pub offset: usize,
    /// Its length in bytes.
    pub len: usize,
    /// A remark on a number that is read although the encoding has an objection: in Annex R, `0xFFFE` and `0xFFFF` are
    /// [`Undefined`](ErrorKind::Undefined); by the letter of R.5, a sequence longer than necessary is
    /// [`Overlong`](ErrorKind::Overlong).
    pub remark: Option<ErrorKind>,
}

/// Writes the number as the standards do: `U+20AC` (RFC 3629 section 2), and a number over U+10FFFF in the eight digits
/// of Annex R.
///
/// ```
/// use utf8kit::Encoding;
///
/// let mut points = Encoding::Rfc2279.code_points(b"\xE2\x82\xAC\xFD\xBF\xBF\xBF\xBF\xBF").map(Result::unwrap);
/// assert_eq!(points.next().unwrap().to_string(), "U+20AC");
/// assert_eq!(points.next().unwrap().to_string(), "7FFF FFFF");
/// ```
impl fmt::Display for CodePoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Number(self.number).fmt(f)
    }
}

/// An iterator over the code points and the ill-formed sequences of bytes. See [`Encoding::code_points`].
#[derive(Clone, Debug)]
pub struct CodePoints<'o> {
    source: Any,
    bytes: &'o [u8],
    offset: usize,
    subset: Option<&'o Subset<'o>>,
}

impl Encoding {
    /// Returns an iterator over the code points of `bytes` and the ill-formed sequences between them. Offsets and
    /// lengths are in bytes.
    ///
    /// ```
    /// use utf8kit::{Encoding, ErrorKind};
    ///
    /// let bytes = b"\xFD\xBF\xBF\xBF\xBF\xBF\xEF\xBF\xBF\xED\xA0\x80";
    /// let mut points = Encoding::AnnexR.code_points(bytes);
    /// assert_eq!(points.next().unwrap().unwrap().number, 0x7FFF_FFFF);
    /// let point = points.next().unwrap().unwrap();
    /// assert_eq!((point.number, point.offset, point.remark), (0xFFFF, 6, Some(ErrorKind::Undefined)));
    /// let error = points.next().unwrap().unwrap_err();
    /// assert_eq!((error.kind(), error.error_len()), (ErrorKind::Undefined, Some(3)));
    /// assert!(points.next().is_none());
    /// ```
    pub const fn code_points(self, bytes: &[u8]) -> CodePoints<'_> {
        CodePoints {
            source: Any::new(self),
            bytes,
            offset: 0,
            subset: None,
        }
    }

    /// Returns the number of code points in `bytes`. Each ill-formed sequence counts as one.
    ///
    /// ```
    /// use utf8kit::Encoding;
    ///
    /// assert_eq!(Encoding::Cesu8.count(b"\xED\xA1\x8C\xED\xBE\xB4"), 1);
    /// assert_eq!(Encoding::Wtf8.count(b"\xED\xA1\x8Ca"), 2);
    /// ```
    pub fn count(self, bytes: &[u8]) -> usize {
        self.code_points(bytes).count()
    }
}

impl<'o> CodePoints<'o> {
    /// Treats code points outside `subset` as ill-formed, of kind [`OutsideSubset`](ErrorKind::OutsideSubset), as R.7
    /// requires.
    ///
    /// ```
    /// use utf8kit::{Encoding, ErrorKind, Subset};
    ///
    /// let ascii = Subset::new(&[0..=0x7F]);
    /// let kinds: Vec<ErrorKind> = (Encoding::AnnexR.code_points("aé\u{4E00}".as_bytes()).within(&ascii))
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

impl Iterator for CodePoints<'_> {
    type Item = Result<CodePoint, IllFormed>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.offset == self.bytes.len() {
            return None;
        }
        let offset = self.offset;
        let rest = &self.bytes[offset..];
        let mut item = self.source.decode(rest, true);
        if let (Ok((number, len)), Some(subset)) = (item, self.subset)
            && !subset.contains(number)
        {
            item = Err(DecodeError::new(ErrorKind::OutsideSubset, len));
        }
        Some(match item {
            Ok((number, len)) => {
                self.offset += len;
                Ok(CodePoint {
                    number,
                    offset,
                    len,
                    remark: self.remark(number, len),
                })
            }
            Err(error) => {
                self.offset += self.source.whole_len(rest, error);
                Err(ill_formed_in_text(&self.source, error, offset, self.bytes))
            }
        })
    }
}

impl CodePoints<'_> {
    fn remark(&self, number: u32, len: usize) -> Option<ErrorKind> {
        self.source.encoding().rules()?.remark(number, len)
    }
}

impl core::iter::FusedIterator for CodePoints<'_> {}
