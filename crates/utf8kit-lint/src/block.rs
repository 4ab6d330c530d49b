//! Texts in blocks.
//!
//! A block is a part of a text, its body, with a margin of the text on either side, so that whatever begins in the body
//! can be examined as a whole. Bodies follow each other without a gap and begin and end between maximal subparts.
//! Therefore the findings do not depend on where the text is divided.

use std::ops::Range;
use utf8kit::utf8;

/// Bytes of text that a [`Block`] has on either side of its body, unless the text begins or ends there.
///
/// It is enough for every sequence, for the context of a finding, and for all that decides whether text is
/// double-encoded.
pub const MARGIN: usize = 2048;

/// A length of bodies that keeps a block in a processor core's own cache while it is examined: 256 KiB.
pub const BODY_LEN: usize = 256 << 10;

/// A part of a text.
///
/// ```
/// use std::ops::ControlFlow;
/// use utf8kit_lint::{Block, BlockChecker, Options};
///
/// let text = b"one\ntwo \xFF\n";
/// let block = Block::new(text, 0, 0..text.len(), true);
/// let mut checker = BlockChecker::new(Options::default());
/// let mut lines = Vec::new();
/// let mut emit = |finding: utf8kit_lint::Finding| {
///     lines.push(finding.line);
///     ControlFlow::Continue(())
/// };
/// let Ok(_) = checker.check(&block, &mut emit);
/// let _ = checker.finish(&mut emit);
/// assert_eq!(lines, [2]);
/// ```
#[derive(Clone, Debug)]
pub struct Block<'a> {
    pub(crate) bytes: &'a [u8],
    /// The offset in the text of the first of `bytes`.
    pub(crate) start: u64,
    /// The part of `bytes` whose findings this block yields.
    pub(crate) body: Range<usize>,
    /// Whether `bytes` reach the end of the text.
    pub(crate) is_last: bool,
}

impl<'a> Block<'a> {
    /// Returns the block that yields the findings of `bytes[body]`.
    ///
    /// `start` is the offset of `bytes` in the text. `bytes` holds [`MARGIN`] bytes before the body and after it, or all
    /// bytes up to the start or the end of the text. `is_last` says that `bytes` reaches the end of the text. The body
    /// may begin and end anywhere: both ends move to the next boundary between maximal subparts. Bodies of
    /// successive blocks must follow each other without a gap.
    ///
    /// # Panics
    ///
    /// Panics if the body does not lie in `bytes`.
    pub fn new(bytes: &'a [u8], start: u64, body: Range<usize>, is_last: bool) -> Block<'a> {
        assert!(body.start <= body.end && body.end <= bytes.len());
        let is_first = start + body.start as u64 == 0;
        let begin = if is_first { 0 } else { boundary(bytes, body.start) };
        let end = boundary(bytes, body.end).max(begin);
        Block {
            bytes,
            start,
            body: begin..end,
            is_last,
        }
    }

    /// Returns the bytes of the block, the margins included.
    pub fn bytes(&self) -> &'a [u8] {
        self.bytes
    }

    /// Returns the bytes of the body.
    pub fn body(&self) -> &'a [u8] {
        &self.bytes[self.body.clone()]
    }

    /// Returns the number of ill-formed sequences that begin in the body, as
    /// [`Rule::IllFormed`](crate::Rule::IllFormed) reports them: `C0 AF` is one, although it is two maximal subparts.
    ///
    /// ```
    /// use utf8kit_lint::blocks;
    ///
    /// let text = b"/\xC0\xAF, a pair \xED\xA1\x8C\xED\xBE\xB4 \xFF";
    /// for body_len in 1..=text.len() {
    ///     let counts = blocks(text, body_len).map(|block| block.ill_formed_sequences());
    ///     assert_eq!(counts.sum::<u64>(), 3);
    /// }
    /// ```
    pub fn ill_formed_sequences(&self) -> u64 {
        let mut at = self.sequence_boundary();
        let mut count = 0;
        while at < self.body.end
            && let Err(error) = utf8::validate(&self.bytes[at..])
        {
            let start = at + error.valid_up_to();
            count += u64::from(start < self.body.end);
            at = start + error.attempt().len();
        }
        count
    }

    /// Returns where the first character or ill-formed sequence begins that is not part of one before the body.
    fn sequence_boundary(&self) -> usize {
        let begin = self.body.start;
        // What reaches into the body begins with one of the five bytes before it, and with a byte that always begins
        // something: neither a continuation nor the second half of a pair of surrogates.
        let begins = |&at: &usize| !matches!(self.bytes[at..], [0x80..=0xBF, ..] | [0xED, 0xB0..=0xBF, ..]);
        let Some(mut at) = (begin.saturating_sub(8)..begin).find(begins) else {
            return begin;
        };
        while at < begin {
            at += match utf8::decode_first(&self.bytes[at..]) {
                Some((Ok(_), len)) => len,
                _ => utf8::validate(&self.bytes[at..]).map_or_else(|error| error.attempt().len(), str::len),
            };
        }
        at
    }

    /// Returns `true` if the block reaches the end of the text.
    pub fn is_last(&self) -> bool {
        self.is_last
    }
}

