//! Every encoding through the C functions, compared with the table that every package is compared with.

use std::ptr;
use utf8kit_capi::*;
use utf8kit_test::{ENCODINGS, characters, checksum, sequences};

/// Calls `convert` with `bytes` and a destination that has room for whatever they become.
fn converted(
    bytes: &[u8],
    convert: unsafe extern "C" fn(
        utf8kit_encoding,
        *const utf8kit_policy,
        *const std::ffi::c_char,
        usize,
        *mut std::ffi::c_char,
        usize,
    ) -> utf8kit_result,
    encoding: utf8kit_encoding,
    action: utf8kit_action,
) -> Vec<u8> {
    let policy = utf8kit_policy {
        action,
        character: '?'.into(),
        table: ptr::null(),
        replace: None,
        user: ptr::null_mut(),
    };
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

#[test]
fn every_encoding_reads_and_writes_what_the_rust_library_does() {
    let (sequences, characters) = (sequences(), characters());
    for row in ENCODINGS.lines().skip(1) {
        let [name, read, written, back] = row.split('\t').collect::<Vec<_>>()[..] else {
            panic!("{row}");
        };
        // SAFETY: the pointer is that of so many bytes.
        let encoding = unsafe { utf8kit_encoding_for_label(name.as_ptr().cast(), name.len()) };
        assert_ne!(encoding, UTF8KIT_ENCODING_NONE, "{name}");
        let decoded =
            |bytes: &[u8]| checksum(&converted(bytes, utf8kit_decode, encoding, UTF8KIT_ACTION_ESCAPE));
        assert_eq!(decoded(&sequences), read, "{name}");
        if written != "-" {
            let bytes = converted(
                characters.as_bytes(),
                utf8kit_encode,
                encoding,
                UTF8KIT_ACTION_REPLACE,
            );
            assert_eq!(checksum(&bytes), written, "{name}");
            assert_eq!(decoded(&bytes), back, "{name}");
        }
    }
}
