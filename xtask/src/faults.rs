//! `cargo xtask faults`: checks that the tests detect errors in the vector code (mutation testing).
//!
//! The task flips one bit of one number in a copy of the library: of a constant in the source, or of an entry of a
//! computed table. A test of the tiers must then fail. If none fails, either [`explain`] knows why the fault cannot change
//! a result, or a test is missing. Each processor works on its own copy, because building takes most of the time and
//! compiles one function at a time.

mod fault;
mod reasons;

use fault::{Fault, Flip};
use reasons::explain;
use std::collections::HashMap;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Mutex, PoisonError};
use std::thread;

/// The folder of the copies.
const COPIES: &str = "target/faults";
/// The default number of faults.
const COUNT: usize = 100;
/// The limit of the tests' processor time in seconds, several times what they need: a fault that makes them run longer is
/// detected, too.
const TIME_LIMIT: u32 = 240;
/// The module of the tests of the tiers.
const KERNELS: &str = "kernels::";
/// Ends of the names of those that detect most faults in the least time.
const QUICK: [&str; 3] = [
    "::kernels_get_far",
    "::damage_in_turns",
    "::every_destination_size",
];
/// The folder of the library's source.
const SOURCES: &str = "crates/utf8kit/src";
/// The crates to copy: the library, and what its tests share.
const CRATES: [&str; 2] = ["crates/utf8kit", "crates/utf8kit-test"];

/// The result of testing a fault.
enum Outcome {
    DoesNotBuild,
    Detected,
    Survived,
}

/// What to test.
#[derive(Debug, PartialEq, Eq)]
struct Options {
    count: usize,
    /// Another seed selects other faults.
    seed: usize,
    /// The end of the path of the only file that is changed, or nothing.
    file: Option<PathBuf>,
}

impl Options {
    fn parse(args: &[String]) -> Result<Options, String> {
        let number = |arg: &String| arg.parse().map_err(|error| format!("{arg}: {error}"));
        let (file, numbers) = match args {
            [option, file, numbers @ ..] if option == "--file" => (Some(PathBuf::from(file)), numbers),
            numbers => (None, numbers),
        };
        let (count, seed) = match numbers {
            [] => (COUNT, 1),
            [count] => (number(count)?, 1),
            [count, seed] => (number(count)?, number(seed)?),
            _ => {
                return Err(format!(
                    "faults takes at most --file FILE, COUNT and SEED, found {args:?}"
                ));
            }
        };
        Ok(Options { count, seed, file })
    }

    /// Returns `true` if a file below the library's `src` is to be changed.
    fn selects(&self, file: &Path) -> bool {
        let path = Path::new(SOURCES).join(file);
        self.file.as_ref().is_none_or(|end| path.ends_with(end))
    }
}

/// Tests faults as `args` say.
pub(crate) fn run(args: &[String]) -> Result<(), String> {
    let options = Options::parse(args)?;
    let Options { count, seed, .. } = options;
    let processors = thread::available_parallelism().map_or(1, usize::from);
    let copies = (0..processors.min(count))
        .map(Workspace::prepare)
        .collect::<Result<Vec<_>, _>>()?;
    let Some(first) = copies.first() else {
        return Err("found COUNT 0, expected at least 1".to_owned());
    };
    let mut sites = first.sites()?;
    sites.retain(|site| options.selects(site.file()));
    if sites.is_empty() {
        let file = options.file.unwrap_or_default();
        return Err(format!(
            "found no number in vector code in {}, expected the end of a path below {SOURCES}/simd",
            file.display()
        ));
    }
    println!("without a fault:");
    match first.try_tests(false, &mut Vec::new())? {
        Outcome::Survived => println!("the tests pass"),
        Outcome::DoesNotBuild | Outcome::Detected => {
            return Err("the tests fail without a fault; correct them first".to_owned());
        }
    }
    let search = Mutex::new(Search {
        random: Random(seed as u64),
        sites,
        left: count,
        detected: 0,
        explained: 0,
        survived: 0,
        detected_by: HashMap::new(),
    });
    thread::scope(|scope| {
        let workers: Vec<_> = copies
            .iter()
            .map(|copy| scope.spawn(|| copy.search(&search)))
            .collect();
        workers
            .into_iter()
            .try_for_each(|worker| worker.join().map_err(|_| "a worker panicked".to_owned())?)
    })?;
    let Search {
        detected,
        explained,
        survived,
        ..
    } = search.into_inner().unwrap_or_else(PoisonError::into_inner);
    let count = detected + explained + survived;
    println!("faults: {count}; detected {detected}, without effect {explained}, survived {survived}");
    if survived == 0 {
        Ok(())
    } else {
        Err(format!("{survived} faults survived the tests"))
    }
}

