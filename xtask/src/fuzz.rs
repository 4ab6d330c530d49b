//! `cargo xtask fuzz`: runs each target in `fuzz/` for some seconds. `cargo xtask test --all` runs them on random text instead.
//!
//! libFuzzer works with the stable compiler: the instrumentation is a pass of LLVM, which `-Cpasses` enables. Only the
//! address sanitizer needs `RUSTC_BOOTSTRAP`.

use crate::process::newest_clang;
use crate::process::{self, cargo, host};
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;

const TARGETS: [&str; 16] = [
    "validate",
    "utf8_to_utf16",
    "utf16_to_utf8",
    "utf32",
    "latin1",
    "dialects",
    "streams",
    "family",
    "legacy",
    "lint",
    "readers",
    "capi",
    "archives",
    "configuration",
    "arrow",
    "wasm",
];

/// The folder of words that random changes would hardly make.
const DICTIONARIES: &str = "fuzz/dictionaries";

const RUSTFLAGS: &str = "--cfg fuzzing -Zsanitizer=address -Cpasses=sancov-module \
    -Cllvm-args=-sanitizer-coverage-level=4 -Cllvm-args=-sanitizer-coverage-inline-8bit-counters \
    -Cllvm-args=-sanitizer-coverage-pc-table -Cllvm-args=-sanitizer-coverage-trace-compares -Ccodegen-units=1";

/// Runs each target for the number of seconds in `args`, 10 by default, as many at a time as there are processors. With `--out`, writes
/// a program for each target and its first inputs to a folder.
pub(crate) fn run(args: &[String]) -> Result<(), String> {
    let seconds = match args {
        [] => 10,
        [flag, folder] if flag == "--out" => return write_programs(Path::new(folder)),
        [seconds] => seconds.parse().map_err(|error| format!("{seconds}: {error}"))?,
        _ => return Err("cargo xtask fuzz [SECONDS | --out DIR]".to_owned()),
    };
    let program = build()?;
    std::fs::create_dir_all("fuzz/artifacts").map_err(|error| format!("fuzz/artifacts: {error}"))?;
    let at_a_time = thread::available_parallelism().map_or(1, usize::from);
    for targets in TARGETS.chunks(at_a_time) {
        println!("fuzzing {} for {seconds} s", targets.join(", "));
        thread::scope(|scope| {
            let runs: Vec<_> = targets
                .iter()
                .map(|target| scope.spawn(|| run_target(&program, target, seconds)))
                .collect();
            runs.into_iter()
                .try_for_each(|run| run.join().map_err(|_| "a thread panicked".to_owned())?)
        })?;
    }
    Ok(())
}

/// Writes a program for each target to a folder, and a folder with its first inputs.
fn write_programs(folder: &Path) -> Result<(), String> {
    let failed = |error: std::io::Error| format!("{}: {error}", folder.display());
    std::fs::create_dir_all(folder).map_err(failed)?;
    let program = build()?;
    for target in TARGETS {
        std::fs::copy(&program, folder.join(target)).map_err(failed)?;
        write_seeds(&folder.join(format!("{target}_seed_corpus")), target).map_err(failed)?;
        if let Some(words) = dictionary(target) {
            std::fs::copy(words, folder.join(format!("{target}.dict"))).map_err(failed)?;
        }
    }
    println!("{} programs are in {}", TARGETS.len(), folder.display());
    Ok(())
}

/// Returns the file with the words of what a target reads, if there is one.
fn dictionary(target: &str) -> Option<PathBuf> {
    let path = Path::new(DICTIONARIES).join(format!("{target}.dict"));
    path.is_file().then_some(path)
}

/// Builds the program with all targets, and returns its path.
fn build() -> Result<String, String> {
    let mut build = cargo_with(RUSTFLAGS, "build")?;
    // Where a compiler is given, as OSS-Fuzz does, it is used.
    if let Some(clang) = newest_clang().filter(|_| std::env::var_os("CXX").is_none()) {
        build.env("CXX", clang);
    }
    process::run(&mut build)?;
    Ok(format!("fuzz/target/{}/release/fuzz", host()?))
}

/// Returns the command that calls every public function on every tier, and each target on random text, under
/// AddressSanitizer.
pub(crate) fn address() -> Result<Command, String> {
    let mut test = cargo_with("-Zsanitizer=address", "test")?;
    // A folder for each set of flags, so that one does not cause the other to be rebuilt.
    test.args(["--target-dir", "target/sanitize", "--no-default-features"]);
    // This test reads the sources, and runs beside them.
    test.args(["--", "--skip", "the_list_names_every_public_function"]);
    Ok(test)
}

/// Returns a command that builds the targets with flags that only `RUSTC_BOOTSTRAP` permits.
fn cargo_with(flags: &str, subcommand: &str) -> Result<Command, String> {
    let mut command = cargo(&[subcommand, "--release", "--quiet"]);
    command.args(["--manifest-path", "fuzz/Cargo.toml"]);
    // With `--target`, the flags do not apply to build scripts and procedural macros.
    command.args(["--target", &host()?]);
    command.env("RUSTC_BOOTSTRAP", "1").env("RUSTFLAGS", flags);
    Ok(command)
}

