//! Waits until something changes in directories.
//!
//! On Linux, the kernel tells (inotify). Elsewhere, or where there are more directories than it watches, the caller looks again after
//! a pause. The crate `notify` would tell on other systems too; it takes 5 s of a processor to build, and 195 KB.

use std::path::Path;
use std::time::Duration;

/// The pause between two looks, where nothing tells of changes: this, or 20 times what a look takes.
const PAUSE: Duration = Duration::from_secs(1);
const PAUSE_FACTOR: u32 = 20;

/// Changes that follow each other within this time are one, up to the longest wait, or 10 times what a look takes.
#[cfg(target_os = "linux")]
const QUIET: Duration = Duration::from_millis(50);
#[cfg(target_os = "linux")]
const LONGEST: Duration = Duration::from_millis(500);
#[cfg(target_os = "linux")]
const LONGEST_FACTOR: u32 = 10;

/// Why a wait ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Wake {
    /// Something may have changed.
    Changed,
    /// Nobody reads standard output any more.
    #[cfg_attr(not(unix), allow(dead_code, reason = "it is not known there"))]
    Closed,
}

/// Watches directories.
pub(crate) struct Watcher {
    #[cfg(target_os = "linux")]
    kernel: Option<kernel::Inotify>,
}

impl Watcher {
    pub(crate) fn new() -> Watcher {
        Watcher {
            #[cfg(target_os = "linux")]
            kernel: kernel::Inotify::new().ok(),
        }
    }

    /// Watches directories, those too that it watches already. Returns `true` if some of them are new: what changed in them before
    /// was not seen.
    pub(crate) fn watch<'p>(&mut self, directories: impl Iterator<Item = &'p Path>) -> bool {
        #[cfg(target_os = "linux")]
        if let Some(kernel) = &mut self.kernel {
            match kernel.watch(directories) {
                Ok(has_new) => return has_new,
                Err(error) => {
                    crate::message::complain(&format!(
                        "not all directories can be watched: {}; looking for changes every second",
                        crate::message::reason(&error)
                    ));
                    self.kernel = None;
                }
            }
        }
        #[cfg(not(target_os = "linux"))]
        let _ = directories;
        false
    }

    /// Waits for a change, or for a pause, if a look at all files takes `look`.
    pub(crate) fn wait(&mut self, look: Duration) -> Wake {
        #[cfg(target_os = "linux")]
        if let Some(kernel) = &mut self.kernel {
            match kernel.wait(LONGEST.max(look * LONGEST_FACTOR)) {
                Ok(wake) => return wake,
                Err(_) => self.kernel = None,
            }
        }
        let pause = PAUSE.max(look * PAUSE_FACTOR);
        #[cfg(unix)]
        return match crate::io::stdout::closes_within(pause) {
            true => Wake::Closed,
            false => Wake::Changed,
        };
        #[cfg(not(unix))]
        {
            std::thread::sleep(pause);
            Wake::Changed
        }
    }
}

#[cfg(target_os = "linux")]
mod kernel {
    use super::{QUIET, Wake};
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    use rustix::fs::inotify::{self, CreateFlags, WatchFlags};
    use rustix::io::Errno;
    use std::collections::HashSet;
    use std::io;
    use std::os::fd::OwnedFd;
    use std::path::Path;
    use std::time::{Duration, Instant};

    /// The events of the kernel.
    pub(super) struct Inotify {
        events: OwnedFd,
        /// What the kernel calls the directories that are watched.
        watched: HashSet<i32>,
    }

    impl Inotify {
        pub(super) fn new() -> io::Result<Inotify> {
            Ok(Inotify {
                events: inotify::init(CreateFlags::CLOEXEC | CreateFlags::NONBLOCK)?,
                watched: HashSet::new(),
            })
        }

        pub(super) fn watch<'p>(&mut self, directories: impl Iterator<Item = &'p Path>) -> io::Result<bool> {
            let flags = WatchFlags::CREATE
                | WatchFlags::DELETE
                | WatchFlags::MOVED_FROM
                | WatchFlags::MOVED_TO
                | WatchFlags::MODIFY
                | WatchFlags::CLOSE_WRITE
                | WatchFlags::ATTRIB
                | WatchFlags::ONLYDIR;
            let mut has_new = false;
            for directory in directories {
                match inotify::add_watch(&self.events, directory, flags) {
                    Ok(watched) => has_new |= self.watched.insert(watched),
                    Err(error @ (Errno::NOSPC | Errno::NOMEM | Errno::MFILE)) => return Err(error.into()),
                    // It is gone by now, or may not be read.
                    Err(_) => {}
                }
            }
            Ok(has_new)
        }

        /// Waits for a change, and then until there are none for a short time, but no longer than `longest`.
        pub(super) fn wait(&mut self, longest: Duration) -> io::Result<Wake> {
            if self.poll(None)? == Some(Wake::Closed) {
                return Ok(Wake::Closed);
            }
            let first = Instant::now();
            loop {
                self.drain()?;
                match self.poll(Some(QUIET))? {
                    Some(Wake::Changed) if first.elapsed() < longest => {}
                    Some(Wake::Closed) => return Ok(Wake::Closed),
                    Some(Wake::Changed) | None => return Ok(Wake::Changed),
                }
            }
        }

        /// Waits for events, or that nobody reads standard output. Returns `None` when the time is over.
        fn poll(&self, most: Option<Duration>) -> io::Result<Option<Wake>> {
            let stdout = io::stdout();
            let most = most.and_then(|most| Timespec::try_from(most).ok());
            loop {
                let mut both = [
                    PollFd::new(&self.events, PollFlags::IN),
                    PollFd::new(&stdout, PollFlags::empty()),
                ];
                match poll(&mut both, most.as_ref()) {
                    Err(Errno::INTR) => {}
                    Err(error) => return Err(error.into()),
                    Ok(0) => return Ok(None),
                    Ok(_) if !both[1].revents().is_empty() => return Ok(Some(Wake::Closed)),
                    Ok(_) => return Ok(Some(Wake::Changed)),
                }
            }
        }

        /// Reads the events that are there. What they say does not count: the files do.
        fn drain(&self) -> io::Result<()> {
            let mut events = [0; 16 << 10];
            loop {
                match rustix::io::read(&self.events, &mut events) {
                    Ok(0) | Err(Errno::AGAIN) => return Ok(()),
                    Ok(_) | Err(Errno::INTR) => {}
                    Err(error) => return Err(error.into()),
                }
            }
        }
    }
}
