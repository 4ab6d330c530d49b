//! Single strings: decodes, encodes, validates, counts and repairs them.
//!
//! These functions are called for strings of a few bytes, so they are given to CPython as they are, without what PyO3 would
//! put around them. UTF-8, UTF-16 and the encodings that CPython lacks are decoded here. Whatever is neither, and text that is
//! ill-formed under an error handler that is not ours, is CPython's: its results are the same by construction.

mod call;
mod encode_related;
mod error;
mod lossy;
pub(crate) mod related;
mod stream;
mod string;
mod utf16;
mod utf8;

use crate::input::{Input, View};
use crate::memory;
use crate::policy::{self, OnError};
use crate::signals::Signals;
use call::{Arguments, Positional, caught, entry, function};
use pyo3::exceptions::{PyLookupError, PyTypeError, PyValueError};
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};
use std::borrow::Cow;
use std::ffi::CStr;
use string::{DETACHED, Made, detached};
use utf8kit::stream::{Stop, Validator};

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    for definition in [
        function(c"decode", entry!(decode, caught decode_bytes), c"decode($module, data, /, encoding='utf-8', errors='strict')\n--\n\n\
            Returns the text of `data`, which is in `encoding`.\n\n\
            `errors` is the name of an error handler of Python's, or one of ours: 'drop', 'escape' (bytes as \\xHH, backslashes\n\
            doubled, so that the original can be restored) or 'as:ENCODING' (ill-formed bytes decoded in a single-byte\n\
            encoding).\n\n\
            >>> import utf8kit\n\
            >>> utf8kit.decode(b'caf\\xc3\\xa9')\n\
            'caf\u{e9}'\n\
            >>> utf8kit.decode(b'caf\\xe9', errors='as:windows-1252')\n\
            'caf\u{e9}'\n\
            >>> utf8kit.decode(b'\\xed\\xa0\\xbd\\xed\\xb8\\x80', 'cesu-8')\n\
            '\u{1F600}'\n"),
        function(c"encode", entry!(encode, encode_str), c"encode($module, text, /, encoding='utf-8', errors='strict')\n--\n\n\
            Returns `text` as bytes in `encoding`.\n\n\
            >>> import utf8kit\n\
            >>> utf8kit.encode('\u{1F600}', 'cesu-8')\n\
            b'\\xed\\xa0\\xbd\\xed\\xb8\\x80'\n"),
        function(c"is_valid", entry!(is_valid, caught is_valid_bytes), c"is_valid($module, data, /)\n--\n\n\
            Returns True if `data` is well-formed UTF-8 (RFC 3629 section 4).\n\n\
            >>> import utf8kit\n\
            >>> utf8kit.is_valid(b'\\xc0\\xaf')\n\
            False\n"),
        function(c"validate", entry!(validate, no_shortcut), c"validate($module, data, /)\n--\n\n\
            Raises UnicodeDecodeError if `data` is not well-formed UTF-8.\n\n\
            Beside Python's attributes, the exception has `kind`, `clause` and `message`.\n\n\
            >>> import utf8kit\n\
            >>> try:\n\
            ...     utf8kit.validate(b'a\\xc0\\xaf')\n\
            ... except UnicodeDecodeError as error:\n\
            ...     print(error.start, error.kind, error.clause)\n\
            1 overlong RFC 3629 section 3\n"),
        function(c"count", entry!(count, caught count_bytes), c"count($module, data, /)\n--\n\n\
            Returns the number of characters of `data`: of bytes that are not continuation bytes.\n\n\
            >>> import utf8kit\n\
            >>> utf8kit.count(b'caf\\xc3\\xa9')\n\
            4\n"),
        function(c"repair", entry!(repair, caught repair_bytes), c"repair($module, data, /, errors='replace')\n--\n\n\
            Returns `data` as well-formed UTF-8. Bytes that are well-formed are returned themselves.\n\n\
            `errors` is 'replace' (U+FFFD for each maximal subpart), 'drop', 'escape', 'backslashreplace', 'as:ENCODING' or the\n\
            name of an error handler of Python's.\n\n\
            >>> import utf8kit\n\
            >>> utf8kit.repair(b'caf\\xe9', 'as:windows-1252')\n\
            b'caf\\xc3\\xa9'\n"),
    ] {
        definition.add_to(module)?;
    }
    module.add("DecodeError", module.py().get_type::<error::DecodeError>())?;
    module.add_function(wrap_pyfunction!(chunks, module)?)?;
    stream::register(module)?;
    encode_related::register(module)?;
    related::register(module)
}

