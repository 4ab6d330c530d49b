//! Conversion of the values of a column from one encoding to another.

use super::buffer::{Bitmap, Buffer, vec_with_capacity};
use super::error::Error;
use super::values::{Layout, Offsets, Values};
use crate::memory::{self, NoMemory};
use crate::policy::{self, OnError};
use crate::text::related;
use pyo3::prelude::*;
use utf8kit::stream::Stop;
use utf8kit::{Encoding as Base, Number, Policy, utf8};
use utf8kit_encodings::{Decoder, Encoder, Encoding, Reading};

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

/// Returns the encoding that values are in, with this name. A name that means several encodings means what browsers read by it,
/// as [`detect`](utf8kit_lint::detect) does: `EUC-KR` is UHC.
pub(super) fn to_read(label: &str) -> Result<Encoding, Error> {
    let web = || Encoding::for_label(label, Reading::Web).filter(|encoding| encoding.is_legacy());
    related::unicode(label)
        .or_else(web)
        .or_else(|| label.parse().ok())
        .ok_or_else(|| unknown(label))
}

/// Returns the encoding that values become, with this name.
pub(super) fn to_write(label: &str) -> Result<Encoding, Error> {
    let encoding = to_read(label)?;
    match encoding.can_be_written() {
        true => Ok(encoding),
        false => Err(Error::Argument(format!(
            "{encoding} can be read, but not written"
        ))),
    }
}

fn unknown(label: &str) -> Error {
    Python::attach(|py| {
        Error::Argument(match policy::codec_name(py, label) {
            Some(name) => {
                format!("columns cannot be in {label}: decode each value with Python's codec {name:?}")
            }
            None => format!("unknown encoding {label:?}"),
        })
    })
}

/// Why a value could not be converted.
pub(super) struct Failure {
    /// The offset in the value. It is in the decoded text if a character cannot be encoded.
    pub(super) offset: u64,
    pub(super) length: u64,
    pub(super) kind: &'static str,
    pub(super) message: String,
}

/// Room for what a decoder or an encoder writes at a time. It is not initialised again for each value or error.
const ROOM: usize = 16 << 10;

/// Converts values.
pub(super) struct Transcoder<'p> {
    from: Encoding,
    to: Encoding,
    policy: Policy<'p>,
    buffer: Vec<u8>,
    /// The decoded value, if it is encoded again.
    text: Vec<u8>,
}

impl<'p> Transcoder<'p> {
    pub(super) fn new(from: Encoding, to: Encoding, policy: Policy<'p>) -> Result<Self, Error> {
        Ok(Transcoder {
            from,
            to,
            policy,
            buffer: memory::zeros(ROOM)?,
            text: Vec::new(),
        })
    }

    /// Appends the converted `value` to `out`, or returns why it cannot be converted.
    pub(super) fn append(&mut self, value: &[u8], out: &mut Vec<u8>) -> Result<Result<(), Failure>, Error> {
        if self.append_fast(value, out)? {
            return Ok(Ok(()));
        }
        let result = if self.to == Encoding::UTF_8 {
            self.decode(value, out)
        } else {
            let mut text = std::mem::take(&mut self.text);
            text.clear();
            let result = self.decode(value, &mut text).and_then(|()| {
                let text = std::str::from_utf8(&text).expect("a decoder writes UTF-8");
                self.encode(text, out)
            });
            self.text = text;
            result
        };
        match result {
            Ok(()) => Ok(Ok(())),
            Err(Stopped::Failure(failure)) => Ok(Err(failure)),
            Err(Stopped::Memory) => Err(Error::Memory),
        }
    }

    /// Appends the converted value if it is well-formed and there is a direct way. Otherwise appends nothing and returns `false`.
    fn append_fast(&self, value: &[u8], out: &mut Vec<u8>) -> Result<bool, NoMemory> {
        let (from, to) = (related::in_native_order(self.from, value), self.to);
        let start = out.len();
        let (Encoding::Base(from), Encoding::Base(to)) = (from, to) else {
            return Ok(false);
        };
        let most = match (from, to) {
            _ if self.policy.doubles_backslashes() => return Ok(false),
            (Base::Utf8, Base::Utf32(_)) => 4 * value.len(),
            (Base::Utf8, Base::Utf16(_)) | (Base::Utf16(_), Base::Utf8) => 2 * value.len(),
            (Base::Utf8, Base::Latin1) => value.len(),
            _ => return Ok(false),
        };
        let done = utf8kit::convert(value, from, to, Policy::Fail, grown(out, most)?);
        out.truncate(start + done.as_ref().map_or(0, |done| done.written));
        Ok(done.is_ok())
    }

    /// Appends the text of a value in UTF-8.
    fn decode(&mut self, value: &[u8], out: &mut Vec<u8>) -> Result<(), Stopped> {
        match self.from {
            Encoding::Base(Base::Utf8) => {
                if value.len() > ROOM {
                    memory::require(9 * value.len())?;
                }
                let text = utf8::repair_with(value, self.policy).map_err(|error| Failure {
                    offset: error.valid_up_to() as u64,
                    length: error.bytes().len() as u64,
                    kind: error.kind().name(),
                    message: error.to_string(),
                })?;
                Ok(memory::extend(out, text.as_bytes())?)
            }
            encoding => self.decode_other(related::in_native_order(encoding, value), value, out),
        }
    }

