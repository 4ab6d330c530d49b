//! The settings of a run of `check` or `fix`.

use super::repair::Repair;
use crate::config::baseline::{Baseline, NewBaseline};
use crate::config::{Baselines, Configs, Flags};
use crate::escape;
use crate::flags::check::{CheckArgs, Format, RuleArgs};
use crate::flags::common::ConfigArgs;
use crate::flags::selection;
use crate::io::git::{self, Comparison, Lines, Staged};
use crate::io::neighbors::Directories;
use crate::io::path::here;
use crate::io::walk::{self, Files, Roots};
use crate::message::reason;
use clap::ValueEnum;
use std::io::{self, IsTerminal};
use std::sync::{Arc, Mutex};
use utf8kit_lint::BODY_LEN;

/// The settings of a run.
pub(super) struct Settings {
    pub(super) configs: Arc<Configs>,
    /// The directories of the files.
    pub(super) directories: Arc<Directories>,
    /// The baseline to write.
    pub(super) new_baseline: Option<NewBaseline>,
    /// Bytes of a block's body.
    pub(super) body_len: usize,
    /// Threads.
    pub(super) jobs: usize,
    /// Whether standard output is a terminal.
    pub(super) on_terminal: bool,
    /// The lines that are checked of files, if not all are.
    pub(super) changed: Lines,
    /// What Git has staged, if that is checked.
    pub(super) staged: Option<Staged>,
    /// How to repair files before they are checked.
    pub(super) repair: Option<Box<dyn Repair>>,
}

impl Settings {
    /// Returns what Git has staged with this name.
    pub(super) fn staged(&self, id: &str) -> io::Result<Vec<u8>> {
        let staged = self.staged.as_ref().ok_or(io::ErrorKind::NotFound)?;
        staged.read(id)
    }
}

/// Returns where to begin, by the arguments, and the lines of files that are checked, if not all are.
fn roots(args: &CheckArgs) -> Result<(Roots, Lines), String> {
    if args.since.is_none() && !args.staged {
        return Ok((walk::roots(&args.files)?, Lines::default()));
    }
    let paths = &args.files.paths;
    for path in paths {
        path.symlink_metadata()
            .map_err(|error| format!("{}: {}", escape::path(path), reason(&error)))?;
    }
    let changed = git::changed(&Comparison {
        since: args.since.as_deref(),
        staged: args.staged,
        paths,
    })?;
    let lines = Lines::of(&changed);
    Ok((Roots::Changed(changed), lines))
}

/// Returns what the command line says about every file.
pub(crate) fn flags(
    args: &RuleArgs,
    configuration: &ConfigArgs,
    baseline: Baselines,
) -> Result<Flags, String> {
    let contradictory = selection::named(&args.select).intersection(selection::named(&args.ignore));
    if let Some(rule) = contradictory.iter().next() {
        return Err(format!("the rule `{rule}` is both selected and ignored"));
    }
    let encoding = args.encoding.as_deref().map(selection::encoding).transpose();
    Ok(Flags {
        select: (!args.select.is_empty()).then(|| selection::union(&args.select)),
        ignore: selection::union(&args.ignore),
        bidi: args.bidi,
        levels: args.level.clone(),
        likely: false,
        restore: false,
        names: args.names,
        signature: args.signature,
        encoding: encoding.map_err(|error| format!("--as: {error}"))?,
        baseline,
        attributes: !configuration.no_config,
    })
}

/// Returns the configurations that the arguments select.
pub(crate) fn configs(args: &CheckArgs) -> Result<Configs, String> {
    let baseline = match &args.baseline {
        Some(path) => {
            let baseline = Baseline::read(path, &escape::path(path), &here()?)?;
            Baselines::Given(Arc::new(baseline))
        }
        None if args.write_baseline.is_some() => Baselines::None,
        None => Baselines::Configured(Mutex::default()),
    };
    let flags = Flags {
        likely: args.likely,
        restore: args.restore,
        ..flags(&args.rules, &args.configuration, baseline)?
    };
    Configs::new((&args.configuration).into(), flags)
}

/// Fails if a report that is asked for has no columns in the unit that is.
fn require_unit(args: &CheckArgs) -> Result<(), String> {
    let Some(unit) = args.column_unit else {
        return Ok(());
    };
    let formats = args.report.iter().map(|(format, _)| *format);
    for format in formats.chain([args.format()]) {
        let units = format.column_units();
        if !units.contains(&unit) {
            let names: Vec<_> = units.iter().map(|unit| unit.name()).collect();
            let value = format.to_possible_value();
            let format = value.as_ref().map_or("", |value| value.get_name());
            return Err(format!(
                "--column-unit {}: the format {format} has columns in {}",
                unit.name(),
                names.join(" or ")
            ));
        }
    }
    Ok(())
}

/// Returns the files and the settings that the arguments select.
pub(super) fn prepare(args: &CheckArgs) -> Result<(Files, Settings), String> {
    let configs = configs(args)?;
    configs.require_valid(&args.files)?;
    let new_baseline = match &args.write_baseline {
        Some(path) => Some(NewBaseline::new(path, &args.files.paths, &here()?)?),
        None => None,
    };
    let configs = Arc::new(configs);
    let (roots, changed) = roots(args)?;
    let settings = Settings {
        configs: Arc::clone(&configs),
        directories: Arc::default(),
        new_baseline,
        body_len: args.files.piece_size.unwrap_or(BODY_LEN),
        jobs: args.files.jobs(),
        on_terminal: io::stdout().is_terminal(),
        changed,
        staged: args.staged.then(Staged::new).transpose()?,
        repair: None,
    };
    if args.statistics.is_some() && !matches!(args.format(), Format::Human | Format::Json) {
        return Err("--statistics is for the formats human and json".to_owned());
    }
    require_unit(args)?;
    if args.files.null && args.files.files_from.is_none() && !args.list {
        return Err("-0 is for --files-from and for -l".to_owned());
    }
    let files = Files::new(roots, (&args.files).into())?
        .once()
        .with_names()
        .leaving_out_named(args.force_exclude);
    Ok((files.without(move |path| configs.excludes(path)), settings))
}
