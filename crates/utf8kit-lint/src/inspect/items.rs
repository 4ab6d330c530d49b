//! Divides bytes into items.

use super::bits::Byte;
use super::item::{Item, Meaning, Remark};
use super::problem::Problem;
use super::source::Source;
use super::{bits, problem};
use crate::rules::annex_r;
use std::collections::VecDeque;
use std::fmt;
use utf8kit::stream::Stop;
use utf8kit::{Encoding as Base, ErrorKind, IllFormed, Policy};
use utf8kit_encodings::iso2022::{Announcement, Switch};
use utf8kit_encodings::{Decoder, Encoding, hangul};

/// An iterator over the items of some bytes.
///
/// The items are all of the bytes, in order. In UTF-8 and its dialects, an ill-formed sequence is what was meant as one
/// character: `ED A0 80`.
///
/// ```
/// use utf8kit_lint::inspect::Items;
///
/// let utf_7 = "UTF-7".parse().unwrap();
/// let items: Vec<_> = Items::new(b"1+Jjo-", utf_7).map(|item| item.hex()).collect();
/// assert_eq!(items, ["31", "2B", "4A 6A 6F", "2D"]);
/// ```
pub struct Items<'a> {
    bytes: &'a [u8],
    /// Where the next item begins in the bytes.
    at: usize,
    /// The offset of the bytes in the text.
    start: u64,
    is_end: bool,
    source: Box<dyn Source + 'a>,
}

// That of the sources would be in each program that shows items.
impl fmt::Debug for Items<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Items")
            .field("at", &self.at)
            .finish_non_exhaustive()
    }
}

impl<'a> Items<'a> {
    /// Returns the items of `bytes`, which are a whole text in an encoding.
    pub fn new(bytes: &'a [u8], encoding: Encoding) -> Items<'a> {
        Items::in_state(bytes, encoding, 0)
    }

    /// Returns the items of `bytes`, before which the encoding is in a [shift state](Decoder::shift_state).
    ///
    /// ```
    /// use utf8kit::Policy;
    /// use utf8kit_encodings::{Decoder, Encoding};
    /// use utf8kit_lint::inspect::{Items, Meaning};
    ///
    /// let mut before = Decoder::new(Encoding::Iso2022, Policy::Fail);
    /// let _ = before.to_code_points(b"\x1B%G", &mut [0]);
    /// let mut items = Items::in_state("é".as_bytes(), Encoding::Iso2022, before.shift_state());
    /// assert_eq!(items.next().unwrap().meaning, Meaning::Numbers(vec![0xE9]));
    /// ```
    pub fn in_state(bytes: &'a [u8], encoding: Encoding, state: u16) -> Items<'a> {
        let in_dialect = |dialect, moves| -> Box<dyn Source + 'a> { Box::new(InDialect { dialect, moves }) };
        let source = match encoding {
            Encoding::Base(Base::Utf8) | Encoding::Utf8Signature | Encoding::Utf8Mb3 => {
                in_dialect(Base::Utf8, false)
            }
            Encoding::Unicode11Utf8 | Encoding::OldHangulUtf8 => in_dialect(Base::Rfc2279, true),
            Encoding::Base(base) if Base::RELATIVES.contains(&base) => in_dialect(base, false),
            encoding => Box::new(Family::new(encoding, state)),
        };
        Items::of(bytes, source)
    }

    /// Returns the items of `bytes`, which are a whole text in UTF-8 or a dialect. A program that calls only this contains
    /// no other encoding.
    ///
    /// ```
    /// use utf8kit::Encoding;
    /// use utf8kit_lint::inspect::{Items, Meaning};
    ///
    /// let item = Items::in_dialect(b"\xC0\x80", Encoding::ModifiedUtf8).next().unwrap();
    /// assert_eq!(item.meaning, Meaning::Numbers(vec![0]));
    /// ```
    pub fn in_dialect(bytes: &'a [u8], dialect: Base) -> Items<'a> {
        Items::of(
            bytes,
            Box::new(InDialect {
                dialect,
                moves: false,
            }),
        )
    }

    fn of(bytes: &'a [u8], source: Box<dyn Source + 'a>) -> Items<'a> {
        Items {
            bytes,
            at: 0,
            start: 0,
            is_end: true,
            source,
        }
    }

    /// Returns the items of bytes that are a part of a text: they begin at `offset`, between two characters, and
    /// `is_end` says whether the text ends where they do. Encodings that have a state, such as UTF-7, are in the first one at
    /// `offset`, unless [`in_state`](Self::in_state) says another.
    ///
    /// Give a few bytes more than are to be shown, so that the last item is complete.
    #[must_use]
    pub fn in_text(self, offset: u64, is_end: bool) -> Items<'a> {
        Items {
            start: offset,
            is_end,
            ..self
        }
    }

    fn item(&self, range: std::ops::Range<usize>, meaning: Meaning) -> Item {
        let sequence = &self.bytes[range.clone()];
        Item {
            offset: self.start + range.start as u64,
            bytes: self.source.bits(sequence),
            remark: match meaning {
                Meaning::Numbers(_) => self.source.remark(sequence),
                _ => None,
            },
            meaning,
        }
    }
}

impl Iterator for Items<'_> {
    type Item = Item;

