//! `-f auto`: the encoding of an input, as [`utf8kit_lint::recognize`] names it.

use super::position::Again;
use crate::encodings;
use crate::encodings::stopped::ill_formed;
use crate::escape::hex;
use crate::io::recognize::recognize as recognize_all;
use crate::message::counted;
use std::io;
use utf8kit::IllFormed;
use utf8kit::signature;
use utf8kit_encodings::Encoding;
use utf8kit_lint::{Certainty, Reason, Recognized, recognize};

/// Returns the encoding of an input that begins with `head`, and a sentence about it. `whole` states that `head` is all of
/// it. If it is not, and there is a file that can be read twice, all of the file counts.
pub(super) fn encoding(head: &[u8], whole: bool, file: Option<&Again>) -> io::Result<(Encoding, String)> {
    Ok(named(recognized(head, whole, file)?, head))
}

fn recognized(head: &[u8], whole: bool, file: Option<&Again>) -> io::Result<Option<Recognized>> {
    match file {
        Some(file) if !whole => file.read(|file| recognize_all(file)),
        _ => Ok(recognize(head, whole)),
    }
}

/// Returns the message for an input that was taken as UTF-8 because no other encoding was named, and that is not: which
/// encoding it probably is, and what to type. `head` is a part of it, and `whole` states that the input ends with it. If there
/// is a file that can be read twice, all of the file counts.
pub(super) fn not_utf8(error: &IllFormed, head: &[u8], whole: bool, file: Option<&Again>) -> String {
    let bytes = hex(error.bytes());
    let recognized = recognized(head, whole && file.is_none(), file).ok().flatten();
    let Some(recognized) = recognized.filter(|recognized| recognized.reason != Reason::Default) else {
        return format!(
            "`{bytes}` is not UTF-8, and the encoding is not recognized: if you know it, name it with `-f`"
        );
    };
    if recognized.encoding == "UTF-8" {
        return ill_formed(error);
    }
    let (found, label) = match found(&recognized) {
        Some(found) => (Some(found.name()), label(&found, recognized.encoding)),
        None => (None, recognized.encoding),
    };
    let is = match (recognized.reason, recognized.certainty) {
        (Reason::Signature, _) => format!("is {label}, by its signature"),
        (Reason::Declared, _) => format!("is {label}, as it declares"),
        (_, Certainty::Certain) => format!("is {label}"),
        (_, Certainty::Possible) => format!("may be {label}"),
        (_, certainty) => format!("is {certainty} {label}"),
    };
    match found {
        Some(name) => format!("`{bytes}` is not UTF-8; the input {is}: use `-f auto`, or `-f {name}`"),
        None => format!("`{bytes}` is not UTF-8; the input {is}, which cannot be converted"),
    }
}

/// Returns the encoding of a recognized text, unless it cannot be converted.
fn found(recognized: &Recognized) -> Option<Encoding> {
    Some(match (recognized.reason, recognized.encoding) {
        // These remove the signature that gives the byte order.
        (Reason::Signature, "UTF-16LE" | "UTF-16BE") => Encoding::Utf16,
        (Reason::Signature, "UTF-32LE" | "UTF-32BE") => Encoding::Utf32,
        (Reason::Signature, "UCS-4LE" | "UCS-4BE") => Encoding::Ucs4(None),
        (_, name) => return encodings::recognized(name).ok(),
    })
}

/// Returns the encoding that was recognized, and a sentence about it.
fn named(recognized: Option<Recognized>, head: &[u8]) -> (Encoding, String) {
    let as_utf8 = |why: &str| (Encoding::UTF_8, format!("taken as UTF-8{why}"));
    let Some(recognized) = recognized else {
        return as_utf8("");
    };
    let name = recognized.encoding;
    let Some(found) = found(&recognized) else {
        return as_utf8(&format!(
            ": it is {} in {name}, which cannot be converted",
            recognized.certainty
        ));
    };
    let why = why(&recognized, head);
    (found, format!("taken as {}{why}", label(&found, name)))
}

/// Returns the name to show: that of the byte order, if the signature gives it.
fn label<'a>(found: &Encoding, name: &'a str) -> &'a str {
    match found {
        Encoding::Utf16 | Encoding::Utf32 | Encoding::Ucs4(None) => name,
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
        Reason::WellFormed if recognized.shifts > 0 => {
            let shifts = counted(recognized.shifts, "shift");
            format!(": it is ASCII; if its {shifts} of UTF-7 are meant, use `-f UTF-7`")
        }
        Reason::Statistics => format!(", which is {}: it is not UTF-8", recognized.certainty),
        _ => String::new(),
    }
}
