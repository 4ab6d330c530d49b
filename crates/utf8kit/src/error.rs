//! What can be wrong with some text, and where.
//!
//! An [`IllFormed`] says which code units are not text and why; a [`ConvertError`] says how far a conversion got and
//! what stopped it. Offsets count code units of the source: bytes in UTF-8, Latin-1, ASCII and wherever a
//! function takes bytes; 16-bit units in `[u16]`; 32-bit units in `[u32]`.

use core::fmt;

/// The way in which a sequence of code units is ill-formed.
///
/// RFC 3629 section 4 says what is well-formed; this names how a sequence misses it. The bytes given are UTF-8's.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum ErrorKind {
    /// A byte `80..BF` where a character should start.
    UnexpectedContinuation,
    /// The start of a longer form than the character needs: `C0`, `C1`, `E0` before `80..9F`, `F0` before `80..8F`.
    Overlong,
    /// `ED` before `A0..BF`; in UTF-16 a surrogate without its partner; in UTF-32 `D800..DFFF`.
    Surrogate,
    /// Over U+10FFFF: `F4` before `90..BF`, `F5..F7`; in UTF-32 any unit over `10FFFF`.
    TooLarge,
    /// `F8..FF`. `F8..FD` began sequences of five and six bytes in RFC 2279; `FE` and `FF` never began any.
    NeverValid,
    /// The start of a sequence followed by something that does not continue it.
    MissingContinuation,
    /// The start of a sequence in which the text ends.
    UnexpectedEnd,
    /// A value to which the form gives no character: a byte over `7F` in ASCII; positions a dialect leaves undefined.
    Undefined,
    /// Well-formed, but outside the subset of characters that the caller adopted.
    OutsideSubset,
}

impl ErrorKind {
    /// The kind's name in kebab-case, as reports print it: `unexpected-continuation`, `overlong`, …
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

/// The first name of each kind, in words.
impl fmt::Display for ErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ErrorKind::UnexpectedContinuation => "a continuation byte where a character should start",
            ErrorKind::Overlong => "an overlong form",
            ErrorKind::Surrogate => "a surrogate",
            ErrorKind::TooLarge => "a value over U+10FFFF",
            ErrorKind::NeverValid => "a byte that never occurs",
            ErrorKind::MissingContinuation => "a sequence that is not continued",
            ErrorKind::UnexpectedEnd => "a sequence cut off by the end of the text",
            ErrorKind::Undefined => "a value without a character",
            ErrorKind::OutsideSubset => "a character outside the adopted subset",
        })
    }
}

/// The code units of an error, kept so that its message can name them. Seven bytes hold every maximal subpart; of a
/// run that Annex R takes for one malformed sequence, the first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Found {
    bytes: [u8; 7],
    len: u8,
}

/// Where and how a text is not well-formed.
///
/// [`valid_up_to`](Self::valid_up_to) and [`error_len`](Self::error_len) mean what they mean in
/// [`core::str::Utf8Error`], in code units of the source.
///
/// ```
/// use utf8kit::{ErrorKind, utf8};
///
/// let error = utf8::validate(b"ab\xE2\x82 c").unwrap_err();
/// assert_eq!(error.valid_up_to(), 2);
/// assert_eq!(error.error_len(), Some(2));
/// assert_eq!(error.kind(), ErrorKind::MissingContinuation);
/// assert_eq!(error.to_string(), "ill-formed UTF-8 at offset 2: E2 82: a sequence that is not continued");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct IllFormed {
    valid_up_to: usize,
    found: Found,
    error_len: u32,
    kind: ErrorKind,
    /// The encoding whose rules the text breaks.
    encoding: &'static str,
}

impl IllFormed {
    /// The error `bad` that the reference engine found at `offset`, where `units` begins.
    #[inline]
    pub(crate) fn new<U: Unit>(encoding: &'static str, bad: DecodeError, offset: usize, units: &[U]) -> Self {
        let mut found = Found {
            bytes: [0; 7],
            len: 0,
        };
        for unit in units[..bad.len].iter().take(found.bytes.len()) {
            unit.append_to(&mut found);
        }
        IllFormed {
            valid_up_to: offset,
            found,
            error_len: u32::try_from(bad.len).unwrap_or(u32::MAX),
            kind: bad.kind,
            encoding,
        }
    }

    /// In which way the text is ill-formed.
    #[inline]
    pub const fn kind(&self) -> ErrorKind {
        self.kind
    }

