//! `cargo xtask windows`: builds the command for Windows and runs it under Wine, as Debian packages it. What it prints, what it leaves in
//! files and its exit codes must be those of the command for this machine. `--tests` runs the tests of the command there, too.

use crate::process::{self, cargo, find_program, target_folder};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

const TRIPLE: &str = "x86_64-pc-windows-gnu";

const COMPILER: &str = "x86_64-w64-mingw32-gcc";

/// Rust's standard library takes random numbers from a library that Wine 8 does not have. This one has the only function of it.
const RANDOM: &str = "\
#include <windows.h>
#include <ntsecapi.h>
__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE data, SIZE_T len) { return RtlGenRandom(data, (ULONG)len); }
";

/// The tests that do not run: Wine has no Git, and the others start the command hundreds of times and test nothing that differs between
/// systems.
const LEFT_OUT: [&str; 7] = [
    "changed::",
    "clauses::",
    "every_encoding_that_convert_knows",
    "every_name_of_iconv",
    "names_are_helped_with",
    "numbers_pass_between",
    "random_bytes_are_shown",
];

/// The files that the runs begin with.
const FILES: [(&str, &[u8]); 7] = [
    ("notes.txt", b"two cups\ncaf\xE9 au lait\n"),
    // Double-encoded. Escapes keep `utf8 check .` from finding it here.
    ("menu.txt", b"caf\xC3\x83\xC2\xA9 cr\xC3\x83\xC2\xA8me\n"),
    ("table.csv", b"\xFF\xFEn\0a\0m\0e\0;\0\xE9\0\n\0"),
    (
        "news.txt",
        b"\xED\xE0\xDB\xE0 \xED\xE0 \xE3\xEE\xF0\xEE\xE4\xE0 \xE8 \xED\xE0\xF0\xEE\xE4\xE8\n",
    ),
    ("good.txt", "naïve\n".as_bytes()),
    ("deep/er/names.csv", b"a;\xE2\x80\xAEb\n"),
    ("utf8kit.toml", b"exclude = [\"good.txt\"]\n"),
];

/// The runs, one after another in the same folder.
const RUNS: [&[&str]; 12] = [
    &["--version"],
    &["check"],
    &["check", "--format", "json"],
    &["check", "--format", "sarif"],
    &["detect", "."],
    &["count", "good.txt"],
    &["inspect", "notes.txt"],
    &["explain", "ill-formed"],
    &["convert", "-f", "UTF-16", "-t", "UTF-8", "table.csv"],
    &["fix", "--diff", "menu.txt"],
    &["fix", "--transcode", "--on-error=as:windows-1252", "."],
    &["check", "--no-config"],
];

pub(crate) fn run(args: &[String]) -> Result<(), String> {
    let has_tests = match args {
        [] => false,
        [arg] if arg == "--tests" => true,
        _ => return Err(format!("expected --tests or no argument, found {args:?}")),
    };
    for (program, package) in [("wine", "wine"), (COMPILER, "gcc-mingw-w64-x86-64")] {
        if find_program(program).is_none() {
            return Err(format!(
                "{program} is not installed; Debian's package {package} has it"
            ));
        }
    }
    process::run(&mut cargo(&["build", "--quiet", "-p", "utf8kit-cli"]))?;
    process::run(&mut cargo(&[
        "build",
        "--quiet",
        "-p",
        "utf8kit-cli",
        "--target",
        TRIPLE,
    ]))?;
    let ours = absolute(&target_folder().join("debug/utf8"))?;
    let theirs = absolute(&target_folder().join(TRIPLE).join("debug/utf8.exe"))?;
    let system = absolute(&target_folder().join("wine/system"))?;
    // The first run makes Wine's folder, and says so.
    let mut first = Command::new("wine");
    finish(first.args(["cmd", "/c", "exit"]).env("WINEPREFIX", &system))?;
    make_random(&system.join("drive_c/windows/system32"))?;
    let here = prepare("here")?;
    let there = prepare("there")?;
    for args in RUNS {
        let expected = finish(Command::new(&ours).args(args).current_dir(&here))?;
        let mut wine = Command::new("wine");
        let wine = wine.arg(&theirs).args(args).current_dir(&there);
        let found = finish(wine.env("WINEPREFIX", &system))?;
        let is_for_programs = args.iter().any(|arg| ["json", "sarif", "--diff"].contains(arg));
        let text = |bytes: &[u8]| match String::from_utf8_lossy(bytes) {
            text if is_for_programs => text.into_owned(),
            text => text.replace('\\', "/"),
        };
        let of = |output: &Output| (output.status.code(), text(&output.stdout), text(&output.stderr));
        if of(&found) != of(&expected) {
            let [found, expected] = [of(&found), of(&expected)];
            return Err(format!(
                "utf8 {}: found {found:#?}, expected {expected:#?}",
                args.join(" ")
            ));
        }
    }
    for (name, _) in FILES {
        let read = |folder: &Path| fs::read(folder.join(name)).map_err(|error| format!("{name}: {error}"));
        if read(&here)? != read(&there)? {
            return Err(format!("{name} is not what the command for this machine writes"));
        }
    }
    println!(
        "{} runs of the command under Wine come to what those on this machine do",
        RUNS.len()
    );
    if has_tests { tests(&system) } else { Ok(()) }
}

