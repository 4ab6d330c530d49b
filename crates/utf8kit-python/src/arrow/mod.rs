//! Columns of text, by the Arrow C data interface: whatever library has them.
//!
//! `ffi` is the interface, `column` what is taken, `check` how rows are validated, `export` what is handed out. What Python
//! sees is `python/utf8kit/arrow.py`.

mod build;
mod check;
mod column;
mod export;
mod ffi;
mod repair;
mod transcode;

use crate::policy::OnError;
use build::Bits;
use check::Bad;
use column::{Column, Part};
use export::{Buffer, Chunk, Field, Table};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyCapsule};
use std::sync::Arc;

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Data>()?;
    module.add_function(wrap_pyfunction!(column_find_bad, module)?)?;
    module.add_function(wrap_pyfunction!(column_is_valid, module)?)?;
    module.add_function(wrap_pyfunction!(column_to_utf8, module)?)?;
    module.add_function(wrap_pyfunction!(column_transcode, module)?)?;
    module.add_function(wrap_pyfunction!(column_fix, module)?)?;
    module.add_function(wrap_pyfunction!(column_bad_bytes, module)?)
}

/// A column or a table that other libraries take through the Arrow PyCapsule interface.
#[pyclass(module = "utf8kit._utf8kit", frozen)]
struct Data {
    table: Arc<Table>,
}

impl Data {
    fn new(field: Field, chunks: Vec<Chunk>) -> Data {
        Data {
            table: Arc::new(Table { field, chunks }),
        }
    }
}

#[pymethods]
impl Data {
    /// The number of rows.
    fn __len__(&self) -> usize {
        self.table.chunks.iter().map(|chunk| chunk.len).sum()
    }

    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        export::schema(&self.table.field).into_capsule(py)
    }

    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        // The interface leaves it to the producer whether it follows the request.
        let _ = requested_schema;
        export::stream(&self.table).into_capsule(py)
    }
}

/// A column that Python passes.
struct Input(Column);

impl<'py> FromPyObject<'_, 'py> for Input {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        Column::import(&object).map(Input)
    }
}

/// The bad rows of a column: for `find_bad` and for reports.
#[derive(Default)]
struct Found {
    rows: Vec<u64>,
    offsets: Vec<u64>,
    lengths: Vec<u64>,
    kinds: Vec<i64>,
    names: Vec<u8>,
    /// The number of rows of the parts that were added.
    rows_before: u64,
}

/// Where a row is ill-formed: offset, length, kind.
struct Place {
    offset: usize,
    len: usize,
    kind: &'static str,
}

impl From<Bad> for Place {
    fn from(bad: Bad) -> Place {
        let error = bad.error;
        Place {
            offset: error.valid_up_to(),
            len: error.bytes().len(),
            kind: error.kind().name(),
        }
    }
}

impl Found {
    fn len(&self) -> usize {
        self.rows.len()
    }

    fn push(&mut self, row: u64, place: Place) {
        self.rows.push(row);
        self.offsets.push(place.offset as u64);
        self.lengths.push(place.len as u64);
        self.names.extend_from_slice(place.kind.as_bytes());
        self.kinds.push(self.names.len() as i64);
    }

    /// Returns the table.
    fn into_data(mut self) -> Data {
        let len = self.rows.len();
        self.kinds.insert(0, 0);
        let numbers =
            |numbers: Vec<u64>| Chunk::new(len, vec![Buffer::None, Buffer::Numbers64(Arc::new(numbers))]);
        let kinds = vec![
            Buffer::None,
            Buffer::Offsets64(Arc::new(self.kinds)),
            Buffer::Bytes(Arc::new(self.names)),
        ];
        let mut chunk = Chunk::new(len, vec![Buffer::None]);
        chunk.children = vec![
            numbers(self.rows),
            numbers(self.offsets),
            numbers(self.lengths),
            Chunk::new(len, kinds),
        ];
        let mut field = Field::new("", c"+s");
        field.children = ["row", "offset", "length"]
            .map(|name| Field::new(name, c"L"))
            .to_vec();
        field.children.push(Field::new("kind", c"U"));
        Data::new(field, vec![chunk])
    }

    /// Adds the ill-formed sequences of a part: the first of each of these rows, or all of them.
    fn add_part(&mut self, column: &Column, part: &Part, bad: &[Bad], all: bool) -> PyResult<()> {
        let before = self.rows_before;
        self.rows_before += part.rows().len as u64;
        if !all || bad.is_empty() {
            bad.iter()
                .for_each(|&bad| self.push(before + bad.row as u64, bad.into()));
            return Ok(());
        }
        let mut bad = bad.iter().peekable();
        check::each_row_of_part(column, part, |row, value| {
            if bad.next_if(|bad| bad.row == row).is_none() {
                return Ok(());
            }
            let mut offset = 0;
            for chunk in utf8kit::utf8::chunks(value.unwrap_or_default()) {
                offset += chunk.text().len();
                let len = chunk.ill_formed().len();
                if let Some(error) = chunk.error() {
                    self.push(
                        before + row as u64,
                        Place {
                            offset,
                            len,
                            kind: error.kind().name(),
                        },
                    );
                }
                offset += len;
            }
            Ok(())
        })
    }

