//! Validation, decoding and encoding of text that arrives in pieces.
//!
//! A [`Validator`] reports ill-formed sequences. A [`Decoder`] decodes bytes in an [`Encoding`](crate::Encoding) to
//! UTF-8, UTF-16 or code points. An [`Encoder`] encodes one of these three to bytes in an encoding. Each takes pieces of
//! any size, and `finish` ends the text; `reset` begins another one. None of them allocates. The result does not depend on
//! where the text is cut. A [`Stream`] is what a decoder and an encoder share, for encodings of other crates: see
//! [`codec`](crate::codec).
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
//!   the source. A destination of 4 bytes, of 2 code units of UTF-16 or of 1 code point always makes progress; when
//!   writing a relative of UTF-8, one of 6 bytes. One of [`max_utf8_len`](Decoder::max_utf8_len) bytes is never too short.
//! - [`Stop::IllFormed`]: the source has an ill-formed sequence at the absolute offset reported, and the policy has no
//!   replacement for it: it is [`Fail`](crate::Policy::Fail), or a function that returned `None`. `read` *includes* the
//!   ill-formed bytes. To continue after them, call again; to write a replacement, write it to the output first. The
//!   output contains nothing for them.
//! - [`Stop::NotRepresentable`]: the same for a number that the destination's encoding cannot represent; `read`
//!   includes it.
//! - The destination is any [`Destination`](crate::Destination). A `Vec` or a `String` grows: no step stops with
//!   [`Stop::OutputFull`].
//! - `finish` takes no source. Call it again while it returns [`Stop::OutputFull`] or an error. After
//!   [`Stop::InputUsed`] the text is complete.
//!
//! ```
//! use utf8kit::{Encoding, Policy, stream::{Decoder, Stop}};
//!
//! let mut decoder = Decoder::new(Encoding::Utf8, Policy::Replace('\u{FFFD}'));
//! let mut text = String::new();
//! for piece in [&b"caf\xC3"[..], b"\xA9 \xE2\x82", b"!"] {
//!     let step = decoder.to_utf8(piece, &mut text);
//!     assert_eq!((step.read, step.stop), (piece.len(), Stop::InputUsed));
//! }
//! assert_eq!(decoder.finish_utf8(&mut text).stop, Stop::InputUsed);
//! assert_eq!(text, "café \u{FFFD}!");
//! ```

mod bounds;
mod carry;
mod decoder;
mod encoder;
#[cfg(feature = "std")]
mod io;
mod run;
mod signature;
mod validator;

pub use crate::signature::SignaturePolicy;
pub use decoder::Decoder;
pub use encoder::Encoder;
#[cfg(feature = "std")]
pub use io::{DecodeReader, EncodeWriter};
pub(crate) use run::Place;
pub use run::Stream;
pub use validator::{Errors, Validator};

use crate::IllFormed;

/// The result of one call.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[must_use]
pub struct Step<W = usize> {
    /// The number of units of the source that were read: bytes, code units of UTF-16 given as `u16`, or code points.
    pub read: usize,
    /// What was written: the number of units of the destination, which are bytes, code units of UTF-16 or code points, or these
    /// units themselves ([`Destination::Written`](crate::Destination::Written)). A validator writes none.
    pub written: W,
    /// Why the call returned.
    pub stop: Stop,
}

/// Why a call returned.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Stop {
    /// All of the source is read.
    InputUsed,
    /// The destination is too short for the next output.
    OutputFull,
    /// The source is ill-formed; what was read includes the ill-formed bytes.
    IllFormed(IllFormed),
    /// The destination's encoding cannot represent this number; what was read includes it.
    NotRepresentable {
        /// The number: a character, or what the source's encoding has beyond, which is over U+10FFFF or a surrogate
        /// (RFC 2279, Annex R, WTF-8).
        number: u32,
        /// The offset of the number from the beginning of the text, in code units of the source.
        offset: u64,
    },
}
