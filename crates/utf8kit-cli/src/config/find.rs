//! Finds the closest `utf8kit.toml` or `.utf8kit.toml`, or `pyproject.toml` with our table, above each file. A walk searches each
//! directory once.

use super::attributes::{Attributes, Declared, EDITOR, GIT};
use super::compiled::{Cache, PYPROJECT, ReadError};
use super::signatures::{is_forbidden, is_signed};
use super::written::ForFiles;
use super::{Baselines, Config, Flags};
use crate::config::baseline::Baseline;
use crate::escape;
use crate::flags::common::{ConfigArgs, FileArgs};
use crate::io::path::{absolute, here};
use crate::message::{complain, reason};
use globset::GlobSet;
use std::collections::{HashMap, HashSet};
use std::ffi::{OsStr, OsString};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard};
use utf8kit::Encoding as Base;
use utf8kit_encodings::Encoding;
use utf8kit_lint::{Context, Finding, Rule, RuleSet, SignatureRule};

/// The names that the file can have.
pub(crate) const NAMES: [&str; 2] = ["utf8kit.toml", ".utf8kit.toml"];

/// The names of all files that change how others are checked.
pub(crate) const CONFIGURING: [&str; 5] = [NAMES[0], NAMES[1], PYPROJECT, GIT, EDITOR];

/// The number of directories from which on those that a walk has left are forgotten.
const MAX_KNOWN: usize = 1024;

/// Where configurations come from.
pub(crate) enum Source<'a> {
    /// `--config FILE`.
    File(&'a Path),
    /// `--no-config`.
    BuiltIn,
    /// The closest `utf8kit.toml`.
    Closest,
}

impl<'a> From<&'a ConfigArgs> for Source<'a> {
    fn from(args: &'a ConfigArgs) -> Source<'a> {
        match &args.config {
            Some(path) => Source::File(path),
            None if args.no_config => Source::BuiltIn,
            None => Source::Closest,
        }
    }
}

/// The configurations of all directories of a run.
pub(crate) struct Configs {
    /// The working directory.
    here: PathBuf,
    flags: Flags,
    /// The one for all files, if there is one for all.
    fixed: Option<Arc<Config>>,
    known: Mutex<Known>,
}

/// The configuration of a directory, or the error in it.
type Found = Result<Arc<Directory>, Arc<str>>;

#[derive(Default)]
struct Known {
    /// The directory of the last search: most files are in the same one as the file before.
    last: Option<(OsString, Found)>,
    /// By their paths as given, and by absolute paths.
    directories: HashMap<OsString, Found>,
    /// What `.gitattributes` and `.editorconfig` say, by absolute paths of directories.
    attributes: HashMap<PathBuf, Option<Arc<Attributes>>>,
    contents: Cache,
    /// The files of other programs that were reported.
    foreign: HashSet<PathBuf>,
}

impl Known {
    /// Forgets the directories that are not above `path`, which is also `absolute`, if there are many: a walk does not come back to
    /// them.
    fn forget(&mut self, path: &Path, absolute: &Path) {
        if self.directories.len() + self.attributes.len() <= MAX_KNOWN {
            return;
        }
        let is_above = |directory: &Path| path.starts_with(directory) || absolute.starts_with(directory);
        self.directories
            .retain(|directory, _| is_above(Path::new(directory)));
        self.attributes.retain(|directory, _| is_above(directory));
        self.contents.forget();
    }
}

/// A directory and its configuration.
#[derive(Debug)]
pub(crate) struct Directory {
    /// Its absolute path.
    path: PathBuf,
    /// Its path as globs match it.
    relative: PathBuf,
    pub(crate) config: Arc<Config>,
    attributes: Option<Arc<Attributes>>,
}

/// How a file is checked.
pub(crate) struct ForFile {
    /// The rules. For text that is said to be in a legacy encoding, there is only the one that it is not.
    pub(crate) rules: RuleSet,
    /// The encoding, if that is not UTF-8.
    pub(crate) encoding: Option<Encoding>,
    /// What `.gitattributes` and `.editorconfig` say.
    pub(crate) declared: Declared,
    /// The encoding that they say, if the configuration says none, and which of them.
    pub(crate) elsewhere: Option<(Encoding, &'static str)>,
}

impl Configs {
    pub(crate) fn new(source: Source<'_>, flags: Flags) -> Result<Configs, String> {
        let here = here()?;
        let fixed = match source {
            Source::Closest => None,
            Source::BuiltIn => Some(Config::built_in(&here, &flags)),
            Source::File(path) => {
                let root = absolute(&here, path.parent().unwrap_or(path));
                let name = escape::path(path);
                let read = Cache::default()
                    .read(path, &name, &flags)
                    .and_then(|compiled| Config::read(path, &name, &root, compiled, || Ok(None), &flags));
                Some(read.map_err(ReadError::into_message)?)
            }
        };
        Ok(Configs {
            here,
            flags,
            fixed: fixed.map(Arc::new),
            known: Mutex::default(),
        })
    }

