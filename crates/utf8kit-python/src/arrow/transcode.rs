//! Conversion of the values of a column from one encoding to another.

use super::buffer::{Bitmap, Buffer, vec_with_capacity};
use super::error::Error;
use super::values::{Layout, Offsets, Values};
use crate::policy::OnError;
use encoding_rs::{DecoderResult, EncoderResult};
use std::borrow::Cow;
use utf8kit::{Encoding as Base, ErrorKind, Policy, utf8, utf16};
use utf8kit_family::{Encoding, labels};

/// What to do with rows that cannot be converted.
pub(super) enum OnRow {
    Raise,
    Null,
    Repair(OnError),
}

impl OnRow {
    /// Returns the value of `errors` with this name.
    pub(super) fn new(name: &str) -> Result<OnRow, Error> {
        if name == "null" {
            return Ok(OnRow::Null);
        }
        match OnError::new(name) {
            Ok(OnError::Fail) => Ok(OnRow::Raise),
            Ok(policy) => Ok(OnRow::Repair(policy)),
            Err(message) => Err(Error::Argument(
                message.replace("raise, replace", "raise, null, replace"),
            )),
        }
    }

    pub(super) fn policy(&self) -> Policy<'_> {
        match self {
            OnRow::Raise | OnRow::Null => Policy::Fail,
            OnRow::Repair(policy) => policy.policy(),
        }
    }
}

/// An encoding that values are in, or become.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Codec {
    Family(Encoding),
    Legacy(&'static encoding_rs::Encoding),
}

impl Codec {
    pub(super) const UTF_8: Codec = Codec::Family(Encoding::UTF_8);

    /// Returns the encoding with this name.
    pub(super) fn new(label: &str) -> Result<Codec, Error> {
        let family = labels::encoding(label).map(Codec::Family);
        let codec = family.or_else(|| encoding_rs::Encoding::for_label(label.as_bytes()).map(Codec::Legacy));
        codec.ok_or_else(|| Error::Argument(format!("unknown encoding {label:?}")))
    }

    /// Returns an error if nothing can be encoded in this encoding.
    pub(super) fn check_can_be_written(self) -> Result<(), Error> {
        let (name, can_be) = match self {
            Codec::Family(encoding) => (encoding.name(), encoding.can_be_written()),
            Codec::Legacy(encoding) => (encoding.name(), encoding.output_encoding() == encoding),
        };
        match can_be {
            true => Ok(()),
            false => Err(Error::Argument(format!("{name} can be read, but not written"))),
        }
    }

    fn name(self) -> &'static str {
        match self {
            Codec::Family(encoding) => encoding.name(),
            Codec::Legacy(encoding) => encoding.name(),
        }
    }
}

/// Why a value could not be converted.
pub(super) struct Failure {
    /// The offset in the value. It is in the decoded text if a character cannot be encoded.
    pub(super) offset: u64,
    pub(super) length: u64,
    pub(super) kind: &'static str,
    pub(super) message: String,
}

/// Converts values.
pub(super) struct Transcoder<'p> {
    pub(super) from: Codec,
    pub(super) to: Codec,
    pub(super) policy: Policy<'p>,
}

impl<'p> Transcoder<'p> {
    /// Appends the converted `value` to `out`.
    pub(super) fn append(&self, value: &[u8], out: &mut Vec<u8>) -> Result<(), Failure> {
        if self.append_fast(value, out) {
            return Ok(());
        }
        let text = self.decode(value)?;
        if self.to == Codec::UTF_8 {
            out.extend_from_slice(text.as_bytes());
            return Ok(());
        }
        self.encode(&text, out)
    }

    /// Appends the converted value if it is well-formed and there is a direct way. Otherwise appends nothing.
    fn append_fast(&self, value: &[u8], out: &mut Vec<u8>) -> bool {
        let (Codec::Family(from), Codec::Family(to)) = (self.from, self.to) else {
            return false;
        };
        let start = out.len();
        let most = |factor: usize| start + factor * value.len();
        let written = match (from, to) {
            _ if self.policy.doubles_backslashes() => return false,
            (Encoding::Base(Base::Utf8), Encoding::Base(Base::Utf16(endian))) => {
                out.resize(most(2), 0);
                utf8::to_utf16_bytes(value, endian, &mut out[start..])
            }
            (Encoding::Base(Base::Utf8), Encoding::Base(Base::Utf32(endian))) => {
                out.resize(most(4), 0);
                utf8::to_utf32_bytes(value, endian, &mut out[start..])
            }
            (Encoding::Base(Base::Utf8), Encoding::Base(Base::Latin1)) => {
                out.resize(most(1), 0);
                utf8::to_latin1(value, &mut out[start..])
            }
            (Encoding::Base(Base::Utf16(endian)), Encoding::Base(Base::Utf8)) => {
                out.resize(most(2), 0);
                utf16::bytes_to_utf8(value, endian, &mut out[start..])
            }
            _ => return false,
        };
        out.truncate(start + *written.as_ref().unwrap_or(&0));
        written.is_ok()
    }

