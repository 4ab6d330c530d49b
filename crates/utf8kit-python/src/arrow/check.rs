//! Finds the rows that are not UTF-8.
//!
//! The values of a column stand one after the other, so many rows are validated as one text, in groups that stay in the cache.
//! A group that is well-formed as a whole may still have a row that ends inside a character, so the offsets are looked at, too,
//! unless all is ASCII. Rows are looked at by themselves only where something is found.

use super::column::{Column, Layout, Offset, Part, Rows, Values};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use utf8kit::{IllFormed, utf8};

/// Bytes of a group of rows.
const GROUP: usize = 32 << 10;

/// An ill-formed sequence of a row.
#[derive(Clone, Copy)]
pub(super) struct Bad {
    /// The row in its part.
    pub(super) row: usize,
    pub(super) error: IllFormed,
    /// Whether the row is null, so that its bytes mean nothing.
    pub(super) is_null: bool,
}

/// Calls `found` with the first ill-formed sequence of each row that has one, rows that are null among them.
pub(super) fn find_in_values(values: &Values, found: &mut dyn FnMut(Bad)) -> PyResult<()> {
    match values.layout {
        Layout::Small => find_by_offsets::<i32>(values, found),
        Layout::Large => find_by_offsets::<i64>(values, found),
        Layout::View => find_in_views(values, found),
    }
}

fn find_by_offsets<O: Offset>(values: &Values, found: &mut dyn FnMut(Bad)) -> PyResult<()> {
    each_group::<O>(values, |data, offsets, first| {
        check_group(data, offsets, &values.rows, first, found);
        Ok(())
    })
}

/// Calls `work` with the bytes of the column, the offsets of some rows after each other, and the number of the first of these.
/// The offsets do not run backwards, and are inside the bytes.
fn each_group<O: Offset>(
    values: &Values,
    mut work: impl FnMut(&[u8], &[O], usize) -> PyResult<()>,
) -> PyResult<()> {
    let offsets = values.offsets::<O>()?;
    let (start, end) = (offsets[0], offsets[offsets.len() - 1]);
    if start < O::EMPTY[0] || end < start {
        return Err(PyValueError::new_err(
            "the Arrow array is malformed: its offsets run backwards",
        ));
    }
    let (start, end) = (start.to_usize(), end.to_usize());
    // SAFETY: `end` is an offset of the array.
    let data = unsafe { values.data(end)? };
    let rows = offsets.len() - 1;
    let bytes = (end - start).max(1);
    let rows_of_group = (GROUP as u128 * rows as u128 / bytes as u128).clamp(1, GROUP as u128) as usize;
    let mut first = 0;
    while first < rows {
        let last = (first + rows_of_group).min(rows);
        let group = &offsets[first..=last];
        let falls = group
            .iter()
            .zip(&group[1..])
            .fold(false, |falls, (a, b)| falls | (b < a));
        if falls || group[group.len() - 1].to_usize() > end {
            return Err(PyValueError::new_err(
                "the Arrow array is malformed: its offsets run backwards",
            ));
        }
        work(data, group, first)?;
        first = last;
    }
    Ok(())
}

/// Checks that the offsets of a column do not run backwards, of null rows neither.
pub(super) fn check_offsets(values: &Values) -> PyResult<()> {
    match values.layout {
        Layout::Small => each_group::<i32>(values, |_, _, _| Ok(())),
        Layout::Large => each_group::<i64>(values, |_, _, _| Ok(())),
        Layout::View => Ok(()),
    }
}

/// Returns `true` if no character begins with a byte.
#[inline]
fn is_continuation(byte: u8) -> bool {
    byte.cast_signed() < -0x40
}

/// Returns `true` if all rows of a group are well-formed.
#[inline]
fn is_well_formed<O: Offset>(data: &[u8], offsets: &[O]) -> bool {
    let (start, end) = (offsets[0].to_usize(), offsets[offsets.len() - 1].to_usize());
    let text = &data[start..end];
    if text.is_empty() || utf8kit::ascii::is_valid(text) {
        return true;
    }
    if !utf8::is_valid(text) {
        return false;
    }
    // No offset is before `start`. Those at the end are the end of the last row.
    let cuts = |offset: &O| {
        text.get(offset.to_usize() - start)
            .is_some_and(|&byte| is_continuation(byte))
    };
    !offsets.iter().fold(false, |found, offset| found | cuts(offset))
}

