//! Every flag, declared once: help, completions and man pages are generated from it. No verb is known here.

use crate::fix::{BACKUP, OnErrorOr};
use crate::on_error::OnError;
use crate::selection::{self, Selection};
use crate::values::{self, known};
use clap::builder::{PossibleValuesParser, StringValueParser};
use clap::{ArgAction, Args as Group, Parser, Subcommand, ValueEnum};
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// Find where and why text is not UTF-8, repair it, name and convert encodings, show text byte by byte, count characters.
#[derive(Parser, Debug)]
#[command(
    name = "utf8",
    version,
    max_term_width = 100,
    disable_help_flag = true,
    disable_help_subcommand = true
)]
#[command(arg_required_else_help = true, args_conflicts_with_subcommands = true)]
pub(crate) struct Args {
    /// Print help
    #[arg(short, long, action = ArgAction::HelpShort, global = true, display_order = 1000)]
    help: Option<bool>,

    /// Print completions for a shell, or a man page
    #[arg(long, value_enum, value_name = "WHAT")]
    pub(crate) generate: Option<Generate>,

    #[command(subcommand)]
    pub(crate) verb: Option<Verb>,
}

#[derive(Subcommand, Debug)]
pub(crate) enum Verb {
    #[command(aliases = ["validate", "lint", "isutf8"])]
    Check(CheckArgs),
    #[command(aliases = ["repair", "ftfy"])]
    Fix(FixArgs),
    #[command(aliases = ["file", "uchardet", "chardetect", "enca"])]
    Detect(DetectArgs),
    #[command(aliases = ["iconv", "recode", "uconv"])]
    Convert(ConvertArgs),
    #[command(aliases = ["show", "dump"])]
    Inspect(InspectArgs),
    #[command(aliases = ["wc"])]
    Count(CountArgs),
    #[command(aliases = ["rule", "rules"])]
    Explain(ExplainArgs),
    Help(HelpArgs),
}

/// Print the help of a command
#[derive(Group, Debug)]
pub(crate) struct HelpArgs {
    /// Command
    #[arg(
        value_name = "COMMAND",
        value_parser = PossibleValuesParser::new(["check", "fix", "detect", "convert", "inspect", "count", "explain"]),
        hide_possible_values = true
    )]
    pub(crate) verb: Option<String>,
}

/// Print what a rule of `check` finds, why that matters, and how to repair it.
///
/// Without RULE, all rules are printed. The text is Markdown, as in docs/rules.md.
#[derive(Group, Debug)]
#[command(after_help = selection::help())]
pub(crate) struct ExplainArgs {
    /// Rules, or the groups `all` and `default` [default: all]
    #[arg(
        value_name = "RULE",
        value_delimiter = ',',
        value_parser = known(selection::parse, values::rules),
        hide_possible_values = true
    )]
    pub(crate) rules: Vec<Selection>,
}

/// Find encoding errors and hidden characters in text files.
///
/// Without PATH, standard input is checked if it is a pipe or a file, or else the working directory.
///
/// Exit codes: 0 no findings, 1 findings, 2 a file could not be read.
#[derive(Group, Debug)]
#[command(after_help = selection::help())]
pub(crate) struct CheckArgs {
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

