//! The examples of the C library: compiles them as the guide says, runs them, and compares what they print.

use super::build::{CRATE, compatible_version, read, version};
use super::compilers::{Compilers, sources};
use super::install::{Folders, copy};
use crate::process::{self, find_program};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A run of an example. The files `a`, `b` and `pair` are in the current folder.
struct Run {
    program: &'static str,
    args: &'static [&'static str],
    stdin: &'static [u8],
    stdout: &'static [u8],
    stderr: &'static str,
    status: i32,
}

const FILES: [(&str, &[u8]); 3] = [
    ("a", "naïve\né𝄞!\n".as_bytes()),
    ("b", b"ab \xFF c\n"),
    ("pair", b"\xFF\xFE\x34\xD8\x1E\xDD"),
];

const RUNS: &[Run] = &[
    Run {
        program: "wc",
        args: &["a", "b"],
        stdin: b"",
        stdout: b"      2       2      10      15 a\n      1       3       7       7 b\n      3       5      17      22 total\n",
        stderr: "wc: b: ill-formed UTF-8 at offset 3: `FF` never occurs in UTF-8\n",
        status: 1,
    },
    Run {
        program: "wc",
        args: &[],
        stdin: b"\xE2\x82",
        stdout: b"      0       1       1       2 -\n",
        stderr: "wc: -: ill-formed UTF-8 at offset 0: `E2 82` starts a sequence of 3 bytes, but the text ends\n",
        status: 1,
    },
    Run {
        program: "wc",
        args: &["nothing"],
        stdin: b"",
        stdout: b"",
        stderr: "wc: nothing: No such file or directory\n",
        status: 2,
    },
    Run {
        program: "iconv",
        args: &["-f", "UTF-8", "-t", "UTF-16BE"],
        stdin: "é𝄞".as_bytes(),
        stdout: b"\x00\xE9\xD8\x34\xDD\x1E",
        stderr: "",
        status: 0,
    },
    Run {
        program: "iconv",
        args: &["-f", "UTF-16", "-t", "utf8", "pair", "pair"],
        stdin: b"",
        stdout: "𝄞𝄞".as_bytes(),
        stderr: "",
        status: 0,
    },
    Run {
        program: "iconv",
        args: &["-f", "utf8", "-t", "latin1", "a"],
        stdin: b"",
        stdout: b"na\xEFve\n\xE9",
        stderr: "iconv: a: before offset 15: ISO-8859-1 cannot represent U+1D11E\n",
        status: 1,
    },
    Run {
        program: "iconv",
        args: &["-c", "-f", "utf8", "-t", "latin1", "a", "b"],
        stdin: b"",
        stdout: b"na\xEFve\n\xE9!\nab  c\n",
        stderr: "",
        status: 0,
    },
    Run {
        program: "iconv",
        args: &["-f", "utf8", "-t", "utf-7", "b"],
        stdin: b"",
        stdout: b"ab ",
        stderr: "iconv: b: ill-formed UTF-8 at offset 3: `FF` never occurs in UTF-8\n",
        status: 1,
    },
    Run {
        program: "iconv",
        args: &["-f", "utf8", "-t", "nothing"],
        stdin: b"",
        stdout: b"",
        stderr: "iconv: nothing: unknown encoding\n",
        status: 2,
    },
    Run {
        program: "decode",
        args: &["shift_jis"],
        stdin: b"\x93\xFA\x96\x7B \xFF\x93",
        stdout: "日本 \u{FFFD}\u{FFFD}".as_bytes(),
        stderr: "",
        status: 0,
    },
    Run {
        program: "decode",
        args: &["nothing"],
        stdin: b"",
        stdout: b"",
        stderr: "decode: nothing: unknown encoding\n",
        status: 2,
    },
];

/// What the example in Go prints of the files.
const GO: Run = Run {
    program: "go/badlines",
    args: &["a", "b"],
    stdin: b"",
    stdout: b"b:1: ill-formed UTF-8 at offset 3: `FF` never occurs in UTF-8\n",
    stderr: "",
    status: 1,
};

