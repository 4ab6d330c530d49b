//! `-f auto`: the encoding of an input, as [`utf8kit_lint::recognize`] names it.

use super::position::Again;
use crate::encodings::{self, Encoding};
use crate::escape::hex;
use std::io;
use utf8kit::signature;
use utf8kit_family as family;
use utf8kit_lint::{Reason, Recognized, recognize};

/// Returns the encoding of an input that begins with `head`, and a sentence about it. `whole` states that `head` is all of
/// it. If it is not, and there is a file that can be read twice, all of the file counts.
pub(super) fn encoding(head: &[u8], whole: bool, file: Option<&Again>) -> io::Result<(Encoding, String)> {
    let recognized = match file {
        Some(file) if !whole => file.read(|file| crate::detect::recognize(file))?,
        _ => recognize(head, whole),
    };
    Ok(named(recognized, head))
}

/// Returns the encoding that was recognized, and a sentence about it.
fn named(recognized: Option<Recognized>, head: &[u8]) -> (Encoding, String) {
    let as_utf8 = |why: &str| {
        (
            Encoding::Family(family::Encoding::UTF_8),
            format!("taken as UTF-8{why}"),
        )
    };
    let Some(recognized) = recognized else {
        return as_utf8("");
    };
    let name = recognized.encoding;
    let Ok(found) = encodings::recognized(name) else {
        return as_utf8(&format!(
            ": it is {} in {name}, which cannot be converted",
            recognized.certainty
        ));
    };
    let why = why(&recognized, head);
    let found = match (recognized.reason, name) {
        // These remove the signature that gives the byte order.
        (Reason::Signature, "UTF-16LE" | "UTF-16BE") => Encoding::Family(family::Encoding::Utf16),
        (Reason::Signature, "UTF-32LE" | "UTF-32BE") => Encoding::Family(family::Encoding::Utf32),
        _ => found,
    };
    (found, format!("taken as {}{why}", label(&found, name)))
}

/// Returns the name to show: that of the byte order, if the signature gives it.
fn label<'a>(found: &Encoding, name: &'a str) -> &'a str {
    match found {
        Encoding::Family(family::Encoding::Utf16 | family::Encoding::Utf32) => name,
        found => found.name(),
    }
}

/// Returns how the sentence ends.
fn why(recognized: &Recognized, head: &[u8]) -> String {
    let name = recognized.encoding;
    match recognized.reason {
        Reason::Signature => match signature::detect(head) {
            Some(signature) => format!(": it starts with the signature `{}`", hex(signature.bytes())),
            None => String::new(),
        },
        Reason::ZeroBytes => format!(": its zero bytes stand where {name} has them"),
        Reason::Escapes => format!(", which is {}: it has its escape sequences", recognized.certainty),
        Reason::Declared => ": it declares that, and is not UTF-8".to_owned(),
        Reason::Statistics => format!(", which is {}: it is not UTF-8", recognized.certainty),
        _ => String::new(),
    }
}
