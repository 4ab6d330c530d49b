//! Paths and JSON made safe to print, with `utf8kit_lint`'s functions for text and bytes.

pub(crate) use utf8kit_lint::escape::{hex, push_bytes, push_char, push_text, text};

use serde::Serialize;
use std::path::Path;

/// Returns the path as messages show it.
pub(crate) fn path(path: &Path) -> String {
    text(path.as_os_str().as_encoded_bytes())
}

/// Returns the value as JSON, in a line. What must not reach a terminal is escaped as JSON does: C1 controls, characters that reorder
/// text.
pub(crate) fn json_line(value: &impl Serialize) -> String {
    let json = serde_json::to_string(value).expect("strings and numbers can be written as JSON");
    if json.bytes().all(|byte| byte < 0x7F) {
        return json + "\n";
    }
    let mut line = String::with_capacity(json.len() + 1);
    for c in json.chars() {
        let mut shown = String::new();
        push_char(&mut shown, c);
        match shown.starts_with('\\') && !c.is_ascii_graphic() {
            true => {
                for unit in c.encode_utf16(&mut [0; 2]) {
                    line.push_str(&format!("\\u{unit:04x}"));
                }
            }
            false => line.push(c),
        }
    }
    line.push('\n');
    line
}

/// Returns a word of a command for the shell. What cannot be seen or is not UTF-8 is escaped as bash, zsh and ksh read it.
pub(crate) fn quoted(word: &[u8]) -> String {
    let shown = text(word);
    let is_plain = |c: char| c.is_alphanumeric() || "_-./:,=+@%".contains(c);
    if shown.as_bytes() != word {
        let mut quoted = String::from("$'");
        for chunk in word.utf8_chunks() {
            for c in chunk.valid().chars() {
                let mut shown = String::new();
                push_char(&mut shown, c);
                match c {
                    '\'' | '\\' => quoted.extend(['\\', c]),
                    _ if shown.chars().eq([c]) => quoted.push(c),
                    _ => push_bytes(&mut quoted, c.encode_utf8(&mut [0; 4]).as_bytes()),
                }
            }
            push_bytes(&mut quoted, chunk.invalid());
        }
        quoted.push('\'');
        quoted
    } else if !shown.is_empty() && shown.chars().all(is_plain) {
        shown
    } else if cfg!(windows) {
        format!("\"{shown}\"")
    } else {
        format!("'{}'", shown.replace('\'', r"'\''"))
    }
}

#[cfg(all(test, not(windows)))]
mod tests {
    use super::*;

    #[test]
    fn words_are_quoted_where_a_shell_would_read_something_else() {
        let cases: [(&[u8], &str); 8] = [
            (b"a/b-c.txt", "a/b-c.txt"),
            ("größe".as_bytes(), "größe"),
            (b"", "''"),
            (b"a b", "'a b'"),
            (b"$(x)", "'$(x)'"),
            (b"it's", r"'it'\''s'"),
            (b"a\nb'\\", r"$'a\x0Ab\'\\'"),
            (b"\xFFa", r"$'\xFFa'"),
        ];
        for (word, expected) in cases {
            assert_eq!(quoted(word), expected);
        }
    }
}
