//! Detects the encoding of one file.

use crate::on_error::OnError;
use crate::{convert, encodings, escape};
use std::io::{self, ErrorKind, Read};
use utf8kit::signature;
use utf8kit::stream::{Stop, Validator};
use utf8kit_lint::{Certainty, RECOGNIZE_LEN, Reason, recognize};

/// Characters of a line that are shown.
const SHOWN: usize = 70;

/// Bytes before the first ill-formed sequence that belong to the sample.
const BEFORE: usize = 1024;

/// What a file is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Empty,
    Binary,
    Ascii,
    /// Text in UTF-8, with errors if `ill_formed_at` says so.
    Utf8,
    Other(&'static str),
}

/// What was found out about a file.
#[derive(Debug)]
pub(super) struct Found {
    pub(super) kind: Kind,
    pub(super) certainty: Certainty,
    reason: Reason,
    pub(super) second: Option<&'static str>,
    pub(super) has_signature: bool,
    /// The offset of the first sequence that is not UTF-8.
    pub(super) ill_formed_at: Option<u64>,
    /// The first line with a character that is not ASCII, decoded, safe to print.
    pub(super) line: Option<String>,
}

impl Found {
    fn new(kind: Kind) -> Found {
        Found {
            kind,
            certainty: Certainty::Certain,
            reason: Reason::WellFormed,
            second: None,
            has_signature: false,
            ill_formed_at: None,
            line: None,
        }
    }

    /// Returns the name of the encoding.
    pub(super) fn name(&self) -> &'static str {
        match self.kind {
            Kind::Empty => "empty",
            Kind::Binary => "binary",
            Kind::Ascii => "US-ASCII",
            Kind::Utf8 => "UTF-8",
            Kind::Other(name) => name,
        }
    }

    /// Returns the name of the group in a summary.
    pub(super) fn group(&self) -> &'static str {
        match (self.kind, self.ill_formed_at) {
            (Kind::Utf8, Some(_)) => "UTF-8 with errors",
            (Kind::Utf8, None) if self.has_signature => "UTF-8 with a signature",
            _ => self.name(),
        }
    }

    /// Returns the reason as one word, for programs.
    pub(super) fn reason(&self) -> &'static str {
        match self.reason {
            Reason::Signature => "signature",
            Reason::ZeroBytes => "zero-bytes",
            Reason::WellFormed => "well-formed",
            Reason::Arrangement => "arrangement",
            Reason::Escapes => "escapes",
            Reason::Declared => "declared",
            Reason::Statistics => "statistics",
            _ => "default",
        }
    }

    /// Returns the reason for people.
    pub(super) fn why(&self) -> String {
        let mut why = match (self.kind, self.reason) {
            (Kind::Empty | Kind::Binary, _) => String::new(),
            (Kind::Utf8, _) if let Some(offset) = self.ill_formed_at => {
                format!("with errors, the first at offset {offset}")
            }
            (_, Reason::WellFormed) => String::new(),
            (_, Reason::Signature) => "by its signature".to_owned(),
            (_, Reason::ZeroBytes) => format!("{}, by its zero bytes", self.certainty),
            (_, Reason::Escapes) => format!("{}, by its escape sequences", self.certainty),
            (_, Reason::Declared) => format!("{}, by its declaration", self.certainty),
            _ => format!("{}, by its letters", self.certainty),
        };
        if let Some(second) = self.second {
            why.push_str(&format!(", or {second}"));
        }
        why
    }
}

/// Returns what is found out about the text that `source` yields. All of it is read.
pub(super) fn detect(mut source: impl Read) -> io::Result<Found> {
    let mut head = vec![0; RECOGNIZE_LEN];
    let len = fill(&mut source, &mut head)?;
    head.truncate(len);
    if head.is_empty() {
        return Ok(Found::new(Kind::Empty));
    }
    let whole = len < RECOGNIZE_LEN;
    let has_signature = signature::detect(&head).is_some();
    let Some(of_head) = recognize(&head, whole) else {
        return Ok(Found::new(Kind::Binary));
    };
    // The sample that decides: the head, unless the first byte that is not UTF-8 comes after it.
    let mut sample = head;
    let mut recognized = of_head;
    let mut ill_formed_at = None;
    let mut is_ascii = true;
    if of_head.encoding == "UTF-8" {
        let mut validator = Validator::new(utf8kit::Encoding::Utf8);
        let mut offset = 0;
        let mut piece = sample.clone();
        loop {
            is_ascii &= utf8kit::ascii::is_valid(&piece);
            let step = validator.push(&piece);
            let stop = match step.stop {
                Stop::InputUsed if piece.len() < RECOGNIZE_LEN => validator.finish().stop,
                stop => stop,
            };
            if let Stop::IllFormed(error) = stop {
                ill_formed_at = Some(error.offset());
                if offset > 0 {
                    // The text from a little before the place on.
                    let at = (error.offset().saturating_sub(offset) as usize).min(piece.len());
                    let more = RECOGNIZE_LEN - (piece.len() - at.saturating_sub(BEFORE));
                    let mut rest = vec![0; more];
                    let read = fill(&mut source, &mut rest)?;
                    sample = [&piece[at.saturating_sub(BEFORE)..], &rest[..read]].concat();
                    recognized = recognize(&sample, read < more).unwrap_or(of_head);
                }
                break;
            }
            if piece.len() < RECOGNIZE_LEN {
                break;
            }
            offset += piece.len() as u64;
            let read = fill(&mut source, &mut piece)?;
            piece.truncate(read);
        }
    }
    let kind = match recognized.encoding {
        "UTF-8" if is_ascii && ill_formed_at.is_none() => Kind::Ascii,
        "UTF-8" => Kind::Utf8,
        name => Kind::Other(name),
    };
    let name = recognized.encoding;
    Ok(Found {
        kind,
        certainty: recognized.certainty,
        reason: recognized.reason,
        second: recognized.second,
        has_signature,
        ill_formed_at: ill_formed_at.filter(|_| kind == Kind::Utf8),
        line: matches!(kind, Kind::Other(_))
            .then(|| line(&sample, name))
            .flatten(),
    })
}

/// Reads until `buffer` is full or the source ends, and returns the number of bytes read.
fn fill(source: &mut impl Read, buffer: &mut [u8]) -> io::Result<usize> {
    let mut len = 0;
    while len < buffer.len() {
        match source.read(&mut buffer[len..]) {
            Ok(0) => break,
            Ok(read) => len += read,
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(len)
}

/// Returns the first line of `sample`, decoded, that has a character that is not ASCII.
fn line(sample: &[u8], name: &str) -> Option<String> {
    let mut text = String::new();
    let from = encodings::recognized(name).ok()?;
    let input = Box::new(io::Cursor::new(sample.to_vec()));
    convert::decode(input, from, &OnError::Replace, true, &mut |part| {
        text.push_str(part);
        Ok(())
    })
    .ok()?;
    let line = text.lines().find(|line| !line.is_ascii())?.trim();
    // The line from a little before the character on.
    let at = line.chars().position(|c| !c.is_ascii())?;
    let start = at.saturating_sub(SHOWN / 2);
    let shown: String = line.chars().skip(start).take(SHOWN).collect();
    let is_cut = line.chars().count() > start + SHOWN;
    Some(format!(
        "{}{}{}",
        if start > 0 { "…" } else { "" },
        escape::text(shown.as_bytes()),
        if is_cut { "…" } else { "" },
    ))
}