    pub(super) fn flags(&self) -> &Flags {
        &self.flags
    }

    /// Returns the working directory.
    pub(super) fn here(&self) -> &Path {
        &self.here
    }

    fn known(&self) -> MutexGuard<'_, Known> {
        self.known.lock().expect("no thread panics while it searches")
    }

    /// Returns the configuration of a directory.
    pub(crate) fn directory(&self, path: &Path) -> Found {
        let mut known = self.known();
        match &known.last {
            Some((last, found)) if last == path.as_os_str() => found.clone(),
            _ => {
                let found = self.search(&mut known, path);
                known.last = Some((path.as_os_str().to_owned(), found.clone()));
                found
            }
        }
    }

    /// Returns the configuration of the directory that a file is in.
    pub(crate) fn directory_of(&self, file: &Path) -> Found {
        self.directory(file.parent().unwrap_or(Path::new("")))
    }

    /// Requires that the configurations of the paths on the command line have no errors.
    pub(crate) fn require_valid(&self, files: &FileArgs) -> Result<(), String> {
        let paths = &files.paths;
        if files.files_from.is_some() && paths.is_empty() {
            return Ok(());
        }
        let directories = paths.iter().map(|path| match path.as_os_str() == "-" {
            true => Path::new(""),
            false if path.is_dir() => path,
            false => path.parent().unwrap_or(path),
        });
        let here = paths.is_empty().then_some(Path::new(""));
        directories.chain(here).try_for_each(|directory| {
            let found = self.directory(directory);
            found
                .map(|_| ())
                .map_err(|message| format!("{message} (to run without it, use --no-config)"))
        })
    }

    /// Returns `true` if a walk does not enter or read what is at `path`.
    pub(crate) fn excludes(&self, path: &Path) -> bool {
        // An error is reported with the first file of the directory.
        self.directory_of(path).is_ok_and(|directory| {
            directory.config.chain().any(|config| {
                let exclude = &config.compiled.exclude;
                !exclude.is_empty() && exclude.is_match(directory.relative(config, path, false))
            })
        })
    }

    /// Returns `true` if a file was read as a configuration or as a baseline.
    pub(crate) fn has_read(&self, path: &Path) -> bool {
        let path = self.real(path);
        let known = self.known();
        let found = known.directories.values().filter_map(|found| found.as_ref().ok());
        let mut configs = found.map(|directory| &directory.config).chain(&self.fixed);
        let is_config = configs.any(|config| {
            let mut sources = config.chain().filter_map(|config| config.source.as_deref());
            sources.any(|source| self.real(source) == path)
        });
        let is_baseline = || match &self.flags.baseline {
            Baselines::Configured(known) => {
                let known = known.lock().expect("no thread panics while it reads");
                known.keys().any(|baseline| self.real(baseline) == path)
            }
            Baselines::Given(_) | Baselines::None => false,
        };
        is_config || is_baseline()
    }

    /// Returns the absolute path of a file, without links if it is there.
    fn real(&self, path: &Path) -> PathBuf {
        let path = absolute(&self.here, path);
        path.canonicalize().unwrap_or(path)
    }

    /// Returns the baselines of all configurations that were found.
    pub(crate) fn baselines(&self) -> Vec<Arc<Baseline>> {
        match &self.flags.baseline {
            Baselines::Configured(known) => {
                let known = known.lock().expect("no thread panics while it reads");
                known.values().cloned().collect()
            }
            Baselines::Given(baseline) => vec![Arc::clone(baseline)],
            Baselines::None => Vec::new(),
        }
    }

    fn search(&self, known: &mut Known, path: &Path) -> Found {
        if let Some(found) = known.directories.get(path.as_os_str()) {
            return found.clone();
        }
        let absolute = absolute(&self.here, path);
        known.forget(path, &absolute);
        let found = match &self.fixed {
            Some(fixed) => {
                let attributes = self.attributes(known, &absolute);
                Ok(Arc::new(Directory::new(absolute, Arc::clone(fixed), attributes)))
            }
            None => self.closest(known, &absolute),
        };
        let key = path.as_os_str().to_owned();
        known.directories.insert(key, found.clone());
        found
    }