    /// Check files as text in ENCODING, such as CESU-8 or UTF-16LE
    #[arg(
        long = "as",
        value_name = "ENCODING",
        value_parser = known(StringValueParser::new(), values::unicode_encodings),
        hide_possible_values = true
    )]
    pub(crate) encoding: Option<String>,

    /// Output format: human, json, sarif, github, html (a page for browsers; not for fix)
    #[arg(long, value_enum, default_value = "human", hide_possible_values = true)]
    pub(crate) format: Format,

    /// Same as --format json
    #[arg(long, conflicts_with = "format", hide = true)]
    pub(crate) json: bool,

    /// Named by who looks for `utf8 fix`
    #[arg(long, hide = true)]
    pub(crate) fix: bool,

    /// U+FEFF at the start: forbid, require, ignore [default: by the kind of file]
    #[arg(
        long,
        alias = "bom",
        value_enum,
        value_name = "WHAT",
        hide_possible_values = true
    )]
    pub(crate) signature: Option<SignatureChoice>,

    #[command(flatten)]
    pub(crate) configuration: ConfigArgs,

    /// Print the configuration of PATH, and the file that it comes from
    #[arg(long, conflicts_with_all = ["quiet", "list", "format", "statistics", "baseline", "write_baseline"])]
    pub(crate) show_config: bool,

    /// Report only findings that are not in FILE
    #[arg(long, value_name = "FILE")]
    pub(crate) baseline: Option<PathBuf>,

    /// Write all findings to FILE, for --baseline, and print none
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

    /// Print counts by rule and kind, not findings
    #[arg(long, conflicts_with_all = ["quiet", "list", "max", "max_per_file"])]
    pub(crate) statistics: bool,

    /// Print also the names of binary files that are skipped
    #[arg(long, conflicts_with_all = ["quiet", "list"])]
    pub(crate) list_binary: bool,

    /// Exit with 0 also if there are findings
    #[arg(long)]
    pub(crate) exit_zero: bool,

    /// Print only the names of files with findings; -0 ends each with NUL
    #[arg(short, long, conflicts_with_all = ["quiet", "format", "max", "max_per_file"])]
    pub(crate) list: bool,

    /// Suppress output; report through the exit code only
    #[arg(short, long, conflicts_with_all = ["format", "max", "max_per_file"])]
    pub(crate) quiet: bool,

    /// Use colors: auto, always, never
    #[arg(
        long,
        value_name = "WHEN",
        default_value = "auto",
        hide_possible_values = true
    )]
    pub(crate) color: Color,

    #[command(flatten)]
    pub(crate) files: FileArgs,
}

/// Repair text files in place, as far as nothing is lost, and report what remains.
///
/// Double encoding is undone, signatures are removed or added as the kind of file requires, and with --select not-nfc text gets
/// Normalization Form C. Each file is replaced as a whole. Without PATH, standard input is repaired and written to standard output.
///
/// Exit codes: 0 no findings remain, 1 findings remain or files would change, 2 a file could not be read or repaired.
#[derive(Group, Debug)]
#[command(after_help = selection::help())]
pub(crate) struct FixArgs {
    /// Print what would change, as a diff with escapes; change nothing
    #[arg(long, short_alias = 'n', alias = "dry-run")]
    pub(crate) diff: bool,

    /// Print how many repairs there would be; change nothing
    #[arg(long = "check", conflicts_with = "diff")]
    pub(crate) check_only: bool,

    /// Write the repaired text of one file to standard output; change nothing
    #[arg(long, conflicts_with_all = ["diff", "check_only", "backup"])]
    pub(crate) stdout: bool,

    /// Files are changed in place anyway
    #[arg(short, long, hide = true, conflicts_with = "stdout")]
    pub(crate) in_place: bool,

    /// Repair ill-formed sequences too: replace, drop, escape, with:TEXT, as:ENCODING, or meant (the character that an
    /// overlong form or a surrogate pair stood for, except U+0000)
    #[arg(
        long,
        value_name = "POLICY",
        value_parser = known(str::parse::<OnErrorOr>, values::repairs),
        hide_possible_values = true
    )]
    pub(crate) on_error: Option<OnErrorOr>,

    /// U+FEFF inside the text: remove, word-joiner (write U+2060) [default: it stays]
    #[arg(long, value_enum, value_name = "WHAT", hide_possible_values = true)]
    pub(crate) inner_feff: Option<InnerFeff>,

    /// Convert files that are in another encoding: the one of -f, or the one that is recognized, if that is very likely
    #[arg(long)]
    pub(crate) transcode: bool,

    /// Encoding of the files that are not UTF-8
    #[arg(
        short,
        long,
        value_name = "ENCODING",
        requires = "transcode",
        value_parser = known(StringValueParser::new(), values::encodings),
        hide_possible_values = true
    )]
    pub(crate) from: Option<String>,

    /// Keep the old file under its name with SUFFIX [default: .orig]; in directories, NAME.orig and NAME with SUFFIX are skipped
    /// beside NAME
    #[arg(long, value_name = "SUFFIX", num_args = 0..=1, require_equals = true, default_missing_value = BACKUP)]
    pub(crate) backup: Option<String>,

    /// Repair a file that has other hard links, which keep the old text
    #[arg(long)]
    pub(crate) break_links: bool,

    #[command(flatten)]
    pub(crate) check: CheckArgs,
}

