//! A map of a text: what its bytes are, from start to end, in a fixed number of cells.

use std::array;
use std::cmp::Reverse;
use std::sync::OnceLock;
use unicode_script::{Script, UnicodeScript};
use utf8kit::utf8;
use utf8kit_encodings::order::sorted;

/// Bytes that are validated and then counted while they are in the first cache.
const PART: usize = 16 << 10;

/// Bytes that are tested for ASCII at once, and counted without overflow of an `u8`.
const BLOCK: usize = 64;

/// The most cells that a map can have.
const MOST_CELLS: usize = 1 << 16;

/// The number of bytes of each class in a part of a text, and of the errors that start in it.
///
/// A sequence that crosses the border of two cells has each of its bytes counted in the cell where the byte is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct Cell {
    /// NUL bytes.
    pub nul: u64,
    /// The other ASCII bytes.
    pub ascii: u64,
    /// Bytes of well-formed sequences of two bytes: U+0080..=U+07FF.
    pub two: u64,
    /// Bytes of well-formed sequences of three bytes: U+0800..=U+FFFF.
    pub three: u64,
    /// Bytes of well-formed sequences of four bytes: U+10000..=U+10FFFF.
    pub four: u64,
    /// Bytes of ill-formed sequences.
    pub ill_formed: u64,
    /// Errors that start here. Each maximal subpart of an ill-formed sequence is one.
    pub errors: u64,
}

impl Cell {
    /// Returns the number of bytes.
    ///
    /// ```
    /// let mut map = utf8kit_lint::Map::new(2);
    /// map.push("né\0".as_bytes());
    /// assert_eq!(map.total().len(), 4);
    /// ```
    pub const fn len(&self) -> u64 {
        self.nul + self.ascii + self.two + self.three + self.four + self.ill_formed
    }

    /// Returns `true` if it has no bytes.
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    fn add(&mut self, other: &Cell) {
        self.nul += other.nul;
        self.ascii += other.ascii;
        self.two += other.two;
        self.three += other.three;
        self.four += other.four;
        self.ill_formed += other.ill_formed;
        self.errors += other.errors;
    }

    /// Counts the bytes `start..end` of `text`, which is well-formed.
    fn count(&mut self, text: &[u8], start: usize, end: usize) {
        let mut ascii = 0;
        for block in text[start..end].chunks(BLOCK) {
            // A plain loop with counters as wide as the bytes, which the compiler turns into vector code.
            let [mut nul, mut one, mut from_two, mut from_three, mut four] = [0_u8; 5];
            for &byte in block {
                nul += u8::from(byte == 0);
                one += u8::from(byte < 0x80);
                from_two += u8::from(byte >= 0xC0);
                from_three += u8::from(byte >= 0xE0);
                four += u8::from(byte >= 0xF0);
            }
            self.nul += u64::from(nul);
            ascii += u64::from(one) - u64::from(nul);
            self.two += 2 * u64::from(from_two - from_three);
            self.three += 3 * u64::from(from_three - four);
            self.four += 4 * u64::from(four);
        }
        self.ascii += ascii;
        // So far whole sequences are counted, those whose first byte is here.
        let (len, before) = cut(text, start);
        *self.of_len(len) += before;
        let (len, after) = cut(text, end);
        *self.of_len(len) -= after;
    }

    /// Returns the number of bytes in sequences of `len` bytes.
    fn of_len(&mut self, len: usize) -> &mut u64 {
        match len {
            2 => &mut self.two,
            3 => &mut self.three,
            4 => &mut self.four,
            _ => &mut self.ascii,
        }
    }
}

/// Returns the length of the sequence that `at` cuts, and its bytes from `at` on: zero if `at` is between two.
fn cut(text: &[u8], at: usize) -> (usize, u64) {
    let after = text[at..].iter().take(3);
    let after = after.take_while(|&&byte| is_continuation(byte)).count();
    if after == 0 {
        return (1, 0);
    }
    let before = text[..at].iter().rev().take(3);
    let before = 1 + before.take_while(|&&byte| is_continuation(byte)).count();
    (before + after, after as u64)
}

