//! What a text consists of.

use crate::json::Json;
use crate::memory::{set_output, slice, string};
#[cfg(any(not(feature = "text"), test))]
use utf8kit::Encoding;
use utf8kit::Number;
use utf8kit_lint::inspect::{Item, Items, Meaning, Problem};

/// Outputs the items of a text in the encoding with this label, at most `limit`, as an array. `offset` is that of `src` in the
/// text, and `is_end` says whether the text ends where `src` does. Returns `false` if the label is unknown.
///
/// # Safety
///
/// `src` has `len` bytes, and `label` has `label_len`.
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
pub unsafe extern "C" fn inspect(
    src: *const u8,
    len: usize,
    label: *const u8,
    label_len: usize,
    offset: f64,
    is_end: bool,
    limit: usize,
) -> bool {
    // SAFETY: the caller promises it.
    let (src, label) = unsafe { (slice(src, len), string(label, label_len)) };
    let Some(items) = items(src, label) else {
        set_output(Vec::new());
        return false;
    };
    let mut json = Json::default();
    json.array(|json| {
        // From here on, not every number has a `f64`, and those of items must fit.
        let offset = (offset as u64).min(1 << f64::MANTISSA_DIGITS);
        for item in items.in_text(offset, is_end).take(limit) {
            write_item(json, &item);
            json.turn_page();
        }
    });
    set_output(json.into_bytes());
    true
}

/// Returns the items of a text in the encoding with this label: one of Unicode text, or what browsers or `iconv` read by it.
#[cfg(feature = "text")]
fn items<'a>(src: &'a [u8], label: &str) -> Option<Items<'a>> {
    use utf8kit_encodings::{Encoding, Reading};

    let of_unicode = Encoding::for_label(label, Reading::Iana).filter(|encoding| !encoding.is_legacy());
    let legacy = || {
        [Reading::Web, Reading::Iconv]
            .into_iter()
            .find_map(|reading| Encoding::for_label(label, reading))
    };
    Some(Items::new(src, of_unicode.or_else(legacy)?))
}

/// UTF-8 and its dialects by the names that `utf8kit_encodings` gives them. Its own table of names is larger than this module.
#[cfg(any(not(feature = "text"), test))]
const DIALECTS: [(&str, Encoding); 7] = [
    ("UTF-8", Encoding::Utf8),
    ("CESU-8", Encoding::Cesu8),
    ("Modified-UTF-8", Encoding::ModifiedUtf8),
    ("WTF-8", Encoding::Wtf8),
    ("RFC2279", Encoding::Rfc2279),
    ("Annex-R", Encoding::AnnexR),
    ("Annex-R.5", Encoding::AnnexR5),
];

/// Returns the items of a text in UTF-8 or a dialect: without the feature `text`, the module has only these.
#[cfg(not(feature = "text"))]
fn items<'a>(src: &'a [u8], label: &str) -> Option<Items<'a>> {
    let found = DIALECTS.iter().find(|(name, _)| name.eq_ignore_ascii_case(label));
    found.map(|&(_, dialect)| Items::in_dialect(src, dialect))
}

fn write_item(json: &mut Json, item: &Item) {
    let (kind, numbers): (_, &[u32]) = match &item.meaning {
        Meaning::Numbers(numbers) => ("character", numbers),
        Meaning::Nothing | Meaning::Switch(_) => ("nothing", &[]),
        Meaning::IllFormed(_) => ("ill-formed", &[]),
        Meaning::Incomplete => ("incomplete", &[]),
    };
    json.object(|json| {
        json.key("offset").number(item.offset);
        json.key("kind").string(kind);
        json.key("bytes").array(|json| {
            for byte in &item.bytes {
                json.object(|json| {
                    json.key("value").number(byte.value.into());
                    json.key("role").string(byte.role.name());
                    json.key("prefix").string(&byte.prefix_bits());
                    json.key("payload").string(&byte.payload_bits());
                });
            }
        });
        json.key("characters").array(|json| {
            for &number in numbers {
                json.object(|json| write_character(json, number));
            }
        });
        match item.problem() {
            Some(problem) => json.key("problem").object(|json| write_problem(json, problem)),
            None => json.key("problem").optional(None),
        }
        match &item.remark {
            Some(remark) => json.key("remark").object(|json| {
                json.key("kind").string(&remark.kind);
                json.key("message").string(&remark.reason);
                json.key("clause").string(remark.clause);
            }),
            None => json.key("remark").optional(None),
        }
    });
}

fn write_character(json: &mut Json, number: u32) {
    json.key("number").number(number.into());
    json.key("codePoint").string(&Number(number).to_string());
    let character = char::from_u32(number).map(String::from);
    json.key("character").optional(character.as_deref());
}

fn write_problem(json: &mut Json, problem: &Problem) {
    json.key("kind").string(problem.kind);
    json.key("message").string(&problem.reason);
    json.key("clause").string(problem.clause);
    json.key("rule").string(problem.rule);
    let meant = problem.meant.map(|number| Number(number).to_string());
    json.key("meant").optional(meant.as_deref());
    json.key("acceptedBy").array(|json| {
        for reading in &problem.accepted_by {
            json.object(|json| {
                json.key("encoding").string(reading.encoding);
                json.key("codePoints").array(|json| {
                    for &number in &reading.numbers {
                        json.string(&Number(number).to_string());
                    }
                });
            });
        }
    });
    json.key("windows1252").optional(problem.windows_1252.as_deref());
    json.key("subparts").number(problem.subparts);
}

/// Outputs the names of the encodings that [`inspect`] reads as an array, without legacy encodings.
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
pub extern "C" fn inspect_encodings() {
    #[cfg(feature = "text")]
    let names = utf8kit_encodings::Encoding::all()
        .filter(|encoding| !encoding.is_legacy())
        .map(utf8kit_encodings::Encoding::name);
    #[cfg(not(feature = "text"))]
    let names = DIALECTS.into_iter().map(|(name, _)| name);
    let mut json = Json::default();
    json.array(|json| names.for_each(|name| json.string(name)));
    set_output(json.into_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dialects_have_the_names_of_the_family() {
        assert_eq!(DIALECTS.len(), Encoding::RELATIVES.len());
        for (name, dialect) in DIALECTS {
            let encoding: utf8kit_encodings::Encoding = name.parse().unwrap();
            let found = encoding.utf8_relative().unwrap_or(Encoding::Utf8);
            assert_eq!((found, encoding.name()), (dialect, name));
        }
    }
}
