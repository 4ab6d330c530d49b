//! Finds ill-formed values, in blocks of many rows.
//!
//! The bytes of consecutive rows are validated as one text while they are in the cache. If that text is well-formed, a row
//! is ill-formed only if it begins or ends inside a character, so a look at the byte at each offset suffices. In ASCII not
//! even that is needed. Where a block has an error, the rows before it are known to be well-formed, the row that has it is
//! ill-formed, and the search goes on after that row.
//!
//! Views are validated the same way. A short value lies in its view, after its length, which is ASCII, and before zeros.
//! So an array of views of short values is well-formed if all of it, read as one text, is, and no value ends inside a
//! character. Longer values mostly follow each other in their buffer.

use super::error::{Bad, Error};
use super::values::{Layout, Offset, Offsets, Values, View, Views, backwards, bad_view};
use std::ops::{ControlFlow, Range};
use utf8kit::{ErrorKind, ascii, utf8};

/// Bytes validated at a time.
pub(super) const LARGEST: usize = 64 << 10;

/// Bytes validated at a time after an error.
const SMALLEST: usize = 4 << 10;

/// Well-formed rows in a row after which blocks are validated again. Errors come in groups.
const CALM: usize = 4;

/// Views checked at a time.
const VIEWS: usize = 512;

/// An ill-formed value.
pub(super) struct Found<'a> {
    pub(super) row: usize,
    pub(super) bytes: &'a [u8],
    /// Whether the row is null, so that its bytes have no meaning.
    pub(super) is_null: bool,
}

/// What receives ill-formed values.
pub(super) type Receive<'f, B> = &'f mut dyn FnMut(Found<'_>) -> ControlFlow<B>;

/// Calls `found` with each ill-formed value, in order, until it breaks. Null rows that have ill-formed bytes are among them.
/// Checks all offsets and the views of all rows that are not null.
pub(super) fn ill_formed_values<B>(values: &Values, found: Receive<'_, B>) -> Result<ControlFlow<B>, Error> {
    ill_formed_values_in_blocks(values, found, &mut |_| {})
}

/// Does the same, and calls `passed` with the number of rows checked so far, while their bytes are in the cache. Where values
/// are views, it is not called.
pub(super) fn ill_formed_values_in_blocks<B>(
    values: &Values,
    found: Receive<'_, B>,
    passed: &mut dyn FnMut(usize),
) -> Result<ControlFlow<B>, Error> {
    match &values.layout {
        Layout::Small(offsets) => in_offsets(values, offsets, found, passed),
        Layout::Large(offsets) => in_offsets(values, offsets, found, passed),
        Layout::Views(views) => in_views(values, views, found),
    }
}

/// Returns the errors of the value of a row: the first, or all.
pub(super) fn errors_of(row: u64, bytes: &[u8], all: bool, mut each: impl FnMut(Bad)) {
    let bad = |offset: usize, length: usize, kind: ErrorKind| Bad {
        row,
        offset: offset as u64,
        length: length as u64,
        kind: kind.name(),
    };
    if all {
        for chunk in utf8::chunks(bytes) {
            if let Some(error) = chunk.error() {
                each(bad(error.valid_up_to(), chunk.ill_formed().len(), error.kind()));
            }
        }
    } else if let Err(error) = utf8::validate(bytes) {
        let rest = bytes.len() - error.valid_up_to();
        each(bad(
            error.valid_up_to(),
            error.error_len().unwrap_or(rest),
            error.kind(),
        ));
    }
}

fn in_offsets<T: Offset, B>(
    values: &Values,
    offsets: &Offsets<T>,
    found: Receive<'_, B>,
    passed: &mut dyn FnMut(usize),
) -> Result<ControlFlow<B>, Error> {
    let data = &offsets.data[..];
    let offsets = &offsets.offsets[values.offset..][..=values.len];
    let mut row = 0;
    let mut limit = LARGEST;
    let mut guess = LARGEST / 16;
    while row < values.len {
        let block = next_block(offsets, row, limit, &mut guess);
        let bytes = bytes_of(block, data).ok_or_else(|| offending_row(offsets, row, block.len()))?;
        let well_formed = well_formed_rows(block, bytes, data);
        row += well_formed;
        if well_formed == block.len() - 1 {
            limit = (2 * limit).min(LARGEST);
            passed(row);
            continue;
        }
        limit = SMALLEST;
        // The row is ill-formed. Those after it are validated one by one until some are well-formed.
        let mut calm = 0;
        while calm < CALM && row < values.len {
            let bytes = bytes_of(&offsets[row..row + 2], data).ok_or_else(|| backwards(row))?;
            calm += 1;
            if !utf8::is_valid(bytes) {
                calm = 0;
                let is_null = values.is_null(row);
                let flow = found(Found { row, bytes, is_null });
                if flow.is_break() {
                    return Ok(flow);
                }
            }
            row += 1;
        }
        passed(row);
    }
    Ok(ControlFlow::Continue(()))
}

/// The blocks of an array, as the rows and the bytes of each. All offsets are checked.
pub(super) struct Blocks<'a, T> {
    offsets: &'a [T],
    data: &'a [u8],
    row: usize,
    guess: usize,
}

