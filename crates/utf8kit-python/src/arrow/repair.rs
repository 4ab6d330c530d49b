//! Columns with some rows changed.
//!
//! What stays as it is is not copied where views of 16 bytes are less work: those of changed rows point to a buffer of their own.
//! Where rows are short, or many change, a copy is less work than views, and keeps the type.

use super::build::{Bits, with_capacity};
use super::check::{self, Bad};
use super::column::{Column, Layout, Offset, Part, Rows, Values, View};
use super::export::{Buffer, Chunk, Field};
use super::{Data, Found, copied_validity};
use crate::policy::OnError;
use pyo3::exceptions::PyOverflowError;
use pyo3::prelude::*;
use std::collections::HashSet;
use std::ops::Range;
use std::sync::Arc;
use utf8kit_lint::{Fix, Options, Rule};

/// What becomes of a row that is ill-formed.
pub(super) enum OnBad {
    Raise,
    Null,
    Repair(OnError),
}

/// A row with its new value, or with `None` if it becomes null.
type Change = (usize, Option<Vec<u8>>);

/// Rows of at most so many bytes on average are copied.
const SHORT: usize = 32;

/// Returns the column as text, and the ill-formed sequences. There is no text if one of them is an error.
pub(super) fn to_utf8(
    column: &Column,
    on_bad: &OnBad,
    view: bool,
    all: bool,
) -> PyResult<(Option<Data>, Found)> {
    let mut found = Found::default();
    let mut changes = Vec::new();
    for part in &column.parts {
        let mut bad = Vec::new();
        check::find_in_values(part.values(), &mut |found| bad.push(found))?;
        changes.push(changes_of(part.values(), &bad, on_bad)?);
        found.add_part(column, part, &check::rows_of(column, part, &bad)?, all)?;
        if found.len() > 0 && matches!(on_bad, OnBad::Raise) {
            return Ok((None, found));
        }
    }
    Ok((Some(changed(column, &changes, view, true)?), found))
}

/// Returns what becomes of values that are ill-formed. Those that are null, or that no row has, become null: the whole column
/// is well-formed then, whatever a library makes of it.
fn changes_of(values: &Values, bad: &[Bad], on_bad: &OnBad) -> PyResult<Vec<Change>> {
    let access = values.access()?;
    let change = |bad: &Bad| {
        let repaired = match on_bad {
            OnBad::Repair(on_error) if !bad.is_null => {
                let Ok(text) = utf8kit::utf8::repair_with(access.get(bad.row)?, on_error.policy()) else {
                    unreachable!("the policy replaces every sequence");
                };
                Some(text.into_owned().into_bytes())
            }
            _ => None,
        };
        Ok((bad.row, repaired))
    };
    bad.iter().map(change).collect()
}

/// Returns the column with double encoding undone, and the rows in which it was.
pub(super) fn fix(column: &Column, view: bool) -> PyResult<(Data, Data)> {
    let mut changed_rows = Vec::new();
    let mut changes = Vec::new();
    let mut before = 0;
    for part in &column.parts {
        let values = part.values();
        check::check_offsets(values)?;
        let access = values.access()?;
        let mut changes_of_part = Vec::new();
        for row in (0..values.rows.len).filter(|&row| values.rows.is_present(row)) {
            if let Some(fixed) = undone(access.get(row)?) {
                changes_of_part.push((row, Some(fixed)));
            }
        }
        match (part, column.kind.keys) {
            (Part::Dictionary(rows, values), Some(keys)) => {
                let changed: HashSet<usize> = changes_of_part.iter().map(|(row, _)| *row).collect();
                for row in 0..rows.len {
                    if rows
                        .key(keys, row, values.rows.len)?
                        .is_some_and(|key| changed.contains(&key))
                    {
                        changed_rows.push(before + row as u64);
                    }
                }
            }
            _ => changed_rows.extend(changes_of_part.iter().map(|(row, _)| before + *row as u64)),
        }
        before += part.rows().len as u64;
        changes.push(changes_of_part);
    }
    let data = changed(column, &changes, view, column.kind.is_text)?;
    Ok((data, super::rows_data(changed_rows)))
}

/// Returns text with double encoding undone, or `None` if there is none.
fn undone(value: &[u8]) -> Option<Vec<u8>> {
    // `Ã` to `ô`, by which sequences of two bytes and more begin in windows-1252, before another character that is not ASCII.
    let may_be = value
        .windows(3)
        .any(|bytes| matches!(bytes, [0xC3, 0x80..=0xBF, 0x80..=0xFF]));
    if !may_be {
        return None;
    }
    let options = Options::default()
        .with_rules(Rule::DoubleEncoded.into())
        .with_separate_places(true);
    let mut text = value.to_vec();
    let mut is_changed = false;
    // What was encoded three times is undone twice.
    for _ in 0..8 {
        let mut next = Vec::with_capacity(text.len());
        let mut read = 0;
        for finding in utf8kit_lint::check(&text, &options) {
            let start = usize::try_from(finding.offset).expect("the text is in memory");
            if let Fix::Replace(replacement) = finding.fix
                && start >= read
            {
                next.extend_from_slice(&text[read..start]);
                next.extend_from_slice(replacement.as_bytes());
                read = start + usize::try_from(finding.length).expect("the text is in memory");
            }
        }
        if read == 0 {
            break;
        }
        next.extend_from_slice(&text[read..]);
        text = next;
        is_changed = true;
    }
    is_changed.then_some(text)
}

