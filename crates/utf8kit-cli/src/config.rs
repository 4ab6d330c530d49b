//! `utf8.toml`: which rules hold for which files, and which files have a signature.
//!
//! ```toml
//! select = ["default", "not-nfc"]
//! ignore = ["nul"]
//! bidi = "all"
//!
//! [signature]
//! forbidden = ["*.conf"]   # besides the kinds that forbid it anyway
//! required = ["*.csv"]
//! optional = ["*.php"]     # nothing is said about these
//!
//! [[files]]
//! glob = ["tests/data/**", "*.golden"]
//! ignore = ["double-encoded"]
//! ```
//!
//! A glob with a slash is meant from the file's directory on, one without anywhere below it. The last `[[files]]` that
//! matches has the last word. What the command line selects counts in place of `select`.

use crate::args::Bidi;
use crate::check::rules::{self, RuleSet};
use crate::check::signature::{FORBIDDEN, Kinds, globs};
use crate::shown;
use crate::walk::reason;
use globset::GlobSet;
use serde::{Deserialize, Deserializer, de::Error as _};
use std::path::{Path, PathBuf};

/// The name that is looked for.
const NAME: &str = "utf8.toml";

/// What the file says.
#[derive(Deserialize, Default, Debug)]
#[serde(deny_unknown_fields)]
struct Written {
    select: Option<Names>,
    ignore: Option<Names>,
    bidi: Option<Bidi>,
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
        Names(RuleSet::NONE)
    }
}

impl<'de> Deserialize<'de> for Names {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let names = Vec::<String>::deserialize(from)?;
        let mut set = RuleSet::NONE;
        for name in names {
            let choice =
                rules::parse(&name).map_err(|error| D::Error::custom(format!("`{name}`: {error}")))?;
            set = set.union(choice.rules);
        }
        Ok(Names(set))
    }
}

/// A glob that can be understood.
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

/// What holds for which files.
pub(crate) struct Config {
    /// The working directory.
    here: PathBuf,
    /// Paths are matched from here on.
    root: PathBuf,
    pub(crate) select: Option<RuleSet>,
    pub(crate) ignore: RuleSet,
    pub(crate) bidi: Option<Bidi>,
    pub(crate) kinds: Kinds,
    files: Vec<(GlobSet, RuleSet, RuleSet)>,
}

impl Config {
    /// The file that was named, or else the nearest `utf8.toml` at or above the working directory, or neither.
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
        let name = shown::path(path.strip_prefix(&here).unwrap_or(&path));
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
        let understood = |error: globset::Error| error.to_string();
        let kinds = Kinds {
            forbidden: globs(&forbidden).map_err(understood)?,
            required: globs(required).map_err(understood)?,
            optional: globs(optional).map_err(understood)?,
        };
        let files = written
            .files
            .iter()
            .map(|files| Ok((globs(&files.glob)?, files.select.0, files.ignore.0)))
            .collect::<Result<_, _>>()
            .map_err(understood)?;
        Ok(Config {
            here,
            root,
            select: written.select.map(|names| names.0),
            ignore: written.ignore.unwrap_or_default().0,
            bidi: written.bidi,
            kinds,
            files,
        })
    }

    /// What `path` is called in the globs.
    pub(crate) fn relative(&self, path: &Path) -> PathBuf {
        let path = self.here.join(path.strip_prefix(".").unwrap_or(path));
        path.strip_prefix(&self.root).map(Path::to_owned).unwrap_or(path)
    }

    /// Do some rules hold for some files only?
    pub(crate) fn has_files(&self) -> bool {
        !self.files.is_empty()
    }

    /// The rules for the file called `relative` where `rules` hold in general; `selected`: the command line says which.
    pub(crate) fn rules_for(&self, relative: &Path, rules: RuleSet, selected: bool) -> RuleSet {
        self.files
            .iter()
            .filter(|(globs, ..)| globs.is_match(relative))
            .fold(rules, |rules, (_, select, ignore)| {
                let rules = if selected { rules } else { rules.union(*select) };
                rules.without(*ignore)
            })
    }
}

/// `3: key: what is wrong`.
fn explain(text: &str, error: &toml::de::Error) -> String {
    let at = error.span().map_or(0, |span| span.start);
    let line = text[..at].matches('\n').count() + 1;
    let line_text = text.lines().nth(line - 1).unwrap_or("");
    let message = shown::text(error.message().trim().as_bytes());
    match line_text.split_once('=') {
        Some((key, _)) => format!("{line}: {}: {message}", shown::text(key.trim().as_bytes())),
        None => format!(
            "{line}: {message}: `{}`",
            shown::text(line_text.trim().as_bytes())
        ),
    }
}
