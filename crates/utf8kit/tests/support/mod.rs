//! Reads the tables in `tests/data` (tab-separated, the first line names the columns), and makes random text.

// Each test program uses its part of this.
#![allow(dead_code)]

use std::collections::HashMap;

/// Each sequence of bytes and what every dialect makes of it.
pub(crate) const VECTORS: &str = include_str!("../data/vectors.tsv");
/// The same texts in every form.
pub(crate) const FORMS: &str = include_str!("../data/forms.tsv");

/// The rows of a table, each with its fields by their column's name.
pub(crate) fn rows(table: &'static str) -> Vec<HashMap<&'static str, &'static str>> {
    let mut lines = table.lines();
    let columns: Vec<_> = lines.next().unwrap().split('\t').collect();
    let rows: Vec<_> = lines
        .map(|line| {
            let fields: Vec<_> = line.split('\t').collect();
            assert_eq!(fields.len(), columns.len(), "{line}");
            columns.iter().copied().zip(fields).collect()
        })
        .collect();
    assert!(!rows.is_empty());
    rows
}

/// `E2 82 AC` as bytes.
pub(crate) fn bytes(field: &str) -> Vec<u8> {
    field
        .split_whitespace()
        .map(|byte| u8::from_str_radix(byte, 16).unwrap())
        .collect()
}

/// `U+20AC U+0041` as numbers; `None` for `!`, not well-formed.
pub(crate) fn numbers(field: &str) -> Option<Vec<u32>> {
    if field == "!" {
        return None;
    }
    let number = |word: &str| u32::from_str_radix(word.strip_prefix("U+").unwrap(), 16).unwrap();
    Some(field.split_whitespace().map(number).collect())
}

/// `U+20AC U+0041` as text; `None` for `!`, not well-formed.
pub(crate) fn text(field: &str) -> Option<String> {
    Some(
        numbers(field)?
            .into_iter()
            .map(|number| char::from_u32(number).unwrap())
            .collect(),
    )
}

/// Random numbers, the same in every run (xorshift64*).
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D)
    }

    /// A number under `end`.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        ((u128::from(self.next()) * end as u128) >> 64) as usize
    }

    /// A character of `len` bytes in UTF-8.
    pub(crate) fn character(&mut self, len: usize) -> char {
        let (start, end) = [(0, 0x80), (0x80, 0x800), (0x800, 0x1_0000), (0x1_0000, 0x11_0000)][len - 1];
        loop {
            if let Some(c) = char::from_u32((start + self.below(end - start)) as u32) {
                return c;
            }
        }
    }

    /// Text of `characters` characters with up to `longest` bytes each, in runs as real text has them.
    pub(crate) fn text(&mut self, characters: usize, longest: usize) -> String {
        let mut len = 1;
        (0..characters)
            .map(|_| {
                if self.below(4) == 0 {
                    len = 1 + self.below(longest);
                }
                self.character(len)
            })
            .collect()
    }

    /// Changes, drops or inserts a byte at `times` places.
    pub(crate) fn damage(&mut self, bytes: &mut Vec<u8>, times: usize) {
        for _ in 0..times {
            if bytes.is_empty() {
                return;
            }
            let at = self.below(bytes.len());
            let byte = self.next() as u8;
            match self.below(4) {
                0 => bytes[at] = byte,
                1 => bytes[at] ^= 1 << (byte & 7),
                2 => drop(bytes.remove(at)),
                _ => bytes.insert(at, byte),
            }
        }
    }
}
