//! Columns of text, by the Arrow C data interface.
//!
//! `ffi` has the structs and capsules, `import` checks and reads them, `export` hands results out. `values` and `buffer`
//! model what lies between. `check` finds ill-formed values; `edit` makes columns in which some values are new;
//! `transcode`, `double` and `detect` are what their names say. `python/utf8kit/arrow.py` makes of all this what its users
//! call.

mod buffer;
mod check;
mod detect;
mod double;
mod edit;
mod error;
mod export;
mod ffi;
mod import;
mod transcode;
mod values;

use buffer::{Bitmap, Buffer};
use check::{Found, errors_of, ill_formed_values, ill_formed_values_in_blocks};
use edit::{EarlyViews, Edited, Edits};
use error::{Bad, Error};
use export::{Array, Schema};
use import::{ColumnType, LayoutKind, Source};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyTuple};
use std::cell::Cell;
use std::ffi::CStr;
use std::ops::ControlFlow;
use std::sync::Arc;
use transcode::{Builder, Codec, OnRow, Transcoder};
use utf8kit::utf8;
use values::{Chunk, Values};

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<ArrowData>()?;
    module.add_function(wrap_pyfunction!(arrow_find_bad, module)?)?;
    module.add_function(wrap_pyfunction!(arrow_is_valid, module)?)?;
    module.add_function(wrap_pyfunction!(arrow_to_utf8, module)?)?;
    module.add_function(wrap_pyfunction!(arrow_transcode, module)?)?;
    module.add_function(wrap_pyfunction!(arrow_fix, module)?)?;
    module.add_function(wrap_pyfunction!(arrow_detect, module)?)
}

/// Arrays of one type, which any library takes that speaks the Arrow PyCapsule interface.
#[pyclass(frozen, module = "utf8kit._utf8kit")]
struct ArrowData {
    schema: Arc<Schema>,
    arrays: Vec<Arc<Array>>,
}

#[pymethods]
impl ArrowData {
    /// Returns a capsule with a stream of the arrays. A requested schema is ignored, as the interface allows.
    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        let _ = requested_schema;
        ffi::capsule(py, export::stream(Arc::clone(&self.schema), self.arrays.clone()))
    }

    /// Returns a capsule with the type of the arrays.
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        ffi::capsule(py, self.schema.export())
    }

    fn __len__(&self) -> usize {
        self.arrays.iter().map(|array| array.len).sum()
    }

    /// Returns the Arrow format of the arrays.
    #[getter]
    fn format(&self) -> String {
        self.schema.format.to_string_lossy().into_owned()
    }

    /// Returns the number of nulls.
    #[getter]
    fn null_count(&self) -> usize {
        self.arrays.iter().map(|array| array.nulls).sum()
    }

    /// Returns a table with these arrays as its only column.
    fn to_table(&self, name: &str) -> PyResult<ArrowData> {
        let name = std::ffi::CString::new(name)?;
        let column = Schema {
            name,
            ..(*self.schema).clone()
        };
        let table = |array: &Arc<Array>| Arc::new(Array::table(vec![Arc::clone(array)]));
        Ok(ArrowData {
            schema: Arc::new(Schema::table(vec![column])),
            arrays: self.arrays.iter().map(table).collect(),
        })
    }
}

impl ArrowData {
    fn of_column(column: &ColumnType, chunks: &[Chunk]) -> ArrowData {
        ArrowData {
            schema: Arc::new(Schema::of(column)),
            arrays: chunks.iter().map(|chunk| Arc::new(Array::of(chunk))).collect(),
        }
    }

