//! Text of 0 to 64 bytes: what a call costs beside the bytes.

use crate::Options;
use crate::measure::{rounds, seconds};
use crate::report;
use crate::text::{Random, Texts};
use serde_json::{Value, json};
use std::hint::black_box;
use utf8kit::utf8;

const LONGEST: usize = 64;
/// Pieces of each length: too many to be learnt by branch predictors, few enough for the caches.
const PIECES: usize = 2048;

type Pass = Box<dyn Fn(&[&[u8]], &mut [u16]) -> usize>;

struct Contestant {
    name: &'static str,
    pass: Pass,
}

/// The loop over the pieces is in here, so that the call in it can be inlined as in a user's program.
fn contestant(name: &'static str, call: impl Fn(&[u8], &mut [u16]) -> usize + 'static) -> Contestant {
    let pass = move |pieces: &[&[u8]], room: &mut [u16]| {
        pieces
            .iter()
            .fold(0, |sum: usize, piece| sum.wrapping_add(call(piece, room)))
    };
    Contestant {
        name,
        pass: Box::new(pass),
    }
}

/// Ours is the first.
struct Work {
    name: &'static str,
    contestants: Vec<Contestant>,
    /// For each summary: its name and who is in it, of whom the best counts.
    against: &'static [(&'static str, &'static [usize])],
}

fn works() -> [Work; 3] {
    [
        Work {
            name: "validate",
            contestants: vec![
                contestant("utf8kit", |piece, _| usize::from(utf8::validate(piece).is_ok())),
                contestant("std", |piece, _| usize::from(std::str::from_utf8(piece).is_ok())),
                contestant("simdutf", |piece, _| usize::from(simdutf::validate_utf8(piece))),
            ],
            against: &[("std", &[1]), ("simdutf", &[2])],
        },
        Work {
            name: "utf8-to-utf16",
            contestants: vec![
                contestant("utf8kit", |piece, room| utf8::to_utf16(piece, room).unwrap_or(0)),
                contestant("encoding_rs", |piece, room| {
                    encoding_rs::mem::convert_utf8_to_utf16_without_replacement(piece, room).unwrap_or(0)
                }),
                contestant("decoder", |piece, room| {
                    let mut decoder = encoding_rs::UTF_8.new_decoder_without_bom_handling();
                    decoder.decode_to_utf16_without_replacement(piece, room, true).2
                }),
                contestant("lossy", encoding_rs::mem::convert_utf8_to_utf16),
                contestant("simdutf", |piece, room| {
                    assert!(room.len() >= piece.len());
                    // SAFETY: it writes at most one unit for each byte, for which the line above has found room.
                    unsafe { simdutf::convert_utf8_to_utf16(piece.as_ptr(), piece.len(), room.as_mut_ptr()) }
                }),
            ],
            against: &[("encoding_rs", &[1, 2, 3]), ("simdutf", &[4])],
        },
        Work {
            name: "count-utf8",
            contestants: vec![
                contestant("utf8kit", |piece, _| utf8::count(piece)),
                contestant("std", |piece, _| {
                    std::str::from_utf8(piece).map_or(0, |text| text.chars().count())
                }),
                contestant("simdutf", |piece, _| simdutf::count_utf8(piece)),
            ],
            against: &[("std", &[1]), ("simdutf", &[2])],
        },
    ]
}

pub fn run(options: &Options, texts: &Texts) -> Result<Value, String> {
    let french = texts.named(&["french", "latin"]);
    let chinese = texts.named(&["chinese"]);
    let ascii: String = french.chars().filter(char::is_ascii).collect();
    // Of the Latin pieces one in eight is of another script, as names are in the text of programs.
    let kinds: [(&str, [&str; 8]); 3] = [
        ("ascii", [&ascii; 8]),
        (
            "latin",
            [chinese, french, french, french, french, french, french, french],
        ),
        ("cjk", [chinese; 8]),
    ];
    let mut tables = Vec::new();
    for work in works() {
        for (kind, sources) in &kinds {
            if kind.contains(&options.cell) {
                tables.push(table(&work, kind, sources, options)?);
            }
        }
    }
    Ok(json!({ "operation": "short", "tables": tables }))
}

