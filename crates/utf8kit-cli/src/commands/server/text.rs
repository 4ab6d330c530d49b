//! The text of a document, with its places in lines and code units.

use super::protocol::{Position, Range, Unit};
use std::ops::Range as Bytes;

/// The text of a document. Offsets are in bytes.
#[derive(Debug)]
pub(super) struct Text {
    text: String,
    /// The bytes at the start that the editor does not show: those of a signature.
    hidden: usize,
    /// Where lines begin. LF, CR LF, and CR end a line for editors.
    lines: Vec<usize>,
    unit: Unit,
}

/// The edits that are made one after the other. More are made all at once.
const FEW: usize = 50;

impl Text {
    /// `has_signature`: the file begins with a signature, and the text of the editor does not.
    pub(super) fn new(text: String, has_signature: bool, unit: Unit) -> Text {
        let text = match has_signature {
            true => format!("\u{FEFF}{text}"),
            false => text,
        };
        let hidden = if has_signature { '\u{FEFF}'.len_utf8() } else { 0 };
        let mut lines = vec![hidden];
        lines.extend(line_starts(&text, 0));
        Text {
            text,
            hidden,
            lines,
            unit,
        }
    }

    /// Returns the text of the file, with a signature that the editor does not show.
    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// Returns the text of the editor.
    pub(super) fn shown(&self) -> &str {
        &self.text[self.hidden..]
    }

    pub(super) fn has_signature(&self) -> bool {
        self.hidden > 0
    }

    /// Puts a text in place of the bytes of a range.
    pub(super) fn replace(&mut self, range: Bytes<usize>, new: &str) {
        // A line before may end with CR that LF follows now, and the last one ends as before.
        let first = self.line_of(range.start).saturating_sub(1);
        let from = self.lines[first];
        let after = self.lines.partition_point(|&start| start <= range.end + 1);
        let old_end = self.lines.get(after).copied().unwrap_or(self.text.len());
        self.text.replace_range(range.clone(), new);
        let moved = |offset: usize| offset - range.len() + new.len();
        let starts: Vec<usize> = line_starts(&self.text[..moved(old_end)], from).collect();
        let is_last = after == self.lines.len();
        for start in &mut self.lines[after..] {
            *start = moved(*start);
        }
        let known = starts.len() - usize::from(!is_last && starts.last() == Some(&moved(old_end)));
        self.lines
            .splice(first + 1..after, starts[..known].iter().copied());
    }

    /// Puts each text in place of the bytes of a range. Of two edits, the range of the second is before that of the first, in an earlier
    /// line. Many take no longer than a new text.
    pub(super) fn replace_all(&mut self, edits: Vec<(Bytes<usize>, String)>) {
        if edits.len() <= FEW {
            for (range, new) in edits {
                self.replace(range, &new);
            }
            return;
        }
        let mut text = String::with_capacity(self.text.len());
        let mut done = 0;
        for (range, new) in edits.iter().rev() {
            text.push_str(&self.text[done..range.start]);
            text.push_str(new);
            done = range.end;
        }
        text.push_str(&self.text[done..]);
        self.text = text;
        self.lines.truncate(1);
        self.lines.extend(line_starts(&self.text, 0));
    }

    /// Returns the line of a byte, from 0.
    pub(super) fn line_of(&self, offset: usize) -> usize {
        self.lines
            .partition_point(|&start| start <= offset)
            .saturating_sub(1)
    }

    /// Returns the bytes of a line without its end. There is none after the last one.
    pub(super) fn line(&self, line: usize) -> Bytes<usize> {
        let Some(&start) = self.lines.get(line) else {
            return self.text.len()..self.text.len();
        };
        let end = self.lines.get(line + 1).copied().unwrap_or(self.text.len());
        let content = &self.text[start..end];
        let content = content.strip_suffix('\n').unwrap_or(content);
        let content = content.strip_suffix('\r').unwrap_or(content);
        start..start + content.len()
    }

    /// Returns the lines that a range of bytes touches, with their ends.
    pub(super) fn lines_around(&self, range: &Bytes<usize>) -> Bytes<usize> {
        let end = self.lines.get(self.line_of(range.end) + 1);
        let start = match self.line_of(range.start) {
            0 => 0,
            line => self.lines[line],
        };
        start..end.copied().unwrap_or(self.text.len())
    }

    /// Returns the offset of a position. One after a line is its end, and one in a character its start.
    pub(super) fn offset(&self, position: Position) -> usize {
        let line = self.line(position.line as usize);
        line.start + self.unit.floor(&self.text[line], position.character as usize)
    }

    /// Returns the bytes of a range, in order.
    pub(super) fn bytes(&self, range: Range) -> Bytes<usize> {
        let (start, end) = (self.offset(range.start), self.offset(range.end));
        start..end.max(start)
    }

