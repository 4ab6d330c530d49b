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

/// Returns `true` if the terminal is one of those that are known to have links (OSC 8), or if `FORCE_HYPERLINK` says so.
pub(crate) fn has_links() -> bool {
    has_links_by(|name| std::env::var(name).ok().filter(|value| !value.is_empty()))
}

fn has_links_by(variable: impl Fn(&str) -> Option<String>) -> bool {
    if let Some(forced) = variable("FORCE_HYPERLINK") {
        return forced != "0";
    }
    let is_at_least = |name: &str, least: u64| {
        variable(name)
            .and_then(|version| version.parse::<u64>().ok())
            .is_some_and(|version| version >= least)
    };
    let is_one_of = |name: &str, known: &[&str]| variable(name).is_some_and(|value| known.contains(&&*value));
    let programs = [
        "iTerm.app",
        "WezTerm",
        "vscode",
        "ghostty",
        "Hyper",
        "Tabby",
        "rio",
        "zed",
    ];
    let terms = [
        "xterm-kitty",
        "xterm-ghostty",
        "alacritty",
        "foot",
        "foot-extra",
        "wezterm",
        "contour",
        "rio",
    ];
    is_one_of("TERM_PROGRAM", &programs)
        || is_one_of("TERM", &terms)
        // VTE 0.50.0 ends itself when it sees one.
        || is_at_least("VTE_VERSION", 5001)
        || is_at_least("KONSOLE_VERSION", 201_200)
        || variable("WT_SESSION").is_some()
        || variable("DOMTERM").is_some()
}

/// Returns the name of this machine, or nothing if it has none.
pub(crate) fn host_name() -> String {
    #[cfg(unix)]
    return rustix::system::uname().nodename().to_string_lossy().into_owned();
    #[cfg(not(unix))]
    String::new()
}

/// Waits for some time. Returns `true` as soon as nobody reads standard output any more.
#[cfg(unix)]
pub(crate) fn closes_within(time: std::time::Duration) -> bool {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    let stdout = std::io::stdout();
    let mut only = [PollFd::new(&stdout, PollFlags::empty())];
    let time = Timespec::try_from(time).ok();
    poll(&mut only, time.as_ref()).is_ok() && !only[0].revents().is_empty()
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

#[cfg(test)]
mod tests {
    use super::has_links_by;

    #[test]
    fn terminals_with_links_are_known() {
        let has_links = |variables: &[(&str, &str)]| {
            has_links_by(|name| {
                let mut variables = variables.iter();
                variables
                    .find(|(of, _)| *of == name)
                    .map(|(_, value)| (*value).to_owned())
            })
        };
        for variables in [
            &[("TERM", "xterm-kitty")][..],
            &[("VTE_VERSION", "7006")],
            &[("TERM_PROGRAM", "vscode"), ("TERM", "xterm-256color")],
            &[("WT_SESSION", "1")],
            &[("FORCE_HYPERLINK", "1"), ("TERM", "linux")],
        ] {
            assert!(has_links(variables), "{variables:?}");
        }
        for variables in [
            &[][..],
            &[("TERM", "xterm-256color")],
            &[("TERM", "linux")],
            &[("VTE_VERSION", "5000")],
            &[("VTE_VERSION", "new")],
            &[("TERM_PROGRAM", "Apple_Terminal")],
            &[("TERM", "xterm-kitty"), ("FORCE_HYPERLINK", "0")],
        ] {
            assert!(!has_links(variables), "{variables:?}");
        }
    }
}
