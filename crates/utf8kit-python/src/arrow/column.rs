//! Columns that other libraries hand over: checked, so that the rest of the module reads them safely.
//!
//! What a library says of its memory has to be believed: that its buffers are as long as the specification says, which the
//! interface does not tell. Everything that can be checked is: the type, the numbers of buffers and children, lengths and
//! offsets that are negative or run backwards, views and keys that point past the end.

use super::ffi::{ArrowArray, ArrowArrayStream, ArrowSchema, Owned, Structure, read_stream};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use std::ffi::{CStr, c_void};
use std::sync::Arc;

/// How the values of a column are stored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Layout {
    /// One after the other, with 32-bit offsets.
    Small,
    /// One after the other, with 64-bit offsets.
    Large,
    /// Each with a view of 16 bytes, which holds it or points to it.
    View,
}

/// The integers of the keys of a dictionary: their size, and whether they have a sign.
#[derive(Clone, Copy, Debug)]
pub(super) struct Keys {
    size: usize,
    signed: bool,
    /// Their name in Arrow's schemas.
    pub(super) format: &'static CStr,
}

/// The type of a column.
#[derive(Clone, Copy, Debug)]
pub(super) struct Type {
    pub(super) layout: Layout,
    /// Whether the values are said to be text.
    pub(super) is_text: bool,
    /// The keys, if the values are in a dictionary.
    pub(super) keys: Option<Keys>,
}

/// The name and the format of a column's type, for errors.
fn format_of(schema: &ArrowSchema) -> PyResult<String> {
    if schema.format.is_null() {
        return Err(PyValueError::new_err("the Arrow schema has no format"));
    }
    // SAFETY: the format is a string that ends in NUL, which lives as long as the schema.
    Ok(unsafe { CStr::from_ptr(schema.format) }
        .to_string_lossy()
        .into_owned())
}

/// Returns the layout of values and whether they are text.
fn layout_of(format: &str) -> Option<(Layout, bool)> {
    Some(match format {
        "z" => (Layout::Small, false),
        "Z" => (Layout::Large, false),
        "vz" => (Layout::View, false),
        "u" => (Layout::Small, true),
        "U" => (Layout::Large, true),
        "vu" => (Layout::View, true),
        _ => return None,
    })
}

impl Type {
    fn new(schema: &ArrowSchema) -> PyResult<Type> {
        let format = format_of(schema)?;
        if schema.dictionary.is_null() {
            let (layout, is_text) = layout_of(&format).ok_or_else(|| {
                PyTypeError::new_err(format!(
                    "expected a column of binary or string, found one with the Arrow format {format:?}"
                ))
            })?;
            return Ok(Type {
                layout,
                is_text,
                keys: None,
            });
        }
        // SAFETY: the dictionary of a schema that is not released is a schema.
        let values = format_of(unsafe { &*schema.dictionary })?;
        let (layout, is_text) = layout_of(&values).ok_or_else(|| {
            PyTypeError::new_err(format!(
                "expected a dictionary of binary or string, found one of the Arrow format {values:?}"
            ))
        })?;
        let (size, signed, format) = match &*format {
            "c" => (1, true, c"c"),
            "C" => (1, false, c"C"),
            "s" => (2, true, c"s"),
            "S" => (2, false, c"S"),
            "i" => (4, true, c"i"),
            "I" => (4, false, c"I"),
            "l" => (8, true, c"l"),
            "L" => (8, false, c"L"),
            _ => {
                return Err(PyValueError::new_err(format!(
                    "the keys of the dictionary have the Arrow format {format:?}, which is no integer"
                )));
            }
        };
        Ok(Type {
            layout,
            is_text,
            keys: Some(Keys { size, signed, format }),
        })
    }
}

/// A column in parts.
pub(super) struct Column {
    pub(super) kind: Type,
    pub(super) parts: Vec<Part>,
}

/// A part of a column.
pub(super) enum Part {
    Plain(Values),
    /// The keys of the rows, and the values that they stand for.
    Dictionary(Rows, Values),
}