    /// Returns the bytes that a text in place of a range changes, and what comes there. U+FFFD stands for each half of a pair of
    /// surrogates that is outside of the range: the editor keeps it.
    pub(super) fn edit(&self, range: Range, new: String) -> (Bytes<usize>, String) {
        let mut bytes = self.bytes(range);
        if self.unit != Unit::Utf16 {
            return (bytes, new);
        }
        let is_in_pair = |position: Position, offset: usize| {
            let start = self.line(position.line as usize).start;
            let before = utf8kit::utf8::utf16_len(&self.text.as_bytes()[start..offset]);
            let is_pair = self.text[offset..]
                .chars()
                .next()
                .is_some_and(|c| c.len_utf16() == 2);
            is_pair && before < position.character as usize
        };
        let is_reversed = range.end < range.start;
        let end = if is_reversed { range.start } else { range.end };
        let before = is_in_pair(range.start, bytes.start);
        let after = is_in_pair(end, bytes.end);
        if after {
            bytes.end += '\u{10000}'.len_utf8();
        }
        let half = |is_left: bool| if is_left { "\u{FFFD}" } else { "" };
        match before || after {
            true => (bytes, format!("{}{new}{}", half(before), half(after))),
            false => (bytes, new),
        }
    }

    /// Returns what counts positions in this text.
    pub(super) fn positions(&self) -> Positions<'_> {
        Positions {
            text: self,
            offset: usize::MAX,
            position: Position::default(),
        }
    }

    pub(super) fn range(&self, bytes: &Bytes<usize>) -> Range {
        self.positions().range(bytes)
    }

    /// Returns what finds the places of findings in this text.
    pub(super) fn places(&self) -> Places<'_> {
        Places {
            text: &self.text,
            line: 1,
            column: 1,
            start: self.hidden,
            at: self.hidden,
            end: line_end(&self.text, self.hidden),
        }
    }
}

/// Finds the places of findings by their lines and columns. It goes on from the last place, so that many take no longer than one.
pub(super) struct Places<'t> {
    text: &'t str,
    /// The line and the column of the last place, both from 1.
    line: u64,
    column: u64,
    /// Where the line begins.
    start: usize,
    /// The last place.
    at: usize,
    /// Where the line ends.
    end: usize,
}

impl Places<'_> {
    /// Returns the offset of a column in a line, both from 1: characters, without a signature. LF alone ends a line. The lines
    /// are asked for in order.
    pub(super) fn of(&mut self, line: u64, column: u64) -> usize {
        while self.line < line && self.end < self.text.len() {
            self.line += 1;
            self.start = self.end + 1;
            self.end = line_end(self.text, self.start);
            (self.column, self.at) = (1, self.start);
        }
        if self.line < line {
            return self.text.len();
        }
        if column < self.column {
            (self.column, self.at) = (1, self.start);
        }
        let skipped = usize::try_from(column - self.column).unwrap_or(usize::MAX);
        let rest = &self.text[self.at..self.end];
        match rest.char_indices().nth(skipped) {
            Some((at, _)) => {
                self.at += at;
                self.column = column;
                self.at
            }
            None => self.end,
        }
    }
}

/// Returns where the line that has `offset` ends: before its LF.
fn line_end(text: &str, offset: usize) -> usize {
    memchr::memchr(b'\n', &text.as_bytes()[offset..]).map_or(text.len(), |lf| offset + lf)
}

/// Counts positions. It counts on from the last one where that is in the same line, so that those of a long line take no longer.
pub(super) struct Positions<'t> {
    text: &'t Text,
    offset: usize,
    position: Position,
}

impl Positions<'_> {
    /// Returns the position of the character that a byte is in. What the editor does not show is at the start.
    pub(super) fn of(&mut self, offset: usize) -> Position {
        let Text { text, hidden, .. } = self.text;
        let offset = utf8kit::utf8::floor_boundary(text.as_bytes(), offset.min(text.len())).max(*hidden);
        let line = self.text.line_of(offset);
        let (start, before) = match self.position.line as usize == line && self.offset <= offset {
            true => (self.offset, self.position.character),
            false => (self.text.lines[line], 0),
        };
        let units = self.text.unit.count(&text[start..offset]);
        self.offset = offset;
        self.position = Position {
            line: u32::try_from(line).unwrap_or(u32::MAX),
            character: before.saturating_add(u32::try_from(units).unwrap_or(u32::MAX)),
        };
        self.position
    }

    pub(super) fn range(&mut self, bytes: &Bytes<usize>) -> Range {
        Range {
            start: self.of(bytes.start),
            end: self.of(bytes.end),
        }
    }
}