fn check_group<O: Offset>(data: &[u8], offsets: &[O], rows: &Rows, first: usize, found: &mut dyn FnMut(Bad)) {
    if is_well_formed(data, offsets) {
        return;
    }
    let count = offsets.len() - 1;
    let end = offsets[count].to_usize();
    let mut row = 0;
    while row < count {
        // The rows from here as one text.
        let start = offsets[row].to_usize();
        let valid = match utf8::validate(&data[start..end]) {
            Ok(_) => end,
            Err(error) => start + error.valid_up_to(),
        };
        // The first row that ends inside a character, or in which the text is ill-formed.
        while row < count {
            let after = offsets[row + 1].to_usize();
            if after > valid || (after < valid && is_continuation(data[after])) {
                break;
            }
            row += 1;
        }
        if row == count {
            return;
        }
        let value = &data[offsets[row].to_usize()..offsets[row + 1].to_usize()];
        if let Err(error) = utf8::validate(value) {
            let row = first + row;
            found(Bad {
                row,
                error,
                is_null: !rows.is_present(row),
            });
        }
        row += 1;
    }
}

fn find_in_views(values: &Values, found: &mut dyn FnMut(Bad)) -> PyResult<()> {
    // Values are copied together until there are enough for a group.
    let mut copied = Vec::with_capacity(2 * GROUP);
    let mut offsets = vec![0];
    let views = values.views()?;
    let mut first = 0;
    for row in 0..values.rows.len {
        // What a view says that is null means nothing.
        let value = if values.rows.is_present(row) {
            views.get(row)?
        } else {
            &[]
        };
        copied.extend_from_slice(value);
        offsets.push(copied.len() as i64);
        if copied.len() >= GROUP {
            check_group(&copied, &offsets, &values.rows, first, found);
            copied.clear();
            offsets.truncate(1);
            first = row + 1;
        }
    }
    check_group(&copied, &offsets, &values.rows, first, found);
    Ok(())
}

/// Returns the first ill-formed sequence of each row that has one and is not null. A value of a dictionary is looked at once.
pub(super) fn find_in_part(column: &Column, part: &Part) -> PyResult<Vec<Bad>> {
    let mut bad = Vec::new();
    find_in_values(part.values(), &mut |found| bad.push(found))?;
    rows_of(column, part, &bad)
}

/// Returns the rows that have values which are ill-formed.
pub(super) fn rows_of(column: &Column, part: &Part, bad: &[Bad]) -> PyResult<Vec<Bad>> {
    let present = bad.iter().copied().filter(|bad| !bad.is_null);
    let (Part::Dictionary(rows, dictionary), Some(keys)) = (part, column.kind.keys) else {
        return Ok(present.collect());
    };
    let mut errors = vec![None; dictionary.rows.len];
    for bad in present {
        errors[bad.row] = Some(bad);
    }
    let mut bad = Vec::new();
    for row in 0..rows.len {
        if let Some(key) = rows.key(keys, row, errors.len())?
            && let Some(found) = errors[key]
        {
            bad.push(Bad { row, ..found });
        }
    }
    Ok(bad)
}

/// Calls `work` with each row of a part: its bytes, or `None` if it is null.
pub(super) fn each_row_of_part(
    column: &Column,
    part: &Part,
    mut work: impl FnMut(usize, Option<&[u8]>) -> PyResult<()>,
) -> PyResult<()> {
    let (Part::Dictionary(rows, dictionary), Some(keys)) = (part, column.kind.keys) else {
        return each_row(part.values(), work);
    };
    let access = dictionary.access()?;
    for row in 0..rows.len {
        let key = rows.key(keys, row, dictionary.rows.len)?;
        let value = match key.filter(|&key| dictionary.rows.is_present(key)) {
            Some(key) => Some(access.get(key)?),
            None => None,
        };
        work(row, value)?;
    }
    Ok(())
}

/// Calls `work` with each row: its bytes, or `None` if it is null.
fn each_row(values: &Values, mut work: impl FnMut(usize, Option<&[u8]>) -> PyResult<()>) -> PyResult<()> {
    let access = values.access()?;
    for row in 0..values.rows.len {
        let value = if values.rows.is_present(row) {
            Some(access.get(row)?)
        } else {
            None
        };
        work(row, value)?;
    }
    Ok(())
}
