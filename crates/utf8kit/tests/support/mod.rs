//! Reads the tables in `tests/data`: tab-separated, the first line names the columns.

// Each test program uses its part of this.
#![allow(dead_code)]

use std::collections::HashMap;

/// Each sequence of octets and what every dialect makes of it.
pub(crate) const VECTORS: &str = include_str!("../../../../tests/data/vectors.tsv");
/// The same texts in every form.
pub(crate) const FORMS: &str = include_str!("../../../../tests/data/forms.tsv");

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

/// `E2 82 AC` as octets.
pub(crate) fn octets(field: &str) -> Vec<u8> {
    field
        .split_whitespace()
        .map(|octet| u8::from_str_radix(octet, 16).unwrap())
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
