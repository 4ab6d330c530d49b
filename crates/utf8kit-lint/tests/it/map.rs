//! A map of a text is what a plain model counts, however the text is divided.

use unicode_script::{Script, UnicodeScript};
use utf8kit_lint::{Cell, Map};
use utf8kit_test::Random;

/// Parts of texts: characters of each length and script, and ill-formed sequences of each kind.
const PARTS: [&[u8]; 22] = [
    b"a",
    b" ",
    b"\0",
    b"plain text, ",
    "é".as_bytes(),
    "ж".as_bytes(),
    "α".as_bytes(),
    "中".as_bytes(),
    "\u{301}".as_bytes(),
    "\u{378}".as_bytes(),
    "😀".as_bytes(),
    "𝐀".as_bytes(),
    "𐎀".as_bytes(),
    "\u{10FFFF}".as_bytes(),
    b"\x80",
    b"\xC3",
    b"\xE2\x82",
    b"\xF0\x9F\x98",
    b"\xED\xA0\x80",
    b"\xC0\xAF",
    b"\xF4\x90",
    b"\xFF",
];

/// Returns the map of `text` in `cells` cells, pushed in pieces of the lengths that `next` returns.
fn map(text: &[u8], cells: usize, mut next: impl FnMut() -> usize) -> Map {
    let mut map = Map::new(cells);
    let mut rest = text;
    while !rest.is_empty() {
        let (piece, after) = rest.split_at(next().min(rest.len()));
        map.push(piece);
        rest = after;
    }
    map.finish();
    map
}

/// Compares a map with what is counted byte by byte.
fn assert_counted(map: &Map, text: &[u8], most: usize) {
    let mut bytes = Vec::new();
    let mut scripts: Vec<(&'static str, u64)> = Vec::new();
    for chunk in text.utf8_chunks() {
        for c in chunk.valid().chars() {
            bytes.extend(std::iter::repeat_n(of_len(c.len_utf8(), c == '\0'), c.len_utf8()));
            let name = Script::full_name(c.script());
            match scripts.iter_mut().find(|(other, _)| *other == name) {
                Some((_, count)) => *count += 1,
                None => scripts.push((name, 1)),
            }
        }
        for i in 0..chunk.invalid().len() {
            let mut cell = Cell::default();
            cell.ill_formed = 1;
            cell.errors = u64::from(i == 0);
            bytes.push(cell);
        }
    }
    scripts.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(b.0)));

    let mut len = 1;
    while len * most < text.len() {
        len *= 2;
    }
    let expected: Vec<Cell> = bytes.chunks(len).map(sum).collect();
    assert_eq!(map.cells(), expected, "{text:X?}");
    assert_eq!((map.cell_len(), map.len()), (len as u64, text.len() as u64));
    assert_eq!(map.total(), sum(&bytes));
    assert_eq!(map.total().len(), map.len());
    assert_eq!(map.scripts(), scripts, "{text:X?}");
}

/// Returns a byte of a sequence of `len` bytes.
fn of_len(len: usize, is_nul: bool) -> Cell {
    let mut cell = Cell::default();
    match len {
        1 if is_nul => cell.nul = 1,
        1 => cell.ascii = 1,
        2 => cell.two = 1,
        3 => cell.three = 1,
        _ => cell.four = 1,
    }
    cell
}

fn sum(cells: &[Cell]) -> Cell {
    let mut sum = Cell::default();
    for cell in cells {
        sum.nul += cell.nul;
        sum.ascii += cell.ascii;
        sum.two += cell.two;
        sum.three += cell.three;
        sum.four += cell.four;
        sum.ill_formed += cell.ill_formed;
        sum.errors += cell.errors;
    }
    sum
}

#[test]
fn every_division_of_short_texts_has_the_same_map() {
    for first in PARTS {
        for second in PARTS {
            for third in [&b"x"[..], b"\x82", "😀".as_bytes(), b"\xE2"] {
                let text = [first, second, third].concat();
                for cells in [2, 3, 5, 64] {
                    let whole = map(&text, cells, || text.len());
                    assert_counted(&whole, &text, cells);
                    for cut in 1..text.len() {
                        let mut lens = [cut, text.len()].into_iter();
                        let cut = map(&text, cells, || lens.next().unwrap());
                        assert_counted(&cut, &text, cells);
                    }
                    assert_counted(&map(&text, cells, || 1), &text, cells);
                }
            }
        }
    }
}

#[test]
fn random_divisions_of_long_texts_have_the_same_map() {
    let mut random = Random::new(1);
    for round in 0..60 {
        // Some texts consist of few parts, so that there are long runs of one class.
        let kinds = 1 + random.below(PARTS.len());
        let start = random.below(PARTS.len());
        let mut text = Vec::new();
        let len = if round % 10 == 0 { 100_000 } else { 5_000 };
        while text.len() < len {
            let part = PARTS[(start + random.below(kinds)) % PARTS.len()];
            let times = 1 + random.below(if round % 3 == 0 { 200 } else { 2 });
            text.extend(part.repeat(times));
        }
        let cells = [2, 7, 100, 1000, 65_536][round % 5];
        let most = if round % 2 == 0 { 20 } else { 40_000 };
        let divided = map(&text, cells, || 1 + random.below(most));
        assert_counted(&divided, &text, cells);
    }
}

#[test]
fn an_empty_text_has_no_cells() {
    let map = map(b"", 8, || 1);
    assert!(map.cells().is_empty() && map.is_empty() && map.scripts().is_empty());
    assert_eq!((map.total(), map.cell_len()), (Cell::default(), 1));
    assert!(map.total().is_empty());
}

#[test]
fn the_number_of_cells_has_limits() {
    let text = [b'a'; 200_000];
    assert_eq!(map(&text, 0, || 9999).cells().len(), 2);
    assert_eq!(map(&text, 1, || 9999).cell_len(), 131_072);
    assert_eq!(map(&text, usize::MAX, || 9999).cell_len(), 4);
}
