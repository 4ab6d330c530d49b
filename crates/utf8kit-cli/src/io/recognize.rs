//! The encoding of what is read.

use std::io::{self, ErrorKind, Read};
use utf8kit_lint::{Recognized, Recognizer};

/// Bytes read at once: 256 KiB.
pub(crate) const PIECE: usize = 256 << 10;

/// Returns the encoding of the text that `source` yields, as `detect` names it; `None` if it is binary.
pub(crate) fn recognize(source: impl Read) -> io::Result<Option<Recognized>> {
    let mut recognizer = Recognizer::new();
    read(source, &mut recognizer, &mut vec![0; PIECE])?;
    Ok(recognizer.finish())
}

/// Gives the text that `source` yields to `recognizer`, as far as it matters, and returns the number of bytes read.
pub(crate) fn read(mut source: impl Read, recognizer: &mut Recognizer, piece: &mut [u8]) -> io::Result<u64> {
    recognizer.reset();
    let mut len = 0;
    loop {
        match source.read(piece) {
            Ok(0) => return Ok(len),
            Ok(read) => {
                len += read as u64;
                if recognizer.push(&piece[..read]).is_break() {
                    return Ok(len);
                }
            }
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
}
