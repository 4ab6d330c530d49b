//! `cargo xtask bench-growth`: how the time of the command grows with its input, on the text that is the worst for it.
//!
//! Whoever lets strangers choose the text must know: time that doubles with the text is the least there is.

use crate::process::{self, cargo};
use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Sizes that are compared, in bytes or files, each twice as much as the one before.
const DOUBLINGS: u32 = 3;

/// The smallest text, in bytes.
const SMALLEST: usize = 256 << 10;

/// The smallest number of files.
const FEWEST_FILES: usize = 1000;

/// Runs of which the shortest counts.
const RUNS: usize = 3;

/// More than this for a doubling is an error, where the time can be measured.
const MOST: f64 = 2.2;

/// A text: its name, what begins it, and what is repeated.
struct Worst {
    name: &'static str,
    start: &'static [u8],
    part: &'static [u8],
}

const fn worst(name: &'static str, start: &'static [u8], part: &'static [u8]) -> Worst {
    Worst { name, start, part }
}

const UTF8: &[u8] = "漢字かな漢字かな漢字かな漢字かな漢字かな漢字かな漢字かな漢字かな\n".as_bytes();

const TEXTS: [Worst; 26] = [
    worst("one line", b"", b"plain text without an end "),
    worst("short lines", b"", b"a\n"),
    worst("an error in each second byte", UTF8, b"a\xFF"),
    worst("errors alone", UTF8, b"\xFF"),
    worst("overlong", UTF8, b"\xC0\xAF"),
    worst("pairs of surrogates", UTF8, b"\xED\xA1\x8C\xED\xBE\xB4"),
    worst("cut characters", UTF8, b"\xF0\x9F\x98"),
    worst("double-encoded", b"", "caf\u{C3}\u{A9} ".as_bytes()),
    worst("double-encoded, dense", b"", "\u{C3}\u{A9}".as_bytes()),
    worst(
        "double-encoded four times",
        b"",
        "\u{C3}\u{192}\u{C6}\u{2019}\u{C3}\u{2020}\u{E2}\u{20AC}\u{2122} ".as_bytes(),
    ),
    worst(
        "misread, undecided",
        b"",
        "k\u{16F}\u{148} \u{C4}\u{2DB} ".as_bytes(),
    ),
    worst(
        "misread and quoted",
        b"",
        "`\u{C3}\u{A9}` caf\u{C3}\u{A9} café ".as_bytes(),
    ),
    worst("openers", b"", "\u{202E}\u{2066}".as_bytes()),
    worst("openers in lines", b"", "\u{202E}a\u{2066}\n".as_bytes()),
    worst("marks", b"e", "\u{301}\u{323}".as_bytes()),
    worst("jamo", b"", "\u{1112}\u{1161}\u{11AB}".as_bytes()),
    worst("scripts in a word", b"", "p\u{430}".as_bytes()),
    worst("what shows nothing", b"a", "\u{200B}\u{AD}\u{E0041}".as_bytes()),
    worst("U+FEFF", b"a", "\u{FEFF}".as_bytes()),
    worst("words after plus signs", b"", b"+AOk-+abcd"),
    worst("shifts of HZ", b"", b"~{VPND~}"),
    worst("windows-1251", b"", b"\xCF\xF0\xE8\xE2\xE5\xF2, \xEC\xE8\xF0! "),
    worst("GBK", b"", b"\xC4\xE3\xBA\xC3\xA3\xAC\xCA\xC0\xBD\xE7"),
    worst("UTF-16", b"\xFF\xFE", b"h\0\xE9\0\n\0"),
    worst("UTF-16 with errors", b"\xFF\xFEa\0b\0c\0", b"\0\xD8a\0"),
    worst("comments", b"", b"# no word about encodings\n"),
];

/// What is run: its name, and its arguments before the file.
const VERBS: [(&str, &[&str]); 9] = [
    ("check", &["check", "--no-config"]),
    ("check --select all", &["check", "--no-config", "--select", "all"]),
    (
        "check --json --max 100",
        &["check", "--no-config", "--json", "--max", "100"],
    ),
    (
        "fix",
        &[
            "fix",
            "--no-config",
            "--stdout",
            "--on-error",
            "replace",
            "--transcode",
        ],
    ),
    (
        "fix --diff --select all",
        &["fix", "--no-config", "--diff", "--select", "all"],
    ),
    ("detect", &["detect", "--no-config"]),
    ("count", &["count"]),
    ("convert", &["convert", "-t", "UTF-16", "--on-error", "xml"]),
    (
        "inspect",
        &["inspect", "--as", "UTF-8", "--length", "20000", "--json"],
    ),
];

/// Builds the command, and runs each verb on each text. `args` are parts of the names of verbs or texts: others are left out. With `c`,
/// runs the functions of the C library and of the iconv library instead.
pub(crate) fn bench(args: &[String]) -> Result<(), String> {
    if let [only] = args
        && only == "c"
    {
        return bench_c();
    }
    process::run(&mut cargo(&[
        "build",
        "--release",
        "--quiet",
        "-p",
        "utf8kit-cli",
    ]))?;
    let command = std::path::absolute("target/release/utf8").map_err(|error| error.to_string())?;
    let folder = std::path::absolute("target/growth").map_err(|error| error.to_string())?;
    let wanted = |name: &str| args.is_empty() || args.iter().any(|arg| name.contains(&arg[..]));
    println!(
        "Seconds for {} KiB and {} times as much, and the mean factor of a doubling\n",
        SMALLEST >> 10,
        1 << DOUBLINGS
    );
    println!("| verb | text | smallest | largest | factor |\n| --- | --- | ---: | ---: | ---: |");
    let mut slow = Vec::new();
    for text in TEXTS {
        let files = (0..=DOUBLINGS)
            .map(|doubling| write_text(&folder, &text, SMALLEST << doubling))
            .collect::<Result<Vec<_>, _>>()?;
        for (verb, arguments) in VERBS {
            if wanted(verb) || wanted(text.name) {
                show(verb, text.name, &mut slow, &command, arguments, &files)?;
            }
        }
    }
    for (name, depth) in [("files", 0), ("files in nested folders", 8)] {
        let folders = (0..=DOUBLINGS)
            .map(|doubling| write_files(&folder, FEWEST_FILES << doubling, depth))
            .collect::<Result<Vec<_>, _>>()?;
        for (verb, arguments) in [
            ("check", &["check"][..]),
            ("fix", &["fix"]),
            ("detect", &["detect"]),
            ("count", &["count"]),
        ] {
            if wanted(verb) || wanted(name) {
                show(verb, name, &mut slow, &command, arguments, &folders)?;
            }
        }
    }
    fs::remove_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    match slow.is_empty() {
        true => Ok(()),
        false => Err(format!("grows faster than its input: {}", slow.join("; "))),
    }
}

