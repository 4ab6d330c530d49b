//! The flags of `check`, which `fix` has too.

use super::Flags;
use super::common::{Color, ConfigArgs, FileArgs};
use super::links::LinkFormat;
use super::selection::{self, Selection};
use super::values::{self, known};
use crate::escape::quoted;
use clap::builder::{OsStringValueParser, PossibleValue, StringValueParser, TypedValueParser};
use clap::{Args as Group, ValueEnum};
use std::ffi::{OsStr, OsString};
use std::path::PathBuf;
use utf8kit_lint::{Finding, Level, Rule};

/// The rules to check by, for all files.
#[derive(Group, Debug)]
pub(crate) struct RuleArgs {
    /// Check only these rules; `all` and `default` are groups
    #[arg(
        long,
        value_name = "RULE",
        value_delimiter = ',',
        value_parser = known(selection::parse, values::rules),
        hide_possible_values = true
    )]
    pub(crate) select: Vec<Selection>,

    /// Do not check these rules
    #[arg(
        long,
        value_name = "RULE",
        value_delimiter = ',',
        value_parser = known(selection::parse, values::rules),
        hide_possible_values = true
    )]
    pub(crate) ignore: Vec<Selection>,

    /// What `bidi-control` reports: unpaired, all [default: unpaired]
    #[arg(long, value_enum, value_name = "WHICH", hide_possible_values = true)]
    pub(crate) bidi: Option<BidiScope>,

    /// Check names of files and directories too; fix: only rename them
    #[arg(long)]
    pub(crate) names: bool,

    /// Check files as text in ENCODING, such as CESU-8 or UTF-16LE
    #[arg(
        long = "as",
        value_name = "ENCODING",
        value_parser = known(StringValueParser::new(), values::unicode_encodings),
        hide_possible_values = true
    )]
    pub(crate) encoding: Option<String>,

    /// U+FEFF at the start: forbid, require, ignore [default: by the file]
    #[arg(
        long,
        alias = "bom",
        value_enum,
        value_name = "WHAT",
        hide_possible_values = true
    )]
    pub(crate) signature: Option<SignatureChoice>,

    /// Give what RULE finds this level: note, warning, error
    #[arg(long, value_name = "RULE=LEVEL", value_delimiter = ',', value_parser = selection::rule_and_level)]
    pub(crate) level: Vec<(Rule, Level)>,
}

/// Find encoding errors and hidden characters in text files.
///
/// Without PATH, standard input is checked if it is a pipe or a file, or else the working directory.
///
/// Exit codes: 0 no findings, 1 findings, 2 a file could not be read.
#[derive(Group, Debug)]
#[command(after_help = selection::help())]
pub(crate) struct CheckArgs {
    #[command(flatten)]
    pub(crate) rules: RuleArgs,

    /// Report and repair also likely double encoding and lines to convert
    #[arg(long)]
    pub(crate) likely: bool,

    /// Restore double-encoded text that lost bytes, where one character fits
    #[arg(long)]
    pub(crate) restore: bool,

    /// Output format: human (default), concise, json, sarif, github, gitlab, junit, checkstyle, rdjsonl, html (not for fix)
    #[arg(long, value_enum, hide_possible_values = true)]
    pub(crate) format: Option<Format>,

    /// Columns in: character, byte, utf16, display [default: by format]
    #[arg(long, value_enum, value_name = "UNIT", hide_possible_values = true)]
    pub(crate) column_unit: Option<ColumnUnit>,