/// The state that the workers share.
struct Search {
    random: Random,
    sites: Vec<Site>,
    /// The number of faults that no worker has started.
    left: usize,
    detected: usize,
    explained: usize,
    survived: usize,
    /// The tests that have detected a fault in each file.
    detected_by: HashMap<PathBuf, Vec<String>>,
}

impl Search {
    /// Returns the next fault and the tests that have detected faults in its file, or `None` after the last fault or the last number.
    fn next(&mut self, copy: &Workspace) -> Result<Option<(Fault, Vec<String>)>, String> {
        if self.left == 0 || self.sites.is_empty() {
            return Ok(None);
        }
        self.left -= 1;
        // Each constant is chosen at most once. Tables have many entries.
        let chosen = self.random.below(self.sites.len());
        let site = if matches!(self.sites[chosen], Site::Number { .. }) {
            self.sites.swap_remove(chosen)
        } else {
            self.sites[chosen].clone()
        };
        let fault = site.flip(copy, &mut self.random)?;
        let likely = self.detected_by.get(&fault.file).cloned().unwrap_or_default();
        Ok(Some((fault, likely)))
    }

    fn record(&mut self, fault: &Fault, outcome: Outcome, reason: Option<&str>, likely: Vec<String>) {
        match (outcome, reason) {
            (Outcome::DoesNotBuild, _) => self.left += 1,
            (Outcome::Detected, _) => {
                println!("detected   {fault}");
                self.detected += 1;
            }
            (Outcome::Survived, Some(reason)) => {
                println!("no change  {fault}\n           {reason}");
                self.explained += 1;
            }
            (Outcome::Survived, None) => {
                println!("SURVIVED   {fault}");
                self.survived += 1;
            }
        }
        let known = self.detected_by.entry(fault.file.clone()).or_default();
        for test in likely {
            if !known.contains(&test) {
                known.push(test);
            }
        }
    }
}

/// A copy of the library with its tests.
struct Workspace {
    folder: PathBuf,
}

impl Workspace {
    /// Creates the copy with this number, and replaces an older one.
    fn prepare(number: usize) -> Result<Workspace, String> {
        let say = |error: std::io::Error| error.to_string();
        let copy = Path::new(COPIES).join(number.to_string());
        for folder in CRATES {
            if copy.join(folder).exists() {
                fs::remove_dir_all(copy.join(folder)).map_err(say)?;
            }
            copy_folder(Path::new(folder), &copy.join(folder)).map_err(say)?;
        }
        fs::copy("Cargo.lock", copy.join("Cargo.lock")).map_err(say)?;
        let manifest = fs::read_to_string("Cargo.toml").map_err(say)?;
        let (before, rest) = manifest
            .split_once("members = [")
            .ok_or("Cargo.toml has no members")?;
        let (_, after) = rest
            .split_once("[workspace.package]")
            .ok_or("Cargo.toml has no [workspace.package]")?;
        let manifest = format!("{before}members = {CRATES:?}\n\n[workspace.package]{after}");
        fs::write(copy.join("Cargo.toml"), manifest).map_err(say)?;
        Ok(Workspace { folder: copy })
    }

