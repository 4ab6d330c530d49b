//! `cargo xtask test`: runs the checks, and stops at the first that fails.
//!
//! Without an argument it runs the steps that need Rust alone, in minutes. `--all` runs all steps, as CI does, and `--thorough` makes
//! the tests try everything that they sample otherwise.
//!
//! The quick steps run one after the other, because they use all processors, in the order of how often they fail. The others run
//! beside each other, because most of them wait for one linker, emulator or browser. Each is a process of its own, whose output is
//! printed when it ends.
//!
//! A step whose requirements are not installed is skipped with a reason. Where `CI` is set, a skipped step is a failure.

mod steps;

use crate::process::{self, THOROUGH};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use steps::{Extent, Step, steps};

/// What the arguments ask for.
struct Options {
    extent: Extent,
    keep_going: bool,
    /// A part of the names of the only steps that run.
    only: Option<String>,
}

/// The line before the results.
const SUMMARY: &str = "=== summary: seconds, processor seconds";

/// The results of the steps.
#[derive(Default)]
struct Summary {
    lines: Vec<String>,
    failed: usize,
}

impl Summary {
    fn add(&mut self, (failed, line): (bool, String)) {
        self.failed += usize::from(failed);
        self.lines.push(line);
    }
}

pub(crate) fn run(args: &[String]) -> Result<(), String> {
    let options = options(args)?;
    // Now, because the tests may build this program again.
    let this = std::env::current_exe().map_err(|error| error.to_string())?;
    // The tests of every language read this variable.
    if options.extent == Extent::Thorough && std::env::var_os(THOROUGH).is_none() {
        return process::run(Command::new(this).arg("test").args(args).env(THOROUGH, "1"));
    }
    let start = Instant::now();
    let (mut summary, mut left_out) = (Summary::default(), Vec::new());
    let (alone, beside): (Vec<Step>, Vec<Step>) = match &options.only {
        Some(only) => (only_steps(only)?, Vec::new()),
        None => {
            let (chosen, others): (Vec<Step>, _) = steps()
                .into_iter()
                .partition(|step| step.extent <= options.extent);
            left_out = others;
            chosen.into_iter().partition(|step| step.extent == Extent::Quick)
        }
    };
    for step in alone {
        if summary.failed == 0 || options.keep_going {
            summary.add(run_step(&step));
        }
    }
    beside_each_other(beside, &this, options.keep_going, &mut summary)?;

    let Summary { lines, failed } = summary;
    println!("\n{SUMMARY}\n{}", lines.join("\n"));
    let seconds = start.elapsed().as_secs_f64();
    println!("{} steps in {seconds:.0} s, {failed} failed", lines.len());
    if options.extent == Extent::Quick && !left_out.is_empty() {
        let names = left_out
            .iter()
            .filter(|step| step.extent == Extent::All)
            .map(|step| step.name);
        println!(
            "left out, run by `cargo xtask setup` and `cargo xtask test --all`: {}",
            names.collect::<Vec<_>>().join("; ")
        );
    }
    match (failed, options.keep_going) {
        (0, _) => Ok(()),
        (_, true) => Err(format!("{failed} of the steps failed")),
        (_, false) => Err(format!(
            "{failed} of the steps failed; --keep-going runs the others, too"
        )),
    }
}

/// Returns the step with this name, or those whose names contain it.
fn only_steps(name: &str) -> Result<Vec<Step>, String> {
    let is_whole = steps().iter().any(|step| step.name == name);
    let mut found = steps();
    found.retain(|step| {
        if is_whole {
            step.name == name
        } else {
            step.name.contains(name)
        }
    });
    match found.is_empty() {
        true => Err(format!("no step has {name:?} in its name")),
        false => Ok(found),
    }
}

