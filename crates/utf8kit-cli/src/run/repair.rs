//! What a run asks of `fix`: to repair each file before it is checked.

use crate::report::Fixing;
use std::collections::BTreeMap;
use std::fs::{File, Metadata};
use std::io;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use utf8kit_lint::{Emit, InnerFeff, Rule};

/// Checks a file of this size with a finding for each place that can be repaired. Calls the function with each. It does not use
/// the file's own position, and neither may the function.
pub(crate) type Check<'c> = &'c mut dyn FnMut(&File, u64, Emit<'_>) -> io::Result<()>;

/// Shows a part of a difference. Returns `Break` if no more can be shown.
pub(crate) type Show<'s> = &'s mut dyn FnMut(String) -> ControlFlow<()>;

/// Returns `true` for the path of a backup.
pub(crate) type IsBackup = Box<dyn Fn(&Path) -> bool + Send + Sync>;

/// What was done with a file.
pub(crate) enum Fixed {
    /// Nothing: this file has nothing to repair.
    Nothing(File),
    /// It is, or would be, this text.
    Text {
        file: File,
        /// The number of repairs by each rule.
        repairs: BTreeMap<Rule, u64>,
        /// What could not be kept of the old file, and what else could not be done, in words.
        warnings: Vec<String>,
        /// The encoding that it was in, if it is converted, and how sure that is.
        converted: Option<String>,
    },
}

/// How files are repaired.
pub(crate) trait Repair: Sync {
    /// Returns what is done with files.
    fn fixing(&self) -> Fixing;

    /// Returns `true` if files are not changed.
    fn is_dry(&self) -> bool {
        self.fixing() == Fixing::Dry
    }

    /// Returns what becomes of U+FEFF inside a text.
    fn inner_feff(&self) -> InnerFeff;

    /// Returns `true` if differences are shown.
    fn shows_diffs(&self) -> bool;

    /// Returns `true` if it is shown what speaks for each repair of double encoding.
    fn explains(&self) -> bool;

    /// Returns `true` if the repaired text is written to standard output.
    fn writes_to_stdout(&self) -> bool;

    /// Returns a function that returns `true` for the paths of backups: files named as `--backup` names them, beside the file
    /// whose backup they are. A walk skips them.
    fn is_backup(&self) -> IsBackup;

    /// Returns the warning that files were changed, which whoever redirects standard output may not expect: they expect the
    /// repaired text there. `paths` are those that were named.
    fn in_place(&self, paths: &[PathBuf], changed: u64) -> Option<String>;

    /// Repairs a file, of which `data` was read when it was opened. Calls `show` with what
    /// speaks for its repairs, and with one part of the difference after the other, if that is wanted.
    ///
    /// # Errors
    ///
    /// Returns why it could not be repaired. It is as it was then.
    fn fix(
        &self,
        path: &Path,
        file: File,
        data: Metadata,
        check: Check<'_>,
        show: Show<'_>,
    ) -> Result<Fixed, String>;
}
