//! The rule `misread`: text of a legacy encoding that was decoded as another, as `Ëó÷øèå` for `Лучшие`.

use crate::definition::{Definition, Example, Found, Search};
#[cfg(feature = "legacy")]
use crate::fix::Fix;
use crate::judgement::Judgement;
#[cfg(feature = "legacy")]
use crate::misread::Misread;
use crate::scene::Scene;
#[cfg(feature = "legacy")]
use crate::words::{Words, shortened};
use std::ops::Range;

pub(crate) const RULE: Definition = Definition {
    name: "misread",
    description: "text of a legacy encoding that was decoded as another",
    documentation: "\
A program took a text in one legacy encoding for one in another, and converted it to UTF-8. `Лучшие` in windows-1251, read as
windows-1252, became `Ëó÷øèå`; `München` in windows-1252, read as windows-1251, became `Mьnchen`; `你好吗` in GBK, read as
windows-1252, became `ÄãºÃÂð`; `München`, read as GBK, became `M黱chen`. The text is well-formed.

Any letters can be those of another encoding, so only the models of languages tell. A hypothesis is a pair of encodings. It
counts if the text that comes out is much more probable than the one that stands there, after what is against it: words that it leaves, or
makes no more probable, and how rare the mistake is. Words near by decide together. What is very likely is reported as `once`, with
the text as it was, and `utf8 fix` restores it. What is only `likely`, as a word by itself is, it restores with `--likely`. It leaves what is
`uncertain`, because another pair of encodings yields a text that is about as likely.

`\u{951F}\u{65A4}\u{62F7}`, which is U+FFFD in UTF-8 that was decoded as GBK, is `lost`, and so is `\u{70EB}\u{70EB}\u{70EB}`, which memory
without a text is in GBK.

A word of 960 bytes or more, as a paragraph of Chinese without a space may be, is not restored to characters of two bytes.

It can be wrong about words of a language without a model, and names, so it is off by default.",
    clause: "RFC 3629 section 3",
    url: "https://www.rfc-editor.org/rfc/rfc3629#section-3",
    examples: &[
        Example::found(
            "\u{CB}\u{F3}\u{F7}\u{F8}\u{E8}\u{E5} \u{F6}\u{E5}\u{ED}\u{FB}".as_bytes(),
            "once",
        ),
        Example::clean("Лучшие цены".as_bytes()),
        Example::found("M\u{44C}nchen;Z\u{44C}rich".as_bytes(), "once"),
        Example::clean("München;Zürich".as_bytes()),
        Example::found(
            "\u{C7}\u{EB}\u{CA}\u{E4}\u{C8}\u{EB}\u{C3}\u{DC}\u{C2}\u{EB}".as_bytes(),
            "once",
        ),
        Example::clean("请输入密码".as_bytes()),
    ],
    is_heuristic: true,
    search: Search::Own {
        precedence: 7,
        next,
    },
    ..Definition::EMPTY
};

/// What bytes became that say nothing of a text, each with its end: what they were.
const LOST: &[(&str, &str)] = &[
    (
        "\u{951F}\u{65A4}\u{62F7}",
        "U+FFFD in UTF-8 that was decoded as GBK: what it replaces is lost",
    ),
    (
        "\u{70EB}\u{70EB}\u{70EB}",
        "memory that nothing was written to, in GBK: there never was a text",
    ),
    (
        "\u{5C6F}\u{5C6F}\u{5C6F}",
        "memory that nothing was written to, in GBK: there never was a text",
    ),
];

/// The number of those in a row that are one finding.
const MOST_LOST: usize = 16;

/// Returns what was misread next.
fn next(scene: &Scene<'_>, from: usize) -> Option<(Range<usize>, Found)> {
    let judged = |(place, judgement)| (place, Found::Judged(Box::new(judgement)));
    let misread = next_misread(scene, from);
    let end = misread.as_ref().map_or(scene.body.end, |(place, _)| place.start);
    next_lost(scene, from..end).or(misread).map(judged)
}

/// Returns what is lost first of what begins in a range.
fn next_lost(scene: &Scene<'_>, range: Range<usize>) -> Option<(Range<usize>, Judgement)> {
    let (at, lost, what) = LOST
        .iter()
        .filter_map(|&(lost, what)| {
            let end = scene.bytes.len().min(range.end + lost.len() - 1);
            let bytes = scene.bytes.get(range.start..end)?;
            let at = range.start + memchr::memmem::find(bytes, lost.as_bytes())?;
            Some((at, lost, what))
        })
        .min_by_key(|&(at, ..)| at)?;
    let again = scene.bytes[at..].chunks(lost.len()).take(MOST_LOST);
    let count = again.take_while(|bytes| *bytes == lost.as_bytes()).count();
    let judgement = Judgement::new(("lost".into(), format!("`{lost}` is {what}")));
    Some((at..at + count * lost.len(), judgement))
}

#[cfg(not(feature = "legacy"))]
fn next_misread(_: &Scene<'_>, _: usize) -> Option<(Range<usize>, Judgement)> {
    None
}

#[cfg(feature = "legacy")]
fn next_misread(scene: &Scene<'_>, from: usize) -> Option<(Range<usize>, Judgement)> {
    let misread = scene.misread_from(from)?;
    let judgement = judge(misread, scene.options.likely);
    (misread.range.start < scene.body.end).then(|| (misread.range.clone(), judgement))
}

/// Returns what there is to say. `likely`: what is likely is repaired, too.
#[cfg(feature = "legacy")]
fn judge(misread: &Misread, likely: bool) -> Judgement {
    let is_repaired = misread.rival.is_none() && (misread.is_certain || likely);
    Judgement {
        fix: match is_repaired {
            true => Fix::Replace(misread.meant.clone()),
            false => Fix::None,
        },
        ..Judgement::new(words(misread))
    }
}

/// Returns the kind and the message.
#[cfg(feature = "legacy")]
fn words(misread: &Misread) -> Words {
    let Misread { read_as, was, .. } = misread;
    let meant = shortened(&misread.meant);
    if let Some((other, rival)) = &misread.rival {
        let message = format!(
            "this is uncertain: text that was decoded as another encoding is `{meant}` if it was in {was} and `{}` if it was \
             in {other}, so `utf8 fix` leaves it",
            shortened(rival)
        );
        return ("uncertain".into(), message);
    }
    if misread.is_certain {
        let message = format!("this is very likely `{meant}`: {was} that was decoded as {read_as}");
        return ("once".into(), message);
    }
    let message = format!(
        "this is likely `{meant}`: {was} that was decoded as {read_as}; `utf8 fix --likely` repairs it"
    );
    ("likely".into(), message)
}