/// Runs the tests of the command under Wine.
fn tests(system: &Path) -> Result<(), String> {
    let mut tests = cargo(&["test", "--target", TRIPLE, "-p", "utf8kit-cli", "--no-fail-fast"]);
    tests
        .arg("--")
        .args(LEFT_OUT.iter().flat_map(|name| ["--skip", name]))
        .env("CARGO_TARGET_X86_64_PC_WINDOWS_GNU_RUNNER", "wine")
        .env("WINEPREFIX", system)
        .env("WINEDEBUG", "-all");
    process::run(&mut tests)
}

/// Makes the library of [`RANDOM`] in a folder in which Windows looks for it.
fn make_random(folder: &Path) -> Result<(), String> {
    let source = folder.join("random.c");
    fs::write(&source, RANDOM).map_err(|error| format!("{}: {error}", source.display()))?;
    let mut compiler = Command::new(COMPILER);
    compiler
        .arg("-shared")
        .arg("-o")
        .arg(folder.join("bcryptprimitives.dll"));
    process::run(compiler.arg(&source).arg("-ladvapi32"))
}

/// Returns a new folder with the files.
fn prepare(name: &str) -> Result<PathBuf, String> {
    let folder = absolute(&target_folder().join("wine").join(name))?;
    let failed = |error: std::io::Error| format!("{}: {error}", folder.display());
    if folder.exists() {
        fs::remove_dir_all(&folder).map_err(failed)?;
    }
    fs::create_dir_all(&folder).map_err(failed)?;
    for (name, bytes) in FILES {
        let file = folder.join(name);
        fs::create_dir_all(file.parent().expect("it is in the folder")).map_err(failed)?;
        fs::write(file, bytes).map_err(failed)?;
    }
    Ok(folder)
}

/// Runs a command without an input, and returns what it prints.
fn finish(command: &mut Command) -> Result<Output, String> {
    command
        .stdin(Stdio::null())
        .env("WINEDEBUG", "-all")
        .env("NO_COLOR", "1");
    let output = command.output();
    output.map_err(|error| format!("{}: {error}", command.get_program().display()))
}

fn absolute(path: &Path) -> Result<PathBuf, String> {
    std::path::absolute(path).map_err(|error| format!("{}: {error}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::process::output;

    /// Returns `true` if Windows can have a file or directory of this name.
    fn is_possible(name: &str) -> bool {
        let stem = name.split(['.', ':']).next().unwrap_or_default().trim_end();
        let stem = stem.to_ascii_lowercase();
        let is_device = ["aux", "con", "conin$", "conout$", "nul", "prn"].contains(&&*stem)
            || ["com", "lpt"].iter().any(|port| {
                let number = stem.strip_prefix(port);
                number.is_some_and(|number| {
                    number.chars().count() == 1
                        && !number.starts_with(|c: char| c == '0' || c.is_alphabetic())
                })
            });
        let is_odd = |c: char| c.is_control() || "<>:\"|?*\\".contains(c);
        !is_device && !name.contains(is_odd) && !name.ends_with(['.', ' '])
    }

    /// Git cannot check out a tree with one that it cannot have.
    #[test]
    fn windows_can_have_every_file() {
        for (name, expected) in [
            ("nul.rs", false),
            ("Aux", false),
            ("com1.tar.gz", false),
            ("a:b", false),
            ("a.", false),
            ("null.rs", true),
            ("com", true),
            ("comx", true),
            ("common.rs", true),
            (".gitignore", true),
        ] {
            assert_eq!(is_possible(name), expected, "{name}");
        }
        let mut list = Command::new("git");
        list.args(["ls-files", "-z", "--full-name", ".."])
            .current_dir(env!("CARGO_MANIFEST_DIR"));
        // What is unpacked from an archive has no list.
        let list = output(&mut list).unwrap_or_default();
        let names = list.split(['/', '\0']).filter(|name| !name.is_empty());
        let impossible: Vec<_> = names.filter(|name| !is_possible(name)).collect();
        assert!(impossible.is_empty(), "{impossible:?}");
    }
}
