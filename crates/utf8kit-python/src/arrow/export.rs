//! Hands arrays out as the structs of the C data interface, without copying them.

use super::buffer::{Bitmap, Buffer, Shared};
use super::ffi::{ArrowArray, ArrowArrayStream, ArrowSchema, Struct as _};
use super::import::{ColumnType, LayoutKind, ORDERED};
use super::values::{Chunk, Layout, Values, by_key};
use std::ffi::{CStr, CString, c_char, c_int, c_void};
use std::ptr;
use std::sync::Arc;

/// `ARROW_FLAG_NULLABLE`.
const NULLABLE: i64 = 2;

/// The type of an array, and its name.
#[derive(Clone, Debug)]
pub(super) struct Schema {
    pub(super) format: &'static CStr,
    pub(super) name: CString,
    pub(super) flags: i64,
    pub(super) children: Vec<Schema>,
    pub(super) dictionary: Option<Box<Schema>>,
}

impl Schema {
    pub(super) fn new(format: &'static CStr, name: &CStr) -> Schema {
        Schema {
            format,
            name: name.to_owned(),
            flags: NULLABLE,
            children: Vec::new(),
            dictionary: None,
        }
    }

    /// Returns the type of a column.
    pub(super) fn of(column: &ColumnType) -> Schema {
        let values = match (column.layout, column.is_text) {
            (LayoutKind::Small, false) => c"z",
            (LayoutKind::Small, true) => c"u",
            (LayoutKind::Large, false) => c"Z",
            (LayoutKind::Large, true) => c"U",
            (LayoutKind::Views, false) => c"vz",
            (LayoutKind::Views, true) => c"vu",
        };
        let Some(keys) = column.keys else {
            return Schema::new(values, &column.name);
        };
        let keys = match keys {
            b'c' => c"c",
            b'C' => c"C",
            b's' => c"s",
            b'S' => c"S",
            b'i' => c"i",
            b'I' => c"I",
            b'l' => c"l",
            _ => c"L",
        };
        Schema {
            flags: NULLABLE | if column.is_ordered { ORDERED } else { 0 },
            dictionary: Some(Box::new(Schema::new(values, c""))),
            ..Schema::new(keys, &column.name)
        }
    }

    /// Returns the type of a table.
    pub(super) fn table(children: Vec<Schema>) -> Schema {
        Schema {
            flags: 0,
            children,
            ..Schema::new(c"+s", c"")
        }
    }

    pub(super) fn export(&self) -> ArrowSchema {
        let mut children: Vec<*mut ArrowSchema> = self
            .children
            .iter()
            .map(|child| Box::into_raw(Box::new(child.export())))
            .collect();
        let dictionary = self.dictionary.as_ref().map_or(ptr::null_mut(), |dictionary| {
            Box::into_raw(Box::new(dictionary.export()))
        });
        let pointer = children.as_mut_ptr();
        let n_children = children.len() as i64;
        let name = self.name.clone();
        let name_pointer = name.as_ptr();
        let private = Box::new(SchemaPrivate {
            _name: name,
            children,
            dictionary,
        });
        ArrowSchema {
            format: self.format.as_ptr(),
            name: name_pointer,
            metadata: ptr::null(),
            flags: self.flags,
            n_children,
            children: pointer,
            dictionary,
            release: Some(release_schema),
            private_data: Box::into_raw(private).cast(),
        }
    }
}

struct SchemaPrivate {
    _name: CString,
    children: Vec<*mut ArrowSchema>,
    dictionary: *mut ArrowSchema,
}

/// Frees what [`Schema::export`] made.
unsafe extern "C" fn release_schema(schema: *mut ArrowSchema) {
    // SAFETY: the interface calls it once, with a struct that `Schema::export` made or one that it was moved to.
    unsafe {
        let private = Box::from_raw((*schema).private_data.cast::<SchemaPrivate>());
        free(private.children.iter().copied().chain([private.dictionary]));
        (*schema).release = None;
    }
}

/// Drops boxes that may be null. Those that a consumer moved out hold released structs.
///
/// # Safety
///
/// The pointers are null, or from `Box::into_raw` and not used any more.
unsafe fn free<T>(pointers: impl Iterator<Item = *mut T>) {
    for pointer in pointers.filter(|pointer| !pointer.is_null()) {
        // SAFETY: as promised.
        drop(unsafe { Box::from_raw(pointer) });
    }
}

/// An array to hand out.
pub(super) struct Array {
    pub(super) len: usize,
    pub(super) nulls: usize,
    pub(super) offset: usize,
    pub(super) buffers: Vec<Option<Shared>>,
    pub(super) children: Vec<Arc<Array>>,
    pub(super) dictionary: Option<Arc<Array>>,
}

impl Array {
    /// Returns an array without nulls.
    pub(super) fn plain(len: usize, buffers: Vec<Shared>) -> Array {
        Array {
            len,
            nulls: 0,
            offset: 0,
            buffers: [None].into_iter().chain(buffers.into_iter().map(Some)).collect(),
            children: Vec::new(),
            dictionary: None,
        }
    }

    /// Returns an array of a table's rows.
    pub(super) fn table(children: Vec<Arc<Array>>) -> Array {
        let len = children.first().map_or(0, |child| child.len);
        Array {
            children,
            ..Array::plain(len, Vec::new())
        }
    }

