//! The messages of findings, except those about ill-formed sequences and signatures.

use crate::bidi;
use crate::double_encoded::Run;
use crate::escape;
use crate::legacy::Guess;
use crate::rule::Rule;
use std::borrow::Cow;
use utf8kit::signature::Signature;
use utf8kit::{Encoding, Endian};

/// A finding's kind and message.
pub(crate) type Words = (Cow<'static, str>, String);

/// Returns the kind and the message for a character that its rule reports wherever it stands.
pub(crate) fn character(rule: Rule, c: char) -> Words {
    let number = number(c);
    let (kind, message) = match rule {
        Rule::Nul => ("nul", "U+0000 in text".to_owned()),
        Rule::ReplacementChar => (
            "replacement-char",
            format!("{number} replaces something that could not be decoded and is lost"),
        ),
        Rule::InnerFeff => (
            "inner-feff",
            format!("{number} inside the text; to join words, use U+2060 WORD JOINER"),
        ),
        Rule::Noncharacter => (
            "noncharacter",
            format!("{number} is a noncharacter, which is not for interchange"),
        ),
        _ if c.is_ascii() => ("c0", format!("{number} is a control character")),
        _ => ("c1", format!("{number} is a control character")),
    };
    (kind.into(), message)
}

/// Returns the kind and the message for a character that reorders text: one that is not closed in its line, or any.
pub(crate) fn bidi(c: char, is_unpaired: bool) -> Words {
    let (number, name) = (number(c), bidi::name(c));
    if is_unpaired {
        let message = format!("{number} {name} is not closed in its line and reorders the text after it");
        ("unpaired".into(), message)
    } else {
        ("present".into(), format!("{number} {name}"))
    }
}

/// Returns the kind and the message for text that was encoded more than once.
pub(crate) fn double_encoded(bytes: &[u8], run: &Run) -> Words {
    let (kind, ending) = match run.times {
        1 => ("once", String::new()),
        2 => ("twice", ", twice".to_owned()),
        times => ("twice", format!(", {times} times")),
    };
    let message = format!(
        "`{}` is probably `{}`: UTF-8 that was decoded as Windows-1252 or Latin-1 and encoded again{ending}",
        abbreviated(&String::from_utf8_lossy(bytes)),
        abbreviated(&run.meant),
    );
    (kind.into(), message)
}

/// Returns the kind and the message for text that is `nfc` in Normalization Form C.
pub(crate) fn not_nfc(bytes: &[u8], nfc: &str) -> Words {
    let text = String::from_utf8_lossy(bytes);
    (
        "not-nfc".into(),
        format!("{} is {} in NFC", numbers(&text), numbers(nfc)),
    )
}

/// Returns the kind and the message for a text in UTF-16 or UTF-32.
pub(crate) fn wide(encoding: Encoding, signature: Option<Signature>) -> Words {
    let name = match encoding {
        Encoding::Utf16(Endian::Little) => "UTF-16LE",
        Encoding::Utf16(Endian::Big) => "UTF-16BE",
        Encoding::Utf32(Endian::Little) => "UTF-32LE",
        Encoding::Utf32(Endian::Big) => "UTF-32BE",
        _ => "UTF-8",
    };
    let message = match signature {
        None => format!(
            "the text is almost certainly in {name}, not UTF-8: its zero bytes stand where {name} has them"
        ),
        Some(Signature::Utf32(Endian::Little)) => format!(
            "the text is in {name}, not UTF-8: it starts with the signature `FF FE 00 00` (in UTF-16LE, it would start \
             with a signature and U+0000)"
        ),
        Some(signature) => format!(
            "the text is in {name}, not UTF-8: it starts with the signature `{}`",
            escape::hex(signature.bytes())
        ),
    };
    (name.into(), message)
}

/// Returns the kind and the message for a text in a legacy encoding.
pub(crate) fn legacy(guess: &Guess) -> Words {
    let name = guess.encoding.name();
    let message = format!(
        "the text is {} in {name}, not UTF-8; this is its first ill-formed sequence",
        guess.certainty
    );
    (name.into(), message)
}

fn number(c: char) -> String {
    format!("U+{:04X}", u32::from(c))
}

/// Returns the first code points of `text`.
fn numbers(text: &str) -> String {
    let numbers: Vec<_> = text.chars().take(8).map(number).collect();
    numbers.join(" ")
}

/// Returns the beginning of a run, safe to print.
fn abbreviated(text: &str) -> String {
    const LONGEST: usize = 24;
    let mut shown = String::new();
    for c in text.chars().take(LONGEST) {
        escape::push_char(&mut shown, c);
    }
    if text.chars().nth(LONGEST).is_some() {
        shown.push('…');
    }
    shown
}
