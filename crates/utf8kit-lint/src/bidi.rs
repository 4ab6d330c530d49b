//! The rule `bidi-control`: characters that make text look as if it stood in another order (CVE-2021-42574).
//!
//! U+202C closes embeddings and overrides, U+2069 closes isolates, and the end of the line closes all of them. A control
//! that only the end of the line closes reorders the text after it: code can look like a comment.

/// The clause of a control that is closed, or that only sets a direction.
pub(crate) const CLAUSE: &str = "UAX #9";

/// The kinds of pairs. Overrides count as embeddings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Opens {
    Embedding,
    Isolate,
}

/// The effect of a control.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Control {
    Open(Opens),
    Close(Opens),
    /// A mark, which only has a direction.
    Mark,
}

/// Returns what `c` does, if it is a control.
pub(crate) fn control(c: char) -> Option<Control> {
    Some(match c {
        '\u{202A}' | '\u{202B}' | '\u{202D}' | '\u{202E}' => Control::Open(Opens::Embedding),
        '\u{2066}' | '\u{2067}' | '\u{2068}' => Control::Open(Opens::Isolate),
        '\u{202C}' => Control::Close(Opens::Embedding),
        '\u{2069}' => Control::Close(Opens::Isolate),
        '\u{61C}' | '\u{200E}' | '\u{200F}' => Control::Mark,
        _ => return None,
    })
}

/// Returns the name of a control in the Unicode Standard.
pub(crate) fn name(c: char) -> &'static str {
    match c {
        '\u{202A}' => "LEFT-TO-RIGHT EMBEDDING",
        '\u{202B}' => "RIGHT-TO-LEFT EMBEDDING",
        '\u{202C}' => "POP DIRECTIONAL FORMATTING",
        '\u{202D}' => "LEFT-TO-RIGHT OVERRIDE",
        '\u{202E}' => "RIGHT-TO-LEFT OVERRIDE",
        '\u{2066}' => "LEFT-TO-RIGHT ISOLATE",
        '\u{2067}' => "RIGHT-TO-LEFT ISOLATE",
        '\u{2068}' => "FIRST STRONG ISOLATE",
        '\u{2069}' => "POP DIRECTIONAL ISOLATE",
        '\u{61C}' => "ARABIC LETTER MARK",
        '\u{200E}' => "LEFT-TO-RIGHT MARK",
        _ => "RIGHT-TO-LEFT MARK",
    }
}

/// The controls that are open in a line, each with a value of the caller's.
#[derive(Debug)]
pub(crate) struct Line<T> {
    open: Vec<(Opens, T)>,
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

    pub(crate) fn open(&mut self, what: Opens, value: T) {
        self.open.push((what, value));
    }

    /// Returns the values of what a closing control closes. An embedding is closed by its own control, or together with
    /// the isolate around it.
    pub(crate) fn close(&mut self, what: Opens) -> Vec<T> {
        let from = match what {
            Opens::Embedding => match self.open.last() {
                Some((Opens::Embedding, _)) => self.open.len() - 1,
                _ => return Vec::new(),
            },
            Opens::Isolate => match self.open.iter().rposition(|(open, _)| *open == Opens::Isolate) {
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

    const NONE: [usize; 0] = [];

    /// Returns the places of the controls that only the line's end closes.
    fn unpaired(text: &str) -> Vec<usize> {
        let mut line = Line::new();
        for (at, c) in text.char_indices() {
            match control(c) {
                Some(Control::Open(what)) => line.open(what, at),
                Some(Control::Close(what)) => drop(line.close(what)),
                _ => {}
            }
        }
        line.end()
    }

    #[test]
    fn a_control_is_closed_by_its_partner_or_the_isolate_around_it() {
        assert_eq!(unpaired("\u{202A}x\u{202C}"), NONE);
        assert_eq!(unpaired("\u{2067}x\u{2069}"), NONE);
        assert_eq!(
            unpaired("\u{202E}x\u{2069}"),
            [0],
            "an isolate's end does not close an override"
        );
        assert_eq!(
            unpaired("\u{2066}\u{202E}x\u{2069}"),
            NONE,
            "it closes one inside the isolate"
        );
        assert_eq!(unpaired("\u{2066}x\u{202C}"), [0]);
        assert_eq!(unpaired("\u{202A}\u{202B}x\u{202C}"), [0]);
        assert_eq!(unpaired("x\u{202C}\u{2069}"), NONE);
    }
}
