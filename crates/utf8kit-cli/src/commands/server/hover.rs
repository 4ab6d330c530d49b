//! What is shown of the character under the pointer.

use super::document::{Document, Shown};
use crate::escape;
use serde_json::{Value, json};
use std::fmt::Write;
use utf8kit_encodings::Encoding;
use utf8kit_lint::inspect::{FormKind, Items, forms, properties};

/// Returns what to show at an offset, or `null`. Of ASCII that can be seen, only findings are shown: other servers have more to say there.
pub(super) fn hover(document: &Document, offset: usize) -> Value {
    let text = document.text.text();
    let Some(c) = text[offset..].chars().next() else {
        return Value::Null;
    };
    let is_here = |shown: &&Shown| {
        let range = &shown.range;
        range.contains(&offset) || (range.is_empty() && range.start == offset)
    };
    let found: Vec<_> = document.shown.iter().filter(is_here).collect();
    let is_plain = c.is_ascii_graphic() || matches!(c, ' ' | '\t' | '\r' | '\n');
    if is_plain && found.is_empty() {
        return Value::Null;
    }
    let mut shown = String::new();
    for Shown { finding, .. } in &found {
        let message = escape::text(finding.message.as_bytes());
        write!(
            shown,
            "**{}** ({}): {}\n\n",
            finding.rule,
            finding.clause,
            markdown(&message)
        )
        .expect("writing to a string succeeds");
    }
    if let Some(disk) = document.bytes_on_disk() {
        for Shown { finding, .. } in &found {
            let start = usize::try_from(finding.offset)
                .unwrap_or(usize::MAX)
                .min(disk.len());
            write!(shown, "In the file: {}\n\n", bytes(&disk[start..]))
                .expect("writing to a string succeeds");
        }
    }
    shown += &character(c);
    let range = document.text.range(&(offset..offset + c.len_utf8()));
    json!({ "contents": { "kind": "markdown", "value": shown }, "range": range })
}

/// Returns what is known of a character.
fn character(c: char) -> String {
    let number = u32::from(c);
    let known = properties(number);
    let name = known.as_ref().map_or("", |known| &known.name);
    let mut shown = format!("**U+{number:04X}** {}", markdown(name));
    if let Some(category) = known.as_ref().map(|known| known.category) {
        write!(shown, ", {} ({})", category.long, category.short).expect("writing to a string succeeds");
    }
    if let Some(block) = known.as_ref().and_then(|known| known.block) {
        write!(shown, ", {block}").expect("writing to a string succeeds");
    }
    let mut buffer = [0; 4];
    write!(
        shown,
        "\n\nUTF-8 {}",
        bytes(c.encode_utf8(&mut buffer).as_bytes())
    )
    .expect("writing to a string succeeds");
    for form in forms(number) {
        if form.kind == FormKind::Encoding && matches!(form.name, "UTF-16" | "UTF-32") {
            write!(shown, ", {} `{}`", form.name, form.text).expect("writing to a string succeeds");
        }
    }
    shown
}

/// Returns the first sequence of some bytes, in hexadecimal, and its bits: the prefix of each byte, and after it a part of the number.
fn bytes(text: &[u8]) -> String {
    let first = Items::new(&text[..text.len().min(16)], Encoding::UTF_8).next();
    let Some(item) = first else {
        return String::new();
    };
    let bits = item.bytes.iter().map(|byte| {
        let parts = [byte.prefix_bits(), byte.payload_bits()];
        parts
            .into_iter()
            .filter(|part| !part.is_empty())
            .collect::<Vec<_>>()
            .join("·")
    });
    format!("`{}` = `{}`", item.hex(), bits.collect::<Vec<_>>().join(" "))
}

/// Returns a text of which Markdown shows each character, and what is in backticks as code.
fn markdown(text: &str) -> String {
    let mut is_code = false;
    let mut shown = String::with_capacity(text.len());
    for c in text.chars() {
        is_code ^= c == '`';
        if !is_code && matches!(c, '<' | '>' | '*' | '_' | '[' | ']' | '\\' | '&' | '#') {
            shown.push('\\');
        }
        shown.push(c);
    }
    shown
}
