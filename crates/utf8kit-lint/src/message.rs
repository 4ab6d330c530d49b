//! The messages of findings, except those about ill-formed sequences and signatures.

use crate::bidi;
use crate::certainty::Certainty;
use crate::confusable::Mixed;
use crate::declared::Declaration;
use crate::double_encoded::{Doubt, Reading, Run};
use crate::escape;
use crate::invisible;
use crate::legacy::Guess;
use crate::relatives::Relation;
use crate::rule::Rule;
use crate::stray::Stray;
use crate::wide::wide_name;
use std::borrow::Cow;
use std::fmt::Write;
use utf8kit::signature::Signature;
use utf8kit::{Encoding, Endian, Number};
use utf8kit_encodings::hangul;

/// A finding's kind and message.
pub(crate) type Words = (Cow<'static, str>, String);

/// Returns the kind for a code point that its rule reports wherever it stands. `before` is the text before it, at least one
/// character.
pub(crate) fn code_point_kind(rule: Rule, code_point: u32, before: &str) -> &'static str {
    match rule {
        Rule::InnerFeff => match before.chars().next_back() {
            Some('\n' | '\r') => "line-start",
            Some('\u{FEFF}') => "repeated",
            _ => "inner-feff",
        },
        Rule::Control if code_point < 0x80 => "c0",
        Rule::Control => "c1",
        rule => rule.name(),
    }
}

/// Returns the kind and the message for a code point that its rule reports wherever it stands. `before` is the text
/// before it, at least one character.
pub(crate) fn code_point(rule: Rule, code_point: u32, before: &str) -> Words {
    let number = Number(code_point);
    let kind = code_point_kind(rule, code_point, before);
    let message = match rule {
        Rule::Nul => "U+0000 in text".to_owned(),
        Rule::ReplacementChar => {
            format!("{number} replaces something that could not be decoded and is lost")
        }
        Rule::InnerFeff => inner_feff(kind),
        Rule::Noncharacter => format!("{number} is a noncharacter, which is not for interchange"),
        Rule::NetUnicode => format!("{number} is not in Net-Unicode (RFC 5198)"),
        Rule::UnicodeScalars => format!("{number} is not a Unicode scalar value (RFC 9839)"),
        Rule::XmlCharacters => format!("{number} is not a character of XML (RFC 9839)"),
        Rule::UnicodeAssignables => format!("{number} is not a Unicode assignable (RFC 9839)"),
        _ => format!("{number} is a control character"),
    };
    (kind.into(), message)
}

/// Returns the message for U+FEFF of a kind.
fn inner_feff(kind: &str) -> String {
    let place = match kind {
        "line-start" => {
            "at the start of a line: if it is the signature of a file that was joined to the text before it"
        }
        "repeated" => "after U+FEFF: if the text was signed twice, or signed files were joined here",
        _ => {
            "inside the text, where it is a character: if it is the signature of a file that was joined here"
        }
    };
    format!(
        "U+FEFF {place}, `utf8 fix --inner-feff remove` removes it; if it joins words, `--inner-feff word-joiner` writes \
         U+2060"
    )
}

/// Returns what the message of a run of `count` places ends with.
pub(crate) fn run(count: u64) -> String {
    format!("; the first of {count} in a row")
}

/// Returns what the message of an ill-formed sequence ends with, if it is text of a legacy encoding.
pub(crate) fn stray(stray: &Stray) -> String {
    let mut character = String::new();
    escape::push_char(&mut character, stray.character);
    let encoding = stray.encoding;
    format!("; in {encoding} it is `{character}`: `utf8 fix --on-error as:{encoding}` writes that")
}

/// What shows that a file is binary.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Binary {
    Nul,
    Pdf,
    Image,
    Controls,
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

/// Returns the kind and the message for `text`, which is between U+3400 and U+4DFF in a text that also has Hangul.
pub(crate) fn old_hangul(text: &str) -> Words {
    let syllables: String = text
        .chars()
        .map(|c| hangul::from_unicode_1_1(c).unwrap_or(c))
        .collect();
    let message = format!(
        "`{}` in Korean text was `{}` in Unicode 1.1, which had Hangul at U+3400..=U+4DFF; if this is such text, convert \
         it from `UNICODE-1-1-UTF-8`",
        abbreviated(text),
        abbreviated(&syllables),
    );
    ("old-hangul".into(), message)
}

/// The clause about the label `UNICODE-1-1-UTF-8`.
pub(crate) const LABEL_CLAUSE: &str = "RFC 2279 section 5";

