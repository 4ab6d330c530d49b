//! Encodes text in the encodings that CPython lacks, of which [`related`](super::related) has the names.

use super::related::{BLOCK, append, call_handler, find_known, room};
use super::string::{self, Units, detached, detached_early};
use super::utf8;
use crate::memory::{self, NoMemory};
use crate::policy::{self, OnError};
use crate::signals::Signals;
use pyo3::exceptions::{PyLookupError, PyTypeError, PyUnicodeEncodeError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};
use std::borrow::Cow;
use utf8kit::stream::Stop;
use utf8kit::{Encoding as Base, Policy};
use utf8kit_encodings::{Encoder, Encoding};

pub(super) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(encode_partial, module)?)
}

/// Encodes a piece of a text. Returns the bytes, and the state after them, which is that of the next piece. It is 0 at the
/// beginning, and after each piece that is the last one or a text of its own: it is one except in ISO/IEC 2022.
#[pyfunction]
#[pyo3(signature = (text, encoding, errors, r#final, state))]
fn encode_partial<'py>(
    py: Python<'py>,
    text: &Bound<'py, PyString>,
    encoding: &str,
    errors: &str,
    r#final: bool,
    state: u8,
) -> PyResult<(Bound<'py, PyAny>, u8)> {
    let known = find_known(py, encoding)?;
    let ends = r#final || known != Encoding::Iso2022;
    encode_piece(py, text.as_borrowed(), (known, encoding), errors, ends, state)
}

pub(super) fn encode<'py>(
    py: Python<'py>,
    string: Borrowed<'_, 'py, PyString>,
    encoding: Encoding,
    name: &str,
    errors: &str,
) -> PyResult<Bound<'py, PyAny>> {
    let (bytes, _) = encode_piece(py, string, (encoding, name), errors, true, 0)?;
    Ok(bytes)
}

/// Returns an error if `encoding`, which the caller calls `name`, can only be decoded.
fn check_can_be_written(encoding: Encoding, name: &str) -> PyResult<()> {
    if !encoding.can_be_written() {
        let instead = match encoding {
            Encoding::Unicode11Utf8 => "utf-8, or unicode-1-1-utf-8-old-hangul for the old positions",
            _ => "utf-8",
        };
        return Err(PyLookupError::new_err(format!(
            "{name} can be decoded, but not encoded: use {instead}"
        )));
    }
    Ok(())
}

/// Encodes a piece of a text, and what ends the text if `ends`. Returns the bytes and the state after them: see [`Encoded`].
fn encode_piece<'py>(
    py: Python<'py>,
    string: Borrowed<'_, 'py, PyString>,
    (encoding, name): (Encoding, &str),
    errors: &str,
    ends: bool,
    state: u8,
) -> PyResult<(Bound<'py, PyAny>, u8)> {
    check_can_be_written(encoding, name)?;
    // None of our ways to replace bytes replaces characters.
    if let Some(OnError::Escape | OnError::As(_)) = policy::of_text(errors)? {
        return Err(policy::only_decodes(errors));
    }
    let errors = policy::of_python(errors);
    let held = string::units(&string)?;
    let units = held.units();
    if state == 0
        && ends
        && let Some(bytes) = detached_early(py, units.len(), || encode_well_formed(units, encoding))?
    {
        return Ok((new_bytes(py, &bytes)?, 0));
    }
    let mut numbers = Vec::new();
    append(units, &mut numbers)?;
    if encoding.has_surrogates() {
        join_surrogates(&mut numbers);
    }
    let mut encoding = Encoded::new(encoding, numbers.len(), state)?;
    let mut at = 0;
    let mut handler = None;
    let mut signals = Signals::new();
    loop {
        let left = numbers.len() - at;
        let encode = || encoding.write_to_error(&numbers, &mut at, &mut signals);
        if !detached_early(py, left, encode)? {
            break;
        }
        let start = at - 1;
        let reason = match numbers[start] {
            0xD800..=0xDFFF => "surrogates not allowed",
            _ => "character is not in the encoding",
        };
        let arguments = (name, string, start, at, reason);
        let error = PyErr::from_value(py.get_type::<PyUnicodeEncodeError>().call1(arguments)?);
        if errors == "strict" {
            return Err(error);
        }
        let (replacement, next) = call_handler(py, errors, &mut handler, &error, numbers.len())?;
        if !encoding.write_replacement(replacement)? {
            return Err(error);
        }
        at = next;
    }
    if ends {
        encoding.finish()?;
    }
    let (bytes, state) = (encoding.bytes, encoding.state);
    Ok((new_bytes(py, &bytes)?, state))
}

/// Makes `bytes` of these. If they are many, other threads run meanwhile.
fn new_bytes<'py>(py: Python<'py>, bytes: &[u8]) -> PyResult<Bound<'py, PyAny>> {
    let made = string::make_bytes(py, bytes.len(), |place| {
        detached(py, bytes.len(), || Some(place.write_copy_of_slice(bytes)))
    });
    made.expect("all bytes are copied")
        .ok_or_else(|| PyErr::fetch(py))
}

