//! Text in a legacy encoding around ill-formed sequences, joined so that it is written together: to write the few characters
//! between two of them takes several times as long as to decode them.

use super::decode::{TEXT, Take, checked};
use super::stopped::Stopped;
use crate::encodings::on_error::OnError;
use crate::escape::hex;

/// Bytes of room that there are at least to decode to.
const ROOM: usize = 1 << 10;

/// The number of parts from which on they are written. What is known of their offsets takes memory.
const PARTS: usize = 4096;

/// Parts of a text: what is decoded, and what replaces ill-formed sequences. `S` is a place in the input, from which follows the
/// offset of each character that is decoded from there.
pub(super) struct Joined<'a, S> {
    on_error: &'a OnError,
    text: Vec<u8>,
    /// The length of what is joined in `text`.
    len: usize,
    parts: Vec<Part<S>>,
}

/// Text that is decoded, and then the replacement of an ill-formed sequence.
struct Part<S> {
    /// Where it begins in the joined text.
    start: usize,
    from: S,
    /// Where the replacement begins in the joined text, and the offset of the sequence in the input.
    replacement: usize,
    sequence: u64,
}

/// What an ill-formed sequence stands in: the name of the encoding, and the offset in the input.
pub(super) struct Source<'n> {
    pub(super) name: &'n str,
    pub(super) offset: u64,
}

/// Returns the offset in the input at which a text ends that is decoded from a place.
type Offset<'o, S> = &'o dyn Fn(&S, &str) -> u64;

impl<'a, S> Joined<'a, S> {
    pub(super) fn new(on_error: &'a OnError) -> Self {
        Joined {
            on_error,
            text: vec![0; TEXT],
            len: 0,
            parts: Vec::new(),
        }
    }

    /// Returns room for text that is decoded, a kilobyte or more, or half of that if backslashes are doubled.
    pub(super) fn room(&mut self) -> &mut [u8] {
        let end = match self.on_error.doubles_backslashes() {
            true => self.len.midpoint(self.text.len()),
            false => self.text.len(),
        };
        &mut self.text[self.len..end]
    }

    /// Adds the first `len` bytes of the room, which are decoded from a place.
    pub(super) fn add(&mut self, from: S, len: usize) {
        self.parts.push(Part {
            start: self.len,
            from,
            replacement: usize::MAX,
            sequence: 0,
        });
        self.len += match self.on_error.doubles_backslashes() {
            true => double_backslashes(&mut self.text[self.len..], len),
            false => len,
        };
    }

    /// Adds the replacement of `invalid`, bytes that are not in a legacy encoding and that follow what was added last, or writes
    /// what comes before them if they are an error.
    pub(super) fn replace(
        &mut self,
        invalid: &[u8],
        source: &Source<'_>,
        offset: Offset<'_, S>,
        take: Take<'_>,
    ) -> Result<(), Stopped> {
        if let Some(part) = self.parts.last_mut() {
            (part.replacement, part.sequence) = (self.len, source.offset);
        }
        let (on_error, mut is_full) = (self.on_error, false);
        let is_replaced = on_error.replace_bytes(invalid, |replacement| {
            match self.text.get_mut(self.len..self.len + replacement.len()) {
                Some(place) => {
                    place.copy_from_slice(replacement.as_bytes());
                    self.len += replacement.len();
                }
                None => is_full = true,
            }
        });
        if !is_replaced {
            self.write(offset, take)?;
            return Err(Stopped::Text(
                format!("`{}` is invalid in {}", hex(invalid), source.name),
                source.offset,
            ));
        }
        if let (true, OnError::With(replacement)) = (is_full, on_error) {
            // Only a text of the user can be so long.
            self.write(offset, take)?;
            return take(replacement, &|_| source.offset);
        }
        match self.len + ROOM > self.text.len() || self.parts.len() >= PARTS {
            true => self.write(offset, take),
            false => Ok(()),
        }
    }

    /// Writes all that is joined.
    pub(super) fn write(&mut self, offset: Offset<'_, S>, take: Take<'_>) -> Result<(), Stopped> {
        let text = checked(&self.text[..self.len]);
        let result = take(text, &|end| {
            let next = self.parts.partition_point(|part| part.start <= end);
            match next.checked_sub(1).map(|last| &self.parts[last]) {
                Some(part) if end >= part.replacement => part.sequence,
                Some(part) => offset(&part.from, &text[part.start..end]),
                None => unreachable!("the first part begins with the text"),
            }
        });
        self.len = 0;
        self.parts.clear();
        result
    }
}

/// Doubles the backslashes in the first `len` bytes of `text`, which has room for twice as many. Returns the length then.
fn double_backslashes(text: &mut [u8], len: usize) -> usize {
    let count = memchr::memchr_iter(b'\\', &text[..len]).count();
    let (mut from, mut to) = (len, len + count);
    while from < to {
        from -= 1;
        to -= 1;
        text[to] = text[from];
        if text[from] == b'\\' {
            to -= 1;
            text[to] = b'\\';
        }
    }
    len + count
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_backslash_becomes_two() {
        for text in ["", "a", r"\", r"a\b", r"\\a\", "ab"] {
            let mut room = [text.as_bytes(), &vec![b'x'; text.len()]].concat();
            let len = double_backslashes(&mut room, text.len());
            assert_eq!(str::from_utf8(&room[..len]), Ok(&*text.replace('\\', r"\\")));
        }
    }

    #[test]
    fn the_offset_is_that_of_the_part() {
        let on_error = OnError::With("<é>".to_owned());
        let mut joined: Joined<'_, u64> = Joined::new(&on_error);
        let offset = |from: &u64, text: &str| from + text.len() as u64;
        let mut asked = Vec::new();
        let mut take = |text: &str, offset: &dyn Fn(usize) -> u64| {
            asked.push((0..text.len()).map(offset).collect::<Vec<_>>());
            Ok(())
        };
        let source = Source { name: "", offset: 12 };
        joined.room()[..2].copy_from_slice(b"ab");
        joined.add(10, 2);
        assert!(joined.replace(b"\xFF", &source, &offset, &mut take).is_ok());
        joined.room()[..1].copy_from_slice(b"c");
        joined.add(13, 1);
        assert!(joined.write(&offset, &mut take).is_ok());
        assert_eq!(asked, [[10, 11, 12, 12, 12, 12, 13]]);
    }

    #[test]
    fn a_replacement_may_be_longer_than_all_that_is_written_at_once() {
        let replacement = "é".repeat(TEXT);
        let on_error = OnError::With(replacement.clone());
        let mut joined: Joined<'_, u64> = Joined::new(&on_error);
        let mut written = String::new();
        let mut take = |text: &str, _: &dyn Fn(usize) -> u64| {
            written.push_str(text);
            Ok(())
        };
        let source = Source { name: "", offset: 1 };
        for _ in 0..2 {
            joined.room()[..1].copy_from_slice(b"a");
            joined.add(0, 1);
            assert!(joined.replace(b"\xFF", &source, &|_, _| 0, &mut take).is_ok());
        }
        assert!(written == format!("a{replacement}").repeat(2));
    }
}
