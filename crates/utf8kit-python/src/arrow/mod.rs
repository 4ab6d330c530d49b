//! Columns of text, by the Arrow C data interface.
//!
//! `ffi` has the structs, `capsule` what carries them, `import` checks and reads them, `export` hands results out. `values` and `buffer`
//! model what lies between. `check` finds ill-formed values; `edit` makes columns in which some values are new;
//! `transcode`, `double` and `detect` are what their names say. `python/utf8kit/arrow.py` makes of all this what its users
//! call. `exception` makes exceptions of errors.
//!
//! `buffer`, `check`, `edit`, `error`, `export`, `ffi`, `import`, `once` and `values` do without Python: the fuzz target `arrow` compiles
//! them, too.

mod buffer;
mod capsule;
mod check;
mod detect;
mod double;
mod edit;
mod error;
mod exception;
mod export;
mod ffi;
mod import;
mod once;
mod transcode;
mod values;

use crate::memory::{self, NoMemory};
use crate::signals::Signals;
use buffer::{Bitmap, Buffer};
use check::{Blocks, Found, errors_of, ill_formed_values, ill_formed_values_in_blocks};
use edit::{EarlyViews, Edited, Edits};
use error::{Bad, Error};
use export::{Array, Schema};
use import::{ColumnType, LayoutKind, Source};
use once::Once;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyTuple};
use std::borrow::Cow;
use std::cell::Cell;
use std::collections::HashMap;
use std::ffi::CStr;
use std::ops::{ControlFlow, Range};
use std::sync::{Arc, Mutex};
use transcode::{Builder, OnRow, Transcoder};
use utf8kit::{Policy, utf8};
use utf8kit_encodings::Encoding;
use values::{Chunk, Encoded, Layout, Values, by_layout};

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
        capsule::new(py, export::stream(Arc::clone(&self.schema), self.arrays.clone()))
    }

    /// Returns a capsule with the type of the arrays.
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        capsule::new(py, self.schema.export())
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
    fn of_report(report: &[Bad]) -> Result<ArrowData, Error> {
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
        let array = |rows: &[Bad]| -> Result<_, Error> {
            let column = |field: fn(&Bad) -> u64| -> Result<_, Error> {
                let mut numbers: Vec<u64> = memory::with_capacity(rows.len())?;
                numbers.extend(rows.iter().map(field));
                Ok(Arc::new(Array::plain(
                    rows.len(),
                    vec![Buffer::from(numbers).shared()],
                )))
            };
            let mut kinds = Builder::new(rows.len(), 0)?;
            for bad in rows {
                memory::extend(&mut kinds.data, bad.kind.as_bytes())?;
                kinds.end_value();
            }
            let kinds = Array::of(&Chunk::Plain(kinds.finish(false)?));
            Ok(Arc::new(Array::table(vec![
                column(|bad| bad.row)?,
                column(|bad| bad.offset)?,
                column(|bad| bad.length)?,
                Arc::new(kinds),
            ])))
        };
        Ok(ArrowData {
            schema: Arc::new(schema),
            arrays: report.chunks(ROWS).map(array).collect::<Result<_, _>>()?,
        })
    }
}

/// Returns the source of a column.
fn source(column: &Bound<'_, PyAny>) -> PyResult<Source> {
    let py = column.py();
    if column.hasattr("__arrow_c_stream__")? {
        let stream = capsule::take(&column.call_method0("__arrow_c_stream__")?)?;
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
        let schema = capsule::take(&capsules.get_item(0)?)?;
        let array = capsule::take(&capsules.get_item(1)?)?;
        return Ok(Source::from_array(&schema, array)?);
    }
    let kind = column.get_type();
    Err(PyTypeError::new_err(format!(
        "expected a column that has __arrow_c_stream__ or __arrow_c_array__, found {kind}"
    )))
}

/// The first ill-formed sequence of each value, as in row 0; no entries after the last ill-formed value.
type Mask = Vec<Option<Bad>>;

