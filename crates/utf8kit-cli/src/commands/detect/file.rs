//! Detects the encoding of one file.

use crate::encodings::on_error::OnError;
use crate::io::neighbors::Beside;
use crate::io::recognize::{self, PIECE};
use crate::io::transcode;
use crate::message::counted;
use crate::report::Step;
use crate::{encodings, escape};
use std::io::{self, Read};
use utf8kit_lint::{Certainty, Language, Reason, Recognizer, Second};

/// Characters of a line that are shown.
const SHOWN: usize = 70;

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
    pub(super) language: Option<Language>,
    /// The number of files beside it that are in its encoding, if they decided.
    pub(super) neighbors: usize,
    pub(super) second: Option<Second>,
    /// The offset from which on a text in UTF-16 or UTF-32 holds something else.
    pub(super) other_from: Option<u64>,
    pub(super) has_signature: bool,
    /// The offset of the first sequence that is not UTF-8.
    pub(super) ill_formed_at: Option<u64>,
    /// Whether that is a character that the end of the file cuts.
    pub(super) ends_early: bool,
    /// The number of shifts of UTF-7 in a file of ASCII that may be UTF-7.
    pub(super) shifts: u64,
    /// The first line with a character that is not ASCII, decoded, safe to print.
    pub(super) line: Option<String>,
}

impl Found {
    fn new(kind: Kind) -> Found {
        Found {
            kind,
            certainty: Certainty::Certain,
            reason: Reason::WellFormed,
            language: None,
            neighbors: 0,
            second: None,
            other_from: None,
            has_signature: false,
            ill_formed_at: None,
            ends_early: false,
            shifts: 0,
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

    /// Returns what to do with the file, if it is not UTF-8 without errors.
    pub(super) fn step(&self) -> Option<Step> {
        match self.kind {
            // `fix` converts each part by itself.
            Kind::Utf8 | Kind::Other("UTF-16LE" | "UTF-16BE") if self.other_from.is_some() => {
                Some(Step::transcode(self.name(), true))
            }
            Kind::Utf8 => self.ill_formed_at.map(|_| Step::check()),
            Kind::Other(name) if encodings::recognized(name).is_ok() => {
                Some(Step::transcode(name, self.certainty >= Certainty::VeryLikely))
            }
            _ => None,
        }
    }

    /// Returns the reason as one word, for programs.
    pub(super) fn reason(&self) -> &'static str {
        self.reason.name()
    }

    /// Returns the reason for people.
    pub(super) fn why(&self) -> String {
        let mut why = match (self.kind, self.reason) {
            (Kind::Empty | Kind::Binary, _) => String::new(),
            (Kind::Ascii, _) if self.shifts > 0 => return format!("or {}", utf_7(self.shifts)),
            (Kind::Utf8, _) if let Some(offset) = self.other_from => {
                return format!("with parts in UTF-16, the first at offset {offset}");
            }
            (Kind::Utf8, _) if let Some(offset) = self.ill_formed_at.filter(|_| self.ends_early) => {
                format!("ends inside a character, at offset {offset}")
            }
            (Kind::Utf8, _) if let Some(offset) = self.ill_formed_at => {
                let signature = match self.reason {
                    Reason::Signature => "by its signature, ",
                    _ => "",
                };
                format!("{signature}with errors, the first at offset {offset}")
            }
            (_, Reason::WellFormed) => String::new(),
            (_, Reason::Signature) if self.certainty == Certainty::Certain => "by its signature".to_owned(),
            (_, Reason::Signature) => format!("{}, by its signature", self.certainty),
            (_, Reason::ZeroBytes) => format!("{}, by its zero bytes", self.certainty),
            (_, Reason::Escapes) => format!("{}, by its escape sequences", self.certainty),
            (_, Reason::Neighbors) => format!("{}, as {} files beside it", self.certainty, self.neighbors),
            (_, Reason::Declared) => format!("{}, by its declaration", self.certainty),
            _ => format!("{}, by its letters", self.certainty),
        };
        if let Some(language) = self.language.filter(|_| self.certainty >= Certainty::Likely) {
            why.push_str(&format!(" ({language})"));
        }
        if let Some(second) = self
            .second
            .filter(|_| self.certainty < Certainty::VeryLikely || self.shifts > 0)
        {
            why.push_str(&format!(", or {}", second.encoding));
        }
        if let Some(offset) = self.other_from {
            why.push_str(&format!(", to offset {offset}"));
        }
        why
    }
}

/// Returns what is said of a text of ASCII that may be UTF-7.
fn utf_7(shifts: u64) -> String {
    let decode = if shifts == 1 { "decodes" } else { "decode" };
    format!("UTF-7: {} that {decode}", counted(shifts, "shift"))
}

/// The memory of a thread, used for one file after the other.
pub(super) struct Buffers {
    recognizer: Recognizer,
    piece: Vec<u8>,
}

impl Buffers {
    pub(super) fn new() -> Buffers {
        Buffers {
            recognizer: Recognizer::new(),
            piece: vec![0; PIECE],
        }
    }
}

/// Returns what is found out about the text that `source` yields. The files `beside` it decide where it leaves a doubt. It is read to the end, unless what follows cannot change
/// the result.
pub(super) fn detect(source: impl Read, beside: Option<Beside>, buffers: &mut Buffers) -> io::Result<Found> {
    let Buffers { recognizer, piece } = buffers;
    let len = recognize::read(source, recognizer, piece)?;
    if len == 0 {
        return Ok(Found::new(Kind::Empty));
    }
    let recognized = match beside {
        Some(beside) => recognizer.finish_beside(&beside),
        None => recognizer.finish(),
    };
    let Some(recognized) = recognized else {
        return Ok(Found::new(Kind::Binary));
    };
    let sample = recognizer.sample();
    let same = recognized
        .other_from
        .map_or(sample.len(), |offset| offset as usize);
    let sample = &sample[..same.min(sample.len())];
    let kind = match recognized.encoding {
        "UTF-8" if recognized.is_ascii => Kind::Ascii,
        "UTF-8" => Kind::Utf8,
        name => Kind::Other(name),
    };
    Ok(Found {
        kind,
        certainty: recognized.certainty,
        reason: recognized.reason,
        language: recognized.language,
        neighbors: recognized.neighbors,
        second: recognized.second,
        other_from: recognized.other_from,
        has_signature: recognized.reason == Reason::Signature,
        ill_formed_at: recognized.ill_formed_at.filter(|_| kind == Kind::Utf8),
        ends_early: recognized.ends_early,
        shifts: recognized.shifts,
        line: matches!(kind, Kind::Other(_))
            .then(|| line(sample, recognized.encoding))
            .flatten(),
    })
}

/// Returns the first line of `sample`, decoded, that has a character that is not ASCII.
fn line(sample: &[u8], name: &str) -> Option<String> {
    let mut text = String::new();
    let from = encodings::recognized(name).ok()?;
    let input = Box::new(io::Cursor::new(sample.to_vec()));
    transcode::decode(input, from, &OnError::Replace, true, &mut |part| {
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
