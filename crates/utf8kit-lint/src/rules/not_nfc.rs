//! The rule `not-nfc`: text that is not in Normalization Form C.

use crate::classes::{Classes, SOME, utf8_len};
use crate::definition::{Definition, Example, Found, Search};
use crate::fix::Fix;
use crate::judgement::Judgement;
use crate::scene::Scene;
use crate::words::{Words, numbers};
use std::ops::Range;
use std::sync::LazyLock;
use unicode_normalization::char::{canonical_combining_class, compose, decompose_canonical};
use unicode_normalization::{IsNormalized, is_nfc_quick};
use utf8kit::utf8;

pub(crate) const RULE: Definition = Definition {
    name: "not-nfc",
    description: "text that is not in Normalization Form C",
    documentation: "\
`é` can be one code point, or `e` and a combining accent. Both look equal, and a program that compares bytes takes them for different.
In Normalization Form C, which most texts are in and the Internet prefers, it is one.

Text in the form of another system, such as names of files of macOS, is reported: each cluster that changes in Form C. `utf8 fix
--select not-nfc` writes what it is there.",
    clause: "UAX #15",
    url: "https://www.unicode.org/reports/tr15/",
    examples: &[
        Example::found("cafe\u{301}".as_bytes(), "not-nfc"),
        Example::clean("café".as_bytes()),
    ],
    search: Search::Own {
        precedence: 1,
        next,
    },
    ..Definition::EMPTY
};

fn next(scene: &Scene<'_>, from: usize) -> Option<(Range<usize>, Found)> {
    let (place, nfc) = find(scene.bytes, from, scene.body.end)?;
    let judgement = Judgement::new(words(&scene.bytes[place.clone()], &nfc));
    let judgement = Judgement {
        fix: Fix::Replace(nfc),
        ..judgement
    };
    Some((place, Found::Judged(Box::new(judgement))))
}

/// Returns the kind and the message for text that is `nfc` in Normalization Form C.
fn words(bytes: &[u8], nfc: &str) -> Words {
    let text = String::from_utf8_lossy(bytes);
    let message = format!("{} is {} in NFC", numbers(&text), numbers(nfc));
    (RULE.name.into(), message)
}

/// Bytes of a cluster that are normalized together.
const LONGEST: usize = 256;

/// Returns `true` if `c` begins a cluster: it neither combines with the characters before it nor moves before them.
fn is_boundary(c: char) -> bool {
    c.is_ascii()
        || (canonical_combining_class(c) == 0 && is_nfc_quick(std::iter::once(c)) != IsNormalized::Maybe)
}

/// The classes of characters: 0 for those that are in the form beside any other, [`EXAMINE`] for those that may not be, and the
/// canonical combining class for the others, which only have to be in order.
static CLASSES: LazyLock<Classes> = LazyLock::new(|| Classes::new(class));

/// The class of characters that are not in the form by themselves or may compose with the one before.
const EXAMINE: u8 = SOME;

fn class(c: char) -> u8 {
    match is_nfc_quick(std::iter::once(c)) {
        IsNormalized::Yes => canonical_combining_class(c),
        _ => EXAMINE,
    }
}

/// Returns the first cluster in `bytes[from..]`, beginning before `to`, that is not in Normalization Form C, and what it
/// is in that form.
///
/// Most characters never need to be normalized, and marks that are in order do not either. Only clusters with others are
/// examined.
fn find(bytes: &[u8], from: usize, to: usize) -> Option<(Range<usize>, String)> {
    let is_ascii = bytes.get(from..to)?.is_ascii();
    if is_ascii && bytes.get(to).is_none_or(u8::is_ascii) {
        return None;
    }
    let classes = &*CLASSES;
    // The end of the last mark that was in order, and its class.
    let mut mark = (from, 0);
    // Clusters before it were examined.
    let mut examined = from;
    let found = classes.find(bytes, from, to, |at, class| {
        if at < examined {
            return None;
        }
        let before = if mark.0 == at { mark.1 } else { 0 };
        if class != EXAMINE && before <= class {
            mark = (at + utf8_len(bytes[at]), class);
            return None;
        }
        if class == EXAMINE && before == 0 && at > examined && is_uncomposed(bytes, at) {
            // Marks after it have to be in order after it.
            let (Ok(c), len) = utf8::decode_first(&bytes[at..])? else {
                return None;
            };
            mark = (at + len, canonical_combining_class(c));
            return None;
        }
        let start = cluster_start(bytes, at, examined);
        let (end, found) = examine(bytes, start, to);
        examined = end;
        found
    });
    // The last cluster may reach further.
    found.or_else(|| {
        let is_cut = to > from && examined < to && matches!(bytes.get(to), Some(0x80..));
        let start = is_cut.then(|| cluster_start(bytes, to, examined))?;
        (start < to).then(|| examine(bytes, start, to).1)?
    })
}

