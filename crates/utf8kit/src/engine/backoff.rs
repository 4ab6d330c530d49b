//! When to start the kernel again after the reference engine has run.

/// The number of code units that the reference engine walks before it starts the kernel again.
///
/// The number doubles each time the kernel gets nowhere. So text full of errors does not pay for starting the kernel
/// in vain.
#[derive(Clone, Debug)]
pub(super) struct Backoff(usize);

impl Backoff {
    const SHORTEST: usize = 32;
    const LONGEST: usize = 1024;

    pub(super) fn new() -> Self {
        Backoff(Self::SHORTEST)
    }

    /// Returns the number of code units to walk, after the kernel processed `ahead` code units.
    pub(super) fn after(&mut self, ahead: usize) -> usize {
        self.0 = if ahead >= self.0 {
            Self::SHORTEST
        } else {
            (2 * self.0).min(Self::LONGEST)
        };
        self.0
    }
}