fn options(args: &[String]) -> Result<Options, String> {
    let mut options = Options {
        extent: Extent::Quick,
        keep_going: false,
        only: None,
    };
    let mut args = args.iter();
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--all" => options.extent = Extent::All,
            "--thorough" => options.extent = Extent::Thorough,
            "--keep-going" => options.keep_going = true,
            "--only" => {
                options.only = Some(
                    args.next()
                        .ok_or("--only requires a part of the name of a step")?
                        .clone(),
                )
            }
            _ => {
                return Err(format!(
                    "expected --all, --thorough, --keep-going or --only, found {arg:?}"
                ));
            }
        }
    }
    Ok(options)
}

/// Runs steps beside each other, as many as there are processors, and adds their results.
fn beside_each_other(
    steps: Vec<Step>,
    this: &Path,
    keep_going: bool,
    summary: &mut Summary,
) -> Result<(), String> {
    let lanes = std::thread::available_parallelism().map_or(1, usize::from);
    let (mut waiting, mut running): (Vec<Step>, Vec<Running>) = (steps, Vec::new());
    loop {
        if summary.failed > 0 && !keep_going {
            waiting.clear();
        }
        while running.len() < lanes {
            let is_over = |name| {
                !waiting.iter().any(|step| step.name == name) && !running.iter().any(|run| run.name == name)
            };
            let Some(next) = waiting.iter().position(|step| step.after.is_none_or(is_over)) else {
                break;
            };
            running.push(Running::start(this, waiting.remove(next).name)?);
        }
        if running.is_empty() {
            return Ok(());
        }
        std::thread::sleep(Duration::from_millis(100));
        for ended in running.extract_if(.., |run| !matches!(run.process.try_wait(), Ok(None))) {
            summary.add(ended.end()?);
        }
    }
}

/// A step that a process of its own runs.
struct Running {
    name: &'static str,
    process: Child,
    /// The file that the process writes to.
    log: PathBuf,
}

impl Running {
    fn start(this: &Path, name: &'static str) -> Result<Self, String> {
        println!("\n=== {name}: started");
        let folder = process::target_folder().join("steps");
        let log = folder.join(format!("{}.txt", name.replace(['/', ':', '*'], "-")));
        let failed = |error: std::io::Error| format!("{}: {error}", log.display());
        fs::create_dir_all(&folder).map_err(failed)?;
        let file = fs::File::create(&log).map_err(failed)?;
        let mut step = Command::new(this);
        step.args(["test", "--only", name]).stdin(Stdio::null());
        step.stdout(file.try_clone().map_err(failed)?).stderr(file);
        let process = step.spawn().map_err(failed)?;
        Ok(Self { name, process, log })
    }

    /// Prints what the process has written, but for its summary, and returns whether the step failed and the line of the summary.
    fn end(mut self) -> Result<(bool, String), String> {
        let status = self.process.wait().map_err(|error| error.to_string())?;
        let log = fs::read(&self.log).map_err(|error| format!("{}: {error}", self.log.display()))?;
        let log = String::from_utf8_lossy(&log);
        let (output, summary) = log.rsplit_once(SUMMARY).unwrap_or((&log, ""));
        print!("{output}");
        let line = match summary.split_once("\n1 steps in") {
            Some((line, _)) => line.trim_start_matches('\n').to_owned(),
            None => format!(" FAILED {:17}{}: {status}", "", self.name),
        };
        Ok((!status.success(), line))
    }
}

/// Runs a step, and returns whether it failed and its line of the summary.
fn run_step(step: &Step) -> (bool, String) {
    println!("\n=== {}", step.name);
    let (start, time) = (Instant::now(), process::processor_time());
    let (word, reason) = match (step.needs)() {
        Ok(()) => match (step.work)() {
            Ok(()) => ("passed", String::new()),
            Err(error) => ("FAILED", format!(": {error}")),
        },
        Err(reason) if std::env::var_os("CI").is_some() => ("FAILED", format!(": skipped: {reason}")),
        Err(reason) => ("skipped", format!(": {reason}")),
    };
    let (seconds, processor) = (start.elapsed().as_secs_f64(), process::processor_time() - time);
    let line = format!("{word:>7} {seconds:7.1} {processor:7.1}  {}{reason}", step.name);
    (word == "FAILED", line)
}
