//! The rule `bidi-control`: characters that make text look as if it stood in another order (CVE-2021-42574).
//!
//! Embeddings and overrides are closed by U+202C, isolates by U+2069, all of them by the end of the line. One that only
//! the end of the line closes reorders what follows it: code can look like a comment.

/// Does `c` open something, and what?
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Opens {
    Embedding,
    Isolate,
}

/// What a control does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Control {
    Open(Opens),
    Close(Opens),
    /// A mark: it has a direction and nothing else.
    Mark,
}

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

/// The name of a control in the Unicode Standard.
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

/// What is open in a line, each with what its opener has to remember.
#[derive(Debug)]
pub(crate) struct Line<T> {
    open: Vec<(Opens, T)>,
}

impl<T> Line<T> {
    pub(crate) const fn new() -> Self {
        Line { open: Vec::new() }
    }

    /// How much is open.
    pub(crate) fn depth(&self) -> usize {
        self.open.len()
    }

    pub(crate) fn is_closed(&self) -> bool {
        self.open.is_empty()
    }

    pub(crate) fn open(&mut self, what: Opens, memory: T) {
        self.open.push((what, memory));
    }

    /// A closing control: what it closes. An embedding is closed only by its own control, or inside an isolate with it.
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
        self.open.drain(from..).map(|(_, memory)| memory).collect()
    }

    /// The line ends: what was open until now.
    pub(crate) fn end(&mut self) -> Vec<T> {
        self.open.drain(..).map(|(_, memory)| memory).collect()
    }

    /// The oldest of what is open.
    pub(crate) fn memories(&mut self) -> impl Iterator<Item = &mut T> {
        self.open.iter_mut().map(|(_, memory)| memory)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NONE: [usize; 0] = [];

    /// The places of the openers that only the line's end closes.
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
    fn pairs() {
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
            "but what stands inside the isolate it does"
        );
        assert_eq!(unpaired("\u{2066}x\u{202C}"), [0]);
        assert_eq!(unpaired("\u{202A}\u{202B}x\u{202C}"), [0]);
        assert_eq!(unpaired("x\u{202C}\u{2069}"), NONE);
    }
}
