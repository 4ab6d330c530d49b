//! `cargo xtask sizes`: measures what a call of the library adds to a small program, and compares that with the table in
//! docs/PERFORMANCE.md.
//!
//! Each program reads its input, makes one call, and ends with a status that depends on the result. A second program without
//! the call is the baseline. Both are optimized for size, as a program would be whose author cares, so that a kernel that
//! becomes reachable from a call that does not need it shows as a larger number.

use crate::process::{self, cargo, target_folder};
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

/// A program.
struct Program {
    /// The call, as the table names it.
    call: &'static str,
    /// The features of the library.
    features: &'static [&'static str],
    /// An expression of type `usize` over `bytes: &[u8]`.
    code: &'static str,
}

/// What a program does without the library.
const BASELINE: &str = "bytes.len()";

const VALIDATE: &str = "utf8kit::utf8::validate(bytes).map_or_else(|error| error.valid_up_to(), str::len)";
const TO_UTF16: &str = "utf8kit::utf8::to_utf16(bytes, &mut [0; 64]).unwrap_or(0)";
// The input chooses the encodings, so that the compiler does not know them.
const CONVERT: &str = "{
    let all = utf8kit::Encoding::ALL;
    let encoding = |at| all[usize::from(*bytes.get(at).unwrap_or(&0)) % all.len()];
    let done = utf8kit::convert(bytes, encoding(0), encoding(1), utf8kit::Policy::Fail, &mut [0; 64]);
    done.map_or(0, |done| done.written)
}";

/// The programs, in the order of the table.
const PROGRAMS: [Program; 6] = [
    Program::new("`utf8::validate`", &["std"], VALIDATE),
    Program::new(
        "`utf8::is_valid`",
        &["std"],
        "usize::from(utf8kit::utf8::is_valid(bytes))",
    ),
    Program::new("`utf8::to_utf16`", &["std", "utf16"], TO_UTF16),
    Program::new("`convert`", &["std", "utf16"], CONVERT),
    Program::new("`utf8::validate`", &[], VALIDATE),
    Program::new("`utf8::to_utf16`", &["utf16"], TO_UTF16),
];