    fn next(&mut self) -> Option<Item> {
        let rest = self.bytes.get(self.at..).filter(|rest| !rest.is_empty())?;
        let (len, meaning) = self.source.next(rest, self.is_end);
        // Whatever a decoder does, the items are all of the bytes.
        let end = (self.at + len.max(1)).min(self.bytes.len());
        let item = self.item(self.at..end, meaning);
        self.at = end;
        Some(item)
    }
}

/// UTF-8 or a dialect.
struct InDialect {
    dialect: Base,
    /// Whether Hangul is moved from the code points of Unicode 1.1.
    moves: bool,
}

impl Source for InDialect {
    fn next(&mut self, rest: &[u8], is_end: bool) -> (usize, Meaning) {
        let InDialect { dialect, moves } = *self;
        let first = dialect.code_points(rest).next();
        match first.expect("there are bytes") {
            Ok(point) => {
                let moved = moves.then(|| hangul::from_unicode_1_1(char::from_u32(point.number)?));
                let number = moved.flatten().map_or(point.number, u32::from);
                (point.len, Meaning::Numbers(vec![number]))
            }
            Err(error) if error.kind() == ErrorKind::UnexpectedEnd && !is_end => {
                (rest.len(), Meaning::Incomplete)
            }
            Err(error) => {
                let (len, problem) = in_dialect(dialect, &error, rest);
                (len, Meaning::IllFormed(problem))
            }
        }
    }

    fn remark(&self, sequence: &[u8]) -> Option<Remark> {
        remark(self.dialect, sequence)
    }

    fn bits(&self, sequence: &[u8]) -> Vec<Byte> {
        bits::of_utf8(sequence)
    }
}

/// Returns the length of an error of `dialect` at the beginning of `rest`, and its problem.
fn in_dialect(dialect: Base, error: &IllFormed, rest: &[u8]) -> (usize, Problem) {
    let len = error.attempt().len().max(error.error_len().unwrap_or(0));
    let len = len.clamp(1, rest.len());
    (len, problem::in_dialect(dialect, error, &rest[..len]))
}

/// Returns the objection of `dialect` to a sequence that it reads.
fn remark(dialect: Base, sequence: &[u8]) -> Option<Remark> {
    let ((kind, reason), clause) = annex_r::remark(dialect, sequence)?;
    Some(Remark {
        kind: kind.into(),
        reason,
        clause,
    })
}

/// The first byte of an escape sequence.
const ESC: u8 = 0x1B;

/// Items of another encoding.
struct Family {
    reader: Decoder<'static>,
    /// What ISO/IEC 2022 has announced for what the reader reads next.
    announced: Option<Announcement>,
    /// The bytes that the reader was given, and those that were returned as items.
    fed: usize,
    returned: usize,
    /// The characters that are read of a sequence which stands for several.
    numbers: Vec<u32>,
    /// Items that were read together with another one.
    waiting: VecDeque<(usize, Meaning)>,
}

impl Family {
    fn new(encoding: Encoding, state: u16) -> Family {
        let reader = Decoder::new(encoding, Policy::Fail).with_shift_state(state);
        Family {
            announced: reader.announced(),
            reader,
            fed: 0,
            returned: 0,
            numbers: Vec::new(),
            waiting: VecDeque::new(),
        }
    }