    fn decode_other(&mut self, encoding: Encoding, value: &[u8], out: &mut Vec<u8>) -> Result<(), Stopped> {
        let mut decoder = Decoder::new(encoding, self.policy);
        let mut read = 0;
        loop {
            let rest = &value[read..];
            let step = match rest {
                [] => decoder.finish_utf8(&mut self.buffer),
                rest => decoder.to_utf8(rest, &mut self.buffer),
            };
            memory::extend(out, &self.buffer[..step.written])?;
            read += step.read;
            let failure = match step.stop {
                Stop::InputUsed if rest.is_empty() => return Ok(()),
                Stop::InputUsed | Stop::OutputFull => continue,
                Stop::IllFormed(error) => Failure {
                    offset: error.offset(),
                    length: error.bytes().len() as u64,
                    kind: error.kind().name(),
                    message: error.to_string(),
                },
                Stop::NotRepresentable { number, offset } => Failure {
                    offset,
                    length: 0,
                    kind: "not-representable",
                    message: format!(
                        "{} at offset {offset} is not a Unicode scalar value",
                        Number(number)
                    ),
                },
                stop => unreachable!("a decoder to Unicode does not stop for {stop:?}"),
            };
            return Err(Stopped::Failure(failure));
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

    fn encode(&mut self, text: &str, out: &mut Vec<u8>) -> Result<(), Stopped> {
        let (to, policy) = (self.to, self.encode_policy());
        let missing = |c: char, offset: u64| {
            Stopped::Failure(Failure {
                offset,
                length: c.len_utf8() as u64,
                kind: "not-representable",
                message: format!(
                    "U+{:04X} at offset {offset} cannot be represented in {}",
                    u32::from(c),
                    to.name()
                ),
            })
        };
        let mut encoder = Encoder::new(to, policy);
        let mut read = 0;
        loop {
            let rest = &text[read..];
            let step = match rest {
                "" => encoder.finish(&mut self.buffer),
                rest => encoder.encode(rest, &mut self.buffer),
            };
            memory::extend(out, &self.buffer[..step.written])?;
            read += step.read;
            match step.stop {
                Stop::InputUsed if rest.is_empty() => return Ok(()),
                Stop::InputUsed | Stop::OutputFull => {}
                Stop::NotRepresentable { number, offset } => {
                    let character = char::from_u32(number).expect("a str has characters only");
                    return Err(missing(character, offset));
                }
                stop => unreachable!("a str is well-formed, but encoding stopped: {stop:?}"),
            }
        }
    }
}

/// Why a value is not converted.
enum Stopped {
    Memory,
    Failure(Failure),
}

impl From<NoMemory> for Stopped {
    fn from(_: NoMemory) -> Stopped {
        Stopped::Memory
    }
}

impl From<Failure> for Stopped {
    fn from(failure: Failure) -> Stopped {
        Stopped::Failure(failure)
    }
}

/// Appends room for bytes, and returns it.
fn grown(out: &mut Vec<u8>, most: usize) -> Result<&mut [u8], NoMemory> {
    let start = out.len();
    out.try_reserve(most)?;
    out.resize(start + most, 0);
    Ok(&mut out[start..])
}

/// Values in the making.
pub(super) struct Builder {
    ends: Vec<i64>,
    pub(super) data: Vec<u8>,
    nulls: Vec<usize>,
}

impl Builder {
    /// Returns a builder for values of so many rows, and about so many bytes.
    pub(super) fn new(rows: usize, bytes: usize) -> Result<Builder, NoMemory> {
        let mut ends = vec_with_capacity(rows + 1)?;
        ends.push(0);
        Ok(Builder {
            ends,
            data: vec_with_capacity(bytes)?,
            nulls: Vec::new(),
        })
    }

    /// Ends a value with the data that there is.
    pub(super) fn end_value(&mut self) {
        self.ends.push(self.data.len() as i64);
    }

    /// Adds a null, without the data since the last value.
    pub(super) fn null(&mut self) -> Result<(), NoMemory> {
        self.data
            .truncate(*self.ends.last().expect("there is a first") as usize);
        memory::push(&mut self.nulls, self.ends.len() - 1)?;
        self.end_value();
        Ok(())
    }

    /// Returns `true` if the data is longer than 32-bit offsets can say.
    pub(super) fn is_large(&self) -> bool {
        i32::try_from(self.data.len()).is_err()
    }

    pub(super) fn finish(self, large: bool) -> Result<Values, NoMemory> {
        let len = self.ends.len() - 1;
        let mut validity = memory::with_capacity(len.div_ceil(8))?;
        validity.resize(len.div_ceil(8), 0xFF);
        for row in &self.nulls {
            validity[row / 8] &= !(1 << (row % 8));
        }
        let nulls = self.nulls.len();
        let data = Buffer::from(self.data);
        let layout = match large {
            true => Layout::Large(Offsets {
                offsets: Buffer::from(self.ends),
                data,
            }),
            false => {
                let mut offsets = vec_with_capacity(len + 1)?;
                offsets.extend(self.ends.iter().map(|&end| end as i32));
                Layout::Small(Offsets {
                    offsets: Buffer::from(offsets),
                    data,
                })
            }
        };
        Ok(Values {
            len,
            offset: 0,
            validity: (nulls > 0).then(|| Bitmap::new(Buffer::from(validity), 0, len)),
            nulls,
            layout,
        })
    }
}
