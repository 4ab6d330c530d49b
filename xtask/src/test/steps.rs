//! The steps of `cargo xtask test`.

use crate::process::{self, THOROUGH, cargo, succeeds};
use crate::{
    api, capi, cross, docs, exhaustive, faults, fuzz, hangul, imports, intrinsics, package, python, sanitize,
    sizes, supply, wasm, web,
};
use std::path::Path;
use std::process::Command;

/// Which steps run.
#[derive(Clone, Copy, PartialEq, PartialOrd)]
pub(super) enum Extent {
    /// Those that need Rust alone.
    Quick,
    All,
    Thorough,
}

/// A check.
pub(super) struct Step {
    pub(super) name: &'static str,
    pub(super) extent: Extent,
    /// The name of the step that must have ended before, if it runs at all: this one uses what that one builds.
    pub(super) after: Option<&'static str>,
    /// Returns the reason why the step cannot run here.
    pub(super) needs: Box<dyn Fn() -> Result<(), String>>,
    pub(super) work: Box<dyn Fn() -> Result<(), String>>,
}

/// The features of the workspace that its tests need: those of the WebAssembly modules can only be selected together.
const FEATURES: &str = "utf8kit/tiers,utf8kit-encodings/normalize,utf8kit-wasm/codecs,utf8kit-wasm/text";

/// Sets of features of the library: each by itself, and what users combine.
const FEATURE_SETS: [&str; 9] = [
    "",
    "alloc",
    "detect,utf32",
    "std",
    "utf16",
    "utf32",
    "dialects",
    "std,utf16",
    "std,utf32",
];

/// Returns all steps: the quick ones in the order of how often they fail, the others by the time that they take, because a long one
/// that started last would end alone.
pub(super) fn steps() -> Vec<Step> {
    let mut steps = quick();
    steps.extend(long());
    steps.extend(cross::TARGETS.iter().map(|target| {
        step(
            if target.is_thorough {
                Extent::Thorough
            } else {
                Extent::All
            },
            target.name,
            || target.test_command().map(drop),
            || process::run(&mut target.test_command()?),
        )
    }));
    steps.extend(short());
    steps.extend(thorough());
    steps
}

/// Needs nothing but Rust.
fn rust_alone() -> Result<(), String> {
    Ok(())
}

/// Returns the steps that run always.
fn quick() -> Vec<Step> {
    use Extent::Quick;
    vec![
        step(Quick, "formatting", rust_alone, formatting),
        step(
            Quick,
            "imports go down; documents, dependencies, intrinsics and the table of old Hangul match the code",
            rust_alone,
            || {
                imports::run(&[])?;
                docs::run(&[])?;
                api::run(&["--check".to_owned()])?;
                supply::run(&[])?;
                intrinsics::run(&[])?;
                hangul::run(&["--check".to_owned()])
            },
        ),
        step(Quick, "clippy", rust_alone, || {
            let mut clippy = cargo(&["clippy", "--quiet", "--workspace", "--all-targets"]);
            process::run(clippy.args(["--features", FEATURES, "--", "-D", "warnings"]))
        }),
        step(
            Quick,
            "tests, with debug assertions and overflow checks",
            rust_alone,
            tests,
        ),
        step(Quick, "utf8 check .", rust_alone, || {
            process::run(Command::new(process::tested_command()?).args(["check", "."]))
        }),
    ]
}

/// The step that builds the npm package.
const NPM: &str = "the npm package (Node.js)";

/// Returns the steps of `--all` that take longer than those for other processors.
fn long() -> Vec<Step> {
    use Extent::All;
    vec![
        step(
            All,
            "the Python package",
            || python::needs().and_then(|()| python::needs_java()),
            || python::lint().and_then(|()| python::test()),
        ),
        step(All, NPM, web::needs, web::test_package),
        step(
            All,
            "the C library: programs in C and C++",
            capi::needs,
            capi::test,
        ),
    ]
}

