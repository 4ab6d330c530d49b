//! The rule `other-encoding`: a text, a part of one or a line in UTF-16, UTF-32 or a legacy encoding. Of a text in a legacy encoding it
//! is the only finding. A text in UTF-16 or UTF-32 is checked in that encoding.

use crate::certainty::Certainty;
use crate::definition::{Definition, Example};
use crate::escape;
use crate::guess::Guess;
use crate::lines::Line;
use crate::rules::Level;
use crate::words::{Words, shortened};
use std::fmt::Write;
use std::ops::Range;
use utf8kit::Endian;
use utf8kit::signature::Signature;
use utf8kit_encodings::Encoding;

pub(crate) const RULE: Definition = Definition {
    name: "other-encoding",
    is_default: true,
    level: Level::Error,
    description: "a file in UTF-16, UTF-32 or a legacy encoding",
    documentation: "\
A text in another encoding is not damaged: as a whole, it is in UTF-16, UTF-32, windows-1252, Shift_JIS or one of many others. Its
signature shows that, its zero bytes, or the letters that its bytes stand for; where these leave a doubt, the encoding of most files
beside it decides. The kind is the name of the encoding, and the message says how sure it is and has a line of the text. Section 8 of
RFC 3629 gives the label `UTF-8` to text in the encoding of its section 3 only, so a reader that takes the file for UTF-8 reads it
wrongly.

In a legacy encoding, no other rule finds anything. A text in UTF-16 or UTF-32 is checked in that encoding. `utf8 fix --transcode`
converts what is at least very likely, and `--from` names the encoding of what is not.

A text can be in several encodings. Programs that know nothing of UTF-16 append lines of single bytes to it, or change bytes of its line
ends; others append UTF-16 to a file in UTF-8, and `git diff --text` shows it between lines of ASCII. Each part in UTF-16 is a finding
that says where it begins and ends, and what comes after it. In a log that several programs write, or a dump with rows from elsewhere,
each line that is not UTF-8 is a finding if what it holds, or the other such lines, show its encoding. `utf8 fix --transcode` converts
each part and each line by itself; lines that are only likely in an encoding stay without `--likely`.",
    clause: "RFC 3629 section 8",
    url: "https://www.rfc-editor.org/rfc/rfc3629#section-8",
    examples: &[
        Example::found(b"\xFF\xFEh\0i\0", "UTF-16LE"),
        Example::clean("Größe".as_bytes()),
    ],
    is_heuristic: true,
    ..Definition::EMPTY
};

/// Returns the kind and the message for a text in UTF-16, UTF-32 or UCS-4.
///
/// From the offset `other_from` on it holds something else.
pub(crate) fn wide(
    encoding: Encoding,
    signature: Option<Signature>,
    certainty: Certainty,
    other_from: Option<u64>,
) -> Words {
    let name = encoding.name();
    let how_sure = match certainty {
        Certainty::Certain => format!("in {name}"),
        _ => format!("{certainty} in {name}"),
    };
    let mut message = match signature {
        None => format!("the text is {how_sure}, not UTF-8: its zero bytes stand where {name} has them"),
        Some(signature) if matches!(encoding, Encoding::Ucs4(_)) => format!(
            "the text is {how_sure}, not UTF-8: it starts with the signature `{}`, and has numbers over U+10FFFF, which UTF-32 \
             and UTF-8 lack; `utf8 convert -f auto -t RFC2279` keeps them",
            escape::hex(signature.bytes())
        ),
        Some(Signature::Utf32(Endian::Little)) => format!(
            "the text is {how_sure}, not UTF-8: it starts with the signature `FF FE 00 00` (in UTF-16LE, it would start \
             with a signature and U+0000)"
        ),
        Some(signature) => format!(
            "the text is {how_sure}, not UTF-8: it starts with the signature `{}`",
            escape::hex(signature.bytes())
        ),
    };
    if let Some(offset) = other_from {
        let _ = write!(
            message,
            "; but not all of it: from offset {offset} on it is ill-formed in {name}, or has characters that no text has, so \
             convert the parts by themselves"
        );
    }
    (name.into(), message)
}

/// Returns the kind and the message for a part of a text, which is in UTF-16 in the bytes `place`, of which `line_ends` line ends lost a
/// byte or won one. `next` is the encoding of the part after it, and its first line.
pub(crate) fn part(
    name: &'static str,
    place: Range<u64>,
    line: &str,
    line_ends: u64,
    next: Option<(&'static str, String)>,
) -> Words {
    let Range { start, end } = place;
    let mut message = format!(
        "a part of the text is in {name}: the bytes from offset {start} to {end}, which begin with `{}`",
        shortened(line)
    );
    if line_ends > 0 {
        let are = if line_ends == 1 {
            "a line end is"
        } else {
            "line ends are"
        };
        let _ = write!(message, ", and in which {are} cut or have a byte too much");
    }
    if let Some((next, line)) = next {
        let _ = write!(message, "; then `{}` in {next}", shortened(&line));
    }
    message.push_str("; `utf8 fix --transcode` converts each part by itself");
    (name.into(), message)
}

/// Returns the kind and the message for a line in a text in UTF-8.
pub(crate) fn line(line: &Line) -> Words {
    let name = line.encoding.name();
    let why = match line.by_others {
        true => ", as the other lines that are not UTF-8",
        false => "",
    };
    let message = format!(
        "the line is {} in {name}{why}: it is `{}` then; `utf8 fix --transcode{}` writes that",
        line.certainty,
        shortened(&line.text),
        if line.certainty < Certainty::VeryLikely {
            " --likely"
        } else {
            ""
        },
    );
    (name.into(), message)
}

/// Returns a certainty as an adverb: a text "is possibly in" an encoding.
pub(crate) fn adverb(certainty: Certainty) -> String {
    match certainty {
        Certainty::Possible => "possibly".to_owned(),
        certainty => certainty.to_string(),
    }
}

/// Returns the kind and the message for a text in a legacy encoding, with `line` decoded from it.
pub(crate) fn legacy(guess: &Guess, line: &str) -> Words {
    let name = guess.encoding.name();
    let adverb = adverb(guess.certainty);
    let how_sure = match guess {
        Guess {
            is_declared: true, ..
        } => format!("in {name}, as it declares"),
        Guess { neighbors: 0, .. } => format!("{adverb} in {name}"),
        Guess { neighbors, .. } => format!("{adverb} in {name}, as are {neighbors} files beside it"),
    };
    let mut message = format!(
        "the text is {how_sure}, not UTF-8; in {name}, this line is `{}`",
        shortened(line)
    );
    if name == "ISO-8859-1" && line.contains('\u{85}') {
        message.push_str("; `85` is U+0085 (NEL), which ends lines in text that came from EBCDIC");
    }
    (name.into(), message)
}

/// Returns the kind and the message for a text in an encoding in which escapes, shifts or controls say what bytes mean, with `line`
/// decoded from it.
pub(crate) fn switched(encoding: &'static str, certainty: Certainty, line: &str) -> Words {
    let message = format!(
        "the text is {} in {encoding}, not UTF-8; in {encoding}, this line is `{}`",
        adverb(certainty),
        shortened(line)
    );
    (encoding.into(), message)
}
