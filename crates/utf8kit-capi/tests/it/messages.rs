//! The message of an error is that of the Rust library. In UTF-7 and its kin, the message of C has the place and the bytes, and does
//! not say what was expected.

use std::ffi::CStr;
use std::ptr;
use utf8kit::Policy;
use utf8kit::stream::Stop;
use utf8kit_capi::*;
use utf8kit_encodings::{Decoder, Encoding};

/// Returns the place and the ill-formed bytes of a message.
fn sequence(message: &str) -> &str {
    let (end, _) = message
        .match_indices('`')
        .nth(1)
        .unwrap_or_else(|| panic!("{message}"));
    &message[message.find(" at offset ").unwrap()..end]
}

#[test]
fn messages_are_those_of_rust() {
    let mut compared = 0;
    let is_known = |number: &utf8kit_encoding| !utf8kit_encoding_name(*number).is_null();
    let numbers: Vec<_> = (1..)
        .take_while(is_known)
        .chain((1000..).take_while(is_known))
        .collect();
    assert_eq!(numbers.len(), Encoding::all().count());
    for number in numbers {
        // SAFETY: the name of a known encoding is a string.
        let name = unsafe { CStr::from_ptr(utf8kit_encoding_name(number)) }
            .to_str()
            .unwrap();
        let encoding: Encoding = name.parse().unwrap_or_else(|error| panic!("{name}: {error}"));
        for bytes in [
            &b"\xFF\xFF\xFF\xFF"[..],
            b"\xC0\x80ab",
            b"ab\xE9 c",
            b"\xED\xA0\x80 \xED\xB0\x80",
            b"\xD8\x00\xD8\x00\xD8\x00",
            b"a\xF4\x90\x80\x80",
            b"+2Ez-",
            b"&2Ez-",
            b"\x1B%Gab\xE2\x82",
            b"abc",
        ] {
            let mut decoder = Decoder::new(encoding, Policy::Fail);
            let mut step = decoder.to_utf8(bytes, &mut [0; 64]);
            if step.stop == Stop::InputUsed {
                step = decoder.finish_utf8(&mut [0; 64]);
            }
            let (mut text, mut message) = ([0u8; 64], [0u8; 512]);
            // SAFETY: the pointers are those of so many bytes.
            let (result, len) = unsafe {
                let (src, dst) = (bytes.as_ptr().cast(), text.as_mut_ptr().cast());
                let result = utf8kit_decode(number, ptr::null(), src, bytes.len(), dst, 64);
                (
                    result,
                    utf8kit_message(&result, number, message.as_mut_ptr().cast(), 512),
                )
            };
            if let Stop::IllFormed(error) = step.stop {
                let (message, expected) = (str::from_utf8(&message[..len]).unwrap(), error.to_string());
                match encoding {
                    Encoding::Base(_) => assert_eq!(message, expected, "{name}: {bytes:X?}"),
                    _ => assert_eq!(sequence(message), sequence(&expected), "{name}: {bytes:X?}"),
                }
                // What is announced breaks the clauses of its own encoding.
                if encoding == Encoding::Iso2022 {
                    continue;
                }
                let mut clause = [0u8; 64];
                // SAFETY: the pointer is that of 64 bytes.
                let len = unsafe { utf8kit_clause(result.kind, number, clause.as_mut_ptr().cast(), 64) };
                assert_eq!(
                    str::from_utf8(&clause[..len]),
                    Ok(error.clause()),
                    "{name}: {bytes:X?}"
                );
                compared += 1;
            } else {
                assert_ne!(result.stop, UTF8KIT_STOP_ILL_FORMED, "{name}: {bytes:X?}");
            }
        }
    }
    assert!(compared > 100, "{compared}");
}
