//! Functions that several tests share: they read the tables in `tests/data` (tab-separated, the first line names the
//! columns), and generate random text.

// Each test program uses some of them.
#![allow(dead_code)]

use std::collections::HashMap;

/// Sequences of bytes, and what each dialect decodes them to.
pub(crate) const VECTORS: &str = include_str!("../data/vectors.tsv");
/// Texts, each in every encoding.
pub(crate) const ENCODED_TEXTS: &str = include_str!("../data/forms.tsv");

/// Returns the rows of a table. Each maps the name of a column to the field.
pub(crate) fn rows(table: &'static str) -> Vec<HashMap<&'static str, &'static str>> {
    let mut lines = table.lines();
    let columns: Vec<_> = lines.next().unwrap().split('\t').collect();
    let rows: Vec<_> = lines
        .map(|line| {
            let fields: Vec<_> = line.split('\t').collect();
            assert_eq!(
                fields.len(),
                columns.len(),
                "a row must have as many fields as the table has columns: {line}"
            );
            columns.iter().copied().zip(fields).collect()
        })
        .collect();
    assert!(!rows.is_empty(), "the table has no rows");
    rows
}

/// Returns the bytes of a field such as `E2 82 AC`.
pub(crate) fn bytes(field: &str) -> Vec<u8> {
    field
        .split_whitespace()
        .map(|byte| u8::from_str_radix(byte, 16).unwrap())
        .collect()
}

/// Returns the numbers of a field such as `U+20AC U+0041`, or `None` for `!`, which stands for ill-formed.
pub(crate) fn numbers(field: &str) -> Option<Vec<u32>> {
    if field == "!" {
        return None;
    }
    let number = |word: &str| u32::from_str_radix(word.strip_prefix("U+").unwrap(), 16).unwrap();
    Some(field.split_whitespace().map(number).collect())
}

/// Returns the text of a field such as `U+20AC U+0041`, or `None` for `!`, which stands for ill-formed.
pub(crate) fn text(field: &str) -> Option<String> {
    Some(
        numbers(field)?
            .into_iter()
            .map(|number| char::from_u32(number).unwrap())
            .collect(),
    )
}

/// A random number generator (xorshift64*). Its numbers are the same in every run.
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

    /// Returns a number less than `end`.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        ((u128::from(self.next()) * end as u128) >> 64) as usize
    }

    /// Returns a character that has `len` bytes in UTF-8.
    pub(crate) fn character(&mut self, len: usize) -> char {
        let (start, end) = [(0, 0x80), (0x80, 0x800), (0x800, 0x1_0000), (0x1_0000, 0x11_0000)][len - 1];
        loop {
            if let Some(c) = char::from_u32((start + self.below(end - start)) as u32) {
                return c;
            }
        }
    }

    /// Returns text of `characters` characters of up to `max_len` bytes each. As in real text, characters of the same
    /// length often follow each other.
    pub(crate) fn text(&mut self, characters: usize, max_len: usize) -> String {
        let mut len = 1;
        (0..characters)
            .map(|_| {
                if self.below(4) == 0 {
                    len = 1 + self.below(max_len);
                }
                self.character(len)
            })
            .collect()
    }

    /// Changes, removes or inserts a byte, `times` times.
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