/// What is the same in every array: its place in the buffers, and which rows are null.
pub(super) struct Rows {
    /// Keeps the memory of the buffers.
    pub(super) owner: Arc<Owned<ArrowArray>>,
    pub(super) len: usize,
    pub(super) offset: usize,
    pub(super) null_count: i64,
    pub(super) buffers: Vec<*const c_void>,
}

// SAFETY: the buffers are only read, and their owner may be moved and shared.
unsafe impl Send for Rows {}
// SAFETY: as above.
unsafe impl Sync for Rows {}

/// Rows of bytes.
pub(super) struct Values {
    pub(super) rows: Rows,
    pub(super) layout: Layout,
}

fn wrong(what: impl Into<String>) -> PyErr {
    PyValueError::new_err(format!("the Arrow array is malformed: {}", what.into()))
}

impl Rows {
    /// Returns the rows of an array, which `owner` keeps and which has `n_buffers` buffers, or more if `or_more`.
    ///
    /// # Safety
    ///
    /// `array` is the array of `owner`, or one that it owns.
    unsafe fn new(
        owner: &Arc<Owned<ArrowArray>>,
        array: &ArrowArray,
        n_buffers: usize,
        or_more: bool,
    ) -> PyResult<Rows> {
        let number = |value: i64, what: &str| {
            usize::try_from(value).map_err(|_| wrong(format!("its {what} is {value}")))
        };
        let (len, offset) = (number(array.length, "length")?, number(array.offset, "offset")?);
        let end = len
            .checked_add(offset)
            .filter(|&end| end < isize::MAX.cast_unsigned() / 16);
        if end.is_none() {
            return Err(wrong(format!(
                "it has {len} rows after an offset of {offset}, which no memory holds"
            )));
        }
        let found = number(array.n_buffers, "number of buffers")?;
        if found != n_buffers && !(or_more && found > n_buffers) {
            return Err(wrong(format!(
                "it has {found} buffers, and its type has {n_buffers}"
            )));
        }
        if array.n_children != 0 {
            return Err(wrong(format!(
                "it has {} children, and its type has none",
                array.n_children
            )));
        }
        if array.buffers.is_null() || !array.buffers.is_aligned() {
            return Err(wrong("it has no list of buffers"));
        }
        // SAFETY: the array has so many buffers.
        let buffers = unsafe { std::slice::from_raw_parts(array.buffers, found) }.to_vec();
        if buffers[0].is_null() && array.null_count > 0 {
            return Err(wrong(format!(
                "{} rows are null, but there is no buffer that says which",
                array.null_count
            )));
        }
        Ok(Rows {
            owner: Arc::clone(owner),
            len,
            offset,
            null_count: array.null_count,
            buffers,
        })
    }

    /// Returns a buffer as a slice of `len` values.
    ///
    /// # Errors
    ///
    /// Fails if it is missing or not aligned.
    ///
    /// # Safety
    ///
    /// By the specification, the buffer has `len` values of the type `T`, if there is one.
    unsafe fn slice<T>(&self, index: usize, len: usize) -> PyResult<&[T]> {
        let pointer = self.buffers[index].cast::<T>();
        if len == 0 {
            return Ok(&[]);
        }
        if pointer.is_null() {
            return Err(wrong(format!("its buffer {index} is missing")));
        }
        if !pointer.is_aligned() {
            return Err(wrong(format!(
                "its buffer {index} is not aligned to {} bytes",
                align_of::<T>()
            )));
        }
        // SAFETY: the caller asserts that there are so many values, and the owner keeps them.
        Ok(unsafe { std::slice::from_raw_parts(pointer, len) })
    }

    /// Returns the bits that say which rows are not null, or `None` if none is null.
    pub(super) fn validity(&self) -> Option<&[u8]> {
        if self.buffers[0].is_null() || self.null_count == 0 {
            return None;
        }
        let len = (self.offset + self.len).div_ceil(8);
        // SAFETY: the buffer has a bit for each row, and the owner keeps it.
        Some(unsafe { std::slice::from_raw_parts(self.buffers[0].cast(), len) })
    }

