//! Measures text of 0 to 64 bytes: the constant cost of a call.

use crate::measure::{rounds, seconds};
use crate::options::Options;
use crate::report;
use crate::simdutf;
use crate::text::{Random, Texts};
use serde_json::{Value, json};
use std::hint::black_box;
use utf8kit::utf8;

const LONGEST: usize = 64;
/// The number of pieces of each length: too many for branch predictors to learn, few enough for the caches.
const PIECES: usize = 2048;

type Pass = Box<dyn Fn(&[&[u8]], &mut [u16]) -> usize>;

struct Implementation {
    name: &'static str,
    pass: Pass,
}

/// Returns an implementation with a loop over the pieces, into which `call` can be inlined as in a user's program.
fn implementation(name: &'static str, call: impl Fn(&[u8], &mut [u16]) -> usize + 'static) -> Implementation {
    let pass = move |pieces: &[&[u8]], units: &mut [u16]| {
        pieces
            .iter()
            .fold(0, |sum: usize, piece| sum.wrapping_add(call(piece, units)))
    };
    Implementation {
        name,
        pass: Box::new(pass),
    }
}

/// An operation and its implementations, of which the first is utf8kit's.
struct Operation {
    name: &'static str,
    implementations: Vec<Implementation>,
    /// The name and the implementations of each summary. The fastest of these counts.
    against: &'static [(&'static str, &'static [usize])],
}

fn operations() -> [Operation; 3] {
    [
        Operation {
            name: "validate",
            implementations: vec![
                implementation("utf8kit", |piece, _| usize::from(utf8::validate(piece).is_ok())),
                implementation("std", |piece, _| usize::from(std::str::from_utf8(piece).is_ok())),
                implementation("simdutf", |piece, _| usize::from(simdutf::validate_utf8(piece))),
            ],
            against: &[("std", &[1]), ("simdutf", &[2])],
        },
        Operation {
            name: "utf8-to-utf16",
            implementations: vec![
                implementation("utf8kit", |piece, units| {
                    utf8::to_utf16(piece, units).unwrap_or(0)
                }),
                implementation("encoding_rs", |piece, units| {
                    encoding_rs::mem::convert_utf8_to_utf16_without_replacement(piece, units).unwrap_or(0)
                }),
                implementation("decoder", |piece, units| {
                    let mut decoder = encoding_rs::UTF_8.new_decoder_without_bom_handling();
                    decoder.decode_to_utf16_without_replacement(piece, units, true).2
                }),
                implementation("lossy", encoding_rs::mem::convert_utf8_to_utf16),
                implementation("simdutf", |piece, units| {
                    assert!(units.len() >= piece.len());
                    // SAFETY: it writes at most one code unit for each byte, and the assertion checks that they fit.
                    unsafe { simdutf::convert_utf8_to_utf16(piece.as_ptr(), piece.len(), units.as_mut_ptr()) }
                }),
            ],
            against: &[("encoding_rs", &[1, 2, 3]), ("simdutf", &[4])],
        },
        Operation {
            name: "count-utf8",
            implementations: vec![
                implementation("utf8kit", |piece, _| utf8::count(piece)),
                implementation("std", |piece, _| {
                    std::str::from_utf8(piece).map_or(0, |text| text.chars().count())
                }),
                implementation("simdutf", |piece, _| simdutf::count_utf8(piece)),
            ],
            against: &[("std", &[1]), ("simdutf", &[2])],
        },
    ]
}

pub fn run(options: &Options, texts: &Texts) -> Result<Value, String> {
    let french = texts.named(&["french", "latin"]);
    let chinese = texts.named(&["chinese"]);
    let ascii: String = french.chars().filter(char::is_ascii).collect();
    // One of eight Latin pieces has another script, as names in texts often have.
    let kinds: [(&str, [&str; 8]); 3] = [
        ("ascii", [&ascii; 8]),
        (
            "latin",
            [chinese, french, french, french, french, french, french, french],
        ),
        ("cjk", [chinese; 8]),
    ];
    let mut tables = Vec::new();
    for operation in operations() {
        for (kind, sources) in &kinds {
            if kind.contains(&options.cell) {
                tables.push(table(&operation, kind, sources, options)?);
            }
        }
    }
    Ok(json!({ "operation": "short", "tables": tables }))
}

