//! The operations through the C library, called as C programs call them: by addresses in a shared library.

use crate::measure::{Buffers, Case, Implementation, Output, Role, implementation};
use libloading::{Library, Symbol};
use std::sync::OnceLock;

/// The variable that names the library. `cargo xtask bench --c` builds it and sets the variable.
const VARIABLE: &str = "UTF8KIT_C_LIBRARY";

fn library() -> Option<&'static Library> {
    static LIBRARY: OnceLock<Option<Library>> = OnceLock::new();
    let open = || {
        let path = std::env::var_os(VARIABLE)?;
        // SAFETY: the library runs no code when it is loaded.
        Some(unsafe { Library::new(&path) }.unwrap_or_else(|error| panic!("{VARIABLE}: {error}")))
    };
    LIBRARY.get_or_init(open).as_ref()
}

/// Returns the function of this name.
///
/// # Safety
///
/// `F` is the type of the function.
unsafe fn function<F: Copy + 'static>(name: &str) -> Option<F> {
    let library = library()?;
    // SAFETY: the caller promises the type. The library is never closed.
    let symbol: Symbol<'static, F> = unsafe { library.get(name) }.unwrap_or_else(|error| panic!("{error}"));
    Some(*symbol)
}

/// `utf8kit_result` of the C library. What is after the first two fields is not looked at.
#[repr(C)]
struct Outcome {
    _read: usize,
    written: usize,
    _rest: [u64; 5],
}

/// Returns a function that checks a text, as an implementation.
fn check<A: 'static>(name: &str, source: fn(&Case<'_>) -> *const [A]) -> Option<Implementation> {
    type Check<A> = unsafe extern "C" fn(*const A, usize) -> bool;
    // SAFETY: the header declares it so.
    let check: Check<A> = unsafe { function(name) }?;
    Some(implementation(
        "C",
        Role::Variant,
        Output::Number,
        move |case, _| {
            let source = source(case);
            // SAFETY: the pointer and the length are those of a slice.
            usize::from(unsafe { check(source.cast(), source.len()) })
        },
    ))
}

/// Returns a function that counts or computes a length, as an implementation.
fn measure<A: 'static>(name: &str, source: fn(&Case<'_>) -> *const [A]) -> Option<Implementation> {
    type Measure<A> = unsafe extern "C" fn(*const A, usize) -> usize;
    // SAFETY: the header declares it so.
    let measure: Measure<A> = unsafe { function(name) }?;
    Some(implementation(
        "C",
        Role::Variant,
        Output::Number,
        move |case, _| {
            let source = source(case);
            // SAFETY: the pointer and the length are those of a slice.
            unsafe { measure(source.cast(), source.len()) }
        },
    ))
}

/// Returns a conversion as an implementation.
fn convert<A: 'static, B: 'static>(
    name: &str,
    source: fn(&Case<'_>) -> *const [A],
    output: Output,
    destination: fn(&mut Buffers<'_>) -> *mut [B],
) -> Option<Implementation> {
    type Convert<A, B> = unsafe extern "C" fn(*const A, usize, *mut B, usize) -> Outcome;
    // SAFETY: the header declares it so.
    let convert: Convert<A, B> = unsafe { function(name) }?;
    Some(implementation(
        "C",
        Role::Variant,
        output,
        move |case, buffers| {
            let (source, destination) = (source(case), destination(buffers));
            // SAFETY: the pointers and the lengths are those of slices.
            unsafe { convert(source.cast(), source.len(), destination.cast(), destination.len()).written }
        },
    ))
}

fn utf8(case: &Case<'_>) -> *const [u8] {
    case.utf8
}

fn utf16(case: &Case<'_>) -> *const [u16] {
    case.utf16
}

fn utf32(case: &Case<'_>) -> *const [u32] {
    case.utf32
}

fn latin1(case: &Case<'_>) -> *const [u8] {
    case.latin1
}

fn bytes(buffers: &mut Buffers<'_>) -> *mut [u8] {
    buffers.bytes
}

fn units16(buffers: &mut Buffers<'_>) -> *mut [u16] {
    buffers.units16
}

fn units32(buffers: &mut Buffers<'_>) -> *mut [u32] {
    buffers.units32
}

/// Returns the function of the C library that does an operation, or `None` if there is no library or no such function.
pub fn variant(operation: &str) -> Option<Implementation> {
    use Output::{Bytes, Units16, Units32};
    match operation {
        "validate" => check("utf8kit_utf8_is_valid", utf8),
        "validate-utf16" => check("utf8kit_utf16_is_valid", utf16),
        "validate-utf32" => check("utf8kit_utf32_is_valid", utf32),
        "validate-ascii" => check("utf8kit_ascii_is_valid", |case| case.ascii),
        "count-utf8" => measure("utf8kit_utf8_count", utf8),
        "count-utf16" => measure("utf8kit_utf16_count", utf16),
        "utf8-utf16-len" => measure("utf8kit_utf8_utf16_len", utf8),
        "utf16-utf8-len" => measure("utf8kit_utf16_utf8_len", utf16),
        "utf32-utf8-len" => measure("utf8kit_utf32_utf8_len", utf32),
        "utf32-utf16-len" => measure("utf8kit_utf32_utf16_len", utf32),
        "latin1-utf8-len" => measure("utf8kit_latin1_utf8_len", latin1),
        "utf8-to-utf16" => convert("utf8kit_utf8_to_utf16", utf8, Units16, units16),
        "utf8-to-utf32" => convert("utf8kit_utf8_to_utf32", utf8, Units32, units32),
        "utf8-to-latin1" => convert("utf8kit_utf8_to_latin1", |case| case.latin1_utf8, Bytes, bytes),
        "utf16-to-utf8" => convert("utf8kit_utf16_to_utf8", utf16, Bytes, bytes),
        "utf16-to-utf32" => convert("utf8kit_utf16_to_utf32", utf16, Units32, units32),
        "utf16-to-latin1" => convert("utf8kit_utf16_to_latin1", |case| case.latin1_utf16, Bytes, bytes),
        "utf32-to-utf8" => convert("utf8kit_utf32_to_utf8", utf32, Bytes, bytes),
        "utf32-to-utf16" => convert("utf8kit_utf32_to_utf16", utf32, Units16, units16),
        "latin1-to-utf8" => convert("utf8kit_latin1_to_utf8", latin1, Bytes, bytes),
        "latin1-to-utf16" => convert("utf8kit_latin1_to_utf16", latin1, Units16, units16),
        _ => None,
    }
}
