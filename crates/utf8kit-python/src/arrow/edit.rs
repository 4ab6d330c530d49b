//! Columns in which some values are replaced.
//!
//! Where few values are, the result is an array of views: its values are in the old data, and the new ones in one buffer
//! more. A view takes 16 bytes, so short values are copied instead, which costs less.

use super::buffer::{Bitmap, Buffer, vec_with_capacity};
use super::error::Error;
use super::import::{ColumnType, LayoutKind};
use super::once::Once;
use super::values::{Chunk, Encoded, Layout, Offset, Offsets, Values, View, Views, by_layout};
use crate::memory::{self, NoMemory};
use std::ops::Range;
use std::sync::Arc;

/// The average length of values from which on views are made. Below it, they would take as long as a copy.
const LONG: usize = 32;

/// The distance of two windows on a buffer that is longer than the offsets in views.
const WINDOW: usize = 1 << 30;

/// New values for some rows of an array.
#[derive(Default, Debug)]
pub(super) struct Edits {
    /// The rows, in order, and where their new values are in `text`. `None` makes a row null.
    rows: Vec<(usize, Option<Range<usize>>)>,
    text: Vec<u8>,
    nulls: usize,
}

impl Edits {
    pub(super) fn replace(&mut self, row: usize, value: &[u8]) -> Result<(), NoMemory> {
        let start = self.text.len();
        memory::extend(&mut self.text, value)?;
        memory::push(&mut self.rows, (row, Some(start..self.text.len())))
    }

    pub(super) fn set_null(&mut self, row: usize) -> Result<(), NoMemory> {
        self.nulls += 1;
        memory::push(&mut self.rows, (row, None))
    }

    pub(super) const fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Returns the rows that have new values.
    pub(super) fn rows(&self) -> impl Iterator<Item = usize> + '_ {
        self.rows.iter().map(|&(row, _)| row)
    }

    fn value(&self, range: Option<&Range<usize>>) -> &[u8] {
        range.map_or(b"", |range| &self.text[range.clone()])
    }
}

/// A chunk, and the new values of its rows or of its dictionary.
pub(super) struct Edited {
    pub(super) chunk: Chunk,
    pub(super) edits: Arc<Edits>,
    /// Views of all old values, if they were made already.
    pub(super) views: Option<Vec<View>>,
}

/// Views of the values of an array, made while these are in the cache: a view of a long value holds its first bytes.
pub(super) struct EarlyViews<'a> {
    values: &'a Values,
    views: Vec<View>,
    is_too_long: bool,
}

