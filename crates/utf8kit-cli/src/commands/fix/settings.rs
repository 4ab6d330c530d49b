//! The flags of `fix`, and the settings of a run that they select.

use crate::encodings;
use crate::encodings::on_error::OnErrorOr;
use crate::flags::Flags;
use crate::flags::check::{CheckArgs, ColumnUnit, Format};
use crate::flags::selection;
use crate::flags::values::{self, known};
use crate::io::walk::{self, Roots};
use clap::builder::StringValueParser;
use clap::{Arg, Args as Group, ValueEnum};
use utf8kit_encodings::Encoding;

/// What the name of an old file ends with, if it is kept and no other suffix is given.
pub(super) const BACKUP: &str = ".orig";

/// Repair text files in place, as far as nothing is lost, and report what remains.
///
/// Double encoding is undone, signatures are removed or added as the kind of file requires, and with --select not-nfc text gets
/// Normalization Form C. Each file is replaced as a whole. Without PATH, standard input is repaired and written to standard output.
///
/// Exit codes: 0 no findings remain, 1 findings remain or files would change, 2 a file could not be read or repaired.
#[derive(Group, Debug)]
#[command(after_help = selection::help(), mut_args(without_refused))]
pub(crate) struct FixArgs {
    /// Print what would change, as a diff with escapes; change nothing
    #[arg(long, short_alias = 'n', alias = "dry-run")]
    pub(super) diff: bool,

    /// Print how many repairs there would be; change nothing
    #[arg(long = "check", conflicts_with = "diff")]
    pub(super) check_only: bool,

    /// Print what speaks for each repair of double encoding, and what is next best
    #[arg(long, conflicts_with_all = ["quiet", "list", "format", "json", "statistics"])]
    pub(super) explain: bool,

    /// Write the repaired text of one file to standard output; change nothing
    #[arg(long, conflicts_with_all = ["diff", "check_only", "backup"])]
    pub(super) stdout: bool,

    /// Files are changed in place anyway
    #[arg(short, long, hide = true, conflicts_with = "stdout")]
    pub(super) in_place: bool,

    /// Repair ill-formed sequences too: replace, drop, escape, with:TEXT, as:ENCODING, or meant (the character that an
    /// overlong form, a surrogate pair or the bytes that Python kept as surrogates stood for, except U+0000)
    #[arg(
        long,
        value_name = "POLICY",
        value_parser = known(str::parse::<OnErrorOr>, values::repairs),
        hide_possible_values = true
    )]
    pub(super) on_error: Option<OnErrorOr>,

    /// U+FEFF inside the text: remove, word-joiner (write U+2060) [default: it stays]
    #[arg(long, value_enum, value_name = "WHAT", hide_possible_values = true)]
    pub(super) inner_feff: Option<InnerFeff>,

    /// Convert files, and parts and lines of files, that are in another encoding, and what they declare: from the one of -f, or the one
    /// that is recognized, if that is very likely
    #[arg(long)]
    pub(super) transcode: bool,

    /// Encoding of the files that are not UTF-8; with --names, of names
    #[arg(
        short,
        long,
        value_name = "ENCODING",
        value_parser = known(StringValueParser::new(), values::encodings),
        hide_possible_values = true
    )]
    pub(super) from: Option<String>,

    /// Keep the old file under its name with SUFFIX [default: .orig]; in directories, NAME.orig and NAME with SUFFIX are skipped
    /// beside NAME
    #[arg(long, value_name = "SUFFIX", num_args = 0..=1, require_equals = true, default_missing_value = BACKUP)]
    pub(super) backup: Option<String>,

    /// Repair a file that has other hard links, which keep the old text
    #[arg(long)]
    pub(super) break_links: bool,

    #[command(flatten)]
    pub(super) check: CheckArgs,
}

impl Flags for FixArgs {
    fn writes_to_stdout(&self) -> bool {
        !self.check.quiet
    }
}

/// The flags of `check` that `fix` refuses, because of what is written. It says which are there instead.
const REFUSED: [&str; 7] = [
    "encoding",
    "decompress",
    "write_baseline",
    "prune_baseline",
    "since",
    "staged",
    "watch",
];

/// Hides a flag that is refused.
fn without_refused(arg: Arg) -> Arg {
    let is_hidden = arg.is_hide_set() || REFUSED.contains(&arg.get_id().as_str());
    arg.hide(is_hidden)
}

/// What `fix` does with U+FEFF inside the text.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
pub(super) enum InnerFeff {
    /// Write nothing
    Remove,
    /// Write U+2060
    WordJoiner,
}

/// What becomes of a repaired text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Mode {
    /// It replaces the file.
    Write,
    /// It is shown as a diff.
    Diff,
    /// Only its repairs are counted.
    Check,
    /// It is standard input, and written to standard output.
    Stdout,
}

