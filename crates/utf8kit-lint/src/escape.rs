//! Makes bytes and characters safe to print.
//!
//! The bytes of a text or of a path must not reach a terminal as they are: controls could drive it, ill-formed
//! sequences could confuse it, and characters that reorder text could hide what is written.

use utf8kit::utf8;

/// Returns the bytes in hexadecimal, separated by spaces.
///
/// ```
/// assert_eq!(utf8kit_lint::escape::hex(b"\xC0\xAF"), "C0 AF");
/// ```
pub fn hex(bytes: &[u8]) -> String {
    let mut hex = String::with_capacity(bytes.len() * 3);
    for (i, &byte) in bytes.iter().enumerate() {
        if i > 0 {
            hex.push(' ');
        }
        push_hex(&mut hex, byte);
    }
    hex
}

/// Returns the text with everything escaped that must not reach a terminal: `\n`, `\x1B`, `\u{202E}`. Ill-formed bytes
/// become `\xFF`.
///
/// ```
/// let shown = utf8kit_lint::escape::text(b"caf\xC3\xA9\x1B[2J\xFF");
/// assert_eq!(shown, r"café\x1B[2J\xFF");
/// ```
pub fn text(bytes: &[u8]) -> String {
    let mut escaped = String::with_capacity(bytes.len());
    push_text(&mut escaped, bytes);
    escaped
}

/// Appends what [`text`] returns.
pub fn push_text(escaped: &mut String, bytes: &[u8]) {
    // Most text has nothing to escape. Without an early exit, compilers vectorize the test.
    if bytes.iter().fold(true, |all, byte| all & is_plain(byte))
        && let Ok(plain) = utf8::validate(bytes)
    {
        escaped.push_str(plain);
        return;
    }
    for chunk in bytes.utf8_chunks() {
        let mut rest = chunk.valid();
        while let Some(c) = rest.chars().next() {
            let plain = rest.bytes().take_while(is_plain).count();
            if plain > 0 {
                escaped.push_str(&rest[..plain]);
                rest = &rest[plain..];
            } else {
                push_char(escaped, c);
                rest = &rest[c.len_utf8()..];
            }
        }
        push_bytes(escaped, chunk.invalid());
    }
}

/// Returns `true` for printable ASCII.
fn is_plain(byte: &u8) -> bool {
    matches!(byte, b' '..=b'~')
}

/// Appends `\xHH` for each byte.
pub fn push_bytes(escaped: &mut String, bytes: &[u8]) {
    for &byte in bytes {
        escaped.push_str("\\x");
        push_hex(escaped, byte);
    }
}

fn push_hex(hex: &mut String, byte: u8) {
    for nibble in [byte >> 4, byte & 0xF] {
        hex.push(char::from(b"0123456789ABCDEF"[usize::from(nibble)]));
    }
}

/// Appends the character, or its escape if it must not reach a terminal.
pub fn push_char(escaped: &mut String, c: char) {
    match c {
        '\n' => escaped.push_str("\\n"),
        '\r' => escaped.push_str("\\r"),
        '\t' => escaped.push_str("\\t"),
        '\0'..='\x1F' | '\x7F' => push_bytes(escaped, &[c as u8]),
        _ if is_hidden(c) => escaped.push_str(&format!("\\u{{{:X}}}", u32::from(c))),
        _ => escaped.push(c),
    }
}

/// Returns `true` for what cannot be seen or reorders text: C1 controls, spaces that look like U+0020, soft hyphens, zero-width
/// characters, separators, U+FEFF, tags, and noncharacters. Joiners, which change the letters beside them, are shown.
fn is_hidden(c: char) -> bool {
    let number = u32::from(c);
    matches!(c, '\u{80}'..='\u{A0}' | '\u{AD}' | '\u{34F}' | '\u{61C}' | '\u{180E}' | '\u{2000}'..='\u{200B}'
        | '\u{200E}' | '\u{200F}' | '\u{2028}'..='\u{202F}' | '\u{205F}'..='\u{206F}' | '\u{FEFF}'
        | '\u{FDD0}'..='\u{FDEF}' | '\u{E0000}'..='\u{E007F}')
        || number & 0xFFFE == 0xFFFE
}
