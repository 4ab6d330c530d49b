//! Encodings that CPython lacks: CESU-8, Modified UTF-8, WTF-8, UTF-8 of RFC 2279, UTF-1, UTF-7 of IMAP, UCS-2, UCS-4.

use super::string::{self, Units};
use super::{error, utf8};
use crate::input::Input;
use crate::policy::OnError;
use pyo3::exceptions::{PyIndexError, PyLookupError, PyTypeError, PyUnicodeEncodeError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString, PyTuple};
use std::borrow::Cow;
use utf8kit::dialect::Dialect;
use utf8kit::stream::{Step, Stop};
use utf8kit::{Encoding as Base, Policy};
use utf8kit_family::{Decoder, Encoding, Reader, Writer, labels};

pub(super) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(decode_partial, module)?)?;
    module.add_function(wrap_pyfunction!(encoding_name, module)?)
}

/// Returns the name of an encoding as CPython compares it: in lower case, with `_` for what separates words.
pub(super) fn normalized(name: &str) -> Cow<'_, str> {
    if name
        .bytes()
        .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_')
    {
        return Cow::Borrowed(name);
    }
    Cow::Owned(name.to_ascii_lowercase().replace(['-', ' '], "_"))
}

/// Returns an encoding of ours by its [normalized](normalized) name.
pub(super) fn find_any(name: &str) -> Option<Encoding> {
    let name = name.replace('_', "-");
    // CPython writes the order of bytes with a hyphen.
    let joined = ["-le", "-be"].iter().find_map(|order| {
        let start = name.strip_suffix(order)?;
        Some(format!("{start}{}", &order[1..]))
    });
    labels::encoding(&name).or_else(|| labels::encoding(&joined?))
}

/// Returns an encoding that CPython lacks, by its [normalized](normalized) name.
pub(super) fn find(name: &str) -> Option<Encoding> {
    let encoding = find_any(name)?;
    match encoding {
        Encoding::Base(Base::Dialect(_)) => Some(encoding),
        Encoding::Base(_) | Encoding::Utf8Signature | Encoding::Utf16 | Encoding::Utf32 | Encoding::Utf7 => {
            None
        }
        _ => Some(encoding),
    }
}

/// Returns the name of an encoding that CPython lacks, or `None` for all others.
#[pyfunction]
fn encoding_name(name: &str) -> Option<&'static str> {
    find(&normalized(name)).map(Encoding::name)
}

/// Decodes what is complete of `data`, or all of it. Returns the text and the number of bytes that are decoded.
#[pyfunction]
#[pyo3(signature = (data, encoding, errors, r#final))]
fn decode_partial<'py>(
    py: Python<'py>,
    data: Input<'py>,
    encoding: &str,
    errors: &str,
    r#final: bool,
) -> PyResult<(Bound<'py, PyAny>, usize)> {
    let known = find(&normalized(encoding))
        .ok_or_else(|| PyLookupError::new_err(format!("unknown encoding: {encoding}")))?;
    let mut bytes = &*data;
    if !r#final {
        bytes = &bytes[..bytes.len() - unfinished(known, bytes)];
    }
    let mut decoding = Decoding::new(known, encoding, bytes);
    decoding.run(py, errors, r#final)?;
    let consumed = decoding.consumed;
    Ok((decoding.finish(py)?, consumed))
}

/// Returns the number of bytes at the end of a piece that mean something else than before, or that the decoder has to see
/// together with the next piece.
fn unfinished(encoding: Encoding, bytes: &[u8]) -> usize {
    match encoding {
        // From `&` to `-`, what a byte means depends on those before it; so does a `&` directly after that `-`.
        Encoding::Utf7Imap => {
            let mut rest = bytes;
            while let Some(start) = rest.iter().position(|&byte| byte == b'&') {
                let mut run = &rest[start..];
                while let [b'&', ..] = run {
                    let end = run.iter().position(|&byte| byte == b'-').map(|len| len + 1);
                    match end.filter(|&end| end < run.len()) {
                        Some(end) => run = &run[end..],
                        None => return rest.len() - start,
                    }
                }
                rest = run;
            }
            0
        }
        // A malformed sequence takes all the continuation bytes after it (ISO/IEC 10646-1 R.7).
        Encoding::Base(Base::Dialect(Dialect::AnnexR | Dialect::AnnexR5)) => {
            let start = bytes.iter().rposition(|byte| !(0x80..=0xBF).contains(byte));
            match start {
                Some(start) if bytes[start] < 0x80 => bytes.len() - start - 1,
                Some(start) => bytes.len() - start,
                None => bytes.len(),
            }
        }
        _ => 0,
    }
}

