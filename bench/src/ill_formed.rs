//! Measures ill-formed text: the cost of repair, and whether some texts are much slower than others.

use crate::byte_order::{make_well_formed, to_well_formed};
use crate::measure::{Encodings, rounds, seconds};
use crate::measure::{Implementation, Op, Output, Role, implementation};
use crate::ops::{lossy_utf8_len, utf16_to_utf8_lossy};
use crate::options::Options;
use crate::report;
use crate::text::{Cell, LONGEST, Random, Texts, resize};
use serde_json::{Value, json};
use std::hint::black_box;
use utf8kit::stream::{Stop, Validator};
use utf8kit::{Encoding, Policy, Replacement, utf8, utf16, utf32};

/// The mean distances of errors, in bytes, with the names of their groups.
pub const DISTANCES: [(&str, usize); 4] = [
    ("every 16", 16),
    ("every 100", 100),
    ("every 1000", 1000),
    ("every 10000", 10_000),
];

/// The operations on ill-formed text, by the names that `--op` accepts.
pub const OPS: &[Op] = &[
    op("repair", repair),
    op("repair-replace", || repair_with(|| Policy::Replace('?'))),
    op("repair-with", || repair_with(|| Policy::With("[?]"))),
    op("repair-drop", || repair_with(|| Policy::Drop)),
    op("repair-escape", || repair_with(|| Policy::Escape)),
    op("repair-backslash", || repair_with(|| Policy::BackslashReplace)),
    op("repair-legacy", || repair_with(|| Policy::Legacy(&LATIN1))),
    op("repair-custom", || {
        repair_with(|| Policy::Custom(&|_, _| Some(Replacement::char('?'))))
    }),
    op("chunks", chunks),
    op("validator", validator),
    op("utf8-to-utf16-lossy", to_utf16),
    op("utf8-to-utf32-lossy", to_utf32),
    op("broken-utf16-to-utf8", || utf16_to_utf8_lossy(|case| case.lone)),
    op("broken-utf16-utf8-len", || lossy_utf8_len(|case| case.lone)),
    op("broken-utf16-to-utf16", || {
        to_well_formed(|case| case.lone, |case| case.lone_big)
    }),
    op("broken-utf16-make-well-formed", || {
        make_well_formed(|case| case.lone)
    }),
    op("broken-utf16-to-utf32", utf16_to_utf32),
    op("broken-utf32-to-utf8", utf32_to_utf8),
    op("broken-utf32-to-utf16", utf32_to_utf16),
];

const fn op(name: &'static str, implementations: fn() -> Vec<Implementation>) -> Op {
    Op {
        name,
        applies_to: |_| true,
        implementations,
    }
}

/// Latin-1 as a table of the policy `Legacy`.
static LATIN1: [char; 128] = {
    let mut table = ['\0'; 128];
    let mut i = 0;
    while i < table.len() {
        table[i] = (0x80 + i as u8) as char;
        i += 1;
    }
    table
};

/// Measures all operations, and searches for texts that are much slower than others.
pub fn run(options: &Options, texts: &Texts) -> Result<Value, String> {
    let cells = cells(texts, options.size);
    for cell in &cells {
        check(&cell.name, &cell.pieces[0])?;
    }
    let tables = OPS
        .iter()
        .map(|op| report::op(op, &cells, Encodings::IllFormed, options))
        .collect::<Result<Vec<_>, _>>()?;
    Ok(json!({ "operation": "broken", "tables": tables, "worst": worst(options, texts)? }))
}

fn repair() -> Vec<Implementation> {
    use Output::Number;
    vec![
        implementation("utf8kit", Role::Ours, Number, |case, _| {
            utf8::repair(case.utf8).len()
        }),
        implementation("std", Role::Baseline, Number, |case, _| {
            String::from_utf8_lossy(case.utf8).len()
        }),
        implementation("encoding_rs", Role::Baseline, Number, |case, _| {
            encoding_rs::UTF_8.decode_without_bom_handling(case.utf8).0.len()
        }),
    ]
}

/// Iterates over the chunks and counts the bytes between errors.
fn chunks() -> Vec<Implementation> {
    use Output::Number;
    vec![
        implementation("utf8kit", Role::Ours, Number, |case, _| {
            utf8::chunks(case.utf8).map(|chunk| chunk.text().len()).sum()
        }),
        implementation("std", Role::Baseline, Number, |case, _| {
            case.utf8.utf8_chunks().map(|chunk| chunk.valid().len()).sum()
        }),
    ]
}