    /// Returns the table `row`, `offset`, `length`, `kind`.
    fn of_report(report: &[Bad]) -> ArrowData {
        /// Rows of a chunk, so that the offsets of the kinds have 32 bits.
        const ROWS: usize = 1 << 20;
        let number = |name: &CStr| Schema {
            flags: 0,
            ..Schema::new(c"L", name)
        };
        let kind = Schema {
            flags: 0,
            ..Schema::new(c"u", c"kind")
        };
        let schema = Schema::table(vec![number(c"row"), number(c"offset"), number(c"length"), kind]);
        let array = |rows: &[Bad]| {
            let column = |field: fn(&Bad) -> u64| {
                let numbers: Vec<u64> = rows.iter().map(field).collect();
                Arc::new(Array::plain(rows.len(), vec![Buffer::from(numbers).shared()]))
            };
            let mut kinds = Builder::new(rows.len(), 0);
            for bad in rows {
                kinds.data.extend_from_slice(bad.kind.as_bytes());
                kinds.end_value();
            }
            let kinds = Array::of(&Chunk::Plain(kinds.finish(false)));
            Arc::new(Array::table(vec![
                column(|bad| bad.row),
                column(|bad| bad.offset),
                column(|bad| bad.length),
                Arc::new(kinds),
            ]))
        };
        ArrowData {
            schema: Arc::new(schema),
            arrays: report.chunks(ROWS).map(array).collect(),
        }
    }
}

/// Returns the source of a column.
fn source(column: &Bound<'_, PyAny>) -> PyResult<Source> {
    let py = column.py();
    if column.hasattr("__arrow_c_stream__")? {
        let stream = ffi::take(&column.call_method0("__arrow_c_stream__")?)?;
        return Ok(py.detach(|| Source::from_stream(stream))?);
    }
    if column.hasattr("__arrow_c_array__")? {
        let capsules = column.call_method0("__arrow_c_array__")?;
        let capsules = capsules.cast::<PyTuple>()?;
        if capsules.len() != 2 {
            return Err(PyTypeError::new_err(
                "__arrow_c_array__ did not return two capsules",
            ));
        }
        let schema = ffi::take(&capsules.get_item(0)?)?;
        let array = ffi::take(&capsules.get_item(1)?)?;
        return Ok(Source::from_array(&schema, array)?);
    }
    let kind = column.get_type();
    Err(PyTypeError::new_err(format!(
        "expected a column that has __arrow_c_stream__ or __arrow_c_array__, found {kind}"
    )))
}

/// The result of work on dictionaries, which is done once for those that chunks share.
struct Once<T>(Option<(Arc<Values>, Arc<T>)>);

impl<T> Once<T> {
    fn get(
        &mut self,
        dictionary: &Arc<Values>,
        work: impl FnOnce() -> Result<T, Error>,
    ) -> Result<Arc<T>, Error> {
        if let Some((known, result)) = &self.0
            && Arc::ptr_eq(known, dictionary)
        {
            return Ok(Arc::clone(result));
        }
        let result = Arc::new(work()?);
        self.0 = Some((Arc::clone(dictionary), Arc::clone(&result)));
        Ok(result)
    }
}

/// Returns for each value whether it is ill-formed, or nothing if none is.
fn ill_formed_mask(values: &Values) -> Result<Vec<bool>, Error> {
    let mut mask = Vec::new();
    let mut found = |found: Found<'_>| {
        if !found.is_null {
            mask.resize(values.len, false);
            mask[found.row] = true;
        }
        ControlFlow::<()>::Continue(())
    };
    let _ = ill_formed_values(values, &mut found)?;
    Ok(mask)
}

/// Adds the ill-formed sequences of a chunk to `report`.
fn report_chunk(
    chunk: &Chunk,
    first: u64,
    all: bool,
    masks: &mut Once<Vec<bool>>,
    report: &mut Vec<Bad>,
) -> Result<(), Error> {
    match chunk {
        Chunk::Plain(values) => {
            let mut found = |found: Found<'_>| {
                if !found.is_null {
                    errors_of(first + found.row as u64, found.bytes, all, |bad| report.push(bad));
                }
                ControlFlow::<()>::Continue(())
            };
            let _ = ill_formed_values(values, &mut found)?;
        }
        Chunk::Encoded(encoded) => {
            let mask = masks.get(&encoded.dictionary, || ill_formed_mask(&encoded.dictionary))?;
            encoded.for_each_key(|row, key| {
                if mask.get(key).copied().unwrap_or(false) {
                    let value = encoded.dictionary.value(key)?;
                    errors_of(first + row as u64, value, all, |bad| report.push(bad));
                }
                Ok(())
            })?;
        }
    }
    Ok(())
}