/// The settings of a run.
pub(super) struct Settings {
    pub(super) mode: Mode,
    pub(super) on_error: Option<OnErrorOr>,
    pub(super) transcode: bool,
    /// Whether lines are converted whose encoding is only likely.
    pub(super) likely: bool,
    /// The encoding of texts that are not UTF-8, if it is known.
    pub(super) from: Option<Encoding>,
    /// What the names of the old files end with, if they are kept.
    pub(super) backup: Option<String>,
    pub(super) break_links: bool,
    /// Whether it prints what speaks for each repair of double encoding.
    pub(super) explain: bool,
    /// What the columns count that it prints then.
    pub(super) column_unit: ColumnUnit,
    pub(super) inner_feff: utf8kit_lint::InnerFeff,
}

/// Returns the settings that the flags select.
pub(super) fn prepare(args: &FixArgs) -> Result<Settings, String> {
    let from = args.from.as_deref().map(encodings::find).transpose()?;
    let from = from.map(encodings::with_line_ends);
    if from.is_some() && !args.transcode {
        return Err("-f is for --transcode, which converts files, and for --names".to_owned());
    }
    let files = &args.check.files;
    let is_dry = args.diff || args.check_only;
    let unnamed = walk::unnamed(files);
    let has_stdin = match unnamed {
        Some(Roots::Stdin(_)) => true,
        _ => files.paths.iter().any(|path| path.as_os_str() == "-"),
    };
    if unnamed == Some(Roots::Tree) && !is_dry && !args.stdout {
        return Err("name the files to repair, or `.` for all files below the working directory".to_owned());
    }
    if has_stdin && (files.paths.len() > 1 || files.files_from.is_some()) {
        return Err(
            "`-` writes the repaired text to standard output: it cannot be repaired with other files"
                .to_owned(),
        );
    }
    if args.check.rules.encoding.is_some() {
        return Err(
            "--as is for `utf8 check`: to convert files from another encoding, use --transcode -f".to_owned(),
        );
    }
    if args.check.files.decompress {
        return Err("-z is for `utf8 check`: compressed files are not written".to_owned());
    }
    if args.check.write_baseline.is_some() || args.check.prune_baseline {
        return Err("--write-baseline and --prune-baseline are for `utf8 check`".to_owned());
    }
    refuse_changed(&args.check)?;
    let is_page = |format: Format| format == Format::Html;
    if is_page(args.check.format()) || args.check.report.iter().any(|(format, _)| is_page(*format)) {
        return Err("--format html is for `utf8 check`: repair the files, then check them".to_owned());
    }
    let is_other = args.check.format() != Format::Human || !args.check.report.is_empty();
    if args.diff && (args.check.list || args.check.statistics.is_some() || is_other) {
        return Err(
            "--diff is a format of its own: use --check with -l, --statistics, --report, or another --format"
                .to_owned(),
        );
    }
    if let Some(suffix) = &args.backup
        && (suffix.is_empty() || suffix.contains(std::path::is_separator))
    {
        return Err("--backup: expected a suffix for names of files, as in --backup=.old".to_owned());
    }
    if args.stdout
        && !has_stdin
        && !matches!(&files.paths[..], [path] if !path.is_dir() && files.files_from.is_none())
    {
        return Err("--stdout writes the repaired text of one file: name that".to_owned());
    }
    let mode = match (args.diff, args.check_only, has_stdin || args.stdout) {
        (true, _, _) => Mode::Diff,
        (_, true, _) => Mode::Check,
        (_, _, true) => Mode::Stdout,
        _ => Mode::Write,
    };
    Ok(Settings {
        mode,
        on_error: args.on_error.clone(),
        transcode: args.transcode,
        likely: args.check.likely,
        from,
        backup: args.backup.clone(),
        break_links: args.break_links,
        explain: args.explain,
        column_unit: args.check.column_unit.unwrap_or(ColumnUnit::Character),
        inner_feff: match args.inner_feff {
            None => utf8kit_lint::InnerFeff::Keep,
            Some(InnerFeff::Remove) => utf8kit_lint::InnerFeff::Remove,
            Some(InnerFeff::WordJoiner) => utf8kit_lint::InnerFeff::WordJoiner,
        },
    })
}

/// Fails if only what Git says is changed was asked for, or what changes from now on.
pub(super) fn refuse_changed(args: &CheckArgs) -> Result<(), String> {
    match args.since.is_some() || args.staged || args.watch {
        true => {
            Err("--since, --staged and --watch are for `utf8 check`: name the files to repair".to_owned())
        }
        false => Ok(()),
    }
}