/// Compiles the examples and the programs of the guide in an empty folder, where only `pkg-config` knows of the library, and
/// runs them.
pub(super) fn test(compilers: &[Compilers], folders: &Folders) -> Result<(), String> {
    let project = folders.prefix.join("project");
    let failed = |error: std::io::Error| format!("{}: {error}", project.display());
    let _ = fs::remove_dir_all(&project);
    fs::create_dir_all(&project).map_err(failed)?;
    for (name, bytes) in FILES {
        fs::write(project.join(name), bytes).map_err(failed)?;
    }
    let mut sources = vec![];
    for file in ["c/wc.c", "c/iconv.c", "cpp/decode.cpp"] {
        let file = Path::new(CRATE).join("examples").join(file);
        let source = project.join(file.file_name().unwrap_or_default());
        fs::copy(&file, &source).map_err(failed)?;
        sources.push(source);
    }
    let guide = read(Path::new(CRATE).join("README.md"))?;
    for (language, name) in [("c", "guide.c"), ("cpp", "guide.cpp")] {
        let source = project.join(name);
        fs::write(&source, code(&guide, language)?).map_err(failed)?;
        sources.push(source);
    }
    let static_only = static_folder(folders)?;
    for compilers in compilers {
        for source in &sources {
            for (libdir, flag) in [
                (&folders.lib, None),
                (&static_only, None),
                (&static_only, Some("-static")),
            ] {
                let program = compile(compilers, source, libdir, flag, folders)?;
                let name = source.file_stem().unwrap_or_default().to_string_lossy();
                if name == "guide" {
                    process::run(Command::new(&program).env("LD_LIBRARY_PATH", libdir))?;
                }
                for run in RUNS.iter().filter(|run| run.program == name) {
                    check(run, &program, libdir, &project)?;
                }
            }
        }
    }
    println!(
        "{} examples, {} runs of each of them",
        sources.len(),
        3 * compilers.len()
    );
    cmake(&guide, folders, &project)?;
    go(&guide, folders, &project)?;
    zig(&guide, folders, &project)
}

/// Returns a folder that has the static library alone. Otherwise the linker prefers the shared one.
fn static_folder(folders: &Folders) -> Result<PathBuf, String> {
    let folder = folders.prefix.join("static");
    fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    copy(&folders.lib.join("libutf8kit.a"), &folder.join("libutf8kit.a"))?;
    Ok(folder)
}

/// Returns the flags for the compiler that `pkg-config` prints.
fn flags(libdir: &Path, folders: &Folders) -> Result<Vec<String>, String> {
    let mut command = Command::new("pkg-config");
    command.args(["--cflags", "--libs"]);
    if libdir != folders.lib {
        command.arg("--static");
    }
    command.arg(format!("--define-variable=libdir={}", libdir.display()));
    command
        .arg("utf8kit")
        .env("PKG_CONFIG_PATH", folders.lib.join("pkgconfig"));
    let flags = process::output(&mut command).ok_or("pkg-config does not find utf8kit")?;
    Ok(flags.split_whitespace().map(str::to_owned).collect())
}

fn compile(
    compilers: &Compilers,
    source: &Path,
    libdir: &Path,
    flag: Option<&str>,
    folders: &Folders,
) -> Result<PathBuf, String> {
    let program = source.with_extension("");
    let is_cxx = source.extension().is_some_and(|extension| extension == "cpp");
    let (compiler, standard) = match is_cxx {
        true => (&compilers.cxx, "-std=c++17"),
        false => (&compilers.c, "-std=c11"),
    };
    let mut command = Command::new(compiler);
    command
        .args([standard, "-Wall", "-Wextra", "-Werror", "-pedantic"])
        .arg("-o")
        .arg(&program)
        .arg(source)
        .args(flags(libdir, folders)?)
        .args(flag);
    process::run(&mut command)?;
    Ok(program)
}