/// Name the encoding of each file, how sure that is, and why.
///
/// Without PATH, standard input is read if it is a pipe or a file, or else the working directory.
///
/// Exit codes: 0, or 2 if a file could not be read.
#[derive(Group, Debug)]
pub(crate) struct DetectArgs {
    /// Print the number of files of each encoding, with some of them
    #[arg(long)]
    pub(crate) summary: bool,

    /// Output format: human, json
    #[arg(long, value_enum, default_value = "human", hide_possible_values = true)]
    pub(crate) format: ListFormat,

    /// Same as --format json
    #[arg(long, conflicts_with = "format", hide = true)]
    pub(crate) json: bool,

    /// Print only the names of the encodings
    #[arg(short, long, conflicts_with_all = ["format", "json", "summary"])]
    pub(crate) brief: bool,

    /// The encoding is what is printed anyway
    #[arg(short = 'i', long, aliases = ["mime", "mime-encoding"], hide = true)]
    pub(crate) mime: bool,

    #[command(flatten)]
    pub(crate) configuration: ConfigArgs,

    #[command(flatten)]
    pub(crate) files: FileArgs,
}

/// Which configuration applies, for every verb that has one.
#[derive(Group, Debug)]
pub(crate) struct ConfigArgs {
    /// Configuration of all files [default: the closest utf8.toml above]
    #[arg(long, value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,

    /// Ignore utf8.toml
    #[arg(long, conflicts_with = "config")]
    pub(crate) no_config: bool,
}

/// The output format of a verb that lists files.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
pub(crate) enum ListFormat {
    Human,
    Json,
}

/// Which files to read, for every verb that walks.
#[derive(Group, Debug)]
pub(crate) struct FileArgs {
    /// Files, directories, or `-` for standard input
    #[arg(value_name = "PATH")]
    pub(crate) paths: Vec<PathBuf>,

    /// Include only files that match GLOB; `!GLOB` excludes them
    #[arg(short, long, value_name = "GLOB")]
    pub(crate) glob: Vec<String>,

    /// Same as --glob !GLOB
    #[arg(long, value_name = "GLOB", hide = true)]
    pub(crate) exclude: Vec<String>,

    /// Directories are searched with all that is below them anyway
    #[arg(short, long, hide = true)]
    pub(crate) recursive: bool,

    /// Search ignored files too (.gitignore, .ignore, ...)
    #[arg(long)]
    pub(crate) no_ignore: bool,

    /// Search hidden files: yes, no
    #[arg(long, value_name = "YES|NO", default_value = "yes", action = ArgAction::Set, value_parser = yes_or_no)]
    pub(crate) hidden: bool,

    /// Read paths from FILE, one per line (`-`: standard input)
    #[arg(long, value_name = "FILE")]
    pub(crate) files_from: Option<PathBuf>,

    /// Paths in --files-from end with NUL instead of a line end
    #[arg(short = '0', long)]
    pub(crate) null: bool,

    /// Decompress gzip, Zstandard, bzip2 and xz, and read the members of tar and zip, recognized by their first bytes
    #[arg(short = 'z', long)]
    pub(crate) decompress: bool,

    /// Name of standard input in reports and for configuration
    #[arg(long, value_name = "NAME")]
    pub(crate) stdin_filename: Option<PathBuf>,

    /// Number of threads [default: one per processor]
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: Option<u16>,

    /// Bytes of the blocks that files are read in, for tests
    #[arg(long, hide = true)]
    pub(crate) piece_size: Option<usize>,

    /// Let standard input pause after each read, for tests
    #[arg(long, hide = true)]
    pub(crate) pause_after_reads: bool,
}

impl FileArgs {
    /// Returns the name of standard input in reports.
    pub(crate) fn stdin_name(&self) -> &Path {
        self.stdin_filename.as_deref().unwrap_or(Path::new("<stdin>"))
    }

    /// Returns the number of threads to use.
    pub(crate) fn jobs(&self) -> usize {
        let available = || std::thread::available_parallelism().map_or(1, |count| count.get());
        self.jobs.map_or_else(available, usize::from)
    }
}

