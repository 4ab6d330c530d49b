//! Finds the values that are not UTF-8 in CSV, TSV and JSON lines, row by row.
//!
//! The bytes arrive in pieces. They are searched for the ends of rows, which in CSV are not the ends of lines: a quoted value
//! may hold line ends. What is complete is validated at once. Only where that fails, each row is validated, and a row that
//! fails is divided into its values.

use crate::input::Input;
use memchr::{memchr, memchr_iter, memchr2};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use std::borrow::Cow;
use std::ops::Range;
use utf8kit::utf8;
use utf8kit_lint::escape;

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Rows>()
}

/// The longest row. A quote that is not closed makes the rest of a file one row, which must not fill the memory.
const MAX_ROW: usize = 256 << 20;

/// A value that is not UTF-8.
struct Bad {
    /// Its row, from 1. That of the header is 0.
    row: u64,
    /// The name of its field, or the path to it; `None` if it is in no field.
    field: Option<String>,
    /// Its bytes, without quotes around them.
    value: Vec<u8>,
}

/// How rows and values are divided.
#[derive(Clone, Copy)]
enum Format {
    /// Values between delimiters, in quotes if need be. The first row names the fields.
    Delimited(u8),
    /// A value of JSON in each line.
    JsonLines,
}

/// Reads a table in pieces.
#[pyclass(module = "utf8kit._utf8kit")]
pub(crate) struct Rows {
    format: Format,
    /// The rows that are not complete yet: what was read from the start of a row on.
    buffer: Vec<u8>,
    /// The bytes of `buffer` that were searched for the end of a row.
    searched: usize,
    /// Whether `searched` is inside a quoted value.
    is_quoted: bool,
    /// The names of the fields, once they are known.
    header: Option<Vec<String>>,
    rows: u64,
    max_row: usize,
    /// The rows as they are in the table, if they are kept.
    kept: Option<Kept>,
}

/// Rows that were read and not taken yet.
#[derive(Default)]
struct Kept {
    /// Those that are UTF-8, and blank ones. A header is among them, repaired if need be.
    good: Vec<u8>,
    /// Those that have a value that is not UTF-8, after the header.
    bad: Vec<u8>,
}

#[pymethods]
impl Rows {
    /// Returns the reader of a table. `delimiter`: the byte between values; `None` for JSON lines. `keep`: whether
    /// [`take_rows`](Self::take_rows) returns the rows.
    #[new]
    #[pyo3(signature = (delimiter, max_row = MAX_ROW, keep = false))]
    fn new(delimiter: Option<u8>, max_row: usize, keep: bool) -> Rows {
        Rows {
            format: delimiter.map_or(Format::JsonLines, Format::Delimited),
            buffer: Vec::new(),
            searched: 0,
            is_quoted: false,
            header: None,
            rows: 0,
            max_row,
            kept: keep.then(Kept::default),
        }
    }

    /// The number of rows that were read, without the header.
    #[getter]
    fn rows(&self) -> u64 {
        self.rows
    }

    /// Takes the next piece and returns the values that are not UTF-8: row, field, bytes.
    fn push<'py>(&mut self, py: Python<'py>, piece: Input<'py>) -> PyResult<Vec<Value<'py>>> {
        let piece: &[u8] = &piece;
        let bad = py.detach(|| self.take(piece, false));
        values(py, bad)
    }

    /// Ends the table and returns the rest of these values.
    fn finish<'py>(&mut self, py: Python<'py>) -> PyResult<Vec<Value<'py>>> {
        let bad = py.detach(|| self.take(&[], true));
        values(py, bad)
    }

    /// Returns the rows that were read since the last call, as they are in the table: those that are UTF-8, and those that are
    /// not. Each has the header first.
    fn take_rows<'py>(&mut self, py: Python<'py>) -> (Bound<'py, PyBytes>, Bound<'py, PyBytes>) {
        let kept = self.kept.as_mut().map(std::mem::take).unwrap_or_default();
        (PyBytes::new(py, &kept.good), PyBytes::new(py, &kept.bad))
    }
}

type Value<'py> = (u64, Option<String>, Bound<'py, PyBytes>);

fn values<'py>(py: Python<'py>, bad: Result<Vec<Bad>, String>) -> PyResult<Vec<Value<'py>>> {
    let bad = bad.map_err(PyValueError::new_err)?;
    Ok(bad
        .into_iter()
        .map(|bad| (bad.row, bad.field, PyBytes::new(py, &bad.value)))
        .collect())
}

