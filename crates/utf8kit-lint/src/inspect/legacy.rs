//! Items of the legacy encodings of the Encoding Standard.

use super::item::Meaning;
use super::problem;
use super::source::Source;
use encoding_rs::{Decoder, DecoderResult, Encoding};
use std::collections::VecDeque;

/// The items of a text in a legacy encoding.
pub(super) struct Web<'a> {
    name: &'a str,
    decoder: Decoder,
    /// The bytes that the decoder has read, and those that were returned as items.
    fed: usize,
    returned: usize,
    /// Items that were read together with another one.
    waiting: VecDeque<(usize, Meaning)>,
}

impl std::fmt::Debug for Web<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Web")
            .field("name", &self.name)
            .finish_non_exhaustive()
    }
}

/// The first byte of an escape sequence of ISO-2022-JP, which has three bytes.
const ESC: u8 = 0x1B;

impl<'a> Web<'a> {
    pub(super) fn new(name: &'a str, encoding: &'static Encoding) -> Web<'a> {
        Web {
            name,
            decoder: encoding.new_decoder_without_bom_handling(),
            fed: 0,
            returned: 0,
            waiting: VecDeque::new(),
        }
    }

    /// Adds the items of `text`, which `bytes` stand for. Returns the length of the items. The last of the bytes may begin
    /// the next item.
    fn push_text(&mut self, bytes: &[u8], text: &str) -> usize {
        let mut at = 0;
        if !text.is_empty() && bytes.first() == Some(&ESC) && bytes.len() > 3 {
            at = 3;
            self.push(at, Meaning::Nothing);
        }
        let mut chars = text.chars().map(u32::from).peekable();
        // ASCII that a decoder took for the rest of a sequence comes later, with what follows it.
        while let Some(number) =
            chars.next_if(|&c| c < 0x80 && bytes.get(at).is_some_and(|&byte| c == byte.into()))
        {
            at += 1;
            self.push(1, Meaning::Numbers(vec![number]));
        }
        let numbers: Vec<u32> = chars.collect();
        if !numbers.is_empty() {
            self.push(bytes.len() - at, Meaning::Numbers(numbers));
            at = bytes.len();
        }
        at
    }

    fn push(&mut self, len: usize, meaning: Meaning) {
        if len > 0 {
            self.waiting.push_back((len, meaning));
        }
    }

    fn give(&mut self, len: usize, meaning: Meaning) -> (usize, Meaning) {
        self.returned += len;
        self.fed = self.fed.max(self.returned);
        (len, meaning)
    }
}

impl Source for Web<'_> {
    /// The decoder is given one byte at a time: what it writes then is the character that ends with that byte.
    fn next(&mut self, rest: &[u8], is_end: bool) -> (usize, Meaning) {
        let mut is_finished = false;
        while self.waiting.is_empty() {
            // The decoder accepts nothing after the end of a text.
            if is_finished || (self.fed - self.returned >= rest.len() && !is_end) {
                return self.give(
                    rest.len(),
                    if is_end {
                        Meaning::Nothing
                    } else {
                        Meaning::Incomplete
                    },
                );
            }
            let mut text = [0; 32];
            let given = rest.get(self.fed - self.returned..).unwrap_or_default();
            let last = given.is_empty();
            let given = &given[..given.len().min(1)];
            let (result, read, written) = self
                .decoder
                .decode_to_utf8_without_replacement(given, &mut text, last);
            self.fed += read;
            is_finished = last && result == DecoderResult::InputEmpty;
            let read_so_far = self.fed - self.returned;
            let text = str::from_utf8(&text[..written]).unwrap_or_default();
            let (malformed, after) = match result {
                DecoderResult::Malformed(len, after) => (usize::from(len), usize::from(after)),
                _ => (0, 0),
            };
            let end = read_so_far.saturating_sub(after).min(rest.len());
            let start = end.saturating_sub(malformed);
            let at = self.push_text(&rest[..start], text);
            if malformed > 0 {
                self.push(start - at, Meaning::Nothing);
                let problem = problem::in_legacy(self.name, &rest[start..end]);
                self.push(end - start, Meaning::IllFormed(problem));
            }
        }
        let (len, meaning) = self.waiting.pop_front().expect("one is waiting");
        self.give(len, meaning)
    }
}
