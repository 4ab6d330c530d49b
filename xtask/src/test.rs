//! `cargo xtask test`: runs all checks, one step after the other.
//!
//! A step whose requirements are not installed is skipped with a reason. Where `CI` is set, a skipped step is a failure.

use crate::process::{self, cargo};
use crate::{bench, capi, cross, docs, fuzz, hangul, intrinsics, package, python, sanitize, wasm, web};
use std::process::Command;
use std::time::Instant;

/// The result of a step.
enum Outcome {
    Passed,
    Failed(String),
    /// The step could not run, for this reason.
    Skipped(String),
}

pub(crate) fn run(args: &[String]) -> Result<(), String> {
    if let Some(arg) = args.first() {
        return Err(format!("test takes no arguments, found {arg:?}"));
    }
    let must_not_skip = std::env::var_os("CI").is_some();
    let mut results = Vec::new();
    for (name, step) in steps() {
        println!("\n=== {name}");
        let start = Instant::now();
        let outcome = match step() {
            Ok(work) => match work.run() {
                Ok(()) => Outcome::Passed,
                Err(error) => Outcome::Failed(error),
            },
            Err(reason) => Outcome::Skipped(reason),
        };
        if let Outcome::Failed(reason) | Outcome::Skipped(reason) = &outcome {
            println!("{reason}");
        }
        results.push((name, outcome, start.elapsed()));
    }

    println!("\n=== summary");
    let (mut passed, mut failed, mut skipped) = (0, 0, 0);
    for (name, outcome, time) in results {
        let (word, reason) = match outcome {
            Outcome::Passed => ("passed", String::new()),
            Outcome::Failed(reason) => ("FAILED", reason),
            Outcome::Skipped(reason) if must_not_skip => ("FAILED", format!("skipped: {reason}")),
            Outcome::Skipped(reason) => ("skipped", reason),
        };
        *match word {
            "passed" => &mut passed,
            "skipped" => &mut skipped,
            _ => &mut failed,
        } += 1;
        println!("{word:>7}  {:6.1} s  {name}  {reason}", time.as_secs_f64());
    }
    println!("steps: {passed} passed, {failed} failed, {skipped} skipped");
    if failed > 0 {
        Err(format!("{failed} of the steps failed"))
    } else {
        Ok(())
    }
}

/// The work of a step.
enum Work {
    Command(Command),
    Function(fn() -> Result<(), String>),
}

impl Work {
    fn run(self) -> Result<(), String> {
        match self {
            Work::Command(mut command) => process::run(&mut command),
            Work::Function(function) => function(),
        }
    }
}

/// Returns the work of a step, or the reason why it cannot run here.
type Step = Box<dyn Fn() -> Result<Work, String>>;

/// The features of the workspace that its tests need: those of the WebAssembly modules can only be selected together.
const FEATURES: &str = "utf8kit/tiers,utf8kit-family/normalize,utf8kit-wasm/codecs,utf8kit-wasm/text";

