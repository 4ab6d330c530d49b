//! When to start the kernel again after the reference engine has run.

/// The place up to which the reference engine walks before it starts the kernel again.
///
/// The way there doubles each time the kernel gets nowhere. So text full of errors does not pay for starting the kernel in vain.
#[derive(Clone, Debug)]
pub(super) struct Backoff {
    /// The offset from which on the kernel runs again.
    walk_to: usize,
    /// The number of code units to walk.
    interval: usize,
}

impl Backoff {
    const SHORTEST: usize = 32;
    const LONGEST: usize = 1024;

    /// Returns a backoff with which the kernel runs at once.
    #[inline]
    pub(super) fn new() -> Self {
        Backoff {
            walk_to: 0,
            interval: Self::SHORTEST,
        }
    }

    /// Returns a backoff with which no kernel runs.
    #[cfg(feature = "tiers")]
    pub(super) fn endless() -> Self {
        Backoff {
            walk_to: usize::MAX,
            ..Self::new()
        }
    }

    /// Returns `true` if no kernel runs.
    #[inline]
    pub(super) fn is_endless(&self) -> bool {
        self.walk_to == usize::MAX
    }

    /// Returns the offset up to which the reference engine walks.
    #[inline]
    pub(super) fn walk_to(&self) -> usize {
        self.walk_to
    }

    /// Returns `true` if the kernel may run at the offset `at`.
    #[inline]
    pub(super) fn is_over(&self, at: usize) -> bool {
        at >= self.walk_to
    }

    /// Begins a walk at `at`, after the kernel processed the `ahead` code units before it.
    #[inline]
    pub(super) fn start(&mut self, at: usize, ahead: usize) {
        self.interval = if ahead >= self.interval {
            Self::SHORTEST
        } else {
            (2 * self.interval).min(Self::LONGEST)
        };
        self.walk_to = at + self.interval;
    }

    /// Does what [`start`](Self::start) does for a kernel that is cheap to start: the walk is a quarter as long, or one code unit
    /// after the `worthwhile` code units that pay for a start.
    #[inline]
    pub(super) fn start_short(&mut self, at: usize, ahead: usize, worthwhile: usize) {
        if ahead >= worthwhile {
            (self.interval, self.walk_to) = (Self::SHORTEST, at + 1);
        } else {
            self.start(at, ahead);
            self.walk_to = at + self.interval / 4;
        }
    }

    /// Walks to `at`, however long that is.
    #[inline]
    pub(super) fn set(&mut self, at: usize) {
        self.walk_to = at;
    }

    /// Counts offsets from `at` on, and walks `shortest` code units at least.
    #[inline]
    pub(super) fn move_to(&mut self, at: usize, shortest: usize) {
        self.walk_to = self.walk_to.saturating_sub(at).max(shortest);
    }
}
