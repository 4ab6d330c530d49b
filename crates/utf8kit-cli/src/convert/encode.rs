//! Encodes text to bytes in some encoding.

use super::Stopped;
use super::extra::{self, Extra};
use super::pages::PageEncoder;
use super::sets::SetEncoder;
use super::table::TextEncoder;
use crate::encodings::Legacy;
use crate::on_error::OnError;
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
    /// Whether single bytes may stand between characters.
    has_bytes: bool,
    bytes: Vec<u8>,
}

enum Encoder<'a> {
    /// UTF-8: the text itself.
    Text,
    Family(family::Encoder<'a>),
    Legacy {
        encoder: encoding_rs::Encoder,
        extra: Extra,
        /// Of ISO-2022-JP.
        escapes: Option<Escapes>,
        /// The same encoding by a table, made for texts that are long enough.
        table: Option<TextEncoder>,
    },
    Page(PageEncoder),
    Set(SetEncoder),
}

impl<'a> Encoding<'a> {
    /// Returns an output in an encoding [that can be written](encodings::Encoding::to_write).
    pub(super) fn new(encoding: encodings::Encoding, on_error: &'a OnError) -> Self {
        let encoder = match encoding {
            encodings::Encoding::Family(family::Encoding::UTF_8 | family::Encoding::Utf8Signature) => {
                Encoder::Text
            }
            encodings::Encoding::Family(encoding) => {
                let encoder = family::Encoder::new(encoding, on_error.encoding_policy());
                Encoder::Family(encoder.with_signature(false))
            }
            encodings::Encoding::Legacy(Legacy::Web(legacy)) => Encoder::Legacy {
                encoder: legacy.new_encoder(),
                extra: Extra::new(legacy),
                escapes: (legacy == encoding_rs::ISO_2022_JP).then(Escapes::default),
                table: None,
            },
            encodings::Encoding::Legacy(Legacy::Set(set)) => Encoder::Set(SetEncoder::new(set)),
            encodings::Encoding::Legacy(Legacy::Page(page)) => Encoder::Page(PageEncoder::new(page)),
        };
        Encoding {
            encoder,
            on_error,
            name: encoding.name(),
            has_bytes: has_bytes(encoding),
            bytes: vec![0; BYTES],
        }
    }

    /// Returns an error if `--on-error with:TEXT` has a text that `encoding` lacks.
    pub(super) fn check_replacement(encoding: encodings::Encoding, on_error: &OnError) -> Result<(), String> {
        let OnError::With(text) = on_error else {
            return Ok(());
        };
        let is_lacking = match encoding {
            encodings::Encoding::Family(encoding) => {
                let mut encoder = family::Encoder::new(encoding, Policy::Fail);
                let mut bytes = vec![0; 16 * text.len() + 64];
                encoder.encode(text, &mut bytes).stop != Stop::InputUsed
            }
            encodings::Encoding::Legacy(Legacy::Web(legacy)) => legacy.encode(text).2,
            encodings::Encoding::Legacy(Legacy::Set(set)) => {
                let mut bytes = vec![0; 8 * text.len() + 64];
                SetEncoder::new(set).encode(text, &mut bytes).2.is_some()
            }
            encodings::Encoding::Legacy(Legacy::Page(page)) => {
                let mut bytes = vec![0; text.len() + 8];
                PageEncoder::new(page).encode(text, &mut bytes).2.is_some()
            }
        };
        match is_lacking {
            true => Err(format!(
                "--on-error with:{}: this text cannot be represented in {}",
                escape::text(text.as_bytes()),
                encoding.name()
            )),
            false => Ok(()),
        }
    }