    /// Returns `true` if a row is not null.
    #[inline]
    pub(super) fn is_present(&self, row: usize) -> bool {
        debug_assert!(row < self.len);
        self.validity().is_none_or(|bits| {
            let bit = self.offset + row;
            bits[bit / 8] >> (bit % 8) & 1 == 1
        })
    }
}

impl Values {
    /// Returns the values of an array.
    ///
    /// # Safety
    ///
    /// `array` is the array of `owner`, or one that it owns. Its buffers are as its schema says, which has this layout.
    unsafe fn new(owner: &Arc<Owned<ArrowArray>>, array: &ArrowArray, layout: Layout) -> PyResult<Values> {
        // SAFETY: the caller asserts the same.
        let rows = unsafe { Rows::new(owner, array, 3, layout == Layout::View)? };
        if !array.dictionary.is_null() {
            return Err(wrong("it has a dictionary, and its type has none"));
        }
        Ok(Values { rows, layout })
    }

    /// Returns the offsets: one for each row and one for the end of the last.
    pub(super) fn offsets<O: Offset>(&self) -> PyResult<&[O]> {
        debug_assert_eq!(self.layout, O::LAYOUT);
        let Rows { len, offset, .. } = self.rows;
        if len == 0 {
            // There may be no buffer at all.
            return Ok(O::EMPTY);
        }
        // SAFETY: the specification says that there are so many.
        let all = unsafe { self.rows.slice::<O>(1, offset + len + 1)? };
        Ok(&all[offset..])
    }

    /// Returns the bytes up to `end`, which is the last offset.
    ///
    /// # Safety
    ///
    /// The specification says that there are so many: it is an offset of the array.
    pub(super) unsafe fn data(&self, end: usize) -> PyResult<&[u8]> {
        // SAFETY: the caller asserts it.
        unsafe { self.rows.slice::<u8>(2, end) }
    }

    /// Returns the bytes of the rows.
    pub(super) fn access(&self) -> PyResult<Access<'_>> {
        fn parts<O: Offset>(values: &Values) -> PyResult<(&[O], &[u8])> {
            let offsets = values.offsets::<O>()?;
            let last = offsets[offsets.len() - 1];
            if last < offsets[0] || offsets[0] < O::EMPTY[0] {
                return Err(wrong("its offsets run backwards"));
            }
            // SAFETY: it is an offset of the array.
            Ok((offsets, unsafe { values.data(last.to_usize())? }))
        }
        Ok(match self.layout {
            Layout::Small => parts(self).map(|(offsets, data)| Access::Small(offsets, data))?,
            Layout::Large => parts(self).map(|(offsets, data)| Access::Large(offsets, data))?,
            Layout::View => Access::View(self.views()?),
        })
    }

    /// Returns the number of bytes of all values, which have no views.
    pub(super) fn bytes(&self) -> PyResult<usize> {
        fn between<O: Offset>(offsets: &[O]) -> usize {
            offsets[offsets.len() - 1]
                .to_usize()
                .saturating_sub(offsets[0].to_usize())
        }
        match self.layout {
            Layout::Small => self.offsets::<i32>().map(between),
            Layout::Large => self.offsets::<i64>().map(between),
            Layout::View => Ok(0),
        }
    }

    /// Returns the views.
    pub(super) fn views(&self) -> PyResult<Views<'_>> {
        debug_assert_eq!(self.layout, Layout::View);
        let Rows {
            len, offset, buffers, ..
        } = &self.rows;
        let views = match len {
            0 => &[],
            // SAFETY: the specification says that there are so many.
            _ => unsafe { self.rows.slice::<View>(1, offset + len)? },
        };
        let views = if views.is_empty() {
            views
        } else {
            &views[*offset..]
        };
        let count = buffers.len() - 3;
        // SAFETY: the last buffer has the lengths of those between, as 64-bit numbers.
        let lens = unsafe { self.rows.slice::<i64>(buffers.len() - 1, count)? };
        let data = lens.iter().enumerate().map(|(index, &len)| {
            let len = usize::try_from(len).map_err(|_| wrong(format!("a buffer has {len} bytes")))?;
            // SAFETY: the buffer is so long.
            unsafe { self.rows.slice::<u8>(2 + index, len) }
        });
        Ok(Views {
            views,
            data: data.collect::<PyResult<_>>()?,
        })
    }
}

