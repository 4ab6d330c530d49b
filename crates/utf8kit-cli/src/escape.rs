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
