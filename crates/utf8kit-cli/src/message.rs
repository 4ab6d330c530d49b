//! What messages are made of.

/// Prints a message on standard error.
pub(crate) fn complain(message: &str) {
    use std::io::Write;
    // If standard error cannot be written, there is nowhere to report it.
    let _ = writeln!(std::io::stderr().lock(), "utf8: {message}");
}

/// Returns the text of an error of the system, without its number.
pub(crate) fn reason(error: &std::io::Error) -> String {
    let text = error.to_string();
    match text.find(" (os error") {
        Some(end) => text[..end].to_owned(),
        None => text,
    }
}

/// Returns `1 file`, `2 files`.
pub(crate) fn counted(count: u64, one: &str) -> String {
    if count == 1 {
        format!("1 {one}")
    } else {
        format!("{count} {one}s")
    }
}