/// Returns `true` if a maximal subpart can be continued, so that it is ill-formed only at the end of the text.
fn is_incomplete(subpart: &[u8]) -> bool {
    utf8::validate(subpart).is_err_and(|error| error.error_len().is_none())
}

fn is_continuation(byte: u8) -> bool {
    byte & 0xC0 == 0x80
}

/// Maps a text that arrives in pieces of any size: it divides the text into cells of equal length, counts the bytes of each
/// class in each, and counts the characters of each script.
///
/// The length of the text need not be known. A cell begins with a length of one byte. When the cells are used up, each two
/// neighbours are merged. So the cells have the smallest power of two as their length with which they cover the text,
/// and the result is the same wherever the text is divided. Memory is bounded by the number of cells: 56 bytes for each.
///
/// ```
/// use utf8kit_lint::Map;
///
/// let mut map = Map::new(4);
/// for piece in [&b"plain, \xCE"[..], b"\xB1\xCE\xB2", b"\xFF"] {
///     map.push(piece);
/// }
/// map.finish();
/// assert_eq!((map.len(), map.cell_len(), map.cells().len()), (12, 4, 3));
/// assert_eq!((map.cells()[0].ascii, map.cells()[1].two), (4, 1));
/// assert_eq!((map.cells()[2].two, map.cells()[2].ill_formed, map.cells()[2].errors), (3, 1, 1));
/// assert_eq!(map.scripts(), [("Latin", 5), ("Common", 2), ("Greek", 2)]);
/// ```
#[derive(Clone, Debug)]
pub struct Map {
    /// The most cells.
    most: usize,
    cells: Vec<Cell>,
    /// A cell has 2 to this power bytes.
    shift: u32,
    /// The number of bytes counted.
    len: u64,
    /// An incomplete sequence at the end of what was pushed.
    held: Vec<u8>,
    scripts: Scripts,
}

impl Map {
    /// Creates the map of an empty text with at most `cells` cells. The number is raised to 2 or lowered to 65,536 if it is
    /// outside of these limits.
    pub fn new(cells: usize) -> Map {
        Map {
            most: cells.clamp(2, MOST_CELLS),
            cells: Vec::new(),
            shift: 0,
            len: 0,
            held: Vec::with_capacity(4),
            scripts: Scripts([0; 256]),
        }
    }

    /// Takes the next bytes of the text. An incomplete sequence at the end is counted with the bytes that follow.
    pub fn push(&mut self, piece: &[u8]) {
        let rest = self.complete(piece);
        for part in rest.chunks(PART) {
            let part = self.complete(part);
            self.count_part(part);
        }
    }

    /// Ends the text: an incomplete sequence at its end is ill-formed.
    pub fn finish(&mut self) {
        self.count_ill_formed(self.held.len());
        self.held.clear();
    }

    /// Returns the cells in the order of the text. There is none if the text is empty.
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// Returns the number of bytes of a cell, a power of two. The last cell can have fewer.
    pub fn cell_len(&self) -> u64 {
        1 << self.shift
    }

    /// Returns the number of bytes in the cells. After [`finish`](Self::finish) that is the length of the text.
    pub fn len(&self) -> u64 {
        self.len
    }

    /// Returns `true` if the cells have no bytes.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Returns the sum of all cells.
    pub fn total(&self) -> Cell {
        let mut total = Cell::default();
        self.cells.iter().for_each(|cell| total.add(cell));
        total
    }

    /// Returns the number of characters of each script that occurs, as `("Latin", 5)`, the most frequent first and then by
    /// name. Digits, spaces and punctuation are `Common`, combining characters of several scripts are `Inherited`, code
    /// points that are not assigned are `Unknown`. Ill-formed sequences have no script. The sum is the number of
    /// well-formed characters.
    pub fn scripts(&self) -> Vec<(&'static str, u64)> {
        self.scripts.counted()
    }

