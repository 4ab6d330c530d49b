//! A survey of a file for a report about whole files: its encoding, and the map of its bytes.

use super::allowed::Allowed;
use crate::report::Seen;
use std::borrow::Cow;
use std::cell::RefCell;
use std::io::{self, ErrorKind, Read};
use std::ops::ControlFlow;
use utf8kit_lint::{Certainty, Map, Reason, Recognizer};

/// The most cells of a map.
const CELLS: usize = 256;

/// Bytes that are read at once.
const PIECE: usize = 64 << 10;

/// Takes the bytes of a file.
pub(super) struct Survey {
    recognizer: Recognizer,
    /// Whether more bytes can change the encoding.
    is_open: bool,
    is_empty: bool,
    map: Option<Map>,
}

impl Survey {
    pub(super) fn new() -> Survey {
        Survey {
            recognizer: Recognizer::new(),
            is_open: true,
            is_empty: true,
            map: Some(Map::new(CELLS)),
        }
    }

    /// Takes the next bytes.
    fn push(&mut self, piece: &[u8]) {
        self.is_empty &= piece.is_empty();
        if self.is_open {
            self.is_open = self.recognizer.push(piece) == ControlFlow::Continue(());
        }
        if let Some(map) = &mut self.map {
            map.push(piece);
        }
    }

    /// Takes all that `source` yields, without a map if none is wanted.
    pub(super) fn read(&mut self, mut source: impl Read, has_map: bool) -> io::Result<()> {
        if !has_map {
            self.map = None;
        }
        let mut piece = vec![0; PIECE];
        while self.is_open || self.map.is_some() {
            match source.read(&mut piece) {
                Ok(0) => break,
                Ok(read) => self.push(&piece[..read]),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// Ends the file.
    pub(super) fn finish(mut self) -> Seen {
        let recognized = self.recognizer.finish();
        let encoding = match &recognized {
            _ if self.is_empty => "empty",
            None => "binary",
            Some(recognized) if recognized.encoding != "UTF-8" => recognized.encoding,
            Some(recognized) if recognized.is_ascii => "US-ASCII",
            Some(recognized) if recognized.ill_formed_at.is_some() => "UTF-8 with errors",
            Some(recognized) if recognized.reason == Reason::Signature => "UTF-8 with a signature",
            Some(_) => "UTF-8",
        };
        let is_wide = ["UTF-16", "UTF-32", "UCS-4"]
            .iter()
            .any(|wide| encoding.starts_with(wide));
        let map = self.map.filter(|_| !is_wide).map(|mut map| {
            map.finish();
            map
        });
        let is_possible = recognized.is_some_and(|recognized| recognized.certainty == Certainty::Possible);
        let encoding = match is_possible && !self.is_empty {
            true => Cow::Owned(format!("{encoding}, possible")),
            false => Cow::Borrowed(encoding),
        };
        Seen { encoding, map }
    }
}

/// Who sees what is read.
pub(super) struct Watch<'w, 's, 'f> {
    pub(super) survey: Option<&'w mut Survey>,
    pub(super) allowed: &'w RefCell<Allowed<'s, 'f>>,
}

/// Shows what is read from a source to others.
pub(super) struct Watched<'w, 's, 'f, R> {
    source: R,
    watch: Watch<'w, 's, 'f>,
}

impl<'w, 's, 'f, R> Watched<'w, 's, 'f, R> {
    pub(super) fn new(source: R, watch: Watch<'w, 's, 'f>) -> Self {
        Watched { source, watch }
    }
}

impl<R: Read> Read for Watched<'_, '_, '_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.source.read(buffer)?;
        if let Some(survey) = &mut self.watch.survey {
            survey.push(&buffer[..read]);
        }
        self.watch.allowed.borrow_mut().push(&buffer[..read]);
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::io::recognize::tests::Calls;

    #[test]
    fn an_interrupted_call_is_made_again_and_another_error_ends_it() {
        for has_map in [false, true] {
            let mut survey = Survey::new();
            let source = Calls(vec![
                Ok(b"caf"),
                Err(ErrorKind::Interrupted),
                Ok(b"\xC3\xA9"),
                Ok(b""),
            ]);
            assert!(survey.read(source, has_map).is_ok());
            let source = Calls(vec![Ok(b"caf"), Err(ErrorKind::PermissionDenied)]);
            let error = Survey::new().read(source, has_map).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::PermissionDenied);
        }
    }
}
