//! Removes the temporary file of an output when a signal ends the command.

use std::io;
use tempfile::NamedTempFile;

/// Calls `create`, and has the file that it creates removed when SIGINT, SIGTERM or SIGHUP ends the command, until
/// [`release`] is called.
///
/// The command ends by the same signal then, so that a shell sees that. A signal that the command was started to ignore,
/// as SIGHUP by `nohup`, stays ignored.
pub(crate) fn remove_on_signal(
    create: impl FnOnce() -> io::Result<NamedTempFile>,
) -> io::Result<NamedTempFile> {
    #[cfg(unix)]
    return unix::remove_on_signal(create);
    #[cfg(not(unix))]
    create()
}

/// Calls `complete`, during which no signal ends the command. The file is no longer removed after it.
pub(crate) fn release<T>(complete: impl FnOnce() -> T) -> T {
    #[cfg(unix)]
    return unix::release(complete);
    #[cfg(not(unix))]
    complete()
}

#[cfg(unix)]
mod unix {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;
    use signal_hook::low_level::emulate_default_handler;
    use std::io;
    use std::path::PathBuf;
    use std::sync::{Mutex, MutexGuard, Once, PoisonError};
    use tempfile::NamedTempFile;

    /// The file to remove.
    static TEMPORARY: Mutex<Option<PathBuf>> = Mutex::new(None);

    fn temporary() -> MutexGuard<'static, Option<PathBuf>> {
        TEMPORARY.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn remove_on_signal(
        create: impl FnOnce() -> io::Result<NamedTempFile>,
    ) -> io::Result<NamedTempFile> {
        static START: Once = Once::new();

        START.call_once(|| {
            let ends = [SIGHUP, SIGINT, SIGTERM]
                .into_iter()
                .filter(|&signal| !is_ignored(signal));
            // Without a handler, only the temporary file would be left behind.
            let Ok(mut signals) = Signals::new(ends) else {
                return;
            };
            std::thread::spawn(move || {
                for signal in signals.forever() {
                    let temporary = temporary();
                    if let Some(path) = &*temporary {
                        let _ = std::fs::remove_file(path);
                    }
                    // The lock is held to the end, so that no output is created or completed after this.
                    let _ = emulate_default_handler(signal);
                }
            });
        });
        let mut temporary = temporary();
        let file = create()?;
        *temporary = Some(file.path().to_owned());
        Ok(file)
    }

    pub(super) fn release<T>(complete: impl FnOnce() -> T) -> T {
        let mut temporary = temporary();
        let result = complete();
        *temporary = None;
        result
    }

    /// Returns `true` if the command was started with `signal` ignored.
    fn is_ignored(signal: i32) -> bool {
        let mut action = std::mem::MaybeUninit::<libc::sigaction>::uninit();
        // SAFETY: without a new action, the call only writes the present one to the place given.
        let result = unsafe { libc::sigaction(signal, std::ptr::null(), action.as_mut_ptr()) };
        // SAFETY: the call has succeeded, so it has written the action.
        result == 0 && unsafe { action.assume_init() }.sa_sigaction == libc::SIG_IGN
    }
}
