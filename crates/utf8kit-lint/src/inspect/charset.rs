//! The encodings whose text can be described.

use std::fmt;
use utf8kit_encodings::Encoding;

/// An encoding whose text can be described.
#[derive(Clone, Copy, Debug)]
pub enum Charset<'a> {
    /// An encoding of UTF-8's family.
    Family(Encoding),
    /// A legacy encoding as the Encoding Standard defines it.
    #[cfg(feature = "legacy")]
    Web {
        /// Its name, for messages. That of the Encoding Standard can mean fewer characters elsewhere.
        name: &'a str,
        /// The encoding.
        encoding: &'static encoding_rs::Encoding,
    },
    /// A single-byte encoding.
    Table {
        /// Its name, for messages.
        name: &'a str,
        /// The character of each byte.
        characters: &'a [Option<char>; 256],
    },
    /// An encoding that the caller knows.
    Other {
        /// Its name, for messages.
        name: &'a str,
        /// Divides its text.
        sequences: &'a dyn Sequences,
    },
}

/// An encoding that this crate does not know, for [`Charset::Other`].
///
/// ```
/// use utf8kit_lint::inspect::{Charset, Items, Meaning, Sequence, Sequences};
///
/// /// Two decimal digits are the number of a character.
/// #[derive(Debug)]
/// struct Decimal;
///
/// impl Sequences for Decimal {
///     fn first(&self, bytes: &[u8], _: &mut bool) -> (usize, Sequence) {
///         match bytes {
///             [tens @ b'0'..=b'9', ones @ b'0'..=b'9', ..] => {
///                 (2, Sequence::Numbers(vec![u32::from(tens - b'0') * 10 + u32::from(ones - b'0')]))
///             }
///             [b'0'..=b'9'] => (1, Sequence::Incomplete),
///             _ => (1, Sequence::IllFormed),
///         }
///     }
/// }
///
/// let charset = Charset::Other { name: "decimal", sequences: &Decimal };
/// let items: Vec<_> = Items::new(b"65x6", charset).collect();
/// assert_eq!(items[0].meaning, Meaning::Numbers(vec![65]));
/// assert_eq!(items[1].problem().unwrap().reason, "`78` is invalid in decimal");
/// assert_eq!(items[2].problem().unwrap().reason, "`36` is invalid in decimal");
/// ```
pub trait Sequences: fmt::Debug {
    /// Returns the length of the sequence that `bytes` begin with, and what it is. `bytes` are not empty.
    ///
    /// `is_shifted` is `false` at the start of a text. An encoding with two states sets it where a sequence changes the
    /// state, and finds it as the sequence before has left it.
    fn first(&self, bytes: &[u8], is_shifted: &mut bool) -> (usize, Sequence);
}

/// What a sequence of bytes is, as [`Sequences`] returns it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Sequence {
    /// One or more code points.
    Numbers(Vec<u32>),
    /// No character: bytes that switch the state of the encoding.
    Nothing,
    /// Bytes that the encoding does not have.
    IllFormed,
    /// All bytes, which are the start of a sequence. If the text ends with them, they are ill-formed.
    Incomplete,
}

impl Charset<'_> {
    /// Returns the name of the encoding.
    ///
    /// ```
    /// use utf8kit_encodings::Encoding;
    /// use utf8kit_lint::inspect::Charset;
    ///
    /// assert_eq!(Charset::Family(Encoding::UTF_8).name(), "UTF-8");
    /// ```
    pub fn name(&self) -> &str {
        match self {
            Charset::Family(encoding) => encoding.name(),
            #[cfg(feature = "legacy")]
            Charset::Web { name, .. } => name,
            Charset::Table { name, .. } | Charset::Other { name, .. } => name,
        }
    }
}