/// Runs an example and compares what it prints.
fn check(run: &Run, program: &Path, libdir: &Path, folder: &Path) -> Result<(), String> {
    let failed = |error: std::io::Error| format!("{}: {error}", program.display());
    let mut child = Command::new(program)
        .args(run.args)
        .current_dir(folder)
        .env("LD_LIBRARY_PATH", libdir)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(failed)?;
    let mut stdin = child.stdin.take().ok_or("the example has no standard input")?;
    // A program that ends early closes it.
    let _ = stdin.write_all(run.stdin);
    drop(stdin);
    let output = child.wait_with_output().map_err(failed)?;
    let found = (
        output.status.code(),
        &*output.stdout,
        &*String::from_utf8_lossy(&output.stderr),
    );
    let expected = (Some(run.status), run.stdout, run.stderr);
    if found == expected {
        return Ok(());
    }
    let show = |(status, stdout, stderr): (Option<i32>, &[u8], &str)| {
        format!(
            "status {status:?}, output `{}`, errors `{stderr}`",
            stdout.escape_ascii()
        )
    };
    Err(format!(
        "{} {}: {}; expected {}",
        run.program,
        run.args.join(" "),
        show(found),
        show(expected)
    ))
}

/// Returns the first block of code in a language.
fn code<'t>(guide: &'t str, language: &str) -> Result<&'t str, String> {
    let (_, rest) = guide
        .split_once(&format!("```{language}\n"))
        .ok_or_else(|| format!("{CRATE}/README.md has no code in {language}"))?;
    let (code, _) = rest.split_once("```").ok_or("a block of code does not end")?;
    Ok(code)
}

/// Builds an example as the project of the guide does, with both libraries, after all that was installed has moved, and checks
/// which versions CMake takes.
fn cmake(guide: &str, folders: &Folders, project: &Path) -> Result<(), String> {
    let failed = |error: std::io::Error| format!("{}: {error}", project.display());
    let moved = project.join("moved");
    fs::create_dir_all(&moved).map_err(failed)?;
    for folder in [&folders.lib, &folders.include] {
        process::run(Command::new("cp").arg("-a").arg(folder).arg(&moved))?;
    }
    let lists = code(guide, "cmake")?;
    let asked = format!("find_package(utf8kit {} ", compatible_version());
    if !lists.contains(&asked) || !lists.contains("utf8kit::utf8kit") {
        return Err(format!(
            "{CRATE}/README.md: the code in cmake lacks `{asked}` or `utf8kit::utf8kit`"
        ));
    }
    // The program of the guide is `program.c`.
    let source = project.join("cmake");
    fs::create_dir_all(&source).map_err(failed)?;
    fs::copy(project.join("wc.c"), source.join("program.c")).map_err(failed)?;
    let build = source.join("build");
    let configure = |lists: String| -> Result<Command, String> {
        fs::write(source.join("CMakeLists.txt"), lists).map_err(failed)?;
        let _ = fs::remove_dir_all(&build);
        let mut command = Command::new("cmake");
        command.arg("-S").arg(&source).arg("-B").arg(&build);
        command.arg(format!("-DCMAKE_PREFIX_PATH={}", moved.display()));
        Ok(command)
    };
    let build_with = |target: &str| -> Result<(), String> {
        process::run(configure(lists.replace("utf8kit::utf8kit", target))?.stdout(Stdio::null()))?;
        process::run(
            Command::new("cmake")
                .arg("--build")
                .arg(&build)
                .stdout(Stdio::null()),
        )
    };
    for target in ["utf8kit::utf8kit", "utf8kit::static"] {
        build_with(target)?;
        // The shared library is found where CMake found it, and nowhere else.
        for run in RUNS.iter().filter(|run| run.program == "wc") {
            check(run, &build.join("program"), &source, project)?;
        }
    }
    // The archive without dependencies, with a program that it is enough for.
    let validates = Path::new(CRATE).join("tests/core/validate.c");
    fs::copy(validates, source.join("program.c")).map_err(failed)?;
    build_with("utf8kit::core")?;
    process::run(&mut Command::new(build.join("program")))?;
    let version = version();
    let is_taken = |wanted: &str| -> Result<bool, String> {
        let lists = lists.replace(&asked, &format!("find_package(utf8kit {wanted} "));
        Ok(process::succeeds(&mut configure(lists)?))
    };
    for (wanted, expected) in [
        (version, true),
        (&format!("{version} EXACT"), true),
        (&format!("{version}.1"), false),
        ("0.0.9", false),
        ("9", false),
    ] {
        if is_taken(wanted)? != expected {
            let word = if expected { "refuses" } else { "takes" };
            return Err(format!(
                "CMake {word} utf8kit {version} where {wanted} is asked for"
            ));
        }
    }
    println!("CMake: three libraries, and 5 versions asked for");
    Ok(())
}

