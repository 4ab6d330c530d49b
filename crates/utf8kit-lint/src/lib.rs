//! Checks text against rules: bytes in, findings out.
//!
//! The crate finds ill-formed UTF-8, UTF-8 that was decoded as Windows-1252 and encoded again, text in another
//! encoding, signatures where they are forbidden or missing, characters that reorder text, and more: [`Rule`] lists
//! all rules. It reads no files, starts no threads and prints nothing. The command `utf8 check` is built on it.
//!
//! ```
//! use utf8kit_lint::{Options, Rule, check};
//!
//! let findings = check(b"caf\xE9 au lait\n/\xC0\xAF\n", &Options::default());
//! assert_eq!(findings.len(), 2);
//! assert_eq!(findings[0].rule, Rule::IllFormed);
//! assert_eq!(findings[0].kind, "missing-continuation");
//! assert_eq!(
//!     findings[0].message,
//!     "`E9` starts a sequence of 3 bytes, but `20` does not continue it; in windows-1252 it is `é`: \
//!      `utf8 fix --on-error as:windows-1252` writes that"
//! );
//! assert_eq!((findings[1].line, findings[1].column, findings[1].offset), (2, 2, 14));
//! assert_eq!(findings[1].message, "`C0 AF` is an overlong encoding of U+002F");
//! ```
//!
//! # Which function to call
//!
//! - [`check`] takes a whole text and returns its findings.
//! - [`Checker`] takes a text in pieces of any size. It copies them and keeps a few hundred KiB.
//! - [`BlockChecker`] takes [`Block`]s: parts of a text that the caller holds, with some text around them. Nothing is
//!   copied, and blocks without anything to report can be skipped after an examination on another thread.
//! - [`EncodingChecker`] takes the blocks of a text in another encoding of UTF-8's family: CESU-8, UTF-16, UTF-7.
//! - [`detect()`] recognizes UTF-16, UTF-32 and binary files by their first bytes.
//! - [`recognize()`] names the encoding of a text, with the reason and how sure it is; [`Recognizer`] takes it in pieces.
//! - [`MailParts`] reads which encoding each part of mail declares.
//! - [`repair()`] repairs a text in memory, as the command `utf8 fix` does.
//! - [`check_names`] takes the names of the files of a tree.
//! - [`inspect`] describes a text sequence by sequence: bits, code points, other forms, and what is ill-formed and why.
//! - [`Map`] counts the bytes of each class and the characters of each script, from the start of a text to its end.
//! - [`Allows`] reads the comments of a text that allow findings.
//! - [`escape`] makes bytes and characters safe to print.
//!
//! All of them report the same findings, wherever the text is divided.
//!
//! # How it works
//!
//! Each block is searched once for all rules: one search for ill-formed sequences, one for patterns of three bytes
//! that start whatever the other rules report (and one more for Normalization Form C, which is off by default). These
//! searches yield *events*. Most blocks have none, which is what makes the check fast. A [`BlockChecker`] takes the
//! events in order, decides which of them are findings, and counts lines and columns only up to those.

mod allows;
#[cfg(feature = "legacy")]
mod among;
mod block;
mod block_checker;
mod by_escapes;
mod catalog;
mod certainty;
mod characters_of_source;
mod checker;
mod classes;
mod columns;
mod count;
mod declared;
mod definition;
mod detect;
mod double_encoded;
mod edits;
mod encoding;
mod encoding_checker;
pub mod escape;
mod escapes;
mod finding;
mod first_bytes;
mod fix;
mod guess;
mod in_mail;
pub mod inspect;
mod judgement;
mod legacy;
mod lines;
mod mail;
mod map;
mod marc;
#[cfg(feature = "legacy")]
mod misread;
mod mixed;
mod names;
mod nearest;
mod neighbors;
mod numbers;
mod options;
mod pairs;
mod parts;
mod patterns;
mod place_in_source;
mod position;
mod queue;
mod recognize;
mod relatives;
mod repair;
mod repair_pass;
mod repairer;
pub mod rules;
mod scan;
mod scene;
mod seven_bit;
mod source;
mod stray;
mod stretches;
#[cfg(feature = "legacy")]
mod structure;
mod switched;
mod syntax;
mod wide;
mod words;
mod zawgyi;

pub use allows::Allows;
pub use block::{BODY_LEN, Block, MARGIN, Window, blocks};
pub use block_checker::BlockChecker;
pub use catalog::UnknownRule;
pub use certainty::{Certainty, Second};
pub use checker::{Checker, check};
pub use columns::Columns;
pub use declared::{counts_bytes, names_of_utf8};
pub use definition::Example;
pub use detect::{DETECT_LEN, Detected, detect};
pub use encoding_checker::EncodingChecker;
pub use escapes::Escapes;
pub use finding::{Context, Emit, Finding};
pub use fix::Fix;
pub use mail::MailParts;
pub use map::{Cell, Map};
pub use marc::{MarcRecord, marc_record};
pub use names::{Name, NameEncoding, check_names};
pub use nearest::nearest;
pub use neighbors::{Neighborhood, Neighbors};
pub use options::{Bidi, InnerFeff, Options, SignatureRule};
pub use parts::{Part, PartKind, Parts};
pub use position::{Position, count_characters};
pub use recognize::{RECOGNIZE_LEN, Reason, Recognized, Recognizer, recognize};
pub use repair::{Repaired, STOPPED, repair, repair_while};
pub use repair_pass::{NO_MEMORY, OnIllFormed};
pub use repairer::Repairer;
pub use rules::{Level, Rule, RuleSet};
pub use scan::Examined;
pub use source::{NoSource, Source};
pub use stray::Stray;
pub use syntax::Syntax;
#[cfg(feature = "legacy")]
pub use utf8kit_encodings::detect::Candidate;
pub use utf8kit_encodings::detect::Language;

/// The version of Unicode of the tables that the rules and [`inspect`] read.
pub const UNICODE_VERSION: (u8, u8, u8) = unicode_normalization::UNICODE_VERSION;

/// Compiles and runs the example of the front page that package registries show.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
