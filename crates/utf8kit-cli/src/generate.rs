//! Completions and man pages, generated from the declarations of the flags.

use crate::args::{Args, Generate};
use crate::{Exit, values};
use clap::CommandFactory;
use clap_complete::Shell;
use clap_mangen::Man;

/// Prints completions or a man page.
pub(crate) fn run(what: Generate) -> Exit {
    let mut command = Args::command();
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
        Generate::ManExplain => return page_of(command, "explain"),
    };
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut command, "utf8", &mut script);
    let mut script = String::from_utf8_lossy(&script).into_owned();
    if shell == Shell::Bash {
        script = with_lists_of_rules(&script);
    }
    crate::print(&script, Exit::Clean)
}

/// Returns the script for Bash with completions of rules after a comma: it completes what follows the last one.
fn with_lists_of_rules(script: &str) -> String {
    let rules = values::rules();
    let rules: Vec<_> = rules.iter().map(|rule| rule.get_name()).collect();
    let words = format!("-W \"{}\"", rules.join(" "));
    script.replace(
        &format!("compgen {words} -- \"${{cur}}\""),
        &format!("compgen -P \"${{cur%\"${{cur##*,}}\"}}\" {words} -- \"${{cur##*,}}\""),
    )
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
