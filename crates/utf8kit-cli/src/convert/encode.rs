//! Encodes text to bytes in some encoding.

use super::Stopped;
use crate::on_error::OnError;
use crate::output::Output;
use crate::{encodings, escape};
use encoding_rs::EncoderResult;
use std::io::Write;
use utf8kit::Policy;
use utf8kit::stream::{Step, Stop};
use utf8kit_family as family;

/// Bytes written at once.
const BYTES: usize = 256 << 10;

/// The output being encoded.
pub(super) struct Encoding<'a> {
    encoder: Encoder<'a>,
    on_error: &'a OnError,
    name: &'static str,
    bytes: Vec<u8>,
}

enum Encoder<'a> {
    /// UTF-8: the text itself.
    Text,
    Family(family::Encoder<'a>),
    Legacy(encoding_rs::Encoder),
}

impl<'a> Encoding<'a> {
    /// Returns an output in an encoding [that can be written](encodings::Encoding::to_write).
    pub(super) fn new(encoding: encodings::Encoding, on_error: &'a OnError) -> Self {
        let policy = match on_error {
            OnError::Replace => Policy::Replace('?'),
            OnError::Drop => Policy::Drop,
            OnError::Escape => Policy::Escape,
            OnError::Fail | OnError::As(_) => Policy::Fail,
        };
        let (encoder, name) = match encoding {
            encodings::Encoding::Family(family::Encoding::UTF_8) => (Encoder::Text, "UTF-8"),
            encodings::Encoding::Family(encoding) => (
                Encoder::Family(family::Encoder::new(encoding, policy)),
                encoding.name(),
            ),
            encodings::Encoding::Legacy(legacy) => (Encoder::Legacy(legacy.new_encoder()), legacy.name()),
        };
        Encoding {
            encoder,
            on_error,
            name,
            bytes: vec![0; BYTES],
        }
    }

    /// Writes `text`. `offset` returns the offset in the input at which a prefix of it ends.
    pub(super) fn encode(
        &mut self,
        text: &str,
        offset: &dyn Fn(&str) -> u64,
        output: &mut Output,
    ) -> Result<(), Stopped> {
        let mut put = |bytes: &[u8]| output.write_all(bytes).map_err(Stopped::Output);
        match &mut self.encoder {
            Encoder::Text => put(text.as_bytes()),
            Encoder::Family(encoder) => {
                let mut left = text;
                loop {
                    let Step { read, written, stop } = encoder.encode(left, &mut self.bytes);
                    put(&self.bytes[..written])?;
                    left = &left[read..];
                    match stop {
                        Stop::InputUsed => return Ok(()),
                        Stop::NotRepresentable { character, .. } => {
                            let before = &text[..text.len() - left.len() - character.len_utf8()];
                            return Err(not_representable(character, self.name, offset(before)));
                        }
                        _ => {}
                    }
                }
            }
            Encoder::Legacy(encoder) => {
                let mut left = text;
                loop {
                    let (result, read, written) =
                        encoder.encode_from_utf8_without_replacement(left, &mut self.bytes, false);
                    put(&self.bytes[..written])?;
                    left = &left[read..];
                    let character = match result {
                        EncoderResult::InputEmpty => return Ok(()),
                        EncoderResult::OutputFull => continue,
                        EncoderResult::Unmappable(character) => character,
                    };
                    let replacement = match self.on_error {
                        OnError::Replace => "?".to_owned(),
                        OnError::Drop => String::new(),
                        OnError::Escape => {
                            let mut escaped = String::new();
                            escape::push_bytes(&mut escaped, character.to_string().as_bytes());
                            escaped
                        }
                        OnError::Fail | OnError::As(_) => {
                            let before = &text[..text.len() - left.len() - character.len_utf8()];
                            return Err(not_representable(character, self.name, offset(before)));
                        }
                    };
                    // The replacement is ASCII, which every legacy encoding has. A stateful one may have to shift to it.
                    let (_, _, written) =
                        encoder.encode_from_utf8_without_replacement(&replacement, &mut self.bytes, false);
                    put(&self.bytes[..written])?;
                }
            }
        }
    }

    /// Ends the output.
    pub(super) fn finish(&mut self, output: &mut Output) -> Result<(), Stopped> {
        let mut put = |bytes: &[u8]| output.write_all(bytes).map_err(Stopped::Output);
        match &mut self.encoder {
            Encoder::Text => Ok(()),
            Encoder::Family(encoder) => loop {
                let Step { written, stop, .. } = encoder.finish(&mut self.bytes);
                put(&self.bytes[..written])?;
                if stop != Stop::OutputFull {
                    return Ok(());
                }
            },
            Encoder::Legacy(encoder) => {
                let (.., written) = encoder.encode_from_utf8_without_replacement("", &mut self.bytes, true);
                put(&self.bytes[..written])
            }
        }
    }
}

fn not_representable(character: char, name: &str, offset: u64) -> Stopped {
    let number = u32::from(character);
    let mut shown = String::new();
    escape::push_char(&mut shown, character);
    Stopped::Text(format!(
        "offset {offset}: U+{number:04X} `{shown}` cannot be represented in {name}"
    ))
}