/// A block with bytes of its own.
#[derive(Debug)]
pub(crate) struct OwnBlock {
    bytes: Vec<u8>,
    start: u64,
    body: Range<usize>,
    is_last: bool,
}

impl OwnBlock {
    /// Returns a block as it is.
    pub(crate) fn of(block: &Block<'_>) -> OwnBlock {
        OwnBlock {
            bytes: block.bytes.to_vec(),
            start: block.start,
            body: block.body.clone(),
            is_last: block.is_last,
        }
    }

    /// Returns the block.
    pub(crate) fn block(&self) -> Block<'_> {
        Block {
            bytes: &self.bytes,
            start: self.start,
            body: self.body.clone(),
            is_last: self.is_last,
        }
    }
}

/// A block that waits for the text after it.
#[derive(Debug)]
pub(crate) struct Pending {
    own: OwnBlock,
    /// The number of bytes that it waits for.
    wanted: usize,
}

impl Pending {
    /// Returns the part of `block` whose body begins at `at`, a boundary between maximal subparts. It waits for `wanted` bytes after
    /// that.
    pub(crate) fn new(block: &Block<'_>, at: usize, wanted: usize) -> Pending {
        let from = at.saturating_sub(MARGIN);
        let part = Block {
            bytes: &block.bytes[from..],
            start: block.start + from as u64,
            body: at - from..block.body.end - from,
            is_last: block.is_last,
        };
        Pending {
            own: OwnBlock::of(&part),
            wanted: at - from + wanted,
        }
    }

    /// Appends the next block of the text.
    pub(crate) fn extend(&mut self, next: &Block<'_>) {
        let own = &mut self.own;
        let end = own.start + own.bytes.len() as u64;
        let new = next.bytes.get((end - next.start) as usize..);
        own.bytes.extend_from_slice(new.unwrap_or_default());
        own.body.end = (next.start + next.body.end as u64 - own.start) as usize;
        own.is_last = next.is_last;
    }

    /// Returns `true` if it has the text that it waits for, or there is no more.
    pub(crate) fn is_complete(&self) -> bool {
        self.own.is_last || self.own.bytes.len() >= self.wanted
    }

    /// Returns the block.
    pub(crate) fn block(&self) -> Block<'_> {
        self.own.block()
    }
}

/// Returns the boundary between maximal subparts at or after `at`: after at most three bytes that may continue a
/// character.
///
/// No maximal subpart begins before `at` and ends after the boundary: it would have five bytes.
pub(crate) fn boundary(bytes: &[u8], at: usize) -> usize {
    if at >= bytes.len() {
        return bytes.len();
    }
    let continuations = bytes[at..].iter().take(3);
    at + continuations
        .take_while(|&byte| matches!(byte, 0x80..=0xBF))
        .count()
}

/// Returns the blocks of a whole text, without copying. A text without bytes is one empty block.
///
/// # Panics
///
/// Panics if `body_len` is 0.
pub fn blocks(text: &[u8], body_len: usize) -> impl Iterator<Item = Block<'_>> {
    let count = text.len().div_ceil(body_len).max(1);
    (0..count).map(move |index| {
        let from = index * body_len;
        let to = text.len().min(from + body_len);
        let start = from.saturating_sub(MARGIN);
        let end = text.len().min(to + MARGIN);
        let bytes = &text[start..end];
        Block::new(bytes, start as u64, from - start..to - start, end == text.len())
    })
}