    /// Writes `text`. `offset` returns the offset in the input at which the first bytes of it, this many, end.
    pub(super) fn encode(
        &mut self,
        text: &str,
        offset: &dyn Fn(usize) -> u64,
        output: &mut impl Write,
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
                            let before = text.len() - left.len() - character.len_utf8();
                            return Err(Stopped::Lacking(character.into(), offset(before)));
                        }
                        _ => {}
                    }
                }
            }
            Encoder::Legacy {
                encoder,
                extra,
                escapes,
                table,
            } => {
                let mut put = |bytes: &[u8]| match escapes {
                    Some(escapes) => escapes.put(bytes, &mut put),
                    None => put(bytes),
                };
                let mut left = text;
                if !left.is_empty()
                    && let Some((bytes, read)) = extra.release(left)
                {
                    put(&bytes)?;
                    left = &left[read..];
                }
                let encoding = encoder.encoding();
                if table.is_none() && text.len() >= WORTHWHILE && has_table(encoding) {
                    *table = Some(TextEncoder::of(encoding, |c| {
                        extra::altered(encoding, c.encode_utf8(&mut [0; 4])).is_some()
                    }));
                }
                // `left` up to the first character that would become another.
                let unaltered = |left: &str| extra::altered(encoding, left).unwrap_or(left.len());
                let mut end = text.len() - left.len() + unaltered(left);
                loop {
                    if let Some(table) = table {
                        while !left.is_empty() {
                            let (read, written) = table.encode(left, &mut self.bytes);
                            put(&self.bytes[..written])?;
                            left = &left[read..];
                            if read == 0 {
                                break;
                            }
                        }
                        // What the table lacks is encoded one by one.
                        let at = text.len() - left.len();
                        end = match left.chars().next() {
                            None => return Ok(()),
                            Some(c) => at + unaltered(&left[..c.len_utf8()]),
                        };
                    }
                    let plain = &left[..end - (text.len() - left.len())];
                    let (result, read, written) =
                        encoder.encode_from_utf8_without_replacement(plain, &mut self.bytes, false);
                    put(&self.bytes[..written])?;
                    left = &left[read..];
                    let character = match result {
                        EncoderResult::InputEmpty => match left.chars().next() {
                            None => return Ok(()),
                            Some(_) if table.is_some() && read > 0 => continue,
                            Some(altered) => {
                                left = &left[altered.len_utf8()..];
                                if table.is_none() {
                                    end = text.len() - left.len() + unaltered(left);
                                }
                                altered
                            }
                        },
                        EncoderResult::OutputFull => continue,
                        EncoderResult::Unmappable(character) => character,
                    };
                    if let Some((bytes, read)) = extra.encode(character, left) {
                        put(&bytes)?;
                        left = &left[read..];
                        continue;
                    }
                    let Some(replacement) = self.on_error.encoding_policy().replacement_of(character) else {
                        let before = text.len() - left.len() - character.len_utf8();
                        return Err(Stopped::Lacking(character.into(), offset(before)));
                    };
                    // Every encoding has ASCII, and `check_replacement` tests other text. A stateful one may have to shift to
                    // it.
                    let (_, _, written) = encoder.encode_from_utf8_without_replacement(
                        replacement.as_str(),
                        &mut self.bytes,
                        false,
                    );
                    put(&self.bytes[..written])?;
                }
            }
            Encoder::Page(encoder) => {
                let mut encode = |text: &str, bytes: &mut [u8]| encoder.encode(text, bytes);
                encode_all(
                    text,
                    &mut self.bytes,
                    self.on_error,
                    &mut encode,
                    &mut put,
                    offset,
                )
            }
            Encoder::Set(encoder) => {
                let mut encode = |text: &str, bytes: &mut [u8]| encoder.encode(text, bytes);
                encode_all(
                    text,
                    &mut self.bytes,
                    self.on_error,
                    &mut encode,
                    &mut put,
                    offset,
                )
            }
        }
    }

    /// Writes bytes that are already in the encoding. `offset` returns their offset in the input.
    pub(super) fn put_bytes(
        &mut self,
        bytes: &[u8],
        offset: &dyn Fn() -> u64,
        output: &mut impl Write,
    ) -> Result<(), Stopped> {
        let mut put = |bytes: &[u8]| output.write_all(bytes).map_err(Stopped::Output);
        match &mut self.encoder {
            Encoder::Family(_) if !self.has_bytes => {
                let message = format!(
                    "the byte `{}` cannot be written in {}",
                    escape::hex(bytes),
                    self.name
                );
                return Err(Stopped::Text(message, offset()));
            }
            Encoder::Legacy { extra, escapes, .. } => {
                if let Some((held, _)) = extra.release("") {
                    put(&held)?;
                }
                if let Some(escapes) = escapes {
                    escapes.release(&mut put)?;
                }
            }
            Encoder::Set(encoder) => {
                let written = encoder.finish(&mut self.bytes);
                put(&self.bytes[..written])?;
            }
            Encoder::Text | Encoder::Family(_) | Encoder::Page(_) => {}
        }
        put(bytes)
    }

    /// Ends the output.
    pub(super) fn finish(&mut self, output: &mut impl Write) -> Result<(), Stopped> {
        let mut put = |bytes: &[u8]| output.write_all(bytes).map_err(Stopped::Output);
        match &mut self.encoder {
            Encoder::Text | Encoder::Page(_) => Ok(()),
            Encoder::Family(encoder) => loop {
                let Step { written, stop, .. } = encoder.finish(&mut self.bytes);
                put(&self.bytes[..written])?;
                if stop != Stop::OutputFull {
                    return Ok(());
                }
            },
            Encoder::Set(encoder) => {
                let written = encoder.finish(&mut self.bytes);
                put(&self.bytes[..written])
            }
            Encoder::Legacy {
                encoder,
                extra,
                escapes,
                ..
            } => {
                if let Some((bytes, _)) = extra.release("") {
                    put(&bytes)?;
                }
                if let Some(escapes) = escapes {
                    escapes.release(&mut put)?;
                }
                let (.., written) = encoder.encode_from_utf8_without_replacement("", &mut self.bytes, true);
                put(&self.bytes[..written])
            }
        }
    }
}