/// Returns the table of ill-formed sequences: the first of each row, or all.
#[pyfunction]
fn arrow_find_bad(column: &Bound<'_, PyAny>, all: bool) -> PyResult<ArrowData> {
    let mut source = source(column)?;
    let report = column.py().detach(|| -> Result<_, Error> {
        let mut report = Vec::new();
        let mut masks = Once(None);
        let mut first = 0;
        while let Some(chunk) = source.next()? {
            report_chunk(&chunk, first, all, &mut masks, &mut report)?;
            first += chunk.len() as u64;
        }
        Ok(report)
    })?;
    Ok(ArrowData::of_report(&report))
}

/// Returns a boolean column: whether each value is well-formed. Nulls stay null.
#[pyfunction]
fn arrow_is_valid(column: &Bound<'_, PyAny>) -> PyResult<ArrowData> {
    let mut source = source(column)?;
    let arrays = column.py().detach(|| -> Result<_, Error> {
        let mut arrays = Vec::new();
        let mut masks = Once(None);
        while let Some(chunk) = source.next()? {
            arrays.push(Arc::new(valid_rows(&chunk, &mut masks)?));
        }
        Ok(arrays)
    })?;
    Ok(ArrowData {
        schema: Arc::new(Schema::new(c"b", c"")),
        arrays,
    })
}

/// Returns the boolean array for a chunk.
fn valid_rows(chunk: &Chunk, masks: &mut Once<Vec<bool>>) -> Result<Array, Error> {
    let (len, nulls, validity) = match chunk {
        Chunk::Plain(values) => (values.len, values.nulls, &values.validity),
        Chunk::Encoded(encoded) => (encoded.len, encoded.nulls, &encoded.validity),
    };
    let validity = validity.as_ref().map(Bitmap::compact);
    // The bits of the array begin where those of the validity do.
    let offset = validity.as_ref().map_or(0, Bitmap::offset);
    let mut bits = vec![0xFFu8; (offset + len).div_ceil(8)];
    let mut clear = |row: usize| bits[(offset + row) / 8] &= !(1 << ((offset + row) % 8));
    match chunk {
        Chunk::Plain(values) => {
            let mut found = |found: Found<'_>| {
                clear(found.row);
                ControlFlow::<()>::Continue(())
            };
            let _ = ill_formed_values(values, &mut found)?;
        }
        Chunk::Encoded(encoded) => {
            let mask = masks.get(&encoded.dictionary, || ill_formed_mask(&encoded.dictionary))?;
            encoded.for_each_key(|row, key| {
                if mask.get(key).copied().unwrap_or(false) {
                    clear(row);
                }
                Ok(())
            })?;
        }
    }
    let mut array = Array::plain(len, vec![Buffer::from(bits).shared()]);
    (array.nulls, array.offset) = (nulls, offset);
    array.buffers[0] = validity.map(|validity| validity.bytes().shared());
    Ok(array)
}

