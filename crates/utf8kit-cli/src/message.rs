//! What messages are made of.

use std::io::ErrorKind;

/// Prints a message on standard error.
pub(crate) fn complain(message: &str) {
    use std::io::Write;
    // If standard error cannot be written, there is nowhere to report it.
    let _ = writeln!(std::io::stderr().lock(), "utf8: {message}");
}

/// Returns the text of an error of the system, without its number.
pub(crate) fn reason(error: &std::io::Error) -> String {
    // Windows has its texts in the language of its user. What happens often is said as other systems do.
    if cfg!(windows) && error.get_ref().is_none() {
        let known = match error.kind() {
            ErrorKind::AlreadyExists => "File exists",
            ErrorKind::IsADirectory => "Is a directory",
            ErrorKind::NotADirectory => "Not a directory",
            ErrorKind::NotFound => "No such file or directory",
            ErrorKind::PermissionDenied => "Permission denied",
            ErrorKind::StorageFull => "No space left on device",
            _ => "",
        };
        if !known.is_empty() {
            return known.to_owned();
        }
    }
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