/// Writes ISO-2022-JP without an escape sequence behind another one, which a decoder of the Encoding Standard refuses. The
/// encoder goes to ASCII before each character that it lacks, also if nothing is written for it.
#[derive(Default)]
struct Escapes {
    /// Whether the sequence that goes to ASCII is held back.
    is_held: bool,
}

/// Writes bytes.
type Put<'p> = &'p mut dyn FnMut(&[u8]) -> Result<(), Stopped>;

impl Escapes {
    const TO_ASCII: &[u8] = b"\x1B(B";

    fn put(&mut self, bytes: &[u8], put: Put<'_>) -> Result<(), Stopped> {
        match bytes.first() {
            None => return Ok(()),
            Some(0x1B) => self.is_held = false,
            Some(_) => self.release(put)?,
        }
        let before = bytes.strip_suffix(Self::TO_ASCII);
        self.is_held = before.is_some();
        put(before.unwrap_or(bytes))
    }

    /// Writes what is held back.
    fn release(&mut self, put: Put<'_>) -> Result<(), Stopped> {
        match std::mem::take(&mut self.is_held) {
            true => put(Self::TO_ASCII),
            false => Ok(()),
        }
    }
}

/// Encodes a text. Returns how many bytes of it it read, how many it wrote, and the character that the encoding lacks, if that
/// stopped it.
type Encode<'e> = &'e mut dyn FnMut(&str, &mut [u8]) -> (usize, usize, Option<char>);

/// Writes all of `text` with `encode`. `offset` returns the offset in the input at which the first bytes of the text, this
/// many, end.
fn encode_all(
    text: &str,
    bytes: &mut [u8],
    on_error: &OnError,
    encode: Encode<'_>,
    put: &mut dyn FnMut(&[u8]) -> Result<(), Stopped>,
    offset: &dyn Fn(usize) -> u64,
) -> Result<(), Stopped> {
    let mut left = text;
    while !left.is_empty() {
        let (read, written, lacking) = encode(left, bytes);
        put(&bytes[..written])?;
        left = &left[read..];
        let Some(character) = lacking else { continue };
        let Some(replacement) = on_error.encoding_policy().replacement_of(character) else {
            let before = text.len() - left.len() - character.len_utf8();
            return Err(Stopped::Lacking(character.into(), offset(before)));
        };
        let mut rest = replacement.as_str();
        while !rest.is_empty() {
            let (read, written, lacking) = encode(rest, bytes);
            put(&bytes[..written])?;
            // Only Johab lacks it: a won sign is in the place of the backslash, which escapes are written with.
            if lacking == Some('\\') {
                put(b"\\")?;
            }
            rest = &rest[read..];
        }
    }
    Ok(())
}

/// Bytes of text from which on a table costs less than it saves.
const WORTHWHILE: usize = 64 << 10;

/// Returns `true` if a [`TextEncoder`] writes the encoding faster than `encoding_rs`.
fn has_table(encoding: &'static encoding_rs::Encoding) -> bool {
    [
        encoding_rs::BIG5,
        encoding_rs::EUC_JP,
        encoding_rs::EUC_KR,
        encoding_rs::GB18030,
        encoding_rs::SHIFT_JIS,
    ]
    .contains(&encoding)
}

/// Returns `true` if single bytes may stand between characters: code units are bytes, and no character shares a byte with the
/// next one.
fn has_bytes(encoding: encodings::Encoding) -> bool {
    use family::Encoding::{Base, Ucs2, Ucs4, Utf7, Utf7Imap, Utf16, Utf32};
    use utf8kit::Encoding as Library;
    !matches!(
        encoding,
        encodings::Encoding::Family(
            Utf16 | Utf32 | Ucs2(_) | Ucs4(_) | Utf7 | Utf7Imap | Base(Library::Utf16(_) | Library::Utf32(_))
        )
    )
}
