//! Standard input: when a verb without a path reads it, and what is said while nothing comes and if nothing came.

use std::fs::File;
use std::io::{self, BufRead, StdinLock};

/// Why standard input is read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Why {
    /// The path `-` names it.
    Named,
    /// No path is named, and the verb has no other input then.
    Default,
    /// No path is named, and it is a pipe or a file. If it was not, the verb would read the working directory.
    InsteadOfTree,
}

/// The text to use instead of an unnamed standard input.
const INSTEAD: &str = "name `.` for the tree";

/// The message if standard input has a name and is not read.
pub(crate) const NOT_GIVEN: &str = "--stdin-filename is for the path `-`, which is not given";

/// Returns `true` if standard input is a pipe, a socket or a regular file: somebody has given it to be read. A terminal and
/// `/dev/null` are not.
pub(crate) fn is_given() -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt;
        let kind = as_file()
            .and_then(|file| file.metadata())
            .map(|data| data.file_type());
        kind.is_ok_and(|kind| kind.is_file() || kind.is_fifo() || kind.is_socket())
    }
    #[cfg(windows)]
    winapi_util::file::typ(winapi_util::HandleRef::stdin()).is_ok_and(|kind| kind.is_disk() || kind.is_pipe())
}

/// Returns standard input as a file.
pub(crate) fn as_file() -> io::Result<File> {
    #[cfg(unix)]
    let handle = std::os::fd::AsFd::as_fd(&io::stdin()).try_clone_to_owned();
    #[cfg(windows)]
    let handle = std::os::windows::io::AsHandle::as_handle(&io::stdin()).try_clone_to_owned();
    handle.map(File::from)
}

/// Opens standard input. If it is not named and nothing comes for a second, a line on standard error says what is waited for.
///
/// # Errors
///
/// Returns an error if it cannot be read, or is empty [instead of a tree](Why::InsteadOfTree): runners of CI give a step a pipe
/// that nobody writes to, and a check of nothing would pass.
pub(crate) fn open(why: Why) -> io::Result<StdinLock<'static>> {
    let mut stdin = io::stdin().lock();
    if why == Why::Named {
        return Ok(stdin);
    }
    let instead = match why {
        Why::InsteadOfTree => INSTEAD,
        _ => "name a file to read that",
    };
    wait(&mut stdin, &format!("waiting for standard input; {instead}"));
    let is_empty = |stdin: &mut StdinLock<'_>| loop {
        match stdin.fill_buf() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            result => return result.map(<[u8]>::is_empty),
        }
    };
    if why == Why::InsteadOfTree && is_empty(&mut stdin)? {
        return Err(io::Error::other(format!("standard input was empty; {INSTEAD}")));
    }
    Ok(stdin)
}

/// Prints `message` if nothing comes for a second.
#[cfg(unix)]
fn wait(stdin: &mut StdinLock<'_>, message: &str) {
    if crate::io::read::pauses(stdin) {
        crate::message::complain(message);
    }
}

/// Waits until something comes, and prints `message` after a second of that.
#[cfg(not(unix))]
fn wait(stdin: &mut StdinLock<'_>, message: &str) {
    use std::sync::mpsc::{RecvTimeoutError, channel};
    // A file is never waited for, and its position must stay where the text begins: an error has its line from a second reading.
    if as_file()
        .and_then(|file| file.metadata())
        .is_ok_and(|data| data.is_file())
    {
        return;
    }
    let (come, comes) = channel::<()>();
    std::thread::scope(|scope| {
        scope.spawn(move || {
            let second = std::time::Duration::from_secs(1);
            if comes.recv_timeout(second) == Err(RecvTimeoutError::Timeout) {
                crate::message::complain(message);
            }
        });
        // What it got stays in the buffer, and an error comes again.
        let _ = stdin.fill_buf();
        drop(come);
    });
}
