//! `cargo xtask web`: builds the npm package in `target/npm` and the page in `target/web`.

use crate::cross;
use crate::process::{self, find_program};
use std::fs;
use std::path::Path;
use std::process::Command;

const TRIPLE: &str = "wasm32-unknown-unknown";

/// Where the files of the package are, and where it is built.
const SOURCE: &str = "crates/utf8kit-wasm/npm";
pub(crate) const PACKAGE: &str = "target/npm";
const PAGE: &str = "target/web";

/// The tests of the package.
const TESTS: &str = "crates/utf8kit-wasm/tests/";

/// The runtimes and bundlers that the package is tested in, and those tests.
const RUNTIMES: &str = "crates/utf8kit-wasm/runtimes/";

/// A WebAssembly module.
struct Module {
    file: &'static str,
    features: &'static str,
    simd: bool,
    /// The level at which the compiler optimizes: `"z"` for a small module.
    level: &'static str,
    /// Crates that have another level.
    others: &'static [(&'static str, &'static str)],
}

/// Level 2 is as fast as level 3 for the rules, and 20 KB smaller when compressed. What finds double encoding is faster by a tenth with
/// level 3. Levels "s" and "z" make vectors of no loop: checks take three times as long. The library, whose vectors the compiler does
/// not make, is 15 KB smaller with level "s", and as fast.
const OF_TEXT: &[(&str, &str)] = &[
    ("utf8kit-encodings", "3"),
    ("utf8kit", "\"s\""),
    ("encoding_rs", "\"s\""),
];

/// Flags of the compiler for the rules: loops whose number of rounds is not known are not unrolled. It is 6 KB, and no time.
const FLAGS_OF_TEXT: &str = " -Cllvm-args=-unroll-runtime=false";

const MODULES: &[Module] = &[
    Module {
        file: "utf8kit.wasm",
        features: "codecs",
        simd: true,
        level: "3",
        others: &[],
    },
    Module {
        file: "utf8kit-portable.wasm",
        features: "codecs",
        simd: false,
        level: "3",
        others: &[],
    },
    Module {
        file: "legacy.wasm",
        features: "codecs,legacy",
        simd: true,
        level: "3",
        others: &[],
    },
    Module {
        file: "legacy-portable.wasm",
        features: "codecs,legacy",
        simd: false,
        level: "3",
        others: &[],
    },
    Module {
        file: "inspect.wasm",
        features: "inspect",
        simd: false,
        level: "\"z\"",
        others: &[],
    },
    Module {
        file: "names.wasm",
        features: "names",
        simd: false,
        level: "\"z\"",
        others: &[],
    },
    Module {
        file: "text.wasm",
        features: "text",
        simd: true,
        level: "2",
        others: OF_TEXT,
    },
    Module {
        file: "text-portable.wasm",
        features: "text",
        simd: false,
        level: "2",
        others: OF_TEXT,
    },
];

/// Returns an error if the package and the page cannot be built here.
pub(crate) fn needs() -> Result<(), String> {
    for name in ["node", "npm"] {
        find_program(name).ok_or_else(|| format!("{name} is not installed; install Node.js 20 or later"))?;
    }
    cross::cargo_for(TRIPLE, "build", "std,panic_abort").map(drop)
}

/// `cargo xtask web [--serve]`.
pub(crate) fn run(args: &[String]) -> Result<(), String> {
    let serve = match args {
        [] => false,
        [arg] if arg == "--serve" => true,
        _ => return Err(format!("expected --serve or no argument, found {args:?}")),
    };
    needs()?;
    package()?;
    page()?;
    println!("the npm package is in {PACKAGE}, the page in {PAGE}");
    if serve {
        process::run(Command::new("node").args(["web/serve.mjs", PAGE]))?;
    }
    Ok(())
}

/// Builds the npm package.
pub(crate) fn package() -> Result<(), String> {
    let package = Path::new(PACKAGE);
    if package.exists() {
        fs::remove_dir_all(package).map_err(|error| format!("{PACKAGE}: {error}"))?;
    }
    fs::create_dir_all(package).map_err(|error| format!("{PACKAGE}: {error}"))?;
    let copy = |from: &Path, name: &str| {
        fs::copy(from, package.join(name))
            .map(drop)
            .map_err(|error| format!("{}: {error}", from.display()))
    };
    copy_tree(Path::new(SOURCE), package)?;
    for license in ["LICENSE-APACHE", "LICENSE-MIT"] {
        copy(Path::new(license), license)?;
    }
    // What takes the time is the linker, which uses one processor. Modules with and without SIMD have folders of their own, so that
    // Cargo can build two at once.
    std::thread::scope(|scope| {
        let portable = scope.spawn(|| build_modules(false));
        let simd = build_modules(true);
        portable
            .join()
            .expect("building reports errors by results")
            .and(simd)
    })?;
    install()?;
    process::run(Command::new("node").args(["crates/utf8kit-wasm/finish.mjs", PACKAGE]))
}

