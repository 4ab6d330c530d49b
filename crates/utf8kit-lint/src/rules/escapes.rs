//! The rule `escapes`: faults of text that is written in escapes, as `\u00c3\u00a9` for `é`.

use crate::definition::{Definition, Example, Found, Search};
use crate::escape;
use crate::escapes::{Fault, What};
use crate::fix::Fix;
use crate::judgement::Judgement;
use crate::rules::Level;
use crate::scene::Scene;
use crate::words::{Words, abbreviated};
use std::ops::Range;

pub(crate) const RULE: Definition = Definition {
    name: "escapes",
    is_default: true,
    level: Level::Error,
    description: "double-encoded or cut text in escapes: `\\u00c3\\u00a9`, `\\ud83d`",
    documentation: "\
A program that writes JSON, HTML, an address or mail in ASCII writes the mistakes of a text as escapes, where neither people nor checks
of the bytes see them. The rule reads the escapes that a file has by its name, or by how its text begins:

| files | escapes |
| --- | --- |
| JSON, `.properties`, JavaScript, Java, C# | `\\u00e9` |
| Python | `\\u00e9`, `\\U0001f600` |
| HTML, XML, Markdown | `&#233;`, `&#xE9;`, `&eacute;` |
| mail | `=C3=A9`, `=?UTF-8?Q?=C3=A9?=`, `=?UTF-8?B?w6k=?=` |
| all | `%C3%A9` |
| all but source | `\\303\\251`, as Git prints names |

- `double-encoded`: the text was UTF-8, and a program took it for another encoding. The rule `double-encoded` explains how that is found;
  it must be very likely here, too, or likely with `--likely`. `utf8 fix` writes the character in the same escapes: `\\u00e9`.
- `surrogate`: half of a surrogate pair. JSON allows it, but says that programs cannot rely on it (RFC 8259 section 8.2); most write U+FFFD
  or stop. A text was cut between the halves, and the other one is lost. Two halves in references, `&#55357;&#56832;`, are a character;
  `utf8 fix` writes its number: `&#128512;`.
- `bytes`: U+DC80 to U+DCFF, in which Python keeps bytes that are not UTF-8 (`surrogateescape`). If they are UTF-8, `utf8 fix` writes the
  character.
- `cut`: two encoded words of mail that each have a part of a character, which RFC 2047 forbids. Programs show U+FFFD for each.
  `utf8 fix` moves the bytes of one part, if the words stay short enough.
- `ill-formed`, `charset`: an encoded word that is not UTF-8 and says so, or in an encoding that there is not.

In source, only what is double-encoded is reported, and only with `--likely`: tests have such strings for a reason. Halves of pairs in
regular expressions are not reported, nor references and addresses between backticks. Allow other files that have them for a reason with `ignore` in `utf8kit.toml`.",
    clause: "RFC 3629 section 3",
    url: "https://www.rfc-editor.org/rfc/rfc3629#section-3",
    examples: &[
        Example::found(br#"{"a": "caf\u00c3\u00a9"}"#, "double-encoded").in_file("a.json"),
        Example::found(br#"{"a": "\ud83d"}"#, "surrogate").in_file("a.json"),
        Example::found(br#"{"a": "m\udcc3\udca4rz"}"#, "bytes").in_file("a.json"),
        Example::clean(br#"{"a": "\ud83d\ude00 caf\u00e9 \\u00c3\\u00a9"}"#).in_file("a.json"),
        Example::found(b"<p>caf&Atilde;&copy;", "double-encoded").in_file("a.html"),
        Example::found(b"<p>&#55357;&#56832;", "surrogate").in_file("a.html"),
        Example::found(b"https://example.org/caf%C3%83%C2%A9", "double-encoded"),
        Example::clean(b"https://example.org/caf%C3%A9"),
        Example::found(b"Subject: =?UTF-8?Q?caf=C3?=\n =?UTF-8?Q?=A9s?=\n", "cut").in_file("a.eml"),
        Example::found(br#""caf\303\203\302\251.txt""#, "double-encoded"),
        Example::clean(br#""caf\303\251.txt""#),
    ],
    is_heuristic: true,
    search: Search::Own {
        precedence: 7,
        next,
    },
    ..Definition::EMPTY
};

/// Returns the next fault.
fn next(scene: &Scene<'_>, from: usize) -> Option<(Range<usize>, Found)> {
    let faults = scene.faults();
    let next = faults.partition_point(|fault| fault.place.start < from);
    let fault = faults
        .get(next)
        .filter(|fault| fault.place.start < scene.body.end)?;
    let judgement = judge(&scene.bytes[fault.place.clone()], fault);
    Some((fault.place.clone(), Found::Judged(Box::new(judgement))))
}

/// Returns what there is to say of a fault in an escape.
fn judge(bytes: &[u8], fault: &Fault) -> Judgement {
    let clause = match &fault.what {
        What::Surrogate(_) | What::Pair(_) | What::Bytes(..) => "RFC 3629 section 3",
        What::Cut(_) | What::IllFormed(_) => "RFC 2047 section 5",
        What::Charset(_) => "RFC 2047 section 2",
        What::DoubleEncoded { .. } => "RFC 3629 section 3",
    };
    Judgement {
        clause: Some(clause),
        fix: fault.repair.clone().map_or(Fix::None, Fix::Replace),
        ..Judgement::new(words(bytes, fault))
    }
}

/// Returns the kind and the message of a fault.
fn words(bytes: &[u8], fault: &Fault) -> Words {
    let escaped = abbreviated(&String::from_utf8_lossy(bytes));
    match &fault.what {
        What::DoubleEncoded {
            shown,
            meant,
            through,
            times,
        } => {
            let ending = match times {
                1 => String::new(),
                2 => ", twice".to_owned(),
                times => format!(", {times} times"),
            };
            let message = format!(
                "`{escaped}` is `{}`, which is probably `{}`: UTF-8 that was decoded as {} and encoded again{ending}",
                abbreviated(shown),
                abbreviated(meant),
                through.name(),
            );
            ("double-encoded".into(), message)
        }
        What::Surrogate(unit) => {
            let (half, other) = match unit {
                0xD800..=0xDBFF => ("first", "second"),
                _ => ("second", "first"),
            };
            let message = format!(
                "`{escaped}` is U+{unit:04X}, the {half} half of a surrogate pair without the {other}: it is no character, and \
                 programs stop or read U+FFFD"
            );
            ("surrogate".into(), message)
        }
        What::Pair(c) => {
            let message = format!(
                "`{escaped}` is U+{:04X} `{}`, but references have whole characters: programs read U+FFFD twice, or stop",
                u32::from(*c),
                abbreviated(&c.to_string()),
            );
            ("surrogate".into(), message)
        }
        What::Bytes(kept, text) => {
            let hex = escape::hex(kept);
            let message = match text {
                Some(text) => format!(
                    "`{escaped}` is probably `{}`: Python kept its bytes, `{hex}`, as surrogates (`surrogateescape`)",
                    abbreviated(text),
                ),
                None => format!(
                    "`{escaped}` is probably the byte `{hex}`, which is not UTF-8 here: Python kept it as a surrogate \
                     (`surrogateescape`)"
                ),
            };
            ("bytes".into(), message)
        }
        What::Cut(c) => {
            let message = format!(
                "`{}` is cut: an encoded word ends inside of it, and the next one has its last bytes, but each must have whole \
                 characters",
                abbreviated(&c.to_string()),
            );
            ("cut".into(), message)
        }
        What::IllFormed(sequence) => {
            let message = format!(
                "`{}` in the encoded word `{escaped}` is not UTF-8",
                escape::hex(sequence)
            );
            ("ill-formed".into(), message)
        }
        What::Charset(name) => {
            let message = format!(
                "the encoded word `{escaped}` is in `{}`: no encoding has this name",
                abbreviated(name)
            );
            ("charset".into(), message)
        }
    }
}