/// Returns the bytes of an object that is `bytes`.
#[inline(always)]
fn bytes_of<'a>(data: &'a Bound<'_, PyAny>) -> Option<&'a [u8]> {
    data.cast::<PyBytes>().ok().map(|bytes| bytes.as_bytes())
}

/// The shortcut of functions that have none.
fn no_shortcut<'py>(_py: Python<'py>, _arguments: &Positional<'_, 'py>) -> Option<Made<'py>> {
    None
}

fn decode_bytes<'py>(py: Python<'py>, arguments: &Positional<'_, 'py>) -> Option<Bound<'py, PyAny>> {
    let (data, is_lossy) = if let Some([data]) = arguments.all() {
        (data, false)
    } else if let Some([data, encoding]) = arguments.all() {
        (is_utf8(&encoding).then_some(data)?, false)
    } else {
        let [data, encoding, errors] = arguments.all()?;
        let is_lossy = string::is_ascii(&errors, c"replace");
        let is_known = is_lossy || string::is_ascii(&errors, c"strict");
        ((is_known && is_utf8(&encoding)).then_some(data)?, is_lossy)
    };
    let bytes = bytes_of(&data)?;
    if is_lossy {
        lossy::decode_short(py, bytes)?
    } else {
        utf8::decode(py, bytes).ok()?
    }
}

/// The shortcut of [`encode`]. Only the conversion of other text is caught: that costs too much for short ASCII.
#[inline(always)]
fn encode_str<'py>(py: Python<'py>, arguments: &Positional<'_, 'py>) -> Option<Made<'py>> {
    let text = if let Some([text]) = arguments.all() {
        text
    } else {
        let [text, encoding] = arguments.all()?;
        is_utf8(&encoding).then_some(text)?
    };
    let text = text.cast::<PyString>().ok()?;
    if string::IS_COPIED {
        return string::encode_by_python(&text);
    }
    match string::compact_ascii(&text) {
        Some(units) => Some(utf8::new_bytes(py, units)),
        None => encode_caught(py, &text),
    }
}

/// Outlined, so that ASCII saves no registers for it.
#[inline(never)]
fn encode_caught<'py>(py: Python<'py>, text: &Bound<'py, PyString>) -> Option<Made<'py>> {
    caught(py, || utf8::encode_str(py, text).ok()??)
}

/// Returns `true` for a `str` that [`Codec::is_utf8`] knows.
#[inline(always)]
fn is_utf8(encoding: &Bound<'_, PyAny>) -> bool {
    UTF8_NAMES.iter().any(|name| string::is_ascii(encoding, name))
}

fn is_valid_bytes<'py>(py: Python<'py>, arguments: &Positional<'_, 'py>) -> Option<Bound<'py, PyAny>> {
    let [data] = arguments.all()?;
    let bytes = bytes_of(&data)?;
    let is_valid = detached(py, bytes.len(), || utf8kit::utf8::is_valid(bytes));
    Some(pyo3::types::PyBool::new(py, is_valid).to_owned().into_any())
}

fn count_bytes<'py>(py: Python<'py>, arguments: &Positional<'_, 'py>) -> Option<Bound<'py, PyAny>> {
    let [data] = arguments.all()?;
    let bytes = bytes_of(&data)?;
    let count = detached(py, bytes.len(), || utf8kit::utf8::count(bytes));
    Some(count.into_pyobject(py).ok()?.into_any())
}

