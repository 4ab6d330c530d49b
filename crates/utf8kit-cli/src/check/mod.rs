//! `utf8 check`: reports problems of text files and their places.

mod file;
mod order;
mod run;
mod tally;

use crate::args::{BidiScope, CheckArgs, Color, Format};
use crate::config::Config;
use crate::encodings::{self, Encoding};
use crate::report::{Github, Human, Json, Report, Sarif};
use crate::walk::{self, Files};
use crate::{Exit, cannot_write, complain, selection};
use indicatif::{ProgressBar, ProgressStyle};
use order::Ordered;
use run::Run;
use std::io::{self, BufWriter, IsTerminal, Write};
use utf8kit_family as family;
use utf8kit_lint::{BODY_LEN, Bidi, RuleSet};

/// The settings of a run.
struct Settings {
    rules: RuleSet,
    /// Whether the command line selects the rules.
    selected: bool,
    bidi: Bidi,
    /// The encoding of the files, if it is not UTF-8.
    encoding: Option<family::Encoding>,
    config: Config,
    /// Bytes of a block's body.
    body_len: usize,
    /// Threads.
    jobs: usize,
    /// Findings of a file that are printed.
    max_per_file: u64,
    /// Whether standard output is a terminal.
    on_terminal: bool,
}

/// Runs the verb.
pub(crate) fn run(args: CheckArgs) -> Exit {
    match prepare(&args) {
        Ok((files, settings)) => check(files, &settings, &args),
        Err(message) => {
            complain(&message);
            Exit::Failed
        }
    }
}

fn prepare(args: &CheckArgs) -> Result<(Files, Settings), String> {
    let contradictory = selection::named(&args.select).intersection(selection::named(&args.ignore));
    if let Some(rule) = contradictory.iter().next() {
        return Err(format!("the rule `{rule}` is both selected and ignored"));
    }
    let encoding = match &args.encoding {
        None => None,
        Some(name) => match encodings::find(name)? {
            Encoding::Family(family::Encoding::UTF_8) => None,
            Encoding::Family(encoding) => Some(encoding),
            Encoding::Legacy(_) => {
                return Err(format!(
                    "--as {}: expected an encoding of Unicode text, such as `CESU-8` or `UTF-16LE`",
                    crate::escape::text(name.as_bytes())
                ));
            }
        },
    };
    let config = Config::find(args.config.as_deref(), args.no_config)?;
    let selected = !args.select.is_empty();
    let rules = if selected {
        selection::union(&args.select)
    } else {
        config.select.unwrap_or_default().difference(config.ignore)
    };
    let settings = Settings {
        rules: rules.difference(selection::union(&args.ignore)),
        selected,
        bidi: match args.bidi.or(config.bidi) {
            Some(BidiScope::All) => Bidi::All,
            Some(BidiScope::Unpaired) | None => Bidi::Unpaired,
        },
        encoding,
        config,
        body_len: args.files.piece_size.unwrap_or(BODY_LEN),
        jobs: args.files.jobs(),
        max_per_file: match (args.max_per_file, args.format) {
            (Some(0), _) => u64::MAX,
            (Some(most), _) => most,
            (None, Format::Human | Format::Github) => 20,
            (None, Format::Json | Format::Sarif) => 1000,
        },
        on_terminal: io::stdout().is_terminal(),
    };
    if args.statistics && !matches!(args.format, Format::Human | Format::Json) {
        return Err("--statistics is for the formats human and json".to_owned());
    }
    if args.files.null && args.files.files_from.is_none() && !args.list {
        return Err("-0 is for --files-from and for -l".to_owned());
    }
    let paths = walk::paths(&args.files)?;
    if args.stdin_filename.is_some() && !paths.iter().flatten().any(|path| path.as_os_str() == "-") {
        return Err("--stdin-filename is for the path `-`, which is not given".to_owned());
    }
    Ok((Files::new(paths, (&args.files).into())?, settings))
}

fn check(files: Files, settings: &Settings, args: &CheckArgs) -> Exit {
    let stdout = io::stdout();
    let report: Box<dyn Report> = match args.format {
        Format::Human => Box::new(Human {
            color: is_colored(args.color, settings.on_terminal),
            width: terminal_size::terminal_size().map_or(100, |(width, _)| width.0.into()),
        }),
        Format::Json => Box::new(Json),
        Format::Sarif => Box::new(Sarif),
        Format::Github => Box::new(Github),
    };
    let silent = args.quiet || args.list;
    let mut out = BufWriter::with_capacity(64 << 10, stdout.lock());
    if !silent && let Err(error) = out.write_all(report.begin().as_bytes()) {
        return cannot_write(&error, Exit::Clean);
    }
    drop(out);
    let progress = ProgressBar::hidden().with_style(ProgressStyle::default_spinner());
    let ordered = Ordered::new(
        BufWriter::with_capacity(64 << 10, stdout),
        report.separator(),
        report.keeps_notes(),
        args.max,
        progress.clone(),
    );
    let tally = Run::new(settings, args, &*report, &ordered, files, progress).run();
    let mut summary = tally.summary();
    let counts = tally.into_counts();
    summary.findings = counts.iter().map(|(_, _, counts)| counts.findings).sum();
    summary.places = counts.iter().map(|(_, _, counts)| counts.places).sum();
    let exit = if summary.failed > 0 {
        Exit::Failed
    } else if summary.findings > 0 && !args.exit_zero {
        Exit::Findings
    } else {
        Exit::Clean
    };
    let (mut out, notes, closed) = ordered.finish();
    if let Some(error) = closed {
        return cannot_write(&error, exit);
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
            if set("CLICOLOR_FORCE").is_some_and(|value| value != "0") {
                return true;
            }
            let dumb = set("TERM").is_some_and(|value| value == "dumb");
            on_terminal && !dumb && set("CLICOLOR").is_none_or(|value| value != "0")
        }
    }
}