/// Prints and returns a row for each length.
fn table(operation: &Operation, kind: &str, sources: &[&str; 8], options: &Options) -> Result<Value, String> {
    println!(
        "\n{}, {kind}: nanoseconds per call; the ratio of utf8kit's time to the best of each summary",
        operation.name
    );
    print!("{:>8}", "bytes");
    operation
        .implementations
        .iter()
        .for_each(|implementation| print!("{:>12}", implementation.name));
    operation
        .against
        .iter()
        .for_each(|(name, _)| print!("{name:>12}"));
    println!();
    let mut rows = Vec::new();
    let mut ratios = vec![Vec::new(); operation.against.len()];
    for length in (0..=LONGEST).map(Some).chain([None]) {
        let name = length.map_or("any".to_owned(), |length| length.to_string());
        let times = measure(operation, kind != "ascii", sources, length, options)?;
        print!("{name:>8}");
        times.iter().for_each(|time| print!("{time:12.2}"));
        for ((_, implementations), ratios) in operation.against.iter().zip(&mut ratios) {
            let best = implementations
                .iter()
                .map(|&i| times[i])
                .fold(f64::INFINITY, f64::min);
            let ratio = times[0] / best;
            print!("{ratio:11.2}x");
            ratios.push((ratio, name.clone()));
        }
        println!();
        rows.push(json!({ "bytes": name, "nanoseconds": times }));
    }
    let names: Vec<_> = operation
        .implementations
        .iter()
        .map(|implementation| implementation.name)
        .collect();
    let mut summaries = Vec::new();
    for ((against, _), ratios) in operation.against.iter().zip(&ratios) {
        let (any, ratios) = ratios.split_last().expect("there is a row for each length");
        let mean = report::geometric_mean(ratios.iter().map(|ratio| ratio.0));
        let (most, length) = ratios
            .iter()
            .max_by(|a, b| a.0.total_cmp(&b.0))
            .expect("there is a row for each length");
        println!(
            "{}, {kind}: utf8kit's time divided by that of {against}: geometric mean {mean:.2}, maximum {most:.2} ({length} \
             bytes), {:.2} with mixed lengths",
            operation.name, any.0
        );
        summaries.push(json!({
            "against": against, "geometric_mean": mean, "worst": most, "worst_length": length, "mixed": any.0,
        }));
    }
    Ok(
        json!({ "operation": operation.name, "text": kind, "implementations": names, "rows": rows, "summaries": summaries }),
    )
}

/// Returns the shortest time of each implementation for a piece of this length, in nanoseconds. `None` mixes all lengths.
fn measure(
    operation: &Operation,
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
    // Gaps between the pieces give them varying alignments.
    let (mut bytes, mut ranges) = (Vec::new(), Vec::new());
    for text in &texts {
        bytes.resize(bytes.len() + random.below(16), 0);
        ranges.push(bytes.len()..bytes.len() + text.len());
        bytes.extend(text.as_bytes());
    }
    let mut pieces: Vec<&[u8]> = ranges.into_iter().map(|range| &bytes[range]).collect();
    let mut units = vec![0; LONGEST + 64];

    let mut expected = None;
    for implementation in &operation.implementations {
        let sum = (implementation.pass)(&pieces, &mut units);
        if *expected.get_or_insert(sum) != sum {
            return Err(format!(
                "{}: the result of {} differs from the first implementation's",
                operation.name, implementation.name
            ));
        }
    }
    let mut best = vec![f64::INFINITY; operation.implementations.len()];
    rounds(options.time / 40, |round| {
        // Another order in each round, so that branch predictors cannot learn it.
        for i in (1..pieces.len()).rev() {
            pieces.swap(i, random.below(i + 1));
        }
        for turn in 0..best.len() {
            let index = (turn + round) % best.len();
            let pass = &operation.implementations[index].pass;
            let seconds = seconds(1, || {
                black_box(pass(black_box(&pieces), &mut units));
            });
            best[index] = best[index].min(seconds * 1e9 / PIECES as f64);
        }
    });
    Ok(best)
}

/// Returns exactly `length` bytes from a random place in `text`. With `mixed`, they include a non-ASCII character if it fits.
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
