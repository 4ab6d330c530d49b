//! Prints the lines of a log that contain a word, whatever bytes the log has.
//!
//! ```text
//! cargo run --example read_log -- error server.log
//! ```
//!
//! Several programs write to a log, and one of them may write another encoding or cut a character. Each byte that is not UTF-8 is
//! printed as `\xHH`, so that no line is lost and every byte can still be seen.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use utf8kit::{Policy, utf8};

fn main() -> io::Result<()> {
    let mut args = std::env::args_os().skip(1);
    let (Some(word), Some(path)) = (args.next(), args.next()) else {
        eprintln!("usage: read_log WORD FILE");
        std::process::exit(2);
    };
    let log = BufReader::new(File::open(path)?);
    let ill_formed = grep(&word.to_string_lossy(), log, io::stdout().lock())?;
    eprintln!("{ill_formed} lines are not UTF-8");
    Ok(())
}

/// Writes the lines of `log` that contain `word`, each with its number, and returns how many lines of the log are not UTF-8.
pub fn grep(word: &str, mut log: impl BufRead, mut output: impl Write) -> io::Result<u64> {
    let (mut line, mut number, mut ill_formed) = (Vec::new(), 0_u64, 0);
    while log.read_until(b'\n', &mut line)? != 0 {
        number += 1;
        ill_formed += u64::from(!utf8::is_valid(&line));
        // Well-formed lines are borrowed, and the policy replaces all others.
        let text = utf8::repair_with(&line, Policy::Escape).map_err(io::Error::from)?;
        if text.contains(word) {
            writeln!(output, "{number}: {}", text.trim_end_matches(['\r', '\n']))?;
        }
        line.clear();
    }
    Ok(ill_formed)
}
