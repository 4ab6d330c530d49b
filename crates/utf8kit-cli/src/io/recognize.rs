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

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// A source whose calls have these results.
    pub(crate) struct Calls(pub(crate) Vec<Result<&'static [u8], ErrorKind>>);

    impl Read for Calls {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            assert!(!self.0.is_empty(), "it is read after an error or its end");
            let bytes = self.0.remove(0)?;
            buffer[..bytes.len()].copy_from_slice(bytes);
            Ok(bytes.len())
        }
    }

    #[test]
    fn an_interrupted_call_is_made_again_and_another_error_ends_it() {
        let read =
            |calls| read(Calls(calls), &mut Recognizer::new(), &mut [0; 16]).map_err(|error| error.kind());
        let interrupted = vec![
            Ok(&b"caf"[..]),
            Err(ErrorKind::Interrupted),
            Ok(b"\xC3\xA9"),
            Ok(b""),
        ];
        assert_eq!(read(interrupted), Ok(5));
        let denied = vec![Ok(&b"caf"[..]), Err(ErrorKind::PermissionDenied)];
        assert_eq!(read(denied), Err(ErrorKind::PermissionDenied));
    }
}