/// Count bytes, characters, UTF-16 code units, lines, and the longest line.
///
/// Exit codes: 0 done, 2 a file could not be read.
#[derive(Group, Debug)]
#[command(
    after_help = "Lines are line ends (LF); the longest line is in characters. Each maximal subpart of an ill-formed \
    sequence counts as U+FFFD, with a warning. Without PATH, standard input is counted. With -l, -m, -c or -L, only those \
    are printed, as by wc: lines, characters, bytes, longest line. A terminal gets a line of headings."
)]
pub(crate) struct CountArgs {
    /// Print lines
    #[arg(short, long, conflicts_with = "json")]
    pub(crate) lines: bool,

    /// Print characters
    #[arg(short = 'm', long, visible_alias = "chars", conflicts_with = "json")]
    pub(crate) characters: bool,

    /// Print bytes
    #[arg(short = 'c', long, conflicts_with = "json")]
    pub(crate) bytes: bool,

    /// Print the characters of the longest line
    #[arg(short = 'L', long, visible_alias = "max-line-length", conflicts_with = "json")]
    pub(crate) longest: bool,

    /// Print a JSON object for each file and one for the total
    #[arg(long)]
    pub(crate) json: bool,

    #[command(flatten)]
    pub(crate) files: FileArgs,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
pub(crate) enum Format {
    Human,
    Json,
    Sarif,
    Github,
    Html,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
pub(crate) enum Color {
    Auto,
    Always,
    Never,
}

/// What `fix` does with U+FEFF inside the text.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
pub(crate) enum InnerFeff {
    /// Write nothing
    Remove,
    /// Write U+2060
    WordJoiner,
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

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
pub(crate) enum Generate {
    Bash,
    Elvish,
    Fish,
    Powershell,
    Zsh,
    Man,
    ManCheck,
    ManFix,
    ManDetect,
    ManConvert,
    ManInspect,
    ManCount,
    ManExplain,
}

/// What `convert` does with signatures.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
pub(crate) enum Signature {
    Keep,
    Strip,
    Add,
}

/// Reads a number of bytes, as decimal or hexadecimal.
fn bytes(text: &str) -> Result<u64, &'static str> {
    let number = match text.strip_prefix("0x").or(text.strip_prefix("0X")) {
        Some(digits) => u64::from_str_radix(digits, 16),
        None => text.parse(),
    };
    let is_plain = text.bytes().all(|byte| byte.is_ascii_alphanumeric());
    number
        .ok()
        .filter(|_| is_plain)
        .ok_or("expected a number of bytes from 0 on, such as 4096 or 0x1000")
}

fn yes_or_no(text: &str) -> Result<bool, &'static str> {
    match text {
        "yes" => Ok(true),
        "no" => Ok(false),
        _ => Err("expected yes or no"),
    }
}

/// Convert text between encodings.
///
/// Exit codes: 0 done, 1 ill-formed or not representable text, 2 usage errors and files that cannot be read or written.
#[derive(Group, Debug)]
pub(crate) struct ConvertArgs {
    /// Files to convert and concatenate [default: `-`, standard input]
    #[arg(value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,

