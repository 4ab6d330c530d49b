//! Validation, decoding and encoding of text that arrives in pieces.
//!
//! A [`Validator`] reports ill-formed sequences. A [`Decoder`] decodes bytes in an [`Encoding`](crate::Encoding) to
//! UTF-8 or UTF-16. An [`Encoder`] encodes UTF-8 or UTF-16 to bytes in an encoding. Each takes pieces of any size, and
//! `finish` ends the text; `reset` begins another one. None of them allocates. The result does not depend on where the
//! text is cut.
//!
//! # The contract
//!
//! Each call takes a piece of the source and a destination. It returns a [`Step`]: how much it read and wrote, and why
//! it [stopped](Stop).
//!
//! - What is read is processed: the caller does not pass it again. The next call starts after it in the source.
//! - [`Stop::InputUsed`]: all of the piece is read. An incomplete character at its end, at most one, is
//!   [kept inside](Decoder::held), and so are bytes at the beginning that can become a signature. `finish` reports or
//!   replaces what no later piece completes.
//! - [`Stop::OutputFull`]: the next output does not fit. Call again with more space in the destination and the rest of
//!   the source. A destination of 4 bytes, or of 2 code units of UTF-16, always makes progress; when writing CESU-8 or
//!   Modified UTF-8, one of 6 bytes. One of [`max_utf8_len`](Decoder::max_utf8_len) bytes is never too short.
//! - [`Stop::IllFormed`]: the source has an ill-formed sequence at the absolute offset reported, and the policy has no
//!   replacement for it: it is [`Fail`](crate::Policy::Fail), or a function that returned `None`. `read` *includes* the
//!   ill-formed bytes. To continue after them, call again; to write a replacement, write it to the output first. The
//!   output contains nothing for them.
//! - [`Stop::NotRepresentable`]: the same for a character that the destination's encoding cannot represent; `read`
//!   includes the character. [`Stop::NotScalarValue`] is the same for a number that is not a character.
//! - A function with `_uninit` at the end of its name takes a destination that need not be initialised, and also returns the
//!   part of it that is written.
//! - `finish` takes no source. Call it again while it returns [`Stop::OutputFull`] or an error. After
//!   [`Stop::InputUsed`] the text is complete.
//!
//! ```
//! use utf8kit::{Encoding, Policy, stream::{Decoder, Stop}};
//!
//! let mut decoder = Decoder::new(Encoding::Utf8, Policy::Replace('\u{FFFD}'));
//! let (mut text, mut buffer) = (Vec::new(), [0; 16]);
//! for piece in [&b"caf\xC3"[..], b"\xA9 \xE2\x82", b"!"] {
//!     let step = decoder.to_utf8(piece, &mut buffer);
//!     assert_eq!((step.read, step.stop), (piece.len(), Stop::InputUsed));
//!     text.extend_from_slice(&buffer[..step.written]);
//! }
//! assert_eq!(decoder.finish_utf8(&mut buffer).stop, Stop::InputUsed);
//! assert_eq!(text, "café \u{FFFD}!".as_bytes());
//! ```

mod bounds;
pub(crate) mod carry;
mod decoder;
mod encoder;
#[cfg(feature = "utf16")]
mod from_utf16;
#[cfg(feature = "std")]
mod io;
mod signature;
mod validator;

pub use decoder::Decoder;
pub use encoder::Encoder;
#[cfg(feature = "std")]
pub use io::{DecodeReader, EncodeWriter};
pub use signature::SignaturePolicy;
pub use validator::{Errors, Validator};

use crate::engine::{Conversion, ConvertPrefix, assume_init};
use crate::error::{Found, Reason, clause};
use crate::reference::{Encode, LONGEST};
use crate::{ErrorKind, Replacement};
use core::fmt;
use core::mem::MaybeUninit;

/// Calls `step` with a piece of `src` and a buffer, copies what it writes to `dst`, and goes on while it stops only because
/// of the end of either. So no more is written to `dst` than the result says. A piece ends only at an index where `may_cut`
/// returns `true` for `src`, or at the end of `src`. Among any four successive indices there must be one.
///
/// # Safety
///
/// `step` initializes as many units of the buffer as it returns.
unsafe fn through_buffer<A, U: Copy>(
    src: &[A],
    dst: &mut [MaybeUninit<U>],
    may_cut: impl Fn(&[A], usize) -> bool,
    mut step: impl FnMut(&[A], &mut [MaybeUninit<U>]) -> Step,
) -> Step {
    /// The number of units of the source in a piece. The buffer has room for what it becomes, except for long replacements.
    const PIECE: usize = 2048;
    let mut buffer = [const { MaybeUninit::uninit() }; 3 * PIECE];
    let (mut read, mut written) = (0, 0);
    loop {
        let mut end = src.len().min(read + PIECE);
        while end < src.len() && !may_cut(src, end) {
            end -= 1;
        }
        let piece = &src[read..end];
        let room = buffer.len().min(dst.len() - written);
        let step = step(piece, &mut buffer[..room]);
        // SAFETY: the caller promises that `step` has initialized these units.
        let units = unsafe { assume_init(&mut buffer, step.written) };
        dst[written..][..units.len()].write_copy_of_slice(units);
        read += step.read;
        written += step.written;
        match step.stop {
            Stop::InputUsed if read < src.len() => {}
            Stop::OutputFull if room == buffer.len() => {}
            stop => return Step { read, written, stop },
        }
    }
}

