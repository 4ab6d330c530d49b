//! Work on dictionaries that is done once for the chunks that share one.

use super::error::Error;
use super::values::Values;
use std::sync::Arc;

/// Dictionaries that are kept. Chunks mostly have that of the chunk before, or one of a few.
pub(super) const KEPT: usize = 8;

/// The results of work on dictionaries.
pub(super) struct Once<T> {
    known: Vec<(Arc<Values>, Arc<T>)>,
    /// The number of dictionaries so far.
    count: usize,
}

impl<T> Default for Once<T> {
    fn default() -> Once<T> {
        Once {
            known: Vec::new(),
            count: 0,
        }
    }
}

impl<T> Once<T> {
    /// Returns the result for a dictionary.
    pub(super) fn get(
        &mut self,
        dictionary: &Arc<Values>,
        work: impl FnOnce() -> Result<T, Error>,
    ) -> Result<Arc<T>, Error> {
        if let Some((_, result)) = self
            .known
            .iter()
            .find(|(known, _)| Arc::ptr_eq(known, dictionary))
        {
            return Ok(Arc::clone(result));
        }
        let result = Arc::new(work()?);
        let entry = (Arc::clone(dictionary), Arc::clone(&result));
        if self.known.len() < KEPT {
            self.known.push(entry);
        } else {
            self.known[self.count % KEPT] = entry;
        }
        self.count += 1;
        Ok(result)
    }
}