pub(super) fn decode<'py>(
    py: Python<'py>,
    bytes: &[u8],
    encoding: Encoding,
    name: &str,
    errors: &str,
) -> PyResult<Bound<'py, PyAny>> {
    let mut decoding = Decoding::new(encoding, name, bytes);
    decoding.run(py, errors, true)?;
    decoding.finish(py)
}

/// Room for characters between two calls of a decoder.
const ROOM: usize = 1024;

/// A text that is decoded.
struct Decoding<'b> {
    encoding: Encoding,
    name: &'b str,
    bytes: &'b [u8],
    text: Text,
    /// The number of bytes that are decoded.
    consumed: usize,
}

/// The characters that are decoded.
enum Text {
    Utf8(Vec<u8>),
    /// With surrogates, which UTF-8 lacks.
    Numbers(Vec<u32>),
}

impl Text {
    fn len(&self) -> usize {
        match self {
            Text::Utf8(bytes) => bytes.len(),
            Text::Numbers(numbers) => numbers.len(),
        }
    }

    /// Doubles the backslashes from an index on, as `errors='escape'` does.
    fn double_backslashes(&mut self, from: usize) {
        fn double<U: Copy + PartialEq>(units: &mut Vec<U>, from: usize, backslash: U) {
            let tail = units.split_off(from);
            units.extend(
                tail.into_iter()
                    .flat_map(|unit| std::iter::repeat_n(unit, if unit == backslash { 2 } else { 1 })),
            );
        }
        match self {
            Text::Utf8(bytes) => double(bytes, from, b'\\'),
            Text::Numbers(numbers) => double(numbers, from, u32::from(b'\\')),
        }
    }

    fn push_str(&mut self, string: &Bound<'_, PyString>) -> PyResult<()> {
        let units = string::units(string)?;
        let mut numbers = Vec::new();
        append(units, &mut numbers);
        if let Text::Utf8(bytes) = self {
            let text = std::str::from_utf8(bytes).expect("the decoder writes UTF-8");
            if numbers.iter().all(|&number| char::from_u32(number).is_some()) {
                bytes.extend(numbers.iter().flat_map(|&number| {
                    let c = char::from_u32(number).expect("checked above");
                    c.encode_utf8(&mut [0; 4]).as_bytes().to_vec()
                }));
                return Ok(());
            }
            // An error handler such as `surrogateescape` has surrogates.
            *self = Text::Numbers(text.chars().map(u32::from).collect());
        }
        if let Text::Numbers(all) = self {
            all.append(&mut numbers);
        }
        Ok(())
    }
}

/// Appends the characters of a `str`.
fn append(units: Units<'_>, numbers: &mut Vec<u32>) {
    match units {
        Units::Ascii(units) | Units::Latin1(units) => {
            numbers.extend(units.iter().map(|&unit| u32::from(unit)))
        }
        Units::Two(units) => numbers.extend(units.iter().map(|&unit| u32::from(unit))),
        Units::Four(units) => numbers.extend(units),
    }
}