    fn decode<'v>(&self, value: &'v [u8]) -> Result<Cow<'v, str>, Failure> {
        match self.from {
            Codec::Family(Encoding::Base(Base::Utf8)) => {
                utf8::repair_with(value, self.policy).map_err(|error| Failure {
                    offset: error.valid_up_to() as u64,
                    length: error.bytes().len() as u64,
                    kind: error.kind().name(),
                    message: error.to_string(),
                })
            }
            Codec::Family(encoding) => encoding
                .decode(value, self.policy)
                .map(Cow::Owned)
                .map_err(|error| {
                    let length = match &error {
                        utf8kit_family::DecodeError::IllFormed(error) => error.bytes().len(),
                        utf8kit_family::DecodeError::NotScalarValue { .. } => 0,
                    };
                    Failure {
                        offset: error.offset(),
                        length: length as u64,
                        kind: error.kind().name(),
                        message: error.to_string(),
                    }
                }),
            Codec::Legacy(encoding) => self.decode_legacy(encoding, value).map(Cow::Owned),
        }
    }

    fn decode_legacy(
        &self,
        encoding: &'static encoding_rs::Encoding,
        value: &[u8],
    ) -> Result<String, Failure> {
        let mut decoder = encoding.new_decoder_without_bom_handling();
        let mut text = String::new();
        let mut read = 0;
        loop {
            let rest = &value[read..];
            let most = decoder.max_utf8_buffer_length_without_replacement(rest.len());
            let start = text.len();
            text.reserve(most.unwrap_or(rest.len()).max(16));
            let (result, more) = decoder.decode_to_string_without_replacement(rest, &mut text, true);
            read += more;
            if self.policy.doubles_backslashes() && text[start..].contains('\\') {
                let doubled = text[start..].replace('\\', r"\\");
                text.truncate(start);
                text.push_str(&doubled);
            }
            match result {
                DecoderResult::InputEmpty => return Ok(text),
                DecoderResult::OutputFull => {}
                DecoderResult::Malformed(len, after) => {
                    let end = read - usize::from(after);
                    let bytes = &value[end - usize::from(len)..end];
                    let Some(replacement) = self.policy.replacement(bytes, ErrorKind::Undefined) else {
                        return Err(Failure {
                            offset: (end - bytes.len()) as u64,
                            length: bytes.len() as u64,
                            kind: ErrorKind::Undefined.name(),
                            message: format!(
                                "{} has no character for {bytes:02X?} at offset {}",
                                encoding.name(),
                                end - bytes.len()
                            ),
                        });
                    };
                    text.push_str(replacement.as_str());
                }
            }
        }
    }

    /// Returns the policy for characters that the encoding lacks.
    fn encode_policy(&self) -> Policy<'p> {
        match self.policy {
            // U+FFFD is in few encodings.
            Policy::Replace(_) => Policy::Replace('?'),
            Policy::Legacy(_) => Policy::Fail,
            other => other,
        }
    }

    fn encode(&self, text: &str, out: &mut Vec<u8>) -> Result<(), Failure> {
        let missing = |c: char, offset: u64| Failure {
            offset,
            length: c.len_utf8() as u64,
            kind: "not-representable",
            message: format!(
                "U+{:04X} at offset {offset} cannot be represented in {}",
                u32::from(c),
                self.to.name()
            ),
        };
        match self.to {
            Codec::Family(encoding) => {
                let encoded = encoding.encode(text, self.encode_policy());
                out.extend(encoded.map_err(|error| missing(error.character, error.offset))?);
                Ok(())
            }
            Codec::Legacy(encoding) => {
                let mut encoder = encoding.new_encoder();
                let mut read = 0;
                loop {
                    let rest = &text[read..];
                    let most = encoder.max_buffer_length_from_utf8_without_replacement(rest.len());
                    out.reserve(most.unwrap_or(rest.len()).max(16));
                    let (result, more) = encoder.encode_from_utf8_to_vec_without_replacement(rest, out, true);
                    read += more;
                    match result {
                        EncoderResult::InputEmpty => return Ok(()),
                        EncoderResult::OutputFull => {}
                        EncoderResult::Unmappable(c) => {
                            let replacement = self
                                .encode_policy()
                                .replacement_of(c)
                                .ok_or_else(|| missing(c, (read - c.len_utf8()) as u64))?;
                            // Replacements are ASCII here, which needs no state in these encodings.
                            out.extend_from_slice(replacement.as_str().as_bytes());
                        }
                    }
                }
            }
        }
    }
}

/// Values in the making.
pub(super) struct Builder {
    ends: Vec<i64>,
    pub(super) data: Vec<u8>,
    nulls: Vec<usize>,
}

impl Builder {
    pub(super) fn new(rows: usize, bytes: usize) -> Builder {
        let mut ends = vec_with_capacity(rows + 1);
        ends.push(0);
        Builder {
            ends,
            data: vec_with_capacity(bytes),
            nulls: Vec::new(),
        }
    }

    /// Ends a value with the data that there is.
    pub(super) fn end_value(&mut self) {
        self.ends.push(self.data.len() as i64);
    }

    /// Adds a null, without the data since the last value.
    pub(super) fn null(&mut self) {
        self.data
            .truncate(*self.ends.last().expect("there is a first") as usize);
        self.nulls.push(self.ends.len() - 1);
        self.end_value();
    }

    /// Returns `true` if the data is longer than 32-bit offsets can say.
    pub(super) fn is_large(&self) -> bool {
        i32::try_from(self.data.len()).is_err()
    }

    pub(super) fn finish(self, large: bool) -> Values {
        let len = self.ends.len() - 1;
        let data = Buffer::from(self.data);
        let layout = match large {
            true => Layout::Large(Offsets {
                offsets: Buffer::from(self.ends),
                data,
            }),
            false => Layout::Small(Offsets {
                offsets: Buffer::from(self.ends.iter().map(|&end| end as i32).collect::<Vec<_>>()),
                data,
            }),
        };
        let mut validity = vec![0xFF; len.div_ceil(8)];
        for row in &self.nulls {
            validity[row / 8] &= !(1 << (row % 8));
        }
        let nulls = self.nulls.len();
        Values {
            len,
            offset: 0,
            validity: (nulls > 0).then(|| Bitmap::new(Buffer::from(validity), 0, len)),
            nulls,
            layout,
        }
    }
}
