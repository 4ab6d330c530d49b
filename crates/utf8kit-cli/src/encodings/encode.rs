//! Encodes text to bytes in some encoding.

use super::on_error::OnError;
use super::stopped::Stopped;
use crate::escape;
use std::io::Write;
use utf8kit::stream::{Step, Stop};
use utf8kit::{Policy, Replacement};
use utf8kit_encodings::iso2022::Announcement;
use utf8kit_encodings::{Encoder, Encoding};

/// Bytes written at once.
const BYTES: usize = 256 << 10;

/// Writes text in an encoding.
pub(crate) struct Writer<'a> {
    /// `None` for UTF-8: the text itself is written.
    encoder: Option<Encoder<'a>>,
    encoding: Encoding,
    bytes: Vec<u8>,
}

impl<'a> Writer<'a> {
    /// Returns a writer of an encoding [that can be written](crate::encodings::to_write). In ISO/IEC 2022, `announcement`
    /// announces the text.
    pub(crate) fn new(encoding: Encoding, announcement: Announcement, on_error: &'a OnError) -> Self {
        let policy = policy(encoding, on_error);
        let encoder = match encoding {
            Encoding::UTF_8 | Encoding::Utf8Signature => None,
            Encoding::Iso2022 => Some(Encoder::iso2022(announcement, policy)),
            _ => Some(Encoder::new(encoding, policy).with_signature(false)),
        };
        Writer {
            encoder,
            encoding,
            bytes: vec![0; BYTES],
        }
    }

    /// Returns an error if `--on-error with:TEXT` has a text that `encoding` lacks.
    pub(crate) fn check_replacement(
        encoding: Encoding,
        announcement: Announcement,
        on_error: &OnError,
    ) -> Result<(), String> {
        let OnError::With(text) = on_error else {
            return Ok(());
        };
        let mut writer = Writer::new(encoding, announcement, &OnError::Fail);
        match writer.encode(text, &|_| 0, &mut std::io::sink()) {
            Ok(()) => Ok(()),
            Err(_) => Err(format!(
                "--on-error with:{}: this text cannot be represented in {encoding}",
                escape::text(text.as_bytes()),
            )),
        }
    }

    /// Writes `text`. `offset` returns the offset in the input at which the first bytes of it, this many, end.
    pub(crate) fn encode(
        &mut self,
        text: &str,
        offset: &dyn Fn(usize) -> u64,
        output: &mut impl Write,
    ) -> Result<(), Stopped> {
        let Some(encoder) = &mut self.encoder else {
            return output.write_all(text.as_bytes()).map_err(Stopped::Output);
        };
        let mut left = text;
        loop {
            let Step { read, written, stop } = encoder.encode(left, &mut self.bytes);
            // What comes before a character that the encoding lacks is written, too.
            output
                .write_all(&self.bytes[..written])
                .map_err(Stopped::Output)?;
            left = &left[read..];
            match stop {
                Stop::InputUsed => return Ok(()),
                Stop::NotRepresentable { number, .. } => {
                    let character = char::from_u32(number).expect("a text has characters only");
                    let at = text.len() - left.len() - character.len_utf8();
                    return Err(Stopped::Lacking(number, offset(at)));
                }
                // The text is longer than the room.
                _ => {}
            }
        }
    }

    /// Writes bytes that are already in the encoding. `offset` returns their offset in the input.
    pub(crate) fn put_bytes(
        &mut self,
        bytes: &[u8],
        offset: &dyn Fn() -> u64,
        output: &mut impl Write,
    ) -> Result<(), Stopped> {
        if !has_bytes(self.encoding) {
            let message = format!(
                "the byte `{}` cannot be written in {}",
                escape::hex(bytes),
                self.encoding
            );
            return Err(Stopped::Text(message, offset()));
        }
        // They are in the first state of the encoding.
        self.finish(output)?;
        output.write_all(bytes).map_err(Stopped::Output)
    }

    /// Ends the output, or a part of it.
    pub(crate) fn finish(&mut self, output: &mut impl Write) -> Result<(), Stopped> {
        let Some(encoder) = &mut self.encoder else {
            return Ok(());
        };
        loop {
            let Step { written, stop, .. } = encoder.finish(&mut self.bytes);
            output
                .write_all(&self.bytes[..written])
                .map_err(Stopped::Output)?;
            if stop != Stop::OutputFull {
                return Ok(());
            }
        }
    }
}

/// Returns the policy for what `encoding` lacks.
fn policy(encoding: Encoding, on_error: &OnError) -> Policy<'_> {
    match on_error {
        // A won sign is in the place of the backslash, which escapes begin with.
        OnError::Escape if encoding.name() == "JOHAB" => Policy::Custom(&|bytes, _| {
            let escaped = Replacement::escaped(bytes);
            Some(escaped.as_str().replace('\\', "₩").into())
        }),
        OnError::Unicode if encoding.name() == "JOHAB" => Policy::Custom(&|bytes, kind| {
            let escaped = OnError::Unicode.encoding_policy().replacement(bytes, kind)?;
            Some(escaped.as_str().replace('\\', "₩").into())
        }),
        _ => on_error.encoding_policy(),
    }
}

/// Returns `true` if single bytes may stand between characters: code units are bytes, and no character shares a byte with the
/// next one.
fn has_bytes(encoding: Encoding) -> bool {
    use Encoding::{Base, Iso2022, Ucs2, Ucs4, Utf7, Utf7Imap, Utf16, Utf32};
    use utf8kit::Encoding as Library;
    !matches!(
        encoding,
        Utf16
            | Utf32
            | Iso2022
            | Ucs2(_)
            | Ucs4(_)
            | Utf7
            | Utf7Imap
            | Base(Library::Utf16(_) | Library::Utf32(_))
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use utf8kit_test::assert_linear;

    /// The rest of the text is not searched again for each character that is lacking.
    #[test]
    fn time_grows_with_the_number_of_lacking_characters() {
        for name in [
            "Big5",
            "EUC-JP",
            "ISO-2022-JP",
            "GB18030",
            "windows-1252",
            "cp437",
            "BIG5-HKSCS",
            "GB2312",
            "HZ",
        ] {
            let encoding = name.parse().expect("a name");
            let on_error = OnError::Escape;
            let mut writer = Writer::new(encoding, Announcement::Utf8(None), &on_error);
            // GB18030 lacks only what would become another character.
            let lacking = if name == "GB18030" { "\u{E81E}" } else { "😀" };
            assert_linear(5_000, |len| {
                let text = format!("a{lacking}").repeat(len);
                let encoded = writer.encode(&text, &|_| 0, &mut std::io::sink());
                assert!(encoded.is_ok(), "{name}");
            });
        }
    }
}
