//! Errors: what is ill-formed, and where.
//!
//! An [`IllFormed`] reports which code units are ill-formed and why. A [`ConvertError`] reports how far a conversion
//! got and what stopped it. Offsets are in code units of the source: bytes in UTF-8, Latin-1, ASCII and wherever a
//! function takes bytes; 16-bit code units in `[u16]`; 32-bit code units in `[u32]`.

mod description;
mod kind;
mod reason;

pub use description::{DecodeError, Description};
pub use kind::ErrorKind;
pub use reason::{Found, Number, Reason};

use crate::code_unit::Unit;
use core::fmt;

/// An ill-formed sequence: where it is and its kind.
///
/// [`valid_up_to`](Self::valid_up_to) and [`error_len`](Self::error_len) have the meaning that they have in
/// [`core::str::Utf8Error`], in code units of the source.
///
/// ```
/// use utf8kit::{ErrorKind, utf8};
///
/// let error = utf8::validate(b"ab\xE2\x82 c").unwrap_err();
/// assert_eq!(error.valid_up_to(), 2);
/// assert_eq!(error.error_len(), Some(2));
/// assert_eq!(error.kind(), ErrorKind::MissingContinuation);
/// assert_eq!(
///     error.to_string(),
///     "ill-formed UTF-8 at offset 2: `E2 82` starts a sequence of 3 bytes, but `20` does not continue it"
/// );
/// ```
#[derive(Clone, Copy, Debug)]
pub struct IllFormed {
    offset: u64,
    encoding: &'static Description,
    sequence: Sequence,
}

/// An ill-formed sequence without its place.
#[derive(Clone, Copy, Debug)]
struct Sequence {
    found: Found,
    error_len: u32,
    kind: ErrorKind,
    detail: u8,
}

/// An ill-formed sequence as a function returns it in registers. Another value of this size is returned in memory.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SequenceBits(u64, u64);

impl SequenceBits {
    /// Returns the error with which `units` begin.
    #[inline]
    pub(crate) fn new<U: Unit>(error: DecodeError, units: &[U]) -> Self {
        SequenceBits::of(error, U::found(units, error.len))
    }

    /// Returns an error that found `found`.
    #[inline]
    pub(crate) fn of(error: DecodeError, found: Found) -> Self {
        let error_len = u32::try_from(error.len).unwrap_or(u32::MAX);
        let bits = u64::from(error_len) | (error.kind as u64) << 32 | u64::from(error.detail) << 40;
        SequenceBits(found.to_bits(), bits)
    }

    /// Returns the length of the sequence in code units.
    #[inline]
    pub(crate) fn error_len(self) -> usize {
        self.1 as u32 as usize
    }

    #[inline]
    fn sequence(self) -> Sequence {
        let SequenceBits(found, bits) = self;
        let [_, _, _, _, kind, detail, ..] = bits.to_le_bytes();
        Sequence {
            found: Found::from_bits(found),
            error_len: bits as u32,
            kind: ErrorKind::from_number(kind),
            detail,
        }
    }
}

// A result with an error should not be much larger than one without. 24 bytes are too few: the offset, the encoding and seven bytes of
// text leave one byte, and the kind, two lengths, of which one can exceed 7, and the detail need more.
const _: () = assert!(size_of::<IllFormed>() <= 32);

impl IllFormed {
    /// Returns an error: the first `len` bytes of `text`, at least one, of which seven are kept, are ill-formed in `encoding`,
    /// at `offset`, which is in bytes from the beginning of the whole text. What follows them in `text`, if it is known, is for
    /// [`attempt`](Self::attempt) and [`reason`](Self::reason).
    ///
    /// ```
    /// use utf8kit::{Encoding, ErrorKind, IllFormed};
    ///
    /// let error = IllFormed::new(Encoding::Ascii.description(), 8, b"\xFE!", 1, ErrorKind::Undefined);
    /// assert_eq!(error.to_string(), "ill-formed ASCII at offset 8: `FE` stands for no character in ASCII");
    /// ```
    #[inline]
    pub const fn new(
        encoding: &'static Description,
        offset: u64,
        text: &[u8],
        len: usize,
        kind: ErrorKind,
    ) -> Self {
        IllFormed {
            offset,
            encoding,
            sequence: Sequence {
                found: Found::new(text, len),
                error_len: if len > u32::MAX as usize {
                    u32::MAX
                } else {
                    len as u32
                },
                kind,
                detail: 0,
            },
        }
    }