/// Finds all errors of a text that arrives in one piece.
fn validator() -> Vec<Implementation> {
    use Output::Number;
    vec![
        implementation("utf8kit", Role::Ours, Number, |case, _| {
            let mut validator = Validator::new(Encoding::Utf8);
            let errors = validator.errors(case.utf8).count();
            errors + usize::from(matches!(validator.finish().stop, Stop::IllFormed(_)))
        }),
        implementation("std", Role::Baseline, Number, |case, _| {
            case.utf8
                .utf8_chunks()
                .filter(|chunk| !chunk.invalid().is_empty())
                .count()
        }),
    ]
}

/// Repairs with a policy. The peers write U+FFFD, the only replacement that they have.
fn repair_with(policy: fn() -> Policy<'static>) -> Vec<Implementation> {
    use Output::Unchecked;
    vec![
        implementation("utf8kit", Role::Ours, Unchecked, move |case, _| {
            utf8::repair_with(case.utf8, policy()).map_or(0, |text| text.len())
        }),
        implementation("std", Role::Baseline, Unchecked, |case, _| {
            String::from_utf8_lossy(case.utf8).len()
        }),
        implementation("encoding_rs", Role::Baseline, Unchecked, |case, _| {
            encoding_rs::UTF_8.decode_without_bom_handling(case.utf8).0.len()
        }),
    ]
}

fn to_utf16() -> Vec<Implementation> {
    use Output::Units16;
    vec![
        implementation("utf8kit", Role::Ours, Units16, |case, buffers| {
            utf8::to_utf16_lossy(case.utf8, &mut *buffers.units16).map_or(0, |done| done.written)
        }),
        implementation("decode_to", Role::Baseline, Units16, |case, buffers| {
            let mut decoder = encoding_rs::UTF_8.new_decoder_without_bom_handling();
            decoder.decode_to_utf16(case.utf8, buffers.units16, true).2
        }),
        implementation("mem::convert", Role::Baseline, Units16, |case, buffers| {
            encoding_rs::mem::convert_utf8_to_utf16(case.utf8, buffers.units16)
        }),
    ]
}

fn to_utf32() -> Vec<Implementation> {
    use Output::Units32;
    vec![
        implementation("utf8kit", Role::Ours, Units32, |case, buffers| {
            utf8::to_utf32_lossy(case.utf8, &mut *buffers.units32).map_or(0, |done| done.written)
        }),
        implementation("std", Role::Baseline, Units32, |case, buffers| {
            let mut written = 0;
            for chunk in case.utf8.utf8_chunks() {
                let replacement = (!chunk.invalid().is_empty()).then_some(char::REPLACEMENT_CHARACTER);
                for c in chunk.valid().chars().chain(replacement) {
                    buffers.units32[written] = c.into();
                    written += 1;
                }
            }
            written
        }),
    ]
}

fn utf16_to_utf32() -> Vec<Implementation> {
    use Output::Units32;
    vec![
        implementation("utf8kit", Role::Ours, Units32, |case, buffers| {
            utf16::to_utf32_lossy(case.lone, &mut *buffers.units32).map_or(0, |done| done.written)
        }),
        implementation("std", Role::Baseline, Units32, |case, buffers| {
            let mut written = 0;
            for c in char::decode_utf16(case.lone.iter().copied()) {
                buffers.units32[written] = c.unwrap_or(char::REPLACEMENT_CHARACTER).into();
                written += 1;
            }
            written
        }),
    ]
}

/// Returns the characters of UTF-32, as the standard library makes them.
fn chars(units: &[u32]) -> impl Iterator<Item = char> {
    units
        .iter()
        .map(|&unit| char::from_u32(unit).unwrap_or(char::REPLACEMENT_CHARACTER))
}

fn utf32_to_utf8() -> Vec<Implementation> {
    use Output::Bytes;
    vec![
        implementation("utf8kit", Role::Ours, Bytes, |case, buffers| {
            utf32::to_utf8_lossy(case.lone32, &mut *buffers.bytes).map_or(0, |done| done.written)
        }),
        implementation("std", Role::Baseline, Bytes, |case, buffers| {
            chars(case.lone32).fold(0, |written, c| {
                written + c.encode_utf8(&mut buffers.bytes[written..]).len()
            })
        }),
    ]
}