/// Decodes to UTF-8, or to numbers where the encoding has surrogates.
enum Source {
    Utf8(Box<Decoder<'static>>),
    Numbers(Box<Reader<'static>>),
}

impl Source {
    fn new(encoding: Encoding) -> Source {
        if encoding.has_surrogates() {
            Source::Numbers(Box::new(Reader::new(encoding, Policy::Fail)))
        } else {
            Source::Utf8(Box::new(Decoder::new(encoding, Policy::Fail)))
        }
    }

    fn position(&self) -> usize {
        let position = match self {
            Source::Utf8(decoder) => decoder.position(),
            Source::Numbers(reader) => reader.position(),
        };
        usize::try_from(position).expect("the source is in memory")
    }

    /// Decodes `bytes`, or ends the text.
    fn step(&mut self, bytes: Option<&[u8]>, text: &mut Text) -> Step {
        fn grow<U: Clone + Default>(
            units: &mut Vec<U>,
            write: impl FnOnce(&mut [U]) -> Step,
            room: usize,
        ) -> Step {
            let len = units.len();
            units.resize(len + room, U::default());
            let step = write(&mut units[len..]);
            units.truncate(len + step.written);
            step
        }
        let room = ROOM + bytes.map_or(0, <[u8]>::len);
        match self {
            Source::Utf8(decoder) => {
                let Text::Utf8(units) = text else {
                    // Surrogates have come from an error handler.
                    let mut more = Text::Utf8(Vec::new());
                    let step = self.step(bytes, &mut more);
                    if let (Text::Utf8(more), Text::Numbers(all)) = (more, text) {
                        let more = std::str::from_utf8(&more).expect("the decoder writes UTF-8");
                        all.extend(more.chars().map(u32::from));
                    }
                    return step;
                };
                let write = |units: &mut [u8]| match bytes {
                    Some(bytes) => decoder.to_utf8(bytes, units),
                    None => decoder.finish_utf8(units),
                };
                grow(units, write, room)
            }
            Source::Numbers(reader) => {
                let Text::Numbers(units) = text else {
                    unreachable!("a text with surrogates is numbers");
                };
                let write = |units: &mut [u32]| match bytes {
                    Some(bytes) => reader.to_code_points(bytes, units),
                    None => reader.finish(units),
                };
                grow(units, write, room)
            }
        }
    }
}

impl<'b> Decoding<'b> {
    fn new(encoding: Encoding, name: &'b str, bytes: &'b [u8]) -> Self {
        let text = if encoding.has_surrogates() {
            Text::Numbers(Vec::new())
        } else {
            Text::Utf8(Vec::new())
        };
        Decoding {
            encoding,
            name,
            bytes,
            text,
            consumed: 0,
        }
    }

    /// Decodes the bytes: all of them if they are the last.
    fn run(&mut self, py: Python<'_>, errors: &str, last: bool) -> PyResult<()> {
        let mut source = Source::new(self.encoding);
        // The source counts from here.
        let mut base = 0;
        // The number of bytes that the source has.
        let mut fed = 0;
        let mut handler = None;
        loop {
            let bytes = (fed < self.bytes.len()).then(|| &self.bytes[fed..]);
            if bytes.is_none() && !last {
                self.consumed = base + source.position();
                return Ok(());
            }
            let before = self.text.len();
            let step = source.step(bytes, &mut self.text);
            if errors == "escape" {
                self.text.double_backslashes(before);
            }
            fed += step.read;
            let (start, reason, attributes) = match step.stop {
                Stop::OutputFull => continue,
                Stop::InputUsed if bytes.is_some() => continue,
                Stop::InputUsed => {
                    self.consumed = self.bytes.len();
                    return Ok(());
                }
                Stop::IllFormed(error) => {
                    let reason = error.reason().to_string();
                    let attributes = [
                        ("kind", error.kind().name().to_owned()),
                        ("clause", error.clause().to_owned()),
                        ("message", reason.clone()),
                    ];
                    (error.offset(), reason, attributes.to_vec())
                }
                Stop::NotScalarValue { number, offset } => (
                    offset,
                    format!("{number:#X} is no Unicode scalar value"),
                    Vec::new(),
                ),
                stop => unreachable!("a decoder to Unicode does not stop for {stop:?}"),
            };
            let start = base + usize::try_from(start).expect("the source is in memory");
            let end = base + source.position();
            let error = error::new(py, self.name, self.bytes, (start, end), &reason, &attributes);
            let next = self.handle(py, errors, &mut handler, &error, (start, end))?;
            if next != end {
                // Where an error handler goes back or ahead, the text begins anew.
                source = Source::new(self.encoding);
                (base, fed) = (next, next);
            }
        }
    }

    /// Writes what replaces the bytes from `start` to `end`. Returns where to go on.
    fn handle(
        &mut self,
        py: Python<'_>,
        errors: &str,
        handler: &mut Option<Py<PyAny>>,
        error: &PyErr,
        (start, end): (usize, usize),
    ) -> PyResult<usize> {
        if errors == "strict" {
            return Err(error.clone_ref(py));
        }
        let bad = &self.bytes[start..end];
        if let Some(text) = OnError::new(errors)
            .ok()
            .and_then(|on_error| on_error.replacement(bad))
        {
            self.text.push_str(&PyString::new(py, &text))?;
            return Ok(end);
        }
        let (replacement, next) = call_handler(py, errors, handler, error, self.bytes.len())?;
        let replacement = replacement
            .cast_into::<PyString>()
            .map_err(|_| PyTypeError::new_err("decoding error handler must return (str, int) tuple"))?;
        self.text.push_str(&replacement)?;
        Ok(next)
    }

    fn finish(self, py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
        match self.text {
            Text::Utf8(bytes) => {
                let made = utf8::decode(py, &bytes).expect("the decoder writes UTF-8");
                made.ok_or_else(|| PyErr::fetch(py))
            }
            Text::Numbers(numbers) => string::from_code_points(py, &numbers),
        }
    }
}

/// Calls an error handler of Python's. Returns the replacement and where to go on.
fn call_handler<'py>(
    py: Python<'py>,
    errors: &str,
    handler: &mut Option<Py<PyAny>>,
    error: &PyErr,
    len: usize,
) -> PyResult<(Bound<'py, PyAny>, usize)> {
    let handler = match handler {
        Some(handler) => handler,
        None => {
            let found = py.import("codecs")?.call_method1("lookup_error", (errors,))?;
            handler.insert(found.unbind())
        }
    };
    let result = handler.bind(py).call1((error.value(py),))?;
    let wrong = || PyTypeError::new_err("error handler must return a tuple of a replacement and a position");
    let result = result.cast_into::<PyTuple>().map_err(|_| wrong())?;
    if result.len() != 2 {
        return Err(wrong());
    }
    let position: isize = result.get_item(1)?.extract().map_err(|_| wrong())?;
    let from_start = if position < 0 {
        position + len.cast_signed()
    } else {
        position
    };
    let next = usize::try_from(from_start)
        .ok()
        .filter(|&next| next <= len)
        .ok_or_else(|| {
            PyIndexError::new_err(format!("position {position} from error handler out of bounds"))
        })?;
    Ok((result.get_item(0)?, next))
}

pub(super) fn encode<'py>(
    py: Python<'py>,
    string: Borrowed<'_, 'py, PyString>,
    encoding: Encoding,
    name: &str,
    errors: &str,
) -> PyResult<Bound<'py, PyAny>> {
    if !encoding.can_be_written() {
        return Err(PyLookupError::new_err(format!(
            "{name} can be decoded, but not encoded: use utf-8"
        )));
    }
    let mut numbers = Vec::new();
    append(string::units(&string)?, &mut numbers);
    let mut bytes = Vec::with_capacity(numbers.len());
    let mut written = 0;
    let mut handler = None;
    while let Err(index) = write(encoding, &numbers[written..], &mut bytes) {
        let start = written + index;
        let reason = match numbers[start] {
            0xD800..=0xDFFF => "surrogates not allowed",
            _ => "character is not in the encoding",
        };
        let arguments = (name, string, start, start + 1, reason);
        let error = PyErr::from_value(py.get_type::<PyUnicodeEncodeError>().call1(arguments)?);
        if errors == "strict" {
            return Err(error);
        }
        let (replacement, next) = call_handler(py, errors, &mut handler, &error, numbers.len())?;
        if let Ok(replacement) = replacement.cast::<PyBytes>() {
            bytes.extend_from_slice(replacement.as_bytes());
        } else {
            let replacement = replacement.cast_into::<PyString>().map_err(|_| {
                PyTypeError::new_err("encoding error handler must return (str/bytes, int) tuple")
            })?;
            let mut numbers = Vec::new();
            append(string::units(&replacement)?, &mut numbers);
            write(encoding, &numbers, &mut bytes).map_err(|_| error)?;
        }
        written = next;
    }
    Ok(PyBytes::new(py, &bytes).into_any())
}

/// Writes characters in an encoding. Returns the index of the first one that the encoding lacks.
fn write(encoding: Encoding, numbers: &[u32], bytes: &mut Vec<u8>) -> Result<(), usize> {
    let mut writer = Writer::new(encoding, Policy::Fail).with_signature(false);
    let mut written = 0;
    let mut error = None;
    loop {
        let rest = if error.is_some() { &[] } else { &numbers[written..] };
        let len = bytes.len();
        bytes.resize(len + ROOM + 2 * rest.len(), 0);
        let step = if rest.is_empty() {
            writer.finish(&mut bytes[len..])
        } else {
            writer.write(rest, &mut bytes[len..])
        };
        bytes.truncate(len + step.written);
        written += step.read;
        match step.stop {
            Stop::OutputFull => {}
            Stop::InputUsed if rest.is_empty() => return error.map_or(Ok(()), Err),
            Stop::InputUsed => {}
            Stop::NotRepresentable { offset, .. } | Stop::NotScalarValue { offset, .. } => {
                error = Some(usize::try_from(offset).expect("the text is in memory"));
            }
            stop => unreachable!("an encoder of numbers does not stop for {stop:?}"),
        }
    }
}
