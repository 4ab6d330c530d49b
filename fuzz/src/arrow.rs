//! Checks the part of the Python package that reads columns of others by the Arrow C data interface: an array that breaks the
//! specification is an error, and nothing outside of its buffers is read; another has the rows that are in it, before and after a
//! repair, and is released once.
//!
//! The interface does not carry the sizes of buffers. So they are as long here as the length and the last offset say.

use arbitrary::{Result as Made, Unstructured};
use edit::{EarlyViews, Edited, Edits};
use error::Error;
use export::{Array, Schema};
use ffi::{ArrowArray, ArrowSchema, Struct as _};
use import::Source;
use std::cell::Cell;
use std::ffi::{CString, c_void};
use std::ops::ControlFlow;
use std::ptr;
use std::sync::Arc;
use values::{Chunk, Values};

/// Compiles files of the Python package that do without Python.
macro_rules! modules {
    ($($name:ident: $path:literal;)*) => {
        $(
            #[path = $path]
            #[allow(dead_code, unused_imports, clippy::all, reason = "only a part of the package is here, which is checked there")]
            mod $name;
        )*
    };
}

modules! {
    buffer: "../../crates/utf8kit-python/src/arrow/buffer.rs";
    check: "../../crates/utf8kit-python/src/arrow/check.rs";
    edit: "../../crates/utf8kit-python/src/arrow/edit.rs";
    error: "../../crates/utf8kit-python/src/arrow/error.rs";
    export: "../../crates/utf8kit-python/src/arrow/export.rs";
    ffi: "../../crates/utf8kit-python/src/arrow/ffi.rs";
    import: "../../crates/utf8kit-python/src/arrow/import.rs";
    once: "../../crates/utf8kit-python/src/arrow/once.rs";
    values: "../../crates/utf8kit-python/src/arrow/values.rs";
}

/// Numbers that are more often wrong than others.
const NUMBERS: [i64; 12] = [
    0,
    1,
    2,
    12,
    13,
    31,
    -1,
    i32::MAX as i64,
    i32::MIN as i64,
    1 << 62,
    i64::MAX,
    i64::MIN,
];

thread_local! {
    /// The structs that were made and are not released.
    static UNRELEASED: Cell<i64> = const { Cell::new(0) };
}

fn count(change: i64) {
    UNRELEASED.set(UNRELEASED.get() + change);
}

/// A row that an array has.
#[derive(Clone, PartialEq, Debug)]
enum Row {
    Null,
    Value(Vec<u8>),
    /// A row whose place is wrong. If it is null, nobody may notice.
    Wrong,
}

/// A column, and the rows that it has unless its structs are wrong.
struct Column {
    schema: ArrowSchema,
    array: ArrowArray,
    rows: Option<Vec<Row>>,
}

/// What a struct owns.
#[derive(Default)]
struct Owned {
    format: Option<CString>,
    _buffers: Vec<Box<[u8]>>,
    _pointers: Box<[*const c_void]>,
    schemas: Box<[*mut ArrowSchema]>,
    arrays: Box<[*mut ArrowArray]>,
}

/// Frees what a schema owns.
unsafe extern "C" fn release_schema(schema: *mut ArrowSchema) {
    // SAFETY: `schema()` made it, and it is released once.
    unsafe {
        let owned = Box::from_raw((*schema).private_data.cast::<Owned>());
        owned
            .schemas
            .iter()
            .for_each(|&schema| drop(Box::from_raw(schema)));
        (*schema).release = None;
    }
    count(-1);
}

/// Frees what an array owns.
unsafe extern "C" fn release_array(array: *mut ArrowArray) {
    // SAFETY: `array()` made it, and it is released once.
    unsafe {
        let owned = Box::from_raw((*array).private_data.cast::<Owned>());
        owned.arrays.iter().for_each(|&array| drop(Box::from_raw(array)));
        (*array).release = None;
    }
    count(-1);
}

/// Returns a schema with this format.
fn schema(format: &str) -> ArrowSchema {
    let format = CString::new(format).expect("formats have no NUL");
    let owned = Box::new(Owned {
        format: Some(format),
        ..Owned::default()
    });
    count(1);
    ArrowSchema {
        format: owned
            .format
            .as_ref()
            .map_or(ptr::null(), |format| format.as_ptr()),
        release: Some(release_schema),
        private_data: Box::into_raw(owned).cast(),
        ..ArrowSchema::EMPTY
    }
}