/// Returns the kind and the message for a text that is labelled `UNICODE-1-1-UTF-8`.
pub(crate) fn unicode_1_1(finding: hangul::Finding) -> Words {
    let (kind, message) = match finding {
        hangul::Finding::Mixed => (
            "mixed",
            "the text has Hangul at code points of Unicode 1.1 and, here, at those of today: no label is correct for both",
        ),
        hangul::Finding::WrongLabel => (
            "wrong-label",
            "the text has Hangul at the code points of today, not of Unicode 1.1: its label must be `UTF-8`, not \
             `UNICODE-1-1-UTF-8`",
        ),
        _ => (
            "needless-label",
            "the text has no Hangul: its label should be `UTF-8`, not `UNICODE-1-1-UTF-8`",
        ),
    };
    (kind.into(), message.to_owned())
}

/// Returns what the message of an ill-formed sequence ends with, if the text is well-formed in some dialects.
/// `at_end`: the end of the text is reached.
pub(crate) fn well_formed_in(found: &Relation, at_end: bool) -> String {
    let names: Vec<_> = found.dialects.iter().map(|dialect| dialect.name()).collect();
    let Relation { from, to, .. } = found;
    let part = match (from, at_end) {
        (0, true) => "the whole text".to_owned(),
        (0, false) => format!("the text up to offset {to}"),
        (_, true) => "the text from here on".to_owned(),
        (_, false) => format!("the text from here to offset {to}"),
    };
    let label = found
        .dialects
        .first()
        .map_or("", |&dialect| utf8kit_encodings::Encoding::Base(dialect).name());
    format!(
        "; {part} is well-formed in {}: check it with `--as {label}`",
        names.join(" and in ")
    )
}

/// Returns the kind and the message for a character that reorders text: one that is not closed in its line, or any.
pub(crate) fn bidi(c: char, is_unpaired: bool) -> Words {
    let (number, name) = (Number(c.into()), bidi::name(c));
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
    let shown = String::from_utf8_lossy(bytes);
    let (shown, through) = (abbreviated(&shown), run.encodings.names());
    if run.is_cut {
        let message = format!(
            "`{shown}` is probably UTF-8 that was decoded as {through} and encoded again; bytes of it are lost, so it \
             cannot be undone"
        );
        return ("cut".into(), message);
    }
    if !run.readings.is_empty() {
        return ("uncertain".into(), undecided(&shown, &run.readings));
    }
    if let Some(doubt) = run.doubt {
        return ("uncertain".into(), doubtful(&shown, run, doubt));
    }
    if run.meant.is_empty() {
        let message = format!(
            "`{shown}` is probably U+FEFF, a signature inside the text: UTF-8 that was decoded as {through} and encoded \
             again{ending}; the repair removes it"
        );
        return (kind.into(), message);
    }
    let message = format!(
        "`{shown}` is probably `{}`: UTF-8 that was decoded as {through} and encoded again{ending}",
        abbreviated(&run.meant),
    );
    (kind.into(), message)
}

/// Returns the kind and the message for text that was encoded twice, in one of its readings.
pub(crate) fn double_encoded_once(bytes: &[u8], reading: &Reading) -> Words {
    let shown = abbreviated(&String::from_utf8_lossy(bytes));
    let message = format!(
        "`{shown}` is probably `{}`: UTF-8 that was decoded as {} and encoded again, as other places of this text show",
        abbreviated(&reading.meant),
        reading.encodings.names(),
    );
    ("once".into(), message)
}

/// Returns the message for text that encodings yield different text for.
fn undecided(shown: &str, readings: &[Reading]) -> String {
    let choices: Vec<String> = readings
        .iter()
        .map(|reading| {
            format!(
                "`{}` if it was decoded as {}",
                abbreviated(&reading.meant),
                reading.encodings.names()
            )
        })
        .collect();
    format!(
        "`{shown}` is uncertain: UTF-8 that was decoded as another encoding and encoded again is {}; nothing in this text \
         decides, so `utf8 fix` leaves it",
        choices.join(" and ")
    )
}

/// Returns the message for text that is not undone, because of a doubt.
fn doubtful(shown: &str, run: &Run, doubt: Doubt) -> String {
    let meant = abbreviated(&run.meant);
    let why = match doubt {
        Doubt::Capital => "a word of small letters would have a capital inside",
        Doubt::Symbol => "a word would have a symbol inside",
        Doubt::Remainder => "what would remain looks misread, too",
        Doubt::Encoding => "another encoding would yield another letter",
    };
    format!(
        "`{shown}` is uncertain: it looks like `{meant}`, UTF-8 that was decoded as {} and encoded again, but {why}, so \
         `utf8 fix` leaves it",
        run.encodings.names()
    )
}

