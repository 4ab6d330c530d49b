//! `cargo xtask test`: runs the checks, one step after the other, and stops at the first that fails.
//!
//! Without an argument it runs the steps that need Rust alone, in minutes. `--all` runs all steps, as CI does, and `--thorough` makes
//! the tests try everything that they sample otherwise. The steps are in the order of how often they fail.
//!
//! A step whose requirements are not installed is skipped with a reason. Where `CI` is set, a skipped step is a failure.

use crate::process::{self, THOROUGH, cargo, succeeds};
use crate::{
    api, capi, cross, docs, exhaustive, faults, fuzz, hangul, imports, intrinsics, package, python, sanitize,
    sizes, wasm, web,
};
use std::path::Path;
use std::process::Command;
use std::time::Instant;

/// Which steps run.
#[derive(Clone, Copy, PartialEq, PartialOrd)]
enum Extent {
    /// Those that need Rust alone.
    Quick,
    All,
    Thorough,
}

/// The result of a step.
enum Outcome {
    Passed,
    Failed(String),
    /// The step could not run, for this reason.
    Skipped(String),
}

pub(crate) fn run(args: &[String]) -> Result<(), String> {
    let (mut extent, mut keep_going) = (Extent::Quick, false);
    for arg in args {
        match arg.as_str() {
            "--all" => extent = Extent::All,
            "--thorough" => extent = Extent::Thorough,
            "--keep-going" => keep_going = true,
            _ => {
                return Err(format!(
                    "expected --all, --thorough or --keep-going, found {arg:?}"
                ));
            }
        }
    }
    // The tests of every language read this variable.
    if extent == Extent::Thorough && std::env::var_os(THOROUGH).is_none() {
        let this = std::env::current_exe().map_err(|error| error.to_string())?;
        return process::run(Command::new(this).arg("test").args(args).env(THOROUGH, "1"));
    }
    let start = Instant::now();
    let (mut results, mut left_out) = (Vec::new(), Vec::new());
    for step in steps(extent) {
        if step.extent > extent {
            if step.extent == Extent::All {
                left_out.push(step.name);
            }
            continue;
        }
        let result = step.run();
        let is_failure = matches!(result.outcome, Outcome::Failed(_));
        results.push(result);
        if is_failure && !keep_going {
            break;
        }
    }
    let failed = summarize(results, start);
    if extent == Extent::Quick {
        println!(
            "left out, run by `cargo xtask setup` and `cargo xtask test --all`: {}",
            left_out.join("; ")
        );
    }
    if failed > 0 {
        Err(format!(
            "{failed} of the steps failed{}",
            if keep_going {
                ""
            } else {
                "; --keep-going runs the others, too"
            }
        ))
    } else {
        Ok(())
    }
}

/// Prints the results of the steps since `start`, and returns how many of them failed.
fn summarize(results: Vec<StepResult>, start: Instant) -> usize {
    println!("\n=== summary: seconds, processor seconds");
    let (mut passed, mut failed, mut skipped) = (0, 0, 0);
    for StepResult {
        name,
        outcome,
        seconds,
        processor,
    } in results
    {
        let (count, word, reason) = match outcome {
            Outcome::Passed => (&mut passed, "passed", String::new()),
            Outcome::Failed(reason) => (&mut failed, "FAILED", format!(": {reason}")),
            Outcome::Skipped(reason) => (&mut skipped, "skipped", format!(": {reason}")),
        };
        *count += 1;
        println!("{word:>7} {seconds:7.1} {processor:7.1}  {name}{reason}");
    }
    println!(
        "steps in {:.0} s: {passed} passed, {failed} failed, {skipped} skipped",
        start.elapsed().as_secs_f64()
    );
    failed
}

/// Returns the processor time, in seconds, of the programs that this process has waited for. Returns 0 where the system has no
/// file that tells it.
fn processor_time() -> f64 {
    /// Linux counts these times in hundredths of a second on every processor.
    const TICKS: f64 = 100.0;
    let Ok(text) = std::fs::read_to_string("/proc/self/stat") else {
        return 0.0;
    };
    // The name of the program is in parentheses and may contain spaces. Then, `cutime` and `cstime` are the fields 13 and 14.
    let fields = text.rsplit_once(')').map_or("", |(_, fields)| fields);
    let ticks = fields.split_whitespace().skip(13).take(2);
    ticks.map(|field| field.parse().unwrap_or(0.0)).sum::<f64>() / TICKS
}

