//! Encodings that CPython lacks: CESU-8, Modified UTF-8, WTF-8, UTF-8 of RFC 2279, UTF-1, UTF-7 of IMAP, UCS-2, UCS-4, and those
//! code pages and East Asian encodings, such as Mazovia and EUC-TW: their names, and decoding.
//!
//! Text is converted in blocks through a buffer that is used again, so that an error costs no more than what it replaces.

use super::string::{self, Units, detached_early};
use super::{error, utf8};
use crate::input::Input;
use crate::memory::{self, NoMemory};
use crate::policy::{self, OnError};
use crate::signals::Signals;
use pyo3::exceptions::{PyIndexError, PyLookupError, PyTypeError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBytes, PyString, PyTuple};
use std::borrow::Cow;
use utf8kit::stream::{Step, Stop};
use utf8kit::{ConvertErrorKind, Encoding as Base, Endian, ErrorKind, Number, Policy};
use utf8kit_encodings::iso2022::Announcement;
use utf8kit_encodings::{Decoder, Encoding, Reading};

pub(super) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(decode_partial, module)?)?;
    module.add_function(wrap_pyfunction!(encoding_name, module)?)
}

/// Returns the name of an encoding as CPython compares it: in lower case, with `_` for what separates words.
pub(crate) fn normalized(name: &str) -> Cow<'_, str> {
    if name
        .bytes()
        .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_')
    {
        return Cow::Borrowed(name);
    }
    Cow::Owned(name.to_ascii_lowercase().replace(['-', ' '], "_"))
}

/// Returns the encoding of Unicode text that `label` names.
pub(crate) fn unicode(label: &str) -> Option<Encoding> {
    Encoding::for_label(label, Reading::Iana).filter(|encoding| !encoding.is_legacy())
}

/// Returns the encoding that text is in, with this name or this name of Python's. A name that means several encodings means what
/// browsers read by it, as [`detect`](utf8kit_lint::detect) does: `EUC-KR` is UHC.
pub(crate) fn to_read(label: &str) -> Option<Encoding> {
    let known = |label: &str| {
        let web = || Encoding::for_label(label, Reading::Web).filter(|encoding| encoding.is_legacy());
        unicode(label).or_else(web).or_else(|| label.parse().ok())
    };
    known(label).or_else(|| {
        let name = Python::attach(|py| policy::codec_name(py, label))?;
        known(&name).or_else(|| find_any(&normalized(&name)))
    })
}

/// Returns an encoding of ours by its [normalized](normalized) name.
pub(crate) fn find_any(name: &str) -> Option<Encoding> {
    let name = name.replace('_', "-");
    // CPython writes the order of bytes with a hyphen.
    let joined = ["-le", "-be"].iter().find_map(|order| {
        let start = name.strip_suffix(order)?;
        Some(format!("{start}{}", &order[1..]))
    });
    unicode(&name).or_else(|| unicode(&joined?))
}

/// Returns an encoding that CPython lacks, by its [normalized](normalized) name.
///
/// # Errors
///
/// Returns what CPython's search for the name raises, such as the `KeyboardInterrupt` of a signal that came before.
pub(super) fn find(py: Python<'_>, name: &str) -> PyResult<Option<Encoding>> {
    // CPython has the names of most legacy encodings, and looks names up faster than we do.
    if is_cpythons(py, name)? {
        return Ok(None);
    }
    let Some(encoding) = find_any(name) else {
        return Ok(name.replace('_', "-").parse().ok());
    };
    Ok(match encoding {
        Encoding::Base(_) if encoding.utf8_relative().is_some() => Some(encoding),
        Encoding::Base(_) | Encoding::Utf8Signature | Encoding::Utf16 | Encoding::Utf32 | Encoding::Utf7 => {
            None
        }
        _ => Some(encoding),
    })
}

/// Returns `true` if CPython itself has a codec of this name.
fn is_cpythons(py: Python<'_>, name: &str) -> PyResult<bool> {
    static SEARCH: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let search = SEARCH.get_or_try_init(py, || {
        let encodings = py.import("encodings")?;
        Ok::<_, PyErr>(encodings.getattr("search_function")?.unbind())
    });
    let codec = search?.bind(py).call1((name,))?;
    Ok(!codec.is_none())
}