fn repair_bytes<'py>(py: Python<'py>, arguments: &Positional<'_, 'py>) -> Option<Bound<'py, PyAny>> {
    let [data] = arguments.all()?;
    let bytes = bytes_of(&data)?;
    let unchanged = || Some(data.to_owned());
    if bytes.len() > SHORT {
        return detached(py, bytes.len(), || utf8kit::utf8::is_valid(bytes))
            .then(unchanged)
            .flatten();
    }
    match utf8kit::utf8::repair(bytes) {
        Cow::Borrowed(_) => unchanged(),
        Cow::Owned(text) => Some(PyBytes::new(py, text.as_bytes()).into_any()),
    }
}

fn decode<'py>(py: Python<'py>, arguments: &Arguments<'_, 'py>) -> PyResult<Bound<'py, PyAny>> {
    let [data, encoding, errors] = arguments.get("decode", ["data", "encoding", "errors"])?;
    let data = required(data, "data")?;
    let name = text(encoding, "encoding", "utf-8")?;
    let errors = text(errors, "errors", "strict")?;
    // Most calls with short text are these.
    if errors == "replace"
        && Codec::is_utf8(name)
        && let Some(made) = bytes_of(&data).and_then(|bytes| lossy::decode_short(py, bytes))
    {
        return made.ok_or_else(|| PyErr::fetch(py));
    }
    let input: Input<'_> = data.extract()?;
    let on_error = policy::of_text(errors)?;
    let errors = policy::of_python(errors);
    let codec = Codec::find(py, name)?;
    let decoded = match codec {
        Codec::Utf8 => match &on_error {
            Some(on_error) => {
                let text = repaired(&input, on_error)?;
                let text = text.as_deref().unwrap_or(&input);
                Some(utf8::decode(py, text).expect("repaired text is well-formed"))
            }
            None => match utf8::decode(py, &input) {
                Ok(made) => Some(made),
                Err(()) if errors == "strict" => {
                    return Err(error::first(py, &input.as_object(py)?));
                }
                Err(()) => None,
            },
        },
        Codec::Utf16(order) => utf16::decode(py, &input, order),
        Codec::Related(encoding) => return related::decode(py, &input, encoding, name, errors),
        Codec::Python => None,
    };
    if let Some(made) = decoded {
        return made.ok_or_else(|| PyErr::fetch(py));
    }
    if let Some(OnError::Escape | OnError::As(_)) = on_error {
        // CPython has no such handlers.
        let encoding = related::find_any(&related::normalized(name)).ok_or_else(|| {
            PyLookupError::new_err(format!(
                "errors={errors:?} is for UTF-8, UTF-16, UTF-32 and their relatives, not for {name}"
            ))
        })?;
        let encoding = related::in_native_order(encoding, &input);
        return related::decode(py, &input, encoding, name, errors);
    }
    let (name, errors) = (to_c(name)?, to_c(errors)?);
    // SAFETY: the pointers are those of bytes and of strings that end in NUL.
    unsafe {
        let len = input.len().cast_signed();
        let made = ffi::PyUnicode_Decode(input.as_ptr().cast(), len, name.as_ptr(), errors.as_ptr());
        Bound::from_owned_ptr_or_err(py, made)
    }
}

