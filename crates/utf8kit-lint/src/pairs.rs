//! Controls that reorder text and are open in a line, until their partner or the end of the line closes them.

/// The kinds of pairs. Overrides count as embeddings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Pair {
    Embedding,
    Isolate,
}

/// The controls that are open in a line, each with a value of the caller's.
#[derive(Debug)]
pub(crate) struct Line<T> {
    open: Vec<(Pair, T)>,
}

impl<T> Line<T> {
    pub(crate) const fn new() -> Self {
        Line { open: Vec::new() }
    }

    /// Returns the number of open controls.
    pub(crate) fn depth(&self) -> usize {
        self.open.len()
    }

    pub(crate) fn is_closed(&self) -> bool {
        self.open.is_empty()
    }

    pub(crate) fn open(&mut self, what: Pair, value: T) {
        self.open.push((what, value));
    }

    /// Returns the values of what a closing control closes. An embedding is closed by its own control, or together with
    /// the isolate around it.
    pub(crate) fn close(&mut self, what: Pair) -> Vec<T> {
        let from = match what {
            Pair::Embedding => match self.open.last() {
                Some((Pair::Embedding, _)) => self.open.len() - 1,
                _ => return Vec::new(),
            },
            Pair::Isolate => match self.open.iter().rposition(|(open, _)| *open == Pair::Isolate) {
                Some(from) => from,
                None => return Vec::new(),
            },
        };
        self.open.drain(from..).map(|(_, value)| value).collect()
    }

    /// Ends the line and returns the values of what was open.
    pub(crate) fn end(&mut self) -> Vec<T> {
        self.open.drain(..).map(|(_, value)| value).collect()
    }

    /// Returns the values of what is open, the oldest first.
    pub(crate) fn openers(&mut self) -> impl Iterator<Item = &mut T> {
        self.open.iter_mut().map(|(_, value)| value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Pair::{Embedding, Isolate};

    const NONE: [usize; 0] = [];

    /// Returns the indices of the controls that only the line's end closes. `true` opens a pair.
    fn unpaired(controls: &[(bool, Pair)]) -> Vec<usize> {
        let mut line = Line::new();
        for (at, &(opens, pair)) in controls.iter().enumerate() {
            match opens {
                true => line.open(pair, at),
                false => drop(line.close(pair)),
            }
        }
        line.end()
    }

    #[test]
    fn a_control_is_closed_by_its_partner_or_the_isolate_around_it() {
        assert_eq!(unpaired(&[(true, Embedding), (false, Embedding)]), NONE);
        assert_eq!(unpaired(&[(true, Isolate), (false, Isolate)]), NONE);
        assert_eq!(
            unpaired(&[(true, Embedding), (false, Isolate)]),
            [0],
            "an isolate's end does not close an override"
        );
        assert_eq!(
            unpaired(&[(true, Isolate), (true, Embedding), (false, Isolate)]),
            NONE,
            "it closes one inside the isolate"
        );
        assert_eq!(unpaired(&[(true, Isolate), (false, Embedding)]), [0]);
        assert_eq!(
            unpaired(&[(true, Embedding), (true, Embedding), (false, Embedding)]),
            [0]
        );
        assert_eq!(unpaired(&[(false, Embedding), (false, Isolate)]), NONE);
    }
}
