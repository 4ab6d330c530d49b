//! `utf8 config`: prints the configuration that holds for a path, and where each value of it is from.

use crate::config::{Baselines, Configs};
use crate::flags::Flags;
use crate::flags::check::{Format, RuleArgs};
use crate::flags::common::{Color, ConfigArgs};
use crate::flags::environment::{self, Resolved};
use crate::io::stdout::{Exit, print};
use crate::message::complain;
use crate::run::settings;
use clap::Args as Group;
use std::path::{Path, PathBuf};

/// Print the configuration of a file or directory, and where each value is from.
///
/// That is the line of a file, a flag, an environment variable, or the default. What is printed is a utf8kit.toml with the same effect in the same directory.
/// Without PATH, it is that of the working directory.
///
/// Exit codes: 0 done, 2 the configuration has an error, which is named with its place.
#[derive(Group, Debug)]
pub(crate) struct ShowArgs {
    /// A file or a directory, whether it exists or not
    #[arg(value_name = "PATH")]
    path: Option<PathBuf>,

    #[command(flatten)]
    configuration: ConfigArgs,

    #[command(flatten)]
    rules: RuleArgs,

    /// Output format of `check` and `fix`
    #[arg(long, value_enum, hide_possible_values = true)]
    format: Option<Format>,

    /// Colors: auto, always, never
    #[arg(long, value_enum, value_name = "WHEN", hide_possible_values = true)]
    color: Option<Color>,
}

impl Flags for ShowArgs {}

/// Runs the verb.
pub(crate) fn run(args: ShowArgs) -> Exit {
    match shown(&args) {
        Ok(text) => print(&text, Exit::Clean),
        Err(message) => {
            complain(&message);
            Exit::Failed
        }
    }
}

fn shown(args: &ShowArgs) -> Result<String, String> {
    let flags = settings::flags(&args.rules, &args.configuration, Baselines::None)?;
    let configs = Configs::new((&args.configuration).into(), flags)?;
    let path = args.path.as_deref().unwrap_or(Path::new(""));
    let is_directory = path.as_os_str().is_empty() || path.is_dir();
    let (found, file) = match is_directory {
        true => (configs.directory(path), None),
        false => (configs.directory_of(path), Some(path)),
    };
    let directory = found.map_err(|message| message.to_string())?;
    let mut text = configs.show(&directory, file);
    text.push_str("\n# Of the output, which is no part of the file:\n");
    let format = environment::format(args.format)?;
    let color = environment::color(args.color)?;
    text.push_str(&setting("format", &format));
    text.push_str(&setting("color", &color));
    Ok(text)
}

/// Returns a comment with a value and where it is from.
fn setting<T: clap::ValueEnum>(name: &str, resolved: &Resolved<T>) -> String {
    let value = resolved.value.to_possible_value();
    let value = value.as_ref().map_or("", |value| value.get_name());
    format!("# {name} = {value}  # {}\n", resolved.origin)
}
