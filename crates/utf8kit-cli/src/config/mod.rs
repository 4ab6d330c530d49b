//! `utf8kit.toml`, `.utf8kit.toml` or the table `[tool.utf8kit]` of `pyproject.toml`: which files are checked, by which rules, in which encodings. `docs/configuration.md` documents each key.
//!
//! The closest one above a file applies to it. It extends the one above it, up to the directory with `.git`: of a key with one value,
//! that of the closest counts, and lists add.

mod attributes;
pub(crate) mod baseline;
mod find;
mod schema;
mod show;
mod signatures;
mod written;

pub(crate) use attributes::Declared;
pub(crate) use find::{Configs, Directory, ForFile};
pub(crate) use schema::schema;
pub(crate) use show::show;

use crate::escape;
use crate::flags::check::{BidiScope, SignatureChoice};
use crate::io::path::absolute;
use crate::message::reason;
use baseline::Baseline;
use globset::GlobSet;
use signatures::{FORBIDDEN, Signatures, globs};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use utf8kit_encodings::Encoding;
use utf8kit_lint::{Bidi, Level, Rule, RuleSet};
use written::{ForFiles, Written};

/// The file of Python projects, which can have the keys in a table.
const PYPROJECT: &str = "pyproject.toml";

/// What the command line says about every file.
#[derive(Debug)]
pub(crate) struct Flags {
    /// The rules of `--select`.
    pub(crate) select: Option<RuleSet>,
    pub(crate) ignore: RuleSet,
    pub(crate) bidi: Option<BidiScope>,
    /// The levels of `--level`.
    pub(crate) levels: Vec<(Rule, Level)>,
    /// Whether what is likely to be double-encoded is reported.
    pub(crate) likely: bool,
    /// Whether double-encoded characters that lost bytes are restored.
    pub(crate) restore: bool,
    /// Whether names of files are checked, whatever else is selected.
    pub(crate) names: bool,
    /// The encoding of `--as`.
    pub(crate) encoding: Option<Encoding>,
    /// What a signature is in every file.
    pub(crate) signature: Option<SignatureChoice>,
    pub(crate) baseline: Baselines,
    /// Whether `.gitattributes` and `.editorconfig` count.
    pub(crate) attributes: bool,
}

impl Flags {
    /// Returns the flags of a verb that has no rules. Of a configuration, only `exclude` applies to it.
    pub(crate) fn none() -> Flags {
        Flags {
            select: None,
            ignore: RuleSet::EMPTY,
            bidi: None,
            levels: Vec::new(),
            likely: false,
            restore: false,
            names: false,
            encoding: None,
            signature: None,
            baseline: Baselines::None,
            attributes: false,
        }
    }
}

/// Which baselines findings are compared with.
#[derive(Debug)]
pub(crate) enum Baselines {
    /// Those that configurations name, each read once, by their absolute paths.
    Configured(Mutex<HashMap<PathBuf, Arc<Baseline>>>),
    Given(Arc<Baseline>),
    None,
}

/// Why a file is not read.
enum ReadError {
    /// It is of another program. The message is about its first key.
    Foreign(String),
    /// It is a `pyproject.toml` without a table of ours.
    Absent(String),
    Wrong(String),
}

impl ReadError {
    /// Returns the message for a file that has to be a configuration.
    fn into_message(self) -> String {
        match self {
            ReadError::Foreign(message) | ReadError::Absent(message) | ReadError::Wrong(message) => message,
        }
    }
}

/// An effective configuration: a `utf8kit.toml` or the built-in one, with the flags.
#[derive(Debug)]
pub(crate) struct Config {
    /// The file, if it is not the built-in configuration.
    source: Option<PathBuf>,
    /// The directory from which paths are matched.
    root: PathBuf,
    /// The one that it extends. Its globs are matched from its own directory.
    above: Option<Arc<Config>>,
    rules: RuleSet,
    /// The levels of rules that have another one than their own. Of two of a rule, the last counts.
    levels: Vec<(Rule, Level)>,
    pub(crate) bidi: Bidi,
    pub(crate) likely: bool,
    pub(crate) restore: bool,
    signatures: Signatures,
    exclude: GlobSet,
    files: Vec<(GlobSet, ForFiles)>,
    pub(crate) baseline: Option<Arc<Baseline>>,
    /// What a file with the same effect contains.
    written: Written,
}

impl Config {
    /// Returns the built-in configuration, for paths from `root` on.
    fn built_in(root: &Path, flags: &Flags) -> Config {
        Config::new(Written::default(), None, root, None, flags)
            .expect("the built-in configuration has no errors")
    }