fn ill_formed_mask(values: &Values) -> Result<Mask, Error> {
    let mut mask = Vec::new();
    let mut found = |found: Found<'_>| {
        if !found.is_null {
            let missing = found.row + 1 - mask.len();
            if mask.try_reserve(missing).is_err() {
                return ControlFlow::Break(Error::Memory);
            }
            mask.resize(found.row + 1, None);
            errors_of(0, found.bytes, false, |bad| mask[found.row] = Some(bad));
        }
        ControlFlow::Continue(())
    };
    match ill_formed_values(values, &mut found)? {
        ControlFlow::Break(error) => Err(error),
        ControlFlow::Continue(()) => Ok(mask),
    }
}

/// Returns what a mask says of a value.
fn bad_of(mask: &Mask, key: usize) -> Option<Bad> {
    mask.get(key).copied().flatten()
}

/// Adds ill-formed sequences of a value to `report`: the first, or all.
fn report_value(row: u64, bytes: &[u8], all: bool, report: &mut Vec<Bad>) -> Result<(), NoMemory> {
    let mut result = Ok(());
    errors_of(row, bytes, all, |bad| {
        if result.is_ok() {
            result = memory::push(report, bad);
        }
    });
    result
}

/// Adds the ill-formed sequences of a chunk to `report`.
fn report_chunk(
    chunk: &Chunk,
    first: u64,
    all: bool,
    masks: &mut Once<Mask>,
    report: &mut Vec<Bad>,
) -> Result<(), Error> {
    match chunk {
        Chunk::Plain(values) => {
            let mut found = |found: Found<'_>| {
                if !found.is_null && report_value(first + found.row as u64, found.bytes, all, report).is_err()
                {
                    return ControlFlow::Break(Error::Memory);
                }
                ControlFlow::Continue(())
            };
            if let ControlFlow::Break(error) = ill_formed_values(values, &mut found)? {
                return Err(error);
            }
        }
        Chunk::Encoded(encoded) => {
            let mask = masks.get(&encoded.dictionary, || ill_formed_mask(&encoded.dictionary))?;
            encoded.for_each_key(|row, key| {
                let Some(bad) = bad_of(&mask, key) else {
                    return Ok(());
                };
                let row = first + row as u64;
                match all {
                    true => report_value(row, encoded.dictionary.value(key)?, all, report)?,
                    false => memory::push(report, Bad { row, ..bad })?,
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
        let mut masks = Once::default();
        let mut signals = Signals::new();
        let mut first = 0;
        while let Some(chunk) = source.next()? {
            signals.check()?;
            report_chunk(&chunk, first, all, &mut masks, &mut report)?;
            first += chunk.len() as u64;
        }
        Ok(report)
    })?;
    Ok(ArrowData::of_report(&report)?)
}

/// Returns a boolean column: whether each value is well-formed. Nulls stay null.
#[pyfunction]
fn arrow_is_valid(column: &Bound<'_, PyAny>) -> PyResult<ArrowData> {
    let mut source = source(column)?;
    let arrays = column.py().detach(|| -> Result<_, Error> {
        let mut arrays = Vec::new();
        let mut masks = Once::default();
        let mut signals = Signals::new();
        while let Some(chunk) = source.next()? {
            signals.check()?;
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
fn valid_rows(chunk: &Chunk, masks: &mut Once<Mask>) -> Result<Array, Error> {
    let (len, mut nulls, mut validity) = match chunk {
        Chunk::Plain(values) => (values.len, values.nulls, values.validity.clone()),
        Chunk::Encoded(encoded) => (encoded.len, encoded.nulls, encoded.validity.clone()),
    };
    if let Chunk::Encoded(encoded) = chunk
        && encoded.dictionary.nulls > 0
    {
        (nulls, validity) = validity_of_entries(encoded)?;
    }
    let validity = validity.as_ref().map(Bitmap::compact);
    // The bits of the array begin where those of the validity do.
    let offset = validity.as_ref().map_or(0, Bitmap::offset);
    let mut bits = memory::with_capacity((offset + len).div_ceil(8))?;
    bits.resize((offset + len).div_ceil(8), 0xFFu8);
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
                if bad_of(&mask, key).is_some() {
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

/// Returns the number of null rows and the validity of a chunk whose dictionary has null entries.
fn validity_of_entries(encoded: &Encoded) -> Result<(usize, Option<Bitmap>), Error> {
    let mut bits: Vec<u8> = memory::zeros(encoded.len.div_ceil(8))?;
    let mut valid = 0;
    encoded.for_each_key(|row, key| {
        if !encoded.dictionary.is_null(key) {
            bits[row / 8] |= 1 << (row % 8);
            valid += 1;
        }
        Ok(())
    })?;
    let validity = Bitmap::new(Buffer::from(bits), 0, encoded.len);
    Ok((encoded.len - valid, Some(validity)))
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
        let (mut masks, mut dictionaries) = (Once::default(), Once::default());
        let mut signals = Signals::new();
        while let Some(chunk) = source.next()? {
            signals.check()?;
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
                        encoded.for_each_key(|row, key| match bad_of(&mask, key) {
                            Some(_) => Err(ill_formed(first + row as u64, encoded.dictionary.value(key)?)),
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
            memory::push(&mut edited, Edited { chunk, edits, views })?;
            first += rows;
        }
        let mut column = source.column.clone();
        column.is_text = true;
        let (column, chunks) = edit::apply(column, edited, views)?;
        Ok((column, chunks, found))
    })?;
    let found = found.map(|found| ArrowData::of_report(&found)).transpose()?;
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
            return done(edits.replace(found.row, b""));
        }
        if let Some(report) = &mut report
            && report_value(first + found.row as u64, found.bytes, false, report).is_err()
        {
            return ControlFlow::Break(Error::Memory);
        }
        done(match on_row {
            OnRow::Raise => return ControlFlow::Break(ill_formed(first + found.row as u64, found.bytes)),
            OnRow::Null => edits.set_null(found.row),
            OnRow::Repair(_) => match repaired(found.bytes, policy) {
                Ok(text) => edits.replace(found.row, text.as_bytes()),
                Err(_) => Err(NoMemory),
            },
        })
    };
    if let ControlFlow::Break(error) = ill_formed_values_in_blocks(values, &mut found, &mut passed)? {
        return Err(error);
    }
    if !policy.doubles_backslashes() {
        return Ok(edits);
    }
    // The other rows can have backslashes to double.
    let mut edits = Edits::default();
    let mut signals = Signals::new();
    for row in 0..values.len {
        if row % ROWS_BETWEEN_SIGNALS == 0 {
            signals.check()?;
        }
        let value = match values.value(row) {
            Err(_) if values.is_null(row) => b"\xFF",
            value => value?,
        };
        match repaired(value, policy)? {
            _ if values.is_null(row) && !utf8::is_valid(value) => edits.replace(row, b"")?,
            Cow::Owned(text) => edits.replace(row, text.as_bytes())?,
            Cow::Borrowed(_) => {}
        }
    }
    Ok(edits)
}

/// Rows that are worked on between two looks at signals.
const ROWS_BETWEEN_SIGNALS: usize = 1024;

/// Returns how to go on after an edit.
fn done(result: Result<(), NoMemory>) -> ControlFlow<Error> {
    match result {
        Ok(()) => ControlFlow::Continue(()),
        Err(NoMemory) => ControlFlow::Break(Error::Memory),
    }
}

/// Repairs a value with a policy that replaces everything.
fn repaired<'v>(value: &'v [u8], policy: Policy<'_>) -> Result<Cow<'v, str>, NoMemory> {
    if value.len() > 1 << 16 {
        // A byte becomes at most four, and a vector that grows is copied.
        memory::require(9 * value.len())?;
    }
    Ok(utf8::repair_with(value, policy).expect("the policy replaces what is ill-formed"))
}

/// Returns the column in another encoding: text if that is UTF-8, binary values otherwise.
#[pyfunction]
fn arrow_transcode(column: &Bound<'_, PyAny>, from: &str, to: &str, errors: &str) -> PyResult<ArrowData> {
    let on_row = OnRow::new(errors)?;
    let (from, to) = (transcode::to_read(from)?, transcode::to_write(to)?);
    if (from, to) == (Encoding::UTF_8, Encoding::UTF_8) {
        // The memory of what is well-formed is shared.
        return Ok(arrow_to_utf8(column, errors, false, Some(false))?.0);
    }
    let mut source = source(column)?;
    let (kind, chunks) = column.py().detach(|| -> Result<_, Error> {
        let mut transcoder = Transcoder::new(from, to, on_row.policy())?;
        let mut results = Vec::new();
        let mut first = 0;
        let mut dictionaries = Once::default();
        while let Some(chunk) = source.next()? {
            let rows = chunk.len() as u64;
            let result = match &chunk {
                Chunk::Plain(values) => {
                    Arc::new(transcode_values(values, &mut transcoder, &on_row, first, None)?)
                }
                Chunk::Encoded(encoded) => {
                    let dictionary = &encoded.dictionary;
                    let result = dictionaries.get(dictionary, || {
                        let mut failed = Vec::new();
                        transcode_values(dictionary, &mut transcoder, &OnRow::Null, 0, Some(&mut failed))
                            .map(|result| Transcoded { failed, ..result })
                    })?;
                    check_entries(encoded, &result.failed, &mut transcoder, &on_row, first)?;
                    result
                }
            };
            memory::push(&mut results, (chunk, result))?;
            first += rows;
        }
        let mut column = source.column.clone();
        let large = column.layout == LayoutKind::Large || results.iter().any(|(_, result)| result.is_large);
        column.layout = if large {
            LayoutKind::Large
        } else {
            LayoutKind::Small
        };
        column.is_text = to == Encoding::UTF_8;
        // What chunks share is finished once.
        let mut finished: HashMap<*const Transcoded, Arc<Values>> = HashMap::new();
        let mut chunks = memory::with_capacity(results.len())?;
        // So that no address is used twice.
        let mut kept = memory::with_capacity(results.len())?;
        for (chunk, result) in results {
            let values = match finished.get(&Arc::as_ptr(&result)) {
                Some(values) => Arc::clone(values),
                None => {
                    let builder = result.builder.lock().expect("no thread has panicked").take();
                    let values = Arc::new(builder.expect("it is finished once").finish(large)?);
                    if let Chunk::Encoded(_) = chunk {
                        finished.insert(Arc::as_ptr(&result), Arc::clone(&values));
                    }
                    values
                }
            };
            kept.push(result);
            chunks.push(match chunk {
                Chunk::Plain(_) => Chunk::Plain((*values).clone()),
                Chunk::Encoded(encoded) => Chunk::Encoded(Encoded {
                    dictionary: values,
                    ..encoded
                }),
            });
        }
        Ok((column, chunks))
    })?;
    Ok(ArrowData::of_column(&kind, &chunks))
}

/// Values in another encoding.
struct Transcoded {
    /// `None` when the values are finished.
    builder: Mutex<Option<Builder>>,
    is_large: bool,
    /// Which entries of a dictionary have failed, and are null: up to the last one.
    failed: Vec<bool>,
}

/// Returns the values in another encoding. With `failed`, notes which are null because they failed.
fn transcode_values(
    values: &Values,
    transcoder: &mut Transcoder<'_>,
    on_row: &OnRow,
    first: u64,
    mut failures: Option<&mut Vec<bool>>,
) -> Result<Transcoded, Error> {
    let mut builder = Builder::new(values.len, transcoder.room(values.data_len().unwrap_or(0)))?;
    let mut signals = Signals::new();
    let mut row_by_row = |rows: Range<usize>, transcoder: &mut Transcoder<'_>, builder: &mut Builder| {
        for row in rows {
            if row % ROWS_BETWEEN_SIGNALS == 0 {
                signals.check()?;
            }
            if values.is_null(row) {
                builder.null()?;
                continue;
            }
            match transcoder.append(values.value(row)?, &mut builder.data)? {
                Ok(()) => builder.end_value(),
                Err(_) if matches!(on_row, OnRow::Null) => {
                    builder.null()?;
                    if let Some(failures) = &mut failures {
                        failures
                            .try_reserve(row + 1 - failures.len())
                            .map_err(|_| Error::Memory)?;
                        failures.resize(row, false);
                        failures.push(true);
                    }
                }
                Err(failure) => return Err(failed(first + row as u64, failure)),
            }
        }
        Ok(())
    };
    if transcoder.has_blocks() && !matches!(values.layout, Layout::Views(_)) {
        by_layout!(&values.layout,
            offsets => for block in Blocks::new(values, offsets) {
                let (rows, bytes) = block?;
                let ends = &offsets.offsets[values.offset..][rows.start..=rows.end];
                // A null row can have bytes, which mean nothing.
                let nulls = rows.clone().filter(|&row| values.nulls > 0 && values.is_null(row));
                let has_bytes = nulls.clone().any(|row| {
                    let row = row - rows.start;
                    ends[row] != ends[row + 1]
                });
                if has_bytes || !transcoder.append_block(ends, bytes, &mut builder)? {
                    row_by_row(rows, transcoder, &mut builder)?;
                } else {
                    nulls.into_iter().try_for_each(|row| builder.set_null(row))?;
                }
            },
            _views => {});
    } else {
        row_by_row(0..values.len, transcoder, &mut builder)?;
    }
    Ok(Transcoded {
        is_large: builder.is_large(),
        builder: Mutex::new(Some(builder)),
        failed: Vec::new(),
    })
}

/// Checks the keys of a chunk, and whether a row has an entry that has failed. Entries that no row has are no reason to fail.
fn check_entries(
    encoded: &Encoded,
    failures: &[bool],
    transcoder: &mut Transcoder<'_>,
    on_row: &OnRow,
    first: u64,
) -> Result<(), Error> {
    encoded.for_each_key(|row, key| {
        if matches!(on_row, OnRow::Null) || !failures.get(key).copied().unwrap_or(false) {
            return Ok(());
        }
        match transcoder.append(encoded.dictionary.value(key)?, &mut Vec::new())? {
            Ok(()) => Err(Error::malformed("a value changed while it was read")),
            Err(failure) => Err(failed(first + row as u64, failure)),
        }
    })
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
        let mut dictionaries = Once::default();
        let mut signals = Signals::new();
        while let Some(chunk) = source.next()? {
            signals.check()?;
            let len = chunk.len() as u64;
            let edits = match &chunk {
                Chunk::Plain(values) => {
                    let edits = double::edits(values)?;
                    for row in edits.rows() {
                        memory::push(&mut rows, first + row as u64)?;
                    }
                    Arc::new(edits)
                }
                Chunk::Encoded(encoded) => {
                    let result = dictionaries.get(&encoded.dictionary, || {
                        let edits = double::edits(&encoded.dictionary)?;
                        let mut is_changed: Vec<bool> = memory::zeros(encoded.dictionary.len)?;
                        edits.rows().for_each(|entry| is_changed[entry] = true);
                        Ok((Arc::new(edits), is_changed))
                    })?;
                    encoded.for_each_key(|row, key| {
                        if result.1[key] {
                            memory::push(&mut rows, first + row as u64)?;
                        }
                        Ok(())
                    })?;
                    Arc::clone(&result.0)
                }
            };
            let views = None;
            memory::push(&mut edited, Edited { chunk, edits, views })?;
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