/// Returns the name of an encoding that CPython lacks, or `None` for all others.
#[pyfunction]
fn encoding_name(py: Python<'_>, name: &str) -> PyResult<Option<&'static str>> {
    Ok(find(py, &normalized(name))?.map(Encoding::name))
}

/// Returns the encoding that CPython reads the bytes in: without a signature, UTF-16 and UTF-32 have the order of the machine.
pub(crate) fn in_native_order(encoding: Encoding, bytes: &[u8]) -> Encoding {
    let native = if cfg!(target_endian = "big") {
        Endian::Big
    } else {
        Endian::Little
    };
    match (encoding, bytes) {
        (Encoding::Utf16, [0xFF, 0xFE, ..] | [0xFE, 0xFF, ..]) => encoding,
        (Encoding::Utf32, [0xFF, 0xFE, 0, 0, ..] | [0, 0, 0xFE, 0xFF, ..]) => encoding,
        (Encoding::Utf16, _) => Encoding::Base(Base::Utf16(native)),
        (Encoding::Utf32, _) => Encoding::Base(Base::Utf32(native)),
        _ => encoding,
    }
}

/// Decodes what is complete of `data`, or all of it. Returns the text, the number of bytes that are decoded, and the state after
/// them, which is that of the next piece. It is 0 at the beginning.
#[pyfunction]
#[pyo3(signature = (data, encoding, errors, r#final, state))]
fn decode_partial<'py>(
    py: Python<'py>,
    data: Input<'py>,
    encoding: &str,
    errors: &str,
    r#final: bool,
    state: u32,
) -> PyResult<(Bound<'py, PyAny>, usize, u32)> {
    let known = find_known(py, encoding)?;
    policy::of_text(errors)?;
    if state == 0
        && errors != "escape"
        && let Some((text, consumed)) = decode_relative(py, &data, known, r#final)?
    {
        return Ok((text, consumed, 0));
    }
    let mut decoding = Decoding::new(known, encoding, &data, state);
    decoding.run(py, errors, r#final)?;
    let (consumed, state) = (decoding.consumed, decoding.state);
    Ok((decoding.finish(py)?, consumed, state))
}

pub(super) fn find_known(py: Python<'_>, name: &str) -> PyResult<Encoding> {
    find(py, &normalized(name))?.ok_or_else(|| PyLookupError::new_err(format!("unknown encoding: {name}")))
}

pub(super) fn decode<'py>(
    py: Python<'py>,
    bytes: &Input<'py>,
    encoding: Encoding,
    name: &str,
    errors: &str,
) -> PyResult<Bound<'py, PyAny>> {
    if errors != "escape"
        && let Some((text, _)) = decode_relative(py, bytes, encoding, true)?
    {
        return Ok(text);
    }
    let mut decoding = Decoding::new(encoding, name, bytes, 0);
    decoding.run(py, errors, true)?;
    decoding.finish(py)
}

/// Decodes a well-formed text without surrogates at once, if its encoding is a relative of UTF-8. A character that the end cuts is
/// left if the text is not the `last` piece. Returns the text and the number of bytes of it, or `None` if it is any other text.
fn decode_relative<'py>(
    py: Python<'py>,
    bytes: &[u8],
    encoding: Encoding,
    last: bool,
) -> PyResult<Option<(Bound<'py, PyAny>, usize)>> {
    let Some(relative) = encoding.utf8_relative() else {
        return Ok(None);
    };
    // UTF-8 is the shortest of its relatives. The kernels take less time where there is room for their vectors.
    let mut text: Vec<u8> = memory::with_capacity(bytes.len() + 64)?;
    let mut convert = |bytes: &[u8]| {
        let done = utf8kit::convert(
            bytes,
            relative,
            Base::Utf8,
            Policy::Fail,
            text.spare_capacity_mut(),
        );
        done.map(|done| done.written.len())
    };
    let (written, consumed) = detached_early(py, bytes.len(), || match convert(bytes) {
        Ok(written) => (Some(written), bytes.len()),
        Err(error) => match error.kind() {
            ConvertErrorKind::IllFormed(ill_formed)
                if !last && ill_formed.kind() == ErrorKind::UnexpectedEnd =>
            {
                (convert(&bytes[..error.read()]).ok(), error.read())
            }
            _ => (None, 0),
        },
    });
    let Some(written) = written else {
        return Ok(None);
    };
    debug_assert!(written <= text.capacity());
    // SAFETY: the conversion has written as many bytes to the start of the room.
    unsafe { text.set_len(written) };
    let made = utf8::decode(py, &text).expect("the conversion writes UTF-8");
    Ok(Some((made.ok_or_else(|| PyErr::fetch(py))?, consumed)))
}