/// Returns the column as text and, if asked for, the table of ill-formed sequences.
#[pyfunction]
fn arrow_to_utf8(
    column: &Bound<'_, PyAny>,
    errors: &str,
    report: bool,
    views: Option<bool>,
) -> PyResult<(ArrowData, Option<ArrowData>)> {
    let on_row = OnRow::new(errors)?;
    let mut source = source(column)?;
    let (kind, chunks, found) = column.py().detach(|| -> Result<_, Error> {
        let mut found = report.then(Vec::new);
        let mut edited = Vec::new();
        let mut first = 0;
        let (mut masks, mut dictionaries) = (Once(None), Once(None));
        while let Some(chunk) = source.next()? {
            let rows = chunk.len() as u64;
            if let (Some(report), Chunk::Encoded(_)) = (&mut found, &chunk) {
                report_chunk(&chunk, first, false, &mut masks, report)?;
            }
            let mut early = match &chunk {
                Chunk::Plain(values) => EarlyViews::new(values, views),
                Chunk::Encoded(_) => None,
            };
            let edits = match &chunk {
                Chunk::Plain(values) => {
                    Arc::new(repairs(values, &on_row, first, found.as_mut(), early.as_mut())?)
                }
                Chunk::Encoded(encoded) => {
                    if matches!(on_row, OnRow::Raise) {
                        let mask = masks.get(&encoded.dictionary, || ill_formed_mask(&encoded.dictionary))?;
                        encoded.for_each_key(|row, key| match mask.get(key) {
                            Some(true) => Err(ill_formed(first + row as u64, encoded.dictionary.value(key)?)),
                            _ => Ok(()),
                        })?;
                    } else {
                        encoded.for_each_key(|_, _| Ok(()))?;
                    }
                    // Entries that no row has are no reason to fail.
                    let on_entry = match &on_row {
                        OnRow::Raise => &OnRow::Null,
                        other => other,
                    };
                    dictionaries.get(&encoded.dictionary, || {
                        repairs(&encoded.dictionary, on_entry, 0, None, None)
                    })?
                }
            };
            let views = early.and_then(EarlyViews::finish);
            edited.push(Edited { chunk, edits, views });
            first += rows;
        }
        let mut column = source.column.clone();
        column.is_text = true;
        let (column, chunks) = edit::apply(column, edited, views)?;
        Ok((column, chunks, found))
    })?;
    let found = found.map(|found| ArrowData::of_report(&found));
    Ok((ArrowData::of_column(&kind, &chunks), found))
}

/// Returns the error for an ill-formed value.
fn ill_formed(row: u64, value: &[u8]) -> Error {
    let message = match utf8::validate(value) {
        Err(error) => format!("row {row}: {error}"),
        Ok(_) => format!("row {row}"),
    };
    let mut first = None;
    errors_of(row, value, false, |bad| first = Some(bad));
    match first {
        Some(bad) => Error::IllFormed { bad, message },
        None => Error::malformed(format!("{message} changed while it was read")),
    }
}

/// Returns the new values of ill-formed ones, and adds these to the report.
fn repairs(
    values: &Values,
    on_row: &OnRow,
    first: u64,
    mut report: Option<&mut Vec<Bad>>,
    mut early: Option<&mut EarlyViews<'_>>,
) -> Result<Edits, Error> {
    let policy = on_row.policy();
    let mut edits = Edits::default();
    let is_repaired = Cell::new(false);
    let mut passed = |row: usize| {
        if let Some(early) = &mut early
            && is_repaired.get()
        {
            early.extend_to(row);
        }
    };
    let mut found = |found: Found<'_>| {
        is_repaired.set(true);
        if found.is_null {
            // Ill-formed bytes of a null row would make the text ill-formed for readers that do not look at nulls.
            edits.replace(found.row, b"");
            return ControlFlow::Continue(());
        }
        if let Some(report) = &mut report {
            errors_of(first + found.row as u64, found.bytes, false, |bad| {
                report.push(bad)
            });
        }
        match on_row {
            OnRow::Raise => return ControlFlow::Break(ill_formed(first + found.row as u64, found.bytes)),
            OnRow::Null => edits.set_null(found.row),
            OnRow::Repair(_) => match utf8::repair_with(found.bytes, policy) {
                Ok(text) => edits.replace(found.row, text.as_bytes()),
                Err(_) => return ControlFlow::Break(ill_formed(first + found.row as u64, found.bytes)),
            },
        }
        ControlFlow::Continue(())
    };
    if let ControlFlow::Break(error) = ill_formed_values_in_blocks(values, &mut found, &mut passed)? {
        return Err(error);
    }
    if !policy.doubles_backslashes() {
        return Ok(edits);
    }
    // The other rows can have backslashes to double.
    let mut edits = Edits::default();
    for row in 0..values.len {
        let value = match values.value(row) {
            Err(_) if values.is_null(row) => b"\xFF",
            value => value?,
        };
        match utf8::repair_with(value, policy) {
            Ok(_) if values.is_null(row) && !utf8::is_valid(value) => edits.replace(row, b""),
            Ok(std::borrow::Cow::Owned(text)) => edits.replace(row, text.as_bytes()),
            _ => {}
        }
    }
    Ok(edits)
}

