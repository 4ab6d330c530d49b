//! The rule `nul`: U+0000 in text, and binary files.

use crate::definition::{Characters, Definition, Example, Head, Search};
use crate::detect::{is_image, is_noise, is_pdf};
use crate::fix::Fix;
use crate::rules::{Level, Rule};
use crate::words::Words;

pub(crate) const RULE: Definition = Definition {
    name: "nul",
    is_default: true,
    level: Level::Error,
    description: "U+0000",
    documentation: "\
U+0000 ends a text for programs in C, so what follows it is lost there, and it makes other programs take a text for a binary
file. PostgreSQL and XML refuse it. It is well-formed UTF-8, but no text needs it. `utf8 fix --select nul` removes it: where it
separates words, as in what `find -print0` writes, they are joined.

A file that begins as no text does is binary. `utf8 check` skips binary files that a walk finds, and reports those that are
named on the command line, as kind `binary`.",
    clause: "RFC 5198 section 2",
    url: "https://www.rfc-editor.org/rfc/rfc5198#section-2",
    examples: &[Example::found(b"one\0two", "nul"), Example::clean(b"one two")],
    search: Search::characters(Head::First(0), |x, _, _| x == 0),
    characters: Characters {
        reports: |code_point, _, _| code_point == 0,
        message: |_, _| "U+0000 in text: `utf8 fix --select nul` removes it".to_owned(),
        fix: |options| match options.repairs.contains(Rule::Nul) {
            true => Fix::Replace(String::new()),
            false => Fix::None,
        },
        ..Characters::NONE
    },
    has_repair: |_, options| options.repairs.contains(Rule::Nul),
    ..Definition::EMPTY
};

/// What shows that a file is binary.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Binary {
    Nul,
    Pdf,
    Image,
    Controls,
}

/// Returns what shows that a text that begins with `head` is binary, and where.
pub(crate) fn find_binary(head: &[u8]) -> Option<(usize, Binary)> {
    match memchr::memchr(0, head) {
        Some(at) => Some((at, Binary::Nul)),
        None if is_pdf(head) => Some((0, Binary::Pdf)),
        None if is_image(head) => Some((0, Binary::Image)),
        None if is_noise(head) => Some((0, Binary::Controls)),
        None => None,
    }
}

/// Returns the kind and the message for a binary file.
pub(crate) fn binary(sign: Binary) -> Words {
    let message = match sign {
        Binary::Pdf => "the file is binary, not text: it is a PDF document",
        Binary::Image => "the file is binary, not text: it is an image in PBM, PGM or PPM",
        Binary::Nul => {
            "the file is binary, not text: U+0000 is in its first 8 KiB, which are not text otherwise"
        }
        Binary::Controls => {
            "the file is binary, not text: its first 8 KiB have bytes over 0x7F and more controls than any text"
        }
    };
    ("binary".into(), message.to_owned())
}
