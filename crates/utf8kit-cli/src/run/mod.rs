//! `utf8 check`: reports problems of text files and their places.

mod file;
pub(crate) mod order;
pub(crate) mod sources;
mod survey;
mod tally;
mod threads;

pub(crate) use survey::Seen;

use crate::Exit;
use crate::cannot_write;
use crate::commands::fix;
use crate::complain;
use crate::config::baseline::{Baseline, NewBaseline};
use crate::config::{self, Baselines, Configs, Flags};
use crate::escape;
use crate::flags::selection;
use crate::flags::{CheckArgs, Color, Format};
use crate::io::walk::{self, Files};
use crate::report::{
    Fixing, Github, Html, Human, Json, MAX_RESULTS, MAX_SHOWN, Report, Sarif, Summary, counted,
};
use indicatif::{ProgressBar, ProgressStyle};
use order::Ordered;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::Path;
use std::sync::Arc;
use threads::Run;
use utf8kit_lint::{BODY_LEN, Level};

/// Where findings are written.
type Output = BufWriter<Box<dyn Write + Send>>;

/// The settings of a run.
struct Settings {
    configs: Arc<Configs>,
    /// The baseline to write.
    new_baseline: Option<NewBaseline>,
    /// Bytes of a block's body.
    body_len: usize,
    /// Threads.
    jobs: usize,
    /// Findings of a file that are printed.
    max_per_file: u64,
    /// Whether standard output is a terminal.
    on_terminal: bool,
    /// How to repair files before they are checked.
    fix: Option<fix::Settings>,
}

/// Runs the verb.
pub(crate) fn run(args: CheckArgs) -> Exit {
    if args.show_config {
        return show_config(&args);
    }
    if args.fix {
        complain(
            "`utf8 check` changes nothing: `utf8 fix` repairs files, and `utf8 fix --diff` shows what it would do",
        );
        return Exit::Failed;
    }
    run_with(args, None)
}

/// Runs the verb, or `fix`, which repairs files before it checks them.
pub(crate) fn run_with(mut args: CheckArgs, fix: Option<fix::Settings>) -> Exit {
    if args.json {
        args.format = Format::Json;
    }
    match prepare(&args) {
        Ok((files, settings)) => {
            let files = match &fix {
                Some(fix) => files.without(fix.is_backup()),
                None => files,
            };
            check(files, Settings { fix, ..settings }, &args)
        }
        Err(message) => {
            complain(&message);
            Exit::Failed
        }
    }
}

/// Prints the configuration of the path that is given, or of the working directory.
fn show_config(args: &CheckArgs) -> Exit {
    let shown = configs(args).and_then(|configs| {
        let path = match args.files.paths.as_slice() {
            [] => Path::new(""),
            [path] => path,
            _ => return Err("--show-config is for one path".to_owned()),
        };
        let found = if path.as_os_str() == "-" {
            let name = args.files.stdin_name();
            configs.directory_of(name).map(|found| (found, Some(name)))
        } else if path.as_os_str().is_empty() || path.is_dir() {
            configs.directory(path).map(|found| (found, None))
        } else {
            configs.directory_of(path).map(|found| (found, Some(path)))
        };
        let (directory, file) = found.map_err(|message| message.to_string())?;
        Ok(config::show(&directory, file))
    });
    match shown {
        Ok(text) => crate::print(&text, Exit::Clean),
        Err(message) => {
            complain(&message);
            Exit::Failed
        }
    }
}

/// Returns the configurations that the arguments select.
fn configs(args: &CheckArgs) -> Result<Configs, String> {
    let contradictory = selection::named(&args.select).intersection(selection::named(&args.ignore));
    if let Some(rule) = contradictory.iter().next() {
        return Err(format!("the rule `{rule}` is both selected and ignored"));
    }
    let encoding = args.encoding.as_deref().map(selection::encoding).transpose();
    let baseline = match &args.baseline {
        Some(path) => {
            let baseline = Baseline::read(path, &escape::path(path), &config::here()?)?;
            Baselines::Given(Arc::new(baseline))
        }
        None if args.write_baseline.is_some() || args.show_config => Baselines::None,
        None => Baselines::Configured,
    };
    let flags = Flags {
        select: (!args.select.is_empty()).then(|| selection::union(&args.select)),
        ignore: selection::union(&args.ignore),
        bidi: args.bidi,
        signature: args.signature,
        encoding: encoding.map_err(|error| format!("--as: {error}"))?,
        baseline,
    };
    Configs::new((&args.configuration).into(), flags)
}

fn prepare(args: &CheckArgs) -> Result<(Files, Settings), String> {
    let configs = configs(args)?;
    configs.require_valid(&args.files)?;
    let new_baseline = match &args.write_baseline {
        Some(path) => Some(NewBaseline::new(path, &config::here()?)),
        None => None,
    };
    let configs = Arc::new(configs);
    let settings = Settings {
        configs: Arc::clone(&configs),
        new_baseline,
        body_len: args.files.piece_size.unwrap_or(BODY_LEN),
        jobs: args.files.jobs(),
        max_per_file: max_per_file(args),
        on_terminal: io::stdout().is_terminal(),
        fix: None,
    };
    if args.statistics && !matches!(args.format, Format::Human | Format::Json) {
        return Err("--statistics is for the formats human and json".to_owned());
    }
    if args.files.null && args.files.files_from.is_none() && !args.list {
        return Err("-0 is for --files-from and for -l".to_owned());
    }
    let files = Files::new(walk::roots(&args.files)?, (&args.files).into())?.once();
    Ok((files.without(move |path| configs.excludes(path)), settings))
}

