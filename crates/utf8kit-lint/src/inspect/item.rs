//! What a text is divided into.

use super::bits::Byte;
use super::problem::Problem;
use crate::escape;
use utf8kit_encodings::iso2022::Switch;

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
    /// What Annex R has an objection to, although it reads the bytes.
    pub remark: Option<Remark>,
}

/// An objection of Annex R to what it reads: U+FFFE, U+FFFF, and by the letter of R.5 sequences that are longer than necessary.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Remark {
    /// `undefined` or `overlong`.
    pub kind: String,
    /// The objection, in words.
    pub reason: String,
    /// The clause that it rests on: `ISO/IEC 10646-1 R.4`.
    pub clause: &'static str,
}

/// What bytes stand for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Meaning {
    /// A code point, or a number over U+10FFFF in the encodings that have such numbers. Four sequences of Big5 are two
    /// code points.
    Numbers(Vec<u32>),
    /// No character: bytes that switch the state of the encoding.
    Nothing,
    /// No character: the end of an escape sequence of ISO/IEC 2022, and what it means.
    Switch(Switch),
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

    /// Returns the number of columns that the item takes in the places of findings: one for a character, none for a signature, and
    /// one for each maximal subpart of an ill-formed sequence.
    pub fn columns(&self) -> u64 {
        match &self.meaning {
            Meaning::Numbers(numbers) if self.offset == 0 && numbers[..] == [0xFEFF] => 0,
            Meaning::Numbers(numbers) => numbers.len() as u64,
            Meaning::Nothing | Meaning::Switch(_) => 0,
            Meaning::IllFormed(problem) => problem.subparts,
            Meaning::Incomplete => 1,
        }
    }
}