    /// Returns the length of an error at the beginning of `rest` and its problem, if it is one of UTF-8 that ISO/IEC 2022 has
    /// announced.
    fn in_announced(&self, error: &IllFormed, rest: &[u8]) -> Option<(usize, Problem)> {
        let dialect = self.reader.announced()?.encoding().utf8_relative()?;
        if dialect.description().name() != error.encoding() {
            return None;
        }
        let whole = dialect.validate(rest).err()?;
        (whole.valid_up_to() == 0).then(|| in_dialect(dialect, &whole, rest))
    }

    /// Reads the rest of a run of surplus continuation bytes, which are one malformed sequence (ISO/IEC 10646-1 R.7).
    fn pass_surplus(&mut self, bytes: &[u8]) {
        let _ = self.reader.to_code_points(bytes, &mut [0]);
        self.fed += bytes.len();
    }

    fn give(&mut self, len: usize, meaning: Meaning) -> (usize, Meaning) {
        self.returned += len;
        self.fed = self.fed.max(self.returned);
        (len, meaning)
    }
}

impl Source for Family {
    fn remark(&self, sequence: &[u8]) -> Option<Remark> {
        remark(self.reader.announced()?.encoding().utf8_relative()?, sequence)
    }

    fn bits(&self, sequence: &[u8]) -> Vec<Byte> {
        let announced = self.reader.announced().map(Announcement::encoding);
        bits::of_family(announced.unwrap_or(self.reader.encoding()), sequence)
    }

    /// The reader is given one byte at a time, so that its position shows where an item ends.
    fn next(&mut self, rest: &[u8], is_end: bool) -> (usize, Meaning) {
        let start = self.returned;
        let mut is_finished = false;
        while self.waiting.is_empty() {
            let mut number = [0];
            let given = rest.get(self.fed - start..).unwrap_or_default();
            let step = match given {
                [] if !is_end => return self.give(rest.len(), Meaning::Incomplete),
                [] if is_finished => return self.give(rest.len(), Meaning::Nothing),
                [] => {
                    let step = self.reader.finish_code_points(&mut number);
                    // Characters of the last sequence can be left.
                    is_finished = !matches!(step.stop, Stop::OutputFull);
                    step
                }
                [first, ..] => {
                    let step = self.reader.to_code_points(&[*first], &mut number);
                    if step.read == 0 && step.written == 0 && matches!(step.stop, Stop::OutputFull) {
                        return self.give(rest.len(), Meaning::Incomplete);
                    }
                    step
                }
            };
            self.fed += step.read;
            let announced = self.reader.announced();
            let nothing = match std::mem::replace(&mut self.announced, announced) == announced {
                true => Meaning::Nothing,
                false => Meaning::Switch(announced.map_or(Switch::Return, Switch::To)),
            };
            let position = self.reader.position() as usize;
            let mut from = start;
            let mut push = |waiting: &mut VecDeque<_>, end: usize, meaning| {
                if end > from {
                    waiting.push_back((end - from, meaning));
                    from = end;
                }
            };
            let error = match &step.stop {
                Stop::IllFormed(error) => Some(error),
                _ => None,
            };
            let end = error.map_or(position, |error| error.offset() as usize);
            match step.written {
                // The last byte of packed septets can have the end of a character, and no other one.
                0 if end > start && !self.numbers.is_empty() => {
                    let numbers = std::mem::take(&mut self.numbers);
                    push(&mut self.waiting, end, Meaning::Numbers(numbers));
                }
                0 => push(&mut self.waiting, end, nothing),
                _ if self.reader.is_within_sequence() => {
                    self.numbers.push(number[0]);
                    continue;
                }
                _ => {
                    // The decoder reads on after an escape sequence of ISO-2022-JP, because another one may not follow it.
                    if self.reader.encoding().name() == "ISO-2022-JP" && rest[0] == ESC && end > start + 3 {
                        push(&mut self.waiting, start + 3, nothing);
                    }
                    self.numbers.push(number[0]);
                    let numbers = std::mem::take(&mut self.numbers);
                    push(&mut self.waiting, end, Meaning::Numbers(numbers));
                }
            }
            if let Some(error) = error {
                if let Some((len, problem)) = self.in_announced(error, &rest[end - start..]) {
                    push(&mut self.waiting, end + len, Meaning::IllFormed(problem));
                    self.pass_surplus(&rest[self.fed - start..end + len - start]);
                    continue;
                }
                let meaning = Meaning::IllFormed(problem::in_other(error));
                push(&mut self.waiting, position, meaning);
            }
        }
        let (len, meaning) = self.waiting.pop_front().expect("one is waiting");
        self.give(len, meaning)
    }
}
