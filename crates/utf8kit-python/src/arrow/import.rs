//! Reads columns from the structs of the C data interface.
//!
//! Everything in the structs is checked before it is used: formats, numbers of buffers and children, null pointers,
//! negative and too large lengths, keys, views. Two things cannot be checked, because the interface does not carry the
//! sizes of buffers: that the buffer of offsets (and of views, keys and validity) has as many elements as the length says,
//! and that the data has as many bytes as the last offset says. Only the data buffers of views come with their sizes.
//!
//! Offsets between the first and the last are checked where they are used, while they are in the cache.

use super::buffer::{Bitmap, Buffer, Owner};
use super::error::Error;
use super::ffi::{ArrowArray, ArrowArrayStream, ArrowSchema, Struct as _};
use super::once::KEPT;
use super::values::{Chunk, Encoded, Keys, Layout, Offset, Offsets, Values, View, Views};
use crate::memory::{self, NoMemory};
use std::borrow::Cow;
use std::ffi::{CStr, CString, c_char, c_void};
use std::ptr::NonNull;
use std::sync::Arc;

/// The layout of the values of a column.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum LayoutKind {
    Small,
    Large,
    Views,
}

/// The type of a column.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct ColumnType {
    pub(super) name: CString,
    pub(super) layout: LayoutKind,
    pub(super) is_text: bool,
    /// The format of the keys, if the column is dictionary-encoded.
    pub(super) keys: Option<u8>,
    /// Whether the order of the dictionary has a meaning.
    pub(super) is_ordered: bool,
}

/// `ARROW_FLAG_DICTIONARY_ORDERED`.
pub(super) const ORDERED: i64 = 1;

/// A source of chunks.
pub(super) struct Source {
    pub(super) column: ColumnType,
    /// Whether the arrays are tables of one column.
    is_table: bool,
    arrays: Arrays,
    /// What the values are if they are of neither layout.
    special: Option<Special>,
    /// The last dictionaries, with the addresses of their buffers.
    dictionaries: Vec<(Vec<usize>, Arc<Values>)>,
    /// The number of dictionaries so far.
    dictionary_count: usize,
}

/// Values that get one of the layouts when they are read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Special {
    /// All are null, of Arrow's type null.
    Nulls,
    /// Each has this many bytes.
    FixedSize(usize),
}

enum Arrays {
    One(Option<ArrowArray>),
    Stream(ArrowArrayStream),
}

impl Source {
    pub(super) fn from_array(schema: &ArrowSchema, array: ArrowArray) -> Result<Source, Error> {
        Source::new(schema, Arrays::One(Some(array)))
    }

    pub(super) fn from_stream(mut stream: ArrowArrayStream) -> Result<Source, Error> {
        let schema = stream.schema()?;
        Source::new(&schema, Arrays::Stream(stream))
    }

    fn new(schema: &ArrowSchema, arrays: Arrays) -> Result<Source, Error> {
        let (column, is_table, special) = column_type(schema)?;
        Ok(Source {
            column,
            is_table,
            arrays,
            special,
            dictionaries: Vec::new(),
            dictionary_count: 0,
        })
    }

    /// Returns the next chunk.
    pub(super) fn next(&mut self) -> Result<Option<Chunk>, Error> {
        let array = match &mut self.arrays {
            Arrays::One(array) => array.take(),
            Arrays::Stream(stream) => stream.next()?,
        };
        array.map(|array| self.chunk(array)).transpose()
    }

    fn chunk(&mut self, array: ArrowArray) -> Result<Chunk, Error> {
        let owner = Arc::new(array);
        let keep: Owner = owner.clone();
        if !self.is_table {
            let range = Range::of(&owner)?;
            return self.column_chunk(&owner, range, &keep);
        }
        let rows = Range::of(&owner)?;
        // The parent of a table's columns has no nulls. If it had, they would be nulls of the column too.
        let [validity] = buffers(&owner)?;
        if let Some(validity) = bitmap(validity, rows, &keep)?
            && validity.count(0, rows.len) < rows.len
        {
            return Err(Error::Type(
                "the column is of type struct and has nulls; pass its field instead".into(),
            ));
        }
        // SAFETY: `owner` is not released and outlives the children.
        let [column] = unsafe { children(owner.children, owner.n_children)? }[..] else {
            return Err(Error::malformed(
                "the array of a table does not have as many children as its schema",
            ));
        };
        let inner = Range::of(column)?;
        let range = inner.part(rows)?;
        self.column_chunk(column, range, &keep)
    }