/// Returns `true` if the character at `at` does not compose with the one before it, which begins a cluster, is in the form and
/// has no marks in it, before which this one could move.
fn is_uncomposed(bytes: &[u8], at: usize) -> bool {
    let (Some((Ok(base), _)), Some((Ok(c), _))) =
        (utf8::decode_last(&bytes[..at]), utf8::decode_first(&bytes[at..]))
    else {
        return false;
    };
    let mut is_plain = true;
    decompose_canonical(base, |part| is_plain &= part == base);
    is_plain
        && class(base) == 0
        && is_nfc_quick(std::iter::once(c)) == IsNormalized::Maybe
        && compose(base, c).is_none()
}

/// Returns where the cluster begins that the character at `at` belongs to, not before `from`.
fn cluster_start(bytes: &[u8], at: usize, from: usize) -> usize {
    let is_mark = |at: usize| match utf8::decode_first(&bytes[at..]) {
        Some((Ok(c), _)) => !is_boundary(c),
        _ => false,
    };
    let mut start = at;
    while start > from && is_mark(start) {
        match utf8::decode_last(&bytes[from..start]) {
            Some((Ok(_), len)) => start -= len,
            _ => break,
        }
    }
    start
}

/// Examines the cluster at `start` in the parts that are normalized together and begin before `to`. Returns its end and the
/// first part that is not in the form, if there is one.
fn examine(bytes: &[u8], start: usize, to: usize) -> (usize, Option<(Range<usize>, String)>) {
    let mut at = start;
    loop {
        let mut end = at;
        let mut is_cut = false;
        while let Some((Ok(c), len)) = utf8::decode_first(&bytes[end..]) {
            is_cut = end - at >= LONGEST;
            if end > at && (is_cut || is_boundary(c)) {
                break;
            }
            end += len;
        }
        // It is well-formed, as the loop has found.
        let cluster = utf8::validate(&bytes[at..end]).unwrap_or_default();
        if !is_nfc(cluster) {
            return (end, Some((at..end, nfc(cluster))));
        }
        at = end;
        if !is_cut || at >= to {
            return (at.max(start + 1), None);
        }
    }
}

fn is_nfc(text: &str) -> bool {
    match is_nfc_quick(text.chars()) {
        IsNormalized::Yes => true,
        IsNormalized::No => false,
        IsNormalized::Maybe => nfc(text) == text,
    }
}

