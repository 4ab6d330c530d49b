//! Every encoding through the C functions, compared with the table that every package is compared with.

use std::ffi::{CStr, c_char, c_void};
use std::ptr;
use utf8kit_capi::*;
use utf8kit_test::{ENCODINGS, characters, checksum, push_error, sequences};

/// Calls `convert` with `bytes` and a destination that has room for whatever they become.
fn converted(
    bytes: &[u8],
    convert: unsafe extern "C" fn(
        utf8kit_encoding,
        *const utf8kit_policy,
        *const c_char,
        usize,
        *mut c_char,
        usize,
    ) -> utf8kit_result,
    encoding: utf8kit_encoding,
    policy: utf8kit_policy,
) -> Vec<u8> {
    let mut out = vec![0; 6 * bytes.len() + 16];
    // SAFETY: the pointers are those of so many bytes, and of a policy.
    let result = unsafe {
        convert(
            encoding,
            &policy,
            bytes.as_ptr().cast(),
            bytes.len(),
            out.as_mut_ptr().cast(),
            out.len(),
        )
    };
    assert_eq!(result.stop, UTF8KIT_STOP_INPUT_USED);
    out.truncate(result.written);
    out
}

/// A policy that replaces by `?`.
const POLICY: utf8kit_policy = utf8kit_policy {
    action: UTF8KIT_ACTION_REPLACE,
    character: '?' as u32,
    table: ptr::null(),
    replace: None,
    user: ptr::null_mut(),
};

/// Replaces an error by `?`, and appends its line to the bytes that `user` points to.
unsafe extern "C" fn push(
    user: *mut c_void,
    bytes: *const c_char,
    len: usize,
    kind: utf8kit_kind,
    replacement: *mut utf8kit_replacement,
) -> bool {
    // SAFETY: the library passes the pointer of the policy, so many bytes, and a replacement; the name of a kind is a string.
    let (lines, bytes, kind, replacement) = unsafe {
        (
            &mut *user.cast::<Vec<u8>>(),
            std::slice::from_raw_parts(bytes.cast(), len),
            CStr::from_ptr(utf8kit_kind_name(kind)),
            &mut *replacement,
        )
    };
    push_error(lines, kind.to_str().unwrap(), bytes);
    (replacement.text, replacement.len) = (c"?".as_ptr(), 1);
    true
}

/// Returns the checksum of the errors of a text.
fn errors(bytes: &[u8], encoding: utf8kit_encoding) -> String {
    let mut lines = Vec::new();
    let policy = utf8kit_policy {
        action: UTF8KIT_ACTION_CALL,
        replace: Some(push),
        user: ptr::from_mut(&mut lines).cast(),
        ..POLICY
    };
    converted(bytes, utf8kit_decode, encoding, policy);
    checksum(&lines)
}

#[test]
fn every_encoding_reads_and_writes_what_the_rust_library_does() {
    let (sequences, characters) = (sequences(), characters());
    for row in ENCODINGS.lines().skip(1) {
        let [name, read, errors, written, back] = row.split('\t').collect::<Vec<_>>()[..] else {
            panic!("{row}");
        };
        // SAFETY: the pointer is that of so many bytes.
        let encoding = unsafe { utf8kit_encoding_for_label(name.as_ptr().cast(), name.len()) };
        assert_ne!(encoding, UTF8KIT_ENCODING_NONE, "{name}");
        let escape = utf8kit_policy {
            action: UTF8KIT_ACTION_ESCAPE,
            ..POLICY
        };
        let decoded = |bytes: &[u8]| checksum(&converted(bytes, utf8kit_decode, encoding, escape));
        assert_eq!(decoded(&sequences), read, "{name}");
        assert_eq!(self::errors(&sequences, encoding), errors, "{name}");
        if written != "-" {
            let bytes = converted(characters.as_bytes(), utf8kit_encode, encoding, POLICY);
            assert_eq!(checksum(&bytes), written, "{name}");
            assert_eq!(decoded(&bytes), back, "{name}");
        }
    }
}