    pub(super) fn of(chunk: &Chunk) -> Array {
        match chunk {
            Chunk::Plain(values) => Array::of_values(values),
            Chunk::Encoded(encoded) => {
                let keys = by_key!(&encoded.keys, keys => keys.shared());
                Array {
                    len: encoded.len,
                    nulls: encoded.nulls,
                    offset: encoded.offset,
                    buffers: vec![validity(encoded.validity.as_ref()), Some(keys)],
                    children: Vec::new(),
                    dictionary: Some(Arc::new(Array::of_values(&encoded.dictionary))),
                }
            }
        }
    }

    fn of_values(values: &Values) -> Array {
        let mut buffers = vec![validity(values.validity.as_ref())];
        match &values.layout {
            Layout::Small(offsets) => {
                buffers.extend([Some(offsets.offsets.shared()), Some(offsets.data.shared())])
            }
            Layout::Large(offsets) => {
                buffers.extend([Some(offsets.offsets.shared()), Some(offsets.data.shared())])
            }
            Layout::Views(views) => {
                buffers.push(Some(views.views.shared()));
                buffers.extend(views.buffers.iter().map(|buffer| Some(buffer.shared())));
                let sizes: Vec<i64> = views.buffers.iter().map(|buffer| buffer.len() as i64).collect();
                buffers.push(Some(Buffer::from(sizes).shared()));
            }
        }
        Array {
            len: values.len,
            nulls: values.nulls,
            offset: values.offset,
            buffers,
            children: Vec::new(),
            dictionary: None,
        }
    }

    pub(super) fn export(self: &Arc<Array>) -> ArrowArray {
        let pointer = |buffer: &Option<Shared>| match buffer {
            Some(buffer) => buffer.pointer.as_ptr().cast_const().cast(),
            None => ptr::null(),
        };
        let mut buffers: Vec<*const c_void> = self.buffers.iter().map(pointer).collect();
        let boxed = |array: &Arc<Array>| Box::into_raw(Box::new(array.export()));
        let mut children: Vec<*mut ArrowArray> = self.children.iter().map(boxed).collect();
        let dictionary = self.dictionary.as_ref().map_or(ptr::null_mut(), boxed);
        let (buffers_pointer, children_pointer) = (buffers.as_mut_ptr(), children.as_mut_ptr());
        let (n_buffers, n_children) = (buffers.len() as i64, children.len() as i64);
        let private = Box::new(ArrayPrivate {
            _array: Arc::clone(self),
            _buffers: buffers,
            children,
            dictionary,
        });
        ArrowArray {
            length: self.len as i64,
            null_count: self.nulls as i64,
            offset: self.offset as i64,
            n_buffers,
            n_children,
            buffers: buffers_pointer,
            children: children_pointer,
            dictionary,
            release: Some(release_array),
            private_data: Box::into_raw(private).cast(),
        }
    }
}

fn validity(bitmap: Option<&Bitmap>) -> Option<Shared> {
    bitmap.map(|bitmap| bitmap.bytes().shared())
}

struct ArrayPrivate {
    _array: Arc<Array>,
    _buffers: Vec<*const c_void>,
    children: Vec<*mut ArrowArray>,
    dictionary: *mut ArrowArray,
}

/// Frees what [`Array::export`] made.
unsafe extern "C" fn release_array(array: *mut ArrowArray) {
    // SAFETY: the interface calls it once, with a struct that `Array::export` made or one that it was moved to.
    unsafe {
        let private = Box::from_raw((*array).private_data.cast::<ArrayPrivate>());
        free(private.children.iter().copied().chain([private.dictionary]));
        (*array).release = None;
    }
}

/// Returns a stream of arrays.
pub(super) fn stream(schema: Arc<Schema>, arrays: Vec<Arc<Array>>) -> ArrowArrayStream {
    let private = Box::new(StreamPrivate {
        schema,
        arrays: arrays.into_iter(),
    });
    ArrowArrayStream {
        get_schema: Some(get_schema),
        get_next: Some(get_next),
        get_last_error: Some(get_last_error),
        release: Some(release_stream),
        private_data: Box::into_raw(private).cast(),
    }
}

struct StreamPrivate {
    schema: Arc<Schema>,
    arrays: std::vec::IntoIter<Arc<Array>>,
}

/// # Safety
///
/// `stream` was made by [`stream`] and is not released, and `out` is a place for a struct.
unsafe extern "C" fn get_schema(stream: *mut ArrowArrayStream, out: *mut ArrowSchema) -> c_int {
    // SAFETY: as promised. What `out` held before is not ours to drop.
    unsafe {
        let private = &*(*stream).private_data.cast::<StreamPrivate>();
        out.write(private.schema.export());
    }
    0
}

/// # Safety
///
/// `stream` was made by [`stream`] and is not released, and `out` is a place for a struct.
unsafe extern "C" fn get_next(stream: *mut ArrowArrayStream, out: *mut ArrowArray) -> c_int {
    // SAFETY: as promised. Nobody else uses the stream meanwhile: the interface demands it.
    unsafe {
        let private = &mut *(*stream).private_data.cast::<StreamPrivate>();
        // A released array marks the end.
        out.write(
            private
                .arrays
                .next()
                .map_or(ArrowArray::EMPTY, |array| array.export()),
        );
    }
    0
}

/// Returns no message: the other callbacks do not fail.
unsafe extern "C" fn get_last_error(_: *mut ArrowArrayStream) -> *const c_char {
    ptr::null()
}

/// Frees what [`stream`] made.
unsafe extern "C" fn release_stream(stream: *mut ArrowArrayStream) {
    // SAFETY: the interface calls it once, with a struct that `stream` made or one that it was moved to.
    unsafe {
        drop(Box::from_raw((*stream).private_data.cast::<StreamPrivate>()));
        (*stream).release = None;
    }
}