/// Returns the column in another encoding: text if that is UTF-8, binary values otherwise.
#[pyfunction]
fn arrow_transcode(column: &Bound<'_, PyAny>, from: &str, to: &str, errors: &str) -> PyResult<ArrowData> {
    let on_row = OnRow::new(errors)?;
    let (from, to) = (Codec::new(from)?, Codec::new(to)?);
    to.check_can_be_written()?;
    let mut source = source(column)?;
    let (kind, chunks) = column.py().detach(|| -> Result<_, Error> {
        let transcoder = Transcoder {
            from,
            to,
            policy: on_row.policy(),
        };
        let mut results = Vec::new();
        let mut first = 0;
        while let Some(chunk) = source.next()? {
            let rows = chunk.len() as u64;
            let builder = match &chunk {
                Chunk::Plain(values) => transcode_values(values, &transcoder, &on_row, first)?,
                Chunk::Encoded(encoded) => {
                    let mut row_of = vec![None; encoded.dictionary.len];
                    encoded.for_each_key(|row, key| {
                        row_of[key].get_or_insert(row as u64);
                        Ok(())
                    })?;
                    transcode_entries(&encoded.dictionary, &row_of, &transcoder, &on_row, first)?
                }
            };
            results.push((chunk, builder));
            first += rows;
        }
        let mut column = source.column.clone();
        let large =
            column.layout == LayoutKind::Large || results.iter().any(|(_, builder)| builder.is_large());
        column.layout = if large {
            LayoutKind::Large
        } else {
            LayoutKind::Small
        };
        column.is_text = to == Codec::UTF_8;
        let finished = |(chunk, builder): (Chunk, Builder)| {
            let values = builder.finish(large);
            match chunk {
                Chunk::Plain(_) => Chunk::Plain(values),
                Chunk::Encoded(encoded) => Chunk::Encoded(values::Encoded {
                    dictionary: Arc::new(values),
                    ..encoded
                }),
            }
        };
        Ok((column, results.into_iter().map(finished).collect::<Vec<_>>()))
    })?;
    Ok(ArrowData::of_column(&kind, &chunks))
}

fn transcode_values(
    values: &Values,
    transcoder: &Transcoder<'_>,
    on_row: &OnRow,
    first: u64,
) -> Result<Builder, Error> {
    let mut builder = Builder::new(values.len, values.data_len().unwrap_or(0));
    for row in 0..values.len {
        if values.is_null(row) {
            builder.null();
            continue;
        }
        match transcoder.append(values.value(row)?, &mut builder.data) {
            Ok(()) => builder.end_value(),
            Err(_) if matches!(on_row, OnRow::Null) => builder.null(),
            Err(failure) => return Err(failed(first + row as u64, failure)),
        }
    }
    Ok(builder)
}