fn encode<'py>(py: Python<'py>, arguments: &Arguments<'_, 'py>) -> PyResult<Bound<'py, PyAny>> {
    let [string, encoding, errors] = arguments.get("encode", ["text", "encoding", "errors"])?;
    let string = required(string, "text")?;
    let string = string
        .cast::<PyString>()
        .map_err(|_| PyTypeError::new_err(format!("encode() expects a str, found {}", string.get_type())))?;
    let name = text(encoding, "encoding", "utf-8")?;
    let errors = text(errors, "errors", "strict")?;
    // An encoding that is unknown is found before a character is lacking.
    let on_error = policy::of_text(errors)?;
    let errors = policy::of_python(errors);
    let encoded = match Codec::find(py, name)? {
        Codec::Utf8 => utf8::encode_str(py, &string)?,
        // CPython's own takes less time than a copy.
        Codec::Utf16(_) if string::IS_COPIED => None,
        Codec::Utf16(order) => utf16::encode(py, string::units(&string)?.units(), order),
        Codec::Related(encoding) => {
            return encode_related::encode(py, string, encoding, name, errors);
        }
        Codec::Python => None,
    };
    if let Some(made) = encoded {
        return made.ok_or_else(|| PyErr::fetch(py));
    }
    if let Some(OnError::Escape | OnError::As(_)) = on_error {
        return Err(policy::only_decodes(errors));
    }
    let (name, errors) = (to_c(name)?, to_c(errors)?);
    // SAFETY: the pointers are those of a `str` and of strings that end in NUL.
    unsafe {
        let made = ffi::PyUnicode_AsEncodedString(string.as_ptr(), name.as_ptr(), errors.as_ptr());
        Bound::from_owned_ptr_or_err(py, made)
    }
}

fn is_valid<'py>(py: Python<'py>, arguments: &Arguments<'_, 'py>) -> PyResult<Bound<'py, PyAny>> {
    let [data] = arguments.get("is_valid", ["data"])?;
    let is_valid = is_valid_object(py, required(data, "data")?)?;
    Ok(pyo3::types::PyBool::new(py, is_valid).to_owned().into_any())
}

/// Returns whether the bytes of an object are well-formed. What may change is copied in pieces.
fn is_valid_object(py: Python<'_>, data: Borrowed<'_, '_, PyAny>) -> PyResult<bool> {
    if let Ok(bytes) = data.cast::<PyBytes>() {
        let bytes = bytes.as_bytes();
        return Ok(detached(py, bytes.len(), || utf8kit::utf8::is_valid(bytes)));
    }
    let mut validator = Validator::new(utf8kit::Encoding::Utf8);
    let mut is_valid = true;
    View::new(data)?.for_each_piece(|piece| {
        is_valid = validator.push(piece).stop == Stop::InputUsed;
        is_valid
    })?;
    Ok(is_valid && validator.finish().stop == Stop::InputUsed)
}

fn validate<'py>(py: Python<'py>, arguments: &Arguments<'_, 'py>) -> PyResult<Bound<'py, PyAny>> {
    let [data] = arguments.get("validate", ["data"])?;
    let data = required(data, "data")?;
    if is_valid_object(py, data)? {
        return Ok(py.None().into_bound(py));
    }
    // The exception has the data. It can have changed meanwhile.
    let bytes = data.extract::<Input<'_>>()?.as_object(py)?;
    match utf8kit::utf8::validate(bytes.as_bytes()) {
        Ok(_) => Ok(py.None().into_bound(py)),
        Err(error) => Err(error::ill_formed(py, &bytes, &error)),
    }
}

fn count<'py>(py: Python<'py>, arguments: &Arguments<'_, 'py>) -> PyResult<Bound<'py, PyAny>> {
    let [data] = arguments.get("count", ["data"])?;
    let data = required(data, "data")?;
    let mut count = 0;
    View::new(data)?.for_each_piece(|piece| {
        count += utf8kit::utf8::count(piece);
        true
    })?;
    Ok(count.into_pyobject(py)?.into_any())
}

fn repair<'py>(py: Python<'py>, arguments: &Arguments<'_, 'py>) -> PyResult<Bound<'py, PyAny>> {
    let [data, errors] = arguments.get("repair", ["data", "errors"])?;
    let data = required(data, "data")?;
    let input: Input<'_> = data.extract()?;
    let errors = text(errors, "errors", "replace")?;
    let on_error = match OnError::new(errors) {
        Ok(on_error) => on_error,
        // An unknown name is found before an error is.
        Err(message)
            if py
                .import("codecs")?
                .call_method1("lookup_error", (errors,))
                .is_err() =>
        {
            return Err(PyValueError::new_err(message));
        }
        Err(_) => return repair_with_handler(py, &input, errors),
    };
    if let OnError::Fail = on_error {
        let bytes = &*input;
        if !detached(py, bytes.len(), || utf8kit::utf8::is_valid(bytes)) {
            return Err(error::first(py, &input.as_object(py)?));
        }
        return Ok(input.as_object(py)?.into_any());
    }
    match repaired(&input, &on_error)? {
        Some(text) => Ok(new_bytes(py, &text)?.into_any()),
        None => Ok(input.as_object(py)?.into_any()),
    }
}