/// The bytes of a view that hold a value, if it has this many.
const MASKS: [u128; View::INLINE + 1] = {
    let mut masks = [0; View::INLINE + 1];
    let mut len = 0;
    while len < masks.len() {
        masks[len] = (1 << (8 * len)) - 1;
        len += 1;
    }
    masks
};

/// A view: 12 bytes or fewer of a value, or where they are.
#[derive(Clone, Copy)]
#[repr(C, align(4))]
pub(super) struct View(pub(super) [u8; 16]);

impl View {
    /// The number of bytes that a view holds.
    pub(super) const INLINE: usize = 12;

    fn number(&self, at: usize) -> i32 {
        i32::from_le_bytes(self.0[at..at + 4].try_into().expect("a view has 16 bytes"))
    }

    /// Returns a view of bytes that are at `offset` in the buffer of this index, or `None` if they are more than 2 GiB.
    #[inline]
    pub(super) fn new(bytes: &[u8], buffer: i32, offset: i32) -> Option<View> {
        let mut view = [0; 16];
        let len = i32::try_from(bytes.len()).ok()?;
        view[..4].copy_from_slice(&len.to_le_bytes());
        if bytes.len() <= View::INLINE {
            view[4..4 + bytes.len()].copy_from_slice(bytes);
        } else {
            view[4..8].copy_from_slice(&bytes[..4]);
            view[8..12].copy_from_slice(&buffer.to_le_bytes());
            view[12..].copy_from_slice(&offset.to_le_bytes());
        }
        Some(View(view))
    }
}

/// The bytes of rows, row by row.
pub(super) enum Access<'a> {
    Small(&'a [i32], &'a [u8]),
    Large(&'a [i64], &'a [u8]),
    View(Views<'a>),
}

impl<'a> Access<'a> {
    /// Returns the bytes of a row. Those of a row that is null mean nothing.
    pub(super) fn get(&self, row: usize) -> PyResult<&'a [u8]> {
        fn between<'a, O: Offset>(offsets: &[O], data: &'a [u8], row: usize) -> PyResult<&'a [u8]> {
            let bytes = data.get(offsets[row].to_usize()..offsets[row + 1].to_usize());
            bytes.ok_or_else(|| wrong("its offsets run backwards"))
        }
        match self {
            Access::Small(offsets, data) => between(offsets, data, row),
            Access::Large(offsets, data) => between(offsets, data, row),
            Access::View(views) => views.get(row),
        }
    }
}

impl View {
    /// Returns what [`View::new`] does, of `data[from..to]`, which are at `offset` in the buffer of this index. It takes less
    /// time where more bytes follow.
    #[inline]
    pub(super) fn within(data: &[u8], from: usize, to: usize, buffer: i32, offset: i32) -> Option<View> {
        let (Some(bytes), Ok(len)) = (data.get(from..from + 16), i32::try_from(to - from)) else {
            return View::new(data.get(from..to)?, buffer, offset);
        };
        let first = u128::from_le_bytes(bytes.try_into().expect("there are 16"));
        let content = match MASKS.get(len as usize) {
            Some(mask) => first & mask,
            None => first & 0xFFFF_FFFF | u128::from(buffer as u32) << 32 | u128::from(offset as u32) << 64,
        };
        Some(View((content << 32 | len as u128).to_le_bytes()))
    }
}

/// Rows that have views.
pub(super) struct Views<'a> {
    pub(super) views: &'a [View],
    pub(super) data: Vec<&'a [u8]>,
}

impl<'a> Views<'a> {
    /// Returns the bytes of a row.
    pub(super) fn get(&self, row: usize) -> PyResult<&'a [u8]> {
        let view = &self.views[row];
        let found = usize::try_from(view.number(0)).ok().and_then(|len| {
            if len <= View::INLINE {
                return Some(&view.0[4..4 + len]);
            }
            let (buffer, offset) = (
                usize::try_from(view.number(8)).ok()?,
                usize::try_from(view.number(12)).ok()?,
            );
            self.data.get(buffer)?.get(offset..offset.checked_add(len)?)
        });
        found.ok_or_else(|| wrong(format!("the view of row {row} points outside of the buffers")))
    }
}

