//! Columns that are handed to other libraries.

use super::column::{Rows, View};
use super::ffi::{ArrowArray, ArrowArrayStream, ArrowSchema, NULLABLE, Owned, Structure};
use std::ffi::{CStr, CString, c_char, c_int, c_void};
use std::ptr::{null, null_mut};
use std::sync::Arc;

/// The memory of a column.
#[derive(Clone)]
pub(super) enum Buffer {
    /// There is none.
    None,
    Bytes(Arc<Vec<u8>>),
    Offsets32(Arc<Vec<i32>>),
    Offsets64(Arc<Vec<i64>>),
    Numbers64(Arc<Vec<u64>>),
    Views(Arc<Vec<View>>),
    /// A buffer of a column that was taken.
    Taken(Taken),
}

/// A buffer of a column that was taken, which it keeps.
#[derive(Clone)]
pub(super) struct Taken {
    pointer: *const c_void,
    _owner: Arc<Owned<ArrowArray>>,
}

// SAFETY: the buffer is only read, and its owner may be moved and shared.
unsafe impl Send for Taken {}
// SAFETY: as above.
unsafe impl Sync for Taken {}

impl Buffer {
    /// Returns a buffer of a column that was taken.
    pub(super) fn taken(rows: &Rows, index: usize) -> Buffer {
        Buffer::taken_from(rows, index, 0)
    }

    /// Returns a buffer of a column that was taken, without the first `skipped` bytes.
    pub(super) fn taken_from(rows: &Rows, index: usize, skipped: usize) -> Buffer {
        let pointer = rows.buffers[index].cast::<u8>().wrapping_add(skipped).cast();
        Buffer::Taken(Taken {
            pointer,
            _owner: Arc::clone(&rows.owner),
        })
    }

    fn pointer(&self) -> *const c_void {
        match self {
            Buffer::None => null(),
            Buffer::Bytes(bytes) => bytes.as_ptr().cast(),
            Buffer::Offsets32(numbers) => numbers.as_ptr().cast(),
            Buffer::Offsets64(numbers) => numbers.as_ptr().cast(),
            Buffer::Numbers64(numbers) => numbers.as_ptr().cast(),
            Buffer::Views(views) => views.as_ptr().cast(),
            Buffer::Taken(taken) => taken.pointer,
        }
    }
}

/// The type of a column that is handed out.
#[derive(Clone)]
pub(super) struct Field {
    pub(super) name: CString,
    pub(super) format: &'static CStr,
    pub(super) children: Vec<Field>,
    pub(super) dictionary: Option<Box<Field>>,
}

impl Field {
    pub(super) fn new(name: &str, format: &'static CStr) -> Field {
        let name = CString::new(name).expect("names are ours");
        Field {
            name,
            format,
            children: Vec::new(),
            dictionary: None,
        }
    }
}

/// A part of a column that is handed out.
#[derive(Clone)]
pub(super) struct Chunk {
    pub(super) len: usize,
    /// The number of rows that are null, or -1.
    pub(super) null_count: i64,
    pub(super) offset: usize,
    pub(super) buffers: Vec<Buffer>,
    pub(super) children: Vec<Chunk>,
    pub(super) dictionary: Option<Arc<Chunk>>,
}

impl Chunk {
    /// Returns rows of which none is null.
    pub(super) fn new(len: usize, buffers: Vec<Buffer>) -> Chunk {
        Chunk {
            len,
            null_count: 0,
            offset: 0,
            buffers,
            children: Vec::new(),
            dictionary: None,
        }
    }
}

/// What a schema refers to.
struct SchemaContent {
    field: Field,
    children: Vec<*mut ArrowSchema>,
}

/// What an array refers to.
struct ArrayContent {
    /// Keeps the memory.
    _chunk: Chunk,
    buffers: Vec<*const c_void>,
    children: Vec<*mut ArrowArray>,
}

pub(super) fn schema(field: &Field) -> Owned<ArrowSchema> {
    let boxed = |field: &Field| {
        // Whoever owns the schema releases it.
        let child = std::mem::ManuallyDrop::new(schema(field));
        // SAFETY: the structure is moved out once.
        Box::into_raw(Box::new(unsafe { std::ptr::read(&raw const child.0) }))
    };
    let mut content = Box::new(SchemaContent {
        children: field.children.iter().map(boxed).collect(),
        field: field.clone(),
    });
    Owned(ArrowSchema {
        format: content.field.format.as_ptr(),
        name: content.field.name.as_ptr(),
        metadata: null(),
        flags: NULLABLE,
        n_children: content.children.len() as i64,
        children: content.children.as_mut_ptr(),
        dictionary: field.dictionary.as_deref().map_or(null_mut(), boxed),
        release: Some(release_schema),
        private_data: Box::into_raw(content).cast(),
    })
}

