//! The rule `double-encoded`: UTF-8 that was decoded as another encoding and encoded again, as `Ã©` for `é`.

use crate::definition::{Definition, Example, Found, Search};
use crate::double_encoded::{Doubt, Reading, Run, Why};
use crate::fix::Fix;
use crate::judgement::{Judgement, Outcome, Until};
use crate::options::Options;
use crate::rules::{Level, Rule};
use crate::scene::Scene;
use crate::words::abbreviated;
use std::ops::Range;
use utf8kit::utf8;

pub(crate) const RULE: Definition = Definition {
    name: "double-encoded",
    is_default: true,
    level: Level::Error,
    description: "UTF-8 that was decoded as another encoding and encoded again",
    documentation: "\
A program took a text in UTF-8 for one in another encoding and converted it to UTF-8. Through windows-1252, `é` became `Ã©` and `’` became
`â€™`; through windows-1251, `é` became `Г©`; through IBM437, `├⌐`. Programs that do that again make it worse: kind `twice`. The text is
well-formed, so nothing but people notices. Section 3 of RFC 3629 has one sequence for each character: the one for `é` is `C3 A9`, and
`C3 83 C2 A9` are the sequences of two other characters.

A hypothesis is an encoding, one of 53 single-byte ones, GBK, Big5, EUC-KR, Shift_JIS, EUC-JP or UTF-16, and how often the mistake was made,
up to five times. UTF-16 makes a character of each two bytes, of ASCII too: `bush` becomes `\u{7562}\u{6873}`. What stands there must be
bytes of well-formed UTF-8 in it, and the text that comes out must be much more probable under the models of 69 languages, and of Chinese,
Japanese and Korean, than what stands there; all text near by decides together. What is very likely is reported as `once` or `twice`, and
`utf8 fix` undoes it. With `--likely`, what is likely counts, too. The rule leaves what is `uncertain`, because another reading is about as
likely; another place of the text can decide that.

Some text lost bytes since: those without a character were dropped or became U+FFFD or `?`, a no-break space became a space, a field was cut,
capitals became small letters, letters became references, a line was broken inside. That is `cut`, and the rest of its line is `uncertain`,
because what remains of a word that is undone in part can no longer be told from what somebody wrote. With `--restore`, `utf8 fix` undoes such
lines where only one character fits each place, by the same models: kind `restored`.

The correct form beside it, backticks around it, or guillemets around one character, show that somebody wrote it on purpose: it is not
reported.",
    clause: "RFC 3629 section 3",
    url: "https://www.rfc-editor.org/rfc/rfc3629#section-3",
    examples: &[
        Example::found("caf\u{C3}\u{A9}".as_bytes(), "once"),
        Example::clean("SÃO PAULO".as_bytes()),
        Example::found("РџСЂРёРІРµС‚".as_bytes(), "once"),
        Example::clean("Привет".as_bytes()),
    ],
    is_heuristic: true,
    search: Search::Own {
        precedence: 2,
        next,
    },
    ..Definition::EMPTY
};

/// Bytes after which a double-encoded run goes on as another finding, which bounds the memory for one. They count from the
/// start of the run, so that the findings do not depend on the blocks.
const LONGEST_RUN: u64 = 256 << 10;

/// Bytes after a body in which units of its last run may begin. The margin has enough text after them to judge them by.
const PAST_BODY: usize = 448;

/// Returns the next run, or what remains of one.
fn next(scene: &Scene<'_>, from: usize) -> Option<(Range<usize>, Found)> {
    let runs = scene.runs();
    let after = runs.partition_point(|run| run.range.end <= from);
    let units = runs[after..]
        .iter()
        .filter_map(|run| Some((run, run.next_unit(from)?)));
    let mut within = units.take_while(|&(_, at)| at < scene.body.end);
    within.find_map(|(run, at)| part(scene, run, at))
}

/// Returns the part of `run` from `at` on that is to be reported next: all of it, if it is not longer than a finding may be, and
/// does not go on far behind the body. Returns `None` if neither the run nor what remains of it begins at `at`.
fn part(scene: &Scene<'_>, run: &Run, at: usize) -> Option<(Range<usize>, Found)> {
    let reported = scene.reported(Rule::DoubleEncoded);
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
    let judgement = judge(
        &scene.bytes[place.clone()],
        part.run,
        [continues, is_continued],
        &scene.options,
    );
    Some((place, Found::Judged(Box::new(judgement))))
}

