//! What the page is made of: texts without markup of their own, and numbers.

use crate::escape;
use std::path::Path;

/// Returns a path as the page shows it.
pub(super) fn name(path: &Path) -> String {
    let mut name = String::new();
    push_text(&mut name, path.as_os_str().as_encoded_bytes());
    name
}

/// Appends a text of any origin: what must not be shown becomes an escape, and what HTML has a meaning for a reference.
pub(in crate::report) fn push_text(to: &mut String, text: &[u8]) {
    push_markup(to, &escape::text(text));
}

/// Appends a message, in which backticks enclose code.
pub(super) fn push_message(to: &mut String, message: &str) {
    // A message can quote a backtick. Then the code ends early, and if there is no other, none begins.
    let mut parts = message.split('`');
    push_text(to, parts.next().unwrap_or_default().as_bytes());
    while let Some(code) = parts.next() {
        match parts.next() {
            Some(after) => {
                to.push_str("<code>");
                push_text(to, code.as_bytes());
                to.push_str("</code>");
                push_text(to, after.as_bytes());
            }
            None => {
                to.push('`');
                push_text(to, code.as_bytes());
            }
        }
    }
}

/// Appends a text in which what must not be shown is escaped already.
pub(super) fn push_markup(to: &mut String, text: &str) {
    for c in text.chars() {
        match c {
            '&' => to.push_str("&amp;"),
            '<' => to.push_str("&lt;"),
            '>' => to.push_str("&gt;"),
            '"' => to.push_str("&quot;"),
            '\'' => to.push_str("&#39;"),
            _ => to.push(c),
        }
    }
}

/// Returns `1 file`, `2,000 files`.
pub(super) fn counted(count: u64, one: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{} {one}{plural}", grouped(count))
}

/// Returns a number with its digits in groups: `12,345`.
pub(super) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut grouped = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

/// Returns a part of a whole in percent, with one decimal: `12.5 %`. Only nothing is 0 %, and only all is 100 %.
pub(super) fn share(part: u64, whole: u64) -> String {
    match tenths(part, whole) {
        0 if part > 0 => "under 0.1 %".to_owned(),
        1000 if part < whole => "over 99.9 %".to_owned(),
        tenths if tenths % 10 == 0 => format!("{} %", tenths / 10),
        tenths => format!("{}.{} %", tenths / 10, tenths % 10),
    }
}

/// Returns a part of a whole in tenths of a percent.
pub(super) fn tenths(part: u64, whole: u64) -> u64 {
    let whole = u128::from(whole.max(1));
    ((u128::from(part) * 1000 + whole / 2) / whole) as u64
}

#[cfg(test)]
mod tests {
    use super::{grouped, push_message, push_text, share};

    #[test]
    fn text_has_no_markup_and_nothing_hidden() {
        let mut shown = String::new();
        push_text(&mut shown, b"<a href='x'>&\"\x1B\xFF\xE2\x80\xAE");
        assert_eq!(shown, r"&lt;a href=&#39;x&#39;&gt;&amp;&quot;\x1B\xFF\u{202E}");
    }

    #[test]
    fn backticks_of_a_message_enclose_code() {
        let mut shown = String::new();
        push_message(&mut shown, "`<` and `&` are code, ` is not");
        assert_eq!(
            shown,
            "<code>&lt;</code> and <code>&amp;</code> are code, ` is not"
        );
    }

    #[test]
    fn numbers_are_written_for_people() {
        let numbers = [0, 999, 1000, 123_456, 1_234_567].map(grouped);
        assert_eq!(numbers, ["0", "999", "1,000", "123,456", "1,234,567"]);
        let shares = [
            (0, 5),
            (1, 8),
            (1, 3),
            (1, 100_000),
            (99_999, 100_000),
            (5, 5),
            (0, 0),
        ];
        assert_eq!(
            shares.map(|(part, whole)| share(part, whole)),
            [
                "0 %",
                "12.5 %",
                "33.3 %",
                "under 0.1 %",
                "over 99.9 %",
                "100 %",
                "0 %"
            ]
        );
    }
}
