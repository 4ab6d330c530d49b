//! What the command line says about every file, whatever configurations say.

use super::baseline::Baseline;
use crate::flags::check::{BidiScope, SignatureChoice};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use utf8kit_encodings::Encoding;
use utf8kit_lint::{Level, Rule, RuleSet};

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
    Configured(Mutex<BTreeMap<PathBuf, Arc<Baseline>>>),
    Given(Arc<Baseline>),
    None,
}