    /// Tests faults until the last one is taken.
    fn search(&self, search: &Mutex<Search>) -> Result<(), String> {
        let lock = || search.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            let Some((fault, mut likely)) = lock().next(self)? else {
                return Ok(());
            };
            let path = self.source(&fault.file);
            let original = fs::read_to_string(&path).map_err(|error| error.to_string())?;
            fs::write(&path, &fault.source).map_err(|error| error.to_string())?;
            let reason = explain(&fault);
            let outcome = self.try_tests(reason.is_some(), &mut likely)?;
            fs::write(&path, original).map_err(|error| error.to_string())?;
            lock().record(&fault, outcome, reason, likely);
        }
    }

    /// Returns the path of a file of the library.
    fn source(&self, file: &Path) -> PathBuf {
        self.folder.join(SOURCES).join(file)
    }

    fn read(&self, file: &Path) -> Result<String, String> {
        let path = self.source(file);
        fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))
    }

    /// Builds the tests of the tiers in the copy and runs them until one fails: first `likely`, then the [`QUICK`] ones, and
    /// unless `only_quick` the others and then the library's other tests. Adds the test that fails to `likely`.
    fn try_tests(&self, only_quick: bool, likely: &mut Vec<String>) -> Result<Outcome, String> {
        let mut build = self.cargo_test(&["--test", "it", "--no-run", "--message-format=json"]);
        let output = build.stderr(Stdio::null()).output();
        let output = output.map_err(|error| format!("cargo: {error}"))?;
        if !output.status.success() {
            return Ok(Outcome::DoesNotBuild);
        }
        let messages = String::from_utf8_lossy(&output.stdout);
        let tests = messages
            .split("\"executable\":\"")
            .skip(1)
            .filter_map(|rest| rest.split('"').next())
            .last();
        let tests = Path::new(tests.ok_or("cargo names no executable")?);

        if !likely.is_empty() && run_tests(tests, likely)? != Run::Passed {
            return Ok(Outcome::Detected);
        }
        let skipped = |names: &[String]| -> Vec<String> {
            names
                .iter()
                .flat_map(|name| ["--skip".to_owned(), name.clone()])
                .collect()
        };
        let quick = QUICK.map(str::to_owned);
        let rounds = [
            [&quick[..], &skipped(likely)].concat(),
            [
                &[KERNELS.to_owned()][..],
                &skipped(&[&quick[..], likely].concat()),
            ]
            .concat(),
        ];
        for args in rounds {
            match run_tests(tests, &args)? {
                Run::Passed if only_quick => return Ok(Outcome::Survived),
                Run::Passed => (),
                Run::Failed(test) => {
                    likely.extend(test);
                    return Ok(Outcome::Detected);
                }
            }
        }
        // The library's other tests may detect what these do not.
        let mut others = self.cargo_test(&["--lib", "--tests", "--", "--skip", KERNELS]);
        Ok(if crate::process::succeeds(&mut others) {
            Outcome::Survived
        } else {
            Outcome::Detected
        })
    }

    /// Returns a command that tests the library on one processor.
    fn cargo_test(&self, args: &[&str]) -> Command {
        let mut cargo =
            crate::process::cargo(&["test", "--quiet", "-p", "utf8kit", "--features", "tiers", "-j1"]);
        // The copy's own target folder, even if the environment sets another.
        cargo
            .current_dir(&self.folder)
            .args(["--target-dir", "target"])
            .env("UTF8KIT_THOROUGH", "1")
            .args(args);
        cargo
    }

    /// Returns these folders of the library's source and all folders below them.
    fn folders(&self, roots: &[&str]) -> Result<Vec<PathBuf>, String> {
        let mut folders: Vec<_> = roots.iter().map(PathBuf::from).collect();
        let mut at = 0;
        while let Some(folder) = folders.get(at) {
            let path = self.source(folder);
            let entries = fs::read_dir(&path).map_err(|error| format!("{}: {error}", path.display()))?;
            let names = entries.filter_map(|entry| {
                let entry = entry.ok()?;
                entry
                    .file_type()
                    .ok()?
                    .is_dir()
                    .then(|| folder.join(entry.file_name()))
            });
            let mut below: Vec<_> = names.collect();
            below.sort();
            folders.append(&mut below);
            at += 1;
        }
        Ok(folders)
    }

    /// Returns all numbers and tables in the kernels and the vector code, but not in tests, and not in the dispatch, which only affects
    /// time.
    fn sites(&self) -> Result<Vec<Site>, String> {
        let mut sites = Vec::new();
        for folder in self.folders(&["simd"])? {
            if folder.starts_with("simd/dispatch") || folder.ends_with("tests") {
                continue;
            }
            let path = self.source(&folder);
            let mut files: Vec<_> = fs::read_dir(&path)
                .map_err(|error| format!("{}: {error}", path.display()))?
                .filter_map(|entry| Some(folder.join(entry.ok()?.file_name())))
                .filter(|file| file.extension().is_some() && runs_here(file))
                .collect();
            files.sort();
            for file in files {
                let source = self.read(&file)?;
                numbers(&file, &source, &mut sites);
                // A table has many entries. It is listed four times to be chosen more often.
                let mut found = Vec::new();
                tables(&file, &source, &mut found);
                for table in found {
                    sites.extend(std::iter::repeat_n(table, 4));
                }
            }
        }
        Ok(sites)
    }
}

