//! Maps of files.

use crate::json::Json;
use crate::memory::{owned, set_output, slice};
use utf8kit_lint::{Cell, Map};

/// Returns a map of at most `cells` cells, or null if there is no memory.
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
pub extern "C" fn map(cells: usize) -> *mut Map {
    owned(Map::new(cells))
}

/// Adds the next piece of the text to a map.
///
/// # Safety
///
/// [`map`] has returned `map`, which is not freed. `src` has `len` bytes.
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
pub unsafe extern "C" fn map_push(map: *mut Map, src: *const u8, len: usize) {
    // SAFETY: the caller promises it.
    unsafe { &mut *map }.push(unsafe { slice(src, len) });
}

/// Ends the text, outputs the map, and frees it.
///
/// # Safety
///
/// [`map`] has returned `map`, which is not freed.
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
pub unsafe extern "C" fn map_finish(map: *mut Map) {
    // SAFETY: `map` made it from a box.
    let mut map = unsafe { Box::from_raw(map) };
    map.finish();
    let mut json = Json::default();
    json.object(|json| {
        json.key("length").number(map.len());
        json.key("cellLength").number(map.cell_len());
        json.key("cells").array(|json| {
            for cell in map.cells() {
                write_cell(json, cell);
            }
        });
        write_cell(json.key("total"), &map.total());
        json.key("scripts").array(|json| {
            for (script, characters) in map.scripts() {
                json.object(|json| {
                    json.key("script").string(script);
                    json.key("characters").number(characters);
                });
            }
        });
    });
    set_output(json.into_bytes());
}

fn write_cell(json: &mut Json, cell: &Cell) {
    json.object(|json| {
        json.key("nul").number(cell.nul);
        json.key("ascii").number(cell.ascii);
        json.key("two").number(cell.two);
        json.key("three").number(cell.three);
        json.key("four").number(cell.four);
        json.key("illFormed").number(cell.ill_formed);
        json.key("errors").number(cell.errors);
    });
}

/// Frees a map whose text did not end.
///
/// # Safety
///
/// [`map`] has returned `map`, which is not freed.
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
pub unsafe extern "C" fn map_free(map: *mut Map) {
    // SAFETY: `map` made it from a box.
    drop(unsafe { Box::from_raw(map) });
}