/// An offset of a row.
pub(super) trait Offset: Copy + PartialOrd + 'static {
    const LAYOUT: Layout;
    /// The offsets of no rows.
    const EMPTY: &[Self];

    /// Returns the number, which may be too large if it is negative.
    fn to_usize(self) -> usize;

    /// Returns the offset, if it is not too large.
    fn new(offset: usize) -> Option<Self>;

    /// Returns `self` moved by a distance, which is not too far.
    fn moved(self, by: isize) -> Self;
}

impl Offset for i32 {
    const LAYOUT: Layout = Layout::Small;
    const EMPTY: &[Self] = &[0];

    #[inline]
    fn to_usize(self) -> usize {
        self as usize
    }

    fn new(offset: usize) -> Option<Self> {
        offset.try_into().ok()
    }

    #[inline]
    fn moved(self, by: isize) -> Self {
        self.wrapping_add(by as i32)
    }
}

impl Offset for i64 {
    const LAYOUT: Layout = Layout::Large;
    const EMPTY: &[Self] = &[0];

    #[inline]
    fn to_usize(self) -> usize {
        self as usize
    }

    fn new(offset: usize) -> Option<Self> {
        offset.try_into().ok()
    }

    #[inline]
    fn moved(self, by: isize) -> Self {
        self.wrapping_add(by as i64)
    }
}

impl Part {
    /// Returns the rows, or their keys.
    pub(super) fn rows(&self) -> &Rows {
        match self {
            Part::Plain(values) => &values.rows,
            Part::Dictionary(keys, _) => keys,
        }
    }

    /// Returns the values: of the rows, or of the dictionary.
    pub(super) fn values(&self) -> &Values {
        match self {
            Part::Plain(values) | Part::Dictionary(_, values) => values,
        }
    }
}

impl Rows {
    /// Returns the key of a row, which is the index of one of `values` values, or `None` if the row is null.
    pub(super) fn key(&self, keys: Keys, row: usize, values: usize) -> PyResult<Option<usize>> {
        if !self.is_present(row) {
            return Ok(None);
        }
        // SAFETY: the specification says that there are so many keys of this size.
        let bytes = unsafe { self.slice::<u8>(1, (self.offset + self.len) * keys.size)? };
        let bytes = &bytes[(self.offset + row) * keys.size..][..keys.size];
        // A negative key is greater than any number of values.
        let key = match (bytes, keys.signed) {
            (&[a], false) => u64::from(a),
            (&[a], true) => i64::from(a.cast_signed()).cast_unsigned(),
            (&[a, b], false) => u64::from(u16::from_ne_bytes([a, b])),
            (&[a, b], true) => i64::from(i16::from_ne_bytes([a, b])).cast_unsigned(),
            (&[a, b, c, d], false) => u64::from(u32::from_ne_bytes([a, b, c, d])),
            (&[a, b, c, d], true) => i64::from(i32::from_ne_bytes([a, b, c, d])).cast_unsigned(),
            _ => u64::from_ne_bytes(bytes.try_into().expect("a key has at most 8 bytes")),
        };
        match usize::try_from(key).ok().filter(|&key| key < values) {
            Some(key) => Ok(Some(key)),
            None => Err(wrong(format!(
                "the key of row {row} is not one of the {values} of its dictionary"
            ))),
        }
    }
}