impl Rows {
    fn take(&mut self, piece: &[u8], is_last: bool) -> Result<Vec<Bad>, String> {
        self.buffer.extend_from_slice(piece);
        let ends = match self.format {
            Format::Delimited(delimiter) => self.ends_of_records(delimiter, is_last),
            Format::JsonLines => self.ends_of_lines(is_last),
        };
        let complete = ends.last().copied().unwrap_or(0);
        let mut buffer = std::mem::take(&mut self.buffer);
        let bad = self.read(&buffer[..complete], &ends);
        buffer.drain(..complete);
        self.buffer = buffer;
        self.searched -= complete;
        if self.buffer.len() > self.max_row {
            return Err(format!(
                "row {} is longer than {} bytes: a quote may not be closed",
                self.rows + 1,
                self.max_row
            ));
        }
        Ok(bad)
    }

    /// Returns the ends of the lines that are complete.
    fn ends_of_lines(&mut self, is_last: bool) -> Vec<usize> {
        let found = memchr_iter(b'\n', &self.buffer[self.searched..]);
        let mut ends: Vec<_> = found.map(|at| self.searched + at + 1).collect();
        self.searched = self.buffer.len();
        self.end(&mut ends, is_last);
        ends
    }

    /// Returns the ends of the records that are complete. A quote opens a quoted value only where a value begins.
    fn ends_of_records(&mut self, delimiter: u8, is_last: bool) -> Vec<usize> {
        let mut ends = Vec::new();
        let buffer = &self.buffer;
        loop {
            let rest = &buffer[self.searched..];
            if self.is_quoted {
                let Some(quote) = memchr(b'"', rest).map(|at| self.searched + at) else {
                    self.searched = buffer.len();
                    break;
                };
                match buffer.get(quote + 1) {
                    Some(b'"') => self.searched = quote + 2,
                    // The next byte shows whether the quote is one of two.
                    None if !is_last => {
                        self.searched = quote;
                        break;
                    }
                    _ => {
                        self.is_quoted = false;
                        self.searched = quote + 1;
                    }
                }
            } else {
                let Some(found) = memchr2(b'"', b'\n', rest).map(|at| self.searched + at) else {
                    self.searched = buffer.len();
                    break;
                };
                let row = ends.last().copied().unwrap_or(0);
                if buffer[found] == b'\n' {
                    ends.push(found + 1);
                } else {
                    self.is_quoted = found == row || buffer[found - 1] == delimiter;
                }
                self.searched = found + 1;
            }
        }
        self.end(&mut ends, is_last);
        ends
    }

    /// Adds the end of the last row, which no line end follows.
    fn end(&self, ends: &mut Vec<usize>, is_last: bool) {
        if is_last && ends.last().copied().unwrap_or(0) < self.buffer.len() {
            ends.push(self.buffer.len());
        }
    }

    /// Reads complete rows.
    fn read(&mut self, rows: &[u8], ends: &[usize]) -> Vec<Bad> {
        let is_valid = utf8::is_valid(rows);
        let mut bad = Vec::new();
        let mut start = 0;
        for &end in ends {
            let raw = &rows[start..end];
            let row = content(raw);
            start = end;
            let is_blank = row.iter().all(|byte| matches!(byte, b' ' | b'\t'));
            if row.is_empty() || (is_blank && matches!(self.format, Format::JsonLines)) {
                self.keep(raw, is_valid || utf8::is_valid(raw), false);
                continue;
            }
            let is_header = self.header.is_none() && matches!(self.format, Format::Delimited(_));
            match self.format {
                Format::Delimited(delimiter) if is_header => {
                    let names = divide(row, delimiter);
                    let names = names.iter().map(|name| escape::text(name));
                    self.header = Some(names.collect());
                }
                _ => self.rows += 1,
            }
            let is_valid = is_valid || utf8::is_valid(row);
            self.keep(raw, is_valid, is_header);
            if is_valid {
                continue;
            }
            match self.format {
                Format::Delimited(delimiter) => self.bad_in_record(row, delimiter, &mut bad),
                Format::JsonLines => self.bad_in_json(row, &mut bad),
            }
        }
        bad
    }

    /// Keeps a row, if rows are kept. A header is kept twice: it names the fields of both.
    fn keep(&mut self, row: &[u8], is_valid: bool, is_header: bool) {
        let Some(kept) = &mut self.kept else {
            return;
        };
        if is_header || !is_valid {
            kept.bad.extend_from_slice(row);
        }
        if is_valid {
            kept.good.extend_from_slice(row);
        } else if is_header {
            kept.good.extend_from_slice(utf8::repair(row).as_bytes());
        }
    }

    /// Adds the values of a record that are not UTF-8.
    fn bad_in_record(&self, record: &[u8], delimiter: u8, bad: &mut Vec<Bad>) {
        let values = divide(record, delimiter);
        for (index, value) in values.into_iter().enumerate() {
            if utf8::is_valid(&value) {
                continue;
            }
            let name = self.header.as_ref().and_then(|header| header.get(index));
            let name = name.filter(|name| self.rows > 0 && !name.is_empty());
            bad.push(Bad {
                row: self.rows,
                field: Some(name.map_or_else(|| format!("#{}", index + 1), String::clone)),
                value: value.into_owned(),
            });
        }
    }

