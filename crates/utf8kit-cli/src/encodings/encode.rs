//! Encodes text to bytes in some encoding.

use super::extra::{self, Extra};
use super::pages::PageEncoder;
use super::sets::SetEncoder;
use super::stopped::Stopped;
use super::table::TextEncoder;
use crate::encodings::on_error::OnError;
use crate::encodings::{self, Legacy};
use crate::escape;
use encoding_rs::EncoderResult;
use std::io::Write;
use utf8kit::Policy;
use utf8kit::stream::{Step, Stop};
use utf8kit_encodings as family;

/// Bytes written at once.
const BYTES: usize = 256 << 10;

/// Bytes of room from which on it is worth to encode more before what there is is written.
const ROOM: usize = 1 << 10;

/// The output being encoded.
pub(crate) struct Encoding<'a> {
    encoder: Encoder<'a>,
    on_error: &'a OnError,
    name: &'static str,
    /// Whether single bytes may stand between characters.
    has_bytes: bool,
    bytes: Vec<u8>,
    /// What is written in place of a character, kept for its memory.
    replacement: String,
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
    pub(crate) fn new(encoding: encodings::Encoding, on_error: &'a OnError) -> Self {
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
            replacement: String::new(),
        }
    }

    /// Returns an error if `--on-error with:TEXT` has a text that `encoding` lacks.
    pub(crate) fn check_replacement(encoding: encodings::Encoding, on_error: &OnError) -> Result<(), String> {
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
    pub(crate) fn encode(
        &mut self,
        text: &str,
        offset: &dyn Fn(usize) -> u64,
        output: &mut impl Write,
    ) -> Result<(), Stopped> {
        let mut batch = Batch {
            bytes: &mut self.bytes,
            len: 0,
            output,
        };
        let encoded = match &mut self.encoder {
            Encoder::Text => return output.write_all(text.as_bytes()).map_err(Stopped::Output),
            Encoder::Family(encoder) => encode_family(encoder, text, &mut batch),
            Encoder::Legacy {
                encoder,
                extra,
                escapes,
                table,
            } => {
                let encoding = encoder.encoding();
                if table.is_none() && text.len() >= WORTHWHILE && has_table(encoding) {
                    *table = Some(TextEncoder::of(encoding, |c| extra::is_altered(encoding, c)));
                }
                let mut legacy = LegacyEncoder {
                    encoder,
                    extra,
                    escapes: escapes.as_mut(),
                    table: table.as_ref(),
                    replacement: &mut self.replacement,
                    on_error: self.on_error,
                };
                legacy.encode(text, &mut batch)
            }
            Encoder::Page(encoder) => {
                let mut encode = |text: &str, bytes: &mut [u8]| encoder.encode(text, bytes);
                encode_all(
                    text,
                    self.on_error,
                    &mut self.replacement,
                    &mut encode,
                    &mut batch,
                )
            }
            Encoder::Set(encoder) => {
                let mut encode = |text: &str, bytes: &mut [u8]| encoder.encode(text, bytes);
                encode_all(
                    text,
                    self.on_error,
                    &mut self.replacement,
                    &mut encode,
                    &mut batch,
                )
            }
        };
        // What comes before a character that the encoding lacks is written.
        let written = batch.write();
        match encoded? {
            Some(lacking) => {
                written?;
                Err(Stopped::Lacking(lacking.character.into(), offset(lacking.at)))
            }
            None => written,
        }
    }

    /// Writes bytes that are already in the encoding. `offset` returns their offset in the input.
    pub(crate) fn put_bytes(
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
    pub(crate) fn finish(&mut self, output: &mut impl Write) -> Result<(), Stopped> {
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

    /// Takes the first `len` of `bytes` as encoded, and returns how many of them to write now. There is room for an escape
    /// sequence behind them.
    fn filter(&mut self, bytes: &mut [u8], mut len: usize) -> usize {
        if len == 0 {
            return 0;
        }
        let is_held = std::mem::take(&mut self.is_held);
        if is_held && bytes[0] != 0x1B {
            bytes.copy_within(..len, Self::TO_ASCII.len());
            bytes[..Self::TO_ASCII.len()].copy_from_slice(Self::TO_ASCII);
            len += Self::TO_ASCII.len();
        }
        // Its last byte is looked at first, because few others are it.
        self.is_held = bytes[len - 1] == b'B' && bytes[..len].ends_with(Self::TO_ASCII);
        match self.is_held {
            true => len - Self::TO_ASCII.len(),
            false => len,
        }
    }

    /// Writes what is held back.
    fn release(&mut self, put: Put<'_>) -> Result<(), Stopped> {
        match std::mem::take(&mut self.is_held) {
            true => put(Self::TO_ASCII),
            false => Ok(()),
        }
    }
}

/// Bytes that are written together: to write the few bytes between two characters that an encoding lacks takes longer than to
/// encode them.
struct Batch<'b, W> {
    bytes: &'b mut [u8],
    len: usize,
    output: &'b mut W,
}

impl<W: Write> Batch<'_, W> {
    /// Returns room for more bytes, which [`Batch::add`] adds.
    fn room(&mut self) -> Result<&mut [u8], Stopped> {
        if self.bytes.len() - self.len < ROOM {
            self.write()?;
        }
        // `Escapes` may need a few bytes more.
        let end = self.bytes.len() - Escapes::TO_ASCII.len();
        Ok(&mut self.bytes[self.len..end])
    }

    /// Adds the first `len` bytes of the room.
    fn add(&mut self, len: usize, escapes: Option<&mut Escapes>) {
        self.len += match escapes {
            Some(escapes) => escapes.filter(&mut self.bytes[self.len..], len),
            None => len,
        };
    }

    /// Adds bytes.
    fn put(&mut self, mut bytes: &[u8], mut escapes: Option<&mut Escapes>) -> Result<(), Stopped> {
        while !bytes.is_empty() {
            let room = self.room()?;
            let len = bytes.len().min(room.len());
            room[..len].copy_from_slice(&bytes[..len]);
            self.add(len, escapes.as_deref_mut());
            bytes = &bytes[len..];
        }
        Ok(())
    }

    /// Writes what there is.
    fn write(&mut self) -> Result<(), Stopped> {
        let len = std::mem::take(&mut self.len);
        self.output.write_all(&self.bytes[..len]).map_err(Stopped::Output)
    }
}