/// Prints and returns a row for each length.
fn table(work: &Work, kind: &str, sources: &[&str; 8], options: &Options) -> Result<Value, String> {
    println!(
        "\n{}, {kind}: nanoseconds a call; a summary's part of ours",
        work.name
    );
    print!("{:>8}", "bytes");
    work.contestants
        .iter()
        .for_each(|contestant| print!("{:>12}", contestant.name));
    work.against.iter().for_each(|(name, _)| print!("{name:>12}"));
    println!();
    let mut rows = Vec::new();
    let mut parts = vec![Vec::new(); work.against.len()];
    for length in (0..=LONGEST).map(Some).chain([None]) {
        let name = length.map_or("any".to_owned(), |length| length.to_string());
        let times = measure(work, kind != "ascii", sources, length, options)?;
        print!("{name:>8}");
        times.iter().for_each(|time| print!("{time:12.2}"));
        for ((_, who), parts) in work.against.iter().zip(&mut parts) {
            let best = who.iter().map(|&i| times[i]).fold(f64::INFINITY, f64::min);
            let part = times[0] / best;
            print!("{part:11.2}x");
            parts.push((part, name.clone()));
        }
        println!();
        rows.push(json!({ "bytes": name, "nanoseconds": times }));
    }
    let names: Vec<_> = work
        .contestants
        .iter()
        .map(|contestant| contestant.name)
        .collect();
    let mut summaries = Vec::new();
    for ((against, _), parts) in work.against.iter().zip(&parts) {
        let (any, parts) = parts.split_last().expect("there is a row for each length");
        let mean = report::geometric_mean(parts.iter().map(|part| part.0));
        let (most, length) = parts
            .iter()
            .max_by(|a, b| a.0.total_cmp(&b.0))
            .expect("there is a row for each length");
        println!(
            "{}, {kind}: of the time of {against} {mean:.2} (geometric mean), {most:.2} at worst ({length} bytes), {:.2} \
             with lengths mixed",
            work.name, any.0
        );
        summaries.push(json!({
            "against": against, "geometric_mean": mean, "worst": most, "worst_length": length, "mixed": any.0,
        }));
    }
    Ok(
        json!({ "operation": work.name, "text": kind, "contestants": names, "rows": rows, "summaries": summaries }),
    )
}

/// The nanoseconds that each contestant takes for a piece of this length, at its best; of pieces of all lengths for
/// `None`.
fn measure(
    work: &Work,
    mixed: bool,
    sources: &[&str; 8],
    length: Option<usize>,
    options: &Options,
) -> Result<Vec<f64>, String> {
    let mut random = Random(length.map_or(99, |length| length as u64));
    let texts: Vec<String> = (0..PIECES)
        .map(|i| {
            let length = length.unwrap_or_else(|| random.below(LONGEST + 1));
            piece(sources[i % 8], length, mixed, &mut random)
        })
        .collect();
    // One after the other with gaps, so that they begin anywhere.
    let (mut bytes, mut places) = (Vec::new(), Vec::new());
    for text in &texts {
        bytes.resize(bytes.len() + random.below(16), 0);
        places.push(bytes.len()..bytes.len() + text.len());
        bytes.extend(text.as_bytes());
    }
    let mut pieces: Vec<&[u8]> = places.into_iter().map(|place| &bytes[place]).collect();
    let mut room = vec![0; LONGEST + 64];

    let mut expected = None;
    for contestant in &work.contestants {
        let sum = (contestant.pass)(&pieces, &mut room);
        if *expected.get_or_insert(sum) != sum {
            return Err(format!("{}: {} has another result", work.name, contestant.name));
        }
    }
    let mut best = vec![f64::INFINITY; work.contestants.len()];
    rounds(options.time / 40, |round| {
        // In another order each time, so that nobody knows it.
        for i in (1..pieces.len()).rev() {
            pieces.swap(i, random.below(i + 1));
        }
        for turn in 0..best.len() {
            let who = (turn + round) % best.len();
            let pass = &work.contestants[who].pass;
            let seconds = seconds(1, || {
                black_box(pass(black_box(&pieces), &mut room));
            });
            best[who] = best[who].min(seconds * 1e9 / PIECES as f64);
        }
    });
    Ok(best)
}

/// Exactly `length` bytes from anywhere in `text`; with more than ASCII in them if they are to be `mixed` and it fits.
fn piece(text: &str, length: usize, mixed: bool, random: &mut Random) -> String {
    loop {
        let start = text.floor_char_boundary(random.below(text.len() - LONGEST));
        let end = text.floor_char_boundary(start + length);
        let mut piece = text[start..end.max(start)].to_owned();
        if !mixed || length < 3 || !piece.is_ascii() {
            piece.extend(std::iter::repeat_n('.', length - piece.len()));
            return piece;
        }
    }
}