/// A buffer that turns a text that arrives in pieces into blocks.
///
/// The caller copies or reads into [`space`](Self::space) until it is empty, reports what it did with
/// [`advance`](Self::advance), or [`end`](Self::end), and then takes the next block.
///
/// ```
/// use utf8kit_lint::Window;
///
/// let mut source = &b"any source of bytes"[..];
/// let mut window = Window::new(8);
/// let mut bodies = Vec::new();
/// loop {
///     while !window.space().is_empty() {
///         match std::io::Read::read(&mut source, window.space()).unwrap() {
///             0 => window.end(),
///             read => window.advance(read),
///         }
///     }
///     let Some(block) = window.next_block() else { break };
///     bodies.push(block.body().to_vec());
/// }
/// assert_eq!(bodies, [b"any sour".as_slice(), b"ce of by", b"tes"]);
/// ```
#[derive(Clone, Debug)]
pub struct Window {
    body_len: usize,
    buffer: Vec<u8>,
    /// Bytes of the text in `buffer`. The bytes after them are left over.
    len: usize,
    /// The offset of the buffer in the text.
    start: u64,
    /// Where the next body begins in `buffer`.
    next: usize,
    /// No more text comes.
    is_ended: bool,
    /// The last block was returned.
    is_done: bool,
}

impl Window {
    /// Returns an empty window that yields bodies of about `body_len` bytes. It allocates when it is filled.
    pub const fn new(body_len: usize) -> Window {
        Window {
            body_len,
            buffer: Vec::new(),
            len: 0,
            start: 0,
            next: 0,
            is_ended: false,
            is_done: false,
        }
    }

    /// Prepares for another text. The allocation stays.
    pub fn restart(&mut self) {
        *self = Window {
            buffer: std::mem::take(&mut self.buffer),
            ..Window::new(self.body_len)
        };
    }

    /// Bytes that the buffer holds when the next block is complete.
    fn wanted(&self) -> usize {
        self.next + self.body_len + MARGIN
    }

    /// Moves the text to the front of the buffer, without what lies before the margin of the next body.
    fn discard(&mut self) {
        let passed = self.next.saturating_sub(MARGIN);
        if passed > 0 {
            self.buffer.copy_within(passed..self.len, 0);
            self.len -= passed;
            self.start += passed as u64;
            self.next -= passed;
        }
    }

    /// Returns the space to fill before the next block is complete. It is empty if the block is, and after the end.
    pub fn space(&mut self) -> &mut [u8] {
        if self.is_ended {
            return &mut [];
        }
        self.discard();
        let wanted = self.wanted();
        if self.buffer.len() < wanted {
            self.buffer.resize(wanted, 0);
        }
        &mut self.buffer[self.len..wanted.max(self.len)]
    }

    /// Adds the first `count` bytes of [`space`](Self::space) to the text.
    ///
    /// # Panics
    ///
    /// Panics if the space is smaller.
    pub fn advance(&mut self, count: usize) {
        assert!(count <= self.space().len());
        self.len += count;
    }