fn utf32_to_utf16() -> Vec<Implementation> {
    use Output::Units16;
    vec![
        implementation("utf8kit", Role::Ours, Units16, |case, buffers| {
            utf32::to_utf16_lossy(case.lone32, &mut *buffers.units16).map_or(0, |done| done.written)
        }),
        implementation("std", Role::Baseline, Units16, |case, buffers| {
            chars(case.lone32).fold(0, |written, c| {
                written + c.encode_utf16(&mut buffers.units16[written..]).len()
            })
        }),
    ]
}

/// Returns an error if the libraries repair `bytes` differently.
fn check(name: &str, bytes: &[u8]) -> Result<(), String> {
    let expected = String::from_utf8_lossy(bytes);
    if utf8::repair(bytes) == expected && encoding_rs::UTF_8.decode_without_bom_handling(bytes).0 == expected
    {
        Ok(())
    } else {
        Err(format!("{name}: the libraries repair the text differently"))
    }
}

/// Returns texts with common kinds of damage, of about `size` bytes.
pub fn cells(texts: &Texts, size: Option<usize>) -> Vec<Cell> {
    let size = size.unwrap_or(LONGEST);
    let mut random = Random(3);
    let languages = languages(texts, size);
    let mut cells = Vec::new();
    for (group, every) in DISTANCES {
        for (name, text) in &languages {
            cells.push(Cell::whole(
                &format!("{name}, {group}"),
                group,
                damaged(text, every, &mut random),
            ));
        }
    }
    for (name, text) in &languages {
        cells.push(Cell::whole(
            &format!("{name}, truncated"),
            "truncated",
            truncated(text, 64, &mut random),
        ));
    }
    cells.push(Cell::whole(
        "french in Latin-1",
        "Latin-1",
        latin1(&languages[0].1),
    ));
    let bytes: Vec<u8> = (0..size).map(|_| random.next() as u8).collect();
    cells.push(Cell::whole("random bytes", "random bytes", bytes));
    for (name, pattern) in [
        ("FF", &b"\xFF"[..]),
        ("80", b"\x80"),
        ("E2 82", b"\xE2\x82"),
        ("FF 61", b"\xFFa"),
        ("D0 B0 FF", b"\xD0\xB0\xFF"),
    ] {
        cells.push(Cell::whole(name, "repeated", fill(pattern, size)));
    }
    cells
}

fn languages(texts: &Texts, size: usize) -> [(&'static str, String); 3] {
    [
        ("french", &["french", "latin"][..]),
        ("russian", &["russian"]),
        ("chinese", &["chinese"]),
    ]
    .map(|(name, names)| (name, resize(texts.named(names), Some(size))))
}

/// Replaces about one byte in `every` by one that is invalid there.
fn damaged(text: &str, every: usize, random: &mut Random) -> Vec<u8> {
    let mut bytes = text.as_bytes().to_vec();
    let mut at = random.below(every);
    while at < bytes.len() {
        bytes[at] = match bytes[at] {
            0x80..=0xBF => [0x20, 0xC0][random.below(2)] + random.below(0x40) as u8,
            _ => [0x80, 0xC0][random.below(2)] + random.below(0x40) as u8,
        };
        at += every / 2 + random.below(every + 1);
    }
    bytes
}

/// Removes the last byte of about one multi-byte character in `every` bytes or more.
fn truncated(text: &str, every: usize, random: &mut Random) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut next = random.below(every);
    for c in text.chars() {
        let mut buffer = [0; 4];
        let mut encoded = c.encode_utf8(&mut buffer).as_bytes();
        if bytes.len() >= next && encoded.len() > 1 {
            encoded = &encoded[..encoded.len() - 1];
            next = bytes.len() + every / 2 + random.below(every + 1);
        }
        bytes.extend(encoded);
    }
    bytes
}

/// Returns the characters of `text` that are in Latin-1, in Latin-1.
fn latin1(text: &str) -> Vec<u8> {
    text.chars().filter_map(|c| u8::try_from(c).ok()).collect()
}

type Text = Box<dyn Fn(usize) -> Vec<u8>>;

/// Returns generators of texts that might be slow, for any size.
fn slow_candidates(texts: &Texts) -> Vec<(String, Text)> {
    let repeated = REPEATED.iter().map(|&(name, pattern)| {
        let text: Text = Box::new(|size| fill(pattern, size));
        (name.to_owned(), text)
    });
    repeated
        .chain(regular_errors(texts))
        .chain(bursts(texts))
        .chain(random())
        .collect()
}