    /// Completes the sequence that is held, and returns the bytes of `piece` that do not belong to it.
    fn complete<'p>(&mut self, piece: &'p [u8]) -> &'p [u8] {
        let mut rest = piece;
        while !self.held.is_empty()
            && let [next, after @ ..] = rest
        {
            self.held.push(*next);
            match utf8::validate(&self.held) {
                Ok(_) => {
                    let held = self.held.clone();
                    self.held.clear();
                    self.count_well_formed(&held);
                }
                Err(error) if error.error_len().is_none() => {}
                Err(_) => {
                    // The next byte does not continue the sequence, and is not part of it.
                    self.count_ill_formed(self.held.len() - 1);
                    self.held.clear();
                    return rest;
                }
            }
            rest = after;
        }
        rest
    }

    /// Counts a part of the text that begins where a sequence does, and holds an incomplete sequence at its end.
    fn count_part(&mut self, part: &[u8]) {
        match utf8::validate(part) {
            Ok(_) => self.count_well_formed(part),
            Err(error) if error.error_len().is_none() => {
                let (well_formed, incomplete) = part.split_at(error.valid_up_to());
                self.count_well_formed(well_formed);
                self.held.extend_from_slice(incomplete);
            }
            Err(error) => {
                let (well_formed, rest) = part.split_at(error.valid_up_to());
                self.count_well_formed(well_formed);
                self.count_with_errors(rest);
            }
        }
    }

    /// Does what [`count_part`](Self::count_part) does. Text with an error often has many, and then this loop is up to
    /// three times as fast as to validate after each.
    fn count_with_errors(&mut self, part: &[u8]) {
        let mut end = 0;
        for chunk in part.utf8_chunks() {
            self.count_well_formed(chunk.valid().as_bytes());
            let ill_formed = chunk.invalid();
            end += chunk.valid().len() + ill_formed.len();
            if end == part.len() && is_incomplete(ill_formed) {
                self.held.extend_from_slice(ill_formed);
            } else {
                self.count_ill_formed(ill_formed.len());
            }
        }
    }

    /// Counts a well-formed part, which begins and ends where a sequence does.
    #[inline]
    fn count_well_formed(&mut self, text: &[u8]) {
        match text {
            [] => {}
            &[byte @ 1..0x80] => {
                let (cell, _) = self.next_cell();
                cell.ascii += 1;
                self.len += 1;
                self.scripts.count_ascii(&[byte]);
            }
            _ => self.count_run(text),
        }
    }

    /// Does what [`count_well_formed`](Self::count_well_formed) does. Outlined because of the characters between errors.
    #[inline(never)]
    fn count_run(&mut self, text: &[u8]) {
        let mut start = 0;
        while start < text.len() {
            let (cell, room) = self.next_cell();
            let end = text.len().min(start.saturating_add(room));
            cell.count(text, start, end);
            self.len += (end - start) as u64;
            start = end;
        }
        self.scripts.count(text);
    }

    /// Counts an ill-formed sequence of `len` bytes. There is none if `len` is zero.
    fn count_ill_formed(&mut self, len: usize) {
        let mut rest = len;
        let mut errors = 1;
        while rest > 0 {
            let (cell, room) = self.next_cell();
            let here = rest.min(room);
            cell.ill_formed += here as u64;
            cell.errors += errors;
            self.len += here as u64;
            rest -= here;
            errors = 0;
        }
    }

    /// Returns the cell of the next byte, and how many bytes it can take.
    #[inline]
    fn next_cell(&mut self) -> (&mut Cell, usize) {
        if self.len >> self.shift >= self.most as u64 {
            self.merge();
        }
        // The index is below `most`.
        let index = (self.len >> self.shift) as usize;
        if index == self.cells.len() {
            self.cells.push(Cell::default());
        }
        let room = self.cell_len() - (self.len & (self.cell_len() - 1));
        (
            &mut self.cells[index],
            usize::try_from(room).unwrap_or(usize::MAX),
        )
    }

    /// Merges each two neighbours.
    #[cold]
    fn merge(&mut self) {
        for i in 0..self.cells.len().div_ceil(2) {
            let mut merged = self.cells[2 * i];
            if let Some(second) = self.cells.get(2 * i + 1) {
                merged.add(second);
            }
            self.cells[i] = merged;
        }
        self.cells.truncate(self.cells.len().div_ceil(2));
        self.shift += 1;
    }
}