/// Returns what there is to say of a run. `continues`: it is of the same finding as the part before it. `is_continued`: another
/// part of the same finding begins where it ends.
fn judge(bytes: &[u8], run: Run, [continues, is_continued]: [bool; 2], options: &Options) -> Judgement {
    let words = |kind: &'static str, message: &dyn Fn() -> String| {
        let mut words = (kind.into(), String::new());
        if options.has_descriptions {
            words.1 = message();
        }
        if options.has_explanations {
            words.1.push_str(&explanation(run.why.as_deref()));
        }
        words
    };
    let own = words(kind(&run), &|| message(bytes, &run));
    let outcomes = run.readings.iter().map(|reading| Outcome {
        encodings: reading.encodings,
        words: words("once", &|| message_once(bytes, reading)),
        fix: Fix::Replace(reading.meant.clone()),
    });
    let outcomes = outcomes.collect();
    let is_decided = run.readings.is_empty();
    Judgement {
        until: match is_decided {
            true => Until::Nothing,
            false => Until::ThroughIsKnown,
        },
        is_run: is_decided && is_continued,
        continues: continues.then(|| run.meant.clone()),
        outcomes,
        evidence: run.evidence,
        fix: match run.can_be_undone() {
            true => Fix::Replace(run.meant),
            false => Fix::None,
        },
        ..Judgement::new(own)
    }
}

/// Returns what a message says of what speaks for a run. Without evidence, a pattern of windows-1252 decided.
fn explanation(why: Option<&Why>) -> String {
    let Some(why) = why else {
        return "; correct text hardly has such characters side by side".to_owned();
    };
    let bits = |count: i32| format!("{count} bit{}", if count == 1 { "" } else { "s" });
    let second = match &why.second {
        None => "no other encoding makes it more likely than it is".to_owned(),
        Some(second) => format!(
            "second best is `{}`, decoded as {}, {} behind",
            abbreviated(&second.meant),
            second.through.name(),
            bits(second.behind)
        ),
    };
    format!(
        "; the text here is {} more likely that way; {second}",
        bits(why.bits)
    )
}

/// Returns the start of the text of a run, which is well-formed.
fn text(bytes: &[u8]) -> &str {
    /// A message shows less.
    const MOST: usize = 256;
    let start = &bytes[..utf8::floor_boundary(bytes, bytes.len().min(MOST))];
    utf8::validate(start).unwrap_or_default()
}

/// Returns the kind of a run.
fn kind(run: &Run) -> &'static str {
    match run.times {
        _ if run.is_cut => "cut",
        _ if !run.readings.is_empty() || run.doubt.is_some() => "uncertain",
        _ if run.is_restored && !run.meant.is_empty() => "restored",
        1 => "once",
        _ => "twice",
    }
}

/// Returns the message for text that was encoded more than once.
fn message(bytes: &[u8], run: &Run) -> String {
    let ending = match run.times {
        1 => String::new(),
        2 => ", twice".to_owned(),
        times => format!(", {times} times"),
    };
    let (shown, through) = (abbreviated(text(bytes)), run.through.name());
    if run.is_cut {
        return format!(
            "`{shown}` is probably UTF-8 that was decoded as {through} and encoded again; bytes of it are lost, so \
             `utf8 fix` leaves it; `--restore` undoes its line where only one character fits each place"
        );
    }
    if !run.readings.is_empty() {
        return undecided(&shown, &run.readings);
    }
    if let Some(doubt) = run.doubt {
        return doubtful(&shown, run, doubt);
    }
    if run.meant.is_empty() {
        return format!(
            "`{shown}` is probably U+FEFF, a signature inside the text: UTF-8 that was decoded as {through} and encoded \
             again{ending}; the repair removes it"
        );
    }
    let mut message = format!(
        "`{shown}` is probably `{}`: UTF-8 that was decoded as {through} and encoded again{ending}",
        abbreviated(&run.meant),
    );
    if run.is_restored {
        message.push_str("; bytes of it are lost, but no other character fits");
    }
    message
}

/// Returns the message for text that was encoded twice, in one of its readings.
fn message_once(bytes: &[u8], reading: &Reading) -> String {
    let shown = abbreviated(text(bytes));
    format!(
        "`{shown}` is probably `{}`: UTF-8 that was decoded as {} and encoded again, as other places of this text show",
        abbreviated(&reading.meant),
        reading.encodings.names(),
    )
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
        Doubt::Lost => "bytes of text beside it are lost",
    };
    format!(
        "`{shown}` is uncertain: it looks like `{meant}`, UTF-8 that was decoded as {} and encoded again, but {why}, so \
         `utf8 fix` leaves it",
        run.through.name()
    )
}
