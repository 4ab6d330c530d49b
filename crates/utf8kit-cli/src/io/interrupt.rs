//! What happens when a signal ends the command: temporary files are removed, and what must not be left half done is completed.

use std::fs::File;
use std::io;
use std::path::Path;
use tempfile::NamedTempFile;

/// A temporary file. It is removed when it is dropped, and when SIGINT, SIGTERM or SIGHUP ends the command.
///
/// The command ends by the same signal then, so that a shell sees that. A signal that the command was started to ignore,
/// as SIGHUP by `nohup`, stays ignored.
pub(crate) struct Temporary(Option<NamedTempFile>);

impl Temporary {
    /// Returns the file that `create` creates.
    pub(crate) fn new(create: impl FnOnce() -> io::Result<NamedTempFile>) -> io::Result<Temporary> {
        #[cfg(unix)]
        return unix::remove_on_signal(create).map(|file| Temporary(Some(file)));
        #[cfg(not(unix))]
        create().map(|file| Temporary(Some(file)))
    }

    pub(crate) fn as_file(&self) -> &File {
        self.0.as_ref().expect("it is taken when it is dropped").as_file()
    }

    /// Calls `last`, and gives the file the name `path` in place of the file that has it now. No signal ends the command
    /// meanwhile.
    pub(crate) fn persist(mut self, path: &Path, last: impl FnOnce() -> io::Result<()>) -> io::Result<()> {
        let file = self.0.take().expect("it is taken when it is dropped");
        without_signals(file, |file| {
            last()?;
            file.persist(path)?;
            Ok(())
        })
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        if let Some(file) = self.0.take() {
            without_signals(file, drop);
        }
    }
}

/// Calls `complete`, during which no signal ends the command. The file is no longer removed after it.
fn without_signals<T>(file: NamedTempFile, complete: impl FnOnce(NamedTempFile) -> T) -> T {
    #[cfg(unix)]
    return unix::release(file, complete);
    #[cfg(not(unix))]
    complete(file)
}

#[cfg(unix)]
pub(crate) use unix::Deferred;

#[cfg(unix)]
mod unix {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::flag;
    use signal_hook::iterator::Signals;
    use signal_hook::low_level::emulate_default_handler;
    use std::io;
    use std::path::PathBuf;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::sync::{Arc, Mutex, MutexGuard, Once, PoisonError, mpsc};
    use std::thread;
    use tempfile::NamedTempFile;

    /// The files to remove: two for each thread at most.
    static TEMPORARY: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

    fn temporary() -> MutexGuard<'static, Vec<PathBuf>> {
        TEMPORARY.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Signals that end the command only when it ends itself, by [`end`](Deferred::end).
    pub(crate) struct Deferred(Arc<AtomicUsize>);

    impl Deferred {
        /// From now on, SIGINT, SIGTERM and SIGHUP are remembered and do nothing else, unless they were ignored before.
        pub(crate) fn new() -> Deferred {
            let last = Arc::new(AtomicUsize::new(0));
            for signal in [SIGHUP, SIGINT, SIGTERM] {
                if !is_ignored(signal) {
                    // Without a handler, the signal ends the command, as any program.
                    let _ = flag::register_usize(signal, Arc::clone(&last), signal as usize);
                }
            }
            Deferred(last)
        }

        /// Returns `true` if a signal came.
        pub(crate) fn has_come(&self) -> bool {
            self.0.load(Ordering::Relaxed) != 0
        }

        /// Ends the command by the signal that came, if one did.
        pub(crate) fn end(self) {
            let signal = self.0.load(Ordering::Relaxed);
            if signal != 0 {
                let _ = emulate_default_handler(signal as i32);
            }
        }
    }

    pub(super) fn remove_on_signal(
        create: impl FnOnce() -> io::Result<NamedTempFile>,
    ) -> io::Result<NamedTempFile> {
        static START: Once = Once::new();

        START.call_once(|| {
            let (ready, is_ready) = mpsc::channel();
            // The thread first: a handler without it would let no signal end the command. Without a handler, only temporary files
            // would be left behind.
            let waits = thread::Builder::new().spawn(move || {
                let ends = [SIGHUP, SIGINT, SIGTERM]
                    .into_iter()
                    .filter(|&signal| !is_ignored(signal));
                let Ok(mut signals) = Signals::new(ends) else {
                    return;
                };
                let _ = ready.send(());
                for signal in signals.forever() {
                    let temporary = temporary();
                    for path in &*temporary {
                        let _ = std::fs::remove_file(path);
                    }
                    // The lock is held to the end, so that no output is created or completed after this.
                    let _ = emulate_default_handler(signal);
                }
            });
            if waits.is_ok() {
                let _ = is_ready.recv();
            }
        });
        let mut temporary = temporary();
        let file = create()?;
        temporary.push(file.path().to_owned());
        Ok(file)
    }

    pub(super) fn release<T>(file: NamedTempFile, complete: impl FnOnce(NamedTempFile) -> T) -> T {
        let mut temporary = temporary();
        temporary.retain(|path| path != file.path());
        complete(file)
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
