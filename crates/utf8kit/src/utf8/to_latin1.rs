//! UTF-8 to Latin-1.

use crate::Destination;
use crate::encoding::{Ascii, Latin1, Utf8};
use crate::engine::{self, ValidPrefix as _};
use crate::error::{ConvertError, DestinationFull, Lossy};
use crate::parts;
use crate::simd::dispatch::kernels;

/// Returns `true` if [`to_latin1()`] can convert `bytes`, that is, if they are well-formed UTF-8 and every character is at
/// most U+00FF. Returns `false` for ill-formed UTF-8.
///
/// For ASCII the function is [`ascii::is_valid`](crate::ascii::is_valid), because ASCII text is UTF-8 text.
///
/// ```
/// assert!(utf8kit::utf8::is_latin1("garçon".as_bytes()));
/// assert!(!utf8kit::utf8::is_latin1("œuf".as_bytes()));
/// assert!(!utf8kit::utf8::is_latin1(b"gar\xE7on")); // Latin-1, but not UTF-8
/// ```
#[must_use]
pub fn is_latin1(bytes: &[u8]) -> bool {
    /// The number of bytes that are tested at once: many, for which the compiler uses vectors.
    const BLOCK: usize = 128;
    let ascii = Ascii::valid_prefix(kernels(), bytes);
    // Each byte is tested together with the byte before it. Before the first byte and after the last one is ASCII.
    let text = parts::from(bytes, ascii);
    let (Some((&first, rest)), Some((&last, before))) = (text.split_first(), text.split_last()) else {
        return true;
    };
    if is_error(0, first) {
        return false;
    }
    let ((before_blocks, before_rest), (blocks, rest)) =
        (before.as_chunks::<BLOCK>(), rest.as_chunks::<BLOCK>());
    for (before, block) in before_blocks.iter().zip(blocks) {
        let bits = block.iter().fold(before[0], |bits, byte| bits | byte);
        if bits >= 0x80 && any_error(before, block) {
            return false;
        }
    }
    !any_error(before_rest, rest) && !is_error(last, 0)
}

/// Returns `true` if there is an error in any of `bytes` after the byte of `before` at the same index.
#[inline]
fn any_error(before: &[u8], bytes: &[u8]) -> bool {
    // Without a branch for each byte, so that the compiler uses vectors.
    let pairs = before.iter().zip(bytes);
    pairs.fold(false, |any, (&before, &byte)| any | is_error(before, byte))
}

/// Returns `true` if `byte` cannot follow `before` in UTF-8 text of characters up to U+00FF. These start with an ASCII byte,
/// `0xC2` or `0xC3`, and exactly the bytes after the latter two are continuation bytes.
#[inline]
fn is_error(before: u8, byte: u8) -> bool {
    let is_lead = |byte: u8| byte & 0xFE == 0xC2;
    ((byte & 0xC0 == 0x80) != is_lead(before)) | ((byte >= 0xC0) & !is_lead(byte))
}

/// Converts UTF-8 to Latin-1 (ISO/IEC 8859-1) and returns the number of bytes [written](Destination::Written). Each
/// character takes one, so [`count`](super::count) bytes are exactly enough.
///
/// # Errors
///
/// Returns an error of kind
///
/// - [`ConvertErrorKind::IllFormed`](crate::ConvertErrorKind::IllFormed) if `bytes` is not well-formed UTF-8 (RFC 3629
///   section 4);
/// - [`ConvertErrorKind::NotRepresentable`](crate::ConvertErrorKind::NotRepresentable) if a character is over U+00FF;
/// - [`ConvertErrorKind::DestinationFull`](crate::ConvertErrorKind::DestinationFull) if `dst` is too short.
///
/// Its `read` and `written` are in bytes.
///
/// ```
/// use utf8kit::{ConvertErrorKind, utf8};
///
/// let mut dst = [0; 8];
/// assert_eq!(utf8::to_latin1("garçon".as_bytes(), &mut dst), Ok(6));
/// assert_eq!(&dst[..6], b"gar\xE7on");
///
/// let error = utf8::to_latin1("5 €".as_bytes(), &mut dst).unwrap_err();
/// assert_eq!((error.kind(), error.read()), (ConvertErrorKind::NotRepresentable('€' as u32), 2));
/// ```
#[inline]
pub fn to_latin1<D: Destination<u8>>(bytes: &[u8], dst: D) -> Result<D::Written, ConvertError> {
    engine::convert_to::<Utf8, Latin1, _>(bytes, dst, || super::count(bytes))
}

/// Converts any bytes to Latin-1 (ISO/IEC 8859-1), with `?` for each maximal subpart of an ill-formed sequence and for
/// each character over U+00FF. Returns the numbers of bytes [written](Destination::Written) and of replacements.
/// [`lossy_count`](super::lossy_count) bytes are exactly enough.
///
/// # Errors
///
/// Returns [`DestinationFull`] if `dst` is too short. Its `read` and `written` are in bytes.
///
/// ```
/// let mut dst = [0; 16];
/// let done = utf8kit::utf8::to_latin1_lossy("„Öl“ 5 €".as_bytes(), &mut dst).unwrap();
/// assert_eq!((&dst[..done.written], done.replaced), (&b"?\xD6l? 5 ?"[..], 3));
/// ```
pub fn to_latin1_lossy<D: Destination<u8>>(
    bytes: &[u8],
    dst: D,
) -> Result<Lossy<D::Written>, DestinationFull> {
    engine::convert_lossy_to::<Utf8, Latin1, _>(bytes, dst, || super::count(bytes), 1)
}

/// Converts a `str` to Latin-1 (ISO/IEC 8859-1) and returns the number of bytes [written](Destination::Written).
///
/// # Errors
///
/// Returns an error of kind [`ConvertErrorKind::NotRepresentable`](crate::ConvertErrorKind::NotRepresentable) if a
/// character is over U+00FF, or [`ConvertErrorKind::DestinationFull`](crate::ConvertErrorKind::DestinationFull) if
/// `dst` is too short. Its `read` and `written` are in bytes.
///
/// ```
/// let mut dst = [0; 4];
/// assert_eq!(utf8kit::utf8::str_to_latin1("½ m²", &mut dst), Ok(4));
/// ```
pub fn str_to_latin1<D: Destination<u8>>(text: &str, dst: D) -> Result<D::Written, ConvertError> {
    to_latin1(text.as_bytes(), dst)
}