/// Returns an array with these buffers, each in memory of its own that ends where it does. Some are not aligned.
fn array(buffers: Vec<Option<Vec<u8>>>, shift: usize) -> ArrowArray {
    let shifted = |buffer: &Vec<u8>| [&vec![0; shift][..], buffer].concat().into_boxed_slice();
    let kept: Vec<Option<Box<[u8]>>> = buffers
        .iter()
        .map(|buffer| buffer.as_ref().map(shifted))
        .collect();
    let pointer = |buffer: &Option<Box<[u8]>>| {
        buffer
            .as_ref()
            .map_or(ptr::null(), |buffer| buffer[shift..].as_ptr().cast())
    };
    let mut pointers: Box<[*const c_void]> = kept.iter().map(pointer).collect();
    let at = pointers.as_mut_ptr();
    let owned = Owned {
        _buffers: kept.into_iter().flatten().collect(),
        _pointers: pointers,
        ..Owned::default()
    };
    count(1);
    ArrowArray {
        n_buffers: buffers.len() as i64,
        buffers: at,
        release: Some(release_array),
        private_data: Box::into_raw(Box::new(owned)).cast(),
        ..ArrowArray::EMPTY
    }
}

impl Column {
    /// Gives the structs a child or a dictionary.
    fn own(&mut self, inner: Column, is_dictionary: bool) {
        let Column { schema, array, .. } = inner;
        let (schema, array) = (Box::into_raw(Box::new(schema)), Box::into_raw(Box::new(array)));
        // SAFETY: `schema()` and `array()` made it, and nobody else has it now.
        let (of_schema, of_array) = unsafe {
            (
                &mut *self.schema.private_data.cast::<Owned>(),
                &mut *self.array.private_data.cast::<Owned>(),
            )
        };
        of_schema.schemas = Box::new([schema]);
        of_array.arrays = Box::new([array]);
        if is_dictionary {
            (self.schema.dictionary, self.array.dictionary) = (schema, array);
        } else {
            (self.schema.children, self.schema.n_children) = (of_schema.schemas.as_mut_ptr(), 1);
            (self.array.children, self.array.n_children) = (of_array.arrays.as_mut_ptr(), 1);
        }
    }

    /// Makes a field wrong, mostly. No number of buffers is one that the struct could have.
    fn damage(&mut self, u: &mut Unstructured<'_>) -> Made<()> {
        let (schema, array) = (&mut self.schema, &mut self.array);
        let number = *u.choose(&[-1, i64::from(i32::MIN), 1 << 62, i64::MAX, i64::MIN])?;
        match u.int_in_range(0..=60)? {
            0 => array.length = number,
            1 => array.offset = number,
            2 => array.null_count = *u.choose(&NUMBERS)?,
            3 => array.n_buffers = *u.choose(&[0, 1.min(array.n_buffers), -1, 1 << 62, i64::MIN])?,
            4 => array.buffers = ptr::null_mut(),
            5 => array.children = ptr::null_mut(),
            6 => array.n_children = *u.choose(&[-1, 0, 1 << 62])?,
            7 => array.dictionary = ptr::null_mut(),
            8 => schema.format = ptr::null(),
            9 => {
                schema.format = u
                    .choose(&[c"", c"\xFF", c"w:-1", c"w:x", c"+l", c"tsn:"])?
                    .as_ptr()
            }
            10 => schema.n_children = *u.choose(&[-1, 0, 1 << 62])?,
            11 => schema.children = ptr::null_mut(),
            12 => schema.dictionary = ptr::null_mut(),
            _ => return Ok(()),
        }
        self.rows = None;
        Ok(())
    }
}

/// Returns the number of rows of an array, and of the elements before them.
fn extent(u: &mut Unstructured<'_>) -> Made<(usize, usize)> {
    Ok((u.int_in_range(0..=9)?, u.int_in_range(0..=3)?))
}

/// Returns a bit for each element, or none.
fn validity(u: &mut Unstructured<'_>, count: usize) -> Made<Option<Vec<u8>>> {
    match u.arbitrary()? {
        true => (0..count.div_ceil(8))
            .map(|_| u.arbitrary())
            .collect::<Made<_>>()
            .map(Some),
        false => Ok(None),
    }
}

/// Returns bytes, of which many are of characters.
fn data(u: &mut Unstructured<'_>, len: usize) -> Made<Vec<u8>> {
    let text = *u.choose(&["a", "é", "€uro ", "\u{1F600}"])?;
    let mut data: Vec<u8> = text.bytes().cycle().take(len).collect();
    for _ in 0..u.int_in_range(0..=3)? {
        let at = u.int_in_range(0..=255)? % len.max(1);
        if let Some(byte) = data.get_mut(at) {
            *byte = u.arbitrary()?;
        }
    }
    Ok(data)
}