    fn column_chunk(&mut self, array: &ArrowArray, range: Range, owner: &Owner) -> Result<Chunk, Error> {
        if array.n_children != 0 {
            return Err(Error::malformed(format!(
                "an array of values has {} children, expected none",
                array.n_children
            )));
        }
        let Some(format) = self.column.keys else {
            if !array.dictionary.is_null() {
                return Err(Error::malformed(
                    "an array has a dictionary, but its schema has none",
                ));
            }
            return self.values(array, range, owner).map(Chunk::Plain);
        };
        let dictionary = self.dictionary(array, owner)?;
        let [validity, keys] = buffers(array)?;
        let validity = bitmap(validity, range, owner)?;
        let count = range.end()?;
        let keys = match format {
            b'c' => Keys::I8(buffer(keys, count, owner, "keys")?),
            b'C' => Keys::U8(buffer(keys, count, owner, "keys")?),
            b's' => Keys::I16(buffer(keys, count, owner, "keys")?),
            b'S' => Keys::U16(buffer(keys, count, owner, "keys")?),
            b'i' => Keys::I32(buffer(keys, count, owner, "keys")?),
            b'I' => Keys::U32(buffer(keys, count, owner, "keys")?),
            b'l' => Keys::I64(buffer(keys, count, owner, "keys")?),
            _ => Keys::U64(buffer(keys, count, owner, "keys")?),
        };
        let nulls = nulls(validity.as_ref(), range.len);
        Ok(Chunk::Encoded(Encoded {
            len: range.len,
            offset: range.offset,
            validity: validity.filter(|_| nulls > 0),
            nulls,
            keys,
            dictionary,
        }))
    }

    /// Returns the dictionary of an array. Chunks often share one.
    fn dictionary(&mut self, array: &ArrowArray, owner: &Owner) -> Result<Arc<Values>, Error> {
        // SAFETY: a struct that is not released has no dictionary or points to one, and owns it.
        let dictionary = unsafe { array.dictionary.as_ref() };
        let dictionary = dictionary.ok_or_else(|| Error::malformed("an array has no dictionary"))?;
        if dictionary.is_released() {
            return Err(Error::malformed("the dictionary was released already"));
        }
        if dictionary.n_children != 0 || !dictionary.dictionary.is_null() {
            return Err(Error::malformed("the dictionary has children or a dictionary"));
        }
        let range = Range::of(dictionary)?;
        let mut identity = vec![range.len, range.offset];
        identity.extend(all_buffers(dictionary)?.iter().map(|buffer| buffer.addr()));
        if let Some((_, values)) = self.dictionaries.iter().find(|(known, _)| *known == identity) {
            return Ok(Arc::clone(values));
        }
        let values = Arc::new(self.values(dictionary, range, owner)?);
        let entry = (identity, Arc::clone(&values));
        if self.dictionaries.len() < KEPT {
            self.dictionaries.push(entry);
        } else {
            self.dictionaries[self.dictionary_count % KEPT] = entry;
        }
        self.dictionary_count += 1;
        Ok(values)
    }

    /// Reads the values of an array or of a dictionary.
    fn values(&self, array: &ArrowArray, range: Range, owner: &Owner) -> Result<Values, Error> {
        match self.special {
            Some(Special::Nulls) => nulls_only(range),
            Some(Special::FixedSize(size)) => fixed_size(size, array, range, owner),
            None => values(self.column.layout, array, range, owner),
        }
    }
}

/// Returns the type of the only column, whether it is in a table, and what its values are if they have no layout yet.
fn column_type(schema: &ArrowSchema) -> Result<(ColumnType, bool, Option<Special>), Error> {
    if schema.is_released() {
        return Err(Error::malformed("the schema was released already"));
    }
    if format(schema)? != "+s" {
        let (column, special) = leaf_type(schema)?;
        return Ok((column, false, special));
    }
    // SAFETY: the schema is not released.
    let columns = unsafe { children(schema.children, schema.n_children)? };
    match columns[..] {
        [column] => {
            let (column, special) = leaf_type(column)?;
            Ok((column, true, special))
        }
        _ => {
            let names: Vec<_> = columns.iter().map(|column| name(column)).collect();
            Err(Error::Type(format!(
                "expected one column, found {}: choose one of {names:?}",
                columns.len()
            )))
        }
    }
}