/// Sequences that are repeated.
const REPEATED: &[(&str, &[u8])] = &[
    ("FF", &[0xFF]),
    ("80", &[0x80]),
    ("C3", &[0xC3]),
    ("C3 E2 F0, no more", &[0xC3, 0xE2, 0xF0]),
    (
        "C3 F0 E2 C3 F4 ED, no more",
        &[0xC3, 0xF0, 0xE2, 0xC3, 0xF4, 0xED],
    ),
    ("E2 82", &[0xE2, 0x82]),
    ("F0 9F", &[0xF0, 0x9F]),
    ("F0 9F 98", &[0xF0, 0x9F, 0x98]),
    ("ED A0 80", &[0xED, 0xA0, 0x80]),
    ("C0 80", &[0xC0, 0x80]),
    ("F4 90 80 80", &[0xF4, 0x90, 0x80, 0x80]),
    ("F0 9F 98 80 80", &[0xF0, 0x9F, 0x98, 0x80, 0x80]),
    (
        "F0 9F 98 80 F0 9F 98",
        &[0xF0, 0x9F, 0x98, 0x80, 0xF0, 0x9F, 0x98],
    ),
    ("E2 82 AC E2 82", &[0xE2, 0x82, 0xAC, 0xE2, 0x82]),
    ("C3 A9 C3", &[0xC3, 0xA9, 0xC3]),
    ("C3 A9 A9", &[0xC3, 0xA9, 0xA9]),
    ("FF 61", &[0xFF, 0x61]),
    ("FF 61 61", &[0xFF, 0x61, 0x61]),
    ("FF 61 61 61 61", &[0xFF, 0x61, 0x61, 0x61, 0x61]),
    (
        "61 C3 61 E2 82 61 F0 9F 98",
        &[0x61, 0xC3, 0x61, 0xE2, 0x82, 0x61, 0xF0, 0x9F, 0x98],
    ),
    ("E2 C3 A9 F0 9F", &[0xE2, 0xC3, 0xA9, 0xF0, 0x9F]),
    ("F0 9F 98 80 FF", &[0xF0, 0x9F, 0x98, 0x80, 0xFF]),
    ("E4 B8 80 FF", &[0xE4, 0xB8, 0x80, 0xFF]),
    ("D0 B0 FF", &[0xD0, 0xB0, 0xFF]),
];

/// Returns texts with errors at regular intervals: slow for code that restarts after each error, or that adapts to their frequency.
fn regular_errors(texts: &Texts) -> Vec<(String, Text)> {
    let mut candidates: Vec<(String, Text)> = Vec::new();
    for every in [3, 5, 9, 12, 20, 33, 48, 65, 96, 130, 200, 300, 520, 1030, 2100] {
        for (name, text) in languages(texts, LONGEST) {
            let mut bytes = text.into_bytes();
            bytes
                .iter_mut()
                .skip(7)
                .step_by(every)
                .for_each(|byte| *byte = 0xFF);
            let text = Box::new(move |size| fill(&bytes, size));
            candidates.push((format!("{name}, FF every {every}"), text));
        }
    }
    candidates
}

/// Returns texts between which random bytes stand.
fn bursts(texts: &Texts) -> Vec<(String, Text)> {
    let mut candidates: Vec<(String, Text)> = Vec::new();
    for (name, text) in languages(texts, LONGEST) {
        let bursts = move |size| {
            let mut random = Random(11);
            let mut bytes = Vec::new();
            while bytes.len() < size {
                let len = random.below(900);
                let at = text.floor_char_boundary(random.below(text.len() - 1000));
                bytes.extend(&text.as_bytes()[at..][..len]);
                bytes.extend((0..random.below(300)).map(|_| random.next() as u8));
            }
            bytes.truncate(size);
            bytes
        };
        candidates.push((format!("{name} and random bytes, in bursts"), Box::new(bursts)));
    }
    candidates
}

/// Returns random texts.
fn random() -> [(String, Text); 4] {
    const CHARS: [&str; 6] = ["a", "é", "я", "€", "一", "😀"];
    let texts: [(&str, Text); 4] = [
        (
            "random bytes from 0x80",
            Box::new(|size| any_of(size, |random| vec![random.next() as u8 | 0x80])),
        ),
        (
            "random bytes from 0xC0",
            Box::new(|size| any_of(size, |random| vec![random.next() as u8 | 0xC0])),
        ),
        (
            "random characters, half of them truncated",
            Box::new(|size| {
                any_of(size, |random| {
                    let encoded = CHARS[random.below(6)].as_bytes();
                    encoded[..encoded.len().min(1 + random.below(4))].to_vec()
                })
            }),
        ),
        (
            "random characters, FF between some",
            Box::new(|size| {
                any_of(size, |random| match random.below(9) {
                    0 => vec![0xFF],
                    n => CHARS[n % 6].into(),
                })
            }),
        ),
    ];
    texts.map(|(name, text)| (name.to_owned(), text))
}