/// A character that an encoding lacks, and its offset in the text.
struct Lacking {
    character: char,
    at: usize,
}

/// Encodes all of a text, or what comes before a character that is an error.
type Encoded = Result<Option<Lacking>, Stopped>;

fn encode_family(
    encoder: &mut family::Encoder<'_>,
    text: &str,
    batch: &mut Batch<'_, impl Write>,
) -> Encoded {
    let mut left = text;
    loop {
        let Step { read, written, stop } = encoder.encode(left, batch.room()?);
        batch.add(written, None);
        left = &left[read..];
        match stop {
            Stop::InputUsed => return Ok(None),
            Stop::NotRepresentable { number, .. } => {
                let character = char::from_u32(number).expect("a text has characters only");
                let at = text.len() - left.len() - character.len_utf8();
                return Ok(Some(Lacking { character, at }));
            }
            // The text is longer than the room.
            _ => batch.write()?,
        }
    }
}

/// Encodes to an encoding of `encoding_rs`, with the characters that it does not write.
struct LegacyEncoder<'e> {
    encoder: &'e mut encoding_rs::Encoder,
    extra: &'e mut Extra,
    escapes: Option<&'e mut Escapes>,
    table: Option<&'e TextEncoder>,
    replacement: &'e mut String,
    on_error: &'e OnError,
}