/// Returns where lines begin after `from`, which is the start of one.
fn line_starts(text: &str, from: usize) -> impl Iterator<Item = usize> {
    let bytes = text.as_bytes();
    let ends = memchr::memchr2_iter(b'\n', b'\r', &bytes[from..]);
    ends.map(move |end| from + end + 1)
        .filter(move |&start| bytes[start - 1] == b'\n' || bytes.get(start) != Some(&b'\n'))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(line: u32, character: u32) -> Position {
        Position { line, character }
    }

    #[test]
    fn positions_and_offsets_are_the_same_places() {
        let shown = "a\u{1F600}é\r\nb\n\tc\r\u{65E5}d";
        for unit in [Unit::Utf8, Unit::Utf16, Unit::Utf32] {
            for has_signature in [false, true] {
                let text = Text::new(shown.to_owned(), has_signature, unit);
                let hidden = text.text().len() - shown.len();
                let mut positions = text.positions();
                for (at, _) in shown.char_indices().filter(|(_, c)| *c != '\n') {
                    let position = positions.of(hidden + at);
                    assert_eq!(text.offset(position), hidden + at, "{unit:?} {at}");
                }
                assert_eq!(positions.of(0), at(0, 0));
                assert_eq!(positions.of(text.text().len()).line, 3);
            }
        }
        let text = Text::new(shown.to_owned(), false, Unit::Utf16);
        assert_eq!(text.positions().of(shown.find('é').unwrap()), at(0, 3));
        assert_eq!(text.offset(at(0, 2)), 1, "in a pair of surrogates");
        assert_eq!(text.offset(at(0, 99)), 7, "after the line, before its end");
        assert_eq!(text.offset(at(99, 0)), shown.len());
        let text = Text::new(shown.to_owned(), false, Unit::Utf8);
        assert_eq!(text.offset(at(0, 3)), 1, "in a character");
        assert_eq!(text.offset(at(0, u32::MAX)), 7);
    }

    /// Whatever is replaced, lines are those of the whole text.
    #[test]
    fn lines_are_known_after_each_change() {
        let pieces = ["", "a", "\n", "\r", "\r\n", "é\n\nb", "\n\r", "\r\r"];
        let mut text = Text::new("one\r\ntwo\nthree\r".to_owned(), true, Unit::Utf16);
        let mut seed = 7_u64;
        let mut random = |below: usize| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (seed >> 33) as usize % below
        };
        for _ in 0..5000 {
            let place = |random: usize| {
                let floor = utf8kit::utf8::floor_boundary(text.text().as_bytes(), random);
                floor.max(text.hidden)
            };
            let len = text.text().len() + 1;
            let (a, b) = (place(random(len)), place(random(len)));
            let b = if len > 60 {
                a.max(b)
            } else {
                b.clamp(a, a + 2).min(len - 1)
            };
            let b = utf8kit::utf8::floor_boundary(text.text().as_bytes(), b).max(a);
            text.replace(a..b, pieces[random(pieces.len())]);
            let fresh = Text::new(text.shown().to_owned(), true, Unit::Utf16);
            assert_eq!(text.lines, fresh.lines, "{:?}", text.text());
        }
    }

    /// Many edits at once have the result of one after the other.
    #[test]
    fn many_edits_are_those_one_by_one() {
        let shown = "one\r\ntwo\rthree\n".repeat(40);
        for new in ["", "x", "\n", "\r", "é\r\n\n"] {
            let mut expected = Text::new(shown.clone(), true, Unit::Utf16);
            let edits: Vec<_> = (0..120)
                .rev()
                .map(|line| (expected.line(line), new.to_owned()))
                .collect();
            let mut text = Text::new(shown.clone(), true, Unit::Utf16);
            assert!(edits.len() > FEW);
            for (range, new) in &edits {
                expected.replace(range.clone(), new);
            }
            text.replace_all(edits);
            assert_eq!((&text.text, &text.lines), (&expected.text, &expected.lines));
        }
    }

    #[test]
    fn columns_of_findings_are_characters() {
        let text = Text::new("\u{1F600}x\r\na\u{FFFD}b\n".to_owned(), true, Unit::Utf16);
        let mut places = text.places();
        let mut rest = |line, column| &text.text()[places.of(line, column)..];
        assert_eq!(rest(1, 2), "x\r\na\u{FFFD}b\n");
        assert_eq!(rest(1, 1), "\u{1F600}x\r\na\u{FFFD}b\n");
        assert_eq!(rest(2, 3), "b\n");
        assert_eq!(rest(2, 3), "b\n");
        assert_eq!(rest(2, 2), "\u{FFFD}b\n");
        assert_eq!(rest(2, 9), "\n");
        assert_eq!(rest(9, 9), "");
    }
}