    /// Reads the file at `path`, which messages call `name`. Its globs match from the directory `root` on. `above` returns what it
    /// extends, unless it says that it extends nothing.
    fn read(
        path: &Path,
        name: &str,
        root: &Path,
        above: impl FnOnce() -> Result<Option<Arc<Config>>, String>,
        flags: &Flags,
    ) -> Result<Config, ReadError> {
        let wrong = |error: String| ReadError::Wrong(format!("{name}:{error}"));
        let bytes = std::fs::read(path).map_err(|error| wrong(format!(" {}", reason(&error))))?;
        let written = if is_pyproject(path) {
            let written = written::read_tool(&bytes).map_err(wrong)?;
            written.ok_or_else(|| ReadError::Absent(format!("{name}: it has no table `[tool.utf8kit]`")))?
        } else {
            written::read(&bytes).map_err(|error| match written::is_foreign(&bytes) {
                true => ReadError::Foreign(format!("{name}:{error}")),
                false => wrong(error),
            })?
        };
        let above = match written.extend {
            Some(false) => None,
            Some(true) | None => above().map_err(ReadError::Wrong)?,
        };
        Config::new(written, Some(path.to_owned()), root, above, flags).map_err(wrong)
    }

    fn new(
        mut written: Written,
        source: Option<PathBuf>,
        root: &Path,
        above: Option<Arc<Config>>,
        flags: &Flags,
    ) -> Result<Config, String> {
        let mut levels = Vec::new();
        if let Some(above) = &above {
            written.select = written.select.or(above.written.select);
            written.ignore = written.ignore.or(above.written.ignore);
            written.bidi = written.bidi.or(above.written.bidi);
            levels.clone_from(&above.levels);
        }
        apply(flags, &mut written);
        levels.extend(&written.levels);
        let baseline = match (&flags.baseline, &written.baseline) {
            (Baselines::Given(baseline), _) => Some(Arc::clone(baseline)),
            (Baselines::Configured(known), Some(key)) => {
                let (line, column) = key.place;
                let invalid = |error| format!("{line}:{column}: baseline: {error}");
                Some(configured(known, &key.path, root).map_err(invalid)?)
            }
            (Baselines::Configured(_), None) => above.as_ref().and_then(|above| above.baseline.clone()),
            _ => None,
        };
        let invalid = |error: globset::Error| error.to_string();
        let built_in = if above.is_none() { FORBIDDEN } else { &[] };
        let forbidden = built_in
            .iter()
            .copied()
            .chain(written.forbidden.iter().map(String::as_str));
        let signatures = Signatures {
            forbidden: globs(&forbidden.collect::<Vec<_>>()).map_err(invalid)?,
            required: globs(&written.required).map_err(invalid)?,
            optional: globs(&written.optional).map_err(invalid)?,
        };
        let exclude: Vec<_> = written
            .exclude
            .iter()
            .map(|glob| glob.trim_end_matches('/'))
            .collect();
        let files = written
            .files
            .iter()
            .map(|files| Ok((globs(&files.glob)?, files.clone())))
            .collect::<Result<_, _>>()
            .map_err(invalid)?;
        let rules = written.select.unwrap_or_default();
        let rules = rules.difference(written.ignore.unwrap_or(RuleSet::EMPTY));
        Ok(Config {
            source,
            root: root.to_owned(),
            above,
            rules,
            levels,
            likely: flags.likely,
            restore: flags.restore,
            bidi: match written.bidi {
                Some(BidiScope::All) => Bidi::All,
                Some(BidiScope::Unpaired) | None => Bidi::Unpaired,
            },
            signatures,
            exclude: globs(&exclude).map_err(invalid)?,
            files,
            baseline,
            written,
        })
    }
}

/// Returns `true` if a file has our keys in its table `[tool.utf8kit]`.
fn is_pyproject(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name == PYPROJECT)
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
        let files = self.chain().flat_map(|config| &config.files);
        let mut all = files.map(|(_, files)| files.select).chain([self.rules]);
        all.any(|rules| rules.contains(Rule::Names))
    }
}

/// Returns the baseline at `path`, which a configuration in the directory `root` names.
fn configured(
    known: &Mutex<HashMap<PathBuf, Arc<Baseline>>>,
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

/// Changes what the file contains to what it contains in effect with the flags.
fn apply(flags: &Flags, written: &mut Written) {
    if let Some(select) = flags.select {
        written.select = Some(select);
        written.ignore = None;
        for files in &mut written.files {
            files.select = RuleSet::EMPTY;
        }
    }
    if flags.names {
        written.select = Some(written.select.unwrap_or_default().with(Rule::Names));
        written.ignore = written.ignore.map(|ignore| ignore.difference(Rule::Names.into()));
    }
    let ignore = written.ignore.unwrap_or(RuleSet::EMPTY);
    written.ignore = Some(ignore.union(flags.ignore));
    for files in &mut written.files {
        files.select = files.select.difference(flags.ignore);
    }
    written.bidi = flags.bidi.or(written.bidi);
    written.levels.extend(&flags.levels);
    if let Some(signature) = flags.signature {
        let every = |is_chosen: bool| {
            if is_chosen {
                vec!["**".to_owned()]
            } else {
                Vec::new()
            }
        };
        written.forbidden = every(signature == SignatureChoice::Forbid);
        written.required = every(signature == SignatureChoice::Require);
        written.optional = every(signature == SignatureChoice::Ignore);
    }
    if let Some(encoding) = flags.encoding {
        written.files.push(ForFiles {
            glob: vec!["**".to_owned()],
            encoding: Some(encoding),
            ..ForFiles::default()
        });
    }
}
