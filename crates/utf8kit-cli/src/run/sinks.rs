//! The reports of a run: that on standard output, and those in files.

use super::order::{Message, Ordered};
use super::settings::Settings;
use crate::escape;
use crate::flags::check::{CheckArgs, Format};
use crate::flags::common::Color;
use crate::flags::links::LinkFormat;
use crate::io::output;
use crate::io::path::{absolute, here};
use crate::io::stdout::{Exit, cannot_write, has_links, host_name, is_colored};
use crate::io::walk::Files;
use crate::message::{complain, reason};
use crate::report::{
    Checkstyle, Concise, Github, Gitlab, Html, Human, Json, Junit, Links, MAX_RESULTS, MAX_SHOWN, Rdjson,
    Report, Sarif, Statistics, Summary,
};
use indicatif::ProgressBar;
use std::fs::File;
use std::io::{self, BufWriter, Seek, Write};
use std::path::{Path, PathBuf};

/// Where a report is written.
type Output = BufWriter<Box<dyn Write + Send>>;

/// A report and its destination.
pub(super) struct Sink {
    pub(super) report: Box<dyn Report>,
    pub(super) ordered: Ordered<Output>,
    /// Findings of a file that are shown.
    pub(super) max_per_file: u64,
    /// The file that gets the report in the end, and where it is until then.
    file: Option<(PathBuf, File)>,
}

/// Opens the reports that the arguments ask for. The first is that of `--format`.
pub(super) fn open(
    settings: &Settings,
    args: &CheckArgs,
    is_silent: bool,
    progress: &ProgressBar,
) -> Result<Vec<Sink>, String> {
    let mut sinks = vec![Sink::new(
        args.format(),
        Output::with_capacity(64 << 10, destination(settings)),
        None,
        settings,
        args,
        is_silent,
        progress,
    )?];
    for (index, (format, path)) in args.report.iter().enumerate() {
        let name = escape::path(path);
        let before = &args.report[..index];
        if *format == args.format() || before.iter().any(|(other, _)| other == format) {
            return Err(format!("--report: {name}: another report has this format"));
        }
        if before.iter().any(|(_, other)| other == path) {
            return Err(format!(
                "--report: {name}: another report is written to this file"
            ));
        }
        let directory = path.parent().filter(|parent| !parent.as_os_str().is_empty());
        if path.is_dir() || directory.is_some_and(|directory| !directory.is_dir()) {
            return Err(format!(
                "--report: {name}: expected a file in a directory that exists"
            ));
        }
        // It has no name yet, so that no file is half a report, and none is found by the walk.
        let file = tempfile::tempfile().map_err(|error| format!("a temporary file: {}", reason(&error)))?;
        let copy = file.try_clone();
        let copy = copy.map_err(|error| format!("a temporary file: {}", reason(&error)))?;
        sinks.push(Sink::new(
            *format,
            Output::with_capacity(64 << 10, Box::new(copy)),
            Some((path.clone(), file)),
            settings,
            args,
            is_silent,
            progress,
        )?);
    }
    Ok(sinks)
}

/// Leaves out of `files` the files that reports are written to.
pub(super) fn without_reports(files: Files, args: &CheckArgs) -> Result<Files, String> {
    if args.report.is_empty() {
        return Ok(files);
    }
    let here = here()?;
    let reports: Vec<_> = args
        .report
        .iter()
        .map(|(_, path)| absolute(&here, path))
        .collect();
    Ok(files.without(move |path| {
        let mut reports = reports.iter();
        reports.any(|report| report.file_name() == path.file_name() && *report == absolute(&here, path))
    }))
}

impl Sink {
    fn new(
        format: Format,
        mut out: Output,
        file: Option<(PathBuf, File)>,
        settings: &Settings,
        args: &CheckArgs,
        is_silent: bool,
        progress: &ProgressBar,
    ) -> Result<Sink, String> {
        let report = report(format, file.is_none(), settings, args);
        let max = args.max.or((format == Format::Sarif).then_some(MAX_RESULTS));
        let begin = match is_silent {
            true => String::new(),
            false => report.begin(),
        };
        let begun = out.write_all(begin.as_bytes());
        let mut ordered = Ordered::new(
            out,
            report.separator(),
            report.keeps_notes(),
            max,
            progress.clone(),
        );
        if let Err(error) = begun {
            ordered.close(error);
        }
        Ok(Sink {
            ordered,
            report,
            max_per_file: max_per_file(format, args),
            file,
        })
    }

    /// Returns a report that is given to nobody.
    pub(super) fn unwritten(report: Box<dyn Report>, progress: &ProgressBar) -> Sink {
        let out = Output::new(Box::new(io::sink()));
        Sink {
            ordered: Ordered::new(out, "", false, None, progress.clone()),
            report,
            max_per_file: 1,
            file: None,
        }
    }