    /// Returns the first of them: row, offset, length and kind.
    fn first(&self) -> Option<(u64, u64, u64, String)> {
        let kind = &self.names[..usize::try_from(*self.kinds.first()?).ok()?];
        let kind = String::from_utf8_lossy(kind).into_owned();
        Some((
            *self.rows.first()?,
            *self.offsets.first()?,
            *self.lengths.first()?,
            kind,
        ))
    }
}

/// Returns a column of the numbers of rows.
fn rows_data(rows: Vec<u64>) -> Data {
    let chunk = Chunk::new(rows.len(), vec![Buffer::None, Buffer::Numbers64(Arc::new(rows))]);
    Data::new(Field::new("row", c"L"), vec![chunk])
}

/// Returns the first ill-formed sequence of each row that has one, or all of them.
#[pyfunction]
#[pyo3(signature = (column, all))]
fn column_find_bad(py: Python<'_>, column: Input, all: bool) -> PyResult<Data> {
    let column = column.0;
    py.detach(|| {
        let mut found = Found::default();
        for part in &column.parts {
            found.add_part(&column, part, &check::find_in_part(&column, part)?, all)?;
        }
        Ok(found.into_data())
    })
}

/// Returns which rows are well-formed. What is null stays null.
#[pyfunction]
fn column_is_valid(py: Python<'_>, column: Input) -> PyResult<Data> {
    let column = column.0;
    py.detach(|| {
        let mut chunks = Vec::new();
        for part in &column.parts {
            let rows = part.rows();
            let mut bits = Bits::ones(rows.len);
            check::find_in_part(&column, part)?
                .iter()
                .for_each(|bad| bits.clear(bad.row));
            let validity = copied_validity(rows);
            let null_count = validity.as_ref().map_or(0, |bits| bits.zeros as i64);
            let validity = validity.map_or(Buffer::None, Bits::into_buffer);
            chunks.push(Chunk {
                null_count,
                ..Chunk::new(rows.len, vec![validity, bits.into_buffer()])
            });
        }
        Ok(Data::new(Field::new("", c"b"), chunks))
    })
}

/// Returns which rows are not null, from the first row on.
fn copied_validity(rows: &column::Rows) -> Option<Bits> {
    rows.validity()?;
    let mut bits = Bits::default();
    for row in 0..rows.len {
        bits.push(rows.is_present(row));
    }
    Some(bits)
}

/// The first ill-formed row: its number, the offset and the length of the sequence, and its kind.
type First = Option<(u64, u64, u64, String)>;

/// Returns the column as text, what was ill-formed, and the first of that. There is no text if `errors` is `raise` and a row is
/// ill-formed.
#[pyfunction]
fn column_to_utf8(
    py: Python<'_>,
    column: Input,
    errors: &str,
    view: bool,
    all: bool,
) -> PyResult<(Option<Data>, Data, First)> {
    let on_bad = match errors {
        "null" => repair::OnBad::Null,
        _ => match OnError::new(errors).map_err(PyValueError::new_err)? {
            OnError::Fail => repair::OnBad::Raise,
            on_error => repair::OnBad::Repair(on_error),
        },
    };
    let column = column.0;
    py.detach(|| {
        let (text, found) = repair::to_utf8(&column, &on_bad, view, all)?;
        let first = found.first();
        Ok((text, found.into_data(), first))
    })
}

/// Returns the column in another encoding.
#[pyfunction]
fn column_transcode(py: Python<'_>, column: Input, to: &str, source: &str, errors: &str) -> PyResult<Data> {
    let column = column.0;
    let work = transcode::Transcoding::new(to, source, errors)?;
    py.detach(|| work.run(&column))
}

/// Returns the column with double encoding undone, and the rows that it was undone in.
#[pyfunction]
fn column_fix(py: Python<'_>, column: Input, view: bool) -> PyResult<(Data, Data)> {
    let column = column.0;
    py.detach(|| repair::fix(&column, view))
}

/// Returns some bytes of the rows that are not UTF-8, at most `max`, with a line feed after each row.
#[pyfunction]
fn column_bad_bytes<'py>(py: Python<'py>, column: Input, max: usize) -> PyResult<Bound<'py, PyBytes>> {
    let column = column.0;
    let bytes = py.detach(|| {
        let mut bytes = Vec::new();
        for part in &column.parts {
            let mut bad = check::find_in_part(&column, part)?.into_iter().peekable();
            if bad.peek().is_none() {
                continue;
            }
            check::each_row_of_part(&column, part, |row, value| {
                if bad.next_if(|bad| bad.row == row).is_some() && bytes.len() < max {
                    bytes.extend_from_slice(value.unwrap_or_default());
                    bytes.push(b'\n');
                }
                Ok(())
            })?;
        }
        bytes.truncate(max);
        Ok::<_, PyErr>(bytes)
    })?;
    Ok(PyBytes::new(py, &bytes))
}
