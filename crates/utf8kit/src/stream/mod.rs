//! The same work on text that arrives in pieces.
//!
//! A [`Validator`] says where bytes are ill-formed, a [`Decoder`] turns bytes in some [`Encoding`] into UTF-8 or UTF-16,
//! an [`Encoder`] turns UTF-8 into bytes in some form. Each is fed pieces of any size and ended by `finish`; nothing is
//! allocated. Cutting the text anywhere gives the same result.
//!
//! # The contract
//!
//! Each call takes a piece of the source and a destination, and returns a [`Step`]: how much it read and wrote, and why
//! it [stopped](Stop).
//!
//! - What is read is done with: the caller never gives it again. The next call gets the source from behind it.
//! - [`Stop::InputUsed`]: all of the piece is read. A character that the piece cuts is kept inside (at most one), and
//!   `finish` says whether it was ever completed.
//! - [`Stop::OutputFull`]: the next thing to write does not fit. Call again with more room and the rest of the source.
//!   A destination of four bytes, or two UTF-16 units, always gets the work ahead; where CESU-8 or Modified UTF-8 is
//!   written, six bytes.
//! - [`Stop::IllFormed`]: the policy is [`Fail`](crate::Policy::Fail), and the source has an ill-formed sequence at the
//!   absolute offset told. `read` *includes* the bad bytes: to go on behind them, call again; to put something in their
//!   place, write it to the output first. Nothing stands for them in what was written.
//! - [`Stop::NotRepresentable`]: likewise for a character that the destination's form lacks; `read` includes it.
//! - `finish` is called without a source, again and again until it returns something other than
//!   [`Stop::OutputFull`] or an error; after [`Stop::InputUsed`] the text is at its end.
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

pub(crate) mod carry;
mod decoder;
mod encoder;
#[cfg(feature = "std")]
mod io;
mod validator;

pub use decoder::Decoder;
pub use encoder::Encoder;
#[cfg(feature = "std")]
pub use io::{DecodeReader, EncodeWriter};
pub use validator::Validator;

use crate::ErrorKind;
use crate::error::describe;
use core::fmt;

/// What one call did.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[must_use]
pub struct Step {
    /// How much of the source is done with: bytes.
    pub read: usize,
    /// How much of the destination is written: bytes, or code units where it is UTF-16. A validator writes nothing.
    pub written: usize,
    /// Why the call returned.
    pub stop: Stop,
}

/// Why a call returned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Stop {
    /// All of the source is read.
    InputUsed,
    /// The destination has no room for what comes next.
    OutputFull,
    /// The source is ill-formed here; what was read includes the bad bytes.
    IllFormed(IllFormedAt),
    /// The destination's form lacks this character; what was read includes it.
    NotRepresentable {
        /// The character.
        character: char,
        /// Its offset from the beginning of the text, in bytes of the source.
        offset: u64,
    },
}

/// An ill-formed sequence in a stream.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct IllFormedAt {
    offset: u64,
    bytes: [u8; carry::MAX],
    len: u8,
    kind: ErrorKind,
}

impl IllFormedAt {
    /// An error of some codec: `bytes`, of which the first seven are kept, are ill-formed at `offset`.
    pub fn new(offset: u64, bytes: &[u8], kind: ErrorKind) -> Self {
        let bytes = &bytes[..bytes.len().min(carry::MAX)];
        let mut kept = [0; carry::MAX];
        kept[..bytes.len()].copy_from_slice(bytes);
        IllFormedAt {
            offset,
            bytes: kept,
            len: bytes.len() as u8,
            kind,
        }
    }

    /// Where the sequence begins: bytes from the beginning of the text.
    pub const fn offset(&self) -> u64 {
        self.offset
    }

    /// In which way it is ill-formed.
    pub const fn kind(&self) -> ErrorKind {
        self.kind
    }

    /// The bad bytes: a maximal subpart, or the unfinished sequence at the end of the text.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes[..usize::from(self.len)]
    }
}

impl fmt::Display for IllFormedAt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ill-formed text at offset {}: ", self.offset)?;
        describe(f, self.bytes(), self.kind, None)
    }
}

impl core::error::Error for IllFormedAt {}

/// As an error of kind [`InvalidData`](std::io::ErrorKind::InvalidData).
#[cfg(feature = "std")]
impl From<IllFormedAt> for std::io::Error {
    fn from(error: IllFormedAt) -> Self {
        std::io::Error::new(std::io::ErrorKind::InvalidData, error)
    }
}
