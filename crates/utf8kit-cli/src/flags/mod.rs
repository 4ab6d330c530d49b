//! Every flag, declared once: help, completions and man pages are generated from it. What verbs do is not known here.

pub(crate) mod check;
pub(crate) mod common;
pub(crate) mod convert;
pub(crate) mod count;
pub(crate) mod detect;
pub(crate) mod explain;
pub(crate) mod fix;
pub(crate) mod habits;
pub(crate) mod inspect;
pub(crate) mod selection;
pub(crate) mod values;

use check::CheckArgs;
use clap::builder::PossibleValuesParser;
use clap::{ArgAction, Args as Group, Parser, Subcommand, ValueEnum};
use convert::ConvertArgs;
use count::CountArgs;
use detect::DetectArgs;
use explain::ExplainArgs;
use fix::FixArgs;
use inspect::InspectArgs;

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

impl Args {
    /// Returns `true` if a run with these arguments writes to standard output.
    pub(crate) fn writes_to_stdout(&self) -> bool {
        match &self.verb {
            Some(Verb::Check(args)) => !args.quiet,
            Some(Verb::Fix(args)) => !args.check.quiet,
            Some(Verb::Convert(args)) => args.output.as_ref().is_none_or(|path| path.as_os_str() == "-"),
            Some(Verb::Count(_) | Verb::Detect(_) | Verb::Explain(_) | Verb::Inspect(_) | Verb::Help(_))
            | None => true,
        }
    }
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