/// Returns a column of values.
fn leaf(u: &mut Unstructured<'_>) -> Made<Column> {
    let format = *u.choose(&["z", "u", "Z", "U", "vz", "vu", "n", "w:3", "w:0"])?;
    let (len, offset) = extent(u)?;
    let count = len + offset;
    let validity = validity(u, count)?;
    let (mut buffers, mut rows) = (vec![validity.clone()], Vec::new());
    match format {
        "z" | "u" => {
            rows = offsets(
                u,
                &mut buffers,
                count,
                |number| (number as i32).to_ne_bytes().to_vec(),
                |number| i64::from(number as i32),
            )?
        }
        "Z" | "U" => {
            rows = offsets(
                u,
                &mut buffers,
                count,
                |number| number.to_ne_bytes().to_vec(),
                |number| number,
            )?
        }
        "n" => (buffers, rows) = (Vec::new(), vec![Row::Null; count]),
        "w:3" | "w:0" => {
            let size = usize::from(format.as_bytes()[2] - b'0');
            let data = data(u, count * size)?;
            rows.extend((0..count).map(|row| Row::Value(data[row * size..][..size].to_vec())));
            buffers.push(Some(data));
        }
        _ => rows = views(u, &mut buffers, count)?,
    }
    let mut array = array(buffers, usize::from(u.ratio(1, 8)?));
    (array.length, array.offset, array.null_count) = (len as i64, offset as i64, -1);
    let mut rows = rows.split_off(offset);
    for (row, value) in rows.iter_mut().enumerate() {
        let is_valid = |bits: &Vec<u8>| bits[(offset + row) / 8] >> ((offset + row) % 8) & 1 == 1;
        if !validity.as_ref().is_none_or(is_valid) && !(*value == Row::Wrong && !format.starts_with('v')) {
            *value = Row::Null;
        }
    }
    Ok(Column {
        schema: schema(format),
        array,
        rows: Some(rows),
    })
}

/// Adds buffers of offsets and of data. If some offsets are wrong, so are the rows.
fn offsets(
    u: &mut Unstructured<'_>,
    buffers: &mut Vec<Option<Vec<u8>>>,
    count: usize,
    bytes: fn(i64) -> Vec<u8>,
    cut: fn(i64) -> i64,
) -> Made<Vec<Row>> {
    let mut offsets = vec![u.int_in_range(0..=5)?];
    for _ in 0..count {
        let last = *offsets.last().expect("there is a first one");
        let is_wrong = u.ratio(1, 24)?;
        offsets.push(match is_wrong {
            true => cut(*u.choose(&NUMBERS)?),
            false => last.clamp(0, 500) + u.int_in_range(0..=40)?,
        });
    }
    // Nobody could know that the data ends before.
    let end = offsets.last_mut().expect("there is a first one");
    *end = (*end).min(600);
    let data = data(u, usize::try_from(*end).unwrap_or(0))?;
    let row = |pair: &[i64]| match (usize::try_from(pair[0]), usize::try_from(pair[1])) {
        (Ok(from), Ok(to)) => data
            .get(from..to)
            .map_or(Row::Wrong, |value| Row::Value(value.to_vec())),
        _ => Row::Wrong,
    };
    let rows = offsets.windows(2).map(row).collect();
    buffers.push(Some(offsets.into_iter().flat_map(bytes).collect()));
    buffers.push(Some(data));
    Ok(rows)
}