/// Returns how many findings of a file are printed.
fn max_per_file(args: &CheckArgs) -> u64 {
    let most = match (args.max_per_file, args.format) {
        (Some(0), _) => u64::MAX,
        (Some(most), _) => most,
        (None, Format::Human | Format::Github) => 20,
        (None, Format::Html) => 50,
        (None, Format::Json | Format::Sarif) => 1000,
    };
    match args.format {
        // They are kept until the page is written.
        Format::Html => most.min(args.max.unwrap_or(MAX_SHOWN)),
        _ => most,
    }
}

fn check(files: Files, settings: Settings, args: &CheckArgs) -> Exit {
    let writes_text = settings.fix.as_ref().is_some_and(fix::Settings::writes_to_stdout);
    let destination = || -> Box<dyn Write + Send> {
        match writes_text {
            true => Box::new(io::stderr()),
            false => Box::new(io::stdout()),
        }
    };
    let report: Box<dyn Report> = match args.format {
        Format::Human => Box::new(Human {
            color: is_colored(args.color, settings.on_terminal),
            width: terminal_size::terminal_size().map_or(100, |(width, _)| width.0.into()),
        }),
        Format::Json => Box::new(Json),
        Format::Sarif => Box::new(Sarif),
        Format::Github => Box::new(Github),
        Format::Html => Box::new(Html::new(&args.files.paths, args.max.unwrap_or(MAX_SHOWN))),
    };
    let silent = args.quiet || args.list || settings.new_baseline.is_some();
    let mut out = Output::with_capacity(64 << 10, destination());
    if !silent && let Err(error) = out.write_all(report.begin().as_bytes()) {
        return cannot_write(&error, Exit::Clean);
    }
    let progress = ProgressBar::hidden().with_style(ProgressStyle::default_spinner());
    let ordered = Ordered::new(
        out,
        report.separator(),
        report.keeps_notes(),
        args.max.or((args.format == Format::Sarif).then_some(MAX_RESULTS)),
        progress.clone(),
    );
    let tally = Run::new(&settings, args, &*report, &ordered, files, progress).run();
    let mut summary = tally.summary();
    let baselines = settings.configs.baselines();
    if !silent && !baselines.is_empty() {
        let missing: u64 = baselines.iter().map(|baseline| baseline.missing()).sum();
        summary.baseline = Some(tally.compared(missing));
    }
    summary.fixable_by = tally.fixable_by();
    summary.others = tally.others();
    let counts = tally.into_counts();
    summary.findings = counts.iter().map(|(_, _, counts)| counts.findings).sum();
    summary.notes = counts
        .iter()
        .filter(|(rule, ..)| rule.level() == Level::Note)
        .map(|(_, _, counts)| counts.findings)
        .sum();
    summary.places = counts.iter().map(|(_, _, counts)| counts.places).sum();
    summary.fixing = settings.fix.as_ref().map(fix::Settings::fixing);
    summary.shown = ordered.shown();
    let in_place = settings
        .fix
        .as_ref()
        .and_then(|fix| fix.in_place(&args.files.paths, summary.fixed));
    if let Some(warning) = in_place {
        complain(&warning);
    }
    let would_change = summary.fixing == Some(Fixing::Dry) && summary.fixed > 0;
    let exit = if summary.failed > 0 {
        Exit::Failed
    } else if (summary.findings > summary.notes || would_change) && !args.exit_zero {
        Exit::Findings
    } else {
        Exit::Clean
    };
    let (mut out, notes, closed) = ordered.finish();
    if let Some(error) = closed {
        return cannot_write(&error, exit);
    }
    if let Some(new) = settings.new_baseline {
        return write_baseline(new, &summary, args.quiet);
    }
    let statistics = if args.statistics {
        report.statistics(&counts)
    } else {
        String::new()
    };
    let end = statistics + &report.end(&summary, &notes);
    let written = if silent {
        out.flush()
    } else {
        out.write_all(end.as_bytes()).and_then(|()| out.flush())
    };
    match written {
        Ok(()) => exit,
        Err(error) => cannot_write(&error, exit),
    }
}

/// Writes the findings of a run to a file.
fn write_baseline(new: NewBaseline, summary: &Summary, quiet: bool) -> Exit {
    let exit = if summary.failed > 0 {
        Exit::Failed
    } else {
        Exit::Clean
    };
    match new.write() {
        Ok(Some(name)) if !quiet => {
            let findings = counted(summary.findings, "finding");
            let files = counted(summary.with_findings, "file");
            crate::print(&format!("Wrote {findings} in {files} to {name}\n"), exit)
        }
        Ok(_) => exit,
        Err(message) => {
            complain(&message);
            Exit::Failed
        }
    }
}

/// Returns `true` if the output has colours: by `--color`, and for `auto` by the environment and the terminal.
pub(crate) fn is_colored(color: Color, on_terminal: bool) -> bool {
    match color {
        Color::Always => true,
        Color::Never => false,
        Color::Auto => {
            let set = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
            if set("NO_COLOR").is_some() {
                return false;
            }
            let forced = [set("CLICOLOR_FORCE"), set("FORCE_COLOR")];
            if forced.into_iter().flatten().any(|value| value != "0") {
                return true;
            }
            let dumb = set("TERM").is_some_and(|value| value == "dumb");
            on_terminal && !dumb && set("CLICOLOR").is_none_or(|value| value != "0")
        }
    }
}
