//! The rule `wrong-declaration`: the text declares another encoding than it is in.

use crate::declared::Declaration;
use crate::definition::{Definition, Example};
use crate::rules::Level;
use crate::words::Words;

pub(crate) const RULE: Definition = Definition {
    name: "wrong-declaration",
    is_default: true,
    level: Level::Error,
    description: "a file that declares another encoding than it is in",
    documentation: "\
Some texts declare their encoding: the declaration of XML, `charset` in HTML, `coding` in a comment of Python, the header of a PO file.
A program that acts on a wrong declaration shows other characters than were written.

The kind is the encoding that the text is in. Correct the declaration, or convert the text. If `utf8 fix --transcode` converts a text, it
corrects the declaration too.",
    clause: "RFC 3629 section 8",
    url: "https://www.rfc-editor.org/rfc/rfc3629#section-8",
    examples: &[
        Example::found("<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><a>Größe</a>".as_bytes(), "UTF-8"),
        Example::clean("<?xml version=\"1.0\" encoding=\"UTF-8\"?><a>Größe</a>".as_bytes()),
    ],
    ..Definition::EMPTY
};

/// Returns the kind and the message for a text that declares an encoding and is in `actual`.
pub(crate) fn words(declaration: &Declaration, actual: &'static str, how_sure: &str) -> Words {
    let message = format!(
        "the text declares `{}`, but is {how_sure}{actual}: correct the declaration, or convert the text",
        declaration.name
    );
    (actual.into(), message)
}