    /// Searches an absolute path, upward.
    fn closest(&self, known: &mut Known, path: &Path) -> Found {
        if let Some(found) = known.directories.get(path.as_os_str()) {
            return found.clone();
        }
        let config = match self.config_in(known, path) {
            Some(Ok(config)) => Ok(Arc::new(config)),
            Some(Err(message)) => Err(Arc::from(message)),
            None => match path.parent() {
                Some(parent) => self
                    .closest(known, parent)
                    .map(|directory| Arc::clone(&directory.config)),
                None => Ok(Arc::new(Config::built_in(&self.here, &self.flags))),
            },
        };
        let found = config.map(|config| {
            let attributes = self.attributes(known, path);
            Arc::new(Directory::new(path.to_owned(), config, attributes))
        });
        known
            .directories
            .insert(path.as_os_str().to_owned(), found.clone());
        found
    }

    /// Returns what `.gitattributes` and `.editorconfig` say in a directory, given as an absolute path, and above it.
    fn attributes(&self, known: &mut Known, path: &Path) -> Option<Arc<Attributes>> {
        if !self.flags.attributes {
            return None;
        }
        if let Some(attributes) = known.attributes.get(path) {
            return attributes.clone();
        }
        let above = path.parent().and_then(|parent| self.attributes(known, parent));
        let attributes = Attributes::read(path, above);
        known.attributes.insert(path.to_owned(), attributes.clone());
        attributes
    }

    /// Returns the configuration that a directory, given as an absolute path, extends: that of the one above it in its repository.
    fn above(&self, known: &mut Known, directory: &Path) -> Result<Option<Arc<Config>>, String> {
        let parent = match directory.parent() {
            Some(parent) if !directory.join(".git").exists() => parent,
            _ => return Ok(None),
        };
        let config = self
            .closest(known, parent)
            .map(|directory| Arc::clone(&directory.config));
        config
            .map(|config| Some(config).filter(|config| config.source.is_some()))
            .map_err(|message| message.to_string())
    }

    /// Returns the configuration that is in a directory. A file of another program is none, and is reported.
    fn config_in(&self, known: &mut Known, directory: &Path) -> Option<Result<Config, String>> {
        let paths = NAMES.map(|name| directory.join(name));
        let name = |path: &Path| escape::path(path.strip_prefix(&self.here).unwrap_or(path));
        let found = paths.iter().filter_map(|path| match is_file(path) {
            Ok(true) => Some(Ok(path)),
            Ok(false) => None,
            Err(error) => Some(Err(format!("{}: {}", name(path), reason(&error)))),
        });
        let pyproject = directory.join(PYPROJECT);
        let path = match found.collect::<Result<Vec<_>, _>>() {
            Ok(paths) => match paths[..] {
                [] if is_file(&pyproject).is_ok_and(|is_file| is_file) => &pyproject,
                [] => return None,
                [path] => path,
                [first, second, ..] => {
                    return Some(Err(format!(
                        "{}: {} is beside it: remove one of the two",
                        name(second),
                        name(first)
                    )));
                }
            },
            Err(message) => return Some(Err(message)),
        };
        let compiled = known.contents.read(path, &name(path), &self.flags);
        let above = || self.above(known, directory);
        let read = compiled
            .and_then(|compiled| Config::read(path, &name(path), directory, compiled, above, &self.flags));
        match read {
            Err(ReadError::Foreign(_)) => {
                if known.foreign.insert(path.clone()) {
                    complain(&format!(
                        "{}: skipped: it is the file of another program, because it has none of the keys of a configuration of `utf8`",
                        name(path)
                    ));
                }
                None
            }
            Err(ReadError::Absent(_)) => None,
            read => Some(read.map_err(ReadError::into_message)),
        }
    }
}

/// Returns `true` if a regular file is at a path, as far as this user can find one.
fn is_file(path: &Path) -> io::Result<bool> {
    match path.metadata() {
        Ok(data) => Ok(data.is_file()),
        Err(error) => match error.kind() {
            // Nothing is there, or nothing that this user can find.
            ErrorKind::NotFound | ErrorKind::NotADirectory | ErrorKind::PermissionDenied => Ok(false),
            // A path that is too long for the system cannot be that of a file.
            ErrorKind::InvalidFilename | ErrorKind::InvalidInput => Ok(false),
            _ => Err(error),
        },
    }
}

impl Directory {
    fn new(path: PathBuf, config: Arc<Config>, attributes: Option<Arc<Attributes>>) -> Directory {
        let relative = path.strip_prefix(&config.root).unwrap_or(&path).to_owned();
        Directory {
            path,
            relative,
            config,
            attributes,
        }
    }