/// The number of characters of each script, by the script's number.
#[derive(Clone, Debug)]
struct Scripts([u64; 256]);

impl Scripts {
    /// Counts the characters of a well-formed part.
    fn count(&mut self, text: &[u8]) {
        let mut at = 0;
        while at < text.len() {
            let end = text.len().min(at + BLOCK);
            let block = &text[at..end];
            if block.is_ascii() {
                self.count_ascii(block);
                at = end;
            } else {
                while at < end {
                    let (number, len) = decode(&text[at..]);
                    self.0[script(number) as usize] += 1;
                    at += len;
                }
            }
        }
    }

    /// Counts at most [`BLOCK`] ASCII bytes.
    fn count_ascii(&mut self, block: &[u8]) {
        let mut letters = 0_u8;
        for &byte in block {
            letters += u8::from((byte | 0x20).wrapping_sub(b'a') < 26);
        }
        self.0[Script::Latin as usize] += u64::from(letters);
        self.0[Script::Common as usize] += block.len() as u64 - u64::from(letters);
    }

    fn counted(&self) -> Vec<(&'static str, u64)> {
        // The ASCII letters are counted without their page.
        page(0);
        let mut name = [None; 256];
        for script in PAGES.iter().filter_map(OnceLock::get).flat_map(|page| **page) {
            name[script as usize] = Some(script);
        }
        let counts = name.iter().zip(self.0);
        let counted = counts
            .filter_map(|(script, count)| Some((Reverse(count), script.as_ref()?.full_name())))
            .filter(|&(Reverse(count), _)| count > 0);
        let by_count = sorted(counted).into_iter();
        by_count.map(|(Reverse(count), script)| (script, count)).collect()
    }
}

/// The scripts of 256 code points.
type Page = Box<[Script; 256]>;

/// The scripts of all code points, each page from its first use on. The table of `unicode-script` is a sorted list of
/// ranges, whose search takes tens of nanoseconds.
static PAGES: [OnceLock<Page>; 0x1100] = [const { OnceLock::new() }; 0x1100];

/// Returns the script of a character.
#[inline]
fn script(number: u32) -> Script {
    page(number >> 8)[(number & 0xFF) as usize]
}

#[inline]
fn page(high: u32) -> &'static [Script; 256] {
    PAGES[high as usize].get_or_init(|| new_page(high))
}

#[cold]
fn new_page(high: u32) -> Page {
    Box::new(array::from_fn(|low| {
        let c = char::from_u32(high << 8 | low as u32);
        c.map_or(Script::Unknown, |c| c.script())
    }))
}

/// Returns the first character of well-formed text, and its length.
#[inline]
fn decode(text: &[u8]) -> (u32, usize) {
    let trail = |i: usize| u32::from(text[i] & 0x3F);
    let lead = u32::from(text[0]);
    match lead {
        0..0x80 => (lead, 1),
        0x80..0xE0 => ((lead & 0x1F) << 6 | trail(1), 2),
        0xE0..0xF0 => ((lead & 0x0F) << 12 | trail(1) << 6 | trail(2), 3),
        _ => ((lead & 0x07) << 18 | trail(1) << 12 | trail(2) << 6 | trail(3), 4),
    }
}