/// Returns the type of a column, and what its values are if they have no layout yet. Those that are null are text, and those of
/// a fixed size become binary values.
fn leaf_type(schema: &ArrowSchema) -> Result<(ColumnType, Option<Special>), Error> {
    let outer = format(schema)?;
    // SAFETY: a schema that is not released has no dictionary or points to one, and owns it.
    let dictionary = unsafe { schema.dictionary.as_ref() };
    let (keys, format) = match dictionary {
        None => (None, outer),
        Some(dictionary) => {
            if dictionary.is_released() {
                return Err(Error::malformed(
                    "the schema of the dictionary was released already",
                ));
            }
            match outer.as_bytes() {
                &[key @ (b'c' | b'C' | b's' | b'S' | b'i' | b'I' | b'l' | b'L')] => {
                    (Some(key), self::format(dictionary)?)
                }
                _ => {
                    return Err(Error::malformed(format!(
                        "a dictionary has keys of type {}, expected integers",
                        type_name(outer)
                    )));
                }
            }
        }
    };
    let special = match format.strip_prefix("w:") {
        Some(size) => {
            let size = size.parse().map_err(|_| {
                Error::malformed(format!("the size of values is {size:?}, expected a number"))
            })?;
            Some(Special::FixedSize(size))
        }
        None => (format == "n").then_some(Special::Nulls),
    };
    let (layout, is_text) = match format {
        _ if matches!(special, Some(Special::FixedSize(_))) => (LayoutKind::Small, false),
        "z" => (LayoutKind::Small, false),
        "u" | "n" => (LayoutKind::Small, true),
        "Z" => (LayoutKind::Large, false),
        "U" => (LayoutKind::Large, true),
        "vz" => (LayoutKind::Views, false),
        "vu" => (LayoutKind::Views, true),
        _ => {
            return Err(Error::Type(format!(
                "expected a column of binary values or text, found one of type {}",
                type_name(format)
            )));
        }
    };
    let column = ColumnType {
        name: name(schema).to_owned(),
        layout,
        is_text,
        keys,
        is_ordered: schema.flags & ORDERED != 0,
    };
    Ok((column, special))
}

/// Returns the name that pyarrow gives the type of a format, or the format itself if it is none.
fn type_name(format: &str) -> Cow<'_, str> {
    let (kind, parameters) = format.split_once(':').unwrap_or((format, ""));
    let unit = |letter: u8| match letter {
        b's' => "s",
        b'm' => "ms",
        b'u' => "us",
        _ => "ns",
    };
    Cow::Borrowed(match kind {
        "b" => "bool",
        "c" => "int8",
        "C" => "uint8",
        "s" => "int16",
        "S" => "uint16",
        "i" => "int32",
        "I" => "uint32",
        "l" => "int64",
        "L" => "uint64",
        "e" => "half_float",
        "f" => "float",
        "g" => "double",
        "n" => "null",
        "z" => "binary",
        "Z" => "large_binary",
        "vz" => "binary_view",
        "u" => "string",
        "U" => "large_string",
        "vu" => "string_view",
        "tdD" => "date32",
        "tdm" => "date64",
        "+l" => "list",
        "+L" => "large_list",
        "+vl" => "list_view",
        "+vL" => "large_list_view",
        "+s" => "struct",
        "+m" => "map",
        "+r" => "run_end_encoded",
        "+ud" => "dense_union",
        "+us" => "sparse_union",
        "tiM" => "month_interval",
        "tiD" => "day_time_interval",
        "tin" => "month_day_nano_interval",
        "w" => return format!("fixed_size_binary[{parameters}]").into(),
        "+w" => return format!("fixed_size_list[{parameters}]").into(),
        "d" => return format!("decimal({parameters})").into(),
        _ => match *kind.as_bytes() {
            [b't', b's', letter] => return format!("timestamp[{}]", unit(letter)).into(),
            [b't', b'D', letter] => return format!("duration[{}]", unit(letter)).into(),
            [b't', b't', letter @ (b's' | b'm')] => return format!("time32[{}]", unit(letter)).into(),
            [b't', b't', letter] => return format!("time64[{}]", unit(letter)).into(),
            _ => format,
        },
    })
}

