//! What is ill-formed, which rule it breaks, and what else it can be.

use crate::double_encoded::windows_1252;
use crate::escape;
use utf8kit::{Encoding, ErrorKind, IllFormed};

/// What is known of an ill-formed sequence.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Problem {
    /// The name of the kind of the error: `overlong`.
    pub kind: &'static str,
    /// What was found and what was expected, in words.
    pub reason: String,
    /// The clause that the sequence breaks: `RFC 3629 section 3`. Empty where no document has clauses.
    pub clause: &'static str,
    /// What the clause requires, in a sentence. Empty if the reason says it all.
    pub rule: &'static str,
    /// The number that the bytes would stand for by the pattern of their bits, if the sequence is complete: U+002F of
    /// `C0 AF`, a character of a pair of surrogates.
    pub meant: Option<u32>,
    /// The relatives of UTF-8 in which the bytes are well-formed, and what they stand for there.
    pub accepted_by: Vec<Reading>,
    /// What the bytes are in Windows-1252, if they may come from a text in it: single bytes over 0x7F, safe to print.
    pub windows_1252: Option<String>,
    /// The number of maximal subparts, each of which U+FFFD replaces.
    pub subparts: u64,
}

/// What a relative of UTF-8 reads.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Reading {
    /// The name of the relative.
    pub encoding: &'static str,
    /// The numbers that it reads.
    pub numbers: Vec<u32>,
}

/// Returns the problem of `sequence` in UTF-8 or a dialect.
pub(super) fn in_dialect(dialect: Encoding, error: &IllFormed, sequence: &[u8]) -> Problem {
    let kind = error.kind();
    let may_be_legacy = matches!(
        kind,
        ErrorKind::UnexpectedContinuation | ErrorKind::MissingContinuation | ErrorKind::UnexpectedEnd
    ) || sequence.len() == 1;
    Problem {
        kind: kind.name(),
        reason: error.reason().to_string(),
        clause: error.clause(),
        rule: rule(kind),
        meant: meant(sequence),
        accepted_by: accepted_by(dialect, sequence),
        windows_1252: may_be_legacy.then(|| in_windows_1252(sequence)).flatten(),
        subparts: dialect.count(sequence) as u64,
    }
}

/// Returns the problem of a sequence in another encoding.
pub(super) fn in_other(error: &IllFormed) -> Problem {
    Problem {
        kind: error.kind().name(),
        reason: error.reason().to_string(),
        clause: error.clause(),
        rule: "",
        meant: None,
        accepted_by: Vec::new(),
        windows_1252: None,
        subparts: 1,
    }
}

/// Returns what the clause on errors of a kind requires, in UTF-8 and its dialects.
fn rule(kind: ErrorKind) -> &'static str {
    match kind {
        ErrorKind::UnexpectedContinuation => {
            "a byte 10xxxxxx only continues a sequence; it starts no character"
        }
        ErrorKind::Overlong => "a number is encoded in the fewest bytes that can hold it",
        ErrorKind::Surrogate => {
            "0xD800..=0xDFFF are code units of UTF-16; as numbers they are not characters"
        }
        ErrorKind::TooLarge => "the last code point is U+10FFFF",
        ErrorKind::NeverValid => "bytes that no sequence begins with, and that continue none, never occur",
        ErrorKind::MissingContinuation | ErrorKind::UnexpectedEnd => {
            "a first byte begins with as many ones as its sequence has bytes; all bytes after it are 10xxxxxx"
        }
        _ => "",
    }
}

/// Returns the number of a complete sequence, well-formed or not, or of a pair of surrogates.
fn meant(sequence: &[u8]) -> Option<u32> {
    if let [0xED, 0xA0..=0xAF, _, 0xED, 0xB0..=0xBF, _] = *sequence {
        let (high, low) = (number(&sequence[..3])?, number(&sequence[3..])?);
        return Some(0x1_0000 + ((high & 0x3FF) << 10 | low & 0x3FF));
    }
    number(sequence)
}

/// Returns the number of a complete sequence by the pattern of RFC 2279.
fn number(sequence: &[u8]) -> Option<u32> {
    let (&first, rest) = sequence.split_first()?;
    let ones = first.leading_ones() as usize;
    let is_complete = matches!(ones, 2..=6)
        && ones == sequence.len()
        && rest.iter().all(|byte| matches!(byte, 0x80..=0xBF));
    let payload = u32::from(first) & (0x7F >> ones);
    is_complete.then(|| {
        rest.iter()
            .fold(payload, |number, byte| number << 6 | u32::from(byte & 0x3F))
    })
}

/// Returns what each relative but `dialect` reads in `sequence`, if it is well-formed there.
fn accepted_by(dialect: Encoding, sequence: &[u8]) -> Vec<Reading> {
    let mut readings = Vec::new();
    for relative in Encoding::RELATIVES {
        if relative == dialect {
            continue;
        }
        let numbers: Result<Vec<u32>, _> = relative
            .code_points(sequence)
            .map(|point| point.map(|point| point.number))
            .collect();
        if let Ok(numbers) = numbers {
            readings.push(Reading {
                encoding: relative.name(),
                numbers,
            });
        }
    }
    readings
}

/// Returns the characters of `sequence` in Windows-1252, unless one is a control.
fn in_windows_1252(sequence: &[u8]) -> Option<String> {
    let text: String = sequence.iter().map(|&byte| windows_1252(byte)).collect();
    let is_printable = !text.chars().any(char::is_control);
    is_printable.then(|| escape::text(text.as_bytes()))
}
