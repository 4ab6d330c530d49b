//! The rule `wrong-declaration`: the text declares another encoding than it is in.

use crate::declared::{Declaration, Unknown};
use crate::definition::{Definition, Example};
use crate::rules::Level;
use crate::words::Words;
use utf8kit::Number;
use utf8kit_encodings::Encoding;
use utf8kit_encodings::iso2022::{self, Announcement};

/// The clause that a character breaks which the announced level leaves out.
pub(crate) const LEVEL_CLAUSE: &str = "ISO/IEC 10646-1 clause 14";

pub(crate) const RULE: Definition = Definition {
    name: "wrong-declaration",
    is_default: true,
    level: Level::Error,
    description: "a file that declares another encoding than it is in",
    documentation: "\
Some texts declare their encoding: the declaration of XML, `charset` in HTML, `@charset` in CSS, `coding` in a comment of Python or for
Emacs, the header of a PO file, of mail, of each of its parts, and of HTTP, `CHAR` in GEDCOM, the leader of MARC 21, mode lines of Vim,
`inputenc` and `%!TeX encoding`, `SET` of Hunspell. A program that acts on a wrong declaration shows other characters than were written.

The kind is the encoding that the text is in. Correct the declaration, or convert the text. If `utf8 fix --transcode` converts a text, it
corrects the declaration too. `utf8 fix --select wrong-declaration` corrects that of a text which is UTF-8 already: read it first, because
text that was encoded twice is UTF-8, too.

The kind is `unknown-name` for a name that is not that of a known encoding, where nothing else can stand, or for a slip of the keyboard
in a comment that Python or Emacs reads: browsers then guess, and parsers of XML fail. A template of gettext (`.pot`) has no name yet.
In XML, `utf8` is allowed, but it is not registered. Browsers read it as UTF-8. Parsers that know registered names alone do not, Expat among
them, which Python has: it is reported if the text has characters over U+007F. A `.properties` file declares nothing: Java reads it as UTF-8 since version 9.

What `.gitattributes` (`working-tree-encoding`) and `.editorconfig` (`charset`) say counts instead, if they name another encoding than
UTF-8. A text in UTF-8 is found then at its first character over U+007F: Git would convert it once more.

An announcement of ISO/IEC 2022 declares a level of ISO/IEC 10646-1: level 1 has no combining characters, and level 2 only those that
scripts need. In text that is checked as ISO-2022, each character that the level leaves out is found. The kind is the lowest level
that has it: `level-2` or `level-3`.",
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
        "the text declares {}, but is {how_sure}{actual}: correct the declaration, or convert the text",
        declaration.name
    );
    (actual.into(), message)
}

/// Returns the kind and the message for a text in UTF-8 of which `by` says that it is in `encoding`.
pub(crate) fn elsewhere(encoding: Encoding, by: &str, how_sure: &str) -> Words {
    let message = format!(
        "{by} says that the text is in {}, but it is {how_sure}UTF-8: correct that, or convert the text",
        encoding.name()
    );
    ("UTF-8".into(), message)
}

/// The kind of a name under which no encoding is known.
const UNKNOWN: &str = "unknown-name";

/// Returns the kind and the message for a name under which no encoding is known.
pub(crate) fn unknown(found: &Unknown) -> Words {
    let Unknown { name, nearest, .. } = found;
    let message = match nearest {
        _ if name == "CHARSET" => {
            "`CHARSET` stands for the name of the encoding, which nobody has filled in: write that, which is `UTF-8` for most texts"
                .to_owned()
        }
        Some(nearest) => format!("no known encoding is called `{name}`; the nearest name is `{nearest}`"),
        None => format!("no known encoding is called `{name}`: write the name of the encoding that the text is in"),
    };
    (UNKNOWN.into(), message)
}

/// Returns the kind and the message for a name of UTF-8 that is not registered.
pub(crate) fn alias(declaration: &Declaration) -> Words {
    let message = format!(
        "{} is not the registered name: write `UTF-8`, because parsers that know no other name (Expat, .NET) do not read the text",
        declaration.name
    );
    (UNKNOWN.into(), message)
}

/// Returns the kind and the message for a number that the level of `announcement` leaves out, if it does.
pub(crate) fn of_level(announcement: Announcement, number: u32) -> Option<Words> {
    let level = announcement.level().filter(|level| !level.allows(number))?;
    let (kind, needed) = match iso2022::Level::Two.allows(number) {
        true => ("level-2", iso2022::Level::Two),
        false => ("level-3", iso2022::Level::Three),
    };
    let message = format!(
        "{} is a combining character that text of level {} does not have, which is announced: announce level {}",
        Number(number),
        level.number(),
        needed.number()
    );
    Some((kind.into(), message))
}