    /// Adds the beginning of `piece` to the text, as far as there is space, and returns the rest.
    pub(crate) fn fill<'p>(&mut self, piece: &'p [u8]) -> &'p [u8] {
        let space = self.space();
        let len = space.len().min(piece.len());
        space[..len].copy_from_slice(&piece[..len]);
        self.advance(len);
        &piece[len..]
    }

    /// Ends the text.
    pub fn end(&mut self) {
        self.is_ended = true;
    }

    /// Ends the text before the sequence that its last bytes begin, which would be reported as truncated: the source failed.
    pub fn end_within(&mut self) {
        let text = &self.buffer[self.next..self.len];
        let lead = text.iter().rev().take(3).position(|&byte| byte >= 0xC0);
        if let Some(at) = lead
            && text[text.len() - at..]
                .iter()
                .all(|byte| (0x80..=0xBF).contains(byte))
            && at + 1 < expected_len(text[text.len() - at - 1])
        {
            self.len -= at + 1;
        }
        self.is_ended = true;
    }

    /// Returns the next block; `None` if it is not complete, and after the last one. A text without bytes is one empty
    /// block.
    pub fn next_block(&mut self) -> Option<Block<'_>> {
        self.discard();
        if self.is_done || (!self.is_ended && self.len < self.wanted()) {
            return None;
        }
        let bytes = &self.buffer[..self.len];
        let end = boundary(bytes, self.next + self.body_len);
        let body = self.next..end;
        self.next = end;
        self.is_done = self.is_ended && end == self.len;
        Some(Block {
            bytes,
            start: self.start,
            body,
            is_last: self.is_ended,
        })
    }

    /// Returns the lines that are there as a block, although it is shorter than others and has less text after its body;
    /// `None` if no line is complete, and after the end.
    ///
    /// It is for a text that arrives slowly. What is judged by the text around it is judged by what is there.
    pub fn next_lines(&mut self) -> Option<Block<'_>> {
        self.discard();
        if self.is_ended {
            return None;
        }
        let bytes = &self.buffer[..self.len];
        let last = memchr::memrchr(b'\n', &bytes[self.next..])?;
        let end = boundary(bytes, self.next + last + 1);
        let body = self.next..end;
        self.next = end;
        Some(Block {
            bytes,
            start: self.start,
            body,
            is_last: false,
        })
    }

    /// Returns the bytes that no block has yet.
    pub fn pending(&self) -> &[u8] {
        &self.buffer[self.next..self.len]
    }
}

/// Returns the length of the sequence that `lead` starts, or 1.
fn expected_len(lead: u8) -> usize {
    match lead {
        0xC2..=0xDF => 2,
        0xE0..=0xEF => 3,
        0xF0..=0xF4 => 4,
        _ => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_that_are_there_are_a_block_before_it_is_complete() {
        let mut window = Window::new(100);
        let fill = |window: &mut Window, text: &[u8]| {
            window.space()[..text.len()].copy_from_slice(text);
            window.advance(text.len());
        };
        let body = |block: Option<Block<'_>>| block.map(|block| block.body().to_vec());
        fill(&mut window, b"no line");
        assert_eq!(body(window.next_lines()), None);
        fill(&mut window, b" end\none\ntwo");
        assert_eq!(body(window.next_lines()), Some(b"no line end\none\n".to_vec()));
        assert_eq!(body(window.next_lines()), None);
        // A byte that continues a character belongs to the line of the one before it.
        fill(&mut window, b"\n\x80\x80x\n\x80");
        assert_eq!(body(window.next_lines()), Some(b"two\n\x80\x80x\n\x80".to_vec()));
        fill(&mut window, b"end");
        window.end();
        assert_eq!(body(window.next_lines()), None);
        assert_eq!(body(window.next_block()), Some(b"end".to_vec()));
        assert_eq!(body(window.next_block()), None);
    }

    #[test]
    fn a_text_that_could_not_be_read_on_ends_before_the_sequence_that_it_is_cut_in() {
        for (text, kept) in [
            (&b"a\xC3"[..], &b"a"[..]),
            (b"a\xE2\x82", b"a"),
            (b"a\xF0\x9F\x98", b"a"),
            (b"a\xC3\xA9", b"a\xC3\xA9"),
            (b"a\x80", b"a\x80"),
            (b"\xF0", b""),
        ] {
            let mut window = Window::new(100);
            assert_eq!(window.fill(text), b"");
            window.end_within();
            assert_eq!(
                window.next_block().expect("it is the last").bytes(),
                kept,
                "{text:X?}"
            );
        }
    }

    #[test]
    fn bodies_follow_each_other_and_end_between_maximal_subparts() {
        let text = [
            "é€😀a\n".repeat(300).as_bytes(),
            b"\x80\x80\x80\x80\x80\xF0\x9F\x98",
        ]
        .concat();
        for len in [1, 2, 3, 7, 100, 2000, 10_000] {
            let cut: Vec<_> = blocks(&text, len).collect();
            let joined: Vec<u8> = cut.iter().flat_map(|block| block.body()).copied().collect();
            assert_eq!(joined, text);
            let last = cut.iter().filter(|block| block.is_last()).count();
            assert!(last >= 1);
            for block in &cut {
                let at = block.start + block.body.start as u64;
                assert!(at == 0 || block.body.start >= MARGIN.min(at as usize));
            }
        }
        assert_eq!(blocks(b"", 5).count(), 1);
    }
}
