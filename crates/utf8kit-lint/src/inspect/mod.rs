//! Describes a text sequence by sequence: bytes and an encoding in, items out.
//!
//! An [`Item`] is a character, an ill-formed sequence, or bytes that stand for nothing, such as the `+` that starts a run
//! of UTF-7. Each has its bytes with the [`Role`] of their bits, and what they stand for; a [`Problem`] has the rule that an
//! ill-formed sequence breaks and the encodings that accept it. [`forms()`] returns other ways to write a character,
//! [`double_encoded`] the parts of a text that were encoded twice, and, with the feature `properties`, `properties` the
//! name, block, category and age of a character.
//!
//! The fields are numbers and strings, for a terminal, a web page or another language to show. The command `utf8 inspect`
//! is built on this module.
//!
//! ```
//! use utf8kit_encodings::Encoding;
//! use utf8kit_lint::inspect::{Charset, Items, Meaning};
//!
//! let items: Vec<_> = Items::new(b"\xE2\x82\xAC\xC0\xAF", Charset::Family(Encoding::UTF_8)).collect();
//! assert_eq!(items[0].hex(), "E2 82 AC");
//! assert_eq!(items[0].meaning, Meaning::Numbers(vec![0x20AC]));
//! assert_eq!((items[0].bytes[0].prefix_bits(), items[0].bytes[0].payload_bits()), ("1110".into(), "0010".into()));
//! let Meaning::IllFormed(problem) = &items[1].meaning else { panic!("it is well-formed") };
//! assert_eq!((items[1].offset, problem.kind, problem.clause), (3, "overlong", "RFC 3629 section 3"));
//! assert_eq!(problem.meant, Some(0x2F));
//! ```

mod bits;
mod double;
mod forms;
mod items;
#[cfg(feature = "legacy")]
mod legacy;
mod problem;
#[cfg(feature = "properties")]
mod properties;

pub use bits::{Byte, Role};
pub use double::{DoubleEncoded, double_encoded, double_encoded_parts};
pub use forms::{Form, FormKind, forms};
pub use items::Items;
pub use problem::{Problem, Reading};
#[cfg(feature = "properties")]
pub use properties::{Category, Properties, properties};

use crate::escape;
use utf8kit_encodings::Encoding;

/// An encoding whose text can be described.
#[derive(Clone, Copy, Debug)]
pub enum Charset<'a> {
    /// Any encoding.
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
            Charset::Table { name, .. } => name,
        }
    }
}

/// A character, an ill-formed sequence, or bytes that stand for nothing.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Item {
    /// The offset of its first byte in the text.
    pub offset: u64,
    /// Its bytes, at least one.
    pub bytes: Vec<Byte>,
    /// What they stand for.
    pub meaning: Meaning,
}

/// What bytes stand for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Meaning {
    /// A code point, or a number over U+10FFFF in the encodings that have such numbers. Four sequences of Big5 are two
    /// code points.
    Numbers(Vec<u32>),
    /// No character: bytes that switch the state of the encoding.
    Nothing,
    /// The bytes are ill-formed.
    IllFormed(Problem),
    /// The bytes that were given end inside a sequence, but the text does not end there.
    Incomplete,
}

impl Item {
    /// Returns the bytes.
    pub fn values(&self) -> Vec<u8> {
        self.bytes.iter().map(|byte| byte.value).collect()
    }

    /// Returns the bytes in hexadecimal: `E2 82 AC`.
    pub fn hex(&self) -> String {
        escape::hex(&self.values())
    }

    /// Returns what is ill-formed, if anything is.
    pub fn problem(&self) -> Option<&Problem> {
        match &self.meaning {
            Meaning::IllFormed(problem) => Some(problem),
            _ => None,
        }
    }

    /// Returns the number of columns that the item takes in the places of findings: one for a character, and one for each
    /// maximal subpart of an ill-formed sequence.
    pub fn columns(&self) -> u64 {
        match &self.meaning {
            Meaning::Numbers(numbers) => numbers.len() as u64,
            Meaning::Nothing => 0,
            Meaning::IllFormed(problem) => problem.subparts,
            Meaning::Incomplete => 1,
        }
    }
}
