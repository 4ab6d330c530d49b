//! The rule `ill-formed`: bytes that are not UTF-8. One finding for each attempted sequence, as `C0 AF` or the six bytes of a
//! CESU-8 pair.

use crate::definition::{Definition, Example};
use crate::encoding::Legacy;
use crate::escape;
use crate::fix::Fix;
use crate::judgement::Judgement;
use crate::relatives::Relation;
use crate::rules::Level;
use crate::stray::{self, Stray};
use utf8kit::{ErrorKind, IllFormed, utf8};

pub(crate) const RULE: Definition = Definition {
    name: "ill-formed",
    is_default: true,
    level: Level::Error,
    description: "bytes that are not UTF-8",
    documentation: "\
A program that reads ill-formed UTF-8 stops, writes U+FFFD and loses what was there, or passes it on to one that does. Overlong
sequences and surrogates have been used to hide characters from checks.

The message says which rule of UTF-8 the bytes break. If they are a character of a legacy encoding that was pasted, it names that
encoding, and if the text is well-formed in a dialect such as CESU-8, the dialect. Surrogates U+DC80 to U+DCFF are bytes that Python kept
(`surrogateescape`): `ED B3 83 ED B2 A4` are `C3 A4`, which is `ä`. `utf8 fix --on-error` repairs: `meant` writes the character that was meant, `as:windows-1252` decodes in an encoding, `replace` writes U+FFFD, `escape` writes the bytes in hexadecimal.",
    clause: "RFC 3629 section 3",
    url: "https://www.rfc-editor.org/rfc/rfc3629#section-3",
    examples: &[
        Example::found(b"/\xC0\xAF", "overlong"),
        Example::found(b"\xED\xA0\x80", "surrogate"),
        Example::found(b"one \xFF", "never-valid"),
        Example::clean("Größe".as_bytes()),
    ],
    has_repair: |kind, _| has_repair(kind),
    ..Definition::EMPTY
};

/// Returns `true` if ill-formed sequences of this kind can stand for a character.
fn has_repair(kind: &str) -> bool {
    kind == ErrorKind::Overlong.name() || kind == ErrorKind::Surrogate.name()
}

/// Returns what there is to say of an ill-formed sequence, which is at `at` in `bytes`. `encoding` is that which the text as a whole is
/// likely in, if it is known.
pub(crate) fn judge(error: &IllFormed, bytes: &[u8], at: usize, encoding: Option<Legacy>) -> Judgement {
    let mut message = error.reason().to_string();
    let fix = fix(error, bytes, at, encoding);
    if let Some(kept) = kept_at(bytes, at) {
        message.push_str(&kept_by_python(&kept));
    }
    if let Fix::OnError {
        stray: Some(stray), ..
    } = &fix
    {
        message.push_str(&in_legacy(stray));
    }
    Judgement {
        clause: Some(error.clause()),
        fix,
        is_run: true,
        ..Judgement::new((error.kind().name().into(), message))
    }
}