/// Releases a schema of ours.
unsafe extern "C" fn release_schema(schema: *mut ArrowSchema) {
    // SAFETY: the caller passes a schema that `schema` has made, once. Children may have been taken, and are released then.
    unsafe {
        let schema = &mut *schema;
        let content = Box::from_raw(schema.private_data.cast::<SchemaContent>());
        let dictionary = (!schema.dictionary.is_null()).then_some(schema.dictionary);
        for child in content.children.iter().copied().chain(dictionary) {
            Box::from_raw(child).release();
        }
        schema.release = None;
    }
}

pub(super) fn array(chunk: &Chunk) -> Owned<ArrowArray> {
    let boxed = |chunk: &Chunk| {
        // Whoever owns the array releases it.
        let child = std::mem::ManuallyDrop::new(array(chunk));
        // SAFETY: the structure is moved out once.
        Box::into_raw(Box::new(unsafe { std::ptr::read(&raw const child.0) }))
    };
    let mut content = Box::new(ArrayContent {
        buffers: chunk.buffers.iter().map(Buffer::pointer).collect(),
        children: chunk.children.iter().map(boxed).collect(),
        _chunk: chunk.clone(),
    });
    Owned(ArrowArray {
        length: chunk.len as i64,
        null_count: chunk.null_count,
        offset: chunk.offset as i64,
        n_buffers: content.buffers.len() as i64,
        n_children: content.children.len() as i64,
        buffers: content.buffers.as_mut_ptr(),
        children: content.children.as_mut_ptr(),
        dictionary: chunk.dictionary.as_deref().map_or(null_mut(), boxed),
        release: Some(release_array),
        private_data: Box::into_raw(content).cast(),
    })
}

/// Releases an array of ours.
unsafe extern "C" fn release_array(array: *mut ArrowArray) {
    // SAFETY: the caller passes an array that `array` has made, once. Children may have been taken, and are released then.
    unsafe {
        let array = &mut *array;
        let content = Box::from_raw(array.private_data.cast::<ArrayContent>());
        let dictionary = (!array.dictionary.is_null()).then_some(array.dictionary);
        for child in content.children.iter().copied().chain(dictionary) {
            Box::from_raw(child).release();
        }
        array.release = None;
    }
}

/// A column that is handed out as often as it is asked for.
pub(super) struct Table {
    pub(super) field: Field,
    pub(super) chunks: Vec<Chunk>,
}

/// What a stream refers to.
struct StreamContent {
    table: Arc<Table>,
    next: usize,
}

pub(super) fn stream(table: &Arc<Table>) -> Owned<ArrowArrayStream> {
    let content = Box::new(StreamContent {
        table: Arc::clone(table),
        next: 0,
    });
    Owned(ArrowArrayStream {
        get_schema: Some(get_schema),
        get_next: Some(get_next),
        get_last_error: Some(get_last_error),
        release: Some(release_stream),
        private_data: Box::into_raw(content).cast(),
    })
}

unsafe extern "C" fn get_schema(stream: *mut ArrowArrayStream, out: *mut ArrowSchema) -> c_int {
    // SAFETY: the caller passes a stream of ours and a place for a schema.
    unsafe {
        let content = &*(*stream).private_data.cast::<StreamContent>();
        let made = std::mem::ManuallyDrop::new(schema(&content.table.field));
        out.write(std::ptr::read(&raw const made.0));
    }
    0
}

unsafe extern "C" fn get_next(stream: *mut ArrowArrayStream, out: *mut ArrowArray) -> c_int {
    // SAFETY: the caller passes a stream of ours, which only one thread uses at a time, and a place for an array.
    unsafe {
        let content = &mut *(*stream).private_data.cast::<StreamContent>();
        let Some(chunk) = content.table.chunks.get(content.next) else {
            out.write(ArrowArray::released());
            return 0;
        };
        content.next += 1;
        let made = std::mem::ManuallyDrop::new(array(chunk));
        out.write(std::ptr::read(&raw const made.0));
    }
    0
}

/// The functions of our streams do not fail.
unsafe extern "C" fn get_last_error(_stream: *mut ArrowArrayStream) -> *const c_char {
    null()
}

unsafe extern "C" fn release_stream(stream: *mut ArrowArrayStream) {
    // SAFETY: the caller passes a stream of ours, once.
    unsafe {
        drop(Box::from_raw((*stream).private_data.cast::<StreamContent>()));
        (*stream).release = None;
    }
}