    /// Adds the strings of a line of JSON that are not UTF-8, or the line if none is.
    fn bad_in_json(&self, line: &[u8], bad: &mut Vec<Bad>) {
        let before = bad.len();
        for_each_string(line, &mut |path, string| {
            if !utf8::is_valid(string) {
                bad.push(Bad {
                    row: self.rows,
                    field: path.field(line),
                    value: string.to_vec(),
                });
            }
        });
        if bad.len() == before {
            bad.push(Bad {
                row: self.rows,
                field: None,
                value: line.to_vec(),
            });
        }
    }
}

/// Returns a row without its line end.
fn content(row: &[u8]) -> &[u8] {
    let row = row.strip_suffix(b"\n").unwrap_or(row);
    row.strip_suffix(b"\r").unwrap_or(row)
}

/// Returns the values of a record.
fn divide(record: &[u8], delimiter: u8) -> Vec<Cow<'_, [u8]>> {
    let mut values = Vec::new();
    let mut rest = record;
    loop {
        let quoted = rest.strip_prefix(b"\"").map(|rest| unquote(rest));
        let (inside, after) = quoted.unwrap_or((Cow::Borrowed(b""), rest));
        let end = memchr(delimiter, after).unwrap_or(after.len());
        let outside = &after[..end];
        values.push(match (inside.is_empty(), outside.is_empty()) {
            (true, _) => Cow::Borrowed(outside),
            (false, true) => inside,
            (false, false) => Cow::Owned([&inside, outside].concat()),
        });
        match after.get(end + 1..) {
            Some(next) => rest = next,
            None => return values,
        }
    }
}

/// Returns the value that a quote opened, with each two quotes as one, and what follows the quote that closes it.
fn unquote(text: &[u8]) -> (Cow<'_, [u8]>, &[u8]) {
    let mut value = Cow::Borrowed(&text[..0]);
    let mut rest = text;
    loop {
        let end = memchr(b'"', rest).unwrap_or(rest.len());
        match &mut value {
            Cow::Borrowed(b"") => value = Cow::Borrowed(&rest[..end]),
            value => value.to_mut().extend_from_slice(&rest[..end]),
        }
        rest = rest.get(end + 1..).unwrap_or_default();
        match rest.strip_prefix(b"\"") {
            Some(next) => {
                value.to_mut().push(b'"');
                rest = next;
            }
            None => return (value, rest),
        }
    }
}

/// Where in a value of JSON a string is.
#[derive(Default)]
struct Path(Vec<Step>);

enum Step {
    /// The range of the key in the line, and whether the next string is a key.
    Object { key: Range<usize>, expects_key: bool },
    /// The index of the element.
    Array(u64),
}

impl Path {
    /// Returns the path as text: `user.names[2]`; `None` if it is empty.
    fn field(&self, line: &[u8]) -> Option<String> {
        let mut text = String::new();
        for step in &self.0 {
            match step {
                Step::Object { key, .. } => {
                    if !text.is_empty() {
                        text.push('.');
                    }
                    escape::push_text(&mut text, &line[key.clone()]);
                }
                Step::Array(index) => text.push_str(&format!("[{index}]")),
            }
        }
        (!text.is_empty()).then_some(text)
    }
}

/// Calls `found` with each string of a value of JSON, without its quotes, and where it is. Escapes stay as they are. What
/// is no JSON is read as far as it looks like it.
fn for_each_string(line: &[u8], found: &mut dyn FnMut(&Path, &[u8])) {
    let mut path = Path::default();
    let mut at = 0;
    while let Some(&byte) = line.get(at) {
        at += 1;
        match byte {
            b'"' => {
                let string = at..end_of_string(line, at);
                at = string.end + 1;
                if let Some(Step::Object { key, expects_key }) = path.0.last_mut()
                    && *expects_key
                {
                    *key = string.clone();
                    *expects_key = false;
                }
                found(&path, &line[string]);
            }
            b'{' => path.0.push(Step::Object {
                key: 0..0,
                expects_key: true,
            }),
            b'[' => path.0.push(Step::Array(0)),
            b'}' | b']' => drop(path.0.pop()),
            b',' => match path.0.last_mut() {
                Some(Step::Object { expects_key, .. }) => *expects_key = true,
                Some(Step::Array(index)) => *index += 1,
                None => {}
            },
            _ => {}
        }
    }
}

/// Returns where the string that begins at `start` ends: at its closing quote, or the end of the line.
fn end_of_string(line: &[u8], start: usize) -> usize {
    let mut at = start;
    while let Some(found) = memchr2(b'"', b'\\', line.get(at..).unwrap_or_default()) {
        if line[at + found] == b'"' {
            return at + found;
        }
        at += found + 2;
    }
    line.len()
}
