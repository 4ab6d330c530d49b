//! Conversion of the values of a column from one encoding to another.

use super::buffer::{Bitmap, Buffer, vec_with_capacity};
use super::check::LARGEST;
use super::error::Error;
use super::values::{Layout, Offset, Offsets, Values};
use crate::memory::{self, NoMemory};
use crate::policy::{self, OnError};
use crate::text::related;
use pyo3::prelude::*;
use std::mem::MaybeUninit;
use utf8kit::stream::Stop;
use utf8kit::{Encoding as Base, Endian, Number, Policy, ascii, latin1, utf8};
use utf8kit_encodings::{Decoder, Encoder, Encoding};

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

/// Returns the encoding that values are in, with this name.
pub(super) fn to_read(label: &str) -> Result<Encoding, Error> {
    related::to_read(label).ok_or_else(|| unknown(label))
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
    /// The values of a block with marks between them, before and after the conversion.
    marked: [Vec<u8>; 2],
    /// The decoder of the last value: to make one takes as long as to decode a short value.
    decoder: Option<(Encoding, Decoder<'p>)>,
    blocks: Blockwise,
    /// Whether ASCII is the same in both encodings.
    keeps_ascii: bool,
}

/// How the values of a block are converted at once, if they are well-formed.
enum Blockwise {
    No,
    /// From UTF-8 to UTF-16.
    ToUtf16(Endian),
    /// From a single-byte encoding to UTF-8: the number of bytes that each byte becomes.
    SingleByte(Box<[u8; 256]>),
    /// With a mark after each value, which is found again.
    Marked,
}

/// Controls, which are no part of a longer character in any encoding of bytes.
const MARKS: [u8; 4] = [b'\n', 0, 0x1E, 0x1F];

impl Blockwise {
    fn new(from: Encoding, to: Encoding) -> Blockwise {
        match (from, to) {
            (Encoding::UTF_8, Encoding::Base(Base::Utf16(endian))) => Blockwise::ToUtf16(endian),
            (from, Encoding::UTF_8) => match from.upper_half() {
                Some(upper) => {
                    let len = |byte: usize| {
                        byte.checked_sub(0x80)
                            .map_or(1, |place| upper[place].len_utf8() as u8)
                    };
                    Blockwise::SingleByte(Box::new(std::array::from_fn(len)))
                }
                None => Blockwise::marked(from, to),
            },
            _ => Blockwise::marked(from, to),
        }
    }
}

impl Blockwise {
    fn marked(from: Encoding, to: Encoding) -> Blockwise {
        match from.is_divisible_at_ascii() && to.is_divisible_at_ascii() {
            true => Blockwise::Marked,
            false => Blockwise::No,
        }
    }
}

impl<'p> Transcoder<'p> {
    pub(super) fn new(from: Encoding, to: Encoding, policy: Policy<'p>) -> Result<Self, Error> {
        Ok(Transcoder {
            from,
            to,
            policy,
            buffer: memory::zeros(ROOM)?,
            text: Vec::new(),
            marked: [Vec::new(), Vec::new()],
            decoder: None,
            blocks: Blockwise::new(from, to),
            // Backslashes are ASCII.
            keeps_ascii: from.is_ascii_compatible()
                && to.is_ascii_compatible()
                && !policy.doubles_backslashes(),
        })
    }

    /// Returns whether [`append_block`](Self::append_block) can succeed.
    pub(super) fn has_blocks(&self) -> bool {
        self.keeps_ascii || !matches!(self.blocks, Blockwise::No)
    }

    /// Returns the bytes to make room for, if there are so many to convert. What is not used is not touched.
    pub(super) fn room(&self, bytes: usize) -> usize {
        let bytes = match self.blocks {
            Blockwise::No | Blockwise::Marked if self.keeps_ascii => bytes.saturating_add(bytes / 2),
            Blockwise::No | Blockwise::Marked => bytes,
            Blockwise::ToUtf16(_) | Blockwise::SingleByte(_) => bytes.saturating_mul(2),
        };
        // The last block needs room, too, though it may not fill it.
        bytes.saturating_add(8 * LARGEST)
    }

    /// Appends the values of a block, whose offsets are checked, at once. Appends nothing and returns `false` if that does not work,
    /// such as where a value is ill-formed. `bytes` are those from the first offset to the last.
    pub(super) fn append_block<T: Offset>(
        &mut self,
        offsets: &[T],
        bytes: &[u8],
        builder: &mut Builder,
    ) -> Result<bool, Error> {
        let (start, first) = (builder.data.len(), offsets[0].get());
        debug_assert_eq!(offsets[offsets.len() - 1].get() - first, bytes.len());
        builder.ends.try_reserve(offsets.len()).map_err(NoMemory::from)?;
        if self.keeps_ascii && ascii::is_valid(bytes) {
            memory::extend(&mut builder.data, bytes)?;
            let ends = offsets[1..].iter().map(|end| (start + end.get() - first) as i64);
            builder.ends.extend(ends);
            return Ok(true);
        }
        if self.policy.doubles_backslashes() {
            return Ok(false);
        }
        match &self.blocks {
            Blockwise::No => Ok(false),
            Blockwise::ToUtf16(endian) => append_utf16(offsets, bytes, *endian, builder),
            Blockwise::SingleByte(lengths) => self.append_single_byte(offsets, bytes, lengths, builder),
            Blockwise::Marked => self.append_marked(offsets, bytes, builder),
        }
    }

    /// Appends the values in UTF-8, of which `lengths` has the length for each byte.
    fn append_single_byte<T: Offset>(
        &self,
        offsets: &[T],
        bytes: &[u8],
        lengths: &[u8; 256],
        builder: &mut Builder,
    ) -> Result<bool, Error> {
        let start = builder.data.len();
        let convert = |bytes: &[u8], room: &mut [MaybeUninit<u8>]| {
            let done = self.from.decode_to_utf8(bytes, Policy::Fail, room).ok()?;
            Some(done.written.len())
        };
        // SAFETY: the text that was written begins where the room does.
        let Some(written) = (unsafe { append_converted(&mut builder.data, bytes, 3, convert) })? else {
            return Ok(false);
        };
        let mut end = start;
        // Mostly there are no characters of three bytes. Where a byte becomes ASCII, it could make up for one of these.
        let are_two = written == latin1::utf8_len(bytes) && lengths[0x80..].iter().all(|&length| length >= 2);
        builder.ends.extend(rows(offsets, bytes).map(|row| {
            end += match are_two {
                true => latin1::utf8_len(row),
                false => sum_of(lengths, row),
            };
            end as i64
        }));
        debug_assert_eq!(end, builder.data.len());
        Ok(true)
    }

    /// Appends the values, which are converted as one text with a mark after each. A value that ends within a character is ill-formed
    /// there, too.
    fn append_marked<T: Offset>(
        &mut self,
        offsets: &[T],
        bytes: &[u8],
        builder: &mut Builder,
    ) -> Result<bool, Error> {
        let Some(mark) = MARKS
            .into_iter()
            .find(|&mark| memchr::memchr(mark, bytes).is_none())
        else {
            return Ok(false);
        };
        let [joined, converted] = &mut self.marked;
        joined.clear();
        joined
            .try_reserve(bytes.len() + offsets.len())
            .map_err(NoMemory::from)?;
        for row in rows(offsets, bytes) {
            joined.extend_from_slice(row);
            joined.push(mark);
        }
        let text = match self.from {
            Encoding::UTF_8 => &*joined,
            from => {
                let convert = |text: &[u8], room: &mut [MaybeUninit<u8>]| {
                    let done = from.decode_to_utf8(text, Policy::Fail, room).ok()?;
                    Some(done.written.len())
                };
                // SAFETY: the text that was written begins where the room does.
                match unsafe { converted_into(converted, joined, convert) }? {
                    true => {
                        std::mem::swap(joined, converted);
                        &*joined
                    }
                    false => return Ok(false),
                }
            }
        };
        let text = match self.to {
            Encoding::UTF_8 => text,
            to => {
                let convert = |text: &[u8], room: &mut [MaybeUninit<u8>]| {
                    let text = utf8::validate(text).ok()?;
                    let done = to.encode_to(text, Policy::Fail, room).ok()?;
                    Some(done.written.len())
                };
                // SAFETY: the text that was written begins where the room does.
                match unsafe { converted_into(converted, text, convert) }? {
                    true => converted,
                    false => return Ok(false),
                }
            }
        };
        append_rows(text, mark, offsets.len() - 1, builder)
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
        let mut decoder = match self.decoder.take() {
            Some((known, decoder)) if known == encoding => decoder,
            _ => Decoder::new(encoding, self.policy),
        };
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
                Stop::InputUsed if rest.is_empty() => {
                    decoder.reset();
                    self.decoder = Some((encoding, decoder));
                    return Ok(());
                }
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

/// Returns the values between these offsets, of which the first is that of `bytes`.
fn rows<'b, T: Offset>(offsets: &[T], bytes: &'b [u8]) -> impl Iterator<Item = &'b [u8]> + Clone {
    let first = offsets[0].get();
    let pairs = offsets.windows(2);
    pairs.map(move |pair| &bytes[pair[0].get() - first..pair[1].get() - first])
}

/// Appends values in UTF-8 as UTF-16 at once. Appends nothing and returns `false` if one is ill-formed.
fn append_utf16<T: Offset>(
    offsets: &[T],
    bytes: &[u8],
    endian: Endian,
    builder: &mut Builder,
) -> Result<bool, Error> {
    let (start, first) = (builder.data.len(), offsets[0].get());
    let convert = |bytes: &[u8], room: &mut [MaybeUninit<u8>]| {
        let done = utf8kit::convert(bytes, Base::Utf8, Base::Utf16(endian), Policy::Fail, room).ok()?;
        Some(done.written.len())
    };
    // SAFETY: the text that was written begins where the room does.
    let Some(written) = (unsafe { append_converted(&mut builder.data, bytes, 2, convert) })? else {
        return Ok(false);
    };
    if written == 2 * bytes.len() {
        // All of it is ASCII.
        let ends = offsets[1..]
            .iter()
            .map(|end| (start + 2 * (end.get() - first)) as i64);
        builder.ends.extend(ends);
        return Ok(true);
    }
    // A value that begins inside of a character is ill-formed, though the block is not.
    let is_continuation = |byte: u8| byte & 0xC0 == 0x80;
    let (mut end, mut is_cut) = (start, false);
    let before = builder.ends.len();
    builder.ends.extend(rows(offsets, bytes).map(|row| {
        is_cut |= row.first().is_some_and(|&byte| is_continuation(byte));
        end += 2 * utf8::utf16_len(row);
        end as i64
    }));
    if is_cut {
        builder.data.truncate(start);
        builder.ends.truncate(before);
        return Ok(false);
    }
    debug_assert_eq!(end, builder.data.len());
    Ok(true)
}

/// Returns the sum of what each byte of a row becomes.
fn sum_of(lengths: &[u8; 256], row: &[u8]) -> usize {
    /// From so many bytes on, two sums take less time than one, of which each addition waits for the one before.
    const MANY: usize = 32;
    let length = |&byte: &u8| usize::from(lengths[usize::from(byte)]);
    if row.len() < MANY {
        return row.iter().map(length).sum();
    }
    let (pairs, rest) = row.as_chunks::<2>();
    let sums = pairs.iter().fold([0, 0], |[one, two], [first, second]| {
        [one + length(first), two + length(second)]
    });
    sums[0] + sums[1] + rest.iter().map(length).sum::<usize>()
}

/// Appends what `convert` writes of a text, and returns its length. Appends nothing if that returns nothing. A byte becomes `most` at
/// most.
///
/// # Safety
///
/// `convert` returns how many bytes it has written to the start of the room that it is given.
unsafe fn append_converted(
    out: &mut Vec<u8>,
    text: &[u8],
    most: usize,
    convert: impl FnOnce(&[u8], &mut [MaybeUninit<u8>]) -> Option<usize>,
) -> Result<Option<usize>, NoMemory> {
    out.try_reserve(most * text.len() + 64)?;
    let Some(written) = convert(text, out.spare_capacity_mut()) else {
        return Ok(None);
    };
    let len = out.len() + written;
    debug_assert!(len <= out.capacity());
    // SAFETY: the caller promises that these bytes are written.
    unsafe { out.set_len(len) };
    Ok(Some(written))
}

/// Replaces `out` by what `convert` writes of a text, and returns whether it writes all of it. A byte becomes three at most.
///
/// # Safety
///
/// `convert` returns how many bytes it has written to the start of the room that it is given.
unsafe fn converted_into(
    out: &mut Vec<u8>,
    text: &[u8],
    convert: impl FnOnce(&[u8], &mut [MaybeUninit<u8>]) -> Option<usize>,
) -> Result<bool, NoMemory> {
    out.clear();
    // SAFETY: the caller promises the same.
    Ok(unsafe { append_converted(out, text, 3, convert) }?.is_some())
}

/// Appends the values that marks end. Appends nothing and returns `false` if there are not `count` of them.
fn append_rows(text: &[u8], mark: u8, count: usize, builder: &mut Builder) -> Result<bool, Error> {
    let (start, before) = (builder.data.len(), builder.ends.len());
    builder.data.try_reserve(text.len()).map_err(NoMemory::from)?;
    builder.ends.try_reserve(count).map_err(NoMemory::from)?;
    let mut done = 0;
    for end in memchr::memchr_iter(mark, text).take(count) {
        builder.data.extend_from_slice(&text[done..end]);
        builder.end_value();
        done = end + 1;
    }
    if done == text.len() && builder.ends.len() == before + count {
        return Ok(true);
    }
    builder.data.truncate(start);
    builder.ends.truncate(before);
    Ok(false)
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

    /// Makes the value of a row null, which is empty.
    pub(super) fn set_null(&mut self, row: usize) -> Result<(), NoMemory> {
        debug_assert_eq!(self.ends[row], self.ends[row + 1]);
        memory::push(&mut self.nulls, row)
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
