//! The items of a text as Python objects: those that `utf8 inspect --format json` prints.

use super::options::family_encoding;
use crate::input::Input;
use crate::memory;
use crate::signals::Signals;
use crate::text::related::in_native_order;
use pyo3::exceptions::PyLookupError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use utf8kit::{Encoding as Base, Endian, Number, signature};
use utf8kit_encodings::{Encoding, Reading};
use utf8kit_lint::escape::hex;
use utf8kit_lint::inspect::{FormKind, Item, Items, Meaning, Problem, forms, properties};

/// Returns the items of a text. `encoding`: the names of its encoding, one of which is known.
#[pyfunction]
pub(super) fn inspect<'py>(
    py: Python<'py>,
    data: Input<'py>,
    encoding: Vec<String>,
) -> PyResult<Bound<'py, PyList>> {
    let text: &[u8] = &data;
    let Some(encoding) = family_encoding(&encoding).or_else(|| legacy_encoding(&encoding)) else {
        let name = encoding.first().map_or("", |name| name);
        return Err(PyLookupError::new_err(format!("unknown encoding: {name}")));
    };
    let items = PyList::empty(py);
    let mut signals = Signals::new();
    for (index, item) in Items::new(text, in_byte_order(encoding, text)).enumerate() {
        signals.check()?;
        if index % 64 == 0 {
            memory::require(0)?;
        }
        items.append(object(py, &item)?)?;
    }
    Ok(items)
}

/// Returns the encoding with one of these names. A name of several encodings of more than one byte means what browsers read by it.
fn legacy_encoding(names: &[String]) -> Option<Encoding> {
    let known = names.iter().find_map(|name| name.parse().ok());
    let is_single_byte = |encoding: &Encoding| match encoding {
        Encoding::Legacy(legacy) => legacy.characters().is_some(),
        _ => true,
    };
    let of_web = || {
        let mut read = names.iter().map(|name| Encoding::for_label(name, Reading::Web));
        read.find_map(|found| found.filter(|encoding| encoding.is_legacy()))
    };
    known.filter(is_single_byte).or_else(of_web).or(known)
}

/// Returns the encoding with the byte order that a signature shows. Without one, UCS-2 and UCS-4 are big-endian, and UTF-16 and
/// UTF-32 have the order of the machine, as in Python.
fn in_byte_order(encoding: Encoding, text: &[u8]) -> Encoding {
    let encoding = in_native_order(encoding, text);
    let endian = match signature::detect(text) {
        Some(signature::Signature::Utf16(endian) | signature::Signature::Utf32(endian)) => endian,
        _ => Endian::Big,
    };
    match encoding {
        Encoding::Utf16 => Encoding::Base(Base::Utf16(endian)),
        Encoding::Utf32 => Encoding::Base(Base::Utf32(endian)),
        Encoding::Ucs2(None) => Encoding::Ucs2(Some(endian)),
        Encoding::Ucs4(None) => Encoding::Ucs4(Some(endian)),
        encoding => encoding,
    }
}

fn object<'py>(py: Python<'py>, item: &Item) -> PyResult<Bound<'py, PyDict>> {
    let (kind, numbers): (_, &[u32]) = match &item.meaning {
        Meaning::Numbers(numbers) => ("character", numbers),
        Meaning::Nothing | Meaning::Switch(_) => ("nothing", &[]),
        Meaning::IllFormed(_) => ("ill-formed", &[]),
        Meaning::Incomplete => ("incomplete", &[]),
    };
    let bits = PyList::empty(py);
    for byte in &item.bytes {
        let of_byte = PyDict::new(py);
        of_byte.set_item("byte", hex(&[byte.value]))?;
        of_byte.set_item("role", byte.role.name())?;
        of_byte.set_item("prefix", byte.prefix_bits())?;
        of_byte.set_item("payload", byte.payload_bits())?;
        bits.append(of_byte)?;
    }
    let characters = PyList::empty(py);
    for &number in numbers {
        characters.append(character(py, number)?)?;
    }
    let object = PyDict::new(py);
    object.set_item("offset", item.offset)?;
    object.set_item("length", item.bytes.len())?;
    object.set_item("bytes", item.hex())?;
    object.set_item("kind", kind)?;
    object.set_item("bits", bits)?;
    object.set_item("characters", characters)?;
    if let Some(problem) = item.problem() {
        object.set_item("problem", ill(py, problem)?)?;
    }
    if let Some(remark) = &item.remark {
        let of_remark = PyDict::new(py);
        of_remark.set_item("kind", &remark.kind)?;
        of_remark.set_item("message", &remark.reason)?;
        of_remark.set_item("clause", remark.clause)?;
        object.set_item("remark", of_remark)?;
    }
    Ok(object)
}

fn character<'py>(py: Python<'py>, number: u32) -> PyResult<Bound<'py, PyDict>> {
    let properties = properties(number);
    let category = properties.as_ref().map(|properties| properties.category);
    let all = forms(number);
    let of = |kind| {
        let of_kind = PyDict::new(py);
        for form in all.iter().filter(|form| form.kind == kind) {
            of_kind.set_item(form.name, &form.text)?;
        }
        PyResult::Ok(of_kind)
    };
    let object = PyDict::new(py);
    object.set_item("number", number)?;
    object.set_item("code_point", Number(number).to_string())?;
    object.set_item("character", char::from_u32(number))?;
    object.set_item("name", properties.as_ref().map(|properties| &properties.name))?;
    object.set_item(
        "block",
        properties.as_ref().and_then(|properties| properties.block),
    )?;
    object.set_item("category", category.map(|category| category.short))?;
    object.set_item("category_name", category.map(|category| category.long))?;
    object.set_item("age", properties.as_ref().and_then(|properties| properties.age))?;
    object.set_item("encodings", of(FormKind::Encoding)?)?;
    object.set_item("escapes", of(FormKind::Escape)?)?;
    Ok(object)
}

fn ill<'py>(py: Python<'py>, problem: &Problem) -> PyResult<Bound<'py, PyDict>> {
    let accepted_by = PyList::empty(py);
    for reading in &problem.accepted_by {
        let numbers = reading.numbers.iter().map(|&number| Number(number).to_string());
        let of_reading = PyDict::new(py);
        of_reading.set_item("encoding", reading.encoding)?;
        of_reading.set_item("code_points", numbers.collect::<Vec<_>>())?;
        accepted_by.append(of_reading)?;
    }
    let object = PyDict::new(py);
    object.set_item("kind", problem.kind)?;
    object.set_item("message", &problem.reason)?;
    object.set_item("clause", problem.clause)?;
    object.set_item("rule", problem.rule)?;
    object.set_item("meant", problem.meant.map(|number| Number(number).to_string()))?;
    object.set_item("accepted_by", accepted_by)?;
    object.set_item("windows_1252", problem.windows_1252.as_deref())?;
    object.set_item("subparts", problem.subparts)?;
    Ok(object)
}