impl Program {
    const fn new(call: &'static str, features: &'static [&'static str], code: &'static str) -> Self {
        Program { call, features, code }
    }

    /// Returns the row of the table, but for the number.
    fn row(&self) -> String {
        let features = match self.features {
            [] => "none".to_owned(),
            features => features
                .iter()
                .map(|name| format!("`{name}`"))
                .collect::<Vec<_>>()
                .join(", "),
        };
        format!("| {} | {features} | ", self.call)
    }
}

/// The document with the table.
const DOCUMENT: &str = "docs/PERFORMANCE.md";

/// By how many hundredths a number may be greater than in the table. Compilers differ by less.
const TOLERANCE: usize = 5;

/// Returns an error if the programs cannot be measured here: the table is of one target.
pub(crate) fn needs() -> Result<(), String> {
    match process::host()?.as_str() {
        "x86_64-unknown-linux-gnu" => Ok(()),
        host => Err(format!("the table is of x86_64-unknown-linux-gnu, not {host}")),
    }
}

/// Compares the sizes with the table, or with `--update` writes them there.
pub(crate) fn run(args: &[String]) -> Result<(), String> {
    let is_update = match args {
        [] => false,
        [arg] if arg == "--update" => true,
        _ => return Err(format!("expected --update or no argument, found {args:?}")),
    };
    needs()?;
    let table = fs::read_to_string(DOCUMENT).map_err(|error| format!("{DOCUMENT}: {error}"))?;
    let (mut updated, mut problems) = (table.clone(), String::new());
    let baseline = size_of(&Program::new("", &[], BASELINE))?;
    for program in &PROGRAMS {
        let size = size_of(program)?.saturating_sub(baseline);
        let row = program.row();
        let recorded = recorded(&table, &row)?;
        println!("{row}{size} | (recorded: {recorded})");
        updated = updated.replace(&format!("{row}{recorded} |"), &format!("{row}{size} |"));
        if is_too_large(size, recorded) {
            let _ = writeln!(problems, "{row}{size} |, and the table has {recorded}");
        }
    }
    match (is_update, problems.as_str()) {
        (true, _) => fs::write(DOCUMENT, updated).map_err(|error| format!("{DOCUMENT}: {error}")),
        (false, "") => Ok(()),
        (false, problems) => Err(format!(
            "calls add over {TOLERANCE} % more to a program than {DOCUMENT} says; if that is wanted, run `cargo xtask sizes --update`:\n\
             {problems}"
        )),
    }
}

/// Returns `true` if a size is so much greater than the recorded one that a change must have caused it.
fn is_too_large(size: usize, recorded: usize) -> bool {
    100 * size > (100 + TOLERANCE) * recorded
}

/// Returns the number that ends the row that begins so.
fn recorded(table: &str, row: &str) -> Result<usize, String> {
    let found = table
        .lines()
        .find_map(|line| line.strip_prefix(row)?.strip_suffix(" |")?.parse().ok());
    found.ok_or_else(|| format!("{DOCUMENT} has no row `{row}NUMBER |`"))
}

/// Builds a program, and returns the bytes of it that are loaded when it starts.
fn size_of(program: &Program) -> Result<usize, String> {
    let folder = target_folder().join("sizes");
    let say = |error: std::io::Error| format!("{}: {error}", folder.display());
    let library = std::path::absolute("crates/utf8kit").map_err(say)?;
    fs::create_dir_all(folder.join("src")).map_err(say)?;
    let manifest = format!(
        "[workspace]\n\n[package]\nname = \"program\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n\
         [dependencies]\nutf8kit = {{ path = {library:?}, default-features = false, features = {:?} }}\n\n\
         [profile.release]\nopt-level = \"z\"\nlto = true\ncodegen-units = 1\npanic = \"abort\"\nstrip = true\n",
        program.features,
    );
    fs::write(folder.join("Cargo.toml"), manifest).map_err(say)?;
    fs::write(folder.join("src/main.rs"), source(program.code)).map_err(say)?;
    let mut build = cargo(&["build", "--quiet", "--release", "--offline", "--manifest-path"]);
    build
        .arg(folder.join("Cargo.toml"))
        .arg("--target-dir")
        .arg(folder.join("target"));
    // Flags for tests and measurements would change what is measured.
    build
        .env_remove("RUSTFLAGS")
        .env_remove("CARGO_ENCODED_RUSTFLAGS");
    process::run(&mut build)?;
    loaded_size(&folder.join("target/release/program"))
}

/// Returns the source of a program.
fn source(code: &str) -> String {
    format!(
        "use std::io::Read;\n\n\
         fn main() {{\n    let mut input = Vec::new();\n    let _ = std::io::stdin().read_to_end(&mut input);\n    \
         let bytes = input.as_slice();\n    let size: usize = {code};\n    std::process::exit((size & 0x7F) as i32);\n}}\n"
    )
}

/// Returns the bytes of the segments that are loaded of a program of 64 bits, without what is between them in the file.
pub(crate) fn loaded_size(path: &Path) -> Result<usize, String> {
    let file = fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
    segments(&file).ok_or_else(|| format!("{} is no little-endian ELF file of 64 bits", path.display()))
}

/// Does the work of [`loaded_size`] for the bytes of the file. Returns `None` if they are none of such a file.
fn segments(file: &[u8]) -> Option<usize> {
    const LOAD: u64 = 1;
    if !file.starts_with(b"\x7FELF\x02\x01") {
        return None;
    }
    let number = |at: usize, len: usize| {
        let bytes = file.get(at..at.checked_add(len)?)?;
        Some(
            bytes
                .iter()
                .rev()
                .fold(0, |number, &byte| number << 8 | u64::from(byte)),
        )
    };
    let (headers, header_len, count) = (number(0x20, 8)?, number(0x36, 2)?, number(0x38, 2)?);
    let mut sum = 0;
    for index in 0..count {
        let header = usize::try_from(headers.checked_add(index * header_len)?).ok()?;
        if number(header, 4)? == LOAD {
            sum += number(header.checked_add(0x20)?, 8)?;
        }
    }
    usize::try_from(sum).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a file with two segments of these sizes, of which the first is loaded.
    fn file(sizes: [u64; 2]) -> Vec<u8> {
        let mut file = vec![0; 0x40 + 2 * 0x38];
        file[..6].copy_from_slice(b"\x7FELF\x02\x01");
        file[0x20] = 0x40;
        file[0x36] = 0x38;
        file[0x38] = 2;
        for (index, size) in sizes.into_iter().enumerate() {
            let header = 0x40 + index * 0x38;
            file[header] = if index == 0 { 1 } else { 6 };
            file[header + 0x20..][..8].copy_from_slice(&size.to_le_bytes());
        }
        file
    }

    #[test]
    fn only_segments_that_are_loaded_count() {
        assert_eq!(segments(&file([0x1234, 999])), Some(0x1234));
        assert_eq!(segments(b"MZ"), None);
        for len in 0..file([1, 2]).len() - 0x38 {
            assert_eq!(segments(&file([1, 2])[..len]), None, "{len}");
        }
    }

    #[test]
    fn growth_over_the_tolerance_is_reported() {
        assert!(!is_too_large(10_500, 10_000));
        assert!(is_too_large(10_501, 10_000));
        assert!(!is_too_large(1, 10_000));
    }

    #[test]
    fn every_program_has_a_row() {
        let document = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/PERFORMANCE.md");
        let table = std::fs::read_to_string(document).unwrap();
        for program in &PROGRAMS {
            let row = program.row();
            assert!(recorded(&table, &row).is_ok_and(|size| size > 0), "{row}");
        }
        assert!(recorded(&table, "| `utf8::nothing` | none | ").is_err());
    }
}