impl<'a, T: Offset> Blocks<'a, T> {
    pub(super) fn new(values: &Values, offsets: &'a Offsets<T>) -> Blocks<'a, T> {
        Blocks {
            offsets: &offsets.offsets[values.offset..][..=values.len],
            data: &offsets.data,
            row: 0,
            guess: LARGEST / 16,
        }
    }
}

impl<'a, T: Offset> Iterator for Blocks<'a, T> {
    type Item = Result<(Range<usize>, &'a [u8]), Error>;

    fn next(&mut self) -> Option<Self::Item> {
        let row = self.row;
        if row + 1 >= self.offsets.len() {
            return None;
        }
        let block = next_block(self.offsets, row, LARGEST, &mut self.guess);
        self.row += block.len() - 1;
        let bytes = bytes_of(block, self.data).ok_or_else(|| offending_row(self.offsets, row, block.len()));
        Some(bytes.map(|bytes| (row..self.row, bytes)))
    }
}

/// Returns the offsets of the next block, which begins at `row`: of at least one row, with about `limit` bytes. `guess` is the
/// number of rows that it probably has. A search through the offsets would have to wait for the memory.
fn next_block<'a, T: Offset>(offsets: &'a [T], row: usize, limit: usize, guess: &mut usize) -> &'a [T] {
    let start = offsets[row].get();
    let left = offsets.len() - 1 - row;
    // Rows can be empty, so their number is limited too.
    let mut rows = (*guess).min(limit / 4).min(left).max(1);
    if offsets[row + rows] > T::saturating(start.saturating_add(2 * limit)) {
        let end = T::saturating(start.saturating_add(limit));
        rows = offsets[row + 1..=row + rows]
            .partition_point(|&offset| offset <= end)
            .max(1);
    }
    let bytes = offsets[row + rows].get().saturating_sub(start);
    *guess = if bytes < limit { 2 * rows } else { rows };
    &offsets[row..=row + rows]
}

/// Returns the bytes of a block, if its offsets do not run backwards or past the end of the data.
fn bytes_of<'a, T: Offset>(block: &[T], data: &'a [u8]) -> Option<&'a [u8]> {
    let (first, last) = (*block.first()?, *block.last()?);
    // A sign bit is set if an offset, or a difference, is negative. Differences do not overflow unless an offset is negative.
    let signs = block
        .iter()
        .zip(&block[1..])
        .fold(first, |signs, (&before, &offset)| {
            signs.or(offset.or_difference(before))
        });
    if signs.is_negative() {
        return None;
    }
    data.get(first.get()..last.get())
}

/// Returns the error that names the row whose offsets are the problem.
fn offending_row<T: Offset>(offsets: &[T], row: usize, len: usize) -> Error {
    let pairs = offsets[row..][..len].windows(2);
    let backward = pairs
        .enumerate()
        .find(|(_, pair)| pair[0].is_negative() || pair[1] < pair[0]);
    backwards(row + backward.map_or(0, |(at, _)| at))
}

/// Returns the number of rows at the start of a block that are well-formed. `bytes` are those of the block, in `data`.
fn well_formed_rows<T: Offset>(block: &[T], bytes: &[u8], data: &[u8]) -> usize {
    let rows = block.len() - 1;
    if ascii::is_valid(bytes) {
        return rows;
    }
    let (valid, rows) = match utf8::validate(bytes) {
        Ok(_) => (block[rows].get(), rows),
        Err(error) => {
            let valid = block[0].get() + error.valid_up_to();
            (valid, block[1..].partition_point(|end| end.get() <= valid))
        }
    };
    // Where the well-formed text ends, no character is cut.
    let mut inner = &block[1..=rows];
    while let [before @ .., last] = inner
        && last.get() == valid
    {
        inner = before;
    }
    let byte = |offset: &T| {
        debug_assert!(offset.get() < data.len());
        // SAFETY: the offsets of the block do not run backwards, and these are below the end of the well-formed text.
        let byte = unsafe { *data.get_unchecked(offset.get()) };
        i32::from(byte as i8)
    };
    // Continuation bytes, as signed numbers, are those below -64. The sign bit is set if one is.
    let signs = inner.iter().fold(0, |signs, offset| signs | (byte(offset) + 64));
    if signs >= 0 {
        return rows;
    }
    // The row before the first cut ends inside a character.
    inner.iter().position(|offset| byte(offset) < -64).unwrap_or(rows)
}

