//! `utf8 check`: reports problems of text files and their places.

use crate::flags::check::CheckArgs;
use crate::io::stdout::Exit;
use crate::message::complain;
use crate::run::{check, watch};

/// Runs the verb.
pub(crate) fn run(args: CheckArgs) -> Exit {
    if args.fix {
        complain(
            "`utf8 check` changes nothing: `utf8 fix` repairs files, and `utf8 fix --diff` shows what it would do",
        );
        return Exit::Failed;
    }
    match args.watch {
        true => watch::run(args),
        false => check::run(args, None),
    }
}
