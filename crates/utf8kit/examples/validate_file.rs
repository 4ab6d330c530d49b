//! Validates a file as UTF-8, and prints where the first error is.
//!
//! ```text
//! cargo run --example validate_file -- notes.txt
//! ```

use std::process::ExitCode;
use utf8kit::utf8;

fn main() -> ExitCode {
    let Some(path) = std::env::args_os().nth(1) else {
        eprintln!("usage: validate_file FILE");
        return ExitCode::from(2);
    };
    let bytes = match std::fs::read(&path) {
        Ok(bytes) => bytes,
        Err(error) => {
            eprintln!("{}: {error}", path.display());
            return ExitCode::from(2);
        }
    };
    match first_error(&bytes) {
        None => ExitCode::SUCCESS,
        Some(message) => {
            println!("{}:{message}", path.display());
            ExitCode::FAILURE
        }
    }
}

/// Returns the line, the column and the reason of the first error, if there is one. The column counts characters.
pub fn first_error(bytes: &[u8]) -> Option<String> {
    let error = utf8::validate(bytes).err()?;
    let before = &bytes[..error.valid_up_to()];
    let line_start = before
        .iter()
        .rposition(|&byte| byte == b'\n')
        .map_or(0, |at| at + 1);
    let line = 1 + before.iter().filter(|&&byte| byte == b'\n').count();
    let column = 1 + utf8::count(&before[line_start..]);
    Some(format!(
        "{line}:{column}: {} (offset {})",
        error.reason(),
        error.offset()
    ))
}
