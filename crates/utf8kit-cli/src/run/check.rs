//! A run of `check`, or of `fix`, which repairs files before it checks them.

use super::repair::Repair;
use super::settings::{Settings, prepare};
use super::sinks::{self, Sink};
use super::tally::Tally;
use super::threads::Run;
use crate::config::baseline::NewBaseline;
use crate::flags::check::CheckArgs;
use crate::flags::environment;
use crate::io::memory;
use crate::io::stdout::{Exit, print};
use crate::io::walk::{self, Files, Roots};
use crate::message::{complain, counted};
use crate::report::{Fixing, Next, Report, Statistics, Summary, wet};
use indicatif::{ProgressBar, ProgressStyle};
use std::ffi::OsString;

/// Checks the files that the arguments select, and prints the report.
pub(crate) fn run(mut args: CheckArgs, repair: Option<Box<dyn Repair>>) -> Exit {
    match environment::resolve(&mut args).and_then(|()| prepare(&args)) {
        Ok((files, settings)) => {
            let files = match &repair {
                Some(repair) => {
                    memory::keep_freed_blocks();
                    files.without(repair.is_backup())
                }
                None => files,
            };
            check(files, &Settings { repair, ..settings }, &args)
        }
        Err(message) => {
            complain(&message);
            Exit::Failed
        }
    }
}

/// Checks files, and prints the report.
pub(super) fn check(files: Files, settings: &Settings, args: &CheckArgs) -> Exit {
    let is_silent = args.quiet || args.list || settings.new_baseline.is_some();
    let progress = ProgressBar::hidden().with_style(ProgressStyle::default_spinner());
    let opened = sinks::open(settings, args, is_silent, &progress)
        .and_then(|sinks| Ok((sinks, sinks::without_reports(files, args)?)));
    let (sinks, files) = match opened {
        Ok(opened) => opened,
        Err(message) => {
            complain(&message);
            return Exit::Failed;
        }
    };
    let tally = Run::new(settings, args, &sinks, files, progress).run();
    let (summary, statistics) = summary(tally, settings, args, is_silent);
    let in_place = settings
        .repair
        .as_ref()
        .and_then(|repair| repair.in_place(&args.files.paths, summary.fixed));
    if let Some(warning) = in_place {
        complain(&warning);
    }
    let mut exit = exit(&summary, args);
    // If one of them cannot be written, the run has stopped, and the others are not whole.
    let is_cut = sinks.iter().any(|sink| sink.ordered.is_closed());
    let mut is_written = true;
    for sink in sinks {
        if is_cut && !sink.ordered.is_closed() {
            continue;
        }
        if let Err(failed) = sink.end(&summary, statistics.as_ref(), is_silent, exit) {
            (exit, is_written) = (failed, false);
        }
    }
    if !is_written {
        return exit;
    }
    if let Some(new) = &settings.new_baseline {
        return write_baseline(new, &summary, args.quiet);
    }
    match args.prune_baseline {
        true => prune(settings, exit),
        false => exit,
    }
}

/// Checks the files that the arguments select, for a report that is not written. Returns the totals.
pub(crate) fn survey(args: &CheckArgs, report: Box<dyn Report>) -> Result<Summary, String> {
    let (files, settings) = prepare(args)?;
    let progress = ProgressBar::hidden().with_style(ProgressStyle::default_spinner());
    let sinks = [Sink::unwritten(report, &progress)];
    let tally = Run::new(&settings, args, &sinks, files, progress).run();
    Ok(summary(tally, &settings, args, true).0)
}

/// Removes what is gone from the baselines of a run.
fn prune(settings: &Settings, exit: Exit) -> Exit {
    let baselines = settings.configs.baselines();
    if baselines.is_empty() {
        complain("--prune-baseline: no file has a baseline; name one with --baseline, or in `utf8kit.toml`");
        return Exit::Failed;
    }
    for baseline in baselines {
        match baseline.prune() {
            Ok((removed, name)) => complain(&format!("{name}: {} removed", counted(removed, "finding"))),
            Err(message) => {
                complain(&message);
                return Exit::Failed;
            }
        }
    }
    exit
}

/// Returns the totals of a run, and the counts of `--statistics`.
fn summary(
    mut tally: Tally,
    settings: &Settings,
    args: &CheckArgs,
    is_silent: bool,
) -> (Summary, Option<Statistics>) {
    let mut summary = tally.summary();
    let baselines = settings.configs.baselines();
    if !is_silent && !baselines.is_empty() {
        let missing: u64 = baselines.iter().map(|baseline| baseline.missing()).sum();
        summary.baseline = Some(tally.compared(missing));
    }
    summary.fixable_by = tally.fixable_by();
    summary.others = tally.others();
    summary.next = next(&tally, &summary, settings, args);
    let missing = baselines.iter().flat_map(|baseline| baseline.missing_findings());
    let statistics = tally.statistics(missing.collect(), !baselines.is_empty());
    summary.fixing = settings.repair.as_ref().map(|repair| repair.fixing());
    (summary, statistics)
}

/// Returns the command that goes on: to make the repairs that were shown only, or to repair what is left.
fn next(tally: &Tally, summary: &Summary, settings: &Settings, args: &CheckArgs) -> Option<Next> {
    let is_dry = settings.repair.as_ref().is_some_and(|repair| repair.is_dry());
    if !is_dry || summary.fixed == 0 {
        return tally.next(&args.repeated(), &args.files.paths);
    }
    let has_stdin = match walk::unnamed(&args.files) {
        Some(Roots::Tree) => false,
        Some(_) => true,
        None => args.files.paths.iter().any(|path| path.as_os_str() == "-"),
    };
    let below = walk::unnamed(&args.files).map(|_| OsString::from("."));
    (!has_stdin).then(|| wet(std::env::args_os().skip(1).chain(below)))
}

fn exit(summary: &Summary, args: &CheckArgs) -> Exit {
    let would_change = summary.fixing == Some(Fixing::Dry) && summary.fixed > 0;
    if summary.failed > 0 {
        Exit::Failed
    } else if (summary.failing > 0 || would_change) && !args.exit_zero {
        Exit::Findings
    } else {
        Exit::Clean
    }
}

/// Writes the findings of a run to a file.
fn write_baseline(new: &NewBaseline, summary: &Summary, quiet: bool) -> Exit {
    let exit = if summary.failed > 0 {
        Exit::Failed
    } else {
        Exit::Clean
    };
    match new.write() {
        Ok(Some(name)) if !quiet => {
            let findings = counted(summary.findings, "finding");
            let files = counted(summary.with_findings, "file");
            print(&format!("Wrote {findings} in {files} to {name}\n"), exit)
        }
        Ok(_) => exit,
        Err(message) => {
            complain(&message);
            Exit::Failed
        }
    }
}
