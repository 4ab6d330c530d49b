//! Standard output: what it is, and how a verb ends that writes to it.
//!
//! Whether it was open when the command was started: before `main`, the standard library opens `/dev/null` in place of a
//! closed descriptor, so that what is written is lost without an error. So this is found out before.

use crate::flags::common::Color;
use crate::message::{complain, reason};

/// The exit code of a verb.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Exit {
    Clean = 0,
    Findings = 1,
    Failed = 2,
}

/// Returns `true` if the command was started with standard output closed.
pub(crate) fn was_closed() -> bool {
    #[cfg(unix)]
    return unix::WAS_CLOSED.load(std::sync::atomic::Ordering::Relaxed);
    #[cfg(not(unix))]
    false
}

/// Returns `true` if it is a regular file.
pub(crate) fn is_regular_file() -> bool {
    let stdout = same_file::Handle::stdout().and_then(|stdout| stdout.as_file().metadata());
    stdout.is_ok_and(|data| data.is_file())
}

/// Returns `true` if the output has colours: by `--color`, and for `auto` by the environment and the terminal.
pub(crate) fn is_colored(color: Color, on_terminal: bool) -> bool {
    match color {
        Color::Always => true,
        Color::Never => false,
        Color::Auto => {
            let set = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
            if set("NO_COLOR").is_some() {
                return false;
            }
            let forced = [set("CLICOLOR_FORCE"), set("FORCE_COLOR")];
            if forced.into_iter().flatten().any(|value| value != "0") {
                return true;
            }
            let dumb = set("TERM").is_some_and(|value| value == "dumb");
            on_terminal && !dumb && set("CLICOLOR").is_none_or(|value| value != "0")
        }
    }
}

/// Prints the last output of a verb and returns its exit code, or that of a failed write.
pub(crate) fn print(text: &str, exit: Exit) -> Exit {
    use std::io::Write;
    let mut out = std::io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Ok(()) => exit,
        Err(error) => cannot_write(&error, exit),
    }
}

/// Returns the exit code after a failed write to standard output. A broken pipe is no error.
pub(crate) fn cannot_write(error: &std::io::Error, exit: Exit) -> Exit {
    if error.kind() == std::io::ErrorKind::BrokenPipe {
        return exit;
    }
    complain(&format!("standard output: {}", reason(error)));
    Exit::Failed
}

#[cfg(unix)]
mod unix {
    use std::sync::atomic::{AtomicBool, Ordering};

    pub(super) static WAS_CLOSED: AtomicBool = AtomicBool::new(false);

    /// The system calls each function in this section before the standard library starts.
    #[used]
    #[cfg_attr(target_vendor = "apple", unsafe(link_section = "__DATA,__mod_init_func"))]
    #[cfg_attr(not(target_vendor = "apple"), unsafe(link_section = ".init_array"))]
    static BEFORE_MAIN: extern "C" fn() = check;

    extern "C" fn check() {
        // SAFETY: the call only reads the flags of a descriptor, or fails if it is not open.
        let flags = unsafe { libc::fcntl(libc::STDOUT_FILENO, libc::F_GETFD) };
        WAS_CLOSED.store(flags == -1, Ordering::Relaxed);
    }
}
