//! The parts of mail, for programs that convert it.

use crate::certainty::Certainty;
use crate::declared::{Declared, LINE_LEN, Mail};
use crate::legacy::Sample;
use std::ops::Range;
use utf8kit_encodings::Encoding;

/// Reads which encoding each part of a message declares: of mail (MIME), of a series of messages (mbox), or of HTTP.
///
/// The bytes of a part are in the encoding that its own header names, unless they are in base64 or quoted-printable.
///
/// ```
/// use utf8kit_lint::MailParts;
///
/// let text = b"Subject: x\nContent-Type: text/plain; charset=latin1\n\ncaf\xE9\n";
/// let mut parts = MailParts::begin(text).unwrap();
/// let mut at = 0;
/// for line in text.split_inclusive(|&byte| byte == b'\n') {
///     parts.line(line, at);
///     at += line.len() as u64;
/// }
/// assert!(parts.is_body());
/// assert_eq!(parts.charset(), Some(("latin1", 45..51)));
/// let (encoding, _) = parts.recognize(b"caf\xE9\n").unwrap();
/// assert_eq!(encoding.name(), "ISO-8859-1");
/// assert!(MailParts::begin(b"text: charset=latin1\n").is_none());
/// ```
#[derive(Clone, Debug)]
pub struct MailParts {
    mail: Mail,
}

impl MailParts {
    /// Bytes of a line that count.
    pub const LINE_LEN: usize = LINE_LEN;

    /// Returns a reader at the start of a text that begins with `text`, or `None` if that is no header which declares an encoding or
    /// has parts.
    pub fn begin(text: &[u8]) -> Option<MailParts> {
        Mail::begin(text).map(|mail| MailParts { mail })
    }

    /// Reads the next line, or the first [`LINE_LEN`](Self::LINE_LEN) bytes of a longer one, which begins at the offset `at`.
    pub fn line(&mut self, line: &[u8], at: u64) {
        self.mail.line(&line[..line.len().min(LINE_LEN)], at);
    }

    /// Returns `true` if the line that was read last is of a body, and not of a header or between parts.
    pub fn is_body(&self) -> bool {
        self.mail.body().is_some()
    }

    /// Returns the number of the part whose header or body is read.
    pub fn number(&self) -> u64 {
        self.mail.part().number
    }

    /// Returns the name of the encoding that the part declares, and its offsets in the text.
    pub fn charset(&self) -> Option<(&str, Range<u64>)> {
        let (name, place) = self.mail.part().charset.as_ref()?;
        Some((name, place.clone()))
    }

    /// Returns `true` if the bytes of the part are in base64 or quoted-printable.
    pub fn is_encoded(&self) -> bool {
        self.mail.part().is_encoded
    }

    /// Returns the encoding that the part declares, if its text is ASCII with escape sequences.
    pub fn seven_bit(&self) -> Option<Encoding> {
        match self.mail.part().encoding()? {
            Declared::Legacy(legacy) if legacy.name().starts_with("ISO-2022-") => Some(legacy.encoding()),
            _ => None,
        }
    }

    /// Returns the encoding of the part, and how sure it is. `body` is a part of it with bytes that are not UTF-8.
    pub fn recognize(&self, body: &[u8]) -> Option<(Encoding, Certainty)> {
        let sample = Sample {
            bytes: body,
            before: 0,
        };
        let declared = self.mail.part().encoding();
        let guess = sample.best(sample.arrangement(declared), declared, None)?;
        Some((guess.encoding.encoding(), guess.certainty))
    }
}