/// Returns the kind and the message for text that is `nfc` in Normalization Form C.
pub(crate) fn not_nfc(bytes: &[u8], nfc: &str) -> Words {
    let text = String::from_utf8_lossy(bytes);
    (
        "not-nfc".into(),
        format!("{} is {} in NFC", numbers(&text), numbers(nfc)),
    )
}

/// Returns the message for a character that shows nothing and does nothing.
pub(crate) fn invisible(c: char, kind: invisible::Kind) -> Words {
    let number = Number(c.into());
    let message = match kind {
        invisible::Kind::Tag => match u8::try_from(u32::from(c) & 0x7F) {
            Ok(ascii @ 0x20..0x7F) => format!(
                "{number} is a tag character, `{}` that nothing shows, outside a flag",
                char::from(ascii)
            ),
            _ => format!("{number} is a tag character outside a flag"),
        },
        invisible::Kind::SoftHyphen => {
            format!(
                "{number}{} shows nothing unless a line breaks here",
                invisible::name(c)
            )
        }
        invisible::Kind::VariationSelector => {
            format!("{number} is a variation selector, but the character before it has no variants")
        }
        invisible::Kind::Filler | invisible::Kind::ZeroWidth => {
            format!(
                "{number}{} shows nothing and has no effect here",
                invisible::name(c)
            )
        }
    };
    (kind.name().into(), message)
}

/// Returns the kind and the message for a word whose letters are from more than one script.
pub(crate) fn confusable(mixed: &Mixed) -> Words {
    let [(before, script_before), (c, script)] = mixed.letters;
    let message = format!(
        "`{}` mixes {script_before} and {script}: {} is {script_before}, {} is {script}",
        abbreviated(&mixed.word),
        Number(before.into()),
        Number(c.into()),
    );
    ("mixed-script".into(), message)
}

/// Returns the kind and the message for a text in UTF-16 or UTF-32.
///
/// From the offset `other_from` on it holds something else.
pub(crate) fn wide(
    encoding: Encoding,
    signature: Option<Signature>,
    certainty: Certainty,
    other_from: Option<u64>,
) -> Words {
    let name = wide_name(encoding);
    let how_sure = match certainty {
        Certainty::Certain => format!("in {name}"),
        _ => format!("{certainty} in {name}"),
    };
    let mut message = match signature {
        None => format!("the text is {how_sure}, not UTF-8: its zero bytes stand where {name} has them"),
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
    let how_sure = match guess.is_declared {
        true => format!("in {name}, as it declares"),
        false => format!("{} in {name}", adverb(guess.certainty)),
    };
    let message = format!(
        "the text is {how_sure}, not UTF-8; in {name}, this line is `{}`",
        shortened(line)
    );
    (name.into(), message)
}

/// Returns the kind and the message for a text that declares an encoding and is in `actual`.
pub(crate) fn wrong_declaration(declaration: &Declaration, actual: &'static str, how_sure: &str) -> Words {
    let message = format!(
        "the text declares `{}`, but is {how_sure}{actual}: correct the declaration, or convert the text",
        declaration.name
    );
    (actual.into(), message)
}

/// Returns the kind and the message for a text in an encoding of seven bits, with `line` decoded from it.
pub(crate) fn seven_bit(encoding: &'static str, line: &str) -> Words {
    let message = format!(
        "the text is very likely in {encoding}, not UTF-8; in {encoding}, this line is `{}`",
        shortened(line)
    );
    (encoding.into(), message)
}

/// Returns the part of a line with its first character that is not ASCII, safe to print.
fn shortened(line: &str) -> String {
    const LONGEST: usize = 60;
    let line = line.trim();
    let first = line.chars().position(|c| !c.is_ascii()).unwrap_or(0);
    let left_out = if first < LONGEST / 2 {
        0
    } else {
        first - LONGEST / 3
    };
    let mut shown = String::new();
    if left_out > 0 {
        shown.push('…');
    }
    for c in line.chars().skip(left_out).take(LONGEST) {
        escape::push_char(&mut shown, c);
    }
    if line.chars().nth(left_out + LONGEST).is_some() {
        shown.push('…');
    }
    shown
}

/// Returns the first code points of `text`.
fn numbers(text: &str) -> String {
    let numbers: Vec<_> = text
        .chars()
        .take(8)
        .map(|c| Number(c.into()).to_string())
        .collect();
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
