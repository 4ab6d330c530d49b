//! Ctrl-C during long work.

use pyo3::prelude::*;
use std::time::{Duration, Instant};

/// The time between two looks at signals.
const INTERVAL: Duration = Duration::from_millis(50);

/// Handles the signals that arrive while a function works.
pub(crate) struct Signals {
    last: Instant,
}

impl Signals {
    pub(crate) fn new() -> Signals {
        Signals { last: Instant::now() }
    }

    /// Calls the handlers of signals, if some time has passed. Call it between blocks of some 100 KB, whether other threads may
    /// run or not.
    ///
    /// # Errors
    ///
    /// Returns the exception that a handler raises: `KeyboardInterrupt`.
    pub(crate) fn check(&mut self) -> PyResult<()> {
        let now = Instant::now();
        if now.duration_since(self.last) < INTERVAL {
            return Ok(());
        }
        self.last = now;
        Python::attach(|py| py.check_signals())
    }
}