fn in_views<B>(values: &Values, views: &Views, found: Receive<'_, B>) -> Result<ControlFlow<B>, Error> {
    let all = &views.views[values.offset..][..values.len];
    for (i, block) in all.chunks(VIEWS).enumerate() {
        let first = i * VIEWS;
        let rows = first..first + block.len();
        if are_well_formed(values, views, block, rows.clone())? {
            continue;
        }
        for (row, view) in rows.zip(block) {
            let is_null = values.is_null(row);
            let bytes = match views.value(view) {
                Ok(bytes) => bytes,
                // What is in a null row has no meaning. It is replaced as ill-formed bytes are.
                Err(_) if is_null => b"\xFF",
                Err(problem) => return Err(bad_view(row, problem)),
            };
            if utf8::is_valid(bytes) {
                continue;
            }
            let flow = found(Found { row, bytes, is_null });
            if flow.is_break() {
                return Ok(flow);
            }
        }
    }
    Ok(ControlFlow::Continue(()))
}

/// Returns `true` if all of these views are well-formed. If one has an error of any kind, it returns `false`, or the error.
fn are_well_formed(
    values: &Values,
    views: &Views,
    block: &[View],
    rows: Range<usize>,
) -> Result<bool, Error> {
    let longest = block
        .iter()
        .fold(0, |longest, view| longest | view.length() as u32);
    // 12 is `0b1100`: lengths of 13 to 15 have the same bits.
    let are_short = longest <= 15 && block.iter().all(|view| view.length() as usize <= View::INLINE);
    if are_short {
        return Ok(are_short_well_formed(block));
    }
    // Values that follow each other in their buffer are validated as one text.
    let mut run = Run::default();
    for (row, view) in rows.zip(block) {
        if view.length() == 0 {
            continue;
        }
        let bytes = match views.value(view) {
            Ok(bytes) => bytes,
            Err(_) if values.is_null(row) => return Ok(false),
            Err(problem) => return Err(bad_view(row, problem)),
        };
        if bytes.len() <= View::INLINE {
            // Eight bytes at once are more often ASCII than not.
            if !bytes.is_ascii() && !utf8::is_valid(bytes) {
                return Ok(false);
            }
            continue;
        }
        let (buffer, offset) = (view.buffer() as usize, view.offset() as usize);
        if run.buffer == buffer && run.bytes.end == offset {
            // No value may begin inside a character.
            run.is_cut |= (bytes[0] as i8) < -0x40;
            run.bytes.end += bytes.len();
        } else {
            if !run.is_well_formed(views) {
                return Ok(false);
            }
            run = Run {
                buffer,
                bytes: offset..offset + bytes.len(),
                is_cut: false,
            };
        }
    }
    Ok(run.is_well_formed(views))
}

/// Values that follow each other in a buffer.
#[derive(Default)]
struct Run {
    buffer: usize,
    bytes: Range<usize>,
    is_cut: bool,
}

impl Run {
    fn is_well_formed(&self, views: &Views) -> bool {
        let bytes = views
            .buffers
            .get(self.buffer)
            .and_then(|buffer| buffer.get(self.bytes.clone()));
        !self.is_cut && bytes.is_none_or(utf8::is_valid)
    }
}

/// Returns `true` if views of short values are well-formed.
fn are_short_well_formed(block: &[View]) -> bool {
    debug_assert!(block.iter().all(|view| *view == view.without_padding()));
    // SAFETY: a view is 16 bytes, and any of them is a byte.
    let bytes = unsafe { std::slice::from_raw_parts(block.as_ptr().cast::<u8>(), size_of_val(block)) };
    // No character goes on after a value: zeros follow, or the length of the next value, whose bytes are ASCII.
    utf8::is_valid(bytes)
}