/// A check.
struct Step {
    name: &'static str,
    extent: Extent,
    /// Returns the reason why the step cannot run here.
    needs: Box<dyn Fn() -> Result<(), String>>,
    work: Box<dyn Fn() -> Result<(), String>>,
}

/// What a step did.
struct StepResult {
    name: &'static str,
    outcome: Outcome,
    seconds: f64,
    /// The seconds that processors worked.
    processor: f64,
}

impl Step {
    fn run(&self) -> StepResult {
        println!("\n=== {}", self.name);
        let (start, time) = (Instant::now(), processor_time());
        let outcome = match (self.needs)() {
            Ok(()) => match (self.work)() {
                Ok(()) => Outcome::Passed,
                Err(error) => Outcome::Failed(error),
            },
            Err(reason) if std::env::var_os("CI").is_some() => Outcome::Failed(format!("skipped: {reason}")),
            Err(reason) => Outcome::Skipped(reason),
        };
        StepResult {
            name: self.name,
            outcome,
            seconds: start.elapsed().as_secs_f64(),
            processor: processor_time() - time,
        }
    }
}

/// The features of the workspace that its tests need: those of the WebAssembly modules can only be selected together.
const FEATURES: &str = "utf8kit/tiers,utf8kit-encodings/normalize,utf8kit-wasm/legacy,utf8kit-wasm/text";

/// Sets of features of the library: each by itself, and what users combine.
const FEATURE_SETS: [&str; 8] = [
    "",
    "alloc",
    "std",
    "utf16",
    "utf32",
    "dialects",
    "std,utf16",
    "std,utf32",
];

/// Returns all steps, in the order of how often they fail.
fn steps(extent: Extent) -> Vec<Step> {
    let mut steps = quick(extent);
    steps.extend(all());
    for target in cross::TARGETS {
        steps.push(step(
            if target.is_thorough {
                Extent::Thorough
            } else {
                Extent::All
            },
            target.name,
            || target.test_command().map(drop),
            || process::run(&mut target.test_command()?),
        ));
    }
    steps.extend(thorough());
    steps
}

/// Needs nothing but Rust.
fn rust_alone() -> Result<(), String> {
    Ok(())
}

/// Returns the steps that run always.
fn quick(extent: Extent) -> Vec<Step> {
    use Extent::Quick;
    vec![
        step(Quick, "formatting", rust_alone, formatting),
        step(
            Quick,
            "imports go down; documents, intrinsics and the table of old Hangul match the code",
            rust_alone,
            || {
                imports::run(&[])?;
                docs::run(&[])?;
                api::run(&["--check".to_owned()])?;
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
            move || tests(extent),
        ),
        step(Quick, "utf8 check .", rust_alone, || {
            process::run(Command::new(process::tested_command()?).args(["check", "."]))
        }),
    ]
}

/// Returns the steps of `--all`, but those for other processors.
fn all() -> Vec<Step> {
    use Extent::All;
    vec![
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
            "the Python package",
            || python::needs().and_then(|()| python::needs_java()),
            || python::lint().and_then(|()| python::test()),
        ),
        step(All, "sizes of calls in a small program", sizes::needs, || {
            sizes::run(&[])
        }),
        step(All, "packages", rust_alone, || package::run(&[])),
        step(
            All,
            "the C library: programs in C and C++",
            capi::needs,
            capi::test,
        ),
        step(All, "the npm package (Node.js)", web::needs, web::test_package),
        step(All, "the page (Chromium)", web::needs_browser, web::test_page),
        step(
            All,
            "a WebAssembly program without an allocator",
            wasm::needs,
            wasm::no_std,
        ),
        step(
            All,
            "under AddressSanitizer: every public function, the fuzz targets on random text",
            rust_alone,
            || process::run(&mut fuzz::address()?),
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
fn tests(extent: Extent) -> Result<(), String> {
    let is_thorough = extent == Extent::Thorough;
    if !succeeds(&mut cargo(&["nextest", "--version"])) {
        let mut tests = cargo(&["test", "--workspace", "--features", FEATURES]);
        return process::run(&mut tests);
    }
    let mut tests = cargo(&["nextest", "run", "--workspace", "--features", FEATURES]);
    if is_thorough {
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