    /// Returns an error with which `units` begin, at `offset`.
    #[inline]
    pub(crate) fn at_offset<U: Unit>(
        encoding: &'static Description,
        offset: u64,
        error: DecodeError,
        units: &[U],
    ) -> Self {
        IllFormed::of(encoding, offset, SequenceBits::new(error, units))
    }

    /// Returns an error that is `sequence`, at `offset`.
    #[inline]
    pub(crate) fn of(encoding: &'static Description, offset: u64, sequence: SequenceBits) -> Self {
        IllFormed {
            offset,
            encoding,
            sequence: sequence.sequence(),
        }
    }

    /// Returns the error with what was expected in its place, as a number of the encoding's own: see
    /// [`Description::with_expected`].
    #[must_use]
    pub const fn with_detail(mut self, detail: u8) -> Self {
        self.sequence.detail = detail;
        self
    }

    /// Returns the error at another offset.
    ///
    /// ```
    /// let error = utf8kit::utf8::validate(b"\xFF").unwrap_err();
    /// assert_eq!(error.at(8).offset(), 8);
    /// ```
    #[must_use]
    pub const fn at(mut self, offset: u64) -> Self {
        self.offset = offset;
        self
    }

    /// Returns the offset of the sequence from the beginning of the text, in bytes or in code units of the source.
    #[inline]
    pub const fn offset(&self) -> u64 {
        self.offset
    }

    /// Returns the name of the encoding in which the sequence is ill-formed.
    #[inline]
    pub const fn encoding(&self) -> &'static str {
        self.encoding.name
    }

    /// Returns the kind of the error.
    #[inline]
    pub const fn kind(&self) -> ErrorKind {
        self.sequence.kind
    }

    /// Returns the number of well-formed code units before the error, which is its [`offset`](Self::offset). In a stream, an
    /// offset that exceeds `usize` is returned as `usize::MAX`.
    #[inline]
    pub const fn valid_up_to(&self) -> usize {
        if self.offset > usize::MAX as u64 {
            return usize::MAX;
        }
        self.offset as usize
    }

    /// Returns the number of code units of the maximal subpart, which one U+FFFD replaces.
    ///
    /// Returns `None` if the text ends inside a sequence that more input could complete ([`ErrorKind::UnexpectedEnd`]).
    ///
    /// ```
    /// use utf8kit::utf8;
    ///
    /// assert_eq!(utf8::validate(b"\xE2\x82!").unwrap_err().error_len(), Some(2));
    /// assert_eq!(utf8::validate(b"\xE2\x82").unwrap_err().error_len(), None);
    /// ```
    #[inline]
    pub const fn error_len(&self) -> Option<usize> {
        match self.sequence.kind {
            ErrorKind::UnexpectedEnd => None,
            _ => Some(self.sequence.error_len as usize),
        }
    }

    /// Returns the ill-formed bytes, at most seven: the maximal subpart, or the incomplete sequence at the end. 16-bit
    /// and 32-bit code units are returned as bytes in big-endian order, or in the byte order of the text if it was
    /// given as bytes.
    ///
    /// ```
    /// let error = utf8kit::utf8::validate(b"\xF0\x9F\x98").unwrap_err();
    /// assert_eq!(error.bytes(), b"\xF0\x9F\x98");
    /// ```
    #[inline]
    pub fn bytes(&self) -> &[u8] {
        self.sequence.found.sequence()
    }

    /// Returns the bytes that were meant as one character, as far as they can be recognized: the ill-formed ones, and those
    /// after them that belong to the same attempt to write a character. They are at most seven.
    ///
    /// The Unicode Standard replaces each maximal subpart alone, and so does this library. A person who reads a report
    /// needs the whole: `ED A0 80`, not `ED`.
    ///
    /// ```
    /// use utf8kit::utf8;
    ///
    /// let error = utf8::validate(b"\xED\xA0\x80!").unwrap_err();
    /// assert_eq!((error.bytes(), error.attempt()), (&b"\xED"[..], &b"\xED\xA0\x80"[..]));
    /// ```
    pub fn attempt(&self) -> &[u8] {
        self.sequence.found.attempt(self.sequence.kind, self.encoding)
    }

    /// Returns the ill-formed bytes and those after them, as far as they are kept: at most seven. A program that passes errors
    /// on, and [makes](Self::new) an error of them again, gets the same message from these. In a stream, what follows is known
    /// only within a piece.
    ///
    /// ```
    /// use utf8kit::utf8;
    ///
    /// let error = utf8::validate(b"\xE9 est").unwrap_err();
    /// assert_eq!((error.bytes(), error.context()), (&b"\xE9"[..], &b"\xE9 est"[..]));
    /// ```
    pub fn context(&self) -> &[u8] {
        self.sequence.found.context()
    }

    /// Returns the clause of the standard of the encoding that the sequence breaks.
    ///
    /// ```
    /// use utf8kit::{ascii, utf8};
    ///
    /// assert_eq!(utf8::validate(b"\xC0\x80").unwrap_err().clause(), "RFC 3629 section 3");
    /// assert_eq!(ascii::validate(b"\x80").unwrap_err().clause(), "RFC 20");
    /// ```
    pub fn clause(&self) -> &'static str {
        match self.sequence.kind {
            ErrorKind::OutsideSubset => "ISO/IEC 10646-1 R.7",
            kind => (self.encoding.clause)(kind),
        }
    }

    /// Returns what was found and what was expected, in words, without the place.
    ///
    /// ```
    /// let error = utf8kit::utf8::validate(b"\xC0\xAF").unwrap_err();
    /// assert_eq!(error.reason().to_string(), "`C0 AF` is an overlong encoding of U+002F");
    /// ```
    pub fn reason(&self) -> Reason<'_> {
        Reason::new(
            &self.sequence.found,
            self.sequence.kind,
            self.encoding,
            self.sequence.detail,
            self.sequence.error_len as usize,
        )
    }
}