/// Returns `text` in Normalization Form C, by the algorithm of Unicode section 3.11. The crate's iterator refers to the tables of
/// compatibility decompositions, too, of 60 KB.
fn nfc(text: &str) -> String {
    let mut parts: Vec<(u8, char)> = Vec::new();
    for c in text.chars() {
        decompose_canonical(c, |part| {
            let class = canonical_combining_class(part);
            // A mark goes before those of higher classes.
            let before = parts
                .iter()
                .rev()
                .take_while(|&&(other, _)| class != 0 && other > class);
            let at = parts.len() - before.count();
            parts.insert(at, (class, part));
        });
    }
    let mut composed: Vec<char> = Vec::new();
    // The last character that begins a cluster, and the class of the last one that did not become a part of it.
    let mut base = None;
    let mut last = None;
    for (class, c) in parts {
        let is_beside = last.is_none_or(|last| last < class);
        if let Some(at) = base.filter(|_| is_beside)
            && let Some(both) = compose(composed[at], c)
        {
            composed[at] = both;
            continue;
        }
        if class == 0 {
            (base, last) = (Some(composed.len()), None);
        } else {
            last = Some(class);
        }
        composed.push(c);
    }
    composed.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use unicode_normalization::UnicodeNormalization;

    #[test]
    fn every_character_and_random_clusters_are_composed_as_unicode_says() {
        let is_same = |text: &str| {
            assert_eq!(
                nfc(text),
                text.nfc().collect::<String>(),
                "{}",
                text.escape_unicode()
            );
            assert_eq!(
                is_nfc(text),
                unicode_normalization::is_nfc(text),
                "{}",
                text.escape_unicode()
            );
        };
        let mut parts = Vec::new();
        for c in '\0'..=char::MAX {
            is_same(c.encode_utf8(&mut [0; 4]));
            if canonical_combining_class(c) != 0 || is_nfc_quick(std::iter::once(c)) != IsNormalized::Yes {
                parts.push(c);
            }
        }
        parts.extend("aeiouAEIOUqK\u{1100}\u{1161}\u{AC00}\u{915}\u{30AB}".chars());
        let mut state = 1_u64;
        let mut random = |below: usize| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (state >> 33) as usize % below
        };
        for _ in 0..100_000 {
            let len = 1 + random(6);
            let text: String = (0..len).map(|_| parts[random(parts.len())]).collect();
            is_same(&text);
        }
    }

    #[test]
    fn the_cluster_is_found_with_its_base() {
        let text = "plain é e\u{301}x";
        let at = text.find("e\u{301}").unwrap();
        assert_eq!(
            find(text.as_bytes(), 0, text.len()),
            Some((at..at + 3, "é".to_owned()))
        );
        let right = "é ü 한 q\u{308}";
        assert_eq!(find(right.as_bytes(), 0, right.len()), None);
        assert_eq!(
            find("\u{1112}\u{1161}\u{11AB}".as_bytes(), 0, 9),
            Some((0..9, "한".to_owned()))
        );
        assert_eq!(find("\u{212B}".as_bytes(), 0, 3), Some((0..3, "Å".to_owned())));
        assert_eq!(find(b"\xFFa\xFFe\xCC\x81", 0, 6), Some((3..6, "é".to_owned())));
    }

    #[test]
    fn a_cluster_belongs_to_the_block_of_its_base() {
        let text = "ae\u{301}".as_bytes();
        assert_eq!(find(text, 0, 2), Some((1..4, "é".to_owned())));
        assert_eq!(find(text, 0, 1), None);
        assert_eq!(find(text, 2, 4), None);
        assert_eq!(find("aé".as_bytes(), 0, 1), None);
        assert_eq!(find(b"a\xFF", 0, 1), None);
    }

    /// Returns what [`find`] does, from an examination of every cluster.
    fn find_slowly(bytes: &[u8], from: usize, to: usize) -> Option<(Range<usize>, String)> {
        let mut at = from;
        while at < to {
            at += bytes[at..to].iter().take_while(|byte| byte.is_ascii()).count();
            // The last ASCII letter may be the base of marks after `to`.
            let is_base_of_marks = at > from && bytes.get(at).is_some_and(|byte| !byte.is_ascii());
            if at >= to && !is_base_of_marks {
                return None;
            }
            let valid = match utf8::validate(&bytes[at..]) {
                Ok(text) => text.len(),
                Err(error) if error.valid_up_to() == 0 => {
                    at += error.bytes().len();
                    continue;
                }
                Err(error) => error.valid_up_to(),
            };
            let end = at + valid;
            // An ASCII letter may be the base of the marks after it.
            if at > from && bytes[at - 1].is_ascii() {
                at -= 1;
            }
            let valid = utf8::validate(&bytes[at..end]).ok()?;
            let mut start = 0;
            while start < valid.len() && at + start < to {
                let rest = &valid[start..];
                let len = rest
                    .char_indices()
                    .skip(1)
                    .find(|&(i, c)| is_boundary(c) || i >= LONGEST)
                    .map_or(rest.len(), |(i, _)| i);
                let cluster = &rest[..len];
                if !cluster.is_ascii() && !is_nfc(cluster) {
                    return Some((at + start..at + start + len, nfc(cluster)));
                }
                start += len;
            }
            at += start;
        }
        None
    }

    type Find = fn(&[u8], usize, usize) -> Option<(Range<usize>, String)>;

    /// The speed in each script: `cargo test --release -p utf8kit-lint --lib -- --ignored --nocapture speed`, with the
    /// directory of the texts in `TEXTS`.
    #[test]
    #[ignore = "measures"]
    fn speed() {
        let start = std::time::Instant::now();
        LazyLock::force(&CLASSES);
        println!("tables: {:?}, {} blocks", start.elapsed(), CLASSES.len());
        let directory = std::env::var("TEXTS").expect("TEXTS names a directory");
        for entry in std::fs::read_dir(directory).unwrap() {
            let path = entry.unwrap().path();
            let text = std::fs::read(&path).unwrap();
            let measure = |find: Find| {
                let mut best = f64::MAX;
                let mut count = 0;
                for _ in 0..7 {
                    let start = std::time::Instant::now();
                    let mut from = 0;
                    count = 0;
                    while let Some((place, _)) = find(&text, from, text.len()) {
                        from = place.end;
                        count += 1;
                    }
                    best = best.min(start.elapsed().as_secs_f64());
                }
                (text.len() as f64 / best / 1e9, count)
            };
            let (fast, slow) = (measure(find), measure(find_slowly));
            println!(
                "{:24} {:6.2} GB/s, before {:5.3} GB/s, findings {} {}",
                path.file_name().unwrap().display(),
                fast.0,
                slow.0,
                fast.1,
                slow.1
            );
        }
    }

    /// Characters that matter, and some that do not.
    const PIECES: &[&str] = &[
        "a",
        "e",
        "\n",
        "é",
        "ж",
        "한",
        "漢",
        "\u{300}",
        "\u{301}",
        "\u{323}",
        "\u{327}",
        "\u{308}",
        "\u{345}",
        "\u{1100}",
        "\u{1161}",
        "\u{11A8}",
        "가",
        "각",
        "\u{915}",
        "\u{929}",
        "\u{928}",
        "\u{93C}",
        "\u{94D}",
        "\u{958}",
        "\u{3099}",
        "か",
        "が",
        "\u{9BE}",
        "\u{9C7}",
        "\u{212B}",
        "\u{F900}",
        "\u{FB1D}",
        "\u{5B0}",
        "\u{5BC}",
        "\u{64B}",
        "\u{651}",
        "\u{653}",
        "\u{627}",
        "\u{11099}",
        "\u{110BA}",
        "\u{1D15E}",
        "\u{1D165}",
        "\u{2F800}",
        "😀",
        "\u{200D}",
        "\u{2000}",
        "\u{CC6}",
        "\u{CC2}",
        "\u{CD5}",
        "\u{1E0A}",
        "\u{344}",
        "\u{F71}",
        "\u{F73}",
        "\u{F72}",
        "\u{E38}",
        "\u{E48}",
    ];

    const ILL_FORMED: &[&[u8]] = &[
        b"\x80",
        b"\xCC",
        b"\xE3\x82",
        b"\xED\xA0\x80",
        b"\xF0\x91\x82",
        b"\xFF",
        b"\xC0\x80",
    ];

    /// Text of characters that matter, with ill-formed sequences, from a seed.
    fn random_text(seed: &mut u64) -> Vec<u8> {
        let mut random = || {
            *seed = seed
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (*seed >> 33) as usize
        };
        let mut text = Vec::new();
        let len = random() % 40;
        for _ in 0..len {
            match random() % 16 {
                0 => text.extend(ILL_FORMED[random() % ILL_FORMED.len()]),
                1 => text.extend("b".repeat(random() % 80).bytes()),
                2 => {
                    let c = char::from_u32((random() % 0x3_0000) as u32).unwrap_or('x');
                    text.extend(c.encode_utf8(&mut [0; 4]).bytes());
                }
                3 if random() % 16 == 0 => text.extend("\u{323}\u{301}".repeat(random() % 100).bytes()),
                _ => text.extend(PIECES[random() % PIECES.len()].bytes()),
            }
        }
        text
    }

    #[test]
    fn the_search_finds_what_an_examination_of_every_cluster_does() {
        let mut seed = 1;
        for _ in 0..60_000 {
            let text = random_text(&mut seed);
            let ends = [
                text.len(),
                crate::block::boundary(&text, text.len() / 2),
                crate::block::boundary(&text, text.len() / 3),
            ];
            for to in ends {
                let mut from = 0;
                loop {
                    let found = find(&text, from, to);
                    assert_eq!(found, find_slowly(&text, from, to), "{from}..{to} of {:X?}", text);
                    let Some((place, _)) = found else { break };
                    from = place.end;
                }
            }
        }
    }

    #[test]
    fn every_character_is_found_or_not_beside_others() {
        for c in '\0'..=char::MAX {
            for text in [format!("{c}"), format!("a{c}b"), format!("\u{301}{c}\u{323}")] {
                assert_eq!(
                    find(text.as_bytes(), 0, text.len()),
                    find_slowly(text.as_bytes(), 0, text.len()),
                    "{c:?}"
                );
            }
        }
    }
}