fn fill(pattern: &[u8], size: usize) -> Vec<u8> {
    pattern.iter().copied().cycle().take(size).collect()
}

fn any_of(size: usize, piece: impl Fn(&mut Random) -> Vec<u8>) -> Vec<u8> {
    let mut random = Random(13);
    let mut bytes = Vec::new();
    while bytes.len() < size {
        bytes.extend(piece(&mut random));
    }
    bytes.truncate(size);
    bytes
}

const SIZES: [usize; 4] = [1 << 20, 2 << 20, 4 << 20, 8 << 20];
const OPERATIONS: [&str; 2] = ["repair", "utf8-to-utf16-lossy"];

/// Prints and returns the time of the slowest of many texts, relative to text with an error every 64 bytes.
fn worst(options: &Options, texts: &Texts) -> Result<Value, String> {
    let mut candidates = slow_candidates(texts);
    candidates.retain(|candidate| candidate.0.contains(&options.cell));
    for (name, text) in &candidates {
        check(name, &text(70_001))?;
    }
    if candidates.is_empty() {
        return Ok(Value::Null);
    }
    println!(
        "\nslowest texts: nanoseconds per byte of 1, 2, 4, 8 MiB; `typical` has an error every 64 bytes"
    );
    println!("{:42} {:>23}    {:>23}", "", OPERATIONS[0], OPERATIONS[1]);
    let typical_texts: Vec<_> = languages(texts, SIZES[3] + 3)
        .into_iter()
        .map(|(_, text)| damaged(&text, 64, &mut Random(5)))
        .collect();
    let typical = SIZES.map(|size| {
        let all: Vec<_> = typical_texts
            .iter()
            .map(|text| nanoseconds(&text[..size], options))
            .collect();
        [0, 1].map(|operation| report::geometric_mean(all.iter().map(|times| times[operation])))
    });
    print_row("typical", &typical);
    let rows: Vec<_> = candidates
        .iter()
        .map(|(name, text)| {
            let bytes = text(SIZES[3]);
            let times = SIZES.map(|size| nanoseconds(&bytes[..size], options));
            print_row(name, &times);
            (name, times)
        })
        .collect();
    let mut summaries = Vec::new();
    for (operation, name) in OPERATIONS.into_iter().enumerate() {
        for (i, size) in SIZES.into_iter().enumerate() {
            let multiple = |times: &[[f64; 2]; 4]| times[i][operation] / typical[i][operation];
            let worst = rows
                .iter()
                .max_by(|a, b| multiple(&a.1).total_cmp(&multiple(&b.1)));
            let Some((text, times)) = worst else { continue };
            let worst = multiple(times);
            println!(
                "{name}, worst text of {} MiB: {worst:.2} times typical ({text})",
                size >> 20
            );
            summaries.push(json!({ "operation": name, "bytes": size, "times_typical": worst, "text": text }));
        }
    }
    let rows: Vec<_> = rows
        .iter()
        .map(|(name, times)| json!({ "text": name, "nanoseconds": times }))
        .collect();
    Ok(json!({ "sizes": SIZES, "typical": typical, "texts": rows, "summaries": summaries }))
}

fn print_row(name: &str, times: &[[f64; 2]; 4]) {
    print!("{name:42}");
    for operation in 0..2 {
        for times in times {
            print!("{:6.2}", times[operation]);
        }
        print!("   ");
    }
    println!();
}

/// Returns the nanoseconds per byte of both operations.
fn nanoseconds(bytes: &[u8], options: &Options) -> [f64; 2] {
    let mut units = vec![0; bytes.len()];
    let mut best = [f64::INFINITY; 2];
    rounds(options.time / 40, |_| {
        let repair = seconds(1, || drop(black_box(utf8::repair(black_box(bytes)))));
        let to_utf16 = seconds(1, || {
            black_box(utf8::to_utf16_lossy(black_box(bytes), &mut units[..]).is_ok());
        });
        best = [best[0].min(repair), best[1].min(to_utf16)];
    });
    best.map(|seconds| seconds * 1e9 / bytes.len() as f64)
}