/// Adds buffers of views, of data, and of their sizes. A view that is wrong is a row that is.
fn views(u: &mut Unstructured<'_>, buffers: &mut Vec<Option<Vec<u8>>>, count: usize) -> Made<Vec<Row>> {
    let data: Vec<Vec<u8>> = (0..u.int_in_range(0..=2)?)
        .map(|_| data(u, 40))
        .collect::<Made<_>>()?;
    let (mut views, mut rows) = (Vec::new(), Vec::new());
    for _ in 0..count {
        let mut numbers = [
            u.int_in_range(0..=20)?,
            u.int_in_range(0..=1)?,
            u.int_in_range(0..=25)?,
        ];
        if u.ratio(1, 16)? {
            *u.choose_iter(numbers.iter_mut())? = *u.choose(&NUMBERS)? as i32;
        }
        let [len, buffer, at] = numbers;
        let mut view = [0u8; 16];
        view[..4].copy_from_slice(&len.to_ne_bytes());
        let value = usize::try_from(len).ok().and_then(|len| {
            let (buffer, at) = (usize::try_from(buffer).ok()?, usize::try_from(at).ok()?);
            data.get(buffer)?.get(at..)?.get(..len)
        });
        rows.push(match len {
            0..=12 => {
                // What is after the value has no meaning.
                u.fill_buffer(&mut view[4..])?;
                Row::Value(view[4..][..len as usize].to_vec())
            }
            _ => {
                view[8..12].copy_from_slice(&buffer.to_ne_bytes());
                view[12..].copy_from_slice(&at.to_ne_bytes());
                match value {
                    Some(value) if !u.ratio(1, 24)? => {
                        view[4..8].copy_from_slice(&value[..4]);
                        Row::Value(value.to_vec())
                    }
                    Some(value) => {
                        view[4..8].copy_from_slice(&[value[0], value[1], value[2], !value[3]]);
                        Row::Wrong
                    }
                    None => Row::Wrong,
                }
            }
        });
        views.extend(view);
    }
    let sizes = data
        .iter()
        .flat_map(|data| (data.len() as i64).to_ne_bytes())
        .collect();
    buffers.push(Some(views));
    buffers.extend(data.into_iter().map(Some));
    buffers.push(Some(sizes));
    Ok(rows)
}

/// Returns a column of keys of a dictionary.
fn encoded(u: &mut Unstructured<'_>, mut dictionary: Column) -> Made<Column> {
    dictionary.damage(u)?;
    let (format, width) = *u.choose(&[
        ("c", 1),
        ("C", 1),
        ("s", 2),
        ("S", 2),
        ("i", 4),
        ("I", 4),
        ("l", 8),
        ("L", 8),
        ("g", 8),
    ])?;
    let (len, offset) = extent(u)?;
    let validity = validity(u, len + offset)?;
    let (mut keys, mut rows) = (Vec::new(), Vec::new());
    let entries = dictionary.rows.clone();
    for place in 0..len + offset {
        let key: i64 = match u.ratio(1, 16)? {
            true => *u.choose(&NUMBERS)?,
            false => u.int_in_range(0..=9)?,
        };
        let bytes = &key.to_le_bytes()[..width];
        keys.extend_from_slice(bytes);
        let is_valid = validity
            .as_ref()
            .is_none_or(|bits| bits[place / 8] >> (place % 8) & 1 == 1);
        // Whether the key has a sign does not matter: an entry of a dictionary here has a small number.
        let key = bytes
            .iter()
            .rev()
            .fold(0_u64, |key, &byte| key << 8 | u64::from(byte));
        let entry = entries
            .as_ref()
            .and_then(|entries| entries.get(usize::try_from(key).ok()?));
        rows.push(match (is_valid, entry) {
            (false, _) => Row::Null,
            (true, Some(row)) => row.clone(),
            (true, None) => Row::Wrong,
        });
    }
    let mut array = array(vec![validity, Some(keys)], usize::from(u.ratio(1, 8)?));
    (array.length, array.offset, array.null_count) = (len as i64, offset as i64, -1);
    let is_right = format != "g" && entries.is_some_and(|entries| !entries.contains(&Row::Wrong));
    let mut column = Column {
        schema: schema(format),
        array,
        rows: is_right.then(|| rows.split_off(offset)),
    };
    column.own(dictionary, true);
    Ok(column)
}

/// Returns a table of one column.
fn table(u: &mut Unstructured<'_>, mut column: Column) -> Made<Column> {
    column.damage(u)?;
    let all = column.array.length.clamp(0, 20);
    let offset = u.int_in_range(0..=all)?;
    let mut len = u.int_in_range(0..=all - offset)?;
    let rows = column.rows.as_ref().filter(|rows| !rows.contains(&Row::Wrong));
    // Nobody could know that the data ends before an offset that is wrong, if that is the last one of the table.
    len = if rows.is_some() { len } else { all - offset };
    let rows = rows.map(|rows| rows[offset as usize..(offset + len) as usize].to_vec());
    let mut array = array(vec![None], 0);
    (array.length, array.offset) = (len, offset);
    let mut table = Column {
        schema: schema("+s"),
        array,
        rows,
    };
    table.own(column, false);
    Ok(table)
}

