//! Completions and man pages, generated from the declarations of the flags.

use crate::Exit;
use crate::args::{Args, Generate};
use crate::encodings;
use clap::builder::PossibleValuesParser;
use clap::{Command, CommandFactory};
use clap_complete::Shell;
use clap_mangen::Man;
use utf8kit_lint::Rule;

/// Prints completions or a man page.
pub(crate) fn run(what: Generate) -> Exit {
    let command = Args::command();
    let shell = match what {
        Generate::Bash => Shell::Bash,
        Generate::Elvish => Shell::Elvish,
        Generate::Fish => Shell::Fish,
        Generate::Powershell => Shell::PowerShell,
        Generate::Zsh => Shell::Zsh,
        Generate::Man => return page(command),
        Generate::ManCheck => return page_of(command, "check"),
        Generate::ManFix => return page_of(command, "fix"),
        Generate::ManDetect => return page_of(command, "detect"),
        Generate::ManConvert => return page_of(command, "convert"),
        Generate::ManInspect => return page_of(command, "inspect"),
        Generate::ManCount => return page_of(command, "count"),
    };
    let mut command = with_values(command);
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut command, "utf8", &mut script);
    crate::print(&String::from_utf8_lossy(&script), Exit::Clean)
}

/// Returns the command with the values of the flags that take names, which their parsers do not list.
fn with_values(command: Command) -> Command {
    const ON_ERROR: [&str; 8] = [
        "fail", "replace", "drop", "escape", "unicode", "xml", "with:", "as:",
    ];
    const ON_ERROR_OF_FIX: [&str; 6] = ["replace", "drop", "escape", "meant", "with:", "as:"];
    let rules = ["all", "default"]
        .into_iter()
        .chain(Rule::ALL.iter().map(|rule| rule.name()));
    let rules: Vec<_> = rules.collect();
    let encodings = encodings::list();
    let encodings: Vec<_> = encodings
        .lines()
        .filter_map(|line| line.split(' ').next())
        .filter(|name| !name.starts_with('\''))
        .map(str::to_owned)
        .collect();
    command.mut_subcommands(|verb| {
        let is_fix = verb.get_name() == "fix";
        verb.mut_args(|arg| {
            let name = arg.get_value_names().and_then(|names| names.first());
            match (name.map(|name| name.as_str()), arg.get_id().as_str()) {
                (Some("RULE"), _) => arg.value_parser(PossibleValuesParser::new(rules.clone())),
                (Some("ENCODING"), _) => arg.value_parser(PossibleValuesParser::new(encodings.clone())),
                (_, "on_error") if is_fix => arg.value_parser(PossibleValuesParser::new(ON_ERROR_OF_FIX)),
                (_, "on_error") => arg.value_parser(PossibleValuesParser::new(ON_ERROR)),
                _ => arg,
            }
        })
    })
}

fn page_of(mut command: clap::Command, verb: &str) -> Exit {
    command.build();
    let verb = command.find_subcommand(verb).expect("it is declared").clone();
    let name = verb.get_display_name().unwrap_or("utf8").to_owned();
    page(verb.name(name))
}

fn page(command: clap::Command) -> Exit {
    let mut page = Vec::new();
    Man::new(command)
        .render(&mut page)
        .expect("a vector takes everything");
    crate::print(&String::from_utf8_lossy(&page), Exit::Clean)
}