    /// Returns the path of a file in this directory as the globs of a configuration match it. `is_member`: it is the path of a member
    /// of an archive that is in this directory.
    fn relative(&self, config: &Config, file: &Path, is_member: bool) -> PathBuf {
        let name = if is_member { file.as_os_str() } else { name(file) };
        match config.root == self.config.root {
            true => self.relative.join(name),
            false => self
                .path
                .strip_prefix(&config.root)
                .unwrap_or(&self.path)
                .join(name),
        }
    }

    /// Returns what the configuration says of the signature of a file that starts with `bytes`.
    pub(crate) fn signature(&self, file: &Path, is_member: bool, bytes: &[u8]) -> SignatureRule {
        let rule = |config: &Config| {
            let path = || self.relative(config, file, is_member);
            config.compiled.signatures.rule(bytes, path)
        };
        let mut rules = self.config.chain().map(rule);
        match rules.find(|rule| *rule != SignatureRule::Unknown) {
            Some(rule) => rule,
            None if is_signed(bytes) && is_forbidden(file) => SignatureRule::Forbidden,
            None => SignatureRule::Unknown,
        }
    }

    /// Returns the file that the configuration is from, unless that is built in.
    pub(crate) fn source(&self) -> Option<&Path> {
        self.config.source.as_deref()
    }

    /// Returns the absolute path of a file in this directory.
    pub(crate) fn absolute(&self, file: &Path) -> PathBuf {
        self.path.join(name(file))
    }

    /// Returns how a file in this directory is checked, or a member of an archive there, of which `.gitattributes` says nothing.
    pub(crate) fn for_file(&self, file: &Path, is_member: bool) -> ForFile {
        self.for_declared(file, is_member, self.declared(file, is_member))
    }

    /// Returns how what is staged of a file is checked: Git has converted it to UTF-8.
    pub(crate) fn for_staged(&self, file: &Path) -> ForFile {
        self.for_declared(file, false, self.declared(file, false).in_repository())
    }

    fn declared(&self, file: &Path, is_member: bool) -> Declared {
        match &self.attributes {
            Some(attributes) if !is_member => attributes.of(&self.absolute(file)),
            _ => Declared::default(),
        }
    }

    fn for_declared(&self, file: &Path, is_member: bool, declared: Declared) -> ForFile {
        let (rules, encoding) = self.configured(file, is_member);
        let elsewhere = declared.elsewhere().filter(|_| encoding.is_none());
        let is_legacy = elsewhere
            .is_some_and(|(encoding, _)| encoding.is_legacy() || encoding == Encoding::Base(Base::Latin1));
        let encoding = encoding.or(declared.encoding.filter(|_| !is_legacy));
        ForFile {
            rules: if is_legacy {
                rules.intersection(RuleSet::EMPTY.with(Rule::Names).with(Rule::WrongDeclaration))
            } else {
                rules
            },
            encoding: encoding.filter(|&encoding| encoding != Encoding::UTF_8),
            declared,
            elsewhere,
        }
    }

    /// Returns `true` if the configuration ignores the finding's rule in its line.
    pub(crate) fn allows(&self, file: &Path, is_member: bool, finding: &Finding) -> bool {
        let allows = |config: &Config, (globs, files): &(GlobSet, ForFiles)| {
            let lines = files
                .lines
                .as_ref()
                .filter(|_| files.ignore.contains(finding.rule));
            lines.is_some_and(|lines| {
                globs.is_match(self.relative(config, file, is_member)) && lines.is_match(&line_of(finding))
            })
        };
        let mut chain = self.config.chain();
        chain.any(|config| config.compiled.files.iter().any(|files| allows(config, files)))
    }

    /// Returns the rules and the encoding that the configuration has for a file.
    fn configured(&self, file: &Path, is_member: bool) -> (RuleSet, Option<Encoding>) {
        let mut configured = (self.config.rules, None);
        let chain = self
            .config
            .chain()
            .filter(|config| !config.compiled.files.is_empty());
        // What is closest has the last word.
        for config in chain.collect::<Vec<_>>().into_iter().rev() {
            let relative = self.relative(config, file, is_member);
            let matching = config
                .compiled
                .files
                .iter()
                .filter(|(globs, files)| files.lines.is_none() && globs.is_match(&relative));
            for (_, files) in matching {
                let (rules, encoding) = configured;
                let rules = rules.union(files.select).difference(files.ignore);
                configured = (rules, files.encoding.or(encoding));
            }
        }
        configured
    }
}

/// Returns the line that a finding begins in, as far as it keeps that.
fn line_of(finding: &Finding) -> Vec<u8> {
    let Context {
        before, found, after, ..
    } = &finding.context;
    [&before[..], found.as_ref().unwrap_or(&finding.bytes), after].concat()
}

fn name(file: &Path) -> &OsStr {
    file.file_name().unwrap_or(file.as_os_str())
}
