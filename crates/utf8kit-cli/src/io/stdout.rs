//! What standard output is.
//!
//! Whether it was open when the command was started: before `main`, the standard library opens `/dev/null` in place of a closed descriptor, so that what is written is lost
//! without an error. So this is found out before.

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