/// Builds the modules that use SIMD, or those that do not, into the package.
fn build_modules(simd: bool) -> Result<(), String> {
    // One folder for each set of flags, so that one does not cause the other to be rebuilt.
    let target = if simd {
        "target/npm-simd"
    } else {
        "target/npm-portable"
    };
    for module in MODULES.iter().filter(|module| module.simd == simd) {
        let (mut command, mut rustflags) = cross::cargo_for(TRIPLE, "build", "std,panic_abort")?;
        if simd {
            rustflags.push_str(" -Ctarget-feature=+simd128");
        }
        if module.features == "text" {
            rustflags.push_str(FLAGS_OF_TEXT);
        }
        let level = format!("profile.release-wasm.opt-level={}", module.level);
        command.args([
            "--quiet",
            "--profile",
            "release-wasm",
            "--package",
            "utf8kit-wasm",
            "--features",
            module.features,
        ]);
        command.args(["--target", TRIPLE, "--target-dir", target, "--config", &level]);
        for (name, level) in module.others {
            command.args([
                "--config",
                &format!("profile.release-wasm.package.{name}.opt-level={level}"),
            ]);
        }
        command.env("RUSTFLAGS", rustflags.trim());
        process::run(&mut command)?;
        let built = Path::new(target)
            .join(TRIPLE)
            .join("release-wasm/utf8kit_wasm.wasm");
        fs::copy(&built, Path::new(PACKAGE).join(module.file))
            .map_err(|error| format!("{}: {error}", built.display()))?;
    }
    Ok(())
}

/// Copies the files in a folder, and those in its folders.
fn copy_tree(from: &Path, to: &Path) -> Result<(), String> {
    let failed = |error: std::io::Error| format!("{}: {error}", from.display());
    fs::create_dir_all(to).map_err(failed)?;
    for entry in fs::read_dir(from).map_err(failed)? {
        let entry = entry.map_err(failed)?;
        let (from, to) = (entry.path(), to.join(entry.file_name()));
        match from.is_dir() {
            true => copy_tree(&from, &to)?,
            false => drop(fs::copy(&from, &to).map_err(failed)?),
        }
    }
    Ok(())
}

/// Installs the programs that build and test the page, as `web/package-lock.json` says.
pub(crate) fn setup() -> Result<(), String> {
    process::run(Command::new("npm").args(["ci", "--silent", "--no-audit", "--no-fund", "--prefix", "web"]))
}

/// Installs them if they are missing.
fn install() -> Result<(), String> {
    match Path::new("web/node_modules").is_dir() {
        true => Ok(()),
        false => setup(),
    }
}

fn page() -> Result<(), String> {
    install()?;
    process::run(Command::new("node").args(["web/build.mjs", PAGE]))
}

/// Tests the package in Node.js, and without what Node.js has and browsers have not.
pub(crate) fn test_package() -> Result<(), String> {
    package()?;
    let mut tests = node_tests();
    if let Ok(command) = process::tested_command() {
        tests.env("UTF8KIT_COMMAND", command);
    }
    process::run(tests.arg(TESTS))?;
    let copy = Path::new("target/npm-as-in-browsers");
    copy_tree(Path::new(PACKAGE), copy)?;
    let read = copy.join("node/read.js");
    let without = |script: String| script.replace("buffer.isUtf8 ?? null", "null");
    let changed = fs::read_to_string(&read).map(without);
    changed
        .and_then(|script| fs::write(&read, script))
        .map_err(|error| format!("{}: {error}", read.display()))?;
    let copy = fs::canonicalize(copy).map_err(|error| format!("{}: {error}", copy.display()))?;
    let tests = ["api.test.mjs", "clauses.test.mjs", "vectors.test.mjs"].map(|name| format!("{TESTS}{name}"));
    process::run(node_tests().args(tests).env("UTF8KIT_PACKAGE", copy))
}

/// Returns a command that runs files of tests, as many at once as there are processors. Node.js leaves one processor free.
fn node_tests() -> Command {
    let mut command = Command::new("node");
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    command.args(["--test", &format!("--test-concurrency={processors}")]);
    command
}

/// `cargo xtask test-runtimes`: installs the package in each runtime and through each bundler, and calls it.
pub(crate) fn test_runtimes() -> Result<(), String> {
    needs_browser()?;
    package()?;
    process::run(Command::new("npm").args([
        "ci",
        "--silent",
        "--no-audit",
        "--no-fund",
        "--prefix",
        RUNTIMES,
    ]))?;
    process::run(Command::new("node").args(["--test", RUNTIMES]))
}

/// `cargo xtask bench-npm`: compares the package with what Node.js has.
pub(crate) fn bench(args: &[String]) -> Result<(), String> {
    needs()?;
    package()?;
    process::run(Command::new("node").args(["bench/npm.mjs", PACKAGE]).args(args))
}

/// Tests the page in a browser.
pub(crate) fn test_page() -> Result<(), String> {
    if !Path::new(PACKAGE).join("text.wasm").is_file() {
        package()?;
    }
    page()?;
    let mut tests = Command::new("node");
    tests.env("UTF8KIT_COMMAND", process::tested_command()?);
    process::run(tests.args(["--test", "web/tests/"]))
}

/// Returns an error if the page cannot be tested here.
pub(crate) fn needs_browser() -> Result<(), String> {
    needs()?;
    find_program("chromium").ok_or("chromium is not installed; `cargo xtask setup` installs it")?;
    Ok(())
}
