//! The rule `misread`: text of a legacy encoding that was decoded as another, as `Ëó÷øèå` for `Лучшие`.

use crate::definition::{Definition, Example, Found, Search};
#[cfg(feature = "legacy")]
use crate::fix::Fix;
#[cfg(feature = "legacy")]
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
windows-1252, became `Ëó÷øèå`; `München` in windows-1252, read as windows-1251, became `Mьnchen`. The text is well-formed.

Any letters can be those of another encoding, so only the models of languages tell. A hypothesis is a pair of encodings. It
counts if the text that comes out is much more probable than the one that stands there, after what is against it: words that it leaves, or
makes no more probable, and how rare the mistake is. Words near by decide together. What is very likely is reported as `once`, with
the text as it was, and `utf8 fix` restores it. What is only `likely`, as a word by itself is, it restores with `--likely`. It leaves what is
`uncertain`, because another pair of encodings yields a text that is about as likely.

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
    ],
    is_heuristic: true,
    search: Search::Own {
        precedence: 7,
        next,
    },
    ..Definition::EMPTY
};

#[cfg(not(feature = "legacy"))]
fn next(_: &Scene<'_>, _: usize) -> Option<(Range<usize>, Found)> {
    None
}

/// Returns what was misread next.
#[cfg(feature = "legacy")]
fn next(scene: &Scene<'_>, from: usize) -> Option<(Range<usize>, Found)> {
    let mut all = scene.misread();
    let misread = all.find(|misread| misread.range.start >= from)?;
    if misread.range.start >= scene.body.end {
        return None;
    }
    let judgement = judge(misread, scene.options.likely);
    Some((misread.range.clone(), Found::Judged(Box::new(judgement))))
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