/// Runs the example in Go and the program of the guide, if Go is installed. In CI it must be.
fn go(guide: &str, folders: &Folders, project: &Path) -> Result<(), String> {
    if find_program("go").is_none() {
        const MISSING: &str =
            "found no go: the programs in Go are not compiled; `cargo xtask setup` installs it";
        if std::env::var_os("CI").is_some() {
            return Err(MISSING.to_owned());
        }
        println!("{MISSING}");
        return Ok(());
    }
    let folder = project.join("go");
    let failed = |error: std::io::Error| format!("{}: {error}", folder.display());
    fs::create_dir_all(&folder).map_err(failed)?;
    fs::write(folder.join("guide.go"), code(guide, "go")?).map_err(failed)?;
    copy(
        &Path::new(CRATE).join("examples/go/badlines.go"),
        &folder.join("badlines.go"),
    )?;
    for name in ["guide", "badlines"] {
        let mut build = Command::new("go");
        build
            .args(["build", "-o", name, &format!("{name}.go")])
            .current_dir(&folder)
            .env("PKG_CONFIG_PATH", folders.lib.join("pkgconfig"));
        process::run(&mut build)?;
    }
    process::run(Command::new(folder.join("guide")).env("LD_LIBRARY_PATH", &folders.lib))?;
    check(&GO, &project.join(GO.program), &folders.lib, project)
}

/// Runs the program of the guide in Zig, if Zig is installed.
fn zig(guide: &str, folders: &Folders, project: &Path) -> Result<(), String> {
    let source = code(guide, "zig")?;
    if find_program("zig").is_none() {
        println!("found no zig: the program in Zig is not compiled");
        return Ok(());
    }
    let path = project.join("guide.zig");
    let failed = |error: std::io::Error| format!("{}: {error}", path.display());
    fs::write(&path, source).map_err(failed)?;
    let mut translate = Command::new("zig");
    translate
        .arg("translate-c")
        .arg(folders.include.join("utf8kit.h"));
    let declarations = process::output(&mut translate).ok_or("`zig translate-c utf8kit.h` fails")?;
    fs::write(project.join("utf8kit.zig"), declarations).map_err(failed)?;
    let mut command = Command::new("zig");
    command
        .args(["run", "-lc", "-lutf8kit"])
        .arg(format!("-L{}", folders.lib.display()))
        .arg(&path)
        .env("LD_LIBRARY_PATH", &folders.lib);
    process::run(&mut command)
}

/// Checks that a program in `tests/c` mentions each function of the header.
pub(super) fn every_function_is_tested(declared: &[&str]) -> Result<(), String> {
    let mut tests = String::new();
    for source in sources(&Path::new(CRATE).join("tests/c"))? {
        tests += &read(source)?;
    }
    let mentioned: std::collections::HashSet<&str> = tests
        .split(|c: char| !(c.is_ascii_alphanumeric() || c == '_'))
        .collect();
    match declared.iter().find(|name| !mentioned.contains(*name)) {
        Some(name) => Err(format!("no program in {CRATE}/tests/c calls {name}")),
        None => Ok(()),
    }
}