/// Bytes, or characters, that are converted at a time.
pub(super) const BLOCK: usize = 16 << 10;

/// Returns the units that a decoder or an encoder writes at a time: those of a block, or of a shorter text, and at least those of
/// the longest character.
pub(super) fn room(len: usize) -> usize {
    4 * len.min(BLOCK) + 64
}

/// A text that is decoded.
struct Decoding<'b, 'py> {
    encoding: Encoding,
    name: &'b str,
    input: &'b Input<'py>,
    text: Text,
    /// The number of bytes that are decoded.
    consumed: usize,
    /// The state before the bytes, and in the end the one after those that are decoded: see [`Source::new`].
    state: u32,
    /// The data as an object for exceptions.
    object: Option<Bound<'py, PyBytes>>,
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
    fn double_backslashes(&mut self, from: usize) -> Result<(), NoMemory> {
        if let Text::Utf8(bytes) = self {
            let tail = bytes.split_off(from);
            for byte in tail {
                let twice = [byte; 2];
                memory::extend(bytes, &twice[usize::from(byte != b'\\')..])?;
            }
        }
        Ok(())
    }

    /// Appends UTF-8.
    fn push_utf8(&mut self, more: &[u8]) -> Result<(), NoMemory> {
        match self {
            Text::Utf8(bytes) => memory::extend(bytes, more),
            Text::Numbers(numbers) => {
                numbers.try_reserve(more.len())?;
                let more = std::str::from_utf8(more).expect("the decoder writes UTF-8");
                numbers.extend(more.chars().map(u32::from));
                Ok(())
            }
        }
    }

    fn push_str(&mut self, string: &Bound<'_, PyString>) -> PyResult<()> {
        let mut numbers = Vec::new();
        append(string::units(string)?.units(), &mut numbers)?;
        if let Text::Utf8(bytes) = self {
            if numbers.iter().all(|&number| char::from_u32(number).is_some()) {
                for c in numbers.iter().filter_map(|&number| char::from_u32(number)) {
                    memory::extend(bytes, c.encode_utf8(&mut [0; 4]).as_bytes())?;
                }
                return Ok(());
            }
            // An error handler such as `surrogateescape` has surrogates.
            let text = std::str::from_utf8(bytes).expect("the decoder writes UTF-8");
            let mut all = memory::with_capacity(text.len())?;
            all.extend(text.chars().map(u32::from));
            *self = Text::Numbers(all);
        }
        if let Text::Numbers(all) = self {
            memory::extend(all, &numbers)?;
        }
        Ok(())
    }
}

/// Appends the characters of a `str`.
pub(super) fn append(units: Units<'_>, numbers: &mut Vec<u32>) -> Result<(), NoMemory> {
    numbers.try_reserve(units.len())?;
    match units {
        Units::Ascii(units) | Units::Latin1(units) => {
            numbers.extend(units.iter().map(|&unit| u32::from(unit)))
        }
        Units::Two(units) => numbers.extend(units.iter().map(|&unit| u32::from(unit))),
        Units::Four(units) => numbers.extend(units),
    }
    Ok(())
}

/// The bit of a state in a run of surplus continuation bytes of Annex R, which are one malformed sequence, however many they are
/// (ISO/IEC 10646-1 R.7).
const IN_RUN: u32 = 0x1_0000;

