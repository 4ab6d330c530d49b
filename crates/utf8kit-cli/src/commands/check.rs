//! `utf8 check`: reports problems of text files and their places.

use crate::config;
use crate::flags::check::CheckArgs;
use crate::io::stdout::{Exit, print};
use crate::message::complain;
use crate::run::{check, settings};
use std::path::Path;

/// Runs the verb.
pub(crate) fn run(args: CheckArgs) -> Exit {
    if args.show_config {
        return show_config(&args);
    }
    if args.fix {
        complain(
            "`utf8 check` changes nothing: `utf8 fix` repairs files, and `utf8 fix --diff` shows what it would do",
        );
        return Exit::Failed;
    }
    check::run(args, None)
}

/// Prints the configuration of the path that is given, or of the working directory.
fn show_config(args: &CheckArgs) -> Exit {
    let shown = settings::configs(args).and_then(|configs| {
        let path = match args.files.paths.as_slice() {
            [] => Path::new(""),
            [path] => path,
            _ => return Err("--show-config is for one path".to_owned()),
        };
        let found = if path.as_os_str() == "-" {
            let name = args.files.stdin_name();
            configs.directory_of(name).map(|found| (found, Some(name)))
        } else if path.as_os_str().is_empty() || path.is_dir() {
            configs.directory(path).map(|found| (found, None))
        } else {
            configs.directory_of(path).map(|found| (found, Some(path)))
        };
        let (directory, file) = found.map_err(|message| message.to_string())?;
        Ok(config::show(&directory, file))
    });
    match shown {
        Ok(text) => print(&text, Exit::Clean),
        Err(message) => {
            complain(&message);
            Exit::Failed
        }
    }
}