impl Column {
    /// Takes a column from another library.
    ///
    /// # Errors
    ///
    /// Returns a `TypeError` if it is no column of bytes or text, and a `ValueError` if it is malformed.
    pub(super) fn import(object: &Bound<'_, PyAny>) -> PyResult<Column> {
        let (schema, arrays) = if object.hasattr("__arrow_c_stream__")? {
            read_stream(Owned::<ArrowArrayStream>::from_capsule(
                &object.call_method0("__arrow_c_stream__")?,
            )?)?
        } else if object.hasattr("__arrow_c_array__")? {
            let pair = object.call_method0("__arrow_c_array__")?.cast_into::<PyTuple>()?;
            let schema = Owned::<ArrowSchema>::from_capsule(&pair.get_item(0)?)?;
            (
                schema,
                vec![Owned::<ArrowArray>::from_capsule(&pair.get_item(1)?)?],
            )
        } else {
            return Err(PyTypeError::new_err(format!(
                "expected an Arrow column (of pyarrow, polars, pandas, DuckDB, …), found {}",
                object.get_type()
            )));
        };
        let is_struct = format_of(&schema.0)? == "+s";
        let schema_of_column = if is_struct {
            only_child(&schema.0)?
        } else {
            &schema.0
        };
        let kind = Type::new(schema_of_column)?;
        let parts = arrays.into_iter().map(|array| Part::new(array, kind, is_struct));
        Ok(Column {
            kind,
            parts: parts.collect::<PyResult<_>>()?,
        })
    }
}

/// Returns the schema of the only column of a table.
fn only_child(schema: &ArrowSchema) -> PyResult<&ArrowSchema> {
    if schema.n_children != 1 {
        return Err(PyTypeError::new_err(format!(
            "expected one column, found a table of {}",
            schema.n_children
        )));
    }
    // SAFETY: the schema has a child, unless it is malformed.
    let child = unsafe { schema.children.as_ref().and_then(|child| child.as_ref()) };
    child.ok_or_else(|| PyValueError::new_err("the Arrow schema is malformed: its child is missing"))
}

impl Part {
    fn new(array: Owned<ArrowArray>, kind: Type, is_struct: bool) -> PyResult<Part> {
        let mut array = array;
        if is_struct {
            array = take_only_child(array)?;
        }
        let owner = Arc::new(array);
        let array = &owner.0;
        // SAFETY: the array is of the owner, and its schema says what buffers it has.
        unsafe {
            if kind.keys.is_none() {
                return Ok(Part::Plain(Values::new(&owner, array, kind.layout)?));
            }
            let rows = Rows::new(&owner, array, 2, false)?;
            let Some(dictionary) = array.dictionary.as_ref() else {
                return Err(wrong("its dictionary is missing"));
            };
            if dictionary.is_released() {
                return Err(wrong("its dictionary is released"));
            }
            Ok(Part::Dictionary(
                rows,
                Values::new(&owner, dictionary, kind.layout)?,
            ))
        }
    }
}

/// Returns the only column of a part of a table, with the rows of the table.
fn take_only_child(table: Owned<ArrowArray>) -> PyResult<Owned<ArrowArray>> {
    if table.0.n_children != 1 {
        return Err(wrong(format!(
            "it has {} children, and its type has one",
            table.0.n_children
        )));
    }
    if table.0.null_count > 0 {
        return Err(PyTypeError::new_err(
            "expected a table, found a column of structures of which some are null",
        ));
    }
    // SAFETY: the array has a child, unless it is malformed, which may be moved: it leaves a released one.
    let child = unsafe { table.0.children.as_ref().and_then(|child| child.as_mut()) };
    let child = child.ok_or_else(|| wrong("its child is missing"))?;
    let mut column = Owned(std::mem::replace(child, ArrowArray::released()));
    if column.0.is_released() {
        return Err(wrong("its child is released"));
    }
    let (length, offset) = (table.0.length, table.0.offset);
    let fits = length >= 0
        && offset >= 0
        && offset
            .checked_add(length)
            .is_some_and(|end| end <= column.0.length);
    let new_offset = column.0.offset.checked_add(offset);
    let (true, Some(new_offset)) = (fits, new_offset) else {
        return Err(wrong(format!(
            "it has {length} rows after an offset of {offset}, but its child has {}",
            column.0.length
        )));
    };
    if offset != 0 || length != column.0.length {
        column.0.null_count = -1;
    }
    (column.0.offset, column.0.length) = (new_offset, length);
    // Nothing of the table itself is used any more.
    drop(table);
    Ok(column)
}