fn format(schema: &ArrowSchema) -> Result<&str, Error> {
    text(schema.format)
        .ok_or_else(|| Error::malformed("a schema has no format"))?
        .to_str()
        .map_err(|_| Error::malformed("the format of a schema is not UTF-8"))
}

fn name(schema: &ArrowSchema) -> &CStr {
    text(schema.name).unwrap_or(c"")
}

fn text<'a>(text: *const c_char) -> Option<&'a CStr> {
    // SAFETY: the texts of a schema that is not released end with a zero byte. The callers bind the result to the schema.
    (!text.is_null()).then(|| unsafe { CStr::from_ptr(text) })
}

/// The children of a schema or an array.
///
/// # Safety
///
/// `pointer` and `count` are fields of a struct that is not released.
unsafe fn children<'a, T: super::ffi::Struct>(pointer: *mut *mut T, count: i64) -> Result<Vec<&'a T>, Error> {
    let count = usize::try_from(count).map_err(|_| Error::malformed("the number of children is negative"))?;
    if count == 0 {
        return Ok(Vec::new());
    }
    if count > 1 << 20 {
        return Err(Error::malformed(format!(
            "a struct says that it has {count} children"
        )));
    }
    if pointer.is_null() || !pointer.is_aligned() {
        return Err(Error::malformed("a struct with children has no list of them"));
    }
    // SAFETY: the list has as many pointers as the struct says.
    let pointers = unsafe { std::slice::from_raw_parts(pointer, count) };
    let child = |&child: &*mut T| {
        // SAFETY: a child that is not null is a struct, which its parent owns.
        let child = unsafe { child.as_ref() }.ok_or_else(|| Error::malformed("a child is missing"))?;
        match child.is_released() {
            true => Err(Error::malformed("a child was released already")),
            false => Ok(child),
        }
    };
    pointers.iter().map(child).collect()
}

/// Which elements of the buffers are rows.
#[derive(Clone, Copy, Debug)]
struct Range {
    offset: usize,
    len: usize,
}

impl Range {
    fn of(array: &ArrowArray) -> Result<Range, Error> {
        if array.is_released() {
            return Err(Error::malformed("the array was released already"));
        }
        let checked = |number: i64, what: &str| {
            usize::try_from(number)
                .map_err(|_| Error::malformed(format!("the {what} of an array is {number}: it is negative")))
        };
        let range = Range {
            offset: checked(array.offset, "offset")?,
            len: checked(array.length, "length")?,
        };
        range.end()?;
        if array.null_count < -1 || array.null_count > array.length {
            return Err(Error::malformed(format!(
                "an array of {} rows says that {} are null",
                array.length, array.null_count
            )));
        }
        Ok(range.normal())
    }

    /// Returns the range at the start of the buffers if it is empty. The buffers can be missing then.
    const fn normal(self) -> Range {
        match self.len {
            0 => Range { offset: 0, len: 0 },
            _ => self,
        }
    }

    /// Returns the offset after the last row.
    fn end(self) -> Result<usize, Error> {
        // No buffer can have more elements. One more is for the last of the offsets.
        let end = self.offset.checked_add(self.len);
        end.filter(|&end| end < isize::MAX as usize / 16).ok_or_else(|| {
            Error::malformed(format!(
                "the length {} and the offset {} of an array are too large",
                self.len, self.offset
            ))
        })
    }

    /// Returns these rows of this range.
    fn part(self, rows: Range) -> Result<Range, Error> {
        if rows.end()? > self.len {
            return Err(Error::malformed(format!(
                "a table has {} rows, but its column {}",
                rows.len, self.len
            )));
        }
        Ok(Range {
            offset: self.offset + rows.offset,
            len: rows.len,
        }
        .normal())
    }
}

