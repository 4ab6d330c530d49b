//! Completions, man pages and a schema, generated from the declarations of flags and keys.

use crate::config;
use crate::flags::values;
use crate::io::stdout::{Exit, print};
use clap::ValueEnum;
use clap_complete::Shell;
use clap_mangen::Man;

/// What is generated for the command as a whole: completions for a shell, its man page, and a JSON schema of `utf8kit.toml`.
pub(crate) const COMMAND: [&str; 7] = ["bash", "elvish", "fish", "powershell", "zsh", "man", "schema"];

/// Prints completions for the shell `what`, the schema of `utf8kit.toml`, or a man page: `man`, or `man-` and a verb.
pub(crate) fn run(what: &str, mut command: clap::Command) -> Exit {
    if what == "schema" {
        return print(&config::schema(), Exit::Clean);
    }
    let Ok(shell) = Shell::from_str(what, false) else {
        return match what.strip_prefix("man-") {
            Some(verb) => page_of(command, verb),
            None => page(command),
        };
    };
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut command, "utf8", &mut script);
    let mut script = String::from_utf8_lossy(&script).into_owned();
    if shell == Shell::Bash {
        script = with_lists_of_rules(&script);
    }
    print(&script, Exit::Clean)
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
    print(&String::from_utf8_lossy(&page), Exit::Clean)
}