/// Runs a target for some seconds.
fn run_target(program: &str, target: &str, seconds: u32) -> Result<(), String> {
    let corpus = format!("fuzz/corpus/{target}");
    write_seeds(Path::new(&corpus), target).map_err(|error| format!("{corpus}: {error}"))?;
    let mut fuzzer = Command::new(program);
    fuzzer.env("UTF8KIT_FUZZ_TARGET", target);
    fuzzer.arg(corpus).arg(format!("-max_total_time={seconds}"));
    fuzzer.args(["-max_len=2048", "-len_control=0", "-print_final_stats=1"]);
    fuzzer.arg(format!("-artifact_prefix=fuzz/artifacts/{target}-"));
    if let Some(words) = dictionary(target) {
        fuzzer.arg(format!("-dict={}", words.display()));
    }
    fuzzer.stderr(Stdio::piped());
    let mut running = fuzzer.spawn().map_err(|error| format!("{program}: {error}"))?;
    if let Some(said) = running.stderr.take() {
        for line in BufReader::new(said).split(b'\n').map_while(Result::ok) {
            let line = String::from_utf8_lossy(&line);
            if !is_progress(&line) {
                eprintln!("{target}: {line}");
            }
        }
    }
    let status = running.wait().map_err(|error| format!("{program}: {error}"))?;
    match status.success() {
        true => Ok(()),
        false => Err(format!("{target}: {status}")),
    }
}

/// Returns `true` for a line of libFuzzer about a new input. The last line of the kind, `DONE`, has the coverage: `cov`, the edges of the
/// program.
fn is_progress(line: &str) -> bool {
    let mut words = line.split_whitespace();
    let is_numbered = words.next().is_some_and(|word| word.starts_with('#'));
    // A stack has numbers, too, with an address after them.
    is_numbered
        && matches!(
            words.next(),
            Some("INITED" | "NEW" | "REDUCE" | "RELOAD" | "pulse")
        )
}

/// Writes the first inputs: uniform and mixed texts, long enough to reach every path of a kernel. They are in the encoding
/// that `target` reads.
fn write_seeds(corpus: &Path, target: &str) -> std::io::Result<()> {
    std::fs::create_dir_all(corpus)?;
    for (number, pattern) in ["a", "é", "一", "😀", "aé一😀", "aaaaaaaé", "e\u{301}"]
        .into_iter()
        .enumerate()
    {
        for len in [60, 700] {
            let text = pattern.repeat(len / pattern.len());
            for (selected, mut bytes) in first_bytes(target, len == 60).into_iter().enumerate() {
                match target {
                    "utf16_to_utf8" => bytes.extend(text.encode_utf16().flat_map(u16::to_le_bytes)),
                    "utf32" => bytes.extend(text.chars().flat_map(|c| u32::from(c).to_le_bytes())),
                    _ => bytes.extend_from_slice(text.as_bytes()),
                }
                std::fs::write(corpus.join(format!("{number}-{len}-{selected}")), bytes)?;
            }
        }
    }
    Ok(())
}

/// Returns what the first inputs begin with. Where it selects the encoding and the policy, which random changes of a long input seldom
/// do, there are many for those that are `short`. The last byte is the place of the cuts.
fn first_bytes(target: &str, short: bool) -> Vec<Vec<u8>> {
    const PLACE: u8 = 13;
    let count = if short { 20 } else { 1 };
    match target {
        "streams" | "family" | "lint" => (0..count).map(|i| vec![i * 13, PLACE]).collect(),
        "legacy" => (0..count).map(|i| vec![i * 13, i, PLACE]).collect(),
        _ => vec![vec![0]],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn root() -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
    }

    #[test]
    fn the_targets_are_those_of_the_program() {
        let program = std::fs::read_to_string(root().join("fuzz/src/lib.rs")).unwrap();
        let list = program
            .split_once("TARGETS: ")
            .unwrap()
            .1
            .split_once("];")
            .unwrap()
            .0;
        let names = list
            .split("(\"")
            .skip(1)
            .map(|entry| entry.split('"').next().unwrap());
        assert_eq!(names.collect::<Vec<_>>(), TARGETS);
    }

    #[test]
    fn what_was_covered_and_where_it_failed_is_printed() {
        for line in [
            "#1024\tpulse  cov: 1700 ft: 4805 corp: 90/20Kb lim: 2048 exec/s: 341 rss: 120Mb",
            "#7\tNEW    cov: 1502 ft: 1802 corp: 3/150b lim: 2048 exec/s: 0 rss: 101Mb L: 60/700 MS: 1 EraseBytes-",
        ] {
            assert!(is_progress(line), "{line}");
        }
        for line in [
            "#4096\tDONE   cov: 1754 ft: 5013 corp: 99/21Kb lim: 2048 exec/s: 372 rss: 121Mb",
            "    #1 0x55d0c0 in rust_panic",
            "stat::number_of_executed_units: 4096",
            "==24683== ERROR: libFuzzer: deadly signal",
        ] {
            assert!(!is_progress(line), "{line}");
        }
    }

    /// libFuzzer stops at a line that it does not understand: a word in quotes, with `\\`, `\"` and `\xAB`.
    #[test]
    fn dictionaries_are_those_of_targets_and_have_words() {
        let folder = root().join(DICTIONARIES);
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_stem().unwrap().to_str().unwrap();
            assert!(TARGETS.contains(&name), "{name}");
            for line in std::fs::read_to_string(&path).unwrap().lines() {
                let word = line.strip_prefix('"').and_then(|line| line.strip_suffix('"'));
                let mut rest = word.unwrap_or_else(|| panic!("{name}: {line}"));
                assert!(!rest.is_empty() && rest.is_ascii(), "{name}: {line}");
                while let Some((before, after)) = rest.split_once('\\') {
                    assert!(!before.contains('"'), "{name}: {line}");
                    let is_hex = after.starts_with('x')
                        && after
                            .get(1..3)
                            .is_some_and(|hex| u8::from_str_radix(hex, 16).is_ok());
                    assert!(after.starts_with(['\\', '"']) || is_hex, "{name}: {line}");
                    rest = &after[1..];
                }
                assert!(!rest.contains('"'), "{name}: {line}");
            }
        }
    }
}