/// Returns what `step` has written to `dst`, and `step`.
///
/// # Safety
///
/// The first `step.written` units of `dst` are initialized.
#[inline]
pub(crate) unsafe fn with_written<U: Copy>(dst: &mut [MaybeUninit<U>], step: Step) -> (&mut [U], Step) {
    // SAFETY: the caller promises that these units are initialized.
    (unsafe { assume_init(dst, step.written) }, step)
}

/// The result of one call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[must_use]
pub struct Step {
    /// The number of units of the source that were read: bytes, or code units of UTF-16 given as `u16`.
    pub read: usize,
    /// The number of units of the destination that were written: bytes, code units of UTF-16, or code points. A
    /// validator writes none.
    pub written: usize,
    /// Why the call returned.
    pub stop: Stop,
}

/// Writes as much of `pending` as fits. Returns `true` if all of it is written.
#[inline]
fn write_pending<S, T>(pending: &mut Replacement<'_>, conversion: &mut Conversion<'_, '_, S, T>) -> bool
where
    S: ConvertPrefix<T>,
    T: Encode,
{
    /// Outlined so that text without errors does not spill registers for it.
    #[inline(never)]
    fn write<S, T>(pending: &mut Replacement<'_>, conversion: &mut Conversion<'_, '_, S, T>) -> bool
    where
        S: ConvertPrefix<T>,
        T: Encode,
    {
        pending.write(|c| match conversion.put(c) {
            Some(fits) => fits,
            None => unreachable!("every character of a replacement is representable"),
        })
    }

    pending.is_written() || write(pending, conversion)
}

/// Writes an unpaired surrogate. Returns whether it fits, or `None` if the encoding cannot represent it.
fn put_surrogate<S: ConvertPrefix<T>, T: Encode>(
    surrogate: u16,
    conversion: &mut Conversion<'_, '_, S, T>,
) -> Option<bool> {
    let mut units = [T::Unit::default(); LONGEST];
    let len = T::encode_surrogate(surrogate, &mut units)?;
    Some(conversion.put_units(&units[..len]))
}

/// Why a call returned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Stop {
    /// All of the source is read.
    InputUsed,
    /// The destination is too short for the next output.
    OutputFull,
    /// The source is ill-formed; what was read includes the ill-formed bytes.
    IllFormed(IllFormedAt),
    /// The destination's encoding cannot represent this character; what was read includes it.
    NotRepresentable {
        /// The character.
        character: char,
        /// The offset of the character from the beginning of the text, in bytes of the source, or in code units of
        /// UTF-16 given as `u16`.
        offset: u64,
    },
    /// The destination's encoding cannot represent this number, which is not a Unicode scalar value; what was read
    /// includes it. The source is well-formed: its encoding has such numbers (RFC 2279, Annex R, WTF-8).
    NotScalarValue {
        /// The number: over U+10FFFF, or a surrogate.
        number: u32,
        /// The offset of the number from the beginning of the text, in bytes of the source, or in numbers of a source
        /// given as numbers.
        offset: u64,
    },
}

/// An ill-formed sequence in a stream.
///
/// ```
/// use utf8kit::{Encoding, stream::{Stop, Validator}};
///
/// let Stop::IllFormed(error) = Validator::new(Encoding::Utf8).push(b"caf\xE9!").stop else { panic!() };
/// assert_eq!((error.offset(), error.bytes()), (3, &b"\xE9"[..]));
/// assert_eq!(
///     error.to_string(),
///     "ill-formed UTF-8 at offset 3: `E9` starts a sequence of 3 bytes, but `21` does not continue it"
/// );
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct IllFormedAt {
    offset: u64,
    encoding: &'static str,
    expected: &'static str,
    found: Found,
    kind: ErrorKind,
}

impl IllFormedAt {
    /// Returns an error of a codec: the first `len` bytes of `text`, of which seven are kept, are ill-formed in the encoding
    /// of this name, at `offset`, which is in bytes from the beginning of the whole text. What follows them in `text`, if it
    /// is known, is for [`attempt`](Self::attempt) and [`reason`](Self::reason).
    ///
    /// ```
    /// use utf8kit::{ErrorKind, stream::IllFormedAt};
    ///
    /// let error = IllFormedAt::new("UTF-1", 8, b"\xFE!", 1, ErrorKind::NeverValid);
    /// assert_eq!(error.to_string(), "ill-formed UTF-1 at offset 8: `FE` never occurs in UTF-1");
    /// ```
    #[inline]
    pub const fn new(encoding: &'static str, offset: u64, text: &[u8], len: usize, kind: ErrorKind) -> Self {
        IllFormedAt {
            offset,
            encoding,
            expected: "",
            found: Found::new(text, len),
            kind,
        }
    }

    /// Returns the error with another [reason](Self::reason): its bytes and then `expected`, which says in words what a
    /// codec expected in their place.
    ///
    /// ```
    /// use utf8kit::{ErrorKind, stream::IllFormedAt};
    ///
    /// let error = IllFormedAt::new("UTF-7", 0, b"+!", 1, ErrorKind::MissingContinuation);
    /// let error = error.with_expected("expected `-` or a character of Base64 after `+`");
    /// assert_eq!(error.reason().to_string(), "`2B`: expected `-` or a character of Base64 after `+`");
    /// ```
    #[must_use]
    pub const fn with_expected(mut self, expected: &'static str) -> Self {
        self.expected = expected;
        self
    }

    /// Returns the error at another offset.
    ///
    /// ```
    /// use utf8kit::{ErrorKind, stream::IllFormedAt};
    ///
    /// let error = IllFormedAt::new("UTF-8", 0, b"\xFF", 1, ErrorKind::NeverValid).at(8);
    /// assert_eq!(error.offset(), 8);
    /// ```
    #[must_use]
    pub const fn at(mut self, offset: u64) -> Self {
        self.offset = offset;
        self
    }

    /// Returns the offset of the sequence from the beginning of the text, in bytes, or in code units of UTF-16 given as
    /// `u16`.
    pub const fn offset(&self) -> u64 {
        self.offset
    }

    /// Returns the kind of the error.
    pub const fn kind(&self) -> ErrorKind {
        self.kind
    }

    /// Returns the ill-formed bytes, at most seven: a maximal subpart, or the incomplete sequence at the end of the
    /// text.
    pub fn bytes(&self) -> &[u8] {
        self.found.sequence()
    }

    /// Returns the bytes that were meant as one character, as [`IllFormed::attempt`](crate::IllFormed::attempt) does, as
    /// far as they were in the same piece.
    ///
    /// ```
    /// use utf8kit::{Encoding, stream::{Stop, Validator}};
    ///
    /// let Stop::IllFormed(error) = Validator::new(Encoding::Utf8).push(b"\xED\xA0\x80").stop else { panic!() };
    /// assert_eq!((error.bytes(), error.attempt()), (&b"\xED"[..], &b"\xED\xA0\x80"[..]));
    /// ```
    pub fn attempt(&self) -> &[u8] {
        self.found.attempt(self.kind, self.encoding)
    }

    /// Returns the ill-formed bytes and those after them, as [`IllFormed::context`](crate::IllFormed::context) does. In a
    /// stream, what follows is known only within a piece.
    pub fn context(&self) -> &[u8] {
        self.found.context()
    }

    /// Returns the clause of the standard of the encoding that the sequence breaks.
    ///
    /// ```
    /// use utf8kit::{Encoding, stream::{Stop, Validator}};
    ///
    /// let Stop::IllFormed(error) = Validator::new(Encoding::Utf8).push(b"\xFF").stop else { panic!() };
    /// assert_eq!(error.clause(), "RFC 3629 section 1");
    /// ```
    pub const fn clause(&self) -> &'static str {
        clause(self.encoding, self.kind)
    }

    /// Returns what was found and what was expected, in words, without the place.
    ///
    /// ```
    /// use utf8kit::{Encoding, stream::{Stop, Validator}};
    ///
    /// let Stop::IllFormed(error) = Validator::new(Encoding::Utf8).push(b"\xFF").stop else { panic!() };
    /// assert_eq!(error.reason().to_string(), "`FF` never occurs in UTF-8");
    /// ```
    pub fn reason(&self) -> Reason<'_> {
        Reason::new(&self.found, self.kind, self.encoding, self.expected)
    }
}

impl fmt::Display for IllFormedAt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let reason = self.reason();
        write!(
            f,
            "ill-formed {} at offset {}: {reason}",
            self.encoding, self.offset
        )
    }
}

impl core::error::Error for IllFormedAt {}

/// Converts to an error of kind [`InvalidData`](std::io::ErrorKind::InvalidData).
#[cfg(feature = "std")]
impl From<IllFormedAt> for std::io::Error {
    fn from(error: IllFormedAt) -> Self {
        std::io::Error::new(std::io::ErrorKind::InvalidData, error)
    }
}