fn copy_folder(from: &Path, to: &Path) -> std::io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            copy_folder(&entry.path(), &to.join(entry.file_name()))?;
        } else {
            fs::copy(entry.path(), to.join(entry.file_name()))?;
        }
    }
    Ok(())
}

#[derive(PartialEq, Eq)]
enum Run {
    Passed,
    /// The first test that failed, if the output names it.
    Failed(Option<String>),
}

/// Runs the tests with `args` until one fails or the time limit is reached.
fn run_tests(tests: &Path, args: &[String]) -> Result<Run, String> {
    let mut tests = Command::new("sh")
        .args(["-c", &format!("ulimit -t {TIME_LIMIT}; exec \"$0\" \"$@\"")])
        .arg(tests)
        .args(args)
        .env("RUST_BACKTRACE", "0")
        .env("UTF8KIT_THOROUGH", "1")
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .map_err(|error| error.to_string())?;
    let stdout = tests
        .stdout
        .take()
        .ok_or("found no standard output of the tests")?;
    let failed = BufReader::new(stdout)
        .lines()
        .map_while(Result::ok)
        .find_map(|line| {
            Some(
                line.strip_prefix("test ")?
                    .strip_suffix(" ... FAILED")?
                    .to_owned(),
            )
        });
    if failed.is_some() {
        // The other tests are not needed. `kill` errors if the program has ended already, which is fine.
        let _ = tests.kill();
    }
    let status = tests.wait().map_err(|error| error.to_string())?;
    Ok(if failed.is_none() && status.success() {
        Run::Passed
    } else {
        Run::Failed(failed)
    })
}

/// A place in the source that a fault can change.
#[derive(Clone)]
enum Site {
    /// A number in the source, in `file` from byte `start` to `end`.
    Number { file: PathBuf, start: usize, end: usize },
    /// The initializer of a static table.
    Table {
        file: PathBuf,
        name: String,
        shape: Vec<usize>,
        is_wrapped: bool,
        start: usize,
        end: usize,
    },
}

/// Returns `true` if the tests on this machine run the vector code in the file.
fn runs_here(file: &Path) -> bool {
    let name = file.file_stem().and_then(|name| name.to_str()).unwrap_or("");
    let others: &[&str] = if cfg!(target_arch = "x86_64") {
        &["neon", "simd128"]
    } else {
        &["avx512", "avx2", "sse41"]
    };
    !others.contains(&name) && !["tests", "bounds", "dispatch"].contains(&name)
}