    /// How many code units before the error are well-formed: the offset of the first bad one.
    #[inline]
    pub const fn valid_up_to(&self) -> usize {
        self.valid_up_to
    }

    /// How many code units the maximal subpart of the bad sequence has: what one U+FFFD replaces.
    ///
    /// `None` if the text ends inside a sequence that more input could complete ([`ErrorKind::UnexpectedEnd`]).
    #[inline]
    pub const fn error_len(&self) -> Option<usize> {
        match self.kind {
            ErrorKind::UnexpectedEnd => None,
            _ => Some(self.error_len as usize),
        }
    }

    /// The bad bytes: the maximal subpart, or the unfinished sequence at the end. Of 16- and 32-bit units their bytes,
    /// the most significant first, or in the order of the text where it was given as bytes.
    ///
    /// ```
    /// let error = utf8kit::utf8::validate(b"\xF0\x9F\x98").unwrap_err();
    /// assert_eq!(error.bytes(), b"\xF0\x9F\x98");
    /// ```
    #[inline]
    pub fn bytes(&self) -> &[u8] {
        &self.found.bytes[..self.found.len as usize]
    }

    /// The same error in a text in which `offset` code units stand before this one's beginning.
    #[inline]
    #[must_use]
    pub(crate) const fn moved_by(mut self, offset: usize) -> Self {
        self.valid_up_to += offset;
        self
    }

    /// What the reference engine found.
    #[inline]
    pub(crate) const fn bad(&self) -> DecodeError {
        DecodeError {
            kind: self.kind,
            len: self.error_len as usize,
        }
    }
}

impl fmt::Display for IllFormed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ill-formed {} at offset {}: ", self.encoding, self.valid_up_to)?;
        describe(f, self.bytes(), self.kind)
    }
}

/// `E2 82: a sequence that is not continued`: the bytes and what is wrong with them.
pub(crate) fn describe(f: &mut fmt::Formatter<'_>, bytes: &[u8], kind: ErrorKind) -> fmt::Result {
    for (i, byte) in bytes.iter().enumerate() {
        write!(f, "{}{byte:02X}", if i == 0 { "" } else { " " })?;
    }
    write!(f, ": {kind}")?;
    match (kind, bytes) {
        (ErrorKind::NeverValid, [0xF8..=0xFB]) => f.write_str(" (in RFC 2279 it began five bytes)"),
        (ErrorKind::NeverValid, [0xFC..=0xFD]) => f.write_str(" (in RFC 2279 it began six bytes)"),
        (ErrorKind::NeverValid, [0xF0..=0xF4]) => f.write_str(" (in UTF-8 it begins four bytes)"),
        (ErrorKind::NeverValid, [0x00]) => f.write_str(" (Modified UTF-8 writes C0 80)"),
        _ => Ok(()),
    }
}

impl core::error::Error for IllFormed {}

/// What stopped a conversion.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum ConvertErrorKind {
    /// The source is not well-formed.
    IllFormed(IllFormed),
    /// The destination has no room for the next character.
    DestinationFull,
    /// The destination's form has no way to write this character.
    NotRepresentable(char),
}

/// How far a conversion got and what stopped it.
///
/// What is in the destination up to [`written`](Self::written) is good; what stands beyond is unspecified.
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
}

impl ConvertError {
    pub(crate) const fn new(kind: ConvertErrorKind, read: usize, written: usize) -> Self {
        ConvertError { kind, read, written }
    }

    /// What stopped the conversion.
    #[inline]
    pub const fn kind(&self) -> ConvertErrorKind {
        self.kind
    }

    /// How many code units of the source were converted: the offset of the character that could not be.
    #[inline]
    pub const fn read(&self) -> usize {
        self.read
    }

    /// How many code units of the destination were written.
    #[inline]
    pub const fn written(&self) -> usize {
        self.written
    }
}

impl fmt::Display for ConvertError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            ConvertErrorKind::IllFormed(error) => error.fmt(f),
            ConvertErrorKind::DestinationFull => {
                write!(
                    f,
                    "destination full after {} code units read, {} written",
                    self.read, self.written
                )
            }
            ConvertErrorKind::NotRepresentable(c) => write!(
                f,
                "U+{:04X} at offset {} cannot be represented in the destination's form",
                c as u32, self.read
            ),
        }
    }
}

impl core::error::Error for ConvertError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match &self.kind {
            ConvertErrorKind::IllFormed(error) => Some(error),
            _ => None,
        }
    }
}