/// Does the same for a dictionary. `row_of` are the first rows that have each entry. What none has becomes null if it fails.
fn transcode_entries(
    values: &Values,
    row_of: &[Option<u64>],
    transcoder: &Transcoder<'_>,
    on_row: &OnRow,
    first: u64,
) -> Result<Builder, Error> {
    let mut builder = Builder::new(values.len, values.data_len().unwrap_or(0));
    let mut failure: Option<(u64, transcode::Failure)> = None;
    for (entry, row) in row_of.iter().enumerate() {
        if values.is_null(entry) {
            builder.null();
            continue;
        }
        let result = transcoder.append(values.value(entry)?, &mut builder.data);
        match (result, row) {
            (Ok(()), _) => builder.end_value(),
            (Err(new), &Some(row)) if !matches!(on_row, OnRow::Null) => {
                builder.null();
                if failure.as_ref().is_none_or(|&(before, _)| row < before) {
                    failure = Some((row, new));
                }
            }
            (Err(_), _) => builder.null(),
        }
    }
    match failure {
        Some((row, failure)) => Err(failed(first + row, failure)),
        None => Ok(builder),
    }
}

fn failed(row: u64, failure: transcode::Failure) -> Error {
    Error::IllFormed {
        bad: Bad {
            row,
            offset: failure.offset,
            length: failure.length,
            kind: failure.kind,
        },
        message: format!("row {row}: {}", failure.message),
    }
}

/// Returns the column without double encoding, and the rows that changed.
#[pyfunction]
fn arrow_fix(column: &Bound<'_, PyAny>, views: Option<bool>) -> PyResult<(ArrowData, ArrowData)> {
    let mut source = source(column)?;
    let (kind, chunks, rows) = column.py().detach(|| -> Result<_, Error> {
        let mut edited = Vec::new();
        let mut rows: Vec<u64> = Vec::new();
        let mut first = 0;
        let mut dictionaries = Once(None);
        while let Some(chunk) = source.next()? {
            let len = chunk.len() as u64;
            let edits = match &chunk {
                Chunk::Plain(values) => {
                    let edits = double::edits(values)?;
                    rows.extend(edits.rows().map(|row| first + row as u64));
                    Arc::new(edits)
                }
                Chunk::Encoded(encoded) => {
                    let edits =
                        dictionaries.get(&encoded.dictionary, || double::edits(&encoded.dictionary))?;
                    let mut is_changed = vec![false; encoded.dictionary.len];
                    edits.rows().for_each(|entry| is_changed[entry] = true);
                    encoded.for_each_key(|row, key| {
                        if is_changed[key] {
                            rows.push(first + row as u64);
                        }
                        Ok(())
                    })?;
                    edits
                }
            };
            edited.push(Edited {
                chunk,
                edits,
                views: None,
            });
            first += len;
        }
        let (column, chunks) = edit::apply(source.column.clone(), edited, views)?;
        Ok((column, chunks, rows))
    })?;
    let rows = ArrowData {
        schema: Arc::new(Schema::new(c"L", c"row")),
        arrays: vec![Arc::new(Array::plain(
            rows.len(),
            vec![Buffer::from(rows).shared()],
        ))],
    };
    Ok((ArrowData::of_column(&kind, &chunks), rows))
}

/// What [`arrow_detect`] returns: the encoding, how sure it is, the reason, the second encoding, the number of values and of
/// those that are not UTF-8.
type Recognition = (
    Option<&'static str>,
    Option<String>,
    Option<&'static str>,
    Option<&'static str>,
    u64,
    u64,
);

#[pyfunction]
fn arrow_detect(column: &Bound<'_, PyAny>) -> PyResult<Recognition> {
    let source = source(column)?;
    let outcome = column.py().detach(|| detect::recognize(source))?;
    let recognized = outcome.recognized;
    Ok((
        recognized.map(|recognized| recognized.encoding),
        recognized.map(|recognized| recognized.certainty.to_string()),
        recognized.map(|recognized| recognized.reason.name()),
        recognized.and_then(|recognized| recognized.second.map(|second| second.encoding)),
        outcome.values,
        outcome.ill_formed,
    ))
}