pub(crate) fn run(bytes: &[u8]) {
    let mut u = Unstructured::new(bytes);
    let made = || -> Made<(Column, Option<bool>)> {
        let mut column = leaf(&mut u)?;
        if u.ratio(1, 3)? {
            column = encoded(&mut u, column)?;
        }
        if u.ratio(1, 4)? {
            column = table(&mut u, column)?;
        }
        column.damage(&mut u)?;
        Ok((column, u.arbitrary()?))
    };
    if let Ok((Column { schema, array, rows }, views)) = { made }() {
        let found = Source::from_array(&schema, array).and_then(|source| check_source(source, views));
        drop(schema);
        let Some(rows) = rows else {
            // Something else is wrong: there is an error, or not.
            drop(found);
            return assert_eq!(UNRELEASED.get(), 0);
        };
        match found {
            Ok(found) => assert_eq!(found, rows),
            Err(error) => assert!(rows.contains(&Row::Wrong), "{error:?} {rows:?}"),
        }
    }
    assert_eq!(UNRELEASED.get(), 0);
}

/// Reads the rows of a source, repairs them, and reads them again from what is exported.
fn check_source(mut source: Source, views: Option<bool>) -> Result<Vec<Row>, Error> {
    let mut chunks = Vec::new();
    while let Some(chunk) = source.next()? {
        chunks.push(chunk);
    }
    let mut rows = Vec::new();
    let mut edited = Vec::new();
    for chunk in &chunks {
        let dictionary = match chunk {
            Chunk::Plain(values) => values,
            Chunk::Encoded(encoded) => &encoded.dictionary,
        };
        let early = if matches!(chunk, Chunk::Plain(_)) {
            views
        } else {
            Some(false)
        };
        let (edits, views) = repair(dictionary, early)?;
        rows.extend(rows_of(chunk)?);
        let (chunk, edits) = (chunk.clone(), Arc::new(edits));
        edited.push(Edited { chunk, edits, views });
    }
    let (column, repaired) = edit::apply(source.column.clone(), edited, views)?;
    let arrays = repaired.iter().map(|chunk| Arc::new(Array::of(chunk))).collect();
    let stream = export::stream(Arc::new(Schema::of(&column)), arrays);
    drop((chunks, repaired, source));
    let mut again = Source::from_stream(stream).expect("what is exported is right");
    let mut found = Vec::new();
    while let Some(chunk) = again.next().expect("what is exported is right") {
        found.extend(rows_of(&chunk).expect("what is exported is right"));
    }
    let lossy = |row: &Row| match row {
        Row::Value(value) => Row::Value(String::from_utf8_lossy(value).into_owned().into_bytes()),
        row => row.clone(),
    };
    assert_eq!(found, rows.iter().map(lossy).collect::<Vec<_>>());
    Ok(rows)
}

/// Returns the edits that repair the ill-formed values, and views if they were made on the way.
fn repair(values: &Values, views: Option<bool>) -> Result<(Edits, Option<Vec<values::View>>), Error> {
    let mut edits = Edits::default();
    let mut early = EarlyViews::new(values, views);
    let is_repaired = Cell::new(false);
    let mut passed = |row| {
        if let Some(early) = early.as_mut().filter(|_| is_repaired.get()) {
            early.extend_to(row);
        }
    };
    let mut places = Vec::new();
    let mut found = |found: check::Found<'_>| -> ControlFlow<()> {
        is_repaired.set(true);
        places.push(found.row);
        let text = String::from_utf8_lossy(found.bytes);
        let text = if found.is_null { b"" } else { text.as_bytes() };
        edits.replace(found.row, text).expect("there is memory");
        ControlFlow::Continue(())
    };
    let _ = check::ill_formed_values_in_blocks(values, &mut found, &mut passed)?;
    // A look at each value alone finds the same.
    for row in (0..values.len).filter(|&row| !values.is_null(row)) {
        assert_eq!(
            std::str::from_utf8(values.value(row)?).is_err(),
            places.contains(&row),
            "row {row}"
        );
    }
    Ok((edits, early.and_then(EarlyViews::finish)))
}

/// Returns the rows of a chunk.
fn rows_of(chunk: &Chunk) -> Result<Vec<Row>, Error> {
    let row = |values: &Values, row: usize| match values.is_null(row) {
        true => Ok(Row::Null),
        false => values.value(row).map(|value| Row::Value(value.to_vec())),
    };
    match chunk {
        Chunk::Plain(values) => (0..values.len).map(|at| row(values, at)).collect(),
        Chunk::Encoded(encoded) => {
            let mut rows = vec![Row::Null; encoded.len];
            encoded.for_each_key(|at, key| {
                rows[at] = row(&encoded.dictionary, key)?;
                Ok(())
            })?;
            Ok(rows)
        }
    }
}