impl<'a> EarlyViews<'a> {
    /// Returns no views yet, or `None` if the values have views or had better be copied. `views` is that of [`apply`].
    pub(super) fn new(values: &'a Values, views: Option<bool>) -> Option<EarlyViews<'a>> {
        let bytes = values.data_len()?;
        let extent = Extent {
            rows: values.len,
            bytes,
            ..Extent::default()
        };
        views.unwrap_or_else(|| extent.suits_views()).then(|| EarlyViews {
            values,
            views: Vec::new(),
            is_too_long: false,
        })
    }

    /// Makes the views of the rows up to `row`, whose offsets are checked. Without memory, it makes none.
    pub(super) fn extend_to(&mut self, row: usize) {
        if self.views.is_empty() {
            match vec_with_capacity(self.values.len) {
                Ok(views) => self.views = views,
                Err(_) => return,
            }
        }
        by_layout!(&self.values.layout,
            offsets => self.is_too_long |= !extend_views(&mut self.views, self.values, offsets, row),
            _views => {})
    }

    /// Returns the views if those of all rows were made.
    pub(super) fn finish(self) -> Option<Vec<View>> {
        (self.views.len() == self.values.len && !self.is_too_long).then_some(self.views)
    }
}

/// Appends views of the values up to `row`. Returns `false` if one is too long.
fn extend_views<T: Offset>(views: &mut Vec<View>, values: &Values, old: &Offsets<T>, row: usize) -> bool {
    let offsets = &old.offsets[values.offset..][..=values.len];
    let (from, to) = (offsets[0].get(), offsets[values.len].get());
    let data = &old.data[from..to];
    let mut fits = true;
    let first = views.len();
    let places = offsets[first..row].iter().zip(&offsets[first + 1..=row]);
    views.extend(places.map(|(start, end)| {
        let (start, end) = (start.get(), end.get());
        view(data, start - from, end - start, 0).unwrap_or_else(|| {
            fits = false;
            View::EMPTY
        })
    }));
    fits
}

/// Returns the column with the new values. `views` says whether to make views where there are none; `None` leaves it to the
/// length of the values.
pub(super) fn apply(
    mut column: ColumnType,
    edited: Vec<Edited>,
    views: Option<bool>,
) -> Result<(ColumnType, Vec<Chunk>), Error> {
    let is_edited = edited.iter().any(|edited| !edited.edits.is_empty());
    let to_views = column.layout == LayoutKind::Views
        || views.unwrap_or_else(|| {
            is_edited
                && edited
                    .iter()
                    .map(extent)
                    .fold(Extent::default(), Extent::with)
                    .suits_views()
        });
    if to_views {
        column.layout = LayoutKind::Views;
    }
    let mut dictionaries = Once::default();
    let mut chunks = memory::with_capacity(edited.len())?;
    for Edited { chunk, edits, views } in edited {
        chunks.push(match chunk {
            Chunk::Plain(values) => Chunk::Plain(applied(&values, &edits, to_views, views)?),
            Chunk::Encoded(encoded) => {
                let new = dictionaries.get(&encoded.dictionary, || {
                    applied(&encoded.dictionary, &edits, to_views, None)
                })?;
                Chunk::Encoded(Encoded {
                    dictionary: new,
                    ..encoded
                })
            }
        });
    }
    Ok((column, chunks))
}

/// How much data there is.
#[derive(Clone, Copy, Default)]
struct Extent {
    rows: usize,
    bytes: usize,
    /// The most bytes of a chunk with 32-bit offsets.
    largest_small: usize,
}

fn extent(edited: &Edited) -> Extent {
    let values = match &edited.chunk {
        Chunk::Plain(values) => values,
        Chunk::Encoded(encoded) => &encoded.dictionary,
    };
    let bytes = values.data_len().unwrap_or(0);
    Extent {
        rows: values.len,
        bytes,
        // A value grows to at most four bytes for each.
        largest_small: match values.layout {
            Layout::Small(_) => bytes + edited.edits.text.len(),
            _ => 0,
        },
    }
}

impl Extent {
    fn with(self, other: Extent) -> Extent {
        Extent {
            rows: self.rows + other.rows,
            bytes: self.bytes + other.bytes,
            largest_small: self.largest_small.max(other.largest_small),
        }
    }

    fn suits_views(self) -> bool {
        self.bytes / self.rows.max(1) >= LONG || i32::try_from(self.largest_small).is_err()
    }
}

/// Returns values of which some are new.
fn applied(
    values: &Values,
    edits: &Edits,
    to_views: bool,
    early: Option<Vec<View>>,
) -> Result<Values, Error> {
    if edits.is_empty() && (!to_views || matches!(values.layout, Layout::Views(_))) {
        return Ok(values.clone());
    }
    let layout = match (&values.layout, to_views) {
        (Layout::Small(offsets), false) => Layout::Small(copied(values, offsets, edits)?),
        (Layout::Large(offsets), false) => Layout::Large(copied(values, offsets, edits)?),
        (Layout::Small(offsets), true) => Layout::Views(viewed(values, offsets, edits, early)?),
        (Layout::Large(offsets), true) => Layout::Views(viewed(values, offsets, edits, early)?),
        (Layout::Views(views), _) => Layout::Views(replaced(values, views, edits)?),
    };
    Ok(Values {
        len: values.len,
        offset: 0,
        validity: validity(values, edits)?,
        nulls: values.nulls + edits.nulls,
        layout,
    })
}

/// Returns the validity of the new values, whose offset is zero.
fn validity(values: &Values, edits: &Edits) -> Result<Option<Bitmap>, NoMemory> {
    if values.nulls + edits.nulls == 0 {
        return Ok(None);
    }
    let mut bytes = match &values.validity {
        None => {
            let mut bytes = memory::with_capacity(values.len.div_ceil(8))?;
            bytes.resize(values.len.div_ceil(8), 0xFF);
            bytes
        }
        Some(validity) => validity.to_bytes()?,
    };
    for (row, _) in edits.rows.iter().filter(|(_, value)| value.is_none()) {
        bytes[row / 8] &= !(1 << (row % 8));
    }
    Ok(Some(Bitmap::new(Buffer::from(bytes), 0, values.len)))
}

/// Returns a copy of all values.
fn copied<T: Offset>(values: &Values, old: &Offsets<T>, edits: &Edits) -> Result<Offsets<T>, Error> {
    let offsets = &old.offsets[values.offset..][..=values.len];
    let data = &old.data[..];
    let replaced: usize = edits
        .rows()
        .map(|row| offsets[row + 1].get() - offsets[row].get())
        .sum();
    let total = offsets[values.len].get() - offsets[0].get() - replaced + edits.text.len();
    if T::try_new(total).is_none() {
        return Err(Error::TooLong(format!(
            "the result has {total} bytes, which 32-bit offsets cannot count: cast the column to large_binary or pass views=True"
        )));
    }
    let mut new_data = vec_with_capacity(total)?;
    let mut new_offsets = vec_with_capacity(values.len + 1)?;
    let mut at = 0;
    let ends = edits
        .rows
        .iter()
        .map(|(row, value)| (*row, edits.value(value.as_ref())));
    for (row, value) in ends.chain([(values.len, &b""[..])]) {
        // The rows before the next new value. The differences fit: no offset is over `total`.
        let delta = new_data.len() as i64 - offsets[at].get() as i64;
        new_offsets.extend(offsets[at..=row].iter().map(|offset| offset.moved(delta)));
        new_data.extend_from_slice(&data[offsets[at].get()..offsets[row].get()]);
        new_data.extend_from_slice(value);
        at = row + 1;
    }
    Ok(Offsets {
        offsets: Buffer::from(new_offsets),
        data: Buffer::from(new_data),
    })
}

/// Returns views of a buffer of any length, in windows that overlap.
fn windows(data: &Buffer<u8>) -> impl Iterator<Item = Buffer<u8>> + '_ {
    (0..data.len().div_ceil(WINDOW)).map(|i| {
        let start = i * WINDOW;
        data.slice(start, (data.len() - start).min(i32::MAX as usize))
    })
}

