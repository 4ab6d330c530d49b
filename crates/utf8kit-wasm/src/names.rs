//! Names and other properties of characters, and the ways to write them.

use crate::json::Json;
use crate::memory::{set_output, slice};
use utf8kit_lint::inspect::{FormKind, forms, properties};

/// Outputs the properties of code points, or of numbers over U+10FFFF, as an array.
///
/// # Safety
///
/// `numbers` has `len` numbers and is aligned.
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
pub unsafe extern "C" fn character_properties(numbers: *const u32, len: usize) {
    let mut json = Json::default();
    json.array(|json| {
        // SAFETY: the caller promises it.
        for &number in unsafe { slice(numbers, len) } {
            json.object(|json| write_properties(json, number));
            json.turn_page();
        }
    });
    set_output(json.into_bytes());
}

fn write_properties(json: &mut Json, number: u32) {
    let properties = properties(number);
    let properties = properties.as_ref();
    let category = properties.map(|properties| properties.category);
    json.key("name")
        .optional(properties.map(|properties| &*properties.name));
    json.key("block")
        .optional(properties.and_then(|properties| properties.block));
    json.key("category")
        .optional(category.map(|category| category.short));
    json.key("categoryName")
        .optional(category.map(|category| category.long));
    json.key("age")
        .optional(properties.and_then(|properties| properties.age));
    let all = forms(number);
    for (key, kind) in [("encodings", FormKind::Encoding), ("escapes", FormKind::Escape)] {
        json.key(key).object(|json| {
            for form in all.iter().filter(|form| form.kind == kind) {
                json.key(form.name).string(&form.text);
            }
        });
    }
}
