//! From text to octets in some encoding.

use super::{OnError, Stopped};
use crate::encodings;
use crate::output::Output;
use encoding_rs::EncoderResult;
use std::io::Write;
use utf8kit::stream::{self, Form, Step, Stop};
use utf8kit::{Endian, Policy};

/// Octets written at once.
const OCTETS: usize = 256 << 10;

/// The output being encoded.
pub(super) struct Encoding<'a> {
    encoder: Encoder<'a>,
    on_error: &'a OnError,
    name: &'static str,
    octets: Vec<u8>,
    /// To be written before the first of the text.
    signature: &'static [u8],
}

enum Encoder<'a> {
    /// UTF-8: the text itself.
    Text,
    Form(stream::Encoder<'a>),
    Legacy(encoding_rs::Encoder),
}

impl<'a> Encoding<'a> {
    pub(super) fn new(encoding: encodings::Encoding, on_error: &'a OnError) -> Self {
        let policy = match on_error {
            OnError::Replace => Policy::Replace('?'),
            OnError::Drop => Policy::Drop,
            OnError::Escape => Policy::Escape,
            OnError::Fail | OnError::As(_) => Policy::Fail,
        };
        let form = |form| Encoder::Form(stream::Encoder::new(form, policy));
        let (encoder, name, signature): (_, _, &[u8]) = match encoding {
            encodings::Encoding::Form(Form::Utf8) => (Encoder::Text, "UTF-8", b""),
            encodings::Encoding::Form(Form::Latin1) => (form(Form::Latin1), "ISO-8859-1", b""),
            encodings::Encoding::Form(Form::Ascii) => (form(Form::Ascii), "US-ASCII", b""),
            encodings::Encoding::Form(other) => (form(other), "this form", b""),
            encodings::Encoding::Utf16 => (form(Form::Utf16(Endian::Little)), "UTF-16", b"\xFF\xFE"),
            encodings::Encoding::Utf32 => (form(Form::Utf32(Endian::Little)), "UTF-32", b"\xFF\xFE\0\0"),
            encodings::Encoding::Legacy(legacy) => {
                (Encoder::Legacy(legacy.new_encoder()), legacy.name(), b"")
            }
        };
        Encoding {
            encoder,
            on_error,
            name,
            octets: vec![0; OCTETS],
            signature,
        }
    }

    /// Writes `text`; `offset` says where in the input a prefix of it ends.
    pub(super) fn encode(
        &mut self,
        text: &str,
        offset: &dyn Fn(&str) -> u64,
        output: &mut Output,
    ) -> Result<(), Stopped> {
        let mut put = |octets: &[u8]| output.write_all(octets).map_err(Stopped::Output);
        if !text.is_empty() {
            put(std::mem::take(&mut self.signature))?;
        }
        match &mut self.encoder {
            Encoder::Text => put(text.as_bytes()),
            Encoder::Form(encoder) => {
                let mut left = text;
                loop {
                    let Step { read, written, stop } = encoder.encode(left, &mut self.octets);
                    put(&self.octets[..written])?;
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
                        encoder.encode_from_utf8_without_replacement(left, &mut self.octets, false);
                    put(&self.octets[..written])?;
                    left = &left[read..];
                    let character = match result {
                        EncoderResult::InputEmpty => return Ok(()),
                        EncoderResult::OutputFull => continue,
                        EncoderResult::Unmappable(character) => character,
                    };
                    let instead = match self.on_error {
                        OnError::Replace => "?".to_owned(),
                        OnError::Drop => String::new(),
                        OnError::Escape => {
                            let mut escaped = String::new();
                            crate::shown::push_octets(&mut escaped, character.to_string().as_bytes());
                            escaped
                        }
                        OnError::Fail | OnError::As(_) => {
                            let before = &text[..text.len() - left.len() - character.len_utf8()];
                            return Err(not_representable(character, self.name, offset(before)));
                        }
                    };
                    // ASCII, which every one of them has; a stateful one may need to shift to it.
                    let (_, _, written) =
                        encoder.encode_from_utf8_without_replacement(&instead, &mut self.octets, false);
                    put(&self.octets[..written])?;
                }
            }
        }
    }

    /// Ends the output.
    pub(super) fn finish(&mut self, output: &mut Output) -> Result<(), Stopped> {
        let written = match &mut self.encoder {
            Encoder::Text => 0,
            Encoder::Form(encoder) => encoder.finish(&mut self.octets).written,
            Encoder::Legacy(encoder) => {
                encoder
                    .encode_from_utf8_without_replacement("", &mut self.octets, true)
                    .2
            }
        };
        output.write_all(&self.octets[..written]).map_err(Stopped::Output)
    }
}

fn not_representable(character: char, name: &str, offset: u64) -> Stopped {
    let number = u32::from(character);
    let mut shown = String::new();
    crate::shown::push_char(&mut shown, character);
    Stopped::Text(format!(
        "offset {offset}: U+{number:04X} `{shown}` cannot be represented in {name}"
    ))
}
