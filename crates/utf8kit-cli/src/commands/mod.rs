//! The verbs: one module each, with what it does, and its flags where nothing else reads them. None imports another: what two of them
//! need is below them.
//!
//! To add a verb, write its file and a line in the list here. To add a flag to a verb, write a field and what it does in that file.

use crate::flags::Flags;
use crate::flags::check::CheckArgs;
use crate::io::stdout::{Exit, cannot_write};
use clap::builder::PossibleValuesParser;
use clap::{ArgAction, Args as Group, CommandFactory, Parser, Subcommand};

pub(crate) mod generate;

/// Declares the verbs: the module of each, its flags, and the names by which it is found, too.
macro_rules! verbs {
    ($(mod $module:ident: $verb:ident($flags:ty), $aliases:expr;)*) => {
        $(pub(crate) mod $module;)*

        #[derive(Subcommand, Debug)]
        pub(crate) enum Verb {
            $(
                #[command(aliases = $aliases)]
                $verb($flags),
            )*
            Help(HelpArgs),
        }

        impl Verb {
            const NAMES: &[&str] = &[$(stringify!($module),)*];
            /// What `--generate` calls the man page of each.
            const PAGES: &[&str] = &[$(concat!("man-", stringify!($module)),)*];

            fn run(self) -> Exit {
                match self {
                    $(Verb::$verb(args) => $module::run(args),)*
                    Verb::Help(args) => help(args.verb.as_deref()),
                }
            }

            fn writes_to_stdout(&self) -> bool {
                match self {
                    $(Verb::$verb(args) => args.writes_to_stdout(),)*
                    Verb::Help(_) => true,
                }
            }
        }
    };
}
verbs! {
    mod check: Check(CheckArgs), ["validate", "lint", "isutf8"];
    mod fix: Fix(fix::FixArgs), ["repair", "ftfy"];
    mod detect: Detect(detect::DetectArgs), ["file", "uchardet", "chardetect", "enca"];
    mod convert: Convert(convert::ConvertArgs), ["iconv", "recode", "uconv"];
    mod inspect: Inspect(inspect::InspectArgs), ["show", "dump"];
    mod count: Count(count::CountArgs), ["wc"];
    mod config: Config(config::ShowArgs), ["configuration", "settings"];
    mod init: Init(init::InitArgs), ["new"];
    mod explain: Explain(explain::ExplainArgs), ["rule", "rules"];
    mod server: Server(server::ServerArgs), ["lsp"];
}

/// Find where and why text is not UTF-8, repair it, name and convert encodings, show text byte by byte, count characters.
#[derive(Parser, Debug)]
#[command(
    name = "utf8",
    bin_name = "utf8", // not `utf8.exe`
    version,
    long_version = long_version(),
    max_term_width = 100,
    disable_help_flag = true,
    disable_help_subcommand = true
)]
#[command(arg_required_else_help = true, args_conflicts_with_subcommands = true)]
pub(crate) struct Args {
    /// Print help
    #[arg(short, long, action = ArgAction::HelpShort, global = true, display_order = 1000)]
    help: Option<bool>,

    /// Print completions for a shell, a man page, or the schema of utf8kit.toml
    #[arg(
        long,
        value_name = "WHAT",
        value_parser = PossibleValuesParser::new(generate::COMMAND.iter().chain(Verb::PAGES))
    )]
    generate: Option<String>,

    #[command(subcommand)]
    verb: Option<Verb>,
}

/// Returns what `--version` prints: the version of the command and that of its Unicode tables. A compiler whose tables are newer
/// is named, because rules ask Rust which characters are letters.
fn long_version() -> String {
    let number = |(major, minor, update)| format!("{major}.{minor}.{update}");
    let tables = number(utf8kit_lint::UNICODE_VERSION);
    let mut version = format!("{}\nUnicode {tables}", env!("CARGO_PKG_VERSION"));
    let of_rust = number(char::UNICODE_VERSION);
    if of_rust != tables {
        version += &format!(" (letters: {of_rust})");
    }
    version
}

impl Args {
    /// Returns `true` if a run with these arguments writes to standard output.
    pub(crate) fn writes_to_stdout(&self) -> bool {
        self.verb.as_ref().is_none_or(Verb::writes_to_stdout)
    }

    /// Runs what is asked for.
    pub(crate) fn run(self) -> Exit {
        match self {
            Args {
                generate: Some(what), ..
            } => generate::run(&what, Args::command()),
            Args { verb: Some(verb), .. } => verb.run(),
            _ => unreachable!("one of the two is required"),
        }
    }
}

/// Print the help of a command
#[derive(Group, Debug)]
pub(crate) struct HelpArgs {
    /// Command
    #[arg(
        value_name = "COMMAND",
        value_parser = PossibleValuesParser::new(Verb::NAMES),
        hide_possible_values = true
    )]
    verb: Option<String>,
}

/// Prints the help of a verb, or of the command.
fn help(verb: Option<&str>) -> Exit {
    let arguments = ["utf8"].into_iter().chain(verb).chain(["--help"]);
    match Args::try_parse_from(arguments) {
        Ok(_) => unreachable!("help is no run"),
        Err(help) => print_usage(&help),
    }
}

/// Prints help or the version, or what is wrong with the arguments.
pub(crate) fn print_usage(error: &clap::Error) -> Exit {
    use std::io::Write;
    let exit = if error.use_stderr() {
        Exit::Failed
    } else {
        Exit::Clean
    };
    match error.print().and_then(|()| std::io::stdout().flush()) {
        Err(failed) if exit == Exit::Clean => cannot_write(&failed, exit),
        _ => exit, // if standard error cannot be written, there is nowhere to report it
    }
}