/// A conversion that cannot meet bad input ran out of room in its destination.
///
/// ```
/// let full = utf8kit::utf8::str_to_utf16("abc", &mut [0; 2]).unwrap_err();
/// assert_eq!((full.read(), full.written()), (2, 2));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct DestinationFull {
    read: usize,
    written: usize,
}

impl DestinationFull {
    pub(crate) const fn new(read: usize, written: usize) -> Self {
        DestinationFull { read, written }
    }

    /// How many code units of the source were converted.
    #[inline]
    pub const fn read(&self) -> usize {
        self.read
    }

    /// How many code units of the destination were written.
    #[inline]
    pub const fn written(&self) -> usize {
        self.written
    }
}

impl fmt::Display for DestinationFull {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "destination full after {} code units read, {} written",
            self.read, self.written
        )
    }
}

impl core::error::Error for DestinationFull {}

/// What a lossy conversion did.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[must_use]
pub struct Lossy {
    /// How many code units of the destination were written.
    pub written: usize,
    /// How many replacements are among what was written: one for each maximal subpart and each character that the
    /// destination cannot represent. 0 if nothing was lost.
    pub replaced: usize,
}

/// Bytes that are not UTF-8, given back together with the reason.
///
/// ```
/// let refused = utf8kit::utf8::into_string(b"caf\xE9".to_vec()).unwrap_err();
/// assert_eq!(refused.error().valid_up_to(), 3);
/// assert_eq!(refused.into_bytes(), b"caf\xE9");
/// ```
#[cfg(feature = "alloc")]
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct IntoStringError {
    bytes: alloc::vec::Vec<u8>,
    error: IllFormed,
}

#[cfg(feature = "alloc")]
impl IntoStringError {
    pub(crate) const fn new(bytes: alloc::vec::Vec<u8>, error: IllFormed) -> Self {
        IntoStringError { bytes, error }
    }

    /// Why the bytes are not UTF-8.
    pub const fn error(&self) -> IllFormed {
        self.error
    }

    /// The bytes, as they were given.
    pub fn into_bytes(self) -> alloc::vec::Vec<u8> {
        self.bytes
    }
}

#[cfg(feature = "alloc")]
impl fmt::Display for IntoStringError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.error.fmt(f)
    }
}

#[cfg(feature = "alloc")]
impl core::error::Error for IntoStringError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        Some(&self.error)
    }
}

/// As an error of kind [`InvalidData`](std::io::ErrorKind::InvalidData).
#[cfg(feature = "std")]
impl From<IllFormed> for std::io::Error {
    fn from(error: IllFormed) -> Self {
        std::io::Error::new(std::io::ErrorKind::InvalidData, error)
    }
}

/// `InvalidData`, or [`WriteZero`](std::io::ErrorKind::WriteZero) where the destination was full.
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

/// As an error of kind [`WriteZero`](std::io::ErrorKind::WriteZero).
#[cfg(feature = "std")]
impl From<DestinationFull> for std::io::Error {
    fn from(error: DestinationFull) -> Self {
        std::io::Error::new(std::io::ErrorKind::WriteZero, error)
    }
}

/// As an error of kind [`InvalidData`](std::io::ErrorKind::InvalidData).
#[cfg(feature = "std")]
impl From<IntoStringError> for std::io::Error {
    fn from(error: IntoStringError) -> Self {
        std::io::Error::new(std::io::ErrorKind::InvalidData, error)
    }
}

/// What the reference engine found instead of a character: `len` code units that belong together, never 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct DecodeError {
    pub(crate) kind: ErrorKind,
    pub(crate) len: usize,
}

/// A code unit whose bytes an error message can show.
pub(crate) trait Unit: Copy {
    fn append_to(self, found: &mut impl Extend<u8>);
}

impl Extend<u8> for Found {
    fn extend<T: IntoIterator<Item = u8>>(&mut self, bytes: T) {
        for byte in bytes {
            if let Some(place) = self.bytes.get_mut(self.len as usize) {
                *place = byte;
                self.len += 1;
            }
        }
    }
}

impl Unit for u8 {
    fn append_to(self, found: &mut impl Extend<u8>) {
        found.extend([self]);
    }
}

impl Unit for u16 {
    fn append_to(self, found: &mut impl Extend<u8>) {
        found.extend(self.to_be_bytes());
    }
}

impl Unit for u32 {
    fn append_to(self, found: &mut impl Extend<u8>) {
        found.extend(self.to_be_bytes());
    }
}