/// Returns all buffers of an array.
fn all_buffers(array: &ArrowArray) -> Result<&[*const c_void], Error> {
    let count = usize::try_from(array.n_buffers)
        .ok()
        .filter(|&count| count <= i32::MAX as usize)
        .ok_or_else(|| Error::malformed(format!("an array says that it has {} buffers", array.n_buffers)))?;
    if count == 0 {
        return Ok(&[]);
    }
    if array.buffers.is_null() || !array.buffers.is_aligned() {
        return Err(Error::malformed("an array has no list of buffers"));
    }
    // SAFETY: the array is not released, and the list has as many pointers as it says.
    Ok(unsafe { std::slice::from_raw_parts(array.buffers, count) })
}

/// Returns the buffers of an array that must have `N`.
fn buffers<const N: usize>(array: &ArrowArray) -> Result<[*const c_void; N], Error> {
    let buffers = all_buffers(array)?;
    buffers.try_into().map_err(|_| {
        Error::malformed(format!(
            "an array has {} buffers, expected {N} for its type",
            buffers.len()
        ))
    })
}

/// The most bytes that a buffer can have: 256 TiB. No process has more memory.
const MOST_BYTES: usize = isize::MAX as usize >> (usize::BITS / 64 * 15);

/// Returns `count` elements at `pointer`, copied if they are not aligned.
fn buffer<T: Copy + Send + Sync + 'static>(
    pointer: *const c_void,
    count: usize,
    owner: &Owner,
    what: &str,
) -> Result<Buffer<T>, Error> {
    if count == 0 {
        return Ok(Buffer::from(Vec::new()));
    }
    let first = NonNull::new(pointer.cast_mut().cast::<T>())
        .ok_or_else(|| Error::malformed(format!("the buffer of {what} is missing")))?;
    let fits = count
        .checked_mul(size_of::<T>())
        .filter(|&bytes| bytes <= MOST_BYTES)
        .and_then(|bytes| first.addr().get().checked_add(bytes));
    if fits.is_none() {
        return Err(Error::malformed(format!(
            "the buffer of {what} reaches past the end of the memory"
        )));
    }
    if first.is_aligned() {
        // SAFETY: the array, which the owner keeps, has the buffer, with these elements; nobody changes it.
        return Ok(unsafe { Buffer::new(first, count, Arc::clone(owner)) });
    }
    // SAFETY: the elements are there, as above, and are read without alignment.
    let element = |i| unsafe { first.as_ptr().add(i).read_unaligned() };
    let mut elements = memory::with_capacity(count)?;
    elements.extend((0..count).map(element));
    Ok(Buffer::from(elements))
}

fn bitmap(pointer: *const c_void, range: Range, owner: &Owner) -> Result<Option<Bitmap>, Error> {
    if pointer.is_null() {
        return Ok(None);
    }
    let bytes = buffer(pointer, range.end()?.div_ceil(8), owner, "validity")?;
    Ok(Some(Bitmap::new(bytes, range.offset, range.len)))
}

fn nulls(validity: Option<&Bitmap>, len: usize) -> usize {
    validity.map_or(0, |validity| len - validity.count(0, len))
}

/// Reads an array of values.
fn values(kind: LayoutKind, array: &ArrowArray, range: Range, owner: &Owner) -> Result<Values, Error> {
    let (validity, layout) = match kind {
        LayoutKind::Small => offsets(array, range, owner).map(|(v, layout)| (v, Layout::Small(layout)))?,
        LayoutKind::Large => offsets(array, range, owner).map(|(v, layout)| (v, Layout::Large(layout)))?,
        LayoutKind::Views => views(array, range, owner).map(|(v, layout)| (v, Layout::Views(layout)))?,
    };
    if validity.is_null() && array.null_count > 0 {
        return Err(Error::malformed(format!(
            "an array says that {} rows are null, but has no buffer of validity",
            array.null_count
        )));
    }
    let validity = bitmap(validity, range, owner)?;
    let nulls = nulls(validity.as_ref(), range.len);
    Ok(Values {
        len: range.len,
        offset: range.offset,
        validity: validity.filter(|_| nulls > 0),
        nulls,
        layout,
    })
}

/// Returns the values of an array of the type null.
fn nulls_only(range: Range) -> Result<Values, Error> {
    // It has no buffers. Polars exports one.
    let offsets: Vec<i32> = memory::zeros(range.len + 1)?;
    let validity: Vec<u8> = memory::zeros(range.len.div_ceil(8))?;
    Ok(Values {
        len: range.len,
        offset: 0,
        validity: (range.len > 0).then(|| Bitmap::new(Buffer::from(validity), 0, range.len)),
        nulls: range.len,
        layout: Layout::Small(Offsets {
            offsets: Buffer::from(offsets),
            data: Buffer::from(Vec::new()),
        }),
    })
}

