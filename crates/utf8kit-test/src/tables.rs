//! The tables in `data`: tab-separated, the first line names the columns.

use std::collections::HashMap;

/// Sequences of bytes, and what each dialect decodes them to.
pub const VECTORS: &str = include_str!("../data/vectors.tsv");
/// Texts, each in every encoding.
pub const ENCODED_TEXTS: &str = include_str!("../data/forms.tsv");
/// Hangul syllables at their positions before and after Amendment 5.
pub const HANGUL: &str = include_str!("../data/hangul-unicode-1.1.tsv");

/// The charsets of IANA's registry, with the encoding that has their labels.
pub const IANA_CHARSETS: &str = include_str!("../data/iana-charsets.tsv");

/// Returns the rows of a table. Each maps the name of a column to the field.
pub fn rows(table: &str) -> Vec<HashMap<&str, &str>> {
    let mut lines = table.lines();
    let columns: Vec<_> = lines.next().expect("a line of names").split('\t').collect();
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

/// Returns the bytes of hexadecimal digits such as `E2 82 AC`. White space is ignored.
pub fn hex(digits: &str) -> Vec<u8> {
    let digits: Vec<u8> = digits
        .bytes()
        .filter(|digit| !digit.is_ascii_whitespace())
        .collect();
    digits
        .chunks(2)
        .map(|pair| {
            assert_eq!(pair.len(), 2, "an odd number of digits");
            u8::from_str_radix(std::str::from_utf8(pair).expect("ASCII"), 16).expect("hexadecimal digits")
        })
        .collect()
}

/// Returns `bytes` as hexadecimal digits in lower case, without spaces.
pub fn to_hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Returns the numbers of a field such as `U+20AC U+0041`, or `None` for `!`, which stands for ill-formed.
pub fn numbers(field: &str) -> Option<Vec<u32>> {
    if field == "!" {
        return None;
    }
    let number = |word: &str| u32::from_str_radix(word.strip_prefix("U+").expect("U+"), 16).expect("digits");
    Some(field.split_whitespace().map(number).collect())
}

/// Returns the text of a field such as `U+20AC U+0041`, or `None` for `!`, which stands for ill-formed.
pub fn text(field: &str) -> Option<String> {
    let numbers = numbers(field)?.into_iter();
    Some(
        numbers
            .map(|number| char::from_u32(number).expect("a scalar value"))
            .collect(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_read() {
        assert_eq!(hex("E2 82\tac"), [0xE2, 0x82, 0xAC]);
        assert_eq!(to_hex(b"\xE2\x02"), "e202");
        assert_eq!(numbers("U+20AC U+7FFFFFFF"), Some(vec![0x20AC, 0x7FFF_FFFF]));
        assert_eq!((numbers("!"), text("!")), (None, None));
        assert_eq!(text("U+0041 U+20AC").as_deref(), Some("A€"));
    }

    #[test]
    fn every_table_has_rows_with_all_fields() {
        for table in [VECTORS, ENCODED_TEXTS] {
            assert!(rows(table).len() > 10);
        }
    }

    #[test]
    #[should_panic(expected = "as many fields")]
    fn a_row_without_a_field_is_an_error() {
        rows("a\tb\n1\n");
    }
}