/// Returns the column with these values changed, those of each part.
fn changed(column: &Column, changes: &[Vec<Change>], view: bool, is_text: bool) -> PyResult<Data> {
    let layout = column.kind.layout;
    let mut to = layout;
    let count = changes.iter().map(Vec::len).sum::<usize>();
    if view && count > 0 && layout != Layout::View {
        let (mut bytes, mut rows) = (0, 0);
        for part in &column.parts {
            bytes += part.values().bytes()?;
            rows += part.values().rows.len;
        }
        if bytes > SHORT * rows && count <= rows / 4 {
            to = Layout::View;
        }
    }
    let chunks = column.parts.iter().zip(changes).map(|(part, changes)| {
        let values = changed_values(part.values(), changes, to)?;
        Ok(match part {
            Part::Plain(_) => values,
            Part::Dictionary(rows, _) => Chunk {
                dictionary: Some(Arc::new(values)),
                ..shared(rows)
            },
        })
    });
    let chunks = chunks.collect::<PyResult<_>>()?;
    let mut field = Field::new(
        "",
        match (to, is_text) {
            (Layout::Small, false) => c"z",
            (Layout::Small, true) => c"u",
            (Layout::Large, false) => c"Z",
            (Layout::Large, true) => c"U",
            (Layout::View, false) => c"vz",
            (Layout::View, true) => c"vu",
        },
    );
    if let Some(keys) = column.kind.keys {
        field = Field {
            dictionary: Some(Box::new(field)),
            ..Field::new("", keys.format)
        };
    }
    Ok(Data::new(field, chunks))
}

fn changed_values(values: &Values, changes: &[Change], to: Layout) -> PyResult<Chunk> {
    match (values.layout, to) {
        (from, to) if from == to && changes.is_empty() => Ok(shared(&values.rows)),
        (Layout::Small, Layout::View) => viewed::<i32>(values, changes),
        (Layout::Large, Layout::View) => viewed::<i64>(values, changes),
        (Layout::Small, _) => copied::<i32>(values, changes, |offsets| Buffer::Offsets32(Arc::new(offsets))),
        (Layout::Large, _) => copied::<i64>(values, changes, |offsets| Buffer::Offsets64(Arc::new(offsets))),
        (Layout::View, _) => patched(values, changes),
    }
}

/// Returns rows with the buffers that they have.
fn shared(rows: &Rows) -> Chunk {
    let buffers = (0..rows.buffers.len()).map(|index| Buffer::taken(rows, index));
    Chunk {
        null_count: rows.null_count,
        offset: rows.offset,
        ..Chunk::new(rows.len, buffers.collect())
    }
}

/// Returns which of the changed rows are null, if any is, and their number.
fn validity(rows: &Rows, changes: &[Change]) -> (Buffer, i64) {
    let mut bits = copied_validity(rows);
    for (row, _) in changes.iter().filter(|(_, value)| value.is_none()) {
        let bits = bits.get_or_insert_with(|| Bits::ones(rows.len));
        bits.clear(*row);
    }
    match bits {
        Some(bits) => {
            let zeros = bits.zeros as i64;
            (bits.into_buffer(), zeros)
        }
        None => (Buffer::None, 0),
    }
}

/// Returns a copy of values with changes.
fn copied<O: Offset>(
    values: &Values,
    changes: &[Change],
    buffer: impl Fn(Vec<O>) -> Buffer,
) -> PyResult<Chunk> {
    let old = values.offsets::<O>()?;
    let rows = old.len() - 1;
    let too_long = || {
        PyOverflowError::new_err(
            "the repaired column has more than 2 GiB in one part: pass it in more parts, or as large_binary",
        )
    };
    let start = old[0].to_usize();
    // SAFETY: the last offset is one of the array. All are checked, as the column was read to find the changes.
    let data = unsafe { values.data(old[rows].to_usize())? };
    let mut new_data = with_capacity(data.len() - start + data.len() / 64 + 64);
    let mut offsets: Vec<O> = with_capacity(rows + 1);
    let mut done = 0;
    for (row, value) in changes {
        let (from, to) = (old[*row].to_usize(), old[row + 1].to_usize());
        copy_rows(data, old, done..*row, &mut new_data, &mut offsets).ok_or_else(too_long)?;
        offsets.push(O::new(new_data.len()).ok_or_else(too_long)?);
        debug_assert!(from <= to);
        new_data.extend_from_slice(value.as_deref().unwrap_or_default());
        done = row + 1;
    }
    copy_rows(data, old, done..rows, &mut new_data, &mut offsets).ok_or_else(too_long)?;
    offsets.push(O::new(new_data.len()).ok_or_else(too_long)?);
    let (validity, null_count) = validity(&values.rows, changes);
    let buffers = vec![validity, buffer(offsets), Buffer::Bytes(Arc::new(new_data))];
    Ok(Chunk {
        null_count,
        ..Chunk::new(rows, buffers)
    })
}

