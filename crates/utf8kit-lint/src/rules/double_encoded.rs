//! The rule `double-encoded`: UTF-8 that was decoded as Windows-1252 or Latin-1 and encoded again, as `Ã©` for `é`.

use crate::definition::{Confirm, Definition, Example, Found, Head, Pattern, Search, within};
use crate::double_encoded::{self, Doubt, Reading, Run, Through};
use crate::fix::Fix;
use crate::judgement::{Judgement, Outcome, Until};
use crate::rules::{Level, Rule};
use crate::scene::Scene;
use crate::words::{Words, abbreviated};
use std::ops::Range;

pub(crate) const RULE: Definition = Definition {
    name: "double-encoded",
    is_default: true,
    level: Level::Error,
    description: "UTF-8 that was decoded as Windows-1252 and encoded again",
    documentation: "\
A program took a text in UTF-8 for Windows-1252 or Latin-1 and converted it to UTF-8: `é` became `Ã©`, and `’` became `â€™`. Programs
that do that again make it worse: kind `twice`. The text is well-formed, so nothing but people notices. Section 3 of RFC 3629 has one
sequence for each character: the one for `é` is `C3 A9`, and `C3 83 C2 A9` are the sequences of two other characters.

The rule reports what no correct text has. What it reports as `once` or `twice`, `utf8 fix` undoes. It leaves what is `cut`, because bytes
are lost, and what is `uncertain`, because another reading is possible. The correct form beside it, or backticks around it, show that
somebody wrote it on purpose: it is not reported.",
    clause: "RFC 3629 section 3",
    url: "https://www.rfc-editor.org/rfc/rfc3629#section-3",
    examples: &[
        Example::found("caf\u{C3}\u{A9}".as_bytes(), "once"),
        Example::clean("SÃO PAULO".as_bytes()),
    ],
    is_heuristic: true,
    search: Search::Patterns {
        patterns: [Pattern::new(Head::Frequent(0xC3), begins), Pattern::NONE],
        confirm: Confirm::By(confirm),
    },
    ..Definition::EMPTY
};

/// Bytes after which a double-encoded run goes on as another finding, which bounds the memory for one. They count from the
/// start of the run, so that the findings do not depend on the blocks.
const LONGEST_RUN: u64 = 256 << 10;

/// Bytes after a body in which units of its last run may begin. The margin has enough text after them to judge them by.
const PAST_BODY: usize = 448;

/// Matches U+00C2..=U+00F4 before U+0080..=U+00BF or a character that Windows-1252 has at 0x80..=0x9F, or before U+FFFD, and
/// U+00C3 before a space.
#[inline(always)]
fn begins(x: u8, y: u8, z: u8) -> bool {
    let is_byte = (z | 0x20 == 0xE2) | within(z, 0xC5, 0xC6) | (z == 0xCB) | (z == 0xEF);
    (x == 0xC3) & within(y, 0x82, 0xB4) & (is_byte | ((y == 0x83) & (z == b' ')))
}

/// Returns the run that begins at `at`, if it went through Windows-1252, or what remains of one there.
fn confirm(scene: &Scene<'_>, at: usize, _: char) -> Option<(Range<usize>, Found)> {
    if !double_encoded::may_begin(&scene.bytes[at..]) {
        return None;
    }
    let runs = scene.runs();
    let index = runs.partition_point(|run| run.range.end <= at);
    let run = runs
        .get(index)
        .filter(|run| run.through == Through::Windows1252)?;
    part(scene, run, at, Rule::DoubleEncoded)
}

/// Returns the part of `run` from `at` on that `rule` is to report next: all of it, if it is not longer than a finding may be, and
/// does not go on far behind the body. Returns `None` if neither the run nor what remains of it begins at `at`.
pub(super) fn part(scene: &Scene<'_>, run: &Run, at: usize, rule: Rule) -> Option<(Range<usize>, Found)> {
    let reported = scene.reported(rule);
    let known = scene.body.start.max(scene.place(reported.end));
    if at != run.range.start && run.range.start >= known {
        return None;
    }
    let offset = scene.start + at as u64;
    let continues = at > run.range.start && reported.end == offset && offset - reported.start < LONGEST_RUN;
    let first = if continues { reported.start } else { offset };
    let limit = scene.place(first + LONGEST_RUN);
    let visible = match scene.is_last {
        true => usize::MAX,
        false => scene.body.end + PAST_BODY,
    };
    let to_next = visible < limit;
    let mut part = run.part(at, visible.min(limit), to_next)?;
    let mut is_continued = to_next && !part.is_all;
    if is_continued && part.run.range.end >= limit {
        // The next unit belongs to another finding.
        part = run.part(at, limit, false)?;
        is_continued = false;
    }
    let place = part.run.range.clone();
    let judgement = judge(&scene.bytes[place.clone()], part.run, continues, is_continued);
    Some((place, Found::Judged(Box::new(judgement))))
}

/// Returns what there is to say of a run. `continues`: it is of the same finding as the part before it. `is_continued`: another
/// part of the same finding begins where it ends.
fn judge(bytes: &[u8], run: Run, continues: bool, is_continued: bool) -> Judgement {
    let words = words(bytes, &run);
    let outcomes = run.readings.iter().map(|reading| Outcome {
        encodings: reading.encodings,
        words: words_once(bytes, reading),
        fix: Fix::Replace(reading.meant.clone()),
    });
    let is_decided = run.readings.is_empty();
    Judgement {
        until: match is_decided {
            true => Until::Nothing,
            false => Until::ThroughIsKnown,
        },
        is_run: is_decided && is_continued,
        continues: continues.then(|| run.meant.clone()),
        outcomes: outcomes.collect(),
        evidence: run.evidence,
        fix: match run.can_be_undone() {
            true => Fix::Replace(run.meant),
            false => Fix::None,
        },
        ..Judgement::new(words)
    }
}

/// Returns the kind and the message for text that was encoded more than once.
fn words(bytes: &[u8], run: &Run) -> Words {
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
fn words_once(bytes: &[u8], reading: &Reading) -> Words {
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
