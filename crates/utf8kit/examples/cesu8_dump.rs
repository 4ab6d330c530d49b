//! Converts a dump of a database in CESU-8 to UTF-8 on standard output.
//!
//! ```text
//! cargo run --example cesu8_dump --features dialects -- dump.sql > dump-utf8.sql
//! ```
//!
//! Oracle's character set `UTF8` is CESU-8: a character over U+FFFF is two surrogates of three bytes each. UTF-8 forbids them, so that
//! other programs refuse such a dump at the first emoji.

use std::fs::File;
use std::io::{self, Read, Write};
use utf8kit::stream::DecodeReader;
use utf8kit::{Encoding, Policy};

fn main() -> io::Result<()> {
    let Some(path) = std::env::args_os().nth(1) else {
        eprintln!("usage: cesu8_dump FILE");
        std::process::exit(2);
    };
    convert(File::open(path)?, io::stdout().lock())?;
    Ok(())
}

/// Writes `dump`, which is in CESU-8, as UTF-8, in pieces, and returns the number of bytes written. Fails at the first sequence that
/// CESU-8 does not have.
pub fn convert(dump: impl Read, mut output: impl Write) -> io::Result<u64> {
    let dump = io::BufReader::new(dump);
    let mut text = DecodeReader::new(dump, Encoding::Cesu8, Policy::Fail);
    io::copy(&mut text, &mut output)
}
