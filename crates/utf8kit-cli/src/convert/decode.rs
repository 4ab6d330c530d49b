//! Decodes bytes in some encoding to text.

use super::Stopped;
use crate::encodings::Encoding;
use crate::escape::{self, hex};
use crate::on_error::OnError;
use encoding_rs::DecoderResult;
use std::borrow::Cow;
use utf8kit::stream::{Step, Stop};
use utf8kit::utf8;
use utf8kit_family as family;

/// Bytes of text decoded at once.
const TEXT: usize = 256 << 10;

/// Takes text, and a function that returns the offset in the input at which a prefix of that text ends.
pub(super) type Take<'t> = &'t mut dyn FnMut(&str, &dyn Fn(&str) -> u64) -> Result<(), Stopped>;

/// One input being decoded.
pub(super) struct Decoding<'a> {
    decoder: Decoder<'a>,
    on_error: &'a OnError,
    text: Vec<u8>,
}

enum Decoder<'a> {
    Family(family::Encoding, family::Decoder<'a>),
    Legacy {
        encoding: &'static encoding_rs::Encoding,
        decoder: encoding_rs::Decoder,
        /// Bytes read so far.
        read: u64,
        /// The last of them: an ill-formed sequence may have begun there.
        recent: Vec<u8>,
    },
}

impl<'a> Decoding<'a> {
    pub(super) fn new(encoding: Encoding, on_error: &'a OnError) -> Self {
        let decoder = match encoding {
            Encoding::Family(encoding) => {
                Decoder::Family(encoding, family::Decoder::new(encoding, on_error.policy()))
            }
            Encoding::Legacy(encoding) => Decoder::Legacy {
                encoding,
                decoder: encoding.new_decoder_without_bom_handling(),
                read: 0,
                recent: Vec::new(),
            },
        };
        Decoding {
            decoder,
            on_error,
            text: vec![0; TEXT],
        }
    }

    /// Returns how many of `bytes` to decode now, so that offsets are known: in legacy encodings, only the first byte of a
    /// character can be below 0x21.
    pub(super) fn whole_characters(&self, bytes: &[u8]) -> usize {
        match self.decoder {
            Decoder::Family(..) => bytes.len(),
            Decoder::Legacy { .. } => bytes
                .iter()
                .rposition(|&byte| byte <= b' ')
                .map_or(bytes.len(), |last| last + 1),
        }
    }

    /// Decodes the next `bytes`. `last`: the input ends with them.
    pub(super) fn decode(&mut self, bytes: &[u8], last: bool, take: Take<'_>) -> Result<(), Stopped> {
        match &mut self.decoder {
            Decoder::Family(encoding, decoder) => {
                let mut left = bytes;
                // Without room, a decoder reads only what comes before the next character: a signature, the `-` of UTF-7.
                let mut room = 0;
                loop {
                    let from = decoder.position();
                    let finishing = left.is_empty() && last;
                    let text = &mut self.text[..room];
                    let Step { read, written, stop } = if finishing {
                        decoder.finish_utf8(text)
                    } else {
                        decoder.to_utf8(left, text)
                    };
                    left = &left[read..];
                    if written > 0 {
                        take(checked(&text[..written]), &|text| {
                            from + encoding.encoded_len(text)
                        })?;
                    }
                    match stop {
                        Stop::InputUsed if finishing || !last => return Ok(()),
                        Stop::IllFormed(error) => {
                            return Err(Stopped::Text(format!(
                                "offset {}: `{}`: {}",
                                error.offset(),
                                hex(error.bytes()),
                                error.kind()
                            )));
                        }
                        _ => {}
                    }
                    room = match encoding {
                        // UTF-7 spells the same text in several ways, so its length is not known: one character at a time.
                        family::Encoding::Utf7 if written > 0 => 0,
                        family::Encoding::Utf7 => room + 1,
                        _ => TEXT,
                    };
                }
            }
            Decoder::Legacy {
                encoding,
                decoder,
                read: total,
                recent,
            } => {
                let mut at = 0;
                loop {
                    let (result, read, written) =
                        decoder.decode_to_utf8_without_replacement(&bytes[at..], &mut self.text, last);
                    let (encoding, from) = (*encoding, *total + at as u64);
                    at += read;
                    let text = checked(&self.text[..written]);
                    let text = match self.on_error {
                        OnError::Escape if text.contains('\\') => Cow::Owned(text.replace('\\', r"\\")),
                        _ => Cow::Borrowed(text),
                    };
                    take(&text, &|text| from + encoding.encode(text).0.len() as u64)?;
                    match result {
                        DecoderResult::InputEmpty => {
                            *total += bytes.len() as u64;
                            recent.extend_from_slice(&bytes[bytes.len().saturating_sub(8)..]);
                            recent.drain(..recent.len().saturating_sub(8));
                            return Ok(());
                        }
                        DecoderResult::OutputFull => {}
                        DecoderResult::Malformed(len, after) => {
                            let mut invalid = [recent, &bytes[at.saturating_sub(8)..at]].concat();
                            invalid.truncate(invalid.len() - usize::from(after));
                            invalid.drain(..invalid.len() - usize::from(len));
                            let offset = *total + at as u64 - u64::from(after) - u64::from(len);
                            let replacement = replacement(self.on_error, &invalid).ok_or_else(|| {
                                Stopped::Text(format!(
                                    "offset {offset}: `{}` is invalid in {}",
                                    hex(&invalid),
                                    encoding.name()
                                ))
                            })?;
                            take(&replacement, &|_| offset)?;
                        }
                    }
                }
            }
        }
    }
}

fn checked(text: &[u8]) -> &str {
    utf8::validate(text).expect("decoders write well-formed text")
}

/// Returns the replacement of `invalid`, bytes that are not in a legacy encoding.
fn replacement(on_error: &OnError, invalid: &[u8]) -> Option<String> {
    Some(match on_error {
        OnError::Fail => return None,
        OnError::Replace => "\u{FFFD}".to_owned(),
        OnError::Drop => String::new(),
        OnError::Escape => {
            let mut escaped = String::new();
            escape::push_bytes(&mut escaped, invalid);
            escaped
        }
        OnError::As(table) => invalid
            .iter()
            .map(|&byte| {
                byte.checked_sub(0x80)
                    .map_or(char::from(byte), |upper| table[usize::from(upper)])
            })
            .collect(),
    })
}