/// Encodes a text by its UTF-8. Returns `None` if the text has a surrogate or a character that the encoding lacks.
fn encode_well_formed(units: Units<'_>, encoding: Encoding) -> PyResult<Option<Vec<u8>>> {
    let utf8 = match units {
        Units::Ascii(units) => Cow::Borrowed(units),
        units => match utf8::to_vec(units)? {
            Some(bytes) => Cow::Owned(bytes),
            None => return Ok(None),
        },
    };
    let text = utf8kit::utf8::validate(&utf8).expect("it is UTF-8");
    let mut signals = Signals::new();
    let mut bytes: Vec<u8> = memory::with_capacity(text.len())?;
    let mut at = 0;
    if let Some(relative) = encoding.utf8_relative() {
        while at < text.len() {
            signals.check()?;
            let end = text.floor_char_boundary(at + BLOCK);
            let piece = &text.as_bytes()[at..end];
            // A byte becomes at most two.
            bytes.try_reserve(2 * piece.len() + 64).map_err(NoMemory::from)?;
            let room = bytes.spare_capacity_mut();
            let Ok(done) = utf8kit::convert(piece, Base::Utf8, relative, Policy::Fail, room) else {
                return Ok(None);
            };
            let written = done.written.len();
            let len = bytes.len() + written;
            debug_assert!(len <= bytes.capacity());
            // SAFETY: the conversion has written as many bytes to the start of the room.
            unsafe { bytes.set_len(len) };
            at = end;
        }
        return Ok(Some(bytes));
    }
    let mut encoder = Encoder::new(encoding, Policy::Fail).with_signature(false);
    let mut buffer: Vec<u8> = memory::zeros(2 * room(text.len()))?;
    loop {
        signals.check()?;
        let piece = &text[at..text.floor_char_boundary(at + BLOCK)];
        let step = match piece {
            "" => encoder.finish(&mut buffer),
            piece => encoder.encode(piece, &mut buffer),
        };
        memory::extend(&mut bytes, &buffer[..step.written])?;
        at += step.read;
        match step.stop {
            Stop::InputUsed if piece.is_empty() => return Ok(Some(bytes)),
            Stop::InputUsed | Stop::OutputFull => {}
            _ => return Ok(None),
        }
    }
}

/// Makes one character of each pair of surrogates, as WTF-8 requires (The WTF-8 encoding, section 3.1).
fn join_surrogates(numbers: &mut Vec<u32>) {
    let mut last = 0;
    for i in 0..numbers.len() {
        let number = numbers[i];
        if let 0xDC00..=0xDFFF = number
            && last > 0
            && let high @ 0xD800..=0xDBFF = numbers[last - 1]
        {
            numbers[last - 1] = 0x1_0000 + ((high & 0x3FF) << 10 | number & 0x3FF);
        } else {
            numbers[last] = number;
            last += 1;
        }
    }
    numbers.truncate(last);
}

/// The character ESCAPE.
const ESC: u32 = 0x1B;

/// A text that is encoded.
struct Encoded {
    writer: Encoder<'static>,
    buffer: Vec<u8>,
    bytes: Vec<u8>,
    /// 0 at the beginning of a text, 2 after ESC, 1 after any other character. The encoder to ISO/IEC 2022 remembers no more.
    state: u8,
}

impl Encoded {
    /// Returns a text of which a part that left `state` is encoded already.
    fn new(encoding: Encoding, len: usize, state: u8) -> Result<Self, NoMemory> {
        let mut writer = Encoder::new(encoding, Policy::Fail).with_signature(false);
        // A character has at most 8 bytes, and what ends a run 2.
        let mut buffer = memory::zeros(2 * room(len))?;
        let last: &[u32] = match state {
            0 => &[],
            2 => &[ESC],
            _ => &[0x20],
        };
        let _ = writer.encode_code_points(last, &mut buffer);
        Ok(Encoded {
            writer,
            buffer,
            bytes: Vec::new(),
            state,
        })
    }

    /// Writes characters. Returns how many are read, and whether the last of them is one that the encoding lacks.
    fn write(&mut self, numbers: &[u32]) -> Result<(usize, bool), NoMemory> {
        let step = self.writer.encode_code_points(numbers, &mut self.buffer);
        memory::extend(&mut self.bytes, &self.buffer[..step.written])?;
        let is_error = match step.stop {
            Stop::OutputFull | Stop::InputUsed => false,
            Stop::NotRepresentable { .. } => true,
            stop => unreachable!("an encoder of numbers does not stop for {stop:?}"),
        };
        let written = &numbers[..step.read - usize::from(is_error)];
        if let Some(&last) = written.last() {
            self.state = if last == ESC { 2 } else { 1 };
        }
        Ok((step.read, is_error))
    }

    /// Writes the characters from `at` on, and moves `at` past what is read. Returns whether it stopped after a character that the
    /// encoding lacks.
    fn write_to_error(&mut self, numbers: &[u32], at: &mut usize, signals: &mut Signals) -> PyResult<bool> {
        while *at < numbers.len() {
            signals.check()?;
            let block = &numbers[*at..numbers.len().min(*at + BLOCK)];
            let (read, is_error) = self.write(block)?;
            *at += read;
            if is_error {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Writes what an error handler returned for a character. Returns `false` if the encoding lacks a character of it, too.
    fn write_replacement(&mut self, replacement: Bound<'_, PyAny>) -> PyResult<bool> {
        if let Ok(replacement) = replacement.cast::<PyBytes>() {
            self.finish()?;
            memory::extend(&mut self.bytes, replacement.as_bytes())?;
            return Ok(true);
        }
        let replacement = replacement
            .cast_into::<PyString>()
            .map_err(|_| PyTypeError::new_err("encoding error handler must return (str/bytes, int) tuple"))?;
        let mut numbers = Vec::new();
        append(string::units(&replacement)?.units(), &mut numbers)?;
        let mut written = 0;
        while written < numbers.len() {
            let (read, is_error) = self.write(&numbers[written..])?;
            if is_error {
                return Ok(false);
            }
            written += read;
        }
        Ok(true)
    }

    /// Writes what ends a text. Another one can follow.
    fn finish(&mut self) -> Result<(), NoMemory> {
        let step = self.writer.finish(&mut self.buffer);
        memory::extend(&mut self.bytes, &self.buffer[..step.written])?;
        self.writer.reset();
        self.state = 0;
        Ok(())
    }
}
