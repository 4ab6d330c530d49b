//! Prints the text that arrives at a socket, in pieces that end anywhere. U+FFFD replaces what is ill-formed.
//!
//! ```text
//! cargo run --example decode_socket -- localhost:8080
//! ```

use std::io::{self, Read, Write};
use std::net::TcpStream;
use utf8kit::stream::Decoder;
use utf8kit::{Encoding, Policy};

fn main() -> io::Result<()> {
    let Some(address) = std::env::args().nth(1) else {
        eprintln!("usage: decode_socket HOST:PORT");
        std::process::exit(2);
    };
    let replaced = decode(TcpStream::connect(address)?, io::stdout().lock())?;
    eprintln!("{replaced} ill-formed sequences replaced");
    Ok(())
}

/// Decodes everything that `source` has, writes each piece as soon as it is there, and returns the number of replacements.
pub fn decode(mut source: impl Read, mut destination: impl Write) -> io::Result<u64> {
    let mut decoder = Decoder::new(Encoding::Utf8, Policy::Replace(char::REPLACEMENT_CHARACTER));
    let (mut piece, mut text) = ([0; 4096], String::new());
    loop {
        let len = match source.read(&mut piece) {
            Ok(len) => len,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        // A `String` grows and the policy replaces every error, so that a step always reads all of the piece. A character that
        // the piece cuts is kept until the next one.
        let _ = match len {
            0 => decoder.finish_utf8(&mut text),
            _ => decoder.to_utf8(&piece[..len], &mut text),
        };
        destination.write_all(text.as_bytes())?;
        if len == 0 {
            return Ok(decoder.replaced());
        }
        destination.flush()?;
        text.clear();
    }
}