/// Finds the numbers of a source, except in comments, attributes, assertions of debug builds and lines with strings, fields
/// of tuples, and lengths in types.
fn numbers(file: &Path, source: &str, sites: &mut Vec<Site>) {
    let mut offset = 0;
    for line in source.split_inclusive('\n') {
        let code = line.split("//").next().unwrap_or("");
        if !code.trim_start().starts_with("#[") && !code.contains('"') && !code.contains("debug_assert") {
            let bytes = code.as_bytes();
            let mut at = 0;
            while at < bytes.len() {
                let is_word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
                if !bytes[at].is_ascii_digit() {
                    // Skip a whole name, which may end in digits.
                    let name = bytes[at..].iter().take_while(|&&byte| is_word(byte)).count();
                    at += name.max(1);
                    continue;
                }
                let end = at + bytes[at..].iter().take_while(|&&byte| is_word(byte)).count();
                let before = code[..at].trim_end();
                let is_field = before.ends_with('.') && !before.ends_with("..");
                let is_length =
                    before.ends_with(';') && bytes.get(end) == Some(&b']') && code.contains(": [");
                if !is_field && !is_length {
                    sites.push(Site::Number {
                        file: file.to_owned(),
                        start: offset + at,
                        end: offset + end,
                    });
                }
                at = end;
            }
        }
        offset += line.len();
    }
}

/// Finds the static tables of bytes of a source.
fn tables(file: &Path, source: &str, sites: &mut Vec<Site>) {
    for (at, _) in source.match_indices("static ") {
        let Some((name, rest)) = source[at + 7..].split_once(": ") else {
            continue;
        };
        let Some((shape, initializer)) = rest.split_once(" =") else {
            continue;
        };
        let element = shape.trim_start_matches('[').split(';').next().unwrap_or("");
        // Bytes, or a type that contains this number of bytes.
        let bytes = match element {
            "u8" if shape.starts_with('[') => None,
            "LaneTable" => Some(16),
            "Table" => Some(64),
            _ => continue,
        };
        let lengths: Option<Vec<usize>> = shape
            .split(';')
            .skip(1)
            .map(|len| len.trim().trim_end_matches(']').parse().ok())
            .collect();
        let Some(mut lengths) = lengths else {
            continue;
        };
        lengths.reverse();
        lengths.extend(bytes);
        let start = source.len() - initializer.len();
        let mut depth = 0;
        let end = initializer.bytes().position(|byte| {
            match byte {
                b'(' | b'[' | b'{' => depth += 1,
                b')' | b']' | b'}' => depth -= 1,
                _ => {}
            }
            byte == b';' && depth == 0
        });
        if let Some(end) = end {
            let (file, name) = (file.to_owned(), name.to_owned());
            sites.push(Site::Table {
                file,
                name,
                shape: lengths,
                is_wrapped: bytes.is_some(),
                start,
                end: start + end,
            });
        }
    }
}

/// Returns the value of a number literal, the number of bits it is written with, and its suffix.
fn parse_number(digits: &str) -> Result<(u64, u32, &str), String> {
    let (plain, suffix) = match digits.find(['u', 'i']) {
        Some(suffix) => digits.split_at(suffix),
        None => (digits, ""),
    };
    let plain = plain.replace('_', "");
    let (number, bits) = if let Some(hex) = plain.strip_prefix("0x") {
        (u64::from_str_radix(hex, 16), 4 * hex.len() as u32)
    } else if let Some(binary) = plain.strip_prefix("0b") {
        (u64::from_str_radix(binary, 2), binary.len() as u32)
    } else {
        (plain.parse(), 4)
    };
    let number = number.map_err(|error| format!("{digits}: {error}"))?;
    Ok((number, bits.max(u64::BITS - number.leading_zeros()), suffix))
}

impl Site {
    /// Returns its file, below the library's `src`.
    fn file(&self) -> &Path {
        match self {
            Site::Number { file, .. } | Site::Table { file, .. } => file,
        }
    }

