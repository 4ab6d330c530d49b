//! Errors in words.

use crate::encoding::{description, utf8kit_encoding};
use crate::memory::write_message;
use crate::result::{self, utf8kit_kind, utf8kit_result};
use crate::*;
use core::ffi::c_char;
use core::fmt;
use utf8kit::codec::Description;
use utf8kit::{IllFormed, Number};

/// What stopped a function, in words.
struct Stopped<'r> {
    result: &'r utf8kit_result,
    description: Option<&'static Description>,
}

impl fmt::Display for Stopped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let result = self.result;
        let description = self.description;
        let name = description.map_or("text", Description::name);
        let (offset, character) = (result.offset, Number(result.character));
        match result.stop {
            UTF8KIT_STOP_INPUT_USED => f.write_str("no error"),
            UTF8KIT_STOP_OUTPUT_FULL => write!(
                f,
                "the destination is too short: {} units of the source are converted to {} units",
                result.read, result.written
            ),
            UTF8KIT_STOP_ILL_FORMED => {
                let context =
                    &result.context[..usize::from(result.context_length).min(result.context.len())];
                // The length is in units, which are several bytes of the context if they are native. No error of UTF-16 or
                // UTF-32 in bytes is shorter than a unit, unless the text ends in it.
                let unit = match name {
                    "UTF-16" => 2,
                    "UTF-32" => 4,
                    _ => 1,
                };
                let len = (result.length as usize).max(unit).min(context.len());
                match (description, result::kind_of(result.kind)) {
                    (Some(description), Some(kind)) if len > 0 => {
                        IllFormed::new(description, offset, context, len, kind).fmt(f)
                    }
                    _ => write!(f, "ill-formed {name} at offset {offset}"),
                }
            }
            UTF8KIT_STOP_NOT_REPRESENTABLE => write!(
                f,
                "the destination's encoding cannot represent {character} at offset {offset}"
            ),
            UTF8KIT_STOP_INVALID_ARGUMENT => f.write_str(
                "an argument is not allowed: NULL with a length, a pointer that is not aligned, or an unknown number",
            ),
            UTF8KIT_STOP_OUT_OF_MEMORY => f.write_str("the allocator has no memory"),
            stop => write!(f, "unknown reason {stop}"),
        }
    }
}

/// Writes what stopped a function, in words: `ill-formed UTF-8 at offset 3: ...`. `encoding` is that of the source; for
/// 16-bit units it is either of UTF-16.
///
/// As much as fits is written to `dst`, and a NUL after it if `capacity` is not zero. Returns the number of bytes of the whole
/// message without the NUL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utf8kit_message(
    result: *const utf8kit_result,
    encoding: utf8kit_encoding,
    dst: *mut c_char,
    capacity: usize,
) -> usize {
    // SAFETY: the caller passes NULL or a result.
    let result = unsafe { result.as_ref() }.unwrap_or(&utf8kit_result::INVALID_ARGUMENT);
    let description = description(encoding);
    // SAFETY: the caller keeps to the contract.
    unsafe { write_message(Stopped { result, description }, dst, capacity) }
}

/// Writes the clause of the standard that an error of this kind breaks in an encoding, such as `RFC 3629 section 3`, as
/// `utf8kit_message` writes a message. It is empty if no error has this kind.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utf8kit_clause(
    kind: utf8kit_kind,
    encoding: utf8kit_encoding,
    dst: *mut c_char,
    capacity: usize,
) -> usize {
    let clause = match (result::kind_of(kind), description(encoding)) {
        (Some(kind), Some(description)) => description.clause(kind),
        _ => "",
    };
    // SAFETY: the caller keeps to the contract.
    unsafe { write_message(clause, dst, capacity) }
}

/// Returns the name of a kind, such as `overlong`, which is a string that ends in NUL and is never freed. Returns NULL if no
/// kind has this number.
#[must_use]
#[unsafe(no_mangle)]
pub extern "C" fn utf8kit_kind_name(kind: utf8kit_kind) -> *const c_char {
    let name = match kind {
        UTF8KIT_KIND_NONE => c"none",
        UTF8KIT_KIND_UNEXPECTED_CONTINUATION => c"unexpected-continuation",
        UTF8KIT_KIND_OVERLONG => c"overlong",
        UTF8KIT_KIND_SURROGATE => c"surrogate",
        UTF8KIT_KIND_TOO_LARGE => c"too-large",
        UTF8KIT_KIND_NEVER_VALID => c"never-valid",
        UTF8KIT_KIND_MISSING_CONTINUATION => c"missing-continuation",
        UTF8KIT_KIND_UNEXPECTED_END => c"unexpected-end",
        UTF8KIT_KIND_UNDEFINED => c"undefined",
        UTF8KIT_KIND_OUTSIDE_SUBSET => c"outside-subset",
        UTF8KIT_KIND_OTHER => c"other",
        _ => return core::ptr::null(),
    };
    name.as_ptr()
}

/// Returns the name of a reason, such as `ill-formed`, which is a string that ends in NUL and is never freed. Returns NULL if no
/// reason has this number.
#[must_use]
#[unsafe(no_mangle)]
pub extern "C" fn utf8kit_stop_name(stop: utf8kit_stop) -> *const c_char {
    let name = match stop {
        UTF8KIT_STOP_INPUT_USED => c"input-used",
        UTF8KIT_STOP_OUTPUT_FULL => c"output-full",
        UTF8KIT_STOP_ILL_FORMED => c"ill-formed",
        UTF8KIT_STOP_NOT_REPRESENTABLE => c"not-representable",
        UTF8KIT_STOP_INVALID_ARGUMENT => c"invalid-argument",
        UTF8KIT_STOP_OUT_OF_MEMORY => c"out-of-memory",
        _ => return core::ptr::null(),
    };
    name.as_ptr()
}

#[cfg(test)]
mod tests {
    use super::*;
    use core::ffi::CStr;

    #[test]
    fn kinds_have_the_names_of_the_library() {
        let mut known = 0;
        for number in 0..=UTF8KIT_KIND_OTHER {
            let Some(kind) = result::kind_of(number) else {
                continue;
            };
            known += 1;
            assert_eq!(result::kind(kind), number);
            // SAFETY: the name of a known kind is a string.
            let name = unsafe { CStr::from_ptr(utf8kit_kind_name(number)) };
            assert_eq!(name.to_str(), Ok(kind.name()));
        }
        assert_eq!(known, 9);
        assert!(utf8kit_kind_name(10).is_null());
    }
}