/// Returns an error if a function of the C library that reads a text is not measured.
fn all_of_c_are_measured() -> Result<(), String> {
    let read = |path: &str| fs::read_to_string(path).map_err(|error| format!("{path}: {error}"));
    let (header, program) = (
        read("crates/utf8kit-capi/include/utf8kit.h")?,
        read("bench/growth.c")?,
    );
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let words: HashSet<&str> = program.split(|c| !is_word(c)).collect();
    // A declaration ends with a semicolon.
    let missing: Vec<_> = header
        .split(';')
        .filter(|part| part.contains("size_t len"))
        .flat_map(|part| part.split(|c| !is_word(c)))
        .filter_map(|word| word.strip_prefix("utf8kit_").map(|short| (word, short)))
        .filter(|(word, _)| header.contains(&format!("{word}(")))
        .filter(|(word, short)| !words.contains(word) && !words.contains(short))
        .map(|(word, _)| word)
        .collect();
    match missing.is_empty() {
        true => Ok(()),
        false => Err(format!("bench/growth.c lacks {}", missing.join(", "))),
    }
}

fn bench_c() -> Result<(), String> {
    all_of_c_are_measured()?;
    let library = crate::capi::build_shared()?;
    let iconv = crate::capi::build_iconv()?.loader;
    let folder = library.parent().ok_or("the library is in no folder")?;
    let program = folder.join("growth");
    process::run(
        Command::new("cc")
            .args(["-std=c11", "-O2", "-Icrates/utf8kit-capi/include", "-o"])
            .args([&program, Path::new("bench/growth.c"), &library]),
    )?;
    // The program looks for the library by the name that it is installed with.
    let installed = folder.join(format!("libutf8kit.so.{}", crate::capi::compatible_version()));
    fs::copy(&library, &installed).map_err(|error| format!("{}: {error}", installed.display()))?;
    process::run(
        Command::new(&program)
            .env("LD_LIBRARY_PATH", folder)
            .env("LD_PRELOAD", iconv),
    )
}

fn show(
    verb: &str,
    text: &str,
    slow: &mut Vec<String>,
    command: &Path,
    arguments: &[&str],
    inputs: &[PathBuf],
) -> Result<(), String> {
    let times = inputs
        .iter()
        .map(|input| shortest(command, arguments, input))
        .collect::<Result<Vec<_>, _>>()?;
    let (smallest, largest) = (times[0].as_secs_f64(), times[times.len() - 1].as_secs_f64());
    let factor = (largest / smallest).powf(1.0 / f64::from(DOUBLINGS));
    println!("| {verb} | {text} | {smallest:.3} | {largest:.3} | {factor:.2} |");
    // What takes less is mostly the start of the program.
    if factor > MOST && largest > 0.1 {
        slow.push(format!("{verb} of {text}"));
    }
    Ok(())
}

fn shortest(command: &Path, arguments: &[&str], input: &Path) -> Result<Duration, String> {
    let mut shortest = Duration::MAX;
    for _ in 0..RUNS {
        let start = Instant::now();
        let status = Command::new(command)
            .args(arguments)
            .arg(input)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status();
        let code = status.map_err(|error| error.to_string())?.code();
        // 0, 1 and 2: done, findings, and what cannot be converted.
        if !matches!(code, Some(0..=2)) {
            return Err(format!("{arguments:?} {}: ended with {code:?}", input.display()));
        }
        shortest = shortest.min(start.elapsed());
    }
    Ok(shortest)
}

fn write_text(folder: &Path, text: &Worst, len: usize) -> Result<PathBuf, String> {
    let path = folder.join(format!("{}.txt", len >> 10));
    let mut bytes = text.start.to_vec();
    bytes.extend(text.part.iter().cycle().take(len - text.start.len()));
    write(&path, &bytes)?;
    Ok(path)
}

/// Writes so many files, each below `depth` folders that have a configuration each.
fn write_files(folder: &Path, count: usize, depth: usize) -> Result<PathBuf, String> {
    let top = folder.join(format!("files-{depth}-{count}"));
    for number in 0..count {
        let mut place = top.join((number / 100).to_string());
        for level in 0..depth {
            place.push(level.to_string());
            if number % 100 == 0 {
                write(&place.join("utf8kit.toml"), b"select = [\"nul\"]\n")?;
            }
        }
        write(
            &place.join(format!("{number}.txt")),
            "café, nothing wrong\n".as_bytes(),
        )?;
    }
    Ok(top)
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), String> {
    let parent = path.parent().unwrap_or(path);
    fs::create_dir_all(parent)
        .and_then(|()| fs::write(path, bytes))
        .map_err(|error| format!("{}: {error}", path.display()))
}
