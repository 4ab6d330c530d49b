//! `utf8.toml`: which rules are checked in which files, and which files start with a signature.
//!
//! ```toml
//! select = ["default", "not-nfc"]
//! ignore = ["nul"]
//! bidi = "all"
//!
//! [signature]
//! forbidden = ["*.conf"]   # added to the built-in list
//! required = ["*.csv"]
//! optional = ["*.php"]     # with or without
//!
//! [[files]]
//! glob = ["tests/data/**", "*.golden"]
//! ignore = ["double-encoded"]
//! ```
//!
//! A glob with a slash matches from the directory of `utf8.toml` on, one without a slash anywhere below it. All
//! `[[files]]` that match apply, in order. `--select` replaces `select`.

use crate::args::BidiScope;
use crate::signatures::{FORBIDDEN, Signatures, globs};
use crate::walk::reason;
use crate::{escape, selection};
use globset::GlobSet;
use serde::{Deserialize, Deserializer, de::Error as _};
use std::path::{Path, PathBuf};
use utf8kit_lint::RuleSet;

/// The name of the file.
const NAME: &str = "utf8.toml";

/// The contents of the file.
#[derive(Deserialize, Default, Debug)]
#[serde(deny_unknown_fields)]
struct Written {
    select: Option<Names>,
    ignore: Option<Names>,
    bidi: Option<BidiScope>,
    #[serde(default)]
    signature: Signature,
    #[serde(default)]
    files: Vec<Files>,
}

#[derive(Deserialize, Default, Debug)]
#[serde(deny_unknown_fields, default)]
struct Signature {
    forbidden: Vec<Pattern>,
    required: Vec<Pattern>,
    optional: Vec<Pattern>,
}

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
struct Files {
    glob: Vec<Pattern>,
    #[serde(default)]
    select: Names,
    #[serde(default)]
    ignore: Names,
}

/// Names of rules.
#[derive(Clone, Copy, Debug)]
struct Names(RuleSet);

impl Default for Names {
    fn default() -> Self {
        Names(RuleSet::EMPTY)
    }
}

impl<'de> Deserialize<'de> for Names {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let names = Vec::<String>::deserialize(from)?;
        let mut set = RuleSet::EMPTY;
        for name in names {
            let selection =
                selection::parse(&name).map_err(|error| D::Error::custom(format!("`{name}`: {error}")))?;
            set = set.union(selection.rules);
        }
        Ok(Names(set))
    }
}

/// A valid glob.
#[derive(Debug)]
struct Pattern(String);

impl<'de> Deserialize<'de> for Pattern {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let text = String::deserialize(from)?;
        globs(&[&text]).map_err(D::Error::custom)?;
        Ok(Pattern(text))
    }
}

impl AsRef<str> for Pattern {
    fn as_ref(&self) -> &str {
        &self.0
    }
}

/// Which rules are checked in which files.
pub(crate) struct Config {
    /// The working directory.
    here: PathBuf,
    /// The directory from which paths are matched.
    root: PathBuf,
    pub(crate) select: Option<RuleSet>,
    pub(crate) ignore: RuleSet,
    pub(crate) bidi: Option<BidiScope>,
    pub(crate) signatures: Signatures,
    /// Globs, the rules that they add, and the rules that they remove.
    files: Vec<(GlobSet, RuleSet, RuleSet)>,
}

impl Config {
    /// Returns the configuration of the file `named`, or else of the nearest `utf8.toml` in the working directory or above
    /// it, or, if `none` or there is no file, the built-in one.
    pub(crate) fn find(named: Option<&Path>, none: bool) -> Result<Config, String> {
        let here =
            std::env::current_dir().map_err(|error| format!("the working directory: {}", reason(&error)))?;
        let found = match named {
            Some(path) => Some(path.to_owned()),
            None if none => None,
            None => here
                .ancestors()
                .map(|directory| directory.join(NAME))
                .find(|path| path.is_file()),
        };
        let Some(path) = found else {
            return Config::new(Written::default(), here.clone(), here);
        };
        let name = escape::path(path.strip_prefix(&here).unwrap_or(&path));
        let text = std::fs::read_to_string(&path).map_err(|error| format!("{name}: {}", reason(&error)))?;
        let written = toml::from_str(&text).map_err(|error| format!("{name}:{}", explain(&text, &error)))?;
        let path = here.join(path);
        let root = path.parent().unwrap_or(&here).to_owned();
        Config::new(written, here, root)
    }

    fn new(written: Written, here: PathBuf, root: PathBuf) -> Result<Config, String> {
        let Signature {
            forbidden,
            required,
            optional,
        } = &written.signature;
        let forbidden: Vec<&str> = FORBIDDEN
            .iter()
            .copied()
            .chain(forbidden.iter().map(Pattern::as_ref))
            .collect();
        let invalid = |error: globset::Error| error.to_string();
        let signatures = Signatures {
            forbidden: globs(&forbidden).map_err(invalid)?,
            required: globs(required).map_err(invalid)?,
            optional: globs(optional).map_err(invalid)?,
        };
        let files = written
            .files
            .iter()
            .map(|files| Ok((globs(&files.glob)?, files.select.0, files.ignore.0)))
            .collect::<Result<_, _>>()
            .map_err(invalid)?;
        Ok(Config {
            here,
            root,
            select: written.select.map(|names| names.0),
            ignore: written.ignore.unwrap_or_default().0,
            bidi: written.bidi,
            signatures,
            files,
        })
    }

    /// Returns `path` as globs match it.
    pub(crate) fn relative(&self, path: &Path) -> PathBuf {
        let path = self.here.join(path.strip_prefix(".").unwrap_or(path));
        path.strip_prefix(&self.root).map(Path::to_owned).unwrap_or(path)
    }

    /// Returns `true` if the rules depend on the file.
    pub(crate) fn has_files(&self) -> bool {
        !self.files.is_empty()
    }

    /// Returns the rules for the file `relative`, where `rules` are the general ones. `selected`: the command line selects
    /// them.
    pub(crate) fn rules_for(&self, relative: &Path, rules: RuleSet, selected: bool) -> RuleSet {
        self.files
            .iter()
            .filter(|(globs, ..)| globs.is_match(relative))
            .fold(rules, |rules, (_, select, ignore)| {
                let rules = if selected { rules } else { rules.union(*select) };
                rules.difference(*ignore)
            })
    }
}

/// Returns the error with its line and key: `3: key: message`.
fn explain(text: &str, error: &toml::de::Error) -> String {
    let at = error.span().map_or(0, |span| span.start);
    let line = text[..at].matches('\n').count() + 1;
    let line_text = text.lines().nth(line - 1).unwrap_or("");
    let message = escape::text(error.message().trim().as_bytes());
    match line_text.split_once('=') {
        Some((key, _)) => format!("{line}: {}: {message}", escape::text(key.trim().as_bytes())),
        None => format!(
            "{line}: {message}: `{}`",
            escape::text(line_text.trim().as_bytes())
        ),
    }
}
