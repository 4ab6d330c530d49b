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
//! use utf8kit_lint::inspect::{Items, Meaning};
//!
//! let items: Vec<_> = Items::new(b"\xE2\x82\xAC\xC0\xAF", Encoding::UTF_8).collect();
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
mod item;
mod items;
mod problem;
#[cfg(feature = "properties")]
mod properties;
mod source;

pub use bits::{Byte, Role};
pub use double::{
    DoubleEncoded, DoubleEncodingRepairer, double_encoded, double_encoded_parts, may_be_double_encoded,
    rows_that_may_be_double_encoded,
};
pub use forms::{Form, FormKind, forms};
pub use item::{Item, Meaning, Remark};
pub use items::Items;
pub use problem::{Problem, Reading};
#[cfg(feature = "properties")]
pub use properties::{Category, Properties, properties};