/// Repairs UTF-8 with an error handler of Python's.
fn repair_with_handler<'py>(
    py: Python<'py>,
    input: &Input<'py>,
    errors: &str,
) -> PyResult<Bound<'py, PyAny>> {
    let bytes: &[u8] = input;
    if detached(py, bytes.len(), || utf8kit::utf8::is_valid(bytes)) {
        return Ok(input.as_object(py)?.into_any());
    }
    let errors = to_c(errors)?;
    // SAFETY: the pointers are those of bytes, and of strings that end in NUL; then of a `str`.
    unsafe {
        let len = bytes.len().cast_signed();
        let text = ffi::PyUnicode_DecodeUTF8(bytes.as_ptr().cast(), len, errors.as_ptr());
        let text = Bound::from_owned_ptr_or_err(py, text)?;
        let made = ffi::PyUnicode_AsUTF8String(text.as_ptr());
        Bound::from_owned_ptr_or_err(py, made)
    }
}

/// Makes `bytes` of these.
fn new_bytes<'py>(py: Python<'py>, bytes: &[u8]) -> PyResult<Bound<'py, PyBytes>> {
    PyBytes::new_with(py, bytes.len(), |place| {
        place.copy_from_slice(bytes);
        Ok(())
    })
}

/// A stretch of well-formed text, the ill-formed bytes after it, and their kind.
type Chunk<'py> = (Bound<'py, PyAny>, Bound<'py, PyBytes>, Option<&'static str>);

/// Returns the well-formed stretches of `data`, each with the ill-formed sequence after it and its kind, which are empty at the
/// end.
#[pyfunction]
fn chunks<'py>(py: Python<'py>, data: Input<'py>) -> PyResult<Vec<Chunk<'py>>> {
    let mut signals = Signals::new();
    let mut chunks = Vec::new();
    for chunk in utf8kit::utf8::chunks(&data) {
        signals.check()?;
        let text = utf8::decode(py, chunk.text().as_bytes()).expect("the stretch is well-formed");
        let text = text.ok_or_else(|| PyErr::fetch(py))?;
        let kind = chunk.error().map(|error| error.kind().name());
        memory::push(&mut chunks, (text, new_bytes(py, chunk.ill_formed())?, kind))?;
    }
    Ok(chunks)
}

/// Up to this length, a text is worked on as a whole.
const SHORT: usize = 1 << 16;

/// Up to this length, a text is repaired without asking for memory first.
const TINY: usize = 1 << 12;

/// Repairs UTF-8, in pieces. Returns `None` if it is well-formed.
fn repaired(input: &Input<'_>, on_error: &OnError) -> PyResult<Option<Vec<u8>>> {
    let bytes: &[u8] = input;
    if bytes.len() <= TINY {
        let text = utf8kit::utf8::repair_with(bytes, on_error.policy());
        return Ok(match text.expect("the policy replaces what is ill-formed") {
            Cow::Borrowed(_) => None,
            Cow::Owned(text) => Some(text.into_bytes()),
        });
    }
    let repair = || {
        let policy = on_error.policy();
        let mut signals = Signals::new();
        let mut text = Vec::new();
        let (mut at, mut is_changed) = (0, false);
        if !policy.doubles_backslashes() {
            match utf8kit::utf8::validate(bytes) {
                Ok(_) => return Ok(None),
                Err(error) => at = error.valid_up_to(),
            }
            text = memory::with_capacity(bytes.len() + bytes.len() / 8 + 64)?;
            memory::extend(&mut text, &bytes[..at])?;
        }
        while at < bytes.len() {
            signals.check()?;
            let piece = &bytes[at..end_of_piece(bytes, at)];
            // A byte becomes at most four.
            memory::require(if piece.len() < SHORT { 0 } else { 9 * piece.len() })?;
            let new =
                utf8kit::utf8::repair_with(piece, policy).expect("the policy replaces what is ill-formed");
            is_changed |= matches!(new, Cow::Owned(_));
            memory::extend(&mut text, new.as_bytes())?;
            at += piece.len();
        }
        Ok(is_changed.then_some(text))
    };
    if bytes.len() < DETACHED {
        repair()
    } else {
        Python::attach(|py| py.detach(repair))
    }
}