fn steps() -> Vec<(String, Step)> {
    let mut steps: Vec<(String, Step)> = Vec::new();
    let mut step = |name: &str, step: Step| steps.push((name.to_owned(), step));
    let plain = |args: &'static [&'static str]| -> Step { Box::new(move || Ok(Work::Command(cargo(args)))) };

    step("formatting", plain(&["fmt", "--all", "--check"]));
    step(
        "clippy",
        plain(&[
            "clippy",
            "--quiet",
            "--workspace",
            "--all-targets",
            "--features",
            FEATURES,
            "--",
            "-D",
            "warnings",
        ]),
    );
    // Each feature by itself, and what users combine.
    for features in [
        "",
        "alloc",
        "std",
        "utf16",
        "utf32",
        "latin1",
        "dialects",
        "std,utf16",
        "utf16,latin1",
        "std,utf32,latin1",
    ] {
        step(
            &format!("clippy of the library and its tests with the features [{features}]"),
            Box::new(move || {
                let args = [
                    "clippy",
                    "--quiet",
                    "-p",
                    "utf8kit",
                    "--no-default-features",
                    "--features",
                    features,
                ];
                let mut command = cargo(&args);
                command.args(["--all-targets", "--", "-D", "warnings"]);
                Ok(Work::Command(command))
            }),
        );
    }
    // Clippy of the workspace selects the normalization.
    step(
        "clippy of the family without normalization",
        plain(&[
            "clippy",
            "--quiet",
            "-p",
            "utf8kit-family",
            "--all-targets",
            "--",
            "-D",
            "warnings",
        ]),
    );
    step(
        "no_std build",
        plain(&["build", "--quiet", "-p", "utf8kit", "--no-default-features"]),
    );
    step(
        "tests, with debug assertions and overflow checks",
        plain(&["test", "--workspace", "--features", FEATURES]),
    );
    step(
        "tests of the library with its default features",
        plain(&["test", "-p", "utf8kit"]),
    );
    step(
        "table of old Hangul",
        Box::new(|| Ok(Work::Function(|| hangul::run(&["--check".to_owned()])))),
    );
    step(
        "documentation",
        Box::new(|| {
            let mut command = cargo(&[
                "doc",
                "--quiet",
                "--workspace",
                "--no-deps",
                "--document-private-items",
                "--features",
                FEATURES,
            ]);
            command.env("RUSTDOCFLAGS", "-D warnings");
            Ok(Work::Command(command))
        }),
    );
    step(
        "docs: STANDARDS.md and the table of unsafe code",
        Box::new(|| Ok(Work::Function(|| docs::run(&[])))),
    );
    step(
        "intrinsics: their features are enabled and detected",
        Box::new(|| Ok(Work::Function(|| intrinsics::run(&[])))),
    );
    step(
        "packages: tests from the packed files",
        Box::new(|| Ok(Work::Function(|| package::run(&["--quick".to_owned()])))),
    );
    // With the profile of the tests, for which the dependencies are built.
    step(
        "utf8 check .",
        plain(&[
            "run",
            "--quiet",
            "--profile",
            "test",
            "--features",
            "utf8kit/tiers",
            "--",
            "check",
            ".",
        ]),
    );
    for workspace in ["bench/Cargo.toml", "fuzz/Cargo.toml"] {
        step(
            &format!("formatting of {workspace}"),
            Box::new(move || {
                Ok(Work::Command(cargo(&[
                    "fmt",
                    "--check",
                    "--manifest-path",
                    workspace,
                ])))
            }),
        );
    }
    step(
        "clippy of bench",
        Box::new(|| {
            bench::needs_cxx()?;
            let mut command = cargo(&["clippy", "--quiet", "--manifest-path", "bench/Cargo.toml"]);
            command.args(["--all-targets", "--", "-D", "warnings"]);
            Ok(Work::Command(command))
        }),
    );
    step(
        "fuzz targets, five seconds each",
        Box::new(|| {
            bench::needs_cxx()?;
            Ok(Work::Function(|| fuzz::run(&["5".to_owned()])))
        }),
    );
    step(
        "every public function under AddressSanitizer",
        Box::new(|| Ok(Work::Function(sanitize::address))),
    );
    step(
        "the C library: programs in C and C++",
        Box::new(|| capi::needs().map(|()| Work::Function(capi::test))),
    );
    let python = |work: fn() -> Result<(), String>| -> Step {
        Box::new(move || {
            python::needs()?;
            python::needs_java()?;
            Ok(Work::Function(work))
        })
    };
    step(
        "the Python package: formatting, lints, types",
        python(python::lint),
    );
    step("the Python package: installation and tests", python(python::test));
    step(
        "a WebAssembly program without an allocator",
        Box::new(|| wasm::needs().map(|()| Work::Function(wasm::no_std))),
    );
    step(
        "the npm package (Node.js)",
        Box::new(|| web::needs().map(|()| Work::Function(web::test_package))),
    );
    step(
        "the page (Chromium)",
        Box::new(|| web::needs_browser().map(|()| Work::Function(web::test_page))),
    );
    step(
        "the command compiles for Windows",
        Box::new(|| cross::windows().map(Work::Command)),
    );
    for target in cross::TARGETS {
        step(target.name, Box::new(|| target.test_command().map(Work::Command)));
    }
    steps
}
