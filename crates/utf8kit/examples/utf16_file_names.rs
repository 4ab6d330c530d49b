//! Prints file names from a list in UTF-16LE, as programs of Windows write them, for a program that expects UTF-8.
//!
//! ```text
//! cmd /u /c dir /b > names.txt
//! cargo run --example utf16_file_names -- names.txt
//! ```
//!
//! On Windows, a file name is 16-bit code units, and a surrogate in it can be unpaired. UTF-8 has nothing for that, so such a name is
//! printed with U+FFFD and reported. To get the file's name back from bytes, use WTF-8 (`Encoding::Wtf8`).

use std::process::ExitCode;
use utf8kit::{IllFormed, utf16};

fn main() -> ExitCode {
    let Some(path) = std::env::args_os().nth(1) else {
        eprintln!("usage: utf16_file_names FILE");
        return ExitCode::from(2);
    };
    let list = match std::fs::read(&path) {
        Ok(list) => list,
        Err(error) => {
            eprintln!("{}: {error}", path.display());
            return ExitCode::from(2);
        }
    };
    let mut status = ExitCode::SUCCESS;
    for units in split(&list) {
        let (name, error) = name(&units);
        println!("{name}");
        if let Some(error) = error {
            eprintln!("{name}: {error}");
            status = ExitCode::FAILURE;
        }
    }
    status
}

/// Returns the code units of each name in a list in UTF-16LE. The names end with a line end or with U+0000.
pub fn split(list: &[u8]) -> Vec<Vec<u16>> {
    let list = list.strip_prefix(b"\xFF\xFE").unwrap_or(list);
    let (pairs, _) = list.as_chunks::<2>();
    let units: Vec<u16> = pairs.iter().copied().map(u16::from_le_bytes).collect();
    units
        .split(|&unit| matches!(unit, 0 | 0x0A | 0x0D))
        .filter(|name| !name.is_empty())
        .map(<[u16]>::to_vec)
        .collect()
}

/// Returns a name as text, and the error of its first unpaired surrogate.
pub fn name(units: &[u16]) -> (String, Option<IllFormed>) {
    match utf16::to_string(units) {
        Ok(name) => (name, None),
        Err(error) => (utf16::to_string_lossy(units), Some(error)),
    }
}
