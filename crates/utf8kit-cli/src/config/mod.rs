//! `utf8kit.toml`, `.utf8kit.toml` or the table `[tool.utf8kit]` of `pyproject.toml`: which files are checked, by which rules, in which encodings. `docs/configuration.md` documents each key.
//!
//! The closest one above a file applies to it. It extends the one above it, up to the directory with `.git`: of a key with one value,
//! that of the closest counts, and lists add.

mod attributes;
pub(crate) mod baseline;
mod compiled;
mod find;
mod flags;
mod schema;
mod show;
mod signatures;
mod written;

pub(crate) use attributes::Declared;
pub(crate) use find::{CONFIGURING, Configs, Directory, ForFile, NAMES, Source};
pub(crate) use flags::{Baselines, Flags};
pub(crate) use schema::schema;
pub(crate) use show::{array, string};

use crate::escape;
use crate::flags::check::BidiScope;
use crate::io::path::absolute;
use baseline::Baseline;
use compiled::{Compiled, ReadError};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use utf8kit_lint::{Bidi, Level, Rule, RuleSet};
use written::{At, Written};

/// An effective configuration: a `utf8kit.toml` or the built-in one, with the flags.
#[derive(Debug)]
pub(crate) struct Config {
    /// The file, if it is not the built-in configuration.
    source: Option<PathBuf>,
    /// The directory from which paths are matched.
    root: PathBuf,
    /// The one that it extends. Its globs are matched from its own directory.
    above: Option<Arc<Config>>,
    compiled: Arc<Compiled>,
    /// The rules of the closest file that has the key, and those that it leaves out.
    select: Option<RuleSet>,
    ignore: Option<RuleSet>,
    bidi_of_files: Option<BidiScope>,
    /// The rules in effect.
    rules: RuleSet,
    /// The levels of rules that have another one than their own. Of two of a rule, the last counts.
    levels: Vec<(Rule, Level)>,
    pub(crate) bidi: Bidi,
    pub(crate) likely: bool,
    pub(crate) restore: bool,
    pub(crate) baseline: Option<Arc<Baseline>>,
}

impl Config {
    /// Returns the built-in configuration, for paths from `root` on.
    fn built_in(root: &Path, flags: &Flags) -> Config {
        let compiled = Compiled::new(Written::default(), flags).expect("flags have no globs but `**`");
        Config::new(Arc::new(compiled), None, root, None, flags)
            .expect("the built-in configuration has no errors")
    }

    /// Reads the file at `path`, which messages call `name`. Its globs match from the directory `root` on. `above` returns what it
    /// extends, unless it says that it extends nothing.
    fn read(
        path: &Path,
        name: &str,
        root: &Path,
        compiled: Arc<Compiled>,
        above: impl FnOnce() -> Result<Option<Arc<Config>>, String>,
        flags: &Flags,
    ) -> Result<Config, ReadError> {
        let wrong = |error: String| ReadError::Wrong(format!("{name}:{error}"));
        let above = match &compiled.written.extend {
            Some(At { value: false, .. }) => None,
            _ => above().map_err(ReadError::Wrong)?,
        };
        Config::new(compiled, Some(path.to_owned()), root, above, flags).map_err(wrong)
    }