/// Returns the end of a piece from `at` on that no sequence reaches over.
fn end_of_piece(bytes: &[u8], at: usize) -> usize {
    let end = bytes.len().min(at + SHORT);
    if end == bytes.len() {
        return end;
    }
    // A sequence begins with another byte than those that continue one, of which it has at most three.
    let begins = |&index: &usize| bytes[index] & 0xC0 != 0x80;
    (end - 3..=end).rfind(begins).unwrap_or(end)
}

/// The names of UTF-8 that most programs write.
const UTF8_NAMES: [&CStr; 3] = [c"utf-8", c"utf8", c"UTF-8"];

/// Who decodes and encodes.
#[derive(Clone, Copy)]
enum Codec {
    Utf8,
    Utf16(utf16::Order),
    /// An encoding that CPython lacks.
    Related(utf8kit_encodings::Encoding),
    Python,
}

impl Codec {
    /// Returns `true` for the [`UTF8_NAMES`].
    fn is_utf8(name: &str) -> bool {
        UTF8_NAMES.iter().any(|known| known.to_bytes() == name.as_bytes())
    }

    fn find(py: Python<'_>, name: &str) -> PyResult<Codec> {
        if Codec::is_utf8(name) {
            return Ok(Codec::Utf8);
        }
        Ok(match &*related::normalized(name) {
            "utf_8" | "utf8" | "u8" => Codec::Utf8,
            "utf_16" | "utf16" | "u16" => Codec::Utf16(utf16::Order::Signature),
            "utf_16le" | "utf_16_le" => Codec::Utf16(utf16::Order::Little),
            "utf_16be" | "utf_16_be" => Codec::Utf16(utf16::Order::Big),
            name => related::find(py, name)?.map_or(Codec::Python, Codec::Related),
        })
    }
}

/// Returns an argument that must be given.
fn required<'a, 'py>(
    argument: Option<Borrowed<'a, 'py, PyAny>>,
    name: &str,
) -> PyResult<Borrowed<'a, 'py, PyAny>> {
    argument.ok_or_else(|| PyTypeError::new_err(format!("missing argument: {name}")))
}

/// Returns an argument that is a `str`, or its default. `None` is the default, too.
fn text<'a>(
    argument: Option<Borrowed<'a, '_, PyAny>>,
    name: &str,
    default: &'static str,
) -> PyResult<&'a str> {
    let Some(argument) = argument.filter(|argument| !argument.is_none()) else {
        return Ok(default);
    };
    let string = argument
        .cast::<PyString>()
        .map_err(|_| PyTypeError::new_err(format!("{name} must be a str, found {}", argument.get_type())))?;
    let mut len = 0;
    // SAFETY: the object is a `str`, which keeps its UTF-8 as long as it lives: the caller borrows it for `'a`. It is UTF-8.
    unsafe {
        let bytes = ffi::PyUnicode_AsUTF8AndSize(string.as_ptr(), &mut len);
        if bytes.is_null() {
            return Err(PyErr::fetch(argument.py()));
        }
        Ok(std::str::from_utf8_unchecked(std::slice::from_raw_parts(
            bytes.cast(),
            len.cast_unsigned(),
        )))
    }
}

/// Returns a string for C.
fn to_c(text: &str) -> PyResult<std::ffi::CString> {
    std::ffi::CString::new(text).map_err(|_| PyValueError::new_err("embedded null character"))
}