/// Reads values that have `size` bytes each.
fn fixed_size(size: usize, array: &ArrowArray, range: Range, owner: &Owner) -> Result<Values, Error> {
    let [validity, data] = buffers(array)?;
    if validity.is_null() && array.null_count > 0 {
        return Err(Error::malformed(format!(
            "an array says that {} rows are null, but has no buffer of validity",
            array.null_count
        )));
    }
    let end = range.end()?.saturating_mul(size);
    let bytes = range
        .len
        .checked_mul(size)
        .and_then(|bytes| i32::try_from(bytes).ok());
    if bytes.is_none() {
        return Err(Error::TooLong(format!(
            "{} values of {size} bytes are more than 32-bit offsets can count: cast the column to large_binary",
            range.len
        )));
    }
    let data = buffer::<u8>(data, end, owner, "data")?.slice(range.offset * size, range.len * size);
    let mut offsets = memory::with_capacity(range.len + 1)?;
    offsets.extend((0..=range.len).map(|row| (row * size) as i32));
    // The rows begin with the first offset.
    let validity = match bitmap(validity, range, owner)? {
        Some(validity) => Some(Bitmap::new(Buffer::from(validity.to_bytes()?), 0, range.len)),
        None => None,
    };
    let nulls = nulls(validity.as_ref(), range.len);
    Ok(Values {
        len: range.len,
        offset: 0,
        validity: validity.filter(|_| nulls > 0),
        nulls,
        layout: Layout::Small(Offsets {
            offsets: Buffer::from(offsets),
            data,
        }),
    })
}

fn offsets<T: Offset>(
    array: &ArrowArray,
    range: Range,
    owner: &Owner,
) -> Result<(*const c_void, Offsets<T>), Error> {
    let [validity, offsets, data] = buffers(array)?;
    let end = range.end()?;
    if range.len == 0 {
        // An array without rows need not have offsets.
        let offsets = Offsets {
            offsets: Buffer::from(vec![T::ZERO]),
            data: Buffer::from(Vec::new()),
        };
        return Ok((validity, offsets));
    }
    let offsets = buffer::<T>(offsets, end + 1, owner, "offsets")?;
    let last = offsets[end];
    if last.is_negative() || offsets[range.offset].is_negative() {
        return Err(Error::malformed(
            "the first or the last offset of an array is negative",
        ));
    }
    let data = buffer(data, last.get(), owner, "data")?;
    Ok((validity, Offsets { offsets, data }))
}

/// Returns views whose bytes after a short value are zeros, as the specification demands: those of some producers are not.
fn without_padding(views: Buffer<View>) -> Result<Buffer<View>, NoMemory> {
    let is_padded = |view: &View| *view != view.without_padding();
    let Some(first) = views.iter().position(is_padded) else {
        return Ok(views);
    };
    let mut clean = memory::with_capacity(views.len())?;
    clean.extend_from_slice(&views[..first]);
    clean.extend(views[first..].iter().map(View::without_padding));
    Ok(Buffer::from(clean))
}

fn views(array: &ArrowArray, range: Range, owner: &Owner) -> Result<(*const c_void, Views), Error> {
    let [validity, views, ref data @ .., sizes] = *all_buffers(array)? else {
        return Err(Error::malformed(format!(
            "an array of views has {} buffers, expected at least 3",
            array.n_buffers
        )));
    };
    let views = without_padding(buffer::<View>(views, range.end()?, owner, "views")?)?;
    let sizes = buffer::<i64>(sizes, data.len(), owner, "sizes of the data buffers")?;
    let data_buffer = |(&pointer, &size): (&*const c_void, &i64)| {
        let size = usize::try_from(size)
            .map_err(|_| Error::malformed(format!("the size of a data buffer is {size}: it is negative")))?;
        buffer::<u8>(pointer, size, owner, "data")
    };
    let buffers = data.iter().zip(&sizes[..]).map(data_buffer);
    Ok((
        validity,
        Views {
            views,
            buffers: buffers.collect::<Result<_, _>>()?,
        },
    ))
}
