//! From octets in some encoding to text.

use super::{OnError, Stopped};
use crate::encodings::Encoding;
use crate::shown::hex;
use encoding_rs::DecoderResult;
use std::borrow::Cow;
use utf8kit::Endian;
use utf8kit::signature::{Action, Case, Encoding as Signed, split};
use utf8kit::stream::{self, Form, Step, Stop};
use utf8kit::utf8;

/// Octets of text made at once.
const TEXT: usize = 256 << 10;

/// Takes text and the function that says where in the input, in octets, a prefix of that text ends.
pub(super) type Take<'t> = &'t mut dyn FnMut(&str, &dyn Fn(&str) -> u64) -> Result<(), Stopped>;

/// One input being decoded.
pub(super) struct Decoding<'a> {
    decoder: Decoder<'a>,
    on_error: &'a OnError,
    text: Vec<u8>,
    /// Octets of a signature before what is decoded.
    signature: u64,
}

enum Decoder<'a> {
    Form(Form, stream::Decoder<'a>),
    Legacy {
        encoding: &'static encoding_rs::Encoding,
        decoder: encoding_rs::Decoder,
        /// Octets read so far.
        read: u64,
        /// The last of them: a bad sequence may have begun there.
        recent: Vec<u8>,
    },
}

impl<'a> Decoding<'a> {
    /// For an input that begins with `head`; also returns the length of the signature that it ends the use of.
    pub(super) fn new(encoding: Encoding, on_error: &'a OnError, head: &[u8]) -> (Self, usize) {
        let wide = |form: fn(Endian) -> Form, signed: fn(Endian) -> Signed| {
            let found = [Endian::Big, Endian::Little].into_iter().find_map(|endian| {
                let (signature, _) = split(head, signed(endian), Case::Optional, Action::Strip);
                signature.map(|signature| (form(endian), signature.len()))
            });
            found.unwrap_or((form(Endian::Big), 0))
        };
        let (form, signature) = match encoding {
            Encoding::Form(form) => (form, 0),
            Encoding::Utf16 => wide(Form::Utf16, Signed::Utf16),
            Encoding::Utf32 => wide(Form::Utf32, Signed::Utf32),
            Encoding::Legacy(encoding) => {
                let decoder = Decoder::Legacy {
                    encoding,
                    decoder: encoding.new_decoder_without_bom_handling(),
                    read: 0,
                    recent: Vec::new(),
                };
                return (
                    Decoding {
                        decoder,
                        on_error,
                        text: vec![0; TEXT],
                        signature: 0,
                    },
                    0,
                );
            }
        };
        let decoder = Decoder::Form(form, stream::Decoder::new(form, on_error.policy()));
        (
            Decoding {
                decoder,
                on_error,
                text: vec![0; TEXT],
                signature: signature as u64,
            },
            signature,
        )
    }

    /// How many of `octets` to decode now, so that offsets can be told: in legacy encodings no character has an octet
    /// under 21 behind its first.
    pub(super) fn whole_characters(&self, octets: &[u8]) -> usize {
        match self.decoder {
            Decoder::Form(..) => octets.len(),
            Decoder::Legacy { .. } => octets
                .iter()
                .rposition(|&octet| octet <= b' ')
                .map_or(octets.len(), |last| last + 1),
        }
    }

    /// Decodes the next `octets`; `last`: nothing comes behind them.
    pub(super) fn decode(&mut self, octets: &[u8], last: bool, take: Take<'_>) -> Result<(), Stopped> {
        let signature = self.signature;
        match &mut self.decoder {
            Decoder::Form(form, decoder) => {
                let mut left = octets;
                loop {
                    let from = decoder.position() + signature;
                    let finishing = left.is_empty() && last;
                    let Step { read, written, stop } = if finishing {
                        decoder.finish_utf8(&mut self.text)
                    } else {
                        decoder.to_utf8(left, &mut self.text)
                    };
                    left = &left[read..];
                    let form = *form;
                    take(checked(&self.text[..written]), &|text| from + length(form, text))?;
                    match stop {
                        Stop::InputUsed if finishing || !last => return Ok(()),
                        Stop::IllFormed(error) => {
                            return Err(Stopped::Text(format!(
                                "offset {}: {}: {}",
                                error.offset() + signature,
                                hex(error.octets()),
                                error.kind()
                            )));
                        }
                        _ => {}
                    }
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
                        decoder.decode_to_utf8_without_replacement(&octets[at..], &mut self.text, last);
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
                            *total += octets.len() as u64;
                            recent.extend_from_slice(&octets[octets.len().saturating_sub(8)..]);
                            recent.drain(..recent.len().saturating_sub(8));
                            return Ok(());
                        }
                        DecoderResult::OutputFull => {}
                        DecoderResult::Malformed(len, behind) => {
                            let mut bad = [recent, &octets[at.saturating_sub(8)..at]].concat();
                            bad.truncate(bad.len() - usize::from(behind));
                            bad.drain(..bad.len() - usize::from(len));
                            let offset = *total + at as u64 - u64::from(behind) - u64::from(len);
                            let mended = mend(self.on_error, &bad).ok_or_else(|| {
                                Stopped::Text(format!(
                                    "offset {offset}: {}: not {}",
                                    hex(&bad),
                                    encoding.name()
                                ))
                            })?;
                            take(&mended, &|_| offset)?;
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

/// How many octets `text` had in `form`.
fn length(form: Form, text: &str) -> u64 {
    let length = match form {
        Form::Utf16(_) => 2 * text.encode_utf16().count(),
        Form::Utf32(_) => 4 * text.chars().count(),
        Form::Latin1 | Form::Ascii => text.chars().count(),
        _ => text.len(),
    };
    length as u64
}

/// What stands for `bad`, octets that are not in a legacy encoding.
fn mend(on_error: &OnError, bad: &[u8]) -> Option<String> {
    Some(match on_error {
        OnError::Fail => return None,
        OnError::Replace => "\u{FFFD}".to_owned(),
        OnError::Drop => String::new(),
        OnError::Escape => {
            let mut escaped = String::new();
            crate::shown::push_octets(&mut escaped, bad);
            escaped
        }
        OnError::As(table) => bad
            .iter()
            .map(|&octet| {
                octet
                    .checked_sub(0x80)
                    .map_or(char::from(octet), |upper| table[usize::from(upper)])
            })
            .collect(),
    })
}