    /// Encoding of the input; `auto` recognizes it, and prints on standard error what it took [default: UTF-8]
    #[arg(
        short,
        long = "from-code",
        visible_alias = "from",
        value_name = "ENCODING",
        value_parser = known(StringValueParser::new(), values::encodings_or_auto),
        hide_possible_values = true
    )]
    pub(crate) from: Option<String>,

    /// Encoding of the output
    #[arg(
        short,
        long = "to-code",
        visible_alias = "to",
        value_name = "ENCODING",
        default_value = "UTF-8",
        value_parser = known(StringValueParser::new(), values::encodings),
        hide_possible_values = true
    )]
    pub(crate) to: String,

    /// Write to FILE, which is replaced only when everything is converted
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,

    /// U+FEFF at the start of the output: keep (that of the first input), strip, add [default: what the definitions of
    /// the encodings say]
    #[arg(long, value_enum, value_name = "WHAT", hide_possible_values = true)]
    pub(crate) signature: Option<Signature>,

    /// For what cannot be converted: fail, replace (by U+FFFD or `?`), with:TEXT, drop (joins what stood on both sides, which
    /// can make something new), escape (as `\xHH`; a backslash is doubled), unicode (as `\u{...}`, ill-formed bytes as
    /// escape), xml (as `&#x...;`, ill-formed bytes fail), as:ENCODING (decode ill-formed bytes in a single-byte encoding)
    #[arg(
        long,
        value_name = "WHAT",
        default_value = "fail",
        value_parser = known(str::parse::<OnError>, values::policies),
        hide_possible_values = true
    )]
    pub(crate) on_error: OnError,

    /// Same as --on-error drop: what stood on both sides is joined, which can make something new
    #[arg(short = 'c', conflicts_with = "on_error")]
    pub(crate) drop: bool,

    /// Undo --on-error escape and --on-error unicode: `\xHH` is UTF-8, or else a byte of the output; `\u{...}` is a
    /// character, `\\` a backslash
    #[arg(long)]
    pub(crate) unescape: bool,

    /// Name of standard input in messages
    #[arg(long, value_name = "NAME")]
    pub(crate) stdin_filename: Option<PathBuf>,

    /// List the encodings
    #[arg(short, long, exclusive = true)]
    pub(crate) list: bool,
}

/// Show text byte by byte: bits, code points, names, and what is ill-formed and why.
///
/// Exit codes: 0 done, 1 some bytes are ill-formed, 2 usage errors and files that cannot be read.
#[derive(Group, Debug)]
#[command(
    after_help = "FILE:LINE:COLUMN is a place as check prints it; a file of that whole name comes first. Up to three \
    characters are shown with all that is known of them. More are a table, with what is ill-formed, and what stands at the \
    given place, below it. Bits are shown as prefix and payload. --format json prints an object for each character or \
    ill-formed sequence, and a summary."
)]
pub(crate) struct InspectArgs {
    // In a comment of documentation, this would be a link.
    #[arg(
        value_name = "FILE",
        help = "File to read, or FILE:LINE[:COLUMN]; if there is none of this name, text that is not ASCII, U+20AC, or \
                \\xE2\\x82\\xAC [default: `-`, standard input]"
    )]
    pub(crate) file: Option<PathBuf>,

    /// Show TEXT
    #[arg(long, value_name = "TEXT", conflicts_with = "file")]
    pub(crate) text: Option<OsString>,

    /// Show bytes in hexadecimal, such as `E2 82 AC`
    #[arg(long, value_name = "BYTES", conflicts_with_all = ["file", "text"])]
    pub(crate) hex: Option<String>,

    /// Show a code point, such as U+20AC
    #[arg(long, value_name = "NUMBER", conflicts_with_all = ["file", "text", "hex"])]
    pub(crate) scalar: Option<String>,

    /// Begin at the byte with this offset, or at the start of its character
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = bytes)]
    pub(crate) offset: Option<u64>,

    /// Begin at line L, at character C of it
    #[arg(long, value_name = "L[:C]", conflicts_with = "offset")]
    pub(crate) line: Option<String>,

    /// Show N bytes, at most 1048576 [default: 64; with a line, up to its end]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = bytes)]
    pub(crate) length: Option<u64>,

    /// Read the bytes as ENCODING; with --text and --scalar, encode in it [default: UTF-8, or for a file what its first
    /// bytes show]
    #[arg(
        long = "as",
        value_name = "ENCODING",
        value_parser = known(StringValueParser::new(), values::encodings),
        hide_possible_values = true
    )]
    pub(crate) encoding: Option<String>,

    /// Output format: human, json
    #[arg(long, value_enum, default_value = "human", hide_possible_values = true)]
    pub(crate) format: InspectFormat,

    /// Same as --format json
    #[arg(long, conflicts_with = "format", hide = true)]
    pub(crate) json: bool,

    /// Name of standard input in the output and in messages
    #[arg(long, value_name = "NAME")]
    pub(crate) stdin_filename: Option<PathBuf>,

    /// Use colors: auto, always, never
    #[arg(
        long,
        value_name = "WHEN",
        default_value = "auto",
        hide_possible_values = true
    )]
    pub(crate) color: Color,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
pub(crate) enum InspectFormat {
    Human,
    Json,
}
