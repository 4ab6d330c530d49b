//! Bytes made fit to be seen.
//!
//! Neither the bytes of a file nor those of a path reach a terminal as they are: controls could drive it, ill-formed
//! sequences could confuse it, and characters that reorder text could lie about it.

use std::path::Path;
use utf8kit::utf8;

/// `C0 AF`.
pub(crate) fn hex(bytes: &[u8]) -> String {
    let mut hex = String::with_capacity(bytes.len() * 3);
    for (i, byte) in bytes.iter().enumerate() {
        if i > 0 {
            hex.push(' ');
        }
        push_hex(&mut hex, *byte);
    }
    hex
}

/// The text with what must not reach a terminal escaped: `\n`, `\x1B`, `\u{202E}`; ill-formed bytes as `\xFF`.
pub(crate) fn text(bytes: &[u8]) -> String {
    let mut shown = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        for c in chunk.valid().chars() {
            push_char(&mut shown, c);
        }
        push_bytes(&mut shown, chunk.invalid());
    }
    shown
}

/// A path as messages show it.
pub(crate) fn path(path: &Path) -> String {
    text(path.as_os_str().as_encoded_bytes())
}

/// `\xHH` for each byte.
pub(crate) fn push_bytes(shown: &mut String, bytes: &[u8]) {
    for byte in bytes {
        shown.push_str("\\x");
        push_hex(shown, *byte);
    }
}

fn push_hex(shown: &mut String, byte: u8) {
    for nibble in [byte >> 4, byte & 0xF] {
        shown.push(char::from(b"0123456789ABCDEF"[usize::from(nibble)]));
    }
}

/// The character, or its escape.
pub(crate) fn push_char(shown: &mut String, c: char) {
    match c {
        '\n' => shown.push_str("\\n"),
        '\r' => shown.push_str("\\r"),
        '\t' => shown.push_str("\\t"),
        '\0'..='\x1F' | '\x7F' => shown.push_str(&format!("\\x{:02X}", u32::from(c))),
        _ if is_hidden(c) => shown.push_str(&format!("\\u{{{:X}}}", u32::from(c))),
        _ => shown.push(c),
    }
}

/// C1 controls, line and paragraph separators, what reorders text, U+FEFF, and noncharacters.
fn is_hidden(c: char) -> bool {
    let number = u32::from(c);
    matches!(c, '\u{80}'..='\u{9F}' | '\u{2028}' | '\u{2029}' | '\u{FEFF}' | '\u{61C}' | '\u{200E}' | '\u{200F}'
        | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}' | '\u{FDD0}'..='\u{FDEF}')
        || number & 0xFFFE == 0xFFFE
}

/// The character that a path or a line begins with, and its length; `Err` holds the length of an ill-formed start.
pub(crate) fn first(bytes: &[u8]) -> Option<(Result<char, ()>, usize)> {
    let head = &bytes[..bytes.len().min(4)];
    match utf8::validate(head) {
        Ok(text) => text.chars().next().map(|c| (Ok(c), c.len_utf8())),
        Err(error) if error.valid_up_to() > 0 => {
            let text = utf8::validate(&head[..error.valid_up_to()]).ok()?;
            text.chars().next().map(|c| (Ok(c), c.len_utf8()))
        }
        Err(error) => Some((Err(()), error.bytes().len())),
    }
}