/// Returns the other steps of `--all`.
fn short() -> Vec<Step> {
    use Extent::All;
    vec![
        Step {
            after: Some(NPM),
            ..step(All, "the page (Chromium)", web::needs_browser, web::test_page)
        },
        step(
            All,
            "under AddressSanitizer: every public function, the fuzz targets on random text",
            rust_alone,
            || process::run(&mut fuzz::address()?),
        ),
        step(All, "packages", rust_alone, || package::run(&[])),
        step(
            All,
            "the library with its features alone and by default",
            rust_alone,
            features,
        ),
        step(All, "documentation", rust_alone, || {
            let mut doc = cargo(&["doc", "--quiet", "--workspace", "--no-deps"]);
            doc.args(["--document-private-items", "--features", FEATURES]);
            process::run(doc.env("RUSTDOCFLAGS", "-D warnings"))
        }),
        step(
            All,
            "functions that need no memory cannot panic",
            capi::panics::needs,
            || capi::panics::run(&[]),
        ),
        step(All, "sizes of calls in a small program", sizes::needs, || {
            sizes::run(&[])
        }),
        step(
            All,
            "a WebAssembly program without an allocator",
            wasm::needs,
            wasm::no_std,
        ),
        step(
            All,
            "the command compiles for Windows",
            || cross::windows().map(drop),
            || process::run(&mut cross::windows()?),
        ),
    ]
}

/// Returns the steps of `--thorough`.
fn thorough() -> Vec<Step> {
    use Extent::Thorough;
    vec![
        step(Thorough, "the benchmark", process::needs_cxx, || {
            let mut clippy = cargo(&["clippy", "--quiet", "--manifest-path", "bench/Cargo.toml"]);
            process::run(clippy.args(["--all-targets", "--", "-D", "warnings"]))
        }),
        step(
            Thorough,
            "fuzz targets compared with simdutf, a minute each",
            process::needs_cxx,
            || fuzz::run(&["60".to_owned()]),
        ),
        step(Thorough, "sanitizers and valgrind", process::needs_cxx, || {
            sanitize::run(&[])
        }),
        step(Thorough, "faults in the vector code", rust_alone, || {
            faults::run(&[])
        }),
        step(Thorough, "exhaustive tests of the kernels", rust_alone, || {
            exhaustive::run(&[])
        }),
    ]
}

/// Returns a step.
fn step(
    extent: Extent,
    name: &'static str,
    needs: impl Fn() -> Result<(), String> + 'static,
    work: impl Fn() -> Result<(), String> + 'static,
) -> Step {
    Step {
        extent,
        name,
        after: None,
        needs: Box::new(needs),
        work: Box::new(work),
    }
}

/// Checks the format of every workspace.
fn formatting() -> Result<(), String> {
    for workspace in ["Cargo.toml", "bench/Cargo.toml", "fuzz/Cargo.toml"] {
        process::run(&mut cargo(&[
            "fmt",
            "--all",
            "--check",
            "--manifest-path",
            workspace,
        ]))?;
    }
    // Cargo does not find the files of modules that a macro declares.
    let mut rustfmt = Command::new("rustfmt");
    rustfmt.args(["--edition", "2024", "--check"]);
    for folder in DECLARED_BY_MACROS {
        let files = intrinsics::rust_files(Path::new(folder))?;
        rustfmt.args(files.into_iter().map(|(path, _)| path));
    }
    process::run(&mut rustfmt)
}

/// The folders of modules that macros declare: the rules, and the verbs of the command.
const DECLARED_BY_MACROS: [&str; 2] = ["crates/utf8kit-lint/src/rules", "crates/utf8kit-cli/src/commands"];

/// Runs the tests of the workspace. `cargo nextest` runs them if it is installed: it ends a test that hangs, and names the
/// slow ones.
fn tests() -> Result<(), String> {
    if !succeeds(&mut cargo(&["nextest", "--version"])) {
        let mut tests = cargo(&["test", "--workspace", "--features", FEATURES]);
        return process::run(&mut tests);
    }
    let mut tests = cargo(&["nextest", "run", "--workspace", "--features", FEATURES]);
    if std::env::var_os(THOROUGH).is_some() {
        tests.args(["--profile", "thorough"]);
    }
    process::run(&mut tests)?;
    // The examples in the documentation, which nextest does not run.
    process::run(&mut cargo(&[
        "test",
        "--workspace",
        "--doc",
        "--features",
        FEATURES,
    ]))
}

/// Checks the library with its features alone, and tests it as its users get it. Built without optimization, which takes
/// less time than the tests save.
fn features() -> Result<(), String> {
    for features in FEATURE_SETS {
        let mut check = cargo(&["clippy", "--quiet", "-p", "utf8kit", "--no-default-features"]);
        process::run(check.args(["--features", features, "--", "-D", "warnings"]))?;
    }
    process::run(&mut cargo(&["check", "--quiet", "-p", "utf8kit-encodings"]))?;
    process::run(&mut cargo(&[
        "test",
        "--quiet",
        "--profile",
        "dev",
        "-p",
        "utf8kit",
    ]))
}