/// Appends rows and their offsets. Returns `None` if an offset is too large.
fn copy_rows<O: Offset>(
    data: &[u8],
    old: &[O],
    rows: Range<usize>,
    new_data: &mut Vec<u8>,
    offsets: &mut Vec<O>,
) -> Option<()> {
    let (from, to) = (old[rows.start].to_usize(), old[rows.end].to_usize());
    O::new(new_data.len() + (to - from))?;
    let by = new_data.len().cast_signed() - from.cast_signed();
    new_data.extend_from_slice(&data[from..to]);
    offsets.extend(old[rows].iter().map(|offset| offset.moved(by)));
    Some(())
}

/// The longest buffer that views point into.
const MOST: usize = i32::MAX as usize;

/// Returns views of values, of which those that change are in the first buffer.
fn viewed<O: Offset>(values: &Values, changes: &[Change]) -> PyResult<Chunk> {
    let offsets = values.offsets::<O>()?;
    let rows = offsets.len() - 1;
    let end = offsets[rows].to_usize();
    // SAFETY: the last offset is one of the array. All are checked, as the column was read to find the changes.
    let data = unsafe { values.data(end)? };
    let mut views = with_capacity(rows);
    let mut repaired = Vec::new();
    // The beginnings of the other buffers.
    let mut bases = vec![offsets[0].to_usize()];
    let mut done = 0;
    for (row, value) in changes {
        view_rows(data, offsets, done..*row, &mut bases, &mut views)?;
        views.push(changed_view(value.as_deref(), &mut repaired, 0)?);
        done = row + 1;
    }
    view_rows(data, offsets, done..rows, &mut bases, &mut views)?;
    let mut lens = vec![repaired.len() as i64];
    lens.extend(bases.iter().enumerate().map(|(index, base)| {
        bases
            .get(index + 1)
            .map_or(end, |&next| next)
            .saturating_sub(*base) as i64
    }));
    let (validity, null_count) = validity(&values.rows, changes);
    let mut buffers = vec![
        validity,
        Buffer::Views(Arc::new(views)),
        Buffer::Bytes(Arc::new(repaired)),
    ];
    buffers.extend(
        bases
            .iter()
            .map(|&base| Buffer::taken_from(&values.rows, 2, base)),
    );
    buffers.push(Buffer::Offsets64(Arc::new(lens)));
    Ok(Chunk {
        null_count,
        ..Chunk::new(rows, buffers)
    })
}

/// Appends views of rows. They point into buffers that begin at `bases`.
fn view_rows<O: Offset>(
    data: &[u8],
    offsets: &[O],
    rows: Range<usize>,
    bases: &mut Vec<usize>,
    views: &mut Vec<View>,
) -> PyResult<()> {
    for row in rows {
        let (from, to) = (offsets[row].to_usize(), offsets[row + 1].to_usize());
        let mut base = bases[bases.len() - 1];
        if to - base > MOST {
            base = from;
            bases.push(base);
        }
        let view = View::within(data, from, to, bases.len() as i32, (from - base) as i32);
        views.push(view.ok_or_else(|| too_long(row))?);
    }
    Ok(())
}

fn too_long(row: usize) -> PyErr {
    PyOverflowError::new_err(format!(
        "row {row} is longer than 2 GiB, which no view holds: pass view=False"
    ))
}

/// Returns the view of a changed row, whose value goes to the buffer of this index.
fn changed_view(value: Option<&[u8]>, repaired: &mut Vec<u8>, buffer: i32) -> PyResult<View> {
    let value = value.unwrap_or_default();
    let too_long =
        || PyOverflowError::new_err("the changed rows are longer than 2 GiB: pass the column in more parts");
    let offset = i32::try_from(repaired.len()).map_err(|_| too_long())?;
    let view = View::new(value, buffer, offset).ok_or_else(too_long)?;
    if value.len() > View::INLINE {
        repaired.extend_from_slice(value);
    }
    Ok(view)
}

/// Returns values that have views with some of them changed. Changed values are in a buffer after the others.
fn patched(values: &Values, changes: &[Change]) -> PyResult<Chunk> {
    let old = values.views()?;
    let mut views = old.views.to_vec();
    let mut repaired = Vec::new();
    let index = old.data.len() as i32;
    for (row, value) in changes {
        views[*row] = changed_view(value.as_deref(), &mut repaired, index)?;
    }
    let mut lens: Vec<i64> = old.data.iter().map(|data| data.len() as i64).collect();
    lens.push(repaired.len() as i64);
    let (validity, null_count) = validity(&values.rows, changes);
    let rows = views.len();
    let mut buffers = vec![validity, Buffer::Views(Arc::new(views))];
    buffers.extend((0..old.data.len()).map(|index| Buffer::taken(&values.rows, 2 + index)));
    buffers.push(Buffer::Bytes(Arc::new(repaired)));
    buffers.push(Buffer::Offsets64(Arc::new(lens)));
    Ok(Chunk {
        null_count,
        ..Chunk::new(rows, buffers)
    })
}
