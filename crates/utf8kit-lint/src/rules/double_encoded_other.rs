//! The rule `double-encoded-other`: the same as `double-encoded` through Windows-1250, -1251 or -1257, ISO-8859-2, MacRoman, CP437,
//! CP850, KOI8-R, GBK or Shift_JIS. It costs more than the other rules together.

use super::double_encoded::part;
use crate::definition::{Definition, Example, Found, Search};
use crate::double_encoded::{self, Through};
use crate::rules::Rule;
use crate::scene::Scene;
use std::ops::Range;

pub(crate) const RULE: Definition = Definition {
    name: "double-encoded-other",
    description: "UTF-8 that was decoded as another encoding and encoded again",
    documentation: "\
As `double-encoded`, for a text that was taken for another encoding than Windows-1252: Windows-1250, -1251 or -1257, ISO-8859-2, MacRoman,
CP437, CP850, KOI8-R, GBK or Shift_JIS. `ü` became `ĂĽ` or `├╝`, `я` became `СЏ`.

It is off by default, because it takes more time than the other rules together. Kinds and repairs are those of `double-encoded`.",
    clause: "RFC 3629 section 3",
    url: "https://www.rfc-editor.org/rfc/rfc3629#section-3",
    examples: &[
        Example::found("РџСЂРёРІРµС‚".as_bytes(), "once"),
        Example::clean("Привет".as_bytes()),
    ],
    is_heuristic: true,
    is_suggested: true,
    search: Search::Own {
        precedence: 2,
        next,
    },
    ..Definition::EMPTY
};

/// Returns the next run that went through another encoding, or what remains of one.
fn next(scene: &Scene<'_>, from: usize) -> Option<(Range<usize>, Found)> {
    double_encoded::next_through_others(scene.bytes, from, scene.body.end)?;
    let runs = scene.runs();
    let after = runs.partition_point(|run| run.range.end <= from);
    runs[after..]
        .iter()
        .filter(|run| run.through != Through::Windows1252)
        .find_map(|run| Some((run, run.next_unit(from)?)))
        .filter(|&(_, at)| at < scene.body.end)
        .and_then(|(run, at)| part(scene, run, at, Rule::DoubleEncodedOther))
}