/// Decodes to UTF-8, or to numbers where the encoding has surrogates.
enum Source<'p> {
    Utf8(Box<Decoder<'p>>, Vec<u8>),
    Numbers(Box<Decoder<'p>>, Vec<u32>),
}

impl<'p> Source<'p> {
    /// Returns a source of the bytes after others, which left a state:
    ///
    /// - in UCS-2 and UCS-4, the order of bytes: 1 for little-endian, 2 for big-endian;
    /// - in UTF-7-IMAP, ISO/IEC 2022 and others with shifts, the [shift state](Decoder::shift_state);
    /// - in Annex R, also where ISO/IEC 2022 announces it, [`IN_RUN`] in such a run.
    ///
    /// It is 0 at the beginning and everywhere else: in WTF-8, a high surrogate is not read before what follows it. `len` is the number of
    /// bytes.
    fn new(encoding: Encoding, policy: Policy<'p>, state: u32, len: usize) -> Result<Self, NoMemory> {
        let encoding = ordered(encoding, state);
        if encoding.has_surrogates() {
            let reader = Decoder::new(encoding, policy);
            return Ok(Source::Numbers(Box::new(reader), memory::zeros(room(len))?));
        }
        let shift = (state & 0xFFFF) as u16;
        let mut decoder = Decoder::new(encoding, policy).with_shift_state(shift);
        if state & IN_RUN != 0 {
            let _ = decoder.to_utf8(b"\x80", &mut [0; 64]);
        }
        Ok(Source::Utf8(Box::new(decoder), memory::zeros(room(len))?))
    }

    fn position(&self) -> usize {
        let position = match self {
            Source::Utf8(decoder, _) => decoder.position(),
            Source::Numbers(reader, _) => reader.position(),
        };
        usize::try_from(position).expect("the source is in memory")
    }

    /// Returns `true` where surplus continuation bytes are one malformed sequence.
    fn joins_runs(&self) -> bool {
        match self {
            Source::Utf8(decoder, _) => {
                let announced = decoder.announced().map(Announcement::encoding);
                let encoding = announced.unwrap_or(decoder.encoding());
                matches!(encoding, Encoding::Base(Base::AnnexR | Base::AnnexR5))
            }
            Source::Numbers(..) => false,
        }
    }

    /// Returns the state after `read`, which are the bytes since `before` was the state, up to the position.
    fn state(&self, encoding: Encoding, before: u32, read: &[u8]) -> u32 {
        match self {
            Source::Utf8(decoder, _) => match (encoding, decoder.encoding()) {
                (
                    Encoding::Ucs2(None) | Encoding::Ucs4(None),
                    Encoding::Ucs2(endian) | Encoding::Ucs4(endian),
                ) => match endian {
                    None => before,
                    Some(Endian::Little) => 1,
                    Some(Endian::Big) => 2,
                },
                _ => {
                    let is_in_run = self.joins_runs() && in_surplus_run(before & IN_RUN != 0, read);
                    u32::from(decoder.shift_state()) | if is_in_run { IN_RUN } else { 0 }
                }
            },
            Source::Numbers(..) => 0,
        }
    }

    /// Decodes `bytes`, or ends the text.
    fn step(&mut self, bytes: Option<&[u8]>, text: &mut Text) -> Result<Step, NoMemory> {
        match self {
            Source::Utf8(decoder, buffer) => {
                let step = match bytes {
                    Some(bytes) => decoder.to_utf8(bytes, buffer),
                    None => decoder.finish_utf8(buffer),
                };
                text.push_utf8(&buffer[..step.written])?;
                Ok(step)
            }
            Source::Numbers(reader, buffer) => {
                let step = match bytes {
                    Some(bytes) => reader.to_code_points(bytes, buffer),
                    None => reader.finish_code_points(buffer),
                };
                let Text::Numbers(numbers) = text else {
                    unreachable!("a text with surrogates is numbers");
                };
                memory::extend(numbers, &buffer[..step.written])?;
                Ok(step)
            }
        }
    }
}

/// Returns UCS-2 and UCS-4 in the order of bytes that the state says.
fn ordered(encoding: Encoding, state: u32) -> Encoding {
    let endian = match state {
        1 => Endian::Little,
        2 => Endian::Big,
        _ => return encoding,
    };
    match encoding {
        Encoding::Ucs2(None) => Encoding::Ucs2(Some(endian)),
        Encoding::Ucs4(None) => Encoding::Ucs4(Some(endian)),
        encoding => encoding,
    }
}

/// Returns whether `read` ends in surplus continuation bytes. `before` says so of what is before it.
fn in_surplus_run(before: bool, read: &[u8]) -> bool {
    let Some(start) = read.iter().rposition(|byte| !(0x80..=0xBF).contains(byte)) else {
        // What follows a sequence that is decoded is surplus.
        return before || !read.is_empty();
    };
    let expected = match read[start] {
        0xC0..=0xDF => 1,
        0xE0..=0xEF => 2,
        0xF0..=0xF7 => 3,
        0xF8..=0xFB => 4,
        0xFC..=0xFD => 5,
        _ => 0,
    };
    read.len() - start - 1 > expected
}

/// Returns the offset, the reason and the attributes of the error that a decoder stopped for.
fn described(stop: &Stop) -> (u64, String, Vec<(&'static str, String)>) {
    let (offset, kind, clause, reason) = match stop {
        Stop::IllFormed(error) => (
            error.offset(),
            error.kind().name(),
            error.clause(),
            error.reason().to_string(),
        ),
        Stop::NotRepresentable { number, offset } => (
            *offset,
            "not-representable",
            "RFC 3629 section 3",
            format!("{} is no Unicode scalar value", Number(*number)),
        ),
        stop => unreachable!("a decoder to Unicode does not stop for {stop:?}"),
    };
    let attributes = vec![
        ("kind", kind.to_owned()),
        ("clause", clause.to_owned()),
        ("message", reason.clone()),
    ];
    (offset, reason, attributes)
}

/// Returns where the continuation bytes from `start` on end.
fn end_of_run(bytes: &[u8], start: usize) -> usize {
    let rest = bytes[start..].iter().position(|byte| byte & 0xC0 != 0x80);
    rest.map_or(bytes.len(), |len| start + len)
}

/// The bytes of a text, which go to a decoder block by block.
struct Feed<'b> {
    bytes: &'b [u8],
    /// The number of bytes that the decoder has.
    fed: usize,
    /// Whether the bytes end the text.
    last: bool,
    is_imap: bool,
    /// Whether each backslash becomes two, which the decoder does not do where it stops for errors.
    doubles_backslashes: bool,
}

impl Feed<'_> {
    /// Decodes block by block. Returns what the decoder stopped for, or `None` at the end.
    fn decode(
        &mut self,
        source: &mut Source<'_>,
        text: &mut Text,
        signals: &mut Signals,
    ) -> PyResult<Option<Stop>> {
        loop {
            signals.check()?;
            let block = &self.bytes[self.fed..self.bytes.len().min(self.fed + BLOCK)];
            let block = (!block.is_empty()).then_some(block);
            if block.is_none() && !self.last {
                return Ok(None);
            }
            let before = text.len();
            let step = source.step(block, text)?;
            if self.doubles_backslashes {
                text.double_backslashes(before)?;
            }
            self.fed += step.read;
            match step.stop {
                Stop::OutputFull => {}
                Stop::InputUsed if block.is_some() => {}
                Stop::InputUsed => return Ok(None),
                // Files are written in pieces, and Python does not say which is the last one. So a run of UTF-7-IMAP may follow
                // another at once, which no other form of the text may have.
                Stop::IllFormed(error)
                    if self.is_imap && error.kind() == ErrorKind::Overlong && error.bytes() == b"&" => {}
                stop => return Ok(Some(stop)),
            }
        }
    }
}