impl PartialEq for IllFormed {
    fn eq(&self, other: &Self) -> bool {
        self.key() == other.key()
    }
}

impl Eq for IllFormed {}

impl core::hash::Hash for IllFormed {
    fn hash<H: core::hash::Hasher>(&self, state: &mut H) {
        self.key().hash(state);
    }
}

impl IllFormed {
    fn key(&self) -> (u64, &'static str, u32, ErrorKind, u8, &[u8]) {
        let name = self.encoding.name;
        (
            self.offset,
            name,
            self.sequence.error_len,
            self.sequence.kind,
            self.sequence.detail,
            self.bytes(),
        )
    }
}

impl fmt::Display for IllFormed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let reason = self.reason();
        write!(
            f,
            "ill-formed {} at offset {}: {reason}",
            self.encoding.name, self.offset
        )
    }
}

impl core::error::Error for IllFormed {}

/// What stopped a conversion.
///
/// ```
/// use utf8kit::{ConvertErrorKind, utf8};
///
/// let error = utf8::to_ascii("naïve".as_bytes(), &mut [0; 8]).unwrap_err();
/// assert_eq!(error.kind(), ConvertErrorKind::NotRepresentable(0xEF)); // ï
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum ConvertErrorKind {
    /// The source is not well-formed.
    IllFormed(IllFormed),
    /// The destination is too short for the next character.
    DestinationFull,
    /// The destination's encoding cannot represent this number: a character, or what the source's encoding has beyond, which
    /// is a number over U+10FFFF or a surrogate (RFC 2279, Annex R, WTF-8).
    NotRepresentable(u32),
}

/// An error that stopped a conversion, and how far the conversion got.
///
/// The destination is valid up to [`written`](Self::written); its contents after that are unspecified. A `Vec` or `String` is
/// unchanged: it has either the whole text or nothing of it.
///
/// ```
/// use utf8kit::{ConvertErrorKind, utf8};
///
/// let mut units = [0u16; 4];
/// let error = utf8::to_utf16("héllo".as_bytes(), &mut units).unwrap_err();
/// assert_eq!(error.kind(), ConvertErrorKind::DestinationFull);
/// assert_eq!((error.read(), error.written()), (5, 4)); // bytes, code units
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ConvertError {
    kind: ConvertErrorKind,
    read: usize,
    written: usize,
    replaced: u64,
}

impl ConvertError {
    /// Returns the error of a conversion, for crates that have encodings of their own.
    #[must_use]
    pub const fn new(kind: ConvertErrorKind, read: usize, written: usize) -> Self {
        ConvertError {
            kind,
            read,
            written,
            replaced: 0,
        }
    }

    /// Returns the error with the number of replacements before it.
    #[must_use]
    pub const fn with_replaced(mut self, replaced: u64) -> Self {
        self.replaced = replaced;
        self
    }

    /// Returns what stopped the conversion.
    #[inline]
    pub const fn kind(&self) -> ConvertErrorKind {
        self.kind
    }

    /// Returns the number of units of the source, bytes or code units as it was passed, that were converted. It is the offset of the
    /// character or ill-formed sequence that stopped the conversion.
    #[inline]
    pub const fn read(&self) -> usize {
        self.read
    }