    fn new(
        compiled: Arc<Compiled>,
        source: Option<PathBuf>,
        root: &Path,
        above: Option<Arc<Config>>,
        flags: &Flags,
    ) -> Result<Config, String> {
        let written = &compiled.written;
        let of_above = above.as_deref();
        let select = value(&written.select).or_else(|| of_above?.select);
        let ignore = value(&written.ignore).or_else(|| of_above?.ignore);
        let [selected, left_out] = in_effect(flags, select, ignore);
        let bidi_of_files = value(&written.bidi).or_else(|| of_above?.bidi_of_files);
        let mut levels = of_above.map_or_else(Vec::new, |above| above.levels.clone());
        levels.extend(written.levels.iter().map(|level| level.value));
        levels.extend(&flags.levels);
        let baseline = match (&flags.baseline, &written.baseline) {
            (Baselines::Given(baseline), _) => Some(Arc::clone(baseline)),
            (Baselines::Configured(known), Some(key)) => {
                let (line, column) = key.place;
                let invalid = |error| format!("{line}:{column}: baseline: {error}");
                Some(configured(known, &key.path, root).map_err(invalid)?)
            }
            (Baselines::Configured(_), None) => of_above.and_then(|above| above.baseline.clone()),
            _ => None,
        };
        Ok(Config {
            source,
            root: root.to_owned(),
            rules: selected.difference(left_out),
            select,
            ignore,
            levels,
            likely: flags.likely,
            restore: flags.restore,
            bidi: match flags.bidi.or(bidi_of_files) {
                Some(BidiScope::All) => Bidi::All,
                Some(BidiScope::Unpaired) | None => Bidi::Unpaired,
            },
            bidi_of_files,
            baseline,
            above,
            compiled,
        })
    }
}

/// Returns what a configuration says, or the table of a `pyproject.toml`, as a debugger shows it, for the fuzz targets.
#[cfg(feature = "fuzzing")]
pub(crate) fn described(bytes: &[u8], is_table: bool) -> Result<Option<String>, String> {
    let written = match is_table {
        true => written::read_tool(bytes)?,
        false => Some(written::read(bytes)?),
    };
    Ok(written.map(|written| {
        let described = format!("{written:?}");
        // Globs that cannot be compiled are an error that names a line.
        let compiled = Compiled::new(written, &Flags::none());
        format!("{described} {}", compiled.is_ok())
    }))
}

/// Returns what a key says, if a file has it.
fn value<T: Copy>(key: &Option<At<T>>) -> Option<T> {
    key.as_ref().map(|key| key.value)
}

/// Returns the rules that are selected and those that are left out, with the flags, where files select and ignore these.
fn in_effect(flags: &Flags, select: Option<RuleSet>, ignore: Option<RuleSet>) -> [RuleSet; 2] {
    let (mut select, mut ignore) = match flags.select {
        Some(select) => (select, RuleSet::EMPTY),
        None => (select.unwrap_or_default(), ignore.unwrap_or(RuleSet::EMPTY)),
    };
    if flags.names {
        select = select.with(Rule::Names);
        ignore = ignore.difference(Rule::Names.into());
    }
    [select, ignore.union(flags.ignore)]
}

impl Config {
    /// Returns the level of a rule's findings.
    pub(crate) fn level(&self, rule: Rule) -> Level {
        let mut levels = self.levels.iter().rev();
        levels
            .find(|(of, _)| *of == rule)
            .map_or(rule.level(), |&(_, level)| level)
    }

    /// Returns the configuration and those that it extends, the closest first.
    fn chain(&self) -> impl Iterator<Item = &Config> {
        std::iter::successors(Some(self), |config| config.above.as_deref())
    }

    /// Returns `true` if the names of some files are checked.
    pub(crate) fn checks_names(&self) -> bool {
        let files = self.chain().flat_map(|config| &config.compiled.files);
        let mut all = files.map(|(_, files)| files.select).chain([self.rules]);
        all.any(|rules| rules.contains(Rule::Names))
    }
}

/// Returns the baseline at `path`, which a configuration in the directory `root` names.
fn configured(
    known: &Mutex<BTreeMap<PathBuf, Arc<Baseline>>>,
    path: &str,
    root: &Path,
) -> Result<Arc<Baseline>, String> {
    let mut known = known.lock().expect("no thread panics while it reads");
    let place = absolute(root, Path::new(path));
    if let Some(baseline) = known.get(&place) {
        return Ok(Arc::clone(baseline));
    }
    let name = escape::text(path.as_bytes());
    let baseline = Arc::new(Baseline::read(Path::new(path), &name, root)?);
    known.insert(place, Arc::clone(&baseline));
    Ok(baseline)
}