impl<'b, 'py> Decoding<'b, 'py> {
    fn new(encoding: Encoding, name: &'b str, input: &'b Input<'py>, state: u32) -> Self {
        let text = if encoding.has_surrogates() {
            Text::Numbers(Vec::new())
        } else {
            Text::Utf8(Vec::new())
        };
        Decoding {
            encoding,
            name,
            input,
            text,
            consumed: 0,
            state,
            object: None,
        }
    }

    /// Decodes the bytes: all of them if they are the last.
    fn run(&mut self, py: Python<'py>, errors: &str, last: bool) -> PyResult<()> {
        let bytes: &[u8] = self.input;
        let is_imap = self.encoding == Encoding::Utf7Imap;
        // What we replace is replaced by the decoder. It stops for the error handlers of Python, and in UTF-7-IMAP, where not
        // every error is one.
        let on_error = policy::of_text(errors)?;
        let errors = policy::of_python(errors);
        let policy = match &on_error {
            Some(on_error) if !is_imap => on_error.policy(),
            _ => Policy::Fail,
        };
        if on_error.is_none() {
            // A handler gets every byte.
            self.state &= !IN_RUN;
        }
        let mut source = Source::new(self.encoding, policy, self.state, bytes.len())?;
        // The offset of what the source has got, and its position there.
        let (mut base, mut origin) = (0, source.position());
        let mut feed = Feed {
            bytes,
            fed: 0,
            last,
            is_imap,
            doubles_backslashes: is_imap && matches!(on_error, Some(OnError::Escape)),
        };
        let mut handler = None;
        let mut signals = Signals::new();
        loop {
            let text = &mut self.text;
            let left = bytes.len() - feed.fed;
            let decode = || feed.decode(&mut source, text, &mut signals);
            let Some(stop) = detached_early(py, left, decode)? else {
                break;
            };
            let (start, reason, attributes) = described(&stop);
            let offset = |position: usize| base + position - origin;
            let start = offset(usize::try_from(start).expect("the source is in memory"));
            let stopped = offset(source.position());
            let end = match source.joins_runs() && bytes[start] & 0xC0 == 0x80 {
                // A run of surplus continuation bytes is one malformed sequence, of which the decoder reports the first byte.
                true => end_of_run(bytes, stopped),
                false => stopped,
            };
            if let Some(text) = on_error
                .as_ref()
                .and_then(|on_error| on_error.replacement(&bytes[start..end]))
            {
                self.text.push_utf8(text.as_bytes())?;
                continue;
            }
            let error = self.error(py, (start, end), &reason, &attributes)?;
            if errors == "strict" {
                return Err(error);
            }
            let next = self.handle(py, errors, &mut handler, &error)?;
            if next != stopped {
                // Where an error handler goes back or ahead, the text begins anew, but for the order of bytes and what is
                // announced.
                let state = source.state(self.encoding, self.state, &[]);
                self.state = match self.encoding {
                    Encoding::Ucs2(None) | Encoding::Ucs4(None) | Encoding::Iso2022 => state,
                    _ => 0,
                };
                source = Source::new(self.encoding, policy, self.state, bytes.len())?;
                (base, feed.fed, origin) = (next, next, source.position());
            }
        }
        let consumed = base + source.position() - origin;
        self.state = source.state(self.encoding, self.state, &bytes[base..consumed]);
        self.consumed = consumed;
        Ok(())
    }

    /// Returns the exception for the bytes from `start` to `end`.
    fn error(
        &mut self,
        py: Python<'py>,
        range: (usize, usize),
        reason: &str,
        attributes: &[(&str, String)],
    ) -> PyResult<PyErr> {
        let object = match &self.object {
            Some(object) => object,
            None => self.object.insert(self.input.as_object(py)?),
        };
        Ok(error::of_object(py, self.name, object, range, reason, attributes))
    }

    /// Writes what replaces an ill-formed sequence. Returns where to go on.
    fn handle(
        &mut self,
        py: Python<'_>,
        errors: &str,
        handler: &mut Option<Py<PyAny>>,
        error: &PyErr,
    ) -> PyResult<usize> {
        let (replacement, next) = call_handler(py, errors, handler, error, self.input.len())?;
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
pub(super) fn call_handler<'py>(
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