    /// Ends the report, which is written unless it is silent. A run that would exit with `exit` exits with the error if it cannot be
    /// written.
    pub(super) fn end(
        self,
        summary: &Summary,
        statistics: Option<&Statistics>,
        is_silent: bool,
        exit: Exit,
    ) -> Result<(), Exit> {
        let summary = Summary {
            shown: self.ordered.shown(),
            ..summary.clone()
        };
        let (mut out, notes, closed) = self.ordered.finish();
        let end = match is_silent {
            true => String::new(),
            false => {
                statistics.map_or_else(String::new, |statistics| self.report.statistics(statistics))
                    + &self.report.end(&summary, &notes)
            }
        };
        let written = match closed {
            Some(error) => Err(error),
            None => out.write_all(end.as_bytes()).and_then(|()| out.flush()),
        };
        let Some((path, file)) = self.file else {
            return written.map_err(|error| cannot_write(&error, exit));
        };
        let copied = match written {
            Ok(()) => copy(file, &path),
            Err(error) => Err(reason(&error)),
        };
        match copied {
            Ok(warnings) => {
                for warning in warnings {
                    complain(&format!("{}: {warning}", escape::path(&path)));
                }
                Ok(())
            }
            Err(why) => {
                complain(&format!("{}: {why}", escape::path(&path)));
                Err(Exit::Failed)
            }
        }
    }
}

/// Writes a report to its file. Returns warnings.
fn copy(mut report: File, path: &Path) -> Result<Vec<String>, String> {
    let mut out = output::Output::open(Some(path))?;
    report
        .rewind()
        .and_then(|()| io::copy(&mut report, &mut out))
        .and_then(|_| out.finish())
        .map_err(|error| reason(&error))
}

/// Pushes a message of the `index`th report.
pub(super) fn push_to(index: usize, message: Message, push: &mut dyn FnMut(Message)) {
    push(match index {
        0 => message,
        _ => Message::Of(index, Box::new(message)),
    });
}

/// Returns where the report is written: to standard error if the repaired text is written to standard output.
fn destination(settings: &Settings) -> Box<dyn Write + Send> {
    match settings
        .repair
        .as_ref()
        .is_some_and(|repair| repair.writes_to_stdout())
    {
        true => Box::new(io::stderr()),
        false => Box::new(io::stdout()),
    }
}

/// Returns how places are linked: where the output has colours, as it is wanted, or as the terminal can.
fn links(args: &CheckArgs, is_colored: bool, on_terminal: bool) -> Option<Links> {
    let format = match &args.hyperlinks {
        Some(format) => format.clone(),
        None if on_terminal && has_links() => LinkFormat::file(),
        None => return None,
    };
    // The members of archives are no files to open.
    if !is_colored || args.files.decompress || format.parts().is_empty() {
        return None;
    }
    let here = here().ok()?;
    let host = host_name();
    Some(Links { format, here, host })
}

/// Returns the report in this format.
fn report(format: Format, is_shown: bool, settings: &Settings, args: &CheckArgs) -> Box<dyn Report> {
    let unit = args.column_unit.unwrap_or(format.column_units()[0]);
    match format {
        Format::Human => {
            let color = is_shown && is_colored(args.color.unwrap_or(Color::Auto), settings.on_terminal);
            Box::new(Human {
                unit,
                color,
                width: terminal_size::terminal_size().map_or(100, |(width, _)| width.0.into()),
                links: links(args, color, settings.on_terminal),
            })
        }
        Format::Json => Box::new(Json { unit }),
        Format::Sarif => Box::new(Sarif { unit }),
        Format::Concise => Box::new(Concise { unit }),
        Format::Github => Box::new(Github::new(unit)),
        Format::Gitlab => Box::new(Gitlab { unit }),
        Format::Junit => Box::new(Junit { unit }),
        Format::Checkstyle => Box::new(Checkstyle { unit }),
        Format::Rdjsonl => Box::new(Rdjson),
        Format::Html => Box::new(Html::new(&args.files.paths, args.max.unwrap_or(MAX_SHOWN), unit)),
    }
}

/// Returns how many findings of a file are shown.
fn max_per_file(format: Format, args: &CheckArgs) -> u64 {
    let most = match (args.max_per_file, format) {
        (Some(0), _) => u64::MAX,
        (Some(most), _) => most,
        (None, Format::Human | Format::Concise | Format::Github) => 20,
        (None, Format::Html) => 50,
        (None, _) => 1000,
    };
    match format {
        // They are kept until the page is written.
        Format::Html => most.min(args.max.unwrap_or(MAX_SHOWN)),
        _ => most,
    }
}