impl LegacyEncoder<'_> {
    fn encode(&mut self, text: &str, batch: &mut Batch<'_, impl Write>) -> Encoded {
        let mut left = text;
        if !left.is_empty()
            && let Some((bytes, read)) = self.extra.release(left)
        {
            batch.put(&bytes, self.escapes.as_deref_mut())?;
            left = &left[read..];
        }
        // Up to here no character would become another.
        let mut end = text.len() - left.len();
        while let Some(character) = match self.table {
            Some(table) => self.encode_by_table(table, &mut left, batch)?,
            None => self.encode_by_ranges(text, &mut left, &mut end, batch)?,
        } {
            if let Some((bytes, read)) = self.extra.encode(character, left) {
                batch.put(&bytes, self.escapes.as_deref_mut())?;
                left = &left[read..];
                continue;
            }
            self.replacement.clear();
            if !self.on_error.replace_character(character, self.replacement) {
                let at = text.len() - left.len() - character.len_utf8();
                return Ok(Some(Lacking { character, at }));
            }
            self.put_replacement(character, batch)?;
        }
        Ok(None)
    }

    /// Encodes what `left` begins with, and takes it and the character after it, which it returns. Returns `None` at the end.
    fn encode_by_table(
        &mut self,
        table: &TextEncoder,
        left: &mut &str,
        batch: &mut Batch<'_, impl Write>,
    ) -> Result<Option<char>, Stopped> {
        loop {
            let room = batch.room()?;
            let room_len = room.len();
            let (read, written) = table.encode(left, room);
            batch.add(written, None);
            *left = &left[read..];
            let Some(c) = left.chars().next() else {
                return Ok(None);
            };
            if room_len - written < TextEncoder::ROOM {
                continue;
            }
            // The table has what `encoding_rs` writes of the basic multilingual plane, unless it would become another.
            let len = c.len_utf8();
            if c > '\u{FFFF}' {
                let (result, _, written) =
                    self.encoder
                        .encode_from_utf8_without_replacement(&left[..len], batch.room()?, false);
                batch.add(written, None);
                if result == EncoderResult::InputEmpty {
                    *left = &left[len..];
                    continue;
                }
            }
            *left = &left[len..];
            return Ok(Some(c));
        }
    }

    /// Does the same without a table. Up to `end`, no character of `text` would become another.
    fn encode_by_ranges(
        &mut self,
        text: &str,
        left: &mut &str,
        end: &mut usize,
        batch: &mut Batch<'_, impl Write>,
    ) -> Result<Option<char>, Stopped> {
        loop {
            let at = text.len() - left.len();
            if at >= *end {
                *end = at + extra::altered(self.encoder.encoding(), left).unwrap_or(left.len());
            }
            let plain = &left[..*end - at];
            let (result, read, written) =
                self.encoder
                    .encode_from_utf8_without_replacement(plain, batch.room()?, false);
            batch.add(written, self.escapes.as_deref_mut());
            *left = &left[read..];
            match result {
                EncoderResult::OutputFull => batch.write()?,
                EncoderResult::Unmappable(character) => return Ok(Some(character)),
                EncoderResult::InputEmpty => {
                    let altered = left.chars().next();
                    *left = &left[altered.map_or(0, char::len_utf8)..];
                    return Ok(altered);
                }
            }
        }
    }

    /// Writes what replaces `character`.
    fn put_replacement(&mut self, character: char, batch: &mut Batch<'_, impl Write>) -> Result<(), Stopped> {
        // Every encoding has ASCII. One with states has gone to it before a character that it lacks, but not before one that
        // would become another.
        let is_in_ascii = self.escapes.is_none() || !extra::is_altered(self.encoder.encoding(), character);
        if self.replacement.is_ascii() && is_in_ascii {
            return batch.put(self.replacement.as_bytes(), self.escapes.as_deref_mut());
        }
        // `check_replacement` tests other text.
        let mut left = &self.replacement[..];
        while !left.is_empty() {
            let (_, read, written) =
                self.encoder
                    .encode_from_utf8_without_replacement(left, batch.room()?, false);
            batch.add(written, self.escapes.as_deref_mut());
            left = &left[read..];
        }
        Ok(())
    }
}

/// Encodes a text. Returns how many bytes of it it read, how many it wrote, and the character that the encoding lacks, if that
/// stopped it.
type Encode<'e> = &'e mut dyn FnMut(&str, &mut [u8]) -> (usize, usize, Option<char>);

/// Encodes all of `text` with `encode`.
fn encode_all(
    text: &str,
    on_error: &OnError,
    replacement: &mut String,
    encode: Encode<'_>,
    batch: &mut Batch<'_, impl Write>,
) -> Encoded {
    let mut left = text;
    while !left.is_empty() {
        let (read, written, lacking) = encode(left, batch.room()?);
        batch.add(written, None);
        left = &left[read..];
        let Some(character) = lacking else { continue };
        replacement.clear();
        if !on_error.replace_character(character, replacement) {
            let at = text.len() - left.len() - character.len_utf8();
            return Ok(Some(Lacking { character, at }));
        }
        let mut rest = &replacement[..];
        while !rest.is_empty() {
            let (read, written, lacking) = encode(rest, batch.room()?);
            batch.add(written, None);
            // Only Johab lacks it: a won sign is in the place of the backslash, which escapes are written with.
            if lacking == Some('\\') {
                batch.put(b"\\", None)?;
            }
            rest = &rest[read..];
        }
    }
    Ok(None)
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
            let encoding = encodings::find(name).expect("a name");
            let on_error = OnError::Escape;
            let mut encoder = Encoding::new(encoding, &on_error);
            // GB18030 lacks only what it would change.
            let lacking = if name == "GB18030" { "\u{E81E}" } else { "😀" };
            assert_linear(5_000, |len| {
                let text = format!("a{lacking}").repeat(len);
                let encoded = encoder.encode(&text, &|_| 0, &mut std::io::sink());
                assert!(encoded.is_ok(), "{name}");
            });
        }
    }
}