    /// Returns the number of units of the destination that were written, before the conversion of a `Vec` or `String` was undone.
    /// They hold whole characters and whole replacements.
    #[inline]
    pub const fn written(&self) -> usize {
        self.written
    }

    /// Returns the number of replacements in what was written.
    #[inline]
    pub const fn replaced(&self) -> u64 {
        self.replaced
    }
}

impl fmt::Display for ConvertError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            ConvertErrorKind::IllFormed(error) => error.fmt(f),
            ConvertErrorKind::DestinationFull => {
                write!(
                    f,
                    "the destination is too short: {} code units read, {} written",
                    self.read, self.written
                )
            }
            ConvertErrorKind::NotRepresentable(number) => {
                write_not_representable(f, number, self.read as u64)
            }
        }
    }
}

/// Writes that the destination's encoding lacks `number`.
pub(crate) fn write_not_representable(f: &mut fmt::Formatter<'_>, number: u32, offset: u64) -> fmt::Result {
    write!(f, "{} at offset {offset} ", Number(number))?;
    if char::from_u32(number).is_none() {
        f.write_str("is not a Unicode scalar value, and ")?;
    }
    f.write_str("cannot be represented in the destination's encoding")
}

impl core::error::Error for ConvertError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match &self.kind {
            ConvertErrorKind::IllFormed(error) => Some(error),
            _ => None,
        }
    }
}

/// The error of a conversion whose destination is too short, where the input cannot cause an error.
///
/// ```
/// let full = utf8kit::utf8::str_to_utf16("abc", &mut [0; 2]).unwrap_err();
/// assert_eq!((full.read(), full.written()), (2, 2));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct DestinationFull {
    read: usize,
    written: usize,
    replaced: usize,
}

impl DestinationFull {
    pub(crate) const fn new(read: usize, written: usize, replaced: usize) -> Self {
        DestinationFull {
            read,
            written,
            replaced,
        }
    }

    /// Returns the number of code units of the source that were converted.
    #[inline]
    pub const fn read(&self) -> usize {
        self.read
    }

    /// Returns the number of code units of the destination that were written.
    #[inline]
    pub const fn written(&self) -> usize {
        self.written
    }

    /// Returns the number of replacements among what was written, which is zero if the conversion replaces nothing.
    ///
    /// ```
    /// let full = utf8kit::utf8::to_utf16_lossy(b"a\xFFb", &mut [0; 2]).unwrap_err();
    /// assert_eq!((full.read(), full.written(), full.replaced()), (2, 2, 1));
    /// ```
    #[inline]
    pub const fn replaced(&self) -> usize {
        self.replaced
    }
}

impl fmt::Display for DestinationFull {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "the destination is too short: {} code units read, {} written",
            self.read, self.written
        )
    }
}

impl core::error::Error for DestinationFull {}

/// The result of a lossy conversion.
///
/// ```
/// let lossy = utf8kit::utf8::to_ascii_lossy("5 €".as_bytes(), &mut [0; 8]).unwrap();
/// assert_eq!((lossy.written, lossy.replaced), (3, 1));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[must_use]
pub struct Lossy<W = usize> {
    /// What is written: the number of code units, or the code units themselves if they were uninitialised. See
    /// [`Destination::Written`](crate::Destination::Written).
    pub written: W,
    /// The number of replacements written: one for each maximal subpart of an ill-formed sequence and for each
    /// character that the destination's encoding cannot represent. 0 if nothing was lost.
    pub replaced: usize,
}

/// Converts to an error of kind [`InvalidData`](std::io::ErrorKind::InvalidData).
#[cfg(feature = "std")]
impl From<IllFormed> for std::io::Error {
    fn from(error: IllFormed) -> Self {
        std::io::Error::new(std::io::ErrorKind::InvalidData, error)
    }
}

/// Converts to an error of kind [`InvalidData`](std::io::ErrorKind::InvalidData), or of kind
/// [`WriteZero`](std::io::ErrorKind::WriteZero) if the destination is too short.
#[cfg(feature = "std")]
impl From<ConvertError> for std::io::Error {
    fn from(error: ConvertError) -> Self {
        let kind = match error.kind {
            ConvertErrorKind::DestinationFull => std::io::ErrorKind::WriteZero,
            _ => std::io::ErrorKind::InvalidData,
        };
        std::io::Error::new(kind, error)
    }
}

/// Converts to an error of kind [`WriteZero`](std::io::ErrorKind::WriteZero).
#[cfg(feature = "std")]
impl From<DestinationFull> for std::io::Error {
    fn from(error: DestinationFull) -> Self {
        std::io::Error::new(std::io::ErrorKind::WriteZero, error)
    }
}