/// Returns the view of the value at `start` in a buffer whose windows begin with the `first`th, or `None` if it is too long.
#[inline(always)]
fn view(data: &[u8], start: usize, len: usize, first: usize) -> Option<View> {
    let buffer = (first + start / WINDOW) as u32;
    let offset = (start % WINDOW) as u32;
    if cfg!(target_endian = "little")
        && len < WINDOW
        && let Some(bytes) = data[start..].first_chunk::<16>()
    {
        let bytes = u128::from_le_bytes(*bytes);
        let rest = match len <= View::INLINE {
            true => (bytes & ((1 << (8 * len)) - 1)) << 32,
            false => u128::from(bytes as u32) << 32 | u128::from(buffer) << 64 | u128::from(offset) << 96,
        };
        return Some(View((rest | len as u128).to_le_bytes()));
    }
    (len < WINDOW).then(|| View::of(&data[start..start + len], buffer as i32, offset as i32))
}

fn too_long() -> Error {
    Error::TooLong("a value has 1 GiB or more, which a view cannot hold: pass views=False".into())
}

/// Returns views of the old values and of the new ones. `early` are those of the old values, if they were made already.
fn viewed<T: Offset>(
    values: &Values,
    old: &Offsets<T>,
    edits: &Edits,
    early: Option<Vec<View>>,
) -> Result<Views, Error> {
    let offsets = &old.offsets[values.offset..][..=values.len];
    // Rows before the first of a slice are none of ours.
    let (from, to) = (offsets[0].get(), offsets[values.len].get());
    let data = old.data.slice(from, to - from);
    let mut buffers: Vec<_> = windows(&data).collect();
    let mut views = match early {
        Some(views) => views,
        None => {
            let mut views = vec_with_capacity(values.len)?;
            if !extend_views(&mut views, values, old, values.len) {
                return Err(too_long());
            }
            views
        }
    };
    replace_views(&mut views, &mut buffers, edits)?;
    Ok(Views {
        views: Buffer::from(views),
        buffers,
    })
}

/// Returns the views with those of the new values.
fn replaced(values: &Values, old: &Views, edits: &Edits) -> Result<Views, Error> {
    let mut views = vec_with_capacity(values.len)?;
    views.extend_from_slice(&old.views[values.offset..][..values.len]);
    let mut buffers = old.buffers.clone();
    replace_views(&mut views, &mut buffers, edits)?;
    Ok(Views {
        views: Buffer::from(views),
        buffers,
    })
}

fn replace_views(views: &mut [View], buffers: &mut Vec<Buffer<u8>>, edits: &Edits) -> Result<(), Error> {
    for (row, value) in &edits.rows {
        views[*row] = match value {
            None => View::EMPTY,
            Some(range) => view(&edits.text, range.start, range.len(), buffers.len()).ok_or_else(too_long)?,
        };
    }
    let has_long = edits
        .rows
        .iter()
        .any(|(_, value)| value.as_ref().is_some_and(|range| range.len() > View::INLINE));
    if has_long {
        let mut text = vec_with_capacity(edits.text.len())?;
        text.extend_from_slice(&edits.text);
        buffers.extend(windows(&Buffer::from(text)));
    }
    Ok(())
}