    /// Write a report to FILE too, such as sarif=utf8.sarif
    #[arg(
        long,
        value_name = "FORMAT=FILE",
        value_parser = OsStringValueParser::new().try_map(format_and_file),
        conflicts_with_all = ["quiet", "list", "statistics", "write_baseline"]
    )]
    pub(crate) report: Vec<(Format, PathBuf)>,

    /// Same as --format json
    #[arg(long, conflicts_with = "format", hide = true)]
    pub(crate) json: bool,

    /// Named by who looks for `utf8 fix`
    #[arg(long, hide = true)]
    pub(crate) fix: bool,

    #[command(flatten)]
    pub(crate) configuration: ConfigArgs,

    /// Report also what comments in files allow (`utf8: allow RULE`)
    #[arg(long)]
    pub(crate) no_allow: bool,

    /// Leave out named files too if `exclude` or -g leaves them out
    #[arg(long)]
    pub(crate) force_exclude: bool,

    /// Check what has changed since HEAD and the Git revision REV parted
    #[arg(long, value_name = "REV", conflicts_with_all = ["write_baseline", "prune_baseline", "files_from", "stdin_filename"])]
    pub(crate) since: Option<String>,

    /// Check what is staged in Git, and only the lines that are changed
    #[arg(long, conflicts_with_all = ["write_baseline", "prune_baseline", "files_from", "stdin_filename", "decompress"])]
    pub(crate) staged: bool,

    /// Report only findings that are not in FILE
    #[arg(long, value_name = "FILE")]
    pub(crate) baseline: Option<PathBuf>,

    /// Remove from the baseline what is gone
    #[arg(
        long,
        conflicts_with_all = ["write_baseline", "list", "quiet"]
    )]
    pub(crate) prune_baseline: bool,

    /// Write findings to FILE for --baseline; it keeps what is not checked
    #[arg(
        long,
        value_name = "FILE",
        conflicts_with_all = ["baseline", "list", "format", "max", "max_per_file", "statistics", "list_binary"]
    )]
    pub(crate) write_baseline: Option<PathBuf>,

    /// Print at most N findings; count all
    #[arg(long, value_name = "N")]
    pub(crate) max: Option<u64>,

    /// Print at most N findings of a file and count the others by rule; 0: all [default: 20; html: 50; json, sarif: 1000]
    #[arg(long, value_name = "N")]
    pub(crate) max_per_file: Option<u64>,

    /// Print counts, not findings: by rule, directory, file, encoding
    #[arg(
        long,
        value_enum,
        value_name = "BY",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "rule",
        hide_possible_values = true,
        conflicts_with_all = ["quiet", "list", "max_per_file"]
    )]
    pub(crate) statistics: Option<Grouping>,

    /// Print also the names of binary files that are skipped
    #[arg(long, conflicts_with_all = ["quiet", "list"])]
    pub(crate) list_binary: bool,

    /// The lowest level that exits with 1: note, warning, error
    #[arg(
        long,
        value_name = "LEVEL",
        default_value = "warning",
        value_parser = known(selection::level, values::levels),
        hide_possible_values = true
    )]
    pub(crate) fail_on: Level,

    /// Exit with 0 also if there are findings
    #[arg(long)]
    pub(crate) exit_zero: bool,

    /// Print only the names of files with findings; -0 ends each with NUL
    #[arg(short, long, conflicts_with_all = ["quiet", "format", "max", "max_per_file"])]
    pub(crate) list: bool,

    /// Suppress output; report through the exit code only
    #[arg(short, long, conflicts_with_all = ["format", "max", "max_per_file"])]
    pub(crate) quiet: bool,

    /// Use colors: auto, always, never [default: auto]
    #[arg(long, value_enum, value_name = "WHEN", hide_possible_values = true)]
    pub(crate) color: Option<Color>,

    /// Link places: file, vscode, none, URL with {path} [default: auto]
    #[arg(long, alias = "hyperlink-format", value_name = "FORMAT")]
    pub(crate) hyperlinks: Option<LinkFormat>,

    /// Check again what changes, until Ctrl-C
    #[arg(long, conflicts_with_all = ["quiet", "list", "statistics", "report", "write_baseline", "prune_baseline", "since", "staged", "files_from", "stdin_filename"])]
    pub(crate) watch: bool,

    #[command(flatten)]
    pub(crate) files: FileArgs,
}

impl CheckArgs {
    /// Returns the flags that say what is checked and where, for a command that goes on. They are words for the shell.
    pub(crate) fn repeated(&self) -> Vec<String> {
        let list = |flag: &str, selections: &[Selection]| {
            let names: Vec<_> = selections
                .iter()
                .flat_map(|selection| selection.names())
                .collect();
            (!names.is_empty()).then(|| format!("--{flag}={}", names.join(",")))
        };
        let is_on = |flag: &str, is_on: bool| is_on.then(|| format!("--{flag}"));
        let value = |flag: &str, value: &OsStr| format!("--{flag}={}", quoted(value.as_encoded_bytes()));
        let choice = |flag: &str, choice: Option<PossibleValue>| {
            choice.map(|choice| format!("--{flag}={}", choice.get_name()))
        };
        let config = self.configuration.config.as_ref();
        let baseline = self.baseline.as_ref();
        [
            list("select", &self.rules.select),
            list("ignore", &self.rules.ignore),
            choice("bidi", self.rules.bidi.and_then(|bidi| bidi.to_possible_value())),
            choice(
                "signature",
                self.rules.signature.and_then(|choice| choice.to_possible_value()),
            ),
            is_on("likely", self.likely),
            is_on("restore", self.restore),
            is_on("no-allow", self.no_allow),
            config.map(|path| value("config", path.as_os_str())),
            is_on("no-config", self.configuration.no_config),
            baseline.map(|path| value("baseline", path.as_os_str())),
            is_on("no-ignore", self.files.no_ignore),
            is_on("force-exclude", self.force_exclude),
            (!self.files.hidden).then(|| "--hidden=no".to_owned()),
        ]
        .into_iter()
        .flatten()
        .chain(self.files.glob.iter().map(|glob| value("glob", glob.as_ref())))
        .chain(
            self.files
                .exclude
                .iter()
                .map(|glob| value("exclude", glob.as_ref())),
        )
        .collect()
    }
}