/// Returns what the message of an ill-formed sequence ends with, if it is text of a legacy encoding.
fn in_legacy(stray: &Stray) -> String {
    let mut character = String::new();
    escape::push_char(&mut character, stray.character);
    let encoding = stray.encoding;
    format!("; in {encoding} it is `{character}`: `utf8 fix --on-error as:{encoding}` writes that")
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

/// Returns the repair of an ill-formed sequence, which is at `at` in `bytes`.
fn fix(error: &IllFormed, bytes: &[u8], at: usize, encoding: Option<Legacy>) -> Fix {
    let meant = match error.kind() {
        ErrorKind::Overlong | ErrorKind::Surrogate => meant(error.attempt())
            .filter(|&c| c != '\0')
            .map(String::from)
            .or_else(|| kept_at(bytes, at)?.meant),
        _ => None,
    };
    let stray = match error.attempt() {
        &[byte] => encoding
            .and_then(|encoding| stray_in(encoding, byte))
            .or_else(|| stray::of(bytes, at)),
        _ => None,
    };
    Fix::OnError { meant, stray }
}

/// Returns what a byte is in an encoding of single bytes, if it is no control.
fn stray_in(encoding: Legacy, byte: u8) -> Option<Stray> {
    let (text, is_whole) = encoding.decode(&[byte]);
    let character = text.chars().next().filter(|c| is_whole && !c.is_control())?;
    Some(Stray {
        character,
        encoding: encoding.name(),
    })
}

/// Returns the character that an overlong form, or a surrogate pair of CESU-8, stands for.
fn meant(attempt: &[u8]) -> Option<char> {
    let units: Option<Vec<u32>> = match attempt {
        [0xED, _, _, 0xED, _, _] => attempt.chunks(3).map(payload).collect(),
        _ => payload(attempt).map(|number| vec![number]),
    };
    match units?[..] {
        [high @ 0xD800..=0xDBFF, low @ 0xDC00..=0xDFFF] => {
            char::from_u32(0x1_0000 + ((high - 0xD800) << 10) + (low - 0xDC00))
        }
        [number] => char::from_u32(number),
        _ => None,
    }
}

/// A byte that Python kept as a surrogate, as `surrogateescape` does.
pub(crate) struct Kept {
    byte: u8,
    /// The character that the byte begins with those after it, or nothing if it is another byte of such a character.
    pub(crate) meant: Option<String>,
}

/// Returns the byte that Python kept as the surrogate at `at`, if one is there.
pub(crate) fn kept_at(bytes: &[u8], at: usize) -> Option<Kept> {
    let byte_at = |at: usize| match bytes.get(at..at + 3)? {
        &[0xED, high @ (0xB2 | 0xB3), low @ 0x80..=0xBF] => Some((high - 0xB0) << 6 | low & 0x3F),
        _ => None,
    };
    let byte = byte_at(at)?;
    // The first byte of the character: up to three others follow it.
    let continues = |byte: &u8| matches!(byte, 0x80..=0xBF);
    let back = (0..4).find_map(|back| {
        let byte = byte_at(at.checked_sub(3 * back)?)?;
        (!continues(&byte)).then_some(back)
    });
    let back = back.unwrap_or(0);
    let start = at - 3 * back;
    let kept: Vec<u8> = (0..4).map_while(|i| byte_at(start + 3 * i)).collect();
    let meant = match utf8::decode_first(&kept) {
        Some((Ok(c), _)) if back == 0 => Some(c.to_string()),
        Some((Ok(_), len)) if back < len => Some(String::new()),
        _ => None,
    };
    Some(Kept { byte, meant })
}

/// Returns what the message of a surrogate ends with that Python made of a byte.
fn kept_by_python(kept: &Kept) -> String {
    let byte = escape::hex(&[kept.byte]);
    match kept.meant.as_deref() {
        None => format!("; Python kept the byte `{byte}` as it (`surrogateescape`)"),
        Some("") => String::new(),
        Some(text) => format!(
            "; Python kept the byte `{byte}` as it (`surrogateescape`), and those after it: `utf8 fix --on-error meant` writes \
             `{}`",
            escape::text(text.as_bytes())
        ),
    }
}

/// Returns the number that a whole sequence of RFC 2279 holds, be it overlong or not.
fn payload(sequence: &[u8]) -> Option<u32> {
    let (&first, rest) = sequence.split_first()?;
    let length = first.leading_ones() as usize;
    if !(2..=6).contains(&length) || sequence.len() != length {
        return None;
    }
    let first = u32::from(first) & (0x7F >> length);
    rest.iter().try_fold(first, |number, &byte| {
        (byte & 0xC0 == 0x80).then_some(number << 6 | u32::from(byte & 0x3F))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_repaired_by_a_zero_byte() {
        for text in [&b"\xC0\x80"[..], b"\xE0\x80\x80"] {
            let error = utf8kit::utf8::validate(text).unwrap_err();
            let fix = fix(&error, text, 0, None);
            assert!(matches!(fix, Fix::OnError { meant: None, .. }));
        }
    }

    #[test]
    fn bytes_that_python_kept_are_the_character_that_they_were() {
        // `ä`, `€`, `😀`, `E9` and `82 AC`.
        let kept = |bytes: &[u8]| -> Vec<u8> {
            let surrogates = bytes
                .iter()
                .map(|&byte| [0xED, 0xB0 | byte >> 6, 0x80 | byte & 0x3F]);
            surrogates.flatten().collect()
        };
        let meant = |bytes: &[u8]| -> Vec<Option<String>> {
            let text = kept(bytes);
            let places = (0..bytes.len()).map(|i| 3 * i);
            places.map(|at| kept_at(&text, at).unwrap().meant).collect()
        };
        let some = |text: &str| Some(text.to_owned());
        assert_eq!(meant("ä".as_bytes()), [some("ä"), some("")]);
        assert_eq!(
            meant("€ä".as_bytes()),
            [some("€"), some(""), some(""), some("ä"), some("")]
        );
        assert_eq!(meant("😀".as_bytes()), [some("😀"), some(""), some(""), some("")]);
        assert_eq!(meant(b"\xE9\x82\xAC\xE9"), [some("邬"), some(""), some(""), None]);
        assert_eq!(meant(b"\xE9"), [None]);
        assert_eq!(
            meant(b"\xC3\xA4\xA4\xA4\xA4\xA4"),
            [some("ä"), some(""), None, None, None, None]
        );
        assert!(kept_at(b"\xED\xB0\x80", 0).is_none_or(|kept| kept.meant.is_none()));
        assert!(kept_at(b"\xED\xA0\x80", 0).is_none());
    }

    #[test]
    fn overlong_forms_and_surrogate_pairs_stand_for_characters() {
        let cases: [(&[u8], Option<char>); 10] = [
            (b"\xC0\xAF", Some('/')),
            (b"\xC0\x80", Some('\0')),
            (b"\xE0\x82\xAC", Some('\u{AC}')),
            (b"\xF0\x82\x82\xAC", Some('€')),
            (b"\xFC\x80\x80\x80\x80\xAF", Some('/')),
            (b"\xED\xA1\x8C\xED\xBE\xB4", Some('\u{233B4}')),
            (b"\xED\xA0\x80", None),
            (b"\xED\xBE\xB4\xED\xA1\x8C", None),
            (b"\xF4\x90\x80\x80", None),
            (b"\xE0\x82", None),
        ];
        for (attempt, expected) in cases {
            assert_eq!(meant(attempt), expected, "{attempt:X?}");
        }
    }
}