    /// Returns a fault at this place.
    fn flip(self, copy: &Workspace, random: &mut Random) -> Result<Fault, String> {
        let (file, start, end, flip, replacement) = match self {
            Site::Number { file, start, end } => {
                let source = copy.read(&file)?;
                let digits = &source[start..end];
                let (number, bits, suffix) = parse_number(digits)?;
                let bit = random.below(bits as usize) as u32;
                let replacement = format!("{:#X}{suffix}", number ^ 1 << bit);
                (file, start, end, Flip::Number { number, bit }, replacement)
            }
            Site::Table {
                file,
                name,
                shape,
                is_wrapped,
                start,
                end,
            } => {
                let source = copy.read(&file)?;
                let index: Vec<usize> = shape.iter().map(|&len| random.below(len)).collect();
                let bit = random.below(8) as u32;
                let mut entry = String::from("faulty");
                for (depth, index) in index.iter().enumerate() {
                    let field = if is_wrapped && depth + 1 == shape.len() {
                        ".0"
                    } else {
                        ""
                    };
                    entry.push_str(&format!("{field}[{index}]"));
                }
                let replacement = format!(
                    " {{ let mut faulty ={}; {entry} ^= 1 << {bit}; faulty }}",
                    &source[start..end]
                );
                (
                    file,
                    start,
                    end,
                    Flip::Entry {
                        table: name,
                        index,
                        bit,
                    },
                    replacement,
                )
            }
        };
        let source = copy.read(&file)?;
        let line = source[..start].lines().count().max(1);
        let text = source.lines().nth(line - 1).unwrap_or("").trim().to_owned();
        let source = [&source[..start], &replacement, &source[end..]].concat();
        Ok(Fault {
            file,
            line,
            flip,
            text,
            source,
        })
    }
}

/// A random number generator (LCG) that gives the same faults in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(args: &[&str]) -> Result<Options, String> {
        Options::parse(&args.iter().map(|&arg| arg.to_owned()).collect::<Vec<_>>())
    }

    fn selected(args: &[&str]) -> Vec<&'static str> {
        let options = parse(args).unwrap();
        let files = [
            "simd/validate_utf8.rs",
            "simd/arch/avx512.rs",
            "simd/arch/lanes/validate_utf8.rs",
        ];
        files
            .into_iter()
            .filter(|file| options.selects(Path::new(file)))
            .collect()
    }

    #[test]
    fn file_selects_by_the_end_of_the_path() {
        assert_eq!(selected(&["--file", "avx512.rs", "4"]), ["simd/arch/avx512.rs"]);
        assert_eq!(selected(&["--file", "validate_utf8.rs"]).len(), 2);
        for path in [
            "simd/validate_utf8.rs",
            "crates/utf8kit/src/simd/validate_utf8.rs",
        ] {
            assert_eq!(selected(&["--file", path]), ["simd/validate_utf8.rs"]);
        }
        // Not the end of a name.
        assert!(selected(&["--file", "utf8.rs"]).is_empty());
        assert_eq!(selected(&["4"]).len(), 3);
    }

    #[test]
    fn numbers_follow_the_file() {
        let options = |count, seed, file: Option<&str>| Options {
            count,
            seed,
            file: file.map(PathBuf::from),
        };
        assert_eq!(parse(&[]), Ok(options(COUNT, 1, None)));
        assert_eq!(parse(&["40", "7"]), Ok(options(40, 7, None)));
        assert_eq!(parse(&["--file", "a.rs"]), Ok(options(COUNT, 1, Some("a.rs"))));
        assert_eq!(
            parse(&["--file", "a.rs", "40", "7"]),
            Ok(options(40, 7, Some("a.rs")))
        );
        for wrong in [
            &["--file"][..],
            &["a.rs"],
            &["4", "--file", "a.rs"],
            &["4", "5", "6"],
        ] {
            assert!(parse(wrong).is_err(), "{wrong:?}");
        }
    }
}