impl CheckArgs {
    /// Returns the output format.
    pub(crate) fn format(&self) -> Format {
        self.format.unwrap_or(Format::Human)
    }
}

impl Flags for CheckArgs {
    fn writes_to_stdout(&self) -> bool {
        !self.quiet
    }
}

/// The output format.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
pub(crate) enum Format {
    Human,
    Concise,
    Json,
    Sarif,
    Github,
    Gitlab,
    Junit,
    Checkstyle,
    Rdjsonl,
    Html,
}

impl Format {
    /// Returns the units that its columns can have, of which the first is the default. The others have their units from who defined
    /// them.
    pub(crate) fn column_units(self) -> &'static [ColumnUnit] {
        match self {
            Format::Sarif => &[ColumnUnit::Character, ColumnUnit::Utf16],
            Format::Rdjsonl => &[ColumnUnit::Byte],
            _ => ColumnUnit::value_variants(),
        }
    }
}

/// What `--statistics` counts findings by.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
pub(crate) enum Grouping {
    /// Rules and kinds
    Rule,
    /// The directories that the files are in
    Directory,
    File,
    /// The encodings that files are in
    Encoding,
}

impl Grouping {
    /// Returns its name on the command line.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Grouping::Rule => "rule",
            Grouping::Directory => "directory",
            Grouping::File => "file",
            Grouping::Encoding => "encoding",
        }
    }
}

/// What a column counts.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
pub(crate) enum ColumnUnit {
    /// Characters, and maximal subparts of ill-formed sequences
    Character,
    /// Bytes of UTF-8
    Byte,
    /// Code units of UTF-16
    Utf16,
    /// Cells of a terminal
    Display,
}

impl ColumnUnit {
    /// Returns its name on the command line.
    pub(crate) fn name(self) -> &'static str {
        match self {
            ColumnUnit::Character => "character",
            ColumnUnit::Byte => "byte",
            ColumnUnit::Utf16 => "utf16",
            ColumnUnit::Display => "display",
        }
    }

    /// Returns the column of a finding.
    pub(crate) fn column(self, finding: &Finding) -> u64 {
        match self {
            ColumnUnit::Character => finding.column,
            ColumnUnit::Byte => finding.columns.byte,
            ColumnUnit::Utf16 => finding.columns.utf16,
            ColumnUnit::Display => finding.columns.display,
        }
    }

    /// Returns the column after a finding.
    pub(crate) fn end_column(self, finding: &Finding) -> u64 {
        match self {
            ColumnUnit::Character => finding.end_column,
            ColumnUnit::Byte => finding.end_columns.byte,
            ColumnUnit::Utf16 => finding.end_columns.utf16,
            ColumnUnit::Display => finding.end_columns.display,
        }
    }
}

/// Returns the two parts of `FORMAT=FILE`.
fn format_and_file(text: OsString) -> Result<(Format, PathBuf), String> {
    let bytes = text.as_encoded_bytes();
    let equals = bytes.iter().position(|&byte| byte == b'=');
    let (format, file) = bytes.split_at(equals.ok_or("expected FORMAT=FILE")?);
    let format = String::from_utf8_lossy(format);
    let format = Format::from_str(&format, false).map_err(|_| {
        let all: Vec<_> = Format::value_variants()
            .iter()
            .filter_map(|format| format.to_possible_value())
            .collect();
        let names: Vec<_> = all.iter().map(|value| value.get_name()).collect();
        format!("expected one of the formats {}", names.join(", "))
    })?;
    match &file[1..] {
        b"" | b"-" => Err("expected a file after `=`: standard output has the report of --format".to_owned()),
        #[cfg(unix)]
        file => Ok((
            format,
            PathBuf::from(<OsStr as std::os::unix::ffi::OsStrExt>::from_bytes(file)),
        )),
        #[cfg(not(unix))]
        file => Ok((format, PathBuf::from(String::from_utf8_lossy(file).into_owned()))),
    }
}

/// What a signature at the start of a file is, whatever its kind.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
pub(crate) enum SignatureChoice {
    /// A finding, which `fix` removes
    #[value(alias = "strip")]
    Forbid,
    /// What `fix` adds
    #[value(alias = "add")]
    Require,
    /// No finding
    #[value(alias = "keep")]
    Ignore,
}

/// Which characters the rule `bidi-control` reports.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
pub(crate) enum BidiScope {
    Unpaired,
    All,
}
